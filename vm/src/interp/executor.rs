//! The interpreter as the core sees it: it runs split after split, and leaves all else to the scheduler.

use super::select::OPERATIONS;
use crate::call::Stop;
use crate::decode::code::Operations;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::executor::{Executor, Pause};
use crate::exec::warp::Warp;

/// The interpreter. It keeps nothing of a launch.
pub(crate) struct Interpreter;

impl Executor for Interpreter {
    fn operations(&self) -> Operations {
        OPERATIONS
    }

    fn prepare(&self, _: &mut Engine<32>) {}

    fn run_split(&self, core: &mut Engine<32>, warp: &mut Warp<32>, barriers: &mut BlockBarriers, index: usize) -> Result<Pause, Stop> {
        core.interpret_split(warp, barriers, index)
    }

    fn finish(&self, _: &mut Engine<32>) {}
}
