//! CUDA runtime API, "Memory Management": copies and fills.

use super::super::{Arg, Args, HostFunction, Stop};
use super::array::long;
use super::code::{INVALID_MEMCPY_DIRECTION, INVALID_PITCH_VALUE, INVALID_SYMBOL, INVALID_VALUE, SUCCESS};
use super::copy_ends::{End, Kind, Nature, Parts, check, check_both};
use super::device::no_device;
use super::device_copy::need_queue;
use super::durations::Way;
use super::error::{because, call, refuse};
use super::graph::params::{bytes_as_box, rows_as_box};
use super::graph::{NodeWork, capture};
use super::memory::symbol;
use super::operations::{Operation, Work};
use super::overlap::in_order;
use super::stream::{need_stream, queue};
use super::transfer::{Fill, Rows, Transfer};
use super::{device_copy, durations};
use crate::finding::Finding;
use crate::instrument::WorkKind;
use crate::memory::{Access, Allocation, Side, Use, Window};
use crate::runtime::CallContext;
use kern_diag::Code;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaMemcpy", |host, args| call(host, |host| linear(host, args, args.at(2).u64(), args.at(3).i32(), None))),
    ("cudaMemcpyAsync", |host, args| call(host, |host| linear(host, args, args.at(2).u64(), args.at(3).i32(), Some(args.at(4).u64())))),
    ("cudaMemcpyPeer", |host, args| call(host, |host| peer(host, args, None))),
    ("cudaMemcpyPeerAsync", |host, args| call(host, |host| peer(host, args, Some(args.at(5).u64())))),
    ("cudaMemcpy2D", |host, args| call(host, |host| rows(host, args, None))),
    ("cudaMemcpy2DAsync", |host, args| call(host, |host| rows(host, args, Some(args.at(7).u64())))),
    ("cudaMemcpyToSymbol", |host, args| call(host, |host| with_symbol(host, args, Access::Write, None))),
    ("cudaMemcpyToSymbolAsync", |host, args| call(host, |host| with_symbol(host, args, Access::Write, Some(args.at(5).u64())))),
    ("cudaMemcpyFromSymbol", |host, args| call(host, |host| with_symbol(host, args, Access::Read, None))),
    ("cudaMemcpyFromSymbolAsync", |host, args| call(host, |host| with_symbol(host, args, Access::Read, Some(args.at(5).u64())))),
    ("cudaMemset", |host, args| call(host, |host| fill(host, args, args.at(2).u64(), None))),
    ("cudaMemsetAsync", |host, args| call(host, |host| fill(host, args, args.at(2).u64(), Some(args.at(3).u64())))),
    ("cudaMemset2D", |host, args| call(host, |host| fill_rows(host, args, None))),
    ("cudaMemset2DAsync", |host, args| call(host, |host| fill_rows(host, args, Some(args.at(5).u64())))),
    ("cudaMemset3D", |host, args| call(host, |host| fill_box(host, args, None))),
    ("cudaMemset3DAsync", |host, args| call(host, |host| fill_box(host, args, Some(args.at(3).u64())))),
];

/// Most bytes of pageable memory that are staged for an asynchronous copy to the device, which then returns at once.
const STAGING_BYTES: u64 = 64 << 10;

