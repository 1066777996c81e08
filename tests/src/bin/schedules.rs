//! Runs the correct programs of the tests under many orders of their threads: `cargo run --release -p kern-tests --bin schedules`.
//!
//! `--seeds A..B` (default `0..16`); words name parts of programs to run only those. Ends with status 1 if one is accused, or
//! ends otherwise than under the fixed order.

use std::process::ExitCode;
use std::time::Instant;

use kern_tests::annotations::Annotations;
use kern_tests::shown;
use kern_tests::silent::{accusations, correct_programs, sanitize};

fn main() -> ExitCode {
    let (mut seeds, mut words) = ("0..16".to_string(), Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seeds" => seeds = args.next().unwrap_or(seeds),
            _ => words.push(arg),
        }
    }
    let (mut runs, mut bad, mut noted) = (0, 0, 0);
    for program in correct_programs() {
        let name = shown(&program.path);
        if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let wanted = std::fs::read_to_string(&program.path).map_err(|e| e.to_string()).and_then(|text| Annotations::parse(&text));
        let Ok(wanted) = wanted.inspect_err(|problem| eprintln!("{name}: {problem}")) else { continue };
        if wanted.exit_status() != 0 {
            continue;
        }
        let started = Instant::now();
        let fixed = sanitize(&program.path, &wanted, &[]);
        let outcome = sanitize(&program.path, &wanted, &["--seeds", &seeds]);
        let found = accusations(&outcome);
        let notes = outcome.diagnostics().iter().filter(|d| d["severity"] == "note").count();
        let is_bad = !program.is_known && !found.is_empty() || fixed.status != outcome.status && !program.is_known;
        (runs, bad, noted) = (runs + 1, bad + usize::from(is_bad), noted + usize::from(notes > 0));
        if is_bad || notes > 0 {
            let verdict = if is_bad { "ACCUSED" } else { "noted" };
            println!("{verdict:<8} {name} ({:.1} s, status {})", started.elapsed().as_secs_f64(), outcome.status);
            outcome.diagnostics().iter().for_each(|d| println!("    {} {} {}", d["severity"], d["code"], d["message"]));
        }
    }
    println!("{runs} programs under seeds {seeds}: {bad} accused, {noted} with notes");
    ExitCode::from(u8::from(bad > 0))
}
