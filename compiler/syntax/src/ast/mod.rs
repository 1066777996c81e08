//! The syntax tree: what was written, with places, before any name is looked up.
//!
//! Nothing here is resolved: a [`Path`] may name anything, both kinds of template argument are as the token
//! adapter tagged them, and a [`Declarator`] is the inside-out tree that C writes. Sema checks template bodies
//! again for each instantiation, so the tree is immutable and shared (`Arc` around bodies).
//! `Expr::depth` bounds recursion: the parser rejects trees deeper than [`MAX_DEPTH`].

mod constraints;
mod decl;
mod expr;
mod stmt;
mod types;

pub use constraints::*;
pub use decl::*;
pub use expr::*;
use kern_diag::Span;
use std::sync::Arc;
pub use stmt::*;
pub use types::*;

/// Deepest nesting of expressions and of statements; clang's default for brackets is 256.
pub const MAX_DEPTH: u32 = 1024;

/// An identifier and where it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ident {
    /// The text.
    pub name: Arc<str>,
    /// The place.
    pub span: Span,
}

/// A whole source file with its includes.
#[derive(Clone, Default, Debug)]
pub struct TranslationUnit {
    /// The declarations in order.
    pub decls: Vec<Decl>,
}

/// A possibly qualified name with template arguments: `::a::b<int>::c`.
#[derive(Clone, Debug)]
pub struct Path {
    /// Starts with `::`.
    pub is_global: bool,
    /// At least one.
    pub segments: Vec<PathSegment>,
    /// All of it.
    pub span: Span,
}

/// One part of a [`Path`].
#[derive(Clone, Debug)]
pub struct PathSegment {
    /// The name.
    pub name: SegmentName,
    /// `<…>`
    pub args: Option<Vec<TemplateArg>>,
    /// The name's place.
    pub span: Span,
}

/// What a path segment names.
#[derive(Clone, Debug)]
pub enum SegmentName {
    /// `x`
    Ident(Arc<str>),
    /// `operator+`
    Operator(OverloadedOp),
    /// `operator int`
    Conversion(Box<TypeName>),
    /// `~T`
    Destructor(Arc<str>),
    /// `operator""_x`
    Literal(Arc<str>),
    /// `decltype(e)`, in front of `::` or as a base class
    Decltype(Box<Expr>),
}

/// An operator that a function can overload.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverloadedOp {
    /// Infix `a op b`; also unary `+ - * &` by argument count.
    Binary(BinaryOp),
    /// `op=`; plain `=` is `None`.
    Assign(Option<BinaryOp>),
    /// `!` `~`
    Unary(UnaryOp),
    /// `++` (prefix without, postfix with an int parameter)
    Increment,
    /// `--`
    Decrement,
    /// `()`
    Call,
    /// `[]`
    Index,
    /// `->`
    Arrow,
    /// `->*`
    ArrowStar,
    /// `,`
    Comma,
    /// `new`, `new[]`
    New(bool),
    /// `delete`, `delete[]`
    Delete(bool),
}

/// The function that `alignas(pattern...)` is a call of, no name that a program can write.
pub const ALIGNAS_PACK: &str = "alignas";

/// The function that the index of `[first ... last] =` is a call of, no name that a program can write.
pub const RANGE_DESIGNATOR: &str = "...";

/// The placement argument that stands first in `::new …`, no name that a program can write.
pub const GLOBAL_NEW: &str = "::new";

/// A template argument, as the token adapter tagged it.
#[derive(Clone, Debug)]
pub enum TemplateArg {
    /// `int *`
    Type(TypeName),
    /// `N + 1`; a bare name that could be either is an [`ExprKind::Path`] here and sema decides.
    Expr(Expr),
    /// `T...`
    Pack(Box<TemplateArg>),
}
