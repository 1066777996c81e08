//! The device scheduler: what streams hold, in the order of their dependences, and which of it the host may take for done.
//!
//! *What.* A launch, copy, fill, host function or event is an operation of a stream. It comes after the one before it in its
//! stream; the default stream and the blocking ones wait for each other, and `cudaStreamWaitEvent` adds an edge (CUDA C++
//! Programming Guide, "Streams", "Default Stream"). [`DeviceScheduler::enqueue`] gives a stream an operation, [`DeviceScheduler::next`] says
//! which one may run, [`DeviceScheduler::complete`] places it on the modelled clock ([`super::timeline`]), and leaves an event of the timeline
//! where somebody keeps these. What an operation is, and who runs it, is the caller's: the CUDA runtime runs each as soon as it has been
//! given, which is one of the orders that the edges allow, and the same in every run.
//! *Invariant.* An operation is unfinished until the host has waited for it, or for one that comes after it. Memory of both
//! sides that one uses which has run and is unfinished is in [`crate::memory::Memory::in_use`].
//! *May miss.* Of more than [`MOST`] unfinished operations the oldest count as finished.
//! *Cost.* Some look-ups by stream an operation.

mod host_calls;

mod unordered;

use super::device_engines::{Cost, Span};
use super::timeline::Timeline;
use crate::finding::Place;
use crate::instrument::hazard::AccessedRange;
use crate::instrument::{TimelineEvent, TimelineLog, WorkKind};
use crate::launch::LaunchConfig;
use crate::memory::{Memory, Use};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Unfinished operations that are remembered.
const MOST: usize = 1 << 14;

/// The end of an operation that has not run when it is submitted.
const LATER: u64 = u64::MAX;

/// An operation that was submitted.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Submitted {
    pub(crate) number: u64,
    /// Nanoseconds on the modelled clock.
    pub(crate) end: u64,
}

impl Submitted {
    /// Of an operation that has not run.
    pub(crate) fn later(number: u64) -> Submitted {
        Submitted { number, end: LATER }
    }

    /// A moment in an operation.
    pub(crate) fn at(self, moment: u64) -> Submitted {
        Submitted { end: moment.min(self.end), ..self }
    }
}

/// What an operation does, for reports, and the memory of both sides that it uses.
#[derive(Clone, Default, Debug)]
pub(crate) struct Work {
    /// The operation as a user reads it: "`fill<<<1, 32>>>`".
    pub(crate) name: String,
    pub(crate) place: Option<Place>,
    pub(crate) kind: WorkKind,
    pub(crate) uses: Vec<Use>,
    /// What it does with that memory, if it is no access.
    pub(crate) does: Option<&'static str>,
    /// Device memory that it accesses, by address, where that is looked at.
    pub(crate) footprint: Vec<AccessedRange>,
    /// The launch that it is, if that uses memory of both sides.
    pub(crate) launched: Option<Box<Launched>>,
}

/// A launch, as it was submitted.
#[derive(Clone, Debug)]
pub(crate) struct Launched {
    pub(crate) kernel: u64,
    pub(crate) config: LaunchConfig,
    pub(crate) params: Vec<u8>,
    /// What it uses was read off its addresses, as far as they tell.
    pub(crate) is_looked_at: bool,
}

/// An operation that the host has not waited for.
#[derive(Clone, Debug)]
struct Unfinished {
    work: Work,
    stream: u64,
    /// Those that it comes directly after.
    after: Vec<u64>,
}

/// An operation among all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket {
    pub(crate) number: u64,
    pub(crate) stream: u64,
    /// When the host gave it to the stream.
    issued: u64,
    /// What the stream was given before.
    previous: Option<u64>,
}

/// All streams of a device.
#[derive(Clone, Debug)]
pub(crate) struct DeviceScheduler<O> {
    timeline: Timeline,
    /// By stream, what it was given that has not run.
    queues: BTreeMap<u64, VecDeque<(Ticket, O)>>,
    /// How many operations these hold.
    queued: usize,
    unfinished: BTreeMap<u64, Unfinished>,
    /// By stream, its last operation.
    last: BTreeMap<u64, u64>,
    next: u64,
    /// Operations that have begun and wait for what others do.
    waiting: BTreeSet<u64>,
    /// A function of the host is called: the number of the last operation before that.
    calling: Option<u64>,
    /// When operations ended that were not over when they were submitted.
    ends: BTreeMap<u64, u64>,
    /// There is, or was, a stream beside the default one.
    has_streams: bool,
    /// What is shown of them, where that is kept.
    pub(crate) log: Option<TimelineLog>,
}

