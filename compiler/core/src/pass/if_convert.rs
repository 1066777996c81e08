//! If-conversion: small arms without effects become `selp`.
//!
//! Before: a branch whose arms only compute values. After: both arms are computed and the values selected, as LLVM's
//! SimplifyCFG does before NVPTX (see [`are_cheap`]). Only arms of pure operations that may be executed where they were not;
//! a load, store, call or anything of the warp stays under its branch. Where accesses are counted, variables are loaded at once, too.

use crate::pass::PassContext;
use crate::pass::alias::loads_variable;
use crate::pass::graph::{Graph, terminator};
use crate::pass::rewrite::{jump_only, make_inst};
use kern_ir::{Block, Effects, Function, Inst, InstData, LocId, Opcode, RegType, Value, ValueDef};
use rustc_hash::FxHashSet;

/// What the instructions of one arm may cost together.
pub(crate) const MAX_ARM_COST: usize = 5;
/// Instructions that may be taken from the arms already when another value is looked at.
const MAX_TAKEN: usize = 3;
/// Values selected at the join.
const MAX_SELECTS: usize = 3;
/// How deep the operands of a value are followed.
const MAX_DEPTH: usize = 10;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let mut changed = false;
    let graph = context.analyses.graph(func);
    // Inner branches come later in the order: they are converted first, and may make their surroundings convertible.
    for &block in graph.order.iter().rev() {
        while convert(func, &graph, block, context) {
            changed = true;
        }
    }
    if changed {
        func.remove_unreachable_blocks();
    }
    changed
}

/// An arm of a branch: the IR block between the branch and the join, or none.
struct Arm {
    block: Option<Block>,
    args: Vec<Value>,
    join: Block,
}

fn convert(func: &mut Function, graph: &Graph, block: Block, context: &PassContext<'_>) -> bool {
    let end = terminator(func, block);
    let data = &func.insts[end.index()];
    if data.op != Opcode::Bra || data.targets().len() != 2 {
        return false;
    }
    let (condition, loc) = (data.args[0], data.loc);
    let joins: Vec<Block> = data.targets().iter().map(|t| t.block).collect();
    // The join is where both go: the target of one side and of the other side's arm, or of both arms.
    let candidates = [joins[0], joins[1]].into_iter().chain(joins.iter().filter_map(|&b| only_target(func, b)));
    for join in candidates {
        let (Some(then), Some(otherwise)) = (arm(func, graph, (block, 0), join, context), arm(func, graph, (block, 1), join, context))
        else {
            continue;
        };
        let differing = then.args.iter().zip(&otherwise.args).filter(|(a, b)| a != b).count();
        let is_taken = is_whole(graph, &then) || is_speculated(func, &then, &otherwise);
        if differing > MAX_SELECTS || then.join == block || !is_taken || !are_cheap(func, &then, &otherwise) {
            continue;
        }
        merge_arms(func, block, condition, loc, &then, &otherwise);
        return true;
    }
    false
}

/// Whether nothing else leads to the join (SimplifyCFG's `FoldTwoEntryPHINode`). What does so is the end of a branch inside another one,
/// which LLVM has made one with the end of that when its arms were too dear.
fn is_whole(graph: &Graph, then: &Arm) -> bool {
    graph.preds(then.join).len() == 2
}

/// Whether one arm alone computes something, in one operation (`SpeculativelyExecuteBB`).
fn is_speculated(func: &Function, then: &Arm, otherwise: &Arm) -> bool {
    let operations = |arm: &Arm| arm.block.map_or(0, |b| func.blocks[b.index()].insts.len() - 1);
    operations(then) + operations(otherwise) <= 1
}

/// Whether both arms may be computed.
///
/// nvcc's limits, read off triangles and diamonds of 0 to 8 operations an arm and one to four values: the values are gone
/// through in the order of the join's parameters, the arm that is executed when the condition holds first. What one arm
/// computes for all of them costs at most 5; and once 4 instructions have been taken, a value that needs another ends it.
/// So one value of 5 operations is selected, or 3 of one arm and 5 of the other, but not 4 and 1.
fn are_cheap(func: &Function, then: &Arm, otherwise: &Arm) -> bool {
    let insts_of = |arm: &Arm| arm.block.map_or(&[][..], |b| &func.blocks[b.index()].insts);
    let mut taking = Taking { arms: [insts_of(then), insts_of(otherwise)], taken: FxHashSet::default(), cost: [0; 2] };
    then.args.iter().zip(&otherwise.args).filter(|(a, b)| a != b).all(|(&a, &b)| taking.takes(func, 0, a, 0) && taking.takes(func, 1, b, 0))
}

/// What is taken from the arms (SimplifyCFG's `DominatesMergePoint`).
struct Taking<'a> {
    arms: [&'a [Inst]; 2],
    taken: FxHashSet<Inst>,
    cost: [usize; 2],
}

