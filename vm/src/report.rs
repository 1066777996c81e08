//! Wording of findings: one function a mistake.

mod access;
mod access_help;
mod accessed;
mod circumstances;
mod copies;

pub(crate) use access::{violation, violation_code, violation_error};
pub(crate) use accessed::texel;
pub(crate) use circumstances::{Circumstances, Element, Origin};

use crate::finding::Thread;
use crate::finding::{Finding, Place};
use crate::machine::{Awaited, Machine};
use crate::memory::{Side, Site};
use kern_diag::Code;

pub(crate) mod flags;
pub(crate) mod init;
pub(crate) mod leaks;
pub(crate) mod limits;
mod missed_writes;
mod missing_barrier;
mod one_mistake;
pub(crate) mod pointee;
pub(crate) mod race;
mod race_finding;
mod race_help;
mod race_pairs;
pub(crate) mod read_only;
mod standing;
pub(crate) mod texture;
pub(crate) mod threads;
mod tickets;
pub(crate) mod unused;
mod volatile;

pub(crate) const BARRIER_DIVERGENT: Code = Code::BARRIER_DIVERGENT;
pub(crate) const LANES_MISSING: Code = Code::LANES_MISSING;
pub(crate) const CALLER_NOT_IN_MASK: Code = Code::CALLER_NOT_IN_MASK;
pub(crate) const NO_PROGRESS: Code = Code::NO_PROGRESS;
pub(crate) const OUT_OF_FUEL: Code = Code::OUT_OF_FUEL;
pub(crate) const STACK_OVERFLOW: Code = Code::STACK_OVERFLOW;
pub(crate) const TRAP: Code = Code::TRAP;
pub(crate) const DIVIDED_BY_ZERO: Code = Code::DIVIDED_BY_ZERO;
pub(crate) const BAD_FUNCTION: Code = Code::BAD_FUNCTION;
pub(crate) const UNSUPPORTED: Code = Code::UNSUPPORTED_EXECUTION;
pub(crate) const INTERNAL: Code = Code::INTERNAL;

/// `thread (1,0,0) of block (2,0,0)`
pub(crate) fn thread_text(thread: &Thread) -> String {
    format!("thread {} of block {}", triple(thread.thread), triple(thread.block))
}

fn triple(t: [u32; 3]) -> String {
    format!("({},{},{})", t[0], t[1], t[2])
}

fn plural(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Where some lanes of a warp are.
pub(crate) struct Whereabouts {
    pub(crate) warp: u32,
    pub(crate) lanes: u32,
    /// "wait", "ended", "are".
    pub(crate) verb: &'static str,
    pub(crate) place: Option<Place>,
}

/// What threads do at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    Waits,
    Ended,
    Spins,
}

/// Threads that do the same at one point.
pub(crate) struct Group {
    pub(crate) point: (u32, u32),
    pub(crate) doing: Doing,
    /// Warp and lanes.
    pub(crate) threads: Vec<(u32, u32)>,
    pub(crate) place: Option<Place>,
}

impl Group {
    /// Adds lanes of a warp to the group they belong to.
    pub(crate) fn add(groups: &mut Vec<Group>, point: (u32, u32), doing: Doing, warp: u32, lanes: u32) {
        let group = match groups.iter().position(|g| g.point == point && g.doing == doing) {
            Some(index) => &mut groups[index],
            None => {
                groups.push(Group { point, doing, threads: Vec::new(), place: None });
                groups.last_mut().expect("just pushed")
            }
        };
        match group.threads.iter_mut().find(|t| t.0 == warp) {
            Some(entry) => entry.1 |= lanes,
            None => group.threads.push((warp, lanes)),
        }
    }

    fn count(&self) -> u32 {
        self.threads.iter().map(|t| t.1.count_ones()).sum()
    }

    /// Who does what: "warp 0 waits here", "lanes 0-15 of warp 0 wait here".
    fn says(&self, one: &str, many: &str) -> String {
        let is_one = self.threads.len() == 1 && (self.threads[0].1 == u32::MAX || self.count() == 1);
        format!("{} {} here", self.text(), if is_one { one } else { many })
    }

