//! Declarations of files and namespaces, and the variables with static storage.

use super::Sema;
use super::entity::{
    Body, Entity, FnTemplate, FnTemplateId, FuncRef, Name, Partial, RegisterName, Scalar, ScopeId, ScopeKind, TArg, Template, TemplateId,
    TemplateKind, Var, VarId,
};
use super::errors;
use super::functions::NewFunction;
use super::initialise::Init;
use super::scope::Want;
use super::specifiers::{declarator_params, declarator_path, path_text, plain_name, segment_text};
use super::types::bare;
use crate::hir::{self, ClassId, GlobalId, GlobalInit, GlobalSpace, QualType, Type};
use kern_diag::Span;
use kern_syntax::ast::{self, Decl, DeclKind};
use std::collections::HashMap;

impl<'a> Sema<'a> {
    /// Declarations of a file or namespace, in order.
    pub(super) fn declare_all(&mut self, decls: &'a [Decl]) {
        for d in decls {
            if self.is_full() {
                return;
            }
            super::deep(|| self.declare_one(d));
            self.check_class_bodies();
        }
    }

    fn declare_one(&mut self, d: &'a Decl) {
        match &d.kind {
            DeclKind::Empty => {}
            DeclKind::Simple(simple) => self.namespace_simple(simple, d.span),
            DeclKind::Function(def) => {
                let (home, class, scope) = self.target_of(declarator_path(&def.declarator));
                self.define_function(def, home, class, scope);
            }
            DeclKind::Template(t) => self.template_declaration(t, d.span, None, ast::Access::Public),
            DeclKind::ExplicitInstantiation(inner) => self.explicit_instantiation(inner),
            DeclKind::Namespace { path, is_inline, decls } => {
                let mut scope = self.scope;
                if path.is_empty() {
                    scope = self.unnamed_namespace(scope);
                }
                for name in path {
                    scope = self.open_namespace(scope, &name.name, *is_inline, name.span);
                }
                self.within(scope, |sema| sema.declare_all(decls));
            }
            DeclKind::NamespaceAlias { name, target } => {
                if let Some(found) = self.resolve(target, Want::Type) {
                    let scope = self.scope;
                    self.declare(scope, &name.name, found.entity, name.span);
                }
            }
            DeclKind::Linkage { language, decls } => {
                let saved = std::mem::replace(&mut self.extern_c, &**language == "C");
                self.declare_all(decls);
                self.extern_c = saved;
            }
            DeclKind::Friend(_) | DeclKind::Access(_) => {}
            DeclKind::Asm(_) => self.report(errors::unsupported(d.span, "`asm` outside functions")),
            DeclKind::Error => self.saw_syntax_error = true,
            _ => self.common_declaration(d),
        }
    }

    /// Declarations that mean the same in namespaces, classes and blocks.
    pub(super) fn common_declaration(&mut self, d: &'a Decl) {
        match &d.kind {
            DeclKind::UsingDirective(path) => {
                if let Some(found) = self.resolve(path, Want::Type) {
                    match found.entity {
                        Entity::Namespace(target) => {
                            let scope = self.scope;
                            if !self.scope_of(scope).using.contains(&target) && target != scope {
                                self.scope_mut(scope).using.push(target);
                            }
                        }
                        _ => self.report(errors::not_a_namespace(path.span, &path_text(path))),
                    }
                }
            }
            DeclKind::UsingDecl(path) => self.using_declaration(path),
            DeclKind::Alias { name, ty } => {
                let q = self.type_name(ty);
                let scope = self.scope;
                self.declare(scope, &name.name, Entity::Type(q), name.span);
            }
            DeclKind::StaticAssert { condition, message } => self.static_assert(condition, message.as_ref()),
            _ => {}
        }
    }

    fn using_declaration(&mut self, path: &'a ast::Path) {
        let Some(last) = path.segments.last() else { return };
        let name = segment_text(&last.name);
        let Some(found) = self.resolve(path, Want::Any) else { return };
        let scope = self.scope;
        // `using Base::Base;` inherits constructors.
        if let (ScopeKind::Class(own), Entity::Type(q)) = (self.scope_of(scope).kind.clone(), &found.entity)
            && let Some(base) = self.class_of(q.ty)
            && found.class == Some(base)
        {
            self.inherit_constructors(own, base);
            return;
        }
        self.declare(scope, &name, found.entity, path.span);
    }

