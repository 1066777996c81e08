//! Files by their numbers: `<fcntl.h>`, `<sys/stat.h>` and their functions in `<unistd.h>`. A descriptor is the number of a
//! `FILE` less one, so that both ways reach the same file.

use super::files;
use super::paths;
use super::state::Handle;
use super::system::{EBADF, EINVAL, EISDIR, ENOMEM, error_number, set_errno};
use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::memory::Access;
use crate::runtime::CallContext;
use crate::runtime::call_context::BYTES_AN_INSTRUCTION;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("open", |host, args| open(host, args.at(0).address(), args.at(1).u32())),
    ("creat", |host, args| open(host, args.at(0).address(), O_WRONLY | O_CREAT | O_TRUNC)),
    ("close", close),
    ("read", read),
    ("lseek", lseek),
    ("fsync", fsync),
    ("ftruncate", ftruncate),
    ("truncate", truncate),
    ("isatty", isatty),
    ("remove", remove),
    ("unlink", unlink),
    ("access", access),
    ("stat", stat),
    ("fstat", fstat),
    ("mkdir", mkdir),
    ("rmdir", rmdir),
    ("__kern_directory", directory),
    ("fdopen", fdopen),
    ("rename", rename),
    ("mkstemp", mkstemp),
    ("mkdtemp", mkdtemp),
];

const O_WRONLY: u32 = 1;
const O_RDWR: u32 = 2;
const O_CREAT: u32 = 0o100;
const O_EXCL: u32 = 0o200;
const O_TRUNC: u32 = 0o1000;
const O_APPEND: u32 = 0o2000;
const O_DIRECTORY: u32 = 0o200_000;
const EEXIST: i32 = 17;
pub(super) const ENOTDIR: i32 = 20;
const ESPIPE: i32 = 29;
const ENOTTY: i32 = 25;

/// -1, with `errno` set.
pub(super) fn fail(host: &mut CallContext, error: i32) -> Result<Ret, Stop> {
    set_errno(host, error)?;
    Ok(Ret::from(-1i64))
}

fn open(host: &mut CallContext, path: u64, flags: u32) -> Result<Ret, Stop> {
    let path = paths::path(host, path)?;
    files::write_out_all(host);
    let access = flags & 3;
    if access == 3 {
        return fail(host, EINVAL);
    }
    let writable = access == O_WRONLY || access == O_RDWR;
    let content = match host.world.read_file(&path) {
        Ok(_) if flags & O_CREAT != 0 && flags & O_EXCL != 0 => return fail(host, EEXIST),
        Ok(_) if flags & O_DIRECTORY != 0 => return fail(host, ENOTDIR),
        Ok(_) if writable && flags & O_TRUNC != 0 => None,
        Ok(content) => Some(content),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && flags & O_CREAT != 0 => None,
        Err(error) if error_number(&error) == EISDIR && !writable && flags & O_CREAT == 0 => return open_directory(host, &path),
        Err(error) => {
            super::streams::report_refusal(host, &path, &error);
            return fail(host, error_number(&error));
        }
    };
    if content.is_none()
        && let Err(error) = host.world.write_file(&path, &[])
    {
        super::streams::report_refusal(host, &path, &error);
        return fail(host, error_number(&error));
    }
    let access = (access != O_WRONLY, writable, flags & O_APPEND != 0);
    let handle = files::insert_opened(host, path, content.unwrap_or_default(), access)?;
    Ok(Ret::from(handle as i64 - 1))
}

/// A directory is open only for the functions that take its number.
fn open_directory(host: &mut CallContext, path: &str) -> Result<Ret, Stop> {
    match host.world.find_directory(path) {
        Ok(directory) => Ok(Ret::from(files::insert_directory(host, directory)? as i64 - 1)),
        Err(error) => fail(host, error_number(&error)),
    }
}

fn close(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    match Handle::of_descriptor(args.at(0).i32()) {
        Some(handle) if files::is_open(host, handle) => files::close(host, handle),
        _ => fail(host, EBADF),
    }
}

fn read(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (target, most) = (args.at(1).address(), args.at(2).u64());
    if Handle::of_descriptor(args.at(0).i32()).is_some_and(|handle| files::directory(host, handle).is_some()) {
        return fail(host, EISDIR);
    }
    let Some(handle) = Handle::of_descriptor(args.at(0).i32()).filter(|&handle| files::is_readable(host, handle)) else {
        return fail(host, EBADF);
    };
    let mut done = 0;
    while done < most {
        let bytes = files::read_some(host, handle, (most - done).min(1 << 20) as usize);
        let fits = host.check(target.wrapping_add(done), bytes.len() as u64, Access::Write, host.side()).is_ok();
        host.write_bytes(target.wrapping_add(done), &bytes)?;
        done += bytes.len() as u64;
        // Standard input gives what is there.
        if bytes.is_empty() || !fits || handle == Handle::STDIN || !host.work(1 + bytes.len() as u64 / BYTES_AN_INSTRUCTION) {
            break;
        }
    }
    Ok(Ret::from(done))
}

