//! Mistakes with virtual functions, types at run time and exceptions.

use kern_diag::{Code, Diagnostic, Span};

pub(in super::super) fn overrides_nothing(span: Span, name: &str, meant: Option<(Span, String, bool)>) -> Diagnostic {
    let d = Diagnostic::error(Code::OVERRIDE, span, format!("`{name}` overrides no virtual function"));
    match meant {
        Some((declared, base, true)) => d
            .label("not the same parameters and `const`")
            .also(declared, format!("a base class has `{base}`"))
            .help("parameter types and `const` must be those of the base's function"),
        Some((declared, base, false)) => d
            .label("only virtual functions are overridden")
            .also(declared, format!("`{base}` is not virtual"))
            .help("write `virtual` before the base's function"),
        None => d.label("no base class has a function of this name"),
    }
}

pub(in super::super) fn not_virtual(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::OVERRIDE, span, format!("`{name}` is not virtual"))
        .label("`= 0` and `final` are for virtual functions")
        .help("write `virtual` before its type")
}

pub(in super::super) fn overrides_final(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::OVERRIDE, span, format!("`{name}` is final"))
        .label("it may not be overridden")
        .also(declared, "declared `final` here")
}

pub(in super::super) fn overrides_with_result(span: Span, name: &str, found: &str, expected: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::OVERRIDE, span, format!("`{name}` returns `{found}`, the function that it overrides returns `{expected}`"))
        .label(format!("this returns `{found}`"))
        .also(declared, format!("this returns `{expected}`"))
}

pub(in super::super) fn derives_from_final(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::OVERRIDE, span, format!("`{name}` is final"))
        .label("it may not be a base class")
        .also(declared, "declared `final` here")
}

pub(in super::super) fn abstract_class(span: Span, class: &str, function: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::ABSTRACT, span, format!("`{class}` is abstract: there are no objects of it"))
        .label(format!("this would be a `{class}`"))
        .also(declared, format!("`{function}` has no body in `{class}`"))
        .help("make an object of a class that overrides it")
}

pub(in super::super) fn no_final_overrider(span: Span, class: &str, a: (String, Span), b: (String, Span)) -> Diagnostic {
    Diagnostic::error(Code::OVERRIDE, span, format!("`{class}` has two functions for one call"))
        .label("neither of them overrides the other")
        .also(a.1, format!("`{}`", a.0))
        .also(b.1, format!("`{}`", b.0))
        .help(format!("override the function in `{class}`"))
}

pub(in super::super) fn cast_of_virtual_base(span: Span, from: &str, to: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_CAST, span, format!("a cast from `{from}`, a virtual base, to `{to}`"))
        .label("where a virtual base lies in an object is not known here")
        .help("use `dynamic_cast`")
}

pub(in super::super) fn dynamic_cast_of_plain(span: Span, class: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_CAST, span, format!("`dynamic_cast` of a `{class}`, which has no virtual function"))
        .label("what the object is cannot be found out")
        .help("make a function of the class virtual (its destructor, for one), or use `static_cast`")
}

pub(in super::super) fn not_on_device(span: Span, what: &str, function: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::EXCEPTION_ON_DEVICE, span, format!("{what} in device code"))
        .label("there is none on the device")
        .also(declared, format!("`{function}` is device code"))
        .help("report a mistake through a value that the host reads, or stop the kernel with `assert` or `__trap()`")
}

pub(in super::super) fn not_a_member_pointer(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(Code::TYPE_MISMATCH, span, format!("`.*` and `->*` want a pointer to a member, found `{found}`"))
        .label(format!("this is `{found}`"))
        .help("make one with `&Class::member`")
}

pub(in super::super) fn member_pointer_of_other(span: Span, found: &str, class: &str) -> Diagnostic {
    Diagnostic::error(Code::TYPE_MISMATCH, span, format!("a pointer to a member of `{class}` is used with a `{found}`"))
        .label(format!("`{found}` is no `{class}`"))
}

pub(in super::super) fn packed_alone(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UNSUPPORTED_PACKING, span, "`packed` is supported of whole classes only")
        .help("write it behind the class's `}`, or behind `struct`")
}

/// `name`: the object, as it is written.
pub(in super::super) fn indexes_const(span: Span, class: &str, name: Option<String>) -> Diagnostic {
    let object = name.unwrap_or("object".to_string());
    let d = Diagnostic::error(Code::CONST, span, format!("this `{class}` is `const`, and its `operator[]` needs one that is not"))
        .label("this object is `const`")
        .note("in a `const` member function all members are `const`");
    let is_map = class.starts_with("std::map<") || class.starts_with("std::unordered_map<");
    let help = match is_map {
        true => format!("write `{object}.at(…)` or `{object}.find(…)`: `[]` of a map adds the key that it does not find"),
        false => "declare its `operator[]` `const`, or beside it one that is".to_string(),
    };
    d.help(help)
}
