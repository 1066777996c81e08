//! The syntax tree: what was written, with places, before any name is looked up.
//!
//! Nothing here is resolved: a [`Path`] may name anything, both kinds of template argument are as the token
//! adapter tagged them, and a [`Declarator`] is the inside-out tree that C writes. Sema checks template bodies
//! again for each instantiation, so the tree is immutable and shared (`Arc` around bodies).
//! `Expr::depth` bounds recursion: the parser rejects trees deeper than [`MAX_DEPTH`].

use kern_diag::Span;
use std::sync::Arc;

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

/// A declaration at any level (file, namespace, class, block).
#[derive(Clone, Debug)]
pub struct Decl {
    /// What is declared.
    pub kind: DeclKind,
    /// The whole declaration.
    pub span: Span,
}

/// The kinds of declaration.
#[derive(Clone, Debug)]
pub enum DeclKind {
    /// `;`
    Empty,
    /// `int a = 1, *b;`, `struct S {…} s;`, `int f(int);`, `typedef int T;`, members of a class.
    Simple(SimpleDecl),
    /// A function with a body, `= default` or `= delete`.
    Function(Arc<FunctionDef>),
    /// `template <…> decl`; an explicit specialisation (`template <>`) has no parameters.
    Template(Arc<TemplateDecl>),
    /// `template void f<int>(int);`
    ExplicitInstantiation(Box<Decl>),
    /// `namespace a::b { … }`; unnamed when `path` is empty.
    Namespace { path: Vec<Ident>, is_inline: bool, decls: Vec<Decl> },
    /// `namespace a = b::c;`
    NamespaceAlias { name: Ident, target: Path },
    /// `using namespace std;`
    UsingDirective(Path),
    /// `using std::vector;`
    UsingDecl(Path),
    /// `using T = int;` (inside [`TemplateDecl`] an alias template).
    Alias { name: Ident, ty: TypeName },
    /// `extern "C" …`
    Linkage { language: Arc<str>, decls: Vec<Decl> },
    /// `static_assert(condition, "message");`
    StaticAssert { condition: Expr, message: Option<StringLiteral> },
    /// `public:` and so on, inside a class.
    Access(Access),
    /// `friend decl`
    Friend(Box<Decl>),
    /// `asm("…");` at file level.
    Asm(AsmStmt),
    /// A declaration that did not parse; a diagnostic was given.
    Error,
}

/// Member access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// `public`
    Public,
    /// `protected`
    Protected,
    /// `private`
    Private,
}

/// Specifiers and a list of declarators.
#[derive(Clone, Debug)]
pub struct SimpleDecl {
    /// What stands before the declarators.
    pub specs: DeclSpecs,
    /// Each declared thing; empty for `struct S {…};`.
    pub declarators: Vec<InitDeclarator>,
}

/// One declarator of a [`SimpleDecl`].
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// Name and type modifiers.
    pub declarator: Declarator,
    /// `[a, b]` of a structured binding; the declarator has no name then.
    pub bindings: Vec<Ident>,
    /// `: width` of a bit-field.
    pub bit_width: Option<Expr>,
    /// `__asm__("symbol")` after the declarator: the linkage name (GNU). `%tid` and the like name special registers,
    /// other names a row of the intrinsics table.
    pub asm_label: Option<StringLiteral>,
    /// The initialiser.
    pub init: Option<Initializer>,
}

/// An initialiser of a variable.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// `= e` (`e` may be [`ExprKind::InitList`])
    Equals(Expr),
    /// `(a, b)`
    Parens(Vec<Expr>, Span),
    /// `{a, b}` without `=`
    Braces(InitList),
}

/// A brace-enclosed list.
#[derive(Clone, Debug)]
pub struct InitList {
    /// The elements, each with the member or index it is meant for where that was written (`.x = 1`, `[3] = 1`).
    pub items: Vec<(Option<Designator>, Expr)>,
    /// With the braces.
    pub span: Span,
}

