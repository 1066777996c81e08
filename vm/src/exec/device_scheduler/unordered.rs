//! What an operation may run beside.

use super::{DeviceScheduler, Work};
use crate::instrument::hazard::AccessedRange;
use std::collections::BTreeSet;

impl<O> DeviceScheduler<O> {
    /// What an operation does, and all unfinished ones that come neither before nor after it.
    pub(crate) fn unordered_with(&self, number: u64) -> Option<(&Work, Vec<(u64, &Work)>)> {
        let last = self.unfinished.get(&number)?;
        let mut before = BTreeSet::from([number]);
        let mut work = last.after.clone();
        while let Some(number) = work.pop() {
            if before.insert(number) {
                work.extend(self.unfinished.get(&number).into_iter().flat_map(|unfinished| &unfinished.after));
            }
        }
        let others = self.unfinished.iter().filter(|(number, _)| !before.contains(number));
        Some((&last.work, others.map(|(&number, unfinished)| (number, &unfinished.work)).collect()))
    }

    /// The stream of an unfinished operation.
    pub(crate) fn stream_of(&self, number: u64) -> Option<u64> {
        self.unfinished.get(&number).map(|unfinished| unfinished.stream)
    }

    /// The number of the last operation that was submitted.
    pub(crate) fn last_number(&self) -> u64 {
        self.next
    }

    /// Memory is given out again: what used it before does not meet what uses it now.
    pub(crate) fn forget(&mut self, address: u64, bytes: u64) {
        if self.has_streams {
            let end = address.saturating_add(bytes);
            let is_other = |footprint: &AccessedRange| footprint.end <= address || footprint.start >= end;
            self.unfinished.values_mut().for_each(|unfinished| unfinished.work.footprint.retain(is_other));
        }
    }

    /// Memory was used before the stream had it that allocates it: that is one mistake, whoever else uses it.
    pub(crate) fn forget_allocations_met_by(&mut self, number: u64) {
        let Some(used) = self.unfinished.get(&number).map(|last| last.work.footprint.clone()) else { return };
        let is_used = |of: &AccessedRange| used.iter().any(|range| range.start < of.end && of.start < range.end);
        let allocations = self.unfinished.iter_mut().filter(|(other, unfinished)| **other != number && unfinished.work.does.is_some());
        allocations.for_each(|(_, unfinished)| unfinished.work.footprint.retain(|of| !is_used(of)));
    }
}
