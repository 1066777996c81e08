//! Partial unrolling: loops whose number of iterations is known only when they start.
//!
//! Before: an innermost loop with one way out, behind a test that compares what the loop counts with something that stays
//! the same. After: a loop that goes round once for four iterations, and a loop for those that four does not divide. Where
//! the loop counts from a constant, or anything else in it starts with one, that loop comes last; else it comes first.
//! `#pragma unroll N` asks for another number, `#pragma unroll 1` for none.
//!
//! That is what nvcc 13.0 does for `sm_90`: LLVM's `LoopUnroll` with a run-time count, whose limits were read off its PTX for
//! bodies of 1 to 130 operations. It matters for more than speed: where the threads of a warp go round a different number of times, it
//! decides which of their accesses go together.
//!
//! Threads that leave at different times must not meet in a barrier or another operation of the warp in the loop: such loops
//! stay as they are.

mod copies;
mod count;

use crate::pass::alias::Locations;
use crate::pass::graph::{Graph, terminator};
use crate::pass::{PassContext, carried_loads};
use count::{Counter, counter};
use kern_ir::analysis::{LaneShape, Loop, Placement, UNIFORM, Uniformity};
use kern_ir::{Block, BlockCall, Cfg, Function, InstData, LocId, ModuleKind, MulMode, Opcode, Precision, RegType, Value};
use rustc_hash::FxHashMap;

/// Copies of the body, unless a pragma asks for another number.
const COPIES: usize = 4;
/// Operations of all copies together, without a pragma.
const BUDGET: usize = 200;
/// Operations of an iteration that is unrolled by two where the count is not a constant.
const MOST_OF_TWO: usize = 95;
/// Operations that do not grow with the copies: the test and its branch.
const TEST: usize = 2;
/// Operations that say how many iterations are left over, and branch to them.
const LEFT_OVER: usize = 7;
/// Copies at most, with a pragma.
const MAX_COPIES: usize = 64;
/// Operations of all copies together, with a pragma.
const PRAGMA_BUDGET: usize = 4_000;
/// A function is not unrolled beyond this many instructions.
const MAX_FUNCTION: usize = 100_000;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    let mut plans = plans(func, context);
    if plans.is_empty() {
        return false;
    }
    let graph = context.analyses.graph(func);
    copies::close(func, &graph, &mut plans);
    let mut around_loop: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for plan in &mut plans {
        let (before, behind) = copies::unroll(func, plan);
        around_loop.insert(plan.header, [before, vec![plan.header]].concat());
        around_loop.entry(plan.last_in_layout).or_insert_with(|| vec![plan.last_in_layout]).extend(behind);
    }
    func.layout = func.layout.iter().flat_map(|&block| around_loop.remove(&block).unwrap_or_else(|| vec![block])).collect();
    true
}

/// The blocks that end in the tests of loops that [`run`] would unroll with a loop for what is left over.
pub(crate) fn tests(func: &mut Function, context: &PassContext<'_>) -> Vec<Block> {
    plans(func, context).iter().filter(|plan| plan.remainder != Remainder::None).map(|plan| plan.test).collect()
}

/// By header, the operations that [`run`] would add to a loop.
pub(crate) fn growths(func: &mut Function, context: &PassContext<'_>) -> Vec<(Block, usize)> {
    plans(func, context).iter().map(|plan| (plan.header, plan.added())).collect()
}

fn plans(func: &mut Function, context: &PassContext<'_>) -> Vec<Plan> {
    let mut plans = Vec::new();
    if context.kind == ModuleKind::Host {
        return plans;
    }
    let graph = context.analyses.graph(func);
    let loops = graph.loops();
    if loops.all().is_empty() {
        return plans;
    }
    let shapes = Uniformity::new(func, &Cfg::new(func));
    let placement = Placement::new(func);
    let mut is_innermost = vec![true; loops.all().len()];
    loops.all().iter().filter_map(|data| data.parent).for_each(|id| is_innermost[id] = false);
    let mut total: usize = func.layout.iter().map(|b| func.blocks[b.index()].insts.len()).sum();
    let mut locations = None;
    for (id, data) in loops.all().iter().enumerate().filter(|(id, _)| is_innermost[*id]) {
        let plan = plan(func, &graph, &placement, &shapes, data).filter(|plan| total + plan.growth() <= MAX_FUNCTION);
        if let Some(mut plan) = plan {
            // What one round leaves for the next is loaded once before all of them.
            plan.has_stages &= context.options.is_counted;
            if plan.has_stages {
                let locations = locations.get_or_insert_with(|| Locations::new(func));
                plan.has_stages = !carried_loads::carries(func, &graph, locations, id);
            }
            total += plan.growth();
            plans.push(plan);
        }
    }
    plans
}

