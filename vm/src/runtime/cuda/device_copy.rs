//! Copies and fills that kernels ask for.
//!
//! **What.** In a kernel `cudaMemcpyAsync`, `cudaMemsetAsync` and their kin for rows and boxes are work of the stream that they name, as
//! launches are ([`super::dynamic`]): done when the grid has run, behind what it gave to that stream before. They run as kernels do, so
//! that memory which a kernel may not access fails the launch.
//! **Source.** Measured on an H200 under CUDA 13.0: their order, which errors answer which arguments; that they count for the limit of
//! launches that wait, in all streams, and beyond it answer error 999; and that a fill sets zeros, whatever value it is given.

use super::code::UNKNOWN;
use super::copy_ends::End;
use super::dynamic::{ChildWork, add_child, own_memory, queue_of, too_many};
use super::error::refuse;
use super::operations::Operation;
use super::stream::need_stream;
use crate::call::Stop;
use crate::finding::{Finding, Thread};
use crate::instrument::hazard::AccessedRange;
use crate::memory::{Side, Use, is_of_both};
use crate::report::violation_error;
use crate::runtime::CallContext;
use kern_diag::Code;

/// A copy or a fill that a kernel has asked for.
#[derive(Clone, Debug)]
pub(super) struct DeviceCopy {
    /// As a user reads it.
    pub(super) name: String,
    /// Who asked for it.
    thread: Thread,
    operation: Operation,
    /// The memory from the first to the last byte of each end.
    uses: Vec<Use>,
    /// What it accesses, as far as that is known, by address.
    pub(super) accessed: Vec<AccessedRange>,
}

/// A copy or a fill needs a stream, if it names one; kernels have some of their own.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn need_queue(host: &mut CallContext, stream: Option<u64>) -> Result<(), i32> {
    if host.thread.is_none() {
        return need_stream(host, stream);
    }
    if stream.is_some_and(|stream| queue_of(host, stream).is_none()) {
        return Err(refuse(host, UNKNOWN, "the stream does not exist"));
    }
    if let Some(pending) = too_many(host, true) {
        let reason = format!("{pending} launches and copies of this grid wait, and the device has room for no more");
        return Err(refuse(host, UNKNOWN, reason));
    }
    Ok(())
}

/// A thread gives a copy or a fill to a stream.
///
/// # Errors
/// There is no memory for it: the launch ends.
pub(super) fn give(
    host: &mut CallContext,
    thread: Thread,
    stream: u64,
    ends: &[&End],
    accessed: Vec<AccessedRange>,
    operation: Operation,
) -> Result<(), Stop> {
    let own = ends.iter().find_map(|end| Some((own_memory(end.address)?, end.address)));
    if let Some((what, address)) = own {
        let message = format!("`{}` is given a pointer to {what} of the kernel that calls it", host.function);
        let finding = Finding::new(Code::WILD_POINTER, host.place(), message)
            .label("not done")
            .note(format!("the pointer is {address:#x}; copies and fills run as kernels of their own, which have other memory there"))
            .help("use memory of `cudaMalloc`, of `malloc` in the kernel, or `__device__` variables; or `memcpy` and `memset`, which the thread itself does");
        host.report(finding);
        return Ok(());
    }
    let Some(queue) = queue_of(host, stream) else { return Ok(()) };
    let uses = ends.iter().map(|end| Use { start: end.address, end: end.address.saturating_add(end.size), access: end.access }).collect();
    let copy = DeviceCopy { name: format!("`{}`", host.function), thread, operation, uses, accessed };
    add_child(host, queue, ChildWork::Copy(Box::new(copy)), true)
}

/// What a fill with `value` sets bytes to in a kernel.
pub(super) fn value_of_fill(host: &mut CallContext, value: i32) -> u32 {
    if value as u8 != 0 {
        let message = format!("`{}` in a kernel sets every byte to 0, not to {}", host.function, value as u8);
        let finding = Finding::new(Code::FILL_VALUE, host.place(), message)
            .label("sets zeros")
            .note("so does the device runtime of CUDA 13.0 on an H200, whatever value it is given; the documentation promises the value")
            .help("fill with a loop or a kernel, or with `cudaMemsetAsync` in host code")
            .warning();
        host.report(finding);
    }
    0
}

impl DeviceCopy {
    /// Does it: an error as CUDA's code, or how many nanoseconds that takes on the modelled clock.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn run(&self, launcher: &mut CallContext) -> Result<Result<u64, i32>, Stop> {
        // At the last address of all the end is the start.
        let check = |used: &Use| launcher.check(used.start, (used.end - used.start).max(1), used.access, Side::Device);
        let wrong = self.uses.iter().find_map(|used| check(used).err());
        if let Some(violation) = wrong {
            launcher.thread = Some(self.thread);
            launcher.violation(&violation)?;
            return Ok(Err(violation_error(&violation)));
        }
        let performed = launcher.perform(self.operation.clone(), None)?;
        if launcher.machine.config.check_races && launcher.state.cuda.may_overlap() {
            launcher.state.cuda.note_footprint(self.accessed.clone());
        }
        Ok(Ok(performed.and_then(|performed| performed.transfer).map_or(0, |transfer| transfer.cost.duration)))
    }

    /// What it uses of memory of both sides.
    pub(super) fn uses_of_both(&self, launcher: &CallContext) -> Vec<Use> {
        let memory = &launcher.machine.memory;
        self.uses.iter().copied().filter(|used| memory.for_device(used.start).as_ref().is_some_and(is_of_both)).collect()
    }
}
