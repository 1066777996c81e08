//! Floating arithmetic.
//!
//! Round-to-nearest operations are IEEE's and the processor's. In kernels an `.f32` NaN result is the
//! canonical `0x7fffffff` (PTX ISA 9.7.3); on the host it is what the processor makes. The other roundings correct
//! the nearest result by the sign of its error. Approximate functions are the special function unit's ([`device_math`]).

use super::alu::{LaneFunction, lane_functions, pick};
use super::half;
use super::rounding::*;
use crate::decode::code::{Op, Run};
use crate::decode::registers::{Class, Mask, Registers};
use crate::decode::side::is_device;
use crate::device_math;
use kern_ir::{Cmp, InstData, Opcode, Precision, Rounding, Type};

/// PTX's canonical NaN.
pub(crate) const NAN32: f32 = f32::from_bits(0x7fff_ffff);

#[inline(always)]
pub(crate) fn canonical<const L: usize>(x: f32) -> f32 {
    // By bits: to the optimiser all NaNs are one, and a choice between two of them is none.
    let bits = x.to_bits();
    if is_device(L) && bits & 0x7fff_ffff > 0x7f80_0000 { NAN32 } else { f32::from_bits(bits) }
}

/// What `.f64` arithmetic makes of `result`: where that is no number, the first operand that is none either, quiet. Of two
/// factors or summands hardware takes the second (seen on an H200).
#[inline(always)]
fn nan64<const N: usize>(result: f64, operands: [f64; N]) -> f64 {
    // By bits: to the optimiser all NaNs are one.
    let is_nan = |x: u64| x & !(1 << 63) > 0x7ff0_0000_0000_0000;
    if !is_nan(result.to_bits()) {
        return result;
    }
    let first = operands.map(f64::to_bits).into_iter().find(|&x| is_nan(x));
    f64::from_bits(first.map_or(0xfff8_0000_0000_0000, |x| x | 1 << 51))
}

/// Subnormals to zero of the same sign.
#[inline(always)]
pub(crate) fn flush(x: f32) -> f32 {
    if x.to_bits() & 0x7f80_0000 == 0 { f32::from_bits(x.to_bits() & 0x8000_0000) } else { x }
}

#[inline(always)]
fn saturate32(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) + 0.0 }
}

#[inline(always)]
fn saturate64(x: f64) -> f64 {
    if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) + 0.0 }
}

/// Whether the operands compare at all: neither is a NaN.
macro_rules! ordered {
    ($a:expr, $b:expr) => {
        !$a.is_nan() & !$b.is_nan()
    };
}

/// Minimum and maximum: a NaN loses against a number, `-0` is less than `+0`.
macro_rules! extremes {
    ($($min:ident $max:ident: $ty:ty;)*) => { $(
        #[inline(always)]
        fn $min(a: $ty, b: $ty) -> $ty {
            if a < b || (a == b && a.is_sign_negative()) || (b.is_nan() && !a.is_nan()) { a } else { b }
        }
        #[inline(always)]
        fn $max(a: $ty, b: $ty) -> $ty {
            if a > b || (a == b && a.is_sign_positive()) || (b.is_nan() && !a.is_nan()) { a } else { b }
        }
    )* };
}

extremes! {
    min32 max32: f32;
    min64 max64: f64;
}

/// Operations of `.f32` with the canonical NaN.
macro_rules! f32_functions {
    ($($name:ident($($arg:ident),+) = $body:expr;)*) => { $(
        struct $name;
        impl LaneFunction for $name {
            #[inline(always)]
            fn run<const L: usize>(registers: Registers<L>, op: &Op<L>, mask: Mask) {
                $(let $arg = <f32 as Class>::read_all(registers, op.$arg);)+
                let mut result = [0f32; L];
                for lane in 0..L {
                    $(let $arg: f32 = $arg[lane];)+
                    result[lane] = canonical::<L>($body);
                }
                <f32 as Class>::write_all(registers, op.d, &result, mask);
            }
        }
    )* };
}

