//! CUDA runtime API, "Memory Management": copies to, from and between arrays.
//!
//! Both ends are boxes: rows of bytes in slices, of an array or of plain memory. An array's rows are copied in pieces of 16 bytes, which
//! lie side by side in its layout. Which error answers which mistake was measured on an H200.

use super::super::{Arg, Args, HostFunction, Stop};
use super::array::{array, long, word};
use super::code::{INVALID_MEMCPY_DIRECTION, INVALID_VALUE, NOT_SUPPORTED, SUCCESS};
use super::copy::{refuse_pitch, submit};
use super::copy_ends::{End, Kind, Parts, check_both};
use super::device::no_device;
use super::device_copy::need_queue;
use super::error::{call, refuse};
use super::graph::{NodeWork, capture};
use super::operations::Operation;
use super::stream::need_stream;
use crate::memory::Access;
use crate::runtime::CallContext;
use crate::texture::descriptor::Array;
use std::ops::Range;
use std::sync::Arc;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaMemcpy2DToArray", |host, args| call(host, |host| rows_to(host, args, None))),
    ("cudaMemcpy2DToArrayAsync", |host, args| call(host, |host| rows_to(host, args, Some(args.at(8).u64())))),
    ("cudaMemcpy2DFromArray", |host, args| call(host, |host| rows_from(host, args, None))),
    ("cudaMemcpy2DFromArrayAsync", |host, args| call(host, |host| rows_from(host, args, Some(args.at(8).u64())))),
    ("cudaMemcpy2DArrayToArray", |host, args| call(host, |host| rows_between(host, args))),
    ("cudaMemcpyToArray", |host, args| call(host, |host| bytes_to(host, args, None))),
    ("cudaMemcpyToArrayAsync", |host, args| call(host, |host| bytes_to(host, args, Some(args.at(6).u64())))),
    ("cudaMemcpyFromArray", |host, args| call(host, |host| bytes_from(host, args, None))),
    ("cudaMemcpyFromArrayAsync", |host, args| call(host, |host| bytes_from(host, args, Some(args.at(6).u64())))),
    ("cudaMemcpyArrayToArray", |host, args| call(host, |host| bytes_between(host, args))),
    ("cudaMemcpy3D", |host, args| call(host, |host| boxes(host, args.at(0).address(), None))),
    ("cudaMemcpy3DPeer", |host, args| call(host, |host| boxes_of_peers(host, args.at(0).address(), None))),
    ("cudaMemcpy3DPeerAsync", |host, args| call(host, |host| boxes_of_peers(host, args.at(0).address(), Some(args.at(1).u64())))),
    ("cudaMemcpy3DAsync", |host, args| call(host, |host| boxes(host, args.at(0).address(), Some(args.at(1).u64())))),
];

/// Bytes that lie side by side in an array.
const PIECE: u64 = 16;

/// Pieces of a box that are told one by one where races are looked for, at most.
const MOST_PIECES: u64 = 1 << 16;

/// One end of a copy.
#[derive(Clone, Debug)]
enum Place {
    /// Address of the first byte, bytes from row to row, rows from slice to slice.
    Memory(u64, u64, u64),
    /// The array, and where in it: bytes, rows, slices.
    Array(Arc<Array>, [u64; 3]),
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

impl Place {
    /// The address of a byte.
    fn at(&self, [x, y, z]: [u64; 3]) -> u64 {
        match self {
            Place::Memory(address, pitch, rows) => address.wrapping_add((z * rows + y).wrapping_mul(*pitch)).wrapping_add(x),
            Place::Array(array, [left, top, front]) => {
                let level = &array.layout.levels[array.first_level as usize];
                array.base + level.at(left + x, top + y, front + z)
            }
        }
    }

    /// Bytes from `x` on that lie side by side.
    fn piece(&self, x: u64) -> u64 {
        match self {
            Place::Memory(..) => u64::MAX,
            Place::Array(_, [left, ..]) => PIECE - (left + x) % PIECE,
        }
    }

