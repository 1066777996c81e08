//! How C++ types appear in registers and memory.

use crate::hir::{Field, IntType, QualType, Type, TypeId, TypeTable};
use kern_ir as ir;
use kern_ir::RegType;

/// What a value of a type is to the lowering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repr {
    /// `void`: nothing.
    Void,
    /// In a register; this is how it lies in memory. `bool` is `.u8` in memory and a predicate as a value.
    Scalar(ir::Type),
    /// Classes, arrays: in memory only.
    Memory,
}

/// The representation of `ty`.
pub(crate) fn repr(types: &TypeTable, ty: TypeId) -> Repr {
    use ir::Type as T;
    Repr::Scalar(match types.get(ty) {
        Type::Void | Type::Function(_) | Type::Error => return Repr::Void,
        Type::Bool => T::U8,
        Type::Int(int) => match int_type(*int) {
            Some(ty) => ty,
            None => return Repr::Memory,
        },
        Type::Enum(e) => match int_type(types.enumeration(*e).underlying) {
            Some(ty) => ty,
            None => return Repr::Memory,
        },
        Type::F16 => T::F16,
        Type::F32 => T::F32,
        Type::F64 | Type::LongDouble => T::F64,
        Type::NullPtr | Type::Pointer(_) | Type::Reference { .. } => T::U64,
        Type::MemberPointer { member, .. } => match types.get(member.ty) {
            Type::Function(_) => return Repr::Memory,
            _ => T::S64,
        },
        Type::Array { .. } | Type::Class(_) => return Repr::Memory,
    })
}

/// The scalars of 4 and 8 bytes that `ty` consists of, with their offsets from `base`; false if it holds anything else.
pub(crate) fn scalars(types: &TypeTable, ty: TypeId, base: u64, into: &mut Vec<(u64, ir::Type)>) -> bool {
    if let Repr::Scalar(scalar) = repr(types, ty) {
        into.push((base, scalar));
        return scalar.size() >= 4;
    }
    let Type::Class(class) = types.get(ty) else { return false };
    let class = types.class(*class);
    class.is_trivial
        && !class.is_union
        && class.fields.iter().all(|field| field.bits.is_none() && scalars(types, field.ty.ty, base + field.offset, into))
}

/// The memory type of an integer; `None` for the 128-bit ones.
pub(crate) fn int_type(int: IntType) -> Option<ir::Type> {
    use ir::Type as T;
    Some(match (int.size(), int.is_signed()) {
        (1, true) => T::S8,
        (1, false) => T::U8,
        (2, true) => T::S16,
        (2, false) => T::U16,
        (4, true) => T::S32,
        (4, false) => T::U32,
        (8, true) => T::S64,
        (8, false) => T::U64,
        _ => return None,
    })
}

/// Whether `ty` is a 128-bit integer.
pub(crate) fn is_wide(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Int(IntType::Int128 | IntType::UInt128))
}

/// Whether `ty` is an integer with a sign.
pub(crate) fn is_signed(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Int(int) if int.is_signed())
}

/// Whether `field` of a class of this alignment lies as only packing puts it.
pub(crate) fn is_unaligned(types: &TypeTable, field: &Field, align: u64) -> bool {
    let (natural, size) = (types.align_of(field.ty.ty), types.size_of(field.ty.ty));
    let straddles = field.bits.is_some_and(|(first, width)| u64::from(first + width) > 8 * size);
    natural > align || straddles || (field.bits.is_some() && !field.offset.is_multiple_of(natural))
}

/// The type in which a scalar is computed: narrow integers in 32 bits with their signedness.
pub(crate) fn computed(ty: ir::Type) -> ir::Type {
    use ir::Type as T;
    match ty {
        T::S8 | T::S16 => T::S32,
        T::U8 | T::U16 | T::B8 | T::B16 | T::B32 => T::U32,
        T::B64 => T::U64,
        other => other,
    }
}

/// The register class of a value of `ty` as an argument or result: `bool` is `.b32`.
pub(crate) fn abi_class(types: &TypeTable, ty: TypeId) -> Option<RegType> {
    match repr(types, ty) {
        Repr::Void => None,
        Repr::Scalar(ty) => Some(ty.reg()),
        Repr::Memory => Some(RegType::B64),
    }
}

