//! What the CUDA runtime gives to streams, and does when it is an operation's turn.
//!
//! **What.** An operation is data: a launch, a copy, a fill, a function of the host. [`CallContext::submit`] gives it to a stream of the
//! [`DeviceScheduler`], and runs what may run, which is the operation itself: the work of an operation is done when it is submitted, in the
//! order of the calls. *When* it would have been done is said by the modelled clock, how long it takes by [`super::durations`];
//! *whether the host knows* by what the host has waited for.
//! **May miss.** What a kernel uses of managed or pinned memory is known from its pointers: from where a pointer points to the end of its
//! allocation; and less, where its addresses tell ([`super::host_use`]).

use super::array_copy::BoxCopy;
use super::function;
use super::transfer::{Fill, Rows, Transfer};
use crate::call::{Arg, Stop};
use crate::exec::device_engines::Cost;
use crate::exec::device_scheduler::{DeviceScheduler, Ticket};
use crate::instrument::WorkKind;
use crate::instrument::hazard::AccessedRange;
use crate::launch::LaunchConfig;
use crate::machine::Awaited;
use crate::machine::KernelInfo;
use crate::memory::Memory;
use crate::runtime::CallContext;

pub(super) use crate::exec::device_scheduler::{Submitted, Work};

/// The streams of the runtime.
pub(super) type Streams = DeviceScheduler<Operation>;

/// What a stream is given.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    /// A kernel, with all that it launches. What it uses of memory is known behind it.
    Launch { kernel: u64, info: KernelInfo, config: LaunchConfig, params: Vec<u8> },
    /// Rows of bytes are copied.
    CopyRows(Rows, Transfer),
    /// A box is copied, to or from an array.
    CopyBox(Box<BoxCopy>, Transfer),
    /// Memory is filled.
    Fill(Fill, Transfer),
    /// A function of the host is called.
    HostFunction { function: u64, args: Vec<Arg> },
    /// An event is recorded.
    Record,
    /// The nodes of a graph have run, each by itself.
    Graph(Transfer),
}

/// What became of an operation.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Outcome {
    pub(super) submitted: Submitted,
    /// Of a launch: CUDA's error code.
    pub(super) error: i32,
}

/// What came of doing it.
#[derive(Clone, Debug)]
pub(super) struct Performed {
    /// Of a launch: CUDA's error code.
    pub(super) error: i32,
    /// What is known of it now; nothing of a launch that the device does not take.
    pub(super) transfer: Option<Transfer>,
}

