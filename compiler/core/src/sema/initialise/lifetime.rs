//! Temporaries that a variable, or a part of it, refers to: they live as long as the variable (C++17 [class.temporary]/6).

use super::Init;
use crate::hir::{self, ExprKind, GlobalId, GlobalInit, GlobalSpace, Lifetime, QualType};
use crate::sema::Sema;
use crate::sema::entity::VarId;
use kern_diag::Span;

impl<'a> Sema<'a> {
    /// [`Sema::initialise_variable`] of one that has static storage, as the temporaries that it refers to get.
    pub(in crate::sema) fn initialise_static(
        &mut self,
        v: VarId,
        ty: QualType,
        init: Init<'a>,
        name: &str,
        span: Span,
    ) -> (Option<hir::Expr>, QualType) {
        let (mut value, ty) = self.initialise_variable(ty, init, name, span);
        if let Some(value) = value.as_mut().filter(|value| !self.has_error(value)) {
            let is_reference = self.is_reference(ty.ty);
            let mut keep = |temporary: &mut hir::Expr, is_const: bool| self.keep_temporary(temporary, is_const, v);
            if is_reference {
                each_referred(value, false, &mut keep);
            } else {
                each_referred_in(value, &mut keep);
            }
        }
        (value, ty)
    }

    /// Gives `temporary` static storage, for variable `v`; one whose value is known is there when the program starts.
    fn keep_temporary(&mut self, temporary: &mut hir::Expr, is_const: bool, v: VarId) {
        let ExprKind::Temporary { value, destructor, lifetime } = &mut temporary.kind else { return };
        let is_const = is_const && !self.has_mutable(value.ty);
        let (destructor, ty) = (*destructor, QualType { is_const, ..value.ty.into() });
        let object = if destructor.is_none() { self.evaluate_object(value, ty).ok() } else { None };
        let is_known = object.is_some();
        let init = object.map_or(GlobalInit::Zero, |object| self.global_bytes(object));
        let var = &self.vars[v.0 as usize];
        let space = if is_known && is_const && var.space == GlobalSpace::Host { GlobalSpace::Both } else { var.space };
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(hir::Global {
            name: format!("temporary of {}", var.name).into(),
            symbol: format!("$temporary{}", id.0).into(),
            linkage: hir::Linkage::Internal,
            is_declared_only: false,
            has_initialiser: false,
            ty,
            space,
            align: None,
            init,
            destructor,
            function: None,
            is_local_static: true,
            is_thread_local: var.is_thread_local,
            span: temporary.span,
        });
        if is_known {
            temporary.kind = ExprKind::Global(id);
        } else {
            *lifetime = Lifetime::Static(id);
        }
    }
}

/// Makes the temporary whose address `address` is live as long as the enclosing block, and those that it refers to.
pub(in crate::sema) fn extend(address: &mut hir::Expr) {
    each_referred(address, false, &mut extend_one);
}

/// Makes the temporaries live as long as the enclosing block that members of the aggregate `object` refer to.
pub(super) fn extend_in(object: &mut hir::Expr) {
    each_referred_in(object, &mut extend_one);
}

fn extend_one(temporary: &mut hir::Expr, _is_const: bool) {
    if let ExprKind::Temporary { lifetime, .. } = &mut temporary.kind {
        *lifetime = Lifetime::Block;
    }
}

/// Calls `keep` with the temporary of which `e` is the address, or a part, after those that it refers to itself; and with whether it
/// is constant, as one in an array or object that is so is.
fn each_referred(e: &mut hir::Expr, is_const: bool, keep: &mut dyn FnMut(&mut hir::Expr, bool)) {
    let is_const = is_const || e.is_const;
    match &mut e.kind {
        ExprKind::Temporary { value, .. } => {
            each_referred_in(value, keep);
            keep(e, is_const);
        }
        ExprKind::AddressOf(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Field { base: inner, .. }
        | ExprKind::Element { base: inner, .. }
        | ExprKind::Sequence { second: inner, .. }
        | ExprKind::Convert { operand: inner, .. } => each_referred(inner, is_const, keep),
        ExprKind::Deref(inner) if matches!(inner.kind, ExprKind::AddressOf(_) | ExprKind::Convert { .. }) => {
            each_referred(inner, is_const, keep);
        }
        _ => {}
    }
}

/// The same for what members of the aggregate `object` refer to.
fn each_referred_in(object: &mut hir::Expr, keep: &mut dyn FnMut(&mut hir::Expr, bool)) {
    match &mut object.kind {
        ExprKind::Building { value, .. } => each_referred_in(value, keep),
        ExprKind::Aggregate(parts) => {
            for (_, part) in parts {
                match part.kind {
                    ExprKind::AddressOf(_) | ExprKind::Decay(_) => each_referred(part, false, keep),
                    _ => each_referred_in(part, keep),
                }
            }
        }
        _ => {}
    }
}
