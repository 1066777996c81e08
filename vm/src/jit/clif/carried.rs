//! What values are carried from segment to segment in variables, and what is left behind; and how much code there may be.
//!
//! Every variable has a value everywhere. Where a segment begins, those that nobody needs from there on become zero, so that the
//! ways between segments do not pass them on. Correctness does not depend on that, nor on what is left behind.

use super::super::analysis::{Plan, Set};
use super::*;

/// Instructions of Cranelift's of which code is made: as many take about a second, and 200 MB.
const MOST_INSTRUCTIONS: usize = 600_000;

/// Variables times blocks of Cranelift's of which code is made: its builder has four bytes for each.
const MOST_CELLS: usize = 64 << 20;

/// Components of values that the masked copy carries, over all segments: Cranelift makes a parameter of a block of each, and
/// what it takes to remove those that are none grows faster than they do.
const MOST_CARRIED: usize = 150_000;

/// Variables times segments up to which every segment leaves behind all that it does not need, looked for or not.
const FEW: usize = 1 << 20;

/// By segment, the values that the masked copy has in variables where it looks for lanes there: those of all segments at which it may
/// find some. `None` if these are too many.
pub(super) fn carried<const L: usize>(plan: &Plan<L>) -> Option<Vec<Set>> {
    let mut carried = vec![Set::new(0); plan.segments.len()];
    if !plan.may_diverge {
        return Some(carried);
    }
    let mut components = 0;
    for (sought, carried) in plan.sought.iter().zip(&mut carried) {
        let mut live = Set::new(plan.func.values.len());
        sought.iter().for_each(|n| {
            live.add(&plan.live_in[n]);
        });
        let is_affine = |value| plan.shape(kern_ir::Value(value as u32)).is_affine();
        components += live.iter().map(|value| if is_affine(value) { 1 } else { 8 }).sum::<usize>();
        if components > MOST_CARRIED {
            return None;
        }
        *carried = live;
    }
    Some(carried)
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// Writes both copies of all segments; nothing if the code becomes too long.
    pub(super) fn emit_segments(&mut self) -> Option<()> {
        let (plan, variables) = (self.plan, self.vars.iter().map(Vec::len).sum());
        for segment in plan.unit.clone() {
            self.emit_full(segment);
            self.has_room(variables)?;
        }
        self.emit_stretches();
        for segment in (0..plan.segments.len()).filter(|_| plan.may_diverge) {
            self.emit_masked(segment);
            self.has_room(variables)?;
        }
        Some(())
    }

    fn has_room(&self, variables: usize) -> Option<()> {
        let is_narrow = variables * self.fb.func.dfg.num_blocks() <= MOST_CELLS;
        (is_narrow && self.fb.func.dfg.num_insts() <= MOST_INSTRUCTIONS).then_some(())
    }

    /// Variables of other values are not needed from a segment on, so that nobody carries them.
    pub(super) fn keep_only(&mut self, segment: usize, live: &Set) {
        if self.vars.len() * self.plan.segments.len() <= FEW {
            return (0..self.vars.len()).filter(|&index| !live.contains(index)).for_each(|index| self.define_zero(index));
        }
        let behind = self.carried_behind(segment);
        behind.iter().filter(|&index| !live.contains(index)).for_each(|index| self.define_zero(index));
    }

    /// Values that code may have in variables where it goes from a segment, in either copy.
    fn carried_behind(&self, segment: usize) -> Set {
        let plan = self.plan;
        let next = &plan.segments[segment].next;
        let mut looked_for = Set::new(plan.segments.len());
        next.iter().for_each(|&next| looked_for.insert(next));
        let mut waiting = plan.waiting[segment].clone();
        let after = |set: &Set| set.iter().find(|&other| other > segment);
        let mut ways = vec![after(&plan.sought[segment]), after(&waiting)];
        next.iter().for_each(|&next| waiting.insert(next));
        ways.push(after(&waiting));
        ways.into_iter().flatten().for_each(|way| looked_for.insert(way));
        let mut needed = Set::new(plan.func.values.len());
        for next in looked_for.iter() {
            needed.add(&plan.live_in[next]);
            needed.add(&self.carried[next]);
        }
        needed
    }
}
