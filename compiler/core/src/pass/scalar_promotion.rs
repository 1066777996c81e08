//! Scalar promotion (LLVM's LICM): memory that a loop writes again and again becomes a value, and is written once behind the loop.
//!
//! Before: a rotated loop with a store that every way out of it has passed, to an address from outside; what else in the loop
//! touches those bytes loads or stores just them. After: the loop works on a value. If it loads the bytes, they are loaded once in
//! front of it; a store stands on each way out. Barriers, calls and atomics in the loop keep everything as it is, but for what only
//! accesses that name it touch; so do shuffles and votes (LLVM moves nothing over them). Volatile accesses are never touched, nor is
//! host code, where other threads may look.

use crate::pass::PassContext;
use crate::pass::alias::{Location, Locations, exchanges_values, form, is_plain, touches_no_memory};
use crate::pass::graph::{Graph, terminator};
use crate::pass::gvn::{is_unchanging, writes};
use crate::pass::rewrite::{add, add_jump_block};
use crate::pass::{licm, mem2reg};
use kern_ir::analysis::{LoopId, Placement};
use kern_ir::{
    Attrs, Block, BlockCall, Effects, Function, Inst, InstData, ModuleKind, Opcode, Payload, RegType, Slot, SlotData, Space, Type, VarInfo,
};

/// Locations promoted in one function.
const MOST: usize = 64;
/// Promotions times instructions of the function: each looks at the whole of it.
const MOST_WORK: usize = 4_000_000;
/// Accesses of a loop above which it is left alone: each is compared with each.
const MOST_ACCESSES: usize = 1024;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device || !func.insts.iter().any(|data| data.op == Opcode::St && is_plain(data)) {
        return false;
    }
    let mut changed = false;
    let size: usize = func.layout.iter().map(|b| func.blocks[b.index()].insts.len()).sum();
    for _ in 0..MOST.min(MOST_WORK / size.max(1)) {
        let graph = context.analyses.graph(func);
        if graph.loops().all().is_empty() {
            break;
        }
        let locations = Locations::new(func);
        let mut placement = Placement::new(func);
        // Inner loops come after outer ones; what leaves an inner loop may then leave the next.
        let mut ids = (0..graph.loops().all().len()).rev();
        let Some(plan) = ids.find_map(|id| plan(func, &graph, id, &locations, &mut placement)) else { break };
        promote(func, &plan);
        mem2reg::run(func, context);
        changed = true;
    }
    changed
}

/// A location that becomes a value.
struct Plan {
    /// The way into the loop.
    before: Block,
    /// The loop's loads and stores of it, in any order.
    accesses: Vec<Inst>,
    /// A store of it, as a model.
    store: Inst,
    /// A load of it, if there is one.
    load: Option<Inst>,
    /// The ways out: an IR block of the loop, and which of its targets.
    exits: Vec<(Block, usize)>,
}

/// What a loop does with memory.
#[derive(Default)]
struct Accesses {
    /// Plain loads and stores, with their blocks.
    plain: Vec<(Inst, Block, Location)>,
    /// Other accesses.
    others: Vec<Location>,
    /// Whether it may read or write what it does not name.
    has_everything: bool,
    /// Whether lanes exchange values.
    is_warp_level: bool,
}

fn accesses(func: &Function, blocks: &[Block], locations: &Locations) -> Accesses {
    let mut found = Accesses::default();
    for &block in blocks {
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            let location = match data.op {
                Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red => locations.of(func, data),
                op if touches_no_memory(op) => {
                    found.is_warp_level |= exchanges_values(op);
                    continue;
                }
                _ if writes(data) || data.effects() == Effects::Load => None,
                _ => continue,
            };
            match location {
                Some(location) if is_plain(data) => found.plain.push((inst, block, location)),
                Some(location) => found.others.push(location),
                None => found.has_everything |= !is_unchanging(data),
            }
        }
    }
    found
}

