//! The trials: whole programs with what must come of them, run as processes of their own.
//!
//! `tests/trials/expected.txt` has one row a run:
//!
//! ```text
//! wrong/01_missing_semicolon.cu  exit=2 says=K0202                     # remark
//! hostile/09_mem_host.cu         args=--max-memory,512M exit=0 megabytes=700
//! ```
//!
//! - `args=A,B`: options of `kern run`; `argv=A,B`: arguments of the program;
//! - `exit=N`: the exit status (default 0); `exit=N|M` either;
//! - `says=K0202,R0101`: codes of all reports in their order; without it nothing may be reported; `says=*` anything;
//! - `out=FILE`: standard output must be that file's text (default: NAME.out beside the program or in `right_outputs/`,
//!   where there is one); `out=*` anything;
//! - `seconds=N`, `megabytes=N`: most time (default 40) and memory, this where the system tells it (Linux);
//! - `both`: on both engines at levels 0 and 2.
//!
//! A row that a later change must alter says so in its remark (`later: …`): it is checked as it stands until then.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A run and what must come of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The program, relative to the folder of the trials.
    pub program: String,
    /// Options of `kern run`.
    pub args: Vec<String>,
    /// Arguments of the program.
    pub argv: Vec<String>,
    /// Exit statuses, one of which must come.
    pub exit: Vec<i32>,
    /// Codes of the reports in order; `None`: not looked at.
    pub says: Option<Vec<String>>,
    /// The file with standard output; `*`: not looked at; `None`: the usual one, if it is there.
    pub out: Option<String>,
    /// Most seconds.
    pub seconds: u64,
    /// Most megabytes (10^6 bytes) of resident memory.
    pub megabytes: Option<u64>,
    /// Run on both engines at levels 0 and 2.
    pub both: bool,
    /// What the row says of itself.
    pub remark: String,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The exit status; `None` when it was ended by a signal or at its time.
    pub exit: Option<i32>,
    /// Codes of the reports in order.
    pub says: Vec<String>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Wall time.
    pub time: Duration,
    /// Most resident memory in bytes, 0 where unknown.
    pub memory: u64,
}

/// Reads the rows of `text`.
///
/// # Errors
/// A malformed row, with its number.
pub fn rows(text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (fields, remark) = line.split_once('#').unwrap_or((line, ""));
        let mut fields = fields.split_whitespace();
        let Some(program) = fields.next() else { continue };
        rows.push(row(program, fields, remark.trim()).map_err(|e| format!("line {}: {e}", index + 1))?);
    }
    Ok(rows)
}

fn row<'a>(program: &str, fields: impl Iterator<Item = &'a str>, remark: &str) -> Result<Row, String> {
    let mut row = Row {
        program: program.to_string(),
        args: Vec::new(),
        argv: Vec::new(),
        exit: vec![0],
        says: Some(Vec::new()),
        out: None,
        seconds: 40,
        megabytes: None,
        both: false,
        remark: remark.to_string(),
    };
    let list = |value: &str, mark: char| value.split(mark).map(String::from).collect::<Vec<_>>();
    for field in fields {
        let (key, value) = field.split_once('=').unwrap_or((field, ""));
        let number = || value.parse::<u64>().map_err(|_| format!("`{field}` wants a number"));
        match key {
            "args" => row.args = list(value, ','),
            "argv" => row.argv = list(value, ','),
            "exit" => row.exit = value.split('|').map(str::parse).collect::<Result<_, _>>().map_err(|_| format!("bad `{field}`"))?,
            "says" => row.says = (value != "*").then(|| list(value, ',')),
            "out" => row.out = Some(value.to_string()),
            "seconds" => row.seconds = number()?,
            "megabytes" => row.megabytes = Some(number()?),
            "both" => row.both = true,
            _ => return Err(format!("unknown field `{field}`")),
        }
    }
    Ok(row)
}

