//! Functions: values, instructions, IR blocks.

use crate::{Attrs, Block, Class, FuncId, GlobalVar, Inst, LocId, MulMode, Opcode, RegType, Slot, Sreg, Type, Value, VoteMode};

/// What a function is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunctionKind {
    /// `.entry`: launched from the host; its arguments are in `.param` space.
    Kernel,
    /// `.func` with a body.
    Func,
    /// `.extern .func`: a runtime function found by name.
    Extern,
}

/// Bytes of a kernel's parameters at most (PTX ISA, "Kernel Function Parameters": 32,764 since compute capability 7.0).
pub const MOST_PARAM_BYTES: u32 = 32_764;

/// A parameter of a kernel in `.param` space.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KernelParam {
    /// The name in the source, for people.
    pub source_name: String,
    /// Scalar type, or `None` for `.align A .b8 name[size]`.
    pub ty: Option<Type>,
    /// Bytes.
    pub size: u32,
    /// Bytes, a power of two.
    pub align: u32,
    /// Bytes from the start of the parameter buffer.
    pub offset: u32,
    /// The C++ type as a user reads it: `const float *`.
    pub type_name: String,
    /// It is a pointer (a host pointer passed here is a finding when used).
    pub is_pointer: bool,
    /// It is a `const T *__restrict__`: what it points at is not written during the launch, so loads through it may
    /// use the read-only path (`ld.global.nc`).
    pub is_const_restrict: bool,
    /// The name in the declaration; the text form does not keep it.
    pub loc: LocId,
}

impl KernelParam {
    /// Whether it is declared `T *__restrict__`: nothing else points at what it points at.
    pub fn is_restrict(&self) -> bool {
        self.is_const_restrict || self.type_name.ends_with("*__restrict__")
    }
}

/// A `.local` variable: one copy a thread, in host code a place on the stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SlotData {
    /// Bytes.
    pub size: u64,
    /// Bytes, a power of two.
    pub align: u32,
    /// For reports.
    pub info: VarInfo,
    /// LLVM's SROA takes the others apart before: this one is stored and loaded as a whole, or came with a function that was inlined.
    /// Only the passes know; it is written nowhere.
    pub is_late: bool,
}

/// A value: its type and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueData {
    /// The register class.
    pub ty: RegType,
    /// The definition.
    pub def: ValueDef,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueDef {
    /// Result number `.1` of an instruction.
    Result(Inst, u32),
    /// Parameter number `.1` of an IR block.
    Param(Block, u32),
    /// A constant: the bits, zero-extended (`.f32` as its 32 bits, `.pred` 0 or 1).
    Const(u64),
}

/// A jump target with the values of its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BlockCall {
    /// Where to.
    pub block: Block,
    /// One value a parameter.
    pub args: Vec<Value>,
}

/// What an instruction refers to besides values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Payload {
    /// Nothing.
    #[default]
    None,
    /// `mov` from a special register.
    Sreg(Sreg),
    /// Address of a variable, in its own state space.
    Global(GlobalVar),
    /// Address of a `.local` variable, in `.local` space.
    Slot(Slot),
    /// Address of a function, generic.
    FuncAddr(FuncId),
    /// `call` of a known function (without it, argument 0 is the address).
    Call(FuncId),
    /// `call` through argument 0: the function's result types (its parameters are the types of the other arguments).
    CallIndirect(Vec<RegType>),
    /// `ld.param` of kernel parameter number.
    Param(u32),
    /// Targets: `bra` has one, a conditional `bra` two (taken when the predicate is true, then false),
    /// `brx.idx` any number, the last is for an index out of range.
    Targets(Vec<BlockCall>),
}

/// One instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstData {
    /// The opcode.
    pub op: Opcode,
    /// The type suffix (`Type::B32` where the opcode has none).
    pub ty: Type,
    /// `cvt`: the source type, else equal to `ty`.
    pub src_ty: Type,
    /// Modifiers.
    pub attrs: Attrs,
    /// Operands in PTX order, without destination; for memory operations the address is operand 0.
    pub args: Vec<Value>,
    /// Destinations.
    pub results: Vec<Value>,
    /// Byte offset added to the address (`ld`, `st`, `atom`, `red`, `ld.param`); barrier number of `bar`; the number among the scalars
    /// that leave a function together.
    pub offset: i64,
    /// Symbols and targets.
    pub payload: Payload,
    /// Source place.
    pub loc: LocId,
}

