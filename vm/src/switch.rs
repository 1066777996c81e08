//! Where a run's order of threads was not the usual one.

use std::sync::Arc;

use crate::finding::Place;

/// What is decided at a scheduling point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    Late,
}

impl Decision {
    /// Whether it says who runs.
    pub fn moves(self) -> bool {
        !matches!(self, Decision::FirstLanes | Decision::Older | Decision::Late)
    }
}

/// A warp that runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
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
    /// The launch, counted from 1.
    pub launch: u64,
    /// Its kernel.
    pub kernel: Arc<str>,
    /// The number of the decision among those of the launch.
    pub number: u64,
    /// What was decided; what it means follows from the decision.
    pub value: u64,
    /// What it was about.
    pub decision: Decision,
    /// Who ran.
    pub at: Turn,
    /// Who ran next, where the decision is about that.
    pub then: Option<Turn>,
}
