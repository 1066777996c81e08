//! Types as they are written: specifiers, and the declarator around the name.

use super::decl::{Access, Decl};
use super::expr::Expr;
use super::{Ident, Path};
use kern_diag::Span;
use std::sync::Arc;

/// Storage, function and CUDA specifiers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags {
    pub is_typedef: bool,
    pub is_static: bool,
    pub is_extern: bool,
    pub is_inline: bool,
    pub is_constexpr: bool,
    /// `consteval`; [`Flags::is_constexpr`] is set too.
    pub is_consteval: bool,
    pub is_constinit: bool,
    /// The template is a concept, its initialiser the constraint.
    pub is_concept: bool,
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
    /// `[[no_unique_address]]`
    pub no_unique_address: bool,
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
    /// What few declarations have.
    pub rare: Option<Box<RareSpecs>>,
    /// All specifiers.
    pub span: Span,
}

/// Specifiers with arguments.
#[derive(Clone, Default, Debug)]
pub struct RareSpecs {
    /// `__launch_bounds__(maxThreads, minBlocks, …)`
    pub launch_bounds: Vec<Expr>,
    /// `__cluster_dims__(x, y, z)`
    pub cluster_dims: Vec<Expr>,
    /// `__maxnreg__(registers)`
    pub max_registers: Vec<Expr>,
    /// `alignas(e)`, `__align__(e)`, `__attribute__((aligned(e)))`
    pub align: Vec<AlignSpec>,
    /// Alignment that is asked for behind a declarator, with the place of that: `int a alignas(8), b;`
    pub align_behind: Vec<(Span, AlignSpec)>,
    /// `explicit(e)`
    pub explicit_if: Option<Expr>,
    /// `Concept<Args> auto`
    pub constraint: Option<Path>,
}

/// The arguments of specifiers that bound the launches of a kernel.
#[derive(Clone, Copy, Default, Debug)]
pub struct Bounds<'a> {
    /// Those of `__launch_bounds__`.
    pub launch: &'a [Expr],
    /// Those of `__cluster_dims__`.
    pub cluster: &'a [Expr],
    /// That of `__maxnreg__`.
    pub registers: &'a [Expr],
}

impl<'a> Bounds<'a> {
    /// These, and of an earlier declaration those that are not given here.
    #[must_use]
    pub fn or(self, earlier: Bounds<'a>) -> Bounds<'a> {
        let given = |own: &'a [Expr], other: &'a [Expr]| if own.is_empty() { other } else { own };
        Bounds {
            launch: given(self.launch, earlier.launch),
            cluster: given(self.cluster, earlier.cluster),
            registers: given(self.registers, earlier.registers),
        }
    }
}

impl DeclSpecs {
    /// The concept in front of `auto`.
    pub fn constraint(&self) -> Option<&Path> {
        self.rare.as_ref()?.constraint.as_ref()
    }

    /// The condition of `explicit(e)`.
    pub fn explicit_if(&self) -> Option<&Expr> {
        self.rare.as_ref()?.explicit_if.as_ref()
    }

    /// What bounds the launches of a kernel.
    pub fn bounds(&self) -> Bounds<'_> {
        self.rare.as_ref().map_or(Bounds::default(), |rare| Bounds {
            launch: &rare.launch_bounds,
            cluster: &rare.cluster_dims,
            registers: &rare.max_registers,
        })
    }

    /// The alignment that is asked for in front of all declarators.
    pub fn align(&self) -> &[AlignSpec] {
        self.rare.as_ref().map_or(&[], |rare| &rare.align)
    }

    /// The alignment that is asked for behind `declarator`, of what that declares alone.
    pub fn align_behind<'s>(&'s self, declarator: &Declarator) -> impl Iterator<Item = &'s AlignSpec> + use<'s> {
        let place = declarator.span;
        let behind: &[(Span, AlignSpec)] = self.rare.as_ref().map_or(&[], |rare| &rare.align_behind);
        behind.iter().filter(move |(at, _)| *at == place).map(|(_, align)| align)
    }

    /// All alignment that is asked for of what `declarator` declares.
    pub fn align_of<'s>(&'s self, declarator: &Declarator) -> impl Iterator<Item = &'s AlignSpec> + use<'s> {
        self.align().iter().chain(self.align_behind(declarator))
    }
}

/// The argument of an alignment specifier.
#[derive(Clone, Debug)]
pub enum AlignSpec {
    /// `alignas(16)`
    Expr(Expr),
    /// `alignas(double)`
    Type(TypeName),
    /// `__attribute__((packed))`, `#pragma pack(2)`: no member is aligned more than this.
    Packed(Expr),
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
    /// `decltype(auto)`
    DecltypeAuto,
}

/// The built-in types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BuiltinType {
    Void,
    Bool,
    Int(IntType),
    Half,
    Float,
    Double,
    LongDouble,
}

/// Integer types; `char`, `signed char` and `unsigned char` are three types, `long` and `long long` two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntType {
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
}

