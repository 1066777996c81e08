//! Modified Bessel functions of the first kind of `.f64`.

use super::arithmetic::{fma, high, horner, reciprocal, reciprocal_root, select};
use super::exponential::exp;
use crate::device_math::special_function_unit::SpecialFunctionUnit;

/// e^x over the root of x, times a series in 1/x.
#[inline(always)]
fn large<const N: usize>(x: f64, coefficients: [u64; N], unit: &mut impl SpecialFunctionUnit) -> f64 {
    // The square of e^(x/2), so that it stays in the range.
    let power = exp(x * 0.5);
    power * ((horner(reciprocal(x, unit), coefficients) * reciprocal_root(x, unit)) * power)
}

#[inline(always)]
pub(crate) fn cyl_bessel_i0(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let large = large(
        size,
        [
            0x41f2_f851_fc23_7b1d,
            0x41ff_efdd_4ff3_7461,
            0xc1fa_8a19_07f5_7f70,
            0x41e1_0b68_5285_1c22,
            0xc1b9_25fc_57cc_b350,
            0x4188_5261_a717_6974,
            0xc150_6bfa_24be_44db,
            0x4110_03cc_0da5_8b08,
            0xc0c6_e73a_a6a2_c47a,
            0x4078_5e17_bc10_541a,
            0xc021_6c66_9036_5068,
            0x3fd9_34e0_8086_004c,
            0x3fb6_aa7c_7d42_8943,
            0x3fa6_eac2_735a_091e,
            0x3f9d_ebaa_9056_1e71,
            0x3f9c_b94d_dfd2_3f70,
            0x3fa9_8845_33d3_0179,
            0x3fd9_8845_33d4_3657,
        ],
        unit,
    );
    let small = horner(
        size * size,
        [
            0x37d4_d7f5_9295_7da6,
            0x3858_c41d_50ab_516f,
            0x3909_5dda_3f2c_417b,
            0x39a3_6718_9a01_363e,
            0x3a3e_9074_5678_b866,
            0x3ad4_16d1_4fa3_a4bd,
            0x3b66_9d02_1fde_720e,
            0x3bf5_6010_14e9_5430,
            0x3c80_b313_c032_5230,
            0x3d05_22a4_2ffe_f890,
            0x3d85_22a4_4080_9476,
            0x3e00_2e85_c07b_a843,
            0x3e72_3456_789b_9de8,
            0x3edc_71c7_1c71_b63c,
            0x3f3c_71c7_1c71_c7c2,
            0x3f8f_ffff_ffff_fffb,
            0x3fd0_0000_0000_0000,
            0x3ff0_0000_0000_0000,
        ],
    );
    select((0x4026_19fc..0x47c0_0000).contains(&high(size)), large, small)
}

#[inline(always)]
pub(crate) fn cyl_bessel_i1(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let large = large(
        size,
        [
            0x41d8_729d_a7e5_a092,
            0xc20a_9923_a681_0426,
            0x4201_5d3d_b3c5_ffe0,
            0xc1e4_d2d8_9a39_13c1,
            0x41bd_cdff_9b08_0398,
            0xc18c_5f2e_01fb_2ff9,
            0x4152_fcfb_5fd5_4150,
            0xc112_6d4c_d831_fc06,
            0x40ca_49ab_c2ca_d407,
            0xc07b_f09a_8d0b_4bcf,
            0x4023_f8f8_f6f2_6890,
            0xbfdd_6e31_961e_ce73,
            0xbfbb_bdc1_21c5_123b,
            0xbfad_76aa_cf55_fc53,
            0xbfa4_f1c4_ff86_494b,
            0xbfa7_efc0_e3c7_167e,
            0xbfc3_2633_e6de_cf48,
            0x3fd9_8845_33d4_3649,
        ],
        unit,
    )
    .copysign(x);
    let square = x * x;
    let small = horner(
        square,
        [
            0x3826_8d52_e367_973f,
            0x38a7_6b71_c289_18b0,
            0x3958_082f_e660_6acb,
            0x39f0_ec04_908e_2753,
            0x3a88_d983_808a_730d,
            0x3b1e_2162_4af0_555a,
            0x3baf_1802_4073_231e,
            0x3c3a_b810_d07c_53a4,
            0x3cc2_c976_77fa_b629,
            0x3d45_22a4_2918_d8a1,
            0x3dc2_7e4f_b8f6_17fc,
            0x3e38_45c8_a0ab_d799,
            0x3ea6_c16c_16c3_69a2,
            0x3f0c_71c7_1c71_a4b2,
            0x3f65_5555_5555_5681,
            0x3faf_ffff_ffff_fff1,
        ],
    ) * square;
    let small = fma(x, small, x * 0.5);
    select((0x4026_0000..0x47c0_0000).contains(&high(size)), large, small)
}
