//! Grammar tokens: what the adapter makes of preprocessing tokens. Tags say what C++ leaves to context.

use crate::ast::*;
use std::sync::Arc;

/// A word of a built-in type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeWord {
    Void,
    Bool,
    Char,
    WChar,
    Char16,
    Char32,
    Short,
    Int,
    Long,
    Signed,
    Unsigned,
    Int128,
    UInt128,
    Half,
    Float,
    Double,
}

/// A specifier without arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flag {
    Typedef,
    Static,
    Extern,
    Inline,
    Constexpr,
    Consteval,
    Constinit,
    Concept,
    Mutable,
    Register,
    ThreadLocal,
    Virtual,
    Explicit,
    Global,
    Device,
    Host,
    Shared,
    Constant,
    Managed,
    Forceinline,
    Noinline,
    GridConstant,
    NoUniqueAddress,
    /// `__cluster_dims__`: the list of [`Tok::LaunchBounds`] behind it is its own.
    ClusterDims,
    /// `__maxnreg__`: the same.
    MaxRegisters,
}

/// `const`, `volatile`, `__restrict__`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Qual {
    Const,
    Volatile,
    Restrict,
}

/// An infix operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Infix {
    /// All that have a [`BinaryOp`].
    Op(BinaryOp),
    /// `.*`
    DotStar,
    /// `->*`
    ArrowStar,
}

/// A token of the grammar.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tok {
    /// A name that is no type.
    Name(Arc<str>),
    /// A name that is a type.
    Type(Arc<str>),
    /// `name` of `name:`
    Label(Arc<str>),
    /// `operator+`
    OperatorName(OverloadedOp),
    /// `operator""_x`
    LiteralOperator(Arc<str>),
    /// `operator` before a type
    OperatorConversion,
    /// `__is_same` and other traits
    Trait(Arc<str>),
    Int(u64, IntSuffix, bool),
    Float(f64, FloatSuffix),
    Char(u32, StringPrefix),
    Str(StringText),
    /// `operator""s`: the literal before it is its argument
    UserSuffix(Arc<str>),
    Bool(bool),
    Nullptr,
    This,
    Infix(Infix),
    Prefix(UnaryOp),
    /// `=`, `+=` in an expression
    Assign(Option<BinaryOp>),
    /// `++x`
    StepBefore(bool),
    /// `x++`
    StepAfter(bool),
    Word(TypeWord),
    Flag(Flag),
    Qual(Qual),
    /// `*` of a declarator
    Ptr,
    /// `&`, `&&` of a declarator
    Ref(bool),
    /// `~` of a destructor's name
    DestructorTilde,
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Semicolon,
    Comma,
    Colon,
    Question,
    Ellipsis,
    /// `=` of an initialiser
    Eq,
    ColonColon,
    /// `::` in front
    GlobalColons,
    Dot,
    Arrow,
    /// `(` before a type: casts, `sizeof`
    ParenType,
    /// `(` around a declarator
    ParenGroup,
    /// `(` of a parameter list
    ParenParams,
    /// `(` of an initialiser
    ParenInit,
    /// `(` of placement arguments
    ParenPlacement,
    /// `(` of a fold expression
    ParenFold,
    /// `<` of template arguments
    TemplateOpen,
    /// `>` of template arguments
    TemplateClose,
    LaunchOpen,
    LaunchClose,
    /// `{` of statements
    BraceBlock,
    /// `{` of a class, enumeration or namespace
    BraceBody,
    /// `:` before member initialisers
    ColonInit,
    /// `:` of a range `for`
    ColonRange,
    /// `:` before the width of a bit-field
    ColonWidth,
    /// `[` of a lambda
    BracketLambda,
    /// `[` of a structured binding
    BracketBinding,
    /// `[` of a designator
    BracketDesignator,
    /// `...` of a parameter pack
    EllipsisPack,
    /// Zero width: a declarator starts.
    DeclaratorStart,
    /// Zero width: a declaration starts where an expression could stand.
    DeclarationStart,
    /// Zero width: a type starts where an expression could stand.
    TypeStart,
    /// `= 0`
    EqZero,
    EqDefault,
    EqDelete,
    /// `if`; whether `constexpr`
    If(bool),
    /// `if` that has an `else`
    IfElse(bool),
    Else,
    While,
    Do,
    For,
    /// `for` over a range
    ForRange,
    Switch,
    Case,
    Default,
    Break,
    Continue,
    Return,
    Goto,
    Try,
    Catch,
    Throw,
    /// `asm`; whether `volatile`
    Asm(bool),
    /// `asm` after a declarator
    AsmLabel,
    New,
    Delete(DeleteForm),
    Sizeof,
    SizeofPack,
    Alignof,
    /// The operator
    NoexceptOp,
    /// The specifier
    Noexcept,
    Typeid,
    Cast(CastStyle),
    Template,
    /// `template` of an explicit instantiation
    Instantiate,
    /// Whether `inline`
    Namespace(bool),
    NamespaceAlias,
    Using,
    UsingNamespace,
    /// `using` of an alias
    Alias,
    Friend,
    StaticAssert,
    /// `extern "C"`
    Linkage(Arc<str>),
    ClassKey(ClassKey),
    /// Whether scoped
    Enum(bool),
    /// `typename` or `class` of a template parameter
    TypeParam,
    /// A concept follows, up to [`Tok::RequiresEnd`].
    Constrained,
    /// Starts a clause, up to [`Tok::RequiresEnd`].
    Requires,
    RequiresEnd,
    RequiresExpression,
    ExplicitIf,
    UsingEnum,
    /// `template` of a template parameter
    TemplateParam,
    /// `public:`
    AccessLabel(Access),
    /// `public` before a base
    BaseAccess(Access),
    BaseVirtual,
    Alignas,
    /// `__attribute__((packed))`; an alignment in brackets follows, 1 unless a pragma gives another.
    Packed,
    LaunchBounds,
    Decltype,
    Auto,
    /// `override`, `final`
    VirtSpecifier(bool),
    /// `mutable` of a lambda
    LambdaMutable,
    /// `=`, `&` in a capture list
    CaptureDefault(CaptureDefault),
    /// `&` before a captured name
    CaptureReference,
    Offsetof,
    VaArg,
    Unroll,
    UnrollEnd,
    /// Stands for a statement that did not parse
    ErrorStatement,
    /// Stands for a declaration that did not parse
    ErrorDeclaration,
    /// Stands for an expression that did not parse
    ErrorExpression,
}

/// The value of a string literal without its place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StringText {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) prefix: StringPrefix,
}
