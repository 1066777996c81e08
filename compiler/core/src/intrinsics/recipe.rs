//! What an intrinsic becomes.

use crate::lower::{Base, CallSite, FunctionLowering, Place, Repr};
use kern_ir as ir;
use kern_ir::{Attrs, InstData, Opcode, Payload, RegType, Space, Type, Value};

/// Arguments and result of a recipe that is code: the values in order, `bool` as predicates.
pub(crate) type Code = fn(&mut FunctionLowering<'_, '_>, &[Value]) -> Option<Value>;

/// A recipe that wants the call itself.
pub(crate) type Raw = fn(&mut FunctionLowering<'_, '_>, &CallSite<'_>) -> Option<Value>;

/// What an intrinsic becomes.
#[derive(Clone, Copy)]
pub(crate) enum Recipe {
    /// One instruction of that type; the arguments are its operands in order, the result of the given class.
    Inst { op: Opcode, ty: Type, src_ty: Type, attrs: Attrs },
    /// One instruction without result.
    Effect { op: Opcode, ty: Type, attrs: Attrs },
    /// Some instructions.
    Code(Code),
    /// Some instructions that depend on the arguments' types or places.
    Raw(Raw),
    /// An atomic operation; the type is what argument 0 points at.
    Atom { op: ir::AtomOp, scope: Option<ir::Scope>, negate: bool },
    /// A load through argument 0 of what it points at.
    Load(ir::CacheOp),
    /// A store of argument 1 through argument 0.
    Store(ir::CacheOp),
    /// A texture or surface instruction: the last argument points to where its results go, or to what is stored.
    Texture { op: Opcode, ty: Type, src_ty: Type, attrs: Attrs },
    /// The same for each byte or half word of the arguments.
    Simd(super::simd::Simd),
    /// A function of the device's library, and what `-use_fast_math` has in its place.
    Extern(&'static str, Option<Code>),
}

impl std::fmt::Debug for Recipe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Recipe::Inst { op, ty, src_ty, attrs } => write!(f, "{op:?}.{ty}.{src_ty} {attrs:?}"),
            Recipe::Effect { op, ty, attrs } => write!(f, "{op:?}.{ty} {attrs:?}"),
            // Functions of one table have one address each.
            Recipe::Code(code) => write!(f, "code {:p}", *code as *const ()),
            Recipe::Raw(raw) => write!(f, "raw {:p}", *raw as *const ()),
            Recipe::Atom { op, scope, negate } => write!(f, "atom {op} {scope:?} {negate}"),
            Recipe::Load(cache) => write!(f, "ld {cache}"),
            Recipe::Store(cache) => write!(f, "st {cache}"),
            Recipe::Texture { op, ty, src_ty, attrs } => write!(f, "{op:?}.{ty}.{src_ty} {attrs:?}"),
            Recipe::Simd(simd) => write!(f, "{simd:?}"),
            Recipe::Extern(name, _) => write!(f, "{name}"),
        }
    }
}

impl Recipe {
    /// One instruction without modifiers.
    pub(crate) fn op(op: Opcode, ty: Type) -> Recipe {
        Recipe::with(op, ty, Attrs::default())
    }

    /// One instruction with modifiers.
    pub(crate) fn with(op: Opcode, ty: Type, attrs: Attrs) -> Recipe {
        Recipe::Inst { op, ty, src_ty: ty, attrs }
    }

    /// `cvt.ty.src_ty`
    pub(crate) fn cvt(ty: Type, src_ty: Type, rounding: Option<ir::Rounding>) -> Recipe {
        Recipe::Inst { op: Opcode::Cvt, ty, src_ty, attrs: Attrs { rounding, ..Attrs::default() } }
    }

    /// Appends the recipe for a call: its raw scalar result.
    pub(crate) fn lower(&self, f: &mut FunctionLowering<'_, '_>, site: &CallSite<'_>) -> Option<Value> {
        let result = match *self {
            Recipe::Inst { op, ty, src_ty, attrs } => {
                let args = arguments(f, site);
                let class = result_class(op, ty, attrs);
                Some(f.b.value(InstData { args, attrs, src_ty, ..InstData::new(op, ty) }, class))
            }
            Recipe::Effect { op, ty, attrs } => {
                let args = arguments(f, site);
                f.b.push(InstData { args, attrs, ..InstData::new(op, ty) }, &[]);
                None
            }
            Recipe::Code(code) => {
                let args = arguments(f, site);
                code(f, &args)
            }
            Recipe::Raw(raw) => raw(f, site),
            Recipe::Atom { op, scope, negate } => super::atomics::lower(f, site, op, scope, negate),
            Recipe::Load(cache) => super::memory::load(f, site, cache),
            Recipe::Store(cache) => super::memory::store(f, site, cache),
            Recipe::Texture { op, ty, src_ty, attrs } => {
                super::texture::lower(f, site, InstData { attrs, src_ty, ..InstData::new(op, ty) })
            }
            Recipe::Simd(simd) => {
                let args = arguments(f, site);
                simd.lower(f, &args)
            }
            Recipe::Extern(_, Some(short)) if f.m.fast_math.functions => {
                let args = f.runtime_arguments(site);
                short(f, &args)
            }
            Recipe::Extern(name, _) => return f.call_named(site, name),
        };
        // Truth values come as predicates; functions give them as `int`.
        result.map(|value| f.predicate_as_word(value))
    }
}

/// The register class of an instruction's result.
fn result_class(op: Opcode, ty: Type, attrs: Attrs) -> RegType {
    match op {
        Opcode::Popc | Opcode::Clz | Opcode::Bfind | Opcode::Activemask => RegType::B32,
        Opcode::Mul if attrs.mul == Some(ir::MulMode::Wide) => RegType::B64,
        _ => ty.reg(),
    }
}

/// The scalar arguments from left to right.
pub(crate) fn arguments(f: &mut FunctionLowering<'_, '_>, site: &CallSite<'_>) -> Vec<Value> {
    let args = site.args.iter().map(|arg| f.value(arg)).collect();
    f.at(site.expr.span);
    args
}

/// What argument `index` points at, known to lie in `.global` memory unless the expression says where.
pub(crate) fn global_place(f: &mut FunctionLowering<'_, '_>, site: &CallSite<'_>, index: usize) -> Place {
    let place = f.pointed_place(&site.args[index]);
    f.at(site.expr.span);
    match place.base {
        Base::Address(address, None) => Place { base: Base::Address(address, Some(Space::Global)), ..place },
        _ => place,
    }
}

/// The scalar memory type of what argument `index` points at; `None` for classes.
pub(crate) fn pointee_scalar(f: &FunctionLowering<'_, '_>, site: &CallSite<'_>, index: usize) -> Option<Type> {
    let ty = f.pointee_type(&site.args[index]);
    match f.repr_of(ty) {
        Repr::Scalar(ty) => Some(ty),
        _ => None,
    }
}

/// A special register as a value.
pub(crate) fn sreg(f: &mut FunctionLowering<'_, '_>, op: Opcode, sreg: ir::Sreg, ty: Type) -> Value {
    f.b.value(InstData { payload: Payload::Sreg(sreg), ..InstData::new(op, ty) }, ty.reg())
}
