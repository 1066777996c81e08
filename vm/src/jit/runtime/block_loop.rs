//! The block loop: blocks whose warps run one after the other without the scheduler.
//!
//! In a *barrier region* (POCL's "parallel region") every warp of the block, in order, runs with all its lanes from the
//! kernel's start, or from a barrier, to the next barrier or to its end. When all warps of the block wait at one barrier, it
//! is complete and the next barrier region starts there. This is the order in which the scheduler would have run them. One
//! call of compiled code runs a block's regions; as soon as a warp does anything else, the scheduler gets the block as it
//! would be by then.

use super::abi::{Context, ExitReason, Opaque, Slot, barrier_key};
use super::compiled::Compiled;
use super::flush::flush;
use super::run::RunContext;
use crate::call::Stop;
use crate::exec::block::{BlockState, start_warps};
use crate::exec::engine::Engine;
use crate::exec::executor::BlockExit;
use crate::exec::warp::{ROOT, TIME_SLICE, grow_local};
use crate::platform::fault::Fault;
use std::ops::Range;

/// How the block loop ended.
pub(crate) enum BlockLoopExit {
    /// All threads ended.
    Ended,
    /// A warp did something else.
    SideExit(SideExit),
    /// A helper ended the launch.
    Stopped,
    /// Compiled code faulted.
    Faulted(Fault),
}

/// A warp did something else than to run to a barrier or to its end.
#[derive(Clone, Copy)]
pub(crate) struct SideExit {
    how: ExitReason,
    pc: u32,
    mask: u32,
    /// The warp.
    at: usize,
    /// Where the barrier region began.
    barrier_region_start: u32,
}

/// Runs the barrier regions of blocks of a launch, one after the other, in the memory of an instance of the kernel.
pub(crate) struct BlockLoop {
    /// As long as the launch.
    pub(crate) compiled: *const Compiled,
    /// Of the instance.
    pub(crate) base: *mut u8,
    pub(crate) run_context: RunContext,
    /// `threadIdx` of the lanes of each warp.
    pub(crate) tids: *const u32,
    /// Entry for the start of the kernel.
    first_entry: u32,
    /// Bytes of a lane's local memory.
    local_stride: u64,
    /// Of each full warp of the block.
    pub(crate) slots: Vec<Slot>,
}

impl BlockLoop {
    /// Makes slots for the full warps that a block begins with, and tells the context what is the same in all barrier regions.
    pub(crate) fn prepare(&mut self, block: &mut BlockState) {
        let BlockState { barriers, warps, .. } = block;
        let in_turn = warps.iter().take_while(|w| w.all == u32::MAX).count();
        self.local_stride = warps.iter().map(|w| w.local_stride).max().unwrap_or(0);
        self.slots.clear();
        for warp in &mut warps[..in_turn] {
            grow_local(warp, self.local_stride);
            let (registers, local) = (warp.activation(ROOT).registers.base().cast(), warp.local.as_mut_ptr());
            self.slots.push(Slot { registers, local, time_slice: TIME_SLICE, pc: 0, exit_reason: 0, _pad: 0 });
        }
        // SAFETY: the memory begins with a context, which nothing else refers to.
        let c = unsafe { &mut *self.base.cast::<Context>() };
        self.run_context.fill(c, barriers);
        (c.run.local_stride, c.run.local_base, c.run.owned) = (self.local_stride, 0, u32::MAX);
        (c.run.first_warp, c.barrier_region.warps_in_order) = (0, self.slots.len() as u32);
        (c.run.activation, c.core.warps) = (ROOT, Opaque::to_mut(warps.as_mut_ptr()));
    }

    /// Runs a block that was prepared, or took the place of one that was, and has not started yet. The instance's regions
    /// are those of the block.
    pub(crate) fn run(&mut self, block: &mut BlockState) -> BlockLoopExit {
        let (BlockState { barriers, warps, .. }, slots) = (block, &mut self.slots);
        // SAFETY: see the type.
        let compiled = unsafe { &*self.compiled };
        let context = self.base.cast::<Context>();
        slots.iter_mut().for_each(|slot| slot.time_slice = TIME_SLICE);
        {
            // SAFETY: the memory begins with a context, which nothing else refers to.
            let c = unsafe { &mut *context };
            (c.run.registers, c.run.local, c.run.time_slice) = (slots[0].registers, slots[0].local, slots[0].time_slice);
            (c.run.cta, c.run.tids, c.run.entry, c.run.warp_index) = (barriers.index, self.tids, self.first_entry, 0);
            (c.barrier_region.key, c.barrier_region.is_mixed, c.barrier_region.slot) = (barrier_key::NOT_YET, 0, slots.as_mut_ptr());
            (c.barrier_region.first_slot, c.barrier_region.first_tids, c.barrier_region.start) = (slots.as_mut_ptr(), self.tids, 0);
            c.barrier_region.are_all = u32::from(slots.len() == warps.len());
            (c.counts.effects, c.barrier_region.effects) = (0, 0);
        }
        // SAFETY: the context is complete.
        let how = match unsafe { compiled.enter(context, std::ptr::null()) } {
            Ok(how) => how,
            Err(fault) => return BlockLoopExit::Faulted(fault),
        };
        // SAFETY: the run is over; its pointers are to what this function borrows exclusively, and to counters that are its
        // caller's.
        let (c, total_effects) = unsafe {
            flush::<32>(context);
            (&mut *context, &mut *self.run_context.core.total_effects)
        };
        let at = c.run.warp_index as usize;
        slots[at].time_slice = c.run.time_slice;
        if how == ExitReason::Stop {
            return BlockLoopExit::Stopped;
        }
        if how == ExitReason::BarrierRegion && c.barrier_region.is_mixed == 0 && c.barrier_region.are_all != 0 {
            *total_effects += 1;
            return BlockLoopExit::Ended;
        }
        BlockLoopExit::SideExit(SideExit { how, pc: c.outcome.pc, mask: c.outcome.mask, at, barrier_region_start: c.barrier_region.start })
    }
}

