//! Launch workers: host threads that run blocks of one launch at the same time.
//!
//! Only blocks that have nothing to do with one another come here (`parallel::independence`), and only in block loops
//! (`block_loop`). A *worker* is a host thread with a block's state, an instance of the kernel and the shared
//! memories of some of the device's multiprocessors: it runs the blocks that these would be given, in order. It never sees
//! the engine. What needs one, a finding, a wait, a lane that ends early, it asks of the *coordinator*, the thread that the
//! launch is on. That one runs the blocks of the remaining multiprocessors and attends to all strictly in the order in which
//! it would run them alone: it takes what a block has counted when it comes to that block, and only then answers the worker's
//! questions, or goes on with the block where the block loop does not. So output, findings and counters are those of one
//! thread, by construction. A block that does not end in its first time slice stays with the coordinator, the others finish
//! theirs, and the launch goes on without workers.

mod link;
mod shared_state;

use super::abi::{Context, HelperCall, Opaque};
use super::block_loop::{BlockLoop, BlockLoopExit};
use super::caller::Coordinator;
use super::code_cache::Cache;
use super::compiled::Compiled;
use super::helpers;
use super::session::WorkMemory;
use crate::call::Stop;
use crate::exec::SharedMemory;
use crate::exec::block::{BlockState, Room, enter};
use crate::exec::engine::Engine;
use crate::exec::executor::{BlockExit, RunAhead, Workers};
use crate::exec::grid::SliceEnd;
use crate::parallel::independence;
use crate::parallel::pool::Pool;
use link::{AHEAD, UNSEEN, WorkerLink};
use shared_state::{BlockCounts, Handed, JoinResult, SharedState, State};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Blocks of which a worker tells together, unless they are so long.
const BATCH: usize = 32;

/// Warp instructions of which a worker tells at once.
const LONG: u64 = 10_000;

/// Answers after which it is looked whether questions are so many that one thread is faster.
const PATIENCE: u64 = 64;

/// Warp instructions that a question should be worth.
const PER_ANSWER: u64 = 4_000;

/// Which blocks are whose: those of a multiprocessor one worker's.
#[derive(Clone, Copy)]
struct Share {
    sm_count: u32,
    workers: u32,
}

impl Share {
    fn worker_of(self, block: u64) -> usize {
        ((block % u64::from(self.sm_count)) as u32 % self.workers) as usize
    }
}

/// A host thread's part of a launch.
struct Worker {
    link: Rc<WorkerLink<Worker>>,
    /// The same, where compiled code's contexts point to.
    _coordinator: Box<Rc<dyn Coordinator>>,
    block_loop: BlockLoop,
    block: Box<BlockState>,
    /// Of its instance of the kernel.
    _memory: WorkMemory,
    counts: Box<BlockCounts>,
    shared: SharedMemory,
    room: Room,
    share: Share,
    blocks: std::ops::Range<u64>,
}

impl Worker {
    /// Runs its blocks.
    fn work(&mut self) {
        let (share, number) = (self.share, self.link.number);
        let shared_state = self.link.shared_state.clone();
        for block in self.blocks.clone().filter(|&block| share.worker_of(block) == number) {
            if shared_state.is_closing.load(Ordering::Relaxed) {
                break;
            }
            enter(&mut self.block, block, &self.room, &mut self.shared, &mut self.counts.counters);
            let ending = self.block_loop.run(&mut self.block);
            let has_ended = matches!(ending, BlockLoopExit::Ended);
            if !has_ended {
                let this: *mut Worker = &raw mut *self;
                if !self.link.wait(State::Exited(Some(Handed((this, ending))))) {
                    return;
                }
            }
            self.shared.leave(self.block.barriers.sm_slot, &self.block.barriers.shared);
            if !has_ended {
                // The coordinator has counted it, and its warps have other registers now.
                self.block_loop.prepare(&mut self.block);
                continue;
            }
            let counts = std::mem::take(&mut *self.counts);
            self.link.untold.set(self.link.untold.get() + counts.counters.warp_instructions);
            self.link.ended.borrow_mut().push(counts);
            let is_much = self.link.ended.borrow().len() >= BATCH || self.link.untold.get() >= LONG;
            if is_much || shared_state.waiting.load(Ordering::Relaxed) > 0 {
                self.link.tell();
            }
        }
        self.link.tell();
    }
}

