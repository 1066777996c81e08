//! The end of a program, `errno`, the environment, `assert`, `<unistd.h>`.

use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::finding::Finding;
use crate::memory::AllocationKind;
use crate::report::thread_text;
use crate::runtime::CallContext;
use crate::world::Stream;
use kern_diag::Code;

/// `ENOENT`
pub(super) const ENOENT: i32 = 2;
/// `EACCES`
pub(super) const EACCES: i32 = 13;
/// `ENOMEM`
pub(super) const ENOMEM: i32 = 12;
/// `EISDIR`
pub(super) const EISDIR: i32 = 21;
/// `EMFILE`
pub(super) const EMFILE: i32 = 24;
/// `EFBIG`
const EFBIG: i32 = 27;
/// `ENOSPC`
pub(super) const ENOSPC: i32 = 28;
/// `ENXIO`
const ENXIO: i32 = 6;
/// `EINVAL`
pub(super) const EINVAL: i32 = 22;
/// `EBADF`
pub(super) const EBADF: i32 = 9;
/// `ERANGE`
pub(super) const ERANGE: i32 = 34;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("exit", |_, args| Err(Stop::Exit(args.at(0).i32() & 0xff))),
    ("_exit", |_, args| Err(Stop::ExitNow(args.at(0).i32() & 0xff))),
    ("_Exit", |_, args| Err(Stop::ExitNow(args.at(0).i32() & 0xff))),
    ("quick_exit", quick_exit),
    ("abort", abort),
    ("__kern_on_abort", |host, args| {
        host.state.on_abort = Some(args.at(0).address());
        Ok(Ret::VOID)
    }),
    ("atexit", atexit),
    ("at_quick_exit", at_quick_exit),
    ("__kern_at_end", at_end),
    ("__kern_thread_next_end", |host, _| Ok(Ret::from(next_thread_end(host).unwrap_or(0)))),
    ("__errno_location", |host, _| Ok(Ret::from(errno_address(host)))),
    ("__assert_fail", assert_fail),
    ("__assertfail", assert_fail),
    ("getenv", getenv),
    ("setenv", setenv),
    ("unsetenv", unsetenv),
    ("sleep", |host, args| Ok(Ret::from(host.sleep(u64::from(args.at(0).u32()) * 1_000_000_000)?))),
    ("usleep", |host, args| Ok(Ret::from(host.sleep(u64::from(args.at(0).u32()) * 1000)?))),
    ("sysconf", sysconf),
    ("getpid", |_, _| Ok(Ret::from(1))),
    ("gethostname", gethostname),
];

/// Destroys the `thread_local` variables of the host thread that runs, calls what `atexit` registered, last first, and writes open files
/// out.
///
/// # Errors
/// A handler stopped the program; the others are not called.
pub(crate) fn at_exit(host: &mut CallContext) -> Result<(), Stop> {
    while let Some(handler) = next_thread_end(host).or_else(|| host.state.exit_handlers.pop()) {
        host.call(handler, &[], None)?;
    }
    super::files::write_out_all(host);
    Ok(())
}

/// Bytes that kern keeps of a function that was given to `atexit`, and of a variable of the environment besides its text: estimates.
const KEPT_OF_HANDLER: u64 = 16;
const KEPT_OF_VARIABLE: u64 = 160;

fn atexit(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    if !host.take_for_handle(KEPT_OF_HANDLER) {
        return Ok(Ret::from(-1));
    }
    host.state.exit_handlers.push(args.at(0).address());
    Ok(Ret::from(0))
}

/// A variable with a destructor is there: the function destroys it at the end of the program, or of the host thread if it has it alone. Of
/// the others there are as many as the program's text has.
fn at_end(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (end, thread) = (args.at(0).address(), host.core.threads.current());
    if args.at(1).i32() == 0 {
        host.state.exit_handlers.push(end);
    } else if host.take_for_handle(KEPT_OF_HANDLER) {
        host.state.thread_ends.entry(thread).or_default().push(end);
    }
    Ok(Ret::VOID)
}

/// What destroys the last of the `thread_local` variables that the host thread that runs still has.
fn next_thread_end(host: &mut CallContext) -> Option<u64> {
    let thread = host.core.threads.current();
    host.state.thread_ends.get_mut(&thread).and_then(Vec::pop)
}

/// `abort`: the handler of its signal runs first, if there is one.
fn abort(host: &mut CallContext, _: &[Arg]) -> Result<Ret, Stop> {
    if let Some(run) = host.state.on_abort.take().filter(|_| host.thread.is_none()) {
        host.call(run, &[], None)?;
    }
    Err(Stop::ExitNow(134))
}