    fn static_assert(&mut self, condition: &'a ast::Expr, message: Option<&ast::StringLiteral>) {
        let v = self.condition(condition);
        if self.is_error(v.ty) {
            return;
        }
        match self.evaluate_int(&v) {
            Ok(0) => {
                let text = message.map(|m| String::from_utf8_lossy(&m.bytes).into_owned());
                self.report(errors::static_assert_failed(condition.span, text));
            }
            Ok(_) => {}
            Err(why) => self.report(errors::not_constant(condition.span, why)),
        }
    }

    fn unnamed_namespace(&mut self, parent: ScopeId) -> ScopeId {
        if let Some(&scope) = self.unnamed.get(&parent) {
            return scope;
        }
        let scope = self.new_scope(ScopeKind::Namespace(None), Some(parent));
        self.scope_mut(parent).using.push(scope);
        self.unnamed.insert(parent, scope);
        scope
    }

    fn open_namespace(&mut self, parent: ScopeId, name: &Name, is_inline: bool, span: Span) -> ScopeId {
        if let Some(Entity::Namespace(scope)) = self.own_name(parent, name, Want::Any) {
            return scope;
        }
        let scope = self.new_scope(ScopeKind::Namespace(Some(name.clone())), Some(parent));
        self.scope_mut(scope).is_inline = is_inline;
        if is_inline {
            self.scope_mut(parent).using.push(scope);
        }
        self.declare(parent, name, Entity::Namespace(scope), span);
        scope
    }

    /// For a possibly qualified declarator: the scope it belongs to, its class, and where its parameters are looked up.
    pub(super) fn target_of(&mut self, path: Option<&'a ast::Path>) -> (ScopeId, Option<ClassId>, ScopeId) {
        let here = self.scope;
        let Some(path) = path else { return (here, None, here) };
        let count = path.segments.len();
        if count < 2 && !path.is_global {
            let class = match self.scope_of(here).kind {
                ScopeKind::Class(c) => Some(c),
                _ => None,
            };
            return (here, class, here);
        }
        let mut scope = if path.is_global { Some(self.global) } else { None };
        for s in &path.segments[..count - 1] {
            let text = segment_text(&s.name);
            let found = match scope {
                None => self.lookup(&text, Want::Qualifier),
                Some(at) => self.lookup_in(at, &text, Want::Qualifier),
            };
            let Some(found) = found else {
                self.report(errors::unknown_scope(s.span, &text, None));
                return (here, None, here);
            };
            match self.apply_arguments(found, s, s.span).0 {
                Entity::Namespace(next) => scope = Some(next),
                Entity::Type(q) => {
                    self.make_complete(q.ty);
                    match self.class_of(q.ty) {
                        Some(class) => scope = Some(self.class_info(class).scope),
                        None => return (here, None, here),
                    }
                }
                _ => return (here, None, here),
            }
        }
        let Some(scope) = scope else { return (here, None, here) };
        let class = match self.scope_of(scope).kind {
            ScopeKind::Class(c) => Some(c),
            _ => None,
        };
        (scope, class, scope)
    }

    fn namespace_simple(&mut self, d: &'a ast::SimpleDecl, span: Span) {
        if d.declarators.is_empty() {
            let q = self.specified_type(&d.specs);
            let _ = (q, span);
            return;
        }
        let base = if is_auto(&d.specs) { None } else { Some(self.specified_type(&d.specs)) };
        for one in &d.declarators {
            let (home, class, scope) = self.target_of(declarator_path(&one.declarator));
            if is_auto(&d.specs)
                && let Some(params) = declarator_params(&one.declarator)
            {
                let saved = self.auto_type.replace(self.common.void.into());
                let base = self.specified_type(&d.specs);
                let declared = self.within(scope, |sema| sema.declarator(base, &one.declarator));
                self.auto_type = saved;
                let _ = params;
                self.declare_function(NewFunction::new(&d.specs, declared, None, one.asm_label.as_ref(), home, class, scope));
                continue;
            }
            let Some(base) = base else {
                self.auto_variable(d, one);
                continue;
            };
            let declared = self.within(scope, |sema| sema.declarator(base, &one.declarator));
            if d.specs.flags.is_typedef {
                self.declare_typedef(&d.specs, &declared);
            } else if self.is_function(declared.ty.ty) {
                self.declare_function(NewFunction::new(&d.specs, declared, None, one.asm_label.as_ref(), home, class, scope));
            } else {
                self.namespace_variable(&d.specs, one, declared.ty, declared.path, home, class);
            }
        }
    }

