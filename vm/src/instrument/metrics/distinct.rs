//! Numbers counted once each, for few of them without a heap.

/// Counts different numbers, of up to 64: a hash table with open addressing.
pub(super) struct Distinct {
    slots: [u64; Distinct::SLOTS],
    pub(super) count: u64,
}

/// Up to 160 numbers (32 lanes of 16 bytes, misaligned).
pub(super) struct Set {
    items: [u64; Set::ROOM],
    pub(super) count: usize,
}

impl Distinct {
    const SLOTS: usize = 128;
    /// No sector and no line has this number.
    const EMPTY: u64 = u64::MAX;

    pub(super) fn new() -> Distinct {
        Distinct { slots: [Distinct::EMPTY; Distinct::SLOTS], count: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, number: u64) {
        // Neighbours get neighbouring slots, others are spread.
        let mut slot = (number ^ number >> 7 ^ number >> 14) as usize % Distinct::SLOTS;
        while self.slots[slot] != number {
            if self.slots[slot] == Distinct::EMPTY {
                self.slots[slot] = number;
                self.count += 1;
                return;
            }
            slot = (slot + 1) % Distinct::SLOTS;
        }
    }
}

impl Default for Set {
    fn default() -> Set {
        Set { items: [0; Set::ROOM], count: 0 }
    }
}

impl Set {
    const ROOM: usize = 160;

    #[inline]
    pub(super) fn add(&mut self, item: u64) {
        // Neighbours mostly want the same or the next one.
        if self.count == 0 || self.items[self.count - 1] != item {
            self.items[self.count] = item;
            self.count += 1;
        }
    }

    /// Distinct numbers in order.
    pub(super) fn sorted(&mut self) -> &[u64] {
        let items = &mut self.items[..self.count];
        if !items.is_sorted() {
            items.sort_unstable();
        }
        let mut kept = 0;
        for at in 0..items.len() {
            if kept == 0 || items[kept - 1] != items[at] {
                items[kept] = items[at];
                kept += 1;
            }
        }
        &items[..kept]
    }
}
