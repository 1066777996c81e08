//! Wording of memory whose content nothing reads, and of barriers that order nothing.

use super::plural;
use crate::finding::{Finding, Place};
use crate::machine::Machine;
use crate::memory::Trace;
use kern_diag::Code;

/// Most places that are told of.
const MOST: usize = 16;

/// Notes, at the end of a program in which nothing else was found, what it wrote to device memory and never read; once a place.
pub(crate) fn report(machine: &mut Machine) {
    let unused = machine.sinks.unused();
    if machine.findings.has_errors() {
        return;
    }
    let mut told: Vec<Trace> = Vec::new();
    for unused in unused {
        if told.contains(&unused.allocated) || told.len() >= MOST {
            continue;
        }
        let place = machine.place(&unused.allocated);
        let bytes = plural(unused.bytes, "byte");
        let mut finding = match unused.written {
            Some(_) => Finding::new(Code::UNUSED, place, format!("nothing reads what is written to these {bytes} of device memory")).help(
                "copy results to the host: `cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost)`; or leave out what nobody needs",
            ),
            None => Finding::new(Code::UNUSED, place, format!("these {bytes} of device memory are never used"))
                .help("leave the allocation out, or pass it to the kernel that it is for"),
        };
        finding = finding.label("allocated here");
        if let Some(site) = unused.written.flatten() {
            finding = finding.also(machine.place(&[site]), "written here last");
        }
        finding.thing = unused.first;
        machine.findings.report(finding.remark());
        told.push(unused.allocated);
    }
    barriers(machine);
}

/// Notes barriers that ordered nothing, in any kernel and any launch; once a place, for a function may be part of several kernels.
fn barriers(machine: &mut Machine) {
    let all: Vec<(Option<Place>, bool)> =
        machine.sinks.barriers().into_iter().map(|(site, is_idle)| (machine.place(&[site]), is_idle)).collect();
    let is_needed = |place: &Place| all.iter().any(|(other, is_idle)| !is_idle && other.as_ref() == Some(place));
    let mut told: Vec<&Place> = Vec::new();
    for place in all.iter().filter(|(_, is_idle)| *is_idle).filter_map(|(place, _)| place.as_ref()) {
        if is_needed(place) || told.contains(&place) || told.len() >= MOST {
            continue;
        }
        let message = "this barrier orders nothing: no thread accesses behind it what another thread of its block wrote before it, or the other way round";
        let finding = Finding::new(Code::IDLE_BARRIER, Some(place.clone()), message)
            .label("all threads of the block wait here for nothing")
            .help("leave it out");
        machine.findings.report(finding.remark());
        told.push(place);
    }
}
