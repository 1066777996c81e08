//! Who may begin: so many jobs at once, so many that wait, and a line of its own for checks, so that typing waits neither for
//! somebody's run nor for a queue of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::job::Kind;

/// Most jobs that wait in a line.
pub(super) const MOST_WAITING: usize = 200;

/// The jobs that run and wait.
pub(super) struct Queue {
    runs: Line,
    checks: Line,
}

/// Jobs of one sort: so many run, the others wait.
#[derive(Clone)]
struct Line {
    semaphore: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// A place among those that wait, until it is dropped.
pub(super) struct Ticket {
    line: Line,
    /// How many were there before.
    pub(super) ahead: usize,
}

impl Queue {
    /// So many runs at once, and as many checks: with fewer, a class that types would wait for one processor while others are idle.
    pub(super) fn new(jobs: usize) -> Queue {
        let line = || Line { semaphore: Arc::new(Semaphore::new(jobs)), waiting: Arc::default() };
        Queue { runs: line(), checks: line() }
    }

    /// A place in the queue; `None` if it is full.
    pub(super) fn ticket(&self, kind: Kind) -> Option<Ticket> {
        let line = if kind == Kind::Check { self.checks.clone() } else { self.runs.clone() };
        let ahead = line.waiting.fetch_add(1, Ordering::SeqCst);
        let ticket = Ticket { line, ahead };
        (ahead < MOST_WAITING).then_some(ticket)
    }
}

impl Ticket {
    /// Waits for its turn.
    pub(super) async fn turn(self) -> Option<OwnedSemaphorePermit> {
        self.line.semaphore.clone().acquire_owned().await.ok()
    }

    /// Whether it would wait.
    pub(super) fn waits(&self) -> bool {
        self.line.semaphore.available_permits() == 0
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.line.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_have_a_line_of_their_own() {
        let queue = Queue::new(2);
        let runs: Vec<_> = (0..MOST_WAITING).map(|_| queue.ticket(Kind::Run).expect("a place")).collect();
        assert!(queue.ticket(Kind::Profile).is_none(), "the line of runs is full");
        let check = queue.ticket(Kind::Check).expect("the line of checks is not");
        assert_eq!((runs.last().expect("one").ahead, check.ahead), (MOST_WAITING - 1, 0));
        drop(runs);
        assert_eq!(queue.ticket(Kind::Run).expect("a place").ahead, 0);
    }
}
