//! Lambdas: a closure class whose fields are the captures, and its call operator.

use super::{Arg, Cat, Val};
use crate::hir::{self, ClassId, ExprKind, LocalId, QualType, Type};
use crate::sema::advice::Sought;
use crate::sema::entity::{Body, Entity, FnTemplate, FnTemplateHead, FnTemplateId, FuncId, FuncName, FuncRef, Name, ScopeId, TArg};
use crate::sema::initialise::Init;
use crate::sema::scope::Want;
use crate::sema::types::bare;
use crate::sema::{Sema, declarations, errors, walk};
use kern_diag::Span;
use kern_syntax::ast::{self, Capture, CaptureDefault};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// What stands for the parameter that a template is known by, where a lambda has none.
static NOTHING: LazyLock<(ast::DeclSpecs, ast::Declarator)> = LazyLock::new(|| {
    let (flags, quals, span) = (ast::Flags::default(), ast::Quals::default(), Span::default());
    let specs = ast::DeclSpecs { flags, quals, ty: None, rare: None, span };
    (specs, ast::Declarator { kind: ast::DeclaratorKind::Name(None), span })
});

/// What a closure class captured.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Closure {
    pub(in crate::sema) fields: HashMap<(u32, LocalId), u32>,
    /// The fields for variables that are objects, and no references.
    pub(in crate::sema) objects: HashSet<u32>,
    pub(in crate::sema) this_field: Option<u32>,
    pub(in crate::sema) this_class: Option<ClassId>,
}

impl<'a> Sema<'a> {
    pub(super) fn lambda(&mut self, lambda: &'a ast::Lambda, span: Span) -> Val {
        // An expression may be checked more than once (for `auto`, then for its value): its closure is one class.
        let made = self.under_construction.map(|made| made.object);
        let key = (std::ptr::from_ref(lambda) as usize, self.frames.last().map_or(0, |f| f.id), self.scope, made);
        if let Some(v) = self.lambda_values.get(&key) {
            return v.clone();
        }
        let v = self.closure(lambda, span);
        self.lambda_values.insert(key, v.clone());
        v
    }