/// A loop to unroll. Once it is closed, one block before it and one behind it belong to it alone, and so does the block
/// that goes back.
struct Plan {
    /// The loop's blocks, the header first.
    blocks: Vec<Block>,
    header: Block,
    /// The block that ends in the test, and the target that stays in the loop.
    test: Block,
    stay: usize,
    counter: Counter,
    copies: usize,
    remainder: Remainder,
    /// ptxas unrolls the loop again, which is seen where threads go round a different number of times and accesses are counted.
    has_stages: bool,
    /// Operations of an iteration as LLVM counts them.
    size: usize,
    last_in_layout: Block,
    /// The block before the loop, the one that goes back, and the one behind it: known once the loop is closed.
    entry: Block,
    latch: Block,
    exit: Block,
    loc: LocId,
}

impl Plan {
    /// Whether the loop tests before its iterations, not behind them.
    fn tests_first(&self) -> bool {
        !self.counter.is_late
    }

    /// Instructions of the function that it may become more.
    fn growth(&self) -> usize {
        self.size * self.copies * if self.has_stages { 4 } else { 2 }
    }

    /// Operations that unrolling adds, as LLVM counts them.
    fn added(&self) -> usize {
        let body = self.size.saturating_sub(TEST);
        if self.remainder == Remainder::None { body * (self.copies - 1) } else { body * self.copies + LEFT_OVER }
    }
}

/// Where the iterations go that are too few for all copies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Remainder {
    /// There are none.
    None,
    First,
    Last,
}

fn plan(func: &Function, graph: &Graph, placement: &Placement, shapes: &Uniformity, data: &Loop) -> Option<Plan> {
    let header = data.header;
    let pragma = func.blocks[header.index()].unroll;
    if pragma == Some(1) {
        return None;
    }
    let inside = |b: Block| data.blocks.contains(&b);
    let mut exits = data.blocks.iter().flat_map(|&b| func.targets(b).iter().map(move |t| (b, t.block))).filter(|e| !inside(e.1));
    let (Some((test, _)), None) = (exits.next(), exits.next()) else { return None };
    let is_latch = data.latches == [test];
    let end = &func.insts[terminator(func, test).index()];
    let returns = |b: &Block| func.targets(*b).is_empty();
    if (test != header && !is_latch) || end.op != Opcode::Bra || data.blocks.iter().any(returns) {
        return None;
    }
    let stay = usize::from(!inside(end.targets().first()?.block));
    let counter = counter(func, graph, placement, data, (test, stay))?;
    let shape = shapes.shape(end.args[0]);
    let is_uniform = matches!(shape, LaneShape::Affine { stride: 0, per_row: false, .. });
    if !is_uniform && meets(func, data) || shape != UNIFORM && waits(func, data) {
        return None;
    }
    let size = size(func, data)?;
    let trips = counter.trips(func);
    let (copies, remainder) = match (pragma, trips) {
        (Some(n), _) if n > 1 => ((n as usize).min(MAX_COPIES), None),
        (_, Some(trips)) => match dividing(size, trips) {
            Some(copies) => (copies, Some(Remainder::None)),
            None => (most(size, BUDGET), None),
        },
        _ => (most(size, MOST_OF_TWO), None),
    };
    let budget = if pragma.is_some_and(|n| n > 1) { PRAGMA_BUDGET } else { BUDGET };
    if copies < 2 || size.saturating_sub(TEST) * copies > budget {
        return None;
    }
    let remainder = remainder.unwrap_or(if starts_with_constant(func, graph, data) { Remainder::Last } else { Remainder::First });
    Some(Plan {
        blocks: data.blocks.clone(),
        header,
        test,
        stay,
        counter,
        copies,
        remainder,
        has_stages: copies == COPIES && pragma.is_none() && !is_uniform && is_unrolled_again(func, data),
        size,
        last_in_layout: *func.layout.iter().rfind(|b| inside(**b))?,
        entry: header,
        latch: header,
        exit: header,
        loc: end.loc,
    })
}

/// Loads of an iteration of a loop that ptxas unrolls again.
const MOST_LOADS: usize = 3;

