//! Constants of the kernels in Rust: `const int N = 4;`, and the values of enumerations.

use super::names;
use kern_core::hir::{Global, GlobalInit, GlobalSpace, Program, Type, TypeId, TypeTable};
use kern_diag::{SourceMap, Span};
use kern_embed::cxx;
use kern_embed::layout::{Numbers, Scalar};

/// A constant.
pub(super) struct Constant {
    pub(super) path: names::Path,
    pub(super) ty: String,
    pub(super) value: String,
    pub(super) declaration: String,
    pub(super) span: Span,
}

/// Those of the text, not of its headers.
pub(super) fn all(program: &Program, sources: &SourceMap) -> Vec<Constant> {
    let is_own = |span: Span| sources.get(span.file).is_some_and(|file| !file.is_system);
    let globals = program.globals.iter().filter(|global| is_own(global.span)).filter_map(|global| of_global(global, program));
    let mut constants: Vec<Constant> = globals.collect();
    for enumeration in program.types.enumerations() {
        let Some(numbers) = cxx::numbers(enumeration.underlying.name()) else { continue };
        let (scope, name) = enumeration.name.rsplit_once("::").unwrap_or(("", &enumeration.name));
        // The names of an unscoped one are those of the scope that it stands in.
        let within = match (enumeration.is_scoped, scope) {
            (false, scope) => scope.to_string(),
            (true, "") => name.to_string(),
            (true, scope) => format!("{scope}::{name}"),
        };
        if is_class(program, scope) || within.contains(['(', '<', ' ']) {
            continue;
        }
        for value in enumeration.enumerators.iter().filter(|value| is_own(value.span)) {
            let full = if within.is_empty() { value.name.to_string() } else { format!("{within}::{}", value.name) };
            constants.push(Constant {
                path: names::of_function(&full),
                ty: numbers.rust(),
                value: value.value.to_string(),
                declaration: format!("{}::{} = {}", enumeration.name, value.name, value.value),
                span: value.span,
            });
        }
    }
    constants
}

fn is_class(program: &Program, name: &str) -> bool {
    !name.is_empty() && program.types.classes().any(|class| *class.name == *name)
}

fn of_global(global: &Global, program: &Program) -> Option<Constant> {
    let is_meant = global.space == GlobalSpace::Both && global.function.is_none() && !global.is_local_static && !global.name.is_empty();
    let (numbers, declared) = shape(&program.types, global.ty.ty).filter(|_| is_meant)?;
    let zeros;
    let bytes = match &global.init {
        GlobalInit::Zero => {
            zeros = vec![0; numbers.iter().map(|n| n.count).product::<usize>() * numbers.first()?.scalar.bytes()];
            &zeros
        }
        GlobalInit::Bytes { bytes, relocations } if relocations.is_empty() => bytes,
        _ => return None,
    };
    let path = names::of_symbol(&global.symbol, &global.name);
    if is_class(program, &path.modules.join("::")) {
        return None;
    }
    let scalar = numbers.first()?.scalar;
    let mut values: Vec<String> = bytes.chunks_exact(scalar.bytes()).map(|bytes| value(scalar, bytes)).collect();
    let mut ty = scalar.rust().to_string();
    // From the innermost dimension outwards.
    for Numbers { count, .. } in numbers.iter().skip(1) {
        ty = format!("[{ty}; {count}]");
        values = values.chunks(*count).map(|row| format!("[{}]", row.join(", "))).collect();
    }
    let [value] = &values[..] else { return None };
    Some(Constant { path, ty, value: value.clone(), declaration: format!("{declared} {}", global.name), span: global.span })
}

/// Most elements of an array that becomes a constant.
const MOST: u64 = 4096;

/// The number at the bottom, then how many of what is inside there are, inner first; and the type in C++.
fn shape(types: &TypeTable, ty: TypeId) -> Option<(Vec<Numbers>, String)> {
    let scalar = |scalar| (vec![Numbers { scalar, count: 1 }], format!("const {}", kern_core::lower::type_name(types, ty)));
    Some(match types.get(ty) {
        Type::Bool => scalar(Scalar::Bool),
        Type::F32 => scalar(Scalar::F32),
        Type::F64 => scalar(Scalar::F64),
        Type::Int(int) => scalar(cxx::numbers(int.name())?.scalar),
        Type::Enum(id) => scalar(cxx::numbers(types.enumeration(*id).underlying.name())?.scalar),
        Type::Array { element, length } => {
            let length = length.filter(|length| (1..=MOST).contains(length))?;
            let (mut inner, declared) = shape(types, element.ty)?;
            inner.push(Numbers { scalar: inner.first()?.scalar, count: length as usize });
            (inner, declared)
        }
        _ => return None,
    })
}

/// A number in Rust.
fn value(scalar: Scalar, bytes: &[u8]) -> String {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    match scalar {
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::I8 => (bits as i8).to_string(),
        Scalar::I16 => (bits as i16).to_string(),
        Scalar::I32 => (bits as i32).to_string(),
        Scalar::I64 => (bits as i64).to_string(),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => bits.to_string(),
        Scalar::F32 => float(f32::from_bits(bits as u32).is_finite(), format!("{:?}f32", f32::from_bits(bits as u32)), "f32", bits),
        Scalar::F64 => float(f64::from_bits(bits).is_finite(), format!("{:?}f64", f64::from_bits(bits)), "f64", bits),
    }
}

/// Rust has no literals for what is not finite.
fn float(is_finite: bool, literal: String, ty: &str, bits: u64) -> String {
    if is_finite { literal } else { format!("{ty}::from_bits({bits}u64 as _)") }
}
