//! The mathematical functions that CUDA has and C has not (CUDA C++ Programming Guide, "Mathematical Functions"), in
//! double precision, within a few units in the last place.

use crate::platform::libm;
use std::f64::consts::{PI, SQRT_2};

/// `1 / sqrt(x)`
pub(super) fn rsqrt(x: f64) -> f64 {
    1.0 / x.sqrt()
}

/// `1 / cbrt(x)`
pub(super) fn rcbrt(x: f64) -> f64 {
    1.0 / x.cbrt()
}

/// Angle `pi * x` reduced exactly: the quarter turn (0 to 3) and the rest in [-1/4, 1/4] half turns.
fn quarter(x: f64) -> (u8, f64) {
    let reduced = x % 2.0;
    let quarter = (reduced * 2.0).round_ties_even();
    ((quarter as i64 & 3) as u8, reduced - quarter * 0.5)
}

/// `sin(pi * x)`
pub(super) fn sinpi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (turn, rest) = quarter(x);
    let value = match turn {
        0 => (PI * rest).sin(),
        1 => (PI * rest).cos(),
        2 => -(PI * rest).sin(),
        _ => -(PI * rest).cos(),
    };
    // Zeros carry the sign of `x`.
    if value == 0.0 { 0f64.copysign(x) } else { value }
}

/// `cos(pi * x)`
pub(super) fn cospi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (turn, rest) = quarter(x);
    let value = match turn {
        0 => (PI * rest).cos(),
        1 => -(PI * rest).sin(),
        2 => -(PI * rest).cos(),
        _ => (PI * rest).sin(),
    };
    if value == 0.0 { 0.0 } else { value }
}

/// `exp(x * x)` without the rounding error of the square.
fn exp_square(x: f64) -> f64 {
    let high = f64::from_bits(x.to_bits() & !0x7ff_ffff);
    (high * high).exp() * ((x - high) * (x + high)).exp()
}

/// `exp(x * x) * erfc(x)`
pub(super) fn erfcx(x: f64) -> f64 {
    if x < 10.0 {
        return exp_square(x) * libm::erfc(x);
    }
    // Continued fraction (Abramowitz and Stegun 7.1.14), which has converged long before 60 steps for such x.
    let tail = (1..=60).rev().fold(x, |tail, k| x + k as f64 * 0.5 / tail);
    1.0 / (tail * PI.sqrt())
}

/// The inverse of `erfc`, for arguments in (0, 2).
pub(super) fn erfcinv(y: f64) -> f64 {
    if y.is_nan() || !(0.0..=2.0).contains(&y) {
        return f64::NAN;
    }
    if y == 0.0 {
        return f64::INFINITY;
    }
    if y == 2.0 {
        return f64::NEG_INFINITY;
    }
    if y > 1.0 {
        return -erfcinv_low(2.0 - y);
    }
    erfcinv_low(y)
}

/// For `0 < y <= 1`: a start good to a few digits, then Halley's steps on `erfc`.
fn erfcinv_low(y: f64) -> f64 {
    if y == 1.0 {
        return 0.0;
    }
    let t = (-2.0 * (y / 2.0).ln()).sqrt();
    // Abramowitz and Stegun 26.2.23.
    let normal = t - (2.515_517 + t * (0.802_853 + t * 0.010_328)) / (1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308)));
    let mut x = normal / SQRT_2;
    for _ in 0..4 {
        // (erfc(x) - y) / erfc'(x), scaled by exp(x^2) so that it stays in range.
        let error = (erfcx(x) - y * exp_square(x)) * PI.sqrt() / -2.0;
        x -= error / (1.0 + x * error);
    }
    x
}

/// The inverse of `erf`.
pub(super) fn erfinv(y: f64) -> f64 {
    if y.abs() >= 0.5 {
        return if y > 0.0 { erfcinv(1.0 - y) } else { -erfcinv(1.0 + y) };
    }
    if y.is_nan() {
        return y;
    }
    let mut x = y * PI.sqrt() / 2.0;
    for _ in 0..5 {
        let error = (libm::erf(x) - y) * exp_square(x) * PI.sqrt() / 2.0;
        x -= error / (1.0 + x * error);
    }
    if x == 0.0 { y } else { x }
}

/// The standard normal distribution.
pub(super) fn normcdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The inverse of [`normcdf`].
pub(super) fn normcdfinv(p: f64) -> f64 {
    -SQRT_2 * erfcinv(2.0 * p)
}

/// The modified Bessel function of the first kind of order `n`, from its integral over one period by the trapezoidal
/// rule, which converges geometrically; scaled by `exp(-|x|)` inside.
fn bessel_i(n: f64, x: f64) -> f64 {
    let steps = 64 + 8 * (x.abs().sqrt() as u32).min(10_000);
    let width = PI / steps as f64;
    let at = |i: u32| {
        let angle = i as f64 * width;
        (x.abs() * (angle.cos() - 1.0)).exp() * (n * angle).cos()
    };
    let sum = (1..steps).map(at).sum::<f64>() + 0.5 * (at(0) + at(steps));
    (sum / steps as f64) * x.abs().exp()
}

/// The modified Bessel function of order 0.
pub(super) fn bessel_i0(x: f64) -> f64 {
    bessel_i(0.0, x)
}

/// The modified Bessel function of order 1.
pub(super) fn bessel_i1(x: f64) -> f64 {
    bessel_i(1.0, x).copysign(x)
}

/// Length of a vector, without overflow.
pub(super) fn norm(values: &[f64]) -> f64 {
    if values.iter().any(|v| v.is_infinite()) {
        return f64::INFINITY;
    }
    values.iter().fold(0.0, |length: f64, &v| length.hypot(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_invert() {
        for i in 1..400 {
            let x = i as f64 * 0.01;
            let back = erfcinv(libm::erfc(x));
            assert!((back - x).abs() <= 4e-16 * x.max(1.0) * (1.0 + x * x), "erfcinv at {x}: {back}");
            if x < 2.0 {
                let back = erfinv(libm::erf(x));
                assert!((back - x).abs() <= 1e-14 * (x * x).exp(), "erfinv at {x}: {back}");
            }
        }
        assert_eq!(erfinv(1.0), f64::INFINITY);
        assert_eq!(erfinv(-1.0), f64::NEG_INFINITY);
        assert!(erfinv(1.5).is_nan());
        assert_eq!(normcdfinv(0.5), 0.0);
        assert!((normcdf(1.0) - 0.841_344_746_068_542_9).abs() < 1e-15);
    }

    #[test]
    fn angles() {
        assert_eq!(sinpi(1.0), 0.0);
        assert_eq!(sinpi(0.5), 1.0);
        assert_eq!(sinpi(-1.5), 1.0);
        assert_eq!(cospi(0.5), 0.0);
        assert_eq!(cospi(1.0), -1.0);
        assert!((cospi(1.0 / 3.0) - 0.5).abs() < 1e-15);
        assert!((bessel_i0(1.0) - 1.266_065_877_752_008_4).abs() < 1e-14);
        assert!((bessel_i1(-1.0) + 0.565_159_103_992_485).abs() < 1e-14);
        assert!((erfcx(3.0) - 0.179_001_151_181_389_8).abs() < 1e-15);
        assert!((erfcx(10.0) - 0.056_140_992_743_822_6).abs() < 1e-16);
        assert!((erfcx(100.0) - 0.005_641_613_782_989_433).abs() < 1e-16);
    }
}
