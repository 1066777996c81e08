//! The gamma function of `.f64`, and its logarithm.

use super::arithmetic::{NAN, d, fma, high, horner, reciprocal, scaled};
use super::exponential::exp;
use super::logarithm::log;
use super::power::{long_log, power_of_size, rest_of_sum};
use super::trigonometric::sine_of_half_turns;
use crate::device_math::special_function_unit::SpecialFunctionUnit;

/// 1 / gamma(1 + y), -1/2 <= y <= 1/2.
fn inverse_near_one(y: f64) -> f64 {
    horner(
        y,
        [
            0x3e38_1b49_60fc_f5c9,
            0xbe8a_f704_9ae8_a594,
            0x3eb3_01d4_6d4b_22f5,
            0xbeb5_0272_aeed_0fc4,
            0xbef5_1ce1_a405_16f8,
            0x3f20_c8aa_7419_084c,
            0xbf2c_3650_196b_ad8a,
            0xbf53_1711_365a_3e26,
            0x3f7d_919c_52a7_df35,
            0xbf83_b4af_2838_6f4d,
            0xbfa5_9af1_03c3_7b4d,
            0x3fc5_5123_20b4_39ef,
            0xbfa5_815e_8fa2_6f4f,
            0xbfe4_fcf4_026a_fa2b,
            0x3fe2_788c_fc6f_b619,
            0x3ff0_0000_0000_0000,
        ],
    )
}

/// What Stirling's formula leaves out, less 1, for x >= 4.
fn stirling(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let inverse = reciprocal(x, unit);
    inverse
        * horner(
            inverse,
            [
                0xbf64_bee4_7c38_a637,
                0x3f73_c25d_a813_03d5,
                0xbf6b_7c37_a96c_fc72,
                0x3f35_a85a_bde1_e324,
                0x3f4a_8b28_f07b_3f05,
                0xbf0a_15d1_d45a_282f,
                0xbf43_67d3_468c_b5be,
                0x3f12_471b_0e9f_1005,
                0x3f49_b100_4744_d5c4,
                0xbf2e_13ce_69ab_4b7f,
                0xbf65_f726_8ecf_8a01,
                0x3f6c_71c7_1c71_ace0,
                0x3fb5_5555_5555_5556,
            ],
        )
}

/// 0 <= x < 4.
fn of_small(x: f64) -> f64 {
    let (mut product, mut y) = (1.0, x);
    for limit in [3.5, 2.5, 1.5] {
        if x >= limit {
            product = fma(y, product, -product);
            y -= 1.0;
        }
    }
    if x >= 0.5 { product / inverse_near_one(y - 1.0) } else { product / (x * inverse_near_one(y)) }
}

/// -4 < x < 0.
fn of_small_negative(x: f64) -> f64 {
    let (mut product, mut y) = (x, x);
    for limit in [-3.5, -2.5, -1.5, -0.5] {
        if x <= limit {
            product = fma(y, product, product);
            y += 1.0;
        }
    }
    1.0 / (product * inverse_near_one(y))
}

/// x >= 4: Stirling's formula, with x^(x - 1/2) * e^-x from a logarithm of two numbers.
fn of_large(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    if x >= d(0x4065_73fa_e561_f648) {
        return f64::INFINITY;
    }
    let (log, log_low) = long_log(x, unit);
    let half_less = x - 0.5;
    let product = log * half_less;
    let low = fma(log_low, half_less, fma(log, half_less, -product));
    let sum = product + low;
    let sum_low = rest_of_sum(product, low, sum);
    let less = sum - x;
    let less_low = sum_low + ((sum - less) - x);
    let exponent = less + less_low;
    let power = exp(exponent);
    let power = fma(rest_of_sum(less, less_low, exponent), power, power);
    // Times the root of 2π.
    let value = fma(power, d(0x4004_0d93_1ff6_2706), power * d(0xbcaa_6a0d_6f81_4637));
    fma(stirling(x, unit), value, value)
}

/// -185 < x <= -4: π / (sin(πx) * x * gamma(-x)).
fn of_large_negative(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let sine = sine_of_half_turns(x, 0);
    let size = x.abs();
    let power = exp(size);
    let head = fma(power, d(0x3ff4_0d93_1ff6_2706), power * d(0xbc9a_6a0d_6f81_4637));
    let quotient = head / (size * fma(stirling(size, unit), sine, sine));
    // Great powers come in two steps.
    if x <= -143.125 {
        let power = power_of_size(size, -scaled(size - 0.5, -1), unit);
        power * (quotient * power)
    } else {
        power_of_size(size, -(size - 0.5), unit) * quotient
    }
}

pub(crate) fn tgamma(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    if x.is_nan() {
        x + x
    } else if x >= 0.0 {
        if x < 4.0 { of_small(x) } else { of_large(x, unit) }
    } else if x.trunc() == x {
        NAN
    } else if x > -4.0 {
        of_small_negative(x)
    } else if x > -185.0 {
        of_large_negative(x, unit)
    } else {
        let half = (x.floor() * 0.5).floor();
        if x.floor() - (half + half) == 1.0 { -0.0 } else { 0.0 }
    }
}

