//! Files of the command line: reading sources, and saying clearly why one cannot be read.

use std::io::Read;
use std::path::{Path, PathBuf};

use kern::files::{MOST_BYTES, read_bytes, source_text, system_says, unreadable};
use kern_diag::{Code, Diagnostic};

use crate::run_report::is_same_file;
use crate::{Outside, ProgramFiles};

/// What a program that `kern nvcc` wrote starts with: a script, which its bytecode follows.
pub(crate) const STUB: &str = "#!/bin/sh\n# A program that kern compiled\n";

/// The name that standard input has in diagnostics.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// Programs that are compiled already, as bytecode or PTX, are read. A page is given none, and is smaller without the reader.
pub(crate) const READS_COMPILED: bool = cfg!(not(target_family = "wasm"));

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
        let bytes = match &outside.files {
            ProgramFiles::Disk => read_bytes(path),
            ProgramFiles::Memory(files) => {
                let found = files.iter().find(|file| file.0 == name);
                found.map(|file| file.1.clone().into_bytes()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
            }
        };
        let bytes = bytes.map_err(|error| unreadable(&name, &error))?;
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

/// A program that is compiled already, where none is read.
pub(crate) fn not_read(name: &str) -> Diagnostic {
    Diagnostic::without_place(Code::NATIVE_CODE, format!("`{name}` is compiled already, and on a page programs are source text"))
        .help("give its source files, or run it with the command `kern`")
}

/// That `output`, which `option` names, is none of the files of the program.
pub(crate) fn check_output<'a>(option: &str, output: &Path, inputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Box<Diagnostic>> {
    match inputs.into_iter().find(|input| is_same_file(output, input)) {
        None => Ok(()),
        Some(input) => {
            let message = format!("the output would overwrite the program `{}`", input.display());
            Err(Box::new(Diagnostic::without_place(Code::UNWRITABLE_FILE, message).help(format!("give `{option}` another file"))))
        }
    }
}

/// An output file that cannot be written.
pub(crate) fn unwritable(name: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::without_place(Code::UNWRITABLE_FILE, format!("cannot write `{name}`")).note(system_says(error))
}
