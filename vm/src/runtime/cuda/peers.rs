//! CUDA runtime API, "Device Management" where there are several devices (`--devices`), and "Peer Device Memory Access".
//!
//! **What.** Every device has memory, streams, events and variables of its own. All memory is in one window of addresses; what the
//! current device cannot reach is of kind [`AllocationKind::Peer`], which kernels may not access (CUDA C++ Programming Guide,
//! "Multi-Device System", "Peer-to-Peer Memory Access").
//! **Invariant.** The variables' bytes in memory are those of the current device; the others' are kept aside.
//! **May miss.** A `__device__` variable has one address on all devices, so that its device cannot be told from a pointer to it.

use super::super::{Args, HostFunction, Stop};
use super::code::{INVALID_DEVICE, INVALID_VALUE, PEER_ACCESS_ALREADY_ENABLED, PEER_ACCESS_NOT_ENABLED, PEER_ACCESS_UNSUPPORTED, SUCCESS};
use super::device::no_device;
use super::error::{call, refuse};
use super::memory::answer_int;
use super::pool;
use crate::memory::AllocationKind;
use crate::runtime::CallContext;
use std::collections::{BTreeMap, BTreeSet};

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaSetDevice", |host, args| call(host, |host| set_device(host, args.at(0).i32()))),
    ("cudaDeviceCanAccessPeer", |host, args| {
        call(host, |host| match need_devices(host, &[args.at(1).i32(), args.at(2).i32()]) {
            Ok(()) => answer_int(host, args.at(0), i32::from(args.at(1).i32() != args.at(2).i32())),
            Err(error) => Ok(error),
        })
    }),
    ("cudaDeviceEnablePeerAccess", |host, args| call(host, |host| enable(host, args.at(0).i32(), args.at(1).u32()))),
    ("cudaDeviceDisablePeerAccess", |host, args| call(host, |host| disable(host, args.at(0).i32()))),
    ("cudaDeviceGetP2PAttribute", |host, args| {
        call(host, |host| {
            let pair = [args.at(2).i32(), args.at(3).i32()];
            match need_devices(host, &pair) {
                Ok(()) if pair[0] == pair[1] => Ok(refuse(host, INVALID_DEVICE, "a device is no peer of its own")),
                Ok(()) => match args.at(1).i32() {
                    1 => answer_int(host, args.at(0), 0),
                    2..=4 => answer_int(host, args.at(0), 1),
                    5 => answer_int(host, args.at(0), 0),
                    other => Ok(refuse(host, INVALID_VALUE, format!("there is no attribute {other}"))),
                },
                Err(error) => Ok(error),
            }
        })
    }),
];

/// What is known of several devices.
#[derive(Clone, Default, Debug)]
pub(super) struct Peers {
    /// The device that calls mean.
    pub(super) current: i32,
    /// Where there are several: the device of each allocation.
    owners: BTreeMap<u64, i32>,
    /// Device, and the one whose memory it may access.
    access: BTreeSet<(i32, i32)>,
    /// The bytes of variables of devices that are not the current one.
    variables: BTreeMap<i32, Vec<Vec<u8>>>,
}

/// Whether devices exist.
///
/// # Errors
/// CUDA's error, which is explained.
fn need_devices(host: &mut CallContext, devices: &[i32]) -> Result<(), i32> {
    let count = host.machine.config.devices as i32;
    match devices.iter().find(|&&device| device < 0 || device >= count) {
        Some(&device) => Err(no_device(host, device)),
        None => Ok(()),
    }
}

fn has_several(host: &CallContext) -> bool {
    host.machine.config.devices > 1
}

/// Memory was allocated on a device.
pub(super) fn made(host: &mut CallContext, address: u64, device: i32) {
    if has_several(host) && address != 0 {
        host.state.cuda.peers.owners.insert(address, device);
        show(host, address, device);
    }
}

/// Memory is to be freed: it is an allocation as any other again.
pub(super) fn reveal(host: &mut CallContext, address: u64) {
    if host.state.cuda.peers.owners.remove(&address).is_some() {
        host.machine.memory.set_kind(address, AllocationKind::Device);
    }
}

/// The device of an allocation.
pub(super) fn owner(host: &CallContext, base: u64) -> i32 {
    let peers = &host.state.cuda.peers;
    peers.owners.get(&base).copied().unwrap_or(if has_several(host) { peers.current } else { 0 })
}

