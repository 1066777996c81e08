//! Host threads: blocks of one launch that run at the same time.
//!
//! Only blocks that have nothing to do with one another come here (`crate::parallel::independence`), and only in rounds (`jit::runtime::turns`). A
//! *worker* is a host thread with a block's state, an instance of the kernel and the shared memories of some of the
//! device's multiprocessors: it runs the blocks that these would be given, in order. It never sees the engine. What
//! needs one, a finding, a wait, a lane that ends early, it asks of the *conductor*, the thread that the launch is on,
//! which runs the blocks of the remaining multiprocessors and attends to all strictly in the order in which it would run
//! them alone: it takes what a block has counted when that block's turn comes, and answers a worker's questions, or goes on
//! with its block where rounds do not, in that block's turn only. So output, findings and counters are those of one thread,
//! by construction. A block that does not end in its first turn stays with the conductor, the others finish theirs, and the
//! launch goes on without workers.

mod board;
mod desk;

pub(crate) use desk::Desk;

use super::pool::Pool;
use crate::exec::engine::Engine;
use crate::exec::grid::{Block, Turn, enter};
use crate::exec::{Room, SharedMemory};
use crate::jit::runtime::abi::Context;
use crate::jit::runtime::helpers::HELPERS;
use crate::jit::runtime::session::{Compiled, WorkMemory};
use crate::jit::runtime::turns::{Ending, Rounds, Runner};
use crate::runtime::Stop;
use board::{Board, Call, Handed, State, Tally};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Warp instructions after which a worker asks for its block's turn to come, so that fuel is looked at.
const UNSEEN: u64 = 1 << 22;

/// Blocks of which a worker tells together, unless they are so long.
const BATCH: usize = 32;

/// Warp instructions of which a worker tells at once.
const LONG: u64 = 10_000;

/// Blocks that a worker has told of and the conductor has not come to, at most.
const AHEAD: usize = 128;

/// Answers after which it is looked whether questions are so many that one thread is faster.
const PATIENCE: u64 = 64;

/// Warp instructions that a question should be worth.
const PER_ANSWER: u64 = 4_000;

/// What a worker leaves behind.
struct Legacy {
    worker: Worker,
    panic: Option<Box<dyn Any + Send>>,
}

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
    desk: Box<Desk>,
    runner: Runner,
    block: Box<Block>,
    /// Of its instance of the kernel.
    _memory: WorkMemory,
    tally: Box<Tally>,
    shared: SharedMemory,
    room: Room,
    share: Share,
    blocks: std::ops::Range<u64>,
}

impl Worker {
    /// Runs its blocks.
    fn work(&mut self) {
        let (share, number) = (self.share, self.desk.number);
        let board = self.desk.board.clone();
        for block in self.blocks.clone().filter(|&block| share.worker_of(block) == number) {
            if board.is_closing.load(Ordering::Relaxed) {
                break;
            }
            enter(&mut self.block, block, &self.room, &mut self.shared, &mut self.tally.counters);
            let ending = self.runner.rounds(&mut self.block);
            let has_ended = matches!(ending, Ending::Ended);
            if !has_ended {
                let this: *mut Worker = &raw mut *self;
                if !self.desk.wait(State::Leaves(Some(Handed((this, ending))))) {
                    return;
                }
            }
            self.shared.leave(self.block.ledger.seat, &self.block.ledger.shared);
            if !has_ended {
                // The conductor has counted it, and its warps have other registers now.
                self.runner.prepare(&mut self.block);
                continue;
            }
            let tally = std::mem::take(&mut *self.tally);
            self.desk.untold.set(self.desk.untold.get() + tally.counters.warp_instructions);
            self.desk.ended.borrow_mut().push(tally);
            let is_much = self.desk.ended.borrow().len() >= BATCH || self.desk.untold.get() >= LONG;
            if is_much || board.waiting.load(Ordering::Relaxed) > 0 {
                self.desk.tell();
            }
        }
        self.desk.tell();
    }
}

/// The workers of a launch.
pub(crate) struct Crew {
    board: Arc<Board>,
    share: Share,
    /// What each has told of, blocks in order.
    ended: Vec<VecDeque<Tally>>,
    is_gone: Vec<bool>,
    answers: u64,
    /// Warp instructions when they began.
    since: u64,
}

/// What became of a block's first turn.
pub(crate) enum FirstTurn {
    /// No worker has run it, and none will.
    Nobodys,
    /// All threads ended, and that is counted.
    Ended,
    /// It is the conductor's from now on.
    Left(Box<Block>, Turn),
}

impl Crew {
    /// Nobody is left, and everything told of has been counted.
    pub(crate) fn is_over(&self) -> bool {
        self.is_gone.iter().all(|&gone| gone) && self.ended.iter().all(VecDeque::is_empty)
    }

