//! What comes before a function of the host that a stream calls.

use super::{DeviceScheduler, Ticket};
use crate::memory::{Memory, Use};
use std::collections::BTreeSet;

impl<O> DeviceScheduler<O> {
    /// What an operation comes directly after.
    pub(crate) fn before(&self, ticket: Ticket) -> Vec<u64> {
        self.unfinished.get(&ticket.number).map_or(Vec::new(), |this| this.after.clone())
    }

    /// What an operation comes directly after that a stream is given now.
    pub(crate) fn before_next(&self, stream: u64) -> Vec<u64> {
        let is_before = |other: u64| other == stream || (other == 0 || stream == 0) && self.are_tied(other, stream);
        self.last.iter().filter(|(other, _)| is_before(**other)).map(|(_, &number)| number).collect()
    }

    /// Operations are finished, and all that they come after.
    pub(crate) fn finish_all(&mut self, memory: &mut Memory, operations: &[u64]) {
        operations.iter().for_each(|&number| self.finish(memory, number));
    }

    /// Operations, and all that they come after, use no memory until [`DeviceScheduler::take_up`]: they are done for who runs meanwhile.
    pub(crate) fn suspend(&self, memory: &mut Memory, operations: &[u64]) -> Vec<(u64, Use)> {
        let (mut all, mut open) = (BTreeSet::new(), operations.to_vec());
        while let Some(number) = open.pop() {
            if all.insert(number) {
                open.extend(self.unfinished.get(&number).into_iter().flat_map(|this| &this.after));
            }
        }
        memory.suspend_uses(|number| all.contains(&number))
    }

    /// Those of them that nobody has waited for use that memory again.
    pub(crate) fn take_up(&self, memory: &mut Memory, suspended: Vec<(u64, Use)>) {
        for (number, used) in suspended.into_iter().filter(|(number, _)| self.unfinished.contains_key(number)) {
            memory.start_use(number, &[used]);
        }
    }
}
