//! What compiled code calls: the interpreter's own functions, on the interpreter's own registers.
//!
//! A row of `abi`'s table of helpers names one of these functions; its entry point, its number and its signature follow from the row.
//! A helper sees what compiled code works with through its [`Caller`].

use super::abi::{Context, ExitReason, Helper, HelperCall, NO_REGION, Region, for_each_helper};
use super::caller::Caller;
use super::calls::variable_in_progress;
use super::lane_loops::{begin_lanes, end_lanes, undo_lanes};
use super::marshalling;
use super::regions::Source;
use super::runtime_call;
use super::time_slice::time_slice_over;
use super::tlb::Entry;
use super::told::{tell, tell_barrier, tell_quickly};
use crate::access::resolve::is_inside;
use crate::call::Stop;
use crate::decode::code::{CallData, DecodedFunction, OpKind, Root};
use crate::decode::externs::Target;
use crate::decode::registers::Registers;
use crate::decode::side::is_host;
use crate::exec::collective::{self, Party, collective_at_once};
use crate::exec::runtime_call::{call_math, call_state_function};
use crate::exec::warp::State;
use crate::interp::step::find_space;
use crate::interp::step::stops::zero_divisors;
use crate::launch::error::ILLEGAL_INSTRUCTION;
use crate::memory::Window;
use std::panic::{AssertUnwindSafe, catch_unwind};