fn at_quick_exit(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    if !host.take_for_handle(KEPT_OF_HANDLER) {
        return Ok(Ret::from(-1));
    }
    host.state.quick_exit_handlers.push(args.at(0).address());
    Ok(Ret::from(0))
}

/// Ends the program after what `at_quick_exit` registered, last first; files are left as they are.
fn quick_exit(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    while let Some(handler) = host.state.quick_exit_handlers.pop() {
        host.call(handler, &[], None)?;
    }
    Err(Stop::ExitNow(args.at(0).i32() & 0xff))
}

/// Memory of a given size that is made on first use; zero when the heap is full.
pub(super) fn static_memory(host: &mut CallContext, name: &str, size: u64) -> u64 {
    static_memory_of(host, name, size, AllocationKind::HostVariable)
}

fn static_memory_of(host: &mut CallContext, name: &str, size: u64, kind: AllocationKind) -> u64 {
    if let Some(&address) = host.state.statics.get(name) {
        return address;
    }
    let address = host.allocate(size, 16, kind).unwrap_or(0);
    host.state.statics.insert(name.to_string(), address);
    address
}

/// A text that lives as long as the program; a kernel that asks gets one that it can read.
pub(super) fn static_text(host: &mut CallContext, text: &str) -> u64 {
    let (side, kind) = match host.thread {
        Some(_) => ("device ", AllocationKind::DeviceVariable),
        None => ("", AllocationKind::HostVariable),
    };
    let key = format!("{side}text {text}");
    let known = host.state.statics.contains_key(&key);
    let address = static_memory_of(host, &key, text.len() as u64 + 1, kind);
    if !known {
        host.write_raw(address, text.as_bytes());
    }
    address
}

fn errno_address(host: &mut CallContext) -> u64 {
    match host.core.threads.current() {
        0 => static_memory(host, "errno", 4),
        number => static_memory(host, &format!("errno of host thread {number}"), 4),
    }
}

/// The value of `errno`.
pub(super) fn errno(host: &mut CallContext) -> Result<i32, Stop> {
    let address = errno_address(host);
    Ok(host.read_raw(address, 4).map_or(0, |b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])))
}

/// Sets `errno`.
pub(super) fn set_errno(host: &mut CallContext, error: i32) -> Result<(), Stop> {
    let address = errno_address(host);
    host.write_raw(address, &error.to_le_bytes());
    Ok(())
}

/// `errno` for what the world answered.
pub(super) fn error_number(error: &std::io::Error) -> i32 {
    match error.kind() {
        std::io::ErrorKind::NotFound => ENOENT,
        std::io::ErrorKind::PermissionDenied => EACCES,
        std::io::ErrorKind::AlreadyExists => 17,
        std::io::ErrorKind::NotADirectory => 20,
        std::io::ErrorKind::IsADirectory => EISDIR,
        std::io::ErrorKind::Unsupported => ENXIO,
        std::io::ErrorKind::FileTooLarge => EFBIG,
        std::io::ErrorKind::StorageFull => ENOSPC,
        std::io::ErrorKind::DirectoryNotEmpty => 39,
        _ => 5,
    }
}

/// `strerror`, in glibc's words.
pub(super) fn error_text(error: i32) -> &'static str {
    match error {
        0 => "Success",
        1 => "Operation not permitted",
        ENOENT => "No such file or directory",
        4 => "Interrupted system call",
        5 => "Input/output error",
        ENXIO => "No such device or address",
        EBADF => "Bad file descriptor",
        11 => "Resource temporarily unavailable",
        ENOMEM => "Cannot allocate memory",
        EACCES => "Permission denied",
        17 => "File exists",
        20 => "Not a directory",
        EISDIR => "Is a directory",
        EINVAL => "Invalid argument",
        EMFILE => "Too many open files",
        EFBIG => "File too large",
        ENOSPC => "No space left on device",
        33 => "Numerical argument out of domain",
        ERANGE => "Numerical result out of range",
        35 => "Resource deadlock avoided",
        36 => "File name too long",
        38 => "Function not implemented",
        39 => "Directory not empty",
        95 => "Operation not supported",
        110 => "Connection timed out",
        125 => "Operation canceled",
        _ => "Unknown error",
    }
}

