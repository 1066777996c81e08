//! What compiled code and the engine share while a warp runs.

use super::calls::CallStub;
use super::tlb::{self, Tlb};
use crate::decode::code::Op;
use crate::memory::Memory;
use std::mem::offset_of;

/// The memory that one kind of pointer may reach, as compiled code checks it. Made by `session`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// First address, in the numbering of the access's space.
    pub(crate) base: u64,
    /// Pointer that address 0 would have.
    pub(crate) origin: u64,
    /// Bytes: a root pointer may also be one past the end.
    pub(crate) size: u64,
    /// For accesses of 1, 2, 4, 8, 16 bytes: how many offsets, counted in that many bytes (by host code in bytes), are allowed.
    pub(crate) counts: [u64; 5],
    /// The same for the first lane of a row of which each lane accesses the next.
    pub(crate) row_counts: [u64; 5],
}

impl Region {
    /// Nothing passes.
    pub(crate) const EMPTY: Region = Region { base: 0, origin: 0, size: 0, counts: [0; 5], row_counts: [0; 5] };

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

/// Entries of the record of lanes that diverged.
pub(crate) const DIVERGENCES: usize = 256;

/// What compiled code needs to go on with a warp of a block, and how its last run ended.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) registers: *mut u8,
    pub(crate) local: *mut u8,
    /// Back edges left of its time slice.
    pub(crate) time_slice: u32,
    /// The operation at which it stopped.
    pub(crate) pc: u32,
    /// See [`exit_reason`].
    pub(crate) exit_reason: u32,
    pub(crate) _pad: u32,
}

/// One function's state. Behind it in memory lie its regions and then a mask for each segment.
#[repr(C)]
pub(crate) struct Context {
    /// The registers of the activation, as the interpreter lays them out.
    pub(crate) registers: *mut u8,
    /// Registers of the same function that nobody else uses, for operands and results of helpers; of host code the above.
    pub(crate) marshalling: *mut u8,
    /// `threadIdx` of the warp's lanes: three times 32 words.
    pub(crate) tids: *const u32,
    /// Parameters of the kernel, padded.
    pub(crate) params: *const u8,
    /// `.local` of lane 0, and the bytes from lane to lane.
    pub(crate) local: *mut u8,
    pub(crate) local_stride: u64,
    /// Where the activation's frame starts in it.
    pub(crate) local_base: u64,
    /// Of all lanes: warp instructions in the lower half, branches in the upper; less than 2^32 of each between two
    /// time slices of a block's warps, for a function has less than 2^16 operations.
    pub(crate) full: u64,
    /// Warp instructions with some, and what they were for threads.
    pub(crate) partial: u64,
    pub(crate) threads: u64,
    /// Branches with some lanes.
    pub(crate) branches: u64,
    pub(crate) divergent: u64,
    /// Something visible happened.
    pub(crate) effects: u64,
    /// Something visible happened in earlier warps.
    pub(crate) earlier: u64,
    /// What `effects` is when a warp starts its barrier region.
    pub(crate) barrier_region_effects: u64,
    /// Warp instructions when the warp at hand started.
    pub(crate) since: u64,
    /// Barriers at which all warps were complete.
    pub(crate) barriers: u64,
    /// Of the warp at hand, if several run.
    pub(crate) slot: *mut Slot,
    /// Of the first warp, and the `threadIdx` of its lanes.
    pub(crate) first_slot: *mut Slot,
    pub(crate) first_tids: *const u32,
    /// Back edges left.
    pub(crate) time_slice: u32,
    /// Which entry to start at.
    pub(crate) entry: u32,
    /// Lanes that this run is for.
    pub(crate) owned: u32,
    /// Not 0: a helper stopped the launch.
    pub(crate) stopped: u32,
    /// Where the run ended: operation and lanes.
    pub(crate) pc: u32,
    pub(crate) mask: u32,
    /// Records of accesses not yet added to the profile.
    pub(crate) recorded: u32,
    /// What a helper answers.
    pub(crate) answer: u32,
    pub(crate) cta: [u32; 3],
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) warp_index: u32,
    /// Divergence recorded and not yet flushed.
    pub(crate) diverged: u32,
    /// Warps, from the first of the block on, that run one after the other; 0 for only the one at hand.
    pub(crate) warps_in_order: u32,
    /// How the warps of this barrier region ended, so far; [`exit_reason::NOT_YET`] before the first.
    pub(crate) barrier_region_key: u32,
    /// The operation at which this barrier region began.
    pub(crate) barrier_region_start: u32,
    /// Where the next barrier region begins: the entry.
    pub(crate) next_entry: u32,
    /// Not 0: these are all warps of the block.
    pub(crate) are_all: u32,
    /// They did not end alike.
    pub(crate) is_mixed: u32,
    /// Number of the first warp at `warps`.
    pub(crate) first_warp: u32,
    /// (operation and warp, lanes) of each divergence.
    pub(crate) divergences: [[u32; 2]; DIVERGENCES],
    /// What compiled code counts goes here.
    pub(crate) counters: *mut crate::launch::Counters,
    pub(crate) total_effects: *mut u64,
    /// Not null: this is a worker's, which has no engine and asks for one here.
    pub(crate) link: *const crate::jit::runtime::workers::WorkerLink,
    /// For helpers: engine, warps, the block's barriers, and the activation.
    pub(crate) engine: *mut (),
    pub(crate) warps: *mut (),
    pub(crate) block_barriers: *mut (),
    pub(crate) compiled: *const super::session::Compiled,
    pub(crate) activation: u32,
    /// Of a group.
    pub(crate) lanes: u32,
    /// Of the memory whose allocations the regions are; used by host code.
    pub(crate) generation: u64,
    pub(crate) host: HostCall,
    /// Of a kernel's function: what it was decoded to.
    pub(crate) ops: *const Op<32>,
    /// Lanes of the warp at hand that have ended where nobody waits for lanes; the engine has not been told yet.
    pub(crate) ended: u32,
}