/// Whether `ty` is `bool`.
pub(crate) fn is_bool(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Bool)
}

/// The type behind a pointer or reference.
pub(crate) fn pointee(types: &TypeTable, ty: TypeId) -> Option<QualType> {
    match types.get(ty) {
        Type::Pointer(to) | Type::Reference { to, .. } => Some(*to),
        _ => None,
    }
}

/// One scalar of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    /// Bytes from the start of the object.
    pub(crate) offset: u64,
    /// How it lies in memory.
    pub(crate) ty: ir::Type,
    /// Bytes between members: copied along where that makes an access wider, as nvcc does.
    pub(crate) is_padding: bool,
}

/// The scalars of a `ty` in order of their offsets; `None` when there are more than `limit`.
pub(crate) fn leaves(types: &TypeTable, ty: TypeId, limit: usize) -> Option<Vec<Leaf>> {
    let mut out = Vec::new();
    collect(types, ty, 0, limit, &mut out)?;
    kern_diag::sort_by_number(&mut out, |leaf| leaf.offset as i64);
    out.dedup_by_key(|leaf| leaf.offset);
    let padded = pad(&out, types.size_of(ty));
    Some(padded)
}

/// Adds the gaps of whole 4-byte words after 4-byte members.
fn pad(leaves: &[Leaf], size: u64) -> Vec<Leaf> {
    let mut out: Vec<Leaf> = Vec::with_capacity(leaves.len());
    for (i, leaf) in leaves.iter().enumerate() {
        out.push(*leaf);
        let end = leaves.get(i + 1).map_or(size, |next| next.offset);
        let mut at = leaf.offset + 4;
        while leaf.ty.size() == 4 && at + 4 <= end {
            out.push(Leaf { offset: at, ty: ir::Type::B32, is_padding: true });
            at += 4;
        }
    }
    out
}

fn collect(types: &TypeTable, ty: TypeId, base: u64, limit: usize, out: &mut Vec<Leaf>) -> Option<()> {
    if out.len() > limit {
        return None;
    }
    match types.get(ty) {
        Type::Array { element, length } => {
            let size = types.size_of(element.ty);
            for i in 0..length.unwrap_or(0) {
                collect(types, element.ty, base + i * size, limit, out)?;
            }
        }
        Type::Class(id) => {
            let class = types.class(*id);
            let has_bits = class.fields.iter().any(|f| f.bits.is_some());
            if class.is_union || has_bits || (class.fields.is_empty() && !class.is_empty) {
                blocks(base, class.size, class.align, out);
            } else {
                for field in class.fields.iter().filter(|f| types.size_of(f.ty.ty) > 0) {
                    collect(types, field.ty.ty, base + field.offset, limit, out)?;
                }
            }
        }
        _ => match repr(types, ty) {
            Repr::Scalar(scalar) => out.push(Leaf { offset: base, ty: scalar, is_padding: false }),
            Repr::Memory => blocks(base, types.size_of(ty), types.align_of(ty), out),
            Repr::Void => {}
        },
    }
    (out.len() <= limit).then_some(())
}

/// Untyped bytes as words of the alignment.
fn blocks(base: u64, size: u64, align: u64, out: &mut Vec<Leaf>) {
    let (step, ty) = word(align);
    let mut at = 0;
    while at + step <= size {
        out.push(Leaf { offset: base + at, ty, is_padding: false });
        at += step;
    }
    for offset in at..size {
        out.push(Leaf { offset: base + offset, ty: ir::Type::B8, is_padding: false });
    }
}

/// The widest scalar for that alignment.
pub(crate) fn word(align: u64) -> (u64, ir::Type) {
    match align {
        0 | 1 => (1, ir::Type::B8),
        2 | 3 => (2, ir::Type::B16),
        4..=7 => (4, ir::Type::B32),
        _ => (8, ir::Type::B64),
    }
}

/// Leaves that one access covers: `leaves[first..first + count]`, `count` 1, 2 or 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    /// The first leaf.
    pub(crate) first: usize,
    /// How many.
    pub(crate) count: usize,
}

