//! What compiled code asks at the end of a time slice: whether to go on.

use super::abi::{Helper, SPINS};
use super::caller::Caller;

pub(super) fn time_slice_over(mut caller: Caller, pc: u32, mask: u32) {
    if caller.is_host() { time_slice_over_for::<1>(caller, pc, mask) } else { time_slice_over_of_kernel(caller, pc, mask) }
}

fn time_slice_over_of_kernel(mut caller: Caller, pc: u32, mask: u32) {
    if caller.link().is_some() {
        caller.flush::<32>();
        if caller.may_go_on() {
            return;
        }
    }
    time_slice_over_for::<32>(caller, pc, mask);
}

fn time_slice_over_for<const L: usize>(caller: Caller, pc: u32, mask: u32) {
    caller.with_frames::<L>((Helper::TimeSliceOver, [pc, mask]), |p| {
        let activation = p.context.run.activation;
        p.engine.spend(p.warp, activation, pc, mask)?;
        p.context.run.time_slice = p.warp.time_slice;
        let is_due = match L {
            1 => {
                p.engine.end_host_slice()?;
                p.engine.end_host_loop_slice(p.warp, activation, pc)?;
                p.refresh_since(p.context.host.generation);
                let is_interruptible = p.warp.activation(activation).code.is_interruptible;
                let threads = &mut p.engine.core.threads;
                if is_interruptible {
                    threads.end_slice(mask & SPINS as u32 != 0);
                }
                threads.is_due
            }
            _ => p.engine.machine.config.pauses.is_asked(),
        };
        p.context.outcome.answer = u32::from(is_due);
        Ok(())
    });
}
