//! How the results of loads are used, read off the kernel's code.

use kern_ir::{Function, Inst, Opcode, Value, ValueDef};
use rustc_hash::FxHashSet;

/// How the result of a load is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Only stored again, or not at all.
    Copied,
    Used,
}

/// How each result of a load is used. With `keeps_bits` it is copied too where some of its bits are, as assignments to bit-fields do.
pub(super) fn uses_of(function: &Function, load: Inst, keeps_bits: bool) -> Vec<Use> {
    let Some(data) = function.insts.get(load.index()) else { return Vec::new() };
    data.results.iter().map(|&result| if is_only_stored(function, result, keeps_bits) { Use::Copied } else { Use::Used }).collect()
}

fn is_only_stored(function: &Function, value: Value, keeps_bits: bool) -> bool {
    let is_const = |value: Value| matches!(function.def(value), ValueDef::Const(_));
    let (mut seen, mut open) = (FxHashSet::default(), vec![value]);
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        for &block in &function.layout {
            for inst in &function.blocks[block.index()].insts {
                let data = &function.insts[inst.index()];
                for target in data.targets() {
                    let to = &function.blocks[target.block.index()].params;
                    open.extend(target.args.iter().zip(to).filter(|(arg, _)| **arg == value).map(|(_, param)| *param));
                }
                let Some(place) = data.args.iter().position(|arg| *arg == value) else { continue };
                match data.op {
                    Opcode::Mov => open.extend(&data.results),
                    Opcode::Selp if place < 2 => open.extend(&data.results),
                    Opcode::And if keeps_bits && data.args.iter().any(|&arg| is_const(arg)) => open.extend(&data.results),
                    Opcode::Or | Opcode::Bfi if keeps_bits => open.extend(&data.results),
                    Opcode::St if place > 0 => {}
                    _ => return false,
                }
            }
        }
    }
    true
}
