//! Writes to something `const`: which declaration says so.

use crate::hir::{self, ExprKind};
use crate::sema::{Sema, errors};
use kern_diag::Span;

impl<'a> Sema<'a> {
    /// Reports that the place `e`, which is `const`, is assigned to: once for the declaration that makes it so.
    pub(in crate::sema) fn assigns_const(&mut self, e: &hir::Expr, span: Span) {
        let what = self.place_name(e);
        if let Some((_, declared)) = &what {
            if self.is_blamed(*declared) {
                return;
            }
            self.blame(*declared);
        }
        let d = match (self.const_origin(e), what) {
            (Origin::Pointee(_), Some((name, declared))) if name == "this" => errors::changes_const_object(span, declared),
            (Origin::Pointee(pointer), Some((name, declared))) => {
                let ty = self.show(pointer.ty);
                errors::assigns_through_const(span, &name, declared, &ty)
            }
            (Origin::Member(class, field), _) => {
                let f = &self.types.class(class).fields[field as usize];
                let (name, ty) = (f.name.clone(), self.show_q(f.ty));
                errors::assigns_const_member(span, &name, &ty)
            }
            (_, what) => errors::assigns_const(span, what),
        };
        self.report(d);
    }

    fn const_origin<'e>(&self, e: &'e hir::Expr) -> Origin<'e> {
        match &e.kind {
            ExprKind::Field { base, field } if !base.is_const => match self.class_of(base.ty) {
                Some(class) => Origin::Member(class, *field),
                None => Origin::Variable,
            },
            ExprKind::Field { base, .. } | ExprKind::Element { base, .. } => self.const_origin(base),
            ExprKind::Deref(p) => match named_pointer(p) {
                Some(pointer) if self.is_pointer(pointer.ty) => Origin::Pointee(pointer),
                _ => Origin::Variable,
            },
            _ => Origin::Variable,
        }
    }
}

/// What is declared `const`.
enum Origin<'e> {
    /// The variable itself, or what a reference refers to.
    Variable,
    /// What this pointer points to.
    Pointee(&'e hir::Expr),
    /// A member of an object that is not.
    Member(hir::ClassId, u32),
}

/// The place that the pointer `p` was read from, whatever was added to it.
fn named_pointer(p: &hir::Expr) -> Option<&hir::Expr> {
    match &p.kind {
        ExprKind::Load(place) => Some(place),
        ExprKind::PointerAdd { pointer, .. } => named_pointer(pointer),
        ExprKind::Convert { operand, .. } => named_pointer(operand),
        _ => None,
    }
}
