//! Launches: configuration, its validation, totals.

use crate::device::Device;

/// CUDA error codes the engine itself answers with (`driver_types.h`).
pub mod error {
    /// `cudaSuccess`
    pub const SUCCESS: i32 = 0;
    /// `cudaErrorMemoryAllocation`
    pub const MEMORY_ALLOCATION: i32 = 2;
    /// `cudaErrorInvalidConfiguration`
    pub const INVALID_CONFIGURATION: i32 = 9;
    /// `cudaErrorInvalidDeviceFunction`
    pub const INVALID_DEVICE_FUNCTION: i32 = 98;
    /// `cudaErrorIllegalAddress`
    pub const ILLEGAL_ADDRESS: i32 = 700;
    /// `cudaErrorLaunchOutOfResources`
    pub const LAUNCH_OUT_OF_RESOURCES: i32 = 701;
    /// `cudaErrorLaunchTimeout`
    pub const LAUNCH_TIMEOUT: i32 = 702;
    /// `cudaErrorAssert`
    pub const ASSERT: i32 = 710;
    /// `cudaErrorHardwareStackError`
    pub const HARDWARE_STACK_ERROR: i32 = 714;
    /// `cudaErrorIllegalInstruction`
    pub const ILLEGAL_INSTRUCTION: i32 = 715;
    /// `cudaErrorMisalignedAddress`
    pub const MISALIGNED_ADDRESS: i32 = 716;
    /// `cudaErrorInvalidAddressSpace`
    pub const INVALID_ADDRESS_SPACE: i32 = 717;
    /// `cudaErrorLaunchFailure`
    pub const LAUNCH_FAILURE: i32 = 719;

    /// Whether the error stays for the rest of the process (the context is lost).
    pub fn is_sticky(code: i32) -> bool {
        (700..=719).contains(&code) && code != LAUNCH_OUT_OF_RESOURCES
    }
}

/// What `<<<grid, block, shared, stream>>>` says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LaunchConfig {
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads along x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory a block.
    pub dynamic_shared: u64,
    /// Most bytes of dynamic shared memory that `cudaFuncSetAttribute` allowed; 0 for the default.
    pub shared_limit: u64,
    /// Handle, for the report only.
    pub stream: u64,
}

impl LaunchConfig {
    /// A one-dimensional launch.
    pub fn linear(blocks: u32, threads: u32) -> LaunchConfig {
        LaunchConfig { grid: [blocks, 1, 1], block: [threads, 1, 1], dynamic_shared: 0, shared_limit: 0, stream: 0 }
    }

    /// As the source writes it: `<<<(8, 32), 256>>>`, with the bytes of dynamic shared memory if there are any.
    pub fn text(&self) -> String {
        let extent = |[x, y, z]: [u32; 3]| match (x, y, z) {
            (x, 1, 1) => x.to_string(),
            (x, y, 1) => format!("({x}, {y})"),
            _ => format!("({x}, {y}, {z})"),
        };
        let shared = if self.dynamic_shared > 0 { format!(", {}", self.dynamic_shared) } else { String::new() };
        format!("<<<{}, {}{shared}>>>", extent(self.grid), extent(self.block))
    }

