//! `kern sanitize`: run a program and look for mistakes that need not show.

use crate::args::{CheckName, SanitizeArgs};
use crate::commands::run::{Watched, execute, exit_status};
use crate::compile::fail;
use crate::report::Reporter;
use crate::seeds::Orders;
use crate::{EXIT_USAGE, Outside};
use kern::files::{read_bytes, source_text, unreadable};
use kern::suppress::Suppressions;
use kern_diag::{Code, Diagnostic, SourceMap};
use std::path::Path;

/// Seeds that are tried where there are to be fewest switches, and none are given.
const SEEDS_TO_MINIMIZE: u64 = 16;

pub(crate) fn run(mut args: SanitizeArgs, outside: &mut Outside) -> i32 {
    // Accesses are those that the program writes down, on the lines where it does.
    args.run.compile.opt_level.get_or_insert(0);
    if args.run.checks.is_empty() {
        args.run.checks = vec![CheckName::Race, CheckName::Init, CheckName::Weak, CheckName::Unused];
    }
    let mut reporter = Reporter::new(&args.run.compile, outside);
    let suppressions = match args.suppressions.as_deref().map(read_suppressions).transpose() {
        Ok(suppressions) => suppressions.unwrap_or_default(),
        Err(problem) => {
            fail(&problem, &SourceMap::new(), &mut reporter, outside);
            return EXIT_USAGE;
        }
    };
    // A seed means the order of threads here.
    let one = args.run.limits.seed.filter(|&seed| seed < u64::MAX).map(|seed| seed..seed + 1);
    let (seeds, all) = (args.seeds.clone().or(one), args.exhaustive);
    // Which seed shows a mistake is not known: the first that does.
    let seeds = seeds.or(args.minimize.then_some(0..SEEDS_TO_MINIMIZE));
    let orders = (seeds.is_some() || all.is_some()).then_some(Orders {
        seeds,
        all,
        requires_same: args.require_same_result,
        minimizes: args.minimize,
    });
    let watched = Watched { orders, suppressions, ..Watched::for_checks(&args.run.checks) };
    match execute(&args.run, watched, &mut reporter, outside) {
        Ok((_, report)) => exit_status(&args.run, &report),
        Err(status) => status,
    }
}

/// The rules of a file.
fn read_suppressions(path: &Path) -> Result<Suppressions, Box<Diagnostic>> {
    let name = path.display().to_string();
    let bytes = read_bytes(path).map_err(|error| unreadable(&name, &error))?;
    let text = source_text(&name, bytes)?;
    Suppressions::parse(&text).map_err(|(line, why)| {
        let message = format!("`{name}` has no rule in line {line}: {why}");
        let note = "a rule is `CODE KERNEL FILE:LINE`, as in `R0302 scan* lib/scan.cuh:*`";
        Box::new(Diagnostic::without_place(Code::BAD_SUPPRESSION, message).note(note))
    })
}
