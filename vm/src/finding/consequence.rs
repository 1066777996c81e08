//! Findings that follow from another one.

use super::{ELSEWHERE, Finding, Findings, Level, MOST_PLACES, Place};
use crate::memory::{Access, Window};
use kern_diag::Code;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Bytes within which accesses of one thread outside one allocation have one cause: members of an element, an element that is
/// read and then written.
const NEAR: u64 = 64;

impl Finding {
    /// Whether `other`, found at another place, has the cause of this one.
    pub(super) fn has_cause_of(&self, other: &Finding) -> bool {
        if (self.code, self.thing, self.scope()) != (other.code, other.thing, other.scope()) || self.thing == 0 {
            return false;
        }
        if self.is_everywhere {
            return true;
        }
        // Several members of an element, in one line or more; several elements in one line.
        let line = |finding: &Finding| finding.place.as_ref().map(|place| place.line);
        let is_one_line = || self.memory == other.memory && self.memory != 0 && line(self) == line(other);
        let is_one_element = || self.reader_and_element().is_some() && self.reader_and_element() == other.reader_and_element();
        if self.code == Code::UNWRITTEN_READ && (self.message == other.message || is_one_element() || is_one_line()) {
            return true;
        }
        const MISSES: [Code; 6] = [
            Code::OUT_OF_BOUNDS,
            Code::SHARED_OUT_OF_BOUNDS,
            Code::LOCAL_OUT_OF_BOUNDS,
            Code::HOST_OUT_OF_BOUNDS,
            Code::WILD_POINTER,
            Code::MISALIGNED,
        ];
        let (Some(old), Some(new), true) = (&self.facts.access, &other.facts.access, MISSES.contains(&self.code)) else { return false };
        let most = if self.code == Code::MISALIGNED { 0 } else { NEAR };
        let is_near = old.is_past() == new.is_past() && old.address.abs_diff(new.address) <= most;
        is_near && self.facts.thread == other.facts.thread && self.facts.launch == other.facts.launch
    }

    /// Of a read of what nothing was written to: who reads, and which element, whatever part of that.
    fn reader_and_element(&self) -> Option<(&str, &str)> {
        let (who, rest) = self.message.split_once(" reads ")?;
        let (what, _) = rest.split_once(", to which")?;
        Some((who, what.split_once(" of ").filter(|(part, _)| part.starts_with("bytes ")).map_or(what, |(_, element)| element)))
    }

