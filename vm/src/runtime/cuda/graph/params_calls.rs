//! Parameters of nodes: asked for, and changed in graphs and in what was instantiated of them.

use super::super::code::{INVALID_VALUE, SUCCESS};
use super::super::copy_ends::Nature;
use super::super::error::{call, refuse};
use super::super::memory::answer_int;
use super::build::{any_work, need_type};
use super::exec::no_exec;
use super::{NodeWork, no_node, null, params, wrong_type};
use crate::runtime::CallContext;
use crate::runtime::cuda::array::long;
use crate::runtime::system::static_memory;
use crate::runtime::{Arg, Args, HostFunction, Stop};
use std::sync::Arc;

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGraphKernelNodeGetParams", |host, args| call(host, |host| get(host, args, 0))),
    ("cudaGraphMemcpyNodeGetParams", |host, args| call(host, |host| get(host, args, 1))),
    ("cudaGraphMemsetNodeGetParams", |host, args| call(host, |host| get(host, args, 2))),
    ("cudaGraphHostNodeGetParams", |host, args| call(host, |host| get(host, args, 3))),
    ("cudaGraphKernelNodeSetParams", |host, args| call(host, |host| set(host, None, args, params::kernel))),
    ("cudaGraphMemcpyNodeSetParams", |host, args| call(host, |host| set(host, None, args, params::copy))),
    ("cudaGraphMemcpyNodeSetParams1D", |host, args| call(host, |host| set_bytes(host, None, args))),
    ("cudaGraphMemcpyNodeSetParamsToSymbol", |host, args| call(host, |host| set_symbol(host, None, args, true))),
    ("cudaGraphMemcpyNodeSetParamsFromSymbol", |host, args| call(host, |host| set_symbol(host, None, args, false))),
    ("cudaGraphExecMemcpyNodeSetParamsToSymbol", |host, args| call(host, |host| set_symbol(host, exec_of(args), args.from(1), true))),
    ("cudaGraphExecMemcpyNodeSetParamsFromSymbol", |host, args| call(host, |host| set_symbol(host, exec_of(args), args.from(1), false))),
    ("cudaGraphMemsetNodeSetParams", |host, args| call(host, |host| set(host, None, args, params::fill))),
    ("cudaGraphHostNodeSetParams", |host, args| call(host, |host| set(host, None, args, params::host_function))),
    ("cudaGraphEventRecordNodeSetEvent", |host, args| call(host, |host| set_event(host, None, args, NodeWork::RecordEvent))),
    ("cudaGraphEventWaitNodeSetEvent", |host, args| call(host, |host| set_event(host, None, args, NodeWork::WaitEvent))),
    ("cudaGraphNodeSetParams", |host, args| call(host, |host| set(host, None, args, any_work))),
    ("cudaGraphExecKernelNodeSetParams", |host, args| call(host, |host| set(host, exec_of(args), args.from(1), params::kernel))),
    ("cudaGraphExecMemcpyNodeSetParams", |host, args| call(host, |host| set(host, exec_of(args), args.from(1), params::copy))),
    ("cudaGraphExecMemcpyNodeSetParams1D", |host, args| call(host, |host| set_bytes(host, exec_of(args), args.from(1)))),
    ("cudaGraphExecMemsetNodeSetParams", |host, args| call(host, |host| set(host, exec_of(args), args.from(1), params::fill))),
    ("cudaGraphExecHostNodeSetParams", |host, args| call(host, |host| set(host, exec_of(args), args.from(1), params::host_function))),
    ("cudaGraphExecEventRecordNodeSetEvent", |host, args| {
        call(host, |host| set_event(host, exec_of(args), args.from(1), NodeWork::RecordEvent))
    }),
    ("cudaGraphExecEventWaitNodeSetEvent", |host, args| {
        call(host, |host| set_event(host, exec_of(args), args.from(1), NodeWork::WaitEvent))
    }),
    ("cudaGraphExecNodeSetParams", |host, args| call(host, |host| set(host, exec_of(args), args.from(1), any_work))),
    ("cudaGraphNodeSetEnabled", |host, args| call(host, |host| set_enabled(host, args))),
    ("cudaGraphNodeGetEnabled", |host, args| call(host, |host| enabled(host, args))),
];

