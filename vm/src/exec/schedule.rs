//! The order in which blocks, warps and groups of lanes run, where it is not the fixed one: from a seed, or as it was chosen.
//!
//! CUDA promises none: blocks begin and go on in any order, warps of a block do, and since Volta lanes of a warp that have diverged
//! (CUDA C++ Programming Guide, "Independent Thread Scheduling"). A [`Schedule`] decides who runs next at every *scheduling
//! point*: where the fixed order decides too (a wait, an end, a time slice), where lanes diverge, and before accesses that others
//! can see, after a stretch of them whose length it draws. How long stretches are, and how many blocks are begun at once, is
//! drawn for each launch: long ones change orders as a whole, short ones come between a load and the store that belongs to it.
//!
//! **Invariant.** Blocks begin in groups of as many as the device holds, each group in any order: who waits for a block of a lower
//! number, as look-back scans do, waits for one that is there or finds room. The same seed gives the same run.
//! **Cost.** Launches are interpreted operation by operation.
//! **Source.** Random walks with few switches find most mistakes: Burckhardt et al., ASPLOS 2010.

use super::block::BlockState;
use super::choices::{At, Choices, next};
use super::engine::Engine;
use super::executor::{Pause, Running};
use super::grid::{LANES, SliceEnd};
use super::reduction::{Reduction, SplitAt, Touched};
use super::warp::{ActivationId, State, Warp};
use crate::call::Stop;
use crate::config::RunConfig;
use crate::decode::code::{DecodedFunction, OpKind};
use crate::decode::registers::Mask;
use crate::exec::barrier::BlockBarriers;
use crate::finding::switch::Decision;
use crate::weak::{WeakMemory, Who};
use kern_ir::{Opcode, Space};
use rustc_hash::{FxHashMap, FxHashSet};

/// Lanes that do an atomic operation at one address, at most, of which all orders are tried.
const MOST_IN_EACH_ORDER: usize = 4;

/// Accesses between two switches, about; 0 for no switch but where lanes wait.
const STRETCHES: [u64; 5] = [0, 1000, 60, 8, 2];
/// Blocks that are begun before others have ended, as long as these go on.
const AT_ONCE: [usize; 4] = [1, 2, 4, 16];
/// Most blocks whose beginnings are mixed.
const MOST_MIXED: u64 = 1 << 12;

/// A load that is put off.
pub(crate) struct DeferredLoad {
    pub(crate) block: u64,
    pub(crate) warp: u32,
    pub(crate) activation: ActivationId,
    pub(crate) pc: u32,
    pub(crate) mask: Mask,
}

impl DeferredLoad {
    /// Whether it is of that warp, of lanes of a mask.
    pub(crate) fn is_of(&self, block: u64, warp: u32, mask: Mask) -> bool {
        (self.block, self.warp) == (block, warp) && self.mask & mask != 0
    }
}

/// A thread, as [`crate::weak`] knows it.
pub(crate) fn who(block: u64, warp: u32, lane: usize) -> Who {
    Who { device: 0, block: block as u32, thread: warp as u16 * 32 + lane as u16 }
}

/// Who runs when.
pub(crate) struct Schedule {
    pub(crate) choices: Choices,
    /// What threads see of memory, where that is not always the newest.
    pub(crate) weak: Option<WeakMemory>,
    /// Loads that are put off.
    pub(crate) deferred: Vec<DeferredLoad>,
    /// Addresses that several threads access, one of which writes; of runs before this one.
    pub(crate) contended: FxHashSet<u64>,
    /// Of runs that go all ways.
    reduction: Reduction,
    /// Who accessed what in this one: the first thread, whether there are others, whether one wrote.
    accessed: FxHashMap<u64, (Who, bool, bool)>,
    /// Mean of accesses between two switches; 0 for none.
    stretch: u64,
    /// How many are left of the one that runs.
    left: u64,
    at_once: usize,
    /// Blocks of the group that begins and have not begun, the next one last.
    beginning: Vec<u64>,
    /// Whoever ran last has stopped before an access.
    has_stopped: bool,
    /// The block that ran last has given way.
    has_left: bool,
}

