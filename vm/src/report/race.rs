//! Wording of races: who did what, what would have ordered it, and where a barrier is missing.

use super::plural;
use crate::exec::shared_layout;
use crate::finding::{Finding, Place};
use crate::launch::LaunchConfig;
use crate::machine::Machine;
use crate::memory::{Allocation, SHARED, Side, Window};
use crate::sanitize::{Party, Race, RaceSpace};
use kern_diag::Code;
use kern_ir::analysis::{Dominators, Loops, PostDominators, Uniformity};
use kern_ir::{Block, Cfg, Function, Inst};

/// Reports the races of the launch that has ended.
pub(crate) fn report(machine: &mut Machine, function: u32, config: &LaunchConfig, params: &[u8], place: Option<&Place>) {
    let (races, was_full) = machine.sinks.races();
    for race in &in_program_order(machine, races) {
        let finding = finding(machine, race, function, config, params);
        machine.findings.report(finding);
    }
    if was_full {
        let finding = Finding::new(Code::SHADOW_FULL, place.cloned(), "there was no memory left to look for all races of this launch")
            .label("of what it touched later nothing is known")
            .help("allow more with `--max-memory`, or run it with less data")
            .warning();
        machine.findings.report(finding);
    }
}

/// Two places may race both ways: shown is the way in which the program writes them, or the first.
fn in_program_order(machine: &Machine, races: Vec<Race>) -> Vec<Race> {
    let mut shown: Vec<Race> = Vec::new();
    let point = |party: &Party| party.site.map(|site| (site.0, site.1));
    for race in races {
        let is_same = |known: &&mut Race| {
            (point(&known.first), point(&known.second)) == (point(&race.second), point(&race.first))
                && (known.first.block == known.second.block) == (race.first.block == race.second.block)
        };
        match shown.iter_mut().find(is_same) {
            Some(known) => {
                let count = known.count + race.count;
                if gap(machine, &race).is_some_and(|gap| !gap.is_round) {
                    *known = race;
                }
                known.count = count;
            }
            None => shown.push(race),
        }
    }
    shown
}

/// Where a barrier is missing between the two, if they are in one function.
fn gap(machine: &Machine, race: &Race) -> Option<Missing> {
    let (a, b) = (race.first.site?, race.second.site?);
    let function = machine.module(Side::Device).functions.get(a.0 as usize).filter(|_| a.0 == b.0)?;
    missing(machine, function, (a.0, Inst(a.1)), Inst(b.1))
}

/// How two accesses stand to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
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
    if a.thread / 32 != b.thread / 32 {
        return Between::Warps;
    }
    let is_one = a.site.map(|s| (s.0, s.1)) == b.site.map(|s| (s.0, s.1)) && a.writes && b.writes;
    if is_one { Between::OneInstruction } else { Between::Lanes }
}

fn finding(machine: &Machine, race: &Race, function: u32, config: &LaunchConfig, params: &[u8]) -> Finding {
    let how = between(race);
    let what = Names { function, config, params }.element(machine, race.address, u64::from(race.bytes));
    let place = |party: &Party| party.site.and_then(|(_, _, site)| machine.place(&[site]));
    let (first, second) = (place(&race.first), place(&race.second));
    let (code, title) = match (how, race.space) {
        (Between::Blocks, _) => (Code::RACE_OF_BLOCKS, "race between blocks"),
        (_, RaceSpace::Shared) => (Code::RACE_SHARED, "race in shared memory"),
        (_, RaceSpace::Global) => (Code::RACE_GLOBAL, "race in global memory"),
    };
    let threads = config.block;
    let who = |party: &Party| {
        if party.is_many && (party.block, party.thread) == (race.second.block, race.second.thread) {
            return "another thread".to_string();
        }
        let name = thread_name(party.thread, threads);
        let name = if how == Between::Blocks { format!("{name} of block {}", block_name(party.block, config)) } else { name };
        if party.is_many { format!("{name}, one of several,") } else { name }
    };
    let message = format!(
        "{title}: {} {} {}, {} {} it, and nothing orders the two",
        who(&race.first),
        deed(&race.first),
        what.name,
        who(&race.second),
        deed(&race.second)
    );
    let label = |party: &Party| {
        let name = who(party);
        if name.starts_with("another") {
            return format!("{name} {} it here", deed(party));
        }
        let (warp, lane) = (party.thread / 32, party.thread % 32);
        format!("{}, warp {warp}, lane {lane}, {} it here", name.trim_end_matches(','), deed(party))
    };
    let mut finding = Finding::new(code, second.clone(), message).label(label(&race.second));
    if first == second && first.is_some() {
        finding = finding.note(format!("{}, at the same place", label(&race.first).trim_end_matches(" here")));
    } else {
        finding = finding.also(first.clone(), label(&race.first));
    }
    let thing = what.thing();
    if let Some((made, text)) = what.made.clone() {
        finding = finding.also(Some(made), text);
    }
    if how != Between::Blocks && config.blocks() > 1 {
        finding = finding.note(format!("in block {}", block_name(race.second.block, config)));
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
    finding = finding.help(help(machine, race, how, first.as_ref(), second.as_ref()));
    finding.thing = thing;
    finding
}

/// What was accessed.
pub(super) struct Accessed {
    /// `s[127]` in backticks, or words.
    pub(super) name: String,
    /// What is the same for all elements of it.
    base: String,
    pub(super) is_shared: bool,
    /// First address.
    start: u64,
    /// Bytes of it all, and of an element.
    pub(super) bytes: u64,
    pub(super) element_bytes: u64,
    pub(super) made: Option<(Place, String)>,
}

impl Accessed {
    fn new(name: &str, is_shared: bool, start: u64, bytes: u64, element_bytes: u64, address: u64) -> Accessed {
        let mut new = Accessed { name: String::new(), base: name.to_string(), is_shared, start, bytes, element_bytes, made: None };
        new.name = new.one(address);
        new
    }

    fn index(&self, address: u64) -> u64 {
        address.saturating_sub(self.start) / self.element_bytes.max(1)
    }

    fn one(&self, address: u64) -> String {
        if self.bytes > self.element_bytes { format!("`{}[{}]`", self.base, self.index(address)) } else { format!("`{}`", self.base) }
    }

    /// "`s[0]` to `s[127]`", if that is more than one.
    fn range(&self, lowest: u64, highest: u64) -> Option<String> {
        let is_range = !self.base.is_empty() && self.bytes > self.element_bytes && self.index(lowest) != self.index(highest);
        is_range.then(|| format!("{} to {}", self.one(lowest), self.one(highest)))
    }

    /// A number that is the same for all elements.
    pub(super) fn thing(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.base, self.start, self.is_shared).hash(&mut hasher);
        hasher.finish().max(1)
    }
}

