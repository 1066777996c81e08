//! Bessel functions of the second kind of `.f64`.

use super::arithmetic::{NAN, d, fma, horner};
use super::bessel::{TWO_OVER_PI, far, j0, j1, near_root};
use super::logarithm::log;
use crate::device_math::special_function_unit::SpecialFunctionUnit;

pub(crate) fn y0(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    let value = if size <= d(0x3fe9_7f4a_8f9d_3f28) {
        let square = size * size;
        let p = horner(
            square,
            [
                0x3c8e_fbd0_a1b7_7c65,
                0xbd13_098c_51c1_8514,
                0x3d92_3102_d2f5_f2f5,
                0xbe0a_5f2d_ee7d_526e,
                0x3e7b_b77e_758b_38af,
                0xbee3_d1a2_06ec_4f36,
                0x3f41_83dc_d3ed_6294,
                0xbf90_3921_cf04_f123,
                0x3fc5_db69_d775_3176,
            ],
        );
        let small = ((square - d(0x3fdb_a967_4000_0000)) - d(0xbe15_a30c_8000_0000)) * p;
        fma(log(size, unit) * TWO_OVER_PI, j0(size, unit), small)
    } else if size <= d(0x4000_347c_4ab3_7b18) {
        near_root(
            size,
            [d(0x3fec_982e_b8d4_17ea), d(0x3c7e_a9d2_7034_7f83)],
            [
                0xbf01_6301_32d7_5fc3,
                0x3f3d_054b_05d3_c52d,
                0xbf66_dac0_b314_b2e5,
                0x3f86_a5d1_de76_263f,
                0xbf9f_d166_5282_4592,
                0x3fb0_f69a_9cc7_9fbd,
                0xbfbc_ce40_ef15_583e,
                0x3fc4_46b1_1780_e4fc,
                0xbfc8_9ae7_e196_21f7,
                0x3fca_cba1_b38e_f7b8,
                0xbfcb_4166_a03b_bfa5,
                0x3fca_cca4_d5d4_889a,
                0xbfca_1455_932b_9392,
                0x3fc9_6d8d_b8d8_44ec,
                0xbfc8_f7fb_7752_2edf,
                0x3fc8_c092_6abc_9ab0,
                0xbfc8_d35b_8fea_468c,
                0x3fc9_424b_8a0c_8f94,
                0xbfca_396a_7f34_03ef,
                0x3fcc_0680_86c3_7055,
                0xbfcc_f18e_6a4c_5c4e,
                0x3fcc_3b13_38af_4239,
                0xbfdf_7e38_a46d_70db,
                0x3fec_2437_1844_b88a,
            ],
        )
    } else if size <= d(0x4016_1663_b5d9_a628) {
        near_root(
            size,
            [d(0x400f_a953_4d98_569c), d(0xbc9f_06ae_7804_384e)],
            [
                0xbcda_ea62_ac8b_da68,
                0xbcd2_4349_5815_1ac7,
                0x3d11_c24a_40d3_3fe1,
                0x3d23_7cd6_2fa0_8ca4,
                0xbd43_902e_0298_c52a,
                0xbd1d_daad_11ca_b40f,
                0xbd52_09d9_f06d_7de4,
                0x3d8b_b9f4_6446_8e1a,
                0xbda8_f67b_07d1_b440,
                0x3dc7_c8d6_0f9e_aecf,
                0xbde9_7034_05b4_9a8d,
                0x3e0a_6b64_e764_17e4,
                0xbe2f_6b5a_fb2f_1359,
                0x3e54_526b_71c2_1ec1,
                0xbe57_76db_cbbc_8e1d,
                0xbe93_b211_fc2d_f90e,
                0xbed4_8637_2e85_62dc,
                0x3f0a_b2c1_fbc3_a254,
                0x3f29_9827_6533_53b8,
                0xbf61_e32b_c4ed_7084,
                0xbf7c_116f_dc59_9a09,
                0x3fad_f6d5_9bf5_0c77,
                0x3faa_09c9_2903_680b,
                0xbfd9_c342_56a1_2a0b,
            ],
        )
    } else if size <= d(0x4021_4ef3_0c0c_06ed) {
        near_root(
            size,
            [d(0x401c_581d_c4e7_2103), d(0xbc99_774a_495f_56cf)],
            [
                0x3cf1_cb3a_ba71_8b8e,
                0xbd3f_443b_b4f5_3d75,
                0xbd77_0f73_7bd6_a786,
                0x3dbf_0e9a_2045_9e14,
                0x3def_a6b1_37d5_e108,
                0xbe34_4296_729f_b7fa,
                0xbe60_a281_3a80_dfaa,
                0x3ea3_4aa7_37a8_3eb4,
                0x3ec6_a922_7332_d03c,
                0xbf08_177e_4f93_c81e,
                0xbf22_6dd7_1e39_1775,
                0x3f61_d35e_85fd_7b22,
                0x3f6b_2f14_a955_285c,
                0xbfa8_969c_64cb_f388,
                0xbf95_aef6_11fc_4d5a,
                0x3fd3_34cc_a069_7a5a,
            ],
        )
    } else {
        far(
            size,
            [
                0xc0c5_e91e_6ac3_ad03,
                0x4093_f56a_049c_dde7,
                0xc055_72d3_9dfb_8433,
                0x4016_a604_1caa_59e5,
                0xbfe1_55e3_a049_3880,
                0x3fba_7fb9_2f41_7f7f,
                0xbfaf_ffff_b12e_32f5,
                0x3fef_ffff_fffe_ced5,
            ],
            [
                0x418a_86a6_4be1_01dc,
                0xc157_09c7_9aac_5813,
                0x4114_2a31_c980_a287,
                0xc0c9_cbe6_8930_485d,
                0x407f_583e_14e8_a4e8,
                0xc037_4a62_9c65_0680,
                0x3ffa_32a7_af17_fae9,
                0xbfca_d324_9778_5cd6,
                0x3fb0_aaaa_9fb7_5f7b,
                0xbfbf_ffff_fffe_320f,
            ],
            d(0x4002_d97c_7f33_21d2),
            unit,
        )
    };
    if x < 0.0 { NAN } else { value }
}

