//! Template arguments that are objects, their addresses, or members (C++17 [temp.arg.nontype]).

use crate::hir::{ExprKind, QualType, Type, TypeId};
use crate::sema::entity::{Entity, FuncId, FuncRef, TArg, VarId};
use crate::sema::expressions::Val;
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// Whether a parameter is written as a pointer or reference, to which a variable itself is an argument, not what it holds.
pub(in crate::sema) fn takes_object(p: &ast::TemplateParam) -> bool {
    use ast::DeclaratorKind as D;
    let ast::TemplateParamKind::Value { declarator, .. } = &p.kind else { return false };
    matches!(declarator.kind, D::Pointer { .. } | D::Reference { .. })
}

impl<'a> Sema<'a> {
    /// The function of `&C::f`, if it is the only one of that name.
    pub(super) fn named_member_function(&mut self, e: &'a ast::Expr) -> Option<FuncId> {
        let ast::ExprKind::Unary { op: ast::UnaryOp::AddressOf, operand } = &e.kind else { return None };
        let ast::ExprKind::Path(path) = &operand.kind else { return None };
        if path.segments.len() < 2 {
            return None;
        }
        match self.quietly(|s| s.resolve(path, Want::Any))?.entity {
            Entity::Functions(set) => match set.as_slice() {
                [FuncRef::Plain(f)] if self.is_member_function(*f) => Some(*f),
                _ => None,
            },
            _ => None,
        }
    }

    /// The argument that a value is as the address of a variable, or as a variable where the parameter is `for_object`.
    pub(super) fn object_argument(&mut self, v: &Val, for_object: bool) -> Option<TArg> {
        let variable = |s: &Self, kind: &ExprKind| match kind {
            ExprKind::Global(id) => s.var_of_global.get(id).copied(),
            _ => None,
        };
        match &v.e.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => Some(TArg::Object(variable(self, &place.kind)?, v.e.ty)),
            ExprKind::Int(offset) if matches!(self.ty(v.e.ty), Type::MemberPointer { .. }) => Some(TArg::Int(*offset, v.e.ty)),
            kind if for_object || self.is_array(v.e.ty) => {
                let id = variable(self, kind)?;
                let q = QualType { is_const: v.e.is_const, ..v.e.ty.into() };
                Some(TArg::Object(id, self.reference_to(q, false)))
            }
            _ => None,
        }
    }

    /// The variable as an argument of a parameter of type `q`; `given` is a pointer or a reference to it.
    pub(super) fn convert_object(&mut self, (var, given): (VarId, TypeId), q: QualType, span: Span) -> Option<TArg> {
        let from = self.pointee(given).unwrap_or_else(|| self.referred(given.into()));
        let is_reference = self.is_reference(given);
        let to = if self.is_reference(q.ty) == is_reference { self.pointee(q.ty).unwrap_or_else(|| self.referred(q)) } else { q };
        let fits = match *self.ty(q.ty) {
            Type::Reference { is_rvalue, .. } => is_reference && !is_rvalue && to.ty == from.ty,
            Type::Pointer(to) => match *self.ty(from.ty) {
                Type::Array { element, .. } if is_reference => element.ty == to.ty,
                _ => !is_reference && (to.ty == from.ty || matches!(self.ty(to.ty), Type::Void)),
            },
            _ => false,
        };
        let keeps_const = !from.is_const || self.pointee(q.ty).unwrap_or(to).is_const;
        if fits && keeps_const {
            return Some(TArg::Object(var, q.ty));
        }
        let (want, got) = (self.show_q(q), self.show(given));
        self.report(errors::template_argument_type(span, &want, &got));
        None
    }

    /// What a parameter of type `ty` is whose argument is the variable.
    pub(in crate::sema) fn object_value(&mut self, var: VarId, ty: TypeId, span: Span) -> Val {
        let mut place = self.var_value(var, span);
        let Some(to) = self.pointee(ty) else {
            place.e.is_const |= self.referred(ty.into()).is_const;
            return place;
        };
        let decays = self.is_array(place.e.ty) && place.e.ty != to.ty;
        let address = if decays { self.rvalue(place).e } else { self.address_of(place.e) };
        self.value(address.kind, ty, span)
    }
}
