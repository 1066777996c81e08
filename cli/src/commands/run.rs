//! `kern run`: compile and run a program.

use std::time::Instant;

use kern::suppress::Suppressions;
use kern_diag::SourceMap;
use kern_vm::instrument::trace::Selection;
use kern_vm::{COMPILE_AFTER, EngineKind, LeakCheck, Level, RunConfig, RunReport};

use crate::args::{EngineName, RunArgs};
use crate::compile::{Loaded, fail, no_main};
use crate::files::unwritable;
use crate::memory_files::MemoryFiles;
use crate::program::load_program;
use crate::report::Reporter;
use crate::run_report::{RunReportFile, Seconds};
use crate::signals::Running;
use crate::watch::Watch;
use crate::world::{Files, ProcessWorld};
use crate::{EXIT_USAGE, Outside};

pub(crate) fn run(args: &RunArgs, outside: &mut Outside) -> i32 {
    let mut reporter = Reporter::new(&args.compile, outside);
    match execute(args, Watched::default(), &mut reporter, outside) {
        Ok((_, report)) => exit_status(args, &report),
        Err(status) => status,
    }
}

/// What is watched while a program runs, besides its mistakes.
#[derive(Clone, Default)]
pub(crate) struct Watched {
    /// Launches tell what they asked of memory.
    pub(crate) profile: bool,
    /// Of their caches too.
    pub(crate) caches: bool,
    /// Launches tell what each block counted.
    pub(crate) blocks: bool,
    /// What a block does is recorded.
    pub(crate) trace: Option<Selection>,
    /// So are the first blocks of so many kernels.
    pub(crate) kernels: u32,
    /// Races are looked for.
    pub(crate) races: bool,
    /// Reads of what was never written.
    pub(crate) init: bool,
    /// Memory that is never freed.
    pub(crate) leaks: LeakCheck,
    /// What of it is not told.
    pub(crate) suppressions: Suppressions,
}

/// Compiles and runs the program within its limits, shows what was found, and writes it to where `--report` says.
/// `Err` is the exit status of a program that did not start.
pub(crate) fn execute(
    args: &RunArgs,
    watched: Watched,
    reporter: &mut Reporter,
    outside: &mut Outside,
) -> Result<(Loaded, RunReport), i32> {
    let file = match RunReportFile::open(args).transpose() {
        Ok(file) => file,
        Err(error) => {
            let name = args.limits.report.as_ref().map_or(String::new(), |path| path.display().to_string());
            fail(&unwritable(&name, &error), &SourceMap::new(), reporter, outside);
            return Err(EXIT_USAGE);
        }
    };
    if file.is_some() {
        reporter.keep();
    }
    outside.stdout_is_terminal |= args.line_buffered;
    let mut seconds = Seconds::default();
    let done = {
        let watch = Watch::begin(args, file.as_ref(), outside);
        execute_watched(args, watched, (reporter, file.as_ref()), outside, &watch, &mut seconds)
    };
    if let Some(file) = file {
        let (status, report) = match &done {
            Ok((_, report)) => (exit_status(args, report), Some(report)),
            Err(status) => (*status, None),
        };
        file.write(status, reporter.kept(), report, seconds);
    }
    done
}

fn execute_watched(
    args: &RunArgs,
    watched: Watched,
    (reporter, file): (&mut Reporter, Option<&RunReportFile>),
    outside: &mut Outside,
    watch: &Watch,
    seconds: &mut Seconds,
) -> Result<(Loaded, RunReport), i32> {
    let started = Instant::now();
    reporter.hold();
    let fuel = args.limits.host_fuel.unwrap_or(u64::MAX);
    let loaded = load_program(&args.compile, fuel, reporter, outside);
    seconds.compile = started.elapsed().as_secs_f64();
    let mut loaded = loaded?;
    seconds.compile_cost = loaded.cost;
    let name = args.compile.file.display().to_string();
    if !loaded.program.host.functions.iter().any(|f| f.name == "main") {
        reporter.release(&[], &loaded.sources, outside);
        return Err(fail(&no_main(&name), &loaded.sources, reporter, outside));
    }
    let limits = &args.limits;
    let mut config = RunConfig {
        device: args.compile.device.clone(),
        devices: limits.devices.unwrap_or(1),
        profile: watched.profile,
        caches: watched.caches,
        profile_blocks: watched.blocks,
        trace: watched.trace,
        trace_kernels: watched.kernels,
        check_races: watched.races,
        check_init: watched.init,
        check_leaks: watched.leaks,
        total_fuel: fuel,
        spent_fuel: loaded.cost,
        max_output: limits.max_output.unwrap_or(u64::MAX),
        max_memory: limits.max_memory.unwrap_or(u64::MAX),
        seed: limits.seed,
        is_sandboxed: args.compile.sandbox,
        shows_progress: outside.shows_status,
        interrupt: outside.interrupt.clone(),
        compile_after: COMPILE_AFTER,
        ..RunConfig::default()
    };
    config.engine = match args.engine {
        EngineName::Jit => EngineKind::Jit,
        EngineName::Interp => EngineKind::Interp,
    };
    config.args = std::iter::once(name).chain(args.args.iter().cloned()).collect();
    config.threads = args.threads.unwrap_or(config.threads);
    if let Some(fuel) = args.fuel {
        config.launch_fuel = fuel;
        config.idle_fuel = config.idle_fuel.min(fuel);
    }
    let files = match args.compile.sandbox {
        true => Files::Memory(MemoryFiles::new(limits.max_memory.unwrap_or(MOST_IN_SANDBOX) / 4)),
        false => Files::Disk(file.cloned()),
    };
    let started = Instant::now();
    let mut report = {
        let _running = Running::begin(&outside.interrupt, outside.exit.is_some());
        watch.is_running(true);
        let mut world = ProcessWorld::new(outside, files);
        let report = kern_vm::run(&loaded.program, &config, &mut world);
        watch.is_running(false);
        report
    };
    seconds.run = started.elapsed().as_secs_f64();
    let suppressed = watched.suppressions.apply(&mut report.findings, &mut loaded.sources);
    reporter.suppressed(suppressed);
    reporter.release(&report.findings, &loaded.sources, outside);
    for finding in &report.findings {
        reporter.finding(finding, &mut loaded.sources, outside);
    }
    reporter.launches(&report.launches);
    reporter.close(outside);
    Ok((loaded, report))
}

/// A quarter of this is the room for files in a sandbox without `--max-memory`.
const MOST_IN_SANDBOX: u64 = 1 << 30;

/// The command's status after a run.
pub(crate) fn exit_status(args: &RunArgs, report: &RunReport) -> i32 {
    let has_errors = report.findings.iter().any(|f| f.level == Level::Error);
    if report.exit_status == 0 && has_errors { i32::from(args.error_exitcode) } else { report.exit_status }
}
