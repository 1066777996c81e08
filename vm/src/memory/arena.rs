//! A window of addresses with allocations in it.
//!
//! Allocations never touch: after each come at least [`REDZONE`] bytes that belong to nothing. Freed allocations
//! stay in the table (quarantine) so that a use after free finds them; the oldest are forgotten when there are many
//! or when the addresses run out.

use super::{Allocation, AllocationKind, Mapping, Trace};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Least number of bytes between two allocations.
pub(super) const REDZONE: u64 = 32;
/// Freed allocations that are remembered.
const QUARANTINE: usize = 1 << 14;

/// What is at an address.
#[derive(Clone, Copy, Debug)]
pub enum Near<'a> {
    /// Inside this allocation (or exactly at an empty one).
    Inside(&'a Allocation),
    /// In none; the nearest one, live ones first, if there is any.
    Outside(Option<&'a Allocation>),
}

/// What a free did.
#[derive(Clone, Debug)]
pub enum Free {
    /// The allocation is gone.
    Freed(Allocation),
    /// It was freed before.
    AlreadyFreed(Allocation),
    /// The address is inside this allocation, not its start.
    Inside(Allocation),
    /// Nothing was ever there (as far as remembered).
    Unknown,
}

/// A window of the address space.
#[derive(Debug)]
pub struct Arena {
    base: u64,
    align: u64,
    map: Mapping,
    table: BTreeMap<u64, Allocation>,
    /// First address never given out.
    next: u64,
    /// Forgotten ranges: first address to bytes.
    free: BTreeMap<u64, u64>,
    quarantine: VecDeque<u64>,
    /// Bytes in live allocations.
    used: u64,
    /// Most bytes that may be in live allocations.
    capacity: u64,
}

impl Arena {
    /// An empty window of `reserve` bytes at `base`; addresses are multiples of `align`.
    pub fn new(base: u64, reserve: u64, capacity: u64, align: u64) -> Arena {
        let map = Mapping::reserve(reserve);
        let capacity = capacity.min(map.len());
        Arena {
            base,
            align,
            map,
            table: BTreeMap::new(),
            next: base,
            free: BTreeMap::new(),
            quarantine: VecDeque::new(),
            used: 0,
            capacity,
        }
    }

    /// The first address.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Bytes in live allocations.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Most bytes that may be live.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Live allocations, by address.
    pub fn live(&self) -> impl Iterator<Item = &Allocation> {
        self.table.values().filter(|a| !a.is_freed())
    }

    /// Allocates `size` zeroed bytes, `align` (or the window's) aligned; `None` when memory is exhausted.
    pub fn allocate(&mut self, size: u64, align: u64, kind: AllocationKind, trace: Option<Trace>) -> Option<u64> {
        if size > self.capacity.checked_sub(self.used)? {
            return None;
        }
        let align = align.max(self.align);
        let span = size.checked_add(REDZONE)?.checked_next_multiple_of(self.align)?;
        let base = match self.bump(span, align) {
            Some(base) => base,
            None => self.recycle(span, align)?,
        };
        let allocation = Allocation { base, size, kind, name: None, element_size: 0, is_const: false, allocated: trace, freed: None };
        self.table.insert(base, allocation);
        self.used += size;
        Some(base)
    }

    /// Allocates a variable.
    pub fn allocate_variable(&mut self, size: u64, align: u64, kind: AllocationKind, name: &str, element_size: u64) -> Option<u64> {
        let base = self.allocate(size, align, kind, None)?;
        let allocation = self.table.get_mut(&base)?;
        allocation.name = Some(Arc::from(name));
        allocation.element_size = element_size;
        Some(base)
    }

    /// Marks the allocation at `base` as never written.
    pub fn set_const(&mut self, base: u64) {
        if let Some(allocation) = self.table.get_mut(&base) {
            allocation.is_const = true;
        }
    }

    /// Forgets where allocations were made and freed: the program that did it is not the one that runs.
    pub(crate) fn forget_traces(&mut self) {
        for allocation in self.table.values_mut() {
            allocation.allocated = None;
            allocation.freed = allocation.freed.take().map(|_| None);
        }
    }

    /// Makes the allocation at `base` one of another kind (`cudaHostRegister`).
    pub fn set_kind(&mut self, base: u64, kind: AllocationKind) {
        if let Some(allocation) = self.table.get_mut(&base) {
            allocation.kind = kind;
        }
    }

    fn bump(&mut self, span: u64, align: u64) -> Option<u64> {
        let base = self.next.checked_next_multiple_of(align)?;
        let end = base.checked_add(span)?;
        if end > self.base + self.map.len() {
            return None;
        }
        self.next = end;
        Some(base)
    }

    /// The addresses ran out: forgets freed allocations, oldest first, until a range fits.
    fn recycle(&mut self, span: u64, align: u64) -> Option<u64> {
        loop {
            let fit = self.free.iter().find_map(|(&start, &len)| {
                let base = start.checked_next_multiple_of(align)?;
                (base - start + span <= len).then_some((start, len, base))
            });
            if let Some((start, len, base)) = fit {
                self.free.remove(&start);
                if base > start {
                    self.free.insert(start, base - start);
                }
                if start + len > base + span {
                    self.free.insert(base + span, start + len - base - span);
                }
                return Some(base);
            }
            let oldest = self.quarantine.pop_front()?;
            self.forget(oldest);
        }
    }

    fn forget(&mut self, base: u64) {
        let Some(allocation) = self.table.remove(&base) else { return };
        let (mut start, mut len) = (base, (allocation.size + REDZONE).next_multiple_of(self.align));
        if let Some((&before, &before_len)) = self.free.range(..start).next_back()
            && before + before_len == start
        {
            self.free.remove(&before);
            start = before;
            len += before_len;
        }
        if let Some(after_len) = self.free.remove(&(start + len)) {
            len += after_len;
        }
        self.free.insert(start, len);
    }

    /// Frees the allocation that starts at `base`; its bytes go back to the system.
    pub fn release(&mut self, base: u64, trace: Option<Trace>) -> Free {
        let found = match self.near(base) {
            Near::Inside(allocation) => allocation.clone(),
            Near::Outside(_) => return Free::Unknown,
        };
        if found.is_freed() {
            return Free::AlreadyFreed(found);
        }
        if found.base != base {
            return Free::Inside(found);
        }
        if let Some(allocation) = self.table.get_mut(&base) {
            allocation.freed = Some(trace);
        }
        self.used -= found.size;
        self.map.discard(base - self.base, found.size);
        self.quarantine.push_back(base);
        if self.quarantine.len() > QUARANTINE
            && let Some(oldest) = self.quarantine.pop_front()
        {
            self.forget(oldest);
        }
        Free::Freed(found)
    }

    /// The allocation, live or freed, that contains `address`.
    pub fn find(&self, address: u64) -> Option<&Allocation> {
        match self.near(address) {
            Near::Inside(allocation) => Some(allocation),
            Near::Outside(_) => None,
        }
    }

    /// What is at `address`.
    pub fn near(&self, address: u64) -> Near<'_> {
        let below = self.table.range(..=address).next_back().map(|(_, a)| a);
        if let Some(below) = below
            && (address < below.end() || address == below.base)
        {
            return Near::Inside(below);
        }
        let above = self.table.range(address..).next().map(|(_, a)| a);
        let nearest = match (below, above) {
            (Some(below), Some(above)) if below.is_freed() != above.is_freed() => Some(if below.is_freed() { above } else { below }),
            (Some(below), Some(above)) if above.base - address < address - below.end() => Some(above),
            (below, above) => below.or(above),
        };
        Near::Outside(nearest)
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
