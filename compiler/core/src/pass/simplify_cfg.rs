//! Clean-up of control flow, as LLVM's SimplifyCFG and JumpThreading do it.
//!
//! Before: any well-formed function. After: no branch on a constant, no IR block that only jumps on, no jump to an IR
//! block that nobody else jumps to, no parameter that is always the same value; where an IR block only branches on a
//! parameter that a predecessor knows (`&&`, `||`), the predecessor jumps on directly. No instruction is duplicated or
//! moved under a condition, so barriers and warp-level operations are executed by whom they were.

use crate::pass::PassContext;
use crate::pass::graph::{Graph, terminator};
use crate::pass::names;
use crate::pass::rewrite::{Substitution, count_uses, jump_only, retain_params};
use kern_ir::{Block, BlockCall, Function, LocId, ModuleKind, Opcode, Value, ValueDef};

/// Rounds of threading, merging and parameter removal; each opens the way for the next.
const MAX_ROUNDS: u32 = 8;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    let mut changed = false;
    for _ in 0..MAX_ROUNDS {
        let mut again = fold_branches(func);
        again |= thread(func, context.kind);
        let graph = context.analyses.graph(func);
        again |= remove_params(func, &graph);
        again |= merge(func, &graph);
        changed |= again;
        if !again {
            break;
        }
    }
    changed
}

/// Joins what always follows one another, and nothing else: no edge leads elsewhere.
pub(crate) fn join(func: &mut Function, context: &PassContext<'_>) {
    for _ in 0..MAX_ROUNDS {
        let graph = context.analyses.graph(func);
        if !remove_params(func, &graph) & !merge(func, &graph) {
            break;
        }
    }
}

/// Branches on constants, and between equal targets, become jumps.
fn fold_branches(func: &mut Function) -> bool {
    let mut changed = false;
    for i in 0..func.layout.len() {
        let block = func.layout[i];
        let data = &func.insts[terminator(func, block).index()];
        let (op, count) = (data.op, data.targets().len());
        let condition = data.args.first().and_then(|&c| func.constant(c));
        let taken = match (op, condition) {
            (Opcode::Bra, _) if count < 2 => None,
            (Opcode::Bra, Some(c)) => Some(usize::from(c & 1 == 0)),
            (Opcode::Brx, Some(c)) if count > 0 => Some((c as usize).min(count - 1)),
            (Opcode::Bra | Opcode::Brx, None) if count > 0 && data.targets().iter().all(|t| *t == data.targets()[0]) => Some(0),
            _ => None,
        };
        if let Some(taken) = taken {
            jump_only(func, block, taken);
            changed = true;
        }
    }
    changed
}

/// Edges into IR blocks that do nothing but go on lead to where those go.
fn thread(func: &mut Function, kind: ModuleKind) -> bool {
    let is_candidate = |b: &Block| matches!(func.blocks[b.index()].insts[..], [only] if func.insts[only.index()].op == Opcode::Bra);
    if !func.layout[1..].iter().any(is_candidate) {
        return false;
    }
    let is_private = used_by_own_end(func);
    let graph = Graph::new(func);
    // Jumping past the test of a loop would make a second way into it.
    let is_head: Vec<bool> =
        (0..func.blocks.len() as u32).map(|b| graph.preds(Block(b)).iter().any(|&p| graph.dominates(Block(b), p))).collect();
    // Where the ways through a loop meet before they lead back, lanes wait for one another (`loop_simplify`).
    let is_latch: Vec<bool> = (0..func.blocks.len() as u32)
        .map(|b| {
            let leads_back = |target: &BlockCall| is_head[target.block.index()] && graph.dominates(target.block, Block(b));
            let targets = func.terminator(Block(b)).map_or(&[][..], |end| func.insts[end.index()].targets());
            kind == ModuleKind::Device && graph.preds(Block(b)).len() > 1 && matches!(targets, [only] if leads_back(only))
        })
        .collect();
    let mut changed = false;
    // From the last: most chains lead forward, and where the next one leads is known then.
    for i in (0..func.layout.len()).rev() {
        let block = func.layout[i];
        let end = terminator(func, block);
        for t in 0..func.insts[end.index()].targets().len() {
            // Chains are followed up to a bound: an endless loop of jumps has no end.
            for _ in 0..16 {
                let edge = &func.insts[end.index()].targets()[t];
                let Some(next) = beyond(func, &is_private, &is_head, block, edge).filter(|_| !is_latch[edge.block.index()]) else { break };
                let (via, to) = (edge.block.index(), next.block.index());
                // The head of a loop keeps the loop's place.
                if is_head[via] && func.blocks[to].loc == LocId::NONE {
                    func.blocks[to].loc = func.blocks[via].loc;
                }
                func.insts[end.index()].targets_mut()[t] = next;
                names::bypassed(func, Block(via as u32), Block(to as u32));
                changed = true;
            }
        }
    }
    changed
}

