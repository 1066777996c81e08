//! Loop deletion: loops that nobody can tell were executed go.
//!
//! Before: any well-formed function. After: no loop is left that has no effect, whose values nobody outside reads, that
//! leaves to one place with the same arguments from everywhere, and that a counter ends (LLVM's LoopDeletion, which asks
//! for a bound on the number of iterations too: a loop that might never end stays). What its head computed is computed before it, once.
//! Device code only.

use crate::pass::PassContext;
use crate::pass::dce::has_effect;
use crate::pass::graph::{Graph, terminator};
use kern_ir::analysis::{Loop, LoopId, Loops, Placement};
use kern_ir::{Block, BlockCall, Cmp, Effects, Function, InstData, ModuleKind, Opcode, RegType, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device || func.layout.len() < 2 {
        return false;
    }
    let mut changed = false;
    // What is around a loop that went may go then.
    loop {
        let graph = context.analyses.graph(func);
        let loops = graph.loops();
        let search = Search { func, graph: &graph, loops, placement: Placement::new(func) };
        let dead = (0..loops.all().len()).rev().find_map(|id| Some((loops.get(id).header, search.exit_of_dead(id)?)));
        let Some((header, exit)) = dead else { break };
        for &pred in graph.preds(header).iter().filter(|&&p| !graph.dominates(header, p)) {
            keep_first_test(func, header, pred);
            let end = terminator(func, pred);
            for target in func.insts[end.index()].targets_mut().iter_mut().filter(|t| t.block == header) {
                *target = exit.clone();
            }
        }
        func.remove_unreachable_blocks();
        changed = true;
    }
    changed
}

/// Computes in `pred` what the head of a loop computes at first: LLVM has tested there once when the loop goes, and what nobody needs of
/// that goes later. Until then it is known.
fn keep_first_test(func: &mut Function, header: Block, pred: Block) {
    let end = terminator(func, pred);
    let Some(target) = func.insts[end.index()].targets().iter().find(|t| t.block == header) else { return };
    let params = &func.blocks[header.index()].params;
    let mut first: FxHashMap<Value, Value> = params.iter().copied().zip(target.args.iter().copied()).collect();
    for inst in func.blocks[header.index()].insts.clone() {
        let data = &func.insts[inst.index()];
        if data.effects() != Effects::Pure || data.op.row().is_warp_level {
            continue;
        }
        let mut copy = data.clone();
        let results = std::mem::take(&mut copy.results);
        copy.args.iter_mut().for_each(|arg| *arg = first.get(arg).copied().unwrap_or(*arg));
        let classes: Vec<RegType> = results.iter().map(|&result| func.ty(result)).collect();
        let made = func.add_inst(copy, &classes);
        first.extend(results.into_iter().zip(func.insts[made.index()].results.iter().copied()));
        let insts = &mut func.blocks[pred.index()].insts;
        insts.insert(insts.len() - 1, made);
    }
}

/// What looking for dead loops needs.
struct Search<'a> {
    func: &'a Function,
    graph: &'a Graph,
    loops: &'a Loops,
    placement: Placement,
}

