//! CUDA runtime API, "Stream Ordered Memory Allocator": pools of device memory.
//!
//! **What.** `cudaMallocAsync` takes memory from its device's pool, `cudaFreeAsync` gives it back to it. A pool keeps what it has
//! reserved until the host waits for the device, a stream or an event: then all above its release threshold goes back (CUDA C++
//! Programming Guide, "Stream Ordered Memory Allocator").
//! **Source.** That pools reserve steps of 32 MiB, and what wrong calls answer, was measured on an H200 (November 2026).

use super::super::{Arg, Args, HostFunction, Ret, Stop};
use super::code::{INVALID_VALUE, MEMORY_ALLOCATION, NOT_SUPPORTED, SUCCESS};
use super::device::{no_device, on_device};
use super::error::{call, refuse, refuse_pointer};
use super::graph::{capture, memory as graph_memory};
use super::memory::{allocate, answer, answer_int, free, no_target};
use super::stream::{need_stream, queue};
use crate::memory::AllocationKind;
use crate::runtime::CallContext;
use crate::runtime::cuda::array::{long, word};
use std::collections::BTreeMap;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaMallocAsync", |host, args| call(host, |host| malloc_async(host, args.at(0), args.at(1).u64(), None, args.at(2).u64()))),
    ("cudaMallocFromPoolAsync", |host, args| {
        call(host, |host| malloc_async(host, args.at(0), args.at(1).u64(), Some(args.at(2).u64()), args.at(3).u64()))
    }),
    ("cudaFreeAsync", |host, args| call(host, |host| free_async(host, args.at(0).address(), args.at(1).u64()))),
    ("cudaDeviceGetDefaultMemPool", |host, args| on_device(host, args.at(1).i32(), |host| get_default(host, args))),
    ("cudaDeviceGetMemPool", |host, args| on_device(host, args.at(1).i32(), |host| get_current(host, args))),
    ("cudaDeviceSetMemPool", |host, args| on_device(host, args.at(0).i32(), |host| set_current(host, args))),
    ("cudaMemGetDefaultMemPool", |host, args| call(host, |host| pool_of_place(host, args, true))),
    ("cudaMemGetMemPool", |host, args| call(host, |host| pool_of_place(host, args, false))),
    ("cudaMemSetMemPool", |host, args| call(host, |host| set_pool_of_place(host, args))),
    ("cudaMemPoolCreate", |host, args| call(host, |host| create(host, args))),
    ("cudaMemPoolDestroy", |host, args| call(host, |host| destroy(host, args.at(0).u64()))),
    ("cudaMemPoolSetAttribute", set),
    ("cudaMemPoolGetAttribute", get),
    ("cudaMemPoolTrimTo", trim),
    ("cudaMemPoolSetAccess", |host, args| call(host, |host| set_access(host, args))),
    ("cudaMemPoolGetAccess", |host, args| call(host, |host| get_access(host, args))),
    ("cudaMemPoolExportToShareableHandle", |host, args| call(host, |host| Ok(not_shared(host, args.at(1).u64())))),
    ("cudaMemPoolImportFromShareableHandle", |host, _| call(host, |host| Ok(not_shared(host, 0)))),
    ("cudaMemPoolExportPointer", |host, _| call(host, |host| Ok(not_shared(host, 0)))),
    ("cudaMemPoolImportPointer", |host, args| call(host, |host| Ok(not_shared(host, args.at(1).u64())))),
];

/// The handle of the first device's default pool; the others' follow.
const DEFAULT: u64 = 0x07ff_0000_0000;

/// Bytes in which pools take memory.
const STEP: u64 = 32 << 20;

/// All pools.
#[derive(Clone, Default, Debug)]
pub(super) struct Pools {
    pools: BTreeMap<u64, Pool>,
    /// By device, the pool of `cudaMallocAsync`, if it is not the default one.
    current: BTreeMap<i32, u64>,
    /// Allocations: the pool, the bytes.
    allocations: BTreeMap<u64, (u64, u64)>,
}

/// A pool.
#[derive(Clone, Debug)]
struct Pool {
    device: i32,
    /// Most bytes; 0 for no limit.
    most: u64,
    threshold: u64,
    /// `cudaMemPoolReuse…` 1 to 3: which memory may be used again. They are remembered; a free takes effect at once.
    reuse: [i32; 3],
    used: u64,
    used_high: u64,
    reserved: u64,
    reserved_high: u64,
    /// `enum cudaMemAccessFlags` of other devices.
    access: BTreeMap<i32, i32>,
    /// It was destroyed, and has allocations still.
    is_ending: bool,
}

