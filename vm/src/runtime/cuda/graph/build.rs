//! Graphs made node by node.

use super::super::code::{INVALID_VALUE, MEMORY_ALLOCATION, NOT_SUPPORTED, SUCCESS};
use super::super::error::{call, refuse};
use super::super::memory::answer;
use super::{Condition, Graph, Node, NodeWork, memory, need_graph, no_node, null, params, wrong_type};
use crate::runtime::CallContext;
use crate::runtime::cuda::array::{long, word};
use crate::runtime::{Arg, Args, HostFunction, Stop};
use std::collections::BTreeMap;

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGraphCreate", |host, args| call(host, |host| create(host, args))),
    ("cudaGraphAddKernelNode", |host, args| call(host, |host| add_with(host, args, params::kernel))),
    ("cudaGraphAddMemcpyNode", |host, args| call(host, |host| add_with(host, args, params::copy))),
    ("cudaGraphAddMemcpyNode1D", |host, args| call(host, |host| add_bytes(host, args))),
    ("cudaGraphAddMemcpyNodeToSymbol", |host, args| call(host, |host| add_symbol(host, args, true))),
    ("cudaGraphAddMemcpyNodeFromSymbol", |host, args| call(host, |host| add_symbol(host, args, false))),
    ("cudaGraphAddMemsetNode", |host, args| call(host, |host| add_with(host, args, params::fill))),
    ("cudaGraphAddHostNode", |host, args| call(host, |host| add_with(host, args, params::host_function))),
    ("cudaGraphAddChildGraphNode", |host, args| call(host, |host| add_child(host, At::of(args), args.at(4).u64()))),
    ("cudaGraphAddEmptyNode", |host, args| call(host, |host| add(host, At::of(args), NodeWork::Empty, Vec::new()))),
    ("cudaGraphAddEventRecordNode", |host, args| call(host, |host| add_event(host, args, NodeWork::RecordEvent))),
    ("cudaGraphAddEventWaitNode", |host, args| call(host, |host| add_event(host, args, NodeWork::WaitEvent))),
    ("cudaGraphAddMemAllocNode", |host, args| call(host, |host| memory::add_allocation(host, At::of(args), args.at(4).address()))),
    ("cudaGraphAddMemFreeNode", |host, args| call(host, |host| memory::add_free(host, At::of(args), args.at(4).address()))),
    ("cudaGraphAddNode", |host, args| call(host, |host| add_any(host, args))),
    ("cudaGraphConditionalHandleCreate", |host, args| call(host, |host| create_condition(host, args))),
    ("cudaGraphDestroyNode", |host, args| call(host, |host| destroy_node(host, args.at(0).u64()))),
    ("cudaGraphDestroy", |host, args| call(host, |host| destroy(host, args.at(0).u64()))),
    ("cudaGraphClone", |host, args| call(host, |host| clone(host, args))),
];

/// Most nodes of all graphs together.
pub(super) const MOST: usize = 1 << 20;

/// Most levels of graphs in graphs.
const DEEPEST: usize = 64;

/// Where a node goes: the variable for its handle, its graph, the list of those it comes after.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    target: Arg,
    graph: u64,
    list: u64,
    count: u64,
}

impl At {
    fn of(args: &[Arg]) -> At {
        At { target: args.at(0), graph: args.at(1).u64(), list: args.at(2).address(), count: args.at(3).u64() }
    }
}

fn create(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    if args.at(1).u32() != 0 {
        return Ok(refuse(host, INVALID_VALUE, "the flags must be 0"));
    }
    let handle = new_graph(host, Graph::default());
    answer(host, args.at(0), handle)
}

/// Adds a graph; its handle.
pub(super) fn new_graph(host: &mut CallContext, graph: Graph) -> u64 {
    let cuda = &mut host.state.cuda;
    let handle = cuda.handle();
    cuda.graphs.graphs.insert(handle, graph);
    handle
}

/// A list of handles in the program's memory.
pub(super) fn handles(host: &mut CallContext, list: u64, count: u64) -> Result<Vec<u64>, Stop> {
    if list == 0 || count > MOST as u64 {
        return Ok(Vec::new());
    }
    let bytes = host.read_bytes(list, 8 * count)?;
    Ok((0..count as usize).map(|i| long(&bytes, 8 * i)).collect())
}

/// Puts a node at the end of a graph; its handle.
pub(super) fn push(host: &mut CallContext, graph: u64, work: NodeWork, after: Vec<u64>, inner: Vec<u64>) -> u64 {
    let trace = host.trace();
    let cuda = &mut host.state.cuda;
    let handle = cuda.handle();
    cuda.graphs.owners.insert(handle, graph);
    if let Some(graph) = cuda.graphs.graphs.get_mut(&graph) {
        graph.push(Node { handle, work, after, before: Vec::new(), inner, trace, attributes: BTreeMap::new() });
    }
    handle
}