impl Taking<'_> {
    /// Takes what `value` needs of arm `side`; answers whether that is cheap.
    fn takes(&mut self, func: &Function, side: usize, value: Value, depth: usize) -> bool {
        let ValueDef::Result(inst, _) = func.def(value) else { return true };
        if self.taken.contains(&inst) || !self.arms[side].contains(&inst) {
            return true;
        }
        let data = &func.insts[inst.index()];
        // Bundles go later, and LLVM looks at the arm again then; copies it does not have.
        if data.op == Opcode::Mov {
            return self.takes(func, side, data.args[0], depth);
        }
        let Some(cost) = cost(data).filter(|_| depth < MAX_DEPTH && self.taken.len() <= MAX_TAKEN) else { return false };
        self.cost[side] += cost;
        if self.cost[side] > MAX_ARM_COST || !data.args.iter().all(|&arg| self.takes(func, side, arg, depth + 1)) {
            return false;
        }
        self.taken.insert(inst);
        true
    }
}

/// What an operation costs where it was not to be executed; none is more than any arm may cost. Functions of floats, even
/// `fabs`, conversions of them to integers and operations with a rounding of their own are calls in NVVM, which stay under
/// their branch, and so do divisions.
pub(crate) fn cost(data: &InstData) -> Option<usize> {
    let is_arithmetic = match data.op {
        Opcode::Add | Opcode::Sub | Opcode::Mul => data.attrs.rounding.is_none(),
        _ => matches!(data.op, Opcode::Neg | Opcode::Selp | Opcode::Setp | Opcode::Cvt),
    };
    match data.op {
        // What contraction made of a product and a sum.
        Opcode::Fma => Some(2),
        Opcode::Div | Opcode::Rem => None,
        _ if is_truncation(data) => None,
        _ => (!data.ty.is_float() || is_arithmetic).then_some(1),
    }
}

/// Whether the operation makes an integer of a float.
pub(crate) fn is_truncation(data: &InstData) -> bool {
    data.op == Opcode::Cvt && data.src_ty.is_float() && !data.ty.is_float()
}

fn only_target(func: &Function, block: Block) -> Option<Block> {
    match func.insts[terminator(func, block).index()].targets() {
        [only] => Some(only.block),
        _ => None,
    }
}

/// Side `side` of the branch that ends `block`, if it reaches `join` at once or through an arm that may be executed
/// always.
fn arm(func: &Function, graph: &Graph, (block, side): (Block, usize), join: Block, context: &PassContext<'_>) -> Option<Arm> {
    let edge = &func.insts[terminator(func, block).index()].targets()[side];
    // Nothing selects between halves.
    let has_halves = |args: &[Value]| args.iter().any(|&arg| func.ty(arg) == RegType::B16);
    if edge.block == join {
        if has_halves(&edge.args) {
            return None;
        }
        return Some(Arm { block: None, args: edge.args.clone(), join });
    }
    let middle = &func.blocks[edge.block.index()];
    let [out] = func.insts[terminator(func, edge.block).index()].targets() else { return None };
    let is_pure = |inst: &InstData| {
        inst.effects() == Effects::Pure && !inst.op.row().is_warp_level
            || context.options.is_counted && loads_variable(func, context.globals, inst)
    };
    let (last, rest) = middle.insts.split_last()?;
    let fits = out.block == join
        && graph.preds(edge.block).len() == 1
        && middle.params.is_empty()
        && func.insts[last.index()].op == Opcode::Bra
        && !has_halves(&out.args)
        && rest.iter().all(|i| is_pure(&func.insts[i.index()]));
    fits.then(|| Arm { block: Some(edge.block), args: out.args.clone(), join })
}

fn merge_arms(func: &mut Function, block: Block, condition: Value, loc: LocId, then: &Arm, otherwise: &Arm) {
    let end = func.blocks[block.index()].insts.pop();
    for arm in [then, otherwise].into_iter().filter_map(|a| a.block) {
        let mut insts = std::mem::take(&mut func.blocks[arm.index()].insts);
        // The arm stays well-formed until it is removed as unreachable.
        let last = insts.pop();
        func.blocks[block.index()].insts.append(&mut insts);
        func.blocks[arm.index()].insts.extend(last);
    }
    let mut args = Vec::with_capacity(then.args.len());
    for (&a, &b) in then.args.iter().zip(&otherwise.args) {
        if a == b {
            args.push(a);
            continue;
        }
        let ty = func.ty(a).whole();
        let (inst, value) = make_inst(func, Opcode::Selp, ty, ty, &[a, b, condition], func.ty(a), loc);
        func.blocks[block.index()].insts.push(inst);
        args.push(value);
    }
    func.blocks[block.index()].insts.extend(end);
    jump_only(func, block, 0);
    let end = terminator(func, block);
    let target = &mut func.insts[end.index()].targets_mut()[0];
    target.block = then.join;
    target.args = args;
}
