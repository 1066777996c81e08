//! `kern run`: compile and run a program.

use kern::suppress::Suppressions;
use kern_diag::{Code, Diagnostic, SourceMap};
use kern_vm::instrument::trace::Selection;
use kern_vm::memory::ArenaSizes;
use kern_vm::{COMPILE_AFTER, EngineKind, LeakCheck, Level, Prepared, RunConfig, RunReport, World};
use serde_json::Value;

use crate::args::{CheckName, CompileArgs, EngineName, RunArgs};
use crate::compile::{Loaded, fail, no_main};
use crate::files::unwritable;
use crate::memory_files::{HOME, MemoryFiles};
use crate::program::load_program;
use crate::report::Reporter;
use crate::run_report::{RunReportFile, Seconds, outcome};
use crate::seeds::{HAS_ORDERS, Orders, run_under};
use crate::signals::Running;
use crate::watch::Watch;
use crate::world::{Files, ProcessWorld};
use crate::{EXIT_USAGE, Outside};

pub(crate) fn run(args: &RunArgs, outside: &mut Outside) -> i32 {
    let mut reporter = Reporter::new(&args.compile, outside);
    match execute(args, Watched::for_checks(&args.checks), &mut reporter, outside) {
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
    /// What is wrong where memory is weak.
    pub(crate) weak: bool,
    /// Memory whose content nothing reads.
    pub(crate) unused: bool,
    /// Memory that is never freed.
    pub(crate) leaks: LeakCheck,
    /// The orders of threads under which the program runs, one after the other; the fixed one if there are none.
    pub(crate) orders: Option<Orders>,
    /// What of it is not told.
    pub(crate) suppressions: Suppressions,
    /// How large the windows of memory are.
    pub(crate) arenas: ArenaSizes,
}

impl Watched {
    /// What these checks want.
    pub(crate) fn for_checks(checks: &[CheckName]) -> Watched {
        let wants = |check| checks.contains(&check) || checks.contains(&CheckName::All);
        let leaks = match checks.contains(&CheckName::Leak) {
            true => LeakCheck::Always,
            false if wants(CheckName::All) => LeakCheck::Alone,
            false => LeakCheck::Never,
        };
        let (races, init, weak) = (wants(CheckName::Race), wants(CheckName::Init), wants(CheckName::Weak));
        Watched { races, init, weak, leaks, unused: wants(CheckName::Unused), ..Watched::default() }
    }
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
            let problem = match error.kind() {
                std::io::ErrorKind::AlreadyExists => {
                    Diagnostic::without_place(Code::UNWRITABLE_FILE, format!("the report would overwrite the program `{name}`"))
                        .help("give `--report` another file")
                }
                _ => unwritable(&name, &error),
            };
            fail(&problem, &SourceMap::new(), reporter, outside);
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
    if let Some(file) = file
        && let Err(error) = file.write(&told(args, &done, reporter, seconds))
    {
        let problem = unwritable(&file.path().display().to_string(), &error);
        reporter.alone(&problem, outside);
        return Err(EXIT_USAGE);
    }
    done
}

/// A program that ran, or did not start, and what is told of it.
pub(crate) struct Executed {
    /// `Err` is the exit status of a program that did not start.
    pub(crate) done: Result<(Loaded, RunReport), i32>,
    /// Exit status of the command.
    pub(crate) status: i32,
    /// What `--report` writes of it.
    pub(crate) told: Value,
}

/// [`execute`] for somebody who wants to know it all, and reads no report from a disk. What was found is kept in `reporter`.
pub(crate) fn execute_kept(args: &RunArgs, watched: Watched, reporter: &mut Reporter, outside: &mut Outside) -> Executed {
    let mut seconds = Seconds::default();
    let done = {
        let watch = Watch::begin(args, None, outside);
        execute_watched(args, watched, (reporter, None), outside, &watch, &mut seconds)
    };
    let told = told(args, &done, reporter, seconds);
    let status = done.as_ref().map_or_else(|status| *status, |(_, report)| exit_status(args, report));
    Executed { done, status, told }
}

/// What came of a run, as docs/grading.md describes it.
fn told(args: &RunArgs, done: &Result<(Loaded, RunReport), i32>, reporter: &Reporter, seconds: Seconds) -> Value {
    let (status, report) = match done {
        Ok((_, report)) => (exit_status(args, report), Some(report)),
        Err(status) => (*status, None),
    };
    outcome(status, reporter.kept(), report, seconds)
}

fn execute_watched(
    args: &RunArgs,
    watched: Watched,
    (reporter, file): (&mut Reporter, Option<&RunReportFile>),
    outside: &mut Outside,
    watch: &Watch,
    seconds: &mut Seconds,
) -> Result<(Loaded, RunReport), i32> {
    let started = (outside.clock.monotonic)();
    reporter.hold();
    let fuel = args.limits.host_fuel.unwrap_or(u64::MAX);
    let compile = CompileArgs { is_counted: watched.profile, checks_init: watched.init, ..args.compile.clone() };
    let loaded = load_program(&compile, fuel, reporter, outside);
    seconds.compile = ((outside.clock.monotonic)() - started).as_secs_f64();
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
        check_weak: watched.weak,
        check_unused: watched.unused,
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
        arenas: watched.arenas,
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
        config.idle_fuel = fuel;
    }
    let files = || match args.compile.sandbox {
        true => Files::Memory(MemoryFiles::new(HOME, limits.max_memory.unwrap_or(MOST_IN_SANDBOX) / 4)),
        false => Files::Disk(file.cloned()),
    };
    let started = (outside.clock.monotonic)();
    let mut report = {
        let _running = Running::begin(&outside.interrupt, outside.exit.is_some());
        let prepared = Prepared::new(&loaded.program, &config);
        let run = |config: &RunConfig, world: &mut dyn World| {
            watch.is_running(true);
            let report = prepared.run(config, world);
            watch.is_running(false);
            report
        };
        match &watched.orders {
            Some(orders) if HAS_ORDERS => run_under(orders, (&loaded.program, &config), &files, outside, &run),
            _ => run(&config, &mut ProcessWorld::new(outside, files())),
        }
    };
    seconds.run = ((outside.clock.monotonic)() - started).as_secs_f64();
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
