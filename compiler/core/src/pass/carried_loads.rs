//! What the next round of a loop would load, and this one has stored or loaded, is carried to it, where accesses are counted.
//!
//! Before: any well-formed function. After: of `a[i] = a[i - 1] + x` the loop loads no `a[i - 1]`: the first one is loaded in front of it, the
//! others are what the round before has stored. So does LLVM under nvcc (GVN's `PerformLoadPRE`, of addresses translated over the way
//! back); what partial unrolling leaves of a loop stays as it is. Loops that test at their start are rotated for it, as nvcc rotates all.
//! Only innermost loops with one way back, and addresses that are a sum of what does not change and of
//! counters with constant steps ([`linear`]); on the way from one access to the next nothing may write there. Device code only.

use crate::pass::PassContext;
use crate::pass::alias::{Location, Locations, form, is_plain};
use crate::pass::graph::{Graph, terminator};
use crate::pass::gvn::writes;
use crate::pass::linear::{Extended, Terms, Width, linear};
use crate::pass::rewrite::{Substitution, narrow};
use crate::pass::{licm, load_store_elim, rotate, simplify_cfg};
use kern_ir::analysis::LoopId;
use kern_ir::{Block, Effects, Function, Inst, InstData, ModuleKind, Opcode, RegType, Space, Type, Value, ValueDef};
use rustc_hash::FxHashMap;

/// Loads that are carried in one function.
const MOST: usize = 64;
/// Loads times instructions of the function: each looks at the whole of it.
const MOST_WORK: usize = 2_000_000;
/// Accesses of a loop above which it is left alone: each is compared with each.
const MOST_ACCESSES: usize = 128;
/// Computations of an address behind one another that are made anew in front of the loop.
const DEEPEST: u32 = 10;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind == ModuleKind::Host || !context.options.is_counted {
        return false;
    }
    let graph = context.analyses.graph(func);
    if graph.loops().all().is_empty() {
        return false;
    }
    let mut changed = load_store_elim::run_on_loads(func, context);
    if rotate::run_where(func, context, |around, func, id| {
        Search { graph: around.graph, locations: &around.locations, carried: &[], is_rotated: false, has_entry: true }
            .find(func, id)
            .is_some()
    }) {
        // What was the header, and has one way in now, hands nothing on.
        simplify_cfg::run(func, context);
        changed = true;
    }
    let graph = context.analyses.graph(func);
    changed |= licm::add_preheaders(func, &graph, graph.loops());
    let size: usize = func.layout.iter().map(|b| func.blocks[b.index()].insts.len()).sum();
    let mut carried = Vec::new();
    for _ in 0..MOST.min(MOST_WORK / size.max(1)) {
        let graph = context.analyses.graph(func);
        let locations = Locations::new(func);
        let search = Search { graph: &graph, locations: &locations, carried: &carried, is_rotated: true, has_entry: true };
        let Some(plan) = (0..graph.loops().all().len()).rev().find_map(|id| search.find(func, id)) else { break };
        carried.push(carry(func, &graph, plan));
        changed = true;
    }
    changed
}

/// Where an access leads: the sum that its address is, and its form.
type Place = (Terms, i64, (RegType, Option<Type>));

/// What is known at the start of a round.
struct Carried {
    header: Block,
    place: Place,
    location: Location,
    value: Value,
}

/// An access of a loop; what writes memory that it does not name has no location.
struct Access {
    inst: Inst,
    block: Block,
    at: usize,
    writes: bool,
    location: Option<Location>,
    place: Option<Place>,
}

/// Where a round has what the next one loads.
#[derive(Clone, Copy)]
enum Source {
    Access(Inst, Block),
    Carried(Value),
}

struct Plan {
    header: Block,
    before: Block,
    latch: Block,
    load: (Inst, Block),
    place: Place,
    location: Location,
    source: Source,
}

/// Whether a loop loads what its round before has stored or loaded.
pub(crate) fn carries(func: &Function, graph: &Graph, locations: &Locations, id: LoopId) -> bool {
    let by = |is_rotated| Search { graph, locations, carried: &[], is_rotated, has_entry: false }.find(func, id).is_some();
    by(false) || by(true)
}

