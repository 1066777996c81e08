//! Wording of findings: one function a mistake.

use crate::finding::{Finding, Place};
use crate::host::Thread;
use crate::launch::error;
use crate::machine::Machine;
use crate::memory::{Access, Allocation, AllocationKind, Side, Site, Violation, ViolationKind, Window};
use kern_diag::Code;

pub(crate) const OUT_OF_BOUNDS: Code = Code::OUT_OF_BOUNDS;
pub(crate) const BARRIER_DIVERGENT: Code = Code::BARRIER_DIVERGENT;
pub(crate) const LANES_MISSING: Code = Code::LANES_MISSING;
pub(crate) const CALLER_NOT_IN_MASK: Code = Code::CALLER_NOT_IN_MASK;
pub(crate) const NO_PROGRESS: Code = Code::NO_PROGRESS;
pub(crate) const OUT_OF_FUEL: Code = Code::OUT_OF_FUEL;
pub(crate) const STACK_OVERFLOW: Code = Code::STACK_OVERFLOW;
pub(crate) const TRAP: Code = Code::TRAP;
pub(crate) const BAD_FUNCTION: Code = Code::BAD_FUNCTION;
pub(crate) const UNSUPPORTED: Code = Code::UNSUPPORTED_EXECUTION;
pub(crate) const INTERNAL: Code = Code::INTERNAL;

/// The code for a wrong access.
pub(crate) fn violation_code(violation: &Violation, side: Side) -> Code {
    match violation.kind {
        ViolationKind::OutOfBounds if side == Side::Host => Code::HOST_OUT_OF_BOUNDS,
        ViolationKind::OutOfBounds => match violation.allocation.as_ref().map(|a| a.kind) {
            Some(AllocationKind::Shared) => Code::SHARED_OUT_OF_BOUNDS,
            Some(AllocationKind::Local) => Code::LOCAL_OUT_OF_BOUNDS,
            _ => OUT_OF_BOUNDS,
        },
        ViolationKind::Null => Code::NULL_POINTER,
        ViolationKind::Unmapped => Code::WILD_POINTER,
        ViolationKind::Freed => Code::USE_AFTER_FREE,
        ViolationKind::HostPointerInKernel => Code::HOST_POINTER_IN_KERNEL,
        ViolationKind::DevicePointerOnHost | ViolationKind::DeviceSymbolOnHost => Code::DEVICE_POINTER_ON_HOST,
        ViolationKind::ReadOnly => Code::WRITE_TO_CONSTANT,
        ViolationKind::Misaligned => Code::MISALIGNED,
        ViolationKind::DeadStack => Code::DEAD_STACK,
    }
}

/// CUDA's error code for a wrong access in a kernel.
pub(crate) fn violation_error(violation: &Violation) -> i32 {
    match violation.kind {
        ViolationKind::Misaligned => error::MISALIGNED_ADDRESS,
        _ => error::ILLEGAL_ADDRESS,
    }
}

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

/// The word for the memory an access was meant for.
fn space_text(violation: &Violation, side: Side) -> &'static str {
    if side == Side::Host {
        return "host";
    }
    match violation.allocation.as_ref().map(|a| a.kind) {
        Some(AllocationKind::Shared) => "shared",
        Some(AllocationKind::Local) => "local",
        Some(AllocationKind::ConstVariable) => "constant",
        Some(AllocationKind::Parameter) => "parameter",
        _ => match Window::of(violation.address) {
            Window::Shared => "shared",
            Window::Local => "local",
            Window::Const => "constant",
            _ => "global",
        },
    }
}

/// What an allocation is: "a 384-byte allocation", "array `s` of 32 elements".
fn allocation_text(a: &Allocation) -> String {
    match (&a.name, a.element_size) {
        (Some(name), element) if element > 0 => format!("array `{name}` of {}", plural(a.size / element, "element")),
        (Some(name), _) => format!("variable `{name}` of {}", plural(a.size, "byte")),
        (None, _) => match a.kind {
            AllocationKind::Heap | AllocationKind::Pinned => format!("a {}-byte heap block", a.size),
            AllocationKind::Parameter => format!("the kernel's {} bytes of parameters", a.size),
            AllocationKind::StackVariable | AllocationKind::Local => format!("a local variable of {}", plural(a.size, "byte")),
            _ => format!("a {}-byte allocation", a.size),
        },
    }
}

