//! What one lane of a texture instruction reads: which texels, with which weights.
//!
//! *What.* [`footprint`] says it without touching memory; from it follow both the values ([`Footprint::values`]) and what counters see.
//! *Invariant.* Every address lies in the texture's resource. *May miss.* An instruction whose geometry is not that of its texture
//! reads zeros, but for `1d` of a 2-D array, which reads the first row. *Source.* PTX ISA 9.7.10; measured on an H200.

use super::Lookup;
use super::address::{Axis, Reach, axis};
use super::cube;
use super::descriptor::{Array, Resource, Texture};
use super::filter::{filter, weights};
use super::format::{ChannelKind, Format, Read, point};
use super::level;

/// A texel that has a part in a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Texel {
    /// It lies in memory.
    At(u64),
    /// The border's colour; the cache is asked for the texel at this address all the same (measured).
    Border(u64),
    /// Nothing: zeros.
    Nothing,
}

/// Four texels of two neighbouring rows, and their weights in 1/256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slice {
    /// First row, then the second.
    pub texels: [Texel; 4],
    /// By texel.
    pub weights: [u32; 4],
    /// Which are read: also those whose weight was rounded to 0.
    pub is_read: [bool; 4],
}

impl Slice {
    const NOTHING: Slice = Slice { texels: [Texel::Nothing; 4], weights: [0; 4], is_read: [false; 4] };
}

/// The texels of a result.
#[derive(Clone, Copy, Debug)]
pub struct Footprint {
    slices: [Slice; 4],
    count: usize,
    /// They are filtered; otherwise the first texel is the result.
    is_filtered: bool,
    /// All texels are read, whatever their weights.
    is_gather: bool,
}

impl Footprint {
    /// That of an instruction which reads nothing.
    pub const NOTHING: Footprint = Footprint { slices: [Slice::NOTHING; 4], count: 1, is_filtered: false, is_gather: false };

    fn clear(&mut self) {
        (self.count, self.is_filtered, self.is_gather) = (0, false, false);
    }

    fn add(&mut self, slice: Slice) {
        self.slices[self.count] = slice;
        self.count += 1;
    }

    fn add_point(&mut self, texel: Texel, weight: u32) {
        let mut slice = Slice::NOTHING;
        (slice.texels[0], slice.weights[0], slice.is_read[0]) = (texel, weight, true);
        self.add(slice);
    }

    /// Whether the result is a sum of several texels.
    pub fn is_filtered(&self) -> bool {
        self.is_filtered && !self.is_gather
    }

    /// The slices.
    pub fn slices(&self) -> &[Slice] {
        &self.slices[..self.count]
    }

    /// The texels in memory that are read; for `tld4` all four.
    pub fn texels(&self) -> impl Iterator<Item = u64> + '_ {
        self.used().filter_map(|texel| match texel {
            Texel::At(address) | Texel::Border(address) => Some(address),
            Texel::Nothing => None,
        })
    }

    /// The same without those that the border's colour stands for.
    pub fn inside(&self) -> impl Iterator<Item = u64> + '_ {
        self.used().filter_map(|texel| match texel {
            Texel::At(address) => Some(address),
            Texel::Border(_) | Texel::Nothing => None,
        })
    }

    fn used(&self) -> impl Iterator<Item = Texel> + '_ {
        let is_gather = self.is_gather;
        let all = self.slices().iter().flat_map(|slice| slice.texels.into_iter().zip(slice.is_read));
        all.filter(move |(_, is_read)| is_gather || *is_read).map(|(texel, _)| texel)
    }

    /// The four components; `read` gives the bytes of the texel at an address.
    pub fn values(&self, texture: &Texture, read: &mut impl FnMut(u64) -> [u8; 16]) -> [u32; 4] {
        let (format, sampler) = (texture.format, &texture.sampler);
        if !self.is_filtered {
            let texel = self.slices[0].texels[0];
            let raw = if self.slices[0].weights[0] == 0 { [0; 4] } else { channels(texel, format, sampler.read, sampler.border, read) };
            let is_colour = matches!(texel, Texel::Border(_)) && sampler.read == Read::Element && format.kind == ChannelKind::Float;
            return std::array::from_fn(|channel| match channel < usize::from(format.channels) {
                false => 0,
                true if is_colour => sampler.border[channel].to_bits(),
                true => point(format, sampler.read, raw[channel], channel),
            });
        }
        let mut raw = [[[0u32; 4]; 4]; 4];
        for (slice, raw) in self.slices().iter().zip(&mut raw) {
            for ((texel, weight), raw) in slice.texels.iter().zip(slice.weights).zip(raw.iter_mut()).filter(|((_, w), _)| *w != 0) {
                *raw = channels(*texel, format, sampler.read, sampler.border, read);
                debug_assert!(weight <= 256);
            }
        }
        std::array::from_fn(|channel| {
            if channel >= usize::from(format.channels) {
                return 0;
            }
            let mut slices = [([0; 4], [0; 4]); 4];
            for (index, slice) in self.slices().iter().enumerate() {
                slices[index] = (slice.weights, raw[index].map(|texel| texel[channel]));
            }
            let is_srgb = sampler.read == Read::Srgb && channel < 3;
            filter(format, is_srgb, &slices[..self.count])
        })
    }

    /// What `tld4` makes of the four texels: one component of each, counter-clockwise from the lower left.
    pub fn gathered(&self, texture: &Texture, component: usize, read: &mut impl FnMut(u64) -> [u8; 16]) -> [u32; 4] {
        let (format, sampler) = (texture.format, &texture.sampler);
        if component >= usize::from(format.channels) {
            return [0; 4];
        }
        [2, 3, 1, 0].map(|index| {
            let raw = channels(self.slices[0].texels[index], format, sampler.read, sampler.border, read);
            point(format, sampler.read, raw[component], component)
        })
    }
}

