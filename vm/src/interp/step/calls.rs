//! How a split enters functions and returns from them, and how its lanes end.

use crate::call::Stop;
use crate::decode::code::{Op, OpKind};
use crate::decode::registers::lanes;
use crate::decode::registers::{ALL, Width};
use crate::decode::side::{is_device, is_host};
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::AccessContext;
use crate::exec::engine::Engine;
use crate::exec::executor::{Pause, Running};
use crate::exec::warp::{Activation, DEPTH_LIMIT, NOBODY, Warp, grow_local, grown};
use crate::runtime;
use kern_ir::FunctionKind;

impl<const L: usize> Engine<'_, '_, L> {
    pub(crate) fn enter(
        &mut self,
        warp: &mut Warp<L>,
        barriers: &mut BlockBarriers,
        run: &mut Running<L>,
        function: u32,
        call: u32,
    ) -> Result<(), Stop> {
        self.spend_on_call(warp, run)?;
        let layout = self.layout.clone();
        let code = self.store.code(&layout, function);
        let parent = warp.activation(run.activation);
        let (depth, stack) = (parent.depth + 1, parent.stack + code.stack);
        let local_base = if is_host(L) {
            parent.local_base.checked_sub(code.frame).filter(|&base| base >= self.machine.memory.lowest_frame())
        } else {
            let base = parent.local_base + parent.code.frame;
            // The last call may end before it needs anything.
            let has_room = parent.stack <= self.frame.stack_limit && base + code.frame <= self.machine.device.local_bytes_per_thread as u64;
            has_room.then_some(base)
        };
        let Some(local_base) = local_base.filter(|_| depth < DEPTH_LIMIT) else {
            return Err(self.stack_overflow(warp, barriers, run.activation, run.pc, run.mask));
        };
        if is_host(L) {
            self.push_host_frame(local_base, &code);
        } else {
            let bytes = local_base + code.frame;
            if bytes > warp.local_stride {
                self.take_memory((grown(warp, bytes) - warp.local_stride) * L as u64, "the local memory of a call")?;
                grow_local(warp, bytes);
            }
        }
        let mut file = self.store.file(&code);
        let registers = file.registers::<L>();
        let data = &run.code.calls[call as usize];
        for (&(to, width), &(from, given)) in code.params.iter().zip(&data.args) {
            match width {
                _ if is_host(L) && Width::of(given) != width => {
                    registers.set_bits(to, width, 0, run.registers.bits(from, Width::of(given), 0));
                }
                Width::Word => registers.write(to, &run.registers.read::<u32>(from), ALL),
                Width::Double => registers.write(to, &run.registers.read::<u64>(from), ALL),
                Width::Predicate => registers.set_predicate(to, run.registers.predicate(from), ALL),
            }
        }
        let start = code.blocks[0];
        self.count(warp, start.cost, run.mask);
        let activation =
            Activation { code: code.clone(), file, registers, parent: run.activation, call_pc: run.pc, local_base, depth, stack, users: 1 };
        run.activation = warp.add_activation(activation);
        (run.code, run.registers, run.pc) = (code, registers, start.start);
        Ok(())
    }

    pub(crate) fn enter_indirect(
        &mut self,
        warp: &mut Warp<L>,
        barriers: &mut BlockBarriers,
        run: &mut Running<L>,
        op: &Op<L>,
        call: u32,
    ) -> Result<(), Stop> {
        let addresses = run.registers.read::<u64>(op.a);
        let first = addresses[run.mask.trailing_zeros() as usize % L];
        let group = lanes::<L>(run.mask).filter(|&lane| addresses[lane] == first).fold(0, |mask, lane| mask | 1 << lane);
        if group != run.mask {
            warp.activation_mut(run.activation).users += 1;
            warp.park(run.activation, run.pc, run.mask & !group);
            run.mask = group;
        }
        let data = &run.code.calls[call as usize];
        let layout = self.layout.clone();
        let callee = layout.function_at(first).map(|id| (id, &layout.module.functions[id as usize]));
        match callee
            .filter(|(_, function)| data.fits(function) || is_host(L) && function.kind == FunctionKind::Func && data.is_harmless(function))
        {
            Some((id, function)) if function.kind == FunctionKind::Func => {
                if data.fits(function) {
                    data.saw(id);
                }
                self.enter(warp, barriers, run, id, call)
            }
            Some((_, function)) if function.kind == FunctionKind::Extern => {
                let mut data = data.clone();
                data.target = runtime::target(&function.name);
                data.name = function.name.clone();
                let point = (run.code.id, op.inst);
                let (registers, mask, activation) = (run.registers, run.mask, run.activation);
                let mut context = AccessContext { warp, barriers, activation, registers, mask, point };
                self.call_and_go_on(&mut context, &data, &mut run.pc)?;
                Ok(())
            }
            _ => Err(self.bad_function(warp, run.activation, run.pc, first)),
        }
    }

    /// Returns from a function, or ends the lanes of a kernel.
    pub(crate) fn leave(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, run: &mut Running<L>, op: &Op<L>) -> Option<Pause> {
        let current = warp.activation(run.activation);
        let (parent, call_pc) = (current.parent, current.call_pc);
        if parent == NOBODY {
            let results = &self.layout.module.functions[run.code.id as usize].results;
            barriers.host_result = results.first().map_or(0, |&ty| run.registers.bits(op.a, Width::of(ty), 0));
            self.end_lanes(warp, barriers, run);
            return Some(Pause::Ended);
        }
        let caller = warp.activation(parent);
        let (code, registers) = (caller.code.clone(), caller.registers);
        let (call, is_indirect) = match code.ops[call_pc as usize].kind {
            OpKind::Call(_, call) => (&code.calls[call as usize], false),
            OpKind::CallIndirect(call) => (&code.calls[call as usize], true),
            _ => unreachable!("only calls enter functions"),
        };
        if let Some((to, width)) = call.result {
            let mask = run.mask;
            let given = || self.layout.module.functions[run.code.id as usize].results.first().copied();
            match width {
                _ if is_host(L) && is_indirect && given() != call.result_class => {
                    registers.set_bits(to, width, 0, given().map_or(0, |ty| run.registers.bits(op.a, Width::of(ty), 0)));
                }
                Width::Word => registers.write(to, &run.registers.read::<u32>(op.a), mask),
                Width::Double => registers.write(to, &run.registers.read::<u64>(op.a), mask),
                Width::Predicate => registers.set_predicate(to, run.registers.predicate(op.a), mask),
            }
        }
        if is_host(L) {
            self.pop_host_frames(warp.activation(parent).local_base);
        }
        // The split moves to the parent: one user more there, one less here.
        warp.activation_mut(parent).users += 1;
        let store = &mut self.store;
        warp.release(run.activation, |activation| store.recycle(activation));
        if is_host(L) && parent == self.bottom {
            return Some(Pause::Ended);
        }
        if is_device(L) && (!warp.splits.is_empty() || self.session.is_some()) {
            warp.park(parent, call_pc + 1, run.mask);
            (run.activation, run.pc) = (parent, call_pc + 1);
            return Some(Pause::Parked);
        }
        (run.activation, run.code, run.registers, run.pc) = (parent, code.clone(), registers, call_pc + 1);
        None
    }

    pub(super) fn end_lanes(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, run: &mut Running<L>) {
        let point = (run.code.id, run.code.ops[run.pc as usize].inst);
        let store = &mut self.store;
        warp.release(run.activation, |activation| store.recycle(activation));
        self.end_at(warp, barriers, point, run.mask);
    }
}
