//! What a launch reports.

use super::metrics::LaunchProfile;
use super::metrics::block_profile::BlockProfile;
use super::trace::recorded::RecordedTrace;
use crate::finding::Place;
use crate::launch::{Counters, LaunchConfig};
use std::sync::Arc;

/// What one launch did.
#[derive(Clone, PartialEq, Debug)]
pub struct LaunchReport {
    /// The kernel as a user reads it.
    pub kernel: String,
    /// Its linkage name.
    pub symbol: String,
    /// The configuration.
    pub config: LaunchConfig,
    /// Where it was launched.
    pub place: Option<Place>,
    /// CUDA's error code; 0 when all went well.
    pub error: i32,
    /// Totals.
    pub counters: Counters,
    /// Seconds the engine took.
    pub seconds: f64,
    /// What it asked of memory, if [`crate::RunConfig::profile`] wants to know.
    pub profile: Option<Arc<LaunchProfile>>,
    /// What each of its blocks counted, if [`crate::RunConfig::profile_blocks`] wants to know.
    pub blocks: Option<Arc<BlockProfile>>,
    /// What one of its blocks did step by step, if [`crate::RunConfig::trace`] selects the launch and the block ran.
    pub trace: Option<Arc<RecordedTrace>>,
}

/// Bytes that a report takes, with its names and its place, and that the text takes which is made of a profile: estimates.
const KEPT: usize = 2 << 10;
const TEXT: usize = 6 << 10;

impl LaunchReport {
    /// Bytes that it takes, about: without its trace, which has a limit of its own.
    pub(crate) fn bytes(&self) -> u64 {
        let of_profile =
            self.profile.as_ref().map_or(0, |profile| TEXT + size_of_val(&profile.accesses[..]) + size_of_val(&profile.branches[..]));
        let of_blocks = self.blocks.as_ref().map_or(0, |blocks| size_of_val(&blocks.rows[..]));
        (KEPT + of_profile + of_blocks) as u64
    }
}
