//! Functions of `.f32` that are computed in double precision and rounded, for many lanes at once.
//!
//! What they are is what the C library's functions of doubles say, rounded to `.f32`. Those take numbers one by one, so here is a
//! quicker way for vectors: a polynomial, good to 2^-40 of the result. Where that is farther than 2^-38 from the middle between two
//! `.f32` numbers, both round to the same; elsewhere, once in 10^4 numbers, and outside of the ranges below, the C library is asked.
//! So results do not depend on which way was taken.
//!
//! *Source.* A. Ziv, "Fast evaluation of elementary mathematical functions with correctly rounded last bit", TOMS 1991; the
//! polynomials are Taylor's.

use crate::platform::libm;
#[cfg(target_arch = "x86_64")]
use crate::simd_dispatch::has_wide_simd;
use std::f64::consts::{FRAC_2_PI, LN_2, LOG2_E, SQRT_2};

/// Whether the processor has vectors, and multiplies and adds in one step.
fn has_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    return has_wide_simd();
    #[cfg(not(target_arch = "x86_64"))]
    cfg!(target_arch = "aarch64")
}

/// A function of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundedFunction {
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// e to the power of the number.
    Exp,
    /// 2 to the power of the number.
    Exp2,
    /// Natural logarithm.
    Ln,
    /// Binary logarithm.
    Log2,
    /// Hyperbolic tangent.
    Tanh,
    /// Error function.
    Erf,
}

impl RoundedFunction {
    /// The C library's.
    pub(crate) fn of_double(self) -> fn(f64) -> f64 {
        match self {
            RoundedFunction::Sin => f64::sin,
            RoundedFunction::Cos => f64::cos,
            RoundedFunction::Exp => f64::exp,
            RoundedFunction::Exp2 => f64::exp2,
            RoundedFunction::Ln => f64::ln,
            RoundedFunction::Log2 => f64::log2,
            RoundedFunction::Tanh => f64::tanh,
            RoundedFunction::Erf => libm::erf,
        }
    }

    /// Of the lanes of `mask`; what the others get means nothing.
    pub(crate) fn of_lanes<const L: usize>(self, x: &[f64; L], mask: u32) -> [f32; L] {
        if has_vectors() && mask.count_ones() > 4 {
            // SAFETY: the processor has what it is compiled for.
            return unsafe { self.of_vectors(x, mask) };
        }
        let (f, mut result) = (self.of_double(), [0f32; L]);
        (0..L).filter(|lane| mask >> lane & 1 != 0).for_each(|lane| result[lane] = f(x[lane]) as f32);
        result
    }

    /// # Safety
    /// [`has_vectors`].
    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
    unsafe fn of_vectors<const L: usize>(self, x: &[f64; L], mask: u32) -> [f32; L] {
        let (mut y, mut is_inside) = ([0.0; L], [false; L]);
        macro_rules! each {
            ($f:ident, $range:expr) => {
                for lane in 0..L {
                    is_inside[lane] = $range.contains(&x[lane]);
                    y[lane] = $f(x[lane]);
                }
            };
        }
        let positive = f64::from(f32::MIN_POSITIVE)..=f64::from(f32::MAX);
        match self {
            RoundedFunction::Sin => each!(sin, (-1e5..=1e5)),
            RoundedFunction::Cos => each!(cos, (-1e5..=1e5)),
            RoundedFunction::Exp => each!(exp, (-87.0..=88.0)),
            RoundedFunction::Exp2 => each!(exp2, (-125.0..=127.0)),
            RoundedFunction::Ln => each!(ln, positive),
            RoundedFunction::Log2 => each!(log2, positive),
            RoundedFunction::Tanh => each!(tanh, (-9.0..=9.0)),
            RoundedFunction::Erf => {
                let values = erf(x);
                for lane in 0..L {
                    (is_inside[lane], y[lane]) = (x[lane].abs() <= 3.9, values[lane]);
                }
            }
        }
        let mut result = [0f32; L];
        let mut doubtful = 0;
        for lane in 0..L {
            result[lane] = y[lane] as f32;
            let is_sure = is_inside[lane] & is_far_from_middle(y[lane]);
            doubtful |= u32::from(!is_sure) << lane;
        }
        let (f, doubtful) = (self.of_double(), doubtful & mask);
        (0..L).filter(|lane| doubtful >> lane & 1 != 0).for_each(|lane| result[lane] = f(x[lane]) as f32);
        result
    }
}

