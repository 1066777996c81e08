//! Integer, logic, comparison and selection: one line an operation.
//!
//! [`lane_functions!`] turns an expression of one lane into a function over all lanes of a slot. The compiler
//! vectorises the loops; [`pick`] takes the variant for the processor at hand.

use crate::decode::code::{Op, Run};
use crate::decode::registers::{Class, Mask, Registers};
#[cfg(target_arch = "x86_64")]
use crate::simd_dispatch::has_wide_simd;
use kern_ir::{Cmp, InstData, MulMode, Opcode, Type};

/// An operation of lanes.
pub(crate) trait LaneFunction {
    /// Executes it.
    fn run<const L: usize>(registers: Registers<L>, op: &Op<L>, mask: Mask);
}

extern "C" fn plain<F: LaneFunction, const L: usize>(registers: Registers<L>, op: &Op<L>, mask: Mask) {
    F::run(registers, op, mask);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c")]
extern "C" fn wide<F: LaneFunction, const L: usize>(registers: Registers<L>, op: &Op<L>, mask: Mask) {
    F::run(registers, op, mask);
}

/// The variant of `F` for this processor.
pub(crate) fn pick<F: LaneFunction, const L: usize>() -> Run<L> {
    #[cfg(target_arch = "x86_64")]
    if has_wide_simd() {
        return wide::<F, L>;
    }
    plain::<F, L>
}

/// `Name(a: class, b: class, c: class) -> class = expression;` with operands in PTX order.
macro_rules! lane_functions {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),+) -> $result:ty = $body:expr;)*) => { $(
        $(#[$doc])*
        struct $name;
        impl LaneFunction for $name {
            #[inline(always)]
            fn run<const L: usize>(registers: Registers<L>, op: &Op<L>, mask: Mask) {
                $(let $arg = <$ty as Class>::read_all(registers, op.$arg);)+
                let mut result = [<$result as Class>::ZERO; L];
                for lane in 0..L {
                    $(let $arg: $ty = $arg[lane];)+
                    result[lane] = $body;
                }
                <$result as Class>::write_all(registers, op.d, &result, mask);
            }
        }
    )* };
}
pub(crate) use lane_functions;

