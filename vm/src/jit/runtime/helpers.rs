//! What compiled code calls: the interpreter's own functions, on the interpreter's own registers.

use super::abi::{Context, Region, exit_reason};
use super::calls::EXPOSED;
use super::marshalling::{marshalled, spill};
use super::regions::Source;
use super::tlb::Entry;
use super::told::{tell, tell_barrier, tell_quickly};
use crate::access::resolve::is_inside;
use crate::decode::code::{CallData, DecodedFunction, OpKind, Root, Target};
use crate::decode::registers::Registers;
use crate::exec::barrier::BlockBarriers;
use crate::exec::collective::{self, Party, collective_at_once};
use crate::exec::engine::Engine;
use crate::exec::runtime_call::{call_math, call_state_function};
use crate::exec::warp::{State, Warp};
use crate::interp::step::find_space;
use crate::interp::step::stops::zero_divisors;
use crate::jit::clif::backend::Helper;
use crate::jit::clif::helper;
use crate::memory::Window;
use crate::runtime::Stop;

/// By number, see `clif::helper`.
pub(crate) const HELPERS: &[Helper] = &[
    Helper::Rare(execute),
    Helper::Direct(exchange),
    Helper::Rare(time_slice_over),
    Helper::Rare(end),
    Helper::Rare(flush_divergences),
    Helper::Rare(add_records),
    Helper::Rare(flush_counter),
    Helper::Rare(call),
    Helper::Rare(spill),
    Helper::Rare(finish_call),
    Helper::Rare(find),
    Helper::Direct(execute_lanes),
    Helper::Rare(tell),
    Helper::Direct(tell_quickly),
    Helper::Direct(tell_barrier),
];

/// What a helper works on.
pub(super) struct HelperScope<'a, const L: usize> {
    pub(super) context: &'a mut Context,
    pub(super) engine: &'a mut Engine<'static, 'static, L>,
    pub(super) warp: &'a mut Warp<L>,
    pub(super) barriers: &'a mut BlockBarriers,
}

/// The warp at hand.
///
/// # Safety
/// As for `scope`.
pub(super) unsafe fn current_warp<'a, const L: usize>(context: *mut Context) -> &'a mut Warp<L> {
    // SAFETY: as for `scope`; the warp is one of the block that runs.
    unsafe {
        let number = ((*context).warp_index - (*context).first_warp) as usize;
        &mut *(*context).warps.cast::<Warp<L>>().add(number)
    }
}

/// # Safety
/// `context` belongs to a run in progress, of groups of `L` lanes, which does not touch what it points to meanwhile.
unsafe fn scope<'a, const L: usize>(context: *mut Context) -> HelperScope<'a, L> {
    // SAFETY: `session` set these pointers from exclusive references that it does not use while compiled code runs.
    unsafe {
        let warp = current_warp::<L>(context);
        let context = &mut *context;
        let engine = &mut *context.engine.cast();
        let barriers = &mut *context.block_barriers.cast();
        HelperScope { context, engine, warp, barriers }
    }
}

/// Runs a helper's body, for which the interpreter has to know of all functions in progress.
pub(super) fn guarded<const L: usize>(
    context: *mut Context,
    call: (usize, u32, u32),
    body: impl FnOnce(&mut HelperScope<L>) -> Result<(), Stop>,
) {
    // SAFETY: compiled code passes the context it was called with, and the helper asked it how many lanes there are; a link
    // lives as long as its worker.
    unsafe {
        if let Some(link) = (*context).link.as_ref() {
            link.ask(context, call);
            return;
        }
        if L == 1 {
            super::calls::materialise_frames(context);
        }
    }
    caught(context, body);
}

