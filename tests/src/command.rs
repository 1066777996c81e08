//! The `kern` command, run inside this process.

use std::ffi::OsString;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use serde_json::Value;

/// What a run of the command did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The exit status.
    pub status: i32,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
}

impl Outcome {
    /// Standard output as text.
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// The diagnostics and findings of a run with `--json`.
    pub fn diagnostics(&self) -> Vec<Value> {
        let lines = self.stderr.lines().filter(|l| l.starts_with("{\"code\""));
        lines.filter_map(|l| serde_json::from_str(l).ok()).collect()
    }
}

/// Runs `kern ARGS…` with `stdin` as its standard input.
pub fn kern<S: AsRef<str>>(args: &[S], stdin: &[u8]) -> Outcome {
    let stdout = Shared::default();
    let stderr = Shared::default();
    let outside = kern_cli::Outside {
        stdin: Box::new(Cursor::new(stdin.to_vec())),
        stdout: Box::new(stdout.clone()),
        stderr: Box::new(stderr.clone()),
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        shows_status: false,
        interrupt: kern_cli::Interrupt::default(),
        exit: None,
        files: kern_cli::ProgramFiles::Disk,
        clock: kern_cli::Clock::SYSTEM,
    };
    let args = std::iter::once("kern").chain(args.iter().map(AsRef::as_ref)).map(OsString::from);
    let status = kern_cli::run(args, outside);
    Outcome { status, stdout: stdout.take(), stderr: String::from_utf8_lossy(&stderr.take()).into_owned() }
}

/// A stream that keeps what is written.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().expect("no test panics while writing"))
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no test panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
