//! `<stdio.h>`, output: the `printf` family and its plain relatives, on the host and (as `vprintf`) in kernels.

use super::args::{DeviceBuffer, Slots, Variadic, is_text_of_host};
use super::format;
use super::format_arguments::Arguments;
use super::state::Handle;
use super::streams::given;
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::memory::Access;
use crate::runtime::CallContext;
use crate::runtime::call_context::BYTES_AN_INSTRUCTION;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("printf", printf),
    ("vprintf", vprintf),
    ("fprintf", fprintf),
    ("vfprintf", vfprintf),
    ("sprintf", sprintf),
    ("vsprintf", vsprintf),
    ("snprintf", snprintf),
    ("vsnprintf", vsnprintf),
    ("asprintf", asprintf),
    ("vasprintf", vasprintf),
    ("dprintf", dprintf),
    ("puts", puts),
    ("fputs", fputs),
    ("putchar", putchar),
    ("putc", fputc),
    ("fputc", fputc),
    ("fflush", fflush),
    ("setvbuf", setvbuf),
    ("setbuf", setbuf),
    ("perror", perror),
    ("fwrite", fwrite),
    ("write", write),
];

/// Formats with the arguments after the format.
fn formatted(host: &mut CallContext, format_address: u64, rest: &[Arg], fixed: usize) -> Result<Vec<u8>, Stop> {
    let text = host.read_c_string(format_address)?;
    let mut arguments = Variadic::new(host, rest, fixed);
    let out = format::format(&text, &mut arguments)?;
    arguments.finish(&text);
    Ok(out)
}

fn formatted_slots(host: &mut CallContext, format_address: u64, list: u64) -> Result<Vec<u8>, Stop> {
    let text = host.read_c_string(format_address)?;
    format::format(&text, &mut Slots::new(host, list) as &mut dyn Arguments)
}

/// Writes to a stream; the number of bytes, or -1 if it is not open for writing.
fn emit(host: &mut CallContext, handle: u64, bytes: &[u8]) -> Result<Ret, Stop> {
    let length = bytes.len() as i32;
    host.work(bytes.len() as u64 / BYTES_AN_INSTRUCTION);
    Ok(Ret::from(if super::files::write(host, handle, bytes)? { length } else { -1 }))
}

fn printf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = formatted(host, args.at(0).address(), args.from(1), 1)?;
    emit(host, Handle::STDOUT, &text)
}

/// On the host a `va_list`; in a kernel the buffer that the compiler filled (CUDA C++ Programming Guide, "Formatted
/// Output"): each thread's text goes out whole, in the order in which the lanes call.
fn vprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (format_address, list) = (args.at(0).address(), args.at(1).address());
    if host.thread.is_none() {
        let text = formatted_slots(host, format_address, list)?;
        return emit(host, Handle::STDOUT, &text);
    }
    if is_text_of_host(host, format_address, "the format", "write the format as a literal in the kernel") {
        return Ok(Ret::from(-1));
    }
    let text = host.read_c_string(format_address)?;
    let mut buffer = DeviceBuffer::new(host, list);
    let out = format::format(&text, &mut buffer)?;
    let (count, strings) = (buffer.count(), buffer.string_bytes());
    let has_stopped = host.thread.as_ref().is_some_and(|thread| host.machine.launch_errors.has_stopped(thread));
    if !has_stopped {
        host.device_prints(out, count as u64, strings)?;
    }
    Ok(Ret::from(count))
}

fn fprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 0)?;
    let text = formatted(host, args.at(1).address(), args.from(2), 2)?;
    emit(host, handle, &text)
}

fn vfprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 0)?;
    let text = formatted_slots(host, args.at(1).address(), args.at(2).address())?;
    emit(host, handle, &text)
}

fn store(host: &mut CallContext, buffer: u64, mut text: Vec<u8>) -> Result<Ret, Stop> {
    let length = text.len() as i32;
    text.push(0);
    host.write_bytes(buffer, &text)?;
    Ok(Ret::from(length))
}

fn store_bounded(host: &mut CallContext, buffer: u64, size: u64, mut text: Vec<u8>) -> Result<Ret, Stop> {
    let length = text.len() as i32;
    if size > 0 {
        text.truncate(usize::try_from(size - 1).unwrap_or(usize::MAX));
        text.push(0);
        host.write_bytes(buffer, &text)?;
    }
    Ok(Ret::from(length))
}

fn sprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = formatted(host, args.at(1).address(), args.from(2), 2)?;
    store(host, args.at(0).address(), text)
}

fn vsprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = formatted_slots(host, args.at(1).address(), args.at(2).address())?;
    store(host, args.at(0).address(), text)
}

