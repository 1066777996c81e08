//! The complement of the error function of `.f64`, and the inverses of both.

use super::arithmetic::{LN_2, NAN, d, fma, high, horner, reciprocal, reciprocal_root, select};
use super::exponential::exp;
use super::logarithm::log;
use super::power::rsqrt;
use crate::device_math::special_function_unit::SpecialFunctionUnit;

/// erfc(|x|) * e^(x^2)
#[inline(always)]
fn scaled_complement(size: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let inverse = reciprocal(size + 4.0, unit);
    let q = (size - 4.0) * inverse;
    let rest = fma(-q, size, fma(-4.0, q + 1.0, size));
    let p = horner(
        fma(inverse, rest, q),
        [
            0xbdf8_774a_d4e0_bfd7,
            0xbe44_e1c6_fd03_d328,
            0xbe43_3014_9f7a_56b6,
            0x3e7b_edde_d837_6273,
            0x3e6f_9254_c3ab_f22b,
            0xbeab_9068_c214_8cf0,
            0x3e94_c645_4db3_4009,
            0x3ed7_f1c3_78f2_311d,
            0xbee7_8e05_1c6d_5c58,
            0xbef9_95b4_ead1_4a90,
            0x3f23_be27_cf0a_29b2,
            0xbf2a_1def_3e81_672e,
            0xbf48_d4ab_e68c_1713,
            0x3f74_9c67_210d_d6b4,
            0xbf90_9623_8568_e357,
            0x3fa3_079e_df8c_2dc9,
            0xbfb0_fb06_dff6_01fc,
            0x3fb7_fee0_04df_bcdc,
            0xbfb9_ddb2_3c3d_b8c6,
            0x3fb1_6ece_fcfa_5fda,
            0x3f8f_7f5d_f66f_b6d6,
            0xbfc1_df1a_d154_a29d,
            0x3ff3_ba59_16e9_fd7f,
        ],
    );
    let inverse = reciprocal(fma(2.0, size, 1.0), unit);
    let value = p * inverse;
    fma(fma(size, value * -2.0, p) - value, inverse, value)
}

#[inline(always)]
pub(crate) fn erfc(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let square = size * size;
    let power = exp(-square);
    let power = fma(power, fma(-size, size, square), power);
    let value = select(high(size) > 0x403b_4000, 0.0, scaled_complement(size, unit) * power);
    let value = select(x.is_sign_negative(), 2.0 - value, value);
    select(x.is_nan(), x + x, value)
}

#[inline(always)]
pub(crate) fn erfcx(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let inverse = 1.0 / x;
    let series = horner(
        inverse * inverse,
        [
            0xc03d_8800_0000_0000,
            0x401a_4000_0000_0000,
            0xbffe_0000_0000_0000,
            0x3fe8_0000_0000_0000,
            0xbfe0_0000_0000_0000,
            0x3ff0_0000_0000_0000,
        ],
    );
    let value = select(x.abs() < 32.0, scaled_complement(x.abs(), unit), (inverse * d(0x3fe2_0dd7_5042_9b6d)) * series);
    // The mirrored value: 2 e^(x^2) less this one.
    let square = x * x;
    let power = exp(square);
    let twice = power + power;
    let whole = fma(twice, fma(x, x, -square), twice);
    let negative = select(twice == f64::INFINITY, twice, whole - value);
    select(x.is_sign_negative(), negative, value)
}

#[inline(always)]
pub(crate) fn normcdf(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    const LIMIT: f64 = 38.5;
    let x = select(x.abs() > LIMIT, LIMIT.copysign(x), x);
    // -x over the root of 2, in two numbers.
    let head = x * d(0xbfe6_a09e_667f_3bcd);
    let low = fma(x, d(0x3c8b_dd34_13b2_6456), fma(x, d(0xbfe6_a09e_667f_3bcd), -head));
    let argument = head + low;
    let value = erfc(argument, unit);
    let rest = (head - argument) + low;
    let mended = fma((argument * -2.0) * value, rest, value);
    select(high(x) > 0xbff0_0000, mended, value) * 0.5
}

