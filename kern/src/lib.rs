//! CUDA programs in a Rust program: compile, launch kernels, look at what they did.
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
mod module;
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
#[cfg(feature = "compile")]
pub use kern_core::driver::Options;
pub use kern_diag::{Code, Diagnostic, SourceMap};
#[cfg(feature = "macros")]
pub use kern_macros::{Argument, kernels, test};
pub use kern_vm::device::Device as DeviceModel;
pub use kern_vm::finding::{Facts, Level, Place};
pub use kern_vm::launch::{Counters as Totals, LaunchConfig};
pub use kern_vm::memory::ArenaSizes;
pub use kern_vm::pause::{Paused, Pauses, Resume};
pub use kern_vm::{Closed, EngineKind, Finding, MemoryWorld, RunConfig, RunReport, Stream as OutputStream, World};
pub use kernel::Kernel;
pub use launch::{Counters, LaunchReport};
pub use launch_dims::{Dims, Extent, LaunchDims, grid};
pub use module::{Module, Variable, VariableArray};
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
