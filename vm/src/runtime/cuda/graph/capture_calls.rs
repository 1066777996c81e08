//! The functions that begin and end captures, and ask about them.

use super::super::code::{
    CAPTURE_INVALIDATED, CAPTURE_UNJOINED, CAPTURE_UNMATCHED, CAPTURE_UNSUPPORTED, ILLEGAL_STATE, INVALID_VALUE, SUCCESS,
};
use super::super::error::{call, refuse};
use super::super::memory::{answer, answer_int};
use super::super::stream::need_stream;
use super::capture::{Capture, Joined};
use super::{Graph, build, need_graph, null};
use crate::runtime::CallContext;
use crate::runtime::system::static_memory;
use crate::runtime::{Arg, Args, HostFunction, Stop};

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaStreamBeginCapture", |host, args| call(host, |host| begin(host, args.at(0).u64(), args.at(1).u32()))),
    ("cudaStreamBeginCaptureToGraph", |host, args| call(host, |host| begin_to_graph(host, args))),
    ("cudaStreamEndCapture", |host, args| call(host, |host| end(host, args.at(0).u64(), args.at(1)))),
    ("cudaStreamIsCapturing", |host, args| call(host, |host| is_capturing(host, args))),
    ("cudaThreadExchangeStreamCaptureMode", |host, args| call(host, |host| exchange_mode(host, args.at(0)))),
    ("cudaStreamGetCaptureInfo", |host, args| call(host, |host| info(host, args))),
    ("cudaStreamUpdateCaptureDependencies", |host, args| call(host, |host| update_dependencies(host, args))),
];

/// Whether a capture may begin in a stream.
fn need_free(host: &mut CallContext, stream: u64, mode: u32) -> Result<(), i32> {
    need_stream(host, Some(stream))?;
    if mode > 2 {
        return Err(refuse(host, INVALID_VALUE, format!("{mode} is no mode of captures")));
    }
    if stream <= 1 {
        return Err(refuse(host, CAPTURE_UNSUPPORTED, "the default stream cannot be captured: make one with `cudaStreamCreate`"));
    }
    match host.state.cuda.graphs.status(stream) {
        0 => Ok(()),
        _ => Err(refuse(host, ILLEGAL_STATE, "the stream is captured already")),
    }
}

fn begin(host: &mut CallContext, stream: u64, mode: u32) -> Result<i32, Stop> {
    attempt!(need_free(host, stream, mode));
    let graph = build::new_graph(host, Graph::default());
    start(host, stream, graph, mode, Vec::new());
    Ok(SUCCESS)
}

fn start(host: &mut CallContext, stream: u64, graph: u64, mode: u32, after: Vec<u64>) {
    let graphs = &mut host.state.cuda.graphs;
    let first = graphs.graphs.get(&graph).map_or(0, |graph| graph.nodes.len());
    graphs.captures.next += 1;
    let number = graphs.captures.next;
    graphs.captures.active.insert(number, Capture { graph, origin: stream, mode, is_invalid: false, first });
    graphs.captures.streams.insert(stream, Joined { capture: number, after });
}

fn begin_to_graph(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (stream, graph, mode) = (args.at(0).u64(), args.at(1).u64(), args.at(5).u32());
    attempt!(need_free(host, stream, mode));
    attempt!(need_graph(host, graph));
    let after = build::handles(host, args.at(2).address(), args.at(4).u64())?;
    if after.iter().any(|node| host.state.cuda.graphs.owners.get(node) != Some(&graph)) {
        return Ok(refuse(host, INVALID_VALUE, "a dependency is no node of this graph"));
    }
    start(host, stream, graph, mode, after);
    Ok(SUCCESS)
}

