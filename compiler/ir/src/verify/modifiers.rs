//! Which types and modifiers PTX allows for each opcode (PTX ISA, chapter 9).

use super::*;
use Opcode::*;
use Type::*;

/// One bit a modifier.
mod bit {
    pub(super) const SPACE: u32 = 1;
    pub(super) const TO: u32 = 1 << 1;
    pub(super) const CACHE: u32 = 1 << 2;
    pub(super) const SEM: u32 = 1 << 3;
    pub(super) const SCOPE: u32 = 1 << 4;
    pub(super) const VECTOR: u32 = 1 << 5;
    pub(super) const ROUNDING: u32 = 1 << 6;
    pub(super) const FTZ: u32 = 1 << 7;
    pub(super) const SAT: u32 = 1 << 8;
    pub(super) const PRECISION: u32 = 1 << 9;
    pub(super) const CMP: u32 = 1 << 10;
    pub(super) const MUL: u32 = 1 << 11;
    pub(super) const ATOM: u32 = 1 << 12;
    pub(super) const SHFL: u32 = 1 << 13;
    pub(super) const VOTE: u32 = 1 << 14;
    pub(super) const MATCH: u32 = 1 << 15;
    pub(super) const REDUX: u32 = 1 << 16;
    pub(super) const BAR: u32 = 1 << 17;
    pub(super) const LEFT: u32 = 1 << 18;
    pub(super) const GEOMETRY: u32 = 1 << 19;
    pub(super) const COMPONENT: u32 = 1 << 20;
    pub(super) const BOUNDARY: u32 = 1 << 21;
    pub(super) const QUERY: u32 = 1 << 22;
    pub(super) const ASYNC: u32 = 1 << 23;
    pub(super) const COUNTED: u32 = 1 << 24;
    pub(super) const NAMES: [&str; 25] = [
        "space",
        "to",
        "cache",
        "sem",
        "scope",
        "vector",
        "rounding",
        "ftz",
        "sat",
        "precision",
        "cmp",
        "mul",
        "atom",
        "shfl",
        "vote",
        "match_mode",
        "redux",
        "bar",
        "left",
        "geometry",
        "component",
        "boundary",
        "query",
        "is_async",
        "counted",
    ];
}
use bit::*;

fn present(a: &Attrs) -> u32 {
    let flags = [
        a.space.is_some_and(|s| s != Space::Generic),
        a.to,
        a.cache.is_some(),
        a.sem.is_some(),
        a.scope.is_some(),
        a.vector > 1,
        a.rounding.is_some(),
        a.ftz,
        a.sat,
        a.precision.is_some(),
        a.cmp.is_some(),
        a.mul.is_some(),
        a.atom.is_some(),
        a.shfl.is_some(),
        a.vote.is_some(),
        a.match_mode.is_some(),
        a.redux.is_some(),
        a.bar.is_some(),
        a.left,
        a.geometry.is_some(),
        a.component.is_some(),
        a.boundary.is_some(),
        a.query.is_some(),
        a.is_async,
        a.counted.is_some(),
    ];
    flags.iter().enumerate().fold(0, |bits, (i, on)| bits | (*on as u32) << i)
}

const INTS: &[Type] = &[U32, S32, U64, S64];
const WORDS: &[Type] = &[B32, B64];