    /// What the check of ends looks at.
    ///
    /// # Errors
    /// CUDA's error, which is explained.
    fn end(&self, host: &mut CallContext, access: Access, size: [u64; 3]) -> Result<End, i32> {
        let [width, height, depth] = size;
        let name = if access == Access::Read { "source" } else { "target" };
        match self {
            Place::Memory(address, pitch, rows) => {
                if width > *pitch && (height > 1 || depth > 1 || *pitch > 0) {
                    return Err(refuse_pitch(host, access, width, *pitch));
                }
                let before = (depth - 1).checked_mul((*rows).max(height)).and_then(|r| r.checked_add(height - 1));
                let all = before.and_then(|rows| rows.checked_mul(*pitch)?.checked_add(width));
                let Some(all) = all else { return Err(refuse(host, INVALID_VALUE, "more bytes than any memory has")) };
                Ok(End { parts: self.parts(host, size), ..End::new(*address, all, access) })
            }
            Place::Array(array, [left, top, front]) => {
                let level = &array.layout.levels[array.first_level as usize];
                let inside = |from: u64, count: u64, all: u64| from.checked_add(count).is_some_and(|end| end <= all);
                let all = [level.width * array.format.bytes(), level.height, level.depth];
                let fits = inside(*left, width, all[0]) && inside(*top, height, all[1]) && inside(*front, depth, all[2]);
                if !fits {
                    let reason = format!(
                        "{width} bytes by {height} rows by {depth} slices from ({left}, {top}, {front}) on do not fit the {name}, an array of {} by {} by {}",
                        all[0], all[1], all[2]
                    );
                    return Err(refuse(host, INVALID_VALUE, reason));
                }
                // An array of one level is touched as a whole by a copy of all its texels.
                let is_whole = array.layout.levels.len() == 1 && [width, height, depth] == all;
                let parts = if is_whole { Parts::All } else { self.parts(host, size) };
                Ok(End { parts, ..End::new(array.base, array.layout.size, access) })
            }
        }
    }

