//! The scalar video instructions (PTX ISA, "Scalar Video Instructions") but those that shift and compare, and `cvt.pack`.
//!
//! They compute in 64 bits, where nothing overflows, and bring the result to its type at the end.

use super::named::{Modifiers, Named};
use super::parse::{Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{Cmp, Opcode, RegType, Type, Value};

impl Asm {
    /// Emits `inst` if it is one of them; whether it is.
    pub(super) fn video(&mut self, f: &mut FunctionLowering<'_, '_>, named: Named<'_>) -> Result<bool, String> {
        let Named { name, inst, modifiers } = named;
        match name {
            "vadd" | "vsub" | "vabsdiff" | "vmin" | "vmax" => self.scalar_video(f, name, inst, modifiers)?,
            "cvt" if modifiers.has("pack") => self.pack(f, inst, modifiers)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `vadd.dtype.atype.btype{.sat}{.op2} d{.part}, a{.part}, b{.part}{, c}`
    fn scalar_video(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        name: &str,
        inst: &Instruction,
        modifiers: &Modifiers,
    ) -> Result<(), String> {
        let [to, of_a, of_b] = modifiers.types[..] else { return Err(format!("`{name}` needs three types")) };
        if modifiers.types.iter().any(|ty| !matches!(ty, Type::U32 | Type::S32)) {
            return Err(format!("`{name}` works on `.u32` and `.s32`"));
        }
        let second = match modifiers.words.as_slice() {
            [] => None,
            [word] if matches!(word.as_str(), "add" | "min" | "max") => Some(word.as_str()),
            [word, ..] => return Err(format!("`{name}.{word}` is not supported")),
        };
        let (a, b) = (self.part(f, inst, 1, of_a)?, self.part(f, inst, 2, of_b)?);
        let result = match name {
            "vadd" => f.b.op(Opcode::Add, Type::S64, &[a, b]),
            "vmin" => f.b.op(Opcode::Min, Type::S64, &[a, b]),
            "vmax" => f.b.op(Opcode::Max, Type::S64, &[a, b]),
            _ => {
                let difference = f.b.op(Opcode::Sub, Type::S64, &[a, b]);
                if name == "vsub" { difference } else { f.b.op(Opcode::Abs, Type::S64, &[difference]) }
            }
        };
        let target = match inst.operands.first() {
            Some(Operand::Name(name)) => name.clone(),
            _ => return Err(format!("`{name}` needs a register to write")),
        };
        let (register, selected) = selection(&target);
        let bits = selected.map_or(32, |(_, bits)| bits);
        let result = if modifiers.attrs.sat { saturated(f, result, to.is_signed(), bits) } else { result };
        let word = f.convert_op(Type::U32, Type::U64, result);
        let result = match (selected, second) {
            // The rest of the register is that of `c`.
            (Some((shift, bits)), None) => {
                let c = self.operand(f, inst, 3, Type::B32)?;
                let (mask, hole) = (f.word((1 << bits) - 1), f.word(!(((1u64 << bits) - 1) << shift) & 0xffff_ffff));
                let low = f.b.op(Opcode::And, Type::B32, &[word, mask]);
                let shift = f.word(shift);
                let placed = f.b.op(Opcode::Shl, Type::B32, &[low, shift]);
                let rest = f.b.op(Opcode::And, Type::B32, &[c, hole]);
                f.b.op(Opcode::Or, Type::B32, &[rest, placed])
            }
            (None, Some(second)) => {
                let c = self.operand(f, inst, 3, to)?;
                let op = match second {
                    "add" => Opcode::Add,
                    "min" => Opcode::Min,
                    _ => Opcode::Max,
                };
                f.b.op(op, to, &[word, c])
            }
            (None, None) => word,
            (Some(_), Some(_)) => return Err(format!("`{name}` with a part of its result takes no second operation")),
        };
        self.write(f, register, result)
    }

    /// Operand `index`, or the bytes of it that its name selects, in 64 bits.
    fn part(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, index: usize, ty: Type) -> Result<Value, String> {
        let wide = if ty.is_signed() { Type::S64 } else { Type::U64 };
        let (value, selected) = match inst.operands.get(index) {
            Some(Operand::Name(name)) => {
                let (register, selected) = selection(name);
                (self.value(f, &Operand::Name(register.to_string()), Type::B32)?, selected)
            }
            _ => (self.operand(f, inst, index, Type::B32)?, None),
        };
        let value = match selected {
            None => value,
            Some((shift, bits)) => {
                let (up, down) = (f.word(32 - shift - bits), f.word(32 - bits));
                let high = f.b.op(Opcode::Shl, Type::B32, &[value, up]);
                f.b.op(Opcode::Shr, ty, &[high, down])
            }
        };
        Ok(f.convert_op(wide, ty, value))
    }

    /// `cvt.pack.sat.type.s32{.b32} d, a, b{, c}`: `a` and `b` side by side, above them what `c` has lowest.
    fn pack(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, modifiers: &Modifiers) -> Result<(), String> {
        let (Some(&to), Some(Type::S32)) = (modifiers.types.first(), modifiers.types.get(1)) else {
            return Err("`cvt.pack` packs `.s32`".to_string());
        };
        let bits: u64 = match to {
            Type::U8 | Type::S8 => 8,
            Type::U16 | Type::S16 => 16,
            _ => return Err("`cvt.pack` packs into 8 or 16 bits".to_string()),
        };
        let mut packed = match modifiers.types.get(2) {
            Some(Type::B32) if bits == 8 => {
                let (c, shift) = (self.operand(f, inst, 3, Type::B32)?, f.word(16));
                f.b.op(Opcode::Shl, Type::B32, &[c, shift])
            }
            None => f.word(0),
            Some(_) => return Err("`cvt.pack` takes a third operand for 8 bits only, of `.b32`".to_string()),
        };
        for (index, shift) in [(2, 0), (1, bits)] {
            let value = self.operand(f, inst, index, Type::S32)?;
            let wide = f.convert_op(Type::S64, Type::S32, value);
            let fitting = saturated(f, wide, to.is_signed(), bits);
            let word = f.convert_op(Type::U32, Type::U64, fitting);
            let (mask, shift) = (f.word((1 << bits) - 1), f.word(shift));
            let low = f.b.op(Opcode::And, Type::B32, &[word, mask]);
            let placed = f.b.op(Opcode::Shl, Type::B32, &[low, shift]);
            packed = f.b.op(Opcode::Or, Type::B32, &[packed, placed]);
        }
        self.result(f, inst, packed)
    }
}

/// `value` brought into the range of a type of so many bits.
fn saturated(f: &mut FunctionLowering<'_, '_>, value: Value, is_signed: bool, bits: u64) -> Value {
    let (least, most) = if is_signed { (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1) } else { (0, (1i64 << bits) - 1) };
    let [least, most] = [least, most].map(|bound| f.b.constant(RegType::B64, bound as u64));
    let is_less = f.compare(Cmp::Lt, Type::S64, value, least);
    let value = f.b.op(Opcode::Selp, Type::B64, &[least, value, is_less]);
    let is_more = f.compare(Cmp::Gt, Type::S64, value, most);
    f.b.op(Opcode::Selp, Type::B64, &[most, value, is_more])
}

/// The register of `r.b2` or `r.h1`, and where the part starts and how many bits it has.
fn selection(name: &str) -> (&str, Option<(u64, u64)>) {
    let Some((register, part)) = name.rsplit_once('.') else { return (name, None) };
    match part.as_bytes() {
        [b'b', n @ b'0'..=b'3'] => (register, Some((u64::from(n - b'0') * 8, 8))),
        [b'h', n @ b'0'..=b'1'] => (register, Some((u64::from(n - b'0') * 16, 16))),
        _ => (name, None),
    }
}
