//! Statements.

use super::Ident;
use super::decl::{Decl, SimpleDecl};
use super::expr::{Expr, StringLiteral};
use super::types::Param;
use kern_diag::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Which.
    pub kind: StmtKind,
    /// All of it.
    pub span: Span,
    /// Height of the tree below.
    pub depth: u32,
}

/// The kinds of statement. A program has many expressions and `return`s: what is larger is in a box.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `e;`
    Expr(Expr),
    /// A declaration.
    Decl(Box<Decl>),
    /// `if (init; condition) then else otherwise`
    If { is_constexpr: bool, init: Option<Box<Stmt>>, condition: Box<Condition>, then: Box<Stmt>, otherwise: Option<Box<Stmt>> },
    /// `while (condition) body`
    While { condition: Box<Condition>, body: Box<Stmt>, unroll: Option<Unroll> },
    /// `do body while (condition);`
    DoWhile { body: Box<Stmt>, condition: Box<Expr>, unroll: Option<Unroll> },
    /// `for (init; condition; step) body`
    For { init: Option<Box<Stmt>>, condition: Option<Box<Condition>>, step: Option<Box<Expr>>, body: Box<Stmt>, unroll: Option<Unroll> },
    /// `for (decl : range) body`; `decl` is one variable without initialiser
    RangeFor { init: Option<Box<Stmt>>, decl: Box<SimpleDecl>, range: Box<Expr>, body: Box<Stmt> },
    /// `switch (init; condition) body`
    Switch { init: Option<Box<Stmt>>, condition: Box<Condition>, body: Box<Stmt> },
    /// `case value:` or `case low ... high:`
    Case { value: Box<Expr>, high: Option<Box<Expr>>, body: Box<Stmt> },
    /// `default:`
    Default(Box<Stmt>),
    /// Several `case`s and `default`s in a row: `above` are those before the last, the first one last, with empty bodies.
    Labels { above: Vec<Stmt>, last: Box<Stmt> },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;` (`e` may be a braced list)
    Return(Option<Expr>),
    /// `goto label;`
    Goto(Ident),
    /// `label: body`
    Label { name: Ident, body: Box<Stmt> },
    /// `try block catch (param) block …`; `None` is `catch (...)`
    Try { body: Box<Stmt>, handlers: Vec<(Option<Box<Param>>, Stmt)> },
    /// `asm volatile ("…" : out : in : clobber);`
    Asm(Box<AsmStmt>),
    /// A statement that did not parse; a diagnostic was given.
    Error,
}

/// `#pragma unroll`, `#pragma unroll N`
#[derive(Clone, Debug)]
pub struct Unroll {
    /// The factor; `None` unrolls wholly.
    pub factor: Option<Box<Expr>>,
    /// The pragma.
    pub span: Span,
}

/// A condition: an expression, or a declaration whose value is tested.
#[derive(Clone, Debug)]
pub enum Condition {
    /// `e`
    Expr(Expr),
    /// `T x = e`
    Decl(Box<SimpleDecl>),
}

/// Inline PTX.
#[derive(Clone, Debug)]
pub struct AsmStmt {
    /// `volatile`
    pub is_volatile: bool,
    /// The text.
    pub template: StringLiteral,
    /// Constraint and lvalue.
    pub outputs: Vec<(StringLiteral, Expr)>,
    /// Constraint and value.
    pub inputs: Vec<(StringLiteral, Expr)>,
    /// Clobbers.
    pub clobbers: Vec<StringLiteral>,
}
