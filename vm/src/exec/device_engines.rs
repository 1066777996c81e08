//! What the operations of a device occupy on the modelled clock: copy engines, and room for blocks on the multiprocessors.
//!
//! **What.** A device has an engine for copies from the host, one for copies to it (or one for both), and multiprocessors that hold so many
//! blocks, of so many grids, at once. An operation that is ready begins when what it needs is free ([`DeviceEngines::place`]).
//! **Invariant.** At no moment more than an engine has is in use.
//! **Source.** Measured on an H200, pairs of operations in two streams: copies in one direction take turns, those in two do not; copies
//! within the device and fills are done by multiprocessors, and share their bandwidth; a kernel begins as soon as one of its blocks has
//! room, which is when the last blocks of the one before have begun; of 129 kernels of a block, one waits. How many grids: CUDA C++
//! Programming Guide, "Features and Technical Specifications".
//! **May miss.** Registers, and how a multiprocessor divides its memory between shared memory and the cache, are not known here. How many
//! grids there are is looked at when a kernel begins.
//! **Cost.** Some look-ups an operation, and some for each change of what is in use that it passes.

use crate::instrument::DeviceEngine;
use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

/// All that an engine has.
const WHOLE: u64 = 1 << 40;
/// Less than this is nobody's: what is left where blocks do not divide all of it.
const LEAST: u64 = WHOLE >> 20;
/// Changes of what is in use that are kept for an engine: nothing is placed before the oldest.
const MOST_CHANGES: usize = 4096;
/// Pieces that a kernel is placed in, one after the other, before the rest goes behind all others.
const MOST_PIECES: usize = 256;

/// What an operation occupies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Demand {
    /// Nothing of the device: an event, a function of the host, a graph whose nodes have their places.
    #[default]
    None,
    /// A copy engine.
    Copy(u32),
    /// What is free of the multiprocessors: a fill, a copy within the device.
    Bandwidth,
    /// Blocks, of which the device holds `at_once` if they are alone, and grids of which it holds `grids`.
    Blocks { blocks: u64, at_once: u64, grids: u32 },
}

/// What an operation costs on the modelled clock.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Cost {
    /// Nanoseconds that it takes if it has all of what it needs.
    pub(crate) duration: u64,
    pub(crate) demand: Demand,
}

/// When an operation runs, in nanoseconds on the modelled clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub(crate) start: u64,
    pub(crate) end: u64,
}

/// How much is in use.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Level {
    /// Of [`WHOLE`].
    room: u64,
    grids: u32,
}

/// How much of an engine is in use, from each moment to the next.
#[derive(Clone, Default, Debug)]
struct Usage {
    changes: BTreeMap<u64, Level>,
    /// Nothing begins before.
    floor: u64,
}

impl Usage {
    fn at(&self, moment: u64) -> Level {
        self.changes.range(..=moment).next_back().map_or(Level::default(), |(_, &level)| level)
    }

    /// When it changes next.
    fn next_change(&self, moment: u64) -> Option<u64> {
        self.changes.range((Excluded(moment), Unbounded)).next().map(|(&change, _)| change)
    }

    /// The most that is in use in a span.
    fn most(&self, start: u64, end: u64) -> Level {
        let within = self.changes.range(start.saturating_add(1)..end.max(start.saturating_add(1))).map(|(_, &level)| level);
        within.fold(self.at(start), |most, level| Level { room: most.room.max(level.room), grids: most.grids.max(level.grids) })
    }

    /// When it changes next behind the last moment of a span at which more than `most` is in use.
    fn last_above(&self, start: u64, end: u64, most: u64) -> Option<u64> {
        let mut next = None;
        for (&change, level) in self.changes.range(start.saturating_add(1)..end.max(start.saturating_add(1))).rev() {
            if level.room > most {
                return Some(next.or_else(|| self.next_change(change)).unwrap_or(change.saturating_add(1)));
            }
            next = Some(change);
        }
        let behind = next.or_else(|| self.next_change(start));
        (self.at(start).room > most).then(|| behind.unwrap_or(start.saturating_add(1)))
    }

    /// More is in use in a span.
    fn add(&mut self, start: u64, end: u64, more: Level) {
        if start >= end {
            return;
        }
        for moment in [start, end] {
            let level = self.at(moment);
            self.changes.entry(moment).or_insert(level);
        }
        for (_, level) in self.changes.range_mut(start..end) {
            *level = Level { room: level.room + more.room, grids: level.grids + more.grids };
        }
        // Spans that follow one another are one.
        for moment in [start, end] {
            let before = moment.checked_sub(1).map_or(Level::default(), |before| self.at(before));
            if self.changes.get(&moment) == Some(&before) {
                self.changes.remove(&moment);
            }
        }
        while self.changes.len() > MOST_CHANGES {
            self.changes.pop_first();
            self.floor = self.changes.first_key_value().map_or(self.floor, |(&first, _)| first);
        }
    }