fn snprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = formatted(host, args.at(2).address(), args.from(3), 3)?;
    store_bounded(host, args.at(0).address(), args.at(1).u64(), text)
}

fn vsnprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = formatted_slots(host, args.at(2).address(), args.at(3).address())?;
    store_bounded(host, args.at(0).address(), args.at(1).u64(), text)
}

fn asprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = formatted(host, args.at(1).address(), args.from(2), 2)?;
    store_allocated(host, args.at(0).address(), text)
}

fn vasprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = formatted_slots(host, args.at(1).address(), args.at(2).address())?;
    store_allocated(host, args.at(0).address(), text)
}

/// Stores in memory made for it, of which the pointer at `pointer_at` tells.
fn store_allocated(host: &mut CallContext, pointer_at: u64, text: Vec<u8>) -> Result<Ret, Stop> {
    let Some(buffer) = super::heap::allocate(host, text.len() as u64 + 1, 16) else { return Ok(Ret::from(-1)) };
    host.write_bytes(pointer_at, &buffer.to_le_bytes())?;
    store(host, buffer, text)
}

fn dprintf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = formatted(host, args.at(1).address(), args.from(2), 2)?;
    match Handle::of_descriptor(args.at(0).i32()) {
        Some(handle) => emit(host, handle, &text),
        None => Ok(Ret::from(-1)),
    }
}

fn puts(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let mut text = host.read_c_string(args.at(0).address())?;
    text.push(b'\n');
    emit(host, Handle::STDOUT, &text)
}

fn fputs(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = host.read_c_string(args.at(0).address())?;
    let handle = given(host, args, 1)?;
    emit(host, handle, &text).map(|ret| if ret == Ret::from(-1) { ret } else { Ret::from(1) })
}

fn putchar(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let byte = args.at(0).u32() as u8;
    emit(host, Handle::STDOUT, &[byte]).map(|ret| if ret == Ret::from(-1) { ret } else { Ret::from(byte as i32) })
}

fn fputc(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let byte = args.at(0).u32() as u8;
    let handle = given(host, args, 1)?;
    emit(host, handle, &[byte]).map(|ret| if ret == Ret::from(-1) { ret } else { Ret::from(byte as i32) })
}

fn fflush(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    super::files::flush(host, args.at(0).u64())?;
    Ok(Ret::from(0))
}

fn setvbuf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    given(host, args, 0)?;
    Ok(Ret::from(0))
}

fn setbuf(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    given(host, args, 0)?;
    Ok(Ret::VOID)
}

fn perror(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let mut line = Vec::new();
    if args.at(0).address() != 0 {
        line = host.read_c_string(args.at(0).address())?;
        if !line.is_empty() {
            line.extend_from_slice(b": ");
        }
    }
    let error = super::system::errno(host)?;
    line.extend_from_slice(super::system::error_text(error).as_bytes());
    line.push(b'\n');
    emit(host, Handle::STDERR, &line)
}

fn fwrite(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (size, count) = (args.at(1).u64(), args.at(2).u64());
    let Some(total) = size.checked_mul(count).filter(|&t| t > 0) else { return Ok(Ret::from(0u64)) };
    let handle = given(host, args, 3)?;
    let done = write_all(host, handle, args.at(0).address(), total)?;
    Ok(Ret::from(if done == total { count } else { done / size }))
}

/// Writes bytes of memory, piece by piece; how many. Those that are not there are reported, and zero.
fn write_all(host: &mut CallContext, handle: u64, address: u64, size: u64) -> Result<u64, Stop> {
    let usable = host.look_at(address, size, Access::Read)?;
    let size = size.min(usable + MOST_BEYOND);
    let mut done = 0;
    while done < size {
        let piece = (if done < usable { usable } else { size } - done).min(1 << 20);
        let bytes = if done < usable { host.read_bytes(address + done, piece)? } else { vec![0; piece as usize] };
        if !super::files::write(host, handle, &bytes)? {
            break;
        }
        done += piece;
        if !host.work(piece / BYTES_AN_INSTRUCTION) {
            break;
        }
    }
    Ok(done)
}

/// Zeros that are written at most for bytes that are not there.
const MOST_BEYOND: u64 = 1 << 20;

fn write(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let size = args.at(2).u64();
    match Handle::of_descriptor(args.at(0).i32()) {
        Some(handle) => {
            let done = write_all(host, handle, args.at(1).address(), size)?;
            Ok(Ret::from(if done > 0 || size == 0 { done as i64 } else { -1 }))
        }
        None => Ok(Ret::from(-1i64)),
    }
}
