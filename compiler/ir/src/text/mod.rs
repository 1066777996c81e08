//! The text form: PTX. [`print`](print()) writes it, [`parse`] reads it back; [`parse_program`] reads both modules of a program.

mod body;
mod cursor;
mod display;
mod edges;
mod function;
mod lexer;
pub(crate) mod mnemonic;
mod module_printer;
mod names;
mod parse;
mod print;
mod program;
mod raw;
mod spell;
mod ssa;

pub use parse::parse;
pub use print::print;
pub use program::parse_program;
