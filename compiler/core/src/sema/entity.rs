//! What a name can stand for, and the tables that hold the declared things.
//!
//! Everything is reached through an id; the tables live in [`super::Sema`]. Nothing here is thrown away
//! while a unit is checked, so ids stay valid.

use super::classes::Virtuals;
use super::deduce::{Bindings, Refusal};
use super::names::Names;
use crate::hir::{self, ClassId, FunctionId, FunctionType, GlobalId, LocalId, QualType, TypeId};
use kern_diag::Span;
use kern_syntax::ast;
use std::collections::HashMap;
use std::sync::Arc;

/// An identifier's text.
pub(super) type Name = Arc<str>;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])* #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)] pub(super) struct $name(pub u32);)*
    };
}

ids! {
    /// A scope of `Sema::scopes`.
    ScopeId;
    /// A function declaration of `Sema::funcs` (one for all redeclarations).
    FuncId;
    /// A function template of `Sema::fn_templates`.
    FnTemplateId;
    /// A class, alias or variable template of `Sema::templates`.
    TemplateId;
    /// A variable with static storage of `Sema::vars`.
    VarId;
}

/// A member of an overload set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum FuncRef {
    Plain(FuncId),
    Template(FnTemplateId),
}

/// What a name stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Entity {
    Type(QualType),
    Var(VarId),
    /// A local of the function body whose frame has this number.
    Local {
        frame: u32,
        id: LocalId,
    },
    Functions(Vec<FuncRef>),
    Namespace(ScopeId),
    Enumerator {
        value: i128,
        ty: TypeId,
    },
    /// A class, alias or variable template.
    Template(TemplateId),
    /// A non-type template parameter, bound.
    Value(TArg),
    /// A bound parameter pack: what each element stands for.
    Pack(Vec<Entity>),
    /// A non-static data member: field indices from the class inwards (anonymous unions have more than one).
    Field {
        class: ClassId,
        path: Vec<u32>,
    },
    /// A declaration that was wrong.
    Error,
}

/// A template argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum TArg {
    Type(QualType),
    Int(i128, TypeId),
    /// A value of a floating-point type: the bits of it as a `double`.
    Float(u64, TypeId),
    /// A value of a class: the object of all such arguments.
    Constant(GlobalId),
    Func(FuncId),
    Null(TypeId),
    /// A variable, for a parameter of this type: a pointer or a reference to it.
    Object(VarId, TypeId),
    Template(TemplateId),
    Pack(Vec<TArg>),
}

/// What a scope belongs to.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ScopeKind {
    /// `None` is the global or an unnamed namespace.
    Namespace(Option<Name>),
    Class(ClassId),
    /// A block, parameter list, or the arguments of a template.
    Local,
    /// One element of a pack expansion: the names of packs stand for their elements.
    Element,
}

/// A name's meanings in one scope: a class or enum may share its name with a function or variable.
#[derive(Clone, Default, Debug)]
pub(super) struct Slot {
    pub(super) tag: Option<Entity>,
    pub(super) item: Option<Entity>,
    pub(super) span: Span,
}

/// A scope.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    pub(super) parent: Option<ScopeId>,
    pub(super) names: Names,
    /// Namespaces whose names are visible here: `using namespace`, inline and unnamed namespaces.
    pub(super) using: Vec<ScopeId>,
    /// For namespaces: names are `A::`; used in displayed names and mangling.
    pub(super) is_inline: bool,
}

/// Who generates the body of a function without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    DefaultConstructor,
    CopyConstructor,
    MoveConstructor,
    CopyAssign,
    MoveAssign,
    Destructor,
}

/// Where a body comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body<'a> {
    /// Declared only.
    None,
    Ast(&'a ast::FunctionDef),
    Implicit(Special),
    Lambda(&'a ast::Lambda),
    /// Destroys every element of an array of this type; the parameter is its address.
    DestroyArray(TypeId),
    /// A static function that forwards to a captureless closure's call operator.
    Thunk(FuncId),
    /// Destroys the object and frees it.
    DeletingDestructor,
    /// Destroys an object and its virtual bases.
    WholeDestructor,
    /// Destroys a base of this class, whose virtual bases are left alone, if there is one.
    PartDestructor(ClassId),
    /// Calls `target` with the object that lies `distance` bytes from the part that it gets.
    Adjusting {
        target: FuncId,
        distance: i64,
    },
}

/// How far a body is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    Waiting,
    Queued,
    Running,
    Done,
}

