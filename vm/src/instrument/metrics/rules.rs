//! The rules: (width, addresses of the lanes, mask) to requests, sectors and wavefronts.
//!
//! Pure functions of one warp instruction, for compute capability 7.0 and later, where a warp instruction is one request
//! whatever its width. Sources: measured on an H200 with Nsight Compute and pinned by the tests in `tests/counters`;
//! docs/accounting.md tells how each rule was found.

use super::banks::*;
use super::distinct::{Distinct, Set};
use super::traffic::{Class, Traffic};
#[cfg(target_arch = "x86_64")]
use crate::simd_dispatch::has_wide_simd;
use std::cell::Cell;

/// Bytes of a sector, the unit in which global memory moves.
pub const SECTOR: u64 = 32;
/// Bytes of a cache line: what one tag names.
pub const LINE: u64 = 128;
/// Tags that the cache looks up in one wavefront.
const TAGS: u64 = 4;
/// Bytes that the banks of shared memory give in one wavefront.
const WAVEFRONT: u64 = 128;

/// One warp instruction: what the rules see of it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Bytes a lane: 1, 2, 4, 8 or 16.
    pub bytes: u32,
    /// Active lanes; at least one.
    pub mask: u32,
    /// Addresses by lane, in the space's own numbering; those of inactive lanes mean nothing.
    pub addresses: &'a [u64; LANES],
}