/// The instantiated graph that a function changes.
fn exec_of(args: &[Arg]) -> Option<u64> {
    Some(args.at(0).u64())
}

/// Writes what a node of a type does.
fn get(host: &mut CallContext, args: &[Arg], number: i32) -> Result<i32, Stop> {
    let (node, target) = (args.at(0).u64(), args.at(1).address());
    let work = attempt!(need_type(host, node, number));
    if target == 0 {
        return Ok(null(host, "the parameters"));
    }
    let bytes = match work {
        NodeWork::Kernel { kernel, config, params, .. } => {
            let list = arguments(host, node, kernel, &params);
            let dims = config.grid.into_iter().chain(config.block).chain([config.dynamic_shared as u32, 0]);
            let middle: Vec<u8> = dims.flat_map(u32::to_le_bytes).collect();
            [&kernel.to_le_bytes()[..], &middle, &list.to_le_bytes(), &[0; 8]].concat()
        }
        NodeWork::Copy(parms) => parms.to_vec(),
        NodeWork::Fill(fill) => {
            let two = u64::from(fill.value) | u64::from(fill.element) << 32;
            [fill.address, fill.pitch, two, fill.width, fill.height].into_iter().flat_map(u64::to_le_bytes).collect()
        }
        NodeWork::Host { function, data } => [function, data].into_iter().flat_map(u64::to_le_bytes).collect(),
        _ => return Ok(wrong_type(host)),
    };
    host.write_bytes(target, &bytes)?;
    Ok(SUCCESS)
}

/// The arguments of a node's launch in memory of the runtime: the list of their addresses.
fn arguments(host: &mut CallContext, node: u64, kernel: u64, params: &[u8]) -> u64 {
    let layout = host.kernel(kernel).map_or(Vec::new(), |info| info.params);
    let head = 8 * layout.len() as u64;
    let size = (head + params.len() as u64).max(8);
    let list = static_memory(host, &format!("arguments of node {node:#x}, {size} bytes"), size);
    let addresses: Vec<u8> = layout.iter().flat_map(|&(offset, _)| (list + head + u64::from(offset)).to_le_bytes()).collect();
    host.write_raw(list, &addresses);
    host.write_raw(list + head, params);
    list
}

/// What a copy is between: instantiated copies keep that.
fn natures(host: &CallContext, parms: &[u8; 160]) -> [Nature; 2] {
    let plain = |nature| if matches!(nature, Nature::Pinned | Nature::Managed) { Nature::Pageable } else { nature };
    [(0, 32), (64, 96)].map(|(array, pointer)| match long(parms, array) {
        0 => plain(Nature::of(host, long(parms, pointer))),
        _ => Nature::Device,
    })
}

/// Whether a copy of an instantiated graph may become another one.
pub(super) fn may_become(host: &CallContext, old: &NodeWork, new: &NodeWork) -> bool {
    match (old, new) {
        (NodeWork::Copy(old), NodeWork::Copy(new)) => natures(host, old) == natures(host, new),
        (NodeWork::Conditional { condition: old, .. }, NodeWork::Conditional { condition: new, .. }) => old == new,
        (old, new) => old.number() == new.number(),
    }
}

