//! The `kern` command: everything is in the library, so that tests run it without a process.

use std::process::ExitCode;

fn main() -> ExitCode {
    // A shell keeps the low byte of a status; so does `ExitCode`.
    ExitCode::from(kern_cli::run_as_process(std::env::args_os()) as u8)
}
