//! CUDA runtime API, "Memory Management": allocation, and questions about memory.

use super::super::{Arg, Args, HostFunction, Ret, Stop, heap};
use super::code::{HOST_MEMORY_ALREADY_REGISTERED, HOST_MEMORY_NOT_REGISTERED, INVALID_VALUE, MEMORY_ALLOCATION, SUCCESS};
use super::copy::refuse_symbol;
use super::error::{because, call, refuse, refuse_pointer, remember_null};
use super::{Why, graph, peers, pool};
use crate::finding::Finding;
use crate::machine::Symbol;
use crate::memory::{Access, AllocationKind, Side, Violation, ViolationKind, Window};
use crate::runtime::CallContext;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaMalloc", |host, args| call(host, |host| allocate(host, args.at(0), args.at(1).u64(), AllocationKind::Device))),
    ("cudaMallocManaged", managed),
    ("cudaMallocHost", |host, args| call(host, |host| pinned(host, args.at(0), args.at(1).u64(), 0))),
    ("__kern_malloc_host", |host, args| call(host, |host| pinned(host, args.at(0), args.at(1).u64(), args.at(2).u32()))),
    ("cudaHostAlloc", |host, args| call(host, |host| pinned(host, args.at(0), args.at(1).u64(), args.at(2).u32()))),
    ("cudaFree", |host, args| call(host, |host| free(host, "cudaFree", args.at(0).address()))),
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
    ("cudaStreamAttachMemAsync", stream_attach),
];

/// `cudaHostAllocMapped`: every pinned allocation is, where addresses are unified.
const ALLOC_MAPPED: u32 = 2;

/// What `cudaHostGetFlags` tells of the flags of `cudaHostAlloc` (`cudaHostAllocWriteCombined`) and of `cudaHostRegister`
/// (`cudaHostRegisterPortable`); measured on an H200.
const ALLOC_KEPT: u32 = 4;
const REGISTER_KEPT: u32 = 1;

/// `cudaHostRegisterIoMemory`
const REGISTER_IO_MEMORY: u32 = 4;

/// Distance of rows in `cudaMallocPitch`, a multiple of this many bytes.
const PITCH: u64 = 512;

/// A null pointer where the answer goes.
pub(super) fn no_target(host: &mut CallContext) -> i32 {
    refuse(host, INVALID_VALUE, "the pointer to the variable that gets the answer is null")
}

/// Writes a result of eight bytes through a pointer that must not be null.
pub(super) fn answer(host: &mut CallContext, target: Arg, value: u64) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(no_target(host));
    }
    host.write_bytes(target.address(), &value.to_le_bytes())?;
    Ok(SUCCESS)
}

/// Writes a result of four bytes through a pointer that must not be null.
pub(super) fn answer_int(host: &mut CallContext, target: Arg, value: i32) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(no_target(host));
    }
    host.write_bytes(target.address(), &value.to_le_bytes())?;
    Ok(SUCCESS)
}

/// No room for so many bytes.
fn no_room(host: &mut CallContext, target: Arg, size: u64) -> i32 {
    let reason = if size > i64::MAX as u64 {
        format!("{size} bytes: a negative number became a size")
    } else if size > host.device().memory_bytes {
        format!("{size} bytes, and the device has {}", host.device().memory_bytes)
    } else {
        let allowed = match host.machine.memory.limit {
            u64::MAX => String::new(),
            limit => format!(" of the {limit} that `--max-memory` allows"),
        };
        format!("{size} bytes, and {} are free{allowed}", host.device_memory_free())
    };
    refuse_pointer(host, MEMORY_ALLOCATION, target.address(), reason)
}

pub(super) fn allocate(host: &mut CallContext, target: Arg, size: u64, kind: AllocationKind) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(no_target(host));
    }
    if size == 0 {
        remember_null(host, target.address(), format!("this `{}` of 0 bytes gave a null pointer", host.function));
        return answer(host, target, 0);
    }
    let device = host.state.cuda.peers.current;
    if host.machine.config.devices > 1 && peers::used(host, device).saturating_add(size) > host.device().memory_bytes {
        return Ok(no_room(host, target, size));
    }
    match host.allocate(size, 256, kind) {
        Some(address) => {
            if kind == AllocationKind::Device {
                peers::made(host, address, device);
            }
            host.machine.name_pointer(target.address(), address);
            answer(host, target, address)
        }
        None => Ok(no_room(host, target, size)),
    }
}

fn managed(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if !matches!(args.at(2).u32(), 1 | 2) {
            return Ok(refuse(host, INVALID_VALUE, "the flags are neither `cudaMemAttachGlobal` nor `cudaMemAttachHost`"));
        }
        allocate(host, args.at(0), args.at(1).u64(), AllocationKind::Managed)
    })
}

