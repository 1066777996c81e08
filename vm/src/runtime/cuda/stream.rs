//! CUDA runtime API, "Stream Management" and "Event Management".

use super::super::{Arg, Args, HostFunction, Ret, Stop};
use super::code::{INVALID_RESOURCE_HANDLE, INVALID_VALUE, MEMORY_ALLOCATION, NOT_READY, SUCCESS};
use super::error::{call, refuse};
use super::graph::{NodeWork, capture};
use super::memory::{answer, answer_int};
use super::operations::{Operation, Submitted};
use super::waits::Wait;
use super::{Event, Stream};
use crate::finding::Finding;
use crate::memory::is_unset;
use crate::runtime::CallContext;
use kern_diag::Code;
use kern_ir::RegType;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaStreamCreate", |host, args| call(host, |host| create(host, args.at(0), 0, 0))),
    ("cudaStreamCreateWithFlags", |host, args| call(host, |host| create(host, args.at(0), args.at(1).u32(), 0))),
    ("cudaStreamCreateWithPriority", |host, args| call(host, |host| create(host, args.at(0), args.at(1).u32(), args.at(2).i32()))),
    ("cudaStreamDestroy", stream_destroy),
    ("cudaStreamSynchronize", stream_synchronize),
    ("cudaStreamQuery", stream_query),
    ("cudaStreamWaitEvent", stream_wait),
    ("cudaStreamGetFlags", stream_flags),
    ("cudaStreamGetPriority", stream_priority),
    ("cudaStreamAddCallback", add_callback),
    ("cudaLaunchHostFunc", launch_host_func),
    ("cudaEventCreate", |host, args| call(host, |host| event_create(host, args.at(0), 0))),
    ("cudaEventCreateWithFlags", |host, args| call(host, |host| event_create(host, args.at(0), args.at(1).u32()))),
    ("cudaEventRecord", |host, args| event_record(host, &args[..2.min(args.len())])),
    ("cudaEventRecordWithFlags", event_record),
    ("cudaEventQuery", event_query),
    ("cudaEventSynchronize", event_synchronize),
    ("cudaEventDestroy", event_destroy),
    ("cudaEventElapsedTime", event_elapsed),
];

/// `cudaStreamNonBlocking`
const NON_BLOCKING: u32 = 1;
/// `cudaEventRecordExternal`, `cudaEventWaitExternal`
const EXTERNAL: u32 = 1;
/// `cudaEventDisableTiming`
const DISABLE_TIMING: u32 = 2;
/// Greatest priority; 0 is the least, and greater priorities have lower numbers.
pub(super) const GREATEST_PRIORITY: i32 = -5;

/// Bytes that kern keeps of a stream and of an event: estimates.
const KEPT_OF_STREAM: u64 = 64;
const KEPT_OF_EVENT: u64 = 128;

/// Whether a handle is a stream: 0, `cudaStreamLegacy`, `cudaStreamPerThread` or one that was made.
pub(super) fn is_stream(host: &CallContext, handle: u64) -> bool {
    is_unnamed(handle) || host.state.cuda.streams.contains_key(&handle)
}

/// Whether a handle stands for a stream without a name.
pub(super) fn is_unnamed(handle: u64) -> bool {
    handle <= 2
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
    let is_event = host.state.cuda.events.contains_key(&handle);
    let create = if what == "event" { "cudaEventCreate" } else { "cudaStreamCreate" };
    let reason = match handle {
        _ if is_event && what == "stream" => "this is an event, not a stream".to_string(),
        _ if host.state.cuda.streams.contains_key(&handle) => format!("this is a stream, not an {what}"),
        _ if handle == 0 || is_unset(handle) => format!("the {what} was never created: `{create}` makes one"),
        _ if host.state.cuda.was_given(handle) => format!("the {what} was destroyed before"),
        _ => format!("this is no {what}: `{create}` makes one"),
    };
    refuse(host, INVALID_RESOURCE_HANDLE, reason)
}

