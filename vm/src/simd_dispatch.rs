//! Variants of hot functions for newer x86-64 processors.

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

/// Whether the processor has what these are compiled for: `avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c`.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_wide_simd() -> bool {
    use std::arch::is_x86_feature_detected as has;
    static HAS: LazyLock<bool> =
        LazyLock::new(|| has!("avx2") && has!("fma") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") && has!("f16c"));
    *HAS
}

/// `base` plus the extended and shifted indices.
pub(crate) fn spread(base: u64, indices: &[u32; 32], shift: u32, signed: bool) -> [u64; 32] {
    #[cfg(target_arch = "x86_64")]
    if has_wide_simd() {
        // SAFETY: the processor has what it is compiled for.
        return unsafe { spread_wide(base, indices, shift, signed) };
    }
    spread_plain(base, indices, shift, signed)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c")]
fn spread_wide(base: u64, indices: &[u32; 32], shift: u32, signed: bool) -> [u64; 32] {
    spread_plain(base, indices, shift, signed)
}

#[inline(always)]
fn spread_plain(base: u64, indices: &[u32; 32], shift: u32, signed: bool) -> [u64; 32] {
    let mut addresses = [0; 32];
    for (address, &index) in addresses.iter_mut().zip(indices) {
        let wide = if signed { index as i32 as u64 } else { u64::from(index) };
        *address = base.wrapping_add(wide << (shift % 64));
    }
    addresses
}
