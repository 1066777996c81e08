//! Edges of graphs: added, removed, listed.

use super::super::code::{INVALID_VALUE, SUCCESS};
use super::super::error::{call, refuse};
use super::super::memory::answer;
use super::{build, need_graph, no_node, null};
use crate::runtime::CallContext;
use crate::runtime::{Arg, Args, HostFunction, Stop};

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGraphAddDependencies", |host, args| call(host, |host| change(host, args, true))),
    ("cudaGraphRemoveDependencies", |host, args| call(host, |host| change(host, args, false))),
    ("cudaGraphGetNodes", |host, args| call(host, |host| nodes(host, args, false))),
    ("cudaGraphGetRootNodes", |host, args| call(host, |host| nodes(host, args, true))),
    ("cudaGraphGetEdges", |host, args| call(host, |host| edges(host, args))),
    ("cudaGraphNodeGetDependencies", |host, args| call(host, |host| neighbours(host, args, true))),
    ("cudaGraphNodeGetDependentNodes", |host, args| call(host, |host| neighbours(host, args, false))),
];

/// Adds edges, or removes them: all, or none.
fn change(host: &mut CallContext, args: &[Arg], adds: bool) -> Result<i32, Stop> {
    let (graph, count) = (args.at(0).u64(), args.at(4).u64());
    attempt!(need_graph(host, graph));
    if count == 0 {
        return Ok(SUCCESS);
    }
    if args.at(1).address() == 0 || args.at(2).address() == 0 {
        return Ok(null(host, "the nodes"));
    }
    let from = build::handles(host, args.at(1).address(), count)?;
    let to = build::handles(host, args.at(2).address(), count)?;
    let is_of = |node: &u64| host.state.cuda.graphs.owners.get(node) == Some(&graph);
    if from.len() as u64 != count || !from.iter().chain(&to).all(is_of) {
        return Ok(refuse(host, INVALID_VALUE, "a node does not belong to the graph"));
    }
    let Some(mut changed) = host.state.cuda.graphs.graphs.get(&graph).cloned() else { return Ok(INVALID_VALUE) };
    for (from, to) in from.into_iter().zip(to) {
        let Some(node) = changed.node_mut(to) else { return Ok(INVALID_VALUE) };
        let known = node.after.iter().position(|&before| before == from);
        match (known, adds) {
            (None, true) if from != to => node.after.push(from),
            (Some(index), false) => _ = node.after.remove(index),
            (None, true) => return Ok(refuse(host, INVALID_VALUE, "a node cannot come after itself")),
            (Some(_), true) => return Ok(refuse(host, INVALID_VALUE, "the graph has this edge already")),
            (None, false) => return Ok(refuse(host, INVALID_VALUE, "the graph has no such edge")),
        }
        if let Some(node) = changed.node_mut(from) {
            if adds { node.before.push(to) } else { node.before.retain(|&after| after != to) }
        }
    }
    host.state.cuda.graphs.graphs.insert(graph, changed);
    Ok(SUCCESS)
}

/// Writes lists of handles, each to its place if it has one, and how many there are: at most as many as the program has room for,
/// and nulls to the rest of the room.
fn list(host: &mut CallContext, lists: &[(u64, Vec<u64>)], count: Arg) -> Result<i32, Stop> {
    if count.address() == 0 {
        return Ok(null(host, "the number"));
    }
    let all = lists.first().map_or(0, |(_, list)| list.len() as u64);
    if lists.iter().all(|(target, _)| *target == 0) {
        return answer(host, count, all);
    }
    let room = u64::from_le_bytes(host.read(count.address())?);
    for (target, list) in lists.iter().filter(|(target, _)| *target != 0) {
        let most = room.min(list.len() as u64 + (1 << 16)) as usize;
        let bytes: Vec<u8> = (0..most).flat_map(|i| list.get(i).copied().unwrap_or(0).to_le_bytes()).collect();
        host.write_bytes(*target, &bytes)?;
    }
    answer(host, count, room.min(all))
}

fn nodes(host: &mut CallContext, args: &[Arg], roots: bool) -> Result<i32, Stop> {
    attempt!(need_graph(host, args.at(0).u64()));
    let graph = host.state.cuda.graphs.graphs.get(&args.at(0).u64());
    let wanted = graph.into_iter().flat_map(|graph| &graph.nodes).filter(|node| !roots || node.after.is_empty());
    let all = wanted.map(|node| node.handle).collect();
    list(host, &[(args.at(1).address(), all)], args.at(2))
}

fn edges(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    attempt!(need_graph(host, args.at(0).u64()));
    let edges = host.state.cuda.graphs.graphs.get(&args.at(0).u64()).map_or(Vec::new(), |graph| graph.edges());
    let (from, to): (Vec<u64>, Vec<u64>) = edges.into_iter().unzip();
    // The data of plain edges is all zero.
    let data = vec![0; from.len()];
    list(host, &[(args.at(1).address(), from), (args.at(2).address(), to), (args.at(3).address(), data)], args.at(4))
}

fn neighbours(host: &mut CallContext, args: &[Arg], before: bool) -> Result<i32, Stop> {
    let handle = args.at(0).u64();
    let graphs = &host.state.cuda.graphs;
    let Some(node) = graphs.node(handle) else { return Ok(no_node(host, handle)) };
    let found: Vec<u64> = if before { node.after.clone() } else { node.before.clone() };
    let data = vec![0; found.len()];
    list(host, &[(args.at(1).address(), found), (args.at(2).address(), data)], args.at(3))
}