pub(crate) fn y1(x: f64, unit: &mut impl SpecialFunctionUnit) -> f64 {
    let size = x.abs();
    if x <= 0.0 {
        if x == 0.0 { f64::NEG_INFINITY } else { NAN }
    } else if size < 1e-308 {
        -TWO_OVER_PI / size
    } else if size <= d(0x3ff4_c6f2_0813_2576) {
        let p = horner(
            size * size,
            [
                0x3d52_49f9_0687_428c,
                0xbdcf_0b5b_1fb7_b95e,
                0x3e43_2e58_9311_fa14,
                0xbeb0_a780_aa4a_92e9,
                0x3f12_c7db_ffca_ec2b,
                0xbf68_35b9_7894_ba4a,
                0x3fab_d397_5c75_b4a3,
                0xbfc9_1866_143c_bc8a,
            ],
        );
        fma(size, p, fma(j1(size, unit), log(size, unit), -(1.0 / size)) * TWO_OVER_PI)
    } else if size <= d(0x4009_b510_ec2a_dc83) {
        near_root(
            size,
            [d(0x4001_93be_d4df_f243), d(0xbc8b_d1e5_0d21_9bfd)],
            [
                0xbe2b_87b0_be2a_a150,
                0x3e48_33aa_e4d8_b975,
                0xbe44_e279_b423_e68f,
                0x3e12_9dc6_a747_eb4f,
                0xbe61_d155_3449_6cd8,
                0x3e7e_ec8d_48fe_ce00,
                0xbe8d_1180_af70_a134,
                0x3e9c_8386_a0ea_1388,
                0xbeb0_1a01_4e7f_3250,
                0x3ec1_fb75_2010_a320,
                0xbed3_aa0a_ff4e_332b,
                0x3ee5_84a6_c77f_6700,
                0xbef7_94c5_20fc_2ebb,
                0x3f09_d18d_2d35_cc71,
                0xbf1c_3fb7_315c_4599,
                0x3f2e_ea7a_decc_e927,
                0xbf40_b2d8_5257_446f,
                0x3f51_7ab4_b1fe_5d5b,
                0xbf65_429d_c651_6c0d,
                0x3f7e_671c_7d0b_090b,
                0xbf73_a6de_c36f_b27c,
                0xbfa0_d2af_4e93_1fd1,
                0xbfbe_56f8_2217_b964,
                0x3fe0_aa48_442f_014b,
            ],
        )
    } else if size <= d(0x401c_0d26_d5a5_41cb) {
        near_root(
            size,
            [d(0x4015_b7fe_4e87_b02e), d(0x3cbd_fe7b_ac22_8e8c)],
            [
                0x3cba_3c76_069f_1d8c,
                0x3cc6_9a30_9967_93e2,
                0xbcdd_d843_2fe7_56e7,
                0xbd14_3158_eee2_20f7,
                0x3d28_d444_9123_0f5a,
                0xbd43_8842_eaf4_edbc,
                0x3d74_958d_afbf_af5a,
                0xbd94_49a6_0e66_4848,
                0x3d83_8bc8_cd59_4a76,
                0xbdfa_7980_0214_1323,
                0x3e38_0b41_9895_6aaa,
                0x3e5b_62b5_f21b_acd4,
                0xbea2_55e7_29fb_6aae,
                0xbec8_0618_f6ba_e5aa,
                0x3f08_5b94_0f8e_8d36,
                0x3f23_37c7_e10e_14e8,
                0xbf61_be6d_b993_32ca,
                0xbf71_0a32_9e2b_e9b8,
                0x3faa_15d9_2dfe_3fcf,
                0x3fa0_0b9f_8571_c9be,
                0xbfd5_c7c5_56f0_c19a,
            ],
        )
    } else if size <= d(0x4022_585c_739a_cddd) {
        near_root(
            size,
            [d(0x4021_3127_ae61_69b4), d(0x3cb4_79cc_068d_9046)],
            [
                0x3cb0_9ccc_2294_5996,
                0xbd43_515f_6764_4276,
                0xbd72_c5b9_78e9_f5c7,
                0x3dbe_c115_1613_913c,
                0x3de9_e38d_13c4_a824,
                0xbe34_1e75_e108_8eb5,
                0xbe5a_384e_bb13_cfe1,
                0x3ea2_becb_27f8_c8f8,
                0x3ec1_76e7_2b98_9fd8,
                0xbf06_f7ba_b102_f822,
                0xbf1b_50d7_e1d2_78e1,
                0x3f60_7a67_8d60_004f,
                0x3f63_ced2_a2e6_9115,
                0xbfa6_395d_fe49_fcd4,
                0xbf90_2b39_33cf_21b1,
                0x3fd1_5f99_3fce_ab5c,
            ],
        )
    } else {
        far(
            size,
            [
                0x40d1_3db3_26ec_ebfe,
                0xc09c_26e8_9385_d5b1,
                0x405c_6ab9_23c6_f55e,
                0xc01e_61ea_f3bd_2fa1,
                0x3fe9_bf15_d9b9_7dd1,
                0xbfc8_bfec_f93d_7d19,
                0x3fc7_ffff_f756_aa6c,
                0x3ff0_0000_0000_3646,
            ],
            [
                0xc194_3281_a050_209c,
                0x4160_24e9_9ba4_6e7b,
                0xc11a_6875_d7df_bd65,
                0x40d0_32c0_4179_0233,
                0xc083_9f89_5bc2_2946,
                0x403e_77cc_78ec_d2d8,
                0xc002_f368_d011_7be9,
                0x3fd7_bcc7_8600_9a25,
                0xbfc4_ffff_fc51_bc7a,
                0x3fd7_ffff_ffff_b5ea,
            ],
            d(0x400f_6a7a_2955_385e),
            unit,
        )
    }
}
