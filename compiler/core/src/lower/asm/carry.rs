//! Instructions with the carry flag `CC.CF` (PTX ISA, "Extended-Precision Integer Arithmetic Instructions").
//!
//! The flag is a variable of the function, so that statements and guarded instructions after it see it. What a function that
//! was called left in it is not known: an instruction that reads it needs one before it in its own function.

use super::named::Modifiers;
use super::parse::Instruction;
use super::registers::Asm;
use crate::lower::{Base, FunctionLowering, Place};
use kern_ir::{Attrs, Cmp, InstData, MulMode, Opcode, RegType, Type, Value, VarInfo};

impl Asm {
    /// `add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc`, `madc`
    pub(super) fn carrying(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        name: &str,
        inst: &Instruction,
        modifiers: &Modifiers,
    ) -> Result<(), String> {
        let ty = if modifiers.ty()?.size() == 8 { Type::U64 } else { Type::U32 };
        let (reads, writes) = (name.ends_with('c'), modifiers.has("cc"));
        let (mut a, mut b) = (self.operand(f, inst, 1, ty)?, self.operand(f, inst, 2, ty)?);
        match name {
            "mad" | "madc" => {
                let mode = modifiers.attrs.mul.filter(|mode| *mode != MulMode::Wide).ok_or("`.cc` needs `.lo` or `.hi`")?;
                // The high half knows whether its factors have a sign; sums do not.
                let product = if modifiers.ty()?.is_signed() && ty == Type::U64 {
                    Type::S64
                } else if modifiers.ty()?.is_signed() {
                    Type::S32
                } else {
                    ty
                };
                let attrs = Attrs { mul: Some(mode), ..Attrs::default() };
                a = f.b.value(InstData { args: vec![a, b], attrs, ..InstData::new(Opcode::Mul, product) }, ty.reg());
                b = self.operand(f, inst, 3, ty)?;
            }
            "add" | "addc" | "sub" | "subc" => {}
            _ => return Err(format!("`{}` is not supported", inst.spelled())),
        }
        let carry = if reads { Some(read(f, ty)?) } else { None };
        let is_sum = !name.starts_with("sub");
        let (result, mut out) = step(f, ty, is_sum, a, b);
        let mut result = result;
        if let Some(carry) = carry {
            let (next, more) = step(f, ty, is_sum, result, carry);
            result = next;
            out = f.b.op(Opcode::Or, Type::Pred, &[out, more]);
        }
        if writes {
            let flag = flag(f);
            let word = f.predicate_as_word(out);
            f.store(flag, Type::U32, word);
        }
        self.result(f, inst, result)
    }
}

/// `a + b` or `a - b`, and whether a bit is carried or borrowed.
fn step(f: &mut FunctionLowering<'_, '_>, ty: Type, is_sum: bool, a: Value, b: Value) -> (Value, Value) {
    if is_sum {
        let sum = f.b.op(Opcode::Add, ty, &[a, b]);
        let carry = f.compare(Cmp::Lt, ty, sum, a);
        (sum, carry)
    } else {
        let difference = f.b.op(Opcode::Sub, ty, &[a, b]);
        let borrow = f.compare(Cmp::Lt, ty, a, b);
        (difference, borrow)
    }
}

/// The flag as 0 or 1 of type `ty`.
fn read(f: &mut FunctionLowering<'_, '_>, ty: Type) -> Result<Value, String> {
    if f.carry_flag.is_none() {
        return Err("the carry comes from no instruction before it in this function".to_string());
    }
    let flag = flag(f);
    let word = f.load(flag, Type::U32);
    Ok(f.resized(word, if ty == Type::U64 { RegType::B64 } else { RegType::B32 }))
}

fn flag(f: &mut FunctionLowering<'_, '_>) -> Place {
    let slot = match f.carry_flag {
        Some(slot) => slot,
        None => {
            let slot = f.add_slot(4, 4, VarInfo::default());
            f.carry_flag = Some(slot);
            slot
        }
    };
    Place::new(Base::Slot(slot))
}
