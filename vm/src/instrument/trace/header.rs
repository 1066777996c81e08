//! The head of a trace: what it is of, and what the numbers in its events mean. In the file it is JSON.

use serde::{Deserialize, Serialize};

/// The version of the format.
pub const FORMAT: u32 = 1;

/// The head of a trace.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: u32,
    /// The version of kern.
    pub kern: String,
    /// FNV-1a of the program's text, 64 bits, as hexadecimal digits; empty if nobody said it.
    pub source_hash: String,
    /// The device, as `kern devices` calls it.
    pub device: String,
    /// The launch.
    pub launch: LaunchHeader,
    /// What of it was recorded.
    pub selection: SelectionHeader,
    /// Source files.
    pub files: Vec<String>,
    /// Instructions.
    pub sites: Vec<SiteEntry>,
    /// Variables of the source.
    pub variables: Vec<TracedVariable>,
    /// Memory that the block accessed, in the order of the first accesses.
    pub allocations: Vec<TracedAllocation>,
    /// Variables in the block's shared memory, by their place; of a trace of an older kern none.
    #[serde(default)]
    pub shared: Vec<SharedVariable>,
    /// Mistakes that it made.
    pub findings: Vec<MetFinding>,
    /// How many steps there are.
    pub steps: u64,
    /// Where the trace ends before the block did.
    pub truncated: Option<Truncated>,
}

/// A launch.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LaunchHeader {
    /// From 0.
    pub number: u64,
    /// The kernel as a user reads it.
    pub kernel: String,
    /// `gridDim`
    pub grid: [u32; 3],
    /// `blockDim`
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u64,
    /// Bytes of shared memory that the kernel declares.
    pub static_shared: u64,
}

/// What of a launch was recorded.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SelectionHeader {
    /// `blockIdx`
    pub block: [u32; 3],
    /// The same in one number, x fastest.
    pub block_number: u64,
    /// One of its warps, or all.
    pub warp: Option<u32>,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SiteEntry {
    /// Function of the device module that executes it.
    pub function: String,
    /// Its number in that function.
    pub inst: u32,
    /// PTX's mnemonic without modifiers: `ld`.
    pub op: String,
    /// PTX's type: `f32`.
    pub ty: String,
    /// The state space of an access: `global`; empty for none, and for generic addresses.
    pub space: String,
    /// What an atomic operation does: `add`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub atomic: String,
    /// Number in [`Header::files`]; absent if no place is known.
    pub file: Option<u32>,
    /// From 1; 0 if unknown.
    pub line: u32,
    /// In characters, from 1; 0 if unknown.
    pub column: u32,
    /// The function that the place is in, if it was inlined.
    pub written_in: Option<String>,
}

/// A variable of the source that became values.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct TracedVariable {
    /// The name.
    pub name: String,
    /// The type as a user reads it.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Function of the device module.
    pub function: String,
    /// Number in [`Header::files`] of its declaration.
    pub file: Option<u32>,
    /// Of its declaration, from 1; 0 if unknown.
    pub line: u32,
    /// Bytes.
    pub size: u64,
    /// Its pieces, by the numbers that SET names.
    pub pieces: Vec<VariablePiece>,
}

/// A piece of a variable.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct VariablePiece {
    /// Bytes from the start of the variable.
    pub offset: u64,
    /// PTX's type: `f32`.
    pub ty: String,
}

/// Memory that a block accesses.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct TracedAllocation {
    /// What it is called: a variable, the variable that `cudaMalloc` put the pointer into, or a parameter of the kernel.
    pub name: Option<String>,
    /// First address.
    pub base: u64,
    /// Bytes.
    pub size: u64,
    /// The type of its elements, if a parameter of the kernel tells.
    pub element_type: Option<String>,
}

/// A variable in shared memory.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SharedVariable {
    /// The name in the source.
    pub name: String,
    /// The type as a user reads it: `float[32][33]`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Bytes from the start of shared memory.
    pub offset: u64,
    /// Bytes; of a dynamic array what the launch gave it.
    pub size: u64,
}

/// A mistake that was met.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct MetFinding {
    /// `R0101`
    pub code: String,
    /// What is wrong.
    pub message: String,
}

/// Where a trace ends early.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Truncated {
    /// How many steps were recorded before.
    pub at: u64,
    /// Which limit was met: `steps`, `events` or `bytes`.
    pub limit: String,
}