    /// What a box touches, where races are looked for.
    fn parts(&self, host: &CallContext, [width, height, depth]: [u64; 3]) -> Parts {
        let is_looked_at = host.machine.config.check_races && (host.thread.is_some() || host.state.cuda.may_overlap());
        let count = height.saturating_mul(depth).saturating_mul(1 + width / self.piece(0));
        if !is_looked_at || count > MOST_PIECES {
            return Parts::Pieces(Vec::new());
        }
        let mut pieces = Vec::new();
        for (z, y) in (0..depth).flat_map(|z| (0..height).map(move |y| (z, y))) {
            let mut x = 0;
            while x < width {
                let (start, size) = (self.at([x, y, z]), (width - x).min(self.piece(x)));
                pieces.push(start..start.saturating_add(size));
                x += size;
            }
        }
        kern_diag::sort_by_number(&mut pieces, |piece: &Range<u64>| piece.start as i64);
        pieces.dedup_by(|next, last| {
            let goes_on = next.start <= last.end;
            if goes_on {
                last.end = last.end.max(next.end);
            }
            goes_on
        });
        Parts::Pieces(pieces)
    }
}

/// Copies a box of so many bytes, rows, slices.
fn copy(host: &mut CallContext, from: &Place, to: &Place, size: [u64; 3], kind: Kind, stream: Option<u64>) -> Result<i32, Stop> {
    attempt!(need_stream(host, stream));
    if attempt!(capture::takes(host, stream.unwrap_or(0))) {
        return Ok(capture::refuse_work(host, stream.unwrap_or(0)));
    }
    move_box(host, from, to, size, kind, stream)
}

/// As `copy`, of what is captured in no stream.
fn move_box(host: &mut CallContext, from: &Place, to: &Place, size: [u64; 3], kind: Kind, stream: Option<u64>) -> Result<i32, Stop> {
    if size.contains(&0) {
        return Ok(SUCCESS);
    }
    if host.thread.is_some() && [from, to].into_iter().any(|place| matches!(place, Place::Array(..))) {
        return Ok(refuse(host, NOT_SUPPORTED, "kernels do not copy arrays"));
    }
    let target = attempt!(to.end(host, Access::Write, size));
    let source = attempt!(from.end(host, Access::Read, size));
    let (readable, writable) = attempt!(check_both(host, kind, &source, &target));
    let (last_read, last_write) = (source.address.saturating_add(readable), target.address.saturating_add(writable));
    let copy = Box::new(BoxCopy { from: from.clone(), to: to.clone(), size, last_read, last_write });
    let bytes = size.into_iter().fold(1, u64::saturating_mul);
    submit(host, stream, bytes, &[&source, &target], |transfer| Operation::CopyBox(copy, transfer))?;
    Ok(SUCCESS)
}

/// A box to copy.
#[derive(Clone, Debug)]
pub(super) struct BoxCopy {
    from: Place,
    to: Place,
    /// Bytes, rows, slices.
    size: [u64; 3],
    /// Addresses from which on nothing may be read, and written.
    last_read: u64,
    last_write: u64,
}

impl BoxCopy {
    /// Copies it.
    pub(super) fn run(&self, host: &mut CallContext) {
        let [width, height, depth] = self.size;
        for (z, y) in (0..depth).flat_map(|z| (0..height).map(move |y| (z, y))) {
            if !host.work(1 + width / PIECE) {
                return;
            }
            let mut x = 0;
            while x < width {
                let (start, end) = (self.from.at([x, y, z]), self.to.at([x, y, z]));
                let wanted = (width - x).min(self.from.piece(x)).min(self.to.piece(x));
                let size = wanted.min(self.last_read.saturating_sub(start)).min(self.last_write.saturating_sub(end));
                host.copy_raw(end, start, size);
                if size < wanted {
                    return;
                }
                x += wanted;
            }
        }
    }
}

/// The kind of a copy of which one end is an array, so on the device; `to` says which.
fn kind(host: &mut CallContext, number: i32, is_to_array: bool) -> Result<Kind, i32> {
    let wrong = if is_to_array { Kind::DeviceToHost } else { Kind::HostToDevice };
    match Kind::of(number) {
        None => Err(refuse(host, INVALID_MEMCPY_DIRECTION, format!("{number} is no direction"))),
        Some(kind) if kind == wrong || kind == Kind::HostToHost => {
            Err(refuse(host, INVALID_MEMCPY_DIRECTION, "the direction contradicts the function: an array is on the device"))
        }
        Some(kind) => Ok(kind),
    }
}

fn rows_to(host: &mut CallContext, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let kind = attempt!(kind(host, args.at(7).i32(), true));
    let to = Place::Array(attempt!(array(host, args.at(0).u64())), [args.at(1).u64(), args.at(2).u64(), 0]);
    let from = Place::Memory(args.at(3).address(), args.at(4).u64(), 0);
    copy(host, &from, &to, [args.at(5).u64(), args.at(6).u64(), 1], kind, stream)
}

fn rows_from(host: &mut CallContext, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let kind = attempt!(kind(host, args.at(7).i32(), false));
    let to = Place::Memory(args.at(0).address(), args.at(1).u64(), 0);
    let from = Place::Array(attempt!(array(host, args.at(2).u64())), [args.at(3).u64(), args.at(4).u64(), 0]);
    copy(host, &from, &to, [args.at(5).u64(), args.at(6).u64(), 1], kind, stream)
}

fn rows_between(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let to = Place::Array(attempt!(array(host, args.at(0).u64())), [args.at(1).u64(), args.at(2).u64(), 0]);
    let from = Place::Array(attempt!(array(host, args.at(3).u64())), [args.at(4).u64(), args.at(5).u64(), 0]);
    copy(host, &from, &to, [args.at(6).u64(), args.at(7).u64(), 1], Kind::Default, None)
}

/// A run of bytes that goes on from one row of an array to the next: the rest of the first row, whole rows, the start of the last.
fn pieces(array: &Array, [left, top]: [u64; 2], count: u64) -> Vec<(u64, [u64; 3], [u64; 3])> {
    let row = (array.layout.levels[array.first_level as usize].width * array.format.bytes()).max(1);
    let first = count.min(row.saturating_sub(left));
    let rows = (count - first) / row;
    let rest = count - first - rows * row;
    let list = [(0, [left, top, 0], [first, 1, 1]), (first, [0, top.saturating_add(1), 0], [row, rows, 1])];
    let last = (first + rows * row, [0, top.saturating_add(1).saturating_add(rows), 0], [rest, 1, 1]);
    list.into_iter().chain([last]).filter(|(_, _, size)| !size.contains(&0)).collect()
}

/// A run of bytes between memory and an array.
fn run(
    host: &mut CallContext,
    found: &Arc<Array>,
    at: [u64; 2],
    memory: u64,
    count: u64,
    kind: Kind,
    stream: Option<u64>,
) -> Result<i32, Stop> {
    let is_to_array = host.function.contains("ToArray");
    let list = pieces(found, at, count);
    // Nothing is copied if something does not fit.
    for (_, at, size) in &list {
        attempt!(Place::Array(found.clone(), *at).end(host, Access::Write, *size));
    }
    for (offset, at, size) in list {
        let plain = Place::Memory(memory.wrapping_add(offset), size[0], 0);
        let place = Place::Array(found.clone(), at);
        let error =
            if is_to_array { copy(host, &plain, &place, size, kind, stream)? } else { copy(host, &place, &plain, size, kind, stream)? };
        if error != SUCCESS {
            return Ok(error);
        }
    }
    Ok(SUCCESS)
}

fn bytes_to(host: &mut CallContext, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let kind = attempt!(kind(host, args.at(5).i32(), true));
    let found = attempt!(array(host, args.at(0).u64()));
    run(host, &found, [args.at(1).u64(), args.at(2).u64()], args.at(3).address(), args.at(4).u64(), kind, stream)
}

fn bytes_from(host: &mut CallContext, args: &[Arg], stream: Option<u64>) -> Result<i32, Stop> {
    let kind = attempt!(kind(host, args.at(5).i32(), false));
    let found = attempt!(array(host, args.at(1).u64()));
    run(host, &found, [args.at(2).u64(), args.at(3).u64()], args.at(0).address(), args.at(4).u64(), kind, stream)
}

fn bytes_between(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (to, from) = (attempt!(array(host, args.at(0).u64())), attempt!(array(host, args.at(3).u64())));
    let (mut at, mut start, mut left) = ([args.at(1).u64(), args.at(2).u64()], [args.at(4).u64(), args.at(5).u64()], args.at(6).u64());
    let row = |array: &Array| array.layout.levels[array.first_level as usize].width * array.format.bytes();
    while left > 0 {
        let size = left.min(row(&to).saturating_sub(at[0])).min(row(&from).saturating_sub(start[0]));
        let (target, source) = (Place::Array(to.clone(), [at[0], at[1], 0]), Place::Array(from.clone(), [start[0], start[1], 0]));
        if size == 0 {
            return Ok(refuse(host, INVALID_VALUE, "the offset lies behind the end of a row"));
        }
        let error = copy(host, &source, &target, [size, 1, 1], Kind::Default, None)?;
        if error != SUCCESS {
            return Ok(error);
        }
        left -= size;
        for (at, array) in [(&mut at, &to), (&mut start, &from)] {
            at[0] += size;
            if at[0] == row(array) {
                *at = [0, at[1] + 1];
            }
        }
    }
    Ok(SUCCESS)
}

/// `cudaMemcpy3D`: `cudaMemcpy3DParms` comes by address.
fn boxes(host: &mut CallContext, address: u64, stream: Option<u64>) -> Result<i32, Stop> {
    if address == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the pointer to the parameters is null"));
    }
    let parms: [u8; 160] = host.read(address)?;
    take_box(host, parms, stream)
}

