//! The command as a process of its own: with the process's streams and signals.

use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::{Clock, Interrupt, Outside, ProgramFiles, run, signals};

/// Where the command is, if another program's process is it.
static OWN_PATH: OnceLock<PathBuf> = OnceLock::new();

/// Says which program is the command, where it is not the one that this process runs: a script of another language.
pub fn set_own_path(path: PathBuf) {
    let _ = OWN_PATH.set(path);
}

/// The program that is the command.
pub(crate) fn own_path() -> std::io::Result<PathBuf> {
    OWN_PATH.get().cloned().map_or_else(std::env::current_exe, Ok)
}

/// Runs the command line `args` (the first is the command's name) as this process, which ends with the status that is returned, or before
/// where the program can be ended in no other way.
pub fn run_as_process(args: impl IntoIterator<Item = OsString>) -> i32 {
    let stderr = std::io::stderr();
    let is_terminal = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let stdout = std::io::stdout();
    let interrupt = Interrupt::default();
    let outside = Outside {
        stdin: Box::new(signals::Input::new(interrupt.clone())) as Box<dyn Read + Send>,
        stdout_is_terminal: stdout.is_terminal(),
        stdout: Box::new(stdout) as Box<dyn Write + Send>,
        shows_status: stderr.is_terminal(),
        stderr: Box::new(stderr) as Box<dyn Write + Send>,
        stderr_is_terminal: is_terminal,
        interrupt,
        exit: Some(|status| std::process::exit(status)),
        files: ProgramFiles::Disk,
        clock: Clock::SYSTEM,
    };
    run(args, outside)
}
