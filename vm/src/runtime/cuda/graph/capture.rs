//! Capture: what streams are given becomes nodes instead of being done.
//!
//! **What.** A capture begins in one stream; others join it when they wait for an event that was recorded in it, and must be joined
//! again before it ends. What a captured stream is given comes after what the stream was given last. Calls that would wait for a
//! captured stream, and such that might (allocations, waits for other streams) unless the capture's mode is relaxed, fail and
//! make the capture invalid; so does work in the default stream while a stream that it waits for is captured (CUDA C++
//! Programming Guide, "Creating a Graph Using Stream Capture").
//! **Source.** Which call answers what, and what ends the capture, was measured on an H200 under CUDA 13 (November 2026).

use super::super::code::{
    CAPTURE_IMPLICIT, CAPTURE_INVALIDATED, CAPTURE_ISOLATION, CAPTURE_MERGE, CAPTURE_UNSUPPORTED, CAPTURED_EVENT, MEMORY_ALLOCATION,
    SUCCESS,
};
use super::super::error::refuse;
use super::{Graphs, NodeWork, build};
use crate::runtime::CallContext;
use std::collections::{BTreeMap, BTreeSet};

/// All captures.
#[derive(Clone, Default, Debug)]
pub(super) struct Captures {
    pub(super) active: BTreeMap<u64, Capture>,
    /// Streams in them.
    pub(super) streams: BTreeMap<u64, Joined>,
    /// Events that were last recorded in a capture: its number, and the nodes before the event.
    events: BTreeMap<u64, (u64, Vec<u64>)>,
    pub(super) next: u64,
    /// `enum cudaStreamCaptureMode` of the thread.
    pub(super) thread_mode: u32,
}

/// A capture in progress.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub(super) graph: u64,
    /// The stream it began in.
    pub(super) origin: u64,
    /// `enum cudaStreamCaptureMode`
    pub(super) mode: u32,
    pub(super) is_invalid: bool,
    /// Nodes that were in the graph before.
    pub(super) first: usize,
}

/// A stream in a capture.
#[derive(Clone, Debug)]
pub(super) struct Joined {
    pub(super) capture: u64,
    /// The nodes that the next one comes after.
    pub(super) after: Vec<u64>,
}

/// Bytes that a node takes besides its arguments: an estimate.
const EACH: u64 = 512;

/// `cudaStreamCaptureModeRelaxed`
const RELAXED: u32 = 2;

/// Calls that may wait for work of any stream, unless a capture is relaxed.
const UNSAFE: &[&str] = &[
    "cudaMalloc",
    "cudaFree",
    "cudaMallocHost",
    "__kern_malloc_host",
    "cudaHostAlloc",
    "cudaFreeHost",
    "cudaMallocManaged",
    "cudaMallocPitch",
    "cudaMalloc3D",
    "cudaMallocArray",
    "cudaMalloc3DArray",
    "cudaMallocMipmappedArray",
    "cudaFreeArray",
    "cudaFreeMipmappedArray",
    "cudaHostRegister",
    "cudaHostUnregister",
];

impl Graphs {
    fn invalidate(&mut self, wanted: impl Fn(&Capture) -> bool) -> bool {
        let mut has_some = false;
        for capture in self.captures.active.values_mut().filter(|capture| wanted(capture)) {
            capture.is_invalid = true;
            has_some = true;
        }
        has_some
    }

    /// A launch into a stream failed: if it is captured, its capture is no longer good.
    pub(in super::super) fn invalidate_of(&mut self, stream: u64) {
        let captures = &mut self.captures;
        if let Some(capture) = captures.streams.get(&stream).and_then(|joined| captures.active.get_mut(&joined.capture)) {
            capture.is_invalid = true;
        }
    }

    /// Whether any stream is captured.
    pub(in super::super) fn is_capturing(&self) -> bool {
        !self.captures.active.is_empty()
    }

    /// Whether a stream is captured, and its capture is good still.
    pub(super) fn status(&self, stream: u64) -> i32 {
        let capture = self.captures.streams.get(&stream).and_then(|joined| self.captures.active.get(&joined.capture));
        capture.map_or(0, |capture| if capture.is_invalid { 2 } else { 1 })
    }

    /// Nodes from which there is a path to one of these, and these.
    pub(super) fn before(&self, nodes: &[u64]) -> BTreeSet<u64> {
        let mut found = BTreeSet::new();
        let mut open = nodes.to_vec();
        while let Some(node) = open.pop() {
            if found.insert(node)
                && let Some(node) = self.node(node)
            {
                open.extend(&node.after);
            }
        }
        found
    }
}

