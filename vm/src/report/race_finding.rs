//! Wording of a race: who did what, and what would have ordered it.

use super::accessed::{Names, block_name, thread_name, value_text};
use super::race_help::{Advice, end_of_loop, help};
use super::race_pairs::{Between, Shown, between};
use super::standing;
use crate::finding::{Added, Finding, Place, RaceAccess, RaceFacts};
use crate::instrument::hazard::{Party, Race, RaceSpace};
use crate::machine::Machine;
use crate::memory::Side;
use kern_diag::Code;
use kern_ir::Opcode;

pub(super) fn finding(machine: &Machine, shown: &Shown, names: &Names) -> Finding {
    let config = names.config;
    let race = &shown.race;
    let how = between(race);
    let what = names.element(machine, race.address, u64::from(race.bytes));
    let place = |party: &Party| party.site.and_then(|(_, _, site)| machine.place(&[site]));
    let (first, second) = (place(&race.first), place(&race.second));
    let (code, title) = match (how, race.space) {
        _ if race.are_volatile && how != Between::Warps => (Code::NEEDS_LOCK_STEP, "right only in lock step"),
        (Between::Blocks, _) => (Code::RACE_OF_BLOCKS, "race between blocks"),
        (_, RaceSpace::Shared) => (Code::RACE_SHARED, "race in shared memory"),
        (_, RaceSpace::Global) => (Code::RACE_GLOBAL, "race in global memory"),
    };
    let threads = config.block;
    let who = |party: &Party| {
        let other = if std::ptr::eq(party, &race.first) { &race.second } else { &race.first };
        if party.is_many && (party.block, party.thread) == (other.block, other.thread) {
            return "another thread".to_string();
        }
        let name = thread_name(party.thread, threads);
        let name = if how == Between::Blocks { format!("{name} of block {}", block_name(party.block, config)) } else { name };
        if party.is_many { format!("{name}, one of several,") } else { name }
    };
    let deed = |party: &Party| deed(machine, party, race.are_volatile);
    let (one, two) = (who(&race.first), who(&race.second));
    let message = match race.takes {
        true => format!("{title}: {one} and {two} both take the lock {} when they have found it free, in two steps", what.name),
        false => {
            let (first, second) = (deed(&race.first), deed(&race.second));
            format!("{title}: {one} {first} {}, {two} {second} it, and nothing orders the two", what.name)
        }
    };
    let label = |party: &Party, value: Option<u64>| {
        let value = value.zip(party.site).and_then(|(bits, site)| value_text(machine, (site.0, site.1), bits, race.bytes));
        let value = value.filter(|_| !party.is_strong).map_or(String::new(), |value| format!(": {value}"));
        let name = who(party);
        if name.starts_with("another") {
            return format!("{name} {} it here{value}", deed(party));
        }
        let (warp, lane) = (party.thread / 32, party.thread % 32);
        format!("{}, warp {warp}, lane {lane}, {} it here{value}", name.trim_end_matches(','), deed(party))
    };
    let (one, two) = (label(&race.first, race.values.map(|v| v.first)), label(&race.second, race.values.map(|v| v.second)));
    let mut finding = Finding::new(code, second.clone(), message).label(two);
    if first == second && first.is_some() {
        finding = finding.note(one.replace(" it here", " it at the same place"));
    } else {
        finding = finding.also(first.clone(), one);
    }
    for read in &shown.beside {
        finding = finding.also(place(read), "another read there races with it, too");
    }
    let thing = what.thing_of_any_launch();
    if let Some((made, text)) = what.made.clone() {
        finding = finding.also(Some(made), text);
    }
    if how != Between::Blocks && config.blocks() > 1 {
        finding = finding.note(format!("in block {}", block_name(race.second.block, config)));
    }
    if how == Between::Blocks && shown.is_in_block_too {
        finding = finding.note("threads of one block race there, too");
    }
    if let Some(range) = what.range(race.lowest, race.highest) {
        finding = finding.note(format!("elements from {range}"));
    }
    finding.count = race.count;
    if let Some((one, other)) = names.both_lead_to(machine, race.address) {
        finding = finding.note(format!("parameters `{one}` and `{other}` point to the same memory in this launch"));
    }
    if how == Between::Lanes {
        finding = finding.note("lanes of a warp do not run in lock step since Volta: what one does first is not certain");
    }
    if race.first.is_strong != race.second.is_strong {
        finding = finding.note("one of the two is atomic or volatile; that orders nothing against a plain access");
    }
    if let Some(note) = standing::why(machine, race, how) {
        finding = finding.note(note);
    }
    if race.undoes {
        finding = finding
            .note("`volatile` is not atomic: reading, changing and writing are three steps, and what others do between them is undone");
    }
    if race.takes {
        finding = finding.note("finding the lock free and taking it are two steps: between them another thread finds it free too");
    }
    if race.are_volatile && how == Between::Warps {
        finding = finding.note("`volatile` has each access done where it stands; which of two warps comes first it does not say");
    }
    let other_order = outcome(machine, race).filter(|_| !(shown.is_update && race.is_same_value));
    if let Some(note) = &other_order {
        finding = finding.note(note.clone());
    }
    let access = |party: &Party, bits: Option<u64>, place: &Option<Place>| RaceAccess {
        block: index3(party.block, config.grid),
        thread: index3(u32::from(party.thread), threads),
        warp: u32::from(party.thread) / 32,
        lane: u32::from(party.thread) % 32,
        does: deed(party),
        value: bits
            .zip(party.site)
            .filter(|_| !party.is_strong)
            .and_then(|(bits, site)| value_text(machine, (site.0, site.1), bits, race.bytes)),
        place: place.clone(),
    };
    finding.facts.race = Some(Box::new(RaceFacts {
        thing: what.name.clone(),
        first: access(&race.first, race.values.map(|values| values.first), &first),
        second: access(&race.second, race.values.map(|values| values.second), &second),
        other_order,
    }));
    let (blocks, places) = (config.blocks(), [first.as_ref(), second.as_ref()]);
    let advice = match (shown.barrier_beside, shown.round_beside) {
        (_, Some(line)) => end_of_loop("__syncthreads();", line, first.as_ref()),
        (Some((false, line)), _) if how == Between::Lanes && first != second => {
            let advice = format!("add `__syncthreads();` after line {line}");
            Advice::add(advice, first.as_ref(), Added::AfterLine(line), "__syncthreads();")
        }
        (Some(_), _) if how == Between::Lanes => help(machine, shown, Between::Warps, blocks, places),
        _ => help(machine, shown, how, blocks, places),
    };
    finding = finding.help(advice.text);
    finding.edit = advice.edit;
    finding.thing = thing;
    finding
}

