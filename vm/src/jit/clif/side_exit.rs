//! Side exits, where lanes stop: they end, wait, or are deoptimised to the interpreter; what is live is spilled to its registers.

use super::super::analysis::Set;
use super::value::Nans;
use super::*;
use kern_ir::{BarKind, Value};

impl<const L: usize> Emitter<'_, '_, L> {
    // --- leaving
    /// Ends lanes.
    pub(super) fn emit_end(&mut self, pc: usize) {
        match self.mode {
            Mode::Full => {
                let at_pc = self.int(I32, pc as i64);
                self.store(at_pc, at::PC);
                self.stop_warp(exit_reason::ENDED, exit_reason::ALL_ENDED, 0);
            }
            Mode::Masked(mask) => {
                self.call_helper(helper::END, pc, mask);
                // Lanes that waited for these may be the next to run: the scheduler looks after them.
                let is_awaited = self.load(I32, at::ANSWER);
                let (awaited, go_on) = (self.fb.create_block(), self.fb.create_block());
                self.fb.ins().brif(is_awaited, awaited, NONE, go_on, NONE);
                self.fb.switch_to_block(awaited);
                self.fb.set_cold_block(awaited);
                let known = self.known();
                self.side_exit(exit_reason::NOBODY, pc, mask, None);
                self.forget(known);
                self.fb.switch_to_block(go_on);
                self.resume_others(self.segment);
            }
        }
    }

    pub(super) fn emit_barrier(&mut self, segment: usize, pc: usize, kind: BarKind, has_count: bool) {
        self.spill_operands(pc);
        match self.mode {
            Mode::Full if kind == BarKind::Sync && !has_count => {
                self.spill_live_packed(segment + 1, &[], Nans::AsTheyAre);
                let at_pc = self.int(I32, pc as i64);
                self.store(at_pc, at::PC);
                let next_entry = self.full_entries[segment + 1].expect("a full warp may be taken up behind a barrier");
                self.stop_warp(exit_reason::PACKED_BARRIER, pc as u32, next_entry);
            }
            Mode::Full => self.side_exit_packed(exit_reason::PACKED_BARRIER, pc, segment + 1),
            Mode::Masked(mask) => self.side_exit(exit_reason::BARRIER, pc, mask, Some(segment + 1)),
        }
    }

    /// The interpreter executes the operation and what follows until lanes are where code can go on.
    pub(super) fn emit_deoptimise(&mut self, segment: usize, pc: usize) {
        let mask = self.active();
        self.deoptimise_from(segment, pc, mask);
    }

    /// Spills everything for the interpreter to resume at an operation of the segment at hand.
    pub(super) fn deoptimise_from(&mut self, segment: usize, pc: usize, mask: Cv) {
        let lanes = if self.is_full() { None } else { Some(self.load(I32, at::OWNED)) };
        self.spill(self.live_at(segment, pc), lanes);
        self.side_exit(exit_reason::DEOPTIMISE, pc, mask, None);
    }

    /// Values needed at an operation or after it.
    fn live_at(&self, segment: usize, pc: usize) -> Vec<Value> {
        let mut live = self.plan.live_out(segment);
        let end = self.plan.segments[segment].end;
        for at in (pc..end).rev() {
            self.plan.inst(at).results.iter().for_each(|r| live.remove(r.index()));
            self.plan.uses(at).iter().for_each(|v| live.insert(v.index()));
        }
        live.iter().map(|v| Value(v as u32)).filter(|&v| self.plan.constant(v).is_none()).collect()
    }

    /// A full warp is spilled; it resumes at `segment`.
    pub(super) fn side_exit_packed(&mut self, how: u32, pc: usize, segment: usize) {
        let plan = self.plan;
        let results = if how == exit_reason::PACKED_BARRIER { &plan.inst(pc).results[..] } else { &[] };
        self.spill_live_packed(segment, results, Nans::Canonical);
        let pc = self.int(I32, pc as i64);
        self.store(pc, at::PC);
        self.exit(how);
    }

    /// What a full warp needs at `segment`, `without` some, and is not there.
    pub(super) fn spill_live_packed(&mut self, segment: usize, without: &[Value], nans: Nans) {
        let plan = self.plan;
        let is_missing = |value: &Value| {
            plan.constant(*value).is_none() && !without.contains(value) && !plan.is_written_after(self.segment, segment, *value)
        };
        let missing: Vec<Value> = plan.live_in[segment].iter().map(|v| Value(v as u32)).filter(is_missing).collect();
        if missing.is_empty() {
            return;
        }
        let registers = self.load(I64, at::REGISTERS);
        missing.into_iter().for_each(|value| self.spill_packed(registers, value, nans));
    }

    /// Lanes of `mask` are spilled at an operation, to resume at `segment`, and all waiting lanes where they are.
    pub(super) fn side_exit(&mut self, how: u32, pc: usize, mask: Cv, segment: Option<usize>) {
        let plan = self.plan;
        let mut live = Set::new(plan.func.values.len());
        if let Some(segment) = segment {
            live.add(&plan.live_in[segment]);
        }
        if !self.is_full() {
            plan.segments[self.segment].next.iter().for_each(|&n| {
                live.add(&plan.live_in[n]);
            });
        }
        if matches!(how, exit_reason::BARRIER | exit_reason::SYNC | exit_reason::DEOPTIMISE) {
            plan.inst(pc).results.iter().for_each(|r| live.remove(r.index()));
        }
        // Those who are elsewhere may have the operation's results of an earlier iteration of a loop.
        if !self.is_full() {
            plan.waiting[self.segment].iter().for_each(|n| {
                live.add(&plan.live_in[n]);
            });
        }
        // What of these is not here, is not needed on this way.
        let owned = if self.is_full() { None } else { Some(self.load(I32, at::OWNED)) };
        let live = live.iter().map(|v| Value(v as u32)).filter(|&value| plan.constant(value).is_none()).collect();
        self.spill(live, owned);
        let pc = self.int(I32, pc as i64);
        self.store(pc, at::PC);
        self.store(mask, at::MASK);
        self.exit(how);
    }
}
