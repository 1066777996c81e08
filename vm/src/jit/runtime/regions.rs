//! Which memory each access is checked against, and how that becomes a [`Region`] when a kernel runs.

use super::abi::Region;
use super::on_stack::OnStack;
use crate::access::{generic, own};
use crate::decode::code::{Access, Root};
use crate::decode::side::is_host;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::holders::Holders;
use crate::jit::analysis::Plan;
use crate::jit::analysis::counter_plan::is_as_named;
use crate::memory::{AllocationKind, PARAM, SHARED, STATE_WINDOW, Window};
use kern_ir::{Space, Value};
use std::collections::HashMap;

impl Region {
    /// Nothing passes.
    pub(crate) const EMPTY: Region = Region { base: 0, origin: 0, size: 0, counts: [0; 5], row_counts: [0; 5] };

    /// Nothing passes, as of one that has met variables of functions in progress, or many small blocks: they are looked for each time.
    pub(crate) const OF_MANY: Region = Region { base: 1, size: 1, ..Region::EMPTY };

    /// Of `size` bytes, for rows of `width` lanes.
    pub(crate) fn new(base: u64, size: u64, origin: u64, width: usize) -> Region {
        let mut region = Region { base, origin, size, ..Region::EMPTY };
        for (shift, count) in region.counts.iter_mut().enumerate() {
            let bytes = 1u64 << shift;
            // Offsets from a base that is not aligned say nothing: such accesses are left to the slow path.
            if size >= bytes && base.is_multiple_of(bytes) {
                *count = ((size - bytes) >> shift) + 1;
            }
        }
        region.row_counts = region.counts.map(|count| count.saturating_sub(width as u64 - 1));
        region
    }

    /// Of `size` bytes, for accesses at any of them: offsets are counted in bytes.
    pub(crate) fn of_bytes(base: u64, size: u64, origin: u64) -> Region {
        let counts = std::array::from_fn(|shift| size.saturating_add(1).saturating_sub(1 << shift));
        Region { base, origin, size, counts, row_counts: counts }
    }
}

/// What a region of a function stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Source {
    /// The allocation that the pointer in the kernel's parameters at this offset points to.
    Param(u32),
    /// The variable at this generic address.
    Fixed(u64),
    /// A shared variable.
    Shared(u32),
    /// All shared variables.
    AllShared,
    /// What this access of the function last met.
    Site(u32),
}

/// A region of a function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spec {
    pub(crate) source: Source,
    pub(crate) space: Space,
    pub(crate) is_written: bool,
}

/// Where an access goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// Into a region; `root`, if the region was not found from it, has to point there as well.
    Region { region: usize, root: Option<Value> },
    /// Into a variable of the thread's frame.
    Local { slot: u32, is_generic: bool },
}

/// The regions of a function.
pub(crate) struct RegionList {
    pub(crate) specs: Vec<Spec>,
    capacity: usize,
    shared_offsets: Vec<u64>,
    /// Of host code, the region of each pointer that accesses are computed from: what one of them has met the others meet too.
    by_root: HashMap<Value, usize>,
}

impl RegionList {
    /// For a function with that many accesses, launched with these offsets of shared variables.
    pub(crate) fn new(accesses: usize, shared_offsets: &[u64]) -> RegionList {
        RegionList { specs: Vec::new(), capacity: accesses, shared_offsets: shared_offsets.to_vec(), by_root: HashMap::new() }
    }

