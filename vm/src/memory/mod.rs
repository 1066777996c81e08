//! The program's memory: one 64-bit generic address space.
//!
//! | window | base | what |
//! |---|---|---|
//! | null page | 0 | never valid |
//! | host globals | `0x1000_0000_0000` | variables of the host module |
//! | host heap | `0x2000_0000_0000` | `malloc`, pinned memory |
//! | host stack | `0x3000_0000_0000` | slots of host functions |
//! | symbols | `0x4000_0000_0000` | stand-ins of device variables in host code; never dereferenced |
//! | code | `0x5000_0000_0000` | functions, one every 16 bytes; device functions from `0x5800_…` |
//! | shared, local, const, param | `0x6000_…`, `0x6100_…`, `0x6200_…`, `0x6300_…` | PTX state spaces of the running thread |
//! | device | `0x7000_0000_0000` | `cudaMalloc`, managed memory, `__device__` variables |
//! | shadow | `0x9000_…` to `0xb000_…`, `0xf000_…` | a byte for each of the host's and the device's, where that is asked for |
//!
//! Bytes are reached through raw pointers into maps (see [`ArenaSizes`]), each checked against its map, so no
//! address of the program reaches memory of the process. Whether an access is *right* is decided against
//! [`Allocation`]s, which remember where they were made and freed. Fresh memory reads as zero.

mod arena;
mod call_path;
mod check;
mod free_ranges;
pub(crate) mod fresh;
mod granules;
mod in_use;
mod registered;
mod shadow;
mod sizes;
mod slab;
mod stacks;
mod violation;
mod window;

pub use crate::platform::mapping::Mapping;
pub use arena::{Arena, Freed, Near};
pub use call_path::{CallChain, CallPath, Site, Trace};
pub use check::{check_allocation, is_unset};
pub use granules::{BlockTable, CHUNK_SHIFT, GRANULE_SHIFT, SMALL};
pub use in_use::Use;
pub(crate) use in_use::is_of_both;
pub(crate) use shadow::{CAN_KEEP_SHADOWS, between};
pub use sizes::ArenaSizes;
pub use violation::{Access, Side, Violation, ViolationKind};
pub use window::{
    CODE_STRIDE, CONST, DEVICE, DEVICE_CODE, HOST_CODE, HOST_GLOBALS, HOST_HEAP, HOST_STACK, LOCAL, NULL_PAGE, PARAM, SHADOW, SHARED,
    STATE_WINDOW, SYMBOLS, Window,
};

use crate::seed::mix;
use kern_ir::LocId;
use stacks::Stacks;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// What an allocation is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AllocationKind {
    /// `malloc`, `new` on the host.
    Heap,
    /// `cudaMallocHost`, `cudaHostAlloc`, registered memory: kernels may use it.
    Pinned,
    /// A variable of the host module.
    HostVariable,
    /// A variable on the host's stack.
    StackVariable,
    /// `cudaMalloc`.
    Device,
    /// `cudaMallocManaged` and `__managed__`: both sides may use it.
    Managed,
    /// `__device__` variable.
    DeviceVariable,
    /// `__constant__` variable.
    ConstVariable,
    /// `malloc`, `new` in a kernel.
    DeviceHeap,
    /// `.shared` variable of a block.
    Shared,
    /// `.local` variable of a thread.
    Local,
    /// Parameters of a kernel.
    Parameter,
    /// Memory of a graph while it is not allocated.
    Idle,
    /// `cudaMalloc` on a device whose memory the current one cannot reach.
    Peer,
    /// Storage of a CUDA array or mipmap level: only texture and copy functions may use it.
    Array,
}

/// What must free a block of the host's heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreedBy {
    /// That is not known.
    Any,
    /// `free`
    Free,
    /// `delete`
    Delete,
    /// `delete[]`
    DeleteArray,
}