impl<O> Default for DeviceScheduler<O> {
    fn default() -> DeviceScheduler<O> {
        DeviceScheduler {
            timeline: Timeline::default(),
            queues: BTreeMap::new(),
            queued: 0,
            unfinished: BTreeMap::new(),
            last: BTreeMap::new(),
            next: 0,
            waiting: BTreeSet::new(),
            calling: None,
            ends: BTreeMap::new(),
            has_streams: false,
            log: None,
        }
    }
}

impl<O> DeviceScheduler<O> {
    /// A stream was made.
    pub(crate) fn note_stream(&mut self) {
        self.has_streams = true;
    }

    /// Whether operations may run at the same time.
    pub(crate) fn may_overlap(&self) -> bool {
        self.has_streams
    }

    /// Gives a stream an operation: its number.
    pub(crate) fn enqueue(&mut self, memory: &mut Memory, stream: u64, operation: O) -> u64 {
        let after = self.comes_after(stream);
        let previous = self.last.get(&stream).copied();
        self.add(memory, stream, after);
        let ticket = Ticket { number: self.next, stream, issued: self.timeline.now(), previous };
        self.queues.entry(stream).or_default().push_back((ticket, operation));
        self.queued += 1;
        self.next
    }

    /// An operation has begun, and waits for what others do: what comes after it does not begin.
    pub(crate) fn waits(&mut self, ticket: Ticket) {
        self.waiting.insert(ticket.number);
    }

    /// Whether an operation has not run, or one that it comes after.
    fn is_held(&self, number: u64) -> bool {
        let fronts = self.queues.values().filter_map(|queue| Some(queue.front()?.0.number));
        // What comes before an operation has a smaller number.
        let Some(first) = self.waiting.first().copied().into_iter().chain(fronts).min() else { return false };
        let is_queued = |number: u64| self.queues.values().flatten().any(|(ticket, _)| ticket.number == number);
        self.with_before(number, first).any(|number| self.waiting.contains(&number) || is_queued(number))
    }

    /// The operation that has begun and waits, if an operation of a stream comes after one; and if it is one itself.
    pub(crate) fn holder(&self, submitted: Submitted) -> Option<u64> {
        self.with_before(submitted.number, *self.waiting.first()?).find(|number| self.waiting.contains(number))
    }

    /// The same of one of those that one waits for who waits for a stream.
    pub(crate) fn holder_of_stream(&self, stream: u64) -> Option<u64> {
        self.last_of(stream).find_map(|number| self.holder(Submitted::later(number)))
    }

    /// An operation and those that it comes after, as far back as `first`.
    fn with_before(&self, number: u64, first: u64) -> impl Iterator<Item = u64> {
        let (mut work, mut seen) = (vec![number], BTreeSet::new());
        std::iter::from_fn(move || {
            let number = work.pop()?;
            if number > first {
                let before = self.unfinished.get(&number).into_iter().flat_map(|this| &this.after);
                work.extend(before.filter(|number| seen.insert(**number)));
            }
            Some(number)
        })
    }

    /// A function of the host is called, as an operation: until it returns, only what it gives to streams itself runs. What this gives
    /// is for [`DeviceScheduler::returned`].
    pub(crate) fn calls(&mut self) -> Option<u64> {
        self.calling.replace(self.next)
    }

    /// It has returned.
    pub(crate) fn returned(&mut self, before: Option<u64>) {
        self.calling = before;
    }

    /// The last operations that one waits for who waits for a stream.
    fn last_of(&self, stream: u64) -> impl Iterator<Item = u64> {
        let is_blocking = self.timeline.is_blocking(stream);
        [Some(stream), is_blocking.then_some(0)].into_iter().flatten().filter_map(|stream| self.last.get(&stream).copied())
    }

    /// When an operation that was submitted ended, if it has.
    pub(crate) fn end(&self, submitted: Submitted) -> u64 {
        if submitted.end == LATER { self.ends.get(&submitted.number).copied().unwrap_or(0) } else { submitted.end }
    }

    /// A stream is given something that takes no time and is not shown: its number.
    pub(crate) fn note(&mut self, memory: &mut Memory, stream: u64, work: Work) -> u64 {
        let after = self.comes_after(stream);
        self.add(memory, stream, after);
        if let Some(unfinished) = self.unfinished.get_mut(&self.next) {
            unfinished.work = work;
        }
        self.next
    }

    /// The operations that what a stream is given now comes directly after.
    fn comes_after(&mut self, stream: u64) -> Vec<u64> {
        self.last.retain(|_, number| self.unfinished.contains_key(number));
        let is_before = |other: u64| other == stream || (other == 0 || stream == 0) && self.are_tied(other, stream);
        self.last.iter().filter(|(other, _)| is_before(**other)).map(|(_, &number)| number).collect()
    }

    /// The operation to run next: the first of a stream, if all that it comes after have begun; of several the one that was given first.
    pub(crate) fn next(&mut self) -> Option<(Ticket, O)> {
        let stream = self.next_stream()?;
        self.queued -= 1;
        self.queues.get_mut(&stream)?.pop_front()
    }

