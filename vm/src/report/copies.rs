//! Wording of races with asynchronous copies that nobody has waited for.

use super::accessed::{Names, block_name, thread_name};
use super::plural;
use crate::finding::Finding;
use crate::instrument::hazard::{Party, Race, RaceSpace, Unwaited};
use crate::machine::Machine;
use kern_diag::Code;
use kern_ir::LocId;

/// The functions by which a program copies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Api {
    /// `__pipeline_memcpy_async`
    Primitives,
    /// `cooperative_groups::memcpy_async`
    Groups,
    /// `cuda::memcpy_async`, of a barrier or a pipeline.
    Objects,
    /// Inline PTX.
    Ptx,
    /// Bulk copies, to shared memory and from there.
    Bulk { writes_shared: bool },
}

impl Api {
    /// That of the header in which a copy stands.
    fn of(machine: &Machine, race: &Race, is_in_bulk: bool) -> Api {
        let copy = &race.first;
        if is_in_bulk {
            return Api::Bulk { writes_shared: copy.writes && race.space == RaceSpace::Shared };
        }
        let Some((_, _, site)) = copy.site else { return Api::Ptx };
        let module = machine.module(site.side);
        let mut loc = site.loc;
        let mut header = "";
        while let Some(data) = module.locs.get(loc.index()).filter(|_| loc != LocId::NONE) {
            match module.files.get(data.file as usize) {
                Some(file) if file.is_system => header = &file.name,
                _ => break,
            }
            loc = data.inlined_at;
        }
        match () {
            () if header.ends_with("cuda_pipeline_primitives.h") => Api::Primitives,
            () if header.ends_with("cooperative_groups/memcpy_async.h") => Api::Groups,
            () if header.is_empty() => Api::Ptx,
            () => Api::Objects,
        }
    }

    fn help(self) -> &'static str {
        match self {
            Api::Primitives => {
                "wait in the threads that copy, and have the barrier behind that: `__pipeline_commit();`, `__pipeline_wait_prior(0);`, \
                 `__syncthreads();` (`__pipeline_wait_prior(1);` where the copies after the last but one `__pipeline_commit()` may go on)"
            }
            Api::Groups => {
                "`cooperative_groups::wait(group);` waits for the copies and is a barrier of the group (`wait_prior<1>(group);` where the \
                 last copy may go on)"
            }
            Api::Objects => {
                "wait by what the copy was given: `barrier.arrive_and_wait();` of the barrier, in all threads that it expects, or \
                 `pipeline.producer_commit();` and `pipeline.consumer_wait();`; where other threads use what one has copied for a pipeline \
                 of its own, a barrier comes behind that"
            }
            Api::Ptx => {
                "wait in the threads that copy, and have the barrier behind that: `cp.async.commit_group;`, `cp.async.wait_group 0;`, then \
                 `__syncthreads();`"
            }
            Api::Bulk { writes_shared: true } => {
                "all threads that use what the copy brings wait for it first, at the barrier that counts its bytes: \
                 `mbarrier.try_wait.parity` in a loop, or `bar.wait(…)`; or one of them does, and `__syncthreads();` stands behind that"
            }
            Api::Bulk { .. } => {
                "wait in the thread that copies, and have the barrier behind that: `cp.async.bulk.commit_group;`, \
                 `cp.async.bulk.wait_group.read 0;`, then `__syncthreads();`"
            }
        }
    }

    fn note(self) -> &'static str {
        match self {
            Api::Bulk { writes_shared: true } => {
                "a bulk copy is done when the barrier has counted its bytes: neither `__syncthreads()` waits for that, nor who only arrives"
            }
            _ => "a barrier does not wait for copies: one is done at some time before its thread's wait for it returns",
        }
    }

    fn wait(self) -> &'static str {
        match self {
            Api::Primitives => "__pipeline_wait_prior",
            Api::Groups => "wait_prior",
            Api::Objects => "pipeline_consumer_wait_prior",
            Api::Ptx | Api::Bulk { .. } => "cp.async.wait_group",
        }
    }
}

/// Reports copies that nobody has waited for, each once: best where what it writes is read.
pub(super) fn report(machine: &mut Machine, mut races: Vec<Race>, names: &Names) {
    kern_diag::sort_by_number(&mut races, |race| race.second.writes.into());
    for (index, race) in races.iter().enumerate() {
        let is_told = races[..index].iter().any(|told| told.first.site == race.first.site);
        if let Some(what) = race.unwaited.filter(|_| !is_told) {
            let finding = unwaited(machine, race, what, names);
            machine.findings.report(finding);
        }
    }
}

/// A copy of which one end is used before anybody has waited for it.
fn unwaited(machine: &Machine, race: &Race, Unwaited { left, is_in_bulk }: Unwaited, names: &Names) -> Finding {
    let place = |party: &Party| party.site.and_then(|(_, _, site)| machine.place(&[site]));
    let (copy, user) = (place(&race.first), place(&race.second));
    let what = names.element(machine, race.address, u64::from(race.bytes));
    let api = Api::of(machine, race, is_in_bulk);
    let is_of_blocks = race.first.block != race.second.block;
    let who = |party: &Party| {
        let name = thread_name(party.thread, names.config.block);
        if is_of_blocks { format!("{name} of block {}", block_name(party.block, names.config)) } else { name }
    };
    let does = |party: &Party| if party.writes { "writes" } else { "reads" };
    let (copier, other) = (who(&race.first), who(&race.second));
    let itself = if copier == other { "the thread itself".to_string() } else { other.clone() };
    let (code, title) = match race.space {
        _ if is_of_blocks => (Code::RACE_OF_BLOCKS, "race between blocks"),
        RaceSpace::Shared => (Code::RACE_SHARED, "race in shared memory"),
        RaceSpace::Global => (Code::RACE_GLOBAL, "race in global memory"),
    };
    let message = format!(
        "{title}: an asynchronous copy of {copier} {} {}, {itself} {} it, and nothing has waited for the copy",
        does(&race.first),
        what.name,
        does(&race.second)
    );
    let mut finding = Finding::new(code, user, message)
        .label(format!("{other} {} it here", does(&race.second)))
        .also(copy, format!("copied here by {copier}"));
    if let Some((made, text)) = what.made.clone() {
        finding = finding.also(Some(made), text);
    }
    if let Some(range) = what.range(race.lowest, race.highest) {
        finding = finding.note(format!("elements from {range}"));
    }
    finding = match left {
        Some(groups) if groups > 0 => finding.note(format!(
            "the last wait before, `{}` with {groups}, left the last {} of copies of {copier} open, this one among them",
            api.wait(),
            if groups == 1 { "group".to_string() } else { plural(u64::from(groups), "group") }
        )),
        _ => finding.note(api.note()),
    };
    finding.count = race.count;
    let mut finding = finding.help(api.help());
    finding.thing = what.thing();
    finding
}
