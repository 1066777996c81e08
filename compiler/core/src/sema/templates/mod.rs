//! Instantiation: lazy, keyed by (template, arguments). The body's syntax is checked again with the parameters bound.
//!
//! Classes and variables here, with the choice among partial specialisations; functions in `function`, what of a class
//! stands outside of it in `outside`.

mod arguments;
mod class_deduction;
mod constants;
mod function;
mod objects;
mod outside;
mod packs;

use super::deduce::{ArgPattern, Bindings, Holes};
use super::entity::{ClassState, Entity, Partial, ScopeId, ScopeKind, TArg, TemplateId, TemplateKind};
use super::{Sema, errors};
use crate::hir::ClassId;
pub(super) use arguments::{has_default, pack_up, param_names};
pub(super) use class_deduction::Guide;
pub(super) use constants::Shape;
use kern_diag::Span;
use kern_syntax::ast;
pub(super) use objects::takes_object;
pub(super) use outside::outside_path;

/// Nested instantiations before kern gives up, as nvcc's default; fewer in a page, whose stack is the browser's.
const MAX_INSTANTIATION_DEPTH: u32 = if cfg!(target_family = "wasm") { 100 } else { 200 };

/// Default arguments that need one another: each takes several times the stack of an instance, and a page's stack is small.
const MAX_DEFAULT_DEPTH: u32 = 50;

/// Most instances of templates in one program.
const MAX_INSTANCES: u32 = 50_000;

/// What a class of the library is called that mostly goes by another name.
fn usual_name(prefix: &str, name: String) -> String {
    let usual = match name.as_str() {
        "basic_string<char>" => "string",
        "basic_string<wchar_t>" => "wstring",
        "basic_string<char16_t>" => "u16string",
        "basic_string<char32_t>" => "u32string",
        "basic_string_view<char>" => "string_view",
        "basic_string_view<wchar_t>" => "wstring_view",
        _ => return name,
    };
    if prefix == "std::" { usual.into() } else { name }
}

impl<'a> Sema<'a> {
    /// The instance of a class, alias or variable template; classes stay undefined until their body is needed.
    pub(super) fn instantiate_template(&mut self, id: TemplateId, flat: &[TArg], span: Span) -> Entity {
        let template = &self.templates[id.0 as usize];
        let (params, parent, kind) = (template.params, template.scope, template.kind);
        let given = pack_up(params, flat);
        let Some((args, scope)) = self.complete_arguments(params, &given, parent, span) else { return Entity::Error };
        if let Some(found) = self.templates[id.0 as usize].instances.get(&args) {
            return found.clone();
        }
        let entity = match kind {
            TemplateKind::Class(spec) => {
                let name = format!("{}{}", self.templates[id.0 as usize].name, self.show_args(&args));
                let prefix = self.scope_prefix(parent);
                let name = usual_name(&prefix, name);
                let home = self.home_of_template(parent);
                let class =
                    self.new_class(format!("{prefix}{name}").into(), self.templates[id.0 as usize].name.clone(), spec.key, home, span);
                self.class_info_mut(class).template = Some((id, args.clone()));
                Entity::Type(self.class_type(class).into())
            }
            TemplateKind::Alias(ty) => {
                if !self.may_instantiate(span) {
                    return Entity::Error;
                }
                self.instantiation_depth += 1;
                let q = self.within(scope, |sema| sema.type_name(ty));
                self.instantiation_depth -= 1;
                if self.is_error(q.ty) { Entity::Error } else { Entity::Type(q) }
            }
            TemplateKind::Variable(decl) if decl.specs.flags.is_concept => self.concept_value(id, &args, scope),
            TemplateKind::Variable(_) => self.instantiate_variable(id, &args, scope),
        };
        if !(entity == Entity::Error && self.quiet > 0) {
            self.templates[id.0 as usize].instances.insert(args, entity.clone());
        }
        entity
    }

    /// The class or namespace of a template whose names are looked up in `scope`, which may bind parameters of the classes around.
    fn home_of_template(&self, scope: ScopeId) -> ScopeId {
        let s = self.scope_of(scope);
        match (&s.kind, s.parent) {
            (ScopeKind::Local, Some(parent)) => self.home_of_template(parent),
            _ => scope,
        }
    }

    fn instantiate_variable(&mut self, id: TemplateId, args: &[TArg], scope: ScopeId) -> Entity {
        let (decl, scope) = match self.choose_partial(id, args) {
            Some((Partial { kind: TemplateKind::Variable(decl), .. }, scope)) => (decl, scope),
            _ => match self.templates[id.0 as usize].kind {
                TemplateKind::Variable(decl) => (decl, scope),
                _ => return Entity::Error,
            },
        };
        let home = self.templates[id.0 as usize].scope;
        match self.within(scope, |sema| sema.template_variable(decl, home, args)) {
            Some(var) => Entity::Var(var),
            None => Entity::Error,
        }
    }

