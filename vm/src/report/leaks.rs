//! Wording of memory of a device that is never freed.

use super::plural;
use crate::config::LeakCheck;
use crate::finding::{Finding, Place};
use crate::machine::Machine;
use crate::memory::{AllocationKind, Trace};
use kern_diag::Code;
use rustc_hash::FxHashMap;

/// Allocations of one place.
struct Leak {
    first: u64,
    bytes: u64,
    count: u64,
    kind: AllocationKind,
}

/// Reports what the program allocated on its devices and did not free, a finding a place: at its end, and when it resets
/// the device, which takes all memory away.
pub(crate) fn report(machine: &mut Machine, at_reset: Option<Place>) {
    match machine.config.check_leaks {
        LeakCheck::Never => return,
        LeakCheck::Alone if machine.findings.has_errors() => return,
        _ => {}
    }
    let mut leaks: Vec<(Trace, Leak)> = Vec::new();
    let mut by_trace: FxHashMap<Trace, usize> = FxHashMap::default();
    for allocation in machine.memory.device.live() {
        let Some(trace) = allocation.allocated.clone().filter(|_| allocation.name.is_none() && freed_with(allocation.kind).is_some())
        else {
            continue;
        };
        let index = *by_trace.entry(trace.clone()).or_insert(leaks.len());
        match leaks.get_mut(index) {
            Some((_, leak)) => (leak.bytes, leak.count) = (leak.bytes + allocation.size, leak.count + 1),
            None => leaks.push((trace, Leak { first: allocation.base, bytes: allocation.size, count: 1, kind: allocation.kind })),
        }
    }
    for (trace, leak) in leaks {
        let place = machine.place(&trace);
        let whole = match leak.count {
            1 => format!("{} of {} are never freed", plural(leak.bytes, "byte"), memory_name(leak.kind)),
            _ => {
                format!("{} allocations of {}, {} in all, are never freed", leak.count, memory_name(leak.kind), plural(leak.bytes, "byte"))
            }
        };
        let mut finding = Finding::new(Code::LEAK, place, whole).label("allocated here");
        if let Some(place) = &at_reset {
            finding = finding.also(Some(place.clone()), "the device is reset here: all that it holds is lost");
        }
        if let Some(function) = freed_with(leak.kind) {
            finding = finding.help(format!("free it with `{function}` when it is no longer needed"));
        }
        finding.thing = leak.first;
        machine.findings.report(finding);
    }
}

fn memory_name(kind: AllocationKind) -> &'static str {
    match kind {
        AllocationKind::Managed => "managed memory",
        AllocationKind::DeviceHeap => "the device's heap",
        AllocationKind::Array => "CUDA arrays",
        _ => "device memory",
    }
}

/// What frees memory of a kind, if it is a device's and a program's to free.
fn freed_with(kind: AllocationKind) -> Option<&'static str> {
    match kind {
        AllocationKind::Device | AllocationKind::Managed | AllocationKind::Peer => Some("cudaFree"),
        AllocationKind::Array => Some("cudaFreeArray"),
        AllocationKind::DeviceHeap => Some("free"),
        _ => None,
    }
}