impl Schedule {
    /// That of a launch; `None` for the fixed order. Given choices go on from launch to launch.
    pub(crate) fn new(config: &RunConfig, launch: u64, taken: &mut Vec<(u32, u32)>) -> Option<Schedule> {
        let (choices, contended) = Choices::new(&config.order, launch, config.keeps_switches, taken)?;
        let weak = config.check_weak.then(|| WeakMemory::new(!choices.is_exhaustive()));
        let mut schedule = Schedule {
            choices,
            weak,
            deferred: Vec::new(),
            contended,
            reduction: Reduction::default(),
            accessed: FxHashMap::default(),
            stretch: 1,
            left: 0,
            at_once: usize::MAX,
            beginning: Vec::new(),
            has_stopped: false,
            has_left: false,
        };
        if !schedule.is_exhaustive() {
            schedule.stretch = STRETCHES[schedule.choices.draw(STRETCHES.len())];
            schedule.at_once = AT_ONCE[schedule.choices.draw(AT_ONCE.len())];
            schedule.left = match schedule.stretch {
                0 => u64::MAX,
                stretch => 1 + schedule.choices.draw(2 * stretch as usize) as u64,
            };
        }
        Some(schedule)
    }

    /// A thread accesses an address.
    pub(crate) fn note(&mut self, address: u64, who: Who, writes: bool) {
        let known = self.accessed.entry(address).or_insert((who, false, false));
        known.1 |= known.0 != who;
        known.2 |= writes;
    }

    /// Whether a load is put off; it is of an address that several threads access, as far as that is known.
    pub(crate) fn defers_load(&mut self, is_contended: bool) -> bool {
        (is_contended || !self.is_exhaustive()) && self.choices.defers()
    }

    /// All ways are gone, one run after the other.
    pub(crate) fn is_exhaustive(&self) -> bool {
        self.choices.is_exhaustive()
    }

    /// Whether somebody else may run before the access that comes.
    fn is_due(&mut self) -> bool {
        if self.is_exhaustive() {
            // Each access is a choice of its own.
            return false;
        }
        let Schedule { choices, left, stretch, .. } = self;
        let draw = |state: &mut u64, _| {
            let is_due = *left == 0;
            *left = match stretch {
                _ if !is_due => *left - 1,
                0 => u64::MAX,
                stretch => 1 + next(state) % (2 * *stretch),
            };
            u64::from(is_due)
        };
        self.has_stopped = choices.decide(Decision::Stop, 0, 2, draw) == 1;
        self.has_stopped
    }

    /// Whether a block begins now, where there is room: so many are there, and so many of them can go on.
    pub(crate) fn begins_block(&mut self, active: usize, may_run: usize) -> bool {
        if active == 0 || may_run == 0 || self.is_exhaustive() {
            return true;
        }
        // Who waits for a block that has not begun may count while it waits.
        let one_in = if active < self.at_once { 2 } else { 16 };
        let usual = u64::from(self.has_left && may_run == 1);
        self.choices.decide(Decision::BlockBegins, usual, 2, |state, _| u64::from(next(state).is_multiple_of(one_in))) == 1
    }

    /// Which of the blocks that can go on does, of which the one that ran last is the last.
    pub(crate) fn next_block(&mut self, blocks: &[u64]) -> usize {
        if self.is_exhaustive() {
            let awake: Vec<usize> = (0..blocks.len()).filter(|&index| self.reduction.is_block_awake(blocks[index])).collect();
            let chosen = self.choices.runs(Decision::BlockRuns, 0, awake.len());
            awake.iter().take(chosen).for_each(|&index| self.reduction.sleep_block(blocks[index]));
            return awake.get(chosen).copied().unwrap_or(0);
        }
        let usual = if self.has_left { 0 } else { blocks.len() - 1 };
        self.choices.runs(Decision::BlockRuns, usual, blocks.len())
    }

