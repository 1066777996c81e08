//! [`Machine`]: everything that is alive during a run.

use crate::config::RunConfig;
use crate::device::Device;
use crate::finding::{Findings, Place};
use crate::host::{Host, KernelInfo, Symbol};
use crate::launch::{LaunchConfig, LaunchReport};
use crate::memory::{Memory, Side, Site};
use crate::runtime::{Arg, Ret, State, Stop};
use kern_ir::{Module, Program};

/// Everything that is alive during a run.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// How to run it.
    pub config: RunConfig,
    /// The device.
    pub device: Device,
    /// Its memory.
    pub memory: Memory,
    /// What was found.
    pub findings: Findings,
    /// The launches so far.
    pub launches: Vec<LaunchReport>,
    /// Of the runtime functions.
    pub runtime: State,
}

impl<'p> Machine<'p> {
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
        let function = module.functions.get(site.function as usize).map_or("", |f| &f.display_name);
        Place::resolve(module, site.loc, function)
    }

    /// The innermost place of `trace` that is the program's own.
    pub fn place(&self, trace: &[Site]) -> Option<Place> {
        let mut places = trace.iter().filter_map(|site| self.site_place(site));
        let first = places.next()?;
        if !first.is_system { Some(first) } else { Some(places.find(|p| !p.is_system).unwrap_or(first)) }
    }

    /// The device variable behind a stand-in's address.
    pub fn symbol(&self, _address: u64) -> Option<Symbol> {
        None
    }

    /// The kernel at a code address.
    pub fn kernel_info(&self, _address: u64) -> Option<KernelInfo> {
        None
    }

    /// See [`Host::launch`].
    pub(crate) fn launch(_host: &mut Host<'_, 'p>, _kernel: u64, _config: &LaunchConfig, _params: &[u8]) -> Result<i32, Stop> {
        Ok(0)
    }

    /// See [`Host::call`].
    pub(crate) fn call(_host: &mut Host<'_, 'p>, _function: u64, _args: &[Arg]) -> Result<Ret, Stop> {
        Ok(Ret::VOID)
    }
}

/// See [`crate::run`].
pub(crate) fn run(program: &Program, config: &RunConfig, _world: &mut dyn crate::World) -> crate::RunReport {
    let device = Device::find(&config.device).or_else(|| Device::find(crate::device::DEFAULT));
    let Some(device) = device else {
        return crate::RunReport { exit_status: 3, findings: Vec::new(), launches: Vec::new(), stats: Default::default() };
    };
    let machine = Machine {
        program,
        config: config.clone(),
        memory: Memory::new(device.memory_bytes),
        device,
        findings: Findings::new(),
        launches: Vec::new(),
        runtime: State::default(),
    };
    crate::RunReport { exit_status: 0, findings: machine.findings.into_list(), launches: machine.launches, stats: Default::default() }
}
