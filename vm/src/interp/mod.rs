//! The interpreter: executes the operations of a warp in lock step with masks, each for all lanes of a split.
//!
//! What a split is, who runs when, and what lanes wait for is in [`crate::exec`]; operations are decoded by
//! [`crate::decode`] and go to memory through [`crate::access`].

pub(crate) mod alu;
pub(crate) mod atomics;
pub(crate) mod convert;
pub(crate) mod float;
mod half;
mod rounding;
mod select;
pub(crate) mod step;

mod executor;
mod weak;

pub(crate) use executor::Interpreter;
pub(crate) use select::OPERATIONS;

#[cfg(test)]
pub(crate) mod tests;