    fn closure(&mut self, lambda: &'a ast::Lambda, span: Span) -> Val {
        let home = self.scope;
        let class = self.new_class("(lambda)".into(), "".into(), ast::ClassKey::Class, home, span);
        self.class_info_mut(class).is_aggregate = false;
        self.class_info_mut(class).lambda = Some(FuncId(u32::MAX));
        let mut fields: Vec<(Name, QualType)> = Vec::new();
        let mut values: Vec<hir::Expr> = Vec::new();
        let mut closure = Closure { fields: HashMap::new(), objects: HashSet::new(), this_field: None, this_class: self.this_class() };
        let class_scope = self.class_info(class).scope;
        if !self.captures_for_device(lambda, span) {
            return self.error_value(span);
        }
        for c in &lambda.captures {
            match c {
                Capture::Copy(name) if &*name.name == ast::COPY_OF_THIS => {
                    self.capture_copy_of_this(name.span, &mut closure, &mut fields, &mut values);
                }
                Capture::Copy(name) | Capture::Reference(name) => {
                    let by_reference = matches!(c, Capture::Reference(_));
                    match self.lookup(&name.name, Want::Any) {
                        Some(Entity::Local { frame, id }) => {
                            self.capture(frame, id, &name.name, by_reference, name.span, &mut closure, &mut fields, &mut values);
                        }
                        Some(Entity::Pack(items)) => {
                            for item in items {
                                if let Entity::Local { frame, id } = item {
                                    self.capture(frame, id, &name.name, by_reference, name.span, &mut closure, &mut fields, &mut values);
                                }
                            }
                        }
                        Some(Entity::Field { class: of, path }) => {
                            // A captured member: init-captures of an enclosing lambda.
                            let v = self.implicit_member(of, &path, &name.name, name.span);
                            let made = self.init_capture(class, name, by_reference, Arg::Val(v), &mut fields, &mut values);
                            if let Some(field) = made {
                                self.bind(class_scope, &name.name, field);
                            }
                        }
                        Some(_) => self.report(errors::cannot_capture(name.span, &name.name)),
                        None => {
                            self.unknown(name.span, &name.name, Sought::Value);
                        }
                    }
                }
                Capture::This(at) => self.capture_this(*at, &mut closure, &mut fields, &mut values),
                Capture::Init { name, by_reference, value } => {
                    let arg = self.arg(value);
                    let made = self.init_capture(class, name, *by_reference, arg, &mut fields, &mut values);
                    if let Some(field) = made {
                        self.bind(class_scope, &name.name, field);
                    }
                }
                Capture::InitPack { name, by_reference, value } => {
                    let mut made = Vec::new();
                    for scope in self.pack_scopes_of_expr(value) {
                        let arg = self.within(scope, |s| s.arg(value));
                        made.extend(self.init_capture(class, name, *by_reference, arg, &mut fields, &mut values));
                    }
                    self.bind(class_scope, &name.name, Entity::Pack(made));
                }
            }
        }
        if let Some(default) = lambda.default {
            let by_reference = default == CaptureDefault::Reference;
            let mut names: Vec<(Name, bool)> = Vec::new();
            walk::in_body(lambda, &mut |n, is_expanded| {
                let mention = (n.clone(), is_expanded);
                if !names.contains(&mention) {
                    names.push(mention);
                }
            });
            for (name, is_expanded) in names {
                let whole = if is_expanded { self.whole_pack(&name).map(Entity::Pack) } else { None };
                let found = match whole.or_else(|| self.lookup(&name, Want::Any)) {
                    Some(Entity::Local { frame, id }) => vec![(frame, id)],
                    Some(Entity::Pack(items)) => {
                        items.iter().filter_map(|e| if let Entity::Local { frame, id } = e { Some((*frame, *id)) } else { None }).collect()
                    }
                    _ => Vec::new(),
                };
                for (frame, id) in found {
                    if !closure.fields.contains_key(&(frame, id)) {
                        self.capture(frame, id, &name, by_reference, span, &mut closure, &mut fields, &mut values);
                    }
                }
            }
            if closure.this_class.is_some() && closure.this_field.is_none() {
                self.capture_this(span, &mut closure, &mut fields, &mut values);
            }
        }
        let has_captures = !fields.is_empty();
        self.lay_out_made(class, fields);
        self.closures.insert(class, closure);
        let is_generic =
            !lambda.head.is_empty() || lambda.params.as_ref().is_some_and(|p| p.params.iter().any(|p| declarations::is_auto(&p.specs)));
        if is_generic {
            self.generic_call_operator(lambda, class, class_scope, span);
        } else {
            let f = self.within(class_scope, |s| s.declare_call_operator(lambda, Some(class), class_scope, None));
            self.class_info_mut(class).lambda = Some(f);
            if !has_captures {
                self.function_pointer_conversion(class, f, span);
            }
            // A user's lambda is checked where it stands.
            self.use_function(f);
            self.check_body(f);
        }
        let ty = self.class_type(class);
        let offsets: Vec<u64> = self.types.class(class).fields.iter().map(|f| f.offset).collect();
        if values.iter().any(|v| self.has_error(v)) {
            return self.error_value(span);
        }
        let parts = offsets.into_iter().zip(values).collect();
        self.value(ExprKind::Aggregate(parts), ty, span)
    }

    /// A lambda of host code that is `__device__` takes copies along; false (reported) when it refers to the host's variables.
    fn captures_for_device(&mut self, lambda: &'a ast::Lambda, span: Span) -> bool {
        if !lambda.flags.device || !self.frames.last().is_some_and(|f| f.space.host) {
            return true;
        }
        let by_name = lambda.captures.iter().find_map(|c| match c {
            Capture::Reference(name) => Some(name),
            Capture::Init { name, by_reference: true, .. } | Capture::InitPack { name, by_reference: true, .. } => Some(name),
            _ => None,
        });
        if let Some(name) = by_name {
            self.report(errors::lambda_captures_reference(name.span, Some(&name.name)));
        } else if lambda.default == Some(CaptureDefault::Reference) {
            // The brackets stand at the beginning.
            let brackets = Span { end: (span.start + 3).min(span.end), ..span };
            self.report(errors::lambda_captures_reference(brackets, None));
        } else {
            return true;
        }
        false
    }

