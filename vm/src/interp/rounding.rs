//! Directed rounding, from the nearest result and what it is wrong by (error-free transformations: Dekker 1971, Knuth TAOCP 4.2.2).

use kern_ir::Rounding;

/// The neighbour of `nearest` that `rounding` asks for, when the exact result is `nearest + error`.
pub(super) fn direct64(nearest: f64, error: f64, rounding: Rounding) -> f64 {
    if nearest.is_nan() || error == 0.0 || error.is_nan() {
        return nearest;
    }
    match rounding {
        Rounding::Rz if nearest > 0.0 && error < 0.0 => nearest.next_down(),
        Rounding::Rz if nearest < 0.0 && error > 0.0 => nearest.next_up(),
        Rounding::Rm if error < 0.0 => nearest.next_down(),
        Rounding::Rp if error > 0.0 => nearest.next_up(),
        _ => nearest,
    }
}

/// Rounds `value + error` (the error far smaller) to `.f32`.
pub(crate) fn direct32(value: f64, error: f64, rounding: Rounding) -> f32 {
    let nearest = value as f32;
    let left = value - nearest as f64;
    let left = if left == 0.0 { error } else { left };
    if nearest.is_nan() || left == 0.0 || left.is_nan() || value.is_infinite() {
        return nearest;
    }
    match rounding {
        Rounding::Rz if nearest > 0.0 && left < 0.0 => nearest.next_down(),
        Rounding::Rz if nearest < 0.0 && left > 0.0 => nearest.next_up(),
        Rounding::Rm if left < 0.0 => nearest.next_down(),
        Rounding::Rp if left > 0.0 => nearest.next_up(),
        _ => nearest,
    }
}

/// Error of a sum (Knuth's two-sum).
pub(super) fn sum_error(a: f64, b: f64, sum: f64) -> f64 {
    let b_part = sum - a;
    (a - (sum - b_part)) + (b - b_part)
}

pub(super) fn add32(a: f32, b: f32, rounding: Rounding) -> f32 {
    let sum = a as f64 + b as f64;
    if sum == 0.0 && rounding == Rounding::Rm && (a.is_sign_negative() || b.is_sign_negative()) {
        return -0.0;
    }
    direct32(sum, sum_error(a as f64, b as f64, sum), rounding)
}

pub(super) fn mul32(a: f32, b: f32, rounding: Rounding) -> f32 {
    direct32(a as f64 * b as f64, 0.0, rounding)
}

pub(super) fn div32(a: f32, b: f32, rounding: Rounding) -> f32 {
    let quotient = a as f64 / b as f64;
    let error = if b == 0.0 || b.is_infinite() { 0.0 } else { (-quotient).mul_add(b as f64, a as f64) / b as f64 };
    direct32(quotient, error, rounding)
}

pub(super) fn sqrt32(a: f32, rounding: Rounding) -> f32 {
    let root = (a as f64).sqrt();
    direct32(root, (-root).mul_add(root, a as f64), rounding)
}

pub(super) fn fma32(a: f32, b: f32, c: f32, rounding: Rounding) -> f32 {
    let product = a as f64 * b as f64;
    let sum = product + c as f64;
    if sum == 0.0 && rounding == Rounding::Rm && (product.is_sign_negative() || c.is_sign_negative()) {
        return -0.0;
    }
    direct32(sum, sum_error(product, c as f64, sum), rounding)
}

pub(super) fn add64(a: f64, b: f64, rounding: Rounding) -> f64 {
    let sum = a + b;
    if sum == 0.0 && rounding == Rounding::Rm && (a.is_sign_negative() || b.is_sign_negative()) {
        return -0.0;
    }
    overflow(direct64(sum, sum_error(a, b, sum), rounding), a.is_finite() && b.is_finite(), rounding)
}

pub(super) fn mul64(a: f64, b: f64, rounding: Rounding) -> f64 {
    let product = a * b;
    overflow(direct64(product, a.mul_add(b, -product), rounding), a.is_finite() && b.is_finite(), rounding)
}

pub(super) fn div64(a: f64, b: f64, rounding: Rounding) -> f64 {
    let quotient = a / b;
    let error = if b == 0.0 || b.is_infinite() { 0.0 } else { (-quotient).mul_add(b, a) / b };
    overflow(direct64(quotient, error, rounding), a.is_finite() && b != 0.0, rounding)
}

pub(super) fn sqrt64(a: f64, rounding: Rounding) -> f64 {
    let root = a.sqrt();
    direct64(root, (-root).mul_add(root, a), rounding)
}

pub(super) fn fma64(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    let result = a.mul_add(b, c);
    let product = a * b;
    let low = a.mul_add(b, -product);
    let sum = product + c;
    let error = (sum - result) + (sum_error(product, c, sum) + low);
    overflow(direct64(result, error, rounding), a.is_finite() && b.is_finite() && c.is_finite(), rounding)
}

/// A finite result that overflowed stays at the largest number where the rounding points inwards.
pub(super) fn overflow(result: f64, is_finite: bool, rounding: Rounding) -> f64 {
    match rounding {
        _ if !result.is_infinite() || !is_finite => result,
        Rounding::Rz => f64::MAX.copysign(result),
        Rounding::Rm if result > 0.0 => f64::MAX,
        Rounding::Rp if result < 0.0 => f64::MIN,
        _ => result,
    }
}
