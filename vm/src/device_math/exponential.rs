//! Exponential and hyperbolic functions of `.f32`.

use super::approximate::ex2;
use super::arithmetic::{f, fma, horner, select};
use super::special_function_unit::SpecialFunctionUnit;

const LOG2_E: f32 = f(0x3fb8_aa3b);

/// `base^x`, where `log` is the logarithm of the base and `low` what is missing in it. The whole part of the exponent of 2 goes
/// into the result's exponent, and `step`, the logarithm over 252, finds it in a number that saturates.
#[inline(always)]
fn power_of_base(x: f32, step: f32, log: f32, low: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let place = fma(x, step, 0.5);
    let place = select(place > 0.0, select(place > 1.0, 1.0, place), 0.0);
    // `fma.rm` with 2^23 and more: the product, rounded down to an integer.
    let product = place * 252.0;
    let floor = product.floor();
    let is_above = (product == floor) & (fma(place, 252.0, -product) < 0.0);
    let whole = select(is_above, floor - 1.0, floor);
    let exponent = whole - 126.0;
    let fraction = fma(x, low, fma(x, log, -exponent));
    unit.ex2(fraction) * f((whole + 12_582_913.0).to_bits() << 23)
}

#[inline(always)]
pub(super) fn expf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    power_of_base(x, f(0x3bbb_989d), LOG2_E, f(0x32a5_7060), unit)
}

#[inline(always)]
pub(super) fn exp10f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    power_of_base(x, f(0x3c57_fa62), f(0x4054_9a78), f(0x3397_9a37), unit)
}

#[inline(always)]
pub(super) fn expm1f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let whole = (x * LOG2_E).round_ties_even();
    let whole = select(x.abs() < f(0x3ed1_eb85), 0.0, whole);
    let rest = fma(-whole, f(0x35bf_be8e), fma(-whole, f(0x3f31_7200), x));
    let is_greatest = whole == 128.0;
    let exponent = select(is_greatest, whole - 1.0, whole);
    let series = rest * horner(rest, [0x3ab5_ebe6, 0x3c09_5663, 0x3d2a_abe3, 0x3e2a_a9f6, 0x3eff_fffe]);
    let series = fma(series, rest, rest);
    let power = ex2(exponent, unit);
    let value = fma(series, power, power - 1.0);
    let value = select(is_greatest, value + value, value);
    let value = select(exponent > 128.0, f32::INFINITY, value);
    let value = select(exponent < -25.0, -1.0, value);
    select(x == 0.0, x + x, value)
}

/// e^x over 4, or what `bias` says: the exponent of 2 that is added, and 1.5 * 2^23.
#[inline(always)]
pub(super) fn scaled_exp(x: f32, bias: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let whole = (x * LOG2_E).trunc();
    let whole = select(whole.abs() > 126.0, f32::copysign(126.0, whole), whole);
    let rest = fma(whole, f(0x3102_e308), fma(whole, f(0xbf31_7218), x));
    unit.ex2(rest * LOG2_E) * f((whole + bias).to_bits() << 23)
}

const QUARTER: f32 = f(0x4b40_007d);

#[inline(always)]
pub(super) fn coshf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let power = scaled_exp(x.abs(), QUARTER, unit);
    fma(2.0, power, 0.125 * unit.rcp(power))
}

#[inline(always)]
pub(super) fn sinhf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let power = scaled_exp(x.abs(), QUARTER, unit);
    let large = fma(2.0, power, -0.125 * unit.rcp(power));
    let square = x * x;
    let small = square * horner(square, [0x363d_0ada, 0x394f_ff49, 0x3c08_889a, 0x3e2a_aaab]);
    select(x.abs() >= 1.0, large.copysign(x), fma(small, x, x))
}

#[inline(always)]
pub(super) fn tanhf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let power = unit.ex2(size * f(0x4038_aa3b));
    let large = fma(unit.rcp(power + 1.0), -2.0, 1.0);
    let large = select(size >= f(0x4110_2cb4), 1.0, large).copysign(x);
    let square = x * x;
    let small = fma(horner(square, [0x3c80_f082, 0xbd56_3cae, 0x3e08_5941, 0xbeaa_a9ed]), square, 0.0);
    select(size >= f(0x3f19_999a), large, fma(small, x, x))
}
