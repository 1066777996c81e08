//! The quick way of most accesses: plain ones of a word that nobody has touched, or only the thread itself, or the running block before
//! its last barrier.
//! All of that came before, so nothing has to be asked of the order of threads; what is noted is what [`meet`](super::meet::meet) notes.

use std::ops::Range;

use super::shadow::{Among, Cell, Slot};
use super::{RaceCheck, lanes};
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
    #[inline(always)]
    fn covers(&self, slot: Slot, thread: u16) -> bool {
        let clock = slot.clock();
        let is_settled = self.ticks.contains(&clock) && slot.among() != Among::Blocks;
        slot.is_empty() || is_settled || clock >= self.ticks.start && slot.is_of(thread)
    }

    /// Notes the access of a thread, if it comes after all that the cell remembers.
    #[inline(always)]
    fn meet(&self, cell: &mut Cell, thread: u16) -> bool {
        let now = Slot::one(self.now, thread, self.site, false);
        let is_met = cell.has_no_strong() && self.covers(cell.write, thread) && self.covers(cell.read, thread);
        if is_met && self.writes {
            *cell = Cell { write: now, ..Cell::default() };
        } else if is_met {
            cell.read = now;
        }
        is_met
    }
}

impl RaceCheck {
    /// What the lanes of a plain access may be noted by.
    pub(super) fn settled(&self, event: &MemoryEvent, site: u16) -> Option<Settled> {
        let is_quick = event.bytes == 4 && !self.is_full && !self.copies.are_pending();
        let writes = event.access != Access::Read;
        is_quick.then(|| Settled { ticks: self.order.settled(), now: self.order.now(), site, writes })
    }

    /// Notes the accesses of threads of the running block; answers which lanes have to be looked at closely.
    pub(super) fn note_settled(&mut self, access: &Settled, event: &MemoryEvent) -> u32 {
        let Some(&first) = event.addresses.get(event.mask.trailing_zeros() as usize) else { return event.mask };
        let (start, shadow) = match Window::of(first) {
            Window::Shared => (SHARED, &mut self.running.1),
            Window::Device | Window::HostHeap | Window::HostGlobals => (0, &mut self.global),
            _ => return event.mask,
        };
        let Some(mut cells) = shadow.known_cells() else { return event.mask };
        let mut left = 0;
        for lane in lanes(event.mask) {
            let address = event.addresses[usize::from(lane)];
            let is_beside = address / STATE_WINDOW == first / STATE_WINDOW && address.is_multiple_of(4);
            let thread = event.warp.warp as u16 * 32 + lane;
            if !is_beside || !cells.get((address - start) / 4).is_some_and(|cell| access.meet(cell, thread)) {
                left |= 1 << lane;
            }
        }
        left
    }
}
