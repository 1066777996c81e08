//! `<stdio.h>`: a character or a line at a time.

use super::files::{MOST_BYTES, read_byte, unread};
use super::state::Handle;
use super::streams::given;
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::runtime::CallContext;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("fgetc", fgetc),
    ("getc", fgetc),
    ("getchar", |host, _| get(host, Handle::STDIN)),
    ("ungetc", ungetc),
    ("fgets", fgets),
    ("getline", getline),
    ("getdelim", getdelim),
];

fn fgetc(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 0)?;
    get(host, handle)
}

fn get(host: &mut CallContext, handle: u64) -> Result<Ret, Stop> {
    Ok(Ret::from(read_byte(host, handle).map_or(-1, i32::from)))
}

fn ungetc(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 1)?;
    if args.at(0).i32() >= 0 {
        unread(host, handle, args.at(0).u32() as u8);
    }
    Ok(Ret::from(args.at(0).i32()))
}

fn fgets(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (buffer, size, handle) = (args.at(0).address(), args.at(1).i32(), given(host, args, 2)?);
    let mut line = Vec::new();
    while (line.len() as i64) < i64::from(size) - 1 {
        match read_byte(host, handle) {
            Some(byte) => line.push(byte),
            None => break,
        }
        if line.last() == Some(&b'\n') {
            break;
        }
    }
    if line.is_empty() {
        return Ok(Ret::from(0u64));
    }
    line.push(0);
    host.write_bytes(buffer, &line)?;
    Ok(Ret::from(buffer))
}

fn getline(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 2)?;
    read_up_to(host, args, b'\n', handle)
}

fn getdelim(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 3)?;
    read_up_to(host, args, args.at(2).u32() as u8, handle)
}

/// Reads up to `last` into the buffer that the first two arguments point to, or into a larger one.
fn read_up_to(host: &mut CallContext, args: &[Arg], last: u8, handle: u64) -> Result<Ret, Stop> {
    let (line_at, size_at) = (args.at(0).address(), args.at(1).address());
    let mut line = Vec::new();
    while let Some(byte) = read_byte(host, handle) {
        line.push(byte);
        if byte == last || line.len() >= MOST_BYTES / 8 {
            break;
        }
    }
    if line.is_empty() {
        return Ok(Ret::from(-1i64));
    }
    let length = line.len() as i64;
    line.push(0);
    let old = u64::from_le_bytes(host.read(line_at)?);
    let room = u64::from_le_bytes(host.read(size_at)?);
    let mut buffer = old;
    if old == 0 || room < line.len() as u64 {
        let enlarged = (line.len() as u64).next_multiple_of(120);
        let Some(new) = super::heap::allocate(host, enlarged, 16) else { return Ok(Ret::from(-1i64)) };
        if old != 0 {
            host.release(old);
        }
        host.write_bytes(line_at, &new.to_le_bytes())?;
        host.write_bytes(size_at, &enlarged.to_le_bytes())?;
        buffer = new;
    }
    host.write_bytes(buffer, &line)?;
    Ok(Ret::from(length))
}
