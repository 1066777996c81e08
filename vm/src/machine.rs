//! [`Machine`]: everything that is alive during a run.

use crate::call::Stop;
use crate::config::{RunConfig, RunStats};
use crate::device::Device;
use crate::finding::Results;
use crate::finding::switch::Switch;
use crate::finding::{Findings, Place, Thread};
use crate::instrument::LaunchReport;
use crate::instrument::Sinks;
use crate::instrument::metrics::AccessProfile;
use crate::instrument::metrics::blocks::BlockCounter;
use crate::instrument::trace::{KernelRecorder, MOST_REPORT_STEPS, Recorder};
use crate::launch::error;
use crate::limits::{Ended, Interruption, Limit};
use crate::loader::{Layout, TooLarge, Variable};
use crate::memory::{Memory, Side, Site, Trace};
use crate::texture::registry::Registry;
use kern_ir::analysis::pressure;
use kern_ir::{FunctionKind, Module, Program, Space};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Launches that are remembered at least.
const LAUNCHES: usize = 4096;
/// Registers that a thread has at least and at most.
const LEAST_REGISTERS: u32 = 8;
const MOST_REGISTERS: u32 = 255;
/// Registers that ptxas takes besides those that hold values: the middle of 90 kernels.
const ADDRESS_REGISTERS: u32 = 8;

/// Everything that is alive during a run.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// How to run it.
    pub config: RunConfig,
    /// The device.
    pub device: Arc<Device>,
    /// Its memory.
    pub memory: Box<Memory>,
    /// What was found.
    pub findings: Findings,
    /// The last launches; all, if profiles of them are kept.
    pub launches: Vec<LaunchReport>,
    /// How many there were.
    pub launch_count: u64,
    /// How many of them have ended.
    pub(crate) ended_launches: u64,
    /// Totals.
    pub stats: RunStats,
    /// Who watches the launches.
    pub sinks: Sinks,
    /// Arrays, textures and surfaces.
    pub(crate) textures: Registry,
    /// Errors of the launch that runs that its threads did not make by accessing memory.
    pub(crate) launch_errors: LaunchErrors,
    pub(crate) host_layout: Rc<Layout<'p>>,
    pub(crate) device_layout: Rc<Layout<'p>>,
    /// Why the launch that waits for others must end, if it must.
    pub(crate) awaited: Option<Awaited>,
    /// Instructions of launches so far.
    pub(crate) launched_instructions: u64,
    /// Of the fuel of the launch that runs, what the grids before this one have used.
    pub(crate) spent_by_launch: u64,
    /// What functions without a body have done so far, in instructions.
    pub(crate) work: u64,
    /// What the one that runs may still do.
    pub(crate) allowance: u64,
    /// Paths of calls that are kept by somebody, or were.
    traces: FxHashSet<Trace>,
    /// Bytes written to standard output and standard error.
    pub(crate) written: u64,
    /// Nanoseconds that passed on the modelled clock besides what the program's instructions took.
    pub(crate) slept: u64,
    /// Where the program was when a limit ended it.
    pub(crate) ended: Option<Ended>,
    /// A mistake, or `abort`, ended the program.
    pub(crate) has_died: bool,
    /// Calls from runtime functions back into the program.
    pub(crate) nesting: u32,
    /// What may depend on the order in which threads run.
    pub(crate) results: Results,
    /// What was chosen of that order, of how many; and the addresses that threads contended for.
    pub(crate) chosen: (Vec<(u32, u32)>, BTreeSet<u64>),
    /// What of it was not as usual.
    pub(crate) switches: Vec<Switch>,
}

/// Why a launch that waits must end.
#[derive(Clone, Debug)]
pub(crate) enum Awaited {
    /// The host waits for it.
    Call(Option<Place>),
    /// Another kernel is launched.
    Launch(Option<Place>),
    /// The program is over.
    End,
}

/// Paths of calls that are remembered in order to be kept once.
const MOST_TRACES: usize = 1 << 16;

/// A device variable behind an address that host code holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The name in the source.
    pub name: String,
    /// Generic address of the variable on the device.
    pub address: u64,
    /// Bytes.
    pub size: u64,
    /// It is `__constant__`.
    pub is_const: bool,
}

/// What `cudaFuncGetAttributes` and the occupancy functions ask of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelInfo {
    /// The name a user reads.
    pub name: String,
    /// Bytes of static shared memory.
    pub static_shared: u64,
    /// Bytes of local memory a thread.
    pub local: u64,
    /// Bytes of constants it may name.
    pub constant: u64,
    /// From `__launch_bounds__`.
    pub max_threads: Option<u32>,
    /// From `__cluster_dims__`.
    pub cluster: Option<[u32; 3]>,
    /// Bytes of its parameter buffer and of each parameter: offset, size.
    pub params: Vec<(u32, u32)>,
}

