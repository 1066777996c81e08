//! Comparisons and what chooses by them.

use super::*;
use cranelift_codegen::ir::condcodes::FloatCC;
use kern_ir::{Cmp, InstData, Type};

impl<const L: usize> Emitter<'_, '_, L> {
    /// A comparison of two components.
    pub(super) fn compare(&mut self, data: &InstData, a: Cv, b: Cv) -> Option<Cv> {
        let cmp = data.attrs.cmp?;
        if data.ty == Type::F16 || data.ty == Type::Pred {
            return None;
        }
        if data.ty.is_float() {
            use FloatCC as F;
            // Vectors have neither of the first two in one comparison.
            let (code, other) = match cmp {
                Cmp::Ne => (F::LessThan, Some(F::GreaterThan)),
                Cmp::Equ => (F::Equal, Some(F::Unordered)),
                _ => (simple(cmp), None),
            };
            let operands = self.flushed_operands(data, &[a, b]);
            let first = self.fb.ins().fcmp(code, operands[0], operands[1]);
            let Some(other) = other else { return Some(first) };
            let second = self.fb.ins().fcmp(other, operands[0], operands[1]);
            return Some(self.fb.ins().bor(first, second));
        }
        use IntCC as I;
        let signed = data.ty.is_signed();
        let code = match cmp {
            Cmp::Eq | Cmp::Equ => I::Equal,
            Cmp::Ne | Cmp::Neu => I::NotEqual,
            Cmp::Lt | Cmp::Ltu if signed => I::SignedLessThan,
            Cmp::Lt | Cmp::Ltu => I::UnsignedLessThan,
            Cmp::Le | Cmp::Leu if signed => I::SignedLessThanOrEqual,
            Cmp::Le | Cmp::Leu => I::UnsignedLessThanOrEqual,
            Cmp::Gt | Cmp::Gtu if signed => I::SignedGreaterThan,
            Cmp::Gt | Cmp::Gtu => I::UnsignedGreaterThan,
            Cmp::Ge | Cmp::Geu if signed => I::SignedGreaterThanOrEqual,
            Cmp::Ge | Cmp::Geu => I::UnsignedGreaterThanOrEqual,
            Cmp::Num | Cmp::Nan => return None,
        };
        Some(self.fb.ins().icmp(code, a, b))
    }

    pub(super) fn compare_parts(&mut self, data: &InstData) -> Option<Vec<Cv>> {
        let (a, b) = (self.parts(data.args[0]), self.parts(data.args[1]));
        let list = (0..a.len()).map(|i| self.compare(data, a[i], b[i])).collect::<Option<Vec<Cv>>>()?;
        Some(if list.len() == 16 { self.narrow(&list) } else { list })
    }

    pub(super) fn select_parts(&mut self, data: &InstData) -> Option<Vec<Cv>> {
        let [a, b] = [data.args[0], data.args[1]].map(|arg| {
            let parts = self.parts(arg);
            self.canonical(arg, parts)
        });
        let mask = self.parts(data.args[2]);
        Some(self.blend(&mask, &a, &b))
    }

    /// PTX's minimum: the number that is no NaN, -0 below +0.
    pub(super) fn minimum(&mut self, is_min: bool, a: Cv, b: Cv) -> Cv {
        let code = if is_min { FloatCC::LessThan } else { FloatCC::GreaterThan };
        let ty = self.fb.func.dfg.value_type(a);
        let (x, y) = (self.cast(ty.as_int(), a), self.cast(ty.as_int(), b));
        let first = self.fb.ins().fcmp(code, a, b);
        // Equal numbers are the same, or zeros of which the sign decides.
        let equal = self.fb.ins().fcmp(FloatCC::Equal, a, b);
        let joined = if is_min { self.fb.ins().bor(x, y) } else { self.fb.ins().band(x, y) };
        // Of two NaNs it is the second; of `.f32` all become one.
        let mut only_a = self.fb.ins().fcmp(FloatCC::Unordered, b, b);
        if ty == F64X2 {
            let is_number = self.fb.ins().fcmp(FloatCC::Ordered, a, a);
            only_a = self.fb.ins().band(only_a, is_number);
        }
        let take_a = self.fb.ins().bor(first, only_a);
        let other = self.blend_integers(equal, joined, y);
        let result = self.blend_integers(take_a, x, other);
        self.cast(ty, result)
    }
}

/// The comparison of floats that Cranelift has for it.
fn simple(cmp: Cmp) -> FloatCC {
    match cmp {
        Cmp::Eq => FloatCC::Equal,
        Cmp::Ne => FloatCC::OrderedNotEqual,
        Cmp::Lt => FloatCC::LessThan,
        Cmp::Le => FloatCC::LessThanOrEqual,
        Cmp::Gt => FloatCC::GreaterThan,
        Cmp::Ge => FloatCC::GreaterThanOrEqual,
        Cmp::Equ => FloatCC::UnorderedOrEqual,
        Cmp::Neu => FloatCC::NotEqual,
        Cmp::Ltu => FloatCC::UnorderedOrLessThan,
        Cmp::Leu => FloatCC::UnorderedOrLessThanOrEqual,
        Cmp::Gtu => FloatCC::UnorderedOrGreaterThan,
        Cmp::Geu => FloatCC::UnorderedOrGreaterThanOrEqual,
        Cmp::Num => FloatCC::Ordered,
        Cmp::Nan => FloatCC::Unordered,
    }
}
