//! Comparisons that mean others (C++20 [over.match.oper] 3.4): `a != b` by `==`, `a < b` by `<=>`, both also with the operands
//! in the other order; and the built-in `<=>`, which calls `std::__three_way` of `<compare>`.

use super::{Arg, Val};
use crate::hir::{ExprKind, Type, TypeId};
use crate::sema::entity::{Entity, FuncId, FuncName, FuncRef};
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{BinaryOp, OverloadedOp, UnaryOp};

impl<'a> Sema<'a> {
    /// The comparison of `args` by another operator, where no function of this one takes them.
    pub(super) fn rewritten(&mut self, op: BinaryOp, args: &[Arg<'a>; 2], span: Span, op_span: Span) -> Option<Val> {
        let [l, r] = args;
        let reversed = [r.clone(), l.clone()];
        match op {
            BinaryOp::Eq => self.overloaded_operator("operator==", &reversed, span),
            BinaryOp::Ne => {
                let equal = match self.overloaded_operator("operator==", args, span) {
                    Some(v) => v,
                    None => self.overloaded_operator("operator==", &reversed, span)?,
                };
                Some(if self.is_error(equal.e.ty) { equal } else { self.unary(UnaryOp::Not, equal, span) })
            }
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Spaceship => {
                if op != BinaryOp::Spaceship
                    && let Some(order) = self.overloaded_operator("operator<=>", args, span)
                {
                    let zero = self.int_value(0, self.common.int, span);
                    return Some(self.binary(op, Arg::Val(order), Arg::Val(self.as_value(zero)), span, op_span));
                }
                let Some(order) = self.overloaded_operator("operator<=>", &reversed, span) else {
                    return if op == BinaryOp::Spaceship { self.library_three_way(args, span) } else { None };
                };
                let zero = self.int_value(0, self.common.int, span);
                Some(self.binary(op, Arg::Val(self.as_value(zero)), Arg::Val(order), span, op_span))
            }
            _ => None,
        }
    }

    /// `<=>` of classes of the library, which has it as overloads of one function: nothing of them is read without a `<=>`.
    fn library_three_way(&mut self, args: &[Arg<'a>; 2], span: Span) -> Option<Val> {
        let set = self.three_way_functions()?;
        let f = self.resolve_overload(&set, None, args, None).ok()?;
        Some(self.build_call(f, None, args.to_vec(), span))
    }

    fn as_value(&self, e: crate::hir::Expr) -> Val {
        Val { e, cat: super::Cat::R, width: None }
    }

    /// `<=>` of numbers, enumerations and pointers.
    pub(super) fn three_way(&mut self, l: Val, r: Val, span: Span, op_span: Span) -> Val {
        let (a, b) = (l.e.ty, r.e.ty);
        let common: Option<TypeId> = if self.is_enum(a) && a == b {
            Some(self.underlying(a))
        } else if (self.is_arithmetic(a) || self.is_unscoped_enum(a)) && (self.is_arithmetic(b) || self.is_unscoped_enum(b)) {
            None
        } else if self.is_pointer(a) && a == b {
            Some(a)
        } else {
            let (x, y) = (self.show(a), self.show(b));
            self.report(errors::bad_operands(op_span, "<=>", (l.e.span, &x), (r.e.span, &y), None));
            return self.error_value(span);
        };
        let (x, y) = match common {
            Some(ty) => (self.scalar_convert(l.e, ty), self.scalar_convert(r.e, ty)),
            None => {
                let (x, y) = (self.promote(l), self.promote(r));
                let is_signed = |s: &Self, ty| matches!(s.ty(ty), Type::Int(i) if i.is_signed());
                let narrows = self.is_integral(x.ty) && self.is_integral(y.ty) && is_signed(self, x.ty) != is_signed(self, y.ty);
                let negative = |e: &crate::hir::Expr| !matches!(e.kind, ExprKind::Int(0..));
                let common = self.common_type(x.ty, y.ty);
                let loses = |s: &Self, e: &crate::hir::Expr| is_signed(s, e.ty) && !is_signed(s, common) && negative(e);
                if narrows && (loses(self, &x) || loses(self, &y)) {
                    let (x, y) = (self.show(a), self.show(b));
                    let hint = Some("a signed and an unsigned number: convert one of them first".into());
                    self.report(errors::bad_operands(op_span, "<=>", (span, &x), (span, &y), hint));
                    return self.error_value(span);
                }
                (self.scalar_convert(x, common), self.scalar_convert(y, common))
            }
        };
        let Some(set) = self.three_way_functions() else {
            self.report(errors::needs_compare(op_span));
            return self.error_value(span);
        };
        let args = [Arg::Val(self.as_value(x)), Arg::Val(self.as_value(y))];
        match self.resolve_overload(&set, None, &args, None) {
            Ok(f) => self.build_call(f, None, args.to_vec(), span),
            Err(_) => self.error_value(span),
        }
    }

    /// What `<compare>` compares scalars with.
    fn three_way_functions(&self) -> Option<Vec<FuncRef>> {
        let Some(Entity::Namespace(std)) = self.own_name(self.global, "std", Want::Any) else { return None };
        match self.own_name(std, "__three_way", Want::Any) {
            Some(Entity::Functions(set)) => Some(set),
            _ => None,
        }
    }

    /// Whether a defaulted comparison may be written out; reports that its result is of no known type.
    pub(in crate::sema) fn may_compare(&mut self, f: FuncId) -> bool {
        let func = &self.funcs[f.0 as usize];
        let is_three_way = matches!(func.kind, FuncName::Operator(OverloadedOp::Binary(BinaryOp::Spaceship)));
        if !is_three_way || self.three_way_functions().is_some() {
            return true;
        }
        let span = func.span;
        self.funcs[f.0 as usize].ty.result = self.common.error.into();
        self.funcs[f.0 as usize].deduce_result = false;
        self.report(errors::needs_compare(span));
        false
    }
}
