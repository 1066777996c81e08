//! What of a program's results may depend on the order in which its threads ran: for comparing runs under several orders.

use crate::finding::Place;
use std::ops::Range;

/// What a run gave, besides its output.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Results {
    /// Copies of device memory to the host, in their order: the first ones.
    pub copies: Vec<CopyToHost>,
    /// Which bytes of standard output kernels printed.
    pub printed: Vec<Range<u64>>,
    /// Bytes of standard output so far.
    pub(crate) stdout_bytes: u64,
    pub(crate) kept: usize,
}

/// A copy of device memory to the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyToHost {
    /// Where it is.
    pub place: Option<Place>,
    /// The memory's name, if it has one.
    pub name: Option<String>,
    /// Where in that memory it begins, in bytes.
    pub start: u64,
    /// The bytes of that memory.
    pub size: u64,
    /// What was copied.
    pub bytes: Vec<u8>,
}
