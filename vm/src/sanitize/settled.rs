//! The quick way of most accesses: plain ones of a word that nobody has touched, or only the thread itself, or the running block before
//! its last barrier; and updates by atomic operations, where no plain access is to be met.
//! All of that came before, so nothing has to be asked of the order of threads; what is noted is what [`meet`](super::meet::meet) notes.

use std::ops::Range;

use super::shadow::{Among, Cell, Slot};
use super::{RaceCheck, lanes};
use crate::instrument::observe::MemoryEvent;
use crate::memory::{Access, SHARED, STATE_WINDOW, Window};
use kern_ir::Scope;

/// An access of a warp to words, and the ticks of the running block before its last barrier.
pub(super) struct Settled {
    ticks: Range<u32>,
    now: u32,
    site: u16,
    how: How,
    /// What other blocks did never came before.
    is_separate: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Read,
    Write,
    /// An update by an atomic operation of the device, whose thread gets what was there, or does not.
    Update {
        has_result: bool,
    },
}

impl Settled {
    /// Whether what `slot` remembers came before, or is the thread's own.
    #[inline(always)]
    fn covers(&self, slot: Slot, thread: u16) -> bool {
        let clock = slot.clock();
        let is_settled = self.ticks.contains(&clock) && slot.among() != Among::Blocks;
        slot.is_empty() || is_settled || clock >= self.ticks.start && slot.is_of(thread)
    }

    /// Notes the access of a thread, if it comes after all that the cell remembers, or after all that it might race with.
    #[inline(always)]
    fn meet(&self, cell: &mut Cell, thread: u16) -> bool {
        let now = Slot::one(self.now, thread, self.site, false);
        if let How::Update { has_result } = self.how {
            return self.update(cell, (now, thread), has_result);
        }
        // One read more by yet another block tells nothing new.
        let is_read_by_all = cell.read.among() == Among::Blocks && !cell.other_read.is_empty() && cell.write.is_empty();
        if self.is_separate && self.how == How::Read && is_read_by_all && cell.has_no_strong() {
            return true;
        }
        let is_met = cell.has_no_strong() && self.covers(cell.write, thread) && self.covers(cell.read, thread);
        if is_met && self.how == How::Write {
            *cell = Cell { write: now, ..Cell::default() };
        } else if is_met {
            cell.read = now;
        }
        is_met
    }

    /// Updates race with no updates: of those of several blocks it is enough to know that there were.
    fn update(&self, cell: &mut Cell, (now, thread): (Slot, u16), has_result: bool) -> bool {
        let is_narrow = cell.strong_write.is_narrow() || cell.strong_read.is_narrow();
        if is_narrow || !self.covers(cell.write, thread) || !self.covers(cell.read, thread) {
            return false;
        }
        if has_result || self.covers(cell.strong_write, thread) {
            cell.strong_write = now;
            return true;
        }
        cell.strong_write.among() == Among::Blocks
    }
}

impl RaceCheck {
    /// What the lanes of an access may be noted by: of a plain one, or an update where nothing but barriers orders.
    pub(super) fn settled(&self, event: &MemoryEvent, site: u16, is_plain: bool) -> Option<Settled> {
        let is_quick = event.bytes.is_multiple_of(4) && !self.is_full && !self.copies.are_pending();
        let is_separate = self.order.has_barriers_alone();
        let how = match event.access {
            Access::Read => How::Read,
            Access::Write => How::Write,
            Access::Atomic => How::Update { has_result: event.has_result },
        };
        let is_update = event.access == Access::Atomic && event.scope != Some(Scope::Cta) && is_separate;
        (is_quick && (is_plain || is_update)).then(|| Settled {
            ticks: self.order.settled(),
            now: self.order.now(),
            site,
            how,
            is_separate,
        })
    }

    /// Notes the accesses of threads of the running block; answers which lanes have to be looked at closely.
    pub(super) fn note_settled(&mut self, access: &Settled, event: &MemoryEvent) -> u32 {
        let Some(&first) = event.addresses.get(event.mask.trailing_zeros() as usize) else { return event.mask };
        let (start, shadow) = match Window::of(first) {
            Window::Shared => (SHARED, &mut self.running.1),
            Window::Device | Window::HostHeap | Window::HostGlobals => (0, &mut self.global),
            _ => return event.mask,
        };
        let before = shadow.bytes();
        let Some(mut cells) = shadow.known_cells() else { return event.mask };
        let mut left = 0;
        for lane in lanes(event.mask) {
            let address = event.addresses[usize::from(lane)];
            let is_beside = address / STATE_WINDOW == first / STATE_WINDOW && address.is_multiple_of(4);
            let thread = event.warp.warp as u16 * 32 + lane;
            // Who looks closely notes again what was noted here.
            let mut meet = |word: u64| cells.change((address - start) / 4 + word, |cell| access.meet(cell, thread)) == Some(true);
            if !is_beside || !(0..u64::from(event.bytes / 4)).all(&mut meet) {
                left |= 1 << lane;
            }
        }
        let taken = shadow.bytes() - before;
        self.take(taken);
        left
    }

    /// The shadow takes some bytes more.
    pub(super) fn take(&mut self, bytes: usize) {
        if bytes > self.room {
            // What is known so far stays true; nothing more is noted.
            (self.is_full, self.was_full) = (true, true);
        }
        self.room = self.room.saturating_sub(bytes);
    }
}
