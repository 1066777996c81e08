//! `cudaGraphExecUpdate`: an instantiated graph gets the parameters of another graph of the same shape.

use super::super::code::{GRAPH_EXEC_UPDATE_FAILURE, INVALID_VALUE, SUCCESS};
use super::super::error::{call, refuse};
use super::exec::no_exec;
use super::params_calls::may_become;
use super::snapshot::Snapshot;
use super::{NodeWork, need_graph};
use crate::runtime::CallContext;
use crate::runtime::{Arg, Args, HostFunction, Stop};
use std::sync::Arc;

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGraphExecUpdate", |host, args| call(host, |host| update(host, args))),
    ("cudaGraphExecChildGraphNodeSetParams", |host, args| call(host, |host| set_child(host, args))),
];

/// Why graphs do not match: `enum cudaGraphExecUpdateResult` and the node.
struct Mismatch {
    result: u32,
    node: u64,
}

/// `cudaGraphExecUpdateErrorTopologyChanged`
const TOPOLOGY_CHANGED: u32 = 2;
/// `cudaGraphExecUpdateErrorNodeTypeChanged`
const NODE_TYPE_CHANGED: u32 = 3;
/// `cudaGraphExecUpdateErrorParametersChanged`
const PARAMETERS_CHANGED: u32 = 5;
/// `cudaGraphExecUpdateErrorNotSupported`
const NOT_SUPPORTED: u32 = 6;

/// Whether the nodes of one, in their order, can become those of the other.
fn compare(host: &CallContext, old: &Snapshot, new: &Snapshot) -> Result<(), Mismatch> {
    let mismatch = |result, node| Err(Mismatch { result, node });
    if old.steps.len() != new.steps.len() {
        return mismatch(TOPOLOGY_CHANGED, 0);
    }
    for (old, new) in old.steps.iter().zip(&new.steps) {
        if old.work.number() != new.work.number() {
            return mismatch(NODE_TYPE_CHANGED, new.handle);
        }
    }
    for (old, new) in old.steps.iter().zip(&new.steps) {
        let sorted = |list: &[usize]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        if sorted(&old.after) != sorted(&new.after) || old.inner.len() != new.inner.len() {
            return mismatch(TOPOLOGY_CHANGED, new.handle);
        }
        if old.work.is_memory() && old.work != new.work {
            return mismatch(NOT_SUPPORTED, new.handle);
        }
        if !may_become(host, &old.work, &new.work) {
            return mismatch(PARAMETERS_CHANGED, new.handle);
        }
        old.inner.iter().zip(&new.inner).try_for_each(|(old, new)| compare(host, old, new))?;
    }
    Ok(())
}

/// Takes over what the nodes of another graph do.
fn take(old: &mut Snapshot, new: Snapshot) {
    for (old, new) in old.steps.iter_mut().zip(new.steps) {
        old.work = new.work;
        old.trace = new.trace;
        for (old, new) in old.inner.iter_mut().zip(new.inner) {
            take(old, new);
        }
    }
}

fn update(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (handle, graph, target) = (args.at(0).u64(), args.at(1).u64(), args.at(2).address());
    let Some(old) = host.state.cuda.graphs.execs.get(&handle).map(|exec| exec.whole.clone()) else { return Ok(no_exec(host, handle)) };
    attempt!(need_graph(host, graph));
    let compared = match Snapshot::of(&host.state.cuda.graphs, graph) {
        Some(new) => compare(host, &old, &new).map(|()| new),
        None => Err(Mismatch { result: 1, node: 0 }),
    };
    let (result, node) = compared.as_ref().map_or_else(|mismatch| (mismatch.result, mismatch.node), |_| (0, 0));
    if target != 0 {
        let bytes = [u64::from(result), node, 0].into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
        host.write_bytes(target, &bytes)?;
    }
    let Ok(new) = compared else {
        let reason = match result {
            TOPOLOGY_CHANGED => "the graphs have other nodes or edges",
            NODE_TYPE_CHANGED => "nodes are of other types",
            PARAMETERS_CHANGED => "a node has parameters that cannot be changed: a copy stays between the same kinds of memory",
            _ => "the graphs have nodes that cannot be changed",
        };
        return Ok(refuse(host, GRAPH_EXEC_UPDATE_FAILURE, reason));
    };
    if let Some(exec) = host.state.cuda.graphs.execs.get_mut(&handle) {
        take(Arc::make_mut(&mut exec.whole), new);
    }
    Ok(SUCCESS)
}

fn set_child(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (handle, node, graph) = (args.at(0).u64(), args.at(1).u64(), args.at(2).u64());
    let Some(whole) = host.state.cuda.graphs.execs.get(&handle).map(|exec| exec.whole.clone()) else { return Ok(no_exec(host, handle)) };
    attempt!(need_graph(host, graph));
    let old = whole.step(node).filter(|step| step.work == NodeWork::Child).and_then(|step| step.inner.first());
    let new = Snapshot::of(&host.state.cuda.graphs, graph);
    let (Some(old), Some(new)) = (old, new) else { return Ok(refuse(host, INVALID_VALUE, "the node has no graph, or the graph is wrong")) };
    if compare(host, old, &new).is_err() {
        return Ok(refuse(host, INVALID_VALUE, "the graphs have other nodes or edges"));
    }
    let exec = host.state.cuda.graphs.execs.get_mut(&handle);
    if let Some(inner) = exec.and_then(|exec| Arc::make_mut(&mut exec.whole).step_mut(node)).and_then(|step| step.inner.first_mut()) {
        take(inner, new);
    }
    Ok(SUCCESS)
}
