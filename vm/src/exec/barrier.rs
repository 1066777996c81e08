//! Block barriers: who arrived, what completes, and what is wrong with it.
//!
//! A barrier completes when all threads of the block that have not ended have arrived (or, with a thread count, that
//! many): per thread, as since Volta (PTX ISA 9.7.13.1). CUDA demands more of `__syncthreads`: that *all* threads of
//! the block reach *the same* one. So a completion with threads that ended before, or that wait at different
//! barriers, is a finding; execution then goes on as the hardware's would.

use super::engine::{Engine, warp_id};
use super::schedule::who;
use super::shared::SmSlot;
use super::warp::{ActivationId, NOBODY, Point, State, Warp};
use crate::decode::code::OpKind;
use crate::decode::registers::Mask;
use crate::decode::registers::lanes;
use crate::decode::side::{is_device, is_host};
use crate::finding::Place;
use crate::instrument::step::StepEvent;
use crate::report;
use crate::weak::Who;
use kern_ir::{BarKind, Function, LocId, Opcode, Sreg, Value, ValueDef};

/// One of a block's sixteen barriers, in its current phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barrier {
    /// Threads that arrived.
    arrived: u32,
    /// Threads it waits for; 0 for all that live.
    expected: u32,
    /// Where the first arrived.
    first: Point,
    /// The same as the program names it, with the calls that led there: copies of one loop's body are one place.
    place: (u32, u32, u32, u64),
    /// Others arrived elsewhere.
    is_mixed: bool,
    /// Some only arrived, and go on (`bar.arrive`).
    has_arrivals: bool,
    /// Of the predicates: number of true ones.
    trues: u32,
}

/// No phase in progress.
const IDLE: Barrier =
    Barrier { arrived: 0, expected: 0, first: (u32::MAX, u32::MAX), place: (0, 0, 0, 0), is_mixed: false, has_arrivals: false, trues: 0 };

/// What the threads of a block share besides code.
pub(crate) struct BlockBarriers {
    /// `blockIdx`
    pub(crate) index: [u32; 3],
    /// `blockIdx` in one number.
    pub(crate) number: u64,
    /// `.shared`
    pub(crate) shared: Vec<u8>,
    /// Where on the device it is.
    pub(crate) sm_slot: SmSlot,
    phases: [Barrier; 16],
    /// Someone arrived at one of them.
    has_arrivals: bool,
    /// Threads that have not ended.
    pub(crate) live: u32,
    /// Threads.
    pub(crate) total: u32,
    /// Barriers that completed and whose threads are still to be released.
    pub(crate) completed: u16,
    /// What a host function returned.
    pub(crate) host_result: u64,
}

impl BlockBarriers {
    /// For a block.
    pub(crate) fn new(index: [u32; 3], number: u64, shared: Vec<u8>, total: u32) -> BlockBarriers {
        BlockBarriers {
            index,
            number,
            shared,
            sm_slot: SmSlot::default(),
            phases: [IDLE; 16],
            has_arrivals: false,
            live: total,
            total,
            completed: 0,
            host_result: 0,
        }
    }

    /// Makes it ready for another block.
    pub(crate) fn reset(&mut self, index: [u32; 3], number: u64, total: u32) {
        (self.index, self.number, self.live, self.total, self.completed) = (index, number, total, total, 0);
        if std::mem::take(&mut self.has_arrivals) {
            self.phases = [IDLE; 16];
        }
    }

