//! Races that were found, one of each pair of places.

use super::copies::Part;
use super::known::{COPIED, is_same_block};
use super::shadow::{Among, Slot};
use super::{Deed, RaceCheck};
use crate::instrument::hazard::{Party, Race, RaceSpace, Unwaited, Values};
use crate::instrument::observe::MemoryEvent;
use crate::memory::Access;

/// Most pairs of places that races are reported of in one launch.
const MOST_RACES: usize = 64;
/// Most others that are counted.
const MOST_UNTOLD: usize = 10_000;

/// The access that another one races with.
pub(super) struct Earlier {
    thread: (u32, u16),
    site: u16,
    writes: bool,
    is_strong: bool,
    is_narrow: bool,
    is_many: bool,
    crosses_warps: bool,
    unwaited: Option<Unwaited>,
}

impl Earlier {
    pub(super) fn of_copy(part: Part, left: Option<u32>) -> Earlier {
        let Part { thread, site, writes, .. } = part;
        let unwaited = Some(Unwaited { left, is_in_bulk: false });
        Earlier { thread, site, writes, is_strong: false, is_narrow: false, is_many: false, crosses_warps: true, unwaited }
    }
}

/// The values of an access of a lane.
pub(super) struct LaneValues<'a> {
    pub(super) event: &'a MemoryEvent<'a>,
    pub(super) lane: usize,
}

impl LaneValues<'_> {
    /// Those of a race with an earlier access, if they are known.
    fn of(&self, deed: Deed, other: u16, bytes: u32) -> Option<Values> {
        let values = self.event.values.filter(|_| bytes <= 8 && self.event.access != Access::Atomic)?;
        let second = if deed.writes { values.stored?(self.lane) } else { (values.before)(self.lane) };
        // A lane beside it, which has not stored yet?
        let beside = usize::from(other % 32);
        let is_beside = other / 32 == deed.thread.1 / 32
            && beside < self.lane
            && self.event.mask >> beside & 1 != 0
            && self.event.addresses.get(beside) == self.event.addresses.get(self.lane);
        let first = match values.stored {
            Some(stored) if is_beside => stored(beside),
            _ => (values.before)(self.lane),
        };
        Some(Values { first, second })
    }
}

impl RaceCheck {
    pub(super) fn earlier(&self, deed: Deed, (other, writes, is_strong): (Slot, bool, bool)) -> Earlier {
        let is_many = other.is_many();
        let other = self.order.culprit(other, deed.thread, deed.is_strong);
        Earlier {
            thread: (self.order.block_of(other.clock()), other.thread()),
            site: other.site(),
            writes,
            is_strong,
            is_narrow: other.is_narrow(),
            is_many,
            crosses_warps: other.thread() / 32 != deed.thread.1 / 32 || other.among() > Among::Lanes,
            unwaited: None,
        }
    }

    pub(super) fn note(&mut self, deed: Deed, other: &Earlier, space: RaceSpace, (address, bytes): (u64, u32), values: &LaneValues) {
        let values = values.of(deed, other.thread.1, bytes);
        // What a later read finds is what was written; what was there before the write is not known.
        let is_same_value = deed.writes && values.is_some_and(|values| values.first == values.second);
        let is_in_bulk = other.thread.0 & COPIED != 0 && !other.is_strong;
        let unwaited = other.unwaited.or(is_in_bulk.then_some(Unwaited { left: None, is_in_bulk }));
        let key = (other.site, deed.site, is_same_block(other.thread.0, deed.thread.0), unwaited.is_some());
        if let Some(&index) = self.by_sites.get(&key) {
            let race = &mut self.races[index];
            race.count += 1;
            race.is_same_value &= is_same_value;
            race.crosses_warps |= other.crosses_warps;
            race.lowest = race.lowest.min(address);
            race.highest = race.highest.max(address);
            return;
        }
        if self.races.len() >= MOST_RACES {
            if self.untold.len() < MOST_UNTOLD {
                self.untold.insert(key);
            }
            return;
        }
        let party = |(block, thread): (u32, u16), site: u16, writes, is_strong, is_many| Party {
            block: block & !COPIED,
            thread,
            site: self.sites.get(usize::from(site)).map(|s| (s.0, s.1, s.2)),
            writes,
            is_strong,
            is_many,
        };
        let undoes = deed.role.is_change && other.is_strong && other.writes;
        self.by_sites.insert(key, self.races.len());
        self.races.push(Race {
            space,
            address,
            bytes,
            first: party(other.thread, other.site, other.writes, other.is_strong, other.is_many),
            second: party(deed.thread, deed.site, deed.writes, deed.is_strong, false),
            values,
            is_same_value,
            count: 1,
            crosses_warps: other.crosses_warps,
            is_narrow: other.is_narrow || deed.is_narrow,
            are_volatile: deed.is_volatile && other.is_strong && !other.is_narrow && !undoes && !deed.role.is_take,
            is_announced: deed.role.follows_flag && other.is_strong && !other.is_narrow && !deed.is_narrow && !deed.is_volatile,
            undoes,
            takes: deed.role.is_take && other.is_strong && other.writes,
            unwaited,
            is_copied: deed.thread.0 & COPIED != 0 && deed.writes,
            lowest: address,
            highest: address,
        });
    }
}
