//! Operations: what streams hold, in the order of their dependences, and which of it the host may take for done.
//!
//! **What.** A launch, copy, fill, host function or event is an operation of a stream. It comes after the one before it in its
//! stream; the default stream and the blocking ones wait for each other, and `cudaStreamWaitEvent` adds an edge (CUDA C++
//! Programming Guide, "Streams", "Default Stream"). The work of an operation is done when it is submitted, in the order of the
//! calls: that is one of the orders that the edges allow, and the same in every run. *When* it would have been done is said by
//! the modelled clock ([`super::timeline`]); *whether the host knows* by what the host has waited for.
//! **Invariant.** An operation is unfinished until the host has waited for it, or for one that comes after it. Memory of both
//! sides that an unfinished operation uses is in [`crate::memory::Memory::in_use`].
//! **May miss.** Of more than [`MOST`] unfinished operations the oldest count as finished. What a kernel uses of managed or
//! pinned memory is known from its pointers: from where a pointer points to the end of its allocation.

use super::stream_work::{StreamWork, WorkKind, WorkLog};
use super::timeline::Timeline;
use crate::CallContext;
use crate::finding::{Finding, Place};
use crate::instrument::hazard::AccessedRange;
use crate::memory::{Access, Memory, Use};
use crate::runtime::Stop;
use kern_diag::Code;
use std::collections::{BTreeMap, BTreeSet};

/// Unfinished operations that are remembered.
const MOST: usize = 1 << 14;

/// An operation that was submitted.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Submitted {
    number: u64,
    /// Nanoseconds on the modelled clock.
    pub(super) end: u64,
}

impl Submitted {
    /// A moment in an operation.
    pub(super) fn at(self, moment: u64) -> Submitted {
        Submitted { end: moment.min(self.end), ..self }
    }
}

/// What is to be done, for reports, and the memory of both sides that it uses.
#[derive(Clone, Default, Debug)]
pub(super) struct Work {
    /// The operation as a user reads it: "`fill<<<1, 32>>>`".
    pub(super) name: String,
    pub(super) place: Option<Place>,
    pub(super) kind: WorkKind,
    pub(super) uses: Vec<Use>,
    /// Device memory that it accesses, by address, where that is looked at.
    pub(super) footprint: Vec<AccessedRange>,
}

/// An operation that the host has not waited for.
#[derive(Clone, Debug)]
struct Unfinished {
    work: Work,
    /// Those that it comes directly after.
    after: Vec<u64>,
}

/// All streams.
#[derive(Clone, Default, Debug)]
pub(super) struct Operations {
    timeline: Timeline,
    unfinished: BTreeMap<u64, Unfinished>,
    /// By stream, its last operation.
    last: BTreeMap<u64, u64>,
    next: u64,
    /// There is, or was, a stream beside the default one.
    has_streams: bool,
    /// What is shown of them, where that is kept.
    pub(super) log: Option<WorkLog>,
}

impl Operations {
    /// A stream was made.
    pub(super) fn note_stream(&mut self) {
        self.has_streams = true;
    }

    /// Whether operations may run at the same time.
    pub(super) fn may_overlap(&self) -> bool {
        self.has_streams
    }

    /// The last operation, and all unfinished ones that it does not come after.
    pub(super) fn unordered_with_last(&self) -> Option<(&Work, Vec<&Work>)> {
        let last = self.unfinished.get(&self.next)?;
        let mut before = BTreeSet::from([self.next]);
        let mut work = last.after.clone();
        while let Some(number) = work.pop() {
            if before.insert(number) {
                work.extend(self.unfinished.get(&number).into_iter().flat_map(|unfinished| &unfinished.after));
            }
        }
        let others = self.unfinished.iter().filter(|(number, _)| !before.contains(number));
        Some((&last.work, others.map(|(_, unfinished)| &unfinished.work).collect()))
    }

    /// Memory is given out again: what used it before does not meet what uses it now.
    pub(super) fn forget(&mut self, address: u64, bytes: u64) {
        if self.has_streams {
            let end = address.saturating_add(bytes);
            let is_other = |footprint: &AccessedRange| footprint.end <= address || footprint.start >= end;
            self.unfinished.values_mut().for_each(|unfinished| unfinished.work.footprint.retain(is_other));
        }
    }