lane_functions! {
    AddB32(a: u32, b: u32) -> u32 = a.wrapping_add(b);
    AddB64(a: u64, b: u64) -> u64 = a.wrapping_add(b);
    AddSatS32(a: i32, b: i32) -> i32 = a.saturating_add(b);
    SubB32(a: u32, b: u32) -> u32 = a.wrapping_sub(b);
    SubB64(a: u64, b: u64) -> u64 = a.wrapping_sub(b);
    SubSatS32(a: i32, b: i32) -> i32 = a.saturating_sub(b);
    MulLoB32(a: u32, b: u32) -> u32 = a.wrapping_mul(b);
    MulLoB64(a: u64, b: u64) -> u64 = a.wrapping_mul(b);
    MulHiU32(a: u32, b: u32) -> u32 = ((a as u64 * b as u64) >> 32) as u32;
    MulHiS32(a: i32, b: i32) -> i32 = ((a as i64 * b as i64) >> 32) as i32;
    MulHiU64(a: u64, b: u64) -> u64 = ((a as u128 * b as u128) >> 64) as u64;
    MulHiS64(a: i64, b: i64) -> i64 = ((a as i128 * b as i128) >> 64) as i64;
    MulHi16U(a: u32, b: u32) -> u32 = ((a & 0xffff) * (b & 0xffff)) >> 16;
    MulHi16S(a: i32, b: i32) -> i32 = (a as i16 as i32 * b as i16 as i32) >> 16;
    MulWideU32(a: u32, b: u32) -> u64 = a as u64 * b as u64;
    MulWideS32(a: i32, b: i32) -> i64 = a as i64 * b as i64;
    MulWideU16(a: u32, b: u32) -> u32 = (a & 0xffff) * (b & 0xffff);
    MulWideS16(a: i32, b: i32) -> i32 = a as i16 as i32 * b as i16 as i32;
    MadLoB32(a: u32, b: u32, c: u32) -> u32 = a.wrapping_mul(b).wrapping_add(c);
    MadLoB64(a: u64, b: u64, c: u64) -> u64 = a.wrapping_mul(b).wrapping_add(c);
    MadHiU32(a: u32, b: u32, c: u32) -> u32 = (((a as u64 * b as u64) >> 32) as u32).wrapping_add(c);
    MadHiS32(a: i32, b: i32, c: i32) -> i32 = (((a as i64 * b as i64) >> 32) as i32).wrapping_add(c);
    MadHiSatS32(a: i32, b: i32, c: i32) -> i32 = (((a as i64 * b as i64) >> 32) as i32).saturating_add(c);
    MadHiU64(a: u64, b: u64, c: u64) -> u64 = (((a as u128 * b as u128) >> 64) as u64).wrapping_add(c);
    MadHiS64(a: i64, b: i64, c: i64) -> i64 = (((a as i128 * b as i128) >> 64) as i64).wrapping_add(c);
    MadWideU32(a: u32, b: u32, c: u64) -> u64 = (a as u64 * b as u64).wrapping_add(c);
    MadWideS32(a: i32, b: i32, c: i64) -> i64 = (a as i64 * b as i64).wrapping_add(c);
    MadWideU16(a: u32, b: u32, c: u32) -> u32 = ((a & 0xffff) * (b & 0xffff)).wrapping_add(c);
    MadWideS16(a: i32, b: i32, c: i32) -> i32 = (a as i16 as i32 * b as i16 as i32).wrapping_add(c);
    Mul24LoU(a: u32, b: u32) -> u32 = ((a & 0xff_ffff) as u64 * (b & 0xff_ffff) as u64) as u32;
    Mul24LoS(a: i32, b: i32) -> i32 = ((a << 8 >> 8) as i64 * (b << 8 >> 8) as i64) as i32;
    Mul24HiU(a: u32, b: u32) -> u32 = (((a & 0xff_ffff) as u64 * (b & 0xff_ffff) as u64) >> 16) as u32;
    Mul24HiS(a: i32, b: i32) -> i32 = (((a << 8 >> 8) as i64 * (b << 8 >> 8) as i64) >> 16) as i32;
    DivU32(a: u32, b: u32) -> u32 = if b == 0 { u32::MAX } else { quotient(a, b) };
    DivS32(a: i32, b: i32) -> i32 = if b == 0 { -1 } else { signed(quotient(a.unsigned_abs(), b.unsigned_abs()), (a ^ b) < 0) };
    DivU64(a: u64, b: u64) -> u64 = a.checked_div(b).unwrap_or(u64::MAX);
    DivS64(a: i64, b: i64) -> i64 = if b == 0 { -1 } else { a.wrapping_div(b) };
    RemU32(a: u32, b: u32) -> u32 = remainder(a, b);
    RemS32(a: i32, b: i32) -> i32 = signed(remainder(a.unsigned_abs(), b.unsigned_abs()), a < 0);
    RemU64(a: u64, b: u64) -> u64 = a.checked_rem(b).unwrap_or(a);
    RemS64(a: i64, b: i64) -> i64 = if b == 0 { a } else { a.wrapping_rem(b) };
    AbsS32(a: i32) -> i32 = a.wrapping_abs();
    AbsS64(a: i64) -> i64 = a.wrapping_abs();
    NegB32(a: u32) -> u32 = a.wrapping_neg();
    NegB64(a: u64) -> u64 = a.wrapping_neg();
    MinU32(a: u32, b: u32) -> u32 = a.min(b);
    MinS32(a: i32, b: i32) -> i32 = a.min(b);
    MinU64(a: u64, b: u64) -> u64 = a.min(b);
    MinS64(a: i64, b: i64) -> i64 = a.min(b);
    MaxU32(a: u32, b: u32) -> u32 = a.max(b);
    MaxS32(a: i32, b: i32) -> i32 = a.max(b);
    MaxU64(a: u64, b: u64) -> u64 = a.max(b);
    MaxS64(a: i64, b: i64) -> i64 = a.max(b);
    SadU32(a: u32, b: u32, c: u32) -> u32 = a.abs_diff(b).wrapping_add(c);
    SadS32(a: i32, b: i32, c: u32) -> u32 = a.abs_diff(b).wrapping_add(c);
    SadU64(a: u64, b: u64, c: u64) -> u64 = a.abs_diff(b).wrapping_add(c);
    SadS64(a: i64, b: i64, c: u64) -> u64 = a.abs_diff(b).wrapping_add(c);
    Popc32(a: u32) -> u32 = a.count_ones();
    Popc64(a: u64) -> u32 = a.count_ones();
    Clz32(a: u32) -> u32 = a.leading_zeros();
    Clz64(a: u64) -> u32 = a.leading_zeros();
    BfindU32(a: u32) -> u32 = 31u32.wrapping_sub(a.leading_zeros());
    BfindS32(a: i32) -> u32 = 31u32.wrapping_sub((a ^ (a >> 31)).leading_zeros());
    BfindU64(a: u64) -> u32 = 63u32.wrapping_sub(a.leading_zeros());
    BfindS64(a: i64) -> u32 = 63u32.wrapping_sub((a ^ (a >> 63)).leading_zeros());
    Brev32(a: u32) -> u32 = a.reverse_bits();
    Brev64(a: u64) -> u64 = a.reverse_bits();
    BfeU32(a: u32, b: u32, c: u32) -> u32 = bfe(a as u64, b, c, 32, false) as u32;
    BfeS32(a: u32, b: u32, c: u32) -> u32 = bfe(a as u64, b, c, 32, true) as u32;
    BfeU64(a: u64, b: u32, c: u32) -> u64 = bfe(a, b, c, 64, false);
    BfeS64(a: u64, b: u32, c: u32) -> u64 = bfe(a, b, c, 64, true);
    Bfi32(a: u32, b: u32, c: u32, e: u32) -> u32 = bfi(a as u64, b as u64, c, e, 32) as u32;
    Bfi64(a: u64, b: u64, c: u32, e: u32) -> u64 = bfi(a, b, c, e, 64);
    Dp4aUU(a: u32, b: u32, c: u32) -> u32 = dp4a(a, b, c, false, false);
    Dp4aUS(a: u32, b: u32, c: u32) -> u32 = dp4a(a, b, c, false, true);
    Dp4aSU(a: u32, b: u32, c: u32) -> u32 = dp4a(a, b, c, true, false);
    Dp4aSS(a: u32, b: u32, c: u32) -> u32 = dp4a(a, b, c, true, true);
    Dp2aLoUU(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b, c, false, false);
    Dp2aLoUS(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b, c, false, true);
    Dp2aLoSU(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b, c, true, false);
    Dp2aLoSS(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b, c, true, true);
    Dp2aHiUU(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b >> 16, c, false, false);
    Dp2aHiUS(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b >> 16, c, false, true);
    Dp2aHiSU(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b >> 16, c, true, false);
    Dp2aHiSS(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b >> 16, c, true, true);
    Prmt(a: u32, b: u32, c: u32) -> u32 = prmt(a, b, c);
    ShfLWrap(a: u32, b: u32, c: u32) -> u32 = ((((b as u64) << 32 | a as u64) << (c & 31)) >> 32) as u32;
    ShfLClamp(a: u32, b: u32, c: u32) -> u32 = ((((b as u64) << 32 | a as u64) << c.min(32)) >> 32) as u32;
    ShfRWrap(a: u32, b: u32, c: u32) -> u32 = (((b as u64) << 32 | a as u64) >> (c & 31)) as u32;
    ShfRClamp(a: u32, b: u32, c: u32) -> u32 = (((b as u64) << 32 | a as u64) >> c.min(32)) as u32;
    And32(a: u32, b: u32) -> u32 = a & b;
    And64(a: u64, b: u64) -> u64 = a & b;
    Or32(a: u32, b: u32) -> u32 = a | b;
    Or64(a: u64, b: u64) -> u64 = a | b;
    Xor32(a: u32, b: u32) -> u32 = a ^ b;
    Xor64(a: u64, b: u64) -> u64 = a ^ b;
    Not32(a: u32) -> u32 = !a;
    Not64(a: u64) -> u64 = !a;
    Shl32(a: u32, b: u32) -> u32 = if b > 31 { 0 } else { a << (b & 31) };
    Shl64(a: u64, b: u32) -> u64 = if b > 63 { 0 } else { a << (b & 63) };
    ShrU32(a: u32, b: u32) -> u32 = if b > 31 { 0 } else { a >> (b & 31) };
    ShrU64(a: u64, b: u32) -> u64 = if b > 63 { 0 } else { a >> (b & 63) };
    ShrS32(a: i32, b: u32) -> i32 = a >> b.min(31);
    ShrS64(a: i64, b: u32) -> i64 = a >> b.min(63);
    Selp32(a: u32, b: u32, c: bool) -> u32 = if c { a } else { b };
    Selp64(a: u64, b: u64, c: bool) -> u64 = if c { a } else { b };
    Mov32(a: u32) -> u32 = a;
    Mov64(a: u64) -> u64 = a;
    EqB32(a: u32, b: u32) -> bool = a == b;
    NeB32(a: u32, b: u32) -> bool = a != b;
    LtU32(a: u32, b: u32) -> bool = a < b;
    LeU32(a: u32, b: u32) -> bool = a <= b;
    LtS32(a: i32, b: i32) -> bool = a < b;
    LeS32(a: i32, b: i32) -> bool = a <= b;
    GtU32(a: u32, b: u32) -> bool = a > b;
    GeU32(a: u32, b: u32) -> bool = a >= b;
    GtS32(a: i32, b: i32) -> bool = a > b;
    GeS32(a: i32, b: i32) -> bool = a >= b;
    EqB64(a: u64, b: u64) -> bool = a == b;
    NeB64(a: u64, b: u64) -> bool = a != b;
    LtU64(a: u64, b: u64) -> bool = a < b;
    LeU64(a: u64, b: u64) -> bool = a <= b;
    LtS64(a: i64, b: i64) -> bool = a < b;
    LeS64(a: i64, b: i64) -> bool = a <= b;
    GtU64(a: u64, b: u64) -> bool = a > b;
    GeU64(a: u64, b: u64) -> bool = a >= b;
    GtS64(a: i64, b: i64) -> bool = a > b;
    GeS64(a: i64, b: i64) -> bool = a >= b;
}

