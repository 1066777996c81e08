//! Bessel functions of `.f32`.

use super::approximate::rsqrt;
use super::arithmetic::{f, fma, horner, select};
use super::exponential::expm1f;
use super::logarithm::logf;
use super::special_function_unit::SpecialFunctionUnit;
use super::trigonometric::{reduce_any, reduce_short, sine_of};

const HALF_PI: f32 = std::f32::consts::FRAC_PI_2;
const TWO_OVER_PI: f32 = f(0x3f22_f983);
/// The root of 2/π.
const ROOT: f32 = f(0x3f4c_422a);

/// What is left of x after a root in two numbers.
#[inline(always)]
fn past(x: f32, root: [f32; 2]) -> f32 {
    (x - root[0]) - root[1]
}

/// Near a root of the function.
fn near_root<const N: usize>(x: f32, root: [f32; 2], coefficients: [u32; N]) -> f32 {
    let y = past(x, root);
    y * horner(y, coefficients)
}

/// Far from zero: an amplitude times the cosine of a phase, less `shift`; both have series in the square of 1/x. The phase of a
/// quarter of a turn's multiple is taken out before the shift.
fn far<const N: usize, const M: usize>(
    x: f32,
    amplitude: [u32; N],
    phase: [u32; M],
    shift: f32,
    unit: &mut impl SpecialFunctionUnit,
) -> f32 {
    if x == f32::INFINITY {
        return 0.0;
    }
    let inverse = unit.rcp(x);
    let square = inverse * inverse;
    let amplitude = horner(square, amplitude) * (rsqrt(x, unit) * ROOT);
    let phase = fma(horner(square, phase), inverse, x);
    let (left, quarter) = reduce_any(phase);
    let angle = left + fma((quarter & 3) as f32, HALF_PI, -shift);
    let (left, _, quarter) = reduce_short(angle);
    amplitude * sine_of(left, quarter.wrapping_add(1))
}

pub(super) fn j0f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    if size <= 8.0 {
        let first = near_root(
            size,
            [f(0x4019_e8a9), f(0x33e9_71b3)],
            [
                0xa6b3_b8e7,
                0xa9ac_a9b3,
                0x2c3f_0e18,
                0xacd4_1781,
                0xafe9_0f38,
                0x3020_305b,
                0x3379_7143,
                0x30f7_6f85,
                0xb6b6_dfc6,
                0xb6f6_65c9,
                0x399e_2deb,
                0x3a4a_e334,
                0xbbee_aa1b,
                0xbcda_7747,
            ],
        );
        past(size, [f(0x410a_75ab), f(0x34cc_cded)]) * (past(size, [f(0x40b0_a47b), f(0xb39a_7a37)]) * first)
    } else {
        far(
            size,
            [0x4056_fe93, 0xbf03_b7c2, 0x3dd3_b3f3, 0xbd7f_ffb6, 0x3f80_0000],
            [0x3f91_e009, 0xbe52_412d, 0x3d85_4ed1, 0xbdff_ffff],
            f(0x3f49_0fdb),
            unit,
        )
    }
}

pub(super) fn j1f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let value = if size <= 8.0 {
        let y = past(size, [f(0x4075_3aac), f(0xb3a5_090f)]);
        let p = horner(
            y,
            [
                0x29af_3463,
                0x2b81_bf42,
                0xade2_1ec1,
                0xaf5d_deff,
                0x319b_0c9d,
                0x32e8_1173,
                0xb50f_8dc8,
                0xb61e_653d,
                0x382c_d9c5,
                0x38f9_eb10,
                0xbaec_eb9c,
                0xbb27_6ffd,
                0x3d07_3993,
            ],
        );
        size * (y * (past(size, [f(0x40e0_7fb0), f(0xb444_b8db)]) * p))
    } else {
        far(
            size,
            [0xc082_cb37, 0x3f3f_f7e9, 0xbe45_8bae, 0x3e3f_ff8b, 0x3f80_0000],
            [0xbfca_3ba2, 0x3eb9_14ad, 0xbe27_f2ec, 0x3ebf_fffd],
            f(0x4016_cbe4),
            unit,
        )
    };
    let value = if x < 0.0 { -value } else { value };
    if size < 1e-30 { value.copysign(x) } else { value }
}