/// `.member` or `[index]` in a braced list.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.member`
    Member(Ident),
    /// `[index]`
    Index(Box<Expr>),
}

/// Storage, function and CUDA specifiers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]

pub struct Flags {
    pub is_typedef: bool,
    pub is_static: bool,
    pub is_extern: bool,
    pub is_inline: bool,
    pub is_constexpr: bool,
    pub is_mutable: bool,
    pub is_register: bool,
    pub is_thread_local: bool,
    pub is_virtual: bool,
    pub is_explicit: bool,
    /// `__global__`
    pub global: bool,
    /// `__device__`
    pub device: bool,
    /// `__host__`
    pub host: bool,
    /// `__shared__`
    pub shared: bool,
    /// `__constant__`
    pub constant: bool,
    /// `__managed__`
    pub managed: bool,
    pub forceinline: bool,
    pub noinline: bool,
    /// `__grid_constant__`
    pub grid_constant: bool,
}

/// What stands before a declarator.
#[derive(Clone, Debug)]
pub struct DeclSpecs {
    /// Keywords without arguments.
    pub flags: Flags,
    /// `const`, `volatile` on the base type.
    pub quals: Quals,
    /// The base type; `None` for constructors, destructors and conversion functions.
    pub ty: Option<TypeSpec>,
    /// `__launch_bounds__(maxThreads, minBlocks, …)`
    pub launch_bounds: Vec<Expr>,
    /// `alignas(e)`, `__align__(e)`, `__attribute__((aligned(e)))`
    pub align: Vec<AlignSpec>,
    /// All specifiers.
    pub span: Span,
}

/// The argument of an alignment specifier.
#[derive(Clone, Debug)]
pub enum AlignSpec {
    /// `alignas(16)`
    Expr(Expr),
    /// `alignas(double)`
    Type(TypeName),
}

/// cv-qualifiers and `__restrict__`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]

pub struct Quals {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
}

/// A base type as written.
#[derive(Clone, Debug)]
pub struct TypeSpec {
    /// Which.
    pub kind: TypeSpecKind,
    /// Where.
    pub span: Span,
}

/// The kinds of base type.
#[derive(Clone, Debug)]
pub enum TypeSpecKind {
    /// `unsigned long long`, in any order of its words.
    Builtin(BuiltinType),
    /// A name: `T`, `dim3`, `std::vector<int>`, `typename T::type`.
    Named(Path),
    /// `struct S {…}` or `struct S`
    Class(Arc<ClassSpec>),
    /// `enum E {…}` or `enum E`
    Enum(Arc<EnumSpec>),
    /// `auto`
    Auto,
    /// `decltype(e)`
    Decltype(Box<Expr>),
}

/// The built-in types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]

pub enum BuiltinType {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    WChar,
    Char16,
    Char32,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    Half,
    Float,
    Double,
    LongDouble,
}

/// `struct`, `class` or `union`, with or without a body.
#[derive(Clone, Debug)]
pub struct ClassSpec {
    /// Which keyword.
    pub key: ClassKey,
    /// The name; with template arguments for a specialisation; `None` for an unnamed one.
    pub name: Option<Path>,
    /// Bases in order.
    pub bases: Vec<BaseSpec>,
    /// The members, `None` for `struct S` without a body.
    pub members: Option<Vec<Decl>>,
    /// Alignment asked for between key and name.
    pub align: Vec<AlignSpec>,
    /// `final`
    pub is_final: bool,
}

/// The keyword of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKey {
    /// `struct`
    Struct,
    /// `class`
    Class,
    /// `union`
    Union,
}

/// A base class.
#[derive(Clone, Debug)]
pub struct BaseSpec {
    /// `public` by default for structs, `private` for classes.
    pub access: Option<Access>,
    /// `virtual`
    pub is_virtual: bool,
    /// Which class.
    pub path: Path,
    /// `Bases...`
    pub is_pack: bool,
}

