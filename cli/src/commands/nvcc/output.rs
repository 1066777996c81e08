//! What is written: objects, and programs that start kern.

use std::path::{Path, PathBuf};

use kern_ir::link::{Object, Symbols};
use kern_ir::{Module, ModuleKind, Program};

use super::job::Job;
use crate::files::STUB;
use crate::process::own_path;

/// The output for `input`: what `-o` says, or its name with that ending, in the folder that the command runs in.
pub(super) fn named(job: &Job, input: &Path, ending: &str) -> PathBuf {
    let usual = PathBuf::from(input.file_name().unwrap_or_default()).with_extension(ending);
    let usual = job.output_folder.as_ref().map_or(usual.clone(), |folder| folder.join(usual));
    job.output.clone().unwrap_or(usual)
}

/// Whether a file is compiled, and not linked as it is.
pub(super) fn is_source(job: &Job, path: &Path) -> bool {
    job.is_cuda || !matches!(path.extension().and_then(|e| e.to_str()), Some("o" | "a" | "so" | "obj" | "kbc"))
}

/// An object without anything in it.
pub(super) fn empty_object() -> Object {
    let program = Program { device: Module::new(ModuleKind::Device), host: Module::new(ModuleKind::Host) };
    Object { program, device: Symbols::default(), host: Symbols::default(), fmad: true, rdc: true }
}

/// A script that starts kern, and `bytecode` behind it. The variable `KERN` names another kern than the one that wrote it.
pub(super) fn script(bytecode: &[u8]) -> Vec<u8> {
    let kern = own_path().map_or_else(|_| "kern".to_string(), |path| path.display().to_string());
    let quoted = kern.replace('\'', r"'\''");
    let mut bytes = STUB.as_bytes().to_vec();
    bytes.extend(format!("kern='{quoted}'\nexec \"${{KERN:-$kern}}\" run \"$0\" -- \"$@\"\n").into_bytes());
    bytes.extend(bytecode);
    bytes
}

/// Lets everybody run `path` who may read it.
#[cfg(unix)]
pub(super) fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)?.permissions().mode();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode | (mode & 0o444) >> 2))
}

/// Windows has no such right.
#[cfg(not(unix))]
pub(super) fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}