    /// The same, to look at.
    pub(crate) fn peek(&self) -> Option<&O> {
        self.queues.get(&self.next_stream()?)?.front().map(|(_, operation)| operation)
    }

    /// The stream whose operation is to run next.
    fn next_stream(&self) -> Option<u64> {
        if self.queued == 0 {
            return None;
        }
        let is_known = |number: u64| self.calling.is_some_and(|last| number <= last);
        let after = |number: &u64| self.unfinished.get(number).into_iter().flat_map(|this| this.after.iter().copied());
        let is_ready = |number: &u64| !is_known(*number) && !after(number).any(|before| self.is_held(before));
        let fronts = self.queues.iter().filter_map(|(&stream, queue)| Some((queue.front()?.0.number, stream)));
        fronts.filter(|(number, _)| is_ready(number)).min().map(|(_, stream)| stream)
    }

    /// Nothing that was given to the streams runs any more.
    pub(crate) fn drop_queued(&mut self) {
        (self.queued, self.queues) = (0, BTreeMap::new());
    }

    /// An operation is none: the device does not take it.
    pub(crate) fn withdraw(&mut self, Ticket { number, stream, previous, .. }: Ticket) {
        self.unfinished.remove(&number);
        self.waiting.remove(&number);
        if self.last.get(&stream) == Some(&number) {
            match previous {
                Some(previous) => _ = self.last.insert(stream, previous),
                None => _ = self.last.remove(&stream),
            }
        }
        if self.next == number {
            self.next -= 1;
        }
    }

    /// An operation has run.
    pub(crate) fn complete(&mut self, memory: &mut Memory, ticket: Ticket, cost: Cost, work: Work) -> Submitted {
        let Ticket { number, stream, issued, .. } = ticket;
        let (ready, Span { start, end }) = self.timeline.work(stream, cost);
        if self.waiting.remove(&number) || !self.ends.is_empty() {
            self.ends.insert(number, end);
            if self.ends.len() > MOST {
                self.ends.pop_first();
            }
        }
        if let Some(log) = &mut self.log {
            let (kind, name, place) = (work.kind, work.name.clone(), work.place.clone());
            let engine = cost.demand.engine();
            log.add(TimelineEvent { number, stream, engine, kind, name, place, issued, ready, start, end, after: Vec::new() });
        }
        // Somebody may have waited for it while it ran.
        if let Some(unfinished) = self.unfinished.get_mut(&number) {
            memory.start_use(number, &work.uses);
            unfinished.work = work;
        }
        Submitted { number, end }
    }

    /// Whether the default stream and another one wait for each other.
    fn are_tied(&self, one: u64, other: u64) -> bool {
        self.timeline.is_blocking(one) && self.timeline.is_blocking(other)
    }

    fn add(&mut self, memory: &mut Memory, stream: u64, after: Vec<u64>) {
        self.next += 1;
        self.unfinished.insert(self.next, Unfinished { work: Work::default(), stream, after });
        self.last.insert(stream, self.next);
        if self.unfinished.len() > MOST {
            // Of what has not run, it is still to be known what comes after it.
            let first = self.unfinished.keys().copied().find(|&number| !self.is_held(number));
            first.inspect(|number| _ = self.unfinished.remove(number)).into_iter().for_each(|number| memory.end_use(number));
        }
    }

    /// A stream goes on after an operation of another.
    pub(crate) fn stream_waits(&mut self, memory: &mut Memory, stream: u64, submitted: Submitted) {
        self.timeline.stream_waits(stream, self.end(submitted));
        if let Some(log) = &mut self.log {
            log.note_wait(stream, submitted.number);
        }
        let after = self.last.get(&stream).copied().into_iter().chain([submitted.number]);
        let after: Vec<u64> = after.filter(|number| self.unfinished.contains_key(number)).collect();
        self.add(memory, stream, after);
    }

    /// A stream was made that is not tied to the default one.
    pub(crate) fn make_independent(&mut self, stream: u64) {
        self.timeline.make_independent(stream);
    }

    /// The host waits for an operation.
    pub(crate) fn wait(&mut self, memory: &mut Memory, submitted: Submitted) {
        self.timeline.wait(self.end(submitted));
        self.finish(memory, submitted.number);
    }

    /// The host waits for all of a stream, and of the default one if they wait for each other; whether there was anything in the
    /// stream itself.
    pub(crate) fn wait_for_stream(&mut self, memory: &mut Memory, stream: u64) -> bool {
        let had_work = self.last.get(&stream).is_some_and(|number| self.unfinished.contains_key(number));
        self.timeline.wait(self.timeline.ready(stream));
        for number in self.last_of(stream).collect::<Vec<_>>() {
            self.finish(memory, number);
        }
        had_work
    }

