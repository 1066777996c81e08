//! What stands between two accesses that race and does not order them: a report says why.
//!
//! Every way from one to the other leads past it, so its author meant it to order them; had it taken in both threads, there would be
//! no race. **May miss.** What stands on some ways only; the accesses of different functions.

use super::missing_barrier::way;
use super::race_pairs::Between;
use crate::finding::Place;
use crate::instrument::hazard::Race;
use crate::machine::Machine;
use crate::memory::{Side, Site};
use kern_ir::analysis::{Dominators, Loops, Placement};
use kern_ir::{Block, Cfg, Function, Inst, InstData, Opcode};

/// Instructions that are looked at.
const MOST: usize = 64;

/// Blocks of a function in which it is looked for ways: there are searches for each instruction.
const MOST_BLOCKS: usize = 400;

/// Why what stands between the two orders nothing, if something does.
pub(super) fn why(machine: &Machine, race: &Race, how: Between) -> Option<String> {
    let (a, b) = (race.first.site?, race.second.site?);
    let function = machine.module(Side::Device).functions.get(a.0 as usize).filter(|_| a.0 == b.0)?;
    if function.layout.len() > MOST_BLOCKS {
        return None;
    }
    let stands = |inst: Inst| Standing { machine, function, id: a.0, data: &function.insts[inst.index()] };
    let forward = between(function, Inst(a.1), Inst(b.1));
    let found = if forward.is_empty() { between(function, Inst(b.1), Inst(a.1)) } else { forward };
    let why = found.into_iter().find_map(|inst| stands(inst).why(race, how));
    why.or_else(|| of_two_numbers(machine, function, a.0, [Inst(a.1), Inst(b.1)]).filter(|_| how == Between::Warps))
}

/// One thread comes by a barrier of one number behind its access, the other one by another ahead of its own.
fn of_two_numbers(machine: &Machine, function: &Function, id: u32, [a, b]: [Inst; 2]) -> Option<String> {
    let bars = || function.iter_insts().filter(|(.., data)| data.op == Opcode::Bar).take(MOST);
    if bars().all(|(.., data)| data.offset == 0) {
        return None;
    }
    let placement = Placement::new(function);
    let (from, to) = (placement.block_of(a)?, placement.block_of(b)?);
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(function, &cfg));
    let leads = |from: (Block, Inst), to: (Block, Inst)| way(function, &cfg, &loops, from, to, &|_| false).is_some();
    // One behind both accesses, or ahead of both, parts neither from the other.
    let is_for = |near: (Block, Inst), far: (Block, Inst), bar: (Block, Inst)| leads(near, bar) && !leads(far, bar) && !leads(bar, near);
    let behind = bars().find(|&(block, inst, _)| is_for((from, a), (to, b), (block, inst)))?;
    let ahead = bars().find(|&(block, inst, _)| leads((block, inst), (to, b)) && !leads((block, inst), (from, a)))?;
    let line = |data: &InstData| machine.place(&[Site { side: Side::Device, function: id, loc: data.loc }]).map(outer_line);
    let (one, other) = (behind.2, ahead.2);
    (one.offset != other.offset).then_some(())?;
    Some(format!(
        "barrier {} at line {} and barrier {} at line {} are two: who waits at one is not ordered with who waits at the other",
        one.offset,
        line(one)?,
        other.offset,
        line(other)?
    ))
}

/// The line in the kernel itself.
fn outer_line(place: Place) -> u32 {
    place.inlined_at.last().map_or(place.line, |outer| outer.line)
}

/// The instructions that order threads past which each way from `a` to `b` leads.
fn between(function: &Function, a: Inst, b: Inst) -> Vec<Inst> {
    let placement = Placement::new(function);
    let Some((from, to)) = placement.block_of(a).zip(placement.block_of(b)) else { return Vec::new() };
    let orders: Vec<(Block, Inst)> = function
        .iter_insts()
        .filter(|(.., data)| matches!(data.op, Opcode::Bar | Opcode::BarWarp))
        .map(|(block, inst, _)| (block, inst))
        .take(MOST)
        .collect();
    if orders.is_empty() {
        return Vec::new();
    }
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(function, &cfg));
    let avoids = |stop: &dyn Fn(&Inst) -> bool| way(function, &cfg, &loops, (from, a), (to, b), stop).is_some();
    if !avoids(&|_| false) {
        return Vec::new();
    }
    orders.into_iter().map(|(_, inst)| inst).filter(|inst| !avoids(&|other| other == inst)).collect()
}

/// An instruction that orders threads.
struct Standing<'a, 'p> {
    machine: &'a Machine<'p>,
    function: &'a Function,
    id: u32,
    data: &'a InstData,
}

impl Standing<'_, '_> {
    fn why(&self, race: &Race, how: Between) -> Option<String> {
        let site = Site { side: Side::Device, function: self.id, loc: self.data.loc };
        let place = self.machine.place(&[site])?;
        let is_of_group = ["cooperative_groups.h", "coalesced.h"]
            .iter()
            .any(|header| Place::is_in_header(self.machine.module(Side::Device), self.data.loc, header));
        let at = format!("at line {}", outer_line(place));
        match self.data.op {
            Opcode::BarWarp => self.of_warp(race, how, &at, is_of_group),
            _ => self.of_block(how, &at, is_of_group),
        }
    }

    fn of_warp(&self, race: &Race, how: Between, at: &str, is_of_group: bool) -> Option<String> {
        let what = if is_of_group { "what synchronises a group of lanes" } else { "`__syncwarp`" };
        let warps = [race.first.thread / 32, race.second.thread / 32];
        if how == Between::Blocks || race.first.block != race.second.block {
            return Some(format!("{what} {at} orders lanes of one warp, and these are threads of two blocks"));
        }
        if warps[0] != warps[1] {
            return Some(format!("{what} {at} orders lanes of one warp, and these are threads of warps {} and {}", warps[0], warps[1]));
        }
        let lanes = [race.first.thread % 32, race.second.thread % 32];
        let mask = self.data.args.first().and_then(|&mask| self.function.constant(mask));
        match mask {
            Some(mask) => {
                let left_out: Vec<u16> = lanes.into_iter().filter(|lane| mask >> lane & 1 == 0).collect();
                let named = left_out.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
                let lanes = if left_out.len() == 1 { "lane" } else { "lanes" };
                (!left_out.is_empty()).then(|| format!("{what} {at} leaves {lanes} {named} out: its mask is {:#x}", mask as u32))
            }
            None if is_of_group => {
                Some(format!("{what} {at} orders those of one group, and lanes {} and {} are not in one there", lanes[0], lanes[1]))
            }
            None => Some(format!("{what} {at} orders the lanes of its mask, and lanes {} and {} are not both in it", lanes[0], lanes[1])),
        }
    }

    fn of_block(&self, how: Between, at: &str, is_of_group: bool) -> Option<String> {
        let is_of_all = self.data.args.is_empty() && self.data.offset == 0;
        match how {
            Between::Blocks => {
                let what = match is_of_group {
                    true => "what synchronises a group".to_string(),
                    false if is_of_all => "`__syncthreads()`".to_string(),
                    false => format!("barrier {}", self.data.offset),
                };
                Some(format!("{what} {at} orders the threads of one block, and these are of two"))
            }
            _ if !is_of_all => Some(format!(
                "barrier {} {at} orders the threads that arrive at the barrier of that number, and not both do",
                self.data.offset
            )),
            _ => None,
        }
    }
}