/// Runs a helper's body; a panic must not cross compiled code.
pub(super) fn caught<const L: usize>(context: *mut Context, body: impl FnOnce(&mut HelperScope<L>) -> Result<(), Stop>) {
    // SAFETY: as for `guarded`.
    let mut scope = unsafe {
        flush::<L>(context);
        scope::<L>(context)
    };
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| body(&mut scope)));
    let result = match result {
        Ok(result) => result,
        Err(panic) => {
            if let Some(session) = scope.engine.jit_mut() {
                session.panic = Some(panic);
            }
            Err(Stop::Launch(crate::launch::error::LAUNCH_FAILURE))
        }
    };
    if let Err(stop) = result {
        scope.context.stopped = 1;
        if let Some(session) = scope.engine.jit_mut() {
            session.stop = Some(stop);
        }
    }
}

/// Whether the run is one of host code.
fn is_host(context: *mut Context) -> bool {
    // SAFETY: compiled code passes the context it was called with.
    unsafe { (*context).lanes == 1 }
}

extern "C" fn execute(context: *mut Context, pc: u32, mask: u32) {
    if is_host(context) { execute_for::<1>(context, pc, mask) } else { execute_for::<32>(context, pc, mask) }
}

fn execute_for<const L: usize>(context: *mut Context, pc: u32, mask: u32) {
    // SAFETY: see `scope`.
    let (code, registers) = unsafe { (current_code::<L>(context), marshalled(context, pc)) };
    // What panics does so once more, where it is seen to.
    // SAFETY: as above.
    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| unsafe { compute(context, code, registers, pc, mask) }));
    if done.unwrap_or(false) {
        return;
    }
    if L == 1 && super::runtime_call::call(context, pc) {
        return;
    }
    guarded::<L>(context, (helper::EXECUTE, pc, mask), |p| {
        let activation = p.context.activation;
        let code = p.warp.activation(activation).code.clone();
        let op = &code.ops[pc as usize];
        let generation = p.engine.machine.memory.generation;
        if !p.engine.execute_plain(p.warp, p.barriers, (activation, &code), registers, op, mask, mask)? {
            return Err(Stop::Launch(crate::launch::error::ILLEGAL_INSTRUCTION));
        }
        if p.engine.machine.memory.generation != generation {
            refresh(p);
        }
        if let OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) = op.kind {
            // SAFETY: see `scope`; compiled functions outlive their runs.
            let compiled = unsafe { &*p.context.compiled };
            for (index, spec) in compiled.regions.specs.iter().enumerate() {
                if spec.source == Source::Site(access) {
                    let region = p.engine.region_of_site(code.id, access, spec.space, spec.is_written);
                    set_region(p, index, region);
                }
            }
        }
        Ok(())
    });
}

/// Executes an operation's lane function; what it does not do, and what panics, is for the interpreter.
extern "C" fn execute_lanes(context: *mut Context, pc: u32, mask: u32) {
    if is_host(context) { execute_lanes_of::<1>(context, pc, mask) } else { execute_lanes_of::<32>(context, pc, mask) }
}

fn execute_lanes_of<const L: usize>(context: *mut Context, pc: u32, mask: u32) {
    // SAFETY: see `scope`; the marshalling registers are a file for the function's code.
    let (code, registers) = unsafe { (current_code::<L>(context), Registers::at_base((*context).marshalling.cast())) };
    // SAFETY: as above.
    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| unsafe { compute(context, code, registers, pc, mask) }));
    if !done.unwrap_or(false) {
        execute_for::<L>(context, pc, mask);
    }
}

/// The code of the function at hand. The interpreter may not know of a host function's activation yet.
///
/// # Safety
/// As for `scope`.
unsafe fn current_code<'a, const L: usize>(context: *mut Context) -> &'a DecodedFunction<L> {
    // SAFETY: as for `scope`; with one lane both types are one.
    unsafe {
        if L == 1 {
            return &*std::ptr::from_ref(super::calls::code_of(context)).cast();
        }
        &current_warp::<L>(context).activation((*context).activation).code
    }
}

/// Executes an operation that concerns registers only, or what runtime functions remember; `false` if it is another.
///
/// # Safety
/// As for `scope`.
unsafe fn compute<const L: usize>(context: *mut Context, code: &DecodedFunction<L>, registers: Registers<L>, pc: u32, mask: u32) -> bool {
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
            call @ CallData { target: Target::State(function), .. } if L == 1 => {
                // SAFETY: the engine of host code's run, which does not touch it meanwhile.
                let engine = unsafe { &mut *(*context).engine.cast::<Engine<1>>() };
                call_state_function(&mut engine.machine.runtime, registers, mask, call, *function);
            }
            _ => return false,
        },
        _ => return false,
    }
    true
}

