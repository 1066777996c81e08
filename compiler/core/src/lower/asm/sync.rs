//! Barriers, fences and warp operations of inline PTX.

use super::named::Modifiers;
use super::parse::{Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{Attrs, InstData, Opcode, RegType, Scope, Sem, Type, VoteMode};

impl Asm {
    pub(super) fn sync(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        name: &str,
        inst: &Instruction,
        modifiers: &Modifiers,
    ) -> Result<(), String> {
        let effect = |op, attrs| InstData { attrs, ..InstData::new(op, Type::B32) };
        match name {
            "bar" if modifiers.has("warp") => {
                let mask = self.operand(f, inst, 0, Type::B32)?;
                f.b.push(InstData { args: vec![mask], ..effect(Opcode::BarWarp, Attrs::default()) }, &[]);
                Ok(())
            }
            "bar" | "barrier" => self.barrier(f, inst, modifiers),
            // Here all proxies see the same: see `mbarrier.rs`.
            "fence" if modifiers.has("proxy") && !modifiers.has("tensormap__generic") => Ok(()),
            "membar" | "fence" => {
                if modifiers.has("proxy") {
                    return Err("fences of tensor maps are not supported".to_string());
                }
                let scope = match inst.parts.last().map(String::as_str) {
                    Some("cta") => Scope::Cta,
                    Some("sys") => Scope::Sys,
                    Some("gl" | "gpu") => Scope::Gpu,
                    Some("cluster") => Scope::Cluster,
                    _ => return Err("a fence needs a scope".to_string()),
                };
                // `fence.mbarrier_init.release`: as a fence of all that came before.
                let sem = match modifiers.attrs.sem {
                    Some(Sem::Release) if modifiers.has("mbarrier_init") => Sem::AcqRel,
                    sem => sem.unwrap_or(Sem::Sc),
                };
                f.b.push(effect(Opcode::Fence, Attrs { sem: Some(sem), scope: Some(scope), ..Attrs::default() }), &[]);
                Ok(())
            }
            "shfl" => {
                let args = vec![
                    self.operand(f, inst, 1, Type::B32)?,
                    self.operand(f, inst, 2, Type::B32)?,
                    self.operand(f, inst, 3, Type::B32)?,
                    self.operand(f, inst, 4, Type::B32)?,
                ];
                self.one_or_two(f, inst, InstData { args, ..effect(Opcode::Shfl, modifiers.attrs) }, RegType::B32)
            }
            "match" => {
                let ty = modifiers.ty()?;
                let args = vec![self.operand(f, inst, 1, ty)?, self.operand(f, inst, 2, Type::B32)?];
                self.one_or_two(f, inst, InstData { args, attrs: modifiers.attrs, ..InstData::new(Opcode::Match, ty) }, RegType::B32)
            }
            "vote" => {
                let args = vec![self.operand(f, inst, 1, Type::Pred)?, self.operand(f, inst, 2, Type::B32)?];
                let is_ballot = modifiers.attrs.vote == Some(VoteMode::Ballot);
                let (ty, class) = if is_ballot { (Type::B32, RegType::B32) } else { (Type::Pred, RegType::Pred) };
                let result = f.b.value(InstData { args, attrs: modifiers.attrs, ..InstData::new(Opcode::Vote, ty) }, class);
                self.result(f, inst, result)
            }
            "redux" => {
                let ty = modifiers.ty()?;
                let args = vec![self.operand(f, inst, 1, ty)?, self.operand(f, inst, 2, Type::B32)?];
                let result = f.b.value(InstData { args, attrs: modifiers.attrs, ..InstData::new(Opcode::Redux, ty) }, RegType::B32);
                self.result(f, inst, result)
            }
            "activemask" => {
                let result = f.b.value(effect(Opcode::Activemask, Attrs::default()), RegType::B32);
                self.result(f, inst, result)
            }
            "nanosleep" => {
                let time = self.operand(f, inst, 0, Type::U32)?;
                f.b.push(InstData { args: vec![time], ..InstData::new(Opcode::Nanosleep, Type::U32) }, &[]);
                Ok(())
            }
            "trap" => {
                f.b.push(effect(Opcode::Trap, Attrs::default()), &[]);
                Ok(())
            }
            "exit" => {
                f.b.push(effect(Opcode::Exit, Attrs::default()), &[]);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// An instruction that writes `d` or `d|p`.
    fn one_or_two(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, data: InstData, class: RegType) -> Result<(), String> {
        match inst.operands.first() {
            Some(Operand::Pair(value, predicate)) => {
                let made = f.b.push(data, &[class, RegType::Pred]);
                let results = f.b.func.insts[made.index()].results.clone();
                self.write(f, value, results[0])?;
                self.write(f, predicate, results[1])
            }
            _ => {
                let result = f.b.value(data, class);
                self.result(f, inst, result)
            }
        }
    }
}
