//! The first-level cache of each multiprocessor, for launches whose caches are asked for.
//!
//! Model (measured on an H200, see `cache_operators` and `l1_reuse` in `tests/counters`): lines of 128 bytes with a valid
//! bit for each of 4 sectors, least recently used line out, empty when a launch starts. Loads allocate what they miss;
//! `.cg`, `.lu`, `.cv` and volatile ones neither look nor allocate. Stores write through, and make valid the sectors that
//! one request writes whole. Atomics pass by. Block `b` runs on multiprocessor `b mod n`.
//!
//! May miss: the order in which a multiprocessor's warps come to its cache. Here the warps of a block take turns, a request
//! each, between barriers, and blocks of one multiprocessor come one after another; the sets of the cache are not modelled.
//! What fits into the cache does not depend on it.

use super::rules::{LINE, Request, SECTOR};
use std::collections::{BTreeMap, HashMap};

/// What a request does to the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// Looks, and keeps what it got.
    Load,
    /// Goes past it.
    Bypass,
    /// Writes through.
    Store,
}

/// One line of one request.
#[derive(Clone, Copy, Debug)]
struct Touch {
    /// Row of the profile.
    row: u32,
    line: u64,
    /// Sectors asked for, bit by bit.
    sectors: u8,
    /// Of them those written whole.
    whole: u8,
    what: Use,
    /// The last of its request.
    is_last: bool,
}

/// Requests of one warp, in order; `None` is a barrier.
type Log = Vec<Option<Touch>>;

/// A block's log is replayed early when it gets this long: memory stays bounded.
const MAX_LOG: usize = 1 << 19;

/// The caches of all multiprocessors.
pub(super) struct Caches {
    capacity: usize,
    multiprocessors: u64,
    caches: HashMap<u64, Cache>,
    logs: HashMap<u64, Vec<Log>>,
}

#[derive(Default)]
struct Cache {
    /// Valid sectors, and when last used, by line.
    lines: HashMap<u64, (u8, u64)>,
    by_age: BTreeMap<u64, u64>,
    clock: u64,
}

impl Caches {
    /// Of `multiprocessors`, each of `bytes`.
    pub(super) fn new(bytes: u64, multiprocessors: u64) -> Caches {
        let capacity = (bytes / LINE).max(1) as usize;
        Caches { capacity, multiprocessors: multiprocessors.max(1), caches: HashMap::new(), logs: HashMap::new() }
    }

    /// A request of a warp, for `row` of the profile. `hits` is told sectors found, by row.
    pub(super) fn request(&mut self, block: u64, warp: u32, row: u32, request: &Request, what: Use, hits: &mut dyn FnMut(u32, u64)) {
        let logs = self.logs.entry(block).or_default();
        if logs.len() <= warp as usize {
            logs.resize_with(warp as usize + 1, Log::new);
        }
        let first = logs[warp as usize].len();
        for (line, bytes) in lines(request) {
            let bit = |on: bool, sector: u32| (on as u8) << sector;
            let of = |test: &dyn Fn(u32) -> bool| (0..4).fold(0, |mask, s| mask | bit(test((bytes >> (s * SECTOR as u32)) as u32), s));
            let (sectors, whole) = (of(&|b| b != 0), of(&|b| b == u32::MAX));
            logs[warp as usize].push(Some(Touch { row, line, sectors, whole, what, is_last: false }));
        }
        if let Some(Some(last)) = logs[warp as usize][first..].last_mut() {
            last.is_last = true;
        }
        if logs.iter().map(Vec::len).sum::<usize>() > MAX_LOG {
            self.finish(block, hits);
        }
    }

    /// All warps of a block have met.
    pub(super) fn barrier(&mut self, block: u64) {
        self.logs.entry(block).or_default().iter_mut().for_each(|log| log.push(None));
    }

    /// Replays what a block did.
    pub(super) fn finish(&mut self, block: u64, hits: &mut dyn FnMut(u32, u64)) {
        let logs = self.logs.remove(&block).unwrap_or_default();
        let cache = self.caches.entry(block % self.multiprocessors).or_default();
        let mut next = vec![0; logs.len()];
        while next.iter().zip(&logs).any(|(n, log)| *n < log.len()) {
            // Up to the next barrier, a request of each warp in turn.
            let mut again = true;
            while again {
                again = false;
                for (n, log) in next.iter_mut().zip(&logs) {
                    while let Some(Some(touch)) = log.get(*n) {
                        cache.touch(touch, self.capacity, hits);
                        *n += 1;
                        again = true;
                        if touch.is_last {
                            break;
                        }
                    }
                }
            }
            next.iter_mut().for_each(|n| *n += 1);
        }
    }

