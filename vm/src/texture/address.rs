//! From a coordinate to the texels along one axis, and their weight.
//!
//! *What.* A coordinate becomes a fixed-point number: without normalisation with 8 fractional bits, rounded half up; normalised ones are cut
//! to 21 fractional bits, then multiplied by the number of texels. The address mode says what lies outside. *Invariant.* Every index is
//! one of a texel, or none (the border). *Source.* CUDA C++ Programming Guide, "Texture Fetching"; bits measured on an H200.

/// What lies outside of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AddressMode {
    /// The texture again.
    Wrap,
    /// The nearest texel.
    Clamp,
    /// The texture's mirror image.
    Mirror,
    /// The border's colour.
    Border,
}

impl AddressMode {
    /// Of `enum cudaTextureAddressMode`.
    pub fn of(number: i32) -> Option<AddressMode> {
        [AddressMode::Wrap, AddressMode::Clamp, AddressMode::Mirror, AddressMode::Border].get(usize::try_from(number).ok()?).copied()
    }
}

/// Texels that a coordinate lies between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axis {
    /// Indexes of both; `None` is the border.
    pub texels: [Option<u32>; 2],
    /// The nearest texels, also where these are none.
    pub nearest: [u32; 2],
    /// Weight of the second in 1/256; 0 without a filter.
    pub weight: u32,
}

impl Axis {
    /// One texel.
    pub const fn at(index: u32) -> Axis {
        Axis { texels: [Some(index); 2], nearest: [index; 2], weight: 0 }
    }
}

/// What is wanted around a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The texel in which it lies.
    Point,
    /// The two between whose centres it lies, to be filtered.
    Linear,
    /// These two as they are.
    Neighbours,
}

/// Fractional bits of a normalised coordinate.
const NORMALISED_BITS: u32 = 21;

/// Coordinates beyond are as far outside as any.
const FAR: f64 = (1u64 << 40) as f64;

/// The whole number below or at `x`, which is no larger than 2^52: without a call where processors have no instruction for it.
fn floor(x: f64) -> i64 {
    let cut = x as i64;
    cut - i64::from(cut as f64 > x)
}

/// A coordinate with 8 fractional bits and its integer part, `count` texels long; whether the image is mirrored there.
fn fixed(x: f32, count: u32, mode: AddressMode, is_normalised: bool) -> (i64, i64, bool) {
    let x = if x.is_nan() || x.abs() < f32::MIN_POSITIVE { 0.0 } else { f64::from(x) };
    if !is_normalised {
        let x = x.clamp(-FAR, FAR);
        return (floor(x), floor(x * 256.0 + 0.5), false);
    }
    let repeats = matches!(mode, AddressMode::Wrap | AddressMode::Mirror);
    // Beyond this, a 32-bit float is an even number of textures.
    let x = if x.abs() > FAR && repeats { 0.0 } else { x.clamp(-FAR / 65536.0, FAR / 65536.0) };
    let cut = floor(x * f64::from(1 << NORMALISED_BITS));
    let inside = cut & ((1 << NORMALISED_BITS) - 1);
    let (cut, is_mirrored) = match mode {
        AddressMode::Wrap => (inside, false),
        AddressMode::Mirror => (inside, cut >> NORMALISED_BITS & 1 != 0),
        AddressMode::Clamp | AddressMode::Border => (cut, false),
    };
    let place = i128::from(cut) * i128::from(count);
    let rounded = (place * 256 + (1 << (NORMALISED_BITS - 1))) >> NORMALISED_BITS;
    ((place >> NORMALISED_BITS) as i64, rounded as i64, is_mirrored)
}

/// The texels around `x`; without normalisation only clamp and border exist.
pub fn axis(x: f32, count: u32, mode: AddressMode, is_normalised: bool, reach: Reach) -> Axis {
    let mode = match mode {
        AddressMode::Wrap | AddressMode::Mirror if !is_normalised => AddressMode::Clamp,
        mode => mode,
    };
    let (place, rounded, is_mirrored) = fixed(x, count, mode, is_normalised);
    let last = i64::from(count.max(1)) - 1;
    let (first, second, weight) = if reach != Reach::Point {
        let at = rounded - 128;
        // The filter clamps the coordinate, `tld4` each texel.
        let at = if mode == AddressMode::Clamp && reach == Reach::Linear { at.clamp(0, last << 8) } else { at };
        (at >> 8, (at >> 8) + 1, (at & 255) as u32)
    } else {
        (place, place, 0)
    };
    let texel = |index: i64| {
        let index = if is_mirrored { last - index } else { index };
        match mode {
            AddressMode::Wrap => Some(index.rem_euclid(last + 1) as u32),
            AddressMode::Border => (0..=last).contains(&index).then_some(index as u32),
            AddressMode::Clamp | AddressMode::Mirror => Some(index.clamp(0, last) as u32),
        }
    };
    let nearest = |index: i64| index.clamp(0, last) as u32;
    let texels = [texel(first), texel(second)];
    Axis { texels, nearest: [texels[0].unwrap_or(nearest(first)), texels[1].unwrap_or(nearest(second))], weight }
}
