//! Memory: what is known is not loaded, what is overwritten is not stored.
//!
//! Before: any well-formed function. After: a load whose value is known on every way to it (an earlier load or store of
//! the same bytes, with nothing in between that may change them) is gone, with parameters of IR blocks where the ways
//! bring different values; a load that only the entry of a loop misses stands before the loop (partial redundancy
//! elimination, if every iteration executes it); a store that surely is overwritten before anybody reads it is gone, and
//! one of what is there already. This is what LLVM's GVN, LICM and DSE do under nvcc, and so decides how many requests a
//! kernel makes. Volatile accesses, atomics and inline assembly stay; barriers, fences and calls end all knowledge of
//! memory that others can change, which what a `__restrict__` parameter points at is not. Shuffles and votes end what was known
//! before a loop in front of them: NVVM takes them to write memory, and of what it leaves `ptxas` drops what it finds without a loop in
//! between. Of host code every store stays: a wrong one is told where it is.
//!
//! Each distinct location is solved alone: availability as a forward problem (Kildall 1973), values by walking back
//! over the edges with parameters made on demand (Braun et al., "Simple and Efficient Construction of SSA Form", 2013).

use crate::pass::PassContext;
use crate::pass::alias::Base;
use crate::pass::graph::{Graph, terminator};
use crate::pass::load_store_events::{Event, Events, Key};
use crate::pass::needless::Needless;
use crate::pass::rewrite::{Substitution, narrow};
use kern_ir::{Block, Function, Inst, ModuleKind, Opcode, Type, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Locations times events that are looked at in one function; beyond, the function is left as it is.
const MAX_WORK: usize = 4_000_000;
/// Locations times IR blocks, likewise.
const MAX_VISITS: usize = 20_000_000;
/// IR blocks that the search for places of new loads visits in one function; beyond, no more are put in.
const MAX_SEARCHED: usize = 100_000_000;
/// Times a location is solved again after loads were put before loops.
const MAX_ROUNDS: usize = 4;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    eliminate(func, context, true, (context.kind == ModuleKind::Device).then_some(Reach::Selections))
}

/// Only loads go, as LLVM's GVN has it.
pub(crate) fn run_on_loads(func: &mut Function, context: &PassContext<'_>) -> bool {
    eliminate(func, context, true, None)
}

/// Only stores go that another store of the same IR block overwrites, as LLVM's DSE has it. Device code only.
pub(crate) fn run_on_stores(func: &mut Function, context: &PassContext<'_>) -> bool {
    eliminate(func, context, false, (context.kind == ModuleKind::Device).then_some(Reach::Block))
}

fn eliminate(func: &mut Function, context: &PassContext<'_>, has_loads: bool, stores: Option<Reach>) -> bool {
    let graph = context.analyses.graph(func);
    let events = Events::find(func, &graph);
    if events.keys.len() * events.count > MAX_WORK || events.keys.len() * graph.order.len() > MAX_VISITS {
        return false;
    }
    let near = events.near_exchanges(&graph);
    let mut state = Pass {
        graph,
        events,
        near,
        subst: Substitution::new(func),
        needless: Needless::new(func.insts.len()),
        late: Vec::new(),
        left: MAX_SEARCHED,
        found: Vec::new(),
        is_device: context.kind == ModuleKind::Device,
        precedes_unrolling: stores.is_some() && context.options.is_counted,
    };
    let mut changed = false;
    let keys = 0..state.events.keys.len();
    for key in keys.clone().filter(|_| has_loads) {
        changed |= state.load_less(func, key);
    }
    if let Some(reach) = stores {
        for key in keys {
            changed |= state.store_less(func, key, reach);
        }
    }
    if changed {
        state.put_found(func);
        for (block, inst) in std::mem::take(&mut state.late) {
            let insts = &mut func.blocks[block.index()].insts;
            insts.insert(insts.len() - 1, inst);
        }
        for &block in &func.layout {
            func.blocks[block.index()].insts.retain(|i| !state.needless.dead.get(i.index()).copied().unwrap_or(false));
        }
        state.subst.apply(func);
        state.drop_unused_found(func);
    }
    changed
}

