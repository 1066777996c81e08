//! `kern completions`: what a shell reads to complete the command's words.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Outside;
use crate::args::CommandLine;

pub(crate) fn run(shell: Shell, outside: &mut Outside) -> i32 {
    // The generator panics where it cannot write: it writes here first.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "kern", &mut script);
    let _ = outside.stdout.write_all(&script);
    0
}
