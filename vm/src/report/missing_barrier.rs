//! Where a barrier is missing between two accesses that race.

use crate::instrument::hazard::{Party, Race};
use crate::machine::Machine;
use crate::memory::{Side, Site};
use kern_ir::analysis::{Dominators, Loops, Placement, PostDominators, Uniformity};
use kern_ir::{Block, Cfg, Effects, Function, Inst, LocId, Opcode, ValueDef};
use rustc_hash::FxHashSet;

/// Most barriers of a loop that are looked at.
const MOST_BARRIERS: usize = 16;

/// Where a barrier is missing between the first access and the second, if there is a way without one.
pub(super) fn gap(machine: &Machine, race: &Race) -> Option<Missing> {
    let (a, b) = (race.first.site?, race.second.site?);
    let function = machine.module(Side::Device).functions.get(a.0 as usize).filter(|_| a.0 == b.0)?;
    let is_of_warp = race.first.block == race.second.block && race.first.thread / 32 == race.second.thread / 32 && !race.crosses_warps;
    missing(machine, function, (a.0, Inst(a.1)), Inst(b.1), is_of_warp)
}

/// Whether there is a way from the first access to the second.
pub(super) fn leads(machine: &Machine, race: &Race) -> bool {
    let (Some(a), Some(b)) = (race.first.site, race.second.site) else { return false };
    let function = machine.module(Side::Device).functions.get(a.0 as usize).filter(|_| a.0 == b.0);
    function.is_some_and(|function| {
        let cfg = Cfg::new(function);
        let (loops, placement) = (Loops::new(&cfg, &Dominators::new(function, &cfg)), Placement::new(function));
        let at = |inst: u32| Some((placement.block_of(Inst(inst))?, Inst(inst)));
        at(a.1).zip(at(b.1)).is_some_and(|(a, b)| way(function, &cfg, &loops, a, b, &|_| false).is_some())
    })
}

/// Whether an access stands in a loop.
pub(super) fn is_in_loop(machine: &Machine, party: &Party) -> bool {
    let Some((id, inst, _)) = party.site else { return false };
    machine.module(Side::Device).functions.get(id as usize).is_some_and(|function| {
        let cfg = Cfg::new(function);
        let loops = Loops::new(&cfg, &Dominators::new(function, &cfg));
        Placement::new(function).block_of(Inst(inst)).is_some_and(|block| loops.innermost(block).is_some())
    })
}

/// Where a barrier is missing.
pub(super) struct Missing {
    /// At the end of a loop's body: the second access is one of a later round.
    pub(super) is_round: bool,
    /// The line that it comes after, or that of the loop.
    pub(super) line: Option<u32>,
    /// The second access stands behind the loop that the first one is in.
    pub(super) is_behind_loop: bool,
    /// Threads go round the loop differently often, or not all of them: none can stand in it.
    pub(super) parts_threads: bool,
}

