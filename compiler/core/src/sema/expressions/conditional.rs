//! `condition ? a : b` (C++17 [expr.cond]): a place where both are one, otherwise a value of their common type.

use super::assignment::is_literal;
use super::{Arg, Cat, Val};
use crate::hir::{self, ExprKind, QualType, Type, TypeId};
use crate::sema::convert::{Purpose, is_null_constant};
use crate::sema::types::bare;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    pub(super) fn conditional(&mut self, condition: &'a ast::Expr, then: &'a ast::Expr, otherwise: &'a ast::Expr, span: Span) -> Val {
        let c = self.condition(condition);
        let a = self.arg(then);
        self.conditional_of(c, a, otherwise, span)
    }

    /// `left ?: right` (GNU): `left` is evaluated once, its value or the object itself is in a variable.
    pub(super) fn or_else(&mut self, left: &'a ast::Expr, right: &'a ast::Expr, span: Span) -> Val {
        let v = match self.arg(left) {
            Arg::Val(v) => v,
            Arg::Overloads(o) => self.sole_function(&o, None),
            Arg::List(list) => {
                self.report(errors::braces_here(list.span));
                return self.error_value(span);
            }
        };
        if self.is_error(v.e.ty) {
            return v;
        }
        let is_object = v.e.is_place() && v.width.is_none() && !self.is_array(v.e.ty);
        let v = if is_object { v } else { self.rvalue(v) };
        // Without a function nothing can have a side effect that shows twice.
        let is_repeatable = self.frames.is_empty() || matches!(v.e.kind, ExprKind::Int(_) | ExprKind::Local(_) | ExprKind::Global(_));
        if is_repeatable || self.class_of(v.e.ty).is_some() && !is_object {
            if !is_repeatable {
                self.report(errors::unsupported(span, "`?:` without a middle, of an object without a name,"));
            }
            let c = self.truth_of(Arg::Val(v.clone()), span);
            return self.conditional_of(c, Arg::Val(v), right, span);
        }
        let (q, cat) = (self.type_of(&v.e), v.cat);
        let held = if is_object { self.address_of(v.e) } else { v.e };
        let ty = held.ty;
        let local = self.hidden_local("", ty.into(), span);
        let variable = self.make(ExprKind::Local(local), ty, span);
        let load = self.make(ExprKind::Load(Box::new(variable.clone())), ty, span);
        let again = if is_object {
            Val { cat, ..self.place(ExprKind::Deref(Box::new(load)), q, span) }
        } else {
            Val { e: load, cat: Cat::R, width: None }
        };
        let c = self.truth_of(Arg::Val(again.clone()), span);
        let chosen = self.conditional_of(c, Arg::Val(again), right, span);
        let first = self.make(ExprKind::Assign { place: Box::new(variable), value: Box::new(held) }, ty, span);
        let (ty, cat) = (chosen.e.ty, chosen.cat);
        let (is_const, is_volatile) = (chosen.e.is_const, chosen.e.is_volatile);
        let kind = ExprKind::Sequence { first: Box::new(first), second: Box::new(chosen.e) };
        let e = hir::Expr { is_const, is_volatile, ..self.make(kind, ty, span) };
        let block = hir::Block { stmts: vec![hir::Stmt { kind: hir::StmtKind::Declare { local, init: None }, span }], end: span };
        let kind = ExprKind::Statements { block, value: Some(Box::new(e)) };
        Val { e: hir::Expr { is_const, is_volatile, ..self.make(kind, ty, span) }, cat, width: None }
    }

    fn conditional_of(&mut self, c: hir::Expr, a: Arg<'a>, otherwise: &'a ast::Expr, span: Span) -> Val {
        let b = self.arg(otherwise);
        let side = |s: &mut Sema<'a>, x: Arg<'a>| match x {
            Arg::Val(v) => v,
            Arg::Overloads(o) => s.sole_function(&o, None),
            Arg::List(l) => {
                s.report(errors::braces_here(l.span));
                s.error_value(l.span)
            }
        };
        let (a, b) = (side(self, a), side(self, b));
        if self.is_error(c.ty) || self.is_error(a.e.ty) || self.is_error(b.e.ty) {
            return self.error_value(span);
        }
        let make = |s: &Sema<'a>, x: hir::Expr, y: hir::Expr, ty: TypeId| {
            s.make(ExprKind::Conditional { condition: Box::new(c.clone()), then: Box::new(x), otherwise: Box::new(y) }, ty, span)
        };
        // `throw` is of the other's type.
        let (is_thrown, is_other_thrown) = (matches!(a.e.kind, ExprKind::Throw(_)), matches!(b.e.kind, ExprKind::Throw(_)));
        if is_thrown != is_other_thrown {
            let (thrown, other) = if is_thrown { (a.e, b) } else { (b.e, a) };
            let other = match self.class_of(other.e.ty) {
                Some(class) => self.copy_object(other, class, span),
                None => self.rvalue(other).e,
            };
            let ty = other.ty;
            let thrown = hir::Expr { ty, ..thrown };
            let (x, y) = if is_thrown { (thrown, other) } else { (other, thrown) };
            let e = make(self, x, y, ty);
            return Val { e, cat: Cat::R, width: None };
        }
        if self.is_void(a.e.ty) || self.is_void(b.e.ty) {
            let void = self.common.void;
            let drop = |s: &Sema<'a>, e: hir::Expr| {
                if s.is_void(e.ty) {
                    return e;
                }
                let at = e.span;
                s.make(ExprKind::Convert { conversion: hir::Conversion::ToVoid, operand: Box::new(e) }, void, at)
            };
            let (x, y) = (drop(self, a.e), drop(self, b.e));
            let e = make(self, x, y, void);
            return Val { e, cat: Cat::R, width: None };
        }
        // Both lvalues of one type: the result is one.
        if a.e.is_place()
            && b.e.is_place()
            && a.e.ty == b.e.ty
            && a.cat == b.cat
            && a.cat != Cat::R
            && a.width.is_none()
            && b.width.is_none()
        {
            let (is_const, is_volatile) = (a.e.is_const || b.e.is_const, a.e.is_volatile || b.e.is_volatile);
            let ty = a.e.ty;
            let cat = a.cat;
            let mut e = make(self, a.e, b.e, ty);
            e.is_const = is_const;
            e.is_volatile = is_volatile;
            return Val { e, cat, width: None };
        }
        let (classes_a, classes_b) = (self.class_of(a.e.ty), self.class_of(b.e.ty));
        if classes_a.is_some() || classes_b.is_some() {
            return self.class_conditional(a, b, &make, span);
        }
        let (x, y) = (self.rvalue(a), self.rvalue(b));
        let number = |s: &Sema<'a>, t: TypeId| s.is_arithmetic(t) || s.is_unscoped_enum(t);
        let ty = if x.e.ty == y.e.ty {
            x.e.ty
        } else if number(self, x.e.ty) && number(self, y.e.ty) {
            self.common_type(x.e.ty, y.e.ty)
        } else {
            match self.composite_pointer(&x.e, &y.e) {
                Some(t) => t,
                None => {
                    let (p, q) = (self.show(x.e.ty), self.show(y.e.ty));
                    self.report(errors::conditional_types(span, (x.e.span, &p), (y.e.span, &q)));
                    return self.error_value(span);
                }
            }
        };
        let (x, y) = (self.standard_convert(x.e, ty), self.standard_convert(y.e, ty));
        if let ExprKind::Int(n) = c.kind
            && is_literal(&x)
            && is_literal(&y)
        {
            let e = if n != 0 { x } else { y };
            return Val { e, cat: Cat::R, width: None };
        }
        let e = make(self, x, y, ty);
        Val { e, cat: Cat::R, width: None }
    }

    fn class_conditional(
        &mut self,
        a: Val,
        b: Val,
        make: &dyn Fn(&Sema<'a>, hir::Expr, hir::Expr, TypeId) -> hir::Expr,
        span: Span,
    ) -> Val {
        let purpose = Purpose::new("the arms of `?:`");
        let target =
            if a.e.ty == b.e.ty || self.class_of(a.e.ty).is_some() && self.implicit(&Arg::Val(b.clone()), bare(a.e.ty.into())).is_some() {
                a.e.ty
            } else if self.implicit(&Arg::Val(a.clone()), bare(b.e.ty.into())).is_some() {
                b.e.ty
            } else if self.implicit(&Arg::Val(b.clone()), bare(a.e.ty.into())).is_some() {
                a.e.ty
            } else {
                let (x, y) = (self.class_to_scalar(a.clone(), span), self.class_to_scalar(b.clone(), span));
                let (x, y) = (self.rvalue(x), self.rvalue(y));
                if self.is_arithmetic(x.e.ty) && self.is_arithmetic(y.e.ty) {
                    let ty = self.common_type(x.e.ty, y.e.ty);
                    let (x, y) = (self.scalar_convert(x.e, ty), self.scalar_convert(y.e, ty));
                    let e = make(self, x, y, ty);
                    return Val { e, cat: Cat::R, width: None };
                }
                // Two closures without captures are pointers to functions of one type.
                if let Some(ty) = self.composite_pointer(&x.e, &y.e) {
                    let (x, y) = (self.standard_convert(x.e, ty), self.standard_convert(y.e, ty));
                    let e = make(self, x, y, ty);
                    return Val { e, cat: Cat::R, width: None };
                }
                let (p, q) = (self.show(a.e.ty), self.show(b.e.ty));
                self.report(errors::conditional_types(span, (a.e.span, &p), (b.e.span, &q)));
                return self.error_value(span);
            };
        let (sa, sb) = (a.e.span, b.e.span);
        let x = self.convert(Arg::Val(a), target.into(), &purpose, sa);
        let y = self.convert(Arg::Val(b), target.into(), &purpose, sb);
        if self.has_error(&x) || self.has_error(&y) {
            return self.error_value(span);
        }
        let e = make(self, x, y, target);
        Val { e, cat: Cat::R, width: None }
    }

    /// The type to which two pointers (or a pointer and null) convert.
    pub(super) fn composite_pointer(&mut self, x: &hir::Expr, y: &hir::Expr) -> Option<TypeId> {
        match (self.pointee(x.ty), self.pointee(y.ty)) {
            (Some(p), Some(q)) => {
                let (p, q) = self.functions_alike(p, q);
                let quals = |to: QualType| QualType {
                    is_const: p.is_const || q.is_const,
                    is_volatile: p.is_volatile || q.is_volatile,
                    is_restrict: false,
                    ..to
                };
                if self.are_similar(p.ty, q.ty) || self.is_void(q.ty) {
                    let to = quals(q);
                    return Some(self.pointer_to(to));
                }
                if self.is_void(p.ty) {
                    let to = quals(p);
                    return Some(self.pointer_to(to));
                }
                let (a, b) = (self.class_of(p.ty)?, self.class_of(q.ty)?);
                if self.base_path(a, b).is_some() {
                    let to = quals(q);
                    return Some(self.pointer_to(to));
                }
                self.base_path(b, a)?;
                let to = quals(p);
                Some(self.pointer_to(to))
            }
            (Some(_), None) if is_null_constant(y) || matches!(self.ty(y.ty), Type::NullPtr) => Some(x.ty),
            (None, Some(_)) if is_null_constant(x) || matches!(self.ty(x.ty), Type::NullPtr) => Some(y.ty),
            _ => None,
        }
    }
}
