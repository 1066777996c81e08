//! Function declarations: from specifiers and declarator to a `Func`, and which of them declare the same function.
//!
//! Every declaration is described in full first and only then matched with the earlier ones (C++17 [basic.link], [dcl.fct]),
//! so that a redeclaration can be compared with what it repeats.

use crate::hir::{self, ClassId, Type};
use crate::sema::entity::{Body, Entity, FnTemplateId, Func, FuncId, FuncName, FuncRef, Name, Param, Progress, ScopeId, Special, TArg};
use crate::sema::scope::Want;
use crate::sema::specifiers::{Declared, plain_name, segment_text};
use crate::sema::{Sema, declarations, errors};
use kern_syntax::ast::{self, SegmentName};

/// One declaration of a function, before it is matched with earlier ones.
pub(in crate::sema) struct NewFunction<'a> {
    pub(in crate::sema) specs: &'a ast::DeclSpecs,
    pub(in crate::sema) declared: Declared<'a>,
    pub(in crate::sema) def: Option<&'a ast::FunctionDef>,
    pub(in crate::sema) asm_label: Option<&'a ast::StringLiteral>,
    pub(in crate::sema) home: ScopeId,
    pub(in crate::sema) class: Option<ClassId>,
    pub(in crate::sema) scope: ScopeId,
    pub(in crate::sema) template: Option<(FnTemplateId, Vec<TArg>)>,
    pub(in crate::sema) access: ast::Access,
    /// Inside the class's own body (not a definition outside).
    pub(in crate::sema) in_class: bool,
}

impl<'a> NewFunction<'a> {
    pub(in crate::sema) fn new(
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

    /// The parameters, where `noexcept(…)` stands behind them.
    fn conditionally_noexcept(&self) -> Option<&'a ast::FunctionParams> {
        self.declared.params.filter(|params| params.noexcept_if.is_some())
    }
}

/// The parameter names of a function declarator (packs give their first name only).
pub(in crate::sema) fn names_of(d: &ast::Declarator) -> Vec<Option<Name>> {
    d.params().map(|p| p.params.iter().map(|p| p.declarator.path().and_then(plain_name).cloned()).collect()).unwrap_or_default()
}

impl<'a> Sema<'a> {
    /// The key under which a class stores a member function: constructors and destructors have no name of their own.
    pub(in crate::sema) fn member_name(&self, class: ClassId, segment: &ast::PathSegment) -> Name {
        match &segment.name {
            SegmentName::Ident(n) if *n == self.class_info(class).name => "%ctor".into(),
            SegmentName::Destructor(_) => "%dtor".into(),
            other => segment_text(other),
        }
    }

