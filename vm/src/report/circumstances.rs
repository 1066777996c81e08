//! What is known of a wrong access besides the rule it breaks, and how a beginner counts there: in elements of an array.

use super::plural;
use crate::finding::Thread;
use crate::finding::{ParameterFacts, Place};
use crate::memory::{Allocation, AllocationKind, Side, Violation, Window};

/// What is accessed at once.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// The type as a user reads it.
    pub(crate) name: String,
    /// Bytes.
    pub(crate) bytes: u64,
}

/// Where the pointer of an access came from.
#[derive(Clone, Default, Debug)]
pub(crate) enum Origin {
    /// That cannot be told.
    #[default]
    Unknown,
    /// A parameter of the kernel.
    Parameter(ParameterFacts),
    /// It was read from memory, here.
    Loaded(Option<Place>),
    /// A function without a body returned it.
    Returned(String),
}

/// What is known of a wrong access besides the rule it breaks.
#[derive(Clone, Default, Debug)]
pub(crate) struct Circumstances {
    /// The thread, in a kernel.
    pub(crate) thread: Option<Thread>,
    /// What is accessed at once; nothing where a function accesses a range.
    pub(crate) element: Option<Element>,
    /// Where the pointer came from.
    pub(crate) origin: Origin,
    /// A function reads characters up to a zero.
    pub(crate) reads_text: bool,
    /// The allocation is the dynamic shared memory of the block.
    pub(crate) is_dynamic_shared: bool,
    /// What is as many as the allocation has *bytes*: a parameter of the kernel, or the launch's threads.
    pub(crate) bytes_are: Option<String>,
    /// What is as many as the allocation would have elements if they were smaller, and the bytes of such an element.
    pub(crate) elements_are: Option<(String, u64)>,
    /// The address is the one that host code has for a device variable.
    pub(crate) is_symbol: bool,
    /// A parameter of the kernel that is the distance of the allocation's rows, which counts bytes.
    pub(crate) pitch: Option<String>,
    /// The threads of the block whose variable in shared memory it should be.
    pub(crate) threads: Option<u64>,
    /// Another allocation that the address lies in.
    pub(crate) other: Option<Allocation>,
}

impl Circumstances {
    pub(super) fn side(&self) -> Side {
        if self.thread.is_some() { Side::Device } else { Side::Host }
    }
}

/// The word for the memory an access was meant for.
pub(super) fn space_text(violation: &Violation, side: Side) -> &'static str {
    if side == Side::Host {
        return "host";
    }
    match violation.allocation.as_ref().map(|a| a.kind) {
        Some(AllocationKind::Shared) => "shared",
        Some(AllocationKind::Local) => "local",
        Some(AllocationKind::ConstVariable) => "constant",
        Some(AllocationKind::Parameter) => "parameter",
        _ => match Window::of(violation.address) {
            Window::Shared => "shared",
            Window::Local => "local",
            Window::Const => "constant",
            _ => "global",
        },
    }
}

/// So many of a type: "1 int", "32 floats", "3 halves".
pub(super) fn many(count: u64, element: &str) -> String {
    match element {
        "half" if count != 1 => format!("{count} halves"),
        _ => plural(count, element),
    }
}

/// Bytes of what is counted in an allocation; `None` if a range of bytes is accessed.
pub(super) fn element_size(v: &Violation, a: &Allocation, c: &Circumstances) -> Option<u64> {
    match &c.element {
        Some(_) if a.element_size > 0 => Some(a.element_size),
        Some(element) => Some(element.bytes),
        None if a.element_size == v.size && v.size > 0 => Some(v.size),
        None => None,
    }
}

/// The index of the element that an access starts in, or of the one whose start it hits, outside.
pub(super) fn index(v: &Violation, a: &Allocation, size: u64) -> Option<i64> {
    let distance = v.address.wrapping_sub(a.base) as i64;
    let may_be_inside = a.element_size > 0 || size > v.size;
    (may_be_inside || distance % size as i64 == 0).then(|| distance.div_euclid(size as i64))
}