    /// Adds an operation to a stream.
    pub(super) fn submit(&mut self, memory: &mut Memory, stream: u64, duration: u64, work: Work) -> Submitted {
        self.last.retain(|_, number| self.unfinished.contains_key(number));
        let is_before = |other: u64| other == stream || (other == 0 || stream == 0) && self.are_tied(other, stream);
        let after = self.last.iter().filter(|(other, _)| is_before(**other)).map(|(_, &number)| number).collect();
        let issued = self.timeline.now();
        let shown = self.log.is_some().then(|| (work.kind, work.name.clone(), work.place.clone()));
        self.add(memory, stream, after, work);
        let end = self.timeline.work(stream, duration);
        if let (Some(log), Some((kind, name, place))) = (&mut self.log, shown) {
            let (number, start) = (self.next, end - duration);
            log.add(StreamWork { number, stream, kind, name, place, issued, start, end, after: Vec::new() });
        }
        Submitted { number: self.next, end }
    }

    /// Whether the default stream and another one wait for each other.
    fn are_tied(&self, one: u64, other: u64) -> bool {
        self.timeline.is_blocking(one) && self.timeline.is_blocking(other)
    }

    fn add(&mut self, memory: &mut Memory, stream: u64, after: Vec<u64>, work: Work) {
        self.next += 1;
        memory.start_use(self.next, &work.uses);
        self.unfinished.insert(self.next, Unfinished { work, after });
        self.last.insert(stream, self.next);
        if self.unfinished.len() > MOST
            && let Some((number, _)) = self.unfinished.pop_first()
        {
            memory.end_use(number);
        }
    }

    /// A stream goes on after an operation of another.
    pub(super) fn stream_waits(&mut self, memory: &mut Memory, stream: u64, submitted: Submitted) {
        self.timeline.stream_waits(stream, submitted.end);
        if let Some(log) = &mut self.log {
            log.note_wait(stream, submitted.number);
        }
        let after = self.last.get(&stream).copied().into_iter().chain([submitted.number]);
        let after: Vec<u64> = after.filter(|number| self.unfinished.contains_key(number)).collect();
        self.add(memory, stream, after, Work::default());
    }

    /// A stream was made that is not tied to the default one.
    pub(super) fn make_independent(&mut self, stream: u64) {
        self.timeline.make_independent(stream);
    }

    /// The host waits for an operation.
    pub(super) fn wait(&mut self, memory: &mut Memory, submitted: Submitted) {
        self.timeline.wait(submitted.end);
        self.finish(memory, submitted.number);
    }

    /// The host waits for all of a stream, and of the default one if they wait for each other; whether there was anything in the
    /// stream itself.
    pub(super) fn wait_for_stream(&mut self, memory: &mut Memory, stream: u64) -> bool {
        let had_work = self.last.get(&stream).is_some_and(|number| self.unfinished.contains_key(number));
        self.timeline.wait(self.timeline.ready(stream));
        let is_blocking = self.timeline.is_blocking(stream);
        let last = [Some(stream), is_blocking.then_some(0)].into_iter().flatten().filter_map(|stream| self.last.get(&stream).copied());
        for number in last.collect::<Vec<_>>() {
            self.finish(memory, number);
        }
        had_work
    }

    /// When an operation would start that a stream is given now.
    pub(super) fn start_of(&self, stream: u64) -> u64 {
        self.timeline.start_of(stream)
    }

    /// All that a stream was given is done before what it is given now: a host function may use its memory.
    pub(super) fn finish_stream(&mut self, memory: &mut Memory, stream: u64) {
        let is_before = |other: u64| other == stream || (other == 0 || stream == 0) && self.are_tied(other, stream);
        let last: Vec<u64> = self.last.iter().filter(|(other, _)| is_before(**other)).map(|(_, &number)| number).collect();
        last.into_iter().for_each(|number| self.finish(memory, number));
    }

    /// The host waits for every stream.
    pub(super) fn wait_for_all(&mut self, memory: &mut Memory) {
        self.timeline.wait_all();
        for number in std::mem::take(&mut self.unfinished).into_keys() {
            memory.end_use(number);
        }
        self.last.clear();
    }

    /// Asks whether an operation is over: then the host knows.
    pub(super) fn is_over(&mut self, memory: &mut Memory, submitted: Submitted) -> bool {
        let is_over = self.timeline.is_past(submitted.end);
        if is_over {
            self.finish(memory, submitted.number);
        }
        is_over
    }

    /// Asks whether all of a stream is over.
    pub(super) fn is_stream_over(&mut self, memory: &mut Memory, stream: u64) -> bool {
        let end = self.timeline.end_of(stream);
        let is_over = self.timeline.is_past(end);
        if is_over && let Some(&number) = self.last.get(&stream) {
            self.finish(memory, number);
        }
        is_over
    }

