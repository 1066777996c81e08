//! Full unrolling of loops whose number of iterations is known.
//!
//! Before: a loop with one test that every iteration goes through and that depends on nothing but constants and what
//! the loop counts. After: that many copies of its body, one after the other; the test is gone. The count is found by
//! running the test on constants, so any step and any comparison will do. `#pragma unroll` raises the budget,
//! `#pragma unroll 1` forbids, `#pragma unroll N` asks for as many copies only when that is all of them; else it is for
//! `partial_unroll`. Budgets are those seen with nvcc 13.0.
//!
//! Host code is left alone: nothing is counted there and nobody waits for it.
//!
//! Every iteration is executed as before, so volatile accesses, barriers and warp-level operations may be inside.

use crate::pass::eval::eval;
use crate::pass::fold::is_foldable;
use crate::pass::graph::{Graph, terminator};
use crate::pass::rewrite::{copy_blocks, jump_only};
use crate::pass::{PassContext, partial_unroll};
use kern_ir::analysis::{LoopId, Loops, def_blocks};
use kern_ir::{Block, Function, ModuleKind, Opcode, Value, ValueDef};
use rustc_hash::FxHashMap;

/// Instructions after unrolling without a pragma: nvcc unrolls 64 products of an array (7 instructions each) but not
/// 100, 32 longer bodies of 13 but not 64, and 512 single additions but not 1024.
const BUDGET: usize = 600;
/// The same of a loop around others, which LLVM unrolls first, for four iterations or two: read off the PTX of eleven such nests.
const BUDGET_AROUND: usize = 300;
/// Iterations without a pragma.
const MAX_TRIPS: usize = BUDGET;
/// What counting costs in an iteration (step, test, two branches) and is gone afterwards.
const COUNTING: usize = 4;
/// Instructions after unrolling with `#pragma unroll`.
const PRAGMA_BUDGET: usize = 16_000;
/// Iterations with `#pragma unroll`.
const PRAGMA_MAX_TRIPS: usize = 1_024;
/// Levels of nested loops unrolled in one run.
const MAX_ROUNDS: u32 = 6;
/// Depth of the expression of a test.
const MAX_DEPTH: u32 = 32;
/// A function is not unrolled beyond this many instructions.
const MAX_FUNCTION: usize = 100_000;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind == ModuleKind::Host {
        return false;
    }
    let mut changed = false;
    for _ in 0..MAX_ROUNDS {
        let graph = context.analyses.graph(func);
        let loops = graph.loops();
        if loops.all().is_empty() || !unroll_innermost(func, context, &graph, loops) {
            break;
        }
        func.remove_unreachable_blocks();
        changed = true;
    }
    changed
}

/// Unrolls what can be, inner loops first; a loop around one that was unrolled waits for the next round.
fn unroll_innermost(func: &mut Function, context: &PassContext<'_>, graph: &Graph, loops: &Loops) -> bool {
    let mut total: usize = func.layout.iter().map(|b| func.blocks[b.index()].insts.len()).sum();
    let defined_in = def_blocks(func);
    let escaping = escaping_values(func, graph, loops, &defined_in);
    let mut is_blocked = vec![false; loops.all().len()];
    let mut round = Round::default();
    let mut is_around = vec![false; loops.all().len()];
    loops.all().iter().filter_map(|inner| inner.parent).for_each(|id| is_around[id] = true);
    let is_nest = |id: &LoopId| plan(func, graph, loops, &defined_in, *id, &escaping[*id]).is_some_and(|plan| !plan.is_asked_for);
    // What partial unrolling adds to loops, if that matters.
    let has_nest = (0..loops.all().len()).filter(|id| is_around[*id]).any(|id| is_nest(&id));
    let growths = if has_nest { partial_unroll::growths(func, context) } else { Vec::new() };
    for id in (0..loops.all().len()).rev() {
        let parent = loops.get(id).parent;
        if !is_blocked[id]
            && let Some(plan) = plan(func, graph, loops, &defined_in, id, &escaping[id])
            && total + plan.growth <= MAX_FUNCTION
            && (!is_around[id] || plan.is_asked_for || fits_around(loops, id, &plan, &growths))
        {
            total += plan.growth;
            lead_out(func, &plan, id, &escaping[id], &mut round);
            copy_iterations(func, loops, id, &plan, &mut round);
            is_blocked[id] = true;
        }
        if let (true, Some(parent)) = (is_blocked[id], parent) {
            is_blocked[parent] = true;
        }
    }
    if round.copies.is_empty() {
        return false;
    }
    round.finish(func, graph, loops);
    true
}

/// What the loops unrolled in one round leave to do over the whole function.
#[derive(Default)]
struct Round {
    /// Escaping values: the loop, and the parameter of its exit that stands for the value outside of it.
    renamed: FxHashMap<Value, (LoopId, Value)>,
    /// Of each header, the blocks of the copies in order; the first is the new way in.
    copies: FxHashMap<Block, Vec<Block>>,
}

