//! Logarithms and inverse hyperbolic functions of `.f32`.

use super::arithmetic::{f, fma, horner, select};
use super::special_function_unit::SpecialFunctionUnit;

pub(super) const LN_2: f32 = f(0x3f31_7218);
/// 2^-23: the exponent's place in the bits.
const PLACE: f32 = f(0x3400_0000);

/// A positive number as m * 2^n, m from `least` on, below twice that; subnormal ones are multiplied by `up`, and n is `down` less.
#[inline(always)]
pub(super) fn split(x: f32, least: u32, up: f32, down: f32) -> (f32, f32, f32) {
    let is_small = x < f32::MIN_POSITIVE;
    let x = select(is_small, x * up, x);
    let exponent = x.to_bits().wrapping_sub(least) & 0xff80_0000;
    let mantissa = f(x.to_bits().wrapping_sub(exponent));
    (x, mantissa, fma(exponent as i32 as f32, PLACE, select(is_small, down, 0.0)))
}

/// What logarithms are of infinity, of NaN, of what is negative and of zero.
#[inline(always)]
fn of_special(x: f32, value: f32) -> f32 {
    let is_usual = x.to_bits() < 0x7f80_0000;
    let value = select(is_usual, value, fma(x, f32::INFINITY, f32::INFINITY));
    select(x == 0.0, f32::NEG_INFINITY, value)
}

/// The natural logarithm, and its argument with a normal exponent.
#[inline(always)]
fn ln_of(x: f32) -> (f32, f32) {
    let (x, mantissa, exponent) = split(x, 0x3f2a_aaab, f(0x4b00_0000), -23.0);
    let m = mantissa - 1.0;
    let p =
        horner(m, [0xbe05_5027, 0x3e10_39f6, 0xbdf8_cdcc, 0x3e0f_2955, 0xbe2a_d8b9, 0x3e4c_ed0b, 0xbe7f_ff22, 0x3eaa_aa78, 0xbf00_0000]);
    (fma(exponent, LN_2, fma(m * p, m, m)), x)
}

#[inline(always)]
pub(super) fn logf(x: f32) -> f32 {
    let (value, x) = ln_of(x);
    of_special(x, value)
}

#[inline(always)]
pub(super) fn log10f(x: f32) -> f32 {
    let (value, x) = ln_of(x);
    // Special values are made before the factor; it changes none of them.
    of_special(x, value * f(0x3ede_5bd9))
}

#[inline(always)]
pub(super) fn log2f(x: f32) -> f32 {
    let (x, mantissa, exponent) = split(x, 0x3f35_04f3, f(0x4b00_0000), -23.0);
    let m = mantissa - 1.0;
    let p = horner(
        m,
        [0x3dc6_b27f, 0xbe2c_7f30, 0x3e2f_cf2a, 0xbe37_4e43, 0x3e52_0bf4, 0xbe76_3c8b, 0x3e93_bf99, 0xbeb8_aa49, 0x3ef6_384a, 0xbf38_aa3b],
    );
    of_special(x, exponent + fma(m, f(0x3fb8_aa3b), m * (m * p)))
}

#[inline(always)]
pub(super) fn log1pf(x: f32) -> f32 {
    let sum = add_toward_zero(x, 1.0);
    let exponent = sum.to_bits().wrapping_sub(0x3f40_0000) & 0xff80_0000;
    let scaled = f(x.to_bits().wrapping_sub(exponent));
    let scale = f(0x4080_0000u32.wrapping_sub(exponent));
    let m = fma(0.25, scale, -1.0) + scaled;
    let p =
        horner(m, [0xbd39_bf78, 0x3dd8_0012, 0xbe07_78e0, 0x3e14_6475, 0xbe2a_68dd, 0x3e4c_af9e, 0xbe80_0042, 0x3eaa_aae6, 0xbf00_0000]);
    let value = fma(exponent as i32 as f32 * PLACE, LN_2, fma(m * p, m, m));
    // Below -1, and for what is no number.
    let is_beyond = x.to_bits() as i32 >= 0xbf80_0001u32 as i32;
    let special = select(is_beyond, fma(x, f32::INFINITY, f32::INFINITY), value);
    let special = select(x == 0.0, -0.0, special);
    select(x.to_bits() < 0x7f80_0000, value, special)
}

/// `add.rz.f32`
#[inline(always)]
fn add_toward_zero(a: f32, b: f32) -> f32 {
    let sum = f64::from(a) + f64::from(b);
    let cut = sum as f32;
    let is_beyond = f64::from(cut).abs() > sum.abs();
    f(cut.to_bits().wrapping_sub(u32::from(is_beyond)))
}

#[inline(always)]
pub(super) fn asinhf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let is_large = size > f(0x4b00_0000);
    let square = fma(x, x, 1.0);
    let inverse = unit.rsqrt(square);
    let part = size * unit.rcp(fma(square, inverse, 1.0));
    let value = log1pf(select(is_large, size, fma(size, part, size)));
    let value = select(is_large, value + LN_2, value);
    select(size <= f32::INFINITY, value.copysign(x), value)
}

#[inline(always)]
pub(super) fn acoshf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let above = x - 1.0;
    let is_large = above.to_bits() > 0x4b00_0000;
    let square = fma(x, x, -1.0);
    let inverse = unit.rsqrt(square);
    let root = square * inverse;
    let root = fma(fma(-root, root, square), inverse * 0.5, root);
    let root = select(square == 0.0, 0.0, root);
    let value = log1pf(above + select(is_large, f(0xbf80_0001), root));
    select(is_large, value + LN_2, value)
}

#[inline(always)]
pub(super) fn atanhf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let inverse = unit.rcp(1.0 - size);
    let argument = select(size > f(0x7e80_0000), -2.0, size * (inverse + inverse));
    f32::copysign(0.5, x) * log1pf(argument)
}
