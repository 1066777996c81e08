//! Launches whose threads all spin, for what others than they do after them.
//!
//! **What.** A launch runs when it is its turn, to its end. One that cannot go on, since all its threads look at a flag that nobody sets,
//! is left as it is: the host, a host function, a copy or a kernel of another stream may set it. The host's program goes on, and so do the
//! launches that wait, one after the other, at calls of the runtime and after time slices of host code, so often that they take no more
//! time than that. What their streams are given meanwhile comes after them.
//! **Invariant.** Where the host waits for a launch that waits, all of them go on as long as one does something; then that one must end.
//! If it does not, that is the finding that it makes no progress.
//! **May miss.** Where somebody counts accesses or looks for races, or the order of threads is tried, one launch is looked at at a time: so
//! one that waits must end before another kernel runs. Of two cooperative launches likewise.
//! **Source.** CUDA C++ Programming Guide, "Asynchronous Concurrent Execution": a launch returns before the kernel has run, and kernels of
//! different streams may run at the same time.

use super::dynamic::DeviceLaunches;
use super::function::{LaunchParts, Started, conclude};
use super::operations::{Performed, Submitted};
use crate::call::Stop;
use crate::config::Order;
use crate::decode::externs::{lets_others_run, may_wait};
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

/// Most launches that wait at the same time; a device runs 128, and then they would wait for one to end.
const MOST: usize = 1 << 14;

/// Functions that ask whether something is over, and do nothing.
const POLLS: &[&str] = &["cudaStreamQuery", "cudaEventQuery"];

/// Of a launch that waits, what the runtime knows.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) ticket: Ticket,
    pub(super) launch: LaunchParts,
    pub(super) started: Started,
    pub(super) is_cooperative: bool,
    /// What it has launched.
    pub(super) launches: DeviceLaunches,
    /// The call that launched it.
    pub(super) trace: Trace,
}

