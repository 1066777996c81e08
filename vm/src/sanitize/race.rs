//! What is known of a race.

use crate::memory::Site;

/// The memory that is raced for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RaceSpace {
    /// `.shared`
    Shared,
    /// `.global`
    Global,
}

/// One of the two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Party {
    /// The block's number in the grid.
    pub block: u32,
    /// The thread's number in the block.
    pub thread: u16,
    /// Function of the device module, instruction in it, and where that is; `None` where there were too many.
    pub site: Option<(u32, u32, Site)>,
    /// It writes.
    pub writes: bool,
    /// It is atomic, volatile or relaxed.
    pub is_strong: bool,
    /// It is one of several threads that did it.
    pub is_many: bool,
}

/// Two accesses of one place that nothing orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// Where.
    pub space: RaceSpace,
    /// Generic address of the first byte of the second access.
    pub address: u64,
    /// Bytes of the second access.
    pub bytes: u32,
    /// Who came first.
    pub first: Party,
    /// Who came then.
    pub second: Party,
    /// How often the two instructions met in this way.
    pub count: u64,
    /// The lowest and the highest address at which they did.
    pub lowest: u64,
    /// See `lowest`.
    pub highest: u64,
}