/// The types of the opcode, the modifiers it may have, and those of them that it must have.
fn row(op: Opcode, ty: Type) -> (&'static [Type], u32, u32) {
    let (is_float, is_int32) = (ty.is_float(), matches!(ty, U32 | S32));
    match op {
        Add | Sub if ty == BF16 => (&[BF16], ROUNDING, 0),
        Add | Sub if is_float => (&[F16, F32, F64], ROUNDING | FTZ | SAT, 0),
        Add | Sub => (INTS, SAT, 0),
        Mul | Fma if ty == BF16 => (&[BF16], ROUNDING, 0),
        Mul if is_float => (&[F16, F32, F64], ROUNDING | FTZ | SAT, 0),
        Mul => (INTS, MUL, MUL),
        Mad => (INTS, MUL | SAT, MUL),
        Mul24 => (&[U32, S32], MUL, MUL),
        Fma => (&[F16, F32, F64], ROUNDING | FTZ | SAT, 0),
        Div if is_float => (&[F32, F64], ROUNDING | FTZ | PRECISION, 0),
        Div | Rem | Sad => (INTS, 0, 0),
        Neg if ty == BF16 => (&[BF16], 0, 0),
        Abs | Neg if is_float => (&[F16, F32, F64], FTZ, 0),
        Abs | Neg => (&[S32, S64], 0, 0),
        Min | Max if is_float => (&[F16, F32, F64], FTZ, 0),
        Min | Max => (INTS, 0, 0),
        Popc | Clz | Brev | Bfi => (WORDS, 0, 0),
        Bfind | Bfe => (INTS, 0, 0),
        Dp4a => (&[U32, S32], 0, 0),
        Dp2a => (&[U32, S32], MUL, 0),
        Prmt => (&[B32], 0, 0),
        Shf => (&[B32], SAT | LEFT, 0),
        And | Or | Xor | Not => (&[Pred, B32, B64], 0, 0),
        Shl => (WORDS, 0, 0),
        Shr => (&[B32, B64, U32, S32, U64, S64], 0, 0),
        Rcp | Sqrt => (&[F32, F64], ROUNDING | FTZ | PRECISION, 0),
        Rsqrt => (&[F32, F64], FTZ | PRECISION, 0),
        Sin | Cos | Lg2 => (&[F32], FTZ | PRECISION, 0),
        Ex2 if ty == F16 => (&[F16], PRECISION, 0),
        Ex2 => (&[F32], FTZ | PRECISION, 0),
        Tanh => (&[F16, F32], PRECISION, 0),
        Copysign => (&[F32, F64], 0, 0),
        Testp => (&[F32, F64], CMP, CMP),
        Setp => (&[Pred, B32, B64, U32, S32, U64, S64, F16, F32, F64], CMP | if is_float { FTZ } else { 0 }, CMP),
        Selp => (&[Pred, B32, B64, U32, S32, U64, S64, F16, F32, F64], 0, 0),
        Cvt => (&[U8, U16, U32, U64, S8, S16, S32, S64, F16, F32, F64], ROUNDING | FTZ | SAT, 0),
        Mov => (&[Pred, B32, B64, U32, S32, U64, S64, F16, F32, F64], 0, 0),
        Sreg | Clock => (&[B32, B64, U32, U64, S32, S64], 0, 0),
        Address | ParamAddress => (&[B32, B64, U32, U64, S64], 0, 0),
        Cvta => (&[B64, U64, S64], SPACE | TO, SPACE),
        Isspacep => (Type::ALL, SPACE, SPACE),
        Ld | St => (LOADED, SPACE | CACHE | SEM | SCOPE | VECTOR | ASYNC | COUNTED, 0),
        LdParam => (LOADED, 0, 0),
        Atom | Red => (Type::ALL, SPACE | SEM | SCOPE | ATOM, ATOM),
        Fence => (Type::ALL, SEM | SCOPE, 0),
        Prefetch => (Type::ALL, SPACE | CACHE, 0),
        Bar => (Type::ALL, BAR, 0),
        Shfl => (&[B32, U32, S32], SHFL, SHFL),
        Vote => (&[Pred, B32, U32], VOTE, VOTE),
        Match => (WORDS, MATCH, MATCH),
        Redux if is_int32 => (&[U32, S32], REDUX, REDUX),
        Redux => (&[B32], REDUX, REDUX),
        Activemask => (&[B32, U32], 0, 0),
        Tex | TexLevel | TexGrad => (&[F32, U32, S32], GEOMETRY, GEOMETRY),
        Tld4 => (&[F32, U32, S32], GEOMETRY | COMPONENT, GEOMETRY | COMPONENT),
        Txq => (&[B32], QUERY, QUERY),
        Suld | Sust => (&[B8, B16, B32, B64], GEOMETRY | BOUNDARY | VECTOR, GEOMETRY | BOUNDARY),
        BarWarp | Nanosleep | AsyncCommit | AsyncWait | Call | Bra | Brx | Ret | Exit | Trap => (Type::ALL, 0, 0),
    }
}

