//! CUDA runtime API, "Memory Management": copies and fills.
//!
//! A wrong pointer or direction is CUDA's error. A range that leaves the host's memory is no error of CUDA's: the real
//! copy reads or writes what lies beside, so here it is a finding, and only the bytes inside are copied.

use super::super::{Arg, Args, HostFunction, Stop};
use super::code::{INVALID_DEVICE, INVALID_MEMCPY_DIRECTION, INVALID_PITCH_VALUE, INVALID_SYMBOL, INVALID_VALUE, SUCCESS};
use super::error::call;
use super::memory::symbol;
use super::stream::{is_blocking, is_stream};
use super::timeline;
use crate::Host;
use crate::finding::Finding;
use crate::memory::{Access, AllocationKind, Side, ViolationKind, Window};
use kern_diag::Code;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaMemcpy", |host, args| call(host, |host| linear(host, args, args.at(2).u64(), args.at(3).i32(), None))),
    ("cudaMemcpyAsync", |host, args| call(host, |host| linear(host, args, args.at(2).u64(), args.at(3).i32(), Some(args.at(4).u64())))),
    ("cudaMemcpyPeer", |host, args| call(host, |host| peer(host, args, None))),
    ("cudaMemcpyPeerAsync", |host, args| call(host, |host| peer(host, args, Some(args.at(5).u64())))),
    ("cudaMemcpy2D", |host, args| call(host, |host| rows(host, args, None))),
    ("cudaMemcpy2DAsync", |host, args| call(host, |host| rows(host, args, Some(args.at(7).u64())))),
    ("cudaMemcpyToSymbol", |host, args| call(host, |host| to_symbol(host, args, None))),
    ("cudaMemcpyToSymbolAsync", |host, args| call(host, |host| to_symbol(host, args, Some(args.at(5).u64())))),
    ("cudaMemcpyFromSymbol", |host, args| call(host, |host| from_symbol(host, args, None))),
    ("cudaMemcpyFromSymbolAsync", |host, args| call(host, |host| from_symbol(host, args, Some(args.at(5).u64())))),
    ("cudaMemset", |host, args| call(host, |host| fill(host, args, args.at(2).u64(), None))),
    ("cudaMemsetAsync", |host, args| call(host, |host| fill(host, args, args.at(2).u64(), Some(args.at(3).u64())))),
    ("cudaMemset2D", |host, args| call(host, |host| fill_rows(host, args, None))),
    ("cudaMemset2DAsync", |host, args| call(host, |host| fill_rows(host, args, Some(args.at(5).u64())))),
];

/// `enum cudaMemcpyKind`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    HostToHost,
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    Default,
}

impl Kind {
    fn of(number: i32) -> Option<Kind> {
        [Kind::HostToHost, Kind::HostToDevice, Kind::DeviceToHost, Kind::DeviceToDevice, Kind::Default]
            .get(usize::try_from(number).ok()?)
            .copied()
    }

    /// Sides of source and target; `None` where the pointer decides.
    fn sides(self) -> [Option<Side>; 2] {
        match self {
            Kind::HostToHost => [Some(Side::Host); 2],
            Kind::HostToDevice => [Some(Side::Host), Some(Side::Device)],
            Kind::DeviceToHost => [Some(Side::Device), Some(Side::Host)],
            Kind::DeviceToDevice => [Some(Side::Device); 2],
            Kind::Default => [None; 2],
        }
    }
}

/// One end of a copy.
#[derive(Clone, Copy, Debug)]
struct End {
    address: u64,
    /// Bytes from the first to the last one touched.
    size: u64,
    access: Access,
}

/// Which side's memory an end is, if that can be; `None` for an address that is nobody's.
fn side_of(host: &Host, address: u64, wanted: Option<Side>) -> Option<Side> {
    let kind = host.allocation(address).map(|a| a.kind);
    let (is_host, is_device) = match kind {
        Some(kind) => (kind.is_for_host(), kind.is_for_device()),
        None => (Window::of(address).is_host(), Window::of(address) == Window::Device),
    };
    match wanted {
        Some(Side::Host) if is_host => Some(Side::Host),
        Some(Side::Device) if is_device => Some(Side::Device),
        Some(_) => None,
        // Memory of both sides counts as the device's: it is pinned or managed.
        None if is_device => Some(Side::Device),
        None if is_host => Some(Side::Host),
        None => None,
    }
}