fn pinned(host: &mut CallContext, target: Arg, size: u64, flags: u32) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(no_target(host));
    }
    if flags > 7 {
        return Ok(refuse(host, INVALID_VALUE, format!("the flags {flags:#x} are none of `cudaHostAlloc…`")));
    }
    if size == 0 {
        return answer(host, target, 0);
    }
    match host.allocate(size, 4096, AllocationKind::Pinned) {
        Some(address) => {
            host.make_fresh(address, size);
            host.state.cuda.pinned.insert(address, flags);
            answer(host, target, address)
        }
        None => Ok(refuse_pointer(host, MEMORY_ALLOCATION, target.address(), format!("{size} bytes of host memory"))),
    }
}

pub(super) fn free(host: &mut CallContext, function: &str, address: u64) -> Result<i32, Stop> {
    if address == 0 {
        return Ok(SUCCESS);
    }
    peers::reveal(host, address);
    let own = [AllocationKind::Device, AllocationKind::Managed];
    if own.into_iter().any(|kind| heap::is_start_of(host, address, kind)) {
        if function == "cudaFree" {
            host.wait_for_device()?;
        }
        if graph::memory::is_of_graph(host, address) {
            graph::memory::end(host, address);
            return Ok(SUCCESS);
        }
        pool::freed(host, address);
        host.release(address);
        return Ok(SUCCESS);
    }
    let finding = heap::bad_free(host, function, address);
    Ok(refuse_to_free(host, finding))
}

/// A wrong free is told of where the program does not look at its answer, and always when mistakes are looked for.
fn refuse_to_free(host: &mut CallContext, finding: Finding) -> i32 {
    if !host.machine.config.looks_for_mistakes() {
        return because(host, INVALID_VALUE, finding);
    }
    host.report(finding);
    host.state.cuda.why = Some(Why::Follows);
    INVALID_VALUE
}

fn free_host(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let address = args.at(0).address();
        if address == 0 {
            return Ok(SUCCESS);
        }
        if heap::is_start_of(host, address, AllocationKind::Pinned) {
            host.wait_for_device()?;
            host.state.cuda.pinned.remove(&address);
            host.release(address);
            return Ok(SUCCESS);
        }
        let finding = heap::bad_free(host, "cudaFreeHost", address);
        Ok(refuse_to_free(host, finding))
    })
}

/// The device may use memory of the host: all of it that one allocation or variable has, or a part.
fn host_register(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let (address, size) = (args.at(0).address(), args.at(1).u64());
        if size == 0 || args.at(2).u32() > 15 {
            return Ok(refuse(host, INVALID_VALUE, "0 bytes, or flags that are none of `cudaHostRegister…`"));
        }
        if args.at(2).u32() & REGISTER_IO_MEMORY != 0 {
            return Ok(refuse(host, INVALID_VALUE, "`cudaHostRegisterIoMemory` is for memory of another device, and this is the host's"));
        }
        let is_pinned = host.allocation(address).is_some_and(|a| a.kind == AllocationKind::Pinned);
        if is_pinned || host.machine.memory.is_registered(address, size) {
            let reason = if is_pinned { "this memory was allocated as pinned memory" } else { "this memory is registered already" };
            return Ok(refuse(host, HOST_MEMORY_ALREADY_REGISTERED, reason));
        }
        match host.check(address, size, Access::Read, Side::Host) {
            Ok(()) if Window::of(address).is_host() => {
                host.machine.memory.register(address, size);
                host.state.cuda.pinned.insert(address, args.at(2).u32());
                Ok(SUCCESS)
            }
            Err(Violation { kind: ViolationKind::OutOfBounds, allocation: Some(a), .. }) if (a.base..a.end()).contains(&address) => {
                let room = a.end() - address;
                Ok(refuse(host, INVALID_VALUE, format!("{size} bytes, and the memory has {room} from there on")))
            }
            _ => Ok(refuse(host, INVALID_VALUE, "this is no memory of the host")),
        }
    })
}

fn host_unregister(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let address = args.at(0).address();
        if !host.machine.memory.unregister(address) {
            let reason = "no memory that starts there is registered: pass the pointer that was given to `cudaHostRegister`";
            return Ok(refuse(host, HOST_MEMORY_NOT_REGISTERED, reason));
        }
        host.state.cuda.pinned.remove(&address);
        Ok(SUCCESS)
    })
}