    fn auto_variable(&mut self, d: &'a ast::SimpleDecl, one: &'a ast::InitDeclarator) {
        let Some(ty) = self.deduce_auto(&d.specs, one) else { return };
        let scope = self.scope;
        self.namespace_variable(&d.specs, one, ty, declarator_path(&one.declarator), scope, None);
    }

    /// `typedef`: an unnamed class or enum takes the name.
    pub(super) fn declare_typedef(&mut self, specs: &'a ast::DeclSpecs, declared: &super::specifiers::Declared<'a>) {
        let Some(name) = declared.path.and_then(plain_name) else { return };
        let unnamed = match specs.ty.as_ref().map(|t| &t.kind) {
            Some(ast::TypeSpecKind::Class(c)) => c.name.is_none(),
            Some(ast::TypeSpecKind::Enum(e)) => e.name.is_none(),
            _ => false,
        };
        if unnamed {
            match self.ty(declared.ty.ty).clone() {
                Type::Class(class) => {
                    let prefix = self.scope_prefix(self.class_info(class).home);
                    self.types.class_mut(class).name = format!("{prefix}{name}").into();
                    self.class_info_mut(class).name = name.clone();
                }
                Type::Enum(id) => self.types.enumeration_mut(id).name = name.clone(),
                _ => {}
            }
        }
        let scope = self.scope;
        let ty = self.realigned(specs, declared.ty);
        self.declare(scope, name, Entity::Type(ty), declared.span);
    }

    /// `typedef int T __attribute__((aligned(8)))` on classes changes nothing we keep; the type stays.
    fn realigned(&mut self, _specs: &'a ast::DeclSpecs, ty: QualType) -> QualType {
        ty
    }

    /// A variable of a namespace, or the definition of a static member outside its class.
    fn namespace_variable(
        &mut self,
        specs: &'a ast::DeclSpecs,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        path: Option<&'a ast::Path>,
        home: ScopeId,
        class: Option<ClassId>,
    ) {
        let Some(path) = path else { return };
        let Some(last) = path.segments.last() else { return };
        let name = segment_text(&last.name);
        let span = last.span;
        if path.segments.len() > 1 {
            let Some(Entity::Var(v)) = self.own_name(home, &name, Want::Any) else {
                let shown = self.scope_prefix(home);
                self.report(errors::unknown_in_scope(span, &name, &shown, None));
                return;
            };
            let class_scope = home;
            let var = &mut self.vars[v.0 as usize];
            if var.init.is_none() {
                var.init = one.init.as_ref();
            }
            var.scope = class_scope;
            var.is_defined = true;
            var.is_extern = false;
            var.span = span;
            let declared = var.ty.ty;
            if matches!(self.ty(declared), Type::Array { length: None, .. }) {
                self.vars[v.0 as usize].ty = ty;
            }
            self.settle(v);
            let _ = class;
            return;
        }
        if self.is_void(ty.ty) {
            self.report(errors::void_variable(span, &name));
            self.declare(home, &name, Entity::Error, span);
            return;
        }
        let space = self.global_space(&specs.flags, span);
        let is_extern = specs.flags.is_extern && one.init.is_none();
        if let Some(Entity::Var(v)) = self.own_name(home, &name, Want::Any) {
            self.redeclare_variable(v, specs, one, ty, space, is_extern, span);
            return;
        }
        let register = one.asm_label.as_ref().and_then(|l| register_name(&String::from_utf8_lossy(&l.bytes)));
        let align = self.alignment(&specs.align);
        let v = self.add_var(Var {
            name: name.clone(),
            ty,
            space,
            home,
            scope: home,
            hir: None,
            init: one.init.as_ref(),
            is_initialised: false,
            constant: None,
            register,
            is_constexpr: specs.flags.is_constexpr,
            is_extern,
            is_system: self.is_system(span),
            is_defined: !is_extern,
            extern_c: self.extern_c,
            function: None,
            align,
            template_args: Vec::new(),
            span,
        });
        if specs.flags.is_constexpr {
            self.vars[v.0 as usize].ty.is_const = true;
        }
        self.declare(home, &name, Entity::Var(v), span);
        let var = &self.vars[v.0 as usize];
        let unknown_bound = matches!(self.ty(var.ty.ty), Type::Array { length: None, .. });
        if !var.is_system || unknown_bound {
            self.settle(v);
        }
    }

