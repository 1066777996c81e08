//! The structs that say what nodes do: read from the program's memory, and written to it.

use super::super::array::{long, word};
use super::super::code::{INVALID_MEMCPY_DIRECTION, INVALID_VALUE};
use super::super::copy_ends::{End, Kind, Nature, Parts, check, check_both};
use super::super::error::refuse;
use super::super::function;
use super::super::transfer::Fill;
use super::{NodeWork, null};
use crate::call::Stop;
use crate::memory::Access;
use crate::runtime::CallContext;

/// What was read, or CUDA's error, which is explained.
pub(super) type Read<T> = Result<Result<T, i32>, Stop>;

/// An error inside two results.
macro_rules! inner {
    ($checked:expr) => {
        match $checked {
            Ok(value) => value,
            Err(error) => return Ok(Err(error)),
        }
    };
}

/// `cudaKernelNodeParams`
pub(super) fn kernel(host: &mut CallContext, address: u64) -> Read<NodeWork> {
    if address == 0 {
        return Ok(Err(null(host, "the parameters")));
    }
    let bytes: [u8; 56] = host.read(address)?;
    let kernel = long(&bytes, 0);
    let Some(info) = host.kernel(kernel) else { return Ok(Err(function::refuse_function(host, kernel))) };
    let dims = |at: usize| std::array::from_fn(|i| word(&bytes, at + 4 * i));
    let config = function::config(host, kernel, dims(8), dims(20), u64::from(word(&bytes, 32)), 0);
    if let Err((_, reason)) = config.validate(&host.machine.device, info.static_shared, info.max_threads) {
        return Ok(Err(refuse(host, INVALID_VALUE, reason)));
    }
    let list = long(&bytes, 40);
    if list == 0 && !info.params.is_empty() {
        let reason =
            if long(&bytes, 48) == 0 { "there are no arguments" } else { "arguments in `extra` are not supported: pass `kernelParams`" };
        return Ok(Err(refuse(host, INVALID_VALUE, reason)));
    }
    let params = inner!(function::gather(host, &info, list)?);
    Ok(Ok(NodeWork::Kernel { kernel, config, params, is_cooperative: false }))
}

/// A copy of bytes as `cudaMemcpy3DParms`; the driver leaves pitches 0.
pub(in super::super) fn bytes_as_box(to: u64, from: u64, size: u64, kind: u32) -> Box<[u8; 160]> {
    rows_as_box([to, 0], [from, 0], [size, 1, 1], kind)
}

