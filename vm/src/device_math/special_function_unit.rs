//! The special function unit, which machine code calls `MUFU`: reciprocal, roots, sine, cosine, logarithm and power of `.f32`, to
//! the last bit.
//!
//! A result is interpolated: the high bits of the argument choose a segment, and the rest, `x`, goes into `c0 + c1 * x + c2 *
//! square(x)`, of which the low bits are cut off. The squarer leaves out the partial products of its low columns.
//!
//! *Source.* S. Oberman and M. Siu, "A High-Performance Area-Efficient Multifunction Interpolator", ARITH 2005: segments, widths
//! of coefficients, truncated squarer. Which columns are left out, coefficients, and how arguments are reduced was found from the
//! results of an H200: all 2^23 mantissas of each function, and 2^19 bit patterns of all kinds for special cases. Subnormal
//! arguments count as zero and subnormal results are zero, as in the hardware; where PTX has no `.ftz`, machine code scales around it.

use super::segments::{EX2, LG2, RCP, RSQ, SEGMENTS, SIN, SQRT, Segment, Table};

const MANTISSA: u32 = (1 << 23) - 1;
const NAN: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;
const SIGN: u32 = 1 << 31;

/// The square of `x`, of 16 or 17 bits, in units of 2^`CUT`, without the partial products of lower columns.
///
/// Bit i meets itself in column 2i, and bit j > i, from both sides, in column i + j + 1. The bits from CUT / 2 on meet one another in
/// columns that are kept, but for the first of them and itself: of their square, the last bit. A bit i below that meets those that
/// are left when CUT - 1 - i are shifted out.
#[inline(always)]
fn truncated_square<const BITS: u32, const CUT: u32>(x: u32) -> u32 {
    let high = x >> (CUT / 2);
    let mut sum = (high * high) >> 1;
    let mut i = CUT - BITS;
    while i < CUT / 2 {
        sum += (x >> (CUT - 1 - i)) & (x >> i & 1).wrapping_neg();
        i += 1;
    }
    sum
}

/// The low bits of a coefficient that count less than 1.
const FRACTION: i32 = (1 << 17) - 1;

impl Segment {
    /// `c0 + c1 * x + c2 * square`, in units of 2^-17.
    #[inline(always)]
    fn interpolate(self, x: u32, square: u32) -> i64 {
        let (c0, c2) = (i64::from(self.c0) << 17 | i64::from(self.c2_c0 & FRACTION), self.c2_c0 >> 17);
        c0 + i64::from(self.c1) * i64::from(x as i32) + i64::from(c2) * i64::from(square as i32)
    }

    /// The same without what is behind the point. All of it has 32 bits: `x` is taken in two parts.
    #[inline(always)]
    fn interpolate_whole(self, x: u32, square: u32) -> i32 {
        let c2 = self.c2_c0 >> 17;
        let high = self.c1 * (x >> 8) as i32;
        let low = self.c1 * (x & 255) as i32 + c2 * square as i32 + (self.c2_c0 & FRACTION) + ((high & 511) << 8);
        self.c0 + (high >> 9) + (low >> 17)
    }
}

#[inline(always)]
fn choose(condition: bool, then: u32, otherwise: u32) -> u32 {
    if condition { then } else { otherwise }
}

/// `value` * 2^-40, 0 <= `value` < 2^51, cut to an `.f32`.
#[inline(always)]
fn from_fixed_point(value: i64) -> f32 {
    const INTEGERS: u64 = (1023 + 52) << 52;
    let exact = f64::from_bits(value as u64 | INTEGERS) - f64::from_bits(INTEGERS);
    let cut = f64::from_bits(exact.to_bits() & !((1 << 29) - 1));
    (cut * (1.0 / (1u64 << 40) as f64)) as f32
}

struct Parts {
    sign: u32,
    exponent: i32,
    mantissa: u32,
    is_zero: bool,
    is_infinite: bool,
    is_nan: bool,
}

#[inline(always)]
fn parts(x: f32) -> Parts {
    let bits = x.to_bits();
    let (exponent, mantissa) = ((bits >> 23 & 255) as i32, bits & MANTISSA);
    Parts {
        sign: bits & SIGN,
        exponent: exponent - 127,
        mantissa,
        is_zero: exponent == 0,
        is_infinite: bits & !SIGN == INFINITY,
        is_nan: bits & !SIGN > INFINITY,
    }
}

/// The argument of a root as a number of [1, 4), its place in the table, and half of the exponent of 2 that is left.
#[inline(always)]
fn halved(p: &Parts) -> (u32, i32) {
    let odd = p.exponent & 1;
    ((odd as u32) << 23 | p.mantissa, (p.exponent - odd) >> 1)
}

