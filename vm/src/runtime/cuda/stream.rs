//! CUDA runtime API, "Stream Management" and "Event Management".

use super::super::{Arg, Args, HostFunction, Ret, Stop};
use super::code::{INVALID_RESOURCE_HANDLE, INVALID_VALUE, NOT_READY, SUCCESS};
use super::error::{call, refuse};
use super::memory::{answer, answer_int};
use super::{Event, Stream};
use crate::CallContext;
use crate::memory::is_unset;
use kern_ir::RegType;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaStreamCreate", |host, args| call(host, |host| create(host, args.at(0), 0, 0))),
    ("cudaStreamCreateWithFlags", |host, args| call(host, |host| create(host, args.at(0), args.at(1).u32(), 0))),
    ("cudaStreamCreateWithPriority", |host, args| call(host, |host| create(host, args.at(0), args.at(1).u32(), args.at(2).i32()))),
    ("cudaStreamDestroy", stream_destroy),
    ("cudaStreamSynchronize", stream_synchronize),
    ("cudaStreamQuery", |host, args| with_stream(host, args, |_, _| Ok(SUCCESS))),
    ("cudaStreamWaitEvent", stream_wait),
    ("cudaStreamGetFlags", stream_flags),
    ("cudaStreamGetPriority", stream_priority),
    ("cudaStreamAddCallback", add_callback),
    ("cudaLaunchHostFunc", launch_host_func),
    ("cudaEventCreate", |host, args| call(host, |host| event_create(host, args.at(0), 0))),
    ("cudaEventCreateWithFlags", |host, args| call(host, |host| event_create(host, args.at(0), args.at(1).u32()))),
    ("cudaEventRecord", event_record),
    ("cudaEventRecordWithFlags", event_record),
    ("cudaEventQuery", |host, args| {
        call(host, |host| match event(host, args.at(0)) {
            Some(_) => Ok(SUCCESS),
            None => Ok(refuse_handle(host, "event", args.at(0).u64())),
        })
    }),
    ("cudaEventSynchronize", event_synchronize),
    ("cudaEventDestroy", event_destroy),
    ("cudaEventElapsedTime", event_elapsed),
];

/// `cudaStreamNonBlocking`
const NON_BLOCKING: u32 = 1;
/// `cudaEventDisableTiming`
const DISABLE_TIMING: u32 = 2;
/// Greatest priority; 0 is the least, and greater priorities have lower numbers.
pub(super) const GREATEST_PRIORITY: i32 = -5;

/// Whether a handle is a stream: 0, `cudaStreamLegacy`, `cudaStreamPerThread` or one that was made.
pub(super) fn is_stream(host: &CallContext, handle: u64) -> bool {
    handle <= 2 || host.machine.runtime.cuda.streams.contains_key(&handle)
}

/// Work needs a stream, if it names one.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn need_stream(host: &mut CallContext, stream: Option<u64>) -> Result<(), i32> {
    match stream {
        Some(handle) if !is_stream(host, handle) => Err(refuse_handle(host, "stream", handle)),
        _ => Ok(()),
    }
}

/// A handle that is no stream, or no event.
fn refuse_handle(host: &mut CallContext, what: &str, handle: u64) -> i32 {
    let is_event = host.machine.runtime.cuda.events.contains_key(&handle);
    let create = if what == "event" { "cudaEventCreate" } else { "cudaStreamCreate" };
    let reason = match handle {
        _ if is_event && what == "stream" => "this is an event, not a stream".to_string(),
        _ if host.machine.runtime.cuda.streams.contains_key(&handle) => format!("this is a stream, not an {what}"),
        _ if handle == 0 || is_unset(handle) => format!("the {what} was never created: `{create}` makes one"),
        _ if host.machine.runtime.cuda.was_given(handle) => format!("the {what} was destroyed before"),
        _ => format!("this is no {what}: `{create}` makes one"),
    };
    refuse(host, INVALID_RESOURCE_HANDLE, reason)
}

/// Whether the stream and the default stream wait for each other.
pub(super) fn is_blocking(host: &CallContext, handle: u64) -> bool {
    host.machine.runtime.cuda.streams.get(&handle).is_none_or(|s| s.flags & NON_BLOCKING == 0)
}

/// The clock of a stream: the special handles are the default stream.
fn queue(handle: u64) -> u64 {
    if handle <= 2 { 0 } else { handle }
}

fn create(host: &mut CallContext, target: Arg, flags: u32, priority: i32) -> Result<i32, Stop> {
    if target.address() == 0 || flags > NON_BLOCKING {
        return Ok(INVALID_VALUE);
    }
    let cuda = &mut host.state().cuda;
    let handle = cuda.handle();
    cuda.streams.insert(handle, Stream { flags, priority: priority.clamp(GREATEST_PRIORITY, 0) });
    answer(host, target, handle)
}

