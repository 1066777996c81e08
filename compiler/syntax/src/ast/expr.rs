//! Expressions.

use super::constraints::Requires;
use super::decl::{InitList, Initializer, TemplateParam};
use super::stmt::Stmt;
use super::types::{Flags, FunctionParams, TypeName};
use super::{Ident, Path};
use kern_diag::Span;
use std::sync::Arc;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which.
    pub kind: ExprKind,
    /// All of it.
    pub span: Span,
    /// Height of the tree below.
    pub depth: u32,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `42u`: the value and the suffix that decides its type.
    Int { value: u64, suffix: IntSuffix, is_decimal: bool },
    /// `1.5f`
    Float { value: f64, suffix: FloatSuffix },
    /// `'a'`
    Char { value: u32, prefix: StringPrefix },
    /// `"a" "b"`, already concatenated.
    String(StringLiteral),
    /// `true`
    Bool(bool),
    /// `nullptr`
    Nullptr,
    /// `this`
    This,
    /// A name.
    Path(Path),
    /// `(e)`: kept because `decltype((x))` and a warning on `if ((a = b))` need it.
    Paren(Box<Expr>),
    /// `-a`, `!a`, `~a`, `+a`, `*a`, `&a`
    Unary { op: UnaryOp, operand: Box<Expr> },
    /// `++a`, `a--`
    Step { is_increment: bool, is_prefix: bool, operand: Box<Expr> },
    /// `a op b`
    Binary { op: BinaryOp, op_span: Span, left: Box<Expr>, right: Box<Expr> },
    /// `a = b`, `a op= b` (`b` may be a braced list)
    Assign { op: Option<BinaryOp>, op_span: Span, left: Box<Expr>, right: Box<Expr> },
    /// `a ? b : c`
    Conditional { condition: Box<Expr>, then: Box<Expr>, otherwise: Box<Expr> },
    /// `left ?: right` (GNU)
    OrElse { left: Box<Expr>, right: Box<Expr> },
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `f(args)`
    Call { callee: Box<Expr>, args: Vec<Expr> },
    /// `k<<<grid, block, shared, stream>>>(args)`
    Launch(Box<Launch>),
    /// `a[i]`
    Index { base: Box<Expr>, index: Box<Expr> },
    /// `a.b` or `a->b`
    Member { base: Box<Expr>, is_arrow: bool, member: Box<Path> },
    /// `a.*b` or `a->*b`
    MemberPointer { base: Box<Expr>, is_arrow: bool, member: Box<Expr> },
    /// `(T)e`, `static_cast<T>(e)`, …
    Cast { style: CastStyle, ty: Box<TypeName>, operand: Box<Expr> },
    /// `T(a, b)` or `T{a, b}` where `T` is known to be a type
    Construct { ty: Box<TypeName>, init: Box<Initializer> },
    /// `sizeof e`
    SizeofExpr(Box<Expr>),
    /// `sizeof(T)`
    SizeofType(Box<TypeName>),
    /// `sizeof...(T)`
    SizeofPack(Ident),
    /// `alignof e` (GNU)
    AlignofExpr(Box<Expr>),
    /// `alignof(T)`
    AlignofType(Box<TypeName>),
    /// `noexcept(e)`
    Noexcept(Box<Expr>),
    /// `new T[n](args)`: an array's first extent is in the declarator of `ty`
    New { placement: Vec<Expr>, ty: Box<TypeName>, init: Option<Box<Initializer>> },
    /// `delete e`, `delete[] e`, `::delete e`
    Delete { form: DeleteForm, operand: Box<Expr> },
    /// `{a, b}` where an expression may stand
    InitList(InitList),
    /// `[capture](params) { … }`
    Lambda(Arc<Lambda>),
    /// `throw e`
    Throw(Option<Box<Expr>>),
    /// `e...`
    PackExpansion(Box<Expr>),
    /// `(a op ... op b)`; one side is absent in a unary fold
    Fold { op: BinaryOp, left: Option<Box<Expr>>, right: Option<Box<Expr>> },
    /// `typeid(e)`
    Typeid(Box<Expr>),
    /// `typeid(T)`
    TypeidType(Box<TypeName>),
    /// `__is_same(T, U)` and other built-in traits over types
    TypeTrait { name: Ident, args: Vec<TypeName> },
    /// `requires (T t) { t.f(); }`
    Requires(Box<Requires>),
    /// `({ …; e; })`
    StatementExpr(Box<Stmt>),
    /// `__builtin_offsetof(T, member)`, the C macro `offsetof`
    Offsetof { ty: Box<TypeName>, member: Vec<Ident> },
    /// `va_arg(list, T)`
    VaArg { list: Box<Expr>, ty: Box<TypeName> },
    /// An expression that did not parse; a diagnostic was given.
    Error,
}

