//! Syntax tree to optimised IR: semantic analysis, lowering, passes, resource report.

pub mod driver;
pub mod hir;
pub mod intrinsics;
mod lint;
pub mod lower;
pub mod pass;
pub mod sema;
mod threads;

pub use driver::{Compilation, Options, compile};