    /// The most specialised partial specialisation that matches, with its parameters bound.
    fn choose_partial(&mut self, id: TemplateId, args: &[TArg]) -> Option<(Partial<'a>, ScopeId)> {
        let mut best: Option<(Partial<'a>, Bindings, Vec<ArgPattern>)> = None;
        for i in 0..self.templates[id.0 as usize].partials.len() {
            let partial = self.templates[id.0 as usize].partials[i];
            let names = param_names(partial.params);
            let holes = Holes { names: &names, auto: None };
            let patterns: Vec<ArgPattern> =
                self.within(partial.scope, |sema| partial.args.iter().map(|a| sema.argument_pattern(a, &holes)).collect());
            let mut bindings = vec![None; partial.params.len()];
            let saved = std::mem::replace(&mut self.lenient, false);
            let is_variadic = args.iter().any(|a| matches!(a, TArg::Pack(_)));
            let flat: usize = args.iter().map(|a| if let TArg::Pack(list) = a { list.len() } else { 1 }).sum();
            let takes_rest = matches!(patterns.last(), Some(ArgPattern::Pack(_)));
            let counts = if is_variadic && !takes_rest { patterns.len() == flat } else { true };
            let fits = counts && self.deduce_arguments(&patterns, args, &mut bindings);
            self.lenient = saved;
            if !fits || !self.partial_holds(&partial, &bindings, args) {
                continue;
            }
            let head = |p: &Partial<'a>, b: &'_ Bindings| (p.params, b.clone(), p.scope);
            let better = match &best {
                None => true,
                Some((other, others, old)) => {
                    let old = old.clone();
                    let (covered, covers) =
                        (self.arguments_cover(&old, &patterns, &mut Vec::new()), self.arguments_cover(&patterns, &old, &mut Vec::new()));
                    covered && (!covers || self.partial_more_constrained(head(&partial, &bindings), head(other, others)))
                }
            };
            if better {
                best = Some((partial, bindings, patterns));
            }
        }
        let (partial, bindings, _) = best?;
        let (_, scope) = self.complete_arguments(partial.params, &bindings, partial.scope, Span::default())?;
        Some((partial, scope))
    }

    /// Substitutes what was deduced into the written arguments: `enable_if_t<…>` in them must hold and all must agree.
    fn partial_holds(&mut self, partial: &Partial<'a>, bindings: &Bindings, args: &[TArg]) -> bool {
        let partial = *partial;
        let mut flat = Vec::new();
        for a in args {
            match a {
                TArg::Pack(list) => flat.extend(list.iter().cloned()),
                other => flat.push(other.clone()),
            }
        }
        let args = flat;
        let bindings = bindings.clone();
        // A question of its own, also where it is asked to find out about a conversion.
        let outer = std::mem::replace(&mut self.in_user_conversion, false);
        let holds = self.quietly(move |sema| {
            let (_, scope) = sema.complete_arguments(partial.params, &bindings, partial.scope, Span::default())?;
            sema.within(scope, |sema| {
                // What a pack takes stands last, and agrees.
                for (i, a) in partial.args.iter().take_while(|a| !matches!(a, ast::TemplateArg::Pack(_))).enumerate() {
                    let want = args.get(i)?;
                    match (want, a) {
                        (TArg::Type(want), ast::TemplateArg::Type(name)) => {
                            let q = sema.type_name(name);
                            if q != *want {
                                return None;
                            }
                        }
                        (TArg::Int(want, _), ast::TemplateArg::Expr(e)) => {
                            let v = sema.expr(e);
                            let v = sema.rvalue(v);
                            if sema.evaluate_int(&v.e).ok()? != *want {
                                return None;
                            }
                        }
                        _ => {}
                    }
                }
                Some(())
            })
        });
        self.in_user_conversion = outer;
        holds.is_some()
    }

    /// Whether one more instance may be made; if not, that is the last thing told.
    pub(super) fn may_instantiate(&mut self, span: Span) -> bool {
        if self.endless.is_some() {
            return false;
        }
        self.instances += 1;
        if self.instantiation_depth > MAX_INSTANTIATION_DEPTH || self.frame_depth() > MAX_INSTANTIATION_DEPTH {
            self.endless = Some(Box::new(errors::instantiation_too_deep(span, MAX_INSTANTIATION_DEPTH)));
        } else if self.instances > MAX_INSTANCES {
            self.endless = Some(Box::new(errors::too_many_instances(span, MAX_INSTANCES)));
        }
        self.endless.is_none()
    }

    /// Gives an instance of a class template its members.
    pub(super) fn instantiate_class(&mut self, class: ClassId) {
        if let Some((spec, scope)) = self.member_classes.remove(&class) {
            self.define_instance(class, spec, scope);
            return;
        }
        let Some((id, args)) = self.class_info(class).template.clone() else { return };
        if self.class_info(class).state != ClassState::Declared {
            return;
        }
        if !self.may_instantiate(self.class_info(class).span) {
            return;
        }
        let template = &self.templates[id.0 as usize];
        let (params, parent, kind) = (template.params, template.scope, template.kind);
        let TemplateKind::Class(primary) = kind else { return };
        let (spec, scope) = match self.choose_partial(id, &args) {
            Some((Partial { kind: TemplateKind::Class(spec), args, .. }, scope)) => {
                self.class_info_mut(class).partial = Some(args);
                (spec, scope)
            }
            _ => {
                if primary.members.is_none() {
                    return;
                }
                let given: Vec<Option<TArg>> = args.iter().cloned().map(Some).collect();
                let Some((_, scope)) = self.complete_arguments(params, &given, parent, Span::default()) else { return };
                let own_names = self.templates[id.0 as usize].own_names;
                (primary, self.own_names(own_names, &args, scope))
            }
        };
        self.instantiation_depth += 1;
        self.define_instance(class, spec, scope);
        for i in 0..self.templates[id.0 as usize].outside.len() {
            let outside = self.templates[id.0 as usize].outside[i];
            self.attach_outside(class, outside);
        }
        self.instantiation_depth -= 1;
    }

    /// An instantiation is a matter of its own: what surrounds the place that needs it does not count.
    fn define_instance(&mut self, class: ClassId, spec: &'a ast::ClassSpec, scope: ScopeId) {
        let (quiet, lenient, auto) = (self.quiet, std::mem::take(&mut self.lenient), self.auto_type.take());
        let converting = std::mem::replace(&mut self.in_user_conversion, false);
        self.define_class(class, spec, scope);
        (self.quiet, self.lenient, self.auto_type) = (quiet, lenient, auto);
        self.in_user_conversion = converting;
    }
}
