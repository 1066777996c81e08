//! CUDA runtime API, "Memory Management": hints about managed memory, and questions about them.
//!
//! Hints change nothing that a program could see but what it is answered.

use super::super::{Arg, Args, HostFunction, Stop};
use super::array::{long, word};
use super::code::{INVALID_DEVICE, INVALID_VALUE, SUCCESS};
use super::error::{call, hint, refuse};
use super::stream::need_stream;
use crate::memory::AllocationKind;
use crate::runtime::CallContext;
use std::collections::BTreeSet;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaMemPrefetchAsync", |host, args| hint(host, |host| prefetch(host, args))),
    ("cudaMemAdvise", |host, args| hint(host, |host| advise(host, args))),
    ("cudaMemRangeGetAttribute", |host, args| {
        call(host, |host| one(host, args.at(0).address(), args.at(1).u64(), args.at(2).u32(), (args.at(3).address(), args.at(4).u64())))
    }),
    ("cudaMemRangeGetAttributes", |host, args| call(host, |host| several(host, args))),
];

/// Hints that are remembered.
const MOST: usize = 4096;

/// `cudaInvalidDeviceId`
const NO_DEVICE: i32 = -2;

/// A hint about bytes of managed memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint {
    start: u64,
    end: u64,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    ReadMostly(bool),
    /// A device, the host (-1), or none (-2).
    Preferred(i32),
    AccessedBy(i32, bool),
    Prefetched(i32),
}

/// What hints say of some bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Known {
    is_read_mostly: bool,
    preferred: i32,
    accessed_by: BTreeSet<i32>,
    prefetched: i32,
}

fn need_managed(host: &mut CallContext, address: u64, size: u64) -> Result<(), i32> {
    // A hint about no bytes asks for nothing: it fails as on a GPU, and nothing is said.
    if size == 0 {
        return Err(INVALID_VALUE);
    }
    let found = host.allocation(address).filter(|a| a.kind == AllocationKind::Managed && !a.is_freed() && a.contains(address, size));
    if found.is_some() { Ok(()) } else { Err(refuse(host, INVALID_VALUE, "these bytes are not all managed memory")) }
}

fn need_place(host: &mut CallContext, device: i32) -> Result<(), i32> {
    let exists = device == -1 || (0..host.machine.config.devices as i32).contains(&device);
    if exists { Ok(()) } else { Err(refuse(host, INVALID_DEVICE, format!("there is no device {device}"))) }
}