    /// Which of the splits of a block that are ready runs where all ways are gone: one that is at no scheduling point; or of the
    /// others, but not after another one has run.
    fn next_split(&mut self, ready: &[SplitAt], has_run: bool) -> Option<usize> {
        let before = ready.iter().position(|at| !self.reduction.stands(at));
        if before.is_some() || has_run {
            return before;
        }
        let awake: Vec<usize> = (0..ready.len()).filter(|&index| self.reduction.is_awake(&ready[index])).collect();
        if awake.is_empty() {
            self.choices.leave_rest();
            return Some(0);
        }
        let chosen = self.choices.runs(Decision::WarpRuns, 0, awake.len());
        awake[..chosen].iter().for_each(|&index| self.reduction.sleep(ready[index]));
        Some(awake[chosen])
    }

    /// The number of the block that begins: `begun` have begun.
    pub(crate) fn beginning(&mut self, begun: u64, total: u64, resident: u64) -> u64 {
        if self.is_exhaustive() {
            return begun;
        }
        if self.beginning.is_empty() {
            self.beginning.extend((begun..total.min(begun + resident.clamp(1, MOST_MIXED))).rev());
            let draw = |state: &mut u64, _| next(state).max(1);
            let mut mixed = match self.beginning.len() {
                ..2 => 0,
                _ => self.choices.decide(Decision::BlockOrder, 0, u64::MAX, draw),
            };
            let movable = if mixed == 0 { 0 } else { self.beginning.len() };
            for last in (1..movable).rev() {
                self.beginning.swap(last, (next(&mut mixed) % (last as u64 + 1)) as usize);
            }
        }
        self.beginning.pop().unwrap_or(begun)
    }

    /// Which lanes of an atomic operation come before the others of `mask`, each lot in its order.
    pub(crate) fn first_lanes(&mut self, mask: u32) -> u32 {
        if self.is_exhaustive() || mask.count_ones() < 2 {
            return u32::MAX;
        }
        u32::MAX << self.choices.decide(Decision::FirstLanes, 0, 32, |state, _| next(state) % 32)
    }

    /// In which order lanes do an atomic operation, where all orders are tried: those that meet at one address in each, if they are a few;
    /// of more each comes first, and the others behind it in turn.
    pub(crate) fn all_lane_orders(&mut self, mask: u32, addresses: &[u64]) -> Vec<u8> {
        let mut left: Vec<u8> = (0..32).filter(|lane| mask >> lane & 1 != 0).collect();
        let mut order = Vec::with_capacity(left.len());
        while let Some(&first) = left.first() {
            let address = |lane: &u8| addresses.get(usize::from(*lane)).copied();
            let (mut meeting, others): (Vec<u8>, Vec<u8>) = left.iter().partition(|lane| address(lane) == address(&first));
            left = others;
            if meeting.len() > MOST_IN_EACH_ORDER {
                let count = meeting.len() as u64;
                let turned = self.choices.decide(Decision::FirstLanes, 0, count, |_, _| 0);
                meeting.rotate_left(turned as usize);
            }
            while meeting.len() > 1 && meeting.len() <= MOST_IN_EACH_ORDER {
                let next = self.choices.decide(Decision::FirstLanes, 0, meeting.len() as u64, |_, _| 0);
                order.push(meeting.remove(next as usize));
            }
            order.extend(meeting);
        }
        order
    }

    /// Whether another block runs although this one could go on; usually not, but where the only one that could has stopped.
    fn leaves_block(&mut self, is_alone: bool) -> bool {
        if self.is_exhaustive() {
            // Others come before it.
            return false;
        }
        let at_once = self.at_once;
        let draw = |state: &mut u64, _| u64::from(at_once > 1 && next(state).is_multiple_of(2));
        let usual = u64::from(self.has_stopped && is_alone);
        self.has_left = self.choices.decide(Decision::BlockLeaves, usual, 2, draw) == 1;
        self.has_left
    }