/// What kind of name a function has.
#[derive(Clone, Debug)]
pub(super) enum FuncName {
    Plain,
    Constructor,
    Destructor,
    Conversion,
    Operator(ast::OverloadedOp),
}

/// A parameter.
#[derive(Clone, Debug)]
pub(super) struct Param<'a> {
    pub(super) name: Option<Name>,
    /// As declared, adjusted from array and function types, with top-level qualifiers.
    pub(super) ty: QualType,
    pub(super) default: Option<&'a ast::Expr>,
    /// Where the default argument's names are looked up.
    pub(super) default_scope: ScopeId,
    /// An element of an expanded parameter pack.
    pub(super) of_pack: bool,
    /// The lengths of the arrays that it points to, of which some are known only when it is called (C): it is a pointer to their elements.
    pub(super) rows: Vec<&'a ast::Expr>,
    pub(super) span: Span,
}

/// A function, from all its declarations.
#[derive(Clone, Debug)]
pub(super) struct Func<'a> {
    pub(super) name: Name,
    pub(super) kind: FuncName,
    /// The scope that encloses its parameters.
    pub(super) scope: ScopeId,
    /// The scope it is a member of (namespace or class).
    pub(super) home: ScopeId,
    pub(super) class: Option<ClassId>,
    pub(super) is_static: bool,
    pub(super) ty: FunctionType,
    pub(super) params: Vec<Param<'a>>,
    pub(super) is_const: bool,
    pub(super) is_volatile: bool,
    pub(super) ref_qualifier: Option<bool>,
    pub(super) body: Body<'a>,
    pub(super) flags: ast::Flags,
    pub(super) space: hir::ExecutionSpace,
    /// `__host__ __device__` only because it is `constexpr`, implicit or a lambda.
    pub(super) is_implicitly_both: bool,
    pub(super) extern_c: bool,
    pub(super) is_system: bool,
    pub(super) is_deleted: bool,
    pub(super) is_explicit: bool,
    /// An exception that would leave it ends the program.
    pub(super) is_noexcept: bool,
    /// `requires e` behind the parameters.
    pub(super) requires: Option<&'a ast::Expr>,
    /// `= 0`
    pub(super) is_pure: bool,
    /// `override`
    pub(super) is_override: bool,
    /// `final`
    pub(super) is_final: bool,
    /// An implicit or defaulted special member that only copies bytes or does nothing.
    pub(super) is_trivial: bool,
    pub(super) access: ast::Access,
    pub(super) asm_label: Option<Name>,
    pub(super) template: Option<(FnTemplateId, Vec<TArg>)>,
    pub(super) hir: Option<FunctionId>,
    pub(super) progress: Progress,
    /// `auto` result not yet deduced.
    pub(super) deduce_result: bool,
    pub(super) bounds: ast::Bounds<'a>,
    pub(super) special: Option<Special>,
    /// How many instantiations lie between the program's text and this one.
    pub(super) depth: u32,
    /// What first asked for the body: where, and in which function.
    pub(super) asked: Option<(Span, Option<FuncId>)>,
    pub(super) span: Span,
}

/// A constant scalar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Scalar {
    Int(i128),
    Float(f64),
}

/// Where a special register declaration points (`__asm__("%tid")`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterName {
    ThreadIdx,
    BlockIdx,
    BlockDim,
    GridDim,
    WarpSize,
}