/// Gives a node of a graph, or of an instantiated one, something else to do.
fn change(host: &mut CallContext, exec: Option<u64>, node: u64, work: NodeWork) -> Result<i32, Stop> {
    let graphs = &host.state.cuda.graphs;
    let old = match exec {
        None => graphs.node(node).map(|node| node.work.clone()),
        Some(exec) => match graphs.execs.get(&exec) {
            Some(found) => found.whole.step(node).map(|step| step.work.clone()),
            None => return Ok(no_exec(host, exec)),
        },
    };
    let Some(old) = old else { return Ok(no_node(host, node)) };
    if old.number() != work.number() {
        return Ok(wrong_type(host));
    }
    if exec.is_some() && !may_become(host, &old, &work) {
        return Ok(refuse(host, INVALID_VALUE, "an instantiated copy stays between the kinds of memory that it was made for"));
    }
    let work = match (work, &old) {
        (NodeWork::Kernel { kernel, config, params, .. }, &NodeWork::Kernel { is_cooperative, .. }) => {
            NodeWork::Kernel { kernel, config, params, is_cooperative }
        }
        (work, _) => work,
    };
    let graphs = &mut host.state.cuda.graphs;
    match exec {
        None => {
            if let Some(node) = graphs.node_mut(node) {
                node.work = work;
            }
        }
        Some(exec) => {
            if let Some(step) = graphs.execs.get_mut(&exec).and_then(|exec| Arc::make_mut(&mut exec.whole).step_mut(node)) {
                step.work = work;
            }
        }
    }
    Ok(SUCCESS)
}

fn set(
    host: &mut CallContext,
    exec: Option<u64>,
    args: &[Arg],
    read: fn(&mut CallContext, u64) -> params::Read<NodeWork>,
) -> Result<i32, Stop> {
    let work = attempt!(read(host, args.at(1).address())?);
    change(host, exec, args.at(0).u64(), work)
}

fn set_bytes(host: &mut CallContext, exec: Option<u64>, args: &[Arg]) -> Result<i32, Stop> {
    let work = attempt!(params::copy_bytes(host, args.at(1).address(), args.at(2).address(), args.at(3).u64(), args.at(4).i32()));
    change(host, exec, args.at(0).u64(), work)
}

/// Node, target and source, of which one is the name of a device variable, bytes, offset, kind.
fn set_symbol(host: &mut CallContext, exec: Option<u64>, args: &[Arg], is_to: bool) -> Result<i32, Stop> {
    let (mut to, mut from, size) = (args.at(1).address(), args.at(2).address(), args.at(3).u64());
    let name = if is_to { &mut to } else { &mut from };
    *name = attempt!(super::super::copy::in_symbol(host, *name, size, args.at(4).u64()));
    let work = attempt!(params::copy_bytes(host, to, from, size, args.at(5).i32()));
    change(host, exec, args.at(0).u64(), work)
}

fn set_event(host: &mut CallContext, exec: Option<u64>, args: &[Arg], work: fn(u64) -> NodeWork) -> Result<i32, Stop> {
    let event = attempt!(params::event(host, args.at(1).u64()));
    change(host, exec, args.at(0).u64(), work(event))
}

/// Kernels, copies and fills can be switched off.
fn set_enabled(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (exec, node) = (args.at(0).u64(), args.at(1).u64());
    let Some(found) = host.state.cuda.graphs.execs.get_mut(&exec) else { return Ok(no_exec(host, exec)) };
    match Arc::make_mut(&mut found.whole).step_mut(node) {
        Some(step) if step.work.number() <= 2 => step.is_enabled = args.at(2).u32() != 0,
        Some(_) => return Ok(wrong_type(host)),
        None => return Ok(no_node(host, node)),
    }
    Ok(SUCCESS)
}

fn enabled(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (exec, node) = (args.at(0).u64(), args.at(1).u64());
    let Some(found) = host.state.cuda.graphs.execs.get(&exec) else { return Ok(no_exec(host, exec)) };
    match found.whole.step(node).filter(|step| step.work.number() <= 2).map(|step| step.is_enabled) {
        Some(is_enabled) => answer_int(host, args.at(2), i32::from(is_enabled)),
        None => Ok(refuse(host, INVALID_VALUE, "the instantiated graph has no such node that can be switched off")),
    }
}