/// Bytes that are allocated on a device.
pub(super) fn used(host: &CallContext, device: i32) -> u64 {
    let owners = &host.state.cuda.peers.owners;
    let own = owners.iter().filter(|(_, owner)| **owner == device);
    own.filter_map(|(&address, _)| host.allocation(address)).map(|allocation| allocation.size).sum()
}

/// Whether kernels of the current device may access an allocation now.
fn show(host: &mut CallContext, address: u64, owner: i32) {
    let peers = &host.state.cuda.peers;
    let is_open = owner == peers.current || peers.access.contains(&(peers.current, owner)) || pool::access(host, address, peers.current);
    let idle = host.allocation(address).is_some_and(|allocation| allocation.kind == AllocationKind::Idle);
    if !idle {
        host.machine.memory.set_kind(address, if is_open { AllocationKind::Device } else { AllocationKind::Peer });
    }
}

/// Another device is the current one, or access was changed.
pub(super) fn changed(host: &mut CallContext) {
    let owners: Vec<(u64, i32)> = host.state.cuda.peers.owners.iter().map(|(&address, &owner)| (address, owner)).collect();
    for (address, owner) in owners {
        show(host, address, owner);
    }
}

fn set_device(host: &mut CallContext, device: i32) -> Result<i32, Stop> {
    if let Err(error) = need_devices(host, &[device]) {
        return Ok(error);
    }
    select(host, device);
    Ok(SUCCESS)
}

/// Makes a device the current one.
fn select(host: &mut CallContext, device: i32) {
    let old = host.state.cuda.peers.current;
    if old == device {
        return;
    }
    exchange_variables(host, old, device);
    host.state.cuda.peers.current = device;
    changed(host);
}

/// The variables of one device leave memory, and those of another come.
fn exchange_variables(host: &mut CallContext, old: i32, new: i32) {
    let layout = host.machine.device_layout.clone();
    let sizes = host.machine.program.device.globals.iter().map(|global| global.size);
    let places: Vec<(u64, u64)> = layout.variables.iter().map(|variable| variable.generic_address).zip(sizes).collect();
    let bytes: Vec<Vec<u8>> = places.iter().map(|&(address, size)| host.read_raw(address, size).unwrap_or_default()).collect();
    let wanted = match host.state.cuda.peers.variables.remove(&new) {
        Some(saved) => saved,
        None => {
            places.iter().for_each(|&(address, size)| _ = host.fill_raw(address, 0, size));
            layout.initialise(&host.machine.memory);
            places.iter().map(|&(address, size)| host.read_raw(address, size).unwrap_or_default()).collect()
        }
    };
    for ((&(address, _), wanted), kept) in places.iter().zip(&wanted).zip(&bytes) {
        // Managed variables are every device's.
        let is_shared = host.allocation(address).is_some_and(|allocation| allocation.kind == AllocationKind::Managed);
        host.write_raw(address, if is_shared { kept } else { wanted });
    }
    host.state.cuda.peers.variables.insert(old, bytes);
}

fn enable(host: &mut CallContext, peer: i32, flags: u32) -> Result<i32, Stop> {
    if let Err(error) = need_devices(host, &[peer]) {
        return Ok(error);
    }
    if flags != 0 {
        return Ok(refuse(host, INVALID_VALUE, "the flags must be 0"));
    }
    let current = host.state.cuda.peers.current;
    if peer == current {
        return Ok(refuse(host, PEER_ACCESS_UNSUPPORTED, "a device is no peer of its own"));
    }
    if !host.state.cuda.peers.access.insert((current, peer)) {
        return Ok(refuse(host, PEER_ACCESS_ALREADY_ENABLED, format!("device {current} may access memory of device {peer} already")));
    }
    changed(host);
    Ok(SUCCESS)
}

fn disable(host: &mut CallContext, peer: i32) -> Result<i32, Stop> {
    if let Err(error) = need_devices(host, &[peer]) {
        return Ok(error);
    }
    let current = host.state.cuda.peers.current;
    if !host.state.cuda.peers.access.remove(&(current, peer)) {
        return Ok(refuse(host, PEER_ACCESS_NOT_ENABLED, format!("device {current} may not access memory of device {peer}")));
    }
    changed(host);
    Ok(SUCCESS)
}
