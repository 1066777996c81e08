//! The texture unit: what texture and surface instructions read and write.
//!
//! *What.* [`descriptor`] says what an object stands for; [`fetch`] turns coordinates into texels with weights (along an axis by [`address`],
//! for cubes by [`cube`], for mipmaps by [`level`]), which [`filter`] and [`format`](mod@format) make values of; [`layout`] says where an array's texels
//! lie; [`surface`] is the way without filters. *Invariant.* Nothing here touches memory: addresses go out, bytes come in, so that the
//! caller checks them. *Source.* CUDA C++ Programming Guide, "Texture Fetching"; every rounding measured on an H200.

pub mod address;
mod cube;
pub mod descriptor;
pub mod fetch;
mod filter;
pub mod format;
pub mod layout;
mod level;
pub mod registry;
mod srgb;
pub mod surface;
pub mod traffic;

/// What one lane wants of a texture.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lookup {
    /// Coordinates that are places: 1, 2 or 3; 3 for a direction.
    pub dimensions: u32,
    /// It has a layer.
    pub is_layered: bool,
    /// The coordinates are a direction.
    pub is_cube: bool,
    /// The coordinates, 0 where there is none.
    pub coordinates: [f32; 3],
    /// `tex1Dfetch`: the index of the texel.
    pub index: Option<i32>,
    /// The layer.
    pub layer: i32,
    /// Which level of a mipmap.
    pub level: LevelChoice,
    /// `tld4`: which component.
    pub gather: Option<usize>,
}

/// Which level of a mipmap is wanted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum LevelChoice {
    /// The first.
    #[default]
    First,
    /// This one.
    Number(f32),
    /// The one that fits how the coordinates change from pixel to pixel in two directions.
    Gradients([[f32; 3]; 2]),
}
