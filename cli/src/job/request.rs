//! What the page asks for, read with suspicion.

use std::path::PathBuf;

use kern_vm::device::Device;
use serde::Deserialize;

use crate::lesson::builtin::Lesson;

/// Most bytes of a request.
pub const MOST_REQUEST: usize = 1 << 20;
/// Most bytes of the files of a program together.
const MOST_SOURCE: usize = 256 << 10;
/// Most files of a program.
const MOST_FILES: usize = 16;
/// Most arguments, and most bytes of them together.
const MOST_ARGS: usize = 64;
const MOST_ARG_BYTES: usize = 4 << 10;
/// Most bytes of standard input.
const MOST_INPUT: usize = 256 << 10;

/// What is done with a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// It is compiled.
    Check,
    /// It is run.
    Run,
    /// What its kernels ask of memory is counted.
    Profile,
    /// Races, reads of what was never written and leaks are looked for.
    Sanitize,
    /// What a block does is recorded.
    Trace,
    /// What the compiler makes of its kernels is shown.
    Emit,
    /// Which goals of a lesson it reaches.
    Lesson,
}

impl Kind {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Kind); 7] = [
        ("check", Kind::Check),
        ("run", Kind::Run),
        ("profile", Kind::Profile),
        ("sanitize", Kind::Sanitize),
        ("trace", Kind::Trace),
        ("emit", Kind::Emit),
        ("lesson", Kind::Lesson),
    ];

    /// By its name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.iter().find(|kind| kind.0 == name).map(|kind| kind.1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Kind::ALL.iter().find(|kind| kind.1 == self).map_or("", |kind| kind.0)
    }
}

/// A program and how it is to be run.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub(super) files: Vec<SourceFile>,
    #[serde(default)]
    pub(super) args: Vec<String>,
    #[serde(default)]
    pub(super) stdin: String,
    #[serde(default)]
    pub(super) device: Option<String>,
    /// The launch to trace.
    #[serde(default)]
    pub(super) launch: u64,
    /// The number of its block.
    #[serde(default)]
    pub(super) block: u64,
    /// The level of optimisation of the program that is traced, 0 to 3.
    #[serde(default)]
    pub(super) opt: Option<u8>,
    /// The name of the lesson.
    #[serde(default)]
    pub(crate) lesson: Option<String>,
    /// The files of the lesson, where it is none of this repository. The server adds them.
    #[cfg(feature = "playground")]
    #[serde(default)]
    pub(crate) exercise: Option<Exercise>,
}

/// What a job needs of a lesson.
#[cfg(feature = "playground")]
#[derive(Deserialize, serde::Serialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exercise {
    /// What its `exercise.toml` says, as JSON.
    pub(crate) exercise: String,
    /// The program that is changed.
    pub(crate) program: String,
}