    /// When an operation would start that a stream is given now.
    pub(crate) fn start_of(&self, stream: u64) -> u64 {
        self.timeline.start_of(stream)
    }

    /// When a part of an operation runs that is ready at a moment: a node of a graph.
    pub(crate) fn place(&mut self, ready: u64, cost: Cost) -> Span {
        self.timeline.place(ready, cost)
    }

    /// What an unfinished operation does.
    pub(crate) fn unfinished(&self, number: u64) -> Option<&Work> {
        self.unfinished.get(&number).map(|unfinished| &unfinished.work)
    }

    /// The same, to change what is known of it.
    pub(crate) fn unfinished_mut(&mut self, number: u64) -> Option<&mut Work> {
        self.unfinished.get_mut(&number).map(|unfinished| &mut unfinished.work)
    }

    /// The host waits for every stream.
    pub(crate) fn wait_for_all(&mut self, memory: &mut Memory) {
        self.timeline.wait_all();
        for number in std::mem::take(&mut self.unfinished).into_keys() {
            memory.end_use(number);
        }
        self.last.clear();
    }

    /// Asks whether an operation is over: then the host knows.
    pub(crate) fn is_over(&mut self, memory: &mut Memory, submitted: Submitted) -> bool {
        let is_over = self.timeline.is_past(self.end(submitted)) && !self.is_held(submitted.number);
        if is_over {
            self.finish(memory, submitted.number);
        }
        is_over
    }

    /// Asks whether all of a stream is over.
    pub(crate) fn is_stream_over(&mut self, memory: &mut Memory, stream: u64) -> bool {
        let end = self.timeline.end_of(stream);
        let is_over = self.timeline.is_past(end) && !self.last.get(&stream).is_some_and(|&number| self.is_held(number));
        if is_over && let Some(&number) = self.last.get(&stream) {
            self.finish(memory, number);
        }
        is_over
    }

    /// An operation is finished, and all that it came after.
    fn finish(&mut self, memory: &mut Memory, number: u64) {
        let mut work = vec![number];
        while let Some(number) = work.pop() {
            if self.is_held(number) {
                continue;
            }
            if let Some(finished) = self.unfinished.remove(&number) {
                memory.end_use(number);
                work.extend(finished.after);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::device_engines::Demand;
    use crate::memory::ArenaSizes;

    const FREE: Cost = Cost { duration: 1000, demand: Demand::None };

    /// Runs all that may run; what ran, in that order.
    fn drain(scheduler: &mut DeviceScheduler<&'static str>, memory: &mut Memory) -> Vec<&'static str> {
        let mut ran = Vec::new();
        while let Some((ticket, operation)) = scheduler.next() {
            scheduler.complete(memory, ticket, FREE, Work::default());
            ran.push(operation);
        }
        ran
    }

    #[test]
    fn operations_run_in_the_order_of_their_dependences() {
        let memory = &mut Memory::new(1 << 20, &ArenaSizes::default());
        let mut scheduler = DeviceScheduler::default();
        scheduler.note_stream();
        scheduler.enqueue(memory, 8, "copy in 8");
        scheduler.enqueue(memory, 8, "kernel in 8");
        scheduler.enqueue(memory, 16, "kernel in 16");
        assert_eq!(drain(&mut scheduler, memory), ["copy in 8", "kernel in 8", "kernel in 16"]);
        // The default stream comes after both, and they after it.
        scheduler.enqueue(memory, 16, "before");
        scheduler.enqueue(memory, 0, "default");
        scheduler.enqueue(memory, 8, "after");
        let (first, _) = scheduler.next().unwrap();
        assert_eq!(first.stream, 16);
        scheduler.complete(memory, first, FREE, Work::default());
        assert_eq!(drain(&mut scheduler, memory), ["default", "after"]);
    }

    #[test]
    fn a_stream_of_its_own_does_not_wait_for_the_default_one() {
        let memory = &mut Memory::new(1 << 20, &ArenaSizes::default());
        let mut scheduler = DeviceScheduler::default();
        scheduler.make_independent(24);
        scheduler.enqueue(memory, 0, "long");
        let (long, _) = scheduler.next().unwrap();
        let long = scheduler.complete(memory, long, Cost { duration: 1_000_000, ..FREE }, Work::default());
        scheduler.enqueue(memory, 24, "short");
        let (short, _) = scheduler.next().unwrap();
        let short = scheduler.complete(memory, short, FREE, Work::default());
        assert!(short.end < long.end);
        assert!(!scheduler.is_over(memory, long) && scheduler.is_over(memory, short));
        scheduler.wait_for_all(memory);
        assert!(scheduler.is_over(memory, long) && scheduler.unfinished(long.number).is_none());
    }
}