/// The nodes that a new one comes after.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn dependencies(host: &mut CallContext, at: At) -> params::Read<Vec<u64>> {
    if let Err(error) = need_graph(host, at.graph) {
        return Ok(Err(error));
    }
    if at.target.address() == 0 {
        return Ok(Err(null(host, "the node")));
    }
    if at.count > 0 && at.list == 0 || at.count > MOST as u64 {
        return Ok(Err(refuse(host, INVALID_VALUE, format!("a list of {} nodes is announced and none is given", at.count))));
    }
    let list = handles(host, at.list, at.count)?;
    for (index, &node) in list.iter().enumerate() {
        if host.state.cuda.graphs.owners.get(&node) != Some(&at.graph) {
            return Ok(Err(refuse(host, INVALID_VALUE, "a dependency is no node of this graph")));
        }
        if list[..index].contains(&node) {
            return Ok(Err(refuse(host, INVALID_VALUE, "a dependency is given twice")));
        }
    }
    let nodes = host.state.cuda.graphs.owners.len();
    Ok(if nodes >= MOST { Err(refuse(host, MEMORY_ALLOCATION, format!("graphs of more than {MOST} nodes"))) } else { Ok(list) })
}

/// Adds a node and gives its handle.
pub(super) fn add(host: &mut CallContext, at: At, work: NodeWork, inner: Vec<u64>) -> Result<i32, Stop> {
    let after = attempt!(dependencies(host, at)?);
    let handle = push(host, at.graph, work, after, inner);
    answer(host, at.target, handle)
}

fn add_with(host: &mut CallContext, args: &[Arg], read: fn(&mut CallContext, u64) -> params::Read<NodeWork>) -> Result<i32, Stop> {
    attempt!(dependencies(host, At::of(args))?);
    let work = attempt!(read(host, args.at(4).address())?);
    add(host, At::of(args), work, Vec::new())
}

fn add_bytes(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let work = attempt!(params::copy_bytes(host, args.at(4).address(), args.at(5).address(), args.at(6).u64(), args.at(7).i32()));
    add(host, At::of(args), work, Vec::new())
}

fn add_symbol(host: &mut CallContext, args: &[Arg], is_to: bool) -> Result<i32, Stop> {
    let name = args.at(if is_to { 4 } else { 5 }).address();
    let variable = attempt!(super::super::copy::in_symbol(host, name, args.at(6).u64(), args.at(7).u64()));
    let other = args.at(if is_to { 5 } else { 4 }).address();
    let (to, from) = if is_to { (variable, other) } else { (other, variable) };
    let work = attempt!(params::copy_bytes(host, to, from, args.at(6).u64(), args.at(8).i32()));
    add(host, At::of(args), work, Vec::new())
}

fn add_event(host: &mut CallContext, args: &[Arg], work: fn(u64) -> NodeWork) -> Result<i32, Stop> {
    let event = attempt!(params::event(host, args.at(4).u64()));
    add(host, At::of(args), work(event), Vec::new())
}

fn add_child(host: &mut CallContext, at: At, child: u64) -> Result<i32, Stop> {
    attempt!(need_graph(host, child));
    if child == at.graph {
        return Ok(refuse(host, INVALID_VALUE, "a graph cannot be in itself"));
    }
    attempt!(dependencies(host, at)?);
    let copy = attempt!(copy_of(host, child, at.graph));
    add(host, at, NodeWork::Child, vec![copy])
}

/// A copy of a graph that belongs to a node.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn copy_of(host: &mut CallContext, graph: u64, outer: u64) -> Result<u64, i32> {
    if host.state.cuda.graphs.has(graph, &NodeWork::is_memory) {
        return Err(refuse(host, NOT_SUPPORTED, "a graph that allocates memory, or frees it, cannot be copied"));
    }
    need_room(host, graph, outer)?;
    let copy = copy_graph(host, graph);
    if let Some(copied) = host.state.cuda.graphs.graphs.get_mut(&copy) {
        copied.is_inner = true;
        copied.outer = outer;
    }
    Ok(copy)
}