/// `callee<<<config>>>(args)`
#[derive(Clone, Debug)]
pub struct Launch {
    /// The kernel.
    pub callee: Expr,
    /// 2 to 4 elements in a right program.
    pub config: Vec<Expr>,
    /// With `<<<` and `>>>`.
    pub config_span: Span,
    /// The arguments.
    pub args: Vec<Expr>,
}

/// A lambda.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// `=` or `&` first in the capture list.
    pub default: Option<CaptureDefault>,
    /// The named captures.
    pub captures: Vec<Capture>,
    /// `<typename T>` behind the captures.
    pub head: Vec<TemplateParam>,
    /// CUDA specifiers between captures and parameters.
    pub flags: Flags,
    /// The parameters; `None` when left out.
    pub params: Option<FunctionParams>,
    /// `mutable`
    pub is_mutable: bool,
    /// The body, a block.
    pub body: Stmt,
}

/// The default capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureDefault {
    /// `[=]`
    Copy,
    /// `[&]`
    Reference,
}

/// The name in [`Capture::Copy`] for `*this`.
pub const COPY_OF_THIS: &str = "*this";

/// What stands before the name in [`Capture::Init`] until it is an [`Capture::InitPack`].
pub(crate) const PACK_MARK: &str = "...";

/// One capture.
#[derive(Clone, Debug)]
pub enum Capture {
    /// `x`
    Copy(Ident),
    /// `&x`
    Reference(Ident),
    /// `this`
    This(Span),
    /// `x = e`, `&x = e`
    Init { name: Ident, by_reference: bool, value: Expr },
    /// `...x = e`, `&...x = e`: one capture for each element of the packs in `value`.
    InitPack { name: Ident, by_reference: bool, value: Expr },
}

/// Suffix of an integer literal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct IntSuffix {
    /// `u`
    pub is_unsigned: bool,
    /// Number of `l`: 0, 1 or 2.
    pub longs: u8,
}

/// Suffix of a floating literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    /// none: `double`
    None,
    /// `f`
    Float,
    /// `l`
    Long,
}

/// Encoding prefix of a character or string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StringPrefix {
    /// none
    None,
    /// `L`
    Wide,
    /// `u8`
    Utf8,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
}

/// A string literal with its escapes resolved.
#[derive(Clone, Debug)]
pub struct StringLiteral {
    /// The bytes (for wide strings the code points in UTF-8), without the terminating zero.
    pub bytes: Arc<[u8]>,
    /// The encoding.
    pub prefix: StringPrefix,
    /// All parts.
    pub span: Span,
}

/// Which form of `delete`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DeleteForm {
    /// `delete[]`
    pub is_array: bool,
    /// `::delete`, which passes over the functions of the class.
    pub is_global: bool,
}

/// How a cast was spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastStyle {
    /// `(T)e`
    C,
    /// `static_cast`
    Static,
    /// `reinterpret_cast`
    Reinterpret,
    /// `const_cast`
    Const,
    /// `dynamic_cast`
    Dynamic,
}

/// Prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    Deref,
    AddressOf,
}

/// Infix operators.
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
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
    Spaceship,
    Comma,
}