struct Search<'a> {
    graph: &'a Graph,
    locations: &'a Locations,
    carried: &'a [Carried],
    /// Loops test at their end; otherwise those are sought that would do after they were rotated.
    is_rotated: bool,
    /// A block before the loop, which only leads to it, is asked for.
    has_entry: bool,
}

impl Search<'_> {
    fn find(&self, func: &Function, id: LoopId) -> Option<Plan> {
        let (graph, loops) = (self.graph, self.graph.loops());
        let data = loops.get(id);
        let header = data.header;
        let [latch] = data.latches[..] else { return None };
        let [before] = licm::entries(graph, header)[..] else { return None };
        if is_rest(func, graph, id) {
            return None;
        }
        let is_innermost = loops.all().iter().all(|other| other.parent != Some(id));
        let goes_once = |block: Block| func.targets(block).iter().filter(|target| target.block == header).count() == 1;
        if !is_innermost || self.has_entry && func.targets(before).len() != 1 || !goes_once(latch) {
            return None;
        }
        let leaves = |block: &Block| func.targets(*block).iter().any(|target| !loops.contains(id, target.block));
        let exits: Vec<Block> =
            data.blocks.iter().copied().filter(|block| leaves(block) && (self.is_rotated || *block != header)).collect();
        let accesses = self.accesses(func, &data.blocks)?;
        let steps = steps(func, header, latch);
        let is_outside = |value: Value| self.locations.defined_in(value).is_none_or(|block| !loops.contains(id, block));
        for load in accesses.iter().filter(|access| !access.writes) {
            let (Some(place), Some(location)) = (&load.place, &load.location) else { continue };
            let is_always = exits.iter().chain([&latch]).all(|block| graph.dominates(load.block, *block));
            if !is_always || !self.is_rotated && load.block == header {
                continue;
            }
            let step = |&(value, extended, factor): &(Value, Extended, i64)| match steps.get(&value) {
                Some(step) if extended != Extended::Unsigned => Some(factor.wrapping_mul(*step)),
                Some(_) => None,
                None => is_outside(value).then_some(0),
            };
            let Some(distance) = place.0.0.iter().map(step).sum::<Option<i64>>().filter(|distance| *distance != 0) else { continue };
            let sought = (place.0.clone(), place.1.wrapping_add(distance), place.2);
            let first = func.insts[load.inst.index()].args[0];
            if self.is_written_before(&accesses, load, location) || !can_clone(func, first, header, &is_outside, DEEPEST) {
                continue;
            }
            if let Some(source) = self.source(func, header, latch, &accesses, &sought) {
                let (load, place, location) = ((load.inst, load.block), place.clone(), *location);
                return Some(Plan { header, before, latch, load, place, location, source });
            }
        }
        None
    }

    fn accesses(&self, func: &Function, blocks: &[Block]) -> Option<Vec<Access>> {
        let mut accesses = Vec::new();
        for &block in blocks {
            for (at, &inst) in func.blocks[block.index()].insts.iter().enumerate() {
                let data = &func.insts[inst.index()];
                let is_access = matches!(data.op, Opcode::Ld | Opcode::St) && is_plain(data) && !data.attrs.is_async;
                if !is_access && !writes(data) {
                    continue;
                }
                let location =
                    matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red).then(|| self.locations.of(func, data));
                let width = if data.attrs.space == Some(Space::Shared) { Width::Narrow } else { Width::Wide };
                let place = is_access.then(|| {
                    let (terms, constant) = linear(func, data.args[0], width, &[]);
                    (terms, constant.wrapping_add(data.offset), form(data))
                });
                accesses.push(Access { inst, block, at, writes: writes(data), location: location.flatten(), place });
            }
        }
        (accesses.len() <= MOST_ACCESSES).then_some(accesses)
    }

    /// What the round has of a place at its end.
    fn source(&self, func: &Function, header: Block, latch: Block, accesses: &[Access], sought: &Place) -> Option<Source> {
        let is_sought = |access: &&Access| access.place.as_ref() == Some(sought) && self.graph.dominates(access.block, latch);
        for access in accesses.iter().rev().filter(is_sought) {
            let location = access.location?;
            let is_behind = |write: &Access| {
                write.inst != access.inst
                    && (write.block == access.block && write.at > access.at
                        || write.block != access.block && !self.graph.dominates(write.block, access.block))
            };
            let meets = |write: &Access| write.location.is_none_or(|other| other.may_meet(&location));
            if !accesses.iter().any(|write| write.writes && is_behind(write) && meets(write)) {
                let is_small = form(&func.insts[access.inst.index()]).1.is_some_and(|ty| ty.size() < 4);
                return (!is_small || access.writes).then_some(Source::Access(access.inst, access.block));
            }
        }
        let known = self.carried.iter().find(|known| known.header == header && known.place == *sought)?;
        let meets = |write: &Access| write.writes && write.location.is_none_or(|other| other.may_meet(&known.location));
        (!accesses.iter().any(meets)).then_some(Source::Carried(known.value))
    }

    /// Whether something may write, from the start of a round on, what a load of it loads.
    fn is_written_before(&self, accesses: &[Access], load: &Access, location: &Location) -> bool {
        let is_behind = |write: &Access| {
            write.block == load.block && write.at > load.at || write.block != load.block && self.graph.dominates(load.block, write.block)
        };
        let meets = |write: &Access| write.location.is_none_or(|other| other.may_meet(location));
        accesses.iter().any(|write| write.writes && !is_behind(write) && meets(write))
    }
}