/// How the launch that runs fails, as far as functions without a body make it, and who was stopped for it.
#[derive(Default, Debug)]
pub(crate) struct LaunchErrors {
    /// Bytes of the lines that failed assertions printed.
    pub(crate) assertion_bytes: u64,
    /// CUDA's code; 0 for none.
    error: i32,
    /// Blocks, and warps of them, of which a thread did what makes the launch fail.
    failed_warps: FxHashSet<([u32; 3], u32)>,
    /// A launch was refused, ever.
    pub(crate) was_refused: bool,
}

impl LaunchErrors {
    /// A launch starts.
    pub(crate) fn start_launch(&mut self) {
        self.leave();
    }

    /// The launch that runs waits, and others may run: what was of it.
    pub(crate) fn leave(&mut self) -> LaunchErrors {
        let was_refused = self.was_refused;
        std::mem::replace(self, LaunchErrors { was_refused, ..LaunchErrors::default() })
    }

    /// It goes on.
    pub(crate) fn come_back(&mut self, own: LaunchErrors) {
        *self = LaunchErrors { was_refused: self.was_refused, ..own };
    }

    /// The launch that runs will fail.
    pub(crate) fn fail(&mut self, error: i32) {
        if self.error == 0 {
            self.error = error;
        }
    }

    /// It will for what this thread did: a device stops the thread's warp there.
    pub(crate) fn stop(&mut self, thread: &Thread) {
        self.failed_warps.insert((thread.block, thread.warp));
    }

    /// Whether a device would have stopped the thread. Here threads go on, so that more mistakes are found; but they print no more.
    pub(crate) fn has_stopped(&self, thread: &Thread) -> bool {
        self.failed_warps.contains(&(thread.block, thread.warp))
    }

    /// How the launch fails, if a function said so.
    pub(crate) fn error(&self) -> Option<i32> {
        let error = if self.has_failed_assertion() { error::ASSERT } else { self.error };
        (error != 0).then_some(error)
    }

    /// Whether an assertion has failed in the launch: what goes wrong after it follows from that.
    pub(crate) fn has_failed_assertion(&self) -> bool {
        self.assertion_bytes > 0
    }
}

/// Why a program's variables have no room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplaced {
    /// One does not fit into the device's memory, or into that of constants.
    Variable(TooLarge),
    /// They take so many bytes together, which is more than the program may have.
    Limit(u64),
}

impl<'p> Machine<'p> {
    /// A machine with the program's variables in memory.
    ///
    /// # Errors
    /// There is no room for the variables.
    pub fn new(program: &'p Program, config: &RunConfig, device: Device) -> Result<Machine<'p>, Unplaced> {
        let mut memory = Memory::new(device.memory_bytes.saturating_mul(u64::from(config.devices.max(1))), &config.arenas);
        memory.start_at(config.seed.unwrap_or(0));
        let device_layout = Layout::allocate(&program.device, Side::Device, &mut memory, None);
        let layouts = device_layout.and_then(|device| {
            let host = Layout::allocate(&program.host, Side::Host, &mut memory, Some(&device))?;
            Ok((device, host))
        });
        if config.arenas.end_when_full && memory.was_full() {
            config.interrupt.request(Interruption::Memory);
        }
        let (device_layout, host_layout) = layouts.map_err(Unplaced::Variable)?;
        memory.limit = config.max_memory;
        if memory.held() > memory.limit {
            return Err(Unplaced::Limit(memory.held()));
        }
        device_layout.initialise(&memory);
        host_layout.initialise(&memory);
        let variables = [device_layout.variables, host_layout.variables];
        Ok(Machine::of(program, config, Arc::new(device), Box::new(memory), Registry::default(), variables))
    }

    /// Ends the run if it needs larger windows and somebody would give it some ([`ArenaSizes::end_when_full`](crate::memory::ArenaSizes)).
    pub(crate) fn end_when_full(&self) {
        if self.config.arenas.end_when_full && self.memory.was_full() {
            self.config.interrupt.request(Interruption::Memory);
        }
    }

    /// A machine of state that may have been another's.
    pub(crate) fn of(
        program: &'p Program,
        config: &RunConfig,
        device: Arc<Device>,
        memory: Box<Memory>,
        textures: Registry,
        [device_variables, host_variables]: [Rc<[Variable]>; 2],
    ) -> Machine<'p> {
        let mut sinks = Sinks::default();
        if config.profile {
            let profile = if config.caches { AccessProfile::with_caches(Device::clone(&device)) } else { AccessProfile::new() };
            sinks.add(Box::new(profile));
        }
        if config.profile_blocks {
            sinks.add(Box::new(BlockCounter::default()));
        }
        if let Some(selection) = config.trace {
            sinks.add(Box::new(Recorder::new(selection)));
        }
        if config.trace_kernels > 0 {
            sinks.add(Box::new(KernelRecorder::new(config.trace_kernels, MOST_REPORT_STEPS)));
        }
        Machine {
            program,
            config: config.clone(),
            device,
            memory,
            findings: Findings::new(),
            launches: Vec::new(),
            launch_count: 0,
            ended_launches: 0,
            stats: RunStats::default(),
            sinks,
            textures,
            launch_errors: LaunchErrors::default(),
            host_layout: Rc::new(Layout::new(&program.host, Side::Host, host_variables)),
            device_layout: Rc::new(Layout::new(&program.device, Side::Device, device_variables)),
            awaited: None,
            traces: FxHashSet::default(),
            launched_instructions: 0,
            spent_by_launch: 0,
            work: 0,
            allowance: u64::MAX,
            written: 0,
            slept: 0,
            ended: None,
            has_died: false,
            nesting: 0,
            results: Results::default(),
            chosen: Default::default(),
            switches: Vec::new(),
        }
    }

