//! What launches and host code have in common: how code is made of a function, or a part of one, and how it is run.

use super::abi::{Context, Core, Launch, Opaque};
use super::compiled::Compiled;
use super::flush::current_warp;
use super::helpers::ENTRY_POINTS;
use super::lane_loop_counts::LaneLoopCounts;
use super::regions::RegionList;
use crate::call::Stop;
use crate::decode::code::OpKind;
use crate::decode::side::{is_device, is_host};
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::warp::TIME_SLICE;
use crate::jit::analysis::affine;
use crate::jit::analysis::counter_plan::CounterPlan;
use crate::jit::analysis::shape::Geometry;
use crate::jit::analysis::told::Unneeded;
use crate::jit::analysis::{Callee, CompilationUnit, Plan};
use crate::jit::clif;
use crate::jit::clif::backend::Backend;
use crate::jit::wir::{self, PassContext};
use crate::platform::fault::Fault;
use crate::report;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Operations of a host function above which it is interpreted: each loop that is compiled costs a look at all of them.
const MOST_OF_HOST: usize = 20_000;

/// Operations of host code above which it is not compiled in one piece; loops in it may be.
const MOST_AT_ONCE: usize = 4000;

/// Operations of device code above which it is interpreted.
const MOST_OF_DEVICE: usize = 60_000;

// Divergence are recorded as an operation and a warp in 16 bits each ([`super::flush`]).
const _: () = assert!(MOST_OF_DEVICE < 1 << 16);
// What the warps of a block execute until they are looked after is counted in 32 bits (`abi::Counts::full`).
const _: () = assert!(MOST_OF_DEVICE as u64 * TIME_SLICE as u64 * 32 < 1 << 32);

/// IR blocks of a device function times what is known of each (its values, and the blocks where lanes may wait), above which
/// it is interpreted: the plan of a function with very many branches would take longer than the function.
const MOST_KNOWN: usize = 20 << 20;

/// Bytes of the host's stack that a function may use; one that needs more is interpreted. A program that embeds kern may
/// launch from a thread with no more than 2 MB, and must not end there.
const MOST_FRAME: usize = 512 << 10;

/// What is the same in the contexts of all runs of a function in a launch.
#[derive(Clone, Copy)]
pub(crate) struct RunContext {
    launch: Launch,
    pub(crate) core: Core,
}

impl RunContext {
    /// Tells a context, for a run of a block.
    pub(crate) fn fill(&self, c: &mut Context, barriers: &mut BlockBarriers) {
        (c.run.cta, c.outcome.stopped, c.outcome.ended) = (barriers.index, 0, 0);
        (c.launch, c.core) = (self.launch, Core { block_barriers: Opaque::to_mut(&raw mut *barriers), ..self.core });
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Machine code of a function, or of the part of it that `unit` says; `None` if that is for the interpreter.
    pub(crate) fn make(
        &mut self,
        function: u32,
        geometry: Geometry,
        unit: CompilationUnit,
        observers: (bool, Option<Unneeded>),
    ) -> Option<Compiled> {
        let backend = self.jit_cache().backend.get_or_insert_with(|| Backend::new(ENTRY_POINTS).map(Rc::new)).clone()?;
        // Cranelift checks itself by panics: such a function is left to the interpreter.
        let result = catch_unwind(AssertUnwindSafe(|| self.compile(&backend, function, geometry, unit, observers)));
        debug_assert!(result.is_ok(), "the code generator fails");
        result.ok().flatten()
    }

    fn compile(
        &mut self,
        backend: &Backend,
        function: u32,
        geometry: Geometry,
        unit: CompilationUnit,
        (is_observed, told): (bool, Option<Unneeded>),
    ) -> Option<Compiled> {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, function);
        let func = &layout.module.functions[function as usize];
        // Malformed functions are for the interpreter, which checks as it goes.
        let most = if is_host(L) { MOST_OF_HOST } else { MOST_OF_DEVICE };
        let segments = code.blocks.len();
        if is_device(L) && segments.saturating_mul(func.values.len() + 2 * segments) > MOST_KNOWN {
            return None;
        }
        if code.ops.iter().any(|op| op.kind == OpKind::Unsupported) || code.ops.len() > most {
            return None;
        }
        let mut plan = Plan::new(func, &code, geometry, unit, is_observed);
        plan.told = told;
        plan.is_pausable = if is_device(L) { self.machine.config.pauses.is_some() } else { code.is_interruptible };
        plan.has_threads = is_host(L) && layout.has_threads();
        if is_host(L) {
            if plan.operations().len() > MOST_AT_ONCE {
                return None;
            }
            let calls = plan.operations().flat_map(|pc| match code.ops[pc].kind {
                OpKind::Call(function, _) => vec![function],
                OpKind::CallIndirect(call) => code.calls[call as usize].seen.get().into_iter().flatten().collect(),
                _ => Vec::new(),
            });
            let called: Vec<u32> = calls.collect();
            plan.callees = called.into_iter().map(|function| (function, self.callee(function))).collect();
        }
        let mut regions = RegionList::new(code.accesses.len(), &self.frame.shared_offsets);
        let mut counter_plan = CounterPlan::default();
        let wir = wir::make(PassContext { plan: &plan, regions: &mut regions, counter_plan: &mut counter_plan });
        let (built, entries) = clif::build(&plan, &wir, &regions, &backend.thunks, backend.call_conv(), backend.frontend_config())?;
        let (memory, made) = match backend.compile(vec![built]) {
            Ok(made) => made,
            Err(reason) => {
                debug_assert!(false, "the code generator rejects `{}`: {reason}", func.name);
                return None;
            }
        };
        let segments = plan.segments.iter().zip(&plan.is_entry).map(|(n, &e)| (n.start as u32, e)).collect();
        let affine = affine::at_entries(&plan, &entries.full);
        let made = made.into_iter().next().filter(|made| made.frame <= MOST_FRAME)?;
        let lane_loops = wir.lane_loops.iter().map(|lane_loop| LaneLoopCounts::new(&plan, &wir, lane_loop)).collect();
        let (bounds, _memory) = (wir.bounds.len(), memory);
        Some(Compiled { made, _memory, entries, regions, bounds, function, counter_plan, affine, segments, lane_loops })
    }

