//! `kern trace`: run a program and record what one block of a launch did; or print a trace.

use std::io::Write;
use std::path::Path;

use kern::files::read_bytes;
use kern_diag::{Code, Diagnostic, Severity, SourceMap};
use kern_vm::RunReport;
use kern_vm::instrument::trace::{self, RecordedTrace, Selection, TraceBlock};

use crate::args::TraceArgs;
use crate::commands::run::{Watched, execute, exit_status};
use crate::compile::{Loaded, fail};
use crate::files::unwritable;
use crate::report::Reporter;
use crate::{EXIT_USAGE, Outside, usage_error};

pub(crate) fn run(mut args: TraceArgs, outside: &mut Outside) -> i32 {
    let compile = &mut args.run.compile;
    compile.opt_level.get_or_insert(0);
    compile.has_names = true;
    let mut reporter = Reporter::new(&args.run.compile, outside);
    if args.run.compile.file.extension().is_some_and(|extension| extension == "ktrace") {
        return show(&args, &mut reporter, outside);
    }
    if args.output.is_none() && !args.text {
        return usage_error(outside, "where does the trace go? `-o FILE.ktrace` writes it, `--text` prints it");
    }
    let selection = Selection { launch: args.launch, block: args.block, warp: args.warp, most_steps: args.steps };
    let watched = Watched { trace: Some(selection), ..Watched::for_checks(&args.run.checks) };
    let (loaded, report) = match execute(&args.run, watched, &mut reporter, outside) {
        Ok(done) => done,
        Err(status) => return status,
    };
    let mut reporter = Reporter::new(&args.run.compile, outside);
    let (file, problem) = recorded(&args, &loaded, &report);
    if let Some(problem) = problem {
        reporter.diagnostic(&problem, &SourceMap::new(), outside);
        reporter.close(outside);
    }
    let Some(file) = file else { return EXIT_USAGE };
    let bytes = match args.text {
        true => text_of(&file).into_bytes(),
        false => file,
    };
    match &args.output {
        Some(path) => match std::fs::write(path, &bytes) {
            Ok(()) => exit_status(&args.run, &report),
            Err(error) => fail(&unwritable(&path.display().to_string(), &error), &SourceMap::new(), &mut reporter, outside),
        },
        None => {
            let _ = outside.stderr.write_all(&bytes);
            exit_status(&args.run, &report)
        }
    }
}

/// The recording of a run as a file, and why there is none, or not all of it.
pub(crate) fn recorded(args: &TraceArgs, loaded: &Loaded, report: &RunReport) -> (Option<Vec<u8>>, Option<Diagnostic>) {
    let Some(recorded) = report.launches.iter().find_map(|launch| launch.trace.as_ref()) else {
        return (None, Some(not_traced(args, report)));
    };
    let file = recorded.to_file(env!("CARGO_PKG_VERSION"), &source_hash(loaded), &args.run.compile.device);
    (Some(file), cut(recorded))
}

/// Prints a trace.
fn show(args: &TraceArgs, reporter: &mut Reporter, outside: &mut Outside) -> i32 {
    let path = &args.run.compile.file;
    let trace = match read(path) {
        Ok(trace) => trace,
        Err(problem) => return fail(&problem, &SourceMap::new(), reporter, outside),
    };
    let text = trace::text::text(&trace);
    match &args.output {
        Some(path) => match std::fs::write(path, &text) {
            Ok(()) => 0,
            Err(error) => fail(&unwritable(&path.display().to_string(), &error), &SourceMap::new(), reporter, outside),
        },
        None => {
            let _ = outside.stdout.write_all(text.as_bytes());
            0
        }
    }
}

fn read(path: &Path) -> Result<trace::Trace, Box<Diagnostic>> {
    let name = path.display().to_string();
    let bytes = read_bytes(path).map_err(|error| kern::files::unreadable(&name, &error))?;
    trace::read(&bytes).map_err(|problem| {
        let diagnostic = Diagnostic::without_place(Code::BAD_TRACE, format!("cannot read `{name}`: {problem}"));
        Box::new(diagnostic.help("`kern trace PROGRAM -o FILE.ktrace` makes one"))
    })
}

/// The text of a trace that was just made.
fn text_of(file: &[u8]) -> String {
    match trace::read(file) {
        Ok(trace) => trace::text::text(&trace),
        Err(problem) => format!("internal error: the trace cannot be read again: {problem}\n"),
    }
}

/// The limit that a trace met.
fn cut(recorded: &RecordedTrace) -> Option<Diagnostic> {
    let truncated = recorded.header.truncated.as_ref()?;
    let message = format!("the trace ends after {} steps: the limit on {} was met", truncated.at, truncated.limit);
    let help = "a smaller problem, or one warp (`--warp 0`), shows the same";
    Some(Diagnostic { severity: Severity::Warning, ..Diagnostic::without_place(Code::TRACE_CUT, message).help(help) })
}

/// Why nothing was recorded.
fn not_traced(args: &TraceArgs, report: &RunReport) -> Diagnostic {
    let number = args.launch;
    let problem = |why: String| Diagnostic::without_place(Code::NOT_TRACED, why);
    if number >= report.stats.launches {
        let launches = match report.stats.launches {
            1 => "1 kernel".to_string(),
            count => format!("{count} kernels"),
        };
        return problem(format!("launch {number} was not traced: the program has no such launch"))
            .note(format!("the program launched {launches}"));
    }
    let Some(launch) = report.launches.get(number as usize).filter(|_| report.launches.len() as u64 == report.stats.launches) else {
        return problem(format!("launch {number} was not traced"));
    };
    let config = &launch.config;
    let (blocks, [x, y, z]) = (config.blocks(), config.grid);
    let is_there = match args.block {
        TraceBlock::Number(block) => block < blocks,
        TraceBlock::Index(block) => block.iter().zip(config.grid).all(|(&index, count)| index < count),
    };
    let name = match args.block {
        TraceBlock::Number(block) => format!("{block}"),
        TraceBlock::Index([x, y, z]) => format!("({x}, {y}, {z})"),
    };
    let launched = format!("launch {number} is `{}{}`", launch.kernel, config.text());
    if !is_there {
        return problem(format!("block {name} was not traced: the launch has no such block"))
            .note(format!("{launched}: {blocks} blocks, ({x}, {y}, {z})"));
    }
    let warps = config.threads().div_ceil(32);
    match args.warp {
        Some(warp) if u64::from(warp) >= warps => {
            let why = format!("warp {warp} was not traced: the block has no such warp");
            problem(why).note(format!("{launched}: {warps} warps a block"))
        }
        _ => problem(format!("block {name} was not traced: it did not run")).note(format!("{launched}, which ended early")),
    }
}

/// FNV-1a of the program's own files, in their order.
fn source_hash(loaded: &Loaded) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let own = loaded.sources.files().filter(|(_, file)| !file.is_system);
    for byte in own.flat_map(|(_, file)| file.text.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    format!("{hash:016x}")
}