    fn capture(
        &mut self,
        frame: u32,
        id: LocalId,
        name: &Name,
        by_reference: bool,
        span: Span,
        closure: &mut Closure,
        fields: &mut Vec<(Name, QualType)>,
        values: &mut Vec<hir::Expr>,
    ) {
        let v = self.captured_or_local(frame, id, name, span);
        if self.is_error(v.e.ty) {
            return;
        }
        if !v.e.is_place() && !matches!(v.e.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            return;
        }
        if v.cat == Cat::R {
            // A constant needs no capture.
            return;
        }
        closure.fields.insert((frame, id), fields.len() as u32);
        if self.is_object_named(&v.e) {
            closure.objects.insert(fields.len() as u32);
        }
        let q = self.type_of(&v.e);
        if by_reference {
            let ty = self.reference_to(q, false);
            fields.push((name.clone(), ty.into()));
            values.push(self.address_of(v.e));
        } else {
            fields.push((name.clone(), bare(q)));
            let value = self.copied(v, bare(q), span).unwrap_or_else(|| self.error_value(span).e);
            values.push(value);
        }
    }

    /// Whether a name's place is an object's, not that of what a reference leads to; also within another lambda.
    fn is_object_named(&self, e: &hir::Expr) -> bool {
        match &e.kind {
            ExprKind::Local(_) => true,
            ExprKind::Field { base, field } => {
                self.class_of(base.ty).and_then(|class| self.closures.get(&class)).is_some_and(|around| around.objects.contains(field))
            }
            ExprKind::Deref(inner) | ExprKind::Load(inner) => {
                matches!(inner.kind, ExprKind::Load(_) | ExprKind::Field { .. }) && self.is_object_named(inner)
            }
            _ => false,
        }
    }

    fn capture_this(&mut self, span: Span, closure: &mut Closure, fields: &mut Vec<(Name, QualType)>, values: &mut Vec<hir::Expr>) {
        let v = self.this_value(span);
        if self.is_error(v.e.ty) {
            return;
        }
        closure.this_field = Some(fields.len() as u32);
        fields.push(("this".into(), v.e.ty.into()));
        values.push(v.e);
    }

    /// `*this`: in the lambda `this` is the address of the copy.
    fn capture_copy_of_this(&mut self, span: Span, closure: &mut Closure, fields: &mut Vec<(Name, QualType)>, values: &mut Vec<hir::Expr>) {
        let v = self.this_value(span);
        if self.is_error(v.e.ty) {
            return;
        }
        let object = self.dereference(v, span);
        let q = bare(self.type_of(&object.e));
        closure.this_field = Some(fields.len() as u32);
        fields.push(("*this".into(), q));
        let value = self.copied(object, q, span).unwrap_or_else(|| self.error_value(span).e);
        values.push(value);
    }

    /// Adds a field that `arg` makes to a closure; nothing after a mistake.
    fn init_capture(
        &mut self,
        class: ClassId,
        name: &ast::Ident,
        by_reference: bool,
        arg: Arg<'a>,
        fields: &mut Vec<(Name, QualType)>,
        values: &mut Vec<hir::Expr>,
    ) -> Option<Entity> {
        let (name, span) = (&name.name, name.span);
        let v = match arg {
            Arg::Val(v) => v,
            Arg::Overloads(o) => self.sole_function(&o, None),
            Arg::List(l) => {
                self.report(errors::braces_here(l.span));
                return None;
            }
        };
        if self.is_error(v.e.ty) {
            return None;
        }
        let index = fields.len() as u32;
        let q = self.type_of(&v.e);
        if by_reference {
            let ty = self.reference_to(q, false);
            fields.push((name.clone(), ty.into()));
            let place = self.as_place(v);
            values.push(self.address_of(place));
        } else {
            let ty = self.decayed(q);
            fields.push((name.clone(), ty.into()));
            let value = self.initialise(ty.into(), Init::Copy(Arg::Val(v)), name, span);
            values.push(value);
        }
        Some(Entity::Field { class, path: vec![index] })
    }

