//! Races that are messages by flag, or of what a lock guards ([`Messages`]): one thread writes data and then a flag, another waits for
//! the flag and then reads the data.

use super::accessed::{Names, block_name, thread_name};
use crate::finding::Finding;
use crate::instrument::hazard::{Party, Race};
use crate::machine::Machine;
use crate::memory::{Side, Site};
use kern_diag::Code;
use kern_ir::analysis::{Flag, Message, Messages};
use kern_ir::{Function, Inst, InstData, Opcode, Sem};

/// What a race has to do with a flag.
fn of_race(machine: &Machine, race: &Race) -> Option<Message> {
    let (write, read) = race.write_and_read()?;
    let (write, read) = (write.site?, read.site?);
    let function = machine.module(Side::Device).functions.get(write.0 as usize).filter(|_| write.0 == read.0)?;
    Messages::new(function).message((Inst(write.1), Inst(read.1)), race.is_in_block())
}

/// What a race has to do with a flag, if it is one between blocks, of accesses that are both strong, or of what a lock guards.
pub(super) fn between_blocks(machine: &Machine, race: &Race) -> Option<Message> {
    let is_lock = |message: &Message| matches!(message, Message::Announced(flag) if flag.is_lock);
    of_race(machine, race).filter(|message| !race.is_in_block() || race.is_announced || is_lock(message))
}

/// Whether a flag announces to a thread of the block what it reads.
pub(super) fn announces(machine: &Machine, race: &Race) -> bool {
    matches!(of_race(machine, race), Some(Message::Announced(_)))
}

/// Whether a read is done again and again until another thread has changed the place.
pub(super) fn is_polled(function: &Function, read: Inst) -> bool {
    Messages::new(function).waits(read)
}

/// A launch has waited for what others than its threads write: reports the plain reads by which it may have, but for those that race
/// within the launch.
pub(crate) fn report_polls(machine: &mut Machine, function: u32, racing: &[Site]) {
    let Some(code) = machine.module(Side::Device).functions.get(function as usize) else { return };
    let site = |inst: Inst| Site { side: Side::Device, function, loc: code.insts[inst.index()].loc };
    let sites: Vec<Site> = Messages::new(code).plain_waits().into_iter().map(site).collect();
    for site in sites.into_iter().filter(|site| !racing.contains(site)) {
        let message = "a kernel waits in a loop for what others write while it runs, with a plain read: it may see the old value for ever";
        let finding = Finding::new(Code::STALE_READ, machine.place(&[site]), message)
            .label("each round may read the copy in the first-level cache, or in a register")
            .help("read the flag through a pointer to `volatile`, or with atomic operations");
        machine.findings.report(finding);
    }
}

impl Race {
    /// Both threads are of one block.
    fn is_in_block(&self) -> bool {
        self.first.block == self.second.block
    }

    /// The function of the kernel that the two are in.
    fn function(&self) -> Option<u32> {
        self.first.site.map(|site| site.0)
    }

    /// It is one of the accesses with one another of the flag that announces what `data` is of.
    pub(super) fn joins(&self, flag: &Flag, data: &Race) -> bool {
        let number = |party: Party| party.site.map(|site| (site.0, site.1));
        let of_flag = |inst: Inst| data.function().map(|function| (function, inst.0));
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
        _ if finds_lock_free(machine, &read) => {
            "take the lock with `while (atomicCAS(&lock, 0, 1) != 0) {}` and give it back with `atomicExch(&lock, 0);`, \
                                       for finding it free and taking it are two steps here; and put `__threadfence();` behind taking it \
                                       and before giving it back"
                .to_string()
        }
        [] => volatile.to_string(),
        _ => format!(
            "{volatile}; and put `__threadfence();` between data and flag on both sides: where they are written, and where they are read"
        ),
    });
    (finding.count, finding.thing) = (race.count, thing);
    Some(finding)
}

/// It finds a lock free that another access then takes.
fn finds_lock_free(machine: &Machine, read: &Party) -> bool {
    read.site.is_some_and(|(function, inst, _)| {
        let function = machine.module(Side::Device).functions.get(function as usize);
        function.is_some_and(|function| Messages::new(function).locks_in_two_steps().iter().any(|(poll, _)| poll.0 == inst))
    })
}

