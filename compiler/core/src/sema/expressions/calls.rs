//! Calls: of functions, members, function objects and pointers.

use super::members::Member;
use super::{Arg, Cat, Named, Overloads, Val};
use crate::hir::{self, ExprKind, QualType, Type};
use crate::sema::advice::{FailedCall, Sought};
use crate::sema::convert::Purpose;
use crate::sema::entity::{Body, Entity, FuncId, FuncName, FuncRef, Progress, Special};
use crate::sema::overload::Failure;
use crate::sema::scope::Want;
use crate::sema::specifiers::{plain_name, segment_text};
use crate::sema::{Sema, errors};
use kern_diag::{Code, Span};
use kern_syntax::ast;
use std::collections::HashSet;

impl<'a> Sema<'a> {
    pub(super) fn call_expression(&mut self, callee: &'a ast::Expr, args: &'a [ast::Expr], span: Span) -> Val {
        match &callee.kind {
            ast::ExprKind::Paren(inner)
                if matches!(
                    inner.kind,
                    ast::ExprKind::Path(_) | ast::ExprKind::Member { .. } | ast::ExprKind::MemberPointer { .. } | ast::ExprKind::Paren(_)
                ) =>
            {
                self.call_expression(inner, args, span)
            }
            ast::ExprKind::MemberPointer { base, is_arrow, member } => self.call_member_pointer((base, *is_arrow, member), args, span),
            ast::ExprKind::Path(path) => self.call_path(path, args, span),
            ast::ExprKind::Member { base, is_arrow, member } => match self.member(base, *is_arrow, member, callee.span) {
                Member::Value(v) => {
                    let args = self.args(args);
                    self.call_value(v, args, span)
                }
                Member::Nothing(v) => v,
                Member::Functions(o, object) => {
                    let args = self.args(args);
                    self.call_overloads(o, Some(object), args, span)
                }
            },
            _ => {
                let v = self.arg(callee);
                let args = self.args(args);
                match v {
                    Arg::Val(v) => self.call_value(v, args, span),
                    Arg::Overloads(o) => self.call_overloads(o, None, args, span),
                    Arg::List(l) => {
                        self.report(errors::braces_here(l.span));
                        self.error_value(span)
                    }
                }
            }
        }
    }

    fn call_path(&mut self, path: &'a ast::Path, args: &'a [ast::Expr], span: Span) -> Val {
        if let Some(name) = plain_name(path)
            && name.starts_with("__builtin_")
            && let Some(v) = self.builtin_call(name, args, span)
        {
            return v;
        }
        if let Some(v) = self.spelled_literal(path, args, span) {
            return v;
        }
        if let [ast::PathSegment { name: ast::SegmentName::Ident(name), .. }] = path.segments.as_slice()
            && !path.is_global
        {
            let found = self.lookup(name, Want::Any);
            let is_function = matches!(found, None | Some(Entity::Functions(_)));
            if is_function {
                let checked = self.args(args);
                let containers = self.iterated(args);
                return self.call_unqualified(path, name, found, checked, &containers, span);
            }
        }
        match self.resolve(path, Want::Any) {
            None => {
                // Check the arguments for mistakes of their own.
                self.args(args);
                self.error_value(span)
            }
            Some(found) => match found.entity {
                Entity::Functions(set) => {
                    let name = path.segments.last().map_or_else(|| "".into(), |s| segment_text(&s.name));
                    let set = match path.segments.last() {
                        Some(last) => self.of_named_type(&last.name, None, set, last.span),
                        None => set,
                    };
                    let o = Overloads { name, set, args: found.args, is_qualified: path.segments.len() > 1, span: path.span };
                    let args = self.args(args);
                    let object = self.object_for(&o);
                    self.call_overloads(o, object, args, span)
                }
                Entity::Type(q) => {
                    let args = self.args(args);
                    self.functional_cast(q, args, span)
                }
                Entity::Template(id) => {
                    // Class template argument deduction from the constructor's arguments.
                    let args = self.args(args);
                    match self.deduce_class_from(id, &args, None, span) {
                        Some(q) => self.functional_cast(q, args, span),
                        None => self.error_value(span),
                    }
                }
                _ => {
                    let v = self.path(path);
                    let args = self.args(args);
                    match v {
                        Arg::Val(v) => self.call_value(v, args, span),
                        Arg::Overloads(o) => self.call_overloads(o, None, args, span),
                        Arg::List(_) => self.error_value(span),
                    }
                }
            },
        }
    }

