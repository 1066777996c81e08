//! Questions about nodes; the attributes of launches in them.

use super::super::code::{INVALID_VALUE, SUCCESS};
use super::super::error::{call, refuse};
use super::super::memory::{answer, answer_int};
use super::build::need_type;
use super::{NodeWork, need_graph, null, work_of};
use crate::runtime::CallContext;
use crate::runtime::{Arg, Args, HostFunction, Stop};

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGraphNodeGetType", |host, args| call(host, |host| node_type(host, args))),
    ("cudaGraphNodeFindInClone", |host, args| call(host, |host| find_in_clone(host, args))),
    ("cudaGraphChildGraphNodeGetGraph", |host, args| call(host, |host| child(host, args))),
    ("cudaGraphEventRecordNodeGetEvent", |host, args| call(host, |host| event(host, args, 7))),
    ("cudaGraphEventWaitNodeGetEvent", |host, args| call(host, |host| event(host, args, 6))),
    ("cudaGraphKernelNodeSetAttribute", |host, args| call(host, |host| set_attribute(host, args))),
    ("cudaGraphKernelNodeGetAttribute", |host, args| call(host, |host| attribute(host, args))),
    ("cudaGraphKernelNodeCopyAttributes", |host, args| call(host, |host| copy_attributes(host, args))),
];

/// `cudaLaunchAttributeCooperative`
const COOPERATIVE: u32 = 2;

fn node_type(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let work = attempt!(work_of(host, args.at(0).u64()));
    answer_int(host, args.at(1), work.number())
}

fn find_in_clone(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    attempt!(need_graph(host, args.at(2).u64()));
    let clone = host.state.cuda.graphs.graphs.get(&args.at(2).u64());
    match clone.and_then(|clone| clone.originals.get(&args.at(1).u64()).copied()) {
        Some(node) => answer(host, args.at(0), node),
        None => Ok(refuse(host, INVALID_VALUE, "the graph has no copy of this node: it is no clone of the node's graph")),
    }
}

fn child(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    attempt!(need_type(host, args.at(0).u64(), 4));
    let inner = host.state.cuda.graphs.node(args.at(0).u64()).and_then(|node| node.inner.first().copied()).unwrap_or(0);
    answer(host, args.at(1), inner)
}

fn event(host: &mut CallContext, args: &[Arg], number: i32) -> Result<i32, Stop> {
    match attempt!(need_type(host, args.at(0).u64(), number)) {
        NodeWork::WaitEvent(event) | NodeWork::RecordEvent(event) => answer(host, args.at(1), event),
        _ => Ok(INVALID_VALUE),
    }
}

/// Attributes are remembered; of those only "cooperative" changes what happens.
fn set_attribute(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (handle, attribute) = (args.at(0).u64(), args.at(1).u32());
    attempt!(need_type(host, handle, 0));
    if args.at(2).address() == 0 {
        return Ok(null(host, "the value"));
    }
    if !matches!(attribute, 1 | 2 | 4..=6 | 8..=11 | 13 | 14 | 16) {
        return Ok(refuse(host, INVALID_VALUE, format!("{attribute} is no attribute of launches in graphs")));
    }
    let value: [u8; 64] = host.read(args.at(2).address())?;
    if let Some(node) = host.state.cuda.graphs.node_mut(handle) {
        node.attributes.insert(attribute, value);
        if let (COOPERATIVE, NodeWork::Kernel { is_cooperative, .. }) = (attribute, &mut node.work) {
            *is_cooperative = value[0] != 0;
        }
    }
    Ok(SUCCESS)
}

fn attribute(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let NodeWork::Kernel { is_cooperative, .. } = attempt!(need_type(host, args.at(0).u64(), 0)) else { return Ok(INVALID_VALUE) };
    if args.at(2).address() == 0 {
        return Ok(null(host, "the value"));
    }
    let known = host.state.cuda.graphs.node(args.at(0).u64()).and_then(|node| node.attributes.get(&args.at(1).u32()).copied());
    let value = known.unwrap_or_else(|| {
        let mut value = [0; 64];
        value[0] = u8::from(args.at(1).u32() == COOPERATIVE && is_cooperative);
        value
    });
    host.write_bytes(args.at(2).address(), &value)?;
    Ok(SUCCESS)
}

fn copy_attributes(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    attempt!(need_type(host, args.at(0).u64(), 0));
    let NodeWork::Kernel { is_cooperative: wanted, .. } = attempt!(need_type(host, args.at(1).u64(), 0)) else { return Ok(INVALID_VALUE) };
    let graphs = &mut host.state.cuda.graphs;
    let attributes = graphs.node(args.at(1).u64()).map(|node| node.attributes.clone()).unwrap_or_default();
    if let Some(node) = graphs.node_mut(args.at(0).u64()) {
        node.attributes = attributes;
        if let NodeWork::Kernel { is_cooperative, .. } = &mut node.work {
            *is_cooperative = wanted;
        }
    }
    Ok(SUCCESS)
}
