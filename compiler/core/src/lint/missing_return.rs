//! A function with a result whose end can be reached.

use super::Lint;
use crate::hir::{Function, Type};
use kern_diag::{Code, Diagnostic};

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    let Some(body) = &function.body else { return };
    if matches!(lint.program.types.get(function.result), Type::Void | Type::Error) || &*function.name == "main" || !lint.completes(body) {
        return;
    }
    let name = &function.display_name;
    let diagnostic = Diagnostic::warning(Code::MISSING_RETURN, body.end, format!("`{name}` can end without a `return`"))
        .label("here it has no result")
        .also(function.span, "it must give one")
        .note("what the caller gets then is undefined")
        .help("write a `return` for every way through the function");
    lint.warn(diagnostic);
}
