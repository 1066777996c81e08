//! Lanes of a warp, from where they are until they leave the warp IR.

mod checks;

use super::Unit;
use crate::call::Stop;
use crate::decode::code::OpKind;
use crate::decode::registers::{ALL, RegisterFile, Registers, Width};
use crate::exec::barrier::BlockBarriers;
use crate::exec::collective::{self, Party, collective_at_once};
use crate::exec::engine::Engine;
use crate::exec::executor::Pause;
use crate::exec::warp::{ActivationId, State, Warp};
use crate::jit::analysis::Plan;
use crate::jit::analysis::shape::LaneShape;
use crate::jit::runtime::abi::ExitReason;
use crate::jit::wir::spills::{live_of_lanes, live_packed, operands};
use crate::jit::wir::{Decision, Edge, Exchange, Exit, Inst, InstKind, Reason};
use kern_ir::{RegType, Value};
use std::collections::HashMap;

/// A value: bits of each lane.
type LaneBits = [u64; 32];

/// What a value is that nobody has computed.
const NOTHING: LaneBits = [0xdead_dead_dead_dead; 32];

/// The NaN that operations of the language give, and one that a processor may give.
const CANONICAL_NAN: u64 = 0x7fff_ffff;
const ANOTHER_NAN: u64 = 0xffc0_0bad;

/// Why lanes leave, with the operation and the lanes.
type Left = (ExitReason, u32, u32);

/// Where lanes go on.
enum Next {
    /// All of them at a segment.
    Full(usize),
    /// The lowest that are somewhere.
    Lowest,
    Exit(Left),
}

/// A run of lanes of a warp.
struct Run<'r, 'e, 'p> {
    core: &'r mut Engine<'e, 'p, 32>,
    warp: &'r mut Warp<32>,
    barriers: &'r mut BlockBarriers,
    unit: &'r Unit,
    activation: ActivationId,
    /// Those of the interpreter.
    registers: Registers<32>,
    /// Where operations are executed.
    scratch: Registers<32>,
    values: Vec<LaneBits>,
    /// Of the copy at hand, what is computed or loaded where it is used: the operation.
    deferred: HashMap<Value, usize>,
    /// Whether the open access passes its check, and, by their first, whether groups of accesses do.
    passes: bool,
    groups: HashMap<usize, bool>,
    /// By segment, lanes that are there.
    masks: Vec<u32>,
    /// All lanes of the run, those of the copy at hand, and whether it is the full one.
    owned: u32,
    mask: u32,
    is_full: bool,
}

impl Engine<'_, '_, 32> {
    /// Runs splits of a warp together.
    ///
    /// # Errors
    /// The launch ends.
    pub(super) fn run_unit(
        &mut self,
        warp: &mut Warp<32>,
        barriers: &mut BlockBarriers,
        unit: &Unit,
        together: &[usize],
    ) -> Result<Pause, Stop> {
        let activation = warp.splits[together[0]].activation;
        let registers = warp.activation(activation).registers;
        let mut file: RegisterFile = self.store.file(&unit.code);
        let mut run = Run {
            core: self,
            warp,
            barriers,
            unit,
            activation,
            registers,
            scratch: file.registers(),
            values: vec![NOTHING; unit.plan.func.values.len()],
            deferred: HashMap::new(),
            passes: false,
            groups: HashMap::new(),
            masks: vec![0; unit.plan.segments.len()],
            owned: 0,
            mask: 0,
            is_full: false,
        };
        for &index in together.iter().rev() {
            run.take_split(index);
        }
        run.warp.activation_mut(activation).users -= together.len() as u32 - 1;
        let (reason, pc, mask) = run.run()?;
        let masks = std::mem::take(&mut run.masks);
        let starts = unit.plan.segments.iter().map(|segment| segment.start as u32);
        let left: Vec<(u32, u32)> = starts.zip(masks).filter(|&(_, mask)| mask != 0).collect();
        self.store.recycle_file(&unit.code, file);
        self.after_run(warp, barriers, activation, (reason, pc, mask), &left)
    }
}

