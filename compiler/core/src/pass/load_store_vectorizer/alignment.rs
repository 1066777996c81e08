//! What integers are multiples of (the trailing zeros of LLVM's known bits): constants, scaled indices, places of variables.

use kern_ir::{Function, InstData, MulMode, Opcode, Payload, Type, Value, ValueDef};

/// Trailing zeros beyond which nobody asks.
const MOST: u8 = 5;

/// Rounds over a function after which nothing is known: each goes through all of it.
const MOST_ROUNDS: usize = 32;

/// By value, how many of the lowest bits are surely 0, [`MOST`] at most.
///
/// `place` tells what is known of the address of a symbol: a multiple of it.
pub(super) fn trailing_zeros(func: &Function, place: impl Fn(&Payload) -> u64) -> Vec<u8> {
    let mut zeros: Vec<u8> = func.values.iter().map(|value| if let ValueDef::Const(bits) = value.def { of(bits) } else { MOST }).collect();
    let (mut changed, mut rounds) = (true, 0);
    while changed {
        if rounds == MOST_ROUNDS {
            return vec![0; zeros.len()];
        }
        (changed, rounds) = (false, rounds + 1);
        let mut set = |zeros: &mut Vec<u8>, value: Value, found: u8| {
            let known = &mut zeros[value.index()];
            changed |= found < *known;
            *known = found.min(*known);
        };
        for &block in &func.layout {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                for target in data.targets() {
                    for (&param, &arg) in func.blocks[target.block.index()].params.iter().zip(&target.args) {
                        let found = zeros[arg.index()];
                        set(&mut zeros, param, found);
                    }
                }
                let found = if data.results.len() == 1 { of_result(func, data, &zeros, &place) } else { 0 };
                data.results.iter().for_each(|&result| set(&mut zeros, result, found));
            }
        }
        if let Some(entry) = func.layout.first() {
            func.blocks[entry.index()].params.iter().for_each(|&param| set(&mut zeros, param, 0));
        }
    }
    zeros
}

/// Of a number.
pub(super) fn of(bits: u64) -> u8 {
    bits.trailing_zeros().min(u32::from(MOST)) as u8
}

fn of_result(func: &Function, data: &InstData, zeros: &[u8], place: &impl Fn(&Payload) -> u64) -> u8 {
    let arg = |index: usize| data.args.get(index).map_or(0, |value| zeros[value.index()]);
    let is_low = matches!(data.attrs.mul, Some(MulMode::Lo | MulMode::Wide));
    match data.op {
        _ if data.ty.is_float() || data.src_ty.is_float() || data.ty == Type::Pred => 0,
        Opcode::Address => of(place(&data.payload)),
        Opcode::Add | Opcode::Sub | Opcode::Or | Opcode::Xor | Opcode::Selp | Opcode::Min | Opcode::Max if !data.attrs.sat => {
            arg(0).min(arg(1))
        }
        Opcode::And => arg(0).max(arg(1)),
        Opcode::Mul if is_low => (arg(0) + arg(1)).min(MOST),
        Opcode::Mad if is_low && !data.attrs.sat => (arg(0) + arg(1)).min(arg(2)),
        Opcode::Shl => match data.args.get(1).and_then(|&by| func.constant(by)) {
            Some(by) => (arg(0).saturating_add(by.min(64) as u8)).min(MOST),
            None => arg(0),
        },
        Opcode::Neg | Opcode::Cvta => arg(0),
        Opcode::Cvt if !data.attrs.sat => arg(0),
        _ => 0,
    }
}
