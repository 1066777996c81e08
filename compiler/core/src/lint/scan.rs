//! Format strings of `scanf` and its kin that do not fit their arguments (ISO C17 7.21.6.2).

use super::{Lint, format};
use crate::hir::{Callee, Expr, ExprKind, Function, Type};
use kern_diag::{Code, Diagnostic};

/// The functions, and which argument is the format.
const SCANNERS: &[(&str, usize)] = &[("scanf", 0), ("fscanf", 1), ("sscanf", 1)];

/// What a conversion writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// An integer of as many bytes.
    Int(u64),
    /// A floating-point number of as many bytes.
    Float(u64),
    /// Characters.
    Text,
    /// Any pointer.
    Pointer,
}

/// A conversion that writes, and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Conversion {
    text: String,
    target: Target,
}

pub(super) fn look_at(lint: &mut Lint<'_>, function: &Function, e: &Expr) {
    let ExprKind::Call { callee: Callee::Direct(f), args, .. } = &e.kind else { return };
    let called = &lint.program.functions[f.0 as usize];
    let scanner = SCANNERS.iter().find(|(name, _)| called.is_system && called.is_variadic && **name == *called.name);
    let Some(&(name, at)) = scanner else { return };
    let Some((text, (format, rest))) = args.get(at).and_then(|format| Some((format::literal(lint, format)?, args[at..].split_first()?)))
    else {
        return;
    };
    // An unknown conversion: nobody knows what it takes.
    let Some(conversions) = conversions(&text) else { return };
    let asked = conversions.len();
    for (i, conversion) in conversions.iter().enumerate() {
        let Some(arg) = rest.get(i) else {
            let diagnostic = Diagnostic::warning(Code::FORMAT, e.span, format!("`{name}` has no argument for `{}`", conversion.text))
                .label(format!("the format asks for {}, here {}", format::shown(asked), format::shown(rest.len())))
                .also(format.span, "the format")
                .help("give each conversion the address of a variable");
            return lint.warn(diagnostic);
        };
        one(lint, function, conversion, arg, format);
    }
    if let Some(extra) = rest.get(asked) {
        let diagnostic =
            Diagnostic::warning(Code::FORMAT, extra.span, format!("the format of `{name}` has no conversion for this argument"))
                .label(format!("the format asks for {}, here {}", format::shown(asked), format::shown(rest.len())))
                .also(format.span, "the format")
                .help("add a conversion such as `%d` to the format, or remove the argument");
        lint.warn(diagnostic);
    }
}