fn lseek(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let Some(handle) = Handle::of_descriptor(args.at(0).i32()).filter(|&handle| files::is_open(host, handle)) else {
        return fail(host, EBADF);
    };
    if handle <= Handle::STDERR {
        return fail(host, ESPIPE);
    }
    match files::seek(host, handle, args.at(1).i64(), args.at(2).i32()) {
        Some(position) => Ok(Ret::from(position)),
        None => fail(host, EINVAL),
    }
}

fn fsync(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    match Handle::of_descriptor(args.at(0).i32()).filter(|&handle| files::is_open(host, handle)) {
        Some(handle) => {
            files::flush(host, handle)?;
            Ok(Ret::from(0))
        }
        None => fail(host, EBADF),
    }
}

fn ftruncate(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let Some(handle) = Handle::of_descriptor(args.at(0).i32()).filter(|&handle| files::is_open(host, handle)) else {
        return fail(host, EBADF);
    };
    match usize::try_from(args.at(1).i64()) {
        Ok(length) if handle > Handle::STDERR && files::resize(host, handle, length) => Ok(Ret::from(0)),
        _ => fail(host, EINVAL),
    }
}

fn truncate(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let path = paths::path(host, args.at(0).address())?;
    files::write_out_all(host);
    let Some(length) = usize::try_from(args.at(1).i64()).ok().filter(|&length| length <= files::MOST_BYTES) else {
        return fail(host, EINVAL);
    };
    if !host.take_memory(length as u64) {
        return fail(host, ENOMEM);
    }
    let resized = host.world.read_file(&path).and_then(|mut content| {
        content.resize(length, 0);
        host.world.write_file(&path, &content)
    });
    host.machine.memory.give_back(length as u64);
    answer(host, resized)
}

/// No stream is a terminal: what a program prints is the same wherever it goes.
fn isatty(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let is_open = Handle::of_descriptor(args.at(0).i32()).is_some_and(|handle| files::is_open(host, handle));
    set_errno(host, if is_open { ENOTTY } else { EBADF })?;
    Ok(Ret::from(0))
}

/// What there is at a path: bytes of a file, `None` for a directory.
fn look(host: &mut CallContext, path: u64) -> Result<Result<Option<u64>, i32>, Stop> {
    let path = paths::path(host, path)?;
    files::write_out_all(host);
    Ok(match host.world.read_file(&path) {
        Ok(content) => Ok(Some(content.len() as u64)),
        Err(error) if error_number(&error) == EISDIR => Ok(None),
        Err(error) => {
            super::streams::report_refusal(host, &path, &error);
            Err(error_number(&error))
        }
    })
}

fn access(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    match look(host, args.at(0).address())? {
        Ok(_) => Ok(Ret::from(0)),
        Err(error) => fail(host, error),
    }
}

fn stat(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    match look(host, args.at(0).address())? {
        Ok(Some(size)) => write_stat(host, args.at(1).address(), 0o100_644, size),
        Ok(None) => write_stat_of_directory(host, args.at(1).address()),
        Err(error) => fail(host, error),
    }
}

fn fstat(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let size = Handle::of_descriptor(args.at(0).i32()).and_then(|handle| Some((handle, files::size(host, handle)?)));
    match size {
        // A stream is a pipe.
        Some((handle, _)) if handle <= Handle::STDERR => write_stat(host, args.at(1).address(), 0o010_600, 0),
        Some((handle, _)) if files::directory(host, handle).is_some() => write_stat_of_directory(host, args.at(1).address()),
        Some((_, size)) => write_stat(host, args.at(1).address(), 0o100_644, size),
        None => fail(host, EBADF),
    }
}

fn write_stat_of_directory(host: &mut CallContext, at: u64) -> Result<Ret, Stop> {
    write_stat(host, at, 0o040_755, 4096)
}

/// `struct stat` of x86-64 Linux: what is not known is 0.
fn write_stat(host: &mut CallContext, at: u64, mode: u32, size: u64) -> Result<Ret, Stop> {
    let mut bytes = [0; 144];
    bytes[16..24].copy_from_slice(&1u64.to_le_bytes());
    bytes[24..28].copy_from_slice(&mode.to_le_bytes());
    bytes[48..56].copy_from_slice(&size.to_le_bytes());
    bytes[56..64].copy_from_slice(&4096u64.to_le_bytes());
    bytes[64..72].copy_from_slice(&size.div_ceil(512).to_le_bytes());
    host.write_bytes(at, &bytes)?;
    Ok(Ret::from(0))
}

