//! What operations cost on the modelled clock: bytes over bandwidth, instructions over issue rate, from the device table, and the engine that
//! they need. No figure is a measurement.

use crate::device::Device;
use crate::exec::device_engines::{Cost, Demand};
use crate::instrument::LaunchReport;
use crate::instrument::metrics::occupancy::Occupancy;
use crate::launch::LaunchConfig;

/// Nanoseconds from a launch to its first instruction.
const LAUNCH: u64 = 3_000;
/// Nanoseconds a copy takes before its first byte.
const COPY: u64 = 5_000;
/// Bytes a nanosecond between host and device: PCIe 4.0 x16 in practice; a pageable host buffer halves it.
const LINK: f64 = 24.0;

/// Between which memories a copy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// From the host's to the device's.
    In,
    /// From the device's to the host's.
    Out,
    /// Within the device's; a fill of it.
    Within,
    /// Within the host's.
    Host,
}

/// Engines for copies between host and device: `cudaDeviceProp::asyncEngineCount`.
pub(super) fn copy_engines(device: &Device) -> u32 {
    match device.major {
        0..=1 => 1,
        2..=6 => 2,
        _ => 3,
    }
}

/// What a copy costs.
pub(super) fn copy(device: &Device, size: u64, way: Way, pageable: bool) -> Cost {
    let memory = device.fact("", "dram_gbs").unwrap_or(100.0) / 2.0;
    let (rate, demand) = match way {
        Way::Within => (memory, Demand::Bandwidth),
        Way::Host => (memory, Demand::None),
        Way::In => (LINK, Demand::Copy(0)),
        Way::Out => (LINK, Demand::Copy(u32::from(copy_engines(device) > 1))),
    };
    let rate = if pageable && matches!(way, Way::In | Way::Out) { rate / 2.0 } else { rate };
    Cost { duration: COPY + (size as f64 / rate.max(0.1)) as u64, demand }
}

/// Nanoseconds a kernel takes: its instructions at four warps a clock and multiprocessor, over as many
/// multiprocessors as it has blocks for.
pub(super) fn kernel(device: &Device, report: &LaunchReport) -> u64 {
    let busy = report.config.blocks().clamp(1, device.sm_count as u64);
    let a_clock = 4.0 * busy as f64;
    let clocks = report.counters.warp_instructions as f64 / a_clock;
    LAUNCH + (clocks * 1000.0 / device.clock_mhz.max(1) as f64) as u64
}

/// What the blocks of a kernel occupy that declares `static_shared` bytes.
pub(super) fn blocks(device: &Device, config: &LaunchConfig, static_shared: u64) -> Demand {
    let at_once = Occupancy::new(device, config, static_shared).blocks().max(1) * u64::from(device.sm_count.max(1));
    let grids = device.fact("occupancy", "resident_grids").map_or(128, |grids| grids as u32);
    Demand::Blocks { blocks: config.blocks(), at_once, grids }
}