/// Whether a number that is off by 2^-39 of itself at most rounds to the same `.f32`, which is normal.
#[inline(always)]
fn is_far_from_middle(y: f64) -> bool {
    const MIDDLE: i64 = 1 << 28;
    let below = (y.to_bits() & ((1 << 29) - 1)) as i64;
    let size = y.abs();
    ((below - MIDDLE).abs() > 1 << 14) & (size > 1.2e-38) & (size < 3.4e38)
}

/// The sum with it has the nearest integer in its low bits.
const INTEGERS: f64 = 6_755_399_441_055_744.0;

/// The sum of `x^i * c[i]`.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, c: [f64; N]) -> f64 {
    let (mut sum, mut i) = (c[N - 1], N - 1);
    while i > 0 {
        i -= 1;
        sum = sum.mul_add(x, c[i]);
    }
    sum
}

/// 1 over the factorial.
const fn inverse_factorial(n: u32) -> f64 {
    let (mut product, mut i) = (1.0, 2);
    while i <= n {
        product *= i as f64;
        i += 1;
    }
    1.0 / product
}

/// The multiple of a quarter of a turn nearest to `x`, modulo 4, and what is left. Its low part matters near multiples.
#[inline(always)]
fn quarter(x: f64) -> (u64, f64) {
    const LOW: f64 = 6.123_233_995_736_766e-17;
    let sum = x.mul_add(FRAC_2_PI, INTEGERS);
    let number = sum - INTEGERS;
    let left = (-number).mul_add(std::f64::consts::FRAC_PI_2, x);
    (sum.to_bits() & 3, (-number).mul_add(LOW, left))
}

/// Sine, for `quarters` of a turn more.
#[inline(always)]
fn turned_sin(x: f64, quarters: u64) -> f64 {
    let (number, r) = quarter(x);
    let number = number + quarters;
    let square = r * r;
    let sin = polynomial(square, SIN).mul_add(square * r, r);
    let cos = polynomial(square, COS).mul_add(square, 1.0);
    let value = if number & 1 != 0 { cos } else { sin };
    f64::from_bits(value.to_bits() ^ (number & 2) << 62)
}

const SIN: [f64; 6] = [
    -inverse_factorial(3),
    inverse_factorial(5),
    -inverse_factorial(7),
    inverse_factorial(9),
    -inverse_factorial(11),
    inverse_factorial(13),
];
const COS: [f64; 7] = [
    -inverse_factorial(2),
    inverse_factorial(4),
    -inverse_factorial(6),
    inverse_factorial(8),
    -inverse_factorial(10),
    inverse_factorial(12),
    -inverse_factorial(14),
];

#[inline(always)]
fn sin(x: f64) -> f64 {
    turned_sin(x, 0)
}

#[inline(always)]
fn cos(x: f64) -> f64 {
    turned_sin(x, 1)
}

/// e^r * 2^n, where `sum` is n and [`INTEGERS`].
#[inline(always)]
fn scaled_exp(r: f64, sum: f64) -> f64 {
    let value = polynomial(r, EXP);
    f64::from_bits(value.to_bits().wrapping_add(sum.to_bits() << 52))
}

const EXP: [f64; 12] = {
    let (mut c, mut i) = ([0.0; 12], 0);
    while i < 12 {
        c[i] = inverse_factorial(i as u32);
        i += 1;
    }
    c
};

#[inline(always)]
fn exp(x: f64) -> f64 {
    let sum = x.mul_add(LOG2_E, INTEGERS);
    scaled_exp((INTEGERS - sum).mul_add(LN_2, x), sum)
}

#[inline(always)]
fn exp2(x: f64) -> f64 {
    let sum = x + INTEGERS;
    scaled_exp((x - (sum - INTEGERS)) * LN_2, sum)
}

/// Of a positive number: n and ln m, where it is m * 2^n, m between the roots of 1/2 and 2.
#[inline(always)]
fn parts_of_log(x: f64) -> (f64, f64) {
    const ROOT: u64 = (SQRT_2 / 2.0).to_bits();
    let offset = x.to_bits().wrapping_sub(ROOT);
    let exponent = (offset >> 32) as i32 >> 20;
    let m = f64::from_bits((offset & ((1 << 52) - 1)).wrapping_add(ROOT));
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let tail = polynomial(square, ATANH) * square;
    (f64::from(exponent), 2.0 * tail.mul_add(s, s))
}

