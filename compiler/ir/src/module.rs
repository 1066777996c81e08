//! Modules: functions, variables and source places.

use crate::{FuncId, Function, GlobalVar, LocId, Space, VarInfo};

/// The two modules of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Kernels and device functions.
    pub device: Module,
    /// Host functions; `main` is the start. It names kernels as extern functions and device variables as
    /// variables with [`GlobalVarData::is_device_shadow`]; both are bound by name when loaded.
    pub host: Module,
}

/// Which side a module is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModuleKind {
    /// Runs in kernels.
    Device,
    /// Runs on the host: one lane, generic addresses, runtime functions.
    Host,
}

/// Functions, variables, and source places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// Which side.
    pub kind: ModuleKind,
    /// Which products go into which sums is settled: none of those that are left does ([`crate::contract`]).
    pub is_contracted: bool,
    /// All functions, by [`FuncId`].
    pub functions: Vec<Function>,
    /// All variables, by [`GlobalVar`].
    pub globals: Vec<GlobalVarData>,
    /// Source files, by their number in `.file`, from 1 (entry 0 is unused).
    pub files: Vec<FileEntry>,
    /// Places, by [`LocId`]; entry 0 is "no place".
    pub locs: Vec<Loc>,
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileEntry {
    /// The name.
    pub name: String,
    /// It came with `kern`: reports blame the caller instead.
    pub is_system: bool,
}

/// A source place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    /// Number in [`Module::files`]; 0 for no place.
    pub file: u32,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// Bytes `start..end` in the file; both 0 when only the line is known (parsed text).
    pub start: u32,
    /// See `start`.
    pub end: u32,
    /// The call that this code was inlined through.
    pub inlined_at: LocId,
    /// The function the code was written in, as a user reads it; empty for the function that holds it.
    pub function: String,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalVarData {
    /// Linkage name.
    pub name: String,
    /// `.global`, `.const`, `.shared`; in host modules always `.global`.
    pub space: Space,
    /// Bytes; 0 for `extern __shared__`.
    pub size: u64,
    /// Bytes, a power of two.
    pub align: u32,
    /// What it holds at the start.
    pub init: GlobalInit,
    /// `extern __shared__`: starts where the static shared variables end.
    pub is_dynamic_shared: bool,
    /// `__managed__`: the host uses the same object.
    pub is_managed: bool,
    /// In a host module: stands for the device variable of this name; only its address may be used.
    pub is_device_shadow: bool,
    /// Never written: string literals, constants.
    pub is_const: bool,
    /// For reports.
    pub info: VarInfo,
}

/// What a variable holds at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GlobalInit {
    /// All zero; for `.shared` nothing.
    Zero,
    /// These bytes, then zeros.
    Bytes(Vec<u8>, Vec<Relocation>),
}

/// An address to fill in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relocation {
    /// The generic address of a variable plus bytes, at an offset.
    Global { offset: u64, target: GlobalVar, addend: i64 },
    /// The address of a function, at an offset.
    Function { offset: u64, target: FuncId },
}