/// Where an address lies relative to an allocation: "0 bytes past a 384-byte allocation".
fn distance_text(v: &Violation, a: &Allocation) -> String {
    if a.element_size > 0 && v.address >= a.base {
        return format!("index {} of {}", (v.address - a.base) / a.element_size, allocation_text(a));
    }
    if a.element_size > 0 && (a.base - v.address).is_multiple_of(a.element_size) {
        return format!("index -{} of {}", (a.base - v.address) / a.element_size, allocation_text(a));
    }
    if v.address < a.base {
        format!("{} before the start of {}", plural(a.base - v.address, "byte"), allocation_text(a))
    } else if v.address >= a.end() {
        format!("{} past {}", plural(v.address - a.end(), "byte"), allocation_text(a))
    } else {
        let beyond = v.address + v.size - a.end();
        let lie = if beyond == 1 { "lies" } else { "lie" };
        format!("the last {} {lie} past the end of {}", plural(beyond, "byte"), allocation_text(a))
    }
}

/// A wrong access, by host code or by a thread of a kernel.
pub(crate) fn violation(machine: &Machine, v: &Violation, trace: &[Site], thread: Option<&Thread>) -> Finding {
    let side = if thread.is_some() { Side::Device } else { Side::Host };
    let by = thread.map_or(String::new(), |t| format!(" by {}", thread_text(t)));
    let space = space_text(v, side);
    let access = format!("{space} {} of {}", v.access.text(), plural(v.size, "byte"));
    let bytes = plural(v.size, "byte");
    let message = match (v.kind, &v.allocation) {
        (ViolationKind::OutOfBounds, Some(a)) => format!("out-of-bounds {access}{by}: {}", distance_text(v, a)),
        (ViolationKind::OutOfBounds | ViolationKind::Unmapped, _) => {
            format!("{} of {bytes} at an address where nothing is{by}: {:#x}", v.access.text(), v.address)
        }
        (ViolationKind::Null, _) => format!("null pointer {} of {bytes}{by}", v.access.text()),
        (ViolationKind::Freed, Some(a)) => format!("{space} {} of {bytes} in freed memory{by}: {}", v.access.text(), allocation_text(a)),
        (ViolationKind::Freed, None) => format!("{access} in freed memory{by}"),
        (ViolationKind::HostPointerInKernel, _) => format!("kernel {}s host memory: {} of {bytes}{by}", verb(v.access), v.access.text()),
        (ViolationKind::DevicePointerOnHost, _) => format!("host code dereferences a device pointer: {} of {bytes}", v.access.text()),
        (ViolationKind::DeviceSymbolOnHost, _) => "host code uses a device variable as if it were its own".to_string(),
        (ViolationKind::ReadOnly, Some(a)) => format!("write to constant memory{by}: {}", allocation_text(a)),
        (ViolationKind::ReadOnly, None) => format!("write to constant memory{by}"),
        (ViolationKind::Misaligned, _) => {
            format!("misaligned {access}{by}: address {:#x} is not a multiple of {}", v.address, v.size)
        }
        (ViolationKind::DeadStack, _) => format!("{} of {bytes} in the stack of a function that has returned", v.access.text()),
    };
    let code = violation_code(v, side);
    let mut finding = Finding::new(code, machine.place(trace), message);
    finding = called_from(machine, finding, trace);
    if let Some(a) = &v.allocation {
        if let Some(made) = &a.allocated {
            finding = finding.also(machine.place(made), format!("{} allocated here", plural(a.size, "byte")));
        }
        if let Some(Some(freed)) = &a.freed {
            finding = finding.also(machine.place(freed), "freed here");
        }
        if a.element_size > 0 && v.kind == ViolationKind::OutOfBounds {
            finding = finding.note(format!(
                "{} {} has {}",
                if matches!(a.kind, AllocationKind::Shared) { "shared array" } else { "array" },
                a.name.as_deref().map_or(String::new(), |n| format!("`{n}`")),
                plural(a.size / a.element_size, "element")
            ));
        }
    }
    if let Some(t) = thread {
        finding = finding.note(format!("warp {}, lane {}, address {:#x}", t.warp, t.lane, v.address));
    }
    match v.kind {
        ViolationKind::HostPointerInKernel => finding.help("copy the data to memory from `cudaMalloc` and pass that pointer"),
        ViolationKind::DevicePointerOnHost => finding.help("copy the data to host memory with `cudaMemcpy` first"),
        ViolationKind::DeviceSymbolOnHost => finding.help("use `cudaMemcpyToSymbol` and `cudaMemcpyFromSymbol`"),
        ViolationKind::Null if side == Side::Device => finding.help("check that the pointer passed to the kernel was allocated"),
        _ => finding,
    }
}

fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
        Access::Atomic => "modifie",
    }
}

/// Adds the calls that led to a place.
fn called_from(machine: &Machine, finding: Finding, trace: &[Site]) -> Finding {
    trace.iter().skip(1).take(3).fold(finding, |finding, site| match machine.site_place(site) {
        Some(place) if finding.place.as_ref() != Some(&place) => finding.also(Some(place), "called from here"),
        _ => finding,
    })
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
/// parted them, and whether it is a loop's.
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
    let message = if waits.len() > 1 {
        let one_warp = waits[0].threads.iter().any(|t| waits[1..].iter().any(|g| g.threads.iter().any(|o| o.0 == t.0)));
        format!(
            "`__syncthreads` in divergent code: threads of {} wait at {} different barriers{}",
            if one_warp { "one warp" } else { "one block" },
            waits.len(),
            if ended > 0 { format!(", {ended} have exited") } else { String::new() }
        )
    } else if is_loop {
        format!(
            "`__syncthreads` inside a loop whose trip count differs between threads: {waiting} of {total} wait at the barrier, {ended} have exited"
        )
    } else {
        format!("`__syncthreads` reached by only some threads of the block: {waiting} of {total} wait at the barrier, {ended} have exited")
    };
    let mut finding = Finding::new(BARRIER_DIVERGENT, place, message);
    for group in groups {
        let text = group.text();
        match group.doing {
            Doing::Waits if finding.label.is_empty() => finding = finding.label(format!("{text} wait here")),
            Doing::Waits => finding = finding.also(group.place.clone(), format!("{text} wait here")),
            _ => finding = finding.also(group.place.clone(), format!("{text} exited here")),
        }
    }
    if let Some((cause, _)) = cause {
        finding = finding.also(Some(cause), if is_loop { "this loop condition parted them" } else { "this condition parted them" });
    }
    finding.note(format!("in block {}", triple(block))).help("move the barrier to where all threads of the block pass together")
}

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
                "the launch makes no progress: {} spins in a loop, {} wait, and nobody is left to change what it waits for",
                thread_text(thread),
                plural(waits as u64, "thread")
            )
        }
        Some(thread) => {
            format!("the launch makes no progress: {} spins in a loop, and nobody is left to change what it waits for", thread_text(thread))
        }
        None => format!("the launch makes no progress: {} wait for one another", plural(waits as u64, "thread")),
    };
    let mut finding = Finding::new(NO_PROGRESS, place, message);
    for group in groups.iter().take(8) {
        let text = format!("{} {}", group.text(), if group.doing == Doing::Spins { "spin here" } else { "wait here" });
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
        finding = finding.note(format!("{} have not started: the device is full", plural(waiting_blocks, "block")));
    }
    finding
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
    parted: Option<Place>,
) -> Finding {
    let message = format!(
        "`{operation}` names lanes in its mask that do not execute it: {} of warp {warp} {} elsewhere",
        lanes_text(missing),
        if missing.count_ones() == 1 { "is" } else { "are" }
    );
    let mut finding =
        Finding::new(LANES_MISSING, machine.place(trace), message).label(format!("{} of warp {warp} execute it", lanes_text(present)));
    for w in elsewhere {
        finding = finding.also(w.place, format!("{} of warp {} {} here", lanes_text(w.lanes), w.warp, w.verb));
    }
    finding
        .also(parted, "this condition parted them")
        .help("compute the mask before the lanes part (`__ballot_sync`), or move the operation out of the condition")
}

