//! Loop-invariant code motion.
//!
//! Before: any well-formed function. After: pure operations whose operands are defined outside a loop stand before it,
//! if they may be executed where they were not. So do loads that nothing in the loop can change, but only from IR
//! blocks that every iteration and every way out of the loop goes through, so that no access is new; a barrier, call,
//! store or atomic in the loop keeps them (nvcc's LICM agrees); in host code only a store that may meet them does, as in g++'s.
//! Volatile accesses and warp-level operations stay.

use crate::pass::PassContext;
use crate::pass::alias::{Location, Locations, is_plain};
use crate::pass::graph::{Graph, terminator};
use crate::pass::gvn::{is_unchanging, writes};
use crate::pass::rewrite::make_jump_block;
use kern_ir::analysis::{LoopId, Loops, Placement};
use kern_ir::{Block, BlockCall, CacheOp, Effects, Function, Inst, InstData, ModuleKind, Opcode, Sem};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// Stores of a loop above which each is taken to meet each load.
const MOST_STORES: usize = 64;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let graph = context.analyses.graph(func);
    let loops = graph.loops();
    if loops.all().is_empty() {
        return false;
    }
    let mut changed = add_preheaders(func, &graph, loops);
    let graph = context.analyses.graph(func);
    let loops = graph.loops();
    let mut placement = Placement::new(func);
    let locations = (context.kind == ModuleKind::Host).then(OnceCell::new);
    // Inner loops come after outer ones; what leaves an inner loop may then leave the next.
    let mut inside = vec![LoopId::MAX; func.blocks.len()];
    for id in (0..loops.all().len()).rev() {
        changed |= hoist(func, &graph, loops, id, &mut placement, &mut inside, locations.as_ref());
    }
    changed
}

/// Makes sure that each loop has one way in; answers whether any had others.
pub(crate) fn add_preheaders(func: &mut Function, graph: &Graph, loops: &Loops) -> bool {
    // What goes behind which block of the layout.
    let mut behind: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for data in loops.all() {
        if let Some((last, before)) = add_preheader(func, graph, data.header) {
            behind.entry(last).or_default().push(before);
        }
    }
    let changed = !behind.is_empty();
    if changed {
        let with_new = |&block: &Block| [block].into_iter().chain(behind.remove(&block).into_iter().flatten().rev());
        func.layout = func.layout.clone().iter().flat_map(with_new).collect();
    }
    changed
}

/// The edges into `head` from outside its loop.
pub(super) fn entries(graph: &Graph, head: Block) -> Vec<Block> {
    let mut entries: Vec<Block> = graph.preds(head).iter().copied().filter(|&p| !graph.dominates(head, p)).collect();
    entries.dedup();
    entries
}

/// Makes sure that one IR block, which only jumps to `head`, is the way into the loop: the block, if it is new, which is
/// not in the layout yet, and behind which block it belongs there.
fn add_preheader(func: &mut Function, graph: &Graph, head: Block) -> Option<(Block, Block)> {
    let entries = entries(graph, head);
    if let [only] = entries[..]
        && func.insts[terminator(func, only).index()].targets().len() == 1
    {
        return None;
    }
    let types: Vec<_> = func.blocks[head.index()].params.iter().map(|&p| func.ty(p)).collect();
    let loc = func.blocks[head.index()].loc;
    let last = *entries.last()?;
    let before = make_jump_block(func, BlockCall { block: head, args: Vec::new() }, loc);
    let params: Vec<_> = types.into_iter().map(|ty| func.add_block_param(before, ty)).collect();
    let end = terminator(func, before);
    func.insts[end.index()].targets_mut()[0].args = params;
    for entry in entries {
        let end = terminator(func, entry);
        for target in func.insts[end.index()].targets_mut() {
            if target.block == head {
                target.block = before;
            }
        }
    }
    Some((last, before))
}

fn hoist(
    func: &mut Function,
    graph: &Graph,
    loops: &Loops,
    id: LoopId,
    placement: &mut Placement,
    inside: &mut [LoopId],
    locations: Option<&OnceCell<Locations>>,
) -> bool {
    let data = &loops.get(id);
    let [before] = entries(graph, data.header)[..] else { return false };
    data.blocks.iter().for_each(|b| inside[b.index()] = id);
    let mut written = Written::Nothing;
    let mut ways_on: Vec<Block> = Vec::new();
    for &block in &data.blocks {
        let insts = &func.blocks[block.index()].insts;
        insts.iter().for_each(|inst| written.add(func, &func.insts[inst.index()], locations));
        let targets = func.insts[terminator(func, block).index()].targets();
        if targets.iter().any(|t| inside[t.block.index()] != id || t.block == data.header) {
            ways_on.push(block);
        }
    }
    let mut moved: Vec<Inst> = Vec::new();
    for &block in &data.blocks {
        let is_always_executed = ways_on.iter().all(|&w| graph.dominates(block, w));
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let data = &func.insts[inst.index()];
            let is_invariant = data.args.iter().all(|&arg| placement.block_of_def(func, arg).is_none_or(|b| inside[b.index()] != id));
            if is_invariant && may_move(data, is_always_executed, |load| written.may_meet(func, load, locations)) {
                placement.place(inst, before);
                moved.push(inst);
            } else {
                kept.push(inst);
            }
        }
        func.blocks[block.index()].insts = kept;
    }
    let changed = !moved.is_empty();
    let insts = &mut func.blocks[before.index()].insts;
    let at = insts.len() - 1;
    insts.splice(at..at, moved);
    changed
}

/// Where an access goes; locations are looked for where the first loop stores.
fn of(locations: &OnceCell<Locations>, func: &Function, data: &InstData) -> Option<Location> {
    locations.get_or_init(|| Locations::new(func)).of(func, data)
}

/// What a loop writes.
enum Written {
    Nothing,
    /// Plain stores of host code, and where they go.
    Stores(Vec<Location>),
    Anything,
}

impl Written {
    fn add(&mut self, func: &Function, data: &InstData, locations: Option<&OnceCell<Locations>>) {
        if !writes(data) {
            return;
        }
        let store = if data.op == Opcode::St && is_plain(data) { locations.and_then(|all| of(all, func, data)) } else { None };
        match (&mut *self, store) {
            (Written::Nothing, Some(store)) => *self = Written::Stores(vec![store]),
            (Written::Stores(all), Some(store)) if all.len() < MOST_STORES => all.push(store),
            _ => *self = Written::Anything,
        }
    }

    fn may_meet(&self, func: &Function, load: &InstData, locations: Option<&OnceCell<Locations>>) -> bool {
        match self {
            Written::Nothing => false,
            Written::Stores(all) => {
                locations.and_then(|all| of(all, func, load)).is_none_or(|load| all.iter().any(|store| store.may_meet(&load)))
            }
            Written::Anything => true,
        }
    }
}

fn may_move(data: &InstData, is_always_executed: bool, may_be_written: impl FnOnce(&InstData) -> bool) -> bool {
    match data.effects() {
        Effects::Pure => true,
        Effects::PureNotSpeculatable => is_always_executed && !data.attrs.is_in_place,
        Effects::Load => {
            let is_plain = matches!(data.attrs.sem, None | Some(Sem::Weak)) && data.attrs.cache != Some(CacheOp::Cv);
            is_plain && is_always_executed && (is_unchanging(data) || !may_be_written(data))
        }
        _ => false,
    }
}
