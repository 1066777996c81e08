//! The counter plan: what compiled code counts for an observed launch.
//!
//! A full warp's access to affine addresses costs the same for all bases that lie alike in a line of the cache, so compiled
//! code only counts how often each place in a line occurs (*counters*); if the rows of a warp have bases of their own, as
//! long as these keep their distance. For a full warp's other accesses the same holds as long as lanes keep their distance
//! from lane 0 (*patterns*). What is left leaves *records*: the lanes and their addresses; two alike in turn are the next
//! pattern of their access. All become sums in the observer's [`AccessProfile`], by the same rules as in the interpreter, which
//! tells of what it executes itself.

use super::scaling::Scaling;
use super::shape::LaneShape;
use super::told::ToldSites;
use crate::decode::code::{Access, Op, OpKind, Root};
use crate::instrument::metrics::banks;
use crate::instrument::metrics::banks::LANES;
use crate::instrument::metrics::rules::{LINE, Request};
use crate::instrument::metrics::{AccessProfile, Class};
use crate::memory::{self, Window};
use crate::simd_dispatch::spread;
use kern_ir::{Opcode, Space};
use std::collections::HashMap;

/// Records in turn, each unlike the one before, after which a site is taken to have no pattern.
pub(crate) const PATIENCE: u64 = 16;

/// Records in the memory of an instance.
pub(crate) const RECORDS: usize = 16;

/// The addresses of an access that is not counted, in the numbering of its space, before its offset is added.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Record {
    /// Number of the site.
    pub(crate) site: u32,
    /// Active lanes.
    pub(crate) mask: u32,
    /// What indices are added to.
    pub(crate) base: u64,
    pub(crate) lanes: Lanes,
}

/// As the site's [`Scaling`] says.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union Lanes {
    addresses: [u64; LANES],
    indices: [u32; LANES],
}

/// An access in compiled code.
#[derive(Clone, Copy, Debug)]
struct Site {
    inst: u32,
    class: Class,
    bytes: u32,
    offset: u64,
    /// Records have indices.
    scaling: Option<Scaling>,
}

impl Site {
    /// The addresses of a record.
    fn addresses(&self, record: &Record) -> [u64; LANES] {
        // SAFETY: all bits are numbers.
        let (addresses, indices) = unsafe { (&record.lanes.addresses, &record.lanes.indices) };
        match self.scaling {
            Some(scaling) => spread(record.base.wrapping_add(self.offset), indices, scaling.shift, scaling.signed),
            None => addresses.map(|address| address.wrapping_add(self.offset)),
        }
    }

    /// The wavefronts of the banks for a full warp's access to shared memory, if they are easily counted.
    fn shared_wavefronts(&self, record: &Record) -> Option<u64> {
        let scaling = self.scaling.filter(|_| self.class.is_shared() && !self.class.is_atomic() && record.mask == u32::MAX)?;
        // SAFETY: all bits are numbers.
        let indices = unsafe { &record.lanes.indices };
        banks::indexed_wavefronts(self.bytes, record.base.wrapping_add(self.offset), indices, scaling.shift)
    }

    /// How far the lanes of a record are from lane 0, in words as compiled code compares them.
    fn distances(&self, record: &Record) -> [u64; LANES] {
        // SAFETY: all bits are numbers.
        let (addresses, indices) = unsafe { (&record.lanes.addresses, &record.lanes.indices) };
        let distance = |lane: usize| u64::from(indices[lane].wrapping_sub(indices[0]));
        match self.scaling {
            Some(_) => std::array::from_fn(|word| if word < LANES / 2 { distance(2 * word) | distance(2 * word + 1) << 32 } else { 0 }),
            None => addresses.map(|address| address.wrapping_sub(addresses[0])),
        }
    }

    /// What a lane's address is above that of lane 0, of distances.
    fn distance(&self, words: &[u64], lane: usize) -> u64 {
        match self.scaling {
            Some(scaling) => ((words[lane / 2] >> (lane % 2 * 32)) as i32 as u64) << scaling.shift,
            None => words[lane],
        }
    }
}

/// Counts of full warps' accesses to affine addresses: of each place in a line, or of all, if the place does not matter.
/// They are for rows at certain distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AffineCounter {
    site: u32,
    /// First word.
    pub(crate) at: usize,
    pub(crate) places: usize,
    /// First word of the distances of the other rows from the first, then, for a moment, of the new ones. Counters of accesses
    /// through one pointer have them in common.
    pub(crate) distances: usize,
    /// Rows with a base of their own.
    pub(crate) rows: usize,
    /// Lanes of a row.
    width: usize,
    stride: i64,
}

/// Counts of full warps' accesses to addresses at certain distances from that of lane 0: the distances, those of the last
/// record, how many records in turn had other ones, and a count for each place in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    /// First word.
    pub(crate) at: usize,
    pub(crate) places: usize,
}

impl Pattern {
    /// The number of records in turn that were not like the one before.
    pub(crate) fn misses_at(&self) -> usize {
        self.at + 2 * LANES
    }

