//! Host threads: coroutines on one thread of the process.
//!
//! *What.* A host thread is a warp of one lane with a stack of its own. One runs at a time. It stops where it waits (`OpKind::CallWaiting`)
//! and where it has had its time slices, at a back edge; then the next one that can run does: in the order in which they were made, or,
//! with a seed, in one that follows from it. Time is that of the modelled clock: instructions and what was slept, whatever clock the
//! program is shown.
//!
//! *Invariant.* The thread that runs on the process's stack (`main`, or one in a function that a runtime function called) is left where
//! it is while others run on top of it: [`Engine::let_others_run`]. All others only have activations, so that they can be left
//! anywhere: while one of them runs, compiled code makes no calls itself ([`super::core::Core::stack_limit`]).
//!
//! *Cost.* A program that makes no thread pays nothing: no operation of it waits.

use super::barrier::BlockBarriers;
use super::engine::Engine;
use super::executor::{Pause, Running};
use super::warp::{Activation, NOBODY, Warp};
use crate::call::Stop;
use crate::finding::{HostThreadSite, HostWait, Place};
use crate::machine::Machine;
use crate::report::threads as report;
use crate::seed::mix;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Time slices that a thread has before it is another one's turn.
const SLICES: u32 = 16;

/// Back edges that a slice after one that ended at a call is shorter at most.
const MOST_LOST: u32 = 61;

/// Where a thread goes on that is not on the process's stack.
struct Flow {
    warp: Warp<1>,
    barriers: BlockBarriers,
    run: Running<1>,
}

/// What a thread does.
#[derive(Clone, Debug)]
pub(crate) enum Doing {
    /// It could run.
    Ready,
    /// It waits for somebody to wake those who wait on `on`, until this moment.
    Waiting(HostWait),
    /// It has ended.
    Ended,
}

/// A host thread.
struct HostThread {
    doing: Doing,
    flow: Option<Box<Flow>>,
    /// Where it starts, if it has not: function and argument.
    start: Option<(u32, u64)>,
    stack: usize,
    /// Its last wait ended because its time was over.
    has_timed_out: bool,
    /// `cudaGetLastError`'s answer, while it does not run.
    last_error: i32,
    site: Option<Arc<HostThreadSite>>,
}

impl HostThread {
    fn new(stack: usize, start: Option<(u32, u64)>, site: Option<Arc<HostThreadSite>>) -> HostThread {
        HostThread { doing: Doing::Ready, flow: None, start, stack, has_timed_out: false, last_error: 0, site }
    }

    /// It could be run on top of the one that runs.
    fn is_free(&self) -> bool {
        self.flow.is_some() || self.start.is_some()
    }
}

/// The host's threads.
pub(crate) struct HostThreads {
    /// Those that have not ended, by number in the order in which they were made; 0 is `main`'s.
    list: BTreeMap<u64, HostThread>,
    current: u64,
    /// The one that last had its turn.
    last: u64,
    made: u64,
    /// The one that runs is to let others run, at the next chance.
    pub(crate) is_due: bool,
    /// Time slices that it has left.
    slices: u32,
    /// Time slices in a row in a loop that nobody is there to end.
    pub(crate) spun: u32,
    /// See `slice_lost_to_call`.
    lost: u32,
    drawn: u64,
}

impl Default for HostThreads {
    fn default() -> HostThreads {
        let list = BTreeMap::from([(0, HostThread::new(0, None, None))]);
        HostThreads { list, current: 0, last: 0, made: 0, is_due: false, slices: SLICES, spun: 0, lost: 0, drawn: 0 }
    }
}

impl HostThreads {
    /// There are others than the one that runs.
    pub(crate) fn are_many(&self) -> bool {
        self.list.len() > 1
    }

    /// The number of the one that runs.
    pub(crate) fn current(&self) -> u64 {
        self.current
    }

    fn here(&mut self) -> &mut HostThread {
        self.list.entry(self.current).or_insert_with(|| HostThread::new(0, None, None))
    }

    /// A time slice is over; `spins` if nothing but another thread ends the loop.
    pub(crate) fn end_slice(&mut self, spins: bool) {
        if self.are_many() {
            self.slices = self.slices.saturating_sub(1);
            self.is_due |= spins || self.slices == 0;
        }
    }

    /// A time slice ended at a call, but only back edges give others their turn: by how many the next one is shorter. That
    /// changes, so that a loop with calls cannot always end its slices at one of these. Others are threads of the host, and launches that
    /// wait.
    pub(crate) fn slice_lost_to_call(&mut self, launches_wait: bool) -> u32 {
        if !launches_wait && !self.are_many() {
            return 0;
        }
        self.lost = (self.lost + 1) % MOST_LOST;
        self.lost
    }

