//! Branches: conditions, short circuits, conditional expressions, loops.

use super::layout::{Repr, is_bool, repr};
use super::{FunctionLowering, Place};
use crate::hir::walk::makes_temporaries;
use crate::hir::{Block, Expr, ExprKind, Stmt, UnaryOp};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{BlockCall, RegType, Value};

/// The parts of a loop statement.
pub(crate) struct LoopParts<'e> {
    pub(crate) span: Span,
    pub(crate) condition_decl: &'e [Stmt],
    pub(crate) condition: Option<&'e Expr>,
    pub(crate) step: Option<&'e Expr>,
    pub(crate) body: &'e Block,
    pub(crate) test_last: bool,
    pub(crate) unroll: Option<u32>,
}

impl FunctionLowering<'_, '_> {
    /// Goes to `then` if the predicate holds, else to `otherwise`.
    pub(crate) fn branch(&mut self, predicate: Value, then: ir::Block, otherwise: ir::Block) {
        let call = |block| BlockCall { block, args: Vec::new() };
        self.b.branch(predicate, call(then), call(otherwise));
    }

    /// Branches on a whole condition: its temporaries are destroyed before.
    pub(crate) fn full_condition(&mut self, e: &Expr, then: ir::Block, otherwise: ir::Block) {
        if makes_temporaries(e) {
            let value = self.full_expression(e.span, |this| this.value(e));
            self.at(e.span);
            self.branch(value, then, otherwise);
        } else {
            self.condition(e, then, otherwise);
        }
    }

    /// Branches on `e`, a `bool` value, without making a value of `&&`, `||` and `!`.
    fn condition(&mut self, e: &Expr, then: ir::Block, otherwise: ir::Block) {
        stacker::maybe_grow(crate::hir::walk::RED_ZONE, crate::hir::walk::STACK_STEP, || match &e.kind {
            ExprKind::And(left, right) => {
                let next = self.b.create_block();
                self.condition(left, next, otherwise);
                self.b.switch_to(next);
                self.conditionally(|this| this.condition(right, then, otherwise));
            }
            ExprKind::Or(left, right) => {
                let next = self.b.create_block();
                self.condition(left, then, next);
                self.b.switch_to(next);
                self.conditionally(|this| this.condition(right, then, otherwise));
            }
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.condition(operand, otherwise, then),
            _ => {
                let value = self.value(e);
                self.at(e.span);
                self.branch(value, then, otherwise);
            }
        });
    }

    /// `left && right` or `left || right` as a predicate.
    pub(crate) fn short_circuit(&mut self, e: &Expr, left: &Expr, right: &Expr, is_and: bool) -> Value {
        let (more, join) = (self.b.create_block(), self.b.create_block());
        let result = self.b.func.add_block_param(join, RegType::Pred);
        let first = self.value(left);
        self.at(e.span);
        let known = self.b.constant(RegType::Pred, u64::from(!is_and));
        let (go_on, done) = (BlockCall { block: more, args: Vec::new() }, BlockCall { block: join, args: vec![known] });
        if is_and {
            self.b.branch(first, go_on, done);
        } else {
            self.b.branch(first, done, go_on);
        }
        self.b.switch_to(more);
        let second = self.conditionally(|this| this.value(right));
        self.at(e.span);
        self.b.jump(join, &[second]);
        self.b.switch_to(join);
        result
    }

    fn arms(&mut self, condition: &Expr) -> (ir::Block, ir::Block, ir::Block) {
        let (then, otherwise, join) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.condition(condition, then, otherwise);
        self.b.switch_to(then);
        (then, otherwise, join)
    }

