//! Variables with static storage: of namespaces, and static members.
//!
//! A variable is declared at once and *settled* once, when its definition is complete: its initialiser is checked, and what
//! is known at compile time becomes the bytes that the program starts with. What is not known runs before `main` on the
//! host, and is a mistake in device memory. Only settled variables that something uses are in the output.

use crate::hir::{self, GlobalId, GlobalInit, GlobalSpace, QualType, Type, TypeId};
use crate::sema::constant::Why;
use crate::sema::entity::{Entity, RegisterName, Scalar, ScopeId, Var, VarId};
use crate::sema::initialise::Init;
use crate::sema::scope::Want;
use crate::sema::specifiers::segment_text;
use crate::sema::{Sema, errors};
use kern_diag::{Code, Span};
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// A variable of a namespace, or the definition of a static member outside its class.
    pub(super) fn namespace_variable(
        &mut self,
        specs: &'a ast::DeclSpecs,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        path: Option<&'a ast::Path>,
        home: ScopeId,
    ) {
        let Some(path) = path else { return };
        let Some(last) = path.segments.last() else { return };
        let name = segment_text(&last.name);
        let span = last.span;
        if path.segments.len() > 1 {
            let Some(Entity::Var(v)) = self.own_name(home, &name, Want::Any) else {
                let shown = self.scope_prefix(home);
                self.report(errors::unknown_in_scope(span, &name, &shown));
                return;
            };
            let class_scope = home;
            self.check_thread_local(v, specs, span);
            let is_system = self.is_system(span);
            let var = &mut self.vars[v.0 as usize];
            // What a function of the class saw was the declaration; a specialisation's initialiser takes the place of the template's.
            var.is_initialised &= !var.is_extern && one.init.is_none();
            if one.init.is_some() {
                var.init = one.init.as_ref();
            }
            var.scope = class_scope;
            var.is_defined = true;
            var.is_extern = false;
            // Its initialiser runs whether or not something uses it.
            var.is_system = is_system;
            if specs.flags.is_inline {
                var.linkage = hir::Linkage::Weak;
            }
            var.span = span;
            let declared = var.ty.ty;
            if matches!(self.ty(declared), Type::Array { length: None, .. }) {
                self.vars[v.0 as usize].ty = ty;
            }
            self.settle(v);
            return;
        }
        if self.is_void(ty.ty) {
            self.report(errors::void_variable(span, &name));
            self.declare(home, &name, Entity::Error, span);
            return;
        }
        let asked = self.global_space(&specs.flags, span);
        let asked = if asked == GlobalSpace::Host { self.space_of_reference(ty, span) } else { asked };
        let space = self.sized_is_static(asked, ty, &name, span);
        // In C one without a bound has that of a later definition (ISO C17 6.9.2).
        let is_unbounded = self.is_c && one.init.is_none() && matches!(self.ty(ty.ty), Type::Array { length: None, .. });
        let is_tentative = is_unbounded && !specs.flags.is_extern && !self.is_system(span);
        let is_extern = (specs.flags.is_extern || is_tentative) && one.init.is_none() && space == asked;
        // What a block has declared `extern` before.
        if let Some(v) = self.block_externs.remove(&(home, name.clone())) {
            self.declare(home, &name, Entity::Var(v), span);
            let var = &mut self.vars[v.0 as usize];
            (var.space, var.scope, var.is_initialised) = (space, home, false);
        }
        if let Some(Entity::Var(v)) = self.own_name(home, &name, Want::Any) {
            if is_tentative {
                self.tentative.push(v);
            }
            self.redeclare_variable(v, one, ty, is_extern, span);
            return;
        }
        let register = one.asm_label.as_ref().and_then(|l| register_name(&String::from_utf8_lossy(&l.bytes)));
        let align = self.declared_alignment(specs, &one.declarator, ty);
        let v = self.add_var(Var {
            init: one.init.as_ref(),
            register,
            is_constexpr: specs.flags.is_constexpr,
            is_constinit: specs.flags.is_constinit,
            is_extern,
            is_system: self.is_system(span),
            is_defined: !is_extern,
            extern_c: self.extern_c,
            linkage: declared_linkage(specs, ty),
            is_thread_local: specs.flags.is_thread_local,
            align,
            ..Var::new(name.clone(), ty, space, home, span)
        });
        if is_tentative {
            self.tentative.push(v);
        }
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

    /// Arrays that no definition of C gave a bound have one element.
    pub(in crate::sema) fn complete_tentative(&mut self) {
        for v in std::mem::take(&mut self.tentative) {
            let var = &self.vars[v.0 as usize];
            let (is_defined, declared) = (var.is_defined, var.ty);
            if is_defined {
                continue;
            }
            let ty = match *self.ty(declared.ty) {
                Type::Array { element, length: None } => QualType { ty: self.array_of(element, Some(1)), ..declared },
                _ => declared,
            };
            let var = &mut self.vars[v.0 as usize];
            (var.ty, var.is_defined, var.is_extern, var.is_initialised) = (ty, true, false, false);
            if let Some(g) = var.hir {
                self.globals[g.0 as usize].ty = ty;
            }
            self.settle(v);
        }
    }

    /// A definition outside of the class says `thread_local` where the class says it ([dcl.stc]/1).
    fn check_thread_local(&mut self, v: VarId, specs: &ast::DeclSpecs, span: Span) {
        let var = &self.vars[v.0 as usize];
        if var.is_thread_local != specs.flags.is_thread_local {
            let (name, declared) = (var.name.clone(), var.span);
            self.report(errors::thread_local_once(span, &name, declared));
        }
    }

    fn redeclare_variable(&mut self, v: VarId, one: &'a ast::InitDeclarator, ty: QualType, is_extern: bool, span: Span) {
        let var = &self.vars[v.0 as usize];
        let (old_ty, earlier, was_defined, name) = (var.ty, var.span, var.is_defined, var.name.clone());
        // In C one without initialiser may be defined again (ISO C17 6.9.2).
        let is_tentative = self.is_c && (one.init.is_none() || var.init.is_none());
        if !self.are_similar(old_ty.ty, ty.ty) && !self.is_error(ty.ty) {
            let (old, new) = (self.show_q(old_ty), self.show_q(ty));
            self.report(errors::conflicting_types(span, &name, &new, earlier, &old));
            return;
        }
        if was_defined && !is_extern && !is_tentative {
            self.report(errors::redefinition(&name, span, earlier, false));
            return;
        }
        if !is_extern && !(was_defined && one.init.is_none()) {
            let var = &mut self.vars[v.0 as usize];
            var.is_defined = true;
            var.is_extern = false;
            var.is_initialised = false;
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

    /// The definition, outside its class, of a static member of an instance; `scope` binds what its template's parameters stand for.
    pub(in crate::sema) fn define_instance_variable(
        &mut self,
        v: VarId,
        specs: &'a ast::DeclSpecs,
        one: &'a ast::InitDeclarator,
        scope: ScopeId,
    ) {
        self.check_thread_local(v, specs, one.declarator.span);
        let var = &mut self.vars[v.0 as usize];
        let is_known = var.is_defined || var.init.is_some();
        var.is_defined = true;
        // A specialisation has its own initialiser; one that stands in the class counts.
        if is_known {
            return;
        }
        var.init = one.init.as_ref();
        var.scope = scope;
        var.is_extern = false;
        // What was used before was the declaration.
        var.is_initialised = false;
        let (declared, is_used) = (var.ty.ty, var.hir.is_some());
        if matches!(self.ty(declared), Type::Array { length: None, .. }) {
            self.vars[v.0 as usize].ty = self.within(scope, |sema| {
                let base = sema.specified_type(specs);
                sema.declarator(base, &one.declarator).ty
            });
        }
        if is_used {
            self.settle(v);
        }
    }

    pub(in crate::sema) fn add_var(&mut self, var: Var<'a>) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() as u32 - 1)
    }

    /// The memory space that the specifiers ask for.
    pub(in crate::sema) fn global_space(&mut self, flags: &ast::Flags, span: Span) -> GlobalSpace {
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

    /// Whether a type is a texture or surface reference of CUDA 11.
    pub(in crate::sema) fn is_texture_reference(&mut self, ty: QualType) -> bool {
        let Some(class) = self.class_of(ty.ty) else { return false };
        let name = &self.types.class(class).name;
        if !name.starts_with("texture<") && !name.starts_with("surface<") || !self.make_complete(ty.ty) {
            return false;
        }
        let base = self.types.class(class).fields.first().filter(|field| field.is_base).and_then(|field| self.class_of(field.ty.ty));
        base.is_some_and(|base| matches!(&*self.types.class(base).name, "textureReference" | "surfaceReference"))
    }

    /// A texture or surface reference is a variable of both sides.
    fn space_of_reference(&mut self, ty: QualType, span: Span) -> GlobalSpace {
        if !self.is_texture_reference(ty) {
            return GlobalSpace::Host;
        }
        if !self.diags.iter().any(|d| d.code == Code::OLD_CUDA) {
            let name = self.show(ty.ty);
            self.warn(errors::old_reference(span, &name));
        }
        GlobalSpace::Managed
    }

    /// `extern __shared__` names the memory that a launch asks for only as an array without length; anything else is a
    /// static variable to nvcc, and probably meant otherwise.
    pub(in crate::sema) fn sized_is_static(&mut self, space: GlobalSpace, ty: QualType, name: &str, span: Span) -> GlobalSpace {
        if space != GlobalSpace::DynamicShared || self.is_error(ty.ty) {
            return space;
        }
        let element = match *self.ty(ty.ty) {
            Type::Array { length: None, .. } => return space,
            Type::Array { element, .. } => element,
            Type::Pointer(to) => to,
            _ => ty,
        };
        let element = self.show_q(element);
        self.warn(errors::static_dynamic_shared(span, name, &element));
        GlobalSpace::Shared
    }

    /// Checks the initialiser of a variable, once; completes an array type of unknown bound.
    pub(in crate::sema) fn settle(&mut self, v: VarId) {
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
        let (saved_frames, made) = (std::mem::take(&mut self.frames), self.under_construction.take());
        let (value, ty) = self.within(scope, |sema| sema.initialise_static(v, ty, how, &name, span));
        (self.frames, self.under_construction) = (saved_frames, made);
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
        if !self.check_not_abstract(ty.ty, span) {
            return;
        }
        let mut constant = None;
        let stored = match value {
            None => GlobalInit::Zero,
            Some(value) if self.has_error(&value) => {
                if self.is_untold() {
                    self.vars[v.0 as usize].ty = self.common.error.into();
                }
                GlobalInit::Zero
            }
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
        let destructor = self.destructor_for(ty.ty, span);
        let is_const = self.innermost(ty).is_const || ty.is_const || self.vars[v.0 as usize].is_constexpr;
        let stays = is_const && destructor.is_none() && !self.has_mutable(ty.ty);
        if space == GlobalSpace::Host && stays && !matches!(stored, GlobalInit::Dynamic(_)) {
            self.vars[v.0 as usize].space = GlobalSpace::Both;
        }
        self.vars[v.0 as usize].constant = constant;
        if is_system && self.vars[v.0 as usize].hir.is_none() {
            self.waiting_globals.insert(v, (stored, destructor));
        } else {
            self.materialise(v, stored, destructor);
        }
    }

    fn dynamic_initialiser_rules(&mut self, v: VarId, value: &hir::Expr, why: Why) {
        let var = &self.vars[v.0 as usize];
        let (name, span, space) = (var.name.clone(), value.span, var.space);
        match space {
            GlobalSpace::Constant | GlobalSpace::Device | GlobalSpace::Managed => {
                self.report_not_constant(why, |why| errors::dynamic_device_initialiser(span, &name, space == GlobalSpace::Constant, why));
            }
            _ if var.is_constexpr => self.report_not_constant(why, |why| errors::constexpr_not_constant(span, &name, why)),
            _ if var.is_constinit => self.report_not_constant(why, |why| errors::constinit_not_constant(span, &name, why)),
            _ => {}
        }
    }

    /// The HIR global of a variable, made on first use.
    pub(in crate::sema) fn use_var(&mut self, v: VarId) -> GlobalId {
        self.settle(v);
        if let Some(id) = self.vars[v.0 as usize].hir {
            return id;
        }
        let (init, destructor) = self.waiting_globals.remove(&v).unwrap_or((GlobalInit::Zero, None));
        self.materialise(v, init, destructor)
    }

    /// Whether an object of this type has a part that may be written though the object is `const`.
    pub(in crate::sema) fn has_mutable(&self, ty: TypeId) -> bool {
        match *self.ty(ty) {
            Type::Array { element, .. } => self.has_mutable(element.ty),
            Type::Class(class) => {
                let members = self.types.class(class).fields.iter().zip(&self.class_info(class).members);
                members.into_iter().any(|(field, member)| member.is_mutable || self.has_mutable(field.ty.ty))
            }
            _ => false,
        }
    }

    fn materialise(&mut self, v: VarId, init: GlobalInit, destructor: Option<hir::FunctionId>) -> GlobalId {
        let ty = self.vars[v.0 as usize].ty;
        let ty = QualType { is_const: ty.is_const && !self.has_mutable(ty.ty), ..ty };
        let var = &self.vars[v.0 as usize];
        if let Some(id) = var.hir {
            let space = var.space;
            let g = &mut self.globals[id.0 as usize];
            g.init = init;
            g.ty = ty;
            g.space = space;
            g.destructor = destructor;
            return id;
        }
        let (name, space, align, span, function) = (var.name.clone(), var.space, var.align, var.span, var.function);
        let function = function.map(|f| self.use_function(f));
        let is_thread_local = self.vars[v.0 as usize].is_thread_local;
        let symbol = self.mangle_var(v);
        let id = GlobalId(self.globals.len() as u32);
        self.vars[v.0 as usize].hir = Some(id);
        self.globals.push(hir::Global {
            name,
            symbol,
            linkage: if self.name_is_internal { hir::Linkage::Internal } else { hir::Linkage::External },
            is_declared_only: false,
            has_initialiser: false,
            ty,
            space,
            align,
            init,
            destructor,
            function,
            is_local_static: false,
            is_thread_local,
            span,
        });
        id
    }

    /// The scalar that a constant variable holds, for folding its uses.
    pub(in crate::sema) fn constant_of(&mut self, v: VarId) -> Option<Scalar> {
        let var = &self.vars[v.0 as usize];
        if !(var.ty.is_const || var.is_constexpr) || var.ty.is_volatile || var.space == GlobalSpace::Constant && !var.is_constexpr {
            return None;
        }
        self.settle(v);
        self.vars[v.0 as usize].constant
    }
}

/// What a declaration at namespace level says of who else means the variable (C++17 [basic.link]).
fn declared_linkage(specs: &ast::DeclSpecs, ty: QualType) -> hir::Linkage {
    let flags = &specs.flags;
    match () {
        () if flags.is_static => hir::Linkage::Internal,
        () if flags.is_inline => hir::Linkage::Weak,
        () if flags.is_extern => hir::Linkage::External,
        () if flags.is_constexpr || ty.is_const && !ty.is_volatile => hir::Linkage::Internal,
        () => hir::Linkage::External,
    }
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
