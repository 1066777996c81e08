//! The rules: (width, addresses of the lanes, mask) to requests, sectors and wavefronts.
//!
//! Pure functions of one warp instruction, for compute capability 7.0 and later, where a warp instruction is one request
//! whatever its width. Sources: measured on an H200 with Nsight Compute and pinned by the tests in `tests/counters`;
//! docs/accounting.md tells how each rule was found.

use super::traffic::{Class, Traffic};

/// Lanes of a warp.
pub const LANES: usize = 32;
/// Bytes of a sector, the unit in which global memory moves.
pub const SECTOR: u64 = 32;
/// Bytes of a cache line: what one tag names.
pub const LINE: u64 = 128;
/// Tags that the cache looks up in one turn.
const TAGS: u64 = 4;
/// Banks of shared memory.
const BANKS: usize = 32;

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
        let threads = self.mask.count_ones() as u64;
        let plain = Traffic { requests: 1, threads, bytes: threads * self.bytes as u64, ..Traffic::default() };
        match class {
            Class::GlobalLoad | Class::GlobalStore | Class::GlobalAtom | Class::GlobalRed => {
                let (sectors, lines) = self.sectors_and_lines();
                let served = if matches!(class, Class::GlobalAtom | Class::GlobalRed) { self.atomic_sectors() } else { sectors };
                Traffic {
                    sectors: served,
                    theoretical: sectors,
                    ideal: ideal_sectors(plain.bytes, sectors),
                    used: plain.bytes.min(sectors * SECTOR),
                    lines,
                    wavefronts: lines.div_ceil(TAGS),
                    ..plain
                }
            }
            Class::LocalLoad | Class::LocalStore => Traffic { sectors: self.local_sectors(), ..plain },
            Class::SharedLoad | Class::SharedStore | Class::SharedAtom => {
                let wavefronts = self.wavefronts();
                Traffic { wavefronts, ideal_wavefronts: self.ideal_wavefronts(wavefronts), ..plain }
            }
            Class::ConstLoad => Traffic { sectors: self.distinct_addresses(), ..plain },
        }
    }

    /// Active lanes and their addresses.
    fn lanes(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.addresses.iter().enumerate().filter(|(lane, _)| self.mask >> lane & 1 != 0).map(|(lane, &address)| (lane, address))
    }

    /// Distinct sectors and distinct lines that the active lanes touch.
    pub fn sectors_and_lines(&self) -> (u64, u64) {
        if let Some(counts) = self.ascending_sectors() {
            return counts;
        }
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

    /// The same for a full warp of which no lane comes before its neighbour or reaches into a second sector.
    fn ascending_sectors(&self) -> Option<(u64, u64)> {
        let bytes = self.bytes as u64;
        if self.mask != u32::MAX || !bytes.is_power_of_two() {
            return None;
        }
        let odd = self.addresses.iter().fold(0, |odd, address| odd | address & (bytes - 1));
        let (mut falls, mut sectors, mut lines) = (false, 1, 1);
        for lane in 1..LANES {
            let (before, here) = (self.addresses[lane - 1], self.addresses[lane]);
            falls |= here < before;
            sectors += (here / SECTOR != before / SECTOR) as u64;
            lines += (here / LINE != before / LINE) as u64;
        }
        (odd == 0 && !falls).then_some((sectors, lines))
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

    /// Turns of the shared memory's banks: words of 4 bytes in 32 banks, a bank gives one word a turn, to all lanes
    /// that want it.
    pub fn wavefronts(&self) -> u64 {
        self.phases().into_iter().map(|mask| self.phase_wavefronts(mask)).sum()
    }

    /// Lanes that are served together: all for up to 4 bytes, half warps for 8, quarter warps for 16; two quarters
    /// together when lanes next to each other want the same.
    fn phases(&self) -> [u32; 4] {
        let pairs =
            |distance: usize| self.lanes().all(|(lane, a)| self.mask >> (lane ^ distance) & 1 == 0 || a == self.addresses[lane ^ distance]);
        match self.bytes {
            16 if pairs(1) || pairs(2) => [0xffff, 0xffff_0000, 0, 0],
            16 => [0xff, 0xff00, 0xff_0000, 0xff00_0000],
            8 => [0xffff, 0xffff_0000, 0, 0],
            _ => [u32::MAX, 0, 0, 0],
        }
    }

    fn phase_wavefronts(&self, phase: u32) -> u64 {
        let request = Request { mask: self.mask & phase, ..*self };
        let words = |address: u64| address / 4..=address.saturating_add(self.bytes as u64 - 1) / 4;
        let rows = || request.lanes().map(|(_, address)| address / 4 / BANKS as u64);
        let (low, high) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
        // Mostly they lie close together: for each bank, a bit a word. A lane's words may reach into the next row.
        if high - low < 63 {
            let (mut seen, mut turns) = ([0u64; BANKS], [0u8; BANKS]);
            for (_, address) in request.lanes() {
                for word in words(address) {
                    let (bank, bit) = (word as usize % BANKS, 1 << (word / BANKS as u64 - low));
                    turns[bank] += (seen[bank] & bit == 0) as u8;
                    seen[bank] |= bit;
                }
            }
            return turns.into_iter().max().map_or(0, u64::from);
        }
        let mut touched = Set::default();
        for (_, address) in request.lanes() {
            words(address).for_each(|word| touched.add(word));
        }
        let mut banks = [0u64; BANKS];
        for word in touched.sorted() {
            banks[*word as usize % BANKS] += 1;
        }
        banks.into_iter().max().unwrap_or(0)
    }

    /// Turns that the width costs without any conflict, at most `wavefronts`.
    fn ideal_wavefronts(&self, wavefronts: u64) -> u64 {
        (self.bytes as u64).div_ceil(4).min(wavefronts)
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

/// Counts different numbers, of up to 64: a hash table with open addressing.
struct Distinct {
    slots: [u64; Distinct::SLOTS],
    count: u64,
}

impl Distinct {
    const SLOTS: usize = 128;
    /// No sector and no line has this number.
    const EMPTY: u64 = u64::MAX;

    fn new() -> Distinct {
        Distinct { slots: [Distinct::EMPTY; Distinct::SLOTS], count: 0 }
    }

    #[inline]
    fn add(&mut self, number: u64) {
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

/// Up to 160 numbers (32 lanes of 16 bytes, misaligned).
struct Set {
    items: [u64; 5 * LANES],
    count: usize,
}

impl Default for Set {
    fn default() -> Set {
        Set { items: [0; 5 * LANES], count: 0 }
    }
}

impl Set {
    #[inline]
    fn add(&mut self, item: u64) {
        // Neighbours mostly want the same or the next one.
        if self.count == 0 || self.items[self.count - 1] != item {
            self.items[self.count] = item;
            self.count += 1;
        }
    }

    /// Distinct numbers in order.
    fn sorted(&mut self) -> &[u64] {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(address: impl Fn(u64) -> u64) -> [u64; LANES] {
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
                // Multiples of 4096 keep apart what they separate and leave banks and places in lines as they are.
                let near = lanes(|l| l * factor % 37 * 128 + l % 8 * bytes);
                let far = lanes(|l| l * factor % 37 * (128 << 20) + l % 8 * bytes);
                let of = |addresses: &[u64; LANES], class| {
                    let traffic = Request { bytes: bytes as u32, mask: 0xfff7_ffff, addresses }.traffic(class);
                    (traffic.sectors, traffic.lines, traffic.wavefronts)
                };
                for class in [Class::GlobalLoad, Class::SharedLoad] {
                    assert_eq!(of(&near, class), of(&far, class), "{class:?} of {bytes} bytes, factor {factor}");
                }
            }
        }
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
