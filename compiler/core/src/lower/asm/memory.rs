//! Loads, stores and atomics of inline PTX.

use super::named::Modifiers;
use super::parse::{Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{AtomOp, Attrs, InstData, Opcode, RegType, Sem, Type, Value};

impl Asm {
    pub(super) fn memory(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        name: &str,
        inst: &Instruction,
        modifiers: &Modifiers,
    ) -> Result<(), String> {
        if modifiers.has("async") {
            return Err(format!("`{}` is not supported", inst.spelled()));
        }
        match name {
            "ld" | "ldu" => self.load(f, inst, modifiers),
            "st" => self.store(f, inst, modifiers),
            "atom" => self.atomic(f, inst, modifiers, true),
            "red" => self.atomic(f, inst, modifiers, false),
            "cvta" => {
                let value = self.operand(f, inst, 1, Type::U64)?;
                let data = InstData { args: vec![value], attrs: modifiers.attrs, ..InstData::new(Opcode::Cvta, Type::U64) };
                let result = f.b.value(data, RegType::B64);
                self.result(f, inst, result)
            }
            // A hint.
            _ => Ok(()),
        }
    }

    /// The address operand: a 32-bit one is an offset in its window.
    fn address(&mut self, f: &mut FunctionLowering<'_, '_>, operand: Option<&Operand>) -> Result<(Value, i64), String> {
        let Some(Operand::Address(base, offset)) = operand else { return Err("expected an address in brackets".to_string()) };
        let value = self.value(f, base, Type::U64)?;
        Ok((value, *offset))
    }

    fn load(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, modifiers: &Modifiers) -> Result<(), String> {
        let ty = modifiers.ty()?;
        let (base, offset) = self.address(f, inst.operands.get(1))?;
        let count = usize::from(modifiers.attrs.vector.max(1));
        let attrs = self.access(modifiers);
        let data = InstData { args: vec![base], attrs, offset, ..InstData::new(Opcode::Ld, ty) };
        let loaded = f.b.push(data, &vec![ty.reg(); count]);
        let results = f.b.func.insts[loaded.index()].results.clone();
        let targets = match inst.operands.first() {
            Some(Operand::Vector(parts)) => parts.clone(),
            Some(single) => vec![single.clone()],
            None => Vec::new(),
        };
        if targets.len() != count {
            return Err("the number of registers is not that of the elements".to_string());
        }
        for (target, value) in targets.iter().zip(results) {
            let Operand::Name(name) = target else { return Err("a load needs a register to write".to_string()) };
            self.write(f, name, value)?;
        }
        Ok(())
    }

    fn store(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, modifiers: &Modifiers) -> Result<(), String> {
        let ty = modifiers.ty()?;
        let (base, offset) = self.address(f, inst.operands.first())?;
        let mut args = vec![base];
        match inst.operands.get(1) {
            Some(Operand::Vector(parts)) => {
                for part in parts {
                    args.push(self.value(f, part, ty)?);
                }
            }
            Some(single) => args.push(self.value(f, single, ty)?),
            None => return Err("a store needs a value".to_string()),
        }
        if args.len() != 1 + usize::from(modifiers.attrs.vector.max(1)) {
            return Err("the number of values is not that of the elements".to_string());
        }
        let attrs = self.access(modifiers);
        f.b.push(InstData { args, attrs, offset, ..InstData::new(Opcode::St, ty) }, &[]);
        Ok(())
    }

    fn access(&self, modifiers: &Modifiers) -> Attrs {
        let attrs = modifiers.attrs;
        Attrs { vector: if attrs.vector > 1 { attrs.vector } else { 0 }, is_async: self.is_async, ..attrs }
    }

    fn atomic(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        inst: &Instruction,
        modifiers: &Modifiers,
        has_result: bool,
    ) -> Result<(), String> {
        let ty = modifiers.ty()?;
        let op = modifiers.attrs.atom.ok_or("an atomic needs an operation")?;
        let first = usize::from(has_result);
        let (base, offset) = self.address(f, inst.operands.get(first))?;
        let mut args = vec![base];
        for index in 0..if op == AtomOp::Cas { 2 } else { 1 } {
            args.push(self.operand(f, inst, first + 1 + index, ty)?);
        }
        if op == AtomOp::Cas && ty.size() == 2 {
            // Machine code has a loop that swaps the word around it, and begins with a load, which is counted.
            let attrs = Attrs { space: modifiers.attrs.space, sem: Some(Sem::Volatile), ..Attrs::default() };
            f.b.value(InstData { args: vec![base], attrs, offset, ..InstData::new(Opcode::Ld, Type::F16) }, RegType::B16);
        }
        let opcode = if has_result { Opcode::Atom } else { Opcode::Red };
        let data = InstData { args, attrs: modifiers.attrs, offset, ..InstData::new(opcode, ty) };
        if has_result {
            let old = f.b.value(data, ty.reg());
            return self.result(f, inst, old);
        }
        f.b.push(data, &[]);
        Ok(())
    }
}
