//! Functions that pass their parameters on to another.

use crate::hir::{self, ExprKind, Lifetime, QualType, StmtKind, Type};
use crate::sema::entity::{Func, FuncId, FuncName};
use crate::sema::expressions::{Arg, Cat};
use crate::sema::initialise::Init;
use crate::sema::{Sema, errors};
use kern_diag::Span;

impl<'a> Sema<'a> {
    /// A function that passes its parameters on: a captureless closure as a function pointer, an inherited constructor.
    pub(in crate::sema) fn thunk_body(&mut self, target: FuncId, span: Span) -> hir::Block {
        let func = self.funcs[target.0 as usize].clone();
        let mut args: Vec<hir::Expr> = Vec::new();
        if matches!(func.kind, FuncName::Constructor) {
            return self.inherited_constructor_body(target, &func, span);
        }
        if let Some(class) = func.class {
            let ty = self.class_type(class);
            let value = self.make(ExprKind::Zero, ty, span);
            let kind = ExprKind::Temporary { value: Box::new(value), destructor: None, lifetime: Lifetime::Expression };
            let temp = self.make(kind, ty, span);
            args.push(self.address_of(temp));
        }
        self.forwarding_body(target, &func, args, span)
    }

    /// The base's constructor with this one's parameters; the other members as a default constructor makes them
    /// ([class.inhctor.init]).
    fn inherited_constructor_body(&mut self, target: FuncId, func: &Func<'a>, span: Span) -> hir::Block {
        let this = self.frames.last().and_then(|frame| frame.this);
        let base = this.zip(func.class).and_then(|((own, _, _), base)| self.class_info(own).bases.iter().find(|b| b.class == base));
        if base.is_some_and(|base| base.is_virtual) {
            self.report(errors::unsupported(span, "an inherited constructor of a virtual base"));
            return hir::Block::default();
        }
        let Some(field) = base.map(|base| base.field) else { return hir::Block::default() };
        let place = self.this_place(span);
        let place = self.field_place(place, field, span);
        let ty = QualType::from(place.e.ty);
        let object = self.address_of(place.clone().e);
        let mut args = vec![object];
        if self.takes_tables(target)
            && let Some((own, _, _)) = this
            && let Some(at) = self.tables_index_of_base(own, field)
        {
            args.extend(self.own_tables(at, span));
        }
        let mut stmts = self.forwarding_body(target, func, args, span).stmts;
        self.destroyed_on_throw(place, ty, &mut stmts, span);
        hir::Block { stmts: self.default_members(Some((field, stmts)), span), end: span }
    }

    /// Calls `target` with `args` and this function's parameters, and answers what it answers.
    pub(in crate::sema) fn forwarding_body(&mut self, target: FuncId, func: &Func<'a>, mut args: Vec<hir::Expr>, span: Span) -> hir::Block {
        let is_constructor = matches!(func.kind, FuncName::Constructor);
        let result = func.ty.result;
        for (i, p) in func.params.iter().enumerate() {
            let is_lvalue = matches!(self.ty(p.ty.ty), Type::Reference { is_rvalue: false, .. });
            let source = self.param_place(i, if is_lvalue { Cat::L } else { Cat::X }, span);
            let value = self.initialise(p.ty, Init::Copy(Arg::Val(source)), "argument", span);
            args.push(value);
        }
        let id = self.use_function(target);
        let is_reference = self.is_reference(result.ty);
        let ty = if is_constructor { self.common.void } else { self.referred(result).ty };
        let call = ExprKind::Call { callee: hir::Callee::Direct(id), args, returns_reference: is_reference };
        let mut e = self.make(call, ty, span);
        if is_reference {
            e = self.address_of(e);
        }
        let kind = if self.is_void(ty) { StmtKind::Expr(e) } else { StmtKind::Return(Some(e)) };
        hir::Block { stmts: vec![hir::Stmt { kind, span }], end: span }
    }
}
