//! Streams of `<stdio.h>` whose file is memory of the program: `fmemopen`, `open_memstream` (POSIX). What is written gets there
//! when the stream is flushed or closed, as glibc's buffering has it.

use super::files;
use super::system::{EINVAL, ENOMEM, set_errno};
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::runtime::CallContext;
use crate::runtime::call_context::BYTES_AN_INSTRUCTION;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[("fmemopen", fmemopen), ("open_memstream", open_memstream)];

/// Where what a stream holds belongs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A buffer of that many bytes; at 0 there is none that the program sees.
    Buffer { address: u64, size: u64 },
    /// Memory made for it, `buffer` so far, of which the program is told in two variables.
    Grown { pointer_at: u64, size_at: u64, buffer: u64 },
}

impl Target {
    /// Bytes that may be written from `position` on.
    pub(super) fn room(&self, position: usize) -> usize {
        match *self {
            Target::Buffer { size, .. } => usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(position),
            Target::Grown { .. } => usize::MAX,
        }
    }
}

fn fmemopen(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (address, size) = (args.at(0).address(), args.at(1).u64());
    let mode = files::text(host, args.at(2).address())?;
    let letter = mode.bytes().next().unwrap_or(0);
    let content = match letter {
        b'r' if address != 0 => host.read_bytes(address, size)?,
        b'a' if address != 0 => host.read_c_string_up_to(address, size)?,
        b'w' if address != 0 && size != 0 => {
            host.write_bytes(address, &[0])?;
            Vec::new()
        }
        b'r' | b'w' | b'a' => Vec::new(),
        _ => {
            set_errno(host, EINVAL)?;
            return Ok(Ret::from(0u64));
        }
    };
    let is_both = mode.contains('+');
    let access = (letter == b'r' || is_both, letter != b'r' || is_both, letter == b'a');
    files::insert_in_memory(host, content, access, Target::Buffer { address, size }).map(Ret::from)
}

fn open_memstream(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let target = Target::Grown { pointer_at: args.at(0).address(), size_at: args.at(1).address(), buffer: 0 };
    files::insert_in_memory(host, Vec::new(), (false, true, false), target).map(Ret::from)
}

/// Writes what a stream in memory holds to where the program sees it, with a zero behind it.
pub(super) fn write_out(host: &mut CallContext, handle: u64) -> Result<(), Stop> {
    let Some((mut bytes, position, target)) = files::take_changes(host, handle) else { return Ok(()) };
    let length = bytes.len() as u64;
    host.work(length / BYTES_AN_INSTRUCTION);
    match target {
        Target::Buffer { address: 0, .. } => Ok(()),
        Target::Buffer { address, size } => {
            if length < size {
                bytes.push(0);
            }
            host.write_bytes(address, &bytes)
        }
        Target::Grown { pointer_at, size_at, buffer } => {
            bytes.push(0);
            let Some(made) = super::heap::allocate(host, length + 1, 16) else { return set_errno(host, ENOMEM) };
            host.write_bytes(made, &bytes)?;
            if buffer != 0 {
                host.release(buffer);
            }
            host.write_bytes(pointer_at, &made.to_le_bytes())?;
            // POSIX: of the text and of what stands before the position the shorter one.
            host.write_bytes(size_at, &length.min(position as u64).to_le_bytes())?;
            files::set_target(host, handle, Target::Grown { pointer_at, size_at, buffer: made });
            Ok(())
        }
    }
}
