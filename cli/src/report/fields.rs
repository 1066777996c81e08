//! The fields that a finding adds to the object of a diagnostic; docs/json.md describes them.

use super::fixes::Fix;
use kern_vm::finding::{AccessFacts, AllocationFacts, Finding, LaunchSite, Place, RaceAccess};
use serde::Serialize;

#[derive(Serialize)]
struct Fields<'a> {
    count: u64,
    launches: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<Site<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    launch: Option<Launch<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<[u32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<[u32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warp: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lane: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lanes: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<Element<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allocation: Option<Allocation<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<Parameter<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    race: Option<Race<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
}

#[derive(Serialize)]
struct Race<'a> {
    thing: &'a str,
    first: Racer<'a>,
    second: Racer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_order: Option<&'a str>,
}

#[derive(Serialize)]
struct Racer<'a> {
    block: [u32; 3],
    thread: [u32; 3],
    warp: u32,
    lane: u32,
    does: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<Site<'a>>,
}

#[derive(Serialize)]
struct Site<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    function: &'a str,
    called_from: Vec<Call<'a>>,
}

#[derive(Serialize)]
struct Call<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    function: &'a str,
}

#[derive(Serialize)]
struct Launch<'a> {
    number: u64,
    of: u64,
    kernel: &'a str,
    symbol: &'a str,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<Site<'a>>,
}

#[derive(Serialize)]
struct Element<'a> {
    r#type: &'a str,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<i64>,
}

#[derive(Serialize)]
struct Allocation<'a> {
    kind: &'static str,
    address: String,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<Site<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    freed: Option<Site<'a>>,
}

#[derive(Serialize)]
struct Parameter<'a> {
    index: u32,
    name: &'a str,
    r#type: &'a str,
}

/// The fields of a finding as JSON text, each with a comma before it.
pub(super) fn of(finding: &Finding, fixes: Vec<Fix>) -> String {
    let (thread, group) = (finding.facts.thread, finding.facts.group);
    let lanes = group.and_then(|g| g.lanes);
    let access = finding.facts.access.as_ref();
    let fields = Fields {
        count: finding.count,
        launches: finding.launches,
        site: finding.place.as_ref().map(site),
        launch: finding.facts.launch.as_ref().map(|launch| of_launch(launch, finding.launches_in_all)),
        block: thread.map(|t| t.block).or(group.map(|g| g.block)),
        thread: thread.map(|t| t.thread),
        warp: thread.map(|t| t.warp).or(lanes.map(|l| l.0)),
        lane: thread.map(|t| t.lane),
        lanes: lanes.map(|l| (0..32).filter(|lane| l.1 >> lane & 1 != 0).collect()),
        access: access.map(|a| a.access.text()),
        space: access.map(|a| a.space),
        address: access.map(|a| hex(a.address)),
        bytes: access.map(|a| a.bytes),
        element: access.and_then(element),
        allocation: access.and_then(|a| a.allocation.as_ref()).map(allocation),
        parameter: access.and_then(|a| a.parameter.as_ref()).map(|p| Parameter { index: p.index, name: &p.name, r#type: &p.type_name }),
        race: finding.facts.race.as_ref().map(|race| Race {
            thing: &race.thing,
            first: racer(&race.first),
            second: racer(&race.second),
            other_order: race.other_order.as_deref(),
        }),
        fixes,
    };
    let text = serde_json::to_string(&fields).unwrap_or_default();
    text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).map_or(String::new(), |text| format!(",{text}"))
}

/// Addresses have 64 bits, more than a number in JSON is safe with.
fn hex(address: u64) -> String {
    format!("{address:#x}")
}

fn site(place: &Place) -> Site<'_> {
    let called_from = place.inlined_at.iter().map(|p| Call { file: &p.file, line: p.line, column: p.column, function: &p.function });
    let called_from = called_from.collect();
    Site { file: &place.file, line: place.line, column: place.column, function: &place.function, called_from }
}

fn of_launch(launch: &LaunchSite, of: u64) -> Launch<'_> {
    Launch {
        number: launch.number,
        of,
        kernel: &launch.kernel,
        symbol: &launch.symbol,
        grid: launch.config.grid,
        block: launch.config.block,
        dynamic_shared: launch.config.dynamic_shared,
        site: launch.place.as_ref().map(site),
    }
}

fn racer(access: &RaceAccess) -> Racer<'_> {
    let RaceAccess { block, thread, warp, lane, does, value, place } = access;
    Racer { block: *block, thread: *thread, warp: *warp, lane: *lane, does, value: value.as_deref(), site: place.as_ref().map(site) }
}

fn element(access: &AccessFacts) -> Option<Element<'_>> {
    access.element.as_ref().map(|e| Element { r#type: &e.type_name, bytes: e.bytes, index: e.index })
}

fn allocation(allocation: &AllocationFacts) -> Allocation<'_> {
    Allocation {
        kind: allocation.kind,
        address: hex(allocation.address),
        bytes: allocation.bytes,
        name: allocation.name.as_deref(),
        made: allocation.made.as_ref().map(site),
        freed: allocation.freed.as_ref().map(site),
    }
}
