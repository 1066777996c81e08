//! `exercise.toml`, and the files it names.

use serde::Deserialize;
use std::path::{Path, PathBuf};

use super::builtin::Lesson;
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

impl Exercise {
    /// Points of all goals.
    pub(crate) fn points(&self) -> u32 {
        self.goal.iter().map(|goal| goal.points).fold(0, u32::saturating_add)
    }
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
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Goal {
    pub(crate) text: String,
    stdout: Option<String>,
    findings: Option<String>,
    counter: Option<String>,
    uses: Option<String>,
    avoids: Option<String>,
    lines: Option<String>,
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
    /// An instruction of device code, or a function that is called.
    Uses(String),
    /// Neither such an instruction nor such a function.
    Avoids(String),
    /// At most so many lines between the marks, without those that are empty or comments.
    Lines(usize),
}

impl Goal {
    pub(crate) fn wanted(&self) -> Result<Wanted, String> {
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':'));
        let named = |name: &str| {
            is_name(name).then(|| name.to_string()).ok_or_else(|| format!("`{name}` is no name of an instruction or function"))
        };
        let fewest = |text: &str| {
            let count = text.strip_prefix("<=").and_then(|count| count.trim().parse().ok());
            count.ok_or_else(|| format!("`lines = \"{text}\"` is not `<= COUNT`"))
        };
        let mut wanted = [
            self.stdout.as_ref().map(|text| Ok(Wanted::Stdout(text.trim().to_string()))),
            self.findings.as_ref().filter(|none| *none == "none").map(|_| Ok(Wanted::NoFindings)),
            self.counter.as_ref().map(|condition| Condition::read(condition).map(Wanted::Counter)),
            self.uses.as_ref().map(|name| named(name).map(Wanted::Uses)),
            self.avoids.as_ref().map(|name| named(name).map(Wanted::Avoids)),
            self.lines.as_ref().map(|text| fewest(text).map(Wanted::Lines)),
        ]
        .into_iter()
        .flatten();
        match (wanted.next(), wanted.next()) {
            (Some(one), None) => one,
            _ => Err(format!(
                "the goal `{}` wants one of `stdout`, `findings = \"none\"`, `counter`, `uses`, `avoids` and `lines`",
                self.text
            )),
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
    /// The lesson that it is; none if its files are on the disk.
    builtin: Option<&'static Lesson>,
    pub(crate) exercise: Exercise,
}

impl Folder {
    /// Reads an exercise and checks that all of it is there.
    ///
    /// # Errors
    /// A sentence.
    pub(crate) fn open(path: &Path) -> Result<Folder, String> {
        let exercise = path.join("exercise.toml");
        let read = toml::from_str(&read(&exercise)?).map_err(|error| format!("{}: {error}", exercise.display()))?;
        Folder::of(path, None, read)
    }

    /// A lesson, whose files are at hand.
    ///
    /// # Errors
    /// A sentence.
    pub(crate) fn builtin(lesson: &'static Lesson) -> Result<Folder, String> {
        let read = serde_json::from_str(lesson.exercise).map_err(|error| format!("{}: {error}", lesson.name))?;
        Folder::of(Path::new(lesson.name), Some(lesson), read)
    }

    fn of(path: &Path, builtin: Option<&'static Lesson>, mut exercise: Exercise) -> Result<Folder, String> {
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
            exercise.goal.push(Goal { text: "no mistakes are found".into(), findings: none, points: 1, ..Goal::default() });
        }
        Ok(Folder { path: path.to_path_buf(), builtin, exercise })
    }

    /// A file of the folder.
    pub(crate) fn file(&self, name: &str) -> Result<String, String> {
        match self.builtin {
            Some(lesson) if name == self.exercise.file => Ok(lesson.program.to_string()),
            Some(lesson) => Err(format!("{}: `{name}` is not at hand", lesson.name)),
            None => read(&self.path.join(name)),
        }
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
