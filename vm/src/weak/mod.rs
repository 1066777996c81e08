//! Weak memory: which values reads of global memory may see, as the PTX memory consistency model has it.
//!
//! **What.** A view machine. Of each location the writes are kept in coherence order. Each thread has a *view*: of each location the
//! newest write that came before it by causality order, and any write from there on may be read. So a plain read may see an old
//! value after a new one was seen (the stale line of a first-level cache), and writes become visible to others in any order. A
//! write takes its place anywhere behind its thread's view. Strong reads advance the view to what they saw; a release gives the
//! view away with the write, an acquire takes it; `fence.sc` takes what fences before it knew, where the scopes take in one another.
//! Barriers join the views of a block. Late loads are the engine's: a load that is done later than it stands in the program.
//! **Invariant.** Memory holds the newest write of each location. A program without races sees that alone.
//! **Cost.** An access looks at the writes of its location that are kept, [`MOST_WRITES`] of however many there were, and once at what
//! was given away there since its thread looked last ([`release`]). Strong reads also look at what their thread saw that no fence has
//! taken. A fence takes as long as there are locations that its thread knows of, and what it saw are views of as many.
//! **May miss.** Accesses of one place in different sizes, and locations beyond [`MOST_LOCATIONS`], see the newest write. Writes of two
//! threads that nothing orders are in one order for all.
//! **Source.** PTX ISA, "Memory Consistency Model"; the machine: Kang et al., POPL 2017, without promises.

mod meeting;
mod release;
mod view;

#[cfg(test)]
mod tests;

use kern_ir::{Scope, Sem};
use release::{Given, Release, Seen};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use view::{Known, View};

/// Most locations whose writes are kept.
const MOST_LOCATIONS: usize = 1 << 12;
/// Most writes of a location that are kept.
const MOST_WRITES: usize = 24;

/// A thread: its device, its block's number, its number in the block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Who {
    pub(crate) device: u16,
    pub(crate) block: u32,
    pub(crate) thread: u16,
}

impl Who {
    fn is_in(self, scope: Scope, other: Who) -> bool {
        match scope {
            Scope::Cta => (self.device, self.block) == (other.device, other.block),
            Scope::Sys => true,
            _ => self.device == other.device,
        }
    }
}

/// How an access takes part in the order of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    /// Whom a strong access takes in; `None`: it is weak.
    pub(crate) scope: Option<Scope>,
    pub(crate) acquires: bool,
    pub(crate) releases: bool,
}

impl Strength {
    /// That of an instruction with these semantics; atomic operations without any are relaxed, `volatile` is relaxed for the system.
    pub(crate) fn new(sem: Option<Sem>, scope: Option<Scope>, is_atomic: bool) -> Strength {
        let scope = match sem {
            Some(Sem::Volatile) => Some(Scope::Sys),
            None | Some(Sem::Weak) if !is_atomic => None,
            _ => Some(scope.unwrap_or(Scope::Gpu)),
        };
        let acquires = matches!(sem, Some(Sem::Acquire | Sem::AcqRel | Sem::Sc));
        let releases = matches!(sem, Some(Sem::Release | Sem::AcqRel | Sem::Sc));
        Strength { scope, acquires, releases }
    }
}

/// Whether two strong operations take in one another.
fn meet((who, scope): (Who, Scope), (other, other_scope): (Who, Scope)) -> bool {
    who == other || who.is_in(scope, other) && other.is_in(other_scope, who)
}

/// A write.
#[derive(Clone, Debug)]
struct Write {
    id: u32,
    value: u64,
    /// `None` for what was there before.
    by: Option<Who>,
    scope: Option<Scope>,
    given: Option<Given>,
    /// The write that an atomic operation read.
    from: Option<u32>,
}

impl Write {
    /// Whether it and an access of `who` are morally strong.
    fn meets(&self, who: Who, scope: Option<Scope>) -> bool {
        match (self.by, self.scope, scope) {
            (Some(by), ..) if by == who => true,
            (Some(by), Some(own), Some(scope)) => meet((by, own), (who, scope)),
            _ => false,
        }
    }
}

/// Writes of a location, in coherence order.
#[derive(Debug)]
struct Location {
    bytes: u32,
    writes: Vec<Write>,
}

impl Location {
    /// Where a write is; 0 for one that is no longer kept.
    fn position(&self, id: Option<u32>) -> usize {
        id.and_then(|id| self.writes.iter().position(|write| write.id == id)).unwrap_or(0)
    }

