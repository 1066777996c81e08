//! Programs that run: their output, status and findings, on both engines, at -O0 and -O2; the text and binary forms of what they compile
//! to.

use std::path::{Path, PathBuf};

use kern_tests::annotations::{Annotations, compare};
use kern_tests::command::{Outcome, kern};
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::{expect_equal, read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for area in ["run", "h200", "bugs"] {
        for path in files_below(&root().join("tests").join(area), &["kern", "cu", "c"]) {
            let name = shown(&path);
            let name = name.trim_start_matches("tests/");
            let program = path.clone();
            trials.push(trial(name.to_string(), move || check_program(&program)));
            let counted = path.clone();
            trials.push(trial(format!("forms/{name}"), move || check_forms(&path)));
            trials.push(trial(format!("profile/{name}"), move || check_profile(&counted)));
        }
    }
    trials
}

/// Runs the program in every way: each as the program says, and all alike.
pub(crate) fn check_program(path: &Path) -> Result<(), String> {
    let mut first: Option<Outcome> = None;
    for ways in WAYS {
        let mut diagnostics = None;
        for way in ways {
            let outcome = check_run(path, &way.map(String::from)).map_err(|e| format!("{}: {e}", way.join(" ")))?;
            let what = format!("standard output of {} (expected: that of {})", way.join(" "), WAYS[0][0].join(" "));
            let stdout = outcome.stdout_text();
            expect_equal(&what, &stdout, &first.get_or_insert_with(|| outcome.clone()).stdout_text())?;
            // Both engines say the same, word for word.
            let expected = diagnostics.get_or_insert_with(|| outcome.stderr.clone());
            expect_equal(&format!("the report of {}", way.join(" ")), &outcome.stderr, expected)?;
        }
    }
    Ok(())
}

/// How each program is run: by both engines at two levels.
pub(crate) const WAYS: [[[&str; 3]; 2]; 2] =
    [[["-O0", "--engine", "interp"], ["-O0", "--engine", "jit"]], [["-O2", "--engine", "interp"], ["-O2", "--engine", "jit"]]];

/// Runs `kern run` on `path` with `options` and compares with what the program expects.
fn check_run(path: &Path, options: &[String]) -> Result<Outcome, String> {
    let source = read(path)?;
    let wanted = Annotations::parse(&source)?;
    let file = shown(path);
    let mut args = vec!["run".to_string(), "--json".into()];
    args.extend(options.iter().chain(&wanted.run_args()).cloned());
    args.push(file.clone());
    if !wanted.argv.is_empty() {
        args.push("--".into());
        args.extend(wanted.argv.iter().cloned());
    }
    let outcome = kern(&args, wanted.stdin.as_bytes());
    let problems = compare(&wanted.expected, &outcome.diagnostics(), &file);
    if !problems.is_empty() {
        return Err(problems);
    }
    if let Some(stdout) = expected_output(path, &wanted)? {
        expect_equal("standard output", &outcome.stdout_text(), &stdout)?;
    }
    if outcome.status != wanted.exit_status() {
        return Err(format!("exit status {}, expected {}\n{}", outcome.status, wanted.exit_status(), outcome.stderr));
    }
    Ok(outcome)
}

/// Both engines count the same.
fn check_profile(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    if wanted.exit_status() == 2 {
        return Ok(());
    }
    let profile = |engine: &str| -> Result<Vec<serde_json::Value>, String> {
        let mut args: Vec<String> = ["profile", "--json", "--engine", engine].map(String::from).to_vec();
        args.extend(wanted.run_args());
        args.push(shown(path));
        args.extend((!wanted.argv.is_empty()).then(|| "--".to_string()));
        args.extend(wanted.argv.iter().cloned());
        let outcome = kern(&args, wanted.stdin.as_bytes());
        let launches = outcome.stderr.lines().filter(|line| line.starts_with('{'));
        let mut launches: Vec<serde_json::Value> = launches.filter_map(|line| serde_json::from_str(line).ok()).collect();
        launches.iter_mut().filter_map(|launch| launch.as_object_mut()).for_each(|launch| {
            launch.remove("seconds");
        });
        Ok(launches)
    };
    let (interpreted, compiled) = (profile("interp")?, profile("jit")?);
    for (theirs, ours) in interpreted.iter().zip(&compiled) {
        expect_equal("the counters of --engine jit (expected: those of interp)", &format!("{ours:#}"), &format!("{theirs:#}"))?;
    }
    if interpreted.len() == compiled.len() { Ok(()) } else { Err(format!("{} launches, {}", interpreted.len(), compiled.len())) }
}

fn expected_output(path: &Path, wanted: &Annotations) -> Result<Option<String>, String> {
    let beside = path.with_extension("out");
    if beside.exists() { read(&beside).map(Some) } else { Ok(wanted.stdout.clone()) }
}

/// The PTX text of a program parses and prints the same again; its bytecode runs the same.
fn check_forms(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    if wanted.exit_status() == 2 {
        return Ok(());
    }
    let file = shown(path);
    for level in ["-O0", "-O2"] {
        let emit = |file: &str| {
            let mut args = vec!["emit", "--stage", "ptx", "--side", "both", level];
            args.extend(wanted.args.iter().map(String::as_str));
            args.push(file);
            let outcome = kern(&args, b"");
            if outcome.status == 0 { Ok(outcome.stdout_text()) } else { Err(outcome.stderr) }
        };
        let copy = Scratch::new(path, &format!("{level}.ptx"));
        let copy_name = copy.0.display().to_string();
        let write = |text: &str| std::fs::write(&copy.0, text).map_err(|e| e.to_string());
        // Reading drops moves between registers that say nothing; from then on the text stays as it is.
        write(&emit(&file)?)?;
        let second = emit(&copy_name)?;
        write(&second)?;
        expect_equal("PTX text read and printed again", &emit(&copy_name)?, &second)?;
        check_copy(path, &wanted, &copy_name, "PTX text")?;

        let binary = Scratch::new(path, &format!("{level}.kbc"));
        let binary_name = binary.0.display().to_string();
        let mut args = vec!["build", level];
        args.extend(wanted.args.iter().map(String::as_str));
        args.extend([file.as_str(), "-o", &binary_name]);
        let built = kern(&args, b"");
        if built.status != 0 {
            return Err(built.stderr);
        }
        check_copy(path, &wanted, &binary_name, "bytecode")?;
    }
    Ok(())
}

/// What a program became runs as the program does.
fn check_copy(path: &Path, wanted: &Annotations, copy: &str, what: &str) -> Result<(), String> {
    let mut args = vec!["run".to_string(), copy.to_string()];
    args.extend(wanted.device_args());
    if !wanted.argv.is_empty() {
        args.push("--".into());
        args.extend(wanted.argv.iter().cloned());
    }
    let outcome = kern(&args, wanted.stdin.as_bytes());
    if let Some(stdout) = expected_output(path, wanted)? {
        expect_equal(&format!("standard output of the {what}"), &outcome.stdout_text(), &stdout)?;
    }
    if outcome.status != wanted.exit_status() {
        return Err(format!("{what}: exit status {}, expected {}\n{}", outcome.status, wanted.exit_status(), outcome.stderr));
    }
    Ok(())
}

/// A file that goes when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(path: &Path, suffix: &str) -> Scratch {
        let name = shown(path).replace(['/', '.'], "_");
        Scratch(std::env::temp_dir().join(format!("kern-test-{}-{name}{suffix}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
