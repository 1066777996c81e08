//! How many blocks of a launch a multiprocessor can hold, registers aside.
//!
//! Registers are NVIDIA's compiler's business and are not known here, so the result is an upper bound. For shared memory
//! the largest configuration counts; the driver may choose a smaller one that still holds what the other limits allow
//! (NVIDIA's `cuda_occupancy.h`).

use crate::device::Device;
use crate::launch::LaunchConfig;

/// Blocks by each limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupancy {
    /// Warps of one block.
    pub warps_per_block: u64,
    /// Warps that a multiprocessor holds.
    pub max_warps: u64,
    /// Blocks that a multiprocessor holds, whatever they are.
    pub by_blocks: u64,
    /// Blocks whose warps fit.
    pub by_warps: u64,
    /// Blocks whose shared memory fits; `u64::MAX` if they have none.
    pub by_shared: u64,
}

impl Occupancy {
    /// Of a launch of a kernel that declares `static_shared` bytes.
    pub fn new(device: &Device, config: &LaunchConfig, static_shared: u64) -> Occupancy {
        let warps_per_block = config.threads().div_ceil(32).max(1);
        let max_warps = device.max_threads_per_sm as u64 / 32;
        let unit = device.fact("occupancy", "smem_alloc_unit").map_or(256, |n| n as u64).max(1);
        let shared = static_shared.saturating_add(config.dynamic_shared).saturating_add(device.shared_reserved_per_block as u64);
        Occupancy {
            warps_per_block,
            max_warps,
            by_blocks: device.max_blocks_per_sm as u64,
            by_warps: max_warps / warps_per_block,
            by_shared: (device.shared_per_sm as u64).checked_div(shared.next_multiple_of(unit)).unwrap_or(u64::MAX),
        }
    }

    /// Blocks that a multiprocessor holds at most.
    pub fn blocks(&self) -> u64 {
        self.by_blocks.min(self.by_warps).min(self.by_shared)
    }

    /// Warps that a multiprocessor holds at most.
    pub fn warps(&self) -> u64 {
        (self.blocks() * self.warps_per_block).min(self.max_warps)
    }

    /// Of 100.
    pub fn percent(&self) -> f64 {
        self.warps() as f64 / self.max_warps.max(1) as f64 * 100.0
    }

    /// What keeps more blocks away.
    pub fn limit(&self) -> &'static str {
        match self.blocks() {
            least if least == self.by_warps => "its threads",
            least if least == self.by_shared => "its shared memory",
            _ => "the number of blocks",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of an H200: threads, static and dynamic shared memory, blocks by warps, percent of the warps.
    #[test]
    fn figures_are_the_hardwares() {
        let device = Device::find("h200").unwrap();
        let rows = [
            (32, 0, 0, 64, 50),
            (48, 0, 0, 32, 100),
            (256, 4224, 0, 8, 100),
            (32, 8192, 0, 64, 39),
            (512, 0, 2240, 4, 100),
            (1024, 8192, 0, 2, 100),
        ];
        for (threads, fixed, dynamic_shared, by_warps, percent) in rows {
            let config = LaunchConfig { dynamic_shared, ..LaunchConfig::linear(1, threads) };
            let occupancy = Occupancy::new(&device, &config, fixed);
            assert_eq!((occupancy.by_warps, occupancy.percent() as u64, occupancy.by_blocks), (by_warps, percent, 32));
        }
    }
}
