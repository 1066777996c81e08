//! Atomics that a warp combines before it asks memory: one lane does the work of all.
//!
//! For an integer atomic whose address is the same in the whole warp, as far as the compiler can tell, NVIDIA's assembler
//! lets the lanes reduce their values among themselves (`VOTE` and `POPC`, `REDUX`) and one of them update memory: for
//! 32-bit `add`, `min`, `max`, `and`, `or`, `xor` and 64-bit `add` of one value when the old value is not used, and for
//! 32-bit `add` when it is (of one value; of different ones only if the whole warp is there), and 64-bit `add` of one value in
//! global memory when it is. Read off its output for sm_90 and measured (`atomics`, `monte_carlo`, `atomics_on_one_address` in
//! `tests/counters`). Float atomics, `inc`, `dec`, `exch`, `cas` and
//! addresses that only happen to be equal are served lane by lane.

use kern_ir::analysis::{LaneShape, Uniformity};
use kern_ir::{AtomOp, Cfg, Function, Inst, InstData, Module, Opcode, Space, Value};

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
    /// `cas`, in order.
    compares: Vec<(u32, u32)>,
    /// Additions of 1 whose old value is not used, in order.
    counts: Vec<(u32, u32)>,
}

impl CombinedAtomics {
    /// Of all functions.
    pub fn new(module: &Module) -> CombinedAtomics {
        let (mut found, mut compares, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        for (function, func) in (0..).zip(&module.functions) {
            let is_atomic = |data: &InstData| matches!(data.op, Opcode::Atom | Opcode::Red);
            let atomics: Vec<Inst> = func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts).copied().collect();
            let atomics: Vec<Inst> = atomics.into_iter().filter(|i| is_atomic(&func.insts[i.index()])).collect();
            if atomics.is_empty() {
                continue;
            }
            let is_compare = |inst: &&Inst| func.insts[inst.index()].attrs.atom == Some(AtomOp::Cas);
            compares.extend(atomics.iter().filter(is_compare).map(|inst| (function, inst.0)));
            counts.extend(atomics.iter().filter(|&&inst| is_count(func, inst)).map(|inst| (function, inst.0)));
            let shapes = Uniformity::new(func, &Cfg::new(func));
            found.extend(atomics.into_iter().filter_map(|inst| Some(((function, inst.0), combined(func, &shapes, inst)?))));
        }
        found.sort_unstable_by_key(|&(place, _)| place);
        compares.sort_unstable();
        counts.sort_unstable();
        CombinedAtomics { found, compares, counts }
    }

    /// The lanes of `mask` that ask memory for an instruction.
    pub fn asking(&self, function: u32, inst: u32, mask: u32) -> u32 {
        match self.get(function, inst) {
            Some(Combined::Any) => mask & mask.wrapping_neg(),
            Some(Combined::FullWarp) if mask == u32::MAX => 1,
            _ => mask,
        }
    }

    /// Whether an instruction compares and swaps.
    pub fn is_compare(&self, function: u32, inst: u32) -> bool {
        self.compares.binary_search(&(function, inst)).is_ok()
    }

    /// Whether an instruction on shared memory counts the lanes of an address and adds their number at once.
    pub fn is_count(&self, function: u32, inst: u32) -> bool {
        self.counts.binary_search(&(function, inst)).is_ok()
    }

    /// Whether and when an instruction combines.
    pub fn get(&self, function: u32, inst: u32) -> Option<Combined> {
        let at = self.found.binary_search_by_key(&(function, inst), |&(place, _)| place).ok()?;
        Some(self.found[at].1)
    }
}

/// Whether an instruction adds 1 to a word and nobody wants the old value: `ATOMS.POPC.INC` if the word is shared.
fn is_count(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst.index()];
    let is_sum = data.op == Opcode::Red && data.attrs.atom == Some(AtomOp::Add);
    is_sum && !data.ty.is_float() && data.ty.size() == 4 && data.args.get(1).is_some_and(|&value| func.constant(value) == Some(1))
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
    let is_global = data.attrs.space == Some(Space::Global);
    match (data.op, op) {
        (Opcode::Red, AtomOp::Add) if is_word || (data.ty.size() == 8 && is_one(*value)) => Some(Combined::Any),
        (Opcode::Red, AtomOp::Min | AtomOp::Max | AtomOp::And | AtomOp::Or | AtomOp::Xor) if is_word => Some(Combined::Any),
        (Opcode::Atom, AtomOp::Add) if data.ty.size() == 8 && is_one(*value) && is_global => Some(Combined::Any),
        (Opcode::Atom, AtomOp::Add) if is_word => Some(if is_one(*value) { Combined::Any } else { Combined::FullWarp }),
        _ => None,
    }
}