impl Run<'_, '_, '_> {
    fn plan(&self) -> &Plan<'static, 32> {
        &self.unit.plan
    }

    /// Takes lanes with what they need from the interpreter's registers.
    fn take_split(&mut self, index: usize) {
        let split = self.warp.splits.swap_remove(index);
        let segment = self.unit.segment(split.pc).expect("the warp IR is entered where segments start");
        let live: Vec<usize> = self.plan().live_in[segment].iter().collect();
        for index in live {
            let value = Value(index as u32);
            if let Some(lanes) = self.held(self.registers, value) {
                self.set_lanes(value, lanes, split.mask);
            }
        }
        self.masks[segment] = split.mask;
        self.owned |= split.mask;
    }

    fn run(&mut self) -> Result<Left, Stop> {
        let mut next = Next::Lowest;
        loop {
            let (segment, all_are_here) = match next {
                Next::Exit(left) => return Ok(left),
                Next::Full(segment) => (segment, true),
                Next::Lowest => {
                    let Some(segment) = self.masks.iter().position(|&mask| mask != 0) else { return Ok((ExitReason::Nobody, 0, 0)) };
                    self.mask = std::mem::take(&mut self.masks[segment]);
                    (segment, false)
                }
            };
            let copies = &self.unit.wir.segments[segment];
            let rejoins = copies.masked.as_ref().is_none_or(|masked| masked.rejoins);
            self.is_full = all_are_here || (self.mask == ALL && rejoins);
            if self.is_full {
                self.mask = ALL;
            }
            let copy = match &copies.masked {
                Some(masked) if !self.is_full => &masked.body,
                _ => &copies.full,
            };
            assert!(self.is_full || !copy.is_empty(), "some lanes have come to segment {segment}, where always all come together");
            self.deferred.clear();
            self.groups.clear();
            next = self.run_copy(segment, copy)?;
        }
    }

    fn run_copy(&mut self, segment: usize, copy: &[Inst]) -> Result<Next, Stop> {
        for inst in copy {
            if let Some(next) = self.execute(segment, inst)? {
                return Ok(next);
            }
        }
        unreachable!("a copy's last instruction moves lanes")
    }

    /// Executes an instruction; where lanes go, if it moves them.
    fn execute(&mut self, segment: usize, inst: &Inst) -> Result<Option<Next>, Stop> {
        let pc = inst.pc;
        match &inst.kind {
            InstKind::Compute => self.operate(pc, Some(&inst.canonical))?,
            InstKind::Lanes | InstKind::Execute => self.operate(pc, None)?,
            // Other segments, and lanes that wait, may need it.
            InstKind::OnDemand if self.plan().is_shared[self.plan().inst(pc).results[0].index()] => {
                self.operate(pc, Some(&inst.canonical))?
            }
            InstKind::OnDemand => _ = self.deferred.insert(self.plan().inst(pc).results[0], pc),
            InstKind::Access(_) => unreachable!("every access was checked"),
            InstKind::Check(check) => {
                self.passes = self.passes_check(pc, check);
                if !self.passes {
                    self.operate(pc, None)?;
                }
            }
            InstKind::Perform(_) if self.passes => self.operate(pc, Some(&inst.canonical))?,
            InstKind::Defer if self.passes => _ = self.deferred.insert(self.plan().inst(pc).results[0], pc),
            InstKind::Perform(_) | InstKind::Defer | InstKind::Join => {}
            InstKind::Lookup(_) | InstKind::Count(_) | InstKind::Tell | InstKind::Prefetch(_) => {}
            InstKind::Spill(values) => self.spill(values, ALL)?,
            InstKind::Guard(exit) => {
                if self.wraps(pc)? {
                    return self.side_exit(pc, exit).map(Some);
                }
            }
            InstKind::Jump(edge) => {
                return if self.is_full {
                    self.go(segment, edge, 0).map(Some)
                } else {
                    self.pass(edge, self.mask)?;
                    self.arrive(edge, self.mask);
                    self.go_back(segment, &[edge], false).map(Some)
                };
            }
            InstKind::Branch { by, edges, .. } => return self.branch(segment, pc, *by, edges).map(Some),
            InstKind::End => return self.end(segment, pc).map(Some),
            InstKind::Exchange(exchange) => return self.exchange(segment, pc, *exchange).map(Some),
            InstKind::Exit(exit) => return self.side_exit(pc, exit).map(Some),
            InstKind::Switch(_) | InstKind::Call | InstKind::Return => unreachable!("host code is not executed so"),
        }
        Ok(None)
    }

    // --- values
    /// What registers hold of a value.
    fn held(&self, registers: Registers<32>, value: Value) -> Option<LaneBits> {
        held(self.plan(), registers, value)
    }

    /// The lanes of a value, computed or loaded now if that was deferred.
    fn read(&mut self, value: Value) -> Result<LaneBits, Stop> {
        if let Some(bits) = self.plan().constant(value) {
            return Ok([bits; 32]);
        }
        if let Some(pc) = self.deferred.remove(&value) {
            self.operate(pc, Some(&[]))?;
        }
        Ok(self.values[value.index()])
    }

    /// The same without NaNs that are not canonical.
    fn read_canonical(&mut self, value: Value) -> Result<LaneBits, Stop> {
        let lanes = self.read(value)?;
        Ok(if self.plan().is_noncanonical[value.index()] { with_nans(lanes, CANONICAL_NAN) } else { lanes })
    }

    /// Sets lanes of a value as it is held: of an affine one they are made of its bases.
    fn set_lanes(&mut self, value: Value, mut lanes: LaneBits, mask: u32) {
        let plan = self.plan();
        if let LaneShape::Affine { stride, per_row } = plan.shape(value) {
            let width = plan.geometry.width();
            let bits = match Width::of(plan.func.ty(value)) {
                Width::Predicate => 1,
                Width::Word => u64::from(u32::MAX),
                Width::Double => u64::MAX,
            };
            let step = |lane: usize| (stride as u64).wrapping_mul((lane % width) as u64);
            for row in (0..32).step_by(if per_row { width } else { 32 }) {
                let row = row..row + if per_row { width } else { 32 };
                let Some(first) = row.clone().find(|lane| mask >> lane & 1 != 0) else { continue };
                let base = lanes[first].wrapping_sub(step(first));
                row.for_each(|lane| lanes[lane] = base.wrapping_add(step(lane)) & bits);
            }
        }
        let held = &mut self.values[value.index()];
        (0..32).filter(|lane| mask >> lane & 1 != 0).for_each(|lane| held[lane] = lanes[lane]);
    }

    /// Writes operands to where operations find them; `canonical` are those whose NaNs must be, all if nothing says which.
    fn marshal(&mut self, pc: usize, canonical: Option<&[Value]>) -> Result<(), Stop> {
        for value in operands(self.plan(), pc) {
            let is_canonical = canonical.is_none_or(|values| values.contains(&value));
            let lanes = if is_canonical { self.read_canonical(value)? } else { self.read(value)? };
            put(self.plan(), self.scratch, value, &lanes, ALL);
        }
        Ok(())
    }

    /// Executes an operation and takes its results.
    fn operate(&mut self, pc: usize, canonical: Option<&[Value]>) -> Result<(), Stop> {
        self.marshal(pc, canonical)?;
        let code = &self.unit.code;
        let (op, mask) = (&code.ops[pc], self.mask);
        let is_done = match op.kind {
            OpKind::BarWarp => true,
            OpKind::Shfl(..) | OpKind::Vote(_) | OpKind::Match(..) | OpKind::Redux(..) => {
                collective::execute(&[Party { registers: self.scratch, op, lanes: mask }]);
                true
            }
            _ => self.core.execute_plain(self.warp, self.barriers, (self.activation, code), self.scratch, op, mask, mask)?,
        };
        assert!(is_done, "operation {pc} is not one that stays where it is");
        self.take_results(pc, canonical);
        Ok(())
    }

    fn take_results(&mut self, pc: usize, canonical: Option<&[Value]>) {
        for &result in &self.plan().inst(pc).results {
            let Some(lanes) = self.held(self.scratch, result) else { continue };
            let is_canonical = canonical.is_none_or(|values| values.contains(&result));
            let is_free = !is_canonical && self.plan().is_noncanonical[result.index()];
            self.set_lanes(result, if is_free { with_nans(lanes, ANOTHER_NAN) } else { lanes }, self.mask);
        }
    }

    /// Writes values of lanes to the interpreter's registers.
    fn spill(&mut self, values: &[Value], mask: u32) -> Result<(), Stop> {
        for &value in values.iter().filter(|value| !self.unit.plan.is_kept[value.index()]) {
            let lanes = self.read_canonical(value)?;
            put(self.plan(), self.registers, value, &lanes, mask);
        }
        Ok(())
    }

    // --- ways
    /// Assigns what an edge passes to lanes.
    fn pass(&mut self, edge: &Edge, mask: u32) -> Result<(), Stop> {
        let mut assigned = Vec::new();
        for way in edge.moves.iter().filter(|way| !way.is_dead) {
            let lanes = self.read(way.arg)?;
            assigned.push((way.param, if way.is_canonical { with_nans(lanes, CANONICAL_NAN) } else { lanes }));
        }
        assigned.into_iter().for_each(|(param, lanes)| self.set_lanes(param, lanes, mask));
        Ok(())
    }

    fn count(&mut self, edge: &Edge, mask: u32) {
        let cost = u64::from(self.plan().segments[edge.target].cost);
        self.core.counters.warp_instructions += cost;
        self.core.counters.thread_instructions += cost * u64::from(mask.count_ones());
        self.warp.idle += cost;
    }

    /// All lanes take an edge.
    fn go(&mut self, segment: usize, edge: &Edge, branches: u64) -> Result<Next, Stop> {
        self.pass(edge, ALL)?;
        self.core.counters.branches += branches;
        self.count(edge, ALL);
        if edge.target <= segment && self.consume_back_edge(edge.target, ALL)? && self.spins(edge) {
            let live = live_packed(self.plan(), segment, edge.target, &[]);
            self.spill(&live, ALL)?;
            return Ok(Next::Exit((ExitReason::Yield, self.start(edge.target), ALL)));
        }
        Ok(Next::Full(edge.target))
    }

    /// Lanes, if there are any, are at the target of an edge, perhaps with others.
    fn arrive(&mut self, edge: &Edge, mask: u32) {
        self.masks[edge.target] |= mask;
        if mask != 0 {
            self.count(edge, mask);
        }
    }

    /// Looks at the time slice where lanes have gone back.
    fn go_back(&mut self, segment: usize, edges: &[&Edge], is_diverged: bool) -> Result<Next, Stop> {
        let mut back: Vec<&Edge> = edges.iter().copied().filter(|edge| edge.target <= segment && self.masks[edge.target] != 0).collect();
        back.sort_by_key(|edge| edge.target);
        if let Some(edge) = back.first() {
            let there = self.masks[edge.target];
            if self.consume_back_edge(edge.target, there)? && !is_diverged && self.spins(edge) {
                self.masks[edge.target] = 0;
                let live = live_of_lanes(self.plan(), (segment, self.is_full), Some(edge.target), &[]);
                self.spill(&live, self.owned)?;
                return Ok(Next::Exit((ExitReason::Yield, self.start(edge.target), there)));
            }
        }
        Ok(Next::Lowest)
    }

    /// Takes a back edge off the time slice; whether that was the last.
    fn consume_back_edge(&mut self, target: usize, mask: u32) -> Result<bool, Stop> {
        self.warp.time_slice -= 1;
        let is_over = self.warp.time_slice == 0;
        if is_over {
            self.core.spend(self.warp, self.activation, self.start(target), mask)?;
        }
        Ok(is_over)
    }

    fn spins(&self, edge: &Edge) -> bool {
        self.unit.code.edges[edge.number as usize].spins
    }

    fn start(&self, segment: usize) -> u32 {
        self.plan().segments[segment].start as u32
    }

    fn branch(&mut self, segment: usize, pc: usize, by: Decision, edges: &[Edge; 2]) -> Result<Next, Stop> {
        let condition = self.read(self.plan().inst(pc).args[0])?;
        let bits = (0..32).fold(0, |bits, lane| bits | ((condition[lane] & 1) as u32) << lane) & self.mask;
        let taken = match by {
            Decision::Uniform if bits >> self.mask.trailing_zeros() & 1 != 0 => self.mask,
            Decision::Uniform => 0,
            Decision::EndLanes(_) | Decision::Lanes => bits,
        };
        let left = self.mask & !taken;
        let [then, otherwise] = edges;
        if self.is_full && (taken == 0 || left == 0) {
            return self.go(segment, if left == 0 { then } else { otherwise }, 1);
        }
        self.core.counters.branches += 1;
        let is_diverged = taken != 0 && left != 0;
        if is_diverged {
            self.core.counters.divergent_branches += 1;
            self.warp.note_divergence(self.mask, (self.unit.code.id, self.unit.code.ops[pc].inst));
        }
        for (edge, mask) in [(then, taken), (otherwise, left)] {
            if mask != 0 {
                self.pass(edge, mask)?;
                self.arrive(edge, mask);
            }
        }
        // Where all lanes of the mask go one way, the other edge is not taken.
        let ways: Vec<&Edge> =
            [(then, taken), (otherwise, left)].into_iter().filter(|(_, mask)| *mask != 0).map(|(edge, _)| edge).collect();
        self.go_back(segment, &ways, is_diverged)
    }

    /// Lanes end.
    fn end(&mut self, segment: usize, pc: usize) -> Result<Next, Stop> {
        if self.is_full {
            return Ok(Next::Exit((ExitReason::Ended, pc as u32, ALL)));
        }
        let point = (self.unit.code.id, self.unit.code.ops[pc].inst);
        self.core.end_at(self.warp, self.barriers, point, self.mask);
        // Lanes that waited for these may be the next to run.
        if self.warp.splits.iter().any(|split| matches!(split.state, State::Sync(_))) {
            let live = live_of_lanes(self.plan(), (segment, false), None, &[]);
            self.spill(&live, self.owned)?;
            return Ok(Next::Exit((ExitReason::Nobody, pc as u32, self.mask)));
        }
        Ok(Next::Lowest)
    }

    fn exchange(&mut self, segment: usize, pc: usize, exchange: Exchange) -> Result<Next, Stop> {
        match exchange {
            Exchange::Direct | Exchange::Helper => self.operate(pc, None)?,
            Exchange::DirectIfNamed | Exchange::Waits => {
                self.marshal(pc, None)?;
                if !collective_at_once(self.warp.live, self.scratch, &self.unit.code.ops[pc], self.mask) {
                    let (mask, data) = (self.mask, self.unit.plan.inst(pc));
                    self.spill(&operands(&self.unit.plan, pc), mask)?;
                    let live = live_of_lanes(self.plan(), (segment, self.is_full), Some(segment + 1), &data.results);
                    self.spill(&live, if self.is_full { ALL } else { self.owned })?;
                    return Ok(Next::Exit((ExitReason::Sync, pc as u32, mask)));
                }
                self.take_results(pc, None);
            }
        }
        if self.is_full {
            return Ok(Next::Full(segment + 1));
        }
        self.masks[segment + 1] |= self.mask;
        Ok(Next::Lowest)
    }

    /// Lanes stop as an exit says.
    fn side_exit(&mut self, pc: usize, exit: &Exit) -> Result<Next, Stop> {
        let owned = if self.is_full { ALL } else { self.owned };
        let (reason, readers) = match exit.reason {
            Reason::Deoptimise => (ExitReason::Deoptimise, owned),
            Reason::Barrier | Reason::BarrierRegion => (ExitReason::Barrier, self.mask),
        };
        self.spill(&exit.reads, readers)?;
        self.spill(&exit.spill, owned)?;
        Ok(Next::Exit((reason, pc as u32, self.mask)))
    }
}