/// Operations without `.ftz`, and with it: then subnormal operands and results are zeros.
macro_rules! f32_pairs {
    ($($name:ident $flushed:ident($($arg:ident),+) = $body:expr;)*) => {
        f32_functions! {
            $($name($($arg),+) = $body;)*
            $($flushed($($arg),+) = { $(let $arg = flush($arg);)+ flush($body) };)*
        }
    };
}

f32_pairs! {
    Add32 AddFtz(a, b) = a + b;
    Sub32 SubFtz(a, b) = a - b;
    Mul32 MulFtz(a, b) = a * b;
    Div32 DivFtz(a, b) = a / b;
    Fma32 FmaFtz(a, b, c) = a.mul_add(b, c);
    Rcp32 RcpFtz(a) = 1.0 / a;
    Sqrt32 SqrtFtz(a) = a.sqrt();
    Min32 MinFtz(a, b) = min32(a, b);
    Max32 MaxFtz(a, b) = max32(a, b);
    // These are sums with -0 to the hardware (seen on an H200).
    Abs32 AbsFtz(a) = a.abs();
    Neg32 NegFtz(a) = -a;
    AddSat AddSatFtz(a, b) = saturate32(a + b);
    SubSat SubSatFtz(a, b) = saturate32(a - b);
    MulSat MulSatFtz(a, b) = saturate32(a * b);
    FmaSat FmaSatFtz(a, b, c) = saturate32(a.mul_add(b, c));
    AddRz AddRzFtz(a, b) = add32(a, b, Rounding::Rz);
    AddRm AddRmFtz(a, b) = add32(a, b, Rounding::Rm);
    AddRp AddRpFtz(a, b) = add32(a, b, Rounding::Rp);
    SubRz SubRzFtz(a, b) = add32(a, -b, Rounding::Rz);
    SubRm SubRmFtz(a, b) = add32(a, -b, Rounding::Rm);
    SubRp SubRpFtz(a, b) = add32(a, -b, Rounding::Rp);
    MulRz MulRzFtz(a, b) = mul32(a, b, Rounding::Rz);
    MulRm MulRmFtz(a, b) = mul32(a, b, Rounding::Rm);
    MulRp MulRpFtz(a, b) = mul32(a, b, Rounding::Rp);
    DivRz DivRzFtz(a, b) = div32(a, b, Rounding::Rz);
    DivRm DivRmFtz(a, b) = div32(a, b, Rounding::Rm);
    DivRp DivRpFtz(a, b) = div32(a, b, Rounding::Rp);
    FmaRz FmaRzFtz(a, b, c) = fma32(a, b, c, Rounding::Rz);
    FmaRm FmaRmFtz(a, b, c) = fma32(a, b, c, Rounding::Rm);
    FmaRp FmaRpFtz(a, b, c) = fma32(a, b, c, Rounding::Rp);
    RcpRz RcpRzFtz(a) = div32(1.0, a, Rounding::Rz);
    RcpRm RcpRmFtz(a) = div32(1.0, a, Rounding::Rm);
    RcpRp RcpRpFtz(a) = div32(1.0, a, Rounding::Rp);
    SqrtRz SqrtRzFtz(a) = sqrt32(a, Rounding::Rz);
    SqrtRm SqrtRmFtz(a) = sqrt32(a, Rounding::Rm);
    SqrtRp SqrtRpFtz(a) = sqrt32(a, Rounding::Rp);
}

/// Operations of the special function unit.
macro_rules! unit_functions {
    ($($name:ident: $ty:ty = $function:ident;)*) => { $(
        struct $name;
        impl LaneFunction for $name {
            #[inline(always)]
            fn run<const L: usize>(registers: Registers<L>, op: &Op<L>, mask: Mask) {
                let (a, b) = (<$ty as Class>::read_all(registers, op.a), <$ty as Class>::read_all(registers, op.b));
                let result = device_math::of_lanes(device_math::$function, &a, &b, mask);
                <$ty as Class>::write_all(registers, op.d, &result, mask);
            }
        }
    )* };
}

