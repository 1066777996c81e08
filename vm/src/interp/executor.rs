//! The interpreter as the core sees it: it runs split after split, and leaves all else to the scheduler.

use super::select::OPERATIONS;
use crate::decode::code::Operations;
use crate::exec::barrier::BlockBarriers;
use crate::exec::block::{BlockState, start_warps};
use crate::exec::engine::Engine;
use crate::exec::executor::{BlockExit, Executor, Pause, Running, Workers};
use crate::exec::warp::Warp;
use crate::runtime::Stop;
use std::ops::Range;

/// The interpreter. It keeps nothing of a launch.
pub(crate) struct Interpreter;

impl Executor for Interpreter {
    fn operations(&self) -> Operations {
        OPERATIONS
    }

    fn prepare(&self, _: &mut Engine<32>) {}

    fn prepare_host(&self, _: &mut Engine<1>) {}

    fn run_block(&self, _: &mut Engine<32>, block: &mut BlockState, _: &mut Range<u64>) -> Result<BlockExit, Stop> {
        Ok(start_warps(&mut block.warps, 0, 0))
    }

    fn run_split(&self, core: &mut Engine<32>, warp: &mut Warp<32>, barriers: &mut BlockBarriers, index: usize) -> Result<Pause, Stop> {
        core.interpret_split(warp, barriers, index)
    }

    fn run_host(
        &self,
        core: &mut Engine<1>,
        warp: &mut Warp<1>,
        barriers: &mut BlockBarriers,
        run: &mut Running<1>,
    ) -> Result<Pause, Stop> {
        core.interpret(warp, barriers, run)
    }

    fn spawn_workers(&self, _: &mut Engine<32>, _: u64) -> Option<Box<dyn Workers>> {
        None
    }

    fn finish(&self, _: &mut Engine<32>) {}
}
