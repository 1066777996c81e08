//! Observers: who wants to know what a launch does, as it does it.
//!
//! Each says at the start of a launch what it wants of it ([`Interests`]). Engines send the same events in the same order for a
//! block. An observer watches and does not steer: results with and without one are equal. Without one an engine tests a flag per
//! memory operation, branch and barrier, and builds nothing.

use crate::finding::Thread;
use crate::instrument::LaunchReport;
use crate::instrument::hazard::{AccessedRange, Races, StaleRead, Unused, Unwritten};
use crate::instrument::metrics::AccessProfile;
use crate::instrument::step::StepEvent;
use crate::launch::{Counters, LaunchConfig};
use crate::memory::{Access, Site, Trace};
use crate::texture::traffic::Traffic;
use kern_ir::{CacheOp, Counted, Module, Scope, Sem};
use std::ops::Range;

/// What an observer wants of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Interests {
    /// Accesses, branches, barriers and warp operations, each as it happens. Then the launch is interpreted.
    pub events: bool,
    /// Of these accesses, but for those that nobody needs ([`Observer::unneeded`]), barriers, fences, and warp operations that order
    /// memory: compiled code tells of them.
    pub accesses: bool,
    /// Sums of accesses and branches, see [`Observer::sums`]: compiled code has them.
    pub sums: bool,
    /// Every step of the warps that [`Observer::wants_steps`] names. Then the launch is interpreted.
    pub steps: bool,
    /// What each block has counted, see [`Observer::block_ran`]. Then the launch is interpreted.
    pub blocks: bool,
    /// The values of accesses, with the events.
    pub values: bool,
    /// The texels of texture and surface instructions, see [`Observer::texels`].
    pub texels: bool,
}

impl Interests {
    /// Nothing.
    pub const NONE: Interests =
        Interests { events: false, accesses: false, sums: false, steps: false, blocks: false, values: false, texels: false };
    /// Events as they happen.
    pub const EVENTS: Interests = Interests { events: true, ..Interests::NONE };
    /// Accesses and what orders them.
    pub const ACCESSES: Interests = Interests { accesses: true, ..Interests::NONE };

    /// Whether there is anything.
    pub fn is_any(self) -> bool {
        self != Interests::NONE
    }

    /// What is wanted by one of two.
    #[must_use]
    pub fn or(self, other: Interests) -> Interests {
        Interests {
            events: self.events || other.events,
            accesses: self.accesses || other.accesses,
            sums: self.sums || other.sums,
            steps: self.steps || other.steps,
            blocks: self.blocks || other.blocks,
            values: self.values || other.values,
            texels: self.texels || other.texels,
        }
    }
}

/// A launch that starts.
#[derive(Clone, Copy, Debug)]
pub struct LaunchEvent<'a> {
    /// The module that sites refer to.
    pub module: &'a Module,
    /// The kernel as a user reads it.
    pub kernel: &'a str,
    /// Its number in the device module.
    pub function: u32,
    /// Grid, block, dynamic shared memory.
    pub config: &'a LaunchConfig,
    /// Bytes of shared memory that the kernel declares.
    pub static_shared: u64,
    /// Its variables in shared memory: offset, size, number in the module.
    pub shared_map: &'a [(u64, u64, u32)],
    /// Its number, from 0, as in [`crate::RunReport::launches`].
    pub number: u64,
    /// Its parameters, as they lie in `.param`.
    pub params: &'a [u8],
    /// Operations of other streams may run at the same time.
    pub may_overlap: bool,
    /// Its kernel may launch others, which run beside it.
    pub has_children: bool,
    /// The memory of textures that are of no array.
    pub linear_textures: &'a [LinearTexture],
}

/// The memory of a texture that is of no array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearTexture {
    /// Its addresses.
    pub bytes: Range<u64>,
    /// The variable of the device's module that it is in, by number.
    pub variable: Option<u32>,
}

