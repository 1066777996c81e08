//! Linking: the files of a program, compiled one by one, become one program.
//!
//! Before: each [`Object`] is a program as lowering leaves it, whose undefined names have no body, and [`Symbols`] say who else
//! means the same by a name. After: one [`Program`] without undefined names, as if all had stood in one file; the passes have
//! still to run. A name means: its one `External` definition, else the `Weak` one of the first file, else what has that name
//! outside (runtime functions). `Internal` names that several files have are renamed. Initialisers run in the order of the files.
//!
//! Device code is linked first: kernels and device variables that it renames are renamed in the host code of their file too,
//! which names them.

mod names;
mod part;
mod side;

use crate::{FunctionKind, Loc, LocId, Module, Program};
use part::Part;

/// Who else means the same by a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Nobody.
    Internal,
    /// Other files may define the same once more; one definition is kept.
    Weak,
    /// One file defines it.
    External,
    /// Another file defines it.
    Undefined,
    /// No file: who runs the program finds it by its name, as runtime functions and, in host code, kernels and device variables.
    Outside,
}

/// The linkage of what a module holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    /// By [`crate::FuncId`].
    pub functions: Vec<Linkage>,
    /// By [`crate::GlobalVar`].
    pub variables: Vec<Linkage>,
}

/// A file that was compiled and not yet linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Both modules, before the passes.
    pub program: Program,
    /// Who else means the device module's names.
    pub device: Symbols,
    /// The host module's.
    pub host: Symbols,
    /// Device code is to contract `a * b + c` (`-fmad`).
    pub fmad: bool,
    /// Device code uses that of other files (`-rdc`).
    pub rdc: bool,
}

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkPlace {
    /// The file's name.
    pub file: String,
    /// The place in it.
    pub loc: Loc,
}

/// Why files do not make a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// Two files define the name.
    Duplicate { name: String, first: Option<LinkPlace>, second: Option<LinkPlace> },
    /// No file defines it.
    Undefined { name: String, is_variable: bool, used: Option<LinkPlace>, declared: Option<LinkPlace> },
    /// It is declared with other parameters, or another result, than it is defined with.
    Signature { name: String, declared: Option<LinkPlace>, defined: Option<LinkPlace> },
    /// Some files were compiled with `-fmad=true`, others without: the passes run on all code together.
    Contraction,
}

/// Makes one program of `objects`.
///
/// # Errors
/// What [`LinkError`] lists; all that is found.
pub fn link(objects: &[&Object]) -> Result<Program, Vec<LinkError>> {
    let mut errors = Vec::new();
    if objects.iter().any(|object| object.fmad != objects[0].fmad) {
        errors.push(LinkError::Contraction);
    }
    let parts: Vec<Part<'_>> = objects.iter().map(|object| Part::of_device(object)).collect();
    let device = side::link(&parts, None, &mut errors);
    let parts: Vec<Part<'_>> = objects.iter().map(|object| Part::of_host(object)).collect();
    let host = side::link(&parts, Some(&device), &mut errors);
    if errors.is_empty() { Ok(Program { device: device.module, host: host.module }) } else { Err(errors) }
}

/// The place `loc` of `module`, if it is one.
fn place(module: &Module, loc: LocId) -> Option<LinkPlace> {
    let loc = module.loc(loc)?;
    Some(LinkPlace { file: module.files.get(loc.file as usize)?.name.clone(), loc: loc.clone() })
}

/// Whether `module` has the kernel `name`.
fn has_kernel(module: &Module, name: &str) -> bool {
    module.functions.iter().any(|func| func.kind == FunctionKind::Kernel && func.name == name)
}