    /// Which of those that are ready runs, by block, warp and where it is: usually the one that ran last, or if it has stopped
    /// another warp.
    fn next_warp(&mut self, ready: &[At]) -> usize {
        let last = self.choices.last();
        let before = ready.iter().position(|at| (at.block, at.warp) == (last.block, last.warp));
        let usual = match before {
            Some(before) if self.has_stopped => {
                let after = (before + 1..ready.len()).chain(0..before);
                after.clone().find(|&index| ready[index].warp != last.warp).or(after.into_iter().next()).unwrap_or(before)
            }
            before => before.unwrap_or(0),
        };
        self.choices.comes_to(At { block: ready[0].block, ..last });
        let chosen = self.choices.runs(Decision::WarpRuns, usual, ready.len());
        (self.has_stopped, self.has_left) = (false, false);
        self.choices.goes_on(ready[chosen]);
        chosen
    }
}

/// Whether others can see what the operation does, or it sees what others do.
fn is_visible<const L: usize>(code: &DecodedFunction<L>, kind: OpKind) -> bool {
    match kind {
        OpKind::Load(access) | OpKind::Store(access) => {
            !matches!(code.accesses[access as usize].space, Space::Local | Space::Param | Space::Const)
        }
        OpKind::Atomic(..) => true,
        _ => false,
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Runs a split as [`Engine::interpret`] does, until the schedule has somebody else run.
    ///
    /// # Errors
    /// As there.
    #[cold]
    pub(crate) fn run_as_scheduled(
        &mut self,
        warp: &mut Warp<L>,
        barriers: &mut BlockBarriers,
        run: &mut Running<L>,
    ) -> Result<Pause, Stop> {
        let is_exhaustive = self.schedule.as_ref().is_some_and(Schedule::is_exhaustive);
        // Whoever was stopped at a scheduling point goes on from there; whoever begins comes to one first.
        let begins_at = SplitAt::new(barriers.number, warp.index, run.activation, run.pc);
        let mut has_access = is_exhaustive && !self.schedule.as_mut().is_some_and(|schedule| schedule.reduction.go_on(begins_at));
        loop {
            let op = &run.code.ops[run.pc as usize];
            let (kind, inst) = (op.kind, op.inst);
            let is_visible = is_visible(&run.code, kind);
            if let Some(schedule) = self.schedule.as_mut().filter(|_| is_visible) {
                schedule.choices.comes_to(At { block: barriers.number, warp: warp.index, point: Some((run.code.id, inst)) });
            }
            let is_due = if is_exhaustive {
                let is_fence = kind == OpKind::Nothing && self.is_fence((run.code.id, inst));
                let is_point = is_fence || is_visible && self.is_contended(run) || self.has_late_loads(warp, barriers, run);
                is_point && std::mem::replace(&mut has_access, true)
            } else {
                is_visible && self.schedule.as_mut().is_some_and(Schedule::is_due)
            };
            if is_due {
                if is_exhaustive {
                    self.stop_at_point(warp, barriers, run);
                }
                warp.park(run.activation, run.pc, run.mask);
                return Ok(Pause::Parked);
            }
            if is_visible {
                if is_exhaustive {
                    self.note_access(warp, barriers, run);
                }
                if self.puts_off(warp, barriers, run) {
                    continue;
                }
            }
            self.settle_loads(warp, barriers, run)?;
            match self.run_one(warp, barriers, run)? {
                Pause::Stepped => {}
                pause => return Ok(pause),
            }
        }
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Keeps what was chosen in a launch of `kernel`.
    pub(super) fn keep_choices(&mut self, mut schedule: Schedule, kernel: &str) {
        let contended = schedule.accessed.into_iter().filter(|(_, (_, are_several, is_written))| *are_several && *is_written);
        if schedule.choices.is_exhaustive() {
            self.machine.chosen.0 = schedule.choices.taken();
            self.machine.chosen.1.extend(contended.map(|(address, _)| address));
        }
        self.keep_switches(schedule.choices, kernel);
    }

    /// Notes that a split has come to the operation at `run`, which others can see, and on what that depends.
    fn stop_at_point(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, run: &Running<L>) {
        let late = |schedule: &Schedule| schedule.deferred.iter().any(|load| load.is_of(barriers.number, warp.index, run.mask));
        let has_late = self.schedule.as_ref().is_some_and(late);
        let op = &run.code.ops[run.pc as usize];
        let touched = if self.is_fence((run.code.id, op.inst)) {
            Touched::fence(has_late)
        } else {
            Touched::access(self.contended_addresses(run).into_iter(), !matches!(op.kind, OpKind::Load(_)), has_late)
        };
        let at = SplitAt::new(barriers.number, warp.index, run.activation, run.pc);
        if let Some(schedule) = &mut self.schedule {
            schedule.reduction.stop(at, touched);
        }
    }

    fn is_fence(&self, (function, inst): (u32, u32)) -> bool {
        let function = self.layout.module.functions.get(function as usize);
        function.and_then(|f| f.insts.get(inst as usize)).is_some_and(|data| data.op == Opcode::Fence)
    }
}

impl Engine<'_, '_, LANES> {
    /// Goes on with a block as the schedule has it.
    ///
    /// # Errors
    /// The launch ends.
    pub(super) fn run_scheduled_warps(&mut self, block: &mut BlockState) -> Result<SliceEnd, Stop> {
        block.has_started = true;
        let BlockState { barriers, warps, .. } = block;
        let executor = self.core.executor;
        let mut has_run = false;
        loop {
            if barriers.live == 0 {
                return Ok(SliceEnd::Ended);
            }
            let mut ready: Vec<(usize, usize)> = Vec::new();
            for (number, warp) in warps.iter().enumerate().filter(|(_, warp)| warp.live != 0) {
                let splits = warp.splits.iter().enumerate().filter(|(_, split)| split.state == State::Ready && !split.yielded);
                ready.extend(splits.map(|(index, _)| (number, index)));
            }
            if ready.is_empty() {
                match self.after_all(warps, barriers)? {
                    Some(end) => return Ok(end),
                    None => continue,
                }
            }
            let at = |&(number, index): &(usize, usize)| {
                let warp: &Warp<LANES> = &warps[number];
                At { block: barriers.number, warp: number as u32, point: Some(warp.point(&warp.splits[index])) }
            };
            let chosen = match &mut self.schedule {
                Some(schedule) if schedule.is_exhaustive() => {
                    let places = ready.iter().map(|&(number, index)| {
                        let split = &warps[number].splits[index];
                        SplitAt::new(barriers.number, warps[number].index, split.activation, split.pc)
                    });
                    match schedule.next_split(&places.collect::<Vec<_>>(), has_run) {
                        Some(chosen) => chosen,
                        None => return Ok(SliceEnd::Ready),
                    }
                }
                Some(schedule) => schedule.next_warp(&ready.iter().map(at).collect::<Vec<_>>()),
                None => 0,
            };
            has_run = true;
            let (number, index) = ready[chosen];
            let pause = executor.run_split(self, &mut warps[number], barriers, index)?;
            self.after_pause(&mut warps[number], barriers, pause);
            if barriers.completed != 0 {
                self.release(warps, barriers);
            }
            if barriers.live != 0 && self.schedule.as_mut().is_some_and(|schedule| schedule.leaves_block(ready.len() == 1)) {
                return Ok(SliceEnd::Ready);
            }
        }
    }
}
