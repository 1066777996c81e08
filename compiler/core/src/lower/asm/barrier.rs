//! Barriers of a block in inline PTX: `bar` and `barrier`, by number, and for some of the threads (PTX ISA, 9.7.13.1).

use super::named::Modifiers;
use super::parse::{Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{Attrs, BarKind, Cmp, InstData, Opcode, RegType, Type, Value};

/// Barriers of a block.
const NUMBERS: u64 = 16;

impl Asm {
    /// `bar.sync a{, b}`, `bar.arrive a, b`, `bar.red.op d, a{, b}, p`
    pub(super) fn barrier(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, modifiers: &Modifiers) -> Result<(), String> {
        let refused = || format!("`{}` with these operands is not supported", inst.spelled());
        let kind = kind(modifiers).ok_or_else(refused)?;
        let result = match kind {
            BarKind::Sync | BarKind::Arrive => None,
            BarKind::RedPopc => Some(RegType::B32),
            BarKind::RedAnd | BarKind::RedOr => Some(RegType::Pred),
        };
        let operands = inst.operands.get(usize::from(result.is_some())..).unwrap_or_default();
        let (number, threads, predicate) = match (operands, result) {
            ([number], None) if kind == BarKind::Sync => (number, None, None),
            ([number, threads], None) => (number, Some(threads), None),
            ([number, predicate], Some(_)) => (number, None, Some(predicate)),
            ([number, threads, predicate], Some(_)) => (number, Some(threads), Some(predicate)),
            _ => return Err(refused()),
        };
        let mut args = Vec::new();
        if let Some(threads) = threads {
            args.push(self.value(f, threads, Type::B32)?);
        }
        if let Some(predicate) = predicate {
            args.push(self.value(f, predicate, Type::Pred)?);
        }
        let attrs = Attrs { bar: Some(kind), ..Attrs::default() };
        let barrier = |number: u64, args| InstData { args, attrs, offset: number as i64, ..InstData::new(Opcode::Bar, Type::B32) };
        let of_register = match number {
            Operand::Int(number) if *number < NUMBERS => Ok(*number),
            Operand::Int(_) => return Err("a block has the barriers 0 to 15".to_string()),
            other => {
                let value = self.value(f, other, Type::B32)?;
                f.b.func.constant(value).filter(|&number| number < NUMBERS).ok_or(value)
            }
        };
        match (of_register, result) {
            (Ok(number), None) => {
                f.b.push(barrier(number, args), &[]);
                Ok(())
            }
            (Ok(number), Some(class)) => {
                let value = f.b.value(barrier(number, args), class);
                self.result(f, inst, value)
            }
            (Err(number), None) => {
                choose(f, number, |f, number| {
                    f.b.push(barrier(number, args.clone()), &[]);
                });
                Ok(())
            }
            (Err(_), Some(_)) => Err(refused()),
        }
    }
}

fn kind(modifiers: &Modifiers) -> Option<BarKind> {
    let kinds = [
        ("sync", BarKind::Sync),
        ("arrive", BarKind::Arrive),
        ("popc", BarKind::RedPopc),
        ("and", BarKind::RedAnd),
        ("or", BarKind::RedOr),
    ];
    kinds.iter().find(|(word, _)| modifiers.has(word)).map(|(_, kind)| *kind)
}

/// The IR's barriers have their number in the instruction: one that is in a register is looked for among them.
fn choose(f: &mut FunctionLowering<'_, '_>, number: Value, mut barrier: impl FnMut(&mut FunctionLowering<'_, '_>, u64)) {
    let join = f.b.create_block();
    for candidate in 0..NUMBERS {
        let [this, next] = std::array::from_fn(|_| f.b.create_block());
        let wanted = f.b.constant(RegType::B32, candidate);
        let is_it = f.compare(Cmp::Eq, Type::U32, number, wanted);
        f.branch(is_it, this, next);
        f.b.switch_to(this);
        barrier(f, candidate);
        f.b.jump(join, &[]);
        f.b.switch_to(next);
    }
    f.b.push(InstData::new(Opcode::Trap, Type::B32), &[]);
    f.b.switch_to(join);
}
