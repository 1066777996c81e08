//! `kern run`: compile and run a program.

use kern_vm::{EngineKind, Level, RunConfig, RunReport};

use crate::Outside;
use crate::args::{EngineName, RunArgs};
use crate::compile::{Loaded, fail, load_program, no_main};
use crate::report::Reporter;
use crate::world::ProcessWorld;

pub(crate) fn run(args: &RunArgs, outside: &mut Outside) -> i32 {
    let mut reporter = Reporter::new(args.compile.json, outside);
    match execute(args, None, &mut reporter, outside) {
        Ok((_, report)) => exit_status(args, &report),
        Err(status) => status,
    }
}

/// Compiles and runs the program, and shows what was found. `account`: launches tell what they asked of memory;
/// if true, of their caches too.
/// `Err` is the exit status of a program that did not start.
pub(crate) fn execute(
    args: &RunArgs,
    account: Option<bool>,
    reporter: &mut Reporter,
    outside: &mut Outside,
) -> Result<(Loaded, RunReport), i32> {
    let mut loaded = load_program(&args.compile, reporter, outside)?;
    let name = args.compile.file.display().to_string();
    if !loaded.program.host.functions.iter().any(|f| f.name == "main") {
        return Err(fail(&no_main(&name), &loaded.sources, reporter, outside));
    }
    let mut config = RunConfig {
        device: args.compile.device.clone(),
        account: account.is_some(),
        caches: account == Some(true),
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
    let report = {
        let mut world = ProcessWorld::new(outside);
        kern_vm::run(&loaded.program, &config, &mut world)
    };
    for finding in &report.findings {
        reporter.finding(finding, &mut loaded.sources, outside);
    }
    reporter.close(outside);
    Ok((loaded, report))
}

/// The command's status after a run.
pub(crate) fn exit_status(args: &RunArgs, report: &RunReport) -> i32 {
    let has_errors = report.findings.iter().any(|f| f.level == Level::Error);
    if report.exit_status == 0 && has_errors { i32::from(args.error_exitcode) } else { report.exit_status }
}
