//! Function declarations, and bodies from syntax to HIR.

use super::Sema;
use super::entity::{
    Body, Entity, FnTemplateId, Func, FuncId, FuncName, FuncRef, Name, Param, Progress, Scalar, ScopeId, ScopeKind, Special, TArg,
};
use super::errors;
use super::expressions::Val;
use super::initialise::Init;
use super::scope::Want;
use super::specifiers::{Declared, declarator_params, declarator_path, plain_name, segment_text};
use super::types::bare;
use crate::hir::{self, ClassId, ExprKind, FunctionId, FunctionType, LabelId, LocalId, QualType, StmtKind, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, SegmentName};
use std::collections::HashMap;

/// One declaration of a function, before it is matched with earlier ones.
pub(super) struct NewFunction<'a> {
    pub(super) specs: &'a ast::DeclSpecs,
    pub(super) declared: Declared<'a>,
    pub(super) def: Option<&'a ast::FunctionDef>,
    pub(super) asm_label: Option<&'a ast::StringLiteral>,
    pub(super) home: ScopeId,
    pub(super) class: Option<ClassId>,
    pub(super) scope: ScopeId,
    pub(super) template: Option<(FnTemplateId, Vec<TArg>)>,
    pub(super) access: ast::Access,
    /// Inside the class's own body (not a definition outside).
    pub(super) in_class: bool,
}

impl<'a> NewFunction<'a> {
    pub(super) fn new(
        specs: &'a ast::DeclSpecs,
        declared: Declared<'a>,
        def: Option<&'a ast::FunctionDef>,
        asm_label: Option<&'a ast::StringLiteral>,
        home: ScopeId,
        class: Option<ClassId>,
        scope: ScopeId,
    ) -> NewFunction<'a> {
        NewFunction { specs, declared, def, asm_label, home, class, scope, template: None, access: ast::Access::Public, in_class: false }
    }
}

/// What sema knows of a local beside HIR.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalInfo {
    /// The value of a constant, for folding.
    pub(super) constant: Option<Scalar>,
    /// The local that holds the length of a variable-length array.
    pub(super) vla_length: Option<LocalId>,
}

/// An open `switch`.
#[derive(Clone, Debug)]
pub(super) struct SwitchFrame {
    pub(super) ty: TypeId,
    pub(super) cases: Vec<(i128, i128, LabelId)>,
    pub(super) spans: Vec<Span>,
    pub(super) default: Option<(LabelId, Span)>,
}

/// The function body being checked.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) id: u32,
    pub(super) func: FuncId,
    pub(super) space: hir::ExecutionSpace,
    pub(super) locals: Vec<hir::Local>,
    pub(super) info: Vec<LocalInfo>,
    pub(super) labels: Vec<Name>,
    pub(super) named_labels: HashMap<Name, (LabelId, bool, Span)>,
    /// `None` while `auto` is being deduced.
    pub(super) result: Option<QualType>,
    pub(super) this: Option<(ClassId, bool, LocalId)>,
    pub(super) switches: Vec<SwitchFrame>,
    pub(super) loops: u32,
    pub(super) breakables: u32,
    /// The closure whose call operator this is.
    pub(super) closure: Option<ClassId>,
    /// Where `return` goes in a destructor.
    pub(super) end_label: Option<LabelId>,
    /// The thread-dependent conditions around the statement being checked.
    pub(super) thread_dependent: Vec<Span>,
    pub(super) has_shared: u64,
}

impl Frame {
    pub(super) fn new_label(&mut self, name: &str) -> LabelId {
        self.labels.push(name.into());
        LabelId(self.labels.len() as u32 - 1)
    }
}

/// The parameter names of a function declarator (packs give their first name only).
pub(super) fn names_of(d: &ast::Declarator) -> Vec<Option<Name>> {
    declarator_params(d)
        .map(|p| p.params.iter().map(|p| declarator_path(&p.declarator).and_then(plain_name).cloned()).collect())
        .unwrap_or_default()
}

impl<'a> Sema<'a> {
    /// The key under which a class stores a member function: constructors and destructors have no name of their own.
    pub(super) fn member_name(&self, class: ClassId, segment: &ast::PathSegment) -> Name {
        match &segment.name {
            SegmentName::Ident(n) if *n == self.class_info(class).name => "%ctor".into(),
            SegmentName::Destructor(_) => "%dtor".into(),
            other => segment_text(other),
        }
    }

    /// A function with a body, in a namespace or outside its class.
    pub(super) fn define_function(&mut self, def: &'a ast::FunctionDef, home: ScopeId, class: Option<ClassId>, scope: ScopeId) {
        let saved = self.auto_type;
        if super::declarations::is_auto(&def.specs) {
            self.auto_type = Some(self.common.void.into());
        }
        let base = self.within(scope, |s| s.specified_type(&def.specs));
        let declared = self.within(scope, |s| s.declarator(base, &def.declarator));
        self.auto_type = saved;
        if !self.is_function(declared.ty.ty) {
            if !self.is_error(declared.ty.ty) {
                self.report(errors::body_without_function(def.declarator.span));
            }
            return;
        }
        let new = NewFunction::new(&def.specs, declared, Some(def), None, home, class, scope);
        let Some(f) = self.declare_function(new) else { return };
        if !self.funcs[f.0 as usize].is_system {
            self.use_function(f);
            if self.frames.is_empty() {
                self.check_body(f);
            }
        }
    }

