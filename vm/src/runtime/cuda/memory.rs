//! CUDA runtime API, "Memory Management": allocation, and questions about memory.

use super::super::{Arg, Args, HostFunction, Ret, Stop, heap};
use super::code::{
    HOST_MEMORY_ALREADY_REGISTERED, HOST_MEMORY_NOT_REGISTERED, INVALID_DEVICE, INVALID_SYMBOL, INVALID_VALUE, MEMORY_ALLOCATION, SUCCESS,
};
use super::error::call;
use crate::Host;
use crate::host::Symbol;
use crate::memory::{AllocationKind, Window};

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaMalloc", |host, args| call(host, |host| allocate(host, args.at(0), args.at(1).u64(), AllocationKind::Device))),
    ("cudaMallocAsync", |host, args| call(host, |host| allocate(host, args.at(0), args.at(1).u64(), AllocationKind::Device))),
    ("cudaMallocManaged", managed),
    ("cudaMallocHost", |host, args| call(host, |host| pinned(host, args.at(0), args.at(1).u64(), 0))),
    ("cudaHostAlloc", |host, args| call(host, |host| pinned(host, args.at(0), args.at(1).u64(), args.at(2).u32()))),
    ("cudaFree", |host, args| call(host, |host| free(host, "cudaFree", args.at(0).address()))),
    ("cudaFreeAsync", |host, args| call(host, |host| free(host, "cudaFreeAsync", args.at(0).address()))),
    ("cudaFreeHost", free_host),
    ("cudaHostRegister", host_register),
    ("cudaHostUnregister", host_unregister),
    ("cudaHostGetDevicePointer", host_device_pointer),
    ("cudaHostGetFlags", host_flags),
    ("cudaMallocPitch", malloc_pitch),
    ("cudaMalloc3D", malloc_3d),
    ("cudaGetSymbolAddress", symbol_address),
    ("cudaGetSymbolSize", symbol_size),
    ("cudaMemGetInfo", mem_info),
    ("cudaPointerGetAttributes", pointer_attributes),
    ("__kern_mem_prefetch", |host, args| call(host, |host| hint(host, args, args.at(2).i32()))),
    ("__kern_mem_advise", |host, args| call(host, |host| hint(host, args, args.at(3).i32()))),
    ("cudaStreamAttachMemAsync", stream_attach),
    ("cudaDeviceGetDefaultMemPool", pool),
    ("cudaDeviceGetMemPool", pool),
    ("cudaMemPoolSetAttribute", pool_set),
    ("cudaMemPoolGetAttribute", pool_get),
    ("cudaMemPoolTrimTo", |host, _| call(host, |_| Ok(SUCCESS))),
];

/// Distance of rows in `cudaMallocPitch`, a multiple of this many bytes.
const PITCH: u64 = 512;

/// The only memory pool.
const POOL: u64 = 0x07ff_0000_0000;

/// Writes a result of eight bytes through a pointer that must not be null.
pub(super) fn answer(host: &mut Host, target: Arg, value: u64) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(INVALID_VALUE);
    }
    host.write_bytes(target.address(), &value.to_le_bytes())?;
    Ok(SUCCESS)
}

/// Writes a result of four bytes through a pointer that must not be null.
pub(super) fn answer_int(host: &mut Host, target: Arg, value: i32) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(INVALID_VALUE);
    }
    host.write_bytes(target.address(), &value.to_le_bytes())?;
    Ok(SUCCESS)
}

fn allocate(host: &mut Host, target: Arg, size: u64, kind: AllocationKind) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(INVALID_VALUE);
    }
    if size == 0 {
        return if kind == AllocationKind::Device { answer(host, target, 0) } else { Ok(INVALID_VALUE) };
    }
    match host.allocate(size, 256, kind) {
        Some(address) => answer(host, target, address),
        None => Ok(MEMORY_ALLOCATION),
    }
}

fn managed(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if !matches!(args.at(2).u32(), 1 | 2) {
            return Ok(INVALID_VALUE);
        }
        allocate(host, args.at(0), args.at(1).u64(), AllocationKind::Managed)
    })
}

fn pinned(host: &mut Host, target: Arg, size: u64, flags: u32) -> Result<i32, Stop> {
    if target.address() == 0 || flags > 7 {
        return Ok(INVALID_VALUE);
    }
    if size == 0 {
        return answer(host, target, 0);
    }
    match host.allocate(size, 4096, AllocationKind::Pinned) {
        Some(address) => {
            host.state().cuda.pinned.insert(address, (flags, false));
            answer(host, target, address)
        }
        None => Ok(MEMORY_ALLOCATION),
    }
}

