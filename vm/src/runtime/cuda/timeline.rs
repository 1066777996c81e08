//! The modelled clock: deterministic, in nanoseconds, never a measurement.
//!
//! The host's clock advances by a fixed cost a call; a stream's work starts when the stream and the host are ready and
//! takes bytes over bandwidth or instructions over issue rate, from the device table. The default stream waits for the
//! other blocking streams and they for it (CUDA C++ Programming Guide, "Default Stream").

use crate::device::Device;
use crate::instrument::LaunchReport;
use std::collections::{BTreeMap, BTreeSet};

/// Nanoseconds a call costs the host.
const CALL: u64 = 1_000;
/// Nanoseconds from a launch to its first instruction.
const LAUNCH: u64 = 3_000;
/// Nanoseconds a copy takes before its first byte.
const COPY: u64 = 5_000;
/// Bytes a nanosecond between host and device: PCIe 4.0 x16 in practice; a pageable host buffer halves it.
const LINK: f64 = 24.0;

/// When the host and each stream are ready.
#[derive(Clone, Default, Debug)]
pub(super) struct Timeline {
    host: u64,
    /// Stream 0 is the default one.
    streams: BTreeMap<u64, u64>,
    /// Streams that do not wait for the default one, nor it for them.
    independent: BTreeSet<u64>,
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

    /// Adds work to a stream; when it ends.
    pub(super) fn work(&mut self, stream: u64, duration: u64) -> u64 {
        self.host += CALL;
        let end = self.start_of(stream) + duration;
        self.streams.insert(stream, end);
        end
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

/// Nanoseconds a copy takes.
pub(super) fn copy(device: &Device, size: u64, crosses: bool, pageable: bool) -> u64 {
    let memory = device.fact("", "dram_gbs").unwrap_or(100.0) / 2.0;
    let rate = match (crosses, pageable) {
        (false, _) => memory,
        (true, false) => LINK,
        (true, true) => LINK / 2.0,
    };
    COPY + (size as f64 / rate.max(0.1)) as u64
}

/// Nanoseconds a kernel takes: its instructions at four warps a clock and multiprocessor, over as many
/// multiprocessors as it has blocks for.
pub(super) fn kernel(device: &Device, report: &LaunchReport) -> u64 {
    let busy = report.config.blocks().clamp(1, device.sm_count as u64);
    let a_clock = 4.0 * busy as f64;
    let clocks = report.counters.warp_instructions as f64 / a_clock;
    LAUNCH + (clocks * 1000.0 / device.clock_mhz.max(1) as f64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_overlap_and_the_default_stream_does_not() {
        let mut time = Timeline::default();
        time.make_independent(24);
        let first = time.work(8, 100_000);
        let second = time.work(16, 100_000);
        assert_eq!(second - first, CALL);
        let independent = time.work(24, 1_000_000);
        let after = time.work(0, 10);
        assert_eq!(after, second + 10);
        assert!(time.work(8, 10) >= after);
        assert!(!time.is_past(independent));
        time.wait_all();
        assert!(time.is_past(independent) && time.ready(24) >= independent);
    }
}
