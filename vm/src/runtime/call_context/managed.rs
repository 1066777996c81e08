//! Managed memory to which nothing was written. What the host writes its shadow knows, what kernels and copies write the check of device
//! memory knows; each is told by the other when it may ask: the check before a launch and a copy, the host where it reads.

use super::CallContext;
use crate::memory::between;

/// Bytes that are looked at together where the host reads.
const CHUNK: u64 = 4096;

impl CallContext<'_, '_> {
    /// Nothing was written to new managed memory.
    pub(super) fn begin_managed(&mut self, address: u64, size: u64) {
        if self.machine.memory.has_shadows() && self.machine.sinks.new_managed(address, size) {
            self.machine.memory.mark(address, size, true);
        }
    }

    /// Whether what the host reads of managed memory was written by a kernel or a copy: then the host knows that from now on.
    pub(super) fn was_written_by_device(&mut self, address: u64, bytes: u64) -> bool {
        let machine = &mut *self.machine;
        if !machine.sinks.unwritten_of(address, bytes).is_empty() {
            return false;
        }
        let Some(memory) = machine.memory.allocation(address) else { return true };
        let start = memory.base.max(address / CHUNK * CHUNK);
        let size = memory.end().min((address + bytes).next_multiple_of(CHUNK)) - start;
        let unwritten = machine.sinks.unwritten_of(start, size).into_iter().map(|piece| piece.start - start..piece.end - start);
        for piece in between(&unwritten.collect::<Vec<_>>(), size) {
            machine.memory.mark(start + piece.start, piece.end - piece.start, false);
        }
        true
    }
}