/// The queue of a stream: the special handles are the default stream.
pub(super) fn queue(handle: u64) -> u64 {
    if handle <= 2 { 0 } else { handle }
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

fn create(host: &mut CallContext, target: Arg, flags: u32, priority: i32) -> Result<i32, Stop> {
    if target.address() == 0 || flags > NON_BLOCKING {
        return Ok(INVALID_VALUE);
    }
    if !host.take_for_handle(KEPT_OF_STREAM) {
        return Ok(MEMORY_ALLOCATION);
    }
    let cuda = &mut host.state.cuda;
    let handle = cuda.handle();
    let device = cuda.peers.current;
    cuda.device.note_stream();
    cuda.streams.insert(handle, Stream { device, flags, priority: priority.clamp(GREATEST_PRIORITY, 0) });
    if flags & NON_BLOCKING != 0 {
        cuda.device.make_independent(handle);
    }
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
    with_stream(host, args, |host, handle| match host.state.cuda.streams.remove(&handle) {
        Some(_) => {
            host.machine.memory.give_back(KEPT_OF_STREAM);
            capture::forget_stream(host, handle);
            Ok(SUCCESS)
        }
        None => Ok(refuse(host, INVALID_RESOURCE_HANDLE, "this is the default stream: nobody created it, and it cannot be destroyed")),
    })
}

fn stream_synchronize(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        attempt!(capture::forbid_wait(host, handle));
        host.end_waiting_of_stream(queue(handle))?;
        host.note_wait(Wait::Stream(queue(handle)));
        let had_work = host.with_device(|device, memory| device.wait_for_stream(memory, queue(handle)));
        super::pool::synchronized(host);
        if had_work {
            host.show_printed()?;
        }
        Ok(SUCCESS)
    })
}

fn stream_query(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        attempt!(capture::forbid_wait(host, handle));
        let is_over = host.with_device(|device, memory| device.is_stream_over(memory, queue(handle)));
        Ok(if is_over { SUCCESS } else { NOT_READY })
    })
}

fn event_query(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let Some(event) = event(host, args.at(0)) else { return Ok(refuse_handle(host, "event", args.at(0).u64())) };
        attempt!(capture::forbid_event(host, args.at(0).u64()));
        // One that was never recorded counts as past.
        let is_over = |recorded| host.with_device(|device, memory| device.is_over(memory, recorded));
        Ok(if event.recorded.is_none_or(is_over) { SUCCESS } else { NOT_READY })
    })
}

fn stream_wait(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        let Some(event) = event(host, args.at(1)) else { return Ok(refuse_handle(host, "event", args.at(1).u64())) };
        if args.at(2).u32() == EXTERNAL && attempt!(capture::takes(host, handle)) {
            return Ok(capture::add(host, handle, NodeWork::WaitEvent(args.at(1).u64())));
        }
        if args.at(2).u32() >= EXTERNAL {
            return Ok(refuse(host, INVALID_VALUE, "these flags are for streams that are captured, or wrong"));
        }
        if attempt!(capture::wait(host, handle, args.at(1).u64(), event.recorded.is_some())) {
            return Ok(SUCCESS);
        }
        host.state.cuda.device_launches.waits_for_events |= host.thread.is_some();
        host.note_wait(Wait::EventInStream(queue(handle), event.recorded));
        if let Some(recorded) = event.recorded {
            host.with_device(|device, memory| device.stream_waits(memory, queue(handle), recorded));
        }
        Ok(SUCCESS)
    })
}

fn stream_flags(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        let flags = host.state.cuda.streams.get(&handle).map_or(0, |s| s.flags);
        answer_int(host, args.at(1), flags as i32)
    })
}

fn stream_priority(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        let priority = host.state.cuda.streams.get(&handle).map_or(0, |s| s.priority);
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
        if attempt!(capture::takes(host, handle)) {
            return Ok(capture::refuse_work(host, handle));
        }
        host.show_printed()?;
        submit_host_function(host, handle, args.at(1).address(), vec![pointer(handle), status, pointer(args.at(2).address())])
    })
}

/// A function of the host comes after all that its stream was given.
fn submit_host_function(host: &mut CallContext, stream: u64, function: u64, args: Vec<Arg>) -> Result<i32, Stop> {
    host.submit(queue(stream), Operation::HostFunction { function, args })?;
    Ok(SUCCESS)
}

fn launch_host_func(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_stream(host, args, |host, handle| {
        if args.at(1).address() == 0 {
            return Ok(INVALID_VALUE);
        }
        if attempt!(capture::takes(host, handle)) {
            let (function, data) = (args.at(1).address(), args.at(2).u64());
            return Ok(capture::add(host, handle, NodeWork::Host { function, data }));
        }
        host.show_printed()?;
        submit_host_function(host, handle, args.at(1).address(), vec![pointer(args.at(2).address())])
    })
}

