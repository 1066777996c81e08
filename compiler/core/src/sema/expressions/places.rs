//! Places: how HIR says where an object is, reads it and takes its address.

use super::{Cat, Val};
use crate::hir::{self, ExprKind, Lifetime, LocalId, QualType, Type};
use crate::sema::Sema;
use crate::sema::entity::Scalar;
use kern_diag::Span;

impl<'a> Sema<'a> {
    /// A place of qualified type.
    pub(in crate::sema) fn place(&self, kind: ExprKind, q: QualType, span: Span) -> Val {
        let e = hir::Expr { kind, ty: q.ty, is_volatile: q.is_volatile, is_const: q.is_const, span };
        Val { e, cat: Cat::L, width: None }
    }

    /// The type of an expression with the qualifiers of the place.
    pub(in crate::sema) fn type_of(&self, e: &hir::Expr) -> QualType {
        QualType { ty: e.ty, is_const: e.is_const, is_volatile: e.is_volatile, is_restrict: false }
    }

    pub(in crate::sema) fn address_of(&mut self, e: hir::Expr) -> hir::Expr {
        let q = self.type_of(&e);
        let ty = self.pointer_to(q);
        let span = e.span;
        match e.kind {
            ExprKind::Deref(pointer) if pointer.ty == ty => *pointer,
            kind => {
                let e = hir::Expr { kind, ..e };
                self.make(ExprKind::AddressOf(Box::new(e)), ty, span)
            }
        }
    }

    /// What a variable designates: the object itself, or what its reference refers to.
    pub(in crate::sema) fn through_reference(&mut self, v: Val, q: QualType) -> Val {
        let Type::Reference { to, .. } = *self.ty(q.ty) else { return v };
        let span = v.e.span;
        let pointer = self.pointer_to(to);
        let load = self.make(ExprKind::Load(Box::new(hir::Expr { ty: pointer, ..v.e })), pointer, span);
        self.place(ExprKind::Deref(Box::new(load)), to, span)
    }

    pub(in crate::sema) fn local_place(&mut self, id: LocalId, q: QualType, span: Span) -> Val {
        let v = self.place(ExprKind::Local(id), q, span);
        self.through_reference(v, q)
    }

    /// A value in a temporary object, as a place.
    pub(in crate::sema) fn temporary(&mut self, value: hir::Expr) -> hir::Expr {
        let (ty, span) = (value.ty, value.span);
        let destructor = self.destructor_for(ty, span);
        self.make(ExprKind::Temporary { value: Box::new(value), destructor, lifetime: Lifetime::Expression }, ty, span)
    }

    /// The expression as a place: prvalues are put in a temporary.
    pub(in crate::sema) fn as_place(&mut self, v: Val) -> hir::Expr {
        if v.e.is_place() { v.e } else { self.temporary(v.e) }
    }

    /// Field `index` of the class object `base`.
    pub(in crate::sema) fn field_place(&mut self, base: Val, index: u32, span: Span) -> Val {
        let Some(class) = self.class_of(base.e.ty) else { return self.error_value(span) };
        let Some(field) = self.types.class(class).fields.get(index as usize).cloned() else { return self.error_value(span) };
        let is_mutable = self.class_info(class).members.get(index as usize).is_some_and(|m| m.is_mutable);
        // A component of a built-in variable is a register.
        if let ExprKind::Aggregate(parts) = &base.e.kind
            && let Some((_, e)) = parts.iter().find(|(offset, e)| *offset == field.offset && matches!(e.kind, ExprKind::SpecialRegister(_)))
        {
            let mut e = e.clone();
            e.span = span;
            e.is_const = true;
            return Val { e, cat: Cat::R, width: None };
        }
        // An object without a name that must be destroyed needs a place where it lives until then.
        let must_live = base.cat != Cat::L && !base.e.is_place() && self.destructor_for(base.e.ty, span).is_some();
        let base = if must_live { Val { e: self.temporary(base.e), ..base } } else { base };
        let q = field.ty;
        let is_reference = self.is_reference(q.ty);
        let e = hir::Expr {
            is_volatile: q.is_volatile || base.e.is_volatile,
            is_const: q.is_const || (base.e.is_const && !is_mutable),
            kind: ExprKind::Field { base: Box::new(base.e), field: index },
            ty: q.ty,
            span,
        };
        let cat = if base.cat == Cat::L { Cat::L } else { Cat::X };
        let v = Val { e, cat, width: field.bits.map(|(_, w)| w) };
        if is_reference { self.through_reference(v, q) } else { v }
    }

    /// Whether a field place holds a reference (made by `field_place` through the pointer it holds).
    pub(in crate::sema) fn is_reference_field(&self, e: &hir::Expr) -> bool {
        self.reference_field(e).is_some()
    }

