//! What is known about a function before code is made of it: segments, live values, which segments may wait while another
//! runs, where execution may be resumed.
//!
//! A *segment* is a block of the interpreter's code: an IR block or what follows an operation in it at which lanes may
//! wait. Segments run in the interpreter's order. While one runs masked, lanes at later ones are *waiting*; what they need
//! must survive, which decides where a masked assignment has to keep the old value of the lanes that are not active.

mod accesses;
pub(crate) mod affine;
mod alignment;
mod branches;
mod callee;
pub(crate) mod counter_plan;
mod divergence;
mod floats;
mod frame_resident;
mod index;
mod lane_plan;
mod live;
mod prefetch_distance;
mod region_loops;
pub(crate) mod scaling;
mod set;
pub(crate) mod shape;
mod shapes;
pub(crate) mod told;
mod unit;

use super::analysis::shape::{Geometry, LaneShape};
use crate::decode::code::{DecodedFunction, OpKind, Root};
use crate::decode::side::is_device;
use kern_ir::{Function, InstData, Value, ValueDef};
use shapes::shapes;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use told::Unneeded;

pub(crate) use accesses::Group;
pub(crate) use callee::Callee;
pub(crate) use floats::is_plain_arithmetic;
pub(crate) use index::WideForm;
use index::outlive_loops;
pub(crate) use prefetch_distance::Stride;
pub(crate) use region_loops::RegionLoops;
pub(crate) use set::Set;
pub(crate) use unit::CompilationUnit;

/// A block of the interpreter's code.
#[derive(Clone)]
pub(crate) struct Segment {
    /// Operations `start..end`.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Warp instructions that entering it costs.
    pub(crate) cost: u32,
    /// Values that edges to it assign.
    pub(crate) params: Vec<Value>,
    /// Where lanes go after it.
    pub(crate) next: Vec<usize>,
}

/// A function prepared for code generation.
pub(crate) struct Plan<'a, const L: usize> {
    pub(crate) func: &'a Function,
    pub(crate) code: &'a DecodedFunction<L>,
    pub(crate) geometry: Geometry,
    /// The segments that code is made of.
    pub(crate) unit: Range<usize>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) shapes: Vec<LaneShape>,
    /// Constant bits of values.
    pub(crate) constants: Vec<Option<u64>>,
    /// The value in a slot.
    pub(crate) value_in: Vec<Option<Value>>,
    /// Values needed at the start of each segment or after, its parameters included.
    pub(crate) live_in: Vec<Set>,
    /// Values used outside of the segment that defines them.
    pub(crate) is_shared: Vec<bool>,
    /// Values that are assigned elsewhere than in the compilation unit: the interpreter's registers have them all the time.
    pub(crate) is_kept: Vec<bool>,
    /// `.f32` values whose NaN may not be the canonical one yet.
    pub(crate) is_noncanonical: Vec<bool>,
    /// Values needed at the start of each segment's full copy or after that are read from the interpreter's registers if
    /// somebody wants them, which is rare; see [`Plan::is_frame_resident`].
    pub(crate) frame_resident: Vec<Set>,
    /// Values that the interpreter's registers have at the end of each segment's full copy.
    pub(crate) is_written: Vec<Set>,
    /// Values that the full copy writes there where it computes them.
    pub(crate) is_spilled_at_definition: Vec<bool>,
    /// Segments at which lanes may be while a segment runs masked.
    pub(crate) waiting: Vec<Set>,
    /// Segments at which lanes may be where the masked copy looks whether some are at a segment, which is the lowest of these.
    pub(crate) sought: Vec<Set>,
    /// Segments that some lanes may reach without the others: only these have a masked copy.
    pub(crate) is_masked: Vec<bool>,
    /// Segments at which the masked copy resumes lanes that have been spilled.
    pub(crate) is_entry: Vec<bool>,
    /// Segments at which lanes may yield.
    pub(crate) spins: Vec<bool>,
    /// Somebody wants to know what accesses and branches do.
    pub(crate) is_observed: bool,
    /// Somebody is told of accesses as they happen: of which he need not be.
    pub(crate) told: Option<Unneeded>,
    /// Somebody may want to look at its warps: loops have a way out where fuel is looked at.
    pub(crate) is_pausable: bool,
    /// The program can make host threads.
    pub(crate) has_threads: bool,
    /// Warps may be partly active.
    pub(crate) may_diverge: bool,
    /// Comparisons of an affine with a uniform value of which only the branch of their segment takes notice: the operation.
    pub(crate) end_lane_tests: HashMap<Value, usize>,
    /// Varying addresses, and what they are computed from, of which accesses look only at the index: the operation. Whoever
    /// needs the address itself, which is the slow way, computes it.
    pub(crate) addresses: HashMap<Value, usize>,
    /// Values that are used behind a loop in which they are computed: lanes may leave it in different rounds, and what the value
    /// was computed from is another's by then.
    outlives_loop: Vec<bool>,
    /// Loaded values whose only use is an instruction of their segment before which memory does not change.
    pub(crate) is_deferred: Vec<bool>,
    /// The functions that host code calls.
    pub(crate) callees: HashMap<u32, Callee>,
    /// Accesses, by operation, of which another has checked the addresses: the operation, which is the first of them.
    pub(crate) groups: HashMap<usize, Group>,
    /// Loads that prefetch, by operation, with how far they move in an iteration of their loop.
    pub(crate) strides: HashMap<usize, Stride>,
    /// See [`Plan::region_loops`].
    region_loops: OnceCell<RegionLoops>,
}

