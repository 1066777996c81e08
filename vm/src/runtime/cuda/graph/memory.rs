//! Memory of graphs: allocated by one node, freed by another, or by the program later (CUDA C++ Programming Guide, "Graph Memory
//! Nodes").
//!
//! **Invariant.** The address is the node's from the moment when it is added; the memory exists from the run of the node to the end
//! of the allocation.
//! **Source.** That the driver takes memory for graphs in steps of 32 MiB was measured on an H200 (November 2026).

use super::super::code::{INVALID_VALUE, MEMORY_ALLOCATION, SUCCESS};
use super::super::device::on_device;
use super::super::error::{call, refuse};
use super::super::memory::answer;
use super::build::{At, add, dependencies, need_type};
use super::{NodeWork, null};
use crate::memory::AllocationKind;
use crate::runtime::CallContext;
use crate::runtime::cuda::array::{long, word};
use crate::runtime::{Arg, Args, HostFunction, Stop};
use std::collections::BTreeMap;

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGraphMemAllocNodeGetParams", |host, args| call(host, |host| allocation_params(host, args))),
    ("cudaGraphMemFreeNodeGetParams", |host, args| call(host, |host| free_params(host, args))),
    ("cudaDeviceGetGraphMemAttribute", |host, args| on_device(host, args.at(0).i32(), |host| attribute(host, args))),
    ("cudaDeviceSetGraphMemAttribute", |host, args| on_device(host, args.at(0).i32(), |host| set_attribute(host, args))),
    ("cudaDeviceGraphMemTrim", |host, args| on_device(host, args.at(0).i32(), trim)),
];

/// Bytes in which the driver takes memory for graphs.
const STEP: u64 = 32 << 20;

/// All memory of graphs.
#[derive(Clone, Default, Debug)]
pub(super) struct GraphMemory {
    allocations: BTreeMap<u64, GraphAllocation>,
    reserved: u64,
    reserved_high: u64,
    used_high: u64,
}

/// An allocation of a graph.
#[derive(Clone, Copy, Debug)]
struct GraphAllocation {
    size: u64,
    /// The graph and those instantiated of it.
    holders: u32,
    is_live: bool,
    /// It was launched: the driver has memory for it.
    was_launched: bool,
}

impl GraphMemory {
    /// Bytes that launched graphs use.
    fn used(&self) -> u64 {
        let sum: u64 = self.allocations.values().filter(|a| a.was_launched).map(|a| a.size).sum();
        sum.next_multiple_of(STEP)
    }
}

/// Adds a node that allocates; `cudaMemAllocNodeParams` comes by address and gets the memory's.
pub(super) fn add_allocation(host: &mut CallContext, at: At, address: u64) -> Result<i32, Stop> {
    attempt!(dependencies(host, at)?);
    if address == 0 {
        return Ok(null(host, "the parameters"));
    }
    let mut params: Box<[u8; 120]> = Box::new(host.read(address)?);
    let (kind, location, device, size) = (word(&*params, 0), word(&*params, 8), word(&*params, 12) as i32, long(&*params, 104));
    if kind != 1 || location != 1 || device < 0 || device >= host.machine.config.devices as i32 {
        let reason = "the memory must be pinned (`cudaMemAllocationTypePinned`) and on a device that exists";
        return Ok(refuse(host, INVALID_VALUE, reason));
    }
    if size == 0 {
        return Ok(refuse(host, INVALID_VALUE, "0 bytes"));
    }
    let Some(memory) = host.allocate(size, 256, AllocationKind::Device) else {
        return Ok(refuse(host, MEMORY_ALLOCATION, format!("{size} bytes, and {} are free", host.device_memory_free())));
    };
    host.machine.memory.set_kind(memory, AllocationKind::Idle);
    let allocation = GraphAllocation { size, holders: 1, is_live: false, was_launched: false };
    host.state.cuda.graphs.memory.allocations.insert(memory, allocation);
    params[112..120].copy_from_slice(&memory.to_le_bytes());
    host.write_bytes(address + 112, &memory.to_le_bytes())?;
    add(host, at, NodeWork::Allocate { address: memory, params }, Vec::new())
}

/// A captured `cudaMallocAsync`: the address of the memory.
pub(in super::super) fn captured(host: &mut CallContext, stream: u64, size: u64) -> Option<u64> {
    let memory = host.allocate(size, 256, AllocationKind::Device)?;
    host.machine.memory.set_kind(memory, AllocationKind::Idle);
    let allocation = GraphAllocation { size, holders: 1, is_live: false, was_launched: false };
    host.state.cuda.graphs.memory.allocations.insert(memory, allocation);
    let mut params = Box::new([0; 120]);
    params[0] = 1;
    params[8] = 1;
    params[104..112].copy_from_slice(&size.to_le_bytes());
    params[112..120].copy_from_slice(&memory.to_le_bytes());
    super::capture::add(host, stream, NodeWork::Allocate { address: memory, params });
    Some(memory)
}