/// The logarithm of a number that is not subnormal, less exact than [`log`].
#[inline(always)]
fn short_log(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    // An even exponent, so that the mantissa is from 1/2 to 2.
    let exponent = f64::from((high(x) >> 20 & 2046) as i32 - 1022);
    let mantissa = d(x.to_bits() & 0x801f_ffff_ffff_ffff | 0x3fe0_0000_0000_0000);
    let m = mantissa - 1.0;
    let inverse = reciprocal(mantissa + 1.0, unit);
    let q = m * inverse;
    let q = fma(fma(-q, m, fma(-2.0, q, m)), inverse, q);
    let square = q * q;
    let p = square
        * horner(
            square,
            [
                0x3fb5_c5c2_18c7_75c9,
                0x3fa5_5cf5_9cdc_5d89,
                0x3fae_fd18_cf6e_bb9c,
                0x3fb1_0682_edcb_8d1b,
                0x3fb3_b1dd_3ac7_fc96,
                0x3fb7_45cb_459b_54a6,
                0x3fbc_71c7_41a0_669f,
                0x3fc2_4924_9209_112e,
                0x3fc9_9999_999a_06c1,
                0x3fd5_5555_5555_5535,
            ],
        );
    let half = fma(p, q, q);
    fma(exponent, LN_2, half + half)
}

/// The inverse of the error function, over x, where `log` is the logarithm of 1 - x^2 and not below -6.25.
#[inline(always)]
fn inverse_over_x(log: f64) -> f64 {
    horner(
        -3.125 - log,
        [
            0xbbb1_35d2_e746_e627,
            0xbc08_ddf9_3324_d327,
            0x3c37_b83e_ef0b_7c9f,
            0x3c69_ba72_cd58_9b91,
            0xbca3_3689_090a_6b96,
            0x3c78_2e11_8981_32e0,
            0x3cfd_e4ac_fd9e_26ba,
            0xbd26_d33e_ed66_c487,
            0xbd36_f216_7040_d8e2,
            0x3d87_2a22_c2d7_7e20,
            0xbdac_8859_c4e5_c0af,
            0xbdcd_c583_d118_a561,
            0x3e12_0f47_ccf4_6b3c,
            0xbe31_a9e3_8dc8_4d60,
            0xbe5f_36cd_6d3d_46a9,
            0x3e9c_6b4f_5d03_b787,
            0xbeb6_e8a5_434a_e8a2,
            0xbeed_1d1f_7b87_36f6,
            0x3f28_79c2_a212_f024,
            0xbf48_4576_9484_fca8,
            0xbf78_b6c3_3114_f909,
            0x3fce_bd80_d9b1_3e28,
            0x3ffa_755e_7c99_ae86,
        ],
    )
}

