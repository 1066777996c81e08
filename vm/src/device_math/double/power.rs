//! Powers and roots of `.f64`.

use super::arithmetic::{LN_2, LN_2_LOW, NAN, d, fma, high, horner, quiet, reciprocal, reciprocal_root, scaled, select};
use super::exponential::exp;
use super::logarithm::{quotient, split};
use crate::device_math::special_function_unit::{OneByOne, SpecialFunctionUnit};

/// `rsqrt.approx.f64`
#[inline(always)]
pub(crate) fn rsqrt(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let is_small = x < f64::MIN_POSITIVE;
    // 2^54, and the root of that.
    let value = reciprocal_root(select(is_small, x * 18_014_398_509_481_984.0, x), unit) * select(is_small, 134_217_728.0, 1.0);
    let value = select(x < 0.0, NAN, value);
    let value = select(x == 0.0, f64::INFINITY.copysign(x), value);
    select(x == f64::INFINITY, 0.0, value)
}

/// What sizes up to `largest` are multiplied by so that their squares stay in the range, and what undoes it.
#[inline(always)]
fn scales(largest: f64) -> (f64, f64) {
    let exponent = high(largest) & 0xffc0_0000;
    (d(u64::from(0x7fd0_0000u32.wrapping_sub(exponent)) << 32), d(u64::from(exponent | 0x0010_0000) << 32))
}

/// Both sizes, the smaller one first.
#[inline(always)]
fn ordered(x: f64, y: f64) -> (f64, f64) {
    let (a, b) = (x.abs().to_bits(), y.abs().to_bits());
    (d(a.min(b)), d(a.max(b)))
}

#[inline(always)]
fn root(square: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    square * reciprocal_root(select(square < f64::MAX, square, f64::MAX), unit)
}

#[inline(always)]
pub(crate) fn hypot(x: f64, y: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (small, large) = ordered(x, y);
    let (scale, unscale) = scales(large);
    let (a, b) = (small * scale, large * scale);
    let value = select(small == 0.0, large, root(fma(b, b, a * a), unit) * unscale);
    let value = select(large.is_nan(), quiet(x, y), value);
    select(small == f64::INFINITY, small, value)
}

#[inline(always)]
pub(crate) fn rhypot(x: f64, y: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (small, large) = ordered(x, y);
    let (scale, _) = scales(large);
    let (a, b) = (small * scale, large * scale);
    let value = scale * reciprocal_root(fma(b, b, a * a), unit);
    let special = select(large.is_nan(), large + small, select(large == f64::INFINITY, 0.0, f64::INFINITY));
    let special = select(small == f64::INFINITY, 0.0, special);
    select(high(value) < 0x7ff0_0000, value, special)
}

/// What a norm is made of.
struct Squares {
    /// Of the sizes.
    sum: f64,
    largest: f64,
    /// Of the scaled sizes, all squared.
    square: f64,
    scale: f64,
    unscale: f64,
}

#[inline(always)]
fn squares<const N: usize>(numbers: [f64; N]) -> Squares {
    let mut smaller = numbers.map(f64::abs);
    let (mut sum, mut largest) = (smaller[0], smaller[0]);
    for size in &mut smaller[1..] {
        sum += *size;
        (*size, largest) = (largest.min(*size), largest.max(*size));
    }
    let (scale, unscale) = scales(largest);
    // Those that were found last are squared first.
    let last = smaller[N - 1] * scale;
    let mut square = last * last;
    for size in smaller[1..N - 1].iter().rev() {
        square = fma(size * scale, size * scale, square);
    }
    Squares { sum, largest, square: fma(largest * scale, largest * scale, square), scale, unscale }
}

#[inline(always)]
fn norm<const N: usize>(numbers: [f64; N], unit: &mut impl SpecialFunctionUnit) -> f64 {
    let Squares { sum, largest, square, unscale, .. } = squares(numbers);
    let value = select(sum > largest, root(square, unit) * unscale, sum);
    select(high(largest) < 0x7ff0_0000, value, largest)
}

#[inline(always)]
fn reciprocal_norm<const N: usize>(numbers: [f64; N], unit: &mut impl SpecialFunctionUnit) -> f64 {
    let Squares { sum, largest, square, scale, .. } = squares(numbers);
    let value = select(sum > 0.0, scale * reciprocal_root(square, unit), sum + f64::INFINITY);
    select(largest == f64::INFINITY, 0.0, value)
}

