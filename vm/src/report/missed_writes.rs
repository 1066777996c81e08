//! Whether what was never written to shared memory may be for want of threads that did not come to a barrier.
//!
//! Where the threads part they have done the same so far. What those have not done that went another way lies behind that condition. So
//! it has to do with the barrier if a write to the array lies there, from which there is a way to the read.
//! **May miss.** Which element a write is to: any element of the array counts. Code behind a call may write anything.

use crate::finding::Place;
use crate::machine::Machine;
use crate::memory::{SHARED, Side, Site};
use kern_ir::analysis::{Provenance, shared_layout};
use kern_ir::{Block, Cfg, Effects, Function, Inst, Opcode, Payload, Space, Value, ValueDef};
use rustc_hash::FxHashSet;

/// Whether a write is missing to the variable at `address` in shared memory that `reader` reads, of those behind the condition at `parted`,
/// line and column.
pub(super) fn is_missing(machine: &Machine, (function, dynamic): (u32, u64), address: u64, reader: Site, parted: (u32, u32)) -> bool {
    let module = machine.module(Side::Device);
    let Some(kernel) = module.functions.get(function as usize).filter(|_| reader.function == function) else { return true };
    let layout = shared_layout(module, function, dynamic);
    let offset = address - SHARED;
    let variable = layout.map.iter().find(|(start, size, _)| (*start..start + size).contains(&offset)).map(|found| found.2);
    let at = |inst: Inst| {
        let place = Place::resolve(module, kernel.insts[inst.index()].loc, "");
        place.is_some_and(|place| (place.line, place.column) == parted)
    };
    let diverging =
        |&block: &Block| kernel.terminator(block).filter(|&last| kernel.insts[last.index()].targets().len() > 1).is_some_and(at);
    let parts: Vec<Block> = kernel.layout.iter().copied().filter(diverging).collect();
    if parts.is_empty() {
        return true;
    }
    let cfg = Cfg::new(kernel);
    let provenance = Provenance::new(kernel, &cfg);
    let writes = |inst: Inst| {
        let data = &kernel.insts[inst.index()];
        match data.op.row().effects {
            Effects::Call => true,
            Effects::Store | Effects::Atomic if matches!(data.attrs.space, Some(Space::Shared) | None) => {
                let to = data.args.first().map(|&to| shared_variable(kernel, provenance.root(to)));
                to.flatten().is_none_or(|to| Some(to) == variable)
            }
            _ => false,
        }
    };
    let behind = reachable(kernel, &parts);
    let reads = |inst: &Inst| kernel.insts[inst.index()].op == Opcode::Ld && kernel.insts[inst.index()].loc == reader.loc;
    kernel.iter_insts().filter(|(block, inst, _)| behind.contains(block) && writes(*inst)).any(|(block, inst, _)| {
        let own = &kernel.blocks[block.index()].insts;
        let follows = own.iter().skip_while(|&&other| other != inst).any(reads);
        follows || reachable(kernel, &[block]).iter().any(|next| kernel.blocks[next.index()].insts.iter().any(reads))
    })
}

/// The variable in shared memory whose address a root is; nothing if that is not known.
fn shared_variable(function: &Function, root: Value) -> Option<u32> {
    let ValueDef::Result(inst, _) = function.def(root) else { return None };
    match (function.insts[inst.index()].op, &function.insts[inst.index()].payload) {
        (Opcode::Address, Payload::Global(variable)) => Some(variable.0),
        // A pointer that the kernel was given does not lead to shared memory.
        (Opcode::LdParam | Opcode::ParamAddress, _) => Some(u32::MAX),
        _ => None,
    }
}

/// What can be reached behind the ends of these blocks.
fn reachable(function: &Function, from: &[Block]) -> FxHashSet<Block> {
    let next =
        |block: Block| function.terminator(block).into_iter().flat_map(|last| function.insts[last.index()].targets()).map(|to| to.block);
    let (mut seen, mut open) = (FxHashSet::default(), Vec::new());
    from.iter().for_each(|&block| open.extend(next(block)));
    while let Some(block) = open.pop() {
        if seen.insert(block) {
            open.extend(next(block));
        }
    }
    seen
}
