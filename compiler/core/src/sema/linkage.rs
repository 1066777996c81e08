//! Who else means the same by a name (C++17 [basic.link], [basic.def.odr]), decided when all declarations are known; and what a
//! file that is not the whole program has to have.

use super::Sema;
use super::entity::{Body, FuncId, ScopeKind, VarId};
use super::reach::Side;
use crate::hir::{self, FunctionId, GlobalSpace, Linkage};
use kern_syntax::ast;

impl Sema<'_> {
    /// Sets the linkage of all functions and variables; in a file of several also what only whole programs can do without.
    pub(super) fn settle_linkage(&mut self) {
        for index in 0..self.functions.len() {
            let linkage = self.function_linkage(self.hir_owner[index]);
            let function = &mut self.functions[index];
            // A name of this file only was noticed when it was made.
            if function.linkage != Linkage::Internal {
                function.linkage = linkage;
            }
        }
        for index in 0..self.vars.len() {
            let Some(id) = self.vars[index].hir else { continue };
            let linkage = self.var_linkage(VarId(index as u32));
            let var = &self.vars[index];
            let is_shared = matches!(var.space, GlobalSpace::Shared | GlobalSpace::DynamicShared);
            let is_declared_only = var.is_extern && !var.is_defined && !var.is_system && !is_shared;
            let global = &mut self.globals[id.0 as usize];
            (global.is_declared_only, global.has_initialiser) = (is_declared_only, var.init.is_some());
            if global.linkage != Linkage::Internal {
                global.linkage = linkage;
            }
        }
    }

    fn function_linkage(&self, f: FuncId) -> Linkage {
        let func = &self.funcs[f.0 as usize];
        if func.is_system {
            return Linkage::Weak;
        }
        let is_own = func.flags.is_static && func.class.is_none();
        match func.body {
            _ if is_own || self.is_unnamed(func.home) => Linkage::Internal,
            Body::Lambda(_) | Body::DestroyArray(_) | Body::Thunk(_) | Body::PartDestructor(_) | Body::Adjusting { .. } => {
                Linkage::Internal
            }
            Body::Implicit(_) | Body::DeletingDestructor | Body::WholeDestructor => Linkage::Weak,
            _ if func.flags.is_inline || func.flags.is_constexpr || func.flags.forceinline || self.is_instance(f) => Linkage::Weak,
            // What a class defines within itself is inline.
            Body::Ast(def) if func.class.is_some() && is_unqualified(&def.declarator) => Linkage::Weak,
            Body::Ast(_) | Body::None => Linkage::External,
        }
    }

    fn var_linkage(&self, v: VarId) -> Linkage {
        let var = &self.vars[v.0 as usize];
        if var.function.is_some() || matches!(var.space, GlobalSpace::Shared | GlobalSpace::DynamicShared) || self.is_unnamed(var.home) {
            return Linkage::Internal;
        }
        if var.is_system || !var.template_args.is_empty() {
            return Linkage::Weak;
        }
        match self.scope_of(var.home).kind {
            ScopeKind::Class(_) if var.is_constexpr || !var.is_defined && !var.is_extern => Linkage::Weak,
            ScopeKind::Class(_) => var.linkage,
            ScopeKind::Namespace(_) => var.linkage,
            ScopeKind::Local | ScopeKind::Element => Linkage::Internal,
        }
    }

    /// What code of other files may use.
    pub(super) fn push_visible(&self, separate: hir::Separate, work: &mut Vec<(FunctionId, Side)>) {
        for (i, f) in self.functions.iter().enumerate() {
            let id = FunctionId(i as u32);
            let is_visible = f.linkage == hir::Linkage::External || self.asked_instances.contains(&id);
            if !is_visible || f.body.is_none() || f.is_system || f.space.is_kernel {
                continue;
            }
            if f.space.host {
                work.push((id, Side::Host));
            }
            if f.space.device && separate.rdc {
                work.push((id, Side::Device));
            }
        }
    }

    /// Whether a scope is in an unnamed namespace.
    fn is_unnamed(&self, scope: super::entity::ScopeId) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            let scope = self.scope_of(id);
            if matches!(scope.kind, ScopeKind::Namespace(None)) && scope.parent.is_some() {
                return true;
            }
            at = scope.parent;
        }
        false
    }
}

fn is_unqualified(declarator: &ast::Declarator) -> bool {
    declarator.path().is_none_or(|path| path.segments.len() == 1)
}