impl Pool {
    fn of(device: i32, most: u64) -> Pool {
        Pool {
            device,
            most,
            threshold: 0,
            reuse: [1; 3],
            used: 0,
            used_high: 0,
            reserved: 0,
            reserved_high: 0,
            access: BTreeMap::new(),
            is_ending: false,
        }
    }

    fn take(&mut self, size: u64) {
        self.used += size;
        self.used_high = self.used_high.max(self.used);
        self.reserved = self.reserved.max(self.used.next_multiple_of(STEP));
        self.reserved_high = self.reserved_high.max(self.reserved);
    }

    /// Gives back what is above `keep` bytes and not in use.
    fn trim(&mut self, keep: u64) {
        self.reserved = self.used.next_multiple_of(STEP).max(self.reserved.min(keep));
    }
}

/// The pool of a handle; default ones are made when they are first asked for.
fn find<'h>(host: &'h mut CallContext, handle: u64) -> Option<&'h mut Pool> {
    let devices = u64::from(host.machine.config.devices);
    let pools = &mut host.state.cuda.pools.pools;
    if (DEFAULT..DEFAULT + devices).contains(&handle) {
        return Some(pools.entry(handle).or_insert_with(|| Pool::of((handle - DEFAULT) as i32, 0)));
    }
    pools.get_mut(&handle).filter(|pool| !pool.is_ending)
}

fn no_pool(host: &mut CallContext, handle: u64) -> i32 {
    refuse(host, INVALID_VALUE, if handle == 0 { "the pool is null" } else { "this is no pool, or it was destroyed" })
}

/// The pool that a device's `cudaMallocAsync` takes from.
fn current(host: &mut CallContext, device: i32) -> u64 {
    host.state.cuda.pools.current.get(&device).copied().unwrap_or(DEFAULT + device as u64)
}

/// A check's error is the call's answer.
macro_rules! attempt {
    ($checked:expr) => {
        match $checked {
            Ok(value) => value,
            Err(error) => return Ok(error),
        }
    };
}

fn malloc_async(host: &mut CallContext, target: Arg, size: u64, pool: Option<u64>, stream: u64) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(no_target(host));
    }
    attempt!(need_stream(host, Some(stream)));
    let is_captured = attempt!(capture::takes(host, stream));
    if !is_captured && host.state.cuda.graphs.is_capturing() {
        attempt!(capture::forbid_unsafe(host));
    }
    let device = host.state.cuda.device_of_stream(stream);
    let handle = match pool {
        Some(handle) => handle,
        None => current(host, device),
    };
    let Some(found) = find(host, handle) else { return Ok(no_pool(host, handle)) };
    let (most, used, device) = (found.most, found.used, found.device);
    if size == 0 {
        return answer(host, target, 0);
    }
    if most > 0 && used.saturating_add(size) > most.next_multiple_of(STEP) {
        let reason = format!("{size} bytes, and the pool has at most {most}");
        return Ok(refuse_pointer(host, MEMORY_ALLOCATION, target.address(), reason));
    }
    if is_captured {
        return match graph_memory::captured(host, stream, size) {
            Some(address) => answer(host, target, address),
            None => Ok(refuse_pointer(host, MEMORY_ALLOCATION, target.address(), format!("{size} bytes"))),
        };
    }
    let error = allocate(host, target, size, AllocationKind::Device)?;
    if error == SUCCESS {
        let address = u64::from_le_bytes(host.read(target.address())?);
        super::peers::made(host, address, device);
        host.state.cuda.pools.allocations.insert(address, (handle, size));
        if let Some(pool) = find(host, handle) {
            pool.take(size);
        }
        host.note_memory_of_stream(queue(stream), (address, size), "allocates");
    }
    Ok(error)
}

fn free_async(host: &mut CallContext, address: u64, stream: u64) -> Result<i32, Stop> {
    attempt!(need_stream(host, Some(stream)));
    if attempt!(capture::takes(host, stream)) {
        if !graph_memory::is_of_graph(host, address) {
            return Ok(capture::refuse_work(host, stream));
        }
        return Ok(capture::add(host, stream, super::graph::NodeWork::Free(address)));
    }
    if let Some(size) = host.allocation(address).filter(|memory| memory.base == address && !memory.is_freed()).map(|memory| memory.size) {
        host.note_memory_of_stream(queue(stream), (address, size), "frees");
    }
    free(host, "cudaFreeAsync", address)
}

/// Memory was freed, by whichever function.
pub(super) fn freed(host: &mut CallContext, address: u64) {
    let pools = &mut host.state.cuda.pools;
    let Some((handle, size)) = pools.allocations.remove(&address) else { return };
    if let Some(pool) = pools.pools.get_mut(&handle) {
        pool.used = pool.used.saturating_sub(size);
        if pool.is_ending && pool.used == 0 {
            pools.pools.remove(&handle);
        }
    }
}

