//! Programs on one host thread and on four: what they print, what is found and what is counted is the same.

use std::path::Path;

use kern::{MemoryWorld, Program, RunConfig, RunReport};
use kern_tests::annotations::Annotations;
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::{expect_equal, read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let paths = ["run", "h200", "bugs", "hostile"].map(|area| files_below(&root().join("tests").join(area), &["kern", "cu"]));
    let name = |path: &Path| format!("threads/{}", shown(path).trim_start_matches("tests/"));
    paths.into_iter().flatten().map(|path| trial(name(&path), move || check(&path))).collect()
}

fn check(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    if !wanted.args.is_empty() {
        // Options of the command line; what they are about has nothing to do with threads.
        return Ok(());
    }
    let program = Program::from_file(path).map_err(|e| e.to_string())?;
    let run = |threads: u32, number: u32| -> (RunReport, MemoryWorld) {
        let mut args = vec![shown(path)];
        if wanted.argv.is_empty() {
            args.push(number.to_string())
        } else {
            args.extend(wanted.argv.iter().cloned())
        }
        let config = RunConfig {
            threads,
            threads_worth: 0,
            args,
            idle_fuel: 10_000_000,
            devices: wanted.devices.unwrap_or(1),
            ..RunConfig::default()
        };
        let mut world = MemoryWorld::default();
        (program.run(&config, &mut world), world)
    };
    for number in 0..wanted.runs {
        let ((one, alone), (four, together)) = (run(1, number), run(4, number));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        expect_equal("the output of four threads", &text(&together.stdout), &text(&alone.stdout))?;
        expect_equal("the errors of four threads", &text(&together.stderr), &text(&alone.stderr))?;
        expect_equal("the findings of four threads", &format!("{:#?}", four.findings), &format!("{:#?}", one.findings))?;
        let counted =
            |report: &RunReport| report.launches.iter().map(|l| format!("{} {:?} {}\n", l.kernel, l.counters, l.error)).collect::<String>();
        expect_equal("the counters of four threads", &counted(&four), &counted(&one))?;
        if one.exit_status != four.exit_status {
            return Err(format!("exit status {}, {} of one thread", four.exit_status, one.exit_status));
        }
    }
    Ok(())
}