/// What is known of a location at the end of an IR block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Out {
    /// What is known at its start.
    Same,
    Unknown,
    Known(Value),
}

/// How far behind a store of memory that others see another one is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// In its IR block.
    Block,
    /// Beyond branches that nvcc makes selections of, but no further.
    Selections,
}

pub(super) struct Pass {
    pub(super) graph: Rc<Graph>,
    pub(super) events: Events,
    /// See [`Events::near_exchanges`].
    near: Vec<Option<Vec<Block>>>,
    subst: Substitution,
    pub(super) needless: Needless,
    /// Loads to be put before the end of an IR block.
    late: Vec<(Block, Inst)>,
    /// What is left of [`MAX_SEARCHED`].
    left: usize,
    /// Behind stores of fewer than 32 bits: what a load would find.
    found: Vec<(Inst, Inst)>,
    is_device: bool,
    /// Loops are still to be unrolled, and accesses are counted.
    precedes_unrolling: bool,
}

/// One location, solved.
struct Solution {
    out: Vec<Out>,
    /// Loads at whose IR block's start the location must be known.
    exposed: Vec<(Block, Inst, usize)>,
    /// Stores that come first in their IR block.
    first_stores: Vec<(Block, Inst, usize)>,
    known_in: Vec<bool>,
}

impl Pass {
    /// Removes loads of a key; answers whether anything changed.
    fn load_less(&mut self, func: &mut Function, key: usize) -> bool {
        let Key { loads, stores, .. } = self.events.keys[key];
        if loads == 0 || (loads + stores < 2 && self.graph.loops().all().is_empty()) {
            return false;
        }
        let mut changed = false;
        let mut solution = self.scan(func, key, &mut changed);
        self.flow(&mut solution, None);
        for _ in 0..MAX_ROUNDS {
            if !self.fill_gaps(func, key, &mut solution) {
                break;
            }
            changed = true;
            self.flow(&mut solution, None);
        }
        let mut starts: FxHashMap<Block, Value> = FxHashMap::default();
        for (block, inst, element) in std::mem::take(&mut solution.exposed) {
            if solution.known_in[block.index()] {
                let value = self.value_at_start(func, key, &solution, &mut starts, block);
                self.needless.knows(func, (inst, element), value, &mut self.subst);
                changed = true;
            }
        }
        for (block, inst, element) in std::mem::take(&mut solution.first_stores) {
            let stored = self.subst.get(func.insts[inst.index()].args[1 + element]);
            if self.is_device && solution.known_in[block.index()] && self.only_value_at_start(&solution, block) == Some(stored) {
                changed |= self.needless.need_not_store(func, inst, element);
            }
        }
        changed
    }

    /// Puts what loads would find behind the stores.
    fn put_found(&self, func: &mut Function) {
        if self.found.is_empty() {
            return;
        }
        let mut behind: FxHashMap<Inst, Vec<Inst>> = FxHashMap::default();
        self.found.iter().for_each(|&(store, inst)| behind.entry(store).or_default().push(inst));
        for &block in &func.layout {
            let insts = std::mem::take(&mut func.blocks[block.index()].insts);
            func.blocks[block.index()].insts =
                insts.into_iter().flat_map(|inst| std::iter::once(inst).chain(behind.remove(&inst).unwrap_or_default())).collect();
        }
    }

    /// Takes out of that what no load was for.
    fn drop_unused_found(&self, func: &mut Function) {
        let mut unused: FxHashSet<Inst> = self.found.iter().map(|&(_, inst)| inst).collect();
        if unused.is_empty() {
            return;
        }
        for (_, _, data) in func.iter_insts() {
            for &arg in data.args.iter().chain(data.targets().iter().flat_map(|target| &target.args)) {
                if let ValueDef::Result(inst, _) = func.def(arg) {
                    unused.remove(&inst);
                }
            }
        }
        for &block in &func.layout {
            func.blocks[block.index()].insts.retain(|inst| !unused.contains(inst));
        }
    }