/// The host has waited: what is above the thresholds goes back.
pub(super) fn synchronized(host: &mut CallContext) {
    for pool in host.state.cuda.pools.pools.values_mut() {
        pool.trim(pool.threshold);
    }
}

fn get_default(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    answer(host, args.at(0), DEFAULT + args.at(1).u64())
}

fn get_current(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let handle = current(host, args.at(1).i32());
    answer(host, args.at(0), handle)
}

/// `cudaMemLocation` comes by address: a device, whose pinned memory pools have.
fn place(host: &mut CallContext, address: u64, kind: u32) -> Result<Result<i32, i32>, Stop> {
    if address == 0 {
        return Ok(Err(no_target(host)));
    }
    let place: [u8; 8] = host.read(address)?;
    let device = word(&place, 4) as i32;
    let exists = (0..host.machine.config.devices as i32).contains(&device);
    if kind != 1 || word(&place, 0) != 1 || !exists {
        return Ok(Err(refuse(host, INVALID_VALUE, "pools are of pinned memory (`cudaMemAllocationTypePinned`) on a device that exists")));
    }
    Ok(Ok(device))
}

fn pool_of_place(host: &mut CallContext, args: &[Arg], default: bool) -> Result<i32, Stop> {
    let device = attempt!(place(host, args.at(1).address(), args.at(2).u32())?);
    let handle = if default { DEFAULT + device as u64 } else { current(host, device) };
    answer(host, args.at(0), handle)
}

fn set_pool_of_place(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let device = attempt!(place(host, args.at(0).address(), args.at(1).u32())?);
    set_pool(host, device, args.at(2).u64())
}

fn set_current(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    set_pool(host, args.at(0).i32(), args.at(1).u64())
}

fn set_pool(host: &mut CallContext, device: i32, handle: u64) -> Result<i32, Stop> {
    match find(host, handle).map(|pool| pool.device) {
        Some(owner) if owner == device => {
            host.state.cuda.pools.current.insert(device, handle);
            Ok(SUCCESS)
        }
        Some(owner) => Ok(refuse(host, INVALID_VALUE, format!("the pool is of device {owner}"))),
        None => Ok(no_pool(host, handle)),
    }
}

/// `cudaMemPoolProps`: kind of memory, handles, type and number of the place, security, most bytes.
fn create(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    if args.at(0).address() == 0 || args.at(1).address() == 0 {
        return Ok(no_target(host));
    }
    let props: [u8; 88] = host.read(args.at(1).address())?;
    let (kind, handles, place, device) = (word(&props, 0), word(&props, 4), word(&props, 8), word(&props, 12) as i32);
    if kind != 1 || place != 1 {
        let reason = "the memory must be pinned (`cudaMemAllocationTypePinned`) and on a device (`cudaMemLocationTypeDevice`)";
        return Ok(refuse(host, INVALID_VALUE, reason));
    }
    if device < 0 || device as u32 >= host.machine.config.devices {
        return Ok(refuse(host, INVALID_VALUE, format!("there is no device {device}")));
    }
    if handles != 0 {
        return Ok(not_shared(host, 0));
    }
    let cuda = &mut host.state.cuda;
    let handle = cuda.handle();
    cuda.pools.pools.insert(handle, Pool::of(device, long(&props, 24)));
    answer(host, args.at(0), handle)
}

fn destroy(host: &mut CallContext, handle: u64) -> Result<i32, Stop> {
    if handle.wrapping_sub(DEFAULT) < u64::from(host.machine.config.devices) {
        return Ok(refuse(host, INVALID_VALUE, "a device's default pool cannot be destroyed"));
    }
    let Some(pool) = find(host, handle) else { return Ok(no_pool(host, handle)) };
    pool.is_ending = true;
    let is_empty = pool.used == 0;
    let pools = &mut host.state.cuda.pools;
    pools.current.retain(|_, current| *current != handle);
    if is_empty {
        pools.pools.remove(&handle);
    }
    Ok(SUCCESS)
}

/// `cudaMemPoolAttrReleaseThreshold`
const RELEASE_THRESHOLD: u32 = 4;
/// `cudaMemPoolAttrReservedMemHigh`
const RESERVED_HIGH: u32 = 6;
/// `cudaMemPoolAttrUsedMemHigh`
const USED_HIGH: u32 = 8;

