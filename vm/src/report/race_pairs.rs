//! Which races are one mistake, and in which order a program has their two accesses.

use super::missing_barrier::{Missing, gap, place_of_barrier};
use crate::instrument::hazard::{Party, Race, RaceSpace};
use crate::machine::Machine;
use crate::memory::Side;
use kern_ir::{Effects, Function, Value, ValueDef};
use std::collections::BTreeSet;

/// Values of an address that are looked at.
const MOST_VALUES: usize = 64;

/// A race that is reported.
pub(super) struct Shown {
    pub(super) race: Race,
    /// Other reads in the line that race with the same write.
    pub(super) beside: Vec<Party>,
    /// Threads of one block meet there, too, besides those of two.
    pub(super) is_in_block_too: bool,
    /// Both write what they have read in the same line.
    pub(super) is_update: bool,
    /// Another race, of several warps, needs a barrier that does for this, too: whether at the end of a loop's body, and the line.
    pub(super) barrier_beside: Option<(bool, u32)>,
    /// What is written in a loop at this line, and read behind it, is read in its next round as well: a barrier at the end of its body
    /// orders both.
    pub(super) round_beside: Option<u32>,
}

/// Two places may race both ways, and warps run in turn, so that what the program does first may have come last: races as the
/// program has them, one of each pair of places.
pub(super) fn in_program_order(machine: &Machine, races: Vec<Race>) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    for mut race in races {
        let crosses_blocks = race.first.block != race.second.block;
        if !crosses_blocks && gap(machine, &race).is_none() && gap(machine, &race.swapped()).is_some() {
            race = race.swapped();
        }
        let key = |race: &Race| (point(&race.first), point(&race.second));
        let is_same = |known: &&mut Shown| key(&known.race) == key(&race) || key(&known.race) == key(&race.swapped());
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
            None => shown.push(Shown {
                race,
                beside: Vec::new(),
                is_in_block_too: false,
                is_update: false,
                barrier_beside: None,
                round_beside: None,
            }),
        }
    }
    with_reads_of_a_line(machine, shown)
}

/// Of races of one read the one that needs most comes first: the others are counted with it.
pub(super) fn warps_first(races: &mut [Shown]) {
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
pub(super) fn note_barriers(machine: &Machine, races: &mut [Shown]) {
    let places: Vec<_> = races
        .iter()
        .map(|shown| match between(&shown.race) {
            Between::Lanes | Between::Warps => place_of_barrier(machine, &shown.race).and_then(|gap| Some((gap.is_round, gap.line?, gap))),
            Between::OneInstruction | Between::Blocks => None,
        })
        .collect();
    let of_warps: Vec<_> = races
        .iter()
        .zip(&places)
        .filter(|(shown, _)| between(&shown.race) == Between::Warps)
        .filter_map(|(shown, place)| place.as_ref().map(|place| (point(&shown.race.first), (place.0, place.1), !place.2.parts_threads)))
        .collect();
    for (shown, place) in races.iter_mut().zip(&places) {
        let &Some((is_round, line, Missing { is_behind_loop, .. })) = place else { continue };
        let site = shown.race.second.site.and_then(|(_, _, site)| machine.site_place(&site));
        let first = point(&shown.race.first);
        let is_of_round = |of: &&(Option<(u32, u32)>, (bool, u32), bool)| of.1.0 && of.2 && of.0 == first;
        shown.round_beside = of_warps.iter().filter(|_| is_behind_loop).find(is_of_round).map(|of| of.1.1);
        // Behind its own line and before the second access.
        let last = site.map_or(line, |place| place.line.saturating_sub(1)).max(line);
        let serves = |of: &(bool, u32)| *of == (is_round, line) || !is_round && !of.0 && (line..=last).contains(&of.1);
        shown.barrier_beside = of_warps.iter().map(|of| of.1).find(serves);
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

/// How two accesses stand to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// Lanes that execute one instruction.
    OneInstruction,
    Lanes,
    Warps,
    Blocks,
}

pub(super) fn between(race: &Race) -> Between {
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
            let function = write.site.filter(|site| read.site.map(|other| other.0) == Some(site.0)).map(|site| site.0 as usize);
            let function = function.and_then(|id| machine.module(Side::Device).functions.get(id));
            let (write, read) = (address(write), address(read));
            let is_of_same =
                |write: Value, read: Value| function.is_some_and(|function| made_of(function, write) == made_of(function, read));
            let is_neighbour = write.zip(read).is_some_and(|(write, read)| write.0 == read.0 || is_of_same(write.0, read.0));
            let is_one = |write: (Value, i64), read: (Value, i64)| function.is_some_and(|function| is_one_address(function, write, read));
            let is_one_place = write.zip(read).is_some_and(|(write, read)| is_one(write, read));
            !is_one_place && (is_neighbour || race.lowest != race.highest)
        })
}

/// Whether two addresses, each a value and an offset, are computed in one way.
pub(super) fn is_one_address(function: &Function, (one, offset): (Value, i64), (other, other_offset): (Value, i64)) -> bool {
    let mut open = vec![(one, other)];
    let mut steps = 0;
    while let Some((one, other)) = open.pop() {
        steps += 1;
        if one == other {
            continue;
        }
        let same = match (function.def(one), function.def(other)) {
            (ValueDef::Const(one), ValueDef::Const(other)) => one == other,
            (ValueDef::Result(one, _), ValueDef::Result(other, _)) => {
                let (one, other) = (&function.insts[one.index()], &function.insts[other.index()]);
                let is_pure = one.op.row().effects == Effects::Pure && !one.args.is_empty() && steps < MOST_VALUES;
                let is_same = (one.op, one.ty, one.args.len(), one.offset) == (other.op, other.ty, other.args.len(), other.offset);
                open.extend(one.args.iter().copied().zip(other.args.iter().copied()));
                is_pure && is_same
            }
            _ => false,
        };
        if !same {
            return false;
        }
    }
    offset == other_offset
}

/// What a value is computed of: all that is not computed itself, but for constants.
fn made_of(function: &Function, value: Value) -> BTreeSet<Value> {
    let (mut seen, mut open, mut found) = (BTreeSet::new(), vec![value], BTreeSet::new());
    while let Some(value) = open.pop().filter(|_| seen.len() < MOST_VALUES) {
        match function.def(value) {
            _ if !seen.insert(value) => {}
            ValueDef::Const(_) => {}
            ValueDef::Result(inst, _) => {
                let data = &function.insts[inst.index()];
                match data.op.row().effects {
                    Effects::Pure if !data.args.is_empty() => open.extend(&data.args),
                    _ => _ = found.insert(value),
                }
            }
            ValueDef::Param(..) => _ = found.insert(value),
        }
    }
    found
}
