//! Identities of comparisons, choices and what is computed with predicates.

use super::{Rules, Step};
use crate::pass::eval::eval;
use kern_ir::{Cmp, Inst, InstData, Opcode, RegType, Type, Value};

impl Rules<'_> {
    pub(super) fn branch(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let Some(&condition) = data.args.first() else { return Step::Nothing };
        let Some(inner) = self.defined(condition, Opcode::Not) else { return Step::Nothing };
        let inner = inner.args[0];
        let data = &mut self.func.insts[inst.index()];
        data.args[0] = inner;
        data.targets_mut().swap(0, 1);
        Step::Changed
    }

    pub(super) fn complement(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (a, ty) = (data.args[0], data.ty);
        if let Some(inner) = self.defined(a, Opcode::Not) {
            return if inner.ty.size() == ty.size() { Step::Same(inner.args[0]) } else { Step::Nothing };
        }
        if ty != Type::Pred {
            return Step::Nothing;
        }
        let Some(setp) = self.defined(a, Opcode::Setp) else { return Step::Nothing };
        let Some(inverse) = setp.attrs.cmp.and_then(|c| invert(c, setp.ty.is_float())) else { return Step::Nothing };
        let loc = data.loc;
        let (results, mut setp) = (data.results.clone(), setp.clone());
        setp.attrs.cmp = Some(inverse);
        self.func.insts[inst.index()] = InstData { results, loc, ..setp };
        Step::Changed
    }

    /// `and`, `or`, `xor` of predicates.
    pub(super) fn logic(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (op, a, b) = (data.op, data.args[0], data.args[1]);
        if self.func.constant(a).is_some() && self.func.constant(b).is_none() {
            self.func.insts[inst.index()].args.swap(0, 1);
            return Step::Changed;
        }
        match (op, self.func.constant(b)) {
            (Opcode::And, Some(1)) | (Opcode::Or | Opcode::Xor, Some(0)) => Step::Same(a),
            (Opcode::And, Some(_)) | (Opcode::Or, Some(_)) => Step::Same(b),
            (Opcode::Xor, Some(_)) => self.become_op(inst, Opcode::Not, vec![a]),
            (Opcode::And | Opcode::Or, None) if a == b => Step::Same(a),
            (Opcode::Xor, None) if a == b => Step::Same(self.constant(RegType::Pred, 0)),
            _ => Step::Nothing,
        }
    }

    pub(super) fn select(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let &[a, b, p] = data.args.as_slice() else { return Step::Nothing };
        if self.same_value(a, b) {
            return Step::Same(a);
        }
        if let Some(p) = self.func.constant(p) {
            return Step::Same(if p & 1 != 0 { a } else { b });
        }
        if let Some(inner) = self.defined(p, Opcode::Not) {
            let inner = inner.args[0];
            self.func.insts[inst.index()].args = vec![b, a, inner];
            return Step::Changed;
        }
        if data.ty != Type::Pred {
            return Step::Nothing;
        }
        match (self.func.constant(a), self.func.constant(b)) {
            (Some(1), Some(0)) => Step::Same(p),
            (Some(0), Some(1)) => self.become_op(inst, Opcode::Not, vec![p]),
            (Some(1), None) => self.become_op(inst, Opcode::Or, vec![p, b]),
            (None, Some(0)) => self.become_op(inst, Opcode::And, vec![p, a]),
            _ => Step::Nothing,
        }
    }

    pub(super) fn compare(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let (a, b, ty) = (data.args[0], data.args[1], data.ty);
        let Some(cmp) = data.attrs.cmp else { return Step::Nothing };
        if ty.is_float() {
            // A NaN is no more less than itself than a number is.
            return match cmp {
                Cmp::Lt | Cmp::Gt if a == b => Step::Same(self.constant(RegType::Pred, 0)),
                _ => Step::Nothing,
            };
        }
        if a == b {
            let holds = matches!(cmp, Cmp::Eq | Cmp::Le | Cmp::Ge);
            return Step::Same(self.constant(RegType::Pred, u64::from(holds)));
        }
        if self.func.constant(a).is_some() && self.func.constant(b).is_none() {
            let data = &mut self.func.insts[inst.index()];
            data.args.swap(0, 1);
            data.attrs.cmp = Some(mirror(cmp));
            return Step::Changed;
        }
        let Some(c) = self.func.constant(b) else { return Step::Nothing };
        if ty == Type::Pred {
            return match (cmp, c & 1) {
                (Cmp::Eq, 1) | (Cmp::Ne, 0) => Step::Same(a),
                (Cmp::Eq, 0) | (Cmp::Ne, 1) => self.become_op(inst, Opcode::Not, vec![a]),
                _ => Step::Nothing,
            };
        }
        // A comparison of a choice between constants is the choice, its opposite, or known.
        let Some(choice) = self.defined(a, Opcode::Selp) else { return self.compare_extended(inst, a, c, cmp) };
        let (x, y, p) = (self.func.constant(choice.args[0]), self.func.constant(choice.args[1]), choice.args[2]);
        let (Some(x), Some(y)) = (x, y) else { return Step::Nothing };
        let data = &self.func.insts[inst.index()];
        match (eval(data, &[x, c]), eval(data, &[y, c])) {
            (Some(x), Some(y)) if x == y => Step::Same(self.constant(RegType::Pred, x)),
            (Some(1), Some(0)) => Step::Same(p),
            (Some(0), Some(1)) => {
                self.func.insts[inst.index()].ty = Type::Pred;
                self.func.insts[inst.index()].src_ty = Type::Pred;
                self.become_op(inst, Opcode::Not, vec![p])
            }
            _ => Step::Nothing,
        }
    }

    /// Equality of a widened value with a constant is equality of the value.
    fn compare_extended(&mut self, inst: Inst, a: Value, c: u64, cmp: Cmp) -> Step {
        if !matches!(cmp, Cmp::Eq | Cmp::Ne) || self.func.insts[inst.index()].ty.size() != 8 {
            return Step::Nothing;
        }
        let Some(cvt) = self.defined(a, Opcode::Cvt) else { return Step::Nothing };
        let (inner, from) = (cvt.args[0], cvt.src_ty);
        let narrow = c & 0xffff_ffff;
        let widened = if from.is_signed() { narrow as i32 as i64 as u64 } else { narrow };
        if from.is_float() || from.size() != 4 || widened != c {
            return Step::Nothing;
        }
        let narrow = self.constant(RegType::B32, narrow);
        let data = &mut self.func.insts[inst.index()];
        (data.ty, data.src_ty) = (from, from);
        data.args = vec![inner, narrow];
        Step::Changed
    }
}

