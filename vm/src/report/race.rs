//! Wording of races: who did what, and what would have ordered it.

use super::accessed::{Names, block_name, thread_name, value_text};
use super::copies;
use super::flags::{self, Message};
use super::missing_barrier::gap;
use super::race_help::{help, place_of_barrier};
use super::volatile;
use crate::finding::{Finding, Place, RaceAccess, RaceFacts};
use crate::instrument::hazard::{Party, Race, RaceSpace, Values};
use crate::launch::LaunchConfig;
use crate::machine::Machine;
use crate::memory::{Side, Site};
use kern_diag::Code;
use kern_ir::Opcode;

/// Reports the races of the launch that has ended; the instructions that race.
pub(crate) fn report(machine: &mut Machine, function: u32, config: &LaunchConfig, params: &[u8], place: Option<&Place>) -> Vec<Site> {
    let (races, was_full) = machine.sinks.races();
    let parties = races.iter().flat_map(|race| [race.first, race.second]);
    let sites = parties.filter_map(|party| party.site.map(|site| site.2)).collect();
    let (of_volatile, races): (Vec<Race>, Vec<Race>) = races.into_iter().partition(|race| race.are_volatile);
    let (unwaited, races): (Vec<Race>, Vec<Race>) = races.into_iter().partition(|race| race.unwaited.is_some());
    let mut races = in_program_order(machine, races);
    warps_first(&mut races);
    note_barriers(machine, &mut races);
    let messages: Vec<Option<Message>> = races.iter().map(|shown| flags::between_blocks(machine, &shown.race)).collect();
    for (shown, message) in races.iter().zip(&messages) {
        // What a flag announces that nobody waits for rightly belongs to that mistake.
        let is_part = matches!(message, Some(Message::Announced(flag)) if races.iter().zip(&messages).any(|(other, what)| {
            matches!(what, Some(Message::Wait)) && other.race.joins(flag)
        }));
        if is_part {
            continue;
        }
        let names = Names { function, config, params };
        let finding = match message {
            Some(Message::Wait) => {
                let of_flag = |(other, what): (&Shown, &Option<Message>)| match what {
                    Some(Message::Announced(flag)) if shown.race.joins(flag) => Some(other.race),
                    _ => None,
                };
                let announced: Vec<Race> = races.iter().zip(&messages).filter_map(of_flag).collect();
                flags::waits(machine, &shown.race, &announced, &names)
            }
            Some(Message::Announced(flag)) => flags::announced(machine, &shown.race, flag, &names),
            None => None,
        };
        if finding.is_some() || machine.config.check_races {
            let finding = finding.unwrap_or_else(|| self::finding(machine, shown, &names));
            machine.findings.report(finding);
        }
    }
    let names = Names { function, config, params };
    if machine.config.check_races {
        copies::report(machine, unwaited, &names);
    }
    volatile::report(machine, of_volatile, &names);
    if was_full && machine.config.check_races {
        let finding = Finding::new(Code::SHADOW_FULL, place.cloned(), "there was no memory left to look for all races of this launch")
            .label("of what it touched later nothing is known")
            .help("allow more with `--max-memory`, or run it with less data")
            .warning();
        machine.findings.report(finding);
    }
    sites
}

/// A race that is reported.
pub(super) struct Shown {
    pub(super) race: Race,
    /// Other reads in the line that race with the same write.
    beside: Vec<Party>,
    /// Threads of one block meet there, too, besides those of two.
    is_in_block_too: bool,
    /// Both write what they have read in the same line.
    pub(super) is_update: bool,
    /// Another race, of several warps, needs a barrier that does for this, too: whether at the end of a loop's body, and the line.
    barrier_beside: Option<(bool, u32)>,
}