fn event(host: &CallContext, handle: Arg) -> Option<Event> {
    host.state.cuda.events.get(&handle.u64()).copied()
}

fn event_create(host: &mut CallContext, target: Arg, flags: u32) -> Result<i32, Stop> {
    if target.address() == 0 || flags > 7 || flags & 4 != 0 && flags & DISABLE_TIMING == 0 {
        return Ok(INVALID_VALUE);
    }
    if !host.take_for_handle(KEPT_OF_EVENT) {
        return Ok(MEMORY_ALLOCATION);
    }
    let cuda = &mut host.state.cuda;
    let handle = cuda.handle();
    let device = cuda.peers.current;
    cuda.events.insert(handle, Event { device, flags, recorded: None });
    answer(host, target, handle)
}

fn event_record(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let stream = args.at(1).u64();
        if let Err(error) = need_stream(host, Some(stream)) {
            return Ok(error);
        }
        let (event, flags) = (args.at(0).u64(), args.at(2).u32());
        if !host.state.cuda.events.contains_key(&event) {
            return Ok(refuse_handle(host, "event", event));
        }
        let (own, of_stream) = (host.state.cuda.events.get(&event).map(|event| event.device), host.state.cuda.device_of_stream(stream));
        if own != Some(of_stream) {
            return Ok(refuse(host, INVALID_RESOURCE_HANDLE, "the event is of another device than the stream"));
        }
        if attempt!(capture::takes(host, stream)) {
            match flags {
                EXTERNAL => _ = capture::add(host, stream, NodeWork::RecordEvent(event)),
                _ => capture::record(host, stream, event),
            }
            return Ok(SUCCESS);
        }
        if flags != 0 {
            return Ok(refuse(host, INVALID_VALUE, "these flags are for streams that are captured, or wrong"));
        }
        capture::forget_event(host, event);
        let recorded = host.submit(queue(stream), Operation::Record)?.submitted;
        match host.state.cuda.events.get_mut(&args.at(0).u64()) {
            Some(event) => {
                event.recorded = Some(recorded);
                Ok(SUCCESS)
            }
            None => Ok(refuse_handle(host, "event", args.at(0).u64())),
        }
    })
}

fn event_synchronize(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let Some(event) = event(host, args.at(0)) else { return Ok(refuse_handle(host, "event", args.at(0).u64())) };
        attempt!(capture::forbid_event(host, args.at(0).u64()));
        host.note_wait(Wait::Event(event.recorded));
        if let Some(recorded) = event.recorded {
            host.end_waiting_before(recorded)?;
            host.with_device(|device, memory| device.wait(memory, recorded));
        }
        host.show_printed()?;
        Ok(SUCCESS)
    })
}

fn event_destroy(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match host.state.cuda.events.remove(&args.at(0).u64()) {
        Some(_) => {
            host.machine.memory.give_back(KEPT_OF_EVENT);
            capture::forget_event(host, args.at(0).u64());
            Ok(SUCCESS)
        }
        None => Ok(refuse_handle(host, "event", args.at(0).u64())),
    })
}

/// Milliseconds on the modelled clock, in steps of half a microsecond as CUDA's events count.
fn event_elapsed(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        if args.at(0).address() == 0 {
            return Ok(INVALID_VALUE);
        }
        let mut moments = [Submitted::default(); 2];
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
        // Who waits for the end need not wait for the start.
        for (moment, name) in moments.into_iter().zip(["start", "end"]).rev() {
            if !host.with_device(|device, memory| device.is_over(memory, moment)) {
                return Ok(refuse_unfinished(host, name));
            }
        }
        let [start, end] = moments.map(|moment| host.state.cuda.device.end(moment));
        let half_microseconds = (end as i64 - start as i64) / 500;
        let milliseconds = half_microseconds as f32 / 2000.0;
        answer_int(host, args.at(0), milliseconds.to_bits() as i32)
    })
}

/// The time between events is asked for before the work between them is over.
fn refuse_unfinished(host: &mut CallContext, name: &str) -> i32 {
    if host.is_unread {
        let message = format!("`{}` gives no time: the {name} event has not happened yet", host.function);
        let finding = Finding::new(Code::CALL_FAILED_UNSEEN, host.place(), message)
            .label("the work before the event is still running: the time stays as it was")
            .note("it returned `cudaErrorNotReady`, and the program does not look at what it returns")
            .help(format!("call `cudaEventSynchronize` first, with the {name} event"));
        host.report(finding);
    }
    NOT_READY
}
