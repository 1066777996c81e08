//! A trace as text: one line an event.

use super::{Event, Group, Header, Lanes, SiteEntry, Trace, TracedAllocation};
use crate::instrument::step::EVENTS;
use crate::memory::{Access, LOCAL, SHARED, Window};
use std::fmt::Write;

/// The text of a trace.
pub fn text(trace: &Trace) -> String {
    let mut out = String::new();
    let Header { launch, selection, device, steps, truncated, .. } = &trace.header;
    let [x, y, z] = selection.block;
    let what = match selection.warp {
        Some(warp) => format!("warp {warp}"),
        None => "all warps".to_string(),
    };
    let _ = writeln!(out, "launch {} `{}`, block ({x}, {y}, {z}), {what}: {steps} steps on {device}", launch.number, launch.kernel);
    for allocation in &trace.header.allocations {
        let name = allocation.name.as_deref().unwrap_or("memory without a name");
        let of = allocation.element_type.as_ref().map_or(String::new(), |ty| format!(" of {ty}"));
        let _ = writeln!(out, "{name}: {} bytes{of} at {:#x}", allocation.size, allocation.base);
    }
    if !trace.shared.is_empty() {
        let written = trace.shared.iter().filter(|&&byte| byte != 0).count();
        let _ = writeln!(out, "shared memory: {} bytes, {written} of them not 0 at first", trace.shared.len());
    }
    let mut step = 0u64;
    let mut ty = String::new();
    for event in &trace.events {
        let line = line(&trace.header, event, &ty);
        match event {
            Event::Slice { .. } => _ = writeln!(out, "\n{line}"),
            Event::Step { site, .. } => {
                _ = writeln!(out, "{step:6} {line}");
                ty.clone_from(&trace.header.sites[*site as usize].ty);
                step += 1;
            }
            _ => _ = writeln!(out, "       {line}"),
        }
    }
    if let Some(truncated) = truncated {
        let _ = writeln!(out, "\nthe trace ends here: {} steps, the limit on {} was met", truncated.at, truncated.limit);
    }
    out
}

/// An event, whatever its number is called by the table of events. `ty`: the type of the last step's instruction.
fn line(header: &Header, event: &Event, ty: &str) -> String {
    let site = |number: u32| place(header, &header.sites[number as usize]);
    let groups = |groups: &mut dyn Iterator<Item = (Group, String)>| {
        groups.map(|(group, why)| format!("{} at {}{why}", lanes_of(group.mask), site(group.site))).collect::<Vec<_>>().join("; ")
    };
    match event {
        Event::Slice { warp, site: at, mask, elsewhere } => {
            let others = groups(&mut elsewhere.iter().map(|(group, waits)| (*group, format!(" ({})", waits.name()))));
            let others = if others.is_empty() { others } else { format!("; elsewhere {others}") };
            format!("{} warp {warp}, {} at {}{others}", name(event), lanes_of(*mask), site(*at))
        }
        Event::Step { site: at, mask } => {
            let entry = &header.sites[*at as usize];
            let space = if entry.space.is_empty() { String::new() } else { format!(".{}", entry.space) };
            format!("{} {}  {}{space}.{}  {}", name(event), site(*at), entry.op, entry.ty, lanes_of(*mask))
        }
        Event::Set { variable, piece, mask, values } => {
            let known = &header.variables[*variable as usize];
            let part = &known.pieces[*piece as usize];
            let part_name = if part.offset == 0 && known.pieces.len() == 1 { String::new() } else { format!("+{}", part.offset) };
            let value =
                values.as_ref().map_or("is not live".to_string(), |values| format!("= {}", vector(values, *mask, &shown(known, &part.ty))));
            format!("{} {}{part_name} {value}  {}", name(event), known.name, lanes_of(*mask))
        }
        Event::Mem { access, bytes, mask, addresses, values, before } => {
            let verb = match access {
                Access::Read => "load",
                Access::Write => "store",
                Access::Atomic => "atomic",
            };
            let vectors = |list: &[Lanes]| list.iter().map(|lanes| vector(lanes, *mask, ty)).collect::<Vec<_>>().join(" | ");
            let found = if before.is_empty() { String::new() } else { format!(", was {}", vectors(before)) };
            let at = where_to(header, addresses, *mask, *bytes);
            format!("{} {verb} {at} of {bytes} bytes: {}{found}", name(event), vectors(values))
        }
        Event::Branch { mask, taken } => format!("{} {} of {}", name(event), lanes_of(*taken), lanes_of(*mask)),
        Event::Diverge { groups: list } => format!("{} {}", name(event), groups(&mut list.iter().map(|group| (*group, String::new())))),
        Event::Reconverge { site: at, mask, joined } => {
            format!("{} with {} at {}: {}", name(event), lanes_of(*joined), site(*at), lanes_of(*mask))
        }
        Event::Arrive { barrier, mask } => format!("{} at barrier {barrier}: {}", name(event), lanes_of(*mask)),
        Event::Release { barrier, threads } => format!("{} of barrier {barrier}: {threads} threads", name(event)),
        Event::End { mask } => format!("{} {}", name(event), lanes_of(*mask)),
        Event::Finding { finding } => {
            let finding = &header.findings[*finding as usize];
            format!("{} {}: {}", name(event), finding.code, finding.message)
        }
    }
}

