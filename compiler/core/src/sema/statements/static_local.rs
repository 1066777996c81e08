//! Variables of a block that have static storage: `static`, `extern`, `__shared__`.
//!
//! One whose initialiser is no constant is initialised when control first passes it, which a guard variable remembers
//! (C++17 [stmt.dcl]); on the device that is a mistake.

use crate::hir::{self, ExprKind, GlobalInit, GlobalSpace, QualType, StmtKind, Type};
use crate::sema::entity::{Entity, Name, Special, Var, VarId};
use crate::sema::initialise::Init;
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    pub(super) fn static_local(
        &mut self,
        d: &'a ast::SimpleDecl,
        one: &'a ast::InitDeclarator,
        ty: QualType,
        name: &Name,
        span: Span,
        on_device: bool,
        out: &mut Vec<hir::Stmt>,
    ) {
        let flags = &d.specs.flags;
        let scope = self.scope;
        let asked = self.global_space(flags, span);
        let mut space = self.sized_is_static(asked, ty, name, span);
        if on_device && space == GlobalSpace::Host && !flags.is_extern {
            space = GlobalSpace::Device;
        }
        if flags.is_extern && !flags.shared {
            // `extern int x;` names the namespace's variable.
            let home = self.enclosing_namespace();
            if let Some(e @ Entity::Var(_)) = self.own_name(home, name, Want::Any) {
                self.bind(scope, name, e);
                return;
            }
            if let Some(&known) = self.block_externs.get(&(home, name.clone())) {
                self.bind(scope, name, Entity::Var(known));
                return;
            }
        }
        let func = self.frames.last().map(|f| f.func);
        let align = self.declared_alignment(&d.specs, &one.declarator, ty);
        let home = self.enclosing_namespace();
        let v = self.add_var(Var {
            home,
            is_initialised: true,
            is_constexpr: flags.is_constexpr,
            is_extern: flags.is_extern && !flags.shared,
            is_defined: !flags.is_extern || flags.shared,
            function: func,
            is_thread_local: flags.is_thread_local,
            align,
            ..Var::new(name.clone(), ty, space, scope, span)
        });
        if flags.is_extern && !flags.shared {
            self.block_externs.insert((home, name.clone()), v);
        }
        let declare_first = !matches!(self.ty(ty.ty), Type::Array { length: None, .. });
        if declare_first || flags.is_extern {
            self.declare(scope, name, Entity::Var(v), span);
        }
        if matches!(space, GlobalSpace::Shared | GlobalSpace::DynamicShared) {
            if one.init.is_some() {
                self.report(errors::shared_initialiser(span, name));
            }
            return self.shared_local(v, ty, space, name, span);
        }
        let init = one.init.as_ref().map_or(Init::Default, Init::Written);
        let (value, ty) = self.initialise_static(v, ty, init, name, span);
        self.vars[v.0 as usize].ty = ty;
        if !declare_first && !flags.is_extern {
            self.declare(scope, name, Entity::Var(v), span);
        }
        if self.vars[v.0 as usize].is_extern {
            return;
        }
        let destructor = self.destructor_for(ty.ty, span);
        let mut when_passed = None;
        let init = match value {
            // Nothing makes it, and yet it is to be destroyed.
            None if destructor.is_some() && space == GlobalSpace::Host => {
                when_passed = Some(self.make(ExprKind::Zero, ty.ty, span));
                GlobalInit::Zero
            }
            None => GlobalInit::Zero,
            Some(value) if self.has_error(&value) => return self.leave_out(span, out),
            Some(value) => match self.evaluate_object(&value, ty) {
                // It is to be destroyed once control has passed.
                Ok(object) if destructor.is_some() && space == GlobalSpace::Host => {
                    when_passed = Some(value);
                    self.global_bytes(object)
                }
                Ok(object) => {
                    let element = self.innermost(ty);
                    if (ty.is_const || element.is_const) && !self.has_mutable(ty.ty) && !ty.is_volatile && !element.is_volatile {
                        self.vars[v.0 as usize].constant = self.scalar_of(&object, ty.ty);
                        self.vars[v.0 as usize].space = GlobalSpace::Both;
                    }
                    self.global_bytes(object)
                }
                Err(why) if flags.is_constexpr => {
                    return self.report_not_constant(why, |why| errors::constexpr_not_constant(value.span, name, why));
                }
                Err(why) if flags.is_constinit => {
                    return self.report_not_constant(why, |why| errors::constinit_not_constant(value.span, name, why));
                }
                Err(why) if space != GlobalSpace::Host || self.is_for_device(span) => {
                    return self.report_not_constant(why, |why| errors::dynamic_device_initialiser(value.span, name, false, why));
                }
                Err(_) => {
                    when_passed = Some(value);
                    GlobalInit::Zero
                }
            },
        };
        let g = self.use_var(v);
        let global = &mut self.globals[g.0 as usize];
        global.init = init;
        global.destructor = destructor;
        global.is_local_static = true;
        if let Some(value) = when_passed {
            let guard = self.guard(name, flags.is_thread_local, span);
            self.push(out, StmtKind::InitStatic { global: g, guard, init: value }, span);
        }
    }

    /// Whether the function at hand, of the program's own, is made for the device too.
    fn is_for_device(&self, span: Span) -> bool {
        self.frames.last().is_some_and(|f| f.space.device) && !self.is_system(span)
    }

    /// Whether each side has a variable of its own of it: it is static in a function that both have.
    pub(in crate::sema) fn is_static_of_each(&self, g: hir::GlobalId) -> bool {
        let global = &self.globals[g.0 as usize];
        let owner = self.var_of_global.get(&g).and_then(|v| self.vars[v.0 as usize].function);
        let of_both = owner.map(|f| self.funcs[f.0 as usize].space).is_some_and(|space| space.device && space.host);
        global.is_local_static && !global.is_thread_local && of_both
    }

    fn shared_local(&mut self, v: VarId, ty: QualType, space: GlobalSpace, name: &Name, span: Span) {
        if space == GlobalSpace::Shared {
            if !self.make_complete(ty.ty) {
                self.report(errors::incomplete_array(span, name));
            }
            if let Some(class) = self.class_of(self.innermost(ty).ty)
                && !self.is_trivial_for(class, Special::DefaultConstructor)
                && self.class_info(class).has_user_constructor
            {
                let constructors = self.class_info(class).constructors.clone();
                if self.resolve_overload(&constructors, None, &[], None).is_ok() {
                    self.warn(errors::shared_constructor(span, name));
                } else {
                    // Says what is wrong: there is no constructor without arguments.
                    self.initialise_optional(ty, Init::Default, name, span);
                }
            }
            let size = self.types.size_of(ty.ty);
            if let Some(f) = self.frame() {
                f.has_shared = f.has_shared.saturating_add(size);
            }
        }
        let g = self.use_var(v);
        self.globals[g.0 as usize].init = GlobalInit::None;
    }

    fn guard(&mut self, name: &Name, is_thread_local: bool, span: Span) -> hir::GlobalId {
        let id = hir::GlobalId(self.globals.len() as u32);
        self.globals.push(hir::Global {
            name: format!("guard of {name}").into(),
            symbol: format!("$guard{}", id.0).into(),
            linkage: hir::Linkage::Internal,
            is_declared_only: false,
            has_initialiser: false,
            ty: self.common.uchar.into(),
            space: GlobalSpace::Host,
            align: None,
            init: GlobalInit::Zero,
            destructor: None,
            function: None,
            is_local_static: false,
            is_thread_local,
            span,
        });
        id
    }
}