/// Checks one end; the number of its bytes that may be used, or CUDA's error.
fn check(host: &mut Host, end: End, side: Side) -> Result<u64, i32> {
    let End { address, size, access } = end;
    let allocation = host.allocation(address).cloned();
    match side {
        Side::Device => match allocation {
            Some(a) if a.is_freed() => {
                report(host, end, Side::Device);
                Err(INVALID_VALUE)
            }
            Some(a) if a.contains(address, size) => Ok(size),
            // The device's allocator answers the error itself.
            _ => Err(INVALID_VALUE),
        },
        Side::Host => match host.check(address, size, access, Side::Host) {
            Ok(()) => Ok(size),
            Err(violation) => {
                report(host, end, Side::Host);
                match (violation.kind, allocation) {
                    (ViolationKind::OutOfBounds, Some(a)) if address < a.end() => Ok((a.end() - address).min(size)),
                    (ViolationKind::OutOfBounds | ViolationKind::Freed | ViolationKind::DeadStack, _) => Ok(0),
                    _ => Err(INVALID_VALUE),
                }
            }
        },
    }
}

fn report(host: &mut Host, end: End, side: Side) {
    if let Err(violation) = host.check(end.address, end.size, end.access, side) {
        let finding = host.violation_finding(&violation);
        host.report(finding);
    }
}

/// A direction that the pointers contradict: CUDA's error, and a word on why.
fn report_direction(host: &mut Host, kind: Kind, ends: [End; 2]) {
    let name = |host: &Host, address: u64| match host.allocation(address).map(|a| a.kind) {
        Some(AllocationKind::Managed) => "managed memory",
        Some(kind) if kind.is_for_device() && !kind.is_for_host() => "device memory",
        Some(_) => "host memory",
        None if Window::of(address) == Window::Symbols => "a device variable's name",
        None if Window::of(address) == Window::Null => "null",
        None if Window::of(address).is_host() => "host memory",
        None => "no memory at all",
    };
    let (from, to) = (name(host, ends[0].address), name(host, ends[1].address));
    let place = host.place();
    let mut finding = Finding::new(Code::COPY_DIRECTION, place, format!("`cuda{}` between the wrong memories", memcpy_name(kind)))
        .label(format!("the source is {from}, the target is {to}"))
        .note("the call returned `cudaErrorInvalidValue` and copied nothing")
        .help("the target comes first: `cudaMemcpy(to, from, bytes, direction)`; name the direction from source to target")
        .warning();
    if Window::of(ends[0].address) == Window::Symbols || Window::of(ends[1].address) == Window::Symbols {
        finding = finding.help("copy device variables with `cudaMemcpyToSymbol` and `cudaMemcpyFromSymbol`");
    }
    host.report(finding);
}

fn memcpy_name(kind: Kind) -> &'static str {
    match kind {
        Kind::HostToHost => "MemcpyHostToHost",
        Kind::HostToDevice => "MemcpyHostToDevice",
        Kind::DeviceToHost => "MemcpyDeviceToHost",
        Kind::DeviceToDevice => "MemcpyDeviceToDevice",
        Kind::Default => "MemcpyDefault",
    }
}

/// Checks both ends of a copy; how many bytes of each may be used, and the sides.
fn check_both(host: &mut Host, kind: Kind, from: End, to: End) -> Result<(u64, u64, [Side; 2]), i32> {
    let wanted = kind.sides();
    let sides = [side_of(host, from.address, wanted[0]), side_of(host, to.address, wanted[1])];
    let [Some(source), Some(target)] = sides else {
        if from.address != 0 && to.address != 0 {
            report_direction(host, kind, [from, to]);
        }
        return Err(INVALID_VALUE);
    };
    let readable = check(host, from, source)?;
    let writable = check(host, to, target)?;
    Ok((readable, writable, [source, target]))
}

