//! Trigonometric functions of `.f64` and their inverses.

use super::arithmetic::{INTEGERS, d, fma, high, horner, quiet, reciprocal, scaled, select};
use crate::device_math::special_function_unit::SpecialFunctionUnit;

/// Whether the quick reduction does; lanes for which it does not are computed one by one.
#[inline(always)]
pub(crate) fn is_usual(x: f64) -> bool {
    x.abs() < 2_147_483_648.0
}

/// The multiple of a quarter of a turn nearest to `x`, and what is left.
#[inline(always)]
pub(super) fn reduce(x: f64) -> (f64, u32) {
    let product = x * d(0x3fe4_5f30_6dc9_c883);
    let sum = product + INTEGERS;
    let number = sum - INTEGERS;
    let left = fma(-number, d(0x3ff9_21fb_5444_2d18), x);
    let left = fma(-number, d(0x3c91_a626_3314_5c00), left);
    (fma(-number, d(0x397b_839a_2520_49c0), left), sum.to_bits() as u32)
}

/// The same for all sizes: multiplies by 2/π with 1152 digits (M. Payne and R. Hanek, "Radian reduction for trigonometric
/// functions", SIGNUM 1983).
fn reduce_large(x: f64) -> (f64, u32) {
    const TWO_OVER_PI: [u64; 18] = [
        0x6bfb_5fb1_1f8d_5d08,
        0x3d07_39f7_8a52_92ea,
        0x7527_bac7_ebe5_f17b,
        0x4f46_3f66_9e5f_ea2d,
        0x6d36_7ecf_27cb_09b7,
        0xef2f_118b_5a0a_6d1f,
        0x1ff8_97ff_de05_980f,
        0x9c84_5f8b_bdf9_283b,
        0x3991_d639_8353_39f4,
        0xe99c_7026_b45f_7e41,
        0xe882_35f5_2ebb_4484,
        0xfe1d_eb1c_b129_a73e,
        0x0649_2eea_09d1_921c,
        0xb724_6e3a_424d_d2e0,
        0xfe51_63ab_debb_c561,
        0xdb62_9599_3c43_9041,
        0xfc27_57d1_f534_ddc0,
        0xa2f9_836e_4e44_1529,
    ];
    const PI_OVER_4: u64 = 0xc90f_daa2_2168_c235;
    if !x.is_finite() {
        return (x * 0.0, 0);
    }
    let bits = x.to_bits();
    let (mantissa, exponent) = (bits << 11 | 1 << 63, (bits >> 52 & 2047) as usize - 1024);
    // What is above these digits are whole turns; what is below them is too small.
    let first = 15 - exponent / 64;
    let digits = &TWO_OVER_PI[first..TWO_OVER_PI.len().min(first + 4)];
    let (mut words, mut carry) = ([0u64; 5], 0u64);
    for (word, &digits) in words.iter_mut().zip(digits) {
        let sum = u128::from(digits) * u128::from(mantissa) + u128::from(carry);
        (*word, carry) = (sum as u64, (sum >> 64) as u64);
    }
    words[digits.len()] = carry;
    let mut turns = u128::from(words[3]) << 64 | u128::from(words[2]);
    if exponent % 64 != 0 {
        turns = turns << (exponent % 64) | u128::from(words[1] >> (64 - exponent % 64));
    }
    // Two bits before the point, 126 behind it; nearer to the next quarter, the rest is negative.
    let fraction = turns << 2;
    let is_next = fraction >> 127 != 0;
    let quarter = (turns >> 126) as u32 + u32::from(is_next);
    let is_negative = bits >> 63 != 0;
    let rest = if is_next { fraction.wrapping_neg() } else { fraction };
    let mut zeros = ((rest >> 64) as u64).leading_zeros();
    let mut product = ((rest << zeros) >> 64) * u128::from(PI_OVER_4);
    if (product >> 64) as i64 > 0 {
        product <<= 1;
        zeros += 1;
    }
    // From 64 digits to 53, halves up.
    let rounded = ((((product >> 64) as u64 + 1) >> 10) + 1) >> 1;
    let left = d(0x3fe0_0000_0000_0000 - (u64::from(zeros) << 52) + rounded);
    let left = if is_negative != is_next { -left } else { left };
    (left, if is_negative { quarter.wrapping_neg() } else { quarter })
}

/// The one that does for `x`.
pub(super) fn reduce_any(x: f64) -> (f64, u32) {
    if is_usual(x) { reduce(x) } else { reduce_large(x) }
}

#[inline(always)]
pub(super) fn sine_of(left: f64, quarter: u32) -> f64 {
    let square = left * left;
    let sine = horner(
        square,
        [
            0x3de5_db65_f978_5eba,
            0xbe5a_e5f1_2cb0_d246,
            0x3ec7_1de3_69ac_e392,
            0xbf2a_01a0_19db_62a1,
            0x3f81_1111_1111_0818,
            0xbfc5_5555_5555_5554,
            0,
        ],
    );
    let cosine = horner(
        square,
        [
            0xbda8_ff83_20fd_8164,
            0x3e21_eea7_c1ef_8528,
            0xbe92_7e4f_8e06_e6d9,
            0x3efa_01a0_19dd_bce9,
            0xbf56_c16c_16c1_5d47,
            0x3fa5_5555_5555_5551,
            0xbfe0_0000_0000_0000,
        ],
    );
    let value = select(quarter & 1 == 0, fma(sine, left, left), fma(cosine, square, 1.0));
    select(quarter & 2 == 0, value, fma(value, -1.0, 0.0))
}

