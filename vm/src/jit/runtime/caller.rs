//! The guard through which helpers see the core: who called them, and, as long as they run, the engine, the warp and its block.
//!
//! *What.* A helper is given a [`Caller`], made by its entry point and by nobody else. It may look at the context and at registers
//! ([`Caller::context`], [`Caller::registers`]); what it wants of the core it does inside [`Caller::with_core`], or, if the
//! interpreter has to know of all functions in progress, inside [`Caller::with_frames`].
//! *Invariant.* While the core is lent, what compiled code counted has been told, and a panic ends the launch instead of crossing
//! compiled code. A worker's caller has no core: its call is asked of the coordinator, whose thread makes it.
//! *Source.* Wasmtime's `Caller`, which host functions are given.

use super::abi::{Context, HelperCall, REGIONS, Region};
use super::calls::{code_of, materialise_frames};
use super::compiled::Compiled;
use super::flush::{current_warp, flush};
use crate::call::Stop;
use crate::decode::code::DecodedFunction;
use crate::decode::registers::Registers;
use crate::decode::side::is_host;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::warp::Warp;
use crate::launch::error::LAUNCH_FAILURE;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// What a worker's compiled code asks, which has no engine.
pub(crate) trait Coordinator {
    /// Waits until somebody with an engine has called the helper.
    fn ask(&self, context: *mut Context, call: HelperCall);

    /// The back edges of a time slice were taken: whether nobody has to be asked yet.
    fn may_go_on(&self, context: &mut Context, warp: &mut Warp<32>) -> bool;

    /// Warp instructions that a warp may execute without an effect.
    fn idle_fuel(&self) -> u64;
}

/// Compiled code that has called a helper.
pub(super) struct Caller(*mut Context);

/// What is the core's while a helper runs.
pub(super) struct Lent<'a, const L: usize> {
    pub(super) context: &'a mut Context,
    pub(super) engine: &'a mut Engine<'static, 'static, L>,
    pub(super) warp: &'a mut Warp<L>,
    pub(super) barriers: &'a mut BlockBarriers,
}

impl Caller {
    /// # Safety
    /// `context` is that of a run in progress, complete, whose code is in a helper: it touches nothing that the context points to until
    /// the helper is done. Contexts of one lane are in a `HostFrame`.
    pub(super) unsafe fn new(context: *mut Context) -> Caller {
        Caller(context)
    }

    pub(super) fn context(&mut self) -> &mut Context {
        // SAFETY: see `new`; the guard is the only one that refers to it.
        unsafe { &mut *self.0 }
    }

    pub(super) fn pointer(&self) -> *mut Context {
        self.0
    }

    /// Whether it is host code.
    pub(super) fn is_host(&mut self) -> bool {
        self.context().launch.lanes == 1
    }

    /// What compiled code reads when the helper is done.
    pub(super) fn answer(&mut self, is_so: bool) {
        self.context().outcome.answer = u32::from(is_so);
    }

    /// The code of the function at hand. The interpreter may not know of a host function's activation yet.
    pub(super) fn code<'a, const L: usize>(&mut self) -> &'a DecodedFunction<L> {
        // SAFETY: see `new`; with one lane both types are one. Activations and host frames keep their code while it runs.
        unsafe {
            if is_host(L) {
                return &*std::ptr::from_ref(code_of(self.0)).cast();
            }
            &current_warp::<L>(self.0).activation((*self.0).run.activation).code
        }
    }

    /// The warp at hand.
    pub(super) fn warp<const L: usize>(&mut self) -> &mut Warp<L> {
        // SAFETY: see `new`.
        unsafe { current_warp::<L>(self.0) }
    }

    /// The registers that hold operands as compiled code has written them, and get results.
    pub(super) fn registers<const L: usize>(&mut self) -> Registers<L> {
        // SAFETY: they are a file for the function's code.
        unsafe { Registers::at_base(self.context().run.marshalling.cast()) }
    }

    /// Those of the activation.
    pub(super) fn activation_registers(&mut self) -> Registers<32> {
        // SAFETY: as above.
        unsafe { Registers::at_base(self.context().run.registers.cast()) }
    }

    /// What is known of the function that runs.
    pub(super) fn compiled<'a>(&mut self) -> &'a Compiled {
        compiled_of(self.context())
    }

    /// Of host code: the engine, of which the helper uses nothing that the interpreter's activations are in.
    pub(super) fn host_engine(&mut self) -> &mut Engine<'static, 'static, 1> {
        // SAFETY: see `new`: it is the engine of the run, which does not touch it meanwhile.
        unsafe { &mut *self.context().core.engine.get::<Engine<1>>() }
    }

    /// Tells what was counted.
    pub(super) fn flush<const L: usize>(&mut self) {
        // SAFETY: see `new`.
        unsafe { flush::<L>(self.0) };
    }