/// Data that a flag announces, or a lock guards, where nothing keeps the two in order.
pub(super) fn announced(machine: &Machine, race: &Race, flag: &Flag, names: &Names) -> Option<Finding> {
    let (write, read) = race.write_and_read()?;
    let id = race.function()?;
    let function = machine.module(Side::Device).functions.get(id as usize)?;
    let what = names.element(machine, race.address, u64::from(race.bytes));
    let thread = |party: Party| match race.is_in_block() {
        true => thread_name(party.thread, names.config.block),
        false => format!("{} of block {}", thread_name(party.thread, names.config.block), block_name(party.block, names.config)),
    };
    let who = |party: Party| match race.is_in_block() {
        true => thread_name(party.thread, names.config.block),
        false => format!("block {}", block_name(party.block, names.config)),
    };
    let (writer, reader, others) = (who(write), who(read), if race.is_in_block() { "threads" } else { "blocks" });
    let place = |party: Party| party.site.and_then(|site| machine.place(&[site.2]));
    let of_flag = |inst: Inst| machine.place(&[Site { side: Side::Device, function: id, loc: function.insts[inst.index()].loc }]);
    let message = match flag.is_lock {
        true => {
            format!("{reader} takes the lock, but perhaps does not see yet what was done under it: {}, which {writer} writes", what.name)
        }
        false => format!("{reader} sees the flag, but perhaps not yet the data: {}, which {writer} writes before the flag", what.name),
    };
    let mut finding = Finding::new(Code::MISSING_FENCE, place(read), message);
    finding = finding.label(format!("{} reads the data", thread(read)));
    finding = finding.also(place(write), format!("{} writes the data", thread(write)));
    let (given, taken) = match flag.is_lock {
        true => ("then gives the lock back", "the lock is taken"),
        false => ("then the flag", "the flag is waited for"),
    };
    finding = finding.also(of_flag(flag.write), format!("{given}: other {others} may see the two in any order"));
    finding = finding.also(of_flag(flag.read), taken);
    let thing = what.thing();
    if let Some((made, text)) = what.made {
        finding = finding.also(Some(made), text);
    }
    finding = finding.help(help(function, (write.site?.1, read.site?.1), flag, race.is_in_block()));
    if race.is_announced {
        finding = finding.note("`volatile` accesses and relaxed atomic operations are no races, but they order nothing else");
    }
    (finding.count, finding.thing) = (race.count, thing);
    Some(finding)
}

/// What puts data and flag in order.
fn help(function: &Function, (write, read): (u32, u32), flag: &Flag, is_in_block: bool) -> String {
    let fence = if is_in_block { "__threadfence_block();" } else { "__threadfence();" };
    let (set, seen) =
        if flag.is_lock { ("where the lock is given back", "where it is taken") } else { ("where the flag is set", "where it is read") };
    // Those of the block that stand there.
    let is_narrow = !is_in_block && Messages::new(function).message((Inst(write), Inst(read)), true).is_none();
    if has_orders(function, flag) && is_narrow {
        return "use `cuda::thread_scope_device` in place of `cuda::thread_scope_block`: an atomic object of the scope of a block orders \
                the threads of one block alone, and these are of two"
            .to_string();
    }
    if has_orders(function, flag) {
        let (release, acquire) = (format!("`cuda::memory_order_release` {set}"), format!("`cuda::memory_order_acquire` {seen}"));
        return match (flag.is_released, flag.is_acquired) {
            (false, true) => format!("use {release}: {acquire} does not do alone"),
            (true, false) => format!("use {acquire}: {release} does not do alone"),
            _ => format!("use {release} and {acquire}: one alone does not do"),
        };
    }
    let (before, behind) = match flag.is_lock {
        true => ("before giving the lock back", "behind taking it"),
        false => ("between the two writes", "between the two reads"),
    };
    match (flag.is_released, flag.is_acquired) {
        (false, false) if is_narrow => format!("put `{fence}` {before}, and {behind}: what stands there is for threads of one block alone"),
        (false, true) if is_narrow => format!("put `{fence}` {before}: what stands there is for threads of one block alone"),
        (true, false) if is_narrow => format!("put `{fence}` {behind}: what stands there is for threads of one block alone"),
        (false, false) => format!("put `{fence}` {before}, and {behind}: one alone does not do"),
        (false, true) => format!("put `{fence}` {before}: the fence {behind} does not do alone"),
        (true, false) => format!("put `{fence}` {behind}: the fence {before} does not do alone"),
        (true, true) => "read and write the flag through a pointer to `volatile`, or with atomic operations: fences order plain accesses \
                         of a flag for nobody"
            .to_string(),
    }
}

/// It is read or written by operations that take an order, as those of `cuda::atomic`.
fn has_orders(function: &Function, flag: &Flag) -> bool {
    let takes_order = |data: &InstData| {
        matches!(data.op, Opcode::Ld | Opcode::St) && matches!(data.attrs.sem, Some(Sem::Relaxed | Sem::Acquire | Sem::Release))
    };
    [flag.write, flag.read].iter().any(|inst| takes_order(&function.insts[inst.index()]))
}