/// The number of a block or thread as x, y and z.
fn index3(number: u32, [x, y, _]: [u32; 3]) -> [u32; 3] {
    let (x, y) = (x.max(1), y.max(1));
    [number % x, number / x % y, number / x / y]
}

/// What the other order gives.
fn outcome(machine: &Machine, race: &Race) -> Option<String> {
    let values = race.values?;
    let site = race.second.site?;
    let one = race.first.site?;
    // Where they access different parts of an element, neither says what stays.
    let text = |bits| {
        value_text(machine, (one.0, one.1), bits, race.bytes)?;
        value_text(machine, (site.0, site.1), bits, race.bytes)
    };
    match (race.first.writes, race.second.writes) {
        (true, true) if race.is_same_value => {
            Some("both write the same value: harmless today, undefined all the same; `// kern: race ok` in the line silences this".into())
        }
        (false, true) if race.is_same_value => Some(
            "the write does not change the value: harmless today, undefined all the same; `// kern: race ok` in the line silences this"
                .into(),
        ),
        (false, true) if values.first != values.second => {
            Some(format!("if the write comes first, {} is read in place of {}", text(values.second)?, text(values.first)?))
        }
        // The read was the first here.
        (true, false) if values.first != values.second => {
            Some(format!("if the write comes first, {} is read in place of {}", text(values.first)?, text(values.second)?))
        }
        (true, true) if values.first != values.second => Some(format!("what stays is {} or {}", text(values.second)?, text(values.first)?)),
        _ => None,
    }
}

fn deed(machine: &Machine, party: &Party, is_volatile: bool) -> &'static str {
    let data = party.site.and_then(|(id, inst, _)| machine.module(Side::Device).functions.get(id as usize)?.insts.get(inst as usize));
    match (party.writes, party.is_strong && !is_volatile) {
        (true, true) if data.is_some_and(|data| data.op == Opcode::St) => "writes (volatile or atomic)",
        (true, false) => "writes",
        (false, false) => "reads",
        (true, true) => "atomically changes",
        (false, true) => "reads (volatile or atomic)",
    }
}
