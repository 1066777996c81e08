//! Warp-level operations: shuffles, votes, matches, reductions, `bar.warp.sync`, and waiting for the lanes they name.
//!
//! An operation happens for all lanes of its mask that have not ended, together. Lanes that come early wait. A named
//! lane that exists and ends without coming, or that can never come because it waits elsewhere, is a finding; the
//! lanes that came then go on alone. Lanes that do not exist or had ended before are not waited for.

use super::access::lanes;
use super::barrier::Ledger;
use super::code::{Kind, Op};
use super::engine::Engine;
use super::registers::{Mask, Registers};
use super::warp::{ActivationId, Point, Split, State, Warp};
use crate::report;
use kern_ir::{MatchMode, ReduxOp, ShflMode, VoteMode};

/// Executes an operation for `mask` if all lanes it waits for, of those that are `live`, are here; the usual case.
pub(crate) fn collective_at_once<const L: usize>(live: Mask, registers: Registers<L>, op: &Op<L>, mask: Mask) -> bool {
    let masks = registers.read::<u32>(mask_slot(op));
    let named = masks[mask.trailing_zeros() as usize % L];
    if lanes::<L>(mask).any(|lane| masks[lane] != named) {
        return false;
    }
    if named & live & !mask != 0 || mask & !named != 0 {
        return false;
    }
    execute(registers, op, mask);
    true
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Parks lanes at the operation at `pc` until the lanes they name come.
    pub(crate) fn wait_for_lanes(&mut self, warp: &mut Warp<L>, activation: ActivationId, pc: u32, mask: Mask) {
        let registers = warp.activation(activation).registers;
        let slot = mask_slot(&warp.activation(activation).code.ops[pc as usize]);
        let masks = registers.read::<u32>(slot);
        let named = lanes::<L>(mask).fold(0, |named, lane| named | masks[lane]);
        // Lanes that have nothing left to do but end count as ended.
        let leaving = warp.splits.iter().filter(|s| s.state == State::Ready && is_at_end(warp, s)).fold(0, |m, s| m | s.mask);
        let owed = named & warp.live & !mask & !leaving;
        let outside = lanes::<L>(mask).filter(|&lane| masks[lane] >> lane & 1 == 0).fold(0, |m, lane| m | 1 << lane);
        if outside != 0 {
            let current = warp.activation(activation);
            let point = (current.code.id, current.code.ops[pc as usize].inst);
            self.report(report::CALLER_NOT_IN_MASK, point, |engine| {
                let trace = engine.trace(warp, activation, point);
                report::caller_not_in_mask(engine.machine, &trace, operation(engine, point), warp.index, outside, named)
            });
        }
        let here = |s: &&mut Split| s.activation == activation && s.pc == pc && matches!(s.state, State::Sync(_));
        if let Some(split) = warp.splits.iter_mut().find(here) {
            split.mask |= mask;
            if let State::Sync(old) = &mut split.state {
                *old = (*old | owed) & !split.mask;
            }
            warp.activation_mut(activation).users -= 1;
            return;
        }
        warp.splits.push(Split::new(activation, pc, mask, State::Sync(owed)));
    }

    /// Executes waiting operations whose lanes have come; whether any was.
    pub(crate) fn resolve_syncs(&mut self, warp: &mut Warp<L>, ledger: &Ledger) -> bool {
        let mut any = false;
        let mut index = 0;
        while index < warp.splits.len() {
            if !matches!(warp.splits[index].state, State::Sync(_)) {
                index += 1;
                continue;
            }
            let (activation, pc, waiting) = (warp.splits[index].activation, warp.splits[index].pc, warp.splits[index].mask);
            let current = warp.activation(activation);
            let (code, registers) = (current.code.clone(), current.registers);
            let op = &code.ops[pc as usize];
            let masks = registers.read::<u32>(mask_slot(op));
            let mut left = waiting;
            let mut done = 0;
            while left != 0 {
                let named = masks[left.trailing_zeros() as usize % L];
                let group = lanes::<L>(left).filter(|&lane| masks[lane] == named).fold(0, |m, lane| m | 1 << lane);
                left &= !group;
                let alike = if op.kind == Kind::BarWarp { warp_barrier_waiters(warp, named) } else { group };
                if named & warp.live & !alike == 0 {
                    execute(registers, op, group);
                    self.observe_sync(warp, ledger, (code.id, op.inst), group);
                    done |= group;
                }
            }
            if done != 0 {
                any = true;
                self.go_on(warp, index, done);
                // Splits moved: start over.
                index = 0;
                continue;
            }
            index += 1;
        }
        any
    }

    /// Tells the observer that lanes synchronised.
    pub(crate) fn observe_sync(&mut self, warp: &Warp<L>, ledger: &Ledger, point: Point, mask: Mask) {
        if self.is_observed() {
            let site = self.site(point);
            self.observe(warp, ledger, |observer, warp| observer.warp_sync(warp, site, mask));
        }
    }

    /// Lanes `done` of waiting split `index` have executed their operation.
    fn go_on(&mut self, warp: &mut Warp<L>, index: usize, done: Mask) {
        self.effects += 1;
        let split = &mut warp.splits[index];
        let (activation, pc) = (split.activation, split.pc);
        split.mask &= !done;
        if split.mask == 0 {
            warp.splits.swap_remove(index);
        } else {
            warp.activation_mut(activation).users += 1;
        }
        warp.park(activation, pc + 1, done);
    }

    /// Nothing in the warp can run: waiting operations are executed by those who came, with a finding. Whether
    /// there were any.
    pub(crate) fn force_syncs(&mut self, warp: &mut Warp<L>, ledger: &Ledger) -> bool {
        let Some(index) = warp.splits.iter().position(|s| matches!(s.state, State::Sync(_))) else { return false };
        let split = &warp.splits[index];
        let (activation, pc, mask) = (split.activation, split.pc, split.mask);
        let point = warp.point(split);
        let current = warp.activation(activation);
        let (code, registers) = (current.code.clone(), current.registers);
        let op = &code.ops[pc as usize];
        let masks = registers.read::<u32>(mask_slot(op));
        let named = masks[mask.trailing_zeros() as usize % L];
        let group = lanes::<L>(mask).filter(|&lane| masks[lane] == named).fold(0, |m, lane| m | 1 << lane);
        self.lanes_missing(warp, activation, point, group, named & warp.live & !group);
        execute(registers, op, group);
        self.observe_sync(warp, ledger, point, group);
        self.go_on(warp, index, group);
        true
    }

    /// Lanes `ended` have just ended: those that a waiting operation was owed are a finding.
    pub(crate) fn lanes_ended(&mut self, warp: &mut Warp<L>, ended: Mask) {
        for index in 0..warp.splits.len() {
            let split = &mut warp.splits[index];
            let State::Sync(owed) = &mut split.state else { continue };
            let missing = *owed & ended;
            *owed &= !ended;
            if missing != 0 {
                let (activation, mask) = (split.activation, split.mask);
                let point = warp.point(&warp.splits[index]);
                self.lanes_missing(warp, activation, point, mask, missing);
            }
        }
    }

    fn lanes_missing(&mut self, warp: &Warp<L>, activation: ActivationId, point: Point, present: Mask, missing: Mask) {
        self.report(report::LANES_MISSING, point, |engine| {
            let trace = engine.trace(warp, activation, point);
            let elsewhere = engine.whereabouts(warp, missing);
            let parted = lanes::<L>(present).map(|lane| warp.parted_at[lane]).find(|p| p.0 != u32::MAX);
            let parted = parted.and_then(|p| engine.place(p));
            report::lanes_missing(engine.machine, &trace, operation(engine, point), warp.index, present, missing, elsewhere, parted)
        });
    }

    /// Where lanes are: mask, place, what they do there.
    pub(crate) fn whereabouts(&self, warp: &Warp<L>, mask: Mask) -> Vec<report::Whereabouts> {
        let mut list: Vec<(Point, &'static str, Mask)> = Vec::new();
        for lane in lanes::<L>(mask) {
            let split = warp.splits.iter().find(|s| s.mask >> lane & 1 != 0);
            let (point, verb) = match split {
                Some(split) if split.state == State::Ready => (self.loop_point(warp, split.activation, split.pc), "are"),
                Some(split) => (warp.point(split), "wait"),
                None => (warp.ended_at[lane], "ended"),
            };
            match list.iter_mut().find(|w| w.0 == point && w.1 == verb) {
                Some(entry) => entry.2 |= 1 << lane,
                None => list.push((point, verb, 1 << lane)),
            }
        }
        list.into_iter()
            .map(|(point, verb, lanes)| report::Whereabouts { warp: warp.index, lanes, verb, place: self.place(point) })
            .collect()
    }
}

/// The source's name of a warp-level operation.
fn operation<const L: usize>(engine: &Engine<'_, '_, L>, point: Point) -> &'static str {
    let inst = engine.layout.module.functions.get(point.0 as usize).and_then(|f| f.insts.get(point.1 as usize));
    let Some(inst) = inst else { return "the operation" };
    use kern_ir::Opcode as O;
    match inst.op {
        O::BarWarp => "__syncwarp",
        O::Match if inst.attrs.match_mode == Some(MatchMode::All) => "__match_all_sync",
        O::Match => "__match_any_sync",
        O::Vote => match inst.attrs.vote {
            Some(VoteMode::All) => "__all_sync",
            Some(VoteMode::Any) => "__any_sync",
            Some(VoteMode::Ballot) => "__ballot_sync",
            _ => "__uni_sync",
        },
        O::Redux => match inst.attrs.redux {
            Some(ReduxOp::Add) => "__reduce_add_sync",
            Some(ReduxOp::Min) => "__reduce_min_sync",
            Some(ReduxOp::Max) => "__reduce_max_sync",
            Some(ReduxOp::And) => "__reduce_and_sync",
            Some(ReduxOp::Or) => "__reduce_or_sync",
            _ => "__reduce_xor_sync",
        },
        _ => match inst.attrs.shfl {
            Some(ShflMode::Up) => "__shfl_up_sync",
            Some(ShflMode::Down) => "__shfl_down_sync",
            Some(ShflMode::Bfly) => "__shfl_xor_sync",
            _ => "__shfl_sync",
        },
    }
}