/// What calls of host code need besides; see `calls`.
#[repr(C)]
pub(crate) struct HostCall {
    /// Where the memory's generations are.
    pub(crate) memory: *const crate::memory::Memory,
    /// Where small blocks lie.
    pub(crate) tlb: *const Tlb,
    /// The host frame that the context is in.
    pub(crate) host_frame: *mut (),
    /// The next spare context of the function.
    pub(crate) next: *mut Context,
    /// Who called, if compiled code did, and at which operation.
    pub(crate) caller: *mut Context,
    /// Whom it called last, and where that function is called.
    pub(crate) callee: *mut Context,
    pub(crate) stub: *const super::calls::CallStub,
    /// Bits of the function's result; or the pointer that an access's memory was found at.
    pub(crate) result: u64,
    /// Of an access whose memory is to be found: the pointer it was computed from, and the address.
    pub(crate) root: u64,
    pub(crate) address: u64,
    /// The lowest address of the process's stack that calls may use.
    pub(crate) stack_limit: u64,
    /// The same for functions in which no other host thread gets its turn.
    pub(crate) quick_stack_limit: u64,
    /// The lowest address at which a frame may start.
    pub(crate) lowest_frame: u64,
    pub(crate) call_pc: u32,
    /// Of the activation.
    pub(crate) depth: u32,
}

/// Bytes before the regions.
pub(crate) const REGIONS: usize = size_of::<Context>().next_multiple_of(64);

/// Bytes of a region.
pub(crate) const REGION: usize = size_of::<Region>();

/// Bytes of bounds that host code compares with in a loop, behind the regions: first address, how many offsets from it an access may
/// be at (0 if there are none), and the pointer that address 0 would have.
pub(crate) const BOUNDS: usize = 24;

macro_rules! offsets {
    ($($name:ident = $($field:ident).+;)*) => { $(pub(crate) const $name: i32 = offset_of!(Context, $($field).+) as i32;)* };
}

