//! Exponential and hyperbolic functions of `.f64`, and the error function.

use super::arithmetic::{INTEGERS, LN_2, LN_2_LOW, LOG2_E, d, fma, high, horner, integer, power_of_two, reciprocal, scaled, select};
use crate::device_math::special_function_unit::SpecialFunctionUnit;

/// e^r of a small number.
#[inline(always)]
fn exp_of_rest(r: f64) -> f64 {
    horner(
        r,
        [
            0x3e5a_de15_69ce_2bdf,
            0x3e92_8af3_fca2_13ea,
            0x3ec7_1dee_6240_1315,
            0x3efa_0199_7c89_eb71,
            0x3f2a_01a0_1476_1f65,
            0x3f56_c16c_1852_b7af,
            0x3f81_1111_1112_2322,
            0x3fa5_5555_5555_02a1,
            0x3fc5_5555_5555_5511,
            0x3fe0_0000_0000_000b,
            0x3ff0_0000_0000_0000,
            0x3ff0_0000_0000_0000,
        ],
    )
}

/// `mantissa` * 2^`exponent`: at once for arguments below `usual`, in two steps below `most`; both compare with the high word.
#[inline(always)]
fn with_exponent(mantissa: f64, exponent: i32, x: f64, limits: [u32; 2], beyond: f64) -> f64 {
    let size = high(x) & 0x7fff_ffff;
    let half = (exponent + (exponent as u32 >> 31) as i32) >> 1;
    let in_two_steps = scaled(mantissa, half) * power_of_two(exponent - half);
    let value = select(size < limits[1], in_two_steps, beyond);
    select(size < limits[0], scaled(mantissa, exponent), value)
}

#[inline(always)]
pub(crate) fn exp(x: f64) -> f64 {
    let sum = fma(x, LOG2_E, INTEGERS);
    let whole = sum - INTEGERS;
    let rest = fma(whole, -LN_2_LOW, fma(whole, -LN_2, x));
    let beyond = select(x < 0.0, 0.0, x + f64::INFINITY);
    with_exponent(exp_of_rest(rest), integer(sum), x, [0x4086_232b, 0x4087_4800], beyond)
}

#[inline(always)]
pub(crate) fn exp2(x: f64) -> f64 {
    let sum = x + INTEGERS;
    let rest = x - (sum - INTEGERS);
    let rest = fma(rest, LN_2, rest * LN_2_LOW);
    let beyond = select(x.is_nan(), x + x, select(x.is_sign_negative(), 0.0, f64::INFINITY));
    with_exponent(exp_of_rest(rest), integer(sum), x, [0x408f_f000, 0x4090_cc00], beyond)
}

#[inline(always)]
pub(crate) fn exp10(x: f64) -> f64 {
    let sum = fma(x, d(0x400a_934f_0979_a371), INTEGERS);
    let whole = sum - INTEGERS;
    // Less the logarithm of 2 to the base 10.
    let rest = fma(whole, d(0x3c49_dc1d_a994_fd21), fma(whole, d(0xbfd3_4413_509f_79ff), x));
    let rest = fma(rest, std::f64::consts::LN_10, rest * d(0xbcaf_48ad_494e_a3e9));
    let beyond = select(x.is_nan(), x + x, select(x.is_sign_negative(), 0.0, f64::INFINITY));
    with_exponent(exp_of_rest(rest), integer(sum), x, [0x4073_3a71, 0x4074_39b8], beyond)
}

/// e^x - 1 and the exponent that is taken out of x; `half` is 2^0 or 2^-1: what the power of two is over.
#[inline(always)]
fn exp_minus_one(x: f64, less: i32) -> f64 {
    let sum = fma(x, LOG2_E, INTEGERS);
    let whole = sum - INTEGERS;
    let rest = fma(whole, -LN_2_LOW, fma(whole, -LN_2, x));
    let twice = high(x) << 1;
    let is_small = twice < 0x7fb3_e647;
    let rest = select(is_small, x, rest);
    let exponent = if is_small { 0 } else { integer(sum) - less };
    let p = horner(
        rest,
        [
            0x3e21_f407_6acd_15b6,
            0x3e5a_f86d_8ebd_13cd,
            0x3e92_7e50_92ba_033d,
            0x3ec7_1dde_6c5f_9da1,
            0x3efa_01a0_18d0_34e6,
            0x3f2a_01a0_1b3b_6940,
            0x3f56_c16c_16c1_b5dd,
            0x3f81_1111_1110_f74d,
            0x3fa5_5555_5555_554d,
            0x3fc5_5555_5555_5557,
            0x3fe0_0000_0000_0000,
        ],
    );
    let p = fma(rest * p, rest, rest);
    let is_greatest = exponent == 1024;
    let power = power_of_two(exponent - i32::from(is_greatest));
    let value = fma(p, power, power - power_of_two(-less));
    let value = select(is_greatest, value + value, value);
    select(twice == 0, rest, value)
}

#[inline(always)]
pub(crate) fn expm1(x: f64) -> f64 {
    let is_usual = f32::from_bits(high(x)) < f32::from_bits(0x4086_2e43) && f32::from_bits(high(x)) > f32::from_bits(0xc04a_8000);
    let beyond = select(x.is_nan(), x + x, select(x.is_sign_negative(), -1.0, f64::INFINITY));
    select(is_usual, exp_minus_one(x, 0), beyond)
}

