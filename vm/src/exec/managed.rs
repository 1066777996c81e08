//! Managed memory to which nothing was written: what the host writes its shadow knows, what kernels write the check of device memory knows.
//! Each is told by the other when work changes hands.

use crate::machine::Machine;
use crate::memory::between;

impl Machine<'_> {
    /// Has the check of device memory know what the host has written: before a launch.
    pub(crate) fn tell_managed(&mut self) {
        if self.memory.has_shadows() && self.memory.has_shared() {
            self.sinks.managed().into_iter().for_each(|(address, bytes)| self.tell_managed_at(address, bytes));
        }
    }

    /// The same of what is copied; where some of that was not written, of all that it is part of, of which a report tells.
    pub(crate) fn tell_copied(&mut self, address: u64, bytes: u64) {
        self.tell_managed_at(address, bytes);
        if self.memory.is_managed(address)
            && !self.sinks.unwritten_of(address, bytes).is_empty()
            && let Some((base, size)) = self.memory.allocation(address).map(|all| (all.base, all.size))
        {
            self.tell_managed_at(base, size);
        }
    }

    fn tell_managed_at(&mut self, address: u64, bytes: u64) {
        if self.memory.has_shadows() && self.memory.is_managed(address) {
            for piece in between(&self.memory.unwritten(address, bytes), bytes) {
                self.sinks.tell(|observer| observer.filled(address + piece.start, piece.end - piece.start));
            }
        }
    }

    /// Has the host know what kernels have written: behind a launch.
    pub(crate) fn learn_managed(&mut self) {
        if !self.memory.has_shadows() || !self.memory.has_shared() {
            return;
        }
        let mut settled = Vec::new();
        for (address, bytes) in self.sinks.managed() {
            let unwritten = self.sinks.unwritten_of(address, bytes);
            if unwritten.is_empty() || !self.memory.is_managed(address) {
                settled.push(address);
            }
            let unwritten: Vec<_> = unwritten.into_iter().map(|piece| piece.start - address..piece.end - address).collect();
            for piece in between(&unwritten, bytes) {
                self.memory.mark(address + piece.start, piece.end - piece.start, false);
            }
        }
        self.sinks.tell(|observer| observer.managed_is_settled(&settled));
    }
}
