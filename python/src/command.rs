//! The command `kern`: as a process, and as a function whose streams are bytes.

use std::ffi::OsString;
use std::io::{Cursor, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use kern_cli::{Clock, Interrupt, Interruption, Outside, ProgramFiles};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Time between two looks at Python's signals.
const LOOK: Duration = Duration::from_millis(50);

/// A stream that keeps what is written.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs the command with this process's streams; its exit status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, args: Vec<OsString>) -> i32 {
    if let Some(own) = args.first() {
        kern_cli::set_own_path(PathBuf::from(own));
    }
    py.detach(|| kern_cli::run_as_process(args))
}

/// Runs the command; its exit status, what it wrote to standard output and to standard error. With `source`, a name and a text, that is
/// a file of the program, and there are no others.
#[pyfunction]
#[pyo3(signature = (args, stdin, source=None))]
pub(crate) fn command<'py>(
    py: Python<'py>,
    args: Vec<OsString>,
    stdin: Vec<u8>,
    source: Option<(String, String)>,
) -> PyResult<(i32, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let (stdout, stderr, interrupt) = (Kept::default(), Kept::default(), Interrupt::default());
    let outside = Outside {
        stdin: Box::new(Cursor::new(stdin)),
        stdout: Box::new(stdout.clone()),
        stderr: Box::new(stderr.clone()),
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        shows_status: false,
        interrupt: interrupt.clone(),
        exit: None,
        files: source.map_or(ProgramFiles::Disk, |source| ProgramFiles::Memory([source].into())),
        clock: Clock::SYSTEM,
    };
    let (done, ended) = mpsc::channel();
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(move || {
        let status = kern_cli::run(args, outside);
        let _ = done.send(());
        status
    })?;
    let mut raised = None;
    // Python's signals are its main thread's, which is mostly this one.
    let ended = &Mutex::new(ended);
    while py.detach(|| ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)) == Err(mpsc::RecvTimeoutError::Timeout) {
        if let Err(error) = py.check_signals() {
            interrupt.request(Interruption::Interrupt);
            raised.get_or_insert(error);
        }
    }
    let status = py.detach(|| thread.join()).map_err(|_| PyRuntimeError::new_err("kern's own mistake: the command panicked"))?;
    match raised {
        Some(error) => Err(error),
        None => Ok((status, PyBytes::new(py, &stdout.take()), PyBytes::new(py, &stderr.take()))),
    }
}