    /// Of a worker: who is asked instead of an engine.
    pub(super) fn link(&mut self) -> Option<&dyn Coordinator> {
        // SAFETY: a link lives as long as its worker.
        unsafe { self.context().core.link.get::<Rc<dyn Coordinator>>().as_ref().map(|link| &**link) }
    }

    /// Of a worker: whether nobody has to be asked yet, where back edges of a time slice were taken.
    pub(super) fn may_go_on(&mut self) -> bool {
        let context = self.0;
        // SAFETY: see `new`.
        self.link().is_some_and(|link| unsafe { link.may_go_on(&mut *context, current_warp::<32>(context)) })
    }

    /// Of host code: makes a region of the function another one.
    pub(super) fn set_host_region(&mut self, index: usize, region: Region) {
        let context = self.0;
        // SAFETY: see `new`.
        self.host_engine().set_host_region(unsafe { &mut *context }, index, region);
    }

    /// Lends the core to a helper's body, with the interpreter knowing of all functions in progress. `call` is the call at hand.
    pub(super) fn with_frames<const L: usize>(mut self, call: HelperCall, body: impl FnOnce(&mut Lent<L>) -> Result<(), Stop>) {
        let context = self.0;
        if let Some(link) = self.link() {
            link.ask(context, call);
            return;
        }
        if is_host(L) {
            // SAFETY: see `new`.
            unsafe { materialise_frames(context) };
        }
        self.with_core(body);
    }

    /// Lends the core to who looks at nothing that compiled code counts, and ends no launch; `None` if that panics.
    pub(super) fn with_core_uncounted<T>(&mut self, body: impl FnOnce(&mut Lent<32>) -> T) -> Option<T> {
        let mut lent = self.lend();
        catch_unwind(AssertUnwindSafe(|| body(&mut lent))).ok()
    }

    fn lend<const L: usize>(&mut self) -> Lent<'_, L> {
        // SAFETY: see `new`: `session` and `host` have set these pointers from exclusive references that they do not use while
        // compiled code runs.
        unsafe {
            let warp = current_warp::<L>(self.0);
            let context = &mut *self.0;
            let (engine, barriers) = (&mut *context.core.engine.get(), &mut *context.core.block_barriers.get());
            Lent { context, engine, warp, barriers }
        }
    }

    /// Lends the core to a helper's body.
    pub(super) fn with_core<const L: usize>(&mut self, body: impl FnOnce(&mut Lent<L>) -> Result<(), Stop>) {
        self.flush::<L>();
        let mut lent = self.lend::<L>();
        let result = catch_unwind(AssertUnwindSafe(|| body(&mut lent))).unwrap_or_else(|panic| {
            if let Some(session) = lent.engine.jit_mut() {
                session.panic = Some(panic);
            }
            Err(Stop::Launch(LAUNCH_FAILURE))
        });
        if let Err(stop) = result {
            lent.context.outcome.stopped = 1;
            if let Some(session) = lent.engine.jit_mut() {
                session.stop = Some(stop);
            }
        }
    }
}

/// What is known of the function that a context is for.
fn compiled_of<'a>(context: &Context) -> &'a Compiled {
    // SAFETY: who enters the code has set it; compiled functions outlive their runs.
    unsafe { &*context.launch.compiled.get() }
}

impl<const L: usize> Lent<'_, L> {
    /// What is known of the function that runs.
    pub(super) fn compiled<'a>(&self) -> &'a Compiled {
        compiled_of(self.context)
    }

    /// If allocations came or went, all regions are found again.
    pub(super) fn refresh_since(&mut self, generation: u64) {
        if self.engine.machine.memory.generation != generation {
            self.refresh();
        }
    }

    /// All regions of the function are found again.
    pub(super) fn refresh(&mut self) {
        for (index, spec) in self.compiled().regions.specs.iter().enumerate() {
            let region = self.engine.region_of(spec, self.barriers);
            self.set_region(index, region);
        }
        let generation = self.engine.machine.memory.generation;
        self.context.host.generation = generation;
        if let Some(session) = self.engine.jit_mut() {
            session.generation = generation;
        }
    }

    /// Makes a region of the function another one.
    pub(super) fn set_region(&mut self, index: usize, region: Region) {
        if is_host(L) {
            // SAFETY: with one lane both types are one.
            let engine = unsafe { &mut *std::ptr::from_mut(&mut *self.engine).cast::<Engine<1>>() };
            return engine.set_host_region(self.context, index, region);
        }
        // SAFETY: the context is followed by room for the regions of its function.
        unsafe { (&raw mut *self.context).cast::<u8>().add(REGIONS).cast::<Region>().add(index).write(region) };
    }
}
