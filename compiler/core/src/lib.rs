//! Syntax tree to optimised IR: semantic analysis, lowering, passes, resource report.

pub mod driver;
pub mod hir;
pub mod intrinsics;
mod lint;
pub mod lower;
pub mod pass;
mod predefined;
pub mod sema;

pub use driver::{Compilation, Options, compile};