impl IntType {
    /// As it is written.
    pub fn name(self) -> &'static str {
        use IntType::*;
        match self {
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            WChar => "wchar_t",
            Char16 => "char16_t",
            Char32 => "char32_t",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
        }
    }

    /// Size in bytes (LP64).
    pub fn size(self) -> u64 {
        use IntType::*;
        match self {
            Char | SChar | UChar => 1,
            Short | UShort | Char16 => 2,
            Int | UInt | WChar | Char32 => 4,
            Long | ULong | LongLong | ULongLong => 8,
            Int128 | UInt128 => 16,
        }
    }

    /// Whether it holds negative values; plain `char` does, as on x86-64.
    pub fn is_signed(self) -> bool {
        use IntType::*;
        matches!(self, Char | SChar | WChar | Short | Int | Long | LongLong | Int128)
    }
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
    MemberPointer { class: Box<Path>, inner: Box<Declarator>, quals: Quals },
    /// `inner[size]`
    Array { inner: Box<Declarator>, size: Option<Box<Expr>> },
    /// `inner(params)`
    Function { inner: Box<Declarator>, params: Box<FunctionParams> },
    /// `... inner` (a parameter pack)
    Pack(Box<Declarator>),
}

impl Declarator {
    /// What this one is written around; none at the name.
    fn inner(&self) -> Option<&Declarator> {
        match &self.kind {
            DeclaratorKind::Name(_) => None,
            DeclaratorKind::Pointer { inner, .. }
            | DeclaratorKind::Reference { inner, .. }
            | DeclaratorKind::MemberPointer { inner, .. }
            | DeclaratorKind::Array { inner, .. }
            | DeclaratorKind::Function { inner, .. }
            | DeclaratorKind::Pack(inner) => Some(inner),
        }
    }

    /// This declarator and those inside it, down to the name.
    fn layers(&self) -> impl Iterator<Item = &Declarator> {
        std::iter::successors(Some(self), |d| d.inner())
    }

    /// The declared name; none in a type name and for an unnamed parameter.
    pub fn path(&self) -> Option<&Path> {
        self.layers().find_map(|d| match &d.kind {
            DeclaratorKind::Name(path) => path.as_ref(),
            _ => None,
        })
    }

    /// The parameter list directly around the declared name, if a function is declared.
    pub fn params(&self) -> Option<&FunctionParams> {
        self.layers().find_map(|d| match &d.kind {
            DeclaratorKind::Function { inner, params } if matches!(inner.kind, DeclaratorKind::Name(_)) => Some(&**params),
            _ => None,
        })
    }

    /// See [`Declarator::params`].
    pub(crate) fn params_mut(&mut self) -> Option<&mut FunctionParams> {
        match &mut self.kind {
            DeclaratorKind::Name(_) => None,
            DeclaratorKind::Function { inner, params } if matches!(inner.kind, DeclaratorKind::Name(_)) => Some(&mut **params),
            DeclaratorKind::Pointer { inner, .. }
            | DeclaratorKind::Reference { inner, .. }
            | DeclaratorKind::MemberPointer { inner, .. }
            | DeclaratorKind::Array { inner, .. }
            | DeclaratorKind::Function { inner, .. }
            | DeclaratorKind::Pack(inner) => inner.params_mut(),
        }
    }

    /// The dimensions of the declared array.
    pub(crate) fn dimensions(&self) -> usize {
        self.layers().filter(|d| matches!(d.kind, DeclaratorKind::Array { .. })).count()
    }

    /// See [`Declarator::path`].
    pub(crate) fn path_mut(&mut self) -> Option<&mut Path> {
        self.innermost().as_mut()
    }

    /// Names what is declared.
    pub(crate) fn set_name(&mut self, path: Path) {
        *self.innermost() = Some(path);
    }

    fn innermost(&mut self) -> &mut Option<Path> {
        match &mut self.kind {
            DeclaratorKind::Name(path) => path,
            DeclaratorKind::Pointer { inner, .. }
            | DeclaratorKind::Reference { inner, .. }
            | DeclaratorKind::MemberPointer { inner, .. }
            | DeclaratorKind::Array { inner, .. }
            | DeclaratorKind::Function { inner, .. }
            | DeclaratorKind::Pack(inner) => inner.innermost(),
        }
    }

    /// Whether what is declared is of the type in front, or an array of that.
    pub fn is_of_base(&self) -> bool {
        self.layers().all(|d| matches!(d.kind, DeclaratorKind::Name(_) | DeclaratorKind::Array { .. }))
    }

    /// Whether a parameter pack is declared.
    pub fn is_pack(&self) -> bool {
        self.layers().any(|d| matches!(d.kind, DeclaratorKind::Pack(_)))
    }
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
    /// `noexcept`, `throw()`
    pub is_noexcept: bool,
    /// `noexcept(e)`
    pub noexcept_if: Option<Box<Expr>>,
    /// `-> type`
    pub trailing_return: Option<Box<TypeName>>,
    /// `requires e` at the end
    pub requires: Option<Box<Expr>>,
    /// `override`
    pub is_override: bool,
    /// `final`
    pub is_final: bool,
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
    pub default: Option<Box<Expr>>,
    /// All of it.
    pub span: Span,
}
