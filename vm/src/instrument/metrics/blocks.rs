//! Counters of each block, for a map of the grid.
//!
//! [`BlockCounter`] is an observer beside [`super::AccessProfile`], with the same rules. **Invariant.** The sums over all rows are
//! what the launch counts. **May miss.** Which blocks of a large grid it was: beyond [`MOST_ROWS`] a row is several blocks, one
//! after the other in their numbers.

use super::Class;
use super::banks::LANES;
use super::block_profile::{BlockProfile, BlockRow};
use super::combine::CombinedAtomics;
use super::observer::{counted, requests_of};
use super::rules::Request;
use crate::instrument::LaunchReport;
use crate::instrument::observe::{Interests, LaunchEvent, MemoryEvent, Observer};
use crate::launch::Counters;
use std::sync::Arc;

/// Most rows of a launch.
pub const MOST_ROWS: u64 = 4096;

/// The observer that keeps the counters.
#[derive(Default)]
pub struct BlockCounter {
    current: BlockProfile,
    /// Of the device module; made with the first launch.
    combined: Option<CombinedAtomics>,
}

impl BlockCounter {
    fn row(&mut self, block: u64) -> Option<&mut BlockRow> {
        self.current.rows.get_mut((block / self.current.blocks_per_row.max(1)) as usize)
    }
}

impl Observer for BlockCounter {
    fn launch_started(&mut self, launch: &LaunchEvent) {
        self.combined.get_or_insert_with(|| CombinedAtomics::new(launch.module));
        let blocks = launch.config.blocks();
        let blocks_per_row = blocks.div_ceil(MOST_ROWS).max(1);
        let rows = vec![BlockRow::default(); blocks.div_ceil(blocks_per_row) as usize];
        self.current = BlockProfile { blocks_per_row, rows };
    }

    fn interests(&self) -> Interests {
        Interests { events: true, blocks: true, ..Interests::NONE }
    }

    fn memory(&mut self, event: &MemoryEvent) {
        let mut moved = [0; LANES];
        let Some(event) = &counted(event, &mut moved) else { return };
        for (class, request) in requests_of(event) {
            let mask = match &self.combined {
                Some(combined) if class.is_atomic() => combined.asking(event.site.function, event.inst, request.mask),
                _ => request.mask,
            };
            let traffic = Request { mask, ..request }.traffic(class);
            let Some(row) = self.row(event.warp.block_number) else { continue };
            match class {
                _ if class.is_global() || class.is_local() => row.global += traffic,
                Class::ConstLoad | Class::Texture | Class::SurfaceLoad | Class::SurfaceStore => {}
                _ => row.shared += traffic,
            }
        }
    }

    fn block_ran(&mut self, number: u64, counted: &Counters) {
        if let Some(row) = self.row(number) {
            row.counters += *counted;
        }
    }

    fn launch_ended(&mut self, report: &mut LaunchReport) {
        report.blocks = Some(Arc::new(std::mem::take(&mut self.current)));
    }
}
