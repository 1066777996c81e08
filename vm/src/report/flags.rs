//! Races between blocks that are messages by flag: one block writes data and then a flag, another waits for the flag and then reads
//! the data. What is wrong with them can be read off the kernel's code (PTX ISA, "Memory Consistency Model", "Causality order":
//! such a message is ordered if the flag's accesses are strong and a fence stands between data and flag on both sides).

use super::accessed::{Names, block_name, thread_name};
use crate::finding::Finding;
use crate::instrument::hazard::{Party, Race};
use crate::machine::Machine;
use crate::memory::{Side, Site};
use kern_diag::Code;
use kern_ir::analysis::{Dominators, Loops, Placement, Provenance, Spinning};
use kern_ir::{Cfg, Effects, Function, GlobalVar, Inst, InstData, Opcode, Payload, Scope, Sem, Space, Value, ValueDef};

/// What a race has to do with a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Message {
    /// The read is a plain one of a flag, in a loop that waits for it.
    Wait,
    /// What is raced for is announced by a flag.
    Announced(Flag),
}

/// A flag that announces data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Flag {
    /// The function of both.
    function: u32,
    /// Where it is written.
    write: Inst,
    /// Where it is waited for.
    read: Inst,
    /// A fence stands between data and flag, where they are written.
    is_released: bool,
    /// A fence stands between flag and data, where they are read.
    is_acquired: bool,
}

/// Where an address comes from.
#[derive(PartialEq, Eq)]
enum Root {
    Variable(GlobalVar),
    Parameter(u32),
    Value(Value),
}

/// A function, and what is known of it.
struct Search<'a> {
    function: &'a Function,
    placement: Placement,
    dominators: Dominators,
    loops: Loops,
    spinning: Spinning,
    provenance: Provenance,
}

/// What a race of `write` with `read` has to do with a flag.
pub(super) fn message(function: &Function, id: u32, (write, read): (Inst, Inst), is_in_block: bool) -> Option<Message> {
    let search = Search::new(function);
    if search.is_plain(read) && search.waits(read) {
        return Some(Message::Wait);
    }
    let insts = || function.iter_insts().map(|(_, inst, _)| inst);
    for flag in insts().filter(|&inst| search.writes(inst) && !search.is_same_place(inst, write) && search.is_before(write, inst)) {
        for poll in insts().filter(|&inst| search.waits(inst) && search.is_before(inst, read)) {
            if search.root(flag) == search.root(poll) && !search.is_same_place(poll, read) {
                let has_fence = |a: Inst, b: Inst| search.has_fence(a, b, is_in_block);
                let (is_released, is_acquired) = (has_fence(write, flag), has_fence(poll, read));
                return (!is_released || !is_acquired || search.is_plain(flag) || search.is_plain(poll))
                    .then_some(Message::Announced(Flag { function: id, write: flag, read: poll, is_released, is_acquired }));
            }
        }
    }
    None
}

/// What a race has to do with a flag.
fn of_race(machine: &Machine, race: &Race) -> Option<Message> {
    let (write, read) = race.write_and_read()?;
    let (write, read) = (write.site?, read.site?);
    let function = machine.module(Side::Device).functions.get(write.0 as usize).filter(|_| write.0 == read.0)?;
    message(function, write.0, (Inst(write.1), Inst(read.1)), race.first.block == race.second.block)
}

/// What a race between blocks has to do with a flag.
pub(super) fn between_blocks(machine: &Machine, race: &Race) -> Option<Message> {
    of_race(machine, race).filter(|_| race.first.block != race.second.block)
}

/// Whether a flag announces to a thread of the block what it reads.
pub(super) fn announces(machine: &Machine, race: &Race) -> bool {
    matches!(of_race(machine, race), Some(Message::Announced(_)))
}

/// Whether a read is done again and again until another thread has changed the place.
pub(super) fn is_polled(function: &Function, read: Inst) -> bool {
    Search::new(function).waits(read)
}

/// A launch has waited for what others than its threads write: reports the plain reads by which it may have, but for those that race
/// within the launch.
pub(crate) fn report_polls(machine: &mut Machine, function: u32, racing: &[Site]) {
    let Some(code) = machine.module(Side::Device).functions.get(function as usize) else { return };
    let search = Search::new(code);
    let is_global = |data: &InstData| matches!(data.attrs.space, None | Some(Space::Generic | Space::Global));
    let polls = code.iter_insts().filter(|&(_, inst, data)| is_global(data) && search.is_plain(inst) && search.only_waits(inst));
    let sites: Vec<Site> = polls.map(|(.., data)| Site { side: Side::Device, function, loc: data.loc }).collect();
    for site in sites.into_iter().filter(|site| !racing.contains(site)) {
        let message = "a kernel waits in a loop for what others write while it runs, with a plain read: it may see the old value for ever";
        let finding = Finding::new(Code::STALE_READ, machine.place(&[site]), message)
            .label("each round may read the copy in the first-level cache, or in a register")
            .help("read the flag through a pointer to `volatile`, or with atomic operations");
        machine.findings.report(finding);
    }
}