    /// Gives a worker a thread, or gives it back if there is none.
    fn hire(&mut self, pool: &mut Pool, number: usize, worker: Worker) -> Option<Worker> {
        self.board.places()[number].state = State::Hired(Handed(Box::new(worker)));
        let board = self.board.clone();
        let has_thread = pool.give(number - 1, move || {
            let Some(mut worker) = board.start(number) else { return };
            let panic = catch_unwind(AssertUnwindSafe(|| worker.work())).err();
            let legacy = Box::new(Legacy { worker: *worker, panic });
            let mut places = board.places();
            places[number].state = State::Done(Handed(legacy));
            board.tell_conductor();
        });
        if has_thread { None } else { self.dismiss(number) }
    }

    /// Takes back what a worker has that has ended or not begun.
    fn dismiss(&self, number: usize) -> Option<Worker> {
        match std::mem::replace(&mut self.board.places()[number].state, State::Gone) {
            State::Hired(worker) => Some(*worker.take()),
            State::Done(legacy) => Some(legacy.take().worker),
            _ => None,
        }
    }

    /// Waits until no worker works.
    fn end(&self) {
        self.close();
        let board = &*self.board;
        let mut places = board.places();
        board.is_over.store(true, Ordering::Relaxed);
        board.workers.notify_all();
        while !places.iter().all(|place| matches!(place.state, State::Hired(_) | State::Done(_) | State::Gone)) {
            places = board.wait_for_news(places);
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
        self.board.is_closing.store(true, Ordering::Relaxed);
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.end();
        // What workers have is not for their threads to drop.
        (0..self.is_gone.len()).for_each(|number| drop(self.dismiss(number)));
    }
}

impl Engine<'_, '_, 32> {
    /// Workers for the blocks from `next` on, if that is allowed and worth it. The block before has ended.
    pub(crate) fn crew(&mut self, function: u32, next: u64) -> Option<Crew> {
        let total = self.frame.config.blocks();
        let sm_count = self.machine.device.sm_count.max(1);
        let workers = u64::from(self.machine.config.threads.min(sm_count)).min(total - next) as u32;
        let is_observed = self.jit.as_ref()?.is_observed;
        let done = self.counters.warp_instructions;
        let is_worth = done / next.max(1) >= self.machine.config.threads_worth.div_ceil(total - next);
        if workers < 2 || is_observed || !is_worth || !self.may_run_ahead(workers) || !self.are_blocks_apart(function) {
            return None;
        }
        let share = Share { sm_count, workers };
        let board = Arc::new(Board::new(workers as usize));
        let number = workers as usize;
        let mut crew = Crew { board, share, ended: vec![VecDeque::new(); number], is_gone: vec![false; number], answers: 0, since: done };
        // The conductor's own share is nobody else's.
        crew.is_gone[0] = true;
        for number in 1..workers as usize {
            let Some(worker) = self.worker(function, &crew, number, next..total) else {
                crew.is_gone[number] = true;
                continue;
            };
            if let Some(worker) = crew.hire(&mut self.machine.jit.pool, number, worker) {
                // The system has no more threads: nobody runs this one's blocks.
                crew.is_gone[number] = true;
                self.retire(worker);
            }
        }
        Some(crew)
    }

    /// Whether blocks that run ahead of their turn cannot use up the fuel.
    fn may_run_ahead(&self, workers: u32) -> bool {
        let ahead = u64::from(workers) * (2 * AHEAD + BATCH + 2) as u64;
        self.fuel.saturating_sub(self.counters.warp_instructions) > ahead * UNSEEN
    }

    fn are_blocks_apart(&mut self, function: u32) -> bool {
        let config = &self.frame.config;
        let launch = crate::parallel::independence::Launch {
            module: self.layout.module,
            variables: &self.layout.variables,
            function,
            grid: config.grid,
            block: config.block,
            params: &self.frame.params,
        };
        let memory = &self.machine.memory;
        let is_new = || crate::parallel::independence::blocks_are_apart(&launch, &|address| memory.allocation(address).map(|a| a.base));
        self.machine.jit.verdicts.of(&launch, memory.generation, is_new)
    }

    fn worker(&mut self, function: u32, crew: &Crew, number: usize, blocks: std::ops::Range<u64>) -> Option<Worker> {
        let mut block = self.fresh_block(function, blocks.start);
        let mut runner = self.runner(&block)?;
        // SAFETY: the cache of functions lives longer than the launch.
        let compiled: &Compiled = unsafe { &*runner.compiled };
        let mut memory = self.work_memory(compiled);
        runner.base = memory.base();
        self.write_regions(&block.ledger, runner.base, compiled, true);
        let desk = Desk {
            board: crew.board.clone(),
            number,
            idle_fuel: self.machine.config.idle_fuel,
            interrupt: self.machine.config.interrupt.clone(),
            ended: RefCell::default(),
            untold: Cell::new(0),
        };
        let (desk, mut tally) = (Box::new(desk), Box::<Tally>::default());
        runner.surroundings.desk = &raw const *desk;
        runner.surroundings.engine = std::ptr::null_mut();
        (runner.surroundings.counters, runner.surroundings.total_effects) = (&raw mut tally.counters, &raw mut tally.effects);
        runner.prepare(&mut block);
        if block.slots.len() != block.warps.len() {
            return None;
        }
        let share = crew.share;
        let shared = self.machine.shared_memory.part(|sm| share.worker_of(u64::from(sm)) == number);
        Some(Worker { desk, runner, block, _memory: memory, tally, shared, room: self.room(), share, blocks })
    }

