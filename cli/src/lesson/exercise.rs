//! `exercise.toml`, and the files it names.

use serde::Deserialize;
use std::path::{Path, PathBuf};

use super::condition::Condition;

/// An exercise as its file says it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exercise {
    pub(crate) title: String,
    #[serde(default = "main_file")]
    pub(crate) file: String,
    #[serde(default = "solution_file")]
    pub(crate) solution: String,
    /// Races and reads of what was never written are mistakes too.
    #[serde(default)]
    pub(crate) sanitize: bool,
    #[serde(default)]
    pub(crate) run: Vec<Run>,
    #[serde(default)]
    pub(crate) goal: Vec<Goal>,
    #[serde(default)]
    pub(crate) hint: Vec<Hint>,
}

fn main_file() -> String {
    "main.cu".into()
}

fn solution_file() -> String {
    "solution.cu".into()
}

/// One run of the program.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    #[serde(default)]
    pub(crate) args: Vec<String>,
    #[serde(default)]
    pub(crate) stdin: String,
    /// What it is given is not shown.
    #[serde(default)]
    pub(crate) hidden: bool,
}

/// What is to be reached, in each run.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Goal {
    pub(crate) text: String,
    stdout: Option<String>,
    findings: Option<String>,
    counter: Option<String>,
    #[serde(default = "one")]
    pub(crate) points: u32,
}

fn one() -> u32 {
    1
}

/// What is said when something is the case.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    when: Option<String>,
    code: Option<String>,
    after: Option<u32>,
    pub(crate) text: String,
    pub(crate) view: Option<String>,
}

/// A goal, read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Wanted {
    /// Standard output, but for white space around it.
    Stdout(String),
    /// No mistakes.
    NoFindings,
    Counter(Condition),
}

impl Goal {
    pub(crate) fn wanted(&self) -> Result<Wanted, String> {
        match (&self.stdout, &self.findings, &self.counter) {
            (Some(text), None, None) => Ok(Wanted::Stdout(text.trim().to_string())),
            (None, Some(none), None) if none == "none" => Ok(Wanted::NoFindings),
            (None, None, Some(condition)) => Ok(Wanted::Counter(Condition::read(condition)?)),
            _ => Err(format!("the goal `{}` wants one of `stdout`, `findings = \"none\"` and `counter`", self.text)),
        }
    }
}

/// When a hint is said.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum When {
    Counter(Condition),
    /// A diagnostic or finding with this code.
    Code(String),
    /// So many tries were in vain.
    Tries(u32),
}

impl Hint {
    pub(crate) fn when(&self) -> Result<When, String> {
        match (&self.when, &self.code, self.after) {
            (Some(condition), None, None) => Ok(When::Counter(Condition::read(condition)?)),
            (None, Some(code), None) if kern_diag::lookup(code).is_some() => Ok(When::Code(code.clone())),
            (None, None, Some(tries)) => Ok(When::Tries(tries)),
            _ => Err(format!("the hint `{}` wants one of `when`, a `code` that there is, and `after`", self.text)),
        }
    }
}

/// Most bytes of a file of an exercise.
const MOST_FILE: u64 = 1 << 20;

/// An exercise with its folder.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    pub(crate) exercise: Exercise,
}

impl Folder {
    /// Reads an exercise and checks that all of it is there.
    ///
    /// # Errors
    /// A sentence.
    pub(crate) fn open(path: &Path) -> Result<Folder, String> {
        let text = read(&path.join("exercise.toml"))?;
        let mut exercise: Exercise = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.join("exercise.toml").display()))?;
        let named = |text: String| format!("{}: {text}", path.join("exercise.toml").display());
        for file in [&exercise.file, &exercise.solution] {
            if Path::new(file).components().count() != 1 || !file.ends_with(".cu") {
                return Err(named(format!("`{file}` is no .cu file of this folder")));
            }
        }
        for goal in &exercise.goal {
            goal.wanted().map_err(named)?;
        }
        for hint in &exercise.hint {
            hint.when().map_err(named)?;
        }
        if exercise.run.is_empty() {
            exercise.run.push(Run::default());
        }
        if !exercise.goal.iter().any(|goal| goal.findings.is_some()) {
            let none = Some("none".to_string());
            exercise.goal.push(Goal { text: "no mistakes are found".into(), stdout: None, findings: none, counter: None, points: 1 });
        }
        Ok(Folder { path: path.to_path_buf(), exercise })
    }

    /// A file of the folder.
    pub(crate) fn file(&self, name: &str) -> Result<String, String> {
        read(&self.path.join(name))
    }
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    let said = |what: String| format!("{}: {what}", path.display());
    let size = std::fs::metadata(path).map_err(|error| said(error.to_string()))?.len();
    if size > MOST_FILE {
        return Err(said(format!("it has {size} bytes, more than {MOST_FILE}")));
    }
    std::fs::read_to_string(path).map_err(|error| said(error.to_string()))
}