fn end(host: &mut CallContext, stream: u64, target: Arg) -> Result<i32, Stop> {
    attempt!(need_stream(host, Some(stream)));
    let graphs = &mut host.state.cuda.graphs;
    let joined = graphs.captures.streams.get(&stream).cloned();
    let Some((joined, capture)) = joined.and_then(|joined| Some((joined.clone(), graphs.captures.active.get(&joined.capture)?.clone())))
    else {
        return Ok(refuse(host, ILLEGAL_STATE, "the stream is not captured"));
    };
    if capture.origin != stream {
        if let Some(capture) = graphs.captures.active.get_mut(&joined.capture) {
            capture.is_invalid = true;
        }
        return Ok(refuse(host, CAPTURE_UNMATCHED, "the capture began in another stream, where it must end"));
    }
    let reached = graphs.before(&joined.after);
    let captured = graphs.graphs.get(&capture.graph).map_or(&[][..], |graph| &graph.nodes[capture.first.min(graph.nodes.len())..]);
    let is_joined = captured.iter().all(|node| reached.contains(&node.handle));
    graphs.captures.active.remove(&joined.capture);
    graphs.captures.streams.retain(|_, other| other.capture != joined.capture);
    let error = match (capture.is_invalid, is_joined) {
        (true, _) => refuse(host, CAPTURE_INVALIDATED, "a call failed during the capture, and made it invalid"),
        (_, false) => {
            let reason = "another stream has work that this one does not wait for: record an event there, and wait for it here";
            refuse(host, CAPTURE_UNJOINED, reason)
        }
        _ => SUCCESS,
    };
    if error != SUCCESS && capture.first == 0 {
        build::remove_graph(host, capture.graph)?;
    }
    if target.address() != 0 {
        answer(host, target, if error == SUCCESS { capture.graph } else { 0 })?;
    }
    Ok(error)
}

fn is_capturing(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    attempt!(need_stream(host, Some(args.at(0).u64())));
    let status = host.state.cuda.graphs.status(args.at(0).u64());
    answer_int(host, args.at(1), status)
}

fn exchange_mode(host: &mut CallContext, target: Arg) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(null(host, "the mode"));
    }
    let mode = u32::from_le_bytes(host.read(target.address())?);
    if mode > 2 {
        return Ok(refuse(host, INVALID_VALUE, format!("{mode} is no mode of captures")));
    }
    let old = std::mem::replace(&mut host.state.cuda.graphs.captures.thread_mode, mode);
    answer_int(host, target, old as i32)
}

/// The list of nodes lies in memory of the runtime, until the next question about the stream.
fn info(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let stream = args.at(0).u64();
    attempt!(need_stream(host, Some(stream)));
    let graphs = &host.state.cuda.graphs;
    let status = graphs.status(stream);
    let joined = graphs.captures.streams.get(&stream).cloned().filter(|_| status == 1);
    let graph = joined.as_ref().and_then(|joined| graphs.captures.active.get(&joined.capture)).map_or(0, |capture| capture.graph);
    if args.at(1).address() == 0 {
        return Ok(null(host, "the status"));
    }
    answer_int(host, args.at(1), status)?;
    let Some(Joined { capture, after }) = joined else { return Ok(SUCCESS) };
    let room = (8 * after.len() as u64).max(64).next_power_of_two();
    let list = static_memory(host, &format!("nodes before stream {stream:#x}, {room} bytes"), room);
    host.write_raw(list, &after.iter().flat_map(|node| node.to_le_bytes()).collect::<Vec<u8>>());
    for (index, value) in [(2, capture), (3, graph), (4, list), (5, 0), (6, after.len() as u64)] {
        if args.at(index).address() != 0 {
            answer(host, args.at(index), value)?;
        }
    }
    Ok(SUCCESS)
}

fn update_dependencies(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (stream, flags) = (args.at(0).u64(), args.at(4).u32());
    attempt!(need_stream(host, Some(stream)));
    let list = build::handles(host, args.at(1).address(), args.at(3).u64())?;
    let graphs = &mut host.state.cuda.graphs;
    let graph = graphs.captures.streams.get(&stream).and_then(|joined| Some(graphs.captures.active.get(&joined.capture)?.graph));
    let Some(graph) = graph else { return Ok(refuse(host, ILLEGAL_STATE, "the stream is not captured")) };
    if flags > 1 || list.iter().any(|node| graphs.owners.get(node) != Some(&graph)) {
        return Ok(refuse(host, INVALID_VALUE, "a dependency is no node of the graph, or the flags are wrong"));
    }
    if let Some(joined) = graphs.captures.streams.get_mut(&stream) {
        if flags == 1 {
            joined.after.clear();
        }
        for node in list {
            if !joined.after.contains(&node) {
                joined.after.push(node);
            }
        }
    }
    Ok(SUCCESS)
}
