//! Races that one change mends, or that come of another one: a mistake is told once.

use super::race_pairs::Shown;
use crate::finding::Finding;
use crate::instrument::hazard::{Party, Race};
use crate::machine::Machine;
use crate::memory::Side;
use kern_diag::Code;
use kern_ir::{Effects, Function, Opcode, ValueDef};
use rustc_hash::FxHashSet;

/// Values that are followed.
const MOST: usize = 128;

/// Where both accesses go to what a read gave that races itself: as at a place in a list whose number several threads take.
pub(super) fn follows_from_another(machine: &Machine, race: &Race, races: &[Shown]) -> bool {
    let reads = races.iter().filter_map(|shown| shown.race.write_and_read()).filter(|(write, read)| !write.is_strong && !read.is_strong);
    let points: FxHashSet<(u32, u32)> = reads.filter_map(|(_, read)| read.site.map(|site| (site.0, site.1))).collect();
    let is_one = |party: &Party| party.site.is_some_and(|site| points.contains(&(site.0, site.1)));
    let follows = |party: &Party| {
        let (id, inst, _) = party.site?;
        let function = machine.module(Side::Device).functions.get(id as usize)?;
        Some(comes_of(function, inst, &|load| points.contains(&(id, load))))
    };
    let parties = [&race.first, &race.second];
    !points.is_empty() && !parties.into_iter().any(is_one) && parties.into_iter().all(|party| follows(party) == Some(true))
}

/// Whether the address of an access is computed of what such a load gave.
fn comes_of(function: &Function, access: u32, is_such: &dyn Fn(u32) -> bool) -> bool {
    let address = function.insts.get(access as usize).and_then(|data| data.args.first());
    let (mut seen, mut open) = (FxHashSet::default(), Vec::from_iter(address.copied()));
    while let Some(value) = open.pop() {
        if !seen.insert(value) || seen.len() > MOST {
            continue;
        }
        match function.def(value) {
            ValueDef::Result(inst, _) => {
                let data = &function.insts[inst.index()];
                match data.op {
                    Opcode::Ld if is_such(inst.0) => return true,
                    _ if data.op.row().effects == Effects::Pure => open.extend(&data.args),
                    _ => {}
                }
            }
            ValueDef::Param(block, index) => {
                let lasts = function.layout.iter().filter_map(|&block| function.terminator(block));
                let targets = lasts.flat_map(|last| function.insts[last.index()].targets()).filter(|target| target.block == block);
                open.extend(targets.filter_map(|target| target.args.get(index as usize)));
            }
            ValueDef::Const(_) => {}
        }
    }
    false
}

/// Of findings that one change mends the first, which names the others.
pub(super) fn one_of_each(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<(Finding, Vec<String>)> = Vec::new();
    // Races of a block's threads come behind those of blocks that they are a part of.
    let is_part = |finding: &Finding| findings.iter().any(|known| is_of_blocks_too(known, finding));
    let parts: Vec<bool> = findings.iter().map(is_part).collect();
    let (parts, rest): (Vec<_>, Vec<_>) = findings.into_iter().zip(parts).partition(|(_, is_part)| *is_part);
    for (finding, _) in rest.into_iter().chain(parts) {
        match kept.iter_mut().find(|(known, _)| is_one_mistake(known, &finding)) {
            Some((known, others)) => {
                known.count += finding.count;
                let other = lines(&finding, known);
                if !others.contains(&other) {
                    others.push(other);
                }
                known.others.push(finding);
            }
            None => kept.push((finding, Vec::new())),
        }
    }
    let named = |(finding, others): (Finding, Vec<String>)| match others.is_empty() {
        true => finding,
        false => finding.note(format!("the same goes for {}", others.join("; "))),
    };
    kept.into_iter().map(named).collect()
}

/// The name of an array, or of a variable.
fn array(finding: &Finding) -> Option<&str> {
    finding.facts.race.as_ref().map(|race| race.thing.split('[').next().unwrap_or(&race.thing))
}

/// Whether the same statements that blocks race with race within a block as well: what mends one mends the other.
fn is_of_blocks_too(known: &Finding, other: &Finding) -> bool {
    let lines = |finding: &Finding| {
        let race = finding.facts.race.as_ref();
        race.map_or([None; 2], |race| [&race.first, &race.second].map(|access| access.place.as_ref().map(|place| place.line)))
    };
    let known_lines = lines(known);
    let is_shared = lines(other).iter().any(|line| line.is_some() && known_lines.contains(line));
    (known.code, other.code) == (Code::RACE_OF_BLOCKS, Code::RACE_GLOBAL) && array(known) == array(other) && is_shared
}

/// Whether what mends one mends the other: one barrier, or one way in which blocks use an array or take a lock.
fn is_one_mistake(known: &Finding, other: &Finding) -> bool {
    let is_same_way = || match (array(known), array(other)) {
        (Some(one), Some(two)) => one == two && known.code == Code::RACE_OF_BLOCKS,
        // What is announced: the flag, or the lock, is the same.
        (None, None) => known
            .related
            .iter()
            .any(|(place, text)| FLAGS.contains(&&**text) && other.related.iter().any(|it| it.0 == *place && it.1 == *text)),
        _ => false,
    };
    let is_same_barrier = known.edit.is_some() && known.edit == other.edit;
    is_of_blocks_too(known, other)
        || known.code == other.code && known.help.is_some() && known.help == other.help && (is_same_barrier || is_same_way())
}

/// How reports show where a flag or a lock is looked at.
const FLAGS: [&str; 2] = ["the flag is waited for", "the lock is taken"];

/// The lines of the two accesses, and the array if it is another one.
fn lines(finding: &Finding, known: &Finding) -> String {
    let line = |place: Option<&crate::finding::Place>| place.map_or(0, |place| place.line);
    let Some(race) = &finding.facts.race else { return format!("line {}", line(finding.place.as_ref())) };
    let (one, two) = (line(race.first.place.as_ref()), line(race.second.place.as_ref()));
    let (first, last) = (one.min(two), one.max(two));
    let lines = if first == last { format!("line {last}") } else { format!("lines {first} and {last}") };
    if array(finding) == array(known) { lines } else { format!("{}, {lines}", race.thing) }
}