/// The logarithm of gamma(x), x >= 0.
fn log_of_positive(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let place = high(x);
    if place >= 0x4020_0000 {
        let inverse = reciprocal(x, unit);
        let half_log = scaled(log(x, unit), -1);
        let half_less = x - 0.5;
        let series = fma(
            horner(
                inverse * inverse,
                [
                    0xbf5a_c321_0347_83f9,
                    0x3f4b_68b9_9273_8fbf,
                    0xbf43_80d0_1e4f_7b8c,
                    0x3f4a_019f_a29f_7264,
                    0xbf66_c16c_16b2_acec,
                    0x3fb5_5555_5555_5545,
                ],
            ),
            inverse,
            d(0x3fed_67f1_c864_beae),
        );
        let value = fma(half_log, half_less, series) + fma(half_log, half_less, -x);
        if x == f64::INFINITY { x } else { value }
    } else if place >= 0x4008_0000 {
        let y = x - 3.0;
        y + horner(
            y,
            [
                0xc0af_7040_bb18_fb05,
                0xc112_2b77_3020_7ef3,
                0xc158_5a0d_b81d_e7d0,
                0xc18a_992b_8ba9_4677,
                0xc1aa_c5cb_6957_cc20,
                0xc1bc_0e2b_3087_74be,
                0xc1c6_ba13_dcae_7f67,
                0xc1cc_f33b_9c3d_120c,
            ],
        ) / horner(
            y,
            [
                0x3ff0_0000_0000_0000,
                0xc08f_f62e_0be1_89fe,
                0xc100_74fa_ce10_c93f,
                0xc151_b662_f8d7_5791,
                0xc18e_e64a_b4d2_07f7,
                0xc1b9_0516_87c9_951a,
                0xc1d2_b866_bf0b_853d,
                0xc1d4_e213_0e9d_c133,
            ],
        )
    } else if place >= 0x3ff8_0000 {
        let y = x - 2.0;
        y * horner(
            y,
            [
                0x3e45_2636_1243_38b3,
                0xbe71_fa71_d78c_0ee2,
                0x3e8d_111f_31e6_1306,
                0xbea0_502b_be1b_2706,
                0x3eb0_6850_b297_0292,
                0xbec1_0847_4875_033d,
                0x3ed2_4acc_c629_09dc,
                0xbee3_cb25_209e_63be,
                0x3ef5_81cb_bc8c_dc7b,
                0xbf07_8e04_b85c_7597,
                0x3f1a_1273_0cf4_5051,
                0xbf2d_3fd3_5406_2012,
                0x3f40_b36b_0b4d_e323,
                0xbf53_8ac5_c6d0_317a,
                0x3f67_add6_eaab_19fc,
                0xbf7e_404f_c20e_4d5b,
                0x3f95_1322_ac7d_a390,
                0xbfb1_3e00_1a55_78a3,
                0x3fd4_a34c_c4a6_0fa3,
                0x3fdb_0ee6_0720_93cf,
            ],
        )
    } else if place >= 0x3fe6_6666 {
        let y = 1.0 - x;
        y * horner(
            y,
            [
                0x3f88_1f6d_2a4c_4310,
                0x3fa3_eb50_4359_eb88,
                0x3fae_35d8_deb0_6317,
                0x3fae_d469_a8b6_ecce,
                0x3fac_c1b1_c357_befe,
                0x3fad_7154_db67_f79f,
                0x3faf_cc62_2cf2_f7bb,
                0x3fb1_1747_a4d1_cc43,
                0x3fb2_4ce1_6a21_b8ac,
                0x3fb3_b1c2_1a7b_cb00,
                0x3fb5_5672_3452_ed57,
                0x3fb7_48c0_0891_544f,
                0x3fb9_a020_7808_cf40,
                0x3fbc_8067_3b8a_e26b,
                0x3fc0_10b3_64b7_e555,
                0x3fc2_703a_1d23_9658,
                0x3fc5_b40c_b113_7e6e,
                0x3fca_8b9c_17ac_4f03,
                0x3fd1_5132_2ac7_cb52,
                0x3fd9_a4d5_5bea_b1d4,
                0x3fea_51a6_6253_07d6,
                0x3fe2_788c_fc6f_b619,
            ],
        )
    } else {
        // The reciprocal of gamma is x + O(x^2).
        let p = horner(
            x,
            [
                0xbe78_4498_8bfe_6590,
                0x3ea7_b77c_eb06_25e8,
                0xbe99_8c69_c871_0cc4,
                0xbef6_527a_5a11_cf6e,
                0x3f20_ec29_50b1_b5de,
                0xbf2c_4d80_c24b_a278,
                0xbf53_15b4_e8cc_0d09,
                0x3f7d_917f_15d5_0020,
                0xbf83_b4ab_b41c_b6fa,
                0xbfa5_9af1_275b_7120,
                0x3fc5_5123_21a1_68a0,
                0xbfa5_815e_8fdc_e74c,
                0xbfe4_fcf4_026a_dd1a,
                0x3fe2_788c_fc6f_b5c8,
            ],
        );
        -log(fma(p * x, x, x), unit)
    }
}

pub(crate) fn lgamma(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    if x.is_nan() {
        return x + x;
    }
    let size = x.abs();
    let value = log_of_positive(size, unit);
    if x.is_sign_positive() {
        value
    } else if size.trunc() == size {
        f64::INFINITY
    } else if high(size) < 0x3c00_0000 {
        -log(size, unit)
    } else {
        let sine = sine_of_half_turns(size, 0).abs();
        log(std::f64::consts::PI / (size * sine), unit) - value
    }
}
