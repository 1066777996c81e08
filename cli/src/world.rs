//! The real world of a running program: standard streams, files, clocks, environment.

use std::io::{BufWriter, Read, Write};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use kern_vm::{Stream, World};

use crate::Outside;

/// The process's streams, files and clocks. Standard output is buffered here and flushed when the program flushes,
/// before anything goes to standard error (so that the two keep their order on a terminal), and at the end.
pub(crate) struct ProcessWorld<'a> {
    stdin: &'a mut dyn Read,
    stdout: BufWriter<&'a mut dyn Write>,
    stderr: &'a mut dyn Write,
    line_buffered: bool,
    start: Instant,
}

impl<'a> ProcessWorld<'a> {
    pub(crate) fn new(outside: &'a mut Outside) -> ProcessWorld<'a> {
        ProcessWorld {
            stdin: &mut outside.stdin,
            stdout: BufWriter::with_capacity(1 << 16, &mut outside.stdout),
            stderr: &mut outside.stderr,
            line_buffered: outside.stdout_is_terminal,
            start: Instant::now(),
        }
    }
}

impl World for ProcessWorld<'_> {
    // A write to a closed pipe is dropped: the program ends as it would have.
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Stdout => {
                let _ = self.stdout.write_all(bytes);
                if self.line_buffered && bytes.contains(&b'\n') {
                    let _ = self.stdout.flush();
                }
            }
            Stream::Stderr => {
                let _ = self.stdout.flush();
                let _ = self.stderr.write_all(bytes);
            }
        }
    }

    fn flush(&mut self, stream: Stream) {
        let _ = match stream {
            Stream::Stdout => self.stdout.flush(),
            Stream::Stderr => self.stderr.flush(),
        };
    }

    fn read_stdin(&mut self, buffer: &mut [u8]) -> usize {
        // What the program asked is on the screen before it waits for an answer.
        let _ = self.stdout.flush();
        loop {
            match self.stdin.read(buffer) {
                Ok(n) => return n,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return 0,
            }
        }
    }

    fn read_file(&mut self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn write_file(&mut self, path: &str, bytes: &[u8]) -> std::io::Result<()> {
        std::fs::write(path, bytes)
    }

    fn remove_file(&mut self, path: &str) -> std::io::Result<()> {
        std::fs::remove_file(path)
    }

    fn monotonic_ns(&mut self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }

    fn unix_ns(&mut self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64)
    }

    fn env(&mut self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
}
