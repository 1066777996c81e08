//! What stores of warps write.

use super::{InitCheck, MOST_STORED, NO_BLOCK, Written};
use crate::instrument::observe::MemoryEvent;
use crate::memory::Window;

impl InitCheck {
    /// Lanes store one behind the other; `false` if they do not.
    fn store_in_one(&mut self, event: &MemoryEvent, block: u32) -> bool {
        let bytes = u64::from(event.bytes);
        let mut active = event.addresses.iter().enumerate().filter(|(lane, _)| event.mask >> lane & 1 != 0).map(|(_, &address)| address);
        let Some(first) = active.next() else { return true };
        let behind = |address: u64| address.checked_add(bytes);
        let end = behind(first).and_then(|end| active.try_fold(end, |end, address| behind(address).filter(|_| address == end)));
        let Some(end) = end else { return false };
        let Some((written, offset)) = self.of(block, first) else { return false };
        let is_inside = written.size.checked_sub(offset).is_some_and(|room| end - first <= room);
        if is_inside {
            written.set(offset, end - first, true);
        }
        is_inside
    }

    /// What a warp stores is written; unless it was loaded and was not.
    pub(super) fn store(&mut self, event: &MemoryEvent) {
        let block = event.shared_block() as u32;
        if self.tainted.is_empty() && self.is_plain(event) {
            return;
        }
        let unwritten = self.tainted.store(event);
        if unwritten.is_none() && !self.handed_on.contains_key(&block) && self.store_in_one(event, block) {
            return;
        }
        let (size, is_shared) = (self.shared_size, |address| Window::of(address) == Window::Shared);
        for lane in (0..32).filter(|lane| event.mask >> lane & 1 != 0) {
            let address = event.addresses[lane];
            let Some((written, offset)) = self.of(block, address) else { continue };
            written.set(offset, u64::from(event.bytes), true);
            let left = unwritten.iter().flatten().enumerate().filter(|(_, lanes)| **lanes >> lane & 1 != 0);
            left.clone().for_each(|(byte, _)| written.set(offset + byte as u64, 1, false));
            if left.clone().next().is_some() && self.stored.len() < MOST_STORED {
                self.stored.insert((if is_shared(address) { block } else { NO_BLOCK }, address), event.site);
            }
            if is_shared(address) && (unwritten.is_some() || self.handed_on.contains_key(&block)) {
                let handed_on = self.handed_on.entry(block).or_insert_with(|| Written::new(size));
                handed_on.set(offset, u64::from(event.bytes), false);
                left.for_each(|(byte, _)| handed_on.set(offset + byte as u64, 1, true));
            }
        }
    }
}
