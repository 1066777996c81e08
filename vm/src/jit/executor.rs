//! The compiled engine as the core sees it. What it has no code for, the interpreter does.

use super::runtime::code_cache::Cache;
use super::runtime::session::Session;
use crate::call::Stop;
use crate::decode::code::Operations;
use crate::exec::barrier::BlockBarriers;
use crate::exec::block::BlockState;
use crate::exec::engine::Engine;
use crate::exec::executor::{BlockExit, EngineState, Executor, Pause, Running, Workers};
use crate::exec::warp::Warp;
use crate::interp::OPERATIONS;
use std::ops::Range;

/// The compiled engine.
pub(crate) struct Jit;

impl Executor for Jit {
    fn operations(&self) -> Operations {
        OPERATIONS
    }

    fn prepare(&self, core: &mut Engine<32>) {
        // Compiled code can tell of sums, or of accesses, but not of both, for which it has one place; nor of each event as it happens.
        let wanted = core.machine.sinks.wanted();
        let is_both = wanted.sums && wanted.accesses;
        if wanted.events || wanted.steps || wanted.blocks || is_both || core.schedule.is_some() {
            return;
        }
        let is_observed = wanted.sums;
        let (kernel, block) = (core.frame.kernel, core.frame.config.block);
        let geometry = core.jit_cache().geometry(kernel, block);
        let func = &core.layout.module.functions[kernel as usize];
        let (most, warps) = (core.machine.config.compile_after, core.frame.config.warps());
        if most > 0 && Cache::of(&mut core.core.engine_cache).is_short(kernel, core.layout.module, warps, most) {
            return;
        }
        let mut session = Session::new(kernel, func, geometry, &core.frame.params, is_observed);
        session.told = wanted.accesses.then(|| core.machine.sinks.unneeded().into());
        core.session.set(session);
        if wanted.accesses {
            core.choose_told(Some(core.machine.sinks.unneeded().into()));
        }
    }

    fn prepare_host(&self, core: &mut Engine<1>) {
        core.session.set(Session::host());
    }

    fn run_block(&self, core: &mut Engine<32>, block: &mut BlockState, followers: &mut Range<u64>) -> Result<BlockExit, Stop> {
        core.tell_less();
        core.run_block_loop(block, followers)
    }

    fn run_split(&self, core: &mut Engine<32>, warp: &mut Warp<32>, barriers: &mut BlockBarriers, index: usize) -> Result<Pause, Stop> {
        // What is packed only compiled code can unpack.
        if core.machine.config.pauses.is_asked() && warp.packed.is_none() {
            return core.interpret_split(warp, barriers, index);
        }
        match core.run_compiled(warp, barriers, index)? {
            Some(pause) => Ok(pause),
            None => core.interpret_split(warp, barriers, index),
        }
    }

    fn run_host(
        &self,
        core: &mut Engine<1>,
        warp: &mut Warp<1>,
        barriers: &mut BlockBarriers,
        run: &mut Running<1>,
    ) -> Result<Pause, Stop> {
        match core.run_compiled_region(warp, barriers, run)? {
            Some(pause) => Ok(pause),
            None => core.interpret(warp, barriers, run),
        }
    }

    fn spawn_workers(&self, core: &mut Engine<32>, next: u64) -> Option<Box<dyn Workers>> {
        core.spawn_workers(next).map(|workers| Box::new(workers) as Box<dyn Workers>)
    }

    fn forget_block(&self, kept: &mut EngineState, base: u64, size: u64) {
        let host = &mut Cache::of(kept).host;
        host.regions_held.forget_block(base);
        host.tlb.forget_block(base, size);
    }

    fn forget_stack(&self, kept: &mut EngineState, top: u64) -> u64 {
        let host = &mut Cache::of(kept).host;
        host.regions_held.forget_stack(top).min(host.tlb.forget_stack(top))
    }

    fn finish(&self, core: &mut Engine<32>) {
        core.add_up();
    }
}
