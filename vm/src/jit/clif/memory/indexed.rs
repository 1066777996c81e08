//! Addresses that are an index, extended and scaled, from a start on: the indices of all lanes are compared with those that the
//! region allows.

use super::check::Pointers;
use super::*;
use crate::jit::analysis::WideForm;

/// Indices that pass: all from `least` to `most`, as extended numbers.
struct IndexRange {
    /// The address of index 0.
    start: Cv,
    least: Cv,
    most: Cv,
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// `index` must lie where `bases + index * scale` is in the region: `0 <= first + index * step < count`, all in
    /// units of the access.
    pub(super) fn check_indexed(
        &mut self,
        access: &Access,
        form: WideForm,
        base: Cv,
        count_at: i32,
        region: usize,
        shift: u32,
        slow: Block,
    ) -> Pointers {
        let count = self.load(I64, count_at);
        let origin_at = Self::region_at(region, at::REGION_ORIGIN);
        let (start, indices) = self.pass_indexed(access, &form, base, count, shift, 39, slow);
        let origin = self.load(I64, origin_at);
        let start = self.fb.ins().iadd(start, origin);
        Pointers::Indexed(start, indices, form.signed, form.scale)
    }

    /// Where the address of index 0 is, and the indices, if those of all active lanes lie where `count` elements start from `base` on;
    /// others have one of these indices. The start is less than `1 << reach` elements away.
    pub(super) fn pass_indexed(
        &mut self,
        access: &Access,
        form: &WideForm,
        base: Cv,
        count: Cv,
        shift: u32,
        reach: u32,
        slow: Block,
    ) -> (Cv, Vec<Cv>) {
        let indices = self.parts(form.index);
        let indices: Vec<Cv> = indices.iter().map(|&p| self.cast(I32X4, p)).collect();
        let IndexRange { start, least, most } = self.index_range(access, form, base, count, shift, reach, slow);
        let first = self.fb.ins().ireduce(I32, least);
        let first = self.fb.ins().splat(I32X4, first);
        // Where the index cannot exceed what the region has, its lanes need not be looked at.
        let inside = self.fb.create_block();
        if let Some(bound) = self.plan.bound(form.index) {
            let zero = self.int(I64, 0);
            let bound = self.int(I64, i64::from(bound));
            let from_start = self.icmp(IntCC::SignedLessThanOrEqual, least, zero);
            let to_end = self.icmp(IntCC::SignedGreaterThanOrEqual, most, bound);
            let always = self.fb.ins().band(from_start, to_end);
            let perhaps = self.fb.create_block();
            self.fb.ins().brif(always, inside, NONE, perhaps, NONE);
            self.fb.switch_to_block(perhaps);
        }
        let span = self.fb.ins().isub(most, least);
        let span = self.fb.ins().ireduce(I32, span);
        let span = self.fb.ins().splat(I32X4, span);
        let outside: Vec<Cv> = indices
            .iter()
            .map(|&p| {
                let above = self.fb.ins().isub(p, first);
                let most = self.fb.ins().umax(above, span);
                self.fb.ins().icmp(IntCC::Equal, most, span)
            })
            .collect();
        self.require_all(&outside, slow);
        self.fb.ins().jump(inside, NONE);
        self.fb.switch_to_block(inside);
        let indices = self.active_or(indices, first);
        (start, indices)
    }

    /// Which indices lie where `count` elements start from `base` on: there are some. The address of index 0 is less than
    /// `1 << reach` elements away.
    fn index_range(&mut self, access: &Access, form: &WideForm, base: Cv, count: Cv, shift: u32, reach: u32, slow: Block) -> IndexRange {
        let mut start = self.int(I64, access.offset);
        for &value in &form.bases {
            let value = self.scalar(value);
            start = self.fb.ins().iadd(start, value);
        }
        // The start may lie before the region, as that of `x[i - 1]` does: units have a sign, and must be whole.
        let distance = self.fb.ins().isub(start, base);
        let units = if shift > 0 { self.fb.ins().sshr_imm_u(distance, i64::from(shift)) } else { distance };
        // A start far outside of the region would make the ranges below wrap; it is rare enough for the slow path.
        let bound = self.int(I64, 2 << reach);
        let biased = self.fb.ins().iadd_imm_s(units, 1 << reach);
        let mut passes = self.icmp(IntCC::UnsignedLessThan, biased, bound);
        if shift > 0 {
            let part = self.fb.ins().band_imm_u(distance, (1 << shift) - 1);
            let is_whole = self.fb.ins().icmp_imm_u(IntCC::Equal, part, 0);
            passes = self.fb.ins().band(passes, is_whole);
        }
        self.require(passes, slow);
        let step = form.scale >> shift;
        let step_shift = i64::from(step.trailing_zeros());
        // The least index is ceil(-units / step), the greatest floor((count - 1 - units) / step).
        let negated = self.fb.ins().ineg(units);
        let least = self.fb.ins().iadd_imm_s(negated, step as i64 - 1);
        let least = self.fb.ins().sshr_imm_u(least, step_shift);
        let most = self.fb.ins().isub(count, units);
        let most = self.fb.ins().iadd_imm_s(most, -1);
        let most = self.fb.ins().sshr_imm_u(most, step_shift);
        let (low, high) = if form.signed { (i64::from(i32::MIN), i64::from(i32::MAX)) } else { (0, i64::from(u32::MAX)) };
        let (low, high) = (self.int(I64, low), self.int(I64, high));
        let is_below = self.icmp(IntCC::SignedLessThan, least, low);
        let least = self.fb.ins().select(is_below, low, least);
        let is_above = self.icmp(IntCC::SignedGreaterThan, most, high);
        let most = self.fb.ins().select(is_above, high, most);
        // An empty range lets nothing pass.
        let passes = self.icmp(IntCC::SignedLessThanOrEqual, least, most);
        self.require(passes, slow);
        IndexRange { start, least, most }
    }

    /// Indices of elements of `scale` bytes where each lane has its own copy, `step` bytes behind that of the lane before: a frame is a
    /// multiple of 64 bytes.
    pub(super) fn own_copies(&mut self, indices: Vec<Cv>, step: Cv, scale: u64) -> Vec<Cv> {
        let step = self.fb.ins().ushr_imm_u(step, i64::from(scale.trailing_zeros()));
        let step = self.fb.ins().ireduce(I32, step);
        let four = self.fb.ins().ishl_imm_u(step, 2);
        let (step, four) = (self.fb.ins().splat(I32X4, step), self.fb.ins().splat(I32X4, four));
        let mut bytes = [0; 16];
        (0..4).for_each(|lane| bytes[4 * lane] = lane as u8);
        let numbers = self.constant_vector(I32X4, bytes);
        let mut steps = self.fb.ins().imul(numbers, step);
        let mut list = Vec::new();
        for index in indices {
            list.push(self.fb.ins().iadd(index, steps));
            steps = self.fb.ins().iadd(steps, four);
        }
        list
    }
}
