//! The machine-code interface: all that compiled code and the engine have in common while a warp, or host code, runs.
//!
//! **What.** Structures in memory with the offsets at which compiled code finds their fields ([`FIELDS`]), the reasons for which it
//! comes back ([`ExitReason`]), and the functions that it calls ([`Helper`]). Each is declared once, in a table below.
//! **Invariant.** Zeros are valid for every structure here. A field without an offset is none of compiled code's business.
//! **Reads and writes.** Code is entered by [`super::compiled::Compiled::enter`] only; helpers see the core through [`super::caller`] only.
//! **Source.** Wasmtime's `VMContext` with its `VMOffsets`, and its `foreach_builtin_function`.

pub(crate) use super::helper_table::{Helper, HelperCall, Way, for_each_helper};
use super::tlb::{self, Tlb};
use crate::decode::code::Op;
use crate::launch::Counters;
use crate::memory::Memory;
use std::cell::Cell;
use std::mem::offset_of;

/// A pointer to something of the engine's. Compiled code hands it on and never looks behind it; [`super::caller`] knows what it is.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opaque(*const ());

impl Opaque {
    pub(crate) const NULL: Opaque = Opaque(std::ptr::null());

    /// To something that nobody changes through it.
    pub(crate) fn to<T>(place: *const T) -> Opaque {
        Opaque(place.cast())
    }

    /// To something of somebody's who has it alone.
    pub(crate) fn to_mut<T>(place: *mut T) -> Opaque {
        Opaque(place.cast_const().cast())
    }

    /// What it was made of.
    pub(crate) fn get<T>(self) -> *mut T {
        self.0.cast_mut().cast()
    }
}

/// A field that compiled code knows.
#[cfg(test)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// The structure it belongs to; those that lie in a [`Context`] have their offsets from its start.
    pub(crate) owner: &'static str,
    pub(crate) name: &'static str,
    pub(crate) offset: i32,
}

