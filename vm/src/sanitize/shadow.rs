//! What is remembered of memory: of each word the last accesses of each kind ([`Cell`]), in as few bytes as do ([`page`]).

mod page;

use page::Page;
use rustc_hash::FxHashMap;

/// Words of a page.
const WORDS: u64 = 256;
/// Most sites that have a number of their own: its bits.
pub(super) const SITES: u16 = 0x7fff;
/// Pages that are found without a search.
const NEAR: u64 = 256;

/// An access, or several of a kind: clock 32 bits (of several blocks, in launches with fences, their group), site 15, thread 10, how
/// many 2, scope 1, and a bit that tells it from none. The others are those of [`page`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Slot(u64);

/// Of whom the accesses of a slot are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Among {
    /// One thread.
    One,
    /// Several lanes of a warp.
    Lanes,
    /// Several warps of a block.
    Warps,
    /// Several blocks.
    Blocks,
}

impl Slot {
    pub(super) fn one(clock: u32, thread: u16, site: u16, is_narrow: bool) -> Slot {
        Slot::new(clock, thread, site, is_narrow, Among::One)
    }

    pub(super) fn new(clock: u32, thread: u16, site: u16, is_narrow: bool, among: Among) -> Slot {
        let low = u64::from(site & SITES) << 16 | u64::from(thread & 1023) << 4 | (among as u64) << 2 | u64::from(is_narrow) << 1 | 1;
        Slot(u64::from(clock) << 32 | low)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn clock(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(super) fn site(self) -> u16 {
        (self.0 >> 16) as u16 & SITES
    }

    pub(super) fn thread(self) -> u16 {
        (self.0 >> 4 & 1023) as u16
    }

    /// All its accesses are of this thread, of the block that they are of.
    #[inline(always)]
    pub(super) fn is_of(self, thread: u16) -> bool {
        self.0 & (1023 << 4 | 3 << 2) == u64::from(thread & 1023) << 4 | (Among::One as u64) << 2
    }

    pub(super) fn among(self) -> Among {
        match self.0 >> 2 & 3 {
            0 => Among::One,
            1 => Among::Lanes,
            2 => Among::Warps,
            _ => Among::Blocks,
        }
    }

    pub(super) fn is_many(self) -> bool {
        self.among() != Among::One
    }

    pub(super) fn is_narrow(self) -> bool {
        self.0 & 2 != 0
    }
}

/// What is remembered of a word, or of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Cell {
    pub(super) write: Slot,
    pub(super) read: Slot,
    /// Of several threads that `read` stands for, one that is not the one it shows.
    pub(super) other_read: Slot,
    pub(super) strong_write: Slot,
    pub(super) strong_read: Slot,
}

impl Cell {
    /// Nobody accessed it strongly.
    #[inline(always)]
    pub(super) fn has_no_strong(&self) -> bool {
        self.strong_write.0 | self.strong_read.0 == 0
    }
}

/// Cells of the memory that was touched.
#[derive(Default)]
pub(super) struct Shadow {
    /// By page of memory: its place in `cells`.
    pages: FxHashMap<u64, usize>,
    cells: Vec<Page>,
    /// Bytes that they take.
    taken: usize,
    /// The places of the first pages, plus one: shared memory has no others.
    near: Vec<u32>,
    /// The page that was asked for last, and its place.
    last: Option<(u64, usize)>,
    /// Words that were accessed in parts, byte by byte.
    split: FxHashMap<u64, Box<[Cell; 4]>>,
}

impl Shadow {
    /// Bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        self.taken + self.split.len() * (size_of::<[Cell; 4]>() + 16)
    }

    /// Where the cells of a page are, if it is there.
    #[inline]
    fn place(&mut self, page: u64) -> Option<usize> {
        match self.last {
            Some((last, place)) if last == page => Some(place),
            _ => {
                let place = if page < NEAR { self.near.get(page as usize)?.checked_sub(1)? as usize } else { *self.pages.get(&page)? };
                self.last = Some((page, place));
                Some(place)
            }
        }
    }

