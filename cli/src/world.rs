//! The world of a running program: the process's standard streams and clocks, and files and environment of the machine or
//! of a sandbox.

use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::Path;
use std::time::Duration;

use kern_vm::{Closed, Interrupt, Progress, Stream, World};

use crate::memory_files::{self, MemoryFiles};
use crate::run_report::RunReportFile;
use crate::status_line::StatusLine;
use crate::{Clock, Outside};

/// Most bytes of a file that a program opens.
const MOST_BYTES: u64 = 1 << 30;

/// Where a program's files are.
pub(crate) enum Files {
    /// On the disk, all but kern's own report.
    Disk(Option<RunReportFile>),
    /// In memory.
    Memory(MemoryFiles),
    /// On the disk, but what is written is in memory.
    Above(MemoryFiles, Option<RunReportFile>),
}

/// The process's streams, files and clocks. Standard output is buffered here and flushed when the program flushes,
/// before anything goes to standard error (so that the two keep their order on a terminal), and at the end.
pub(crate) struct ProcessWorld<'a> {
    stdin: &'a mut dyn Read,
    stdout: BufWriter<&'a mut dyn Write>,
    stderr: &'a mut dyn Write,
    line_buffered: bool,
    clock: Clock,
    start: Duration,
    files: Files,
    interrupt: Interrupt,
    status_line: StatusLine,
}

impl<'a> ProcessWorld<'a> {
    pub(crate) fn new(outside: &'a mut Outside, files: Files) -> ProcessWorld<'a> {
        ProcessWorld {
            stdin: &mut outside.stdin,
            stdout: BufWriter::with_capacity(1 << 16, &mut outside.stdout),
            stderr: &mut outside.stderr,
            line_buffered: outside.stdout_is_terminal,
            clock: outside.clock,
            start: (outside.clock.monotonic)(),
            files,
            interrupt: outside.interrupt.clone(),
            status_line: StatusLine::default(),
        }
    }
}

/// The directory that relative paths of this process start at.
pub(crate) fn process_directory() -> std::io::Result<String> {
    std::env::current_dir()?.into_os_string().into_string().map_err(|_| ErrorKind::InvalidData.into())
}

/// Only that nobody reads ends a program: a full disk does not.
fn is_read(result: std::io::Result<()>) -> Result<(), Closed> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Closed),
        _ => Ok(()),
    }
}

/// The name of a directory of the disk that has no links in it, as the kernel's (POSIX, `getcwd`).
fn find_plain_directory(path: &Path) -> std::io::Result<String> {
    // Windows begins a name without links with `\\?\`, behind which `/` parts nothing.
    let full = if cfg!(windows) { std::path::absolute(path)? } else { path.canonicalize()? };
    if !std::fs::metadata(&full)?.is_dir() {
        return Err(ErrorKind::NotADirectory.into());
    }
    full.into_os_string().into_string().map_err(|_| ErrorKind::InvalidData.into())
}

/// The names in a directory of the disk; one that is no text is left out.
fn list_plain(path: &Path) -> std::io::Result<Vec<(String, bool)>> {
    let entries = std::fs::read_dir(path)?.flatten();
    Ok(entries.filter_map(|e| Some((e.file_name().into_string().ok()?, e.path().is_dir()))).collect())
}

