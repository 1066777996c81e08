//! Loops go round at one place, as LLVM's LoopSimplify makes them.
//!
//! Before: any well-formed device function. After: where several IR blocks led back to the header of a loop, one block does for all
//! of them. There the lanes that went different ways wait for one another, as those of a GPU do; a lane that went back by itself would be
//! in the next iteration while others are still in this one.

use crate::pass::PassContext;
use crate::pass::graph::terminator;
use crate::pass::rewrite::make_jump_block;
use kern_ir::{Block, BlockCall, Function, ModuleKind};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device {
        return false;
    }
    let graph = context.analyses.graph(func);
    let loops: Vec<(Block, Vec<Block>)> = graph.loops().all().iter().map(|data| (data.header, data.latches.clone())).collect();
    let mut changed = false;
    for (header, latches) in loops {
        let edges = |func: &Function, latch: Block| {
            func.insts[terminator(func, latch).index()].targets().iter().filter(|target| target.block == header).count()
        };
        if latches.iter().map(|&latch| edges(func, latch)).sum::<usize>() < 2 {
            continue;
        }
        let latch = make_jump_block(func, BlockCall { block: header, args: Vec::new() }, func.blocks[header.index()].loc);
        let types: Vec<_> = func.blocks[header.index()].params.iter().map(|&param| func.ty(param)).collect();
        let params: Vec<_> = types.into_iter().map(|ty| func.add_block_param(latch, ty)).collect();
        let end = terminator(func, latch);
        func.insts[end.index()].targets_mut()[0].args = params;
        for &from in &latches {
            let end = terminator(func, from);
            for target in func.insts[end.index()].targets_mut().iter_mut().filter(|target| target.block == header) {
                target.block = latch;
            }
        }
        let last = latches.iter().filter_map(|latch| func.layout.iter().position(|block| block == latch)).max();
        func.layout.insert(last.map_or(func.layout.len(), |last| last + 1), latch);
        changed = true;
    }
    changed
}