/// The workers of a launch.
pub(crate) struct LaunchWorkers {
    shared_state: Arc<SharedState<Worker>>,
    share: Share,
    /// What each has told of, blocks in order.
    ended: Vec<VecDeque<BlockCounts>>,
    has_joined: Vec<bool>,
    answers: u64,
    /// Warp instructions when they began.
    since: u64,
}

impl LaunchWorkers {
    /// Gives a worker a thread, or gives it back if there is none.
    fn spawn(&mut self, pool: &mut Pool, number: usize, worker: Worker) -> Option<Worker> {
        self.shared_state.slots()[number].state = State::Queued(Handed(Box::new(worker)));
        let shared_state = self.shared_state.clone();
        let has_thread = pool.give(number - 1, move || {
            let Some(mut worker) = shared_state.start(number) else { return };
            let panic = catch_unwind(AssertUnwindSafe(|| worker.work())).err();
            let result = Box::new(JoinResult { worker: *worker, panic });
            let mut slots = shared_state.slots();
            slots[number].state = State::Finished(Handed(result));
            shared_state.tell_coordinator();
        });
        if has_thread { None } else { self.cancel(number) }
    }

    /// Takes back what a worker has that has ended or not begun.
    fn cancel(&self, number: usize) -> Option<Worker> {
        match std::mem::replace(&mut self.shared_state.slots()[number].state, State::Joined) {
            State::Queued(worker) => Some(*worker.take()),
            State::Finished(result) => Some(result.take().worker),
            _ => None,
        }
    }

    /// Waits until no worker works.
    fn end(&self) {
        self.close();
        let shared_state = &*self.shared_state;
        let mut slots = shared_state.slots();
        shared_state.is_over.store(true, Ordering::Relaxed);
        shared_state.workers.notify_all();
        while !slots.iter().all(|slot| matches!(slot.state, State::Queued(_) | State::Finished(_) | State::Joined)) {
            slots = shared_state.wait_for_news(slots);
        }
    }

    /// A question was answered. If they are too many, one thread is faster.
    fn has_answered(&mut self, warp_instructions: u64) {
        self.answers += 1;
        if self.answers >= PATIENCE && (warp_instructions - self.since) / self.answers < PER_ANSWER {
            self.close();
        }
    }

    fn close(&self) {
        self.shared_state.is_closing.store(true, Ordering::Relaxed);
    }
}

impl Workers for LaunchWorkers {
    fn is_over(&self) -> bool {
        self.has_joined.iter().all(|&joined| joined) && self.ended.iter().all(VecDeque::is_empty)
    }

    fn run_ahead(&mut self, core: &mut Engine<32>, block: u64) -> Result<RunAhead, Stop> {
        core.run_ahead(self, block)
    }

    fn reclaim(self: Box<Self>, core: &mut Engine<32>) {
        self.end();
        for number in 0..self.has_joined.len() {
            if let Some(worker) = self.cancel(number) {
                core.reclaim(worker);
            }
        }
    }
}

impl Drop for LaunchWorkers {
    fn drop(&mut self) {
        self.end();
        // What workers have is not for their threads to drop.
        (0..self.has_joined.len()).for_each(|number| drop(self.cancel(number)));
    }
}

