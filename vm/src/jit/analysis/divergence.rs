//! Where the lanes of a warp may be while some of them run.
//!
//! A full warp diverges at a branch; from there on the masked copy runs, until all lanes have met. It also goes on with lanes
//! that were spilled, at an *entry*: then others may have stayed behind, as they may where some have ended. A segment that
//! is always reached by all lanes together needs no masked copy.

use super::*;

impl<const L: usize> Plan<'_, L> {
    pub(super) fn find_divergence(&mut self) {
        let count = self.segments.len();
        self.waiting = vec![Set::new(count); count];
        self.sought = vec![Set::new(count); count];
        self.is_masked = vec![false; count];
        self.is_entry = vec![false; count];
        self.spins = vec![false; count];
        for edge in &self.code.edges {
            self.spins[edge.block as usize] |= edge.spins;
        }
        if !self.may_diverge {
            return;
        }
        let mut divergences = Divergence { plan: self, is_short: vec![false; count], changed: false };
        divergences.start();
        loop {
            divergences.changed = false;
            (0..count).for_each(|segment| divergences.look_at(segment));
            if !divergences.changed {
                return;
            }
        }
    }

    fn is_uniform_branch(&self, segment: usize) -> bool {
        let pc = self.segments[segment].end - 1;
        matches!(self.code.ops[pc].kind, OpKind::Branch(..)) && self.shape(self.inst(pc).args[0]).is_uniform()
    }
}

struct Divergence<'p, 'a, const L: usize> {
    plan: &'p mut Plan<'a, L>,
    /// Segments that the masked copy may reach without the warp's other lanes: these have ended or wait elsewhere.
    is_short: Vec<bool>,
    changed: bool,
}

impl<const L: usize> Divergence<'_, '_, L> {
    /// Where lanes may resume without the others though no masked code has spilled them.
    fn start(&mut self) {
        let count = self.plan.segments.len();
        let last = |plan: &Plan<L>, segment: usize| plan.code.ops[plan.segments[segment].end - 1].kind;
        if !self.plan.geometry.is_full() || self.plan.func.kind != kern_ir::FunctionKind::Kernel {
            self.enter(0);
        }
        // What the interpreter executes may make lanes diverge.
        let is_interpreted = (0..count).any(|segment| {
            matches!(last(self.plan, segment), OpKind::Switch(..) | OpKind::Call(..) | OpKind::CallIndirect(_))
                || self.plan.is_left_in_order(segment)
        });
        for segment in 0..count {
            let may_diverge = match last(self.plan, segment) {
                OpKind::Bar(..) | OpKind::Nanosleep => is_interpreted,
                kind if kind.may_wait() => is_interpreted || !self.plan.names_all(self.plan.segments[segment].end - 1),
                _ => false,
            };
            if may_diverge {
                self.enter(segment + 1);
            }
            if is_interpreted && self.plan.spins[segment] {
                self.enter(segment);
            }
        }
    }

    /// Some of a warp's lanes may resume at a segment.
    fn enter(&mut self, segment: usize) {
        self.changed |= !std::mem::replace(&mut self.plan.is_entry[segment], true);
        self.reach(segment, true);
        self.plan.sought[segment].insert(segment);
    }

    fn reach(&mut self, segment: usize, is_short: bool) {
        if is_short {
            self.changed |= !std::mem::replace(&mut self.is_short[segment], true);
        }
        if self.is_short[segment] || self.plan.waiting[segment].iter().next().is_some() {
            self.changed |= !std::mem::replace(&mut self.plan.is_masked[segment], true);
        }
    }

    fn look_at(&mut self, segment: usize) {
        let pc = self.plan.segments[segment].end - 1;
        let kind = self.plan.code.ops[pc].kind;
        let next = self.plan.segments[segment].next.clone();
        let is_left = self.plan.is_left_in_order(segment);
        let is_branch = matches!(kind, OpKind::Branch(..)) && !is_left;
        let is_uniform = self.plan.is_uniform_branch(segment);
        // A full warp diverges.
        if is_branch && !is_uniform {
            let nobody = Set::new(self.plan.segments.len());
            self.arrive(segment, &nobody, &next, false);
        }
        if self.plan.is_masked[segment] {
            let others = self.plan.waiting[segment].clone();
            let is_short = self.is_short[segment];
            match kind {
                _ if is_left => {}
                OpKind::Jump(_) => self.leave(segment, &others, &next, is_short),
                OpKind::Branch(..) if is_uniform => next.iter().for_each(|&next| self.leave(segment, &others, &[next], is_short)),
                OpKind::Branch(..) => self.leave(segment, &others, &next, is_short),
                kind if kind.may_wait() => {
                    self.arrive(segment, &others, &next, true);
                    self.spill_at(&with(&others, &next));
                }
                OpKind::Switch(..) => {}
                _ => self.arrive(segment, &others, &[], true),
            }
            // An operation within the segment may be left to the interpreter: entries of the others are for all of them.
            let mut entries = others.clone();
            others.iter().filter(|&other| !self.plan.is_entry[other]).for_each(|other| entries.remove(other));
            self.spill_at(&entries);
        }
        // If there is nobody here, lanes are looked for at the next segment where some may be.
        let mut rest = self.plan.sought[segment].clone();
        rest.remove(segment);
        if let Some(next) = rest.iter().next() {
            self.changed |= self.plan.sought[next].add(&rest);
        }
    }

    /// Lanes go from a segment to `next`, all of them or some to each, and may yield there.
    fn leave(&mut self, segment: usize, others: &Set, next: &[usize], is_short: bool) {
        self.arrive(segment, others, next, is_short);
        if next.iter().any(|&target| target <= segment && self.plan.spins[target]) {
            self.spill_at(&with(others, next));
        }
    }

    /// Lanes may be at `others` and `next` together, and the lowest of them run.
    fn arrive(&mut self, segment: usize, others: &Set, next: &[usize], is_short: bool) {
        let all = with(others, next);
        let may_wait = self.plan.code.ops[self.plan.segments[segment].end - 1].kind.may_wait();
        let lowest_sure = if next.len() == 1 && !may_wait { next[0] } else { usize::MAX };
        let mut rest = all.clone();
        for candidate in all.iter().take_while(|&candidate| candidate <= lowest_sure) {
            rest.remove(candidate);
            self.changed |= self.plan.waiting[candidate].add(&rest);
            self.reach(candidate, is_short);
        }
        // They are looked for at targets of back edges first.
        let mut rest = all.clone();
        for first in all.iter() {
            if next.contains(&first) || first > segment {
                self.changed |= self.plan.sought[first].add(&rest);
            }
            if first > segment {
                return;
            }
            rest.remove(first);
        }
    }

    /// Lanes may be spilled at all of these together; each may resume with the others or without them.
    fn spill_at(&mut self, all: &Set) {
        let mut rest = all.clone();
        for entry in all.iter() {
            self.enter(entry);
            self.changed |= self.plan.sought[entry].add(&rest);
            rest.remove(entry);
            self.changed |= self.plan.waiting[entry].add(&rest);
        }
    }
}

fn with(segments: &Set, more: &[usize]) -> Set {
    let mut all = segments.clone();
    more.iter().for_each(|&segment| all.insert(segment));
    all
}
