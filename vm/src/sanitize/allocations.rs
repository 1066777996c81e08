//! Device memory as the checks were told of it.

use std::collections::BTreeMap;

/// Allocations, each with what is kept of it; by first address.
pub(super) struct Allocations<T>(BTreeMap<u64, (u64, T)>);

impl<T> Default for Allocations<T> {
    fn default() -> Self {
        Allocations(BTreeMap::new())
    }
}

impl<T> Allocations<T> {
    /// There is an allocation; those that lay there are no more.
    pub(super) fn insert(&mut self, address: u64, bytes: u64, kept: T) {
        let end = address.saturating_add(bytes);
        while let Some((&start, _)) = self.0.range(address..end).next() {
            self.0.remove(&start);
        }
        self.0.insert(address, (bytes, kept));
    }

    /// What is kept of all that are there.
    pub(super) fn all(&self) -> impl Iterator<Item = &T> {
        self.0.values().map(|(_, kept)| kept)
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.values_mut().map(|(_, kept)| kept)
    }

    /// What is kept of the allocation at an address, and how far behind its start that is.
    pub(super) fn at(&mut self, address: u64) -> Option<(&mut T, u64)> {
        let (start, (bytes, kept)) = self.0.range_mut(..=address).next_back()?;
        (address - start < *bytes).then_some((kept, address - start))
    }

    /// The first address of the allocation at an address.
    pub(super) fn start_of(&self, address: u64) -> Option<u64> {
        let (&start, (bytes, _)) = self.0.range(..=address).next_back()?;
        (address - start < *bytes).then_some(start)
    }
}
