//! Declarations: what a file, a namespace, a class and a template hold.

use super::constraints::Constraint;
use super::expr::{Expr, StringLiteral};
use super::stmt::{AsmStmt, Stmt};
use super::types::{DeclSpecs, Declarator, TypeName};
use super::{Ident, Path};
use kern_diag::Span;
use std::sync::Arc;

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
    /// `using std::vector, std::string;`, `using T::name...;`
    UsingDecl(Vec<UsingName>),
    /// `using enum E;`
    UsingEnum(Path),
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
    Asm(Box<AsmStmt>),
    /// A declaration that did not parse; a diagnostic was given.
    Error,
}

/// One name of a using-declaration ([namespace.udecl]).
#[derive(Clone, Debug)]
pub struct UsingName {
    /// `T::name`
    pub path: Path,
    /// With `...` behind it: once for each element of the packs it names.
    pub is_pack: bool,
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
    pub bit_width: Option<Box<Expr>>,
    /// `__asm__("symbol")` after the declarator: the linkage name (GNU). `%tid` and the like name special registers,
    /// other names a row of the intrinsics table.
    pub asm_label: Option<Box<StringLiteral>>,
    /// The initialiser.
    pub init: Option<Initializer>,
}

/// An initialiser of a variable.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// `= e` (`e` may be [`ExprKind::InitList`](super::expr::ExprKind::InitList))
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

/// A function with its body.
#[derive(Clone, Debug)]
pub struct FunctionDef {
    /// Return type and specifiers.
    pub specs: DeclSpecs,
    /// Name and parameters.
    pub declarator: Declarator,
    /// `: a(1), b{2}`
    pub initializers: Vec<MemberInit>,
    /// A function-try-block: the body is one `try`, which is about the initialisers too. The handlers of a constructor or
    /// destructor end in `throw;`.
    pub is_tried: bool,
    /// The body.
    pub body: FunctionBody,
}

/// What a function definition ends with.
#[derive(Clone, Debug)]
pub enum FunctionBody {
    /// `{ … }`
    Block(Box<Stmt>),
    /// `= default`
    Default,
    /// `= default` of a comparison: what that is.
    Compare(Box<Stmt>),
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
    /// Stands for an `auto` of a function's parameters.
    pub is_invented: bool,
    /// What its argument must satisfy; of the last parameter also what all of them must.
    pub constraints: Vec<Constraint>,
    /// All of it.
    pub span: Span,
}

/// The kinds of template parameter.
#[derive(Clone, Debug)]
pub enum TemplateParamKind {
    /// `typename T = default`
    Type { default: Option<TypeName> },
    /// `int N = default`
    Value { specs: Box<DeclSpecs>, declarator: Declarator, default: Option<Box<Expr>> },
    /// `template <…> class T = default`
    Template { params: Vec<TemplateParam>, default: Option<Path> },
}
