//! Segments and the ways between them, in both copies.

use super::super::analysis::Set;
use super::super::runtime::abi::DIVERGENCES;
use super::value::Nans;
use super::*;
use crate::decode::code::Edge;
use cranelift_codegen::ir::TrapCode;
use cranelift_codegen::ir::condcodes::CondCode;
use kern_ir::{Cmp, FunctionKind, Value};

/// Some lanes have come where always all come together.
const NOT_ALL: TrapCode = TrapCode::unwrap_user(1);

/// What a back edge does to the time slice: where lanes diverge it does not end there, as in the interpreter.
#[derive(Clone, Copy)]
enum BackEdge {
    Taken,
    Diverged,
    DivergedIf(Cv),
}

impl<const L: usize> Emitter<'_, '_, L> {
    fn start_segment(&mut self, segment: usize, mode: Mode) {
        self.local.clear();
        self.expanded.clear();
        self.mask_parts = None;
        self.deferred.clear();
        self.deferred_vectors.clear();
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
        self.emit_operations(segment);
    }

    /// Looks for lanes at a segment; if there are none, at the next where some may be.
    pub(super) fn emit_masked(&mut self, segment: usize) {
        let plan = self.plan;
        if plan.sought[segment].iter().next().is_none() {
            return;
        }
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
        if !plan.is_masked[segment] || self.joins(segment) {
            let all = self.int(I32, i64::from(Self::ALL));
            let is_all = self.icmp(IntCC::Equal, mask, all);
            let some = self.fb.create_block();
            self.fb.ins().brif(is_all, self.full[segment], NONE, some, NONE);
            self.fb.switch_to_block(some);
        }
        if plan.is_masked[segment] {
            self.emit_operations(segment);
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

    /// Whether several ways lead to a segment.
    fn joins(&self, segment: usize) -> bool {
        self.plan.segments.iter().map(|n| n.next.iter().filter(|&&t| t == segment).count()).sum::<usize>() > 1
    }

    fn emit_operations(&mut self, segment: usize) {
        let (start, end) = (self.plan.segments[segment].start, self.plan.segments[segment].end);
        for pc in start..end {
            self.fb.set_srcloc(ir::SourceLoc::new(pc as u32));
            let op = &self.plan.code.ops[pc];
            if pc + 1 < end {
                self.emit_operation(pc);
                self.write_early(pc);
                continue;
            }
            match op.kind {
                OpKind::Jump(edge) => self.emit_jump(segment, pc, edge),
                OpKind::Branch(then, otherwise) => self.emit_branch(segment, pc, then, otherwise),
                OpKind::Switch(first, count) if L == 1 => self.emit_switch(segment, pc, first, count),
                OpKind::Call(..) | OpKind::CallIndirect(_) if L == 1 => self.emit_call(segment, pc),
                OpKind::Ret if L == 1 => self.emit_return(pc),
                _ if L == 1 => self.emit_deoptimise(segment, pc),
                OpKind::Ret if self.plan.func.kind == FunctionKind::Kernel => self.emit_end(pc),
                OpKind::Exit => self.emit_end(pc),
                OpKind::Bar(kind, _, has_count) => self.emit_barrier(segment, pc, kind, has_count),
                OpKind::BarWarp | OpKind::Shfl(..) | OpKind::Vote(_) | OpKind::Match(..) | OpKind::Redux(..) => {
                    self.emit_collective(segment, pc)
                }
                _ => self.emit_deoptimise(segment, pc),
            }
        }
    }

    /// One operation that does not move lanes.
    fn emit_operation(&mut self, pc: usize) {
        match self.plan.code.ops[pc].kind {
            OpKind::Alu => self.emit_alu(pc),
            OpKind::Divide(_) if L == 1 => self.emit_division(pc),
            OpKind::Load(access) => self.emit_load(pc, access),
            OpKind::Store(access) => self.emit_store(pc, access),
            OpKind::Atomic(access, atom, ty, _) => self.emit_atomic(pc, access, atom, ty),
            OpKind::Sreg(sreg) => self.emit_sreg(pc, sreg),
            OpKind::LoadParam(offset, ty) => self.emit_param(pc, offset, ty),
            OpKind::SharedAddress(variable) => self.emit_shared_address(pc, variable),
            OpKind::SlotAddress(slot) => self.emit_slot_address(pc, slot),
            OpKind::Rebase(base) => self.emit_rebase(pc, base),
            OpKind::Nothing => {}
            _ => self.execute(pc),
        }
    }

    /// Writes results to the interpreter's registers, in the full copy, if they would have to be written again and again.
    fn write_early(&mut self, pc: usize) {
        let plan = self.plan;
        for &result in plan.inst(pc).results.iter().filter(|result| plan.is_spilled_at_definition[result.index()]) {
            if self.is_full() {
                let registers = self.load(I64, at::REGISTERS);
                self.spill_packed(registers, result, Nans::Canonical);
            }
        }
    }

    // --- ways
    fn emit_jump(&mut self, segment: usize, pc: usize, edge: u32) {
        let edge = self.plan.code.edges[edge as usize];
        let args = self.arguments(pc, 0);
        match self.mode {
            Mode::Full => self.go_full(segment, edge, args, 0),
            Mode::Masked(mask) => {
                self.pass(segment, edge, args, mask, &[]);
                self.arrive(edge, mask);
                self.dispatch(segment, &[edge], BackEdge::Taken);
            }
        }
    }

    fn emit_branch(&mut self, segment: usize, pc: usize, then: u32, otherwise: u32) {
        let condition = self.plan.inst(pc).args[0];
        let shape = self.plan.shape(condition);
        let (then, otherwise) = (self.plan.code.edges[then as usize], self.plan.code.edges[otherwise as usize]);
        let (then_args, else_args) = (self.arguments(pc, 0), self.arguments(pc, 1));
        match self.mode {
            Mode::Full => {
                let (then_block, else_block) = (self.fb.create_block(), self.fb.create_block());
                self.emit_count_branch(pc);
                if shape.is_uniform() {
                    let condition = self.scalar(condition);
                    self.fb.ins().brif(condition, then_block, NONE, else_block, NONE);
                } else {
                    if let Some(&pc) = self.plan.end_lane_tests.get(&condition) {
                        self.look_at_ends(pc, then_block, else_block);
                    }
                    let bits = self.bits_of(condition);
                    let all = self.int(I32, i64::from(Self::ALL));
                    let is_all = self.icmp(IntCC::Equal, bits, all);
                    let (some, mixed) = (self.fb.create_block(), self.fb.create_block());
                    self.fb.ins().brif(is_all, then_block, NONE, some, NONE);
                    self.fb.switch_to_block(some);
                    self.fb.ins().brif(bits, mixed, NONE, else_block, NONE);
                    self.fb.switch_to_block(mixed);
                    self.diverge(segment, pc, bits, [(then, &then_args), (otherwise, &else_args)]);
                }
                self.fb.switch_to_block(then_block);
                self.go_full(segment, then, then_args, 1);
                self.fb.switch_to_block(else_block);
                self.go_full(segment, otherwise, else_args, 1);
            }
            Mode::Masked(mask) => {
                self.count_by(at::BRANCHES, 1);
                let bits = self.bits_of(condition);
                let taken = self.fb.ins().band(bits, mask);
                if shape.is_uniform() {
                    self.emit_count_branch(pc);
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
                self.emit_count_branch(pc);
                self.fb.ins().brif(left_if_taken, diverged, NONE, go_on, NONE);
                self.fb.switch_to_block(diverged);
                self.record_divergence(pc, mask);
                self.fb.ins().jump(go_on, NONE);
                self.fb.switch_to_block(go_on);
                self.pass(segment, then, then_args, taken, &[otherwise]);
                self.arrive(then, taken);
                let also = if otherwise.block == then.block { vec![then, otherwise] } else { vec![then] };
                self.pass(segment, otherwise, else_args, left, &also);
                self.arrive(otherwise, left);
                self.dispatch(segment, &[then, otherwise], BackEdge::DivergedIf(left_if_taken));
            }
        }
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
    fn diverge(&mut self, segment: usize, pc: usize, taken: Cv, edges: [(Edge, &[Held]); 2]) {
        let all = self.int(I32, i64::from(Self::ALL));
        self.record_divergence(pc, all);
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

    fn record_divergence(&mut self, pc: usize, mask: Cv) {
        self.count_by(at::DIVERGENT, 1);
        self.emit_count_divergence(pc);
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

    /// The arguments of edge number `index` of an operation.
    pub(super) fn arguments(&mut self, pc: usize, index: usize) -> Vec<Held> {
        let args: Vec<Value> = self.plan.inst(pc).targets().get(index).map_or(Vec::new(), |t| t.args.clone());
        let first = match self.plan.code.ops[pc].kind {
            OpKind::Jump(edge) | OpKind::Branch(edge, _) | OpKind::Switch(edge, _) => edge as usize,
            _ => return Vec::new(),
        };
        let target = self.plan.code.edges[first + index].block as usize;
        let params = &self.plan.segments[target].params;
        params
            .iter()
            .zip(args)
            .map(
                |(&param, arg)| {
                    if self.plan.live_in[target].contains(param.index()) { self.as_parameter(param, arg) } else { Held::Bases(Vec::new()) }
                },
            )
            .collect()
    }

    /// `arg` as `param` is held.
    fn as_parameter(&mut self, param: Value, arg: Value) -> Held {
        let (_, count) = self.component(param);
        let canonical = !self.plan.is_noncanonical[param.index()] && self.plan.is_noncanonical[arg.index()];
        if self.plan.shape(param).is_affine() {
            let mut bases = self.bases(arg);
            if canonical {
                bases = bases.into_iter().map(|base| self.canonical_one(base)).collect();
            }
            return Held::Bases(if bases.len() == count { bases } else { vec![bases[0]; count] });
        }
        let parts = self.parts(arg);
        Held::Parts(if canonical { self.canonical(arg, parts) } else { parts })
    }

    /// Counts for an edge that all lanes take.
    pub(super) fn count_full(&mut self, edge: Edge, branches: i64) {
        let amount = i64::from(self.plan.segments[edge.block as usize].cost) + (branches << 32);
        if amount != 0 {
            self.count_by(at::FULL, amount);
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
                self.side_exit_packed(exit_reason::PACKED_YIELD, start, target);
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
                self.side_exit(exit_reason::YIELD, start, there, Some(target));
                (self.local, self.expanded, self.mask_parts) = (local, expanded, mask_parts);
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
