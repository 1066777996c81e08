//! What the runtime functions remember between calls.

use super::cuda::Cuda;
use super::files::Files;
use super::random::Random;
use crate::instrument::TimelineEvent;
use std::collections::HashMap;

/// Streams, events, errors, open files, the state of `rand`.
#[derive(Debug)]
pub struct State {
    pub(super) files: Files,
    pub(super) random: Random,
    /// State of `drand48` and its kin, 48 bits.
    pub(super) rand48: u64,
    /// Where `strtok` goes on.
    pub(super) strtok: u64,
    /// Functions to call at the end, in the order of `atexit`: also what destroys variables.
    pub(super) exit_handlers: Vec<u64>,
    /// What destroys the `thread_local` variables of host threads, by their number.
    pub(super) thread_ends: HashMap<u64, Vec<u64>>,
    /// What `abort` calls before it ends the program.
    pub(super) on_abort: Option<u64>,
    /// Functions that `quick_exit` calls, in the order of `at_quick_exit`.
    pub(super) quick_exit_handlers: Vec<u64>,
    /// Memory that functions hand out by name: `errno`, the result of `gmtime`, texts.
    pub(super) statics: HashMap<String, u64>,
    /// Where `chdir` went: relative paths start there.
    pub(super) directory: Option<String>,
    /// Variables set or removed by the program.
    pub(super) environment: HashMap<String, Option<String>>,
    /// Bytes of the device's heap that kernels have taken.
    pub(super) device_heap: u64,
    /// The CUDA runtime.
    pub(super) cuda: Cuda,
}

impl State {
    /// Whether a launch has lost the context.
    pub(super) fn has_lost_context(&self) -> bool {
        self.cuda.is_lost()
    }

    /// What streams were given, where that is kept.
    pub(crate) fn take_work(&mut self) -> Vec<TimelineEvent> {
        self.cuda.take_work()
    }
}

impl Default for State {
    fn default() -> State {
        State {
            files: Files::default(),
            random: Random::new(1),
            rand48: 0,
            strtok: 0,
            exit_handlers: Vec::new(),
            thread_ends: HashMap::new(),
            on_abort: None,
            quick_exit_handlers: Vec::new(),
            statics: HashMap::new(),
            directory: None,
            environment: HashMap::new(),
            device_heap: 0,
            cuda: Cuda::default(),
        }
    }
}

/// `FILE *` values of the first streams (`stdio.h` spells them out); other files count on.
pub(super) struct Handle;

impl Handle {
    /// `stdin`
    pub(super) const STDIN: u64 = 1;
    /// `stdout`
    pub(super) const STDOUT: u64 = 2;
    /// `stderr`
    pub(super) const STDERR: u64 = 3;

    /// The stream of a file descriptor, be it open or not.
    pub(super) fn of_descriptor(fd: i32) -> Option<u64> {
        (fd >= 0).then(|| fd as u64 + 1)
    }
}