impl Engine<'_, '_, 32> {
    /// Workers for the blocks from `next` on, if that is allowed and worth it. The block before has ended.
    pub(crate) fn spawn_workers(&mut self, next: u64) -> Option<LaunchWorkers> {
        let function = self.frame.kernel;
        let total = self.frame.config.blocks();
        let sm_count = self.machine.device.sm_count.max(1);
        let count = u64::from(self.machine.config.threads.min(sm_count)).min(total - next) as u32;
        let is_observed = self.jit()?.is_observed || self.jit()?.told.is_some();
        let done = self.counters.warp_instructions;
        let is_worth = done / next.max(1) >= self.machine.config.threads_worth.div_ceil(total - next);
        if count < 2 || is_observed || !is_worth || !self.may_run_ahead(count) || !self.are_blocks_independent(function) {
            return None;
        }
        let share = Share { sm_count, workers: count };
        let shared_state = Arc::new(SharedState::new(count as usize));
        let number = count as usize;
        let mut workers = LaunchWorkers {
            shared_state,
            share,
            ended: vec![VecDeque::new(); number],
            has_joined: vec![false; number],
            answers: 0,
            since: done,
        };
        // The coordinator's own share is nobody else's.
        workers.has_joined[0] = true;
        for number in 1..number {
            let Some(worker) = self.worker(function, &workers, number, next..total) else {
                workers.has_joined[number] = true;
                continue;
            };
            if let Some(worker) = workers.spawn(&mut self.jit_cache().pool, number, worker) {
                // The system has no more threads: nobody runs this one's blocks.
                workers.has_joined[number] = true;
                self.reclaim(worker);
            }
        }
        Some(workers)
    }

    /// Whether blocks that run ahead of their time slice cannot use up the fuel.
    fn may_run_ahead(&self, workers: u32) -> bool {
        let ahead = u64::from(workers) * (2 * AHEAD + BATCH + 2) as u64;
        self.fuel.saturating_sub(self.counters.warp_instructions) > ahead * UNSEEN
    }

    fn are_blocks_independent(&mut self, function: u32) -> bool {
        let config = &self.frame.config;
        let launch = independence::Launch {
            module: self.layout.module,
            variables: &self.layout.variables,
            function,
            grid: config.grid,
            block: config.block,
            params: &self.frame.params,
            is_math: crate::runtime::is_math,
        };
        let memory = &self.machine.memory;
        let is_new = || independence::blocks_are_independent(&launch, &|address| memory.allocation(address).map(|a| a.base));
        Cache::of(&mut self.core.engine_cache).independence.of(&launch, memory.generation, is_new)
    }

    fn worker(&mut self, function: u32, workers: &LaunchWorkers, number: usize, blocks: std::ops::Range<u64>) -> Option<Worker> {
        let mut block = self.fresh_block(function, blocks.start);
        let mut block_loop = self.block_loop(&block)?;
        // SAFETY: the cache of functions lives longer than the launch.
        let compiled: &Compiled = unsafe { &*block_loop.compiled };
        let mut memory = self.work_memory(compiled);
        block_loop.base = memory.base();
        self.write_regions(&block.barriers, block_loop.base, compiled, true);
        let link = WorkerLink {
            shared_state: workers.shared_state.clone(),
            number,
            idle_fuel: self.machine.config.idle_fuel,
            interrupt: self.machine.config.interrupt.clone(),
            ended: RefCell::default(),
            untold: Cell::new(0),
        };
        let (link, mut counts) = (Rc::new(link), Box::<BlockCounts>::default());
        let coordinator: Box<Rc<dyn Coordinator>> = Box::new(link.clone());
        let core = &mut block_loop.run_context.core;
        core.link = Opaque::to(&raw const *coordinator);
        core.engine = Opaque::NULL;
        (core.counters, core.total_effects) = (&raw mut counts.counters, &raw mut counts.effects);
        block_loop.prepare(&mut block);
        if block_loop.slots.len() != block.warps.len() {
            return None;
        }
        let share = workers.share;
        let shared = self.core.shared_memory.part(|sm| share.worker_of(u64::from(sm)) == number);
        Some(Worker {
            link,
            _coordinator: coordinator,
            block_loop,
            block,
            _memory: memory,
            counts,
            shared,
            room: self.room(),
            share,
            blocks,
        })
    }