/// The launch by which memory is named.
pub(super) struct Names<'a> {
    pub(super) function: u32,
    pub(super) config: &'a LaunchConfig,
    pub(super) params: &'a [u8],
}

impl Names<'_> {
    /// What lies at a generic address.
    pub(super) fn element(&self, machine: &Machine, address: u64, bytes: u64) -> Accessed {
        let module = machine.module(Side::Device);
        let unit = |element: u64| if element > 0 { element } else { bytes.max(1) };
        if Window::of(address) == Window::Shared {
            let layout = shared_layout(module, self.function, self.config.dynamic_shared);
            let offset = address - SHARED;
            let found = layout.map.iter().find(|(start, size, _)| offset >= *start && offset - start < *size);
            if let Some(&(start, size, variable)) = found {
                let info = &module.globals[variable as usize].info;
                return Accessed::new(&info.name, true, SHARED + start, size, unit(info.element_size.min(size)), address);
            }
        }
        let Some(allocation) = machine.memory.allocation(address) else {
            let mut unknown = Accessed::new("", false, address, 0, 1, address);
            unknown.name = format!("{} at {address:#x}", plural(bytes, "byte"));
            return unknown;
        };
        let name = allocation.name.as_deref().map(str::to_string).or_else(|| parameter(machine, self.function, self.params, allocation));
        let mut accessed =
            Accessed::new(name.as_deref().unwrap_or(""), false, allocation.base, allocation.size, unit(allocation.element_size), address);
        if name.is_none() {
            accessed.name = format!("byte {} of an allocation of {}", address - allocation.base, plural(allocation.size, "byte"));
        }
        let made = allocation.allocated.as_ref().and_then(|made| machine.place(made));
        accessed.made = made.map(|made| (made, format!("{} allocated here", plural(allocation.size, "byte"))));
        accessed
    }
}

