//! The blocks of a launch: blocks in order, warps in order.
//!
//! Blocks are created when those before them have ended or have had a time slice without ending, up to as many as the
//! device holds; their states are reused. So memory is bounded whatever the size of the grid, blocks that wait for one
//! another make progress, and an ordinary launch has one block at a time.

use super::barrier::BlockBarriers;
use super::block::{BlockState, start_warps};
use super::engine::Engine;
use super::executor::{BlockExit, Pause, RunAhead, Workers};
use super::parked;
use super::warp::{Split, State, Warp};
use crate::call::Stop;
use crate::launch::error;
use crate::memory::{Side, Site};
use crate::report;
use kern_ir::{Effects, Opcode};
use std::collections::VecDeque;
use std::ops::Range;

/// Lanes of a warp.
pub(super) const LANES: usize = 32;

/// What a block did in its time slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SliceEnd {
    /// All threads ended.
    Ended,
    /// It could go on.
    Ready,
    /// All that could run spins, with this number of effects.
    Stuck(u64),
    /// The same, but its loops count, and so will end.
    Waits(u64),
}

/// How much a launch does before somebody else may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Budget {
    /// All of it.
    Whole,
    /// So many time slices of its blocks, on this thread.
    Slices(u64),
}

/// What became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// There is more to do.
    Ready,
    /// All of it spins: somebody else must do what it waits for.
    Waits,
    /// It is over.
    Ended,
}

/// Time slices of each block of a cluster before others begin beside it, which it may wait for.
const PATIENCE: u64 = 64;

/// The blocks of a launch that have not ended.
pub(super) struct Queue {
    /// Those that are there, in the order of their time slices.
    active: VecDeque<Box<BlockState>>,
    /// Those that have ended: the next ones take their places.
    spare: VecDeque<Box<BlockState>>,
    /// The first that has not begun.
    next: u64,
    total: u64,
    /// How many the device holds.
    resident: u64,
    /// How many begin together: those of a cluster.
    together: u64,
    /// Time slices since the last have begun.
    slices: u64,
    /// Bytes of the registers of blocks that wait with them.
    waiting: usize,
    /// Host threads that run blocks ahead of their time slices.
    pub(super) workers: Option<Box<dyn Workers>>,
    /// Nobody has asked yet whether there should be some.
    may_have_workers: bool,
    /// Somebody else may yet do what all of its threads wait for.
    pub(super) may_wait: bool,
}

impl Queue {
    /// Those that are there.
    pub(super) fn blocks(&mut self) -> impl Iterator<Item = &mut Box<BlockState>> {
        self.active.iter_mut()
    }

    /// Whether one more can begin.
    fn has_room(&self) -> bool {
        self.next < self.total && self.active.len() as u64 + self.together <= self.resident
    }

    /// Whether blocks may begin before those that are there go on, after so many effects: of clusters, whose blocks wait for one another,
    /// the next one begins when those before it can do nothing, or have come to no end for long.
    fn lets_begin(&self, effects: u64) -> bool {
        self.together == 1
            || self.slices / PATIENCE >= self.active.len() as u64
            || self.active.iter().all(|block| block.has_started && block.stuck == Some(effects))
    }
}

/// `blockIdx` of block `number`.
pub(super) fn index_of(number: u64, grid: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = grid.map(u64::from);
    [(number % x) as u32, (number / x % y) as u32, (number / x / y) as u32]
}

impl Engine<'_, '_, LANES> {
    /// What a launch begins with.
    ///
    /// # Errors
    /// The launch has used up its fuel.
    pub(super) fn first_blocks(&mut self) -> Result<Queue, Stop> {
        self.core.shared_memory.clear_slots();
        let total = self.frame.config.blocks();
        let together = self.frame.config.cluster_size();
        let resident = self.frame.config.resident_blocks(&self.machine.device, self.frame.shared_size);
        let resident = (resident / together).max(1) * together;
        let next = self.skip_idle_blocks(self.frame.kernel, total)?;
        // The first block tells whether workers are worth it.
        let may_have_workers =
            together == 1 && self.machine.config.threads > 1 && !self.machine.config.pauses.is_some() && self.schedule.is_none();
        Ok(Queue {
            active: VecDeque::new(),
            spare: VecDeque::new(),
            next,
            total,
            resident,
            together,
            slices: 0,
            waiting: 0,
            workers: None,
            may_have_workers,
            may_wait: false,
        })
    }

