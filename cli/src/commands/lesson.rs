//! `kern lesson`: begins and checks exercises, and grades a submission.

use std::io::Write;
use std::path::{Path, PathBuf};

use kern_vm::memory::ArenaSizes;

use crate::args::{EngineName, LessonCommand};
use crate::lesson::exercise::{Folder, When, read};
use crate::lesson::grade::{Grade, grade};
use crate::lesson::machine::Machine;
use crate::lesson::regions::splice;
use crate::lesson::template::FILES;
use crate::{EXIT_USAGE, Interrupt, Outside};

pub(crate) fn run(command: &LessonCommand, outside: &mut Outside) -> i32 {
    match command {
        LessonCommand::New { folder } => begin(folder, outside),
        LessonCommand::Check { folders } => check_all(folders, outside),
        LessonCommand::Try { folder, file, engine, json } => attempt(folder, file, *engine, *json, outside),
    }
}

fn check_all(folders: &[PathBuf], outside: &mut Outside) -> i32 {
    let mut status = 0;
    for path in folders {
        let problems = match Folder::open(path) {
            Ok(folder) => check(&folder, &machine(outside)).unwrap_or_else(|problem| vec![problem]),
            Err(problem) => vec![problem],
        };
        let name = path.display();
        if problems.is_empty() {
            let _ = writeln!(outside.stdout, "{name}: ok");
        } else {
            status = 1;
            for problem in problems {
                let _ = writeln!(outside.stdout, "{name}: {problem}");
            }
        }
    }
    status
}

/// Writes the files of a new exercise into a folder that is not there yet, or empty.
fn begin(folder: &Path, outside: &mut Outside) -> i32 {
    let is_empty = std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    let written = match is_empty {
        false => Err("there are files in it already".to_string()),
        true => FILES.iter().try_for_each(|(name, text)| {
            let path = folder.join(name);
            let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            made.and_then(|()| std::fs::write(&path, text)).map_err(|error| error.to_string())
        }),
    };
    let shown = folder.display();
    match written {
        Ok(()) => {
            let _ = writeln!(outside.stdout, "{shown}: a small exercise to change; `kern lesson check {shown}` says what is wrong with it");
            0
        }
        Err(problem) => {
            let _ = writeln!(outside.stderr, "error: {shown}: {problem}");
            EXIT_USAGE
        }
    }
}

/// What submissions run on.
pub(super) fn machine(outside: &Outside) -> Machine {
    Machine { engine: EngineName::Jit, arenas: ArenaSizes::default(), interrupt: Interrupt::default(), clock: outside.clock }
}

/// What is wrong with an exercise.
fn check(folder: &Folder, machine: &Machine) -> Result<Vec<String>, String> {
    let exercise = &folder.exercise;
    let mut problems = Vec::new();
    let start = folder.file(&exercise.file)?;
    let solution = folder.file(&exercise.solution)?;
    folder.file("lesson.md")?;
    let begun = grade(folder, &start, machine)?;
    if !begun.compiles() {
        problems.push(format!("`{}` does not compile", exercise.file));
    }
    if begun.is_done() {
        problems.push(format!("`{}` reaches all goals already", exercise.file));
    }
    if splice(&start, &solution)? != solution {
        problems.push(format!("`{}` differs from `{}` outside of the parts to edit", exercise.solution, exercise.file));
    }
    let solved = grade(folder, &solution, machine)?;
    for goal in &solved.goals {
        if let Err(why) = &goal.result {
            problems.push(format!("`{}` does not reach `{}`: {why}", exercise.solution, goal.text));
        }
    }
    let mut triggered = Vec::new();
    let wrong = std::fs::read_dir(folder.path.join("wrong")).into_iter().flatten().flatten();
    let mut wrong: Vec<PathBuf> = wrong.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "cu")).collect();
    wrong.sort();
    for path in wrong {
        let grade = grade(folder, &read(&path)?, machine)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if grade.is_done() {
            problems.push(format!("`wrong/{name}` reaches all goals"));
        }
        match grade.hint {
            Some(hint) => triggered.push(hint),
            None => problems.push(format!("no hint fits `wrong/{name}`")),
        }
    }
    if let Some(hint) = begun.hint {
        triggered.push(hint);
    }
    for (number, hint) in exercise.hint.iter().enumerate() {
        if !matches!(hint.when()?, When::Tries(_)) && !triggered.contains(&number) {
            problems.push(format!("neither the start nor a file of `wrong/` gets the hint `{}` first", hint.text));
        }
    }
    Ok(problems)
}

fn attempt(folder: &Path, file: &Path, engine: EngineName, json: bool, outside: &mut Outside) -> i32 {
    let graded = Folder::open(folder).and_then(|folder| {
        let grade = grade(&folder, &read(file)?, &Machine { engine, ..machine(outside) })?;
        Ok((folder, grade))
    });
    match graded {
        Ok((folder, grade)) if json => {
            let _ = writeln!(outside.stdout, "{}", grade.value(&folder));
            i32::from(!grade.is_done())
        }
        Ok((folder, grade)) => {
            tell(&folder, &grade, outside);
            i32::from(!grade.is_done())
        }
        Err(problem) => {
            let _ = writeln!(outside.stderr, "error: {problem}");
            EXIT_USAGE
        }
    }
}

fn tell(folder: &Folder, grade: &Grade, outside: &mut Outside) {
    let _ = writeln!(outside.stdout, "{}", folder.exercise.title);
    for goal in &grade.goals {
        let _ = match &goal.result {
            Ok(()) => writeln!(outside.stdout, "  reached      {}", goal.text),
            Err(why) => writeln!(outside.stdout, "  not reached  {}: {why}", goal.text),
        };
    }
    if let Some(hint) = grade.hint.and_then(|number| folder.exercise.hint.get(number)) {
        let _ = writeln!(outside.stdout, "  hint: {}", hint.text);
    }
}
