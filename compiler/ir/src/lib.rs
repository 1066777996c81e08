//! The IR is PTX (PTX ISA 8.x): its state spaces, types, opcodes, modifiers and memory semantics, as SSA values.
//!
//! A [`Module`] holds functions, variables and source places. A [`Function`] is a graph of IR blocks whose
//! parameters play the part of phis; `text` turns it into PTX registers and back. Host code uses the same
//! opcodes in a module of kind [`ModuleKind::Host`], with generic addressing and calls to runtime functions.
//!
//! **Values.** Every [`Value`] has a register type ([`RegType`]) and is defined once: by an instruction, as a
//! parameter of an IR block, or as a constant. Integers of fewer than 32 bits live in `.b32` registers, sign- or
//! zero-extended as their C type says; `ld.s8`, `st.u8` and `cvt.s32.s8` widen and narrow.
//!
//! **Addresses.** As in PTX: `.shared`, `.local`, `.const` and `.param` addresses are offsets into their window,
//! `.global` addresses equal generic ones, `cvta` converts. In a host module `.local` addresses equal generic ones.
//! In pointer arithmetic `add.s64` the pointer is operand 0: `analysis::provenance` relies on it.

pub mod analysis;

pub mod bfloat;
mod builder;
pub mod bytecode;
mod cfg;
pub mod contract;
mod edit;
mod entity;
mod function;
pub mod link;
mod module;
mod opcode;
pub mod text;
#[macro_use]
mod spelled;
pub mod texture;
mod texture_modifiers;
mod types;
mod verify;

/// The value of a pointer variable that was read before anything was stored in it. Nothing is there, nor within 2^40 bytes of
/// it, so that its use can be told from that of a null pointer.
pub const UNSET_POINTER: u64 = 0x6fff_dead_0000_0000;

pub use builder::Builder;
pub use cfg::Cfg;
pub use edit::LocInterner;
pub use entity::{Block, FuncId, GlobalVar, Inst, LocId, Slot, Value};
pub use function::{
    Binding, BlockCall, BlockData, Function, FunctionKind, InstData, KernelParam, MOST_PARAM_BYTES, NamedPiece, NamedVariable, Names,
    Payload, SlotData, ValueData, ValueDef, VarInfo,
};
pub use module::{FileEntry, GlobalInit, GlobalVarData, Loc, Module, ModuleKind, Program, Relocation};
pub use opcode::{Class, Effects, Format, OPCODES, Opcode, OpcodeRow};
pub use texture_modifiers::{Boundary, Component, Geometry, TexQuery};
pub use types::{
    AtomOp, Attrs, BarKind, BulkMark, CLUSTER_OFFSET_BITS, CacheOp, Cmp, Counted, MatchMode, Member, MulMode, Precision, ReduxOp, RegType,
    Rounding, Scope, Sem, ShflMode, Space, Sreg, Type, VoteMode,
};
pub use verify::{VerifyError, verify, verify_function, verify_modifiers, verify_program, verify_sides, verify_tables};
