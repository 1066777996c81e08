//! `kern run`: compile and run a program.

use kern_vm::{Level, RunConfig};

use crate::args::{EngineName, RunArgs};
use crate::compile::{fail, load_program, no_main};
use crate::report::Reporter;
use crate::world::ProcessWorld;
use crate::{Outside, usage_error};

pub(crate) fn run(args: &RunArgs, outside: &mut Outside) -> i32 {
    if args.engine == EngineName::Jit {
        return usage_error(outside, "the engine `jit` is not available yet: leave `--engine` out, or say `--engine interp`");
    }
    let mut reporter = Reporter::new(args.compile.json, outside);
    let mut loaded = match load_program(&args.compile, &mut reporter, outside) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    let name = args.compile.file.display().to_string();
    if !loaded.program.host.functions.iter().any(|f| f.name == "main") {
        return fail(&no_main(&name), &loaded.sources, &mut reporter, outside);
    }
    let mut config = RunConfig { device: args.compile.device.clone(), ..RunConfig::default() };
    config.args = std::iter::once(name).chain(args.args.iter().cloned()).collect();
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
    let has_errors = report.findings.iter().any(|f| f.level == Level::Error);
    if report.exit_status == 0 && has_errors { i32::from(args.error_exitcode) } else { report.exit_status }
}
