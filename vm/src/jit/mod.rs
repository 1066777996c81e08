//! The compiled engine: kernels and host code as machine code, a group of lanes at a time.
//!
//! It is the interpreter with its inner loop replaced. Warps, splits, barriers, waiting lanes, calls, findings and
//! memory are those of [`crate::exec`]; what [`crate::interp`] does between two points where lanes may have to wait, compiled
//! code does in registers. At such a point it puts what is live into the interpreter's registers, says why it stopped,
//! and is entered again later. So both engines agree by construction on everything but arithmetic and flow within a
//! run, and any operation can be left to the interpreter.
//!
//! **Unit.** One Cranelift function for a (kernel, function, block size): 32 lanes as eight 128-bit vectors a value (64
//! bits: sixteen), values that are the same or grow by a stride from lane to lane in scalar registers (`analysis::shape`). The width of
//! the group is a parameter: of host code, with one lane, every value is a scalar. What part of a function code is made of
//! is another (`analysis::CompilationUnit`): all of it, or a loop (`host`).
//!
//! **Stages.** `analysis` finds out what is known of a function (`Plan`); `wir` says instruction by instruction what a warp does; `clif`
//! writes that as Cranelift's IR; `runtime` runs what comes of it. `execute` executes the warp IR as it stands, for tests.
//!
//! **Flow.** In the interpreter's order of segments, with a mask a segment, twice: for all lanes without masks and for some
//! lanes with them (`clif`). Of the lanes of a warp those at the lowest segment run first, as in the interpreter: order of
//! effects, counters and findings are the same.
//!
//! **Memory.** Each access is checked against the region of its root pointer (`runtime::regions`); what does not pass is executed
//! by the interpreter, which decides and reports. No address of the program is used unchecked.
//!
//! What is left to the interpreter is listed in `docs/engine.md`.

pub(crate) mod analysis;
mod clif;
mod execute;
mod executor;
mod host;
mod listing;
pub(crate) mod runtime;
mod wir;

#[cfg(test)]
mod tests;

pub(crate) use execute::WarpIr;
pub(crate) use executor::Jit;
pub use listing::{Listing, code_bytes, listing};