impl World for ProcessWorld<'_> {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Closed> {
        match stream {
            Stream::Stdout => {
                is_read(self.stdout.write_all(bytes))?;
                if self.line_buffered && bytes.contains(&b'\n') {
                    self.status_line.clear();
                    is_read(self.stdout.flush())?;
                }
                Ok(())
            }
            Stream::Stderr => {
                self.status_line.clear();
                is_read(self.stdout.flush())?;
                is_read(self.stderr.write_all(bytes))
            }
        }
    }

    fn flush(&mut self, stream: Stream) -> Result<(), Closed> {
        is_read(match stream {
            Stream::Stdout => self.stdout.flush(),
            Stream::Stderr => self.stderr.flush(),
        })
    }

    fn read_stdin(&mut self, buffer: &mut [u8]) -> usize {
        // What the program asked is on the screen before it waits for an answer.
        let _ = self.stdout.flush();
        loop {
            match self.stdin.read(buffer) {
                Ok(n) => return n,
                Err(error) if error.kind() == ErrorKind::Interrupted && self.interrupt.get().is_none() => {}
                Err(_) => return 0,
            }
        }
    }

    fn read_file(&mut self, path: &str) -> std::io::Result<Vec<u8>> {
        match &self.files {
            Files::Disk(_) => read_plain(Path::new(path)),
            Files::Memory(files) => files.read(path),
            Files::Above(files, _) => files.read(path).or_else(|_| read_plain(Path::new(path))),
        }
    }

    fn write_file(&mut self, path: &str, bytes: &[u8]) -> std::io::Result<()> {
        match &mut self.files {
            Files::Disk(report) if report.as_ref().is_some_and(|report| report.is_at(Path::new(path))) => {
                Err(ErrorKind::PermissionDenied.into())
            }
            Files::Disk(_) => write_plain(Path::new(path), bytes),
            Files::Above(_, report) if report.as_ref().is_some_and(|report| report.is_at(Path::new(path))) => {
                Err(ErrorKind::PermissionDenied.into())
            }
            Files::Memory(files) | Files::Above(files, _) => files.write(path, bytes),
        }
    }

    fn remove_file(&mut self, path: &str) -> std::io::Result<()> {
        match &mut self.files {
            Files::Disk(report) if report.as_ref().is_some_and(|report| report.is_at(Path::new(path))) => {
                Err(ErrorKind::PermissionDenied.into())
            }
            Files::Disk(_) => std::fs::remove_file(path),
            Files::Memory(files) => files.remove(path),
            // What lies on the disk stays there.
            Files::Above(files, _) => files.remove(path).or_else(|error| if Path::new(path).exists() { Ok(()) } else { Err(error) }),
        }
    }

    fn rename_file(&mut self, from: &str, to: &str) -> std::io::Result<()> {
        let is_report = |report: &Option<RunReportFile>, path: &str| report.as_ref().is_some_and(|report| report.is_at(Path::new(path)));
        match &mut self.files {
            Files::Memory(files) => return files.rename(from, to),
            Files::Disk(report) | Files::Above(_, report) if is_report(report, from) || is_report(report, to) => {
                return Err(ErrorKind::PermissionDenied.into());
            }
            Files::Disk(_) | Files::Above(..) => {}
        }
        let bytes = self.read_file(from)?;
        self.write_file(to, &bytes)?;
        if from == to { Ok(()) } else { self.remove_file(from) }
    }

    fn create_directory(&mut self, path: &str) -> std::io::Result<()> {
        match &mut self.files {
            Files::Disk(_) => std::fs::create_dir(path),
            Files::Memory(files) | Files::Above(files, _) => files.create_directory(path),
        }
    }

    fn remove_directory(&mut self, path: &str) -> std::io::Result<()> {
        match &mut self.files {
            Files::Disk(_) => std::fs::remove_dir(path),
            Files::Memory(files) => files.remove_directory(path),
            // What lies on the disk stays there.
            Files::Above(files, _) => {
                files.remove_directory(path).or_else(|error| if Path::new(path).is_dir() { Ok(()) } else { Err(error) })
            }
        }
    }

    fn current_directory(&mut self) -> std::io::Result<String> {
        match &self.files {
            Files::Disk(_) | Files::Above(..) => process_directory(),
            Files::Memory(_) => Ok(memory_files::HOME.to_string()),
        }
    }

    fn find_directory(&mut self, path: &str) -> std::io::Result<String> {
        match &self.files {
            Files::Disk(_) => find_plain_directory(Path::new(path)),
            Files::Memory(files) => files.find_directory(path),
            Files::Above(files, _) => find_plain_directory(Path::new(path)).or_else(|_| files.find_directory(path)),
        }
    }

    fn list_directory(&mut self, path: &str) -> std::io::Result<Vec<(String, bool)>> {
        match &self.files {
            Files::Disk(_) => list_plain(Path::new(path)),
            Files::Memory(files) => files.list(path),
            Files::Above(files, _) => match (list_plain(Path::new(path)), files.list(path)) {
                (Ok(mut names), Ok(more)) => {
                    let new: Vec<_> = more.into_iter().filter(|one| !names.contains(one)).collect();
                    names.extend(new);
                    Ok(names)
                }
                (Ok(names), Err(_)) | (Err(_), Ok(names)) => Ok(names),
                (Err(error), Err(_)) => Err(error),
            },
        }
    }

    fn monotonic_ns(&mut self) -> u64 {
        (self.clock.monotonic)().saturating_sub(self.start).as_nanos() as u64
    }

    fn unix_ns(&mut self) -> u64 {
        (self.clock.unix)().as_nanos() as u64
    }

    fn env(&mut self, name: &str) -> Option<String> {
        match self.files {
            Files::Disk(_) | Files::Above(..) => std::env::var(name).ok(),
            Files::Memory(_) => None,
        }
    }

    fn progress(&mut self, launch: &Progress) {
        self.status_line.progress(launch);
    }

    fn launch_ended(&mut self) {
        self.status_line.end();
    }
}

/// Opens a file without waiting for anybody.
fn open_at_once(options: &mut std::fs::OpenOptions, path: &Path) -> std::io::Result<std::fs::File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    options.open(path)
}

/// The bytes of a plain file, or of one that is empty whatever is done.
fn read_plain(path: &Path) -> std::io::Result<Vec<u8>> {
    let file = open_at_once(std::fs::OpenOptions::new().read(true), path)?;
    let data = file.metadata()?;
    if data.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !data.is_file() {
        return if is_null(path) { Ok(Vec::new()) } else { Err(ErrorKind::Unsupported.into()) };
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// Replaces a plain file, or writes to a device that takes what it gets. A pipe without a reader would wait for one.
fn write_plain(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = std::fs::metadata(path).map(|data| data.file_type());
        if kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket() || kind.is_block_device()) {
            return Err(ErrorKind::Unsupported.into());
        }
    }
    let mut file = open_at_once(std::fs::OpenOptions::new().write(true).create(true).truncate(true), path)?;
    file.write_all(bytes)
}

fn is_null(path: &Path) -> bool {
    path.canonicalize().is_ok_and(|path| path == Path::new("/dev/null"))
}