    fn redeclare_variable(
        &mut self,
        v: VarId,
        _specs: &'a ast::DeclSpecs,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        space: GlobalSpace,
        is_extern: bool,
        span: Span,
    ) {
        let var = &self.vars[v.0 as usize];
        let (old_ty, earlier, was_defined, name) = (var.ty, var.span, var.is_defined, var.name.clone());
        if !self.are_similar(old_ty.ty, ty.ty) && !self.is_error(ty.ty) {
            let (old, new) = (self.show_q(old_ty), self.show_q(ty));
            self.report(errors::conflicting_types(span, &name, &new, earlier, &old));
            return;
        }
        if was_defined && !is_extern {
            self.report(errors::redefinition(&name, span, earlier, false));
            return;
        }
        let _ = space;
        if !is_extern {
            let var = &mut self.vars[v.0 as usize];
            var.is_defined = true;
            var.is_extern = false;
            var.init = one.init.as_ref();
            var.span = span;
            var.ty = ty;
            if let Some(g) = var.hir {
                self.globals[g.0 as usize].ty = ty;
                self.globals[g.0 as usize].span = span;
            }
            self.settle(v);
        }
    }

    pub(super) fn add_var(&mut self, var: Var<'a>) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() as u32 - 1)
    }

    /// The memory space that the specifiers ask for.
    pub(super) fn global_space(&mut self, flags: &ast::Flags, span: Span) -> GlobalSpace {
        let asked = [flags.device && !flags.managed && !flags.constant && !flags.shared, flags.constant, flags.shared, flags.managed];
        if asked.iter().filter(|b| **b).count() > 1 {
            self.report(errors::two_spaces(span));
        }
        if flags.shared {
            if flags.is_extern { GlobalSpace::DynamicShared } else { GlobalSpace::Shared }
        } else if flags.constant {
            GlobalSpace::Constant
        } else if flags.managed {
            GlobalSpace::Managed
        } else if flags.device {
            GlobalSpace::Device
        } else {
            GlobalSpace::Host
        }
    }

    /// The alignment that specifiers ask for.
    pub(super) fn alignment(&mut self, specs: &'a [ast::AlignSpec]) -> Option<u64> {
        let mut align = None;
        for a in specs {
            let n = match a {
                ast::AlignSpec::Type(t) => {
                    let q = self.type_name(t);
                    i128::from(self.types.align_of(q.ty))
                }
                ast::AlignSpec::Expr(e) => {
                    let v = self.expr(e);
                    let v = self.rvalue(v);
                    match self.evaluate_int(&v.e) {
                        Ok(n) => n,
                        Err(why) => {
                            self.report(errors::not_constant(e.span, why));
                            continue;
                        }
                    }
                }
            };
            if n <= 0 || n & (n - 1) != 0 || n > 1 << 20 {
                if n != 0
                    && let ast::AlignSpec::Expr(e) = a
                {
                    self.report(errors::bad_alignment(e.span, n));
                }
                continue;
            }
            align = align.max(Some(n as u64));
        }
        align
    }

