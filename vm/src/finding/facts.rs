//! The fields of a finding: launch, thread, address, element, allocation, for programs that read reports.

use super::*;

/// The launch that a finding belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaunchSite {
    /// Counted from 0, as in [`crate::RunReport::launches`].
    pub number: u64,
    /// The kernel as a user reads it.
    pub kernel: String,
    /// Its linkage name.
    pub symbol: String,
    /// The configuration.
    pub config: LaunchConfig,
    /// Where it was launched.
    pub place: Option<Place>,
}

/// What is accessed at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElementFacts {
    /// The type as a user reads it.
    pub type_name: String,
    /// Bytes.
    pub bytes: u64,
    /// Counted from the start of the allocation, if that is a whole number.
    pub index: Option<i64>,
}

/// The allocation or variable that an access should have stayed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllocationFacts {
    /// First address.
    pub address: u64,
    /// Bytes.
    pub bytes: u64,
    /// What it is: "device memory", "shared variable".
    pub kind: &'static str,
    /// The variable's name.
    pub name: Option<Arc<str>>,
    /// Where it was made.
    pub made: Option<Place>,
    /// Where it was freed.
    pub freed: Option<Place>,
}

/// The kernel's parameter that a pointer came in by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterFacts {
    /// Counted from 0.
    pub index: u32,
    /// The name in the source.
    pub name: String,
    /// The type as a user reads it.
    pub type_name: String,
    /// The kernel as a user reads it.
    pub kernel: String,
    /// It is the pointer itself, not a structure with one.
    pub is_pointer: bool,
}

/// A wrong access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessFacts {
    /// What it does.
    pub access: Access,
    /// The memory it was meant for: "global".
    pub space: &'static str,
    /// First byte.
    pub address: u64,
    /// Bytes.
    pub bytes: u64,
    /// What is accessed at once, if that is known.
    pub element: Option<ElementFacts>,
    /// Where it should have stayed.
    pub allocation: Option<AllocationFacts>,
    /// How the pointer came in.
    pub parameter: Option<ParameterFacts>,
}

/// What a finding says, as fields; what does not apply is absent.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The launch, of device code.
    pub launch: Option<Arc<LaunchSite>>,
    /// The first thread that did it.
    pub thread: Option<Thread>,
    /// The threads that it is about together, where not one of them did it.
    pub group: Option<Group>,
    /// The access, if it is about one.
    pub access: Option<AccessFacts>,
}

/// Threads of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// `blockIdx`: x, y, z.
    pub block: [u32; 3],
    /// The warp in the block and, as a mask, its lanes; absent where threads of several warps may be meant.
    pub lanes: Option<(u32, u32)>,
}

impl AccessFacts {
    /// Whether it lies behind the start of its allocation.
    pub(super) fn is_past(&self) -> bool {
        self.allocation.as_ref().is_some_and(|a| self.address >= a.address)
    }
}
