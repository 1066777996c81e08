//! What somebody wants to know of launches: events as they happen, and the sums that are made of them.

pub mod hazard;
mod launch_report;
pub mod metrics;
pub mod observe;
mod sinks;
pub mod step;
mod timeline_event;
pub mod trace;

pub use launch_report::LaunchReport;
pub use sinks::Sinks;
pub(crate) use timeline_event::TimelineLog;
pub use timeline_event::{DeviceEngine, TimelineEvent, WorkKind};
