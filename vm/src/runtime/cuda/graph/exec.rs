//! Instantiated graphs: a copy of a graph in an order that its edges allow; launching them.

use super::super::code::{INVALID_VALUE, NOT_SUPPORTED, SUCCESS};
use super::super::error::{call, refuse};
use super::super::memory::answer;
use super::super::operations::Submitted;
use super::super::stream::{need_stream, queue};
use super::snapshot::Snapshot;
use super::{Graph, NodeWork, build, capture, memory, need_graph, null, run};
use crate::runtime::CallContext;
use crate::runtime::cuda::array::long;
use crate::runtime::{Arg, Args, HostFunction, Stop};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("__kern_graph_instantiate", |host, args| call(host, |host| instantiate(host, args.at(0), args.at(1).u64(), args.at(2).u64()))),
    ("cudaGraphInstantiateWithFlags", |host, args| call(host, |host| instantiate(host, args.at(0), args.at(1).u64(), args.at(2).u64()))),
    ("cudaGraphInstantiateWithParams", |host, args| call(host, |host| instantiate_with(host, args))),
    ("cudaGraphExecGetFlags", |host, args| call(host, |host| flags(host, args))),
    ("cudaGraphUpload", |host, args| call(host, |host| upload(host, args))),
    ("cudaGraphLaunch", |host, args| call(host, |host| launch(host, args.at(0).u64(), args.at(1).u64()))),
    ("cudaGraphExecDestroy", |host, args| call(host, |host| destroy(host, args.at(0).u64()))),
];

/// `cudaGraphInstantiateFlagAutoFreeOnLaunch`
const AUTO_FREE: u64 = 1;

/// An instantiated graph.
#[derive(Clone, Debug)]
pub(super) struct Exec {
    /// The graph that it was made of.
    pub(super) graph: u64,
    flags: u64,
    pub(super) whole: Arc<Snapshot>,
    allocations: Vec<u64>,
    /// The graph's objects, which it holds too.
    objects: BTreeMap<u64, u32>,
    /// Its last launch, and the queue of that: the next comes behind it, in whatever stream.
    last: Option<(u64, Submitted)>,
}

/// A handle that is no instantiated graph.
pub(super) fn no_exec(host: &mut CallContext, handle: u64) -> i32 {
    let reason = if handle == 0 { "the instantiated graph is null" } else { "this is no instantiated graph, or it was destroyed" };
    refuse(host, INVALID_VALUE, reason)
}

/// What `cudaGraphInstantiateResult` says, besides the error.
fn check(host: &mut CallContext, graph: u64, flags: u64) -> Result<Snapshot, (i32, u32)> {
    need_graph(host, graph).map_err(|error| (error, 1))?;
    if flags > 15 {
        return Err((refuse(host, INVALID_VALUE, format!("the flags {flags:#x} are none of `cudaGraphInstantiateFlag…`")), 1));
    }
    if flags & 4 != 0 {
        return Err((refuse(host, NOT_SUPPORTED, "graphs that kernels launch are not supported"), 3));
    }
    let graphs = &host.state.cuda.graphs;
    let unused = graphs.conditions.values().any(|condition| condition.graph == graph && !condition.is_used);
    if unused {
        return Err((refuse(host, INVALID_VALUE, "the graph has a condition that no node has"), 5));
    }
    let is_second = graphs.graphs.get(&graph).is_some_and(|graph| graph.is_instantiated) && graphs.has(graph, &NodeWork::is_memory);
    if is_second {
        let reason = "a graph that allocates memory, or frees it, can be instantiated once at a time";
        return Err((refuse(host, NOT_SUPPORTED, reason), 1));
    }
    match Snapshot::of(graphs, graph) {
        Some(snapshot) => Ok(snapshot),
        None => Err((refuse(host, INVALID_VALUE, "the edges of the graph go round in a circle"), 2)),
    }
}

fn instantiate(host: &mut CallContext, target: Arg, graph: u64, flags: u64) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(null(host, "the instantiated graph"));
    }
    match check(host, graph, flags) {
        Ok(snapshot) => make(host, target, graph, flags, snapshot),
        Err((error, _)) => Ok(error),
    }
}

