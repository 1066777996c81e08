//! The masked copy: segments with the mask of the lanes that are there, in order; and how lanes diverge.

use super::super::analysis::Set;
use super::super::runtime::abi::DIVERGENCES;
use super::super::wir::spills::live_of_lanes;
use super::super::wir::{Decision, Edge as Way, MaskedCopy};
use super::*;
use crate::decode::code::Edge;
use cranelift_codegen::ir::TrapCode;
use kern_ir::Value;

/// Some lanes have come where always all come together.
const NOT_ALL: TrapCode = TrapCode::unwrap_user(1);

/// What a back edge does to the time slice: where lanes diverge it does not end there, as in the interpreter.
#[derive(Clone, Copy)]
pub(super) enum BackEdge {
    Taken,
    Diverged,
    DivergedIf(Cv),
}

impl<'a, const L: usize> Emitter<'a, '_, L> {
    /// Looks for lanes at a segment; if there are none, at the next where some may be.
    pub(super) fn emit_masked(&mut self, segment: usize) {
        let plan = self.plan;
        let Some(MaskedCopy { rejoins, body }) = &self.wir.segments[segment].masked else { return };
        self.fb.switch_to_block(self.check[segment]);
        let live = self.carried[segment].clone();
        self.keep_only(segment, &live);
        let mask = self.load(I32, self.mask_at(segment));
        let next = self.next_check(&plan.sought[segment], segment);
        self.fb.ins().brif(mask, self.body[segment], &[BlockArg::Value(mask)], next, NONE);
        self.fb.switch_to_block(self.body[segment]);
        let mask = self.fb.block_params(self.body[segment])[0];
        self.start_segment(segment, Mode::Masked(mask));
        let zero = self.int(I32, 0);
        self.store(zero, self.mask_at(segment));
        if let Some(number) = self.lane_loop_at(segment) {
            let together = self.fb.create_block();
            self.emit_lane_loop(number, mask, together);
            self.fb.switch_to_block(together);
            self.start_segment(segment, Mode::Masked(mask));
        }
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
    pub(super) fn next_check(&self, segments: &Set, segment: usize) -> Block {
        let next = segments.iter().find(|&next| next > segment);
        self.check[next.unwrap_or(self.plan.segments.len())]
    }

    pub(super) fn branch_masked(&mut self, segment: usize, pc: usize, by: Decision, counter: Option<usize>, ways: &[Way; 2], mask: Cv) {
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

    /// Lanes of a full warp diverge: the masked copy takes over.
    pub(super) fn diverge(&mut self, segment: usize, (pc, counter): (usize, Option<usize>), taken: Cv, edges: [(Edge, &[Held]); 2]) {
        let all = self.int(I32, i64::from(Self::ALL));
        self.record_divergence(pc, counter, all);
        self.count_by(at::BRANCHES, 1);
        let left = self.fb.ins().bnot(taken);
        let (then, otherwise) = (edges[0].0, edges[1].0);
        let was = self.mode;
        self.read_frame_resident(segment);
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
    fn read_frame_resident(&mut self, segment: usize) {
        let plan = self.plan;
        self.read_all(plan.live_out(segment).iter().filter(|&value| plan.is_frame_resident(segment, value)));
    }

    fn record_divergence(&mut self, pc: usize, counter: Option<usize>, mask: Cv) {
        self.count_by(at::DIVERGENT, 1);
        self.emit_count_branch(counter.map(|word| word + 1));
        if !self.notes_divergence {
            return;
        }
        let number = self.load(I32, at::DIVERGED);
        let next = self.fb.ins().iadd_imm_s(number, 1);
        self.store(next, at::DIVERGED);
        let place = self.fb.ins().uextend(I64, number);
        let place = self.fb.ins().ishl_imm_u(place, 3);
        let place = self.fb.ins().iadd(self.ctx, place);
        let warp = self.load(I32, at::WARP_INDEX);
        let warp = self.fb.ins().ishl_imm_u(warp, 16);
        let which = self.fb.ins().bor_imm_u(warp, pc as i64);
        self.fb.ins().store(flags(), which, place, at::DIVERGENCES_AT);
        self.fb.ins().store(flags(), mask, place, at::DIVERGENCES_AT + 4);
        let is_full = self.fb.ins().icmp_imm_u(IntCC::Equal, next, DIVERGENCES as i64);
        self.rarely(is_full, |e| e.call_helper(Helper::FlushDivergences, &[]));
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

    /// Assigns the parameters that an edge passes to the lanes of `mask`; `others` are edges that other lanes take.
    pub(super) fn pass(&mut self, segment: usize, edge: Edge, args: Vec<Held>, mask: Cv, others: &[Edge]) {
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
    pub(super) fn arrive(&mut self, edge: Edge, mask: Cv) {
        let target = edge.block as usize;
        let there = self.load(I32, self.mask_at(target));
        let all = self.fb.ins().bor(there, mask);
        self.store(all, self.mask_at(target));
        self.count_part(edge, mask);
        self.count_threads(edge, mask);
    }

    /// Goes to the lowest segment at which lanes are, after `edges` have been taken.
    pub(super) fn dispatch(&mut self, segment: usize, edges: &[Edge], back_edge: BackEdge) {
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
            self.call_helper_at(Helper::TimeSliceOver, start, there);
            if edge.spins {
                let zero = self.int(I32, 0);
                self.store(zero, self.mask_at(target));
                let (local, expanded) = (std::mem::take(&mut self.local), std::mem::take(&mut self.expanded));
                let mask_parts = self.mask_parts.clone();
                let live = live_of_lanes(self.plan, (self.segment, self.is_full()), Some(target), &[]);
                self.side_exit(ExitReason::Yield, start, there, live);
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
    pub(super) fn leave_if_asked(&mut self, target: usize, there: Cv, go_on: ir::Block) {
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
        self.side_exit(ExitReason::Deoptimise, self.plan.segments[target].start, there, live);
        (self.local, self.expanded, self.mask_parts) = (local, expanded, mask_parts);
    }

    /// Lanes that have diverged go back to a segment: that counts for the time slice, but does not end it for them.
    fn go_back_diverged(&mut self, target: usize, there: Cv) {
        let left = self.consume_back_edge();
        let over = self.fb.create_block();
        self.fb.ins().brif(left, self.check[target], NONE, over, NONE);
        self.fb.switch_to_block(over);
        self.fb.set_cold_block(over);
        self.call_helper_at(Helper::TimeSliceOver, self.plan.segments[target].start, there);
        self.fb.ins().jump(self.check[target], NONE);
    }

    /// Lanes ended at a segment: goes to the lowest at which others are.
    pub(super) fn resume_others(&mut self, segment: usize) {
        let next = self.next_check(&self.plan.waiting[segment], segment);
        self.fb.ins().jump(next, NONE);
    }
}
