//! What follows from the seed of a run.

/// Numbers that follow from a seed: 0 from 0, and from others what looks like chance (Vigna's `splitmix64`).
pub(crate) fn mix(seed: u64) -> u64 {
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}
