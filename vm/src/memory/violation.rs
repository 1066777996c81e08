//! What can be wrong with a memory access.

use super::Allocation;

/// Who accesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Host code.
    Host,
    /// A kernel.
    Device,
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Reads and writes as one step.
    Atomic,
}

impl Access {
    /// The word used in reports.
    pub fn text(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
            Access::Atomic => "atomic access",
        }
    }
}

impl Access {
    /// What was done to the bytes, in reports.
    pub fn done(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "written",
            Access::Atomic => "modified",
        }
    }
}

/// The rule that an access breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ViolationKind {
    /// Address in the null page.
    Null,
    /// The pointer was never set.
    Unset,
    /// Nothing is there.
    Unmapped,
    /// Outside the allocation its pointer came from, or beside the nearest one.
    OutOfBounds,
    /// Inside an allocation that was freed.
    Freed,
    /// A kernel uses host memory.
    HostPointerInKernel,
    /// Host code uses device memory.
    DevicePointerOnHost,
    /// Host code uses the address of a device variable.
    DeviceSymbolOnHost,
    /// Memory of a graph that is not allocated now.
    Idle,
    /// A kernel uses memory of another device.
    Peer,
    /// Write to a constant.
    ReadOnly,
    /// The address is not a multiple of the access's size.
    Misaligned,
    /// The variable's function has returned.
    DeadStack,
}

/// A wrong access.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The rule.
    pub kind: ViolationKind,
    /// First byte accessed.
    pub address: u64,
    /// Bytes accessed.
    pub size: u64,
    /// What it does.
    pub access: Access,
    /// The allocation it should have stayed in, or lies beside.
    pub allocation: Option<Allocation>,
}
