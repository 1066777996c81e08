//! A naive evaluator of scalar IR, written apart from everything it checks: flat memory, one thread, `cvta` does nothing.

use kern_ir::*;
use std::collections::HashMap;

/// Where slots start in the flat memory.
const SLOTS: u64 = 0x8000;

/// Runs the last function of a module on memory; answers its result, or `None` when it does something this evaluator
/// does not know or takes more than `fuel` instructions.
pub(crate) fn run(module: &Module, args: &[u64], memory: &mut [u8], mut fuel: u32) -> Option<u64> {
    call(module, module.functions.last()?, args, memory, SLOTS, &mut fuel)
}

fn call(module: &Module, func: &Function, args: &[u64], memory: &mut [u8], stack: u64, fuel: &mut u32) -> Option<u64> {
    let mut values: HashMap<Value, u64> = HashMap::new();
    let mut block = func.layout[0];
    let mut slot_at = Vec::new();
    let mut next = stack;
    for slot in &func.slots {
        next = next.next_multiple_of(u64::from(slot.align));
        slot_at.push(next);
        next += slot.size;
    }
    for (param, arg) in func.blocks[block.index()].params.iter().zip(args) {
        values.insert(*param, *arg);
    }
    loop {
        let mut went = None;
        for inst in &func.blocks[block.index()].insts {
            *fuel = fuel.checked_sub(1)?;
            let data = &func.insts[inst.index()];
            let get = |v: Value| match func.def(v) {
                ValueDef::Const(bits) => Some(bits),
                _ => values.get(&v).copied(),
            };
            let args: Vec<u64> = data.args.iter().map(|&a| get(a)).collect::<Option<_>>()?;
            let result = match data.op {
                Opcode::Bra => {
                    let target = &data.targets()[if args.first().is_none_or(|c| c & 1 != 0) { 0 } else { 1 }];
                    let passed: Vec<u64> = target.args.iter().map(|&a| get(a)).collect::<Option<_>>()?;
                    went = Some((target.block, passed));
                    break;
                }
                Opcode::Ret => return Some(args.first().copied().unwrap_or(0)),
                Opcode::Address => match data.payload {
                    Payload::Slot(slot) => slot_at[slot.index()],
                    _ => return None,
                },
                Opcode::Cvta => args[0],
                Opcode::Call => match data.payload {
                    Payload::Call(callee) => call(module, &module.functions[callee.index()], &args, memory, next, fuel)?,
                    _ => return None,
                },
                Opcode::Ld => {
                    let at = args[0].wrapping_add(data.offset as u64) as usize;
                    let size = data.ty.size() as usize;
                    let mut bytes = [0; 8];
                    bytes[..size].copy_from_slice(memory.get(at..at + size)?);
                    widen(u64::from_le_bytes(bytes), data.ty)
                }
                Opcode::St => {
                    let at = args[0].wrapping_add(data.offset as u64) as usize;
                    let size = data.ty.size() as usize;
                    memory.get_mut(at..at + size)?.copy_from_slice(&args[1].to_le_bytes()[..size]);
                    continue;
                }
                _ => pure(data, &args)?,
            };
            values.insert(data.results[0], result);
        }
        let (to, passed) = went?;
        for (param, value) in func.blocks[to.index()].params.iter().zip(passed) {
            values.insert(*param, value);
        }
        block = to;
    }
}

fn widen(bits: u64, ty: Type) -> u64 {
    match ty {
        Type::S8 => bits as i8 as i32 as u32 as u64,
        Type::U8 | Type::B8 => bits & 0xff,
        Type::S16 => bits as i16 as i32 as u32 as u64,
        Type::U16 | Type::B16 => bits & 0xffff,
        Type::S32 | Type::U32 | Type::B32 | Type::F32 => bits & 0xffff_ffff,
        _ => bits,
    }
}

