//! Lanes that run a loop one after the other (`wir::lane_loops`): the masked copy's instructions once more, for one lane.
//!
//! Where lanes are at the header, and none of the warp's others within the loop, what they need of values that differ between them goes
//! to the stack. Then each lane runs: it reads its own, goes through the loop in scalar registers, and leaves on the stack what is
//! needed where it leaves the loop. What is the same in all lanes stays in registers. A lane whose outermost number in the key is used
//! up stops at the header; there all that are left go on together. A lane that accesses what it may not, or whose other numbers
//! overflow, undoes what all have done: then they run together, as if nothing had been.

mod one_lane;

use super::super::wir::{Inst, LaneLoop};
use super::*;
use kern_ir::{RegType, Value};
use std::ops::Range;

/// What code for one lane works with.
pub(super) struct LaneCode<'a, const L: usize> {
    number: usize,
    range: Range<usize>,
    /// The warp's plan and variables, while those of the lane are at hand.
    plan: &'a Plan<'a, L>,
    vars: Vec<Vec<Variable>>,
    /// Values that differ between lanes, with their places on the stack.
    places: Vec<(Value, StackSlot)>,
    /// Values that are the same in all lanes and assigned in the loop: what they are behind it.
    same: Vec<(Value, Variable)>,
    /// Segments in which lanes leave the loop, with those that did.
    ends: Vec<(usize, Variable)>,
    /// Lanes that stay at the header.
    rest: Variable,
    /// The key, the highest so far, and the edges that are not in the table yet.
    key: Variable,
    highest: Variable,
    edges: Variable,
    /// Instructions of threads.
    threads: Variable,
    blocks: Vec<Block>,
    /// The lane at hand is done; and may not go on.
    done: Block,
    failed: Block,
    /// The lane, its bit, what its `.local` is farther than lane 0's, and its frame.
    lane: Cv,
    bit: Cv,
    distance: Cv,
    frame: Cv,
    /// Pointer and offset of the access at hand.
    open: Option<(Cv, i32)>,
    /// What is known of the segment at hand, and at the end of those before.
    known: one_lane::Known,
    known_behind: HashMap<usize, one_lane::Known>,
}

