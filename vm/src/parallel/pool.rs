//! Host threads that wait for work between launches: to start one takes longer than a small launch.

use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that end with it.
#[derive(Default)]
pub(crate) struct Pool {
    threads: Vec<(Sender<Job>, JoinHandle<()>)>,
}

impl Pool {
    /// Gives thread `number` a job, after those that it has; whether there is such a thread. The first job for a number
    /// starts it, numbers without gaps.
    pub(crate) fn give(&mut self, number: usize, job: impl FnOnce() + Send + 'static) -> bool {
        if number == self.threads.len() {
            let (sender, jobs) = channel::<Job>();
            let thread = std::thread::Builder::new().name(format!("kern worker {number}"));
            match thread.spawn(move || jobs.into_iter().for_each(|job| job())) {
                Ok(thread) => self.threads.push((sender, thread)),
                Err(_) => return false,
            }
        }
        self.threads.get(number).is_some_and(|(jobs, _)| jobs.send(Box::new(job)).is_ok())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for (jobs, thread) in self.threads.drain(..) {
            drop(jobs);
            // Jobs catch their panics.
            drop(thread.join());
        }
    }
}
