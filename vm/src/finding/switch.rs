//! Where a run's order of threads was not the usual one.

use std::sync::Arc;

use super::Place;

/// Most switches that are kept of a run.
pub const MOST_SWITCHES: usize = 1 << 20;

/// What is decided at a scheduling point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decision {
    /// In which order the next blocks begin; usual is that of their numbers.
    BlockOrder,
    /// Whether a block begins while others could go on.
    BlockBegins,
    /// Whether a block gives way although it could go on.
    BlockLeaves,
    /// Which block goes on.
    BlockRuns,
    /// Whether a warp stops before an access that others can see.
    Stop,
    /// Which warp of the block, and which of its groups of lanes, goes on.
    WarpRuns,
    /// Which lanes of an atomic operation come first.
    FirstLanes,
    /// Which of the values that were written is seen, or comes before which: 0 is the newest.
    Older,
    /// Whether a load is put off.
    Defer,
}

impl Decision {
    /// Whether it says who runs.
    pub fn moves(self) -> bool {
        !matches!(self, Decision::FirstLanes | Decision::Older | Decision::Defer)
    }
}

/// A decision, by who decides and how many of that kind that one has made: most others may be otherwise, and it still is the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Decided {
    /// The launch, counted from 1.
    pub launch: u64,
    /// What it is about.
    pub decision: Decision,
    /// Of which block; 0 where it is about blocks.
    pub block: u64,
    /// Of which warp of the block; 0 where it is about warps or blocks.
    pub warp: u32,
    /// How many came before it.
    pub number: u64,
}

/// A warp that runs.
#[derive(Clone, PartialEq, Debug)]
pub struct WarpAt {
    /// Its block.
    pub block: u64,
    /// Its number in the block.
    pub warp: u32,
    /// Where it is, if that is known.
    pub place: Option<Place>,
}

/// A decision that was not the usual one.
#[derive(Clone, PartialEq, Debug)]
pub struct Switch {
    /// Which one.
    pub decided: Decided,
    /// The kernel.
    pub kernel: Arc<str>,
    /// What was decided; what it means follows from the decision.
    pub value: u64,
    /// Who ran.
    pub at: WarpAt,
    /// Who ran next, where the decision is about that.
    pub then: Option<WarpAt>,
}
