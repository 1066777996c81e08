//! Explicit specialisations `template <> …` and explicit instantiations `template …;` (C++17 [temp.spec]).

use super::is_auto;
use crate::hir::{QualType, Type};
use crate::sema::entity::{Body, ClassState, Entity, FnTemplateId, FuncId, FuncRef, TArg};
use crate::sema::functions::{self, NewFunction};
use crate::sema::scope::Want;
use crate::sema::specifiers::{path_text, segment_text};
use crate::sema::types::bare;
use crate::sema::{Sema, errors, templates};
use kern_diag::Span;
use kern_syntax::ast::{self, Decl, DeclKind};

impl<'a> Sema<'a> {
    /// `template <> …`
    pub(super) fn explicit_specialisation(&mut self, d: &'a Decl, span: Span) {
        match &d.kind {
            DeclKind::Simple(s) => match (&s.specs.ty, s.declarators.as_slice()) {
                (Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(spec), .. }), []) => self.specialise_class(spec, span),
                (_, [one]) if one.declarator.params().is_some() => self.specialise_function(&s.specs, &one.declarator, None),
                (_, [one]) => self.specialise_variable(s, one),
                // The enumeration of an instance: `template <> enum Vec<int>::E : int {…};`.
                (Some(ast::TypeSpec { kind: ast::TypeSpecKind::Enum(_), .. }), []) => {
                    self.specified_type(&s.specs);
                }
                _ => self.report(errors::unsupported(span, "this kind of explicit specialisation")),
            },
            DeclKind::Function(def) => self.specialise_function(&def.specs, &def.declarator, Some(def)),
            DeclKind::Template(inner) => match &inner.decl.kind {
                DeclKind::Function(def) if !inner.params.is_empty() && def.declarator.path().is_some_and(|p| p.segments.len() > 1) => {
                    if let (_, Some(class), scope) = self.target_of(def.declarator.path()) {
                        self.define_member_template(class, inner, scope, true);
                    }
                }
                _ => self.explicit_specialisation(&inner.decl, span),
            },
            _ => self.report(errors::unsupported(span, "this kind of explicit specialisation")),
        }
    }

    fn specialise_class(&mut self, spec: &'a ast::ClassSpec, span: Span) {
        let Some(path) = &spec.name else { return };
        let Some(found) = self.resolve(path, Want::Type) else { return };
        let Entity::Type(q) = found.entity else { return };
        let Some(class) = self.class_of(q.ty) else { return };
        if spec.members.is_none() {
            return;
        }
        if self.class_info(class).state != ClassState::Declared {
            let earlier = self.class_info(class).span;
            self.report(errors::redefinition(&path_text(path), span, earlier, false));
            return;
        }
        let scope = self.scope;
        self.class_info_mut(class).span = path.span;
        self.class_info_mut(class).is_specialised = true;
        self.define_class(class, spec, scope);
    }

    fn specialise_variable(&mut self, d: &'a ast::SimpleDecl, one: &'a ast::InitDeclarator) {
        let Some(path) = one.declarator.path() else { return };
        let Some(last) = path.segments.last() else { return };
        let name = segment_text(&last.name);
        let Some(args) = last.args.as_ref() else {
            // A member of an instance: `template <> int Vec<int>::count = 0;`.
            if path.segments.len() > 1 {
                self.namespace_simple(d);
            }
            return;
        };
        let found = if path.segments.len() > 1 {
            let (home, _, _) = self.target_of(Some(path));
            self.own_name(home, &name, Want::Any)
        } else {
            self.lookup(&name, Want::Any)
        };
        let Some(Entity::Template(id)) = found else { return };
        let Some(flat) = self.template_arguments(id, args, last.span) else { return };
        let (params, scope) = (self.templates[id.0 as usize].params, self.templates[id.0 as usize].scope);
        let given = templates::pack_up(params, &flat);
        let Some((args, _)) = self.complete_arguments(params, &given, scope, last.span) else { return };
        let around = if path.segments.len() > 1 { scope } else { self.scope };
        if let Some(v) = self.within(around, |sema| sema.template_variable(d, scope, &args)) {
            self.templates[id.0 as usize].instances.insert(args, Entity::Var(v));
            // A definition like that of any variable: its initialiser runs whether or not something uses it.
            let is_system = self.is_system(last.span);
            let var = &mut self.vars[v.0 as usize];
            if !var.is_constexpr && !var.is_extern && !is_system {
                var.is_system = false;
                self.settle(v);
            }
        }
    }

    fn specialise_function(&mut self, specs: &'a ast::DeclSpecs, declarator: &'a ast::Declarator, def: Option<&'a ast::FunctionDef>) {
        let Some(path) = declarator.path() else { return };
        let Some(last) = path.segments.last() else { return };
        let (home, class, scope) = self.target_of(Some(path));
        let name = match class {
            Some(c) => self.member_name(c, last),
            None => segment_text(&last.name),
        };
        let found = match class {
            Some(_) => self.own_name(home, &name, Want::Any),
            None if path.segments.len() > 1 => self.lookup_in(home, &name, Want::Any),
            None => self.lookup(&name, Want::Any),
        };
        let Some(Entity::Functions(set)) = found else {
            self.report(errors::not_a_template(last.span, &name));
            return;
        };
        let Some(params) = declarator.params() else { return };
        let types: Vec<QualType> = self.within(scope, |sema| sema.param_list(params).iter().map(|p| bare(p.ty)).collect());
        // A member of an instance: `template <> void Vec<int>::f()`.
        if let (Some(_), Some(def), None) = (class, def, &last.args) {
            for f in &set {
                if let FuncRef::Plain(f) = f
                    && self.funcs[f.0 as usize].ty.params == types
                {
                    let func = &mut self.funcs[f.0 as usize];
                    func.body = Body::Ast(def);
                    func.scope = scope;
                    for (p, n) in func.params.iter_mut().zip(functions::names_of(declarator)) {
                        p.name = n;
                    }
                    return;
                }
            }
        }
        let saved = self.auto_type;
        if is_auto(specs) {
            self.auto_type = Some(self.common.void.into());
        }
        let base = self.within(scope, |s| s.specified_type(specs));
        let declared = self.within(scope, |s| s.declarator(base, declarator));
        self.auto_type = saved;
        let result = self.written_result(specs, declared.ty);
        let mut best: Option<(FnTemplateId, Vec<TArg>)> = None;
        for f in set {
            if let FuncRef::Template(id) = f
                && let Some(args) = self.specialised_arguments(id, last.args.as_deref(), &types, result)
                && best.as_ref().is_none_or(|(b, _)| self.is_more_specialised(id, *b))
            {
                best = Some((id, args));
            }
        }
        let Some((id, args)) = best else {
            self.report(errors::specialises_nothing(last.span, &name));
            return;
        };
        if let Some(Some(existing)) = self.fn_templates[id.0 as usize].instances.get(&args).copied() {
            let func = &mut self.funcs[existing.0 as usize];
            if let Some(def) = def {
                func.body = Body::Ast(def);
                func.params.iter_mut().zip(functions::names_of(declarator)).for_each(|(p, n)| p.name = n);
                func.span = last.span;
            }
            return;
        }
        let mut new = NewFunction::new(specs, declared, def, None, home, class, scope);
        new.template = Some((id, args.clone()));
        if let Some(f) = self.declare_function(new) {
            self.take_defaults(f, id, &args);
            self.fn_templates[id.0 as usize].instances.insert(args, Some(f));
            if def.is_some() && !self.funcs[f.0 as usize].is_system {
                self.request_body(f);
            }
        }
    }

    /// Gives a specialisation the default arguments, which the template has alone ([temp.expl.spec]/14).
    fn take_defaults(&mut self, f: FuncId, id: FnTemplateId, args: &[TArg]) {
        let template = &self.fn_templates[id.0 as usize];
        let (params, scope) = (template.params, template.scope);
        let Some(list) = template.declarator.params().filter(|list| list.params.iter().any(|p| p.default.is_some())) else { return };
        let given: Vec<Option<TArg>> = args.iter().cloned().map(Some).collect();
        if given.len() != params.len() {
            return;
        }
        let Some((_, scope)) = self.complete_arguments(params, &given, scope, Span::default()) else { return };
        let primary = self.within(scope, |sema| sema.param_list(list));
        for (own, theirs) in self.funcs[f.0 as usize].params.iter_mut().zip(primary) {
            (own.default, own.default_scope) = (theirs.default, theirs.default_scope);
        }
    }

    /// The result of a function that is declared as `ty`, unless its body says what it is.
    fn written_result(&self, specs: &ast::DeclSpecs, ty: QualType) -> Option<QualType> {
        match self.ty(ty.ty) {
            Type::Function(f) if !is_auto(specs) => Some(f.result),
            _ => None,
        }
    }

    pub(super) fn explicit_instantiation(&mut self, d: &'a Decl) {
        let DeclKind::Simple(s) = &d.kind else { return };
        if s.declarators.is_empty() {
            if let Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(spec), .. }) = &s.specs.ty
                && let Some(path) = &spec.name
            {
                let q = self.type_path(path);
                self.make_complete(q.ty);
            }
            return;
        }
        for one in &s.declarators {
            let Some(path) = one.declarator.path() else { continue };
            let Some(last) = path.segments.last() else { continue };
            let Some(params) = one.declarator.params() else { continue };
            let types: Vec<QualType> = self.param_list(params).iter().map(|p| bare(p.ty)).collect();
            let result = if is_auto(&s.specs) {
                None
            } else {
                let base = self.specified_type(&s.specs);
                let declared = self.declarator(base, &one.declarator).ty;
                self.written_result(&s.specs, declared)
            };
            let Some(Entity::Functions(set)) = self.resolve(path, Want::Any).map(|r| r.entity) else { continue };
            for f in set {
                if let FuncRef::Template(id) = f
                    && let Some(args) = self.specialised_arguments(id, last.args.as_deref(), &types, result)
                    && let Some(f) = self.instantiate_function(id, args.into_iter().map(Some).collect())
                {
                    let id = self.use_function(f);
                    self.asked_instances.push(id);
                }
            }
        }
    }
}
