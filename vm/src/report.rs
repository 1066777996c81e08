//! Wording of findings: one function a mistake.

use crate::finding::Finding;
use crate::host::Thread;
use crate::machine::Machine;
use crate::memory::{Trace, Violation};
use kern_diag::Code;

/// A wrong access, by host code or by a thread of a kernel.
pub(crate) fn violation(machine: &Machine, violation: &Violation, trace: &Trace, _thread: Option<&Thread>) -> Finding {
    let message = format!("{:?} {} of {} bytes", violation.kind, violation.access.text(), violation.size);
    Finding::new(Code::INTERNAL, machine.place(trace), message)
}
