//! What the page asks for: read with suspicion, and turned into a command line of `kern`.

use kern_vm::device::Device;
use serde::Deserialize;

/// Most bytes of a request.
pub(super) const MOST_REQUEST: usize = 1 << 20;
/// Most bytes of the files of a program together.
pub(super) const MOST_SOURCE: usize = 256 << 10;
/// Most files of a program.
const MOST_FILES: usize = 16;
/// Most arguments, and most bytes of them together.
const MOST_ARGS: usize = 64;
const MOST_ARG_BYTES: usize = 4 << 10;
/// Most bytes of standard input.
const MOST_INPUT: usize = 256 << 10;

/// Seconds that a program may take, by the clock.
pub(super) const RUN_SECONDS: u64 = 10;
/// Seconds that the runs of a lesson may take together.
pub(super) const LESSON_SECONDS: u64 = 30;
/// Seconds that checking may take.
pub(super) const CHECK_SECONDS: u64 = 5;
/// Bytes that a program may write.
pub(super) const MOST_OUTPUT: usize = 1 << 20;
/// Warp instructions that a launch may execute.
const FUEL: u64 = 2_000_000_000;

/// What is done with a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Check,
    Run,
    Profile,
    Sanitize,
    Trace,
    /// Which goals of a lesson it reaches.
    Lesson,
}

/// A program and how it is to be run.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    pub(super) files: Vec<SourceFile>,
    #[serde(default)]
    pub(super) args: Vec<String>,
    #[serde(default)]
    pub(super) stdin: String,
    #[serde(default)]
    device: Option<String>,
    /// The launch to trace.
    #[serde(default)]
    pub(super) launch: u64,
    /// The number of its block.
    #[serde(default)]
    pub(super) block: u64,
    /// The name of the lesson.
    #[serde(default)]
    pub(super) lesson: Option<String>,
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
    pub(super) fn read(bytes: &[u8]) -> Result<Request, String> {
        let request: Request = serde_json::from_slice(bytes).map_err(|error| format!("this is no request: {error}"))?;
        request.check()?;
        Ok(request)
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
        if let Some(name) = &self.lesson
            && super::assets::lesson(name).is_none()
        {
            return Err(format!("no lesson is called `{name}`"));
        }
        match &self.device {
            Some(device) if Device::find(device).is_none() => Err(format!("no device is called `{device}`")),
            _ => Ok(()),
        }
    }

    /// The command line, for a process in the folder of the program's files.
    pub(super) fn command_line(&self, kind: Kind, threads: usize) -> Vec<String> {
        let mut line: Vec<String> = Vec::new();
        let mut add = |words: &[&str]| line.extend(words.iter().map(|word| (*word).to_string()));
        let (seconds, output, fuel) = (RUN_SECONDS.to_string(), MOST_OUTPUT.to_string(), FUEL.to_string());
        let (launch, block, threads) = (self.launch.to_string(), self.block.to_string(), threads.to_string());
        match kind {
            Kind::Lesson => {
                add(&["lesson", "try", "--json", LESSON_FOLDER, &self.files[0].name]);
                return line;
            }
            Kind::Check => add(&["check"]),
            Kind::Run => add(&["run"]),
            Kind::Profile => add(&["profile", "--per-block", "-o", PROFILE_FILE]),
            Kind::Sanitize => add(&["sanitize", "--checks", "all"]),
            // The code that is profiled.
            Kind::Trace => add(&["trace", "-O2", "--launch", &launch, "--block", &block, "-o", TRACE_FILE]),
        }
        add(&["--json", "--sandbox"]);
        if let Some(device) = &self.device {
            add(&["--device", device]);
        }
        if kind != Kind::Check {
            add(&["--seed", "1", "--max-memory", "1G", "--timeout", &seconds, "--max-output", &output, "--fuel", &fuel]);
            add(&["--threads", &threads, "--line-buffered", "--report", REPORT_FILE]);
        }
        let sources = self.files.iter().enumerate();
        for (_, file) in sources.filter(|(number, file)| *number == 0 || is_compiled(&file.name)) {
            add(&[&file.name]);
        }
        if kind != Kind::Check {
            add(&["--"]);
            line.extend(self.args.iter().cloned());
        }
        line
    }
}

/// Where the files of a job's lesson lie; no program's file is called so.
pub(super) const LESSON_FOLDER: &str = ".lesson";

/// Where a job's process writes what came of it; no program's file is called so.
pub(super) const REPORT_FILE: &str = ".report.json";
pub(super) const PROFILE_FILE: &str = ".profile.json";
pub(super) const TRACE_FILE: &str = ".trace.ktrace";

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
        let long = format!(r#"{{"files":[{{"name":"a.cu","text":"{}"}}]}}"#, "x".repeat(MOST_SOURCE + 1));
        assert!(read(&long).unwrap_err().contains("262144"));
    }

    #[test]
    fn arguments_stay_behind_the_program() {
        let request = read(r#"{"files":[{"name":"a.cu","text":""},{"name":"b.h","text":""}],"args":["--fuel","9"]}"#).unwrap();
        let line = request.command_line(Kind::Run, 1);
        let end = line.iter().position(|word| word == "--").unwrap();
        assert_eq!(line[end - 1..], ["a.cu", "--", "--fuel", "9"]);
    }
}