    /// Gives blocks so many time slices as a budget says.
    ///
    /// # Errors
    /// The launch ends.
    pub(super) fn run_blocks(&mut self, queue: &mut Queue, budget: Budget) -> Result<Progress, Stop> {
        let function = self.frame.kernel;
        let is_whole = budget == Budget::Whole;
        let mut left = if let Budget::Slices(slices) = budget { slices } else { u64::MAX };
        loop {
            if left == 0 {
                return Ok(Progress::Ready);
            }
            left -= 1;
            if self.machine.launch_errors.has_failed_assertion() {
                // The device stops: blocks that would have waited for room never start.
                queue.total = queue.total.min(queue.next.max(queue.resident));
            }
            let is_between = queue.has_room() && queue.next > 0 && queue.active.is_empty();
            if is_between && is_whole && std::mem::take(&mut queue.may_have_workers) {
                queue.workers = self.core.executor.spawn_workers(self, queue.next);
            }
            let has_room = queue.has_room();
            let run_ahead = match &mut queue.workers {
                Some(workers) if has_room => workers.run_ahead(self, queue.next)?,
                _ => RunAhead::NotRun,
            };
            let (mut block, slice_end) = match run_ahead {
                RunAhead::Ended => {
                    queue.next += 1;
                    continue;
                }
                RunAhead::TakenOver(block, slice_end) => {
                    queue.next += 1;
                    (block, slice_end)
                }
                RunAhead::NotRun => {
                    if let Some(workers) = queue.workers.take_if(|workers| workers.is_over()) {
                        workers.reclaim(self);
                    }
                    let may_follow =
                        queue.together == 1 && queue.workers.is_none() && !queue.may_have_workers && self.schedule.is_none() && is_whole;
                    match self.next_time_slice(function, queue, may_follow)? {
                        Some(had) => had,
                        None => return Ok(Progress::Ended),
                    }
                }
            };
            match slice_end {
                SliceEnd::Ended => {
                    self.leave_block(&block.barriers)?;
                    // More than begin at once would only keep their registers.
                    if (queue.spare.len() as u64) < queue.together {
                        queue.spare.push_back(block);
                    }
                    continue;
                }
                SliceEnd::Ready => (block.stuck, block.waits) = (None, None),
                SliceEnd::Waits(effects) => (block.stuck, block.waits) = (None, Some(effects)),
                SliceEnd::Stuck(effects) => (block.stuck, block.waits) = (Some(effects), Some(effects)),
            }
            let bytes = parked::bytes(&block.warps);
            if queue.waiting + bytes > parked::BUDGET {
                block.parked = Some(parked::park(&mut block.warps, &self.layout, &mut self.store));
            } else {
                queue.waiting += bytes;
            }
            queue.active.push_back(block);
            if queue.has_room() {
                continue;
            }
            if queue.may_wait && queue.active.iter().all(|b| b.waits == Some(self.effects)) {
                return Ok(Progress::Waits);
            }
            if queue.active.iter().all(|b| b.stuck == Some(self.effects)) {
                let blocks: Vec<_> = queue.active.iter().map(|b| (&b.barriers, &b.warps[..])).collect();
                self.no_progress(&blocks, self.frame.config.blocks() - queue.next);
                return Err(Stop::Launch(error::LAUNCH_TIMEOUT));
            }
        }
    }

    /// Gives the next block its time slice; `None` if all have ended. Others may follow a block that is alone where it
    /// is, if `may_follow` says so, as long as they end at once.
    fn next_time_slice(&mut self, function: u32, queue: &mut Queue, may_follow: bool) -> Result<Option<(Box<BlockState>, SliceEnd)>, Stop> {
        let before = self.counters;
        // Every block that is there has had a time slice since the last one was made.
        let may_begin = queue.has_room() && queue.lets_begin(self.effects);
        if (may_begin || self.schedule.is_some()) && self.begins_block(queue) {
            let [next, total, resident] = [queue.next, queue.total, queue.resident].map(|blocks| blocks / queue.together);
            let cluster = self.schedule.as_mut().map_or(next, |schedule| schedule.beginning(next, total, resident));
            let first = index_of(self.frame.config.first_of_cluster(cluster), self.frame.config.grid);
            for rank in (0..queue.together as u32).rev() {
                let Some(number) = self.frame.config.block_of_rank(first, rank) else { continue };
                let block = self.make_block(function, number, queue.spare.pop_back())?;
                queue.active.push_front(block);
            }
            queue.next += queue.together;
            queue.slices = 0;
        }
        queue.slices += 1;
        let Some(mut block) = queue.active.pop_front() else {
            queue.spare.drain(..).for_each(|block| self.recycle(block));
            return Ok(None);
        };
        match block.parked.take() {
            Some(parked) => parked::unpark(parked, &mut block.warps, &mut self.store),
            None if block.has_started => queue.waiting -= parked::bytes(&block.warps),
            None => {}
        }
        let may_follow = may_follow && queue.active.is_empty();
        let mut followers = if may_follow { queue.next..queue.total } else { 0..0 };
        let slice_end = self.run_block(&mut block, &mut followers);
        self.tell_counted(&block.barriers, before);
        let slice_end = slice_end?;
        if may_follow {
            queue.next = followers.start;
        }
        Ok(Some((block, slice_end)))
    }

