//! What the checks know of a hazard: a race, or a read of what was never written.

use crate::launch::LaunchConfig;
use crate::memory::{Site, Trace};
use std::ops::Range;

/// The memory that is raced for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RaceSpace {
    /// `.shared`
    Shared,
    /// `.global`
    Global,
}

/// One of the two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Party {
    /// The block's number in the grid.
    pub block: u32,
    /// The thread's number in the block.
    pub thread: u16,
    /// Function of the device module, instruction in it, and where that is; `None` where there were too many.
    pub site: Option<(u32, u32, Site)>,
    /// It writes.
    pub writes: bool,
    /// It is atomic, volatile or relaxed.
    pub is_strong: bool,
    /// It is one of several threads that did it.
    pub is_many: bool,
}

/// Bits of what two accesses wrote or read, each one element of 8 bytes at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    /// What the first wrote or read.
    pub first: u64,
    /// What the second does.
    pub second: u64,
}

/// A copy that its thread has not waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unwaited {
    /// As many groups of copies the thread's last wait left open.
    pub left: Option<u32>,
    /// It is a bulk copy.
    pub is_in_bulk: bool,
}

/// Two accesses of one place that nothing orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// Where.
    pub space: RaceSpace,
    /// Generic address of the first byte of the second access.
    pub address: u64,
    /// Bytes of the second access.
    pub bytes: u32,
    /// Who came first.
    pub first: Party,
    /// Who came then.
    pub second: Party,
    /// The values of the occurrence that is told, if they are known.
    pub values: Option<Values>,
    /// Whenever they met, the later one wrote the value that was there, or that the earlier one wrote.
    pub is_same_value: bool,
    /// How often the two instructions met in this way.
    pub count: u64,
    /// Threads of several warps met there.
    pub crosses_warps: bool,
    /// One of the two is atomic for its block only.
    pub is_narrow: bool,
    /// Both are volatile accesses of threads of a block: the memory model takes them for no race, but nothing orders them.
    pub are_volatile: bool,
    /// Both are strong, which is no race, but the second reads behind a flag that was waited for what nothing orders before it.
    pub is_announced: bool,
    /// The second stores what it made of an old value by volatile accesses, and may undo the first.
    pub undoes: bool,
    /// The second takes a lock that it has found free in a step before.
    pub takes: bool,
    /// The first is an asynchronous copy that nobody has waited for.
    pub unwaited: Option<Unwaited>,
    /// The second is a write of a bulk copy.
    pub is_copied: bool,
    /// The lowest and the highest address at which they did.
    pub lowest: u64,
    /// See `lowest`.
    pub highest: u64,
}

/// The races of a launch.
#[derive(Clone, Default, Debug)]
pub struct Races {
    /// One of each pair of places, up to a bound.
    pub list: Vec<Race>,
    /// Pairs of places beyond that bound.
    pub untold: usize,
    /// There was no room to look for all.
    pub was_full: bool,
}

impl Race {
    /// The other way round: the second access came first.
    pub fn swapped(&self) -> Race {
        let values = self.values.map(|values| Values { first: values.second, second: values.first });
        Race { first: self.second, second: self.first, values, ..*self }
    }

    /// The access that writes and the one that only reads, if it is such a pair.
    pub fn write_and_read(&self) -> Option<(Party, Party)> {
        match (self.first.writes, self.second.writes) {
            (true, false) => Some((self.first, self.second)),
            (false, true) => Some((self.second, self.first)),
            _ => None,
        }
    }
}

/// An access of an operation: where, and whether it is atomic, volatile or relaxed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessSite {
    /// Where in the kernel; `None` for a copy, or where there were too many.
    pub site: Option<Site>,
    /// It does not race with others that are.
    pub is_strong: bool,
}

/// Bytes of device memory that an operation accessed in the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessedRange {
    /// The first address.
    pub start: u64,
    /// One past the last.
    pub end: u64,
    /// Who wrote them.
    pub write: Option<AccessSite>,
    /// Who read them, where that is known beside a write.
    pub read: Option<AccessSite>,
}

/// What was read or copied before it was written.
#[derive(Default, Clone, PartialEq, Debug)]
pub struct Unwritten {
    /// The load, by whom; `None` for a copy to the host.
    pub read: Option<Reader>,
    /// Generic address of the first such byte.
    pub address: u64,
    /// Bytes of the load, or all unwritten ones of the copy.
    pub bytes: u64,
    /// How many bytes from the start of the allocation on were written.
    pub written_before: u64,
    /// Nothing of the allocation was written.
    pub is_untouched: bool,
    /// Nothing was written from there to the end of the allocation.
    pub is_rest: bool,
    /// It was copied from memory of the host to which nothing was written.
    pub is_from_host: bool,
    /// A store of something that nothing was written to, which is all that was stored there.
    pub stored: Option<Site>,
    /// Of the last launch.
    pub threads: LaunchedThreads,
    /// The first address of the memory that is read, and of its bytes the first pieces to which nothing was written, four at most.
    pub memory: u64,
    /// See `memory`.
    pub holes: Vec<Range<u64>>,
    /// How often that load did it.
    pub count: u64,
}

/// How many threads a launch has.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct LaunchedThreads {
    /// In all its blocks.
    pub all: u64,
    /// In a block, if grid and block have one dimension.
    pub in_block: Option<u64>,
}

impl LaunchedThreads {
    pub(crate) fn of(config: &LaunchConfig) -> LaunchedThreads {
        let is_line = [config.grid, config.block].iter().all(|&[_, y, z]| (y, z) == (1, 1));
        LaunchedThreads { all: config.blocks() * config.threads(), in_block: is_line.then(|| config.threads()) }
    }
}

/// A read through the read-only path, or through a texture, of what its launch wrote.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StaleRead {
    /// The read, by whom.
    pub read: Reader,
    /// Generic address.
    pub address: u64,
    /// Bytes of the load.
    pub bytes: u64,
    /// Who wrote there last.
    pub written: Site,
    /// It is a texture's.
    pub is_texture: bool,
    /// How often that load did it.
    pub count: u64,
}

/// Memory whose content nothing reads.
#[derive(Clone, PartialEq, Debug)]
pub struct Unused {
    /// Its first address.
    pub first: u64,
    /// Its size.
    pub bytes: u64,
    /// Where it was made.
    pub allocated: Trace,
    /// Who wrote to it last: a kernel, here; or else a copy or a fill. `None` if nothing did.
    pub written: Option<Option<Site>>,
}

/// Who read it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reader {
    /// The block's number in the grid.
    pub block: u32,
    /// The thread's number in the block.
    pub thread: u16,
    /// Where.
    pub site: Site,
}
