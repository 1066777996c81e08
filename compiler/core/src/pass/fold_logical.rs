//! `&&` and `||` without a branch: the right side is computed at once where it is cheap.
//!
//! Before: device code as it was lowered, with its variables in registers. After: where a branch leads to an IR block that
//! only tests, and the other target of both is the same, the test stands before the branch and both are one. As LLVM's
//! SimplifyCFG does before it inlines, for nvcc's front end makes a value of `a && b` and branches on that: the block of
//! `b` is the arm of a branch, with the limits of [`if_convert`](super::if_convert). Tests of an `if` inside of an `if`
//! are none of that: between them and the end of the outer one stands the end of the inner one. They are joined later, see
//! [`run_inside`], with less to compute.

use crate::pass::PassContext;
use crate::pass::alias::loads_variable;
use crate::pass::graph::{Graph, terminator};
use crate::pass::if_convert::{MAX_ARM_COST, cost, is_truncation};
use crate::pass::mem2reg_addresses::{Addresses, access, fits, is_plain_access};
use crate::pass::rewrite::{count_uses, jump_only, make_inst};
use kern_ir::{Block, Effects, Function, Inst, InstData, LocId, ModuleKind, Opcode, RegType, Type, Value};

/// What the second of two tests may compute besides its comparison (NVVM's `bonus-inst-threshold`).
const MAX_BONUS: usize = 1;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device || func.layout.len() < 3 {
        return false;
    }
    let graph = context.analyses.graph(func);
    let addresses = Addresses::find(func, &graph);
    let is_cheap = |func: &Function, insts: &[Inst]| is_cheap(func, context, &addresses, insts);
    let mut changed = false;
    for &block in &graph.order {
        // Of `a && b && c`, that is `(a && b) && c`, the first two come first.
        while let Some((second, stays)) = second_test(func, &graph, block, &is_cheap) {
            join(func, [block, second], stays);
            changed = true;
        }
        if let Some((second, at)) = second_value(func, &graph, block, &is_cheap) {
            join_values(func, [block, second], at);
            changed = true;
        }
    }
    if changed {
        func.remove_unreachable_blocks();
    }
    changed
}

/// Whether what a block computes before it ends costs no more than an arm that is computed always.
fn is_cheap(func: &Function, context: &PassContext<'_>, addresses: &Addresses, insts: &[Inst]) -> bool {
    let costs: Option<Vec<usize>> = insts[..insts.len() - 1].iter().map(|&inst| cost_of(func, context, addresses, inst)).collect();
    costs.is_some_and(|costs| costs.iter().sum::<usize>() <= MAX_ARM_COST)
}

/// What an instruction costs; variables in local memory may be read, for what was not inlined yet holds their addresses.
fn cost_of(func: &Function, context: &PassContext<'_>, addresses: &Addresses, inst: Inst) -> Option<usize> {
    let data = &func.insts[inst.index()];
    let is_pure = data.effects() == Effects::Pure && !data.op.row().is_warp_level;
    match data.op {
        Opcode::Address => Some(0),
        Opcode::Ld if context.options.is_counted && loads_variable(func, context.globals, data) => Some(1),
        Opcode::Ld => {
            let (slot, offset) = access(func, addresses, inst).filter(|_| is_plain_access(data))?;
            fits(func, slot, offset, data.ty.size(), data.attrs.vector).then_some(1)
        }
        _ if is_call(data) => None,
        _ => cost(data).filter(|_| is_pure),
    }
}

/// Whether the operation is a call of a function in NVVM, which stays under its branch.
fn is_call(data: &InstData) -> bool {
    matches!(data.op, Opcode::Abs | Opcode::Min | Opcode::Max) || is_truncation(data)
}

/// The block behind `block` that computes a value of `&&` or `||` where `block` does not know it, and which argument of the block behind
/// both it is.
fn second_value(func: &Function, graph: &Graph, block: Block, is_cheap: &dyn Fn(&Function, &[Inst]) -> bool) -> Option<(Block, usize)> {
    let [a, b] = func.targets(block) else { return None };
    let is_bra = |b: Block| func.insts[terminator(func, b).index()].op == Opcode::Bra;
    [(a, b), (b, a)].into_iter().filter(|_| is_bra(block)).find_map(|(way, known)| {
        let [on] = func.targets(way.block) else { return None };
        let second = &func.blocks[way.block.index()];
        let fits = on.block == known.block
            && way.block != block
            && on.block != way.block
            && is_bra(way.block)
            && graph.preds(way.block).len() == 1
            && second.params.is_empty()
            && is_cheap(func, &second.insts);
        let mut differing = on.args.iter().zip(&known.args).enumerate().filter(|(_, (a, b))| a != b).filter(|_| fits);
        let (at, (_, &constant)) = differing.next().filter(|_| differing.next().is_none())?;
        let is_logical = func.ty(constant) == RegType::Pred && func.constant(constant) == Some(u64::from(way == b));
        is_logical.then_some((way.block, at))
    })
}

