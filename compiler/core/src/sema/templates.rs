//! Instantiation: lazy, keyed by (template, arguments). The body's syntax is checked again with the parameters bound.

use super::Sema;
use super::deduce::{ArgPattern, Bindings, Holes, Pattern, PatternKind, decayed, unqualified};
use super::entity::{
    Body, ClassState, Entity, FnTemplateId, FuncId, FuncRef, Name, Partial, ScopeId, ScopeKind, TArg, TemplateId, TemplateKind,
};
use super::errors;
use super::expressions::{Arg, Cat};
use super::types::bare;
use crate::hir::{ClassId, QualType, Type};
use kern_diag::Span;
use kern_syntax::ast;
use std::rc::Rc;

/// Nested instantiations before kern gives up, as nvcc's default.
const MAX_INSTANTIATION_DEPTH: u32 = 200;
/// Most instances of templates in one program.
const MAX_INSTANCES: u32 = 50_000;

/// Whether a template parameter has a default argument.
pub(super) fn has_default(p: &ast::TemplateParam) -> bool {
    use ast::TemplateParamKind as K;
    match &p.kind {
        K::Type { default } => default.is_some(),
        K::Value { default, .. } => default.is_some(),
        K::Template { default, .. } => default.is_some(),
    }
}

/// The names of template parameters.
pub(super) fn param_names(params: &[ast::TemplateParam]) -> Vec<Option<Name>> {
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
    pub(super) fn complete_arguments(
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
                None => self.within(scope, |sema| sema.default_argument(p)),
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
        Some((args, scope))
    }

    fn default_argument(&mut self, p: &'a ast::TemplateParam) -> Option<TArg> {
        use ast::TemplateParamKind as K;
        match &p.kind {
            K::Type { default } => {
                let q = self.type_name(default.as_ref()?);
                if self.is_error(q.ty) { None } else { Some(TArg::Type(q)) }
            }
            K::Value { default, .. } => self.value_argument(p, default.as_ref()?),
            K::Template { default, .. } => match self.resolve(default.as_ref()?, super::scope::Want::Type)?.entity {
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
                    return Some(arg);
                }
                let (v, from) = (*v, *from);
                let base = self.specified_type(specs);
                let q = self.declarator(base, declarator).ty;
                if self.is_error(q.ty) {
                    return None;
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
            (K::Value { .. }, TArg::Func(_) | TArg::Null(_)) => Some(arg),
            _ => {
                self.report(errors::wrong_kind_of_argument(span, &self.show_arg(&arg)));
                None
            }
        }
    }

    /// A non-type argument: a constant, or the address of something.
    pub(super) fn value_argument(&mut self, _param: &'a ast::TemplateParam, e: &'a ast::Expr) -> Option<TArg> {
        let arg = self.arg(e);
        let v = match arg {
            Arg::Overloads(o) => {
                return match o.set.as_slice() {
                    [FuncRef::Plain(f)] => Some(TArg::Func(*f)),
                    _ => {
                        self.report(errors::not_constant(e.span, "an overloaded name".into()));
                        None
                    }
                };
            }
            Arg::Val(v) => v,
            Arg::List(_) => return None,
        };
        if let crate::hir::ExprKind::Function(id) = v.e.kind
            && let Some(i) = self.funcs.iter().position(|f| f.hir == Some(id))
        {
            return Some(TArg::Func(FuncId(i as u32)));
        }
        let v = self.rvalue(v);
        if self.is_error(v.e.ty) {
            return None;
        }
        if matches!(self.ty(v.e.ty), Type::NullPtr) {
            return Some(TArg::Null(v.e.ty));
        }
        match self.evaluate_int(&v.e) {
            Ok(n) => Some(TArg::Int(n, v.e.ty)),
            Err(why) => {
                self.report(errors::not_constant(e.span, why));
                None
            }
        }
    }

    /// A value of a path that was tagged as a type.
    pub(super) fn value_argument_path(&mut self, _param: &'a ast::TemplateParam, path: &'a ast::Path) -> Option<TArg> {
        let v = self.path_value(path)?;
        let v = self.rvalue(v);
        match self.evaluate_int(&v.e) {
            Ok(n) => Some(TArg::Int(n, v.e.ty)),
            Err(why) => {
                self.report(errors::not_constant(path.span, why));
                None
            }
        }
    }

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
                let class =
                    self.new_class(format!("{prefix}{name}").into(), self.templates[id.0 as usize].name.clone(), spec.key, parent, span);
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
            TemplateKind::Variable(_) => self.instantiate_variable(id, &args, scope),
        };
        if !(entity == Entity::Error && self.quiet > 0) {
            self.templates[id.0 as usize].instances.insert(args, entity.clone());
        }
        entity
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
            let better = match &best {
                None => true,
                Some((_, _, old)) => {
                    let old = old.clone();
                    self.arguments_cover(&old, &patterns, &mut Vec::new()) && !self.arguments_cover(&patterns, &old, &mut Vec::new())
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
        self.quietly(move |sema| {
            let (_, scope) = sema.complete_arguments(partial.params, &bindings, partial.scope, Span::default())?;
            sema.within(scope, |sema| {
                let mut flat = Vec::new();
                for a in partial.args {
                    match a {
                        ast::TemplateArg::Pack(_) => return Some(()),
                        a => flat.push(a),
                    }
                }
                for (i, a) in flat.into_iter().enumerate() {
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
        })
        .is_some()
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
            Some((Partial { kind: TemplateKind::Class(spec), .. }, scope)) => (spec, scope),
            _ => {
                if primary.members.is_none() {
                    return;
                }
                let given: Vec<Option<TArg>> = args.iter().cloned().map(Some).collect();
                let Some((_, scope)) = self.complete_arguments(params, &given, parent, Span::default()) else { return };
                (primary, scope)
            }
        };
        self.instantiation_depth += 1;
        // An instantiation is a matter of its own: what surrounds the place that needs it does not count.
        let (quiet, lenient, auto) = (self.quiet, std::mem::take(&mut self.lenient), self.auto_type.take());
        self.define_class(class, spec, scope);
        (self.quiet, self.lenient, self.auto_type) = (quiet, lenient, auto);
        for i in 0..self.templates[id.0 as usize].outside.len() {
            let (params, decl) = self.templates[id.0 as usize].outside[i];
            self.attach_outside(class, params, decl);
        }
        self.instantiation_depth -= 1;
    }

    /// Patterns of a function template's parameters.
    fn function_patterns(&mut self, id: FnTemplateId) -> Rc<Vec<Pattern>> {
        if let Some(found) = self.fn_patterns.get(&id) {
            return found.clone();
        }
        let t = &self.fn_templates[id.0 as usize];
        let (params, declarator, scope, lambda) = (t.params, t.declarator, t.scope, t.lambda);
        let mut names = param_names(params);
        let list = match lambda {
            Some(l) => l.params.as_ref(),
            None => super::specifiers::declarator_params(declarator),
        };
        let first_auto = names.len();
        let count = list.map_or(0, |p| p.params.len());
        names.extend((0..count).map(|_| None));
        let patterns: Vec<Pattern> = self.within(scope, |sema| {
            let Some(list) = list else { return Vec::new() };
            list.params
                .iter()
                .enumerate()
                .map(|(i, p)| {
                    let holes = Holes { names: &names, auto: Some(first_auto + i) };
                    sema.pattern(&p.specs, &p.declarator, &holes)
                })
                .collect()
        });
        let patterns = Rc::new(patterns);
        self.fn_patterns.insert(id, patterns.clone());
        patterns
    }

    /// Number of holes: template parameters, and one for each parameter of a generic lambda.
    fn hole_count(&self, id: FnTemplateId) -> usize {
        let t = &self.fn_templates[id.0 as usize];
        t.params.len() + t.lambda.and_then(|l| l.params.as_ref()).map_or(0, |p| p.params.len())
    }

    /// Deduces the template arguments of a call and declares the instance. `None` when it is no candidate.
    pub(super) fn deduce_call(&mut self, id: FnTemplateId, explicit: Option<&'a [ast::TemplateArg]>, args: &[Arg<'a>]) -> Option<FuncId> {
        let patterns = self.function_patterns(id);
        let mut bindings = self.explicit_bindings(id, explicit)?;
        let given: Vec<bool> = bindings.iter().map(|b| matches!(b, Some(a) if !matches!(a, TArg::Pack(_)))).collect();
        let saved = std::mem::replace(&mut self.lenient, true);
        let mut ok = true;
        for (i, p) in patterns.iter().enumerate() {
            if let PatternKind::Pack(inner) = &p.kind {
                let rest: Vec<Arg<'a>> = args.get(i..).unwrap_or(&[]).to_vec();
                ok = self.deduce_pack(&mut bindings, rest.len(), |sema, k, b| sema.deduce_parameter(inner, &rest[k], b));
                break;
            }
            let Some(arg) = args.get(i) else { break };
            let mut holes = Vec::new();
            holes_of(p, &mut holes);
            if holes.is_empty() || holes.iter().all(|&h| given.get(h).copied().unwrap_or(false)) {
                continue;
            }
            if !self.deduce_parameter(p, arg, &mut bindings) {
                ok = false;
                break;
            }
        }
        self.lenient = saved;
        if !ok {
            return None;
        }
        self.instantiate_function(id, bindings)
    }

    fn explicit_bindings(&mut self, id: FnTemplateId, explicit: Option<&'a [ast::TemplateArg]>) -> Option<Bindings> {
        let params = self.fn_templates[id.0 as usize].params;
        let mut bindings: Bindings = vec![None; self.hole_count(id)];
        if let Some(explicit) = explicit {
            let flat = self.quietly(|sema| sema.arguments_for(params, explicit, Span::default()))?;
            for (i, given) in pack_up(params, &flat).into_iter().enumerate() {
                bindings[i] = given;
            }
        }
        Some(bindings)
    }

    /// Matches one parameter of a call ([temp.deduct.call]).
    fn deduce_parameter(&mut self, p: &Pattern, arg: &Arg<'a>, bindings: &mut Bindings) -> bool {
        let v = match arg {
            Arg::Val(v) => v,
            Arg::List(list) => return self.deduce_list(p, list, bindings),
            Arg::Overloads(o) => {
                // Only a single function tells its type.
                if let [FuncRef::Plain(f)] = o.set.as_slice() {
                    let ty = self.types.intern(Type::Function(self.funcs[f.0 as usize].ty.clone()));
                    let q: QualType = self.pointer_to(ty.into()).into();
                    return self.deduce(&unqualified(decayed(strip_reference(p.clone()))), q, bindings);
                }
                return true;
            }
        };
        if self.is_error(v.e.ty) {
            return false;
        }
        let a = QualType { ty: v.e.ty, is_const: v.e.is_const, is_volatile: v.e.is_volatile, is_restrict: false };
        let a = self.const_in_elements(a);
        let q = match &p.kind {
            PatternKind::Reference(inner, true) if v.cat == Cat::L && matches!(inner.kind, PatternKind::Param(_)) && !inner.is_const => {
                // A forwarding reference: an lvalue makes the parameter a reference.
                let r = self.reference_to(a, false);
                return self.deduce(inner, r.into(), bindings);
            }
            PatternKind::Reference(inner, _) => {
                let inner = (**inner).clone();
                return self.deduce_with_bases(&inner, a, bindings);
            }
            _ => bare(self.decayed(a).into()),
        };
        let p = unqualified(p.clone());
        self.deduce_with_bases(&p, q, bindings)
    }

    fn deduce_with_bases(&mut self, p: &Pattern, q: QualType, bindings: &mut Bindings) -> bool {
        let before = bindings.clone();
        if let Some(_class) = self.class_of(q.ty) {
            self.make_complete(q.ty);
        }
        if self.deduce(p, q, bindings) {
            return true;
        }
        let (inner, q, is_pointer) = match (&p.kind, self.ty(q.ty).clone()) {
            (PatternKind::Pointer(inner), Type::Pointer(to)) => ((**inner).clone(), to, true),
            _ => (p.clone(), q, false),
        };
        let PatternKind::Template(..) = inner.kind else { return false };
        let Some(class) = self.class_of(q.ty) else { return false };
        for i in 0..self.class_info(class).bases.len() {
            let base = self.class_info(class).bases[i].class;
            *bindings = before.clone();
            let ty = self.class_type(base);
            let _ = is_pointer;
            if self.deduce_with_bases(&inner, QualType { ty, ..q }, bindings) {
                return true;
            }
        }
        false
    }

    /// `std::initializer_list<T>` and arrays deduce from a braced list; other parameters learn nothing from one.
    fn deduce_list(&mut self, p: &Pattern, list: &'a ast::InitList, bindings: &mut Bindings) -> bool {
        let p = strip_reference(p.clone());
        let element = match &p.kind {
            PatternKind::Template(super::deduce::TemplatePattern::Known(id), args)
                if &*self.templates[id.0 as usize].name == "initializer_list" =>
            {
                match args.as_slice() {
                    [ArgPattern::Type(p)] => p.clone(),
                    _ => return true,
                }
            }
            PatternKind::Array(element, length) => {
                if let Some(ArgPattern::Param(i)) = length.as_deref()
                    && let Some(slot @ None) = bindings.get_mut(*i)
                {
                    *slot = Some(TArg::Int(list.items.len() as i128, self.common.ulong));
                }
                (**element).clone()
            }
            PatternKind::Param(_) => return false,
            _ => return true,
        };
        for (_, e) in &list.items {
            let arg = self.arg(e);
            if !self.deduce_parameter(&unqualified(element.clone()), &arg, bindings) {
                return false;
            }
        }
        true
    }

    /// Declares the instance of a function template whose arguments were deduced.
    pub(super) fn instantiate_function(&mut self, id: FnTemplateId, bindings: Bindings) -> Option<FuncId> {
        let t = &self.fn_templates[id.0 as usize];
        let (params, parent, lambda) = (t.params, t.scope, t.lambda);
        if bindings.iter().zip(params).all(|(b, _)| b.is_some()) {
            let key: Vec<TArg> = bindings.iter().flatten().cloned().collect();
            if let Some(found) = t.instances.get(&key) {
                return *found;
            }
        }
        let span = t.span;
        if !self.may_instantiate(span) {
            return None;
        }
        self.instantiation_depth += 1;
        let made = self.quietly(|sema| {
            let (mut args, scope) =
                sema.complete_arguments(params, &bindings[..params.len().min(bindings.len())], parent, Span::default())?;
            let autos: Vec<Option<QualType>> = bindings
                .iter()
                .skip(params.len())
                .map(|b| match b {
                    Some(TArg::Type(q)) => Some(*q),
                    _ => None,
                })
                .collect();
            args.extend(bindings.iter().skip(params.len()).flatten().cloned());
            if let Some(found) = sema.fn_templates[id.0 as usize].instances.get(&args) {
                return *found;
            }
            let saved = lambda.map(|_| sema.lambda_autos.replace(autos));
            let func = sema.within(scope, |sema| sema.declare_instance(id, &args));
            if let Some(saved) = saved {
                sema.lambda_autos = saved;
            }
            sema.fn_templates[id.0 as usize].instances.insert(args, Some(func));
            Some(func)
        });
        self.instantiation_depth -= 1;
        made
    }

    /// The instance that the address of a function template needs: `void (*p)(int) = f;`, or `f<int>` with all arguments.
    pub(super) fn deduce_address(
        &mut self,
        id: FnTemplateId,
        explicit: Option<&'a [ast::TemplateArg]>,
        target: Option<QualType>,
    ) -> Option<FuncId> {
        let mut bindings = self.explicit_bindings(id, explicit)?;
        if let Some(target) = target
            && let Type::Function(f) = self.ty(target.ty).clone()
        {
            let patterns = self.function_patterns(id);
            let patterns: Vec<Pattern> = patterns.iter().cloned().map(|p| unqualified(decayed(p))).collect();
            if patterns.len() != f.params.len() {
                return None;
            }
            let saved = std::mem::replace(&mut self.lenient, false);
            let ok = patterns.iter().zip(&f.params).all(|(p, q)| {
                let mut holes = Vec::new();
                holes_of(p, &mut holes);
                holes.is_empty() || self.deduce(p, *q, &mut bindings)
            });
            self.lenient = saved;
            if !ok {
                return None;
            }
        }
        self.instantiate_function(id, bindings)
    }

    /// Which arguments make an explicit specialisation with these parameter types out of a template.
    pub(super) fn specialised_arguments(
        &mut self,
        id: FnTemplateId,
        explicit: Option<&'a [ast::TemplateArg]>,
        params: &[QualType],
    ) -> Option<Vec<TArg>> {
        let mut bindings = self.explicit_bindings(id, explicit)?;
        let patterns = self.function_patterns(id);
        if patterns.len() != params.len() {
            return None;
        }
        let saved = std::mem::replace(&mut self.lenient, false);
        let ok = patterns.iter().zip(params).all(|(p, q)| self.deduce(&unqualified(decayed(p.clone())), *q, &mut bindings));
        self.lenient = saved;
        let (template, scope) = (self.fn_templates[id.0 as usize].params, self.fn_templates[id.0 as usize].scope);
        if !ok {
            return None;
        }
        self.quietly(|sema| sema.complete_arguments(template, &bindings, scope, Span::default())).map(|(args, _)| args)
    }

    /// Whether template `a` is more specialised than `b` ([temp.func.order]).
    pub(super) fn is_more_specialised(&mut self, a: FnTemplateId, b: FnTemplateId) -> bool {
        let (pa, pb) = (self.function_patterns(a), self.function_patterns(b));
        let covers = |sema: &mut Sema<'a>, general: &[Pattern], special: &[Pattern]| {
            let mut bound = Vec::new();
            for (i, g) in general.iter().enumerate() {
                let g = unqualified(strip_reference(g.clone()));
                match special.get(i) {
                    Some(s) => {
                        let s = unqualified(strip_reference(s.clone()));
                        if !sema.pattern_covers(&g, &s, &mut bound) {
                            return false;
                        }
                    }
                    None => return matches!(g.kind, PatternKind::Pack(_)),
                }
            }
            true
        };
        let is_pack = |p: &Rc<Vec<Pattern>>| p.iter().any(|p| matches!(p.kind, PatternKind::Pack(_)));
        match (covers(self, &pb, &pa), covers(self, &pa, &pb)) {
            (true, false) => true,
            (true, true) => {
                if is_pack(&pb) != is_pack(&pa) {
                    return is_pack(&pb);
                }
                // `T const &` before `T &`, and lvalue before forwarding references, when all else is equal.
                pa.iter().zip(pb.iter()).any(|(x, y)| match (&x.kind, &y.kind) {
                    (PatternKind::Reference(x, r), PatternKind::Reference(y, s)) => (x.is_const && !y.is_const && r == s) || (!r && *s),
                    _ => false,
                })
            }
            _ => false,
        }
    }

    // Packs.

    /// One scope for each element of the packs that `mention` finds.
    fn pack_scopes(&mut self, mention: impl FnOnce(&mut dyn FnMut(&Name)), span: Span) -> Vec<ScopeId> {
        let mut names = Vec::new();
        mention(&mut |n| {
            if !names.contains(n) {
                names.push(n.clone());
            }
        });
        let mut packs = Vec::new();
        for name in names {
            if let Some(Entity::Pack(items)) = self.lookup(&name, super::scope::Want::Any) {
                packs.push((name, items));
            }
        }
        let Some(count) = packs.iter().map(|(_, items)| items.len()).max() else {
            self.report(errors::nothing_to_expand(span));
            return Vec::new();
        };
        if packs.iter().any(|(_, items)| items.len() != count) {
            self.report(errors::packs_differ(span));
            return Vec::new();
        }
        (0..count)
            .map(|i| {
                let scope = self.new_scope(ScopeKind::Local, Some(self.scope));
                for (name, items) in &packs {
                    self.bind(scope, name, items[i].clone());
                }
                scope
            })
            .collect()
    }

    pub(super) fn pack_scopes_of_param(&mut self, p: &'a ast::Param) -> Vec<ScopeId> {
        self.pack_scopes(|f| super::walk::names_in_param(p, f), p.span)
    }

    pub(super) fn pack_scopes_of_argument(&mut self, a: &'a ast::TemplateArg) -> Vec<ScopeId> {
        let span = match a {
            ast::TemplateArg::Type(t) => t.span,
            ast::TemplateArg::Expr(e) => e.span,
            ast::TemplateArg::Pack(_) => Span::default(),
        };
        self.pack_scopes(|f| super::walk::names_in_argument(a, f), span)
    }

    pub(super) fn pack_scopes_of_expr(&mut self, e: &'a ast::Expr) -> Vec<ScopeId> {
        self.pack_scopes(|f| super::walk::names_in_expr(e, f), e.span)
    }

    /// Scopes for `Bases...` and the like, where the pattern is a path.
    pub(super) fn pack_scopes_of_path(&mut self, p: &'a ast::Path) -> Vec<ScopeId> {
        self.pack_scopes(
            |f| {
                for s in &p.segments {
                    if let ast::SegmentName::Ident(n) = &s.name {
                        f(n);
                    }
                    for a in s.args.iter().flatten() {
                        super::walk::names_in_argument(a, f);
                    }
                }
            },
            p.span,
        )
    }

    /// Gives a member of class `class`, declared in its body, the definition that stands outside.
    pub(super) fn attach_outside(&mut self, class: ClassId, params: &'a [ast::TemplateParam], decl: &'a ast::Decl) {
        let Some((_, args)) = self.class_info(class).template.clone() else { return };
        let class_scope = self.class_info(class).scope;
        let given: Vec<Option<TArg>> = args.iter().cloned().map(Some).collect();
        if params.len() != given.len() {
            return;
        }
        let Some((_, scope)) = self.complete_arguments(params, &given, class_scope, Span::default()) else { return };
        match &decl.kind {
            ast::DeclKind::Function(def) => {
                let Some(path) = super::specifiers::declarator_path(&def.declarator) else { return };
                let Some(last) = path.segments.last() else { return };
                let name = self.member_name(class, last);
                let Some(Entity::Functions(set)) = self.own_name(class_scope, &name, super::scope::Want::Any) else { return };
                let target = self.quietly(|sema| {
                    sema.within(scope, |sema| {
                        let params = super::specifiers::declarator_params(&def.declarator)?;
                        let list: Vec<QualType> = sema.param_list(params).iter().map(|p| bare(p.ty)).collect();
                        set.iter().find_map(|f| match f {
                            FuncRef::Plain(f) => {
                                let func = &sema.funcs[f.0 as usize];
                                (func.ty.params == list && func.is_const == params.quals.is_const).then_some(*f)
                            }
                            FuncRef::Template(_) => None,
                        })
                    })
                });
                if let Some(f) = target {
                    let func = &mut self.funcs[f.0 as usize];
                    if matches!(func.body, Body::None) {
                        func.body = Body::Ast(def);
                        func.scope = scope;
                        for (own, theirs) in func.params.iter_mut().zip(super::functions::names_of(&def.declarator)) {
                            own.name = theirs;
                        }
                        if func.progress == super::entity::Progress::Done {
                            func.progress = super::entity::Progress::Waiting;
                        }
                        if func.hir.is_some() {
                            self.request_body(f);
                        }
                    }
                }
            }
            ast::DeclKind::Template(inner) => {
                let ast::DeclKind::Function(def) = &inner.decl.kind else { return };
                let Some(last) = super::specifiers::declarator_path(&def.declarator).and_then(|p| p.segments.last()) else { return };
                let name = self.member_name(class, last);
                let Some(Entity::Functions(set)) = self.own_name(class_scope, &name, super::scope::Want::Any) else { return };
                let count = super::specifiers::declarator_params(&def.declarator).map_or(0, |p| p.params.len());
                for f in set {
                    if let FuncRef::Template(t) = f {
                        let t = &mut self.fn_templates[t.0 as usize];
                        let same = t.params.len() == inner.params.len()
                            && super::specifiers::declarator_params(t.declarator).map_or(0, |p| p.params.len()) == count;
                        if t.def.is_none() && same {
                            t.def = Some(def);
                            t.params = &inner.params;
                            t.specs = &def.specs;
                            t.declarator = &def.declarator;
                            t.scope = scope;
                            break;
                        }
                    }
                }
            }
            ast::DeclKind::Simple(simple) => {
                for d in &simple.declarators {
                    let Some(last) = super::specifiers::declarator_path(&d.declarator).and_then(|p| p.segments.last()) else { continue };
                    let name = super::specifiers::segment_text(&last.name);
                    if let Some(Entity::Var(v)) = self.own_name(class_scope, &name, super::scope::Want::Any) {
                        let var = &mut self.vars[v.0 as usize];
                        var.init = d.init.as_ref();
                        var.is_defined = true;
                        var.scope = scope;
                    }
                }
            }
            _ => {}
        }
    }
}

/// Arguments in order to one for each parameter, the last pack swallowing the rest.
pub(super) fn pack_up(params: &[ast::TemplateParam], flat: &[TArg]) -> Vec<Option<TArg>> {
    let mut given = Vec::new();
    let mut at = 0;
    for (i, p) in params.iter().enumerate() {
        if p.is_pack {
            let after = params.len() - i - 1;
            let end = flat.len().saturating_sub(after).max(at);
            if at < end {
                given.push(Some(TArg::Pack(flat[at..end].to_vec())));
            } else {
                given.push(None);
            }
            at = end;
        } else {
            given.push(flat.get(at).cloned());
            at += 1;
        }
    }
    given
}

fn strip_reference(p: Pattern) -> Pattern {
    match p.kind {
        PatternKind::Reference(inner, _) => *inner,
        _ => p,
    }
}

/// Every hole in a deducible place of `p`.
fn holes_of(p: &Pattern, into: &mut Vec<usize>) {
    match &p.kind {
        PatternKind::Param(i) => into.push(*i),
        PatternKind::Pointer(inner) | PatternKind::Reference(inner, _) | PatternKind::Pack(inner) => holes_of(inner, into),
        PatternKind::Array(inner, length) => {
            if let Some(ArgPattern::Param(i)) = length.as_deref() {
                into.push(*i);
            }
            holes_of(inner, into);
        }
        PatternKind::Function(result, params, _) => {
            holes_of(result, into);
            params.iter().for_each(|p| holes_of(p, into));
        }
        PatternKind::Template(t, args) => {
            if let super::deduce::TemplatePattern::Param(i) = t {
                into.push(*i);
            }
            args.iter().for_each(|a| argument_holes(a, into));
        }
        PatternKind::Concrete(_) | PatternKind::NonDeduced => {}
    }
}

fn argument_holes(a: &ArgPattern, into: &mut Vec<usize>) {
    match a {
        ArgPattern::Type(p) => holes_of(p, into),
        ArgPattern::Param(i) => into.push(*i),
        ArgPattern::Pack(a) => argument_holes(a, into),
        _ => {}
    }
}