fn mkdir(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let path = paths::path(host, args.at(0).address())?;
    let made = host.world.create_directory(&path);
    answer(host, made)
}

/// `remove`: a directory, too, if it is empty.
fn remove(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let path = paths::path(host, args.at(0).address())?;
    let gone = match host.world.remove_file(&path) {
        Err(error) if error_number(&error) == EISDIR => host.world.remove_directory(&path),
        done => done,
    };
    answer(host, gone)
}

fn unlink(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let path = paths::path(host, args.at(0).address())?;
    let gone = host.world.remove_file(&path);
    answer(host, gone)
}

/// 0, or -1 with `errno` set.
pub(super) fn answer(host: &mut CallContext, done: std::io::Result<()>) -> Result<Ret, Stop> {
    match done {
        Ok(()) => Ok(Ret::from(0)),
        Err(error) => fail(host, error_number(&error)),
    }
}

fn rmdir(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let path = paths::path(host, args.at(0).address())?;
    let gone = host.world.remove_directory(&path);
    answer(host, gone)
}

/// The names in a directory in order, each behind `d` or `f` and ended by a zero: as much as there is room for; the answer is how
/// much there is.
fn directory(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let path = paths::path(host, args.at(0).address())?;
    files::write_out_all(host);
    let mut names = match host.world.list_directory(&path) {
        Ok(names) => names,
        Err(error) => {
            super::streams::report_refusal(host, &path, &error);
            return fail(host, error_number(&error));
        }
    };
    names.extend([(".".to_string(), true), ("..".to_string(), true)]);
    names.sort_unstable();
    let mut bytes = Vec::new();
    for (name, is_directory) in names {
        bytes.push(if is_directory { b'd' } else { b'f' });
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(0);
    }
    let room = (args.at(2).u64() as usize).min(bytes.len());
    host.write_bytes(args.at(1).address(), &bytes[..room])?;
    Ok(Ret::from(bytes.len() as u64))
}

/// Tries names for what `name` is a template of, which ends in `XXXXXX`, until one is free. `errno` if none is.
fn first_free_name(
    host: &mut CallContext,
    name: u64,
    mut make: impl FnMut(&mut CallContext, &str) -> std::io::Result<()>,
) -> Result<Option<String>, Stop> {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    const TRIES: u64 = 100;
    let mut path = files::text(host, name)?;
    let Some(stem) = path.strip_suffix("XXXXXX").map(str::len) else {
        set_errno(host, EINVAL)?;
        return Ok(None);
    };
    files::write_out_all(host);
    let clocks = host.world.unix_ns() ^ host.world.monotonic_ns().rotate_left(20);
    for round in 0..TRIES {
        // An odd factor mixes the low bits of the clocks into the high ones (Knuth, TAOCP 3, 6.4).
        let bits = (clocks + round).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        path.truncate(stem);
        path.extend((0..6).map(|at| char::from(LETTERS[(bits >> (34 + 5 * at)) as usize % LETTERS.len()])));
        let full = paths::from_directory(host, path.clone());
        if host.world.read_file(&full).is_ok() {
            continue;
        }
        match make(host, &full) {
            Ok(()) => {
                host.write_bytes(name, path.as_bytes())?;
                return Ok(Some(full));
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                super::streams::report_refusal(host, &full, &error);
                set_errno(host, error_number(&error))?;
                return Ok(None);
            }
        }
    }
    set_errno(host, EEXIST)?;
    Ok(None)
}

fn mkstemp(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    match first_free_name(host, args.at(0).address(), |host, path| host.world.write_file(path, &[]))? {
        Some(path) => Ok(Ret::from(files::insert_opened(host, path, Vec::new(), (true, true, false))? as i64 - 1)),
        None => Ok(Ret::from(-1i64)),
    }
}

fn mkdtemp(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let name = args.at(0).address();
    let made = first_free_name(host, name, |host, path| host.world.create_directory(path))?;
    Ok(Ret::from(if made.is_some() { name } else { 0 }))
}

fn fdopen(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    match Handle::of_descriptor(args.at(0).i32()).filter(|&handle| files::is_open(host, handle)) {
        Some(handle) => Ok(Ret::from(handle)),
        None => {
            set_errno(host, EBADF)?;
            Ok(Ret::from(0u64))
        }
    }
}

fn rename(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (from, to) = (paths::path(host, args.at(0).address())?, paths::path(host, args.at(1).address())?);
    match host.world.rename_file(&from, &to) {
        Ok(()) => Ok(Ret::from(0)),
        Err(error) => {
            set_errno(host, error_number(&error))?;
            Ok(Ret::from(-1))
        }
    }
}
