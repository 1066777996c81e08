//! Partial unrolling of counted loops: four iterations for one test, or as many as `#pragma unroll` says.
//!
//! Before: an innermost loop `while (i < n) { …; i += step; }` that all threads of a warp go round equally often, with no
//! other way out. After: a loop around four copies of the body, entered as long as `i + 3 * step < n` (in 64 bits, so
//! nothing wraps), and then the loop as it was for what is left. nvcc does so too. Loops that threads of a warp leave at
//! different times stay as they are: there the copies would change which accesses of a warp go together.

use crate::pass::Surroundings;
use crate::pass::graph::{Graph, ending};
use crate::pass::hash::FastMap;
use crate::pass::rewrite::{copy_blocks, jump_only, make};
use kern_ir::analysis::{Loop, Shape, Uniformity};
use kern_ir::{
    Block, BlockCall, Cfg, Cmp, Function, FunctionKind, InstData, LocId, ModuleKind, Opcode, Payload, RegType, Type, Value, ValueDef,
};

/// Copies of the body, unless a pragma asks for another number.
const COPIES: u32 = 4;
/// Copies at most.
const MAX_COPIES: u32 = 16;
/// Instructions of an iteration.
const MAX_BODY: usize = 40;
/// Steps that cannot make the test wrap.
const MAX_STEP: i64 = 1 << 20;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, around: &Surroundings<'_>) -> bool {
    if around.kind == ModuleKind::Host || func.kind != FunctionKind::Kernel {
        return false;
    }
    let graph = Graph::new(func);
    let loops = graph.loops();
    if loops.all().is_empty() {
        return false;
    }
    let shapes = Uniformity::new(func, &Cfg::new(func));
    let mut is_innermost = vec![true; loops.all().len()];
    loops.all().iter().filter_map(|data| data.parent).for_each(|id| is_innermost[id] = false);
    let plans: Vec<Plan> =
        (0..loops.all().len()).filter(|&id| is_innermost[id]).filter_map(|id| plan(func, &graph, &shapes, loops.get(id))).collect();
    let mut before: FastMap<Block, Vec<Block>> = FastMap::default();
    for plan in &plans {
        let copies = unroll(func, plan);
        before.insert(plan.header, copies);
    }
    func.layout = func.layout.iter().flat_map(|&block| before.remove(&block).into_iter().flatten().chain([block])).collect();
    !plans.is_empty()
}

/// A loop to unroll.
struct Plan {
    blocks: Vec<Block>,
    header: Block,
    /// The target of the header's test that stays in the loop.
    stay: usize,
    /// Which parameter of the header is counted, what is added to it, and what it is compared with.
    counter: usize,
    step: i64,
    bound: Value,
    /// The comparison.
    cmp: Cmp,
    ty: Type,
    /// Blocks outside that lead to the header.
    entries: Vec<Block>,
    copies: usize,
    loc: LocId,
}

fn plan(func: &Function, graph: &Graph, shapes: &Uniformity, data: &Loop) -> Option<Plan> {
    let header = data.header;
    let inside = |b: &Block| data.blocks.contains(b);
    let copies = match func.blocks[header.index()].unroll {
        Some(1) => return None,
        Some(0) | None => COPIES,
        Some(n) => n.min(MAX_COPIES),
    };
    let size: usize = data.blocks.iter().map(|b| func.blocks[b.index()].insts.len()).sum();
    let end = &func.insts[ending(func, header).index()];
    let [a, b] = end.targets() else { return None };
    let stay = match (inside(&a.block), inside(&b.block)) {
        (true, false) => 0,
        (false, true) => 1,
        _ => return None,
    };
    let leaves = |b: &&Block| **b != header && func.insts[ending(func, **b).index()].targets().iter().any(|t| !inside(&t.block));
    let returns = |b: &&Block| func.insts[ending(func, **b).index()].targets().is_empty();
    if size > MAX_BODY || end.op != Opcode::Bra || data.blocks.iter().any(|b| leaves(&b) || returns(&b)) {
        return None;
    }
    let ValueDef::Result(test, 0) = func.def(end.args[0]) else { return None };
    let test = &func.insts[test.index()];
    let is_uniform = matches!(shapes.shape(end.args[0]), Shape::Linear { stride: 0, by_row: false, .. });
    if test.op != Opcode::Setp || test.ty.is_float() || test.ty.size() != 4 || test.args.len() != 2 || !is_uniform {
        return None;
    }
    let (index, bound) = (test.args[0], test.args[1]);
    // The way that stays must be `<`, or `>` of a counter that falls.
    let cmp = match (test.attrs.cmp?, stay) {
        (Cmp::Lt, 0) | (Cmp::Ge, 1) => Cmp::Lt,
        (Cmp::Le, 0) | (Cmp::Gt, 1) => Cmp::Le,
        (Cmp::Gt, 0) | (Cmp::Le, 1) => Cmp::Gt,
        (Cmp::Ge, 0) | (Cmp::Lt, 1) => Cmp::Ge,
        _ => return None,
    };
    let ValueDef::Param(owner, counter) = func.def(index) else { return None };
    let defined_inside = match func.def(bound) {
        ValueDef::Param(b, _) => inside(&b),
        ValueDef::Result(inst, _) => data.blocks.iter().any(|b| func.blocks[b.index()].insts.contains(&inst)),
        _ => false,
    };
    if owner != header || defined_inside {
        return None;
    }
    let counter = counter as usize;
    let mut step = None;
    for latch in graph.preds(header).iter().filter(|p| inside(p)) {
        for target in func.insts[ending(func, *latch).index()].targets().iter().filter(|t| t.block == header) {
            let ValueDef::Result(inst, 0) = func.def(target.args[counter]) else { return None };
            let add = &func.insts[inst.index()];
            let amount = func.constant(*add.args.get(1)?)? as u32 as i32;
            if add.op != Opcode::Add || add.ty.size() != 4 || add.attrs.sat || add.args[0] != index || *step.get_or_insert(amount) != amount
            {
                return None;
            }
        }
    }
    let step = i64::from(step?);
    let is_rising = matches!(cmp, Cmp::Lt | Cmp::Le);
    if step == 0 || (step > 0) != is_rising || step.abs() > MAX_STEP {
        return None;
    }
    let mut entries: Vec<Block> = graph.preds(header).iter().copied().filter(|p| !inside(p)).collect();
    entries.dedup();
    Some(Plan {
        blocks: data.blocks.clone(),
        header,
        stay,
        counter,
        step,
        bound,
        cmp,
        ty: test.ty,
        entries,
        copies: copies as usize,
        loc: test.loc,
    })
}

