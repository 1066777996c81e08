//! Segments and the ways between them, in both copies.

use super::super::wir::spills::live_packed;
use super::super::wir::{Decision, Edge as Way, Inst, InstKind, Move};
use super::masked::BackEdge;
use super::spill::Nans;
use super::*;
use crate::decode::code::Edge;
use crate::decode::side::{is_device, is_host};
use crate::jit::runtime::abi::SPINS;
use cranelift_codegen::ir::condcodes::CondCode;
use kern_ir::Cmp;

impl<'a, const L: usize> Emitter<'a, '_, L> {
    pub(super) fn start_segment(&mut self, segment: usize, mode: Mode) {
        self.local.clear();
        self.expanded.clear();
        self.mask_parts = None;
        self.deferred.clear();
        self.deferred_vectors.clear();
        self.on_demand.clear();
        let plan = self.plan;
        // Also what is computed only for those of other segments.
        self.on_demand.extend(plan.addresses.iter().map(|(&value, &pc)| (value, pc)));
        self.checked.clear();
        self.passed.clear();
        self.pointers.clear();
        self.mode = mode;
        self.segment = segment;
    }

    pub(super) fn emit_full(&mut self, segment: usize) {
        self.fb.switch_to_block(self.full[segment]);
        if is_device(L) {
            self.keep_only(segment, &self.in_variables(segment));
        }
        self.start_segment(segment, Mode::Full);
        self.emit_copy(segment, &self.wir.segments[segment].full);
    }

    /// Writes the instructions of a copy.
    pub(super) fn emit_copy(&mut self, segment: usize, copy: &'a [Inst]) {
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
            InstKind::Execute => {
                self.execute(pc);
                if self.plan.only_reads(pc) {
                    self.forget_bounds(segment);
                }
            }
            InstKind::Access(_) => unreachable!("every access was checked"),
            InstKind::Check(check) => self.emit_check(pc, check),
            InstKind::Lookup(region) => self.emit_lookup(pc, *region),
            InstKind::Count(count) => self.emit_count(pc, count),
            InstKind::Tell => self.emit_tell(pc),
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

    /// Goes on at `go_on`, unless the helper has answered that it is other host threads' turn: then the thread is left before the segment
    /// that it goes back to.
    fn leave_if_due(&mut self, target: usize, go_on: Block) {
        let leave = self.fb.create_block();
        let is_due = self.load(I32, at::ANSWER);
        self.fb.ins().brif(is_due, leave, NONE, go_on, NONE);
        self.fb.switch_to_block(leave);
        self.fb.set_cold_block(leave);
        let (local, expanded) = (std::mem::take(&mut self.local), std::mem::take(&mut self.expanded));
        let live = live_packed(self.plan, self.segment, target, &[]);
        self.side_exit_packed(ExitReason::Deoptimise, self.plan.segments[target].start, &live);
        (self.local, self.expanded) = (local, expanded);
    }

    /// Counts for an edge that all lanes take.
    pub(super) fn count_full(&mut self, edge: Edge, branches: i64) {
        let amount = i64::from(self.plan.segments[edge.block as usize].cost) + (branches << 32);
        if self.is_counted_at_once(edge.block as usize) {
            return;
        }
        if amount != 0 && is_device(L) {
            self.count_by(at::FULL, amount);
        } else if amount != 0 {
            let (full, time_slice) = self.kept_counters();
            let full = self.fb.ins().iadd_imm_s(full, amount);
            self.keep_counters(full, time_slice);
        }
    }

    /// All lanes take an edge, of a branch or not.
    pub(super) fn go_full(&mut self, segment: usize, edge: Edge, args: Vec<Held>, branches: i64) {
        let stretch = self.stretch;
        self.leave_stretch(edge.block as usize);
        self.go_to_full(segment, edge, args, branches);
        self.stretch = stretch;
    }

    fn go_to_full(&mut self, segment: usize, edge: Edge, args: Vec<Held>, branches: i64) {
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
            let over = self.go_round();
            let go_on = self.fb.create_block();
            let over_block = self.fb.create_block();
            self.fb.ins().brif(over, go_on, NONE, over_block, NONE);
            self.fb.switch_to_block(over_block);
            self.fb.set_cold_block(over_block);
            let all = self.int(I32, i64::from(Self::ALL) | if is_host(L) && edge.spins { SPINS } else { 0 });
            let start = self.plan.segments[target].start;
            self.call_helper_at(Helper::TimeSliceOver, start, all);
            if edge.spins {
                self.local.clear();
                self.expanded.clear();
                let live = live_packed(self.plan, self.segment, target, &[]);
                self.side_exit_packed(ExitReason::PackedYield, start, &live);
            } else if self.plan.is_pausable && is_host(L) {
                self.leave_if_due(target, go_on);
            } else if self.plan.is_pausable {
                self.leave_if_asked(target, all, go_on);
            } else {
                self.fb.ins().jump(go_on, NONE);
            }
            self.fb.switch_to_block(go_on);
            return self.go_back(target);
        }
        self.go_to(target);
    }
}
