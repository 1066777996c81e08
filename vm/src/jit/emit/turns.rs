//! Turns: back edges are counted, and where a full warp of a round stops the next one starts.

use super::*;

impl<const L: usize> Emitter<'_, '_, L> {
    /// Takes a back edge off the turn; 0 if that was the last.
    pub(super) fn take_turn(&mut self) -> Cv {
        let left = self.load(I32, at::TURN);
        let left = self.fb.ins().iadd_imm_s(left, -1);
        self.store(left, at::TURN);
        left
    }

    /// A full warp has ended or waits at a barrier: the next warp's turn, if warps run in turn.
    pub(super) fn stop_warp(&mut self, how: u32, key: u32) {
        let (how, key) = (self.int(I32, i64::from(how)), self.int(I32, i64::from(key)));
        self.fb.ins().jump(self.next_warp, &[BlockArg::Value(how), BlockArg::Value(key)]);
    }

    /// Where one warp stops: the next one of the round starts where this one did.
    pub(super) fn emit_next_warp(&mut self) {
        self.fb.switch_to_block(self.next_warp);
        let [how, key] = self.fb.block_params(self.next_warp)[..] else { return };
        let [single, recorded, differs, first, mixed, same, over, more] = std::array::from_fn(|_| self.fb.create_block());
        let in_turn = self.load(I32, at::WARPS_IN_TURN);
        self.fb.ins().brif(in_turn, recorded, NONE, single, NONE);
        self.fb.switch_to_block(single);
        self.fb.ins().return_(&[how]);

        self.fb.switch_to_block(recorded);
        let slot = self.load(I64, at::SLOT);
        let pc = self.load(I32, at::PC);
        self.fb.ins().store(flags(), pc, slot, at::SLOT_PC);
        self.fb.ins().store(flags(), how, slot, at::SLOT_STATUS);
        let known = self.load(I32, at::ROUND_KEY);
        let is_same = self.icmp(IntCC::Equal, known, key);
        self.fb.ins().brif(is_same, same, NONE, differs, NONE);
        self.fb.switch_to_block(differs);
        self.fb.set_cold_block(differs);
        let is_first = self.fb.ins().icmp_imm_s(IntCC::Equal, known, -1);
        self.fb.ins().brif(is_first, first, NONE, mixed, NONE);
        self.fb.switch_to_block(first);
        self.store(key, at::ROUND_KEY);
        self.fb.ins().jump(same, NONE);
        self.fb.switch_to_block(mixed);
        let one = self.int(I32, 1);
        self.store(one, at::IS_MIXED);
        self.fb.ins().jump(same, NONE);

        self.fb.switch_to_block(same);
        let next = self.load(I32, at::WARP_INDEX);
        let next = self.fb.ins().iadd_imm_s(next, 1);
        let is_more = self.icmp(IntCC::UnsignedLessThan, next, in_turn);
        self.fb.ins().brif(is_more, more, NONE, over, NONE);
        self.fb.switch_to_block(over);
        self.leave(status::ROUND);

        self.fb.switch_to_block(more);
        self.store(next, at::WARP_INDEX);
        let next_slot = self.fb.ins().iadd_imm_s(slot, at::SLOT_SIZE);
        self.store(next_slot, at::SLOT);
        for (field, place) in [(at::SLOT_REGISTERS, at::REGISTERS), (at::SLOT_LOCAL, at::LOCAL)] {
            let pointer = self.fb.ins().load(I64, flags(), next_slot, field);
            self.store(pointer, place);
        }
        let tids = self.load(I64, at::TIDS);
        let tids = self.fb.ins().iadd_imm_s(tids, 3 * 128);
        self.store(tids, at::TIDS);
        if self.plan.may_spend() {
            let turn = self.load(I32, at::TURN);
            self.fb.ins().store(flags(), turn, slot, at::SLOT_TURN);
            let turn = self.fb.ins().load(I32, flags(), next_slot, at::SLOT_TURN);
            self.store(turn, at::TURN);
            let full = self.load(I64, at::FULL);
            let full = self.fb.ins().band_imm_u(full, 0xffff_ffff);
            let part = self.load(I64, at::PART);
            let since = self.fb.ins().iadd(full, part);
            self.store(since, at::SINCE);
            let effects = self.load(I64, at::EFFECTS);
            let earlier = self.load(I64, at::EARLIER);
            let earlier = self.fb.ins().bor(earlier, effects);
            self.store(earlier, at::EARLIER);
            let effects = self.load(I64, at::ROUND_EFFECTS);
            self.store(effects, at::EFFECTS);
        }
        self.define_zeros();
        self.fb.ins().jump(self.start, NONE);
    }
}
