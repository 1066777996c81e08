//! Identities of integer arithmetic.

use super::{Rules, Step};
use kern_ir::{Attrs, Inst, InstData, MulMode, Opcode, RegType, Type, Value};

impl Rules<'_> {
    /// Integer arithmetic of 32 and 64 bits.
    pub(super) fn integer(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (op, ty, mul) = (data.op, data.ty, data.attrs.mul);
        let (a, b) = match *data.args.as_slice() {
            [a, b] => (a, b),
            [a] if op == Opcode::Neg => {
                return match self.defined(a, Opcode::Neg) {
                    Some(inner) if inner.ty.size() == ty.size() && !inner.ty.is_float() => Step::Same(inner.args[0]),
                    _ => Step::Nothing,
                };
            }
            [a, b, c] if op == Opcode::Mad => return self.multiply_add(inst, a, b, c),
            _ => return Step::Nothing,
        };
        let is_commutative = matches!(op, Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Min | Opcode::Max);
        if is_commutative && self.func.constant(a).is_some() && self.func.constant(b).is_none() {
            self.func.insts[inst.index()].args.swap(0, 1);
            return Step::Changed;
        }
        let reg = self.func.ty(a);
        let all_ones = if ty.size() == 8 { u64::MAX } else { 0xffff_ffff };
        let is_same = a == b;
        let Some(c) = self.func.constant(b) else {
            return match op {
                Opcode::Sub | Opcode::Xor if is_same => Step::Same(self.constant(reg, 0)),
                Opcode::And | Opcode::Or | Opcode::Min | Opcode::Max if is_same => Step::Same(a),
                Opcode::Sub if self.func.constant(a) == Some(0) => self.become_op(inst, Opcode::Neg, vec![b]),
                Opcode::Add if ty.size() == 8 => self.constant_outward(inst, a, b),
                // Not of addresses: a pointer keeps an addition as its last step.
                Opcode::Add if ty.size() == 4 => match self.defined(b, Opcode::Neg) {
                    Some(inner) if inner.ty.size() == ty.size() && !inner.ty.is_float() => {
                        let negated = inner.args[0];
                        self.become_op(inst, Opcode::Sub, vec![a, negated])
                    }
                    _ => Step::Nothing,
                },
                _ => Step::Nothing,
            };
        };
        match op {
            Opcode::Add | Opcode::Sub | Opcode::Or | Opcode::Xor | Opcode::Shl | Opcode::Shr if c == 0 => Step::Same(a),
            Opcode::And if c == 0 => Step::Same(b),
            Opcode::And if c == all_ones => Step::Same(a),
            Opcode::Or if c == all_ones => Step::Same(b),
            Opcode::Xor if c == all_ones => self.become_op(inst, Opcode::Not, vec![a]),
            Opcode::Sub => {
                let negated = self.constant(reg, c.wrapping_neg());
                self.become_op(inst, Opcode::Add, vec![a, negated])
            }
            Opcode::Add | Opcode::And | Opcode::Or | Opcode::Xor => self.reassociate(inst, a, c),
            Opcode::Mul if mul == Some(MulMode::Lo) && c == 0 => Step::Same(b),
            Opcode::Mul if mul == Some(MulMode::Lo) && c == 1 => Step::Same(a),
            Opcode::Mul if mul == Some(MulMode::Lo) && c.is_power_of_two() => {
                let shift = self.constant(RegType::B32, u64::from(c.trailing_zeros()));
                self.become_op(inst, Opcode::Shl, vec![a, shift])
            }
            Opcode::Mul if mul == Some(MulMode::Wide) && ty == Type::S32 && c != 0 => self.offset_outward(inst, a, c),
            Opcode::Mul if mul == Some(MulMode::Wide) && c == 0 => Step::Same(self.constant(RegType::B64, 0)),
            Opcode::Div if c == 1 => Step::Same(a),
            Opcode::Rem if c == 1 => Step::Same(self.constant(reg, 0)),
            Opcode::Div if !ty.is_signed() && c.is_power_of_two() => {
                let shift = self.constant(RegType::B32, u64::from(c.trailing_zeros()));
                self.become_op(inst, Opcode::Shr, vec![a, shift])
            }
            Opcode::Rem if !ty.is_signed() && c.is_power_of_two() => {
                let mask = self.constant(reg, c - 1);
                self.become_op(inst, Opcode::And, vec![a, mask])
            }
            Opcode::Shl | Opcode::Shr => self.shift_twice(inst, a, c),
            _ => Step::Nothing,
        }
    }

    /// `(x op c1) op c2` is `x op (c1 op c2)`.
    fn reassociate(&mut self, inst: Inst, a: Value, c: u64) -> Step {
        let data = &self.func.insts[inst.index()];
        let (op, ty) = (data.op, data.ty);
        let Some(inner) = self.defined(a, op).filter(|i| i.ty.size() == ty.size() && !i.attrs.sat && !i.ty.is_float()) else {
            return Step::Nothing;
        };
        let (x, Some(d)) = (inner.args[0], self.func.constant(inner.args[1])) else { return Step::Nothing };
        let both = match op {
            Opcode::Add => c.wrapping_add(d),
            Opcode::And => c & d,
            Opcode::Or => c | d,
            _ => c ^ d,
        };
        let both = self.constant(ty.reg(), both);
        self.func.insts[inst.index()].args = vec![x, both];
        Step::Changed
    }

    /// `(x + c) + y` and `x + (y + c)` are `(x + y) + c`: the constant ends in the offset of an access.
    fn constant_outward(&mut self, inst: Inst, a: Value, b: Value) -> Step {
        let data = self.func.insts[inst.index()].clone();
        let split = |rules: &Self, value: Value| {
            let inner = rules.defined(value, Opcode::Add).filter(|i| i.ty.size() == 8 && !i.attrs.sat && !i.ty.is_float())?;
            let constant = inner.args[1];
            rules.func.constant(constant).map(|_| (inner.args[0], constant))
        };
        let (x, y, c) = match (split(self, a), split(self, b)) {
            (Some((x, c)), _) => (x, b, c),
            (None, Some((y, c))) => (a, y, c),
            (None, None) => return Step::Nothing,
        };
        let loc = data.loc;
        let sum = self.emit(InstData { args: vec![x, y], results: Vec::new(), ..data }, loc, RegType::B64);
        self.func.insts[inst.index()].args = vec![sum, c];
        Step::Changed
    }

    /// `wide(x + d) * c` is `wide(x) * c + d * c`, for signed numbers whose sum does not overflow; if one does, C++ leaves
    /// open what happens, and nvcc takes it for granted too. So neighbours of an element share its address.
    fn offset_outward(&mut self, inst: Inst, a: Value, c: u64) -> Step {
        let Some((x, d)) = self.without_constant(a, 4) else { return Step::Nothing };
        let data = self.func.insts[inst.index()].clone();
        let loc = data.loc;
        let (factor, distance) = (c as u32 as i32, d as u32 as i32);
        let product = self.emit(InstData { args: vec![x, data.args[1]], results: Vec::new(), ..data }, loc, RegType::B64);
        let distance = self.constant(RegType::B64, (i64::from(factor) * i64::from(distance)) as u64);
        let data = &mut self.func.insts[inst.index()];
        (data.op, data.ty, data.src_ty, data.attrs) = (Opcode::Add, Type::S64, Type::S64, Attrs::default());
        data.args = vec![product, distance];
        Step::Changed
    }

    /// A signed sum without the constant in it, and the constant.
    fn without_constant(&mut self, value: Value, depth: u32) -> Option<(Value, u64)> {
        let sum = self.defined(value, Opcode::Add).filter(|i| i.ty == Type::S32 && !i.attrs.sat && depth > 0)?.clone();
        let (a, b) = (sum.args[0], sum.args[1]);
        if let Some(d) = self.func.constant(b) {
            return match self.without_constant(a, depth - 1) {
                Some((x, more)) => Some((x, d.wrapping_add(more))),
                None => Some((a, d)),
            };
        }
        let (args, d) = match (self.without_constant(a, depth - 1), self.without_constant(b, depth - 1)) {
            (Some((x, d)), Some((y, e))) => (vec![x, y], d.wrapping_add(e)),
            (Some((x, d)), None) => (vec![x, b], d),
            (None, Some((y, d))) => (vec![a, y], d),
            (None, None) => return None,
        };
        let loc = sum.loc;
        Some((self.emit(InstData { args, results: Vec::new(), ..sum }, loc, RegType::B32), d))
    }

    fn shift_twice(&mut self, inst: Inst, a: Value, c: u64) -> Step {
        let data = &self.func.insts[inst.index()];
        let (op, ty) = (data.op, data.ty);
        let Some(inner) = self.defined(a, op).filter(|i| i.ty == ty) else { return Step::Nothing };
        let (x, Some(d)) = (inner.args[0], self.func.constant(inner.args[1])) else { return Step::Nothing };
        if c + d >= u64::from(ty.size() * 8) {
            return Step::Nothing;
        }
        let both = self.constant(RegType::B32, c + d);
        self.func.insts[inst.index()].args = vec![x, both];
        Step::Changed
    }

    fn multiply_add(&mut self, inst: Inst, a: Value, b: Value, c: Value) -> Step {
        let mode = self.func.insts[inst.index()].attrs.mul;
        if self.func.constant(c) == Some(0) {
            let data = &mut self.func.insts[inst.index()];
            data.op = Opcode::Mul;
            data.args.truncate(2);
            return Step::Changed;
        }
        if mode == Some(MulMode::Lo) && (self.func.constant(a) == Some(0) || self.func.constant(b) == Some(0)) {
            return Step::Same(c);
        }
        Step::Nothing
    }
}