/// The kernel's parameter that points into an allocation, if it is one.
fn parameter(machine: &Machine, function: u32, params: &[u8], allocation: &Allocation) -> Option<String> {
    let kernel = machine.module(Side::Device).functions.get(function as usize)?;
    let points = |offset: u32| {
        let bytes = params.get(offset as usize..offset as usize + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    let mut those = kernel
        .kernel_params
        .iter()
        .filter(|p| p.is_pointer && points(p.offset).is_some_and(|address| address >= allocation.base && address < allocation.end()));
    let first = those.next()?;
    those.next().is_none().then(|| first.source_name.clone())
}

fn deed(party: &Party) -> &'static str {
    match (party.writes, party.is_strong) {
        (true, false) => "writes",
        (false, false) => "reads",
        (true, true) => "atomically changes",
        (false, true) => "reads (volatile or atomic)",
    }
}

pub(super) fn thread_name(thread: u16, block: [u32; 3]) -> String {
    let thread = u32::from(thread);
    let (x, y) = (block[0].max(1), block[1].max(1));
    format!("thread ({},{},{})", thread % x, thread / x % y, thread / x / y)
}

pub(super) fn block_name(block: u32, config: &LaunchConfig) -> String {
    let (x, y) = (config.grid[0].max(1), config.grid[1].max(1));
    format!("({},{},{})", block % x, block / x % y, block / x / y)
}

/// What orders the two.
fn help(machine: &Machine, race: &Race, how: Between, first: Option<&Place>, second: Option<&Place>) -> String {
    let is_one_line = matches!((first, second), (Some(a), Some(b)) if (&a.file, a.line) == (&b.file, b.line));
    let updates = is_one_line && race.first.writes != race.second.writes || first == second && race.second.writes;
    match how {
        Between::OneInstruction => {
            "let one thread write it, or give each thread a place of its own; to add up, use `atomicAdd`".to_string()
        }
        Between::Blocks if race.first.is_strong || race.second.is_strong => {
            "make both accesses atomic; to pass data by a flag, put `__threadfence()` between data and flag on both sides".to_string()
        }
        Between::Blocks => {
            "blocks run in any order and at the same time: give each block elements of its own, use an atomic operation, or do the \
             second part in a kernel launched after this one"
                .to_string()
        }
        Between::Lanes | Between::Warps => {
            let barrier = if how == Between::Lanes { "__syncwarp();" } else { "__syncthreads();" };
            let place = gap(machine, race);
            if updates && race.space == RaceSpace::Global {
                return "let one thread do it, or use `atomicAdd`".to_string();
            }
            if is_one_line && place.as_ref().is_none_or(|p| !p.is_round) {
                return format!("read into a variable first, then `{barrier}`, then write: all threads read before any writes");
            }
            match place {
                Some(Missing { is_round: true, line: Some(line) }) => format!(
                    "add `{barrier}` at the end of the body of the loop at line {line}: the next round starts while others are still in this one"
                ),
                Some(Missing { is_round: true, line: None }) => format!("add `{barrier}` at the end of the loop's body"),
                Some(Missing { is_round: false, line: Some(line) }) => format!("add `{barrier}` after line {line}"),
                _ => format!("add `{barrier}` between the two, where all threads of the block come by"),
            }
        }
    }
}

/// Where a barrier is missing.
struct Missing {
    /// At the end of a loop's body: the second access is one of a later round.
    is_round: bool,
    /// The line that it comes after, or that of the loop.
    line: Option<u32>,
}

/// The first place after `a` that all threads reach on every way to `b`.
fn missing(machine: &Machine, function: &Function, (id, a): (u32, Inst), b: Inst) -> Option<Missing> {
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(function, &cfg);
    let post = PostDominators::new(function, &cfg);
    let uniformity = Uniformity::new(function, &cfg);
    let block_of = |inst: Inst| function.layout.iter().copied().find(|block| function.blocks[block.index()].insts.contains(&inst));
    let (from, to) = (block_of(a)?, block_of(b)?);
    let line = |inst: Inst| {
        let loc = function.insts[inst.index()].loc;
        machine.site_place(&crate::memory::Site { side: Side::Device, function: id, loc }).map(|place| place.line)
    };
    let comes_first = |a: Inst, b: Inst, block: Block| {
        let insts = &function.blocks[block.index()].insts;
        insts.iter().position(|i| *i == a) < insts.iter().position(|i| *i == b)
    };
    let is_forward = if from == to { comes_first(a, b, from) } else { reaches(&cfg, &dominators, from, to) };
    if !is_forward && (from == to && comes_first(b, a, from) || from != to && reaches(&cfg, &dominators, to, from)) {
        let loops = Loops::new(&cfg, &dominators);
        // Not of a later round: the warps ran in the other order.
        if loops.innermost(from).is_none() || loops.innermost(to).is_none() {
            return None;
        }
    }
    if !is_forward {
        let loops = Loops::new(&cfg, &dominators);
        let header = loops.get(loops.innermost(from)?).header;
        let first = function.blocks[header.index()].insts.iter().find_map(|i| line(*i));
        return Some(Missing { is_round: true, line: first });
    }
    if !uniformity.is_divergent(from) {
        return Some(Missing { is_round: false, line: line(a) });
    }
    // Behind the branch that `a` stands in.
    let mut at = post.ipdom(from);
    while let Some(block) = at {
        if !uniformity.is_divergent(block) && (block == to || dominators.dominates(block, to)) {
            let first = function.blocks[block.index()].insts.iter().find_map(|i| line(*i))?;
            let before = first.saturating_sub(1).max(line(a)?);
            return Some(Missing { is_round: false, line: Some(before) });
        }
        at = post.ipdom(block);
    }
    None
}

/// Whether control comes from one block to another without going round a loop.
fn reaches(cfg: &Cfg, dominators: &Dominators, from: Block, to: Block) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while next < seen.len() {
        let block = seen[next];
        next += 1;
        for &after in cfg.succs(block) {
            if after == to && !dominators.dominates(after, block) {
                return true;
            }
            if !dominators.dominates(after, block) && !seen.contains(&after) {
                seen.push(after);
            }
        }
    }
    false
}