    fn call_unqualified(
        &mut self,
        path: &'a ast::Path,
        name: &super::Name,
        found: Option<Entity>,
        args: Vec<Arg<'a>>,
        containers: &[QualType],
        span: Span,
    ) -> Val {
        let explicit = path.segments.first().and_then(|s| s.args.as_deref());
        let mut set = match found {
            Some(Entity::Functions(set)) => set,
            _ => Vec::new(),
        };
        let is_member = set.iter().any(|f| self.class_of_ref(*f).is_some());
        set.retain(|f| !self.is_being_declared(*f, path.span));
        if !is_member {
            let later = self.take_later_functions(&mut set, path.span);
            let mut types: Vec<QualType> = containers.to_vec();
            for a in &args {
                if let Arg::Val(v) = a {
                    types.push(v.e.ty.into());
                }
            }
            let seen: HashSet<FuncRef> = set.iter().copied().collect();
            // One that a block declares again is known by another number there.
            let seen_bodies: HashSet<hir::FunctionId> = set.iter().filter_map(|f| self.body_of(*f)).collect();
            let more = self.lookup_by_arguments(name, &types);
            let is_seen = |f: FuncRef| seen.contains(&f) || self.body_of(f).is_some_and(|id| seen_bodies.contains(&id));
            set.extend(more.into_iter().filter(|f| !is_seen(*f) && self.class_of_ref(*f).is_none()));
            // There is nothing else that the call could mean.
            if set.is_empty() {
                set = later;
            }
        }
        self.check_warp_mask(name, &set, path.span);
        if set.is_empty() {
            self.unknown(path.span, name, Sought::Function);
            return self.error_value(span);
        }
        let o = Overloads { name: name.clone(), set, args: explicit, is_qualified: false, span: path.span };
        let object = self.object_for(&o);
        self.call_overloads(o, object, args, span)
    }

    /// Warns of the first call of a warp function without a mask, as CUDA had them up to Pascal.
    fn check_warp_mask(&mut self, name: &str, set: &[FuncRef], span: Span) {
        let known = ["__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"];
        if !known.contains(&name) || set.is_empty() || self.is_system(span) {
            return;
        }
        // Not those that the program declares itself.
        let is_own = set.iter().any(|f| match f {
            FuncRef::Plain(f) => !self.funcs[f.0 as usize].is_system,
            FuncRef::Template(t) => !self.is_system(self.fn_templates[t.0 as usize].span),
        });
        if !is_own && !self.diags.iter().any(|d| d.code == Code::OLD_CUDA && d.message.starts_with("warp functions")) {
            self.warn(errors::maskless_warp_function(span, name));
        }
    }

    pub(super) fn class_of_ref(&self, f: FuncRef) -> Option<hir::ClassId> {
        match f {
            FuncRef::Plain(f) => self.funcs[f.0 as usize].class,
            FuncRef::Template(t) => self.fn_templates[t.0 as usize].class,
        }
    }

    /// The HIR function, if something has used it.
    pub(in crate::sema) fn body_of(&self, f: FuncRef) -> Option<hir::FunctionId> {
        if let FuncRef::Plain(f) = f { self.funcs[f.0 as usize].hir } else { None }
    }

    /// The implicit object of member functions named without one.
    fn object_for(&mut self, o: &Overloads<'a>) -> Option<Val> {
        let class = o.set.iter().find_map(|f| self.class_of_ref(*f))?;
        let own = self.this_class()?;
        self.base_path(own, class)?;
        let this = self.this_value(o.span);
        Some(self.dereference(this, o.span))
    }

