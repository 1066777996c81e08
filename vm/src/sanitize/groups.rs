//! Accesses of one word by several threads, of which what fences order may have come before and the rest not.
//!
//! A group is a list: an access, and the group of those before it. The same list is kept once. Updates of a word, which may be millions by
//! all threads, are a list of their own that grows in place: of each thread the last one.

use super::shadow::{Among, Slot};
use rustc_hash::FxHashMap;

/// Most groups of a launch; accesses beyond are taken for ordered.
const MOST: usize = 1 << 20;
/// Most members that are looked at.
const MOST_MEMBERS: usize = 1 << 12;

/// Most updates that are kept in a launch; where there is no room only the last one of a word is known.
const MOST_UPDATES: usize = 1 << 20;

/// No group.
pub(super) const NONE: u32 = u32::MAX;
/// In the number of a group: it is one of updates.
const UPDATES: u32 = 1 << 31;

/// The groups of a launch.
#[derive(Default, Debug)]
pub(super) struct Groups {
    list: Vec<(u32, Slot)>,
    known: FxHashMap<(u32, Slot), u32>,
    updates: Vec<Vec<Slot>>,
    /// By group of updates, block and thread: the place of the thread's.
    of_thread: FxHashMap<(u32, u32, u16), u32>,
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
        let (mut next, mut left) = (group, None::<usize>);
        let members = std::iter::from_fn(move || {
            if let Some((before, slot)) = self.last(next) {
                next = before;
                return Some(slot);
            }
            let updates = self.updates.get((next ^ UPDATES) as usize)?;
            let at = left.unwrap_or(updates.len()).checked_sub(1)?;
            left = Some(at);
            updates.get(at).copied()
        });
        members.take(MOST_MEMBERS)
    }

    /// The updates of `old`, and `now` by `(block, thread)` beside them; `block_of` tells whose an access is.
    pub(super) fn update(&mut self, old: Slot, now: Slot, (block, thread): (u32, u16), block_of: &dyn Fn(Slot) -> u32) -> Slot {
        if old.is_of(thread) && block_of(old) == block {
            return now;
        }
        let is_group = old.among() == Among::Blocks;
        let known = Some(old.clock() ^ UPDATES).filter(|&number| is_group && (number as usize) < self.updates.len());
        let number = known.unwrap_or(self.updates.len() as u32);
        if known.is_none() {
            let members: Vec<Slot> = if is_group { self.members(old.clock()).collect() } else { vec![old] };
            if self.of_thread.len() + members.len() >= MOST_UPDATES {
                return now;
            }
            self.updates.push(Vec::new());
            members.into_iter().rev().for_each(|member| _ = self.put(number, member, (block_of(member), member.thread())));
        }
        if !self.put(number, now, (block, thread)) {
            return now;
        }
        Slot::new(number | UPDATES, old.thread(), old.site(), old.is_narrow() || now.is_narrow(), Among::Blocks)
    }

    /// Puts an update of a thread in the place of its last one; `false` if there is no room in the launch. Of a word that too many
    /// threads update, those of further ones are taken for ordered.
    fn put(&mut self, number: u32, update: Slot, (block, thread): (u32, u16)) -> bool {
        let has_room = self.of_thread.len() < MOST_UPDATES;
        let Some(updates) = self.updates.get_mut(number as usize) else { return false };
        match self.of_thread.get(&(number, block, thread)).copied() {
            Some(at) => updates[at as usize] = update,
            None if updates.len() >= MOST_MEMBERS => {}
            None if !has_room => return false,
            None => {
                self.of_thread.insert((number, block, thread), updates.len() as u32);
                updates.push(update);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_has_one_update() {
        let (mut groups, one) = (Groups::default(), |clock, thread| Slot::one(clock, thread, 0, false));
        let mut slot = one(1, 0);
        for clock in 2..1000 {
            let thread = (clock % 3) as u16;
            slot = groups.update(slot, one(clock, thread), (0, thread), &|_| 0);
        }
        let mut clocks: Vec<u32> = groups.members(slot.clock()).map(|member| member.clock()).collect();
        clocks.sort_unstable();
        assert_eq!(clocks, [997, 998, 999]);
        let joined = groups.add(slot.clock(), one(1000, 7));
        assert_eq!(groups.members(joined).count(), 4);
    }
}