/// A variable with static storage.
#[derive(Clone, Debug)]
pub(super) struct Var<'a> {
    pub(super) name: Name,
    pub(super) ty: QualType,
    pub(super) space: hir::GlobalSpace,
    pub(super) home: ScopeId,
    pub(super) scope: ScopeId,
    pub(super) hir: Option<GlobalId>,
    /// The initialiser, until it is checked.
    pub(super) init: Option<&'a ast::Initializer>,
    pub(super) is_initialised: bool,
    /// The value, for constants.
    pub(super) constant: Option<Scalar>,
    pub(super) register: Option<RegisterName>,
    pub(super) is_constexpr: bool,
    pub(super) is_constinit: bool,
    pub(super) is_extern: bool,
    pub(super) is_system: bool,
    pub(super) is_defined: bool,
    pub(super) extern_c: bool,
    /// As the declaration says.
    pub(super) linkage: hir::Linkage,
    pub(super) is_thread_local: bool,
    pub(super) function: Option<FuncId>,
    pub(super) align: Option<u64>,
    pub(super) template_args: Vec<TArg>,
    pub(super) span: Span,
}

impl<'a> Var<'a> {
    /// A variable defined in `scope` without initialiser or anything else special.
    pub(super) fn new(name: Name, ty: QualType, space: hir::GlobalSpace, scope: ScopeId, span: Span) -> Var<'a> {
        Var {
            name,
            ty,
            space,
            home: scope,
            scope,
            hir: None,
            init: None,
            is_initialised: false,
            constant: None,
            register: None,
            is_constexpr: false,
            is_constinit: false,
            is_extern: false,
            is_system: true,
            is_defined: true,
            extern_c: false,
            linkage: hir::Linkage::External,
            is_thread_local: false,
            function: None,
            align: None,
            template_args: Vec::new(),
            span,
        }
    }
}

/// A base class.
#[derive(Clone, Debug)]
pub(super) struct Base {
    pub(super) class: ClassId,
    /// Of one that is not virtual.
    pub(super) field: u32,
    pub(super) offset: u64,
    pub(super) is_virtual: bool,
    pub(super) access: ast::Access,
}

/// What sema knows of a field beside its layout.
#[derive(Clone, Debug)]
pub(super) struct Member<'a> {
    /// As declared; `None` of what nobody declares, such as a base.
    pub(super) ty: Option<QualType>,
    pub(super) default: Option<&'a ast::Initializer>,
    pub(super) access: ast::Access,
    pub(super) is_mutable: bool,
    pub(super) span: Span,
}

/// How far a class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClassState {
    Declared,
    Open,
    Complete,
}

/// What sema knows of a class beside its layout.
#[derive(Clone, Debug)]
pub(super) struct ClassInfo<'a> {
    pub(super) name: Name,
    pub(super) key: ast::ClassKey,
    pub(super) scope: ScopeId,
    pub(super) home: ScopeId,
    pub(super) state: ClassState,
    pub(super) bases: Vec<Base>,
    /// By field index.
    pub(super) members: Vec<Member<'a>>,
    /// Its own member functions that are no templates, constructors or static, in the order of their declarations.
    pub(super) functions: Vec<FuncId>,
    pub(super) virtuals: Virtuals,
    pub(super) constructors: Vec<FuncRef>,
    pub(super) destructor: Option<FuncId>,
    pub(super) conversions: Vec<FuncRef>,
    pub(super) is_aggregate: bool,
    /// A class derived from it leaves the padding at its end alone.
    pub(super) is_pod: bool,
    /// The empty objects in one of it, itself among them, and where they are.
    pub(super) empties: Vec<(ClassId, u64)>,
    pub(super) has_user_constructor: bool,
    /// Classes on the longest way up to a class without bases.
    pub(super) depth: u32,
    /// Ways up from it, each ending at one of the classes above or at itself.
    pub(super) ways: u32,
    pub(super) template: Option<(TemplateId, Vec<TArg>)>,
    /// The arguments of the partial specialisation that it was made from, as that writes them.
    pub(super) partial: Option<&'a [ast::TemplateArg]>,
    /// An explicit specialisation: nothing of the template's members is its own.
    pub(super) is_specialised: bool,
    pub(super) lambda: Option<FuncId>,
    /// Enclosing function, for local classes and closures: their mangled names need it.
    pub(super) local_in: Option<FuncId>,
    /// Friends may use private members: scopes of friend classes.
    pub(super) friends: Vec<Entity>,
    pub(super) span: Span,
}

