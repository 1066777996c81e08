//! The order in which blocks, warps and groups of lanes run, where it is not the fixed one: from a seed, or as it was chosen.
//!
//! CUDA promises none: blocks begin and go on in any order, warps of a block do, and since Volta lanes of a warp that have diverged
//! (CUDA C++ Programming Guide, "Independent Thread Scheduling"). A [`Schedule`] decides who runs next at every *scheduling
//! point*: where the fixed order decides too (a wait, an end, a time slice), where lanes diverge, and before accesses that others
//! can see, after a stretch of them whose length it draws. How long stretches are, and how many blocks are begun at once, is
//! drawn for each launch: long ones change orders as a whole, short ones part a load from the store that belongs to it.
//!
//! **Invariant.** Blocks begin in groups of as many as the device holds, each group in any order: who waits for a block of a lower
//! number, as look-back scans do, waits for one that is there or finds room. The same seed gives the same run.
//! **Cost.** Launches are interpreted operation by operation.
//! **Source.** Random walks with few switches find most mistakes: Burckhardt et al., ASPLOS 2010.

use super::block::BlockState;
use super::engine::Engine;
use super::executor::{Pause, Running};
use super::grid::{LANES, SliceEnd};
use super::warp::{ActivationId, State, Warp};
use crate::config::Order;
use crate::decode::code::{DecodedFunction, OpKind};
use crate::decode::registers::Mask;
use crate::exec::barrier::BlockBarriers;
use crate::runtime::Stop;
use crate::seed::mix;
use crate::weak::{WeakMemory, Who};
use kern_ir::{Opcode, Space};
use rustc_hash::{FxHashMap, FxHashSet};

/// Accesses between two switches, about; 0 for no switch but where lanes wait.
const STRETCHES: [u64; 5] = [0, 1000, 60, 8, 2];
/// Blocks that are begun before others have ended, as long as these go on.
const AT_ONCE: [usize; 4] = [1, 2, 4, 16];
/// In one of how many accesses something older than the newest is seen, or a load put off; 0 for none.
const STALE: [u64; 3] = [0, 16, 4];
/// Most blocks whose beginnings are mixed.
const MOST_MIXED: u64 = 1 << 12;

/// What the choices follow from.
pub(crate) enum Choices {
    /// The state of a generator (`splitmix64`), and in one of how many cases something older is seen; 0 for never.
    Seed { state: u64, stale: u64 },
    /// The first ones are given, what follows is the first of what there is.
    Given { first: Vec<u32>, taken: Vec<(u32, u32)> },
}

impl Choices {
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(*state)
    }

    /// A number below `count`.
    fn below(&mut self, count: usize) -> usize {
        if count < 2 {
            return 0;
        }
        match self {
            Choices::Seed { state, .. } => (Choices::next(state) % count as u64) as usize,
            Choices::Given { first, taken } => {
                let chosen = first.get(taken.len()).copied().unwrap_or(0).min(count as u32 - 1);
                taken.push((chosen, count as u32));
                chosen as usize
            }
        }
    }

    /// A number below `count`: 0 mostly.
    pub(crate) fn older(&mut self, count: usize) -> usize {
        match self {
            _ if count < 2 => 0,
            Choices::Seed { stale: 0, .. } => 0,
            Choices::Seed { state, stale } => match Choices::next(state) % *stale {
                0 => self.below(count),
                _ => 0,
            },
            Choices::Given { .. } => self.below(count),
        }
    }
}

/// A load that is put off.
pub(crate) struct Late {
    pub(crate) block: u64,
    pub(crate) warp: u32,
    pub(crate) activation: ActivationId,
    pub(crate) pc: u32,
    pub(crate) mask: Mask,
}

impl Late {
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
    pub(crate) late: Vec<Late>,
    /// Addresses that several threads access, one of which writes; of runs before this one.
    pub(crate) contended: FxHashSet<u64>,
    /// Who accessed what in this one: the first thread, whether there are others, whether one wrote.
    accessed: FxHashMap<u64, (Who, bool, bool)>,
    /// Mean of accesses between two switches; 0 for none.
    stretch: u64,
    /// How many are left of the one that runs.
    left: u64,
    at_once: usize,
    /// Blocks of the group that begins and have not begun.
    beginning: Vec<u64>,
}

impl Schedule {
    /// That of a launch; `None` for the fixed order. Given choices go on from launch to launch.
    pub(crate) fn new(order: &Order, is_weak: bool, launch: u64, taken: &mut Vec<(u32, u32)>) -> Option<Schedule> {
        let (choices, contended) = match order {
            Order::Fixed | Order::Seed(0) => return None,
            Order::Seed(seed) => {
                let mut state = mix(*seed) ^ mix(launch.wrapping_add(1)).rotate_left(17);
                let stale = STALE[(Choices::next(&mut state) % STALE.len() as u64) as usize];
                (Choices::Seed { state, stale }, FxHashSet::default())
            }
            Order::Given { first, contended } => {
                (Choices::Given { first: first.clone(), taken: std::mem::take(taken) }, contended.iter().copied().collect())
            }
        };
        let weak = is_weak.then(|| WeakMemory::new(matches!(order, Order::Seed(_))));
        let mut schedule = Schedule {
            choices,
            weak,
            late: Vec::new(),
            contended,
            accessed: FxHashMap::default(),
            stretch: 1,
            left: 0,
            at_once: usize::MAX,
            beginning: Vec::new(),
        };
        if matches!(order, Order::Seed(_)) {
            schedule.stretch = STRETCHES[schedule.below(STRETCHES.len())];
            schedule.at_once = AT_ONCE[schedule.below(AT_ONCE.len())];
            schedule.draw();
        }
        Some(schedule)
    }

