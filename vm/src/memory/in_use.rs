//! Memory of both sides (managed, pinned, registered) that unfinished operations of the device use.

use super::{Access, Allocation, AllocationKind, BlockTable, Memory, Window};
use std::ops::Range;

/// Ranges that are remembered.
const MOST: usize = 4096;

/// Bytes that an operation uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// First address.
    pub start: u64,
    /// One past the last.
    pub end: u64,
    /// Whether it writes them.
    pub access: Access,
}

/// What unfinished operations use, and what the kernel that runs has used so far.
#[derive(Clone, Default, Debug)]
pub(super) struct InUse {
    /// With the number of the operation.
    ranges: Vec<(u64, Use)>,
    /// By the kernel that runs.
    touched: Vec<Use>,
    /// There is, or was, memory of both sides.
    is_shared: bool,
}

impl InUse {
    /// Memory of both sides is made.
    pub(super) fn note_shared(&mut self) {
        self.is_shared = true;
    }
}

impl Memory {
    /// An operation begins to use memory: the host's accesses to it are looked at until [`Memory::end_use`].
    pub(crate) fn start_use(&mut self, operation: u64, uses: &[Use]) {
        let room = MOST.saturating_sub(self.in_use.ranges.len());
        self.in_use.ranges.extend(uses.iter().take(room).map(|&used| (operation, used)));
        if !uses.is_empty() {
            // Cached lookups know nothing of it.
            self.generation += 1;
            self.find_blocks();
        }
    }

    /// An operation is finished.
    pub(crate) fn end_use(&mut self, operation: u64) {
        if self.in_use.ranges.is_empty() {
            return;
        }
        let before = self.in_use.ranges.len();
        self.in_use.ranges.retain(|(number, _)| *number != operation);
        if self.in_use.ranges.len() < before {
            self.generation += 1;
            self.find_blocks();
        }
    }

    /// These operations use nothing for a while: what they used, for [`Memory::start_use`].
    pub(crate) fn suspend_uses(&mut self, is_one: impl Fn(u64) -> bool) -> Vec<(u64, Use)> {
        let ranges = std::mem::take(&mut self.in_use.ranges);
        let (suspended, ranges): (Vec<_>, Vec<_>) = ranges.into_iter().partition(|(number, _)| is_one(*number));
        self.in_use.ranges = ranges;
        if !suspended.is_empty() {
            self.generation += 1;
            self.find_blocks();
        }
        suspended
    }

    /// Compiled code finds the heap's blocks by itself, unless an operation uses some.
    pub(super) fn find_blocks(&mut self) {
        let is_of_heap = |used: &Use| Window::of(used.start) == Window::HostHeap;
        let is_used = self.in_use.ranges.iter().any(|(_, used)| is_of_heap(used));
        self.blocks = if is_used { BlockTable::default() } else { self.host_heap.blocks() };
    }

    /// Whether an operation uses any memory of both sides.
    pub(crate) fn is_any_in_use(&self) -> bool {
        !self.in_use.ranges.is_empty()
    }

    /// Whether an operation uses any of these bytes: then each access of the host to them is looked at.
    #[inline]
    pub(crate) fn is_in_use(&self, address: u64, bytes: u64) -> bool {
        !self.in_use.ranges.is_empty() && self.in_use.ranges.iter().any(|(_, used)| overlaps(used, address, bytes))
    }

    /// Whether an operation uses variables of the host's stack: then compiled code, which goes to them without a look, waits.
    #[inline]
    pub(crate) fn is_stack_used_by_operations(&self) -> bool {
        let is_of_stack = |used: &Use| Window::of(used.start) == Window::HostStack;
        !self.in_use.ranges.is_empty() && self.in_use.ranges.iter().any(|(_, used)| is_of_stack(used))
    }

    /// An operation that an access of the host to these bytes is not ordered with, and what the operation does with them: one of
    /// the two writes.
    pub(crate) fn conflict(&self, address: u64, bytes: u64, access: Access) -> Option<(u64, Access)> {
        let is_wrong = |used: &Use| (used.access != Access::Read || access != Access::Read) && overlaps(used, address, bytes);
        let found = self.in_use.ranges.iter().filter(|(_, used)| is_wrong(used));
        // Who writes has more to do with it than who reads.
        found.max_by_key(|(number, used)| (used.access != Access::Read, std::cmp::Reverse(*number))).map(|&(n, used)| (n, used.access))
    }

    /// The kernel that runs has accesses through the pointer `root` of its parameters: what lies behind it in its allocation counts
    /// as used, if the host can use it too.
    pub(crate) fn touch_behind(&mut self, root: u64, access: Access) {
        if let Some(allocation) = self.for_device(root).filter(is_of_both) {
            self.touch(Use { start: root, end: allocation.end(), access });
        }
    }

    /// The kernel that runs accesses an allocation of both sides through a pointer `root` from elsewhere: all of it counts as used.
    pub(crate) fn touch_whole(&mut self, allocation: Range<u64>, root: u64, access: Access) {
        let known = Use { start: root, end: allocation.end, access };
        if !self.in_use.touched.contains(&known) {
            self.touch(Use { start: allocation.start, ..known });
        }
    }

    fn touch(&mut self, used: Use) {
        if self.in_use.touched.len() < MOST && !self.in_use.touched.contains(&used) {
            self.in_use.touched.push(used);
        }
    }

    /// Whether kernels may access what the host may access too.
    pub(crate) fn has_shared(&self) -> bool {
        self.in_use.is_shared
    }

    /// Memory of both sides is made by other ways than [`Memory::allocate`].
    pub(crate) fn note_shared(&mut self) {
        self.in_use.note_shared();
    }

    /// What kernels have used since this was asked last.
    pub(crate) fn take_touched(&mut self) -> Vec<Use> {
        std::mem::take(&mut self.in_use.touched)
    }
}

/// Kernels and the host may use it.
pub(crate) fn is_of_both(allocation: &Allocation) -> bool {
    matches!(allocation.kind, AllocationKind::Managed | AllocationKind::Pinned) && !allocation.is_freed()
}

fn overlaps(used: &Use, address: u64, bytes: u64) -> bool {
    address < used.end && used.start < address.saturating_add(bytes)
}
