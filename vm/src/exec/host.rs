//! Host code: the same engine with one lane; and calls of functions without a body, from both sides.

use super::barrier::BlockBarriers;
use super::core::Execution;
use super::engine::{Engine, Frame};
use super::executor::{Pause, Running};
use super::warp::{Point, Warp};
use crate::call::{Arg, Ret, Stop};
use crate::decode::code::DecodedFunction;
use crate::decode::side::{is_device, is_host};
use crate::launch::LaunchConfig;
use crate::limits::{Ended, LaunchState, Limit};
use crate::memory::{CallChain, HOST_STACK, Side, Site, StackFrame};
use crate::report;
use crate::world::Progress;

/// The lowest address at which the frame of a function of `main`'s thread may start; that is the one whose calls compiled code makes itself.
pub(crate) const LOWEST_FRAME: u64 = HOST_STACK + 4096;

/// Bytes of the process's stack that calls of compiled host code may use; the least size of a stack is that of a thread, 2 MB.
const STACK_BUDGET: usize = 512 << 10;

/// Calls in progress from runtime functions back into the program (comparators, handlers).
const NESTING_LIMIT: u32 = 64;

/// Calls a host function, with the arguments that it takes; `calls` led there.
///
/// # Errors
/// It stopped the program.
pub(crate) fn call(host: &mut Execution, id: u32, args: &[Arg], calls: &CallChain) -> Result<Ret, Stop> {
    let layout = host.machine.host_layout.clone();
    if host.machine.nesting >= NESTING_LIMIT {
        let name = &layout.module.functions[id as usize].display_name;
        let finding = calls.with_sites(|sites| report::limits::callbacks_too_deep(host.machine, sites, name, NESTING_LIMIT));
        host.machine.findings.report(finding);
        return Err(Stop::Fault(139));
    }
    // A call costs something, whatever the function does: handlers that register themselves must end.
    if !host.machine.work(1) {
        return Err(Stop::Limit(host.machine.config.interrupt.get().map_or(Limit::Fuel, Limit::Interrupted)));
    }
    if host.machine.nesting == 0 {
        let here = 0u8;
        host.core.stack_limit = (&raw const here as usize).saturating_sub(STACK_BUDGET);
        host.core.quick_stack_limit = host.core.stack_limit;
    }
    host.machine.nesting += 1;
    let store = host.core.host_store.take();
    let frame = Frame {
        kernel: u32::MAX,
        config: LaunchConfig::linear(1, 1),
        params: Vec::new(),
        shared_offsets: Vec::new(),
        shared_size: 0,
        shared_map: Vec::new(),
        tids: Vec::new(),
        stack_limit: 0,
        grid_id: 0,
        launched: None,
        clusters: None,
    };
    let fuel = host.machine.host_fuel();
    let mut engine: Engine<1> = Engine::new(host.lend(), layout.clone(), store, frame, fuel);
    engine.counters.warp_instructions = engine.machine.stats.host_instructions;
    engine.core.executor.prepare_host(&mut engine);
    let generation = engine.machine.memory.generation;
    engine.store.refresh(generation);
    let result = engine.run_function(id, args);
    let instructions = engine.counters.warp_instructions;
    let store = engine.store;
    host.machine.stats.host_instructions = instructions;
    host.core.host_store = store;
    host.machine.nesting -= 1;
    host.machine.allowance = host.machine.host_fuel().saturating_sub(instructions);
    result
}

impl Engine<'_, '_, 1> {
    fn run_function(&mut self, id: u32, args: &[Arg]) -> Result<Ret, Stop> {
        let top = self.machine.memory.host_stack_top;
        let mut warp = Warp::new(0, 1);
        let mut barriers = BlockBarriers::new([0; 3], 0, Vec::new(), 1);
        let bits: Vec<u64> = args.iter().map(|arg| arg.bits).collect();
        let (activation, code) = self.first_activation(&mut warp, id, &bits)?;
        let registers = warp.activation(activation).registers;
        let mut run = Running { activation, code, registers, pc: 0, mask: 1 };
        let result = self.run_host(&mut warp, &mut barriers, &mut run);
        self.pop_host_frames(top);
        result.map(|()| Ret(barriers.host_result))
    }