fn with_stream(host: &mut CallContext, args: &[Arg], body: impl FnOnce(&mut CallContext, u64) -> Result<i32, Stop>) -> Result<Ret, Stop> {
    let handle = args.at(0).u64();
    call(host, |host| match need_stream(host, Some(handle)) {
        Ok(()) => body(host, handle),
        Err(error) => Ok(error),
    })
}

fn stream_destroy(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| match host.state().cuda.streams.remove(&handle) {
        Some(_) => Ok(SUCCESS),
        None => Ok(refuse(host, INVALID_RESOURCE_HANDLE, "this is the default stream: nobody created it, and it cannot be destroyed")),
    })
}

fn stream_synchronize(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        let time = &mut host.state().cuda.timeline;
        let ready = time.ready(queue(handle));
        time.wait(ready);
        Ok(SUCCESS)
    })
}

fn stream_wait(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        let Some(event) = event(host, args.at(1)) else { return Ok(refuse_handle(host, "event", args.at(1).u64())) };
        if let Some(recorded) = event.recorded {
            host.state().cuda.timeline.stream_waits(queue(handle), recorded);
        }
        Ok(SUCCESS)
    })
}

fn stream_flags(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        let flags = host.state().cuda.streams.get(&handle).map_or(0, |s| s.flags);
        answer_int(host, args.at(1), flags as i32)
    })
}

fn stream_priority(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        let priority = host.state().cuda.streams.get(&handle).map_or(0, |s| s.priority);
        answer_int(host, args.at(1), priority)
    })
}

fn pointer(bits: u64) -> Arg {
    Arg { ty: RegType::B64, bits }
}

/// `callback(stream, status, data)`: everything before it in the stream is done.
fn add_callback(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        if args.at(1).address() == 0 || args.at(3).u32() != 0 {
            return Ok(INVALID_VALUE);
        }
        let status = Arg { ty: RegType::B32, bits: 0 };
        host.call(args.at(1).address(), &[pointer(handle), status, pointer(args.at(2).address())], None)?;
        Ok(SUCCESS)
    })
}

fn launch_host_func(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, _| {
        if args.at(1).address() == 0 {
            return Ok(INVALID_VALUE);
        }
        host.call(args.at(1).address(), &[pointer(args.at(2).address())], None)?;
        Ok(SUCCESS)
    })
}

fn event(host: &CallContext, handle: Arg) -> Option<Event> {
    host.machine.runtime.cuda.events.get(&handle.u64()).copied()
}

fn event_create(host: &mut CallContext, target: Arg, flags: u32) -> Result<i32, Stop> {
    if target.address() == 0 || flags > 7 || flags & 4 != 0 && flags & DISABLE_TIMING == 0 {
        return Ok(INVALID_VALUE);
    }
    let cuda = &mut host.state().cuda;
    let handle = cuda.handle();
    cuda.events.insert(handle, Event { flags, recorded: None });
    answer(host, target, handle)
}

fn event_record(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let stream = args.at(1).u64();
        if let Err(error) = need_stream(host, Some(stream)) {
            return Ok(error);
        }
        let blocking = is_blocking(host, stream);
        let cuda = &mut host.state().cuda;
        let moment = cuda.timeline.work(queue(stream), 0, blocking);
        match cuda.events.get_mut(&args.at(0).u64()) {
            Some(event) => {
                event.recorded = Some(moment);
                Ok(SUCCESS)
            }
            None => Ok(refuse_handle(host, "event", args.at(0).u64())),
        }
    })
}

fn event_synchronize(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let Some(event) = event(host, args.at(0)) else { return Ok(refuse_handle(host, "event", args.at(0).u64())) };
        if let Some(recorded) = event.recorded {
            host.state().cuda.timeline.wait(recorded);
        }
        Ok(SUCCESS)
    })
}

fn event_destroy(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match host.state().cuda.events.remove(&args.at(0).u64()) {
        Some(_) => Ok(SUCCESS),
        None => Ok(refuse_handle(host, "event", args.at(0).u64())),
    })
}

/// Milliseconds on the modelled clock, in steps of half a microsecond as CUDA's events count.
fn event_elapsed(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if args.at(0).address() == 0 {
            return Ok(INVALID_VALUE);
        }
        let mut moments = [0; 2];
        for (moment, (index, name)) in moments.iter_mut().zip([(1, "start"), (2, "end")]) {
            let Some(event) = event(host, args.at(index)) else { return Ok(refuse_handle(host, "event", args.at(index).u64())) };
            if event.flags & DISABLE_TIMING != 0 {
                return Ok(refuse(host, INVALID_RESOURCE_HANDLE, format!("the {name} event was created without timing")));
            }
            match event.recorded {
                Some(recorded) => *moment = recorded,
                None => return Ok(refuse(host, INVALID_RESOURCE_HANDLE, format!("the {name} event was never recorded"))),
            }
        }
        let [start, end] = moments;
        let half_microseconds = (end as i64 - start as i64) / 500;
        let milliseconds = half_microseconds as f32 / 2000.0;
        if milliseconds.is_nan() {
            return Ok(NOT_READY);
        }
        answer_int(host, args.at(0), milliseconds.to_bits() as i32)
    })
}