fn note(host: &mut CallContext, start: u64, size: u64, what: What) -> i32 {
    let hints = &mut host.state.cuda.hints;
    if hints.len() >= MOST {
        hints.remove(0);
    }
    hints.push(Hint { start, end: start.saturating_add(size), what });
    SUCCESS
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

/// Pointer, size, device, stream.
fn prefetch(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (address, size, device) = (args.at(0).address(), args.at(1).u64(), args.at(2).i32());
    attempt!(need_place(host, device));
    attempt!(need_managed(host, address, size));
    attempt!(need_stream(host, Some(args.at(3).u64())));
    Ok(note(host, address, size, What::Prefetched(device)))
}

/// Pointer, size, `enum cudaMemoryAdvise`, device.
fn advise(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (address, size, device) = (args.at(0).address(), args.at(1).u64(), args.at(3).i32());
    let what = match args.at(2).i32() {
        1 => What::ReadMostly(true),
        2 => What::ReadMostly(false),
        3 => What::Preferred(device),
        4 => What::Preferred(NO_DEVICE),
        5 => What::AccessedBy(device, true),
        6 => What::AccessedBy(device, false),
        other => return Ok(refuse(host, INVALID_VALUE, format!("{other} is no advice"))),
    };
    if matches!(what, What::Preferred(_) | What::AccessedBy(..)) && device != NO_DEVICE {
        attempt!(need_place(host, device));
    }
    attempt!(need_managed(host, address, size));
    Ok(note(host, address, size, what))
}

/// What the hints say of each piece of a range.
fn pieces(host: &CallContext, start: u64, end: u64) -> Vec<Known> {
    let hints: Vec<Hint> = host.state.cuda.hints.iter().copied().filter(|hint| hint.start < end && hint.end > start).collect();
    let mut borders: Vec<u64> = hints.iter().flat_map(|hint| [hint.start, hint.end]).filter(|at| (start..end).contains(at)).collect();
    borders.push(start);
    borders.sort_unstable();
    borders.dedup();
    let mut all = Vec::new();
    for at in borders {
        let mut known = Known { is_read_mostly: false, preferred: NO_DEVICE, accessed_by: BTreeSet::new(), prefetched: NO_DEVICE };
        for hint in hints.iter().filter(|hint| (hint.start..hint.end).contains(&at)) {
            match hint.what {
                What::ReadMostly(is) => known.is_read_mostly = is,
                What::Preferred(device) => known.preferred = device,
                What::AccessedBy(device, true) => _ = known.accessed_by.insert(device),
                What::AccessedBy(device, false) => _ = known.accessed_by.remove(&device),
                What::Prefetched(device) => known.prefetched = device,
            }
        }
        all.push(known);
    }
    all
}

/// A value that all pieces have.
fn common(pieces: &[Known], value: impl Fn(&Known) -> i32) -> i32 {
    let first = pieces.first().map_or(NO_DEVICE, &value);
    if pieces.iter().all(|piece| value(piece) == first) { first } else { NO_DEVICE }
}

/// `enum cudaMemLocationType` of a device number: a device, the host, or none.
fn place_type(device: i32) -> i32 {
    match device {
        NO_DEVICE => 0,
        -1 => 2,
        _ => 1,
    }
}

fn one(host: &mut CallContext, target: u64, size: u64, attribute: u32, (start, count): (u64, u64)) -> Result<i32, Stop> {
    if target == 0 || size == 0 || !size.is_multiple_of(4) || attribute != 3 && size != 4 || !(1..=8).contains(&attribute) {
        return Ok(refuse(host, INVALID_VALUE, "no such attribute, or the variable for it has another size"));
    }
    attempt!(need_managed(host, start, count));
    let pieces = pieces(host, start, start.saturating_add(count));
    let preferred = common(&pieces, |piece| piece.preferred);
    let prefetched = common(&pieces, |piece| piece.prefetched);
    let values: Vec<i32> = match attribute {
        1 => vec![i32::from(pieces.iter().all(|piece| piece.is_read_mostly))],
        2 => vec![preferred],
        3 => {
            let of_all = |device: &i32| pieces.iter().all(|piece| piece.accessed_by.contains(device));
            let found = pieces.first().map(|piece| piece.accessed_by.iter().copied().filter(of_all).collect::<Vec<i32>>());
            let mut found = found.unwrap_or_default();
            // Devices come before the host.
            let hosts = found.iter().take_while(|device| **device < 0).count();
            found.rotate_left(hosts);
            found.resize((size / 4).min(1 << 16) as usize, NO_DEVICE);
            found
        }
        4 => vec![prefetched],
        5 => vec![place_type(preferred)],
        6 => vec![preferred.max(0)],
        7 => vec![place_type(prefetched)],
        _ => vec![prefetched.max(0)],
    };
    host.write_bytes(target, &values.into_iter().flat_map(i32::to_le_bytes).collect::<Vec<u8>>())?;
    Ok(SUCCESS)
}

/// Variables, their sizes, attributes, how many, pointer, bytes.
fn several(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (targets, sizes, attributes, count) = (args.at(0).address(), args.at(1).address(), args.at(2).address(), args.at(3).u64());
    if targets == 0 || sizes == 0 || attributes == 0 || count == 0 || count > 64 {
        return Ok(refuse(host, INVALID_VALUE, "a list is null, or empty"));
    }
    for index in 0..count {
        let bytes: [u8; 8] = host.read(targets + 8 * index)?;
        let size: [u8; 8] = host.read(sizes + 8 * index)?;
        let attribute: [u8; 4] = host.read(attributes + 4 * index)?;
        let error = one(host, long(&bytes, 0), long(&size, 0), word(&attribute, 0), (args.at(4).address(), args.at(5).u64()))?;
        if error != SUCCESS {
            return Ok(error);
        }
    }
    Ok(SUCCESS)
}
