//! Everything, one JSON object a launch.

use kern_vm::device::Device;
use kern_vm::instrument::LaunchReport;
use kern_vm::instrument::metrics::figures::{ProfiledLaunch, metrics};
use kern_vm::instrument::metrics::{Stride, Traffic};
use kern_vm::{Place, TimelineEvent};
use serde_json::{Map, Value, json};

use super::lines::{Sources, lines as lines_of};
use super::{advice, lines::LineAccess};

/// One line a launch.
pub(super) fn lines(device: &Device, launches: &[LaunchReport], sources: &mut Sources) -> String {
    let mut text = String::new();
    for (number, launch) in launches.iter().enumerate() {
        text.push_str(&object(device, number, launch, sources).to_string());
        text.push('\n');
    }
    text
}

/// What is known of a launch.
pub(super) fn object(device: &Device, number: usize, launch: &LaunchReport, sources: &mut Sources) -> Value {
    let counters = &launch.counters;
    let mut object = json!({
        "launch": number, "kernel": launch.kernel, "symbol": launch.symbol, "grid": launch.config.grid, "block": launch.config.block,
        "stream": launch.config.stream, "dynamic_shared": launch.config.dynamic_shared, "device": device.key, "error": launch.error,
        "launched_at": launch.place.as_ref().map(place_value),
        "executed": {
            "ir_warp_instructions": counters.warp_instructions, "ir_thread_instructions": counters.thread_instructions,
            "branches": counters.branches, "divergent_branches": counters.divergent_branches,
            "barriers": counters.barriers, "blocks": counters.blocks,
        },
    });
    let (Some(accounted), Some(fields)) = (ProfiledLaunch::new(device, launch), object.as_object_mut()) else { return object };
    let occupancy = accounted.occupancy();
    let mut figures = Map::new();
    for metric in metrics(accounted.profile) {
        figures.insert(metric.name.to_string(), (metric.value)(&accounted).into());
    }
    fields.insert("metrics".into(), figures.into());
    fields.insert(
        "occupancy".into(),
        json!({
            "warps_per_block": occupancy.warps_per_block, "limit_blocks": occupancy.by_blocks, "limit_warps": occupancy.by_warps,
            "limit_shared_mem": occupancy.by_shared, "blocks_per_multiprocessor": occupancy.blocks(),
            "warps_per_multiprocessor": occupancy.warps(), "percent_at_most": occupancy.percent(),
        }),
    );
    let account = accounted.profile;
    let lines: Vec<Value> = lines_of(account, sources)
        .iter()
        .map(|line| {
            let text = line.place.as_ref().map(|place| sources.text(place));
            json!({
                "file": line.place.as_ref().map(|p| &p.file), "line": line.place.as_ref().map(|p| p.line), "text": text,
                "branches": line.branches.0, "divergent_branches": line.branches.1,
                "accesses": line.accesses.iter().map(access_value).collect::<Vec<_>>(),
            })
        })
        .collect();
    fields.insert("lines".into(), lines.into());
    let instructions: Vec<Value> = account
        .accesses
        .iter()
        .map(|row| {
            let mut value = traffic_value(&row.traffic);
            if let Some(fields) = value.as_object_mut() {
                fields.insert("kind".into(), row.class.name().into());
                fields.insert("width".into(), row.width.into());
                fields.insert("stride".into(), stride_value(row.stride));
                fields.insert("place".into(), sources.place(row.function, row.inst).as_ref().map_or(Value::Null, place_value));
            }
            value
        })
        .collect();
    fields.insert("instructions".into(), instructions.into());
    let branches: Vec<Value> = account
        .branches
        .iter()
        .map(|row| {
            let place = sources.place(row.function, row.inst);
            json!({"executed": row.executed, "divergent": row.divergent, "place": place.as_ref().map(place_value)})
        })
        .collect();
    fields.insert("branches".into(), branches.into());
    if let Some(blocks) = &launch.blocks {
        fields.insert("per_block".into(), super::blocks::value(blocks));
    }
    object
}

/// What a stream was given.
pub(super) fn work_object(work: &TimelineEvent) -> Value {
    json!({
        "number": work.number, "stream": work.stream, "kind": work.kind.text(), "name": work.name, "line": work.place.as_ref().map(|p| p.line),
        "file": work.place.as_ref().map(|p| &p.file), "engine": work.engine.map(|engine| engine.text()),
        "issued": work.issued, "ready": work.ready, "start": work.start, "end": work.end, "after": work.after,
    })
}

fn access_value(access: &LineAccess) -> Value {
    let mut value = traffic_value(&access.traffic);
    if let Some(fields) = value.as_object_mut() {
        fields.insert("kind".into(), access.class.name().into());
        fields.insert("width".into(), access.width.into());
        fields.insert("stride".into(), stride_value(access.stride));
        if let Some(advice) = advice::of_access(access) {
            fields.insert("why".into(), advice.why.into());
            fields.insert("help".into(), advice.help.into());
        }
    }
    value
}

fn traffic_value(traffic: &Traffic) -> Value {
    json!({
        "requests": traffic.requests, "threads": traffic.threads, "bytes": traffic.bytes, "bytes_used": traffic.used, "sectors": traffic.sectors,
        "theoretical_sectors": traffic.theoretical, "ideal_sectors": traffic.ideal, "lines": traffic.lines,
        "wavefronts": traffic.wavefronts, "ideal_wavefronts": traffic.ideal_wavefronts, "bank_conflicts": bank_conflicts(traffic),
    })
}

/// Global requests have wavefronts too, of the tag stage, but no banks.
fn bank_conflicts(traffic: &Traffic) -> u64 {
    if traffic.ideal_wavefronts > 0 { traffic.conflicts() } else { 0 }
}

/// Bytes from thread to thread; `null` when it is not always the same.
fn stride_value(stride: Stride) -> Value {
    match stride {
        Stride::Bytes(bytes) => bytes.into(),
        _ => Value::Null,
    }
}

fn place_value(place: &Place) -> Value {
    let calls: Vec<Value> =
        place.inlined_at.iter().map(|p| json!({"file": p.file, "line": p.line, "column": p.column, "function": p.function})).collect();
    json!({"file": place.file, "line": place.line, "column": place.column, "function": place.function, "inlined_at": calls})
}
