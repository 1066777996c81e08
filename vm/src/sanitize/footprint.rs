//! What a launch leaves of its shadow: the memory that it accessed, in ranges, for what runs at the same time.

use super::shadow::{Shadow, Slot};
use crate::instrument::hazard::{AccessSite, AccessedRange};
use crate::memory::Site;

/// The memory of a shadow in ranges that were accessed in the same way, by address; of those accesses that `counts` says.
pub(super) fn ranges(shadow: &Shadow, counts: &dyn Fn(Slot) -> bool, site: &dyn Fn(u16) -> Option<Site>) -> Vec<AccessedRange> {
    let mut ranges: Vec<(AccessedRange, (Slot, Slot))> = Vec::new();
    shadow.each_touched(|start, bytes, cell| {
        let counted = |slot: Slot| if slot.is_empty() || counts(slot) { slot } else { Slot::default() };
        let (write, is_strong_write) = first(counted(cell.write), counted(cell.strong_write));
        let (read, is_strong_read) = first(counted(cell.read), counted(cell.strong_read));
        // Who of several threads it was does not matter here.
        let key = (of_site(write), of_site(read));
        if let Some((last, known)) = ranges.last_mut()
            && *known == key
            && last.end == start
            && last.write.is_none_or(|write| write.is_strong == is_strong_write)
            && last.read.is_none_or(|read| read.is_strong == is_strong_read)
        {
            last.end = start + bytes;
            return;
        }
        let accessed = |slot: Slot, is_strong| (!slot.is_empty()).then(|| AccessSite { site: site(slot.site()), is_strong });
        let (write, read) = (accessed(write, is_strong_write), accessed(read, is_strong_read));
        if write.is_some() || read.is_some() {
            ranges.push((AccessedRange { start, end: start + bytes, write, read }, key));
        }
    });
    ranges.into_iter().map(|range| range.0).collect()
}

/// The plain accesses if there are any, else the strong ones.
fn first(plain: Slot, strong: Slot) -> (Slot, bool) {
    if plain.is_empty() { (strong, true) } else { (plain, false) }
}

/// The same for all accesses of a site.
fn of_site(slot: Slot) -> Slot {
    if slot.is_empty() { slot } else { Slot::one(0, 0, slot.site(), false) }
}

#[cfg(test)]
mod tests {
    use super::super::shadow::Cell;
    use super::*;

    #[test]
    fn neighbours_that_were_accessed_alike_are_one_range() {
        let mut shadow = Shadow::default();
        let write = |thread, site| Cell { write: Slot::one(7, thread, site, false), ..Cell::default() };
        for element in 0..600u16 {
            shadow.each(4096 + 4 * u64::from(element), 4, |cell| *cell = write(element, 1));
        }
        shadow.each(4096 + 2400, 2, |cell| *cell = write(0, 2));
        let found: Vec<(u64, u64)> = ranges(&shadow, &|_| true, &|_| None).iter().map(|range| (range.start, range.end)).collect();
        assert_eq!(found, [(4096, 4096 + 2400), (4096 + 2400, 4096 + 2402)]);
    }
}