impl<'a, const L: usize> Plan<'a, L> {
    /// Of a function, or a part of one, that the interpreter decoded as `code`, for blocks of a size.
    pub(crate) fn new(
        func: &'a Function,
        code: &'a DecodedFunction<L>,
        geometry: Geometry,
        unit: CompilationUnit,
        is_observed: bool,
    ) -> Plan<'a, L> {
        let mut plan = Plan {
            func,
            code,
            geometry,
            unit: 0..0,
            segments: Vec::new(),
            shapes: Vec::new(),
            constants: vec![None; func.values.len()],
            value_in: vec![None; code.slots as usize],
            live_in: Vec::new(),
            is_shared: vec![false; func.values.len()],
            is_kept: vec![false; func.values.len()],
            is_noncanonical: vec![false; func.values.len()],
            frame_resident: Vec::new(),
            is_written: Vec::new(),
            is_spilled_at_definition: Vec::new(),
            waiting: Vec::new(),
            sought: Vec::new(),
            is_masked: Vec::new(),
            is_entry: Vec::new(),
            spins: Vec::new(),
            is_observed,
            told: None,
            is_pausable: false,
            has_threads: false,
            may_diverge: true,
            end_lane_tests: HashMap::new(),
            addresses: HashMap::new(),
            outlives_loop: Vec::new(),
            is_deferred: vec![false; func.values.len()],
            callees: HashMap::new(),
            groups: HashMap::new(),
            strides: HashMap::new(),
            region_loops: OnceCell::new(),
        };
        plan.find_constants();
        let is_private: Vec<bool> = if is_device(L) { plan.private_loads() } else { Vec::new() };
        plan.shapes = shapes(func, &geometry, &is_private);
        plan.outlives_loop = if is_device(L) { outlive_loops(func) } else { vec![false; func.values.len()] };
        plan.find_segments();
        plan.find_unit(unit);
        plan.find_live();
        if is_device(L) {
            plan.find_noncanonical();
            plan.may_diverge = !geometry.is_full() || plan.diverges() || func.kind != kern_ir::FunctionKind::Kernel;
            plan.find_end_lane_tests();
        } else {
            plan.may_diverge = false;
        }
        plan.find_deferred_loads();
        plan.find_addresses();
        plan.find_groups();
        plan.find_strides();
        plan.find_divergence();
        plan.find_frame_resident();
        plan
    }

    fn find_constants(&mut self) {
        let mut by_slot = vec![None; self.code.slots as usize];
        for &(slot, _, bits) in &self.code.constants {
            by_slot[slot as usize] = Some(bits);
        }
        for (index, value) in self.func.values.iter().enumerate() {
            let slot = self.code.value_slots[index];
            if slot != u32::MAX {
                self.constants[index] = by_slot[slot as usize];
                self.value_in[slot as usize] = Some(Value(index as u32));
            }
            if let ValueDef::Const(bits) = value.def {
                self.constants[index] = Some(bits);
            }
        }
    }

    fn find_segments(&mut self) {
        let code = self.code;
        for (index, block) in code.blocks.iter().enumerate() {
            let start = block.start as usize;
            let end = code.blocks.get(index + 1).map_or(code.ops.len(), |b| b.start as usize);
            let is_first = index == 0 || code.blocks[index - 1].block != block.block;
            let params = match self.func.blocks.get(block.block.index()) {
                Some(data) if is_first => data.params.clone(),
                _ => Vec::new(),
            };
            let edge = |e: u32| code.edges[e as usize].block as usize;
            let next = match code.ops[end - 1].kind {
                OpKind::Jump(e) => vec![edge(e)],
                OpKind::Branch(e, f) => vec![edge(e), edge(f)],
                OpKind::Switch(first, count) => (first..first + count).map(edge).collect(),
                kind if kind.may_wait() => vec![index + 1],
                _ => Vec::new(),
            };
            self.segments.push(Segment { start, end, cost: block.cost, params, next });
        }
    }

    /// The instruction of an operation.
    pub(crate) fn inst(&self, pc: usize) -> &'a InstData {
        &self.func.insts[self.code.ops[pc].inst as usize]
    }

    /// The constant bits of a value.
    pub(crate) fn constant(&self, value: Value) -> Option<u64> {
        self.constants[value.index()]
    }

    /// The shape of a value.
    pub(crate) fn shape(&self, value: Value) -> LaneShape {
        if self.constants[value.index()].is_some() { LaneShape::UNIFORM } else { self.shapes[value.index()] }
    }

    /// Values that an operation reads besides those its edges pass.
    pub(crate) fn uses(&self, pc: usize) -> Vec<Value> {
        let mut list: Vec<Value> = self.inst(pc).args.clone();
        if let OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) = self.code.ops[pc].kind {
            if let Root::Register(slot) = self.code.accesses[access as usize].root {
                list.extend(self.value_in[slot as usize]);
            }
            if let Some(form) = self.wide_form(list[0]) {
                list.push(form.index);
                list.extend(form.bases);
            }
        }
        list.retain(|&v| self.constant(v).is_none());
        list
    }

    /// Arguments that the edges of an operation pass, with what they become.
    pub(crate) fn moves(&self, pc: usize) -> Vec<(usize, Value, Value)> {
        let targets = self.inst(pc).targets();
        let first = match self.code.ops[pc].kind {
            OpKind::Jump(e) | OpKind::Branch(e, _) | OpKind::Switch(e, _) => e,
            _ => return Vec::new(),
        };
        let mut list = Vec::new();
        for (i, target) in targets.iter().enumerate() {
            let segment = self.code.edges[first as usize + i].block as usize;
            for (&param, &arg) in self.segments[segment].params.iter().zip(&target.args) {
                list.push((segment, param, arg));
            }
        }
        list
    }

    fn count_uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.func.values.len()];
        for pc in self.operations() {
            let moved = self.moves(pc).into_iter().map(|m| m.2);
            self.uses(pc).into_iter().chain(moved).for_each(|v| uses[v.index()] += 1);
        }
        uses
    }

    /// The operations of the unit.
    pub(crate) fn operations(&self) -> Range<usize> {
        self.segments[self.unit.start].start..self.segments[self.unit.end - 1].end
    }

    /// Whether somebody may wait for lanes that end, or for what is not compiled in one piece.
    pub(crate) fn has_waits(&self) -> bool {
        self.func.kind != kern_ir::FunctionKind::Kernel || self.code.ops.iter().any(|op| op.kind.may_wait())
    }

    /// Whether lanes may wait for others of their warp in vain: what is told then begins where they diverged.
    pub(crate) fn may_miss_lanes(&self) -> bool {
        let waits = |kind: OpKind| kind.may_wait() && !matches!(kind, OpKind::Bar(..) | OpKind::Nanosleep);
        self.func.kind != kern_ir::FunctionKind::Kernel || self.code.ops.iter().any(|op| waits(op.kind))
    }

    /// Whether fuel may be looked at while it runs.
    pub(crate) fn may_spend(&self) -> bool {
        let has_loop = self.segments.iter().enumerate().any(|(index, segment)| segment.next.iter().any(|&next| next <= index));
        has_loop || self.code.ops.iter().any(|op| matches!(op.kind, OpKind::Call(..) | OpKind::CallIndirect(_)))
    }
}
