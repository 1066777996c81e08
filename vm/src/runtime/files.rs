//! `FILE`: the three standard streams, and files kept in memory and written out when flushed or closed.

use super::memory_streams::{self, Target};
use super::paths::path;
use super::state::Handle;
use super::streams::{Remembered, given, remember_closed, remember_refused, report_refusal};
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::limits::Limit;
use crate::memory::{Access, Memory};
use crate::runtime::CallContext;
use crate::runtime::call_context::BYTES_AN_INSTRUCTION;
use crate::world::{Closed, Stream};
use std::collections::BTreeMap;

pub(super) mod mappings;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("fopen", fopen),
    ("freopen", freopen),
    ("tmpfile", tmpfile),
    ("fclose", fclose),
    ("fread", fread),
    ("fseek", fseek),
    ("ftell", ftell),
    ("rewind", rewind),
    ("feof", |host, args| Ok(Ret::from(given_stream(host, args, 0)?.is_some_and(|f| f.at_end) as i32))),
    ("ferror", |host, args| Ok(Ret::from(given_stream(host, args, 0)?.is_some_and(|f| f.failed) as i32))),
    ("clearerr", clearerr),
    ("fileno", fileno),
];

/// An open file: its whole content, and what of it has not been written out.
#[derive(Clone, Default, Debug)]
struct File {
    /// Empty for streams and temporary files.
    path: String,
    content: Vec<u8>,
    /// Bytes of memory taken for it.
    taken: u64,
    position: usize,
    readable: bool,
    writable: bool,
    append: bool,
    dirty: bool,
    at_end: bool,
    failed: bool,
    /// Characters given back with `ungetc`, last first.
    back: Vec<u8>,
    /// Memory of the program that stands for a file.
    target: Option<Target>,
    /// Only a name for `fchdir` and `fstat`.
    is_directory: bool,
}

/// The open files by `FILE *` value.
#[derive(Debug)]
pub(super) struct Files {
    open: BTreeMap<u64, File>,
    next: u64,
    /// Of their contents.
    bytes: usize,
    pub(super) remembered: Remembered,
    mappings: Vec<mappings::Mapping>,
}

/// Most bytes of the contents of open files: beyond, the disk is full.
pub(super) const MOST_BYTES: usize = 1 << 31;

/// Files that may be open at once, as on Linux by default.
pub(super) const MOST_OPEN: usize = 1024;

impl Default for Files {
    fn default() -> Files {
        let input = File { readable: true, ..File::default() };
        let output = File { writable: true, ..File::default() };
        let open = BTreeMap::from([(Handle::STDIN, input), (Handle::STDOUT, output.clone()), (Handle::STDERR, output)]);
        Files { open, next: Handle::STDERR + 1, bytes: 0, remembered: Remembered::default(), mappings: Vec::new() }
    }
}

fn stream<'h>(host: &'h mut CallContext, handle: u64) -> Option<&'h mut File> {
    host.state.files.open.get_mut(&handle)
}

/// The open file that is an argument.
fn given_stream<'h>(host: &'h mut CallContext, args: &[Arg], argument: usize) -> Result<Option<&'h mut File>, Stop> {
    let handle = given(host, args, argument)?;
    Ok(stream(host, handle))
}

/// Writes bytes; false if the stream is not open for writing.
pub(super) fn write(host: &mut CallContext, handle: u64, bytes: &[u8]) -> Result<bool, Stop> {
    let Some(file) = stream(host, handle).filter(|f| f.writable) else {
        super::system::set_errno(host, super::system::EBADF)?;
        return Ok(false);
    };
    // `freopen(path, "w", stdout)` keeps the handle and gives it a path.
    let standard = match handle {
        Handle::STDOUT if file.path.is_empty() => Stream::Stdout,
        Handle::STDERR if file.path.is_empty() => Stream::Stderr,
        _ => return write_content(host, handle, bytes),
    };
    host.write_stream(standard, bytes)?;
    Ok(true)
}

/// Writes to a file's content; false if there is no room for it.
fn write_content(host: &mut CallContext, handle: u64, bytes: &[u8]) -> Result<bool, Stop> {
    mappings::write_through(host);
    let files = &mut host.state.files;
    let Some(file) = files.open.get_mut(&handle) else { return Ok(false) };
    if file.append || handle <= Handle::STDERR {
        file.position = file.content.len();
    }
    let room = file.target.as_ref().map_or(usize::MAX, |target| target.room(file.position));
    let fitting = &bytes[..bytes.len().min(room)];
    let end = file.position.saturating_add(fitting.len());
    let growth = end.saturating_sub(file.content.len());
    if files.bytes.saturating_add(growth) > MOST_BYTES || !make_room(file, &mut host.machine.memory, end) {
        file.failed = true;
        super::system::set_errno(host, super::system::ENOSPC)?;
        return Ok(false);
    }
    files.bytes += growth;
    file.content.resize(end.max(file.content.len()), 0);
    file.content[file.position..end].copy_from_slice(fitting);
    (file.position, file.dirty) = (end, true);
    let is_full = fitting.len() < bytes.len();
    file.failed |= is_full;
    mappings::write_through(host);
    if is_full {
        super::system::set_errno(host, super::system::ENOSPC)?;
        return Ok(false);
    }
    Ok(true)
}

