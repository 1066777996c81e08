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

/// Two accesses that nothing orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceFacts {
    /// What both access, as a user reads it.
    pub thing: String,
    /// The one that came first in this run.
    pub first: RaceAccess,
    /// The other.
    pub second: RaceAccess,
    /// What the other order gives, if that is known.
    pub other_order: Option<String>,
}

/// One of the accesses of a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceAccess {
    /// `blockIdx`: x, y, z.
    pub block: [u32; 3],
    /// `threadIdx`: x, y, z.
    pub thread: [u32; 3],
    /// The warp in the block.
    pub warp: u32,
    /// The lane in the warp.
    pub lane: u32,
    /// What it does: "writes".
    pub does: &'static str,
    /// What it read or wrote, as a program writes it.
    pub value: Option<String>,
    /// Where.
    pub place: Option<Place>,
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
    /// The two accesses, if it is a race.
    pub race: Option<Box<RaceFacts>>,
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