pub(crate) fn norm3d(a: f64, b: f64, c: f64) -> f64 {
    norm([a, b, c], &mut OneByOne)
}

pub(crate) fn rnorm3d(a: f64, b: f64, c: f64) -> f64 {
    reciprocal_norm([a, b, c], &mut OneByOne)
}

pub(crate) fn norm4d(numbers: [f64; 4]) -> f64 {
    norm(numbers, &mut OneByOne)
}

pub(crate) fn rnorm4d(numbers: [f64; 4]) -> f64 {
    reciprocal_norm(numbers, &mut OneByOne)
}

/// |x| as a mantissa times 8^n, that n, and what a root of a subnormal number has too many in its exponent.
#[inline(always)]
fn split_by_eights(x: f64) -> (f64, i32, i32) {
    let size = x.abs();
    let is_small = high(size) >> 20 == 0;
    let y = select(is_small, size * d(0x4350_0000_0000_0000), size);
    // A third of the exponent, to the nearest.
    let third = ((high(y) >> 20) as i32 - 1022) as f32 * f32::from_bits(0x3eaa_aaab);
    let third = third.round_ties_even() as i32;
    (scaled(y, third.wrapping_mul(-3)), third, if is_small { 18 } else { 0 })
}

/// `mantissa^power`, from the unit.
#[inline(always)]
fn guess(mantissa: f64, power: u32, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let log = unit.lg2(mantissa as f32);
    f64::from(unit.ex2(log * f32::from_bits(power)))
}

#[inline(always)]
pub(crate) fn cbrt(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (mantissa, third, less) = split_by_eights(x);
    let guess = guess(mantissa, 0x3eaa_aaab, unit);
    let square = guess * guess;
    let inverse = reciprocal(fma(scaled(square, 1), guess, mantissa), unit);
    let error = inverse * fma(square, -guess, mantissa);
    let value = scaled(fma(guess, error, guess), third - less).copysign(x);
    let twice = x + x;
    select((twice == x) | twice.is_nan(), twice, value)
}

#[inline(always)]
pub(crate) fn rcbrt(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (mantissa, third, less) = split_by_eights(x);
    let guess = guess(mantissa, 0xbeaa_aaab, unit);
    // 1 - mantissa * guess^3, with what is missing in both factors.
    let (square, product) = (guess * guess, mantissa * guess);
    let error = fma(square, -product, 1.0);
    let error = fma(square, -fma(mantissa, guess, -product), error);
    let error = fma(product, -fma(guess, guess, -square), error);
    let value = fma(fma(d(0x3fcc_71c7_1c71_c71c), error, d(0x3fd5_5555_5555_5555)), error * guess, guess);
    let value = scaled(value, less - third);
    let twice = x + x;
    let inverse = d(u64::from(high(x) ^ 0x7ff0_0000) << 32);
    select(twice == x, inverse, select(x.is_nan(), twice, value)).copysign(x)
}

/// The rest of a sum: `head` is `a + b`, rounded, and |a| >= |b|.
#[inline(always)]
pub(super) fn rest_of_sum(a: f64, b: f64, head: f64) -> f64 {
    b + (a - head)
}

/// The logarithm of a positive number in two numbers.
#[inline(always)]
pub(super) fn long_log(x: f64, unit: &mut impl SpecialFunctionUnit) -> (f64, f64) {
    let (mantissa, exponent, _) = split(x);
    let (q, low) = quotient(mantissa, unit);
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
pub(super) fn power_of_size(size: f64, y: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
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
    let result = select(x.is_sign_negative(), select(is_integer, signed, NAN), power);
    // Of zero and infinity.
    let grows = (size == f64::INFINITY) != y.is_sign_negative();
    let special = select(grows, f64::INFINITY, 0.0);
    let special = select(is_odd & x.is_sign_negative(), -special, special);
    let result = select((x == 0.0) | (size == f64::INFINITY), special, result);
    let grows = (size > 1.0) != y.is_sign_negative();
    let beyond = select(size == 1.0, 1.0, select(grows, f64::INFINITY, 0.0));
    let result = select(y.abs() == f64::INFINITY, beyond, result);
    let result = select(x.is_nan() | y.is_nan(), quiet(x, y), result);
    select((x == 1.0) | (y == 0.0), 1.0, result)
}
