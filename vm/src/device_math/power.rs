//! Powers and roots of `.f32`.

use super::approximate::{lg2, rsqrt};
use super::arithmetic::{f, fma, horner, select};
use super::logarithm::split;
use super::special_function_unit::{OneByOne, SpecialFunctionUnit};

pub(super) const LOG2_E: f32 = f(0x3fb8_aa3b);
const LOG2_E_LOW: f32 = f(0x32a5_5e34);

/// The logarithm to the base 2 of a positive number in two numbers. `is_longer`: with what is missing in the series' cube.
#[inline(always)]
pub(super) fn long_log2(size: f32, is_longer: bool, unit: &mut impl SpecialFunctionUnit) -> (f32, f32) {
    let (_, mantissa, exponent) = split(size, 0x3f35_04f3, f(0x4b80_0000), -24.0);
    let m = mantissa - 1.0;
    let inverse = unit.rcp(mantissa + 1.0);
    // 2 m / (m + 2), and what is missing in it.
    let q = (m + m) * inverse;
    let square = q * q;
    let low = m - q;
    let low = inverse * fma(-q, m, low + low);
    let p = horner(square, [0x3a2c_32e4, 0x3b52_e7db, 0x3c93_bb73, 0x3df6_384f]) * square;
    let head = fma(q, LOG2_E, exponent);
    let rest = fma(q, LOG2_E, exponent - head);
    let rest = fma(q, LOG2_E_LOW, fma(low, LOG2_E, rest));
    let rest = if is_longer { fma(p * 3.0, low, rest) } else { rest };
    let rest = fma(p, q, rest);
    let log = head + rest;
    (log, rest - (log - head))
}

/// 2^(`whole` + `fraction`), in two steps, so that neither factor leaves the range.
#[inline(always)]
pub(super) fn power_in_steps(whole: f32, fraction: f32) -> f32 {
    let power = horner(fraction, [0x391f_cb8e, 0x3aaf_85ed, 0x3c1d_9856, 0x3d63_57bb, 0x3e75_fdec, 0x3f31_7218, 0x3f80_0000]);
    let step = if whole > 0.0 { 0 } else { 0x8300_0000u32 };
    let first = f(step.wrapping_add(0x7f00_0000));
    let second = f(((whole + 12_582_912.0).to_bits() << 23).wrapping_sub(step));
    power * first * second
}

/// |x|^y.
#[inline(always)]
fn power_of_size(size: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let (log, log_low) = long_log2(size, true, unit);
    let product = log * y;
    let product_low = fma(log_low, y, fma(log, y, -product));
    let whole = product.round_ties_even();
    let fraction = product_low + (product - whole);
    let beyond = select(product < 0.0, 0.0, f32::INFINITY);
    select(product.abs() > 152.0, beyond, power_in_steps(whole, fraction))
}

#[inline(always)]
pub(super) fn powf(x: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let half = (y * 0.5).trunc();
    let is_odd = (y - (half + half)).abs() == 1.0;
    let power = power_of_size(size, y, unit);
    let signed = select(is_odd, -power, power);
    let signed = select(y.floor() == y, signed, f32::NAN);
    let result = select(x >= 0.0, power, signed);
    let result = select((x == -1.0) & (y.abs() == f32::INFINITY), 1.0, result);
    // Of zero and infinity: itself or its reciprocal, with the sign of x for odd y.
    let twice = (x + x).to_bits();
    let special = if y < 0.0 { twice ^ 0x7f80_0000 } else { twice };
    let special = f(if is_odd { special } else { special & 0x7fff_ffff });
    let result = select((x == 0.0) | (size == f32::INFINITY), special, result);
    let result = select(x.is_nan() | y.is_nan(), x + y, result);
    select((x == 1.0) | (y == 0.0), 1.0, result)
}

/// `ex2.approx.ftz(lg2(|x|) * scale)`: a first guess of a root.
#[inline(always)]
fn guess(x: f32, scale: u32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let log = lg2(x.abs(), unit);
    unit.ex2(log * f(scale))
}

const THIRD: f32 = f(0x3eaa_aaab);

#[inline(always)]
pub(super) fn cbrtf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let inverse_square = guess(x, 0xbf2a_aaab, unit);
    let root = x.abs() * inverse_square;
    let error = fma(root, -(inverse_square * root), 1.0);
    let value = fma(root, error * THIRD, root);
    select(x + x == x, x + x, select(x < 0.0, -value, value))
}

