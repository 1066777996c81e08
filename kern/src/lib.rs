//! CUDA programs in a Rust program: compile, launch kernels, look at what they did.
//!
//! **[`kernels!`]** compiles kernels with the Rust program, in which they are functions; a mistake of theirs is an error of `cargo check`:
//!
//! ```
//! # #[cfg(feature = "macros")] {
//! mod kernels {
//!     kern::kernels! {
//!         __global__ void saxpy(int n, float a, const float *x, float *y)
//!         {
//!             int i = blockIdx.x * blockDim.x + threadIdx.x;
//!             if (i < n) y[i] = a * x[i] + y[i];
//!         }
//!     }
//! }
//! let mut gpu = kern::Device::new(kern::device("h200")?);
//! let x = gpu.upload(&[1.0f32, 2.0, 3.0])?;
//! let mut y = gpu.alloc::<f32>(3)?; // zeros
//! kernels::saxpy(&mut gpu, kern::grid(1).block(256), 3, 2.0, &x, &mut y)?;
//! assert_eq!(gpu.download(&y)?, [2.0, 4.0, 6.0]);
//! # }
//! # Ok::<(), kern::Error>(())
//! ```
//!
//! [`Argument`](derive@Argument) is for structures that kernels take, [`test`](macro@test) for tests of kernels.
//!
//! **[`Program`]** loads kernels while the Rust program runs, and launches them by name:
//!
//! ```
//! use kern::grid;
//!
//! # fn main() -> Result<(), kern::Error> {
//! # let (n, xs, ys) = (1000usize, vec![1.0f32; 1000], vec![3.0f32; 1000]);
//! let program = kern::Program::from_file("examples/saxpy.kern")?;
//! let mut gpu = kern::Device::new(kern::device("h200")?);
//! let x = gpu.upload(&xs)?; let y = gpu.upload(&ys)?;
//! let report = program.kernel("saxpy")?.launch(&mut gpu, grid(n.div_ceil(256)).block(256), (n as i32, 2.0f32, &x, &y))?;
//! println!("{}", report.counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"]);
//! assert_eq!(report.counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"], 250);
//! assert_eq!(gpu.download(&y)?, vec![5.0; 1000]);
//! # Ok(())
//! # }
//! ```
//!
//! **Arguments** are checked against the kernel's parameters before anything runs, without conversions: `i32` for `int`,
//! `&Buffer<f32>` for `float *`. What does not fit is an [`Error`], which shows both sides.
//!
//! **Memory** of a [`Device`] lives as long as its [`Buffer`]s; so do the `__device__` and `__constant__` variables of a
//! program, from its first launch there. Each [`Program`] has variables of its own.
//!
//! **Mistakes** of a kernel (a wrong access, a barrier not all threads reach) make its launch an [`Error`], with the source
//! lines; the device goes on.
//!
//! **Whole programs**, with a host `main`, are run by [`Program::run`]:
//!
//! ```
//! let source = r#"
//!     #include <cstdio>
//!     __global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }
//!     int main() {
//!         int *p, h[4];
//!         cudaMalloc(&p, sizeof h);
//!         k<<<1, 4>>>(p);
//!         cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
//!         printf("%d\n", h[3]);
//!     }
//! "#;
//! let program = kern::Program::from_source("squares.kern", source)?;
//! let mut world = kern::MemoryWorld::default();
//! let report = program.run(&kern::RunConfig::default(), &mut world);
//! assert_eq!(world.stdout, b"3\n");
//! assert!(report.findings.is_empty());
//! # Ok::<(), kern::Error>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

/// Source files on disk, as [`Program::load`] reads them.
///
/// ```
/// use std::path::Path;
/// let bytes = kern::files::read_bytes(Path::new("examples/saxpy.kern")).unwrap();
/// let text = kern::files::source_text("saxpy.kern", bytes).unwrap();
/// assert!(text.contains("__global__ void saxpy"));
/// ```
#[cfg(feature = "compile")]
pub use kern_embed::files;
pub mod places;
pub mod suppress;

mod arguments;
mod buffer;
mod call_site;
mod check;
mod device;
mod element;
mod error;
mod graph;
mod kernel;
mod launch;
mod launch_dims;
mod machine;
mod module;
mod output;
mod passed_on;
mod profile;
mod program;
mod stream;
mod testing;
mod texture;
mod untyped;

pub use arguments::{Argument, Arguments, Null, Object};
pub use buffer::{Buffer, DeviceSlice, View, ViewMut};
pub use device::{Counting, Device, device};
pub use element::Element;
pub use error::Error;
pub use graph::Graph;
pub use kernel::Kernel;
pub use launch::{Counters, LaunchReport};
pub use launch_dims::{Dims, Extent, LaunchDims, grid};
pub use machine::{
    Access, AccessFacts, Added, AllocationFacts, Edit, ElementFacts, Facts, Group, LaunchSite, Level, ParameterFacts, Place,
};
pub use machine::{ArenaSizes, DeviceModel, LaunchConfig, Paused, Pauses, RaceAccess, RaceFacts, Resume, Thread, Totals};
pub use machine::{Closed, Ended, EngineKind, Finding, Interrupt, Interruption, LaunchState, LeakCheck, Limit, MemoryWorld, Order};
pub use machine::{OutputStream, Progress, RunConfig, RunReport, RunStats, World};
pub use module::{Module, Variable, VariableArray};
#[cfg(feature = "compile")]
pub use passed_on::Options;
#[cfg(feature = "macros")]
pub use passed_on::{Argument, kernels, test};
pub use passed_on::{Code, Diagnostic, FileId, KernelParam, Label, Severity, SourceMap, Span};
pub use profile::{GlobalTraffic, Occupancy, Profile, SharedTraffic};
pub use program::Program;
pub use stream::{Event, Pending, Stream};
pub use testing::snapshot_rows;
pub use texture::{Edges, Sampling, Texture};

/// What the macros write names of.
#[doc(hidden)]
pub mod __private {
    pub use crate::element::sealed::Sealed;
    pub use crate::module::{Call, call, call_void, give, launch};
    pub use crate::testing::{run_test, run_test_under};
    pub use kern_embed::layout::{Field, Layout, Scalar, Struct, expect_same};
}

/// The pages about embedding, whose code blocks are tests.
#[cfg(doctest)]
mod pages {
    macro_rules! pages {
        ($($name:ident $path:literal;)*) => {$( #[doc = include_str!($path)] struct $name; )*};
    }
    pages! {
        Embedding "../../docs/embedding.md";
        Readme "../../README.md";
        Testing "../../docs/testing.md";
        UnknownKernel "../../docs/codes/K1001.md";
        AmbiguousKernel "../../docs/codes/K1002.md";
        ArgumentCount "../../docs/codes/K1003.md";
        ArgumentType "../../docs/codes/K1004.md";
        ForeignBuffer "../../docs/codes/K1005.md";
        LaunchShape "../../docs/codes/K1006.md";
        KernelFailed "../../docs/codes/K1007.md";
        DeviceMemory "../../docs/codes/K1008.md";
        UnknownSymbol "../../docs/codes/K1009.md";
        BufferLength "../../docs/codes/K1010.md";
    }
}