impl<'f> Search<'f> {
    fn new(function: &'f Function) -> Search<'f> {
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(function, &cfg);
        Search {
            function,
            placement: Placement::new(function),
            loops: Loops::new(&cfg, &dominators),
            dominators,
            spinning: Spinning::new(function, &cfg),
            provenance: Provenance::new(function, &cfg),
        }
    }

    fn is_plain(&self, inst: Inst) -> bool {
        let data = &self.function.insts[inst.index()];
        matches!(data.op, Opcode::Ld | Opcode::St) && matches!(data.attrs.sem, None | Some(Sem::Weak))
    }

    fn writes(&self, inst: Inst) -> bool {
        matches!(self.function.insts[inst.index()].op, Opcode::St | Opcode::Atom | Opcode::Red)
    }

    /// It reads the same place in every round of a loop that ends when another thread has changed it.
    fn waits(&self, inst: Inst) -> bool {
        let data = &self.function.insts[inst.index()];
        let (Opcode::Ld | Opcode::Atom, Some(&address)) = (data.op, data.args.first()) else { return false };
        let Some(id) = self.placement.block_of(inst).and_then(|block| self.loops.innermost(block)) else { return false };
        let is_inside = |value| self.placement.block_of_def(self.function, value).is_some_and(|block| self.loops.contains(id, block));
        self.spinning.may_spin(self.loops.get(id).header) && self.is_fixed(address, &is_inside, 16)
    }

    /// The same of a loop that changes nothing and has no other read than plain ones, by which it may wait.
    fn only_waits(&self, inst: Inst) -> bool {
        let id = self.placement.block_of(inst).and_then(|block| self.loops.innermost(block));
        let insts = id.into_iter().flat_map(|id| &self.loops.get(id).blocks).flat_map(|block| &self.function.blocks[block.index()].insts);
        let is_strong_read = |inst: Inst| self.function.insts[inst.index()].op == Opcode::Ld && !self.is_plain(inst);
        self.waits(inst) && !insts.copied().any(|inst| self.writes(inst) || is_strong_read(inst))
    }

    /// Whether a value is the same in every round of a loop, in which what is computed is said by `is_inside`.
    fn is_fixed(&self, value: Value, is_inside: &dyn Fn(Value) -> bool, depth: u32) -> bool {
        if !is_inside(value) {
            return true;
        }
        let ValueDef::Result(inst, _) = self.function.def(value) else { return false };
        let data = &self.function.insts[inst.index()];
        let is_pure = data.op.row().effects == Effects::Pure && depth > 0;
        is_pure && data.args.iter().all(|&arg| self.is_fixed(arg, is_inside, depth - 1))
    }

    /// Whoever executes `b` has executed `a` before.
    fn is_before(&self, a: Inst, b: Inst) -> bool {
        let (Some(from), Some(to)) = (self.placement.block_of(a), self.placement.block_of(b)) else { return false };
        if from != to {
            return self.dominators.dominates(from, to);
        }
        let position = |inst| self.function.blocks[from.index()].insts.iter().position(|i| *i == inst);
        position(a) < position(b)
    }

    /// Whether a fence stands between two accesses, or in one of them; one of a block does for threads of one block.
    fn has_fence(&self, a: Inst, b: Inst, is_in_block: bool) -> bool {
        let attrs = |inst: Inst| Some(self.function.insts[inst.index()].attrs).filter(|at| is_in_block || at.scope != Some(Scope::Cta));
        let orders = |inst: Inst| {
            let is_fence = self.function.insts[inst.index()].op == Opcode::Fence && attrs(inst).is_some();
            is_fence && self.is_before(a, inst) && self.is_before(inst, b)
        };
        let sem = |inst: Inst| attrs(inst).and_then(|attrs| attrs.sem);
        let is_release = matches!(sem(b), Some(Sem::Release | Sem::AcqRel | Sem::Sc));
        let is_acquire = matches!(sem(a), Some(Sem::Acquire | Sem::AcqRel | Sem::Sc));
        is_release || is_acquire || self.function.iter_insts().any(|(_, inst, _)| orders(inst))
    }

    fn root(&self, inst: Inst) -> Option<Root> {
        let root = self.provenance.root(*self.function.insts[inst.index()].args.first()?);
        let ValueDef::Result(from, _) = self.function.def(root) else { return Some(Root::Value(root)) };
        Some(match self.function.insts[from.index()].payload {
            Payload::Global(variable) => Root::Variable(variable),
            Payload::Param(number) => Root::Parameter(number),
            _ => Root::Value(root),
        })
    }

    /// Both access one place, as far as it can be seen.
    fn is_same_place(&self, a: Inst, b: Inst) -> bool {
        let place = |inst: Inst| {
            let data = &self.function.insts[inst.index()];
            (data.args.first().copied(), data.offset)
        };
        let is_variable = matches!(self.root(a), Some(Root::Variable(_)));
        self.root(a) == self.root(b) && (place(a) == place(b) || is_variable && place(a).1 == place(b).1)
    }
}

impl Race {
    /// It is one of the accesses of a flag with one another.
    pub(super) fn joins(&self, flag: &Flag) -> bool {
        let number = |party: Party| party.site.map(|site| (site.0, site.1));
        let of_flag = |inst: Inst| Some((flag.function, inst.0));
        self.write_and_read().is_some_and(|(write, read)| (number(write), number(read)) == (of_flag(flag.write), of_flag(flag.read)))
    }
}

/// A loop that waits for another block with a plain read; and what the flag announces.
pub(super) fn waits(machine: &Machine, race: &Race, announced: &[Race], names: &Names) -> Option<Finding> {
    let (write, read) = race.write_and_read()?;
    let what = names.element(machine, race.address, u64::from(race.bytes));
    let (writer, reader) = (block_name(write.block, names.config), block_name(read.block, names.config));
    let message = format!(
        "block {reader} waits in a loop for {}, which block {writer} writes, with a plain read: it may see the old value for ever",
        what.name
    );
    let place = |party: Party| party.site.and_then(|site| machine.place(&[site.2]));
    let mut finding = Finding::new(Code::STALE_READ, place(read), message);
    finding = finding.label("each round may read the copy in the first-level cache, or in a register");
    finding = finding.also(place(write), format!("{} of block {writer} writes it here", thread_name(write.thread, names.config.block)));
    for race in announced {
        let Some((write, read)) = race.write_and_read() else { continue };
        let data = names.element(machine, race.address, u64::from(race.bytes));
        finding = finding.also(place(write), format!("{}, written before it, may arrive after it", data.name));
        finding = finding.also(place(read), format!("{} is read here, perhaps too early", data.name));
    }
    let thing = what.thing();
    if let Some((made, text)) = what.made {
        finding = finding.also(Some(made), text);
    }
    let volatile = "read and write the flag through a pointer to `volatile`, or with atomic operations";
    finding = finding.help(match announced {
        [] => volatile.to_string(),
        _ => format!(
            "{volatile}; and put `__threadfence();` between data and flag on both sides: where they are written, and where they are read"
        ),
    });
    (finding.count, finding.thing) = (race.count, thing);
    Some(finding)
}

/// Data that a flag announces, where nothing keeps the two in order.
pub(super) fn announced(machine: &Machine, race: &Race, flag: &Flag, names: &Names) -> Option<Finding> {
    let (write, read) = race.write_and_read()?;
    let function = machine.module(Side::Device).functions.get(flag.function as usize)?;
    let what = names.element(machine, race.address, u64::from(race.bytes));
    let (writer, reader) = (block_name(write.block, names.config), block_name(read.block, names.config));
    let place = |party: Party| party.site.and_then(|site| machine.place(&[site.2]));
    let of_flag =
        |inst: Inst| machine.place(&[Site { side: Side::Device, function: flag.function, loc: function.insts[inst.index()].loc }]);
    let message =
        format!("block {reader} sees the flag, but perhaps not yet the data: {}, which block {writer} writes before the flag", what.name);
    let mut finding = Finding::new(Code::MISSING_FENCE, place(read), message);
    finding = finding.label(format!("{} of block {reader} reads the data", thread_name(read.thread, names.config.block)));
    finding = finding.also(place(write), format!("{} of block {writer} writes the data", thread_name(write.thread, names.config.block)));
    finding = finding.also(of_flag(flag.write), "then the flag: other blocks may see the two in any order");
    finding = finding.also(of_flag(flag.read), "the flag is waited for");
    let thing = what.thing();
    if let Some((made, text)) = what.made {
        finding = finding.also(Some(made), text);
    }
    finding = finding.help(match (flag.is_released, flag.is_acquired) {
        (false, false) => "put `__threadfence();` between the two writes, and between the two reads: one alone does not do",
        (false, true) => "put `__threadfence();` between the two writes: the fence between the two reads does not do alone",
        (true, false) => "put `__threadfence();` between the two reads: the fence between the two writes does not do alone",
        (true, true) => "read and write the flag through a pointer to `volatile`, or with atomic operations: fences order plain accesses of a flag for nobody",
    });
    (finding.count, finding.thing) = (race.count, thing);
    Some(finding)
}