const LOADED: &[Type] = &[B8, B16, B32, B64, U8, U16, U32, U64, S8, S16, S32, S64, F16, F32, F64];

pub(super) fn check(kind: ModuleKind, data: &InstData) -> Rule {
    let (types, allowed, required) = row(data.op, data.ty);
    need(types.contains(&data.ty), || format!("the opcode has no type `.{}`", data.ty))?;
    let found = present(&data.attrs);
    let name = |bits: u32| NAMES.get(bits.trailing_zeros() as usize).copied().unwrap_or("?");
    need(found & !allowed == 0, || format!("the modifier `{}` does not fit", name(found & !allowed)))?;
    need(required & !found == 0, || format!("the modifier `{}` is missing", name(required & !found)))?;
    need(data.offset == 0 || has_offset(data.op) || data.op == Mov && data.args.len() > 1, || "the opcode has no offset".into())?;
    if kind == ModuleKind::Host {
        for_host(data)?;
    }
    let a = &data.attrs;
    let ty = data.ty;
    match data.op {
        Add | Sub | Mul | Fma if ty.is_float() => {
            rounds_arithmetic(a, ty)?;
            float_flags(a, ty)
        }
        Add | Sub => need(!a.sat || ty == S32, || "`sat` needs `.s32` or a float".into()),
        Mul | Mad => {
            need(a.mul != Some(MulMode::Wide) || ty.size() == 4, || "`wide` needs 32-bit operands".into())?;
            need(!a.sat || (a.mul == Some(MulMode::Hi) && ty == S32), || "`sat` needs `hi` and `.s32`".into())
        }
        Mul24 | Dp2a => need(a.mul != Some(MulMode::Wide), || "there is no `wide` form".into()),
        Dp4a => need(matches!(data.src_ty, U32 | S32), || "the second type must be `.u32` or `.s32`".into()),
        Div | Rcp | Sqrt | Rsqrt if ty.is_float() => precise(data),
        Sin | Cos | Lg2 | Ex2 | Tanh => need(a.precision != Some(Precision::Full), || "there is no `full` form".into()),
        Abs | Neg | Min | Max => float_flags(a, ty),
        Setp => comparison(a, ty),
        Testp => need(matches!(a.cmp, Some(Cmp::Num | Cmp::Nan)), || "`testp` compares with `num` or `nan`".into()),
        Cvt => conversion(data),
        Cvta => need(matches!(a.space, Some(Space::Global | Space::Shared | Space::Local | Space::Const | Space::Param)), || {
            "no such space".into()
        }),
        Tex | TexLevel | TexGrad | Tld4 | Suld | Sust => crate::texture::refusal(data).map_or(Ok(()), Err),
        Ld | St => access(data),
        Atom | Red => atomic(data),
        Fence => need(matches!(a.sem, None | Some(Sem::AcqRel | Sem::Sc)), || "a fence is `acq_rel` or `sc`".into()),
        Prefetch => {
            need(matches!(a.space, None | Some(Space::Generic | Space::Global | Space::Local)), || "nothing is fetched there".into())?;
            need(matches!(a.cache, None | Some(CacheOp::Ca | CacheOp::Cg)), || "the level is `ca` (L1) or `cg` (L2)".into())
        }
        Redux => {
            let logic = matches!(a.redux, Some(ReduxOp::And | ReduxOp::Or | ReduxOp::Xor));
            need(logic == (ty == B32), || "logic is of `.b32`, arithmetic of `.u32` or `.s32`".into())
        }
        _ => Ok(()),
    }
}

