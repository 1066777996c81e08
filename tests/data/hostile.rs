//! Kernels that a hostile author wrote: wild pointers, indices that wrap, overruns, misused barriers, floods. Each ends in a
//! finding, an error or a right result, the same on both engines word for word; what exactly is pinned by a snapshot.
//!
//! A program is run as often as its `//@ runs:` says, with the number of the run as its argument: the first mistake of a
//! process is the last that it makes.

use std::path::Path;

use kern_tests::annotations::Annotations;
use kern_tests::command::{Outcome, kern};
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::{expect_equal, read, trial};

/// Most characters of standard output that a snapshot shows.
const MOST_SHOWN: usize = 400;

pub(crate) fn trials() -> Vec<Trial> {
    let paths = files_below(&root().join("tests/hostile"), &["kern", "cu", "ptx"]);
    let name = |path: &Path| shown(path).trim_start_matches("tests/").to_string();
    paths.into_iter().map(|path| trial(name(&path), move || check(&path))).collect()
}

fn check(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let mut pinned = String::new();
    // What is counted must agree as well.
    let ways: [&[&str]; 3] = [&["run", "--json", "-O0"], &["run", "--json", "-O2"], &["profile", "--csv"]];
    for number in 0..wanted.runs {
        for way in ways {
            let run = |engine: &str| {
                let (file, number) = (shown(path), number.to_string());
                let mut args = way.to_vec();
                args.extend(["--engine", engine]);
                args.extend(wanted.args.iter().map(String::as_str));
                args.extend([file.as_str(), "--", &number]);
                kern(&args, b"")
            };
            let (slow, fast) = (run("interp"), run("jit"));
            let what = format!("run {number}, `{}`", way.join(" "));
            expect_equal(&format!("{what}: the report of the compiled engine"), &fast.stderr, &slow.stderr)?;
            expect_equal(&format!("{what}: the output of the compiled engine"), &fast.stdout_text(), &slow.stdout_text())?;
            if fast.status != slow.status {
                return Err(format!("{what}: exit status {}, {} of the interpreter", fast.status, slow.status));
            }
            if way.contains(&"-O2") {
                pinned.push_str(&summary(number, &fast));
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("tests/hostile/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, pinned));
    Ok(())
}

/// Status, output and a line for each report of a run.
fn summary(number: u32, outcome: &Outcome) -> String {
    let mut text = format!("run {number}: exit status {}\n", outcome.status);
    let stdout = outcome.stdout_text();
    let shown: String = stdout.chars().take(MOST_SHOWN).collect();
    text.extend(shown.lines().map(|line| format!("  {line}\n")));
    if shown.len() < stdout.len() {
        text.push_str("  …\n");
    }
    for d in outcome.diagnostics() {
        let word = |key: &str| d[key].as_str().unwrap_or("").to_string();
        let place = d["places"].as_array().and_then(|places| places.iter().find(|p| p["primary"] == true));
        let line = place.map_or(String::new(), |place| format!(" line {}", place["line"]));
        text.push_str(&format!("  {}[{}]{line}: {}\n", word("severity"), word("code"), word("message")));
    }
    // What is no report says something is wrong with the command itself.
    let others = outcome.stderr.lines().filter(|line| !line.starts_with("{\"code\""));
    text.extend(others.map(|line| format!("  stderr: {line}\n")));
    text
}
