//! What loops need before LLVM's loop passes are imitated.
//!
//! LLVM tests a `while` loop once before it is entered and then at the end of each iteration. So what does not change
//! leaves the loop for a place that only runs when the loop does: the block before each loop is made its own, here;
//! `rotate` then tests so in the image of the function.

use crate::pass::graph::{Graph, terminator};
use crate::pass::rewrite::add_jump_block;
use crate::pass::{PassContext, dce, if_convert, loop_deletion, simplify_cfg};
use kern_ir::analysis::Loop;
use kern_ir::{Block, BlockCall, Function};

/// What is not used goes from functions with loops, as LICM does for what is in them; outside of loops it stays until
/// partial redundancies have gone.
pub(super) fn clean(func: &mut Function, context: &PassContext<'_>) -> bool {
    if Graph::new(func).loops().all().is_empty() {
        return false;
    }
    dce::run(func, context) | loop_deletion::run(func, context) | simplify_cfg::run(func, context)
}

/// As [`clean`], for rotated loops. What does not change in one that is deleted is computed behind its first test then, as
/// the arm of a branch is.
pub(super) fn delete(func: &mut Function, context: &PassContext<'_>) -> bool {
    let changed = clean(func, context);
    if changed {
        if_convert::run(func, context);
        simplify_cfg::run(func, context);
    }
    changed
}

/// Gives every loop that tests at its head a block of its own before it; answers whether there is such a loop.
pub(super) fn split_entries(func: &mut Function, _: &PassContext<'_>) -> bool {
    let graph = Graph::new(func);
    let mut changed = false;
    for data in graph.loops().all() {
        if !tests_at_head(func, data) {
            continue;
        }
        let entries: Vec<Block> = graph.preds(data.header).iter().copied().filter(|b| !data.blocks.contains(b)).collect();
        if let [entry] = entries[..] {
            split(func, entry, data.header);
            changed = true;
        }
    }
    changed
}

/// Gives every loop that leaves to one block, which others lead to as well, a block of its own behind it.
pub(super) fn split_exits(func: &mut Function, _: &PassContext<'_>) -> bool {
    let graph = Graph::new(func);
    let mut changed = false;
    for data in graph.loops().all() {
        let is_inside = |b: Block| data.blocks.contains(&b);
        let leaving: Vec<Block> = data.blocks.iter().copied().filter(|&b| func.targets(b).iter().any(|t| !is_inside(t.block))).collect();
        let [from] = leaving[..] else { continue };
        let Some(exit) = func.targets(from).iter().map(|t| t.block).find(|&b| !is_inside(b)) else { continue };
        if graph.preds(exit).iter().any(|&p| !is_inside(p)) {
            split(func, from, exit);
            changed = true;
        }
    }
    changed
}

fn split(func: &mut Function, entry: Block, header: Block) {
    let loc = func.blocks[header.index()].loc;
    let end = terminator(func, entry);
    let targets = func.insts[end.index()].targets();
    let Some(at) = targets.iter().position(|t| t.block == header) else { return };
    let args = targets[at].args.clone();
    let before = add_jump_block(func, entry, BlockCall { block: header, args }, loc);
    func.insts[end.index()].targets_mut()[at] = BlockCall { block: before, args: Vec::new() };
}

fn tests_at_head(func: &Function, data: &Loop) -> bool {
    func.targets(data.header).iter().any(|t| !data.blocks.contains(&t.block))
}
