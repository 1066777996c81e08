//! CUDA runtime API, "Device Management", "Version Management", "Peer Device Memory Access", "Profiler Control".

use super::super::{Arg, Args, HostFunction, Ret, Stop};
use super::code::{DEVICES_UNAVAILABLE, INVALID_DEVICE, INVALID_VALUE, NOT_PERMITTED, SUCCESS};
use super::device_limits::{get_limit, set_limit};
use super::error::{call, refuse};
use super::host_function;
use super::memory::answer_int;
use super::peers;
use super::properties::{get_attribute, get_properties};
use super::stream::GREATEST_PRIORITY;
use crate::memory::AllocationKind;
use crate::report;
use crate::runtime::CallContext;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGetDeviceCount", |host, args| {
        let count = host.machine.config.devices as i32;
        Ok(Ret::from(answer_int(host, args.at(0), count)?))
    }),
    ("cudaGetDevice", |host, args| {
        if host_function::is_called(host) {
            // It is refused.
            return call(host, |_| Ok(NOT_PERMITTED));
        }
        let device = host.state.cuda.peers.current;
        Ok(Ret::from(answer_int(host, args.at(0), device)?))
    }),
    ("cudaInitDevice", |host, args| on_device(host, args.at(0).i32(), |_| Ok(SUCCESS))),
    ("cudaGetDeviceProperties", get_properties),
    ("cudaDeviceGetAttribute", get_attribute),
    ("cudaChooseDevice", |host, args| call(host, |host| answer_int(host, args.at(0), 0))),
    ("cudaSetValidDevices", set_valid_devices),
    ("cudaSetDeviceFlags", set_flags),
    ("cudaGetDeviceFlags", get_flags),
    ("cudaDeviceReset", reset),
    ("cudaThreadExit", reset),
    ("cudaDeviceSynchronize", synchronize),
    ("cudaThreadSynchronize", synchronize),
    ("cudaDeviceSetLimit", set_limit),
    ("cudaDeviceGetLimit", get_limit),
    ("cudaDeviceSetCacheConfig", set_cache_config),
    ("cudaDeviceGetCacheConfig", get_cache_config),
    ("cudaDeviceSetSharedMemConfig", set_shared_config),
    ("cudaDeviceGetSharedMemConfig", get_shared_config),
    ("cudaDeviceGetStreamPriorityRange", priority_range),
    ("cudaDeviceGetPCIBusId", pci_bus_id),
    ("cudaDeviceGetByPCIBusId", by_pci_bus_id),
    ("cudaDriverGetVersion", |host, args| Ok(Ret::from(answer_int(host, args.at(0), VERSION)?))),
    ("cudaRuntimeGetVersion", |host, args| Ok(Ret::from(answer_int(host, args.at(0), VERSION)?))),
    ("cudaProfilerStart", |host, _| call(host, |_| Ok(SUCCESS))),
    ("cudaProfilerStop", |host, _| call(host, |_| Ok(SUCCESS))),
];

/// CUDA 13.0.
const VERSION: i32 = 13000;

/// A call about a device.
pub(super) fn on_device(
    host: &mut CallContext,
    device: i32,
    body: impl FnOnce(&mut CallContext) -> Result<i32, Stop>,
) -> Result<Ret, Stop> {
    call(host, |host| {
        let exists = (0..host.machine.config.devices as i32).contains(&device);
        if exists { body(host) } else { Ok(no_device(host, device)) }
    })
}

/// A number that no device has.
pub(super) fn no_device(host: &mut CallContext, device: i32) -> i32 {
    let reason = match host.machine.config.devices {
        1 => format!("there is no device {device}: the only one is number 0; `kern run --devices N` gives more"),
        count => format!("there is no device {device}: there are {count}, from 0 to {}", count - 1),
    };
    refuse(host, INVALID_DEVICE, reason)
}

fn set_valid_devices(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        for index in 0..args.at(1).i32().max(0) as u64 {
            let device = i32::from_le_bytes(host.read(args.at(0).address().wrapping_add(4 * index))?);
            if !(0..host.machine.config.devices as i32).contains(&device) {
                return Ok(no_device(host, device));
            }
        }
        Ok(SUCCESS)
    })
}

fn set_flags(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let flags = args.at(0).u32();
        if flags > 0xff || !matches!(flags & 7, 0 | 1 | 2 | 4) {
            return Ok(INVALID_VALUE);
        }
        host.state.cuda.device_flags = flags;
        Ok(SUCCESS)
    })
}