/// Two places may race both ways, and warps run in turn, so that what the program does first may have come last: races as the
/// program has them, one of each pair of places.
pub(super) fn in_program_order(machine: &Machine, races: Vec<Race>) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    for mut race in races {
        let crosses_blocks = race.first.block != race.second.block;
        if !crosses_blocks && gap(machine, &race).is_none() && gap(machine, &swapped(&race)).is_some() {
            race = swapped(&race);
        }
        let key = |race: &Race| (point(&race.first), point(&race.second));
        let is_same = |known: &&mut Shown| key(&known.race) == key(&race) || key(&known.race) == key(&swapped(&race));
        match shown.iter_mut().find(is_same) {
            Some(known) => {
                let knew_blocks = known.race.first.block != known.race.second.block;
                let (count, crosses_warps) = (known.race.count + race.count, known.race.crosses_warps | race.crosses_warps);
                let is_same_value = known.race.is_same_value && race.is_same_value;
                let is_better = match (knew_blocks, crosses_blocks) {
                    (false, false) => gap(machine, &race).is_some_and(|gap| !gap.is_round),
                    (knew, crosses) => crosses && !knew,
                };
                known.is_in_block_too |= !(knew_blocks && crosses_blocks);
                if is_better {
                    known.race = race;
                }
                (known.race.count, known.race.crosses_warps) = (count, crosses_warps);
                known.race.is_same_value = is_same_value;
            }
            None => shown.push(Shown { race, beside: Vec::new(), is_in_block_too: false, is_update: false, barrier_beside: None }),
        }
    }
    with_reads_of_a_line(machine, shown)
}

/// Of races of one read the one that needs most comes first: the others are counted with it.
fn warps_first(races: &mut [Shown]) {
    for later in 1..races.len() {
        let second = point(&races[later].race.second);
        let is_lesser = |shown: &Shown| point(&shown.race.second) == second && between(&shown.race) == Between::Lanes;
        if between(&races[later].race) == Between::Warps
            && let Some(earlier) = races[..later].iter().position(is_lesser)
        {
            races.swap(earlier, later);
        }
    }
}

/// Where a barrier of the block is missing one of a warp does not do.
fn note_barriers(machine: &Machine, races: &mut [Shown]) {
    let places: Vec<_> = races
        .iter()
        .map(|shown| match between(&shown.race) {
            Between::Lanes | Between::Warps => place_of_barrier(machine, &shown.race).and_then(|gap| Some((gap.is_round, gap.line?))),
            Between::OneInstruction | Between::Blocks => None,
        })
        .collect();
    let of_warps: Vec<_> =
        races.iter().zip(&places).filter(|(shown, _)| between(&shown.race) == Between::Warps).filter_map(|(_, place)| *place).collect();
    for (shown, place) in races.iter_mut().zip(&places) {
        let Some((is_round, line)) = *place else { continue };
        let site = shown.race.second.site.and_then(|(_, _, site)| machine.site_place(&site));
        // Behind its own line and before the second access.
        let last = site.map_or(line, |place| place.line.saturating_sub(1)).max(line);
        let serves = |of: &&(bool, u32)| **of == (is_round, line) || !is_round && !of.0 && (line..=last).contains(&of.1);
        shown.barrier_beside = of_warps.iter().find(serves).copied();
    }
}

/// Reads in one line that race with one write are one mistake.
fn with_reads_of_a_line(machine: &Machine, races: Vec<Shown>) -> Vec<Shown> {
    let line = |party: Party| party.site.and_then(|site| machine.place(&[site.2])).map(|place| (place.file.clone(), place.line));
    let key = |shown: &Shown| {
        let (write, read) = shown.race.write_and_read().filter(|pair| !pair.0.is_strong && !pair.1.is_strong)?;
        let order = (!reads_beside(machine, &shown.race)).then_some(shown.race.first.writes);
        Some((write.site.map(|site| (site.0, site.1))?, line(read)?, shown.race.space, order))
    };
    let mut kept: Vec<Shown> = Vec::new();
    for shown in races {
        let read = shown.race.write_and_read().map(|pair| pair.1);
        match kept.iter_mut().find(|known| key(known).is_some_and(|known| key(&shown) == Some(known))) {
            Some(known) => {
                let count = known.race.count + shown.race.count;
                known.is_in_block_too |= shown.is_in_block_too;
                // Of two warps is what needs more.
                if between(&known.race) == Between::Lanes && between(&shown.race) == Between::Warps {
                    known.beside.extend(known.race.write_and_read().map(|pair| pair.1));
                    known.race = shown.race;
                } else {
                    known.beside.extend(read);
                }
                known.race.count = count;
            }
            None => kept.push(shown),
        }
    }
    // Who reads and writes a place in one line writes it twice where two threads do so: that is told with the read.
    let crosses = |race: &Race| race.first.block != race.second.block;
    let updates: Vec<_> = kept
        .iter()
        .filter_map(|shown| {
            let (write, read) = shown.race.write_and_read()?;
            (line(write).is_some() && line(write) == line(read)).then_some((point(&write), shown.race.space, crosses(&shown.race)))
        })
        .collect();
    kept.retain_mut(|shown| {
        let Race { first, second, space, .. } = &shown.race;
        let is_of = |update: &&_| -> bool {
            let (write, of, _): &(Option<(u32, u32)>, RaceSpace, bool) = update;
            first.writes && second.writes && point(first) == point(second) && *write == point(first) && of == space
        };
        shown.is_update = updates.iter().any(|update| is_of(&update));
        !updates.iter().filter(is_of).any(|update| update.2 || !crosses(&shown.race))
    });
    kept
}

