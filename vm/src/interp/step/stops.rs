//! The findings that end a launch, or the program, in the middle of a function.

use crate::call::Stop;
use crate::decode::code::{Op, OpKind};
use crate::decode::registers::lanes;
use crate::decode::registers::{Mask, Registers};
use crate::decode::side::is_host;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::AccessContext;
use crate::exec::engine::Engine;
use crate::exec::executor::Running;
use crate::exec::warp::{ActivationId, Warp};
use crate::report;

impl<const L: usize> Engine<'_, '_, L> {
    pub(super) fn trap(&mut self, warp: &Warp<L>, run: &Running<L>, op: &Op<L>) -> Stop {
        let point = (run.code.id, op.inst);
        self.report(report::TRAP, point, |engine| {
            let trace = engine.trace(warp, run.activation, point);
            report::trap(engine.machine, &trace)
        });
        if is_host(L) { Stop::Fault(132) } else { Stop::Launch(crate::launch::error::LAUNCH_FAILURE) }
    }

    /// Tells of lanes that divide by zero: the host's process ends, as a processor does it; on the device they go on with what the
    /// division gives there.
    ///
    /// # Errors
    /// The host's process ends.
    pub(super) fn look_at_divisor(&mut self, context: &AccessContext<'_, L>, op: &Op<L>, wide: bool) -> Result<(), Stop> {
        for lane in zero_divisors(context.registers, op, wide, context.mask) {
            let thread = self.thread(context.warp, context.barriers, lane);
            self.report_about(report::DIVIDED_BY_ZERO, context.point, (0, thread), |engine| {
                let trace = engine.trace(context.warp, context.activation, context.point);
                let finding = report::divided_by_zero(engine.machine, &trace, thread.as_ref());
                Some(engine.machine.findings.report(finding))
            });
            if is_host(L) {
                return Err(Stop::Fault(136));
            }
        }
        Ok(())
    }

    pub(super) fn unsupported(&mut self, warp: &Warp<L>, run: &Running<L>, op: &Op<L>) -> Stop {
        let point = (run.code.id, op.inst);
        let name = self.layout.module.functions[run.code.id as usize].insts.get(op.inst as usize).map_or("", |i| i.op.row().name);
        self.report(report::UNSUPPORTED, point, |engine| {
            let trace = engine.trace(warp, run.activation, point);
            report::unsupported(engine.machine, &trace, &format!("the instruction `{name}` in this form"))
        });
        if is_host(L) { Stop::Fault(132) } else { Stop::Launch(crate::launch::error::ILLEGAL_INSTRUCTION) }
    }

    pub(super) fn bad_function(&mut self, warp: &Warp<L>, activation: ActivationId, pc: u32, address: u64) -> Stop {
        let code = &warp.activation(activation).code;
        let point = (code.id, code.ops[pc as usize].inst);
        self.report_about(report::BAD_FUNCTION, point, (0, None), |engine| {
            let trace = engine.trace(warp, activation, point);
            if let Some(cause) = engine.refused_source(point).filter(|_| address == 0) {
                let place = engine.machine.place(&trace);
                engine.machine.findings.add_consequence(cause, place, "the address that should have been read is called here");
                return None;
            }
            let finding = report::bad_function(engine.machine, &trace, address);
            Some(engine.machine.findings.report(finding))
        });
        if is_host(L) { Stop::Fault(139) } else { Stop::Launch(crate::launch::error::ILLEGAL_INSTRUCTION) }
    }

    pub(super) fn stack_overflow(
        &mut self,
        warp: &Warp<L>,
        barriers: &BlockBarriers,
        activation: ActivationId,
        pc: u32,
        mask: Mask,
    ) -> Stop {
        let current = warp.activation(activation);
        let point = (current.code.id, current.code.ops[pc as usize].inst);
        let thread = self.thread(warp, barriers, mask.trailing_zeros() as usize);
        let callee = match current.code.ops[pc as usize].kind {
            OpKind::Call(id, _) => id,
            _ => current.code.id,
        };
        let (depth, of_call) = (current.depth + 1, self.layout.stack_of(callee));
        let bytes = match L {
            1 => self.machine.memory.stack_size(),
            _ if current.stack > self.frame.stack_limit => self.frame.stack_limit,
            _ => self.machine.device.local_bytes_per_thread as u64,
        };
        let name = self.layout.module.functions[callee as usize].display_name.clone();
        self.report(report::STACK_OVERFLOW, point, |engine| {
            let trace = engine.trace(warp, activation, point);
            report::stack_overflow(engine.machine, &trace, &name, depth, (bytes, of_call), thread.as_ref())
        });
        if is_host(L) { Stop::Fault(139) } else { Stop::Launch(crate::launch::error::ILLEGAL_ADDRESS) }
    }
}

/// The lanes of `mask` whose divisor is 0.
pub(crate) fn zero_divisors<const L: usize>(registers: Registers<L>, op: &Op<L>, wide: bool, mask: Mask) -> impl Iterator<Item = usize> {
    let divisor = op.b;
    lanes::<L>(mask).filter(move |&lane| match wide {
        true => registers.lane::<u64>(divisor, lane) == 0,
        false => registers.lane::<u32>(divisor, lane) == 0,
    })
}
