//! [`DeviceContext`]: a device whose memory outlives the launches, for whoever launches single kernels instead of running `main`.
//!
//! A program's device variables are put into the memory when the program is first used there, and keep what its kernels
//! write, as a module that the CUDA driver has loaded. An error of one launch does not spoil the next.

use crate::call::Stop;
use crate::config::RunConfig;
use crate::device::Device;
use crate::engines::executor;
use crate::exec::{self, SharedMemory};
use crate::finding::Finding;
use crate::instrument::LaunchReport;
use crate::interp::OPERATIONS;
use crate::launch::{LaunchConfig, error};
use crate::loader::Layout;
use crate::machine::Symbol;
use crate::memory::{AllocationKind, ArenaSizes, Memory, Side};
use crate::runtime;
use crate::texture::descriptor::{Resource, Sampler, Texture};
use crate::texture::format::Format;
use crate::texture::registry::{Registry, Thing};
use crate::vm::{DeviceCode, DeviceState, Vm};
use crate::world::World;
use kern_ir::{FuncId, FunctionKind, Program, Space};
use std::sync::Arc;

/// A device with memory.
pub struct DeviceContext {
    device: Arc<Device>,
    /// Gone while a launch runs, and for good if one panicked.
    state: Option<DeviceState>,
    programs: Vec<(Arc<Program>, DeviceCode)>,
    /// Whose kernel ran last: places that memory remembers are its.
    last: Option<Arc<Program>>,
}

// SAFETY: what it reaches that is not `Send` are the reference counts and pointers of decoded and compiled code and of memory
// (`DeviceState`, `DeviceCode`). All of them are made by its own methods, which put back whatever a launch took out, and no method
// hands one to anybody else; so they move to another thread all together. Nothing of an engine is kept in variables of a thread.
unsafe impl Send for DeviceContext {}

/// What a launch did.
#[derive(Clone, PartialEq, Debug)]
pub struct Launched {
    /// The launch.
    pub report: LaunchReport,
    /// Mistakes, in the order of their first occurrence.
    pub findings: Vec<Finding>,
}

/// Why a launch did not start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLaunch {
    /// The configuration: CUDA's error code, and the reason.
    Configuration(i32, String),
    /// The function is no kernel.
    NoKernel,
    /// There is no room for this variable.
    NoRoom(String),
    /// The kernel ended everything with this status.
    Stopped(i32),
    /// A mistake of `kern` ended an earlier launch; the memory is lost.
    Lost,
}

impl DeviceContext {
    /// A device whose memory is empty.
    pub fn new(device: Device) -> DeviceContext {
        let memory = Memory::new(device.memory_bytes, &ArenaSizes::default());
        let state = DeviceState {
            memory: Box::new(memory),
            textures: Registry::default(),
            runtime: Box::default(),
            shared_memory: SharedMemory::default(),
        };
        DeviceContext { device: Arc::new(device), state: Some(state), programs: Vec::new(), last: None }
    }

    /// The product.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The same, shared.
    pub fn shared_device(&self) -> Arc<Device> {
        self.device.clone()
    }

    /// Bytes of memory that are not allocated.
    pub fn free_bytes(&self) -> u64 {
        self.state.as_ref().map_or(0, |state| state.memory.device.capacity() - state.memory.device.used())
    }

    /// Allocates zeroed memory, as `cudaMalloc` does; its address, or `None` when there is not as much.
    pub fn allocate(&mut self, size: u64) -> Option<u64> {
        let memory = &mut self.state.as_mut()?.memory;
        memory.generation += 1;
        memory.device.allocate(size, 256, AllocationKind::Device, None)
    }

    /// Frees the allocation that starts at `address`; false if there is none.
    pub fn release(&mut self, address: u64) -> bool {
        let Some(state) = &mut self.state else { return false };
        state.memory.generation += 1;
        state.memory.device.release(address, None).is_some()
    }

    /// Pointer to `size` bytes of one live allocation or variable of the device.
    fn pointer(&self, address: u64, size: u64) -> Option<*mut u8> {
        let memory = &self.state.as_ref()?.memory;
        let allocation = memory.allocation(address)?;
        let is_usable = allocation.kind.is_for_device() && !allocation.is_freed() && allocation.contains(address, size);
        if is_usable { memory.pointer(address, size) } else { None }
    }

