//! A function as the text has it: registers that are written any number of times. `ssa` turns it into the IR.

use crate::{InstData, RegType};

/// A register of a function, numbered in the order of the text.
pub(super) type Var = u32;

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Reg(Var),
    Const(RegType, u64),
}

/// A statement that does not end a block.
pub(super) enum Stmt {
    /// `to = from`: a name, no instruction.
    Copy { to: Var, from: Operand },
    /// `to` is parameter number `index` of the function.
    Parameter { to: Var, index: u32 },
    /// An instruction; `data` has neither operands nor results yet.
    Inst { data: InstData, to: Vec<Var>, from: Vec<Operand> },
}

/// The end of a block; targets are block numbers.
pub(super) struct Terminator {
    pub(super) data: InstData,
    pub(super) from: Vec<Operand>,
    pub(super) targets: Vec<usize>,
}

/// A block of the text.
#[derive(Default)]
pub(super) struct RawBlock {
    pub(super) stmts: Vec<Stmt>,
    pub(super) end: Option<Terminator>,
    pub(super) unroll: Option<u32>,
}

/// The code of a function.
#[derive(Default)]
pub(super) struct RawBody {
    pub(super) blocks: Vec<RawBlock>,
    /// Class of each register.
    pub(super) vars: Vec<RegType>,
}

impl Stmt {
    /// The operands, in order.
    pub(super) fn reads(&self) -> &[Operand] {
        match self {
            Stmt::Copy { from, .. } => std::slice::from_ref(from),
            Stmt::Parameter { .. } => &[],
            Stmt::Inst { from, .. } => from,
        }
    }

    /// The registers written.
    pub(super) fn writes(&self) -> &[Var] {
        match self {
            Stmt::Copy { to, .. } | Stmt::Parameter { to, .. } => std::slice::from_ref(to),
            Stmt::Inst { to, .. } => to,
        }
    }
}
