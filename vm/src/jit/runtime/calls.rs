//! Calls between compiled host functions.
//!
//! Compiled code calls a function's code directly: it takes a spare [`HostFrame`] of the function from its [`CallStub`], fills
//! in what differs from call to call, and puts it back when the function has returned. The interpreter knows nothing of such
//! a call as long as nobody asks: its frame is made when a helper runs below it (`materialise_frames`), which then finds all
//! as if the interpreter had called. What is not so plain (a function without code, no spare host frame, memory that has
//! changed, a stack that is too deep) goes through the helpers: [`Engine::call_from_code`], [`Engine::finish_call`]. Accesses of
//! other functions to the variables of such a call find them as long as its context has the frame that it had: a context that is
//! spare has none.

use super::abi::{BOUNDS, CallStub, Context, ExitReason, Opaque, REGION, REGIONS};
use super::compiled::Compiled;
use super::tlb::Tlb;
use crate::call::Stop;
use crate::decode::code::{DecodedFunction, OpKind};
use crate::decode::is_interruptible;
use crate::decode::registers::RegisterFile;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::executor::{Pause, Running};
use crate::exec::warp::{Activation, ActivationId, NOBODY, Warp};
use crate::memory::variable_at;
use std::rc::Rc;

/// A context, behind it its regions; and the registers of a direct call, whose activation has not been made.
pub(crate) struct HostFrame {
    memory: Vec<[u64; 8]>,
    code: Rc<DecodedFunction<1>>,
    file: RegisterFile,
}

impl HostFrame {
    /// For code of a function, with registers of its own.
    pub(crate) fn new(compiled: &Compiled, code: &Rc<DecodedFunction<1>>, file: RegisterFile, tlb: *const Tlb) -> Box<HostFrame> {
        let bytes = REGIONS + compiled.regions.specs.len() * REGION + compiled.bounds * BOUNDS;
        let mut host_frame = Box::new(HostFrame { memory: vec![[0; 8]; bytes.div_ceil(64)], code: code.clone(), file });
        let pointer = &raw mut *host_frame;
        // SAFETY: the memory begins with a context, for which zeros are valid. No memory has this generation.
        let context = unsafe { &mut *host_frame.context() };
        (context.host.generation, context.launch.lanes, context.launch.compiled) = (u64::MAX, 1, Opaque::to(&raw const *compiled));
        (context.host.host_frame, context.host.tlb, context.run.activation) = (Opaque::to_mut(pointer), tlb, NOBODY);
        context.run.registers = host_frame.file.registers::<1>().base().cast();
        context.run.marshalling = context.run.registers;
        host_frame
    }

    pub(crate) fn context(&mut self) -> *mut Context {
        self.memory.as_mut_ptr().cast()
    }
}

/// The host frame that a context is in.
///
/// # Safety
/// It is the context of host code, and nothing else refers to its host frame.
unsafe fn host_frame<'a>(context: *mut Context) -> &'a mut HostFrame {
    // SAFETY: set by `HostFrame::new`; host frames do not move, and live as long as their code.
    unsafe { &mut *(*context).host.host_frame.get() }
}

/// The function that a context is for.
///
/// # Safety
/// As for `host_frame`.
pub(crate) unsafe fn code_of<'a>(context: *mut Context) -> &'a DecodedFunction<1> {
    // SAFETY: as the caller says.
    unsafe { &host_frame(context).code }
}

/// Puts a context back among the spare ones, with the registers of its host frame.
///
/// # Safety
/// As for `host_frame`; the run is over.
pub(crate) unsafe fn recycle(stub: &CallStub, context: *mut Context) {
    // SAFETY: as the caller says.
    unsafe {
        (*context).run.registers = host_frame(context).file.registers::<1>().base().cast();
        (*context).run.marshalling = (*context).run.registers;
        ((*context).host.next, (*context).run.activation) = (stub.spare.get(), NOBODY);
        (*context).run.local_base = 0;
    }
    stub.spare.set(context);
}

/// The contexts, from this one on to those that called it, of whose functions the interpreter does not know.
///
/// # Safety
/// The context is that of a run of host code in progress, which is in a helper.
pub(crate) unsafe fn unmaterialised(context: *mut Context) -> impl Iterator<Item = *mut Context> {
    let mut next = context;
    std::iter::from_fn(move || {
        let here = next;
        // SAFETY: the pointers are those of the run; a context whose activation was not made was called by compiled code.
        unsafe {
            if (*here).run.activation != NOBODY {
                return None;
            }
            next = (*here).host.caller;
        }
        Some(here)
    })
}

/// Makes the activations of a context's function and of those that called it, where compiled code has not done so.
///
/// # Safety
/// As for `unmaterialised`.
pub(crate) unsafe fn materialise_frames(context: *mut Context) {
    // SAFETY: as the caller says.
    if unsafe { (*context).run.activation } != NOBODY {
        return;
    }
    // SAFETY: as the caller says.
    let unknown: Vec<_> = unsafe { unmaterialised(context) }.collect();
    for context in unknown.into_iter().rev() {
        // SAFETY: as above.
        unsafe { make_activation(context) };
    }
}

