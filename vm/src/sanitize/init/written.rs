//! Which bytes of memory were written: a bit each, but for pages of which all were, or none.

use rustc_hash::FxHashMap;
use std::ops::Range;

/// Bytes of a page.
const PAGE: u64 = 4096;
/// Words of bits of a page.
const WORDS: usize = PAGE as usize / 64;
/// Pages that [`Written::is_all`] looks at.
const MOST_PAGES: u64 = 64;

enum Page {
    /// All bytes that there are of it were written.
    All,
    /// A bit a byte, and how many bytes were not.
    Some(Box<[u64; WORDS]>, u16),
}

/// Which bytes of a range were written.
#[derive(Default)]
pub(super) struct Written {
    /// Bytes of the range.
    pub(super) size: u64,
    /// A page that is not there is unwritten.
    pages: FxHashMap<u64, Page>,
    /// A page of which all bytes were written: it was asked for last.
    last: Option<u64>,
    /// It was found that all were written.
    is_whole: bool,
}

/// The bits of a word for bytes of a page: bit `n` of word `w` is byte `64 * w + n`.
fn words(bytes: Range<u64>) -> impl Iterator<Item = (usize, u64)> {
    let word = |at: u64| (at / 64) as usize;
    (word(bytes.start)..word(bytes.end + 63)).map(move |index| {
        let (low, high) = (index as u64 * 64, index as u64 * 64 + 64);
        let (from, to) = (bytes.start.max(low) - low, bytes.end.min(high) - low);
        (index, u64::MAX >> (64 - (to - from)) << from)
    })
}

impl Written {
    pub(super) fn new(size: u64) -> Written {
        Written { size, ..Written::default() }
    }

    /// The parts of `start..end` by page, counted from the page's first byte.
    fn parts(&self, start: u64, end: u64) -> impl Iterator<Item = (u64, Range<u64>)> + use<> {
        let end = end.min(self.size);
        let pages = if start < end { start / PAGE..(end - 1) / PAGE + 1 } else { 0..0 };
        pages.map(move |page| (page, start.max(page * PAGE) - page * PAGE..end.min(page * PAGE + PAGE) - page * PAGE))
    }

    /// Bytes that there are of a page.
    fn length(&self, page: u64) -> u64 {
        PAGE.min(self.size - page * PAGE)
    }

    pub(super) fn set(&mut self, offset: u64, bytes: u64, value: bool) {
        self.is_whole &= value;
        for (page, part) in self.parts(offset, offset.saturating_add(bytes)) {
            let length = self.length(page);
            if part == (0..length) {
                if value {
                    self.pages.insert(page, Page::All);
                } else {
                    self.pages.remove(&page);
                    self.last = None;
                }
            } else if value {
                let known = self.pages.entry(page).or_insert_with(|| Page::Some(Box::new([0; WORDS]), length as u16));
                let Page::Some(bits, left) = known else { continue };
                for (word, mask) in words(part) {
                    *left -= (mask & !bits[word]).count_ones() as u16;
                    bits[word] |= mask;
                }
                if *left == 0 {
                    *known = Page::All;
                }
            } else if let Some(known) = self.pages.get_mut(&page) {
                self.last = None;
                if matches!(known, Page::All) {
                    *known = Page::Some(Box::new([u64::MAX; WORDS]), 0);
                }
                let Page::Some(bits, left) = known else { continue };
                for (word, mask) in words(part) {
                    *left += (mask & bits[word]).count_ones() as u16;
                    bits[word] &= !mask;
                }
            }
        }
    }

    /// Whether all of these bytes were written, as far as that is quickly told.
    pub(super) fn is_all(&mut self, offset: u64, bytes: u64) -> bool {
        let end = offset.saturating_add(bytes);
        if end > self.size || bytes == 0 {
            return false;
        }
        let pages = offset / PAGE..(end - 1) / PAGE + 1;
        if pages.end - pages.start == 1 && self.last == Some(pages.start) {
            return true;
        }
        if pages.end - pages.start > MOST_PAGES {
            return false;
        }
        for (page, part) in self.parts(offset, end) {
            match self.pages.get(&page) {
                Some(Page::All) => self.last = Some(page),
                Some(Page::Some(bits, _)) if words(part).all(|(word, mask)| bits[word] & mask == mask) => {}
                _ => return false,
            }
        }
        true
    }

    /// Whether all bytes of the range were written.
    pub(super) fn is_whole(&mut self) -> bool {
        self.is_whole = self.is_whole || self.first(0..self.size, false).is_none();
        self.is_whole
    }

    /// The pieces of a range that are not set.
    pub(super) fn unwritten(&self, range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let (mut at, end) = (range.start, range.end);
        std::iter::from_fn(move || {
            let first = self.first(at..end, false)?;
            at = self.first(first..end, true).unwrap_or(end);
            Some(first..at)
        })
    }

    /// The first pieces that are not set.
    pub(super) fn holes(&self) -> Vec<Range<u64>> {
        self.unwritten(0..self.size).take(4).collect()
    }

    /// The first byte of a range that is (not) set.
    pub(super) fn first(&self, range: Range<u64>, value: bool) -> Option<u64> {
        for (page, part) in self.parts(range.start, range.end) {
            let start = part.start;
            let found = match self.pages.get(&page) {
                None => (!value).then_some(start),
                Some(Page::All) => value.then_some(start),
                Some(Page::Some(bits, _)) => words(part).find_map(|(word, mask)| {
                    let wanted = mask & if value { bits[word] } else { !bits[word] };
                    (wanted != 0).then(|| word as u64 * 64 + u64::from(wanted.trailing_zeros()))
                }),
            };
            if let Some(found) = found {
                return Some(page * PAGE + found);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a flag a byte.
    #[test]
    fn like_flags() {
        for size in [1, 63, 64, 100, 4096, 4100, 12_000] {
            let (mut written, mut flags) = (Written::new(size), vec![false; size as usize]);
            let mut state = size;
            for _ in 0..400 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (start, value) = (state >> 33 & 0x3fff, state >> 20 & 3 != 0);
                let bytes = [1, 4, 8, 100, 4096, 5000][(state >> 50) as usize % 6];
                written.set(start, bytes, value);
                let end = (start + bytes).min(size);
                (start.min(end)..end).for_each(|at| flags[at as usize] = value);
                let asked = state >> 13 & 0xfff;
                for wanted in [false, true] {
                    let found = (asked..(asked + bytes).min(size)).find(|&at| flags[at as usize] == wanted);
                    assert_eq!(written.first(asked..asked + bytes, wanted), found, "{size}: {asked} {bytes}");
                }
                let all = asked + bytes <= size && flags[asked as usize..(asked + bytes) as usize].iter().all(|&flag| flag);
                assert_eq!(written.is_all(asked, bytes), all, "{size}: {asked} {bytes}");
            }
        }
    }
}
