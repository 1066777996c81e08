//! `kern sanitize`: programs whose mistake only it finds, and correct programs, of which it says nothing and whose output it
//! leaves alone.

use std::path::Path;

use kern_tests::agreement;
use kern_tests::annotations::{Annotations, compare};
use kern_tests::command::kern;
use kern_tests::edits;
use kern_tests::ordered;
use kern_tests::silent::{Correct, accusations, correct_programs, sanitize};
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::{expect_equal, read, trial};

/// Correct programs that are run under several orders of their threads here: all are by `kern-tests --bin schedules`.
const UNDER_SEEDS: &[&str] = &["tests/sanitize/good", "tests/findings/good", "examples"];
/// The orders.
const SEEDS: &str = "0..4";

/// Random programs, each without any of the lines that it needs: all are by `kern-tests --bin removals`.
const REMOVALS: u64 = 40;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in files_below(&root().join("tests/sanitize/bad"), &["cu"]) {
        let edited = path.clone();
        trials.push(trial(name(&path), move || check_bad(&path)));
        trials.push(trial(format!("sanitize/edits/{}", name(&edited)), move || check_edits(&edited)));
    }
    for program in correct_programs() {
        let (name, shown) = (name(&program.path), shown(&program.path));
        if UNDER_SEEDS.iter().any(|area| shown.starts_with(area)) && !program.is_known {
            let path = program.path.clone();
            trials.push(trial(format!("sanitize/seeds/{name}"), move || check_seeds(&path)));
        }
        // Those of `examples/` are checked where they are run.
        if !shown.starts_with("examples") {
            trials.push(trial(format!("sanitize/silent/{name}"), move || check_silent(&program)));
        }
    }
    for path in files_below(&root().join("tests/sanitize/seeds"), &["cu"]) {
        trials.push(trial(name(&path), move || check_order(&path)));
    }
    let rows = agreement::rows();
    trials.push(trial("sanitize/beside".into(), || agreement::rows().map(|_| ())));
    for row in rows.into_iter().flatten() {
        trials.push(trial(format!("sanitize/beside/{}", row.program), move || row.check()));
    }
    for number in 0..REMOVALS {
        trials.push(trial(format!("sanitize/removals/{number}"), move || check_removals(number)));
    }
    trials.push(trial("sanitize/rules".to_string(), check_rules));
    trials
}

/// A random program is silent, and without any of the lines that order its accesses it is not.
fn check_removals(number: u64) -> Result<(), String> {
    let program = ordered::program(number);
    program.check_whole()?;
    program.needed.iter().try_for_each(|needed| program.check_without(needed))
}

/// A file of rules leaves out what it names and nothing else.
fn check_rules() -> Result<(), String> {
    let run = |rules: &str| {
        kern(&["sanitize", "--suppressions", &format!("tests/sanitize/rules/{rules}"), "tests/sanitize/bad/tile_overwritten.cu"], &[])
    };
    for (rules, status, said) in [
        ("of_the_kernel", 0, "2 more known and left out"),
        ("of_a_line", 1, "1 error; `kern explain R0301` tells more\n1 more known and left out"),
        ("of_others", 1, "1 error; `kern explain R0301` tells more"),
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

/// What it finds is what the program says, where it says so.
fn check_bad(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    let outcome = sanitize(path, &wanted, &[]);
    let problems = compare(&wanted.expected, &outcome.diagnostics(), &shown(path));
    if !problems.is_empty() {
        return Err(problems);
    }
    let status = i32::from(wanted.expected.iter().any(|one| one.severity == "error"));
    if outcome.status == status { Ok(()) } else { Err(format!("exit status {}, expected {status}", outcome.status)) }
}

/// The edits that are suggested help.
fn check_edits(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    let folder = std::env::temp_dir().join(format!("kern-edits-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    edits::try_all(path, &wanted, &folder).map(|_| ())
}

/// It prints what `kern run` prints, and finds neither races nor reads of what was never written.
fn check_silent(program: &Correct) -> Result<(), String> {
    let wanted = Annotations::parse(&read(&program.path)?)?;
    if wanted.exit_status() != 0 {
        return Ok(());
    }
    let outcome = sanitize(&program.path, &wanted, &[]);
    let found = accusations(&outcome);
    match (found.is_empty(), program.is_known) {
        (false, false) => return Err(format!("a correct program was accused:\n{}", found.join("\n"))),
        (true, true) => return Err("nothing was found: take it off the list".into()),
        _ => {}
    }
    // Two kernels that run at the same time are refused, in words.
    let is_refused = outcome.diagnostics().iter().any(|d| d["code"] == "K0901");
    let beside = program.path.with_extension("out");
    if beside.exists() && !is_refused {
        expect_equal("standard output", &outcome.stdout_text(), &read(&beside)?)?;
    }
    Ok(())
}

/// It is silent under several orders of its threads, and ends as it does under the fixed one.
fn check_seeds(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    if wanted.exit_status() != 0 {
        return Ok(());
    }
    let (fixed, outcome) = (sanitize(path, &wanted, &[]), sanitize(path, &wanted, &["--seeds", SEEDS]));
    let found = accusations(&outcome);
    if !found.is_empty() || fixed.status != outcome.status {
        return Err(format!("exit status {} and {}, a correct program was accused:\n{}", fixed.status, outcome.status, found.join("\n")));
    }
    Ok(())
}

/// A program whose comments have seeds: what is said of it, and that it is said again, whatever the number of host threads; a seed
/// that is named finds it alone.
fn check_order(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    let outcome = sanitize(path, &wanted, &["--threads", "1"]);
    if outcome.status != wanted.exit_status() {
        return Err(format!("exit status {}, expected {}\n{}", outcome.status, wanted.exit_status(), outcome.stderr));
    }
    let problems = compare(&wanted.expected, &outcome.diagnostics(), &shown(path));
    if !problems.is_empty() {
        return Err(problems);
    }
    for engine in ["jit", "interp"] {
        let again = sanitize(path, &wanted, &["--threads", "4", "--engine", engine]);
        expect_equal("what is said", &again.stderr, &outcome.stderr)?;
        expect_equal("standard output", &again.stdout_text(), &outcome.stdout_text())?;
    }
    for diagnostic in outcome.diagnostics() {
        let notes = diagnostic["notes"].as_array().cloned().unwrap_or_default();
        let seed = notes.iter().filter_map(|note| note.as_str()?.strip_prefix("found with `--seed ")?.split('`').next()).next();
        if let Some(seed) = seed {
            let alone = Annotations { args: Vec::new(), ..wanted.clone() };
            let replayed = sanitize(path, &alone, &["--seed", seed]);
            if !replayed.diagnostics().iter().any(|d| d["code"] == diagnostic["code"] && d["message"] == diagnostic["message"]) {
                return Err(format!("`--seed {seed}` alone does not find it:\n{}", replayed.stderr));
            }
        }
    }
    Ok(())
}