const ATANH: [f64; 9] = [1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0, 1.0 / 11.0, 1.0 / 13.0, 1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0];

#[inline(always)]
fn ln(x: f64) -> f64 {
    let (n, ln_m) = parts_of_log(x);
    n.mul_add(LN_2, ln_m)
}

#[inline(always)]
fn log2(x: f64) -> f64 {
    let (n, ln_m) = parts_of_log(x);
    ln_m.mul_add(LOG2_E, n)
}

/// Near 0 the difference has few digits left, and is not believed.
#[inline(always)]
fn tanh(x: f64) -> f64 {
    let power = exp(2.0 * x);
    let value = (power - 1.0) / (power + 1.0);
    if x.abs() < 0.02 { 0.0 } else { value }
}

/// All terms of the series have one sign, so nothing is lost (Abramowitz and Stegun, 7.1.6). Term by term for all numbers: one
/// number's terms wait for one another.
#[inline(always)]
fn erf<const L: usize>(x: &[f64; L]) -> [f64; L] {
    let (mut result, mut squares) = ([1.0; L], [0.0; L]);
    for lane in 0..L {
        squares[lane] = 2.0 * x[lane] * x[lane];
    }
    for factor in ERF.into_iter().rev() {
        for lane in 0..L {
            result[lane] = (result[lane] * squares[lane]).mul_add(factor, 1.0);
        }
    }
    for lane in 0..L {
        result[lane] *= exp(-x[lane] * x[lane]) * (std::f64::consts::FRAC_2_SQRT_PI * x[lane]);
    }
    result
}

const ERF: [f64; 72] = {
    let (mut c, mut n) = ([0.0; 72], 0);
    while n < 72 {
        c[n] = 1.0 / (2 * n + 3) as f64;
        n += 1;
    }
    c
};

#[cfg(test)]
mod tests {
    use super::*;
    use RoundedFunction::*;

    /// Numbers of all sizes.
    fn numbers() -> impl Iterator<Item = f32> {
        let near = [0f32, 1.0, std::f32::consts::PI, std::f32::consts::FRAC_PI_2, 6.2831855, 1e5, 88.0, -87.0, 127.0, 0.70710677];
        let near = near.into_iter().flat_map(|x| (0..64u32).map(move |i| f32::from_bits(x.to_bits().wrapping_add(i).wrapping_sub(32))));
        let all = (0..200_000u32).map(|i| f32::from_bits(i.wrapping_mul(2_654_435_761)));
        let usual = (0..200_000i32).map(|i| (i - 100_000) as f32 * 0.000_987_654);
        near.chain(all).chain(usual)
    }

    #[test]
    fn vectors_get_what_single_numbers_get() {
        let numbers: Vec<f32> = numbers().collect();
        for function in [Sin, Cos, Exp, Exp2, Ln, Log2, Tanh, Erf] {
            for chunk in numbers.chunks_exact(32) {
                let x: [f64; 32] = std::array::from_fn(|lane| f64::from(chunk[lane]));
                let found = function.of_lanes(&x, u32::MAX);
                for lane in 0..32 {
                    let expected = function.of_double()(x[lane]) as f32;
                    let is_same = found[lane].to_bits() == expected.to_bits() || (found[lane].is_nan() && expected.is_nan());
                    assert!(is_same, "{function:?} of {:e}: {:e}, not {expected:e}", x[lane], found[lane]);
                }
            }
        }
    }

    #[test]
    fn polynomials_are_good_enough() {
        let functions: [(RoundedFunction, fn(f64) -> f64); 8] =
            [(Sin, sin), (Cos, cos), (Exp, exp), (Exp2, exp2), (Ln, ln), (Log2, log2), (Tanh, tanh), (Erf, |x| erf(&[x])[0])];
        for (function, quick) in functions {
            for i in 0..1_000_000 {
                let x = match function {
                    Ln | Log2 => f64::from(f32::from_bits(0x0080_0000 + i * 2000)),
                    Tanh => f64::from(i as f32 * 8.9e-6).max(0.02),
                    Erf => f64::from((i as f32 - 500_000.0) * 7.8e-6),
                    _ => f64::from((i as f32 - 500_000.0) * 0.000_17),
                };
                let (found, expected) = (quick(x), function.of_double()(x));
                let error = (found - expected).abs();
                assert!(error <= expected.abs() * 2f64.powi(-42), "{function:?} of {x:e} is off by {:e}", error / expected);
            }
        }
    }
}
