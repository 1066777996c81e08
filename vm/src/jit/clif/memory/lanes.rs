//! Elements of lanes: in whole vectors where rows lie side by side, else one by one.

use super::*;
use crate::decode::side::is_host;

/// A lane in a loop over lanes.
#[derive(Clone, Copy)]
pub(super) enum Lane {
    /// Any.
    Number(Cv),
    /// Of the four from this one (64 bits) on.
    InQuad(Cv, i32),
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// Pointer and offset of a lane.
    pub(super) fn pointer(&mut self, pointers: &Pointers, lane: usize) -> (Cv, i32) {
        let width = self.plan.geometry.width();
        match pointers {
            Pointers::Rows(rows, stride) => {
                let row = if rows.len() > 1 { rows[lane / width] } else { rows[0] };
                let distance = stride * (lane % width) as i64;
                match i32::try_from(distance) {
                    Ok(offset) if offset.unsigned_abs() < 1 << 20 => (row, offset),
                    _ => (self.fb.ins().iadd_imm_s(row, distance), 0),
                }
            }
            Pointers::Strided(rows, step) => {
                let (row, place) = if rows.len() > 1 { (rows[lane / width], lane % width) } else { (rows[0], lane) };
                // Four lanes have a start in common.
                let to_four = self.fb.ins().imul_imm_s(*step, (place & !3) as i64);
                let four = self.fb.ins().iadd(row, to_four);
                let distance = self.fb.ins().imul_imm_s(*step, (place & 3) as i64);
                (self.fb.ins().iadd(four, distance), 0)
            }
            Pointers::Indexed(start, indices, signed, scale) => {
                let index = self.fb.ins().extractlane(indices[lane / 4], (lane % 4) as u8);
                let wide = if *signed { self.fb.ins().sextend(I64, index) } else { self.fb.ins().uextend(I64, index) };
                let scaled = self.fb.ins().ishl_imm_u(wide, i64::from(scale.trailing_zeros()));
                (self.fb.ins().iadd(*start, scaled), 0)
            }
            Pointers::Full(origin, parts) => {
                let address = self.fb.ins().extractlane(parts[lane / 2], (lane % 2) as u8);
                (self.fb.ins().iadd(*origin, address), 0)
            }
        }
    }

    /// Pointers and offsets of two lanes from an even one on. Two indices leave a vector together.
    fn pair_of_pointers(&mut self, pointers: &Pointers, lane: usize) -> [(Cv, i32); 2] {
        let Pointers::Indexed(start, indices, signed, scale) = pointers else {
            return [self.pointer(pointers, lane), self.pointer(pointers, lane + 1)];
        };
        let pairs = self.cast(I64X2, indices[lane / 4]);
        let both = self.fb.ins().extractlane(pairs, (lane % 4 / 2) as u8);
        let first = self.fb.ins().ireduce(I32, both);
        let wide = if *signed {
            [self.fb.ins().sextend(I64, first), self.fb.ins().sshr_imm_u(both, 32)]
        } else {
            [self.fb.ins().uextend(I64, first), self.fb.ins().ushr_imm_u(both, 32)]
        };
        wide.map(|index| {
            let scaled = self.fb.ins().ishl_imm_u(index, i64::from(scale.trailing_zeros()));
            (self.fb.ins().iadd(*start, scaled), 0)
        })
    }

    pub(in crate::jit::clif) fn load_element(&mut self, element: Element, ty: ir::Type, pointer: Cv, offset: i32) -> Cv {
        match element {
            Element::U8 => self.fb.ins().uload8(I32, flags(), pointer, offset),
            Element::S8 => self.fb.ins().sload8(I32, flags(), pointer, offset),
            Element::U16 => self.fb.ins().uload16(I32, flags(), pointer, offset),
            Element::S16 => self.fb.ins().sload16(I32, flags(), pointer, offset),
            Element::B32 | Element::B64 => self.fb.ins().load(ty, flags(), pointer, offset),
        }
    }

