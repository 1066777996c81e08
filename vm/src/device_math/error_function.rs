//! The error function of `.f32` and its kin.

use super::approximate::{div, lg2};
use super::arithmetic::{f, fma, horner, select};
use super::exponential::{expf, scaled_exp};
use super::special_function_unit::SpecialFunctionUnit;

#[inline(always)]
pub(super) fn erff(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let is_large = size >= f(0x3f80_60fe);
    let y = select(is_large, size, x * x);
    let large = [0x38eb_4c3a, 0xbaae_005b, 0x3c09_919f, 0xbd24_d99a, 0x3e23_5519, 0x3f69_b4f9, 0x3f21_0a14];
    let small = [0x38b1_e96a, 0xba57_4d20, 0x3baa_d5ea, 0xbcdc_1be7, 0x3de7_18af, 0xbec0_93ac, 0x3e03_75d3];
    let p = select(is_large, horner(y, large), horner(y, small));
    let factor = select(is_large, -size, x);
    let value = fma(p, factor, factor);
    select(is_large, (1.0 - unit.ex2(value)).copysign(x), value)
}

/// erfc(|x|) * e^(x^2)
#[inline(always)]
fn scaled(size: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let inverse = unit.rcp(size + 4.0);
    let q = (size - 4.0) * inverse;
    let rest = fma(-q, size, fma(-4.0, q + 1.0, size));
    let q = fma(inverse, rest, q);
    let p = horner(
        q,
        [
            0x3a69_a091,
            0x3be6_e05b,
            0xbc81_fb4b,
            0x3d15_373b,
            0xbd88_7c5a,
            0x3dc0_21d5,
            0xbdce_d424,
            0x3d8b_74de,
            0x3c7b_f170,
            0xbe0e_f8d4,
            0x3f9d_d2c9,
        ],
    );
    let inverse = unit.rcp(fma(2.0, size, 1.0));
    let value = p * inverse;
    fma(fma(size, value * -2.0, p) - value, inverse, value)
}

#[inline(always)]
pub(super) fn erfcf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let square = size * size;
    let power = scaled_exp(-square, f(0x4b40_007f), unit);
    let power = fma(power, fma(-size, size, square), power);
    let value = select(size > 10.055, 0.0, scaled(size, unit) * power);
    select(x < 0.0, 2.0 - value, value)
}

#[inline(always)]
pub(super) fn erfcxf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let inverse = div(0.25, size * 0.25, unit);
    let square = inverse * inverse;
    let series = fma(fma(fma(fma(6.5625, square, -1.875), square, 0.75), square, -0.5), square, 1.0);
    let value = select(size < 10.055, scaled(size, unit), (inverse * f(0x3f10_6ebb)) * series);
    let square = toward_zero(size);
    let power = expf(square, unit);
    let twice = power + power;
    let whole = fma(twice, fma(size, size, -square), twice);
    let negative = select(twice == f32::INFINITY, twice, whole - value);
    select(x < 0.0, negative, value)
}

/// The square, rounded toward zero.
#[inline(always)]
fn toward_zero(x: f32) -> f32 {
    let square = x * x;
    f(square.to_bits().wrapping_sub(u32::from(fma(x, x, -square) < 0.0)))
}

/// The inverse of the error function, over x, of -lg2(1 - x^2, unit).
#[inline(always)]
fn inverse_over_x(y: f32) -> f32 {
    horner(
        y,
        [0xaf8a_6370, 0x3221_f645, 0xb401_6fda, 0x3468_f846, 0x3707_42aa, 0xb804_db4d, 0xba4a_fea1, 0x3bb5_c027, 0x3e24_ae0f, 0x3f62_dfc4],
    )
}

#[inline(always)]
pub(super) fn erfinvf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let log = unit.lg2(fma(x, -x, 1.0));
    let y = -log;
    let inverse = unit.rsqrt(y);
    let tail = horner(inverse, [0xbf17_04a1, 0xbf29_baa5, 0x3fcc_6adc, 0xbf2c_daed, 0xbdc3_0537, 0x3f55_d9b9]);
    let tail = select(log == f32::NEG_INFINITY, y, (inverse * y) * tail);
    select(log < -8.2, tail.copysign(x), x * inverse_over_x(y))
}

#[inline(always)]
pub(super) fn erfcinvf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let other = 2.0 - x;
    let p = inverse_over_x(-unit.lg2(other * x));
    let middle = fma(p, -x, p);
    let is_high = x > 1.0;
    let log = lg2(select(is_high, other, x), unit);
    let y = -log;
    let inverse = unit.rsqrt(y);
    let p = horner(
        inverse,
        [0xc27c_73f1, 0x42fe_f829, 0xc2e4_361c, 0x4271_4d9b, 0xc1ae_51b3, 0x40ce_f504, 0xbfea_9e05, 0xbcf8_71f4, 0x3f55_3775],
    );
    let root = select(log == f32::NEG_INFINITY, y, inverse * y);
    let tail = p * select(is_high, -root, root);
    select((0.0034..=1.9966).contains(&x), middle, tail)
}

#[inline(always)]
pub(super) fn normcdff(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let x = select(x.abs() > 14.5, f32::copysign(14.5, x), x);
    // -x over the root of 2, in two numbers.
    let high = x * f(0xbf35_04f3);
    let low = fma(x, f(0xb24f_e77a), fma(x, f(0xbf35_04f3), -high));
    let argument = high + low;
    let value = erfcf(argument, unit);
    let rest = (high - argument) + low;
    let mended = fma((argument * -2.0) * value, rest, value);
    select(x < -1.0, mended, value) * 0.5
}

#[inline(always)]
pub(super) fn normcdfinvf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    fma(f(0xbfb5_04f3), erfcinvf(x + x, unit), 0.0)
}