/// Where in the grid an event happens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WarpId {
    /// `blockIdx`
    pub block: [u32; 3],
    /// `blockIdx` in one number, x fastest.
    pub block_number: u64,
    /// Warp of the block.
    pub warp: u32,
}

/// A load, store or atomic operation of a warp.
#[derive(Clone, Copy, Debug)]
pub struct MemoryEvent<'a> {
    /// Who.
    pub warp: WarpId,
    /// The instruction.
    pub site: Site,
    /// IR instruction number in the site's function: with it, modifiers are found in the module.
    pub inst: u32,
    /// What it does.
    pub access: Access,
    /// The cache operator that the instruction names.
    pub cache: Option<CacheOp>,
    /// Its memory semantics, `volatile` among them.
    pub sem: Option<Sem>,
    /// Whom a strong access takes in.
    pub scope: Option<Scope>,
    /// Whether a result is wanted: `ld` and `atom`, not `st` and `red`.
    pub has_result: bool,
    /// Bytes a lane.
    pub bytes: u32,
    /// What of it a profiler counts, if that is not the access itself.
    pub counted: Option<Counted>,
    /// It is half of a `cp.async`.
    pub is_async: bool,
    /// Active lanes.
    pub mask: u32,
    /// Which of them access nothing, for they may not.
    pub refused: u32,
    /// In which order they do it, where one lane after another does.
    pub order: LaneOrder<'a>,
    /// Generic addresses, by lane; those of inactive lanes mean nothing.
    pub addresses: &'a [u64],
    /// The number of the block whose shared memory it is, if it is another one of the cluster's.
    pub shared_of: Option<u64>,
    /// Bits of the elements by lane, where [`Interests::values`] asked for them and each lane has one of 8 bytes at most.
    pub values: Option<AccessValues<'a>>,
}

/// In which order lanes access memory one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneOrder<'a> {
    /// Those of a mask first, each lot in the order of its numbers.
    First(u32),
    /// As listed.
    Listed(&'a [u8]),
}

impl LaneOrder<'_> {
    /// The lanes of a mask in this order.
    pub fn of(self, mask: u32) -> impl Iterator<Item = u16> {
        let (first, rest, list) = match self {
            LaneOrder::First(first) => (mask & first, mask & !first, &[][..]),
            LaneOrder::Listed(list) => (0, 0, list),
        };
        let listed = list.iter().map(|&lane| u16::from(lane)).filter(move |lane| mask >> lane & 1 != 0);
        lanes(first).chain(lanes(rest)).chain(listed)
    }
}

/// The lanes of a mask, from the lowest.
pub(crate) fn lanes(mask: u32) -> impl Iterator<Item = u16> {
    std::iter::successors(Some(mask), |left| Some(left & left.wrapping_sub(1)))
        .take_while(|left| *left != 0)
        .map(|left| left.trailing_zeros() as u16)
}

impl MemoryEvent<'_> {
    /// The number of the block whose shared memory is accessed, where it is shared memory.
    pub fn shared_block(&self) -> u64 {
        self.shared_of.unwrap_or(self.warp.block_number)
    }
}

/// The values of an access, by lane.
#[derive(Clone, Copy)]
pub struct AccessValues<'a> {
    /// What lies there before it; 0 where nothing may be accessed.
    pub before: &'a dyn Fn(usize) -> u64,
    /// What it stores, if it is a store.
    pub stored: Option<&'a dyn Fn(usize) -> u64>,
}

impl std::fmt::Debug for AccessValues<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AccessValues").finish_non_exhaustive()
    }
}

/// A memory fence of a warp.
#[derive(Clone, Copy, Debug)]
pub struct FenceEvent {
    /// Who.
    pub warp: WarpId,
    /// Whom it takes in.
    pub scope: Scope,
    /// Active lanes.
    pub mask: u32,
}

