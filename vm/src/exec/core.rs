//! What the core keeps of a machine between launches and calls, and what it is lent to run them.
//!
//! **What.** [`Core`] is its state. [`Execution`] lends a machine with all that acts on it, for the time of a launch or a call.
//! [`Runtime`] is what it asks of the layer above: functions without a body, and what they remember.
//! **Invariant.** Nothing here or below knows a function of the runtime: a call is a number and arguments.

use super::executor::{EngineState, Executor};
use super::threads::HostThreads;
use super::{GridRun, SharedMemory, Store};
use crate::call::{Arg, Ret, Stop};
use crate::device::Device;
use crate::finding::{Finding, Place, Thread};
use crate::instrument::hazard::AccessedRange;
use crate::machine::Machine;
use crate::memory::{Access, CallChain};
use crate::world::World;
use std::collections::VecDeque;

/// What the core keeps of a machine.
pub(crate) struct Core<'p> {
    pub(crate) executor: &'static dyn Executor,
    /// What the engine keeps from launch to launch.
    pub(crate) engine_cache: EngineState,
    pub(crate) shared_memory: SharedMemory,
    pub(crate) device_store: Box<Store<32>>,
    pub(crate) host_store: Box<Store<1>>,
    /// Launches all of whose threads spin, for what the host, a copy or another kernel does after them. The first one goes on first.
    pub(crate) waiting: VecDeque<Box<GridRun<'p>>>,
    /// Instructions of host code until they go on.
    pub(crate) waiting_rests: u64,
    /// The lowest address of the process's stack that calls of compiled host code may use.
    pub(crate) stack_limit: usize,
    /// The same for calls of functions in which no other host thread gets its turn.
    pub(crate) quick_stack_limit: usize,
    /// The host's threads.
    pub(crate) threads: HostThreads,
}

impl Core<'_> {
    /// Of a device that may have run other programs, and the functions of this program that are decoded.
    pub(crate) fn new(
        executor: &'static dyn Executor,
        engine_cache: EngineState,
        shared_memory: SharedMemory,
        device_store: Box<Store<32>>,
    ) -> Self {
        Core {
            executor,
            engine_cache,
            shared_memory,
            device_store,
            host_store: Box::new(Store::new(executor.operations().host)),
            waiting: VecDeque::new(),
            waiting_rests: 0,
            stack_limit: 0,
            quick_stack_limit: 0,
            threads: HostThreads::default(),
        }
    }
}

/// A machine with all that acts on it.
pub(crate) struct Execution<'m, 'p> {
    pub(crate) machine: &'m mut Machine<'p>,
    pub(crate) core: &'m mut Core<'p>,
    pub(crate) runtime: &'m mut dyn Runtime,
    pub(crate) world: &'m mut dyn World,
}

impl<'p> Execution<'_, 'p> {
    /// The same, lent on.
    pub(crate) fn lend(&mut self) -> Execution<'_, 'p> {
        Execution { machine: self.machine, core: self.core, runtime: self.runtime, world: self.world }
    }
}

/// A call of a function without a body.
pub(crate) struct Call<'m, 'p> {
    pub(crate) machine: &'m mut Machine<'p>,
    pub(crate) core: &'m mut Core<'p>,
    pub(crate) world: &'m mut dyn World,
    /// The thread that calls, in a kernel.
    pub(crate) thread: Option<Thread>,
    /// The call and its callers.
    pub(crate) calls: CallChain<'m>,
    /// The name of the function that is called.
    pub(crate) function: &'m str,
    /// Nobody looks at what the call returns.
    pub(crate) is_unread: bool,
}

/// The functions without a body, and what they remember.
pub(crate) trait Runtime {
    /// Calls the function of that number ([`Target::Host`](crate::decode::externs::Target)).
    ///
    /// # Errors
    /// The program, or in a kernel the launch, cannot go on.
    fn call(&mut self, call: Call, number: u32, args: &[Arg]) -> Result<Ret, Stop>;

    /// Calls the function of that number which changes nothing but what is remembered
    /// ([`Target::State`](crate::decode::externs::Target)): the bits of its result.
    fn call_state(&mut self, number: u32) -> u64;

    /// Host code has had a time slice: the launch that waits for what the host does may go on.
    ///
    /// # Errors
    /// The program cannot go on.
    fn end_host_slice(&mut self, call: Call) -> Result<(), Stop>;

    /// Whether operations of the device may run at the same time.
    fn may_overlap(&self) -> bool;

    /// A launch has accessed this memory.
    fn note_footprint(&mut self, footprint: Vec<AccessedRange>);

    /// Bytes of each thread's stack: `cudaLimitStackSize`.
    fn stack_limit(&self, device: &Device) -> u64;

    /// Another host thread runs, whose last error of the CUDA runtime was this; that of the one that ran.
    fn swap_last_error(&mut self, error: i32) -> i32;

    /// Host code uses so many bytes at an address, which an operation that it has not waited for may use.
    fn host_uses(&mut self, machine: &mut Machine, bytes: [u64; 2], access: Access, place: Option<Place>);

    /// Host code reads memory as one does that waits for a flag.
    fn host_hears(&mut self, machine: &mut Machine, bytes: [u64; 2]);

    /// The distance of rows of an allocation of `cudaMallocPitch`.
    fn pitch_of(&self, base: u64) -> Option<u64>;

    /// Adds to the finding of an access through a null pointer which call of the runtime it may come from.
    fn blame_null(&mut self, machine: &Machine, finding: Finding) -> Finding;
}
