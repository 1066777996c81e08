//! Lessons from a folder of the disk, for a teacher's own playground. They are read once, when the server starts, and are there as
//! long as it is, as those of this repository are. A job's process sees no file: what it needs of its lesson comes with the request.

use std::path::{Path, PathBuf};

use super::builtin::Lesson;
use super::exercise::{Folder, read};
use super::regions::splice;

/// Most bytes of an exercise's file and its program together: both go with each request.
const MOST_BYTES: usize = 256 << 10;

/// The lessons in a folder, by their names.
///
/// # Errors
/// A sentence: there are none, or one of them is no exercise.
pub(crate) fn lessons(folder: &Path) -> Result<&'static [Lesson], String> {
    let said = |what: &str| format!("{}: {what}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(|error| said(&error.to_string()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.join("exercise.toml").is_file()).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(said("no folder in it has an `exercise.toml`"));
    }
    Ok(paths.iter().map(|path| one(path)).collect::<Result<Vec<_>, _>>()?.leak())
}

fn one(path: &Path) -> Result<Lesson, String> {
    let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(|| format!("{}: its name is no text", path.display()))?;
    let folder = Folder::open(path)?;
    let program = folder.file(&folder.exercise.file)?;
    splice(&program, &program).map_err(|problem| format!("{}: {problem}", path.join(&folder.exercise.file).display()))?;
    let file = path.join("exercise.toml");
    let exercise: serde_json::Value = toml::from_str(&read(&file)?).map_err(|error| format!("{}: {error}", file.display()))?;
    let exercise = exercise.to_string();
    let bytes = exercise.len() + program.len();
    if bytes > MOST_BYTES {
        return Err(format!("{}: the exercise and its program have {bytes} bytes; they may have {MOST_BYTES}", path.display()));
    }
    Ok(kept(name.into(), exercise, read(&path.join("lesson.md"))?, program))
}

/// A lesson of what its exercise says, as JSON, and of these files, which is there as long as the process is.
pub(crate) fn kept(name: String, exercise: String, text: String, program: String) -> Lesson {
    Lesson { name: name.leak(), exercise: exercise.leak(), text: text.leak(), program: program.leak() }
}