unit_functions! {
    RcpApprox: f32 = RCP;
    SqrtApprox: f32 = SQRT;
    Rsqrt32: f32 = RSQRT;
    DivApprox: f32 = DIV;
    DivFull: f32 = DIV_FULL;
    Sin32: f32 = SIN;
    Cos32: f32 = COS;
    Lg232: f32 = LG2;
    Ex232: f32 = EX2;
    RcpApproxFtz: f32 = RCP_FTZ;
    SqrtApproxFtz: f32 = SQRT_FTZ;
    RsqrtFtz: f32 = RSQRT_FTZ;
    DivApproxFtz: f32 = DIV_FTZ;
    DivFullFtz: f32 = DIV_FULL_FTZ;
    Lg2Ftz: f32 = LG2_FTZ;
    Ex2Ftz: f32 = EX2_FTZ;
    Rcp64Ftz: f64 = RCP64_FTZ;
    Rsqrt64: f64 = RSQRT64;
    Rsqrt64Ftz: f64 = RSQRT64_FTZ;
}

lane_functions! {
    // `tanh.approx` is rounded here, not looked up.
    Tanh32(a: f32) -> f32 = canonical::<L>(f64::from(a).tanh() as f32);
    // The hardware adds to -0, which leaves a NaN its sign (seen on an H200).
    Abs64(a: f64) -> f64 = if is_device(L) { nan64(a.abs(), [a]) } else { a.abs() };
    Neg64(a: f64) -> f64 = if is_device(L) { nan64(-a, [a]) } else { -a };
    Copysign32(a: f32, b: f32) -> f32 = b.copysign(a);
    Copysign64(a: f64, b: f64) -> f64 = b.copysign(a);
    Add64(a: f64, b: f64) -> f64 = nan64(a + b, if is_device(L) { [b, a] } else { [a, b] });
    Sub64(a: f64, b: f64) -> f64 = nan64(a - b, [a, b]);
    Mul64(a: f64, b: f64) -> f64 = nan64(a * b, if is_device(L) { [b, a] } else { [a, b] });
    Div64(a: f64, b: f64) -> f64 = a / b;
    Fma64(a: f64, b: f64, c: f64) -> f64 = nan64(a.mul_add(b, c), [b, a, c]);
    Rcp64(a: f64) -> f64 = 1.0 / a;
    Sqrt64(a: f64) -> f64 = a.sqrt();
    Min64(a: f64, b: f64) -> f64 = min64(a, b);
    Max64(a: f64, b: f64) -> f64 = max64(a, b);
    Add64Rz(a: f64, b: f64) -> f64 = add64(a, b, Rounding::Rz);
    Add64Rm(a: f64, b: f64) -> f64 = add64(a, b, Rounding::Rm);
    Add64Rp(a: f64, b: f64) -> f64 = add64(a, b, Rounding::Rp);
    Sub64Rz(a: f64, b: f64) -> f64 = add64(a, -b, Rounding::Rz);
    Sub64Rm(a: f64, b: f64) -> f64 = add64(a, -b, Rounding::Rm);
    Sub64Rp(a: f64, b: f64) -> f64 = add64(a, -b, Rounding::Rp);
    Mul64Rz(a: f64, b: f64) -> f64 = mul64(a, b, Rounding::Rz);
    Mul64Rm(a: f64, b: f64) -> f64 = mul64(a, b, Rounding::Rm);
    Mul64Rp(a: f64, b: f64) -> f64 = mul64(a, b, Rounding::Rp);
    Div64Rz(a: f64, b: f64) -> f64 = div64(a, b, Rounding::Rz);
    Div64Rm(a: f64, b: f64) -> f64 = div64(a, b, Rounding::Rm);
    Div64Rp(a: f64, b: f64) -> f64 = div64(a, b, Rounding::Rp);
    Fma64Rz(a: f64, b: f64, c: f64) -> f64 = fma64(a, b, c, Rounding::Rz);
    Fma64Rm(a: f64, b: f64, c: f64) -> f64 = fma64(a, b, c, Rounding::Rm);
    Fma64Rp(a: f64, b: f64, c: f64) -> f64 = fma64(a, b, c, Rounding::Rp);
    Rcp64Rz(a: f64) -> f64 = div64(1.0, a, Rounding::Rz);
    Rcp64Rm(a: f64) -> f64 = div64(1.0, a, Rounding::Rm);
    Rcp64Rp(a: f64) -> f64 = div64(1.0, a, Rounding::Rp);
    Sqrt64Rz(a: f64) -> f64 = sqrt64(a, Rounding::Rz);
    Sqrt64Rm(a: f64) -> f64 = sqrt64(a, Rounding::Rm);
    Sqrt64Rp(a: f64) -> f64 = sqrt64(a, Rounding::Rp);
    Add64Sat(a: f64, b: f64) -> f64 = saturate64(a + b);
    Eq32(a: f32, b: f32) -> bool = a == b;
    Ne32(a: f32, b: f32) -> bool = (a != b) & ordered!(a, b);
    Lt32(a: f32, b: f32) -> bool = a < b;
    Le32(a: f32, b: f32) -> bool = a <= b;
    Gt32(a: f32, b: f32) -> bool = a > b;
    Ge32(a: f32, b: f32) -> bool = a >= b;
    Equ32(a: f32, b: f32) -> bool = (a == b) | !ordered!(a, b);
    Neu32(a: f32, b: f32) -> bool = a != b;
    Ltu32(a: f32, b: f32) -> bool = (a < b) | !ordered!(a, b);
    Leu32(a: f32, b: f32) -> bool = (a <= b) | !ordered!(a, b);
    Gtu32(a: f32, b: f32) -> bool = (a > b) | !ordered!(a, b);
    Geu32(a: f32, b: f32) -> bool = (a >= b) | !ordered!(a, b);
    Num32(a: f32, b: f32) -> bool = ordered!(a, b);
    Nan32(a: f32, b: f32) -> bool = !ordered!(a, b);
    Eq64(a: f64, b: f64) -> bool = a == b;
    Ne64(a: f64, b: f64) -> bool = (a != b) & ordered!(a, b);
    Lt64(a: f64, b: f64) -> bool = a < b;
    Le64(a: f64, b: f64) -> bool = a <= b;
    Gt64(a: f64, b: f64) -> bool = a > b;
    Ge64(a: f64, b: f64) -> bool = a >= b;
    Equ64(a: f64, b: f64) -> bool = (a == b) | !ordered!(a, b);
    Neu64(a: f64, b: f64) -> bool = a != b;
    Ltu64(a: f64, b: f64) -> bool = (a < b) | !ordered!(a, b);
    Leu64(a: f64, b: f64) -> bool = (a <= b) | !ordered!(a, b);
    Gtu64(a: f64, b: f64) -> bool = (a > b) | !ordered!(a, b);
    Geu64(a: f64, b: f64) -> bool = (a >= b) | !ordered!(a, b);
    Num64(a: f64, b: f64) -> bool = ordered!(a, b);
    Nan64(a: f64, b: f64) -> bool = !ordered!(a, b);
    Number32(a: f32) -> bool = !a.is_nan();
    NotANumber32(a: f32) -> bool = a.is_nan();
    Number64(a: f64) -> bool = !a.is_nan();
    NotANumber64(a: f64) -> bool = a.is_nan();
    AddF16(a: u32, b: u32) -> u32 = half::op(|x| x[0] + x[1], &[a, b]);
    SubF16(a: u32, b: u32) -> u32 = half::op(|x| x[0] - x[1], &[a, b]);
    MulF16(a: u32, b: u32) -> u32 = half::op(|x| x[0] * x[1], &[a, b]);
    FmaF16(a: u32, b: u32, c: u32) -> u32 = half::op(|x| x[0].mul_add(x[1], x[2]), &[a, b, c]);
    NegF16(a: u32) -> u32 = a ^ 0x8000;
    AbsF16(a: u32) -> u32 = a & 0x7fff;
    MinF16(a: u32, b: u32) -> u32 = half::op(|x| min64(x[0], x[1]), &[a, b]);
    MaxF16(a: u32, b: u32) -> u32 = half::op(|x| max64(x[0], x[1]), &[a, b]);
    Ex2F16(a: u32) -> u32 = half::op(|x| x[0].exp2(), &[a]);
    TanhF16(a: u32) -> u32 = half::op(|x| x[0].tanh(), &[a]);
}

