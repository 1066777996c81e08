//! Comparisons of unsigned integers with zero that are always true, or never.

use super::Lint;
use crate::hir::{BinaryOp, Expr, ExprKind, Function, Type};
use kern_diag::{Code, Diagnostic};

pub(super) fn look_at(lint: &mut Lint<'_>, function: &Function, e: &Expr) {
    let ExprKind::Binary { op, left, right } = &e.kind else { return };
    // In one instance of a template the type may be unsigned, in another not.
    if function.is_instance {
        return;
    }
    let (value, op) = match (&left.kind, &right.kind) {
        (_, ExprKind::Int(0)) => (left, *op),
        (ExprKind::Int(0), _) => (right, swapped(*op)),
        _ => return,
    };
    let is_unsigned = matches!(lint.program.types.get(value.ty), Type::Int(int) if !int.is_signed());
    if !is_unsigned || is_constant(value) {
        return;
    }
    let always = match op {
        BinaryOp::Ge => true,
        BinaryOp::Lt => false,
        _ => return,
    };
    let (message, label) = match always {
        true => ("an unsigned integer is never below zero: this is always true", "always true"),
        false => ("an unsigned integer is never below zero: this is never true", "never true"),
    };
    let mut diagnostic = Diagnostic::warning(Code::UNSIGNED_ZERO, e.span, message).label(label);
    diagnostic = match always {
        true => diagnostic.help("count down with a signed variable, such as `int`"),
        false => diagnostic.help("use a signed type, such as `int`, where values may be negative"),
    };
    lint.warn(diagnostic);
}

fn swapped(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        _ => BinaryOp::Eq,
    }
}

fn is_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) => true,
        ExprKind::Convert { operand, .. } => is_constant(operand),
        _ => false,
    }
}