impl Search<'_> {
    fn is_defined_inside(&self, id: LoopId, value: Value) -> bool {
        self.placement.block_of_def(self.func, value).is_some_and(|block| self.loops.contains(id, block))
    }

    /// Where the loop leads, if it may go.
    fn exit_of_dead(&self, id: LoopId) -> Option<BlockCall> {
        let Search { func, graph, loops, .. } = *self;
        let is_inside = |b: Block| loops.contains(id, b);
        let is_control = |op: Opcode| op.row().effects == kern_ir::Effects::Control;
        let Loop { blocks, latches, .. } = loops.get(id);
        let mut exit: Option<&BlockCall> = None;
        for &block in blocks {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                if has_effect(data) && !is_control(data.op) || is_control(data.op) && data.op != Opcode::Bra {
                    return None;
                }
                for target in data.targets().iter().filter(|t| !is_inside(t.block)) {
                    if exit.is_some_and(|e| e != target) || target.args.iter().any(|&a| self.is_defined_inside(id, a)) {
                        return None;
                    }
                    exit = Some(target);
                }
            }
        }
        let exit = exit?;
        let ends = blocks.iter().any(|&b| latches.iter().all(|&l| graph.dominates(b, l)) && self.is_counted(id, b));
        let is_read = |b: &Block| {
            let insts = &func.blocks[b.index()].insts;
            insts.iter().any(|i| {
                let data = &func.insts[i.index()];
                data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)).any(|&a| self.is_defined_inside(id, a))
            })
        };
        (ends && !graph.order.iter().filter(|&&b| !is_inside(b)).any(is_read)).then(|| exit.clone())
    }

    /// Whether `test` leaves the loop as soon as a counter has reached a bound.
    fn is_counted(&self, id: LoopId, test: Block) -> bool {
        let Search { func, loops, .. } = *self;
        let is_inside = |b: Block| loops.contains(id, b);
        let end = &func.insts[terminator(func, test).index()];
        let [a, b] = end.targets() else { return false };
        let stays_when = is_inside(a.block);
        if is_inside(a.block) == is_inside(b.block) {
            return false;
        }
        // In `counted && other`, the counter bounds the iterations all the same.
        let (mut tests, mut seen) = (vec![end.args[0]], FxHashSet::default());
        while let Some(test) = tests.pop() {
            if !seen.insert(test) {
                continue;
            }
            let ValueDef::Result(condition, 0) = func.def(test) else { continue };
            let condition = &func.insts[condition.index()];
            if condition.op == Opcode::And && stays_when {
                tests.extend(&condition.args);
            } else if self.is_bound(id, condition, stays_when) {
                return true;
            }
        }
        false
    }

    /// Whether `condition` compares a counter of the loop with a bound, so that it does not hold for ever (or, unless
    /// `stays_when`, does one day).
    fn is_bound(&self, id: LoopId, condition: &InstData, stays_when: bool) -> bool {
        let Search { func, graph, loops, .. } = *self;
        let is_inside = |b: Block| loops.contains(id, b);
        let header = loops.get(id).header;
        let ([index, bound], Some(cmp)) = (&condition.args[..], condition.attrs.cmp) else { return false };
        if condition.op != Opcode::Setp || condition.ty.is_float() {
            return false;
        }
        let is_rising = match (cmp, stays_when) {
            (Cmp::Lt | Cmp::Le, true) | (Cmp::Ge | Cmp::Gt, false) => true,
            (Cmp::Gt | Cmp::Ge, true) | (Cmp::Le | Cmp::Lt, false) => false,
            _ => return false,
        };
        let counter = step(func, *index).map_or(*index, |(base, _)| base);
        let ValueDef::Param(owner, n) = func.def(counter) else { return false };
        let is_stepped = |latch: &Block| {
            let targets = func.insts[terminator(func, *latch).index()].targets();
            targets
                .iter()
                .filter(|t| t.block == header)
                .all(|t| step(func, t.args[n as usize]).is_some_and(|(base, by)| base == counter && by != 0 && (by > 0) == is_rising))
        };
        let latches = graph.preds(header).iter().filter(|&&p| is_inside(p));
        !self.is_defined_inside(id, *bound) && owner == header && latches.into_iter().all(is_stepped)
    }
}

/// `(base, C)` where `value` is `base + C`.
fn step(func: &Function, value: Value) -> Option<(Value, i64)> {
    let ValueDef::Result(inst, 0) = func.def(value) else { return None };
    let add = &func.insts[inst.index()];
    let by = func.constant(*add.args.get(1)?)?;
    let by = if add.ty.size() == 4 { i64::from(by as u32 as i32) } else { by as i64 };
    (add.op == Opcode::Add && !add.ty.is_float()).then_some((add.args[0], by))
}