fn plan(func: &Function, graph: &Graph, id: LoopId, locations: &Locations, placement: &mut Placement) -> Option<Plan> {
    let loops = graph.loops();
    let data = loops.get(id);
    let [before] = licm::entries(graph, data.header)[..] else { return None };
    if func.insts[terminator(func, before).index()].targets().len() != 1 {
        return None;
    }
    let found = accesses(func, &data.blocks, locations);
    if found.is_warp_level
        || found.plain.len() > MOST_ACCESSES
        || !found.plain.iter().any(|(inst, ..)| func.insts[inst.index()].op == Opcode::St)
    {
        return None;
    }
    let mut exits = Vec::new();
    for &block in &data.blocks {
        let targets = func.insts[terminator(func, block).index()].targets();
        exits.extend(targets.iter().enumerate().filter(|(_, target)| !loops.contains(id, target.block)).map(|(at, _)| (block, at)));
    }
    for &(inst, block, location) in &found.plain {
        let store = &func.insts[inst.index()];
        let is_candidate = store.op == Opcode::St
            && store.ty.size() >= 4
            && !store.attrs.is_async
            && !exits.is_empty()
            && exits.iter().all(|&(exit, _)| graph.dominates(block, exit))
            && placement.block_of_def(func, store.args[0]).is_none_or(|defined| !loops.contains(id, defined))
            && (!found.has_everything || location.is_own())
            && !found.others.iter().any(|other| other.may_meet(&location));
        let is_same = |other: &Location| other.is_same(&location) && other.value == location.value;
        let fits = |other: &(Inst, Block, Location)| match other.2.may_meet(&location) {
            true => is_same(&other.2) && form(&func.insts[other.0.index()]) == form(store),
            false => true,
        };
        if is_candidate && found.plain.iter().all(fits) {
            let accesses: Vec<Inst> = found.plain.iter().filter(|other| other.2.may_meet(&location)).map(|other| other.0).collect();
            let load = accesses.iter().copied().find(|access| func.insts[access.index()].op == Opcode::Ld);
            return Some(Plan { before, accesses, store: inst, load, exits });
        }
    }
    None
}

fn promote(func: &mut Function, plan: &Plan) {
    let model = func.insts[plan.store.index()].clone();
    let class = func.ty(model.args[1]);
    let slot = Slot(func.slots.len() as u32);
    func.slots.push(SlotData { size: u64::from(model.ty.size()), align: model.ty.size(), info: VarInfo::default(), is_late: false });
    let loc = model.loc;
    let local = Attrs { space: Some(Space::Local), ..Attrs::default() };
    let place = InstData { payload: Payload::Slot(slot), loc, ..InstData::new(Opcode::Address, Type::B64) };
    let (place, address) = add(func, place, RegType::B64);
    let mut first = vec![place];
    // What nobody loads has no value before the loop; every way out has passed a store.
    let value = match plan.load {
        None => func.add_constant(class, 0),
        Some(load) => {
            let copy =
                InstData { results: Vec::new(), args: vec![model.args[0]], offset: model.offset, ..func.insts[load.index()].clone() };
            let (inst, value) = add(func, copy, class);
            first.push(inst);
            value
        }
    };
    first.push(func.add_inst(InstData { args: vec![address, value], attrs: local, loc, ..InstData::new(Opcode::St, model.ty) }, &[]));
    let insts = &mut func.blocks[plan.before.index()].insts;
    let end = insts.len() - 1;
    insts.splice(end..end, first);
    for access in &plan.accesses {
        let data = &mut func.insts[access.index()];
        (data.args[0], data.offset, data.attrs) = (address, 0, local);
    }
    for &(block, at) in &plan.exits {
        let end = terminator(func, block);
        let to = func.insts[end.index()].targets()[at].clone();
        let way = add_jump_block(func, block, to, loc);
        func.insts[end.index()].targets_mut()[at] = BlockCall { block: way, args: Vec::new() };
        let (load, value) = add(func, InstData { args: vec![address], attrs: local, loc, ..InstData::new(Opcode::Ld, model.ty) }, class);
        let store = func.add_inst(InstData { args: vec![model.args[0], value], ..model.clone() }, &[]);
        func.blocks[way.index()].insts.splice(0..0, [load, store]);
    }
}