fn set(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let (handle, attribute, address) = (args.at(0).u64(), args.at(1).u32(), args.at(2).address());
        if find(host, handle).is_none() {
            return Ok(no_pool(host, handle));
        }
        if address == 0 {
            return Ok(no_target(host));
        }
        let small = i32::from_le_bytes(host.read(address)?);
        let value = if attribute <= 3 { 0 } else { u64::from_le_bytes(host.read(address)?) };
        let Some(pool) = find(host, handle) else { return Ok(INVALID_VALUE) };
        match (attribute, value) {
            (1..=3, _) => pool.reuse[attribute as usize - 1] = i32::from(small != 0),
            (RELEASE_THRESHOLD, _) => pool.threshold = value,
            (RESERVED_HIGH, 0) => pool.reserved_high = pool.reserved,
            (USED_HIGH, 0) => pool.used_high = pool.used,
            (RESERVED_HIGH | USED_HIGH, _) => return Ok(refuse(host, INVALID_VALUE, "the highest values can be set to 0 only")),
            _ => return Ok(refuse(host, INVALID_VALUE, format!("attribute {attribute} cannot be set"))),
        }
        Ok(SUCCESS)
    })
}

fn get(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let handle = args.at(0).u64();
        let Some(pool) = find(host, handle) else { return Ok(no_pool(host, handle)) };
        let values = [pool.threshold, pool.reserved, pool.reserved_high, pool.used, pool.used_high];
        let reuse = pool.reuse;
        match args.at(1).u32() {
            number @ 1..=3 => answer_int(host, args.at(2), reuse[number as usize - 1]),
            number @ 4..=8 => answer(host, args.at(2), values[number as usize - 4]),
            number => Ok(refuse(host, INVALID_VALUE, format!("there is no attribute {number}"))),
        }
    })
}

fn trim(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match find(host, args.at(0).u64()) {
        Some(pool) => {
            pool.trim(args.at(1).u64());
            Ok(SUCCESS)
        }
        None => Ok(no_pool(host, args.at(0).u64())),
    })
}

/// `cudaMemAccessDesc`: type and number of the place, what it may do.
fn set_access(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (handle, list, count) = (args.at(0).u64(), args.at(1).address(), args.at(2).u64());
    let Some(owner) = find(host, handle).map(|pool| pool.device) else { return Ok(no_pool(host, handle)) };
    if list == 0 && count > 0 || count > 1 << 16 {
        return Ok(no_target(host));
    }
    for index in 0..count {
        let desc: [u8; 12] = host.read(list + 12 * index)?;
        let (place, device, flags) = (word(&desc, 0), word(&desc, 4) as i32, word(&desc, 8) as i32);
        if place != 1 || !matches!(flags, 0 | 1 | 3) {
            return Ok(refuse(host, INVALID_VALUE, "the place must be a device, and the access none, read, or read and write"));
        }
        if device < 0 || device as u32 >= host.machine.config.devices {
            return Ok(no_device(host, device));
        }
        if device == owner && flags != 3 {
            return Ok(refuse(host, INVALID_VALUE, "a device always has access to its own memory"));
        }
        if let Some(pool) = find(host, handle) {
            pool.access.insert(device, flags);
        }
    }
    super::peers::changed(host);
    Ok(SUCCESS)
}

/// The flags that a device has for an allocation of a pool.
pub(super) fn access(host: &CallContext, address: u64, device: i32) -> bool {
    let pools = &host.state.cuda.pools;
    let pool = pools.allocations.get(&address).and_then(|(handle, _)| pools.pools.get(handle));
    pool.is_some_and(|pool| pool.access.get(&device).is_some_and(|&flags| flags != 0))
}

fn get_access(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (handle, place) = (args.at(1).u64(), args.at(2).address());
    if find(host, handle).is_none() {
        return Ok(no_pool(host, handle));
    }
    if place == 0 || args.at(0).address() == 0 {
        return Ok(no_target(host));
    }
    let place: [u8; 8] = host.read(place)?;
    let device = word(&place, 4) as i32;
    if word(&place, 0) != 1 {
        return Ok(refuse(host, INVALID_VALUE, "the place must be a device"));
    }
    let Some(pool) = find(host, handle) else { return Ok(INVALID_VALUE) };
    let flags = if device == pool.device { 3 } else { pool.access.get(&device).copied().unwrap_or(0) };
    answer_int(host, args.at(0), flags)
}

/// Other processes see nothing of a run.
fn not_shared(host: &mut CallContext, handle: u64) -> i32 {
    if handle != 0 && find(host, handle).is_none() {
        return no_pool(host, handle);
    }
    refuse(host, NOT_SUPPORTED, "memory cannot be shared with other processes")
}