/// A host function runs on one lane, whose registers and activations nobody else looks after: it neither meets other lanes nor
/// ends in the middle of a call, and its memory is one space.
fn for_host(data: &InstData) -> Rule {
    let is_of_threads =
        data.op.row().is_warp_level || data.op.is_texture() || matches!(data.op, Exit | Nanosleep | AsyncCommit | AsyncWait);
    need(!is_of_threads, || format!("the host has no `{}`", data.op.row().name))?;
    let space = data.attrs.space.unwrap_or(Space::Generic);
    need(matches!(space, Space::Generic | Space::Global | Space::Local), || format!("the host has no `.{space}` memory"))
}

fn has_offset(op: Opcode) -> bool {
    matches!(op, Ld | St | Atom | Red | Prefetch | LdParam | Bar)
}

fn rounds_arithmetic(a: &Attrs, ty: Type) -> Rule {
    let fits = match a.rounding {
        None | Some(Rounding::Rn) => true,
        Some(Rounding::Rz | Rounding::Rm | Rounding::Rp) => ty.size() != 2,
        Some(_) => false,
    };
    need(fits, || "no such rounding".into())
}

fn float_flags(a: &Attrs, ty: Type) -> Rule {
    need(!(a.ftz || a.sat) || ty != F64, || "`.f64` has neither `ftz` nor `sat`".into())
}

fn precise(data: &InstData) -> Rule {
    let (a, ty) = (&data.attrs, data.ty);
    rounds_arithmetic(a, ty)?;
    need(a.precision.is_none() || a.rounding.is_none(), || "both rounding and precision".into())?;
    let fits = match (data.op, a.precision) {
        (Div, Some(_)) => ty == F32,
        (_, Some(Precision::Full)) => false,
        // `rcp.approx.ftz.f64` is the only such form of `.f64`.
        (Rcp, Some(Precision::Approx)) => ty == F32 || a.ftz,
        (Sqrt, Some(Precision::Approx)) => ty == F32,
        _ => true,
    };
    need(fits, || "no such precision".into())?;
    let ftz_f64 = matches!(data.op, Rcp | Rsqrt) && (data.op == Rsqrt || a.precision.is_some());
    need(!a.ftz || ty == F32 || ftz_f64, || "`.f64` has no `ftz` here".into())
}

fn comparison(a: &Attrs, ty: Type) -> Rule {
    use crate::Cmp::*;
    let Some(cmp) = a.cmp else { return Ok(()) };
    let fits = match cmp {
        Eq | Ne => true,
        Lt | Le | Gt | Ge => !matches!(ty, Pred | B32 | B64),
        Equ | Neu | Ltu | Leu | Gtu | Geu | Num | Nan => ty.is_float(),
    };
    need(fits, || format!("`{cmp}` does not compare `.{ty}`"))?;
    float_flags(a, ty)
}

fn conversion(data: &InstData) -> Rule {
    let (a, to, from) = (&data.attrs, data.ty, data.src_ty);
    need(matches!(from, U8 | U16 | U32 | U64 | S8 | S16 | S32 | S64 | F16 | F32 | F64), || format!("no conversion from `.{from}`"))?;
    let to_integral = matches!(a.rounding, Some(Rounding::Rni | Rounding::Rzi | Rounding::Rmi | Rounding::Rpi));
    let to_float = matches!(a.rounding, Some(Rounding::Rn | Rounding::Rz | Rounding::Rm | Rounding::Rp));
    let fits = match (from.is_float(), to.is_float()) {
        (true, false) => to_integral,
        (false, true) => to_float,
        (false, false) => a.rounding.is_none(),
        (true, true) if to.size() < from.size() => to_float,
        (true, true) if to.size() == from.size() => to_integral || a.rounding.is_none(),
        (true, true) => a.rounding.is_none(),
    };
    need(fits, || "no such rounding, or it is missing".into())?;
    need(!a.ftz || from == F32 || to == F32, || "`ftz` needs `.f32`".into())
}

