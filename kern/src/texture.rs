//! [`Texture`]: a picture that kernels read through `tex2D`.

use std::marker::PhantomData;
use std::sync::Arc;

use kern_diag::{Code, Diagnostic, SourceMap};
use kern_embed::layout::{Layout, Numbers, Scalar};
use kern_vm::texture::address::AddressMode;
use kern_vm::texture::descriptor::Sampler;
use kern_vm::texture::format::{ChannelKind, Format, Read};

use crate::buffer::Heap;
use crate::call_site::{CallSite, Part};
use crate::{Buffer, Device, Element, Error};

/// Rows of a texture begin at multiples of so many bytes.
const PITCH: usize = 32;

/// What lies outside of a texture.
///
/// ```
/// assert_eq!(kern::Edges::default(), kern::Edges::Clamp);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Edges {
    /// The nearest texel.
    #[default]
    Clamp,
    /// Zeros.
    Border,
    /// The texture again; with coordinates from 0 to 1 only, else as [`Edges::Clamp`].
    Wrap,
    /// Its mirror image; with coordinates from 0 to 1 only, else as [`Edges::Clamp`].
    Mirror,
}

/// How a texture is read, as `cudaTextureDesc` says it.
///
/// ```
/// let sampling = kern::Sampling::default().edges(kern::Edges::Border).linear();
/// assert_ne!(sampling, kern::Sampling::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sampling {
    edges: Edges,
    is_linear: bool,
    is_normalised: bool,
    reads_unit: bool,
}

impl Sampling {
    /// What lies outside.
    ///
    /// ```
    /// let _ = kern::Sampling::default().edges(kern::Edges::Border);
    /// ```
    #[must_use]
    pub fn edges(self, edges: Edges) -> Sampling {
        Sampling { edges, ..self }
    }

    /// Between texels there is what lies between them (`cudaFilterModeLinear`): of floats, or with [`Sampling::unit`].
    ///
    /// ```
    /// let _ = kern::Sampling::default().linear();
    /// ```
    #[must_use]
    pub fn linear(self) -> Sampling {
        Sampling { is_linear: true, ..self }
    }

    /// Coordinates go from 0 to 1 over the texture, in place of one a texel (`normalizedCoords`).
    ///
    /// ```
    /// let _ = kern::Sampling::default().normalised();
    /// ```
    #[must_use]
    pub fn normalised(self) -> Sampling {
        Sampling { is_normalised: true, ..self }
    }

    /// Integers of 8 and 16 bits are read as numbers from 0 (or -1) to 1 (`cudaReadModeNormalizedFloat`).
    ///
    /// ```
    /// let _ = kern::Sampling::default().unit();
    /// ```
    #[must_use]
    pub fn unit(self) -> Sampling {
        Sampling { reads_unit: true, ..self }
    }
}

/// A texture of a [`Device`], of texels that are numbers of 8, 16 or 32 bits (`u8` to `i32`, `f32`), or arrays of two or four of them. A
/// kernel takes `&Texture` for a `cudaTextureObject_t`. Dropping it ends it; what a kernel kept of its handle is found when it is used.
///
/// ```
/// let source = "__global__ void read(cudaTextureObject_t picture, float *out) { out[threadIdx.x] = tex2D<float>(picture, threadIdx.x, 1.5f); }";
/// let kernel = kern::Program::from_source("read.kern", source)?.kernel("read")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let picture = gpu.texture(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], 3, kern::Sampling::default())?; // two rows of three
/// let out = gpu.alloc::<f32>(4)?;
/// kernel.launch(&mut gpu, kern::grid(1).block(4), (&picture, &out))?;
/// assert_eq!(gpu.download(&out)?, [4.0, 5.0, 6.0, 6.0]); // beyond the edge is the nearest texel
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Debug)]
pub struct Texture<T: Element> {
    pub(crate) picture: Arc<Picture>,
    width: usize,
    height: usize,
    texel: PhantomData<T>,
}

/// What a texture and graphs that take it keep.
#[derive(Debug)]
pub(crate) struct Picture {
    /// The rows; it frees them.
    memory: Buffer<u8>,
    handle: u64,
}

impl Picture {
    pub(crate) fn heap(&self) -> &Arc<Heap> {
        self.memory.heap()
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        self.heap().end_texture(self.handle);
    }
}

impl<T: Element> Texture<T> {
    /// What kernels know it by: a `cudaTextureObject_t`.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(gpu.texture(&[1.0f32], 1, kern::Sampling::default())?.handle(), 1);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn handle(&self) -> u64 {
        self.picture.handle
    }

    /// Texels of a row.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(gpu.texture(&[0u8; 6], 3, kern::Sampling::default())?.width(), 3);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(gpu.texture(&[0u8; 6], 3, kern::Sampling::default())?.height(), 2);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn height(&self) -> usize {
        self.height
    }
}

