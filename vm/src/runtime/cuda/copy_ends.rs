//! The two ends of a copy: which memory they are in, whether CUDA accepts them, and what to say if not.
//!
//! CUDA refuses a copy exactly when memory that only the host knows stands where the kind says "device", or when an end
//! leaves device memory; every other kind copies, whatever it says. It does not look at the ends of host memory: the
//! real copy reads or writes what lies beside, so here that is a finding, and only the bytes inside are copied.

use super::code::INVALID_VALUE;
use super::error::{because, refuse_null, refuse_unset};
use crate::finding::Finding;
use crate::instrument::hazard::{AccessSite, AccessedRange};
use crate::memory::{Access, Allocation, AllocationKind, Side, Violation, ViolationKind, Window, is_unset};
use crate::runtime::CallContext;
use kern_diag::Code;
use std::ops::Range;

/// `enum cudaMemcpyKind`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    HostToHost,
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    Default,
}

impl Kind {
    pub(super) fn of(number: i32) -> Option<Kind> {
        [Kind::HostToHost, Kind::HostToDevice, Kind::DeviceToHost, Kind::DeviceToDevice, Kind::Default]
            .get(usize::try_from(number).ok()?)
            .copied()
    }

    /// From one side to another.
    fn between(from: Side, to: Side) -> Kind {
        match (from, to) {
            (Side::Host, Side::Host) => Kind::HostToHost,
            (Side::Host, Side::Device) => Kind::HostToDevice,
            (Side::Device, Side::Host) => Kind::DeviceToHost,
            (Side::Device, Side::Device) => Kind::DeviceToDevice,
        }
    }

    /// Sides of source and target; `None` where the pointer decides.
    fn sides(self) -> [Option<Side>; 2] {
        match self {
            Kind::HostToHost => [Some(Side::Host); 2],
            Kind::HostToDevice => [Some(Side::Host), Some(Side::Device)],
            Kind::DeviceToHost => [Some(Side::Device), Some(Side::Host)],
            Kind::DeviceToDevice => [Some(Side::Device); 2],
            Kind::Default => [None; 2],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::HostToHost => "cudaMemcpyHostToHost",
            Kind::HostToDevice => "cudaMemcpyHostToDevice",
            Kind::DeviceToHost => "cudaMemcpyDeviceToHost",
            Kind::DeviceToDevice => "cudaMemcpyDeviceToDevice",
            Kind::Default => "cudaMemcpyDefault",
        }
    }
}

/// Whose memory an address is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nature {
    /// The host's alone.
    Pageable,
    /// The host's, known to the device: pinned, registered.
    Pinned,
    /// Of both sides.
    Managed,
    /// The device's.
    Device,
    /// The stand-in of a device variable: what its name means in host code.
    Name,
    Null,
    /// A pointer that was never set.
    Unset,
    Nothing,
}

impl Nature {
    pub(super) fn of(host: &CallContext, address: u64) -> Nature {
        if host.machine.memory.registered(address).is_some() {
            return Nature::Pinned;
        }
        match (host.allocation(address).map(|a| a.kind), Window::of(address)) {
            (Some(AllocationKind::Pinned), _) => Nature::Pinned,
            (Some(AllocationKind::Managed), _) => Nature::Managed,
            (Some(kind), _) if kind.is_for_host() => Nature::Pageable,
            (Some(_), _) => Nature::Device,
            (None, Window::Null) => Nature::Null,
            (None, _) if is_unset(address) => Nature::Unset,
            (None, Window::Symbols) => Nature::Name,
            (None, window) if window.is_host() => Nature::Pageable,
            (None, Window::Device) => Nature::Device,
            (None, _) => Nature::Nothing,
        }
    }

    /// The side it is on; `None` for memory of both, and for none.
    fn side(self) -> Option<Side> {
        match self {
            Nature::Pageable => Some(Side::Host),
            Nature::Device | Nature::Name => Some(Side::Device),
            _ => None,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Nature::Pageable => "host memory",
            Nature::Pinned => "pinned memory",
            Nature::Managed => "managed memory",
            Nature::Device => "device memory",
            Nature::Name => "a device variable's name",
            Nature::Null => "null",
            Nature::Unset => "a pointer that was never set",
            Nature::Nothing => "no memory at all",
        }
    }
}

