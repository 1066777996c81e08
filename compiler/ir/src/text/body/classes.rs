//! Which register class an operand of an instruction has, and the type that a register is read as.

use crate::text::names;
use crate::*;

/// The class and number of a register name.
pub(super) fn register(word: &str) -> Option<(RegType, u32)> {
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let class = RegType::ALL.iter().find(|c| names::prefix(**c) == &word[..digits])?;
    let number = &word[digits..];
    (!number.starts_with('0')).then(|| number.parse().ok().map(|n| (*class, n)))?
}

pub(super) fn has_result(op: Opcode) -> bool {
    !matches!(
        op,
        Opcode::St
            | Opcode::Sust
            | Opcode::Red
            | Opcode::Fence
            | Opcode::AsyncCommit
            | Opcode::AsyncWait
            | Opcode::Prefetch
            | Opcode::BarWarp
            | Opcode::Nanosleep
            | Opcode::Call
            | Opcode::Bra
    )
}

/// The type of IR instructions that only have a class: 16 bits in a register are an `.f16`.
pub(super) fn type_of(class: RegType) -> Type {
    if class == RegType::B16 { Type::F16 } else { class.whole() }
}

/// `.b16` with registers of that class is the IR's `.f16`.
pub(super) fn half_type(data: &mut InstData, class: RegType) {
    if class == RegType::B16 && data.ty == Type::B16 {
        (data.ty, data.src_ty) = (Type::F16, Type::F16);
    }
}

/// The class of an immediate that is operand `index`.
pub(super) fn operand_class(data: &InstData, index: usize) -> RegType {
    match data.op.row().format {
        Format::Plain(args, _) | Format::WithPred(args, _) => args.get(index).map_or(RegType::B32, |class| class.of(data)),
        Format::Leaf | Format::Load | Format::Store | Format::Atom | Format::Red => data.ty.reg(),
        _ => RegType::B32,
    }
}
