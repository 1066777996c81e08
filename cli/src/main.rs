//! The `kern` command: everything is in the library, so that tests run it without a process.

use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let stderr = std::io::stderr();
    let is_terminal = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let stdout = std::io::stdout();
    let interrupt = kern_cli::Interrupt::default();
    let outside = kern_cli::Outside {
        stdin: Box::new(kern_cli::signals::Input::new(interrupt.clone())) as Box<dyn Read + Send>,
        stdout_is_terminal: stdout.is_terminal(),
        stdout: Box::new(stdout) as Box<dyn Write + Send>,
        shows_status: stderr.is_terminal(),
        stderr: Box::new(stderr) as Box<dyn Write + Send>,
        stderr_is_terminal: is_terminal,
        interrupt,
        exit: Some(|status| std::process::exit(status)),
        files: kern_cli::ProgramFiles::Disk,
        clock: kern_cli::Clock::SYSTEM,
    };
    // A shell keeps the low byte of a status; so does `ExitCode`.
    ExitCode::from(kern_cli::run(std::env::args_os(), outside) as u8)
}