impl Round {
    fn finish(mut self, func: &mut Function, graph: &Graph, loops: &Loops) {
        let mut layout = Vec::with_capacity(func.layout.len());
        for &block in &func.layout {
            layout.push(block);
            if let Some(copies) = self.copies.get_mut(&block) {
                let first = copies[0];
                layout.append(copies);
                copies.push(first);
            }
        }
        func.layout = layout;
        for &block in &func.layout {
            for &inst in &func.blocks[block.index()].insts {
                let data = &mut func.insts[inst.index()];
                let rename = |arg: &mut Value| {
                    if let Some(&(id, param)) = self.renamed.get(arg)
                        && !(graph.position(block).is_some() && loops.contains(id, block))
                    {
                        *arg = param;
                    }
                };
                data.args.iter_mut().for_each(rename);
                for target in data.targets_mut() {
                    target.args.iter_mut().for_each(rename);
                    if let Some(copies) = self.copies.get(&target.block) {
                        target.block = copies[0];
                    }
                }
            }
        }
    }
}

/// Of each loop, the values defined inside and used outside, other than as arguments of the edges that leave it.
fn escaping_values(func: &Function, graph: &Graph, loops: &Loops, defined_in: &[Option<Block>]) -> Vec<Vec<Value>> {
    let mut escaping: Vec<Vec<Value>> = vec![Vec::new(); loops.all().len()];
    for &block in &graph.order {
        for inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            for &arg in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
                let Some(def) = defined_in[arg.index()] else { continue };
                let mut at = loops.innermost(def);
                while let Some(id) = at.filter(|&id| !loops.contains(id, block)) {
                    escaping[id].push(arg);
                    at = loops.get(id).parent;
                }
            }
        }
    }
    for values in &mut escaping {
        values.sort_unstable();
        values.dedup();
    }
    escaping
}

struct Plan {
    /// The IR block that ends in the test, and the target that stays in the loop.
    test: Block,
    stay: usize,
    /// Times the test says to stay.
    trips: usize,
    growth: usize,
    /// Where escaping values leave, and from where.
    exit: Option<(Block, Vec<Block>)>,
    /// By a pragma.
    is_asked_for: bool,
    /// Instructions of an iteration, without what counts.
    size_of_copy: usize,
}

/// Whether a loop around others may be unrolled with what these become.
fn fits_around(loops: &Loops, id: LoopId, plan: &Plan, growths: &[(Block, usize)]) -> bool {
    let header = loops.get(id).header;
    let inner = growths.iter().filter(|(inner, _)| *inner != header && loops.contains(id, *inner));
    (plan.size_of_copy + inner.map(|inner| inner.1).sum::<usize>()) * plan.trips <= BUDGET_AROUND
}

fn plan(func: &Function, graph: &Graph, loops: &Loops, defined_in: &[Option<Block>], id: LoopId, escaping: &[Value]) -> Option<Plan> {
    let data = &loops.get(id);
    let pragma = func.blocks[data.header.index()].unroll;
    let (max_trips, budget) = match pragma {
        Some(1) => return None,
        Some(0) => (PRAGMA_MAX_TRIPS, PRAGMA_BUDGET),
        Some(n) => ((n as usize).min(PRAGMA_MAX_TRIPS), PRAGMA_BUDGET),
        None => (MAX_TRIPS, BUDGET),
    };
    let size: usize = data.blocks.iter().map(|b| func.blocks[b.index()].insts.len()).sum();
    if size > budget {
        return None;
    }
    // Copies of other loops made in this round are in no table, and in no loop.
    let is_inside = |block: Block| graph.position(block).is_some() && loops.contains(id, block);
    let latches: Vec<Block> = graph.preds(data.header).iter().copied().filter(|&p| is_inside(p)).collect();
    let (test, stay, trips) = data.blocks.iter().find_map(|&block| {
        let end = &func.insts[terminator(func, block).index()];
        let [a, b] = end.targets() else { return None };
        let stay = match (is_inside(a.block), is_inside(b.block)) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return None,
        };
        if end.op != Opcode::Bra || !latches.iter().all(|&l| graph.dominates(block, l)) {
            return None;
        }
        count_trips(func, graph, &is_inside, data.header, end.args[0], stay == 0, max_trips).map(|trips| (block, stay, trips))
    })?;
    let size_of_copy = size.saturating_sub(COUNTING).max(1);
    if size_of_copy * trips > budget {
        return None;
    }
    let growth = size * (trips + 1);
    let mut exits: Vec<(Block, Block)> = Vec::new();
    for &block in &data.blocks {
        let targets = func.insts[terminator(func, block).index()].targets();
        exits.extend(targets.iter().filter(|t| !is_inside(t.block)).map(|t| (block, t.block)));
    }
    let mut plan = Plan { test, stay, trips, growth, exit: None, is_asked_for: pragma.is_some(), size_of_copy };
    if !escaping.is_empty() {
        let to = exits.first()?.1;
        let sources: Vec<Block> = exits.iter().map(|e| e.0).collect();
        let all_reach = |v: &Value| defined_in[v.index()].is_some_and(|h| sources.iter().all(|&s| graph.dominates(h, s)));
        if exits.iter().any(|e| e.1 != to)
            || graph.position(to).is_none()
            || !graph.preds(to).iter().all(|&p| is_inside(p))
            || !escaping.iter().all(all_reach)
        {
            return None;
        }
        plan.exit = Some((to, sources));
    }
    Some(plan)
}

