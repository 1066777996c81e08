//! What a load found unwritten.

use crate::instrument::observe::MemoryEvent;
use crate::memory::Site;

/// A load of a lane that gave something unwritten.
pub(super) struct Missing {
    pub(super) site: Site,
    pub(super) inst: u32,
    pub(super) block: u32,
    pub(super) thread: u16,
    /// Generic address, and bytes.
    pub(super) part: (u64, u64),
    /// Nothing of the allocation was written; and how many bytes from its start on.
    pub(super) is_untouched: bool,
    /// Nothing was written from there to the end.
    pub(super) is_rest: bool,
    pub(super) before: u64,
}

impl Missing {
    pub(super) fn of(event: &MemoryEvent, lane: u32, part: (u64, u64)) -> Missing {
        Missing {
            site: event.site,
            inst: event.inst,
            block: event.warp.block_number as u32,
            thread: event.warp.warp as u16 * 32 + lane as u16,
            part,
            is_untouched: false,
            is_rest: false,
            before: 0,
        }
    }

    pub(super) fn lane(&self) -> u32 {
        u32::from(self.thread) % 32
    }
}
