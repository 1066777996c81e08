//! Lowering: the typed program ([`crate::hir`]) to IR, one module for the device and one for the host.
//!
//! **Before**: HIR without [`hir::ExprKind::Error`]. **After**: a module that the verifier accepts, in which every
//! C++ variable is a `.local` slot that is loaded and stored (`pass::mem2reg` makes registers of them).
//!
//! Values of type `bool` are predicates, narrow integers `.b32` registers extended as their type says. A place
//! ([`place::Place`]) is a base and a constant offset; an access names its state space where the base is a variable, and
//! is generic through a pointer. Objects of class and array type are built in place and copied scalar by scalar, in the
//! widest accesses that the type's alignment allows ([`layout::groups`]).
//!
//! The calling convention: scalars in registers (`bool` as `.b32` 0 or 1), class arguments as the address of a copy that
//! the caller made, a class result built where a hidden first `.b64` parameter says. Variadic functions that have a
//! body take one more `.b64` parameter: the address of the promoted variadic arguments, 8 bytes each, which is what a
//! `va_list` holds.

mod aggregate;
mod arith;
mod asm;
mod bytes;
mod call;
mod cleanup;
mod control;
mod convert;
mod copy;
mod errors;
mod exceptions;
mod expr;
mod function;
mod global;
mod launch;
mod layout;
mod memory;
mod module;
mod packed;
mod place;
mod precision;
mod printf;
mod stmt;
mod switch;
#[cfg(test)]
mod tests;
mod wide;

pub(crate) use call::CallSite;
pub(crate) use function::FunctionLowering;
pub use layout::type_name;
pub(crate) use layout::{Repr, computed};
pub(crate) use place::{Base, Place};
pub use precision::FastMath;

use crate::hir;
use kern_diag::{Diagnostics, SourceMap};
use kern_ir as ir;

/// Lowers the part of `program` that runs on `kind`'s side. Unsupported features and calls of functions that nobody
/// defines go to `diagnostics`; the module is then not complete.
pub fn lower(program: &hir::Program, kind: ir::ModuleKind, sources: &SourceMap, diagnostics: &mut Diagnostics) -> ir::Module {
    lower_for_linking(program, (kind, FastMath::default()), sources, diagnostics).0
}

/// [`lower`], and who else means the same by the names. Of a program with [`hir::Program::separate`], what no file here defines
/// stays undefined. How precise device code is goes with the side.
pub fn lower_for_linking(
    program: &hir::Program,
    (kind, fast_math): (ir::ModuleKind, FastMath),
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> (ir::Module, ir::link::Symbols) {
    let (mut module, symbols) = module::ModuleLowering::new(program, (kind, fast_math), sources, diagnostics).run();
    precision::settle(&mut module, fast_math);
    (module, symbols)
}
