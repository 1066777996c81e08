//! Wording of wrong accesses.
//!
//! A beginner thinks in elements of an array that a pointer came from: places are told so wherever that is a whole number,
//! in the type of the access, and else in bytes.

use super::access_help::help;
use super::circumstances::{Circumstances, Element, Origin, element_size, index, many, space_text};
use super::{plural, thread_text};
use crate::finding::{AccessFacts, AllocationFacts, ElementFacts, Finding, Place, ordinal};
use crate::launch::error;
use crate::machine::Machine;
use crate::memory::{Access, Allocation, AllocationKind, Side, Site, Violation, ViolationKind};
use kern_diag::Code;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The code for a wrong access.
pub(crate) fn violation_code(violation: &Violation, side: Side) -> Code {
    match violation.kind {
        ViolationKind::OutOfBounds if side == Side::Host => Code::HOST_OUT_OF_BOUNDS,
        ViolationKind::OutOfBounds => match violation.allocation.as_ref().map(|a| a.kind) {
            Some(AllocationKind::Shared) => Code::SHARED_OUT_OF_BOUNDS,
            Some(AllocationKind::Local) => Code::LOCAL_OUT_OF_BOUNDS,
            _ => Code::OUT_OF_BOUNDS,
        },
        ViolationKind::Null => Code::NULL_POINTER,
        ViolationKind::Unmapped | ViolationKind::Unset | ViolationKind::Peer => Code::WILD_POINTER,
        ViolationKind::Freed | ViolationKind::Idle => Code::USE_AFTER_FREE,
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

/// A wrong access, by host code or by a thread of a kernel.
pub(crate) fn violation(machine: &Machine, v: &Violation, trace: &[Site], by: &Circumstances) -> Finding {
    let mut finding = Finding::new(violation_code(v, by.side()), machine.place(trace), message(v, by));
    finding = with_places(machine, finding.label(label(&by.origin)), v, by);
    if let Some(t) = &by.thread {
        finding = finding.note(format!("warp {}, lane {}, address {:#x}", t.warp, t.lane, v.address));
    }
    if let Some(help) = help(v, by) {
        finding = finding.help(help);
    }
    finding.facts.thread = by.thread;
    finding.facts.access = Some(facts(machine, v, by));
    finding.thing = thing(machine, v, by);
    finding.is_everywhere = is_everywhere(v, by);
    finding
}

/// What is wrong, and where the address lies.
fn message(v: &Violation, c: &Circumstances) -> String {
    let by = c.thread.as_ref().map_or(String::new(), |t| format!(" by {}", thread_text(t)));
    let space = space_text(v, c.side());
    let bytes = plural(v.size, "byte");
    let word = v.access.text();
    let access = format!("{space} {word} of {bytes}");
    match (v.kind, &v.allocation) {
        (ViolationKind::OutOfBounds, Some(a)) => match range(v, a, c) {
            Some(range) => format!("out-of-bounds {access}{by} {range}"),
            None => format!("out-of-bounds {access}{by}: {}", position(v, a, c)),
        },
        (ViolationKind::Unmapped, None) if space == "shared" => {
            format!("{access}{by} where the block has no shared memory: {:#x}", v.address)
        }
        (ViolationKind::Unmapped, None) if c.side() == Side::Device && c.is_symbol => {
            format!("{word} of {bytes}{by} through the address that host code has for a device variable")
        }
        (ViolationKind::OutOfBounds | ViolationKind::Unmapped, _) => {
            format!("{word} of {bytes} at an address where nothing is{by}: {:#x}", v.address)
        }
        (ViolationKind::Unset, _) => match &c.origin {
            Origin::Parameter(p) => format!("{word} of {bytes}{by} through a pointer that was never set: parameter `{}`", p.name),
            _ => format!("{word} of {bytes}{by} through a pointer that was never set"),
        },
        (ViolationKind::Null, _) => match &c.origin {
            Origin::Parameter(p) if p.is_pointer => format!("null pointer {word} of {bytes}{by}: parameter `{}` is null", p.name),
            Origin::Parameter(p) => format!("null pointer {word} of {bytes}{by}: a pointer in parameter `{}` is null", p.name),
            Origin::Returned(name) => format!("null pointer {word} of {bytes}{by}: `{name}` returned null"),
            _ => format!("null pointer {word} of {bytes}{by}"),
        },
        (ViolationKind::Freed, Some(a)) => format!("{access} in freed memory{by}: {}", inside(v, a, c)),
        (ViolationKind::Freed, None) => format!("{access} in freed memory{by}"),
        (ViolationKind::Idle, _) => format!("{word} of {bytes}{by} in memory of a graph that is not allocated now"),
        (ViolationKind::Peer, _) => format!("{word} of {bytes}{by} in memory of another device, without peer access to it"),
        (ViolationKind::HostPointerInKernel, _) => format!("kernel {} host memory: {word} of {bytes}{by}", verb(v.access)),
        (ViolationKind::DevicePointerOnHost, _) => format!("host code dereferences a device pointer: {word} of {bytes}"),
        (ViolationKind::DeviceSymbolOnHost, _) => "host code uses a device variable as if it were its own".to_string(),
        (ViolationKind::ReadOnly, Some(a)) => format!("write to constant memory{by}: {}", allocation_text(a, None)),
        (ViolationKind::ReadOnly, None) => format!("write to constant memory{by}"),
        (ViolationKind::Misaligned, _) => {
            format!("misaligned {access}{by}: address {:#x} is not a multiple of {}", v.address, v.size)
        }
        (ViolationKind::DeadStack, _) => format!("{word} of {bytes} in the stack of a function that has returned"),
    }
}

fn label(origin: &Origin) -> String {
    match origin {
        Origin::Parameter(p) => format!(
            "through {}parameter `{}`, the {} argument of `{}`",
            if p.is_pointer { "" } else { "a pointer in " },
            p.name,
            ordinal(u64::from(p.index) + 1),
            p.kernel
        ),
        Origin::Unknown | Origin::Loaded(_) | Origin::Returned(_) => String::new(),
    }
}

/// Adds the places and facts that explain it.
fn with_places(machine: &Machine, mut finding: Finding, v: &Violation, c: &Circumstances) -> Finding {
    if let Some(a) = &v.allocation {
        if let Some(made) = &a.allocated {
            // What a pointer in memory leads to may be a class: the member that was accessed says little of it.
            let is_known = !(matches!(c.origin, Origin::Loaded(_)) && v.kind == ViolationKind::HostPointerInKernel);
            finding = finding.also(machine.place(made), format!("{} allocated here", amount(a, c.element.as_ref().filter(|_| is_known))));
        }
        if let Some(Some(freed)) = &a.freed {
            finding = finding.also(machine.place(freed), "freed here");
        }
        if c.is_dynamic_shared {
            finding = finding.note(match a.size {
                0 => "the launch gives the block no dynamic shared memory".to_string(),
                size => format!("the launch gives the block {} of dynamic shared memory", plural(size, "byte")),
            });
        }
        if v.kind == ViolationKind::Misaligned && v.address >= a.base {
            let offset = v.address - a.base;
            finding = finding.note(format!("it lies {} after the start of {}", plural(offset, "byte"), allocation_text(a, None)));
        }
    }
    if let Some(other) = &c.other {
        let text = format!("the address lies in {}", allocation_text(other, c.element.as_ref()));
        finding = match other.allocated.as_ref().and_then(|made| machine.place(made)) {
            Some(place) => finding.also(Some(place), format!("{text}, allocated here")),
            None => finding.note(text),
        };
    }
    match (&c.origin, v.kind) {
        (Origin::Loaded(place), ViolationKind::Null) => from_memory(finding, place, "the null pointer was read from memory"),
        (Origin::Loaded(place), ViolationKind::HostPointerInKernel) => from_memory(finding, place, "the pointer was read from memory"),
        _ => finding,
    }
}

/// Says that a pointer came from memory, at its place if that is another.
fn from_memory(finding: Finding, place: &Option<Place>, text: &str) -> Finding {
    match place {
        Some(place) if finding.place.as_ref() != Some(place) => finding.also(Some(place.clone()), format!("{text} here")),
        _ => finding.note(text),
    }
}

fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "reads",
        Access::Write => "writes",
        Access::Atomic => "modifies",
    }
}