/// The name of an event's kind in the table.
fn name(event: &Event) -> &'static str {
    let index = match event {
        Event::Slice { .. } => 0,
        Event::Step { .. } => 1,
        Event::Set { .. } => 2,
        Event::Mem { .. } => 3,
        Event::Branch { .. } => 4,
        Event::Diverge { .. } => 5,
        Event::Reconverge { .. } => 6,
        Event::Arrive { .. } => 7,
        Event::Release { .. } => 8,
        Event::End { .. } => 9,
        Event::Finding { .. } => 10,
    };
    EVENTS[index].name
}

fn place(header: &Header, site: &SiteEntry) -> String {
    match site.file.and_then(|file| header.files.get(file as usize)) {
        Some(file) => format!("{}:{}:{}", file.rsplit(['/', '\\']).next().unwrap_or(file), site.line, site.column),
        None => format!("{}#{}", site.function, site.inst),
    }
}

/// `lanes 0-15, 20`, `lanes 0-30 by 2`, or `all`.
fn lanes_of(mask: u32) -> String {
    if mask == u32::MAX {
        return "all".to_string();
    }
    let list: Vec<u32> = (0..32).filter(|lane| mask >> lane & 1 != 0).collect();
    if let [first, second, _, ..] = list[..]
        && second - first > 1
        && list.windows(2).all(|pair| pair[1] - pair[0] == second - first)
    {
        return format!("lanes {first}-{} by {}", list[list.len() - 1], second - first);
    }
    let mut parts = Vec::new();
    let mut lane = 0;
    while lane < 32 {
        if mask >> lane & 1 == 0 {
            lane += 1;
            continue;
        }
        let first = lane;
        while lane < 32 && mask >> lane & 1 != 0 {
            lane += 1;
        }
        parts.push(if lane - first == 1 { first.to_string() } else { format!("{first}-{}", lane - 1) });
    }
    match parts.len() {
        0 => "none".to_string(),
        _ => format!("lanes {}", parts.join(", ")),
    }
}

/// The type that a piece is shown as: registers of plain bits tell nothing, the variable's own type does where it is one value.
fn shown(variable: &super::TracedVariable, ty: &str) -> String {
    let is_signed = matches!(variable.type_name.trim_start_matches("const "), "int" | "long" | "short" | "long long" | "signed char");
    match variable.type_name.trim_start_matches("const ") {
        _ if is_signed => format!("s{}", 8 * variable.size.min(8)),
        "float" => "f32".to_string(),
        "double" => "f64".to_string(),
        _ => ty.to_string(),
    }
}

/// Values, uniform ones once, linear ones as a rule.
fn vector(lanes: &Lanes, mask: u32, ty: &str) -> String {
    match lanes {
        Lanes::Uniform(value) => number(*value, ty),
        Lanes::Linear { base, stride } if !ty.starts_with('f') => {
            let first = lanes.get(mask, mask.trailing_zeros()).unwrap_or(*base);
            let of = if mask & 1 == 0 { format!(" from lane {}", mask.trailing_zeros()) } else { String::new() };
            format!("{}{stride:+} a lane{of}", number(first, ty))
        }
        _ => {
            let values: Vec<String> = (0..32).filter_map(|lane| lanes.get(mask, lane)).map(|value| number(value, ty)).collect();
            values.join(" ")
        }
    }
}

fn number(bits: u64, ty: &str) -> String {
    match ty {
        "f32" => format!("{:?}", f32::from_bits(bits as u32)),
        "f64" => format!("{:?}", f64::from_bits(bits)),
        "s8" => format!("{}", bits as i8),
        "s16" => format!("{}", bits as i16),
        "s32" => format!("{}", bits as i32),
        "s64" => format!("{}", bits as i64),
        "pred" => format!("{}", bits != 0),
        "b64" if bits > u64::from(u32::MAX) => format!("{bits:#x}"),
        _ => format!("{bits}"),
    }
}

/// Where lanes access: by the allocation's name and element where all of them lie in one.
fn where_to(header: &Header, addresses: &Lanes, mask: u32, bytes: u32) -> String {
    let list: Vec<u64> = (0..32).filter_map(|lane| addresses.get(mask, lane)).collect();
    let Some(&first) = list.first() else { return "nothing".to_string() };
    let holds = |allocation: &&TracedAllocation| list.iter().all(|at| at.wrapping_sub(allocation.base) < allocation.size);
    let (name, base) = match (Window::of(first), header.allocations.iter().find(holds)) {
        (Window::Shared, _) => ("shared", SHARED),
        (Window::Local, _) => ("local", LOCAL),
        (_, Some(allocation)) => (allocation.name.as_deref().unwrap_or("memory"), allocation.base),
        _ => ("memory", 0),
    };
    let step = u64::from(bytes.max(1));
    let index = |at: u64| {
        let offset = at.wrapping_sub(base);
        if base != 0 && offset % step == 0 { format!("{name}[{}]", offset / step) } else { format!("{name} at {:#x}", at) }
    };
    match addresses {
        Lanes::Linear { stride, .. } if list.len() > 1 => format!("{} every {stride} bytes", index(first)),
        Lanes::List(_) => list.iter().map(|&at| index(at)).collect::<Vec<_>>().join(" "),
        _ => index(first),
    }
}