#[inline(always)]
pub(crate) fn erfinv(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let log = short_log(fma(x, -x, 1.0), unit);
    let root = (-log).sqrt();
    let far = horner(
        root - 3.25,
        [
            0x3e23_040f_87db_d932,
            0x3e78_5cbe_5287_8635,
            0xbe92_7774_53dd_3955,
            0x3e53_95ab_cd55_4c6c,
            0x3eb9_3638_8a37_90ad,
            0xbed0_d5db_812b_5083,
            0x3ec8_860c_d5d6_52f6,
            0x3eea_29a0_cacd_fb23,
            0xbf08_cef1_f802_81f2,
            0x3f11_e684_d0b9_188a,
            0x3ef9_32cd_54c8_a222,
            0xbf37_448a_89ef_8aa3,
            0x3f4f_3cc5_5ad4_0c25,
            0xbf5b_a924_132f_38b1,
            0x3f64_68ee_ca53_3cf8,
            0xbf6e_bada_bb89_1bbd,
            0x3f75_ffcf_e5b7_6afc,
            0x3ff0_158a_6d64_1d39,
            0x4008_abcc_380d_5a48,
        ],
    );
    let farther = horner(
        root - 5.0,
        [
            0xbdbd_cec3_a778_5389,
            0xbdf1_8fee_c0e3_8727,
            0x3e19_e6bf_2dda_45e3,
            0xbe30_468f_b24e_2f5f,
            0x3e40_5ac6_a8fb_a182,
            0xbe50_102e_495f_b9c0,
            0x3e5f_4c20_e133_4af8,
            0xbe72_2d22_0fdf_9c3e,
            0x3e8e_bc8b_b824_cb54,
            0xbeb0_a8d4_0ea3_72cc,
            0x3ed2_fbd2_9d09_3d2b,
            0xbef4_a349_7e1e_0fac,
            0x3f13_ebf4_eb00_938f,
            0xbf2c_2f36_a8fc_5d53,
            0xbf22_2ea5_df04_047c,
            0x3ff0_2a30_d1fb_a0dc,
            0x4013_664d_dd1a_d7fb,
        ],
    );
    let tail = select((high(root) as i32) < 0x4010_0000, far, farther);
    let factor = select(high(log) < 0xc019_0000, inverse_over_x(log), tail);
    let size = x.abs();
    let beyond = select(size == 1.0, f64::INFINITY, select(size.is_nan(), x, NAN));
    x * select(size < 1.0, factor, beyond)
}

#[inline(always)]
pub(crate) fn erfcinv(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let other = 2.0 - x;
    let p = inverse_over_x(short_log(other * x, unit));
    let middle = fma(p, -x, p);
    let is_high = (high(x) as i32) > 0x3fef_ffff;
    let y = select(is_high, other, x);
    let inverse = reciprocal_root(-short_log(y, unit), unit);
    let near = horner(
        inverse,
        [
            0x3feb_e922_2591_afab,
            0x4000_a0e7_3338_39aa,
            0x4008_768c_f7e5_7d5c,
            0x400b_77e7_e28d_a583,
            0x3ff3_4f26_a4f9_9cf9,
            0x3fc1_f674_adb0_19ed,
            0x3f75_ddae_9506_431d,
            0x3f0a_da49_aa32_489c,
        ],
    ) / (inverse
        * horner(
            inverse,
            [
                0x3ff0_0000_0000_0000,
                0x4001_e90f_f51c_2197,
                0x4011_1ea3_a7cf_3820,
                0x4011_a0e4_a474_9594,
                0x400d_4e97_7d38_c14d,
                0x3ff3_7fd5_67ec_0d5f,
                0x3fc1_fb9d_7f67_6033,
                0x3f75_ddcd_f989_46e4,
                0x3f0a_da42_d79d_8dbb,
            ],
        ));
    let inverse = rsqrt(-log(y, unit), unit);
    let far = horner(
        inverse,
        [0x3fe8_e210_1c71_b0bf, 0x3ffa_2013_964e_259c, 0x3fda_bfe9_0921_be68, 0x3f97_e413_14de_00d4, 0x3f31_1bd4_8710_2e94],
    ) / (inverse
        * horner(
            inverse,
            [
                0x3ff0_0000_0000_0000,
                0x3ff5_9895_c30b_aa54,
                0x3ffa_e8e5_956a_143f,
                0x3fda_cce8_5ff7_383d,
                0x3f97_e43b_6cac_34fe,
                0x3f31_1bd0_8289_eb12,
            ],
        ));
    let tail = select(f32::from_bits(high(y)) >= f32::from_bits(0x2b2b_ff2f), near, far);
    let tail = select(is_high, -tail, tail);
    select((x >= d(0x3f4f_a4d2_ad8f_904d)) & (x <= d(0x3fff_fc0b_65aa_4e0e)), middle, tail)
}

#[inline(always)]
pub(crate) fn normcdfinv(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let value = erfcinv(x + x, unit);
    fma(d(0xbff6_a09e_667f_3bcc), value, value * d(0xbca2_1165_f626_cdd5)) + 0.0
}