    /// What compiled code needs to know of a function that it calls.
    fn callee(&mut self, function: u32) -> Callee {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, function);
        let stub = self.jit_cache().host.stub(function);
        let is_quick = layout.has_threads() && !code.is_interruptible;
        let address = layout.function_address(function);
        Callee { address, stub, frame: code.frame, params: code.params.clone(), cost: code.blocks[0].cost, is_quick }
    }

    /// What is the same for all runs of compiled code.
    pub(crate) fn run_context(&mut self, compiled: &Compiled) -> RunContext {
        RunContext {
            launch: Launch {
                params: self.jit().map_or(std::ptr::null(), |session| session.params.as_ptr()),
                compiled: Opaque::to(&raw const *compiled),
                grid: self.frame.config.grid,
                block: self.frame.config.block,
                lanes: L as u32,
            },
            core: Core {
                counters: &raw mut self.counters,
                total_effects: &raw mut self.effects,
                engine: Opaque::to_mut(&raw mut *self),
                warps: Opaque::NULL,
                block_barriers: Opaque::NULL,
                link: Opaque::NULL,
            },
        }
    }

    /// Compiled code faulted, which is a mistake of kern: the launch, or the program, ends.
    pub(crate) fn faulted(&mut self, compiled: &Compiled, context: *mut Context, fault: Fault) -> Stop {
        // SAFETY: compiled code is done with the context; the warps are those of this run, exclusively borrowed by its caller.
        let (activation, warp) = unsafe { ((*context).run.activation, &*current_warp::<L>(context)) };
        // A function that it called, if it is another's code.
        let called = self.jit_cache().host.starting_at(fault.start).filter(|_| fault.start != compiled.made.code.start);
        let compiled = called.as_ref().map_or(compiled, |region| &region.compiled);
        let layout = self.layout.clone();
        let code = self.store.code(&layout, compiled.function);
        let pc = compiled.made.places.iter().find(|place| fault.offset < place.0 as usize).map_or(0, |place| place.1);
        let point = (code.id, code.ops.get(pc as usize).map_or(u32::MAX, |op| op.inst));
        self.report(report::INTERNAL, point, |engine| {
            let trace = engine.trace(warp, activation, point);
            report::fault(engine.machine, &trace, fault.name, fault.address as u64)
        });
        if is_host(L) { Stop::Fault(139) } else { Stop::Launch(crate::launch::error::LAUNCH_FAILURE) }
    }

    /// Why a helper ended the launch; goes on with its panic, if it was one.
    pub(crate) fn stopped(&mut self) -> Stop {
        if let Some(panic) = self.jit_mut().and_then(|s| s.panic.take()) {
            std::panic::resume_unwind(panic);
        }
        let stop = self.jit_mut().and_then(|s| s.stop.take());
        stop.unwrap_or(Stop::Launch(crate::launch::error::LAUNCH_FAILURE))
    }
}