/// A pure operation.
pub(crate) fn pure(data: &InstData, a: &[u64]) -> Option<u64> {
    let x = |i: usize| a[i];
    let mask = if data.ty.size() == 8 { u64::MAX } else { 0xffff_ffff };
    Some(match (data.op, data.ty) {
        (Opcode::Mov, _) => x(0),
        (Opcode::Selp, _) => x(if x(2) & 1 == 1 { 0 } else { 1 }),
        (Opcode::Cvt, _) => return convert(data, x(0)),
        (Opcode::Setp, ty) => u64::from(compare(data.attrs.cmp?, ty, x(0), x(1))?),
        (op, Type::F32) => {
            let f = |i: usize| f32::from_bits(x(i) as u32);
            u64::from(
                match op {
                    Opcode::Add => f(0) + f(1),
                    Opcode::Sub => f(0) - f(1),
                    Opcode::Mul => f(0) * f(1),
                    Opcode::Div => f(0) / f(1),
                    Opcode::Fma => f(0).mul_add(f(1), f(2)),
                    Opcode::Neg => f32::from_bits(x(0) as u32 ^ 0x8000_0000),
                    Opcode::Abs => f32::from_bits(x(0) as u32 & 0x7fff_ffff),
                    _ => return None,
                }
                .to_bits(),
            )
        }
        (op, Type::F64) => {
            let f = |i: usize| f64::from_bits(x(i));
            match op {
                Opcode::Add => f(0) + f(1),
                Opcode::Sub => f(0) - f(1),
                Opcode::Mul => f(0) * f(1),
                Opcode::Div => f(0) / f(1),
                _ => return None,
            }
            .to_bits()
        }
        (Opcode::And, _) => x(0) & x(1),
        (Opcode::Or, _) => x(0) | x(1),
        (Opcode::Xor, _) => x(0) ^ x(1),
        (Opcode::Not, Type::Pred) => x(0) ^ 1,
        (Opcode::Not, _) => x(0) ^ mask,
        (Opcode::Add, _) => x(0).wrapping_add(x(1)) & mask,
        (Opcode::Sub, _) => x(0).wrapping_sub(x(1)) & mask,
        (Opcode::Neg, _) => 0u64.wrapping_sub(x(0)) & mask,
        (Opcode::Mul, ty) => match (data.attrs.mul?, ty) {
            (MulMode::Lo, _) => x(0).wrapping_mul(x(1)) & mask,
            (MulMode::Wide, Type::S32) => (i64::from(x(0) as i32) * i64::from(x(1) as i32)) as u64,
            (MulMode::Wide, _) => x(0) * x(1),
            (MulMode::Hi, Type::S32) => ((i64::from(x(0) as i32) * i64::from(x(1) as i32)) >> 32) as u64 & mask,
            (MulMode::Hi, Type::U32) => (x(0) * x(1)) >> 32,
            (MulMode::Hi, Type::S64) => ((i128::from(x(0) as i64) * i128::from(x(1) as i64)) >> 64) as u64,
            (MulMode::Hi, _) => ((u128::from(x(0)) * u128::from(x(1))) >> 64) as u64,
        },
        (Opcode::Div, Type::S32) => (x(0) as i32).checked_div(x(1) as i32)? as u32 as u64,
        (Opcode::Div, Type::S64) => (x(0) as i64).checked_div(x(1) as i64)? as u64,
        (Opcode::Div, _) => x(0).checked_div(x(1))?,
        (Opcode::Rem, Type::S32) => (x(0) as i32).checked_rem(x(1) as i32)? as u32 as u64,
        (Opcode::Rem, Type::S64) => (x(0) as i64).checked_rem(x(1) as i64)? as u64,
        (Opcode::Rem, _) => x(0).checked_rem(x(1))?,
        (Opcode::Min, Type::S32) => (x(0) as i32).min(x(1) as i32) as u32 as u64,
        (Opcode::Min, Type::S64) => (x(0) as i64).min(x(1) as i64) as u64,
        (Opcode::Min, _) => x(0).min(x(1)),
        (Opcode::Max, Type::S32) => (x(0) as i32).max(x(1) as i32) as u32 as u64,
        (Opcode::Max, Type::S64) => (x(0) as i64).max(x(1) as i64) as u64,
        (Opcode::Max, _) => x(0).max(x(1)),
        (Opcode::Shl, ty) if x(1) >= u64::from(ty.size()) * 8 => 0,
        (Opcode::Shl, _) => (x(0) << x(1)) & mask,
        (Opcode::Shr, Type::S32) => ((x(0) as i32) >> x(1).min(31)) as u32 as u64,
        (Opcode::Shr, Type::S64) => ((x(0) as i64) >> x(1).min(63)) as u64,
        (Opcode::Shr, ty) if x(1) >= u64::from(ty.size()) * 8 => 0,
        (Opcode::Shr, _) => x(0) >> x(1),
        (Opcode::Popc, _) => u64::from(x(0).count_ones()),
        (Opcode::Clz, ty) => u64::from(x(0).leading_zeros()) - (64 - u64::from(ty.size()) * 8),
        (Opcode::Brev, ty) => x(0).reverse_bits() >> (64 - ty.size() * 8),
        _ => return None,
    })
}