    /// "warps 1-3", "lanes 0-15 of warp 0".
    fn text(&self) -> String {
        let mut parts = Vec::new();
        let mut index = 0;
        while index < self.threads.len() && parts.len() < 4 {
            let (warp, lanes) = self.threads[index];
            if lanes == u32::MAX {
                let run = self.threads[index..].iter().enumerate().take_while(|(i, t)| t.1 == u32::MAX && t.0 == warp + *i as u32).count();
                parts.push(if run == 1 { format!("warp {warp}") } else { format!("warps {warp}-{}", warp + run as u32 - 1) });
                index += run;
            } else {
                parts.push(format!("{} of warp {warp}", lanes_text(lanes)));
                index += 1;
            }
        }
        if index < self.threads.len() {
            parts.push("…".to_string());
        }
        parts.join(", ")
    }
}

/// "lane 3", "lanes 0-15", "lanes 0, 2, 4, …".
pub(crate) fn lanes_text(lanes: u32) -> String {
    if lanes == u32::MAX {
        return "all lanes".to_string();
    }
    let mut ranges: Vec<String> = Vec::new();
    let mut lane = 0;
    while lane < 32 {
        if lanes >> lane & 1 == 0 {
            lane += 1;
            continue;
        }
        let end = (lane..32).find(|&l| lanes >> l & 1 == 0).unwrap_or(32);
        ranges.push(if end == lane + 1 { lane.to_string() } else { format!("{lane}-{}", end - 1) });
        lane = end;
    }
    if ranges.len() > 6 {
        ranges.truncate(5);
        ranges.push("…".to_string());
    }
    format!("lane{} {}", if lanes.count_ones() == 1 { "" } else { "s" }, ranges.join(", "))
}

/// A completed `__syncthreads` that not all threads of the block reached together. `cause`: the condition that
/// made them diverge, and whether it is a loop's.
pub(crate) fn divergent_barrier(
    place: Option<Place>,
    block: [u32; 3],
    total: u32,
    groups: &[Group],
    cause: Option<(Place, bool)>,
) -> Finding {
    let waits: Vec<&Group> = groups.iter().filter(|g| g.doing == Doing::Waits).collect();
    let waiting: u32 = waits.iter().map(|g| g.count()).sum();
    let ended: u32 = groups.iter().filter(|g| g.doing == Doing::Ended).map(|g| g.count()).sum();
    let is_loop = cause.as_ref().is_some_and(|c| c.1);
    let exited = format!("{ended} {} exited", if ended == 1 { "has" } else { "have" });
    let come = format!("{waiting} of {total} {} at the barrier, {exited}", if waiting == 1 { "waits" } else { "wait" });
    let message = if waits.len() > 1 {
        let one_warp = waits[0].threads.iter().any(|t| waits[1..].iter().any(|g| g.threads.iter().any(|o| o.0 == t.0)));
        format!(
            "`__syncthreads` in divergent code: threads of {} wait at {} different barriers{}",
            if one_warp { "one warp" } else { "one block" },
            waits.len(),
            if ended > 0 { format!(", {exited}") } else { String::new() }
        )
    } else if is_loop {
        format!("`__syncthreads` inside a loop whose trip count differs between threads: {come}")
    } else {
        format!("`__syncthreads` reached by only some threads of the block: {come}")
    };
    // Who has returned ahead of the barrier, not behind a branch around it.
    let line = place.as_ref().map_or(0, |place| place.line);
    let is_ahead = |group: &Group| group.place.as_ref().is_some_and(|place| place.line < line);
    let has_returned = ended > 0 && groups.iter().filter(|group| group.doing == Doing::Ended).all(is_ahead);
    let mut finding = Finding::new(BARRIER_DIVERGENT, place, message);
    for group in groups {
        match group.doing {
            Doing::Waits if finding.label.is_empty() => finding = finding.label(group.says("waits", "wait")),
            Doing::Waits => finding = finding.also(group.place.clone(), group.says("waits", "wait")),
            _ => finding = finding.also(group.place.clone(), group.says("exited", "exited")),
        }
    }
    if let Some((cause, _)) = cause {
        // All barriers under one condition are one mistake.
        (finding.thing, finding.is_everywhere) = (u64::from(cause.line) << 32 | u64::from(cause.column), true);
        finding = finding.also(Some(cause), if is_loop { "this loop condition parted them" } else { "this condition parted them" });
    }
    finding.note(format!("in block {}", triple(block))).help(if has_returned {
        "have no thread return ahead of the barrier: let all come to it, and put what some must not do into `if`s ahead of it and behind it"
    } else if is_loop {
        "have all threads go round equally often, and do what some must not do under an `if`; or move the barrier out of the loop"
    } else {
        "move the barrier to where all threads of the block pass together"
    })
}

