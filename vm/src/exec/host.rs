//! Host code: the same engine with one lane; and calls of functions without a body, from both sides.

use super::barrier::BlockBarriers;
use super::engine::{Engine, Frame};
use super::executor::{Pause, Running};
use super::runtime_call::apply;
use super::warp::{Point, Warp};
use crate::call_context::CallContext;
use crate::decode::code::{DecodedFunction, fits};
use crate::decode::externs::Target;
use crate::launch::LaunchConfig;
use crate::limits::{Ended, LaunchState, Limit};
use crate::machine::Machine;
use crate::memory::{AllocationKind, CallChain, HOST_STACK, Side, Site, StackFrame};
use crate::report;
use crate::runtime::{self, Arg, Ret, Stop};
use crate::world::{Progress, Stream, World};
use kern_ir::{FunctionKind, RegType};
use std::sync::Arc;

/// The lowest address at which the frame of a function of `main`'s thread may start; that is the one whose calls compiled code makes itself.
pub(crate) const LOWEST_FRAME: u64 = HOST_STACK + 4096;

/// Bytes of the process's stack that calls of compiled host code may use; the least size of a stack is that of a thread, 2 MB.
const STACK_BUDGET: usize = 512 << 10;

/// Calls in progress from runtime functions back into the program (comparators, handlers).
const NESTING_LIMIT: u32 = 64;