    /// The value that the location has at the start of an IR block where it is known, if it is one on all ways.
    fn only_value_at_start(&mut self, solution: &Solution, block: Block) -> Option<Value> {
        let (mut only, mut seen, mut open) = (None, FxHashSet::default(), vec![block]);
        while let Some(block) = open.pop() {
            for &pred in self.graph.preds(block) {
                self.left = self.left.checked_sub(1)?;
                match solution.out[pred.index()] {
                    Out::Known(value) => {
                        let value = self.subst.get(value);
                        if *only.get_or_insert(value) != value {
                            return None;
                        }
                    }
                    Out::Same if seen.insert(pred) => open.push(pred),
                    Out::Same => {}
                    Out::Unknown => return None,
                }
            }
        }
        only
    }

    /// What each IR block does to a location; loads known from within the block go at once.
    fn scan(&mut self, func: &mut Function, key: usize, changed: &mut bool) -> Solution {
        let Key { location, is_unchanging, form: (_, narrow), .. } = self.events.keys[key];
        let mut solution = Solution {
            out: vec![Out::Same; func.blocks.len()],
            exposed: Vec::new(),
            first_stores: Vec::new(),
            known_in: vec![false; func.blocks.len()],
        };
        for n in 0..self.graph.order.len() {
            let block = self.graph.order[n];
            let mut now = if location.defined_in == Some(block) { Out::Unknown } else { Out::Same };
            for &event in &self.events.by_block[block.index()] {
                match event {
                    Event::Load(k, inst, element) if k == key => {
                        if self.needless.dead[inst.index()] {
                            continue;
                        }
                        let value = func.insts[inst.index()].results[element];
                        match now {
                            Out::Known(known) => {
                                *changed |= self.needless.knows(func, (inst, element), known, &mut self.subst);
                            }
                            _ => {
                                if now == Out::Same {
                                    solution.exposed.push((block, inst, element));
                                }
                                now = Out::Known(value);
                            }
                        }
                    }
                    Event::Store(k, inst, element) if k == key => {
                        let stored = func.insts[inst.index()].args[1 + element];
                        match now {
                            Out::Known(known) if self.subst.get(known) == self.subst.get(stored) => {
                                *changed |= self.needless.need_not_store(func, inst, element);
                                continue;
                            }
                            Out::Same => solution.first_stores.push((block, inst, element)),
                            _ => {}
                        }
                        now = Out::Known(narrow.map_or(stored, |ty| as_loaded(func, (inst, element), ty, &mut self.found)));
                    }
                    _ if is_unchanging => {}
                    Event::Load(..) => {}
                    Event::Store(k, inst, element) => {
                        if self.events.location(k, (inst, element)).may_meet(&location) {
                            now = Out::Unknown;
                        }
                    }
                    Event::Access(other, changes) => {
                        if changes && other.may_meet(&location) {
                            now = Out::Unknown;
                        }
                    }
                    Event::Everything | Event::Exchange if location.is_own() => {}
                    Event::Everything => now = Out::Unknown,
                    Event::Exchange if now == Out::Same && self.is_device => {
                        let is_near = match &self.near[block.index()] {
                            Some(near) => near.iter().any(|near| matches!(solution.out[near.index()], Out::Known(_))),
                            None => true,
                        };
                        now = if is_near { Out::Same } else { Out::Unknown };
                    }
                    Event::Exchange => {}
                }
            }
            solution.out[block.index()] = now;
        }
        solution
    }