/// Runs the test of a loop on constants: how often it says to stay.
fn count_trips(
    func: &Function,
    graph: &Graph,
    is_inside: &dyn Fn(Block) -> bool,
    head: Block,
    condition: Value,
    stays_when: bool,
    max_trips: usize,
) -> Option<usize> {
    // The head's parameters as the edges from outside, then from inside, give them.
    let incoming = |from_inside: bool, index: usize| -> Option<Value> {
        let mut only: Option<Value> = None;
        for &pred in graph.preds(head).iter().filter(|&&p| is_inside(p) == from_inside) {
            for target in func.insts[terminator(func, pred).index()].targets().iter().filter(|t| t.block == head) {
                let arg = target.args[index];
                let is_equal = |o: Value| o == arg || (func.constant(o).is_some() && func.constant(o) == func.constant(arg));
                if only.is_some_and(|o| !is_equal(o)) {
                    return None;
                }
                only = Some(arg);
            }
        }
        only
    };
    let params = &func.blocks[head.index()].params;
    let mut now: Vec<Option<u64>> = (0..params.len()).map(|i| incoming(false, i).and_then(|v| func.constant(v))).collect();
    let next: Vec<Option<Value>> = (0..params.len()).map(|i| incoming(true, i)).collect();
    // A test that no counted parameter reaches never changes.
    for trips in 0..=max_trips {
        let value = evaluate(func, head, &now, condition, MAX_DEPTH)?;
        if (value & 1 != 0) != stays_when {
            return Some(trips);
        }
        now = next.iter().zip(&now).map(|(v, old)| old.and(*v).and_then(|v| evaluate(func, head, &now, v, MAX_DEPTH))).collect();
    }
    None
}

/// The value of an expression over the parameters of `head`.
fn evaluate(func: &Function, head: Block, params: &[Option<u64>], value: Value, depth: u32) -> Option<u64> {
    match func.def(value) {
        ValueDef::Const(bits) => Some(bits),
        ValueDef::Param(block, index) if block == head => params[index as usize],
        ValueDef::Result(inst, 0) if depth > 0 && is_foldable(&func.insts[inst.index()]) => {
            let data = &func.insts[inst.index()];
            let mut args = [0; 4];
            if data.args.len() > args.len() {
                return None;
            }
            for (slot, &arg) in args.iter_mut().zip(&data.args) {
                *slot = evaluate(func, head, params, arg, depth - 1)?;
            }
            eval(data, &args[..data.args.len()])
        }
        _ => None,
    }
}

/// Makes escaping values parameters of the exit.
fn lead_out(func: &mut Function, plan: &Plan, id: LoopId, escaping: &[Value], round: &mut Round) {
    let Some((exit, sources)) = &plan.exit else { return };
    for &value in escaping {
        let param = func.add_block_param(*exit, func.ty(value));
        round.renamed.insert(value, (id, param));
        let mut done: Option<Block> = None;
        for &source in sources {
            if done.replace(source) == Some(source) {
                continue;
            }
            let end = terminator(func, source);
            for target in func.insts[end.index()].targets_mut() {
                if target.block == *exit {
                    target.args.push(value);
                }
            }
        }
    }
}

/// Makes the copies; the original is unreachable once the edges into it lead to the first.
fn copy_iterations(func: &mut Function, loops: &Loops, id: LoopId, plan: &Plan, round: &mut Round) {
    let data = &loops.get(id);
    let size = data.blocks.len();
    let base = func.blocks.len() as u32;
    // Copy k of the loop's block number n is block base + k * size + n.
    let mut number: FxHashMap<Block, u32> = FxHashMap::default();
    for (n, &block) in data.blocks.iter().enumerate() {
        number.insert(block, n as u32);
    }
    let copy_of = |block: Block, k: usize| number.get(&block).map(|n| Block(base + k as u32 * size as u32 + n));
    for _ in 0..size * (plan.trips + 1) {
        func.add_block();
    }
    let mut layout = Vec::with_capacity(size * (plan.trips + 1));
    for k in 0..=plan.trips {
        let pairs: Vec<(Block, Block)> = data.blocks.iter().filter_map(|&block| Some((block, copy_of(block, k)?))).collect();
        copy_blocks(func, &pairs, |target| {
            // The way back leads to the next iteration; after the last test nothing goes back.
            let to = if target == data.header { k + 1 } else { k };
            copy_of(target, to.min(plan.trips)).unwrap_or(target)
        });
        // The head of the loop is no head any more; loops inside keep their pragma.
        if let Some(head) = copy_of(data.header, k) {
            func.blocks[head.index()].unroll = None;
        }
        layout.extend(pairs.into_iter().map(|(_, copy)| copy));
        if let Some(test) = copy_of(plan.test, k) {
            jump_only(func, test, if k < plan.trips { plan.stay } else { 1 - plan.stay });
        }
    }
    round.copies.insert(data.header, layout);
}
