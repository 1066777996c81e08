//! Functions that nobody wrote: those that sema makes, and what stands in for one after a mistake.

use crate::hir::{self, FunctionType, QualType};
use crate::sema::Sema;
use crate::sema::entity::{Body, Func, FuncName, Name, Param, Progress, ScopeId};
use crate::sema::types::bare;
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    pub(super) fn broken_function(&self, name: Name, home: ScopeId, span: Span) -> Func<'a> {
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
            is_volatile: false,
            ref_qualifier: None,
            body: Body::None,
            flags: ast::Flags::default(),
            space: hir::ExecutionSpace { is_kernel: false, device: true, host: true },
            is_implicitly_both: true,
            extern_c: false,
            is_system: true,
            is_deleted: false,
            is_explicit: false,
            is_noexcept: false,
            requires: None,
            is_pure: false,
            is_override: false,
            is_final: false,
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
            asked: None,
            span,
        }
    }

    /// A function made by sema: an implicit member, the destroyer of an array.
    pub(in crate::sema) fn made_function(
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
}
