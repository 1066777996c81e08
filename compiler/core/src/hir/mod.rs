//! The typed program: names are ids, types interned, templates instantiated, overloads resolved, every
//! conversion written out.
//!
//! **Values and places.** An [`Expr`] is a *place* (C++ glvalue: it designates storage) or a *value* (prvalue);
//! [`Expr::is_place`] tells. Reading a place is an explicit [`ExprKind::Load`]. Types of expressions are never
//! references: a variable of reference type is used as [`ExprKind::Deref`] of a load of the pointer that it holds
//! (locals and fields of reference type are stored as pointers).
//!
//! **Class values.** A value of class or array type is built by [`ExprKind::Aggregate`], [`ExprKind::Construct`],
//! [`ExprKind::Zero`], a call, a `Load`, or a conditional of those; lowering builds it directly in its destination
//! ("copy elision" is guaranteed, as C++17 asks).
//!
//! **Order of evaluation** is that of C++17; where C++ leaves it open, left to right for operands. Function
//! arguments are evaluated right to left in host code, as g++ does on x86-64, and left to right in device code,
//! as nvcc's device compiler does.
//!
//! **Lifetimes.** Locals are destroyed at the end of the [`Block`] that declares them, temporaries
//! ([`ExprKind::Temporary`]) at the end of their [`Lifetime`]; lowering emits the calls.

mod operators;
mod storage;
mod types;
pub(crate) mod walk;

pub use kern_syntax::ast::IntType;
pub use operators::{BinaryOp, Callee, Conversion, LabelId, LaunchDim, ObjectId, SpecialRegister, UnaryOp};
pub use storage::{Allocation, GlobalSpace, Lifetime};
pub use types::{Class, ClassId, Enum, EnumId, Enumerator, Field, FunctionType, QualType, Type, TypeId, TypeTable};

use kern_diag::Span;
use std::sync::Arc;

/// A function of a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

/// A variable with static storage of a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GlobalId(pub u32);

/// A parameter or local variable of a [`Function`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalId(pub u32);

/// A checked program. Code is made for the functions that `used_on_host` or `used_on_device` marks; the others are
/// the user's own functions that nothing reaches.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All types.
    pub types: TypeTable,
    /// All functions, indexed by [`FunctionId`].
    pub functions: Vec<Function>,
    /// All globals, indexed by [`GlobalId`], in the order their initialisers run.
    pub globals: Vec<Global>,
    /// `main`, if the file has one.
    pub main: Option<FunctionId>,
    /// The program's own functions for `new` and `delete` in host code: what the linker finds, in a file of several.
    pub allocation: Allocation,
    /// Those in device code.
    pub device_allocation: Allocation,
    /// What stands behind exceptions, where some function has a [`StmtKind::Try`]: without one, nothing that is thrown is
    /// caught, and whoever throws ends the program.
    pub exceptions: Option<Exceptions>,
    /// Other files of the program come to it when it is linked.
    pub separate: Option<Separate>,
}

/// The parts of `<kern/exceptions.h>` that compiled code refers to.
#[derive(Clone, Copy, Debug)]
pub struct Exceptions {
    /// A pointer to the object on its way up, set when a function returns by an exception.
    pub thrown: GlobalId,
    /// Takes the object that would leave a function that is `noexcept`.
    pub terminate: FunctionId,
    /// Allocate that many bytes for `new` and for `new[]`, or throw `std::bad_alloc`.
    pub allocate: [FunctionId; 2],
}

/// Where a function runs (CUDA C++ Programming Guide, "Function Execution Space Specifiers").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExecutionSpace {
    /// `__global__`
    pub is_kernel: bool,
    /// Callable and compiled for the device.
    pub device: bool,
    /// Callable and compiled for the host.
    pub host: bool,
}

/// How a file is compiled that is not the whole program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Separate {
    /// Device code may use functions and variables of other files (`nvcc -rdc=true`). Without it those of every file are its own
    /// (CUDA Compiler Driver NVCC, "Using Separate Compilation in CUDA").
    pub rdc: bool,
}

