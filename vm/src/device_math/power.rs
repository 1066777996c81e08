//! Powers and roots of `.f32`.
#![allow(clippy::inline_always, reason = "vector variants are made of these by inlining them")]

use super::approximate::{lg2, rsqrt};
use super::arithmetic::{f, fma, horner, select};
use super::logarithm::split;
use super::special_function_unit::SpecialFunctionUnit;

const LOG2_E: f32 = f(0x3fb8_aa3b);
const LOG2_E_LOW: f32 = f(0x32a5_5e34);

/// |x|^y, from a logarithm of two numbers.
#[inline(always)]
fn power_of_size(size: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
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
    let rest = fma(p, q, fma(p * 3.0, low, rest));
    let log = head + rest;
    let log_low = rest - (log - head);
    let product = log * y;
    let product_low = fma(log_low, y, fma(log, y, -product));
    let whole = product.round_ties_even();
    let fraction = product_low + (product - whole);
    let power = horner(fraction, [0x391f_cb8e, 0x3aaf_85ed, 0x3c1d_9856, 0x3d63_57bb, 0x3e75_fdec, 0x3f31_7218, 0x3f80_0000]);
    // In two steps, so that neither factor leaves the range.
    let step = if whole > 0.0 { 0 } else { 0x8300_0000u32 };
    let first = f(step.wrapping_add(0x7f00_0000));
    let second = f(((whole + 12_582_912.0).to_bits() << 23).wrapping_sub(step));
    let beyond = select(product < 0.0, 0.0, f32::INFINITY);
    select(product.abs() > 152.0, beyond, power * first * second)
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

/// Both sizes, the smaller first, scaled so that their squares stay in the range: the scale, and what undoes it.
#[inline(always)]
fn scaled_sizes(x: f32, y: f32) -> [f32; 6] {
    let (a, b) = (x.abs().to_bits() as i32, y.abs().to_bits() as i32);
    let (small, large) = (a.min(b) as u32, a.max(b) as u32);
    let exponent = large & 0xfe00_0000;
    let scale = f(0x7e80_0000u32.wrapping_sub(exponent));
    [f(small), f(large), f(small) * scale, f(large) * scale, scale, f(exponent | 0x0080_0000)]
}

#[inline(always)]
pub(super) fn hypotf(x: f32, y: f32) -> f32 {
    let [small, large, a, b, _, unscale] = scaled_sizes(x, y);
    let root = fma(b, b, a * a).sqrt() * unscale;
    let value = select(small == 0.0, large, root);
    select(small == f32::INFINITY, f32::INFINITY, value)
}

#[inline(always)]
pub(super) fn rhypotf(x: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let [small, _, a, b, scale, _] = scaled_sizes(x, y);
    let value = rsqrt(fma(b, b, a * a), unit) * scale;
    select(small == f32::INFINITY, 0.0, value)
}

/// `1 / sqrt(x)`, rounded to nearest.
#[inline(always)]
pub(super) fn frsqrt_rn(x: f32) -> f32 {
    select(x == 0.0, f32::INFINITY.copysign(x), (1.0 / f64::from(x).sqrt()) as f32)
}