fn access(data: &InstData) -> Rule {
    let (a, is_load) = (&data.attrs, data.op == Ld);
    need(matches!(a.vector, 0 | 1 | 2 | 4), || format!("a vector of {} elements", a.vector))?;
    need(u32::from(a.vector) * data.ty.size() <= 16, || "a vector is at most 16 bytes".into())?;
    if let Some(Counted { bytes, from }) = a.counted {
        let own = (data.ty.size() * u32::from(a.vector.max(1))) as i32;
        let (start, end) = (i32::from(from), i32::from(from) + i32::from(bytes));
        let fits = (start <= 0 && end >= own) || (start >= 0 && end <= own);
        let is_access = matches!(bytes, 1 | 2 | 4 | 8 | 16) && fits;
        need(is_access || (bytes, from) == (0, 0), || format!("{bytes} bytes from {from} are neither around the access nor in it"))?;
        need(!a.is_async, || "an asynchronous copy is counted by itself".into())?;
    }
    need(a.align == 0 || a.align.is_power_of_two() && a.align <= 16, || format!("an address is no multiple of {}", a.align))?;
    let space = a.space.unwrap_or(Space::Generic);
    need(is_load || !matches!(space, Space::Const | Space::Param), || format!("`.{space}` is not written"))?;
    let cache_fits = match a.cache {
        None => true,
        Some(CacheOp::Ca | CacheOp::Lu | CacheOp::Cv) => is_load,
        Some(CacheOp::Nc) => is_load && space == Space::Global,
        Some(CacheOp::Cg | CacheOp::Cs) => true,
        Some(CacheOp::Wb | CacheOp::Wt) => !is_load,
    };
    need(cache_fits, || "no such cache operator".into())?;
    need(a.cache.is_none() || matches!(a.sem, None | Some(Sem::Weak)), || "a cache operator needs a weak access".into())?;
    let is_shared_memory = matches!(space, Space::Generic | Space::Global | Space::Shared);
    match a.sem {
        None | Some(Sem::Weak | Sem::Volatile) => need(a.scope.is_none(), || "a weak access has no scope".into()),
        Some(Sem::Relaxed) => {
            need(a.scope.is_some(), || "the scope is missing".into())?;
            need(is_shared_memory, || format!("`.{space}` has no ordered accesses"))
        }
        Some(sem @ (Sem::Acquire | Sem::Release)) => {
            need((sem == Sem::Acquire) == is_load, || format!("`{sem}` does not fit"))?;
            need(a.scope.is_some(), || "the scope is missing".into())?;
            need(is_shared_memory, || format!("`.{space}` has no ordered accesses"))
        }
        Some(sem) => Err(format!("`{sem}` does not fit")),
    }
}

fn atomic(data: &InstData) -> Rule {
    use crate::AtomOp::*;
    let (a, ty) = (&data.attrs, data.ty);
    need(matches!(a.space, None | Some(Space::Generic | Space::Global | Space::Shared)), || "no atomics in that space".into())?;
    need(!matches!(a.sem, Some(Sem::Weak | Sem::Volatile | Sem::Sc)), || "an atomic is at least relaxed".into())?;
    let Some(op) = a.atom else { return Ok(()) };
    let fits = match op {
        crate::AtomOp::And | crate::AtomOp::Or | crate::AtomOp::Xor => matches!(ty, B32 | B64),
        Cas => data.op == Atom && matches!(ty, B16 | B32 | B64),
        Exch => data.op == Atom && matches!(ty, B32 | B64),
        crate::AtomOp::Add => matches!(ty, U32 | S32 | U64 | F16 | F32 | F64),
        Inc | Dec => ty == U32,
        crate::AtomOp::Min | crate::AtomOp::Max => matches!(ty, U32 | S32 | U64 | S64),
    };
    need(fits, || format!("no `{op}` of `.{ty}`"))
}