/// The function and the instruction of an access.
fn point(party: &Party) -> Option<(u32, u32)> {
    party.site.map(|site| (site.0, site.1))
}

pub(super) fn swapped(race: &Race) -> Race {
    let values = race.values.map(|values| Values { first: values.second, second: values.first });
    Race { first: race.second, second: race.first, values, ..*race }
}

/// How two accesses stand to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// Lanes that execute one instruction.
    OneInstruction,
    Lanes,
    Warps,
    Blocks,
}

fn between(race: &Race) -> Between {
    let (a, b) = (&race.first, &race.second);
    if a.block != b.block {
        return Between::Blocks;
    }
    if race.crosses_warps || a.thread / 32 != b.thread / 32 {
        return Between::Warps;
    }
    let is_one = a.site.map(|s| (s.0, s.1)) == b.site.map(|s| (s.0, s.1)) && a.writes && b.writes;
    if is_one { Between::OneInstruction } else { Between::Lanes }
}

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
    let message = format!(
        "{title}: {} {} {}, {} {} it, and nothing orders the two",
        who(&race.first),
        deed(&race.first),
        what.name,
        who(&race.second),
        deed(&race.second)
    );
    let label = |party: &Party, value: Option<u64>| {
        let value = value.zip(party.site).and_then(|(bits, site)| value_text(machine, (site.0, site.1), bits));
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
    if how == Between::Lanes {
        finding = finding.note("lanes of a warp do not run in lock step since Volta: what one does first is not certain");
    }
    if race.first.is_strong != race.second.is_strong {
        finding = finding.note("one of the two is atomic or volatile; that orders nothing against a plain access");
    }
    if race.undoes {
        finding = finding
            .note("`volatile` is not atomic: reading, changing and writing are three steps, and what others do between them is undone");
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
        value: bits.zip(party.site).filter(|_| !party.is_strong).and_then(|(bits, site)| value_text(machine, (site.0, site.1), bits)),
        place: place.clone(),
    };
    finding.facts.race = Some(Box::new(RaceFacts {
        thing: what.name.clone(),
        first: access(&race.first, race.values.map(|values| values.first), &first),
        second: access(&race.second, race.values.map(|values| values.second), &second),
        other_order,
    }));
    let advice = match shown.barrier_beside {
        Some((false, line)) if how == Between::Lanes && first != second => format!("add `__syncthreads();` after line {line}"),
        Some(_) if how == Between::Lanes => help(machine, shown, Between::Warps, first.as_ref(), second.as_ref()),
        _ => help(machine, shown, how, first.as_ref(), second.as_ref()),
    };
    finding = finding.help(advice);
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
    let text = |bits| value_text(machine, (site.0, site.1), bits);
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

/// One plainly reads elements of global memory of which each is another thread's to write.
pub(super) fn reads_beside(machine: &Machine, race: &Race) -> bool {
    let address = |party: Party| {
        let (id, inst, _) = party.site?;
        let data = machine.module(Side::Device).functions.get(id as usize)?.insts.get(inst as usize)?;
        Some((*data.args.first()?, data.offset))
    };
    let is_plain = race.space == RaceSpace::Global && !race.first.is_strong && !race.second.is_strong;
    is_plain
        && race.write_and_read().is_some_and(|(write, read)| {
            let (write, read) = (address(write), address(read));
            let is_neighbour = write.zip(read).is_some_and(|(write, read)| write.0 == read.0);
            write != read && (is_neighbour || race.lowest != race.highest)
        })
}