    pub(in crate::sema) fn call_overloads(&mut self, o: Overloads<'a>, object: Option<Val>, args: Vec<Arg<'a>>, span: Span) -> Val {
        match self.resolve_overload(&o.set, o.args, &args, object.as_ref()) {
            Ok(f) => {
                let func = &self.funcs[f.0 as usize];
                if func.class.is_some()
                    && !func.is_static
                    && object.is_none()
                    && !matches!(func.kind, FuncName::Constructor)
                    && self.unevaluated == 0
                {
                    self.report(errors::member_without_object(o.span, &o.name));
                    return self.error_value(span);
                }
                self.callee = Some(Named { span: o.span, is_qualified: o.is_qualified });
                self.build_call(f, object, args, span)
            }
            Err(failure) => {
                if let ([FuncRef::Plain(f)], Failure::None) = (o.set.as_slice(), &failure) {
                    self.sole_candidate_error(*f, object.as_ref(), args, span, o.span);
                } else {
                    self.overload_error(failure, &o.name, &o.set, o.args, &args, object.as_ref(), span);
                }
                self.error_value(span)
            }
        }
    }

    /// The only function there is does not fit: say exactly why.
    fn sole_candidate_error(&mut self, f: FuncId, object: Option<&Val>, args: Vec<Arg<'a>>, span: Span, name_span: Span) {
        if args.iter().any(|a| matches!(a, Arg::Val(v) if self.is_error(v.e.ty))) {
            return;
        }
        let func = self.funcs[f.0 as usize].clone();
        let name = self.plain_func_name(&func);
        let needed = func.params.iter().take_while(|p| p.default.is_none()).count();
        if args.len() < needed || (args.len() > func.params.len() && !func.ty.is_variadic) {
            let (shown, help) = self.advised_signature(f, &name, object, &args);
            return self.report(errors::argument_count(
                span,
                &name,
                needed,
                func.params.len(),
                args.len(),
                func.span,
                &shown,
                func.is_system,
                help,
            ));
        }
        if let Some(object) = object
            && object.e.is_const
            && !func.is_const
            && func.class.is_some()
            && !func.is_static
        {
            return self.report(errors::const_object(name_span, &name, func.span));
        }
        // What no argument is to blame for: `&&` behind the parameters, or a clause.
        if !args.iter().zip(&func.params).any(|(arg, p)| self.implicit(arg, p.ty).is_none()) {
            return self.overload_error(Failure::None, &name, &[FuncRef::Plain(f)], None, &args, object, span);
        }
        let call = FailedCall { name: &name, set: &[FuncRef::Plain(f)], explicit: None, args: &args, object, is_launch: false };
        let mut help = self.advice_on_call(call);
        let is_advised = help.is_some();
        for (i, (arg, p)) in args.into_iter().zip(&func.params).enumerate() {
            if self.implicit(&arg, p.ty).is_none() {
                let at = arg.span();
                let purpose = Purpose { help: help.take(), ..self.argument_purpose(f, i) };
                self.convert(arg, p.ty, &purpose, at);
                // One edit mends the whole call.
                if is_advised {
                    return;
                }
            }
        }
    }

