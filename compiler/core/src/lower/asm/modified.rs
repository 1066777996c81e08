//! Instructions of inline PTX with a modifier that the IR has none for: a few of its own make each.
//!
//! `min` and `max` with `.NaN`, `.xorsign.abs` and `.relu`, `bfind.shiftamt`, the modes of `prmt`, and products of 16 bits
//! (PTX ISA, "Floating Point Instructions: min, max", "Integer Arithmetic Instructions", "Data Movement: prmt").

use super::emit::computed;
use super::named::{Modifiers, Named};
use super::parse::Instruction;
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{Attrs, Cmp, InstData, MulMode, Opcode, RegType, Type, Value};

/// The selectors that the modes of `prmt` stand for, by the two low bits of operand `c`.
const PRMT_MODES: [(&str, [u64; 4]); 6] = [
    ("f4e", [0x3210, 0x4321, 0x5432, 0x6543]),
    ("b4e", [0x5670, 0x6701, 0x7012, 0x0123]),
    ("rc8", [0x0000, 0x1111, 0x2222, 0x3333]),
    ("ecl", [0x3210, 0x3211, 0x3222, 0x3333]),
    ("ecr", [0x0000, 0x1110, 0x2210, 0x3210]),
    ("rc16", [0x1010, 0x3232, 0x1010, 0x3232]),
];

impl Asm {
    /// Emits `inst` if it is one of them; whether it is.
    pub(super) fn modified(&mut self, f: &mut FunctionLowering<'_, '_>, named: Named<'_>) -> Result<bool, String> {
        let Named { name, inst, modifiers } = named;
        let words: Vec<&str> = modifiers.words.iter().map(String::as_str).collect();
        let result = match (name, &words[..]) {
            ("min" | "max", ["NaN"]) if modifiers.ty()? == Type::F32 => {
                let [a, b] = self.pair(f, inst, modifiers)?;
                let found = extreme(f, name, modifiers, [a, b])?;
                let is_nan = f.compare(Cmp::Nan, Type::F32, a, b);
                let nan = f.b.constant(RegType::F32, 0x7fff_ffff);
                f.b.op(Opcode::Selp, Type::F32, &[nan, found, is_nan])
            }
            ("min" | "max", ["xorsign", "abs"]) if modifiers.ty()? == Type::F32 => {
                let pair = self.pair(f, inst, modifiers)?;
                let one = f.float_constant(Type::F32, 1.0);
                let signs = pair.map(|value| f.b.op(Opcode::Copysign, Type::F32, &[value, one]));
                let sign = f.b.op(Opcode::Mul, Type::F32, &signs);
                let sizes = pair.map(|value| f.b.op(Opcode::Abs, Type::F32, &[value]));
                let found = extreme(f, name, modifiers, sizes)?;
                f.b.op(Opcode::Copysign, Type::F32, &[sign, found])
            }
            ("min" | "max", ["relu"]) if modifiers.ty()? == Type::S32 => {
                let pair = self.pair(f, inst, modifiers)?;
                let (found, zero) = (extreme(f, name, modifiers, pair)?, f.word(0));
                f.b.op(Opcode::Max, Type::S32, &[found, zero])
            }
            ("bfind", ["shiftamt"]) => {
                let ty = modifiers.ty()?;
                let value = self.operand(f, inst, 1, ty)?;
                let place = f.b.value(InstData { args: vec![value], ..InstData::new(Opcode::Bfind, ty) }, RegType::B32);
                let (last, none) = (f.word(u64::from(ty.size()) * 8 - 1), f.word(0xffff_ffff));
                let amount = f.b.op(Opcode::Sub, Type::U32, &[last, place]);
                let is_none = f.compare(Cmp::Eq, Type::U32, place, none);
                f.b.op(Opcode::Selp, Type::B32, &[none, amount, is_none])
            }
            ("prmt", [mode]) => {
                let Some((_, selectors)) = PRMT_MODES.iter().find(|(known, _)| known == mode) else { return Ok(false) };
                let [a, b, c] = [1, 2, 3].map(|index| self.operand(f, inst, index, Type::B32));
                let (a, b, c) = (a?, b?, c?);
                let table = selectors.iter().rev().fold(0, |table, selector| table << 16 | selector);
                let table = f.b.constant(RegType::B64, table);
                let (mask, four) = (f.word(3), f.word(4));
                let number = f.b.op(Opcode::And, Type::B32, &[c, mask]);
                let bits = f.b.op(Opcode::Shl, Type::B32, &[number, four]);
                let shifted = f.b.op(Opcode::Shr, Type::U64, &[table, bits]);
                let selector = f.convert_op(Type::U32, Type::U64, shifted);
                f.b.op(Opcode::Prmt, Type::B32, &[a, b, selector])
            }
            ("mul" | "mad", []) if matches!(modifiers.ty()?, Type::U16 | Type::S16) => self.product_of_halves(f, name, inst, modifiers)?,
            _ => return Ok(false),
        };
        self.result(f, inst, result)?;
        Ok(true)
    }

    /// The first two operands, of the instruction's type.
    fn pair(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, modifiers: &Modifiers) -> Result<[Value; 2], String> {
        let ty = modifiers.ty()?;
        Ok([self.operand(f, inst, 1, ty)?, self.operand(f, inst, 2, ty)?])
    }

    /// `mul` and `mad` of 16 bits: the product has 32.
    fn product_of_halves(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        name: &str,
        inst: &Instruction,
        modifiers: &Modifiers,
    ) -> Result<Value, String> {
        let ty = modifiers.ty()?;
        let wide = computed(ty);
        let [a, b] = self.pair(f, inst, modifiers)?.map(|half| f.convert_op(wide, ty, half));
        let attrs = Attrs { mul: Some(MulMode::Lo), ..Attrs::default() };
        let mut result = f.b.value(InstData { args: vec![a, b], attrs, ..InstData::new(Opcode::Mul, wide) }, RegType::B32);
        if modifiers.attrs.mul == Some(MulMode::Hi) {
            let half = f.word(16);
            result = f.b.op(Opcode::Shr, wide, &[result, half]);
        }
        if name == "mad" {
            let is_wide = modifiers.attrs.mul == Some(MulMode::Wide);
            let added = self.operand(f, inst, 3, if is_wide { wide } else { ty })?;
            result = f.b.op(Opcode::Add, wide, &[result, added]);
        }
        Ok(result)
    }
}

/// Plain `min` or `max`.
fn extreme(f: &mut FunctionLowering<'_, '_>, name: &str, modifiers: &Modifiers, pair: [Value; 2]) -> Result<Value, String> {
    let ty = modifiers.ty()?;
    let op = if name == "min" { Opcode::Min } else { Opcode::Max };
    let data = InstData { args: pair.to_vec(), attrs: modifiers.attrs, ..InstData::new(op, ty) };
    Ok(f.b.value(data, ty.reg()))
}
