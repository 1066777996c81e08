//! Mistakes with types, values and statements.

use super::super::convert::Purpose;
use super::{Candidate, advised, plural, with_candidates};
use kern_diag::{Code, Diagnostic, Span};

type Candidates<'c> = &'c [Candidate];

pub(in super::super) fn type_mismatch(
    span: Span,
    expected: &str,
    found: &str,
    purpose: &Purpose,
    drops_const: bool,
    help: Option<String>,
) -> Diagnostic {
    let mut d = Diagnostic::error(Code::TYPE_MISMATCH, span, format!("{}: expected `{expected}`, found `{found}`", purpose.text))
        .label(format!("this is `{found}`"));
    if let Some((declared, text)) = &purpose.declared {
        d = d.also(*declared, text.clone());
    }
    if drops_const {
        d = d.note("`const` cannot be dropped by a conversion");
    }
    advised(d, help)
}

pub(in super::super) fn cannot_bind(
    span: Span,
    expected: &str,
    found: &str,
    purpose: &Purpose,
    related: bool,
    convertible: bool,
    is_lvalue: bool,
    is_rvalue_reference: bool,
) -> Diagnostic {
    let mut d =
        Diagnostic::error(Code::REFERENCE_BINDING, span, format!("{}: a `{expected}` cannot refer to this `{found}`", purpose.text))
            .label(format!("this is `{found}`"));
    if let Some((declared, text)) = &purpose.declared {
        d = d.also(*declared, text.clone());
    }
    if is_rvalue_reference && is_lvalue {
        d = d.note("`&&` binds to temporaries only");
    } else if related && is_lvalue {
        d = d.note("`const` or `volatile` cannot be dropped");
    } else if related || convertible {
        d = d.note("a reference that is not `const` needs a variable, not a temporary value");
    }
    d
}

pub(in super::super) fn no_matching_function(
    span: Span,
    name: &str,
    args: &[String],
    list: Candidates,
    help: Option<String>,
) -> Diagnostic {
    let shown = args.join(", ");
    let d = Diagnostic::error(Code::NO_MATCH, span, format!("no `{name}` takes ({shown})")).label("called here");
    advised(with_candidates(d, list), help)
}

pub(in super::super) fn ambiguous_call(span: Span, name: &str, list: Candidates) -> Diagnostic {
    with_candidates(Diagnostic::error(Code::AMBIGUOUS, span, format!("the call of `{name}` is ambiguous")), list)
        .help("convert an argument so that one of them fits best")
}

pub(in super::super) fn ambiguous_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::AMBIGUOUS, span, format!("`{name}` may mean several functions")).label("which one?")
}

pub(in super::super) fn no_function_of_type(span: Span, name: &str, ty: &str, list: Candidates) -> Diagnostic {
    with_candidates(Diagnostic::error(Code::TYPE_MISMATCH, span, format!("no `{name}` has the type `{ty}`")), list)
}

pub(in super::super) fn argument_count(
    span: Span,
    name: &str,
    least: usize,
    most: usize,
    found: usize,
    declared: Span,
    signature: &str,
    is_system: bool,
    help: Option<String>,
) -> Diagnostic {
    let expected = if least == most { plural(least, "argument") } else { format!("{least} to {most} arguments") };
    let d = Diagnostic::error(Code::NO_MATCH, span, format!("`{name}` takes {expected}, found {found}")).label("called here");
    let d = if is_system { d.note(format!("it is `{signature}`")) } else { d.also(declared, format!("`{signature}` is declared here")) };
    advised(d, help)
}

pub(in super::super) fn const_object(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::CONST, span, format!("`{name}` may change its object, which is `const` here"))
        .also(declared, "not a `const` member function")
        .help("write `const` after its parameter list if it changes nothing")
}

pub(in super::super) fn not_callable(span: Span, ty: &str, help: Option<String>) -> Diagnostic {
    advised(Diagnostic::error(Code::NOT_CALLABLE, span, format!("`{ty}` cannot be called")).label("not a function"), help)
}

