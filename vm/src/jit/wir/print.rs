//! The text form of warp IR, which [`super::parse`] reads back.
//!
//! A line is an instruction: the operation's number, what is done, and behind `//` the operation as PTX shows it. A result is
//! written with its shape: `uniform`, `affine 4`, `affine 4 by row`, `varying`.

use super::*;
use crate::jit::analysis::shape::LaneShape;
use kern_ir::Inst as Operation;
use std::fmt::{self, Display, Write};

/// The text of a unit.
pub(crate) fn print<const L: usize>(wir: &Wir, plan: &Plan<L>) -> String {
    let mut out = String::new();
    for (number, Bounds { range, region, root, bytes, is_varying }) in wir.bounds.iter().enumerate() {
        let _ = write!(out, "bounds {number} in {} {} region {region} bytes {bytes}", range.start, range.end);
        let _ = root.map_or(Ok(()), |root| write!(out, " root {root}"));
        let _ = if *is_varying { write!(out, " varying") } else { Ok(()) };
        out.push('\n');
    }
    for (number, stretch) in wir.stretches.iter().enumerate() {
        let _ = writeln!(out, "stretch {number} in {} {}", stretch.range.start, stretch.range.end);
        stretch.walks.iter().for_each(|walk| {
            let _ = writeln!(out, "  {walk}");
        });
        stretch.wraps.iter().for_each(|wrap| {
            let _ = writeln!(out, "  {wrap}");
        });
    }
    for LaneLoop { range, latches, stored } in &wir.lane_loops {
        let latches: String = latches.iter().map(|latch| format!(" {latch}")).collect();
        let stored: String = stored.iter().map(|slot| format!(" {slot}")).collect();
        let _ = writeln!(out, "lanes in {} {} back{latches} stores{stored}", range.start, range.end);
    }
    for (number, segment) in wir.segments.iter().enumerate() {
        let params: Vec<String> = plan.segments[number].params.iter().map(|&param| shaped(plan, param)).collect();
        let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        let _ = writeln!(out, "segment {number}{params}");
        if !segment.full.is_empty() {
            print_copy(&mut out, plan, "full", &segment.full);
        }
        if let Some(masked) = &segment.masked {
            let name = if masked.rejoins { "masked, all lanes go to full" } else { "masked" };
            print_copy(&mut out, plan, name, &masked.body);
        }
        for stretch in wir.stretches.iter().filter(|stretch| stretch.range.contains(&number)) {
            print_copy(&mut out, plan, "stretch", &stretch.segments[number - stretch.range.start]);
        }
    }
    out
}

fn print_copy<const L: usize>(out: &mut String, plan: &Plan<L>, name: &str, copy: &[Inst]) {
    let _ = writeln!(out, "  {name}:");
    let mut shown = usize::MAX;
    for inst in copy {
        let mut line = format!("    @{} {}", inst.pc, inst.kind);
        if defines(&inst.kind) {
            let results: Vec<String> = plan.inst(inst.pc).results.iter().map(|&result| shaped(plan, result)).collect();
            if !results.is_empty() {
                let _ = write!(line, " -> {}", results.join(", "));
            }
        }
        if !inst.canonical.is_empty() {
            let _ = write!(line, " canonical {}", Values(&inst.canonical));
        }
        if shown != inst.pc {
            let _ = write!(line, "  // {}", plan.func.display_inst(Operation(plan.code.ops[inst.pc].inst)));
        }
        shown = inst.pc;
        let _ = writeln!(out, "{line}");
    }
}

/// Whether the operation's results are there behind an instruction.
fn defines(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Compute | InstKind::OnDemand | InstKind::Lanes | InstKind::Execute | InstKind::Perform(_) | InstKind::Defer)
}

fn shaped<const L: usize>(plan: &Plan<L>, value: Value) -> String {
    format!("{value}: {}", plan.shape(value))
}

impl Display for LaneShape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            LaneShape::Varying => f.write_str("varying"),
            LaneShape::Affine { stride: 0, per_row: false } => f.write_str("uniform"),
            LaneShape::Affine { stride, per_row } => write!(f, "affine {stride}{}", if per_row { " by row" } else { "" }),
        }
    }
}

/// Values in a row.
struct Values<'a>(&'a [Value]);

impl Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let list: Vec<String> = self.0.iter().map(Value::to_string).collect();
        write!(f, "[{}]", list.join(" "))
    }
}