/// The name for elements of `size` bytes of an allocation: the type of the access if it is of one element.
fn element_name(size: u64, c: &Circumstances) -> &str {
    c.element.as_ref().filter(|e| e.bytes == size).map_or("element", |e| &e.name)
}

/// What an allocation is: "a 384-byte allocation", "array `s` of 32 floats".
fn allocation_text(a: &Allocation, element: Option<&Element>) -> String {
    let name_of = |size: u64| element.filter(|e| e.bytes == size).map_or("element", |e| &e.name);
    match (&a.name, a.element_size) {
        // What the compiler calls it is no name of the program's.
        (Some(name), _) if name.starts_with("$str") => format!("a string literal of {}", many(a.size, "char")),
        (Some(name), element) if element > 0 => format!("array `{name}` of {}", many(a.size / element, name_of(element))),
        (Some(name), _) => format!("variable `{name}` of {}", plural(a.size, "byte")),
        (None, _) => match a.kind {
            AllocationKind::Heap | AllocationKind::Pinned => format!("a {}-byte heap block", a.size),
            AllocationKind::Parameter => format!("the kernel's {} of parameters", plural(a.size, "byte")),
            AllocationKind::StackVariable | AllocationKind::Local => format!("a local variable of {}", plural(a.size, "byte")),
            _ => format!("a {}-byte allocation", a.size),
        },
    }
}