    /// Whether a write of `who` may stand before the one at `place`: no atomic operation that both read and wrote around it.
    fn may_stand(&self, place: usize, who: Who, scope: Option<Scope>) -> bool {
        self.writes[place..].iter().all(|write| match write.from {
            Some(from) => self.position(Some(from)) >= place || !write.meets(who, scope),
            None => true,
        })
    }
}

/// What a thread knows.
#[derive(Default, Debug)]
struct Thread {
    view: View,
    /// What its last fence of each scope gives away.
    fences: [Option<Rc<Release>>; 3],
    /// What its release writes of each scope give away with later strong writes of the same location.
    released: FxHashMap<u64, [Option<Rc<Release>>; 3]>,
    seen: Seen,
}

/// What a block knows: its threads at their last barrier.
#[derive(Default, Debug)]
struct Block {
    view: Rc<Known>,
    /// What fences before the barrier give away.
    fences: Option<Rc<Release>>,
    /// What its threads saw before the barrier.
    seen: Rc<Seen>,
}

/// Memory as threads of a launch see it.
#[derive(Default, Debug)]
pub(crate) struct WeakMemory {
    /// Beyond what the model promises, what no device does otherwise: a strong read after one that saw what a fence gave away does
    /// not go back behind it, and fences of threads before a barrier hold for what others write after it.
    is_lenient: bool,
    locations: FxHashMap<u64, Location>,
    threads: FxHashMap<Who, Thread>,
    blocks: FxHashMap<(u16, u32), Block>,
    /// What those knew who have come to a barrier of some of a block's threads, by its number.
    arrived: FxHashMap<(u16, u32, u32), Known>,
    /// What `fence.sc` knew, by device, block and scope.
    fences: Vec<((Who, Scope), Known)>,
    next: u32,
}

fn index(scope: Scope) -> usize {
    match scope {
        Scope::Cta => 0,
        Scope::Sys => 2,
        _ => 1,
    }
}

impl WeakMemory {
    pub(crate) fn new(is_lenient: bool) -> WeakMemory {
        WeakMemory { is_lenient, ..WeakMemory::default() }
    }

    fn position(&self, who: Who, key: u64) -> usize {
        let Some(location) = self.locations.get(&key) else { return 0 };
        let of_block = self.blocks.get(&(who.device, who.block)).and_then(|block| block.view.get(key));
        let own = self.threads.get(&who).and_then(|thread| thread.view.get(key));
        location.position(of_block).max(location.position(own))
    }

    /// What a thread knows now, with a write that it is about to make.
    fn snapshot(&self, who: Who, with: Option<(u64, u32)>) -> Rc<Known> {
        let block = self.blocks.get(&(who.device, who.block)).map(|block| block.view.clone()).unwrap_or_default();
        let own = self.threads.get(&who).map(|thread| &thread.view);
        if own.is_none_or(View::is_empty) && with.is_none() {
            return block;
        }
        let mut known = (*block).clone();
        own.into_iter().flat_map(View::iter).for_each(|(key, id)| self.raise(&mut known, key, id));
        with.into_iter().for_each(|(key, id)| known.set(key, id));
        Rc::new(known)
    }

    /// One more write is known.
    fn raise(&self, known: &mut Known, key: u64, id: u32) {
        let Some(location) = self.locations.get(&key) else { return };
        if known.get(key).is_none_or(|old| location.position(Some(old)) < location.position(Some(id))) {
            known.set(key, id);
        }
    }

    fn learn(&mut self, who: Who, known: &Known) {
        let of_block = self.blocks.get(&(who.device, who.block)).map(|block| block.view.clone()).unwrap_or_default();
        for (key, id) in known.iter() {
            let has = |known: &Known| known.get(key) == Some(id);
            if has(&of_block) || self.threads.get(&who).is_some_and(|thread| has(&thread.view)) {
                continue;
            }
            if self.locations.get(&key).is_some_and(|location| location.position(Some(id)) > self.position(who, key)) {
                self.threads.entry(who).or_default().view.set(key, id);
            }
        }
    }