/// Comparisons of `.f32` that something is done to before.
macro_rules! comparisons_of {
    ($ty:ty, $of:path; $($name:ident($a:ident, $b:ident) = $holds:expr;)*) => {
        lane_functions! { $($name($a: $ty, $b: $ty) -> bool = { let ($a, $b) = ($of($a), $of($b)); $holds };)* }
    };
}

comparisons_of! { f32, flush;
    EqFtz(a, b) = a == b;
    NeFtz(a, b) = (a != b) & ordered!(a, b);
    LtFtz(a, b) = a < b;
    LeFtz(a, b) = a <= b;
    GtFtz(a, b) = a > b;
    GeFtz(a, b) = a >= b;
    EquFtz(a, b) = (a == b) | !ordered!(a, b);
    NeuFtz(a, b) = a != b;
    LtuFtz(a, b) = (a < b) | !ordered!(a, b);
    LeuFtz(a, b) = (a <= b) | !ordered!(a, b);
    GtuFtz(a, b) = (a > b) | !ordered!(a, b);
    GeuFtz(a, b) = (a >= b) | !ordered!(a, b);
}

comparisons_of! { u32, half::to_f32;
    EqF16(a, b) = a == b;
    NeF16(a, b) = (a != b) & ordered!(a, b);
    LtF16(a, b) = a < b;
    LeF16(a, b) = a <= b;
    GtF16(a, b) = a > b;
    GeF16(a, b) = a >= b;
    EquF16(a, b) = (a == b) | !ordered!(a, b);
    NeuF16(a, b) = a != b;
    LtuF16(a, b) = (a < b) | !ordered!(a, b);
    LeuF16(a, b) = (a <= b) | !ordered!(a, b);
    GtuF16(a, b) = (a > b) | !ordered!(a, b);
    GeuF16(a, b) = (a >= b) | !ordered!(a, b);
    NumF16(a, b) = ordered!(a, b);
    NanF16(a, b) = !ordered!(a, b);
}