    /// Blocks of the grid.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|&n| n as u64).fold(1, u64::saturating_mul)
    }

    /// Threads of a block.
    pub fn threads(&self) -> u64 {
        self.block.iter().map(|&n| n as u64).product()
    }

    /// Warps of the grid.
    pub fn warps(&self) -> u64 {
        self.blocks().saturating_mul(self.threads().div_ceil(32))
    }

    /// Whether `device` can run it with a kernel that has `static_shared` bytes of shared memory.
    ///
    /// # Errors
    /// CUDA's error code, as CUDA 12 answers, and the reason.
    pub fn validate(&self, device: &Device, static_shared: u64, max_threads: Option<u32>) -> Result<(), (i32, String)> {
        let invalid = |reason: String| Err((error::INVALID_CONFIGURATION, reason));
        for (axis, name) in ["x", "y", "z"].iter().enumerate() {
            if self.grid[axis] == 0 || self.block[axis] == 0 {
                return invalid(format!("{} dimension {name} is 0", if self.grid[axis] == 0 { "grid" } else { "block" }));
            }
            if self.grid[axis] > device.max_grid_dim[axis] {
                return invalid(format!("{} blocks along {name}, the limit is {}", self.grid[axis], device.max_grid_dim[axis]));
            }
            if self.block[axis] > device.max_block_dim[axis] {
                return invalid(format!("{} threads a block along {name}, the limit is {}", self.block[axis], device.max_block_dim[axis]));
            }
        }
        if self.threads() > device.max_threads_per_block as u64 {
            return invalid(format!("{} threads a block, the limit is {}", self.threads(), device.max_threads_per_block));
        }
        if let Some(max) = max_threads.filter(|&max| self.threads() > max as u64) {
            let reason = format!("{} threads a block, `__launch_bounds__` allows {max}", self.threads());
            return Err((error::INVALID_CONFIGURATION, reason));
        }
        let limit =
            (device.shared_per_block as u64).max(static_shared.saturating_add(self.shared_limit).min(device.shared_per_block_optin as u64));
        if static_shared.saturating_add(self.dynamic_shared) > limit {
            return Err((
                error::INVALID_CONFIGURATION,
                format!(
                    "{} bytes of shared memory a block ({static_shared} static, {} dynamic), the limit is {limit}{}",
                    static_shared.saturating_add(self.dynamic_shared),
                    self.dynamic_shared,
                    if limit < device.shared_per_block_optin as u64 {
                        format!("; `cudaFuncSetAttribute` allows a kernel up to {}", device.shared_per_block_optin)
                    } else {
                        String::new()
                    }
                ),
            ));
        }
        Ok(())
    }

    /// What to write where the blocks, or the threads of a block, are none or too many.
    pub fn advice(&self, device: &Device) -> Option<String> {
        let most = u64::from(device.max_threads_per_block);
        let product = |size: &[u32; 3]| size.iter().map(|&n| u64::from(n)).fold(1, u64::saturating_mul);
        let fits = |block: &[u32; 3]| (0..3).all(|axis| (1..=device.max_block_dim[axis]).contains(&block[axis]));
        let is_block = |size: &[u32; 3]| fits(size) && product(size) <= most;
        if self.grid.contains(&0) && is_block(&self.block) {
            let axis = self.grid.iter().position(|&n| n == 0)?;
            let (size, above) = (self.block[axis], self.block[axis] - 1);
            return Some(match size {
                1 => "a grid needs at least one block".to_string(),
                _ => format!("round the number of blocks up: `(n + {above}) / {size}` of {size} threads each for `n` elements"),
            });
        }
        if self.block.contains(&0) {
            return Some(
                "a block needs at least one thread, such as 256; the number of blocks comes first, then the threads of each".to_string(),
            );
        }
        if is_block(&self.block) {
            return None;
        }
        let is_exchanged = is_block(&self.grid) && self.blocks() >= 32 && (0..3).all(|axis| self.block[axis] <= device.max_grid_dim[axis]);
        if is_exchanged {
            return Some("exchange the two: the number of blocks comes first, then the threads of each block".to_string());
        }
        if self.block[1..] == [1, 1] {
            let text = "launch more blocks of fewer threads, such as `<<<(n + 255) / 256, 256>>>`, and count with \
                        `blockIdx.x * blockDim.x + threadIdx.x`";
            return Some(text.to_string());
        }
        (product(&self.block) > most)
            .then(|| format!("a block has at most {most} threads in all, such as `dim3(32, 32)`: launch more blocks"))
    }

    /// Blocks that fit on the device at once, registers aside.
    pub fn resident_blocks(&self, device: &Device, static_shared: u64) -> u64 {
        let threads = self.threads().max(1).next_multiple_of(32);
        let shared = static_shared + self.dynamic_shared + device.shared_reserved_per_block as u64;
        let by_threads = device.max_threads_per_sm as u64 / threads;
        let by_shared = (device.shared_per_sm as u64).checked_div(shared).unwrap_or(u64::MAX);
        let per_sm = by_threads.min(by_shared).min(device.max_blocks_per_sm as u64).max(1);
        per_sm * device.sm_count as u64
    }
}

/// Totals of one launch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// IR instructions, once a warp.
    pub warp_instructions: u64,
    /// IR instructions, once a thread.
    pub thread_instructions: u64,
    /// Conditional branches, once a warp.
    pub branches: u64,
    /// Of them those whose lanes diverged.
    pub divergent_branches: u64,
    /// Completed block barriers.
    pub barriers: u64,
    /// Blocks that ended.
    pub blocks: u64,
}

impl Counters {
    /// What was counted since `before`.
    #[must_use]
    pub fn since(self, before: Counters) -> Counters {
        Counters {
            warp_instructions: self.warp_instructions - before.warp_instructions,
            thread_instructions: self.thread_instructions - before.thread_instructions,
            branches: self.branches - before.branches,
            divergent_branches: self.divergent_branches - before.divergent_branches,
            barriers: self.barriers - before.barriers,
            blocks: self.blocks - before.blocks,
        }
    }
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.warp_instructions += other.warp_instructions;
        self.thread_instructions += other.thread_instructions;
        self.branches += other.branches;
        self.divergent_branches += other.divergent_branches;
        self.barriers += other.barriers;
        self.blocks += other.blocks;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_cudas() {
        let device = Device::find("h200").unwrap();
        let code = |config: LaunchConfig| config.validate(&device, 0, None).err().map(|e| e.0);
        assert_eq!(code(LaunchConfig::linear(1, 1024)), None);
        assert_eq!(code(LaunchConfig::linear(1, 1025)), Some(9));
        assert_eq!(code(LaunchConfig::linear(0, 32)), Some(9));
        assert_eq!(code(LaunchConfig::linear(1, 0)), Some(9));
        assert_eq!(code(LaunchConfig { grid: [1, 65536, 1], ..LaunchConfig::linear(1, 1) }), Some(9));
        assert_eq!(code(LaunchConfig { block: [1, 1, 65], ..LaunchConfig::linear(1, 1) }), Some(9));
        assert_eq!(code(LaunchConfig { dynamic_shared: 49153, ..LaunchConfig::linear(1, 1) }), Some(9));
        assert_eq!(code(LaunchConfig { dynamic_shared: 65536, shared_limit: 65536, ..LaunchConfig::linear(1, 1) }), None);
    }
}