impl AllocationKind {
    /// Kernels may read and write it.
    pub fn is_for_device(self) -> bool {
        use AllocationKind::*;
        matches!(self, Pinned | Device | Managed | DeviceVariable | ConstVariable | DeviceHeap | Shared | Local | Parameter)
    }

    /// Host code may read and write it.
    pub fn is_for_host(self) -> bool {
        use AllocationKind::*;
        matches!(self, Heap | Pinned | HostVariable | StackVariable | Managed)
    }
}

/// One allocation or variable: a range of addresses with a history.
#[derive(Clone, Debug)]
pub struct Allocation {
    /// First address.
    pub base: u64,
    /// Bytes.
    pub size: u64,
    /// What it is.
    pub kind: AllocationKind,
    /// The variable's name in the source, if it is one.
    pub name: Option<Arc<str>>,
    /// Bytes of an element of the variable, if it is an array.
    pub element_size: u64,
    /// Never written (string literals, constants).
    pub is_const: bool,
    /// What must free it, on the host's heap.
    pub freed_by: FreedBy,
    /// Where it was made.
    pub allocated: Option<Trace>,
    /// Where it was freed, if it was.
    pub freed: Option<Option<Trace>>,
}

impl Allocation {
    /// Of what nothing is known.
    pub(crate) const NOTHING: Allocation = Allocation {
        base: 0,
        size: 0,
        kind: AllocationKind::Pinned,
        name: None,
        element_size: 0,
        is_const: false,
        freed_by: FreedBy::Any,
        allocated: None,
        freed: None,
    };

    /// One past the last address.
    pub fn end(&self) -> u64 {
        self.base + self.size
    }

    /// Whether all of `size` bytes at `address` lie in it.
    pub fn contains(&self, address: u64, size: u64) -> bool {
        address >= self.base && address - self.base <= self.size && size <= self.size - (address - self.base)
    }

    /// Whether it was freed.
    pub fn is_freed(&self) -> bool {
        self.freed.is_some()
    }
}

/// A variable in the frame of a function.
#[derive(Clone, Debug)]
pub struct StackVariable {
    /// From the start of the frame.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// The name in the source.
    pub name: Option<Arc<str>>,
    /// Bytes of an element, if it is an array.
    pub element_size: u64,
    /// Where it is declared.
    pub declared: LocId,
}

/// The variables of a host function in progress.
#[derive(Clone, Debug)]
pub struct StackFrame {
    /// First address.
    pub base: u64,
    /// Variables by offset.
    pub variables: Arc<[StackVariable]>,
}

/// Of a frame's variables the one at an offset, or the one before it.
pub(crate) fn variable_at(variables: &[StackVariable], offset: u64) -> Option<&StackVariable> {
    variables.get(variables.partition_point(|v| v.offset <= offset).checked_sub(1)?)
}

