//! Races of the block that comes last with the others: each counts itself by an atomic operation behind its writes, and whoever finds
//! that it is the last one reads what all have written (CUDA C++ Programming Guide, "Memory Fence Functions", has the example). It
//! takes a fence before the atomic operation and one behind it.
//!
//! **May miss.** Counts that are not compared for equality; writes, counts and reads in functions that are not inlined.

use super::missing_barrier::way;
use crate::instrument::hazard::Race;
use crate::machine::Machine;
use crate::memory::{Side, Site};
use kern_ir::analysis::{Dominators, Loops, Placement};
use kern_ir::{AtomOp, Block, Cfg, Cmp, Effects, Function, Inst, Opcode, Scope, Sem, Value, ValueDef};

/// The atomic operation that counts the blocks between a write and a read.
struct Ticket {
    inst: Inst,
    /// On each way from the write to it stands a fence.
    is_released: bool,
    /// On each way from it to the read stands a fence.
    is_acquired: bool,
}

/// What is missing where the last block reads what others wrote.
pub(super) fn help(machine: &Machine, race: &Race) -> Option<String> {
    let (write, read) = race.write_and_read().filter(|(write, read)| write.block != read.block)?;
    let (write, read) = (write.site?, read.site?);
    let function = machine.module(Side::Device).functions.get(write.0 as usize).filter(|_| write.0 == read.0)?;
    let ticket = ticket(function, Inst(write.1), Inst(read.1))?;
    let site = Site { side: Side::Device, function: write.0, loc: function.insts[ticket.inst.index()].loc };
    let line = machine.site_place(&site).filter(|place| !place.is_system).map_or(String::new(), |place| format!(" in line {}", place.line));
    let counts = format!("the atomic operation{line} that counts the blocks");
    match (ticket.is_released, ticket.is_acquired) {
        (false, false) => {
            Some(format!("put `__threadfence();` between the writes and {counts}, and between that and the reads: one alone does not do"))
        }
        (false, true) => Some(format!("put `__threadfence();` between the writes and {counts}: the fence behind that does not do alone")),
        (true, false) => Some(format!("put `__threadfence();` between {counts} and the reads: the fence before that does not do alone")),
        (true, true) => None,
    }
}

fn ticket(function: &Function, write: Inst, read: Inst) -> Option<Ticket> {
    let cfg = Cfg::new(function);
    let (loops, placement) = (Loops::new(&cfg, &Dominators::new(function, &cfg)), Placement::new(function));
    let at = |inst: Inst| Some((placement.block_of(inst)?, inst));
    let leads = |from: (Block, Inst), to: (Block, Inst), is_stop: &dyn Fn(&Inst) -> bool| {
        way(function, &cfg, &loops, from, to, is_stop) == Some(true)
    };
    let (from, to) = (at(write)?, at(read)?);
    let counts = |&(_, inst): &(Block, Inst)| {
        let data = &function.insts[inst.index()];
        // Adding 0 only reads.
        let is_nothing = |&arg: &Value| matches!(function.def(arg), ValueDef::Const(0));
        let counts_up = match data.attrs.atom {
            Some(AtomOp::Add) => !data.args.get(1).is_some_and(is_nothing),
            Some(AtomOp::Inc | AtomOp::Dec) => true,
            _ => false,
        };
        let is_count = data.op == Opcode::Atom && counts_up;
        is_count && inst != write && inst != read && is_matched(function, inst)
    };
    let is_between = |&count: &(Block, Inst)| leads(from, count, &|_| false) && leads(count, to, &|_| false);
    let count = function.iter_insts().map(|(block, inst, _)| (block, inst)).filter(counts).find(is_between)?;
    let is_fence = |inst: &Inst| {
        let data = &function.insts[inst.index()];
        data.op == Opcode::Fence && data.attrs.scope != Some(Scope::Cta)
    };
    let sem = function.insts[count.1.index()].attrs.sem;
    Some(Ticket {
        inst: count.1,
        is_released: matches!(sem, Some(Sem::Release | Sem::AcqRel | Sem::Sc)) || !leads(from, count, &is_fence),
        is_acquired: matches!(sem, Some(Sem::Acquire | Sem::AcqRel | Sem::Sc)) || !leads(count, to, &is_fence),
    })
}

/// Whether what an instruction gives is compared for equality, as it is or after some arithmetic.
fn is_matched(function: &Function, inst: Inst) -> bool {
    let mut open: Vec<(Value, u32)> = function.insts[inst.index()].results.iter().map(|&value| (value, 4)).collect();
    while let Some((value, depth)) = open.pop() {
        for (_, _, data) in function.iter_insts().filter(|(_, _, data)| data.args.contains(&value)) {
            if data.op == Opcode::Setp && matches!(data.attrs.cmp, Some(Cmp::Eq | Cmp::Ne)) {
                return true;
            }
            if depth > 0 && matches!(data.op.row().effects, Effects::Pure | Effects::PureNotSpeculatable) {
                open.extend(data.results.iter().map(|&result| (result, depth - 1)));
            }
        }
    }
    false
}
