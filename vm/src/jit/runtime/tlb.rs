//! Where what host code accessed last lies: a software translation lookaside buffer, as emulators have one.
//!
//! A loop's access to an array stays in one block, which its region knows. In a program of many nodes (trees, strings, lists of
//! lists), or of functions that many call, an access goes elsewhere each time. Where its region does not know the block,
//! compiled code looks here, before it asks a helper: by the page that the pointer is in, whose size goes with that of the block, as
//! processors have pages of several sizes.
//!
//! **Invariant.** An entry is a live block of the heap, or a variable, global or of a function in progress, that host code may read,
//! and write unless it is constant, as long as the memory's generation is that of the buffer; an empty one passes no access.
//! **Source.** The `CPUTLBEntry` of QEMU's system emulation.

use super::on_stack::OnStack;
use crate::memory::{SMALL, Window};

/// Entries; a power of two.
pub(crate) const ENTRIES: usize = 8192;

/// Bytes of the pages of blocks by their size, as shifts: of those of less than 16 bytes, up to 1 KB, up to 64 KB, and larger ones.
pub(crate) const PAGE_SHIFTS: [u32; 4] = [2, 4, 10, 16];

/// So few entries are emptied one by one.
const FEW: usize = ENTRIES / 32;

/// A block.
#[repr(C, align(64))]
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Entry {
    /// First address.
    pub(crate) base: u64,
    /// Bytes: a pointer may also be one past the end.
    pub(crate) size: u64,
    /// Pointer that address 0 would have.
    pub(crate) origin: u64,
    /// Whether nobody may write it: 0 or 1.
    pub(crate) is_const: u64,
    /// Not 0: it is a variable of a function that compiled code has called, whose context that is, as long as its frame is at...
    pub(crate) frame: u64,
    /// ... this address.
    pub(crate) frame_base: u64,
}

/// See the module.
pub(crate) struct Tlb {
    pub(crate) entries: Box<[Entry; ENTRIES]>,
    /// Of the memory.
    pub(crate) generation: u64,
    /// Entries that were made for variables; another may be there now.
    of_stack: OnStack<usize>,
    /// Entries that were made, if they are few: then only they are emptied when a generation ends.
    made: Vec<usize>,
    /// Entries may have been made for small blocks of the heap.
    has_small: bool,
}

impl Default for Tlb {
    fn default() -> Tlb {
        Tlb { entries: all_empty(), generation: 0, of_stack: OnStack::default(), made: Vec::new(), has_small: false }
    }
}

/// On the heap from the start: it is large.
fn all_empty() -> Box<[Entry; ENTRIES]> {
    let entries: Box<[Entry]> = std::iter::repeat_n(Entry::default(), ENTRIES).collect();
    entries.try_into().unwrap_or_else(|_| unreachable!("there are so many"))
}

/// Bytes of the pages of a block, as a shift.
fn page_shift(size: u64) -> u32 {
    let [tiny, small, middle, large] = PAGE_SHIFTS;
    match size {
        0..16 => tiny,
        16..=0x400 => small,
        0x401..=0x1_0000 => middle,
        _ => large,
    }
}

/// The entry of a pointer into a block of so many bytes.
fn index_of(pointer: u64, size: u64) -> usize {
    (pointer >> page_shift(size)) as usize % ENTRIES
}

impl Tlb {
    /// A pointer was found to be right, into a block of the heap or a variable.
    pub(crate) fn insert(&mut self, pointer: u64, found: Entry, generation: u64) {
        if self.generation != generation {
            if self.made.len() < FEW {
                self.made.iter().for_each(|&index| self.entries[index] = Entry::default());
            } else {
                self.entries.fill(Entry::default());
            }
            self.made.clear();
            self.of_stack.clear();
            self.has_small = false;
            self.generation = generation;
        }
        let window = Window::of(found.base);
        if !matches!(window, Window::HostHeap | Window::HostStack | Window::HostGlobals) {
            return;
        }
        self.has_small |= window == Window::HostHeap && found.size <= SMALL;
        let index = index_of(pointer, found.size);
        self.entries[index] = found;
        if self.made.len() < FEW {
            self.made.push(index);
        }
        if window == Window::HostStack && found.frame == 0 {
            self.of_stack.add(found.base, index);
        }
    }

    /// A block was freed.
    pub(crate) fn forget_block(&mut self, base: u64, size: u64) {
        if size <= SMALL && !self.has_small {
            return;
        }
        // A pointer may be one past the end.
        let shift = page_shift(size);
        for page in (base >> shift..=(base + size) >> shift).take(ENTRIES) {
            let entry = &mut self.entries[page as usize % ENTRIES];
            if entry.base == base {
                *entry = Entry::default();
            }
        }
    }