/// One end of a copy, or the target of a fill.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) address: u64,
    /// Bytes from the first to the last one touched.
    pub(super) size: u64,
    pub(super) access: Access,
    /// The size in words: `256 bytes`, `3 rows of 20 bytes`.
    pub(super) extent: String,
    pub(super) parts: Parts,
}

/// What is touched between the first and the last byte of an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Parts {
    All,
    /// The first `width` of every `pitch` bytes.
    Rows {
        width: u64,
        pitch: u64,
    },
    /// These bytes, by address; none if they are too many to tell.
    Pieces(Vec<Range<u64>>),
}

/// Rows of an end that are told one by one, at most.
const MOST_ROWS: u64 = 1 << 14;

impl End {
    pub(super) fn new(address: u64, size: u64, access: Access) -> End {
        End { address, size, access, extent: bytes(size), parts: Parts::All }
    }

    /// What it touches, by address; with strong accesses, if `is_strong`.
    pub(super) fn accessed(&self, is_strong: bool) -> Vec<AccessedRange> {
        let end = self.address.saturating_add(self.size);
        let pieces = match &self.parts {
            Parts::All => std::iter::once(self.address..end).collect(),
            Parts::Rows { width, pitch } if width == pitch => std::iter::once(self.address..end).collect(),
            Parts::Rows { width, pitch } => {
                // One row may have no pitch.
                let rows = (self.size - width) / (*pitch).max(1) + 1;
                let start = |number: u64| self.address.saturating_add(number * pitch);
                let row = |number: u64| start(number)..start(number).saturating_add(*width);
                if rows > MOST_ROWS { Vec::new() } else { (0..rows).map(row).collect() }
            }
            Parts::Pieces(pieces) => pieces.clone(),
        };
        let site = |wanted| (self.access == wanted).then_some(AccessSite { site: None, is_strong });
        let (write, read) = (site(Access::Write), site(Access::Read));
        pieces.into_iter().map(|piece| AccessedRange { start: piece.start, end: piece.end, write, read }).collect()
    }

    fn verb(&self) -> &'static str {
        if self.access == Access::Read { "reads" } else { "writes" }
    }

    fn preposition(&self) -> &'static str {
        if self.access == Access::Read { "from" } else { "to" }
    }

    fn name(&self) -> &'static str {
        if self.access == Access::Read { "source" } else { "target" }
    }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}

/// Where an end lies and how many bytes are left there: "`h`, which has 128", "byte 64 of an allocation of 128 bytes".
fn where_it_lies(end: &End, a: &Allocation) -> String {
    let place = if end.address == a.base { String::new() } else { format!("byte {} of ", end.address - a.base) };
    match &a.name {
        Some(name) => format!("{place}`{name}`, which has {}", a.size),
        None => format!("{place}an allocation of {}", bytes(a.size)),
    }
}

/// An end that a copy or a fill of `size` bytes must have in one piece on the side it is on: how many bytes of it may be
/// used.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn check(host: &mut CallContext, end: &End) -> Result<u64, i32> {
    match Nature::of(host, end.address) {
        Nature::Null => Err(refuse_null(host, INVALID_VALUE, &format!("the {} is a null pointer", end.name()))),
        // What else is wrong shows when the copy runs.
        _ if host.thread.is_some() => Ok(end.size),
        Nature::Pageable | Nature::Pinned => check_host(host, end),
        Nature::Device | Nature::Managed => check_device(host, end).map(|()| end.size),
        Nature::Name => Err(refuse_name(host, end)),
        Nature::Unset => {
            Err(refuse_unset(host, INVALID_VALUE, &format!("the {} is a pointer that was never set", end.name()), end.address))
        }
        Nature::Nothing => {
            let finding = failing(host, Code::CALL_FAILED_UNSEEN, format!("the {} is an address where nothing is", end.name()))
                .label(format!("the pointer is {:#x}", end.address));
            Err(because(host, INVALID_VALUE, finding))
        }
    }
}

fn failing(host: &CallContext, code: Code, what: String) -> Finding {
    Finding::new(code, host.place(), format!("`{}` failed: {what}", host.function))
}