    /// Where the location is known on every way; `assumed` is taken to know it.
    fn flow(&self, solution: &mut Solution, assumed: Option<Block>) {
        let order = &self.graph.order;
        order.iter().for_each(|b| solution.known_in[b.index()] = true);
        solution.known_in[order[0].index()] = false;
        loop {
            let mut again = false;
            for &block in &order[1..] {
                if solution.known_in[block.index()]
                    && Some(block) != assumed
                    && !self.graph.preds(block).iter().all(|&p| known_out(solution, p))
                {
                    solution.known_in[block.index()] = false;
                    again = true;
                }
            }
            if !again {
                return;
            }
        }
    }

    /// Puts a load before each loop, or at the end of the one IR block, that alone keeps a location from being known;
    /// answers whether it did.
    fn fill_gaps(&mut self, func: &mut Function, key: usize, solution: &mut Solution) -> bool {
        let candidates: Vec<Block> = solution.exposed.iter().map(|e| e.0).filter(|b| !solution.known_in[b.index()]).collect();
        for block in candidates {
            // The IR block itself, and the headers of the loops around it that always come to it.
            let mut heads = vec![block];
            let mut next = self.graph.loops().innermost(block);
            while let Some(id) = next {
                if self.is_always_executed(func, id, block) {
                    heads.push(self.graph.loops().get(id).header);
                }
                next = self.graph.loops().get(id).parent;
            }
            for head in heads {
                match self.left.checked_sub(self.graph.order.len()) {
                    Some(left) => self.left = left,
                    None => return false,
                }
                let Some(gap) = self.gap(func, key, solution, head, block) else { continue };
                if self.precedes_unrolling && self.is_stored_in_loop(key, head) {
                    continue;
                }
                let value = self.load_at_end(func, key, gap);
                solution.out[gap.index()] = Out::Known(value);
                return true;
            }
        }
        false
    }

    /// Whether an innermost loop stores to a location. NVVM looks for what such a loop loads again once it is unrolled: each of the two loops
    /// that it is then has a load before it.
    fn is_stored_in_loop(&self, key: usize, head: Block) -> bool {
        let loops = self.graph.loops();
        let Some(id) = loops.innermost(head).filter(|&id| loops.get(id).header == head) else { return false };
        let is_store = |event: &Event| matches!(event, Event::Store(stored, ..) if *stored == key);
        loops.all().iter().all(|inner| inner.parent != Some(id))
            && loops.get(id).blocks.iter().any(|block| self.events.by_block[block.index()].iter().any(is_store))
    }

    /// Whether every iteration, and every way out of the loop, comes through `block`.
    fn is_always_executed(&self, func: &Function, id: usize, block: Block) -> bool {
        let data = self.graph.loops().get(id);
        data.blocks.iter().all(|&b| {
            let targets = func.insts[terminator(func, b).index()].targets();
            let goes_on = targets.iter().any(|t| t.block == data.header || !self.graph.loops().contains(id, t.block)) || targets.is_empty();
            !goes_on || self.graph.dominates(block, b)
        })
    }

    /// The IR block at whose end a load would make the location known at the start of `head`, and from there of `block`.
    fn gap(&self, func: &Function, key: usize, solution: &Solution, head: Block, block: Block) -> Option<Block> {
        let mut trial = Solution { out: solution.out.clone(), exposed: Vec::new(), known_in: Vec::new(), first_stores: Vec::new() };
        trial.known_in.resize(func.blocks.len(), false);
        self.flow(&mut trial, Some(head));
        let mut gaps: Vec<Block> = self.graph.preds(head).iter().copied().filter(|&p| !known_out(&trial, p)).collect();
        gaps.dedup();
        let [gap] = gaps[..] else { return None };
        let is_only_way = self.graph.preds(head).iter().all(|&p| p == gap);
        let goes_on = func.insts[terminator(func, gap).index()].targets().len() == 1;
        let reaches = self.events.keys[key].location.defined_in.is_none_or(|h| self.graph.dominates(h, gap));
        let is_back_edge = self.graph.dominates(head, gap);
        (!is_only_way && goes_on && reaches && !is_back_edge && trial.known_in[block.index()]).then_some(gap)
    }

