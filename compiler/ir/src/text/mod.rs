//! The text form: PTX. [`print`] writes it, [`parse`] reads it back.

mod body;
mod cursor;
mod display;
mod edges;
mod function;
mod lexer;
pub(crate) mod mnemonic;
mod names;
mod parse;
mod print;
mod raw;
mod spell;
mod ssa;

pub use parse::parse;
pub use print::print;