/// Offsets of fields for the code generator.
pub(crate) mod at {
    use super::*;
    offsets! {
        REGISTERS = registers; MARSHALLING = marshalling; TIDS = tids; PARAMS = params; LOCAL = local; LOCAL_STRIDE = local_stride; LOCAL_BASE = local_base;
        FULL = full; PARTIAL = partial; THREADS = threads; BRANCHES = branches; DIVERGENT = divergent; EFFECTS = effects; TIME_SLICE = time_slice;
        ENTRY = entry; OWNED = owned; STOPPED = stopped; PC = pc; MASK = mask; ANSWER = answer; CTA = cta; GRID = grid; BLOCK = block;
        WARP_INDEX = warp_index; DIVERGED = diverged; DIVERGENCES = divergences; EARLIER = earlier; BARRIER_REGION_EFFECTS = barrier_region_effects; SINCE = since;
        SLOT = slot; WARPS_IN_ORDER = warps_in_order; RECORDED = recorded; BARRIER_REGION_KEY = barrier_region_key; IS_MIXED = is_mixed;
        BARRIER_REGION_START = barrier_region_start; NEXT_ENTRY = next_entry; ARE_ALL = are_all; BARRIERS = barriers; FIRST_SLOT = first_slot; ENDED = ended; FIRST_TIDS = first_tids;
    }
    offsets! {
        ENGINE = engine; COUNTERS = counters; TOTAL_EFFECTS = total_effects; WARPS = warps; BLOCK_BARRIERS = block_barriers; ACTIVATION = activation; GENERATION = generation;
        MEMORY = host.memory; TLB = host.tlb; NEXT = host.next; CALLER = host.caller; CALLEE = host.callee;
        STUB = host.stub; RESULT = host.result; CALL_PC = host.call_pc; DEPTH = host.depth; ROOT = host.root;
        ADDRESS = host.address; STACK_LIMIT = host.stack_limit; QUICK_STACK_LIMIT = host.quick_stack_limit; LOWEST_FRAME = host.lowest_frame; OPS = ops;
    }
    pub(crate) const OP_RUN: i32 = offset_of!(Op<32>, run) as i32;
    pub(crate) const OP_SIZE: usize = size_of::<Op<32>>();
    pub(crate) const STUB_SPARE: i32 = offset_of!(CallStub, spare) as i32;
    pub(crate) const STUB_ENTRY: i32 = offset_of!(CallStub, entry) as i32;
    pub(crate) const MEMORY_GENERATION: i32 = offset_of!(Memory, generation) as i32;
    pub(crate) const TLB_ENTRIES: i32 = offset_of!(Tlb, entries) as i32;
    pub(crate) const TLB_GENERATION: i32 = offset_of!(Tlb, generation) as i32;
    pub(crate) const TLB_BASE: i32 = offset_of!(tlb::Entry, base) as i32;
    pub(crate) const TLB_SIZE: i32 = offset_of!(tlb::Entry, size) as i32;
    pub(crate) const TLB_ORIGIN: i32 = offset_of!(tlb::Entry, origin) as i32;
    pub(crate) const SLOT_REGISTERS: i32 = offset_of!(Slot, registers) as i32;
    pub(crate) const SLOT_LOCAL: i32 = offset_of!(Slot, local) as i32;
    pub(crate) const SLOT_TIME_SLICE: i32 = offset_of!(Slot, time_slice) as i32;
    pub(crate) const SLOT_PC: i32 = offset_of!(Slot, pc) as i32;
    pub(crate) const SLOT_EXIT_REASON: i32 = offset_of!(Slot, exit_reason) as i32;
    pub(crate) const SLOT_SIZE: i64 = size_of::<Slot>() as i64;
    pub(crate) const BOUNDS_BASE: i32 = 0;
    pub(crate) const BOUNDS_COUNT: i32 = 8;
    pub(crate) const BOUNDS_ORIGIN: i32 = 16;
    pub(crate) const REGION_BASE: i32 = offset_of!(Region, base) as i32;
    pub(crate) const REGION_ORIGIN: i32 = offset_of!(Region, origin) as i32;
    pub(crate) const REGION_SIZE: i32 = offset_of!(Region, size) as i32;
    pub(crate) const REGION_COUNTS: i32 = offset_of!(Region, counts) as i32;
    pub(crate) const REGION_ROW_COUNTS: i32 = offset_of!(Region, row_counts) as i32;
}

/// How a run of compiled code ended.
pub(crate) mod exit_reason {
    /// All lanes of a full warp end, at the operation.
    pub(crate) const ENDED: u32 = 0;
    /// No lane is left; each has been ended where it was.
    pub(crate) const NOBODY: u32 = 1;
    /// Lanes wait at the block barrier.
    pub(crate) const BARRIER: u32 = 2;
    /// Lanes wait at the warp-level operation.
    pub(crate) const SYNC: u32 = 3;
    /// Lanes had their time slice.
    pub(crate) const YIELD: u32 = 4;
    /// The interpreter has to execute the operation.
    pub(crate) const DEOPTIMISE: u32 = 5;
    /// The launch ends.
    pub(crate) const STOP: u32 = 6;
    /// All lanes of a full warp wait at the block barrier, registers packed.
    pub(crate) const PACKED_BARRIER: u32 = 7;
    /// All lanes of a full warp had their time slice, registers packed.
    pub(crate) const PACKED_YIELD: u32 = 8;
    /// All warps in order have ended or wait, and no next barrier region can begin.
    pub(crate) const BARRIER_REGION: u32 = 9;
    /// Host code returns, at the operation.
    pub(crate) const RETURN: u32 = 10;
    /// Host code goes on at the operation, which is for the interpreter or other compiled code.
    pub(crate) const RESUME: u32 = 11;

    /// Key of a barrier region in which no warp has stopped yet.
    pub(crate) const NOT_YET: u32 = u32::MAX;
    /// Key of a barrier region in which all ended; else it is the operation of the barrier.
    pub(crate) const ALL_ENDED: u32 = u32::MAX - 1;
}
