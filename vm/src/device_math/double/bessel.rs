//! Bessel functions of the first kind of `.f64`, and what those of both kinds share.

use super::arithmetic::{d, fma, horner, reciprocal};
use super::power::rsqrt;
use super::trigonometric::{reduce, reduce_any, sine_of};
use crate::device_math::special_function_unit::SpecialFunctionUnit;

const HALF_PI: f64 = std::f64::consts::FRAC_PI_2;
pub(super) const TWO_OVER_PI: f64 = std::f64::consts::FRAC_2_PI;
/// The root of 2/π.
const ROOT: f64 = d(0x3fe9_8845_33d4_3651);

/// Near a root of the function; the root is in two numbers.
pub(super) fn near_root<const N: usize>(x: f64, root: [f64; 2], coefficients: [u64; N]) -> f64 {
    let y = (x - root[0]) - root[1];
    y * horner(y, coefficients)
}

/// Far from zero: an amplitude times the cosine of a phase, less `shift`; both have series in the square of 1/x. The phase of a
/// quarter of a turn's multiple is taken out before the shift.
pub(super) fn far<const N: usize, const M: usize>(
    x: f64,
    amplitude: [u64; N],
    phase: [u64; M],
    shift: f64,
    unit: &mut impl SpecialFunctionUnit,
) -> f64 {
    if x == f64::INFINITY {
        return 0.0;
    }
    let inverse = reciprocal(x, unit);
    let square = inverse * inverse;
    let amplitude = horner(square, amplitude) * (rsqrt(x, unit) * ROOT);
    let phase = fma(horner(square, phase), inverse, x);
    let (left, quarter) = reduce_any(phase);
    let angle = fma(f64::from(quarter & 3), HALF_PI, left - shift);
    let (left, quarter) = reduce(angle);
    amplitude * sine_of(left, quarter.wrapping_add(1))
}

pub(crate) fn j0(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    if size <= d(0x400f_b319_f277_bbe5) {
        near_root(
            size,
            [d(0x4003_3d15_2e97_1b40), d(0xbca0_f539_d7da_258e)],
            [
                0xbcc0_d185_64c4_8c61,
                0xbcfc_f8f9_a8c2_94bc,
                0x3d3f_ab98_3cae_498b,
                0x3d7c_d7c0_1857_9b88,
                0xbdbb_dd23_42d6_4fdd,
                0xbdf5_c2d9_416b_1e2b,
                0x3e32_951d_7317_4dd5,
                0x3e67_ff99_802c_aeb5,
                0xbea1_cce3_05c4_c9f7,
                0xbed2_32c7_7e29_e1bb,
                0x3f06_ed3b_9f0e_f757,
                0x3f31_5382_ba09_6a62,
                0xbf61_f992_590d_1ae4,
                0xbf81_bb1c_be1a_465f,
                0x3fac_fae8_6436_8d84,
                0x3fbb_a1de_ea02_94a3,
                0xbfe0_9cdb_3655_1280,
            ],
        )
    } else if size <= d(0x401c_58fd_1a62_f5ec) {
        near_root(
            size,
            [d(0x4016_148f_5b2c_2e45), d(0x3c97_5054_cd60_a517)],
            [
                0x3cbc_b0a8_f126_b343,
                0x3cf8_3fd1_f333_eb61,
                0xbd41_00e3_3e3f_b413,
                0xbd78_4607_6d00_4627,
                0x3dbe_2f1d_4f90_720d,
                0x3df1_d03b_1e4a_119b,
                0xbe34_1d72_b1b3_bce9,
                0xbe62_da37_ce2a_9ef8,
                0x3ea3_2e6d_9974_f763,
                0x3eca_d77d_744a_1879,
                0xbf08_63f4_81a3_7337,
                0xbf26_f641_f418_f0f4,
                0x3f62_7e31_fe9a_969e,
                0x3f72_f7ff_e902_5628,
                0xbfab_2150_cb41_e8bf,
                0xbf9f_8f72_e7a8_48de,
                0x3fd5_c6e6_0a09_7823,
            ],
        )
    } else if size <= d(0x4024_71fc_b6a7_a8c0) {
        near_root(
            size,
            [d(0x4021_4eb5_6ccc_deca), d(0xbcb5_1970_714c_7c25)],
            [
                0xbcbd_b7ff_cf65_9e24,
                0xbcf4_b3a7_1aaa_c629,
                0x3d41_7ec1_50ec_dce7,
                0x3d74_38f5_ea1d_10b2,
                0xbdbe_dae7_ec2c_9e87,
                0xbdec_add2_c4b9_1f58,
                0x3e34_582c_8ee1_2204,
                0x3e5c_eda4_51dd_20f8,
                0xbea3_0e8c_c316_5e2f,
                0xbec3_3248_42bb_1a2e,
                0x3f07_800b_c54f_bddb,
                0x3f1d_7960_5276_949a,
                0xbf60_e0d6_0385_a629,
                0xbf64_8e63_600d_82f3,
                0x3fa6_8b98_4ec6_493a,
                0x3f90_0f7f_cf18_3e0b,
                0xbfd1_5f79_77a7_72d4,
            ],
        )
    } else {
        far(
            size,
            [
                0xc0d1_15cb_8c11_a9dc,
                0x4099_2746_7a65_5012,
                0xc057_5178_7e24_7bd4,
                0x4017_04c4_e5fc_36b2,
                0xbfe1_5b74_7a2f_d531,
                0x3fba_7fea_cf6c_b79b,
                0xbfaf_ffff_eddc_f548,
                0x3fef_ffff_ffff_c9e5,
            ],
            [
                0xc146_02fe_1c34_685e,
                0x410e_cd45_23b1_2b84,
                0xc0c7_a2fc_1972_f05a,
                0x407e_ba13_1f7e_5beb,
                0xc037_3b92_e6e7_cc7d,
                0x3ffa_31be_e63a_2f08,
                0xbfca_d320_104d_5d05,
                0x3fb0_aaaa_9c76_d07e,
                0xbfbf_ffff_fffd_acec,
            ],
            d(0x3fe9_21fb_5444_2d18),
            unit,
        )
    }
}

