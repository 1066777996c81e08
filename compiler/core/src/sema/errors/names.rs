//! Mistakes with names: unknown, doubled, private, of the wrong kind.

use super::{advised, plural};
use kern_diag::{Code, Diagnostic, Span};

pub(in super::super) fn unknown_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::UNKNOWN_NAME, span, format!("unknown name `{name}`")).label("not declared here")
}

pub(in super::super) fn unknown_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::UNKNOWN_TYPE, span, format!("unknown type `{name}`")).label("not declared here")
}

pub(in super::super) fn unknown_scope(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::UNKNOWN_NAME, span, format!("unknown namespace or class `{name}`")).label("not declared here")
}

pub(in super::super) fn unknown_in_scope(span: Span, name: &str, home: &str) -> Diagnostic {
    let home = home.trim_end_matches("::");
    let place = if home.is_empty() { "the global namespace".to_string() } else { format!("`{home}`") };
    Diagnostic::error(Code::UNKNOWN_NAME, span, format!("no `{name}` in {place}")).label("not found")
}

pub(in super::super) fn unknown_label(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::UNKNOWN_LABEL, span, format!("unknown label `{name}`")).label("no such label in this function")
}

pub(in super::super) fn no_member(span: Span, name: &str, class: &str, help: Option<String>) -> Diagnostic {
    advised(Diagnostic::error(Code::NO_MEMBER, span, format!("`{class}` has no member `{name}`")).label("no such member"), help)
}

pub(in super::super) fn no_such_member_function(span: Span, name: &str, class: &str) -> Diagnostic {
    let class = class.trim_end_matches("::");
    Diagnostic::error(Code::NO_MEMBER, span, format!("`{class}` declares no function `{name}` like this one"))
        .label("defined here")
        .help("declare it in the class with the same parameters, or correct this definition")
}

pub(in super::super) fn member_of_non_class(span: Span, name: &str, ty: &str, use_arrow: bool) -> Diagnostic {
    let d = Diagnostic::error(Code::NO_MEMBER, span, format!("`{ty}` has no members, so no `{name}`")).label("no such member");
    if use_arrow { d.help(format!("the left side is a pointer: write `->{name}`")) } else { d }
}

/// `Event e();` was perhaps meant to declare a variable: `variable`, the type and the name ([dcl.ambig.res]).
pub(in super::super) fn member_of_function(span: Span, name: &str, function: &str, declared: Span, variable: Option<String>) -> Diagnostic {
    let d = Diagnostic::error(Code::NO_MEMBER, span, format!("`{function}` is a function and has no member `{name}`"))
        .label("no such member")
        .also(declared, format!("`{function}` is declared as a function here"));
    match variable {
        Some(variable) => d.help(format!("call it, `{function}()`; a variable is declared without brackets, `{variable};`")),
        None => d.help(format!("call it: `{function}(…)`")),
    }
}

pub(in super::super) fn arrow_on_object(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::NO_MEMBER, span, format!("`->` needs a pointer, found `{ty}`")).help("write `.` instead of `->`")
}

pub(in super::super) fn redefinition(name: &str, span: Span, earlier: Span, both_types: bool) -> Diagnostic {
    let message = if both_types { format!("`{name}` is declared as two types") } else { format!("redefinition of `{name}`") };
    Diagnostic::error(Code::REDEFINITION, span, message).label("again here").also(earlier, "first here")
}

pub(in super::super) fn conflicting_types(span: Span, name: &str, new: &str, earlier: Span, old: &str) -> Diagnostic {
    Diagnostic::error(Code::REDEFINITION, span, format!("`{name}` is declared with two types"))
        .label(format!("here as `{new}`"))
        .also(earlier, format!("earlier as `{old}`"))
}

pub(in super::super) fn conflicting_result(span: Span, name: &str, new: &str, earlier: Span, old: &str) -> Diagnostic {
    Diagnostic::error(Code::REDEFINITION, span, format!("declarations of `{name}` differ only in what they return"))
        .label(format!("returns `{new}`"))
        .also(earlier, format!("returns `{old}`"))
}

pub(in super::super) fn space_mismatch(span: Span, name: &str, earlier: Span) -> Diagnostic {
    Diagnostic::error(Code::REDEFINITION, span, format!("`{name}` is a kernel in one declaration and not in the other"))
        .label("here")
        .also(earlier, "earlier here")
        .help("write `__global__` in all declarations or in none")
}

