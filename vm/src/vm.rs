//! [`Vm`]: a machine with what runs it and what runtime functions remember of it.

use crate::config::RunConfig;
use crate::decode::code::Operations;
use crate::device::Device;
use crate::exec::core::Core;
use crate::exec::executor::{EngineState, Executor};
use crate::exec::{SharedMemory, Store};
use crate::finding::Finding;
use crate::loader::Variable;
use crate::machine::{Machine, Unplaced};
use crate::memory::{CallChain, Memory, Trace};
use crate::runtime::{CallContext, State};
use crate::texture::registry::Registry;
use crate::world::World;
use kern_ir::Program;
use std::rc::Rc;
use std::sync::Arc;

/// A program with all that is needed to run it.
pub(crate) struct Vm<'p> {
    pub(crate) machine: Machine<'p>,
    pub(crate) core: Core<'p>,
    pub(crate) runtime: Box<State>,
}

/// What a device keeps between launches, of whatever program.
pub(crate) struct DeviceState {
    pub(crate) memory: Box<Memory>,
    pub(crate) textures: Registry,
    pub(crate) runtime: Box<State>,
    pub(crate) shared_memory: SharedMemory,
}

/// A program's device module in the memory of a device: where its variables are, and what its functions were decoded
/// and compiled to.
pub(crate) struct DeviceCode {
    pub(crate) variables: Rc<[Variable]>,
    engine_cache: EngineState,
    store: Box<Store<32>>,
}

impl DeviceCode {
    /// Nothing decoded yet.
    pub(crate) fn new(variables: Rc<[Variable]>, operations: Operations) -> DeviceCode {
        DeviceCode { variables, engine_cache: EngineState::default(), store: Box::new(Store::new(operations.device)) }
    }
}

impl<'p> Vm<'p> {
    /// A program with its variables in the memory of a new machine.
    ///
    /// # Errors
    /// There is no room for the variables.
    pub(crate) fn new(
        program: &'p Program,
        config: &RunConfig,
        device: Device,
        executor: &'static dyn Executor,
    ) -> Result<Vm<'p>, Unplaced> {
        let machine = Machine::new(program, config, device)?;
        let store = Box::new(Store::new(executor.operations().device));
        let core = Core::new(executor, EngineState::default(), SharedMemory::default(), store);
        Ok(Vm { machine, core, runtime: Box::default() })
    }

    /// The kernels of a program on a device that has run others.
    pub(crate) fn on_device(
        program: &'p Program,
        config: &RunConfig,
        device: Arc<Device>,
        executor: &'static dyn Executor,
        state: DeviceState,
        code: DeviceCode,
    ) -> Vm<'p> {
        let DeviceState { memory, textures, runtime, shared_memory } = state;
        let machine = Machine::of(program, config, device, memory, textures, [code.variables, Rc::new([])]);
        Vm { machine, core: Core::new(executor, code.engine_cache, shared_memory, code.store), runtime }
    }

    /// Takes it to pieces again.
    pub(crate) fn into_state(self) -> (DeviceState, DeviceCode, Vec<Finding>) {
        let Vm { machine, core: Core { engine_cache, shared_memory, device_store: store, .. }, runtime } = self;
        let state = DeviceState { memory: machine.memory, textures: machine.textures, runtime, shared_memory };
        let code = DeviceCode { variables: machine.device_layout.variables.clone(), engine_cache, store };
        (state, code, machine.findings.into_list(machine.launch_count))
    }

    /// What a function of the host that calls from there sees of it.
    pub(crate) fn host<'m>(&'m mut self, world: &'m mut dyn World, calls: Trace, function: &'m str) -> CallContext<'m, 'p> {
        let Vm { machine, core, runtime: state } = self;
        CallContext { machine, core, state, world, thread: None, calls: CallChain::Known(calls), function, is_unread: false }
    }
}
