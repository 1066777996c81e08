//! Functions of `.f64`.

mod arithmetic;
pub(crate) mod bessel;
pub(crate) mod bessel_modified;
pub(crate) mod bessel_second;
pub(crate) mod error_function;
pub(crate) mod exponential;
pub(crate) mod gamma;
pub(crate) mod logarithm;
pub(crate) mod power;
pub(crate) mod trigonometric;
