//! Sinking of loads: what is loaded for one side of a branch alone is loaded there.
//!
//! Before: any well-formed function. After: a load whose values only one IR block uses, to which its own is the only way, stands at the
//! start of that block, as far as nothing between writes memory; so do divisions and calls of mathematical functions. Only
//! threads that go there make the access, as under nvcc (`InstCombine`: TryToSinkInstruction). Device code only.

use crate::pass::PassContext;
use crate::pass::gvn::writes;
use crate::pass::sink::place;
use kern_ir::{Block, Effects, Function, Inst, InstData, ModuleKind};
use rustc_hash::FxHashMap;

/// Instructions of a second test: one, the comparison, the branch.
const MAX_TEST: usize = 3;

/// Who uses a value.
#[derive(Clone, Copy, PartialEq)]
enum Users {
    None,
    One(Block),
    Many,
}

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device {
        return false;
    }
    let graph = context.analyses.graph(func);
    let mut users = vec![Users::None; func.values.len()];
    let mut moved = false;
    // Those who use a value come before what gives it.
    for &block in graph.order.iter().rev() {
        let mut sunk: FxHashMap<Block, Vec<Inst>> = FxHashMap::default();
        let ways = ways_on(func, block);
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        let mut is_written = false;
        for inst in insts.into_iter().rev() {
            let data = &func.insts[inst.index()];
            let target = if may_sink(data, is_written) { only_user(data, &users) } else { None };
            let is_way_there = |target: Block| target != block && *graph.preds(target) == [block];
            let target = target.filter(|&target| is_way_there(target) && !is_second_test(func, &ways, target));
            let here = target.unwrap_or(block);
            for arg in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
                let user = &mut users[arg.index()];
                *user = if [Users::None, Users::One(here)].contains(user) { Users::One(here) } else { Users::Many };
            }
            is_written |= writes(data);
            match target {
                Some(target) => sunk.entry(target).or_default().push(inst),
                None => kept.push(inst),
            }
        }
        moved |= place(func, block, kept, sunk);
    }
    moved
}

/// Whether `target` is the second test of `a && b` or `a || b`, and so small that both are made one (LLVM's FoldBranchToCommonDest, which
/// comes first).
fn is_second_test(func: &Function, first: &[Block], target: Block) -> bool {
    let second = ways_on(func, target);
    let is_pair = first.len() == 2 && second.len() == 2 && second.iter().any(|way| *way != target && first.contains(way));
    let insts = &func.blocks[target.index()].insts;
    is_pair && insts.len() <= MAX_TEST && insts[..insts.len() - 1].iter().all(|i| func.insts[i.index()].effects() == Effects::Pure)
}

/// Where a block leads to, behind blocks that only lead on.
fn ways_on(func: &Function, block: Block) -> Vec<Block> {
    let end = |way: Block| match func.targets(way) {
        [on] if func.blocks[way.index()].insts.len() == 1 => on.block,
        _ => way,
    };
    func.targets(block).iter().map(|t| end(t.block)).collect()
}

/// The IR block that alone uses the results.
fn only_user(data: &InstData, users: &[Users]) -> Option<Block> {
    let mut all = data.results.iter().map(|result| users[result.index()]).filter(|user| *user != Users::None);
    let Users::One(first) = all.next()? else { return None };
    all.all(|user| user == Users::One(first)).then_some(first)
}

fn may_sink(data: &InstData, is_written: bool) -> bool {
    match data.effects() {
        Effects::Load => !is_written && !writes(data),
        Effects::PureNotSpeculatable => !data.op.row().is_warp_level && !data.attrs.is_in_place,
        _ => false,
    }
}