/// `enum`, with or without a body.
#[derive(Clone, Debug)]
pub struct EnumSpec {
    /// `enum class` or `enum struct`
    pub is_scoped: bool,
    /// The name.
    pub name: Option<Path>,
    /// `: type`
    pub underlying: Option<TypeName>,
    /// The enumerators, `None` without a body.
    pub enumerators: Option<Vec<Enumerator>>,
}

/// One enumerator.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// The name.
    pub name: Ident,
    /// `= value`
    pub value: Option<Expr>,
}

/// A type without a name: `const int *`, in casts, `sizeof`, template arguments.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// Base type and qualifiers.
    pub specs: Box<DeclSpecs>,
    /// Pointers, arrays, … around nothing.
    pub declarator: Declarator,
    /// All of it.
    pub span: Span,
}

/// Name and type modifiers, inside out as C writes them.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// Which.
    pub kind: DeclaratorKind,
    /// Where.
    pub span: Span,
}

/// The kinds of declarator. The type of the innermost name is found by wrapping the base type from the outside in:
/// `int *a[3]` is `Pointer(Array(Name(a), 3))`: the base `int` becomes `int *`, then an array of 3 of those.
#[derive(Clone, Debug)]
pub enum DeclaratorKind {
    /// The declared name, `None` in a [`TypeName`] or an unnamed parameter.
    Name(Option<Path>),
    /// `* quals inner`
    Pointer { inner: Box<Declarator>, quals: Quals },
    /// `& inner` or `&& inner`
    Reference { inner: Box<Declarator>, is_rvalue: bool },
    /// `C::* inner`
    MemberPointer { class: Path, inner: Box<Declarator>, quals: Quals },
    /// `inner[size]`
    Array { inner: Box<Declarator>, size: Option<Box<Expr>> },
    /// `inner(params)`
    Function { inner: Box<Declarator>, params: FunctionParams },
    /// `... inner` (a parameter pack)
    Pack(Box<Declarator>),
}

/// The parameter list of a function declarator and what follows it.
#[derive(Clone, Debug)]
pub struct FunctionParams {
    /// The parameters; `(void)` gives none.
    pub params: Vec<Param>,
    /// A trailing `...`
    pub is_variadic: bool,
    /// `const`/`volatile` of a member function.
    pub quals: Quals,
    /// `&` or `&&` of a member function.
    pub ref_qualifier: Option<bool>,
    /// `noexcept`, `noexcept(e)`, `throw()`
    pub is_noexcept: bool,
    /// `-> type`
    pub trailing_return: Option<Box<TypeName>>,
    /// `override` or `final`
    pub is_override: bool,
    /// `= 0`
    pub is_pure: bool,
    /// With the parentheses.
    pub span: Span,
}

/// One function parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Base type.
    pub specs: DeclSpecs,
    /// Name and modifiers.
    pub declarator: Declarator,
    /// `= e`
    pub default: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct FunctionDef {
    /// Return type and specifiers.
    pub specs: DeclSpecs,
    /// Name and parameters.
    pub declarator: Declarator,
    /// `: a(1), b{2}`
    pub initializers: Vec<MemberInit>,
    /// The body.
    pub body: FunctionBody,
}

/// What a function definition ends with.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // nearly all are blocks, and a function is in an `Arc`
pub enum FunctionBody {
    /// `{ … }`
    Block(Stmt),
    /// `= default`
    Default,
    /// `= delete`
    Delete,
}

/// One entry of a constructor's initialiser list.
#[derive(Clone, Debug)]
pub struct MemberInit {
    /// The member or base.
    pub path: Path,
    /// What initialises it ([`Initializer::Equals`] does not occur).
    pub init: Initializer,
    /// `init...`
    pub is_pack: bool,
}

/// `template <params> decl`
#[derive(Clone, Debug)]
pub struct TemplateDecl {
    /// The parameters, none for an explicit specialisation.
    pub params: Vec<TemplateParam>,
    /// What is templated.
    pub decl: Decl,
}