    /// The variables of the first function on the stack do not fit.
    pub(super) fn frame_too_large(&mut self, id: u32, bytes: u64) -> Stop {
        let layout = self.layout.clone();
        let function = &layout.module.functions[id as usize];
        self.report(report::STACK_OVERFLOW, (id, u32::MAX), |engine| {
            let trace = [Site { side: Side::Host, function: id, loc: function.loc }];
            report::frame_too_large(engine.machine, &trace, &function.display_name, bytes)
        });
        Stop::Fault(139)
    }

    /// Runs until the function returns to nobody, or to [`Engine::bottom`].
    ///
    /// # Errors
    /// The program ends.
    pub(crate) fn run_host(&mut self, warp: &mut Warp<1>, barriers: &mut BlockBarriers, run: &mut Running<1>) -> Result<(), Stop> {
        let executor = self.core.executor;
        while executor.run_host(self, warp, barriers, run)? != Pause::Ended {
            self.end_turn()?;
        }
        Ok(())
    }

    /// Lets other host threads run, if it is time for that.
    ///
    /// # Errors
    /// The program ends.
    pub(crate) fn end_turn(&mut self) -> Result<(), Stop> {
        if self.core.threads.is_due { self.let_others_run() } else { Ok(()) }
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// A host function starts: what lies where on the stack.
    pub(crate) fn push_host_frame(&mut self, base: u64, code: &DecodedFunction<L>) {
        self.machine.memory.host_stack_top = base;
        if !code.locals.is_empty() {
            self.machine.memory.host_frames.push(StackFrame { base, variables: code.locals.clone() });
        }
    }

    /// The limit of the whole program that has been reached, if one has.
    pub(crate) fn whole_limit(&self) -> Option<Limit> {
        if let Some(why) = self.machine.config.interrupt.get() {
            return Some(Limit::Interrupted(why));
        }
        let (machine, own) = (&*self.machine, self.counters.warp_instructions);
        let spent = if is_host(L) { own } else { machine.stats.host_instructions.saturating_add(own) };
        (machine.total_left(spent) == 0).then_some(Limit::Fuel)
    }

    /// Tells the world how far the launch is, and at which point.
    #[cold]
    pub(crate) fn show_progress(&mut self, point: Option<Point>) {
        if is_host(L) || !self.world.wants_progress() {
            return;
        }
        let state = self.launch_state();
        let (machine, layout) = (&*self.machine, &self.layout);
        let place = || {
            let (function, inst) = point?;
            let loc = layout.module.functions.get(function as usize)?.insts.get(inst as usize)?.loc;
            machine.place(&[Site { side: Side::Device, function, loc }])
        };
        let LaunchState { kernel, ended, blocks, .. } = &state;
        self.world.progress(&Progress { launch: self.frame.grid_id, kernel, ended: *ended, blocks: *blocks, place: &place });
    }

    /// A limit ends the program here; the innermost place that comes to know of it is the one that is told.
    pub(crate) fn end_program(&mut self, limit: Limit, trace: &[Site]) -> Stop {
        if self.machine.ended.is_none() {
            let place = self.machine.place(trace);
            let launch = (is_device(L)).then(|| self.launch_state());
            if let Some(finding) = report::limits::ended(&self.machine.config, limit, place.clone(), launch.as_ref()) {
                self.machine.findings.report(finding);
            }
            self.machine.ended = Some(Ended { limit, place, launch });
        }
        Stop::Limit(limit)
    }

    /// How far the launch is.
    fn launch_state(&self) -> LaunchState {
        let kernel = self.layout.module.functions.get(self.frame.kernel as usize);
        LaunchState {
            kernel: kernel.map_or(String::new(), |kernel| kernel.display_name.clone()),
            ended: self.counters.blocks,
            blocks: self.frame.config.blocks(),
            launched: self.frame.launched.clone(),
        }
    }
}