/// A function template.
#[derive(Clone, Debug)]
pub(super) struct FnTemplate<'a> {
    pub(super) name: Name,
    pub(super) params: &'a [ast::TemplateParam],
    pub(super) specs: &'a ast::DeclSpecs,
    pub(super) declarator: &'a ast::Declarator,
    pub(super) def: Option<&'a ast::FunctionDef>,
    pub(super) scope: ScopeId,
    pub(super) home: ScopeId,
    pub(super) class: Option<ClassId>,
    pub(super) access: ast::Access,
    pub(super) is_system: bool,
    pub(super) asm_label: Option<Name>,
    pub(super) instances: HashMap<Vec<TArg>, Option<FuncId>>,
    /// The deduced arguments of which there is none.
    pub(super) refused: HashMap<Bindings, Refusal>,
    /// The lambda whose call operator this is.
    pub(super) lambda: Option<&'a ast::Lambda>,
    /// The constructor of a base that this one passes its parameters on to.
    pub(super) inherited: Option<FnTemplateId>,
    /// The declaration before the definition: `static`, default arguments.
    pub(super) earlier: Option<FnTemplateHead<'a>>,
    pub(super) span: Span,
}

impl<'a> FnTemplate<'a> {
    /// A template declared in `scope`, where its names are looked up and where it belongs, without anything special.
    pub(super) fn new(name: Name, head: FnTemplateHead<'a>, scope: ScopeId, span: Span) -> FnTemplate<'a> {
        let FnTemplateHead { params, specs, declarator } = head;
        FnTemplate {
            name,
            params,
            specs,
            declarator,
            def: None,
            scope,
            home: scope,
            class: None,
            access: ast::Access::Public,
            is_system: false,
            asm_label: None,
            instances: HashMap::new(),
            refused: HashMap::new(),
            lambda: None,
            inherited: None,
            earlier: None,
            span,
        }
    }
}

/// A declaration of a function template, as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct FnTemplateHead<'a> {
    pub(super) params: &'a [ast::TemplateParam],
    pub(super) specs: &'a ast::DeclSpecs,
    pub(super) declarator: &'a ast::Declarator,
}

/// What a [`Template`] makes.
#[derive(Clone, Copy, Debug)]
pub(super) enum TemplateKind<'a> {
    Class(&'a ast::ClassSpec),
    Alias(&'a ast::TypeName),
    Variable(&'a ast::SimpleDecl),
}

/// A partial specialisation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial<'a> {
    pub(super) params: &'a [ast::TemplateParam],
    pub(super) args: &'a [ast::TemplateArg],
    pub(super) kind: TemplateKind<'a>,
    pub(super) scope: ScopeId,
}

/// A class, alias or variable template.
#[derive(Debug)]
pub(super) struct Template<'a> {
    pub(super) name: Name,
    pub(super) kind: TemplateKind<'a>,
    /// Those of the declaration that has defaults.
    pub(super) params: &'a [ast::TemplateParam],
    /// What its definition calls them, where that is another declaration.
    pub(super) own_names: &'a [ast::TemplateParam],
    pub(super) scope: ScopeId,
    pub(super) partials: Vec<Partial<'a>>,
    pub(super) instances: HashMap<Vec<TArg>, Entity>,
    /// Members that are defined outside the class.
    pub(super) outside: Vec<Outside<'a>>,
    pub(super) span: Span,
}

/// The definition of a member of a class template outside of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outside<'a> {
    pub(super) params: &'a [ast::TemplateParam],
    pub(super) decl: &'a ast::Decl,
    /// Which segment of the member's name is that of the template.
    pub(super) segment: usize,
    /// Binds the parameters of the templates around this one, as the definition calls them.
    pub(super) around: Option<ScopeId>,
    /// The arguments of the partial specialisation whose member it is, as that writes them.
    pub(super) partial: Option<&'a [ast::TemplateArg]>,
}
