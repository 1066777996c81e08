//! [`CallContext`]: what a runtime function sees of the machine.
//!
//! Addresses are the program's generic ones. A wrong access is reported as a finding at the call: outside an
//! allocation or after its end of life the bytes in question are dropped or read as zero and the call goes on, as a
//! real process would mostly do; a null, unmapped or device address ends the program as a real process would end.

mod bytes;
mod managed;
mod results;

use super::{State, host_function, state_function, target};
use crate::call::{Arg, Ret, Stop};
use crate::decode::code::{fits, is_harmless};
use crate::decode::externs::Target;
use crate::device::Device;
use crate::exec;
use crate::exec::core::{Call, Core, Execution, Runtime};
use crate::exec::runtime_call::apply;
use crate::finding::{Finding, Place, Thread};
use crate::launch::{LaunchConfig, error};
use crate::limits::Limit;
use crate::machine::{KernelInfo, Machine, Symbol};
use crate::memory::{Access, Allocation, AllocationKind, CallChain, Freed, Side, Site, Trace, Violation, ViolationKind};
use crate::report::{self, Circumstances, Element};
use crate::world::{Closed, Stream, World};
use kern_diag::Code;
use kern_ir::{FunctionKind, RegType};

/// The machine as seen by a runtime function during one call.
pub struct CallContext<'m, 'p> {
    /// Memory, findings, launches.
    pub machine: &'m mut Machine<'p>,
    /// What runs launches and calls.
    pub(crate) core: &'m mut Core<'p>,
    /// What the runtime functions remember.
    pub state: &'m mut State,
    /// The outside.
    pub world: &'m mut dyn World,
    /// The thread that calls, in a kernel.
    pub thread: Option<Thread>,
    /// The call and its callers.
    pub calls: CallChain<'m>,
    /// The name of the function that is called.
    pub function: &'m str,
    /// Nobody looks at what the call returns.
    pub is_unread: bool,
}

/// More bytes than an allocation takes besides its own.
const NEAR: u64 = 4096;

/// Bytes that count as much as an instruction, where a function without a body looks at them or moves them.
pub const BYTES_AN_INSTRUCTION: u64 = 16;

impl<'m, 'p> CallContext<'m, 'p> {
    /// Of a call that the core makes.
    pub(crate) fn of<'c: 'm>(call: Call<'c, 'p>, state: &'m mut State) -> CallContext<'m, 'p> {
        let Call { machine, core, world, thread, calls, function, is_unread } = call;
        CallContext { machine, core, state, world, thread, calls, function, is_unread }
    }
}