    /// The components of a loaded value.
    pub(super) fn load_lanes(&mut self, access: &Access, result: Value, pointers: &Pointers, offset: i32) -> Vec<Cv> {
        let plan = self.plan;
        let scalar = value::scalar_type(plan.func.ty(result));
        let (vector, count) = value::vector_type(plan.func.ty(result));
        let size = access.element.size() as i64;
        let is_whole = matches!(access.element, Element::B32 | Element::B64);
        if let Pointers::Rows(rows, stride) = pointers {
            if *stride == 0 {
                let bases: Vec<Cv> = rows.iter().map(|&p| self.load_element(access.element, scalar, p, offset)).collect();
                if plan.shape(result).is_affine() {
                    let (_, wanted) = self.component(result);
                    return if bases.len() == wanted { bases } else { vec![bases[0]; wanted] };
                }
                return self.expand(plan.func.ty(result), &bases, 0);
            }
            if *stride == size && is_whole {
                let lanes = 32 / count;
                // Rows that are the same are loaded once.
                let distinct = if rows.len() == 1 { count / plan.geometry.rows } else { count };
                let list: Vec<Cv> = (0..distinct)
                    .map(|part| {
                        let (pointer, at) = self.pointer(pointers, part * lanes);
                        self.fb.ins().load(vector, flags(), pointer, at + offset)
                    })
                    .collect();
                return (0..count).map(|part| list[part % distinct]).collect();
            }
            if *stride == size && !is_whole {
                return self.load_narrow_rows(access.element, pointers, offset);
            }
        }
        // Lanes that are not here load from where the check has let them look.
        let lanes = 32 / count;
        (0..count)
            .map(|part| {
                let mut result = None;
                for pair in (0..lanes).step_by(2) {
                    let both = self.pair_of_pointers(pointers, part * lanes + pair);
                    for (lane, (pointer, at)) in both.into_iter().enumerate() {
                        let element = self.load_element(access.element, scalar, pointer, at + offset);
                        result = Some(match result {
                            None => self.fb.ins().scalar_to_vector(vector, element),
                            Some(vector) => self.fb.ins().insertlane(vector, element, (pair + lane) as u8),
                        });
                    }
                }
                result.expect("a vector has lanes")
            })
            .collect()
    }

    /// Rows of elements of one or two bytes that lie side by side, widened to 32 bits.
    fn load_narrow_rows(&mut self, element: Element, pointers: &Pointers, offset: i32) -> Vec<Cv> {
        let mut list = Vec::new();
        for first in (0..32).step_by(8) {
            let (pointer, at) = self.pointer(pointers, first);
            let (at, next) = (at + offset, at + offset + 8);
            let ins = self.fb.ins();
            let halves = match element {
                Element::U16 => [ins.uload16x4(flags(), pointer, at), self.fb.ins().uload16x4(flags(), pointer, next)],
                Element::S16 => [ins.sload16x4(flags(), pointer, at), self.fb.ins().sload16x4(flags(), pointer, next)],
                Element::U8 => {
                    let words = ins.uload8x8(flags(), pointer, at);
                    [self.fb.ins().uwiden_low(words), self.fb.ins().uwiden_high(words)]
                }
                _ => {
                    let words = ins.sload8x8(flags(), pointer, at);
                    [self.fb.ins().swiden_low(words), self.fb.ins().swiden_high(words)]
                }
            };
            list.extend(halves);
        }
        list
    }

    /// Writes what the pointer of a lane is computed from to the stack, so that a loop over lanes finds it.
    pub(super) fn store_pointers(&mut self, pointers: &Pointers) {
        let slot = self.scratch(0);
        match pointers {
            Pointers::Indexed(_, parts, ..) | Pointers::Full(_, parts) => {
                for (i, &part) in parts.iter().enumerate() {
                    self.fb.ins().stack_store(I64, part, slot, 16 * i as i32);
                }
            }
            _ => {}
        }
    }

    /// Address and offset of a lane's element of `1 << shift` bytes on the stack.
    pub(super) fn element_on_stack(&mut self, slot: StackSlot, shift: i64, lane: Lane) -> (Cv, i32) {
        let (number, more) = match lane {
            Lane::Number(lane) => (self.fb.ins().uextend(I64, lane), 0),
            Lane::InQuad(first, more) => (first, more),
        };
        let key = (slot, shift, number);
        if let Some(&at) = self.quad.get(&key) {
            return (at, more << shift);
        }
        let base = self.fb.ins().stack_addr(I64, slot, 0);
        let offset = self.fb.ins().ishl_imm_u(number, shift);
        let at = self.fb.ins().iadd(base, offset);
        self.quad.insert(key, at);
        (at, more << shift)
    }