/// The accesses that move `leaves` of an object of alignment `align`: as wide as the alignment allows, at most 16 bytes
/// (PTX ISA, "Vectors").
pub(crate) fn groups(leaves: &[Leaf], align: u64) -> Vec<Group> {
    let mut out = Vec::new();
    let mut first = 0;
    while first < leaves.len() {
        let leaf = leaves[first];
        let size = u64::from(leaf.ty.size());
        let run = leaves[first..]
            .iter()
            .enumerate()
            .take_while(|(i, l)| l.ty.size() == leaf.ty.size() && l.offset == leaf.offset + *i as u64 * size && !is_half(l.ty))
            .count();
        let known = if leaf.offset == 0 { align } else { align.min(1 << leaf.offset.trailing_zeros()) };
        let fits = |n: usize| run >= n && n as u64 * size <= known.min(16);
        let count = if fits(4) {
            4
        } else if fits(2) {
            2
        } else {
            1
        };
        // Padding is moved only inside a wider access.
        let count = if leaves[first..first + count].iter().all(|l| !l.is_padding) || count > 1 { count } else { 1 };
        if !(count == 1 && leaf.is_padding) {
            out.push(Group { first, count });
        }
        first += count;
    }
    out
}

/// Vectors have no halves, but their bits.
fn is_half(ty: ir::Type) -> bool {
    ty == ir::Type::F16
}

/// `ty` as a user reads it.
pub fn type_name(types: &TypeTable, ty: TypeId) -> String {
    named(types, ty.into(), String::new())
}

/// `ty` with qualifiers as a user reads it.
pub(crate) fn qual_type_name(types: &TypeTable, ty: QualType) -> String {
    named(types, ty, String::new())
}

fn named(types: &TypeTable, q: QualType, inner: String) -> String {
    let with = |base: &str| {
        let cv = match (q.is_const, q.is_volatile) {
            (true, true) => "const volatile ",
            (true, false) => "const ",
            (false, true) => "volatile ",
            (false, false) => "",
        };
        let space = if inner.is_empty() || inner.starts_with('[') { "" } else { " " };
        format!("{cv}{base}{space}{inner}")
    };
    match types.get(q.ty) {
        Type::Pointer(to) => {
            let mut text = String::from("*");
            for (on, word) in [(q.is_const, "const"), (q.is_volatile, "volatile"), (q.is_restrict, "__restrict__")] {
                if on {
                    text.push_str(word);
                    text.push(' ');
                }
            }
            let text = format!("{}{inner}", text.trim_end());
            let wrap = matches!(types.get(to.ty), Type::Array { .. } | Type::Function(_));
            named(types, *to, if wrap { format!("({text})") } else { text })
        }
        Type::Reference { to, is_rvalue } => {
            let sign = if *is_rvalue { "&&" } else { "&" };
            let wrap = matches!(types.get(to.ty), Type::Array { .. } | Type::Function(_));
            named(types, *to, if wrap { format!("({sign}{inner})") } else { format!("{sign}{inner}") })
        }
        Type::Array { element, length } => {
            let length = length.map_or(String::new(), |n| n.to_string());
            named(types, *element, format!("{inner}[{length}]"))
        }
        Type::Function(f) => {
            let params: Vec<String> = f.params.iter().map(|p| qual_type_name(types, *p)).collect();
            named(types, f.result, format!("{inner}({})", params.join(", ")))
        }
        Type::MemberPointer { class, member } => {
            let class = type_name(types, *class);
            named(types, *member, format!("{class}::*{inner}"))
        }
        Type::Void => with("void"),
        Type::Bool => with("bool"),
        Type::Int(int) => with(int.name()),
        Type::F16 => with("__half"),
        Type::F32 => with("float"),
        Type::F64 => with("double"),
        Type::LongDouble => with("long double"),
        Type::NullPtr => with("std::nullptr_t"),
        Type::Class(c) => with(&types.class(*c).name),
        Type::Enum(e) => with(&types.enumeration(*e).name),
        Type::Error => with("?"),
    }
}