/// Executes the warp-level operation if all lanes it waits for are here; answers whether.
extern "C" fn exchange(context: *mut Context, pc: u32, mask: u32) {
    // SAFETY: see `scope`.
    unsafe {
        let warp = current_warp::<32>(context);
        let op = &warp.activation((*context).activation).code.ops[pc as usize];
        let registers = Registers::at_base((*context).marshalling.cast());
        let is_done = collective_at_once(warp.live, registers, op, mask);
        (*context).answer = u32::from(is_done);
        if is_done && op.kind == OpKind::BarWarp {
            let (engine, barriers) = (&mut *(*context).engine.cast::<Engine<32>>(), &*(*context).block_barriers.cast());
            let point = ((*(*context).compiled).function, op.inst);
            engine.observe_sync(warp, barriers, point, mask);
        }
    }
}

/// The access has no region.
pub(crate) const NO_REGION: u32 = u32::MAX;

/// Finds the memory of host code's access, if that is plain, and makes it the region of that number; or counts it, if it is
/// wrong as it was before. Nothing is counted, and
/// no activation made for this.
extern "C" fn find(context: *mut Context, pc: u32, region: u32) {
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // SAFETY: compiled code passes the context it was called with, whose pointers are those of the run.
        let (c, engine, code) = unsafe { (&*context, &mut *(*context).engine.cast::<Engine<1>>(), super::calls::code_of(context)) };
        let (access, is_written) = match code.ops[pc as usize].kind {
            OpKind::Load(access) => (access, false),
            OpKind::Store(access) => (access, true),
            _ => return None,
        };
        let access = &code.accesses[access as usize];
        let bytes = access.element.size() * u64::from(access.count);
        let root = match access.root {
            Root::Slot(slot) => c.local_base + code.locals[slot as usize].offset,
            _ => c.host.root,
        };
        let mut found = None;
        if region != NO_REGION {
            // SAFETY: as above; compiled functions outlive their runs.
            found = unsafe {
                // Loads may share a region with stores.
                let is_written = is_written || (&*c.compiled).regions.specs[region as usize].is_written;
                find_exposed(context, engine, root, bytes).or_else(|| engine.find_plainly(root, c.host.address, bytes, is_written))
            };
        }
        let Some((base, size, pointer)) = found else {
            let is_known_wrong = access.root != Root::Address && engine.repeats((code.id, access.site), root, c.host.address, bytes);
            let pointer = if is_written { engine.store.sink.as_mut_ptr() } else { ZEROS.as_ptr().cast_mut() };
            return is_known_wrong.then_some(pointer.cast());
        };
        // SAFETY: as above.
        let c = unsafe { &mut *context };
        let origin = (pointer as u64).wrapping_sub(c.host.address);
        engine.set_host_region(c, region as usize, Region::of_bytes(base, size, origin));
        let generation = engine.machine.memory.generation;
        engine.jit_cache().host.tlb.insert(root, Entry { base, size, origin }, generation);
        Some(pointer)
    }));
    // SAFETY: as above.
    let c = unsafe { &mut *context };
    c.answer = 0;
    if let Ok(Some(pointer)) = found {
        (c.answer, c.host.result) = (1, pointer as u64);
    }
}

/// The memory of a plainly right access to a variable of a function that the interpreter does not know of: base, size, pointer.
///
/// # Safety
/// As for `find`.
unsafe fn find_exposed(context: *mut Context, engine: &mut Engine<1>, root: u64, bytes: u64) -> Option<(u64, u64, *mut u8)> {
    if Window::of(root) != Window::HostStack {
        return None;
    }
    let memory = &mut engine.machine.memory;
    // SAFETY: as the caller says.
    let (base, size) = unsafe { super::calls::expose(context, memory, root)? };
    let address = unsafe { (*context).host.address };
    if is_inside(base..base + size, root, address, bytes) { Some((base, size, memory.pointer(address, bytes)?)) } else { None }
}

