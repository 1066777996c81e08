//! User objects: what ends when the last graph or program that holds it lets go; conditions that kernels set.

use super::super::code::{INVALID_VALUE, SUCCESS};
use super::super::error::{call, refuse};
use super::super::memory::answer;
use super::{Graphs, need_graph, null};
use crate::runtime::CallContext;
use crate::runtime::{Arg, Args, HostFunction, Ret, Stop};
use kern_ir::RegType;
use std::collections::BTreeMap;

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaUserObjectCreate", |host, args| call(host, |host| create(host, args))),
    ("cudaUserObjectRetain", |host, args| call(host, |host| retain(host, args.at(0).u64(), args.at(1).u32()))),
    ("cudaUserObjectRelease", |host, args| call(host, |host| release(host, args.at(0).u64(), args.at(1).u32()))),
    ("cudaGraphRetainUserObject", |host, args| call(host, |host| graph_retain(host, args))),
    ("cudaGraphReleaseUserObject", |host, args| call(host, |host| graph_release(host, args))),
    ("cudaGraphSetConditional", set_condition),
];

/// An object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    pointer: u64,
    destroy: u64,
    holders: u64,
}

fn create(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (pointer, destroy, holders, flags) = (args.at(1).u64(), args.at(2).address(), args.at(3).u32(), args.at(4).u32());
    if args.at(0).address() == 0 || destroy == 0 {
        return Ok(null(host, "the object or its destructor"));
    }
    if holders == 0 || holders > i32::MAX as u32 || flags != 1 {
        return Ok(refuse(host, INVALID_VALUE, "the count must not be 0, and the flags must be `cudaUserObjectNoDestructorSync`"));
    }
    let cuda = &mut host.state.cuda;
    let handle = cuda.handle();
    cuda.graphs.objects.insert(handle, Object { pointer, destroy, holders: u64::from(holders) });
    answer(host, args.at(0), handle)
}

fn no_object(host: &mut CallContext) -> i32 {
    refuse(host, INVALID_VALUE, "this is no user object, or the count is 0 or too large")
}

fn retain(host: &mut CallContext, handle: u64, count: u32) -> Result<i32, Stop> {
    match host.state.cuda.graphs.objects.get_mut(&handle) {
        Some(object) if count > 0 => object.holders += u64::from(count),
        _ => return Ok(no_object(host)),
    }
    Ok(SUCCESS)
}

fn release(host: &mut CallContext, handle: u64, count: u32) -> Result<i32, Stop> {
    let is_held = host.state.cuda.graphs.objects.get(&handle).is_some_and(|object| object.holders >= u64::from(count));
    if count == 0 || !is_held {
        return Ok(no_object(host));
    }
    release_all(host, BTreeMap::from([(handle, count)]))?;
    Ok(SUCCESS)
}

/// An instantiated graph holds what its graph holds.
pub(super) fn retain_all(graphs: &mut Graphs, objects: &BTreeMap<u64, u32>) {
    for (handle, &count) in objects {
        if let Some(object) = graphs.objects.get_mut(handle) {
            object.holders += u64::from(count);
        }
    }
}

/// Objects are held less often; the destructors of those that nobody holds are called.
pub(super) fn release_all(host: &mut CallContext, objects: BTreeMap<u64, u32>) -> Result<(), Stop> {
    for (handle, count) in objects {
        let all = &mut host.state.cuda.graphs.objects;
        let Some(object) = all.get_mut(&handle) else { continue };
        object.holders = object.holders.saturating_sub(u64::from(count));
        let Object { pointer, destroy, holders } = *object;
        if holders == 0 {
            all.remove(&handle);
            host.call_for_stream(destroy, &[Arg { ty: RegType::B64, bits: pointer }])?;
        }
    }
    Ok(())
}

fn graph_retain(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (graph, handle, count, flags) = (args.at(0).u64(), args.at(1).u64(), args.at(2).u32(), args.at(3).u32());
    attempt!(need_graph(host, graph));
    if flags > 1 || count == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the count must not be 0, and the flags 0 or `cudaGraphUserObjectMove`"));
    }
    let graphs = &mut host.state.cuda.graphs;
    let Some(object) = graphs.objects.get_mut(&handle) else { return Ok(no_object(host)) };
    // Moved, the caller's count becomes the graph's.
    if flags == 0 {
        object.holders += u64::from(count);
    }
    if let Some(graph) = graphs.graphs.get_mut(&graph) {
        *graph.objects.entry(handle).or_default() += count;
    }
    Ok(SUCCESS)
}

fn graph_release(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (graph, handle, count) = (args.at(0).u64(), args.at(1).u64(), args.at(2).u32());
    attempt!(need_graph(host, graph));
    let held = host.state.cuda.graphs.graphs.get_mut(&graph).and_then(|graph| graph.objects.get_mut(&handle));
    match held {
        Some(held) if *held >= count && count > 0 => *held -= count,
        _ => return Ok(no_object(host)),
    }
    release_all(host, BTreeMap::from([(handle, count)]))?;
    Ok(SUCCESS)
}

/// A kernel sets the condition of the graph that it is in.
fn set_condition(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    if let Some(condition) = host.state.cuda.graphs.conditions.get_mut(&args.at(0).u64()) {
        condition.value = args.at(1).u32();
    }
    Ok(Ret::VOID)
}
