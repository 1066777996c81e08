//! Fold expressions over packs (C++17 [expr.prim.fold]).

use super::{Arg, Val};
use crate::hir::{self, ExprKind};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, BinaryOp};

impl<'a> Sema<'a> {
    pub(super) fn fold_expression(&mut self, op: BinaryOp, left: Option<&'a ast::Expr>, right: Option<&'a ast::Expr>, span: Span) -> Val {
        let (pattern, init, from_left) = match (left, right) {
            (None, Some(r)) => (r, None, true),
            (Some(l), None) => (l, None, false),
            (Some(l), Some(r)) if self.has_pack(l) => (l, Some(r), false),
            (Some(l), Some(r)) => (r, Some(l), true),
            (None, None) => return self.error_value(span),
        };
        let mut items: Vec<Val> = Vec::new();
        if !self.has_pack(pattern) {
            self.report(errors::nothing_to_expand(pattern.span));
            return self.error_value(span);
        }
        for scope in self.pack_scopes_of_expr(pattern) {
            let v = self.within(scope, |s| s.expr(pattern));
            items.push(v);
        }
        let init = init.map(|e| self.expr(e));
        let combine = |s: &mut Sema<'a>, a: Val, b: Val| {
            if op == BinaryOp::Comma {
                let first = s.discarded(a);
                let (ty, cat) = (b.e.ty, b.cat);
                let e = s.make(ExprKind::Sequence { first: Box::new(first), second: Box::new(b.e) }, ty, span);
                return Val { e, cat, width: None };
            }
            s.binary(op, Arg::Val(a), Arg::Val(b), span, span)
        };
        if from_left {
            let mut all: Vec<Val> = init.into_iter().chain(items).collect();
            if all.is_empty() {
                return self.empty_fold(op, span);
            }
            let mut acc = all.remove(0);
            for v in all {
                acc = combine(self, acc, v);
            }
            acc
        } else {
            let mut all: Vec<Val> = items.into_iter().chain(init).collect();
            let Some(mut acc) = all.pop() else { return self.empty_fold(op, span) };
            while let Some(v) = all.pop() {
                acc = combine(self, v, acc);
            }
            acc
        }
    }

    fn empty_fold(&mut self, op: BinaryOp, span: Span) -> Val {
        match op {
            BinaryOp::And => self.value(ExprKind::Int(1), self.common.bool, span),
            BinaryOp::Or => self.value(ExprKind::Int(0), self.common.bool, span),
            BinaryOp::Comma => {
                let zero = self.int_value(0, self.common.int, span);
                self.value(ExprKind::Convert { conversion: hir::Conversion::ToVoid, operand: Box::new(zero) }, self.common.void, span)
            }
            _ => {
                self.report(errors::empty_fold(span));
                self.error_value(span)
            }
        }
    }
}