impl<'a, const L: usize> Emitter<'a, '_, L> {
    /// The lane loop of a header.
    pub(super) fn lane_loop_at(&self, segment: usize) -> Option<usize> {
        self.wir.lane_loops.iter().position(|found| found.range.start == segment)
    }

    fn found(&self, number: usize) -> &'a LaneLoop {
        &self.wir.lane_loops[number]
    }

    fn masked_body(&self, segment: usize) -> &'a [Inst] {
        self.wir.segments[segment].masked.as_ref().map_or(&[], |masked| &masked.body)
    }

    /// Lanes of `mask` are at the header: they run one after the other; where they may not, at `together`.
    pub(super) fn emit_lane_loop(&mut self, number: usize, mask: Cv, together: Block) {
        let Some(one_lane) = self.one_lane else { return self.jump_to(together) };
        let found = self.found(number);
        self.require_nobody_within(number, together);
        let word = self.number(number);
        self.call_quick_helper(Helper::BeginLanes, &[word, mask]);
        let may_begin = self.load(I32, at::ANSWER);
        self.require(may_begin, together);

        let mut code = self.lane_code(number);
        self.write_lanes(&code.places);
        let (scalars, initial) = self.scalars_of_lane(&code);
        let [head, after] = std::array::from_fn(|_| self.fb.create_block());
        let left = self.fb.append_block_param(head, I32);
        let zero = self.int(I32, 0);
        let wide_zero = self.int(I64, 0);
        let (all_ends, rest) = (code.ends.clone(), code.rest);
        all_ends.iter().map(|end| end.1).chain([rest, code.highest]).for_each(|var| self.fb.def_var(var, zero));
        self.fb.def_var(code.threads, wide_zero);
        let [local, stride, base] = [at::LOCAL, at::LOCAL_STRIDE, at::LOCAL_BASE].map(|offset| self.load(I64, offset));
        let low = self.fb.ins().band_imm_u(base, 15);
        let is_whole = self.fb.ins().icmp_imm_u(IntCC::Equal, low, 0);
        let frame = self.fb.ins().iadd(local, base);
        let begin = self.fb.create_block();
        self.fb.ins().brif(is_whole, begin, NONE, code.failed, NONE);
        self.fb.switch_to_block(begin);
        self.fb.ins().jump(head, &[BlockArg::Value(mask)]);

        self.fb.switch_to_block(head);
        let lane = self.fb.ins().ctz(left);
        let one = self.int(I32, 1);
        code.bit = self.fb.ins().ishl(one, lane);
        code.lane = self.fb.ins().uextend(I64, lane);
        code.distance = self.fb.ins().imul(code.lane, stride);
        code.frame = self.fb.ins().iadd(frame, code.distance);
        for &(value, slot) in &code.places {
            if let Some(&var) = scalars[value.index()].first() {
                let own = self.read_lane(value, slot, code.lane);
                self.fb.def_var(var, own);
            }
        }
        [code.key, code.edges].into_iter().for_each(|var| self.fb.def_var(var, zero));
        for &param in &self.plan.segments[found.range.start].params {
            if let Some(&(_, first)) = initial.iter().find(|initial| initial.0 == param) {
                self.fb.def_var(scalars[param.index()][0], first);
            }
        }
        let first = code.blocks[0];
        self.fb.ins().jump(first, NONE);

        let (done, failed) = (code.done, code.failed);
        (code.plan, code.vars) = (std::mem::replace(&mut self.plan, one_lane), std::mem::replace(&mut self.vars, scalars));
        self.lane_code = Some(Box::new(code));
        for segment in found.range.clone() {
            self.emit_lane_segment(segment);
        }
        let mut code = *self.lane_code.take().expect("it was just put there");
        (self.plan, self.vars) = (code.plan, std::mem::take(&mut code.vars));

        self.fb.switch_to_block(done);
        let less = self.fb.ins().iadd_imm_s(left, -1);
        let others = self.fb.ins().band(left, less);
        let (key, highest) = (self.fb.use_var(code.key), self.fb.use_var(code.highest));
        let highest = self.fb.ins().umax(key, highest);
        self.fb.def_var(code.highest, highest);
        self.fb.ins().brif(others, head, &[BlockArg::Value(others)], after, NONE);

        self.fb.switch_to_block(failed);
        self.fb.set_cold_block(failed);
        let word = self.number(number);
        self.call_quick_helper(Helper::UndoLanes, &[word, mask]);
        self.fb.ins().jump(together, NONE);

        self.fb.switch_to_block(after);
        let threads = self.fb.use_var(code.threads);
        self.count(at::THREADS, threads);
        let highest = self.fb.use_var(code.highest);
        self.call_helper_at(Helper::EndLanes, number, highest);
        self.leave_lane_loop(found, code);
    }

    fn jump_to(&mut self, block: Block) {
        self.fb.ins().jump(block, NONE);
    }

    /// Goes on only if lanes have not failed to run one after the other a short time ago, and none is within the loop.
    fn require_nobody_within(&mut self, number: usize, together: Block) {
        let at = self.records_at();
        let pause = self.load(I32, at);
        let (paused, look) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(pause, paused, NONE, look, NONE);
        self.fb.switch_to_block(paused);
        self.fb.set_cold_block(paused);
        let less = self.fb.ins().iadd_imm_s(pause, -1);
        self.store(less, at);
        self.fb.ins().jump(together, NONE);
        self.fb.switch_to_block(look);
        let mut some = self.int(I32, 0);
        for segment in self.found(number).range.clone().skip(1) {
            let there = self.load(I32, self.mask_at(segment));
            some = self.fb.ins().bor(some, there);
        }
        let nobody = self.fb.ins().icmp_imm_u(IntCC::Equal, some, 0);
        self.require(nobody, together);
    }

    /// What code for one lane needs; the lane itself comes later.
    fn lane_code(&mut self, number: usize) -> LaneCode<'a, L> {
        let (plan, found) = (self.plan, self.found(number));
        let mut values: Vec<Value> = Vec::new();
        let mut note = |value: Value| {
            if plan.constant(value).is_none() && !values.contains(&value) {
                values.push(value);
            }
        };
        let mut ends: Vec<usize> = Vec::new();
        plan.segments[found.range.start].params.iter().for_each(|&param| note(param));
        for segment in found.range.clone() {
            for inst in self.masked_body(segment) {
                plan.uses(inst.pc).into_iter().for_each(&mut note);
                for edge in inst.edges() {
                    edge.moves.iter().for_each(|way| note(way.arg));
                    if !found.range.contains(&edge.target) {
                        ends.push(edge.target);
                        self.needed_behind(found, edge.target).into_iter().for_each(&mut note);
                    }
                }
            }
        }
        ends.sort_unstable();
        ends.dedup();
        // What each lane computes before it needs it is not read from where the loop is entered.
        let behind: Vec<Value> = ends.iter().flat_map(|&end| self.needed_behind(found, end)).collect();
        let header = &plan.segments[found.range.start].params;
        let is_own = |value: &Value| self.is_assigned_in(found, *value) && !behind.contains(value) && !header.contains(value);
        values.retain(|value| !is_own(value));
        let varying = |value: &&Value| !plan.shape(**value).is_uniform();
        let places = values.iter().filter(varying).map(|&value| (value, self.lane_place(value))).collect();
        let is_left = |value: &&Value| plan.shape(**value).is_uniform() && (behind.contains(value) || header.contains(value));
        let mut same = Vec::new();
        for &value in values.iter().filter(is_left) {
            let var = self.fb.declare_var(value::scalar_type(plan.func.ty(value)));
            let scalar = self.scalar(value);
            self.fb.def_var(var, scalar);
            same.push((value, var));
        }
        let [rest, key, highest, edges] = std::array::from_fn(|_| self.fb.declare_var(I32));
        let unknown = self.int(I64, 0);
        LaneCode {
            number,
            range: found.range.clone(),
            plan,
            vars: Vec::new(),
            places,
            same,
            ends: ends.into_iter().map(|end| (end, self.fb.declare_var(I32))).collect(),
            rest,
            key,
            highest,
            edges,
            threads: self.fb.declare_var(I64),
            blocks: found.range.clone().map(|_| self.fb.create_block()).collect(),
            done: self.fb.create_block(),
            failed: self.fb.create_block(),
            lane: unknown,
            bit: unknown,
            distance: unknown,
            frame: unknown,
            open: None,
            known: one_lane::Known::default(),
            known_behind: HashMap::new(),
        }
    }

    fn is_assigned_in(&self, found: &LaneLoop, value: Value) -> bool {
        found.range.clone().any(|segment| {
            let Range { start, end } = self.plan.segments[segment].start..self.plan.segments[segment].end;
            self.plan.segments[segment].params.contains(&value) || (start..end).any(|pc| self.plan.inst(pc).results.contains(&value))
        })
    }

    /// Values that lanes which leave a loop for a segment take there.
    fn needed_behind(&self, found: &LaneLoop, end: usize) -> Vec<Value> {
        let is_needed = |value: &Value| self.plan.live_in[end].contains(value.index()) && !self.vars[value.index()].is_empty();
        let is_taken = |value: &Value| self.plan.segments[end].params.contains(value) || self.is_assigned_in(found, *value);
        (0..self.plan.func.values.len() as u32).map(Value).filter(|value| is_needed(value) && is_taken(value)).collect()
    }

    /// A place on the stack for a value of each lane.
    fn lane_place(&mut self, value: Value) -> StackSlot {
        let bytes = 32 << Self::lane_shift(self.plan.func.ty(value));
        self.fb.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4))
    }

    fn lane_shift(ty: RegType) -> u32 {
        if ty.size() == 8 { 3 } else { 2 }
    }

    /// Writes values of all lanes.
    fn write_lanes(&mut self, places: &[(Value, StackSlot)]) {
        for &(value, slot) in places {
            let parts = self.parts(value);
            for (i, part) in parts.into_iter().enumerate() {
                self.fb.ins().stack_store(I64, part, slot, 16 * i as i32);
            }
        }
    }

    fn lane_address(&mut self, value: Value, slot: StackSlot, lane: Cv) -> Cv {
        let base = self.fb.ins().stack_addr(I64, slot, 0);
        let offset = self.fb.ins().ishl_imm_u(lane, i64::from(Self::lane_shift(self.plan.func.ty(value))));
        self.fb.ins().iadd(base, offset)
    }

    fn read_lane(&mut self, value: Value, slot: StackSlot, lane: Cv) -> Cv {
        let ty = self.plan.func.ty(value);
        let at = self.lane_address(value, slot, lane);
        if ty == RegType::Pred {
            let bits = self.fb.ins().load(I32, flags(), at, 0);
            return self.fb.ins().icmp_imm_u(IntCC::NotEqual, bits, 0);
        }
        self.fb.ins().load(value::scalar_type(ty), flags(), at, 0)
    }

    fn write_lane(&mut self, value: Value, slot: StackSlot, lane: Cv, own: Cv) {
        let at = self.lane_address(value, slot, lane);
        let own = if self.plan.func.ty(value) == RegType::Pred { self.fb.ins().bmask(I32, own) } else { own };
        self.fb.ins().store(flags(), own, at, 0);
    }

    /// The variables of one lane, and what those are at first that are the same in all lanes.
    fn scalars_of_lane(&mut self, code: &LaneCode<L>) -> (Vec<Vec<Variable>>, Vec<(Value, Cv)>) {
        let (plan, found) = (self.plan, self.found(code.number));
        let mut vars = vec![Vec::new(); plan.func.values.len()];
        let mut uniform = Vec::new();
        for segment in found.range.clone() {
            let mut values = plan.segments[segment].params.clone();
            for inst in self.masked_body(segment) {
                values.extend(plan.inst(inst.pc).results.iter().copied().filter(|result| plan.is_shared[result.index()]));
                uniform.extend(plan.uses(inst.pc));
                uniform.extend(inst.edges().iter().flat_map(|edge| &edge.moves).map(|way| way.arg));
            }
            for value in values {
                self.declare_scalar(&mut vars, value);
            }
        }
        code.places.iter().for_each(|place| self.declare_scalar(&mut vars, place.0));
        uniform.extend(code.same.iter().map(|same| same.0));
        let mut initial = Vec::new();
        for value in uniform {
            let is_known = plan.constant(value).is_some() || !plan.shape(value).is_uniform();
            let is_own = self.is_assigned_in(found, value) && !plan.segments[found.range.start].params.contains(&value);
            if !is_known && !is_own && !initial.iter().any(|known: &(Value, Cv)| known.0 == value) {
                self.declare_scalar(&mut vars, value);
                let scalar = self.scalar(value);
                self.fb.def_var(vars[value.index()][0], scalar);
                initial.push((value, scalar));
            }
        }
        (vars, initial)
    }

    fn declare_scalar(&mut self, vars: &mut [Vec<Variable>], value: Value) {
        if vars[value.index()].is_empty() && self.plan.constant(value).is_none() {
            vars[value.index()].push(self.fb.declare_var(value::scalar_type(self.plan.func.ty(value))));
        }
    }

    /// All lanes are through, or stay at the header.
    fn leave_lane_loop(&mut self, found: &LaneLoop, code: LaneCode<'a, L>) {
        let header = found.range.start;
        for &(value, slot) in &code.places {
            let is_left = self.plan.segments[header].params.contains(&value) || self.is_assigned_in(found, value);
            let is_param = code.ends.iter().any(|end| self.plan.segments[end.0].params.contains(&value));
            if is_left || is_param {
                let (vector, count) = value::vector_type(self.plan.func.ty(value));
                let parts = (0..count).map(|i| self.fb.ins().stack_load(I64, vector, slot, 16 * i as i32)).collect();
                self.define_variable(value, Held::Parts(parts));
            }
        }
        for &(value, var) in &code.same {
            let scalar = self.fb.use_var(var);
            let count = self.component(value).1;
            self.define_variable(value, Held::Bases(vec![scalar; count]));
        }
        for &(end, lanes) in &code.ends {
            let lanes = self.fb.use_var(lanes);
            let there = self.load(I32, self.mask_at(end));
            let all = self.fb.ins().bor(there, lanes);
            self.store(all, self.mask_at(end));
        }
        let rest = self.fb.use_var(code.rest);
        self.store(rest, self.mask_at(header));
        let mut segments = self.plan.waiting[header].clone();
        code.ends.iter().for_each(|end| segments.insert(end.0));
        let next = self.next_check(&segments, header);
        self.fb.ins().brif(rest, self.check[header], NONE, next, NONE);
    }
}