/// The variable of a function that the interpreter does not know of, in which `address` lies or behind which: base and size, the
/// function's context, and where its frame is.
///
/// # Safety
/// As for `unmaterialised`.
pub(crate) unsafe fn variable_in_progress(context: *mut Context, address: u64) -> Option<((u64, u64), (*const Context, u64))> {
    // SAFETY: as the caller says.
    unsafe {
        // Frames without variables begin where that of their caller does.
        unmaterialised(context).find_map(|here| {
            let base = (*here).run.local_base;
            let distance = address.checked_sub(base).filter(|&distance| distance <= code_of(here).frame)?;
            let variable = variable_at(&code_of(here).locals, distance)?;
            Some(((base + variable.offset, variable.size), (here.cast_const(), base)))
        })
    }
}

/// # Safety
/// As for `materialise_frames`; the caller's activation has been made.
unsafe fn make_activation(context: *mut Context) {
    // SAFETY: as the caller says.
    unsafe {
        let c = &mut *context;
        let caller = c.host.caller;
        let engine = &mut *c.core.engine.get::<Engine<1>>();
        let warp = &mut *c.core.warps.get::<Warp<1>>();
        let host_frame = host_frame(context);
        let code = host_frame.code.clone();
        let mut file = std::mem::replace(&mut host_frame.file, RegisterFile::new(0, 1));
        let registers = file.registers::<1>();
        engine.push_host_frame(c.run.local_base, &code);
        let (parent, call_pc) = ((*caller).run.activation, c.host.call_pc);
        c.run.activation = warp.add_activation(Activation {
            code,
            file,
            registers,
            parent,
            call_pc,
            local_base: c.run.local_base,
            depth: c.host.depth,
            stack: 0,
            users: 1,
        });
    }
}

impl Engine<'_, '_, 1> {
    /// Calls the function that an operation of compiled code calls; whether it has run to its end.
    ///
    /// # Errors
    /// The program ends.
    pub(crate) fn call_from_code(
        &mut self,
        warp: &mut Warp<1>,
        barriers: &mut BlockBarriers,
        activation: ActivationId,
        pc: u32,
    ) -> Result<bool, Stop> {
        let here = 0u8;
        let caller = warp.activation(activation);
        let code = caller.code.clone();
        let is_quick = match code.ops[pc as usize].kind {
            OpKind::Call(function, _) => !is_interruptible(&self.layout, function),
            _ => false,
        };
        let limit = if is_quick { self.core.quick_stack_limit } else { self.core.stack_limit };
        if (&raw const here as usize) < limit {
            return Ok(false);
        }
        let mut run = Running { activation, code: code.clone(), registers: caller.registers, pc, mask: 1 };
        let op = &code.ops[pc as usize];
        loop {
            match op.kind {
                OpKind::Call(function, call) => self.enter(warp, barriers, &mut run, function, call)?,
                OpKind::CallIndirect(call) => self.enter_indirect(warp, barriers, &mut run, op, call)?,
                _ => return Ok(false),
            }
            if run.activation != activation {
                break;
            }
            // It was one without a body, which may have to be called again.
            self.end_turn()?;
            if run.pc != pc {
                return Ok(true);
            }
        }
        run.code.tier_up[0].is_hot(true);
        self.run_to(activation, |engine| engine.run_host(warp, barriers, &mut run))?;
        Ok(true)
    }

    /// Runs a function that compiled code called directly to its end: it came to where the interpreter has to go on, or the
    /// interpreter knows of it. Its context is a spare one again.
    ///
    /// # Errors
    /// The program ends.
    ///
    /// # Safety
    /// `context` is that of the caller, which is in a helper.
    pub(crate) unsafe fn finish_call(
        &mut self,
        warp: &mut Warp<1>,
        barriers: &mut BlockBarriers,
        context: *mut Context,
        how: ExitReason,
    ) -> Result<(), Stop> {
        // SAFETY: the callee's context is that of the call, which has just ended.
        let (callee, stub, code) = unsafe {
            let callee = (*context).host.callee;
            if how == ExitReason::Stop {
                return Err(self.stopped());
            }
            materialise_frames(callee);
            (callee, &*(*context).host.stub, host_frame(callee).code.clone())
        };
        // SAFETY: as above.
        let (activation, pc, caller) = unsafe { ((*callee).run.activation, (*callee).outcome.pc, (*context).run.activation) };
        let registers = warp.activation(activation).registers;
        let mut run = Running { activation, code: code.clone(), registers, pc, mask: 1 };
        self.run_to(caller, |engine| {
            let pause = match how {
                ExitReason::Return => engine.leave(warp, barriers, &mut run, &code.ops[pc as usize]).unwrap_or(Pause::Hot),
                ExitReason::Resume => Pause::Hot,
                _ if engine.core.threads.is_due => Pause::Yielded,
                _ => engine.interpret(warp, barriers, &mut run)?,
            };
            if pause != Pause::Ended {
                engine.end_turn()?;
            }
            if pause == Pause::Ended { Ok(()) } else { engine.run_host(warp, barriers, &mut run) }
        })?;
        // SAFETY: as above; the registers went to the activation, which has ended.
        unsafe {
            host_frame(callee).file = self.store.file(&code);
            recycle(stub, callee);
        }
        Ok(())
    }

    /// Does something until a callee of the activation returns to it.
    fn run_to(&mut self, activation: ActivationId, run: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let bottom = std::mem::replace(&mut self.bottom, activation);
        let result = run(self);
        self.bottom = bottom;
        result
    }
}