    /// The first of the counts.
    pub(crate) fn counts_at(&self) -> usize {
        self.misses_at() + 1
    }
}

/// What a function counts, and where in the words behind the records of its instances.
#[derive(Clone, Default, Debug)]
pub(crate) struct CounterPlan {
    sites: Vec<Site>,
    /// By operation.
    site_of: HashMap<usize, u32>,
    affine_counters: Vec<AffineCounter>,
    /// By operation.
    counter_of: HashMap<usize, u32>,
    /// By site, of those that have one.
    patterns: Vec<Option<Pattern>>,
    /// By operation, then instruction and first of two words: how often executed, how often divergent.
    branches: HashMap<usize, (u32, usize)>,
    /// Words in all.
    pub(crate) words: usize,
    /// What is told of one by one, instead.
    pub(crate) told: ToldSites,
}

/// Whether an access in a space counts as one to global memory where the window says so, or at all.
pub(crate) fn is_as_named(space: Space, window: Window) -> bool {
    let is_special = matches!(window, Window::Param | Window::Const | Window::Shared | Window::Local);
    !matches!(space, Space::Generic | Space::Global) || !is_special
}

impl CounterPlan {
    /// The number of an access; `None` if it does not count.
    pub(crate) fn site<const L: usize>(
        &mut self,
        pc: usize,
        (op, opcode): (&Op<L>, Opcode),
        access: &Access,
        scaling: Option<Scaling>,
    ) -> Option<u32> {
        if let Some(&site) = self.site_of.get(&pc) {
            return Some(site);
        }
        let window = match (access.root, access.space) {
            (Root::Shared(_), _) | (_, Space::Shared) => Window::Shared,
            (Root::Slot(_), _) | (_, Space::Local) => Window::Local,
            (_, Space::Const) => Window::Const,
            (_, Space::Generic | Space::Global) => Window::Device,
            _ => return None,
        };
        let kind = match op.kind {
            OpKind::Load(_) => memory::Access::Read,
            OpKind::Store(_) => memory::Access::Write,
            _ => memory::Access::Atomic,
        };
        let class = Class::of(window, kind, matches!(opcode, Opcode::Ld | Opcode::Atom), access.is_async)?;
        let (bytes, offset) = access.counted()?;
        self.sites.push(Site { inst: op.inst, class, bytes, offset: offset as u64, scaling });
        self.site_of.insert(pc, self.sites.len() as u32 - 1);
        Some(self.sites.len() as u32 - 1)
    }

    /// The counter of a site whose addresses are of an affine shape, in rows of `width` lanes of which `rows` have a base of
    /// their own, at the distances of the one at operation `like`, if that is another; and its number.
    pub(crate) fn counter(
        &mut self,
        pc: usize,
        site: u32,
        shape: LaneShape,
        (width, rows): (usize, usize),
        like: usize,
    ) -> (u32, AffineCounter) {
        if let Some(&number) = self.counter_of.get(&pc) {
            return (number, self.affine_counters[number as usize]);
        }
        let of = &self.sites[site as usize];
        let stride = shape.stride();
        // All lanes at one place, and whole words in the banks of shared memory, cost the same anywhere.
        let is_anywhere = (stride == 0 && rows == 1) || (of.class.is_shared() && of.bytes >= 4);
        let places = if is_anywhere { 1 } else { (LINE / u64::from(of.bytes)) as usize };
        let at = self.words;
        self.words += places;
        let distances = match self.counter_of.get(&like) {
            Some(&number) => self.affine_counters[number as usize].distances,
            None => {
                self.words += 2 * (rows - 1);
                at + places
            }
        };
        let counter = AffineCounter { site, at, places, distances, rows, width, stride };
        self.affine_counters.push(counter);
        self.counter_of.insert(pc, self.affine_counters.len() as u32 - 1);
        (self.affine_counters.len() as u32 - 1, counter)
    }

    /// The pattern of a site.
    pub(crate) fn pattern(&mut self, site: u32) -> Pattern {
        let places = (LINE / u64::from(self.sites[site as usize].bytes)) as usize;
        let next = Pattern { at: self.words, places };
        if self.patterns.len() <= site as usize {
            self.patterns.resize(site as usize + 1, None);
        }
        let pattern = *self.patterns[site as usize].get_or_insert(next);
        if pattern.at == next.at {
            self.words += 2 * LANES + 1 + places;
        }
        pattern
    }

    /// Whether accesses are counted.
    pub(crate) fn has_sites(&self) -> bool {
        !self.sites.is_empty()
    }

    /// The first of a branch's two words.
    pub(crate) fn branch(&mut self, pc: usize, inst: u32) -> usize {
        let next = self.words;
        let words = self.branches.entry(pc).or_insert((inst, next)).1;
        if words == next {
            self.words += 2;
        }
        words
    }