pub(in super::super) fn result_used_before_deduced(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_DEDUCE, span, format!("what `{name}` returns is needed before it is deduced"))
        .label("its type is needed here")
        .also(declared, "declared with `auto`")
        .help("write the type instead of `auto`")
}

pub(in super::super) fn deleted_function(span: Span, name: &str, declared: Span, is_implicit: bool) -> Diagnostic {
    let d = Diagnostic::error(Code::DELETED, span, format!("`{name}` is deleted")).label("used here");
    if is_implicit { d.note("a member or base forbids it").also(declared, "the class") } else { d.also(declared, "deleted here") }
}

pub(in super::super) fn bad_operands(op: Span, text: &str, left: (Span, &str), right: (Span, &str), help: Option<String>) -> Diagnostic {
    let d = Diagnostic::error(Code::OPERANDS, op, format!("`{text}` does not work on `{}` and `{}`", left.1, right.1))
        .also(left.0, format!("`{}`", left.1))
        .also(right.0, format!("`{}`", right.1));
    advised(d, help)
}

pub(in super::super) fn bad_operand(span: Span, text: &str, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::OPERANDS, span, format!("`{text}` does not work on `{ty}`"))
}

pub(in super::super) fn conditional_types(span: Span, a: (Span, &str), b: (Span, &str)) -> Diagnostic {
    Diagnostic::error(Code::OPERANDS, span, format!("the arms of `?:` have no common type: `{}` and `{}`", a.1, b.1))
        .also(a.0, format!("`{}`", a.1))
        .also(b.0, format!("`{}`", b.1))
}

pub(in super::super) fn not_a_pointer(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::NOT_A_POINTER, span, format!("expected a pointer, found `{ty}`")).label("dereferenced here")
}

pub(in super::super) fn dereferences_void(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NOT_A_POINTER, span, "a `void *` cannot be dereferenced").help("cast it to a pointer to the type it points at")
}

pub(in super::super) fn not_indexable(span: Span, ty: &str, help: Option<String>) -> Diagnostic {
    advised(Diagnostic::error(Code::NOT_A_POINTER, span, format!("`{ty}` cannot be indexed")).label("neither array nor pointer"), help)
}

pub(in super::super) fn indexes_kernel(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::LAUNCH_CONFIGURATION, span, format!("the kernel `{name}` is launched with `<<<` and `>>>`"))
        .label("these brackets are those of an array")
        .help(format!("write `{name}<<<blocks, threads>>>(…)`"))
}

pub(in super::super) fn bad_index(span: Span, ty: &str, help: Option<String>) -> Diagnostic {
    advised(Diagnostic::error(Code::OPERANDS, span, format!("an index must be an integer, found `{ty}`")), help)
}

pub(in super::super) fn pointer_arithmetic(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::INCOMPLETE, span, format!("no arithmetic on pointers to `{ty}`, whose size is unknown"))
}

pub(in super::super) fn deletes_non_pointer(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::NOT_A_POINTER, span, format!("`delete` needs a pointer, found `{ty}`"))
}

pub(in super::super) fn address_of_value(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NOT_A_PLACE, span, "the address of a temporary value")
        .label("not a variable")
        .help("store it in a variable first")
}

pub(in super::super) fn address_of_bit_field(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NOT_A_PLACE, span, "a bit-field has no address")
}

pub(in super::super) fn address_of_register(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NOT_A_PLACE, span, "a built-in variable has no address").note("it is a special register")
}

pub(in super::super) fn not_assignable(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NOT_A_PLACE, span, "this cannot be assigned to").label("a value, not a variable")
}

pub(in super::super) fn assigns_const(span: Span, what: Option<(String, Span)>) -> Diagnostic {
    match what {
        Some((name, declared)) => Diagnostic::error(Code::CONST, span, format!("`{name}` is `const` here"))
            .label("assigned to")
            .also(declared, "declared here")
            .help("declare it without `const` if it is to change"),
        None => Diagnostic::error(Code::CONST, span, "assignment to something `const`").label("assigned to"),
    }
}

