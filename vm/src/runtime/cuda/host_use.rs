//! The host uses managed or pinned memory that an operation uses which it has not waited for.
//!
//! Of a launch it is known from its pointers what it may use. Where the host meets that the addresses of the kernel's accesses are looked
//! at, which may be sums that stay away from there. Where the host reads, with a volatile or atomic access, what a kernel with a fence for
//! the whole system writes, it counts as told by that kernel that its data are there.

use super::operations::Work;
use crate::exec::device_scheduler::Launched;
use crate::exec::touched::announces;
use crate::finding::{Finding, Place};
use crate::instrument::WorkKind;
use crate::machine::Machine;
use crate::memory::{Access, Use};
use crate::parallel::independence::{self, Launch};
use crate::runtime::State;
use kern_diag::Code;
use kern_ir::Opcode;

impl State {
    /// The host uses memory that an operation uses: reports it if that is a mistake, once an operation.
    pub(in super::super) fn report_conflict(
        &mut self,
        machine: &mut Machine,
        address: u64,
        bytes: u64,
        access: Access,
        place: Option<Place>,
    ) {
        let words = if access == Access::Read { ["reads", "read"] } else { ["writes", "written"] };
        self.report_conflicts(machine, [address, bytes], access, words, place);
    }

    /// The host frees memory that an operation uses: the same.
    pub(in super::super) fn report_freed(&mut self, machine: &mut Machine, address: u64, bytes: u64, place: Option<Place>) {
        self.report_conflicts(machine, [address, bytes], Access::Write, ["frees", "freed"], place);
    }

    /// `words` are what the host does to the memory, and what is done to that.
    fn report_conflicts(
        &mut self,
        machine: &mut Machine,
        [address, bytes]: [u64; 2],
        access: Access,
        words: [&str; 2],
        place: Option<Place>,
    ) {
        while let Some((number, device)) = machine.memory.conflict(address, bytes, access) {
            if self.look_at_addresses(machine, number) {
                continue;
            }
            if let Some(finding) = self.conflict(number, words, device, place.clone()) {
                machine.findings.report(finding);
            }
            machine.memory.end_use(number);
        }
    }

    /// The host reads memory as one does that waits for a flag: what a kernel has done that sets flags for the host is done.
    pub(in super::super) fn hear(&mut self, machine: &mut Machine, address: u64, bytes: u64) {
        while let Some((number, _)) = machine.memory.conflict(address, bytes, Access::Read) {
            let launched = self.launched(number).map(|launched| launched.kernel);
            let function = launched.and_then(|kernel| machine.kernel_at(kernel));
            if !function.is_some_and(|function| announces(&machine.program.device, function)) {
                return;
            }
            machine.memory.end_use(number);
        }
    }

    /// What a launch uses, as its addresses tell, takes the place of what is known from its pointers; whether that is new.
    fn look_at_addresses(&mut self, machine: &mut Machine, number: u64) -> bool {
        let Some(launched) = self.launched(number).filter(|launched| !launched.is_looked_at) else { return false };
        launched.is_looked_at = true;
        let Launched { kernel, config, params, .. } = launched.clone();
        let Some(function) = machine.kernel_at(kernel) else { return false };
        let launch = Launch {
            module: &machine.program.device,
            variables: &machine.device_layout.variables,
            function,
            grid: config.grid,
            block: config.block,
            params: &params,
            is_math: crate::runtime::is_math,
        };
        let Some(extents) = independence::extents(&launch) else { return false };
        let is_of_both = |at: u64| machine.memory.for_device(at).as_ref().is_some_and(crate::memory::is_of_both);
        let of_both = extents.into_iter().filter(|extent| is_of_both(extent.root));
        let access = |op| match op {
            Opcode::Ld => Access::Read,
            Opcode::St => Access::Write,
            _ => Access::Atomic,
        };
        let uses: Vec<Use> = of_both.map(|extent| Use { start: extent.start, end: extent.end, access: access(extent.op) }).collect();
        machine.memory.end_use(number);
        machine.memory.start_use(number, &uses);
        true
    }
}

impl State {
    /// The launch that an unfinished operation is.
    fn launched(&mut self, number: u64) -> Option<&mut Launched> {
        self.cuda.device.unfinished_mut(number)?.launched.as_deref_mut()
    }

    /// The finding for a use of memory by the host while operation `number` uses it.
    fn conflict(&self, number: u64, [here, done]: [&str; 2], device: Access, place: Option<Place>) -> Option<Finding> {
        let Work { name, place: submitted, kind, .. } = self.cuda.device.unfinished(number)?;
        let there = if device == Access::Read { "reads" } else { "writes" };
        let message = format!("the host {here} memory that {name} {there}, and has not waited for it");
        Some(
            Finding::new(Code::UNFINISHED_WORK, place, message)
                .label(format!("{done} here"))
                .also(submitted.clone(), format!("{name} {there} it, some time from here on"))
                .note(match kind {
                    WorkKind::Host => {
                        "a stream calls its function some time later, in another thread of the host: without an order that is a data race"
                    }
                    _ => "a launch and an asynchronous copy return before they are done: what the host finds in this memory is chance",
                })
                .help(match self.cuda.called_in {
                    // It may not call these.
                    Some(_) => {
                        "give the function to the stream of what it uses, behind it; or have its stream wait for that first: \
                         `cudaEventRecord(event, stream);`, `cudaStreamWaitEvent(other, event);`"
                    }
                    None => "wait first, with `cudaDeviceSynchronize();` or `cudaStreamSynchronize(stream);`",
                }),
        )
    }
}
