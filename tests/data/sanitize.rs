//! `kern sanitize`: programs whose mistake only it finds, and correct programs, of which it says nothing and whose output it
//! leaves alone.

use std::path::Path;

use kern_tests::annotations::{Annotations, compare};
use kern_tests::command::{Outcome, kern};
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::{expect_equal, read, trial};

/// Programs among the correct ones of which something is found, and why nobody minds there.
const KNOWN: &[(&str, &str)] = &[
    ("h200/shared_banks.cu", "parts of the array are read that nothing was written to: only their banks matter"),
    ("h200/shared_wide.cu", "as in `shared_banks`"),
    ("run/cuda/kernels_as_values.cu", "two blocks write the same values"),
    ("run/cuda/indexing.cu", "all threads write one value"),
    ("h200/memory_api.cu", "sixteen threads add to a managed variable without an atomic operation"),
    ("h200/scan_histogram_block.cu", "four warps clear the same counters"),
    ("h200/store_patterns.cu", "lanes store to one address on purpose"),
    ("h200/strings.cu", "a thread changes the first character while others look at it"),
];

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in files_below(&root().join("tests/sanitize/bad"), &["cu"]) {
        trials.push(trial(name(&path), move || check_bad(&path)));
    }
    for area in ["tests/sanitize/good", "tests/findings/good", "tests/run/cuda", "tests/h200", "examples"] {
        for path in files_below(&root().join(area), &["cu", "kern"]) {
            let known = KNOWN.iter().any(|(name, _)| shown(&path).ends_with(name));
            trials.push(trial(format!("sanitize/silent/{}", name(&path)), move || check_silent(&path, known)));
        }
    }
    trials.push(trial("sanitize/rules".to_string(), check_rules));
    trials
}

/// A file of rules leaves out what it names and nothing else.
fn check_rules() -> Result<(), String> {
    let run = |rules: &str| {
        kern(&["sanitize", "--suppressions", &format!("tests/sanitize/rules/{rules}"), "tests/sanitize/bad/tile_overwritten.cu"], &[])
    };
    for (rules, status, said) in [
        ("of_the_kernel", 0, "2 more known and left out"),
        ("of_a_line", 1, "1 error; `kern explain R0301` tells more\n1 more known and left out"),
        ("of_others", 1, "2 errors"),
        ("wrong", 3, "has no rule in line 2"),
    ] {
        let outcome = run(rules);
        let text = outcome.stderr.as_str();
        if outcome.status != status || !text.contains(said) {
            return Err(format!("{rules}: exit status {}, {text}", outcome.status));
        }
    }
    Ok(())
}

fn name(path: &Path) -> String {
    shown(path).trim_start_matches("tests/").to_string()
}

fn sanitize(path: &Path, wanted: &Annotations) -> Outcome {
    let mut args = vec!["sanitize".to_string(), "--json".into()];
    args.extend(wanted.run_args());
    args.push(shown(path));
    args.extend((!wanted.argv.is_empty()).then(|| "--".to_string()));
    args.extend(wanted.argv.iter().cloned());
    kern(&args, wanted.stdin.as_bytes())
}

/// What it finds is what the program says, where it says so.
fn check_bad(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    let outcome = sanitize(path, &wanted);
    let problems = compare(&wanted.expected, &outcome.diagnostics(), &shown(path));
    if !problems.is_empty() {
        return Err(problems);
    }
    let status = i32::from(wanted.expected.iter().any(|one| one.severity == "error"));
    if outcome.status == status { Ok(()) } else { Err(format!("exit status {}, expected {status}", outcome.status)) }
}

/// It prints what `kern run` prints, and finds neither races nor reads of what was never written.
fn check_silent(path: &Path, is_known: bool) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    if wanted.exit_status() != 0 {
        return Ok(());
    }
    let outcome = sanitize(path, &wanted);
    let is_of_sanitize = |code: &str| code.starts_with("R03") || code.starts_with("R06");
    let found: Vec<String> = outcome
        .diagnostics()
        .iter()
        .filter(|d| d["code"].as_str().is_some_and(is_of_sanitize))
        .map(|d| format!("{} {}", d["code"], d["message"]))
        .collect();
    match (found.is_empty(), is_known) {
        (false, false) => return Err(format!("a correct program was accused:\n{}", found.join("\n"))),
        (true, true) => return Err("nothing was found: take it off the list".into()),
        _ => {}
    }
    let beside = path.with_extension("out");
    if beside.exists() {
        expect_equal("standard output", &outcome.stdout_text(), &read(&beside)?)?;
    }
    Ok(())
}
