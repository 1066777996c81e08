//! Format strings of `printf` and its kin that do not fit their arguments (ISO C17 7.21.6.1).

use super::Lint;
use crate::hir::{Callee, Expr, ExprKind, GlobalId, GlobalInit, Type, TypeId};
use kern_diag::{Code, Diagnostic};

/// The functions, and which argument is the format.
const PRINTERS: &[(&str, usize)] = &[("printf", 0), ("fprintf", 1), ("sprintf", 1), ("snprintf", 2)];

/// What a conversion takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Want {
    /// An integer of at most 4 bytes.
    Int,
    /// An integer of 8 bytes.
    Long,
    /// `float` or `double`.
    Double,
    /// Characters that end in a zero.
    Text,
    /// Any pointer.
    Pointer,
}

/// A conversion of a format: its text, what it takes, and one more `Int` for each `*` before that.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Conversion {
    text: String,
    wants: Vec<Want>,
}

/// Whether argument `i` of a call of the library's function `name` is printed as text, up to its end.
pub(super) fn prints_text(lint: &Lint<'_>, name: &str, args: &[Expr], i: usize) -> bool {
    let printer = PRINTERS.iter().find(|(printer, _)| *printer == name);
    let Some((at, text)) = printer.and_then(|&(_, at)| Some((at, literal(lint, args.get(at)?)?))) else { return false };
    let wants: Vec<Want> = conversions(&text).unwrap_or_default().into_iter().flat_map(|conversion| conversion.wants).collect();
    i.checked_sub(at + 1).is_some_and(|i| wants.get(i) == Some(&Want::Text))
}

pub(super) fn look_at(lint: &mut Lint<'_>, e: &Expr) {
    let ExprKind::Call { callee: Callee::Direct(f), args, .. } = &e.kind else { return };
    let called = &lint.program.functions[f.0 as usize];
    let printer = PRINTERS.iter().find(|(name, _)| called.is_system && called.is_variadic && **name == *called.name);
    if let Some(&(name, at)) = printer
        && let Some(text) = args.get(at).and_then(|format| literal(lint, format))
    {
        call(lint, e, name, &text, &args[at..]);
    }
}

/// The text of a format that is a string literal.
pub(super) fn literal(lint: &Lint<'_>, e: &Expr) -> Option<Vec<u8>> {
    let global: GlobalId = match &e.kind {
        ExprKind::Decay(place) => match &place.kind {
            ExprKind::Global(global) => *global,
            _ => return None,
        },
        ExprKind::Convert { operand, .. } => return literal(lint, operand),
        _ => return None,
    };
    let global = &lint.program.globals[global.0 as usize];
    match &global.init {
        GlobalInit::Bytes { bytes, relocations } if relocations.is_empty() && global.ty.is_const => {
            let end = bytes.iter().position(|b| *b == 0)?;
            Some(bytes[..end].to_vec())
        }
        _ => None,
    }
}

/// `args`: the format and what follows.
fn call(lint: &mut Lint<'_>, e: &Expr, name: &str, text: &[u8], args: &[Expr]) {
    // An unknown conversion: nobody knows what it takes.
    let Some(conversions) = conversions(text) else { return };
    let Some((format, mut rest)) = args.split_first() else { return };
    for conversion in &conversions {
        for (i, want) in conversion.wants.iter().enumerate() {
            let Some((arg, after)) = rest.split_first() else {
                let diagnostic = Diagnostic::warning(Code::FORMAT, e.span, format!("`{name}` has no argument for `{}`", conversion.text))
                    .label(format!("the format asks for {}, here {}", number(&conversions), shown(args.len() - 1)))
                    .also(format.span, "the format")
                    .help("give each conversion an argument");
                return lint.warn(diagnostic);
            };
            rest = after;
            if !fits(lint, *want, arg.ty) {
                let is_star = i + 1 < conversion.wants.len();
                let text = if is_star { format!("the `*` of `{}`", conversion.text) } else { format!("`{}`", conversion.text) };
                mismatch(lint, &text, *want, arg, format);
            }
        }
    }
    if let Some(extra) = rest.first() {
        let diagnostic =
            Diagnostic::warning(Code::FORMAT, extra.span, format!("the format of `{name}` has no conversion for this argument"))
                .label(format!("the format asks for {}, here {}", number(&conversions), shown(args.len() - 1)))
                .also(format.span, "the format")
                .help("add a conversion such as `%d` to the format, or remove the argument");
        lint.warn(diagnostic);
    }
}

