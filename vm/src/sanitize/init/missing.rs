//! What a load found unwritten.

use super::{InitCheck, MOST, NO_BLOCK};
use crate::instrument::hazard::{Reader, Unwritten};
use crate::instrument::observe::MemoryEvent;
use crate::memory::{Site, Window};
use std::ops::Range;

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
    /// The first address of the memory, and the first pieces of it that were not written.
    pub(super) memory: u64,
    pub(super) holes: Vec<Range<u64>>,
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
            memory: 0,
            holes: Vec::new(),
        }
    }

    /// The same of memory that starts there and has these holes.
    pub(super) fn in_memory(event: &MemoryEvent, lane: u32, part: (u64, u64), (memory, holes): (u64, Vec<Range<u64>>)) -> Missing {
        let before = holes.first().map_or(0, |hole| hole.start);
        Missing { before, memory, holes, ..Missing::of(event, lane, part) }
    }

    pub(super) fn lane(&self) -> u32 {
        u32::from(self.thread) % 32
    }
}

impl InitCheck {
    /// Reports it, once for each load.
    pub(super) fn tell(&mut self, missing: Missing) {
        let point = (missing.site.function, missing.inst);
        if let Some(&index) = self.told.get(&point) {
            self.found[index].count += 1;
            return;
        }
        if self.found.len() >= MOST {
            return;
        }
        self.told.insert(point, self.found.len());
        let Missing { site, block, thread, part: (address, bytes), is_untouched, is_rest, mut before, memory, mut holes, .. } = missing;
        // What was told of counts as written since.
        if let Some(known) = self.found.iter().find(|known| known.memory == memory && !known.holes.is_empty()) {
            (before, holes) = (known.written_before, known.holes.clone());
        }
        let read = Some(Reader { block, thread, site });
        let (written_before, threads) = (before, self.threads);
        let is_from_host = self.from_host.iter().any(|piece| piece.contains(&address));
        let owner = if Window::of(address) == Window::Shared { block } else { NO_BLOCK };
        let stored = self.stored.get(&(owner, address)).copied();
        self.found.push(Unwritten {
            read,
            address,
            bytes,
            written_before,
            is_untouched,
            is_rest,
            is_from_host,
            stored,
            threads,
            memory,
            holes,
            count: 1,
        });
    }
}