/// Tells of an argument that the conversion does not write to as it stands.
fn one(lint: &mut Lint<'_>, function: &Function, conversion: &Conversion, arg: &Expr, format: &Expr) {
    let types = &lint.program.types;
    let wanted = match conversion.target {
        Target::Int(size) => integer(size),
        Target::Float(4) => "a `float`",
        Target::Float(8) => "a `double`",
        Target::Float(_) => "a `long double`",
        Target::Text => "characters",
        Target::Pointer => "a pointer",
    };
    let text = &conversion.text;
    let Type::Pointer(to) = types.get(arg.ty) else {
        let is_number = matches!(types.get(arg.ty), Type::Bool | Type::Int(_) | Type::Enum(_) | Type::F32 | Type::F64 | Type::LongDouble);
        if !is_number {
            return;
        }
        let diagnostic =
            Diagnostic::warning(Code::FORMAT, arg.span, format!("`{text}` writes {wanted} to an address, its argument is a number"))
                .label("this is a value, not an address")
                .also(format.span, format!("`{text}` stands here"))
                .help(address_of(lint, function, arg));
        return lint.warn(diagnostic);
    };
    let mut pointee = to.ty;
    while let Type::Array { element, .. } = types.get(pointee) {
        pointee = element.ty;
    }
    let size = types.size_of(pointee);
    let (found, right) = match types.get(pointee) {
        Type::Bool | Type::Int(_) | Type::Enum(_) => {
            let right = match size {
                1 => "`%c` or `%s` for characters, `%hhd` for a small number",
                2 => "`%hd`",
                4 => "`%d`",
                _ => "`%ld`, or `%zu` for a `size_t`",
            };
            (Target::Int(size), right)
        }
        Type::F32 => (Target::Float(4), "`%f`"),
        Type::F64 => (Target::Float(8), "`%lf`"),
        Type::LongDouble => (Target::Float(16), "`%Lf`"),
        Type::Pointer(_) => (Target::Pointer, "`%p`"),
        // Bytes of any type, and objects.
        _ => return,
    };
    let fits = match conversion.target {
        Target::Text => matches!(found, Target::Int(1)),
        target => target == found,
    };
    if fits {
        return;
    }
    let what = match found {
        Target::Int(size) => integer(size),
        Target::Float(4) => "a `float`",
        Target::Float(8) => "a `double`",
        Target::Float(_) => "a `long double`",
        Target::Text | Target::Pointer => "a pointer",
    };
    let diagnostic = Diagnostic::warning(Code::FORMAT, arg.span, format!("`{text}` writes {wanted}, its argument points to {what}"))
        .label(format!("this points to {what}"))
        .also(format.span, format!("`{text}` stands here"))
        .help(format!("write {right}, or pass a variable of the conversion's type"));
    lint.warn(diagnostic);
}

fn integer(size: u64) -> &'static str {
    match size {
        1 => "a character",
        2 => "a 16-bit integer",
        4 => "a 32-bit integer",
        _ => "a 64-bit integer",
    }
}

/// What to pass in place of a variable's value.
fn address_of(lint: &Lint<'_>, function: &Function, arg: &Expr) -> String {
    let mut value = arg;
    while let ExprKind::Convert { operand, .. } = &value.kind {
        value = operand;
    }
    if let ExprKind::Load(place) = &value.kind {
        let name = match &place.kind {
            ExprKind::Local(local) => Some(&*function.locals[local.0 as usize].name),
            ExprKind::Global(global) => Some(&*lint.program.globals[global.0 as usize].name),
            _ => None,
        };
        if let Some(name) = name {
            return format!("pass the address: `&{name}`");
        }
    }
    "pass the address of the variable, with `&`".to_string()
}

/// The conversions of a format that write; `None` when one is not known.
fn conversions(format: &[u8]) -> Option<Vec<Conversion>> {
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(start) = format[at..].iter().position(|b| *b == b'%').map(|n| at + n) {
        let byte = |i: usize| format.get(i).copied().unwrap_or(0);
        let mut end = start + 1;
        if byte(end) == b'%' {
            at = end + 1;
            continue;
        }
        let is_skipped = byte(end) == b'*';
        end += usize::from(is_skipped);
        while byte(end).is_ascii_digit() {
            end += 1;
        }
        let length = end;
        while b"hlLqjzt".contains(&byte(end)) {
            end += 1;
        }
        let length = &format[length..end];
        let target = match byte(end) {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'n' => Target::Int(match length {
                b"hh" => 1,
                b"h" => 2,
                b"" => 4,
                _ => 8,
            }),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => Target::Float(match length {
                b"" => 4,
                b"l" => 8,
                _ => 16,
            }),
            b'c' | b's' if length.is_empty() => Target::Text,
            b'[' if length.is_empty() => {
                // A `]` in the first place stands for itself.
                end += 1 + usize::from(byte(end + 1) == b'^');
                end += 1;
                end += format.get(end..)?.iter().position(|b| *b == b']')?;
                Target::Text
            }
            b'p' => Target::Pointer,
            _ => return None,
        };
        end += 1;
        if !is_skipped {
            list.push(Conversion { text: String::from_utf8_lossy(&format[start..end]).into_owned(), target });
        }
        at = end;
    }
    Some(list)
}
