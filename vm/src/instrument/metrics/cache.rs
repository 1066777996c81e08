//! The first-level cache of each multiprocessor, for launches whose caches are asked for.
//!
//! Model (measured on an H200, see `cache_operators`, `l1_reuse` and `first_level_cache` in `tests/counters`): lines of 128
//! bytes, least recently used line out, empty when a launch starts. A load finds a sector if all that it wants of it is valid;
//! what it misses comes as whole sectors. A store writes through, and what it wrote is valid. An atomic drops its lines, and so do
//! loads that go past the cache: `.cg`, `.lu`, `.cv`, volatile ones, and strong ones whose scope is wider than the block. Fences
//! and acquiring accesses of such a scope drop all lines. Block `b` runs on multiprocessor `b mod n`.
//!
//! May miss: the order in which a multiprocessor's warps come to its cache. Here the warps of a block take turns, a request
//! each, between barriers, and blocks of one multiprocessor come one after another; the sets of the cache are not modelled.
//! What fits into the cache does not depend on it. A store to a line that is still on its way, or after a barrier to one that
//! stores have written, may drop it: that is timing.

use super::rules::{LINE, Request, SECTOR};
use std::collections::{BTreeMap, HashMap};

/// What a request does to the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// Looks, and keeps what it got.
    Load,
    /// Goes past it; its lines go.
    Bypass,
    /// Writes through.
    Store,
}

/// What a warp does.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// One line of one request.
    Touch(Touch),
    /// Waits for the others of its block.
    Barrier,
    /// Sees what other multiprocessors wrote.
    Fence,
}

/// One line of one request.
#[derive(Clone, Copy, Debug)]
struct Touch {
    /// Row of the profile.
    row: u32,
    line: u64,
    /// Bytes asked for, bit by bit.
    bytes: u128,
    what: Use,
    /// The last of its request.
    is_last: bool,
}

/// What one warp did, in order.
type Log = Vec<Entry>;

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
    lines: HashMap<u64, Line>,
    by_age: BTreeMap<u64, u64>,
    clock: u64,
}

/// A line of a cache.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Valid bytes, bit by bit.
    valid: u128,
    /// When last used.
    age: u64,
}

impl Caches {
    /// Of `multiprocessors`, each of `bytes`.
    pub(super) fn new(bytes: u64, multiprocessors: u64) -> Caches {
        let capacity = (bytes / LINE).max(1) as usize;
        Caches { capacity, multiprocessors: multiprocessors.max(1), caches: HashMap::new(), logs: HashMap::new() }
    }

    /// A request of a warp, for `row` of the profile. `hits` is told sectors found, by row.
    pub(super) fn request(&mut self, block: u64, warp: u32, row: u32, request: &Request, what: Use, hits: &mut dyn FnMut(u32, u64)) {
        let log = self.log(block, warp);
        let first = log.len();
        log.extend(lines(request).into_iter().map(|(line, bytes)| Entry::Touch(Touch { row, line, bytes, what, is_last: false })));
        if let Some(Entry::Touch(last)) = log[first..].last_mut() {
            last.is_last = true;
        }
        if self.logs.get(&block).is_some_and(|logs| logs.iter().map(Vec::len).sum::<usize>() > MAX_LOG) {
            self.finish(block, hits);
        }
    }

    /// A warp executed a fence that takes in other multiprocessors.
    pub(super) fn fence(&mut self, block: u64, warp: u32) {
        let log = self.log(block, warp);
        // One behind another drops nothing more.
        if !matches!(log.last(), Some(Entry::Fence)) {
            log.push(Entry::Fence);
        }
    }

    fn log(&mut self, block: u64, warp: u32) -> &mut Log {
        let logs = self.logs.entry(block).or_default();
        if logs.len() <= warp as usize {
            logs.resize_with(warp as usize + 1, Log::new);
        }
        &mut logs[warp as usize]
    }

    /// All warps of a block have met.
    pub(super) fn barrier(&mut self, block: u64) {
        self.logs.entry(block).or_default().iter_mut().for_each(|log| log.push(Entry::Barrier));
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
                    while let Some(entry @ (Entry::Touch(_) | Entry::Fence)) = log.get(*n) {
                        *n += 1;
                        again = true;
                        let Entry::Touch(touch) = entry else {
                            cache.drop_all();
                            continue;
                        };
                        cache.touch(touch, self.capacity, hits);
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
        let known = self.lines.remove(&touch.line);
        if let Some(line) = known {
            self.by_age.remove(&line.age);
        }
        if touch.what == Use::Bypass {
            return;
        }
        self.clock += 1;
        let valid = known.map_or(0, |line| line.valid);
        let gained = match touch.what {
            Use::Load => {
                let missing = sectors(touch.bytes).filter(|sector| touch.bytes & sector & !valid != 0).fold(0, |all, sector| all | sector);
                hits(touch.row, sectors(touch.bytes & !missing).count() as u64);
                missing
            }
            _ => touch.bytes,
        };
        if known.is_none()
            && self.lines.len() >= capacity
            && let Some((_, oldest)) = self.by_age.pop_first()
        {
            self.lines.remove(&oldest);
        }
        self.lines.insert(touch.line, Line { valid: valid | gained, age: self.clock });
        self.by_age.insert(self.clock, touch.line);
    }

    fn drop_all(&mut self) {
        self.lines.clear();
        self.by_age.clear();
    }
}

/// All bytes of each sector that some of `bytes`, of a line, lie in.
fn sectors(bytes: u128) -> impl Iterator<Item = u128> {
    (0..LINE / SECTOR).map(|sector| u128::from(u32::MAX) << (sector * SECTOR)).filter(move |sector| bytes & sector != 0)
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
        assert_eq!(run(&mut caches, 2, &uses[4..5]), [4]);
    }

    /// `written` and `first_level_cache` on an H200.
    #[test]
    fn what_was_written_is_there_and_atomics_drop_their_lines() {
        let mut caches = Caches::new(1024, 1);
        let uses = [(Use::Store, 0, 8), (Use::Load, 0, 8), (Use::Store, 512, 1), (Use::Store, 544, 1), (Use::Load, 512, 2)];
        assert_eq!(run(&mut caches, 0, &uses), [0, 8, 0, 0, 2]);
        let uses = [(Use::Load, 0, 4), (Use::Load, 0, 4), (Use::Bypass, 96, 1), (Use::Load, 0, 4)];
        assert_eq!(run(&mut caches, 0, &uses), [4, 4, 0, 0]);
        (0..3).for_each(|_| caches.fence(0, 0));
        assert_eq!(caches.logs[&0][0].len(), 1);
        assert_eq!(run(&mut caches, 0, &uses[..1]), [0]);
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
