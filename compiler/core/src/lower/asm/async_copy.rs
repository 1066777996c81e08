//! `cp.async` of inline PTX (PTX ISA 9.7.9.25.3): copies from global to shared memory that need not be done before somebody waits.
//!
//! Here each is done where it stands, which is one of the ways in which it may go: a load and a store that are marked as such, and to
//! commit and to wait have nothing to do but to be told of.

use super::parse::{self, Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{InstData, Opcode, RegType, Type};
use std::fmt::Write;

impl Asm {
    pub(super) fn async_copy(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction) -> Result<(), String> {
        let parts: Vec<&str> = inst.parts.iter().map(String::as_str).collect();
        match parts[..] {
            ["cp", "async", "commit_group"] => {
                f.b.push(InstData::new(Opcode::AsyncCommit, Type::B32), &[]);
                Ok(())
            }
            ["cp", "async", wait @ ("wait_group" | "wait_all")] => {
                let groups = match wait {
                    "wait_group" => self.operand(f, inst, 0, Type::U32)?,
                    _ => f.b.constant(RegType::B32, u64::from(u32::MAX)),
                };
                f.b.push(InstData { args: vec![groups], ..InstData::new(Opcode::AsyncWait, Type::B32) }, &[]);
                Ok(())
            }
            ["cp", "async", "ca" | "cg", "shared" | "shared__cta", "global", ..] => {
                self.is_async = true;
                let copied = self.copy(f, inst);
                self.is_async = false;
                copied
            }
            _ => self.bulk_copy(f, inst),
        }
    }

    /// The copy as loads and stores, which are the text of a template themselves.
    fn copy(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction) -> Result<(), String> {
        // `"n"(16)` is a constant as well.
        let bytes = self.operand(f, inst, 2, Type::U32)?;
        let Some(bytes @ (4 | 8 | 16)) = f.b.func.constant(bytes) else {
            return Err("`cp.async` copies 4, 8 or 16 bytes".to_string());
        };
        if bytes != 16 && inst.parts[2] == "cg" {
            return Err("`cp.async.cg` copies 16 bytes".to_string());
        }
        for (index, name) in ["kern_to", "kern_from"].into_iter().enumerate() {
            let Some(Operand::Address(base, offset)) = inst.operands.get(index) else {
                return Err("expected an address in brackets".to_string());
            };
            let base = self.value(f, base, Type::U64)?;
            let offset = f.b.constant(RegType::B64, *offset as u64);
            let address = f.b.op(Opcode::Add, Type::U64, &[base, offset]);
            self.define(f, name.to_string(), RegType::B64, Some(address));
        }
        let cache = if inst.parts[2] == "cg" { ".cg" } else { "" };
        let has_policy = inst.parts.iter().any(|part| part == "L2__cache_hint");
        let text = match inst.operands.len() - usize::from(has_policy) {
            3 => whole(bytes, cache),
            4 => {
                let count = self.operand(f, inst, 3, Type::U32)?;
                self.define(f, "kern_count".to_string(), RegType::B32, Some(count));
                partial(bytes, cache)
            }
            _ => return Err("`cp.async` has an operand too many".to_string()),
        };
        parse::template(&text)?.iter().try_for_each(|statement| self.statement(f, statement))
    }
}

/// The words of a copy of so many bytes as operands: `{kern_a, kern_b}`, and of loads and stores the type that has them.
fn words(bytes: u64) -> (&'static str, &'static str) {
    match bytes {
        4 => (".b32", "kern_a"),
        8 => (".v2.b32", "{kern_a, kern_b}"),
        _ => (".v4.b32", "{kern_a, kern_b, kern_c, kern_d}"),
    }
}

const REGISTERS: &str = ".reg .b32 kern_a, kern_b, kern_c, kern_d;";

fn whole(bytes: u64, cache: &str) -> String {
    let (ty, words) = words(bytes);
    format!("{REGISTERS} ld.global{cache}{ty} {words}, [kern_from]; st.shared{ty} [kern_to], {words};")
}

/// Only the first `kern_count` bytes are read; the others become zero. Almost always these are all or none: one load. What is read
/// of a part is read byte by byte, for nothing behind it may be.
fn partial(bytes: u64, cache: &str) -> String {
    let (ty, words) = words(bytes);
    let names = ["kern_a", "kern_b", "kern_c", "kern_d"];
    let mut text = format!("{REGISTERS} .reg .b32 kern_byte; .reg .pred kern_all, kern_here;");
    for name in names {
        let _ = write!(text, "mov.u32 {name}, 0;");
    }
    let _ = write!(text, "setp.ge.u32 kern_all, kern_count, {bytes}; @kern_all ld.global{cache}{ty} {words}, [kern_from];");
    text += "not.pred kern_all, kern_all;";
    for at in 0..bytes {
        let (word, shift) = (names[at as usize / 4], at % 4 * 8);
        let _ = write!(
            text,
            "setp.gt.and.u32 kern_here, kern_count, {at}, kern_all; mov.u32 kern_byte, 0; @kern_here ld.global{cache}.u8 kern_byte, [kern_from+{at}];\
             shl.b32 kern_byte, kern_byte, {shift}; or.b32 {word}, {word}, kern_byte;"
        );
    }
    text + &format!("st.shared{ty} [kern_to], {words};")
}
