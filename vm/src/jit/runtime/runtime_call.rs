//! Calls of runtime functions by compiled host code. The interpreter is told nothing of the functions in progress: who wants to
//! know, such as a report, walks the contexts of compiled code; for the time of the call their frames are on the host's stack.

use super::abi::Context;
use super::caller::{Caller, Lent};
use super::calls::{code_of, materialise_frames, unmaterialised};
use crate::call::Stop;
use crate::decode::code::{CallData, OpKind};
use crate::decode::externs::Target;
use crate::decode::registers::Registers;
use crate::exec::engine::{AccessContext, Engine};
use crate::exec::warp::{NOBODY, Warp};
use crate::loader::Layout;
use crate::memory::CallPath;

/// Functions in progress that are walked for a call. Where there are more the interpreter is told of them, once.
const MOST_FRAMES: usize = 16;

/// Calls the function that an operation calls, if it is one of the runtime's; false if that is for the interpreter.
pub(super) fn is_called(caller: &mut Caller, pc: u32) -> bool {
    let code = caller.code::<1>();
    let OpKind::CallExtern(call) = code.ops[pc as usize].kind else { return false };
    let call = &code.calls[call as usize];
    let Target::Host(number) = call.target else { return false };
    // SAFETY: the context is that of a run of host code in progress, in a helper.
    if unsafe { unmaterialised(caller.pointer()) }.nth(MOST_FRAMES).is_some() {
        return false;
    }
    caller.with_core::<1>(|p| call_function(p, pc, call, number));
    true
}

fn call_function(p: &mut Lent<1>, pc: u32, call: &CallData, function: u32) -> Result<(), Stop> {
    let context = &raw mut *p.context;
    // SAFETY: the context is that of the run, in its helper.
    let (registers, point) = unsafe {
        let code = code_of(context);
        (Registers::<1>::at_base((*context).run.marshalling.cast()), (code.id, code.ops[pc as usize].inst))
    };
    let engine = &mut *p.engine;
    engine.note_call(p.warp);
    let (layout, warp) = (engine.layout.clone(), &*p.warp);
    // SAFETY: as above; the contexts of functions in progress stay as they are during the call.
    let walk = || unsafe { call_path(&layout, warp, context, point) };
    let (top, generation) = (engine.machine.memory.host_stack_top, engine.machine.memory.generation);
    // SAFETY: as above.
    unsafe { push_frames(engine, context) };
    let ret = engine.call_for_host(call, function, registers, &walk);
    engine.pop_host_frames(top);
    if engine.machine.memory.generation != generation {
        p.refresh();
        // Who called finds its regions again when it is told that this function has returned.
        // SAFETY: as above.
        unsafe { materialise_frames(context) };
    }
    let engine = &mut *p.engine;
    let ret = if engine.goes_on(&ret) {
        ret?
    } else {
        // SAFETY: as above.
        unsafe { materialise_frames(context) };
        let activation = p.context.run.activation;
        let context = AccessContext { warp: &mut *p.warp, barriers: &mut *p.barriers, activation, registers, mask: 1, point };
        engine.after_extern(&context, ret)?
    };
    if let Some((slot, width)) = call.result {
        registers.set_bits(slot, width, 0, ret.0);
    }
    Ok(())
}

/// Puts the frames of functions that the interpreter does not know of on the host's stack.
///
/// # Safety
/// `context` is that of a run in progress, in a helper.
unsafe fn push_frames(engine: &mut Engine<1>, context: *mut Context) {
    let mut frames = [std::ptr::null_mut(); MOST_FRAMES];
    let mut count = 0;
    // SAFETY: as the caller says.
    for (place, frame) in frames.iter_mut().zip(unsafe { unmaterialised(context) }) {
        *place = frame;
        count += 1;
    }
    for &frame in frames[..count].iter().rev() {
        // SAFETY: as the caller says.
        let (base, code) = unsafe { ((*frame).run.local_base, code_of(frame)) };
        engine.push_host_frame(base, code);
    }
}

/// The calls in progress, innermost first.
///
/// # Safety
/// As for `push_frames`.
unsafe fn call_path(layout: &Layout, warp: &Warp<1>, context: *mut Context, point: (u32, u32)) -> CallPath {
    let mut path = CallPath::new(layout.site(point));
    let mut here = context;
    // SAFETY: as the caller says: who called a function that the interpreter does not know of is compiled code.
    unsafe {
        while (*here).run.activation == NOBODY && !path.is_full() {
            let (caller, call_pc) = ((*here).host.caller, (*here).host.call_pc);
            let code = code_of(caller);
            path.push(layout.site((code.id, code.ops[call_pc as usize].inst)));
            here = caller;
        }
        if !path.is_full() {
            warp.add_callers(layout, &mut path, (*here).run.activation);
        }
    }
    path
}