/// A call is to be refused for what a capture forbids.
fn refuse_call(host: &mut CallContext, error: i32, reason: &str) -> i32 {
    refuse(host, error, format!("a stream is being captured: {reason}"))
}

/// Whether a call may be made at all while streams are captured.
///
/// # Errors
/// CUDA's error, which is explained.
pub(in super::super) fn permit(host: &mut CallContext) -> Result<(), i32> {
    if host.state.cuda.graphs.captures.active.is_empty() {
        return Ok(());
    }
    if matches!(host.function, "cudaDeviceSynchronize" | "cudaThreadSynchronize" | "cudaDeviceReset") {
        if host.state.cuda.graphs.invalidate(|_| true) {
            return Err(refuse_call(host, CAPTURE_UNSUPPORTED, "nobody can wait for what it is given"));
        }
        return Ok(());
    }
    if UNSAFE.contains(&host.function) { forbid_unsafe(host) } else { Ok(()) }
}

/// A call that may wait for other streams.
///
/// # Errors
/// As for [`permit`].
pub(in super::super) fn forbid_unsafe(host: &mut CallContext) -> Result<(), i32> {
    let graphs = &mut host.state.cuda.graphs;
    if graphs.captures.thread_mode != RELAXED && graphs.invalidate(|capture| capture.mode != RELAXED) {
        let reason = "this call may wait for other streams; make it before, or begin the capture with `cudaStreamCaptureModeRelaxed`";
        return Err(refuse_call(host, CAPTURE_UNSUPPORTED, reason));
    }
    Ok(())
}

/// A call that waits for a stream, or asks whether it is done.
///
/// # Errors
/// As for [`permit`].
pub(in super::super) fn forbid_wait(host: &mut CallContext, stream: u64) -> Result<(), i32> {
    let graphs = &mut host.state.cuda.graphs;
    if graphs.captures.active.is_empty() {
        return Ok(());
    }
    if let Some(joined) = graphs.captures.streams.get(&stream).cloned() {
        if let Some(capture) = graphs.captures.active.get_mut(&joined.capture) {
            capture.is_invalid = true;
        }
        return Err(refuse_call(host, CAPTURE_UNSUPPORTED, "what it is given is not done before its graph is launched"));
    }
    default_stream(host, stream)?;
    forbid_unsafe(host)
}

/// A call that waits for an event, or asks whether it has happened.
///
/// # Errors
/// As for [`permit`].
pub(in super::super) fn forbid_event(host: &mut CallContext, event: u64) -> Result<(), i32> {
    let graphs = &mut host.state.cuda.graphs;
    if let Some((number, _)) = graphs.captures.events.get(&event).cloned() {
        if let Some(capture) = graphs.captures.active.get_mut(&number) {
            capture.is_invalid = true;
        }
        return Err(refuse(host, CAPTURED_EVENT, "the event was last recorded in a capture: it never happens"));
    }
    if graphs.captures.active.is_empty() { Ok(()) } else { forbid_unsafe(host) }
}

/// Work in the default stream, which waits for the blocking ones.
fn default_stream(host: &mut CallContext, stream: u64) -> Result<(), i32> {
    if stream > 1 {
        return Ok(());
    }
    let cuda = &mut host.state.cuda;
    let captures = &cuda.graphs.captures;
    let is_blocking = |stream: &u64| cuda.streams.get(stream).is_none_or(|stream| stream.flags & 1 == 0);
    let blocking: BTreeSet<u64> =
        captures.streams.iter().filter(|(stream, _)| is_blocking(stream)).map(|(_, joined)| joined.capture).collect();
    let mut has_some = false;
    for number in blocking {
        if let Some(capture) = cuda.graphs.captures.active.get_mut(&number) {
            capture.is_invalid = true;
            has_some = true;
        }
    }
    match has_some {
        true => Err(refuse_call(host, CAPTURE_IMPLICIT, "the default stream waits for it; use another one, or `cudaStreamNonBlocking`")),
        false => Ok(()),
    }
}

/// Whether what a stream is given becomes a node.
///
/// # Errors
/// As for [`permit`]: the capture is invalid, or this is the default stream and must not be used now.
pub(in super::super) fn takes(host: &mut CallContext, stream: u64) -> Result<bool, i32> {
    if host.thread.is_some() || host.state.cuda.graphs.captures.active.is_empty() {
        return Ok(false);
    }
    match host.state.cuda.graphs.status(stream) {
        1 => return Ok(true),
        2 => return Err(refuse(host, CAPTURE_INVALIDATED, "the capture of the stream failed before")),
        _ => {}
    }
    default_stream(host, stream)?;
    Ok(false)
}

