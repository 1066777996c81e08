//! Functions without a body, as decoded code knows them.
//!
//! Which ones there are, and what they do, the runtime says. Decoded code has numbers of its tables, so that it knows nothing of it.

use crate::device_math::Function;
use kern_ir::Module;

/// What implements an extern function.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Target {
    /// Nothing: a finding when called.
    #[default]
    Missing,
    /// A runtime function, by its number.
    Host(u32),
    /// One that changes only what runtime functions remember, by its number.
    State(u32),
    /// A mathematical one.
    Math(MathFunction),
    /// One of clusters of blocks, which the core does itself.
    Cluster(ClusterFunction),
}

/// What threads ask of the cluster of blocks that theirs is in; see `exec::cluster`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClusterFunction {
    /// `unsigned int __kern_cluster_dim(unsigned int axis)`: how many blocks it has along an axis.
    Dim,
    /// `unsigned long long __kern_map_shared_rank(unsigned long long address, unsigned int rank)`: the address of the same variable in
    /// the shared memory of another block.
    MapSharedRank,
    /// `void __kern_cluster_arrive(void)`: the thread arrives at the cluster's barrier.
    Arrive,
    /// `int __kern_cluster_is_complete(void)`: whether the phase of the barrier is complete in which the thread arrived.
    IsComplete,
}

impl ClusterFunction {
    /// All of them, by name.
    const ALL: [(&str, ClusterFunction); 4] = [
        ("__kern_cluster_dim", ClusterFunction::Dim),
        ("__kern_map_shared_rank", ClusterFunction::MapSharedRank),
        ("__kern_cluster_arrive", ClusterFunction::Arrive),
        ("__kern_cluster_is_complete", ClusterFunction::IsComplete),
    ];

    /// The one called `name`.
    pub(crate) fn named(name: &str) -> Option<ClusterFunction> {
        ClusterFunction::ALL.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// Whether kernels of a module ask for any of it.
    pub(crate) fn are_in(module: &Module) -> bool {
        ClusterFunction::ALL.iter().any(|row| module.find_function(row.0).is_some())
    }
}

/// A function of numbers only, as libdevice's (`__nv_sinf`); applied lane by lane without a [`CallContext`](crate::runtime::CallContext).
#[derive(Clone, Copy, Debug)]
pub enum MathFunction {
    /// `float f(float)`
    F32(fn(f32) -> f32),
    /// `float f(float)` or `float f(float, float)` of kernels.
    Floats(Function<f32>),
    /// `double f(double)` or `double f(double, double)` of kernels.
    Doubles(Function<f64>),
    /// `float f(float, float)`
    F32F32(fn(f32, f32) -> f32),
    /// `float f(float, float, float)`
    F32F32F32(fn(f32, f32, f32) -> f32),
    /// `float f(float, int)`
    F32I32(fn(f32, i32) -> f32),
    /// `int f(float)`
    F32ToI32(fn(f32) -> i32),
    /// `double f(double)`
    F64(fn(f64) -> f64),
    /// `double f(double, double)`
    F64F64(fn(f64, f64) -> f64),
    /// `double f(double, double, double)`
    F64F64F64(fn(f64, f64, f64) -> f64),
    /// `double f(double, int)`
    F64I32(fn(f64, i32) -> f64),
    /// `int f(double)`
    F64ToI32(fn(f64) -> i32),
    /// Anything else: the argument registers in order, zero-extended, to the result's.
    Bits(fn(&[u64]) -> u64),
}

/// Functions at which other host threads may run: those at which one waits, and those at which it mostly does on a real machine.
const LETS_OTHERS_RUN: &[&str] = &[
    "__kern_thread_exit",
    "__kern_thread_wait",
    "sched_yield",
    "sleep",
    "usleep",
    "nanosleep",
    "cudaDeviceSynchronize",
    "cudaStreamSynchronize",
    "cudaEventSynchronize",
];

/// Whether other host threads may run when this function is called.
pub(crate) fn lets_others_run(name: &str) -> bool {
    LETS_OTHERS_RUN.contains(&name)
}

/// Functions that read memory and do nothing else: blocks and frames are what they were.
const ONLY_READS: &[&str] = &["memchr", "memcmp", "strchr", "strcmp", "strlen", "strncmp"];

/// Whether a function only reads.
pub(crate) fn only_reads(name: &str) -> bool {
    ONLY_READS.contains(&name)
}

/// Functions at which a thread waits only where a launch does that comes before.
const WAITS_FOR_LAUNCHES: &[&str] = &[
    "cudaFree",
    "cudaFreeHost",
    "cudaMemcpy",
    "cudaMemcpy2D",
    "cudaMemcpyToSymbol",
    "cudaMemcpyFromSymbol",
    "cudaMemcpyAsync",
    "cudaMemcpy2DAsync",
    "cudaMemset",
];

/// Whether a host thread may have to wait in this function, which is then called again.
pub(crate) fn may_wait(name: &str) -> bool {
    lets_others_run(name) || WAITS_FOR_LAUNCHES.contains(&name)
}

/// Functions by which a kernel launches grids, and has copies made.
const LAUNCHES_OTHERS: &[&str] = &[
    "__kern_device_launch",
    "cudaMemcpyAsync",
    "cudaMemcpy2DAsync",
    "cudaMemcpy3DAsync",
    "cudaMemsetAsync",
    "cudaMemset2DAsync",
    "cudaMemset3DAsync",
];

/// Whether kernels of a module may launch what runs beside them.
pub(crate) fn launches_others(module: &Module) -> bool {
    LAUNCHES_OTHERS.iter().any(|name| module.find_function(name).is_some())
}
