//! What C has and C++ has not (ISO C17): `_Generic`, and objects made by `(T){…}`.

use super::{Cat, Val};
use crate::hir::{self, ExprKind, QualType, Type, TypeId};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// `_Generic(value, …)` (6.5.1.1), where `choices` are pairs of `sizeof(T)`, or something else for `default`, and what is chosen
    /// then. What is not chosen is not looked at.
    pub(super) fn generic_selection(&mut self, value: &'a ast::Expr, choices: &'a [ast::Expr], span: Span) -> Val {
        self.unevaluated += 1;
        let v = self.expr(value);
        let v = self.rvalue(v);
        self.unevaluated -= 1;
        if self.is_error(v.e.ty) {
            return v;
        }
        let ty = self.type_in_c(&v.e);
        // An enumeration is compatible with the type that it is stored as.
        let stored = match *self.ty(ty) {
            Type::Enum(id) => Type::Int(self.types.enumeration(id).underlying),
            _ => Type::Error,
        };
        let (mut chosen, mut compatible, mut default) = (None, None, None);
        for pair in choices.chunks_exact(2) {
            let ast::ExprKind::SizeofType(of) = &pair[0].kind else {
                default = Some(&pair[1]);
                continue;
            };
            let q = self.type_name(of);
            if self.is_error(q.ty) {
                return self.error_value(span);
            }
            // The value has no qualifiers.
            if q.is_const || q.is_volatile {
                continue;
            }
            if q.ty == ty {
                chosen = Some(&pair[1]);
            } else if *self.ty(q.ty) == stored {
                compatible = Some(&pair[1]);
            }
        }
        match chosen.or(compatible).or(default) {
            Some(e) => self.expr(e),
            None => {
                let shown = self.show(ty);
                self.report(errors::no_choice(span, &shown));
                self.error_value(span)
            }
        }
    }

    /// The type that a value has in C: what C++ calls `bool` or an enumeration is an `int` where operators and enumerators make it, and
    /// literals are no constants.
    fn type_in_c(&mut self, e: &hir::Expr) -> TypeId {
        let is_made = match &e.kind {
            ExprKind::Int(_) => matches!(self.ty(e.ty), Type::Bool | Type::Enum(_)),
            ExprKind::Binary { .. } | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary { .. } => matches!(self.ty(e.ty), Type::Bool),
            _ => false,
        };
        if is_made {
            return self.common.int;
        }
        if let ExprKind::Decay(array) = &e.kind
            && self.is_string_literal(array)
            && let Some(element) = self.pointee(e.ty)
        {
            return self.pointer_to(QualType { is_const: false, ..element });
        }
        e.ty
    }

    /// `(T){…}` of C, which is an object (6.5.2.5): of the function, or outside of functions of the program.
    pub(super) fn compound_literal(&mut self, value: hir::Expr, q: QualType, span: Span) -> Val {
        if self.has_error(&value) {
            return Val { e: value, cat: Cat::R, width: None };
        }
        let place = if self.frames.is_empty() && self.unevaluated == 0 { self.global_literal(value, span) } else { self.temporary(value) };
        Val { e: hir::Expr { is_const: q.is_const, is_volatile: q.is_volatile, ..place }, cat: Cat::L, width: None }
    }

    fn global_literal(&mut self, value: hir::Expr, span: Span) -> hir::Expr {
        let ty = value.ty;
        let init = match self.evaluate_object(&value, ty.into()) {
            Ok(object) => self.global_bytes(object),
            Err(why) => {
                self.report_not_constant(why, |why| errors::not_constant(span, why));
                return self.error_value(span).e;
            }
        };
        let symbol = format!("$literal{}", self.globals.len());
        let id = self.nameless_global(symbol, ty.into(), hir::GlobalSpace::Host, init, span);
        self.make(ExprKind::Global(id), ty, span)
    }
}