#[inline(always)]
pub(crate) fn sin_usual(x: f64) -> f64 {
    let (left, quarter) = reduce(x);
    sine_of(left, quarter)
}

#[inline(always)]
pub(crate) fn cos_usual(x: f64) -> f64 {
    let (left, quarter) = reduce(x);
    sine_of(left, quarter.wrapping_add(1))
}

#[inline(always)]
fn tangent_of(left: f64, quarter: u32, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let square = left * left;
    let p = horner(
        square,
        [
            0x3ee4_8dac_2799_bcb9,
            0xbef9_757c_5b27_ebb1,
            0x3f09_80e9_0fd9_1e04,
            0xbefa_e2b0_417d_7e1d,
            0x3f11_9f53_41bf_ba57,
            0x3f15_e791_a00f_6919,
            0x3f2f_f2e7_fade_c73a,
            0x3f43_4bc1_b206_da62,
            0x3f57_db18_ef2f_83f9,
            0x3f6d_6d2e_7ae4_9fbc,
            0x3f82_26e3_a816_a776,
            0x3f96_64f4_85d2_5660,
            0x3fab_a1ba_1bab_f31d,
            0x3fc1_1111_1111_05d2,
            0x3fd5_5555_5555_555e,
        ],
    );
    let p = square * p;
    let value = fma(p, left, left);
    let low = fma(p, left, -(value - left));
    let inverse = -reciprocal(value, unit);
    let error = fma(inverse, low, fma(value, inverse, 1.0));
    select(quarter & 1 != 0, fma(error, inverse, inverse), value)
}

#[inline(always)]
pub(crate) fn tan_usual(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (left, quarter) = reduce(x);
    tangent_of(left, quarter, unit)
}

pub(crate) fn sin(x: f64) -> f64 {
    let (left, quarter) = reduce_any(x);
    sine_of(left, quarter)
}

pub(crate) fn cos(x: f64) -> f64 {
    let (left, quarter) = reduce_any(x);
    sine_of(left, quarter.wrapping_add(1))
}

pub(crate) fn tan(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let (left, quarter) = reduce_any(x);
    tangent_of(left, quarter, unit)
}

/// Sine of π times a number, for more quarters of a turn.
#[inline(always)]
pub(super) fn sine_of_half_turns(x: f64, more: u32) -> f64 {
    let (whole, quarter) = half_turns(x);
    let left = fma(-whole, 0.5, x);
    let left = fma(left, PI, left * d(0x3ca1_a626_3314_5c07));
    sine_of(left, quarter.wrapping_add(more))
}

/// Twice the number, rounded, and the last two bits of that.
#[inline(always)]
fn half_turns(x: f64) -> (f64, u32) {
    let whole = scaled(x, 1).round_ties_even();
    // Whatever is above them.
    let quarter = fma((whole * 0.25).floor(), -4.0, whole) + INTEGERS;
    (whole, quarter.to_bits() as u32)
}

/// Where a kernel's code for one of these functions finds the coefficients for an argument: in bytes of [`COEFFICIENTS`], where those
/// of the sine come first.
pub(crate) fn coefficients(name: &str) -> Option<fn(f64) -> u64> {
    const fn half(quarter: u32) -> u64 {
        (quarter & 1) as u64 * COEFFICIENTS / 2
    }
    Some(match name {
        "__nv_sin" => |x| half(reduce_any(x).1),
        "__nv_cos" => |x| half(reduce_any(x).1.wrapping_add(1)),
        "__nv_sinpi" => |x| half(half_turns(x).1),
        "__nv_cospi" => |x| half(half_turns(x).1.wrapping_add(1)),
        _ => return None,
    })
}

/// Bytes of the table: eight numbers for the sine, eight for the cosine. Six of them are read, two at once.
pub(crate) const COEFFICIENTS: u64 = 128;

#[inline(always)]
pub(crate) fn sinpi(x: f64) -> f64 {
    select(x.trunc() == x, x * 0.0, sine_of_half_turns(x, 0))
}

#[inline(always)]
pub(crate) fn cospi(x: f64) -> f64 {
    // From 2^53 on, numbers are even.
    sine_of_half_turns(select(high(x) << 1 <= 0x8680_0000, x, x * 0.0), 1)
}

