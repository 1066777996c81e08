//! The modelled clock: deterministic, in nanoseconds, never a measurement.
//!
//! The host's clock advances by a fixed cost a call; a stream's work is ready when the stream and the host are, and starts when what it
//! needs of the device is free ([`super::device_engines`]). The default stream waits for the other blocking streams and they for it (CUDA
//! C++ Programming Guide, "Default Stream").

use super::device_engines::{Cost, DeviceEngines, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Nanoseconds a call costs the host.
const CALL: u64 = 1_000;
/// When the host and each stream are ready.
#[derive(Clone, Default, Debug)]
pub(super) struct Timeline {
    host: u64,
    /// Stream 0 is the default one.
    streams: BTreeMap<u64, u64>,
    /// Streams that do not wait for the default one, nor it for them.
    independent: BTreeSet<u64>,
    engines: DeviceEngines,
}

impl Timeline {
    /// What time it is for the host.
    pub(super) fn now(&self) -> u64 {
        self.host
    }

    /// When `stream` has done all its work.
    pub(super) fn ready(&self, stream: u64) -> u64 {
        self.streams.get(&stream).copied().unwrap_or(0).max(self.host)
    }

    /// When what is in `stream` ends.
    pub(super) fn end_of(&self, stream: u64) -> u64 {
        self.streams.get(&stream).copied().unwrap_or(0)
    }

    /// Whether a moment has come when the host asks, which takes a call.
    pub(super) fn is_past(&mut self, moment: u64) -> bool {
        self.host += CALL;
        moment <= self.host
    }

    /// A stream was made that is not tied to the default one.
    pub(super) fn make_independent(&mut self, stream: u64) {
        self.independent.insert(stream);
    }

    /// Whether the stream and the default stream wait for each other.
    pub(super) fn is_blocking(&self, stream: u64) -> bool {
        !self.independent.contains(&stream)
    }

    /// When work of a stream would start.
    pub(super) fn start_of(&self, stream: u64) -> u64 {
        let mut start = self.ready(stream);
        if stream == 0 {
            let tied = self.streams.iter().filter(|(other, _)| self.is_blocking(**other));
            start = tied.map(|(_, &end)| end).fold(start, u64::max);
        } else if self.is_blocking(stream) {
            start = start.max(self.ready(0));
        }
        start
    }

    /// Adds work to a stream; when it was ready, and when it runs.
    pub(super) fn work(&mut self, stream: u64, cost: Cost) -> (u64, Span) {
        self.host += CALL;
        let ready = self.start_of(stream);
        let span = self.place(ready, cost);
        self.streams.insert(stream, span.end);
        (ready, span)
    }

    /// When work runs that is ready at a moment; a part of what its stream was given.
    pub(super) fn place(&mut self, ready: u64, cost: Cost) -> Span {
        self.engines.forget(self.host);
        self.engines.place(ready, cost)
    }

    /// The host waits for a moment.
    pub(super) fn wait(&mut self, moment: u64) {
        self.host = self.host.max(moment);
    }

    /// The host waits for every stream.
    pub(super) fn wait_all(&mut self) {
        self.host = self.streams.values().copied().fold(self.host, u64::max);
    }

    /// A stream waits for a moment.
    pub(super) fn stream_waits(&mut self, stream: u64, moment: u64) {
        let ready = self.streams.entry(stream).or_insert(0);
        *ready = (*ready).max(moment);
    }
}

#[cfg(test)]
mod tests {
    use super::super::device_engines::Demand;
    use super::*;

    #[test]
    fn streams_overlap_and_the_default_stream_does_not() {
        let mut time = Timeline::default();
        let work = |time: &mut Timeline, stream: u64, duration: u64| time.work(stream, Cost { duration, demand: Demand::None }).1.end;
        time.make_independent(24);
        let first = work(&mut time, 8, 100_000);
        let second = work(&mut time, 16, 100_000);
        assert_eq!(second - first, CALL);
        let independent = work(&mut time, 24, 1_000_000);
        let after = work(&mut time, 0, 10);
        assert_eq!(after, second + 10);
        assert!(work(&mut time, 8, 10) >= after);
        assert!(!time.is_past(independent));
        time.wait_all();
        assert!(time.is_past(independent) && time.ready(24) >= independent);
    }
}