/// The device's driver knows where its allocations end, and refuses to leave them.
fn check_device(host: &mut CallContext, end: &End) -> Result<(), i32> {
    let Some(a) = host.allocation(end.address).cloned() else {
        let what = format!("the {} lies in no allocation", end.name());
        let finding = failing(host, Code::COPY_OUT_OF_BOUNDS, what)
            .label(format!("the pointer is {:#x}", end.address))
            .help("pass the pointer that `cudaMalloc` gave, or one into its memory");
        return Err(because(host, INVALID_VALUE, finding));
    };
    if a.is_freed() {
        let finding = told_of(host, failing(host, Code::USE_AFTER_FREE, format!("the {} was freed before", end.name())), &a)
            .label("used here")
            .help("free memory after its last use");
        return Err(because(host, INVALID_VALUE, finding));
    }
    // What becomes a node runs when the memory exists.
    let is_node = host.state.cuda.graphs.is_capturing() || host.function.starts_with("cudaGraph") && host.function != "cudaGraphLaunch";
    if a.kind == AllocationKind::Idle && !is_node {
        let finding = failing(host, Code::USE_AFTER_FREE, format!("the {} is memory of a graph that is not allocated now", end.name()))
            .label("used here")
            .help("launch the graph that allocates the memory before, and free the memory after its last use");
        return Err(because(host, INVALID_VALUE, finding));
    }
    if a.contains(end.address, end.size) {
        return Ok(());
    }
    let finding = too_large(host, Code::COPY_OUT_OF_BOUNDS, end, &a);
    Err(because(host, INVALID_VALUE, finding))
}

fn too_large(host: &CallContext, code: Code, end: &End, a: &Allocation) -> Finding {
    let room = a.end().saturating_sub(end.address);
    let message = format!("`{}` {} {} {} {}", host.function, end.verb(), end.extent, end.preposition(), where_it_lies(end, a));
    told_of(host, Finding::new(code, host.place(), message).label(format!("{} too many", bytes(end.size - room))), a)
        .help(format!("at most {} fit: a size is in bytes, such as `n * sizeof(float)`", bytes(room)))
}

/// Where an allocation was made and freed.
fn told_of(host: &CallContext, finding: Finding, a: &Allocation) -> Finding {
    let made = a.allocated.as_ref().and_then(|trace| host.machine.place(trace));
    let freed = a.freed.as_ref().and_then(|trace| host.machine.place(trace.as_ref()?));
    finding.also(made, format!("{} allocated here", bytes(a.size))).also(freed, "freed here")
}

fn check_host(host: &mut CallContext, end: &End) -> Result<u64, i32> {
    let Err(violation) = host.check(end.address, end.size, end.access, Side::Host) else { return Ok(end.size) };
    let Violation { kind, allocation, .. } = &violation;
    match (kind, allocation) {
        (ViolationKind::OutOfBounds, Some(a)) if end.address >= a.base && end.address <= a.end() => {
            let finding = too_large(host, Code::HOST_OUT_OF_BOUNDS, end, a);
            host.report(finding);
            Ok(a.end() - end.address)
        }
        _ => {
            let finding = host.violation_finding(&violation);
            host.report(finding);
            let goes_on = matches!(kind, ViolationKind::OutOfBounds | ViolationKind::Freed | ViolationKind::DeadStack);
            if goes_on { Ok(0) } else { Err(INVALID_VALUE) }
        }
    }
}

/// A name of a device variable where a pointer is wanted.
fn refuse_name(host: &mut CallContext, end: &End) -> i32 {
    let finding = failing(host, Code::COPY_DIRECTION, format!("the {} is the name of a device variable", end.name()));
    let finding = match host.symbol(end.address) {
        Some(symbol) => finding.label(format!("in host code, `{}` is no pointer to the variable", symbol.name)),
        None => finding,
    };
    let help = if host.function.starts_with("cudaMemset") {
        "get a pointer to it with `cudaGetSymbolAddress`"
    } else if end.access == Access::Read {
        "copy from a device variable with `cudaMemcpyFromSymbol`"
    } else {
        "copy to a device variable with `cudaMemcpyToSymbol`"
    };
    because(host, INVALID_VALUE, finding.help(help))
}

