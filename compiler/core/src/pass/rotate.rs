//! Loop rotation: `while` becomes `if` and `do … while`, where a load can leave the loop for it.
//!
//! Before: a loop whose header only computes and tests, around a load that nothing in the loop changes and that every
//! iteration executes. After: the test is also made before the loop, so that "the loop is entered" is a place where the
//! load may be executed (`licm` and `load_store_elim` move it there), and "the loop is left" one for a store (`scalar_promotion`). nvcc rotates every loop (LLVM's LoopRotate); here
//! only those where it changes what a kernel asks of memory, and all of host code. Values of the header that are used elsewhere go through
//! slots, which `mem2reg` turns into values again.

use crate::pass::PassContext;
use crate::pass::alias::{Location, Locations, is_plain, touches_no_memory};
use crate::pass::graph::{Graph, terminator};
use crate::pass::gvn::is_unchanging;
use crate::pass::licm;
use crate::pass::load_store_elim;
use crate::pass::mem2reg;
use crate::pass::rewrite::add;
use kern_ir::analysis::{LoopId, Loops};
use kern_ir::{
    Block, BlockCall, Effects, Function, Inst, InstData, ModuleKind, Opcode, Payload, RegType, SlotData, Space, Type, Value, ValueDef,
    VarInfo,
};
use rustc_hash::FxHashMap;

/// Instructions of a header that is copied (LLVM's `-rotation-max-header-size`).
const MAX_HEADER: usize = 16;
/// Loops rotated in one function.
const MAX_ROTATIONS: usize = 64;
/// Rotations times instructions of the function: each looks at the whole of it.
const MAX_WORK: usize = 4_000_000;
/// Accesses of a loop that are looked at: each is compared with all of it.
const MAX_CANDIDATES: usize = 256;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind == ModuleKind::Device {
        // A body must not load again what its header has loaded, for then the header is behind it.
        let has_changed = context.options.is_counted && load_store_elim::run(func, context);
        return has_changed | run_on(func, context, |around, func, id| around.lets_an_access_out(func, id));
    }
    // Nobody counts what host code asks of memory.
    let graph = context.analyses.graph(func);
    let changed = licm::add_preheaders(func, &graph, graph.loops());
    run_on_all(func, context) | changed
}

/// Rotates every loop that nvcc rotates: those that are not left from their ends.
pub(crate) fn run_on_all(func: &mut Function, context: &PassContext<'_>) -> bool {
    run_on(func, context, |around, func, id| {
        let inside = |b: Block| around.loops.contains(id, b);
        !around.loops.get(id).latches.iter().any(|&l| func.targets(l).iter().any(|t| !inside(t.block)))
    })
}

/// Rotates those loops that `is_wanted`.
pub(crate) fn run_where(func: &mut Function, context: &PassContext<'_>, is_wanted: fn(&Around<'_>, &Function, LoopId) -> bool) -> bool {
    run_on(func, context, is_wanted)
}

fn run_on(func: &mut Function, context: &PassContext<'_>, is_wanted: fn(&Around<'_>, &Function, LoopId) -> bool) -> bool {
    let mut changed = false;
    let copies_loads = context.options.is_counted && context.kind == ModuleKind::Device;
    // A rotation renames the loops: look again, inner loops first; each loop is rotated at most once.
    let size: usize = func.layout.iter().map(|b| func.blocks[b.index()].insts.len()).sum();
    for _ in 0..MAX_ROTATIONS.min(MAX_WORK / size.max(1)) {
        let graph = context.analyses.graph(func);
        let loops = graph.loops();
        if loops.all().is_empty() {
            break;
        }
        let around = Around { graph: &graph, loops, locations: Locations::new(func), copies_loads };
        let Some(plan) = (0..loops.all().len()).rev().find_map(|id| around.plan(func, id, is_wanted)) else { break };
        rotate(func, &plan);
        mem2reg::run(func, context);
        changed = true;
    }
    changed
}

struct Plan {
    header: Block,
    /// The one way in; it only jumps to the header.
    entry: Block,
    /// The target of the header's test that stays in the loop.
    stay: usize,
    /// Values of the header that other IR blocks use.
    escaping: Vec<Value>,
}

/// What would leave a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Candidate {
    Load,
    /// Of what nothing changes.
    UnchangingLoad,
    Store,
}

/// What choosing a loop needs.
pub(crate) struct Around<'a> {
    pub(crate) graph: &'a Graph,
    loops: &'a Loops,
    pub(crate) locations: Locations,
    /// A header may load, where accesses are counted: nvcc rotates all loops.
    copies_loads: bool,
}

