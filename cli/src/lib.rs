//! The `kern` command as a library: [`run`] is the whole command, with the streams it talks to as arguments.
//!
//! The program's own output goes to standard output untouched; everything `kern` says goes to standard error.

#[cfg(not(target_family = "wasm"))]
mod allocator;
mod args;
mod base64;
mod commands;
mod compile;
mod files;
pub mod job;
mod lesson;
#[cfg(feature = "playground")]
mod link;
mod memory_files;
mod memory_loader;
mod objects;
mod process;
mod program;
mod report;
mod run_report;
mod seeds;
pub mod signals;
mod standard;
mod status_line;
mod watch;
mod world;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;

use args::{Command, CommandLine};
pub use kern_vm::{Interrupt, Interruption};
pub use process::{run_as_process, set_own_path};
pub use report::{diagnostic_object, finding_object};

#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

/// The streams of a run of the command.
pub struct Outside {
    /// What `-` and the program read.
    pub stdin: Box<dyn Read + Send>,
    /// The program's output, and what `emit`, `explain` and `devices` print.
    pub stdout: Box<dyn Write + Send>,
    /// Everything else `kern` says.
    pub stderr: Box<dyn Write + Send>,
    /// Whether a person watches `stdout`: every line is then shown at once.
    pub stdout_is_terminal: bool,
    /// Whether `stderr` shows colours.
    pub stderr_is_terminal: bool,
    /// Whether a person watches `stderr`: launches that take long show how far they are.
    pub shows_status: bool,
    /// Ends the run; what handles signals has a clone.
    pub interrupt: Interrupt,
    /// Ends the process, where the program can be ended in no other way. A test's process goes on instead.
    pub exit: Option<fn(i32)>,
    /// Where the program's files are.
    pub files: ProgramFiles,
    /// What time it is.
    pub clock: Clock,
}

/// Where the files of a program are: those of the command line, and what they include.
#[derive(Clone, Default)]
pub enum ProgramFiles {
    /// On the disk.
    #[default]
    Disk,
    /// Here, with their names. There are no others.
    Memory(Arc<[(String, String)]>),
}

/// What time it is.
#[derive(Clone, Copy)]
pub struct Clock {
    /// Time since some moment, which never goes back.
    pub monotonic: fn() -> Duration,
    /// Time since 1970.
    pub unix: fn() -> Duration,
}

impl Clock {
    /// The system's clocks.
    pub const SYSTEM: Clock = Clock {
        monotonic: || {
            static START: LazyLock<Instant> = LazyLock::new(Instant::now);
            START.elapsed()
        },
        unix: || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
    };
}

/// Exit status of a program that does not compile.
pub const EXIT_COMPILE: i32 = 2;
/// Exit status of a wrong command line.
pub const EXIT_USAGE: i32 = 3;