struct AndP;
struct OrP;
struct XorP;
struct NotP;
struct SelpP;
struct MovP;

macro_rules! predicate_functions {
    ($($name:ident, |$a:ident, $b:ident, $c:ident| $body:expr;)*) => { $(
        impl LaneFunction for $name {
            #[inline(always)]
            fn run<const L: usize>(registers: Registers<L>, op: &Op<L>, mask: Mask) {
                let ($a, $b, $c) = (registers.predicate(op.a), registers.predicate(op.b), registers.predicate(op.c));
                registers.set_predicate(op.d, $body, mask);
            }
        }
    )* };
}

predicate_functions! {
    AndP, |a, b, _c| a & b;
    OrP, |a, b, _c| a | b;
    XorP, |a, b, _c| a ^ b;
    NotP, |a, _b, _c| !a;
    SelpP, |a, b, c| (a & c) | (b & !c);
    MovP, |a, _b, _c| a;
}

/// 2^52: the sum of it and a smaller integer has that in its low bits.
const INTEGERS: f64 = 4_503_599_627_370_496.0;

/// Processors divide vectors of floats only. The rounded quotient of two 32-bit integers is an integer only if the quotient is,
/// for what it lacks of the next one is 2^-32 of it at least. Nothing useful if `b` is 0.
#[inline(always)]
fn quotient(a: u32, b: u32) -> u32 {
    ((f64::from(a) / f64::from(b)).trunc() + INTEGERS).to_bits() as u32
}

