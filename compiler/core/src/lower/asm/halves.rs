//! Two numbers of 16 bits in a register: arithmetic of `.f16x2`, its atomic sum, and conversions of `.f32` to 16 bits of a type or
//! two (PTX ISA, "Half Precision Floating Point Instructions", "Data Movement and Conversion Instructions: cvt").

use super::named::{Modifiers, Named};
use super::parse::{Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{AtomOp, Attrs, Cmp, InstData, Opcode, RegType, Rounding, Sem, Type, Value};

/// What is computed of both halves, and of how many operands.
const OPERATIONS: [(&str, Opcode, usize); 10] = [
    ("add", Opcode::Add, 2),
    ("sub", Opcode::Sub, 2),
    ("mul", Opcode::Mul, 2),
    ("fma", Opcode::Fma, 3),
    ("neg", Opcode::Neg, 1),
    ("abs", Opcode::Abs, 1),
    ("min", Opcode::Min, 2),
    ("max", Opcode::Max, 2),
    ("ex2", Opcode::Ex2, 1),
    ("tanh", Opcode::Tanh, 1),
];

impl Asm {
    /// Emits `inst` if it is one of them; whether it is.
    pub(super) fn halves(&mut self, f: &mut FunctionLowering<'_, '_>, named: Named<'_>) -> Result<bool, String> {
        let Named { name, inst, modifiers } = named;
        let words: Vec<&str> = modifiers.words.iter().map(String::as_str).collect();
        match (name, &words[..]) {
            ("cvt", [.., to @ ("f16x2" | "bf16x2")]) if modifiers.types == [Type::F32] => self.narrowed(f, inst, modifiers, to)?,
            ("cvt", [] | ["relu"]) if modifiers.types == [Type::BF16, Type::F32] => self.narrowed(f, inst, modifiers, "bf16")?,
            ("atom" | "red", ["noftz", "f16x2"]) if modifiers.attrs.atom == Some(AtomOp::Add) => {
                self.atomic_sums(f, inst, modifiers, name == "atom")?;
            }
            (_, ["f16x2"]) => {
                let Some((_, op, count)) = OPERATIONS.iter().find(|(known, ..)| *known == name) else { return Ok(false) };
                let mut operands = Vec::with_capacity(*count);
                for index in 1..=*count {
                    operands.push(self.operand(f, inst, index, Type::B32)?);
                }
                let result = by_halves(f, *op, modifiers.attrs, &operands);
                self.result(f, inst, result)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `cvt.rn.f16x2.f32 d, a, b`: `a` in the upper half; with one operand `cvt.rn.bf16.f32 d, a`.
    fn narrowed(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, modifiers: &Modifiers, to: &str) -> Result<(), String> {
        let wrong = || Err(format!("`{}` is not supported", inst.spelled()));
        // The source's type comes last.
        if inst.parts.last().is_none_or(|last| last != "f32") || modifiers.attrs.sat {
            return wrong();
        }
        let clamps = match modifiers.words.as_slice() {
            [word, ..] if word == "relu" => true,
            [] | [_] => false,
            _ => return wrong(),
        };
        let cuts = match modifiers.attrs.rounding {
            Some(Rounding::Rn) => false,
            Some(Rounding::Rz) => true,
            _ => return wrong(),
        };
        let count = if to == "bf16" { 1 } else { 2 };
        let mut halves = Vec::with_capacity(count);
        for index in 1..=count {
            let value = self.operand(f, inst, index, Type::F32)?;
            let half = if to == "f16x2" { half_bits(f, value, cuts) } else { upper_bits(f, value, cuts) };
            halves.push(if clamps { clamped(f, value, half) } else { half });
        }
        let result = match halves[..] {
            [upper, lower] => packed(f, upper, lower),
            _ => f.bits(halves[0], RegType::B16),
        };
        self.result(f, inst, result)
    }

    /// `atom.add.noftz.f16x2 d, [a], b`: swaps the word until nobody else changed it meanwhile.
    fn atomic_sums(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        inst: &Instruction,
        modifiers: &Modifiers,
        has_result: bool,
    ) -> Result<(), String> {
        let first = usize::from(has_result);
        let Some(Operand::Address(base, offset)) = inst.operands.get(first) else {
            return Err("expected an address in brackets".to_string());
        };
        let base = self.value(f, base, Type::U64)?;
        let added = self.operand(f, inst, first + 1, Type::B32)?;
        let load = Attrs { space: modifiers.attrs.space, sem: Some(Sem::Volatile), ..Attrs::default() };
        let data = InstData { args: vec![base], attrs: load, offset: *offset, ..InstData::new(Opcode::Ld, Type::U32) };
        let start = f.b.value(data, RegType::B32);
        let [again, done] = std::array::from_fn(|_| f.b.create_block());
        let old = f.b.func.add_block_param(again, RegType::B32);
        f.b.jump(again, &[start]);
        f.b.switch_to(again);
        let sums = by_halves(f, Opcode::Add, Attrs { rounding: Some(Rounding::Rn), ..Attrs::default() }, &[old, added]);
        let attrs = Attrs { atom: Some(AtomOp::Cas), ..modifiers.attrs };
        let data = InstData { args: vec![base, old, sums], attrs, offset: *offset, ..InstData::new(Opcode::Atom, Type::B32) };
        let found = f.b.value(data, RegType::B32);
        let is_done = f.compare(Cmp::Eq, Type::U32, found, old);
        let lost = f.b.create_block();
        f.branch(is_done, done, lost);
        f.b.switch_to(lost);
        f.b.jump(again, &[found]);
        f.b.switch_to(done);
        if has_result { self.result(f, inst, old) } else { Ok(()) }
    }
}

/// `op` of the lower halves of the words, and of the upper ones.
fn by_halves(f: &mut FunctionLowering<'_, '_>, op: Opcode, attrs: Attrs, words: &[Value]) -> Value {
    let (sixteen, mask) = (f.word(16), f.word(0xffff));
    let [lower, upper] = [false, true].map(|is_upper| {
        let args = words
            .iter()
            .map(|&word| {
                let half =
                    if is_upper { f.b.op(Opcode::Shr, Type::U32, &[word, sixteen]) } else { f.b.op(Opcode::And, Type::B32, &[word, mask]) };
                f.resized(half, RegType::B16)
            })
            .collect();
        let half = f.b.value(InstData { args, attrs, ..InstData::new(op, Type::F16) }, RegType::B16);
        f.resized(half, RegType::B32)
    });
    packed(f, upper, lower)
}

/// Both in a word.
fn packed(f: &mut FunctionLowering<'_, '_>, upper: Value, lower: Value) -> Value {
    let sixteen = f.word(16);
    let upper = f.b.op(Opcode::Shl, Type::B32, &[upper, sixteen]);
    f.b.op(Opcode::Or, Type::B32, &[upper, lower])
}

/// The `.f16` nearest to `value`, or the nearest that is no larger in size.
fn half_bits(f: &mut FunctionLowering<'_, '_>, value: Value, cuts: bool) -> Value {
    let half = f.convert_with(Type::F16, Type::F32, value, Attrs { rounding: Some(Rounding::Rn), ..Attrs::default() });
    let bits = f.resized(half, RegType::B32);
    if !cuts {
        return bits;
    }
    let back = f.convert_op(Type::F32, Type::F16, half);
    let [size, of_value] = [back, value].map(|value| f.b.op(Opcode::Abs, Type::F32, &[value]));
    let is_larger = f.compare(Cmp::Gt, Type::F32, size, of_value);
    let one = f.word(1);
    let smaller = f.b.op(Opcode::Sub, Type::U32, &[bits, one]);
    f.b.op(Opcode::Selp, Type::B32, &[smaller, bits, is_larger])
}

/// The `.bf16` nearest to `value`, or its upper half.
fn upper_bits(f: &mut FunctionLowering<'_, '_>, value: Value, cuts: bool) -> Value {
    let bits = f.bits(value, RegType::B32);
    let [sixteen, one, below_half, nan] = [16, 1, 0x7fff, 0x7fff].map(|bits| f.word(bits));
    let mut upper = f.b.op(Opcode::Shr, Type::U32, &[bits, sixteen]);
    if !cuts {
        // To even where it lies in the middle.
        let last = f.b.op(Opcode::And, Type::B32, &[upper, one]);
        let added = f.b.op(Opcode::Add, Type::U32, &[last, below_half]);
        let sum = f.b.op(Opcode::Add, Type::U32, &[bits, added]);
        upper = f.b.op(Opcode::Shr, Type::U32, &[sum, sixteen]);
    }
    let is_nan = f.compare(Cmp::Nan, Type::F32, value, value);
    f.b.op(Opcode::Selp, Type::B32, &[nan, upper, is_nan])
}

/// `.relu`: zero for what is below it.
fn clamped(f: &mut FunctionLowering<'_, '_>, value: Value, half: Value) -> Value {
    let bits = f.bits(value, RegType::B32);
    let zero = f.word(0);
    let is_signed = f.compare(Cmp::Lt, Type::S32, bits, zero);
    let is_number = f.compare(Cmp::Num, Type::F32, value, value);
    let is_clamped = f.b.op(Opcode::And, Type::Pred, &[is_signed, is_number]);
    f.b.op(Opcode::Selp, Type::B32, &[zero, half, is_clamped])
}
