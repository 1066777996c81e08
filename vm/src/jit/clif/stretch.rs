//! Stretches of host code's loops: how many iterations pass without a check, and the copy of the loop that these run in.
//!
//! Where a loop goes back to its header, every [`EVERY`]th time, code looks at the addresses that walk: at where they are, and where
//! they would be at the last iteration of the time slice. If that is not in the memory either, a division says how far they get. These
//! iterations run in the copy, which goes back to the loop itself behind the last of them. Fuel is counted as in the loop; but registers
//! are few: what is left of the time slice is a number of iterations that is counted down, and where all iterations go the same way, what
//! they have cost follows from it. What that takes besides lies on the stack, for it is needed off the way only.

use super::super::wir::{Check, Ground, InstKind, Step, Stretch, Walk, Wrap};
use super::*;
use kern_ir::{Opcode, Payload, Value, ValueDef};

/// Iterations of the loop itself between two looks; a power of two.
const EVERY: i64 = 16;

/// Fewest iterations that are worth it.
const FEWEST: i64 = 4;

/// A value that a step is a multiple of must be less than this, either way: then no sum of a time slice of steps wraps.
const LONGEST: i64 = 1 << 40;

/// Code of a stretch.
pub(super) struct StretchCode {
    /// Looks how many iterations pass.
    look: Block,
    /// By segment, from the header on.
    blocks: Vec<Block>,
    /// What iterations cost, if all go the same way.
    cost: Option<Cost>,
    /// Then, what the counter is behind the last iteration; and what is left of the time slice then.
    slot: StackSlot,
    /// The first pointer of each walk, and the way that it has gone since, if it moves.
    walks: Vec<(Cv, Option<Variable>)>,
    /// The ways, each with what it grows by in an iteration.
    ways: Vec<(Step, Variable, Cv)>,
}

/// Where the latter lies.
const LIMIT_AT: i32 = 8;

/// Instructions and branches of iterations that all go the same way.
struct Cost {
    /// Up to each segment.
    before: Vec<i64>,
    /// Of an iteration.
    iteration: i64,
}

/// Accesses that others repeat.
pub(super) fn repeated(wir: &Wir) -> HashSet<usize> {
    let insts = wir.segments.iter().flat_map(|segment| &segment.full);
    insts.filter_map(|inst| if let InstKind::Check(Check::Repeated(of)) = inst.kind { Some(of) } else { None }).collect()
}