/// Makes room for a content of `end` bytes, which is there twice while it moves; false if there is too little memory.
fn make_room(file: &mut File, memory: &mut Memory, end: usize) -> bool {
    let capacity = file.content.capacity();
    if end <= capacity {
        return true;
    }
    let wanted = end.max(capacity.saturating_add(capacity / 2));
    if !memory.take(wanted as u64) {
        return false;
    }
    file.content.reserve_exact(wanted - file.content.len());
    memory.give_back(file.taken);
    file.taken = wanted as u64;
    true
}

fn write_out(host: &mut CallContext, handle: u64) {
    let Some(file) = host.state.files.open.get_mut(&handle) else { return };
    if file.dirty && !file.path.is_empty() {
        file.failed |= host.world.write_file(&file.path, &file.content).is_err();
        file.dirty = false;
        let work = file.content.len() as u64 / BYTES_AN_INSTRUCTION;
        host.work(work);
    }
}

/// `fflush`; handle 0 is every stream.
pub(super) fn flush(host: &mut CallContext, handle: u64) -> Result<(), Stop> {
    let handles: Vec<u64> = if handle == 0 { host.state.files.open.keys().copied().collect() } else { vec![handle] };
    for handle in handles {
        let is_read = match handle {
            Handle::STDOUT => host.world.flush(Stream::Stdout),
            Handle::STDERR => host.world.flush(Stream::Stderr),
            _ => Ok(()),
        };
        is_read.map_err(|Closed| Stop::Limit(Limit::Closed))?;
        write_out(host, handle);
        memory_streams::write_out(host, handle)?;
    }
    Ok(())
}

/// Writes every file out, as the end of a program does.
pub(super) fn write_out_all(host: &mut CallContext) {
    mappings::write_through(host);
    let handles: Vec<u64> = host.state.files.open.keys().copied().collect();
    for handle in handles {
        write_out(host, handle);
    }
}

/// One more byte, if there is one.
pub(super) fn read_byte(host: &mut CallContext, handle: u64) -> Option<u8> {
    let file = host.state.files.open.get_mut(&handle).filter(|f| f.readable)?;
    if let Some(byte) = file.back.pop() {
        return Some(byte);
    }
    if file.position == file.content.len() && handle == Handle::STDIN && file.path.is_empty() {
        let mut buffer = [0; 4096];
        // Standard input may have no end.
        let read = if host.machine.work(buffer.len() as u64 / BYTES_AN_INSTRUCTION) {
            host.world.read_stdin(&mut buffer).min(buffer.len())
        } else {
            0
        };
        let file = stream(host, handle)?;
        file.content.clear();
        file.content.extend_from_slice(&buffer[..read]);
        file.position = 0;
    }
    let file = stream(host, handle)?;
    match file.content.get(file.position) {
        Some(&byte) => {
            file.position += 1;
            Some(byte)
        }
        None => {
            file.at_end = true;
            None
        }
    }
}

/// The next bytes, at most `most`, as many as are at hand; none at the end.
pub(super) fn read_some(host: &mut CallContext, handle: u64, most: usize) -> Vec<u8> {
    mappings::write_through(host);
    let Some(first) = read_byte(host, handle).filter(|_| most > 0) else { return Vec::new() };
    let mut bytes = vec![first];
    if let Some(file) = stream(host, handle).filter(|file| file.back.is_empty()) {
        let start = file.position.min(file.content.len());
        let end = file.content.len().min(start + (most - 1));
        bytes.extend_from_slice(&file.content[start..end]);
        file.position += end - start;
    }
    bytes
}

/// Gives a byte back.
pub(super) fn unread(host: &mut CallContext, handle: u64, byte: u8) {
    if let Some(file) = stream(host, handle) {
        file.back.push(byte);
        file.at_end = false;
    }
}