/// `a` if `b` is 0.
#[inline(always)]
fn remainder(a: u32, b: u32) -> u32 {
    a.wrapping_sub(quotient(a, b).wrapping_mul(b))
}

/// A magnitude with its sign.
#[inline(always)]
fn signed(magnitude: u32, is_negative: bool) -> i32 {
    (if is_negative { magnitude.wrapping_neg() } else { magnitude }) as i32
}

/// A position or a length: of 32 bits the low byte, as the PTX ISA has it; of 64 bits an H200 takes all of it.
fn place(value: u32, width: u32) -> u32 {
    if width == 64 { value.min(255) } else { value & 255 }
}

/// PTX ISA 9.7.1.20.
fn bfe(a: u64, position: u32, length: u32, width: u32, signed: bool) -> u64 {
    let (position, length) = (place(position, width), place(length, width));
    let msb = width - 1;
    let sign_at = msb.min((position + length).wrapping_sub(1));
    let sign = if !signed || length == 0 { 0 } else { a >> sign_at.min(msb) & 1 };
    let mut result = 0;
    for i in 0..width {
        let bit = if i < length && position + i <= msb { a >> (position + i) & 1 } else { sign };
        result |= bit << i;
    }
    result
}

/// PTX ISA 9.7.1.21.
fn bfi(field: u64, into: u64, position: u32, length: u32, width: u32) -> u64 {
    let (position, length) = (place(position, width), place(length, width));
    if position >= width {
        return into;
    }
    let length = length.min(width - position);
    let ones = if length >= 64 { u64::MAX } else { (1u64 << length) - 1 };
    (into & !(ones << position)) | ((field & ones) << position)
}