/// One template parameter.
#[derive(Clone, Debug)]
pub struct TemplateParam {
    /// Which.
    pub kind: TemplateParamKind,
    /// The name.
    pub name: Option<Ident>,
    /// `typename... T`
    pub is_pack: bool,
    /// All of it.
    pub span: Span,
}

/// The kinds of template parameter.
#[derive(Clone, Debug)]
pub enum TemplateParamKind {
    /// `typename T = default`
    Type { default: Option<TypeName> },
    /// `int N = default`
    Value { specs: Box<DeclSpecs>, declarator: Declarator, default: Option<Expr> },
    /// `template <…> class T = default`
    Template { params: Vec<TemplateParam>, default: Option<Path> },
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
    /// `decltype(e)`, only in front of `::`
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
    /// `,`
    Comma,
    /// `new`, `new[]`
    New(bool),
    /// `delete`, `delete[]`
    Delete(bool),
}

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

/// The kinds of statement.
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
    If { is_constexpr: bool, init: Option<Box<Stmt>>, condition: Condition, then: Box<Stmt>, otherwise: Option<Box<Stmt>> },
    /// `while (condition) body`
    While { condition: Condition, body: Box<Stmt>, unroll: Option<Unroll> },
    /// `do body while (condition);`
    DoWhile { body: Box<Stmt>, condition: Expr, unroll: Option<Unroll> },
    /// `for (init; condition; step) body`
    For { init: Option<Box<Stmt>>, condition: Option<Condition>, step: Option<Expr>, body: Box<Stmt>, unroll: Option<Unroll> },
    /// `for (decl : range) body`; `decl` is one variable without initialiser
    RangeFor { init: Option<Box<Stmt>>, decl: Box<SimpleDecl>, range: Expr, body: Box<Stmt> },
    /// `switch (init; condition) body`
    Switch { init: Option<Box<Stmt>>, condition: Condition, body: Box<Stmt> },
    /// `case value:` or `case low ... high:`
    Case { value: Expr, high: Option<Expr>, body: Box<Stmt> },
    /// `default:`
    Default(Box<Stmt>),
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
    Asm(AsmStmt),
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
    Int { value: u128, suffix: IntSuffix, is_decimal: bool },
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
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `f(args)`
    Call { callee: Box<Expr>, args: Vec<Expr> },
    /// `k<<<grid, block, shared, stream>>>(args)`; `config` has 2 to 4 elements in a right program
    Launch { callee: Box<Expr>, config: Vec<Expr>, config_span: Span, args: Vec<Expr> },
    /// `a[i]`
    Index { base: Box<Expr>, index: Box<Expr> },
    /// `a.b` or `a->b`
    Member { base: Box<Expr>, is_arrow: bool, member: Path },
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
    /// `alignof(T)`
    AlignofType(Box<TypeName>),
    /// `noexcept(e)`
    Noexcept(Box<Expr>),
    /// `new T[n](args)`: an array's first extent is in the declarator of `ty`
    New { placement: Vec<Expr>, ty: Box<TypeName>, init: Option<Box<Initializer>> },
    /// `delete e`, `delete[] e`
    Delete { is_array: bool, operand: Box<Expr> },
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
    /// `typeid(…)`
    Typeid(Box<Expr>),
    /// `__is_same(T, U)` and other built-in traits over types
    TypeTrait { name: Ident, args: Vec<TypeName> },
    /// `({ …; e; })`
    StatementExpr(Box<Stmt>),
    /// `__builtin_offsetof(T, member)`, the C macro `offsetof`
    Offsetof { ty: Box<TypeName>, member: Vec<Ident> },
    /// `va_arg(list, T)`
    VaArg { list: Box<Expr>, ty: Box<TypeName> },
    /// An expression that did not parse; a diagnostic was given.
    Error,
}

/// A lambda.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// `=` or `&` first in the capture list.
    pub default: Option<CaptureDefault>,
    /// The named captures.
    pub captures: Vec<Capture>,
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
