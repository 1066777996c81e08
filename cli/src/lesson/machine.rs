//! What a submission is compiled and run in: a sandbox, with files in memory and limits.

use std::sync::Arc;

use kern_vm::memory::ArenaSizes;

use crate::args::{CompileArgs, EngineName};
use crate::{Clock, Interrupt, Outside, ProgramFiles};

/// What a submission runs on.
#[derive(Clone)]
pub(crate) struct Machine {
    /// What executes the programs.
    pub(crate) engine: EngineName,
    pub(crate) arenas: ArenaSizes,
    pub(crate) interrupt: Interrupt,
    pub(crate) clock: Clock,
}

/// How a submission is compiled.
pub(super) fn compile_args(file: &str, level: u8) -> CompileArgs {
    CompileArgs { sandbox: true, opt_level: Some(level), ..CompileArgs::of(file.into()) }
}

/// Files in memory, and streams that nobody reads.
pub(super) fn nowhere(files: &Arc<[(String, String)]>, machine: &Machine) -> Outside {
    Outside {
        stdin: Box::new(std::io::empty()),
        stdout: Box::new(std::io::sink()),
        stderr: Box::new(std::io::sink()),
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        shows_status: false,
        interrupt: machine.interrupt.clone(),
        exit: None,
        files: ProgramFiles::Memory(files.clone()),
        clock: machine.clock,
    }
}

/// Instructions that the program may execute, and warp instructions that a launch may.
pub(super) const FUEL: u64 = if cfg!(target_family = "wasm") { 400_000_000 } else { 2_000_000_000 };