/// What wrong accesses read.
static ZEROS: [u64; 8] = [0; 8];

/// A function that was called directly did not simply return: the interpreter finishes it.
extern "C" fn finish_call(context: *mut Context, pc: u32, how: u32) {
    // SAFETY: compiled code has just made the call from this context.
    if how == exit_reason::RETURN && unsafe { (*(*context).host.callee).activation } == EXPOSED {
        return caught::<1>(context, |p| {
            // SAFETY: as above.
            unsafe { p.engine.finish_exposed(&raw mut *p.context, pc) };
            Ok(())
        });
    }
    guarded::<1>(context, (helper::FINISH_CALL, pc, how), |p| {
        p.warp.time_slice = p.context.time_slice;
        // SAFETY: compiled code has just made the call from this context.
        unsafe { p.engine.finish_call(p.warp, p.barriers, &raw mut *p.context, how)? };
        p.context.time_slice = p.warp.time_slice;
        if p.engine.machine.memory.generation != p.context.generation {
            refresh(p);
        }
        Ok(())
    });
}

/// Calls a function of the program and runs it to its end; answers whether it did.
extern "C" fn call(context: *mut Context, pc: u32, mask: u32) {
    guarded::<1>(context, (helper::CALL, pc, mask), |p| {
        p.warp.time_slice = p.context.time_slice;
        let done = p.engine.call_from_code(p.warp, p.barriers, p.context.activation, pc)?;
        p.context.time_slice = p.warp.time_slice;
        p.context.answer = u32::from(done);
        if p.engine.machine.memory.generation != p.context.generation {
            refresh(p);
        }
        Ok(())
    });
}

/// In the mask of host code's back edge: its loop may spin.
pub(crate) const SPINS: i64 = 2;

extern "C" fn time_slice_over(context: *mut Context, pc: u32, mask: u32) {
    if is_host(context) { turn_over_for::<1>(context, pc, mask) } else { turn_over_for::<32>(context, pc, mask) }
}

fn turn_over_for<const L: usize>(context: *mut Context, pc: u32, mask: u32) {
    // SAFETY: see `scope`; a link lives as long as its worker.
    unsafe {
        if let Some(link) = (*context).link.as_ref() {
            flush::<L>(context);
            if link.may_go_on(&mut *context, current_warp::<L>(context)) {
                return;
            }
        }
    }
    guarded::<L>(context, (helper::TIME_SLICE_OVER, pc, mask), |p| {
        let activation = p.context.activation;
        p.engine.spend(p.warp, activation, pc, mask)?;
        p.context.time_slice = p.warp.time_slice;
        p.context.answer = match L {
            1 => {
                let threads = &mut p.engine.machine.threads;
                // SAFETY: see `scope`.
                if unsafe { super::calls::code_of(p.context) }.is_interruptible {
                    threads.end_slice(mask & SPINS as u32 != 0);
                }
                u32::from(threads.is_due)
            }
            _ => u32::from(p.engine.machine.config.pauses.is_asked()),
        };
        Ok(())
    });
}

extern "C" fn end(context: *mut Context, pc: u32, mask: u32) {
    guarded::<32>(context, (helper::END, pc, mask), |p| {
        let code = &p.warp.activation(p.context.activation).code;
        let point = (code.id, code.ops[pc as usize].inst);
        p.engine.end_at(p.warp, p.barriers, point, mask);
        p.context.answer = u32::from(p.warp.splits.iter().any(|split| matches!(split.state, State::Sync(_))));
        Ok(())
    });
}

/// The record of divergences is full: everything is flushed before each helper.
extern "C" fn flush_divergences(context: *mut Context, _pc: u32, _mask: u32) {
    // SAFETY: compiled code passes the context it was called with.
    unsafe { flush::<32>(context) };
}

