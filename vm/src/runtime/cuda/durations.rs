//! How long operations take on the modelled clock: bytes over bandwidth, instructions over issue rate, from the device table. No figure
//! is a measurement.

use crate::device::Device;
use crate::instrument::LaunchReport;

/// Nanoseconds from a launch to its first instruction.
const LAUNCH: u64 = 3_000;
/// Nanoseconds a copy takes before its first byte.
const COPY: u64 = 5_000;
/// Bytes a nanosecond between host and device: PCIe 4.0 x16 in practice; a pageable host buffer halves it.
const LINK: f64 = 24.0;

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
