//! Host code: the same engine with one lane; and calls of functions without a body, from both sides.

use super::barrier::BlockBarriers;
use super::engine::{Engine, Frame};
use super::executor::{Pause, Running};
use super::warp::{Activation, NOBODY, Point, Warp};
use crate::call_context::{CallContext, Thread};
use crate::decode::code::{CallData, DecodedFunction, Target, fits};
use crate::decode::registers::lanes;
use crate::decode::registers::{Mask, Registers, Width};
use crate::exec::engine::AccessContext;
use crate::launch::LaunchConfig;
use crate::limits::{Ended, LaunchState, Limit};
use crate::machine::Machine;
use crate::memory::{AllocationKind, CallChain, CallPath, HOST_STACK, Side, Site, StackFrame};
use crate::report;
use crate::report::limits::Spent;
use crate::runtime::{self, Arg, HostFunction, MathFunction, Ret, StateFunction, Stop};
use crate::world::{Progress, Stream, World};
use kern_ir::{FunctionKind, RegType};
use std::sync::Arc;

/// The lowest address at which a host function's frame may start.
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
        return match Target::of(&function.name) {
            Target::Host(implementation) => implementation(host, args),
            Target::State(implementation) => Ok(Ret(implementation(host.state()))),
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
        let layout = self.layout.clone();
        let code = self.store.code(&layout, id);
        let mut file = self.store.file(&code);
        let registers = file.registers::<1>();
        for (&(to, width), arg) in code.params.iter().zip(args) {
            registers.set_bits(to, width, 0, arg.bits);
        }
        let top = self.machine.memory.host_stack_top;
        let Some(local_base) = top.checked_sub(code.frame).filter(|&base| base >= LOWEST_FRAME) else {
            let function = &layout.module.functions[id as usize];
            self.report(report::STACK_OVERFLOW, (id, u32::MAX), |engine| {
                let trace = [Site { side: Side::Host, function: id, loc: function.loc }];
                report::frame_too_large(engine.machine, &trace, &function.display_name, code.frame)
            });
            return Err(Stop::Fault(139));
        };
        self.push_host_frame(local_base, &code);
        let mut warp = Warp::new(0, 1);
        let mut barriers = BlockBarriers::new([0; 3], 0, Vec::new(), 1);
        let activation = Activation { code: code.clone(), file, registers, parent: NOBODY, call_pc: 0, local_base, depth: 0, users: 1 };
        let activation = warp.add_activation(activation);
        self.is_hot(&code, 0, true);
        let mut run = Running { activation, code, registers, pc: 0, mask: 1 };
        let result = self.run_host(&mut warp, &mut barriers, &mut run);
        self.pop_host_frames(top);
        result.map(|()| Ret(barriers.host_result))
    }

    /// Runs until the function returns to nobody, or to [`Engine::bottom`].
    ///
    /// # Errors
    /// The program ends.
    pub(crate) fn run_host(&mut self, warp: &mut Warp<1>, barriers: &mut BlockBarriers, run: &mut Running<1>) -> Result<(), Stop> {
        let executor = self.machine.executor;
        while executor.run_host(self, warp, barriers, run)? != Pause::Ended {}
        Ok(())
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

    /// Calls a function without a body, once a lane.
    pub(crate) fn call_extern(&mut self, context: &mut AccessContext<L>, call: &CallData) -> Result<(), Stop> {
        let function = match call.target {
            Target::Math(math) => {
                call_math(context.registers, context.mask, call, math);
                return Ok(());
            }
            Target::State(function) => {
                call_state_function(&mut self.machine.runtime, context.registers, context.mask, call, function);
                return Ok(());
            }
            Target::Host(function) => function,
            Target::Missing => {
                let trace = self.trace(context.warp, context.activation, context.point);
                self.report(report::UNSUPPORTED, context.point, |engine| {
                    report::unsupported(
                        engine.machine,
                        &trace,
                        &format!("a call of `{}`, which has no body and no implementation", call.name),
                    )
                });
                return Err(if L == 1 { Stop::Fault(127) } else { Stop::Launch(crate::launch::error::LAUNCH_FAILURE) });
            }
        };
        if L == 1 {
            return self.call_from_host(context, call, function);
        }
        self.note_call(context.warp);
        let trace = self.trace(context.warp, context.activation, context.point);
        for lane in lanes::<L>(context.mask) {
            let args: Vec<Arg> = arguments(call, context.registers, lane).collect();
            let thread = self.thread(context.warp, context.barriers, lane);
            let work = self.machine.work;
            let ret = self.with_windows(context, lane, |engine| {
                engine.call_function(call, function, &args, (thread, CallChain::Known(trace.clone())))
            });
            self.fuel = self.fuel.saturating_sub(self.machine.work - work);
            let ret = self.after_extern(context, ret)?;
            if let Some((slot, width)) = call.result {
                context.registers.set_bits(slot, width, lane, ret.0);
            }
        }
        let generation = self.machine.memory.generation;
        self.store.refresh(generation);
        Ok(())
    }

    /// The same for host code.
    fn call_from_host(&mut self, context: &mut AccessContext<L>, call: &CallData, function: HostFunction) -> Result<(), Stop> {
        self.note_call(context.warp);
        let (layout, warp) = (self.layout.clone(), &*context.warp);
        let walk = || warp.call_path(&layout, context.activation, context.point);
        let ret = self.call_for_host(call, function, context.registers, &walk);
        let ret = self.after_extern(context, ret)?;
        if let Some((slot, width)) = call.result {
            context.registers.set_bits(slot, width, 0, ret.0);
        }
        Ok(())
    }

    /// A warp is about to do what another thread could see.
    pub(crate) fn note_call(&mut self, warp: &mut Warp<L>) {
        self.effects += 1;
        warp.is_active = true;
    }

    /// Calls a function without a body from host code. `walk` finds the calls in progress, if somebody asks.
    ///
    /// # Errors
    /// The program ends.
    pub(crate) fn call_for_host(
        &mut self,
        call: &CallData,
        function: HostFunction,
        registers: Registers<L>,
        walk: &dyn Fn() -> CallPath,
    ) -> Result<Ret, Stop> {
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        args.extend(arguments(call, registers, 0));
        self.machine.stats.host_instructions = self.counters.warp_instructions;
        self.lend_store();
        let result = self.call_function(call, function, &args, (None, CallChain::Walk(walk)));
        self.args = args;
        self.lend_store();
        self.counters.warp_instructions = self.machine.stats.host_instructions;
        self.fuel = self.machine.host_fuel();
        let generation = self.machine.memory.generation;
        self.store.refresh(generation);
        self.forget_freed();
        result
    }

    fn call_function(
        &mut self,
        call: &CallData,
        function: HostFunction,
        args: &[Arg],
        (thread, calls): (Option<Thread>, CallChain),
    ) -> Result<Ret, Stop> {
        self.machine.allowance = self.fuel.saturating_sub(self.counters.warp_instructions);
        let (machine, world, is_unread) = (&mut *self.machine, &mut *self.world, call.result.is_none());
        function(&mut CallContext { machine, world, thread, calls, function: &call.name, is_unread }, args)
    }

    /// Whether what a function without a body answered is just its result: no limit has been reached.
    pub(crate) fn goes_on(&self, ret: &Result<Ret, Stop>) -> bool {
        ret.is_ok() && self.counters.warp_instructions < self.fuel && self.machine.config.interrupt.get().is_none()
    }

    /// A function without a body has returned: looks at what may end programs.
    pub(crate) fn after_extern(&mut self, context: &AccessContext<L>, ret: Result<Ret, Stop>) -> Result<Ret, Stop> {
        if self.goes_on(&ret) {
            return ret;
        }
        match ret {
            Err(Stop::Limit(limit)) => {
                let trace = self.trace(context.warp, context.activation, context.point);
                Err(self.end_program(limit, &trace))
            }
            Err(stop) => Err(stop),
            Ok(_) => {
                let place = (context.point, self.site(context.point));
                Err(self.out_of_fuel(context.warp, context.activation, place, context.mask, Spent::Extern))
            }
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
        if L == 1 {
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

    /// Runs `f` while the machine's memory has the windows of a lane.
    fn with_windows(
        &mut self,
        context: &mut AccessContext<L>,
        lane: usize,
        f: impl FnOnce(&mut Self) -> Result<Ret, Stop>,
    ) -> Result<Ret, Stop> {
        let stride = context.warp.local_stride as usize;
        let window = lane * stride..(lane + 1) * stride;
        let local = context.warp.local[window.clone()].to_vec();
        self.machine.memory.shared = std::mem::take(&mut context.barriers.shared);
        self.machine.memory.local = local;
        let result = f(self);
        context.barriers.shared = std::mem::take(&mut self.machine.memory.shared);
        context.warp.local[window].copy_from_slice(&self.machine.memory.local);
        result
    }

    /// Swaps the host's store with the one in the machine, where a nested call or launch finds it.
    fn lend_store(&mut self) {
        use std::any::Any;
        if let Some(store) = (&mut self.store as &mut dyn Any).downcast_mut::<Box<super::Store<1>>>() {
            std::mem::swap(store, &mut self.machine.host_store);
        }
    }
}

/// Calls a function that only has a state of its own, once a lane.
pub(crate) fn call_state_function<const L: usize>(
    state: &mut runtime::State,
    registers: Registers<L>,
    mask: Mask,
    call: &CallData,
    function: StateFunction,
) {
    for lane in lanes::<L>(mask) {
        let bits = function(state);
        if let Some((slot, width)) = call.result {
            registers.set_bits(slot, width, lane, bits);
        }
    }
}

/// A lane's arguments of a call.
fn arguments<const L: usize>(call: &CallData, registers: Registers<L>, lane: usize) -> impl Iterator<Item = Arg> {
    call.args.iter().map(move |&(slot, ty)| Arg { ty, bits: registers.bits(slot, Width::of(ty), lane) })
}

/// Calls a mathematical function, once a lane.
pub(crate) fn call_math<const L: usize>(registers: Registers<L>, mask: Mask, call: &CallData, math: MathFunction) {
    let Some((slot, width)) = call.result else { return };
    if let (MathFunction::Rounded(function), [(arg, _)]) = (math, &call.args[..]) {
        let (operand, mut argument) = (registers.read::<f32>(*arg), [0f64; L]);
        for lane in 0..L {
            argument[lane] = f64::from(operand[lane]);
        }
        let mut result = function.of_lanes(&argument, mask);
        for x in &mut result {
            *x = if L > 1 && x.is_nan() { f32::from_bits(0x7fff_ffff) } else { *x };
        }
        return registers.write(slot, &result, mask);
    }
    let mut args = [0u64; 8];
    for lane in lanes::<L>(mask) {
        let count = call.args.len().min(args.len());
        for (bits, &(slot, ty)) in args.iter_mut().zip(&call.args) {
            *bits = registers.bits(slot, Width::of(ty), lane);
        }
        let mut bits = apply(math, &args[..count]);
        if L > 1 && width == Width::Word && is_f32_nan(math, bits) {
            bits = 0x7fff_ffff;
        }
        registers.set_bits(slot, width, lane, bits);
    }
}

fn is_f32_nan(math: MathFunction, bits: u64) -> bool {
    use MathFunction::*;
    matches!(math, F32(_) | Rounded(_) | F32F32(_) | F32F32F32(_) | F32I32(_)) && f32::from_bits(bits as u32).is_nan()
}

/// Applies a mathematical function to registers; missing ones are zero.
fn apply(math: MathFunction, args: &[u64]) -> u64 {
    use MathFunction::*;
    let bits = |i: usize| args.get(i).copied().unwrap_or(0);
    let f = |i: usize| f32::from_bits(bits(i) as u32);
    let d = |i: usize| f64::from_bits(bits(i));
    let n = |i: usize| bits(i) as i32;
    match math {
        F32(g) => g(f(0)).to_bits() as u64,
        Rounded(g) => (g.of_double()(f64::from(f(0))) as f32).to_bits() as u64,
        F32F32(g) => g(f(0), f(1)).to_bits() as u64,
        F32F32F32(g) => g(f(0), f(1), f(2)).to_bits() as u64,
        F32I32(g) => g(f(0), n(1)).to_bits() as u64,
        F32ToI32(g) => g(f(0)) as u32 as u64,
        F64(g) => g(d(0)).to_bits(),
        F64F64(g) => g(d(0), d(1)).to_bits(),
        F64F64F64(g) => g(d(0), d(1), d(2)).to_bits(),
        F64I32(g) => g(d(0), n(1)).to_bits(),
        F64ToI32(g) => g(d(0)) as u32 as u64,
        Bits(g) => g(args),
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
    Ok(status & 0xff)
}

fn stop_status(stop: &Stop) -> i32 {
    match stop {
        Stop::Exit(status) | Stop::ExitNow(status) => status & 0xff,
        Stop::Fault(status) => *status,
        Stop::Launch(_) => 1,
        Stop::Limit(limit) => limit.exit_status(),
    }
}