    /// An operation at which threads wait is over: others may run, and must if this one waits or has ended.
    pub(crate) fn end_call(&mut self) {
        self.is_due |= self.are_many() || !matches!(self.here().doing, Doing::Ready);
    }

    /// Whether the last wait of the one that runs ended because its time was over.
    pub(crate) fn has_timed_out(&mut self) -> bool {
        self.here().has_timed_out
    }

    /// Whether the one that runs has just had a wait that ended by itself; said once.
    pub(crate) fn has_given_way(&mut self) -> bool {
        std::mem::take(&mut self.here().has_timed_out)
    }

    /// Whether another one can run, now or after some time.
    pub(crate) fn others_may_run(&self) -> bool {
        let may_run = |thread: &HostThread| matches!(thread.doing, Doing::Ready | Doing::Waiting(HostWait { until: Some(_), .. }));
        self.list.iter().any(|(&number, thread)| number != self.current && thread.is_free() && may_run(thread))
    }

    /// The one that runs waits.
    pub(crate) fn wait(&mut self, wait: HostWait) {
        let here = self.here();
        (here.has_timed_out, here.doing) = (false, Doing::Waiting(wait));
    }

    /// The one that runs has ended.
    pub(crate) fn end(&mut self) {
        self.here().doing = Doing::Ended;
    }

    /// Threads that wait on this address can run again: that many at most, those first that were made first. How many.
    pub(crate) fn wake(&mut self, on: u64, most: usize) -> usize {
        let waits = |thread: &&mut HostThread| matches!(&thread.doing, Doing::Waiting(wait) if wait.on == on);
        let woken = self.list.values_mut().filter(waits).take(most);
        woken.map(|thread| thread.doing = Doing::Ready).count()
    }
}

impl HostThreads {
    /// Makes a host thread that calls a function with an argument; its number, if there is room for it.
    pub(crate) fn make(&mut self, machine: &mut Machine, function: u32, argument: u64, place: Option<Place>) -> Option<u64> {
        let stack = machine.memory.new_stack();
        machine.end_when_full();
        let stack = stack?;
        self.made += 1;
        let site = Some(Arc::new(HostThreadSite { number: self.made, place }));
        self.list.insert(self.made, HostThread::new(stack, Some((function, argument)), site));
        Some(self.made)
    }
}

impl Engine<'_, '_, 1> {
    /// The number of the thread whose turn it is: one that may run on top of `me`, or `me`.
    ///
    /// # Errors
    /// Nobody can run any more.
    fn next_thread(&mut self, me: u64) -> Result<u64, Stop> {
        loop {
            let now = self.machine.passed_ns();
            let threads = &mut self.core.threads;
            let (mut next_moment, mut ready) = (None, Vec::new());
            for (&number, thread) in &mut threads.list {
                let may_run = number == me || thread.is_free();
                if let Doing::Waiting(HostWait { until: Some(until), .. }) = thread.doing {
                    if until <= now {
                        (thread.doing, thread.has_timed_out) = (Doing::Ready, true);
                    } else if may_run {
                        next_moment = Some(next_moment.map_or(until, |moment: u64| moment.min(until)));
                    }
                }
                if may_run && matches!(thread.doing, Doing::Ready) {
                    ready.push(number);
                }
            }
            let after_last = ready.iter().position(|&number| number > threads.last).unwrap_or(0);
            let index = match self.machine.config.seed {
                None | Some(0) => after_last,
                Some(seed) => {
                    threads.drawn += 1;
                    mix(seed ^ mix(threads.drawn)).checked_rem(ready.len() as u64).unwrap_or(0) as usize
                }
            };
            if let Some(&number) = ready.get(index) {
                (threads.last, threads.slices, threads.is_due) = (number, SLICES, false);
                return Ok(number);
            }
            let Some(moment) = next_moment else { break };
            self.machine.slept = self.machine.slept.saturating_add(moment - now);
        }
        let is_ready = |thread: &HostThread| matches!(thread.doing, Doing::Ready);
        let waiting = |thread: &HostThread| match &thread.doing {
            Doing::Waiting(wait) => Some((thread.site.clone(), wait.clone())),
            _ => None,
        };
        let list: Vec<_> = self.core.threads.list.values().filter_map(waiting).collect();
        let is_nested = self.core.threads.list.values().any(is_ready);
        self.machine.findings.set_host_thread(None);
        let finding = if is_nested { report::waits_in_callback(self.machine, &list) } else { report::deadlock(self.machine, &list) };
        self.machine.findings.report(finding);
        Err(Stop::Fault(1))
    }

