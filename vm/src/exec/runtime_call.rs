//! Calls of functions without a body, from both sides: mathematical ones, those that only have a state of their own, and those of
//! the runtime, which [`Runtime`] calls.

use super::core::{Call, Runtime};
use super::engine::{AccessContext, Engine, warp_id};
use super::warp::Warp;
use crate::call::{Arg, Ret, Stop};
use crate::decode::code::CallData;
use crate::decode::externs::{MathFunction, Target};
use crate::decode::registers::{Lane, Mask, Registers, Width, lanes};
use crate::decode::side::{is_device, is_host};
use crate::device_math::{self, Function, Number};
use crate::finding::Thread;
use crate::instrument::observe::{LaneOrder, MemoryEvent};
use crate::memory::{self, CallChain, CallPath, DEVICE, STATE_WINDOW};
use crate::report;
use crate::report::limits::Spent;
use kern_ir::CacheOp;
use std::sync::Arc;

/// Calls a function that only has a state of its own, once a lane.
pub(crate) fn call_state_function<const L: usize>(
    runtime: &mut dyn Runtime,
    registers: Registers<L>,
    mask: Mask,
    call: &CallData,
    function: u32,
) {
    for lane in lanes::<L>(mask) {
        let bits = runtime.call_state(function);
        if let Some((slot, width)) = call.result {
            registers.set_bits(slot, width, lane, bits);
        }
    }
}

/// A lane's arguments of a call.
fn arguments<const L: usize>(call: &CallData, registers: Registers<L>, lane: usize) -> impl Iterator<Item = Arg> {
    call.args.iter().map(move |&(slot, ty)| Arg { ty, bits: registers.bits(slot, Width::of(ty), lane) })
}

/// Calls a function of one number or two for all lanes at once.
fn call_numbers<T: Lane + Number, const L: usize>(function: Function<T>, registers: Registers<L>, mask: Mask, call: &CallData) -> [T; L] {
    let read = |i: usize| call.args.get(i).map_or([T::default(); L], |&(slot, _)| registers.read::<T>(slot));
    device_math::of_lanes(function, &read(0), &read(1), mask)
}

/// Calls a mathematical function, once a lane.
pub(crate) fn call_math<const L: usize>(registers: Registers<L>, mask: Mask, call: &CallData, math: MathFunction) {
    let Some((slot, width)) = call.result else { return };
    match math {
        MathFunction::Floats(function) => return registers.write(slot, &call_numbers(function, registers, mask, call), mask),
        MathFunction::Doubles(function) => return registers.write(slot, &call_numbers(function, registers, mask, call), mask),
        _ => {}
    }
    let mut args = [0u64; 8];
    for lane in lanes::<L>(mask) {
        let count = call.args.len().min(args.len());
        for (bits, &(slot, ty)) in args.iter_mut().zip(&call.args) {
            *bits = registers.bits(slot, Width::of(ty), lane);
        }
        let mut bits = apply(math, &args[..count]);
        if is_device(L) && width == Width::Word && is_f32_nan(math, bits) {
            bits = 0x7fff_ffff;
        }
        registers.set_bits(slot, width, lane, bits);
    }
}

fn is_f32_nan(math: MathFunction, bits: u64) -> bool {
    use MathFunction::*;
    matches!(math, F32(_) | Floats(_) | F32F32(_) | F32F32F32(_) | F32I32(_)) && f32::from_bits(bits as u32).is_nan()
}

