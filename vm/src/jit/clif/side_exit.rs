//! Side exits, where lanes stop: they end, wait, or are deoptimised to the interpreter; what is live is spilled to its registers.

use super::super::wir::spills::{live_at, live_of_lanes};
use super::super::wir::{Exit, Reason};
use super::spill::Nans;
use super::*;
use kern_ir::Value;

impl<const L: usize> Emitter<'_, '_, L> {
    // --- leaving
    /// Ends lanes.
    pub(super) fn emit_end(&mut self, pc: usize) {
        match self.mode {
            Mode::Full => {
                let at_pc = self.int(I32, pc as i64);
                self.store(at_pc, at::PC);
                self.stop_warp(ExitReason::Ended, barrier_key::ALL_ENDED, 0);
            }
            Mode::Masked(mask) if !self.plan.has_waits() => {
                let pending = self.load(I32, at::ENDED);
                let pending = self.fb.ins().bor(pending, mask);
                self.store(pending, at::ENDED);
                let (one, at_pc) = (self.int(I64, 1), self.int(I32, pc as i64));
                self.store(one, at::EFFECTS);
                self.store(at_pc, at::PC);
                self.resume_others(self.segment);
            }
            Mode::Masked(mask) => {
                let one = self.int(I64, 1);
                self.store(one, at::EFFECTS);
                self.call_helper_at(Helper::End, pc, mask);
                // Lanes that waited for these may be the next to run: the scheduler looks after them.
                let is_awaited = self.load(I32, at::ANSWER);
                let (awaited, go_on) = (self.fb.create_block(), self.fb.create_block());
                self.fb.ins().brif(is_awaited, awaited, NONE, go_on, NONE);
                self.fb.switch_to_block(awaited);
                self.fb.set_cold_block(awaited);
                let known = self.known();
                let live = live_of_lanes(self.plan, (self.segment, false), None, &[]);
                self.side_exit(ExitReason::Nobody, pc, mask, live);
                self.forget(known);
                self.fb.switch_to_block(go_on);
                self.resume_others(self.segment);
            }
        }
    }

    /// Tells the engine of lanes that have ended.
    fn tell_of_ended(&mut self, pc: usize) {
        if self.plan.has_waits() {
            return;
        }
        let (ended, nobody) = (self.load(I32, at::ENDED), self.int(I32, 0));
        self.store(nobody, at::ENDED);
        self.rarely(ended, |e| e.call_helper_at(Helper::End, pc, ended));
    }

    /// No lane is left.
    pub(super) fn end_masked(&mut self) {
        if !self.plan.has_waits() {
            // All lanes of a full warp have ended as if they had done so together.
            let (ended, all) = (self.load(I32, at::ENDED), self.int(I32, i64::from(Self::ALL)));
            let is_all = self.icmp(IntCC::Equal, ended, all);
            let (together, rest) = (self.fb.create_block(), self.fb.create_block());
            self.fb.ins().brif(is_all, together, NONE, rest, NONE);
            self.fb.switch_to_block(together);
            let nobody = self.int(I32, 0);
            self.store(nobody, at::ENDED);
            self.stop_warp(ExitReason::Ended, barrier_key::ALL_ENDED, 0);
            self.fb.switch_to_block(rest);
            let end = self.plan.code.ops.iter().position(|op| matches!(op.kind, OpKind::Ret | OpKind::Exit)).unwrap_or(0);
            self.tell_of_ended(end);
        }
        self.stop_warp(ExitReason::Nobody, barrier_key::ALL_ENDED, 0);
    }

    /// Lanes stop as the instruction says.
    pub(super) fn emit_exit(&mut self, pc: usize, exit: &Exit) {
        match exit.reason {
            Reason::Deoptimise => {
                let mask = self.active();
                self.deoptimise(pc, mask, exit.reads.clone(), exit.spill.clone());
            }
            Reason::BarrierRegion => {
                self.spill_reads(&exit.reads);
                self.spill_full(&exit.spill, Nans::AsTheyAre);
                let at_pc = self.int(I32, pc as i64);
                self.store(at_pc, at::PC);
                let entry = exit.resume.and_then(|segment| self.full_entries[segment]);
                let next_entry = entry.expect("a full warp may be taken up behind a barrier");
                self.stop_warp(ExitReason::PackedBarrier, pc as u32, next_entry);
            }
            Reason::Barrier => {
                self.spill_reads(&exit.reads);
                match self.mode {
                    Mode::Full => self.side_exit_packed(ExitReason::PackedBarrier, pc, &exit.spill),
                    Mode::Masked(mask) => self.side_exit(ExitReason::Barrier, pc, mask, exit.spill.clone()),
                }
            }
        }
    }

    /// Spills everything for the interpreter to resume at an operation of the segment at hand.
    pub(super) fn deoptimise_from(&mut self, segment: usize, pc: usize, mask: Cv) {
        let (reads, results) = (live_at(self.plan, segment, pc), &self.plan.inst(pc).results);
        let spill = live_of_lanes(self.plan, (segment, self.is_full()), None, results);
        self.deoptimise(pc, mask, reads, spill);
    }

    /// The interpreter executes the operation and what follows until lanes are where code can go on.
    fn deoptimise(&mut self, pc: usize, mask: Cv, reads: Vec<Value>, spill: Vec<Value>) {
        let lanes = if self.is_full() { None } else { Some(self.load(I32, at::OWNED)) };
        self.spill(reads, lanes);
        self.side_exit(ExitReason::Deoptimise, pc, mask, spill);
    }

    /// A full warp is spilled, to resume later.
    pub(super) fn side_exit_packed(&mut self, how: ExitReason, pc: usize, spill: &[Value]) {
        self.spill_full(spill, Nans::Canonical);
        let pc = self.int(I32, pc as i64);
        self.store(pc, at::PC);
        self.exit(how);
    }

    /// Spills values of a full warp.
    pub(super) fn spill_full(&mut self, values: &[Value], nans: Nans) {
        if values.is_empty() {
            return;
        }
        let registers = self.load(I64, at::REGISTERS);
        values.iter().for_each(|&value| self.spill_packed(registers, value, nans));
    }

    /// Lanes of `mask` stop at an operation; what they and waiting lanes need is spilled.
    pub(super) fn side_exit(&mut self, how: ExitReason, pc: usize, mask: Cv, live: Vec<Value>) {
        if !self.is_full() {
            self.tell_of_ended(pc);
        }
        // What of these is not here, is not needed on this way.
        let owned = if self.is_full() { None } else { Some(self.load(I32, at::OWNED)) };
        self.spill(live, owned);
        let pc = self.int(I32, pc as i64);
        self.store(pc, at::PC);
        self.store(mask, at::MASK);
        self.exit(how);
    }
}