/// Whether an address is one that a graph allocates.
pub(in super::super) fn is_of_graph(host: &mut CallContext, address: u64) -> bool {
    host.state.cuda.graphs.memory.allocations.contains_key(&address)
}

/// Adds a node that frees what a node allocates, of the same graph or of another.
pub(super) fn add_free(host: &mut CallContext, at: At, address: u64) -> Result<i32, Stop> {
    attempt!(dependencies(host, at)?);
    let graph = at.graph();
    let graphs = &host.state.cuda.graphs;
    let is_of_graph = graphs.memory.allocations.contains_key(&address);
    let is_freed = graphs.has(graph, &|work| *work == NodeWork::Free(address));
    if !is_of_graph || is_freed {
        let reason = if is_freed { "another node frees this memory" } else { "no node of a graph allocates this memory" };
        return Ok(refuse(host, INVALID_VALUE, reason));
    }
    add(host, at, NodeWork::Free(address), Vec::new())
}

/// The node that allocates runs.
pub(super) fn begin(host: &mut CallContext, address: u64) {
    host.machine.memory.set_kind(address, AllocationKind::Device);
    let memory = &mut host.state.cuda.graphs.memory;
    if let Some(allocation) = memory.allocations.get_mut(&address) {
        allocation.is_live = true;
        allocation.was_launched = true;
    }
    let used = memory.used();
    memory.used_high = memory.used_high.max(used);
    memory.reserved = memory.reserved.max(used);
    memory.reserved_high = memory.reserved_high.max(memory.reserved);
}

/// The allocation ends; the graph can make it again.
pub(in super::super) fn end(host: &mut CallContext, address: u64) {
    host.machine.memory.set_kind(address, AllocationKind::Idle);
    if let Some(allocation) = host.state.cuda.graphs.memory.allocations.get_mut(&address) {
        allocation.is_live = false;
    }
    release(host, address);
}

/// Whether the memory exists now.
pub(in super::super) fn is_live(host: &mut CallContext, address: u64) -> bool {
    host.state.cuda.graphs.memory.allocations.get(&address).is_some_and(|allocation| allocation.is_live)
}

/// A graph is instantiated.
pub(super) fn add_holder(host: &mut CallContext, address: u64) {
    if let Some(allocation) = host.state.cuda.graphs.memory.allocations.get_mut(&address) {
        allocation.holders += 1;
    }
}

/// A graph ends.
pub(super) fn drop_holder(host: &mut CallContext, address: u64) {
    if let Some(allocation) = host.state.cuda.graphs.memory.allocations.get_mut(&address) {
        allocation.holders = allocation.holders.saturating_sub(1);
        // Only what was instantiated is launched.
        allocation.was_launched &= allocation.holders > 1 || allocation.is_live;
    }
    release(host, address);
}

/// Nobody can allocate it any more, and it is not in use.
fn release(host: &mut CallContext, address: u64) {
    let allocations = &mut host.state.cuda.graphs.memory.allocations;
    if allocations.get(&address).is_some_and(|allocation| allocation.holders == 0 && !allocation.is_live) {
        allocations.remove(&address);
        host.machine.memory.set_kind(address, AllocationKind::Device);
        host.release(address);
    }
}

fn allocation_params(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let NodeWork::Allocate { params, .. } = attempt!(need_type(host, args.at(0).u64(), 10)) else { return Ok(INVALID_VALUE) };
    if args.at(1).address() == 0 {
        return Ok(null(host, "the parameters"));
    }
    host.write_bytes(args.at(1).address(), &params[..])?;
    Ok(SUCCESS)
}

fn free_params(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let NodeWork::Free(address) = attempt!(need_type(host, args.at(0).u64(), 11)) else { return Ok(INVALID_VALUE) };
    answer(host, args.at(1), address)
}

/// `enum cudaGraphMemAttributeType`
fn attribute(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let memory = &host.state.cuda.graphs.memory;
    let values = [memory.used(), memory.used_high, memory.reserved, memory.reserved_high];
    match values.get(args.at(1).u32() as usize).copied() {
        Some(value) => answer(host, args.at(2), value),
        None => Ok(refuse(host, INVALID_VALUE, "there is no such attribute")),
    }
}

/// The highest values can be set to 0.
fn set_attribute(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    if args.at(2).address() == 0 {
        return Ok(null(host, "the value"));
    }
    let value = u64::from_le_bytes(host.read(args.at(2).address())?);
    let memory = &mut host.state.cuda.graphs.memory;
    match (args.at(1).u32(), value) {
        (1, 0) => memory.used_high = memory.used(),
        (3, 0) => memory.reserved_high = memory.reserved,
        _ => return Ok(refuse(host, INVALID_VALUE, "only the highest values can be set, and only to 0")),
    }
    Ok(SUCCESS)
}

fn trim(host: &mut CallContext) -> Result<i32, Stop> {
    let memory = &mut host.state.cuda.graphs.memory;
    memory.reserved = memory.used();
    Ok(SUCCESS)
}