/// Applies a mathematical function to registers; missing ones are zero.
pub(crate) fn apply(math: MathFunction, args: &[u64]) -> u64 {
    use MathFunction::*;
    let bits = |i: usize| args.get(i).copied().unwrap_or(0);
    let f = |i: usize| f32::from_bits(bits(i) as u32);
    let d = |i: usize| f64::from_bits(bits(i));
    let n = |i: usize| bits(i) as i32;
    match math {
        F32(g) => g(f(0)).to_bits() as u64,
        Floats(g) => g.of_lane(f(0), f(1)).to_bits() as u64,
        Doubles(g) => g.of_lane(d(0), d(1)).to_bits(),
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

impl<const L: usize> Engine<'_, '_, L> {
    /// Tells who counts accesses that a function's coefficients are read, two at once.
    #[cold]
    pub(crate) fn observe_coefficients(&mut self, context: &AccessContext<L>, call: &CallData) {
        const PAIR: u64 = 16;
        let Some(find) = call.coefficients else { return };
        let table = DEVICE + STATE_WINDOW - device_math::COEFFICIENTS;
        let arguments = call.args.first().map_or([0.0; L], |&(slot, _)| context.registers.read::<f64>(slot));
        let start = arguments.map(|x| table + find(x));
        for pair in 0..3 {
            let addresses = start.map(|start| start + pair * PAIR);
            let event = MemoryEvent {
                warp: warp_id(context.warp, context.barriers),
                site: self.site(context.point),
                inst: context.point.1,
                access: memory::Access::Read,
                cache: Some(CacheOp::Nc),
                sem: None,
                scope: None,
                has_result: true,
                bytes: PAIR as u32,
                counted: None,
                is_async: false,
                mask: context.mask,
                refused: 0,
                order: LaneOrder::First(u32::MAX),
                addresses: &addresses,
                shared_of: None,
                values: None,
            };
            self.machine.sinks.tell_who_counts(&event);
        }
    }

    /// Calls a function without a body, once a lane.
    pub(crate) fn call_extern(&mut self, context: &mut AccessContext<L>, call: &CallData) -> Result<(), Stop> {
        let function = match call.target {
            Target::Math(math) => {
                if self.is_observed() {
                    self.observe_coefficients(context, call);
                }
                call_math(context.registers, context.mask, call, math);
                return Ok(());
            }
            Target::State(number) => {
                call_state_function(self.runtime, context.registers, context.mask, call, number);
                return Ok(());
            }
            Target::Cluster(function) => {
                self.call_cluster(context, call, function);
                return Ok(());
            }
            Target::Host(number) => number,
            Target::Missing => {
                let trace = self.trace(context.warp, context.activation, context.point);
                self.report(report::UNSUPPORTED, context.point, |engine| {
                    report::unsupported(
                        engine.machine,
                        &trace,
                        &format!("a call of `{}`, which has no body and no implementation", call.name),
                    )
                });
                return Err(if is_host(L) { Stop::Fault(127) } else { Stop::Launch(crate::launch::error::LAUNCH_FAILURE) });
            }
        };
        if is_host(L) {
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

    /// The same, and goes on behind the call; or stays at it, if it is to be made again once other host threads have had their turn.
    pub(crate) fn call_and_go_on(&mut self, context: &mut AccessContext<L>, call: &CallData, pc: &mut u32) -> Result<(), Stop> {
        match self.call_extern(context, call) {
            Err(Stop::Again) => self.core.threads.end_call(),
            called => {
                called?;
                *pc += 1;
            }
        }
        Ok(())
    }

    /// The same for host code.
    fn call_from_host(&mut self, context: &mut AccessContext<L>, call: &CallData, function: u32) -> Result<(), Stop> {
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
        function: u32,
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
        self.after_call_for_host();
        result
    }

    /// What others may have changed that host code has at hand.
    fn after_call_for_host(&mut self) {
        self.lend_store();
        self.counters.warp_instructions = self.machine.stats.host_instructions;
        self.fuel = self.machine.host_fuel();
        let generation = self.machine.memory.generation;
        self.store.refresh(generation);
        self.forget_freed();
    }

    fn call_function(
        &mut self,
        call: &CallData,
        function: u32,
        args: &[Arg],
        (thread, calls): (Option<Thread>, CallChain),
    ) -> Result<Ret, Stop> {
        self.machine.allowance = self.fuel.saturating_sub(self.counters.warp_instructions);
        let Engine { machine, core, runtime, world, .. } = self;
        let is_unread = call.result.is_none();
        runtime.call(Call { machine, core, world: &mut **world, thread, calls, function: &call.name, is_unread }, function, args)
    }

    /// Whether what a function without a body answered is just its result: no limit has been reached.
    pub(crate) fn goes_on(&self, ret: &Result<Ret, Stop>) -> bool {
        ret.is_ok() && self.counters.warp_instructions < self.fuel && self.machine.config.interrupt.get().is_none()
    }

    /// Host code has had a time slice: the launch that waits for what the host does may go on.
    ///
    /// # Errors
    /// The program ends.
    pub(crate) fn end_host_slice(&mut self) -> Result<(), Stop> {
        if self.core.waiting.is_empty() {
            return Ok(());
        }
        self.machine.stats.host_instructions = self.counters.warp_instructions;
        self.lend_store();
        let Engine { machine, core, runtime, world, .. } = self;
        let calls = CallChain::Known(Arc::new([]));
        let resumed =
            runtime.end_host_slice(Call { machine, core, world: &mut **world, thread: None, calls, function: "", is_unread: false });
        self.after_call_for_host();
        resumed
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
            std::mem::swap(store, &mut self.core.host_store);
        }
    }
}
