//! What is known of writes: of each location the newest.

use rustc_hash::FxHashMap;

/// What one thread knows beyond its block.
pub(super) type View = Known;

/// By location the newest write that is known.
#[derive(Clone, Default, Debug)]
pub(super) struct Known(FxHashMap<u64, u32>);

impl Known {
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        self.0.get(&key).copied()
    }

    pub(super) fn set(&mut self, key: u64, id: u32) {
        self.0.insert(key, id);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        self.0.iter().map(|(&key, &id)| (key, id))
    }
}
