//! Mistakes with concepts and constraints.

use kern_diag::{Code, Diagnostic, Span};

pub(in super::super) fn constraint_fails(span: Span, asked: &str, why: &str, place: Option<Span>) -> Diagnostic {
    let d = Diagnostic::error(Code::CONSTRAINT, span, format!("{asked}: {why}"));
    match place {
        Some(place) => d.also(place, "this does not hold"),
        None => d,
    }
}

pub(in super::super) fn not_an_enumeration(span: Span, shown: &str) -> Diagnostic {
    Diagnostic::error(Code::WRONG_KIND, span, format!("`{shown}` is no enumeration")).label("`using enum` takes one")
}