/// A copy of rows as `cudaMemcpy3DParms`; each end is an address and a pitch.
pub(in super::super) fn rows_as_box(to: [u64; 2], from: [u64; 2], extent: [u64; 3], kind: u32) -> Box<[u8; 160]> {
    let mut parms = Box::new([0; 160]);
    for (at, value) in [(32, from[0]), (40, from[1]), (96, to[0]), (104, to[1]), (128, extent[0]), (136, extent[1]), (144, extent[2])] {
        parms[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
    parms[152..156].copy_from_slice(&kind.to_le_bytes());
    parms
}

/// A copy of bytes in one piece: target, source, size, kind.
pub(super) fn as_bytes(parms: &[u8; 160]) -> Option<(u64, u64, u64, u32)> {
    let has_array = long(parms, 0) != 0 || long(parms, 64) != 0;
    let is_at_start = [8, 16, 24, 72, 80, 88].into_iter().all(|at| long(parms, at) == 0);
    let is_one = long(parms, 136) == 1 && long(parms, 144) == 1;
    (!has_array && is_at_start && is_one).then(|| (long(parms, 96), long(parms, 32), long(parms, 128), word(parms, 152)))
}

/// A copy of bytes: its ends are looked at when the node is added.
pub(super) fn copy_bytes(host: &mut CallContext, to: u64, from: u64, size: u64, number: i32) -> Result<NodeWork, i32> {
    let Some(kind) = Kind::of(number) else {
        return Err(refuse(host, INVALID_MEMCPY_DIRECTION, format!("{number} is no direction")));
    };
    if size == 0 {
        return Err(refuse(host, INVALID_VALUE, "0 bytes"));
    }
    check_both(host, kind, &End::new(from, size, Access::Read), &End::new(to, size, Access::Write))?;
    Ok(NodeWork::Copy(bytes_as_box(to, from, size, number as u32)))
}

/// `cudaMemcpy3DParms`
pub(super) fn copy(host: &mut CallContext, address: u64) -> Read<NodeWork> {
    if address == 0 {
        return Ok(Err(null(host, "the parameters")));
    }
    let parms: [u8; 160] = host.read(address)?;
    if let Some((to, from, size, kind)) = as_bytes(&parms) {
        return Ok(copy_bytes(host, to, from, size, kind as i32).map(|_| NodeWork::Copy(Box::new(parms))));
    }
    inner!(super::super::array_copy::check_box(host, &parms));
    Ok(Ok(NodeWork::Copy(Box::new(parms))))
}

/// What `fill` covers, from its first byte on.
pub(super) fn fill_end(fill: &Fill) -> Option<End> {
    let row = fill.width.checked_mul(u64::from(fill.element))?;
    let size = fill.height.checked_sub(1)?.checked_mul(fill.pitch)?.checked_add(row)?;
    Some(End { parts: Parts::Rows { width: row, pitch: fill.pitch }, ..End::new(fill.address, size, Access::Write) })
}

/// `cudaMemsetParams`
pub(super) fn fill(host: &mut CallContext, address: u64) -> Read<NodeWork> {
    if address == 0 {
        return Ok(Err(null(host, "the parameters")));
    }
    let bytes: [u8; 40] = host.read(address)?;
    let fill = Fill {
        address: long(&bytes, 0),
        pitch: long(&bytes, 8),
        value: word(&bytes, 16),
        element: word(&bytes, 20),
        width: long(&bytes, 24),
        height: long(&bytes, 32),
    };
    Ok(check_fill(host, fill))
}

fn check_fill(host: &mut CallContext, fill: Fill) -> Result<NodeWork, i32> {
    if !matches!(fill.element, 1 | 2 | 4) {
        return Err(refuse(host, INVALID_VALUE, format!("elements of {} bytes: they have 1, 2 or 4", fill.element)));
    }
    if fill.width == 0 || fill.height == 0 {
        return Err(refuse(host, INVALID_VALUE, "nothing to set: width or height is 0"));
    }
    if fill.height > 1 && fill.pitch < fill.width.saturating_mul(u64::from(fill.element)) {
        return Err(refuse(host, INVALID_VALUE, "the rows are longer than their distance (the pitch)"));
    }
    let end = fill_end(&fill).filter(|_| fill.address.is_multiple_of(u64::from(fill.element)));
    let Some(end) = end else { return Err(refuse(host, INVALID_VALUE, "the address is no multiple of the element's size")) };
    if Nature::of(host, end.address) == Nature::Pageable {
        return Err(refuse(host, INVALID_VALUE, "the target is host memory"));
    }
    check(host, &end)?;
    Ok(NodeWork::Fill(fill))
}

/// `cudaHostNodeParams`
pub(super) fn host_function(host: &mut CallContext, address: u64) -> Read<NodeWork> {
    if address == 0 {
        return Ok(Err(null(host, "the parameters")));
    }
    let bytes: [u8; 16] = host.read(address)?;
    let (function, data) = (long(&bytes, 0), long(&bytes, 8));
    Ok(if function == 0 { Err(refuse(host, INVALID_VALUE, "the function is null")) } else { Ok(NodeWork::Host { function, data }) })
}

/// An event of a node.
pub(super) fn event(host: &mut CallContext, handle: u64) -> Result<u64, i32> {
    if host.state.cuda.events.contains_key(&handle) {
        return Ok(handle);
    }
    Err(refuse(host, INVALID_VALUE, if handle == 0 { "the event is null" } else { "this is no event, or it was destroyed" }))
}