/// `cudaMemcpy3DPeerParms`: as `cudaMemcpy3DParms`, with the device behind each end instead of the kind.
fn boxes_of_peers(host: &mut CallContext, address: u64, stream: Option<u64>) -> Result<i32, Stop> {
    if address == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the pointer to the parameters is null"));
    }
    let given: [u8; 168] = host.read(address)?;
    for device in [word(&given, 64), word(&given, 136)] {
        if device >= host.machine.config.devices {
            return Ok(no_device(host, device as i32));
        }
    }
    let mut parms = [0; 160];
    parms[..64].copy_from_slice(&given[..64]);
    parms[64..128].copy_from_slice(&given[72..136]);
    parms[128..152].copy_from_slice(&given[144..]);
    parms[152] = Kind::Default as u8;
    take_box(host, parms, stream)
}

fn take_box(host: &mut CallContext, parms: [u8; 160], stream: Option<u64>) -> Result<i32, Stop> {
    attempt!(need_queue(host, stream));
    if attempt!(capture::takes(host, stream.unwrap_or(0))) {
        attempt!(check_box(host, &parms));
        return Ok(capture::add(host, stream.unwrap_or(0), NodeWork::Copy(Box::new(parms))));
    }
    copy_box(host, &parms, stream)
}

/// Whether a box can be copied like this.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn check_box(host: &mut CallContext, parms: &[u8; 160]) -> Result<(), i32> {
    let (from, to, size, kind) = read_box(host, parms)?;
    if size.contains(&0) {
        return Err(refuse(host, INVALID_VALUE, "nothing to copy: the extent has a 0"));
    }
    let target = to.end(host, Access::Write, size)?;
    let source = from.end(host, Access::Read, size)?;
    check_both(host, kind, &source, &target).map(|_| ())
}

