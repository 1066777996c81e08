//! Threads of the host, as findings name them.

use super::Place;
use crate::memory::Trace;

/// What a host thread waits for.
#[derive(Clone, Debug)]
pub(crate) struct HostWait {
    /// Any address; 0 if nobody wakes it.
    pub(crate) on: u64,
    /// Nanoseconds on the modelled clock.
    pub(crate) until: Option<u64>,
    /// For what, as a report says it.
    pub(crate) what: String,
    /// Where.
    pub(crate) trace: Trace,
}

/// A host thread besides `main`'s.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HostThreadSite {
    /// From 1, in the order in which they were made.
    pub(crate) number: u64,
    /// Where it was made.
    pub(crate) place: Option<Place>,
}