    /// Checks the initialiser of a variable, once; completes an array type of unknown bound.
    pub(super) fn settle(&mut self, v: VarId) {
        let var = &mut self.vars[v.0 as usize];
        if var.is_initialised || var.register.is_some() {
            return;
        }
        var.is_initialised = true;
        let (ty, scope, span, space, is_extern) = (var.ty, var.scope, var.span, var.space, var.is_extern);
        let (init, name) = (var.init, var.name.clone());
        let is_system = var.is_system;
        if matches!(space, GlobalSpace::Shared | GlobalSpace::DynamicShared) {
            if init.is_some() {
                self.report(errors::shared_initialiser(span, &name));
            }
            if space == GlobalSpace::Shared && matches!(self.ty(ty.ty), Type::Array { length: None, .. }) {
                self.report(errors::incomplete_array(span, &name));
            }
            self.materialise(v, GlobalInit::None, None);
            return;
        }
        if is_extern {
            if !is_system {
                // Defined in another file or never; a use decides.
                self.vars[v.0 as usize].is_initialised = false;
            }
            return;
        }
        if self.is_reference(ty.ty) && init.is_none() {
            self.report(errors::reference_without_initialiser(span, &name));
            return;
        }
        if ty.is_const && init.is_none() && self.is_scalar(ty.ty) && space == GlobalSpace::Host {
            self.report(errors::const_without_initialiser(span, &name));
            return;
        }
        let how = match init {
            None => Init::Default,
            Some(i) => Init::Written(i),
        };
        if self.instantiation_depth > 0 && !self.may_instantiate(span) {
            return;
        }
        self.instantiation_depth += 1;
        let saved_frames = std::mem::take(&mut self.frames);
        let (value, ty) = self.within(scope, |sema| sema.initialise_variable(ty, how, &name, span));
        self.frames = saved_frames;
        self.instantiation_depth -= 1;
        self.vars[v.0 as usize].ty = ty;
        if !self.make_complete(ty.ty) && !self.is_error(ty.ty) {
            if self.is_array(ty.ty) {
                self.report(errors::incomplete_array(span, &name));
            } else {
                let shown = self.show(ty.ty);
                self.report(errors::incomplete_type(span, &shown));
            }
            return;
        }
        let mut constant = None;
        let stored = match value {
            None => GlobalInit::Zero,
            Some(value) if self.has_error(&value) => GlobalInit::Zero,
            Some(value) => match self.evaluate_object(&value, ty) {
                Ok(object) => {
                    if (ty.is_const || self.vars[v.0 as usize].is_constexpr) && !ty.is_volatile {
                        constant = self.scalar_of(&object, ty.ty);
                    }
                    self.global_bytes(object)
                }
                Err(why) => {
                    self.dynamic_initialiser_rules(v, &value, why);
                    GlobalInit::Dynamic(Box::new(value))
                }
            },
        };
        if space == GlobalSpace::Host && (ty.is_const || self.vars[v.0 as usize].is_constexpr) && !matches!(stored, GlobalInit::Dynamic(_))
        {
            self.vars[v.0 as usize].space = GlobalSpace::Both;
        }
        let destructor = self.destructor_for(ty.ty, span);
        self.vars[v.0 as usize].constant = constant;
        if is_system && self.vars[v.0 as usize].hir.is_none() {
            self.waiting_globals.insert(v, (stored, destructor));
        } else {
            self.materialise(v, stored, destructor);
        }
    }

    fn dynamic_initialiser_rules(&mut self, v: VarId, value: &hir::Expr, why: String) {
        let var = &self.vars[v.0 as usize];
        let (name, span, space) = (var.name.clone(), value.span, var.space);
        match space {
            GlobalSpace::Constant | GlobalSpace::Device | GlobalSpace::Managed => {
                self.report(errors::dynamic_device_initialiser(span, &name, space == GlobalSpace::Constant, why));
            }
            _ if var.is_constexpr => self.report(errors::constexpr_not_constant(span, &name, why)),
            _ => {}
        }
    }

    /// The HIR global of a variable, made on first use.
    pub(super) fn use_var(&mut self, v: VarId) -> GlobalId {
        self.settle(v);
        if let Some(id) = self.vars[v.0 as usize].hir {
            return id;
        }
        let (init, destructor) = self.waiting_globals.remove(&v).unwrap_or((GlobalInit::Zero, None));
        self.materialise(v, init, destructor)
    }

    fn materialise(&mut self, v: VarId, init: GlobalInit, destructor: Option<hir::FunctionId>) -> GlobalId {
        let var = &self.vars[v.0 as usize];
        if let Some(id) = var.hir {
            let ty = var.ty;
            let space = var.space;
            let g = &mut self.globals[id.0 as usize];
            g.init = init;
            g.ty = ty;
            g.space = space;
            g.destructor = destructor;
            return id;
        }
        let (name, ty, space, align, span, function) = (var.name.clone(), var.ty, var.space, var.align, var.span, var.function);
        let function = function.map(|f| self.use_function(f));
        let symbol = self.mangle_var(v);
        let id = GlobalId(self.globals.len() as u32);
        self.vars[v.0 as usize].hir = Some(id);
        self.globals.push(hir::Global { name, symbol, ty, space, align, init, destructor, function, is_local_static: false, span });
        id
    }

    // Templates.

