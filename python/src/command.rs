//! The command `kern`: as a process, and as a function whose streams are bytes.

use std::ffi::OsString;
use std::io::{Cursor, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use kern_cli::{Clock, Interrupt, Interruption, Outside, ProgramFiles};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::stack;

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
    let mut raised = None;
    let on_signal = |error| {
        interrupt.request(Interruption::Interrupt);
        raised.get_or_insert(error);
    };
    let status = stack::on_own_thread(py, on_signal, || kern_cli::run(args, outside))?;
    match raised {
        Some(error) => Err(error),
        None => Ok((status, PyBytes::new(py, &stdout.take()), PyBytes::new(py, &stderr.take()))),
    }
}