pub(in super::super) fn assigns_through_const(span: Span, name: &str, declared: Span, ty: &str) -> Diagnostic {
    let without = ty.replacen("const ", "", 1);
    Diagnostic::error(Code::CONST, span, format!("`{name}` points to `const` data, which cannot be assigned"))
        .label("assigned to")
        .also(declared, format!("`{name}` is `{ty}`"))
        .help(format!("declare it `{without}` if its elements are to change, or assign to another array"))
}

pub(in super::super) fn changes_const_object(span: Span, declared: Span) -> Diagnostic {
    Diagnostic::error(Code::CONST, span, "a `const` member function changes its object")
        .label("assigned to")
        .also(declared, "this function is `const`")
        .help("leave out the `const` behind its parameters, or declare the member `mutable`")
}

pub(in super::super) fn assigns_const_member(span: Span, member: &str, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::CONST, span, format!("the member `{member}` is `{ty}`"))
        .label("assigned to")
        .help("declare it without `const` if it is to change")
}

pub(in super::super) fn assigns_array(span: Span, ty: &str, comma: Option<String>) -> Diagnostic {
    let d = Diagnostic::error(Code::NOT_A_PLACE, span, format!("an array (`{ty}`) cannot be assigned"));
    match comma {
        Some(index) => d.label("a whole row").help(format!("C++ takes one index at a time: write `{index}`")),
        None => d.help("copy the elements, or use `memcpy`"),
    }
}

pub(in super::super) fn bad_cast(span: Span, word: &str, from: &str, to: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_CAST, span, {
        let word = if word.contains('_') { format!("`{word}`") } else { word.to_string() };
        format!("`{from}` cannot be converted to `{to}` by a {word}")
    })
}

pub(in super::super) fn pointer_to_small_integer(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_CAST, span, format!("a pointer does not fit in `{ty}`")).help("use `size_t` or `uintptr_t`")
}

pub(in super::super) fn not_a_condition(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::TYPE_MISMATCH, span, format!("a `{ty}` is neither true nor false")).label("used as a condition")
}

pub(in super::super) fn switch_on(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::TYPE_MISMATCH, span, format!("`switch` needs an integer, found `{ty}`"))
}

pub(in super::super) fn class_to_variadic(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::TYPE_MISMATCH, span, format!("a `{ty}` cannot be passed through `...`"))
        .label("not a number or pointer")
        .help("pass its members, or `.c_str()` of a string")
}

pub(in super::super) fn void_argument(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TYPE_MISMATCH, span, "this has no value").label("its type is `void`")
}

pub(in super::super) fn braces_here(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, "a braced list cannot stand here")
}

pub(in super::super) fn too_many_initialisers(span: Span, want: usize, got: usize) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("too many initialisers: room for {want}, found {got}"))
        .label("this one is too much")
}

pub(in super::super) fn narrowing(span: Span, value: &str, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("{value} does not fit in `{ty}`"))
        .note("braces allow no narrowing conversion")
        .help(format!("write a cast: `({ty}){value}`"))
}

pub(in super::super) fn array_initialiser(span: Span, ty: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("an array (`{ty}`) is initialised by a list in braces, found `{found}`"))
}

pub(in super::super) fn string_too_long(span: Span, room: u64, needs: u64) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("the string needs {needs} characters with its final zero, the array has {room}"))
}

pub(in super::super) fn string_element(span: Span, want: &str, got: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("an array of `{want}` cannot hold a string of `{got}`"))
}

pub(in super::super) fn index_designator(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, "this designator does not fit what is initialised")
}

pub(in super::super) fn reference_without_initialiser(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("the reference `{name}` refers to nothing")).help("initialise it")
}

pub(in super::super) fn const_without_initialiser(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("the constant `{name}` has no value"))
        .help("initialise it: it cannot be assigned later")
}

pub(in super::super) fn member_uninitialised(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("the member `{name}` must be initialised")).note("it is `const` or a reference")
}

pub(in super::super) fn default_member_needs_itself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("the initialiser of the member `{name}` needs itself"))
        .label("this object starts with the same initialiser")
}

pub(in super::super) fn vla_initialiser(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("`{name}` has a variable length and cannot be initialised"))
        .help("make the length `const`, or fill the array in a loop")
}

