//! What the core asks of the functions without a body, and of what they remember.

use super::cuda::device_limits::stack_limit;
use super::cuda::error::blame_null;
use super::{CallContext, State, host_function, state_function};
use crate::call::{Arg, Ret, Stop};
use crate::device::Device;
use crate::exec::core::{Call, Runtime};
use crate::finding::{Finding, Place};
use crate::instrument::hazard::AccessedRange;
use crate::machine::Machine;
use crate::memory::Access;

impl Runtime for State {
    fn call(&mut self, call: Call, number: u32, args: &[Arg]) -> Result<Ret, Stop> {
        host_function(number)(&mut CallContext::of(call, self), args)
    }

    fn call_state(&mut self, number: u32) -> u64 {
        state_function(number)(self)
    }

    fn end_host_slice(&mut self, call: Call) -> Result<(), Stop> {
        CallContext::of(call, self).resume_after_slice()
    }

    fn may_overlap(&self) -> bool {
        self.cuda.may_overlap()
    }

    fn note_footprint(&mut self, footprint: Vec<AccessedRange>) {
        self.cuda.note_footprint(footprint);
    }

    fn stack_limit(&self, device: &Device) -> u64 {
        stack_limit(&self.cuda, device)
    }

    fn swap_last_error(&mut self, error: i32) -> i32 {
        self.cuda.swap_last(error)
    }

    fn host_uses(&mut self, machine: &mut Machine, [address, bytes]: [u64; 2], access: Access, place: Option<Place>) {
        self.report_conflict(machine, address, bytes, access, place);
    }

    fn host_hears(&mut self, machine: &mut Machine, [address, bytes]: [u64; 2]) {
        self.hear(machine, address, bytes);
    }

    fn pitch_of(&self, base: u64) -> Option<u64> {
        self.cuda.pitch_of(base)
    }

    fn blame_null(&mut self, machine: &Machine, finding: Finding) -> Finding {
        blame_null(&mut self.cuda, &machine.memory, finding)
    }
}
