//! Instructions of inline PTX about the bits of a number or a mask: `fns`, `bmsk`, `szext`, `testp`, `elect` (PTX ISA 9.7.1, 9.7.3.1,
//! 9.7.13).

use super::emit::special;
use super::named::Named;
use super::parse::{Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{Cmp, InstData, Opcode, RegType, Type, Value};

impl Asm {
    /// Emits `inst` if it is one of them; whether it is.
    pub(super) fn of_bits(&mut self, f: &mut FunctionLowering<'_, '_>, named: Named<'_>) -> Result<bool, String> {
        let Named { name, inst, modifiers } = named;
        let words: Vec<&str> = modifiers.words.iter().map(String::as_str).collect();
        match (name, &words[..]) {
            ("fns", []) => self.find_nth(f, inst)?,
            ("bmsk", [mode @ ("clamp" | "wrap")]) => {
                let (start, width) = (self.operand(f, inst, 1, Type::U32)?, self.operand(f, inst, 2, Type::U32)?);
                let [start, width] = [start, width].map(|amount| bounded(f, mode, amount));
                let end = f.b.op(Opcode::Add, Type::U32, &[start, width]);
                let [from, behind] = [start, end].map(|amount| ones_from(f, amount));
                let before = f.b.op(Opcode::Not, Type::B32, &[behind]);
                let mask = f.b.op(Opcode::And, Type::B32, &[from, before]);
                self.result(f, inst, mask)?;
            }
            ("szext", [mode @ ("clamp" | "wrap")]) => {
                let (value, width) = (self.operand(f, inst, 1, Type::B32)?, self.operand(f, inst, 2, Type::U32)?);
                let width = bounded(f, mode, width);
                let above = ones_from(f, width);
                let below = f.b.op(Opcode::Not, Type::B32, &[above]);
                let mut result = f.b.op(Opcode::And, Type::B32, &[value, below]);
                if modifiers.ty()?.is_signed() {
                    let (one, zero) = (f.word(1), f.word(0));
                    let last = f.b.op(Opcode::Sub, Type::U32, &[width, one]);
                    let shifted = f.b.op(Opcode::Shr, Type::U32, &[value, last]);
                    let sign = f.b.op(Opcode::And, Type::B32, &[shifted, one]);
                    let all = f.b.op(Opcode::Sub, Type::U32, &[zero, sign]);
                    let extension = f.b.op(Opcode::And, Type::B32, &[all, above]);
                    result = f.b.op(Opcode::Or, Type::B32, &[result, extension]);
                }
                self.result(f, inst, result)?;
            }
            ("testp", [kind]) => {
                let ty = modifiers.ty()?;
                let value = self.operand(f, inst, 1, ty)?;
                let holds = is_of_kind(f, ty, kind, value).ok_or_else(|| format!("`testp.{kind}` is not supported"))?;
                self.result(f, inst, holds)?;
            }
            ("elect", ["sync"]) => self.elect(f, inst)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `fns.b32 d, mask, base, offset`: looks at one bit after the other, upwards or downwards.
    fn find_nth(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction) -> Result<(), String> {
        let [mask, base, offset] = [1, 2, 3].map(|index| self.operand(f, inst, index, Type::B32));
        let (mask, base, offset) = (mask?, base?, offset?);
        let [zero, one, down, beyond] = [0, 1, 0xffff_ffff, 32].map(|bits| f.word(bits));
        let is_upwards = f.compare(Cmp::Gt, Type::S32, offset, zero);
        let is_here = f.compare(Cmp::Eq, Type::S32, offset, zero);
        let step = f.b.op(Opcode::Selp, Type::B32, &[one, down, is_upwards]);
        // Without an offset `base` is the only place.
        let step = f.b.op(Opcode::Selp, Type::B32, &[beyond, step, is_here]);
        let distance = f.b.op(Opcode::Abs, Type::S32, &[offset]);
        let wanted = f.b.op(Opcode::Selp, Type::B32, &[one, distance, is_here]);
        let [next, look, other, done] = std::array::from_fn(|_| f.b.create_block());
        let [at, left] = [0, 1].map(|_| f.b.func.add_block_param(next, RegType::B32));
        let result = f.b.func.add_block_param(done, RegType::B32);
        f.b.jump(next, &[base, wanted]);
        f.b.switch_to(next);
        let is_inside = f.compare(Cmp::Lt, Type::U32, at, beyond);
        let outside = f.b.create_block();
        f.branch(is_inside, look, outside);
        f.b.switch_to(outside);
        f.b.jump(done, &[down]);
        f.b.switch_to(look);
        let shifted = f.b.op(Opcode::Shr, Type::U32, &[mask, at]);
        let bit = f.b.op(Opcode::And, Type::B32, &[shifted, one]);
        let still = f.b.op(Opcode::Sub, Type::U32, &[left, bit]);
        let is_last = f.compare(Cmp::Eq, Type::U32, still, zero);
        let found = f.b.create_block();
        f.branch(is_last, found, other);
        f.b.switch_to(found);
        f.b.jump(done, &[at]);
        f.b.switch_to(other);
        let further = f.b.op(Opcode::Add, Type::U32, &[at, step]);
        f.b.jump(next, &[further, still]);
        f.b.switch_to(done);
        self.result(f, inst, result)
    }

    /// `elect.sync d|p, mask`: the threads of the mask meet; the lowest of them is elected.
    fn elect(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction) -> Result<(), String> {
        let Some(Operand::Pair(lane, predicate)) = inst.operands.first() else { return Err("`elect` writes `d|p`".to_string()) };
        let mask = self.operand(f, inst, 1, Type::B32)?;
        f.b.push(InstData { args: vec![mask], ..InstData::new(Opcode::BarWarp, Type::B32) }, &[]);
        let reversed = f.b.op(Opcode::Brev, Type::B32, &[mask]);
        let leader = f.b.op(Opcode::Clz, Type::B32, &[reversed]);
        let own = special(f, "%laneid").ok_or("a register is missing")?;
        let is_leader = f.compare(Cmp::Eq, Type::U32, own, leader);
        self.write(f, lane, leader)?;
        self.write(f, predicate, is_leader)
    }
}

/// An amount of up to 32 bits: larger ones are that, or start again.
fn bounded(f: &mut FunctionLowering<'_, '_>, mode: &str, amount: Value) -> Value {
    let (op, limit) = if mode == "clamp" { (Opcode::Min, 32) } else { (Opcode::And, 31) };
    let limit = f.word(limit);
    f.b.op(op, if op == Opcode::Min { Type::U32 } else { Type::B32 }, &[amount, limit])
}

/// Ones from bit `amount` on: none from 32.
fn ones_from(f: &mut FunctionLowering<'_, '_>, amount: Value) -> Value {
    let ones = f.word(0xffff_ffff);
    f.b.op(Opcode::Shl, Type::B32, &[ones, amount])
}

/// Whether a number is of a class that `testp` knows. Bits are compared: subnormal numbers are not zero.
fn is_of_kind(f: &mut FunctionLowering<'_, '_>, ty: Type, kind: &str, value: Value) -> Option<Value> {
    let (class, int, infinity, least_normal) = match ty {
        Type::F32 => (RegType::B32, Type::U32, 0x7f80_0000, 0x0080_0000),
        Type::F64 => (RegType::B64, Type::U64, 0x7ff0 << 48, 0x0010 << 48),
        _ => return None,
    };
    let bits = f.bits(value, class);
    let without_sign = f.b.constant(class, u64::MAX >> (65 - class.size() * 8));
    let size = f.b.op(Opcode::And, if class == RegType::B64 { Type::B64 } else { Type::B32 }, &[bits, without_sign]);
    let infinity = f.b.constant(class, infinity);
    let cmp = match kind {
        "finite" => Cmp::Lt,
        "infinite" => Cmp::Eq,
        "number" => Cmp::Le,
        "notanumber" => Cmp::Gt,
        "normal" | "subnormal" => {
            // Zero is none, for which the difference wraps around.
            let one = f.b.constant(class, 1);
            let least = f.b.constant(class, least_normal - 1);
            let below = f.b.op(Opcode::Sub, int, &[size, one]);
            let is_subnormal = f.compare(Cmp::Lt, int, below, least);
            if kind == "subnormal" {
                return Some(is_subnormal);
            }
            let is_finite = f.compare(Cmp::Lt, int, size, infinity);
            let is_other = f.b.op(Opcode::Not, Type::Pred, &[is_subnormal]);
            return Some(f.b.op(Opcode::And, Type::Pred, &[is_finite, is_other]));
        }
        _ => return None,
    };
    Some(f.compare(cmp, int, size, infinity))
}