/// Copies a box as `cudaMemcpy3DParms` say.
///
/// # Errors
/// The program cannot go on.
pub(super) fn copy_box(host: &mut CallContext, parms: &[u8; 160], stream: Option<u64>) -> Result<i32, Stop> {
    if (16..=18).any(|word| long(parms, 8 * word) == 0) {
        return Ok(SUCCESS);
    }
    let (from, to, size, kind) = attempt!(read_box(host, parms));
    move_box(host, &from, &to, size, kind, stream)
}

/// Source, target, bytes by rows by slices, kind.
fn read_box(host: &mut CallContext, parms: &[u8; 160]) -> Result<(Place, Place, [u64; 3], Kind), i32> {
    let three = |at: usize| [long(parms, at), long(parms, at + 8), long(parms, at + 16)];
    let mut extent = three(128);
    let mut texel = 1;
    let mut arrays = Vec::new();
    for (at, name) in [(0, "source"), (64, "target")] {
        let (handle, pointer) = (long(parms, at), long(parms, at + 32));
        if (handle == 0) == (pointer == 0) {
            let reason = if handle == 0 { "neither an array nor a pointer" } else { "both an array and a pointer" };
            return Err(refuse(host, INVALID_VALUE, format!("the {name} is {reason}")));
        }
        let found = if handle == 0 { None } else { Some(array(host, handle)?) };
        if let Some(found) = &found {
            texel = found.format.bytes();
        }
        arrays.push(found);
    }
    extent[0] = extent[0].saturating_mul(texel);
    let mut places = Vec::new();
    for (at, found) in [0, 64].into_iter().zip(arrays) {
        let [x, y, z] = three(at + 8);
        places.push(match found {
            Some(found) => Place::Array(found, [x.saturating_mul(texel), y, z]),
            None => {
                let (pointer, pitch, rows) = (long(parms, at + 32), long(parms, at + 40), long(parms, at + 56));
                let start = Place::Memory(pointer, pitch, rows).at([x, y, z]);
                Place::Memory(start, pitch, rows)
            }
        });
    }
    let number = word(parms, 152) as i32;
    let kind = match (&places[0], &places[1]) {
        (_, Place::Array(..)) if matches!(places[0], Place::Memory(..)) => kind(host, number, true)?,
        (Place::Array(..), Place::Memory(..)) => kind(host, number, false)?,
        (Place::Array(..), _) => Kind::Default,
        _ => super::copy::kind(host, number)?,
    };
    let mut places = places.into_iter();
    match (places.next(), places.next()) {
        (Some(from), Some(to)) => Ok((from, to, extent, kind)),
        _ => Err(INVALID_VALUE),
    }
}