#[inline(always)]
pub(super) fn rcbrtf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let inverse = guess(x, 0xbeaa_aaab, unit);
    let error = fma(x.abs() * inverse, -(inverse * inverse), 1.0);
    let value = fma(error, inverse * THIRD, inverse);
    let special = f((x + x).to_bits() ^ 0x7f80_0000);
    select(x + x == x, special, select(x < 0.0, -value, value))
}

/// What sizes up to `largest` are multiplied by so that their squares stay in the range, and what undoes it.
#[inline(always)]
fn scales(largest: f32) -> (f32, f32) {
    let exponent = largest.to_bits() & 0xfe00_0000;
    (f(0x7e80_0000u32.wrapping_sub(exponent)), f(exponent | 0x0080_0000))
}

/// Both sizes, the smaller one first.
#[inline(always)]
fn ordered(x: f32, y: f32) -> (f32, f32) {
    let (a, b) = (x.abs().to_bits() as i32, y.abs().to_bits() as i32);
    (f(a.min(b) as u32), f(a.max(b) as u32))
}

#[inline(always)]
pub(super) fn hypotf(x: f32, y: f32) -> f32 {
    let (small, large) = ordered(x, y);
    let (scale, unscale) = scales(large);
    let (a, b) = (small * scale, large * scale);
    let root = fma(b, b, a * a).sqrt() * unscale;
    let value = select(small == 0.0, large, root);
    select(small == f32::INFINITY, f32::INFINITY, value)
}

#[inline(always)]
pub(super) fn rhypotf(x: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let (small, large) = ordered(x, y);
    let (scale, _) = scales(large);
    let (a, b) = (small * scale, large * scale);
    let value = rsqrt(fma(b, b, a * a), unit) * scale;
    select(small == f32::INFINITY, 0.0, value)
}

/// The largest size, and the sum of all scaled sizes' squares.
#[inline(always)]
fn squares<const N: usize>(numbers: [f32; N]) -> (f32, f32) {
    let mut smaller = numbers.map(f32::abs);
    let mut largest = smaller[0];
    for size in &mut smaller[1..] {
        (*size, largest) = (largest.min(*size), largest.max(*size));
    }
    let (scale, _) = scales(largest);
    // Those that were found last are squared first.
    let last = smaller[N - 1] * scale;
    let mut square = last * last;
    for size in smaller[1..N - 1].iter().rev() {
        square = fma(size * scale, size * scale, square);
    }
    (largest, fma(largest * scale, largest * scale, square))
}

/// `sum`: of the sizes.
#[inline(always)]
fn norm<const N: usize>(numbers: [f32; N], sum: f32) -> f32 {
    let (largest, square) = squares(numbers);
    let value = select(sum > largest, square.sqrt() * scales(largest).1, sum);
    select(largest == f32::INFINITY, f32::INFINITY, value)
}

#[inline(always)]
fn reciprocal_norm<const N: usize>(numbers: [f32; N], sum: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let (largest, square) = squares(numbers);
    let value = select(sum.is_nan(), sum, rsqrt(square, unit) * scales(largest).0);
    select(largest == f32::INFINITY, 0.0, value)
}

fn sum_of_three([a, b, c]: [f32; 3]) -> f32 {
    (a.abs() + b.abs()) + c.abs()
}

/// In another order than that of `.f64`.
fn sum_of_four([a, b, c, d]: [f32; 4]) -> f32 {
    c.abs() + ((a.abs() + b.abs()) + d.abs())
}

pub(crate) fn norm3df(a: f32, b: f32, c: f32) -> f32 {
    norm([a, b, c], sum_of_three([a, b, c]))
}

pub(crate) fn rnorm3df(a: f32, b: f32, c: f32) -> f32 {
    reciprocal_norm([a, b, c], sum_of_three([a, b, c]), &mut OneByOne)
}

pub(crate) fn norm4df(numbers: [f32; 4]) -> f32 {
    norm(numbers, sum_of_four(numbers))
}

pub(crate) fn rnorm4df(numbers: [f32; 4]) -> f32 {
    reciprocal_norm(numbers, sum_of_four(numbers), &mut OneByOne)
}

/// `1 / sqrt(x)`, rounded to nearest.
#[inline(always)]
pub(super) fn frsqrt_rn(x: f32) -> f32 {
    select(x == 0.0, f32::INFINITY.copysign(x), (1.0 / f64::from(x).sqrt()) as f32)
}