fn host_device_pointer(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let address = args.at(1).address();
        let is_pinned = host.allocation(address).is_some_and(|a| a.kind == AllocationKind::Pinned && !a.is_freed());
        if !is_pinned && host.machine.memory.registered(address).is_none() {
            let reason = "this is neither pinned nor registered memory of the host".to_string();
            return Ok(refuse_pointer(host, INVALID_VALUE, args.at(0).address(), reason));
        }
        if args.at(2).u32() == 0 { answer(host, args.at(0), address) } else { Ok(refuse(host, INVALID_VALUE, "the flags must be 0")) }
    })
}

fn host_flags(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let address = args.at(1).address();
        let pinned = host.allocation(address).filter(|a| a.kind == AllocationKind::Pinned && !a.is_freed()).map(|a| (a.base, ALLOC_KEPT));
        let registered = || host.machine.memory.registered(address).map(|a| (a.base, REGISTER_KEPT));
        match pinned.or_else(registered).and_then(|(base, kept)| Some(host.state.cuda.pinned.get(&base)? & kept)) {
            Some(flags) => answer_int(host, args.at(0), (flags | ALLOC_MAPPED) as i32),
            None => Ok(refuse(host, INVALID_VALUE, "this is neither pinned nor registered memory of the host")),
        }
    })
}

fn malloc_pitch(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if args.at(0).address() == 0 || args.at(1).address() == 0 {
            return Ok(no_target(host));
        }
        let pitch = args.at(2).u64().checked_next_multiple_of(PITCH);
        let Some((pitch, size)) = pitch.and_then(|pitch| Some((pitch, pitch.checked_mul(args.at(3).u64())?))) else {
            return Ok(no_room(host, args.at(0), u64::MAX));
        };
        answer(host, args.at(1), pitch)?;
        let status = allocate(host, args.at(0), size, AllocationKind::Device)?;
        let base = u64::from_le_bytes(host.read(args.at(0).address())?);
        if status == SUCCESS {
            host.state.cuda.pitches.insert(base, pitch);
        }
        Ok(status)
    })
}

/// `cudaPitchedPtr` is pointer, pitch, width, height; `cudaExtent` comes by address: width, height, depth.
fn malloc_3d(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let target = args.at(0).address();
        if target == 0 {
            return Ok(no_target(host));
        }
        let extent: [u8; 24] = host.read(args.at(1).address())?;
        let field = |i: usize| u64::from_le_bytes(std::array::from_fn(|k| extent[8 * i + k]));
        let (width, height, depth) = (field(0), field(1), field(2));
        let pitch = width.checked_next_multiple_of(PITCH);
        let size = pitch.and_then(|pitch| pitch.checked_mul(height)?.checked_mul(depth));
        let (Some(pitch), Some(size)) = (pitch, size) else { return Ok(no_room(host, args.at(0), u64::MAX)) };
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
pub(super) fn symbol(host: &CallContext, address: u64) -> Option<Symbol> {
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

fn symbol_address(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match symbol(host, args.at(1).address()) {
        Some(symbol) => answer(host, args.at(0), symbol.address),
        None => Ok(refuse_symbol(host, args.at(1).address())),
    })
}

fn symbol_size(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match symbol(host, args.at(1).address()) {
        Some(symbol) => answer(host, args.at(0), symbol.size),
        None => Ok(refuse_symbol(host, args.at(1).address())),
    })
}

fn mem_info(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let total = host.device().memory_bytes;
        let free = match host.machine.config.devices {
            1 => host.device_memory_free(),
            _ => total.saturating_sub(peers::used(host, host.state.cuda.peers.current)),
        };
        match answer(host, args.at(0), free.min(total))? {
            SUCCESS => answer(host, args.at(1), total),
            error => Ok(error),
        }
    })
}

/// `cudaPointerAttributes`: type, device, device pointer, host pointer.
fn pointer_attributes(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let (target, address) = (args.at(0).address(), args.at(1).address());
        if target == 0 {
            return Ok(no_target(host));
        }
        let is_registered = host.machine.memory.registered(address).is_some();
        let kind = host.allocation(address).filter(|a| !a.is_freed()).map(|a| a.kind);
        let (ty, device, device_pointer, host_pointer) = match kind {
            _ if is_registered => (1, 0, address, address),
            Some(AllocationKind::Pinned) => (1, 0, address, address),
            Some(AllocationKind::Managed) => (3, 0, address, address),
            Some(kind) if kind.is_for_device() || kind == AllocationKind::Peer => {
                let base = host.allocation(address).map_or(0, |a| a.base);
                (2, peers::owner(host, base), address, 0)
            }
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

fn stream_attach(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let is_managed = host.allocation(args.at(1).address()).is_some_and(|a| a.kind == AllocationKind::Managed && !a.is_freed());
        Ok(if is_managed && matches!(args.at(3).u32(), 1 | 2 | 4) { SUCCESS } else { INVALID_VALUE })
    })
}