    /// The `size` bytes at `address`; `None` unless they are part of one allocation or variable.
    pub fn read(&self, address: u64, size: u64) -> Option<Vec<u8>> {
        let pointer = self.pointer(address, size)?;
        let mut bytes = vec![0; usize::try_from(size).ok()?];
        // SAFETY: `size` bytes are mapped at `pointer`, and no launch runs while `self` is borrowed.
        unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), bytes.len()) };
        Some(bytes)
    }

    /// Copies the bytes at `address` into `bytes`; false unless they are part of one allocation or variable.
    pub fn read_into(&self, address: u64, bytes: &mut [u8]) -> bool {
        let Some(pointer) = self.pointer(address, bytes.len() as u64) else { return false };
        // SAFETY: that many bytes are mapped at `pointer`, and no launch runs while `self` is borrowed.
        unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), bytes.len()) };
        true
    }

    /// Writes bytes to `address`; false unless they are part of one allocation or variable.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Some(pointer) = self.pointer(address, bytes.len() as u64) else { return false };
        // SAFETY: that many bytes are mapped at `pointer`, and no launch runs while `self` is borrowed.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), pointer, bytes.len()) };
        true
    }

    /// Makes a texture of rows of texels at `address`, each so many bytes after the one before; the number that kernels know it by.
    /// `None` unless the rows are part of one allocation.
    pub fn add_texture(&mut self, address: u64, [width, height, pitch]: [u64; 3], format: Format, sampler: Sampler) -> Option<u64> {
        self.pointer(address, height.checked_mul(pitch)?)?;
        let texture = Texture { resource: Resource::Pitch(address, width, height, pitch), format, sampler };
        let textures = &mut self.state.as_mut()?.textures;
        Some(textures.add(Thing::Texture(Arc::new(texture)), [Vec::new(), Vec::new()]))
    }

    /// Ends a texture: a kernel that uses it makes a mistake.
    pub fn remove_texture(&mut self, number: u64) {
        if let Some(state) = &mut self.state {
            state.textures.destroy(number);
        }
    }

    /// The device variable of `program` that its source calls `name`.
    ///
    /// # Errors
    /// There is no room for the program's variables.
    pub fn symbol(&mut self, program: &Arc<Program>, name: &str) -> Result<Option<Symbol>, NoLaunch> {
        let index = self.load(program)?;
        let module = &program.device;
        let find = |of: fn(&kern_ir::GlobalVarData) -> &str| {
            module.globals.iter().position(|variable| variable.space != Space::Shared && of(variable) == name)
        };
        // The linkage name is only one's.
        let Some(number) = find(|variable| &variable.name).or_else(|| find(|variable| &variable.info.name)) else { return Ok(None) };
        let (data, place) = (&module.globals[number], self.programs[index].1.variables[number]);
        Ok(Some(Symbol { name: name.to_string(), address: place.generic_address, size: data.size, is_const: data.space == Space::Const }))
    }

    /// Puts the variables of `program` into memory, unless they are there; its number.
    fn load(&mut self, program: &Arc<Program>) -> Result<usize, NoLaunch> {
        if let Some(index) = self.programs.iter().position(|(known, _)| Arc::ptr_eq(known, program)) {
            return Ok(index);
        }
        let state = self.state.as_mut().ok_or(NoLaunch::Lost)?;
        state.memory.generation += 1;
        let layout =
            Layout::allocate(&program.device, Side::Device, &mut state.memory, None).map_err(|large| NoLaunch::NoRoom(large.name))?;
        layout.initialise(&state.memory);
        self.programs.push((program.clone(), DeviceCode::new(layout.variables, OPERATIONS)));
        Ok(self.programs.len() - 1)
    }

    /// Runs a kernel to its end. `params` is its parameter buffer; of `config`, what a whole run has no meaning here.
    ///
    /// # Errors
    /// Why it did not start.
    pub fn launch(
        &mut self,
        program: &Arc<Program>,
        kernel: FuncId,
        launch: &LaunchConfig,
        params: &[u8],
        config: &RunConfig,
        world: &mut dyn World,
    ) -> Result<Launched, NoLaunch> {
        let func = program.device.functions.get(kernel.index()).filter(|f| f.kind == FunctionKind::Kernel).ok_or(NoLaunch::NoKernel)?;
        let shared = kern_ir::analysis::shared_layout(&program.device, kernel.0, 0);
        let bounds = func.launch_bounds.map(|b| b.0).filter(|&b| b > 0);
        launch.validate(&self.device, shared.static_size, bounds).map_err(|(code, reason)| NoLaunch::Configuration(code, reason))?;
        let index = self.load(program)?;
        let mut state = self.state.take().ok_or(NoLaunch::Lost)?;
        if self.last.as_ref().is_some_and(|last| !Arc::ptr_eq(last, program)) {
            state.memory.device.forget_traces();
        }
        let (program, code) = self.programs.swap_remove(index);
        let mut vm = Vm::on_device(&program, config, self.device.clone(), executor(config.engine), state, code);
        vm.machine.add_checks();
        let mut host = vm.host(world, Arc::new([]), "");
        let mut report = None;
        let result = runtime::launch_with_children(&mut host, |host| {
            let result = exec::launch(&mut host.execution(), kernel.0, launch, params, None, false);
            report = host.machine.launches.pop();
            result.map(|error| error.unwrap_or(error::LAUNCH_TIMEOUT))
        });
        let result = result.and_then(|code| host.show_printed().map(|()| code));
        let (state, code, findings) = vm.into_state();
        self.state = Some(state);
        self.last = Some(program.clone());
        self.programs.push((program, code));
        match (result, report) {
            (Ok(_), Some(report)) => Ok(Launched { report, findings }),
            (Ok(code), None) => Err(NoLaunch::Configuration(code, too_much_local(code))),
            (Err(Stop::Exit(status) | Stop::ExitNow(status) | Stop::Fault(status) | Stop::Launch(status)), _) => {
                Err(NoLaunch::Stopped(status))
            }
            // Nobody but threads of a host program is asked for it.
            (Err(Stop::Again), _) => Err(NoLaunch::Stopped(1)),
            (Err(Stop::Limit(limit)), _) => Err(NoLaunch::Stopped(limit.exit_status())),
        }
    }
}

fn too_much_local(code: i32) -> String {
    match code {
        error::LAUNCH_OUT_OF_RESOURCES => "a thread's local variables are larger than its local memory".into(),
        _ => "the launch is not possible".into(),
    }
}