    /// The type of the field that holds a reference, where a place is what that refers to.
    pub(in crate::sema) fn reference_field(&self, e: &hir::Expr) -> Option<QualType> {
        let ExprKind::Deref(pointer) = &e.kind else { return None };
        let ExprKind::Load(place) = &pointer.kind else { return None };
        let ExprKind::Field { base, field } = &place.kind else { return None };
        let ty = self.types.class(self.class_of(base.ty)?).fields.get(*field as usize)?.ty;
        self.is_reference(ty.ty).then_some(ty)
    }

    /// Stores the address `value` in the reference field behind `place`.
    pub(in crate::sema) fn stored_reference(&mut self, place: hir::Expr, value: hir::Expr) -> hir::Expr {
        let span = value.span;
        let ty = value.ty;
        match place.kind {
            ExprKind::Deref(p) => match p.kind {
                ExprKind::Load(field) => {
                    let field = hir::Expr { ty, is_const: false, ..*field };
                    self.make(ExprKind::Assign { place: Box::new(field), value: Box::new(value) }, ty, span)
                }
                _ => self.error_value(span).e,
            },
            _ => self.error_value(span).e,
        }
    }

    /// Lvalue-to-rvalue, array-to-pointer and function-to-pointer conversions. Class places stay places.
    pub(in crate::sema) fn rvalue(&mut self, v: Val) -> Val {
        let span = v.e.span;
        match self.ty(v.e.ty).clone() {
            Type::Error => v,
            Type::Array { element, .. } => {
                let q = self.type_of(&v.e);
                let element =
                    QualType { is_const: element.is_const || q.is_const, is_volatile: element.is_volatile || q.is_volatile, ..element };
                let ty = self.pointer_to(element);
                let place = self.as_place(v);
                self.value(ExprKind::Decay(Box::new(place)), ty, span)
            }
            Type::Class(_) | Type::Void => v,
            Type::Function(_) => Val { e: self.address_of(v.e), cat: Cat::R, width: None },
            _ if !v.e.is_place() => Val { cat: Cat::R, width: None, e: hir::Expr { is_const: false, is_volatile: false, ..v.e } },
            _ => {
                if let Some(c) = self.folded(&v.e) {
                    return Val { e: self.scalar_expr(c, v.e.ty, span), cat: Cat::R, width: None };
                }
                if let ExprKind::Conditional { condition, then, otherwise } = v.e.kind {
                    // The value of the one or of the other: neither needs an address.
                    let (then, otherwise) = (*then, *otherwise);
                    let [then, otherwise] = [then, otherwise].map(|e| Box::new(self.rvalue(Val { e, cat: v.cat, width: v.width }).e));
                    let ty = v.e.ty;
                    let e = self.make(ExprKind::Conditional { condition, then, otherwise }, ty, span);
                    return Val { e, cat: Cat::R, width: v.width };
                }
                if let Some(c) = self.device_constant(&v.e) {
                    return Val { e: self.scalar_expr(c, v.e.ty, span), cat: Cat::R, width: None };
                }
                self.note_read(&v.e);
                let ty = v.e.ty;
                Val { e: self.make(ExprKind::Load(Box::new(v.e)), ty, span), cat: Cat::R, width: v.width }
            }
        }
    }

    /// The value of a constant variable.
    fn folded(&mut self, e: &hir::Expr) -> Option<Scalar> {
        if e.is_volatile || !e.is_const {
            return None;
        }
        match e.kind {
            ExprKind::Conditional { ref condition, ref then, ref otherwise } => match condition.kind {
                ExprKind::Int(n) => self.folded(if n != 0 { then } else { otherwise }),
                _ => None,
            },
            ExprKind::Local(id) => self.frames.last()?.info.get(id.0 as usize)?.constant,
            ExprKind::Global(id) => {
                let v = *self.var_of_global.get(&id)?;
                self.constant_of(v)
            }
            _ => None,
        }
    }

    /// An expression whose value is dropped: class values are kept in a temporary so that they are destroyed.
    pub(in crate::sema) fn discarded(&mut self, v: Val) -> hir::Expr {
        if !v.e.is_place()
            && self.class_of(v.e.ty).is_some()
            && matches!(
                v.e.kind,
                ExprKind::Call { .. }
                    | ExprKind::Construct { .. }
                    | ExprKind::Conditional { .. }
                    | ExprKind::Sequence { .. }
                    | ExprKind::Aggregate(_)
                    | ExprKind::Building { .. }
            )
        {
            return self.temporary(v.e);
        }
        if v.e.is_place() && v.e.is_volatile && self.is_scalar(v.e.ty) {
            return self.rvalue(v).e;
        }
        v.e
    }

    /// An argument of class type with a destructor is a temporary whose address is passed.
    pub(super) fn class_argument(&mut self, e: hir::Expr) -> hir::Expr {
        if self.class_of(e.ty).is_some() && !e.is_place() && self.destructor_for(e.ty, e.span).is_some() {
            return self.temporary(e);
        }
        e
    }
}