    fn check(&mut self, number: u32) {
        let barrier = &self.phases[number as usize];
        let expected = if barrier.expected == 0 { self.live } else { barrier.expected };
        if barrier.arrived > 0 && barrier.arrived >= expected {
            self.completed |= 1 << number;
        }
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Lanes end at a point.
    pub(crate) fn end_at(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, point: Point, mask: Mask) {
        warp.note_end(mask, point);
        warp.live &= !mask;
        self.effects += 1;
        warp.is_active = true;
        if is_device(L) {
            self.threads_ended(warp, barriers, mask);
        }
    }

    /// Lanes arrive at the barrier at an operation; whether they wait there.
    pub(crate) fn arrive_at(
        &mut self,
        warp: &mut Warp<L>,
        barriers: &mut BlockBarriers,
        activation: ActivationId,
        pc: u32,
        mask: Mask,
    ) -> bool {
        let current = warp.activation(activation);
        let (op, registers) = (&current.code.ops[pc as usize], current.registers);
        let OpKind::Bar(kind, number, has_count) = op.kind else { return false };
        let count = has_count.then(|| registers.lane::<u32>(op.b, mask.trailing_zeros() as usize));
        let predicate = registers.predicate(op.a) & mask;
        warp.is_active = true;
        self.arrive(warp, barriers, (activation, pc), mask, kind, number, count, predicate);
        kind != BarKind::Arrive
    }

    /// Lanes arrive at a barrier; `bar.red` with a predicate.
    pub(crate) fn arrive(
        &mut self,
        warp: &Warp<L>,
        barriers: &mut BlockBarriers,
        at: (ActivationId, u32),
        mask: Mask,
        kind: BarKind,
        number: u32,
        count: Option<u32>,
        predicate: Mask,
    ) {
        let code = &warp.activation(at.0).code;
        let first = (code.id, code.ops[at.1 as usize].inst);
        let place = match self.site(first).loc {
            LocId::NONE => (first.0, u32::MAX, first.1, call_chain(warp, at.0)),
            loc => (first.0, loc.0, 0, call_chain(warp, at.0)),
        };
        barriers.has_arrivals = true;
        // Who only arrives is not behind the barrier, whoever else is.
        if is_device(L) && (kind == BarKind::Arrive || count.is_some_and(|count| count < barriers.total)) {
            let id = warp_id(warp, barriers);
            self.machine.sinks.tell(|observer| observer.arrive(id, number, mask, kind != BarKind::Arrive));
        }
        if let (BarKind::Arrive, Some(weak)) = (kind, self.schedule.as_mut().and_then(|schedule| schedule.weak.as_mut())) {
            let block = barriers.number;
            weak.arrive(&lanes::<L>(mask).map(|lane| who(block, warp.index, lane)).collect::<Vec<_>>(), number);
        }
        let barrier = &mut barriers.phases[number as usize];
        if barrier.arrived == 0 {
            *barrier = Barrier { first, place, expected: count.unwrap_or(0), ..IDLE };
        } else if barrier.place != place {
            barrier.is_mixed = true;
        }
        barrier.has_arrivals |= kind == BarKind::Arrive;
        barrier.arrived += mask.count_ones();
        barrier.trues += predicate.count_ones();
        barriers.check(number);
    }

    /// Threads of a warp have ended: barriers may now be complete.
    pub(crate) fn threads_ended(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, mask: Mask) {
        barriers.live -= mask.count_ones();
        (0..16).for_each(|number| barriers.check(number));
        let config = self.frame.config;
        let complete = self.frame.clusters.as_mut().and_then(|clusters| clusters.end(&config, (&*barriers, warp.index), mask));
        self.tell_cluster(complete);
        self.lanes_ended(warp, barriers, mask);
    }

    /// Lets the threads of completed barriers go on.
    pub(crate) fn release(&mut self, warps: &mut [Warp<L>], barriers: &mut BlockBarriers) {
        while barriers.completed != 0 {
            let number = barriers.completed.trailing_zeros();
            barriers.completed &= !(1 << number);
            let barrier = std::mem::replace(&mut barriers.phases[number as usize], IDLE);
            if barrier.expected == 0 && (barrier.is_mixed || barriers.live < barriers.total) {
                self.divergent_barrier(warps, barriers, number, &barrier);
            }
            self.counters.barriers += 1;
            if let Some(weak) = self.schedule.as_mut().and_then(|schedule| schedule.weak.as_mut()) {
                let lanes_of = |warp: &Warp<L>| -> Vec<Who> {
                    let waiting = warp.splits.iter().filter(|split| split.state == State::Barrier(number));
                    waiting.flat_map(|split| lanes::<L>(split.mask)).map(|lane| who(barriers.number, warp.index, lane)).collect()
                };
                let is_of_some = (1..barriers.total).contains(&barrier.expected);
                if !is_of_some || !weak.meet_at(&warps.iter().flat_map(lanes_of).collect::<Vec<_>>(), number) {
                    weak.barrier(0, barriers.number as u32);
                }
            }
            if is_device(L) {
                if barrier.has_arrivals && !(1..barriers.total).contains(&barrier.expected) {
                    self.tell_waiting(warps, barriers, number);
                }
                self.machine.sinks.tell(|observer| observer.barrier(barriers.index, barriers.number, number, barrier.arrived));
            }
            self.effects += 1;
            for warp in warps.iter_mut() {
                let mut index = 0;
                while index < warp.splits.len() {
                    if warp.splits[index].state != State::Barrier(number) {
                        index += 1;
                        continue;
                    }
                    let split = warp.splits.swap_remove(index);
                    let activation = warp.activation(split.activation);
                    let op = &activation.code.ops[split.pc as usize];
                    let registers = activation.registers;
                    match op.kind {
                        crate::decode::code::OpKind::Bar(BarKind::RedPopc, ..) => registers.write(op.d, &[barrier.trues; L], split.mask),
                        crate::decode::code::OpKind::Bar(BarKind::RedAnd, ..) => {
                            registers.set_predicate(op.d, if barrier.trues == barrier.arrived { u32::MAX } else { 0 }, split.mask);
                        }
                        crate::decode::code::OpKind::Bar(BarKind::RedOr, ..) => {
                            registers.set_predicate(op.d, if barrier.trues > 0 { u32::MAX } else { 0 }, split.mask);
                        }
                        _ => {}
                    }
                    warp.is_active = true;
                    warp.park(split.activation, split.pc + 1, split.mask);
                    // The parked split may have taken this place.
                    index = 0;
                }
            }
        }
    }

    /// A barrier for all threads is complete, at which some have only arrived, as has been told: tells who waits. They have done
    /// nothing since they came.
    #[cold]
    fn tell_waiting(&mut self, warps: &[Warp<L>], barriers: &BlockBarriers, number: u32) {
        for warp in warps {
            let id = warp_id(warp, barriers);
            for (_, split) in warp.ranked().into_iter().filter(|(_, split)| split.state == State::Barrier(number)) {
                let mask = split.mask;
                self.machine.sinks.tell(|observer| observer.arrive(id, number, mask, true));
            }
        }
    }

    fn divergent_barrier(&mut self, warps: &[Warp<L>], barriers: &BlockBarriers, number: u32, barrier: &Barrier) {
        let point = barrier.first;
        self.report(report::BARRIER_DIVERGENT, point, |engine| {
            let mut groups: Vec<report::Group> = Vec::new();
            let mut cause = None;
            for warp in warps {
                for (_, split) in warp.ranked().into_iter().filter(|(_, s)| s.state == State::Barrier(number)) {
                    let here = warp.point(split);
                    cause = cause.or_else(|| engine.cause(warp, split.activation, split.pc));
                    report::Group::add(&mut groups, here, report::Doing::Waits, warp.index, split.mask);
                }
                for lane in lanes::<L>(warp.all & !warp.live) {
                    report::Group::add(&mut groups, warp.ended_at[lane], report::Doing::Ended, warp.index, 1 << lane);
                }
            }
            groups.iter_mut().for_each(|g| g.place = engine.place(g.point));
            let place = engine.place(point);
            report::divergent_barrier(place, barriers.index, barriers.total, &groups, cause).by_group(barriers.index, None)
        });
        self.tell_finding(&[(barriers, warps)]);
    }

    /// Tells observers of steps what was just found where lanes wait: no operation did it, so none tells of it.
    fn tell_finding(&mut self, blocks: &[(&BlockBarriers, &[Warp<L>])]) {
        if is_host(L) || !self.machine.sinks.wanted().steps {
            return;
        }
        let Some(finding) = self.machine.findings.take_last() else { return };
        let (code, message) = (finding.code.to_string(), finding.message.clone());
        let all = blocks.iter().flat_map(|(barriers, warps)| warps.iter().map(|warp| (warp, *barriers)));
        for (warp, barriers) in all.filter(|(warp, _)| !warp.splits.is_empty()) {
            let id = warp_id(warp, barriers);
            if self.machine.sinks.any(|observer| observer.wants_steps(id)) {
                self.machine.sinks.tell(|observer| observer.step(id, &StepEvent::Finding { code: code.clone(), message: &message }));
                return;
            }
        }
    }

    /// Nothing in a block, or in all of them, can make progress.
    pub(crate) fn no_progress(&mut self, blocks: &[(&BlockBarriers, &[Warp<L>])], waiting_blocks: u64) {
        let mut groups: Vec<report::Group> = Vec::new();
        let mut first = None;
        for (barriers, warps) in blocks {
            for warp in warps.iter() {
                for (_, split) in warp.ranked() {
                    let (point, doing) = match split.state {
                        State::Ready => (self.loop_point(warp, split.activation, split.pc), report::Doing::Spins),
                        _ => (warp.point(split), report::Doing::Waits),
                    };
                    if split.state == State::Ready && first.is_none() {
                        first = Some((point, self.thread(warp, barriers, split.mask.trailing_zeros() as usize)));
                    }
                    report::Group::add(&mut groups, point, doing, warp.index, split.mask);
                }
            }
        }
        let point = first.as_ref().map(|f| f.0).or_else(|| groups.first().map(|g| g.point)).unwrap_or((u32::MAX, u32::MAX));
        let thread = first.and_then(|f| f.1);
        self.report(report::NO_PROGRESS, point, |engine| {
            groups.iter_mut().for_each(|g| g.place = engine.place(g.point));
            let place = engine.place(point);
            let mut finding = report::no_progress(place, point, thread.as_ref(), &groups, blocks.len(), waiting_blocks);
            let is_in = |header: &str| Place::is_in_header(engine.layout.module, engine.site(point).loc, header);
            if is_in("cuda/pipeline") {
                finding = finding.help(report::STAGE_NOT_RELEASED);
            } else if is_in("cuda/barrier") {
                finding = finding.help(report::TOO_FEW_ARRIVE);
            } else if is_in("cooperative_groups.h") {
                let ended = engine.frame.config.blocks().saturating_sub(blocks.len() as u64 + waiting_blocks);
                finding = report::waits_for_grid(finding, ended);
            }
            let may_be_the_hosts = thread.is_some() && engine.machine.memory.has_shared();
            match engine.machine.awaited.take() {
                Some(next) => report::waits_in_vain(finding, &next, may_be_the_hosts),
                None => finding,
            }
        });
        self.tell_finding(blocks);
    }

    /// The condition on which it depends whether threads come to a program point: its place, and whether it is the
    /// condition of a loop around it.
    fn cause(&self, warp: &Warp<L>, activation: ActivationId, pc: u32) -> Option<(Place, bool)> {
        let (mut activation, mut pc) = (activation, pc);
        loop {
            let current = warp.activation(activation);
            let func = &self.layout.module.functions[current.code.id as usize];
            let block = current.code.blocks[current.code.block_of[pc as usize] as usize].block;
            if let Some((inst, is_loop)) = controlling_branch(func, block.0) {
                return self.place((current.code.id, inst)).map(|place| (place, is_loop));
            }
            if current.parent == NOBODY {
                return None;
            }
            (activation, pc) = (current.parent, current.call_pc);
        }
    }
}

/// A number for the calls that led to an activation, the same for the same calls.
fn call_chain<const L: usize>(warp: &Warp<L>, activation: ActivationId) -> u64 {
    let mut hash = 0u64;
    let mut next = activation;
    while next != NOBODY {
        let current = warp.activation(next);
        if current.parent != NOBODY {
            hash = (hash ^ current.call_pc as u64 ^ (current.code.id as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
        }
        next = current.parent;
    }
    hash
}

/// The nearest branch that `block` is control dependent on and whose condition differs between threads, or else the
/// nearest one: its instruction, and whether it closes or leaves a loop around the block.
fn controlling_branch(func: &Function, block: u32) -> Option<(u32, bool)> {
    let count = func.blocks.len();
    if count > 4000 {
        return None;
    }
    let successors: Vec<Vec<usize>> = (0..count)
        .map(|b| {
            func.terminator(kern_ir::Block(b as u32))
                .map_or(Vec::new(), |i| func.insts[i.index()].targets().iter().map(|t| t.block.index()).collect())
        })
        .collect();
    let reachable = reach(&successors, func.layout.first()?.index(), None);
    let mut open = vec![block as usize];
    let mut seen = vec![false; count];
    let mut fallback = None;
    while let Some(target) = open.pop() {
        if std::mem::replace(&mut seen[target], true) {
            continue;
        }
        for branch in (0..count).rev().filter(|&b| reachable[b] && successors[b].len() > 1) {
            // Some way leads to the target surely, another may miss it.
            let sure = |from: usize| from == target || !reaches_end(&successors, from, target);
            let ways: Vec<bool> = successors[branch].iter().map(|&s| sure(s)).collect();
            if !ways.contains(&true) || !ways.contains(&false) {
                continue;
            }
            let Some(inst) = func.terminator(kern_ir::Block(branch as u32)) else { continue };
            // An `if` in a loop leads back to itself on both ways.
            let leaves = |&s: &usize| !reach(&successors, s, None)[branch];
            let is_loop = reach(&successors, target, None)[branch]
                && successors[branch].iter().any(leaves)
                && !returns_from_loop(func, &successors, &reachable, branch);
            let differs = func.insts[inst.index()].args.first().is_some_and(|&v| differs_between_threads(func, v));
            if differs {
                return Some((inst.0, is_loop));
            }
            fallback = fallback.or(Some((inst.0, is_loop)));
            open.push(branch);
        }
    }
    fallback
}

/// Whether the branch that ends `block` of a loop is no condition at the loop's head or end, and one way ends the function:
/// a `return` in the body.
fn returns_from_loop(func: &Function, successors: &[Vec<usize>], reachable: &[bool], block: usize) -> bool {
    // Behind jumps alone.
    let ends = |mut at: usize| {
        for _ in 0..8 {
            match successors[at][..] {
                [next] if func.blocks[at].insts.len() == 1 => at = next,
                _ => break,
            }
        }
        successors[at].is_empty()
    };
    // A loop's first block has ways from within the loop and from without.
    let is_head = |b: usize| {
        let from_here = reach(successors, b, None);
        let mut before = (0..successors.len()).filter(|&p| reachable[p] && successors[p].contains(&b)).map(|p| from_here[p]);
        let Some(first) = before.next() else { return false };
        before.any(|other| other != first)
    };
    successors[block].iter().any(|&s| ends(s)) && !is_head(block) && !successors[block].iter().any(|&s| is_head(s))
}

/// Blocks that can be reached from `from` without passing `without`.
fn reach(successors: &[Vec<usize>], from: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; successors.len()];
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if Some(block) == without || std::mem::replace(&mut seen[block], true) {
            continue;
        }
        open.extend(&successors[block]);
    }
    seen
}

/// Whether a path from `from` ends the function without passing `target`.
fn reaches_end(successors: &[Vec<usize>], from: usize, target: usize) -> bool {
    let seen = reach(successors, from, Some(target));
    (0..successors.len()).any(|b| seen[b] && successors[b].is_empty())
}

/// Whether a value may differ between the threads of a block: it comes from a thread's number, memory, a call or
/// another lane.
fn differs_between_threads(func: &Function, value: Value) -> bool {
    let mut seen = vec![false; func.values.len()];
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if std::mem::replace(&mut seen[value.index()], true) {
            continue;
        }
        match func.def(value) {
            ValueDef::Const(_) => {}
            ValueDef::Result(inst, _) => {
                let data = &func.insts[inst.index()];
                match data.op {
                    Opcode::Sreg => {
                        use Sreg::*;
                        let of_thread = [TidX, TidY, TidZ, Laneid, Warpid, LanemaskEq, LanemaskLt, LanemaskLe, LanemaskGt, LanemaskGe];
                        if matches!(data.payload, kern_ir::Payload::Sreg(s) if of_thread.contains(&s)) {
                            return true;
                        }
                    }
                    Opcode::Ld | Opcode::Atom | Opcode::Call | Opcode::Shfl | Opcode::Clock | Opcode::Activemask => return true,
                    _ => open.extend(&data.args),
                }
            }
            ValueDef::Param(block, index) => {
                for &from in &func.layout {
                    let Some(inst) = func.terminator(from) else { continue };
                    for target in func.insts[inst.index()].targets().iter().filter(|t| t.block == block) {
                        open.extend(target.args.get(index as usize));
                    }
                }
            }
        }
    }
    false
}