impl Device {
    /// A texture with a copy of `texels`, rows of `width` one after the other.
    ///
    /// # Errors
    /// `texels` are no whole rows, or of a type that no texture has; they are filtered and cannot be; the device has not enough memory left.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let colours = gpu.texture(&[[255u8, 0, 0, 255], [0, 0, 255, 255]], 2, kern::Sampling::default().unit().linear())?;
    /// assert_eq!((colours.width(), colours.height()), (2, 1));
    /// assert!(gpu.texture(&[1.0f64], 1, kern::Sampling::default()).is_err());
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn texture<T: Element>(&mut self, texels: &[T], width: usize, sampling: Sampling) -> Result<Texture<T>, Error> {
        let site = CallSite::caller();
        let wrong = |argument: usize, message: String, label: &str| {
            let mut sources = SourceMap::new();
            let problem = Diagnostic::without_place(Code::BUFFER_LENGTH, message);
            let problem = site.blame(problem, Part::Argument(argument), label, &mut sources);
            Err(Error::new(vec![problem], sources))
        };
        let Some(format) = format_of(T::LAYOUT) else {
            return wrong(
                0,
                format!("no texture has texels of `{}`", T::LAYOUT.rust()),
                "numbers of 8, 16 or 32 bits, or two or four of them",
            );
        };
        if width == 0 || !texels.len().is_multiple_of(width) {
            return wrong(1, format!("{} texels are no whole rows of {width}", texels.len()), "texels of a row");
        }
        let is_narrow = format.kind != ChannelKind::Float && format.bits < 32;
        if sampling.reads_unit && !is_narrow {
            return wrong(2, format!("`{}` is not read as numbers from 0 to 1", T::LAYOUT.rust()), "for integers of 8 and 16 bits");
        }
        if sampling.is_linear && format.kind != ChannelKind::Float && !sampling.reads_unit {
            return wrong(2, format!("`{}` is not filtered", T::LAYOUT.rust()), "floats are, and integers with `unit`");
        }
        let height = texels.len() / width;
        let pitch = width.checked_mul(T::BYTES).and_then(|row| row.checked_next_multiple_of(PITCH));
        let Some((pitch, size)) = pitch.and_then(|pitch| Some((pitch, pitch.checked_mul(height)?))) else {
            return Err(self.no_memory(None, site));
        };
        let mut bytes = Vec::with_capacity(size);
        for texels in texels.chunks(width) {
            texels.iter().for_each(|texel| texel.put(&mut bytes));
            bytes.resize(bytes.len().next_multiple_of(PITCH), 0);
        }
        let memory = self.alloc_at::<u8>(bytes.len(), site)?;
        self.gpu.write(memory.address, &bytes);
        let sizes = [width as u64, height as u64, pitch as u64];
        match self.gpu.add_texture(memory.address, sizes, format, sampler(sampling)) {
            Some(handle) => Ok(Texture { picture: Arc::new(Picture { memory, handle }), width, height, texel: PhantomData }),
            None => Err(crate::device::lost(site)),
        }
    }
}

/// Texels of a type, if textures have such.
fn format_of(layout: Layout) -> Option<Format> {
    let Layout::Numbers(Numbers { scalar, count }) = layout else { return None };
    let (kind, bits) = match scalar {
        Scalar::I8 => (ChannelKind::Signed, 8),
        Scalar::U8 => (ChannelKind::Unsigned, 8),
        Scalar::I16 => (ChannelKind::Signed, 16),
        Scalar::U16 => (ChannelKind::Unsigned, 16),
        Scalar::I32 => (ChannelKind::Signed, 32),
        Scalar::U32 => (ChannelKind::Unsigned, 32),
        Scalar::F32 => (ChannelKind::Float, 32),
        _ => return None,
    };
    matches!(count, 1 | 2 | 4).then_some(Format { kind, bits, channels: count as u8 })
}

fn sampler(sampling: Sampling) -> Sampler {
    let mode = match sampling.edges {
        Edges::Clamp => AddressMode::Clamp,
        Edges::Border => AddressMode::Border,
        Edges::Wrap => AddressMode::Wrap,
        Edges::Mirror => AddressMode::Mirror,
    };
    Sampler {
        address: [mode; 3],
        is_linear: sampling.is_linear,
        is_linear_between_levels: false,
        is_normalised: sampling.is_normalised,
        read: if sampling.reads_unit { Read::Normalised } else { Read::Element },
        border: [0.0; 4],
        level_bias: 0.0,
        level_clamp: [0.0; 2],
        is_seamless: false,
        anisotropy: 0,
    }
}