    /// `template <…> …` in a namespace (`class` is `None`) or class.
    pub(super) fn template_declaration(&mut self, t: &'a ast::TemplateDecl, span: Span, class: Option<ClassId>, access: ast::Access) {
        if t.params.is_empty() {
            self.explicit_specialisation(&t.decl, span);
            return;
        }
        match &t.decl.kind {
            DeclKind::Simple(d) => match (&d.specs.ty, d.declarators.as_slice()) {
                (Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(spec), .. }), []) => self.class_template(t, spec, span),
                (_, [one]) => {
                    if declarator_params(&one.declarator).is_some() {
                        self.function_template(t, &d.specs, &one.declarator, None, one.asm_label.as_ref(), class, access);
                    } else {
                        self.variable_template(t, d, one);
                    }
                }
                _ => {}
            },
            DeclKind::Function(def) => self.function_template(t, &def.specs, &def.declarator, Some(def), None, class, access),
            DeclKind::Alias { name, ty } => {
                self.add_template(name.name.clone(), TemplateKind::Alias(ty), &t.params, name.span);
            }
            DeclKind::Template(inner) => {
                // A member template of a class template, defined outside.
                if let DeclKind::Function(def) = &inner.decl.kind
                    && let Some(path) = declarator_path(&def.declarator)
                {
                    self.outside_member(path, &t.params, &t.decl);
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
                let template = &mut self.templates[id.0 as usize];
                let TemplateKind::Class(old) = template.kind else { return };
                if spec.members.is_none() {
                    return;
                }
                if old.members.is_some() {
                    let earlier = template.span;
                    self.report(errors::redefinition(&name, last.span, earlier, false));
                    return;
                }
                template.kind = TemplateKind::Class(spec);
                if !template.params.iter().any(has_default_param) {
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

    fn resolve_without_arguments(&mut self, path: &'a ast::Path) -> Option<Entity> {
        let (scope, _, _) = self.target_of(Some(path));
        let last = path.segments.last()?;
        let text = segment_text(&last.name);
        if path.segments.len() > 1 || path.is_global { self.lookup_in(scope, &text, Want::Type) } else { self.lookup(&text, Want::Type) }
    }

    fn variable_template(&mut self, t: &'a ast::TemplateDecl, d: &'a ast::SimpleDecl, one: &'a ast::InitDeclarator) {
        let Some(path) = declarator_path(&one.declarator) else { return };
        let Some(last) = path.segments.last() else { return };
        let name = segment_text(&last.name);
        if path.segments.len() > 1 {
            self.outside_member(path, &t.params, &t.decl);
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
    pub(super) fn template_variable(&mut self, d: &'a ast::SimpleDecl, home: ScopeId, args: &[TArg]) -> Option<VarId> {
        let one = d.declarators.first()?;
        let ty = if is_auto(&d.specs) {
            self.deduce_auto(&d.specs, one)?
        } else {
            let base = self.specified_type(&d.specs);
            self.declarator(base, &one.declarator).ty
        };
        let path = declarator_path(&one.declarator)?;
        let last = path.segments.last()?;
        let space = self.global_space(&d.specs.flags, last.span);
        let scope = self.scope;
        let mut ty = ty;
        ty.is_const |= d.specs.flags.is_constexpr;
        Some(self.add_var(Var {
            name: segment_text(&last.name),
            ty,
            space,
            home,
            scope,
            hir: None,
            init: one.init.as_ref(),
            is_initialised: false,
            constant: None,
            register: None,
            is_constexpr: d.specs.flags.is_constexpr,
            is_extern: false,
            is_system: true,
            is_defined: true,
            extern_c: false,
            function: None,
            align: None,
            template_args: args.to_vec(),
            span: last.span,
        }))
    }

    /// A member of a class template defined outside: kept for every instance, those that exist included.
    fn outside_member(&mut self, path: &'a ast::Path, params: &'a [ast::TemplateParam], decl: &'a Decl) {
        let count = path.segments.len();
        if count < 2 {
            return;
        }
        let mut scope = None;
        let mut template = None;
        for s in &path.segments[..count - 1] {
            let text = segment_text(&s.name);
            let found = match scope {
                None => self.lookup(&text, Want::Qualifier),
                Some(at) => self.lookup_in(at, &text, Want::Qualifier),
            };
            match found {
                Some(Entity::Namespace(next)) => scope = Some(next),
                Some(Entity::Template(id)) => template = Some(id),
                Some(Entity::Type(q)) => match self.class_of(q.ty) {
                    Some(c) => scope = Some(self.class_info(c).scope),
                    None => return,
                },
                _ => {
                    self.report(errors::unknown_scope(s.span, &text, None));
                    return;
                }
            }
        }
        let Some(id) = template else { return };
        self.templates[id.0 as usize].outside.push((params, decl));
        let instances: Vec<Entity> = self.templates[id.0 as usize].instances.values().cloned().collect();
        for e in instances {
            if let Entity::Type(q) = e
                && let Some(class) = self.class_of(q.ty)
                && self.class_info(class).state == super::entity::ClassState::Complete
            {
                self.attach_outside(class, params, decl);
            }
        }
    }

    fn function_template(
        &mut self,
        t: &'a ast::TemplateDecl,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        def: Option<&'a ast::FunctionDef>,
        asm_label: Option<&'a ast::StringLiteral>,
        class: Option<ClassId>,
        access: ast::Access,
    ) {
        let Some(path) = declarator_path(declarator) else { return };
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
                                for (p, n) in func.params.iter_mut().zip(super::functions::names_of(declarator)) {
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
        self.fn_templates.push(FnTemplate {
            name: name.clone(),
            params: &t.params,
            specs,
            declarator,
            def,
            scope,
            home,
            class,
            access,
            is_system,
            asm_label: asm_label.map(|l| String::from_utf8_lossy(&l.bytes).into()),
            instances: HashMap::new(),
            lambda: None,
            span,
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
        let (old_params, old_declarator, old_scope, old_specs) = (old.params, old.declarator, old.scope, old.specs);
        let (Some(a), Some(b)) = (declarator_params(old_declarator), declarator_params(declarator)) else { return false };
        if a.params.len() != b.params.len() || a.quals != b.quals {
            return false;
        }
        // `enable_if` in a default argument or the result makes two templates of one parameter list.
        let written = |s: &ast::DeclSpecs| {
            let text = s.ty.as_ref().map_or("", |ty| self.sources.text(ty.span));
            text.split_whitespace().collect::<String>()
        };
        let (first, second) = (written(old_specs), written(specs));
        if first != second && (old.def.is_some() || first.contains('<') && second.contains('<')) {
            return false;
        }
        if old.def.is_some() {
            let sfinae = |p: &[ast::TemplateParam]| p.iter().any(|p| p.name.is_none() && has_default_param(p));
            if sfinae(old_params) || sfinae(&t.params) {
                return false;
            }
        }
        let old_names = super::templates::param_names(old_params);
        let new_names = super::templates::param_names(&t.params);
        self.quietly(|sema| {
            for (x, y) in a.params.iter().zip(&b.params) {
                let p =
                    sema.within(old_scope, |s| s.pattern(&x.specs, &x.declarator, &super::deduce::Holes { names: &old_names, auto: None }));
                let q = sema.within(scope, |s| s.pattern(&y.specs, &y.declarator, &super::deduce::Holes { names: &new_names, auto: None }));
                if p != q {
                    return None;
                }
            }
            Some(())
        })
        .is_some()
    }

    /// `template <> …`
    fn explicit_specialisation(&mut self, d: &'a Decl, span: Span) {
        match &d.kind {
            DeclKind::Simple(s) => match (&s.specs.ty, s.declarators.as_slice()) {
                (Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(spec), .. }), []) => self.specialise_class(spec, span),
                (_, [one]) if declarator_params(&one.declarator).is_some() => self.specialise_function(&s.specs, &one.declarator, None),
                (_, [one]) => self.specialise_variable(s, one),
                _ => {}
            },
            DeclKind::Function(def) => self.specialise_function(&def.specs, &def.declarator, Some(def)),
            DeclKind::Template(inner) => self.explicit_specialisation(&inner.decl, span),
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
        if self.class_info(class).state != super::entity::ClassState::Declared {
            let earlier = self.class_info(class).span;
            self.report(errors::redefinition(&path_text(path), span, earlier, false));
            return;
        }
        let scope = self.scope;
        self.class_info_mut(class).span = path.span;
        self.define_class(class, spec, scope);
    }

    fn specialise_variable(&mut self, d: &'a ast::SimpleDecl, one: &'a ast::InitDeclarator) {
        let Some(path) = declarator_path(&one.declarator) else { return };
        let Some(last) = path.segments.last() else { return };
        if path.segments.len() > 1 {
            self.namespace_simple(d, one.declarator.span);
            return;
        }
        let Some(Entity::Template(id)) = self.lookup(&segment_text(&last.name), Want::Any) else { return };
        let Some(args) = last.args.as_ref() else { return };
        let Some(flat) = self.template_arguments(id, args, last.span) else { return };
        let (params, scope) = (self.templates[id.0 as usize].params, self.templates[id.0 as usize].scope);
        let given = super::templates::pack_up(params, &flat);
        let Some((args, _)) = self.complete_arguments(params, &given, scope, last.span) else { return };
        if let Some(v) = self.template_variable(d, scope, &args) {
            self.templates[id.0 as usize].instances.insert(args, Entity::Var(v));
        }
    }

    fn specialise_function(&mut self, specs: &'a ast::DeclSpecs, declarator: &'a ast::Declarator, def: Option<&'a ast::FunctionDef>) {
        let Some(path) = declarator_path(declarator) else { return };
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
        let Some(params) = declarator_params(declarator) else { return };
        let types: Vec<QualType> = self.within(scope, |sema| sema.param_list(params).iter().map(|p| bare(p.ty)).collect());
        // A member of an instance: `template <> void Vec<int>::f()`.
        if let (Some(_), Some(def)) = (class, def) {
            for f in &set {
                if let FuncRef::Plain(f) = f
                    && self.funcs[f.0 as usize].ty.params == types
                {
                    let func = &mut self.funcs[f.0 as usize];
                    func.body = Body::Ast(def);
                    func.scope = scope;
                    for (p, n) in func.params.iter_mut().zip(super::functions::names_of(declarator)) {
                        p.name = n;
                    }
                    return;
                }
            }
        }
        let mut best: Option<(FnTemplateId, Vec<TArg>)> = None;
        for f in set {
            if let FuncRef::Template(id) = f
                && let Some(args) = self.specialised_arguments(id, last.args.as_deref(), &types)
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
                func.params.iter_mut().zip(super::functions::names_of(declarator)).for_each(|(p, n)| p.name = n);
                func.span = last.span;
            }
            return;
        }
        let base = self.within(scope, |s| s.specified_type(specs));
        let declared = self.within(scope, |s| s.declarator(base, declarator));
        let mut new = NewFunction::new(specs, declared, def, None, home, class, scope);
        new.template = Some((id, args.clone()));
        if let Some(f) = self.declare_function(new) {
            self.fn_templates[id.0 as usize].instances.insert(args, Some(f));
            if def.is_some() && !self.funcs[f.0 as usize].is_system {
                self.request_body(f);
            }
        }
    }

    fn explicit_instantiation(&mut self, d: &'a Decl) {
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
            let Some(path) = declarator_path(&one.declarator) else { continue };
            let Some(last) = path.segments.last() else { continue };
            let Some(params) = declarator_params(&one.declarator) else { continue };
            let types: Vec<QualType> = self.param_list(params).iter().map(|p| bare(p.ty)).collect();
            let Some(Entity::Functions(set)) = self.resolve(path, Want::Any).map(|r| r.entity) else { continue };
            for f in set {
                if let FuncRef::Template(id) = f
                    && let Some(args) = self.specialised_arguments(id, last.args.as_deref(), &types)
                    && let Some(f) = self.instantiate_function(id, args.into_iter().map(Some).collect())
                {
                    self.use_function(f);
                }
            }
        }
    }

    /// The scalar that a constant variable holds, for folding its uses.
    pub(super) fn constant_of(&mut self, v: VarId) -> Option<Scalar> {
        let var = &self.vars[v.0 as usize];
        if !(var.ty.is_const || var.is_constexpr) || var.ty.is_volatile || var.space == GlobalSpace::Constant {
            return None;
        }
        self.settle(v);
        self.vars[v.0 as usize].constant
    }
}

fn has_default_param(p: &ast::TemplateParam) -> bool {
    super::templates::has_default(p)
}

/// Whether the base type is `auto` (to be deduced from the initialiser).
pub(super) fn is_auto(specs: &ast::DeclSpecs) -> bool {
    matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Auto))
}

fn register_name(label: &str) -> Option<RegisterName> {
    match label {
        "%tid" => Some(RegisterName::ThreadIdx),
        "%ctaid" => Some(RegisterName::BlockIdx),
        "%ntid" => Some(RegisterName::BlockDim),
        "%nctaid" => Some(RegisterName::GridDim),
        "%warpsize" => Some(RegisterName::WarpSize),
        _ => None,
    }
}
