//! SIGINT and SIGTERM: the first ends the program at the next place where that is looked at, the second the process.
//!
//! While nothing runs that could be ended (kern compiles, prints, reads), the first ends the process too.

use std::io::Read;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use kern_vm::{Interrupt, Interruption};

/// What the handler rings.
static BELL: OnceLock<Interrupt> = OnceLock::new();

/// Whether a program runs that hears it.
static IS_RUNNING: AtomicBool = AtomicBool::new(false);

/// A program runs that `interrupt` ends; until this is dropped.
pub(crate) struct Running(());

impl Running {
    /// Signals end the program from here on, if this is a process of its own.
    pub(crate) fn begin(interrupt: &Interrupt, is_process: bool) -> Running {
        if is_process && BELL.set(interrupt.clone()).is_ok() {
            system::install();
        }
        IS_RUNNING.store(is_process, Ordering::Relaxed);
        Running(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        IS_RUNNING.store(false, Ordering::Relaxed);
    }
}

/// Rings; false if nobody hears that, or did not hear the last one.
#[cfg_attr(not(unix), expect(dead_code))]
fn ring(why: Interruption) -> bool {
    let Some(bell) = BELL.get().filter(|bell| IS_RUNNING.load(Ordering::Relaxed) && bell.get().is_none()) else { return false };
    bell.request(why);
    true
}

/// Standard input, which does not keep a program that was ended waiting.
pub struct Input {
    interrupt: Interrupt,
}

impl Input {
    /// Reading ends when `interrupt` is requested.
    pub fn new(interrupt: Interrupt) -> Input {
        Input { interrupt }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        system::read(&self.interrupt, buffer)
    }
}

#[cfg(unix)]
mod system {
    use super::{Interrupt, Interruption, ring};

    /// Milliseconds between two looks at the interrupt.
    const LOOK: i32 = 50;

    extern "C" fn handle(signal: i32) {
        let why = if signal == libc::SIGINT { Interruption::Interrupt } else { Interruption::Terminate };
        if !ring(why) {
            // SAFETY: ends the process at once; a handler may call it.
            unsafe { libc::_exit(128 + signal) }
        }
    }

    pub(super) fn install() {
        for signal in [libc::SIGINT, libc::SIGTERM] {
            // SAFETY: plain structures of the C library, zeroed ones are valid; the handler only uses atomics and `_exit`.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                let mut before: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handle as *const () as usize;
                // Whoever started the process may have wanted it to ignore the signal.
                if libc::sigaction(signal, std::ptr::null(), &raw mut before) == 0 && before.sa_sigaction != libc::SIG_IGN {
                    libc::sigaction(signal, &raw const action, std::ptr::null_mut());
                }
            }
        }
    }

    /// Reads from standard input, without a buffer that hides what is there; nothing if the program was ended meanwhile.
    pub(super) fn read(interrupt: &Interrupt, buffer: &mut [u8]) -> std::io::Result<usize> {
        if !wait(interrupt) {
            return Ok(0);
        }
        // SAFETY: the buffer has that many bytes.
        let size = unsafe { libc::read(libc::STDIN_FILENO, buffer.as_mut_ptr().cast(), buffer.len()) };
        usize::try_from(size).map_err(|_| std::io::Error::last_os_error())
    }

    /// Waits until there is something to read, or an end; false if the program was ended meanwhile.
    fn wait(interrupt: &Interrupt) -> bool {
        loop {
            let mut input = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
            // SAFETY: one structure that lives.
            let ready = unsafe { libc::poll(&raw mut input, 1, LOOK) };
            if interrupt.get().is_some() {
                return false;
            }
            // What cannot be waited for can be read.
            if ready > 0 || ready < 0 && std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
                return true;
            }
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::Interrupt;
    use std::io::Read;

    pub(super) fn install() {}

    pub(super) fn read(_interrupt: &Interrupt, buffer: &mut [u8]) -> std::io::Result<usize> {
        std::io::stdin().read(buffer)
    }
}
