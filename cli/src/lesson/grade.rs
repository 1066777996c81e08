//! Runs a submission, and says which goals it reaches and which hint fits.

use std::ffi::OsString;
use std::io::{Cursor, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::exercise::{Folder, Run, Wanted, When};
use super::regions::splice;
use crate::Outside;

/// What a run of the program did.
struct Ran {
    stdout: String,
    diagnostics: Vec<Value>,
    launches: Vec<Value>,
    /// Why it could not be run.
    why_not: Option<String>,
}

/// A goal and whether it is reached.
pub(crate) struct Reached {
    pub(crate) text: String,
    pub(crate) points: u32,
    /// `Err`: why not.
    pub(crate) result: Result<(), String>,
}

/// What became of a submission.
pub(crate) struct Grade {
    pub(crate) goals: Vec<Reached>,
    /// The number of the first hint that fits, but for those that wait for tries.
    pub(crate) hint: Option<usize>,
    /// Of the first run, what it wrote, and what was found.
    stdout: String,
    diagnostics: Vec<Value>,
}

impl Grade {
    /// Whether all goals are reached.
    pub(crate) fn is_done(&self) -> bool {
        self.goals.iter().all(|goal| goal.result.is_ok())
    }

    /// Whether it compiles.
    pub(crate) fn compiles(&self) -> bool {
        !self.diagnostics.iter().any(|one| one["severity"] == "error" && one["code"].as_str().is_some_and(|code| code.starts_with('K')))
    }

    /// As an object.
    pub(crate) fn value(&self, folder: &Folder) -> Value {
        let goals: Vec<Value> = self
            .goals
            .iter()
            .map(|goal| json!({ "text": goal.text, "points": goal.points, "reached": goal.result.is_ok(), "why": goal.result.as_ref().err() }))
            .collect();
        let hint = self.hint.and_then(|number| folder.exercise.hint.get(number));
        let hint = hint.map(|hint| json!({ "text": hint.text, "view": hint.view }));
        let later: Vec<Value> = folder
            .exercise
            .hint
            .iter()
            .filter_map(|hint| match hint.when() {
                Ok(When::Tries(tries)) => Some(json!({ "after": tries, "text": hint.text })),
                _ => None,
            })
            .collect();
        json!({ "done": self.is_done(), "goals": goals, "hint": hint, "later": later, "stdout": self.stdout, "diagnostics": self.diagnostics })
    }
}

/// Grades the text of a submission. Files are written to `scratch`.
///
/// # Errors
/// A sentence: it is no submission of this exercise, or files cannot be written.
pub(crate) fn grade(folder: &Folder, submission: &str, scratch: &Path) -> Result<Grade, String> {
    let exercise = &folder.exercise;
    let text = splice(&folder.file(&exercise.file)?, submission)?;
    let runs: Vec<(&Run, Ran)> =
        exercise.run.iter().map(|run| Ok((run, one(folder, &text, run, scratch)?))).collect::<Result<_, String>>()?;
    let goals = exercise.goal.iter().map(|goal| {
        let wanted = goal.wanted()?;
        let failed = runs.iter().find_map(|(run, ran)| reached(&wanted, ran).err().map(|why| (run, why)));
        let result = failed.map_or(Ok(()), |(run, why)| Err(format!("{why}{}", in_which(run, runs.len()))));
        Ok(Reached { text: goal.text.clone(), points: goal.points, result })
    });
    let goals = goals.collect::<Result<Vec<_>, String>>()?;
    let fits = |when: When| match when {
        When::Counter(condition) => runs.iter().any(|(_, ran)| !ran.launches.is_empty() && condition.holds(&ran.launches).is_ok()),
        When::Code(code) => runs.iter().any(|(_, ran)| ran.diagnostics.iter().any(|one| one["code"] == code.as_str())),
        When::Tries(_) => false,
    };
    let hint = exercise.hint.iter().position(|hint| hint.when().is_ok_and(fits));
    let mut runs = runs.into_iter();
    let (stdout, diagnostics) = runs.next().map(|(_, ran)| (ran.stdout, ran.diagnostics)).unwrap_or_default();
    Ok(Grade { goals, hint, stdout, diagnostics })
}

fn reached(wanted: &Wanted, ran: &Ran) -> Result<(), String> {
    if let Some(why) = &ran.why_not {
        return Err(why.clone());
    }
    match wanted {
        Wanted::Stdout(text) if ran.stdout.trim() == text => Ok(()),
        Wanted::Stdout(text) => Err(format!("the program wrote `{}`, not `{text}`", short(ran.stdout.trim()))),
        Wanted::NoFindings => match ran.diagnostics.iter().find(|one| one["severity"] == "error") {
            None => Ok(()),
            Some(one) => Err(format!("{}: {}", one["code"].as_str().unwrap_or_default(), one["message"].as_str().unwrap_or_default())),
        },
        Wanted::Counter(condition) => condition.holds(&ran.launches),
    }
}

/// The beginning of an output.
fn short(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let start: String = first.chars().take(60).collect();
    if start.len() < text.len() { start + " …" } else { start }
}

/// Names a run, without what a hidden one is given.
fn in_which(run: &Run, count: usize) -> String {
    match (count, run.hidden) {
        (1, _) => String::new(),
        (_, true) => ", in a run with other sizes".into(),
        (_, false) => format!(", in the run with `{}`", run.args.join(" ")),
    }
}

/// Profiles a program, and looks for races if the exercise wants it.
fn one(folder: &Folder, text: &str, run: &Run, scratch: &Path) -> Result<Ran, String> {
    let name = &folder.exercise.file;
    let program = scratch.join(name);
    std::fs::write(&program, text).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let profile = scratch.join("profile.json");
    let _ = std::fs::remove_file(&profile);
    let options = ["profile".into(), "-o".into(), profile.clone().into()];
    let (stdout, mut report) = in_sandbox(&options, &program, run, scratch);
    if folder.exercise.sanitize && report["why"] == "finished" {
        let options = ["sanitize".into(), "--checks".into(), "race,init".into()];
        report = in_sandbox(&options, &program, run, scratch).1;
    }
    let full_name = program.display().to_string();
    let diagnostics: Vec<Value> =
        report["diagnostics"].as_array().into_iter().flatten().map(|one| renamed(one, &full_name, name)).collect();
    let why_not = match report["why"].as_str().unwrap_or("not_started") {
        "finished" | "died" => None,
        "not_started" => Some("the program does not compile".to_string()),
        limit => Some(format!("the program met a limit ({limit})")),
    };
    let launches = std::fs::read_to_string(&profile).unwrap_or_default();
    let launches = launches.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok(Ran { stdout, diagnostics, launches, why_not })
}

/// Runs a program in a sandbox, with limits: what it wrote, and the report.
fn in_sandbox(command: &[OsString], program: &Path, run: &Run, scratch: &Path) -> (String, Value) {
    const LIMITS: &str =
        "--json --sandbox --seed 1 --max-memory 1G --timeout 10 --max-output 1048576 --fuel 2000000000 --host-fuel 2000000000";
    let report = scratch.join("report.json");
    let _ = std::fs::remove_file(&report);
    let stdout = Shared::default();
    let outside = Outside {
        stdin: Box::new(Cursor::new(run.stdin.clone().into_bytes())),
        stdout: Box::new(stdout.clone()),
        stderr: Box::new(std::io::sink()),
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        shows_status: false,
        interrupt: crate::Interrupt::default(),
        exit: None,
    };
    let mut line: Vec<OsString> = vec!["kern".into()];
    line.extend(command.iter().cloned());
    line.extend(LIMITS.split(' ').map(Into::into));
    line.extend(["--report".into(), report.clone().into(), program.into(), "--".into()]);
    line.extend(run.args.iter().map(Into::into));
    crate::run(line, outside);
    let report = std::fs::read(&report).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    (stdout.take(), report.unwrap_or_default())
}

/// A diagnostic whose places name the file as the exercise does.
fn renamed(diagnostic: &Value, from: &str, to: &str) -> Value {
    let mut diagnostic = diagnostic.clone();
    for place in diagnostic["places"].as_array_mut().into_iter().flatten() {
        if place["file"] == from {
            place["file"] = to.into();
        }
    }
    diagnostic
}

/// A stream that keeps what is written.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn take(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
