//! Who may begin: so many jobs at once, so many that wait, and a place of its own for checks, so that typing never waits
//! for somebody's run.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::job::Kind;

/// Most jobs that wait.
pub(super) const MOST_WAITING: usize = 200;

/// The jobs that run and wait.
pub(super) struct Queue {
    runs: Arc<Semaphore>,
    checks: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// A place among those that wait, until it is dropped.
pub(super) struct Ticket {
    semaphore: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// How many were there before.
    pub(super) ahead: usize,
}

impl Queue {
    /// So many jobs at once.
    pub(super) fn new(jobs: usize) -> Queue {
        Queue { runs: Arc::new(Semaphore::new(jobs)), checks: Arc::new(Semaphore::new(1)), waiting: Arc::default() }
    }

    /// A place in the queue; `None` if it is full.
    pub(super) fn ticket(&self, kind: Kind) -> Option<Ticket> {
        let semaphore = if kind == Kind::Check { self.checks.clone() } else { self.runs.clone() };
        let waiting = self.waiting.clone();
        let ahead = waiting.fetch_add(1, Ordering::SeqCst);
        let ticket = Ticket { semaphore, waiting, ahead };
        (ahead < MOST_WAITING).then_some(ticket)
    }
}

impl Ticket {
    /// Waits for its turn.
    pub(super) async fn turn(self) -> Option<OwnedSemaphorePermit> {
        self.semaphore.clone().acquire_owned().await.ok()
    }

    /// Whether it would wait.
    pub(super) fn waits(&self) -> bool {
        self.semaphore.available_permits() == 0
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}
