//! What the core and an engine ask of one another.
//!
//! The core owns grids, blocks, warps, splits, barriers, registers and findings, and decides who runs. An engine executes: the
//! interpreter ([`crate::interp`]), or machine code (`crate::jit`). What goes in is a [`BlockState`] or one split of a warp; what
//! comes out is a [`BlockExit`] or a [`Pause`], with all registers, splits and counters where the interpreter would have left
//! them. So any engine may go on with what another one began.
//!
//! **Invariant.** What an engine keeps for itself, of a launch or of a machine, is an [`EngineState`]: nobody else looks into it.
//! **Cost.** One call through a table a block, a split, or an entry of host code; none an operation.

use super::barrier::BlockBarriers;
use super::block::{BlockState, start_warps};
use super::engine::Engine;
use super::grid::SliceEnd;
use super::warp::{ActivationId, Warp};
use crate::call::Stop;
use crate::decode::code::{DecodedFunction, Operations};
use crate::decode::registers::{Mask, Registers};
use std::any::Any;
use std::ops::Range;
use std::rc::Rc;

/// An engine. It has no state of its own: that of a launch is `Engine::session`, that of a machine `Machine::engine_cache`.
pub(crate) trait Executor {
    /// What decoded functions are made of.
    fn operations(&self) -> Operations;

    /// A launch is about to start.
    fn prepare(&self, core: &mut Engine<32>);

    /// Host code is about to run.
    fn prepare_host(&self, _core: &mut Engine<1>) {}

    /// Gives a block that has not started its first time slice, as far as the engine wants to run it alone; and after it, in its
    /// place, those of `followers` that end in theirs, and the first that does not. An engine that does not say how leaves all warps to
    /// the scheduler.
    ///
    /// # Errors
    /// The launch ends.
    fn run_block(&self, _core: &mut Engine<32>, block: &mut BlockState, _followers: &mut Range<u64>) -> Result<BlockExit, Stop> {
        Ok(start_warps(&mut block.warps, 0, 0))
    }

    /// Runs split `index` of a warp, perhaps with others that can go on together with it.
    ///
    /// # Errors
    /// The launch ends.
    fn run_split(&self, core: &mut Engine<32>, warp: &mut Warp<32>, barriers: &mut BlockBarriers, index: usize) -> Result<Pause, Stop>;

    /// Runs host code until something else may be better at it, or until it returns to nobody or to `Engine::bottom`: operation by
    /// operation, if the engine has nothing better.
    ///
    /// # Errors
    /// The program ends.
    fn run_host(
        &self,
        core: &mut Engine<1>,
        warp: &mut Warp<1>,
        barriers: &mut BlockBarriers,
        run: &mut Running<1>,
    ) -> Result<Pause, Stop> {
        core.interpret(warp, barriers, run)
    }

    /// Host threads that run blocks from `next` on ahead of their time slices, if that is allowed and worth it. The block before
    /// has ended.
    fn spawn_workers(&self, _core: &mut Engine<32>, _next: u64) -> Option<Box<dyn Workers>> {
        None
    }

    /// A block of the host's heap was freed: nothing that the engine keeps of a machine remembers where it lies.
    fn forget_block(&self, _kept: &mut EngineState, _base: u64, _size: u64) {}

    /// Host functions have ended whose variables lie below `top`: nothing that is kept remembers one. The lowest address of those that
    /// it still remembers.
    fn forget_stack(&self, _kept: &mut EngineState, _top: u64) -> u64 {
        u64::MAX
    }

    /// A launch has ended.
    fn finish(&self, core: &mut Engine<32>);
}

/// Host threads that run blocks of a launch ahead of their time slices.
pub(crate) trait Workers {
    /// Nobody is left, and everything that was run has been counted.
    fn is_over(&self) -> bool;

    /// The first time slice of a block, if a worker has run it or does. Blocks are asked for in their order.
    ///
    /// # Errors
    /// The launch ends.
    fn run_ahead(&mut self, core: &mut Engine<32>, block: u64) -> Result<RunAhead, Stop>;

    /// The launch has ended: takes back what workers have.
    fn reclaim(self: Box<Self>, core: &mut Engine<32>);
}

/// What became of a block's first time slice.
pub(crate) enum RunAhead {
    /// No worker has run it, and none will.
    NotRun,
    /// All threads ended, and that is counted.
    Ended,
    /// It is the scheduler's from now on.
    TakenOver(Box<BlockState>, SliceEnd),
}

/// What became of a block that an engine ran.
pub(crate) enum BlockExit {
    /// All threads ended.
    Ended,
    /// Its warps are the scheduler's from now on; this one is next.
    Resume(usize),
}

/// Why a split stopped running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// Another split may have to run first, or it waits: its state says so.
    Parked,
    /// All of its lanes ended.
    Ended,
    /// It had its time slice.
    Yielded,
    /// There may be compiled code for where host code is.
    Hot,
    /// It executed the one operation that was asked for.
    Stepped,
    /// Somebody wants to look at it: it is the last of its warp's splits, and is to go on before all others.
    Asked,
}

/// A split taken out of its warp's list while it runs; host code is never in one.
pub(crate) struct Running<const L: usize> {
    pub(crate) activation: ActivationId,
    pub(crate) code: Rc<DecodedFunction<L>>,
    pub(crate) registers: Registers<L>,
    pub(crate) pc: u32,
    pub(crate) mask: Mask,
}

/// What an engine keeps, which nobody else looks into.
#[derive(Default)]
pub(crate) struct EngineState(Option<Box<dyn Any>>);

impl EngineState {
    /// Whether an engine keeps something.
    #[inline(always)]
    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// An engine keeps this from now on.
    pub(crate) fn set<T: Any>(&mut self, state: T) {
        self.0 = Some(Box::new(state));
    }

    /// What the engine with that type keeps.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_ref()?.downcast_ref()
    }

    /// The same, to change.
    pub(crate) fn get_mut<T: Any>(&mut self) -> Option<&mut T> {
        self.0.as_mut()?.downcast_mut()
    }

    /// Takes it out.
    pub(crate) fn take<T: Any>(&mut self) -> Option<Box<T>> {
        self.0.take()?.downcast().ok()
    }
}
