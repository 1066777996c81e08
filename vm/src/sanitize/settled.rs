//! The quick way of most accesses: plain ones of a word that nobody has touched, or only the thread itself, or the running block before
//! its last barrier.
//! All of that came before, so nothing has to be asked of the order of threads; what is noted is what [`meet`](super::meet::meet) notes.

use std::ops::Range;

use super::RaceCheck;
use super::shadow::{Among, Cell, Slot};
use crate::instrument::observe::MemoryEvent;
use crate::memory::{Access, SHARED, STATE_WINDOW, Window};

/// A plain access of a warp to words, and the ticks of the running block before its last barrier.
pub(super) struct Settled {
    ticks: Range<u32>,
    now: u32,
    site: u16,
    writes: bool,
}

impl Settled {
    /// Whether what `slot` remembers came before, or is the thread's own.
    #[inline]
    fn covers(&self, slot: Slot, thread: u16) -> bool {
        let (clock, among) = (slot.clock(), slot.among());
        let is_own = clock >= self.ticks.start && among == Among::One && slot.thread() == thread;
        slot.is_empty() || is_own || self.ticks.contains(&clock) && among != Among::Blocks
    }

    /// Notes the access of a thread, if it comes after all that the cell remembers.
    #[inline]
    fn meet(&self, cell: &mut Cell, thread: u16) -> bool {
        if !cell.strong_write.is_empty()
            || !cell.strong_read.is_empty()
            || !self.covers(cell.write, thread)
            || !self.covers(cell.read, thread)
        {
            return false;
        }
        let now = Slot::one(self.now, thread, self.site, false);
        if self.writes {
            *cell = Cell { write: now, ..Cell::default() };
        } else {
            cell.read = now;
        }
        true
    }
}

impl RaceCheck {
    /// What the lanes of a plain access may be noted by.
    pub(super) fn settled(&self, event: &MemoryEvent, site: u16) -> Option<Settled> {
        let is_quick = event.bytes == 4 && !self.is_full && !self.copies.are_pending();
        let writes = event.access != Access::Read;
        is_quick.then(|| Settled { ticks: self.order.settled(), now: self.order.now(), site, writes })
    }

    /// Notes the access of one thread of the running block; `false` if it has to be looked at closely.
    #[inline]
    pub(super) fn note_settled(&mut self, access: &Settled, thread: u16, address: u64) -> bool {
        let (key, shadow) = match Window::of(address) {
            Window::Shared if address - SHARED < STATE_WINDOW => (address - SHARED, &mut self.running.1),
            Window::Device | Window::HostHeap | Window::HostGlobals => (address, &mut self.global),
            _ => return false,
        };
        key.is_multiple_of(4) && shadow.known_cell(key / 4).is_some_and(|cell| access.meet(cell, thread))
    }
}
