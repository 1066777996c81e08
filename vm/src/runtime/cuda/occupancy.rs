//! How many blocks of a kernel a multiprocessor holds: the rules of NVIDIA's occupancy calculator.
//!
//! Figures by product come from the device table; registers are the compiler's estimate.

use crate::device::Device;
use crate::machine::KernelInfo;

/// Warps a block of that many threads has.
fn warps(threads: u64) -> u64 {
    threads.div_ceil(32)
}

fn fact(device: &Device, name: &str, default: u64) -> u64 {
    device.fact("occupancy", name).map_or(default, |n| n as u64)
}

/// Bytes of shared memory that a block takes on the multiprocessor.
fn shared_of_block(device: &Device, bytes: u64) -> u64 {
    (bytes + device.shared_per_block_reserved()).next_multiple_of(fact(device, "smem_alloc_unit", 256).max(1))
}

impl Device {
    fn shared_per_block_reserved(&self) -> u64 {
        self.shared_reserved_per_block as u64
    }
}

/// Most blocks by registers alone; `None` if not even one can run.
fn by_registers(device: &Device, registers: u64, threads: u64) -> Option<u64> {
    let unit = fact(device, "reg_alloc_unit", 256).max(1);
    let subpartitions = device.fact("", "subpartitions_per_sm").map_or(4, |n| n as u64).max(1);
    let in_block = warps(threads);
    let per_warp = (registers.max(1) * 32).next_multiple_of(unit);
    if registers > device.max_regs_per_thread as u64 + 1
        || per_warp * in_block.next_multiple_of(subpartitions) > device.regs_per_block as u64
    {
        return None;
    }
    let resident_warps = device.regs_per_sm as u64 / subpartitions / per_warp * subpartitions;
    Some(resident_warps / in_block)
}

/// Blocks of `threads` threads with so many registers and `dynamic` bytes of dynamic shared memory that a multiprocessor holds.
/// `opted_in` is what `cudaFuncSetAttribute` allowed.
pub(super) fn blocks(device: &Device, kernel: &KernelInfo, registers: u32, threads: u64, dynamic: u64, opted_in: Option<u64>) -> u64 {
    let most = kernel.max_threads.unwrap_or(device.max_threads_per_block).min(device.max_threads_per_block) as u64;
    if threads == 0 || threads > most {
        return 0;
    }
    let shared = kernel.static_shared.saturating_add(dynamic);
    let limit = match opted_in {
        Some(allowed) => (kernel.static_shared + allowed).max(device.shared_per_block as u64).min(device.shared_per_block_optin as u64),
        None => device.shared_per_block as u64,
    };
    if shared > limit {
        return 0;
    }
    let Some(by_registers) = by_registers(device, registers.into(), threads) else { return 0 };
    let by_warps = (device.max_threads_per_sm as u64 / 32) / warps(threads);
    let by_shared = (device.shared_per_sm as u64).checked_div(shared_of_block(device, shared)).unwrap_or(u64::MAX);
    by_registers.min(by_warps).min(by_shared).min(device.max_blocks_per_sm as u64)
}

/// Most dynamic shared memory a block may have while `blocks` of them fit: not more than `opted_in`, or what the kernel has without.
/// What the system takes for itself is not in it (measured on an H200).
pub(super) fn dynamic_shared(
    device: &Device,
    kernel: &KernelInfo,
    registers: u32,
    blocks: u64,
    threads: u64,
    opted_in: Option<u64>,
) -> Option<u64> {
    if blocks == 0 || self::blocks(device, kernel, registers, threads, 0, None) < blocks {
        return None;
    }
    let unit = fact(device, "smem_alloc_unit", 256).max(1);
    let each = device.shared_per_sm as u64 / blocks / unit * unit;
    let allowed = opted_in.unwrap_or((device.shared_per_block as u64).saturating_sub(kernel.static_shared));
    Some(each.saturating_sub(kernel.static_shared).min(allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(static_shared: u64, max_threads: Option<u32>) -> KernelInfo {
        KernelInfo { name: String::new(), static_shared, local: 0, constant: 0, max_threads, cluster: None, params: Vec::new() }
    }

    /// What an H200 answered (CUDA 13.0).
    #[test]
    fn figures_are_the_hardwares() {
        let device = Device::find("h200").unwrap();
        let sizes = [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
        let light = sizes.map(|size| blocks(&device, &kernel(0, None), 16, size, 0, None));
        assert_eq!(light, [32, 32, 21, 16, 10, 8, 5, 4, 2, 2]);
        let fixed = sizes.map(|size| blocks(&device, &kernel(24000, None), 16, size, 0, None));
        assert_eq!(fixed, [9, 9, 9, 9, 9, 8, 5, 4, 2, 2]);
        let bounded = kernel(0, Some(256));
        let dynamic: Vec<u64> = (0..=18).map(|i| blocks(&device, &bounded, 16, 256, i * 12 * 1024, Some(227 * 1024))).collect();
        assert_eq!(dynamic, [8, 8, 8, 6, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(blocks(&device, &bounded, 16, 257, 0, None), 0);
        assert_eq!(blocks(&device, &bounded, 16, 256, 50_000, None), 0);
    }

    /// What an H200 answered (CUDA 13.0).
    #[test]
    fn blocks_that_fit_leave_shared_memory() {
        let device = Device::find("h200").unwrap();
        let left = |fixed, blocks, opted_in| dynamic_shared(&device, &kernel(fixed, None), 16, blocks, 256, opted_in);
        assert_eq!([1, 2, 8].map(|blocks| left(0, blocks, None)), [Some(49152), Some(49152), Some(29184)]);
        assert_eq!([1, 2, 8].map(|blocks| left(4096, blocks, None)), [Some(45056), Some(45056), Some(25088)]);
        assert_eq!([1, 2, 4].map(|blocks| left(0, blocks, Some(100_000))), [Some(100_000), Some(100_000), Some(58368)]);
        assert_eq!((left(0, 1, Some(1000)), left(0, 9, None)), (Some(1000), None));
    }

    /// NVIDIA's own reports for an RTX A4500, blocks of 256 threads.
    #[test]
    fn registers_limit_blocks() {
        let device = Device::find("rtxa4500").unwrap();
        let by = |registers| by_registers(&device, registers, 256);
        assert_eq!([16, 22, 24, 34].map(by), [Some(16), Some(10), Some(10), Some(6)]);
        assert_eq!(by_registers(&device, 255, 1024), None);
    }
}