pub(in super::super) fn initialised_twice(span: Span) -> Diagnostic {
    Diagnostic::error(Code::REDEFINITION, span, "this member is initialised twice").label("again here")
}

pub(in super::super) fn inaccessible(span: Span, name: &str, class: &str, is_private: bool, declared: Span) -> Diagnostic {
    let how = if is_private { "private" } else { "protected" };
    Diagnostic::error(Code::INACCESSIBLE, span, format!("`{name}` is a {how} member of `{class}`"))
        .label("used from outside")
        .also(declared, "declared here")
}

pub(in super::super) fn not_a_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::WRONG_KIND, span, format!("`{name}` is not a type")).label("a type is needed here")
}

pub(in super::super) fn not_a_scope(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::WRONG_KIND, span, format!("`{name}` is neither a namespace nor a class")).label("before `::`")
}

pub(in super::super) fn not_a_namespace(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::WRONG_KIND, span, format!("`{name}` is not a namespace"))
}

pub(in super::super) fn not_a_template(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("`{name}` is not a template")).label("given template arguments")
}

pub(in super::super) fn type_as_value(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::WRONG_KIND, span, format!("`{name}` is not a value")).label("a value is needed here")
}

pub(in super::super) fn this_outside(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NO_OBJECT, span, "`this` outside a member function").label("there is no object here")
}

pub(in super::super) fn member_without_object(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NO_OBJECT, span, format!("`{name}` is a member and needs an object"))
        .label("no object here")
        .help(format!("write `object.{name}`"))
}

pub(in super::super) fn member_function_not_called(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NO_OBJECT, span, format!("the member function `{name}` is not called"))
        .label("only its name")
        .help("write `()` after it")
}

/// `lambda`: the use stands in one, which is `__device__` or not.
pub(in super::super) fn not_captured(span: Span, name: &str, lambda: Option<bool>) -> Diagnostic {
    let d = Diagnostic::error(Code::NOT_CAPTURED, span, format!("`{name}` belongs to another function")).label("not available here");
    match lambda {
        Some(true) => d.help(format!("capture a copy of it: `[{name}]`, or `[=]` for all")),
        Some(false) => d.help(format!("capture it: `[{name}]` or `[&{name}]`")),
        None => d,
    }
}

pub(in super::super) fn cannot_capture(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NOT_CAPTURED, span, format!("`{name}` cannot be captured"))
        .label("not a local variable")
        .help("what is not local needs no capture")
}

pub(in super::super) fn not_a_pack(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::PACK, span, format!("`{name}` is not a parameter pack"))
}

pub(in super::super) fn unexpanded_pack(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::PACK, span, format!("the parameter pack `{name}` is not expanded"))
        .help(format!("write `{name}...` where its elements are wanted"))
}

pub(in super::super) fn pack_here(span: Span) -> Diagnostic {
    Diagnostic::error(Code::PACK, span, "a pack cannot be expanded here")
}

pub(in super::super) fn nothing_to_expand(span: Span) -> Diagnostic {
    Diagnostic::error(Code::PACK, span, "`...` with no parameter pack before it")
}

pub(in super::super) fn packs_differ(span: Span) -> Diagnostic {
    Diagnostic::error(Code::PACK, span, "packs of different lengths are expanded together")
}

pub(in super::super) fn empty_fold(span: Span) -> Diagnostic {
    Diagnostic::error(Code::PACK, span, "a fold over no elements has no value").help("give it a first value: `(0 + ... + values)`")
}

pub(in super::super) fn template_needs_arguments(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("the class template `{name}` needs template arguments"))
        .label("no arguments here")
        .help(format!("write `{name}<…>`"))
        .note("neither its constructors nor a deduction guide say what they are")
}

pub(in super::super) fn deduced_differently(span: Span, first: &str, here: &str) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("the variables of one declaration are of one type: first `{first}`, here `{here}`"))
        .help("declare them apart")
}

pub(in super::super) fn missing_template_argument(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("no argument for the template parameter `{name}`")).also(declared, "declared here")
}

pub(in super::super) fn too_many_template_arguments(span: Span, want: usize, got: usize) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("expected {}, found {got}", plural(want, "template argument")))
}

pub(in super::super) fn template_argument_type(span: Span, want: &str, got: &str) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("the template argument is a `{got}`, expected `{want}`"))
}

pub(in super::super) fn wrong_kind_of_argument(span: Span, shown: &str) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("the template argument `{shown}` is of the wrong kind"))
        .note("a template parameter takes a type, a value or a template")
}