/// What a wait at a `cuda::barrier` that nobody ends lacks.
pub(crate) const TOO_FEW_ARRIVE: &str = "a phase of a `cuda::barrier` ends when as many threads have arrived as `init(&bar, count)` was given: \
     have `count` be the number of those that arrive, or have all of them arrive";

/// A wait for all blocks of a grid, of which some have ended.
pub(crate) fn waits_for_grid(finding: Finding, ended: u64) -> Finding {
    let finding = match ended {
        0 => finding,
        1 => finding.note("1 block has ended"),
        _ => finding.note(format!("{ended} blocks have ended")),
    };
    finding.help("`sync()` of a grid waits for all its blocks: have each block come to it, and equally often, before it ends")
}

/// What a wait for a stage of a pipeline that nobody ends lacks.
pub(crate) const STAGE_NOT_RELEASED: &str = "`producer_acquire` waits until all consumers have released the stage, `consumer_wait` until \
     all producers have committed it: call `consumer_release()` behind the last use of what each `consumer_wait()` waited for, and \
     `producer_commit()` behind each `producer_acquire()`";

/// Nothing can make progress.
pub(crate) fn no_progress(
    place: Option<Place>,
    point: (u32, u32),
    thread: Option<&Thread>,
    groups: &[Group],
    blocks: usize,
    waiting_blocks: u64,
) -> Finding {
    let of = |doing| groups.iter().filter(|g| g.doing == doing).map(|g| g.count()).sum::<u32>();
    let (spins, waits) = (of(Doing::Spins), of(Doing::Waits));
    let message = match thread {
        Some(thread) if waits > 0 => {
            format!(
                "the launch makes no progress: {} spins in a loop, {} {}, and nobody is left to change what it waits for",
                thread_text(thread),
                plural(waits as u64, "thread"),
                if waits == 1 { "waits" } else { "wait" }
            )
        }
        Some(thread) => {
            format!("the launch makes no progress: {} spins in a loop, and nobody is left to change what it waits for", thread_text(thread))
        }
        None if waits == 1 => "the launch makes no progress: 1 thread waits for nobody".to_string(),
        None => format!("the launch makes no progress: {} wait for one another", plural(waits as u64, "thread")),
    };
    let mut finding = Finding::new(NO_PROGRESS, place, message).by(thread);
    for group in groups.iter().take(8) {
        let text = if group.doing == Doing::Spins { group.says("spins", "spin") } else { group.says("waits", "wait") };
        if group.point == point && finding.label.is_empty() {
            finding = finding.label(text);
        } else {
            finding = finding.also(group.place.clone(), text);
        }
    }
    if spins > 0 {
        finding = finding.note("no thread has changed memory or registers since the last turn of the loop");
    }
    if blocks > 1 {
        finding = finding.note(format!("{blocks} blocks are resident"));
    }
    if waiting_blocks > 0 {
        finding = finding.note(format!(
            "{} not started: the device is full",
            if waiting_blocks == 1 { "1 block has".to_string() } else { format!("{waiting_blocks} blocks have") }
        ));
    }
    finding
}

