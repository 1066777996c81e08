//! Whether control can reach the end of a block.

use super::Lint;
use crate::hir::walk::{RED_ZONE, STACK_STEP};
use crate::hir::{Block, Callee, Expr, ExprKind, FunctionId, Stmt, StmtKind};

/// Functions that do not return.
const NO_RETURN: &[&str] = &["exit", "_Exit", "quick_exit", "abort", "__trap", "__assert_fail", "__assertfail", "__builtin_unreachable"];

/// How a statement can end, apart from returning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Ends {
    /// Control goes on after it.
    goes_on: bool,
    /// A `break` leaves what is around it.
    breaks: bool,
}

impl Lint<'_> {
    /// Whether control can reach the end of `block`; every label counts as jumped to.
    pub(super) fn completes(&self, block: &Block) -> bool {
        self.block(block).goes_on
    }

    fn block(&self, block: &Block) -> Ends {
        let mut ends = Ends { goes_on: true, breaks: false };
        for stmt in &block.stmts {
            let one = stacker::maybe_grow(RED_ZONE, STACK_STEP, || self.statement(stmt));
            let is_label = matches!(stmt.kind, StmtKind::Label(_));
            // What stands after a return may hold labels all the same.
            if ends.goes_on || is_label || has_label(stmt) {
                ends = Ends { goes_on: one.goes_on, breaks: ends.breaks || one.breaks };
            }
        }
        ends
    }

    fn statement(&self, stmt: &Stmt) -> Ends {
        let on = Ends { goes_on: true, breaks: false };
        match &stmt.kind {
            StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Continue => Ends::default(),
            StmtKind::Break => Ends { goes_on: false, breaks: true },
            StmtKind::Expr(e) => Ends { goes_on: !self.never_returns(e), breaks: false },
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { condition, then, otherwise } => {
                let then = self.block(then);
                let otherwise = otherwise.as_ref().map_or(on, |block| self.block(block));
                match constant(condition) {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None => Ends { goes_on: then.goes_on || otherwise.goes_on, breaks: then.breaks || otherwise.breaks },
                }
            }
            StmtKind::Loop { condition, body, test_last, .. } => {
                let inner = self.block(body);
                let is_endless = condition.as_ref().is_none_or(|c| constant(c) == Some(true));
                let reaches_test = !test_last || inner.goes_on || has_continue(body);
                Ends { goes_on: inner.breaks || (!is_endless && reaches_test), breaks: false }
            }
            StmtKind::Switch { default, body, .. } => {
                let inner = self.block(body);
                Ends { goes_on: inner.goes_on || inner.breaks || default.is_none(), breaks: false }
            }
            StmtKind::Try { body, handler, .. } => {
                let (body, handler) = (self.block(body), self.block(handler));
                Ends { goes_on: body.goes_on || handler.goes_on, breaks: body.breaks || handler.breaks }
            }
            StmtKind::Declare { .. }
            | StmtKind::InitStatic { .. }
            | StmtKind::Label(_)
            | StmtKind::OnThrow { .. }
            | StmtKind::Asm { .. } => on,
        }
    }

    /// Whether `e` always calls a function that does not return.
    fn never_returns(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call { callee: Callee::Direct(f), .. } => {
                let function = &self.program.functions[f.0 as usize];
                if function.is_system { NO_RETURN.contains(&&*function.name) } else { self.always_leaves(*f) }
            }
            ExprKind::Throw(_) => true,
            ExprKind::Sequence { first, second } => self.never_returns(first) || self.never_returns(second),
            ExprKind::Conditional { condition, then, otherwise } => match constant(condition) {
                Some(true) => self.never_returns(then),
                Some(false) => self.never_returns(otherwise),
                None => self.never_returns(then) && self.never_returns(otherwise),
            },
            ExprKind::Convert { operand, .. } => self.never_returns(operand),
            ExprKind::Or(left, right) => constant(left) == Some(false) && self.never_returns(right),
            _ => false,
        }
    }

    /// Whether a function of the program ends the program, or throws, whenever it is called: as `[[noreturn]]` ones do.
    fn always_leaves(&self, f: FunctionId) -> bool {
        if let Some(&known) = self.leaves.borrow().get(&f) {
            return known;
        }
        // One that calls itself is taken to return.
        self.leaves.borrow_mut().insert(f, false);
        let body = self.program.functions[f.0 as usize].body.as_ref();
        let returns = |stmt: &Stmt| any(stmt, false, &|kind| matches!(kind, StmtKind::Return(_)));
        let leaves = body.is_some_and(|body| !body.stmts.iter().any(returns) && !self.completes(body));
        self.leaves.borrow_mut().insert(f, leaves);
        leaves
    }
}

fn constant(e: &Expr) -> Option<bool> {
    match &e.kind {
        ExprKind::Int(n) => Some(*n != 0),
        _ => None,
    }
}

/// Whether a label stands anywhere in `stmt`.
fn has_label(stmt: &Stmt) -> bool {
    any(stmt, false, &|kind| matches!(kind, StmtKind::Label(_)))
}

/// Whether a `continue` of the loop with this body stands in it.
fn has_continue(body: &Block) -> bool {
    body.stmts.iter().any(|stmt| any(stmt, true, &|kind| matches!(kind, StmtKind::Continue)))
}

/// Whether `stmt`, or one inside it (but inside no loop of its own, if `own`), is what `is` asks.
fn any(stmt: &Stmt, own: bool, is: &dyn Fn(&StmtKind) -> bool) -> bool {
    let inside = |block: &Block| block.stmts.iter().any(|stmt| any(stmt, own, is));
    is(&stmt.kind)
        || stacker::maybe_grow(RED_ZONE, STACK_STEP, || match &stmt.kind {
            StmtKind::Block(block) | StmtKind::Switch { body: block, .. } => inside(block),
            StmtKind::Loop { body, .. } => !own && inside(body),
            StmtKind::Try { body, handler, .. } => inside(body) || inside(handler),
            StmtKind::If { then, otherwise, .. } => inside(then) || otherwise.as_ref().is_some_and(inside),
            _ => false,
        })
}