    /// Nothing is placed before a moment any more.
    fn forget(&mut self, moment: u64) {
        while let Some((&first, _)) = self.changes.first_key_value()
            && self.next_change(first).is_some_and(|next| next <= moment)
        {
            self.changes.pop_first();
        }
    }

    /// Takes all of it, or all that is `free`, for as long as it takes.
    fn place_whole(&mut self, ready: u64, duration: u64, what_is_free: bool) -> Span {
        let mut start = ready.max(self.floor);
        let most = if what_is_free { WHOLE - LEAST } else { 0 };
        while let Some(next) = self.last_above(start, start.saturating_add(duration), most) {
            start = next;
        }
        let room = WHOLE - self.most(start, start.saturating_add(duration)).room;
        let end = start.saturating_add(duration);
        self.add(start, end, Level { room, grids: 0 });
        Span { start, end }
    }

    /// Blocks begin as there is room for them, and take their wave's part of `duration` each.
    fn place_blocks(&mut self, ready: u64, duration: u64, [blocks, at_once]: [u64; 2], grids: u32) -> Span {
        let (mut left, at_once) = (blocks.max(1), at_once.clamp(1, WHOLE));
        let (waves, block) = (left.div_ceil(at_once), WHOLE / at_once);
        // So long take that many waves: the parts add up to the whole.
        let length = |count: u64| (u128::from(duration) * u128::from(count) / u128::from(waves)) as u64;
        let wave = length(1);
        let mut time = ready.max(self.floor);
        let (mut start, mut end) = (None, time);
        for _ in 0..MOST_PIECES {
            let used = self.most(time, time.saturating_add(wave));
            let fit = ((WHOLE - used.room) / block).min(left);
            if fit > 0 && (start.is_some() || used.grids < grids) {
                start.get_or_insert(time);
                // Waves that fill all of it are one piece, up to where somebody else has a place.
                let until = self.next_change(time).map_or(u64::MAX, |next| next - time);
                let count = if fit == at_once { (left / at_once).min(until.checked_div(wave).unwrap_or(u64::MAX)).max(1) } else { 1 };
                let piece_end = time.saturating_add(length(count));
                self.add(time, piece_end, Level { room: fit * block, grids: 0 });
                (left, end) = (left - fit * count, end.max(piece_end));
            }
            match self.next_change(time) {
                Some(next) if left > 0 => time = next,
                _ => break,
            }
        }
        if left > 0 {
            // What is left goes behind all others.
            time = self.changes.last_key_value().map_or(time, |(&last, _)| last.max(time));
            end = time.saturating_add(length(left.div_ceil(at_once)));
            self.add(time, end, Level { room: left.min(at_once) * block, grids: 0 });
        }
        let start = start.unwrap_or(time);
        self.add(start, end, Level { room: 0, grids: 1 });
        Span { start, end }
    }
}

/// The engines of a device.
#[derive(Clone, Default, Debug)]
pub(super) struct DeviceEngines {
    copy: BTreeMap<u32, Usage>,
    compute: Usage,
}

impl DeviceEngines {
    /// An operation that is `ready` has its place.
    pub(super) fn place(&mut self, ready: u64, Cost { duration, demand }: Cost) -> Span {
        match demand {
            Demand::None => Span { start: ready, end: ready.saturating_add(duration) },
            Demand::Copy(number) => self.copy.entry(number).or_default().place_whole(ready, duration, false),
            Demand::Bandwidth => self.compute.place_whole(ready, duration, true),
            Demand::Blocks { blocks, at_once, grids } => self.compute.place_blocks(ready, duration, [blocks, at_once], grids),
        }
    }

    /// Nothing is placed before a moment any more.
    pub(super) fn forget(&mut self, moment: u64) {
        self.compute.forget(moment);
        self.copy.values_mut().for_each(|engine| engine.forget(moment));
    }
}