impl<const L: usize> Emitter<'_, '_, L> {
    pub(super) fn declare_stretches(&mut self) {
        let wir = self.wir;
        for stretch in &wir.stretches {
            let look = self.fb.create_block();
            let blocks = stretch.range.clone().map(|_| self.fb.create_block()).collect();
            let slot = self.fb.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, 16, 3));
            self.stretches.push(StretchCode { look, blocks, cost: self.cost(stretch), slot, walks: Vec::new(), ways: Vec::new() });
        }
    }

    /// What iterations of a stretch cost, if none goes another way than the others.
    fn cost(&self, stretch: &Stretch) -> Option<Cost> {
        let header = stretch.range.start;
        let mut before = vec![0; stretch.segments.len()];
        let (mut segment, mut cost, mut segments) = (header, 0, 0);
        loop {
            let last = stretch.segments[segment - header].last()?;
            let mut within = last.edges().iter().filter(|edge| stretch.range.contains(&edge.target));
            let (Some(edge), None) = (within.next(), within.next()) else { return None };
            let branches = match last.kind {
                InstKind::Jump(_) => 0,
                InstKind::Branch { .. } => 1,
                _ => return None,
            };
            cost += i64::from(self.plan.segments[edge.target].cost) + (branches << 32);
            (segment, segments) = (edge.target, segments + 1);
            if segment == header {
                return (segments == before.len()).then_some(Cost { before, iteration: cost });
            }
            if segments == before.len() {
                return None;
            }
            before[segment - header] = cost;
        }
    }

    /// The counters, given what is kept of them.
    pub(super) fn outside_of_stretch(&mut self, (full, rest): (Cv, Cv)) -> (Cv, Cv) {
        let Some(number) = self.stretch else { return (full, rest) };
        let limit = self.limit(number);
        let left = self.fb.ins().iadd(rest, limit);
        let Some((before, to_come)) = self.cost_of_rest(number, rest) else { return (full, left) };
        let full = self.fb.ins().isub(full, to_come);
        (self.fb.ins().iadd_imm_s(full, before), left)
    }

    /// What is kept of counters.
    pub(super) fn inside_of_stretch(&mut self, (full, left): (Cv, Cv)) -> (Cv, Cv) {
        let Some(number) = self.stretch else { return (full, left) };
        let limit = self.limit(number);
        let rest = self.fb.ins().isub(left, limit);
        let Some((before, to_come)) = self.cost_of_rest(number, rest) else { return (full, rest) };
        let full = self.fb.ins().iadd(full, to_come);
        (self.fb.ins().iadd_imm_s(full, -before), rest)
    }

    /// What is left of the time slice behind the last iteration.
    fn limit(&mut self, number: usize) -> Cv {
        self.fb.ins().stack_load(I64, I32, self.stretches[number].slot, LIMIT_AT)
    }

    /// Where the counter lies, in a stretch whose iterations all go the same way.
    pub(super) fn counted_on_stack(&self) -> Option<StackSlot> {
        let code = &self.stretches[self.stretch?];
        code.cost.as_ref().map(|_| code.slot)
    }

    /// What the iteration at hand has cost so far, and what it and the others that are left cost.
    fn cost_of_rest(&mut self, number: usize, rest: Cv) -> Option<(i64, Cv)> {
        let Cost { before, iteration } = self.stretches[number].cost.as_ref()?;
        let (before, iteration) = (before[self.segment - self.wir.stretches[number].range.start], *iteration);
        let rest = self.fb.ins().uextend(I64, rest);
        Some((before, self.fb.ins().imul_imm_s(rest, iteration)))
    }

    /// Whether an edge is not counted, for it leads from a stretch to the stretch, and all iterations cost the same.
    pub(super) fn is_counted_at_once(&self, target: usize) -> bool {
        self.stretch_of(target).is_some_and(|number| self.stretches[number].cost.is_some())
    }

    /// The stretch at hand, if a segment is one of it.
    fn stretch_of(&self, target: usize) -> Option<usize> {
        self.stretch.filter(|&number| self.wir.stretches[number].range.contains(&target))
    }

    /// The stretch is left, for another segment or for good.
    pub(super) fn leave_stretch(&mut self, target: usize) {
        if self.stretch.is_some() && self.stretch_of(target).is_none() {
            let (full, left) = self.counters();
            self.stretch = None;
            self.keep_counters(full, left);
        }
    }

    pub(super) fn emit_stretches(&mut self) {
        let wir = self.wir;
        for (number, stretch) in wir.stretches.iter().enumerate() {
            self.look_ahead(number, stretch);
            self.stretch = Some(number);
            for (segment, copy) in stretch.range.clone().zip(&stretch.segments) {
                self.fb.switch_to_block(self.stretches[number].blocks[segment - stretch.range.start]);
                self.start_segment(segment, Mode::Full);
                self.emit_copy(segment, copy);
            }
            self.stretch = None;
        }
    }

    /// The pointer of a walk, here and now.
    pub(super) fn walking(&mut self, walk: usize) -> Cv {
        let number = self.stretch.expect("only stretches walk");
        let (first, way) = self.stretches[number].walks[walk];
        let Some(way) = way else { return first };
        if let Some(&pointer) = self.pointers.get(&walk) {
            return pointer;
        }
        let way = self.fb.use_var(way);
        let pointer = self.fb.ins().iadd(first, way);
        self.pointers.insert(walk, pointer);
        pointer
    }

    /// Goes on at a segment, which an edge that does not lead back leads to.
    pub(super) fn go_to(&mut self, target: usize) {
        let block = match self.stretch_of(target) {
            Some(number) => self.stretches[number].blocks[target - self.wir.stretches[number].range.start],
            None => self.full[target],
        };
        self.fb.ins().jump(block, NONE);
    }

    /// Goes back to a header, in a stretch to its own, and takes that off the time slice; what comes next is outside of a stretch. What is
    /// left of the time slice.
    pub(super) fn go_round(&mut self) -> Cv {
        let Some(number) = self.stretch else { return self.consume_back_edge() };
        for (_, way, step) in self.stretches[number].ways.clone() {
            let moved = self.fb.use_var(way);
            let moved = self.fb.ins().iadd(moved, step);
            self.fb.def_var(way, moved);
        }
        let rest = self.count_down();
        let behind = self.fb.create_block();
        self.fb.ins().brif(rest, self.stretches[number].blocks[0], NONE, behind, NONE);
        self.fb.switch_to_block(behind);
        self.fb.set_cold_block(behind);
        // All that the iterations cost has been counted.
        let ((full, _), left) = (self.kept_counters(), self.limit(number));
        self.stretch = None;
        self.keep_counters(full, left);
        left
    }

    /// Goes back to a header, in the loop itself.
    pub(super) fn go_back(&mut self, target: usize) {
        let Some(number) = self.wir.stretches.iter().position(|stretch| stretch.range.start == target) else {
            self.fb.ins().jump(self.full[target], NONE);
            return;
        };
        let (_, left) = self.counters();
        let rest = self.fb.ins().band_imm_u(left, EVERY - 1);
        self.fb.ins().brif(rest, self.full[target], NONE, self.stretches[number].look, NONE);
    }

    /// Looks how many iterations pass, from the header on.
    fn look_ahead(&mut self, number: usize, stretch: &Stretch) {
        let (header, look) = (stretch.range.start, self.stretches[number].look);
        self.fb.switch_to_block(look);
        self.fb.set_cold_block(look);
        self.fb.set_srcloc(ir::SourceLoc::new(self.plan.segments[header].start as u32));
        self.start_segment(header, Mode::Full);
        self.canonical_here = &[];
        self.ahead.clear();
        let otherwise = self.full[header];
        let (full, left) = self.counters();
        let mut most = self.fb.ins().uextend(I64, left);
        let mut walks = Vec::new();
        for walk in &stretch.walks {
            let (pointer, step);
            (pointer, step, most) = self.look_at(stretch, walk, most, otherwise);
            walks.push((pointer, step));
        }
        let few = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, most, FEWEST);
        self.require(few, otherwise);
        for wrap in &stretch.wraps {
            self.look_at_wrap(stretch, wrap, most, otherwise);
        }
        let iterations = self.fb.ins().ireduce(I32, most);
        let limit = self.fb.ins().isub(left, iterations);
        self.fb.ins().stack_store(I64, limit, self.stretches[number].slot, LIMIT_AT);
        let full = match &self.stretches[number].cost {
            Some(cost) => {
                let all = self.fb.ins().imul_imm_s(most, cost.iteration);
                self.fb.ins().iadd(full, all)
            }
            None => full,
        };
        self.stretch = Some(number);
        self.keep_counters(full, iterations);
        self.stretch = None;
        // Pointers that move alike share their way: few registers are left where a loop lies in others.
        for (walk, (pointer, amount)) in stretch.walks.iter().zip(walks) {
            let way = amount.map(|amount| self.way(number, walk.step, amount));
            self.stretches[number].walks.push((pointer, way));
        }
        self.fb.ins().jump(self.stretches[number].blocks[0], NONE);
    }

    /// The way of walks with a step.
    fn way(&mut self, number: usize, step: Step, amount: Cv) -> Variable {
        if let Some(way) = self.stretches[number].ways.iter().find(|way| way.0 == step) {
            return way.1;
        }
        let (way, nothing) = (self.fb.declare_var(I64), self.int(I64, 0));
        self.fb.def_var(way, nothing);
        self.stretches[number].ways.push((step, way, amount));
        way
    }

    /// The pointer of a walk, its step, and how many iterations of `most` it gets.
    fn look_at(&mut self, stretch: &Stretch, walk: &Walk, most: Cv, otherwise: Block) -> (Cv, Option<Cv>, Cv) {
        let address = self.at_header(stretch, walk.address);
        let (base, size, origin) = match walk.ground {
            Ground::Bounds(number) => {
                let bytes = self.wir.bounds[number].bytes as i64;
                let field = |e: &mut Self, field| e.load(I64, e.bounds_at(number, field));
                let count = field(self, at::BOUNDS_COUNT);
                // Bounds that let nothing pass are of a byte less than an access.
                let size = self.fb.ins().iadd_imm_s(count, bytes - 1);
                (field(self, at::BOUNDS_BASE), size, field(self, at::BOUNDS_ORIGIN))
            }
            Ground::Region { region, root } => {
                if let Some(root) = root {
                    let passes = self.points_to(root, region);
                    self.require(passes, otherwise);
                }
                let field = |e: &mut Self, field| e.load(I64, Self::region_at(region, field));
                (field(self, at::REGION_BASE), field(self, at::REGION_SIZE), field(self, at::REGION_ORIGIN))
            }
            Ground::Local(slot) => {
                let variable = &self.plan.code.locals[slot as usize];
                let (base, frame) = (self.load(I64, at::LOCAL_BASE), self.load(I64, at::LOCAL));
                let origin = self.fb.ins().isub(frame, base);
                let base = self.fb.ins().iadd_imm_s(base, variable.offset as i64);
                (base, self.int(I64, variable.size as i64), origin)
            }
        };
        let bytes = walk.offsets.1 - walk.offsets.0;
        let fits = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, size, bytes);
        self.require(fits, otherwise);
        // The farthest that the first byte may be from the start.
        let room = self.fb.ins().iadd_imm_s(size, -bytes);
        let first = self.fb.ins().iadd_imm_s(address, walk.offsets.0);
        let first = self.fb.ins().isub(first, base);
        let passes = self.icmp(IntCC::UnsignedLessThanOrEqual, first, room);
        self.require(passes, otherwise);
        let pointer = self.fb.ins().iadd(address, origin);
        if walk.step == Step::NONE {
            return (pointer, None, most);
        }
        let step = self.step(&walk.step, otherwise);
        let before_last = self.fb.ins().iadd_imm_s(most, -1);
        let far = self.fb.ins().imul(before_last, step);
        let last = self.fb.ins().iadd(first, far);
        let passes = self.icmp(IntCC::UnsignedLessThanOrEqual, last, room);
        let (ends, done) = (self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        self.fb.ins().brif(passes, done, &[BlockArg::Value(most)], ends, NONE);
        self.fb.switch_to_block(ends);
        self.fb.set_cold_block(ends);
        let zero = self.int(I64, 0);
        let is_down = self.icmp(IntCC::SignedLessThan, step, zero);
        let up = self.fb.ins().isub(room, first);
        let way = self.fb.ins().select(is_down, first, up);
        // A step of 0 has passed.
        let length = self.fb.ins().iabs(step);
        let one = self.int(I64, 1);
        let length = self.fb.ins().umax(length, one);
        let steps = self.fb.ins().udiv(way, length);
        let steps = self.fb.ins().iadd_imm_s(steps, 1);
        let fewer = self.fb.ins().umin(most, steps);
        self.fb.ins().jump(done, &[BlockArg::Value(fewer)]);
        self.fb.switch_to_block(done);
        (pointer, Some(step), self.fb.block_params(done)[0])
    }

    /// A 32-bit number must not wrap in `most` iterations.
    fn look_at_wrap(&mut self, stretch: &Stretch, wrap: &Wrap, most: Cv, otherwise: Block) {
        let now = self.at_header(stretch, wrap.value);
        let now = if wrap.signed { self.fb.ins().sextend(I64, now) } else { self.fb.ins().uextend(I64, now) };
        let step = self.step(&wrap.step, otherwise);
        let before_last = self.fb.ins().iadd_imm_s(most, -1);
        let far = self.fb.ins().imul(before_last, step);
        let last = self.fb.ins().iadd(now, far);
        let low = self.fb.ins().ireduce(I32, last);
        let again = if wrap.signed { self.fb.ins().sextend(I64, low) } else { self.fb.ins().uextend(I64, low) };
        let passes = self.icmp(IntCC::Equal, last, again);
        self.require(passes, otherwise);
    }

    /// A step as a 64-bit number.
    fn step(&mut self, step: &Step, otherwise: Block) -> Cv {
        let known = self.int(I64, step.known);
        let Some((value, scale)) = step.by else { return known };
        let value = self.scalar(value);
        let value = if self.fb.func.dfg.value_type(value) == I32 { self.fb.ins().sextend(I64, value) } else { value };
        let biased = self.fb.ins().iadd_imm_s(value, LONGEST);
        let is_short = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, biased, 2 * LONGEST);
        self.require(is_short, otherwise);
        let scaled = self.fb.ins().imul_imm_s(value, scale);
        self.fb.ins().iadd(scaled, known)
    }

    /// What a value that walks, or is fixed, will be in the iteration that begins.
    fn at_header(&mut self, stretch: &Stretch, value: Value) -> Cv {
        let plan = self.plan;
        let ValueDef::Result(inst, 0) = plan.func.def(value) else { return self.scalar(value) };
        let operations = plan.segments[stretch.range.start].start..plan.segments[stretch.range.end - 1].end;
        if plan.constant(value).is_some() || !plan.code.ops[operations].iter().any(|op| op.inst == inst.0) {
            return self.scalar(value);
        }
        if let Some(&known) = self.ahead.get(&value) {
            return known;
        }
        let data = &plan.func.insts[inst.index()];
        if let (Opcode::Address, Payload::Slot(slot)) = (data.op, &data.payload) {
            let base = self.load(I64, at::LOCAL_BASE);
            return self.fb.ins().iadd_imm_s(base, plan.code.locals[slot.index()].offset as i64);
        }
        let args: Vec<Cv> = data.args.iter().map(|&arg| self.at_header(stretch, arg)).collect();
        let computed = self.computed_from(data, &args).expect("`coverage` names what has code");
        self.ahead.insert(value, computed);
        computed
    }
}
