//! Low bits that are zero in the first lane of a warp, whose lanes are 32 neighbours in x: `%tid.x` is a multiple of 32 there, and so
//! is `%ctaid.x * %ntid.x` in blocks of 256. From that follows that `(%ctaid.x * %ntid.x + %tid.x) / 32` is the same in all lanes.

use super::shape::Geometry;
use kern_ir::{Cfg, Function, InstData, MulMode, Opcode, Payload, Sreg, Value, ValueDef};

/// Of zero all bits are.
const ALL: u32 = 64;
/// Threads of a block in a direction, at most.
const MOST_THREADS: u64 = 1024;
/// Operations that are looked at to bound a number.
const DEPTH: u32 = 8;

/// Of each value, how many low bits are known to be zero in lane 0 of each warp.
pub(super) fn alignments(func: &Function, cfg: &Cfg, geometry: &Geometry) -> Vec<u32> {
    let mut known = vec![ALL; func.values.len()];
    if !geometry.has_rows_of_32() {
        known.fill(0);
        return known;
    }
    let entry = func.entry();
    let params = entry.iter().flat_map(|entry| &func.blocks[entry.index()].params);
    params.for_each(|param| known[param.index()] = 0);
    let mut changed = true;
    while changed {
        changed = false;
        let mut lower = |value: Value, bits: u32, known: &mut Vec<u32>| {
            changed |= bits < known[value.index()];
            known[value.index()] = bits.min(known[value.index()]);
        };
        for &block in cfg.rpo() {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                if !data.results.is_empty() {
                    let bits = of_result(func, geometry, data, &known);
                    data.results.iter().for_each(|&result| lower(result, bits, &mut known));
                }
                for target in data.targets() {
                    for (&param, &arg) in func.blocks[target.block.index()].params.iter().zip(&target.args) {
                        let bits = of_value(func, arg, &known);
                        lower(param, bits, &mut known);
                    }
                }
            }
        }
    }
    known
}

fn of_value(func: &Function, value: Value, known: &[u32]) -> u32 {
    match func.constant(value) {
        Some(0) => ALL,
        Some(bits) => bits.trailing_zeros(),
        None => known[value.index()],
    }
}

fn of_result(func: &Function, geometry: &Geometry, data: &InstData, known: &[u32]) -> u32 {
    if data.op == Opcode::Sreg {
        return match data.payload {
            Payload::Sreg(Sreg::TidX) => 32u32.trailing_zeros(),
            Payload::Sreg(Sreg::NtidX) => geometry.block.map_or(0, |block| block[0].trailing_zeros()),
            _ => 0,
        };
    }
    if data.ty.is_float() || data.ty.size() < 4 || data.attrs.sat {
        return 0;
    }
    let of = |i: usize| data.args.get(i).map_or(0, |&arg| of_value(func, arg, known));
    let constant = |i: usize| data.args.get(i).and_then(|&arg| func.constant(arg));
    let product = || (of(0) + of(1)).min(ALL);
    match data.op {
        Opcode::Add | Opcode::Sub => of(0).min(of(1)),
        Opcode::Mul if data.attrs.mul != Some(MulMode::Hi) => product(),
        Opcode::Mad if data.attrs.mul != Some(MulMode::Hi) => product().min(of(2)),
        Opcode::Shl => constant(1).filter(|&by| by < 32).map_or(0, |by| (of(0) + by as u32).min(ALL)),
        Opcode::And => of(0).max(of(1)),
        // Of a number that is not negative the sign is zero.
        Opcode::Shr => match (constant(1).filter(|&by| by < 8 * u64::from(data.ty.size())), most(func, data.args[0], DEPTH)) {
            (Some(by), Some(most)) if most >> by == 0 => ALL,
            (Some(by), _) if of(0) < ALL => of(0).saturating_sub(by as u32),
            (Some(_), _) => ALL,
            _ => 0,
        },
        Opcode::Cvt if !data.src_ty.is_float() && data.src_ty.size() >= 4 => of(0),
        Opcode::Mov if data.args.len() == 1 => of(0),
        _ => 0,
    }
}

/// The greatest that a number is in any lane, if that is known.
fn most(func: &Function, value: Value, depth: u32) -> Option<u64> {
    if let Some(bits) = func.constant(value) {
        return Some(bits);
    }
    let ValueDef::Result(inst, 0) = func.def(value) else { return None };
    let data = &func.insts[inst.index()];
    if depth == 0 || data.ty.is_float() || data.attrs.sat {
        return None;
    }
    let of = |i: usize| data.args.get(i).and_then(|&arg| most(func, arg, depth - 1));
    let constant = |i: usize| data.args.get(i).and_then(|&arg| func.constant(arg));
    let bound = match data.op {
        Opcode::Sreg => match data.payload {
            Payload::Sreg(Sreg::TidX | Sreg::TidY | Sreg::TidZ | Sreg::NtidX | Sreg::NtidY | Sreg::NtidZ) => MOST_THREADS,
            _ => return None,
        },
        Opcode::Add => of(0)?.checked_add(of(1)?)?,
        Opcode::Shl => of(0)?.checked_mul(1 << constant(1).filter(|&by| by < 32)?)?,
        Opcode::Shr => of(0)? >> constant(1).filter(|&by| by < 32)?,
        Opcode::And => constant(1)?,
        _ => return None,
    };
    (bound <= i32::MAX as u64).then_some(bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kern_ir::{Builder, FunctionKind, RegType, Type};

    #[test]
    fn a_number_of_a_block_is_a_multiple_of_its_size() {
        let mut func = Function::new("k", FunctionKind::Kernel);
        let mut b = Builder::new(&mut func);
        let entry = b.create_block();
        b.switch_to(entry);
        let sreg = |b: &mut Builder<'_>, sreg: Sreg| {
            b.value(InstData { payload: Payload::Sreg(sreg), ..InstData::new(Opcode::Sreg, Type::U32) }, RegType::B32)
        };
        let (block, size, thread) = (sreg(&mut b, Sreg::CtaidX), sreg(&mut b, Sreg::NtidX), sreg(&mut b, Sreg::TidX));
        let mut mul = InstData { args: vec![block, size], ..InstData::new(Opcode::Mul, Type::U32) };
        mul.attrs.mul = Some(MulMode::Lo);
        let start = b.value(mul, RegType::B32);
        let index = b.op(Opcode::Add, Type::U32, &[start, thread]);
        let sign = b.constant(RegType::B32, 31);
        let [thread_sign, index_sign] = [thread, index].map(|number| b.op(Opcode::Shr, Type::U32, &[number, sign]));
        b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
        let of = |size: [u32; 3]| {
            let known = alignments(&func, &Cfg::new(&func), &Geometry::new(size));
            [start, thread, index, thread_sign, index_sign].map(|value| known[value.index()])
        };
        assert_eq!(of([256, 1, 1]), [8, 5, 5, ALL, 0]);
        assert_eq!(of([48, 1, 1]), [4, 5, 4, ALL, 0]);
        assert_eq!(of([16, 16, 1]), [0; 5]);
    }
}
