//! Where LLVM's loop rotation puts what kern leaves in place.
//!
//! LLVM tests a `while` loop once before it is entered and then at the end of each iteration. So what does not change
//! leaves the loop for a place that only runs when the loop does, and values of the loop, of that place and of the test
//! reach other places through phis. The loops stay as they are here; only the block before each is made its own.

use crate::pass::Surroundings;
use crate::pass::graph::{Graph, ending};
use crate::pass::rewrite::add_jump_block;
use kern_ir::analysis::Loop;
use kern_ir::{Block, BlockCall, Function};

/// Gives every loop that tests at its head a block of its own before it; answers whether there is such a loop.
pub(super) fn split_entries(func: &mut Function, _: &Surroundings<'_>) -> bool {
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
pub(super) fn split_exits(func: &mut Function, _: &Surroundings<'_>) -> bool {
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
    let end = ending(func, entry);
    let targets = func.insts[end.index()].targets();
    let Some(at) = targets.iter().position(|t| t.block == header) else { return };
    let args = targets[at].args.clone();
    let before = add_jump_block(func, entry, BlockCall { block: header, args }, loc);
    func.insts[end.index()].targets_mut()[at] = BlockCall { block: before, args: Vec::new() };
}

fn tests_at_head(func: &Function, data: &Loop) -> bool {
    func.targets(data.header).iter().any(|t| !data.blocks.contains(&t.block))
}

/// Between which blocks values pass through a phi in the rotated function.
pub(super) struct Rotated {
    loops: Vec<(Loop, Option<Block>)>,
}

impl Rotated {
    /// The loops of `func` that LLVM rotates.
    pub(super) fn new(func: &mut Function) -> Rotated {
        let graph = Graph::new(func);
        let mut loops = Vec::new();
        for data in graph.loops().all().iter().filter(|data| tests_at_head(func, data)) {
            let mut entries = graph.preds(data.header).iter().copied().filter(|b| !data.blocks.contains(b));
            let before = entries.next().filter(|&b| entries.next().is_none() && func.targets(b).len() == 1);
            loops.push((data.clone(), before));
        }
        Rotated { loops }
    }

    /// Whether a value of `from` comes to `to` through a phi.
    pub(super) fn has_phi(&self, from: Block, to: Block) -> bool {
        from != to
            && self.loops.iter().any(|(data, before)| {
                let from_inside = data.blocks.contains(&from);
                match data.blocks.contains(&to) {
                    true => from == data.header,
                    false => from_inside || *before == Some(from),
                }
            })
    }
}