    /// The pointer of a lane of a loop over lanes.
    pub(super) fn pointer_of(&mut self, pointers: &Pointers, lane: Lane) -> Cv {
        let slot = self.scratch(0);
        match pointers {
            Pointers::Rows(..) | Pointers::Strided(..) => {
                let wide = match lane {
                    Lane::Number(lane) => self.fb.ins().uextend(I64, lane),
                    Lane::InQuad(first, more) => self.fb.ins().iadd_imm_s(first, i64::from(more)),
                };
                self.pointer_of_affine(pointers, wide)
            }
            Pointers::Indexed(start, _, signed, scale) => {
                let (at, offset) = self.element_on_stack(slot, 2, lane);
                let index = if *signed { self.fb.ins().sload32(flags(), at, offset) } else { self.fb.ins().uload32(flags(), at, offset) };
                let scaled = self.fb.ins().ishl_imm_u(index, i64::from(scale.trailing_zeros()));
                self.fb.ins().iadd(*start, scaled)
            }
            Pointers::Full(origin, _) => {
                let (at, offset) = self.element_on_stack(slot, 3, lane);
                let address = self.fb.ins().load(I64, flags(), at, offset);
                self.fb.ins().iadd(*origin, address)
            }
        }
    }

    fn pointer_of_affine(&mut self, pointers: &Pointers, wide: Cv) -> Cv {
        let (Pointers::Rows(rows, _) | Pointers::Strided(rows, _)) = pointers else {
            unreachable!("the others' addresses are on the stack")
        };
        let width = self.plan.geometry.width() as i64;
        let mut row = rows[0];
        for (i, &other) in rows.iter().enumerate().skip(1) {
            let start = self.int(I64, i as i64 * width);
            let is_later = self.icmp(IntCC::UnsignedGreaterThanOrEqual, wide, start);
            row = self.fb.ins().select(is_later, other, row);
        }
        let distance = match pointers {
            Pointers::Strided(rows, step) if rows.len() == 1 => self.fb.ins().imul(*step, wide),
            Pointers::Strided(_, step) => {
                let in_row = self.fb.ins().band_imm_u(wide, width - 1);
                self.fb.ins().imul(*step, in_row)
            }
            Pointers::Rows(_, stride) => {
                let in_row = self.fb.ins().band_imm_u(wide, width - 1);
                self.fb.ins().imul_imm_s(in_row, *stride)
            }
            Pointers::Indexed(..) | Pointers::Full(..) => unreachable!("they have no rows"),
        };
        self.fb.ins().iadd(row, distance)
    }