fn mask_slot<const L: usize>(op: &Op<L>) -> u32 {
    match op.kind {
        Kind::BarWarp => op.a,
        Kind::Shfl(..) => op.e,
        _ => op.b,
    }
}

/// Lanes that wait at any `bar.warp.sync` with this mask: unlike data operations it need not be the same one.
fn warp_barrier_waiters<const L: usize>(warp: &Warp<L>, named: Mask) -> Mask {
    let mut waiting = 0;
    for split in warp.splits.iter().filter(|s| matches!(s.state, State::Sync(_))) {
        let activation = warp.activation(split.activation);
        let op = &activation.code.ops[split.pc as usize];
        if op.kind == Kind::BarWarp {
            let masks = activation.registers.read::<u32>(op.a);
            waiting |= lanes::<L>(split.mask).filter(|&lane| masks[lane] == named).fold(0, |m, lane| m | 1 << lane);
        }
    }
    waiting
}

/// Whether a split's next instruction ends its lanes.
fn is_at_end<const L: usize>(warp: &Warp<L>, split: &Split) -> bool {
    let activation = warp.activation(split.activation);
    match activation.code.ops[split.pc as usize].kind {
        Kind::Exit => true,
        Kind::Ret => activation.parent == super::warp::NOBODY,
        _ => false,
    }
}

