//! Traces: what one block of one launch did, step by step, as a file (`.ktrace`).
//!
//! [`Recorder`] is an observer that wants the steps of the warps that a [`Selection`] names. It writes [`Event`]s down as they
//! happen ([`write`]), as differences to what came before, so that most take two bytes, and stops at a limit. [`read`] is the way
//! back, and trusts nothing that a file says; [`text`] shows a trace to people. The format is docs/trace.md.
//!
//! **Cost.** Of launches that are not selected none; of the selected one the block's warps run operation by operation.
//! **Source.** Varints and zigzag numbers as in Protocol Buffers' encoding; deflate is RFC 1951.

mod event;
mod header;
mod kernels;
mod lanes;
mod read;
pub(super) mod recorded;
mod recorder;
pub mod text;
mod write;

pub use event::{Event, Group};
pub use header::{
    FORMAT, Header, LaunchHeader, MetFinding, SelectionHeader, SharedVariable, SiteEntry, TracedAllocation, TracedVariable, Truncated,
    VariablePiece,
};
pub use kernels::KernelRecorder;
pub use lanes::Lanes;
pub use read::{BadTrace, read};
pub use recorded::RecordedTrace;
pub use recorder::{Recorder, Selection, TraceBlock};

/// A trace, read or to be written.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// What it is of, and what the events' numbers mean.
    pub header: Header,
    /// The block's shared memory as it found it.
    pub shared: Vec<u8>,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// Most steps that are recorded.
pub const MOST_STEPS: u64 = 200_000;
/// Most steps of a kernel in a report on all of them.
pub const MOST_REPORT_STEPS: u64 = 20_000;
/// Most bytes of records, before they are deflated.
pub const MOST_BYTES: usize = 16 << 20;
/// Most events of all kinds.
pub const MOST_EVENTS: u64 = 1 << 20;
