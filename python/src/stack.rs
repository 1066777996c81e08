//! Room on the stack: threads of Python may have little (`threading.stack_size`), and compiling and launching need more.

use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Bytes that must be left to compile or launch on the caller's stack. A launch was seen to take 100 KiB.
const NEEDED: usize = 1 << 20;

/// Bytes of the stack of a thread of kern's own, as the main thread mostly has.
const STACK: usize = 8 << 20;

/// Time between two looks at Python's signals.
const LOOK: Duration = Duration::from_millis(50);

/// Does `work` while other threads run Python, on a thread of its own where the caller's stack is too small.
///
/// `on_signal` gets what handlers of signals raise while another thread works. On its own thread, `work` looks for signals itself.
///
/// # Errors
/// No thread can be started, or `work` panicked on it.
pub(crate) fn with_room<T: Send>(py: Python<'_>, on_signal: impl FnMut(PyErr), work: impl FnOnce() -> T + Send) -> PyResult<T> {
    match stacker::remaining_stack() {
        Some(left) if left < NEEDED => on_own_thread(py, on_signal, work),
        _ => Ok(py.detach(work)),
    }
}

/// Does `work` on a thread of its own, while the caller looks at Python's signals, which are the main thread's.
///
/// # Errors
/// As [`with_room`].
pub(crate) fn on_own_thread<T: Send>(py: Python<'_>, mut on_signal: impl FnMut(PyErr), work: impl FnOnce() -> T + Send) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (done, ended) = mpsc::channel::<()>();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            // Dropped when the work is over, also by a panic.
            let _done = done;
            work()
        })?;
        let ended = &Mutex::new(ended);
        let is_going_on =
            || ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK) == Err(mpsc::RecvTimeoutError::Timeout);
        while py.detach(is_going_on) {
            if let Err(error) = py.check_signals() {
                on_signal(error);
            }
        }
        py.detach(|| thread.join()).map_err(|_| PyRuntimeError::new_err("kern's own mistake: it panicked"))
    })
}
