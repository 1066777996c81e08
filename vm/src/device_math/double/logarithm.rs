//! Logarithms and inverse hyperbolic functions of `.f64`.

use super::arithmetic::{LN_2, LN_2_LOW, LOG2_E, d, fma, high, horner, reciprocal, reciprocal_root, scaled, select};
use crate::device_math::special_function_unit::SpecialFunctionUnit;

/// A positive number as mantissa, from the root of 1/2 on, and exponent.
#[inline(always)]
pub(super) fn split(x: f64) -> (f64, f64, f64) {
    let is_small = (high(x) as i32) < 0x0010_0000;
    let x = select(is_small, x * d(0x4350_0000_0000_0000), x);
    let bias = if is_small { 1077 } else { 1023 };
    let mantissa = d(x.to_bits() & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000);
    let is_large = high(mantissa) >= 0x3ff6_a09f;
    let exponent = (high(x) >> 20) as i32 - bias + i32::from(is_large);
    (select(is_large, scaled(mantissa, -1), mantissa), f64::from(exponent), x)
}

/// Twice (m - 1) / (m + 1), of which a logarithm is an odd series, in two numbers.
#[inline(always)]
pub(super) fn quotient(mantissa: f64, unit: &mut impl SpecialFunctionUnit) -> (f64, f64) {
    let inverse = reciprocal(mantissa + 1.0, unit);
    let m = mantissa - 1.0;
    let q = fma(m, inverse, m * inverse);
    let low = m - q;
    (q, inverse * fma(-q, m, low + low))
}

#[inline(always)]
pub(crate) fn log(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (mantissa, exponent, x) = split(x);
    let (q, low) = quotient(mantissa, unit);
    let square = q * q;
    let p = horner(
        square,
        [
            0x3eb1_380b_3ae8_0f1e,
            0x3ed0_ee25_8b7a_8b04,
            0x3ef3_b266_9f02_676f,
            0x3f17_45cb_a9ab_0956,
            0x3f3c_71c7_2d1b_5154,
            0x3f62_4924_923b_e72d,
            0x3f89_9999_9999_a3c4,
            0x3fb5_5555_5555_5554,
        ],
    );
    let rest = fma(square * p, q, low);
    let head = fma(exponent, LN_2, q);
    let lost = fma(-exponent, LN_2, head) - q;
    let value = head + fma(exponent, LN_2_LOW, rest - lost);
    let special = fma(x, f64::INFINITY, f64::INFINITY);
    let special = select(x == 0.0, f64::NEG_INFINITY, special);
    select(high(x).wrapping_sub(1) < 0x7fef_ffff, value, special)
}

#[inline(always)]
pub(crate) fn log2(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let value = log(x, unit);
    fma(value, LOG2_E, value * d(0x3c77_77d0_ffda_0d24))
}

#[inline(always)]
pub(crate) fn log10(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let value = log(x, unit);
    fma(value, d(0x3fdb_cb7b_1526_e50e), value * d(0x3c69_5355_baaa_fad3))
}

#[inline(always)]
pub(crate) fn log1p(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let place = f32::from_bits(high(x));
    let is_near = place < f32::from_bits(0x3fe5_5555) && place > f32::from_bits(0xbfd9_9999);
    let part = x * (x / (x + 2.0));
    let q = x - part;
    let square = q * q;
    let p = horner(
        square,
        [
            0x3eb3_72fb_2fbe_14b5,
            0x3ed0_87ff_ceb2_dc44,
            0x3ef3_b9ff_890f_468c,
            0x3f17_457e_fd51_baf8,
            0x3f3c_71c8_de3c_e825,
            0x3f62_4924_8fa4_661f,
            0x3f89_9999_999d_70c4,
            0x3fb5_5555_5555_5462,
        ],
    );
    let near = x + fma(square * p, q, -part);
    select(is_near, near, log(x + 1.0, unit))
}

#[inline(always)]
pub(crate) fn asinh(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let is_large = high(size) > 0x43df_ffff;
    let square = fma(x, x, 1.0);
    let part = size * reciprocal(fma(square, reciprocal_root(square, unit), 1.0), unit);
    let value = log1p(select(is_large, size, fma(size, part, size)), unit);
    select(is_large, value + LN_2, value).copysign(x)
}

#[inline(always)]
pub(crate) fn acosh(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let above = x - 1.0;
    let is_large = high(above) > 0x432f_ffff;
    let square = fma(x, x, -1.0);
    let inverse = unit.rsqrt64(square);
    let half = scaled(inverse, -1);
    let root = square * inverse;
    let root = fma(fma(root, -root, square), half, root);
    let half = fma(fma(inverse, -root, 1.0), half, half);
    let root = fma(fma(root, -root, square), half, root);
    let root = select(high(above) == 0, 0.0, root);
    let value = log1p(above + select(is_large, d(0xbff0_0000_0000_0001), root), unit);
    select(is_large, value + LN_2, value)
}

#[inline(always)]
pub(crate) fn atanh(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    (log1p((size + size) / (1.0 - size), unit) * 0.5).copysign(x)
}
