//! The text form: PTX. See `print` for how the IR is written.

mod display;
pub(crate) mod mnemonic;