/// Tells of an argument that does not fit.
fn mismatch(lint: &mut Lint<'_>, conversion: &str, want: Want, arg: &Expr, format: &Expr) {
    let what = match want {
        Want::Int => "a 32-bit integer (`int`)",
        Want::Long => "a 64-bit integer (`long`)",
        Want::Double => "a floating-point number",
        Want::Text => "a string",
        Want::Pointer => "a pointer",
    };
    let is_signed = |ty: TypeId| matches!(lint.program.types.get(ty), Type::Int(int) if int.is_signed());
    let (found, right) = match kind(lint, arg.ty) {
        Some(Want::Int) if is_signed(arg.ty) || !matches!(lint.program.types.get(arg.ty), Type::Int(_)) => ("a 32-bit integer", "`%d`"),
        Some(Want::Int) => ("a 32-bit integer", "`%u`"),
        Some(Want::Long) if is_signed(arg.ty) => ("a 64-bit integer", "`%lld`"),
        Some(Want::Long) => ("a 64-bit integer", "`%llu`, or `%zu` for a `size_t`"),
        Some(Want::Double) => ("a floating-point number", "`%f` or `%g`"),
        Some(Want::Text) => ("a string", "`%s`"),
        Some(Want::Pointer) => ("a pointer", "`%p`"),
        None => ("an object", ""),
    };
    let mut diagnostic = Diagnostic::warning(Code::FORMAT, arg.span, format!("{conversion} takes {what}, its argument is {found}"))
        .label(format!("this is {found}"))
        .also(format.span, format!("{conversion} stands here"));
    if !right.is_empty() {
        diagnostic = diagnostic.help(format!("write {right}, or convert the argument"));
    }
    lint.warn(diagnostic);
}

fn number(conversions: &[Conversion]) -> String {
    shown(conversions.iter().map(|c| c.wants.len()).sum())
}

pub(super) fn shown(arguments: usize) -> String {
    match arguments {
        0 => "none".to_string(),
        1 => "one".to_string(),
        n => n.to_string(),
    }
}

/// Whether an argument of type `ty` is what the conversion takes; signedness is not looked at, nor is it by nvcc.
fn fits(lint: &Lint<'_>, want: Want, ty: TypeId) -> bool {
    match (want, kind(lint, ty)) {
        (Want::Pointer, Some(Want::Text)) => true,
        (want, Some(kind)) => want == kind,
        // Objects have a diagnostic of their own.
        (_, None) => true,
    }
}

/// What an argument of type `ty` is to `printf`.
fn kind(lint: &Lint<'_>, ty: TypeId) -> Option<Want> {
    let types = &lint.program.types;
    match types.get(ty) {
        Type::F32 | Type::F64 | Type::LongDouble | Type::F16 => Some(Want::Double),
        Type::Bool | Type::Int(_) | Type::Enum(_) => match types.size_of(ty) {
            0..=4 => Some(Want::Int),
            8 => Some(Want::Long),
            _ => None,
        },
        Type::Pointer(to) => match types.get(to.ty) {
            Type::Int(_) if types.size_of(to.ty) == 1 => Some(Want::Text),
            _ => Some(Want::Pointer),
        },
        Type::NullPtr => Some(Want::Pointer),
        _ => None,
    }
}

/// The conversions of a format; `None` when one is not known.
fn conversions(format: &[u8]) -> Option<Vec<Conversion>> {
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(start) = format[at..].iter().position(|b| *b == b'%').map(|n| at + n) {
        let byte = |i: usize| format.get(i).copied().unwrap_or(0);
        let mut end = start + 1;
        let mut wants = Vec::new();
        while b"-+ #0'".contains(&byte(end)) {
            end += 1;
        }
        let digits = |mut end: usize, wants: &mut Vec<Want>| {
            if byte(end) == b'*' {
                wants.push(Want::Int);
                return end + 1;
            }
            while byte(end).is_ascii_digit() {
                end += 1;
            }
            end
        };
        end = digits(end, &mut wants);
        if byte(end) == b'.' {
            end = digits(end + 1, &mut wants);
        }
        let length = end;
        while b"hlLqjzt".contains(&byte(end)) {
            end += 1;
        }
        let is_long = format[length..end].iter().any(|b| b"lqjzt".contains(b));
        match byte(end) {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => wants.push(if is_long { Want::Long } else { Want::Int }),
            b'c' => wants.push(Want::Int),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => wants.push(Want::Double),
            b's' if !is_long => wants.push(Want::Text),
            b'p' => wants.push(Want::Pointer),
            b'%' if end == start + 1 => {}
            _ => return None,
        }
        end += 1;
        if !wants.is_empty() {
            list.push(Conversion { text: String::from_utf8_lossy(&format[start..end]).into_owned(), wants });
        }
        at = end;
    }
    Some(list)
}