fn make(host: &mut CallContext, target: Arg, graph: u64, flags: u64, snapshot: Snapshot) -> Result<i32, Stop> {
    let allocations = host.state.cuda.graphs.allocations(graph);
    allocations.iter().for_each(|&address| memory::add_holder(host, address));
    let cuda = &mut host.state.cuda;
    let handle = cuda.handle();
    let objects = match cuda.graphs.graphs.get_mut(&graph) {
        Some(graph) => {
            graph.is_instantiated = true;
            graph.objects.clone()
        }
        None => BTreeMap::new(),
    };
    super::object::retain_all(&mut cuda.graphs, &objects);
    cuda.graphs.execs.insert(handle, Exec { graph, flags, whole: Arc::new(snapshot), allocations, objects, last: None });
    answer(host, target, handle)
}

/// `cudaGraphInstantiateParams`: flags, stream, the node that is wrong, the result.
fn instantiate_with(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (graph, address) = (args.at(1).u64(), args.at(2).address());
    if args.at(0).address() == 0 || address == 0 {
        return Ok(null(host, "the parameters"));
    }
    let bytes: [u8; 32] = host.read(address)?;
    let checked = check(host, graph, long(&bytes, 0));
    let result = checked.as_ref().map_or_else(|(_, result)| *result, |_| 0);
    host.write_bytes(address + 16, &[&0u64.to_le_bytes()[..], &result.to_le_bytes()].concat())?;
    match checked {
        Ok(snapshot) => make(host, args.at(0), graph, long(&bytes, 0), snapshot),
        Err((error, _)) => Ok(error),
    }
}

fn flags(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let handle = args.at(0).u64();
    match host.state.cuda.graphs.execs.get(&handle).map(|exec| exec.flags) {
        Some(flags) => answer(host, args.at(1), flags),
        None => Ok(no_exec(host, handle)),
    }
}

fn upload(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let handle = args.at(0).u64();
    if !host.state.cuda.graphs.execs.contains_key(&handle) {
        return Ok(no_exec(host, handle));
    }
    attempt!(need_stream(host, Some(args.at(1).u64())));
    Ok(SUCCESS)
}

fn destroy(host: &mut CallContext, handle: u64) -> Result<i32, Stop> {
    let Some(exec) = host.state.cuda.graphs.execs.remove(&handle) else { return Ok(no_exec(host, handle)) };
    if let Some(graph) = host.state.cuda.graphs.graphs.get_mut(&exec.graph) {
        graph.is_instantiated = false;
    }
    exec.allocations.iter().for_each(|&address| memory::drop_holder(host, address));
    super::object::release_all(host, exec.objects)?;
    Ok(SUCCESS)
}

fn launch(host: &mut CallContext, handle: u64, stream: u64) -> Result<i32, Stop> {
    let Some(exec) = host.state.cuda.graphs.execs.get(&handle).cloned() else { return Ok(no_exec(host, handle)) };
    attempt!(need_stream(host, Some(stream)));
    if attempt!(capture::takes(host, stream)) {
        if !exec.allocations.is_empty() {
            return Ok(capture::refuse_work(host, stream));
        }
        let child = graph_of(host, &exec.whole);
        if host.state.cuda.graphs.owners.len() > build::MOST {
            return Ok(capture::refuse_work(host, stream));
        }
        capture::add_with(host, stream, NodeWork::Child, vec![child]);
        return Ok(SUCCESS);
    }
    let left: Vec<u64> = exec.allocations.iter().copied().filter(|&address| memory::is_live(host, address)).collect();
    if exec.flags & AUTO_FREE != 0 {
        left.iter().for_each(|&address| memory::end(host, address));
    } else if !left.is_empty() {
        let reason = "memory that the last launch allocated has not been freed: free it, or instantiate the graph with \
                      `cudaGraphInstantiateFlagAutoFreeOnLaunch`";
        return Ok(refuse(host, INVALID_VALUE, reason));
    }
    let stream = queue(stream);
    let elsewhere = exec.last.filter(|(other, _)| *other != stream).map(|(_, last)| last);
    let submitted = run::whole(host, &exec.whole, stream, elsewhere)?;
    if let Some(exec) = host.state.cuda.graphs.execs.get_mut(&handle) {
        exec.last = Some((stream, submitted));
    }
    Ok(SUCCESS)
}

/// A graph for what was instantiated, as a node of a captured graph.
fn graph_of(host: &mut CallContext, snapshot: &Snapshot) -> u64 {
    let graph = build::new_graph(host, Graph { is_inner: true, ..Graph::default() });
    let mut handles = vec![0; snapshot.steps.len()];
    for &index in &snapshot.order {
        let step = &snapshot.steps[index];
        let inner = step.inner.iter().map(|inner| graph_of(host, inner)).collect();
        let after = step.after.iter().map(|&before| handles[before]).collect();
        handles[index] = build::push(host, graph, step.work.clone(), after, inner);
    }
    graph
}
