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
use kern_ir::{Block, BlockCall, Effects, Function, Inst, InstData, Opcode, Type, Value};

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

/// Makes one test of `a && b` at the head of a loop, where `b` is cheap: SimplifyCFG does, so that LoopRotate moves both.
pub(super) fn flatten_tests(func: &mut Function, _: &PassContext<'_>) -> bool {
    flatten_all(func, |_, _| true)
}

/// As [`flatten_tests`], where that makes something common: what the loop's body and its exit begin with, or what the test
/// and the exit compute. Of loops that ask nothing of memory only: what they ask is told by where they are left.
pub(super) fn flatten_tests_in_common(func: &mut Function, _: &PassContext<'_>) -> bool {
    let is_pure = |inst: &InstData| matches!(inst.effects(), Effects::Pure | Effects::PureNotSpeculatable | Effects::Control);
    flatten_all(func, |func, data| {
        has_common(func, data) && data.blocks.iter().flat_map(|b| &func.blocks[b.index()].insts).all(|i| is_pure(&func.insts[i.index()]))
    })
}

/// Whether a second test as cheap as [`flatten`] wants it has something in common with the exit, or the body behind it.
fn has_common(func: &Function, data: &Loop) -> bool {
    let is_inside = |b: &Block| data.blocks.contains(b);
    let way = |from: Block, inside: bool| func.targets(from).iter().map(|t| t.block).find(|b| is_inside(b) == inside);
    let Some((second, exit)) = way(data.header, true).zip(way(data.header, false)) else { return false };
    if func.blocks[second.index()].insts.len() > MAX_BONUS + 2 {
        return false;
    }
    let insts = |b: Block| func.blocks[b.index()].insts.iter().map(|i| &func.insts[i.index()]).filter(|d| d.ty.is_float());
    let is_same = |a: &InstData, b: &InstData| (a.op, a.ty, a.attrs, &a.args) == (b.op, b.ty, b.attrs, &b.args) && !a.results.is_empty();
    let body = way(second, true);
    let begins = body.and_then(|body| insts(body).next()).zip(insts(exit).next()).is_some_and(|(a, b)| is_same(a, b));
    begins || insts(second).any(|a| insts(exit).any(|b| is_same(a, b)))
}

fn flatten_all(func: &mut Function, is_wanted: impl Fn(&Function, &Loop) -> bool) -> bool {
    let graph = Graph::new(func);
    let mut changed = false;
    for data in graph.loops().all() {
        while is_wanted(func, data) && flatten(func, &graph, data) {
            changed = true;
        }
    }
    if changed {
        func.remove_unreachable_blocks();
    }
    changed
}

/// Takes the second test of a loop into its header.
fn flatten(func: &mut Function, graph: &Graph, data: &Loop) -> bool {
    let header = data.header;
    let stay_and_leave = |func: &Function, block: Block| {
        let [a, b] = func.targets(block) else { return None };
        match (data.blocks.contains(&a.block), data.blocks.contains(&b.block)) {
            (true, false) => Some((0, a.clone(), b.clone())),
            (false, true) => Some((1, b.clone(), a.clone())),
            _ => None,
        }
    };
    let Some((first_stay, second, exit)) = stay_and_leave(func, header) else { return false };
    let second = second.block;
    let Some((second_stay, _, other_exit)) = stay_and_leave(func, second) else { return false };
    let insts = &func.blocks[second.index()].insts;
    let is_pure = |i: &Inst| func.insts[i.index()].effects() == Effects::Pure && !func.insts[i.index()].op.row().is_warp_level;
    let is_cheap = insts.len() <= MAX_BONUS + 2 && insts[..insts.len() - 1].iter().all(is_pure);
    let is_own = second != header && graph.preds(second).len() == 1 && func.blocks[second.index()].params.is_empty();
    let ends = [header, second].map(|b| terminator(func, b));
    if !is_cheap || !is_own || exit != other_exit || ends.iter().any(|e| func.insts[e.index()].op != Opcode::Bra) {
        return false;
    }
    join(func, [header, second], [first_stay, second_stay]);
    true
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
        let is_conversion = op == Opcode::Cvt && data(i).src_ty.is_float() && !data(i).ty.is_float();
        let is_pure = data(i).effects() == Effects::Pure && !op.row().is_warp_level;
        (is_pure || is_quotient) && !is_call(data(i)) && !is_conversion && data(i).results.iter().all(|&r| is_used_here(r))
    };
    let is_test = matches!(data(*test).op, Opcode::Setp) || data(*test).ty == Type::Pred;
    bonus.len() <= MAX_BONUS && bonus.iter().all(|&i| is_bonus(i)) && is_test && data(*end).args == data(*test).results && is_bonus(*test)
}