impl Display for InstKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            InstKind::Compute => f.write_str("compute"),
            InstKind::OnDemand => f.write_str("on_demand"),
            InstKind::Lanes => f.write_str("lanes"),
            InstKind::Execute => f.write_str("execute"),
            InstKind::Access(kind) => write!(f, "access {kind}"),
            InstKind::Check(check) => write!(f, "check {check}"),
            InstKind::Lookup(u32::MAX) => f.write_str("lookup any"),
            InstKind::Lookup(region) => write!(f, "lookup {region}"),
            InstKind::Count(count) => write!(f, "count {count}"),
            InstKind::Tell => f.write_str("tell"),
            InstKind::Prefetch(stride) => write!(f, "prefetch {} {}", stride.step, stride.scale),
            InstKind::Perform(kind) => write!(f, "{kind}"),
            InstKind::Join => f.write_str("join"),
            InstKind::Defer => f.write_str("defer"),
            InstKind::Spill(values) => write!(f, "spill {}", Values(values)),
            InstKind::Jump(edge) => write!(f, "jump {edge}"),
            InstKind::Branch { by, counter, edges: [then, otherwise] } => {
                write!(f, "branch {by}")?;
                if let Some(word) = counter {
                    write!(f, " count {word}")?;
                }
                write!(f, " {then} else {otherwise}")
            }
            InstKind::Switch(edges) => {
                f.write_str("switch")?;
                edges.iter().try_for_each(|edge| write!(f, " {edge}"))
            }
            InstKind::Call => f.write_str("call"),
            InstKind::Return => f.write_str("return"),
            InstKind::End => f.write_str("end"),
            InstKind::Exchange(exchange) => write!(f, "exchange {exchange}"),
            InstKind::Guard(exit) => write!(f, "guard else exit {exit}"),
            InstKind::Exit(exit) => write!(f, "exit {exit}"),
        }
    }
}

impl Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            AccessKind::Load => "load",
            AccessKind::Store => "store",
            AccessKind::Atomic => "atomic",
        })
    }
}

impl Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Check::Known => f.write_str("known"),
            Check::Hoisted(bounds) => write!(f, "hoisted {bounds}"),
            Check::Repeated(pc) => write!(f, "repeated {pc}"),
            Check::Walks(walk) => write!(f, "walks {walk}"),
            Check::Never => f.write_str("never"),
            Check::Local { slot, is_generic } => write!(f, "local {slot}{}", if *is_generic { " generic" } else { "" }),
            Check::Region { region, root, lanes } => {
                write!(f, "region {region}")?;
                if let Some(root) = root {
                    write!(f, " root {root}")?;
                }
                write!(f, " {lanes}")
            }
        }
    }
}

impl Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "walk {} from {} to {} ", self.address, self.offsets.0, self.offsets.1)?;
        match self.ground {
            Ground::Bounds(number) => write!(f, "bounds {number}")?,
            Ground::Region { region, root: Some(root) } => write!(f, "region {region} root {root}")?,
            Ground::Region { region, root: None } => write!(f, "region {region}")?,
            Ground::Local(slot) => write!(f, "local {slot}")?,
        }
        write!(f, " step {}", self.step)
    }
}

impl Display for Wrap {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "wrap {}{} step {}", self.value, if self.signed { " signed" } else { "" }, self.step)
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.known)?;
        self.by.map_or(Ok(()), |(value, scale)| write!(f, " and {scale} by {value}"))
    }
}

impl Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Lanes::Ends => f.write_str("ends"),
            Lanes::Group { first, offsets: (least, most) } => write!(f, "group {first} {least} {most}"),
            Lanes::InGroup { first } => write!(f, "in_group {first}"),
            Lanes::Index => f.write_str("index"),
            Lanes::Each => f.write_str("each"),
        }
    }
}

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Count::Affine { number, at, places, distances } => {
                write!(f, "affine {number} at {at} places {places}")?;
                distances.map_or(Ok(()), |word| write!(f, " distances {word}"))
            }
            Count::Pattern { site, pattern } => write!(f, "pattern {site} at {} places {}", pattern.at, pattern.places),
            Count::Record { site } => write!(f, "record {site}"),
        }
    }
}

impl Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Decision::Uniform => f.write_str("uniform"),
            Decision::EndLanes(test) => write!(f, "end_lanes {test}"),
            Decision::Lanes => f.write_str("lanes"),
        }
    }
}

impl Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.target, self.number)?;
        if self.moves.is_empty() {
            return Ok(());
        }
        let list: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        write!(f, "({})", list.join(" "))
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let how = if self.is_dead {
            "dead:"
        } else if self.is_canonical {
            "canonical:"
        } else {
            ""
        };
        write!(f, "{}={how}{}", self.param, self.arg)
    }
}

impl Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        if let Some(segment) = self.resume {
            write!(f, " resume {segment}")?;
        }
        write!(f, " reads {} spill {}", Values(&self.reads), Values(&self.spill))
    }
}

impl Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Exchange::Direct => "direct",
            Exchange::Helper => "helper",
            Exchange::DirectIfNamed => "direct_if_named",
            Exchange::Waits => "waits",
        })
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Reason::BarrierRegion => "barrier_region",
            Reason::Barrier => "barrier",
            Reason::Deoptimise => "deoptimise",
        })
    }
}
