//! What is asked of an expression or type without running it: `sizeof`, `decltype`.

use super::{Cat, Val};
use crate::hir::{self, ClassId, ExprKind, QualType, Type};
use crate::sema::entity::Entity;
use crate::sema::scope::Want;
use crate::sema::{Sema, errors, types};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    pub(super) fn sizeof_expr(&mut self, operand: &'a ast::Expr, span: Span) -> Val {
        self.unevaluated += 1;
        let v = self.expr(operand);
        self.unevaluated -= 1;
        if let Some(size) = self.size_of_row(operand, &v) {
            return size;
        }
        if let ExprKind::Local(id) = v.e.kind
            && let Some(length) = self.frames.last().and_then(|f| f.info.get(id.0 as usize)).and_then(|i| i.vla_length)
        {
            let Type::Array { element, .. } = *self.ty(v.e.ty) else { return self.error_value(span) };
            let size = self.int_value(i128::from(self.types.size_of(element.ty)), self.common.ulong, span);
            let length = self.make(ExprKind::Local(length), self.common.ulong, span);
            let length = self.make(ExprKind::Load(Box::new(length)), self.common.ulong, span);
            let kind = ExprKind::Binary { op: hir::BinaryOp::Mul, left: Box::new(length), right: Box::new(size) };
            return self.value(kind, self.common.ulong, span);
        }
        let ty = match v.e.kind {
            ExprKind::Function(_) => self.common.void_ptr,
            _ => v.e.ty,
        };
        self.sizeof_type(ty.into(), span)
    }

    /// `alignof e` (GNU): what a variable asks for, or the alignment of the type.
    pub(super) fn alignof_expr(&mut self, operand: &'a ast::Expr, span: Span) -> Val {
        self.unevaluated += 1;
        let v = self.expr(operand);
        self.unevaluated -= 1;
        if self.is_error(v.e.ty) {
            return v;
        }
        let asked = match v.e.kind {
            ExprKind::Local(id) => self.frames.last().and_then(|f| f.locals.get(id.0 as usize)).and_then(|local| local.align),
            ExprKind::Global(id) => self.globals.get(id.0 as usize).and_then(|global| global.align),
            _ => None,
        };
        self.make_complete(v.e.ty);
        let n = asked.unwrap_or(1).max(self.types.align_of(v.e.ty));
        self.value(ExprKind::Int(i128::from(n)), self.common.ulong, span)
    }

    pub(super) fn sizeof_type(&mut self, q: QualType, span: Span) -> Val {
        let q = self.referred(q);
        if self.is_error(q.ty) {
            return self.error_value(span);
        }
        if self.is_void(q.ty) || self.is_function(q.ty) {
            // GNU: both have size 1.
            return self.value(ExprKind::Int(1), self.common.ulong, span);
        }
        if !self.make_complete(q.ty) {
            let shown = self.show_q(q);
            self.report(errors::incomplete_type(span, &shown));
            return self.error_value(span);
        }
        let n = i128::from(self.types.size_of(q.ty));
        self.value(ExprKind::Int(n), self.common.ulong, span)
    }

    /// `decltype(e)`
    pub(in crate::sema) fn decltype(&mut self, e: &'a ast::Expr) -> QualType {
        if let ast::ExprKind::TypeTrait { name, args } = &e.kind
            && &*name.name == "__typeof__"
            && let [ty] = args.as_slice()
        {
            let ty = self.type_name(ty);
            return self.referred(ty);
        }
        if let ast::ExprKind::Path(path) = &e.kind
            && let Some(Entity::Field { class, path }) = self.quietly(|s| s.resolve(path, Want::Any)).map(|found| found.entity)
            && let Some(ty) = self.declared_member(class, &path)
        {
            return ty;
        }
        self.unevaluated += 1;
        let is_name = matches!(e.kind, ast::ExprKind::Path(_) | ast::ExprKind::Member { .. });
        // A question of its own, also where it is asked to find out about a conversion.
        let outer = std::mem::replace(&mut self.in_user_conversion, false);
        let v = self.expr(e);
        self.in_user_conversion = outer;
        self.unevaluated -= 1;
        if let Some(function) = self.named_function(e, &v) {
            return if is_name { function } else { self.reference_to(function, false).into() };
        }
        let q = self.type_of(&v.e);
        if is_name {
            // The declared type: references stay references, and what the object is does not count.
            if matches!(e.kind, ast::ExprKind::Member { .. })
                && let Some(ty) = self.type_of_member(&v.e)
            {
                return ty;
            }
            if let ast::ExprKind::Path(path) = &e.kind
                && let Some(found) = self.quietly(|s| s.resolve(path, Want::Any))
            {
                match found.entity {
                    Entity::Local { frame, id } => {
                        if let Some(frame) = self.frames.iter().find(|f| f.id == frame)
                            && let Some(local) = frame.locals.get(id.0 as usize)
                        {
                            return frame.info.get(id.0 as usize).and_then(|info| info.part).unwrap_or(local.ty);
                        }
                    }
                    Entity::Var(v) => return self.vars[v.0 as usize].ty,
                    _ => {}
                }
            }
            return q;
        }
        self.type_by_category(&v)
    }

    /// The type of the function that `e` names, in brackets or not: a place, of which `v` is the address.
    fn named_function(&mut self, e: &'a ast::Expr, v: &Val) -> Option<QualType> {
        let ExprKind::Function(id) = v.e.kind else { return None };
        let is_name = match &e.kind {
            ast::ExprKind::Paren(inner) => return self.named_function(inner, v),
            ast::ExprKind::Path(path) => matches!(self.quietly(|s| s.resolve(path, Want::Any))?.entity, Entity::Functions(_)),
            ast::ExprKind::Member { .. } => true,
            _ => false,
        };
        if !is_name || self.is_member_function(self.hir_owner[id.0 as usize]) {
            return None;
        }
        self.pointee(v.e.ty)
    }

    /// The type that a member was declared with, also of a class that is not complete yet; `path` leads through anonymous ones.
    fn declared_member(&self, class: ClassId, path: &[u32]) -> Option<QualType> {
        let (&last, before) = path.split_last()?;
        let ty_of = |class: ClassId, index: u32| self.class_info(class).members.get(index as usize)?.ty;
        let inner = before.iter().try_fold(class, |class, &index| self.class_of(ty_of(class, index)?.ty))?;
        ty_of(inner, last)
    }

    /// The type that the member at `place` was declared with.
    fn type_of_member(&self, place: &hir::Expr) -> Option<QualType> {
        if let Some(reference) = self.reference_field(place) {
            return Some(reference);
        }
        let ExprKind::Field { base, field } = &place.kind else { return None };
        self.class_info(self.class_of(base.ty)?).members.get(*field as usize)?.ty
    }

    /// `decltype((e))` of a value: places are references.
    pub(in crate::sema) fn type_by_category(&mut self, v: &Val) -> QualType {
        let q = self.type_of(&v.e);
        match v.cat {
            Cat::L if v.e.is_place() => self.reference_to(q, false).into(),
            Cat::X => self.reference_to(q, true).into(),
            _ => types::bare(q),
        }
    }
}
