//! What the functions of `.f32` are made of.

/// The number with these bits.
#[inline(always)]
pub(super) const fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// `a * b + c`, rounded once.
#[inline(always)]
pub(super) fn fma(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

/// The polynomial of `x` with these coefficients as bits, the highest first (Horner).
#[inline(always)]
pub(super) fn horner<const N: usize>(x: f32, coefficients: [u32; N]) -> f32 {
    let (mut sum, mut i) = (f(coefficients[0]), 1);
    while i < N {
        sum = fma(sum, x, f(coefficients[i]));
        i += 1;
    }
    sum
}

/// Of bits, so that both are computed and one is chosen.
#[inline(always)]
pub(super) fn select(condition: bool, then: f32, otherwise: f32) -> f32 {
    let (then, otherwise) = (then.to_bits(), otherwise.to_bits());
    f(if condition { then } else { otherwise })
}

/// The nearest integer, halves to the even one, and the sum that has it in its low bits; |x| < 2^22.
#[inline(always)]
pub(super) fn nearest(x: f32) -> (f32, i32) {
    const INTEGERS: f32 = 12_582_912.0;
    let sum = x + INTEGERS;
    (sum - INTEGERS, (sum.to_bits() as i32) - INTEGERS.to_bits() as i32)
}