/// Who else means the same by a name (C++17 [basic.link]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Nobody: other files may have something else of that name.
    Internal,
    /// Other files may define the same once more: templates, `inline`, what a class defines.
    Weak,
    /// One file defines it.
    External,
}

/// A function, after instantiation.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name in the source without scopes: `add`, `operator+`, `Vec`.
    pub name: Arc<str>,
    /// The name a user reads: `vec::Vec<float, 3>::operator+`.
    pub display_name: Arc<str>,
    /// The unique linkage name: Itanium-mangled for C++, plain for `extern "C"` and `main`.
    pub symbol: Arc<str>,
    /// Who else means it by that name.
    pub linkage: Linkage,
    /// Where it runs.
    pub space: ExecutionSpace,
    /// Some host code that is reached calls it or takes its address.
    pub used_on_host: bool,
    /// It is a kernel, or device code that is reached calls it or takes its address.
    pub used_on_device: bool,
    /// Its type; for member functions `this` is the first parameter. A class result is built in place.
    pub result: TypeId,
    /// The parameters, the first locals.
    pub params: Vec<LocalId>,
    /// `...`
    pub is_variadic: bool,
    /// Parameters and all local variables, indexed by [`LocalId`].
    pub locals: Vec<Local>,
    /// The variable that every `return` names: it is the result from its declaration on, and no `return` copies it
    /// (C++17 [class.copy.elision]/1.1).
    pub named_result: Option<LocalId>,
    /// The variables that statements of the body declare, and how often it names each.
    pub named: Vec<(LocalId, u32)>,
    /// Labels, by [`LabelId`]: names.
    pub labels: Vec<Arc<str>>,
    /// The body; `None` for a function that is only declared: a runtime function or an intrinsic,
    /// found by `symbol` in the tables of `stdlib`.
    pub body: Option<Block>,
    /// `__launch_bounds__`: (max threads a block, min blocks an SM).
    pub launch_bounds: Option<(u32, Option<u32>)>,
    /// `__cluster_dims__`: blocks of a cluster along x, y, z.
    pub cluster_dims: Option<[u32; 3]>,
    /// `__maxnreg__`: most registers of a thread.
    pub max_registers: Option<u32>,
    /// `noexcept`: an exception that would leave it ends the program.
    pub is_noexcept: bool,
    /// `__noinline__`
    pub is_noinline: bool,
    /// `__forceinline__`
    pub is_forceinline: bool,
    /// A function of the same signature for the device, when this one is for the host only (`sinf` of the C library and
    /// the device's `sinf`): code compiled for the device that calls this function calls that one instead.
    pub device_twin: Option<FunctionId>,
    /// It comes from a header of kern's own.
    pub is_system: bool,
    /// Template arguments, its own or those of what it stands in, decide what the body means.
    pub is_instance: bool,
    /// The name in its declaration.
    pub span: Span,
}

/// A parameter or local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name; empty for an unnamed parameter or one made by sema.
    pub name: Arc<str>,
    /// The type; a reference is stored as a pointer.
    pub ty: QualType,
    /// Alignment when `alignas` asks for more than the type's.
    pub align: Option<u64>,
    /// For a variable-length array (host only), whose length is the value at the declaration: the local that counts the elements there
    /// are to destroy.
    pub vla: Option<LocalId>,
    /// Called with the address when the scope ends (of each element of an array, the last first).
    pub destructor: Option<FunctionId>,
    /// The name in the declaration.
    pub span: Span,
}

/// A variable with static storage.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name in the source.
    pub name: Arc<str>,
    /// The unique linkage name.
    pub symbol: Arc<str>,
    /// Who else means it by that name.
    pub linkage: Linkage,
    /// `extern`: another file defines it.
    pub is_declared_only: bool,
    /// The program says what it holds at the start, be it zeros.
    pub has_initialiser: bool,
    /// The type. `extern __shared__ T s[];` has an array of unknown bound.
    pub ty: QualType,
    /// Where it lives.
    pub space: GlobalSpace,
    /// Alignment when `alignas` asks for more than the type's.
    pub align: Option<u64>,
    /// What it holds at the start.
    pub init: GlobalInit,
    /// Called with the address at exit (of each element of an array, the last first).
    pub destructor: Option<FunctionId>,
    /// For `__shared__` variables of a function: which function declares it.
    pub function: Option<FunctionId>,
    /// A `static` local: initialised when control first passes (host), once at load (device).
    pub is_local_static: bool,
    /// Each host thread has its own.
    pub is_thread_local: bool,
    /// The name in the declaration.
    pub span: Span,
}

