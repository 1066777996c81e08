//! What the dependence test is told of a launch.

use crate::loader::Variable;
use kern_ir::{FuncId, Module};

/// A launch about to start.
pub(crate) struct Launch<'a> {
    pub(crate) module: &'a Module,
    /// Of the module's variables.
    pub(crate) variables: &'a [Variable],
    pub(crate) function: u32,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// The parameter buffer.
    pub(crate) params: &'a [u8],
    /// Whether a function of the module is a mathematical one.
    pub(crate) is_math: fn(&Module, FuncId) -> bool,
}