/// Checks both ends of a copy of a kind; how many bytes of each may be used, and whether it crosses between the sides.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn check_both(host: &mut CallContext, kind: Kind, from: &End, to: &End) -> Result<(u64, u64), i32> {
    let natures = [Nature::of(host, from.address), Nature::of(host, to.address)];
    if !natures.contains(&Nature::Name) {
        let is_refused = kind.sides().into_iter().zip(natures).any(|pair| pair == (Some(Side::Device), Nature::Pageable));
        if is_refused {
            return Err(refuse_kind(host, kind, natures, [from, to]));
        }
    }
    // What the driver refuses copies nothing, so that the host's side does not matter.
    let mut usable = [0; 2];
    let ends = [from, to];
    let on_host = |n: Nature| matches!(n, Nature::Pageable | Nature::Pinned);
    for index in [0, 1].into_iter().filter(|&i| !on_host(natures[i])).chain([0, 1].into_iter().filter(|&i| on_host(natures[i]))) {
        usable[index] = check(host, ends[index])?;
    }
    let is_wrong =
        kind.sides().into_iter().zip(natures).any(|(said, nature)| said.is_some() && nature.side().is_some_and(|s| Some(s) != said));
    if is_wrong {
        warn_of_kind(host, kind, natures);
    }
    Ok((usable[0], usable[1]))
}

/// What to write instead, where both ends are the host's and the kind says otherwise.
fn help_between_hosts(host: &CallContext, wrong: End) -> String {
    let variable = host.machine.memory.stack_variable(wrong.address).filter(|v| v.base == wrong.address && v.size == 8);
    let holds = host.read_raw(wrong.address, 8).map_or(0, |b| u64::from_le_bytes(std::array::from_fn(|i| b[i])));
    match variable.and_then(|v| v.name).filter(|_| Window::of(holds) == Window::Device) {
        Some(name) => format!("pass the pointer `{name}`, not its address `&{name}`"),
        None => format!("pass the pointer that `cudaMalloc` gave as the {}; between host memories use `memcpy`", wrong.name()),
    }
}

/// The kind that fits.
fn right_kind([from, to]: [Nature; 2]) -> Kind {
    let side = |nature: Nature| if nature == Nature::Pinned { Some(Side::Host) } else { nature.side() };
    match (side(from), side(to)) {
        (Some(from), Some(to)) => Kind::between(from, to),
        _ => Kind::Default,
    }
}

fn direction(host: &CallContext, kind: Kind, natures: [Nature; 2], what: &str) -> Finding {
    let [from, to] = natures;
    let right = right_kind(natures);
    let help = if right == Kind::between(Side::Device, Side::Host) && kind == Kind::HostToDevice
        || right == Kind::HostToDevice && kind == Kind::DeviceToHost
    {
        format!("write `{}`, or exchange the pointers: the target comes first", right.name())
    } else {
        format!("write `{}`", right.name())
    };
    Finding::new(Code::COPY_DIRECTION, host.place(), format!("`{}`, but {what}", kind.name()))
        .label(format!("the source is {}, the target is {}", from.text(), to.text()))
        .help(help)
}

/// Memory of the host alone where the kind says "device".
fn refuse_kind(host: &mut CallContext, kind: Kind, natures: [Nature; 2], ends: [&End; 2]) -> i32 {
    let wrong = kind.sides().into_iter().zip(natures).map(|pair| pair == (Some(Side::Device), Nature::Pageable)).collect::<Vec<_>>();
    let what = match wrong[..] {
        [true, true] => "source and target are host memory",
        [true, false] => "the source is host memory",
        _ => "the target is host memory",
    };
    let mut finding = direction(host, kind, natures, what).note("nothing was copied");
    if natures == [Nature::Pageable; 2] {
        finding = finding.help(help_between_hosts(host, ends[usize::from(!wrong[0])].clone()));
    }
    because(host, INVALID_VALUE, finding)
}

/// CUDA copies all the same.
fn warn_of_kind(host: &mut CallContext, kind: Kind, natures: [Nature; 2]) {
    let said = kind.sides();
    let what = |index: usize, name: &str| match (said[index], natures[index].side()) {
        (Some(said), Some(is)) if said != is => Some(format!("the {name} is {}", natures[index].text())),
        _ => None,
    };
    let what = [what(0, "source"), what(1, "target")].into_iter().flatten().collect::<Vec<_>>().join(" and ");
    let finding = direction(host, kind, natures, &what).note("CUDA copies as the pointers say").warning();
    host.report(finding);
}