    /// A path of calls, to be kept: the same ones are kept once.
    pub(crate) fn intern(&mut self, path: &[Site]) -> Trace {
        if let Some(known) = self.traces.get(path) {
            return known.clone();
        }
        if self.traces.len() >= MOST_TRACES {
            self.traces.clear();
        }
        let trace = Trace::from(path);
        self.traces.insert(trace.clone());
        trace
    }

    /// Remembers a launch. Where nobody wants profiles only the last ones stay: a program may launch for hours. Others take of the
    /// program's memory.
    ///
    /// # Errors
    /// There is no more.
    pub(crate) fn keep(&mut self, report: LaunchReport) -> Result<(), Stop> {
        self.ended_launches += 1;
        if self.sinks.is_empty() {
            if self.launches.len() >= 2 * LAUNCHES {
                self.launches.drain(..LAUNCHES);
            }
        } else if !self.memory.take(report.bytes()) {
            return Err(Stop::Limit(Limit::Interrupted(Interruption::Memory)));
        }
        self.launches.push(report);
        Ok(())
    }

    /// The module of a side.
    pub fn module(&self, side: Side) -> &'p Module {
        match side {
            Side::Host => &self.program.host,
            Side::Device => &self.program.device,
        }
    }

    /// The place of one site.
    pub fn site_place(&self, site: &Site) -> Option<Place> {
        let module = self.module(site.side);
        let function = module.functions.get(site.function as usize);
        let name = function.map_or("", |f| &f.display_name);
        // Code that the compiler made on its own is blamed on its function.
        Place::resolve(module, site.loc, name).or_else(|| Place::resolve(module, function?.loc, name))
    }

    /// The innermost place of `trace` that is the program's own, with the calls that led there, inlined or not.
    pub fn place(&self, trace: &[Site]) -> Option<Place> {
        let mut places = trace.iter().filter_map(|site| self.site_place(site));
        let first = places.next()?;
        let mut place = if first.is_system { places.find(|p| !p.is_system).unwrap_or(first) } else { first };
        for mut caller in places.filter(|p| !p.is_system) {
            let outer = std::mem::take(&mut caller.inlined_at);
            place.inlined_at.push(caller);
            place.inlined_at.extend(outer);
        }
        Some(place)
    }

    /// Notes, if anybody watches, that the pointer to the device memory at `base` goes to the variable at `target`.
    pub(crate) fn name_pointer(&mut self, target: u64, base: u64) {
        if self.sinks.is_empty() {
            return;
        }
        let memory = &mut self.memory;
        let variable = memory.allocation(target).cloned().or_else(|| memory.stack_variable(target));
        match variable.and_then(|variable| variable.name) {
            Some(name) => _ = memory.pointers.insert(base, name),
            None => _ = memory.pointers.remove(&base),
        }
    }

    /// The device variable behind a stand-in's address.
    pub fn symbol(&self, address: u64) -> Option<Symbol> {
        let name = self.memory.symbols.find(address).filter(|a| a.base == address)?.name.clone()?;
        let index = self.program.device.globals.iter().position(|g| g.name == *name)?;
        let (data, place) = (&self.program.device.globals[index], self.device_layout.variables.get(index)?);
        let name = if data.info.name.is_empty() { &data.name } else { &data.info.name };
        Some(Symbol { name: name.clone(), address: place.generic_address, size: data.size, is_const: data.space == Space::Const })
    }

    /// The side and the name of the function at a code address.
    pub(crate) fn function_at(&self, address: u64) -> Option<(Side, &'p str)> {
        let layout = [&self.host_layout, &self.device_layout].into_iter().find(|layout| layout.function_at(address).is_some())?;
        let function = &layout.module.functions[layout.function_at(address)? as usize];
        Some((layout.side, &function.display_name))
    }

    /// The device's function for the kernel at an address of host code.
    /// The kernel that an address means: the host's stand-in for it, or its own.
    pub(crate) fn kernel_at(&self, address: u64) -> Option<u32> {
        if let Some(id) = self.device_layout.function_at(address) {
            let func = self.program.device.functions.get(id as usize)?;
            return (func.kind == FunctionKind::Kernel).then_some(id);
        }
        let id = self.host_layout.function_at(address)?;
        let name = &self.program.host.functions.get(id as usize)?.name;
        let index = self.program.device.functions.iter().position(|f| f.kind == FunctionKind::Kernel && f.name == *name)?;
        Some(index as u32)
    }

    /// The name of the kernel at a code address, as linkers see it.
    pub(crate) fn kernel_symbol(&self, address: u64) -> Option<&'p str> {
        Some(&self.program.device.functions.get(self.kernel_at(address)? as usize)?.name)
    }

    /// The kernel at a code address.
    pub fn kernel_info(&self, address: u64) -> Option<KernelInfo> {
        let id = self.kernel_at(address)?;
        let func = &self.program.device.functions[id as usize];
        let shared = kern_ir::analysis::shared_layout(&self.program.device, id, 0);
        Some(KernelInfo {
            name: func.display_name.clone(),
            static_shared: shared.static_size,
            local: func.slots.iter().map(|s| s.size).sum(),
            constant: self.program.device.globals.iter().filter(|g| g.space == Space::Const).map(|g| g.size).sum(),
            max_threads: func.launch_bounds.map(|b| b.0),
            cluster: func.cluster_dims,
            params: func.kernel_params.iter().map(|p| (p.offset, p.size)).collect(),
        })
    }

    /// An estimate of what ptxas gives the kernel at a code address: what must be kept, and some addresses. Bounds of launches
    /// are met.
    pub(crate) fn registers_of(&self, address: u64) -> u32 {
        let Some(id) = self.kernel_at(address) else { return LEAST_REGISTERS };
        let func = &self.program.device.functions[id as usize];
        let kept = pressure(func);
        let most = func.launch_bounds.map_or(MOST_REGISTERS, |(threads, blocks)| {
            let threads = u64::from(threads.max(1)) * u64::from(blocks.unwrap_or(1).max(1));
            (u64::from(self.device.regs_per_sm) / threads / 8 * 8).clamp(u64::from(LEAST_REGISTERS), u64::from(MOST_REGISTERS)) as u32
        });
        let most = func.max_registers.map_or(most, |registers| registers.clamp(LEAST_REGISTERS, MOST_REGISTERS));
        (kept + ADDRESS_REGISTERS).clamp(LEAST_REGISTERS, most)
    }
}

impl Machine<'_> {
    /// Instructions that the whole program had left when it started.
    fn whole_fuel(&self) -> u64 {
        self.config.total_fuel.saturating_sub(self.config.spent_fuel)
    }

    /// Instructions that the whole program has left.
    pub(crate) fn total_left(&self, host_instructions: u64) -> u64 {
        let spent = host_instructions.saturating_add(self.work).saturating_add(self.launched_instructions);
        self.whole_fuel().saturating_sub(spent)
    }

    /// The number of instructions of host code at which its fuel is used up.
    pub(crate) fn host_fuel(&self) -> u64 {
        let whole = self.whole_fuel().saturating_sub(self.work).saturating_sub(self.launched_instructions);
        self.config.host_fuel.saturating_sub(self.work).min(whole)
    }

    /// Counts work of a function without a body, in instructions; false if it must stop because fuel is used up or
    /// somebody ended the run. The engine that called it looks again.
    pub(crate) fn work(&mut self, instructions: u64) -> bool {
        self.work = self.work.saturating_add(instructions);
        self.allowance = self.allowance.saturating_sub(instructions);
        self.allowance > 0 && self.config.interrupt.get().is_none()
    }
}
