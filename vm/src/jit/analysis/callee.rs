//! What compiled code needs to know of a function in order to call it.

use crate::decode::registers::Width;
use crate::jit::runtime::abi::CallStub;
use std::rc::Rc;

/// See the module.
#[derive(Clone)]
pub(crate) struct Callee {
    /// Where a pointer to it leads.
    pub(crate) address: u64,
    pub(crate) stub: Rc<CallStub>,
    /// Bytes of its frame.
    pub(crate) frame: u64,
    /// Where its parameters lie in the registers.
    pub(crate) params: Vec<(u32, Width)>,
    /// Instructions that entering it costs.
    pub(crate) cost: u32,
    /// In a program with host threads: no other gets its turn while one is in it.
    pub(crate) is_quick: bool,
}