/// Whether a graph can be copied once more: copies of copies grow without bounds.
fn need_room(host: &mut CallContext, graph: u64, outer: u64) -> Result<(), i32> {
    let graphs = &host.state.cuda.graphs;
    let (depth, nodes) = graphs.graphs.get(&graph).map_or((0, 0), |graph| graph.extent(graphs));
    if depth + graphs.level(outer) >= DEEPEST || graphs.owners.len() + nodes > MOST {
        let reason = format!("graphs are nested {DEEPEST} deep at most, and have {MOST} nodes at most together");
        return Err(refuse(host, MEMORY_ALLOCATION, reason));
    }
    Ok(())
}

/// Copies a graph with the graphs in it; its handle.
fn copy_graph(host: &mut CallContext, graph: u64) -> u64 {
    let Some(Graph { nodes, .. }) = host.state.cuda.graphs.graphs.get(&graph).cloned() else { return 0 };
    let handle = new_graph(host, Graph::default());
    let mut names = BTreeMap::new();
    for node in &nodes {
        names.insert(node.handle, host.state.cuda.handle());
    }
    for mut node in nodes {
        let inner: Vec<u64> = node.inner.iter().map(|&inner| copy_graph(host, inner)).collect();
        let graphs = &mut host.state.cuda.graphs;
        for copy in &inner {
            if let Some(copy) = graphs.graphs.get_mut(copy) {
                copy.is_inner = true;
                copy.outer = handle;
            }
        }
        let original = node.handle;
        node.handle = names.get(&original).copied().unwrap_or(0);
        for list in [&mut node.after, &mut node.before] {
            *list = list.iter().filter_map(|other| names.get(other).copied()).collect();
        }
        node.inner = inner;
        graphs.owners.insert(node.handle, handle);
        if let Some(copy) = graphs.graphs.get_mut(&handle) {
            copy.originals.insert(original, node.handle);
            copy.nodes.push(node);
        }
    }
    handle
}

fn clone(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let graph = args.at(1).u64();
    attempt!(need_graph(host, graph));
    if args.at(0).address() == 0 {
        return Ok(null(host, "the clone"));
    }
    let is_copied = |work: &NodeWork| !work.is_memory() && !matches!(work, NodeWork::Conditional { .. });
    if host.state.cuda.graphs.has(graph, &|work| !is_copied(work)) {
        return Ok(refuse(host, NOT_SUPPORTED, "a graph with nodes for memory or conditions cannot be cloned"));
    }
    attempt!(need_room(host, graph, 0));
    let copy = copy_graph(host, graph);
    answer(host, args.at(0), copy)
}

/// `cudaGraphAddNode`: `cudaGraphNodeParams` comes by address.
fn add_any(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let at = At { target: args.at(0), graph: args.at(1).u64(), list: args.at(2).address(), count: args.at(4).u64() };
    let address = args.at(5).address();
    attempt!(dependencies(host, at)?);
    if address == 0 {
        return Ok(null(host, "the parameters"));
    }
    let bytes: [u8; 256] = host.read(address)?;
    match word(&bytes, 0) {
        4 => return add_child(host, at, long(&bytes, 16)),
        10 => return memory::add_allocation(host, at, address + 16),
        11 => return memory::add_free(host, at, long(&bytes, 16)),
        13 => return add_conditional(host, at, address, &bytes),
        _ => {}
    }
    let work = attempt!(any_work(host, address)?);
    add(host, at, work, Vec::new())
}

/// What `cudaGraphNodeParams` says, of the types whose nodes have no graph and no memory of their own.
pub(super) fn any_work(host: &mut CallContext, address: u64) -> params::Read<NodeWork> {
    if address == 0 {
        return Ok(Err(null(host, "the parameters")));
    }
    let bytes: [u8; 256] = host.read(address)?;
    match word(&bytes, 0) {
        0 => params::kernel(host, address + 16),
        1 => params::copy(host, address + 32),
        2 => params::fill(host, address + 16),
        3 => params::host_function(host, address + 16),
        5 => Ok(Ok(NodeWork::Empty)),
        6 => Ok(params::event(host, long(&bytes, 16)).map(NodeWork::WaitEvent)),
        7 => Ok(params::event(host, long(&bytes, 16)).map(NodeWork::RecordEvent)),
        8 | 9 => Ok(Err(refuse(host, NOT_SUPPORTED, "semaphores of other interfaces are not supported"))),
        other => Ok(Err(refuse(host, INVALID_VALUE, format!("{other} is no type of nodes that this function takes")))),
    }
}