impl CallContext<'_, '_> {
    /// A call of the host is the next chance for launches that wait, and for what comes after them.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn resume_waiting(&mut self) -> Result<(), Stop> {
        let is_poll = !self.core.waiting.is_empty() && POLLS.contains(&self.function);
        self.state.cuda.has_polled |= is_poll;
        let how = if is_poll { Resume::Polled } else { Resume::Acted };
        self.resume_in_turn(how, CALL, true)
    }

    /// So is a time slice of host code. No function of the host is called there.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn resume_after_slice(&mut self) -> Result<(), Stop> {
        // A loop that only asks does nothing else.
        if std::mem::take(&mut self.state.cuda.has_polled) {
            return Ok(());
        }
        self.resume_in_turn(Resume::Acted, SLICE, false)
    }

    fn resume_in_turn(&mut self, how: Resume, passed: u64, may_call: bool) -> Result<(), Stop> {
        if self.thread.is_some() {
            return Ok(());
        }
        if self.core.waiting.is_empty() {
            return self.run_queued(0, may_call).map(|_| ());
        }
        self.core.waiting_rests = self.core.waiting_rests.saturating_sub(passed);
        if self.core.waiting_rests > 0 {
            return Ok(());
        }
        if how == Resume::Polled {
            self.machine.awaited = Some(Awaited::Call(self.place()));
        }
        let resumed = self.resume_all(how, may_call);
        self.machine.awaited = None;
        resumed
    }

    /// All launches that wait go on, as long as one of several does something, which another may wait for.
    fn resume_all(&mut self, how: Resume, may_call: bool) -> Result<(), Stop> {
        loop {
            let mut has_acted = false;
            for _ in 0..self.core.waiting.len() {
                has_acted |= self.resume(how, may_call)?;
            }
            if !has_acted || self.core.waiting.len() < 2 {
                return Ok(());
            }
        }
    }

    /// Whether a kernel may run beside the launches that wait.
    pub(super) fn may_run_beside(&self) -> bool {
        let cuda = &self.state.cuda;
        if cuda.waiting.is_empty() {
            return true;
        }
        let are_cooperative = cuda.is_cooperative && cuda.waiting.iter().any(|waiting| waiting.is_cooperative);
        let is_looked_at = !self.machine.sinks.is_empty() || self.machine.config.order != Order::Fixed;
        self.thread.is_none() && !is_looked_at && !are_cooperative && cuda.waiting.len() < MOST
    }

    /// The launches that wait end, and what comes after them: nobody else does anything before they have.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn end_waiting(&mut self) -> Result<(), Stop> {
        self.end_all_waiting(|host| Awaited::Call(host.place()))
    }

    /// The same, for this reason.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn end_all_waiting(&mut self, why: impl Fn(&Self) -> Awaited) -> Result<(), Stop> {
        self.end_waiting_for(why, |host| host.state.cuda.waiting.front().map(|waiting| waiting.ticket.number))
    }

    /// The host waits for an operation: so launches that wait end, if that comes after them.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn end_waiting_before(&mut self, submitted: Submitted) -> Result<(), Stop> {
        self.end_waiting_for(|host| Awaited::Call(host.place()), |host| host.state.cuda.device.holder(submitted))
    }

    /// The same of a stream.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn end_waiting_of_stream(&mut self, stream: u64) -> Result<(), Stop> {
        self.end_waiting_for(|host| Awaited::Call(host.place()), |host| host.state.cuda.device.holder_of_stream(stream))
    }

    /// The launches that wait end which `holder` tells one after the other, each by the number of its operation.
    fn end_waiting_for(&mut self, why: impl Fn(&Self) -> Awaited, holder: impl Fn(&Self) -> Option<u64>) -> Result<(), Stop> {
        if self.thread.is_some() {
            return Ok(());
        }
        // Another thread of the host may do what they wait for; and any wait for the device is a time in which others run, before this
        // one knows that it is over.
        if may_wait(self.function) && self.core.threads.others_may_run() {
            let turn = match holder(self) {
                Some(_) => Some(EACH_TURN),
                None => (lets_others_run(self.function) && !self.core.threads.has_given_way()).then_some(0),
            };
            if turn.is_some() {
                self.wait(0, turn, "for a kernel");
                return Err(Stop::Again);
            }
        }
        while holder(self).is_some() {
            if self.core.waiting.len() > 1 {
                self.resume_all(Resume::Acted, true)?;
            }
            let Some(number) = holder(self) else { break };
            let place = self.state.cuda.waiting.iter().position(|waiting| waiting.ticket.number == number).unwrap_or(0);
            self.state.cuda.waiting.rotate_left(place);
            self.core.waiting.rotate_left(place);
            self.machine.awaited = Some(why(self));
            self.resume(Resume::End, true)?;
            self.machine.awaited = None;
            let cuda = &mut self.state.cuda;
            cuda.lost_in_call |= cuda.lost != 0;
        }
        self.run_queued(0, true).map(|_| ())
    }

    /// The first launch that waits goes on; whether it does something.
    fn resume(&mut self, how: Resume, may_call: bool) -> Result<bool, Stop> {
        let Some(mut waiting) = self.state.cuda.waiting.pop_front() else { return Ok(false) };
        let mut launcher = self.called_at(waiting.trace.clone(), self.function, self.is_unread);
        let cuda = &mut launcher.state.cuda;
        let was_cooperative = std::mem::replace(&mut cuda.is_cooperative, waiting.is_cooperative);
        cuda.device_launches = std::mem::take(&mut waiting.launches);
        waiting.started.ended = launcher.machine.ended_launches;
        let resumed = exec::resume(&mut launcher.execution(), how);
        let cuda = &mut launcher.state.cuda;
        cuda.is_cooperative = was_cooperative;
        let (ended, has_acted) = resumed?;
        let Some(error) = ended else {
            waiting.launches = std::mem::take(&mut cuda.device_launches);
            cuda.waiting.push_back(waiting);
            return Ok(has_acted);
        };
        let Waiting { ticket, launch, started, .. } = waiting;
        let Performed { error, transfer } = conclude(&mut launcher, error, started, launch)?;
        launcher.launched_unseen(error);
        match transfer {
            Some(transfer) => _ = launcher.completed(ticket, transfer),
            None => launcher.state.cuda.device.withdraw(ticket),
        }
        self.run_queued(0, may_call)?;
        Ok(true)
    }
}
