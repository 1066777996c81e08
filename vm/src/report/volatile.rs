//! Volatile accesses of shared memory that no barrier orders. The memory model takes them for no races, and a flag of which only a
//! branch depends is right so; but where what is read is computed with, it is by chance what it should be.

use super::accessed::Names;
use super::flags;
use super::race_finding::finding;
use super::race_pairs::{Shown, in_program_order};
use crate::instrument::hazard::Race;
use crate::machine::Machine;
use crate::memory::Side;
use kern_ir::analysis::{Use, Uses};
use kern_ir::{Function, Inst, Opcode, Value};
use rustc_hash::FxHashSet;

/// Those of one warp are right where lanes run in lock step, which is a note; those of several are not. Each kind is one mistake, told
/// once.
pub(super) fn report(machine: &mut Machine, races: Vec<Race>, names: &Names) {
    if !machine.config.check_races {
        return;
    }
    let races: Vec<Race> = races.into_iter().filter(|race| gives_data(machine, race)).collect();
    let (of_block, of_warp): (Vec<Race>, Vec<Race>) = races.into_iter().partition(|race| race.crosses_warps);
    let is_told = !of_block.is_empty();
    tell(machine, of_block, names, false);
    if !is_told {
        tell(machine, of_warp, names, true);
    }
}

fn tell(machine: &mut Machine, races: Vec<Race>, names: &Names, is_remark: bool) {
    let mut shown = in_program_order(machine, races).into_iter();
    let Some(first) = shown.next() else { return };
    let mut finding = finding(machine, &first, names);
    if is_announced(machine, &first) {
        finding = finding.remark().help(
            "put `__threadfence_block();` between data and flag on both sides: where they are written, and where the flag is read before \
             the data",
        );
    } else if is_remark {
        finding = finding.remark();
    } else {
        finding = finding.help(
            "as long as threads of several warps take part, put `__syncthreads();` between the steps, outside of the condition, where all \
             threads of the block come by; `__syncwarp();` does for the last 32",
        );
    }
    let more = shown.len();
    if more > 0 {
        let pairs = if more == 1 { "another pair".to_string() } else { format!("{more} other pairs") };
        finding = finding.note(format!("so it is with {pairs} of accesses"));
    }
    machine.findings.report(finding);
}

/// The function of both accesses, and the read.
fn reader<'m>(machine: &'m Machine, race: &Race) -> Option<(&'m Function, Inst)> {
    let (write, read) = race.write_and_read()?;
    let (write, read) = (write.site?, read.site?);
    let function = machine.module(Side::Device).functions.get(write.0 as usize).filter(|_| write.0 == read.0)?;
    Some((function, Inst(read.1)))
}

/// What is read may be computed with before another thread has written it.
fn gives_data(machine: &Machine, race: &Race) -> bool {
    reader(machine, race).is_some_and(|(function, read)| !flags::is_polled(function, read) && is_computed_with(function, read))
}

/// A flag tells that what is read has been written.
fn is_announced(machine: &Machine, shown: &Shown) -> bool {
    flags::announces(machine, &shown.race)
}

/// Whether the result of a load is more than compared.
fn is_computed_with(function: &Function, load: Inst) -> bool {
    let uses = Uses::new(function);
    let mut open: Vec<Value> = function.insts[load.index()].results.clone();
    let mut seen: FxHashSet<Value> = open.iter().copied().collect();
    while let Some(value) = open.pop() {
        for what in uses.of(value) {
            let data = &function.insts[what.inst().index()];
            let next: &[Value] = match (what, data.op) {
                (&Use::Target(_, target, argument), _) => {
                    let block = data.targets()[target as usize].block;
                    &function.blocks[block.index()].params[argument as usize..=argument as usize]
                }
                (Use::Arg(..), Opcode::Bra | Opcode::Brx) => &[],
                (Use::Arg(..), Opcode::Setp | Opcode::Mov | Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Not | Opcode::Cvt) => {
                    &data.results
                }
                _ => return true,
            };
            open.extend(next.iter().copied().filter(|&value| seen.insert(value)));
        }
    }
    false
}