/// The raw channels of a texel.
fn channels(texel: Texel, format: Format, read_mode: Read, border: [f32; 4], read: &mut impl FnMut(u64) -> [u8; 16]) -> [u32; 4] {
    match texel {
        Texel::At(address) => {
            let bytes = read(address);
            std::array::from_fn(|channel| if channel < usize::from(format.channels) { format.channel(&bytes, channel) } else { 0 })
        }
        Texel::Border(_) => border.map(|colour| border_channel(format, read_mode, colour)),
        Texel::Nothing => [0; 4],
    }
}

/// The border's colour as a channel of the format: of integers that are read as such its lowest bits (measured).
fn border_channel(format: Format, read: Read, colour: f32) -> u32 {
    use super::format::ChannelKind::*;
    let scaled = |largest: f32| (colour.clamp(-1.0, 1.0) * largest).round() as i32;
    match (format.kind, format.bits) {
        (Float, 16) => float_to_half(colour),
        (Float, _) => colour.to_bits(),
        (_, bits) if read == Read::Element => colour.to_bits() & (u32::MAX >> (32 - bits)),
        (_, 32) => colour.to_bits(),
        (Unsigned, bits) => scaled(((1u32 << bits) - 1) as f32).max(0) as u32,
        (Signed, bits) => scaled(((1u32 << (bits - 1)) - 1) as f32) as u32 & ((1 << bits) - 1),
    }
}

/// Rounds to the nearest number of 16 bits.
fn float_to_half(x: f32) -> u32 {
    if x.is_nan() {
        return 0x7fff;
    }
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = f64::from(x.abs());
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    let exponent = (magnitude.log2().floor() as i32).max(-14);
    let units = (magnitude / 2f64.powi(exponent - 10)).round_ties_even() as u32;
    // A carry out of the mantissa is one to the exponent.
    sign | if units < 1024 { units } else { (((exponent + 15) as u32) << 10) + units - 1024 }
}

/// What an instruction wants of a texture, for one lane.
pub fn footprint(texture: &Texture, lookup: &Lookup) -> Footprint {
    let mut footprint = Footprint::NOTHING;
    footprint.find(texture, lookup);
    footprint
}

impl Footprint {
    /// Becomes that of one lane's lookup.
    pub fn find(&mut self, texture: &Texture, lookup: &Lookup) {
        self.clear();
        match &texture.resource {
            Resource::Linear(base, count) => {
                if let Some(index) = lookup.index
                    && lookup.dimensions == 1
                    && !lookup.is_layered
                    && (0..*count as i64).contains(&i64::from(index))
                {
                    self.add_point(Texel::At(base + index as u64 * texture.format.bytes()), 256);
                }
            }
            _ if lookup.index.is_some() => {}
            Resource::Pitch(base, width, height, pitch) => {
                if lookup.dimensions == 2 && !lookup.is_layered && !lookup.is_cube {
                    let bytes = texture.format.bytes();
                    let at = |x: u32, y: u32, _: u32| base + u64::from(y) * pitch + u64::from(x) * bytes;
                    self.add_plane(texture, lookup, [*width, *height, 1], 0, 256, &at);
                }
            }
            Resource::Array(array) => self.find_in_array(texture, array, lookup),
        }
        if self.count == 0 {
            self.add(Slice::NOTHING);
        }
    }

