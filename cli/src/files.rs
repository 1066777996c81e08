//! Files of the command line: reading sources, and saying clearly why one cannot be read.

use std::io::Read;
use std::path::{Path, PathBuf};

use kern::files::{MOST_BYTES, read_bytes, source_text, system_says, unreadable};
use kern_diag::{Code, Diagnostic};

use crate::Outside;

/// What a program that `kern nvcc` wrote starts with: a script, which its bytecode follows.
pub(crate) const STUB: &str = "#!/bin/sh\n# A program that kern compiled\n";

/// The name that standard input has in diagnostics.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// What the first file of the command line is.
pub(crate) enum Input {
    /// Program text, under its name.
    Source { name: String, text: String },
    /// PTX text, under its name.
    Ptx { name: String, text: String },
    /// Bytecode.
    Bytecode { name: String, bytes: Vec<u8> },
    /// A file of a program, compiled by kern.
    Object { name: String, bytes: Vec<u8> },
    /// What `ar` makes of files.
    Archive { name: String, bytes: Vec<u8> },
    /// Machine code.
    Native { name: String },
}

/// Reads the file named on the command line; `-` is standard input.
pub(crate) fn read_input(path: &Path, outside: &mut Outside) -> Result<Input, Box<Diagnostic>> {
    let (name, bytes) = if path == Path::new("-") {
        let mut bytes = Vec::new();
        let limited = &mut outside.stdin.by_ref().take(MOST_BYTES as u64 + 1);
        limited.read_to_end(&mut bytes).map_err(|error| unreadable(STDIN_NAME, &error))?;
        (STDIN_NAME.to_string(), bytes)
    } else {
        let name = path.display().to_string();
        let bytes = read_bytes(path).map_err(|error| unreadable(&name, &error))?;
        (name, bytes)
    };
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    // Bytecode names itself, so that `-` takes it too.
    if extension == "kbc" || bytes.starts_with(kern_ir::bytecode::MAGIC) {
        return Ok(Input::Bytecode { name, bytes });
    }
    if bytes.starts_with(kern_ir::bytecode::OBJECT_MAGIC) {
        return Ok(Input::Object { name, bytes });
    }
    if bytes.starts_with(b"!<arch>\n") {
        return Ok(Input::Archive { name, bytes });
    }
    if bytes.starts_with(b"\x7fELF") || bytes.starts_with(b"!<thin>\n") {
        return Ok(Input::Native { name });
    }
    if bytes.starts_with(STUB.as_bytes())
        && let Some(start) = bytes.windows(kern_ir::bytecode::MAGIC.len()).position(|part| part == kern_ir::bytecode::MAGIC)
    {
        return Ok(Input::Bytecode { name, bytes: bytes[start..].to_vec() });
    }
    let text = source_text(&name, bytes)?;
    Ok(if extension == "ptx" { Input::Ptx { name, text } } else { Input::Source { name, text } })
}

/// An output file that cannot be written.
pub(crate) fn unwritable(name: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::without_place(Code::UNWRITABLE_FILE, format!("cannot write `{name}`")).note(system_says(error))
}

/// Makes folders that only this user can read.
#[cfg(unix)]
fn private_folder() -> std::fs::DirBuilder {
    let mut builder = std::fs::DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

#[cfg(not(unix))]
fn private_folder() -> std::fs::DirBuilder {
    std::fs::DirBuilder::new()
}

/// A new folder that only this user can read.
pub(crate) fn new_folder(parent: &Path, name: &str) -> std::io::Result<PathBuf> {
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    loop {
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = parent.join(format!("{name}-{}-{count}", std::process::id()));
        match private_folder().create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && count < 1_000_000 => {}
            Err(error) => return Err(error),
        }
    }
}