/// Calls the host function at `address`, which must take these arguments and give such a result.
///
/// # Errors
/// It stopped the program.
pub(crate) fn call(host: &mut CallContext, address: u64, args: &[Arg], result: Option<RegType>) -> Result<Ret, Stop> {
    let layout = host.machine.host_layout.clone();
    let is_right = |id: &u32| fits(&layout.module.functions[*id as usize], args.iter().map(|a| a.ty), result);
    // A kernel's thread has no host's stack to call on; no function that it may call comes here (see `kern_stdlib::Side`).
    let is_host = host.thread.is_none();
    let Some(id) = layout.function_at(address).filter(is_right).filter(|_| is_host) else {
        let finding = host.with_sites(|sites| report::bad_function(host.machine, sites, address));
        host.report(finding);
        return Err(Stop::Fault(139));
    };
    let function = &layout.module.functions[id as usize];
    if function.kind == FunctionKind::Extern {
        return match runtime::target(&function.name) {
            Target::Host(number) => runtime::host_function(number)(host, args),
            Target::State(number) => Ok(Ret(runtime::state_function(number)(host.state()))),
            Target::Math(math) => Ok(Ret(apply(math, &args.iter().map(|a| a.bits).collect::<Vec<_>>()))),
            Target::Missing => Ok(Ret::VOID),
        };
    }
    if host.machine.nesting >= NESTING_LIMIT {
        let name = &function.display_name;
        let finding = host.with_sites(|sites| report::limits::callbacks_too_deep(host.machine, sites, name, NESTING_LIMIT));
        host.report(finding);
        return Err(Stop::Fault(139));
    }
    // A call costs something, whatever the function does: handlers that register themselves must end.
    if !host.work(1) {
        return Err(Stop::Limit(host.machine.config.interrupt.get().map_or(Limit::Fuel, Limit::Interrupted)));
    }
    if host.machine.nesting == 0 {
        let here = 0u8;
        host.machine.stack_limit = (&raw const here as usize).saturating_sub(STACK_BUDGET);
        host.machine.quick_stack_limit = host.machine.stack_limit;
    }
    host.machine.nesting += 1;
    let store = host.machine.host_store.take();
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
    };
    let fuel = host.machine.host_fuel();
    let mut engine: Engine<1> = Engine::new(host.machine, host.world, layout.clone(), store, frame, fuel);
    engine.counters.warp_instructions = engine.machine.stats.host_instructions;
    engine.machine.executor.prepare_host(&mut engine);
    let generation = engine.machine.memory.generation;
    engine.store.refresh(generation);
    let result = engine.run_function(id, args);
    let instructions = engine.counters.warp_instructions;
    let store = engine.store;
    host.machine.stats.host_instructions = instructions;
    host.machine.host_store = store;
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
        let executor = self.machine.executor;
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
        if self.machine.threads.is_due { self.let_others_run() } else { Ok(()) }
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
        let spent = if L == 1 { own } else { machine.stats.host_instructions.saturating_add(own) };
        (machine.total_left(spent) == 0).then_some(Limit::Fuel)
    }

    /// Tells the world how far the launch is, and at which point.
    #[cold]
    pub(crate) fn show_progress(&mut self, point: Option<Point>) {
        if L == 1 || !self.world.wants_progress() {
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
            let launch = (L > 1).then(|| self.launch_state());
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

/// Runs the initialisers, `main`, the exit handlers and the destructors; the exit status.
pub(crate) fn run_program(machine: &mut Machine, world: &mut dyn World) -> i32 {
    let Some(main) = machine.program.host.find_function("main") else {
        machine.findings.report(report::no_main());
        return 1;
    };
    let site = Site { side: Side::Host, function: main.0, loc: machine.program.host.functions[main.index()].loc };
    let mut host =
        CallContext { machine, world, thread: None, calls: CallChain::Known(Arc::new([site])), function: "main", is_unread: false };
    let end = match start(&mut host, main.0) {
        Ok(status) | Err(Stop::Exit(status)) => finish(&mut host, status),
        Err(stop) => Err(stop),
    };
    if let Err(Stop::Limit(limit)) = end {
        // What was written before is there to be looked at.
        let _is_over_anyway = host.show_printed();
        runtime::write_files(&mut host);
        if host.machine.ended.is_none() {
            // It was between two functions of the program.
            let place = host.place();
            if let Some(finding) = report::limits::ended(&host.machine.config, limit, place.clone(), None) {
                host.report(finding);
            }
            host.machine.ended = Some(Ended { limit, place, launch: None });
        }
    }
    runtime::at_end(host.machine, end.is_ok());
    if end.is_ok() {
        report::leaks::report(host.machine, None);
        report::unused::report(host.machine);
    }
    let is_read = [Stream::Stdout, Stream::Stderr].map(|stream| world.flush(stream)) == [Ok(()); 2];
    match end {
        Ok(_) if !is_read => {
            machine.ended = Some(Ended { limit: Limit::Closed, place: None, launch: None });
            Limit::Closed.exit_status()
        }
        Ok(status) => status,
        Err(stop) => {
            machine.has_died = matches!(stop, Stop::Fault(_) | Stop::Launch(_) | Stop::ExitNow(134));
            stop_status(&stop)
        }
    }
}

fn start(host: &mut CallContext, main: u32) -> Result<i32, Stop> {
    let layout = host.machine.host_layout.clone();
    if let Some(startup) = layout.module.find_function("__kern_startup") {
        call(host, layout.function_address(startup.0), &[], None)?;
    }
    let args = host.machine.config.args.clone();
    let argc = args.len() as u64;
    let mut pointers = Vec::new();
    for arg in &args {
        let size = arg.len() as u64 + 1;
        let address = host.allocate(size, 16, AllocationKind::Heap).unwrap_or(0);
        host.write_bytes(address, &[arg.as_bytes(), &[0]].concat())?;
        pointers.push(address);
    }
    pointers.extend([0, 0]);
    let bytes: Vec<u8> = pointers.iter().flat_map(|p| p.to_le_bytes()).collect();
    let argv = host.allocate(bytes.len() as u64, 16, AllocationKind::Heap).unwrap_or(0);
    host.write_bytes(argv, &bytes)?;
    let types = &layout.module.functions[main as usize].params;
    let values = [argc, argv, argv + 8 * (argc + 1)];
    let args: Vec<Arg> = types.iter().zip(values).map(|(&ty, bits)| Arg { ty, bits }).collect();
    let result = layout.module.functions[main as usize].results.first().copied();
    let ret = call(host, layout.function_address(main), &args, result)?;
    Ok(if result.is_some() { ret.0 as u32 as i32 & 0xff } else { 0 })
}

/// Exit handlers and destructors; the exit status.
fn finish(host: &mut CallContext, status: i32) -> Result<i32, Stop> {
    let layout = host.machine.host_layout.clone();
    runtime::at_exit(host)?;
    if let Some(shutdown) = layout.module.find_function("__kern_shutdown") {
        call(host, layout.function_address(shutdown.0), &[], None)?;
    }
    runtime::end_waiting(host)?;
    Ok(status & 0xff)
}

fn stop_status(stop: &Stop) -> i32 {
    match stop {
        Stop::Exit(status) | Stop::ExitNow(status) => status & 0xff,
        Stop::Fault(status) => *status,
        Stop::Launch(_) | Stop::Again => 1,
        Stop::Limit(limit) => limit.exit_status(),
    }
}