    /// Replays what is left.
    pub(super) fn finish_all(&mut self, hits: &mut dyn FnMut(u32, u64)) {
        let mut blocks: Vec<u64> = self.logs.keys().copied().collect();
        blocks.sort_unstable();
        blocks.into_iter().for_each(|block| self.finish(block, hits));
    }
}

impl Cache {
    fn touch(&mut self, touch: &Touch, capacity: usize, hits: &mut dyn FnMut(u32, u64)) {
        if touch.what == Use::Bypass {
            return;
        }
        self.clock += 1;
        let known = self.lines.get(&touch.line).copied();
        let valid = match known {
            Some((valid, age)) => {
                self.by_age.remove(&age);
                valid
            }
            None => 0,
        };
        let gained = match touch.what {
            Use::Load => {
                hits(touch.row, (valid & touch.sectors).count_ones() as u64);
                touch.sectors
            }
            _ => touch.whole,
        };
        if known.is_none()
            && self.lines.len() >= capacity
            && let Some((_, oldest)) = self.by_age.pop_first()
        {
            self.lines.remove(&oldest);
        }
        self.lines.insert(touch.line, (valid | gained, self.clock));
        self.by_age.insert(self.clock, touch.line);
    }
}

/// The lines of a request with their touched bytes, bit by bit, in the order of the lanes.
fn lines(request: &Request) -> Vec<(u64, u128)> {
    let mut found: Vec<(u64, u128)> = Vec::new();
    for (lane, &address) in request.addresses.iter().enumerate() {
        if request.mask >> lane & 1 == 0 {
            continue;
        }
        for byte in (0..request.bytes as u64).map(|b| address.wrapping_add(b)) {
            let (line, bit) = (byte / LINE, 1u128 << (byte % LINE));
            match found.iter_mut().rev().find(|f| f.0 == line) {
                Some(entry) => entry.1 |= bit,
                None => found.push((line, bit)),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(caches: &mut Caches, block: u64, uses: &[(Use, u64, u32)]) -> Vec<u64> {
        let mut counts = vec![0; uses.len()];
        for (row, &(what, base, bytes)) in uses.iter().enumerate() {
            let addresses = std::array::from_fn(|lane| base + lane as u64 * bytes as u64);
            let request = Request { bytes, mask: u32::MAX, addresses: &addresses };
            caches.request(block, 0, row as u32, &request, what, &mut |_, _| {});
        }
        caches.finish(block, &mut |row, hits| counts[row as usize] += hits);
        counts
    }

    #[test]
    fn loads_and_whole_stores_stay() {
        let mut caches = Caches::new(1024, 2);
        let uses = [
            (Use::Load, 0, 4),
            (Use::Load, 0, 4),
            (Use::Bypass, 0, 4),
            (Use::Store, 128, 4),
            (Use::Load, 128, 4),
            (Use::Store, 256, 1),
            (Use::Load, 256, 4),
        ];
        assert_eq!(run(&mut caches, 0, &uses), [0, 4, 0, 0, 4, 0, 1]);
        // Another multiprocessor has a cache of its own; the same one keeps it for its next block.
        assert_eq!(run(&mut caches, 1, &uses[..1]), [0]);
        assert_eq!(run(&mut caches, 2, &uses[..1]), [4]);
    }

    #[test]
    fn the_oldest_line_goes() {
        let mut caches = Caches::new(256, 1);
        let load = |base| (Use::Load, base, 4);
        assert_eq!(run(&mut caches, 0, &[load(0), load(128), load(0), load(256), load(0), load(128)]), [0, 0, 4, 0, 4, 0]);
    }

    /// Two warps that sweep together need the cache for both: alone, the first would find all it had read.
    #[test]
    fn warps_take_turns_between_barriers() {
        let mut caches = Caches::new(256, 1);
        let addresses = |warp: u64, n: u64| std::array::from_fn(|lane| (warp * 2 + n) * 128 + lane as u64 * 4);
        for warp in 0..2u32 {
            for n in [0, 1, 0, 1] {
                let addresses = addresses(warp as u64, n);
                let request = Request { bytes: 4, mask: u32::MAX, addresses: &addresses };
                caches.request(0, warp, 0, &request, Use::Load, &mut |_, _| {});
            }
        }
        let mut hits = 0;
        caches.finish(0, &mut |_, n| hits += n);
        assert_eq!(hits, 0);
    }
}