    /// The same; it is made if it is not there. Shared memory is small, and read and written.
    fn place_of(&mut self, page: u64) -> usize {
        self.place(page).unwrap_or_else(|| {
            let new = self.cells.len();
            self.cells.push(if page < NEAR { Page::wide() } else { Page::narrow() });
            self.taken += self.cells[new].bytes();
            self.pages.insert(page, new);
            if page < NEAR {
                self.near.resize(self.near.len().max(page as usize + 1), 0);
                self.near[page as usize] = new as u32 + 1;
            }
            self.last = Some((page, new));
            new
        })
    }

    #[inline]
    fn change<R>(&mut self, word: u64, f: impl FnOnce(&mut Cell) -> R) -> R {
        let place = self.place_of(word / WORDS);
        self.cells[place].change((word % WORDS) as usize, &mut self.taken, f)
    }

    /// Cells by word, as far as their pages are there, if no word is split.
    pub(super) fn known_cells(&mut self) -> Option<KnownCells<'_>> {
        let (page, place) = self.last.unwrap_or((u64::MAX, 0));
        self.split.is_empty().then_some(KnownCells { shadow: self, page, place })
    }

    /// Calls `f` with each cell of `bytes` at `address`.
    #[inline]
    pub(super) fn each(&mut self, address: u64, bytes: u32, mut f: impl FnMut(&mut Cell)) {
        if bytes == 4 && address.is_multiple_of(4) && self.split.is_empty() {
            return self.change(address / 4, f);
        }
        let end = address + u64::from(bytes);
        let mut at = address;
        while at < end {
            let word = at / 4;
            let next = (word * 4 + 4).min(end);
            let is_whole = at.is_multiple_of(4) && next - at == 4;
            if is_whole && (self.split.is_empty() || !self.split.contains_key(&word)) {
                self.change(word, &mut f);
            } else {
                let whole = self.change(word, |cell| *cell);
                let parts = self.split.entry(word).or_insert_with(|| Box::new([whole; 4]));
                (at % 4..at % 4 + (next - at)).for_each(|byte| f(&mut parts[byte as usize]));
            }
            at = next;
        }
    }

    /// Calls `f` with the cells of what was touched, and their addresses and sizes, by address.
    pub(super) fn each_touched(&self, mut f: impl FnMut(u64, u64, &Cell)) {
        let mut pages: Vec<(u64, usize)> = self.pages.iter().map(|(&page, &place)| (page, place)).collect();
        pages.sort_unstable();
        for (page, place) in pages {
            for (word, at) in (page * WORDS..).zip(0..WORDS as usize) {
                let cell = self.cells[place].get(at);
                match self.split.get(&word) {
                    Some(parts) => (word * 4..).zip(parts.iter()).for_each(|(address, cell)| f(address, 1, cell)),
                    None if cell != Cell::default() => f(word * 4, 4, &cell),
                    None => {}
                }
            }
        }
    }

    /// What lies there is new memory.
    pub(super) fn forget(&mut self, address: u64, bytes: u64) {
        let words = address / 4..(address + bytes).div_ceil(4);
        if bytes / 4 > self.pages.len() as u64 * WORDS {
            for (&page, &place) in &self.pages {
                let of_page = (page * WORDS).max(words.start)..(page * WORDS + WORDS).min(words.end);
                of_page.for_each(|word| self.cells[place].forget((word % WORDS) as usize));
            }
        } else {
            for word in words.clone() {
                if let Some(&place) = self.pages.get(&(word / WORDS)) {
                    self.cells[place].forget((word % WORDS) as usize);
                }
            }
        }
        self.split.retain(|word, _| !words.contains(word));
    }
}

/// See [`Shadow::known_cells`].
pub(super) struct KnownCells<'a> {
    shadow: &'a mut Shadow,
    /// The page at hand, and its place.
    page: u64,
    place: usize,
}

impl KnownCells<'_> {
    /// What `f` makes of a cell, if its page is there.
    #[inline(always)]
    pub(super) fn change<R>(&mut self, word: u64, f: impl FnOnce(&mut Cell) -> R) -> Option<R> {
        let page = word / WORDS;
        if page != self.page {
            self.place = self.shadow.place(page)?;
            self.page = page;
        }
        Some(self.shadow.cells[self.place].change((word % WORDS) as usize, &mut self.shadow.taken, f))
    }
}
