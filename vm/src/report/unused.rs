//! Wording of memory whose content nothing reads.

use super::plural;
use crate::finding::Finding;
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
}