/// The records of accesses fill their room.
extern "C" fn add_records(context: *mut Context, pc: u32, mask: u32) {
    guarded::<32>(context, (helper::ADD_RECORDS, pc, mask), |p| {
        // SAFETY: see `scope`; compiled functions outlive their runs, and an instance has room for what its function counts.
        unsafe { (*p.context.compiled).add_records(p.context, p.engine) };
        Ok(())
    });
}

/// The rows of a counter have other distances than before.
extern "C" fn flush_counter(context: *mut Context, number: u32, mask: u32) {
    guarded::<32>(context, (helper::FLUSH_COUNTER, number, mask), |p| {
        // SAFETY: as above.
        unsafe { (*p.context.compiled).flush_counter(p.context, p.engine, number) };
        Ok(())
    });
}

/// Warps of a block at most.
const MOST_WARPS: usize = 32;

/// Adds what compiled code counted to the engine's counters, and tells the warps what they did.
///
/// # Safety
/// The context's pointers are those of a run that has just stopped or is in a helper, and nothing else uses what they
/// point to meanwhile.
pub(crate) unsafe fn flush<const L: usize>(context: *mut Context) {
    // SAFETY: see above; the context's counters are its engine's or its worker's.
    let (warp, counters, total_effects, context) =
        unsafe { (current_warp::<L>(context), &mut *(*context).counters, &mut *(*context).total_effects, &mut *context) };
    let full = context.full & 0xffff_ffff;
    let instructions = full + context.partial;
    counters.warp_instructions += instructions;
    counters.thread_instructions += L as u64 * full + context.threads;
    counters.branches += context.branches + (context.full >> 32);
    counters.divergent_branches += context.divergent;
    counters.barriers += context.barriers;
    warp.idle += instructions - context.since;
    if context.effects != 0 {
        warp.is_active = true;
    }
    if context.effects | context.earlier != 0 {
        *total_effects += 1;
    }
    (context.full, context.partial, context.threads, context.since) = (0, 0, 0, 0);
    (context.branches, context.divergent, context.barriers, context.effects, context.earlier) = (0, 0, 0, 0, 0);
    if context.diverged != 0 {
        // A worker may not touch the number of the code's owners, who are the engine's.
        let code: *const DecodedFunction<L> = &raw const *warp.activation(context.activation).code;
        // SAFETY: the activation keeps its code.
        let code = unsafe { &*code };
        // Of each lane the last counts.
        let mut noted = [0u32; MOST_WARPS];
        for &[at, mask] in context.divergences[..context.diverged as usize].iter().rev() {
            let number = ((at >> 16) - context.first_warp) as usize;
            let earlier = mask & !noted[number % MOST_WARPS];
            if earlier != 0 {
                noted[number % MOST_WARPS] |= earlier;
                // SAFETY: the warp is one of this run.
                let warp = unsafe { &mut *context.warps.cast::<Warp<L>>().add(number) };
                warp.note_divergence(earlier, (code.id, code.ops[(at & 0xffff) as usize].inst));
            }
        }
        context.diverged = 0;
    }
}

/// Allocations came or went: all regions are found again.
pub(super) fn refresh<const L: usize>(p: &mut HelperScope<L>) {
    // SAFETY: see `scope`.
    let compiled = unsafe { &*p.context.compiled };
    for (index, spec) in compiled.regions.specs.iter().enumerate() {
        let region = p.engine.region_of(spec, p.barriers);
        set_region(p, index, region);
    }
    let generation = p.engine.machine.memory.generation;
    p.context.generation = generation;
    if let Some(session) = p.engine.jit_mut() {
        session.generation = generation;
    }
}

fn set_region<const L: usize>(p: &mut HelperScope<L>, index: usize, region: Region) {
    if L == 1 {
        // SAFETY: with one lane both types are one.
        let engine = unsafe { &mut *std::ptr::from_mut(&mut *p.engine).cast::<Engine<1>>() };
        return engine.set_host_region(p.context, index, region);
    }
    // SAFETY: the context is followed by room for the regions of its function.
    unsafe { (&raw mut *p.context).cast::<u8>().add(super::abi::REGIONS).cast::<Region>().add(index).write(region) };
}