/// Declares the structures that are made for compiled code, and [`at`]: `field: type = OFFSET` is one that it knows.
macro_rules! structures {
    ($(
        $(#[$about:meta])*
        struct $owner:ident at $base:expr => {
            $( $(#[$doc:meta])* $field:ident: $ty:ty $(= $at:ident)?, )*
        }
    )*
    others { $( $other:ty: $($path:ident).+ = $place:ident; )* }) => {
        $(
            $(#[$about])*
            #[repr(C)]
            pub(crate) struct $owner { $( $(#[$doc])* pub(crate) $field: $ty, )* }
        )*

        /// Offsets of fields, for the code generator.
        pub(crate) mod at {
            use super::*;
            $( $( $( pub(crate) const $at: i32 = ($base + offset_of!($owner, $field)) as i32; )? )* )*
            $( pub(crate) const $place: i32 = offset_of!($other, $($path).+) as i32; )*
        }

        /// All of them.
        #[cfg(test)]
        pub(crate) const FIELDS: &[Field] = &[
            $( $( $( Field { owner: stringify!($owner), name: stringify!($field), offset: at::$at }, )? )* )*
            $( Field { owner: stringify!($other), name: stringify!($($path).+), offset: at::$place }, )*
        ];
    };
}

structures! {
    /// The memory that one kind of pointer may reach, as compiled code checks it. Made by `regions`.
    #[derive(Clone, Copy, Debug)]
    struct Region at 0 => {
        /// First address, in the numbering of the access's space.
        base: u64 = REGION_BASE,
        /// Pointer that address 0 would have.
        origin: u64 = REGION_ORIGIN,
        /// Bytes: a root pointer may also be one past the end.
        size: u64 = REGION_SIZE,
        /// For accesses of 1, 2, 4, 8, 16 bytes: how many offsets, counted in that many bytes (by host code in bytes), are allowed.
        counts: [u64; 5] = REGION_COUNTS,
        /// The same for the first lane of a row of which each lane accesses the next.
        row_counts: [u64; 5] = REGION_ROW_COUNTS,
    }

    /// Bounds that host code compares with in a loop, behind the regions.
    #[derive(Clone, Copy, Debug)]
    struct Bounds at 0 => {
        /// First address.
        base: u64 = BOUNDS_BASE,
        /// How many offsets from it an access may be at; 0 if there are none.
        count: u64 = BOUNDS_COUNT,
        /// Pointer that address 0 would have.
        origin: u64 = BOUNDS_ORIGIN,
    }

    /// What compiled code needs to go on with a warp of a block, and how its last run ended.
    #[derive(Clone, Copy, Debug)]
    struct Slot at 0 => {
        registers: *mut u8 = SLOT_REGISTERS,
        local: *mut u8 = SLOT_LOCAL,
        /// Back edges left of its time slice.
        time_slice: u32 = SLOT_TIME_SLICE,
        /// The operation at which it stopped.
        pc: u32 = SLOT_PC,
        /// See [`ExitReason`].
        exit_reason: u32 = SLOT_EXIT_REASON,
        _pad: u32,
    }

    /// Where compiled host code finds a function.
    struct CallStub at 0 => {
        /// Its code, if there is any.
        entry: Cell<*const u8> = STUB_ENTRY,
        /// Contexts of it that are not in use, the first of a list.
        spare: Cell<*mut Context> = STUB_SPARE,
    }

    /// One function's state. Behind it in memory lie its regions, and then a mask for each segment.
    struct Context at 0 => {
        run: Run,
        counts: Counts,
        outcome: Outcome,
        barrier_region: BarrierRegion,
        launch: Launch,
        core: Core,
        host: HostCall,
        records: Records,
    }

    /// Of the run, set by who enters the code.
    struct Run at offset_of!(Context, run) => {
        /// The registers of the activation, as the interpreter lays them out.
        registers: *mut u8 = REGISTERS,
        /// Registers of the same function that nobody else uses, for operands and results of helpers; of host code the above.
        marshalling: *mut u8 = MARSHALLING,
        /// `threadIdx` of the warp's lanes: three times 32 words.
        tids: *const u32 = TIDS,
        /// `.local` of lane 0, and the bytes from lane to lane.
        local: *mut u8 = LOCAL,
        local_stride: u64 = LOCAL_STRIDE,
        /// Where the activation's frame starts in it.
        local_base: u64 = LOCAL_BASE,
        /// Back edges left.
        time_slice: u32 = TIME_SLICE,
        /// Which entry to start at.
        entry: u32 = ENTRY,
        /// Lanes that this run is for.
        owned: u32 = OWNED,
        activation: u32 = ACTIVATION,
        /// The warp at hand, and the first one at `Core::warps`.
        warp_index: u32 = WARP_INDEX,
        first_warp: u32,
        /// `blockIdx`.
        cta: [u32; 3] = CTA,
    }

    /// What compiled code counts until [`super::flush`] takes it.
    struct Counts at offset_of!(Context, counts) => {
        /// Of all lanes: warp instructions in the lower half, branches in the upper; less than 2^32 of each between two
        /// time slices of a block's warps, for a function has less than 2^16 operations.
        full: u64 = FULL,
        /// Warp instructions with some, and what they were for threads.
        partial: u64 = PARTIAL,
        threads: u64 = THREADS,
        /// Branches with some lanes.
        branches: u64 = BRANCHES,
        divergent: u64 = DIVERGENT,
        /// Something visible happened.
        effects: u64 = EFFECTS,
        /// Something visible happened in earlier warps.
        earlier: u64 = EARLIER,
        /// Warp instructions when the warp at hand started.
        since: u64 = SINCE,
        /// Barriers at which all warps were complete.
        barriers: u64 = BARRIERS,
    }

    /// How the run, or a call of a helper, ended.
    struct Outcome at offset_of!(Context, outcome) => {
        /// Not 0: a helper stopped the launch.
        stopped: u32 = STOPPED,
        /// Where the run ended: operation and lanes.
        pc: u32 = PC,
        mask: u32 = MASK,
        /// What a helper answers.
        answer: u32 = ANSWER,
        /// What a rare helper is called with.
        words: [u32; 2] = WORDS,
        /// Lanes of the warp at hand that have ended where nobody waits for lanes; the engine has not been told yet.
        ended: u32 = ENDED,
    }

    /// Of the warps that run one after the other from a barrier to the next, see `block_loop`.
    struct BarrierRegion at offset_of!(Context, barrier_region) => {
        /// Of the warp at hand.
        slot: *mut Slot = SLOT,
        /// Of the first warp, and the `threadIdx` of its lanes.
        first_slot: *mut Slot = FIRST_SLOT,
        first_tids: *const u32 = FIRST_TIDS,
        /// What `Counts::effects` is when a warp starts in it.
        effects: u64 = BARRIER_REGION_EFFECTS,
        /// Warps, from the first of the block on; 0 if only the one at hand runs.
        warps_in_order: u32 = WARPS_IN_ORDER,
        /// How they ended, so far: the operation of a barrier, or a [`barrier_key`].
        key: u32 = BARRIER_REGION_KEY,
        /// The operation at which it began.
        start: u32 = BARRIER_REGION_START,
        /// Where the next one begins: the entry.
        next_entry: u32 = NEXT_ENTRY,
        /// Not 0: these are all warps of the block.
        are_all: u32 = ARE_ALL,
        /// They did not end alike.
        is_mixed: u32 = IS_MIXED,
    }

    /// What is the same in all runs of a launch.
    #[derive(Clone, Copy)]
    struct Launch at offset_of!(Context, launch) => {
        /// Parameters of the kernel, padded.
        params: *const u8 = PARAMS,
        /// The function that runs: `Compiled`.
        compiled: Opaque,
        /// `gridDim` and `blockDim`.
        grid: [u32; 3] = GRID,
        block: [u32; 3] = BLOCK,
        /// Of a group: 32, or 1 of host code.
        lanes: u32,
    }

    /// What helpers see of the core.
    #[derive(Clone, Copy)]
    struct Core at offset_of!(Context, core) => {
        /// What compiled code counts goes here: the engine's or the worker's.
        counters: *mut Counters = COUNTERS,
        total_effects: *mut u64 = TOTAL_EFFECTS,
        /// `Engine` of that many lanes.
        engine: Opaque = ENGINE,
        /// `Warp`s, from the first of the run on.
        warps: Opaque = WARPS,
        /// `BlockBarriers`.
        block_barriers: Opaque = BLOCK_BARRIERS,
        /// Not null: this is a worker's, which has no engine and asks for one there; an `Rc<dyn Coordinator>`.
        link: Opaque,
    }

    /// What calls of host code need besides; see `calls`.
    struct HostCall at offset_of!(Context, host) => {
        /// Where the memory's generations are.
        memory: *const Memory = MEMORY,
        /// Where small blocks lie.
        tlb: *const Tlb = TLB,
        /// The `HostFrame` that the context is in.
        host_frame: Opaque,
        /// The next spare context of the function.
        next: *mut Context = NEXT,
        /// Who called, if compiled code did, and at which operation.
        caller: *mut Context = CALLER,
        /// Whom it called last, and where that function is called.
        callee: *mut Context = CALLEE,
        stub: *const CallStub = STUB,
        /// Bits of the function's result; or the pointer that an access's memory was found at.
        result: u64 = RESULT,
        /// Of an access whose memory is to be found: the pointer it was computed from, and the address.
        root: u64 = ROOT,
        address: u64 = ADDRESS,
        /// The block that it was found in, without asking a helper.
        block_base: u64 = BLOCK_BASE,
        block_size: u64 = BLOCK_SIZE,
        /// The lowest address of the process's stack that calls may use.
        stack_limit: u64 = STACK_LIMIT,
        /// The same for functions in which no other host thread gets its turn.
        quick_stack_limit: u64 = QUICK_STACK_LIMIT,
        /// The lowest address at which a frame may start.
        lowest_frame: u64 = LOWEST_FRAME,
        /// Of the memory whose allocations the regions are.
        generation: u64 = GENERATION,
        call_pc: u32 = CALL_PC,
        /// Of the activation.
        depth: u32 = DEPTH,
    }

    /// What only kernels use: operations, and events not yet told.
    struct Records at offset_of!(Context, records) => {
        /// What the function was decoded to.
        ops: *const Op<32> = OPS,
        /// Records of accesses not yet added to the profile.
        recorded: u32 = RECORDED,
        /// Divergences not yet told.
        diverged: u32 = DIVERGED,
        /// (operation and warp, lanes) of each.
        divergences: [[u32; 2]; DIVERGENCES] = DIVERGENCES_AT,
    }

    others {
        Op<32>: run = OP_RUN;
        Memory: generation = MEMORY_GENERATION;
        Memory: blocks.base = BLOCKS_BASE;
        Memory: blocks.origin = BLOCKS_ORIGIN;
        Memory: blocks.chunks = BLOCKS_CHUNKS;
        Memory: blocks.count = BLOCKS_COUNT;
        Tlb: entries = TLB_ENTRIES;
        Tlb: generation = TLB_GENERATION;
        tlb::Entry: base = TLB_BASE;
        tlb::Entry: size = TLB_SIZE;
        tlb::Entry: origin = TLB_ORIGIN;
        tlb::Entry: is_const = TLB_IS_CONST;
        tlb::Entry: frame = TLB_FRAME;
        tlb::Entry: frame_base = TLB_FRAME_BASE;
    }
}

/// Entries of the record of lanes that diverged.
pub(crate) const DIVERGENCES: usize = 256;

/// Bytes before the regions.
pub(crate) const REGIONS: usize = size_of::<Context>().next_multiple_of(64);

/// Bytes of a region.
pub(crate) const REGION: usize = size_of::<Region>();

/// Where the masks of segments lie, behind that many regions.
pub(crate) const fn masks_at(regions: usize) -> usize {
    REGIONS + regions * REGION
}

/// Where the records of accesses lie, behind the masks of that many segments.
pub(crate) const fn records_at(regions: usize, segments: usize) -> usize {
    (masks_at(regions) + segments * 4).next_multiple_of(16)
}

/// Bytes of a loop's bounds.
pub(crate) const BOUNDS: usize = size_of::<Bounds>();

/// Bytes of a slot.
pub(crate) const SLOT_BYTES: i64 = size_of::<Slot>() as i64;

/// Bytes of a decoded operation.
pub(crate) const OP_BYTES: usize = size_of::<Op<32>>();

/// The access has no region.
pub(crate) const NO_REGION: u32 = u32::MAX;

/// In the lanes of host code's back edge: its loop may spin.
pub(crate) const SPINS: i64 = 2;

/// Where the table lies behind the number of visits for which lanes run together, and how often lanes could not go through.
pub(crate) const TABLE_AT: usize = 64;

impl Default for CallStub {
    fn default() -> CallStub {
        CallStub { entry: Cell::new(std::ptr::null()), spare: Cell::new(std::ptr::null_mut()) }
    }
}

macro_rules! exit_reasons {
    ($( $(#[$doc:meta])* $name:ident, )*) => {
        /// Why compiled code came back.
        #[repr(u32)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum ExitReason { $( $(#[$doc])* $name, )* }

        impl ExitReason {
            const ALL: &[ExitReason] = &[$( ExitReason::$name ),*];
        }
    };
}

exit_reasons! {
    /// All lanes of a full warp end, at the operation.
    Ended,
    /// No lane is left; each has been ended where it was.
    Nobody,
    /// Lanes wait at the block barrier.
    Barrier,
    /// Lanes wait at the warp-level operation.
    Sync,
    /// Lanes had their time slice.
    Yield,
    /// The interpreter has to execute the operation.
    Deoptimise,
    /// The launch ends.
    Stop,
    /// All lanes of a full warp wait at the block barrier, registers packed.
    PackedBarrier,
    /// All lanes of a full warp had their time slice, registers packed.
    PackedYield,
    /// All warps in order have ended or wait, and no next barrier region can begin.
    BarrierRegion,
    /// Host code returns, at the operation.
    Return,
    /// Host code goes on at the operation, which is for the interpreter or other compiled code.
    Resume,
}

impl ExitReason {
    /// The one of that number, which compiled code has answered.
    pub(crate) fn of(code: u32) -> ExitReason {
        ExitReason::ALL[code as usize]
    }
}

/// What `BarrierRegion::key` is besides the operation of a barrier.
pub(crate) mod barrier_key {
    /// No warp has stopped yet.
    pub(crate) const NOT_YET: u32 = u32::MAX;
    /// All have ended.
    pub(crate) const ALL_ENDED: u32 = u32::MAX - 1;
}

/// Where the words of a rare helper are.
pub(crate) const WORDS_AT: [i32; 2] = [at::WORDS, at::WORDS + size_of::<u32>() as i32];
