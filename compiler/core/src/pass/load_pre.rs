//! What one side of a branch loads, and all lanes load behind it, is loaded once before it, where accesses are counted.
//!
//! Before: any well-formed function. After: a plain load behind a branch, with an address that is known before it, stands before the
//! branch, and loads of the sides from the same place take its value; nothing writes between. So does LLVM under nvcc: GVN puts the load on
//! the side that has it not (`PerformLoadPRE`), and SimplifyCFG what both sides have before the branch. Device code only.

use crate::pass::PassContext;
use crate::pass::alias::is_plain;
use crate::pass::graph::{Graph, terminator};
use crate::pass::gvn::writes;
use crate::pass::rewrite::Substitution;
use kern_ir::analysis::Placement;
use kern_ir::{Block, Effects, Function, Inst, ModuleKind, Opcode, Value, ValueDef};

/// Computations behind one another of which addresses are compared, or move with a load.
const DEEPEST: u32 = 6;
/// Instructions of a block that are looked at.
const MOST_LOOKED_AT: usize = 500;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind == ModuleKind::Host || !context.options.is_counted {
        return false;
    }
    let graph = context.analyses.graph(func);
    let mut pass = Pass { graph: &graph, placement: Placement::new(func), subst: Substitution::new(func) };
    let mut changed = false;
    // Inner branches come later in the order: what leaves them may go on outwards.
    for &join in graph.order.iter().rev() {
        if let Some((branch, sides)) = branch_to(func, &graph, join) {
            changed |= pass.hoist(func, branch, &sides, join);
        }
    }
    pass.subst.apply(func);
    changed
}

/// The IR block whose branch comes together again at `join`, and its sides that are blocks of their own.
fn branch_to(func: &Function, graph: &Graph, join: Block) -> Option<(Block, Vec<Block>)> {
    let &[a, b] = graph.preds(join) else { return None };
    let only = |block: Block| match *graph.preds(block) {
        [before] if func.targets(block).len() == 1 => Some(before),
        _ => None,
    };
    let (branch, sides) = match (only(a), only(b)) {
        (Some(x), Some(y)) if x == y && a != b => (x, vec![a, b]),
        (Some(x), _) if x == b => (b, vec![a]),
        (_, Some(y)) if y == a => (a, vec![b]),
        _ => return None,
    };
    let end = &func.insts[terminator(func, branch).index()];
    (end.op == Opcode::Bra && end.targets().len() == 2 && !graph.dominates(join, branch)).then_some((branch, sides))
}

struct Pass<'g> {
    graph: &'g Graph,
    placement: Placement,
    subst: Substitution,
}

impl Pass<'_> {
    fn hoist(&mut self, func: &mut Function, branch: Block, sides: &[Block], join: Block) -> bool {
        let insts = |block: &Block| func.blocks[block.index()].insts.iter().take(MOST_LOOKED_AT).copied();
        let may_write = |block: &Block| {
            func.blocks[block.index()].insts.len() > MOST_LOOKED_AT || insts(block).any(|inst| writes(&func.insts[inst.index()]))
        };
        if sides.iter().any(may_write) {
            return false;
        }
        let is_load = |inst: &Inst| func.insts[inst.index()].op == Opcode::Ld && is_plain(&func.insts[inst.index()]);
        let behind: Vec<Inst> = insts(&join).take_while(|inst| !writes(&func.insts[inst.index()])).filter(is_load).collect();
        let of_sides: Vec<(Block, Inst)> = sides.iter().flat_map(|side| insts(side).filter(is_load).map(|inst| (*side, inst))).collect();
        // Where both sides load, nvcc makes those one load first, of the address that they choose.
        let is_of_both = of_sides.iter().any(|load| load.0 != of_sides[0].0);
        if behind.is_empty() || of_sides.is_empty() || is_of_both {
            return false;
        }
        let mut changed = false;
        for load in behind {
            let twins: Vec<(Block, Inst)> = of_sides.iter().copied().filter(|twin| is_same_load(func, load, twin.1)).collect();
            let mut moved = vec![load];
            if twins.is_empty() || !self.may_move(func, func.insts[load.index()].args[0], (branch, join), DEEPEST, &mut moved) {
                continue;
            }
            for (side, twin) in twins {
                // Another load may have been its twin before.
                if func.blocks[side.index()].insts.contains(&twin) {
                    func.blocks[side.index()].insts.retain(|inst| *inst != twin);
                    self.placement.remove(twin);
                    let (old, new) = (func.insts[twin.index()].results[0], func.insts[load.index()].results[0]);
                    self.subst.set(old, new);
                }
            }
            // What an address is computed from comes before it.
            moved.reverse();
            func.blocks[join.index()].insts.retain(|inst| !moved.contains(inst));
            moved.iter().for_each(|inst| self.placement.place(*inst, branch));
            let end = func.blocks[branch.index()].insts.len() - 1;
            func.blocks[branch.index()].insts.splice(end..end, moved);
            changed = true;
        }
        changed
    }

    /// Whether a value is known at the end of `branch`, once what `moved` lists of `join` stands there, each behind what needs it.
    fn may_move(&self, func: &Function, value: Value, (branch, join): (Block, Block), depth: u32, moved: &mut Vec<Inst>) -> bool {
        let Some(block) = self.placement.block_of_def(func, value) else { return func.constant(value).is_some() };
        if block != join {
            return self.graph.dominates(block, branch);
        }
        let ValueDef::Result(inst, _) = func.def(value) else { return false };
        let data = &func.insts[inst.index()];
        if data.effects() != Effects::Pure || data.op.row().is_warp_level || data.attrs.is_in_place || depth == 0 {
            return false;
        }
        moved.retain(|other| *other != inst);
        moved.push(inst);
        data.args.iter().all(|&arg| self.may_move(func, arg, (branch, join), depth - 1, moved))
    }
}

/// Whether two loads load the same, if nothing writes between them.
fn is_same_load(func: &Function, a: Inst, b: Inst) -> bool {
    let (x, y) = (&func.insts[a.index()], &func.insts[b.index()]);
    (x.ty, x.attrs, x.offset) == (y.ty, y.attrs, y.offset)
        && func.ty(x.results[0]) == func.ty(y.results[0])
        && is_same_value(func, x.args[0], y.args[0], DEEPEST)
}

/// Whether two values are computed in the same way of the same ones.
fn is_same_value(func: &Function, a: Value, b: Value, depth: u32) -> bool {
    if a == b {
        return true;
    }
    let (ValueDef::Result(x, i), ValueDef::Result(y, j)) = (func.def(a), func.def(b)) else { return false };
    let (x, y) = (&func.insts[x.index()], &func.insts[y.index()]);
    depth > 0
        && i == j
        && x.effects() == Effects::Pure
        && !x.op.row().is_warp_level
        && (x.op, x.ty, x.src_ty, x.attrs, x.offset, &x.payload) == (y.op, y.ty, y.src_ty, y.attrs, y.offset, &y.payload)
        && x.args.len() == y.args.len()
        && x.args.iter().zip(&y.args).all(|(&p, &q)| is_same_value(func, p, q, depth - 1))
}