/// A launch that waited for what others do after it waits in vain, since this is what comes next.
pub(crate) fn waits_in_vain(mut finding: Finding, next: &Awaited, may_be_the_hosts: bool) -> Finding {
    match next {
        Awaited::Call(place) if may_be_the_hosts => finding
            .also(place.clone(), "the host waits for it here")
            .note("the host can write what a kernel waits for after the launch, but not while it waits for the kernel")
            .help("if it waits for the host: have the host write that before it waits for the kernel"),
        Awaited::Call(place) => finding.also(place.clone(), "the host waits for it here"),
        Awaited::Launch(place) => {
            let message = "one kernel at a time is looked at, and this one goes on only once a later one has run";
            (finding.code, finding.message) = (UNSUPPORTED, message.to_string());
            finding
                .also(place.clone(), "the next kernel is launched here")
                .note("checks, counters and orders of threads are of one launch at a time; `kern run` runs both at the same time")
                .help("if what it waits for can be written first: launch the kernels in that order, or make both one kernel")
        }
        Awaited::End => finding.note("the program ended, and nothing has waited for the kernel"),
    }
}

/// Lanes that a warp-level operation names do not come.
pub(crate) fn lanes_missing(
    machine: &Machine,
    trace: &[Site],
    operation: &str,
    warp: u32,
    present: u32,
    missing: u32,
    elsewhere: Vec<Whereabouts>,
    diverged: Option<Place>,
) -> Finding {
    let message = format!(
        "`{operation}` names lanes in its mask that do not execute it: {} of warp {warp} {} elsewhere",
        lanes_text(missing),
        if missing.count_ones() == 1 { "is" } else { "are" }
    );
    let mut finding = Finding::new(LANES_MISSING, machine.place(trace), message).label(format!(
        "{} of warp {warp} {} it",
        lanes_text(present),
        if present.count_ones() == 1 { "executes" } else { "execute" }
    ));
    for w in elsewhere {
        let verb = match (w.verb, w.lanes.count_ones()) {
            ("are", 1) => "is",
            ("wait", 1) => "waits",
            (verb, _) => verb,
        };
        finding = finding.also(w.place, format!("{} of warp {} {verb} here", lanes_text(w.lanes), w.warp));
    }
    finding
        .also(diverged, "this condition parted them")
        .help("compute the mask before the lanes part (`__ballot_sync`), or move the operation out of the condition")
}

/// A lane executes a warp-level operation whose mask does not name it.
pub(crate) fn caller_not_in_mask(machine: &Machine, trace: &[Site], operation: &str, warp: u32, outside: u32, named: u32) -> Finding {
    let message = format!("`{operation}` is executed by lanes that its mask does not name: {} of warp {warp}", lanes_text(outside));
    Finding::new(CALLER_NOT_IN_MASK, machine.place(trace), message)
        .note(format!("the mask is {named:#010x}"))
        .help("name every lane that executes it: `0xffffffff` if the whole warp does")
}

/// Calls are nested too deep: the bytes of the stack, and those that a call takes of the device's.
pub(crate) fn stack_overflow(
    machine: &Machine,
    trace: &[Site],
    function: &str,
    depth: u32,
    (bytes, of_call): (u64, u64),
    thread: Option<&Thread>,
) -> Finding {
    let message = match thread {
        Some(thread) => format!("device stack overflow in `{function}`: {depth} nested calls in {}", thread_text(thread)),
        None => format!("host stack overflow in `{function}`: {depth} nested calls"),
    };
    let finding = Finding::new(STACK_OVERFLOW, machine.place(trace), message).by(thread).label("the call that no longer fits");
    if of_call == 0 {
        return finding.note(format!("the stack has {bytes} bytes")).help("check that the recursion ends");
    }
    finding.note(format!("each thread has a stack of {bytes} bytes, and a call takes at least {of_call} of them")).help(
        "check that the recursion ends; if it does, make the stack larger before the first launch: \
         `cudaDeviceSetLimit(cudaLimitStackSize, bytes)`",
    )
}

/// The variables of the first function on the host's stack are larger than it.
pub(crate) fn frame_too_large(machine: &Machine, trace: &[Site], function: &str, frame: u64) -> Finding {
    let message = format!("host stack overflow in `{function}`: its variables take {frame} bytes");
    Finding::new(STACK_OVERFLOW, machine.place(trace), message)
        .label("does not fit")
        .note(format!("the stack has {} bytes", machine.memory.stack_size()))
        .help("allocate large arrays with `malloc`, `new` or `std::vector`")
}