/// Puts the work on the modelled clock; `None` is a call that waits.
fn account(host: &mut Host, stream: Option<u64>, size: u64, sides: [Side; 2], pageable: bool) {
    let duration = timeline::copy(&host.machine.device, size, sides[0] != sides[1], pageable);
    let queue = stream.unwrap_or(0);
    let blocking = is_blocking(host, queue);
    let time = &mut host.state().cuda.timeline;
    let end = time.work(queue, duration, blocking);
    if stream.is_none() {
        time.wait(end);
    }
}

fn is_pageable(host: &Host, address: u64) -> bool {
    !host.allocation(address).is_some_and(|a| a.kind.is_for_device())
}

fn linear(host: &mut Host, args: &[Arg], size: u64, kind: i32, stream: Option<u64>) -> Result<i32, Stop> {
    let Some(kind) = Kind::of(kind) else { return Ok(INVALID_MEMCPY_DIRECTION) };
    if !stream.is_none_or(|s| is_stream(host, s)) {
        return Ok(super::code::INVALID_RESOURCE_HANDLE);
    }
    if size == 0 {
        return Ok(SUCCESS);
    }
    // In a kernel there is one kind of memory; the engine checks nothing for us.
    let kind = if host.thread.is_some() { Kind::Default } else { kind };
    let from = End { address: args.at(1).address(), size, access: Access::Read };
    let to = End { address: args.at(0).address(), size, access: Access::Write };
    let (readable, writable, sides) = match check_both(host, kind, from, to) {
        Ok(checked) => checked,
        Err(error) => return Ok(error),
    };
    host.copy_raw(to.address, from.address, readable.min(writable));
    let pageable = is_pageable(host, from.address) || is_pageable(host, to.address);
    account(host, stream, size, sides, pageable);
    Ok(SUCCESS)
}

fn peer(host: &mut Host, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    if args.at(1).i32() != 0 || args.at(3).i32() != 0 {
        return Ok(INVALID_DEVICE);
    }
    let ends = [args.at(0), args.at(2)];
    linear(host, &ends, args.at(4).u64(), Kind::DeviceToDevice as i32, stream)
}

/// Bytes from the first to the last of `height` rows; `None` when that overflows.
fn span(pitch: u64, width: u64, height: u64) -> Option<u64> {
    pitch.checked_mul(height.checked_sub(1)?)?.checked_add(width)
}

fn rows(host: &mut Host, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let (to, to_pitch, from, from_pitch) = (args.at(0).address(), args.at(1).u64(), args.at(2).address(), args.at(3).u64());
    let (width, height) = (args.at(4).u64(), args.at(5).u64());
    let Some(kind) = Kind::of(args.at(6).i32()) else { return Ok(INVALID_MEMCPY_DIRECTION) };
    if !stream.is_none_or(|s| is_stream(host, s)) {
        return Ok(super::code::INVALID_RESOURCE_HANDLE);
    }
    if width == 0 || height == 0 {
        return Ok(SUCCESS);
    }
    if width > to_pitch || width > from_pitch {
        return Ok(INVALID_PITCH_VALUE);
    }
    let (Some(read), Some(written)) = (span(from_pitch, width, height), span(to_pitch, width, height)) else { return Ok(INVALID_VALUE) };
    let source = End { address: from, size: read, access: Access::Read };
    let target = End { address: to, size: written, access: Access::Write };
    let (readable, writable, sides) = match check_both(host, kind, source, target) {
        Ok(checked) => checked,
        Err(error) => return Ok(error),
    };
    for row in 0..height {
        let (from_offset, to_offset) = (row * from_pitch, row * to_pitch);
        let size = width.min(readable.saturating_sub(from_offset)).min(writable.saturating_sub(to_offset));
        host.copy_raw(to + to_offset, from + from_offset, size);
    }
    let pageable = is_pageable(host, from) || is_pageable(host, to);
    account(host, stream, width * height, sides, pageable);
    Ok(SUCCESS)
}