/// How a global starts.
#[derive(Clone, Debug)]
pub enum GlobalInit {
    /// All bytes zero.
    Zero,
    /// `__shared__`: nothing is written.
    None,
    /// Constant bytes, with addresses of other globals or functions to be filled in.
    Bytes {
        /// As long as the type.
        bytes: Vec<u8>,
        /// (offset, what, added bytes): an 8-byte address goes there.
        relocations: Vec<(u64, SymbolRef, i64)>,
    },
    /// Computed before `main` on the host, in order; the value initialises the object.
    Dynamic(Box<Expr>),
}

/// Something with an address known at load time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolRef {
    /// A variable.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
}

/// Statements with the scope of the locals they declare.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// In order.
    pub stmts: Vec<Stmt>,
    /// Place of the closing brace (destructors and the implicit return are blamed on it).
    pub end: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Which.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A full expression whose value is dropped.
    Expr(Expr),
    /// The scope of `local` starts. `init` is a value of its type (a place's address for references, see
    /// [`ExprKind::AddressOf`]); `None` leaves it uninitialised. For a VLA `init` is the length.
    Declare { local: LocalId, init: Option<Expr> },
    /// A `static` local with a dynamic initialiser: run it when `guard` (a host byte) is zero, then set the guard.
    InitStatic { global: GlobalId, guard: GlobalId, init: Expr },
    /// `{ … }`
    Block(Block),
    /// `condition` is a `bool` value.
    If { condition: Box<Expr>, then: Block, otherwise: Option<Block> },
    /// All loops: `init` was put before. `continue` goes to `step`. `test_last` is `do … while`.
    /// `condition_decl` re-creates a variable declared in the condition for each iteration.
    Loop {
        /// Declarations made by the condition, run before each test.
        condition_decl: Vec<Stmt>,
        /// A `bool` value; `None` loops for ever.
        condition: Option<Box<Expr>>,
        /// Run after the body and at `continue`.
        step: Option<Box<Expr>>,
        /// The body.
        body: Block,
        /// Test after the body (`do … while`).
        test_last: bool,
        /// `#pragma unroll`: `Some(0)` wholly, `Some(1)` never, `Some(n)` n times.
        unroll: Option<u32>,
    },
    /// `value` is an integer; each arm starts at a [`StmtKind::Label`] inside `body`.
    Switch {
        /// The value that is compared.
        value: Box<Expr>,
        /// All `case`s of this switch: inclusive ranges and the label to go to.
        cases: Vec<(i128, i128, LabelId)>,
        /// `default:`
        default: Option<LabelId>,
        /// Holds the [`StmtKind::Label`]s.
        body: Block,
    },
    /// `break` of the innermost loop or switch.
    Break,
    /// `continue` of the innermost loop.
    Continue,
    /// The value is absent in `void` functions.
    Return(Option<Expr>),
    /// `goto`
    Goto(LabelId),
    /// A label or a `case`: control may come from elsewhere.
    Label(LabelId),
    /// An exception that leaves `body` is stored in `exception` (a pointer to the object thrown), and `handler` runs.
    Try { body: Block, exception: LocalId, handler: Block },
    /// From here to the end of the block: an exception that leaves it calls `destructor` with the address `object`.
    OnThrow { object: Box<Expr>, destructor: FunctionId },
    /// Inline PTX, outputs are places.
    Asm { template: Arc<str>, outputs: Vec<(Arc<str>, Expr)>, inputs: Vec<(Arc<str>, Expr)>, is_volatile: bool },
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which.
    pub kind: ExprKind,
    /// Its type: never a reference, and for values without qualifiers.
    pub ty: TypeId,
    /// For places: loads and stores are volatile.
    pub is_volatile: bool,
    /// For places: assigning is an error (already checked), and device loads may use the read-only path.
    pub is_const: bool,
    /// Where (the operator or the whole, as a diagnostic would mark it).
    pub span: Span,
}