impl Row {
    /// The options of each run of the row.
    pub fn variants(&self) -> Vec<Vec<&'static str>> {
        let engines = [["--engine", "interp"], ["--engine", "jit"]];
        match self.both {
            false => vec![Vec::new()],
            true => engines.iter().flat_map(|e| ["-O0", "-O2"].map(|level| vec![e[0], e[1], level])).collect(),
        }
    }

    /// Why `outcome` is not what the row wants, in few words; `None` if it is.
    pub fn problem(&self, outcome: &Outcome, expected_output: Option<&[u8]>) -> Option<String> {
        let Some(exit) = outcome.exit else {
            let is_late = outcome.time >= Duration::from_secs(self.seconds);
            return Some(if is_late { format!("ran past {} s", self.seconds) } else { "was ended by a signal".into() });
        };
        if !self.exit.contains(&exit) {
            return Some(format!("exit {exit}, not {}", self.exit.iter().map(i32::to_string).collect::<Vec<_>>().join(" or ")));
        }
        if let Some(says) = self.says.as_ref().filter(|says| **says != outcome.says) {
            let shown = |codes: &[String]| if codes.is_empty() { "nothing".to_string() } else { codes.join(",") };
            return Some(format!("says {}, not {}", shown(&outcome.says), shown(says)));
        }
        if expected_output.is_some_and(|e| e != outcome.stdout) {
            return Some("other output".into());
        }
        let megabytes = outcome.memory.div_ceil(1_000_000);
        self.megabytes.filter(|&most| megabytes > most).map(|most| format!("{megabytes} MB, more than {most}"))
    }

    /// What must be on standard output, if that is looked at.
    ///
    /// # Errors
    /// The row names a file that is not there.
    pub fn expected_output(&self, folder: &Path) -> Result<Option<Vec<u8>>, String> {
        let read = |path: PathBuf| std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()));
        let beside = folder.join(&self.program).with_extension("out");
        match self.out.as_deref() {
            Some("*") => Ok(None),
            Some(name) => read(folder.join(name)).map(Some),
            None if beside.exists() => read(beside).map(Some),
            None => Ok(None),
        }
    }
}

/// Runs `kern run` with `options` on the row's program in `folder`; at the row's time it is killed.
///
/// # Errors
/// `kern` cannot be started.
pub fn run(kern: &Path, folder: &Path, row: &Row, options: &[&str]) -> Result<Outcome, String> {
    let mut command = Command::new(kern);
    command.arg("run").arg("--json").args(options).args(&row.args).arg(&row.program).args(&row.argv).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|e| format!("{}: {e}", kern.display()))?;
    let stdout = reader(child.stdout.take());
    let stderr = reader(child.stderr.take());
    let (mut memory, limit) = (0, Duration::from_secs(row.seconds));
    let exit = loop {
        memory = memory.max(most_memory(child.id()));
        match child.try_wait() {
            Ok(Some(status)) => break status.code(),
            Ok(None) if start.elapsed() < limit => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    let time = start.elapsed();
    let (stdout, stderr) = (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default());
    Ok(Outcome { exit, says: codes(&String::from_utf8_lossy(&stderr)), stdout, time, memory })
}

/// Reads a stream to its end, but keeps at most 16 MB of it.
fn reader(stream: Option<impl std::io::Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let (mut kept, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
        let Some(mut stream) = stream else { return kept };
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            if kept.len() < 16 << 20 {
                kept.extend_from_slice(&buffer[..count]);
            }
        }
        kept
    })
}

/// The codes of the JSON reports in `text`, in their order.
fn codes(text: &str) -> Vec<String> {
    let reports = text.lines().filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    reports.filter_map(|r| r["code"].as_str().map(String::from)).collect()
}

/// The most memory that a running process has had, in bytes; 0 where the system does not say.
fn most_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(exit: i32, says: &[&str]) -> Outcome {
        let says = says.iter().map(|s| s.to_string()).collect();
        Outcome { exit: Some(exit), says, stdout: b"x".to_vec(), time: Duration::ZERO, memory: 5_000_001 }
    }

    #[test]
    fn rows_say_what_they_want() {
        let rows = rows("# head\n\na/b.cu exit=1|2 says=R0101,K0601 megabytes=5 both # later: races\n").expect("well-formed");
        let row = &rows[0];
        assert_eq!((row.exit.as_slice(), row.remark.as_str(), row.variants().len()), ([1, 2].as_slice(), "later: races", 4));
        assert!(row.problem(&outcome(0, &[]), None).is_some_and(|p| p.contains("exit 0, not 1 or 2")));
        assert!(row.problem(&outcome(1, &["R0101"]), None).is_some_and(|p| p.contains("says R0101")));
        assert!(row.problem(&outcome(2, &["R0101", "K0601"]), None).is_some_and(|p| p.contains("6 MB, more than 5")));
        assert!(super::rows("a.cu exit=x").is_err());
        assert!(super::rows("a.cu what=1").is_err());
    }

    #[test]
    fn every_trial_has_a_row() {
        let folder = crate::root().join("tests/trials");
        let text = std::fs::read_to_string(folder.join("expected.txt")).expect("it is there");
        let rows = super::rows(&text).expect("well-formed");
        for path in crate::files_below(&folder, &["cu", "ptx"]) {
            let name = path.strip_prefix(&folder).expect("below").display().to_string();
            assert!(rows.iter().any(|r| r.program == name), "{name} has no row in expected.txt");
        }
        for row in &rows {
            assert!(folder.join(&row.program).exists(), "{} is not there", row.program);
            row.expected_output(&folder).expect("its output is there");
        }
    }
}