/// What registers hold of a value that has some.
fn held(plan: &Plan<32>, registers: Registers<32>, value: Value) -> Option<LaneBits> {
    let slot = plan.code.value_slots[value.index()];
    let width = Width::of(plan.func.ty(value));
    (slot != u32::MAX).then(|| std::array::from_fn(|lane| registers.bits(slot, width, lane)))
}

/// Writes lanes of a value to its registers, if it has some.
fn put(plan: &Plan<32>, registers: Registers<32>, value: Value, lanes: &LaneBits, mask: u32) {
    let slot = plan.code.value_slots[value.index()];
    if slot != u32::MAX {
        let width = Width::of(plan.func.ty(value));
        (0..32).filter(|lane| mask >> lane & 1 != 0).for_each(|lane| registers.set_bits(slot, width, lane, lanes[lane]));
    }
}

/// Whether registers hold what the warp IR holds as bases and strides, for lanes that come to a segment.
pub(super) fn holds(plan: &Plan<32>, segment: usize, registers: Registers<32>, mask: u32) -> bool {
    let width = plan.geometry.width();
    plan.live_in[segment].iter().all(|index| {
        let value = Value(index as u32);
        let (LaneShape::Affine { stride, per_row }, Some(lanes)) = (plan.shape(value), held(plan, registers, value)) else { return true };
        let base = |lane: usize| {
            let base = lanes[lane].wrapping_sub((stride as u64).wrapping_mul((lane % width) as u64));
            if plan.func.ty(value) == RegType::B64 { base } else { u64::from(base as u32) }
        };
        let row = |lane: usize| if per_row { lane / width } else { 0 };
        let active = || (0..32).filter(|lane| mask >> lane & 1 != 0);
        active().all(|lane| active().find(|&first| row(first) == row(lane)).is_none_or(|first| base(first) == base(lane)))
    })
}

/// The `.f32` lanes with another NaN where they have one.
fn with_nans(lanes: LaneBits, nan: u64) -> LaneBits {
    lanes.map(|bits| if f32::from_bits(bits as u32).is_nan() { nan } else { bits })
}