/// Runs the command line `args` (the first is the command's name) and returns the exit status.
pub fn run(args: impl IntoIterator<Item = OsString>, mut outside: Outside) -> i32 {
    let args: Vec<OsString> = args.into_iter().collect();
    if let Some(status) = commands::nvcc::run_as_nvcc(&args, &mut outside) {
        return status;
    }
    let command_line = match CommandLine::try_parse_from(&args) {
        Ok(command_line) => command_line,
        Err(error) => {
            let text = error.render();
            if error.use_stderr() {
                let _ = write!(outside.stderr, "{text}");
                return EXIT_USAGE;
            }
            let _ = write!(outside.stdout, "{text}");
            return 0;
        }
    };
    let command = with_all_files(command_line.command, &args);
    #[cfg(feature = "playground")]
    let command = match link::opened(command, &mut outside) {
        Ok(command) => command,
        Err(problem) => return usage_error(&mut outside, &problem),
    };
    if let Err((problem, compile)) = check_outputs(&command) {
        let mut reporter = report::Reporter::new(compile, &outside);
        return compile::fail(&problem, &kern_diag::SourceMap::new(), &mut reporter, &mut outside);
    }
    let status = match command {
        Command::Nvcc { args: options } => commands::nvcc::run("kern nvcc", &options, &mut outside),
        Command::Explain { code } => commands::explain::run(code.as_deref(), &mut outside),
        Command::Completions { shell } => commands::completions::run(shell, &mut outside),
        Command::Man { command } => commands::man::run(command.as_deref(), &mut outside),
        Command::Devices { json } => commands::devices::run(json, &mut outside),
        Command::Run(args) => commands::run::run(&args, &mut outside),
        Command::Profile(args) => commands::profile::run(&args, &mut outside),
        Command::Sanitize(args) => commands::sanitize::run(args, &mut outside),
        Command::Trace(args) => commands::trace::run(args, &mut outside),
        Command::Check(args) => commands::check::run(&args, &mut outside),
        Command::Emit(args) => commands::emit::run(&args, &mut outside),
        Command::Build(args) => commands::build::run(&args, &mut outside),
        Command::Grade(args) => commands::grade::run(&args, &mut outside),
        Command::Lesson(command) => commands::lesson::run(&command, &mut outside),
        #[cfg(feature = "playground")]
        Command::Playground(args) => commands::playground::run(&args, &mut outside),
        #[cfg(feature = "playground")]
        Command::PlaygroundWorker(args) => commands::playground::work(&args, &mut outside),
    };
    // A closed pipe is not worth a message.
    let _ = outside.stdout.flush();
    let _ = outside.stderr.flush();
    status
}

/// Moves the files of a program that follow the first one to where compilation looks for them.
fn with_all_files(mut command: Command, args: &[OsString]) -> Command {
    let run = match &mut command {
        Command::Run(run) => run,
        Command::Profile(profile) => &mut profile.run,
        Command::Sanitize(sanitize) => &mut sanitize.run,
        Command::Trace(trace) => &mut trace.run,
        Command::Check(check) => {
            check.compile.more = std::mem::take(&mut check.more);
            return command;
        }
        Command::Emit(emit) => {
            emit.compile.more = std::mem::take(&mut emit.more);
            return command;
        }
        Command::Build(build) => {
            build.compile.more = std::mem::take(&mut build.more);
            return command;
        }
        _ => return command,
    };
    // What stands behind `--` is the program's.
    let before = args.len().checked_sub(run.args.len() + 1).and_then(|at| args.get(at));
    if before.is_none_or(|before| before != "--") {
        let count = run.args.iter().take_while(|argument| objects::is_file_of_program(argument)).count();
        run.compile.more = run.args.drain(..count).map(Into::into).collect();
        if count > 0 && run.args.first().is_some_and(|first| first == "--") {
            run.args.remove(0);
        }
    }
    command
}

/// That no command writes over the program that it reads.
fn check_outputs(command: &Command) -> Result<(), (Box<kern_diag::Diagnostic>, &args::CompileArgs)> {
    let (compile, outputs) = match command {
        Command::Profile(args) => (&args.run.compile, [("-o", args.output.as_ref()), ("--html", args.html.as_ref())]),
        Command::Trace(args) => (&args.run.compile, [("-o", args.output.as_ref()), ("", None)]),
        Command::Emit(args) => (&args.compile, [("-o", args.output.as_ref()), ("", None)]),
        Command::Build(args) => (&args.compile, [("-o", Some(&args.output)), ("", None)]),
        _ => return Ok(()),
    };
    for (option, output) in outputs {
        let Some(output) = output else { continue };
        let inputs = std::iter::once(&compile.file).chain(&compile.more);
        files::check_output(option, output, inputs).map_err(|problem| (problem, compile))?;
    }
    Ok(())
}

/// Says what is wrong with the command line.
fn usage_error(outside: &mut Outside, message: &str) -> i32 {
    let _ = writeln!(outside.stderr, "error: {message}\n\nFor more information, try 'kern --help'.");
    EXIT_USAGE
}