fn free(host: &mut Host, function: &str, address: u64) -> Result<i32, Stop> {
    if address == 0 {
        return Ok(SUCCESS);
    }
    let own = [AllocationKind::Device, AllocationKind::Managed];
    if own.into_iter().any(|kind| heap::is_start_of(host, address, kind)) {
        host.release(address);
        return Ok(SUCCESS);
    }
    heap::report_bad_free(host, function, address);
    Ok(INVALID_VALUE)
}

fn free_host(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let address = args.at(0).address();
        if address == 0 {
            return Ok(SUCCESS);
        }
        let registered = host.state().cuda.pinned.get(&address).is_some_and(|p| p.1);
        if heap::is_start_of(host, address, AllocationKind::Pinned) && !registered {
            host.state().cuda.pinned.remove(&address);
            host.release(address);
            return Ok(SUCCESS);
        }
        heap::report_bad_free(host, "cudaFreeHost", address);
        Ok(INVALID_VALUE)
    })
}

fn host_register(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let (address, size) = (args.at(0).address(), args.at(1).u64());
        let Some((base, kind)) = host.allocation(address).filter(|a| a.contains(address, size)).map(|a| (a.base, a.kind)) else {
            return Ok(INVALID_VALUE);
        };
        if size == 0 {
            return Ok(INVALID_VALUE);
        }
        match kind {
            AllocationKind::Heap => {
                host.machine.memory.host_heap.set_kind(base, AllocationKind::Pinned);
                host.machine.memory.generation += 1;
                host.state().cuda.pinned.insert(address, (args.at(2).u32(), true));
                Ok(SUCCESS)
            }
            AllocationKind::Pinned => Ok(HOST_MEMORY_ALREADY_REGISTERED),
            _ => Ok(INVALID_VALUE),
        }
    })
}

fn host_unregister(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let address = args.at(0).address();
        if !host.state().cuda.pinned.get(&address).is_some_and(|p| p.1) {
            return Ok(HOST_MEMORY_NOT_REGISTERED);
        }
        host.state().cuda.pinned.remove(&address);
        if let Some(base) = host.allocation(address).map(|a| a.base) {
            host.machine.memory.host_heap.set_kind(base, AllocationKind::Heap);
            host.machine.memory.generation += 1;
        }
        Ok(SUCCESS)
    })
}

fn host_device_pointer(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let address = args.at(1).address();
        let is_pinned = host.allocation(address).is_some_and(|a| a.kind == AllocationKind::Pinned && !a.is_freed());
        if is_pinned && args.at(2).u32() == 0 { answer(host, args.at(0), address) } else { Ok(INVALID_VALUE) }
    })
}

fn host_flags(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match host.state().cuda.pinned.get(&args.at(1).address()).copied() {
        // Every pinned allocation is mapped where addresses are unified.
        Some((flags, _)) => answer_int(host, args.at(0), flags as i32 | 2),
        None => Ok(INVALID_VALUE),
    })
}

fn malloc_pitch(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if args.at(0).address() == 0 || args.at(1).address() == 0 {
            return Ok(INVALID_VALUE);
        }
        let Some(pitch) = args.at(2).u64().checked_next_multiple_of(PITCH) else { return Ok(INVALID_VALUE) };
        let Some(size) = pitch.checked_mul(args.at(3).u64()) else { return Ok(INVALID_VALUE) };
        answer(host, args.at(1), pitch)?;
        allocate(host, args.at(0), size, AllocationKind::Device)
    })
}

/// `cudaPitchedPtr` is pointer, pitch, width, height; `cudaExtent` comes by address: width, height, depth.
fn malloc_3d(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let target = args.at(0).address();
        if target == 0 {
            return Ok(INVALID_VALUE);
        }
        let extent: [u8; 24] = host.read(args.at(1).address())?;
        let field = |i: usize| u64::from_le_bytes(std::array::from_fn(|k| extent[8 * i + k]));
        let (width, height, depth) = (field(0), field(1), field(2));
        let Some(pitch) = width.checked_next_multiple_of(PITCH) else { return Ok(INVALID_VALUE) };
        let Some(size) = pitch.checked_mul(height).and_then(|s| s.checked_mul(depth)) else { return Ok(INVALID_VALUE) };
        let error = allocate(host, args.at(0), size, AllocationKind::Device)?;
        if error == SUCCESS {
            for (index, value) in [pitch, width, height].into_iter().enumerate() {
                host.write_bytes(target + 8 * (index as u64 + 1), &value.to_le_bytes())?;
            }
        }
        Ok(error)
    })
}

