//! Runs a [`kern_ir::Program`]: devices, memory, launches, warps and barriers, host runtime, findings.
//!
//! [`run`] is the entry for whole programs, [`DeviceContext`] for launches of single kernels. Nothing here knows source text or
//! syntax trees, and everything outside goes through [`World`]. See `exec` for how warps execute and what an engine is, `interp`
//! and `jit` for the two engines, `memory` for the address space, `runtime` for functions that have no body in the program.
//!
//! Without the feature `jit` there is no machine code: the interpreter runs what [`EngineKind::Jit`] is asked for.

#![cfg_attr(
    not(feature = "jit"),
    allow(dead_code, reason = "the core serves the compiled engine in ways that the interpreter does not need")
)]

mod access;
pub mod call;
mod clock;
pub mod config;
mod decode;
pub mod device;
pub mod device_context;
mod device_math;
pub mod differences;
mod engines;
mod exec;
pub mod finding;
pub mod instrument;
mod interp;
#[cfg(feature = "jit")]
mod jit;
pub mod launch;
pub mod limits;
mod loader;
pub mod machine;
pub mod memory;
mod parallel;
pub mod pause;
mod platform;
mod program;
mod report;
pub mod runtime;
pub mod sanitize;
mod seed;
mod simd_dispatch;
pub mod texture;
mod vm;
mod weak;
pub mod world;

pub use config::{COMPILE_AFTER, EngineKind, LeakCheck, Order, RunConfig, RunReport, RunStats};
pub use device_context::{DeviceContext, Launched, NoLaunch};
pub use engines::Prepared;
pub use finding::switch::{Decided, Decision, MOST_SWITCHES, Switch, WarpAt};
pub use finding::{CopyToHost, Results};
pub use finding::{Facts, Finding, Findings, LaunchSite, Level, Place, Thread};
pub use instrument::observe::Observer;
pub use instrument::{DeviceEngine, TimelineEvent, WorkKind};
#[cfg(feature = "jit")]
pub use jit::{Listing, code_bytes, listing};
pub use limits::{Ended, Interrupt, Interruption, LaunchState, Limit};
pub use machine::{KernelInfo, Machine, Symbol};
pub use runtime::CallContext;
pub use world::{Closed, MemoryWorld, Progress, Stream, World};

/// Runs a program: initialisers, `main`, exit handlers, destructors.
pub fn run(program: &kern_ir::Program, config: &RunConfig, world: &mut dyn World) -> RunReport {
    Prepared::new(program, config).run(config, world)
}