pub(in super::super) fn not_structural(span: Span, shown: &str) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("a value of type `{shown}` can be no template argument"))
        .note("all bases and members of its class must be public, and none of them `mutable`")
}

pub(in super::super) fn address_of_literal_argument(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, "the template argument holds the address of a string literal")
        .help("hold the characters in an array")
}

pub(in super::super) fn type_argument_expected(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, "expected a type as template argument, found a value")
}

pub(in super::super) fn specialises_nothing(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::TEMPLATE, span, format!("this specialisation fits no template `{name}`"))
}

pub(in super::super) fn too_many_instances(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error(Code::INSTANTIATION_DEPTH, span, "templates are instantiated too often")
        .label("one instance too many")
        .note(format!("the limit is {limit} instances; a recursion of templates that branches reaches it"))
}

pub(in super::super) fn instantiation_too_deep(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error(Code::INSTANTIATION_DEPTH, span, "templates are instantiated too deeply")
        .label("needed from here")
        .note(format!("the limit is {limit} instantiations inside each other; an endless recursion of templates reaches it"))
        .help("end the recursion: a specialisation, or `if constexpr`")
}

pub(in super::super) fn inheritance_too_deep(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error(Code::INHERITANCE_TOO_DEEP, span, "a class has too many bases above each other")
        .label("this base is one too many")
        .note(format!("the limit is {limit} classes"))
        .help("derive from a class further up, or make the base a member")
}

pub(in super::super) fn too_many_ways(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error(Code::INHERITANCE_TOO_DEEP, span, "a class has too many bases, each counted as often as it is a base")
        .label("with this one")
        .note(format!("the limit is {limit}"))
        .help("have each class derive from a common base once, or make the base a member")
}

pub(in super::super) fn pack_too_long(span: Span, length: usize, limit: usize) -> Diagnostic {
    Diagnostic::error(Code::PACK_TOO_LONG, span, "a parameter pack is too long")
        .label(format!("expanded here to {length} elements"))
        .note(format!("the limit is {limit} elements"))
        .help("pass an array, or check that a recursion of templates makes its pack shorter")
}

pub(in super::super) fn too_many_expansions(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::error(Code::PACK_TOO_LONG, span, "parameter packs are expanded to too many elements")
        .label("this expansion passes the limit")
        .note(format!("the limit is {limit} elements of all expansions in one program"))
        .help("fold the pack (`(args + ...)`) instead of taking it apart one by one")
}

pub(in super::super) fn qualified_local(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "a local variable cannot have a qualified name")
}

pub(in super::super) fn nested_function(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "a function cannot be defined inside another one")
        .help("move it out, or write a lambda; a missing `}` before it has the same effect")
}

pub(in super::super) fn local_template(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "a template cannot be declared inside a function")
}

pub(in super::super) fn missing_result_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, format!("`{name}` is declared without a type"))
        .help("write what it returns before its name: `void`, `int`, …")
}

pub(in super::super) fn body_without_function(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "a body after something that is not a function")
}

pub(in super::super) fn cannot_default(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, "only special member functions can be `= default`")
}

pub(in super::super) fn base_not_class(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, format!("a base must be a class, found `{ty}`"))
}

pub(in super::super) fn main_result(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_DECLARATION, span, format!("`main` must return `int`, found `{ty}`")).help("write `int main()`")
}

/// `__shfl_down(value, 1)`
pub(in super::super) fn maskless_warp_function(span: Span, name: &str) -> Diagnostic {
    let rest = if name.starts_with("__shfl") { "value, …" } else { "predicate" };
    Diagnostic::warning(Code::OLD_CUDA, span, "warp functions without a mask were dropped with Volta (compute capability 7.0)")
        .label("here the active lanes take part")
        .help(format!("write `{name}_sync(0xffffffff, {rest})`: the first argument is the mask of the lanes that take part"))
}

/// A texture or surface reference.
pub(in super::super) fn old_reference(span: Span, ty: &str) -> Diagnostic {
    let is_texture = ty.starts_with("texture");
    let (what, make) = if is_texture { ("texture", "cudaCreateTextureObject") } else { ("surface", "cudaCreateSurfaceObject") };
    Diagnostic::warning(Code::OLD_CUDA, span, format!("{what} references were dropped by CUDA 12.0"))
        .label(format!("a `{ty}`"))
        .help(format!("make a {what} object with `{make}` and pass it to the kernel"))
}
