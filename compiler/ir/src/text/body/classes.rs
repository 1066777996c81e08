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
    let ty = data.ty.reg();
    match data.op.row().operands {
        OperandRule::Shift if index == 1 => RegType::B32,
        OperandRule::Mul(_) if index == 2 && data.attrs.mul == Some(MulMode::Wide) => RegType::B64,
        OperandRule::Cvt => data.src_ty.reg(),
        OperandRule::Special => match data.op {
            Opcode::Bfe | Opcode::Match if index > 0 => RegType::B32,
            Opcode::Bfi if index > 1 => RegType::B32,
            Opcode::Bfe | Opcode::Bfi | Opcode::Match => ty,
            Opcode::Cvta | Opcode::Isspacep => RegType::B64,
            _ => RegType::B32,
        },
        _ => ty,
    }
}