/// The maps of all linear memory; `.shared`, `.local` and `.param` belong to the threads that run.
#[derive(Debug)]
pub struct Memory {
    /// Variables of the host module.
    pub host_globals: Arena,
    /// Host heap.
    pub host_heap: Arena,
    /// The stacks of the host's threads: bytes only, the frames know the variables.
    pub host_stack: Mapping,
    /// Lowest address in use of the stack of the thread that runs; it grows downwards from the end.
    pub host_stack_top: u64,
    /// Functions of that thread in progress that have variables, outermost first.
    pub host_frames: Vec<StackFrame>,
    stacks: Stacks,
    /// `.const` variables; addresses are offsets into [`CONST`].
    pub constant: Arena,
    /// Device memory.
    pub device: Arena,
    /// Stand-ins of device variables; nothing is ever read or written there.
    pub symbols: Arena,
    /// The shadow of each of the windows that host code may access; none if nobody looks.
    shadow: Vec<Arena>,
    /// What the host has from the device, to which nothing was written there.
    copied_unwritten: Vec<(u64, Range<u64>)>,
    /// Memory of the host that the device may use: first address, bytes.
    registered: BTreeMap<u64, u64>,
    /// `.shared` of the block whose thread called a runtime function.
    pub shared: Vec<u8>,
    /// `.local` of the thread that called a runtime function.
    pub local: Vec<u8>,
    /// First address of the innermost of the frames in progress whose variables are in caches.
    pub(crate) lowest_cached: u64,
    /// Grows whenever such a frame ends: cached lookups of variables of the host's stack with another number are stale.
    pub(crate) stack_generation: u64,
    /// Most bytes that all this may take, with what `take` counts.
    pub(crate) limit: u64,
    /// Bytes that were taken besides: local and shared memory of blocks, files.
    taken: u64,
    in_use: in_use::InUse,
    /// Where compiled code finds small blocks of the host's heap by itself; nowhere as long as an operation uses any of them.
    pub(crate) blocks: BlockTable,
    /// Blocks of the host's heap that were freed, base and size, as long as caches have not been told.
    pub(crate) freed: Vec<(u64, u64)>,
    /// By the first address of device memory, the variable that the pointer to it was put into; where observers want to know.
    pub(crate) pointers: BTreeMap<u64, Arc<str>>,
    /// Grows whenever another allocation is freed or one becomes another kind: cached lookups with another number are stale.
    pub generation: u64,
}

impl Memory {
    /// Empty memory of a device with that many bytes.
    pub fn new(device_bytes: u64, sizes: &ArenaSizes) -> Memory {
        let host_stack = sizes.mapping(sizes.host_stack + sizes.threads * sizes.thread_stack);
        let stacks = Stacks::new(sizes.host_stack, sizes.thread_stack, host_stack.len());
        let window = |base, bytes| Arena::new(base, sizes.mapping(bytes), bytes, 16);
        let on_device = sizes.device.min(device_bytes.saturating_mul(2).max(1 << 30));
        let mut memory = Memory {
            host_globals: window(HOST_GLOBALS, sizes.host_globals),
            host_heap: window(HOST_HEAP, sizes.host_heap),
            host_stack_top: HOST_STACK + sizes.host_stack.min(host_stack.len()),
            host_frames: Vec::new(),
            host_stack,
            stacks,
            // 64 KiB, and what lies between variables.
            constant: window(CONST, (64 << 10) + (4 << 10)),
            device: Arena::new(DEVICE, sizes.mapping(on_device), device_bytes, 256),
            symbols: Arena::new(SYMBOLS, Mapping::addresses(1 << 32), 1 << 32, 16),
            shadow: Vec::new(),
            copied_unwritten: Vec::new(),
            registered: BTreeMap::new(),
            shared: Vec::new(),
            local: Vec::new(),
            lowest_cached: u64::MAX,
            stack_generation: 0,
            limit: u64::MAX,
            taken: 0,
            in_use: in_use::InUse::default(),
            blocks: BlockTable::default(),
            freed: Vec::new(),
            pointers: BTreeMap::new(),
            generation: 0,
        };
        if sizes.end_when_full {
            memory.device.promise(device_bytes);
            memory.host_heap.promise(ArenaSizes::RESERVED.host_heap);
        }
        memory
    }

    /// Whether a window had no room, or no fresh addresses, for something.
    pub(crate) fn was_full(&self) -> bool {
        self.stacks.was_full || [&self.host_globals, &self.host_heap, &self.device].into_iter().any(Arena::was_full)
    }

    /// Bytes of memory that are taken on the program's behalf: an estimate.
    pub(crate) fn held(&self) -> u64 {
        let arenas = [&self.host_globals, &self.host_heap, &self.constant, &self.device];
        let shadows = if self.has_shadows() { self.host_heap.held() } else { 0 };
        arenas.into_iter().map(Arena::held).fold(self.taken.saturating_add(shadows), u64::saturating_add)
    }

