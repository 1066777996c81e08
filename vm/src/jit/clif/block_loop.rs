//! Block loops and time slices: back edges are counted, and where a full warp of a barrier region stops the next one starts.

use super::*;

impl<const L: usize> Emitter<'_, '_, L> {
    /// Takes a back edge off the time slice; 0 if that was the last.
    pub(super) fn consume_back_edge(&mut self) -> Cv {
        let (full, left) = self.counters();
        let left = self.fb.ins().iadd_imm_s(left, -1);
        self.set_counters(full, left);
        left
    }

    /// A full warp has ended or waits at a barrier: the next warp's, if warps run in order.
    pub(super) fn stop_warp(&mut self, how: ExitReason, key: u32, next_entry: u32) {
        let args = [how as u32, key, next_entry].map(|number| BlockArg::Value(self.int(I32, i64::from(number))));
        self.fb.ins().jump(self.next_warp, &args);
    }

    /// Where one warp stops: the next one of the barrier region starts where this one did, or the next barrier region begins.
    pub(super) fn emit_next_warp(&mut self) {
        self.fb.switch_to_block(self.next_warp);
        let [how, key, next_entry] = self.fb.block_params(self.next_warp)[..] else { return };
        let [single, recorded, differs, first, mixed, same, over, more] = std::array::from_fn(|_| self.fb.create_block());
        let in_order = self.load(I32, at::WARPS_IN_ORDER);
        self.fb.ins().brif(in_order, recorded, NONE, single, NONE);
        self.fb.switch_to_block(single);
        self.fb.ins().return_(&[how]);

        self.fb.switch_to_block(recorded);
        let slot = self.load(I64, at::SLOT);
        let pc = self.load(I32, at::PC);
        self.fb.ins().store(flags(), pc, slot, at::SLOT_PC);
        self.fb.ins().store(flags(), how, slot, at::SLOT_EXIT_REASON);
        let known = self.load(I32, at::BARRIER_REGION_KEY);
        let is_same = self.icmp(IntCC::Equal, known, key);
        self.fb.ins().brif(is_same, same, NONE, differs, NONE);
        self.fb.switch_to_block(differs);
        self.fb.set_cold_block(differs);
        let is_first = self.fb.ins().icmp_imm_s(IntCC::Equal, known, i64::from(barrier_key::NOT_YET as i32));
        self.fb.ins().brif(is_first, first, NONE, mixed, NONE);
        self.fb.switch_to_block(first);
        self.store(key, at::BARRIER_REGION_KEY);
        self.store(next_entry, at::NEXT_ENTRY);
        self.fb.ins().jump(same, NONE);
        self.fb.switch_to_block(mixed);
        let one = self.int(I32, 1);
        self.store(one, at::IS_MIXED);
        self.fb.ins().jump(same, NONE);

        self.fb.switch_to_block(same);
        let next = self.load(I32, at::WARP_INDEX);
        let next = self.fb.ins().iadd_imm_s(next, 1);
        let is_more = self.icmp(IntCC::UnsignedLessThan, next, in_order);
        self.fb.ins().brif(is_more, more, NONE, over, NONE);
        self.fb.switch_to_block(over);
        self.begin_barrier_region(slot);

        self.fb.switch_to_block(more);
        self.store(next, at::WARP_INDEX);
        let next_slot = self.fb.ins().iadd_imm_s(slot, SLOT_BYTES);
        let tids = self.load(I64, at::TIDS);
        let tids = self.fb.ins().iadd_imm_s(tids, 3 * 128);
        self.change_warp(slot, next_slot, tids);
        self.define_zeros();
        self.fb.ins().jump(self.start, NONE);
    }

    /// All warps have stopped, the last one of which `last` is the slot: if they are all warps of the block, and all at one
    /// barrier, they go on behind it.
    fn begin_barrier_region(&mut self, last: Cv) {
        let (perhaps, next, done) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        let is_mixed = self.load(I32, at::IS_MIXED);
        let is_same = self.fb.ins().icmp_imm_s(IntCC::Equal, is_mixed, 0);
        let key = self.load(I32, at::BARRIER_REGION_KEY);
        let goes_on = self.fb.ins().icmp_imm_s(IntCC::NotEqual, key, i64::from(barrier_key::ALL_ENDED as i32));
        let goes_on = self.fb.ins().band(goes_on, is_same);
        self.fb.ins().brif(goes_on, perhaps, NONE, done, NONE);
        self.fb.switch_to_block(perhaps);
        let are_all = self.load(I32, at::ARE_ALL);
        self.fb.ins().brif(are_all, next, NONE, done, NONE);
        self.fb.switch_to_block(done);
        self.exit(ExitReason::BarrierRegion);

        self.fb.switch_to_block(next);
        self.count_by(at::BARRIERS, 1);
        let (none, first, not_yet) =
            (self.int(I32, 0), self.load(I64, at::FIRST_SLOT), self.int(I32, i64::from(barrier_key::NOT_YET as i32)));
        self.store(none, at::WARP_INDEX);
        self.store(not_yet, at::BARRIER_REGION_KEY);
        let start = self.fb.ins().iadd_imm_s(key, 1);
        self.store(start, at::BARRIER_REGION_START);
        let entry = self.load(I32, at::NEXT_ENTRY);
        self.store(entry, at::ENTRY);
        // The barrier is visible.
        let one = self.int(I64, 1);
        [at::BARRIER_REGION_EFFECTS, at::EFFECTS].into_iter().for_each(|field| self.store(one, field));
        let tids = self.load(I64, at::FIRST_TIDS);
        self.change_warp(last, first, tids);
        self.define_zeros();
        self.fb.ins().jump(self.start, NONE);
    }

    /// The warp of the other slot goes on from here.
    fn change_warp(&mut self, from: Cv, to: Cv, tids: Cv) {
        self.store(to, at::SLOT);
        for (field, place) in [(at::SLOT_REGISTERS, at::REGISTERS), (at::SLOT_LOCAL, at::LOCAL)] {
            let pointer = self.fb.ins().load(I64, flags(), to, field);
            self.store(pointer, place);
        }
        self.store(tids, at::TIDS);
        if self.plan.may_spend() {
            let time_slice = self.load(I32, at::TIME_SLICE);
            self.fb.ins().store(flags(), time_slice, from, at::SLOT_TIME_SLICE);
            let time_slice = self.fb.ins().load(I32, flags(), to, at::SLOT_TIME_SLICE);
            self.store(time_slice, at::TIME_SLICE);
            let full = self.load(I64, at::FULL);
            let full = self.fb.ins().band_imm_u(full, 0xffff_ffff);
            let part = self.load(I64, at::PARTIAL);
            let since = self.fb.ins().iadd(full, part);
            self.store(since, at::SINCE);
            let effects = self.load(I64, at::EFFECTS);
            let earlier = self.load(I64, at::EARLIER);
            let earlier = self.fb.ins().bor(earlier, effects);
            self.store(earlier, at::EARLIER);
            let effects = self.load(I64, at::BARRIER_REGION_EFFECTS);
            self.store(effects, at::EFFECTS);
        }
    }
}
