//! Which engines there are. Nothing else but [`crate::listing`] knows of all of them.

use crate::config::{EngineKind, RunConfig, RunReport, RunStats};
use crate::device::Device;
use crate::exec::executor::Executor;
use crate::finding::Finding;
use crate::finding::Results;
use crate::interp::Interpreter;
use crate::limits::{Ended, Interruption, Limit};
use crate::machine::{Machine, Unplaced};
use crate::memory::CAN_KEEP_SHADOWS;
use crate::program;
use crate::report;
use crate::sanitize::{self, ArgumentCheck, InitCheck, Instrumented, RaceCheck, ReadOnlyCheck, SharedProofs, UnusedCheck};
use crate::vm::Vm;
use crate::world::World;
use kern_ir::Program;

/// The engine of a kind.
pub(crate) fn executor(kind: EngineKind) -> &'static dyn Executor {
    match kind {
        #[cfg(feature = "jit")]
        EngineKind::Jit => &crate::jit::Jit,
        #[cfg(feature = "jit")]
        EngineKind::WarpIr => &crate::jit::WarpIr,
        _ => &Interpreter,
    }
}

impl Machine<'_> {
    /// Has the checks told of what launches do.
    pub(crate) fn add_checks(&mut self) {
        let proofs = SharedProofs::default();
        if self.config.looks_for_races() {
            // Half of what is left: the program may need the other.
            let room = self.config.max_memory.saturating_sub(self.memory.held()) / 2;
            self.sinks.add(Box::new(RaceCheck::new(room, self.device.major < 7, proofs.clone())));
        }
        if self.config.check_init {
            self.sinks.add(Box::new(InitCheck::new(proofs.clone())));
            if CAN_KEEP_SHADOWS {
                self.sinks.add(Box::new(ArgumentCheck::default()));
            }
        }
        if self.config.check_weak {
            self.sinks.add(Box::new(ReadOnlyCheck::new(proofs.clone())));
        }
        if self.config.check_unused {
            self.sinks.add(Box::new(UnusedCheck::new(proofs)));
        }
    }
}

/// A program with what the checks of a run ask of its code: for programs that are run many times.
pub struct Prepared<'p> {
    program: &'p Program,
    /// The same with instrumented code.
    instrumented: Option<Instrumented>,
}

impl<'p> Prepared<'p> {
    /// A program, for runs with these checks.
    pub fn new(program: &'p Program, config: &RunConfig) -> Prepared<'p> {
        // Pages of shadows must cost nothing until they are touched.
        let host = config.arenas.are_reserved;
        Prepared { program, instrumented: if config.check_init { sanitize::instrument(program, host) } else { None } }
    }

    /// Runs it, as [`crate::run`]; the configuration has the same checks.
    pub fn run(&self, config: &RunConfig, world: &mut dyn World) -> RunReport {
        run(self, config, world)
    }
}

fn run(prepared: &Prepared, config: &RunConfig, world: &mut dyn World) -> RunReport {
    let nothing = |finding: Finding| {
        let (launches, stats) = (Vec::new(), RunStats::default());
        let (results, chosen, switches) = (Results::default(), Default::default(), Vec::new());
        RunReport {
            exit_status: 1,
            findings: vec![finding],
            launches,
            stats,
            ended: None,
            has_died: false,
            results,
            chosen,
            switches,
            work: Vec::new(),
        }
    };
    let Some(device) = Device::find(&config.device) else {
        return nothing(report::unknown_device(&config.device));
    };
    let Prepared { program, instrumented } = prepared;
    let vm_of = |program| {
        let mut vm = Vm::new(program, config, device.clone(), executor(config.engine))?;
        vm.machine.add_checks();
        Ok(vm)
    };
    let made = match instrumented {
        None => vm_of(program),
        Some(Instrumented { program: instrumented, has_host }) => {
            vm_of(instrumented).and_then(|mut vm| if *has_host && !vm.machine.memory.keep_shadows() { vm_of(program) } else { Ok(vm) })
        }
    };
    let mut vm = match made {
        Ok(vm) => vm,
        Err(Unplaced::Variable(variable)) => return nothing(report::no_room(&variable.name, variable.place)),
        Err(Unplaced::Limit(bytes)) => {
            let limit = Limit::Interrupted(Interruption::Memory);
            let ended = Some(Ended { limit, place: None, launch: None });
            let finding = report::limits::no_room_for_variables(bytes, config.max_memory);
            return RunReport { exit_status: limit.exit_status(), ended, ..nothing(finding) };
        }
    };
    let exit_status = program::run(&mut vm, world);
    let Vm { machine, mut runtime, .. } = vm;
    let (launches, output_bytes) = (machine.launch_count, machine.written);
    let peak_bytes = [machine.memory.device.peak(), machine.memory.host_heap.peak()];
    let stats = RunStats { launches, output_bytes, peak_bytes, ..machine.stats };
    let (findings, ended) = (machine.findings.into_list(machine.launch_count), machine.ended);
    let work = runtime.take_work();
    let (results, chosen, switches, has_died) = (machine.results, machine.chosen, machine.switches, machine.has_died);
    RunReport { exit_status, findings, launches: machine.launches, stats, ended, has_died, results, chosen, switches, work }
}