impl<'p> CallContext<'_, 'p> {
    /// Which side calls.
    pub fn side(&self) -> Side {
        if self.thread.is_some() { Side::Device } else { Side::Host }
    }

    /// What a launch or a call of the program is run with.
    pub(crate) fn execution(&mut self) -> Execution<'_, 'p> {
        Execution { machine: self.machine, core: self.core, runtime: self.state, world: self.world }
    }

    /// A call of a host function, from these places.
    pub(crate) fn called_at<'s>(&'s mut self, trace: Trace, function: &'s str, is_unread: bool) -> CallContext<'s, 'p> {
        let CallContext { machine, core, state, world, .. } = self;
        CallContext { machine, core, state, world: &mut **world, thread: None, calls: trace.into(), function, is_unread }
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.machine.device
    }

    /// The call and its callers, innermost first.
    pub fn trace(&mut self) -> Trace {
        match &self.calls {
            CallChain::Known(trace) => trace.clone(),
            CallChain::Walk(walk) => {
                let path = walk();
                self.machine.intern(&path)
            }
        }
    }

    /// Does something with the sites of the call and its callers.
    pub(crate) fn with_sites<R>(&self, body: impl FnOnce(&[Site]) -> R) -> R {
        self.calls.with_sites(body)
    }

    /// The place of the call.
    pub fn place(&self) -> Option<Place> {
        self.with_sites(|sites| self.machine.place(sites))
    }

    /// Writes to the program's standard output or error.
    ///
    /// # Errors
    /// It has written as much as it may, or nobody reads it.
    pub fn write_stream(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Stop> {
        let room = self.machine.config.max_output.saturating_sub(self.machine.written);
        let allowed = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        self.machine.written += allowed as u64;
        if stream == Stream::Stdout {
            self.machine.results.stdout_bytes += allowed as u64;
        }
        self.world.write(stream, &bytes[..allowed]).map_err(|Closed| Stop::Limit(Limit::Closed))?;
        if allowed < bytes.len() { Err(Stop::Limit(Limit::Output)) } else { Ok(()) }
    }

    /// Counts work of the function that runs, in instructions; false if it must stop what it does and return, whatever it
    /// answers: the engine that called it ends the program or the launch.
    pub fn work(&mut self, instructions: u64) -> bool {
        self.machine.work(instructions)
    }

    /// Reports a finding.
    pub fn report(&mut self, finding: Finding) {
        if !self.follows_assertion(finding.code) {
            self.machine.findings.report(finding);
        }
    }

    /// Whether a mistake of a thread whose assertion has failed comes from that.
    fn follows_assertion(&self, code: Code) -> bool {
        self.thread.is_some() && self.machine.launch_errors.has_failed_assertion() && code != Code::ASSERTION
    }

    /// Reports a mistake about the allocation at `thing`; what was said of this call before is only counted.
    pub(crate) fn report_about(&mut self, code: Code, thing: u64, build: impl FnOnce(&mut Self) -> Finding) {
        let trace = self.trace();
        if !self.follows_assertion(code) && !self.machine.findings.repeat(code, &trace, thing) {
            let finding = build(self);
            self.machine.findings.report_call(trace, thing, finding);
        }
    }

    /// What a report says of a wrong access by a runtime function, besides the rule it breaks.
    fn circumstances(&self, violation: &Violation) -> Circumstances {
        // One byte is counted as such: functions of strings go byte by byte.
        let element = (violation.size == 1).then(|| Element { name: "byte".to_string(), bytes: 1 });
        let reads_text = violation.size == 1 && violation.access == Access::Read;
        Circumstances { thread: self.thread, element, reads_text, ..Circumstances::default() }
    }

    /// Reports a wrong access.
    ///
    /// # Errors
    /// The program cannot go on.
    pub fn violation(&mut self, violation: &Violation) -> Result<(), Stop> {
        // Allocations lie at even addresses.
        let thing = violation.allocation.as_ref().map_or(0, |a| a.base) | u64::from(violation.access != Access::Read);
        self.report_about(report::violation_code(violation, self.side()), thing, |host| {
            let finding = host.violation_finding(violation);
            match violation.kind {
                ViolationKind::Null | ViolationKind::Unset => host.state.blame_null(host.machine, finding),
                _ => finding,
            }
        });
        self.fail_launch(report::violation_error(violation));
        match violation.kind {
            ViolationKind::OutOfBounds | ViolationKind::Freed | ViolationKind::Misaligned | ViolationKind::DeadStack => Ok(()),
            _ if self.thread.is_some() => Ok(()),
            _ => Err(Stop::Fault(139)),
        }
    }

    /// A thread did what makes its launch fail.
    pub(crate) fn fail_launch(&mut self, error: i32) {
        if let Some(thread) = &self.thread {
            self.machine.launch_errors.fail(error);
            self.machine.launch_errors.stop(thread);
        }
    }

    /// Checks an access of the other side's memory, as `cudaMemcpy` makes it, without reporting.
    ///
    /// # Errors
    /// What is wrong; build the finding with [`CallContext::violation_finding`].
    pub fn check(&self, address: u64, size: u64, access: Access, side: Side) -> Result<(), Violation> {
        if size == 0 { Ok(()) } else { self.machine.memory.check(address, size, access, side).map(|_| ()) }
    }

    /// The finding for a wrong access at this call.
    pub fn violation_finding(&self, violation: &Violation) -> Finding {
        self.with_sites(|sites| report::violation(self.machine, violation, sites, &self.circumstances(violation)))
    }

    /// Allocates zeroed memory of a kind: `Heap` and `Pinned` on the host heap, the others on the device.
    /// `None` when memory is exhausted.
    pub fn allocate(&mut self, size: u64, align: u64, kind: AllocationKind) -> Option<u64> {
        let trace = Some(self.trace());
        // What caches hold lives on: a new allocation lies where none that lives does.
        let address = self.machine.memory.allocate(size, align, kind, trace);
        self.machine.end_when_full();
        if let Some(address) = address {
            self.machine.memory.mark(address, size, false);
        }
        match (address, kind) {
            // A call that fails and is not looked at is told as such.
            (None, AllocationKind::Device | AllocationKind::Managed | AllocationKind::Pinned)
                if self.is_unread && self.thread.is_none() => {}
            (None, _) => self.report_refusal(size),
            (Some(address), AllocationKind::Device) => {
                self.state.forget_memory(address, size);
                let made = self.machine.memory.allocation(address).and_then(|made| made.allocated.clone()).unwrap_or_default();
                self.machine.sinks.tell(|observer| observer.allocated(address, size, &made));
            }
            (Some(address), AllocationKind::Managed) => self.begin_managed(address, size),
            (Some(address), AllocationKind::DeviceHeap) => self.machine.sinks.tell(|observer| observer.reused(address, size)),
            _ => {}
        }
        address
    }

    /// Takes memory that is in no window of addresses, such as a file's content; false if there is no room.
    pub(crate) fn take_memory(&mut self, bytes: u64) -> bool {
        let fits = self.machine.memory.take(bytes);
        if !fits {
            self.report_refusal(bytes);
        }
        fits
    }

    /// The same for what is kept of something small: some room stays for the words in which the program tells of it.
    pub(crate) fn take_for_handle(&mut self, bytes: u64) -> bool {
        let fits = self.machine.memory.room() >= bytes.saturating_add(NEAR) && self.machine.memory.take(bytes);
        if !fits {
            self.report_refusal(bytes);
        }
        fits
    }

    /// The limit on memory, if there is one that is near, refuses something.
    fn report_refusal(&mut self, bytes: u64) {
        let memory = &self.machine.memory;
        if memory.limit < u64::MAX && bytes.saturating_add(NEAR) >= memory.room() {
            let finding = report::limits::no_memory(self.machine, self.place(), &format!("{bytes} bytes"));
            self.report(finding.label("answered as by a machine whose memory is full"));
        }
    }

    /// Frees the allocation that starts at `address`, whichever heap it is on. Reports nothing.
    pub fn release(&mut self, address: u64) -> Option<Freed> {
        let trace = Some(self.trace());
        self.machine.memory.release(address, trace)
    }

    /// The allocation or variable, live or freed, that contains `address`.
    pub fn allocation(&self, address: u64) -> Option<&Allocation> {
        self.machine.memory.allocation(address)
    }

    /// Bytes of device memory that are free.
    pub fn device_memory_free(&self) -> u64 {
        let memory = &self.machine.memory;
        // What an allocation takes besides its bytes is not free.
        (memory.device.capacity() - memory.device.used()).min(memory.room().saturating_sub(NEAR))
    }

    /// The device variable whose stand-in host code holds the address of.
    pub fn symbol(&self, address: u64) -> Option<Symbol> {
        self.machine.symbol(address)
    }

    /// The kernel whose address host code holds.
    pub fn kernel(&self, address: u64) -> Option<KernelInfo> {
        self.machine.kernel_info(address)
    }

    /// An estimate of the 32-bit registers that a thread of the kernel at a code address has.
    pub fn registers(&self, address: u64) -> u32 {
        self.machine.registers_of(address)
    }

    /// Launches the kernel at a code address and runs it to its end; CUDA's error code (0 when all went well,
    /// 9 and the like when it did not start; see [`crate::launch::error::is_sticky`]).
    ///
    /// # Errors
    /// The program cannot go on.
    pub fn launch(&mut self, kernel: u64, config: &LaunchConfig, params: &[u8]) -> Result<i32, Stop> {
        Ok(self.launch_kernel(kernel, config, params, false)?.unwrap_or(error::LAUNCH_TIMEOUT))
    }

    /// The same; `None` if all threads wait for what others than they may do after the launch: then it is the core's waiting one.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(crate) fn launch_or_wait(&mut self, kernel: u64, config: &LaunchConfig, params: &[u8]) -> Result<Option<i32>, Stop> {
        self.launch_kernel(kernel, config, params, true)
    }

    fn launch_kernel(&mut self, kernel: u64, config: &LaunchConfig, params: &[u8], may_wait: bool) -> Result<Option<i32>, Stop> {
        let Some(id) = self.machine.kernel_at(kernel) else { return Ok(Some(error::INVALID_DEVICE_FUNCTION)) };
        let func = &self.machine.program.device.functions[id as usize];
        let shared = kern_ir::analysis::shared_layout(&self.machine.program.device, id, 0);
        let bounds = func.launch_bounds.map(|b| b.0).filter(|&b| b > 0);
        if let Err((code, _)) = config.validate(&self.machine.device, shared.static_size, bounds) {
            return Ok(Some(code));
        }
        let place = self.place();
        exec::launch(&mut self.execution(), id, config, params, place, may_wait)
    }

    /// Calls a host function of the program (a comparator, an `atexit` handler) by its address. One for which it matters that it takes
    /// other arguments or gives another result is a finding.
    ///
    /// # Errors
    /// It stopped the program.
    pub fn call(&mut self, function: u64, args: &[Arg], result: Option<RegType>) -> Result<Ret, Stop> {
        let layout = self.machine.host_layout.clone();
        let is_right = |id: &u32| {
            let (function, given) = (&layout.module.functions[*id as usize], || args.iter().map(|a| a.ty));
            // What a comparator answers is looked at.
            let answers = function.results.len() == usize::from(result.is_some()) || result.is_none();
            let is_like = || function.kind == FunctionKind::Func && answers && is_harmless(function, given(), result);
            fits(function, given(), result) || is_like()
        };
        // A kernel's thread has no host's stack to call on; no function that it may call comes here (see `kern_stdlib::Side`).
        let is_host = self.thread.is_none();
        let Some(id) = layout.function_at(function).filter(is_right).filter(|_| is_host) else {
            let finding = self.with_sites(|sites| report::bad_function(self.machine, sites, function));
            self.report(finding);
            return Err(Stop::Fault(139));
        };
        let callee = &layout.module.functions[id as usize];
        if callee.kind == FunctionKind::Extern {
            return match target(&callee.name) {
                Target::Host(number) => host_function(number)(self, args),
                Target::State(number) => Ok(Ret(state_function(number)(self.state))),
                Target::Math(math) => Ok(Ret(apply(math, &args.iter().map(|a| a.bits).collect::<Vec<_>>()))),
                // Those of clusters are for kernels.
                Target::Missing | Target::Cluster(_) => Ok(Ret::VOID),
            };
        }
        let calls = self.calls.clone();
        exec::call(&mut self.execution(), id, args, &calls)
    }
}
