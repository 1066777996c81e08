//! What `auto` stands for, from the initialiser (C++17 [dcl.type.auto.deduct]).

use crate::hir::{QualType, TypeId};
use crate::sema::deduce::{self, Bindings, Holes, Pattern, PatternKind};
use crate::sema::entity::{Entity, TArg};
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, InitList, Initializer};

impl<'a> Sema<'a> {
    /// The type that `auto` stands for, applied to the whole declarator.
    pub(in crate::sema) fn deduce_auto(&mut self, specs: &'a ast::DeclSpecs, one: &'a ast::InitDeclarator) -> Option<QualType> {
        let span = one.declarator.span;
        let Some(init) = &one.init else {
            self.report(errors::auto_without_initialiser(span));
            return None;
        };
        let e = match init {
            Initializer::Equals(e) => e,
            Initializer::Parens(list, _) if list.len() == 1 => &list[0],
            Initializer::Braces(list) if list.items.len() == 1 => &list.items[0].1,
            _ => {
                self.report(errors::auto_without_initialiser(span));
                return None;
            }
        };
        if matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::DecltypeAuto)) {
            let q = self.decltype(e);
            return self.check_constrained_auto(specs, q, span).then_some(q);
        }
        let arg = self.arg(e);
        self.deduce_auto_from(specs, &one.declarator, &arg, span)
    }

    /// See [`Sema::deduce_auto`].
    pub(in crate::sema) fn deduce_auto_from(
        &mut self,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        arg: &Arg<'a>,
        span: Span,
    ) -> Option<QualType> {
        let v = match arg {
            Arg::Val(v) => v.clone(),
            Arg::Overloads(o) => self.sole_function(o, None),
            Arg::List(list) => return self.deduce_auto_list(list, span),
        };
        if self.is_error(v.e.ty) {
            return None;
        }
        let holes = Holes { names: &[], auto: Some(0) };
        let pattern = self.pattern(specs, declarator, &holes);
        let mut bindings = vec![None];
        let saved = std::mem::replace(&mut self.lenient, true);
        let ok = self.deduce_for_auto(&pattern, &v, &mut bindings);
        self.lenient = saved;
        let Some(TArg::Type(q)) = bindings[0].clone().filter(|_| ok) else {
            let shown = self.show(v.e.ty);
            self.report(errors::auto_mismatch(span, &shown));
            return None;
        };
        if !self.check_constrained_auto(specs, q, span) {
            return None;
        }
        let saved = self.auto_type.replace(q);
        let base = self.specified_type(specs);
        let ty = self.declarator(base, declarator).ty;
        self.auto_type = saved;
        if self.is_void(ty.ty) {
            self.report(errors::void_variable(span, "auto"));
            return None;
        }
        Some(ty)
    }

    fn deduce_for_auto(&mut self, p: &Pattern, v: &Val, bindings: &mut Bindings) -> bool {
        use PatternKind as K;
        let q = self.const_in_elements(self.type_of(&v.e));
        match &p.kind {
            K::Reference(inner, true) if v.cat == Cat::L && !inner.is_const => {
                let r = self.reference_to(q, false);
                self.deduce(inner, r.into(), bindings)
            }
            K::Reference(inner, _) => {
                let inner = (**inner).clone();
                self.deduce(&inner, q, bindings)
            }
            _ => {
                let d = self.decayed(q);
                let p = deduce::unqualified(p.clone());
                self.deduce(&p, d.into(), bindings)
            }
        }
    }

    /// The first element of a braced list, packs expanded: its type is that of all.
    pub(in crate::sema) fn first_of_list(&mut self, list: &'a InitList) -> Option<Val> {
        for (_, e) in &list.items {
            match self.args(std::slice::from_ref(e)).into_iter().next() {
                Some(Arg::Val(v)) => return Some(self.rvalue(v)),
                Some(_) => return Some(self.read(e)),
                None => {}
            }
        }
        None
    }

    /// Whether all elements of a list are of type `first`, as the first is ([temp.deduct.call] 1); reports the one that is not.
    pub(in crate::sema) fn check_list_agrees(&mut self, list: &'a InitList, first: TypeId) -> bool {
        for arg in self.list_args(list) {
            let Arg::Val(v) = arg else { continue };
            let span = v.e.span;
            let found = self.rvalue(v).e.ty;
            if found != first && !self.is_error(found) && !self.is_error(first) {
                let (first, found) = (self.show(first), self.show(found));
                self.report(errors::elements_differ(span, &first, &found));
                return false;
            }
        }
        true
    }

    /// `auto x = {1, 2}` is a `std::initializer_list`.
    fn deduce_auto_list(&mut self, list: &'a InitList, span: Span) -> Option<QualType> {
        let Some(v) = self.first_of_list(list) else {
            self.report(errors::auto_from_nothing(list.span));
            return None;
        };
        if !self.check_list_agrees(list, v.e.ty) {
            return None;
        }
        let std = match self.own_name(self.global, "std", Want::Any) {
            Some(Entity::Namespace(s)) => s,
            _ => {
                self.report(errors::auto_without_initialiser(span));
                return None;
            }
        };
        match self.lookup_in(std, "initializer_list", Want::Any) {
            Some(Entity::Template(id)) => match self.instantiate_template(id, &[TArg::Type(v.e.ty.into())], span) {
                Entity::Type(q) => Some(q),
                _ => None,
            },
            _ => {
                self.report(errors::auto_without_initialiser(span));
                None
            }
        }
    }
}
