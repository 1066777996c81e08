//! Trigonometric functions of `.f32` and their inverses.

use super::arithmetic::{f, fma, horner, nearest, select};
use super::special_function_unit::SpecialFunctionUnit;

/// From here on an argument is reduced with many digits of 2/π ([`reduce_large`]).
const LARGE: f32 = f(0x47ce_4780);

/// Whether the quick reduction does; lanes for which it does not are computed one by one.
#[inline(always)]
pub(super) fn is_usual(x: f32) -> bool {
    x.abs() < LARGE
}

/// The multiple of a quarter of a turn nearest to `x`, and what is left; |x| < [`LARGE`].
#[inline(always)]
fn reduce(x: f32) -> (f32, u32) {
    let (left, number, quarter) = reduce_short(x);
    (fma(number, f(0xa7c2_34c5), left), quarter)
}

/// With fewer digits of π/2; what is left, and the multiple's number.
#[inline(always)]
pub(super) fn reduce_short(x: f32) -> (f32, f32, u32) {
    let (number, quarter) = nearest(x * f(0x3f22_f983));
    let left = fma(number, f(0xbfc9_0fda), x);
    (fma(number, f(0xb3a2_2168), left), number, quarter as u32)
}

/// The same for all sizes: multiplies by 2/π with 192 digits (M. Payne and R. Hanek, "Radian reduction for trigonometric
/// functions", SIGNUM 1983).
fn reduce_large(x: f32) -> (f32, u32) {
    const TWO_OVER_PI: [u32; 6] = [0x3c43_9041, 0xdb62_9599, 0xf534_ddc0, 0xfc27_57d1, 0x4e44_1529, 0xa2f9_836e];
    if !x.is_finite() {
        return (x * 0.0, 0);
    }
    let bits = x.to_bits();
    let mantissa = u64::from(bits << 8 | 1 << 31);
    let (mut words, mut carry) = ([0u32; 7], 0u64);
    for (word, digits) in words.iter_mut().zip(TWO_OVER_PI) {
        let sum = u64::from(digits) * mantissa + carry;
        (*word, carry) = (sum as u32, sum >> 32);
    }
    words[6] = carry as u32;
    let exponent = (bits >> 23 & 255).wrapping_sub(128);
    let (first, shift) = (6 - (exponent >> 5 & 3) as usize, exponent & 31);
    let (mut high, mut low) = (words[first], words[first - 1]);
    if shift != 0 {
        high = high << shift | low >> (32 - shift);
        low = low << shift | words[first - 2] >> (32 - shift);
    }
    // Two bits before the point, 62 behind it; nearer to the next quarter, the rest is negative.
    let fraction = u64::from(high << 2 | low >> 30) << 32 | u64::from(low << 2);
    let is_next = fraction >> 63 != 0;
    let quarter = (high >> 30) + u32::from(is_next);
    let is_negative = bits >> 31 != 0;
    let rest = if is_next { !fraction } else { fraction } as i64;
    let left = (rest as f64 * f64::from_bits(0x3bf9_21fb_5444_2d19)) as f32;
    let left = if is_negative != is_next { -left } else { left };
    (left, if is_negative { quarter.wrapping_neg() } else { quarter })
}

/// The one that does for `x`.
pub(super) fn reduce_any(x: f32) -> (f32, u32) {
    if is_usual(x) { reduce(x) } else { reduce_large(x) }
}

/// Sine or cosine, by the quarter.
#[inline(always)]
pub(super) fn sine_of(left: f32, quarter: u32) -> f32 {
    let is_sine = quarter & 1 == 0;
    let first = select(is_sine, left, 1.0);
    let square = left * left;
    let p = select(is_sine, f(0xb94d_4153), fma(f(0x37cb_ac00), square, f(0xbab6_07ed)));
    let p = fma(p, square, select(is_sine, f(0x3c08_85e4), f(0x3d2a_aabb)));
    let p = fma(p, square, select(is_sine, f(0xbe2a_aaa8), f(0xbeff_ffff)));
    let value = fma(p, fma(square, first, 0.0), first);
    select(quarter & 2 == 0, value, fma(value, -1.0, 0.0))
}

#[inline(always)]
pub(super) fn sinf_usual(x: f32) -> f32 {
    let (left, quarter) = reduce(x);
    sine_of(left, quarter)
}

pub(super) fn sinf(x: f32) -> f32 {
    let (left, quarter) = reduce_any(x);
    sine_of(left, quarter)
}

#[inline(always)]
pub(super) fn cosf_usual(x: f32) -> f32 {
    let (left, quarter) = reduce(x);
    sine_of(left, quarter.wrapping_add(1))
}

pub(super) fn cosf(x: f32) -> f32 {
    let (left, quarter) = reduce_any(x);
    sine_of(left, quarter.wrapping_add(1))
}

#[inline(always)]
fn tangent_of(left: f32, quarter: u32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let square = left * left;
    let p = horner(square, [0x3c19_0000, 0x3b56_0000, 0x3cc7_0000, 0x3d5b_0000, 0x3e08_9438, 0x3eaa_aa88]);
    let value = fma(p, square * left, left);
    let value = select(left.abs() == f(0x3a00_b43c), left, value);
    select(quarter & 1 != 0, unit.rcp(-value), value)
}

