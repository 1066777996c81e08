//! Anonymous unions outside of classes (C++17 [class.union.anon]): the names of their members belong to the scope around, where each
//! stands for a part of one hidden variable.

use crate::hir::{self, ClassId, GlobalSpace, Linkage, QualType, StmtKind};
use crate::sema::entity::{Entity, Name, ScopeKind, Var};
use crate::sema::expressions::Val;
use crate::sema::initialise::Init;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// The union of type `ty` for which `d` has no name, nor one for an object.
    fn anonymous_union(&self, d: &ast::SimpleDecl, ty: QualType) -> Option<ClassId> {
        let is_unnamed = matches!(d.specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Class(spec)) if spec.name.is_none());
        let class = self.class_of(ty.ty).filter(|class| is_unnamed && self.types.class(*class).is_union)?;
        (d.declarators.is_empty() && !d.specs.flags.is_typedef && !self.is_c).then_some(class)
    }

    /// A declaration of a namespace without declarators: if it is one of an anonymous union, its members are declared.
    pub(super) fn namespace_union(&mut self, d: &'a ast::SimpleDecl, ty: QualType) {
        let Some(class) = self.anonymous_union(d, ty) else { return };
        let span = d.specs.span;
        let is_unnamed = self.scope != self.global && matches!(self.scope_of(self.scope).kind, ScopeKind::Namespace(None));
        if !d.specs.flags.is_static && !is_unnamed {
            self.report(errors::union_not_static(span));
        }
        let space = self.global_space(&d.specs.flags, span);
        self.static_union(class, ty, space, d.specs.flags.is_thread_local, span);
    }

    /// The same in a block.
    pub(in crate::sema) fn block_union(&mut self, d: &'a ast::SimpleDecl, ty: QualType, out: &mut Vec<hir::Stmt>) {
        let Some(class) = self.anonymous_union(d, ty) else { return };
        let (flags, span) = (&d.specs.flags, d.specs.span);
        if flags.is_static || flags.is_thread_local || flags.shared {
            let on_device = self.frames.last().is_some_and(|f| f.space.device && !f.space.host);
            let asked = self.global_space(flags, span);
            let space = if on_device && asked == GlobalSpace::Host { GlobalSpace::Device } else { asked };
            return self.static_union(class, ty, space, flags.is_thread_local, span);
        }
        let whole = self.hidden_local("", ty, span);
        let (value, ty) = self.initialise_variable(ty, Init::Default, "the union", span);
        out.push(hir::Stmt { kind: StmtKind::Declare { local: whole, init: value }, span });
        let (whole, scope) = (self.local_place(whole, ty, span), self.scope);
        let frame = self.frames.last().map_or(0, |f| f.id);
        for (name, part, at) in self.union_parts(class, &whole) {
            let id = self.hidden_local(&name, self.type_of(&part.e), at);
            self.bound_locals.insert((frame, id), part);
            self.declare(scope, &name, Entity::Local { frame, id }, at);
        }
    }

    fn static_union(&mut self, class: ClassId, ty: QualType, space: GlobalSpace, is_thread_local: bool, span: Span) {
        let scope = self.scope;
        let name: Name = format!("union {}", self.vars.len()).into();
        let function = self.frames.last().map(|f| f.func);
        let whole = self.add_var(Var {
            home: self.enclosing_namespace(),
            is_system: false,
            linkage: Linkage::Internal,
            is_thread_local,
            function,
            ..Var::new(name, ty, space, scope, span)
        });
        let whole = self.var_value(whole, span);
        for (name, part, at) in self.union_parts(class, &whole) {
            let v = Var { is_initialised: true, ..Var::new(name.clone(), self.type_of(&part.e), space, scope, at) };
            let v = self.add_var(v);
            self.bound_variables.insert(v, part);
            self.declare(scope, &name, Entity::Var(v), at);
        }
    }

    /// The members of the union at `whole`, by name.
    fn union_parts(&mut self, class: ClassId, whole: &Val) -> Vec<(Name, Val, Span)> {
        let scope = self.class_info(class).scope;
        let members = self.scope_of(scope).names.iter().filter_map(|(name, slot)| match &slot.item {
            Some(Entity::Field { path, .. }) => Some((name.clone(), path.clone(), slot.span)),
            _ => None,
        });
        let mut members: Vec<(Name, Vec<u32>, Span)> = members.collect();
        members.sort_by(|a, b| a.0.cmp(&b.0));
        let part = |(name, path, at): (Name, Vec<u32>, Span)| {
            let part = path.into_iter().fold(whole.clone(), |place, step| self.field_place(place, step, at));
            (name, part, at)
        };
        members.into_iter().map(part).collect()
    }
}
