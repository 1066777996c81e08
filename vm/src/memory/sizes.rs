//! How large the windows of memory are.

use super::Mapping;

/// Bytes of the windows of the address space, and how they are had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArenaSizes {
    /// Variables of host code.
    pub host_globals: u64,
    /// `malloc`, pinned memory.
    pub host_heap: u64,
    /// Variables of host functions in progress.
    pub host_stack: u64,
    /// The same of each further host thread, and how many of these there may be at once.
    pub thread_stack: u64,
    /// See `thread_stack`.
    pub threads: u64,
    /// Device memory, at most.
    pub device: u64,
    /// The system is asked for pages that cost nothing until they are touched; otherwise all is allocated at once.
    pub are_reserved: bool,
    /// The run is ended (as for memory) when a window has no room for what a larger one would have had: whoever runs it begins
    /// again with larger windows. Otherwise the program meets the end of memory.
    pub end_when_full: bool,
}

impl ArenaSizes {
    /// For systems that map pages on demand: as much as any program may use, and a stack as on Linux.
    pub const RESERVED: ArenaSizes = ArenaSizes {
        host_globals: 1 << 32,
        host_heap: 1 << 40,
        host_stack: 8 << 20,
        thread_stack: 8 << 20,
        threads: 1023,
        device: u64::MAX,
        are_reserved: true,
        end_when_full: false,
    };

    /// For systems that do not: 33 MB together, of which the program's own use is part.
    pub const ALLOCATED: ArenaSizes = ArenaSizes {
        host_globals: 4 << 20,
        host_heap: 11 << 20,
        host_stack: 1 << 20,
        thread_stack: 64 << 10,
        threads: 16,
        device: 16 << 20,
        are_reserved: false,
        end_when_full: false,
    };

    /// For a program in a page: 34 MB together, the addresses those of [`ArenaSizes::RESERVED`], and what does not fit is begun
    /// again with [`ArenaSizes::PAGE_LARGE`].
    pub const PAGE: ArenaSizes = ArenaSizes {
        host_globals: 2 << 20,
        host_heap: 10 << 20,
        host_stack: 8 << 20,
        thread_stack: 8 << 20,
        threads: 0,
        device: 14 << 20,
        are_reserved: false,
        end_when_full: true,
    };

    /// The same for programs that need more: 1.6 GB of addresses, of which a browser gives pages as they are touched.
    pub const PAGE_LARGE: ArenaSizes =
        ArenaSizes { host_globals: 64 << 20, host_heap: 512 << 20, threads: 63, device: 512 << 20, ..ArenaSizes::PAGE };

    /// Zeroed bytes.
    pub(super) fn mapping(&self, bytes: u64) -> Mapping {
        if self.are_reserved { Mapping::reserve(bytes) } else { Mapping::plain(bytes) }
    }
}

impl Default for ArenaSizes {
    fn default() -> ArenaSizes {
        if cfg!(any(unix, windows)) { ArenaSizes::RESERVED } else { ArenaSizes::ALLOCATED }
    }
}