/// A copy of `size` bytes, or a fill, becomes an operation of its stream, `None` for the function that is not asynchronous. Whether the host waits is as measured on an H200: always where pageable memory is read late or written; with
/// the other functions unless only memory of the device is concerned. A kernel never waits.
///
/// # Errors
/// As for [`CallContext::show_printed`].
pub(super) fn submit(
    host: &mut CallContext,
    stream: Option<u64>,
    size: u64,
    ends: &[&End],
    operation: impl FnOnce(Transfer) -> Operation,
) -> Result<(), Stop> {
    let natures: Vec<Nature> = ends.iter().map(|end| Nature::of(host, end.address)).collect();
    let is_on_host = |nature: &Nature| matches!(nature, Nature::Pageable | Nature::Pinned);
    let crosses = natures.iter().any(is_on_host) && !natures.iter().all(is_on_host);
    let is_written_on_host = || ends.iter().zip(&natures).any(|(end, nature)| is_on_host(nature) && end.access == Access::Write);
    let way = match crosses {
        true if is_written_on_host() => Way::Out,
        true => Way::In,
        false if natures.iter().all(is_on_host) => Way::Host,
        false => Way::Within,
    };
    let cost = durations::copy(&host.machine.device, size, way, natures.contains(&Nature::Pageable));
    if let Some(thread) = host.thread {
        let accessed = ends.iter().flat_map(|end| end.accessed(false)).collect();
        let operation = operation(Transfer { cost, work: Work::default() });
        return device_copy::give(host, thread, stream.unwrap_or(0), ends, in_order(accessed), operation);
    }
    let is_late =
        |(end, nature): (&&End, &Nature)| *nature == Nature::Pageable && (end.access != Access::Read || size > STAGING_BYTES || !crosses);
    let waits = match stream {
        Some(_) => ends.iter().zip(&natures).any(is_late),
        None => natures.iter().any(|nature| !matches!(nature, Nature::Device | Nature::Name)),
    };
    let is_of_both = |nature: &Nature| matches!(nature, Nature::Pinned | Nature::Managed);
    let of_both = ends.iter().zip(&natures).filter(|(_, nature)| is_of_both(nature) && !waits);
    let uses: Vec<Use> =
        of_both.map(|(end, _)| Use { start: end.address, end: end.address.saturating_add(end.size), access: end.access }).collect();
    let mut footprint = Vec::new();
    if host.machine.config.check_races && host.state.cuda.may_overlap() {
        // What a launch waits for, it looks at with strong reads.
        let sets_flags = !host.state.cuda.waiting.is_empty();
        let shown = |(_, nature): &(&&End, &Nature)| matches!(nature, Nature::Device | Nature::Pinned | Nature::Managed);
        footprint = ends.iter().zip(&natures).filter(shown).flat_map(|(end, _)| end.accessed(sets_flags)).collect();
    }
    let work = match uses.is_empty() && footprint.is_empty() && !host.machine.config.profile {
        true => Work::default(),
        false => {
            let kind = match (ends.len(), way) {
                (1, _) => WorkKind::Fill,
                (_, Way::Out) => WorkKind::CopyOut,
                (_, Way::In) => WorkKind::CopyIn,
                (_, Way::Within | Way::Host) => WorkKind::Copy,
            };
            let footprint = in_order(footprint);
            Work { name: format!("`{}`", host.function), place: host.place(), kind, uses, does: None, footprint, launched: None }
        }
    };
    // The call is made again after a wait, its operation is given once.
    let thread = host.core.threads.current();
    let submitted = match host.state.cuda.given.remove(&thread) {
        Some(submitted) => submitted,
        None => host.submit(queue(stream.unwrap_or(0)), operation(Transfer { cost, work }))?.submitted,
    };
    if waits {
        let waited = host.end_waiting_before(submitted);
        if matches!(waited, Err(Stop::Again)) {
            host.state.cuda.given.insert(thread, submitted);
        }
        waited?;
        host.with_device(|device, memory| device.wait(memory, submitted));
    }
    // The asynchronous functions show nothing even where they wait.
    if waits && stream.is_none() {
        host.show_printed()?;
    }
    Ok(())
}

