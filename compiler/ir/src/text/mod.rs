//! The text form: PTX. See `print` for how the IR is written.

mod display;
mod edges;
mod function;
pub(crate) mod mnemonic;
mod names;
mod print;

pub use print::print;
