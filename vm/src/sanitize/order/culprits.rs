//! Of the accesses that are remembered of a word, which ones an order leaves out.

use super::Order;
use crate::sanitize::known::{Known, is_same_block};
use crate::sanitize::shadow::{Among, Slot};

impl Order {
    /// Of the accesses of a slot one that did not come before what `(block, thread)` does now, if it is known which.
    pub(in crate::sanitize) fn culprit(&self, slot: Slot, (block, thread): (u32, u16), is_strong: bool) -> Slot {
        let Some(groups) = self.groups.as_ref().filter(|_| slot.among() == Among::Blocks) else { return slot };
        let groups = groups.borrow();
        let found = groups.members(slot.clock()).find(|member| !self.comes_before(*member, (block, thread), is_strong));
        found.unwrap_or(slot)
    }

    /// Of the accesses of a slot one of another thread than `thread`.
    pub(in crate::sanitize) fn of_another(&self, slot: Slot, thread: (u32, u16)) -> Option<Slot> {
        let is_other = |slot: &Slot| (self.block_of(slot.clock()), slot.thread()) != thread;
        match self.groups.as_ref().filter(|_| slot.among() == Among::Blocks) {
            Some(groups) => groups.borrow().members(slot.clock()).find(is_other),
            None => Some(slot).filter(is_other),
        }
    }

    /// Whether a slot has accesses of another block than `block`.
    pub(in crate::sanitize) fn is_of_others(&self, slot: Slot, block: u32) -> bool {
        let is_others = |clock: u32| !is_same_block(self.block_of(clock), block);
        match (&self.groups, slot.among()) {
            (Some(groups), Among::Blocks) => groups.borrow().members(slot.clock()).any(|member| is_others(member.clock())),
            (None, Among::Blocks) => true,
            _ => is_others(slot.clock()),
        }
    }

    /// Whether all accesses of a slot are known.
    pub(in crate::sanitize) fn is_in(&self, slot: Slot, known: &Known) -> bool {
        let (clock, among) = (slot.clock(), slot.among());
        if let (Some(groups), Among::Blocks) = (&self.groups, among) {
            return groups.borrow().members(clock).all(|member| self.is_in(member, known));
        }
        let of = self.block_of(clock);
        let has = |thread: u16| known.has(of, Some(thread), clock);
        match among {
            Among::One => has(slot.thread()),
            Among::Lanes => (0..32).all(|lane| has(slot.thread() / 32 * 32 + lane)),
            Among::Warps => known.has(of, None, clock),
            Among::Blocks => false,
        }
    }
}