impl Around<'_> {
    fn plan(&self, func: &Function, id: LoopId, is_wanted: fn(&Around<'_>, &Function, LoopId) -> bool) -> Option<Plan> {
        let Around { graph, loops, .. } = *self;
        let data = loops.get(id);
        let header = data.header;
        let entries: Vec<Block> = graph.preds(header).iter().copied().filter(|&p| !graph.dominates(header, p)).collect();
        let [entry] = entries[..] else { return None };
        let end = &func.insts[terminator(func, header).index()];
        let [a, b] = end.targets() else { return None };
        let inside = |b: Block| loops.contains(id, b);
        let stay = match (inside(a.block), inside(b.block)) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return None,
        };
        let insts = &func.blocks[header.index()].insts;
        let body = end.targets()[stay].block;
        let only_jumps = func.insts[terminator(func, entry).index()].targets().len() == 1;
        let is_pure = |i: &Inst| {
            let inst = &func.insts[i.index()];
            let is_load = self.copies_loads && inst.op == Opcode::Ld && is_plain(inst);
            matches!(inst.effects(), Effects::Pure | Effects::PureNotSpeculatable) && !inst.op.row().is_warp_level || is_load
        };
        let is_simple = end.op == Opcode::Bra
            && only_jumps
            && body != header
            && graph.preds(body).len() == 1
            && insts.len() <= MAX_HEADER
            && insts[..insts.len() - 1].iter().all(is_pure);
        if !is_simple || !is_wanted(self, func, id) {
            return None;
        }
        let mut defined: Vec<Value> = func.blocks[header.index()].params.clone();
        defined.extend(insts.iter().flat_map(|i| &func.insts[i.index()].results));
        let mut escaping = Vec::new();
        for &block in graph.order.iter().filter(|&&b| b != header) {
            for inst in &func.blocks[block.index()].insts {
                let user = &func.insts[inst.index()];
                escaping.extend(user.args.iter().chain(user.targets().iter().flat_map(|t| &t.args)).filter(|a| defined.contains(a)));
            }
        }
        // What the test hands to its targets stays an argument; only direct uses need a slot.
        escaping.sort_unstable();
        escaping.dedup();
        if escaping.iter().any(|&v| func.ty(v).in_memory().is_none()) {
            return None;
        }
        Some(Plan { header, entry, stay, escaping })
    }

    /// Whether some load of the loop's body has an address from outside, is executed by every iteration, and what it reads
    /// is changed by nothing in the loop but a store to the same place; or some store, whose place nothing else touches.
    fn lets_an_access_out(&self, func: &Function, id: LoopId) -> bool {
        let Around { graph, loops, locations, .. } = self;
        let data = loops.get(id);
        let inside = |b: Block| loops.contains(id, b);
        let leaves = |b: &Block| func.insts[terminator(func, *b).index()].targets().iter().any(|t| !inside(t.block));
        let leaving: Vec<Block> = data.blocks.iter().copied().filter(|b| *b != data.header && leaves(b)).collect();
        let mut candidates: Vec<(Location, Candidate)> = Vec::new();
        for &block in data.blocks.iter().filter(|&&b| b != data.header) {
            if !data.latches.iter().all(|&l| graph.dominates(block, l)) {
                continue;
            }
            // The way out is the header's test: another one would have to be passed first.
            if leaving.iter().any(|&b| !graph.dominates(block, b)) {
                continue;
            }
            for inst in &func.blocks[block.index()].insts {
                let access = &func.insts[inst.index()];
                if is_plain(access)
                    && let Some(location) = locations.of(func, access)
                    && location.defined_in.is_none_or(|h| !inside(h))
                    && base_is_outside(func, &location, &inside)
                {
                    candidates.push(match access.op {
                        Opcode::St => (location, Candidate::Store),
                        _ if is_unchanging(access) => (location, Candidate::UnchangingLoad),
                        _ => (location, Candidate::Load),
                    });
                }
            }
        }
        candidates.truncate(MAX_CANDIDATES);
        candidates.retain(|(location, candidate)| {
            let changes = |inst: &Inst| {
                let other = &func.insts[inst.index()];
                match other.op {
                    op if touches_no_memory(op) => false,
                    Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red
                        if *candidate == Candidate::Store || other.op != Opcode::Ld || super::gvn::writes(other) =>
                    {
                        locations.of(func, other).is_none_or(|l| l.may_meet(location) && !(l.is_same(location) && is_plain(other)))
                    }
                    _ => super::gvn::writes(other) && !location.is_own(),
                }
            };
            *candidate == Candidate::UnchangingLoad || !data.blocks.iter().flat_map(|b| &func.blocks[b.index()].insts).any(changes)
        });
        !candidates.is_empty()
    }
}

/// A variable's address can be computed anywhere; other bases must come from outside.
fn base_is_outside(func: &Function, location: &Location, inside: &dyn Fn(Block) -> bool) -> bool {
    match func.def(location.value) {
        ValueDef::Param(block, _) => !inside(block),
        _ => true,
    }
}