    /// The allocation that starts at an address of device memory becomes another kind.
    pub(crate) fn set_kind(&mut self, address: u64, kind: AllocationKind) {
        if self.device.set_kind(address, kind) {
            self.generation += 1;
        }
    }

    /// Only this frees the allocation that starts at an address of the host's heap.
    pub(crate) fn set_freed_by(&mut self, address: u64, freed_by: FreedBy) {
        self.host_heap.set_freed_by(address, freed_by);
    }

    /// Bytes that may still be taken.
    pub(crate) fn room(&self) -> u64 {
        self.limit.saturating_sub(self.held())
    }

    /// Takes bytes besides those of the windows; false if that would be too many.
    pub(crate) fn take(&mut self, bytes: u64) -> bool {
        if bytes > self.room() {
            self.trim();
        }
        let fits = bytes <= self.room();
        self.taken += if fits { bytes } else { 0 };
        fits
    }

    /// Gives back what was taken.
    pub(crate) fn give_back(&mut self, bytes: u64) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// Gives back to the system what freed allocations hold, in all windows, if anybody counts it.
    fn trim(&mut self) {
        if self.limit < u64::MAX {
            self.host_heap.trim();
            self.device.trim();
        }
    }

    /// Allocates on the host's heap, or on the device; `None` if there is no room.
    pub(crate) fn allocate(&mut self, size: u64, align: u64, kind: AllocationKind, trace: Option<Trace>) -> Option<u64> {
        let address = self.allocate_once(size, align, kind, trace.clone());
        if address.is_some() || self.limit == u64::MAX {
            return address;
        }
        self.trim();
        self.allocate_once(size, align, kind, trace)
    }

    fn allocate_once(&mut self, size: u64, align: u64, kind: AllocationKind, trace: Option<Trace>) -> Option<u64> {
        if matches!(kind, AllocationKind::Managed | AllocationKind::Pinned) {
            self.in_use.note_shared();
        }
        let (held, has_shadow, heap) = (self.held(), self.has_shadows(), self.host_heap.base());
        let arena = match kind {
            AllocationKind::Heap | AllocationKind::Pinned | AllocationKind::HostVariable | AllocationKind::StackVariable => {
                &mut self.host_heap
            }
            _ => &mut self.device,
        };
        // Memory of the host takes as much again for its shadow.
        let times = if has_shadow && arena.base() == heap { 2 } else { 1 };
        let most = self.limit.saturating_sub(held - times * arena.held()) / times;
        let address = arena.allocate_within(most, size, align, kind, trace);
        if kind == AllocationKind::Heap {
            self.find_blocks();
        }
        address
    }

    /// Moves the first addresses that are given out by numbers of pages that follow from a seed; 0 moves nothing. Nothing has
    /// been allocated yet.
    pub(crate) fn start_at(&mut self, seed: u64) {
        let pages = |arena: u64, most: u64| mix(seed.wrapping_mul(arena)) % most * 4096;
        self.host_globals.skip(pages(1, 1 << 12));
        self.host_heap.skip(pages(2, 1 << 16));
        self.device.skip(pages(3, 1 << 10) * 512);
        self.host_stack_top -= pages(4, 1 << 10) / 256;
    }

    /// The arena `address` lies in; `None` for stack, shared, local, param and unmapped windows.
    pub fn arena(&self, address: u64) -> Option<&Arena> {
        match Window::of(address) {
            Window::HostGlobals => Some(&self.host_globals),
            Window::HostHeap => Some(&self.host_heap),
            Window::Const => Some(&self.constant),
            Window::Device => Some(&self.device),
            Window::Shadow => self.shadow_at(address),
            _ => None,
        }
    }

    /// The live or quarantined allocation whose bytes contain `address` (or that starts there, if empty).
    pub fn allocation(&self, address: u64) -> Option<&Allocation> {
        self.arena(address)?.find(address)
    }