/// Where a barrier belongs between `a` and `b`: the first place after `a` that all threads reach on every way to `b`, or the end of
/// a loop's body. `None` where each way from `a` to `b` passes a barrier. One of the warp does where both stand in one condition.
fn missing(machine: &Machine, function: &Function, (id, a): (u32, Inst), b: Inst, is_of_warp: bool) -> Option<Missing> {
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(function, &cfg);
    let post = PostDominators::new(function, &cfg);
    let uniformity = Uniformity::new(function, &cfg);
    let placement = Placement::new(function);
    let (from, to) = (placement.block_of(a)?, placement.block_of(b)?);
    let line = |inst: Inst| {
        let loc = function.insts[inst.index()].loc;
        machine.site_place(&Site { side: Side::Device, function: id, loc }).map(|place| place.line)
    };
    let loops = Loops::new(&cfg, &dominators);
    // What is read in the race would be the same for all threads, if the barrier were there.
    let parted = |block: Block| {
        let mut branches = parted_by(function, &cfg, &post, &uniformity, block);
        branches.retain(|&branch| !is_decided_by(function, &uniformity, branch, [a, b]));
        branches
    };
    let is_barrier = |inst: &Inst| function.insts[inst.index()].op == Opcode::Bar;
    let is_forward = way(function, &cfg, &loops, (from, a), (to, b), &is_barrier)?;
    if !is_forward {
        let header = loops.get(loops.innermost(from)?).header;
        let first = function.blocks[header.index()].insts.iter().find_map(|i| line(*i));
        let parts_threads = !is_of_warp && !parted(header).is_empty();
        return Some(Missing { is_round: true, line: first, is_behind_loop: false, parts_threads });
    }
    // A loop that ends before `b`: threads may go round it differently often.
    let is_before = |block: Block| loops.innermost(block).is_none_or(|id| loops.contains(id, to));
    let mut of_second = if is_of_warp { parted(to) } else { Vec::new() };
    // Where a barrier of the loop stands another one may.
    let inner = loops.innermost(from);
    let beside = function.iter_insts().filter(|(block, inst, _)| inner.is_some() && loops.innermost(*block) == inner && is_barrier(inst));
    let beside: FxHashSet<Block> = beside.map(|(block, ..)| block).take(MOST_BARRIERS).collect();
    of_second.extend(beside.into_iter().flat_map(parted));
    let is_common = |block: Block| parted(block).iter().all(|branch| of_second.contains(branch));
    if is_common(from) && is_before(from) {
        return Some(Missing { is_round: false, line: line(a), is_behind_loop: false, parts_threads: false });
    }
    // Behind the branch, or the loop, that `a` stands in.
    let mut at = post.ipdom(from);
    while let Some(block) = at {
        if is_common(block) && is_before(block) && (block == to || dominators.dominates(block, to)) {
            let first = function.blocks[block.index()].insts.iter().find_map(|i| line(*i))?;
            // What comes next may be the end of a loop's round, which is written ahead of its body.
            let between = blocks_between(&cfg, from, block).into_iter().flat_map(|block| &function.blocks[block.index()].insts);
            let last =
                if loops.innermost(from).is_some() { between.filter_map(|i| outer_line(machine, function, id, *i)).max() } else { None };
            let before = match last {
                Some(last) if first <= last => last,
                _ => first.saturating_sub(1).max(line(a)?),
            };
            return Some(Missing { is_round: false, line: Some(before), is_behind_loop: !is_before(from), parts_threads: false });
        }
        at = post.ipdom(block);
    }
    // What stands ahead of a branch in the program may have been moved behind it.
    let branch_line = |branch: &Block| function.terminator(*branch).and_then(line);
    let (mut branches, own) = (parted(from), line(a));
    branches.retain(|branch| !of_second.contains(branch));
    if line(b) > own && is_before(from) && branches.iter().all(|branch| branch_line(branch) > own) {
        return Some(Missing { is_round: false, line: own, is_behind_loop: false, parts_threads: false });
    }
    Some(Missing { is_round: false, line: None, is_behind_loop: !is_before(from), parts_threads: false })
}

