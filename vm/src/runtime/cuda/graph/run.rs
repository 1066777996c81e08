//! Launches of instantiated graphs: what each node does, and when on the modelled clock.

use super::super::copy_ends::check;
use super::super::error::reason_of;
use super::super::operations::{Operation, Submitted, Work};
use super::super::overlap::in_order;
use super::super::transfer::{Fill, Transfer};
use super::super::{array_copy, copy, function};
use super::branches::{self, Branches};
use super::snapshot::{Snapshot, Step};
use super::{Collected, NodeWork, memory, params};
use crate::call::{Arg, Stop};
use crate::exec::device_engines::{Cost, Demand, Span};
use crate::instrument::hazard::AccessedRange;
use crate::instrument::{TimelineEvent, WorkKind};
use crate::launch::error::ILLEGAL_ADDRESS;
use crate::limits::Limit;
use crate::memory::Use;
use crate::runtime::CallContext;
use kern_ir::RegType;

/// Instructions that a round of a loop costs besides those of its nodes.
const EACH_ROUND: u64 = 1000;

/// A launch in progress.
struct Run {
    /// The stream's queue.
    stream: u64,
    uses: Vec<Use>,
    footprint: Vec<AccessedRange>,
    /// Events that were recorded, and when.
    recorded: Vec<(u64, u64)>,
    /// A node failed, and the context is lost.
    has_failed: bool,
    /// Races of nodes that may run at the same time are looked for.
    has_branches: bool,
    /// The last node, as a user reads it.
    name: String,
}

/// Launches a graph, behind the operation `after` of another stream.
pub(super) fn whole(host: &mut CallContext, snapshot: &Snapshot, stream: u64, after: Option<Submitted>) -> Result<Submitted, Stop> {
    // Its nodes run here, whatever their stream was given before.
    host.end_waiting()?;
    if let Some(after) = after {
        host.with_device(|device, memory| device.stream_waits(memory, stream, after));
    }
    set_conditions(host, snapshot);
    let start = host.with_device(|device, _| device.start_of(stream));
    let has_branches = host.machine.config.check_races && branches::are_in(snapshot);
    let (uses, footprint, recorded) = (Vec::new(), Vec::new(), Vec::new());
    let mut run = Run { stream, uses, footprint, recorded, has_failed: false, has_branches, name: String::new() };
    let end = all(host, snapshot, start, &mut run)?;
    if !host.state.cuda.may_overlap() {
        run.footprint.clear();
    }
    let work = match run.uses.is_empty() && run.footprint.is_empty() {
        true => Work::default(),
        false => {
            let (name, footprint) = ("a graph".to_string(), in_order(run.footprint));
            Work { name, place: host.place(), kind: WorkKind::Graph, uses: run.uses, does: None, footprint, launched: None }
        }
    };
    let transfer = Transfer { cost: Cost { duration: end.saturating_sub(start), demand: Demand::None }, work };
    let submitted = host.submit(stream, Operation::Graph(transfer))?.submitted;
    for (event, moment) in run.recorded {
        if let Some(event) = host.state.cuda.events.get_mut(&event) {
            event.recorded = Some(submitted.at(moment));
        }
    }
    Ok(submitted)
}

/// Conditions have their values of the start again.
fn set_conditions(host: &mut CallContext, snapshot: &Snapshot) {
    for step in &snapshot.steps {
        if let NodeWork::Conditional { condition, .. } = step.work
            && let Some(condition) = host.state.cuda.graphs.conditions.get_mut(&condition)
            && let Some(value) = condition.default
        {
            condition.value = value;
        }
        step.inner.iter().for_each(|inner| set_conditions(host, inner));
    }
}

/// Runs the nodes; the moment when the last one ends.
fn all(host: &mut CallContext, snapshot: &Snapshot, start: u64, run: &mut Run) -> Result<u64, Stop> {
    let mut ends = vec![start; snapshot.steps.len()];
    let mut branches = Branches::new(snapshot, run.has_branches);
    for &index in &snapshot.order {
        let step = &snapshot.steps[index];
        let begin = step.after.iter().map(|&before| ends[before]).fold(start, u64::max);
        let known = run.footprint.len();
        ends[index] = if step.is_enabled && !run.has_failed { one(host, step, begin, run)? } else { begin };
        if let (Some(branches), Some(footprint)) = (&mut branches, run.footprint.get(known..).filter(|new| !new.is_empty())) {
            branches.ran(host, (index, step), run.name.clone(), footprint.to_vec());
        }
    }
    Ok(ends.into_iter().fold(start, u64::max))
}