    /// Another element of the same memory that nothing was written to is read in the same line.
    pub(super) fn add_element(&mut self, other: &Finding) {
        if self.code != Code::UNWRITTEN_READ || self.notes.len() >= MOST_PLACES {
            return;
        }
        let (own, element) = (self.reader_and_element(), other.reader_and_element());
        let Some((_, element)) = element.filter(|(_, element)| own.is_some_and(|(_, own)| own != *element)) else { return };
        let note = format!("the same goes for {element}");
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// A stream does not wait for an operation of another one: all that it does too early is one mistake.
    pub(crate) fn is_about_streams(&mut self, operation_and_streams: impl Hash) {
        self.memory = FxBuildHasher.hash_one(operation_and_streams).max(1);
    }

    /// Whether both are races for one array.
    fn races_for(&self, other: &Finding) -> bool {
        let array = |finding: &Finding| finding.facts.race.as_ref().map(|race| race.thing.split('[').next().unwrap_or("").to_string());
        array(self).is_some_and(|array| array.starts_with('`')) && array(self) == array(other) && self.thing == other.thing
    }

    /// The lines of the two accesses of a race.
    pub(crate) fn race_lines(&self) -> Vec<u32> {
        let accesses = self.facts.race.iter().flat_map(|race| [&race.first, &race.second]);
        let mut lines: Vec<u32> = accesses.filter_map(|access| access.place.as_ref().map(|place| place.line)).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Whether what mends this mends `other` as well, a mistake of another kind: something comes to be read that was not written, or too
    /// early, because of this.
    fn entails(&self, other: &Finding) -> bool {
        let is_of_one_kernel = || self.facts.launch.is_some() && self.scope() == other.scope();
        match (self.code, other.code) {
            // Blocks that use an array as they do race in one launch at some places, in the next one at others.
            (Code::RACE_OF_BLOCKS, Code::RACE_OF_BLOCKS | Code::RACE_GLOBAL) => {
                is_of_one_kernel() && self.races_for(other) && self.race_lines().iter().any(|line| other.race_lines().contains(line))
            }
            // A stream does not wait for an operation of another one: all that comes next in it does not.
            (Code::RACE_OF_OPERATIONS, Code::RACE_OF_OPERATIONS) => self.memory == other.memory && self.memory != 0,
            (Code::UNWRITTEN_COPY, Code::UNWRITTEN_ON_HOST) => self.memory == other.memory && self.memory != 0,
            // What was to be written there has gone elsewhere.
            (Code::OUT_OF_BOUNDS | Code::SHARED_OUT_OF_BOUNDS, Code::UNWRITTEN_READ | Code::UNWRITTEN_COPY | Code::UNWRITTEN_ON_HOST) => {
                let of =
                    self.facts.access.as_ref().filter(|facts| facts.access == Access::Write).and_then(|facts| facts.allocation.as_ref());
                of.is_some_and(|of| of.address == other.memory) && (self.code == Code::OUT_OF_BOUNDS || is_of_one_kernel())
            }
            // Threads that do not come to the barrier have not written what others read behind it.
            (Code::BARRIER_DIVERGENT, Code::UNWRITTEN_READ) => {
                matches!(Window::of(other.memory), Window::Shared) && is_of_one_kernel() && !other.is_independent
            }
            (Code::BARRIER_DIVERGENT, Code::RACE_SHARED) if other.edit.is_none() && is_of_one_kernel() => {
                let line = |place: Option<&Place>| place.map(|place| place.line);
                let accesses = other.facts.race.as_ref().map(|race| (line(race.first.place.as_ref()), line(race.second.place.as_ref())));
                accesses.is_some_and(|(first, second)| (first.min(second)..=first.max(second)).contains(&line(self.place.as_ref())))
            }
            _ => false,
        }
    }
}

impl Findings {
    /// The conditions, by line and column, that parted the threads of this launch ahead of a barrier; (0, 0) for one that is not known.
    pub(crate) fn conditions_of_divergence(&self) -> Vec<(u32, u32)> {
        let is_of_launch = |finding: &&Finding| {
            let kernel = finding.facts.launch.as_ref().map(|launch| &launch.symbol);
            finding.code == Code::BARRIER_DIVERGENT && kernel == self.launch.as_ref().map(|launch| &launch.symbol)
        };
        self.list.iter().filter(is_of_launch).map(|finding| ((finding.thing >> 32) as u32, finding.thing as u32)).collect()
    }

    /// Finding number `index` had this consequence, of which nothing else is said: a place and a word.
    pub(crate) fn add_consequence(&mut self, index: usize, place: Option<Place>, message: &str) {
        let Some((place, finding)) = place.zip(self.list.get_mut(index & !ELSEWHERE)) else { return };
        if !finding.related.iter().any(|r| r.1 == message) {
            finding.related.push((place, message.to_string()));
        }
    }

    /// What follows from another mistake is told with that one.
    pub(super) fn join_consequences(&mut self) {
        let mut index = 0;
        while let Some(other) = self.list.get(index) {
            let is_cause = |(at, cause): (usize, &Finding)| at != index && cause.entails(other) && (at < index || cause.code != other.code);
            let Some(cause) = self.list.iter().enumerate().position(is_cause) else {
                index += 1;
                continue;
            };
            let other = self.list.remove(index);
            let cause = &mut self.list[cause - usize::from(cause > index)];
            if other.level == Level::Error {
                cause.level = Level::Error;
            }
            if cause.code == Code::RACE_OF_BLOCKS {
                let lines: Vec<String> = other.race_lines().iter().map(u32::to_string).collect();
                let lines = format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, lines.join(" and "));
                if cause.race_lines() != other.race_lines() && !cause.notes.iter().any(|note| note.contains(&lines)) {
                    cause.notes.push(format!("the same goes for {lines}"));
                }
                cause.count += other.count;
                cause.others.push(other);
                continue;
            }
            let text = match other.code {
                Code::RACE_SHARED => "so there is a",
                Code::RACE_OF_OPERATIONS => "also:",
                _ => "so",
            };
            if let Some(place) = other.place.clone().filter(|_| cause.others.len() < MOST_PLACES) {
                cause.related.push((place, format!("{text} {}", other.message)));
                // The other access.
                cause.related.extend(other.related.first().filter(|_| other.code == Code::RACE_SHARED).cloned());
            }
            cause.others.push(other);
        }
    }

    /// Threads part at a condition for which they read different values in a race: what happens at the barrier then is no mistake of
    /// its own.
    pub(super) fn join_parted_by_races(&mut self) {
        let place_of = |place: &Place| u64::from(place.line) << 32 | u64::from(place.column);
        for index in (0..self.list.len()).rev() {
            let barrier = &self.list[index];
            if barrier.code != Code::BARRIER_DIVERGENT || barrier.thing == 0 {
                continue;
            }
            let is_cause = |race: &Finding| {
                let mut places = race.place.iter().chain(race.related.iter().map(|related| &related.0));
                race.code == Code::RACE_SHARED && race.scope() == barrier.scope() && places.any(|place| place_of(place) == barrier.thing)
            };
            if let Some(cause) = self.list.iter().position(is_cause) {
                let place = self.list[index].place.clone();
                self.add_consequence(cause, place, "so only some threads come to this barrier");
                self.list.remove(index);
            }
        }
    }
}