/// A texture or surface instruction of a warp.
#[derive(Clone, Copy, Debug)]
pub struct TextureEvent {
    /// Who.
    pub warp: WarpId,
    /// The instruction.
    pub site: Site,
    /// IR instruction number in the site's function.
    pub inst: u32,
    /// What it does.
    pub kind: TextureKind,
    /// Active lanes.
    pub mask: u32,
    /// What it asked of the first-level cache.
    pub traffic: Traffic,
}

/// What a texture or surface instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextureKind {
    /// Reads through a texture.
    Texture,
    /// Reads a surface.
    SurfaceLoad,
    /// Writes a surface.
    SurfaceStore,
}

/// A conditional or indirect branch of a warp.
#[derive(Clone, Copy, Debug)]
pub struct BranchEvent {
    /// Who.
    pub warp: WarpId,
    /// The instruction.
    pub site: Site,
    /// IR instruction number in the site's function.
    pub inst: u32,
    /// Active lanes.
    pub mask: u32,
    /// Lanes that took the first target; for a switch those that went where the first active lane went.
    pub taken: u32,
}

/// Watches launches.
pub trait Observer {
    /// A launch starts.
    fn launch_started(&mut self, _launch: &LaunchEvent) {}

    /// What it wants of that launch.
    fn interests(&self) -> Interests {
        Interests::EVENTS
    }

    /// The instructions of the launched kernel of whose accesses it need not be told, by number: in the launch that starts, or, if it
    /// knows what the first block did, from then on.
    fn unneeded(&mut self, _knows_block: bool) -> Vec<bool> {
        Vec::new()
    }

    /// A launch has ended; what the observer has to say of it may go into the report.
    fn launch_ended(&mut self, _report: &mut LaunchReport) {}

    /// A block becomes resident; its shared memory as it finds it.
    fn block_started(&mut self, _block: [u32; 3], _number: u64, _shared: &[u8]) {}

    /// All threads of a block have ended.
    fn block_ended(&mut self, _block: [u32; 3], _number: u64) {}

    /// What a block has counted in a time slice; the sum over all blocks is what the launch counts.
    fn block_ran(&mut self, _number: u64, _counted: &Counters) {}

    /// Whether it wants each step of a warp: asked when a split of it starts to run.
    fn wants_steps(&self, _warp: WarpId) -> bool {
        false
    }

    /// Something happened in a warp whose steps are wanted, or to the block's barriers.
    fn step(&mut self, _warp: WarpId, _event: &StepEvent) {}

    /// A warp accesses memory; before it happens.
    fn memory(&mut self, _event: &MemoryEvent) {}

    /// The same without values; `false` if these are wanted: then it is told of the access again, with them.
    fn memory_without_values(&mut self, event: &MemoryEvent) -> bool {
        self.memory(event);
        true
    }

    /// A warp reads through a texture, or reads or writes a surface.
    fn texture(&mut self, _event: &TextureEvent) {}

    /// A texture or surface instruction has read or written these texels, one of each lane: as a plain access would; through a texture
    /// as a load by the read-only path.
    fn texels(&mut self, _event: &MemoryEvent) {}

    /// A warp branches.
    fn branch(&mut self, _event: &BranchEvent) {}

    /// Lanes arrive at a barrier that some of the block's threads have for themselves (PTX ISA, `bar` with a thread count); `waits`:
    /// not by `bar.arrive`. The same of a barrier for all of them at which some only arrive; of who waits there it is told when it is
    /// complete.
    fn arrive(&mut self, _warp: WarpId, _barrier: u32, _mask: u32, _waits: bool) {}

    /// A barrier of a block, given by index and number, completes: the barrier's number and how many threads it releases.
    fn barrier(&mut self, _block: [u32; 3], _number: u64, _barrier: u32, _threads: u32) {}

    /// The barrier of a cluster completes: these are its blocks that have not ended, by number.
    fn cluster_barrier(&mut self, _blocks: &[u64]) {}