/// Computes the value of the second block at once: argument `at` is then both or one of them.
fn join_values(func: &mut Function, [block, second]: [Block; 2], at: usize) {
    let end = terminator(func, block);
    let (test, loc, is_and) = (func.insts[end.index()].args[0], func.insts[end.index()].loc, func.targets(block)[0].block == second);
    let mut insts = std::mem::take(&mut func.blocks[second.index()].insts);
    // The emptied block stays well-formed until it is removed.
    let last = insts.pop();
    func.blocks[second.index()].insts.extend(last);
    let other = func.targets(second)[0].args[at];
    let (inst, both) = logical(func, if is_and { Opcode::And } else { Opcode::Or }, &[test, other], loc);
    let known = usize::from(is_and);
    func.insts[end.index()].targets_mut()[known].args[at] = both;
    func.blocks[block.index()].insts.pop();
    func.blocks[block.index()].insts.append(&mut insts);
    func.blocks[block.index()].insts.extend([inst, end]);
    jump_only(func, block, known);
}

fn logical(func: &mut Function, op: Opcode, args: &[Value], loc: LocId) -> (Inst, Value) {
    make_inst(func, op, Type::Pred, Type::Pred, args, RegType::Pred, loc)
}

/// The block behind `block` that only tests, as `is_cheap` says, whose branch leads to the other target of `block` too; and which targets of
/// the two branches stay off that.
fn second_test(func: &Function, graph: &Graph, block: Block, is_cheap: &dyn Fn(&Function, &[Inst]) -> bool) -> Option<(Block, [usize; 2])> {
    [0, 1].into_iter().find_map(|side| {
        let is_branch = |b: Block| func.insts[terminator(func, b).index()].op == Opcode::Bra && func.targets(b).len() == 2;
        if !is_branch(block) {
            return None;
        }
        let (second, exit) = (func.targets(block)[side].block, &func.targets(block)[1 - side]);
        let fits = second != block
            && second != exit.block
            && is_branch(second)
            && graph.preds(second).len() == 1
            && func.blocks[second.index()].params.is_empty()
            && is_cheap(func, &func.blocks[second.index()].insts);
        let leaves = func.targets(second).iter().position(|t| t == exit).filter(|_| fits)?;
        let stays = &func.targets(second)[1 - leaves];
        (stays.block != exit.block && stays.block != block).then_some((second, [side, 1 - leaves]))
    })
}

/// Moves the test of the second block, which only the first leads to, into the first: both branches become one that stays
/// when both do.
fn join(func: &mut Function, [header, second]: [Block; 2], stays: [usize; 2]) {
    let ends = [header, second].map(|b| terminator(func, b));
    let loc = func.insts[ends[1].index()].loc;
    let mut insts = std::mem::take(&mut func.blocks[second.index()].insts);
    insts.pop();
    func.blocks[second.index()].insts.push(ends[0]);
    func.blocks[header.index()].insts.pop();
    let [mut first, second_test] = ends.map(|end| func.insts[end.index()].args[0]);
    if stays[0] != stays[1] {
        let (inst, not) = logical(func, Opcode::Not, &[first], loc);
        insts.push(inst);
        first = not;
    }
    let op = if stays[1] == 0 { Opcode::And } else { Opcode::Or };
    let (inst, both) = logical(func, op, &[first, second_test], loc);
    insts.extend([inst, ends[1]]);
    func.insts[ends[1].index()].args = vec![both];
    func.blocks[header.index()].insts.append(&mut insts);
    // The emptied block is unreachable and stays well-formed until it is removed.
}

/// As [`run_inside`], of device code whose accesses are counted: a test may load a variable.
pub(crate) fn run_counted(func: &mut Function, context: &PassContext<'_>) -> bool {
    context.kind == ModuleKind::Device && context.options.is_counted && run_inside(func, context)
}

/// Makes one branch of `if (a) if (b)` where the second block only tests: SimplifyCFG's `FoldBranchToCommonDest`.
pub(crate) fn run_inside(func: &mut Function, context: &PassContext<'_>) -> bool {
    if func.layout.len() < 3 {
        return false;
    }
    let graph = Graph::new(func);
    let uses = count_uses(func);
    let mut changed = false;
    // Inner branches first.
    for &block in graph.order.iter().rev() {
        let Some((second, stays)) = second_test(func, &graph, block, &|func, insts| is_bonus_test(func, context, &uses, insts)) else {
            continue;
        };
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
fn is_bonus_test(func: &Function, context: &PassContext<'_>, uses: &[u32], insts: &[Inst]) -> bool {
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
        let is_variable = context.options.is_counted && loads_variable(func, context.globals, data(i));
        (is_pure || is_quotient || is_variable) && !is_call(data(i)) && data(i).results.iter().all(|&r| is_used_here(r))
    };
    let is_test = matches!(data(*test).op, Opcode::Setp) || data(*test).ty == Type::Pred;
    bonus.len() <= MAX_BONUS && bonus.iter().all(|&i| is_bonus(i)) && is_test && data(*end).args == data(*test).results && is_bonus(*test)
}
