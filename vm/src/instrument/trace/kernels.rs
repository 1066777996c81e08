//! Records the first block of the first launch of each kernel, for reports that show one of each.

use super::{Recorder, Selection, TraceBlock};
use crate::instrument::LaunchReport;
use crate::instrument::observe::{Interests, LaunchEvent, Observer, WarpId};
use crate::instrument::step::StepEvent;
use std::collections::HashSet;

/// A recorder for each launch that is the first of its kernel, as long as there are some left.
pub struct KernelRecorder {
    /// Kernels that may still be recorded.
    left: u32,
    /// Most steps of each.
    most_steps: u64,
    /// Kernels that were launched, by number.
    launched: HashSet<u32>,
    /// Of the launch that runs, if it is recorded.
    recorder: Option<Recorder>,
}

impl KernelRecorder {
    /// Of so many kernels, so many steps each.
    pub fn new(kernels: u32, most_steps: u64) -> KernelRecorder {
        KernelRecorder { left: kernels, most_steps, launched: HashSet::new(), recorder: None }
    }
}

impl Observer for KernelRecorder {
    fn launch_started(&mut self, launch: &LaunchEvent) {
        if self.left == 0 || !self.launched.insert(launch.function) {
            return;
        }
        self.left -= 1;
        let selection = Selection { launch: launch.number, block: TraceBlock::Number(0), warp: None, most_steps: self.most_steps };
        self.recorder.insert(Recorder::new(selection)).launch_started(launch);
    }

    fn interests(&self) -> Interests {
        self.recorder.as_ref().map_or(Interests::NONE, Observer::interests)
    }

    fn block_started(&mut self, block: [u32; 3], number: u64, shared: &[u8]) {
        if let Some(recorder) = &mut self.recorder {
            recorder.block_started(block, number, shared);
        }
    }

    fn block_ended(&mut self, block: [u32; 3], number: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.block_ended(block, number);
        }
    }

    fn barrier(&mut self, block: [u32; 3], number: u64, barrier: u32, threads: u32) {
        if let Some(recorder) = &mut self.recorder {
            recorder.barrier(block, number, barrier, threads);
        }
    }

    fn wants_steps(&self, warp: WarpId) -> bool {
        self.recorder.as_ref().is_some_and(|recorder| recorder.wants_steps(warp))
    }

    fn step(&mut self, warp: WarpId, event: &StepEvent) {
        if let Some(recorder) = &mut self.recorder {
            recorder.step(warp, event);
        }
    }

    fn launch_ended(&mut self, report: &mut LaunchReport) {
        if let Some(mut recorder) = self.recorder.take() {
            recorder.launch_ended(report);
        }
    }
}