    /// Whether a live block of the heap begins at an address.
    #[cfg(feature = "jit")]
    pub(crate) fn is_of_heap(&self, base: u64) -> bool {
        self.host_heap.find(base).is_some_and(|found| found.kind == AllocationKind::Heap)
    }

    fn find_on_stack(&self, address: u64) -> Option<(&StackFrame, &StackVariable)> {
        let (_, frames) = self.stack_of(address)?;
        let frame = frames.get(frames.partition_point(|f| f.base > address))?;
        Some((frame, variable_at(&frame.variables, address - frame.base)?))
    }

    /// First address and bytes of what `stack_variable` finds.
    pub(crate) fn stack_range(&self, address: u64) -> Option<(u64, u64)> {
        self.find_on_stack(address).map(|(frame, variable)| (frame.base + variable.offset, variable.size))
    }

    /// The variable of a host function in progress at `address`, or the one before it in its frame.
    pub fn stack_variable(&self, address: u64) -> Option<Allocation> {
        let (frame, variable) = self.find_on_stack(address)?;
        Some(Allocation {
            base: frame.base + variable.offset,
            size: variable.size,
            kind: AllocationKind::StackVariable,
            name: variable.name.clone(),
            element_size: variable.element_size,
            ..Allocation::NOTHING
        })
    }

    /// Where the variable is declared that `stack_variable` finds.
    pub(crate) fn declaration(&self, address: u64) -> Option<LocId> {
        self.find_on_stack(address).map(|(_, variable)| variable.declared)
    }

    /// A variable at this address of a host function in progress is in a cache from now on.
    pub(crate) fn note_cached(&mut self, address: u64) {
        let Some((_, frames)) = self.stack_of(address) else { return };
        if let Some(frame) = frames.get(frames.partition_point(|f| f.base > address)) {
            self.lowest_cached = self.lowest_cached.min(frame.base);
        }
    }

    /// Forgets the frames below `top`, which is from now on the lowest address in use.
    pub fn pop_host_frames(&mut self, top: u64) {
        while self.host_frames.last().is_some_and(|f| f.base < top) {
            self.host_frames.pop();
        }
        self.host_stack_top = top;
    }

    /// Frames below `top` have ended; whether variables in them are in caches, which then forget them.
    pub(crate) fn end_cached(&mut self, top: u64) -> bool {
        let has_some = self.lowest_cached < top;
        if has_some {
            self.lowest_cached = u64::MAX;
            self.stack_generation += 1;
        }
        has_some
    }

    /// Frees the allocation that starts at `address`, on whichever heap, if one does that lives.
    pub(crate) fn release(&mut self, address: u64, trace: Option<Trace>) -> Option<Freed> {
        let freed = match Window::of(address) {
            Window::HostHeap => self.host_heap.release(address, trace),
            Window::Device => self.device.release(address, trace),
            _ => None,
        }?;
        if freed.kind == AllocationKind::Heap && !self.is_registered(freed.base, freed.size) {
            // Only host code has it in caches, which are told of each.
            self.freed.push((freed.base, freed.size));
        } else {
            self.generation += 1;
        }
        Some(freed)
    }

    /// Pointer to `size` mapped bytes at `address`, whoever they belong to.
    ///
    /// The pointer is valid until this `Memory` is dropped or, for `.shared` and `.local`, changed.
    pub fn pointer(&self, address: u64, size: u64) -> Option<*mut u8> {
        match Window::of(address) {
            Window::HostStack => self.host_stack.pointer(address - HOST_STACK, size),
            Window::Shared => within(&self.shared, address - SHARED, size),
            Window::Local => within(&self.local, address - LOCAL, size),
            _ => self.arena(address)?.pointer(address, size),
        }
    }
}

fn within(bytes: &[u8], offset: u64, size: u64) -> Option<*mut u8> {
    let end = offset.checked_add(size)?;
    (end <= bytes.len() as u64).then(|| bytes[offset as usize..].as_ptr().cast_mut())
}