    /// Matches a declaration with the earlier ones of the same function, or makes a new one.
    pub(super) fn declare_function(&mut self, new: NewFunction<'a>) -> Option<FuncId> {
        let path = new.declared.path?;
        let last = path.segments.last()?;
        let span = last.span;
        let Type::Function(mut ty) = self.ty(new.declared.ty.ty).clone() else { return None };
        let name = match new.class {
            Some(c) => self.member_name(c, last),
            None => segment_text(&last.name),
        };
        let kind = match (&*name, &last.name) {
            ("%ctor", _) => FuncName::Constructor,
            ("%dtor", _) => FuncName::Destructor,
            (_, SegmentName::Conversion(_)) => FuncName::Conversion,
            (_, SegmentName::Operator(op)) => FuncName::Operator(*op),
            _ => FuncName::Plain,
        };
        match &kind {
            FuncName::Constructor | FuncName::Destructor => ty.result = self.common.void.into(),
            FuncName::Conversion => {
                if let SegmentName::Conversion(target) = &last.name {
                    let q = self.within(new.scope, |s| s.type_name(target));
                    ty.result = q;
                }
            }
            FuncName::Plain if new.specs.ty.is_none() && new.class.is_none() => {
                self.report(errors::missing_result_type(span, &name));
            }
            _ => {}
        }
        let params = match new.declared.params {
            Some(list) => self.within(new.scope, |s| s.param_list(list)),
            None => ty
                .params
                .iter()
                .map(|q| Param { name: None, ty: *q, default: None, default_scope: new.scope, of_pack: false, span })
                .collect(),
        };
        for p in &params {
            if self.is_void(p.ty.ty) {
                self.report(errors::void_parameter(p.span));
            }
        }
        let flags = new.specs.flags;
        let is_system = self.is_system(span);
        let is_default = new.def.is_some_and(|d| matches!(d.body, ast::FunctionBody::Default));
        let is_both = !flags.device && !flags.host && !flags.global && (flags.is_constexpr || is_default);
        let space = hir::ExecutionSpace {
            is_kernel: flags.global,
            device: flags.device || flags.global || is_both,
            host: flags.host || is_both || !(flags.device || flags.global),
        };
        let deduce_result = super::declarations::is_auto(new.specs) && new.declared.params.is_some_and(|p| p.trailing_return.is_none());
        let qualifiers = new.declared.params;
        let is_allocation = matches!(kind, FuncName::Operator(ast::OverloadedOp::New(_) | ast::OverloadedOp::Delete(_)));
        let special = match (&kind, new.class) {
            (FuncName::Destructor, Some(_)) => Some(Special::Destructor),
            (_, Some(c)) => self.special_kind(c, &kind, &ty),
            _ => None,
        };
        let body = match new.def.map(|d| (&d.body, d)) {
            Some((ast::FunctionBody::Block(_), d)) => Body::Ast(d),
            Some((ast::FunctionBody::Default, _)) => match special {
                Some(s) => Body::Implicit(s),
                None => {
                    self.report(errors::cannot_default(span));
                    Body::None
                }
            },
            _ => Body::None,
        };
        let func = Func {
            name: name.clone(),
            kind,
            scope: new.scope,
            home: new.home,
            class: new.class,
            is_static: flags.is_static && new.class.is_some() || is_allocation,
            ty,
            params,
            is_const: qualifiers.is_some_and(|p| p.quals.is_const),
            ref_qualifier: qualifiers.and_then(|p| p.ref_qualifier),
            body,
            flags,
            space,
            is_implicitly_both: is_both,
            extern_c: self.extern_c && new.class.is_none(),
            is_system,
            is_deleted: new.def.is_some_and(|d| matches!(d.body, ast::FunctionBody::Delete)),
            is_explicit: flags.is_explicit,
            is_trivial: false,
            access: new.access,
            asm_label: new.asm_label.map(|l| String::from_utf8_lossy(&l.bytes).into()),
            template: new.template.clone(),
            hir: None,
            progress: Progress::Waiting,
            deduce_result,
            launch_bounds: &new.specs.launch_bounds,
            special,
            depth: 0,
            span,
        };
        if new.template.is_some() {
            return Some(self.add_function(func));
        }
        if flags.is_virtual || qualifiers.is_some_and(|p| p.is_pure || p.is_override) {
            self.report(errors::unsupported(span, "virtual functions"));
        }
        let outside = new.class.is_some() && !new.in_class;
        if let Some(earlier) = self.earlier_declaration(&func) {
            return self.merge(earlier, func, outside);
        }
        if outside {
            let shown = self.scope_prefix(new.home);
            let shown_name = self.plain_func_name(&func);
            self.report(errors::no_such_member_function(span, &shown_name, &shown));
            return None;
        }
        if !is_system && new.home == self.global && &*name == "main" {
            self.main_rules(&func);
        }
        self.kernel_rules(&func);
        let (home, is_ctor) = (func.home, matches!(func.kind, FuncName::Constructor));
        let f = self.add_function(func);
        if let Some(class) = new.class {
            match &self.funcs[f.0 as usize].kind {
                FuncName::Constructor => {
                    self.class_info_mut(class).constructors.push(FuncRef::Plain(f));
                    self.class_info_mut(class).has_user_constructor = true;
                }
                FuncName::Destructor => self.class_info_mut(class).destructor = Some(f),
                FuncName::Conversion => self.class_info_mut(class).conversions.push(FuncRef::Plain(f)),
                _ => {}
            }
        }
        let _ = is_ctor;
        self.declare(home, &name, Entity::Functions(vec![FuncRef::Plain(f)]), span);
        Some(f)
    }