/// On the host as glibc's `assert`; in a kernel as CUDA's (CUDA C++ Programming Guide, "Assertion").
fn assert_fail(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let text = |host: &mut CallContext, index: usize| -> Result<String, Stop> {
        let address = args.at(index).address();
        let bytes = if address == 0 { Vec::new() } else { host.read_c_string(address)? };
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let (assertion, file, function) = (text(host, 0)?, text(host, 1)?, text(host, 3)?);
    let line = args.at(2).u32();
    if let Some(thread) = host.thread {
        let [bx, by, bz] = thread.block;
        let [tx, ty, tz] = thread.thread;
        let message =
            format!("{file}:{line}: {function}: block: [{bx},{by},{bz}], thread: [{tx},{ty},{tz}] Assertion `{assertion}` failed.\n");
        host.write_stream(Stream::Stderr, message.as_bytes())?;
        host.machine.launch_errors.assertion_bytes += message.len() as u64;
        host.machine.launch_errors.stop(&thread);
        let finding = Finding::new(Code::ASSERTION, host.place(), format!("assertion `{assertion}` failed in {}", thread_text(&thread)))
            .label("false here")
            .note("the launch fails with `cudaErrorAssert`");
        host.report(finding);
        // The thread ends after the call; the buffer of the lines is the device's for `printf`.
        let is_full = host.machine.launch_errors.assertion_bytes >= super::cuda::device_limits::printf_limit(host);
        return if is_full { Err(Stop::Launch(crate::launch::error::ASSERT)) } else { Ok(Ret::VOID) };
    }
    let program = program_name(host);
    let message = format!("{program}: {file}:{line}: {function}: Assertion `{assertion}' failed.\n");
    host.write_stream(Stream::Stderr, message.as_bytes())?;
    abort(host, &[])
}

/// `argv[0]` without its folders.
fn program_name(host: &CallContext) -> String {
    let name = host.machine.config.args.first().map_or("", String::as_str);
    name.rsplit('/').next().unwrap_or(name).to_string()
}

fn c_text(host: &mut CallContext, address: u64) -> Result<String, Stop> {
    let bytes = host.read_c_string(address)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn getenv(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let name = c_text(host, args.at(0).address())?;
    let value = match host.state.environment.get(&name) {
        Some(own) => own.clone(),
        None => host.world.env(&name).or_else(|| {
            report_no_environment(host, &name);
            None
        }),
    };
    Ok(Ret::from(value.map_or(0, |value| static_text(host, &value))))
}

/// In a sandbox a variable that is not there may be there elsewhere.
fn report_no_environment(host: &mut CallContext, name: &str) {
    if !host.machine.config.is_sandboxed {
        return;
    }
    let finding = Finding::new(Code::SANDBOXED, host.place(), format!("`{name}` is not set: a sandbox has no environment"))
        .label("answered with a null pointer")
        .help("without `--sandbox` the program sees the variables of this machine")
        .warning();
    host.report(finding);
}

fn setenv(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let name = c_text(host, args.at(0).address())?;
    let value = c_text(host, args.at(1).address())?;
    let old = host.state.environment.get(&name).cloned();
    let exists = old.as_ref().is_some_and(Option::is_some) || old.is_none() && host.world.env(&name).is_some();
    if exists && args.at(2).i32() == 0 {
        return Ok(Ret::from(0));
    }
    if !host.take_for_handle(kept_of_variable(&name, Some(&value))) {
        set_errno(host, ENOMEM)?;
        return Ok(Ret::from(-1));
    }
    set_variable(host, name, Some(value));
    Ok(Ret::from(0))
}

fn unsetenv(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let name = c_text(host, args.at(0).address())?;
    if !host.state.environment.contains_key(&name) && !host.take_for_handle(kept_of_variable(&name, None)) {
        set_errno(host, ENOMEM)?;
        return Ok(Ret::from(-1));
    }
    set_variable(host, name, None);
    Ok(Ret::from(0))
}

fn kept_of_variable(name: &str, value: Option<&String>) -> u64 {
    KEPT_OF_VARIABLE + (name.len() + value.map_or(0, String::len)) as u64
}

/// Sets or removes a variable for which memory was taken.
fn set_variable(host: &mut CallContext, name: String, value: Option<String>) {
    let is_removed = value.is_none();
    let Some(old) = host.state.environment.insert(name.clone(), value) else { return };
    let of_old = if is_removed { old.as_ref().map_or(0, |old| old.len() as u64) } else { kept_of_variable(&name, old.as_ref()) };
    host.machine.memory.give_back(of_old);
}

/// Processors of the host that kern shows, the same on every machine.
const PROCESSORS: i64 = 4;
/// Pages of its memory, 8 GiB.
const PAGES: i64 = 2 << 20;

fn sysconf(_host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    Ok(Ret::from(match args.at(0).i32() {
        2 => 100i64,
        4 => super::files::MOST_OPEN as i64,
        30 => 4096,
        83 | 84 => PROCESSORS,
        85 | 86 => PAGES,
        _ => -1,
    }))
}

fn gethostname(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let size = args.at(1).u64().min(5) as usize;
    host.write_bytes(args.at(0).address(), &b"kern\0"[..size])?;
    Ok(Ret::from(0))
}