pub(super) fn y0f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let value = if size <= f(0x3ee4_c176) {
        fma(
            logf(size) * TWO_OVER_PI,
            j0f(size, unit),
            horner(size * size, [0x33db_e5ac, 0xb71f_49b6, 0x3a0d_3100, 0xbc83_ad8e, 0x3e35_de5a, 0xbd97_26b5]),
        )
    } else if size <= f(0x3ff6_7af8) {
        near_root(
            size,
            [f(0x3f64_c176), f(0xb265_7d03)],
            [
                0x3cdd_c8b3,
                0xbe02_574c,
                0x3e7f_2cc9,
                0xbe8b_f29b,
                0x3e5b_ce93,
                0xbe38_c4ff,
                0x3e42_774d,
                0xbe52_5cb2,
                0x3e60_f43d,
                0xbe67_9145,
                0x3e61_d24a,
                0xbefb_f1ad,
                0x3f61_21bb,
            ],
        )
    } else if size <= f(0x40b0_b31e) {
        near_root(
            size,
            [f(0x407d_4a9a), f(0x33d9_856a)],
            [
                0xb449_dd3f,
                0xb45e_2607,
                0xb685_7064,
                0x3855_4610,
                0x394a_ced7,
                0xbb0f_1a0c,
                0xbbe0_7f2e,
                0x3d6f_b6b5,
                0x3d50_4df1,
                0xbece_1a13,
            ],
        )
    } else if size <= f(0x410a_7798) {
        near_root(
            size,
            [f(0x40e2_c0ee), f(0x339c_e420)],
            [0x3510_cebe, 0x3629_da6c, 0xb840_54c0, 0xb913_18ab, 0x3b0e_9921, 0x3b59_74d5, 0xbd44_b4d7, 0xbcad_7799, 0x3e99_a665],
        )
    } else {
        far(
            size,
            [0xbecc_69f3, 0x3dd0_d5f0, 0xbd7f_f855, 0x3f80_0000],
            [0x3f8c_cd61, 0xbe50_d31c, 0x3d85_4783, 0xbdff_fffb],
            f(0x4016_cbe4),
            unit,
        )
    };
    if x < 0.0 { f32::NAN } else { value }
}

pub(super) fn y1f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let value = if size < f32::MIN_POSITIVE {
        -TWO_OVER_PI / size
    } else if size <= f(0x3fd9_6ac4) {
        let p = horner(size * size, [0x3214_62cc, 0xb585_27da, 0x3896_3e95, 0xbb41_adcb, 0x3d5e_9cbb, 0xbe48_c331]);
        fma(p, size, fma(j1f(size, unit), logf(size), -1.0 / size) * TWO_OVER_PI)
    } else if size <= f(0x4074_0eee) {
        near_root(
            size,
            [f(0x400c_9df7), f(0xb3b2_00dc)],
            [
                0xb789_e29d,
                0x3906_4a88,
                0xb9f0_ab0d,
                0x3a8f_6102,
                0xbb2c_7045,
                0x3bf3_5df7,
                0xbb9d_097c,
                0xbd06_968a,
                0xbdf2_b7df,
                0x3f05_5242,
            ],
        )
    } else if size <= f(0x40e0_6937) {
        near_root(
            size,
            [f(0x40ad_bff2), f(0x3468_7b03)],
            [
                0x32be_57d0,
                0xb508_a416,
                0xb63f_8a14,
                0x3842_7e02,
                0x3919_bb1c,
                0xbb0d_f1fd,
                0xbb88_5189,
                0x3d50_aec1,
                0x3d00_5cfc,
                0xbeae_3e2b,
            ],
        )
    } else if size <= f(0x4122_c2e3) {
        near_root(
            size,
            [f(0x4109_893d), f(0x34e6_169b)],
            [0x350c_f383, 0x3602_902e, 0xb837_5f71, 0xb8d9_faa8, 0x3b03_d19a, 0x3b1e_736d, 0xbd31_cae5, 0xbc81_59b6, 0x3e8a_fcca],
        )
    } else {
        far(
            size,
            [0x3f26_7f60, 0xbe44_ab90, 0x3e3f_febf, 0x3f80_0000],
            [0xbfe4_e1ab, 0x3ebb_73ab, 0xbe27_fb6e, 0x3ebf_ffff],
            f(0x407b_53d1),
            unit,
        )
    };
    if x < 0.0 { f32::NAN } else { value }
}

/// A modified function far from zero: e^x over the root of x, times a series in 1/x.
#[inline(always)]
fn modified<const N: usize>(x: f32, coefficients: [u32; N], unit: &mut impl SpecialFunctionUnit) -> f32 {
    let factor = horner(unit.rcp(x), coefficients) * unit.rsqrt(x);
    // The square of e^(x/2), so that it stays in the range: 1 and more.
    let more = expm1f(x * 0.5, unit);
    (factor * more) * (more + 2.0) + factor
}

#[inline(always)]
pub(super) fn cyl_bessel_i0f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let large = modified(size, [0x3eb2_8ba6, 0xbbb2_cb0d, 0x3d08_9707, 0x3ce4_77e2, 0x3d4c_4525, 0x3ecc_4229], unit);
    let small = horner(
        size * size,
        [
            0x2037_2901,
            0x2385_ab76,
            0x2840_8812,
            0x2c24_4edb,
            0x3002_0914,
            0x3391_8d5a,
            0x36e3_919c,
            0x39e3_8df6,
            0x3c80_0002,
            0x3e80_0000,
            0x3f80_0000,
        ],
    );
    select((9.0..f32::INFINITY).contains(&size), large, small)
}

#[inline(always)]
pub(super) fn cyl_bessel_i1f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let size = x.abs();
    let large = modified(size, [0xbf00_bcd4, 0x3ce9_3d2e, 0xbd47_a025, 0xbd3e_1ea9, 0xbe19_334b, 0x3ecc_422b], unit).copysign(x);
    let square = size * size;
    let small = fma(
        x,
        square
            * horner(
                square,
                [0x224d_7bdd, 0x25c5_4ac1, 0x2a37_0c80, 0x2e11_c2c5, 0x31c2_96ae, 0x3535_fffe, 0x3863_8f95, 0x3b2a_aa97, 0x3d80_0001],
            ),
        x * 0.5,
    );
    select((8.085..f32::INFINITY).contains(&size), large, small)
}
