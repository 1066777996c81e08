//! Sinking: float arithmetic that is used once, in another IR block, is computed there.
//!
//! Before: any well-formed function. After: as LLVM's Sink leaves it, what has one use stands in the IR block of that use,
//! unless that is in a loop that it was not in. Device code only.

use crate::pass::PassContext;
use crate::pass::graph::Graph;
use crate::pass::rewrite::{Substitution, count_uses, retain_params};
use kern_ir::analysis::Placement;
use kern_ir::{Attrs, Block, Function, Inst, InstData, ModuleKind, Opcode, Value, ValueDef};
use rustc_hash::FxHashMap;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device {
        return false;
    }
    let graph = context.analyses.graph(func);
    let loops = graph.loops();
    // The block that uses a value, if it is one.
    let mut user: Vec<Option<Block>> = vec![None; func.values.len()];
    let mut has_many = vec![false; func.values.len()];
    let mut moved = false;
    for &block in graph.order.iter().rev() {
        let mut sunk: FxHashMap<Block, Vec<Inst>> = FxHashMap::default();
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts.into_iter().rev() {
            let data = &func.insts[inst.index()];
            let is_product = is_arithmetic(data);
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
        moved |= place(func, block, kept, sunk);
    }
    moved
}

/// What stays in a block and what goes to the start of others, each from the last to the first; answers whether anything went.
pub(super) fn place(func: &mut Function, block: Block, mut kept: Vec<Inst>, sunk: FxHashMap<Block, Vec<Inst>>) -> bool {
    let has_moved = !sunk.is_empty();
    kept.reverse();
    func.blocks[block.index()].insts = kept;
    for (target, mut insts) in sunk {
        insts.reverse();
        func.blocks[target.index()].insts.splice(0..0, insts);
    }
    has_moved
}

/// What all ways to a join compute, and only the join uses, is computed at the join (SimplifyCFG's
/// `SinkCommonCodeFromPredecessors`, for equal operands). Device code only.
pub(crate) fn run_common(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device {
        return false;
    }
    let graph = context.analyses.graph(func);
    let mut uses = count_uses(func);
    let mut placement = Placement::new(func);
    let mut subst = Substitution::new(func);
    let mut changed = false;
    for &join in &graph.order {
        let preds = graph.preds(join).to_vec();
        if preds.len() < 2 || preds.iter().any(|&p| func.targets(p).len() != 1) {
            continue;
        }
        let mut keep = vec![true; func.blocks[join.index()].params.len()];
        for n in 0..keep.len() {
            let Some(insts) = common(func, &graph, &uses, &placement, &preds, (join, n)) else { continue };
            let mut data = func.insts[insts[0].index()].clone();
            data.args.iter().for_each(|a| uses[a.index()] += 1);
            for (&pred, inst) in preds.iter().zip(insts) {
                func.insts[inst.index()].args.iter().for_each(|a| uses[a.index()] -= 1);
                func.blocks[pred.index()].insts.retain(|&i| i != inst);
                placement.remove(inst);
            }
            data.results = Vec::new();
            let reg = data.ty.reg();
            let made = func.add_inst(data, &[reg]);
            func.blocks[join.index()].insts.insert(0, made);
            placement.place(made, join);
            uses.resize(func.values.len(), 0);
            subst.set(func.blocks[join.index()].params[n], func.insts[made.index()].results[0]);
            keep[n] = false;
        }
        if keep.contains(&false) {
            retain_params(func, join, &preds, &keep);
            changed = true;
        }
    }
    subst.apply(func) | changed
}

/// The instructions that give parameter `n` of `join` on the ways from `preds`, if they compute the same from values
/// that the join knows, for the parameter alone.
fn common(
    func: &Function,
    graph: &Graph,
    uses: &[u32],
    placement: &Placement,
    preds: &[Block],
    (join, n): (Block, usize),
) -> Option<Vec<Inst>> {
    let insts: Option<Vec<Inst>> = preds
        .iter()
        .map(|&pred| {
            let value = func.targets(pred)[0].args[n];
            let ValueDef::Result(inst, 0) = func.def(value) else { return None };
            let is_here = uses[value.index()] == 1 && placement.block_of(inst) == Some(pred);
            (is_here && is_arithmetic(&func.insts[inst.index()])).then_some(inst)
        })
        .collect();
    let insts = insts?;
    let first = &func.insts[insts[0].index()];
    let is_same = |inst: &Inst| {
        let other = &func.insts[inst.index()];
        (other.op, other.ty, other.attrs, &other.args) == (first.op, first.ty, first.attrs, &first.args)
    };
    let is_known = |value: Value| match func.def(value) {
        ValueDef::Const(_) => true,
        ValueDef::Param(block, _) => graph.dominates(block, join),
        ValueDef::Result(inst, _) => placement.block_of(inst).is_none_or(|b| !preds.contains(&b)),
    };
    (insts.iter().all(is_same) && first.args.iter().all(|&a| is_known(a))).then_some(insts)
}

fn is_arithmetic(data: &InstData) -> bool {
    matches!(data.op, Opcode::Mul | Opcode::Add | Opcode::Sub | Opcode::Neg)
        && data.ty.is_float()
        && data.attrs == Attrs { ftz: data.attrs.ftz, ..Attrs::default() }
}