/// The address of `offset` bytes into a device variable, if `size` bytes fit there.
fn in_symbol(host: &Host, address: u64, size: u64, offset: u64) -> Result<u64, i32> {
    let symbol = symbol(host, address).ok_or(INVALID_SYMBOL)?;
    let fits = offset.checked_add(size).is_some_and(|end| end <= symbol.size);
    if fits { Ok(symbol.address + offset) } else { Err(INVALID_VALUE) }
}

fn to_symbol(host: &mut Host, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let (from, size) = (args.at(1).address(), args.at(2).u64());
    let to = match in_symbol(host, args.at(0).address(), size, args.at(3).u64()) {
        Ok(to) => to,
        Err(error) => return Ok(error),
    };
    let wanted = match Kind::of(args.at(4).i32()) {
        Some(Kind::HostToDevice) => Some(Side::Host),
        Some(Kind::DeviceToDevice) => Some(Side::Device),
        Some(Kind::Default) => None,
        _ => return Ok(INVALID_MEMCPY_DIRECTION),
    };
    if size == 0 {
        return Ok(SUCCESS);
    }
    let Some(side) = side_of(host, from, wanted) else { return Ok(INVALID_VALUE) };
    let usable = match check(host, End { address: from, size, access: Access::Read }, side) {
        Ok(usable) => usable,
        Err(error) => return Ok(error),
    };
    host.copy_raw(to, from, usable);
    let pageable = is_pageable(host, from);
    account(host, stream, size, [side, Side::Device], pageable);
    Ok(SUCCESS)
}

fn from_symbol(host: &mut Host, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let (to, size) = (args.at(0).address(), args.at(2).u64());
    let from = match in_symbol(host, args.at(1).address(), size, args.at(3).u64()) {
        Ok(from) => from,
        Err(error) => return Ok(error),
    };
    let wanted = match Kind::of(args.at(4).i32()) {
        Some(Kind::DeviceToHost) => Some(Side::Host),
        Some(Kind::DeviceToDevice) => Some(Side::Device),
        Some(Kind::Default) => None,
        _ => return Ok(INVALID_MEMCPY_DIRECTION),
    };
    if size == 0 {
        return Ok(SUCCESS);
    }
    let Some(side) = side_of(host, to, wanted) else { return Ok(INVALID_VALUE) };
    let usable = match check(host, End { address: to, size, access: Access::Write }, side) {
        Ok(usable) => usable,
        Err(error) => return Ok(error),
    };
    host.copy_raw(to, from, usable);
    let pageable = is_pageable(host, to);
    account(host, stream, size, [Side::Device, side], pageable);
    Ok(SUCCESS)
}

fn fill(host: &mut Host, args: &[Arg], size: u64, stream: Option<u64>) -> Result<i32, Stop> {
    let address = args.at(0).address();
    if size == 0 {
        return Ok(SUCCESS);
    }
    fill_range(host, address, size, stream, |host| {
        host.fill_raw(address, args.at(1).u32() as u8, size);
    })
}

fn fill_rows(host: &mut Host, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let (address, pitch, width, height) = (args.at(0).address(), args.at(1).u64(), args.at(3).u64(), args.at(4).u64());
    if width == 0 || height == 0 {
        return Ok(SUCCESS);
    }
    let Some(size) = span(pitch, width, height).filter(|_| width <= pitch) else { return Ok(INVALID_VALUE) };
    fill_range(host, address, size, stream, |host| {
        for row in 0..height {
            host.fill_raw(address + row * pitch, args.at(2).u32() as u8, width);
        }
    })
}

fn fill_range(host: &mut Host, address: u64, size: u64, stream: Option<u64>, body: impl FnOnce(&mut Host)) -> Result<i32, Stop> {
    if !stream.is_none_or(|s| is_stream(host, s)) {
        return Ok(super::code::INVALID_RESOURCE_HANDLE);
    }
    let Some(side) = side_of(host, address, Some(Side::Device)) else { return Ok(INVALID_VALUE) };
    match check(host, End { address, size, access: Access::Write }, side) {
        Ok(_) => body(host),
        Err(error) => return Ok(error),
    }
    account(host, stream, size, [Side::Device; 2], false);
    Ok(SUCCESS)
}