    /// Whether the next block begins now. Otherwise one of those that are there, which could go on, is put first.
    fn begins_block(&mut self, queue: &mut Queue) -> bool {
        let Some(schedule) = &mut self.schedule else { return true };
        let effects = self.effects;
        let may_run: Vec<usize> = (0..queue.active.len()).filter(|&index| queue.active[index].stuck != Some(effects)).collect();
        if queue.has_room() && schedule.begins_block(queue.active.len(), may_run.len()) {
            return true;
        }
        if !may_run.is_empty() {
            let blocks: Vec<u64> = may_run.iter().map(|&index| queue.active[index].barriers.number).collect();
            queue.active.swap(0, may_run[schedule.next_block(&blocks)]);
        }
        false
    }

    /// The registers of a block that has ended serve others.
    pub(crate) fn recycle(&mut self, mut block: Box<BlockState>) {
        let roots = block.warps.iter_mut().filter_map(Warp::take_root);
        roots.for_each(|root| self.store.recycle(root));
    }

    /// Blocks of a kernel that does nothing need not be there: how many of the first ones are done, which is none or all.
    ///
    /// # Errors
    /// The launch has used up its fuel.
    fn skip_idle_blocks(&mut self, function: u32, total: u64) -> Result<u64, Stop> {
        let kernel = &self.layout.module.functions[function as usize];
        let [only] = kernel.layout[..] else { return Ok(0) };
        if self.machine.sinks.wanted().blocks {
            return Ok(0);
        }
        let is_idle = |inst: &kern_ir::Inst| {
            let op = kernel.insts[inst.index()].op;
            op == Opcode::Ret || matches!(op.row().effects, Effects::Pure | Effects::PureNotSpeculatable)
        };
        if !kernel.blocks[only.index()].insts.iter().all(is_idle) {
            return Ok(0);
        }
        let (threads, layout) = (self.frame.config.threads(), self.layout.clone());
        let cost = self.store.code(&layout, function).blocks[0].cost as u64;
        let of_block = cost * threads.div_ceil(LANES as u64) + 1;
        let affordable = self.fuel.saturating_sub(self.counters.warp_instructions).div_ceil(of_block);
        let done = total.min(affordable);
        self.counters.blocks += done;
        self.counters.warp_instructions += done * of_block;
        self.counters.thread_instructions += done * cost * threads;
        if self.counters.warp_instructions >= self.fuel { Err(self.too_many_blocks()) } else { Ok(done) }
    }

    /// The blocks have used up the fuel, no single one of them by a loop.
    pub(super) fn too_many_blocks(&mut self) -> Stop {
        let kernel = self.frame.kernel;
        if let Some(limit) = self.whole_limit() {
            let loc = self.layout.module.functions.get(kernel as usize).map_or(kern_ir::LocId::NONE, |function| function.loc);
            return self.end_program(limit, &[Site { side: Side::Device, function: kernel, loc }]);
        }
        self.report(report::OUT_OF_FUEL, (kernel, u32::MAX), |engine| {
            let (ended, blocks) = (engine.counters.blocks, engine.frame.config.blocks());
            report::limits::too_many_blocks(engine.machine, kernel, engine.counters.warp_instructions, ended, blocks)
        });
        Stop::Launch(error::LAUNCH_TIMEOUT)
    }

