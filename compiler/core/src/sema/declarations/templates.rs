//! Declarations of templates (C++17 [temp]): of classes, functions, variables and aliases, and of their members outside.
//!
//! A template is kept as syntax with the scope it stands in; what it means is asked anew for each instance.

use super::is_auto;
use crate::hir::ClassId;
use crate::sema::deduce::Holes;
use crate::sema::entity::{
    Body, Entity, FnTemplate, FnTemplateHead, FnTemplateId, FuncRef, Name, Outside, Partial, ScopeId, ScopeKind, TArg, Template,
    TemplateId, TemplateKind, Var, VarId,
};
use crate::sema::scope::Want;
use crate::sema::specifiers::segment_text;
use crate::sema::{Sema, errors, functions, templates};
use kern_diag::Span;
use kern_syntax::ast::{self, Decl, DeclKind};
use std::collections::HashMap;

impl<'a> Sema<'a> {
    /// `template <…> …` in a namespace (`class` is `None`) or class.
    pub(in crate::sema) fn template_declaration(
        &mut self,
        t: &'a ast::TemplateDecl,
        span: Span,
        class: Option<ClassId>,
        access: ast::Access,
    ) {
        if t.params.is_empty() {
            self.explicit_specialisation(&t.decl, span);
            return;
        }
        match &t.decl.kind {
            DeclKind::Simple(d) => match (&d.specs.ty, d.declarators.as_slice()) {
                (Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(spec), .. }), []) => match &spec.name {
                    // A member class of a class template, defined outside.
                    Some(path) if spec.members.is_some() && is_in_instance(path) => self.outside_member(path, &t.params, &t.decl),
                    _ => self.class_template(t, spec, span),
                },
                // A member enumeration of a class template, defined outside.
                (Some(ast::TypeSpec { kind: ast::TypeSpecKind::Enum(spec), .. }), []) => match &spec.name {
                    Some(path) if spec.enumerators.is_some() && is_in_instance(path) => self.outside_member(path, &t.params, &t.decl),
                    _ => self.report(errors::unsupported(span, "this kind of template")),
                },
                (_, [one]) => {
                    if one.declarator.params().is_some() {
                        self.function_template(t, &d.specs, &one.declarator, None, one.asm_label.as_deref(), class, access);
                    } else {
                        self.variable_template(t, d, one);
                    }
                }
                _ => self.report(errors::unsupported(span, "this kind of template")),
            },
            DeclKind::Function(def) => self.function_template(t, &def.specs, &def.declarator, Some(def), None, class, access),
            DeclKind::Alias { name, ty } => {
                if !ty.specs.align().is_empty() {
                    self.report(errors::unsupported(name.span, "an alias template that asks for an alignment"));
                }
                self.add_template(name.name.clone(), TemplateKind::Alias(ty), &t.params, name.span);
            }
            DeclKind::Template(inner) => {
                // A member template of a class template, defined outside.
                match (templates::outside_path(&inner.decl), &inner.decl.kind) {
                    (Some(path), _) => self.outside_member(path, &t.params, &t.decl),
                    (None, DeclKind::Friend(_) | DeclKind::Error | DeclKind::Empty) => {}
                    (None, _) => self.report(errors::unsupported(span, "this kind of template")),
                }
            }
            DeclKind::Friend(_) | DeclKind::Error | DeclKind::Empty => {}
            _ => self.report(errors::unsupported(span, "this kind of template")),
        }
    }

    fn add_template(&mut self, name: Name, kind: TemplateKind<'a>, params: &'a [ast::TemplateParam], span: Span) -> TemplateId {
        let scope = self.scope;
        self.templates.push(Template {
            name: name.clone(),
            kind,
            params,
            own_names: &[],
            scope,
            partials: Vec::new(),
            instances: HashMap::new(),
            outside: Vec::new(),
            span,
        });
        let id = TemplateId(self.templates.len() as u32 - 1);
        self.declare(scope, &name, Entity::Template(id), span);
        id
    }

    fn class_template(&mut self, t: &'a ast::TemplateDecl, spec: &'a ast::ClassSpec, span: Span) {
        let Some(path) = &spec.name else { return };
        let Some(last) = path.segments.last() else { return };
        let name = segment_text(&last.name);
        self.template_default_rules(&t.params);
        let existing = if path.segments.len() > 1 {
            self.quietly(|s| s.resolve_without_arguments(path))
        } else {
            let scope = self.scope;
            self.own_name(scope, &name, Want::Any)
        };
        match (existing, &last.args) {
            (Some(Entity::Template(id)), Some(args)) => {
                let scope = self.scope;
                self.templates[id.0 as usize].partials.push(Partial { params: &t.params, args, kind: TemplateKind::Class(spec), scope });
            }
            (Some(Entity::Template(id)), None) => {
                let params = self.templates[id.0 as usize].params;
                let twice = params.iter().zip(&t.params).find(|(old, new)| has_default_param(old) && has_default_param(new));
                if let Some((old, new)) = twice {
                    self.report(errors::default_given_twice(new.span, old.span));
                }
                let template = &mut self.templates[id.0 as usize];
                let TemplateKind::Class(old) = template.kind else { return };
                if spec.members.is_none() {
                    if t.params.iter().any(has_default_param) {
                        if old.members.is_some() {
                            template.own_names = template.params;
                        }
                        template.params = &t.params;
                    }
                    return;
                }
                if old.members.is_some() {
                    let earlier = template.span;
                    self.report(errors::redefinition(&name, last.span, earlier, false));
                    return;
                }
                template.kind = TemplateKind::Class(spec);
                if template.params.iter().any(has_default_param) {
                    template.own_names = &t.params;
                } else {
                    template.params = &t.params;
                }
                template.span = last.span;
            }
            (Some(Entity::Type(q)), Some(_)) if self.template_of(q.ty).is_some() => {
                let Some(id) = self.template_of(q.ty) else { return };
                let scope = self.scope;
                if let Some(args) = &last.args {
                    self.templates[id.0 as usize].partials.push(Partial {
                        params: &t.params,
                        args,
                        kind: TemplateKind::Class(spec),
                        scope,
                    });
                }
            }
            (None, Some(_)) => self.report(errors::not_a_template(last.span, &name)),
            _ => {
                self.add_template(name, TemplateKind::Class(spec), &t.params, if last.span == Span::default() { span } else { last.span });
            }
        }
    }

    /// Behind a parameter with a default all have one ([temp.param]/11); functions may deduce what follows.
    fn template_default_rules(&mut self, params: &[ast::TemplateParam]) {
        let Some(first) = params.iter().position(has_default_param) else { return };
        if let Some(without) = params[first..].iter().find(|p| !has_default_param(p) && !p.is_pack) {
            self.report(errors::default_in_the_middle(without.span, params[first].span));
        }
    }

    fn resolve_without_arguments(&mut self, path: &'a ast::Path) -> Option<Entity> {
        let (scope, _, _) = self.target_of(Some(path));
        let last = path.segments.last()?;
        let text = segment_text(&last.name);
        if path.segments.len() > 1 || path.is_global { self.lookup_in(scope, &text, Want::Type) } else { self.lookup(&text, Want::Type) }
    }

    fn variable_template(&mut self, t: &'a ast::TemplateDecl, d: &'a ast::SimpleDecl, one: &'a ast::InitDeclarator) {
        let Some(path) = one.declarator.path() else { return };
        let Some(last) = path.segments.last() else { return };
        let name = segment_text(&last.name);
        if path.segments.len() > 1 {
            if is_in_instance(path) {
                self.outside_member(path, &t.params, &t.decl);
            } else {
                let (home, _, _) = self.target_of(Some(path));
                match (self.own_name(home, &name, Want::Any), &last.args) {
                    (Some(Entity::Template(id)), None) => self.define_variable_template(id, &t.params, d, home),
                    (Some(Entity::Template(id)), Some(args)) => {
                        let partial = Partial { params: &t.params, args, kind: TemplateKind::Variable(d), scope: home };
                        self.templates[id.0 as usize].partials.push(partial);
                    }
                    _ => {}
                }
            }
            return;
        }
        let scope = self.scope;
        match (self.own_name(scope, &name, Want::Any), &last.args) {
            (Some(Entity::Template(id)), Some(args)) => {
                self.templates[id.0 as usize].partials.push(Partial { params: &t.params, args, kind: TemplateKind::Variable(d), scope });
            }
            (Some(_), None) => {}
            _ => {
                self.add_template(name, TemplateKind::Variable(d), &t.params, last.span);
            }
        }
    }

    /// The variable that a variable template makes, in the scope that binds its parameters.
    pub(in crate::sema) fn template_variable(&mut self, d: &'a ast::SimpleDecl, home: ScopeId, args: &[TArg]) -> Option<VarId> {
        let one = d.declarators.first()?;
        let ty = if is_auto(&d.specs) {
            self.deduce_auto(&d.specs, one)?
        } else {
            let base = self.specified_type(&d.specs);
            self.declarator(base, &one.declarator).ty
        };
        let path = one.declarator.path()?;
        let last = path.segments.last()?;
        let space = self.global_space(&d.specs.flags, last.span);
        let scope = self.scope;
        let mut ty = ty;
        ty.is_const |= d.specs.flags.is_constexpr;
        // In a class it is a declaration, like that of any static member.
        let is_extern = d.specs.flags.is_static
            && !d.specs.flags.is_inline
            && one.init.is_none()
            && matches!(self.scope_of(home).kind, ScopeKind::Class(_));
        Some(self.add_var(Var {
            home,
            init: one.init.as_ref(),
            is_extern,
            is_defined: !is_extern,
            is_constexpr: d.specs.flags.is_constexpr,
            is_thread_local: d.specs.flags.is_thread_local,
            template_args: args.to_vec(),
            ..Var::new(segment_text(&last.name), ty, space, scope, last.span)
        }))
    }

    /// The definition, outside its class, of a member variable template; what was declared is what its instances were made of.
    pub(in crate::sema) fn define_variable_template(
        &mut self,
        id: TemplateId,
        params: &'a [ast::TemplateParam],
        d: &'a ast::SimpleDecl,
        scope: ScopeId,
    ) {
        let Some(one) = d.declarators.first() else { return };
        let template = &mut self.templates[id.0 as usize];
        let TemplateKind::Variable(old) = template.kind else { return };
        if old.declarators.first().is_none_or(|one| one.init.is_some()) {
            return;
        }
        (template.kind, template.scope) = (TemplateKind::Variable(d), scope);
        if !template.params.iter().any(has_default_param) {
            template.params = params;
        }
        let made = template.instances.iter().filter_map(|(args, e)| if let Entity::Var(v) = e { Some((*v, args.clone())) } else { None });
        let mut instances: Vec<(VarId, Vec<TArg>)> = made.collect();
        instances.sort_unstable_by_key(|(v, _)| *v);
        for (v, args) in instances {
            let given: Vec<Option<TArg>> = args.into_iter().map(Some).collect();
            if let Some((_, scope)) = self.complete_arguments(params, &given, scope, Span::default()) {
                self.define_instance_variable(v, &d.specs, one, scope);
            }
        }
    }

    /// A member of a class template, defined outside.
    fn outside_member(&mut self, path: &'a ast::Path, params: &'a [ast::TemplateParam], decl: &'a Decl) {
        let count = path.segments.len();
        if count < 2 {
            return;
        }
        let mut scope = None;
        let mut template = None;
        for (i, s) in path.segments[..count - 1].iter().enumerate() {
            let text = segment_text(&s.name);
            let found = match scope {
                None => self.lookup(&text, Want::Qualifier),
                Some(at) => self.lookup_in(at, &text, Want::Qualifier),
            };
            match found {
                Some(Entity::Namespace(next)) => scope = Some(next),
                Some(Entity::Template(id)) => {
                    // Classes in it belong to its instances.
                    template = Some((id, i));
                    break;
                }
                Some(Entity::Type(q)) => match self.class_of(q.ty) {
                    Some(c) => scope = Some(self.class_info(c).scope),
                    None => return,
                },
                _ => {
                    self.report(errors::unknown_scope(s.span, &text));
                    return;
                }
            }
        }
        if let Some((id, segment)) = template {
            self.keep_outside(id, Outside { params, decl, segment, around: None, partial: None });
        }
    }

    pub(in crate::sema) fn function_template(
        &mut self,
        t: &'a ast::TemplateDecl,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        def: Option<&'a ast::FunctionDef>,
        asm_label: Option<&'a ast::StringLiteral>,
        class: Option<ClassId>,
        access: ast::Access,
    ) {
        if class.is_none() && def.is_none() && self.declare_guide(&t.params, specs, declarator) {
            return;
        }
        let Some(path) = declarator.path() else { return };
        let Some(last) = path.segments.last() else { return };
        // `template <class T> void Vec<T>::f()`: a member of a class template.
        if path.segments.len() > 1 {
            let of_template = path.segments[..path.segments.len() - 1].iter().any(|s| s.args.is_some());
            if of_template {
                self.outside_member(path, &t.params, &t.decl);
                return;
            }
        }
        let (home, named_class, scope) = self.target_of(Some(path));
        let class = class.or(named_class);
        let name = match class {
            Some(c) => self.member_name(c, last),
            None => segment_text(&last.name),
        };
        let span = last.span;
        // A later declaration of the same template?
        if let Some(Entity::Functions(set)) = self.own_name(home, &name, Want::Any) {
            for f in set {
                if let FuncRef::Template(id) = f
                    && self.same_template(id, t, specs, declarator, scope)
                {
                    let old = &mut self.fn_templates[id.0 as usize];
                    if let Some(def) = def {
                        if old.def.is_some() && !old.is_system {
                            let earlier = old.span;
                            self.report(errors::redefinition(&name, span, earlier, false));
                            return;
                        }
                        old.def = Some(def);
                        let head = FnTemplateHead { params: old.params, specs: old.specs, declarator: old.declarator };
                        old.earlier.get_or_insert(head);
                        if !old.params.iter().any(has_default_param) {
                            old.params = &t.params;
                            old.specs = specs;
                            old.declarator = declarator;
                            old.scope = scope;
                        } else if old
                            .params
                            .iter()
                            .zip(&t.params)
                            .all(|(a, b)| a.name.as_ref().map(|n| &n.name) == b.name.as_ref().map(|n| &n.name))
                        {
                            old.specs = specs;
                            old.declarator = declarator;
                        }
                        old.span = span;
                        let instances: Vec<_> = old.instances.values().flatten().copied().collect();
                        for f in instances {
                            let func = &mut self.funcs[f.0 as usize];
                            if matches!(func.body, Body::None) {
                                func.body = Body::Ast(def);
                                for (p, n) in func.params.iter_mut().zip(functions::names_of(declarator)) {
                                    p.name = n;
                                }
                            }
                        }
                        self.fn_patterns.remove(&id);
                    }
                    return;
                }
            }
        }
        let is_system = self.is_system(span);
        if !is_system {
            self.kernel_template_rules(specs, declarator, span);
        }
        let head = FnTemplateHead { params: &t.params, specs, declarator };
        self.fn_templates.push(FnTemplate {
            def,
            home,
            class,
            access,
            is_system,
            asm_label: asm_label.map(|l| String::from_utf8_lossy(&l.bytes).into()),
            ..FnTemplate::new(name.clone(), head, scope, span)
        });
        let id = FnTemplateId(self.fn_templates.len() as u32 - 1);
        if let (Some(class), "%ctor") = (class, &*name) {
            self.class_info_mut(class).constructors.push(FuncRef::Template(id));
            self.class_info_mut(class).has_user_constructor = true;
        }
        if let (Some(class), "operator <conversion>") = (class, &*name) {
            self.class_info_mut(class).conversions.push(FuncRef::Template(id));
        }
        self.declare(home, &name, Entity::Functions(vec![FuncRef::Template(id)]), span);
    }

    fn same_template(
        &mut self,
        id: FnTemplateId,
        t: &'a ast::TemplateDecl,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        scope: ScopeId,
    ) -> bool {
        let old = &self.fn_templates[id.0 as usize];
        if old.params.len() != t.params.len() {
            return false;
        }
        let same_kinds = old
            .params
            .iter()
            .zip(&t.params)
            .all(|(a, b)| std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind) && a.is_pack == b.is_pack);
        if !same_kinds || old.specs.flags.device != specs.flags.device && old.specs.flags.host == specs.flags.host && !old.is_system {
            return false;
        }
        let asked = |params: &[ast::TemplateParam], d: &ast::Declarator| {
            self.written_constraints(params, d.params().and_then(|p| p.requires.as_deref()))
        };
        if asked(old.params, old.declarator) != asked(&t.params, declarator) {
            return false;
        }
        let (old_params, old_declarator, old_scope, old_specs) = (old.params, old.declarator, old.scope, old.specs);
        let (Some(a), Some(b)) = (old_declarator.params(), declarator.params()) else { return false };
        if a.params.len() != b.params.len() || a.quals != b.quals {
            return false;
        }
        // `enable_if` in a default argument or the result makes two templates of one parameter list.
        let written = |s: &ast::DeclSpecs| {
            let text = s.ty.as_ref().map_or("", |ty| self.sources.text(ty.span));
            text.split_whitespace().collect::<String>()
        };
        let result = |s: &'a ast::DeclSpecs, p: &'a ast::FunctionParams| written(p.trailing_return.as_ref().map_or(s, |t| &t.specs));
        let (first, second) = (result(old_specs, a), result(specs, b));
        let is_other = first != second && (old.def.is_some() || first.contains('<') && second.contains('<'));
        if old.def.is_some() {
            let sfinae = |p: &[ast::TemplateParam]| p.iter().any(|p| p.name.is_none() && has_default_param(p));
            if sfinae(old_params) || sfinae(&t.params) {
                return false;
            }
        }
        let old_names = templates::param_names(old_params);
        let new_names = templates::param_names(&t.params);
        // What depends on the parameters is compared as it is written, where they have the same names.
        let can_compare = old.def.is_some() || old_names == new_names;
        let are_written_alike: Vec<bool> =
            a.params.iter().zip(&b.params).map(|(x, y)| !can_compare || written(&x.specs) == written(&y.specs)).collect();
        self.quietly(|sema| {
            if is_other {
                // Written otherwise, it may still be the same type.
                let p = sema.within(old_scope, |s| s.pattern(old_specs, old_declarator, &Holes { names: &old_names, auto: None }));
                let q = sema.within(scope, |s| s.pattern(specs, declarator, &Holes { names: &new_names, auto: None }));
                if p != q || !p.is_exact() {
                    return None;
                }
            }
            for ((x, y), is_alike) in a.params.iter().zip(&b.params).zip(are_written_alike) {
                let p = sema.within(old_scope, |s| s.pattern(&x.specs, &x.declarator, &Holes { names: &old_names, auto: None }));
                let q = sema.within(scope, |s| s.pattern(&y.specs, &y.declarator, &Holes { names: &new_names, auto: None }));
                if p != q || !is_alike && !p.is_exact() {
                    return None;
                }
            }
            Some(())
        })
        .is_some()
    }
}

fn has_default_param(p: &ast::TemplateParam) -> bool {
    templates::has_default(p)
}

/// Whether a path names something in an instance of a template: `List<T>::Node`.
fn is_in_instance(path: &ast::Path) -> bool {
    matches!(path.segments.as_slice(), [around @ .., last] if last.args.is_none() && around.iter().any(|s| s.args.is_some()))
}
