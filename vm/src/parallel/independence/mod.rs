//! The dependence test between blocks: which launches may run their blocks at the same time, on several host threads.
//!
//! A launch whose blocks neither read nor write what another one writes gives the same memory in whatever order they
//! run. That is decided before it starts, when the grid and the parameters are numbers: every address is followed as a
//! sum of multiples of `blockIdx`, `threadIdx` and loop counters (`affine_expr`), comparisons on the way to an access bound
//! what is in the sum (`values`), and `delinearise` looks whether sums of different blocks can be equal. Only allocations that
//! the kernel writes to matter. May miss: everything that is not such a sum, atomic operations, calls that are not inlined.
//! Those launches run block after block.

mod affine_expr;
mod delinearise;
mod extents;
mod launch;
pub(crate) mod ownership;
mod values;

use affine_expr::Var;
use delinearise::{AffineAccess, are_disjoint};
use kern_ir::analysis::Provenance;
use kern_ir::{Cfg, Function, Inst, InstData, Module, Opcode, Payload, RegType, Space, ValueDef};
use std::collections::HashMap;
use values::Values;

pub(crate) use extents::extents;
pub(crate) use launch::Launch;

/// What was found out about launches, by the dependence test.
#[derive(Default)]
pub(crate) struct IndependenceCache {
    /// Of memory. Where nothing was freed, what was found stays true: an address that was in no allocation was one that
    /// nothing was proven of.
    generation: u64,
    /// By function, grid, block and parameters.
    known: HashMap<(u32, [u32; 3], [u32; 3], Vec<u8>), bool>,
}

/// Launches that are remembered, at most.
const MOST_LAUNCHES: usize = 64;

impl IndependenceCache {
    /// What is known of a launch, or else is found out now.
    pub(crate) fn of(&mut self, launch: &Launch, generation: u64, find_out: impl FnOnce() -> bool) -> bool {
        if self.generation != generation || self.known.len() >= MOST_LAUNCHES {
            self.generation = generation;
            self.known.clear();
        }
        let key = (launch.function, launch.grid, launch.block, launch.params.to_vec());
        *self.known.entry(key).or_insert_with(find_out)
    }
}

/// Instructions of kernels that are looked at, at most.
const MOST_INSTRUCTIONS: usize = 20_000;

/// Whether no block reads or writes what another one writes; `allocation` answers the first address of the allocation at
/// an address.
pub(crate) fn blocks_are_independent(launch: &Launch, allocation: &dyn Fn(u64) -> Option<u64>) -> bool {
    let func = &launch.module.functions[launch.function as usize];
    if func.insts.len() > MOST_INSTRUCTIONS || !is_plain(launch, func) {
        return false;
    }
    let cfg = Cfg::new(func);
    let accesses: Vec<(kern_ir::Block, Inst)> =
        cfg.rpo().iter().flat_map(|&b| func.blocks[b.index()].insts.iter().map(move |&i| (b, i))).collect();
    let accesses: Vec<_> = accesses.into_iter().filter(|&(_, i)| is_access(&func.insts[i.index()])).collect();
    let values = Values::new(func, &cfg, launch);
    let provenance = Provenance::new(func, &cfg);
    let mut by_allocation: HashMap<u64, (bool, Vec<(kern_ir::Block, &InstData)>)> = HashMap::new();
    // Somewhere that nobody knows.
    let mut is_anywhere_read = false;
    for (block, inst) in accesses {
        let data = &func.insts[inst.index()];
        let is_written = data.op == Opcode::St;
        let root = provenance.root(data.args[0]);
        if is_of_block(launch.module, func, data, root) {
            continue;
        }
        // As the engines do: nothing else tells of the allocation that the address has to be in.
        let has_root = func.ty(root) == RegType::B64 && (func.constant(root).is_none() || root == data.args[0]);
        let start = values.number(root).filter(|_| has_root).and_then(|address| allocation(address as u64));
        match start {
            Some(start) => {
                let (is_stored, list) = by_allocation.entry(start).or_default();
                *is_stored |= is_written;
                list.push((block, data));
            }
            None if is_written => return false,
            None => is_anywhere_read = true,
        }
    }
    let range = |var: Var| values.range_of(var);
    let mut written = by_allocation.into_values().filter(|a| a.0).peekable();
    if is_anywhere_read && written.peek().is_some() {
        return false;
    }
    written.all(|(_, list)| {
        let accesses: Option<Vec<AffineAccess>> = list.iter().map(|&(block, data)| values.access(block, data)).collect();
        accesses.is_some_and(|accesses| are_disjoint(&accesses, launch.grid, &range))
    })
}

/// Whether all that the kernel does besides loads and stores concerns its block only.
fn is_plain(launch: &Launch, func: &Function) -> bool {
    let insts = func.layout.iter().flat_map(|b| &func.blocks[b.index()].insts);
    insts.map(|inst| &func.insts[inst.index()]).all(|data| match data.op {
        Opcode::Atom | Opcode::Red => data.attrs.space == Some(Space::Shared),
        Opcode::Call => matches!(data.payload, Payload::Call(id) if (launch.is_math)(launch.module, id)),
        Opcode::Clock | Opcode::Nanosleep | Opcode::Trap => false,
        // What lies behind a texture or a surface is not looked at.
        op if op.is_texture() => false,
        _ => true,
    })
}

fn is_access(data: &InstData) -> bool {
    matches!(data.op, Opcode::Ld | Opcode::St) && matches!(data.attrs.space, None | Some(Space::Global | Space::Generic))
}

/// Whether an access goes to shared or local memory, or to a parameter, of which each block has its own.
fn is_of_block(module: &Module, func: &Function, data: &InstData, root: kern_ir::Value) -> bool {
    let ValueDef::Result(inst, _) = func.def(root) else { return false };
    let root = &func.insts[inst.index()];
    let is_generic = matches!(data.attrs.space, None | Some(Space::Generic));
    match (root.op, &root.payload) {
        (Opcode::Address, Payload::Slot(_)) | (Opcode::ParamAddress, _) => is_generic,
        (Opcode::Address, Payload::Global(var)) => is_generic && module.globals.get(var.index()).is_some_and(|g| g.space == Space::Shared),
        _ => false,
    }
}
