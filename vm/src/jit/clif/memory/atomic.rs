//! Atomic operations, lane after lane.

use super::*;
use crate::memory::{LOCAL, SHARED};
use kern_ir::{AtomOp, Space, Type};

/// An operand of a loop over lanes.
enum Operand {
    Same(Cv),
    Lanes(StackSlot),
}

/// Whether sums of `.f32` take subnormal numbers for zero: in all memory but `.shared` (PTX ISA 9.7.13.5).
#[derive(Clone, Copy)]
pub(super) enum Flush {
    Always,
    Never,
    /// This is set where the memory is `.shared`.
    Unless(Cv),
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// How memory of a space, or where a region is, sums.
    pub(super) fn flush_of(&mut self, space: Space, region: Option<usize>) -> Flush {
        match (space, region) {
            (Space::Shared, _) => Flush::Never,
            (Space::Generic, Some(region)) => {
                let base = self.load(I64, Self::region_at(region, at::REGION_BASE));
                let distance = self.fb.ins().iadd_imm_s(base, -(SHARED as i64));
                Flush::Unless(self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, distance, (LOCAL - SHARED) as i64))
            }
            _ => Flush::Always,
        }
    }

    /// An atomic operation, lane after lane.
    pub(super) fn emit_atomic(&mut self, pc: usize, pointers: &Pointers, flush: Flush) -> Vec<Cv> {
        let plan = self.plan;
        let OpKind::Atomic(_, atom, ty, _) = plan.code.ops[pc].kind else { unreachable!("an atomic operation") };
        let data = plan.inst(pc);
        let result = data.results.first().copied().filter(|r| plan.code.value_slots[r.index()] != u32::MAX);
        let operands: Vec<Operand> = data.args[1..].iter().enumerate().map(|(i, &value)| self.operand(value, 1 + i as u32)).collect();
        let is_one = matches!(pointers, Pointers::Rows(rows, 0) if rows.len() == 1);
        match (pointers, &operands[..], result) {
            // All lanes add the same to the same place: once.
            (Pointers::Rows(rows, _), [Operand::Same(amount)], None) if is_one && atom == AtomOp::Add && !ty.is_float() => {
                let mask = self.active();
                let lanes = self.fb.ins().popcnt(mask);
                let scalar = self.fb.func.dfg.value_type(*amount);
                let lanes = if scalar == I64 { self.fb.ins().uextend(I64, lanes) } else { lanes };
                let sum = self.fb.ins().imul(lanes, *amount);
                let old = self.fb.ins().load(scalar, flags(), rows[0], 0);
                let new = self.fb.ins().iadd(old, sum);
                self.fb.ins().store(flags(), new, rows[0], 0);
                self.note_change(*amount);
                Vec::new()
            }
            _ => {
                let adds = plan.constant(data.args[1]).is_some_and(|bits| bits as u32 != 0);
                self.each_atomic((atom, ty, flush), pointers, &operands, (result, adds))
            }
        }
    }

    /// Notes an effect unless all bits are 0.
    fn note_change(&mut self, bits: Cv) {
        let bits = if self.fb.func.dfg.value_type(bits) == I64 { bits } else { self.fb.ins().uextend(I64, bits) };
        let effects = self.load(I64, at::EFFECTS);
        let effects = self.fb.ins().bor(effects, bits);
        self.store(effects, at::EFFECTS);
    }

    /// An operand for a loop over lanes, on the stack if it differs between them.
    fn operand(&mut self, value: Value, number: u32) -> Operand {
        if self.plan.shape(value).is_uniform() {
            let scalar = self.scalar(value);
            return Operand::Same(if self.canonical_here.contains(&value) { self.canonical_one(scalar) } else { scalar });
        }
        let parts = self.parts(value);
        let parts = self.canonical(value, parts);
        let slot = self.scratch(number);
        for (k, &part) in parts.iter().enumerate() {
            self.fb.ins().stack_store(I64, part, slot, 16 * k as i32);
        }
        Operand::Lanes(slot)
    }

    fn each_atomic(
        &mut self,
        (atom, ty, flush): (AtomOp, Type, Flush),
        pointers: &Pointers,
        operands: &[Operand],
        (result, sure_change): (Option<Value>, bool),
    ) -> Vec<Cv> {
        let scalar = match (ty, ty.size()) {
            (Type::F32, _) => F32,
            (Type::F64, _) => F64,
            (_, 8) => I64,
            _ => I32,
        };
        let answer = self.scratch(3);
        let vector = result.map(|r| value::vector_type(self.plan.func.ty(r)));
        if let Some((vector, count)) = vector {
            let zero = self.zero(vector);
            (0..count).for_each(|i| {
                self.fb.ins().stack_store(I64, zero, answer, 16 * i as i32);
            });
        }
        self.store_pointers(pointers);
        let mask = self.active();
        let shift = i64::from(scalar.bytes().trailing_zeros());
        // What is added is known not to be 0: then every lane changes something.
        let is_sure = atom == AtomOp::Add && !ty.is_float() && sure_change;
        if is_sure {
            let one = self.int(I64, 1);
            self.store(one, at::EFFECTS);
        }
        let changes = self.for_each_lane(mask, |e, lane| {
            let pointer = e.pointer_of(pointers, lane);
            let values: Vec<Cv> = operands
                .iter()
                .map(|operand| match *operand {
                    Operand::Same(value) => e.cast(scalar, value),
                    Operand::Lanes(slot) => {
                        let (at, more) = e.element_on_stack(slot, shift, lane);
                        e.fb.ins().load(scalar, flags(), at, more)
                    }
                })
                .collect();
            let old = e.fb.ins().load(scalar, flags(), pointer, 0);
            let new = e.combine((atom, ty, flush), old, &values);
            e.fb.ins().store(flags(), new, pointer, 0);
            if result.is_some() {
                let (at, more) = e.element_on_stack(answer, shift, lane);
                e.fb.ins().store(flags(), old, at, more);
            }
            if is_sure {
                return None;
            }
            let int = if scalar.bytes() == 8 { I64 } else { I32 };
            let (before, after) = (e.cast(int, old), e.cast(int, new));
            Some(e.fb.ins().bxor(before, after))
        });
        if let Some(changes) = changes {
            self.note_change(changes);
        }
        match vector {
            Some((vector, count)) => (0..count).map(|i| self.fb.ins().stack_load(I64, vector, answer, 16 * i as i32)).collect(),
            None => Vec::new(),
        }
    }

    fn flushed_sum(&mut self, x: Cv, y: Cv) -> Cv {
        let (x, y) = (self.flushed(x), self.flushed(y));
        let sum = self.fb.ins().fadd(x, y);
        self.flushed(sum)
    }

    /// The new value (PTX ISA 9.7.13.5).
    fn combine(&mut self, (atom, ty, flush): (AtomOp, Type, Flush), old: Cv, values: &[Cv]) -> Cv {
        let b = values.first().copied().unwrap_or(old);
        let zero = self.fb.func.dfg.value_type(old);
        let zero = self.zero(zero);
        match atom {
            AtomOp::Add if ty == Type::F32 => {
                let sum = match flush {
                    Flush::Always => self.flushed_sum(old, b),
                    Flush::Never => self.fb.ins().fadd(old, b),
                    Flush::Unless(is_shared) => {
                        let (plain, flushed) = (self.fb.ins().fadd(old, b), self.flushed_sum(old, b));
                        self.fb.ins().select(is_shared, plain, flushed)
                    }
                };
                self.canonical_one(sum)
            }
            AtomOp::Add if ty == Type::F64 => self.fb.ins().fadd(old, b),
            AtomOp::Add => self.fb.ins().iadd(old, b),
            AtomOp::And => self.fb.ins().band(old, b),
            AtomOp::Or => self.fb.ins().bor(old, b),
            AtomOp::Xor => self.fb.ins().bxor(old, b),
            AtomOp::Exch => b,
            AtomOp::Cas => {
                let is_same = self.icmp(IntCC::Equal, old, b);
                self.fb.ins().select(is_same, values[1], old)
            }
            AtomOp::Inc => {
                let wraps = self.icmp(IntCC::UnsignedGreaterThanOrEqual, old, b);
                let more = self.fb.ins().iadd_imm_s(old, 1);
                self.fb.ins().select(wraps, zero, more)
            }
            AtomOp::Dec => {
                let is_zero = self.icmp(IntCC::Equal, old, zero);
                let is_above = self.icmp(IntCC::UnsignedGreaterThan, old, b);
                let wraps = self.fb.ins().bor(is_zero, is_above);
                let less = self.fb.ins().iadd_imm_s(old, -1);
                self.fb.ins().select(wraps, b, less)
            }
            AtomOp::Min | AtomOp::Max => {
                let code = match (atom == AtomOp::Min, ty.is_signed()) {
                    (true, true) => IntCC::SignedLessThanOrEqual,
                    (true, false) => IntCC::UnsignedLessThanOrEqual,
                    (false, true) => IntCC::SignedGreaterThan,
                    (false, false) => IntCC::UnsignedGreaterThan,
                };
                let keeps = self.icmp(code, old, b);
                self.fb.ins().select(keeps, old, b)
            }
        }
    }
}
