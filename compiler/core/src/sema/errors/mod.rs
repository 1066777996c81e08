//! Diagnostics of sema, each built by a function named after the mistake.

mod cuda;
mod names;
mod types;

pub(super) use cuda::*;
pub(super) use names::*;
pub(super) use types::*;

use kern_diag::{Code, Diagnostic, Span};

/// A right feature of the language that kern does not do yet.
pub(super) fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::UNSUPPORTED_LANGUAGE, span, format!("kern does not support {what} yet")).label("used here")
}

/// Adds the candidates of an overload set, a few of them.
fn with_candidates(mut d: Diagnostic, list: &[(Span, String)]) -> Diagnostic {
    for (_, shown) in list.iter().take(4) {
        d = d.note(format!("candidate: `{shown}`"));
    }
    if list.len() > 4 {
        d = d.note(format!("and {} more", list.len() - 4));
    }
    d
}

fn plural(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