    /// Functions whose variables lie below `top` have ended. The lowest variable that still has an entry.
    pub(crate) fn forget_stack(&mut self, top: u64) -> u64 {
        let entries = &mut self.entries;
        self.of_stack.take_below(top, |base, index| {
            if entries[index].base == base {
                entries[index] = Entry::default();
            }
        });
        self.of_stack.lowest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::HOST_HEAP;

    /// As compiled code does it.
    fn find(tlb: &Tlb, pointer: u64, address: u64, bytes: u64) -> Option<u64> {
        let entries = PAGE_SHIFTS.map(|shift| tlb.entries[(pointer >> shift) as usize % ENTRIES]);
        let has_it = |entry: &&Entry| {
            let fits = bytes <= entry.size && pointer.wrapping_sub(entry.base) <= entry.size;
            fits && address.wrapping_sub(entry.base) <= entry.size - bytes
        };
        entries.iter().find(has_it).map(|entry| address.wrapping_add(entry.origin))
    }

    #[test]
    fn nothing_passes_an_empty_entry() {
        let tlb = Tlb::default();
        for pointer in (0..40_000).chain(u64::MAX - 40_000..=u64::MAX) {
            assert_eq!(find(&tlb, pointer, pointer, 1), None);
            assert_eq!(find(&tlb, pointer, pointer.wrapping_sub(16), 1), None);
        }
    }

    #[test]
    fn a_new_generation_knows_nothing_of_the_one_before() {
        for count in [1, FEW as u64 - 1, FEW as u64, ENTRIES as u64] {
            let mut tlb = Tlb::default();
            let blocks: Vec<u64> = (0..count).map(|block| HOST_HEAP + 32 * block).collect();
            for generation in 0..3 {
                for &base in &blocks {
                    tlb.insert(base, Entry { base, size: 16, ..Entry::default() }, 2 * generation);
                }
                assert_eq!(find(&tlb, *blocks.last().unwrap(), *blocks.last().unwrap(), 8), blocks.last().copied());
                tlb.insert(0, Entry::default(), 2 * generation + 1);
                assert!(blocks.iter().all(|&block| find(&tlb, block, block, 1).is_none()));
            }
        }
    }

    #[test]
    fn a_large_block_has_few_entries() {
        let mut tlb = Tlb::default();
        for size in [1 << 3, 1 << 10, 1 << 16, 1 << 26] {
            let base = HOST_HEAP + 0x1230;
            let entries = |tlb: &Tlb| tlb.entries.iter().filter(|entry| entry.base == base).count();
            let pages = (0..=size).step_by(if size > 64 { 1024 } else { 2 }).map(|offset| base + offset).filter(|&pointer| {
                let is_new = find(&tlb, pointer, base, 1).is_none();
                if is_new {
                    tlb.insert(pointer, Entry { base, size, ..Entry::default() }, 0);
                }
                is_new
            });
            let pages = pages.count();
            assert!(pages == entries(&tlb) && pages <= 1026, "{pages} of {size}");
            tlb.forget_block(base, size);
            assert_eq!(entries(&tlb), 0);
        }
    }

    #[test]
    fn blocks_are_found_until_they_are_freed() {
        let mut tlb = Tlb::default();
        let block = Entry { base: HOST_HEAP + 0x040, size: 40, origin: 1000, ..Entry::default() };
        for pointer in (HOST_HEAP + 0x040..=HOST_HEAP + 0x068).step_by(8) {
            tlb.insert(pointer, block, 0);
        }
        assert_eq!(find(&tlb, HOST_HEAP + 0x044, HOST_HEAP + 0x060, 8), Some(HOST_HEAP + 0x060 + 1000));
        assert_eq!(find(&tlb, HOST_HEAP + 0x044, HOST_HEAP + 0x061, 8), None);
        assert_eq!(find(&tlb, HOST_HEAP + 0x044, HOST_HEAP + 0x03f, 1), None);
        assert_eq!(find(&tlb, HOST_HEAP + 0x068, HOST_HEAP + 0x060, 8), Some(HOST_HEAP + 0x060 + 1000));
        tlb.forget_block(HOST_HEAP + 0x040, 40);
        for pointer in HOST_HEAP + 0x040..=HOST_HEAP + 0x068 {
            assert_eq!(find(&tlb, pointer, pointer, 1), None);
        }
        tlb.insert(HOST_HEAP + 0x040, block, 0);
        tlb.insert(HOST_HEAP + 0x100, Entry { base: HOST_HEAP + 0x100, size: 16, ..Entry::default() }, 1);
        assert_eq!(find(&tlb, HOST_HEAP + 0x040, HOST_HEAP + 0x040, 1), None);
    }
}