    /// Another thread is the one that runs.
    fn switch_to(&mut self, number: u64) {
        let Some(next) = self.core.threads.list.get(&number) else { return };
        self.machine.memory.use_stack(next.stack);
        self.machine.findings.set_host_thread(next.site.clone());
        let error = self.runtime.swap_last_error(next.last_error);
        self.core.threads.here().last_error = error;
        self.core.threads.current = number;
    }
}

impl Engine<'_, '_, 1> {
    /// The thread that runs waits, or has had its time slices: others run until it is its turn again.
    ///
    /// # Errors
    /// The program ends, or nobody can run any more.
    pub(crate) fn let_others_run(&mut self) -> Result<(), Stop> {
        let me = self.core.threads.current;
        let (bottom, stack_limit) = (self.bottom, self.core.stack_limit);
        loop {
            self.machine.stats.host_instructions = self.counters.warp_instructions;
            let next = self.next_thread(me)?;
            self.switch_to(next);
            if next == me {
                break;
            }
            (self.bottom, self.core.stack_limit) = (NOBODY, usize::MAX);
            self.run_thread()?;
        }
        (self.bottom, self.core.stack_limit) = (bottom, stack_limit);
        Ok(())
    }

    /// Runs a thread until it waits, has had its time slices, or has ended.
    fn run_thread(&mut self) -> Result<(), Stop> {
        let thread = self.core.threads.here();
        let mut flow = match (thread.flow.take(), thread.start.take()) {
            (Some(flow), _) => flow,
            (None, Some((function, argument))) => Box::new(self.start_thread(function, argument)?),
            (None, None) => return Ok(()),
        };
        let executor = self.core.executor;
        loop {
            let pause = executor.run_host(self, &mut flow.warp, &mut flow.barriers, &mut flow.run)?;
            let threads = &mut self.core.threads;
            if pause == Pause::Ended || matches!(threads.here().doing, Doing::Ended) {
                self.finish_thread(*flow);
                return Ok(());
            }
            if threads.is_due {
                threads.here().flow = Some(flow);
                return Ok(());
            }
        }
    }

    /// The first activation of a thread, which is the one that runs.
    fn start_thread(&mut self, function: u32, argument: u64) -> Result<Flow, Stop> {
        let mut warp = Warp::new(0, 1);
        let (activation, code) = self.first_activation(&mut warp, function, &[argument])?;
        let registers = warp.activation(activation).registers;
        let run = Running { activation, code, registers, pc: 0, mask: 1 };
        Ok(Flow { warp, barriers: BlockBarriers::new([0; 3], 0, Vec::new(), 1), run })
    }

    /// The thread that runs has ended: its frames are no more. Whoever is next takes its own stack.
    fn finish_thread(&mut self, flow: Flow) {
        for activation in flow.warp.activations.into_iter().flatten() {
            self.store.recycle(activation);
        }
        self.pop_host_frames(self.machine.memory.stack_end());
        let number = self.core.threads.current;
        self.switch_to(0);
        if let Some(thread) = self.core.threads.list.remove(&number) {
            self.machine.memory.free_stack(thread.stack);
        }
    }
}

impl Engine<'_, '_, 1> {
    /// The activation of a function that nobody of the program called, with its frame on the stack.
    ///
    /// # Errors
    /// Its variables do not fit.
    pub(super) fn first_activation(
        &mut self,
        warp: &mut Warp<1>,
        id: u32,
        args: &[u64],
    ) -> Result<(u32, std::rc::Rc<crate::decode::code::DecodedFunction<1>>), Stop> {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, id);
        let mut file = self.store.file(&code);
        let registers = file.registers::<1>();
        for (&(to, width), &bits) in code.params.iter().zip(args) {
            registers.set_bits(to, width, 0, bits);
        }
        let top = self.machine.memory.host_stack_top;
        let fits = |&base: &u64| base >= self.machine.memory.lowest_frame();
        let Some(local_base) = top.checked_sub(code.frame).filter(fits) else {
            return Err(self.frame_too_large(id, code.frame));
        };
        self.push_host_frame(local_base, &code);
        let activation =
            Activation { code: code.clone(), file, registers, parent: NOBODY, call_pc: 0, local_base, depth: 0, stack: 0, users: 1 };
        let activation = warp.add_activation(activation);
        self.is_hot(&code, 0, true);
        Ok((activation, code))
    }
}
