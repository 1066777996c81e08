//! What loops need before LLVM's loop passes are imitated.
//!
//! LLVM tests a `while` loop once before it is entered and then at the end of each iteration. So what does not change
//! leaves the loop for a place that only runs when the loop does: the block before each loop is made its own, here, and
//! the tests at its head become one; `rotate` then does so in the image of the function.

use crate::pass::fold_logical::{is_call, join, second_test};
use crate::pass::graph::{Graph, terminator};
use crate::pass::rewrite::{add_jump_block, count_uses};
use crate::pass::{PassContext, dce, if_convert, loop_deletion, simplify_cfg};
use kern_ir::analysis::Loop;
use kern_ir::{Block, BlockCall, Effects, Function, Inst, Opcode, Type, Value};

/// What the second of two tests may compute besides its comparison (NVVM's `bonus-inst-threshold`).
const MAX_BONUS: usize = 1;

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

/// Makes one branch of `if (a) if (b)` where the second block only tests: SimplifyCFG's `FoldBranchToCommonDest`.
pub(super) fn flatten_branches(func: &mut Function, _: &PassContext<'_>) -> bool {
    if func.layout.len() < 3 {
        return false;
    }
    let graph = Graph::new(func);
    let uses = count_uses(func);
    let mut changed = false;
    // Inner branches first.
    for &block in graph.order.iter().rev() {
        let Some((second, stays)) = second_test(func, &graph, block, &|func, insts| is_cheap(func, &uses, insts)) else { continue };
        join(func, [block, second], stays);
        changed = true;
    }
    if changed {
        func.remove_unreachable_blocks();
    }
    changed
}

/// Whether a block only tests, with at most [`MAX_BONUS`] operations for that, each used once and there. What NVVM calls a
/// function for (`fabs`, `fmin`) is no such operation.
fn is_cheap(func: &Function, uses: &[u32], insts: &[Inst]) -> bool {
    let Some((end, [bonus @ .., test])) = insts.split_last() else { return true };
    let data = |i: Inst| &func.insts[i.index()];
    let is_used_here =
        |result: Value| uses.get(result.index()).is_none_or(|&count| count == 1) && insts.iter().any(|&i| data(i).args.contains(&result));
    let is_bonus = |i: Inst| {
        let op = data(i).op;
        // Divisions by zero are not there, or harmless.
        let is_quotient =
            matches!(op, Opcode::Div | Opcode::Rem) && (data(i).ty.is_float() || func.constant(data(i).args[1]).is_some_and(|c| c != 0));
        let is_pure = data(i).effects() == Effects::Pure && !op.row().is_warp_level;
        (is_pure || is_quotient) && !is_call(data(i)) && data(i).results.iter().all(|&r| is_used_here(r))
    };
    let is_test = matches!(data(*test).op, Opcode::Setp) || data(*test).ty == Type::Pred;
    bonus.len() <= MAX_BONUS && bonus.iter().all(|&i| is_bonus(i)) && is_test && data(*end).args == data(*test).results && is_bonus(*test)
}
