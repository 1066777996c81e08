//! What compiled code tells observers, see [`crate::jit::analysis::told`].

use super::abi::Context;
use super::helpers::{current_warp, guarded};
use super::marshalling::marshalled;
use super::session::{Compiled, records_at};
use crate::decode::code::OpKind;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::{AccessContext, Engine, warp_id};
use crate::instrument::observe::MemoryEvent;
use crate::jit::analysis::told::WORDS;
use crate::jit::clif::helper;
use crate::memory;
use kern_ir::{Inst, InstData, Opcode};

impl Engine<'_, '_, 32> {
    /// The second block is about to run, alone: what is no longer needed of it and its followers is no longer told of.
    pub(crate) fn need_less(&mut self) {
        if !self.machine.sinks.knows_first_block() {
            return;
        }
        let unneeded = self.machine.sinks.unneeded();
        let kernel = self.frame.kernel;
        let func = &self.layout.module.functions[kernel as usize];
        let is_access = |data: &InstData| matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red | Opcode::Call);
        let is_needed = |inst: Inst| is_access(&func.insts[inst.index()]) && unneeded.get(inst.index()) != Some(&true);
        let is_any_needed = func.layout.iter().flat_map(|block| &func.blocks[block.index()].insts).any(|&inst| is_needed(inst));
        let told = is_any_needed.then(|| unneeded.into());
        if let Some(session) = self.jit_mut().filter(|session| session.told.is_some() && session.told != told) {
            session.told = told;
            session.forget_instances();
        }
    }
}

impl Compiled {
    /// The addresses of the access at hand in the memory that begins with a context.
    fn told_words(&self, context: *mut Context) -> *const [u64; WORDS] {
        context.cast::<u8>().wrapping_add(records_at(self.regions.capacity(), self.segments.len())).cast()
    }
}

/// An access, without values; answers whether somebody wants these.
pub(super) extern "C" fn tell_quickly(context: *mut Context, pc: u32, mask: u32) {
    // What panics does so once more, where it is seen to.
    let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // SAFETY: see `scope`; compiled functions outlive their runs, and an instance has room for the addresses of an access.
        let (engine, compiled, warp, barriers) = unsafe {
            let barriers = &*(*context).block_barriers.cast::<BlockBarriers>();
            (&mut *(*context).engine.cast::<Engine<32>>(), &*(*context).compiled, current_warp::<32>(context), barriers)
        };
        let Some(told) = compiled.counter_plan.told.at(pc) else { return true };
        // SAFETY: as above.
        let addresses = told.addresses(unsafe { &*compiled.told_words(context) });
        engine.machine.sinks.tell_without_values(&MemoryEvent {
            warp: warp_id(warp, barriers),
            site: engine.layout.site((compiled.function, told.inst)),
            inst: told.inst,
            access: told.kind,
            cache: told.cache,
            sem: told.sem,
            scope: told.scope,
            has_result: told.has_result,
            bytes: told.bytes,
            mask,
            addresses: &addresses,
            values: None,
        })
    }));
    // SAFETY: as above.
    unsafe { (*context).answer = u32::from(!told.unwrap_or(false)) };
}

/// An access, with its operands in the marshalling registers; a fence; lanes that meet.
pub(super) extern "C" fn tell(context: *mut Context, pc: u32, mask: u32) {
    // SAFETY: as above.
    let registers = unsafe { marshalled::<32>(context, pc) };
    guarded::<32>(context, (helper::TELL, pc, mask), |p| {
        let activation = p.context.activation;
        let code = p.warp.activation(activation).code.clone();
        let op = &code.ops[pc as usize];
        let point = (code.id, op.inst);
        let (access, kind) = match op.kind {
            OpKind::Load(access) => (access, memory::Access::Read),
            OpKind::Store(access) => (access, memory::Access::Write),
            OpKind::Atomic(access, ..) => (access, memory::Access::Atomic),
            OpKind::BarWarp => {
                p.engine.observe_sync(p.warp, p.barriers, point, mask);
                return Ok(());
            }
            _ => {
                p.engine.observe_fence(p.warp, p.barriers, point, mask);
                return Ok(());
            }
        };
        let access = &code.accesses[access as usize];
        let addresses = Engine::<32>::addresses(registers, access, op.a);
        let context = AccessContext { warp: p.warp, barriers: p.barriers, activation, registers, mask, point };
        p.engine.observe_access(&context, access, &addresses, kind);
        Ok(())
    });
}

/// All warps of the block are at the barrier at an operation.
pub(super) extern "C" fn tell_barrier(context: *mut Context, pc: u32, _mask: u32) {
    let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // SAFETY: as above.
        let (engine, warp, barriers) = unsafe {
            let barriers = &*(*context).block_barriers.cast::<BlockBarriers>();
            (&mut *(*context).engine.cast::<Engine<32>>(), current_warp::<32>(context), barriers)
        };
        // SAFETY: as above.
        let activation = unsafe { (*context).activation };
        let OpKind::Bar(_, number, _) = warp.activation(activation).code.ops[pc as usize].kind else { return };
        let threads = barriers.live;
        engine.machine.sinks.tell(|observer| observer.barrier(barriers.index, barriers.number, number, threads));
    }));
    debug_assert!(told.is_ok(), "an observer panics at a barrier");
}
