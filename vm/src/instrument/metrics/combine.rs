//! Atomics that a warp combines before it asks memory: one lane does the work of all.
//!
//! For an integer atomic whose address is the same in the whole warp, as far as the compiler can tell, NVIDIA's assembler
//! lets the lanes reduce their values among themselves (`VOTE` and `POPC`, `REDUX`) and one of them update memory: for
//! 32-bit `add`, `min`, `max`, `and`, `or`, `xor` and 64-bit `add` of one value when the old value is not used, and for
//! 32-bit `add` when it is (of one value; of different ones only if the whole warp is there). Read off its output for
//! sm_90 and measured (`atomics`, `monte_carlo` in `tests/counters`). Float atomics, `inc`, `dec`, `exch`, `cas` and
//! addresses that only happen to be equal are served lane by lane.

use kern_ir::analysis::{LaneShape, Uniformity};
use kern_ir::{AtomOp, Cfg, Function, Inst, InstData, Module, Opcode, Value};

/// When one lane asks for all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combined {
    /// Always.
    Any,
    /// If all 32 lanes are active.
    FullWarp,
}

/// Which atomics of a module combine, by function and instruction.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CombinedAtomics {
    /// In order.
    found: Vec<((u32, u32), Combined)>,
}

impl CombinedAtomics {
    /// Of all functions.
    pub fn new(module: &Module) -> CombinedAtomics {
        let mut found = Vec::new();
        for (function, func) in (0..).zip(&module.functions) {
            let is_atomic = |data: &InstData| matches!(data.op, Opcode::Atom | Opcode::Red);
            let atomics: Vec<Inst> = func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts).copied().collect();
            let atomics: Vec<Inst> = atomics.into_iter().filter(|i| is_atomic(&func.insts[i.index()])).collect();
            if atomics.is_empty() {
                continue;
            }
            let shapes = Uniformity::new(func, &Cfg::new(func));
            found.extend(atomics.into_iter().filter_map(|inst| Some(((function, inst.0), combined(func, &shapes, inst)?))));
        }
        found.sort_unstable_by_key(|&(place, _)| place);
        CombinedAtomics { found }
    }

    /// The lanes of `mask` that ask memory for an instruction.
    pub fn asking(&self, function: u32, inst: u32, mask: u32) -> u32 {
        match self.get(function, inst) {
            Some(Combined::Any) => mask & mask.wrapping_neg(),
            Some(Combined::FullWarp) if mask == u32::MAX => 1,
            _ => mask,
        }
    }

    /// Whether and when an instruction combines.
    pub fn get(&self, function: u32, inst: u32) -> Option<Combined> {
        let at = self.found.binary_search_by_key(&(function, inst), |&(place, _)| place).ok()?;
        Some(self.found[at].1)
    }
}

fn combined(func: &Function, shapes: &Uniformity, inst: Inst) -> Option<Combined> {
    let data = &func.insts[inst.index()];
    let is_one =
        |value: Value| func.constant(value).is_some() || matches!(shapes.shape(value), LaneShape::Affine { stride: 0, per_row: false, .. });
    let (op, [address, value, ..]) = (data.attrs.atom?, &data.args[..]) else { return None };
    if !is_one(*address) || data.ty.is_float() {
        return None;
    }
    let is_word = data.ty.size() == 4;
    match (data.op, op) {
        (Opcode::Red, AtomOp::Add) if is_word || (data.ty.size() == 8 && is_one(*value)) => Some(Combined::Any),
        (Opcode::Red, AtomOp::Min | AtomOp::Max | AtomOp::And | AtomOp::Or | AtomOp::Xor) if is_word => Some(Combined::Any),
        (Opcode::Atom, AtomOp::Add) if is_word => Some(if is_one(*value) { Combined::Any } else { Combined::FullWarp }),
        _ => None,
    }
}
