//! Waiting for the lanes that a warp-level operation names: shuffles, votes, matches, reductions, `bar.warp.sync`.
//!
//! An operation happens for all lanes of its mask that have not ended, together. Lanes that come early wait. Since compute
//! capability 7.0 lanes that name one mask may execute the operation at different places of the program, and in different
//! iterations of loops; it has to be the same one (CUDA C++ Programming Guide, "Independent Thread Scheduling"). A named lane
//! that exists and ends without coming, or that can never come because it waits elsewhere, is a finding; the lanes that
//! came then go on alone. Lanes that do not exist or had ended before are not waited for.

use super::barrier::BlockBarriers;
use super::collective::{Party, execute, is_same, mask_slot};
use super::engine::Engine;
use super::schedule::who;
use super::warp::{ActivationId, Point, Split, State, Warp};
use crate::decode::code::{DecodedFunction, OpKind};
use crate::decode::registers::lanes;
use crate::decode::registers::{Mask, Registers};
use crate::finding::Finding;
use crate::report;
use kern_ir::{MatchMode, Opcode, ReduxOp, ShflMode, VoteMode};
use std::rc::Rc;

/// Lanes that wait at one place and name one mask.
struct Waiting<const L: usize> {
    activation: ActivationId,
    pc: u32,
    code: Rc<DecodedFunction<L>>,
    registers: Registers<L>,
    lanes: Mask,
    named: Mask,
}

impl<const L: usize> Waiting<L> {
    fn party(&self) -> Party<'_, L> {
        Party { registers: self.registers, op: &self.code.ops[self.pc as usize], lanes: self.lanes }
    }

    fn kind(&self) -> OpKind {
        self.code.ops[self.pc as usize].kind
    }

    fn point(&self) -> Point {
        (self.code.id, self.code.ops[self.pc as usize].inst)
    }
}

/// Those who wait in a warp, by rank.
fn waiting<const L: usize>(warp: &Warp<L>) -> Vec<Waiting<L>> {
    let mut list = Vec::new();
    for (_, split) in warp.ranked().into_iter().filter(|(_, s)| matches!(s.state, State::Sync(_))) {
        let &Split { activation, pc, mask, .. } = split;
        let current = warp.activation(activation);
        let (code, registers) = (&current.code, current.registers);
        let masks = registers.read::<u32>(mask_slot(&code.ops[pc as usize]));
        let mut left = mask;
        while left != 0 {
            let named = masks[left.trailing_zeros() as usize % L];
            let group = lanes::<L>(left).filter(|&lane| masks[lane] == named).fold(0, |m, lane| m | 1 << lane);
            left &= !group;
            list.push(Waiting { activation, pc, code: code.clone(), registers, lanes: group, named });
        }
    }
    list
}