/// The function for a floating instruction (`inst.ty` is floating).
pub(crate) fn select<const L: usize>(inst: &InstData) -> Option<Run<L>> {
    use Opcode as O;
    use Rounding::{Rm, Rp, Rz};
    let attrs = &inst.attrs;
    let (ftz, sat) = (attrs.ftz, attrs.sat);
    let rounding = attrs.rounding;
    if inst.ty == Type::F16 {
        return select_f16(inst);
    }
    let double = inst.ty == Type::F64;
    macro_rules! rounded {
        ($rn:ident, $rz:ident, $rm:ident, $rp:ident) => {
            match rounding {
                Some(Rz) => pick::<$rz, L>(),
                Some(Rm) => pick::<$rm, L>(),
                Some(Rp) => pick::<$rp, L>(),
                _ => pick::<$rn, L>(),
            }
        };
    }
    macro_rules! ftz {
        ($plain:ident, $flushed:ident) => {
            if ftz { pick::<$flushed, L>() } else { pick::<$plain, L>() }
        };
    }
    macro_rules! compare {
        ($($cmp:ident: $narrow:ident, $flushed:ident, $wide:ident;)*) => {
            match attrs.cmp? { $(Cmp::$cmp => if double { pick::<$wide, L>() } else { ftz!($narrow, $flushed) },)* }
        };
    }
    let directed = matches!(rounding, Some(Rz | Rm | Rp));
    Some(match inst.op {
        O::Setp => compare! {
            Eq: Eq32, EqFtz, Eq64; Ne: Ne32, NeFtz, Ne64; Lt: Lt32, LtFtz, Lt64; Le: Le32, LeFtz, Le64; Gt: Gt32, GtFtz, Gt64;
            Ge: Ge32, GeFtz, Ge64; Equ: Equ32, EquFtz, Equ64; Neu: Neu32, NeuFtz, Neu64; Ltu: Ltu32, LtuFtz, Ltu64;
            Leu: Leu32, LeuFtz, Leu64; Gtu: Gtu32, GtuFtz, Gtu64; Geu: Geu32, GeuFtz, Geu64;
            Num: Num32, Num32, Num64; Nan: Nan32, Nan32, Nan64;
        },
        O::Testp => match (attrs.cmp?, double) {
            (Cmp::Num, false) => pick::<Number32, L>(),
            (Cmp::Nan, false) => pick::<NotANumber32, L>(),
            (Cmp::Num, true) => pick::<Number64, L>(),
            (Cmp::Nan, true) => pick::<NotANumber64, L>(),
            _ => return None,
        },
        _ if double => match inst.op {
            O::Add if sat => pick::<Add64Sat, L>(),
            O::Add => rounded!(Add64, Add64Rz, Add64Rm, Add64Rp),
            O::Sub => rounded!(Sub64, Sub64Rz, Sub64Rm, Sub64Rp),
            O::Mul => rounded!(Mul64, Mul64Rz, Mul64Rm, Mul64Rp),
            O::Div => rounded!(Div64, Div64Rz, Div64Rm, Div64Rp),
            O::Fma | O::Mad => rounded!(Fma64, Fma64Rz, Fma64Rm, Fma64Rp),
            O::Rcp if attrs.precision.is_some() => pick::<Rcp64Ftz, L>(),
            O::Rcp => rounded!(Rcp64, Rcp64Rz, Rcp64Rm, Rcp64Rp),
            O::Sqrt => rounded!(Sqrt64, Sqrt64Rz, Sqrt64Rm, Sqrt64Rp),
            O::Rsqrt => ftz!(Rsqrt64, Rsqrt64Ftz),
            O::Min => pick::<Min64, L>(),
            O::Max => pick::<Max64, L>(),
            O::Abs => pick::<Abs64, L>(),
            O::Neg => pick::<Neg64, L>(),
            O::Copysign => pick::<Copysign64, L>(),
            _ => return None,
        },
        O::Add if sat => ftz!(AddSat, AddSatFtz),
        O::Sub if sat => ftz!(SubSat, SubSatFtz),
        O::Mul if sat => ftz!(MulSat, MulSatFtz),
        O::Fma if sat => ftz!(FmaSat, FmaSatFtz),
        O::Add if directed && ftz => rounded!(AddFtz, AddRzFtz, AddRmFtz, AddRpFtz),
        O::Sub if directed && ftz => rounded!(SubFtz, SubRzFtz, SubRmFtz, SubRpFtz),
        O::Mul if directed && ftz => rounded!(MulFtz, MulRzFtz, MulRmFtz, MulRpFtz),
        O::Div if directed && ftz => rounded!(DivFtz, DivRzFtz, DivRmFtz, DivRpFtz),
        O::Fma | O::Mad if directed && ftz => rounded!(FmaFtz, FmaRzFtz, FmaRmFtz, FmaRpFtz),
        O::Rcp if directed && ftz => rounded!(RcpFtz, RcpRzFtz, RcpRmFtz, RcpRpFtz),
        O::Sqrt if directed && ftz => rounded!(SqrtFtz, SqrtRzFtz, SqrtRmFtz, SqrtRpFtz),
        O::Add if directed => rounded!(Add32, AddRz, AddRm, AddRp),
        O::Sub if directed => rounded!(Sub32, SubRz, SubRm, SubRp),
        O::Mul if directed => rounded!(Mul32, MulRz, MulRm, MulRp),
        O::Div if directed => rounded!(Div32, DivRz, DivRm, DivRp),
        O::Fma | O::Mad if directed => rounded!(Fma32, FmaRz, FmaRm, FmaRp),
        O::Rcp if directed => rounded!(Rcp32, RcpRz, RcpRm, RcpRp),
        O::Sqrt if directed => rounded!(Sqrt32, SqrtRz, SqrtRm, SqrtRp),
        O::Div if attrs.precision == Some(Precision::Approx) => ftz!(DivApprox, DivApproxFtz),
        O::Div if attrs.precision == Some(Precision::Full) => ftz!(DivFull, DivFullFtz),
        O::Rcp if attrs.precision.is_some() => ftz!(RcpApprox, RcpApproxFtz),
        O::Sqrt if attrs.precision.is_some() => ftz!(SqrtApprox, SqrtApproxFtz),
        O::Add => ftz!(Add32, AddFtz),
        O::Sub => ftz!(Sub32, SubFtz),
        O::Mul => ftz!(Mul32, MulFtz),
        O::Div => ftz!(Div32, DivFtz),
        O::Fma | O::Mad => ftz!(Fma32, FmaFtz),
        O::Rcp => ftz!(Rcp32, RcpFtz),
        O::Sqrt => ftz!(Sqrt32, SqrtFtz),
        O::Rsqrt => ftz!(Rsqrt32, RsqrtFtz),
        O::Min => ftz!(Min32, MinFtz),
        O::Max => ftz!(Max32, MaxFtz),
        O::Abs => ftz!(Abs32, AbsFtz),
        O::Neg => ftz!(Neg32, NegFtz),
        O::Sin => pick::<Sin32, L>(),
        O::Cos => pick::<Cos32, L>(),
        O::Lg2 => ftz!(Lg232, Lg2Ftz),
        O::Ex2 => ftz!(Ex232, Ex2Ftz),
        O::Tanh => pick::<Tanh32, L>(),
        O::Copysign => pick::<Copysign32, L>(),
        _ => return None,
    })
}