/// By IR block, whether nothing but its last instruction uses its parameters. What jumps on past others uses no parameters
/// of blocks that were private, so this stays true.
fn used_by_own_end(func: &Function) -> Vec<bool> {
    let uses = count_uses(func);
    let mut is_private = vec![true; func.blocks.len()];
    for &block in &func.layout {
        let data = &func.blocks[block.index()];
        let end = &func.insts[terminator(func, block).index()];
        is_private[block.index()] = data.params.iter().all(|&param| {
            let own = end.args.iter().chain(end.targets().iter().flat_map(|t| &t.args)).filter(|&&a| a == param).count();
            uses[param.index()] as usize == own
        });
    }
    is_private
}

/// Where `edge` out of `from` really leads, if its target only jumps, or branches on what this edge knows.
fn beyond(func: &Function, is_private: &[bool], is_head: &[bool], from: Block, edge: &BlockCall) -> Option<BlockCall> {
    let via = edge.block;
    let data = &func.blocks[via.index()];
    if data.insts.len() != 1 || !is_private[via.index()] || via == from || via == func.layout[0] || data.unroll.is_some() {
        return None;
    }
    let end = &func.insts[data.insts[0].index()];
    if end.op != Opcode::Bra || (is_head[via.index()] && !end.args.is_empty()) {
        return None;
    }
    let through = |value: Value| match func.def(value) {
        ValueDef::Param(block, index) if block == via => edge.args[index as usize],
        _ => value,
    };
    let target = match end.args.first() {
        None => &end.targets()[0],
        Some(&condition) => &end.targets()[usize::from(func.constant(through(condition))? & 1 == 0)],
    };
    if target.block == via {
        return None;
    }
    Some(BlockCall { block: target.block, args: target.args.iter().map(|&a| through(a)).collect() })
}

/// Parameters that every edge gives the same value (or themselves) become that value.
fn remove_params(func: &mut Function, graph: &Graph) -> bool {
    let mut subst = Substitution::new(func);
    let mut changed = false;
    let mut again = true;
    while again {
        again = false;
        for &block in &graph.order[1..] {
            let params = func.blocks[block.index()].params.clone();
            if params.is_empty() {
                continue;
            }
            let mut keep = vec![true; params.len()];
            for (i, &param) in params.iter().enumerate() {
                if let Some(value) = only_argument(func, graph, &mut subst, block, i, param) {
                    subst.set(param, value);
                    keep[i] = false;
                }
            }
            if keep.contains(&false) {
                retain_params(func, block, graph.preds(block), &keep);
                again = true;
                changed = true;
            }
        }
    }
    subst.apply(func);
    changed
}

fn only_argument(func: &Function, graph: &Graph, subst: &mut Substitution, block: Block, index: usize, param: Value) -> Option<Value> {
    let mut only: Option<Value> = None;
    for &pred in graph.preds(block) {
        for target in func.insts[terminator(func, pred).index()].targets() {
            if target.block != block {
                continue;
            }
            let arg = subst.get(target.args[index]);
            match only {
                _ if arg == param => {}
                None => only = Some(arg),
                Some(known) if known == arg || (func.constant(known).is_some() && func.constant(known) == func.constant(arg)) => {}
                Some(_) => return None,
            }
        }
    }
    only
}

/// An IR block and the only one that jumps to it become one.
fn merge(func: &mut Function, graph: &Graph) -> bool {
    let mut subst = Substitution::new(func);
    let mut gone = vec![false; func.blocks.len()];
    for &block in &graph.order {
        if gone[block.index()] {
            continue;
        }
        loop {
            let end = terminator(func, block);
            let [edge] = func.insts[end.index()].targets() else { break };
            let next = edge.block;
            if func.insts[end.index()].op != Opcode::Bra || next == block || next == func.layout[0] || graph.preds(next).len() != 1 {
                break;
            }
            let args = edge.args.clone();
            let params = std::mem::take(&mut func.blocks[next.index()].params);
            for (param, arg) in params.into_iter().zip(args) {
                subst.set(param, arg);
            }
            let mut insts = std::mem::take(&mut func.blocks[next.index()].insts);
            func.blocks[block.index()].insts.pop();
            func.blocks[block.index()].insts.append(&mut insts);
            gone[next.index()] = true;
        }
    }
    let before = func.layout.len();
    func.layout.retain(|b| !gone[b.index()]);
    subst.apply(func);
    before != func.layout.len()
}