fn open(host: &mut CallContext, path: &str, mode: &str) -> Result<Option<File>, Stop> {
    mappings::write_through(host);
    let plus = mode.contains('+');
    let mut file = File { path: path.to_string(), ..File::default() };
    let letter = mode.bytes().next().unwrap_or(0);
    let existing = if letter == b'w' { Ok(Vec::new()) } else { host.world.read_file(path) };
    if let Err(error) = &existing {
        report_refusal(host, path, error);
    }
    match (letter, existing) {
        (b'r', Ok(content)) => (file.content, file.readable, file.writable) = (content, true, plus),
        (b'w', _) => {
            (file.writable, file.readable, file.dirty) = (true, plus, true);
            if let Err(error) = host.world.write_file(path, &[]) {
                report_refusal(host, path, &error);
                super::system::set_errno(host, super::system::error_number(&error))?;
                return Ok(None);
            }
        }
        (b'a', content) => {
            (file.content, file.writable, file.readable, file.append) = (content.unwrap_or_default(), true, plus, true);
            file.position = file.content.len();
        }
        (b'r', Err(error)) => {
            super::system::set_errno(host, super::system::error_number(&error))?;
            return Ok(None);
        }
        _ => {
            super::system::set_errno(host, super::system::EINVAL)?;
            return Ok(None);
        }
    }
    Ok(Some(file))
}

pub(super) fn text(host: &mut CallContext, address: u64) -> Result<String, Stop> {
    let bytes = host.read_c_string(address)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn fopen(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (path, mode) = (path(host, args.at(0).address())?, text(host, args.at(1).address())?);
    let handle = match open(host, &path, &mode)? {
        Some(file) => insert(host, file)?,
        None => 0,
    };
    if handle == 0 {
        remember_refused(host, &path)?;
    }
    Ok(Ret::from(handle))
}

/// A new file's handle; 0 if too much is open.
fn insert(host: &mut CallContext, mut file: File) -> Result<u64, Stop> {
    let files = &host.state.files;
    let is_too_much = files.open.len() >= MOST_OPEN || files.bytes.saturating_add(file.content.len()) > MOST_BYTES;
    file.taken = file.content.capacity() as u64;
    if is_too_much || !host.take_memory(file.taken) {
        super::system::set_errno(host, if is_too_much { super::system::EMFILE } else { super::system::ENOMEM })?;
        return Ok(0);
    }
    let files = &mut host.state.files;
    let handle = files.next;
    files.next += 1;
    files.bytes += file.content.len();
    files.open.insert(handle, file);
    Ok(handle)
}

/// The handle of a file that `open` opened to be read, written, appended to; 0 if too much is open.
pub(super) fn insert_opened(host: &mut CallContext, path: String, content: Vec<u8>, access: (bool, bool, bool)) -> Result<u64, Stop> {
    let (readable, writable, append) = access;
    insert(host, File { path, content, readable, writable, append, ..File::default() })
}

/// The handle of a directory, which has nothing to read; 0 if too much is open.
pub(super) fn insert_directory(host: &mut CallContext, path: String) -> Result<u64, Stop> {
    insert(host, File { path, is_directory: true, ..File::default() })
}

/// The directory that is open under a handle.
pub(super) fn directory(host: &mut CallContext, handle: u64) -> Option<String> {
    stream(host, handle).filter(|file| file.is_directory).map(|file| file.path.clone())
}

/// The handle of a stream in memory; 0 if too much is open.
pub(super) fn insert_in_memory(host: &mut CallContext, content: Vec<u8>, access: (bool, bool, bool), target: Target) -> Result<u64, Stop> {
    let (readable, writable, append) = access;
    let position = if append { content.len() } else { 0 };
    // `open_memstream` makes an empty text of nothing.
    let dirty = matches!(target, Target::Grown { .. });
    insert(host, File { content, position, readable, writable, append, dirty, target: Some(target), ..File::default() })
}

/// What a stream in memory holds that was not written out, where in that it stands, and where it belongs.
pub(super) fn take_changes(host: &mut CallContext, handle: u64) -> Option<(Vec<u8>, usize, Target)> {
    let file = stream(host, handle).filter(|file| file.dirty)?;
    let target = file.target?;
    file.dirty = false;
    Some((file.content.clone(), file.position, target))
}

/// Where a stream in memory belongs from now on.
pub(super) fn set_target(host: &mut CallContext, handle: u64, target: Target) {
    if let Some(file) = stream(host, handle) {
        file.target = Some(target);
    }
}

/// Gives a file that many bytes, new ones zero; false if there is no room for them.
pub(super) fn resize(host: &mut CallContext, handle: u64, length: usize) -> bool {
    let files = &mut host.state.files;
    let Some(file) = files.open.get_mut(&handle).filter(|file| file.writable && file.target.is_none()) else { return false };
    let others = files.bytes.saturating_sub(file.content.len());
    if others.saturating_add(length) > MOST_BYTES || !make_room(file, &mut host.machine.memory, length) {
        return false;
    }
    files.bytes = others + length;
    file.content.resize(length, 0);
    file.dirty = true;
    true
}

pub(super) fn is_open(host: &mut CallContext, handle: u64) -> bool {
    stream(host, handle).is_some()
}

pub(super) fn is_readable(host: &mut CallContext, handle: u64) -> bool {
    stream(host, handle).is_some_and(|file| file.readable)
}

/// Bytes of an open file's content.
pub(super) fn size(host: &mut CallContext, handle: u64) -> Option<u64> {
    stream(host, handle).map(|file| file.content.len() as u64)
}

/// Closes a file.
fn take(host: &mut CallContext, handle: u64) -> Option<File> {
    let files = &mut host.state.files;
    let file = files.open.remove(&handle)?;
    files.bytes = files.bytes.saturating_sub(file.content.len());
    host.machine.memory.give_back(file.taken);
    Some(file)
}

fn freopen(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 2)?;
    let (path, mode) = (path(host, args.at(0).address())?, text(host, args.at(1).address())?);
    write_out(host, handle);
    take(host, handle);
    let Some(mut file) = open(host, &path, &mode)? else {
        remember_refused(host, &path)?;
        return Ok(Ret::from(0u64));
    };
    file.taken = file.content.capacity() as u64;
    if !host.take_memory(file.taken) {
        super::system::set_errno(host, super::system::ENOMEM)?;
        return Ok(Ret::from(0u64));
    }
    let files = &mut host.state.files;
    files.bytes += file.content.len();
    files.open.insert(handle, file);
    Ok(Ret::from(handle))
}

