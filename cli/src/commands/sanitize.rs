//! `kern sanitize`: run a program and look for mistakes that need not show.

use crate::Outside;
use crate::args::{CheckName, SanitizeArgs};
use crate::commands::run::{Watched, execute, exit_status};
use crate::report::Reporter;
use kern_vm::LeakCheck;

pub(crate) fn run(mut args: SanitizeArgs, outside: &mut Outside) -> i32 {
    // Accesses are those that the program writes down, on the lines where it does.
    args.run.compile.opt_level.get_or_insert(0);
    let wants = |check| args.checks.contains(&check) || args.checks.contains(&CheckName::All);
    let leaks = match args.checks.contains(&CheckName::Leak) {
        true => LeakCheck::Always,
        false if wants(CheckName::All) => LeakCheck::Alone,
        false => LeakCheck::Never,
    };
    let watched = Watched { races: wants(CheckName::Race), init: wants(CheckName::Init), leaks, ..Watched::default() };
    let mut reporter = Reporter::new(&args.run.compile, outside);
    match execute(&args.run, watched, &mut reporter, outside) {
        Ok((_, report)) => exit_status(&args.run, &report),
        Err(status) => status,
    }
}
