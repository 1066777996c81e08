//! Counters: what compiled code counts for a launch that is profiled.
//!
//! *Before.* Nothing is counted but instructions. *After.* Behind the check of an access that counts there is a `count`, every
//! branch has its two words. Without a profile nothing changes.
//!
//! *Reads and writes.* Fills the [`CounterPlan`] in the order of the instructions.

use super::*;
use crate::decode::code::OpKind;
use crate::jit::analysis::scaling::Scaling;

/// See the module.
pub(super) fn insert_counters<const L: usize>(wir: &mut Wir, PassContext { plan, counter_plan: counters, .. }: &mut PassContext<L>) {
    if !plan.is_observed {
        return;
    }
    wir.for_each_copy(|is_full, copy| {
        for mut inst in std::mem::take(copy) {
            let pc = inst.pc;
            if let InstKind::Branch { counter, .. } = &mut inst.kind {
                *counter = Some(counters.branch(pc, plan.code.ops[pc].inst));
            }
            let is_check = matches!(inst.kind, InstKind::Check(_));
            copy.push(inst);
            if is_check {
                copy.extend(count(plan, counters, pc, is_full).map(|count| Inst::new(pc, InstKind::Count(count))));
            }
        }
    });
}

/// How an access is counted, if it is.
fn count<const L: usize>(plan: &Plan<L>, counters: &mut CounterPlan, pc: usize, is_full: bool) -> Option<Count> {
    let (op, data) = (&plan.code.ops[pc], plan.inst(pc));
    let (OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..)) = op.kind else { return None };
    let access = &plan.code.accesses[access as usize];
    let form = plan.wide_form(data.args[0]);
    let scaling = form.map(|form| Scaling { shift: form.scale.trailing_zeros(), signed: form.signed });
    let site = counters.site(pc, (op, data.op), access, scaling)?;
    let shape = plan.shape(data.args[0]);
    if !is_full {
        return Some(Count::Record { site });
    }
    if !shape.is_affine() {
        return Some(Count::Pattern { site, pattern: counters.pattern(site) });
    }
    // Accesses through one pointer pass together, and the first of them looks at the distances.
    let is_counted = |pc: &usize| match plan.code.ops[*pc].kind {
        OpKind::Load(access) | OpKind::Store(access) => plan.code.accesses[access as usize].counted().is_some(),
        _ => true,
    };
    let first = plan.groups.get(&pc).map(|group| group.first).filter(is_counted).unwrap_or(pc);
    let rows = if shape.has_bases_per_row() { plan.geometry.rows } else { 1 };
    let (number, counter) = counters.counter(pc, site, shape, (plan.geometry.width(), rows), first);
    let distances = (counter.rows > 1 && first == pc).then_some(counter.distances);
    Some(Count::Affine { number, at: counter.at, places: counter.places, distances })
}
