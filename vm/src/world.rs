//! Everything outside the machine goes through [`World`]: with the same world and seed a run gives the same report.

/// Output streams of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stream {
    /// `stdout`
    Stdout,
    /// `stderr`
    Stderr,
}

/// The outside: streams, files, clocks, environment.
pub trait World {
    /// Writes bytes of the program's own output.
    fn write(&mut self, stream: Stream, bytes: &[u8]);

    /// Makes what was written visible.
    fn flush(&mut self, _stream: Stream) {}

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

    /// Nanoseconds of a clock that never goes back.
    fn monotonic_ns(&mut self) -> u64 {
        0
    }

    /// Nanoseconds since 1970.
    fn unix_ns(&mut self) -> u64 {
        0
    }

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
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Stdout => self.stdout.extend_from_slice(bytes),
            Stream::Stderr => self.stderr.extend_from_slice(bytes),
        }
    }
}
