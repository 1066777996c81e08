//! What the threads of a launch share: what coordinator and workers tell one another.
//!
//! One lock holds all that is told. Whoever finds something of another's there may use it until its state says otherwise:
//! that is what makes [`Handed`] sound.

use crate::jit::runtime::abi::{Context, HelperCall};
use crate::jit::runtime::block_loop::BlockLoopExit;
use crate::launch::Counters;
use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How often the coordinator looks for news before it goes to sleep: some ten microseconds.
const LOOKS: u32 = 300;

/// What a block, or the rest of one, has counted.
#[derive(Clone, Copy, Default)]
pub(super) struct BlockCounts {
    pub(super) counters: Counters,
    pub(super) effects: u64,
}

/// Something that only one thread uses at a time.
pub(super) struct Handed<T>(pub(crate) T);

// SAFETY: whoever hands it over stops using it, and what it points to, until it comes back; both happen under a lock.
unsafe impl<T> Send for Handed<T> {}

impl<T> Handed<T> {
    pub(super) fn take(self) -> T {
        self.0
    }
}

/// What a worker leaves behind.
pub(super) struct JoinResult<W> {
    pub(super) worker: W,
    pub(super) panic: Option<Box<dyn Any + Send>>,
}

pub(super) enum State<W> {
    /// Its thread takes it and begins, if it comes to that.
    Queued(Handed<Box<W>>),
    Working,
    Calling(HelperCall, Handed<*mut Context>),
    /// The block loop ended so; the coordinator goes on with it.
    Exited(Option<Handed<(*mut W, BlockLoopExit)>>),
    /// The coordinator keeps the block.
    Reclaimed,
    Finished(Handed<Box<JoinResult<W>>>),
    /// Its result has been taken, or it was never spawned.
    Joined,
}

/// What coordinator and worker tell one another.
pub(super) struct WorkerSlot<W> {
    /// Blocks that ended, in order.
    pub(super) ended: Vec<BlockCounts>,
    pub(super) state: State<W>,
}

/// Where all meet; workers are `W`.
pub(super) struct SharedState<W> {
    slots: Mutex<Vec<WorkerSlot<W>>>,
    pub(super) coordinator: Condvar,
    pub(super) workers: Condvar,
    /// No more blocks are begun.
    pub(super) is_closing: AtomicBool,
    /// The launch has ended.
    pub(super) is_over: AtomicBool,
    /// Those who wait: workers tell of each block.
    pub(super) waiting: AtomicU32,
    /// Grows with everything the coordinator is told.
    news: AtomicU32,
}

impl<W> SharedState<W> {
    pub(super) fn slots(&self) -> MutexGuard<'_, Vec<WorkerSlot<W>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody has been spawned.
    pub(super) fn new(workers: usize) -> SharedState<W> {
        let slot = || WorkerSlot { ended: Vec::new(), state: State::Joined };
        SharedState {
            slots: Mutex::new((0..workers).map(|_| slot()).collect()),
            coordinator: Condvar::new(),
            workers: Condvar::new(),
            is_closing: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            waiting: AtomicU32::new(0),
            news: AtomicU32::new(0),
        }
    }

    /// A worker that has not begun, which does now. The launch may have ended without it.
    pub(super) fn start(&self, number: usize) -> Option<Box<W>> {
        let state = &mut self.slots()[number].state;
        match std::mem::replace(state, State::Working) {
            State::Queued(worker) => Some(worker.take()),
            other => {
                *state = other;
                None
            }
        }
    }

    /// The coordinator has something to look at, which was written under the lock that the caller still holds.
    pub(super) fn tell_coordinator(&self) {
        self.news.fetch_add(1, Ordering::Relaxed);
        self.coordinator.notify_one();
    }

    /// Waits until somebody tells the coordinator something.
    pub(super) fn wait_for_news<'a>(&'a self, slots: MutexGuard<'a, Vec<WorkerSlot<W>>>) -> MutexGuard<'a, Vec<WorkerSlot<W>>> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let seen = self.news.load(Ordering::Relaxed);
        drop(slots);
        // News mostly come sooner than a thread that sleeps is woken.
        for _ in 0..LOOKS {
            if self.news.load(Ordering::Relaxed) != seen {
                break;
            }
            std::hint::spin_loop();
        }
        let mut slots = self.slots();
        while self.news.load(Ordering::Relaxed) == seen {
            slots = self.coordinator.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_of_a_launch_that_is_over_does_not_begin() {
        let shared_state = SharedState::<()>::new(2);
        assert!(shared_state.start(1).is_none());
        // Whoever waits for the end of all work need not wait for this one.
        assert!(matches!(shared_state.slots()[1].state, State::Joined));
    }
}