    /// What was chosen, of how many, if choices were given; and the addresses that several threads accessed, one of which wrote.
    pub(crate) fn into_taken(self) -> (Vec<(u32, u32)>, Vec<u64>) {
        let contended = self.accessed.into_iter().filter(|(_, (_, are_several, is_written))| *are_several && *is_written);
        let contended = contended.map(|(address, _)| address).collect();
        match self.choices {
            Choices::Seed { .. } => (Vec::new(), Vec::new()),
            Choices::Given { taken, .. } => (taken, contended),
        }
    }

    /// A thread accesses an address.
    pub(crate) fn note(&mut self, address: u64, who: Who, writes: bool) {
        let known = self.accessed.entry(address).or_insert((who, false, false));
        known.1 |= known.0 != who;
        known.2 |= writes;
    }

    /// Whether a load is put off; it is of an address that several threads access, as far as that is known.
    pub(crate) fn chooses_late(&mut self, is_contended: bool) -> bool {
        match &mut self.choices {
            Choices::Seed { state, stale } => *stale > 0 && Choices::next(state).is_multiple_of(2 * *stale),
            Choices::Given { .. } => is_contended && self.choices.below(2) == 1,
        }
    }

    /// All ways are gone, one run after the other.
    pub(crate) fn is_exhaustive(&self) -> bool {
        matches!(self.choices, Choices::Given { .. })
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.choices.below(count)
    }

    fn draw(&mut self) {
        self.left = match self.stretch {
            0 => u64::MAX,
            stretch => 1 + self.below(2 * stretch as usize) as u64,
        };
    }

    /// Whether somebody else may run before the access that comes.
    fn is_due(&mut self) -> bool {
        if self.is_exhaustive() {
            // Each access is a choice of its own.
            return false;
        }
        if self.left == 0 {
            self.draw();
            return true;
        }
        self.left -= 1;
        false
    }

    /// Whether a block begins now, where there is room; so many are there, and none of them goes on alone, if so.
    pub(crate) fn begins_block(&mut self, active: usize, are_stuck: bool) -> bool {
        if active == 0 || are_stuck || self.is_exhaustive() {
            return true;
        }
        // Who waits for a block that has not begun may count while it waits.
        if active < self.at_once { self.below(2) == 0 } else { self.below(16) == 0 }
    }

    /// The number of the block that begins: `next` have begun.
    pub(crate) fn beginning(&mut self, next: u64, total: u64, resident: u64) -> u64 {
        if self.is_exhaustive() {
            return next;
        }
        if self.beginning.is_empty() {
            self.beginning.extend(next..total.min(next + resident.clamp(1, MOST_MIXED)));
            for last in (1..self.beginning.len()).rev() {
                let other = self.below(last + 1);
                self.beginning.swap(last, other);
            }
        }
        self.beginning.pop().unwrap_or(next)
    }

    /// Which lanes of an atomic operation come before the others of `mask`, each lot in its order.
    pub(crate) fn first_lanes(&mut self, mask: u32) -> u32 {
        if self.is_exhaustive() || mask.count_ones() < 2 {
            return u32::MAX;
        }
        u32::MAX << self.below(32)
    }

    /// Whether another block gets its turn although this one could go on.
    fn leaves_block(&mut self) -> bool {
        self.is_exhaustive() || self.at_once > 1 && self.below(2) == 0
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
        let begins_at = &run.code.ops[run.pc as usize];
        let mut has_access =
            is_exhaustive && !(self.is_contended(run) || begins_at.kind == OpKind::Nothing && self.is_fence((run.code.id, begins_at.inst)));
        loop {
            let op = &run.code.ops[run.pc as usize];
            let (kind, inst) = (op.kind, op.inst);
            if is_visible(&run.code, kind) {
                let is_due = match &mut self.schedule {
                    Some(schedule) if !is_exhaustive => schedule.is_due(),
                    _ => self.is_contended(run) && std::mem::replace(&mut has_access, true),
                };
                if is_due {
                    warp.park(run.activation, run.pc, run.mask);
                    return Ok(Pause::Parked);
                }
                if is_exhaustive {
                    self.note_access(warp, barriers, run);
                }
                if self.puts_off(warp, barriers, run) {
                    continue;
                }
            } else if is_exhaustive
                && kind == OpKind::Nothing
                && self.is_fence((run.code.id, inst))
                && std::mem::replace(&mut has_access, true)
            {
                warp.park(run.activation, run.pc, run.mask);
                return Ok(Pause::Parked);
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
        let executor = self.machine.executor;
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
            let chosen = self.schedule.as_mut().map_or(0, |schedule| schedule.below(ready.len()));
            let (number, index) = ready[chosen];
            let pause = executor.run_split(self, &mut warps[number], barriers, index)?;
            self.after_pause(&mut warps[number], barriers, pause);
            if barriers.completed != 0 {
                self.release(warps, barriers);
            }
            if barriers.live != 0 && self.schedule.as_mut().is_some_and(Schedule::leaves_block) {
                return Ok(SliceEnd::Ready);
            }
        }
    }
}