impl Request<'_> {
    /// What the request costs in a class of memory.
    pub fn traffic(&self, class: Class) -> Traffic {
        #[cfg(target_arch = "x86_64")]
        if has_wide_simd() {
            // SAFETY: the processor has what it is compiled for.
            return unsafe { self.traffic_wide(class) };
        }
        self.traffic_plain(class)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c")]
    fn traffic_wide(&self, class: Class) -> Traffic {
        self.traffic_plain(class)
    }

    // What the variants are for is inlined.
    #[inline(always)]
    fn traffic_plain(&self, class: Class) -> Traffic {
        let threads = self.mask.count_ones() as u64;
        let plain = Traffic { requests: 1, threads, bytes: threads * self.bytes as u64, ..Traffic::default() };
        match class {
            Class::GlobalLoad | Class::GlobalStore | Class::GlobalAtom | Class::GlobalRed | Class::AsyncLoad => {
                let (sectors, lines) = self.sectors_and_lines();
                let served = if matches!(class, Class::GlobalAtom | Class::GlobalRed) { self.atomic_sectors() } else { sectors };
                Traffic {
                    sectors: served,
                    theoretical: sectors,
                    ideal: ideal_sectors(plain.bytes, sectors),
                    used: plain.bytes.min(sectors * SECTOR),
                    lines,
                    wavefronts: if class == Class::AsyncLoad { self.banks_of_lines() } else { lines.div_ceil(TAGS) },
                    ..plain
                }
            }
            Class::LocalLoad | Class::LocalStore => Traffic { sectors: self.local_sectors(), ..plain },
            Class::SharedLoad | Class::SharedStore | Class::SharedAtom | Class::AsyncStore => {
                let is_load = class == Class::SharedLoad;
                let wavefronts = if class == Class::SharedAtom { self.atomic_wavefronts() } else { self.wavefronts(is_load) };
                let ideal_wavefronts = plain.bytes.div_ceil(WAVEFRONT).min(wavefronts);
                let width_wavefronts = self.separate_lots(is_load).min(wavefronts);
                Traffic { wavefronts, ideal_wavefronts, width_wavefronts, ..plain }
            }
            // Told as sums, see `observe::TextureEvent`.
            Class::Texture | Class::SurfaceLoad | Class::SurfaceStore => Traffic::default(),
            Class::ConstLoad => Traffic { sectors: self.distinct_addresses(), ..plain },
        }
    }

    /// Wavefronts in which an asynchronous copy reads its lines: a bank of the cache gives one word to one lane at a time, also where
    /// lanes want the same one (measured on an H200).
    fn banks_of_lines(&self) -> u64 {
        let mut wanted = [0u64; BANKS];
        for (_, address) in self.lanes() {
            let end = address.wrapping_add(u64::from(self.bytes));
            (address / 4..end.div_ceil(4)).for_each(|word| wanted[word as usize % BANKS] += 1);
        }
        wanted.into_iter().max().unwrap_or(0)
    }

    /// Active lanes and their addresses.
    fn lanes(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.addresses.iter().enumerate().filter(|(lane, _)| self.mask >> lane & 1 != 0).map(|(lane, &address)| (lane, address))
    }

    /// The low halves of the addresses, those of inactive lanes replaced by that of an active one, which costs nothing more,
    /// and the bits in which some differ; `None` if a lane's is no multiple of the width, or the high halves differ.
    #[inline(always)]
    fn near(&self) -> Option<([u32; LANES], u32)> {
        let first = self.addresses[self.mask.trailing_zeros() as usize % LANES];
        let (mut near, mut bits) = ([0; LANES], 0);
        let is_full = self.mask == u32::MAX;
        for lane in 0..LANES {
            let is_active = if is_full { u64::MAX } else { u64::from(self.mask >> lane & 1).wrapping_neg() };
            let differing = (self.addresses[lane] ^ first) & is_active;
            bits |= differing;
            near[lane] = (first ^ differing) as u32;
        }
        let odd = (bits | first) & (self.bytes as u64 - 1);
        (odd == 0 && bits >> 32 == 0 && self.bytes.is_power_of_two()).then_some((near, bits as u32))
    }

    /// Distinct sectors and distinct lines that the active lanes touch.
    #[inline(always)]
    pub fn sectors_and_lines(&self) -> (u64, u64) {
        if let Some(counts) = self.ascending() {
            return counts;
        }
        match self.near().and_then(|(near, bits)| sectors_and_lines_within(&near, bits)) {
            Some(counts) => counts,
            None => self.sectors_and_lines_anywhere(),
        }
    }

    /// The same if each lane is in one sector and none comes before its neighbour.
    #[inline(always)]
    fn ascending(&self) -> Option<(u64, u64)> {
        let mut before = self.addresses[self.mask.trailing_zeros() as usize % LANES];
        let (mut left, mut odd, mut sectors, mut lines) = (self.mask, 0, 1, 1);
        while left != 0 {
            let here = self.addresses[left.trailing_zeros() as usize % LANES];
            if here < before {
                return None;
            }
            odd |= here;
            sectors += (here / SECTOR != before / SECTOR) as u64;
            lines += (here / LINE != before / LINE) as u64;
            before = here;
            left &= left - 1;
        }
        (odd & (self.bytes as u64 - 1) == 0 && self.bytes.is_power_of_two()).then_some((sectors, lines))
    }

    #[inline(never)]
    fn sectors_and_lines_anywhere(&self) -> (u64, u64) {
        let more = self.bytes as u64 - 1;
        let (mut sectors, mut lines) = (Distinct::new(), Distinct::new());
        for (_, address) in self.lanes() {
            let last = address.saturating_add(more) / SECTOR;
            for sector in address / SECTOR..=last {
                sectors.add(sector);
                lines.add(sector / (LINE / SECTOR));
            }
        }
        (sectors.count, lines.count)
    }

    /// Sectors of a global atomic: a sector is visited once for each lane of its most wanted address.
    pub fn atomic_sectors(&self) -> u64 {
        let mut list = [0; LANES];
        let count = self.mask.count_ones() as usize;
        for (slot, (_, address)) in list.iter_mut().zip(self.lanes()) {
            *slot = address;
        }
        let list = &mut list[..count];
        list.sort_unstable();
        let mut total = 0;
        for sector in list.chunk_by(|a, b| a / SECTOR == b / SECTOR) {
            total += sector.chunk_by(|a, b| a == b).map(|same| same.len() as u64).max().unwrap_or(0);
        }
        total
    }

    /// Sectors of local memory, where word `w` of lane `l` lies at `(w * 32 + l) * 4`: lanes that read the same
    /// variable share sectors, eight to one.
    pub fn local_sectors(&self) -> u64 {
        let mut touched = Set::default();
        for (lane, address) in self.lanes() {
            let last = address.wrapping_add(self.bytes as u64 - 1) / 4;
            for word in address / 4..=last {
                touched.add(word.wrapping_mul(4) + lane as u64 / 8);
            }
        }
        touched.sorted().len() as u64
    }

    /// Wavefronts of the shared memory's banks: words of 4 bytes in 32 banks, a bank gives one word a wavefront, to all lanes
    /// that want it.
    #[inline(always)]
    pub fn wavefronts(&self, is_load: bool) -> u64 {
        if self.bytes <= 4 {
            return self.phase_wavefronts(u32::MAX);
        }
        let mut wavefronts = 0;
        for phase in self.phases(is_load) {
            wavefronts += self.phase_wavefronts(phase);
        }
        wavefronts
    }

    /// Wavefronts of a shared atomic: a bank serves one lane a wavefront, also of lanes that name one address.
    fn atomic_wavefronts(&self) -> u64 {
        let of = |phase: u32| {
            let mut banks = [0u64; BANKS];
            for (_, address) in self.lanes().filter(|(lane, _)| phase >> lane & 1 != 0) {
                (address / 4..=address.saturating_add(self.bytes as u64 - 1) / 4).for_each(|word| banks[word as usize % BANKS] += 1);
            }
            banks.into_iter().max().unwrap_or(0)
        };
        self.phases(false).into_iter().map(of).sum()
    }

    /// Lanes that are served together: all for up to 4 bytes, half warps for 8, quarter warps for 16; for loads two of these
    /// together when lanes next to each other, or next but one, want the same.
    #[inline(always)]
    fn phases(&self, is_load: bool) -> [u32; 4] {
        let pairs =
            |distance: usize| self.lanes().all(|(lane, a)| self.mask >> (lane ^ distance) & 1 == 0 || a == self.addresses[lane ^ distance]);
        match self.bytes {
            16 if is_load && (pairs(1) || pairs(2)) => [0xffff, 0xffff_0000, 0, 0],
            16 => [0xff, 0xff00, 0xff_0000, 0xff00_0000],
            8 if is_load && (pairs(1) || pairs(2)) => [u32::MAX, 0, 0, 0],
            8 => [0xffff, 0xffff_0000, 0, 0],
            _ => [u32::MAX, 0, 0, 0],
        }
    }

    /// How many lots of lanes are served one after the other, because of the width.
    fn separate_lots(&self, is_load: bool) -> u64 {
        if self.bytes <= 4 { 1 } else { self.phases(is_load).iter().filter(|&&phase| self.mask & phase != 0).count() as u64 }
    }

    #[inline(always)]
    fn phase_wavefronts(&self, phase: u32) -> u64 {
        let request = Request { mask: self.mask & phase, ..*self };
        if request.mask == 0 {
            return 0;
        }
        match (request.near(), self.bytes) {
            (Some((near, bits)), 16) if bits < 32 * ROW => bank_wavefronts::<4>(&near),
            (Some((near, bits)), 8) if bits < 32 * ROW => bank_wavefronts::<2>(&near),
            (Some((near, bits)), _) if bits < 32 * ROW => bank_wavefronts::<1>(&near),
            (Some((near, bits)), bytes) if bits < 512 * ROW => wavefronts_among_many(&near, bytes),
            _ => request.wavefronts_anywhere(),
        }
    }

    #[inline(never)]
    fn wavefronts_anywhere(&self) -> u64 {
        let mut touched = Set::default();
        for (_, address) in self.lanes() {
            (address / 4..=address.saturating_add(self.bytes as u64 - 1) / 4).for_each(|word| touched.add(word));
        }
        let mut banks = [0u64; BANKS];
        for word in touched.sorted() {
            banks[*word as usize % BANKS] += 1;
        }
        banks.into_iter().max().unwrap_or(0)
    }

    /// Requests of a constant read: one for each address.
    pub fn distinct_addresses(&self) -> u64 {
        let mut addresses = Set::default();
        self.lanes().for_each(|(_, address)| addresses.add(address));
        addresses.sorted().len() as u64
    }
}