#[inline(always)]
pub(super) fn tanf_usual(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let (left, quarter) = reduce(x);
    tangent_of(left, quarter, unit)
}

pub(super) fn tanf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let (left, quarter) = reduce_any(x);
    tangent_of(left, quarter, unit)
}

/// Sine of π times a number, for more quarters of a turn.
#[inline(always)]
pub(super) fn sine_of_half_turns(x: f32, more: u32) -> f32 {
    let whole = (x + x).round_ties_even();
    let quarter = (whole as i32 as u32).wrapping_add(more);
    let left = fma(-whole, 0.5, x);
    let square = left * left;
    let sine = fma(horner(square, [0xbf17_acc9, 0x4023_3590, 0xc0a5_5df6]), fma(square, left, 0.0), 0.0);
    let sine = fma(f(0x4049_0fdb), left, sine);
    let cosine = horner(square, [0x3e68_4e12, 0xbfaa_d2e0, 0x4081_e0cf, 0xc09d_e9e6, 0x3f80_0000]);
    let value = select(quarter & 1 != 0, cosine, sine);
    select(quarter & 2 == 0, value, 0.0 - value)
}

#[inline(always)]
pub(super) fn sinpif(x: f32) -> f32 {
    select(x.trunc() == x, x * 0.0, sine_of_half_turns(x, 0))
}

#[inline(always)]
pub(super) fn cospif(x: f32) -> f32 {
    sine_of_half_turns(select(x.abs() <= 16_777_216.0, x, x * 0.0), 1)
}

/// π/2 as a product.
const HALF_PI: (f32, f32) = (f(0x3f6e_e581), f(0x3fd7_74eb));

/// The root of (1 - |x|) / 2, for numbers near 1, |x| for others; and which it is.
#[inline(always)]
fn of_half_angle(x: f32, unit: &mut impl SpecialFunctionUnit) -> (f32, bool) {
    let size = x.abs();
    let square = fma(0.5, -size, 0.5);
    let inverse = unit.rsqrt(square);
    let root = square * inverse;
    let root = fma(root, fma(-root, inverse * 0.5, 0.5), root);
    let is_near = size > 0.56;
    (select(is_near, select(size == 1.0, 0.0, root), size), is_near)
}

#[inline(always)]
pub(super) fn asinf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let (y, is_near) = of_half_angle(x, unit);
    let square = y * y;
    let p = horner(square, [0x3d4d_d2f7, 0x3c99_ca97, 0x3d3f_90e8, 0x3d99_3ccf, 0x3e2a_ac04]);
    let value = fma(square * p, y, y);
    let value = select(is_near, fma(HALF_PI.0, HALF_PI.1, value * -2.0), value);
    select(value <= f32::INFINITY, value.copysign(x), value)
}

#[inline(always)]
pub(super) fn acosf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let (y, is_near) = of_half_angle(x, unit);
    let y = y.copysign(x);
    let square = y * y;
    let p = horner(square, [0x3d10_ecef, 0x3c8b_1abb, 0x3cfc_028c, 0x3d37_2139, 0x3d99_93db, 0x3e2a_aac6]);
    let value = fma(square * p, y, y);
    let other = fma(HALF_PI.0, HALF_PI.1, select(is_near, value, -value));
    let value = select(x > 0.56, value, other);
    select(is_near, value + value, value)
}

#[inline(always)]
pub(super) fn atanf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let is_steep = size > 1.0;
    let y = select(is_steep, unit.rcp(size), size);
    let square = y * y;
    let p = horner(square, [0x3b20_90aa, 0xbc6b_e14f, 0x3d23_397e, 0xbd94_8a7a, 0x3dd7_6b21, 0xbe11_1e88, 0x3e4c_af60, 0xbeaa_aa27]);
    let value = fma(square * p, y, y);
    let value = select(is_steep, fma(HALF_PI.0, HALF_PI.1, -value), value);
    select(size <= f32::INFINITY, value.copysign(x), value)
}

#[inline(always)]
pub(super) fn atan2f(y: f32, x: f32) -> f32 {
    let (a, b) = (x.abs(), y.abs());
    let is_steep = b > a;
    let (large, small) = (select(is_steep, b, a), select(is_steep, a, b));
    let q = small / large;
    let square = q * q;
    let p = horner(square, [0x3b33_710b, 0xbc80_7748, 0x3d2c_dab2, 0xbd99_2d10, 0x3dd9_ea6c, 0xbe11_7cb1, 0x3e4c_bce0, 0xbeaa_aa7d]);
    let value = fma(square * p, q, q);
    let is_left = x.is_sign_negative();
    let steep = fma(HALF_PI.0, HALF_PI.1, select(is_left, value, -value));
    let flat = select(is_left, fma(f(0x3fee_e581), HALF_PI.1, -value), value);
    let value = select(is_steep, steep, flat);
    let value = select(a == b, select(is_left, f(0x4016_cbe4), f(0x3f49_0fdb)), value);
    let value = select(large == 0.0, select(is_left, f(0x4049_0fdb), 0.0), value);
    let sum = a + b;
    select(sum.abs() <= f32::INFINITY, value.copysign(y), sum)
}
