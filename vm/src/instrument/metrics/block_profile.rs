//! What each block of a launch counted.

use super::Traffic;
use crate::launch::Counters;

/// What some blocks counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BlockRow {
    /// What they executed.
    pub counters: Counters,
    /// What they asked of global and local memory.
    pub global: Traffic,
    /// What they asked of shared memory.
    pub shared: Traffic,
}

/// What each block of a launch counted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BlockProfile {
    /// How many blocks a row is, one after the other in their numbers, x fastest; the last row may have fewer.
    pub blocks_per_row: u64,
    /// The rows, by the numbers of their blocks.
    pub rows: Vec<BlockRow>,
}

impl BlockProfile {
    /// The sum of all rows.
    pub fn total(&self) -> BlockRow {
        let mut total = BlockRow::default();
        for row in &self.rows {
            total.counters += row.counters;
            total.global += row.global;
            total.shared += row.shared;
        }
        total
    }
}
