//! What a launch reports.

use super::metrics::LaunchProfile;
use super::metrics::blocks::BlockProfile;
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
