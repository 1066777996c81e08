//! Functions of `.f64`.

mod arithmetic;
pub(crate) mod exponential;
pub(crate) mod logarithm;
pub(crate) mod power;
pub(crate) mod trigonometric;
