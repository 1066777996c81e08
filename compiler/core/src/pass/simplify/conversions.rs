//! Conversions that change nothing, or undo one another.

use super::{Rules, Step};
use crate::pass::eval::eval;
use kern_ir::{Inst, InstData, Opcode, Payload, Type, Value, ValueDef};

/// How far [`Rules::is_extended`] looks.
const MAX_DEPTH: u32 = 4;

impl Rules<'_> {
    pub(super) fn round_trip(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        if data.payload != Payload::None || data.args.len() != 1 || data.results.len() != 1 {
            return Step::Nothing;
        }
        let (a, result) = (data.args[0], data.results[0]);
        if data.op == Opcode::Cvta {
            return match self.defined(a, Opcode::Cvta) {
                Some(inner) if inner.attrs.space == data.attrs.space && inner.attrs.to != data.attrs.to => Step::Same(inner.args[0]),
                _ => Step::Nothing,
            };
        }
        if self.func.ty(a) == self.func.ty(result) {
            return Step::Same(a);
        }
        match self.defined(a, Opcode::Mov) {
            Some(inner) if inner.args.len() == 1 && inner.results.len() == 1 && self.func.ty(inner.args[0]) == self.func.ty(result) => {
                Step::Same(inner.args[0])
            }
            _ => Step::Nothing,
        }
    }

    pub(super) fn convert(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (to, from, a, loc) = (data.ty, data.src_ty, data.args[0], data.loc);
        if to.is_float() || from.is_float() || to == Type::Pred || data.attrs.sat {
            return Step::Nothing;
        }
        // The value is already extended as the conversion would do.
        if to.reg() == self.func.ty(a) && self.converts_nothing(a, to, from) {
            return Step::Same(a);
        }
        // An inner integer conversion that keeps all the bits this one reads.
        if let Some(inner) = self.defined(a, Opcode::Cvt).filter(|i| !i.ty.is_float() && !i.src_ty.is_float() && !i.attrs.sat) {
            let (x, inner_to, inner_from) = (inner.args[0], inner.ty, inner.src_ty);
            if inner_to.size() >= from.size() && inner_from.size() >= from.size() && self.func.ty(x) == self.func.ty(a) {
                self.func.insts[inst.index()].args[0] = x;
                return Step::Changed;
            }
            // Widened, then narrowed to what it was.
            if to.size() == 4 && from.size() == 8 && inner_from.size() == 4 {
                return Step::Same(x);
            }
        }
        // Widening a choice between constants is a choice between the wide constants.
        let Some(choice) = self.defined(a, Opcode::Selp) else { return Step::Nothing };
        let (x, y, p) = (self.func.constant(choice.args[0]), self.func.constant(choice.args[1]), choice.args[2]);
        let (Some(x), Some(y)) = (x, y) else { return Step::Nothing };
        let data = &self.func.insts[inst.index()];
        let (Some(x), Some(y)) = (eval(data, &[x]), eval(data, &[y])) else { return Step::Nothing };
        let (x, y) = (self.constant(to.reg(), x), self.constant(to.reg(), y));
        let bits = if to.size() == 8 { Type::B64 } else { Type::B32 };
        let choice = InstData { args: vec![x, y, p], ..InstData::new(Opcode::Selp, bits) };
        Step::Same(self.emit(choice, loc, to.reg()))
    }

    /// Whether `cvt.to.from a` is `a`: the register holds the low bytes of `from` extended as `from` is signed, and
    /// then those of `to`.
    fn converts_nothing(&self, a: Value, to: Type, from: Type) -> bool {
        let fits = |ty: Type| ty.size() >= 4 || self.is_extended(a, ty, MAX_DEPTH);
        match (from.size(), to.size()) {
            (8, 8) => true,
            (8, _) | (_, 8) => false,
            _ => fits(from) && fits(to),
        }
    }

    /// Whether `value` equals its low bytes extended as `ty` (narrower than 32 bits) says.
    fn is_extended(&self, value: Value, ty: Type, depth: u32) -> bool {
        let (size, is_signed) = (ty.size(), ty.is_signed());
        // Values of `inner` are extended as `ty` as well.
        let covers = |inner: Type| match inner.is_signed() {
            true => is_signed && inner.size() <= size,
            false => inner.size() < size || (inner.size() == size && !is_signed),
        };
        if let Some(bits) = self.func.constant(value) {
            let wide = InstData::new(Opcode::Cvt, if is_signed { Type::S32 } else { Type::U32 });
            return eval(&InstData { src_ty: ty, ..wide }, &[bits]) == Some(bits);
        }
        let ValueDef::Result(inst, 0) = self.func.def(value) else { return false };
        let data = &self.func.insts[inst.index()];
        match data.op {
            Opcode::Ld | Opcode::LdParam if !data.ty.is_float() => covers(data.ty),
            Opcode::Cvt if !data.src_ty.is_float() && !data.ty.is_float() && !data.attrs.sat => {
                (data.ty.size() < 4 && covers(data.ty)) || (data.ty.size() == 4 && data.src_ty.size() < 4 && covers(data.src_ty))
            }
            Opcode::And => {
                data.args.iter().any(|&m| self.func.constant(m).is_some_and(|m| m < 1 << (size * 8 - u32::from(is_signed))))
                    || (depth > 0 && data.args.iter().all(|&x| self.is_extended(x, ty, depth - 1)))
            }
            Opcode::Or | Opcode::Xor if depth > 0 => data.args.iter().all(|&x| self.is_extended(x, ty, depth - 1)),
            Opcode::Selp if depth > 0 => data.args[..2].iter().all(|&x| self.is_extended(x, ty, depth - 1)),
            _ => false,
        }
    }
}