fn compare(cmp: Cmp, ty: Type, a: u64, b: u64) -> Option<bool> {
    fn by<T: PartialOrd>(cmp: Cmp, a: T, b: T) -> Option<bool> {
        let (less, equal, greater) = (a < b, a == b, a > b);
        let unordered = a.partial_cmp(&b).is_none();
        Some(match cmp {
            Cmp::Eq => equal,
            Cmp::Ne => less || greater,
            Cmp::Lt => less,
            Cmp::Le => less || equal,
            Cmp::Gt => greater,
            Cmp::Ge => greater || equal,
            Cmp::Equ => equal || unordered,
            Cmp::Neu => less || greater || unordered,
            Cmp::Ltu => less || unordered,
            Cmp::Leu => less || equal || unordered,
            Cmp::Gtu => greater || unordered,
            Cmp::Geu => greater || equal || unordered,
            Cmp::Num | Cmp::Nan => return None,
        })
    }
    match ty {
        Type::F32 => by(cmp, f32::from_bits(a as u32), f32::from_bits(b as u32)),
        Type::F64 => by(cmp, f64::from_bits(a), f64::from_bits(b)),
        Type::S32 => by(cmp, a as i32, b as i32),
        Type::S64 => by(cmp, a as i64, b as i64),
        _ => by(cmp, a, b),
    }
}

fn convert(data: &InstData, bits: u64) -> Option<u64> {
    let (to, from) = (data.ty, data.src_ty);
    if from.is_float() {
        let wide = if from == Type::F32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
        return match (to, data.attrs.rounding) {
            (Type::F64, None) => Some(wide.to_bits()),
            (Type::F32, None | Some(Rounding::Rn)) => Some(u64::from((wide as f32).to_bits())),
            (Type::S32, Some(Rounding::Rzi)) => Some(u64::from(wide as i32 as u32)),
            (Type::U32, Some(Rounding::Rzi)) => Some(u64::from(wide as u32)),
            (Type::S64, Some(Rounding::Rzi)) => Some(wide as i64 as u64),
            _ => None,
        };
    }
    let signed: i128 = match from {
        Type::S8 => i128::from(bits as i8),
        Type::S16 => i128::from(bits as i16),
        Type::S32 => i128::from(bits as i32),
        Type::S64 => i128::from(bits as i64),
        _ => i128::from(widen(bits, from)),
    };
    Some(match to {
        Type::F32 => u64::from((signed as f32).to_bits()),
        Type::F64 => (signed as f64).to_bits(),
        _ => widen(signed as u64, to),
    })
}