/// How much an allocation is: "1000 floats (4000 bytes)".
fn amount(a: &Allocation, element: Option<&Element>) -> String {
    let bytes = plural(a.size, "byte");
    match element {
        Some(element) if element.bytes > 1 && a.size.is_multiple_of(element.bytes) && a.size > 0 => {
            format!("{} ({bytes})", many(a.size / element.bytes, &element.name))
        }
        _ => bytes,
    }
}

/// Where an address in an allocation lies: "element 3 of 32 ints".
fn inside(v: &Violation, a: &Allocation, c: &Circumstances) -> String {
    let size = element_size(v, a, c).filter(|&size| size > 0 && a.size.is_multiple_of(size));
    match size.and_then(|size| Some((size, index(v, a, size)?))) {
        Some((size, index)) => format!("element {index} of {}", elements_text(a, size, c)),
        None => allocation_text(a, c.element.as_ref()),
    }
}

/// "array `s` of 32 ints", "32 ints".
fn elements_text(a: &Allocation, size: u64, c: &Circumstances) -> String {
    match (&a.name, a.kind) {
        (Some(name), _) if c.is_dynamic_shared => format!("the {} of `{name}`", many(a.size / size, element_name(size, c))),
        (Some(_), _) if a.element_size > 0 => allocation_text(a, c.element.as_ref()),
        _ => many(a.size / size, element_name(size, c)),
    }
}

/// Of a range of bytes that begins inside an allocation: "from the start of array `h` of 32 elements, which has 128 bytes".
fn range(v: &Violation, a: &Allocation, c: &Circumstances) -> Option<String> {
    let offset = v.address.checked_sub(a.base).filter(|&offset| offset < a.size && c.element.is_none())?;
    let from = if offset == 0 { "the start".to_string() } else { format!("byte {offset}") };
    let bytes = if a.element_size > 1 { format!(", which has {}", plural(a.size, "byte")) } else { String::new() };
    Some(format!("from {from} of {}{bytes}", allocation_text(a, None)))
}

/// Where an address lies relative to an allocation: "element 1000 of 1000 floats, just past the end".
fn position(v: &Violation, a: &Allocation, c: &Circumstances) -> String {
    let whole = allocation_text(a, c.element.as_ref());
    if c.is_dynamic_shared && a.size == 0 {
        return format!("`{}` has 0 bytes", a.name.as_deref().unwrap_or("dynamic shared memory"));
    }
    let is_outside = v.address < a.base || v.address >= a.end();
    let counted = element_size(v, a, c).filter(|&size| size > 0 && a.size.is_multiple_of(size) && (a.name.is_none() || a.element_size > 0));
    if let Some(size) = counted.filter(|_| is_outside)
        && let Some(index) = index(v, a, size)
    {
        let count = (a.size / size) as i64;
        let distance = |n: i64| many(n.unsigned_abs(), element_name(size, c));
        let where_ = match index {
            -1 => "just before the start".to_string(),
            i if i < 0 => format!("{} before the start", distance(i)),
            i if i == count => "just past the end".to_string(),
            i => format!("{} past the end", distance(i - count)),
        };
        return format!("element {index} of {}, {where_}", elements_text(a, size, c));
    }
    if v.address < a.base {
        return format!("{} before the start of {whole}", plural(a.base - v.address, "byte"));
    }
    match v.address.checked_sub(a.end()) {
        Some(0) => format!("just past the end of {whole}"),
        Some(distance) => format!("{} past the end of {whole}", plural(distance, "byte")),
        None => {
            let beyond = v.address + v.size - a.end();
            let lie = if beyond == 1 { "lies" } else { "lie" };
            format!("the last {} {lie} past the end of {whole}", plural(beyond, "byte"))
        }
    }
}

