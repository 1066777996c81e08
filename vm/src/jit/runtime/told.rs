//! What compiled code tells observers, see [`crate::jit::analysis::told`].

use super::abi::{Context, Helper, records_at};
use super::caller::Caller;
use super::compiled::Compiled;
use super::marshalling;
use crate::decode::code::OpKind;
use crate::exec::cluster;
use crate::exec::engine::{AccessContext, Engine, warp_id};
use crate::instrument::observe::{LaneOrder, MemoryEvent};
use crate::jit::analysis::told::{Unneeded, WORDS};
use crate::memory;
use kern_ir::{Inst, InstData, Opcode};

/// Accesses told of for nothing that take as long as compiling an instruction, roughly: 50 ns each, and 10 µs.
const TELLS_OF_AN_INSTRUCTION: u64 = 200;

impl Engine<'_, '_, 32> {
    /// A block that is not the first is about to run, alone: what nobody needs to be told of any more its code no longer tells of.
    pub(crate) fn tell_less(&mut self) {
        if self.machine.sinks.is_alone_behind_first() && (self.machine.sinks.is_second_block() || self.tells_too_much()) {
            let unneeded = self.machine.sinks.unneeded();
            let kernel = self.frame.kernel;
            let func = &self.layout.module.functions[kernel as usize];
            let is_access = |data: &InstData| matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red | Opcode::Call);
            let is_needed = |inst: Inst| is_access(&func.insts[inst.index()]) && unneeded.get(inst.index()) != Some(&true);
            let is_any_needed = func.layout.iter().flat_map(|block| &func.blocks[block.index()].insts).any(|&inst| is_needed(inst));
            self.choose_told(is_any_needed.then(|| unneeded.into()));
        }
    }

    /// Whether code that tells of less would be worth its compilation.
    pub(crate) fn tells_too_much(&self) -> bool {
        self.jit().is_some_and(|session| session.patience < self.machine.sinks.told_for_nothing())
    }

    /// The code of the kernel is to tell of all but `unneeded`: such code, or code that is there and tells of more, for a while.
    pub(crate) fn choose_told(&mut self, unneeded: Option<Unneeded>) {
        let now = self.machine.sinks.told_for_nothing();
        let most = TELLS_OF_AN_INSTRUCTION * self.layout.module.functions[self.frame.kernel as usize].insts.len() as u64;
        let has_pauses = self.machine.config.pauses.is_some();
        let Some(session) = self.jit().filter(|session| session.told.is_some()) else { return };
        let key = (session.kernel, session.kernel, session.geometry, session.is_observed, unneeded, has_pauses);
        let (told, left) = self.jit_cache().told_of(&key, most, now);
        let Some(session) = self.jit_mut() else { return };
        session.patience = now.saturating_add(left);
        if session.told != told {
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
pub(super) fn tell_quickly(mut caller: Caller, pc: u32, mask: u32) {
    let (compiled, context) = (caller.compiled(), caller.pointer());
    // What panics does so once more, where it is seen to.
    let told = caller.with_core_uncounted(|p| {
        let Some(told) = compiled.counter_plan.told.at(pc) else { return true };
        // SAFETY: an instance of a function that is told of has room for the addresses of an access, which its code has just written.
        let addresses = told.addresses(unsafe { &*compiled.told_words(context) });
        // Those of several blocks are told of one by one.
        if p.engine.frame.clusters.is_some() && addresses.iter().any(|&address| cluster::place(address).is_some()) {
            return false;
        }
        p.engine.machine.sinks.tell_without_values(&MemoryEvent {
            warp: warp_id(p.warp, p.barriers),
            site: p.engine.layout.site((compiled.function, told.inst)),
            inst: told.inst,
            access: told.kind,
            cache: told.cache,
            sem: told.sem,
            scope: told.scope,
            has_result: told.has_result,
            bytes: told.bytes,
            counted: None,
            is_async: told.is_async,
            mask,
            refused: 0,
            order: LaneOrder::First(u32::MAX),
            addresses: &addresses,
            shared_of: None,
            values: None,
        })
    });
    caller.answer(!told.unwrap_or(false));
}

/// An access or a call, with its operands in the marshalling registers; a fence; lanes that meet.
pub(super) fn tell(mut caller: Caller, pc: u32, mask: u32) {
    let registers = marshalling::operands::<32>(&mut caller, pc);
    caller.with_frames::<32>((Helper::Tell, [pc, mask]), |p| {
        let activation = p.context.run.activation;
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
            OpKind::CallExtern(call) => {
                let context = AccessContext { warp: p.warp, barriers: p.barriers, activation, registers, mask, point };
                p.engine.observe_coefficients(&context, &code.calls[call as usize]);
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
        p.engine.observe_access(&context, access, &addresses, kind, LaneOrder::First(u32::MAX));
        Ok(())
    });
}

/// All warps of the block are at the barrier at an operation.
pub(super) fn tell_barrier(mut caller: Caller, pc: u32) {
    let code = caller.code::<32>();
    let OpKind::Bar(_, number, _) = code.ops[pc as usize].kind else { return };
    let told = caller.with_core_uncounted(|p| {
        let barriers = &*p.barriers;
        let threads = barriers.live;
        p.engine.machine.sinks.tell(|observer| observer.barrier(barriers.index, barriers.number, number, threads));
    });
    debug_assert!(told.is_some(), "an observer panics at a barrier");
}
