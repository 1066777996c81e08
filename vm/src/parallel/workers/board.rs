//! The board of a crew: what conductor and workers tell one another.
//!
//! One lock holds all that is told. Whoever finds something of another's there may use it until its state says otherwise:
//! that is what makes [`Handed`] sound.

use super::{Legacy, Worker};
use crate::jit::runtime::abi::Context;
use crate::jit::runtime::turns::Ending;
use crate::launch::Counters;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How often the conductor looks for news before it goes to sleep: some ten microseconds.
const LOOKS: u32 = 300;

/// What a block, or the rest of one, has counted.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) counters: Counters,
    pub(super) effects: u64,
}

/// A call of a helper: number, operation, lanes.
pub(super) type Call = (usize, u32, u32);

/// Something that only one thread uses at a time.
pub(super) struct Handed<T>(pub(crate) T);

// SAFETY: whoever hands it over stops using it, and what it points to, until it comes back; both happen under a lock.
unsafe impl<T> Send for Handed<T> {}

impl<T> Handed<T> {
    pub(super) fn take(self) -> T {
        self.0
    }
}

pub(super) enum State {
    /// Its thread takes it and begins, if it comes to that.
    Hired(Handed<Box<Worker>>),
    Working,
    Asks(Call, Handed<*mut Context>),
    /// Rounds of its block ended so; the conductor goes on with it.
    Leaves(Option<Handed<(*mut Worker, Ending)>>),
    /// The conductor keeps the block.
    Robbed,
    Done(Handed<Box<Legacy>>),
    /// Its legacy has been taken, or there never was one.
    Gone,
}

/// What conductor and worker tell one another.
pub(super) struct Place {
    /// Blocks that ended, in order.
    pub(super) ended: Vec<Tally>,
    pub(super) state: State,
}

/// Where all meet.
pub(super) struct Board {
    places: Mutex<Vec<Place>>,
    pub(super) conductor: Condvar,
    pub(super) workers: Condvar,
    /// No more blocks are begun.
    pub(super) is_closing: AtomicBool,
    /// The launch has ended.
    pub(super) is_over: AtomicBool,
    /// Those who wait: workers tell of each block.
    pub(super) waiting: AtomicU32,
    /// Grows with everything the conductor is told.
    news: AtomicU32,
}

impl Board {
    pub(super) fn places(&self) -> MutexGuard<'_, Vec<Place>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody has been hired.
    pub(super) fn new(workers: usize) -> Board {
        let place = || Place { ended: Vec::new(), state: State::Gone };
        Board {
            places: Mutex::new((0..workers).map(|_| place()).collect()),
            conductor: Condvar::new(),
            workers: Condvar::new(),
            is_closing: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            waiting: AtomicU32::new(0),
            news: AtomicU32::new(0),
        }
    }

    /// A worker that has not begun, which does now. The launch may have ended without it.
    pub(super) fn start(&self, number: usize) -> Option<Box<Worker>> {
        let state = &mut self.places()[number].state;
        match std::mem::replace(state, State::Working) {
            State::Hired(worker) => Some(worker.take()),
            other => {
                *state = other;
                None
            }
        }
    }

    /// The conductor has something to look at, which was written under the lock that the caller still holds.
    pub(super) fn tell_conductor(&self) {
        self.news.fetch_add(1, Ordering::Relaxed);
        self.conductor.notify_one();
    }

    /// Waits until somebody tells the conductor something.
    pub(super) fn wait_for_news<'a>(&'a self, places: MutexGuard<'a, Vec<Place>>) -> MutexGuard<'a, Vec<Place>> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let seen = self.news.load(Ordering::Relaxed);
        drop(places);
        // News mostly come sooner than a thread that sleeps is woken.
        for _ in 0..LOOKS {
            if self.news.load(Ordering::Relaxed) != seen {
                break;
            }
            std::hint::spin_loop();
        }
        let mut places = self.places();
        while self.news.load(Ordering::Relaxed) == seen {
            places = self.conductor.wait(places).unwrap_or_else(PoisonError::into_inner);
        }
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_of_a_launch_that_is_over_does_not_begin() {
        let board = Board::new(2);
        assert!(board.start(1).is_none());
        // Whoever waits for the end of all work need not wait for this one.
        assert!(matches!(board.places()[1].state, State::Gone));
    }
}
