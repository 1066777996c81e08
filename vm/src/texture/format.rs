//! What a texel is: channels, and what reading makes of one.
//!
//! *What.* [`Format`] says how many channels of how many bits a texel has, [`Read`] what a texture gives of it: the element, or a
//! number in [0, 1] or [-1, 1]. The descriptor alone decides; the type that an instruction names changes nothing (measured).
//! *Source.* CUDA C++ Programming Guide, "Texture and Surface Memory"; sRGB and all bits measured on an H200.

use super::srgb::srgb;

/// What a channel holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChannelKind {
    /// Two's complement.
    Signed,
    /// Natural numbers.
    Unsigned,
    /// IEEE 754.
    Float,
}

/// The channels of a texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// What each holds.
    pub kind: ChannelKind,
    /// Bits of each: 8, 16 or 32.
    pub bits: u8,
    /// How many: 1, 2 or 4.
    pub channels: u8,
}

impl Format {
    /// Of `cudaChannelFormatDesc`: bits of x, y, z, w and the kind; `None` if arrays and textures have none such.
    pub fn of([x, y, z, w]: [i32; 4], kind: i32) -> Option<Format> {
        let kind = match kind {
            0 => ChannelKind::Signed,
            1 => ChannelKind::Unsigned,
            2 => ChannelKind::Float,
            _ => return None,
        };
        let channels = match [y, z, w] {
            [0, 0, 0] => 1,
            [_, 0, 0] if y == x => 2,
            [..] if y == x && z == x && w == x => 4,
            _ => return None,
        };
        let fits = matches!(x, 8 | 16 | 32) && !(x == 8 && kind == ChannelKind::Float);
        fits.then_some(Format { kind, bits: x as u8, channels })
    }

    /// `cudaChannelFormatDesc`: bits of x, y, z, w and the kind.
    pub fn descriptor(self) -> [i32; 5] {
        let bits = |n: u8| if n < self.channels { i32::from(self.bits) } else { 0 };
        [bits(0), bits(1), bits(2), bits(3), self.kind as i32]
    }

    /// Bytes of a texel.
    pub fn bytes(self) -> u64 {
        u64::from(self.bits) / 8 * u64::from(self.channels)
    }

    /// A channel of a texel, in the low bits.
    pub fn channel(self, texel: &[u8; 16], channel: usize) -> u32 {
        let at = channel * usize::from(self.bits) / 8;
        match self.bits {
            8 => u32::from(texel[at]),
            16 => u32::from(u16::from_le_bytes([texel[at], texel[at + 1]])),
            _ => u32::from_le_bytes([texel[at], texel[at + 1], texel[at + 2], texel[at + 3]]),
        }
    }

    /// The channel as a number with a sign, if it has one.
    pub fn integer(self, raw: u32) -> i32 {
        let unused = 32 - u32::from(self.bits);
        if self.kind == ChannelKind::Signed { (raw << unused) as i32 >> unused } else { raw as i32 }
    }
}

/// What a texture gives of a texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Read {
    /// The element; of 16-bit floats the number as 32 bits.
    #[default]
    Element,
    /// Integers of 8 and 16 bits as numbers in [0, 1] or [-1, 1].
    Normalised,
    /// As `Normalised`, and the first three channels of unsigned bytes are converted from sRGB.
    Srgb,
}

/// The largest value of an integer channel, which means 1.
fn largest(format: Format) -> u32 {
    (1 << (u32::from(format.bits) - u32::from(format.kind == ChannelKind::Signed))) - 1
}

/// What reading one texel gives of a channel, without a filter.
pub fn point(format: Format, read: Read, raw: u32, channel: usize) -> u32 {
    match (format.kind, read) {
        (ChannelKind::Float, _) if format.bits == 16 => half_to_float(raw as u16),
        (ChannelKind::Float, _) => raw,
        (ChannelKind::Unsigned, Read::Srgb) if format.bits == 8 && channel < 3 => srgb(raw).to_bits(),
        (_, Read::Element) => format.integer(raw) as u32,
        (ChannelKind::Unsigned, _) => quotient(raw as i32, largest(format)).to_bits(),
        (ChannelKind::Signed, _) => quotient(format.integer(raw).max(-(largest(format) as i32)), largest(format)).to_bits(),
    }
}

/// `a / b`, rounded once.
pub fn quotient(a: i32, b: u32) -> f32 {
    (f64::from(a) / f64::from(b)) as f32
}

/// The bits of a 16-bit float as those of the same number in 32 bits; a NaN keeps its payload.
pub fn half_to_float(half: u16) -> u32 {
    let (sign, exponent, mantissa) = (u32::from(half >> 15) << 31, u32::from(half >> 10 & 31), u32::from(half & 0x3ff));
    match (exponent, mantissa) {
        (0, 0) => sign,
        (0, m) => {
            let shift = m.leading_zeros() - 21;
            sign | (113 - shift) << 23 | (m << shift & 0x3ff) << 13
        }
        (31, m) => sign | 0x7f80_0000 | m << 13,
        (e, m) => sign | (e + 112) << 23 | m << 13,
    }
}