/// Executes a warp-level operation for a group of lanes.
fn execute<const L: usize>(registers: Registers<L>, op: &Op<L>, group: Mask) {
    match op.kind {
        Kind::Shfl(mode, second) => shuffle(registers, op, mode, second, group),
        Kind::Vote(mode) => {
            let yes = registers.predicate(op.a) & group;
            let answer = match mode {
                VoteMode::All => yes == group,
                VoteMode::Any => yes != 0,
                VoteMode::Uni => yes == 0 || yes == group,
                VoteMode::Ballot => return registers.write(op.d, &[yes; L], group),
            };
            registers.set_predicate(op.d, if answer { u32::MAX } else { 0 }, group);
        }
        Kind::Match(mode, second, wide) => {
            let value = |lane: usize| if wide { registers.lane::<u64>(op.a, lane) } else { registers.lane::<u32>(op.a, lane) as u64 };
            let mut result = [0u32; L];
            for lane in lanes::<L>(group) {
                result[lane] = lanes::<L>(group).filter(|&other| value(other) == value(lane)).fold(0, |m, other| m | 1 << other);
            }
            if mode == MatchMode::All {
                let all = lanes::<L>(group).all(|lane| result[lane] == group);
                result = [if all { group } else { 0 }; L];
                if second != u32::MAX {
                    registers.set_predicate(second, if all { u32::MAX } else { 0 }, group);
                }
            }
            registers.write(op.d, &result, group);
        }
        Kind::Redux(redux, signed) => {
            let values = registers.read::<u32>(op.a);
            let total = lanes::<L>(group).map(|lane| values[lane]).reduce(|x, y| match (redux, signed) {
                (ReduxOp::Add, _) => x.wrapping_add(y),
                (ReduxOp::And, _) => x & y,
                (ReduxOp::Or, _) => x | y,
                (ReduxOp::Xor, _) => x ^ y,
                (ReduxOp::Min, false) => x.min(y),
                (ReduxOp::Max, false) => x.max(y),
                (ReduxOp::Min, true) => (x as i32).min(y as i32) as u32,
                (ReduxOp::Max, true) => (x as i32).max(y as i32) as u32,
            });
            registers.write(op.d, &[total.unwrap_or(0); L], group);
        }
        _ => {}
    }
}

/// PTX ISA 9.7.9.6. A lane that is not in the group has no value to give: the reader keeps its own.
fn shuffle<const L: usize>(registers: Registers<L>, op: &Op<L>, mode: ShflMode, second: u32, group: Mask) {
    let (values, lane_operand, control) = (registers.read::<u32>(op.a), registers.read::<u32>(op.b), registers.read::<u32>(op.c));
    let mut result = values;
    let mut in_range = 0;
    for lane in lanes::<L>(group) {
        let (b, c, own) = ((lane_operand[lane] & 31) as i32, (control[lane] & 31) as i32, lane as i32);
        let segment = (control[lane] >> 8 & 31) as i32;
        let max = (own & segment) | (c & !segment);
        let min = own & segment;
        let (source, is_inside) = match mode {
            ShflMode::Up => (own - b, own - b >= max),
            ShflMode::Down => (own + b, own + b <= max),
            ShflMode::Bfly => (own ^ b, own ^ b <= max),
            ShflMode::Idx => (min | (b & !segment), (min | (b & !segment)) <= max),
        };
        in_range |= (is_inside as u32) << lane;
        let source = source as usize;
        if is_inside && source < L && group >> source & 1 != 0 {
            result[lane] = values[source];
        }
    }
    registers.write(op.d, &result, group);
    if second != u32::MAX {
        registers.set_predicate(second, in_range, group);
    }
}