/// A file of a program.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) text: String,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// A sentence: it is no request, or larger than one may be.
    pub fn read(bytes: &[u8]) -> Result<Request, String> {
        let request: Request = serde_json::from_slice(bytes).map_err(|error| format!("this is no request: {error}"))?;
        request.check()?;
        Ok(request)
    }

    /// Whether a job of this kind can be made of it.
    ///
    /// # Errors
    /// A sentence.
    pub fn suits(&self, kind: Kind) -> Result<(), String> {
        if kind == Kind::Lesson && self.lesson.is_none() { Err("`lesson` names the lesson".into()) } else { Ok(()) }
    }

    fn check(&self) -> Result<(), String> {
        if self.files.is_empty() || self.files.len() > MOST_FILES {
            return Err(format!("a program has 1 to {MOST_FILES} files, not {}", self.files.len()));
        }
        let bytes: usize = self.files.iter().map(|file| file.text.len()).sum();
        if bytes > MOST_SOURCE {
            return Err(format!("the program has {bytes} bytes; it may have {MOST_SOURCE}"));
        }
        for (number, file) in self.files.iter().enumerate() {
            if !is_file_name(&file.name) {
                return Err(format!("`{}` is no file name here: letters, digits, `_`, `-`, and an end such as `.cu` or `.h`", file.name));
            }
            if self.files[..number].iter().any(|other| other.name.eq_ignore_ascii_case(&file.name)) {
                return Err(format!("two files are called `{}`", file.name));
            }
        }
        let size: usize = self.args.iter().map(String::len).sum();
        if self.args.len() > MOST_ARGS || size > MOST_ARG_BYTES {
            return Err(format!("a program takes at most {MOST_ARGS} arguments with {MOST_ARG_BYTES} bytes"));
        }
        if self.args.iter().any(|argument| argument.contains('\0')) {
            return Err("an argument has no zero bytes".into());
        }
        if self.stdin.len() > MOST_INPUT {
            return Err(format!("standard input has {} bytes; it may have {MOST_INPUT}", self.stdin.len()));
        }
        if self.opt.is_some_and(|level| level > 3) {
            return Err("`opt` is a level of optimisation, 0 to 3".into());
        }
        match &self.device {
            Some(device) if Device::find(device).is_none() => Err(format!("no device is called `{device}`")),
            _ => Ok(()),
        }
    }

    /// The lesson that it is a try at.
    ///
    /// # Errors
    /// A sentence: there is none of its name.
    pub(super) fn lesson(&self) -> Result<&'static Lesson, String> {
        let name = self.lesson.as_deref().unwrap_or_default();
        #[cfg(feature = "playground")]
        if let Some(Exercise { exercise, program }) = &self.exercise {
            let lesson = crate::lesson::own::kept(name.into(), exercise.clone(), String::new(), program.clone());
            return Ok(Box::leak(Box::new(lesson)));
        }
        crate::lesson::builtin::lesson(name).ok_or_else(|| format!("no lesson is called `{name}`"))
    }

    /// The first file, and the others that are compiled.
    pub(super) fn sources(&self) -> (&str, Vec<PathBuf>) {
        let others = self.files[1..].iter().filter(|file| is_compiled(&file.name)).map(|file| PathBuf::from(&file.name));
        (&self.files[0].name, others.collect())
    }
}

/// Whether a name stays in its folder, and is one of a source file.
fn is_file_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let ends = [".cu", ".kern", ".cuh", ".h", ".hpp", ".cpp", ".c", ".ptx"];
    let starts = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    // Windows takes these for devices, whatever their ending.
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_numbered = |device: &str| stem.strip_prefix(device).is_some_and(|rest| rest.len() == 1);
    let is_device = ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || is_numbered("com") || is_numbered("lpt");
    name.len() <= 64 && !is_device && starts && name.chars().all(is_plain) && ends.iter().any(|end| name.ends_with(end))
}

fn is_compiled(name: &str) -> bool {
    [".cu", ".kern", ".cpp", ".c"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, String> {
        Request::read(text.as_bytes())
    }

    #[test]
    fn names_stay_in_their_folder() {
        for name in ["main.cu", "a_b-c.kern", "x.1.h"] {
            assert!(is_file_name(name), "{name}");
        }
        for name in ["", ".cu", "../a.cu", "a/b.cu", "-o.cu", "a b.cu", "a.exe", "a\0.cu", "ä.cu", ".report.json", "nul.cu", "COM1.h"] {
            assert!(!is_file_name(name), "{name}");
        }
    }

    #[test]
    fn a_wrong_request_has_a_sentence() {
        assert!(read("").is_err() && read("[]").is_err() && read(r#"{"files":[]}"#).is_err());
        let twice = r#"{"files":[{"name":"a.cu","text":""},{"name":"a.cu","text":""}]}"#;
        assert!(read(twice).unwrap_err().contains("two files"));
        assert!(read(r#"{"files":[{"name":"a.cu","text":""}],"device":"abacus"}"#).unwrap_err().contains("abacus"));
        assert!(read(r#"{"files":[{"name":"a.cu","text":""}],"opt":4}"#).unwrap_err().contains("0 to 3"));
        let long = format!(r#"{{"files":[{{"name":"a.cu","text":"{}"}}]}}"#, "x".repeat(MOST_SOURCE + 1));
        assert!(read(&long).unwrap_err().contains("262144"));
    }
}