pub(in super::super) fn auto_without_initialiser(span: Span) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_DEDUCE, span, "`auto` needs an initialiser to take its type from")
}

pub(in super::super) fn auto_from_nothing(span: Span) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_DEDUCE, span, "`auto` cannot take a type from an empty list").help("write the type instead of `auto`")
}

pub(in super::super) fn auto_mismatch(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_DEDUCE, span, format!("the type written with `auto` does not fit `{ty}`"))
}

pub(in super::super) fn incomplete_type(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::INCOMPLETE, span, format!("`{ty}` is incomplete here"))
        .label("its size and members are unknown")
        .help("define it before this place")
}

pub(in super::super) fn incomplete_member(span: Span, name: &str, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::INCOMPLETE, span, format!("the member `{name}` has the incomplete type `{ty}`"))
        .help("a pointer to it would do")
}

pub(in super::super) fn incomplete_array(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::INCOMPLETE, span, format!("the length of `{name}` is unknown"))
        .help("write it between the brackets, or give an initialiser")
}

pub(in super::super) fn void_variable(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::INCOMPLETE, span, format!("`{name}` cannot have the type `void`"))
}

pub(in super::super) fn void_parameter(span: Span) -> Diagnostic {
    Diagnostic::error(Code::INCOMPLETE, span, "a parameter cannot have the type `void`")
}

pub(in super::super) fn pointer_to_reference(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, "there are no pointers to references")
}

pub(in super::super) fn reference_to_void(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, "there are no references to `void`")
}

pub(in super::super) fn array_of(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, format!("there are no arrays of `{ty}`"))
}

pub(in super::super) fn returns_array(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, format!("a function cannot return `{ty}`"))
        .help("return a pointer, or a struct that holds the array")
}

pub(in super::super) fn bit_field_type(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, format!("a bit-field cannot have the type `{ty}`")).help("give it an integer type")
}

pub(in super::super) fn bad_underlying(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, format!("an enum cannot be stored as `{ty}`"))
}

pub(in super::super) fn bad_alignment(span: Span, n: i128) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, format!("an alignment must be a power of two, found {n}"))
}

pub(in super::super) fn overaligned_elements(span: Span, align: u64, size: u64) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, format!("elements of {size} bytes cannot be aligned to {align} bytes in an array"))
        .label("one element follows the other")
        .help("align the array, or make a struct of that alignment")
}

pub(in super::super) fn bad_bit_width(span: Span, n: i128, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_TYPE, span, format!("a bit-field of type `{ty}` cannot be {n} bits wide"))
}

pub(in super::super) fn array_length_type(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::ARRAY_LENGTH, span, format!("the length of an array must be an integer, found `{ty}`"))
}

pub(in super::super) fn inner_length_missing(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ARRAY_LENGTH, span, "only the first length of an array may be left out")
        .label("the elements need a length")
        .help("write the length of a row, `a[][8]`, or pass a pointer and compute the index, `a[row * width + column]`")
}

pub(in super::super) fn parameter_length(span: Span, length: &str) -> Diagnostic {
    Diagnostic::error(Code::ARRAY_LENGTH, span, format!("the length of an array parameter cannot be the parameter `{length}`"))
        .label("not known to the compiler")
        .help("pass a pointer: `float *a`; its length is an argument of its own")
}

pub(in super::super) fn negative_array(span: Span, n: i128) -> Diagnostic {
    Diagnostic::error(Code::ARRAY_LENGTH, span, format!("an array cannot have {n} elements"))
}

pub(in super::super) fn huge_array(span: Span, n: i128) -> Diagnostic {
    Diagnostic::error(Code::ARRAY_LENGTH, span, format!("an array of {n} elements is too large"))
}

pub(in super::super) fn huge_local(span: Span, name: &str, size: u64) -> Diagnostic {
    Diagnostic::error(Code::ARRAY_LENGTH, span, format!("`{name}` takes {size} bytes, more than any stack has"))
        .help("allocate it with `new` or `cudaMalloc`")
}