    fn find_in_array(&mut self, texture: &Texture, array: &Array, lookup: &Lookup) {
        let dimensions = array.dimensions();
        let fits = lookup.is_cube == array.is_cube()
            && lookup.is_layered == (array.flags & super::descriptor::flag::LAYERED != 0)
            && (lookup.is_cube || lookup.dimensions == dimensions || (lookup.dimensions, dimensions) == (1, 2));
        if !fits {
            return;
        }
        for (number, weight) in level::choose(&texture.sampler, array, lookup) {
            if weight != 0 {
                self.add_level(texture, array, lookup, number, weight);
                self.is_filtered |= weight != 256;
            }
        }
    }

    fn add_level(&mut self, texture: &Texture, array: &Array, lookup: &Lookup, number: u32, total: u32) {
        let level = &array.layout.levels[(array.first_level + number) as usize];
        let bytes = texture.format.bytes();
        let at = |x: u32, y: u32, z: u32| array.base + level.at(u64::from(x) * bytes, u64::from(y), u64::from(z));
        let extent = [level.width, level.height, level.depth];
        if lookup.is_cube {
            self.add_plane_of_cube(texture, lookup, extent[0], array_layer(lookup.layer, level.depth / 6) * 6, total, &at);
        } else {
            self.add_plane(texture, lookup, extent, array_layer(lookup.layer, level.depth), total, &at);
        }
    }

    /// Texels of one level that is no cube; its texels have `total` together.
    fn add_plane(
        &mut self,
        texture: &Texture,
        lookup: &Lookup,
        extent: [u64; 3],
        layer: u32,
        total: u32,
        at: &dyn Fn(u32, u32, u32) -> u64,
    ) {
        let sampler = &texture.sampler;
        let is_linear = sampler.is_linear || lookup.gather.is_some();
        let reach = match (lookup.gather, sampler.is_linear) {
            (Some(_), _) => Reach::Neighbours,
            (None, true) => Reach::Linear,
            (None, false) => Reach::Point,
        };
        let along = |n: usize| axis(lookup.coordinates[n], extent[n] as u32, sampler.address[n], sampler.is_normalised, reach);
        // A 1-D texture is a row of a 2-D one, read at 0; with layers it is not (measured: the border counts in the first case).
        let is_line = lookup.dimensions == 1 && lookup.is_layered;
        let (x, y) = (along(0), if is_line { Axis::at(0) } else { along(1) });
        let z = if lookup.dimensions == 3 { along(2) } else { Axis::at(layer) };
        self.add_slices(is_linear, total, &[x, y, z], at);
        self.is_gather |= lookup.gather.is_some();
    }

    /// Texels of one level of a cube whose faces begin at slice `first`.
    fn add_plane_of_cube(
        &mut self,
        texture: &Texture,
        lookup: &Lookup,
        size: u64,
        first: u32,
        total: u32,
        at: &dyn Fn(u32, u32, u32) -> u64,
    ) {
        let (face, place) = cube::face(lookup.coordinates);
        let is_linear = texture.sampler.is_linear;
        let reach = if is_linear { Reach::Linear } else { Reach::Point };
        let along = |n: usize| axis(place[n], size as u32, texture.sampler.address[n], true, reach);
        self.add_slices(is_linear, total, &[along(0), along(1), Axis::at(first + face)], at);
    }

    /// The texels where three axes say, with weights.
    fn add_slices(&mut self, is_linear: bool, total: u32, [x, y, z]: &[Axis; 3], at: &dyn Fn(u32, u32, u32) -> u64) {
        let texel = |i: usize, j: usize, k: usize| {
            let address = at(x.nearest[i], y.nearest[j], z.nearest[k]);
            let is_inside = x.texels[i].is_some() && y.texels[j].is_some() && z.texels[k].is_some();
            if is_inside { Texel::At(address) } else { Texel::Border(address) }
        };
        if !is_linear {
            return self.add_point(texel(0, 0, 0), total);
        }
        self.is_filtered = true;
        let first = ((256 - z.weight) * total + 128) >> 8;
        for (slice, total) in [first, total - first].into_iter().enumerate() {
            if total != 0 {
                let texels = std::array::from_fn(|k| texel(k & 1, k >> 1, slice));
                let is_read = std::array::from_fn(|k| (k & 1 == 0 || x.weight != 0) && (k >> 1 == 0 || y.weight != 0));
                self.add(Slice { texels, weights: weights(x.weight, y.weight, total), is_read });
            }
        }
    }
}

/// A layer outside of the array, also below 0, is the last one.
fn array_layer(layer: i32, layers: u64) -> u32 {
    u64::from(layer as u32).min(layers.max(1) - 1) as u32
}
