//! Accesses of one word by several threads, of which what fences order may have come before and the rest not.
//!
//! A group is a list: an access, and the group of those before it. The same list is kept once.

use super::shadow::Slot;
use rustc_hash::FxHashMap;

/// Most groups of a launch; accesses beyond are taken for ordered.
const MOST: usize = 1 << 20;
/// Most members that are looked at.
const MOST_MEMBERS: usize = 1 << 12;

/// No group.
pub(super) const NONE: u32 = u32::MAX;

/// The groups of a launch.
#[derive(Default, Debug)]
pub(super) struct Groups {
    list: Vec<(u32, Slot)>,
    known: FxHashMap<(u32, Slot), u32>,
}

impl Groups {
    /// The group of `last` and those of group `before`; `NONE` if there is no room.
    pub(super) fn add(&mut self, before: u32, last: Slot) -> u32 {
        if let Some(&known) = self.known.get(&(before, last)) {
            return known;
        }
        if self.list.len() >= MOST {
            return NONE;
        }
        let number = self.list.len() as u32;
        self.list.push((before, last));
        self.known.insert((before, last), number);
        number
    }

    /// The last member of a group, and the group of the others.
    pub(super) fn last(&self, group: u32) -> Option<(u32, Slot)> {
        self.list.get(group as usize).copied()
    }

    /// The members of a group, the last first.
    pub(super) fn members(&self, group: u32) -> impl Iterator<Item = Slot> {
        let mut next = group;
        let members = std::iter::from_fn(move || {
            let (before, slot) = self.last(next)?;
            next = before;
            Some(slot)
        });
        members.take(MOST_MEMBERS)
    }
}
