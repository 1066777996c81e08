//! Launches: configuration, its validation, totals.

use crate::device::Device;

/// CUDA error codes the engine itself answers with (`driver_types.h`).
pub mod error {
    /// `cudaSuccess`
    pub const SUCCESS: i32 = 0;
    /// `cudaErrorInvalidValue`
    pub const INVALID_VALUE: i32 = 1;
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
    /// `cudaErrorNotSupported`
    pub const NOT_SUPPORTED: i32 = 801;
    /// `cudaErrorInvalidClusterSize`
    pub const INVALID_CLUSTER_SIZE: i32 = 912;

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
    /// Blocks of a cluster along x, y, z.
    pub cluster: [u32; 3],
}

/// Clusters of one block: a launch without clusters.
pub const NO_CLUSTERS: [u32; 3] = [1; 3];

/// Most blocks of a cluster on every device that has clusters (CUDA C++ Programming Guide, "Thread Block Clusters").
pub const MOST_PORTABLE: u64 = 8;

/// Most blocks of a cluster where a kernel allows what is not portable (measured on an H200).
pub const MOST_IN_CLUSTER: u64 = 16;

impl LaunchConfig {
    /// A one-dimensional launch.
    pub fn linear(blocks: u32, threads: u32) -> LaunchConfig {
        LaunchConfig { grid: [blocks, 1, 1], block: [threads, 1, 1], dynamic_shared: 0, shared_limit: 0, stream: 0, cluster: NO_CLUSTERS }
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

    /// Blocks of a cluster.
    pub fn cluster_size(&self) -> u64 {
        self.cluster.iter().map(|&n| n as u64).product()
    }

    /// The rank of a block in its cluster, x fastest (PTX ISA, `%cluster_ctarank`).
    pub(crate) fn rank_in_cluster(&self, block: [u32; 3]) -> u32 {
        let [x, y, z]: [u32; 3] = std::array::from_fn(|axis| block[axis] % self.cluster[axis]);
        (z * self.cluster[1] + y) * self.cluster[0] + x
    }

    /// The number of the block with a rank in the cluster that a block is in; `None` if it has fewer.
    pub(crate) fn block_of_rank(&self, block: [u32; 3], rank: u32) -> Option<u64> {
        let [x, y, _] = self.cluster;
        let within = [rank % x, rank / x % y, rank / x / y];
        let at: [u64; 3] = std::array::from_fn(|axis| u64::from(block[axis] - block[axis] % self.cluster[axis] + within[axis]));
        let [columns, rows, _] = self.grid.map(u64::from);
        (u64::from(rank) < self.cluster_size()).then_some((at[2] * rows + at[1]) * columns + at[0])
    }

    /// The number of the first block of a cluster, given by its number, x fastest.
    pub(crate) fn first_of_cluster(&self, cluster: u64) -> u64 {
        let [x, y, _]: [u64; 3] = std::array::from_fn(|axis| u64::from(self.grid[axis] / self.cluster[axis]).max(1));
        let at = [cluster % x, cluster / x % y, cluster / x / y];
        let [first_x, first_y, first_z]: [u64; 3] = std::array::from_fn(|axis| at[axis] * u64::from(self.cluster[axis]));
        (first_z * u64::from(self.grid[1]) + first_y) * u64::from(self.grid[0]) + first_x
    }

    /// Whether `device` can run it with a kernel that has `static_shared` bytes of shared memory.
    ///
    /// # Errors
    /// CUDA's error code, as CUDA 12 answers, and the reason: too much shared memory is an invalid value there too.
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
        self.validate_cluster(device)?;
        let limit =
            (device.shared_per_block as u64).max(static_shared.saturating_add(self.shared_limit).min(device.shared_per_block_optin as u64));
        if static_shared.saturating_add(self.dynamic_shared) > limit {
            return Err((
                error::INVALID_VALUE,
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

    /// Whether the grid can be made of its clusters, and `device` has any. Whether more blocks than [`MOST_PORTABLE`] are allowed is for
    /// the kernel to say.
    ///
    /// # Errors
    /// CUDA's error code and the reason.
    fn validate_cluster(&self, device: &Device) -> Result<(), (i32, String)> {
        let [x, y, z] = self.cluster;
        if self.cluster == NO_CLUSTERS {
            return Ok(());
        }
        if device.major < 9 {
            return Err((error::NOT_SUPPORTED, "devices before compute capability 9.0 have no clusters of blocks".to_string()));
        }
        let invalid = |reason: String| Err((error::INVALID_CLUSTER_SIZE, reason));
        if self.cluster.contains(&0) || self.cluster.iter().map(|&n| u128::from(n)).product::<u128>() > u128::from(MOST_IN_CLUSTER) {
            return invalid(format!("a cluster of ({x}, {y}, {z}) blocks, the limit is {MOST_IN_CLUSTER}"));
        }
        match (0..3).find(|&axis| !self.grid[axis].is_multiple_of(self.cluster[axis])) {
            Some(axis) => {
                let name = ["x", "y", "z"][axis];
                invalid(format!("{} blocks along {name} are no whole clusters of {}", self.grid[axis], self.cluster[axis]))
            }
            None => Ok(()),
        }
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
    fn blocks_of_clusters() {
        let config = LaunchConfig { grid: [4, 4, 1], cluster: [2, 2, 1], ..LaunchConfig::linear(1, 1) };
        let first = config.first_of_cluster(3);
        assert_eq!((first, config.cluster_size()), (10, 4));
        let blocks: Vec<_> = (0..5).map(|rank| config.block_of_rank([2, 2, 0], rank)).collect();
        assert_eq!(blocks, [Some(10), Some(11), Some(14), Some(15), None]);
        assert_eq!((config.rank_in_cluster([3, 2, 0]), config.rank_in_cluster([2, 3, 0])), (1, 2));
        let code = |cluster| LaunchConfig { cluster, ..config }.validate(&Device::find("h200").unwrap(), 0, None).err().map(|e| e.0);
        assert_eq!([[2, 2, 1], [3, 1, 1], [0, 1, 1], [4, 4, 2]].map(code), [None, Some(912), Some(912), Some(912)]);
    }

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
        assert_eq!(code(LaunchConfig { dynamic_shared: 49153, ..LaunchConfig::linear(1, 1) }), Some(error::INVALID_VALUE));
        assert_eq!(code(LaunchConfig { dynamic_shared: 65536, shared_limit: 65536, ..LaunchConfig::linear(1, 1) }), None);
    }
}
