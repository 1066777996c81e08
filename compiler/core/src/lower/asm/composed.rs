//! Instructions of inline PTX that the IR has none for: a few of its own make each.
//!
//! Bytes and half words of a register by themselves (PTX ISA, "SIMD Video Instructions"), whole lanes only; and hints, which do
//! nothing.

use super::emit::computed;
use super::named::{Modifiers, Named};
use super::parse::Instruction;
use super::registers::Asm;
use crate::intrinsics::simd::Simd;
use crate::lower::FunctionLowering;
use kern_ir::{Attrs, Cmp, InstData, Opcode, RegType, Space, Type};

impl Asm {
    /// Emits `inst` if it is one of them; whether it is.
    pub(super) fn composed(&mut self, f: &mut FunctionLowering<'_, '_>, named: Named<'_>) -> Result<bool, String> {
        let Named { name, inst, modifiers } = named;
        match name {
            "griddepcontrol" | "pmevent" | "discard" | "applypriority" | "setmaxnreg" => return Ok(true),
            "createpolicy" => {
                let policy = f.b.constant(RegType::B64, 0);
                self.result(f, inst, policy)?;
            }
            "cnot" => {
                let ty = modifiers.ty()?;
                let value = self.operand(f, inst, 1, ty)?;
                let [zero, one] = [0, 1].map(|bits| f.b.constant(ty.reg(), bits));
                let is_zero = f.compare(Cmp::Eq, computed(ty), value, zero);
                let result = f.b.op(Opcode::Selp, computed(ty), &[one, zero, is_zero]);
                self.result(f, inst, result)?;
            }
            "slct" => {
                let [ty, of_sign] = modifiers.types[..] else { return Err("`slct` needs two types".to_string()) };
                let (a, b) = (self.operand(f, inst, 1, ty)?, self.operand(f, inst, 2, ty)?);
                let sign = self.operand(f, inst, 3, of_sign)?;
                let zero = if of_sign.is_float() { f.float_constant(of_sign, 0.0) } else { f.word(0) };
                let is_first = f.compare(Cmp::Ge, of_sign, sign, zero);
                let result = f.b.op(Opcode::Selp, computed(ty), &[a, b, is_first]);
                self.result(f, inst, result)?;
            }
            "mad24" => {
                let ty = modifiers.ty()?;
                let (a, b) = (self.operand(f, inst, 1, ty)?, self.operand(f, inst, 2, ty)?);
                let c = self.operand(f, inst, 3, ty)?;
                let product =
                    f.b.value(InstData { args: vec![a, b], attrs: modifiers.attrs, ..InstData::new(Opcode::Mul24, ty) }, ty.reg());
                let sum = f.b.op(Opcode::Add, ty, &[product, c]);
                self.result(f, inst, sum)?;
            }
            "isspacep" => {
                // The block's own shared memory.
                let word = inst.parts.last().map_or("", |part| part.strip_suffix("__cta").unwrap_or(part));
                let space = Space::from_text(word).ok_or("`isspacep` needs a memory space")?;
                let address = self.operand(f, inst, 1, Type::U64)?;
                let attrs = Attrs { space: Some(space), ..Attrs::default() };
                let data = InstData { args: vec![address], attrs, ..InstData::new(Opcode::Isspacep, Type::B32) };
                let result = f.b.value(data, RegType::Pred);
                self.result(f, inst, result)?;
            }
            _ => return self.lanes(f, name, inst, modifiers),
        }
        Ok(true)
    }

    /// `vadd4.u32.u32.u32.sat d, a, b, c` and its kin; with `.add` the sum of the lanes and `c`.
    fn lanes(&mut self, f: &mut FunctionLowering<'_, '_>, name: &str, inst: &Instruction, modifiers: &Modifiers) -> Result<bool, String> {
        let (stem, bits) = match name.strip_suffix('4') {
            Some(stem) => (stem, 8),
            None => (name.strip_suffix('2').unwrap_or(""), 16),
        };
        let signed = modifiers.ty().is_ok_and(Type::is_signed);
        let sums = modifiers.has("add");
        let comparison = modifiers.words.iter().find(|word| *word != "add").map_or("", String::as_str);
        let Some(simd) = Simd::of_ptx(stem, bits, signed, modifiers.attrs.sat, sums, comparison) else { return Ok(false) };
        if modifiers.types.iter().skip(1).any(|ty| ty.is_signed() != signed) {
            return Err(format!("`{}` of mixed types is not supported", inst.spelled()));
        }
        let [a, b, c] = [1, 2, 3].map(|index| self.operand(f, inst, index, Type::B32));
        let (a, b, c) = (a?, b?, c?);
        let lanes = simd.lower(f, &[a, b]).ok_or("an operand is missing")?;
        let result = if sums { f.b.op(Opcode::Add, Type::U32, &[lanes, c]) } else { lanes };
        self.result(f, inst, result)?;
        Ok(true)
    }
}
