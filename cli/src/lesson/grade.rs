//! Runs a submission, and says which goals it reaches and which hint fits.

use std::cell::LazyCell;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kern_vm::device::DEFAULT;
use serde_json::{Value, json};

use super::code::{Code, code_of};
use super::exercise::{Folder, Run, Wanted, When};
use super::machine::{FUEL, Machine, compile_args, nowhere};
use super::regions::{lines_between, splice};
use crate::Outside;
use crate::args::{LimitArgs, RunArgs};
use crate::commands::profile::launch_objects;
use crate::commands::run::{Executed, Watched, execute_kept};
use crate::report::Reporter;

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

    /// Points of the goals that are reached.
    pub(crate) fn points(&self) -> u32 {
        self.goals.iter().filter(|goal| goal.result.is_ok()).map(|goal| goal.points).fold(0, u32::saturating_add)
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

/// Grades the text of a submission.
///
/// # Errors
/// A sentence: it is no submission of this exercise.
pub(crate) fn grade(folder: &Folder, submission: &str, machine: &Machine) -> Result<Grade, String> {
    let exercise = &folder.exercise;
    let text = splice(&folder.file(&exercise.file)?, submission)?;
    let runs: Vec<(&Run, Ran)> =
        exercise.run.iter().map(|run| Ok((run, one(folder, &text, run, machine)?))).collect::<Result<_, String>>()?;
    let code = LazyCell::new(|| code_of(&exercise.file, &text, machine));
    let goals = exercise.goal.iter().map(|goal| {
        let wanted = goal.wanted()?;
        let each: Vec<Result<(), String>> = runs.iter().map(|(_, ran)| reached(&wanted, ran)).collect();
        let result = each.iter().position(Result::is_err).map_or(Ok(()), |first| {
            // What is the same in all runs is not of one.
            let is_of_all = each.iter().all(|other| *other == each[first]);
            each[first].clone().map_err(|why| if is_of_all { why } else { why + &in_which(runs[first].0) })
        });
        let result = result.and_then(|()| written(&wanted, &text, &|| code.as_ref().map_err(Clone::clone)));
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
            Some(one) => Err(finding(one)),
        },
        Wanted::Counter(condition) => condition.is_reached(&ran.launches),
        Wanted::Uses(_) | Wanted::Avoids(_) | Wanted::Lines(_) => Ok(()),
    }
}

/// A mistake in one sentence: its code, its line, what is wrong.
fn finding(one: &Value) -> String {
    let places = one["places"].as_array().into_iter().flatten();
    let line = places.filter(|place| place["primary"] == true).find_map(|place| place["line"].as_u64());
    let line = line.map_or(String::new(), |line| format!(" in line {line}"));
    format!("{}{line}: {}", one["code"].as_str().unwrap_or_default(), one["message"].as_str().unwrap_or_default())
}

/// What a goal wants of the program itself, whatever a run of it does.
fn written<'a>(wanted: &Wanted, text: &str, code: &dyn Fn() -> Result<&'a Code, String>) -> Result<(), String> {
    match wanted {
        Wanted::Uses(name) if code()?.has(name) => Ok(()),
        Wanted::Uses(name) => Err(format!("the program does not use `{name}`")),
        Wanted::Avoids(name) if code()?.has(name) => Err(format!("the program uses `{name}`")),
        Wanted::Lines(most) => match lines_between(text)? {
            count if count > *most => Err(format!("there are {count} lines between the marks, more than {most}")),
            _ => Ok(()),
        },
        Wanted::Avoids(_) | Wanted::Stdout(_) | Wanted::NoFindings | Wanted::Counter(_) => Ok(()),
    }
}

/// The beginning of an output.
fn short(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let start: String = first.chars().take(60).collect();
    if start.len() < text.len() { start + " …" } else { start }
}

/// Names a run, without what a hidden one is given.
fn in_which(run: &Run) -> String {
    if run.hidden {
        return " (in a run with other sizes)".into();
    }
    let s = if run.args.len() == 1 { "" } else { "s" };
    format!(" (in the run with the argument{s} `{}`)", run.args.join(" "))
}

/// Profiles a program, and looks for races if the exercise wants it.
fn one(folder: &Folder, text: &str, run: &Run, machine: &Machine) -> Result<Ran, String> {
    let name = &folder.exercise.file;
    let files: Arc<[(String, String)]> = [(name.clone(), text.to_string())].into();
    let (stdout, profiled) = in_sandbox(&files, run, Watched { profile: true, ..Watched::default() }, 2, machine);
    let mut told = profiled.told;
    let mut launches = Vec::new();
    if let Ok((mut loaded, report)) = profiled.done {
        launches = launch_objects(&mut loaded, &report, DEFAULT, usize::MAX);
    }
    if folder.exercise.sanitize && told["why"] == "finished" {
        told = in_sandbox(&files, run, Watched { races: true, init: true, ..Watched::default() }, 0, machine).1.told;
    }
    let diagnostics = told["diagnostics"].as_array().cloned().unwrap_or_default();
    let why_not = match told["why"].as_str().unwrap_or("not_started") {
        "finished" | "died" => None,
        "not_started" => Some("the program does not compile".to_string()),
        limit => Some(format!("the program met a limit ({limit})")),
    };
    Ok(Ran { stdout, diagnostics, launches, why_not })
}

/// Runs a program in a sandbox, with limits: what it wrote, and the rest.
fn in_sandbox(files: &Arc<[(String, String)]>, run: &Run, watched: Watched, level: u8, machine: &Machine) -> (String, Executed) {
    let limits = LimitArgs {
        max_memory: Some(1 << 30),
        // Nobody watches the clock where there are no threads.
        timeout: cfg!(not(target_family = "wasm")).then_some(Duration::from_secs(10)),
        host_fuel: Some(FUEL),
        max_output: Some(1 << 20),
        devices: None,
        seed: Some(1),
        report: None,
    };
    let compile = compile_args(&files[0].0, level);
    let args = RunArgs { engine: machine.engine, fuel: Some(FUEL), args: run.args.clone(), ..RunArgs::of(compile, limits) };
    let stdout = Shared::default();
    let stdin = Box::new(Cursor::new(run.stdin.clone().into_bytes()));
    let mut outside = Outside { stdin, stdout: Box::new(stdout.clone()), ..nowhere(files, machine) };
    let mut reporter = Reporter::silent(&args.compile, &outside);
    let watched = Watched { arenas: machine.arenas, ..watched };
    let executed = execute_kept(&args, watched, &mut reporter, &mut outside);
    (stdout.take(), executed)
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