/// The arc tangent of a number between 0 and 1.
#[inline(always)]
fn arc_tangent(y: f64) -> f64 {
    let square = y * y;
    let p = horner(
        square,
        [
            0xbef5_3e1d_2a25_ff7e,
            0x3f2d_3b63_dbb6_5b49,
            0xbf53_1278_8dde_082e,
            0x3f6f_9690_c824_9315,
            0xbf82_cf5a_abc7_cf0d,
            0x3f91_62b0_b2a3_bfde,
            0xbf9a_7256_feb6_fc6b,
            0x3fa1_7156_0ce4_a489,
            0xbfa4_f44d_8414_50e4,
            0x3fa7_ee3d_3f36_bb95,
            0xbfaa_d32a_e04a_9fd1,
            0x3fae_1781_3d66_954f,
            0xbfb1_1089_ca9a_5bcd,
            0x3fb3_b12b_2db5_1738,
            0xbfb7_45d0_22f8_dc5c,
            0x3fbc_71c7_09df_e927,
            0xbfc2_4924_91fa_1744,
            0x3fc9_9999_9998_40d2,
            0xbfd5_5555_5555_544c,
        ],
    );
    fma(square * p, y, y)
}

const PI: f64 = std::f64::consts::PI;
const HALF_PI: f64 = std::f64::consts::FRAC_PI_2;
const QUARTER_PI: f64 = std::f64::consts::FRAC_PI_4;

#[inline(always)]
pub(crate) fn atan(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let is_steep = size > 1.0;
    let inverse = select(size == f64::INFINITY, 0.0, reciprocal(size, unit));
    let value = arc_tangent(select(is_steep, inverse, size));
    select(is_steep, HALF_PI - value, value).copysign(x)
}

#[inline(always)]
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    let (a, b) = (x.abs(), y.abs());
    let is_steep = b > a;
    let (large, small) = (select(is_steep, b, a), select(is_steep, a, b));
    let value = arc_tangent(small / large);
    let is_left = x.is_sign_negative();
    let flat = select(is_left, PI - value, value);
    let steep = select(is_left, value, -value) + HALF_PI;
    let value = select(is_steep, steep, flat);
    let value = select(a == b, select(is_left, d(0x4002_d97c_7f33_21d2), QUARTER_PI), value);
    let value = select(large == 0.0, select(is_left, PI, 0.0), value);
    select(x.is_nan() | y.is_nan(), quiet(x, y), value.copysign(y))
}

/// asin(y) / y - 1, of y squared.
#[inline(always)]
fn arc_sine(square: f64) -> f64 {
    square
        * horner(
            square,
            [
                0x3fb0_066b_dc18_95e9,
                0xbfb3_823b_1807_54af,
                0x3fb1_1e52_cc2f_79ae,
                0xbf92_4eaf_3526_861b,
                0x3f91_df02_a31e_6cb7,
                0x3f84_7d18_b0ee_c6cc,
                0x3f8d_0af9_61ba_53b0,
                0x3f91_bf77_34cf_1c48,
                0x3f96_e914_8314_4ef7,
                0x3f9f_1c6e_0a4f_9f81,
                0x3fa6_db6d_c27f_a92b,
                0x3fb3_3333_3320_f91b,
                0x3fc5_5555_5555_5f4d,
            ],
        )
}

#[inline(always)]
pub(crate) fn asin(x: f64) -> f64 {
    let size = x.abs();
    let small = fma(arc_sine(x * x), x, x);
    let square = fma(-0.5, size, 0.5);
    // The hardware's root, which is rounded to nearest.
    let twice = -2.0 * square.sqrt();
    let rest = fma(twice, arc_sine(square), d(0x3c91_a626_3314_5c07));
    let large = (((twice + QUARTER_PI) + rest) + QUARTER_PI).copysign(x);
    select(f32::from_bits(high(size)) < f32::from_bits(0x3fe2_6666), small, large)
}

const HALF_PI_LOW: f64 = d(0x3c91_a626_3314_5c07);

#[inline(always)]
pub(crate) fn acos(x: f64) -> f64 {
    let size = x.abs();
    let small = fma(arc_sine(size * size), size, size);
    let small = select(x.is_sign_negative(), HALF_PI + (small + HALF_PI_LOW), HALF_PI - (small - HALF_PI_LOW));
    let rest = 1.0 - size;
    let p = horner(
        rest,
        [
            0x3ec7_15b3_7115_5f70,
            0xbeba_c2fe_66fa_ac4b,
            0x3ed9_a9b8_8efc_d9b8,
            0x3edd_0f40_a8a0_c4c3,
            0x3ef4_6d4c_fa9e_0e1f,
            0x3f07_9c16_8d1e_2422,
            0x3f1c_9a88_c3bc_a540,
            0x3f31_c4e6_4bd4_76df,
            0x3f46_e8ba_6000_9c8f,
            0x3f5f_1c71_c62b_05a2,
            0x3f76_db6d_b6dc_9f2c,
            0x3f93_3333_3333_329c,
            0x3fb5_5555_5555_5555,
        ],
    );
    let root = scaled(scaled(rest, -1).sqrt(), 1);
    let large = fma(rest * p, root, root);
    let large = select((high(rest) as i32) < 1, size * 0.0, large);
    let large = select(high(rest) >> 31 != 0, large * f64::INFINITY, large);
    let large = select(x.is_sign_negative(), PI - (large - 2.0 * HALF_PI_LOW), large);
    select(high(size) < 0x3fe2_6666, small, large)
}
