//! What the runtime functions remember between calls.

use super::cuda::Cuda;
use super::files::Files;
use super::random::Random;
use crate::instrument::TimelineEvent;
use crate::texture::registry::Registry;
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
    /// Functions to call at the end, in the order of `atexit`.
    pub(super) exit_handlers: Vec<u64>,
    /// Memory that functions hand out by name: `errno`, the result of `gmtime`, texts.
    pub(super) statics: HashMap<String, u64>,
    /// Variables set or removed by the program.
    pub(super) environment: HashMap<String, Option<String>>,
    /// Bytes of the device's heap that kernels have taken.
    pub(super) device_heap: u64,
    /// Bytes of the lines that failed assertions of the launch printed.
    pub(super) assertion_bytes: u64,
    /// The error that a runtime function gave the launch that runs; 0 for none.
    pub(super) launch_error: i32,
    /// Arrays, textures and surfaces.
    pub(crate) textures: Registry,
    /// The CUDA runtime.
    pub(super) cuda: Cuda,
}

impl State {
    /// What streams were given, where that is kept.
    pub(crate) fn take_work(&mut self) -> Vec<TimelineEvent> {
        self.cuda.take_work()
    }

    /// A launch starts.
    pub(crate) fn start_launch(&mut self) {
        self.assertion_bytes = 0;
        self.launch_error = 0;
    }

    /// Another host thread runs, whose last error of the CUDA runtime was this; that of the one that ran.
    pub(crate) fn swap_last_error(&mut self, error: i32) -> i32 {
        self.cuda.swap_last(error)
    }

    /// The launch that runs will fail.
    pub(crate) fn fail_launch(&mut self, error: i32) {
        if self.launch_error == 0 {
            self.launch_error = error;
        }
    }

    /// How the launch fails, if a runtime function said so.
    pub(crate) fn launch_error(&self) -> Option<i32> {
        let error = if self.has_failed_assertion() { crate::launch::error::ASSERT } else { self.launch_error };
        (error != 0).then_some(error)
    }

    /// Whether an assertion has failed in the launch: what goes wrong after it follows from that.
    pub(crate) fn has_failed_assertion(&self) -> bool {
        self.assertion_bytes > 0
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
            statics: HashMap::new(),
            environment: HashMap::new(),
            device_heap: 0,
            assertion_bytes: 0,
            launch_error: 0,
            textures: Registry::default(),
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