    pub(super) fn add_function(&mut self, func: Func<'a>) -> FuncId {
        self.funcs.push(func);
        FuncId(self.funcs.len() as u32 - 1)
    }

    fn earlier_declaration(&self, func: &Func<'a>) -> Option<FuncId> {
        let Some(Entity::Functions(set)) = self.own_name(func.home, &func.name, Want::Any) else { return None };
        set.into_iter().find_map(|f| match f {
            FuncRef::Plain(id) => {
                let old = &self.funcs[id.0 as usize];
                let same = old.ty.params == func.ty.params
                    && old.ty.is_variadic == func.ty.is_variadic
                    && old.is_const == func.is_const
                    && old.ref_qualifier == func.ref_qualifier
                    && (!matches!(func.kind, FuncName::Conversion) || old.ty.result == func.ty.result);
                same.then_some(id)
            }
            FuncRef::Template(_) => None,
        })
    }

    /// Joins a later declaration to an earlier one.
    fn merge(&mut self, id: FuncId, new: Func<'a>, outside: bool) -> Option<FuncId> {
        let old = &self.funcs[id.0 as usize];
        let (earlier, name) = (old.span, new.name.clone());
        // One for the host and one for the device: both stay, each side calls its own.
        let disjoint = |a: &hir::ExecutionSpace, b: &hir::ExecutionSpace| !(a.host && b.host) && !(a.device && b.device);
        if disjoint(&old.space, &new.space) && !outside && (old.is_system || new.is_system) && !old.is_implicitly_both {
            if let Some(&twin) = self.twins.get(&id)
                && !disjoint(&self.funcs[twin.0 as usize].space, &new.space)
            {
                return self.merge(twin, new, outside);
            }
            let twin = self.add_function(new);
            self.twins.insert(id, twin);
            return Some(twin);
        }
        let old = &self.funcs[id.0 as usize];
        if old.ty.result != new.ty.result && !new.deduce_result && !old.deduce_result {
            let (a, b) = (self.show_q(old.ty.result), self.show_q(new.ty.result));
            let system = old.is_system;
            if !self.is_error(old.ty.result.ty) && !self.is_error(new.ty.result.ty) {
                if system {
                    // A header of ours differs from the system's in a detail: the user's declaration is as good.
                    return Some(id);
                }
                self.report(errors::conflicting_result(new.span, &name, &b, earlier, &a));
            }
            return Some(id);
        }
        let has_body = !matches!(old.body, Body::None) || old.is_deleted;
        let new_has_body = !matches!(new.body, Body::None) || new.is_deleted;
        if has_body && new_has_body && !(old.is_system && !new.is_system) {
            if !new.is_system {
                self.report(errors::redefinition(&self.plain_func_name(&new), new.span, earlier, false));
            }
            return None;
        }
        if old.is_system && !new.is_system && new_has_body {
            // The user's function takes the place of a library's.
            let hir = old.hir;
            let defaults: Vec<_> = old.params.clone();
            let old = &mut self.funcs[id.0 as usize];
            *old = Func { hir, ..new };
            for (p, d) in old.params.iter_mut().zip(defaults) {
                if p.default.is_none() {
                    p.default = d.default;
                    p.default_scope = d.default_scope;
                }
            }
            return Some(id);
        }
        let old_is_kernel = old.space.is_kernel;
        if old.space != new.space && !outside && !old.is_system && !new.is_system && old_is_kernel != new.space.is_kernel {
            self.report(errors::space_mismatch(new.span, &name, earlier));
        }
        let in_class = outside;
        let old = &mut self.funcs[id.0 as usize];
        if !in_class {
            old.space.device |= new.space.device;
            old.space.host = old.space.host || new.space.host;
        } else if new.flags.device || new.flags.host {
            old.space.device |= new.space.device;
        }
        if !old.is_static {
            old.flags.is_static |= new.flags.is_static;
        }
        old.flags.is_inline |= new.flags.is_inline;
        old.flags.forceinline |= new.flags.forceinline;
        old.flags.noinline |= new.flags.noinline;
        if !new.launch_bounds.is_empty() {
            old.launch_bounds = new.launch_bounds;
        }
        for (p, q) in old.params.iter_mut().zip(&new.params) {
            if new_has_body {
                p.name = q.name.clone();
                p.span = q.span;
                p.ty = q.ty;
            }
            if p.default.is_none() {
                p.default = q.default;
                p.default_scope = q.default_scope;
            }
        }
        if new_has_body {
            old.body = new.body;
            old.is_deleted = new.is_deleted;
            old.scope = new.scope;
            old.span = new.span;
            old.is_system = new.is_system;
            if old.progress == Progress::Done {
                old.progress = Progress::Waiting;
            }
        }
        if let Some(h) = old.hir {
            let span = old.span;
            self.functions[h.0 as usize].span = span;
            if new_has_body {
                self.request_body(id);
            }
        }
        Some(id)
    }

