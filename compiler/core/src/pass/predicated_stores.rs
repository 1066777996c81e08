//! `s[i] = 0; if (c) s[i] = a[j];` is one store where the branch is none.
//!
//! Before: a branch around an arm that ptxas would execute under a predicate, behind stores of constants to shared memory which the arm
//! overwrites. After: one store behind both, of the constant or of what the arm has. So ptxas 13 has it for sm_90, as measured with 29
//! kernels; it changes which line a store is of, so it is done where accesses are counted only.

use crate::pass::PassContext;
use crate::pass::alias::is_plain;
use crate::pass::graph::{Graph, terminator};
use crate::pass::rewrite::make_jump_block;
use kern_ir::{Block, BlockCall, Effects, Function, Inst, InstData, ModuleKind, Opcode, Precision, Space};

/// Loads, stores and floating operations of an arm that is executed under a predicate.
const MAX_ARM: usize = 8;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device || !context.options.is_counted || func.layout.len() < 3 {
        return false;
    }
    let graph = context.analyses.graph(func);
    let triangles: Vec<Triangle> = graph.order.iter().filter_map(|&block| Triangle::find(func, &graph, block)).collect();
    triangles.into_iter().fold(false, |changed, triangle| triangle.join_stores(func) | changed)
}

/// A branch around one block.
struct Triangle {
    block: Block,
    arm: Block,
    /// The way from the block to the join.
    side: usize,
}

impl Triangle {
    fn find(func: &Function, graph: &Graph, block: Block) -> Option<Triangle> {
        let end = &func.insts[terminator(func, block).index()];
        let [then, otherwise] = end.targets() else { return None };
        let is_arm = |arm: Block, join: Block| {
            let leads_on = matches!(func.insts[terminator(func, arm).index()].targets(), [only] if only.block == join);
            arm != join && leads_on && graph.preds(arm).len() == 1 && func.blocks[arm.index()].params.is_empty()
        };
        let is_bra = end.op == Opcode::Bra && then.block != otherwise.block;
        match (is_arm(then.block, otherwise.block), is_arm(otherwise.block, then.block)) {
            (true, _) if is_bra => Some(Triangle { block, arm: then.block, side: 1 }),
            (_, true) if is_bra => Some(Triangle { block, arm: otherwise.block, side: 0 }),
            _ => None,
        }
    }

    fn join_stores(&self, func: &mut Function) -> bool {
        let Some(pairs) = self.pairs(func) else { return false };
        let [from_block, from_arm] = [(self.block, self.side), (self.arm, 0)].map(|(block, side)| (terminator(func, block), side));
        let target = |func: &Function, (end, side): (Inst, usize)| func.insts[end.index()].targets()[side].clone();
        let (old, loc) = (target(func, from_block), func.insts[from_block.0.index()].loc);
        let join = make_jump_block(func, BlockCall { block: old.block, args: Vec::new() }, loc);
        let passed: Vec<_> = old.args.iter().map(|&arg| func.ty(arg)).collect();
        let passed: Vec<_> = passed.into_iter().map(|ty| func.add_block_param(join, ty)).collect();
        let end = terminator(func, join);
        func.insts[end.index()].targets_mut()[0].args = passed;
        let mut ways = [from_block, from_arm].map(|way| target(func, way).args);
        for &[first, second] in &pairs {
            let values = [first, second].map(|store| func.insts[store.index()].args[1]);
            let stored = func.add_block_param(join, func.ty(values[0]));
            func.insts[first.index()].args[1] = stored;
            ways.iter_mut().zip(values).for_each(|(args, value)| args.push(value));
            func.blocks[self.block.index()].insts.retain(|&inst| inst != first);
            func.blocks[self.arm.index()].insts.retain(|&inst| inst != second);
            let at = func.blocks[join.index()].insts.len() - 1;
            func.blocks[join.index()].insts.insert(at, first);
        }
        for ((end, side), args) in [from_block, from_arm].into_iter().zip(ways) {
            func.insts[end.index()].targets_mut()[side] = BlockCall { block: join, args };
        }
        let at = func.layout.iter().position(|&block| block == self.arm).map_or(func.layout.len(), |at| at + 1);
        func.layout.insert(at, join);
        true
    }

    /// The stores before the branch and in the arm that become one each.
    fn pairs(&self, func: &Function) -> Option<Vec<[Inst; 2]>> {
        let first = initial_stores(func, self.block);
        let (mut pairs, mut count) = (Vec::new(), 0);
        for &inst in &func.blocks[self.arm.index()].insts {
            let data = &func.insts[inst.index()];
            let is_shared = data.attrs.space == Some(Space::Shared);
            match data.effects() {
                Effects::Control => {}
                Effects::Pure if !data.op.row().is_warp_level && is_short(func, data) => count += usize::from(data.ty.is_float()),
                Effects::Load if is_plain(data) && is_named(data) && !is_shared => count += 1,
                Effects::Store if is_plain(data) && is_shared => {
                    let twin = first.iter().copied().find(|&store| is_same_place(&func.insts[store.index()], data))?;
                    if pairs.iter().any(|pair: &[Inst; 2]| pair[0] == twin) {
                        return None;
                    }
                    pairs.push([twin, inst]);
                    count += 1;
                }
                Effects::Store if is_plain(data) && is_named(data) => count += 1,
                _ => return None,
            }
        }
        (!pairs.is_empty() && count <= MAX_ARM).then_some(pairs)
    }
}

/// The stores of constants to shared memory with which a block ends.
fn initial_stores(func: &Function, block: Block) -> Vec<Inst> {
    let insts = &func.blocks[block.index()].insts;
    let touches = |inst: &&Inst| !matches!(func.insts[inst.index()].effects(), Effects::Pure | Effects::Control);
    let is_initial = |inst: &&Inst| {
        let data = &func.insts[inst.index()];
        let is_shared = data.op == Opcode::St && is_plain(data) && data.attrs.space == Some(Space::Shared);
        is_shared && data.args.len() == 2 && func.constant(data.args[1]).is_some()
    };
    insts.iter().rev().filter(touches).take_while(is_initial).copied().collect()
}

fn is_same_place(a: &InstData, b: &InstData) -> bool {
    (a.op, a.ty, a.attrs, a.offset, a.args.first(), a.args.len()) == (b.op, b.ty, b.attrs, b.offset, b.args.first(), b.args.len())
}

/// Whether an access names a state space, so that it is none of shared memory unless it says so.
fn is_named(data: &InstData) -> bool {
    !matches!(data.attrs.space, None | Some(Space::Generic))
}

/// Whether an operation is a few instructions without a branch.
fn is_short(func: &Function, data: &InstData) -> bool {
    match data.op {
        Opcode::Div | Opcode::Rem => data.args.get(1).is_some_and(|&by| func.constant(by).is_some()),
        Opcode::Sqrt | Opcode::Rcp => data.attrs.precision == Some(Precision::Approx),
        Opcode::Call => false,
        _ => true,
    }
}