    /// Forgets what is accessed in another size than before, and what somebody else has written: `old` lies there.
    fn is_tracked(&mut self, (key, bytes): (u64, u32), old: u64) -> bool {
        match self.locations.get(&key) {
            Some(location) if location.bytes == bytes && location.writes.last().is_some_and(|newest| newest.value == old) => true,
            Some(_) => {
                self.locations.remove(&key);
                false
            }
            None => false,
        }
    }

    /// A location overlaps with others of other sizes: they are as memory is.
    fn forget_overlapping(&mut self, key: u64, bytes: u32) {
        for near in key.saturating_sub(7)..key + u64::from(bytes) {
            if near != key && self.locations.get(&near).is_some_and(|other| near + u64::from(other.bytes) > key) {
                self.locations.remove(&near);
            }
        }
    }

    /// What a thread reads at `key`, where `old` lies, if that may be another value than memory holds; `choose` says which of so many, the newest
    /// first. Whether it is the newest is said too.
    pub(crate) fn read(
        &mut self,
        who: Who,
        (key, bytes): (u64, u32),
        old: u64,
        strength: Strength,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<(u64, bool)> {
        if !self.is_tracked((key, bytes), old) {
            self.forget_overlapping(key, bytes);
            return None;
        }
        let mut known = self.position(who, key);
        if self.is_lenient && strength.scope.is_some() {
            known = known.max(self.position_seen(who, key));
        }
        let location = &self.locations[&key];
        let newest = location.writes.len() - 1;
        let at = newest - choose(newest - known + 1).min(newest - known);
        let (value, write) = (location.writes[at].value, location.writes[at].clone());
        self.saw(who, key, &write, strength);
        Some((value, at == newest))
    }

    /// Where strong reads do not go behind on hardware.
    fn position_seen(&self, who: Who, key: u64) -> usize {
        let Some(location) = self.locations.get(&key) else { return 0 };
        let own = self.threads.get(&who).map(|thread| &thread.seen);
        let of_block = self.blocks.get(&(who.device, who.block)).map(|block| &*block.seen);
        let releases = own.into_iter().chain(of_block).flat_map(Seen::iter).filter(|release| release.by.0.is_in(release.by.1, who));
        releases.map(|release| location.position(release.view.get(key))).max().unwrap_or(0)
    }

    /// A thread has read a write.
    fn saw(&mut self, who: Who, key: u64, write: &Write, strength: Strength) {
        let Some(scope) = strength.scope.filter(|_| write.meets(who, strength.scope)) else { return };
        if self.locations[&key].position(Some(write.id)) > self.position(who, key) {
            self.threads.entry(who).or_default().view.set(key, write.id);
        }
        let thread = self.threads.entry(who).or_default();
        if let Some(given) = &write.given {
            thread.seen.add(who, key, given);
        }
        let taken = if strength.acquires { thread.seen.take((who, scope), Some(key)) } else { Vec::new() };
        taken.iter().for_each(|release| self.learn(who, &release.view));
    }

    fn make(&mut self, key: u64, bytes: u32, old: u64) -> bool {
        if self.is_tracked((key, bytes), old) {
            return true;
        }
        self.forget_overlapping(key, bytes);
        if self.locations.len() >= MOST_LOCATIONS {
            return false;
        }
        let id = self.number();
        let first = Write { id, value: old, by: None, scope: None, given: None, from: None };
        self.locations.insert(key, Location { bytes, writes: vec![first] });
        true
    }

    fn number(&mut self) -> u32 {
        self.next = self.next.wrapping_add(1);
        self.next
    }

    /// A thread writes `value` where `old` lies; what memory holds then.
    pub(crate) fn write(
        &mut self,
        who: Who,
        (key, bytes): (u64, u32),
        (old, value): (u64, u64),
        strength: Strength,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> u64 {
        if !self.make(key, bytes, old) {
            return value;
        }
        let known = self.position(who, key);
        let location = &self.locations[&key];
        let places = (known + 1..=location.writes.len()).rev().filter(|&place| location.may_stand(place, who, strength.scope));
        let places: Vec<usize> = places.collect();
        let place = places[choose(places.len()).min(places.len() - 1)];
        self.put(who, key, place, (value, None, None), strength)
    }

    fn put(
        &mut self,
        who: Who,
        key: u64,
        place: usize,
        (value, from, carried): (u64, Option<u32>, Option<Given>),
        strength: Strength,
    ) -> u64 {
        let id = self.number();
        let mut releases = Vec::new();
        if let Some(scope) = strength.scope {
            let of_block = self.blocks.get(&(who.device, who.block)).and_then(|block| block.fences.clone());
            releases.extend(of_block.filter(|_| self.is_lenient));
            if let Some(thread) = self.threads.get(&who) {
                releases.extend(thread.fences.iter().flatten().cloned());
                releases.extend(thread.released.get(&key).into_iter().flatten().flatten().cloned());
            }
            if strength.releases {
                let view = self.snapshot(who, Some((key, id)));
                let release = Rc::new(Release { by: (who, scope), view, is_of_block: false, number: id });
                let thread = self.threads.entry(who).or_default();
                thread.released.entry(key).or_default()[index(scope)] = Some(release.clone());
                releases.push(release);
            }
        }
        let given = Given::join(carried, releases, id);
        let location = self.locations.get_mut(&key).expect("whoever writes has made it");
        location.writes.insert(place, Write { id, value, by: Some(who), scope: strength.scope, given, from });
        if location.writes.len() > MOST_WRITES {
            location.writes.remove(0);
        }
        let newest = location.writes.last().map_or(value, |write| write.value);
        self.threads.entry(who).or_default().view.set(key, id);
        newest
    }

    /// A thread changes what lies at `key` in one step: what it read, and what memory holds then. `apply` makes the new value of
    /// the old, or none if nothing is written.
    pub(crate) fn update(
        &mut self,
        who: Who,
        (key, bytes): (u64, u32),
        old: u64,
        strength: Strength,
        apply: &mut dyn FnMut(u64) -> Option<u64>,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> (u64, u64) {
        if !self.make(key, bytes, old) {
            return (old, apply(old).unwrap_or(old));
        }
        let known = self.position(who, key);
        let location = &self.locations[&key];
        let mut ways = Vec::new();
        for read in (known..location.writes.len()).rev() {
            for place in (known + 1..=location.writes.len()).rev() {
                // What is read and what is written need not be ordered if the write that is read is not morally strong with it.
                let is_one_step = match location.writes.get(read + 1..place) {
                    Some(between) => between.iter().all(|write| !write.meets(who, strength.scope)),
                    None => !location.writes[read].meets(who, strength.scope),
                };
                if is_one_step && location.may_stand(place, who, strength.scope) {
                    ways.push((read, place));
                }
            }
        }
        let (read, place) =
            ways.get(choose(ways.len())).or(ways.first()).copied().unwrap_or((location.writes.len() - 1, location.writes.len()));
        let write = location.writes[read].clone();
        self.saw(who, key, &write, strength);
        let newest = self.locations[&key].writes.last().map_or(old, |write| write.value);
        let Some(value) = apply(write.value) else { return (write.value, newest) };
        let carried = write.given.clone().filter(|_| write.meets(who, strength.scope));
        (write.value, self.put(who, key, place, (value, Some(write.id), carried), strength))
    }

    /// A fence.
    pub(crate) fn fence(&mut self, who: Who, is_sc: bool, scope: Scope) {
        let own = (who, scope);
        let of_block = self.blocks.get(&(who.device, who.block)).map(|block| block.seen.clone()).unwrap_or_default();
        let taken = self.threads.get_mut(&who).map(|thread| thread.seen.take(own, None)).unwrap_or_default();
        let is_lenient = self.is_lenient;
        for release in taken.iter().chain(of_block.iter().filter(|release| is_lenient && meet(release.by, own))) {
            self.learn(who, &release.view);
        }
        if is_sc {
            for (by, known) in std::mem::take(&mut self.fences) {
                if meet(by, own) {
                    self.learn(who, &known);
                }
                self.fences.push((by, known));
            }
        }
        let (view, number) = (self.snapshot(who, None), self.number());
        if is_sc {
            let is_same = |(by, by_scope): &(Who, Scope)| (by.device, by.block, *by_scope) == (who.device, who.block, scope);
            match self.fences.iter().position(|(by, _)| is_same(by)) {
                Some(index) => {
                    let mut known = std::mem::take(&mut self.fences[index].1);
                    view.iter().for_each(|(key, id)| self.raise(&mut known, key, id));
                    self.fences[index].1 = known;
                }
                None => self.fences.push((own, (*view).clone())),
            }
        }
        let release = Release { by: own, view, is_of_block: false, number };
        self.threads.entry(who).or_default().fences[index(scope)] = Some(Rc::new(release));
    }
}
