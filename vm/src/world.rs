//! Everything outside the machine goes through [`World`]: with the same world and seed a run gives the same report.

use crate::finding::Place;

/// Output streams of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stream {
    /// `stdout`
    Stdout,
    /// `stderr`
    Stderr,
}

/// Nobody reads the stream any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed;

/// How far a launch is.
pub struct Progress<'a> {
    /// Number of the launch.
    pub launch: u64,
    /// The kernel, as a user reads it.
    pub kernel: &'a str,
    /// Blocks that have ended.
    pub ended: u64,
    /// Blocks of the grid.
    pub blocks: u64,
    /// The line it is at, if it is in a loop.
    pub place: &'a dyn Fn() -> Option<Place>,
}

/// The outside: streams, files, clocks, environment.
pub trait World {
    /// Writes bytes of the program's own output.
    ///
    /// # Errors
    /// Nobody reads them: the program ends, as a process does that writes to a closed pipe.
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Closed>;

    /// Makes what was written visible.
    ///
    /// # Errors
    /// As for `write`.
    fn flush(&mut self, _stream: Stream) -> Result<(), Closed> {
        Ok(())
    }

    /// Reads from standard input into `buffer`; 0 at its end.
    fn read_stdin(&mut self, _buffer: &mut [u8]) -> usize {
        0
    }

    /// The bytes of a file.
    fn read_file(&mut self, _path: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::NotFound.into())
    }

    /// Replaces a file.
    fn write_file(&mut self, _path: &str, _bytes: &[u8]) -> std::io::Result<()> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }

    /// Deletes a file.
    fn remove_file(&mut self, _path: &str) -> std::io::Result<()> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }

    /// Gives a file another name, in place of what has that name.
    fn rename_file(&mut self, from: &str, to: &str) -> std::io::Result<()> {
        let bytes = self.read_file(from)?;
        self.write_file(to, &bytes)?;
        if from == to { Ok(()) } else { self.remove_file(from) }
    }

    /// Makes a directory.
    fn create_directory(&mut self, _path: &str) -> std::io::Result<()> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }

    /// Deletes an empty directory.
    fn remove_directory(&mut self, _path: &str) -> std::io::Result<()> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }

    /// The directory that paths are relative to.
    fn current_directory(&mut self) -> std::io::Result<String> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }

    /// The directory at a path, as `current_directory` would name it if it were that one.
    fn find_directory(&mut self, _path: &str) -> std::io::Result<String> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }

    /// What a directory holds: names, and whether each is a directory.
    fn list_directory(&mut self, _path: &str) -> std::io::Result<Vec<(String, bool)>> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }

    /// Nanoseconds of a clock that never goes back.
    fn monotonic_ns(&mut self) -> u64 {
        0
    }

    /// Nanoseconds since 1970.
    fn unix_ns(&mut self) -> u64 {
        0
    }

    /// Asked before `progress`, as often: whether it is to be called. What it is told of takes longer to put together.
    fn wants_progress(&mut self) -> bool {
        true
    }

    /// A launch goes on: called from time to time, if [`crate::RunConfig::shows_progress`] asks for it.
    fn progress(&mut self, _launch: &Progress) {}

    /// The launch has ended of which `progress` told.
    fn launch_ended(&mut self) {}

    /// An environment variable.
    fn env(&mut self, _name: &str) -> Option<String> {
        None
    }
}

/// A world that keeps the output, without files, with clocks that stand still: for tests and embedding.
#[derive(Clone, Default, Debug)]
pub struct MemoryWorld {
    /// What was written to standard output.
    pub stdout: Vec<u8>,
    /// What was written to standard error.
    pub stderr: Vec<u8>,
}

impl World for MemoryWorld {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Closed> {
        match stream {
            Stream::Stdout => self.stdout.extend_from_slice(bytes),
            Stream::Stderr => self.stderr.extend_from_slice(bytes),
        }
        Ok(())
    }
}
