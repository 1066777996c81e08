//! The litmus tests of the memory model as programs, under all orders of their threads: they print what the model allows, each of it,
//! and nothing else.

use kern_tests::litmus::{FILES, litmus_tests};
use kern_tests::root;
use libtest_mimic::Trial;

use crate::{read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let of_file = |file: &str| match read(&root().join("tests/litmus").join(file)).and_then(|text| litmus_tests(&text)) {
        // Two devices in one launch there are not: the machine's own tests have these. The long ones are run by `kern-tests --bin litmus`.
        Ok(tests) => tests
            .into_iter()
            .filter(|test| test.has_one_device() && !test.is_long)
            .map(|test| trial(format!("litmus/{}", test.name), move || test.check(RUNS)))
            .collect(),
        Err(problem) => vec![trial(format!("litmus/{file}"), || Err(problem))],
    };
    FILES.into_iter().flat_map(of_file).collect()
}

/// Runs of a test at most.
const RUNS: u64 = 100_000;