/// Runs a node that starts at a moment; when it ends.
fn one(host: &mut CallContext, step: &Step, begin: u64, run: &mut Run) -> Result<u64, Stop> {
    match &step.work {
        NodeWork::Child => {
            let Some(child) = step.inner.first() else { return Ok(begin) };
            return all(host, child, begin, run);
        }
        NodeWork::Conditional { condition, kind } => return conditional(host, step, *condition, *kind, begin, run),
        NodeWork::WaitEvent(event) => {
            let recorded = host.state.cuda.events.get(event).and_then(|event| event.recorded);
            return Ok(recorded.map_or(begin, |recorded| begin.max(recorded.end)));
        }
        NodeWork::RecordEvent(event) => {
            run.recorded.push((*event, begin));
            return Ok(begin);
        }
        NodeWork::Empty => return Ok(begin),
        _ => {}
    }
    host.state.cuda.graphs.collected = Some(Collected { has_branches: run.has_branches, ..Collected::default() });
    let mut at_node = host.called_at(step.trace.clone(), "cudaGraphLaunch", true);
    let result = plain(&mut at_node, &step.work, run.stream);
    let collected = host.state.cuda.graphs.collected.take().unwrap_or_default();
    let Span { start, end } = host.with_device(|device, _| device.place(begin, collected.cost));
    if host.machine.config.profile {
        let Collected { kind, name, cost, .. } = &collected;
        let place = step.trace.first().and_then(|_| host.machine.place(&step.trace));
        let node = TimelineEvent {
            number: 0,
            stream: run.stream,
            engine: cost.demand.engine(),
            kind: *kind,
            name: name.clone(),
            place,
            issued: begin,
            ready: begin,
            start,
            end,
            after: Vec::new(),
        };
        host.with_device(|device, _| device.log.get_or_insert_default().add(node));
    }
    run.uses.extend(collected.uses);
    run.footprint.extend(collected.footprint);
    run.name = match collected.kind {
        WorkKind::CopyIn | WorkKind::CopyOut | WorkKind::Copy => "a copy".to_string(),
        WorkKind::Fill => "a fill".to_string(),
        _ => collected.name,
    };
    let error = result?;
    if error != 0 {
        if let Some(finding) = reason_of(host) {
            host.report(finding);
        }
        host.launched(ILLEGAL_ADDRESS, String::new);
    }
    run.has_failed |= host.state.cuda.lost != 0;
    Ok(end)
}

fn plain(host: &mut CallContext, work: &NodeWork, stream: u64) -> Result<i32, Stop> {
    match work {
        NodeWork::Kernel { kernel, config, params, is_cooperative } => {
            function::run_in(host, *kernel, *config, params.clone(), *is_cooperative)
        }
        NodeWork::Copy(parms) => match params::as_bytes(parms) {
            Some((to, from, size, kind)) => copy::bytes(host, [to, from, size], kind as i32, Some(stream)),
            None => array_copy::copy_box(host, parms, Some(stream)),
        },
        NodeWork::Fill(fill) => run_fill(host, fill, stream),
        NodeWork::Host { function, data } => {
            let operations = host.state.cuda.device.before_next(stream);
            host.show_printed()?;
            host.call_behind(&operations, *function, &[Arg { ty: RegType::B64, bits: *data }])?;
            Ok(0)
        }
        NodeWork::Allocate { address, .. } => {
            memory::begin(host, *address);
            Ok(0)
        }
        NodeWork::Free(address) => {
            memory::end(host, *address);
            Ok(0)
        }
        _ => Ok(0),
    }
}

fn run_fill(host: &mut CallContext, fill: &Fill, stream: u64) -> Result<i32, Stop> {
    let Some(end) = params::fill_end(fill) else { return Ok(0) };
    if let Err(error) = check(host, &end) {
        return Ok(error);
    }
    let (fill, bytes) = (*fill, (fill.width * u64::from(fill.element)).saturating_mul(fill.height));
    copy::submit(host, Some(stream), bytes, &[&end], |transfer| Operation::Fill(fill, transfer))?;
    Ok(0)
}

/// Runs the bodies of a node as its condition says (CUDA C++ Programming Guide, "Conditional Graph Nodes").
fn conditional(host: &mut CallContext, step: &Step, condition: u64, kind: u32, begin: u64, run: &mut Run) -> Result<u64, Stop> {
    let value = |host: &mut CallContext| host.state.cuda.graphs.conditions.get(&condition).map_or(0, |condition| condition.value) as usize;
    let mut moment = begin;
    match kind {
        1 => {
            let Some(body) = step.inner.first() else { return Ok(begin) };
            while value(host) != 0 && !run.has_failed {
                if !host.work(EACH_ROUND) {
                    return Err(Stop::Limit(host.machine.config.interrupt.get().map_or(Limit::Fuel, Limit::Interrupted)));
                }
                moment = all(host, body, moment, run)?;
            }
        }
        _ => {
            let index = if kind == 0 { usize::from(value(host) == 0) } else { value(host) };
            if let Some(body) = step.inner.get(index) {
                moment = all(host, body, moment, run)?;
            }
        }
    }
    Ok(moment)
}
