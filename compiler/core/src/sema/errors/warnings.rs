//! Warnings about what compiles and hardly is meant.

use kern_diag::{Code, Diagnostic, Span};

pub(in super::super) fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::DIVISION_BY_ZERO, span, "division by zero")
}

pub(in super::super) fn alignment_of_nothing(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::NO_EFFECT, span, "an alignment in front of a type is that of the variables declared with it; there are none")
        .label("the type itself is aligned as without it")
        .help("write it behind the word `struct`, `class` or `union`: `struct alignas(16) S`")
}

pub(in super::super) fn shift_count(span: Span, n: i128, ty: &str, bits: i128) -> Diagnostic {
    let how = if n < 0 { "is negative".to_string() } else { format!("is too large for `{ty}`, which has {bits} bits") };
    let d = Diagnostic::warning(Code::SHIFT_COUNT, span, format!("the shift by {n} {how}")).label("the result is not defined");
    if n < 0 { d.help("shift the other way") } else { d.help("convert the value to a wider type first, such as `1ull << 40`") }
}

pub(in super::super) fn assignment_as_condition(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::ASSIGNMENT_CONDITION, span, "an assignment as a condition")
        .help("write `==` to compare; put the assignment in its own parentheses if it is meant")
}

pub(in super::super) fn literal_to_char(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::LITERAL_TO_CHAR, span, "a string literal is given to a `char *`, through which it must not be changed")
        .label("its characters are constant")
        .help("write `const char *`, or `char text[] = \"…\"` for a copy that may be changed")
}

pub(in super::super) fn changed_constant(span: Span, n: i128, ty: &str, kept: i128, changes_sign: bool) -> Diagnostic {
    let how = if changes_sign { "changes its sign" } else { "is cut off" };
    Diagnostic::warning(Code::CONSTANT_CONVERSION, span, format!("{n} {how} in `{ty}`: it becomes {kept}"))
        .label(format!("no `{ty}` is {n}"))
        .help(format!("use a type that holds it, or write `({ty})` before it where this is meant"))
}

pub(in super::super) fn constant_too_large(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::warning(Code::CONSTANT_CONVERSION, span, format!("this number does not fit in `{ty}`"))
        .label(format!("no `{ty}` is that large"))
        .help("use a type that holds it, such as `long long` or `double`")
}

/// `<<<(2, 2), …>>>`; `meant`: the same with `dim3` before it.
pub(in super::super) fn comma_in_launch(span: Span, last: Span, meant: Option<String>) -> Diagnostic {
    Diagnostic::warning(Code::NO_EFFECT, span, "all but the last of these numbers do nothing")
        .label("the operator `,`")
        .also(last, "only this counts")
        .help(format!("write `{}`", meant.unwrap_or("dim3(x, y)".to_string())))
}