/// A lane executes a warp-level operation whose mask does not name it.
pub(crate) fn caller_not_in_mask(machine: &Machine, trace: &[Site], operation: &str, warp: u32, outside: u32, named: u32) -> Finding {
    let message = format!("`{operation}` is executed by lanes that its mask does not name: {} of warp {warp}", lanes_text(outside));
    Finding::new(CALLER_NOT_IN_MASK, machine.place(trace), message).note(format!("the mask is {named:#010x}"))
}

/// The instruction budget is used up.
pub(crate) fn out_of_fuel(machine: &Machine, trace: &[Site], spent: u64, threads: Option<(u32, u32)>) -> Finding {
    let message = match threads {
        Some((warp, lanes)) => format!(
            "the launch exceeds its instruction budget in this loop: {} of warp {warp} executed {spent} instructions without an end",
            lanes_text(lanes)
        ),
        None => format!("host code exceeds its instruction budget in this loop: {spent} instructions"),
    };
    let finding = Finding::new(OUT_OF_FUEL, machine.place(trace), message).label("this loop does not end");
    called_from(machine, finding, trace).help("if the loop does end, allow more with `--fuel`")
}

/// The instruction budget is used up by the number of blocks.
pub(crate) fn too_many_blocks(machine: &Machine, kernel: u32, spent: u64, ended: u64, blocks: u64) -> Finding {
    let function = machine.program.device.functions.get(kernel as usize);
    let (name, loc) = function.map_or(("", kern_ir::LocId::NONE), |f| (&f.display_name, f.loc));
    let message = format!(
        "the launch of `{name}` exceeds its instruction budget: {ended} of {} had ended after {spent} instructions",
        plural(blocks, "block")
    );
    let place = machine.place(&[Site { side: Side::Device, function: kernel, loc }]);
    Finding::new(OUT_OF_FUEL, place, message)
        .label("too many blocks for the budget")
        .help("launch fewer blocks, or allow more with `--fuel`")
}

/// Calls are nested too deep.
pub(crate) fn stack_overflow(
    machine: &Machine,
    trace: &[Site],
    function: &str,
    depth: u32,
    bytes: u64,
    thread: Option<&Thread>,
) -> Finding {
    let message = match thread {
        Some(thread) => format!("device stack overflow in `{function}`: {depth} nested calls in {}", thread_text(thread)),
        None => format!("host stack overflow in `{function}`: {depth} nested calls"),
    };
    Finding::new(STACK_OVERFLOW, machine.place(trace), message)
        .label("the call that no longer fits")
        .note(format!("the stack has {bytes} bytes"))
        .help("check that the recursion ends")
}

/// The variables of the first function on the host's stack are larger than it.
pub(crate) fn frame_too_large(machine: &Machine, trace: &[Site], function: &str, frame: u64) -> Finding {
    let message = format!("host stack overflow in `{function}`: its variables take {frame} bytes");
    Finding::new(STACK_OVERFLOW, machine.place(trace), message)
        .label("does not fit")
        .note(format!("the stack has {} bytes", crate::memory::HOST_STACK_BYTES))
        .help("allocate large arrays with `malloc`, `new` or `std::vector`")
}

/// `__trap`, or the end of code that must not be reached.
pub(crate) fn trap(machine: &Machine, trace: &[Site]) -> Finding {
    Finding::new(TRAP, machine.place(trace), "execution reached a trap")
}

/// A call through a pointer that is no function of that type.
pub(crate) fn bad_function(machine: &Machine, trace: &[Site], address: u64) -> Finding {
    let message = format!("call through a pointer that is not the address of a function of this type: {address:#x}");
    Finding::new(BAD_FUNCTION, machine.place(trace), message)
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
pub(crate) fn no_room(variable: &str) -> Finding {
    Finding::new(Code::NO_ROOM, None, format!("no room for the variable `{variable}`"))
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