    /// Regions there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    pub(crate) fn shared_offset(&self, variable: u32) -> u64 {
        self.shared_offsets.get(variable as usize).copied().unwrap_or(u64::MAX)
    }

    /// Where an access goes; `None` if only the interpreter can tell.
    pub(crate) fn place<const L: usize>(&mut self, plan: &Plan<L>, access: &Access, address: Value, is_written: bool) -> Option<Place> {
        let (source, root) = match access.root {
            Root::Slot(slot) => {
                return match access.space {
                    Space::Local => Some(Place::Local { slot, is_generic: false }),
                    Space::Generic => Some(Place::Local { slot, is_generic: true }),
                    _ => None,
                };
            }
            Root::Shared(variable) if matches!(access.space, Space::Shared | Space::Generic) => (Source::Shared(variable), None),
            Root::Shared(_) => return None,
            Root::Fixed(base, _) => (Source::Fixed(base), None),
            Root::Register(slot) => {
                let root = plan.value_in[slot as usize]?;
                match plan.parameter(root) {
                    Some(offset) => (Source::Param(offset), None),
                    None => (Source::Site(access.site), Some(root)),
                }
            }
            Root::Address if access.space == Space::Shared => (Source::AllShared, None),
            Root::Address => match plan.parameter(address) {
                Some(offset) => (Source::Param(offset), None),
                None => (Source::Site(access.site), None),
            },
        };
        if matches!(access.space, Space::Local) {
            return None;
        }
        // An access right at a pointer is one through it.
        let pointer = root.or_else(|| (access.root == Root::Address && access.offset == 0).then_some(address)).filter(|_| is_host(L));
        let is_of_site = matches!(source, Source::Site(_));
        if let Some(region) = pointer.filter(|_| is_of_site).and_then(|pointer| self.by_root.get(&pointer).copied()) {
            self.specs[region].is_written |= is_written;
            return Some(Place::Region { region, root });
        }
        let spec = Spec { source, space: access.space, is_written };
        let region = match self.specs.iter().position(|s| *s == spec) {
            Some(region) => region,
            None if self.specs.len() < self.capacity => {
                self.specs.push(spec);
                self.specs.len() - 1
            }
            None => return None,
        };
        if let Some(pointer) = pointer.filter(|_| is_of_site) {
            self.by_root.insert(pointer, region);
        }
        Some(Place::Region { region, root })
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// What a region is now. Anything doubtful is empty: then the interpreter decides.
    pub(crate) fn region_of(&self, spec: &Spec, barriers: &BlockBarriers) -> Region {
        match spec.source {
            Source::Site(_) => Region::EMPTY,
            Source::Shared(variable) => {
                let offset = self.frame.shared_offsets.get(variable as usize).copied().unwrap_or(u64::MAX);
                let size = self.shared_variable_size(variable, offset);
                if offset.checked_add(size).is_none_or(|end| end > barriers.shared.len() as u64) {
                    return Region::EMPTY;
                }
                let bias = if spec.space == Space::Generic { SHARED } else { 0 };
                self.new_region(offset + bias, size, (barriers.shared.as_ptr() as u64).wrapping_sub(bias))
            }
            Source::AllShared => self.new_region(0, self.plain_shared_bytes(&barriers.shared), barriers.shared.as_ptr() as u64),
            Source::Param(offset) => {
                let bytes = self.frame.params.get(offset as usize..).and_then(|b| b.get(..8));
                let root = bytes.map_or(0, |b| u64::from_le_bytes(b.try_into().unwrap_or([0; 8])));
                let root = if spec.space != Space::Generic && root < STATE_WINDOW { generic(spec.space, root) } else { root };
                self.region_at(spec, root)
            }
            Source::Fixed(base) => self.region_at(spec, base),
        }
    }

    /// Whether the launch is observed and an access in a space to this generic address is not one to the memory that
    /// compiled code takes it for.
    fn counts_otherwise(&self, space: Space, address: u64) -> bool {
        self.jit().is_some_and(|session| session.is_observed) && !is_as_named(space, Window::of(address))
    }

    /// Memory that may be accessed as this side does it: kernels only at multiples of an access's size.
    fn new_region(&self, base: u64, size: u64, origin: u64) -> Region {
        if is_host(L) {
            return Region::of_bytes(base, size, origin);
        }
        Region::new(base, size, origin, self.jit().map_or(L, |session| session.geometry.width()))
    }

    fn region_at(&self, spec: &Spec, root: u64) -> Region {
        // A pointer to elsewhere in a space whose addresses are offsets into a window: nothing of it can be right.
        if matches!(spec.space, Space::Shared | Space::Local) {
            return Region::EMPTY;
        }
        let bias = root.wrapping_sub(own(spec.space, root));
        if self.counts_otherwise(spec.space, root) {
            return Region::EMPTY;
        }
        if Window::of(root) == Window::Param {
            if spec.is_written {
                return Region::EMPTY;
            }
            let base = PARAM.wrapping_sub(bias);
            let origin = (self.frame.params.as_ptr() as u64).wrapping_sub(base);
            return self.new_region(base, self.frame.params.len() as u64, origin);
        }
        let memory = &self.machine.memory;
        let allocation = if is_host(L) { memory.allocation(root).cloned() } else { memory.for_device(root) };
        let Some(allocation) = allocation else { return Region::EMPTY };
        let is_constant = allocation.is_const || allocation.kind == AllocationKind::ConstVariable;
        let is_for_us = if is_host(L) { allocation.kind.is_for_host() } else { allocation.kind.is_for_device() };
        if !is_for_us || allocation.is_freed() || (spec.is_written && is_constant) {
            return Region::EMPTY;
        }
        if is_host(L) && memory.is_in_use(allocation.base, allocation.size) {
            return Region::EMPTY;
        }
        match self.machine.memory.pointer(allocation.base, allocation.size) {
            Some(pointer) => {
                let base = allocation.base.wrapping_sub(bias);
                #[cfg(test)]
                let pointer = if self.is_sabotaged() { std::ptr::without_provenance_mut(0x5000) } else { pointer };
                self.new_region(base, allocation.size, (pointer as u64).wrapping_sub(base))
            }
            None => Region::EMPTY,
        }
    }

    /// The shared variable that a pointer of a kernel points into (an address in the access's space, or a generic one), as a region of
    /// this block.
    pub(crate) fn region_in_shared(&self, spec: &Spec, root: u64, barriers: &BlockBarriers) -> Region {
        let bias = match spec.space {
            Space::Generic => SHARED,
            Space::Shared => 0,
            _ => return Region::EMPTY,
        };
        let root = if bias == 0 && root < STATE_WINDOW { generic(spec.space, root) } else { root };
        if Window::of(root) != Window::Shared || self.counts_otherwise(spec.space, root) {
            return Region::EMPTY;
        }
        let Some((base, size)) = self.shared_variable_at(root) else { return Region::EMPTY };
        if base - SHARED + size > barriers.shared.len() as u64 {
            return Region::EMPTY;
        }
        self.new_region(base - SHARED + bias, size, (barriers.shared.as_ptr() as u64).wrapping_sub(bias))
    }

    /// The same for a region that was found in another block; nothing for other memory.
    pub(crate) fn moved_in_shared(&self, spec: &Spec, held: Region, barriers: &BlockBarriers) -> Option<Region> {
        let is_shared = spec.space == Space::Shared || Window::of(held.base) == Window::Shared;
        (held.size > 0 && is_shared).then(|| self.region_in_shared(spec, held.base, barriers))
    }

    /// What the interpreter last met at an access, as a region.
    pub(crate) fn region_of_site(&self, function: u32, site: u32, space: Space, is_written: bool) -> Region {
        let cache = self.store.caches[function as usize][site as usize];
        let counts_otherwise = self.counts_otherwise(space, generic(space, cache.base));
        if cache.size == 0 || (is_written && !cache.writable) || counts_otherwise {
            return Region::EMPTY;
        }
        self.new_region(cache.base, cache.size, cache.origin as u64)
    }
}