/// What a function takes with `alloca` is larger than the host's stack.
pub(crate) fn stack_used_up(machine: &Machine, place: Option<Place>, bytes: u64) -> Finding {
    Finding::new(STACK_OVERFLOW, place, format!("host stack overflow: the function takes {} with `alloca`", plural(bytes, "byte")))
        .label("does not fit")
        .note(format!("the stack has {} bytes", machine.memory.stack_size()))
        .note("what `alloca` gives is freed when the function returns, not at the end of a loop's body")
        .help("allocate large arrays with `malloc`, `new` or `std::vector`")
}

/// `__trap`, or the end of code that must not be reached.
pub(crate) fn trap(machine: &Machine, trace: &[Site]) -> Finding {
    Finding::new(TRAP, machine.place(trace), "execution reached a trap")
}

/// An integer is divided by zero; `thread` on the device.
pub(crate) fn divided_by_zero(machine: &Machine, trace: &[Site], thread: Option<&Thread>) -> Finding {
    let message = match thread {
        Some(thread) => format!("integer division by zero by {}", thread_text(thread)),
        None => "integer division by zero".to_string(),
    };
    let note = match thread {
        Some(_) => "a GPU does not stop: it goes on with a number that means nothing",
        None => "the process ends here with SIGFPE",
    };
    Finding::new(DIVIDED_BY_ZERO, machine.place(trace), message)
        .by(thread)
        .label("the divisor is 0")
        .note(note)
        .help("divide only where the divisor is not 0")
}

/// A call through a pointer that is no function, or one that takes or gives something else.
pub(crate) fn bad_function(machine: &Machine, trace: &[Site], address: u64) -> Finding {
    let side = trace.first().map_or(Side::Host, |site| site.side);
    let (message, label, help) = match machine.function_at(address) {
        Some((of, name)) if of == side => (
            format!("`{name}` is called through a pointer to a function of another type"),
            "it takes other arguments, or returns something else",
            "give the pointer the type of the function it points to, without casts",
        ),
        Some((Side::Host, name)) => (
            format!("a kernel calls the host function `{name}` through a pointer"),
            "not a function of the device",
            "the address of a `__device__` function is known on the device only: take it there",
        ),
        Some((Side::Device, name)) => (
            format!("host code calls the device function `{name}` through a pointer"),
            "not a function of the host",
            "call a host function, or launch a kernel that calls it",
        ),
        None => (
            format!("call through a pointer that is no function's address: {address:#x}"),
            "no function is there",
            "set the pointer to a function before it is called",
        ),
    };
    Finding::new(BAD_FUNCTION, machine.place(trace), message).label(label).help(help)
}

/// The engine does not do this.
pub(crate) fn unsupported(machine: &Machine, trace: &[Site], what: &str) -> Finding {
    Finding::new(UNSUPPORTED, machine.place(trace), format!("kern cannot execute {what} yet"))
}

/// Compiled code faulted.
pub(crate) fn fault(machine: &Machine, trace: &[Site], signal: &str, address: u64) -> Finding {
    let message = format!("compiled code faulted ({signal}, address {address:#x})");
    Finding::new(INTERNAL, machine.place(trace), message).help("`--engine interp` runs the program without compiled code; please report it")
}

/// No product of that name.
pub(crate) fn unknown_device(name: &str) -> Finding {
    Finding::new(Code::UNKNOWN_DEVICE, None, format!("no device is called `{name}`")).help("`kern devices` lists them")
}

/// A variable does not fit into memory.
pub(crate) fn no_room(variable: &str, place: Option<Place>) -> Finding {
    Finding::new(Code::NO_ROOM, place, format!("no room for {variable}")).label("larger than the memory it is for")
}

/// The program has no `main`.
pub(crate) fn no_main() -> Finding {
    Finding::new(Code::NO_MAIN, None, "the program has no `main`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_named_in_ranges() {
        assert_eq!(lanes_text(0xffff_0000), "lanes 16-31");
        assert_eq!(lanes_text(1), "lane 0");
        assert_eq!(lanes_text(0b1101), "lanes 0, 2-3");
        assert_eq!(lanes_text(0x5555_5555), "lanes 0, 2, 4, 6, 8, …");
    }
}
