//! Statements that compute something and do nothing with it.

use super::Lint;
use crate::hir::walk::{RED_ZONE, STACK_STEP, operands, statements};
use crate::hir::{BinaryOp, Conversion, Expr, ExprKind, Function, StmtKind};
use kern_diag::{Code, Diagnostic};

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    let Some(body) = &function.body else { return };
    statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Expr(e) => dropped(lint, e),
        StmtKind::Loop { step: Some(e), .. } => dropped(lint, e),
        _ => {}
    });
}

/// Warns of an expression whose value nobody wants.
fn dropped(lint: &mut Lint<'_>, e: &Expr) {
    match &e.kind {
        ExprKind::Sequence { first, second } => {
            dropped(lint, first);
            dropped(lint, second);
        }
        _ if is_written(e) && is_pure(e) => {
            let text = lint.sources.text(e.span);
            let mut diagnostic = Diagnostic::warning(Code::NO_EFFECT, e.span, "this expression does nothing").label("its value is dropped");
            let is_plain = e.span.expansion == kern_diag::ExpansionId::NONE && text.len() <= 60 && !text.contains('\n');
            match &e.kind {
                ExprKind::Binary { op: BinaryOp::Eq, left, right } if is_plain => {
                    let (left, right) = (lint.sources.text(left.span), lint.sources.text(right.span));
                    diagnostic = diagnostic.help(format!("write `{left} = {right}` to assign"));
                }
                ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right } if is_plain => {
                    let (left, right) = (lint.sources.text(left.span), lint.sources.text(right.span));
                    let sign = if *op == BinaryOp::Add { '+' } else { '-' };
                    diagnostic = diagnostic.help(format!("write `{left} {sign}= {right}` to change `{left}`"));
                }
                ExprKind::Function(_) if is_plain => {
                    diagnostic = diagnostic.help(format!("write `{text}()` to call the function"));
                }
                _ => {}
            }
            lint.warn(diagnostic);
        }
        _ => {}
    }
}

/// Whether `e` is of a kind that the program wrote, not one that stands for something else.
fn is_written(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Load(place) => !e.is_volatile && is_written(place),
        ExprKind::Local(_) | ExprKind::Deref(_) | ExprKind::Element { .. } => !e.is_volatile,
        ExprKind::Global(_) => !e.is_volatile,
        ExprKind::Field { base, .. } => is_written(base),
        ExprKind::Binary { .. } | ExprKind::Unary { .. } | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Function(_) => true,
        ExprKind::PointerAdd { .. } | ExprKind::PointerDiff { .. } | ExprKind::Conditional { .. } | ExprKind::Decay(_) => true,
        _ => false,
    }
}

/// Whether evaluating `e` changes nothing.
pub(super) fn is_pure(e: &Expr) -> bool {
    if e.is_volatile {
        return false;
    }
    let is_effect = match &e.kind {
        ExprKind::Assign { .. }
        | ExprKind::CompoundAssign { .. }
        | ExprKind::Step { .. }
        | ExprKind::Call { .. }
        | ExprKind::Launch { .. }
        | ExprKind::Construct { .. }
        | ExprKind::New { .. }
        | ExprKind::Delete { .. }
        | ExprKind::Statements { .. }
        | ExprKind::Temporary { .. }
        | ExprKind::VaArg(_)
        | ExprKind::Error => true,
        ExprKind::Convert { conversion, .. } => *conversion == Conversion::ToVoid,
        _ => false,
    };
    let mut pure = !is_effect;
    if pure {
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || operands(e, &mut |operand| pure = pure && is_pure(operand)));
    }
    pure
}