/// The answer are the new blocks, which belong before the header in the layout.
fn unroll(func: &mut Function, plan: &Plan) -> Vec<Block> {
    let header = plan.header;
    let types: Vec<RegType> = func.blocks[header.index()].params.clone().into_iter().map(|p| func.ty(p)).collect();
    let gate = func.add_block();
    func.blocks[gate.index()].loc = func.blocks[header.index()].loc;
    let params: Vec<Value> = types.iter().map(|&ty| func.add_block_param(gate, ty)).collect();
    for &entry in &plan.entries {
        let end = ending(func, entry);
        func.insts[end.index()].targets_mut().iter_mut().filter(|t| t.block == header).for_each(|t| t.block = gate);
    }
    let copies = copy_bodies(func, plan, gate);
    let wide = if plan.ty.is_signed() { Type::S64 } else { Type::U64 };
    let mut insts = Vec::new();
    let mut add = |func: &mut Function, op, ty, src_ty, args: &[Value]| {
        let (inst, value) = make(func, op, ty, src_ty, args, RegType::B64, plan.loc);
        insts.push(inst);
        value
    };
    let index = add(func, Opcode::Cvt, wide, plan.ty, &[params[plan.counter]]);
    let bound = add(func, Opcode::Cvt, wide, plan.ty, &[plan.bound]);
    let distance = func.add_constant(RegType::B64, (plan.step * (plan.copies as i64 - 1)) as u64);
    let last = add(func, Opcode::Add, Type::S64, Type::S64, &[index, distance]);
    // An unsigned number of 32 bits less than something is a small negative one, which is right as a signed one.
    let (test, goes_on) = make(func, Opcode::Setp, Type::S64, Type::S64, &[last, bound], RegType::Pred, plan.loc);
    func.insts[test.index()].attrs.cmp = Some(plan.cmp);
    insts.push(test);
    let targets = vec![BlockCall { block: copies[0], args: params.clone() }, BlockCall { block: header, args: params }];
    let branch =
        InstData { args: vec![goes_on], payload: Payload::Targets(targets), loc: plan.loc, ..InstData::new(Opcode::Bra, Type::B32) };
    insts.push(func.add_inst(branch, &[]));
    func.blocks[gate.index()].insts = insts;
    // What is left is not unrolled again.
    func.blocks[header.index()].unroll = Some(1);
    func.blocks[gate.index()].unroll = Some(1);
    std::iter::once(gate).chain(copies).collect()
}

/// Copies of the loop's blocks, one iteration after the other, without tests; the last goes back to `gate`. The first is
/// that of the header, as in `plan.blocks`.
fn copy_bodies(func: &mut Function, plan: &Plan, gate: Block) -> Vec<Block> {
    let copies: Vec<Vec<Block>> = (0..plan.copies).map(|_| plan.blocks.iter().map(|_| func.add_block()).collect()).collect();
    for (k, blocks) in copies.iter().enumerate() {
        let pairs: Vec<(Block, Block)> = plan.blocks.iter().copied().zip(blocks.iter().copied()).collect();
        copy_blocks(func, &pairs, |target| match (target == plan.header, copies.get(k + 1)) {
            (true, Some(next)) => next[0],
            (true, None) => gate,
            _ => pairs.iter().find(|pair| pair.0 == target).map_or(target, |pair| pair.1),
        });
        func.blocks[blocks[0].index()].unroll = None;
        jump_only(func, blocks[0], plan.stay);
    }
    copies.into_iter().flatten().collect()
}
