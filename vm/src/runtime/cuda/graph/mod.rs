//! CUDA runtime API, "Graph Management": operations that are described once and launched many times.
//!
//! **What.** A graph is a list of nodes and edges between them, made node by node ([`build`]) or by capture of streams
//! ([`capture`]). Instantiated it is a copy of all that ([`exec`]), whose launch is one operation of its stream: its nodes run in
//! an order that the edges allow, always the same one, and on the modelled clock those without a path between them overlap
//! (CUDA C++ Programming Guide, "CUDA Graphs").
//! **Invariant.** Arguments of kernels are copied when a node is added; what is instantiated does not change with its graph.
//! **Source.** Error codes were measured on an H200 under CUDA 13 (November 2026).

/// A check's error is the call's answer.
macro_rules! attempt {
    ($checked:expr) => {
        match $checked {
            Ok(value) => value,
            Err(error) => return Ok(error),
        }
    };
}

mod branches;
pub(in crate::runtime) mod build;
pub(in crate::runtime) mod capture;
pub(in crate::runtime) mod capture_calls;
pub(in crate::runtime) mod dot;
pub(in crate::runtime) mod edges;
pub(in crate::runtime) mod exec;
pub(in crate::runtime) mod memory;
pub(in crate::runtime) mod object;
pub(in crate::runtime) mod params;
pub(in crate::runtime) mod params_calls;
pub(in crate::runtime) mod query;
mod run;
mod snapshot;
pub(in crate::runtime) mod update;

use super::code::INVALID_VALUE;
use super::error::refuse;
use super::transfer::Fill;
use crate::exec::device_engines::Cost;
use crate::instrument::WorkKind;
use crate::instrument::hazard::AccessedRange;
use crate::launch::LaunchConfig;
use crate::memory::{Trace, Use};
use crate::runtime::CallContext;
use std::collections::BTreeMap;

/// Everything about graphs that the runtime remembers.
#[derive(Clone, Default, Debug)]
pub(super) struct Graphs {
    graphs: BTreeMap<u64, Graph>,
    /// The graph of each node.
    owners: BTreeMap<u64, u64>,
    execs: BTreeMap<u64, exec::Exec>,
    conditions: BTreeMap<u64, Condition>,
    captures: capture::Captures,
    objects: BTreeMap<u64, object::Object>,
    memory: memory::GraphMemory,
    /// While a node runs: what it does, instead of an operation of a stream.
    pub(super) collected: Option<Collected>,
}

/// What a node that runs has asked for.
#[derive(Clone, Default, Debug)]
pub(super) struct Collected {
    pub(super) cost: Cost,
    /// What it does, and of what.
    pub(super) kind: WorkKind,
    pub(super) name: String,
    /// Memory of both sides that it uses.
    pub(super) uses: Vec<Use>,
    /// Device memory that it accesses, where that is looked at.
    pub(super) footprint: Vec<AccessedRange>,
    /// Other nodes may run at the same time.
    pub(super) has_branches: bool,
}

/// A graph.
#[derive(Clone, Default, Debug)]
struct Graph {
    /// In the order in which they were added, which is that of their handles.
    nodes: Vec<Node>,
    /// It belongs to a node: nobody else may end it.
    is_inner: bool,
    /// The graph of that node.
    outer: u64,
    /// In a clone, the nodes that its nodes were copied of.
    originals: BTreeMap<u64, u64>,
    /// It was instantiated.
    is_instantiated: bool,
    /// Objects it holds, and how often.
    objects: BTreeMap<u64, u32>,
}

/// A node of a graph.
#[derive(Clone, Debug)]
struct Node {
    handle: u64,
    work: NodeWork,
    /// Nodes that it comes directly after, in the order of the edges.
    after: Vec<u64>,
    /// Nodes that come directly after it, in the order of the edges.
    before: Vec<u64>,
    /// Graphs in it: a child, or the bodies of a conditional node.
    inner: Vec<u64>,
    /// Where it was added.
    trace: Trace,
    /// Attributes of a launch that the program set.
    attributes: BTreeMap<u32, [u8; 64]>,
}

/// What a node does.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum NodeWork {
    /// A launch: the kernel's address, its arguments.
    Kernel { kernel: u64, config: LaunchConfig, params: Vec<u8>, is_cooperative: bool },
    /// A copy: `cudaMemcpy3DParms`.
    Copy(Box<[u8; 160]>),
    /// A fill.
    Fill(Fill),
    /// A call of a host function.
    Host { function: u64, data: u64 },
    /// Another graph.
    Child,
    /// Nothing.
    Empty,
    /// A wait for an event.
    WaitEvent(u64),
    /// The record of an event.
    RecordEvent(u64),
    /// An allocation: its address, and `cudaMemAllocNodeParams`.
    Allocate { address: u64, params: Box<[u8; 120]> },
    /// The end of an allocation.
    Free(u64),
    /// Bodies that run as a condition says: `enum cudaGraphConditionalNodeType`.
    Conditional { condition: u64, kind: u32 },
}