/// J1 of |x|.
fn j1_of_size(size: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    if size <= d(0x4003_53aa_bad7_b784) {
        size * horner(
            size,
            [
                0x3d02_0e4a_dcde_2ad3,
                0xbd4d_d167_a0dc_3f55,
                0x3d55_03f5_a491_e487,
                0x3dc1_f299_40c2_403a,
                0x3d84_cf93_02ea_cdef,
                0xbe38_4a53_dbbc_a436,
                0x3d97_79be_e4f6_3bcc,
                0x3ea6_c160_e414_f3f0,
                0x3d8f_3d2f_1243_0699,
                0xbf0c_71c7_2c0c_ed04,
                0x3d65_9bca_506f_1128,
                0x3f65_5555_5550_6982,
                0x3d15_ba0b_425f_1bfb,
                0xbfb0_0000_0000_0065,
                0x3c87_29a7_253f_b679,
                0x3fe0_0000_0000_0000,
            ],
        )
    } else if size <= d(0x4015_b1d0_5746_14ea) {
        near_root(
            size,
            [d(0x400e_a755_75af_6f09), d(0xbca6_0155_a9d1_b256)],
            [
                0xbcf8_d3cd_bb60_175e,
                0x3d41_011a_1df0_2dad,
                0x3d76_013a_c1e5_e222,
                0xbdbe_c315_d96d_5f03,
                0xbdf0_3be1_b4b5_7207,
                0x3e34_5695_f8b6_60f7,
                0x3e61_7069_fcfc_fff4,
                0xbea3_3825_c367_45eb,
                0xbec9_799d_4f90_931b,
                0x3f08_3a06_e2f7_df13,
                0x3f26_e4c2_d53a_7cf6,
                0xbf62_4b34_0995_7b1c,
                0xbf75_3754_4c33_25df,
                0x3fab_589d_1da1_38e2,
                0x3faa_e8a3_9f51_ad13,
                0xbfd9_c6cf_582c_bf7f,
            ],
        )
    } else if size <= d(0x4021_3065_e54c_1aa9) {
        near_root(
            size,
            [d(0x401c_0ff5_f3b4_7250), d(0xbc9b_226d_9d24_3827)],
            [
                0x3cf3_eb86_7515_fad6,
                0xbd40_e836_3db6_49a9,
                0xbd73_b7dd_4a66_08fb,
                0x3dbe_c5e0_1482_c750,
                0x3dec_62bb_9e88_2103,
                0xbe34_462e_ed73_2a23,
                0xbe5d_48dc_ad7d_c59b,
                0x3ea3_026d_f291_67e9,
                0x3ec4_255b_0119_666c,
                0xbf07_96a7_51b3_2693,
                0xbf20_7358_bbdb_a284,
                0x3f61_3fbc_7d69_27b1,
                0x3f69_a4b2_92e3_dd75,
                0xbfa8_0c83_bdee_e4fb,
                0xbf95_e70d_c603_62bf,
                0x3fd3_3518_b387_4e8a,
            ],
        )
    } else {
        far(
            size,
            [
                0x40cd_02ea_3f2f_6751,
                0xc099_c063_22a3_f8be,
                0x405b_8935_4da7_7324,
                0xc01e_3522_9465_3188,
                0x3fe9_bc7d_b16b_d7a7,
                0xbfc8_bfe1_c3a4_f741,
                0x3fc7_ffff_f0d0_0be2,
                0x3ff0_0000_0000_68cc,
            ],
            [
                0xc18d_a26b_212f_dc9a,
                0x415a_30ac_6857_bee0,
                0xc117_6422_2ad7_c910,
                0x40ce_b02e_0c30_6857,
                0xc083_5185_9fa2_b23b,
                0x403e_65a0_7af5_1f42,
                0xc002_f2b8_17f7_7a57,
                0x3fd7_bcc3_4da0_69fd,
                0xbfc4_ffff_f8a4_4463,
                0x3fd7_ffff_ffff_5cd7,
            ],
            d(0x4002_d97c_7f33_21d2),
            unit,
        )
    }
}

pub(crate) fn j1(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let value = j1_of_size(size, unit);
    if size < 1e-30 {
        x * 0.5
    } else if x < 0.0 {
        -value
    } else {
        value
    }
}
