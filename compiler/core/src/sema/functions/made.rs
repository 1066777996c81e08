//! Functions that nobody wrote: those that sema makes, and what stands in for one after a mistake.

use crate::hir::{self, ExprKind, FunctionType, QualType, StmtKind, Type, TypeId};
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
            ty: FunctionType {
                result: self.common.error.into(),
                params: Vec::new(),
                is_variadic: false,
                is_const: false,
                is_noexcept: false,
            },
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
            bounds: ast::Bounds::default(),
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
        f.ty = FunctionType {
            result,
            params: params.iter().map(|q| bare(*q)).collect(),
            is_variadic: false,
            is_const: false,
            is_noexcept: false,
        };
        f.params = params
            .iter()
            .map(|q| Param { name: None, ty: *q, default: None, default_scope: home, of_pack: false, rows: Vec::new(), span })
            .collect();
        f.body = body;
        f
    }

    /// Destroys each element, last first.
    pub(super) fn destroy_array_body(&mut self, ty: TypeId, span: Span) -> hir::Block {
        let Type::Array { element, length: Some(n) } = self.ty(ty).clone() else { return hir::Block::default() };
        let Some(destructor) = self.destroyer_for(element.ty, span) else { return hir::Block::default() };
        let long = self.common.long;
        let index = self.hidden_local("i", long.into(), span);
        let pointer_ty = self.pointer_to(ty.into());
        let place = |sema: &mut Sema<'a>| sema.make(ExprKind::Local(index), long, span);
        let start = self.int_value(i128::from(n), long, span);
        let declare = hir::Stmt { kind: StmtKind::Declare { local: index, init: Some(start) }, span };
        let i = place(self);
        let load = self.make(ExprKind::Load(Box::new(i)), long, span);
        let zero = self.int_value(0, long, span);
        let condition =
            self.make(ExprKind::Binary { op: hir::BinaryOp::Gt, left: Box::new(load), right: Box::new(zero) }, self.common.bool, span);
        let i = place(self);
        let step = self.make(ExprKind::Step { place: Box::new(i), is_increment: false, is_prefix: true }, long, span);
        let param = self.make(ExprKind::Local(hir::LocalId(0)), pointer_ty, span);
        let param = self.make(ExprKind::Load(Box::new(param)), pointer_ty, span);
        let array = self.make(ExprKind::Deref(Box::new(param)), ty, span);
        let i = place(self);
        let load = self.make(ExprKind::Load(Box::new(i)), long, span);
        let e = self.make(ExprKind::Element { base: Box::new(array), index: Box::new(load) }, element.ty, span);
        let address = self.address_of(e);
        let call = self.make(
            ExprKind::Call { callee: hir::Callee::Direct(destructor), args: vec![address], returns_reference: false },
            self.common.void,
            span,
        );
        let body = hir::Block {
            stmts: vec![hir::Stmt { kind: StmtKind::Expr(step), span }, hir::Stmt { kind: StmtKind::Expr(call), span }],
            end: span,
        };
        let condition = Some(Box::new(condition));
        let lp = StmtKind::Loop { condition_decl: Vec::new(), condition, step: None, body, test_last: false, unroll: None };
        hir::Block { stmts: vec![declare, hir::Stmt { kind: lp, span }], end: span }
    }
}
