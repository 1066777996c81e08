//! Syntax tree to optimised IR: semantic analysis, lowering, passes, resource report.

pub mod hir;
pub mod pass;
pub mod sema;
