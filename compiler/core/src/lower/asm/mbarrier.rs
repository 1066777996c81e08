//! Barriers in shared memory of inline PTX (PTX ISA 9.7.13.15, `mbarrier`), and bulk copies, which count their bytes there
//! (9.7.9.25.4, `cp.async.bulk` without tensors).
//!
//! *What.* The word of a barrier holds from its lowest bits: who is still missing (20 bits), who is expected (20), the number of the phase
//! (3), the bytes that are still to come (21, with a sign). `cuda::barrier` has the same. What changes it is one atomic addition; whoever
//! brings the missing and the bytes to zero writes the word of the next phase, and hands on what all have told; who arrives is told of
//! nothing before its wait.
//! *Copies.* Each is done where it stands, which is one of the ways in which it may go, by the thread that asks for it; so fences between
//! proxies, and groups of such copies, have nothing to do. [`BulkMark`]s tell the checks what is not the doing of the thread.
//! *May miss.* Lanes that arrive together for two phases at once, more than the barrier expects: the phases run into one another.

use super::cluster::is_shared;
use super::parse::{self, Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{BulkMark, Cmp, InstData, Opcode, RegType, Type, Value};

/// Where the bytes begin in the word.
const BYTES: u64 = 43;

/// Adds `kern_delta` to the word at `kern_at`, and begins the next phase if nobody and nothing is missing any more.
fn change(space: &str) -> String {
    format!(
        ".reg .b64 kern_before, kern_after, kern_x, kern_y; .reg .pred kern_p;\
         cp.async.wait_group {};\
         atom.release.gpu{space}.add.u64 kern_before, [kern_at], kern_delta;\
         add.u64 kern_after, kern_before, kern_delta;\
         and.b64 kern_x, kern_after, 0xfffff; shr.u64 kern_y, kern_after, {BYTES}; or.b64 kern_x, kern_x, kern_y;\
         setp.eq.u64 kern_p, kern_x, 0;\
         shr.u64 kern_x, kern_after, 20; and.b64 kern_x, kern_x, 0xfffff; shl.b64 kern_y, kern_x, 20; or.b64 kern_x, kern_x, kern_y;\
         shr.u64 kern_y, kern_after, 40; add.u64 kern_y, kern_y, 1; and.b64 kern_y, kern_y, 7; shl.b64 kern_y, kern_y, 40;\
         or.b64 kern_x, kern_x, kern_y;\
         @kern_p fence.acq_rel.gpu; @kern_p st.release.gpu{space}.b64 [kern_at], kern_x;\
         cp.async.wait_group {};",
        BulkMark::Begin.groups(),
        BulkMark::End.groups()
    )
}

/// `kern_p`: whether the word at `kern_at` has another phase than `kern_state`, or a phase of another parity.
fn test(space: &str, is_parity: bool) -> String {
    let (shift, bits) = if is_parity { ("mov.b64 kern_y, kern_state;", 1) } else { ("shr.u64 kern_y, kern_state, 40;", 7) };
    format!(
        ".reg .b64 kern_x, kern_y; .reg .pred kern_p;\
         ld.acquire.gpu{space}.b64 kern_x, [kern_at]; shr.u64 kern_x, kern_x, 40; {shift} xor.b64 kern_x, kern_x, kern_y;\
         and.b64 kern_x, kern_x, {bits}; setp.ne.u64 kern_p, kern_x, 0;"
    )
}

impl Asm {
    /// `mbarrier.…`
    pub(super) fn mbarrier(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction) -> Result<(), String> {
        let has = |word: &str| inst.parts.iter().any(|part| part == word);
        let space = if is_shared(inst) { ".shared" } else { "" };
        match inst.parts.get(1).map_or("", String::as_str) {
            "init" => {
                self.barrier_at(f, inst.operands.first())?;
                let count = self.operand(f, inst, 1, Type::U32)?;
                let count = f.resized(count, RegType::B64);
                self.define(f, "kern_count".to_string(), RegType::B64, Some(count));
                self.emit(f, &format!(
                    ".reg .b64 kern_x; shl.b64 kern_x, kern_count, 20; or.b64 kern_x, kern_x, kern_count; st{space}.b64 [kern_at], kern_x;"
                ))
            }
            "inval" => self.barrier_at(f, inst.operands.first()),
            "arrive" | "arrive_drop" => {
                // A barrier in another block's memory gives no state.
                let first = usize::from(!matches!(inst.operands.first(), Some(Operand::Address(..))));
                self.barrier_at(f, inst.operands.get(first))?;
                let number = inst.operands.get(first + 1).cloned();
                let number = match &number {
                    Some(operand) => self.value(f, operand, Type::U32)?,
                    None => f.word(1),
                };
                let one = f.word(1);
                let (count, bytes) = if has("expect_tx") { (one, Some(number)) } else { (number, None) };
                let drops = inst.parts[1] == "arrive_drop";
                self.arrive(f, space, (count, drops), bytes)?;
                match inst.operands.first() {
                    Some(Operand::Name(state)) if first == 1 && state != "_" => {
                        let before = self.read(f, "kern_before")?;
                        self.write(f, state, before)
                    }
                    _ => Ok(()),
                }
            }
            "expect_tx" | "complete_tx" => {
                self.barrier_at(f, inst.operands.first())?;
                let bytes = self.operand(f, inst, 1, Type::U32)?;
                self.count_bytes(f, space, bytes, inst.parts[1] == "complete_tx")
            }
            "test_wait" | "try_wait" => {
                let is_parity = has("parity");
                self.barrier_at(f, inst.operands.get(1))?;
                let state = self.operand(f, inst, 2, if is_parity { Type::U32 } else { Type::U64 })?;
                let state = f.resized(state, RegType::B64);
                self.define(f, "kern_state".to_string(), RegType::B64, Some(state));
                self.emit(f, &test(space, is_parity))?;
                if inst.parts[1] == "try_wait" {
                    // It may wait for a while: others get their turn.
                    self.emit(f, "@!kern_p nanosleep.u32 20;")?;
                }
                let is_complete = self.read(f, "kern_p")?;
                self.result(f, inst, is_complete)
            }
            "pending_count" => {
                let (state, mask) = (self.operand(f, inst, 1, Type::U64)?, f.b.constant(RegType::B64, 0xfffff));
                let count = f.b.op(Opcode::And, Type::B64, &[state, mask]);
                let count = f.resized(count, RegType::B32);
                self.result(f, inst, count)
            }
            _ => Err(format!("`{}` is not supported", inst.spelled())),
        }
    }

    /// `cp.async.bulk.…`, and `cp.async.mbarrier.arrive`.
    pub(super) fn bulk_copy(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction) -> Result<(), String> {
        let parts: Vec<&str> = inst.parts.iter().skip(2).map(String::as_str).collect();
        match parts[..] {
            ["mbarrier", "arrive", ..] => {
                // The thread's copies are done when it has waited; who counts them by itself has the barrier expect one more before.
                let all = f.b.constant(RegType::B32, u64::from(u32::MAX));
                f.b.push(InstData { args: vec![all], ..InstData::new(Opcode::AsyncWait, Type::B32) }, &[]);
                if !parts.contains(&"noinc") {
                    return Ok(());
                }
                self.barrier_at(f, inst.operands.first())?;
                let one = f.word(1);
                self.arrive(f, if is_shared(inst) { ".shared" } else { "" }, (one, false), None)
            }
            ["bulk", "wait_group", ..] => {
                mark(f, BulkMark::Wait);
                Ok(())
            }
            ["bulk", "commit_group" | "prefetch", ..] if !parts.contains(&"tensor") => Ok(()),
            ["bulk", "shared" | "shared__cta" | "shared__cluster", "global", "mbarrier__complete_tx__bytes", ref rest @ ..]
                if !rest.contains(&"multicast__cluster") =>
            {
                self.copy_in_bulk(f, inst, [".shared", ".global"])
            }
            ["bulk", "shared__cluster", "shared__cta", "mbarrier__complete_tx__bytes"] => {
                self.copy_in_bulk(f, inst, [".shared", ".shared"])
            }
            ["bulk", "global", "shared" | "shared__cta", "bulk_group", ..] => self.copy_in_bulk(f, inst, [".global", ".shared"]),
            _ => Err(format!("`{}` is not supported", inst.spelled())),
        }
    }

    /// The copy, 16 bytes at a time, and the bytes told of to the barrier if there is one.
    fn copy_in_bulk(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, [to, from]: [&str; 2]) -> Result<(), String> {
        let [target, source] = [0, 1].map(|index| self.address_of(f, inst.operands.get(index)));
        let (target, source, bytes) = (target?, source?, self.operand(f, inst, 2, Type::U32)?);
        let (mask, zero) = (f.word(15), f.word(0));
        let odd = f.b.op(Opcode::And, Type::B32, &[bytes, mask]);
        let is_odd = f.compare(Cmp::Ne, Type::U32, odd, zero);
        self.define(f, "kern_odd".to_string(), RegType::Pred, Some(is_odd));
        self.emit(f, "@kern_odd trap;")?;
        let size = f.resized(bytes, RegType::B64);
        let mut copied = Ok(());
        mark(f, BulkMark::Begin);
        f.offset_loop(size, 16, |f, at| {
            for (name, base) in [("kern_to", target), ("kern_from", source)] {
                let address = f.b.op(Opcode::Add, Type::U64, &[base, at]);
                self.define(f, name.to_string(), RegType::B64, Some(address));
            }
            let words = "{kern_a, kern_b, kern_c, kern_d}";
            let copy = format!(
                ".reg .b32 kern_a, kern_b, kern_c, kern_d; ld{from}.v4.b32 {words}, [kern_from]; st{to}.v4.b32 [kern_to], {words};"
            );
            copied = self.emit(f, &copy);
        });
        copied?;
        mark(f, BulkMark::End);
        if to == ".shared" {
            self.barrier_at(f, inst.operands.get(3))?;
            self.count_bytes(f, ".shared", bytes, true)?;
        }
        Ok(())
    }

    /// So many arrive, and are expected no more if they leave; and bytes are expected.
    fn arrive(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        space: &str,
        (count, leave): (Value, bool),
        bytes: Option<Value>,
    ) -> Result<(), String> {
        let count = f.resized(count, RegType::B64);
        let mut fewer = count;
        if leave {
            let twenty = f.word(20);
            let expected = f.b.op(Opcode::Shl, Type::B64, &[count, twenty]);
            fewer = f.b.op(Opcode::Add, Type::U64, &[count, expected]);
        }
        let more = match bytes {
            Some(bytes) => shifted(f, bytes),
            None => f.b.constant(RegType::B64, 0),
        };
        let delta = f.b.op(Opcode::Sub, Type::U64, &[more, fewer]);
        self.define(f, "kern_delta".to_string(), RegType::B64, Some(delta));
        self.emit(f, &change(space))
    }

    /// So many bytes are expected, or are there.
    fn count_bytes(&mut self, f: &mut FunctionLowering<'_, '_>, space: &str, bytes: Value, are_there: bool) -> Result<(), String> {
        let (bytes, zero) = (shifted(f, bytes), f.b.constant(RegType::B64, 0));
        let delta = if are_there { f.b.op(Opcode::Sub, Type::U64, &[zero, bytes]) } else { bytes };
        self.define(f, "kern_delta".to_string(), RegType::B64, Some(delta));
        self.emit(f, &change(space))
    }

    /// The address of the barrier, as `kern_at`.
    fn barrier_at(&mut self, f: &mut FunctionLowering<'_, '_>, operand: Option<&Operand>) -> Result<(), String> {
        let address = self.address_of(f, operand)?;
        self.define(f, "kern_at".to_string(), RegType::B64, Some(address));
        Ok(())
    }

    fn address_of(&mut self, f: &mut FunctionLowering<'_, '_>, operand: Option<&Operand>) -> Result<Value, String> {
        let Some(Operand::Address(base, offset)) = operand else { return Err("expected an address in brackets".to_string()) };
        let base = self.value(f, base, Type::U64)?;
        if *offset == 0 {
            return Ok(base);
        }
        let offset = f.b.constant(RegType::B64, *offset as u64);
        Ok(f.b.op(Opcode::Add, Type::U64, &[base, offset]))
    }

    fn emit(&mut self, f: &mut FunctionLowering<'_, '_>, text: &str) -> Result<(), String> {
        parse::template(text)?.iter().try_for_each(|statement| self.statement(f, statement))
    }
}

fn mark(f: &mut FunctionLowering<'_, '_>, mark: BulkMark) {
    let groups = f.b.constant(RegType::B32, u64::from(mark.groups()));
    f.b.push(InstData { args: vec![groups], ..InstData::new(Opcode::AsyncWait, Type::B32) }, &[]);
}

/// Bytes where the word has them.
fn shifted(f: &mut FunctionLowering<'_, '_>, bytes: Value) -> Value {
    let (wide, by) = (f.resized(bytes, RegType::B64), f.word(BYTES));
    f.b.op(Opcode::Shl, Type::B64, &[wide, by])
}
