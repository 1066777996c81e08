//! Powers and roots of `.f64`.
#![allow(clippy::inline_always, reason = "vector variants are made of these by inlining them")]

use super::arithmetic::{LN_2, LN_2_LOW, d, fma, high, horner, reciprocal, scaled, select};
use super::exponential::exp;
use super::logarithm::split;
use crate::device_math::special_function_unit::SpecialFunctionUnit;

/// The unit's reciprocal root, and a step of third order.
#[inline(always)]
fn reciprocal_root(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let y = unit.rsqrt64(x);
    let error = fma(x, -(y * y), 1.0);
    fma(fma(0.375, error, 0.5), error * y, y)
}

/// `rsqrt.approx.f64`
#[inline(always)]
pub(crate) fn rsqrt(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let is_small = x < f64::MIN_POSITIVE;
    // 2^54, and the root of that.
    let value = reciprocal_root(select(is_small, x * 18_014_398_509_481_984.0, x), unit) * select(is_small, 134_217_728.0, 1.0);
    let value = select(x < 0.0, f64::NAN, value);
    let value = select(x == 0.0, f64::INFINITY.copysign(x), value);
    select(x == f64::INFINITY, 0.0, value)
}

/// Both sizes, scaled so that their squares stay in the range, and the bits of what undoes it.
#[inline(always)]
fn scaled_sizes(small: f64, large: f64) -> (f64, f64, u64) {
    let exponent = high(large) & 0xffc0_0000;
    let scale = d(u64::from(0x7fd0_0000u32.wrapping_sub(exponent)) << 32);
    (small * scale, large * scale, u64::from(exponent | 0x0010_0000) << 32)
}

#[inline(always)]
pub(crate) fn hypot(x: f64, y: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (a, b) = (x.abs().to_bits(), y.abs().to_bits());
    let (small, large) = (d(a.min(b)), d(a.max(b)));
    let (a, b, unscale) = scaled_sizes(small, large);
    let sum = fma(b, b, a * a);
    let clamped = select(sum < f64::MAX, sum, f64::MAX);
    let root = (sum * reciprocal_root(clamped, unit)) * d(unscale);
    let value = select(small == 0.0, large, root);
    select(high(small) < 0x7ff0_0000, value, small)
}

#[inline(always)]
pub(crate) fn cbrt(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let is_small = high(size) >> 20 == 0;
    let y = select(is_small, size * d(0x4350_0000_0000_0000), size);
    // A third of the exponent, to the nearest.
    let third = ((high(y) >> 20) as i32 - 1022) as f32 * f32::from_bits(0x3eaa_aaab);
    let third = third.round_ties_even() as i32;
    let mantissa = scaled(y, third.wrapping_mul(-3));
    let log = unit.lg2(mantissa as f32);
    let guess = f64::from(unit.ex2(log * f32::from_bits(0x3eaa_aaab)));
    let square = guess * guess;
    let inverse = reciprocal(fma(scaled(square, 1), guess, mantissa), unit);
    let error = inverse * fma(square, -guess, mantissa);
    let value = scaled(fma(guess, error, guess), third - if is_small { 18 } else { 0 }).copysign(x);
    let twice = x + x;
    select((twice == x) | twice.is_nan(), twice, value)
}

/// The rest of a sum: `head` is `a + b`, rounded, and |a| >= |b|.
#[inline(always)]
fn rest_of_sum(a: f64, b: f64, head: f64) -> f64 {
    b + (a - head)
}

/// The logarithm of a positive number in two numbers.
#[inline(always)]
fn long_log(x: f64, unit: &mut impl SpecialFunctionUnit) -> (f64, f64) {
    let (mantissa, exponent, _) = split(x);
    let inverse = reciprocal(mantissa + 1.0, unit);
    let m = mantissa - 1.0;
    let q = fma(m, inverse, m * inverse);
    let square = q * q;
    let p = horner(
        square,
        [
            0x3eb0_f5ff_7d2c_afe2,
            0x3ed0_f5d2_41ad_3b5a,
            0x3ef3_b20a_7548_8a3f,
            0x3f17_45cd_e4fa_ecd5,
            0x3f3c_71c7_258a_578b,
            0x3f62_4924_9242_b910,
            0x3f89_9999_9999_9dfb,
        ],
    );
    const TWELFTH: f64 = d(0x3fb5_5555_5555_5555);
    let low = m - q;
    let low = inverse * fma(-q, m, low + low);
    // 1/12 + square * p in two numbers.
    let head = fma(square, p, TWELFTH);
    let rest = fma(square, p, TWELFTH - head) + 0.0 + d(0xbc46_a4cb_00b9_e7b0);
    let factor = head + rest;
    let factor_low = rest + (head - factor);
    // q cubed.
    let square_low = fma(q, scaled(low, 1), fma(q, q, -square));
    let cube = square * q;
    let cube_low = fma(square_low, q, fma(square, low, fma(square, q, -cube)));
    let product = factor * cube;
    let product_low = fma(factor_low, cube, fma(factor, cube_low, fma(factor, cube, -product)));
    let tail = product + product_low;
    let tail_low = rest_of_sum(product, product_low, tail);
    let sum = q + tail;
    let sum_low = low + (tail_low + rest_of_sum(q, tail, sum));
    let log = sum + sum_low;
    let log_low = rest_of_sum(sum, sum_low, log);
    let value = fma(exponent, LN_2, log);
    let lost = fma(-exponent, LN_2, value) - log;
    let value_low = fma(exponent, LN_2_LOW, log_low - lost);
    let total = value + value_low;
    (total, rest_of_sum(value, value_low, total))
}

/// |x|^y.
#[inline(always)]
fn power_of_size(size: f64, y: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (log, log_low) = long_log(size, unit);
    // Huge exponents, so that the product stays finite.
    let is_huge = high(y) << 1 > 0xfdff_ffff;
    let y = select(is_huge, d(y.to_bits() & 0xff0f_ffff_ffff_ffff), y);
    let product = log * y;
    let low = fma(log_low, y, fma(log, y, -product));
    let sum = product + low;
    let sum_low = rest_of_sum(product, low, sum);
    let power = exp(sum);
    select(power.abs() == f64::INFINITY, power, fma(power, sum_low, power))
}

#[inline(always)]
pub(crate) fn pow(x: f64, y: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let half = y * 0.5;
    let is_integer = y.trunc() == y;
    let is_odd = is_integer & (half.trunc() != half) & (y.abs() < 9_007_199_254_740_992.0);
    let power = power_of_size(size, y, unit);
    let signed = select(is_odd, -power, power);
    let result = select(x.is_sign_negative(), select(is_integer, signed, f64::NAN), power);
    // Of zero and infinity.
    let grows = (size == f64::INFINITY) != y.is_sign_negative();
    let special = select(grows, f64::INFINITY, 0.0);
    let special = select(is_odd & x.is_sign_negative(), -special, special);
    let result = select((x == 0.0) | (size == f64::INFINITY), special, result);
    let grows = (size > 1.0) != y.is_sign_negative();
    let beyond = select(size == 1.0, 1.0, select(grows, f64::INFINITY, 0.0));
    let result = select(y.abs() == f64::INFINITY, beyond, result);
    let result = select(x.is_nan() | y.is_nan(), x + y, result);
    select((x == 1.0) | (y == 0.0), 1.0, result)
}
