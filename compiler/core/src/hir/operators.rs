//! Operators, conversions, and what a call or launch names.

use super::*;

/// A label of a [`Function`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LabelId(pub u32);

/// An object that an [`ExprKind::Building`] makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// A launch dimension.
#[derive(Clone, Debug)]
pub enum LaunchDim {
    /// One `unsigned` value: (n, 1, 1).
    Scalar(Expr),
    /// A value of class `dim3`.
    Dim3(Expr),
}

/// What a call calls.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A known function.
    Direct(FunctionId),
    /// A pointer-to-function value.
    Indirect(Box<Expr>),
    /// The function at place `slot` of the table that the object whose address is the first argument points to.
    Virtual {
        /// From 0, in words.
        slot: u32,
    },
}

/// The built-in variables of device code (CUDA C++ Programming Guide, "Built-in Variables"), one component each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpecialRegister {
    /// `threadIdx`, component 0 to 2
    ThreadIdx(u8),
    /// `blockIdx`
    BlockIdx(u8),
    /// `blockDim`
    BlockDim(u8),
    /// `gridDim`
    GridDim(u8),
    /// `warpSize`
    WarpSize,
}

/// Prefix operators on values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Minus,
    /// `!`, on `bool`
    Not,
    BitNot,
}

/// Infix operators on two values, both evaluated: those of [`kern_syntax::ast::BinaryOp`] without `&&`, `||` and `,`, which
/// are expressions of their own here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}

/// Conversions between values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// Integer (or `bool`, enum, character) to integer: sign- or zero-extended by the source type, or truncated.
    IntToInt,
    /// Integer to floating.
    IntToFloat,
    /// Floating to integer, towards zero.
    FloatToInt,
    /// Floating to floating.
    FloatToFloat,
    /// Anything scalar to `bool`: not equal to zero.
    ToBool,
    /// Pointer to pointer: same bits.
    PointerToPointer,
    /// Derived to base or back: adds a constant, null stays null when `true`.
    PointerOffset(i64),
    /// Derived to a virtual base: adds the number that stands `word` bytes from where the object's first word points to.
    VirtualBase { word: i64, may_be_null: bool },
    /// Pointer to data member: adds a constant, null (all bits set) stays null.
    MemberOffset(i64),
    /// Pointer to integer: same bits, truncated.
    PointerToInt,
    /// Integer to pointer: same bits, extended.
    IntToPointer,
    /// Same size, same bits (`reinterpret_cast` between references is a place cast, see `Deref`).
    Bits,
    /// To `void`: the value is dropped.
    ToVoid,
}