    /// The call operator of a closure, or one instance of a generic lambda's.
    pub(in crate::sema) fn declare_call_operator(
        &mut self,
        lambda: &'a ast::Lambda,
        class: Option<ClassId>,
        scope: ScopeId,
        template: Option<(FnTemplateId, Vec<TArg>)>,
    ) -> FuncId {
        let span = lambda.body.span;
        let (mut ty, params) = match &lambda.params {
            Some(list) => {
                let params = self.within(scope, |s| s.param_list(list));
                let result = match list.trailing_return.as_ref().filter(|_| !declarations::deduces_result(list)) {
                    Some(t) => {
                        let params = params.clone();
                        self.within(scope, |s| s.with_params_in_scope(&params, None, |s| s.type_name(t)))
                    }
                    None => self.common.void.into(),
                };
                let f = hir::FunctionType {
                    result,
                    params: params.iter().map(|p| bare(p.ty)).collect(),
                    is_variadic: list.is_variadic,
                    is_const: !lambda.is_mutable,
                    is_noexcept: false,
                };
                (f, params)
            }
            None => {
                let f = hir::FunctionType {
                    result: self.common.void.into(),
                    params: Vec::new(),
                    is_variadic: false,
                    is_const: !lambda.is_mutable,
                    is_noexcept: false,
                };
                (f, Vec::new())
            }
        };
        ty.is_const = false;
        let result = ty.result;
        let list: Vec<QualType> = ty.params.clone();
        let requires = lambda.params.as_ref().and_then(|p| p.requires.as_deref());
        let is_noexcept = lambda.params.as_ref().is_some_and(|p| self.is_noexcept_list(p, &params, scope));
        let mut f = self.made_function("operator()", scope, &list, result, Body::Lambda(lambda), span);
        f.ty = ty;
        f.params = params;
        f.class = class;
        f.kind = FuncName::Operator(ast::OverloadedOp::Call);
        f.is_const = !lambda.is_mutable;
        f.is_noexcept = is_noexcept;
        f.requires = requires;
        f.is_system = false;
        f.deduce_result = lambda.params.as_ref().is_none_or(declarations::deduces_result);
        f.template = template;
        let enclosing = self.frames.last().map(|f| f.space);
        let class_space = class.and_then(|c| self.closure_spaces.get(&c).copied());
        if lambda.flags.device || lambda.flags.host {
            f.space =
                hir::ExecutionSpace { is_kernel: false, device: lambda.flags.device, host: lambda.flags.host || !lambda.flags.device };
            f.is_implicitly_both = false;
        } else if let Some(space) = class_space.or(enclosing) {
            f.space = hir::ExecutionSpace { is_kernel: false, device: space.device, host: space.host };
            f.is_implicitly_both = space.device && space.host;
        }
        if let Some(c) = class {
            self.closure_spaces.insert(c, f.space);
        }
        let generic = f.template.is_some();
        let f = self.add_function(f);
        if let (Some(c), false) = (class, generic) {
            let scope = self.class_info(c).scope;
            self.declare(scope, &"operator()".into(), Entity::Functions(vec![FuncRef::Plain(f)]), span);
        }
        f
    }

    fn generic_call_operator(&mut self, lambda: &'a ast::Lambda, class: ClassId, scope: ScopeId, span: Span) {
        let first = lambda.params.as_ref().and_then(|params| params.params.first());
        let (specs, declarator) = first.map_or((&NOTHING.0, &NOTHING.1), |first| (&first.specs, &first.declarator));
        let space = self.frames.last().map(|f| f.space);
        if let Some(space) = space {
            self.closure_spaces.insert(class, space);
        }
        let head = FnTemplateHead { params: &lambda.head, specs, declarator };
        let made = FnTemplate { class: Some(class), lambda: Some(lambda), ..FnTemplate::new("operator()".into(), head, scope, span) };
        self.fn_templates.push(made);
        let id = FnTemplateId(self.fn_templates.len() as u32 - 1);
        self.declare(scope, &"operator()".into(), Entity::Functions(vec![FuncRef::Template(id)]), span);
    }

