//! Tests of the passes: random programs keep their meaning at every level.

mod contraction;
mod data;
mod naive;
mod random;
