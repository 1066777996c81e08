//! Mistakes with what C++20 added: constraints, `<=>`, `consteval`, `constinit`, `using enum`.

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

pub(in super::super) fn auto_is_constrained(span: Span, shown: &str, concept: &str, place: Span) -> Diagnostic {
    Diagnostic::error(Code::CONSTRAINT, span, format!("`auto` would be `{shown}`, which does not satisfy `{concept}`"))
        .also(place, "asked for here")
}

pub(in super::super) fn needs_compare(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UNKNOWN_TYPE, span, "the result of `<=>` is of a type that no included header declares")
        .help("write `#include <compare>`")
}

pub(in super::super) fn immediate_not_constant(span: Span, name: &str, why: String) -> Diagnostic {
    Diagnostic::error(Code::NOT_CONSTANT, span, format!("`{name}` is `consteval`, but this call of it is not a constant")).label(why)
}

pub(in super::super) fn constinit_not_constant(span: Span, name: &str, why: String) -> Diagnostic {
    Diagnostic::error(Code::NOT_CONSTANT, span, format!("`{name}` is `constinit`, but what it starts from is not a constant")).label(why)
}

pub(in super::super) fn designator_out_of_order(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("`.{name}` comes before members that were initialised already"))
        .label("out of order")
        .help("name the members in the order of their declaration")
}

pub(in super::super) fn constrains_no_template(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "a `requires` clause needs a template: this function has nothing to ask for")
}