fn tmpfile(host: &mut CallContext, _args: &[Arg]) -> Result<Ret, Stop> {
    let file = File { readable: true, writable: true, ..File::default() };
    insert(host, file).map(Ret::from)
}

fn fclose(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 0)?;
    if is_open(host, handle) {
        remember_closed(host, handle);
    }
    close(host, handle)
}

/// `fclose`, `close`
pub(super) fn close(host: &mut CallContext, handle: u64) -> Result<Ret, Stop> {
    write_out(host, handle);
    memory_streams::write_out(host, handle)?;
    let closed = take(host, handle);
    Ok(Ret::from(if closed.is_some_and(|f| !f.failed) { 0 } else { -1 }))
}

fn fread(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (size, count) = (args.at(1).u64(), args.at(2).u64());
    let Some(total) = size.checked_mul(count).filter(|&t| t > 0) else { return Ok(Ret::from(0u64)) };
    let handle = given(host, args, 3)?;
    let mut done = 0;
    while done < total {
        let bytes = read_some(host, handle, (total - done).min(1 << 20) as usize);
        let target = args.at(0).address().wrapping_add(done);
        let fits = host.check(target, bytes.len() as u64, Access::Write, host.side()).is_ok();
        host.write_bytes(target, &bytes)?;
        done += bytes.len() as u64;
        // What does not fit is reported once; the end of a file, or of the fuel, is the end.
        if bytes.is_empty() || !fits || !host.work(1 + bytes.len() as u64 / BYTES_AN_INSTRUCTION) {
            break;
        }
    }
    Ok(Ret::from(done / size))
}

/// A stream in memory has no descriptor.
fn fileno(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 0)?;
    if stream(host, handle).is_some_and(|file| file.target.is_some()) {
        super::system::set_errno(host, super::system::EBADF)?;
        return Ok(Ret::from(-1));
    }
    Ok(Ret::from(handle as i32 - 1))
}

fn fseek(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let handle = given(host, args, 0)?;
    let position = seek(host, handle, args.at(1).i64(), args.at(2).i32());
    Ok(Ret::from(if position.is_some() { 0 } else { -1 }))
}

/// Moves to a place in a file, which it answers; `None` if there is no such place.
pub(super) fn seek(host: &mut CallContext, handle: u64, offset: i64, origin: i32) -> Option<i64> {
    let file = stream(host, handle)?;
    let base = match origin {
        0 => 0,
        1 => file.position as i64 - file.back.len() as i64,
        _ => file.content.len() as i64,
    };
    let position = base.checked_add(offset).filter(|p| *p >= 0)?;
    file.position = usize::try_from(position).ok()?;
    file.at_end = false;
    file.back.clear();
    Some(position)
}

fn ftell(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let position = given_stream(host, args, 0)?.map(|f| f.position as i64 - f.back.len() as i64);
    Ok(Ret::from(position.unwrap_or(-1)))
}

fn rewind(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    if let Some(file) = given_stream(host, args, 0)? {
        file.position = 0;
        file.at_end = false;
        file.failed = false;
        file.back.clear();
    }
    Ok(Ret::VOID)
}

fn clearerr(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    if let Some(file) = given_stream(host, args, 0)? {
        file.at_end = false;
        file.failed = false;
    }
    Ok(Ret::VOID)
}