fn byte(word: u32, index: u32, signed: bool) -> i64 {
    let byte = (word >> (8 * index)) as u8;
    if signed { byte as i8 as i64 } else { byte as i64 }
}

fn half(word: u32, index: u32, signed: bool) -> i64 {
    let half = (word >> (16 * index)) as u16;
    if signed { half as i16 as i64 } else { half as i64 }
}

fn dp4a(a: u32, b: u32, c: u32, a_signed: bool, b_signed: bool) -> u32 {
    (0..4).fold(c, |sum, i| sum.wrapping_add((byte(a, i, a_signed) * byte(b, i, b_signed)) as u32))
}

fn dp2a(a: u32, b: u32, c: u32, a_signed: bool, b_signed: bool) -> u32 {
    (0..2).fold(c, |sum, i| sum.wrapping_add((half(a, i, a_signed) * byte(b, i, b_signed)) as u32))
}

/// PTX ISA 9.7.9.7, default mode.
fn prmt(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = (b as u64) << 32 | a as u64;
    (0..4).fold(0, |result, i| {
        let pick = selector >> (4 * i);
        let byte = (bytes >> (8 * (pick & 7))) as u8;
        let byte = if pick & 8 != 0 { ((byte as i8) >> 7) as u8 } else { byte };
        result | (byte as u32) << (8 * i)
    })
}