/// A conditional node; its bodies are empty graphs, whose handles the program gets.
fn add_conditional(host: &mut CallContext, at: At, address: u64, bytes: &[u8]) -> Result<i32, Stop> {
    let (condition, kind, size) = (long(bytes, 16), word(bytes, 24), word(bytes, 28));
    if host.state.cuda.graphs.level(at.graph) >= DEEPEST {
        return Ok(refuse(host, MEMORY_ALLOCATION, format!("graphs are nested {DEEPEST} deep at most")));
    }
    let most = [2, 1, 1 << 10].get(kind as usize).copied().unwrap_or(0);
    if size == 0 || size > most {
        return Ok(refuse(host, INVALID_VALUE, format!("a conditional node of type {kind} with {size} bodies")));
    }
    let known = host.state.cuda.graphs.conditions.get(&condition).copied();
    match known {
        Some(known) if !known.is_used => {}
        Some(_) => return Ok(refuse(host, INVALID_VALUE, "another node has this condition")),
        None => return Ok(refuse(host, INVALID_VALUE, "the handle is no condition: `cudaGraphConditionalHandleCreate` makes one")),
    }
    let bodies: Vec<u64> = (0..size).map(|_| new_graph(host, Graph { is_inner: true, outer: at.graph, ..Graph::default() })).collect();
    let list = host.allocate(8 * u64::from(size), 16, crate::memory::AllocationKind::HostVariable).unwrap_or(0);
    for (index, body) in bodies.iter().enumerate() {
        host.write_raw(list + 8 * index as u64, &body.to_le_bytes());
    }
    host.write_bytes(address + 32, &list.to_le_bytes())?;
    if let Some(known) = host.state.cuda.graphs.conditions.get_mut(&condition) {
        known.is_used = true;
    }
    add(host, at, NodeWork::Conditional { condition, kind }, bodies)
}

fn create_condition(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (graph, value, flags) = (args.at(1).u64(), args.at(2).u32(), args.at(3).u32());
    attempt!(need_graph(host, graph));
    if flags > 1 {
        return Ok(refuse(host, INVALID_VALUE, format!("the flags {flags:#x} are not `cudaGraphCondAssignDefault`")));
    }
    if args.at(0).address() == 0 {
        return Ok(null(host, "the handle"));
    }
    let cuda = &mut host.state.cuda;
    let handle = cuda.handle();
    let default = (flags == 1).then_some(value);
    cuda.graphs.conditions.insert(handle, Condition { graph, value: 0, default, is_used: false });
    answer(host, args.at(0), handle)
}

fn destroy_node(host: &mut CallContext, handle: u64) -> Result<i32, Stop> {
    let Some(node) = host.state.cuda.graphs.node(handle).cloned() else { return Ok(no_node(host, handle)) };
    if node.work.is_memory() || matches!(node.work, NodeWork::Conditional { .. }) {
        return Ok(refuse(host, NOT_SUPPORTED, "nodes for memory or conditions cannot be removed"));
    }
    let graphs = &mut host.state.cuda.graphs;
    if let Some(graph) = graphs.owners.remove(&handle).and_then(|owner| graphs.graphs.get_mut(&owner)) {
        graph.nodes.retain(|other| other.handle != handle);
        for other in &mut graph.nodes {
            other.after.retain(|&other| other != handle);
            other.before.retain(|&other| other != handle);
        }
    }
    for inner in node.inner {
        remove_graph(host, inner)?;
    }
    Ok(SUCCESS)
}

fn destroy(host: &mut CallContext, handle: u64) -> Result<i32, Stop> {
    attempt!(need_graph(host, handle));
    if host.state.cuda.graphs.graphs.get(&handle).is_some_and(|graph| graph.is_inner) {
        return Ok(refuse(host, INVALID_VALUE, "the graph belongs to a node of another one"));
    }
    remove_graph(host, handle)?;
    Ok(SUCCESS)
}

/// Removes a graph with those in its nodes; what only it held ends.
pub(super) fn remove_graph(host: &mut CallContext, handle: u64) -> Result<(), Stop> {
    let graphs = &mut host.state.cuda.graphs;
    let Some(graph) = graphs.graphs.remove(&handle) else { return Ok(()) };
    graphs.conditions.retain(|_, condition| condition.graph != handle);
    for node in graph.nodes {
        host.state.cuda.graphs.owners.remove(&node.handle);
        if let NodeWork::Allocate { address, .. } = node.work {
            memory::drop_holder(host, address);
        }
        for inner in node.inner {
            remove_graph(host, inner)?;
        }
    }
    super::object::release_all(host, graph.objects)
}

/// Whether a node is of a type.
pub(super) fn need_type(host: &mut CallContext, node: u64, number: i32) -> Result<NodeWork, i32> {
    let work = super::work_of(host, node)?;
    if work.number() == number { Ok(work) } else { Err(wrong_type(host)) }
}

impl At {
    /// The graph that the node goes to.
    pub(super) fn graph(self) -> u64 {
        self.graph
    }
}
