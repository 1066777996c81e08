//! A function, or a part of one, as machine code, with what is known of it; and the one way into it.

use super::abi::{Context, ExitReason, masks_at, records_at};
use super::lane_loop_counts::LaneLoopCounts;
use super::regions::RegionList;
use crate::exec::engine::Engine;
use crate::jit::analysis::affine::Affine;
use crate::jit::analysis::counter_plan::{CounterPlan, RECORDS, Record};
use crate::jit::analysis::told;
use crate::jit::clif::backend::{Made, Memory};
use crate::jit::clif::{Marshalled, ResumeEntries};
use crate::platform::fault::{self, Fault, MachineCode};

/// A function as machine code, for one kernel and block size.
pub(crate) struct Compiled {
    pub(crate) made: Made,
    pub(crate) _memory: Memory,
    pub(crate) entries: ResumeEntries,
    pub(crate) regions: RegionList,
    /// Bounds that host code keeps behind them.
    pub(crate) bounds: usize,
    pub(crate) function: u32,
    pub(crate) counter_plan: CounterPlan,
    /// By segment, affine values that are looked at before lanes resume there.
    pub(crate) affine: Vec<Vec<Affine>>,
    /// First operation of each segment, and whether lanes may resume there.
    pub(crate) segments: Vec<(u32, bool)>,
    pub(crate) lane_loops: Vec<LaneLoopCounts>,
}

impl Compiled {
    /// Runs the code. It may call the code of `others`, if that is not null: a list that lives.
    ///
    /// # Safety
    /// The context is complete: one of this function, with all that it points to, of which nothing else is in use until this returns.
    ///
    /// # Errors
    /// It faulted.
    pub(crate) unsafe fn enter(&self, context: *mut Context, others: *const Vec<MachineCode>) -> Result<ExitReason, Fault> {
        // SAFETY: the code was made with this signature and lives as long as this does.
        unsafe { fault::enter(self.made.code, context, others) }.map(ExitReason::of)
    }

    /// The operands of an operation in the marshalling registers.
    pub(crate) fn marshalled(&self, pc: u32) -> &[Marshalled] {
        self.entries.marshalled.get(pc as usize).map_or(&[], Vec::as_slice)
    }

    /// The values in the marshalling registers that are spilled together.
    pub(crate) fn spilled(&self, number: u32) -> &[Marshalled] {
        self.entries.spilled.get(number as usize).map_or(&[], Vec::as_slice)
    }

    /// Entry for a full warp at an operation.
    pub(crate) fn full_entry(&self, pc: u32) -> Option<u32> {
        self.segment(pc).and_then(|n| self.entries.full[n])
    }

    /// The masks of the segments, in the memory that begins with a context.
    pub(super) fn masks(&self, base: *mut u8) -> *mut u32 {
        base.wrapping_add(masks_at(self.regions.capacity())).cast()
    }

    /// Bytes of an instance's memory: a context, regions, masks, and what observed functions count.
    pub(super) fn instance_bytes(&self) -> usize {
        let counted = if self.counter_plan.words > 0 || self.counter_plan.has_sites() {
            RECORDS * size_of::<Record>() + self.counter_plan.words * 8
        } else if self.counter_plan.told.is_empty() {
            0
        } else {
            told::WORDS * 8
        };
        records_at(self.regions.capacity(), self.segments.len()) + counted + self.lane_loop_bytes()
    }

    /// What an instance has counted.
    ///
    /// # Safety
    /// `base` is the memory of an instance of this function, of which nothing else is in use.
    pub(super) unsafe fn counted<'a>(&self, base: *mut u8) -> (&'a [Record], &'a mut [u64]) {
        let records = base.wrapping_add(records_at(self.regions.capacity(), self.segments.len()));
        // SAFETY: an instance has room for all this, and compiled code filled the first records.
        unsafe {
            let number = std::mem::take(&mut (*base.cast::<Context>()).records.recorded);
            let words = records.add(RECORDS * size_of::<Record>()).cast();
            (std::slice::from_raw_parts(records.cast(), number as usize), std::slice::from_raw_parts_mut(words, self.counter_plan.words))
        }
    }

    /// Adds the records of accesses to the profile.
    ///
    /// # Safety
    /// As for `counted`.
    pub(crate) unsafe fn add_records(&self, context: *mut Context, engine: &mut Engine<32>) {
        // SAFETY: as the caller says.
        let (records, words) = unsafe { self.counted(context.cast()) };
        if let Some(profile) = engine.machine.sinks.sums() {
            self.counter_plan.add_records(profile, self.function, records, words);
        }
    }

    /// Adds a counter to the profile and starts it anew.
    ///
    /// # Safety
    /// As for `counted`.
    pub(crate) unsafe fn flush_counter(&self, context: *mut Context, engine: &mut Engine<32>, number: u32) {
        // SAFETY: as the caller says.
        let (records, words) = unsafe { self.counted(context.cast()) };
        if let Some(profile) = engine.machine.sinks.sums() {
            self.counter_plan.add_records(profile, self.function, records, words);
            self.counter_plan.flush_counter(profile, self.function, number, words);
        }
    }

    /// Takes the lanes that are at segments: operation and lanes.
    pub(crate) fn take_split_lanes(&self, base: *mut u8) -> Vec<(u32, u32)> {
        let masks = self.masks(base);
        let mut left = Vec::new();
        for n in 0..self.segments.len() {
            // SAFETY: the memory has room for a mask for each segment.
            let mask = unsafe { masks.add(n).replace(0) };
            if mask != 0 {
                left.push((self.segments[n].0, mask));
            }
        }
        left
    }

    pub(super) fn segment(&self, pc: u32) -> Option<usize> {
        self.segments.binary_search_by_key(&pc, |n| n.0).ok()
    }
}