fn kind_text(kind: AllocationKind) -> &'static str {
    match kind {
        AllocationKind::Heap => "host heap",
        AllocationKind::Pinned => "pinned host memory",
        AllocationKind::HostVariable => "host variable",
        AllocationKind::StackVariable => "host local variable",
        AllocationKind::Device => "device memory",
        AllocationKind::Managed => "managed memory",
        AllocationKind::DeviceVariable => "device variable",
        AllocationKind::ConstVariable => "constant variable",
        AllocationKind::DeviceHeap => "device heap",
        AllocationKind::Shared => "shared variable",
        AllocationKind::Local => "local variable",
        AllocationKind::Parameter => "kernel parameters",
        AllocationKind::Array => "CUDA array",
        AllocationKind::Idle => "memory of a graph",
        AllocationKind::Peer => "memory of another device",
    }
}

/// The same as fields.
fn facts(machine: &Machine, v: &Violation, c: &Circumstances) -> AccessFacts {
    let element = c.element.as_ref().map(|e| {
        let size = v.allocation.as_ref().map(|a| if a.element_size > 0 { a.element_size } else { e.bytes });
        let index = v.allocation.as_ref().zip(size).and_then(|(a, size)| index(v, a, size));
        ElementFacts { type_name: e.name.clone(), bytes: e.bytes, index }
    });
    let allocation = v.allocation.as_ref().map(|a| AllocationFacts {
        address: a.base,
        bytes: a.size,
        kind: kind_text(a.kind),
        name: a.name.clone(),
        made: a.allocated.as_ref().and_then(|made| machine.place(made)),
        freed: a.freed.as_ref().and_then(|freed| machine.place(freed.as_ref()?)),
    });
    let parameter = match &c.origin {
        Origin::Parameter(p) => Some(p.clone()),
        _ => None,
    };
    AccessFacts { access: v.access, space: space_text(v, c.side()), address: v.address, bytes: v.size, element, allocation, parameter }
}

/// See [`Finding::is_everywhere`]: a wrong pointer, and too little dynamic shared memory.
fn is_everywhere(v: &Violation, c: &Circumstances) -> bool {
    use ViolationKind::*;
    let is_bad_pointer =
        matches!(v.kind, HostPointerInKernel | DevicePointerOnHost | DeviceSymbolOnHost | Freed | Idle | Peer | Null | Unset);
    is_bad_pointer || (c.is_dynamic_shared && v.allocation.as_ref().is_some_and(|a| v.address >= a.base))
}

/// What was accessed, see [`Finding::thing`]: the call chain that made an allocation, flat, as inlining does not change it.
fn thing(machine: &Machine, v: &Violation, c: &Circumstances) -> u64 {
    let mut hasher = DefaultHasher::new();
    match (&v.allocation, &c.origin) {
        (Some(a), _) => {
            (kind_text(a.kind), &a.name).hash(&mut hasher);
            for site in a.allocated.iter().flat_map(|made| made.iter()) {
                let Some(place) = machine.site_place(site) else { continue };
                std::iter::once(&place).chain(&place.inlined_at).for_each(|p| (&p.file, p.line, p.column).hash(&mut hasher));
            }
        }
        (None, Origin::Parameter(p)) => ("parameter", p.index).hash(&mut hasher),
        (None, Origin::Returned(function)) => function.hash(&mut hasher),
        (None, Origin::Loaded(Some(place))) => (&place.file, place.line, place.column).hash(&mut hasher),
        (None, _) => return 0,
    }
    hasher.finish().max(1)
}
