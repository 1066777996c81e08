//! `kern profile`: run a program and report what its kernels asked of memory.

mod advice;
mod blocks;
mod csv;
mod html;
mod json;
mod lines;
mod text;

use kern_diag::SourceMap;
use kern_vm::device::Device;
use kern_vm::{RunReport, TimelineEvent};
use serde_json::Value;

use crate::Outside;
use crate::args::{Format, ProfileArgs};
use crate::commands::run::{Watched, execute, exit_status};
use crate::compile::{Loaded, fail};
use crate::files::unwritable;
use crate::report::Reporter;

/// The launches of a program that was profiled, so many at most, as objects; none if the device is unknown.
pub(crate) fn launch_objects(loaded: &mut Loaded, report: &RunReport, device: &str, most: usize) -> Vec<Value> {
    let Some(device) = Device::find(device) else { return Vec::new() };
    let mut sources = lines::Sources { module: &loaded.program.device, map: &mut loaded.sources };
    let launches = report.launches.iter().enumerate().take(most);
    launches.map(|(number, launch)| json::object(&device, number, launch, &mut sources)).collect()
}

/// What streams were given, as objects; times are nanoseconds of the modelled clock.
pub(crate) fn work_objects(work: &[TimelineEvent]) -> Vec<Value> {
    work.iter().map(json::work_object).collect()
}

pub(crate) fn run(args: &ProfileArgs, outside: &mut Outside) -> i32 {
    let mut reporter = Reporter::new(&args.run.compile, outside);
    let mut watched = Watched { profile: true, caches: args.caches, blocks: args.per_block, ..Watched::for_checks(&args.run.checks) };
    if args.html.is_some() {
        (watched.blocks, watched.kernels) = (true, html::MOST_KERNELS);
        reporter.keep();
    }
    let (mut loaded, report) = match execute(&args.run, watched, &mut reporter, outside) {
        Ok(done) => done,
        Err(status) => return status,
    };
    let Some(device) = Device::find(&args.run.compile.device) else { return exit_status(&args.run, &report) };
    let mut sources = lines::Sources { module: &loaded.program.device, map: &mut loaded.sources };
    let format = args.run.compile.format();
    let text = match (args.csv, format) {
        (true, _) => csv::table(&device, &report.launches),
        (_, Format::Json) => json::lines(&device, &report.launches, &mut sources),
        _ => {
            let text = text::report(&device, &report.launches, &mut sources);
            if args.per_block { text + &blocks::report(&report.launches) } else { text }
        }
    };
    let page = args.html.as_ref().map(|path| (path, html::page(args, &device, &report, reporter.kept(), &mut sources)));
    if let Some((path, page)) = page
        && let Err(error) = std::fs::write(path, &page)
    {
        let problem = unwritable(&path.display().to_string(), &error);
        return fail(&problem, &SourceMap::new(), &mut reporter, outside);
    }
    match &args.output {
        Some(path) => {
            if let Err(error) = std::fs::write(path, &text) {
                let problem = unwritable(&path.display().to_string(), &error);
                return fail(&problem, &SourceMap::new(), &mut reporter, outside);
            }
        }
        // The other formats are whole documents, which nothing may follow.
        None if !matches!(format, Format::Text | Format::Json) => {}
        None => {
            let _ = outside.stderr.write_all(text.as_bytes());
        }
    }
    exit_status(&args.run, &report)
}