/// The function for an integer, logic, comparison, selection or move instruction.
pub(crate) fn select<const L: usize>(inst: &InstData, wide_operand: bool, is_pred: bool) -> Option<Run<L>> {
    use Opcode as O;
    let ty = inst.ty;
    let (w, s) = (ty.size() == 8, ty.is_signed());
    macro_rules! by {
        ($narrow:ident, $wide:ident) => {
            if w { pick::<$wide, L>() } else { pick::<$narrow, L>() }
        };
        ($u32:ident, $s32:ident, $u64:ident, $s64:ident) => {
            match (w, s) {
                (false, false) => pick::<$u32, L>(),
                (false, true) => pick::<$s32, L>(),
                (true, false) => pick::<$u64, L>(),
                (true, true) => pick::<$s64, L>(),
            }
        };
    }
    let mode = inst.attrs.mul.unwrap_or(MulMode::Lo);
    let half = ty.size() == 2;
    Some(match inst.op {
        O::Add if inst.attrs.sat && ty == Type::S32 => pick::<AddSatS32, L>(),
        O::Sub if inst.attrs.sat && ty == Type::S32 => pick::<SubSatS32, L>(),
        O::Add => by!(AddB32, AddB64),
        O::Sub => by!(SubB32, SubB64),
        O::Mul => match mode {
            MulMode::Lo => by!(MulLoB32, MulLoB64),
            MulMode::Hi if half => {
                if s {
                    pick::<MulHi16S, L>()
                } else {
                    pick::<MulHi16U, L>()
                }
            }
            MulMode::Hi => by!(MulHiU32, MulHiS32, MulHiU64, MulHiS64),
            MulMode::Wide if half => {
                if s {
                    pick::<MulWideS16, L>()
                } else {
                    pick::<MulWideU16, L>()
                }
            }
            MulMode::Wide => {
                if s {
                    pick::<MulWideS32, L>()
                } else {
                    pick::<MulWideU32, L>()
                }
            }
        },
        O::Mad => match mode {
            MulMode::Lo => by!(MadLoB32, MadLoB64),
            MulMode::Hi if inst.attrs.sat => pick::<MadHiSatS32, L>(),
            MulMode::Hi => by!(MadHiU32, MadHiS32, MadHiU64, MadHiS64),
            MulMode::Wide if half => {
                if s {
                    pick::<MadWideS16, L>()
                } else {
                    pick::<MadWideU16, L>()
                }
            }
            MulMode::Wide => {
                if s {
                    pick::<MadWideS32, L>()
                } else {
                    pick::<MadWideU32, L>()
                }
            }
        },
        O::Mul24 => match (mode == MulMode::Hi, s) {
            (false, false) => pick::<Mul24LoU, L>(),
            (false, true) => pick::<Mul24LoS, L>(),
            (true, false) => pick::<Mul24HiU, L>(),
            (true, true) => pick::<Mul24HiS, L>(),
        },
        O::Div => by!(DivU32, DivS32, DivU64, DivS64),
        O::Rem => by!(RemU32, RemS32, RemU64, RemS64),
        O::Abs => by!(AbsS32, AbsS64),
        O::Neg => by!(NegB32, NegB64),
        O::Min => by!(MinU32, MinS32, MinU64, MinS64),
        O::Max => by!(MaxU32, MaxS32, MaxU64, MaxS64),
        O::Sad => by!(SadU32, SadS32, SadU64, SadS64),
        O::Popc => by!(Popc32, Popc64),
        O::Clz => by!(Clz32, Clz64),
        O::Bfind => by!(BfindU32, BfindS32, BfindU64, BfindS64),
        O::Brev => by!(Brev32, Brev64),
        O::Bfe => by!(BfeU32, BfeS32, BfeU64, BfeS64),
        O::Bfi => by!(Bfi32, Bfi64),
        O::Dp4a => match (s, inst.src_ty.is_signed()) {
            (false, false) => pick::<Dp4aUU, L>(),
            (false, true) => pick::<Dp4aUS, L>(),
            (true, false) => pick::<Dp4aSU, L>(),
            (true, true) => pick::<Dp4aSS, L>(),
        },
        O::Dp2a => match (mode == MulMode::Hi, s, inst.src_ty.is_signed()) {
            (false, false, false) => pick::<Dp2aLoUU, L>(),
            (false, false, true) => pick::<Dp2aLoUS, L>(),
            (false, true, false) => pick::<Dp2aLoSU, L>(),
            (false, true, true) => pick::<Dp2aLoSS, L>(),
            (true, false, false) => pick::<Dp2aHiUU, L>(),
            (true, false, true) => pick::<Dp2aHiUS, L>(),
            (true, true, false) => pick::<Dp2aHiSU, L>(),
            (true, true, true) => pick::<Dp2aHiSS, L>(),
        },
        O::Prmt => pick::<Prmt, L>(),
        O::Shf => match (inst.attrs.left, inst.attrs.sat) {
            (true, false) => pick::<ShfLWrap, L>(),
            (true, true) => pick::<ShfLClamp, L>(),
            (false, false) => pick::<ShfRWrap, L>(),
            (false, true) => pick::<ShfRClamp, L>(),
        },
        O::And if is_pred => pick::<AndP, L>(),
        O::Or if is_pred => pick::<OrP, L>(),
        O::Xor if is_pred => pick::<XorP, L>(),
        O::Not if is_pred => pick::<NotP, L>(),
        O::And => by!(And32, And64),
        O::Or => by!(Or32, Or64),
        O::Xor => by!(Xor32, Xor64),
        O::Not => by!(Not32, Not64),
        O::Shl => by!(Shl32, Shl64),
        O::Shr => by!(ShrU32, ShrS32, ShrU64, ShrS64),
        O::Selp if is_pred => pick::<SelpP, L>(),
        O::Selp => {
            if wide_operand {
                pick::<Selp64, L>()
            } else {
                pick::<Selp32, L>()
            }
        }
        O::Mov | O::Cvta if is_pred => pick::<MovP, L>(),
        O::Mov | O::Cvta => {
            if wide_operand {
                pick::<Mov64, L>()
            } else {
                pick::<Mov32, L>()
            }
        }
        O::Setp => match inst.attrs.cmp? {
            Cmp::Eq | Cmp::Equ => by!(EqB32, EqB64),
            Cmp::Ne | Cmp::Neu => by!(NeB32, NeB64),
            Cmp::Lt | Cmp::Ltu => by!(LtU32, LtS32, LtU64, LtS64),
            Cmp::Le | Cmp::Leu => by!(LeU32, LeS32, LeU64, LeS64),
            Cmp::Gt | Cmp::Gtu => by!(GtU32, GtS32, GtU64, GtS64),
            Cmp::Ge | Cmp::Geu => by!(GeU32, GeS32, GeU64, GeS64),
            Cmp::Num | Cmp::Nan => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_fields() {
        assert_eq!(bfe(0xabcd_1234, 8, 8, 32, false), 0x12);
        assert_eq!(bfe(0x0000_8000, 8, 8, 32, true), 0xffff_ff80);
        assert_eq!(bfe(0x8000_0000, 24, 32, 32, true) as u32, 0xffff_ff80);
        assert_eq!(bfe(0xffff_ffff, 4, 0, 32, true), 0);
        assert_eq!(bfi(0xff, 0, 8, 4, 32), 0xf00);
        assert_eq!(bfi(0xff, 0x1234, 32, 4, 32), 0x1234);
        assert_eq!(bfi(u64::MAX, 0, 0, 64, 64), u64::MAX);
    }

    #[test]
    fn quotients_by_floats_are_exact() {
        let numbers = [0, 1, 2, 3, 5, 7, 10, 0xffff, 0x1_0000, 0x7fff_fffe, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, u32::MAX];
        let more = (0..2000u32).map(|i| i.wrapping_mul(2_654_435_761) >> (i % 31));
        let numbers: Vec<u32> = numbers.into_iter().chain(more).collect();
        for &b in &numbers {
            for &a in numbers.iter().chain([b.wrapping_sub(1), b.wrapping_mul(3).wrapping_sub(1)].iter()) {
                assert_eq!(remainder(a, b), a.checked_rem(b).unwrap_or(a), "{a} % {b}");
                assert!(b == 0 || quotient(a, b) == a / b, "{a} / {b}");
                let (x, y) = (a as i32, b as i32);
                let is_negative = (x ^ y) < 0;
                assert!(b == 0 || signed(quotient(x.unsigned_abs(), y.unsigned_abs()), is_negative) == x.wrapping_div(y), "{x} / {y}");
            }
        }
    }

    #[test]
    fn bytes() {
        assert_eq!(prmt(0x3322_1100, 0x7766_5544, 0x7410), 0x7744_1100);
        assert_eq!(prmt(0x0000_0080, 0, 0x8888), 0xffff_ffff);
        assert_eq!(dp4a(0x0102_0304, 0x0101_0101, 5, true, true), 15);
        assert_eq!(dp4a(0xff, 0xff, 0, true, false) as i32, -255);
        assert_eq!(dp2a(0x0002_0001, 0x0403_0201, 0, false, false), 5);
    }
}