    /// The first turn of a block, if a worker has run it or does.
    ///
    /// # Errors
    /// The launch ends.
    pub(crate) fn first_turn(&mut self, crew: &mut Crew, function: u32, block: u64) -> Result<FirstTurn, Stop> {
        let number = crew.share.worker_of(block);
        let mut robbed = None;
        let board = crew.board.clone();
        loop {
            if let Some(tally) = crew.ended[number].pop_front() {
                self.machine.stats.blocks_of_workers += 1;
                self.add(tally);
                self.count_block()?;
                if !self.may_run_ahead(crew.share.workers) {
                    crew.close();
                }
                return Ok(FirstTurn::Ended);
            }
            if crew.is_gone[number] {
                return Ok(FirstTurn::Nobodys);
            }
            let mut places = board.places();
            let state = loop {
                let place = &mut places[number];
                if !place.ended.is_empty() {
                    crew.ended[number].extend(place.ended.drain(..));
                    board.workers.notify_all();
                    break State::Working;
                }
                match &mut place.state {
                    State::Hired(_) | State::Working | State::Robbed => {}
                    // The worker waits as long as it asks.
                    State::Asks(call, Handed(context)) => break State::Asks(*call, Handed(*context)),
                    State::Leaves(what) => break State::Leaves(what.take()),
                    State::Done(_) | State::Gone => break std::mem::replace(&mut place.state, State::Gone),
                }
                places = board.wait_for_news(places);
            };
            drop(places);
            match state {
                State::Hired(_) | State::Working | State::Robbed => {}
                State::Asks(call, context) => {
                    self.answer(call, context.take())?;
                    crew.has_answered(self.counters.warp_instructions);
                    board.places()[number].state = State::Working;
                    board.workers.notify_all();
                }
                State::Leaves(what) => {
                    let (worker, ending) = what.map(Handed::take).unwrap_or_else(|| unreachable!("it is taken once"));
                    // SAFETY: the worker waits until its state is another one.
                    let worker = unsafe { &mut *worker };
                    self.add(std::mem::take(&mut *worker.tally));
                    let turn = match self.after_rounds(&mut worker.block, &worker.runner, ending)? {
                        Rounds::Ended => Turn::Ended,
                        Rounds::GoOn(first) => self.run_warps(&mut worker.block, first)?,
                    };
                    crew.has_answered(self.counters.warp_instructions);
                    if turn == Turn::Ended {
                        self.give_roots(function, &mut worker.block);
                        board.places()[number].state = State::Working;
                        board.workers.notify_all();
                        self.machine.stats.blocks_of_workers += 1;
                        self.count_block()?;
                        return Ok(FirstTurn::Ended);
                    }
                    crew.close();
                    robbed = Some(turn);
                    board.places()[number].state = State::Robbed;
                    board.workers.notify_all();
                }
                State::Done(legacy) => {
                    crew.is_gone[number] = true;
                    let legacy = *legacy.take();
                    if let Some(panic) = legacy.panic {
                        resume_unwind(panic);
                    }
                    let Some(turn) = robbed else {
                        self.retire(legacy.worker);
                        continue;
                    };
                    self.machine.shared_memory.merge(legacy.worker.shared);
                    return Ok(FirstTurn::Left(legacy.worker.block, turn));
                }
                State::Gone => unreachable!("a worker that is gone was seen to go"),
            }
        }
    }

    fn add(&mut self, tally: Tally) {
        self.counters += tally.counters;
        self.effects += tally.effects;
    }

    /// Calls a helper for a worker, which waits.
    fn answer(&mut self, (helper, pc, mask): Call, context: *mut Context) -> Result<(), Stop> {
        // SAFETY: the worker has handed over its context, with all that it points to.
        unsafe {
            let (counters, total_effects, desk) = ((*context).counters, (*context).total_effects, (*context).desk);
            self.add(Tally { counters: std::mem::take(&mut *counters), effects: std::mem::take(&mut *total_effects) });
            let c = &mut *context;
            (c.counters, c.total_effects) = (&raw mut self.counters, &raw mut self.effects);
            (c.desk, c.engine) = (std::ptr::null(), (&raw mut *self).cast());
            HELPERS[helper](context, pc, mask);
            let c = &mut *context;
            (c.counters, c.total_effects, c.desk, c.engine) = (counters, total_effects, desk, std::ptr::null_mut());
            if c.stopped == 0 { Ok(()) } else { Err(self.stopped()) }
        }
    }

    /// The launch has ended: takes back what workers have.
    pub(crate) fn dismiss(&mut self, crew: Crew) {
        crew.end();
        for number in 0..crew.is_gone.len() {
            if let Some(worker) = crew.dismiss(number) {
                self.retire(worker);
            }
        }
    }

    /// Takes back what a worker has.
    fn retire(&mut self, worker: Worker) {
        self.machine.shared_memory.merge(worker.shared);
        self.recycle(worker.block);
    }
}
