//! Who may name what: private and protected members, and the way to a base class (C++17 [class.access]).

use super::entity::{Entity, FuncId, FuncRef, ScopeKind};
use super::{Sema, errors};
use crate::hir::{ClassId, QualType};
use kern_diag::Span;
use kern_syntax::ast;

impl Sema<'_> {
    /// Private and protected members ([class.access]).
    pub(super) fn check_access(&mut self, of: ClassId, access: ast::Access, name: &str, span: Span, declared: Span) {
        if self.may_access(of, access, span, declared) {
            return;
        }
        let is_published = self.published.iter().any(|(class, published)| &**published == name && self.base_path(*class, of).is_some());
        if is_published {
            return;
        }
        let class = self.types.class(of).name.clone();
        self.report(errors::inaccessible(span, name, &class, access == ast::Access::Private, declared));
    }

    /// Whether what stands at `span` may use what `of` has with this `access`.
    fn may_access(&self, of: ClassId, access: ast::Access, span: Span, declared: Span) -> bool {
        if access == ast::Access::Public || self.unevaluated > 0 && self.quiet > 0 {
            return true;
        }
        let mut scope = Some(self.scope);
        let mut inside = Vec::new();
        while let Some(id) = scope {
            if let ScopeKind::Class(c) = self.scope_of(id).kind {
                inside.push(c);
            }
            scope = self.scope_of(id).parent;
        }
        for f in &self.frames {
            inside.extend(self.funcs[f.func.0 as usize].class);
        }
        let template = self.class_info(of).template.as_ref().map(|(t, _)| *t);
        let allowed = inside.iter().any(|c| {
            *c == of
                || access == ast::Access::Protected && self.base_path(*c, of).is_some()
                || template.is_some() && self.class_info(*c).template.as_ref().map(|(t, _)| *t) == template
        });
        if allowed {
            return true;
        }
        let funcs: Vec<FuncId> = self.frames.iter().map(|f| f.func).collect();
        let is_friend = self.class_info(of).friends.iter().any(|e| match e {
            Entity::Error => true,
            Entity::Functions(set) => set.iter().any(|f| match f {
                FuncRef::Plain(f) => funcs.contains(f),
                FuncRef::Template(t) => funcs.iter().any(|f| self.funcs[f.0 as usize].template.as_ref().is_some_and(|(u, _)| u == t)),
            }),
            Entity::Type(q) => self.class_of(q.ty).is_some_and(|c| inside.contains(&c)),
            Entity::Template(t) => inside.iter().any(|c| self.class_info(*c).template.as_ref().is_some_and(|(u, _)| u == t)),
            _ => false,
        });
        is_friend || self.is_system(declared) && self.is_system(span)
    }

    /// Whether a value, a pointer or a reference of type `from` may become one of `to` as far as bases between them are public; the
    /// standard library's classes keep no secrets.
    pub(super) fn is_open_conversion(&self, from: QualType, to: QualType) -> bool {
        let (from, to) = (self.referred(from), self.referred(to));
        let (from, to) = match (self.pointee(from.ty), self.pointee(to.ty)) {
            (Some(from), Some(to)) => (from, to),
            _ => (from, to),
        };
        match (self.class_of(from.ty), self.class_of(to.ty)) {
            (Some(derived), Some(base)) if !self.has_virtual_bases(derived) && self.base_path(derived, base).is_some() => {
                self.is_public_base(derived, base)
            }
            _ => true,
        }
    }

    fn is_public_base(&self, derived: ClassId, base: ClassId) -> bool {
        let info = self.class_info(derived);
        let is_open = self.is_system(info.span);
        derived == base || info.bases.iter().any(|b| (is_open || b.access == ast::Access::Public) && self.is_public_base(b.class, base))
    }

    /// The way from `derived` to its base `base` must be open where it is gone ([class.access.base]).
    pub(super) fn check_base_access(&mut self, derived: ClassId, base: ClassId, span: Span) {
        if derived == base || self.opens_bases || self.quiet > 0 || self.has_virtual_bases(derived) {
            return;
        }
        let mut at = derived;
        while at != base {
            let bases = &self.class_info(at).bases;
            let Some(next) = bases.iter().find(|b| b.class == base || self.base_path(b.class, base).is_some()) else { return };
            let (next, access) = (next.class, next.access);
            let declared = self.class_info(at).span;
            if self.is_system(declared) {
                return;
            }
            if !self.may_access(at, access, span, declared) {
                let (base, class) = (self.types.class(next).name.clone(), self.types.class(at).name.clone());
                self.report(errors::inaccessible_base(span, &base, &class, access == ast::Access::Private, declared));
                return;
            }
            at = next;
        }
    }
}