    fn load_at_end(&mut self, func: &mut Function, key: usize, block: Block) -> Value {
        let Key { location, sample, form: (class, _), .. } = self.events.keys[key];
        let mut data = func.insts[sample.index()].clone();
        let address = match location.base {
            Base::Value(value) => value,
            Base::Global(_) | Base::Slot(_) => {
                let kern_ir::ValueDef::Result(inst, _) = func.def(location.value) else { return location.value };
                let copy = func.insts[inst.index()].clone();
                let ty = func.ty(location.value);
                let inst = func.add_inst(copy, &[ty]);
                self.late.push((block, inst));
                func.insts[inst.index()].results[0]
            }
        };
        data.args = vec![address];
        data.offset = location.offset;
        data.attrs.vector = 0;
        let inst = func.add_inst(data, &[class]);
        self.late.push((block, inst));
        self.needless.dead.resize(func.insts.len(), false);
        self.events.by_block[block.index()].push(Event::Load(key, inst, 0));
        func.insts[inst.index()].results[0]
    }

    /// The value of the location at the start of an IR block where it is known.
    fn value_at_start(
        &mut self,
        func: &mut Function,
        key: usize,
        solution: &Solution,
        starts: &mut FxHashMap<Block, Value>,
        block: Block,
    ) -> Value {
        // Chains of single predecessors are walked, joins are solved with a list of work, not by recursion.
        let mut work: Vec<Block> = Vec::new();
        let value = self.start_of(func, key, solution, starts, block, &mut work);
        while let Some(join) = work.pop() {
            let mut preds = self.graph.preds(join).to_vec();
            preds.dedup();
            for pred in preds {
                let arg = match solution.out[pred.index()] {
                    Out::Known(value) => value,
                    _ => self.start_of(func, key, solution, starts, pred, &mut work),
                };
                let end = terminator(func, pred);
                func.insts[end.index()].targets_mut().iter_mut().filter(|t| t.block == join).for_each(|t| t.args.push(arg));
            }
        }
        value
    }

    fn start_of(
        &mut self,
        func: &mut Function,
        key: usize,
        solution: &Solution,
        starts: &mut FxHashMap<Block, Value>,
        mut block: Block,
        work: &mut Vec<Block>,
    ) -> Value {
        loop {
            if let Some(&value) = starts.get(&block) {
                return value;
            }
            let [pred] = self.graph.preds(block) else { break };
            if let Out::Known(value) = solution.out[pred.index()] {
                return value;
            }
            block = *pred;
        }
        let param = func.add_block_param(block, self.events.keys[key].form.0);
        starts.insert(block, param);
        work.push(block);
        param
    }
}

fn known_out(solution: &Solution, block: Block) -> bool {
    match solution.out[block.index()] {
        Out::Same => solution.known_in[block.index()],
        Out::Unknown => false,
        Out::Known(_) => true,
    }
}

/// What a load of `ty`, of fewer than 32 bits, finds behind an element of `store`; an instruction that makes it goes to `found`.
fn as_loaded(func: &mut Function, (store, element): (Inst, usize), ty: Type, found: &mut Vec<(Inst, Inst)>) -> Value {
    let (stored, loc) = (func.insts[store.index()].args[1 + element], func.insts[store.index()].loc);
    let is_cut = match func.def(stored) {
        ValueDef::Result(inst, _) => {
            let data = &func.insts[inst.index()];
            (data.op == Opcode::Ld && data.ty == ty) || (data.op == Opcode::Cvt && data.src_ty == ty && !data.ty.is_float())
        }
        _ => false,
    };
    if ty.is_float() || is_cut {
        return stored;
    }
    let (inst, value) = narrow(func, stored, ty, loc);
    found.extend(inst.map(|inst| (store, inst)));
    value
}
