//! The loop's instructions for one lane: its values are scalars, its accesses compared one by one, the edges that it takes noted.

use super::super::super::wir::{AccessKind, Check, Edge as Way, InstKind, Lanes};
use super::super::memory::Pointers;
use super::*;
use crate::decode::code::Access;
use crate::jit::runtime::abi::TABLE_AT;

/// What is known of a lane in a segment.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// Distances from the start of a variable that an access may have: an index, extended and scaled, and what is added.
    passed: Vec<Distance>,
    /// Indices that have been extended, with the sign or without.
    wide: HashMap<(Value, bool), Cv>,
    /// No edge is to be left in the table.
    has_no_edges: bool,
}

/// See [`Known`]; it is at most `most`.
#[derive(Clone, Copy, PartialEq)]
struct Distance {
    index: Value,
    signed: bool,
    scale: u64,
    offset: i64,
    most: u64,
}

impl<'a, const L: usize> Emitter<'a, '_, L> {
    fn lane(&mut self) -> &mut LaneCode<'a, L> {
        self.lane_code.as_mut().expect("code for one lane is at hand")
    }

    pub(super) fn emit_lane_segment(&mut self, segment: usize) {
        let code = self.lane();
        let block = code.blocks[segment - code.range.start];
        self.fb.switch_to_block(block);
        self.start_segment(segment, Mode::Full);
        self.know_of_lane(segment);
        for inst in self.masked_body(segment) {
            self.fb.set_srcloc(ir::SourceLoc::new(inst.pc as u32));
            self.canonical_here = &inst.canonical;
            match &inst.kind {
                InstKind::Compute | InstKind::OnDemand => self.emit_compute(inst.pc),
                InstKind::Check(check) => {
                    let place = self.place_of_lane(inst.pc, check);
                    self.lane().open = Some(place);
                }
                InstKind::Perform(kind) => self.perform_for_lane(inst.pc, *kind),
                InstKind::Jump(edge) => {
                    self.keep_known_of_lane(segment);
                    self.leave_segment(segment, 0, edge);
                }
                InstKind::Branch { edges, .. } => {
                    let condition = self.scalar(self.plan.inst(inst.pc).args[0]);
                    self.keep_known_of_lane(segment);
                    let ways = [self.fb.create_block(), self.fb.create_block()];
                    self.fb.ins().brif(condition, ways[0], NONE, ways[1], NONE);
                    for (i, edge) in edges.iter().enumerate() {
                        self.fb.switch_to_block(ways[i]);
                        let known = self.known();
                        self.leave_segment(segment, i, edge);
                        self.forget(known);
                    }
                }
                _ => {}
            }
        }
    }

    /// What is known where a segment begins: of the only one that leads to it, what was known there.
    fn know_of_lane(&mut self, segment: usize) {
        let number = self.lane().number;
        let (found, plan) = (self.found(number), self.plan);
        let before: Vec<usize> = found.range.clone().filter(|&from| plan.segments[from].next.contains(&segment)).collect();
        let mut known = match before[..] {
            [only] if segment != found.range.start => self.lane().known_behind.get(&only).cloned().unwrap_or_default(),
            _ => Known::default(),
        };
        known.has_no_edges = segment == found.range.start || before.iter().all(|&from| found.level(from) != found.level(segment));
        self.lane().known = known;
    }

    /// Where the next begins, what is known here may still be.
    fn keep_known_of_lane(&mut self, segment: usize) {
        let code = self.lane();
        let known = Known { wide: HashMap::new(), ..code.known.clone() };
        code.known_behind.insert(segment, known);
    }

    /// An index as 64 bits.
    fn wide_index(&mut self, index: Value, signed: bool) -> Cv {
        if let Some(&wide) = self.lane().known.wide.get(&(index, signed)) {
            return wide;
        }
        let narrow = self.scalar(index);
        let wide = if signed { self.fb.ins().sextend(I64, narrow) } else { self.fb.ins().uextend(I64, narrow) };
        self.lane().known.wide.insert((index, signed), wide);
        wide
    }

    /// Where a lane's access is, if it may be there.
    fn place_of_lane(&mut self, pc: usize, check: &Check) -> (Cv, i32) {
        let (access, failed) = (self.access_of(pc), self.lane().failed);
        let address = self.plan.inst(pc).args[0];
        match *check {
            Check::Local { slot, is_generic } => {
                if let Some(place) = self.place_in_frame(address, access, slot, is_generic) {
                    return place;
                }
                let bytes = access.element.size() * u64::from(access.count);
                let Pointers::Strided(first, _) = self.check_local(address, access, slot, is_generic, bytes, failed) else {
                    unreachable!("a uniform address is the same in all frames")
                };
                let distance = self.lane().distance;
                (self.fb.ins().iadd(first[0], distance), 0)
            }
            Check::Region { region, root, .. } => {
                if let Some(root) = root {
                    self.check_root(root, region, failed);
                }
                let Pointers::Rows(rows, _) = self.check_lanes(address, access, region, &Lanes::Ends, failed) else {
                    unreachable!("a uniform address has one row")
                };
                (rows[0], 0)
            }
            _ => unreachable!("kernels' accesses are in frames or regions"),
        }
    }

    /// The place of an element of a variable of the frame, if the address is the variable's and a scaled index.
    fn place_in_frame(&mut self, address: Value, access: &Access, slot: u32, is_generic: bool) -> Option<(Cv, i32)> {
        let variable = &self.plan.code.locals[slot as usize];
        let bytes = access.element.size() * u64::from(access.count);
        let form = self.lane().plan.wide_form(address)?;
        let [base] = form.bases[..] else { return None };
        let is_whole = |n: i64| n % bytes as i64 == 0;
        let fits = !is_generic && is_whole(variable.offset as i64) && is_whole(form.scale as i64) && is_whole(access.offset);
        let is_small = form.scale <= 64 && access.offset.unsigned_abs() < 1 << 20 && variable.offset + variable.size < 1 << 20;
        if !(fits && is_small && bytes <= 16 && self.is_start_of(base, slot)) {
            return None;
        }
        let index = self.wide_index(form.index, form.signed);
        let scaled = self.fb.ins().ishl_imm_u(index, i64::from(form.scale.trailing_zeros()));
        let most = variable.size - bytes;
        let here = Distance { index: form.index, signed: form.signed, scale: form.scale, offset: access.offset, most };
        if !self.lane().known.passed.iter().any(|known| Distance { most, ..*known } == here && known.most <= most) {
            let failed = self.lane().failed;
            let distance = if access.offset != 0 { self.fb.ins().iadd_imm_s(scaled, access.offset) } else { scaled };
            let most = self.int(I64, most as i64);
            let passes = self.icmp(IntCC::UnsignedLessThanOrEqual, distance, most);
            self.require(passes, failed);
            self.lane().known.passed.push(here);
        }
        let frame = self.lane().frame;
        Some((self.fb.ins().iadd(frame, scaled), (variable.offset as i64 + access.offset) as i32))
    }

    /// Whether a value is the address of a variable of the frame.
    fn is_start_of(&self, value: Value, slot: u32) -> bool {
        let kern_ir::ValueDef::Result(inst, _) = self.plan.func.def(value) else { return false };
        self.plan.code.ops.iter().any(|op| op.inst as usize == inst.index() && op.kind == OpKind::SlotAddress(slot))
    }

    fn perform_for_lane(&mut self, pc: usize, kind: AccessKind) {
        let access = self.access_of(pc);
        let (pointer, offset) = self.lane().open.take().expect("an access is opened by a check");
        if kind == AccessKind::Store {
            let value = self.plan.inst(pc).args[1];
            let own = self.scalar(value);
            let own = if self.canonical_here.contains(&value) { self.canonical_one(own) } else { own };
            return self.store_element(access.element, own, pointer, offset);
        }
        for (part, &result) in self.plan.inst(pc).results.iter().enumerate() {
            let scalar = value::scalar_type(self.plan.func.ty(result));
            let own = self.load_element(access.element, scalar, pointer, offset + part as i32 * access.element.size() as i32);
            self.set_bases(result, vec![own]);
        }
    }

    /// The lane takes an edge.
    fn leave_segment(&mut self, segment: usize, which: usize, way: &Way) {
        let number = self.lane().number;
        let (found, plan) = (self.found(number), self.plan);
        let target = way.target;
        let (edges, threads) = (self.lane().edges, self.lane().threads);
        let mut args = Vec::new();
        for step in way.moves.iter().filter(|step| !step.is_dead) {
            let own = self.scalar(step.arg);
            args.push((step.param, if step.is_canonical { self.canonical_one(own) } else { own }));
        }
        let bit = 1 << (found.first_bit(self.wir, segment) + which);
        let taken = if self.lane().known.has_no_edges {
            self.int(I32, bit)
        } else {
            let taken = self.fb.use_var(edges);
            self.fb.ins().bor_imm_u(taken, bit)
        };
        let all = self.fb.use_var(threads);
        let all = self.fb.ins().iadd_imm_s(all, i64::from(plan.segments[target].cost));
        self.fb.def_var(threads, all);
        let is_forward = target > segment && found.range.contains(&target);
        if is_forward && found.level(target) == found.level(segment) {
            self.fb.def_var(edges, taken);
        } else {
            self.note_edges(found, segment, taken);
        }
        if is_forward || target == found.range.start {
            for &(param, own) in &args {
                if let Some(&var) = self.vars[param.index()].first() {
                    self.fb.def_var(var, own);
                }
            }
            let block = self.lane().blocks[target - found.range.start];
            if !is_forward {
                self.advance_key(found, segment, &args);
            }
            return self.jump_to(block);
        }
        let end = self.lane().ends.iter().find(|end| end.0 == target).expect("the loop ends there").1;
        let (left, bit) = (self.fb.use_var(end), self.lane().bit);
        let left = self.fb.ins().bor(left, bit);
        self.fb.def_var(end, left);
        let mut needed = self.needed_by_lane(target);
        needed.retain(|value| !args.iter().any(|arg| arg.0 == *value) && self.is_assigned_in(found, *value));
        for value in needed {
            let own = self.scalar(value);
            args.push((value, own));
        }
        self.leave_values(&args);
        let done = self.lane().done;
        self.jump_to(done);
    }

    /// Values with a place that a segment behind the loop needs.
    fn needed_by_lane(&mut self, target: usize) -> Vec<Value> {
        let plan = self.lane().plan;
        let code = self.lane();
        let values = code.places.iter().map(|place| place.0).chain(code.same.iter().map(|same| same.0));
        values.filter(|value| plan.live_in[target].contains(value.index())).collect()
    }

    /// Leaves values of the lane where the warp finds them.
    fn leave_values(&mut self, values: &[(Value, Cv)]) {
        for &(value, own) in values {
            let lane = self.lane().lane;
            if let Some(place) = self.lane().places.iter().find(|place| place.0 == value).copied() {
                self.write_lane(value, place.1, lane, own);
            } else if let Some(same) = self.lane().same.iter().find(|same| same.0 == value).copied() {
                self.fb.def_var(same.1, own);
            }
        }
    }

    /// Leaves the edges of segments of one level in the table.
    fn note_edges(&mut self, found: &LaneLoop, segment: usize, taken: Cv) {
        let (key, edges) = (self.lane().key, self.lane().edges);
        let key = self.fb.use_var(key);
        let shift = found.shift(found.level(segment));
        let key = if shift > 0 { self.fb.ins().band_imm_s(key, !((1i64 << shift) - 1)) } else { key };
        let key = self.fb.ins().uextend(I64, key);
        let offset = self.fb.ins().ishl_imm_u(key, 2);
        let place = self.fb.ins().iadd(self.ctx, offset);
        let at = self.records_at() + TABLE_AT as i32;
        let known = self.fb.ins().load(I32, flags(), place, at);
        let all = self.fb.ins().bor(known, taken);
        self.fb.ins().store(flags(), all, place, at);
        let zero = self.int(I32, 0);
        self.fb.def_var(edges, zero);
    }

    /// The lane goes back to the header from a segment; it stays there if the outermost number is used up.
    fn advance_key(&mut self, found: &LaneLoop, segment: usize, args: &[(Value, Cv)]) {
        let level = found.level(segment);
        let (shift, end) = (found.shift(level), found.shift(level + 1));
        let (key, failed, done) = (self.lane().key, self.lane().failed, self.lane().done);
        let old = self.fb.use_var(key);
        let old = if shift > 0 { self.fb.ins().band_imm_s(old, !((1i64 << shift) - 1)) } else { old };
        let new = self.fb.ins().iadd_imm_s(old, 1 << shift);
        let go_on = self.fb.create_block();
        if level + 1 < found.latches.len() {
            let own = self.fb.ins().band_imm_s(new, (1 << end) - (1 << shift));
            self.fb.def_var(key, new);
            self.fb.ins().brif(own, go_on, NONE, failed, NONE);
        } else {
            let stay = self.fb.create_block();
            let goes_on = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, new, 1 << end);
            self.fb.ins().brif(goes_on, go_on, NONE, stay, NONE);
            self.fb.switch_to_block(stay);
            let last = self.int(I32, (1 << end) - 1);
            self.fb.def_var(key, last);
            let (rest, bit) = (self.lane().rest, self.lane().bit);
            let left = self.fb.use_var(rest);
            let left = self.fb.ins().bor(left, bit);
            self.fb.def_var(rest, left);
            self.leave_values(args);
            self.fb.ins().jump(done, NONE);
            self.fb.switch_to_block(go_on);
            self.fb.def_var(key, new);
            return;
        }
        self.fb.switch_to_block(go_on);
    }
}
