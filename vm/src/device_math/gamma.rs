//! The gamma function of `.f32`, and its logarithm.

use super::approximate::div;
use super::arithmetic::{f, fma, horner};
use super::logarithm::logf;
use super::power::{LOG2_E, long_log2, power_in_steps};
use super::special_function_unit::SpecialFunctionUnit;
use super::trigonometric::{sine_of, sine_of_half_turns};

/// |x| < 1.5: the reciprocal of a polynomial around the nearest integer.
fn of_small(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let y = if x == 0.0 { x } else { x - x.round_ties_even() };
    let factor = if x < -0.5 { x } else { 1.0 };
    let factor = if x <= 0.5 { factor * y } else { factor };
    let p = horner(y, [0xba8c_9f66, 0x3be9_03d7, 0xbc1e_00b0, 0xbd2c_c522, 0x3e2a_89b3, 0xbd2c_0c05, 0xbf27_e7a2, 0x3f13_c468]);
    div(1.0, fma(fma(p, factor, 0.0), y, factor), unit)
}

/// |x| >= 1.5: Stirling's formula, with x^(x - 1/2) * e^-x as a power of 2 that has an exponent of two numbers.
fn of_large(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    const LIMIT: f32 = 41.1;
    let y = if x.abs() > LIMIT { LIMIT } else { x };
    let size = y.abs();
    let is_negative = x < 0.0;
    let (log, log_low) = long_log2(size, false, unit);
    let half_less = size - 0.5;
    let product = log * half_less;
    let product_low = fma(log_low, half_less, fma(log, half_less, -product));
    let less = LOG2_E * size;
    let less_low = fma(f(0x32a5_7060), size, fma(LOG2_E, size, -less));
    let exponent = product - less;
    let rest = (product - (exponent + less)) + (-less - (exponent - (exponent + less)));
    let rest = (product_low - less_low) + rest;
    // Of a negative argument the reciprocal; a great one is brought into the range.
    let is_great = size > 33.0;
    let up = if is_great { 48.0 } else { -0.0 };
    let (exponent, rest) = if is_negative { (up - exponent, -rest) } else { (exponent, rest) };
    let whole = exponent.round_ties_even();
    // Times the root of 2π.
    let power = power_in_steps(whole, (exponent - whole) + rest) * f(0x4020_6c99);
    let inverse = unit.rcp(size);
    let stirling =
        inverse * horner(inverse, [0x388f_7971, 0xb854_3ed8, 0xb9dd_a6be, 0x3a82_0abe, 0xb992_0afd, 0xbb2f_4d64, 0x3b63_8732, 0x3daa_aaac]);
    if !is_negative {
        return fma(stirling, power, power);
    }
    // π / (sin(πx) * x * gamma(-x)), with what is missing in the product below.
    let sine = sine_of_half_turns(size, 0);
    let factor = fma(stirling, y, y);
    let product = factor * sine;
    let low = fma(factor, sine, -product);
    let inverse = div(1.0, product, unit);
    let value = fma(power, inverse, -(power * (low * (inverse * inverse)))) * 0.5;
    // 2^-48
    if is_great { value * f(0x2780_0000) } else { value }
}

pub(super) fn tgammaf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let value = if x.abs() >= 1.5 { of_large(x, unit) } else { of_small(x, unit) };
    if x >= 0.0 || x.is_nan() {
        value
    } else if x.trunc() == x {
        f32::NAN
    } else if x < -41.1 && x as i32 & 1 != 0 {
        0.0
    } else {
        value
    }
}

/// The logarithm of gamma(x), x >= 0.
fn log_of_positive(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    if x >= 7.8 {
        let inverse = unit.rcp(x);
        let square = inverse * inverse;
        let product = (logf(x) * 0.5) * (x - 0.5);
        let series = horner(square, [0x3a4b_e755, 0xbb36_0953, 0x3daa_aaa3]);
        let value = (product - x) + (product + fma(series, inverse, f(0x3f6b_3f8e)));
        if x == f32::INFINITY { x } else { value }
    } else if x >= 3.0 {
        let y = x - 3.0;
        fma(
            horner(y, [0xc43b_38fb, 0xc640_f6f8, 0xc720_6560, 0xc73c_b6aa, 0xc80b_ae5a]),
            unit.rcp(horner(y, [0x3f80_0000, 0xc381_a020, 0xc628_64b8, 0xc7b5_0686, 0xc849_8465])),
            y,
        )
    } else if x >= 1.5 {
        let y = x - 2.0;
        y * horner(
            y,
            [
                0x3850_07fa,
                0xb967_a002,
                0x3a0d_e6fc,
                0xba9d_e0e2,
                0x3b3d_05b7,
                0xbbf1_eb10,
                0x3ca8_9a28,
                0xbd89_f01a,
                0x3ea5_1a66,
                0x3ed8_7730,
            ],
        )
    } else if x >= 0.7 {
        let y = 1.0 - x;
        y * horner(
            y,
            [
                0x3d3b_ef76,
                0x3dd4_7577,
                0x3dfb_8079,
                0x3e02_95b5,
                0x3e12_a765,
                0x3e2d_6867,
                0x3e54_62bf,
                0x3e8a_8a72,
                0x3ecd_26a4,
                0x3f52_8d32,
                0x3f13_c468,
            ],
        )
    } else {
        // The reciprocal of gamma is x + O(x^2).
        let p = horner(x, [0x3b6b_1c86, 0xbbb3_4878, 0xbd36_caef, 0x3e2b_5555, 0xbd2c_96c7, 0xbf27_e6eb, 0x3f13_c463]);
        -logf(fma(x * p, x, x))
    }
}

pub(super) fn lgammaf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let value = log_of_positive(size, unit);
    if x >= 0.0 {
        return value;
    }
    if size.floor() == size {
        return f32::INFINITY;
    }
    if size < 1e-19 {
        return -logf(size);
    }
    let whole = (size + size).round_ties_even();
    let left = fma(-whole, 0.5, size) * f(0x4049_0fdb);
    let sine = sine_of(left, whole as i32 as u32).abs();
    // The logarithm of π, and that of |x sin(πx)|.
    (f(0x3f92_8682) - logf(size * sine)) - value
}