    /// Adds what a counter, and those that have its distances, have counted to the profile; the rows have new distances from
    /// now on.
    pub(crate) fn flush_counter(&self, profile: &mut AccessProfile, function: u32, number: u32, words: &mut [u64]) {
        let Some(counter) = self.affine_counters.get(number as usize) else { return };
        for counter in self.affine_counters.iter().filter(|other| other.rows > 1 && other.distances == counter.distances) {
            self.empty_counts(profile, function, counter, words);
        }
        let others = counter.rows - 1;
        words.copy_within(counter.distances + others..counter.distances + 2 * others, counter.distances);
    }

    /// Adds what a counter has counted to the profile.
    fn empty_counts(&self, profile: &mut AccessProfile, function: u32, counter: &AffineCounter, words: &mut [u64]) {
        let site = &self.sites[counter.site as usize];
        for place in 0..counter.places {
            let count = std::mem::take(&mut words[counter.at + place]);
            if count == 0 {
                continue;
            }
            // Anywhere high enough for rows that lie before the first.
            let first = (1u64 << 40) + (place as u64 * u64::from(site.bytes));
            let addresses = std::array::from_fn(|lane| {
                let row = if counter.rows > 1 { lane / counter.width } else { 0 };
                let start = if row == 0 { first } else { first.wrapping_add(words[counter.distances + row - 1]) };
                start.wrapping_add_signed(counter.stride.wrapping_mul((lane % counter.width) as i64))
            });
            let request = Request { bytes: site.bytes, mask: u32::MAX, addresses: &addresses };
            profile.add(function, site.inst, site.class, request, count);
        }
    }

    /// Adds what a pattern has counted to the profile.
    fn empty_pattern(&self, profile: &mut AccessProfile, function: u32, (site, pattern): (u32, &Pattern), words: &mut [u64]) {
        let site = &self.sites[site as usize];
        let (distances, rest) = words[pattern.at..].split_at_mut(LANES);
        for (place, count) in
            rest[pattern.counts_at() - pattern.at - LANES..][..pattern.places].iter_mut().enumerate().filter(|(_, count)| **count != 0)
        {
            let first = (1u64 << 40) + (place as u64 * u64::from(site.bytes));
            let addresses = std::array::from_fn(|lane| first.wrapping_add(site.distance(distances, lane)));
            let request = Request { bytes: site.bytes, mask: u32::MAX, addresses: &addresses };
            profile.add(function, site.inst, site.class, request, std::mem::take(count));
        }
    }

    /// A record of a full warp that is like the one before makes the pattern of its site.
    fn learn(&self, profile: &mut AccessProfile, function: u32, record: &Record, words: &mut [u64]) {
        let Some(Some(pattern)) = self.patterns.get(record.site as usize) else { return };
        let misses = words[pattern.misses_at()] + 1;
        words[pattern.misses_at()] = misses;
        // Two in turn are looked at now and then: the site may get a pattern yet.
        if misses > PATIENCE && misses % PATIENCE > 1 {
            return;
        }
        let distances = self.sites[record.site as usize].distances(record);
        let last = pattern.at + LANES;
        let is_again = words[last..][..LANES] == distances;
        if is_again {
            self.empty_pattern(profile, function, (record.site, pattern), words);
            words[pattern.misses_at()] = 0;
        }
        let at = if is_again { pattern.at } else { last };
        words[at..][..LANES].copy_from_slice(&distances);
    }

    /// Adds records to the profile.
    pub(crate) fn add_records(&self, profile: &mut AccessProfile, function: u32, records: &[Record], words: &mut [u64]) {
        for run in records.chunk_by(|a, b| a.site == b.site) {
            let Some(site) = self.sites.get(run[0].site as usize) else { continue };
            let is_plain = profile.has_mixed_stride(function, site.inst, site.class);
            let (mut requests, mut wavefronts) = (0, 0);
            for record in run {
                if record.mask == u32::MAX {
                    self.learn(profile, function, record, words);
                }
                let known = if is_plain { site.shared_wavefronts(record) } else { None };
                match known {
                    Some(more) => (requests, wavefronts) = (requests + 1, wavefronts + more),
                    None => {
                        let request = Request { bytes: site.bytes, mask: record.mask, addresses: &site.addresses(record) };
                        profile.add(function, site.inst, site.class, request, 1);
                    }
                }
            }
            if requests > 0 {
                profile.add_shared(function, site.inst, site.class, site.bytes, requests, wavefronts);
            }
        }
    }

    /// Adds everything that was counted to the profile.
    pub(crate) fn empty(&self, profile: &mut AccessProfile, function: u32, words: &mut [u64]) {
        self.affine_counters.iter().for_each(|counter| self.empty_counts(profile, function, counter, words));
        for (site, pattern) in (0..).zip(&self.patterns) {
            if let Some(pattern) = pattern {
                self.empty_pattern(profile, function, (site, pattern), words);
            }
        }
        for &(inst, at) in self.branches.values() {
            let (executed, divergent) = (std::mem::take(&mut words[at]), std::mem::take(&mut words[at + 1]));
            if executed != 0 {
                profile.add_branch(function, inst, executed, divergent);
            }
        }
    }
}