fn select_f16<const L: usize>(inst: &InstData) -> Option<Run<L>> {
    use Opcode as O;
    Some(match inst.op {
        O::Add => pick::<AddF16, L>(),
        O::Sub => pick::<SubF16, L>(),
        O::Mul => pick::<MulF16, L>(),
        O::Fma | O::Mad => pick::<FmaF16, L>(),
        O::Neg => pick::<NegF16, L>(),
        O::Abs => pick::<AbsF16, L>(),
        O::Min => pick::<MinF16, L>(),
        O::Max => pick::<MaxF16, L>(),
        O::Ex2 => pick::<Ex2F16, L>(),
        O::Tanh => pick::<TanhF16, L>(),
        O::Setp => match inst.attrs.cmp? {
            Cmp::Eq => pick::<EqF16, L>(),
            Cmp::Ne => pick::<NeF16, L>(),
            Cmp::Lt => pick::<LtF16, L>(),
            Cmp::Le => pick::<LeF16, L>(),
            Cmp::Gt => pick::<GtF16, L>(),
            Cmp::Ge => pick::<GeF16, L>(),
            Cmp::Equ => pick::<EquF16, L>(),
            Cmp::Neu => pick::<NeuF16, L>(),
            Cmp::Ltu => pick::<LtuF16, L>(),
            Cmp::Leu => pick::<LeuF16, L>(),
            Cmp::Gtu => pick::<GtuF16, L>(),
            Cmp::Geu => pick::<GeuF16, L>(),
            Cmp::Num => pick::<NumF16, L>(),
            Cmp::Nan => pick::<NanF16, L>(),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directed_rounding_brackets_the_exact_result() {
        let third = |r| div32(1.0, 3.0, r);
        assert!(third(Rounding::Rm) < third(Rounding::Rp));
        assert_eq!(third(Rounding::Rz), third(Rounding::Rm));
        assert_eq!(third(Rounding::Rm).next_up(), third(Rounding::Rp));
        let tiny = f32::MIN_POSITIVE * f32::EPSILON;
        assert_eq!(add32(1.0, tiny, Rounding::Rp), 1f32.next_up());
        assert_eq!(add32(1.0, tiny, Rounding::Rm), 1.0);
        assert_eq!(add32(1.0, -tiny, Rounding::Rz), 1f32.next_down());
        assert_eq!(add32(1.0, -1.0, Rounding::Rm).to_bits(), 0x8000_0000);
        assert_eq!(mul32(f32::MAX, 2.0, Rounding::Rz), f32::MAX);
        assert_eq!(mul64(f64::MAX, 2.0, Rounding::Rm), f64::MAX);
        assert_eq!(fma32(1.0, 1.0, tiny, Rounding::Rp), 1f32.next_up());
        assert!(sqrt64(2.0, Rounding::Rm) < sqrt64(2.0, Rounding::Rp));
        assert_eq!(sqrt32(4.0, Rounding::Rp), 2.0);
    }

    #[test]
    fn minimum_and_maximum_order_zeros_and_drop_nan() {
        assert_eq!(min32(0.0, -0.0).to_bits(), (-0f32).to_bits());
        assert_eq!(max32(-0.0, 0.0).to_bits(), 0);
        assert_eq!(min32(f32::NAN, 3.0), 3.0);
        assert_eq!(max64(3.0, f64::NAN), 3.0);
    }
}