    /// A function as a note shows it, its parameters by name where the tables have them, and what a call of it lacks.
    fn advised_signature(&mut self, f: FuncId, name: &str, object: Option<&Val>, args: &[Arg<'a>]) -> (String, Option<String>) {
        let call = FailedCall { name, set: &[FuncRef::Plain(f)], explicit: None, args, object, is_launch: false };
        let help = self.advice_on_call(call);
        let shown = match kern_stdlib::runtime_function(name) {
            Some(row) if self.funcs[f.0 as usize].is_system => row.declaration.to_string(),
            _ => self.signature(f),
        };
        (shown, help)
    }

    fn argument_purpose(&self, f: FuncId, i: usize) -> Purpose {
        let func = &self.funcs[f.0 as usize];
        let name = self.plain_func_name(func);
        let declared =
            func.params.get(i).filter(|_| !func.is_system).map(|p| (p.span, format!("parameter {} of `{name}` is declared here", i + 1)));
        Purpose { declared, ..Purpose::new(format!("argument {} of `{name}`", i + 1)) }
    }

    /// Calls a value: a function object or a pointer to function.
    pub(super) fn call_value(&mut self, v: Val, args: Vec<Arg<'a>>, span: Span) -> Val {
        if self.is_error(v.e.ty) {
            return v;
        }
        if let Some(class) = self.class_of(v.e.ty) {
            self.make_complete(v.e.ty);
            let scope = self.class_info(class).scope;
            if let Some(Entity::Functions(set)) = self.lookup_in(scope, "operator()", Want::Any) {
                let o = Overloads { name: "operator()".into(), set, args: None, is_qualified: false, span };
                return self.call_overloads(o, Some(v), args, span);
            }
        }
        let v = self.rvalue(v);
        let v = if self.class_of(v.e.ty).is_some() { self.class_to_scalar(v, span) } else { v };
        let Some(f) = self.pointed_function(v.e.ty) else {
            let shown = self.show(v.e.ty);
            let help = self.advice_on_callee(&v.e);
            self.report(errors::not_callable(span, &shown, help));
            return self.error_value(span);
        };
        if let ExprKind::Function(id) = v.e.kind {
            let owner = self.hir_owner[id.0 as usize];
            return self.build_call(owner, None, args, span);
        }
        if args.len() < f.params.len() || (args.len() > f.params.len() && !f.is_variadic) {
            return self.wrong_count(span, "this function", f.params.len(), args.len(), &v.e);
        }
        let mut converted = Vec::new();
        for (i, arg) in args.into_iter().enumerate() {
            let at = arg.span();
            let e = match f.params.get(i) {
                Some(p) => {
                    let e = self.convert(arg, *p, &Purpose::new(format!("argument {}", i + 1)), at);
                    self.class_argument(e)
                }
                None => self.variadic_argument(arg, None, at),
            };
            converted.push(e);
        }
        if converted.iter().any(|e| self.has_error(e)) {
            return self.error_value(span);
        }
        self.call_result(hir::Callee::Indirect(Box::new(v.e)), converted, f.result, span)
    }

    pub(super) fn call_result(&mut self, callee: hir::Callee, args: Vec<hir::Expr>, result: QualType, span: Span) -> Val {
        match *self.ty(result.ty) {
            Type::Reference { to, is_rvalue } => {
                let is_function = self.is_function(to.ty);
                let kind = ExprKind::Call { callee, args, returns_reference: true };
                let mut v = self.place(kind, to, span);
                if is_rvalue && !is_function {
                    v.cat = Cat::X;
                }
                v
            }
            _ => self.value(ExprKind::Call { callee, args, returns_reference: false }, result.ty, span),
        }
    }

    /// The result type of `f`, deduced from its body if need be.
    pub(in crate::sema) fn settle_result(&mut self, f: FuncId, span: Span) {
        if !self.funcs[f.0 as usize].deduce_result {
            return;
        }
        let func = &self.funcs[f.0 as usize];
        if func.progress == Progress::Running || matches!(func.body, Body::None) && func.template.is_none() {
            let (declared, name) = (func.span, func.name.clone());
            self.report(errors::result_used_before_deduced(span, &name, declared));
            self.funcs[f.0 as usize].ty.result = self.common.error.into();
            return;
        }
        self.use_function(f);
        self.check_body(f);
    }

    /// A call of `f`, which was chosen for these arguments.
    pub(in crate::sema) fn build_call(&mut self, f: FuncId, object: Option<Val>, args: Vec<Arg<'a>>, span: Span) -> Val {
        let named = self.callee.take().unwrap_or(Named { span, is_qualified: false });
        let name_span = named.span;
        if let Some(&thunk) = self.lambda_thunks.get(&f) {
            return self.function_value(thunk, span);
        }
        if !self.check_usable(f, name_span) {
            return self.error_value(span);
        }
        self.settle_result(f, name_span);
        let func = &self.funcs[f.0 as usize];
        let (class, is_static, result, special, is_trivial) = (func.class, func.is_static, func.ty.result, func.special, func.is_trivial);
        if is_trivial
            && matches!(special, Some(Special::CopyAssign | Special::MoveAssign))
            && let (Some(object), Some(arg)) = (&object, args.first())
        {
            let ty = object.e.ty;
            let target = class.map_or(ty, |c| self.class_type(c));
            let place = match class {
                Some(c) => self.as_base(object.clone(), c, span),
                None => object.clone(),
            };
            let place = self.as_place(place);
            let value = self.assigned_bytes(arg.clone(), class, target, span);
            let e = self.make(ExprKind::Assign { place: Box::new(place), value: Box::new(value) }, target, span);
            return Val { e, cat: Cat::L, width: None };
        }
        let shown_args = args.clone();
        let mut all = Vec::new();
        let mut slot = None;
        if let (Some(class), false) = (class, is_static)
            && let Some(object) = object
        {
            slot = self.virtual_slot(f, &object.e).filter(|_| !named.is_qualified);
            let object = self.as_base(object, class, span);
            let place = self.as_place(object);
            all.push(self.address_of(place));
        }
        let converted = self.convert_arguments(f, args, span);
        if converted.iter().any(|e| self.has_error(e)) {
            // The call still has its type, so that what follows is checked.
            return self.error_value(span);
        }
        self.call_warnings(f, &shown_args, &converted, span);
        if all.is_empty() {
            all = converted;
        } else {
            all.extend(converted);
        }
        let callee = match slot {
            Some(slot) => hir::Callee::Virtual { slot },
            None => {
                let f = self.whole_destructor(f);
                hir::Callee::Direct(self.use_function(f))
            }
        };
        let call = self.call_result(callee, all, result, span);
        self.immediate_call(f, call, span)
    }

    /// The arguments of a call of `f` at `span`, converted, with default arguments and variadic promotions.
    pub(in crate::sema) fn convert_arguments(&mut self, f: FuncId, args: Vec<Arg<'a>>, span: Span) -> Vec<hir::Expr> {
        let params = self.funcs[f.0 as usize].params.clone();
        let given = args.len();
        let mut converted = Vec::with_capacity(given.max(params.len()));
        for (i, arg) in args.into_iter().enumerate() {
            let at = arg.span();
            let e = match params.get(i) {
                Some(p) => match self.convert_none(arg, p.ty) {
                    Ok(e) => e,
                    Err(arg) => {
                        let purpose = self.argument_purpose(f, i);
                        let e = self.convert(arg, p.ty, &purpose, at);
                        self.class_argument(e)
                    }
                },
                None => self.variadic_argument(arg, Some(f), at),
            };
            converted.push(e);
        }
        // The call that is written, where one default argument calls with others.
        let outer = self.default_of;
        self.default_of = outer.or(Some(span));
        for (i, p) in params.iter().enumerate().skip(given) {
            let Some(default) = p.default else { continue };
            let purpose = self.argument_purpose(f, i);
            let scope = p.default_scope;
            let e = self.within(scope, |s| {
                s.with_named_parameters(&params[..i], default, |s| {
                    let arg = s.arg(default);
                    let e = s.convert(arg, p.ty, &purpose, default.span);
                    s.class_argument(e)
                })
            });
            converted.push(e);
        }
        self.default_of = outer;
        converted
    }

    /// Reports a call or launch through the pointer `callee` with too many or too few arguments.
    pub(super) fn wrong_count(&mut self, span: Span, what: &str, wanted: usize, given: usize, callee: &hir::Expr) -> Val {
        let shown = self.show(callee.ty);
        self.report(errors::argument_count(span, what, wanted, wanted, given, callee.span, &shown, true, None));
        self.error_value(span)
    }
}