/// Which regions of host code's contexts are blocks of the heap or variables on the stack: they end while the code lives.
#[derive(Default)]
pub(crate) struct HeldRegions {
    heap: Holders<*mut Region>,
    stack: OnStack<*mut Region>,
}

impl HeldRegions {
    /// Makes a region another one.
    ///
    /// # Safety
    /// `at` is a region of a context that lives as long as this, which nothing else refers to.
    pub(crate) unsafe fn set(&mut self, at: *mut Region, region: Region) {
        let window = |region: &Region| if region.size == 0 { Window::Null } else { Window::of(region.base) };
        // SAFETY: as the caller says.
        let held = unsafe { &mut *at };
        let (before, now, old) = (window(held), window(&region), held.base);
        *held = region;
        match before {
            Window::HostHeap => self.heap.remove(old, at),
            Window::HostStack if (now, region.base) != (Window::HostStack, old) => self.stack.remove(old, at),
            _ => {}
        }
        match now {
            Window::HostHeap => self.heap.add(region.base, at),
            Window::HostStack => self.stack.add(region.base, at),
            _ => {}
        }
    }

    /// A block of the heap was freed.
    pub(crate) fn forget_block(&mut self, base: u64) {
        // SAFETY: what is held are regions of contexts that live; see `set`.
        self.heap.take(base, |region| unsafe { region.write(Region::EMPTY) });
    }

    /// Functions whose variables lie below `top` have ended. The lowest of those that are still held.
    pub(crate) fn forget_stack(&mut self, top: u64) -> u64 {
        // SAFETY: as above.
        self.stack.take_below(top, |_, region| unsafe { region.write(Region::EMPTY) });
        self.stack.lowest()
    }
}