impl Demand {
    /// Who does it.
    pub(crate) fn engine(self) -> Option<DeviceEngine> {
        match self {
            Demand::None => None,
            Demand::Copy(number) => Some(DeviceEngine::Copy(number)),
            Demand::Bandwidth | Demand::Blocks { .. } => Some(DeviceEngine::Compute),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    /// A kernel of so many times the blocks that the H200 holds, in hundredths; in microseconds.
    fn kernel(hundredths: u64, duration: u64) -> Cost {
        Cost { duration: duration * 1000, demand: Demand::Blocks { blocks: (264 * hundredths).div_ceil(100), at_once: 264, grids: 128 } }
    }

    fn copy(engine: u32) -> Cost {
        Cost { duration: 2430 * 1000, demand: Demand::Copy(engine) }
    }

    const FILL: Cost = Cost { duration: MS, demand: Demand::Bandwidth };

    /// How long two operations take in two streams; microseconds.
    fn both(one: Cost, other: Cost) -> u64 {
        let mut engines = DeviceEngines::default();
        engines.place(0, one).end.max(engines.place(0, other).end) / 1000
    }

    /// As an H200 took, without what starting cost.
    #[test]
    fn pairs_take_what_they_took_on_the_hardware() {
        let small = kernel(1, 4300);
        assert_eq!(both(small, small), 4300);
        assert_eq!(both(small, kernel(50, 4300)), 4300);
        // A wave that lacks room for a few blocks takes another turn.
        assert_eq!(both(small, kernel(100, 4300)), 8600);
        assert_eq!(both(kernel(100, 4300), small), 8600);
        // One and a half waves of 2.15 ms: the other one begins behind the first.
        assert_eq!(both(kernel(150, 4300), small), 6450);
        assert_eq!(both(kernel(150, 4300), kernel(150, 4300)), 6450);
        assert_eq!(both(kernel(400, 4300), small), 8600);
        assert_eq!(both(kernel(150, 4300), kernel(400, 4300)), 7525);
        assert_eq!(both(copy(0), copy(0)), 4860);
        assert_eq!(both(copy(0), copy(1)), 2430);
        assert_eq!(both(copy(0), kernel(400, 4300)), 4300);
        assert_eq!(both(kernel(100, 4300), FILL), 5300);
        assert_eq!(both(kernel(50, 4300), FILL), 4300);
        assert_eq!(both(FILL, FILL), 2000);
    }

    #[test]
    fn a_device_holds_so_many_grids() {
        let last = |count: usize| {
            let mut engines = DeviceEngines::default();
            let ends = (0..count).map(|_| engines.place(0, kernel(0, 17)).end);
            ends.fold(0, u64::max) / 1000
        };
        assert_eq!([1, 128, 129, 256, 257].map(last), [17, 17, 34, 34, 51]);
    }

    #[test]
    fn what_was_placed_late_leaves_room_before_it() {
        let mut engines = DeviceEngines::default();
        assert_eq!(engines.place(10 * MS, copy(0)).start, 10 * MS);
        assert_eq!(engines.place(0, copy(0)), Span { start: 0, end: 2430 * 1000 });
        assert_eq!(engines.place(8 * MS, copy(0)).start, 10 * MS + 2430 * 1000);
    }

    /// No moment has more than there is, also where the oldest moments are forgotten.
    #[test]
    fn copies_take_turns() {
        let (mut engines, mut spans) = (DeviceEngines::default(), Vec::new());
        for number in 0..6000u64 {
            let cost = Cost { duration: 1 + number * 7919 % 50, demand: Demand::Copy(0) };
            spans.push(engines.place(number * 104_729 % 3_000_000, cost));
        }
        spans.sort_by_key(|span| span.start);
        assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }

    #[test]
    fn many_short_waves_take_their_time() {
        let cost = Cost { duration: 50_000, demand: Demand::Blocks { blocks: 264 * 100_000, at_once: 264, grids: 128 } };
        assert_eq!(DeviceEngines::default().place(0, cost).end, 50_000);
    }

    #[test]
    fn what_is_in_use_has_bounds() {
        let mut engines = DeviceEngines::default();
        for number in 0..100_000 {
            engines.place(number * 10_000, kernel(1 + number % 7, 3 + number % 11));
        }
        assert!(engines.compute.changes.len() <= MOST_CHANGES);
        assert!(engines.compute.changes.values().all(|level| level.room <= WHOLE));
        let mut engines = DeviceEngines::default();
        (0..100_000).for_each(|_| _ = engines.place(0, kernel(0, 3)));
        engines.forget(u64::MAX);
        assert!(engines.compute.changes.len() <= 1);
        assert_eq!(engines.place(u64::MAX - 5, kernel(300, 3)).end, u64::MAX);
    }
}