fn get_flags(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        // Mapping pinned memory is always on.
        let flags = host.state.cuda.device_flags | 8;
        answer_int(host, args.at(0), flags as i32)
    })
}

/// Frees what `cudaMalloc` and `cudaMallocManaged` gave; variables stay. A context that is lost is so for the process: the call itself
/// succeeds, and all behind it fail (measured on an H200).
fn reset(host: &mut CallContext, _args: &[Arg]) -> Result<Ret, Stop> {
    let cuda = &mut host.state.cuda;
    if cuda.lost != 0 {
        (cuda.lost, cuda.last) = (DEVICES_UNAVAILABLE, 0);
        return Ok(Ret::from(SUCCESS));
    }
    call(host, |host| {
        let place = host.place();
        report::leaks::report(host.machine, place);
        let own =
            [AllocationKind::Device, AllocationKind::Idle, AllocationKind::Managed, AllocationKind::DeviceHeap, AllocationKind::Array];
        let mut all = host.machine.memory.device.live();
        all.retain(|a| own.contains(&a.kind) && a.name.is_none());
        let all: Vec<u64> = all.into_iter().map(|a| a.base).collect();
        let current = host.state.cuda.peers.current;
        for address in all {
            if peers::owner(host, address) == current {
                peers::reveal(host, address);
                host.release(address);
            }
        }
        let pinned: Vec<u64> = host.state.cuda.pinned.keys().copied().collect();
        for address in pinned {
            if !host.machine.memory.unregister(address) {
                host.release(address);
            }
        }
        host.state.device_heap = 0;
        let cuda = &mut host.state.cuda;
        cuda.pinned.clear();
        cuda.streams.retain(|_, stream| stream.device != current);
        cuda.events.retain(|_, event| event.device != current);
        cuda.graphs = Default::default();
        cuda.pools = Default::default();
        cuda.kernels.clear();
        cuda.limits = Default::default();
        host.wait_for_device()?;
        Ok(SUCCESS)
    })
}

fn synchronize(host: &mut CallContext, _args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        host.wait_for_device()?;
        Ok(SUCCESS)
    })
}

fn set_cache_config(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if !(0..=3).contains(&args.at(0).i32()) {
            return Ok(INVALID_VALUE);
        }
        host.state.cuda.cache_config = args.at(0).i32();
        Ok(SUCCESS)
    })
}

fn get_cache_config(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let config = host.state.cuda.cache_config;
        answer_int(host, args.at(0), config)
    })
}

/// Banks of eight bytes exist on compute capability 3.x only; elsewhere the setting has no effect.
fn set_shared_config(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if !(0..=2).contains(&args.at(0).i32()) {
            return Ok(INVALID_VALUE);
        }
        host.state.cuda.shared_config = args.at(0).i32();
        Ok(SUCCESS)
    })
}

fn get_shared_config(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let wide = host.device().major == 3 && host.state.cuda.shared_config == 2;
        answer_int(host, args.at(0), if wide { 2 } else { 1 })
    })
}

fn priority_range(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        for (target, value) in [(args.at(0), 0), (args.at(1), GREATEST_PRIORITY)] {
            if target.address() != 0 {
                answer_int(host, target, value)?;
            }
        }
        Ok(SUCCESS)
    })
}

/// A device's place on the bus.
fn bus_id(device: i32) -> String {
    format!("0000:{:02X}:00.0", device + 1)
}

fn pci_bus_id(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    on_device(host, args.at(2).i32(), |host| {
        let (room, text) = (args.at(1).i32(), bus_id(args.at(2).i32()));
        if args.at(0).address() == 0 || room <= text.len() as i32 {
            return Ok(INVALID_VALUE);
        }
        host.write_bytes(args.at(0).address(), &[text.as_bytes(), &[0]].concat())?;
        Ok(SUCCESS)
    })
}

fn by_pci_bus_id(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if args.at(0).address() == 0 || args.at(1).address() == 0 {
            return Ok(INVALID_VALUE);
        }
        let text = host.read_c_string(args.at(1).address())?;
        let is_named = |device: &i32| bus_id(*device).as_bytes().starts_with(&text) || bus_id(*device).as_bytes().ends_with(&text);
        match (0..host.machine.config.devices as i32).find(is_named).filter(|_| !text.is_empty()) {
            Some(device) => answer_int(host, args.at(0), device),
            None => Ok(refuse(host, INVALID_VALUE, "no device is at this place")),
        }
    })
}