#[inline(always)]
pub(crate) fn sinh(x: f64) -> f64 {
    let size = x.abs();
    let square = size * size;
    let p = horner(
        square,
        [
            0x3d6b_4c75_ab27_4c53,
            0x3de6_11a5_61d8_7def,
            0x3e5a_e646_71b1_8f5c,
            0x3ec7_1de3_a465_b1e4,
            0x3f2a_01a0_1a02_899d,
            0x3f81_1111_1111_10a6,
            0x3fc5_5555_5555_5556,
        ],
    );
    let small = fma(square * p, size, size);
    // Half of e^x - 1.
    let half = exp_minus_one(size, 1);
    let large = half + half / fma(2.0, half, 1.0);
    let large = select(size >= d(0x4086_33ce_8fb9_f87e), f64::INFINITY, large);
    select(high(size) < 0x3ff0_0000, small, large).copysign(x)
}

#[inline(always)]
pub(crate) fn cosh(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let sum = fma(size, LOG2_E, INTEGERS);
    let whole = sum - INTEGERS;
    let rest = fma(whole, -LN_2_LOW, fma(whole, -LN_2, size));
    let quarter = scaled(exp_of_rest(rest), integer(sum) - 2);
    let value = fma(reciprocal(quarter, unit), 0.0625, quarter);
    let value = select(high(size) < 0x4086_33cf, value, select(x <= f64::INFINITY, f64::INFINITY, x));
    value + value
}

/// e^x - 1 as rest and power of two, x within the range of an `.f32`'s exponent.
#[inline(always)]
fn short_exp_minus_one(x: f64, exponent: f32, low: f64) -> (f64, f64) {
    let rest = fma(-f64::from(exponent), LN_2, x);
    let p = horner(
        rest,
        [
            0x3e5a_e904_a474_1b81,
            0x3e92_8a27_f89b_6999,
            0x3ec7_1de7_15ff_7e07,
            0x3efa_019a_6b0a_c45a,
            0x3f2a_01a0_17ee_d94f,
            0x3f56_c16c_17f2_a71b,
            0x3f81_1111_1111_73c4,
            0x3fa5_5555_5555_211a,
            0x3fc5_5555_5555_5540,
            0x3fe0_0000_0000_0005,
        ],
    );
    (fma(rest * p, rest, low), rest)
}

#[inline(always)]
pub(crate) fn tanh(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let square = x * x;
    let p = horner(
        square,
        [
            0xbef0_bc46_e2f5_e964,
            0x3f14_359f_420a_fc3d,
            0xbf2d_f9f0_728c_5d84,
            0x3f43_37d1_cec4_f033,
            0xbf57_d6e9_6743_35b3,
            0x3f6d_6d00_0d7a_ad3d,
            0xbf82_26e1_f3cf_1ef5,
            0x3f96_64f4_7ec0_c8cf,
            0xbfab_a1ba_1b80_ab40,
            0x3fc1_1111_1110_fa4a,
            0xbfd5_5555_5555_5550,
        ],
    );
    let small = fma(fma(p, square, 0.0), x, x);
    let twice = size + size;
    let exponent = (twice as f32 * f32::from_bits(0x3fb8_aa3b)).round_ties_even();
    let rest = fma(-f64::from(exponent), LN_2, twice);
    let (value, _) = short_exp_minus_one(twice, exponent, rest);
    let power = f64::from(unit.ex2(exponent));
    let sum = 2.0 - fma(-value, power, 1.0 - power);
    let large = fma(2.0, -reciprocal(sum, unit), 1.0);
    let large = select(high(size) > 0x4033_0fc1, 1.0, large).copysign(x);
    select(size >= d(0x3fe4_f922_24dd_2f1a), large, small)
}

#[inline(always)]
pub(crate) fn erf(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let p = horner(
        size,
        [
            0xbcf0_679a_fba6_f279,
            0x3d47_088f_db46_fa5f,
            0xbd8d_f9f9_b976_a9b2,
            0x3dc7_f1f5_590c_c332,
            0xbdfa_28a3_cd2d_56c4,
            0x3e24_85ee_6783_5925,
            0xbe47_6db4_5919_f583,
            0x3e62_d698_d98c_8d71,
            0xbe72_0a2c_7155_d5c6,
            0xbe41_d29b_37ca_1397,
            0x3ea2_ef6c_c0f6_7a49,
            0xbec1_02b8_9233_3b6f,
            0x3eca_3037_5ba9_a84e,
            0x3eca_ad18_dede_a43e,
            0xbeff_0535_5bc5_b225,
            0x3f10_e37a_3108_bc8b,
            0x3efb_292d_828e_5cb2,
            0xbf43_5662_6ebf_9bfa,
            0x3f5b_ca68_f73d_6afc,
            0xbf2b_6b69_ebbc_280b,
            0xbf93_9668_5912_a453,
            0x3fba_4f4e_2a1a_bef8,
            0x3fe4_5f30_6dc9_c8bb,
            0x3fc0_6eba_8214_db69,
        ],
    );
    let exponent_of = fma(p, size, size);
    let low = fma(p, size, size - exponent_of);
    let exponent = (exponent_of as f32 * f32::from_bits(0xbfb8_aa3b)).round_ties_even();
    let (value, rest) = short_exp_minus_one(-exponent_of, exponent, -low);
    let power = f64::from(unit.ex2(exponent));
    let value = fma(-(rest + value), power, 1.0 - power);
    select(size >= d(0x4017_afb4_8dc9_6626), 1.0, value).copysign(x)
}