/// Whether a loop is what unrolling left of another one, which has copies of its accesses: nvcc makes it behind GVN.
fn is_rest(func: &Function, graph: &Graph, id: LoopId) -> bool {
    let loops = graph.loops();
    let data = loops.get(id);
    if func.blocks[data.header.index()].unroll != Some(1) {
        return false;
    }
    let access =
        |inst: &Inst| Some(&func.insts[inst.index()]).filter(|data| matches!(data.op, Opcode::Ld | Opcode::St)).map(|data| data.loc);
    let accesses = |block: &Block| func.blocks[block.index()].insts.iter().filter_map(access);
    let own: Vec<_> = data.blocks.iter().flat_map(accesses).collect();
    let others = loops.all().iter().filter(|other| other.header != data.header && !other.blocks.contains(&data.header));
    own.iter().any(|loc| others.clone().flat_map(|other| &other.blocks).flat_map(accesses).any(|other| other == *loc))
}

/// The parameters of a header that grow by a constant from round to round.
fn steps(func: &Function, header: Block, latch: Block) -> FxHashMap<Value, i64> {
    let params = &func.blocks[header.index()].params;
    let Some(back) = func.targets(latch).iter().find(|target| target.block == header) else { return FxHashMap::default() };
    let step = |(&param, &next): (&Value, &Value)| {
        let ValueDef::Result(inst, 0) = func.def(next) else { return None };
        let data = &func.insts[inst.index()];
        let (a, b) = (*data.args.first()?, *data.args.get(1)?);
        let number = |value: Value| func.constant(value).map(|bits| if data.ty.size() == 4 { i64::from(bits as i32) } else { bits as i64 });
        let step = match data.op {
            _ if data.ty.is_float() || data.attrs.sat => None,
            Opcode::Add if a == param => number(b),
            Opcode::Add if b == param => number(a),
            Opcode::Sub if a == param => number(b).map(i64::wrapping_neg),
            _ => None,
        };
        Some((param, step?))
    };
    params.iter().zip(&back.args).filter_map(step).collect()
}