    /// `condition ? then : otherwise` of scalars; nothing for `void`.
    pub(crate) fn conditional_value(&mut self, e: &Expr, condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Value> {
        let class = match repr(self.types(), e.ty) {
            Repr::Scalar(_) if is_bool(self.types(), e.ty) => Some(RegType::Pred),
            Repr::Scalar(ty) => Some(ty.reg()),
            Repr::Void | Repr::Memory => None,
        };
        let (_, other, join) = self.arms(condition);
        let result = class.map(|class| self.b.func.add_block_param(join, class));
        for (index, arm) in [then, otherwise].into_iter().enumerate() {
            if index == 1 {
                self.b.switch_to(other);
            }
            let value = self.conditionally(|this| {
                if class.is_some() {
                    Some(this.value(arm))
                } else {
                    this.effect(arm);
                    None
                }
            });
            self.at(e.span);
            self.b.jump(join, value.as_slice());
        }
        self.b.switch_to(join);
        result
    }

    /// The place that one of two arms designates, by its generic address.
    pub(crate) fn conditional_place(&mut self, e: &Expr, condition: &Expr, then: &Expr, otherwise: &Expr) -> Place {
        let (_, other, join) = self.arms(condition);
        let result = self.b.func.add_block_param(join, RegType::B64);
        for (index, arm) in [then, otherwise].into_iter().enumerate() {
            if index == 1 {
                self.b.switch_to(other);
            }
            let address = self.conditionally(|this| {
                let place = this.place(arm);
                this.address(place)
            });
            self.at(e.span);
            self.b.jump(join, &[address]);
        }
        self.b.switch_to(join);
        Place::pointer(result)
    }

    /// A class value that one of two arms builds in `dest`.
    pub(crate) fn conditional_object(&mut self, e: &Expr, condition: &Expr, then: &Expr, otherwise: &Expr, dest: Place) {
        let (_, other, join) = self.arms(condition);
        for (index, arm) in [then, otherwise].into_iter().enumerate() {
            if index == 1 {
                self.b.switch_to(other);
            }
            self.conditionally(|this| this.object(arm, dest));
            self.at(e.span);
            self.b.jump(join, &[]);
        }
        self.b.switch_to(join);
    }

    /// A loop; `continue` goes to the step.
    pub(crate) fn lower_loop(&mut self, parts: &LoopParts<'_>) {
        let (head, body, next, exit) = (self.b.create_block(), self.b.create_block(), self.b.create_block(), self.b.create_block());
        let loc = self.m.loc(parts.span);
        let header = if parts.test_last { body } else { head };
        self.b.func.blocks[header.index()].loc = loc;
        self.b.func.blocks[header.index()].unroll = parts.unroll;
        self.at(parts.span);
        self.b.jump(header, &[]);
        if parts.test_last {
            self.loop_body(parts, body, head, exit, self.cleanups.len());
            self.b.switch_to(head);
            self.loop_test(parts, body, exit);
        } else {
            self.b.switch_to(head);
            let depth = self.cleanups.len();
            parts.condition_decl.iter().for_each(|stmt| self.stmt(stmt));
            if self.cleanups.len() > depth {
                // The declared object is destroyed on the way out too.
                let leave = self.b.create_block();
                self.loop_test(parts, body, leave);
                self.b.switch_to(leave);
                self.unwind(depth, None);
                self.b.jump(exit, &[]);
            } else {
                self.loop_test(parts, body, exit);
            }
            self.loop_body(parts, body, next, exit, depth);
            self.b.switch_to(next);
            self.end_scope(depth, parts.span);
            if let Some(step) = parts.step {
                self.full_expression(step.span, |this| this.effect(step));
            }
            self.at(parts.span);
            self.b.jump(head, &[]);
        }
        self.b.switch_to(exit);
    }

    fn loop_test(&mut self, parts: &LoopParts<'_>, then: ir::Block, otherwise: ir::Block) {
        match parts.condition {
            Some(condition) => self.full_condition(condition, then, otherwise),
            None => self.b.jump(then, &[]),
        }
    }

    /// `outer` is how many cleanups a `break` leaves; those of the condition's declaration stay for `continue`.
    fn loop_body(&mut self, parts: &LoopParts<'_>, body: ir::Block, next: ir::Block, exit: ir::Block, outer: usize) {
        self.b.switch_to(body);
        let inner = self.cleanups.len();
        self.breaks.push(super::function::Target { block: exit, depth: outer });
        self.continues.push(super::function::Target { block: next, depth: inner });
        self.scoped(parts.body);
        self.breaks.pop();
        self.continues.pop();
        if self.b.current().is_some() {
            self.at(parts.span);
            self.b.jump(next, &[]);
        }
    }

    /// The statements of `block` in a scope of their own.
    pub(crate) fn scoped(&mut self, block: &Block) {
        let depth = self.open_block(block);
        self.stmts(block);
        self.close_block(depth, block.end);
    }
}