fn rotate(func: &mut Function, plan: &Plan) {
    let header = plan.header;
    let slots: Vec<(Value, kern_ir::Slot, Type)> = plan
        .escaping
        .iter()
        .filter_map(|&value| {
            let ty = func.ty(value).in_memory()?;
            let slot = kern_ir::Slot(func.slots.len() as u32);
            func.slots.push(SlotData { size: ty.size() as u64, align: ty.size(), info: VarInfo::default(), is_late: false });
            Some((value, slot, ty))
        })
        .collect();
    load_where_used(func, header, &slots);
    // The copy: the header's parameters are what the entry gives.
    let end = terminator(func, plan.entry);
    let args = func.insts[end.index()].targets()[0].args.clone();
    let mut renamed: FxHashMap<Value, Value> = func.blocks[header.index()].params.iter().copied().zip(args).collect();
    let insts = func.blocks[header.index()].insts.clone();
    let (last, rest) = insts.split_last().expect("an IR block of the layout ends in a terminator");
    func.blocks[plan.entry.index()].insts.pop();
    for inst in rest {
        let copy = clone_renamed(func, *inst, &renamed);
        let results = func.insts[inst.index()].results.clone();
        for (old, new) in results.into_iter().zip(func.insts[copy.index()].results.clone()) {
            renamed.insert(old, new);
        }
        func.blocks[plan.entry.index()].insts.push(copy);
    }
    let test = clone_renamed(func, *last, &renamed);
    for &(value, slot, ty) in &slots {
        let stored = renamed.get(&value).copied().unwrap_or(value);
        store(func, plan.entry, None, slot, ty, stored);
        store(func, header, Some(value), slot, ty, value);
    }
    func.blocks[plan.entry.index()].insts.push(test);
    // The way into the loop is a place of its own, for what leaves the loop.
    let (stay, loc) = (plan.stay, func.insts[test.index()].loc);
    let into = func.insts[test.index()].targets()[stay].clone();
    let before = crate::pass::rewrite::add_jump_block(func, plan.entry, into, loc);
    func.insts[test.index()].targets_mut()[stay] = BlockCall { block: before, args: Vec::new() };
    let body = func.insts[last.index()].targets()[stay].block;
    func.blocks[body.index()].unroll = func.blocks[header.index()].unroll.take();
}

/// Uses of the values in other IR blocks read the slots.
fn load_where_used(func: &mut Function, header: Block, slots: &[(Value, kern_ir::Slot, Type)]) {
    for n in 0..func.layout.len() {
        let block = func.layout[n];
        if block == header {
            continue;
        }
        let mut at = 0;
        while at < func.blocks[block.index()].insts.len() {
            let inst = func.blocks[block.index()].insts[at];
            for &(value, slot, ty) in slots {
                let data = &func.insts[inst.index()];
                if !data.args.contains(&value) && !data.targets().iter().any(|t| t.args.contains(&value)) {
                    continue;
                }
                let loc = data.loc;
                let address =
                    add(func, InstData { payload: Payload::Slot(slot), loc, ..InstData::new(Opcode::Address, Type::B64) }, RegType::B64);
                let mut load = InstData { args: vec![address.1], loc, ..InstData::new(Opcode::Ld, ty) };
                load.attrs.space = Some(Space::Local);
                let load = add(func, load, func.ty(value));
                func.blocks[block.index()].insts.splice(at..at, [address.0, load.0]);
                at += 2;
                let data = &mut func.insts[inst.index()];
                let rename = |arg: &mut Value| {
                    if *arg == value {
                        *arg = load.1;
                    }
                };
                data.args.iter_mut().for_each(rename);
                data.targets_mut().iter_mut().flat_map(|t| &mut t.args).for_each(rename);
            }
            at += 1;
        }
    }
}

/// Stores `value` in a slot: behind its definition, or at the end of what `block` has so far.
fn store(func: &mut Function, block: Block, behind: Option<Value>, slot: kern_ir::Slot, ty: Type, value: Value) {
    let loc = func.blocks[block.index()].loc;
    let address = add(func, InstData { payload: Payload::Slot(slot), loc, ..InstData::new(Opcode::Address, Type::B64) }, RegType::B64);
    let mut data = InstData { args: vec![address.1, value], loc, ..InstData::new(Opcode::St, ty) };
    data.attrs.space = Some(Space::Local);
    let inst = func.add_inst(data, &[]);
    let insts = &func.blocks[block.index()].insts;
    let at = match behind.map(|value| func.def(value)) {
        None => insts.len(),
        Some(ValueDef::Result(def, _)) => insts.iter().position(|&i| i == def).map_or(0, |i| i + 1),
        Some(_) => 0,
    };
    func.blocks[block.index()].insts.splice(at..at, [address.0, inst]);
}

fn clone_renamed(func: &mut Function, inst: Inst, renamed: &FxHashMap<Value, Value>) -> Inst {
    let mut data = func.insts[inst.index()].clone();
    let types: Vec<RegType> = data.results.iter().map(|&r| func.ty(r)).collect();
    let rename = |arg: &mut Value| *arg = renamed.get(arg).copied().unwrap_or(*arg);
    data.args.iter_mut().for_each(rename);
    data.targets_mut().iter_mut().flat_map(|t| &mut t.args).for_each(rename);
    func.add_inst(data, &types)
}