    /// Declares the instance of a function template in the present scope (which binds its parameters).
    pub(super) fn declare_instance(&mut self, id: FnTemplateId, args: &[TArg]) -> FuncId {
        let t = self.fn_templates[id.0 as usize].clone();
        let scope = self.scope;
        let saved = self.auto_type;
        if let Some(lambda) = t.lambda {
            self.auto_type = saved;
            return self.declare_call_operator(lambda, t.class, scope, Some((id, args.to_vec())));
        }
        if super::declarations::is_auto(t.specs) {
            self.auto_type = Some(self.common.void.into());
        }
        let base = self.specified_type(t.specs);
        let declared = self.declarator(base, t.declarator);
        self.auto_type = saved;
        let mut new = NewFunction::new(t.specs, declared, t.def, None, t.home, t.class, scope);
        new.template = Some((id, args.to_vec()));
        new.access = t.access;
        let func = self.declare_function(new);
        let f = match func {
            Some(f) => f,
            // Only after an error: a function nobody can call stands in.
            None => self.add_function(self.broken_function(t.name.clone(), t.home, t.span)),
        };
        let func = &mut self.funcs[f.0 as usize];
        func.is_system = t.is_system;
        func.asm_label = t.asm_label.clone();
        let depth = self.frame_depth() + 1;
        self.funcs[f.0 as usize].depth = depth;
        f
    }