/// All lanes of some.
fn lanes_of<const L: usize>(list: &[&Waiting<L>]) -> Mask {
    list.iter().fold(0, |lanes, waiting| lanes | waiting.lanes)
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Parks lanes at the operation at `pc` until the lanes they name come.
    pub(crate) fn wait_for_lanes(&mut self, warp: &mut Warp<L>, barriers: &BlockBarriers, activation: ActivationId, pc: u32, mask: Mask) {
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
                    .by_group(barriers.index, Some((warp.index, outside)))
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
    pub(crate) fn resolve_syncs(&mut self, warp: &mut Warp<L>, barriers: &BlockBarriers) -> bool {
        let mut any = false;
        'again: loop {
            let list = waiting(warp);
            for first in &list {
                let together = self.together(&list, first);
                if first.named & warp.live & !lanes_of(&together) == 0 {
                    self.resume(warp, barriers, &together);
                    any = true;
                    continue 'again;
                }
            }
            return any;
        }
    }

    /// Those of a list who may execute their operation together with one of them, who is the first.
    fn together<'a>(&self, list: &'a [Waiting<L>], first: &'a Waiting<L>) -> Vec<&'a Waiting<L>> {
        let may_meet = self.machine.device.major >= 7;
        let is_with = |other: &&Waiting<L>| {
            may_meet && other.named == first.named && other.lanes != first.lanes && is_same(other.kind(), first.kind())
        };
        std::iter::once(first).chain(list.iter().filter(is_with)).collect()
    }

    /// Tells the observer that lanes synchronised.
    pub(crate) fn observe_sync(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, point: Point, mask: Mask) {
        if self.is_observed() || self.schedule.is_some() {
            let site = self.site(point);
            let function = self.layout.module.functions.get(point.0 as usize);
            let orders = function.and_then(|f| f.insts.get(point.1 as usize)).is_some_and(|data| data.op == Opcode::BarWarp);
            if let (true, Some(weak)) = (orders, self.schedule.as_mut().and_then(|schedule| schedule.weak.as_mut())) {
                let met: Vec<_> = lanes::<L>(mask).map(|lane| who(barriers.number, warp.index, lane)).collect();
                weak.sync_lanes(&met);
            }
            self.observe(warp, barriers, |observer, warp| observer.warp_sync(warp, site, mask, orders));
        }
    }

    /// Lanes that waited execute their operation together and go on.
    fn resume(&mut self, warp: &mut Warp<L>, barriers: &BlockBarriers, together: &[&Waiting<L>]) {
        let parties: Vec<Party<L>> = together.iter().map(|waiting| waiting.party()).collect();
        execute(&parties);
        let met = parties.iter().fold(0, |met, party| met | party.lanes);
        self.effects += 1;
        for waiting in together {
            let &&Waiting { activation, pc, lanes, .. } = waiting;
            self.observe_sync(warp, barriers, waiting.point(), met);
            let is_it = |s: &Split| s.activation == activation && s.pc == pc && matches!(s.state, State::Sync(_));
            let Some(index) = warp.splits.iter().position(is_it) else { continue };
            warp.splits[index].mask &= !lanes;
            if warp.splits[index].mask == 0 {
                warp.splits.swap_remove(index);
            } else {
                warp.activation_mut(activation).users += 1;
            }
            warp.park(activation, pc + 1, lanes);
        }
    }

    /// Nothing in the warp can run: a waiting operation is executed by those who came, with a finding. Whether there was
    /// one. Who waits elsewhere for them goes on as well: that is the same mistake.
    pub(crate) fn force_syncs(&mut self, warp: &mut Warp<L>, barriers: &BlockBarriers) -> bool {
        let list = waiting(warp);
        let Some(first) = list.first() else { return false };
        let here = self.together(&list, first);
        let present = lanes_of(&here);
        self.lanes_missing(warp, barriers, first, &here, first.named & warp.live & !present);
        self.resume(warp, barriers, &here);
        let waits_for_them = |other: &&Waiting<L>| first.named & other.lanes != 0 && other.named & present != 0;
        let mut left: Vec<&Waiting<L>> = list.iter().filter(|other| present & other.lanes == 0).filter(waits_for_them).collect();
        while let Some(&next) = left.first() {
            let there = self.together(&list, next);
            left.retain(|other| !there.iter().any(|gone| gone.lanes == other.lanes));
            self.resume(warp, barriers, &there);
        }
        true
    }

    /// Lanes `ended` have just ended: those that a waiting operation was owed are a finding.
    pub(crate) fn lanes_ended(&mut self, warp: &mut Warp<L>, barriers: &BlockBarriers, ended: Mask) {
        let waits = |(index, split): (usize, &Split)| matches!(split.state, State::Sync(_)).then_some(index);
        let waiting_splits: Vec<usize> = warp.ranked().into_iter().filter_map(waits).collect();
        for index in waiting_splits {
            let split = &mut warp.splits[index];
            let State::Sync(owed) = &mut split.state else { continue };
            let missing = *owed & ended;
            *owed &= !ended;
            if missing != 0 {
                let split = &warp.splits[index];
                let here = |waiting: &&Waiting<L>| waiting.activation == split.activation && waiting.pc == split.pc;
                let list = waiting(warp);
                let here: Vec<&Waiting<L>> = list.iter().filter(here).collect();
                if let Some(first) = here.first() {
                    self.lanes_missing(warp, barriers, first, &here, missing);
                }
            }
        }
    }

    /// Lanes that wait at an operation, `first` among them, do so in vain.
    fn lanes_missing(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, first: &Waiting<L>, present: &[&Waiting<L>], missing: Mask) {
        let point = first.point();
        self.report(report::LANES_MISSING, point, |engine| {
            let trace = engine.trace(warp, first.activation, point);
            let is_here = |other: &&&Waiting<L>| other.point() == point;
            let here = lanes_of(&present.iter().filter(is_here).copied().collect::<Vec<_>>());
            let others = lanes_of(present) & !here;
            let elsewhere = engine.whereabouts(warp, others | missing);
            let diverged = lanes::<L>(here).map(|lane| warp.diverged_at[lane]).find(|p| p.0 != u32::MAX);
            let diverged = diverged.and_then(|p| engine.place(p));
            let name = operation(engine, point);
            let finding = report::lanes_missing(engine.machine, &trace, name, warp.index, here, missing, elsewhere, diverged);
            engine.add_meeting_rule(finding, warp, first, missing).by_group(barriers.index, Some((warp.index, here)))
        });
    }

    /// Says what devices before compute capability 7.0 ask, if it is that.
    fn add_meeting_rule(&self, finding: Finding, warp: &Warp<L>, first: &Waiting<L>, missing: Mask) -> Finding {
        let device = &self.machine.device;
        let would_meet =
            |other: &Waiting<L>| other.named == first.named && other.lanes & missing != 0 && is_same(other.kind(), first.kind());
        if device.major >= 7 || !waiting(warp).iter().any(would_meet) {
            return finding;
        }
        finding.note(format!(
            "lanes can execute one operation at two places only since compute capability 7.0; {} has {}.{}",
            device.name, device.major, device.minor
        ))
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

/// Whether a split's next instruction ends its lanes.
fn is_at_end<const L: usize>(warp: &Warp<L>, split: &Split) -> bool {
    let activation = warp.activation(split.activation);
    match activation.code.ops[split.pc as usize].kind {
        OpKind::Exit => true,
        OpKind::Ret => activation.parent == super::warp::NOBODY,
        _ => false,
    }
}