    /// Gives a block a time slice; `followers` may run where it was once it has ended, and are then taken out.
    fn run_block(&mut self, block: &mut BlockState, followers: &mut Range<u64>) -> Result<SliceEnd, Stop> {
        if self.schedule.is_some() {
            if !block.has_started {
                start_warps(&mut block.warps, 0, 0);
            }
            return self.run_scheduled_warps(block);
        }
        if block.has_started {
            return self.run_warps(block, 0);
        }
        let executor = self.core.executor;
        let exit = match self.machine.config.pauses.is_asked() {
            true => start_warps(&mut block.warps, 0, 0),
            false => executor.run_block(self, block, followers)?,
        };
        match exit {
            BlockExit::Ended => Ok(SliceEnd::Ended),
            BlockExit::Resume(next) => self.run_warps(block, next),
        }
    }

    /// Goes on with a block, first with the warps from `first` on.
    ///
    /// # Errors
    /// The launch ends.
    pub(crate) fn run_warps(&mut self, block: &mut BlockState, mut first: usize) -> Result<SliceEnd, Stop> {
        block.has_started = true;
        let BlockState { barriers, warps, .. } = block;
        loop {
            for index in std::mem::take(&mut first)..warps.len() {
                if warps[index].live != 0 {
                    self.run_warp(warps, index, barriers)?;
                }
                if barriers.completed != 0 {
                    self.release(warps, barriers);
                }
            }
            if barriers.live == 0 {
                return Ok(SliceEnd::Ended);
            }
            let ready = || warps.iter().flat_map(|w| &w.splits).filter(|s| s.state == State::Ready);
            if ready().any(|s| !s.yielded) {
                continue;
            }
            if let Some(end) = self.after_all(warps, barriers)? {
                return Ok(end);
            }
        }
    }

    /// All splits of a block have had their time slices, or wait: ends the block's one, or lets lanes go on that wait in vain.
    ///
    /// # Errors
    /// Nobody can go on: the launch ends.
    pub(super) fn after_all(&mut self, warps: &mut [Warp<LANES>], barriers: &mut BlockBarriers) -> Result<Option<SliceEnd>, Stop> {
        let ready = || warps.iter().flat_map(|w| &w.splits).filter(|s| s.state == State::Ready);
        if ready().next().is_some() {
            let effects = self.effects;
            let is_stuck = ready().all(|s| s.stuck == Some(effects));
            let waits = ready().all(|s| s.waits == Some(effects) || s.stuck == Some(effects));
            // Whoever goes round by yielding comes to no end of one: its fuel is looked at here.
            for warp in warps.iter_mut() {
                if let Some(&Split { activation, pc, mask, .. }) = warp.splits.iter().find(|s| s.state == State::Ready) {
                    self.spend(warp, activation, pc, mask)?;
                    break;
                }
            }
            warps.iter_mut().for_each(Warp::wake);
            return Ok(Some(match is_stuck {
                true => SliceEnd::Stuck(effects),
                false if waits => SliceEnd::Waits(effects),
                false => SliceEnd::Ready,
            }));
        }
        let mut forced = false;
        for warp in warps.iter_mut() {
            forced |= self.force_syncs(warp, barriers);
        }
        if !forced {
            self.no_progress(&[(barriers, warps)], 0);
            return Err(Stop::Launch(error::LAUNCH_TIMEOUT));
        }
        Ok(None)
    }

    /// Runs a warp until each split waits, has ended, or has had its time slice.
    fn run_warp(&mut self, warps: &mut [Warp<LANES>], number: usize, barriers: &mut BlockBarriers) -> Result<(), Stop> {
        let executor = self.core.executor;
        while let Some(index) = warps[number].pick() {
            let mut pause = executor.run_split(self, &mut warps[number], barriers, index)?;
            while pause == Pause::Asked {
                self.has_paused = true;
                let paused = self.paused(warps, number, barriers);
                self.machine.config.pauses.stopped(&paused);
                let warp = &mut warps[number];
                pause = executor.run_split(self, warp, barriers, warp.splits.len() - 1)?;
                self.has_paused = false;
            }
            self.after_pause(&mut warps[number], barriers, pause);
        }
        Ok(())
    }

    /// Looks after lanes that wait for one another, after a split has stopped.
    pub(crate) fn after_pause(&mut self, warp: &mut Warp<32>, barriers: &BlockBarriers, pause: Pause) {
        if pause != Pause::Yielded && warp.splits.iter().any(|s| matches!(s.state, State::Sync(_))) {
            self.resolve_syncs(warp, barriers);
            let only_syncs = !warp.splits.is_empty() && warp.splits.iter().all(|s| matches!(s.state, State::Sync(_)));
            if only_syncs {
                self.force_syncs(warp, barriers);
            }
        }
    }
}