    /// The profile that the launch's accesses and branches may be added to in sums, in any order, instead of event by
    /// event, if its interests are sums.
    fn sums(&mut self) -> Option<&mut AccessProfile> {
        None
    }

    /// A group of lanes has executed a warp-level operation together; `orders`: one that orders memory, as shuffles and votes do
    /// not.
    fn warp_sync(&mut self, _warp: WarpId, _site: Site, _mask: u32, _orders: bool) {}

    /// A warp executes a fence.
    fn fence(&mut self, _event: &FenceEvent) {}

    /// The asynchronous copies that lanes have begun since they were last told so of are a group each.
    fn copies_are_group(&mut self, _warp: WarpId, _mask: u32) {}

    /// Lanes wait for their asynchronous copies, but for that many of the last groups; `u32::MAX`: for all, those of no group too.
    fn waits_for_copies(&mut self, _warp: WarpId, _groups: u32, _mask: u32) {}

    /// A thread launches a grid that runs beside its own.
    fn launches_grid(&mut self, _thread: &Thread) {}

    /// Of the first grids that the launch which has ended has launched, in their order: the global memory that it accessed otherwise
    /// than before that, by address.
    fn beside_grids(&mut self) -> Vec<Vec<AccessedRange>> {
        Vec::new()
    }

    /// A thread got this memory from the device's heap.
    fn reused(&mut self, _address: u64, _bytes: u64) {}

    /// There is new device memory.
    fn allocated(&mut self, _address: u64, _bytes: u64, _trace: &Trace) {}

    /// There is managed memory, to which nothing was written; whether that is kept in mind.
    fn new_managed(&mut self, _address: u64, _bytes: u64) -> bool {
        false
    }

    /// The managed memory that is kept in mind: address and bytes.
    fn managed(&self) -> Vec<(u64, u64)> {
        Vec::new()
    }

    /// Of managed memory at these addresses all was written, or it was freed.
    fn managed_is_settled(&mut self, _addresses: &[u64]) {}

    /// A function without a body wrote these bytes.
    fn filled(&mut self, _address: u64, _bytes: u64) {}

    /// A function without a body copied bytes.
    fn copied(&mut self, _to: u64, _from: u64, _bytes: u64) {}

    /// A device variable is about to be given its first part, with a count that seems to be one of elements.
    fn variable_in_part(&mut self, _address: u64, _bytes: u64) {}

    /// Of what was copied from the host, nothing was written there to these bytes.
    fn copied_unwritten(&mut self, _address: u64, _bytes: u64) {}

    /// A kernel is to be launched with arguments of which the host wrote nothing to these bytes: `params` as they lie in `.param`.
    fn arguments_unwritten(&mut self, _kernel: &str, _params: &[u8], _unwritten: &[Range<u64>]) {}

    /// Which of these bytes of the device's memory nothing was written to: pieces, in order.
    fn unwritten_of(&mut self, _address: u64, _bytes: u64) -> Vec<Range<u64>> {
        Vec::new()
    }

    /// What was read before it was written, since this was last asked.
    fn unwritten(&mut self) -> Vec<Unwritten> {
        Vec::new()
    }

    /// The races that it found since this was last asked.
    fn races(&mut self) -> Races {
        Races::default()
    }

    /// What was read through the read-only path though the launch wrote it, since this was last asked.
    fn stale_reads(&mut self) -> Vec<StaleRead> {
        Vec::new()
    }

    /// The device memory whose content nothing has read.
    fn unused(&mut self) -> Vec<Unused> {
        Vec::new()
    }

    /// The barriers of the kernels that were launched, and whether they ordered nothing each time.
    fn barriers(&mut self) -> Vec<(Site, bool)> {
        Vec::new()
    }

    /// The global memory that the launch accessed which has ended, by address.
    fn footprint(&self) -> Vec<AccessedRange> {
        Vec::new()
    }
}
