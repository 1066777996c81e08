//! What the functions of `.f64` are made of.

use crate::device_math::special_function_unit::SpecialFunctionUnit;

#[inline(always)]
pub(super) const fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

#[inline(always)]
pub(super) fn fma(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

#[inline(always)]
pub(super) fn horner<const N: usize>(x: f64, coefficients: [u64; N]) -> f64 {
    let (mut sum, mut i) = (d(coefficients[0]), 1);
    while i < N {
        sum = fma(sum, x, d(coefficients[i]));
        i += 1;
    }
    sum
}

#[inline(always)]
pub(super) fn select(condition: bool, then: f64, otherwise: f64) -> f64 {
    let (then, otherwise) = (then.to_bits(), otherwise.to_bits());
    d(if condition { then } else { otherwise })
}

#[inline(always)]
pub(super) fn high(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32
}

/// With so much added to the exponent, whatever comes of it.
#[inline(always)]
pub(super) fn scaled(x: f64, exponent: i32) -> f64 {
    d(x.to_bits().wrapping_add(u64::from((exponent as u32) << 20) << 32))
}

/// 2^`exponent`, -1023 < `exponent` < 1024.
#[inline(always)]
pub(super) fn power_of_two(exponent: i32) -> f64 {
    scaled(1.0, exponent)
}

/// What the hardware makes where no operand is a NaN.
pub(super) const NAN: f64 = d(0xfff8_0000_0000_0000);
/// 1.5 * 2^52: the sum with it has the nearest integer in its low bits.
pub(super) const INTEGERS: f64 = 6_755_399_441_055_744.0;
pub(super) const LN_2: f64 = std::f64::consts::LN_2;
pub(super) const LN_2_LOW: f64 = d(0x3c7a_bc9e_3b39_803f);
pub(super) const LOG2_E: f64 = std::f64::consts::LOG2_E;

/// The reciprocal: the unit's, and a step of third order.
#[inline(always)]
pub(super) fn reciprocal(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let y = unit.rcp64(x);
    let error = fma(-x, y, 1.0);
    fma(fma(error, error, error), y, y)
}

/// The unit's reciprocal root, and a step of third order.
#[inline(always)]
pub(super) fn reciprocal_root(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let y = unit.rsqrt64(x);
    let error = fma(x, -(y * y), 1.0);
    fma(fma(0.375, error, 0.5), error * y, y)
}

/// A sum with [`INTEGERS`] as the integer in it.
#[inline(always)]
pub(super) fn integer(sum: f64) -> i32 {
    sum.to_bits() as u32 as i32
}

/// The second of two numbers that are not both numbers, or else the first, quiet: as hardware adds them.
#[inline(always)]
pub(super) fn quiet(x: f64, y: f64) -> f64 {
    d((if y.is_nan() { y } else { x }).to_bits() | 1 << 51)
}
