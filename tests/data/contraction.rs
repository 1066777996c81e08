//! Which product goes into which sum, against a GPU: `tests/contraction/digits.txt` says what an H200 stored after nvcc
//! 13.0 for sm_90 compiled the kernels of `kern_tests::sums`, one line a kernel. The bits differ where another product
//! was contracted, or none. At every level the results are the same.

use kern_tests::command::kern;
use kern_tests::sums::{Kernel, digest, program};
use libtest_mimic::Trial;

use crate::{expect_equal, trial};

const DIGITS: &str = include_str!("../contraction/digits.txt");
/// Kernels of a program.
const BATCH: usize = 80;
/// Kernels of all that may differ, in thousandths.
const MAX_DIFFERENT: usize = 10;

pub(crate) fn trials() -> Vec<Trial> {
    vec![trial("contraction/digits".into(), check)]
}

fn check() -> Result<(), String> {
    let lines: Vec<&str> = DIGITS.lines().filter(|l| !l.starts_with('#')).collect();
    let mut different = Vec::new();
    for batch in lines.chunks(BATCH) {
        let number = |line: &&str| line.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        let source = program(&batch.iter().map(number).map(Kernel::new).collect::<Vec<_>>());
        let run = |options: [&str; 3]| {
            let outcome = kern(&["run", options[0], options[1], options[2], "-"], source.as_bytes());
            if outcome.status == 0 { Ok(outcome.stdout_text()) } else { Err(outcome.stderr) }
        };
        let found = run(["-O0", "--engine", "interp"])?;
        expect_equal("what -O2 stores", &run(["-O2", "--engine", "jit"])?, &found)?;
        if found.lines().count() != batch.len() {
            return Err(format!("{} of {} kernels printed", found.lines().count(), batch.len()));
        }
        different.extend(found.lines().map(digest).zip(batch).filter(|(found, wanted)| found != *wanted).map(|(found, _)| found));
    }
    if different.len() * 1000 > lines.len() * MAX_DIFFERENT {
        return Err(format!("{} of {} kernels differ: {}", different.len(), lines.len(), different.join(", ")));
    }
    Ok(())
}
