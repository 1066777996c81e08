//! Runs all litmus tests to the end, also those of very many orders: `cargo run --release -p kern-tests --bin litmus [PART OF A NAME]`.

use std::process::ExitCode;
use std::time::Instant;

use kern_tests::litmus::{FILES, litmus_tests};
use kern_tests::root;

/// Runs of a test at most.
const RUNS: u64 = 20_000_000;

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let (mut count, mut failed) = (0, 0);
    for file in FILES {
        let text = std::fs::read_to_string(root().join("tests/litmus").join(file)).map_err(|problem| problem.to_string());
        let tests = match text.and_then(|text| litmus_tests(&text)) {
            Ok(tests) => tests,
            Err(problem) => {
                eprintln!("{file}: {problem}");
                return ExitCode::FAILURE;
            }
        };
        for test in tests.into_iter().filter(|test| test.has_one_device() && test.name.contains(&wanted)) {
            let start = Instant::now();
            let result = test.check(RUNS);
            count += 1;
            println!("{} {:.1} s {}", if result.is_ok() { "ok    " } else { "FAILED" }, start.elapsed().as_secs_f32(), test.name);
            if let Err(problem) = result {
                failed += 1;
                println!("{problem}");
            }
        }
    }
    println!("{count} tests, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
