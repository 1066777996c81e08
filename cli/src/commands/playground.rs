//! `kern playground`: a page in the browser that runs programs and shows what their warps do. docs/playground.md tells of it.
//!
//! The server keeps nothing of a program but known answers: each request is one process of `kern` with limits, which has the
//! program's files in memory, is locked in by the system, and is gone when the answer is. Without the system's lock, requests
//! come from this machine only.

mod assets;
mod cache;
mod clients;
mod data;
mod examples;
mod export;
mod job;
mod lock_in;
mod queue;
mod server;
mod work;

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use kern_diag::{Code, Diagnostic, SourceMap};

use crate::args::{EngineName, Format, PlaygroundArgs, WorkerArgs};
use crate::compile::fail;
use crate::lesson::builtin::{self, Lesson};
use crate::lesson::own;
use crate::link;
use crate::report::Reporter;
use crate::{EXIT_USAGE, Outside, usage_error};

/// What all requests share.
struct Settings {
    /// The command, which jobs run.
    command: PathBuf,
    /// The file that the page shows, if the command line names one.
    file: Option<PathBuf>,
    /// The lessons, and whether they are those of this repository.
    lessons: &'static [Lesson],
    has_own_lessons: bool,
    /// Where the server listens.
    address: SocketAddr,
    /// Names that others have for the server.
    names: Vec<String>,
    /// Whether others than this machine ask.
    is_for_others: bool,
    /// Whether the system locks jobs in; if not, why.
    lock: Result<(), String>,
    /// What executes programs.
    engine: EngineName,
    /// Host threads of a job.
    threads: usize,
    /// Jobs at once.
    jobs: usize,
}

pub(crate) fn run(args: &PlaygroundArgs, outside: &mut Outside) -> i32 {
    let done = match &args.export {
        None if args.link => {
            // `requires` of the argument says that there is a file.
            let file = args.file.as_deref().unwrap_or_else(|| Path::new(""));
            let link = assets::file(file).and_then(|file| link::link(args, &file));
            link.map(|link| _ = writeln!(outside.stdout, "{link}"))
        }
        Some(folder) => export::export(folder, args.wasm.as_deref(), outside),
        None => serve(args, outside),
    };
    match done {
        Ok(()) => 0,
        Err(problem) => {
            let mut reporter = Reporter::of(Format::Text, String::new(), outside);
            fail(&problem, &SourceMap::new(), &mut reporter, outside);
            EXIT_USAGE
        }
    }
}

fn serve(args: &PlaygroundArgs, outside: &mut Outside) -> Result<(), Box<Diagnostic>> {
    let command = std::env::current_exe().map_err(|error| cannot_start(&error))?;
    let is_for_others = !args.listen.is_loopback() || !args.name.is_empty();
    let engine = args.engine.unwrap_or(if is_for_others { EngineName::Interp } else { EngineName::Jit });
    let lock = job::probe(&command, engine);
    if let Err(why) = &lock
        && is_for_others
    {
        return Err(Box::new(not_locked_in(args, why)));
    }
    if let Some(file) = &args.file {
        assets::file(file)?;
    }
    let lessons = match &args.lessons {
        Some(folder) => own::lessons(folder).map_err(|problem| Box::new(no_lessons(folder, &problem)))?,
        None => builtin::lessons(),
    };
    let asked = SocketAddr::new(args.listen, args.port);
    let listener = std::net::TcpListener::bind(asked).map_err(|error| cannot_listen(asked, &error))?;
    let address = listener.local_addr().map_err(|error| cannot_listen(asked, &error))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(cores as u32).max(1) as usize;
    let settings = Settings {
        command,
        file: args.file.clone(),
        lessons,
        has_own_lessons: args.lessons.is_some(),
        address,
        names: args.name.iter().map(|name| name.to_ascii_lowercase()).collect(),
        is_for_others,
        lock: lock.clone(),
        engine,
        threads: (cores / jobs).max(1),
        jobs,
    };
    server::serve(settings, listener, || {
        let _ = writeln!(outside.stdout, "the playground is at http://{address}/ (Ctrl-C ends it)");
        if let Err(why) = lock {
            let _ = writeln!(outside.stdout, "the system does not lock programs in here, kern's own sandbox does: {why}");
        }
        if args.open && open(&format!("http://{address}/")).is_err() {
            let _ = writeln!(outside.stdout, "no browser can be started from here: open the address by hand");
        }
        let _ = outside.stdout.flush();
    })
    .map_err(|error| Box::new(cannot_start(&error)))
}

/// Others than this machine could run programs here, and nothing but kern itself would hold them.
fn not_locked_in(args: &PlaygroundArgs, why: &str) -> Diagnostic {
    let whom = match args.name.first() {
        Some(name) => format!("under the name {name}"),
        None => format!("on {}", args.listen),
    };
    Diagnostic::without_place(Code::CANNOT_SERVE, format!("the playground does not serve others {whom}: programs are not locked in here"))
        .note(why)
        .note("programs of others run in a process that the system itself keeps from files, connections and other programs")
        .help("leave `--listen` and `--name` out, or use a Linux with Landlock and seccomp (5.13 and newer)")
}

/// Asks the system to show a page in the browser.
fn open(address: &str) -> std::io::Result<()> {
    let command = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    std::process::Command::new(command).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
}

fn no_lessons(folder: &Path, problem: &str) -> Diagnostic {
    Diagnostic::without_place(Code::CANNOT_SERVE, format!("the lessons in `{}` cannot be offered", folder.display()))
        .note(problem)
        .help("`kern lesson new FOLDER` makes one, and `kern lesson check FOLDER` says what does not fit")
}

/// Runs the job of standard input in this process, which the system locks in first if it is asked to.
pub(crate) fn work(args: &WorkerArgs, outside: &mut Outside) -> i32 {
    let machine_code = !args.no_machine_code;
    let locked = if args.locked_in { lock_in::lock_in(machine_code) } else { Ok(()) };
    let worked = locked.and_then(|()| match args.probe {
        Some(escape) => lock_in::try_to_escape(escape),
        None => work::work(machine_code, outside),
    });
    match worked {
        Ok(()) => 0,
        Err(problem) => usage_error(outside, &problem),
    }
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> Diagnostic {
    Diagnostic::without_place(Code::CANNOT_SERVE, format!("cannot listen on {address}"))
        .note(kern::files::system_says(error))
        .help("another port may be free: `--port 0` takes any")
}

fn cannot_start(error: &std::io::Error) -> Diagnostic {
    Diagnostic::without_place(Code::CANNOT_SERVE, "the playground cannot work here").note(kern::files::system_says(error))
}