/// `x` in turns, as machine code gives it to the unit: times 1/2π, rounded toward zero (`FMUL.RZ`).
#[inline(always)]
fn turns(x: f32) -> f32 {
    // Of two numbers of 24 bits, it is exact.
    let product = f64::from(x) * f64::from(std::f32::consts::FRAC_1_PI * 0.5);
    let nearest = product as f32;
    let is_beyond = f64::from(nearest).abs() > product.abs();
    f32::from_bits(nearest.to_bits().wrapping_sub(u32::from(is_beyond)))
}

/// The high word of a double as exponent and the 20 bits of the mantissa, with three bits less than an `.f32`'s.
#[inline(always)]
fn parts64(x: f64) -> (u32, i32, u32) {
    let high = (x.to_bits() >> 32) as u32;
    (high & SIGN, (high >> 20 & 2047) as i32, (high & 0xf_ffff) << 3)
}

/// The double with this high word.
#[inline(always)]
fn from_high(high: u32) -> f64 {
    f64::from_bits(u64::from(high) << 32)
}

/// The unit's functions, over its tables.
pub(crate) trait SpecialFunctionUnit {
    /// A segment of a table, by its number modulo the table's length, which is that of all.
    fn look_up(&mut self, table: &'static Table, segment: u32) -> Segment;

    /// Of a table with segments of 17 bits, in units of 2^-17.
    #[inline(always)]
    fn interpolate17(&mut self, table: &'static Table, argument: u32) -> i64 {
        let x = argument & 0x1_ffff;
        self.look_up(table, argument >> 17).interpolate(x, truncated_square::<17, 19>(x))
    }

    /// The same, without what is behind the point.
    #[inline(always)]
    fn whole17(&mut self, table: &'static Table, argument: u32) -> i32 {
        let x = argument & 0x1_ffff;
        self.look_up(table, argument >> 17).interpolate_whole(x, truncated_square::<17, 19>(x))
    }

    /// The reciprocal of 1 and this mantissa, as bits.
    #[inline(always)]
    fn whole_reciprocal(&mut self, mantissa: u32) -> i32 {
        let x = mantissa & 0xffff;
        self.look_up(&RCP, mantissa >> 16).interpolate_whole(x, truncated_square::<16, 17>(x))
    }

    /// `MUFU.RCP`
    #[inline(always)]
    fn rcp(&mut self, x: f32) -> f32 {
        let p = parts(x);
        let bits = self.whole_reciprocal(p.mantissa) - (p.exponent << 23);
        let mut result = choose(bits <= MANTISSA as i32, 0, bits as u32);
        result = choose(p.is_zero, INFINITY, result);
        result = choose(p.is_infinite, 0, result) | p.sign;
        f32::from_bits(choose(p.is_nan, NAN, result))
    }

    /// `MUFU.RSQ`
    #[inline(always)]
    fn rsqrt(&mut self, x: f32) -> f32 {
        let p = parts(x);
        let (argument, half) = halved(&p);
        let one = 127 << 23;
        let bits = choose(argument == 0, one, self.whole17(&RSQ, argument) as u32);
        let mut result = bits.wrapping_sub((half << 23) as u32);
        result = choose(p.is_infinite, 0, result);
        result = choose(p.sign != 0, NAN, result);
        result = choose(p.is_zero, INFINITY | p.sign, result);
        f32::from_bits(choose(p.is_nan, NAN, result))
    }

    /// `MUFU.SQRT`
    #[inline(always)]
    fn sqrt(&mut self, x: f32) -> f32 {
        let p = parts(x);
        let (argument, half) = halved(&p);
        let mut result = (self.whole17(&SQRT, argument) as u32).wrapping_add((half << 23) as u32);
        result = choose(p.is_infinite, INFINITY, result);
        result = choose(p.sign != 0, NAN, result);
        result = choose(p.is_zero, p.sign, result);
        f32::from_bits(choose(p.is_nan, NAN, result))
    }

    /// `MUFU.EX2`. The argument is cut to 23 bits behind the point; a negative one that is no integer is complemented, not negated.
    #[inline(always)]
    fn ex2(&mut self, x: f32) -> f32 {
        let p = parts(x);
        let is_large = p.exponent >= 8;
        // |x| * 2^23, by shifts; that is below 2^31.
        let full = p.mantissa | (MANTISSA + 1);
        let size = if p.exponent < 0 { full >> p.exponent.wrapping_neg().clamp(0, 31) } else { full << (p.exponent & 7) };
        let size = size as i32;
        let negative = if size & MANTISSA as i32 == 0 { -size } else { !size };
        let argument = if p.sign != 0 { negative } else { size };
        let (whole, fraction) = (argument >> 23, argument as u32 & MANTISSA);
        let mantissa = self.whole17(&EX2, fraction) as u32 & MANTISSA;
        let biased = whole + 127;
        let mut result = mantissa.wrapping_add((biased << 23) as u32);
        result = choose(biased <= 0, 0, result);
        result = choose(biased >= 255, INFINITY, result);
        result = choose(is_large, choose(p.sign != 0, 0, INFINITY), result);
        f32::from_bits(choose(p.is_nan, NAN, result))
    }

    /// `MUFU.LG2`
    #[inline(always)]
    fn lg2(&mut self, x: f32) -> f32 {
        let p = parts(x);
        let value = self.interpolate17(&LG2, p.mantissa) + (i64::from(p.exponent) << 40);
        // A negative number is complemented, not negated.
        let negative = value >> 63;
        let result = from_fixed_point(value ^ negative).to_bits() | negative as u32 & SIGN;
        let mut result = choose(x == 1.0, 0, result);
        result = choose(p.is_infinite, INFINITY, result);
        result = choose(p.sign != 0, NAN, result);
        result = choose(p.is_zero, INFINITY | SIGN, result);
        f32::from_bits(choose(p.is_nan, NAN, result))
    }

    /// Sine of a quarter of a turn's multiple more than `x`, in 2^-25 of a turn; of |x|.
    #[inline(always)]
    fn sine(&mut self, x: f32, quarters: u32) -> u32 {
        // 25 bits of the turns behind the point, cut: of a number that has its last bit above that, none are lost.
        let size = turns(x).abs();
        let fraction = size - size.trunc();
        let argument = (fraction * (1u32 << 25) as f32) as i32 as u32;
        let quarter = (argument >> 23) + quarters;
        let within = argument & MANTISSA;
        let folded = choose(quarter & 1 != 0, MANTISSA - within, within);
        from_fixed_point(self.interpolate17(&SIN, folded)).to_bits() ^ (quarter & 2) << 30
    }

    /// `FMUL.RZ` and `MUFU.SIN`
    #[inline(always)]
    fn sin(&mut self, x: f32) -> f32 {
        let result = self.sine(x, 0) ^ x.to_bits() & SIGN;
        f32::from_bits(choose(x.is_finite(), result, NAN))
    }

    /// `FMUL.RZ` and `MUFU.COS`
    #[inline(always)]
    fn cos(&mut self, x: f32) -> f32 {
        f32::from_bits(choose(x.is_finite(), self.sine(x, 1), NAN))
    }

    /// `MUFU.RCP64H`: high words only.
    #[inline(always)]
    fn rcp64(&mut self, x: f64) -> f64 {
        let (sign, exponent, mantissa) = parts64(x);
        let bits = self.whole_reciprocal(mantissa) as u32;
        let biased = (bits >> 23) as i32 - 127 + 2 * 1023 - exponent;
        let mut result = (biased as u32) << 20 | (bits & MANTISSA) >> 3;
        result = choose(biased <= 0, 0, result);
        result = choose(exponent == 0, 2047 << 20, result);
        result = choose(exponent == 2047, 0, result) | sign;
        from_high(choose(x.is_nan(), NAN, result))
    }

    /// `MUFU.RSQ64H`: high words only.
    #[inline(always)]
    fn rsqrt64(&mut self, x: f64) -> f64 {
        let (sign, exponent, mantissa) = parts64(x);
        let odd = (exponent + 1) & 1;
        let argument = (odd as u32) << 23 | mantissa;
        let bits = choose(argument == 0, 127 << 23, self.whole17(&RSQ, argument) as u32);
        let biased = (bits >> 23) as i32 - 127 + 1023 - ((exponent - 1023 - odd) >> 1);
        let mut result = (biased as u32) << 20 | (bits & MANTISSA) >> 3;
        result = choose(exponent == 2047, 0, result);
        result = choose(sign != 0, NAN, result);
        result = choose(exponent == 0, 2047 << 20 | sign, result);
        from_high(choose(x.is_nan(), NAN, result))
    }
}

/// Looks up one by one.
pub(crate) struct OneByOne;

impl SpecialFunctionUnit for OneByOne {
    #[inline(always)]
    fn look_up(&mut self, table: &'static Table, segment: u32) -> Segment {
        table[segment as usize % SEGMENTS]
    }
}

/// The unit's operations as functions.
pub(super) mod operation {
    use super::SpecialFunctionUnit;

    macro_rules! operations {
        ($($name:ident: $ty:ty),*) => { $(
            #[inline(always)]
            pub(in crate::device_math) fn $name(x: $ty, unit: &mut impl SpecialFunctionUnit) -> $ty {
                unit.$name(x)
            }
        )* };
    }

    operations!(rcp: f32, rsqrt: f32, sqrt: f32, ex2: f32, lg2: f32, sin: f32, cos: f32, rcp64: f64, rsqrt64: f64);
}
