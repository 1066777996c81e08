//! A launch whose threads all spin, for what others than they do after it.
//!
//! **What.** A launch runs when it is its turn, to its end. One that cannot go on, since all its threads look at a flag that nobody sets,
//! is left as it is: the host, a host function or a copy of another stream may set it. The host's program goes on, and so does the
//! launch at calls of the runtime and after time slices of host code, so often that it takes no more time than that. What its stream is
//! given meanwhile comes after it.
//! **Invariant.** One launch waits at a time: before another kernel runs, and where the host waits for it, it must end. If it does not,
//! that is the finding that it makes no progress.
//! **May miss.** Two kernels in two streams that wait for one another run at once on a device; here the first does not end.
//! **Source.** CUDA C++ Programming Guide, "Asynchronous Concurrent Execution": a launch returns before the kernel has run.

use super::function::{LaunchParts, Started, conclude};
use super::operations::{Performed, Submitted};
use crate::call::Stop;
use crate::decode::externs::lets_others_run;
use crate::exec::device_scheduler::Ticket;
use crate::exec::{self, Resume};
use crate::machine::Awaited;
use crate::memory::Trace;
use crate::runtime::CallContext;

/// Instructions that a call of the runtime, and a time slice of host code, count for.
const CALL: u64 = 1000;
const SLICE: u64 = 4096;

/// Nanoseconds on the modelled clock that a thread waits for a launch, before it looks again.
const EACH_TURN: u64 = 1000;

/// Functions that ask whether something is over, and do nothing.
const POLLS: &[&str] = &["cudaStreamQuery", "cudaEventQuery"];

/// Of the launch that waits, what the runtime knows.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) ticket: Ticket,
    pub(super) launch: LaunchParts,
    pub(super) started: Started,
    pub(super) is_cooperative: bool,
    /// The call that launched it.
    pub(super) trace: Trace,
}

impl CallContext<'_, '_> {
    /// A call of the host is the next chance for the launch that waits, if there is one, and for what comes after it.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn resume_waiting(&mut self) -> Result<(), Stop> {
        let is_poll = self.core.waiting.is_some() && POLLS.contains(&self.function);
        self.state().cuda.has_polled |= is_poll;
        let how = if is_poll { Resume::Polled } else { Resume::Acted };
        self.resume_in_turn(how, CALL, true)
    }

    /// So is a time slice of host code. No function of the host is called there.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn resume_after_slice(&mut self) -> Result<(), Stop> {
        // A loop that only asks does nothing else.
        if std::mem::take(&mut self.state().cuda.has_polled) {
            return Ok(());
        }
        self.resume_in_turn(Resume::Acted, SLICE, false)
    }

    fn resume_in_turn(&mut self, how: Resume, passed: u64, may_call: bool) -> Result<(), Stop> {
        if self.thread.is_some() {
            return Ok(());
        }
        if self.core.waiting.is_none() {
            return self.run_queued(0, may_call).map(|_| ());
        }
        self.core.waiting_rests = self.core.waiting_rests.saturating_sub(passed);
        if self.core.waiting_rests > 0 {
            return Ok(());
        }
        if how == Resume::Polled {
            self.machine.awaited = Some(Awaited::Call(self.place()));
        }
        let resumed = self.resume(how, may_call);
        self.machine.awaited = None;
        resumed
    }

    /// The launch that waits ends, if there is one, and what comes after it: nobody else does anything before they have.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn end_waiting(&mut self) -> Result<(), Stop> {
        self.end_waiting_for(|host| Awaited::Call(host.place()))
    }

    /// The same, for this reason.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn end_waiting_for(&mut self, why: impl Fn(&Self) -> Awaited) -> Result<(), Stop> {
        if self.thread.is_some() {
            return Ok(());
        }
        // Another thread of the host may do what it waits for.
        if self.core.waiting.is_some() && lets_others_run(self.function) && self.core.threads.others_may_run() {
            self.wait(0, Some(EACH_TURN), "for a kernel");
            return Err(Stop::Again);
        }
        // What comes after it may wait as well.
        while self.core.waiting.is_some() {
            self.machine.awaited = Some(why(self));
            self.resume(Resume::End, true)?;
            self.machine.awaited = None;
            let cuda = &mut self.state().cuda;
            cuda.lost_in_call |= cuda.lost != 0;
        }
        self.run_queued(0, true).map(|_| ())
    }

    /// The host waits for an operation: so the launch that waits ends, if that comes after it.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn end_waiting_before(&mut self, submitted: Submitted) -> Result<(), Stop> {
        if self.state().cuda.device.is_later(submitted) { self.end_waiting() } else { Ok(()) }
    }

    fn resume(&mut self, how: Resume, may_call: bool) -> Result<(), Stop> {
        let Some(waiting) = self.state().cuda.waiting.take() else { return Ok(()) };
        let mut launcher = self.called_at(waiting.trace.clone(), self.function, self.is_unread);
        let was_cooperative = std::mem::replace(&mut launcher.state().cuda.is_cooperative, waiting.is_cooperative);
        let ended = exec::resume(&mut launcher.execution(), how);
        launcher.state().cuda.is_cooperative = was_cooperative;
        let Some(error) = ended? else {
            launcher.state().cuda.waiting = Some(waiting);
            return Ok(());
        };
        let Waiting { ticket, launch, started, .. } = waiting;
        let Performed { error, transfer } = conclude(&mut launcher, error, started, launch)?;
        launcher.launched_unseen(error);
        match transfer {
            Some(transfer) => _ = launcher.completed(ticket, transfer),
            None => launcher.state.cuda.device.withdraw(ticket),
        }
        self.run_queued(0, may_call).map(|_| ())
    }
}
