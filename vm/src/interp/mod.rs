//! The interpreter: executes IR a warp at a time in lock step, and host code as a group of one lane.
//!
//! **State.** A [`warp::Warp`] holds *splits*: sets of lanes at one program point of one activation. Where lanes part,
//! one side is parked; the split in the deepest activation and there at the lowest block (see `order`) runs first and
//! merges with what is parked where it arrives. Calls push activations with registers of their own, so that the
//! engine's own stack does not grow with the program's.
//!
//! **Progress.** A split runs until it waits, ends, or has taken a number of back edges; then another split, warp
//! or resident block gets its turn. A split that comes back to the same point with the same registers, of those that are read again, while no thread
//! did anything visible is *stuck*; when all are, the launch makes no progress and ends with a finding.
//!
//! **Order.** Lanes of a memory instruction access in lane order; warps and blocks take turns in a fixed order.
//! Every run of the same program with the same configuration does the same.

pub(crate) mod access;
mod alu;
mod atomics;
pub(crate) mod barrier;
pub(crate) mod code;
mod collective;
mod convert;
mod cycle;
mod decode;
pub(crate) mod engine;
mod float;
pub(crate) mod grid;
mod half;
mod host;
mod live;
mod origin;
mod parked;
pub(crate) mod registers;
mod root;
mod shared;
pub(crate) mod step;
mod sync;
pub(crate) mod warp;

pub(crate) use collective::collective_at_once;
pub(crate) use decode::decode;
pub(crate) use engine::Store;
pub(crate) use grid::{Room, launch, shared_layout};
pub(crate) use host::{call, call_math, run_program};
pub(crate) use shared::SharedMemory;

#[cfg(test)]
mod tests;