pub(in super::super) fn no_parts(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("`{ty}` has no parts that names can be bound to"))
        .note("a structured binding needs an array, a tuple, or a class whose members all stand in one class")
}

pub(in super::super) fn wrong_binding_count(span: Span, ty: &str, names: usize, parts: usize) -> Diagnostic {
    let (names, parts) = (super::plural(names, "name"), super::plural(parts, "part"));
    Diagnostic::error(Code::BAD_INITIALISER, span, format!("{names} for the {parts} of `{ty}`"))
}

pub(in super::super) fn huge_type(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::ARRAY_LENGTH, span, format!("`{ty}` is too large"))
        .note("the largest object has 70368744177664 bytes (2 to the power of 46)")
}

pub(in super::super) fn array_not_constant(span: Span, why: String, in_device: bool) -> Diagnostic {
    let d = Diagnostic::error(Code::ARRAY_LENGTH, span, "the length of this array is not a constant").label(why);
    if in_device { d.help("device code has no variable-length arrays: use a constant, or `extern __shared__`") } else { d }
}

pub(in super::super) fn not_constant(span: Span, why: String) -> Diagnostic {
    Diagnostic::error(Code::NOT_CONSTANT, span, "a constant is needed here").label(why)
}

pub(in super::super) fn case_not_constant(span: Span, why: String) -> Diagnostic {
    Diagnostic::error(Code::NOT_CONSTANT, span, "the value of a `case` must be a constant").label(why)
}

pub(in super::super) fn constexpr_not_constant(span: Span, name: &str, why: String) -> Diagnostic {
    Diagnostic::error(Code::NOT_CONSTANT, span, format!("`{name}` is `constexpr`, but its value is not a constant")).label(why)
}

pub(in super::super) fn integer_too_large(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NOT_CONSTANT, span, "this number is too large for every integer type")
}

/// `instance`: the name with template arguments of what the assertion stands in, and where that was asked for.
pub(in super::super) fn static_assert_failed(span: Span, message: Option<String>, instance: Option<(String, Span)>) -> Diagnostic {
    let text = message.map_or("a static assertion does not hold".to_string(), |m| format!("a static assertion does not hold: {m}"));
    let d = Diagnostic::error(Code::STATIC_ASSERT, span, text);
    match instance {
        Some((name, asked)) => d.label(format!("false in `{name}`")).also(asked, format!("`{name}` is asked for here")),
        None => d.label("false"),
    }
}

pub(in super::super) fn duplicate_case(span: Span, n: i128, earlier: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_SWITCH, span, format!("two `case`s for {n}")).label("again here").also(earlier, "first here")
}

pub(in super::super) fn duplicate_default(span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_SWITCH, span, "two `default`s in one `switch`").label("again here").also(earlier, "first here")
}

pub(in super::super) fn case_outside(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_SWITCH, span, "`case` and `default` belong in a `switch`")
}

pub(in super::super) fn break_outside(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_JUMP, span, "`break` outside a loop or `switch`")
}

pub(in super::super) fn continue_outside(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BAD_JUMP, span, "`continue` outside a loop")
}

pub(in super::super) fn missing_return_value(span: Span, name: &str, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::RETURN, span, format!("`{name}` must return a `{ty}`")).label("no value here")
}

pub(in super::super) fn returns_without_value(span: Span, name: &str, ty: &str) -> Diagnostic {
    Diagnostic::warning(Code::MISSING_RETURN, span, format!("`{name}` must return a `{ty}`")).label("no value here")
}

pub(in super::super) fn void_returns_value(span: Span, name: &str, is_kernel: bool) -> Diagnostic {
    let d = Diagnostic::error(Code::RETURN, span, format!("{name} returns nothing, found a value")).label("this value");
    if is_kernel {
        d.help("a kernel gives results through a pointer to device memory: `*result = …;`")
    } else {
        d.help("write `return;`, or change what the function returns")
    }
}

pub(in super::super) fn not_a_range(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::TYPE_MISMATCH, span, format!("a `{ty}` cannot be iterated over"))
        .note("it needs `begin()` and `end()`, or to be an array")
}