impl CallContext<'_, '_> {
    /// Gives an operation to a stream, and runs what the stream then has to do.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn submit(&mut self, stream: u64, operation: Operation) -> Result<Outcome, Stop> {
        if let Operation::Launch { kernel, .. } = &operation {
            self.fix_limits(*kernel);
        }
        // A node of a graph is no operation of its own.
        if self.state.cuda.graphs.collected.is_some() {
            let Some(Performed { error, transfer }) = self.perform(operation, None)? else { return Ok(Outcome::default()) };
            let Some(Transfer { cost, work }) = transfer else { return Ok(Outcome { error, ..Outcome::default() }) };
            if let Some(collected) = &mut self.state.cuda.graphs.collected {
                collected.cost = Cost { duration: collected.cost.duration + cost.duration, ..cost };
                (collected.kind, collected.name) = (work.kind, work.name);
                collected.uses.extend(work.uses);
                collected.footprint.extend(work.footprint);
            }
            return Ok(Outcome { submitted: Submitted::default(), error });
        }
        if self.machine.config.profile {
            self.state.cuda.device.log.get_or_insert_default();
        }
        let number = self.with_device(|device, memory| device.enqueue(memory, stream, operation));
        self.run_queued(number, true)
    }

    /// Runs what the streams have to do, up to the first function of the host unless it `may_call` that; what became of the operation with
    /// this number.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn run_queued(&mut self, number: u64, may_call: bool) -> Result<Outcome, Stop> {
        // Unless it runs here, it comes behind the launch that waits.
        let mut outcome = Outcome { submitted: Submitted::later(number), error: 0 };
        loop {
            let may_run_beside = self.may_run_beside();
            let cuda = &mut self.state.cuda;
            if cuda.lost != 0 {
                cuda.device.drop_queued();
            }
            match cuda.device.peek() {
                Some(Operation::Launch { .. }) if !may_run_beside => {
                    self.end_all_waiting(|host| Awaited::Launch(host.place()))?;
                    continue;
                }
                Some(Operation::HostFunction { .. }) if !may_call => return Ok(outcome),
                _ => {}
            }
            let Some((ticket, operation)) = cuda.device.next() else { return Ok(outcome) };
            match self.perform(operation, Some(ticket)) {
                Ok(Some(Performed { error, transfer: Some(transfer) })) => {
                    let submitted = self.completed(ticket, transfer);
                    if ticket.number == number {
                        outcome = Outcome { submitted, error };
                    }
                }
                Ok(None) => self.state.cuda.device.waits(ticket),
                performed => {
                    self.state.cuda.device.withdraw(ticket);
                    if let Some(Performed { error, .. }) = performed? {
                        outcome = Outcome { submitted: Submitted::default(), error };
                    }
                }
            }
        }
    }

    /// An operation has run: looks where it overlaps with others.
    pub(super) fn completed(&mut self, ticket: Ticket, Transfer { cost, work }: Transfer) -> Submitted {
        let is_looked_at = !work.footprint.is_empty();
        let submitted = self.with_device(|device, memory| device.complete(memory, ticket, cost, work));
        if is_looked_at {
            self.report_overlaps(ticket.number);
        }
        submitted
    }

    /// Does what an operation is about; `None` for a launch that waits for what others do after it, as one with a ticket may.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn perform(&mut self, operation: Operation, ticket: Option<Ticket>) -> Result<Option<Performed>, Stop> {
        let transfer = match operation {
            Operation::Launch { kernel, info, config, params } => return function::run_grids(self, (kernel, info, config, params), ticket),
            Operation::CopyRows(rows, transfer) => {
                rows.run(self);
                transfer
            }
            Operation::CopyBox(copy, transfer) => {
                copy.run(self);
                transfer
            }
            Operation::Fill(fill, transfer) => {
                fill.run(self);
                transfer
            }
            Operation::HostFunction { function, args } => {
                let uses = self.uses_of_call(function, &args);
                let work =
                    Work { kind: WorkKind::Host, name: "a function of the host".into(), place: self.place(), uses, ..Work::default() };
                let operations = ticket.map_or(Vec::new(), |ticket| self.state.cuda.device.before(ticket));
                let before = self.state.cuda.device.calls();
                self.call_behind(&operations, function, &args)?;
                self.state.cuda.device.returned(before);
                Transfer { cost: Cost::default(), work }
            }
            Operation::Record => Transfer { cost: Cost::default(), work: Work { kind: WorkKind::Event, ..Work::default() } },
            Operation::Graph(transfer) => transfer,
        };
        Ok(Some(Performed { error: 0, transfer: Some(transfer) }))
    }

    /// The host waits for all that the device has to do, and what kernels printed appears.
    ///
    /// # Errors
    /// As for [`CallContext::show_printed`].
    pub(super) fn wait_for_device(&mut self) -> Result<(), Stop> {
        self.end_waiting()?;
        self.with_device(|device, memory| device.wait_for_all(memory));
        super::pool::synchronized(self);
        self.show_printed()
    }

    /// Does something with the streams, and with the memory that operations use.
    pub(super) fn with_device<R>(&mut self, body: impl FnOnce(&mut Streams, &mut Memory) -> R) -> R {
        body(&mut self.state.cuda.device, &mut self.machine.memory)
    }
}

impl crate::runtime::State {
    /// Memory is given out, perhaps again: what was known of it is about other memory.
    pub(crate) fn forget_memory(&mut self, address: u64, bytes: u64) {
        self.cuda.device.forget(address, bytes);
        self.cuda.pitches.remove(&address);
    }
}

impl super::Cuda {
    /// Whether operations, or nodes of the graph that runs, may run at the same time.
    pub(in super::super) fn may_overlap(&self) -> bool {
        self.device.may_overlap() || self.graphs.collected.as_ref().is_some_and(|node| node.has_branches)
    }

    /// A launch has accessed memory.
    pub(in super::super) fn note_footprint(&mut self, footprint: Vec<AccessedRange>) {
        self.footprint.extend(footprint);
    }

    /// Whether a launch has lost the context: calls after it do nothing.
    pub(in super::super) fn is_lost(&self) -> bool {
        self.lost != 0
    }

    /// The distance of rows of an allocation of `cudaMallocPitch`.
    pub(in super::super) fn pitch_of(&self, base: u64) -> Option<u64> {
        self.pitches.get(&base).copied()
    }
}