    fn run_ahead(&mut self, workers: &mut LaunchWorkers, block: u64) -> Result<RunAhead, Stop> {
        let function = self.frame.kernel;
        let number = workers.share.worker_of(block);
        let mut reclaimed = None;
        let shared_state = workers.shared_state.clone();
        loop {
            if let Some(counts) = workers.ended[number].pop_front() {
                self.machine.stats.blocks_of_workers += 1;
                self.add(counts);
                self.count_block()?;
                if !self.may_run_ahead(workers.share.workers) {
                    workers.close();
                }
                return Ok(RunAhead::Ended);
            }
            if workers.has_joined[number] {
                return Ok(RunAhead::NotRun);
            }
            let mut slots = shared_state.slots();
            let state = loop {
                let slot = &mut slots[number];
                if !slot.ended.is_empty() {
                    workers.ended[number].extend(slot.ended.drain(..));
                    shared_state.workers.notify_all();
                    break State::Working;
                }
                match &mut slot.state {
                    State::Queued(_) | State::Working | State::Reclaimed => {}
                    // The worker waits as long as it asks.
                    State::Calling(call, Handed(context)) => break State::Calling(*call, Handed(*context)),
                    State::Exited(what) => break State::Exited(what.take()),
                    State::Finished(_) | State::Joined => break std::mem::replace(&mut slot.state, State::Joined),
                }
                slots = shared_state.wait_for_news(slots);
            };
            drop(slots);
            match state {
                State::Queued(_) | State::Working | State::Reclaimed => {}
                State::Calling(call, context) => {
                    self.answer(call, context.take())?;
                    workers.has_answered(self.counters.warp_instructions);
                    shared_state.slots()[number].state = State::Working;
                    shared_state.workers.notify_all();
                }
                State::Exited(what) => {
                    let (worker, ending) = what.map(Handed::take).unwrap_or_else(|| unreachable!("it is taken once"));
                    // SAFETY: the worker waits until its state is another one.
                    let worker = unsafe { &mut *worker };
                    self.add(std::mem::take(&mut *worker.counts));
                    let slice_end = match self.after_block_loop(&mut worker.block, &worker.block_loop, ending)? {
                        BlockExit::Ended => SliceEnd::Ended,
                        BlockExit::Resume(first) => self.run_warps(&mut worker.block, first)?,
                    };
                    workers.has_answered(self.counters.warp_instructions);
                    if slice_end == SliceEnd::Ended {
                        self.give_roots(function, &mut worker.block);
                        shared_state.slots()[number].state = State::Working;
                        shared_state.workers.notify_all();
                        self.machine.stats.blocks_of_workers += 1;
                        self.count_block()?;
                        return Ok(RunAhead::Ended);
                    }
                    workers.close();
                    reclaimed = Some(slice_end);
                    shared_state.slots()[number].state = State::Reclaimed;
                    shared_state.workers.notify_all();
                }
                State::Finished(result) => {
                    workers.has_joined[number] = true;
                    let result = *result.take();
                    if let Some(panic) = result.panic {
                        resume_unwind(panic);
                    }
                    let Some(slice_end) = reclaimed else {
                        self.reclaim(result.worker);
                        continue;
                    };
                    self.core.shared_memory.merge(result.worker.shared);
                    return Ok(RunAhead::TakenOver(result.worker.block, slice_end));
                }
                State::Joined => unreachable!("a worker that is gone was seen to go"),
            }
        }
    }

    fn add(&mut self, counts: BlockCounts) {
        self.counters += counts.counters;
        self.effects += counts.effects;
    }

    /// Calls a helper for a worker, which waits.
    fn answer(&mut self, call: HelperCall, context: *mut Context) -> Result<(), Stop> {
        // SAFETY: the worker has handed over its context, with all that it points to.
        unsafe {
            let (counters, total_effects, link) = ((*context).core.counters, (*context).core.total_effects, (*context).core.link);
            self.add(BlockCounts { counters: std::mem::take(&mut *counters), effects: std::mem::take(&mut *total_effects) });
            let c = &mut *context;
            (c.core.counters, c.core.total_effects) = (&raw mut self.counters, &raw mut self.effects);
            (c.core.link, c.core.engine) = (Opaque::NULL, Opaque::to_mut(&raw mut *self));
            helpers::call_for(context, call);
            let c = &mut *context;
            (c.core.counters, c.core.total_effects, c.core.link, c.core.engine) = (counters, total_effects, link, Opaque::NULL);
            if c.outcome.stopped == 0 { Ok(()) } else { Err(self.stopped()) }
        }
    }

    /// Takes back what a worker has.
    fn reclaim(&mut self, worker: Worker) {
        self.core.shared_memory.merge(worker.shared);
        self.recycle(worker.block);
    }
}
