//! Mistakes with what declarations may say together, with jumps, and with bases.

use kern_diag::{Code, Diagnostic, Span};

pub(in super::super) fn virtual_outside(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_SPECIFIERS, span, "`virtual` outside of a class")
        .label("declared here")
        .help("leave it out here: it belongs to the declaration in the class")
}

pub(in super::super) fn virtual_static(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_SPECIFIERS, span, format!("`{name}` is both `virtual` and `static`"))
        .label("a static function has no object whose class could decide")
}

pub(in super::super) fn const_without_object(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, format!("`{name}` is `const`, but has no object"))
        .label("only a member function that is not static can be")
}

pub(in super::super) fn destructor_parameters(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "a destructor has no parameters")
}

pub(in super::super) fn default_in_the_middle(span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "a parameter without default behind one with a default")
        .label("this one needs a default, too")
        .also(earlier, "this one has a default")
}

pub(in super::super) fn default_given_twice(span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(Code::REDEFINITION, span, "a default argument is given twice")
        .label("again here")
        .also(earlier, "first here")
        .help("keep it in the first declaration only")
}

pub(in super::super) fn operator_parameters(span: Span, name: &str, found: usize, wanted: &str) -> Diagnostic {
    Diagnostic::error(
        Code::BAD_DECLARATION,
        span,
        format!("`{name}` has {found} parameter{}, expected {wanted}", if found == 1 { "" } else { "s" }),
    )
}

pub(in super::super) fn operator_of_built_ins(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, format!("`{name}` takes built-in types only"))
        .label("one parameter must be a class or an enumeration")
}

pub(in super::super) fn operator_must_be_member(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, format!("`{name}` must be a member function")).help("declare it in its class")
}

pub(in super::super) fn initialised_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, format!("the function `{name}` is initialised"))
        .label("only `= 0`, `= default` and `= delete` can stand behind a function")
}

pub(in super::super) fn extern_initialised(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("`{name}` is `extern`: it is initialised where it is defined"))
        .help("leave out `extern`, or the value")
}

pub(in super::super) fn static_of_variable_length(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::ARRAY_LENGTH, span, format!("`{name}` exists once, so its length must be a constant"))
        .label("the length is known only while the program runs")
        .help("make the length `const`, or the array no `static` one")
}

pub(in super::super) fn static_member_initialised(span: Span, name: &str, is_const: bool) -> Diagnostic {
    let what = if is_const { "a static `const` member that is no integer" } else { "a static member that is not `const`" };
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("`{name}`, {what}, is initialised in its class")).help(if is_const {
        "write `constexpr` instead of `const`"
    } else {
        "write `inline static`, or initialise it outside of the class"
    })
}

pub(in super::super) fn mutable_constant(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_SPECIFIERS, span, format!("`{name}` is both `mutable` and `const`"))
}

pub(in super::super) fn static_in_local_class(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, format!("a class in a function has no static member `{name}`"))
        .help("declare the class outside of the function")
}

pub(in super::super) fn autos_differ(span: Span, first: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_DEDUCE, span, format!("one `auto` is `{first}` and `{found}`"))
        .label(format!("here it would be `{found}`"))
        .help("write a declaration for each of them")
}

pub(in super::super) fn elements_differ(span: Span, first: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_DEDUCE, span, format!("the elements of a list disagree: `{first}` and `{found}`"))
        .label(format!("here `auto` would be `{found}`"))
        .help("convert the elements to one type, or write what the list is instead of `auto`")
}

pub(in super::super) fn results_differ(span: Span, first: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_DEDUCE, span, format!("the `return`s of a function disagree: `{first}` and `{found}`"))
        .label(format!("here `auto` would be `{found}`"))
        .help("write what the function returns instead of `auto`, or convert one of the values")
}

pub(in super::super) fn handler_after_all(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "a handler behind `catch (...)` is never reached").help("put `catch (...)` last")
}

pub(in super::super) fn base_twice(span: Span, class: &str) -> Diagnostic {
    Diagnostic::error(Code::REDEFINITION, span, format!("`{class}` is a direct base twice"))
}

pub(in super::super) fn inaccessible_base(span: Span, base: &str, class: &str, is_private: bool, declared: Span) -> Diagnostic {
    let how = if is_private { "private" } else { "protected" };
    Diagnostic::error(Code::INACCESSIBLE, span, format!("`{base}` is a {how} base of `{class}`"))
        .label("used from outside")
        .also(declared, format!("`{class}` is declared here"))
        .help(format!("derive publicly: `class {class} : public {base}`"))
}

pub(in super::super) fn ambiguous_member(span: Span, name: &str, class: &str) -> Diagnostic {
    Diagnostic::error(Code::AMBIGUOUS, span, format!("`{class}` has more than one `{name}`, of several bases"))
        .help(format!("name the base: `Base::{name}`"))
}

/// What nvcc lets device code do is a warning.
pub(in super::super) fn jump_past_initialiser(span: Span, name: &str, declared: Span, is_case: bool, is_let: bool) -> Diagnostic {
    let code = if is_case { Code::BAD_SWITCH } else { Code::BAD_JUMP };
    let diagnostic = if is_let { Diagnostic::warning } else { Diagnostic::error };
    let help = if is_case { "put the case that declares it into a block: `case …: { … }`" } else { "declare it before the `goto`" };
    diagnostic(code, span, format!("a jump passes the initialisation of `{name}`"))
        .label(if is_case { "the jump to here" } else { "this jump" })
        .also(declared, "initialised here")
        .help(help)
}

pub(in super::super) fn thread_local_member(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_SPECIFIERS, span, format!("the member `{name}` is `thread_local` and not `static`"))
        .label("a member of an object lives where the object lives")
        .help("write `static thread_local`")
}

pub(in super::super) fn thread_local_once(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_SPECIFIERS, span, format!("only one declaration of `{name}` says `thread_local`"))
        .also(declared, "the other one")
}

pub(in super::super) fn union_not_static(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_SPECIFIERS, span, "an anonymous union outside of functions and classes must be `static`")
        .label("not `static`")
        .help("write `static union`, or give it a name")
}

pub(in super::super) fn no_choice(span: Span, shown: &str) -> Diagnostic {
    Diagnostic::error(Code::TYPE_MISMATCH, span, format!("`_Generic` has no choice for `{shown}`"))
        .label(format!("the value is a `{shown}`"))
        .help("add a choice for this type, or `default:`")
}
