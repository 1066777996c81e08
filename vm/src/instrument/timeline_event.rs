//! What streams were given, and when the modelled clock has it done: kept where profiles are, for pictures of what overlaps.

use crate::finding::Place;

/// Most operations that are kept.
const MOST: usize = 2_000;

/// What an operation does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum WorkKind {
    /// A kernel.
    Launch,
    /// A copy from the host to the device.
    CopyIn,
    /// A copy from the device to the host.
    CopyOut,
    /// Another copy.
    Copy,
    /// Memory is filled.
    Fill,
    /// A moment in a stream.
    Event,
    /// A function of the host.
    Host,
    /// A graph; what it does follows before it.
    #[default]
    Graph,
}

impl WorkKind {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            WorkKind::Launch => "launch",
            WorkKind::CopyIn => "copy to device",
            WorkKind::CopyOut => "copy to host",
            WorkKind::Copy => "copy",
            WorkKind::Fill => "fill",
            WorkKind::Event => "event",
            WorkKind::Host => "host function",
            WorkKind::Graph => "graph",
        }
    }
}

/// Who does an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceEngine {
    /// A copy engine, by its number.
    Copy(u32),
    /// The multiprocessors.
    Compute,
}

impl DeviceEngine {
    /// In words.
    pub fn text(self) -> String {
        match self {
            DeviceEngine::Copy(number) => format!("copy engine {number}"),
            DeviceEngine::Compute => "multiprocessors".to_string(),
        }
    }
}

/// An operation of a stream. Times are nanoseconds of the modelled clock: no measurement.
#[derive(Clone, PartialEq, Debug)]
pub struct TimelineEvent {
    /// Its number among all operations; 0 for a node of a graph.
    pub number: u64,
    /// The stream, 0 for the default one.
    pub stream: u64,
    /// Who does it; nobody an event, a function of the host, or a graph, whose nodes have theirs.
    pub engine: Option<DeviceEngine>,
    /// What it does.
    pub kind: WorkKind,
    /// Of what: the kernel, or the function that was called.
    pub name: String,
    /// Where it was issued.
    pub place: Option<Place>,
    /// When the host issued it.
    pub issued: u64,
    /// When its stream would have let it begin: what it waits for after that is its engine.
    pub ready: u64,
    /// When it begins.
    pub start: u64,
    /// When it is over.
    pub end: u64,
    /// Operations of other streams that it was told to wait for.
    pub after: Vec<u64>,
}

/// The operations of a run, the first ones.
#[derive(Clone, Default, Debug)]
pub(crate) struct TimelineLog {
    list: Vec<TimelineEvent>,
    /// By stream, what its next operation waits for.
    waits: Vec<(u64, u64)>,
}

impl TimelineLog {
    /// The next operation of a stream waits for one of another.
    pub(crate) fn note_wait(&mut self, stream: u64, number: u64) {
        if self.list.len() < MOST {
            self.waits.push((stream, number));
        }
    }

    pub(crate) fn add(&mut self, mut work: TimelineEvent) {
        if self.list.len() >= MOST {
            return;
        }
        if work.number != 0 {
            work.after = self.waits.iter().filter(|wait| wait.0 == work.stream).map(|wait| wait.1).collect();
            self.waits.retain(|wait| wait.0 != work.stream);
        }
        self.list.push(work);
    }

    pub(crate) fn take(&mut self) -> Vec<TimelineEvent> {
        std::mem::take(&mut self.list)
    }
}
