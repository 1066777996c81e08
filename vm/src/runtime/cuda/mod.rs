//! The CUDA runtime: what it remembers, and the parts of its API by area.
//!
//! Work is done when it is asked for, in the order of the calls: that is one of the orders every rule about streams
//! allows, and it is the same in every run. Only a kernel that waits for what comes after it is left for later
//! ([`waiting`]). What the host may take for done is in [`operations`], what kernels print in [`printf_buffer`]. Time is modelled ([`durations`]): each stream has a clock that copies and kernels advance by figures of the
//! device table, and events read it. No figure of it is a measurement.

pub(super) mod array;
pub(super) mod array_copy;
pub(super) mod copy;
mod copy_ends;
pub(super) mod device;
mod device_copy;
pub(super) mod device_limits;
mod durations;
pub(super) mod dynamic;
pub(super) mod error;
pub(super) mod function;
pub(super) mod graph;
mod host_function;
mod host_use;
pub(super) mod launch_ex;
pub(super) mod memory;
mod occupancy;
mod operations;
mod overlap;
pub(super) mod peers;
pub(super) mod pool;
pub(super) mod printf_buffer;
mod properties;
pub(super) mod range;
mod siblings;
pub(super) mod stream;
pub(super) mod stream_attributes;
pub(super) mod texture;
mod transfer;
mod waiting;
mod waits;

use crate::finding::{Finding, Place};
use crate::instrument::hazard::AccessedRange;
use std::collections::{BTreeMap, VecDeque};

/// Everything the CUDA runtime remembers.
#[derive(Clone, Default, Debug)]
pub(super) struct Cuda {
    /// `cudaGetLastError`'s answer.
    last: i32,
    /// The error that lost the context; 0 while it is fine.
    lost: i32,
    /// Whether a call has answered `lost` yet: kernels run asynchronously, so their errors show later.
    lost_shown: bool,
    /// The call that runs has waited for the launch that lost it.
    lost_in_call: bool,
    /// Why the call that runs fails, if it said so.
    why: Option<Why>,
    /// Calls and launches that failed and that nothing has asked about, in the order of the program.
    unseen: Vec<Failure>,
    /// The one that `last` is of.
    failure: Option<Failure>,
    /// The last one that the program has noticed, if it has done nothing since but what comes before its end.
    noticed: Option<Failure>,
    /// The last calls that left or gave null where a pointer was wanted.
    nulls_given: VecDeque<NullGiven>,
    /// The launch that runs is a cooperative one.
    is_cooperative: bool,
    /// There was one.
    had_cooperative: bool,
    /// Settings of kernels by address.
    kernels: BTreeMap<u64, KernelSettings>,
    streams: BTreeMap<u64, Stream>,
    events: BTreeMap<u64, Event>,
    /// Handles given out so far.
    handles: u64,
    device: operations::Streams,
    /// Distances of rows by address, of what `cudaMallocPitch` made.
    pitches: BTreeMap<u64, u64>,
    /// What the launch that runs, and those that it made, have accessed.
    footprint: Vec<AccessedRange>,
    /// Of each launch that waits for what others do after it, in the order in which they go on.
    waiting: VecDeque<waiting::Waiting>,
    /// Functions of the host that streams have called: whether each may tell the host that it runs.
    telling: BTreeMap<u32, bool>,
    /// The host thread that is in a function which a stream calls.
    called_in: Option<u64>,
    waits: waits::Waits,
    /// Copies that host threads wait for, by thread: given to their streams.
    given: BTreeMap<u64, operations::Submitted>,
    /// The host has asked whether that is over, in this time slice.
    has_polled: bool,
    /// What the grid that runs has launched.
    device_launches: dynamic::DeviceLaunches,
    /// What kernels have printed and nobody has seen yet.
    printed: printf_buffer::PrintfBuffer,
    limits: device_limits::Limits,
    device_flags: u32,
    cache_config: i32,
    shared_config: i32,
    pools: pool::Pools,
    peers: peers::Peers,
    hints: Vec<range::Hint>,
    stream_attributes: stream_attributes::Attributes,
    graphs: graph::Graphs,
    /// Flags of pinned and registered memory by address.
    pinned: BTreeMap<u64, u32>,
}

/// Why a call fails.
#[derive(Clone, Debug)]
enum Why {
    /// This is wrong.
    Mistake(Box<Finding>),
    /// Another call failed before.
    Follows,
}

/// A call that failed.
#[derive(Clone, Debug)]
struct Failure {
    /// Findings that there were before it.
    position: usize,
    /// What it answered.
    error: i32,
    finding: Finding,
}

