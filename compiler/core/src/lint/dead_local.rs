//! A function that returns the address of its own variable.

use super::Lint;
use crate::hir::walk::statements;
use crate::hir::{Block, Expr, ExprKind, Function, LocalId, StmtKind, Type};
use kern_diag::{Code, Diagnostic};

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    if let (Some(body), Type::Pointer(_) | Type::Reference { .. }) = (&function.body, lint.program.types.get(function.result)) {
        returns(body, &mut |value| {
            if let Some(local) = own_variable(value) {
                tell(lint, function, value, local);
            }
        });
    }
}

/// Whether `function` returns the address of a variable of its own somewhere.
pub(crate) fn returns_own_address(function: &Function) -> bool {
    let mut any = false;
    if let Some(body) = &function.body {
        returns(body, &mut |value| any |= own_variable(value).is_some());
    }
    any
}

fn tell(lint: &mut Lint<'_>, function: &Function, value: &Expr, local: LocalId) {
    let variable = &function.locals[local.0 as usize];
    let what = match lint.program.types.get(function.result) {
        Type::Reference { .. } => "a reference to",
        _ => "the address of",
    };
    let name = &variable.name;
    let diagnostic =
        Diagnostic::warning(Code::RETURNS_LOCAL, value.span, format!("`{}` returns {what} its own `{name}`", function.display_name))
            .label("what this leads to ends with the call")
            .also(variable.span, format!("`{name}` lives only while the function runs"))
            .help("return the value itself, or let the caller pass the memory to write to");
    lint.warn(diagnostic);
}

/// Calls `visit` on the value of every `return`.
fn returns<'b>(body: &'b Block, visit: &mut dyn FnMut(&'b Expr)) {
    statements(body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            visit(value);
        }
    });
}

/// The local whose address the pointer value `e` surely is, or may be.
pub(super) fn own_variable(e: &Expr) -> Option<LocalId> {
    match &e.kind {
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => own_place(place),
        ExprKind::PointerAdd { pointer: inner, .. } | ExprKind::Convert { operand: inner, .. } => own_variable(inner),
        ExprKind::Conditional { then, otherwise, .. } => own_variable(then).or_else(|| own_variable(otherwise)),
        ExprKind::Sequence { second, .. } => own_variable(second),
        _ => None,
    }
}

fn own_place(place: &Expr) -> Option<LocalId> {
    match &place.kind {
        ExprKind::Local(local) => Some(*local),
        ExprKind::Field { base, .. } | ExprKind::Element { base, .. } => own_place(base),
        ExprKind::Conditional { then, otherwise, .. } => own_place(then).or_else(|| own_place(otherwise)),
        ExprKind::Deref(pointer) => own_variable(pointer),
        _ => None,
    }
}
