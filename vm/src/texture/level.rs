//! Which levels of a mipmap a lookup reads, and their weights.
//!
//! *May miss.* The logarithm of gradients, which hardware approximates: of 813 levels measured on an H200 a quarter lie 1/256 beside this
//! one's, some 20 up to 11/256. Levels that are given as numbers are exact.

use super::descriptor::{Array, Sampler};
use super::{LevelChoice, Lookup};

/// Levels and their weights in 1/256, which add up to 256.
pub(super) fn choose(sampler: &Sampler, array: &Array, lookup: &Lookup) -> [(u32, u32); 2] {
    // Levels have 8 fractional bits; what is below is cut off of each summand, towards zero, but rounded of a logarithm.
    let level = match lookup.level {
        LevelChoice::First => return [(0, 256), (0, 0)],
        LevelChoice::Number(level) => level,
        LevelChoice::Gradients(gradients) => (of_gradients(gradients, array, lookup.dimensions) * 256.0).round() / 256.0,
    };
    let last = array.levels.max(1) - 1;
    let level = if level.is_nan() { 0.0 } else { level };
    let fixed = |level: f32| (f64::from(level) * 256.0).trunc().clamp(-1e6, 1e6) as i64;
    let level = (fixed(level) + fixed(sampler.level_bias)).max(fixed(sampler.level_clamp[0])).min(fixed(sampler.level_clamp[1]));
    let fixed = level.clamp(0, i64::from(last) << 8) as u32;
    if !sampler.is_linear_between_levels {
        return [(((fixed + 128) >> 8).min(last), 256), (0, 0)];
    }
    let (first, weight) = (fixed >> 8, fixed & 255);
    [(first, 256 - weight), ((first + 1).min(last), weight)]
}

/// The logarithm of how many texels lie between neighbouring pixels.
fn of_gradients(gradients: [[f32; 3]; 2], array: &Array, dimensions: u32) -> f32 {
    let extent = array.level_extent(0);
    let length = |gradient: [f32; 3]| -> f64 {
        let parts = gradient.iter().zip(extent).take(dimensions as usize);
        parts.map(|(&change, size)| (f64::from(change) * size.max(1) as f64).powi(2)).sum::<f64>().sqrt()
    };
    let longest = length(gradients[0]).max(length(gradients[1]));
    longest.log2() as f32
}
