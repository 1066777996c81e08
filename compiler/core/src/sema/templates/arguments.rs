//! Template arguments: converted to what the parameters ask, completed with defaults, bound to names (C++17 [temp.arg]).

use super::MAX_DEFAULT_DEPTH;
use super::objects::takes_object;
use crate::hir::{QualType, Type};
use crate::sema::entity::{Entity, FuncRef, Name, ScopeId, ScopeKind, TArg};
use crate::sema::expressions::Arg;
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// Whether a template parameter has a default argument.
pub(in crate::sema) fn has_default(p: &ast::TemplateParam) -> bool {
    use ast::TemplateParamKind as K;
    match &p.kind {
        K::Type { default } => default.is_some(),
        K::Value { default, .. } => default.is_some(),
        K::Template { default, .. } => default.is_some(),
    }
}

/// The names of template parameters.
pub(in crate::sema) fn param_names(params: &[ast::TemplateParam]) -> Vec<Option<Name>> {
    params.iter().map(|p| p.name.as_ref().map(|n| n.name.clone())).collect()
}

fn entity_of(arg: &TArg) -> Entity {
    match arg {
        TArg::Type(q) => Entity::Type(*q),
        TArg::Template(t) => Entity::Template(*t),
        TArg::Pack(list) => Entity::Pack(list.iter().map(entity_of).collect()),
        other => Entity::Value(other.clone()),
    }
}

impl<'a> Sema<'a> {
    /// Fills defaults and packs, and binds every parameter in a new scope inside `parent`.
    pub(in crate::sema) fn complete_arguments(
        &mut self,
        params: &'a [ast::TemplateParam],
        given: &[Option<TArg>],
        parent: ScopeId,
        span: Span,
    ) -> Option<(Vec<TArg>, ScopeId)> {
        let scope = self.new_scope(ScopeKind::Local, Some(parent));
        let mut args = Vec::new();
        for (i, p) in params.iter().enumerate() {
            let arg = match given.get(i).cloned().flatten() {
                Some(arg) => Some(arg),
                None if p.is_pack => Some(TArg::Pack(Vec::new())),
                None => self.within(scope, |sema| sema.nested_default(p)),
            };
            let Some(arg) = arg else {
                let name = p.name.as_ref().map_or("", |n| &n.name);
                self.report(errors::missing_template_argument(span, name, p.span));
                return None;
            };
            let arg = self.within(scope, |sema| sema.convert_argument(p, arg, span))?;
            if let Some(name) = &p.name {
                self.bind(scope, &name.name, entity_of(&arg));
            }
            args.push(arg);
        }
        if params.iter().any(|p| !p.constraints.is_empty()) && !self.check_constraints(params, &args, scope, span) {
            return None;
        }
        Some((args, scope))
    }

    /// A scope in `scope` that has the arguments by the names that the definition of a class template gives them, where the declaration
    /// with its defaults has others.
    pub(in crate::sema) fn own_names(&mut self, names: &'a [ast::TemplateParam], args: &[TArg], scope: ScopeId) -> ScopeId {
        if names.is_empty() {
            return scope;
        }
        let own = self.new_scope(ScopeKind::Local, Some(scope));
        for (p, arg) in names.iter().zip(args) {
            if let Some(name) = &p.name {
                self.bind(own, &name.name, entity_of(arg));
            }
        }
        own
    }

    /// The default argument of `p`, which ends where instantiations do if it needs itself.
    fn nested_default(&mut self, p: &'a ast::TemplateParam) -> Option<TArg> {
        if self.default_depth >= MAX_DEFAULT_DEPTH {
            self.endless.get_or_insert_with(|| Box::new(errors::instantiation_too_deep(p.span, MAX_DEFAULT_DEPTH)));
        }
        if self.endless.is_some() {
            return None;
        }
        self.default_depth += 1;
        let made = self.default_argument(p);
        self.default_depth -= 1;
        made
    }

