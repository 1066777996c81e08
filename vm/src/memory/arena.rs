//! A window of addresses with allocations in it.
//!
//! Allocations never touch: after each come at least [`REDZONE`] bytes that belong to nothing. Freed allocations
//! stay in the table (quarantine) so that a use after free finds them; the oldest are forgotten when there are many, when they hold
//! much, or when the addresses run out. What was forgotten is used again before addresses that nobody ever had.
//!
//! What a window *holds* is an estimate of the memory that it takes: the bytes of what was allocated and not given back to
//! the system, and an entry of the table for each. Where that is limited, addresses are used again before it grows.

use super::free_ranges::{FreeRanges, is_of_bin};
use super::granules::{GRANULE, GranuleMap, SMALL};
use super::slab::Slab;
use super::{Allocation, AllocationKind, BlockTable, FreedBy, Mapping, Trace};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Least number of bytes between two allocations.
pub(super) const REDZONE: u64 = 32;
/// Freed allocations that are remembered.
const QUARANTINE: usize = 1 << 14;
/// Bytes that they hold at most. Large ones hold next to none: their pages are the system's again.
const QUARANTINE_HELD: u64 = 32 << 20;
/// Forgotten ranges that are tried before fresh addresses are taken.
const TRIES: usize = 4;

/// Bytes that an entry of the table takes, with its places in the program: an estimate.
const ENTRY: u64 = 256;