/// The kind of a copy; in a kernel there is one kind of memory.
pub(super) fn kind(host: &mut CallContext, number: i32) -> Result<Kind, i32> {
    match Kind::of(number) {
        Some(kind) if host.thread.is_none() => Ok(kind),
        Some(Kind::DeviceToDevice | Kind::Default) => Ok(Kind::Default),
        Some(_) => Err(refuse(host, INVALID_MEMCPY_DIRECTION, "kernels copy from device to device only")),
        None => Err(refuse(host, INVALID_MEMCPY_DIRECTION, format!("{number} is no direction"))),
    }
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

fn linear(host: &mut CallContext, args: &[Arg], size: u64, number: i32, stream: Option<u64>) -> Result<i32, Stop> {
    bytes(host, [args.at(0).address(), args.at(1).address(), size], number, stream)
}

/// Copies bytes: target, source, size.
pub(super) fn bytes(host: &mut CallContext, [to, from, size]: [u64; 3], number: i32, stream: Option<u64>) -> Result<i32, Stop> {
    let kind = attempt!(kind(host, number));
    attempt!(need_queue(host, stream));
    let is_captured = attempt!(capture::takes(host, stream.unwrap_or(0)));
    if size == 0 {
        return Ok(SUCCESS);
    }
    let from = End::new(from, size, Access::Read);
    let to = End::new(to, size, Access::Write);
    if is_captured {
        attempt!(check_both(host, kind, &from, &to));
        return Ok(capture_copy(host, stream, bytes_as_box(to.address, from.address, size, number as u32)));
    }
    let (readable, writable) = attempt!(check_both(host, kind, &from, &to));
    let rows = Rows { to: [to.address, 0], from: [from.address, 0], width: size, height: 1, readable, writable };
    submit(host, stream, size, &[&from, &to], |transfer| Operation::CopyRows(rows, transfer))?;
    Ok(SUCCESS)
}

/// A copy becomes a node.
fn capture_copy(host: &mut CallContext, stream: Option<u64>, parms: Box<[u8; 160]>) -> i32 {
    capture::add(host, stream.unwrap_or(0), NodeWork::Copy(parms))
}

fn peer(host: &mut CallContext, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    for device in [args.at(1).i32(), args.at(3).i32()] {
        if !(0..host.machine.config.devices as i32).contains(&device) {
            return Ok(no_device(host, device));
        }
    }
    let ends = [args.at(0), args.at(2)];
    linear(host, &ends, args.at(4).u64(), Kind::Default as i32, stream)
}

/// Bytes from the first to the last of `height` rows; `None` when that overflows.
fn span(pitch: u64, width: u64, height: u64) -> Option<u64> {
    pitch.checked_mul(height.checked_sub(1)?)?.checked_add(width)
}

/// The error of rows that are longer than their pitch, which is explained.
pub(super) fn refuse_pitch(host: &mut CallContext, access: Access, width: u64, pitch: u64) -> i32 {
    let name = if access == Access::Read { "source" } else { "target" };
    let reason = format!("a row has {width} bytes, and the rows of the {name} are only {pitch} bytes apart (its pitch)");
    let error = if host.function.starts_with("cudaMemset") { INVALID_VALUE } else { INVALID_PITCH_VALUE };
    refuse(host, error, reason)
}

/// An end of rows.
///
/// # Errors
/// CUDA's error, which is explained.
fn rows_end(host: &mut CallContext, address: u64, access: Access, [pitch, width, height]: [u64; 3]) -> Result<End, i32> {
    if width > pitch {
        return Err(refuse_pitch(host, access, width, pitch));
    }
    let Some(size) = span(pitch, width, height) else {
        return Err(refuse(host, INVALID_VALUE, format!("{height} rows, {pitch} bytes apart, are more than any memory has")));
    };
    let extent = format!("{height} rows of {width} bytes, {pitch} bytes apart ({size} bytes in all),");
    Ok(End { extent, parts: Parts::Rows { width, pitch }, ..End::new(address, size, access) })
}

fn rows(host: &mut CallContext, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let (to, to_pitch, from, from_pitch) = (args.at(0).address(), args.at(1).u64(), args.at(2).address(), args.at(3).u64());
    let (width, height) = (args.at(4).u64(), args.at(5).u64());
    let kind = attempt!(kind(host, args.at(6).i32()));
    attempt!(need_queue(host, stream));
    let is_captured = attempt!(capture::takes(host, stream.unwrap_or(0)));
    if width == 0 || height == 0 {
        return Ok(SUCCESS);
    }
    let target = attempt!(rows_end(host, to, Access::Write, [to_pitch, width, height]));
    let source = attempt!(rows_end(host, from, Access::Read, [from_pitch, width, height]));
    let (readable, writable) = attempt!(check_both(host, kind, &source, &target));
    if is_captured {
        let parms = rows_as_box([to, to_pitch], [from, from_pitch], [width, height, 1], args.at(6).u32());
        return Ok(capture_copy(host, stream, parms));
    }
    let rows = Rows { to: [to, to_pitch], from: [from, from_pitch], width, height, readable, writable };
    submit(host, stream, width.saturating_mul(height), &[&source, &target], |transfer| Operation::CopyRows(rows, transfer))?;
    Ok(SUCCESS)
}

/// The address of `offset` bytes into a device variable, if `size` bytes fit there.
pub(super) fn in_symbol(host: &mut CallContext, address: u64, size: u64, offset: u64) -> Result<u64, i32> {
    let Some(symbol) = symbol(host, address) else { return Err(refuse_symbol(host, address)) };
    if offset.checked_add(size).is_some_and(|end| end <= symbol.size) {
        return Ok(symbol.address + offset);
    }
    let from = if offset == 0 { String::new() } else { format!(" from byte {offset} on") };
    let message = format!("`{}`: {size} bytes{from} do not fit `{}`, which has {}", host.function, symbol.name, symbol.size);
    let room = symbol.size.saturating_sub(offset);
    let finding = Finding::new(Code::COPY_OUT_OF_BOUNDS, host.place(), message)
        .label(format!("{} bytes too many", size - room.min(size)))
        .help(format!("at most {room} bytes fit: size and offset are in bytes, such as `n * sizeof(float)`"));
    Err(because(host, INVALID_VALUE, finding))
}

/// Something else where the name of a device variable is wanted.
pub(super) fn refuse_symbol(host: &mut CallContext, address: u64) -> i32 {
    let what = match Window::of(address) {
        Window::Null => "a null pointer",
        Window::Device => "a pointer to device memory",
        window if window.is_host() => "an address of host memory",
        _ => "this address",
    };
    let message = format!("`{}` failed: {what} is given for a device variable", host.function);
    let finding = Finding::new(Code::CALL_FAILED_UNSEEN, host.place(), message)
        .label("not the name of a `__device__` or `__constant__` variable")
        .help("pass the variable's name as it is, without quotes and `&`; memory of `cudaMalloc` is copied with `cudaMemcpy`");
    because(host, INVALID_SYMBOL, finding)
}

/// A copy to or from a device variable: which of its two ends the variable is.
fn with_symbol(host: &mut CallContext, args: &[Arg], access: Access, stream: Option<u64>) -> Result<i32, Stop> {
    let (to, from, size) = (args.at(0).address(), args.at(1).address(), args.at(2).u64());
    let (name, other) = if access == Access::Write { (to, from) } else { (from, to) };
    let variable = attempt!(in_symbol(host, name, size, args.at(3).u64()));
    let number = args.at(4).i32();
    let kind = attempt!(kind(host, number));
    let wrong = if access == Access::Write { Kind::DeviceToHost } else { Kind::HostToDevice };
    if kind == Kind::HostToHost || kind == wrong {
        let reason = "the direction contradicts the function: the device variable is on the device";
        return Ok(refuse(host, INVALID_MEMCPY_DIRECTION, reason));
    }
    attempt!(need_stream(host, stream));
    let is_captured = attempt!(capture::takes(host, stream.unwrap_or(0)));
    if size == 0 {
        return Ok(SUCCESS);
    }
    let (to, from) = if access == Access::Write { (variable, other) } else { (other, variable) };
    let (source, target) = (End::new(from, size, Access::Read), End::new(to, size, Access::Write));
    let (readable, writable) = attempt!(check_both(host, kind, &source, &target));
    if is_captured {
        return Ok(capture_copy(host, stream, bytes_as_box(to, from, size, args.at(4).u32())));
    }
    if access == Access::Write && args.at(3).u64() == 0 {
        note_part_of_symbol(host, name, from, size);
    }
    let rows = Rows { to: [to, 0], from: [from, 0], width: size, height: 1, readable, writable };
    submit(host, stream, size, &[&source, &target], |transfer| Operation::CopyRows(rows, transfer))?;
    Ok(SUCCESS)
}

/// A device variable is given as many bytes as it has elements. Where the host's array has more for it than zeros, which are there anyway,
/// a read of the rest is a mistake.
fn note_part_of_symbol(host: &mut CallContext, name: u64, from: u64, size: u64) {
    let Some(symbol) = symbol(host, name).filter(|symbol| size < symbol.size && host.machine.config.check_init) else { return };
    let globals = &host.machine.module(Side::Device).globals;
    let Some(global) = globals.iter().find(|global| global.info.name == symbol.name && global.size == symbol.size) else { return };
    let memory = &host.machine.memory;
    let is_inside = |found: &Allocation| found.contains(from, symbol.size);
    let is_there = memory.stack_variable(from).is_some_and(|found| is_inside(&found)) || memory.allocation(from).is_some_and(is_inside);
    if size.checked_mul(global.info.element_size) != Some(symbol.size) || !is_there {
        return;
    }
    let has_more = host.read_raw(from + size, symbol.size - size).is_some_and(|rest| rest.iter().any(|&byte| byte != 0));
    if has_more {
        host.machine.sinks.tell(|observer| observer.variable_in_part(symbol.address, symbol.size));
    }
}

fn fill(host: &mut CallContext, args: &[Arg], size: u64, stream: Option<u64>) -> Result<i32, Stop> {
    let (address, value) = (args.at(0).address(), args.at(1).i32());
    let shape = Fill { address, pitch: 0, value: u32::from(value as u8), element: 1, width: size, height: 1 };
    fill_end(host, End::new(address, size, Access::Write), shape, value, stream)
}

fn fill_rows(host: &mut CallContext, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let (address, pitch, width, height) = (args.at(0).address(), args.at(1).u64(), args.at(3).u64(), args.at(4).u64());
    if width == 0 || height == 0 {
        return Ok(SUCCESS);
    }
    let end = attempt!(rows_end(host, address, Access::Write, [pitch, width, height]));
    let value = args.at(2).i32();
    let shape = Fill { address, pitch, value: u32::from(value as u8), element: 1, width, height };
    fill_end(host, end, shape, value, stream)
}

/// `cudaPitchedPtr` and `cudaExtent` come by address: slices of `ysize` rows each.
fn fill_box(host: &mut CallContext, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let pointer: [u8; 32] = host.read(args.at(0).address())?;
    let extent: [u8; 24] = host.read(args.at(2).address())?;
    let [address, pitch, rows] = [0, 8, 24].map(|at| long(&pointer, at));
    let [width, height, depth] = [0, 8, 16].map(|at| long(&extent, at));
    if width == 0 || height == 0 || depth == 0 {
        return Ok(SUCCESS);
    }
    let all = (depth - 1).checked_mul(rows.max(height)).and_then(|before| before.checked_add(height));
    let Some(all) = all else { return Ok(refuse(host, INVALID_VALUE, "more rows than any memory has")) };
    attempt!(rows_end(host, address, Access::Write, [pitch, width, all]));
    for slice in 0..depth {
        let start = address + slice * rows * pitch;
        let end = attempt!(rows_end(host, start, Access::Write, [pitch, width, height]));
        let value = args.at(1).i32();
        let shape = Fill { address: start, pitch, value: u32::from(value as u8), element: 1, width, height };
        let error = fill_end(host, end, shape, value, stream)?;
        if error != SUCCESS {
            return Ok(error);
        }
    }
    Ok(SUCCESS)
}

fn fill_end(host: &mut CallContext, end: End, mut shape: Fill, value: i32, stream: Option<u64>) -> Result<i32, Stop> {
    attempt!(need_queue(host, stream));
    let is_captured = attempt!(capture::takes(host, stream.unwrap_or(0)));
    if end.size == 0 {
        return Ok(SUCCESS);
    }
    if host.thread.is_none() && Nature::of(host, end.address) == Nature::Pageable {
        let finding = Finding::new(Code::COPY_DIRECTION, host.place(), format!("`{}` failed: the target is host memory", host.function))
            .label("not memory of the device")
            .note("nothing was set")
            .help("set host memory with `memset`");
        return Ok(because(host, INVALID_VALUE, finding));
    }
    attempt!(check(host, &end));
    if host.thread.is_some() {
        shape.value = device_copy::value_of_fill(host, value);
    } else if !(-128..=255).contains(&value) {
        warn_of_value(host, value);
    }
    if is_captured {
        return Ok(capture::add(host, stream.unwrap_or(0), NodeWork::Fill(shape)));
    }
    submit(host, stream, shape.width.saturating_mul(shape.height), &[&end], |transfer| Operation::Fill(shape, transfer))?;
    Ok(SUCCESS)
}

/// A fill sets bytes: what of `value` lies above the lowest is lost.
fn warn_of_value(host: &mut CallContext, value: i32) {
    let message = format!("`{}` sets every byte to {}, the lowest byte of {value}", host.function, value as u8);
    let finding = Finding::new(Code::FILL_VALUE, host.place(), message)
        .label("sets bytes, not numbers")
        .help("only 0 (and -1 in integers) sets numbers to what it says; set others with a kernel, or copy them")
        .warning();
    host.report(finding);
}