/// Whether a value of the first round can be computed in front of the loop.
fn can_clone(func: &Function, value: Value, header: Block, is_outside: &dyn Fn(Value) -> bool, depth: u32) -> bool {
    if func.constant(value).is_some() || is_outside(value) {
        return true;
    }
    match func.def(value) {
        ValueDef::Param(block, _) => block == header,
        ValueDef::Result(inst, 0) if depth > 0 => {
            let data = &func.insts[inst.index()];
            data.effects() == Effects::Pure
                && !data.op.row().is_warp_level
                && !data.attrs.is_in_place
                && data.args.iter().all(|&arg| can_clone(func, arg, header, is_outside, depth - 1))
        }
        _ => false,
    }
}

/// Carries what a plan says.
fn carry(func: &mut Function, graph: &Graph, plan: Plan) -> Carried {
    let Plan { header, before, latch, load: (load, block), place, location, source } = plan;
    let entry = func.insts[terminator(func, before).index()].targets()[0].args.clone();
    let mut first: FxHashMap<Value, Value> = func.blocks[header.index()].params.iter().copied().zip(entry).collect();
    let mut made = Vec::new();
    let inside = |func: &Function, inst: Inst| graph.loops().headed_by(header).is_some_and(|id| is_in(func, graph, id, inst));
    let address = cloned(func, func.insts[load.index()].args[0], &inside, &mut first, &mut made);
    let old = func.insts[load.index()].results[0];
    let class = func.ty(old);
    let data = InstData { results: Vec::new(), args: vec![address], ..func.insts[load.index()].clone() };
    let copy = func.add_inst(data, &[class]);
    made.push(copy);
    let end = func.blocks[before.index()].insts.len() - 1;
    func.blocks[before.index()].insts.splice(end..end, made);
    let next = match source {
        Source::Carried(value) => value,
        Source::Access(inst, block) => kept(func, inst, block, func.insts[load.index()].ty),
    };
    let param = func.add_block_param(header, class);
    let initial = func.insts[copy.index()].results[0];
    for (from, value) in [(before, initial), (latch, next)] {
        let end = terminator(func, from);
        let target = func.insts[end.index()].targets_mut().iter_mut().find(|target| target.block == header);
        target.expect("both ways lead to the header").args.push(value);
    }
    func.blocks[block.index()].insts.retain(|inst| *inst != load);
    let mut subst = Substitution::new(func);
    subst.set(old, param);
    subst.apply(func);
    Carried { header, place, location, value: param }
}

fn is_in(func: &Function, graph: &Graph, id: LoopId, inst: Inst) -> bool {
    graph.loops().get(id).blocks.iter().any(|block| func.blocks[block.index()].insts.contains(&inst))
}

/// What an access of `block` leaves at its place, as a load of `ty` finds it.
fn kept(func: &mut Function, access: Inst, block: Block, ty: Type) -> Value {
    let data = &func.insts[access.index()];
    let (loc, is_store) = (data.loc, data.op == Opcode::St);
    let value = if is_store { data.args[1] } else { data.results[0] };
    if !is_store || ty.size() >= 4 || ty.is_float() {
        return value;
    }
    let (inst, value) = narrow(func, value, ty, loc);
    if let Some(inst) = inst {
        let insts = &mut func.blocks[block.index()].insts;
        let at = insts.iter().position(|&other| other == access).map_or(0, |at| at + 1);
        insts.insert(at, inst);
    }
    value
}

/// A value of the first round, computed by what goes to `made`.
fn cloned(
    func: &mut Function,
    value: Value,
    inside: &dyn Fn(&Function, Inst) -> bool,
    first: &mut FxHashMap<Value, Value>,
    made: &mut Vec<Inst>,
) -> Value {
    if let Some(known) = first.get(&value) {
        return *known;
    }
    let ValueDef::Result(inst, _) = func.def(value) else { return value };
    if !inside(func, inst) {
        return value;
    }
    let args = func.insts[inst.index()].args.clone();
    let args = args.into_iter().map(|arg| cloned(func, arg, inside, first, made)).collect();
    let class = func.ty(value);
    let copy = func.add_inst(InstData { results: Vec::new(), args, ..func.insts[inst.index()].clone() }, &[class]);
    made.push(copy);
    let new = func.insts[copy.index()].results[0];
    first.insert(value, new);
    new
}