/// Sectors that `bytes` take side by side; not more than were touched, since lanes may want the same bytes.
fn ideal_sectors(bytes: u64, touched: u64) -> u64 {
    bytes.div_ceil(SECTOR).min(touched)
}

/// Words of the table in [`sectors_and_lines_within`].
const WORDS: usize = 1 << 13;

/// Distinct sectors and lines of addresses that are in the same 16 MB: of a table with a bit a sector.
#[inline(always)]
fn sectors_and_lines_within(addresses: &[u32; LANES], bits: u32) -> Option<(u64, u64)> {
    thread_local!(static SEEN: Cell<Vec<u64>> = const { Cell::new(Vec::new()) });
    if bits as usize >= WORDS * 64 * SECTOR as usize {
        return None;
    }
    let mut table = SEEN.take();
    table.resize(WORDS, 0);
    let seen: &mut [u64; WORDS] = table.first_chunk_mut()?;
    let (mut sectors, mut lines) = (0, 0);
    for address in addresses {
        let sector = address / SECTOR as u32;
        // A line's four sectors are in one word.
        let (bits, bit) = (&mut seen[sector as usize / 64 % WORDS], sector % 64);
        sectors += (*bits >> bit & 1 == 0) as u64;
        lines += (*bits >> (bit & !3) & 15 == 0) as u64;
        *bits |= 1 << bit;
    }
    for address in addresses {
        seen[(address / SECTOR as u32 / 64) as usize % WORDS] = 0;
    }
    SEEN.set(table);
    Some((sectors, lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(mut address: impl FnMut(u64) -> u64) -> [u64; LANES] {
        std::array::from_fn(|lane| 0x2_0000_0000 + address(lane as u64))
    }

    fn global(bytes: u32, mask: u32, address: impl Fn(u64) -> u64) -> (u64, u64, u64) {
        let addresses = lanes(address);
        let traffic = Request { bytes, mask, addresses: &addresses }.traffic(Class::GlobalLoad);
        (traffic.sectors, traffic.ideal, traffic.wavefronts)
    }

    fn shared(bytes: u32, mask: u32, address: impl Fn(u64) -> u64) -> (u64, u64) {
        let addresses = lanes(address);
        let traffic = Request { bytes, mask, addresses: &addresses }.traffic(Class::SharedLoad);
        (traffic.wavefronts, traffic.conflicts())
    }

    /// `global_patterns`, `word_sizes` on an H200.
    #[test]
    fn global_patterns() {
        assert_eq!(global(4, u32::MAX, |l| l * 4), (4, 4, 1));
        assert_eq!(global(4, u32::MAX, |l| (l ^ 21) * 4), (4, 4, 1));
        assert_eq!(global(4, u32::MAX, |_| 0), (1, 1, 1));
        assert_eq!(global(4, u32::MAX, |l| l * 4 + 4), (5, 4, 1));
        assert_eq!(global(4, u32::MAX, |l| l * 8), (8, 4, 1));
        assert_eq!(global(4, u32::MAX, |l| l * 32), (32, 4, 2));
        assert_eq!(global(4, u32::MAX, |l| l * 128), (32, 4, 8));
        assert_eq!(global(4, 0x1111_1111, |l| l * 4), (4, 1, 1));
        assert_eq!(global(1, u32::MAX, |l| l), (1, 1, 1));
        assert_eq!(global(8, u32::MAX, |l| l * 8), (8, 8, 1));
        assert_eq!(global(16, u32::MAX, |l| l * 16), (16, 16, 1));
    }

    #[test]
    fn misaligned_lanes_touch_both_sectors() {
        assert_eq!(global(8, 1, |_| 28).0, 2);
    }

    /// Far from one another as near one another, at each width.
    #[test]
    fn distance_does_not_matter() {
        for bytes in [1, 2, 4, 8, 16u64] {
            for factor in [1, 3, 8, 33, 100] {
                // Multiples of 4096 keep lines separate and leave banks and places in lines as they are.
                let near = lanes(|l| l * factor % 37 * 128 + l % 8 * bytes);
                let aside = lanes(|l| l * factor % 37 * (128 << 5) + l % 8 * bytes);
                let far = lanes(|l| l * factor % 37 * (128 << 20) + l % 8 * bytes);
                let of = |addresses: &[u64; LANES], class| {
                    let traffic = Request { bytes: bytes as u32, mask: 0xfff7_ffff, addresses }.traffic(class);
                    (traffic.sectors, traffic.lines, traffic.wavefronts)
                };
                for class in [Class::GlobalLoad, Class::SharedLoad] {
                    assert_eq!(of(&near, class), of(&far, class), "{class:?} of {bytes} bytes, factor {factor}");
                    assert_eq!(of(&aside, class), of(&far, class), "{class:?} of {bytes} bytes, factor {factor}");
                }
            }
        }
    }

    /// Near, far, in order, in parts of a warp: the quick ways count what the general ones do.
    #[test]
    fn quick_ways_count_the_same() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let mut indexed_count = 0;
        for round in 0..4000 {
            let bytes = 1 << (round % 5);
            let range = 1 << (6 + random() % 24);
            let step = random() % 3 * bytes;
            let aligned = if round % 7 == 0 { 1 } else { bytes };
            let mut addresses = lanes(|_| random() % range / aligned * aligned);
            if step > 0 {
                addresses = lanes(|l| addresses[0] % (1 << 32) + l * step);
            }
            let mask = [u32::MAX, random() as u32 | 1, (random() & random()) as u32 | 1 << 31, 1 << (random() % 32)][round / 5 % 4];
            let request = Request { bytes: bytes as u32, mask, addresses: &addresses };
            assert_eq!(request.sectors_and_lines(), request.sectors_and_lines_anywhere(), "{request:?}");
            let mut wavefronts = 0;
            for phase in request.phases(true).into_iter().filter(|phase| mask & phase != 0) {
                wavefronts += Request { bytes: bytes as u32, mask: mask & phase, addresses: &addresses }.wavefronts_anywhere();
            }
            assert_eq!(request.wavefronts(true), wavefronts, "{request:?}");
            let (base, shift) = (random() % 2048 / bytes * bytes, bytes.trailing_zeros());
            let indices = std::array::from_fn(|_| (random() % 300) as u32);
            let addresses = std::array::from_fn(|lane| base + (u64::from(indices[lane]) << shift));
            if let Some(wavefronts) = indexed_wavefronts(bytes as u32, base, &indices, shift) {
                let request = Request { bytes: bytes as u32, mask: u32::MAX, addresses: &addresses };
                assert_eq!(wavefronts, request.wavefronts_anywhere(), "{request:?}");
                indexed_count += 1;
            }
        }
        assert!(indexed_count > 500, "{indexed_count}");
    }

    /// `shared_banks`, `shared_wide`, `shared_square` on an H200.
    #[test]
    fn shared_patterns() {
        for (stride, conflicts) in [(1, 0), (2, 1), (3, 0), (4, 3), (8, 7), (16, 15), (32, 31), (33, 0)] {
            assert_eq!(shared(4, u32::MAX, |l| l * stride * 4), (conflicts + 1, conflicts), "stride {stride}");
        }
        assert_eq!(shared(4, u32::MAX, |_| 12), (1, 0));
        assert_eq!(shared(1, u32::MAX, |l| l * 2), (1, 0));
        assert_eq!(shared(8, u32::MAX, |l| l * 8), (2, 0));
        assert_eq!(shared(8, u32::MAX, |l| l * 16), (4, 2));
        assert_eq!(shared(16, u32::MAX, |l| l * 16), (4, 0));
        assert_eq!(shared(16, u32::MAX, |l| l * 32), (8, 4));
        assert_eq!(shared(16, u32::MAX, |_| 0), (2, 0));
        assert_eq!(shared(4, 0x8000_0001, |l| l * 128), (2, 1));
    }

    /// `wide_words_through_tables` and `shared_atomics_of_all_kinds` on an H200.
    #[test]
    fn stores_and_atomics_of_shared_memory() {
        let of = |class, bytes, mask, address: &dyn Fn(u64) -> u64| {
            let addresses = lanes(address);
            Request { bytes, mask, addresses: &addresses }.traffic(class).wavefronts
        };
        assert_eq!(of(Class::SharedLoad, 16, u32::MAX, &|l| l / 2 * 16), 2);
        assert_eq!(of(Class::SharedStore, 16, u32::MAX, &|l| l / 2 * 16), 4);
        assert_eq!(of(Class::SharedStore, 16, 0x3fff, &|l| l / 2 * 16), 2);
        assert_eq!(of(Class::SharedStore, 8, u32::MAX, &|_| 0), 2);
        assert_eq!(of(Class::SharedAtom, 4, u32::MAX, &|l| l * 4), 1);
        assert_eq!(of(Class::SharedAtom, 4, u32::MAX, &|_| 20), 32);
        assert_eq!(of(Class::SharedAtom, 4, u32::MAX, &|l| l / 2 * 4), 2);
        assert_eq!(of(Class::SharedAtom, 8, u32::MAX, &|l| l / 2 * 8), 4);
    }

    /// `atomics` on an H200.
    #[test]
    fn atomics_are_served_an_address_at_a_time() {
        let red = |bytes, address: &dyn Fn(u64) -> u64| {
            let addresses = lanes(address);
            let traffic = Request { bytes, mask: u32::MAX, addresses: &addresses }.traffic(Class::GlobalRed);
            (traffic.sectors, traffic.theoretical, traffic.ideal)
        };
        assert_eq!(red(4, &|_| 0), (32, 1, 1));
        assert_eq!(red(4, &|l| l % 4 * 4), (8, 1, 1));
        assert_eq!(red(4, &|l| l % 16 * 4), (4, 2, 2));
        assert_eq!(red(4, &|l| l * 4), (4, 4, 4));
        assert_eq!(red(4, &|l| l * 8), (8, 8, 4));
        assert_eq!(red(8, &|_| 0), (32, 1, 1));
        assert_eq!(red(8, &|l| l * 8), (8, 8, 8));
    }

    /// `local_memory` and `constant_memory` on an H200.
    #[test]
    fn local_and_constant() {
        let of = |class, address: &dyn Fn(u64) -> u64| {
            let addresses = lanes(address);
            Request { bytes: 4, mask: u32::MAX, addresses: &addresses }.traffic(class).sectors
        };
        assert_eq!(of(Class::LocalLoad, &|_| 8), 4);
        assert_eq!(of(Class::LocalLoad, &|l| l * 4), 32);
        assert_eq!(of(Class::ConstLoad, &|_| 8), 1);
        assert_eq!(of(Class::ConstLoad, &|l| l % 8 * 256), 8);
    }
}