/// `b cmp a` for `a cmp b`.
fn mirror(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        Cmp::Ltu => Cmp::Gtu,
        Cmp::Leu => Cmp::Geu,
        Cmp::Gtu => Cmp::Ltu,
        Cmp::Geu => Cmp::Leu,
        other => other,
    }
}

/// The comparison that holds exactly when `cmp` does not.
fn invert(cmp: Cmp, is_float: bool) -> Option<Cmp> {
    Some(match (cmp, is_float) {
        (Cmp::Eq, false) => Cmp::Ne,
        (Cmp::Ne, false) => Cmp::Eq,
        (Cmp::Lt, false) => Cmp::Ge,
        (Cmp::Le, false) => Cmp::Gt,
        (Cmp::Gt, false) => Cmp::Le,
        (Cmp::Ge, false) => Cmp::Lt,
        (Cmp::Eq, true) => Cmp::Neu,
        (Cmp::Ne, true) => Cmp::Equ,
        (Cmp::Lt, true) => Cmp::Geu,
        (Cmp::Le, true) => Cmp::Gtu,
        (Cmp::Gt, true) => Cmp::Leu,
        (Cmp::Ge, true) => Cmp::Ltu,
        (Cmp::Equ, true) => Cmp::Ne,
        (Cmp::Neu, true) => Cmp::Eq,
        (Cmp::Ltu, true) => Cmp::Ge,
        (Cmp::Leu, true) => Cmp::Gt,
        (Cmp::Gtu, true) => Cmp::Le,
        (Cmp::Geu, true) => Cmp::Lt,
        (Cmp::Num, true) => Cmp::Nan,
        (Cmp::Nan, true) => Cmp::Num,
        _ => return None,
    })
}