/// The device variable that a host address stands for; a managed variable stands for itself.
pub(super) fn symbol(host: &Host, address: u64) -> Option<Symbol> {
    if let Some(symbol) = host.symbol(address) {
        return Some(symbol);
    }
    let allocation = host.allocation(address)?;
    let is_variable = matches!(allocation.kind, AllocationKind::Managed | AllocationKind::DeviceVariable | AllocationKind::ConstVariable);
    (is_variable && allocation.name.is_some()).then(|| Symbol {
        name: allocation.name.as_deref().unwrap_or_default().to_string(),
        address,
        size: allocation.end() - address,
        is_const: allocation.kind == AllocationKind::ConstVariable,
    })
}

fn symbol_address(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match symbol(host, args.at(1).address()) {
        Some(symbol) => answer(host, args.at(0), symbol.address),
        None => Ok(INVALID_SYMBOL),
    })
}

fn symbol_size(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match symbol(host, args.at(1).address()) {
        Some(symbol) => answer(host, args.at(0), symbol.size),
        None => Ok(INVALID_SYMBOL),
    })
}

fn mem_info(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let (free, total) = (host.device_memory_free(), host.device().memory_bytes);
        match answer(host, args.at(0), free.min(total))? {
            SUCCESS => answer(host, args.at(1), total),
            error => Ok(error),
        }
    })
}

/// `cudaPointerAttributes`: type, device, device pointer, host pointer.
fn pointer_attributes(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let (target, address) = (args.at(0).address(), args.at(1).address());
        if target == 0 {
            return Ok(INVALID_VALUE);
        }
        let kind = host.allocation(address).filter(|a| !a.is_freed()).map(|a| a.kind);
        let (ty, device, device_pointer, host_pointer) = match kind {
            Some(AllocationKind::Pinned) => (1, 0, address, address),
            Some(AllocationKind::Managed) => (3, 0, address, address),
            Some(kind) if kind.is_for_device() => (2, 0, address, 0),
            _ => (0, -2, 0, if Window::of(address).is_host() { address } else { 0 }),
        };
        let mut bytes = Vec::with_capacity(24);
        bytes.extend_from_slice(&i32::to_le_bytes(ty));
        bytes.extend_from_slice(&i32::to_le_bytes(device));
        bytes.extend_from_slice(&u64::to_le_bytes(device_pointer));
        bytes.extend_from_slice(&u64::to_le_bytes(host_pointer));
        host.write_bytes(target, &bytes)?;
        Ok(SUCCESS)
    })
}

/// A hint about managed memory: only its arguments are checked.
fn hint(host: &mut Host, args: &[Arg], device: i32) -> Result<i32, Stop> {
    let (address, size) = (args.at(0).address(), args.at(1).u64());
    if !matches!(device, 0 | -1) {
        return Ok(INVALID_DEVICE);
    }
    let is_managed =
        host.allocation(address).is_some_and(|a| a.kind == AllocationKind::Managed && !a.is_freed() && a.contains(address, size));
    Ok(if is_managed && size > 0 { SUCCESS } else { INVALID_VALUE })
}

fn stream_attach(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let is_managed = host.allocation(args.at(1).address()).is_some_and(|a| a.kind == AllocationKind::Managed && !a.is_freed());
        Ok(if is_managed && matches!(args.at(3).u32(), 1 | 2 | 4) { SUCCESS } else { INVALID_VALUE })
    })
}

fn pool(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| if args.at(1).i32() == 0 { answer(host, args.at(0), POOL) } else { Ok(INVALID_DEVICE) })
}

/// `cudaMemPoolAttrReleaseThreshold`
const RELEASE_THRESHOLD: i32 = 4;

fn pool_set(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if args.at(0).u64() != POOL || !(1..=8).contains(&args.at(1).i32()) || args.at(2).address() == 0 {
            return Ok(INVALID_VALUE);
        }
        if args.at(1).i32() == RELEASE_THRESHOLD {
            host.state().cuda.pool_threshold = u64::from_le_bytes(host.read(args.at(2).address())?);
        }
        Ok(SUCCESS)
    })
}

fn pool_get(host: &mut Host, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if args.at(0).u64() != POOL {
            return Ok(INVALID_VALUE);
        }
        let used = host.machine.memory.device.used();
        match args.at(1).i32() {
            1..=3 => answer_int(host, args.at(2), 1),
            RELEASE_THRESHOLD => {
                let threshold = host.state().cuda.pool_threshold;
                answer(host, args.at(2), threshold)
            }
            5..=8 => answer(host, args.at(2), used),
            _ => Ok(INVALID_VALUE),
        }
    })
}