/// Whether ptxas 13 for sm_90 unrolls the loop for four iterations by four again, as read off the code of 55 loops: short ones that
/// divide nothing, take no root and wait for nobody. Of loops that store it unrolls some, for no reason that could be found: these are
/// left as they are.
fn is_unrolled_again(func: &Function, data: &Loop) -> bool {
    let count = |is_it: &dyn Fn(&InstData) -> bool| {
        let all = data.blocks.iter().flat_map(|b| &func.blocks[b.index()].insts);
        all.filter(|inst| is_it(&func.insts[inst.index()])).count()
    };
    let is_long = |inst: &InstData| match inst.op {
        Opcode::Div | Opcode::Rem | Opcode::Sqrt | Opcode::Rcp => inst.ty.is_float() && inst.attrs.precision != Some(Precision::Approx),
        op => matches!(op, Opcode::St | Opcode::Atom | Opcode::Red | Opcode::Bar | Opcode::Fence | Opcode::Call) || op.row().is_warp_level,
    };
    let loads = count(&|inst| inst.op == Opcode::Ld);
    count(&is_long) == 0 && (1..=MOST_LOADS).contains(&loads) && count(&|inst| inst.op == Opcode::Selp) < 2
}

/// As many copies as a loop of `size` operations gets whose count is not known, or is nothing that copies divide.
fn most(size: usize, of_two: usize) -> usize {
    match size.saturating_sub(TEST) {
        body if body * COPIES <= BUDGET => COPIES,
        body if body * 2 <= BUDGET && size <= of_two => 2,
        _ => 1,
    }
}

/// The greatest power of two that divides the number of iterations, within the budget.
fn dividing(size: usize, trips: u64) -> Option<usize> {
    let most = BUDGET / size.saturating_sub(TEST).max(1);
    let copies = (1..=6).rev().map(|n| 1usize << n).find(|&copies| copies <= most && trips.is_multiple_of(copies as u64))?;
    (trips > 0).then_some(copies)
}

/// Operations of an iteration as LLVM counts them; `None` for code that is not unrolled.
fn size(func: &Function, data: &Loop) -> Option<usize> {
    let mut size = 0;
    for &block in &data.blocks {
        for &inst in &func.blocks[block.index()].insts {
            let inst = &func.insts[inst.index()];
            size += match inst.op {
                // The way back costs nothing where the test is behind it, as it is in LLVM.
                Opcode::Bra if data.latches.contains(&block) && inst.targets().len() == 1 => 0,
                Opcode::Cvta | Opcode::Mov => 0,
                Opcode::Fma => 2,
                Opcode::Mad if inst.attrs.mul != Some(MulMode::Hi) => 2,
                Opcode::Div if inst.ty.is_float() => 4,
                Opcode::Call | Opcode::Brx => return None,
                _ => 1,
            };
        }
    }
    Some(size)
}

/// Whether operations of the loop need the other lanes of the warp.
fn meets(func: &Function, data: &Loop) -> bool {
    insts(func, data).any(|op| op.row().is_warp_level)
}

/// Whether a barrier of the block is in the loop.
fn waits(func: &Function, data: &Loop) -> bool {
    insts(func, data).any(|op| op == Opcode::Bar)
}

fn insts<'a>(func: &'a Function, data: &'a Loop) -> impl Iterator<Item = Opcode> + 'a {
    data.blocks.iter().flat_map(|b| &func.blocks[b.index()].insts).map(|i| func.insts[i.index()].op)
}

/// Whether an integer of the loop starts with a constant: then LLVM does what is left over at the end.
fn starts_with_constant(func: &Function, graph: &Graph, data: &Loop) -> bool {
    let is_float = |param: Value| {
        data.blocks.iter().flat_map(|b| &func.blocks[b.index()].insts).any(|i| {
            let inst = &func.insts[i.index()];
            inst.args.contains(&param) && inst.ty.is_float()
        })
    };
    let params = &func.blocks[data.header.index()].params;
    let edges = entries(func, graph, data);
    (0..params.len()).any(|n| start(func, &edges, n).is_some() && func.ty(params[n]) != RegType::Pred && !is_float(params[n]))
}

/// The edges that lead into the loop.
fn entries<'a>(func: &'a Function, graph: &Graph, data: &Loop) -> Vec<&'a BlockCall> {
    let mut outside: Vec<Block> = graph.preds(data.header).iter().copied().filter(|p| !data.blocks.contains(p)).collect();
    outside.dedup();
    outside.into_iter().flat_map(|p| func.targets(p)).filter(|t| t.block == data.header).collect()
}

/// The constant that parameter `n` of the header starts with, whichever edge leads in.
fn start(func: &Function, edges: &[&BlockCall], n: usize) -> Option<u64> {
    let first = func.constant(edges.first()?.args[n])?;
    edges.iter().all(|t| func.constant(t.args[n]) == Some(first)).then_some(first)
}