/// Adds a node to the capture of a stream, after what the stream was given last.
pub(in super::super) fn add(host: &mut CallContext, stream: u64, work: NodeWork) -> i32 {
    let bytes = match &work {
        NodeWork::Kernel { params, .. } => params.len() as u64 + EACH,
        _ => EACH,
    };
    if host.state.cuda.graphs.owners.len() >= build::MOST || !host.take_memory(bytes) {
        refuse_work(host, stream);
        return refuse(host, MEMORY_ALLOCATION, "there is no room for another node");
    }
    add_with(host, stream, work, Vec::new());
    SUCCESS
}

/// As [`add`], with graphs in the node; its handle.
pub(super) fn add_with(host: &mut CallContext, stream: u64, work: NodeWork, inner: Vec<u64>) -> u64 {
    let captures = &host.state.cuda.graphs.captures;
    let Some(joined) = captures.streams.get(&stream).cloned() else { return 0 };
    let Some(graph) = captures.active.get(&joined.capture).map(|capture| capture.graph) else { return 0 };
    let node = build::push(host, graph, work, joined.after, inner);
    if let Some(joined) = host.state.cuda.graphs.captures.streams.get_mut(&stream) {
        joined.after = vec![node];
    }
    node
}

/// What a stream is given has no node: the capture ends invalid.
pub(in super::super) fn refuse_work(host: &mut CallContext, stream: u64) -> i32 {
    let graphs = &mut host.state.cuda.graphs;
    let number = graphs.captures.streams.get(&stream).map(|joined| joined.capture);
    if let Some(capture) = number.and_then(|number| graphs.captures.active.get_mut(&number)) {
        capture.is_invalid = true;
    }
    refuse_call(host, CAPTURE_UNSUPPORTED, "this call cannot become a node")
}

/// An event is recorded in a captured stream.
pub(in super::super) fn record(host: &mut CallContext, stream: u64, event: u64) {
    let captures = &mut host.state.cuda.graphs.captures;
    if let Some(joined) = captures.streams.get(&stream).cloned() {
        captures.events.insert(event, (joined.capture, joined.after));
    }
}

/// An event is recorded in a stream that is not captured, or ends.
pub(in super::super) fn forget_event(host: &mut CallContext, event: u64) {
    host.state.cuda.graphs.captures.events.remove(&event);
}

/// A stream waits for an event: whether that is all to be done.
///
/// # Errors
/// As for [`permit`].
pub(in super::super) fn wait(host: &mut CallContext, stream: u64, event: u64, is_recorded: bool) -> Result<bool, i32> {
    let takes = takes(host, stream)?;
    let graphs = &mut host.state.cuda.graphs;
    let Some((number, before)) = graphs.captures.events.get(&event).cloned() else {
        if takes && is_recorded {
            refuse_work(host, stream);
            return Err(refuse(host, CAPTURE_ISOLATION, "the event was recorded outside of the capture, whose work would depend on it"));
        }
        return Ok(takes);
    };
    if !graphs.captures.active.contains_key(&number) {
        return Err(refuse(host, CAPTURED_EVENT, "the event was last recorded in a capture, which has ended"));
    }
    if stream <= 1 {
        graphs.invalidate(|_| true);
        return Err(refuse(host, CAPTURE_IMPLICIT, "the default stream cannot be captured"));
    }
    match graphs.captures.streams.get_mut(&stream) {
        Some(joined) if joined.capture != number => {
            let other = joined.capture;
            for number in [number, other] {
                if let Some(capture) = graphs.captures.active.get_mut(&number) {
                    capture.is_invalid = true;
                }
            }
            return Err(refuse(host, CAPTURE_MERGE, "the event is of another capture than the stream"));
        }
        Some(joined) => {
            for node in before {
                if !joined.after.contains(&node) {
                    joined.after.push(node);
                }
            }
        }
        None => _ = graphs.captures.streams.insert(stream, Joined { capture: number, after: before }),
    }
    Ok(true)
}

/// A stream ends; a capture that began in it is lost.
pub(in super::super) fn forget_stream(host: &mut CallContext, stream: u64) {
    let captures = &mut host.state.cuda.graphs.captures;
    if let Some(joined) = captures.streams.remove(&stream)
        && captures.active.get(&joined.capture).is_some_and(|capture| capture.origin == stream)
    {
        captures.active.remove(&joined.capture);
        captures.streams.retain(|_, other| other.capture != joined.capture);
    }
}