/// A call that left or gave null where a pointer was wanted.
#[derive(Clone, Debug)]
struct NullGiven {
    function: String,
    place: Option<Place>,
    /// The address of the pointer.
    target: u64,
    /// A pointer that was never set, which the call was given and refused.
    unset: Option<u64>,
    text: String,
}

/// What `cudaFuncSetAttribute` set.
#[derive(Clone, Copy, Default, Debug)]
struct KernelSettings {
    dynamic_shared: Option<u64>,
    carveout: Option<i32>,
    is_non_portable: bool,
}

#[derive(Clone, Copy, Default, Debug)]
struct Stream {
    device: i32,
    flags: u32,
    priority: i32,
}

#[derive(Clone, Copy, Default, Debug)]
struct Event {
    device: i32,
    flags: u32,
    /// The last record.
    recorded: Option<operations::Submitted>,
}

/// Handles are above this address.
const FIRST_HANDLE: u64 = 0x0800_0000_0000;

impl Cuda {
    /// What streams were given, where that is kept.
    pub(super) fn take_work(&mut self) -> Vec<crate::instrument::TimelineEvent> {
        self.device.log.take().map_or(Vec::new(), |mut log| log.take())
    }

    /// Makes the last error another one; what it was.
    pub(super) fn swap_last(&mut self, error: i32) -> i32 {
        std::mem::replace(&mut self.last, error)
    }

    /// A handle: unlike every address of the program, and not null.
    fn handle(&mut self) -> u64 {
        self.handles += 1;
        FIRST_HANDLE + 64 * self.handles
    }

    /// The device that a stream's work runs on.
    fn device_of_stream(&self, stream: u64) -> i32 {
        self.streams.get(&stream).map_or(self.peers.current, |stream| stream.device)
    }

    /// Whether a handle was given out, even if what it stood for is gone.
    fn was_given(&self, handle: u64) -> bool {
        handle.checked_sub(FIRST_HANDLE).is_some_and(|offset| offset > 0 && offset.is_multiple_of(64) && offset / 64 <= self.handles)
    }
}

/// CUDA error codes used here (`driver_types.h`).
mod code {
    pub(super) const SUCCESS: i32 = 0;
    pub(super) const INVALID_VALUE: i32 = 1;
    pub(super) const MEMORY_ALLOCATION: i32 = 2;
    pub(super) const INVALID_PITCH_VALUE: i32 = 12;
    pub(super) const INVALID_SYMBOL: i32 = 13;
    pub(super) const INVALID_CHANNEL_DESCRIPTOR: i32 = 20;
    pub(super) const INVALID_MEMCPY_DIRECTION: i32 = 21;
    pub(super) const INVALID_FILTER_SETTING: i32 = 26;
    pub(super) const INVALID_NORM_SETTING: i32 = 27;
    pub(super) const INVALID_DEVICE_FUNCTION: i32 = 98;
    pub(super) const INVALID_DEVICE: i32 = 101;
    pub(super) const DEVICES_UNAVAILABLE: i32 = 46;
    pub(super) const UNSUPPORTED_LIMIT: i32 = 215;
    pub(super) const PEER_ACCESS_UNSUPPORTED: i32 = 217;
    pub(super) const OPERATING_SYSTEM: i32 = 304;
    pub(super) const INVALID_RESOURCE_HANDLE: i32 = 400;
    pub(super) const ILLEGAL_STATE: i32 = 401;
    pub(super) const NOT_READY: i32 = 600;
    pub(super) const PEER_ACCESS_ALREADY_ENABLED: i32 = 704;
    pub(super) const PEER_ACCESS_NOT_ENABLED: i32 = 705;
    pub(super) const HOST_MEMORY_ALREADY_REGISTERED: i32 = 712;
    pub(super) const HOST_MEMORY_NOT_REGISTERED: i32 = 713;
    pub(super) const COOPERATIVE_LAUNCH_TOO_LARGE: i32 = 720;
    pub(super) const NOT_SUPPORTED: i32 = 801;
    pub(super) const NOT_PERMITTED: i32 = 800;
    pub(super) const CAPTURE_UNSUPPORTED: i32 = 900;
    pub(super) const CAPTURE_INVALIDATED: i32 = 901;
    pub(super) const CAPTURE_MERGE: i32 = 902;
    pub(super) const CAPTURE_UNMATCHED: i32 = 903;
    pub(super) const CAPTURE_UNJOINED: i32 = 904;
    pub(super) const CAPTURE_ISOLATION: i32 = 905;
    pub(super) const CAPTURE_IMPLICIT: i32 = 906;
    pub(super) const CAPTURED_EVENT: i32 = 907;
    pub(super) const GRAPH_EXEC_UPDATE_FAILURE: i32 = 910;
    pub(super) const UNKNOWN: i32 = 999;
}