    /// A closure without captures converts to a pointer to function.
    fn function_pointer_conversion(&mut self, class: ClassId, operator: FuncId, span: Span) {
        let func = self.funcs[operator.0 as usize].clone();
        let scope = self.class_info(class).scope;
        if func.deduce_result {
            // The type of the pointer needs the result.
            self.use_function(operator);
            self.check_body(operator);
        }
        let result = self.funcs[operator.0 as usize].ty.result;
        let params: Vec<QualType> = func.params.iter().map(|p| p.ty).collect();
        let mut thunk = self.made_function("__invoke", scope, &params, result, Body::Thunk(operator), span);
        thunk.class = Some(class);
        thunk.is_static = true;
        thunk.space = func.space;
        thunk.is_noexcept = func.is_noexcept;
        let ty = hir::FunctionType { is_noexcept: func.is_noexcept, ..thunk.ty.clone() };
        let thunk = self.add_function(thunk);
        let ty = self.types.intern(Type::Function(ty));
        let ty = self.pointer_to(ty.into());
        let mut conversion = self.made_function("operator <conversion>", scope, &[], ty.into(), Body::None, span);
        conversion.kind = FuncName::Conversion;
        conversion.class = Some(class);
        conversion.is_const = true;
        let conversion = self.add_function(conversion);
        self.lambda_thunks.insert(conversion, thunk);
        self.class_info_mut(class).conversions.push(FuncRef::Plain(conversion));
    }

    pub(in crate::sema) fn lambda_body(&mut self, lambda: &'a ast::Lambda) -> hir::Block {
        self.block(&lambda.body)
    }

    /// A local of this function, or what the closure captured of it.
    pub(super) fn captured_or_local(&mut self, frame: u32, id: LocalId, name: &Name, span: Span) -> Val {
        let current = self.frames.last().map_or(0, |f| f.id);
        if let Some(info) = self.frames.iter_mut().rev().find(|f| f.id == frame).and_then(|f| f.info.get_mut(id.0 as usize)) {
            info.named += 1;
        }
        if current == frame {
            if let Some(place) = self.bound_locals.get(&(frame, id)) {
                let mut place = place.clone();
                place.e.span = span;
                return place;
            }
            let Some(q) = self.frames.last().and_then(|f| f.locals.get(id.0 as usize)).map(|l| l.ty) else { return self.error_value(span) };
            if self.is_error(q.ty) {
                return self.error_value(span);
            }
            return self.local_place(id, q, span);
        }
        if let Some(closure) = self.frames.last().and_then(|f| f.closure)
            && let Some(&field) = self.closures.get(&closure).and_then(|c| c.fields.get(&(frame, id)))
        {
            let object = self.this_place(span);
            let v = self.field_place(object, field, span);
            return v;
        }
        if let Some((c, ty)) = self.local_constants.get(&(frame, id)).copied() {
            let e = self.scalar_expr(c, ty, span);
            return Val { e, cat: Cat::R, width: None };
        }
        if self.unevaluated > 0
            && let Some(q) = self.frames.iter().find(|f| f.id == frame).and_then(|f| f.locals.get(id.0 as usize)).map(|l| l.ty)
        {
            return self.local_place(id, q, span);
        }
        let lambda = self.frames.last().and_then(|f| f.closure.map(|_| f.space.device && !f.space.host));
        self.report(errors::not_captured(span, name, lambda));
        self.error_value(span)
    }

    /// `this` of the enclosing member function, of which only the type is asked: no capture is needed.
    fn this_unevaluated(&mut self, span: Span) -> Option<Val> {
        let class = self.this_class()?;
        let this = self.frames.iter().rev().find_map(|f| f.this.filter(|(own, ..)| *own == class));
        let is_const = this.is_some_and(|(_, is_const, _)| is_const);
        let object = self.class_type(class);
        let ty = self.pointer_to(QualType { is_const, ..object.into() });
        let place = self.make(ExprKind::Local(LocalId(u32::MAX)), ty, span);
        Some(self.value(ExprKind::Load(Box::new(place)), ty, span))
    }

    /// `this` of the enclosing member function, inside a lambda.
    pub(super) fn captured_this(&mut self, span: Span) -> Option<Val> {
        let closure = self.frames.last()?.closure?;
        let Some(field) = self.closures.get(&closure)?.this_field else {
            if self.unevaluated > 0
                && let Some(this) = self.this_unevaluated(span)
            {
                return Some(this);
            }
            self.report(errors::not_captured(span, "this", Some(false)));
            return Some(self.error_value(span));
        };
        let object = self.this_place(span);
        let v = self.field_place(object, field, span);
        if self.class_of(v.e.ty).is_some() {
            return Some(Val { e: self.address_of(v.e), cat: Cat::R, width: None });
        }
        let ty = v.e.ty;
        let load = self.make(ExprKind::Load(Box::new(v.e)), ty, span);
        Some(Val { e: load, cat: Cat::R, width: None })
    }
}
