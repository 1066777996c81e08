//! What a texture or surface object stands for: memory, its shape, and how it is sampled.

use super::address::AddressMode;
use super::format::{Format, Read};
use super::layout::Layout;
use std::sync::Arc;

/// `cudaArrayLayered`, `cudaArraySurfaceLoadStore`, `cudaArrayCubemap`, `cudaArrayTextureGather`.
pub mod flag {
    /// Its third index is a layer.
    pub const LAYERED: u32 = 1;
    /// Surfaces may be made of it.
    pub const SURFACE_LOAD_STORE: u32 = 2;
    /// Its layers are the six faces of cubes.
    pub const CUBEMAP: u32 = 4;
    /// `tex2Dgather` may read it.
    pub const TEXTURE_GATHER: u32 = 8;
}

/// A CUDA array, with or without mipmap levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// Where its texels lie in the device's memory.
    pub base: u64,
    /// Of a texel.
    pub format: Format,
    /// As it was allocated: width, height and depth, 0 where it has none.
    pub extent: [u64; 3],
    /// See [`flag`].
    pub flags: u32,
    /// Of its texels.
    pub layout: Layout,
    /// The first of its levels that it consists of.
    pub first_level: u32,
    /// How many.
    pub levels: u32,
}

impl Array {
    /// Whether a third index is a layer or a face.
    pub fn has_layers(&self) -> bool {
        self.flags & (flag::LAYERED | flag::CUBEMAP) != 0
    }

    /// Whether six slices are the faces of a cube.
    pub fn is_cube(&self) -> bool {
        self.flags & flag::CUBEMAP != 0
    }

    /// How many dimensions its texels have, layers left out.
    pub fn dimensions(&self) -> u32 {
        match (self.extent[1], self.extent[2]) {
            (0, _) => 1,
            (_, depth) if depth == 0 || self.has_layers() => 2,
            _ => 3,
        }
    }

    /// The level, column, row and slice of the texel at an address.
    pub fn texel_at(&self, address: u64) -> Option<(usize, [u64; 3])> {
        let at = address.checked_sub(self.base)?;
        let (number, level) = self.layout.levels.iter().enumerate().rfind(|(_, level)| level.offset <= at)?;
        let [x, y, z] = level.place(at);
        Some((number, [x / self.format.bytes().max(1), y, z]))
    }

    /// Width, height and depth of a level, 0 where the array has none.
    pub fn level_extent(&self, level: u32) -> [u64; 3] {
        let level = (self.first_level + level).min(63);
        let part = |size: u64, halves: bool| if size == 0 || !halves { size } else { (size >> level).max(1) };
        let [width, height, depth] = self.extent;
        [part(width, true), part(height, true), part(depth, !self.has_layers())]
    }
}

/// The memory of a texture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resource {
    /// Texels one after another: address, how many.
    Linear(u64, u64),
    /// Rows of texels: address, width, height, bytes from row to row.
    Pitch(u64, u64, u64, u64),
    /// An array.
    Array(Arc<Array>),
}

impl Array {
    /// What a surface answers `suq` for width, height and depth: layers and faces count as the next dimension (measured, H200).
    pub fn queried(&self) -> [u64; 3] {
        let [width, height, depth] = self.level_extent(0);
        if self.dimensions() == 1 { [width, depth, 0] } else { [width, height, depth] }
    }
}

impl Resource {
    /// What a texture answers `txq` for width, height and depth (measured, H200): as of a surface, but a line is 1 high, and cubes count
    /// instead of their faces, if there are several.
    pub fn queried(&self) -> [u64; 3] {
        match self {
            Resource::Linear(_, count) => [*count, 0, 0],
            Resource::Pitch(_, width, height, _) => [*width, *height, 0],
            Resource::Array(array) => {
                let [width, height, depth] = array.queried();
                let is_layered = array.flags & flag::LAYERED != 0;
                match array.dimensions() {
                    1 if !is_layered => [width, 1, 0],
                    2 if array.is_cube() => [width, height, if is_layered { depth / 6 } else { 0 }],
                    _ => [width, height, depth],
                }
            }
        }
    }
}

/// How a texture is sampled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampler {
    /// By axis.
    pub address: [AddressMode; 3],
    /// Between texels.
    pub is_linear: bool,
    /// Between levels.
    pub is_linear_between_levels: bool,
    /// Coordinates are in [0, 1).
    pub is_normalised: bool,
    /// What reading gives.
    pub read: Read,
    /// The colour outside.
    pub border: [f32; 4],
    /// Added to the level.
    pub level_bias: f32,
    /// The least and the largest level.
    pub level_clamp: [f32; 2],
    /// Faces of cubes are filtered across their edges.
    pub is_seamless: bool,
    /// Samples at most along a line, if more than one; only with gradients.
    pub anisotropy: u32,
}

/// A texture.
#[derive(Clone, PartialEq, Debug)]
pub struct Texture {
    /// The memory.
    pub resource: Resource,
    /// Of a texel.
    pub format: Format,
    /// How it is sampled.
    pub sampler: Sampler,
}
