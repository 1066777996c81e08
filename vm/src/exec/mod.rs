//! The execution core: grids, blocks, warps and what they wait for, the same for both engines.
//!
//! **State.** A [`warp::Warp`] holds *splits*: sets of lanes at one program point of one activation. Where lanes diverge,
//! one side is parked; the split in the deepest activation and there at the lowest block (see `kern_ir::analysis::order`) runs first
//! and merges with what is parked where it arrives. Calls push activations with registers of their own, so that the
//! engine's own stack does not grow with the program's. Host code is a warp with one lane.
//!
//! **Progress.** A split runs until it waits, ends, or has taken a number of back edges; then another split, warp
//! or resident block gets its time slice. A split that comes back to the same point with the same registers, of those that are
//! read again, while no thread did anything visible is *stuck*; when all are, the launch makes no progress and ends with a
//! finding.
//!
//! **Order.** Lanes of a memory instruction access in lane order; warps and blocks get their time slices in a fixed order.
//! Every run of the same program with the same configuration does the same. A [`schedule`] may have another order.

pub(crate) mod barrier;
pub(crate) mod block;
pub(crate) mod choices;
pub(crate) mod cluster;
pub(crate) mod collective;
pub(crate) mod core;
mod cycle;
pub(crate) mod device_engines;
pub(crate) mod device_scheduler;
pub(crate) mod engine;
pub(crate) mod executor;
mod fuel;
pub(crate) mod grid;
mod grid_run;
pub(crate) mod holders;
pub(crate) mod host;
mod live;
mod managed;
mod parked;
mod paused;
mod reduction;
pub(crate) mod runtime_call;
pub(crate) mod schedule;
pub(crate) mod shared;
mod sync;
pub(crate) mod threads;
mod timeline;
pub(crate) mod touched;
pub(crate) mod warp;

pub(crate) use engine::Store;
pub(crate) use grid_run::{GridRun, Resume, launch, resume};
pub(crate) use host::call;
pub(crate) use shared::SharedMemory;
