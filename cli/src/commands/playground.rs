//! `kern playground`: a page in the browser that runs programs and shows what their warps do. docs/playground.md tells of it.
//!
//! The server keeps nothing of a program: each request is one process of `kern` with limits, which has a folder of its own
//! and is gone when the answer is. Requests come from this machine only.

mod assets;
mod job;
mod lines;
mod queue;
mod request;
mod server;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use kern_diag::{Code, Diagnostic, SourceMap};

use crate::args::{Format, PlaygroundArgs};
use crate::compile::fail;
use crate::files::new_folder;
use crate::report::Reporter;
use crate::{EXIT_USAGE, Outside};

/// What all requests share.
pub(super) struct Settings {
    /// The command, which jobs run.
    command: PathBuf,
    /// The folder of the jobs' folders, removed when the server ends.
    folder: PathBuf,
    /// The file that the page shows, if the command line names one.
    file: Option<PathBuf>,
    /// Where the server listens.
    address: SocketAddr,
    /// Host threads of a job.
    threads: usize,
    /// Jobs at once.
    jobs: usize,
}

pub(crate) fn run(args: &PlaygroundArgs, outside: &mut Outside) -> i32 {
    match serve(args, outside) {
        Ok(()) => 0,
        Err(problem) => {
            let mut reporter = Reporter::of(Format::Text, String::new(), outside);
            fail(&problem, &SourceMap::new(), &mut reporter, outside);
            EXIT_USAGE
        }
    }
}

fn serve(args: &PlaygroundArgs, outside: &mut Outside) -> Result<(), Box<Diagnostic>> {
    if !args.listen.is_loopback() {
        return Err(Box::new(not_loopback(args.listen)));
    }
    if let Some(file) = &args.file {
        assets::file(file)?;
    }
    let asked = SocketAddr::new(args.listen, args.port);
    let listener = std::net::TcpListener::bind(asked).map_err(|error| cannot_listen(asked, &error))?;
    let address = listener.local_addr().map_err(|error| cannot_listen(asked, &error))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(cores as u32).max(1) as usize;
    let command = std::env::current_exe().map_err(|error| cannot_start(&error))?;
    let folder = new_folder(&std::env::temp_dir(), "kern-playground").map_err(|error| cannot_start(&error))?;
    let settings = Settings { command, folder: folder.clone(), file: args.file.clone(), address, threads: (cores / jobs).max(1), jobs };
    let served = server::serve(settings, listener, || {
        let _ = writeln!(outside.stdout, "the playground is at http://{address}/ (Ctrl-C ends it)");
        let _ = outside.stdout.flush();
    });
    let _ = std::fs::remove_dir_all(folder);
    served.map_err(|error| Box::new(cannot_start(&error)))
}

/// Others than this machine could run programs here.
fn not_loopback(address: IpAddr) -> Diagnostic {
    let message = format!("the playground does not listen on {address}: it is for this machine only");
    Diagnostic::without_place(Code::CANNOT_SERVE, message)
        .note("programs of others need a process that the system itself locks in, which is not there yet")
        .help("leave `--listen` out, or give `127.0.0.1` or `::1`")
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> Diagnostic {
    Diagnostic::without_place(Code::CANNOT_SERVE, format!("cannot listen on {address}"))
        .note(kern::files::system_says(error))
        .help("another port may be free: `--port 0` takes any")
}

fn cannot_start(error: &std::io::Error) -> Diagnostic {
    Diagnostic::without_place(Code::CANNOT_SERVE, "the playground cannot work here").note(kern::files::system_says(error))
}