impl NodeWork {
    /// `enum cudaGraphNodeType`
    fn number(&self) -> i32 {
        match self {
            NodeWork::Kernel { .. } => 0,
            NodeWork::Copy(_) => 1,
            NodeWork::Fill(_) => 2,
            NodeWork::Host { .. } => 3,
            NodeWork::Child => 4,
            NodeWork::Empty => 5,
            NodeWork::WaitEvent(_) => 6,
            NodeWork::RecordEvent(_) => 7,
            NodeWork::Allocate { .. } => 10,
            NodeWork::Free(_) => 11,
            NodeWork::Conditional { .. } => 13,
        }
    }

    /// It allocates memory of the graph, or frees it.
    fn is_memory(&self) -> bool {
        matches!(self, NodeWork::Allocate { .. } | NodeWork::Free(_))
    }
}

/// What conditional nodes ask.
#[derive(Clone, Copy, Default, Debug)]
struct Condition {
    graph: u64,
    value: u32,
    /// The value at the start of each launch, if it is set then.
    default: Option<u32>,
    is_used: bool,
}

impl Graph {
    fn node(&self, handle: u64) -> Option<&Node> {
        self.nodes.get(self.nodes.binary_search_by_key(&handle, |node| node.handle).ok()?)
    }

    fn node_mut(&mut self, handle: u64) -> Option<&mut Node> {
        let index = self.nodes.binary_search_by_key(&handle, |node| node.handle).ok()?;
        self.nodes.get_mut(index)
    }

    /// Adds a node with the edges to it.
    fn push(&mut self, node: Node) {
        for &before in &node.after {
            if let Some(before) = self.node_mut(before) {
                before.before.push(node.handle);
            }
        }
        self.nodes.push(node);
    }

    /// Levels of graphs in graphs, and nodes of all of them.
    fn extent(&self, graphs: &Graphs) -> (usize, usize) {
        let inner = self.nodes.iter().flat_map(|node| &node.inner).filter_map(|inner| graphs.graphs.get(inner));
        let extents = inner.map(|inner| inner.extent(graphs));
        let (depth, nodes) = extents.fold((0, self.nodes.len()), |all, one| (all.0.max(one.0), all.1 + one.1));
        (depth + 1, nodes)
    }

    /// Edges, by the node they come from, in the order in which they were added.
    fn edges(&self) -> Vec<(u64, u64)> {
        self.nodes.iter().flat_map(|from| from.before.iter().map(|&to| (from.handle, to))).collect()
    }
}

impl Graphs {
    fn node(&self, handle: u64) -> Option<&Node> {
        self.graphs.get(self.owners.get(&handle)?)?.node(handle)
    }

    /// How many graphs a graph is in.
    fn level(&self, graph: u64) -> usize {
        let outer = |graph: &u64| self.graphs.get(graph).map(|graph| graph.outer).filter(|&outer| outer != 0);
        std::iter::successors(outer(&graph), outer).take(1 << 10).count()
    }

    fn node_mut(&mut self, handle: u64) -> Option<&mut Node> {
        self.graphs.get_mut(self.owners.get(&handle)?)?.node_mut(handle)
    }

    /// Whether a graph, or one in its nodes, has a node of which this is so.
    fn has(&self, graph: u64, wanted: &dyn Fn(&NodeWork) -> bool) -> bool {
        let Some(graph) = self.graphs.get(&graph) else { return false };
        graph.nodes.iter().any(|node| wanted(&node.work) || node.inner.iter().any(|&inner| self.has(inner, wanted)))
    }

    /// The allocations of a graph and of the graphs in it.
    fn allocations(&self, graph: u64) -> Vec<u64> {
        let Some(graph) = self.graphs.get(&graph) else { return Vec::new() };
        let mut all = Vec::new();
        for node in &graph.nodes {
            if let NodeWork::Allocate { address, .. } = node.work {
                all.push(address);
            }
            node.inner.iter().for_each(|&inner| all.extend(self.allocations(inner)));
        }
        all
    }
}

/// A handle that is no graph.
fn no_graph(host: &mut CallContext, handle: u64) -> i32 {
    let reason = if handle == 0 { "the graph is null" } else { "this is no graph, or it was destroyed" };
    refuse(host, INVALID_VALUE, reason)
}

/// A handle that is no node.
fn no_node(host: &mut CallContext, handle: u64) -> i32 {
    let reason = if handle == 0 { "the node is null" } else { "this is no node of a graph, or it was destroyed" };
    refuse(host, INVALID_VALUE, reason)
}

/// A node of another type than the function is for.
fn wrong_type(host: &mut CallContext) -> i32 {
    refuse(host, INVALID_VALUE, "the node is of another type")
}

/// A null pointer.
fn null(host: &mut CallContext, what: &str) -> i32 {
    refuse(host, INVALID_VALUE, format!("the pointer to {what} is null"))
}

/// Whether a graph exists.
///
/// # Errors
/// CUDA's error, which is explained.
fn need_graph(host: &mut CallContext, handle: u64) -> Result<(), i32> {
    if host.state.cuda.graphs.graphs.contains_key(&handle) { Ok(()) } else { Err(no_graph(host, handle)) }
}

/// What a node does.
///
/// # Errors
/// CUDA's error, which is explained.
fn work_of(host: &mut CallContext, handle: u64) -> Result<NodeWork, i32> {
    let found = host.state.cuda.graphs.node(handle).map(|node| node.work.clone());
    found.ok_or_else(|| no_node(host, handle))
}