    fn broken_function(&self, name: Name, home: ScopeId, span: Span) -> Func<'a> {
        Func {
            name,
            kind: FuncName::Plain,
            scope: home,
            home,
            class: None,
            is_static: false,
            ty: FunctionType { result: self.common.error.into(), params: Vec::new(), is_variadic: false, is_const: false },
            params: Vec::new(),
            is_const: false,
            ref_qualifier: None,
            body: Body::None,
            flags: ast::Flags::default(),
            space: hir::ExecutionSpace { is_kernel: false, device: true, host: true },
            is_implicitly_both: true,
            extern_c: false,
            is_system: true,
            is_deleted: false,
            is_explicit: false,
            is_trivial: false,
            access: ast::Access::Public,
            asm_label: None,
            template: None,
            hir: None,
            progress: Progress::Waiting,
            deduce_result: false,
            launch_bounds: &[],
            special: None,
            depth: 0,
            span,
        }
    }

    /// A function made by sema: an implicit member, the destroyer of an array.
    pub(super) fn made_function(
        &self,
        name: &str,
        home: ScopeId,
        params: &[QualType],
        result: QualType,
        body: Body<'a>,
        span: Span,
    ) -> Func<'a> {
        let mut f = self.broken_function(name.into(), home, span);
        f.ty = FunctionType { result, params: params.iter().map(|q| bare(*q)).collect(), is_variadic: false, is_const: false };
        f.params = params.iter().map(|q| Param { name: None, ty: *q, default: None, default_scope: home, of_pack: false, span }).collect();
        f.body = body;
        f
    }

    /// The name of a function without scopes, as a user reads it.
    pub(super) fn plain_func_name(&self, f: &Func<'a>) -> String {
        let class = f.class.map(|c| self.class_info(c).name.clone());
        match (&*f.name, class) {
            ("%ctor", Some(c)) => c.to_string(),
            ("%dtor", Some(c)) => format!("~{c}"),
            ("operator <conversion>", _) => format!("operator {}", self.show_q(f.ty.result)),
            (name, _) => name.to_string(),
        }
    }

    /// The name of a function with scopes and template arguments.
    pub(super) fn display_name(&self, f: FuncId) -> String {
        let func = &self.funcs[f.0 as usize];
        let args = func.template.as_ref().map_or(String::new(), |(t, args)| {
            if self.fn_templates[t.0 as usize].lambda.is_some() { String::new() } else { self.show_args(args) }
        });
        format!("{}{}{args}", self.scope_prefix(func.home), self.plain_func_name(func))
    }

    /// A function with its parameter types, for notes.
    pub(super) fn signature(&self, f: FuncId) -> String {
        let func = &self.funcs[f.0 as usize];
        let mut params: Vec<String> = func.params.iter().map(|p| self.show_q(p.ty)).collect();
        if func.ty.is_variadic {
            params.push("...".into());
        }
        let constant = if func.is_const { " const" } else { "" };
        format!("{}({}){constant}", self.display_name(f), params.join(", "))
    }

    /// The HIR function of `f`, made on first use; its body is checked later.
    pub(super) fn use_function(&mut self, f: FuncId) -> FunctionId {
        if let Some(id) = self.funcs[f.0 as usize].hir {
            return id;
        }
        let symbol = self.mangle(f);
        let func = &self.funcs[f.0 as usize];
        let display: Name = self.display_name(f).into();
        let name: Name = self.plain_func_name(func).into();
        let func = &self.funcs[f.0 as usize];
        let id = FunctionId(self.functions.len() as u32);
        let made = hir::Function {
            name,
            display_name: display,
            symbol,
            space: func.space,
            used_on_host: false,
            used_on_device: false,
            result: func.ty.result.ty,
            params: Vec::new(),
            is_variadic: func.ty.is_variadic,
            locals: Vec::new(),
            labels: Vec::new(),
            body: None,
            launch_bounds: None,
            is_noinline: func.flags.noinline,
            is_forceinline: func.flags.forceinline,
            device_twin: None,
            is_system: func.is_system,
            span: func.span,
        };
        self.functions.push(made);
        self.hir_owner.push(f);
        self.funcs[f.0 as usize].hir = Some(id);
        let (locals, _) = self.param_locals(f);
        self.functions[id.0 as usize].params = (0..locals.len() as u32).map(LocalId).collect();
        self.functions[id.0 as usize].locals = locals;
        self.request_body(f);
        if let Some(&twin) = self.twins.get(&f) {
            let twin = self.use_function(twin);
            self.functions[id.0 as usize].device_twin = Some(twin);
        }
        id
    }

    /// Queues the body of `f` for checking.
    pub(super) fn request_body(&mut self, f: FuncId) {
        let func = &mut self.funcs[f.0 as usize];
        if func.progress == Progress::Waiting {
            if matches!(func.body, Body::None)
                && let Some((t, _)) = &func.template
                && let Some(def) = self.fn_templates[t.0 as usize].def
                && let ast::FunctionBody::Block(_) = def.body
            {
                func.body = Body::Ast(def);
            }
            func.progress = Progress::Queued;
            self.queue.push_back(f);
        }
    }

    /// Checks every queued body, and those that they queue.
    pub(super) fn drain(&mut self) {
        while let Some(f) = self.queue.pop_front() {
            self.check_body(f);
        }
    }

    /// `this` and the parameters as locals; how many belong to `this`.
    fn param_locals(&mut self, f: FuncId) -> (Vec<hir::Local>, usize) {
        let func = &self.funcs[f.0 as usize];
        let params = func.params.clone();
        let this = self.this_type(f);
        let span = self.funcs[f.0 as usize].span;
        let mut locals = Vec::new();
        if let Some(ty) = this {
            locals.push(hir::Local { name: "this".into(), ty: ty.into(), align: None, is_vla: false, destructor: None, span });
        }
        let own = locals.len();
        for p in params {
            locals.push(hir::Local {
                name: p.name.unwrap_or_else(|| "".into()),
                ty: p.ty,
                align: None,
                is_vla: false,
                destructor: None,
                span: p.span,
            });
        }
        (locals, own)
    }

    /// The type of `this` in a non-static member function.
    pub(super) fn this_type(&mut self, f: FuncId) -> Option<TypeId> {
        let func = &self.funcs[f.0 as usize];
        let class = func.class.filter(|_| !func.is_static)?;
        let is_const = func.is_const;
        let ty = self.class_type(class);
        Some(self.pointer_to(QualType { is_const, ..ty.into() }))
    }

    fn new_frame(&mut self, f: FuncId) -> Frame {
        self.next_frame += 1;
        let func = &self.funcs[f.0 as usize];
        Frame {
            id: self.next_frame,
            func: f,
            space: func.space,
            locals: Vec::new(),
            info: Vec::new(),
            labels: Vec::new(),
            named_labels: HashMap::new(),
            result: if func.deduce_result { None } else { Some(func.ty.result) },
            this: None,
            switches: Vec::new(),
            loops: 0,
            breakables: 0,
            closure: None,
            end_label: None,
            thread_dependent: Vec::new(),
            has_shared: 0,
        }
    }

    /// The depth of instantiation of the function being checked.
    pub(super) fn frame_depth(&self) -> u32 {
        self.frames.last().map_or(0, |f| self.funcs[f.func.0 as usize].depth)
    }

    pub(super) fn frame(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Runs `f` with the parameters `list` visible, for trailing result types.
    pub(super) fn with_params_in_scope<R>(&mut self, list: &[Param<'a>], f: impl FnOnce(&mut Sema<'a>) -> R) -> R {
        let func = self.broken_function("".into(), self.scope, Span::default());
        let id = self.add_function(func);
        let frame = self.new_frame(id);
        let this = self.frames.last().and_then(|f| f.this);
        self.frames.push(frame);
        let result = self.in_block(|sema| {
            for p in list {
                sema.declare_param(p);
            }
            if let Some(frame) = sema.frames.last_mut() {
                frame.this = this;
            }
            f(sema)
        });
        self.frames.pop();
        result
    }

    fn declare_param(&mut self, p: &Param<'a>) -> LocalId {
        let local = hir::Local {
            name: p.name.clone().unwrap_or_else(|| "".into()),
            ty: p.ty,
            align: None,
            is_vla: false,
            destructor: None,
            span: p.span,
        };
        let id = self.add_local(local);
        let frame = self.frames.last().map_or(0, |f| f.id);
        if let Some(name) = &p.name {
            let scope = self.scope;
            let entity = Entity::Local { frame, id };
            if p.of_pack {
                let mut items = match self.own_name(scope, name, Want::Any) {
                    Some(Entity::Pack(items)) => items,
                    _ => Vec::new(),
                };
                items.push(entity);
                self.bind(scope, name, Entity::Pack(items));
            } else {
                self.declare(scope, name, entity, p.span);
            }
        }
        id
    }

    pub(super) fn add_local(&mut self, local: hir::Local) -> LocalId {
        let Some(frame) = self.frames.last_mut() else { return LocalId(0) };
        frame.locals.push(local);
        frame.info.push(LocalInfo::default());
        LocalId(frame.locals.len() as u32 - 1)
    }

    /// A local made by sema.
    pub(super) fn hidden_local(&mut self, name: &str, ty: QualType, span: Span) -> LocalId {
        self.add_local(hir::Local { name: name.into(), ty, align: None, is_vla: false, destructor: None, span })
    }

    /// Checks the body of `f` and gives it to its HIR function.
    pub(super) fn check_body(&mut self, f: FuncId) {
        super::deep(|| self.check_body_inner(f));
    }

    fn check_body_inner(&mut self, f: FuncId) {
        let func = &mut self.funcs[f.0 as usize];
        if matches!(func.progress, Progress::Running | Progress::Done) {
            return;
        }
        if matches!(func.body, Body::None) {
            func.progress = Progress::Done;
            return;
        }
        func.progress = Progress::Running;
        let (body, scope, params, is_static) = (func.body, func.scope, func.params.clone(), func.is_static);
        let (class, span, launch_bounds) = (func.class, func.span, func.launch_bounds);
        let id = self.use_function(f);
        let frame = self.new_frame(f);
        self.frames.push(frame);
        // A body does not depend on where it is needed.
        let quiet = std::mem::take(&mut self.quiet);
        let saved_diags = if quiet > 0 { Some(std::mem::take(&mut self.diags)) } else { None };
        let (auto, lenient, autos) = (self.auto_type.take(), std::mem::take(&mut self.lenient), self.lambda_autos.take());
        let in_unevaluated = std::mem::take(&mut self.unevaluated);
        let inner = self.new_scope(ScopeKind::Local, Some(scope));
        let block = self.within(inner, |sema| {
            if let Some(class) = class.filter(|_| !is_static) {
                let is_const = sema.funcs[f.0 as usize].is_const;
                let ty = sema.this_type(f).unwrap_or(sema.common.void_ptr);
                let local = sema.hidden_local("this", ty.into(), span);
                let is_closure = sema.closures.contains_key(&class);
                if let Some(frame) = sema.frames.last_mut() {
                    frame.this = Some((class, is_const, local));
                    frame.closure = is_closure.then_some(class);
                }
            }
            if let Some((t, _)) = &sema.funcs[f.0 as usize].template {
                // An empty parameter pack still is a name.
                let declarator = sema.fn_templates[t.0 as usize].declarator;
                let packs: Vec<Name> = match body {
                    Body::Ast(def) => pack_names(&def.declarator),
                    _ => pack_names(declarator),
                };
                for name in packs {
                    sema.bind(inner, &name, Entity::Pack(Vec::new()));
                }
            } else if let Body::Ast(def) = body {
                for name in pack_names(&def.declarator) {
                    sema.bind(inner, &name, Entity::Pack(Vec::new()));
                }
            }
            for p in &params {
                let of_class = sema.class_of(sema.referred(p.ty).ty).is_some();
                if of_class && !sema.is_reference(p.ty.ty) && !sema.make_complete(p.ty.ty) && !sema.is_error(p.ty.ty) {
                    let shown = sema.show(p.ty.ty);
                    sema.report(errors::incomplete_type(p.span, &shown));
                }
                sema.declare_param(p);
            }
            sema.body_block(f, body, span)
        });
        self.auto_type = auto;
        self.lenient = lenient;
        self.lambda_autos = autos;
        self.quiet = quiet;
        self.unevaluated = in_unevaluated;
        let Some(frame) = self.frames.pop() else { return };
        self.finish_labels(&frame);
        self.shared_memory_total(&frame, f);
        let result = frame.result.unwrap_or(self.common.void.into());
        let bounds = self.launch_bounds(launch_bounds, scope);
        let is_broken = if let Some(mut saved) = saved_diags {
            let broken = self.diags.has_errors();
            saved.extend(std::mem::take(&mut self.diags));
            self.diags = saved;
            broken
        } else {
            false
        };
        let _ = is_broken;
        let func = &mut self.funcs[f.0 as usize];
        func.progress = Progress::Done;
        if func.deduce_result {
            func.deduce_result = false;
            func.ty.result = result;
        }
        let h = &mut self.functions[id.0 as usize];
        h.result = result.ty;
        h.locals = frame.locals;
        h.labels = frame.labels;
        h.body = Some(block);
        h.launch_bounds = bounds;
    }

    fn body_block(&mut self, f: FuncId, body: Body<'a>, span: Span) -> hir::Block {
        match body {
            Body::None => hir::Block { stmts: Vec::new(), end: span },
            Body::Implicit(special) => self.implicit_body(f, special, span),
            Body::DestroyArray(ty) => self.destroy_array_body(ty, span),
            Body::Thunk(target) => self.thunk_body(target, span),
            Body::Lambda(lambda) => self.lambda_body(lambda),
            Body::Ast(def) => {
                let ast::FunctionBody::Block(stmt) = &def.body else { return hir::Block { stmts: Vec::new(), end: span } };
                let func = &self.funcs[f.0 as usize];
                let is_main = func.home == self.global && &*func.name == "main";
                match func.kind {
                    FuncName::Constructor => {
                        let mut stmts = self.constructor_prologue(def, span);
                        let block = self.block(stmt);
                        let end = block.end;
                        stmts.push(hir::Stmt { kind: StmtKind::Block(block), span: stmt.span });
                        hir::Block { stmts, end }
                    }
                    FuncName::Destructor => {
                        if let Some(frame) = self.frame() {
                            let label = frame.new_label("end");
                            frame.end_label = Some(label);
                        }
                        let block = self.block(stmt);
                        let end = block.end;
                        let mut stmts = vec![hir::Stmt { kind: StmtKind::Block(block), span: stmt.span }];
                        if let Some(label) = self.frame().and_then(|f| f.end_label) {
                            stmts.push(hir::Stmt { kind: StmtKind::Label(label), span: end });
                        }
                        self.destructor_epilogue(&mut stmts, end);
                        hir::Block { stmts, end }
                    }
                    _ => {
                        let mut block = self.block(stmt);
                        if is_main {
                            let zero = self.int_value(0, self.common.int, block.end);
                            block.stmts.push(hir::Stmt { kind: StmtKind::Return(Some(zero)), span: block.end });
                        }
                        block
                    }
                }
            }
        }
    }

    fn finish_labels(&mut self, frame: &Frame) {
        let mut missing: Vec<(Name, Span)> =
            frame.named_labels.iter().filter(|(_, (_, defined, _))| !defined).map(|(n, (_, _, span))| (n.clone(), *span)).collect();
        missing.sort_by_key(|(_, s)| s.start);
        for (name, span) in missing {
            self.report(errors::unknown_label(span, &name));
        }
    }

    /// Members and bases from a constructor's initialiser list, defaults, or nothing.
    fn constructor_prologue(&mut self, def: &'a ast::FunctionDef, span: Span) -> Vec<hir::Stmt> {
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return Vec::new() };
        let mut given: HashMap<u32, (&'a ast::MemberInit, Option<ScopeId>)> = HashMap::new();
        let mut anonymous: Vec<(Vec<u32>, &'a ast::MemberInit)> = Vec::new();
        let mut stmts = Vec::new();
        for init in &def.initializers {
            let scopes: Vec<Option<ScopeId>> =
                if init.is_pack { self.pack_scopes_of_path(&init.path).into_iter().map(Some).collect() } else { vec![None] };
            for scope in scopes {
                let at = scope.unwrap_or(self.scope);
                let target = self.within(at, |s| s.initialised_member(class, init));
                match target {
                    Target::Delegate => {
                        let ty = self.class_type(class);
                        let place = self.this_place(init.path.span);
                        let value = self.initialise(ty.into(), Init::Written(&init.init), "this", init.path.span);
                        self.construct_at(place, value, &mut stmts);
                        return stmts;
                    }
                    Target::Field(path) if path.len() == 1 => {
                        if given.insert(path[0], (init, scope)).is_some() {
                            self.report(errors::initialised_twice(init.path.span));
                        }
                    }
                    Target::Field(path) => anonymous.push((path, init)),
                    Target::Wrong => {}
                }
            }
        }
        let count = self.types.class(class).fields.len();
        let is_union = self.types.class(class).is_union;
        for i in 0..count as u32 {
            let field = self.types.class(class).fields[i as usize].clone();
            let member = self.class_info(class).members[i as usize].clone();
            if is_union && !given.contains_key(&i) && member.default.is_none() {
                continue;
            }
            let place = self.this_place(span);
            let place = self.field_place(place, i, span);
            let (how, at, scope) = match (given.get(&i), member.default) {
                (Some((init, scope)), _) => (Init::Written(&init.init), init.path.span, scope.unwrap_or(self.scope)),
                (None, Some(default)) => (Init::Written(default), member.span, self.default_scope(class)),
                (None, None) => (Init::Default, span, self.scope),
            };
            if field.name.is_empty() && !field.is_base && matches!(how, Init::Default) {
                for (path, init) in anonymous.iter().filter(|(p, _)| p[0] == i) {
                    let mut place = self.this_place(init.path.span);
                    for step in path {
                        place = self.field_place(place, *step, init.path.span);
                    }
                    let ty = QualType { ty: place.e.ty, is_const: false, is_volatile: false, is_restrict: false };
                    let value = self.initialise(ty, Init::Written(&init.init), "member", init.path.span);
                    self.construct_at(place, value, &mut stmts);
                }
                continue;
            }
            let name = if field.name.is_empty() { "base".to_string() } else { field.name.to_string() };
            let ty = field.ty;
            let value = self.within(scope, |s| s.initialise_optional(ty, how, &name, at));
            match value {
                None => {
                    if (ty.is_const || self.is_reference(ty.ty)) && self.is_scalar_or_reference(ty.ty) {
                        self.report(errors::member_uninitialised(span, &name));
                    }
                }
                Some(value) => self.construct_at(place, value, &mut stmts),
            }
        }
        stmts
    }

    pub(super) fn is_scalar_or_reference(&self, ty: TypeId) -> bool {
        self.is_scalar(ty) || self.is_reference(ty)
    }

    /// Where the names of a default member initialiser are looked up.
    pub(super) fn default_scope(&mut self, class: ClassId) -> ScopeId {
        // Inside the constructor `this` is that of the frame; names are the class's.
        self.class_info(class).scope
    }

    fn initialised_member(&mut self, class: ClassId, init: &'a ast::MemberInit) -> Target {
        if let Some(name) = plain_name(&init.path) {
            let scope = self.class_info(class).scope;
            if let Some(Entity::Field { class: of, path }) = self.own_name(scope, name, Want::Any)
                && of == class
            {
                return Target::Field(path);
            }
        }
        let Some(found) = self.quietly(|s| s.resolve(&init.path, Want::Type)) else {
            let text = super::specifiers::path_text(&init.path);
            let shown = self.types.class(class).name.clone();
            let names: Vec<Name> = self.types.class(class).fields.iter().map(|f| f.name.clone()).collect();
            let hint = super::scope::nearest(&text, names.iter().map(|n| &**n));
            self.report(errors::no_member(init.path.span, &text, &shown, hint));
            return Target::Wrong;
        };
        let target = match found.entity {
            Entity::Type(q) => self.class_of(q.ty),
            Entity::Template(id) => {
                let bases = self.class_info(class).bases.clone();
                bases.iter().map(|b| b.class).find(|b| self.class_info(*b).template.as_ref().is_some_and(|(t, _)| *t == id))
            }
            _ => None,
        };
        match target {
            Some(c) if c == class => Target::Delegate,
            Some(c) => match self.class_info(class).bases.iter().find(|b| b.class == c) {
                Some(b) => Target::Field(vec![b.field]),
                None => {
                    let text = super::specifiers::path_text(&init.path);
                    let shown = self.types.class(class).name.clone();
                    self.report(errors::no_member(init.path.span, &text, &shown, None));
                    Target::Wrong
                }
            },
            None => Target::Wrong,
        }
    }

    /// Puts `value` into the uninitialised object `place`.
    pub(super) fn construct_at(&mut self, place: Val, value: hir::Expr, stmts: &mut Vec<hir::Stmt>) {
        if self.has_error(&value) {
            return;
        }
        let span = value.span;
        let kind = match value.kind {
            ExprKind::Construct { constructor, args } => {
                let pointer = self.address_of(place.e);
                let mut all = vec![pointer];
                all.extend(args);
                let call = ExprKind::Call { callee: hir::Callee::Direct(constructor), args: all, returns_reference: false };
                StmtKind::Expr(self.make(call, self.common.void, span))
            }
            kind => {
                let value = hir::Expr { kind, ..value };
                let is_object = self.class_of(value.ty).is_some() || self.is_array(value.ty);
                if is_object && !self.is_plain_data(value.ty) {
                    let element = value.ty;
                    let pointer = self.address_of(place.e);
                    let ty = pointer.ty;
                    let new = ExprKind::New {
                        element,
                        count: None,
                        init: Some(Box::new(value)),
                        placement: Some(Box::new(pointer)),
                        destructor: None,
                    };
                    StmtKind::Expr(self.make(new, ty, span))
                } else if self.is_reference_field(&place.e) {
                    let e = self.stored_reference(place.e, value);
                    StmtKind::Expr(e)
                } else {
                    let ty = value.ty;
                    let assign = ExprKind::Assign { place: Box::new(place.e), value: Box::new(value) };
                    StmtKind::Expr(self.make(assign, ty, span))
                }
            }
        };
        stmts.push(hir::Stmt { kind, span });
    }

    /// Destroys members and bases, last first.
    pub(super) fn destructor_epilogue(&mut self, stmts: &mut Vec<hir::Stmt>, span: Span) {
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return };
        let count = self.types.class(class).fields.len();
        if self.types.class(class).is_union {
            return;
        }
        for i in (0..count as u32).rev() {
            let ty = self.types.class(class).fields[i as usize].ty;
            if let Some(destructor) = self.destroyer_for(ty.ty, span) {
                let place = self.this_place(span);
                let place = self.field_place(place, i, span);
                let pointer = self.address_of(place.e);
                let call = ExprKind::Call { callee: hir::Callee::Direct(destructor), args: vec![pointer], returns_reference: false };
                let e = self.make(call, self.common.void, span);
                stmts.push(hir::Stmt { kind: StmtKind::Expr(e), span });
            }
        }
    }

    /// Whether the body being checked runs on the host only as far as its specifiers say.
    pub(super) fn in_host_function(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|f| f.space.host && !f.space.is_kernel && (!f.space.device || self.funcs[f.func.0 as usize].is_implicitly_both))
    }
}

/// What an entry of an initialiser list is for.
enum Target {
    Field(Vec<u32>),
    Delegate,
    Wrong,
}

fn pack_names(d: &ast::Declarator) -> Vec<Name> {
    fn is_pack(d: &ast::Declarator) -> bool {
        match &d.kind {
            ast::DeclaratorKind::Pack(_) => true,
            ast::DeclaratorKind::Pointer { inner, .. } | ast::DeclaratorKind::Reference { inner, .. } => is_pack(inner),
            _ => false,
        }
    }
    declarator_params(d)
        .map(|p| {
            let packs = p.params.iter().filter(|p| is_pack(&p.declarator));
            packs.filter_map(|p| declarator_path(&p.declarator).and_then(plain_name).cloned()).collect()
        })
        .unwrap_or_default()
}