impl Expr {
    /// An assignment of any form: its value is dropped without reading the place again, even a volatile one.
    pub fn is_assignment(&self) -> bool {
        matches!(self.kind, ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::Step { .. })
    }

    /// Whether the expression designates storage.
    pub fn is_place(&self) -> bool {
        match &self.kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Element { .. }
            | ExprKind::Temporary { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. } => true,
            ExprKind::Step { is_prefix, .. } => *is_prefix,
            ExprKind::Field { base, .. } => base.is_place(),
            ExprKind::Conditional { then, otherwise, .. } => then.is_place() && otherwise.is_place(),
            ExprKind::Sequence { second, .. } => second.is_place(),
            ExprKind::Call { returns_reference, .. } => *returns_reference,
            ExprKind::Statements { value: Some(value), .. } => value.is_place(),
            _ => false,
        }
    }
}

/// The kinds of expression. "Place" marks the kinds that designate storage.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer, `bool`, enumerator or character: two's complement, truncated to the type's size.
    Int(i128),
    /// `float` or `double`, already rounded to the type.
    Float(f64),
    /// A null pointer of the type.
    Null,
    /// All bytes zero, any type.
    Zero,
    /// Place: a parameter or local.
    Local(LocalId),
    /// Place: a global. Strings are globals too.
    Global(GlobalId),
    /// Place: the object that the [`ExprKind::Building`] around makes.
    Object(ObjectId),
    /// Value: the address of a function, of pointer-to-function type.
    Function(FunctionId),
    /// Value (`uint3`/`dim3` component, `int`): `threadIdx.x`, `warpSize`, …; the whole `threadIdx` is an aggregate of these.
    SpecialRegister(SpecialRegister),
    /// Place: what the pointer value points at.
    Deref(Box<Expr>),
    /// Place if `base` is a place, else value: field `field` of class `base.ty`.
    Field { base: Box<Expr>, field: u32 },
    /// Place: element `index` (any integer type) of the array place `base`.
    Element { base: Box<Expr>, index: Box<Expr> },
    /// Value: what the place holds.
    Load(Box<Expr>),
    /// Value: pointer to the place.
    AddressOf(Box<Expr>),
    /// Value: pointer to the first element of the array place.
    Decay(Box<Expr>),
    /// Place: the value, kept in a temporary.
    Temporary { value: Box<Expr>, destructor: Option<FunctionId>, lifetime: Lifetime },
    /// Value, of the operand's (promoted) type.
    Unary { op: UnaryOp, operand: Box<Expr> },
    /// Value. Arithmetic: both operands have the result's type (the right operand of shifts any integer type).
    /// Comparisons give `bool`, both operands have one type (arithmetic or pointer).
    Binary { op: BinaryOp, left: Box<Expr>, right: Box<Expr> },
    /// Value: `pointer + index * sizeof(pointee)`; `index` is any integer type, negated when `subtract`.
    PointerAdd { pointer: Box<Expr>, index: Box<Expr>, subtract: bool },
    /// Value (`long`): `(left - right) / sizeof(pointee)`.
    PointerDiff { left: Box<Expr>, right: Box<Expr> },
    /// Value (`bool`): short-circuit.
    And(Box<Expr>, Box<Expr>),
    /// Value (`bool`): short-circuit.
    Or(Box<Expr>, Box<Expr>),
    /// Place if both arms are, else value.
    Conditional { condition: Box<Expr>, then: Box<Expr>, otherwise: Box<Expr> },
    /// `first` for its effect, then `second`: place or value as `second`.
    Sequence { first: Box<Expr>, second: Box<Expr> },
    /// Place `place`, after storing `value` of its type (class values: trivial copies only; others are calls).
    Assign { place: Box<Expr>, value: Box<Expr> },
    /// Place: `place = (T)((compute)place op value)`, the place evaluated once. For pointers `compute` is the
    /// pointer type, `op` Add or Sub, `value` an integer.
    CompoundAssign { place: Box<Expr>, op: BinaryOp, compute: TypeId, value: Box<Expr> },
    /// Prefix: place after the step; postfix: value before it. Integers, floats and pointers.
    Step { place: Box<Expr>, is_increment: bool, is_prefix: bool },
    /// Value of type `ty`: see [`Conversion`].
    Convert { conversion: Conversion, operand: Box<Expr> },
    /// Value (place if the function returns a reference: then `ty` is the referred type and the call yields the
    /// address; `returns_reference` says so). An argument of class type is a value, built in the copy whose address
    /// is passed; when its class has a destructor it is a [`ExprKind::Temporary`] *place* instead, whose address is passed.
    Call { callee: Callee, args: Vec<Expr>, returns_reference: bool },
    /// Value (`void`): launches the kernel.
    Launch {
        /// The kernel: a direct function, or a pointer to one.
        kernel: Box<Callee>,
        /// x, y, z of the grid then of the block (`unsigned` values): converted from `dim3` or integers.
        grid: Box<LaunchDim>,
        /// See `grid`.
        block: Box<LaunchDim>,
        /// Dynamic shared memory in bytes (`unsigned long`).
        shared: Box<Expr>,
        /// The stream handle (a pointer), null for the default stream.
        stream: Box<Expr>,
        /// Converted to the kernel's parameter types.
        args: Box<[Expr]>,
    },
    /// Value of class or array type: each (byte offset, value) initialises that part; the rest is zero.
    Aggregate(Vec<(u64, Expr)>),
    /// Value of class type: the aggregate `value`, whose later parts name the object, of which the earlier parts are there.
    Building { object: ObjectId, value: Box<Expr> },
    /// Value of class type: `constructor(address of the object, args…)`. In braces the arguments are evaluated as they stand
    /// ([dcl.init.list] 4).
    Construct { constructor: FunctionId, args: Vec<Expr>, in_braces: bool },
    /// Value of array type: every element is this value (`new T[n]`, `T a[n];` with constructors use it).
    Fill { element: Box<Expr>, length: u64 },
    /// Value: pointer. `new T(init)`; with `count`, `new T[count]`: `init` is then the value of one element.
    /// An array whose elements have a `destructor` is preceded by its length (8 bytes, in a cookie as large as the
    /// larger of 8 and the element's alignment), which `delete[]` reads.
    New {
        /// What is made.
        element: TypeId,
        /// The number of elements of `new T[count]`.
        count: Option<Box<Expr>>,
        /// What it starts as.
        init: Option<Box<Expr>>,
        /// `new (placement) T`: where.
        placement: Option<Box<Expr>>,
        /// A function of the program that allocates, and what it takes after the bytes.
        allocator: Option<Box<(FunctionId, Vec<Expr>)>>,
        /// A function of the program that frees where an exception leaves the initialiser; it may take what the allocator
        /// took, or the bytes if that took nothing more. Without one nothing is freed that an allocator gave for more.
        deallocator: Option<FunctionId>,
        /// The destructor of one element.
        destructor: Option<FunctionId>,
    },
    /// Value (`void`): runs the destructor(s) and frees; null does nothing. With `is_array` and a destructor the
    /// pointer is preceded by the number of elements (see `New`). With `slot` the function at that place of the object's
    /// table does both (see [`Callee::Virtual`]).
    /// `deallocator` is a function of the program that frees; it may take the bytes too.
    Delete { pointer: Box<Expr>, is_array: bool, destructor: Option<FunctionId>, slot: Option<u32>, deallocator: Option<FunctionId> },
    /// GNU statement expression: the value of the last expression.
    Statements { block: Block, value: Option<Box<Expr>> },
    /// Value (a pointer): where the variadic arguments of this function lie, one in 8 bytes each; what `va_start` stores.
    VariadicArguments,
    /// Value (`bool`): whether a constant is being evaluated; code that runs never does.
    ConstantEvaluated,
    /// Value of type `ty`: the next variadic argument; the operand is the place of a `va_list`. A class of 1, 2, 4 or 8 bytes lies
    /// there itself, of another its address.
    VaArg(Box<Expr>),
    /// Value of any type, which is never there: the call starts an exception, with which control leaves.
    Throw(Box<Expr>),
    /// Wrong code; a diagnostic was given. Never reaches lowering.
    Error,
}