impl Engine<'_, '_, 32> {
    /// What runs the barrier regions of blocks of the kernel, if it has code and the block's first warp is full.
    pub(crate) fn block_loop(&mut self, block: &BlockState) -> Option<BlockLoop> {
        let function = self.jit()?.kernel;
        block.warps.first().filter(|warp| warp.all == u32::MAX)?;
        let instance = self.instance(function)?;
        let (compiled, base) = (&raw const *instance.compiled, instance.memory.base());
        // SAFETY: the cache of functions lives longer than the launch.
        let first_entry = unsafe { &*compiled }.full_entry(0)?;
        // SAFETY: as above.
        let run_context = self.run_context(unsafe { &*compiled });
        let tids = self.frame.tids[0].as_ptr().cast();
        let slots = self.jit_mut().map_or_else(Vec::new, |session| std::mem::take(&mut session.spare_slots));
        Some(BlockLoop { compiled, base, run_context, tids, first_entry, local_stride: 0, slots })
    }

    /// Runs a block that has not started yet, and after it, in its place, those of `followers` that end in their time slice,
    /// and the first that does not.
    ///
    /// # Errors
    /// The launch ends.
    pub(crate) fn run_block_loop(&mut self, block: &mut BlockState, followers: &mut Range<u64>) -> Result<BlockExit, Stop> {
        let Some(mut block_loop) = self.block_loop(block) else { return Ok(start_warps(&mut block.warps, 0, 0)) };
        let function = self.frame.kernel;
        // SAFETY: the cache of functions lives longer than the launch.
        let compiled = unsafe { &*block_loop.compiled };
        block_loop.prepare(block);
        // Nothing else uses the instance meanwhile: its regions stay those of the block's shared memory until memory changes.
        let mut found = None;
        let exit = loop {
            let now = (self.machine.memory.generation, block.barriers.shared.as_ptr());
            if found != Some(now) {
                self.find_regions(function, &block.barriers, block_loop.base, compiled);
                found = Some(now);
            }
            match block_loop.run(block) {
                BlockLoopExit::Ended => {}
                ending => break self.after_block_loop(block, &block_loop, ending)?,
            }
            // Behind the first block less may be needed of the others.
            if self.machine.config.pauses.is_asked() || self.machine.sinks.knows_no_block() || self.tells_too_much() {
                break BlockExit::Ended;
            }
            let Some(number) = followers.next() else { break BlockExit::Ended };
            self.leave_block(&block.barriers)?;
            self.enter_block(block, number);
        };
        if let Some(session) = self.jit_mut() {
            session.spare_slots = block_loop.slots;
        }
        Ok(exit)
    }

    /// Goes on after a block loop.
    ///
    /// # Errors
    /// The launch ends.
    pub(crate) fn after_block_loop(
        &mut self,
        block: &mut BlockState,
        block_loop: &BlockLoop,
        ending: BlockLoopExit,
    ) -> Result<BlockExit, Stop> {
        let (BlockState { barriers, warps, .. }, slots) = (block, &block_loop.slots);
        // SAFETY: the cache of functions lives longer than the launch.
        let compiled = unsafe { &*block_loop.compiled };
        let SideExit { how, pc, mask, at, barrier_region_start } = match ending {
            BlockLoopExit::Ended => return Ok(BlockExit::Ended),
            BlockLoopExit::SideExit(left) => left,
            BlockLoopExit::Stopped => return Err(self.stopped()),
            BlockLoopExit::Faulted(fault) => return Err(self.faulted(compiled, block_loop.base.cast(), fault)),
        };
        // The scheduler's from here on: first what the warps before this one did, in order.
        let stopped = if how == ExitReason::BarrierRegion { slots.len() } else { at };
        for (warp, slot) in warps.iter_mut().zip(slots.iter()) {
            warp.time_slice = slot.time_slice;
        }
        for index in 0..stopped {
            let Slot { pc, exit_reason: reason, .. } = slots[index];
            self.after_run(&mut warps[index], barriers, ROOT, (ExitReason::of(reason), pc, u32::MAX), &[])?;
        }
        if how == ExitReason::BarrierRegion {
            start_warps(warps, stopped, barrier_region_start);
            if barriers.completed != 0 {
                self.release(warps, barriers);
            }
        } else {
            let left = compiled.take_split_lanes(block_loop.base);
            let warp = &mut warps[at];
            let pause = self.after_run(warp, barriers, ROOT, (how, pc, mask), &left)?;
            self.after_pause(warp, barriers, pause);
            start_warps(warps, at + 1, barrier_region_start);
        }
        Ok(BlockExit::Resume(stopped))
    }
}
