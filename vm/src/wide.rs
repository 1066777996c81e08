//! Variants of hot functions for newer x86-64 processors.

use std::sync::LazyLock;

/// Whether the processor has what these are compiled for: `avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c`.
#[inline]
pub(crate) fn has_wide() -> bool {
    use std::arch::is_x86_feature_detected as has;
    static HAS: LazyLock<bool> =
        LazyLock::new(|| has!("avx2") && has!("fma") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") && has!("f16c"));
    *HAS
}