    /// An operation is finished, and all that it came after.
    fn finish(&mut self, memory: &mut Memory, number: u64) {
        let mut work = vec![number];
        while let Some(number) = work.pop() {
            if let Some(finished) = self.unfinished.remove(&number) {
                memory.end_use(number);
                work.extend(finished.after);
            }
        }
    }

    /// The finding for a use of memory by the host while operation `number` uses it.
    fn conflict(&self, number: u64, host: Access, device: Access, place: Option<Place>) -> Option<Finding> {
        let Work { name, place: submitted, .. } = &self.unfinished.get(&number)?.work;
        let verb = |access, reads, writes| if access == Access::Read { reads } else { writes };
        let (here, there) = (verb(host, "reads", "writes"), verb(device, "reads", "writes"));
        let message = format!("the host {here} memory that {name} {there}, and has not waited for it");
        Some(
            Finding::new(Code::UNFINISHED_WORK, place, message)
                .label(format!("{} here", verb(host, "read", "written")))
                .also(submitted.clone(), format!("{name} {there} it, some time from here on"))
                .note("a launch and an asynchronous copy return before they are done: what the host finds in this memory is chance")
                .help("wait first, with `cudaDeviceSynchronize();` or `cudaStreamSynchronize(stream);`"),
        )
    }
}

impl CallContext<'_, '_> {
    /// Adds an operation to a stream.
    pub(super) fn submit(&mut self, stream: u64, duration: u64, work: Work) -> Submitted {
        let machine = &mut *self.machine;
        // A node of a graph is no operation of its own.
        if let Some(collected) = &mut machine.runtime.cuda.graphs.collected {
            collected.duration += duration;
            (collected.kind, collected.name) = (work.kind, work.name);
            collected.uses.extend(work.uses);
            collected.footprint.extend(work.footprint);
            return Submitted::default();
        }
        let is_looked_at = !work.footprint.is_empty();
        if machine.config.profile {
            machine.runtime.cuda.operations.log.get_or_insert_default();
        }
        let submitted = machine.runtime.cuda.operations.submit(&mut machine.memory, stream, duration, work);
        if is_looked_at {
            self.report_overlaps();
        }
        submitted
    }

    /// The host waits for all that the device has to do, and what kernels printed appears.
    ///
    /// # Errors
    /// As for [`CallContext::show_printed`].
    pub(super) fn wait_for_device(&mut self) -> Result<(), Stop> {
        self.with_operations(|operations, memory| operations.wait_for_all(memory));
        super::pool::synchronized(self);
        self.show_printed()
    }

    /// Does something with the operations, and with the memory that they use.
    pub(super) fn with_operations<R>(&mut self, body: impl FnOnce(&mut Operations, &mut Memory) -> R) -> R {
        let machine = &mut *self.machine;
        body(&mut machine.runtime.cuda.operations, &mut machine.memory)
    }
}

impl crate::machine::Machine<'_> {
    /// The host uses memory that an operation uses: reports it if that is a mistake, once an operation.
    pub(crate) fn report_conflict(&mut self, address: u64, bytes: u64, access: Access, place: Option<Place>) {
        while let Some((number, device)) = self.memory.conflict(address, bytes, access) {
            if let Some(finding) = self.runtime.conflict(number, access, device, place.clone()) {
                self.findings.report(finding);
            }
            self.memory.end_use(number);
        }
    }
}

impl crate::runtime::State {
    /// Whether operations may run at the same time.
    pub(crate) fn may_overlap(&self) -> bool {
        self.cuda.operations.may_overlap()
    }

    /// A launch has accessed memory.
    pub(crate) fn note_footprint(&mut self, footprint: Vec<AccessedRange>) {
        self.cuda.footprint.extend(footprint);
    }

    /// Memory is given out, perhaps again: what was known of it is about other memory.
    pub(crate) fn forget_memory(&mut self, address: u64, bytes: u64) {
        self.cuda.operations.forget(address, bytes);
        self.cuda.pitches.remove(&address);
    }

    /// The distance of rows of an allocation of `cudaMallocPitch`.
    pub(crate) fn pitch_of(&self, base: u64) -> Option<u64> {
        self.cuda.pitches.get(&base).copied()
    }

    fn conflict(&self, number: u64, host: Access, device: Access, place: Option<Place>) -> Option<Finding> {
        self.cuda.operations.conflict(number, host, device, place)
    }
}
