//! Sinking: float arithmetic that is used once, in another IR block, is computed there.
//!
//! Before: any well-formed function. After: as LLVM's Sink leaves it, what has one use stands in the IR block of that use,
//! unless that is in a loop that it was not in. Device code only.

use crate::pass::Surroundings;
use crate::pass::graph::Graph;
use crate::pass::hash::FastMap;
use kern_ir::{Attrs, Block, Function, Inst, ModuleKind, Opcode};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, around: &Surroundings<'_>) -> bool {
    if around.kind != ModuleKind::Device {
        return false;
    }
    let graph = Graph::new(func);
    let loops = graph.loops();
    // The block that uses a value, if it is one.
    let mut user: Vec<Option<Block>> = vec![None; func.values.len()];
    let mut has_many = vec![false; func.values.len()];
    let mut moved = false;
    for &block in graph.order.iter().rev() {
        let mut sunk: FastMap<Block, Vec<Inst>> = FastMap::default();
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts.into_iter().rev() {
            let data = &func.insts[inst.index()];
            let is_product = matches!(data.op, Opcode::Mul | Opcode::Add | Opcode::Sub | Opcode::Neg)
                && data.ty.is_float()
                && data.attrs == Attrs { ftz: data.attrs.ftz, ..Attrs::default() };
            let target = data.results.first().filter(|r| is_product && !has_many[r.index()]).and_then(|r| user[r.index()]);
            let target =
                target.filter(|&t| t != block && graph.dominates(block, t) && loops.innermost(t).is_none_or(|l| loops.contains(l, block)));
            let here = target.unwrap_or(block);
            for arg in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
                has_many[arg.index()] |= user[arg.index()].replace(here).is_some();
            }
            match target {
                Some(target) => sunk.entry(target).or_default().push(inst),
                None => kept.push(inst),
            }
        }
        kept.reverse();
        func.blocks[block.index()].insts = kept;
        for (target, mut insts) in sunk {
            insts.reverse();
            func.blocks[target.index()].insts.splice(0..0, insts);
            moved = true;
        }
    }
    moved
}
