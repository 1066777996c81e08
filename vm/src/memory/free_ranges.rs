//! The address ranges of a window that freed allocations had and that can be given out again.
//!
//! Ranges that touch are one; the smallest that is large enough is used. Those of small blocks wait in *bins* first, one a size, as in
//! allocators of C: the next block of that size takes the last one without a search. Bins that hold much, or that nobody could use
//! where room ran out, are emptied into the ranges.

use super::Mapping;
use super::granules::{GRANULE, SMALL};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes in bins at least, before they are emptied.
const MOST_IN_BINS: u64 = 32 << 20;

/// See the module.
#[derive(Default, Debug)]
pub(super) struct FreeRanges {
    /// First address to bytes, and how many of them are held.
    ranges: BTreeMap<u64, (u64, u64)>,
    /// The same as bytes and first address.
    by_size: BTreeSet<(u64, u64)>,
    /// By granules, first addresses of the ranges of small blocks; all their bytes are held.
    bins: Vec<Vec<u64>>,
    /// Bytes of those.
    in_bins: u64,
}

impl FreeRanges {
    /// So many bytes from `start` are free, of which some are held.
    pub(super) fn put(&mut self, mut start: u64, mut len: u64, mut held: u64) {
        if let Some((&before, &(before_len, _))) = self.ranges.range(..start).next_back()
            && before + before_len == start
        {
            start = before;
            len += before_len;
            held += self.take(before).map_or(0, |range| range.1);
        }
        if let Some((after_len, after_held)) = self.take(start + len) {
            len += after_len;
            held += after_held;
        }
        self.insert(start, len, held);
    }

    fn insert(&mut self, start: u64, len: u64, held: u64) {
        self.ranges.insert(start, (len, held));
        self.by_size.insert((len, start));
    }

    fn take(&mut self, start: u64) -> Option<(u64, u64)> {
        let (len, held) = self.ranges.remove(&start)?;
        self.by_size.remove(&(len, start));
        Some((len, held))
    }

    /// The range of a small block, `span` bytes from `start`, is free; `used` bytes of the window are not.
    pub(super) fn put_small(&mut self, start: u64, span: u64, used: u64) {
        let bin = (span / GRANULE) as usize;
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, Vec::new());
        }
        self.bins[bin].push(start);
        self.in_bins += span;
        if self.in_bins > used.max(MOST_IN_BINS) {
            self.empty_bins();
        }
    }

    /// Takes the range of a small block that had just so many bytes.
    pub(super) fn take_small(&mut self, span: u64) -> Option<u64> {
        let start = self.bins.get_mut((span / GRANULE) as usize)?.pop()?;
        self.in_bins -= span;
        Some(start)
    }

    /// The ranges of small blocks become ranges as others; whether there were any.
    pub(super) fn empty_bins(&mut self) -> bool {
        let of_bin = |(granules, starts): (usize, Vec<u64>)| starts.into_iter().map(move |start| (start, granules as u64 * GRANULE));
        let mut small: Vec<(u64, u64)> = std::mem::take(&mut self.bins).into_iter().enumerate().flat_map(of_bin).collect();
        small.sort_unstable();
        for run in small.chunk_by(|a, b| a.0 + a.1 == b.0) {
            let bytes = run.iter().map(|range| range.1).sum();
            self.put(run[0].0, bytes, bytes);
        }
        std::mem::take(&mut self.in_bins) > 0
    }

    /// Takes `span` bytes at a multiple of `align` out of a range, for which at most `room` more bytes become held; of the smallest
    /// ranges that are large enough so many are tried. The first address, and how many bytes more are held.
    pub(super) fn take_part(&mut self, span: u64, align: u64, room: u64, tries: usize) -> Option<(u64, u64)> {
        let (start, len, held, base) = self.by_size.range((span, 0)..).take(tries).find_map(|&(len, start)| {
            let (base, held) = (start.checked_next_multiple_of(align)?, self.ranges.get(&start)?.1);
            let fits = base - start + span <= len && span.saturating_sub(held) <= room;
            fits.then_some((start, len, held, base))
        })?;
        self.take(start);
        // What is held counts for the new allocation first; the rest stays with what is left of the range.
        let mut left = held.saturating_sub(span);
        for (start, len) in [(start, base - start), (base + span, start + len - base - span)] {
            if len > 0 {
                let part = left.min(len);
                left -= part;
                self.insert(start, len, part);
            }
        }
        Some((base, span.saturating_sub(held)))
    }

    /// Gives whole pages of ranges back to the system, of a window that begins at `base`; how many bytes less are held.
    pub(super) fn trim(&mut self, base: u64, map: &mut Mapping) -> u64 {
        self.empty_bins();
        let mut given = 0;
        for (&start, (len, held)) in &mut self.ranges {
            let rest = (*held).min(*len - Mapping::whole_pages(start - base, *len));
            if rest < *held {
                map.discard(start - base, *len);
                given += *held - rest;
                *held = rest;
            }
        }
        given
    }
}

/// Whether a range of so many bytes goes into a bin.
pub(super) fn is_of_bin(span: u64, align: u64) -> bool {
    span <= SMALL && align == GRANULE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one_and_bins_give_what_was_put_last() {
        let mut free = FreeRanges::default();
        for start in [0x100, 0x200, 0x140] {
            free.put_small(start, 64, 0);
        }
        assert_eq!((free.take_small(48), free.take_small(64), free.take_small(64)), (None, Some(0x140), Some(0x200)));
        free.put_small(0x140, 64, 0);
        assert_eq!(free.take_part(64, 16, 0, 4), None);
        assert!(free.empty_bins() && !free.empty_bins());
        // 0x100 and 0x140 are one range of 128 bytes now.
        assert_eq!(free.take_part(96, 16, 0, 4), Some((0x100, 0)));
        assert_eq!(free.take_part(32, 16, 0, 4), Some((0x160, 0)));
        assert_eq!(free.take_part(16, 16, 0, 4), None);
    }
}