    /// A function with a body, in a namespace or outside its class.
    pub(in crate::sema) fn define_function(&mut self, def: &'a ast::FunctionDef, home: ScopeId, class: Option<ClassId>, scope: ScopeId) {
        let saved = self.auto_type;
        if declarations::is_auto(&def.specs) {
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
    pub(in crate::sema) fn declare_function(&mut self, new: NewFunction<'a>) -> Option<FuncId> {
        let func = self.described(&new)?;
        let (span, is_system) = (func.span, func.is_system);
        if !is_system && new.template.is_none() {
            self.declaration_rules(&new, &func);
        }
        if new.template.is_some() {
            return Some(self.add_function(func));
        }
        let outside = new.class.is_some() && !new.in_class;
        if let Some(earlier) = self.earlier_declaration(&func) {
            let is_own = self.frames.is_empty() && !is_system && !self.funcs[earlier.0 as usize].is_system;
            if is_own {
                self.repeated_defaults(earlier, &func);
            }
            let merged = self.merge(earlier, func, outside)?;
            if is_own {
                self.default_rules(merged);
            }
            return Some(merged);
        }
        if outside {
            let shown = self.scope_prefix(new.home);
            let shown_name = self.plain_func_name(&func);
            self.report(errors::no_such_member_function(span, &shown_name, &shown));
            return None;
        }
        if !is_system && new.home == self.global && &*func.name == "main" {
            self.main_rules(&func);
        }
        self.kernel_rules(&func);
        let (home, name) = (func.home, func.name.clone());
        let f = self.add_function(func);
        let is_destructor = matches!(self.funcs[f.0 as usize].kind, FuncName::Destructor);
        if let Some(params) = new.declared.params.filter(|params| new.in_class && params.noexcept_if.is_some() != is_destructor) {
            self.noexcept_conditions.push((f, params));
        }
        if !is_system {
            self.default_rules(f);
        }
        if let Some(class) = new.class {
            let func = &self.funcs[f.0 as usize];
            if !func.is_static && !matches!(func.kind, FuncName::Constructor) {
                self.class_info_mut(class).functions.push(f);
            }
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
        self.declare(home, &name, Entity::Functions(vec![FuncRef::Plain(f)]), span);
        Some(f)
    }

    /// What a declaration says by itself.
    fn described(&mut self, new: &NewFunction<'a>) -> Option<Func<'a>> {
        let path = new.declared.path?;
        let last = path.segments.last()?;
        let span = last.span;
        let Type::Function(mut ty) = self.ty(new.declared.ty.ty).clone() else { return None };
        let is_noexcept_type = std::mem::take(&mut ty.is_noexcept);
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
                .map(|q| Param { name: None, ty: *q, default: None, default_scope: new.scope, of_pack: false, rows: Vec::new(), span })
                .collect(),
        };
        for p in &params {
            if self.is_void(p.ty.ty) {
                self.report(errors::void_parameter(p.span));
            }
        }
        let flags = new.specs.flags;
        let is_system = self.is_system(span);
        let is_default = new.def.is_some_and(|d| matches!(d.body, ast::FunctionBody::Default | ast::FunctionBody::Compare(_)));
        let is_both =
            !flags.device && !flags.host && !flags.global && (flags.is_constexpr || is_default || is_system && self.is_in_libcu(new.scope));
        let space = hir::ExecutionSpace {
            is_kernel: flags.global,
            device: flags.device || flags.global || is_both,
            host: flags.host || is_both || !(flags.device || flags.global),
        };
        let deduce_result = declarations::is_auto(new.specs) && new.declared.params.is_some_and(declarations::deduces_result);
        let qualifiers = new.declared.params;
        let is_allocation = matches!(kind, FuncName::Operator(ast::OverloadedOp::New(_) | ast::OverloadedOp::Delete(_)));
        let special = match (&kind, new.class) {
            (FuncName::Destructor, Some(_)) => Some(Special::Destructor),
            (_, Some(c)) => self.special_kind(c, &kind, &ty),
            _ => None,
        };
        let body = match new.def.map(|d| (&d.body, d)) {
            Some((ast::FunctionBody::Block(_) | ast::FunctionBody::Compare(_), d)) => Body::Ast(d),
            Some((ast::FunctionBody::Default, _)) => match special {
                Some(s) => Body::Implicit(s),
                None => {
                    self.report(errors::cannot_default(span));
                    Body::None
                }
            },
            _ => Body::None,
        };
        let is_destructor = matches!(kind, FuncName::Destructor);
        let condition = new.conditionally_noexcept();
        let is_noexcept = condition.is_none() && (qualifiers.is_some_and(|p| p.is_noexcept) || is_destructor || is_noexcept_type);
        self.clause_rules(new, &kind);
        let mut func = Func {
            name,
            kind,
            scope: new.scope,
            home: new.home,
            class: new.class,
            is_static: flags.is_static && new.class.is_some() || is_allocation,
            ty,
            params,
            is_const: qualifiers.is_some_and(|p| p.quals.is_const),
            is_volatile: qualifiers.is_some_and(|p| p.quals.is_volatile),
            ref_qualifier: qualifiers.and_then(|p| p.ref_qualifier),
            body,
            flags,
            space,
            is_implicitly_both: is_both,
            extern_c: (self.extern_c || self.is_c && !is_system) && new.class.is_none() && new.template.is_none(),
            is_system,
            is_deleted: new.def.is_some_and(|d| matches!(d.body, ast::FunctionBody::Delete)),
            is_explicit: flags.is_explicit || new.specs.explicit_if().is_some_and(|e| self.holds_quietly(e, new.scope)),
            is_noexcept,
            requires: qualifiers.and_then(|p| p.requires.as_deref()),
            is_pure: qualifiers.is_some_and(|p| p.is_pure),
            is_override: qualifiers.is_some_and(|p| p.is_override),
            is_final: qualifiers.is_some_and(|p| p.is_final),
            is_trivial: false,
            access: new.access,
            asm_label: new.asm_label.map(|l| String::from_utf8_lossy(&l.bytes).into()),
            template: new.template.clone(),
            hir: None,
            progress: Progress::Waiting,
            deduce_result,
            bounds: new.specs.bounds(),
            special,
            depth: 0,
            asked: None,
            span,
        };
        if let Some(params) = condition.filter(|_| !new.in_class || is_destructor) {
            func.is_noexcept = self.noexcept_holds(params, &func);
        }
        Some(func)
    }

    /// Whether `noexcept`, or one whose condition holds, stands behind the parameters, which that may name.
    pub(in crate::sema) fn is_noexcept_list(&mut self, list: &'a ast::FunctionParams, params: &[Param<'a>], scope: ScopeId) -> bool {
        let Some(condition) = list.noexcept_if.as_deref() else { return list.is_noexcept };
        self.within(scope, |s| {
            s.with_params_in_scope(params, None, |s| {
                let scope = s.scope;
                s.holds_quietly(condition, scope)
            })
        })
    }

    /// Whether the constant `condition` is true; what is wrong with it is not told.
    pub(super) fn holds_quietly(&mut self, condition: &'a ast::Expr, scope: ScopeId) -> bool {
        let value = self.quietly(|s| {
            let e = s.within(scope, |s| s.condition(condition));
            s.evaluate_int(&e).ok()
        });
        value.is_some_and(|v| v != 0)
    }

    pub(in crate::sema) fn add_function(&mut self, func: Func<'a>) -> FuncId {
        self.funcs.push(func);
        FuncId(self.funcs.len() as u32 - 1)
    }

    fn earlier_declaration(&self, func: &Func<'a>) -> Option<FuncId> {
        let Some(Entity::Functions(set)) = self.own_name(func.home, &func.name, Want::Any) else { return None };
        set.into_iter().find_map(|f| match f {
            FuncRef::Plain(id) => {
                let old = &self.funcs[id.0 as usize];
                // One that `using` takes from a base is hidden, not declared again ([namespace.udecl] 14).
                let is_own = old.class == func.class || func.class.is_none();
                let same = is_own
                    && old.ty.params == func.ty.params
                    && old.ty.is_variadic == func.ty.is_variadic
                    && (old.is_const, old.is_volatile) == (func.is_const, func.is_volatile)
                    && old.ref_qualifier == func.ref_qualifier
                    && self.written_constraints(&[], old.requires) == self.written_constraints(&[], func.requires)
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
            self.twin_ids.insert(twin);
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
        old.bounds = new.bounds.or(old.bounds);
        for (p, q) in old.params.iter_mut().zip(&new.params) {
            if new_has_body {
                p.name = q.name.clone();
                p.span = q.span;
                p.ty = q.ty;
                p.rows.clone_from(&q.rows);
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
    pub(in crate::sema) fn declare_instance(&mut self, id: FnTemplateId, args: &[TArg]) -> FuncId {
        let t = &self.fn_templates[id.0 as usize];
        let (specs, declarator, home, class, scope) = (t.specs, t.declarator, t.home, t.class, self.scope);
        if let (Some(from), Some(own)) = (t.inherited, class) {
            let known = self.fn_templates[from.0 as usize].instances.get(args).copied().flatten();
            let f = known.unwrap_or_else(|| self.declare_instance(from, args));
            self.fn_templates[from.0 as usize].instances.insert(args.to_vec(), Some(f));
            let made = self.inherit_constructor(own, f);
            self.funcs[made.0 as usize].template = Some((id, args.to_vec()));
            return made;
        }
        if let Some(lambda) = t.lambda {
            return self.declare_call_operator(lambda, class, scope, Some((id, args.to_vec())));
        }
        let (def, access) = (t.def, t.access);
        let saved = self.auto_type;
        if declarations::is_auto(specs) {
            self.auto_type = Some(self.common.void.into());
        }
        let base = self.specified_type(specs);
        let declared = self.declarator(base, declarator);
        self.auto_type = saved;
        let mut new = NewFunction::new(specs, declared, def, None, home, class, scope);
        new.template = Some((id, args.to_vec()));
        new.access = access;
        let declared = self.declare_function(new);
        let t = &self.fn_templates[id.0 as usize];
        let (is_system, asm_label) = (t.is_system, t.asm_label.clone());
        let f = match declared {
            Some(f) => f,
            // Only after an error: a function nobody can call stands in.
            None => self.add_function(self.broken_function(t.name.clone(), home, t.span)),
        };
        self.as_declared_earlier(f, id, args);
        let depth = self.frame_depth() + 1;
        let func = &mut self.funcs[f.0 as usize];
        func.is_system = is_system;
        func.asm_label = asm_label;
        func.depth = depth;
        f
    }
}

pub(super) fn pack_names(params: Option<&ast::FunctionParams>) -> Vec<Name> {
    params
        .map(|p| {
            let packs = p.params.iter().filter(|p| p.declarator.is_pack());
            packs.filter_map(|p| p.declarator.path().and_then(plain_name).cloned()).collect()
        })
        .unwrap_or_default()
}
