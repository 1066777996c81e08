//! Segments and the ways between them, in both copies.

use super::super::analysis::Set;
use super::super::runtime::abi::DIVERGENCES;
use super::super::wir::spills::{live_of_lanes, live_packed};
use super::super::wir::{Decision, Edge as Way, Inst, InstKind, MaskedCopy, Move};
use super::spill::Nans;
use super::*;
use crate::decode::code::Edge;
use cranelift_codegen::ir::TrapCode;
use cranelift_codegen::ir::condcodes::CondCode;
use kern_ir::{Cmp, Value};

/// Some lanes have come where always all come together.
const NOT_ALL: TrapCode = TrapCode::unwrap_user(1);

/// What a back edge does to the time slice: where lanes diverge it does not end there, as in the interpreter.
#[derive(Clone, Copy)]
enum BackEdge {
    Taken,
    Diverged,
    DivergedIf(Cv),
}

impl<'a, const L: usize> Emitter<'a, '_, L> {
    fn start_segment(&mut self, segment: usize, mode: Mode) {
        self.local.clear();
        self.expanded.clear();
        self.mask_parts = None;
        self.deferred.clear();
        self.deferred_vectors.clear();
        self.on_demand.clear();
        self.checked.clear();
        self.mode = mode;
        self.segment = segment;
    }

    pub(super) fn emit_full(&mut self, segment: usize) {
        self.fb.switch_to_block(self.full[segment]);
        if L > 1 {
            self.keep_only(&self.in_variables(segment));
        }
        self.start_segment(segment, Mode::Full);
        self.emit_copy(segment, &self.wir.segments[segment].full);
    }

    /// Looks for lanes at a segment; if there are none, at the next where some may be.
    pub(super) fn emit_masked(&mut self, segment: usize) {
        let plan = self.plan;
        let Some(MaskedCopy { rejoins, body }) = &self.wir.segments[segment].masked else { return };
        self.fb.switch_to_block(self.check[segment]);
        let mut live = Set::new(plan.func.values.len());
        plan.sought[segment].iter().for_each(|n| {
            live.add(&plan.live_in[n]);
        });
        self.keep_only(&live);
        let mask = self.load(I32, self.mask_at(segment));
        let next = self.next_check(&plan.sought[segment], segment);
        self.fb.ins().brif(mask, self.body[segment], &[BlockArg::Value(mask)], next, NONE);
        self.fb.switch_to_block(self.body[segment]);
        let mask = self.fb.block_params(self.body[segment])[0];
        self.start_segment(segment, Mode::Masked(mask));
        let zero = self.int(I32, 0);
        self.store(zero, self.mask_at(segment));
        // All lanes are here: nothing is waiting, and the full copy goes on.
        if *rejoins {
            let all = self.int(I32, i64::from(Self::ALL));
            let is_all = self.icmp(IntCC::Equal, mask, all);
            let some = self.fb.create_block();
            self.fb.ins().brif(is_all, self.full[segment], NONE, some, NONE);
            self.fb.switch_to_block(some);
        }
        if !body.is_empty() {
            self.emit_copy(segment, body);
        } else {
            self.fb.set_srcloc(ir::SourceLoc::new(plan.segments[segment].start as u32));
            self.fb.ins().trap(NOT_ALL);
        }
    }

    /// Where the masked copy looks for lanes that may be at `segments` behind one.
    fn next_check(&self, segments: &Set, segment: usize) -> Block {
        let next = segments.iter().find(|&next| next > segment);
        self.check[next.unwrap_or(self.plan.segments.len())]
    }

    /// Variables of other values are not needed from here on, so that nobody carries them.
    fn keep_only(&mut self, live: &Set) {
        for index in 0..self.vars.len() {
            if !live.contains(index) {
                self.define_zero(index);
            }
        }
    }

    /// Writes the instructions of a copy.
    fn emit_copy(&mut self, segment: usize, copy: &'a [Inst]) {
        for inst in copy {
            self.fb.set_srcloc(ir::SourceLoc::new(inst.pc as u32));
            self.canonical_here = &inst.canonical;
            self.emit_inst(segment, inst);
        }
    }

    fn emit_inst(&mut self, segment: usize, inst: &'a Inst) {
        let pc = inst.pc;
        match &inst.kind {
            InstKind::Compute => self.emit_compute(pc),
            InstKind::OnDemand => {
                self.on_demand.insert(self.plan.inst(pc).results[0], pc);
            }
            InstKind::Lanes => self.emit_lane_function(pc),
            InstKind::Execute => self.execute(pc),
            InstKind::Access(_) => unreachable!("every access was checked"),
            InstKind::Check(check) => self.emit_check(pc, check),
            InstKind::Lookup(region) => self.emit_lookup(pc, *region),
            InstKind::Count(count) => self.emit_count(pc, count),
            InstKind::Prefetch(stride) => self.emit_prefetch(*stride),
            InstKind::Perform(kind) => self.emit_perform(pc, *kind),
            InstKind::Join => self.emit_join(pc),
            InstKind::Defer => self.emit_defer(pc),
            InstKind::Spill(values) => values.iter().for_each(|&value| self.spill_full(&[value], Nans::Canonical)),
            InstKind::Jump(edge) => self.emit_jump(segment, edge),
            InstKind::Branch { by, counter, edges } => match self.mode {
                Mode::Full => self.branch_full(segment, pc, *by, *counter, edges),
                Mode::Masked(mask) => self.branch_masked(segment, pc, *by, *counter, edges, mask),
            },
            InstKind::Switch(edges) => self.emit_switch(segment, pc, edges),
            InstKind::Call => self.emit_call(segment, pc),
            InstKind::Return => self.emit_return(pc),
            InstKind::End => self.emit_end(pc),
            InstKind::Exchange(exchange) => self.emit_collective(segment, pc, *exchange),
            InstKind::Guard(exit) => self.emit_guard(pc, exit),
            InstKind::Exit(exit) => self.emit_exit(pc, exit),
        }
    }

    // --- ways
    fn emit_jump(&mut self, segment: usize, way: &Way) {
        let (edge, args) = (self.edge(way), self.arguments(way));
        match self.mode {
            Mode::Full => self.go_full(segment, edge, args, 0),
            Mode::Masked(mask) => {
                self.pass(segment, edge, args, mask, &[]);
                self.arrive(edge, mask);
                self.dispatch(segment, &[edge], BackEdge::Taken);
            }
        }
    }

    fn branch_full(&mut self, segment: usize, pc: usize, by: Decision, counter: Option<usize>, ways: &[Way; 2]) {
        let condition = self.plan.inst(pc).args[0];
        let [then, otherwise] = [self.edge(&ways[0]), self.edge(&ways[1])];
        let (then_args, else_args) = (self.arguments(&ways[0]), self.arguments(&ways[1]));
        let (then_block, else_block) = (self.fb.create_block(), self.fb.create_block());
        self.emit_count_branch(counter);
        if by == Decision::Uniform {
            let condition = self.scalar(condition);
            self.fb.ins().brif(condition, then_block, NONE, else_block, NONE);
        } else {
            if let Decision::EndLanes(test) = by {
                self.look_at_ends(test, then_block, else_block);
            }
            let bits = self.bits_of(condition);
            let all = self.int(I32, i64::from(Self::ALL));
            let is_all = self.icmp(IntCC::Equal, bits, all);
            let (some, mixed) = (self.fb.create_block(), self.fb.create_block());
            self.fb.ins().brif(is_all, then_block, NONE, some, NONE);
            self.fb.switch_to_block(some);
            self.fb.ins().brif(bits, mixed, NONE, else_block, NONE);
            self.fb.switch_to_block(mixed);
            self.diverge(segment, (pc, counter), bits, [(then, &then_args), (otherwise, &else_args)]);
        }
        self.fb.switch_to_block(then_block);
        self.go_full(segment, then, then_args, 1);
        self.fb.switch_to_block(else_block);
        self.go_full(segment, otherwise, else_args, 1);
    }

    fn branch_masked(&mut self, segment: usize, pc: usize, by: Decision, counter: Option<usize>, ways: &[Way; 2], mask: Cv) {
        let condition = self.plan.inst(pc).args[0];
        let [then, otherwise] = [self.edge(&ways[0]), self.edge(&ways[1])];
        let (then_args, else_args) = (self.arguments(&ways[0]), self.arguments(&ways[1]));
        self.count_by(at::BRANCHES, 1);
        let bits = self.bits_of(condition);
        let taken = self.fb.ins().band(bits, mask);
        if by == Decision::Uniform {
            self.emit_count_branch(counter);
            let (then_block, else_block) = (self.fb.create_block(), self.fb.create_block());
            self.fb.ins().brif(taken, then_block, NONE, else_block, NONE);
            for (block, edge, args) in [(then_block, then, then_args), (else_block, otherwise, else_args)] {
                self.fb.switch_to_block(block);
                let known = self.known();
                self.pass(segment, edge, args, mask, &[]);
                self.arrive(edge, mask);
                self.dispatch(segment, &[edge], BackEdge::Taken);
                // The other way knows nothing of what this one has computed.
                self.forget(known);
            }
            return;
        }
        let left = self.fb.ins().band_not(mask, bits);
        // Lanes diverge here for reports if some go either way.
        let (diverged, go_on) = (self.fb.create_block(), self.fb.create_block());
        let zero = self.int(I32, 0);
        let left_if_taken = self.fb.ins().select(taken, left, zero);
        self.emit_count_branch(counter);
        self.fb.ins().brif(left_if_taken, diverged, NONE, go_on, NONE);
        self.fb.switch_to_block(diverged);
        self.record_divergence(pc, counter, mask);
        self.fb.ins().jump(go_on, NONE);
        self.fb.switch_to_block(go_on);
        self.pass(segment, then, then_args, taken, &[otherwise]);
        self.arrive(then, taken);
        let also = if otherwise.block == then.block { vec![then, otherwise] } else { vec![then] };
        self.pass(segment, otherwise, else_args, left, &also);
        self.arrive(otherwise, left);
        self.dispatch(segment, &[then, otherwise], BackEdge::DivergedIf(left_if_taken));
    }

    /// Compares the first and the last lane of an affine value with a uniform one: where these decide for all lanes, the
    /// branch is taken.
    fn look_at_ends(&mut self, pc: usize, then_block: Block, else_block: Block) {
        let data = self.plan.inst(pc);
        let signed = data.ty.is_signed();
        let distance = self.plan.shape(data.args[0]).stride() * 31;
        let (first, bound) = (self.scalar(data.args[0]), self.scalar(data.args[1]));
        let [first, bound] = [first, bound].map(|x| if signed { self.fb.ins().sextend(I64, x) } else { self.fb.ins().uextend(I64, x) });
        let last = self.fb.ins().iadd_imm_s(first, distance);
        // As 64-bit numbers nothing wraps: a last lane below a 32-bit bound has not wrapped as 32-bit number either.
        let (is_below, yes, no) = match data.attrs.cmp {
            Some(Cmp::Lt) => (IntCC::SignedLessThan, then_block, else_block),
            Some(Cmp::Le) => (IntCC::SignedLessThanOrEqual, then_block, else_block),
            Some(Cmp::Ge) => (IntCC::SignedLessThan, else_block, then_block),
            _ => (IntCC::SignedLessThanOrEqual, else_block, then_block),
        };
        let all_below = self.icmp(is_below, last, bound);
        let (perhaps, mixed) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(all_below, yes, NONE, perhaps, NONE);
        self.fb.switch_to_block(perhaps);
        let most = if signed { i64::from(i32::MAX) } else { i64::from(u32::MAX) };
        let is_above = self.icmp(is_below.complement(), first, bound);
        let most = self.int(I64, most);
        let is_plain = self.icmp(IntCC::SignedLessThanOrEqual, last, most);
        let none_below = self.fb.ins().band(is_above, is_plain);
        self.fb.ins().brif(none_below, no, NONE, mixed, NONE);
        self.fb.switch_to_block(mixed);
    }

    /// Lanes of a full warp diverge: the masked copy takes over.
    fn diverge(&mut self, segment: usize, (pc, counter): (usize, Option<usize>), taken: Cv, edges: [(Edge, &[Held]); 2]) {
        let all = self.int(I32, i64::from(Self::ALL));
        self.record_divergence(pc, counter, all);
        self.count_by(at::BRANCHES, 1);
        let left = self.fb.ins().bnot(taken);
        let (then, otherwise) = (edges[0].0, edges[1].0);
        let was = self.mode;
        self.read_from_home(segment);
        self.mode = Mode::Masked(all);
        let known = self.known();
        self.mask_parts = None;
        self.pass_diverging(then, edges[0].1.to_vec(), taken, &[otherwise]);
        self.arrive(then, taken);
        let also = if otherwise.block == then.block { vec![then, otherwise] } else { vec![then] };
        self.pass_diverging(otherwise, edges[1].1.to_vec(), left, &also);
        self.arrive(otherwise, left);
        self.dispatch(segment, &[then, otherwise], BackEdge::Diverged);
        self.forget(known);
        self.mode = was;
    }

    /// The masked copy has all in variables.
    fn read_from_home(&mut self, segment: usize) {
        let plan = self.plan;
        self.read_all(plan.live_out(segment).iter().filter(|&value| plan.is_frame_resident(segment, value)));
    }

    fn record_divergence(&mut self, pc: usize, counter: Option<usize>, mask: Cv) {
        self.count_by(at::DIVERGENT, 1);
        self.emit_count_branch(counter.map(|word| word + 1));
        let number = self.load(I32, at::DIVERGED);
        let next = self.fb.ins().iadd_imm_s(number, 1);
        self.store(next, at::DIVERGED);
        let place = self.fb.ins().uextend(I64, number);
        let place = self.fb.ins().ishl_imm_u(place, 3);
        let place = self.fb.ins().iadd(self.ctx, place);
        let warp = self.load(I32, at::WARP_INDEX);
        let warp = self.fb.ins().ishl_imm_u(warp, 16);
        let which = self.fb.ins().bor_imm_u(warp, pc as i64);
        self.fb.ins().store(flags(), which, place, at::DIVERGENCES);
        self.fb.ins().store(flags(), mask, place, at::DIVERGENCES + 4);
        let is_full = self.fb.ins().icmp_imm_u(IntCC::Equal, next, DIVERGENCES as i64);
        self.rarely(is_full, |e| e.call_helper(helper::FLUSH, pc, mask));
    }

    /// A way's edge of the decoded function.
    pub(super) fn edge(&self, way: &Way) -> Edge {
        self.plan.code.edges[way.number as usize]
    }

    /// What a way assigns, as the parameters are held.
    pub(super) fn arguments(&mut self, way: &Way) -> Vec<Held> {
        way.moves.iter().map(|way| if way.is_dead { Held::Bases(Vec::new()) } else { self.as_parameter(way) }).collect()
    }

    fn as_parameter(&mut self, &Move { param, arg, is_canonical, .. }: &Move) -> Held {
        let (_, count) = self.component(param);
        let components = if self.plan.shape(param).is_affine() { self.bases(arg) } else { self.parts(arg) };
        let components: Vec<Cv> =
            if is_canonical { components.into_iter().map(|one| self.canonical_one(one)).collect() } else { components };
        if !self.plan.shape(param).is_affine() {
            return Held::Parts(components);
        }
        Held::Bases(if components.len() == count { components } else { vec![components[0]; count] })
    }

    /// Counts for an edge that all lanes take.
    pub(super) fn count_full(&mut self, edge: Edge, branches: i64) {
        let amount = i64::from(self.plan.segments[edge.block as usize].cost) + (branches << 32);
        if amount != 0 && L > 1 {
            self.count_by(at::FULL, amount);
        } else if amount != 0 {
            let (full, time_slice) = self.counters();
            let full = self.fb.ins().iadd_imm_s(full, amount);
            self.set_counters(full, time_slice);
        }
    }

    /// Counts the threads' instructions for an edge.
    fn count_threads(&mut self, edge: Edge, mask: Cv) {
        let cost = i64::from(self.plan.segments[edge.block as usize].cost);
        if cost == 0 {
            return;
        }
        let lanes = self.fb.ins().popcnt(mask);
        let lanes = self.fb.ins().uextend(I64, lanes);
        let threads = self.fb.ins().imul_imm_s(lanes, cost);
        self.count(at::THREADS, threads);
    }

    /// Counts the warp's instructions of a target that some lanes may go to.
    fn count_part(&mut self, edge: Edge, mask: Cv) {
        let cost = i64::from(self.plan.segments[edge.block as usize].cost);
        if cost == 0 {
            return;
        }
        let zero = self.int(I64, 0);
        let cost = self.int(I64, cost);
        let amount = self.fb.ins().select(mask, cost, zero);
        self.count(at::PARTIAL, amount);
    }

    /// All lanes take an edge, of a branch or not.
    pub(super) fn go_full(&mut self, segment: usize, edge: Edge, args: Vec<Held>, branches: i64) {
        let target = edge.block as usize;
        if !self.plan.unit.contains(&target) {
            return self.go_out(segment, edge, args, branches);
        }
        for (param, held) in self.plan.segments[target].params.iter().zip(args) {
            self.define_variable(*param, held);
        }
        self.count_full(edge, branches);
        self.read_bounds(Some(segment), target);
        if target <= segment {
            let over = self.consume_back_edge();
            let go_on = self.fb.create_block();
            let over_block = self.fb.create_block();
            self.fb.ins().brif(over, go_on, NONE, over_block, NONE);
            self.fb.switch_to_block(over_block);
            self.fb.set_cold_block(over_block);
            let all = self.int(I32, i64::from(Self::ALL));
            let start = self.plan.segments[target].start;
            self.call_helper(helper::TIME_SLICE_OVER, start, all);
            if edge.spins {
                self.local.clear();
                self.expanded.clear();
                let live = live_packed(self.plan, self.segment, target, &[]);
                self.side_exit_packed(exit_reason::PACKED_YIELD, start, &live);
            } else if self.plan.is_pausable {
                self.leave_if_asked(target, all, go_on);
            } else {
                self.fb.ins().jump(go_on, NONE);
            }
            self.fb.switch_to_block(go_on);
        }
        self.fb.ins().jump(self.full[target], NONE);
    }

    /// Assigns the parameters that an edge passes to the lanes of `mask`; `others` are edges that other lanes take.
    fn pass(&mut self, segment: usize, edge: Edge, args: Vec<Held>, mask: Cv, others: &[Edge]) {
        let plan = self.plan;
        let target = edge.block as usize;
        let mut vectors = None;
        for (&param, held) in plan.segments[target].params.iter().zip(args) {
            if !plan.live_in[target].contains(param.index()) {
                continue;
            }
            let is_needed = plan.waiting[segment].contains(target)
                || plan.is_needed_elsewhere(segment, param)
                || others.iter().any(|o| plan.live_in[o.block as usize].contains(param.index()));
            self.assign(param, held, is_needed, mask, &mut vectors);
        }
    }

    /// As [`Emitter::pass`] where nothing is waiting yet.
    fn pass_diverging(&mut self, edge: Edge, args: Vec<Held>, mask: Cv, others: &[Edge]) {
        let plan = self.plan;
        let target = edge.block as usize;
        let mut vectors = None;
        for (&param, held) in plan.segments[target].params.iter().zip(args) {
            if plan.live_in[target].contains(param.index()) {
                let is_needed = others.iter().any(|o| plan.live_in[o.block as usize].contains(param.index()));
                self.assign(param, held, is_needed, mask, &mut vectors);
            }
        }
    }

    fn assign(&mut self, param: Value, held: Held, is_needed: bool, mask: Cv, vectors: &mut Option<Vec<Cv>>) {
        let held = match held {
            Held::Parts(parts) if is_needed => {
                if vectors.is_none() {
                    *vectors = Some(match self.mode {
                        Mode::Masked(active) if active == mask => self.mask_vectors(),
                        _ => self.vectors_of_bits(mask),
                    });
                }
                let vectors = vectors.clone().expect("just made");
                Held::Parts(self.blend_with_old(param, &vectors, &parts))
            }
            Held::Bases(bases) if is_needed => Held::Bases(self.select_rows(param, mask, bases)),
            held => held,
        };
        self.define_variable(param, held);
    }

    /// Lanes are at the target of an edge, perhaps with others.
    fn arrive(&mut self, edge: Edge, mask: Cv) {
        let target = edge.block as usize;
        let there = self.load(I32, self.mask_at(target));
        let all = self.fb.ins().bor(there, mask);
        self.store(all, self.mask_at(target));
        self.count_part(edge, mask);
        self.count_threads(edge, mask);
    }

    /// Goes to the lowest segment at which lanes are, after `edges` have been taken.
    fn dispatch(&mut self, segment: usize, edges: &[Edge], back_edge: BackEdge) {
        let mut back: Vec<Edge> = edges.iter().copied().filter(|e| e.block as usize <= segment).collect();
        back.sort_by_key(|e| e.block);
        back.dedup_by_key(|e| e.block);
        for edge in back {
            let target = edge.block as usize;
            let there = self.load(I32, self.mask_at(target));
            let taken = self.fb.create_block();
            let not_taken = self.fb.create_block();
            self.fb.ins().brif(there, taken, NONE, not_taken, NONE);
            self.fb.switch_to_block(taken);
            match back_edge {
                BackEdge::Taken => {}
                BackEdge::Diverged => {
                    self.go_back_diverged(target, there);
                    self.fb.switch_to_block(not_taken);
                    continue;
                }
                BackEdge::DivergedIf(diverged) => {
                    let (separate, together) = (self.fb.create_block(), self.fb.create_block());
                    self.fb.ins().brif(diverged, separate, NONE, together, NONE);
                    self.fb.switch_to_block(separate);
                    self.go_back_diverged(target, there);
                    self.fb.switch_to_block(together);
                }
            }
            let left = self.consume_back_edge();
            let over = self.fb.create_block();
            self.fb.ins().brif(left, self.check[target], NONE, over, NONE);
            self.fb.switch_to_block(over);
            self.fb.set_cold_block(over);
            let start = self.plan.segments[target].start;
            self.call_helper(helper::TIME_SLICE_OVER, start, there);
            if edge.spins {
                let zero = self.int(I32, 0);
                self.store(zero, self.mask_at(target));
                let (local, expanded) = (std::mem::take(&mut self.local), std::mem::take(&mut self.expanded));
                let mask_parts = self.mask_parts.clone();
                let live = live_of_lanes(self.plan, (self.segment, self.is_full()), Some(target), &[]);
                self.side_exit(exit_reason::YIELD, start, there, live);
                (self.local, self.expanded, self.mask_parts) = (local, expanded, mask_parts);
            } else if self.plan.is_pausable {
                self.leave_if_asked(target, there, self.check[target]);
            } else {
                self.fb.ins().jump(self.check[target], NONE);
            }
            self.fb.switch_to_block(not_taken);
        }
        // Of a full warp nobody else is elsewhere.
        let mut segments =
            if matches!(back_edge, BackEdge::Diverged) { Set::new(self.plan.segments.len()) } else { self.plan.waiting[segment].clone() };
        edges.iter().for_each(|edge| segments.insert(edge.block as usize));
        let next = self.next_check(&segments, segment);
        self.fb.ins().jump(next, NONE);
    }

    /// Goes on at `go_on`, unless the helper has answered that somebody wants to look: then the interpreter goes on with the lanes
    /// at the segment that they go back to.
    fn leave_if_asked(&mut self, target: usize, there: Cv, go_on: ir::Block) {
        let leave = self.fb.create_block();
        let asked = self.load(I32, at::ANSWER);
        self.fb.ins().brif(asked, leave, NONE, go_on, NONE);
        self.fb.switch_to_block(leave);
        self.fb.set_cold_block(leave);
        if !self.is_full() {
            let zero = self.int(I32, 0);
            self.store(zero, self.mask_at(target));
        }
        let (local, expanded) = (std::mem::take(&mut self.local), std::mem::take(&mut self.expanded));
        let mask_parts = self.mask_parts.clone();
        let live = live_of_lanes(self.plan, (self.segment, self.is_full()), Some(target), &[]);
        self.side_exit(exit_reason::DEOPTIMISE, self.plan.segments[target].start, there, live);
        (self.local, self.expanded, self.mask_parts) = (local, expanded, mask_parts);
    }

    /// Lanes that have diverged go back to a segment: that counts for the time slice, but does not end it for them.
    fn go_back_diverged(&mut self, target: usize, there: Cv) {
        let left = self.consume_back_edge();
        let over = self.fb.create_block();
        self.fb.ins().brif(left, self.check[target], NONE, over, NONE);
        self.fb.switch_to_block(over);
        self.fb.set_cold_block(over);
        self.call_helper(helper::TIME_SLICE_OVER, self.plan.segments[target].start, there);
        self.fb.ins().jump(self.check[target], NONE);
    }

    /// Lanes ended at a segment: goes to the lowest at which others are.
    pub(super) fn resume_others(&mut self, segment: usize) {
        let next = self.next_check(&self.plan.waiting[segment], segment);
        self.fb.ins().jump(next, NONE);
    }
}