macro_rules! entry_points {
    ($( $(#[$doc:meta])* $way:ident $name:ident = $function:ident($($word:ident),*); )*) => {
        /// Where compiled code, or a thunk, enters the helpers.
        mod entry {
            use super::{Caller, Context};

            $(
                $(#[$doc])*
                pub(super) extern "C" fn $function(context: *mut Context, $($word: u32),*) {
                    // SAFETY: compiled code passes the context it was entered with, and waits.
                    super::$function(unsafe { Caller::new(context) }, $($word),*);
                }
            )*
        }

        /// The entry points, by number.
        pub(crate) const ENTRY_POINTS: &[(Helper, *const u8)] = &[$( (Helper::$name, entry::$function as *const u8) ),*];

        /// Calls a helper as compiled code does that runs with this context, for somebody who has it.
        pub(super) fn call_for(context: *mut Context, (helper, words): HelperCall) {
            match helper {
                $( Helper::$name => { let [$($word,)* ..] = words; entry::$function(context, $($word),*) } )*
            }
        }
    };
}
for_each_helper!(entry_points);

fn execute(mut caller: Caller, pc: u32, mask: u32) {
    if caller.is_host() { execute_for::<1>(caller, pc, mask) } else { execute_for::<32>(caller, pc, mask) }
}

fn execute_for<const L: usize>(mut caller: Caller, pc: u32, mask: u32) {
    let registers = marshalling::operands::<L>(&mut caller, pc);
    // What panics does so once more, where it is seen to.
    if catch_unwind(AssertUnwindSafe(|| compute(&mut caller, registers, pc, mask))).unwrap_or(false) {
        return;
    }
    if is_host(L) && runtime_call::is_called(&mut caller, pc) {
        return;
    }
    caller.with_frames::<L>((Helper::Execute, [pc, mask]), |p| {
        let activation = p.context.run.activation;
        let code = p.warp.activation(activation).code.clone();
        let op = &code.ops[pc as usize];
        let generation = p.engine.machine.memory.generation;
        if !p.engine.execute_plain(p.warp, p.barriers, (activation, &code), registers, op, mask, mask)? {
            return Err(Stop::Launch(ILLEGAL_INSTRUCTION));
        }
        p.refresh_since(generation);
        if let OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) = op.kind {
            for (index, spec) in p.compiled().regions.specs.iter().enumerate() {
                if spec.source != Source::Site(access) {
                    continue;
                }
                let region = match p.engine.region_of_site(code.id, access, spec.space, spec.is_written) {
                    known if known.size > 0 || is_host(L) => known,
                    _ => {
                        let place = &code.accesses[access as usize];
                        let slot = if let Root::Register(slot) = place.root { slot } else { op.a };
                        let root = registers.lane::<u64>(slot, mask.trailing_zeros() as usize);
                        p.engine.region_in_shared(spec, root, p.barriers)
                    }
                };
                p.set_region(index, region);
            }
        }
        Ok(())
    });
}

/// What the lane function does not do, and what panics, is for the interpreter.
fn execute_lanes(mut caller: Caller, pc: u32, mask: u32) {
    if caller.is_host() { execute_lanes_for::<1>(caller, pc, mask) } else { execute_lanes_for::<32>(caller, pc, mask) }
}

fn execute_lanes_for<const L: usize>(mut caller: Caller, pc: u32, mask: u32) {
    let registers = caller.registers::<L>();
    if !catch_unwind(AssertUnwindSafe(|| compute(&mut caller, registers, pc, mask))).unwrap_or(false) {
        execute_for::<L>(caller, pc, mask);
    }
}

/// Executes an operation that concerns registers only, or what runtime functions remember; `false` if it is another.
fn compute<const L: usize>(caller: &mut Caller, registers: Registers<L>, pc: u32, mask: u32) -> bool {
    let code: &DecodedFunction<L> = caller.code();
    let op = &code.ops[pc as usize];
    match op.kind {
        // SAFETY: the decoder chose `run` for slots of this function's register file and for this processor.
        OpKind::Alu => unsafe { (op.run)(registers, op, mask) },
        OpKind::Divide(wide) => {
            if zero_divisors(registers, op, wide, mask).next().is_some() {
                return false;
            }
            // SAFETY: as for `OpKind::Alu`.
            unsafe { (op.run)(registers, op, mask) }
        }
        OpKind::Isspacep(space) => find_space(registers, op, space, mask),
        OpKind::Activemask => registers.write(op.d, &[mask; L], mask),
        OpKind::Shfl(..) | OpKind::Vote(_) | OpKind::Match(..) | OpKind::Redux(..) => {
            collective::execute(&[Party { registers, op, lanes: mask }]);
        }
        OpKind::CallExtern(call) => match &code.calls[call as usize] {
            call @ CallData { target: Target::Math(math), .. } => call_math(registers, mask, call, *math),
            call @ CallData { target: Target::State(number), .. } if is_host(L) => {
                call_state_function(caller.host_engine().runtime, registers, mask, call, *number);
            }
            _ => return false,
        },
        _ => return false,
    }
    true
}

fn exchange(mut caller: Caller, pc: u32, mask: u32) {
    let (registers, code) = (caller.registers::<32>(), caller.code::<32>());
    let op = &code.ops[pc as usize];
    let is_done = collective_at_once(caller.warp::<32>().live, registers, op, mask);
    caller.answer(is_done);
    // A worker's launch has nobody who is told.
    if is_done && op.kind == OpKind::BarWarp && caller.link().is_none() {
        caller.with_core_uncounted(|p| p.engine.observe_sync(p.warp, p.barriers, (code.id, op.inst), mask));
    }
}

/// Finds the memory of host code's access, if that is plain, and makes it the region of that number; or counts it, if it is
/// wrong as it was before. Nothing is counted, and no activation made for this.
fn find(mut caller: Caller, pc: u32, region: u32) {
    let found = catch_unwind(AssertUnwindSafe(|| find_memory(&mut caller, pc, region)));
    caller.answer(false);
    if let Ok(Some(pointer)) = found {
        caller.answer(true);
        caller.context().host.result = pointer as u64;
    }
}

/// The memory of an access.
fn find_memory(caller: &mut Caller, pc: u32, region: u32) -> Option<*mut u8> {
    let code = caller.code::<1>();
    let (access, is_written) = match code.ops[pc as usize].kind {
        OpKind::Load(access) => (access, false),
        OpKind::Store(access) => (access, true),
        _ => return None,
    };
    let access = &code.accesses[access as usize];
    let bytes = access.element.size() * u64::from(access.count);
    let c = caller.context();
    let address = c.host.address;
    let root = match access.root {
        Root::Slot(slot) => c.run.local_base + code.locals[slot as usize].offset,
        _ => c.host.root,
    };
    let (mut found, mut frame) = (None, None);
    if region != NO_REGION {
        // Loads may share a region with stores.
        let is_written = is_written || caller.compiled().regions.specs[region as usize].is_written;
        if let Some((variable, of)) = find_in_frames(caller, root, (address, bytes)) {
            (found, frame) = (Some(variable), Some(of));
        } else {
            found = caller.host_engine().find_plainly(root, address, bytes, is_written);
        }
    }
    let Some((base, size, pointer)) = found else {
        let engine = caller.host_engine();
        let is_known_wrong = access.root != Root::Address && engine.repeats((code.id, access.site), root, address, bytes);
        let pointer = if is_written { engine.store.sink.as_mut_ptr() } else { ZEROS.as_ptr().cast_mut() };
        return is_known_wrong.then_some(pointer.cast());
    };
    let origin = (pointer as u64).wrapping_sub(address);
    let engine = caller.host_engine();
    let memory = &engine.machine.memory;
    let generation = memory.generation;
    // Compiled code finds it by itself, if its region lets it look.
    let is_mapped = memory.blocks.knows(size) && Window::of(base) == Window::HostHeap && memory.is_of_heap(base);
    if is_mapped {
        let is_of_many = engine.jit_cache().host.meets_many(code.id, region);
        caller.set_host_region(region as usize, if is_of_many { Region::OF_MANY } else { Region::of_bytes(base, size, origin) });
        return Some(pointer);
    }
    let is_const = u64::from(Window::of(base) == Window::HostGlobals && memory.allocation(base).is_some_and(|found| found.is_const));
    let (context, frame_base) = frame.map_or((0, 0), |(context, base)| (context as u64, base));
    let entry = Entry { base, size, origin, is_const, frame: context, frame_base };
    engine.jit_cache().host.tlb.insert(root, entry, generation);
    // Regions stay what they are until somebody tells them; of the frame of a direct call nobody does.
    caller.set_host_region(region as usize, if frame.is_some() { Region::OF_MANY } else { Region::of_bytes(base, size, origin) });
    Some(pointer)
}

/// Base, size and pointer of what was found.
type Found = (u64, u64, *mut u8);

/// The memory of a plainly right access to a variable of a function that the interpreter does not know of, that function's context and
/// where its frame is.
fn find_in_frames(caller: &mut Caller, root: u64, (address, bytes): (u64, u64)) -> Option<(Found, (*const Context, u64))> {
    if Window::of(root) != Window::HostStack {
        return None;
    }
    // SAFETY: the context is that of a run of host code in progress, in a helper.
    let ((base, size), frame) = unsafe { variable_in_progress(caller.pointer(), root)? };
    let memory = &caller.host_engine().machine.memory;
    if is_inside(base..base + size, root, address, bytes) { Some(((base, size, memory.pointer(address, bytes)?), frame)) } else { None }
}

/// What wrong accesses read.
static ZEROS: [u64; 8] = [0; 8];

/// A function that was called directly did not simply return: the interpreter finishes it.
fn finish_call(caller: Caller, pc: u32, reason: u32) {
    let reason = ExitReason::of(reason);
    caller.with_frames::<1>((Helper::FinishCall, [pc, reason as u32]), |p| {
        p.warp.time_slice = p.context.run.time_slice;
        // SAFETY: compiled code has just made the call from this context.
        unsafe { p.engine.finish_call(p.warp, p.barriers, &raw mut *p.context, reason)? };
        p.context.run.time_slice = p.warp.time_slice;
        p.refresh_since(p.context.host.generation);
        Ok(())
    });
}

fn call(caller: Caller, pc: u32) {
    caller.with_frames::<1>((Helper::Call, [pc, 0]), |p| {
        p.warp.time_slice = p.context.run.time_slice;
        let done = p.engine.call_from_code(p.warp, p.barriers, p.context.run.activation, pc)?;
        p.context.run.time_slice = p.warp.time_slice;
        p.context.outcome.answer = u32::from(done);
        p.refresh_since(p.context.host.generation);
        Ok(())
    });
}

/// Lanes have ended, which is told of as an effect when they do, and perhaps long before this.
fn end(caller: Caller, pc: u32, mask: u32) {
    caller.with_frames::<32>((Helper::End, [pc, mask]), |p| {
        let is_active = p.warp.is_active;
        let code = &p.warp.activation(p.context.run.activation).code;
        let point = (code.id, code.ops[pc as usize].inst);
        p.engine.end_at(p.warp, p.barriers, point, mask);
        p.warp.is_active = is_active;
        p.context.outcome.answer = u32::from(p.warp.splits.iter().any(|split| matches!(split.state, State::Sync(_))));
        Ok(())
    });
}

/// Everything is told before each helper.
fn flush_divergences(mut caller: Caller) {
    caller.flush::<32>();
}

fn add_records(caller: Caller) {
    caller.with_frames::<32>((Helper::AddRecords, [0; 2]), |p| {
        // SAFETY: the context is that of an instance of its function, which has room for what this counts.
        unsafe { p.compiled().add_records(p.context, p.engine) };
        Ok(())
    });
}

/// The rows of a counter have other distances than before.
fn flush_counter(caller: Caller, number: u32) {
    caller.with_frames::<32>((Helper::FlushCounter, [number, 0]), |p| {
        // SAFETY: as above.
        unsafe { p.compiled().flush_counter(p.context, p.engine, number) };
        Ok(())
    });
}

fn spill(mut caller: Caller, number: u32, mask: u32) {
    marshalling::spill(&mut caller, number, mask);
}