/// The blocks on the ways from one to another, which is not among them.
fn blocks_between(cfg: &Cfg, from: Block, to: Block) -> Vec<Block> {
    let mut found = vec![from];
    let mut at = 0;
    while let Some(&block) = found.get(at) {
        for &next in cfg.succs(block) {
            if next != to && !found.contains(&next) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

/// The line of an instruction in the kernel itself: that of the call, if a function was inlined there.
fn outer_line(machine: &Machine, function: &Function, id: u32, inst: Inst) -> Option<u32> {
    let module = machine.module(Side::Device);
    let mut loc = function.insts[inst.index()].loc;
    while let Some(known) = module.locs.get(loc.0 as usize).filter(|known| known.inlined_at != LocId::NONE) {
        loc = known.inlined_at;
    }
    machine.site_place(&Site { side: Side::Device, function: id, loc }).map(|place| place.line)
}

/// The branches that may part threads and that have not been rejoined at `block`.
fn parted_by(function: &Function, cfg: &Cfg, post: &PostDominators, uniformity: &Uniformity, block: Block) -> Vec<Block> {
    let parts = |branch: &Block| {
        let end = post.ipdom(*branch);
        let (mut seen, mut open) = (vec![false; function.blocks.len()], vec![*branch]);
        while let Some(at) = open.pop() {
            for &next in cfg.succs(at).iter().filter(|&&next| Some(next) != end) {
                if next == block {
                    return true;
                }
                if !std::mem::replace(&mut seen[next.index()], true) {
                    open.push(next);
                }
            }
        }
        false
    };
    function.layout.iter().copied().filter(|&branch| uniformity.is_divergent(branch)).filter(parts).collect()
}

/// Whether what decides a branch differs between threads only as far as they read different values in one of the two accesses, at the
/// same address.
fn is_decided_by(function: &Function, uniformity: &Uniformity, branch: Block, accesses: [Inst; 2]) -> bool {
    let Some(end) = function.terminator(branch) else { return false };
    let mut open = function.insts[end.index()].args.clone();
    let (mut seen, mut is_read) = (FxHashSet::default(), false);
    while let Some(value) = open.pop() {
        if uniformity.shape(value).is_uniform() || !seen.insert(value) {
            continue;
        }
        let ValueDef::Result(inst, _) = function.values[value.index()].def else { return false };
        let data = &function.insts[inst.index()];
        match data.op {
            Opcode::Ld if accesses.contains(&inst) => is_read = true,
            // What is computed of nothing else, such as the thread's number, differs by itself.
            _ if data.effects() == Effects::Pure && !data.args.is_empty() && !data.op.row().is_warp_level => {}
            _ => return false,
        }
        open.extend(&data.args);
    }
    is_read
}

/// Whether there is a way from one instruction to another on which nothing `is_stop`: `Some(true)` one that goes round no loop that
/// both stand in.
pub(super) fn way(
    function: &Function,
    cfg: &Cfg,
    loops: &Loops,
    (from, a): (Block, Inst),
    (to, b): (Block, Inst),
    is_stop: &dyn Fn(&Inst) -> bool,
) -> Option<bool> {
    let insts = |block: Block| &function.blocks[block.index()].insts[..];
    let position = |block: Block, inst: Inst| insts(block).iter().position(|i| *i == inst);
    let (start, end) = (position(from, a)?, position(to, b)?);
    if from == to && start < end && !insts(from)[start..end].iter().any(is_stop) {
        return Some(true);
    }
    if insts(from)[start..].iter().any(is_stop) {
        return None;
    }
    let may_enter = !insts(to)[..end].iter().any(is_stop);
    let mut found = None;
    // Blocks that are left at their end, and whether the way to there goes round a loop.
    let (mut seen, mut open) = (FxHashSet::from_iter([(from, false)]), vec![(from, false)]);
    while let Some((block, is_round)) = open.pop() {
        for &after in cfg.succs(block) {
            let is_back = |id| loops.contains(id, block) && loops.contains(id, to);
            let next = (after, is_round || loops.headed_by(after).is_some_and(is_back));
            if after == to && may_enter {
                found = Some(found.unwrap_or(false) || !next.1);
            }
            if !seen.contains(&next) && !insts(after).iter().any(is_stop) {
                seen.insert(next);
                open.push(next);
            }
        }
    }
    found
}

/// Where the barrier is missing that orders the two: what is written first in the program, in one line at the end of a loop's body.
pub(super) fn place_of_barrier(machine: &Machine, race: &Race) -> Option<Missing> {
    let line = |party: &Party| Some(machine.place(&[party.site?.2])).flatten().map(|place| (place.file.clone(), place.line));
    let is_one_line = line(&race.first).is_some() && line(&race.first) == line(&race.second);
    let is_read_first = !race.first.writes && race.second.writes;
    let turned = if is_one_line && is_read_first { gap(machine, &race.swapped()).filter(|gap| gap.is_round) } else { None };
    turned.or_else(|| gap(machine, race))
}