    /// Runs `body` for each lane of `mask`, in order. Of what it returns the bits are collected.
    pub(super) fn for_each_lane(&mut self, mask: Cv, mut body: impl FnMut(&mut Self, Lane) -> Option<Cv>) -> Option<Cv> {
        let (head, done) = (self.fb.create_block(), self.fb.create_block());
        let zero = self.int(I64, 0);
        let is_full = self.is_full();
        let left = self.fb.append_block_param(head, if is_full { I64 } else { I32 });
        let found = self.fb.append_block_param(head, I64);
        let result = self.fb.append_block_param(done, I64);
        self.fb.ins().jump(head, &[BlockArg::Value(if is_full { zero } else { mask }), BlockArg::Value(zero)]);
        self.fb.switch_to_block(head);
        self.quad.clear();
        let mut all = None;
        let mut collect = |e: &mut Self, bits: Option<Cv>| {
            if let Some(bits) = bits {
                let wide = if e.fb.func.dfg.value_type(bits) == I64 { bits } else { e.fb.ins().uextend(I64, bits) };
                let others = all.unwrap_or(found);
                all = Some(e.fb.ins().bor(others, wide));
            }
        };
        let (rest, goes_on) = if is_full {
            for more in 0..4 {
                let bits = body(self, Lane::InQuad(left, more));
                collect(self, bits);
            }
            let next = self.fb.ins().iadd_imm_s(left, 4);
            let goes_on = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, next, 32);
            (next, goes_on)
        } else {
            let lane = self.fb.ins().ctz(left);
            let bits = body(self, Lane::Number(lane));
            collect(self, bits);
            let less = self.fb.ins().iadd_imm_s(left, -1);
            let rest = self.fb.ins().band(left, less);
            (rest, rest)
        };
        let bits = all.unwrap_or(found);
        let again = [BlockArg::Value(rest), BlockArg::Value(bits)];
        self.fb.ins().brif(goes_on, head, &again, done, &[BlockArg::Value(bits)]);
        self.fb.switch_to_block(done);
        self.quad.clear();
        all.map(|_| result)
    }

    pub(in crate::jit::clif) fn store_element(&mut self, element: Element, value: Cv, pointer: Cv, offset: i32) {
        match element {
            Element::U8 | Element::S8 => self.fb.ins().istore8(flags(), value, pointer, offset),
            Element::U16 | Element::S16 => self.fb.ins().istore16(flags(), value, pointer, offset),
            Element::B32 | Element::B64 => self.fb.ins().store(flags(), value, pointer, offset),
        };
    }

    /// Whole vectors to consecutive places; `false` if they are not.
    pub(super) fn store_rows(&mut self, access: &Access, value: Value, pointers: &Pointers) -> bool {
        let Pointers::Rows(rows, stride) = pointers else { return false };
        let is_whole = matches!(access.element, Element::B32 | Element::B64);
        if !self.is_full() {
            return false;
        }
        if *stride == 0 && rows.len() == 1 && self.plan.shape(value).is_uniform() {
            let base = self.scalar(value);
            let base = if self.canonical_here.contains(&value) { self.canonical_one(base) } else { base };
            self.store_element(access.element, base, rows[0], 0);
            return true;
        }
        if *stride != access.element.size() as i64 || !is_whole {
            return false;
        }
        let parts = self.parts(value);
        let parts = self.canonical(value, parts);
        let lanes = 32 / parts.len();
        for (i, &part) in parts.iter().enumerate() {
            let (pointer, at) = self.pointer(pointers, i * lanes);
            self.fb.ins().store(flags(), part, pointer, at);
        }
        true
    }

    /// Lane after lane.
    pub(super) fn store_lanes(&mut self, access: &Access, values: &[Value], pointers: &Pointers) {
        let size = access.element.size() as i32;
        if is_host(L) {
            for (i, &value) in values.iter().enumerate() {
                let (base, (pointer, at)) = (self.scalar(value), self.pointer(pointers, 0));
                self.store_element(access.element, base, pointer, at + i as i32 * size);
            }
            return;
        }
        let mut all = Vec::new();
        for &value in values {
            let parts = self.parts(value);
            all.push(self.canonical(value, parts));
        }
        let lanes = 32 / all[0].len();
        match self.mode {
            Mode::Full => {
                for pair in (0..32).step_by(2) {
                    let both = self.pair_of_pointers(pointers, pair);
                    for (lane, (pointer, at)) in (pair..).zip(both) {
                        for (i, parts) in all.iter().enumerate() {
                            let element = self.fb.ins().extractlane(parts[lane / lanes], (lane % lanes) as u8);
                            self.store_element(access.element, element, pointer, at + i as i32 * size);
                        }
                    }
                }
            }
            Mode::Masked(mask) => {
                if let (Pointers::Rows(rows, stride), [parts]) = (pointers, &all[..])
                    && let ([row], Element::B32) = (&rows[..], access.element)
                    && *stride == i64::from(size)
                    && self.plan.geometry.rows == 1
                {
                    return self.store_runs(parts, *row, mask);
                }
                let scalar = value::scalar_type(self.plan.func.ty(values[0]));
                for (i, parts) in all.iter().enumerate() {
                    let slot = self.scratch(1 + i as u32);
                    for (k, &part) in parts.iter().enumerate() {
                        self.fb.ins().stack_store(I64, part, slot, 16 * k as i32);
                    }
                }
                self.store_pointers(pointers);
                let shift = i64::from(scalar.bytes().trailing_zeros());
                self.for_each_lane(mask, |e, lane| {
                    let pointer = e.pointer_of(pointers, lane);
                    for i in 0..all.len() {
                        let slot = e.scratch(1 + i as u32);
                        let (at, more) = e.element_on_stack(slot, shift, lane);
                        let element = e.fb.ins().load(scalar, flags(), at, more);
                        e.store_element(access.element, element, pointer, i as i32 * size);
                    }
                    None
                });
            }
        }
    }

    /// Words of the lanes of a mask, which lie side by side: those of neighbours together.
    fn store_runs(&mut self, parts: &[Cv], row: Cv, mask: Cv) {
        let slot = self.scratch(1);
        for (k, &part) in parts.iter().enumerate() {
            self.fb.ins().stack_store(I64, part, slot, 16 * k as i32);
        }
        let [head, four, rest, two, pair, one, last, next, done] = std::array::from_fn(|_| self.fb.create_block());
        let left = self.fb.append_block_param(head, I32);
        let [from, to, count] = std::array::from_fn(|i| self.fb.append_block_param(four, if i < 2 { I64 } else { I32 }));
        let [pair_from, pair_to] = std::array::from_fn(|_| self.fb.append_block_param(one, I64));
        self.fb.ins().jump(head, &[BlockArg::Value(mask)]);

        self.fb.switch_to_block(head);
        let first = self.fb.ins().ctz(left);
        let run = self.fb.ins().ushr(left, first);
        let others = self.fb.ins().bnot(run);
        let lanes = self.fb.ins().ctz(others);
        let first = self.fb.ins().uextend(I64, first);
        let offset = self.fb.ins().ishl_imm_u(first, 2);
        let base = self.fb.ins().stack_addr(I64, slot, 0);
        let (start, target) = (self.fb.ins().iadd(base, offset), self.fb.ins().iadd(row, offset));
        // Without its lowest run of bits.
        let negative = self.fb.ins().ineg(left);
        let lowest = self.fb.ins().band(left, negative);
        let carried = self.fb.ins().iadd(left, lowest);
        let remaining = self.fb.ins().band(left, carried);
        self.fb.ins().jump(four, &[start, target, lanes].map(BlockArg::Value));

        self.fb.switch_to_block(four);
        let is_less = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, count, 4);
        let whole = self.fb.create_block();
        self.fb.ins().brif(is_less, rest, NONE, whole, NONE);
        self.fb.switch_to_block(whole);
        self.move_bytes(I32X4, from, to);
        let after = [from, to].map(|place| BlockArg::Value(self.fb.ins().iadd_imm_s(place, 16)));
        let less = self.fb.ins().iadd_imm_s(count, -4);
        self.fb.ins().jump(four, &[after[0], after[1], BlockArg::Value(less)]);

        self.fb.switch_to_block(rest);
        self.fb.ins().brif(count, two, NONE, next, NONE);
        self.fb.switch_to_block(two);
        let has_pair = self.fb.ins().band_imm_u(count, 2);
        self.fb.ins().brif(has_pair, pair, NONE, one, &[from, to].map(BlockArg::Value));
        self.fb.switch_to_block(pair);
        self.move_bytes(I64, from, to);
        let after = [from, to].map(|place| BlockArg::Value(self.fb.ins().iadd_imm_s(place, 8)));
        self.fb.ins().jump(one, &after);
        self.fb.switch_to_block(one);
        let has_one = self.fb.ins().band_imm_u(count, 1);
        self.fb.ins().brif(has_one, last, NONE, next, NONE);
        self.fb.switch_to_block(last);
        self.move_bytes(I32, pair_from, pair_to);
        self.fb.ins().jump(next, NONE);

        self.fb.switch_to_block(next);
        self.fb.ins().brif(remaining, head, &[BlockArg::Value(remaining)], done, NONE);
        self.fb.switch_to_block(done);
    }

    fn move_bytes(&mut self, ty: ir::Type, from: Cv, to: Cv) {
        let bytes = self.fb.ins().load(ty, flags(), from, 0);
        self.fb.ins().store(flags(), bytes, to, 0);
    }
}