    fn default_argument(&mut self, p: &'a ast::TemplateParam) -> Option<TArg> {
        use ast::TemplateParamKind as K;
        match &p.kind {
            K::Type { default } => {
                let q = self.type_name(default.as_ref()?);
                if self.is_error(q.ty) { None } else { Some(TArg::Type(q)) }
            }
            K::Value { default, .. } => {
                let e = default.as_ref()?;
                if let Some(of_class) = self.class_argument_for(p, (&[], &[]), e) {
                    return of_class;
                }
                self.value_argument(e, takes_object(p), |sema| sema.function_of_parameter(p))
            }
            K::Template { default, .. } => match self.resolve(default.as_ref()?, Want::Type)?.entity {
                Entity::Template(t) => Some(TArg::Template(t)),
                _ => None,
            },
        }
    }

    /// Converts a value to the type of its parameter.
    fn convert_argument(&mut self, p: &'a ast::TemplateParam, arg: TArg, span: Span) -> Option<TArg> {
        use ast::TemplateParamKind as K;
        if let TArg::Pack(list) = arg {
            let list = list.into_iter().map(|a| self.convert_argument(p, a, span)).collect::<Option<Vec<_>>>()?;
            return Some(TArg::Pack(list));
        }
        match (&p.kind, &arg) {
            (K::Type { .. }, TArg::Type(_)) | (K::Template { .. }, TArg::Template(_)) => Some(arg),
            (K::Value { specs, declarator, .. }, TArg::Int(v, from)) => {
                if matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Auto)) {
                    if !self.check_constrained_auto(specs, (*from).into(), span) {
                        return None;
                    }
                    return Some(arg);
                }
                let (v, from) = (*v, *from);
                let base = self.specified_type(specs);
                let q = self.declarator(base, declarator).ty;
                if self.is_error(q.ty) {
                    return None;
                }
                if q.ty == from && matches!(self.ty(from), Type::MemberPointer { .. }) {
                    return Some(arg);
                }
                if self.is_pointer(q.ty) && v == 0 {
                    return Some(TArg::Null(q.ty));
                }
                let to_scoped = self.is_enum(q.ty) && q.ty != from;
                if to_scoped || !(self.is_integral(q.ty) || self.is_enum(q.ty)) {
                    let (want, got) = (self.show_q(q), self.show(from));
                    self.report(errors::template_argument_type(span, &want, &got));
                    return None;
                }
                Some(TArg::Int(self.truncate_int(v, q.ty), q.ty))
            }
            (K::Value { specs, declarator, .. }, TArg::Object(var, given)) => {
                let (var, mut given) = (*var, *given);
                let is_auto = matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Auto));
                if is_auto && takes_object(p) {
                    return Some(arg);
                }
                if is_auto {
                    if let Type::Array { element, .. } = *self.ty(self.referred(given.into()).ty) {
                        given = self.pointer_to(element);
                    }
                    return Some(TArg::Object(var, given));
                }
                let base = self.specified_type(specs);
                let q = self.declarator(base, declarator).ty;
                if self.is_error(q.ty) { None } else { self.convert_object((var, given), q, span) }
            }
            (K::Value { .. }, TArg::Constant(_) | TArg::Float(..)) => self.convert_constant(p, arg, span),
            (K::Value { specs, declarator, .. }, TArg::Func(_) | TArg::Null(_)) => {
                // Its type may be none: `typename enable_if<c>::type * = nullptr`.
                let is_auto = matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Auto));
                let base = if is_auto { return Some(arg) } else { self.specified_type(specs) };
                let q = self.declarator(base, declarator).ty;
                (!self.is_error(q.ty)).then_some(arg)
            }
            _ => {
                self.report(errors::wrong_kind_of_argument(span, &self.show_arg(&arg)));
                None
            }
        }
    }

    /// The type of the functions that a parameter takes a pointer or a reference to, where the parameters before it are bound.
    fn function_of_parameter(&mut self, p: &'a ast::TemplateParam) -> Option<QualType> {
        let ast::TemplateParamKind::Value { specs, declarator, .. } = &p.kind else { return None };
        if matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Auto)) {
            return None;
        }
        let base = self.specified_type(specs);
        let q = self.declarator(base, declarator).ty;
        let target = if self.is_reference(q.ty) { Some(self.referred(q)) } else { self.function_led_to(q.ty) };
        target.filter(|t| self.is_function(t.ty))
    }

    /// The same at a place where arguments are written: `before` are all parameters and the arguments so far.
    pub(in crate::sema) fn function_asked(
        &mut self,
        p: &'a ast::TemplateParam,
        before: (&'a [ast::TemplateParam], &[TArg]),
    ) -> Option<QualType> {
        let scope = self.bound_before(before);
        self.quiet += 1;
        let target = self.within(scope, |sema| sema.function_of_parameter(p));
        self.quiet -= 1;
        target
    }

    /// A scope in which the parameters that have arguments so far stand for these.
    pub(super) fn bound_before(&mut self, before: (&'a [ast::TemplateParam], &[TArg])) -> ScopeId {
        let scope = self.new_scope(ScopeKind::Local, Some(self.scope));
        for (earlier, arg) in before.0.iter().zip(before.1) {
            if let Some(name) = &earlier.name {
                self.bind(scope, &name.name, entity_of(arg));
            }
        }
        scope
    }

    /// A non-type argument: a constant, or the address of something; `asked` finds the type of the function to choose where the
    /// name alone does not say which it is, `for_object` tells whether a variable stands for itself.
    pub(in crate::sema) fn value_argument(
        &mut self,
        e: &'a ast::Expr,
        for_object: bool,
        asked: impl FnOnce(&mut Self) -> Option<QualType>,
    ) -> Option<TArg> {
        if let Some(f) = self.named_member_function(e) {
            return Some(TArg::Func(f));
        }
        let arg = self.arg(e);
        let v = match arg {
            Arg::Overloads(o) => {
                if let [FuncRef::Plain(f)] = o.set.as_slice() {
                    return Some(TArg::Func(*f));
                }
                let target = asked(self);
                let chosen = self.choose_function(&o, target);
                if chosen.is_none() {
                    self.report(errors::not_constant(e.span, "an overloaded name".into()));
                }
                return chosen.map(TArg::Func);
            }
            Arg::Val(v) => v,
            Arg::List(_) => return None,
        };
        if let crate::hir::ExprKind::Function(id) = v.e.kind
            && let Some(&owner) = self.hir_owner.get(id.0 as usize)
        {
            return Some(TArg::Func(owner));
        }
        if let Some(object) = self.object_argument(&v, for_object) {
            return Some(object);
        }
        let v = self.rvalue(v);
        if self.is_error(v.e.ty) {
            return None;
        }
        if matches!(self.ty(v.e.ty), Type::NullPtr) {
            return Some(TArg::Null(v.e.ty));
        }
        self.constant_argument(v, e.span)
    }

    /// A value of a path that was tagged as a type.
    pub(in crate::sema) fn value_argument_path(&mut self, path: &'a ast::Path, for_object: bool) -> Option<TArg> {
        let v = self.path_value(path)?;
        if let Some(object) = self.object_argument(&v, for_object) {
            return Some(object);
        }
        let v = self.rvalue(v);
        self.constant_argument(v, path.span)
    }
}

/// Arguments in order to one for each parameter; a pack takes all that are left, those behind it are deduced ([temp.arg.explicit]).
pub(in crate::sema) fn pack_up(params: &[ast::TemplateParam], flat: &[TArg]) -> Vec<Option<TArg>> {
    let mut given = Vec::new();
    let mut at = 0;
    for p in params {
        if p.is_pack {
            given.push(flat.get(at..).filter(|rest| !rest.is_empty()).map(|rest| TArg::Pack(rest.to_vec())));
            at = flat.len();
        } else {
            given.push(flat.get(at).cloned());
            at += 1;
        }
    }
    given
}