/// An IR block: parameters, then instructions of which the last and only the last ends it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockData {
    /// Parameters (phis).
    pub params: Vec<Value>,
    /// Instructions in order.
    pub insts: Vec<Inst>,
    /// `#pragma unroll` of the loop this block heads: 0 wholly, 1 never, n times.
    pub unroll: Option<u32>,
    /// Place for reports about the loop this block heads.
    pub loc: LocId,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Linkage name.
    pub name: String,
    /// The name a user reads: `add`, `vec::dot<float>`.
    pub display_name: String,
    /// Kernel, function, or only declared.
    pub kind: FunctionKind,
    /// Kernels only.
    pub kernel_params: Vec<KernelParam>,
    /// Functions only: one value a parameter, equal to the parameters of the entry block when there is a body.
    pub params: Vec<RegType>,
    /// Zero or one result.
    pub results: Vec<RegType>,
    /// More arguments may follow (`printf`).
    pub is_variadic: bool,
    /// `.maxntid`, `.minnctapersm` from `__launch_bounds__`.
    pub launch_bounds: Option<(u32, Option<u32>)>,
    /// `.reqnctapercluster` from `__cluster_dims__`: blocks of a cluster along x, y, z.
    pub cluster_dims: Option<[u32; 3]>,
    /// `.maxnreg` from `__maxnreg__`: registers of a thread.
    pub max_registers: Option<u32>,
    /// `.noinline`
    pub is_noinline: bool,
    /// Inline at every level.
    pub is_forceinline: bool,
    /// Bytes of the device's stack that a call takes of a function that may call itself again; 0 where nobody has said.
    pub stack: u32,
    /// All values.
    pub values: Vec<ValueData>,
    /// All instructions (also those no longer in any block).
    pub insts: Vec<InstData>,
    /// All blocks (also those no longer in the layout).
    pub blocks: Vec<BlockData>,
    /// The blocks in order; the first is the entry. Empty for [`FunctionKind::Extern`].
    pub layout: Vec<Block>,
    /// `.local` variables.
    pub slots: Vec<SlotData>,
    /// The name in the source.
    pub loc: LocId,
    /// Which variables of the source its values are, if that was asked for. Neither text nor bytecode keeps it.
    pub names: Option<Box<Names>>,
}

/// The variables of the source that became values, and where they take which.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The variables.
    pub variables: Vec<NamedVariable>,
    /// In no order, but that those before one instruction take their values one after the other.
    pub bindings: Vec<Binding>,
}

/// A variable of the source that became values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedVariable {
    /// Name, type, elements, declaration.
    pub info: VarInfo,
    /// Bytes.
    pub size: u64,
    /// Its parts, each of which is one value.
    pub pieces: Vec<NamedPiece>,
}

/// A part of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedPiece {
    /// Bytes from the start of the variable.
    pub offset: u64,
    /// How a register holds it.
    pub ty: Type,
}

/// A part of a variable takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Before this instruction.
    pub before: Inst,
    /// Number in [`Names::variables`].
    pub variable: u32,
    /// Number in [`NamedVariable::pieces`].
    pub piece: u32,
    /// The value; without one the part is not live from here on.
    pub value: Option<Value>,
}

impl Class {
    /// The class, in an instruction.
    pub fn of(self, data: &InstData) -> RegType {
        match self {
            Class::Own => data.ty.reg(),
            Class::Source => data.src_ty.reg(),
            Class::Product if data.attrs.mul == Some(MulMode::Wide) => RegType::B64,
            Class::Product => data.ty.reg(),
            Class::Word => RegType::B32,
            Class::Double => RegType::B64,
            Class::Ballot if data.attrs.vote == Some(VoteMode::Ballot) => RegType::B32,
            Class::Pred | Class::Ballot => RegType::Pred,
        }
    }
}

/// What a report says of a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct VarInfo {
    /// The name in the source; empty for temporaries.
    pub name: String,
    /// Bytes of one element of an array (of the whole variable otherwise).
    pub element_size: u64,
    /// Elements; 0 for scalars.
    pub element_count: u64,
    /// Type as a user reads it.
    pub type_name: String,
    /// The name in the declaration.
    pub loc: u32,
}