/// What is at an address.
#[derive(Clone, Copy, Debug)]
pub enum Near<'a> {
    /// Inside this allocation (or exactly at an empty one).
    Inside(&'a Allocation),
    /// In none; the nearest one, live ones first, if there is any.
    Outside(Option<&'a Allocation>),
}

/// An allocation that was freed.
#[derive(Clone, Copy, Debug)]
pub struct Freed {
    /// First address.
    pub base: u64,
    /// Bytes.
    pub size: u64,
    /// What it was.
    pub kind: AllocationKind,
}

/// A window of the address space.
#[derive(Debug)]
pub struct Arena {
    base: u64,
    align: u64,
    map: Mapping,
    allocations: Slab,
    /// By first address, the numbers of those that are not small.
    large: BTreeMap<u64, u32>,
    /// The numbers of those that are small, and of some that are not.
    small: GranuleMap,
    /// First address never given out.
    next: u64,
    /// Forgotten ranges.
    free: FreeRanges,
    /// Numbers of freed allocations, in that order.
    quarantine: VecDeque<u32>,
    /// Bytes that the quarantine holds.
    quarantined: u64,
    /// Bytes in live allocations.
    used: u64,
    /// The most that this was.
    peak: u64,
    /// See the head of the file.
    held: u64,
    /// Most bytes that may be in live allocations.
    capacity: u64,
    /// There was no room, or no fresh addresses, for something.
    was_full: bool,
}

impl Arena {
    /// An empty window with those bytes at `base`; addresses are multiples of `align`.
    pub fn new(base: u64, map: Mapping, capacity: u64, align: u64) -> Arena {
        let capacity = capacity.min(map.len());
        Arena {
            base,
            align,
            map,
            allocations: Slab::default(),
            large: BTreeMap::new(),
            small: GranuleMap::default(),
            next: base,
            free: FreeRanges::default(),
            quarantine: VecDeque::new(),
            quarantined: 0,
            used: 0,
            peak: 0,
            held: 0,
            capacity,
            was_full: false,
        }
    }

    /// Leaves out the first addresses. Where there are not plenty, the window begins later instead: addresses are the same in a
    /// window of any size. Nothing has been allocated yet.
    pub(crate) fn skip(&mut self, bytes: u64) {
        let has_plenty = bytes <= (self.map.len() - self.capacity.min(self.map.len())).max(self.map.len() / 4);
        if !has_plenty {
            self.base += bytes;
        }
        self.next += bytes;
    }

    /// The first address.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Bytes of addresses that it has.
    pub(super) fn reserved(&self) -> u64 {
        self.map.len()
    }

    /// Says that it has so much room, as far as anybody asks: who meets the end of the window begins again with a larger one.
    pub(super) fn promise(&mut self, capacity: u64) {
        self.capacity = capacity;
    }

    /// Bytes in live allocations.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// The most bytes that were in live allocations at once.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Whether there was no room, or no fresh addresses, for something that may be held.
    pub(super) fn was_full(&self) -> bool {
        self.was_full
    }

    /// Bytes of memory that the window takes: an estimate.
    pub(super) fn held(&self) -> u64 {
        self.held
    }

    /// Most bytes that may be live.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Live allocations, by address.
    pub fn live(&self) -> Vec<&Allocation> {
        let mut live: Vec<&Allocation> = self.allocations.iter().filter(|a| !a.is_freed()).collect();
        live.sort_unstable_by_key(|a| a.base);
        live
    }

    /// Whether an allocation is found by its granules alone.
    fn is_small(&self, size: u64) -> bool {
        size <= SMALL && self.align == GRANULE
    }

    /// Bytes that an allocation of this size takes, with what lies behind it.
    fn span(&self, size: u64) -> u64 {
        (size + REDZONE).next_multiple_of(self.align)
    }

    /// Allocates `size` zeroed bytes, `align` (or the window's) aligned; `None` when memory is exhausted.
    pub fn allocate(&mut self, size: u64, align: u64, kind: AllocationKind, trace: Option<Trace>) -> Option<u64> {
        self.allocate_within(u64::MAX, size, align, kind, trace)
    }

    /// The same, as long as the window then holds at most so many bytes.
    pub(super) fn allocate_within(&mut self, most: u64, size: u64, align: u64, kind: AllocationKind, trace: Option<Trace>) -> Option<u64> {
        if size > self.capacity.checked_sub(self.used)? {
            self.was_full |= self.held.saturating_add(size) <= most;
            return None;
        }
        let align = align.max(self.align);
        let span = size.checked_add(REDZONE)?.checked_next_multiple_of(self.align)?;
        let fits = self.held.saturating_add(span + ENTRY) <= most;
        let base = if let Some(base) = self.reuse(span, align, most, TRIES) {
            base
        } else if let Some(base) = self.bump(span, align).filter(|_| fits) {
            self.held += span + ENTRY;
            self.next = base + span;
            base
        } else {
            self.was_full |= fits;
            self.recycle(span, align, most)?
        };
        let allocation = Allocation { base, size, kind, allocated: trace, ..Allocation::NOTHING };
        let number = self.allocations.insert(allocation);
        if !self.is_small(size) {
            self.large.insert(base, number);
        }
        self.small.set(base - self.base, size, Some(number));
        self.small.set_live(base - self.base, if kind == AllocationKind::Heap { size } else { 0 }, true);
        self.used += size;
        self.peak = self.peak.max(self.used);
        Some(base)
    }

    /// Allocates a variable.
    pub fn allocate_variable(&mut self, size: u64, align: u64, kind: AllocationKind, name: &str, element_size: u64) -> Option<u64> {
        let base = self.allocate(size, align, kind, None)?;
        let allocation = self.allocations.get_mut(self.number_of(base)?);
        allocation.name = Some(Arc::from(name));
        allocation.element_size = element_size;
        Some(base)
    }

    /// The live allocation at `base` becomes another kind; whether there is one of another kind.
    pub fn set_kind(&mut self, base: u64, kind: AllocationKind) -> bool {
        let Some(number) = self.number_of(base) else { return false };
        let allocation = self.allocations.get_mut(number);
        if allocation.is_freed() || allocation.kind == kind {
            return false;
        }
        allocation.kind = kind;
        true
    }

    /// Says what must free the allocation at `base`.
    pub(super) fn set_freed_by(&mut self, base: u64, freed_by: FreedBy) {
        if let Some(number) = self.number_of(base) {
            self.allocations.get_mut(number).freed_by = freed_by;
        }
    }

    /// Marks the allocation at `base` as never written.
    pub fn set_const(&mut self, base: u64) {
        if let Some(number) = self.number_of(base) {
            self.allocations.get_mut(number).is_const = true;
        }
    }

    /// Forgets where allocations were made and freed: the program that did it is not the one that runs.
    pub(crate) fn forget_traces(&mut self) {
        for allocation in self.allocations.iter_mut() {
            allocation.allocated = None;
            allocation.freed = allocation.freed.take().map(|_| None);
        }
    }

    fn bump(&self, span: u64, align: u64) -> Option<u64> {
        let base = self.next.checked_next_multiple_of(align)?;
        (base.checked_add(span)? <= self.base + self.map.len()).then_some(base)
    }

    /// The addresses, or what may be held, ran out: forgets freed allocations, oldest first, until a range fits.
    fn recycle(&mut self, span: u64, align: u64, most: u64) -> Option<u64> {
        loop {
            if let Some(base) = self.reuse(span, align, most, usize::MAX) {
                return Some(base);
            }
            if !self.free.empty_bins() {
                self.forget_oldest()?;
            }
        }
    }

    /// Takes a range that was free, of the smallest that are large enough so many are tried.
    fn reuse(&mut self, span: u64, align: u64, most: u64, tries: usize) -> Option<u64> {
        let room = most.checked_sub(self.held.saturating_add(ENTRY))?;
        let of_bin = if is_of_bin(span, align) { self.free.take_small(span) } else { None };
        let (base, more) = match of_bin {
            Some(base) => (base, 0),
            None => self.free.take_part(span, align, room, tries)?,
        };
        self.held += ENTRY + more;
        Some(base)
    }

    /// Bytes that a freed allocation of this size holds, with what lies behind it.
    fn held_freed(&self, base: u64, size: u64) -> u64 {
        self.span(size).saturating_sub(Mapping::whole_pages(base - self.base, size))
    }

    /// Forgets the allocation that was freed first; nothing if there is none.
    fn forget_oldest(&mut self) -> Option<()> {
        let allocation = self.allocations.remove(self.quarantine.pop_front()?);
        let base = allocation.base;
        if !self.is_small(allocation.size) {
            self.large.remove(&base);
        }
        self.small.set(base - self.base, allocation.size, None);
        let (span, held) = (self.span(allocation.size), self.held_freed(base, allocation.size));
        self.held = self.held.saturating_sub(ENTRY);
        self.quarantined -= held;
        match is_of_bin(span, self.align) {
            true => self.free.put_small(base, span, self.used),
            false => self.free.put(base, span, held),
        }
        Some(())
    }

    /// Forgets all freed allocations, and gives what is held of them back to the system as far as that is whole pages.
    pub(super) fn trim(&mut self) {
        while self.forget_oldest().is_some() {}
        let given = self.free.trim(self.base, &mut self.map);
        self.held = self.held.saturating_sub(given);
    }

    /// Frees the allocation that starts at `base`, if one does that lives; its bytes go back to the system.
    pub fn release(&mut self, base: u64, trace: Option<Trace>) -> Option<Freed> {
        let number = self.number_of(base)?;
        let found = self.allocations.get_mut(number);
        if found.is_freed() {
            return None;
        }
        found.freed = Some(trace);
        let (size, kind) = (found.size, found.kind);
        self.small.set_live(base - self.base, if kind == AllocationKind::Heap { size } else { 0 }, false);
        self.used -= size;
        self.held = self.held.saturating_sub(Mapping::whole_pages(base - self.base, size));
        self.map.discard(base - self.base, size);
        self.quarantine.push_back(number);
        self.quarantined += self.held_freed(base, size);
        while self.quarantine.len() > QUARANTINE || self.quarantined > QUARANTINE_HELD && self.quarantine.len() > 1 {
            self.forget_oldest();
        }
        Some(Freed { base, size, kind })
    }

    /// The allocation, live or freed, that contains `address`.
    pub fn find(&self, address: u64) -> Option<&Allocation> {
        self.number_at(address).map(|number| self.allocations.get(number))
    }

    /// The number of the allocation that begins at `base`.
    fn number_of(&self, base: u64) -> Option<u32> {
        self.number_at(base).filter(|&number| self.allocations.get(number).base == base)
    }

    /// The number of the allocation that contains `address`.
    fn number_at(&self, address: u64) -> Option<u32> {
        let contains = |&number: &u32| {
            let allocation = self.allocations.get(number);
            address < allocation.end() || address == allocation.base
        };
        match self.small.get(address.checked_sub(self.base)?) {
            Some(number) => Some(number).filter(contains),
            None => self.large.range(..=address).next_back().map(|(_, &number)| number).filter(contains),
        }
    }

    /// What is at `address`.
    pub fn near(&self, address: u64) -> Near<'_> {
        if let Some(allocation) = self.find(address) {
            return Near::Inside(allocation);
        }
        let offset = address.checked_sub(self.base);
        let large =
            [self.large.range(..=address).next_back(), self.large.range(address..).next()].map(|found| found.map(|(_, &number)| number));
        let [below, above] = [(offset.and_then(|offset| self.small.before(offset)), large[0]), (self.small.after(offset), large[1])];
        let get = |number: u32| self.allocations.get(number);
        let below = below.0.into_iter().chain(below.1).map(get).max_by_key(|a| a.base);
        let above = above.0.into_iter().chain(above.1).map(get).min_by_key(|a| a.base);
        let nearest = match (below, above) {
            (Some(below), Some(above)) if below.is_freed() != above.is_freed() => Some(if below.is_freed() { above } else { below }),
            (Some(below), Some(above)) if above.base - address < address - below.end() => Some(above),
            (below, above) => below.or(above),
        };
        Near::Outside(nearest)
    }

    /// Where compiled code finds its small blocks, until the next is allocated.
    pub(super) fn blocks(&self) -> BlockTable {
        self.map.pointer(0, 1).map_or(BlockTable::default(), |pointer| self.small.table(self.base, pointer))
    }

    /// Pointer to `size` bytes at `address`, if the window has them.
    #[inline]
    pub fn pointer(&self, address: u64, size: u64) -> Option<*mut u8> {
        self.map.pointer(address.checked_sub(self.base)?, size)
    }

    /// The bytes of the window.
    pub fn map(&self) -> &Mapping {
        &self.map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_bounded_and_comes_back() {
        let mut arena = Arena::new(1 << 40, Mapping::reserve(1 << 30), 1 << 30, 16);
        let most = 1 << 20;
        let take = |arena: &mut Arena, size| arena.allocate_within(most, size, 16, AllocationKind::Heap, None);
        // Small blocks that are freed hold their pages until there is no other room.
        for round in 0..100_000 {
            let base = take(&mut arena, 100 + round % 50).expect("there is room");
            assert!(arena.release(base, None).is_some());
            assert!(arena.held() <= most);
        }
        assert!(take(&mut arena, most).is_none());
        arena.trim();
        assert!(arena.held() < most / 4, "{}", arena.held());
        // Large ones give them back at once.
        for _ in 0..100 {
            let base = take(&mut arena, 700 << 10).expect("there is room");
            arena.release(base, None);
        }
        let live: Vec<u64> = std::iter::from_fn(|| take(&mut arena, 1)).collect();
        assert!(live.len() > 2000 && arena.held() <= most, "{} of {}", live.len(), arena.held());
        for base in live {
            arena.release(base, None);
        }
        arena.trim();
        assert!(take(&mut arena, 600 << 10).is_some(), "{} are held", arena.held());
    }

    #[test]
    fn what_is_near_lies_on_both_sides() {
        let mut arena = Arena::new(1 << 40, Mapping::reserve(1 << 20), 1 << 20, 16);
        let [small, large] = [40, 4000].map(|size| arena.allocate(size, 16, AllocationKind::Heap, None).expect("there is room"));
        let near = |address: u64| match arena.near(address) {
            Near::Inside(found) => (true, found.base),
            Near::Outside(found) => (false, found.map_or(0, |found| found.base)),
        };
        assert_eq!((near(0), near(small - 1), near(small + 39)), ((false, small), (false, small), (true, small)));
        assert_eq!((near(small + 41), near(large - 1), near(large)), ((false, small), (false, large), (true, large)));
        assert_eq!((near(large + 5000), near(u64::MAX)), ((false, large), (false, large)));
    }

    #[test]
    fn what_small_blocks_had_becomes_a_large_one() {
        let mut arena = Arena::new(1 << 40, Mapping::reserve(1 << 20), 1 << 20, 16);
        let small: Vec<u64> = std::iter::from_fn(|| arena.allocate(64, 16, AllocationKind::Heap, None)).collect();
        assert!(small.len() > 10_000);
        let spared = arena.base() + arena.reserved();
        small.iter().for_each(|&base| assert!(arena.release(base, None).is_some()));
        let large = arena.allocate(1 << 19, 16, AllocationKind::Heap, None);
        assert!(large.is_some_and(|base| base + (1 << 19) <= spared) && arena.was_full());
        assert!(arena.find(small[small.len() - 1]).is_some());
    }

    #[test]
    fn what_is_freed_again_and_again_holds_little() {
        let mut arena = Arena::new(1 << 40, Mapping::reserve(1 << 30), 1 << 30, 16);
        let mut kept = Vec::new();
        for round in 0..200_000_u64 {
            let base = arena.allocate(3000 + round % 99, 16, AllocationKind::Heap, None).expect("there is room");
            if round % 1000 == 0 { kept.push(base) } else { assert!(arena.release(base, None).is_some()) }
        }
        let most = 2 * QUARANTINE_HELD;
        assert!(arena.held() < most && kept.iter().all(|base| base - arena.base() < most), "{} are held", arena.held());
        assert!(kept.iter().all(|&base| arena.find(base).is_some_and(|found| !found.is_freed())));
    }

    #[test]
    fn without_a_limit_addresses_are_not_used_again() {
        let mut arena = Arena::new(1 << 40, Mapping::reserve(1 << 30), 1 << 30, 16);
        let first = arena.allocate(64, 16, AllocationKind::Heap, None).expect("there is room");
        arena.release(first, None);
        assert!(arena.allocate(64, 16, AllocationKind::Heap, None) > Some(first));
    }
}
