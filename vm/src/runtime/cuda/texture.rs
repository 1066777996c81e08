//! CUDA runtime API, "Texture Object Management", "Surface Object Management", and the texture references of older versions.
//!
//! Which error answers which mistake was measured on an H200.

use super::super::{Arg, Args, HostFunction, Stop};
use super::array::{array, format_in, long, word};
use super::code::{INVALID_FILTER_SETTING, INVALID_NORM_SETTING, INVALID_RESOURCE_HANDLE, INVALID_VALUE, SUCCESS};
use super::error::{call, refuse};
use super::memory::answer;
use crate::finding::Finding;
use crate::memory::Window;
use crate::runtime::CallContext;
use crate::texture::address::AddressMode;
use crate::texture::descriptor::{Resource, Sampler, Texture};
use crate::texture::format::{ChannelKind, Format, Read};
use crate::texture::registry::Thing;
use kern_diag::Code;
use std::sync::Arc;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaCreateTextureObject", |host, args| call(host, |host| create_texture(host, args))),
    ("cudaDestroyTextureObject", |host, args| call(host, |host| destroy(host, args.at(0).u64()))),
    ("cudaGetTextureObjectResourceDesc", |host, args| call(host, |host| described(host, args, 0))),
    ("cudaGetTextureObjectTextureDesc", |host, args| call(host, |host| described(host, args, 1))),
    ("cudaCreateSurfaceObject", |host, args| call(host, |host| create_surface(host, args))),
    ("cudaDestroySurfaceObject", |host, args| call(host, |host| destroy(host, args.at(0).u64()))),
    ("cudaGetSurfaceObjectResourceDesc", |host, args| call(host, |host| described(host, args, 0))),
    ("__kern_bind_texture", |host, args| call(host, |host| bind_memory(host, args))),
    ("__kern_bind_texture_to_array", |host, args| call(host, |host| bind_array(host, args))),
    ("__kern_unbind_texture", |host, args| {
        call(host, |host| {
            host.machine.textures.bind(args.at(0).address(), None);
            Ok(SUCCESS)
        })
    }),
    ("__kern_bind_surface_to_array", |host, args| call(host, |host| bind_surface(host, args))),
    ("cudaDeviceGetTexture1DLinearMaxWidth", |host, args| call(host, |host| linear_width(host, args))),
];

/// Bytes of `cudaResourceDesc` and `cudaTextureDesc`.
const RESOURCE_DESC: usize = 144;
const TEXTURE_DESC: usize = 72;

/// Texels of linear memory that a texture reaches at most (measured for one and four channels of 32 bits).
const LINEAR_BYTES: u64 = 1 << 32;

/// A multiple of which the address of a texture's memory is, and the pitch of its rows.
const ALIGNMENT: u64 = 512;
const PITCH_ALIGNMENT: u64 = 32;

/// A check's error is the call's answer.
macro_rules! attempt {
    ($checked:expr) => {
        match $checked {
            Ok(value) => value,
            Err(error) => return Ok(error),
        }
    };
}

/// The memory of a texture and what its texels are.
fn resource(host: &mut CallContext, desc: &[u8]) -> Result<(Resource, Format), i32> {
    let pointer = long(desc, 8);
    match word(desc, 0) {
        0 | 1 => {
            let found = array(host, pointer)?;
            let format = found.format;
            Ok((Resource::Array(found), format))
        }
        number @ (2 | 3) => {
            let format = format_in(host, desc, 16)?;
            check_memory(host, pointer)?;
            if number == 2 {
                return Ok((Resource::Linear(pointer, long(desc, 40) / format.bytes()), format));
            }
            let (width, height, pitch) = (long(desc, 40), long(desc, 48), long(desc, 56));
            if !pitch.is_multiple_of(PITCH_ALIGNMENT) {
                return Err(refuse(host, INVALID_VALUE, format!("the pitch is {pitch} bytes, no multiple of {PITCH_ALIGNMENT}")));
            }
            Ok((Resource::Pitch(pointer, width, height, pitch), format))
        }
        number => Err(refuse(host, INVALID_VALUE, format!("there is no resource type {number}"))),
    }
}

/// Whether a texture may begin at an address.
fn check_memory(host: &mut CallContext, address: u64) -> Result<(), i32> {
    // CUDA's allocations begin at such multiples; here it is the place in the allocation that counts.
    let offset = host.allocation(address).map_or(address, |a| address - a.base);
    let reason = if address == 0 {
        "the pointer to the texels is null".to_string()
    } else if Window::of(address) != Window::Device {
        "the texels lie in no memory of the device".to_string()
    } else if !offset.is_multiple_of(ALIGNMENT) {
        format!("the texels begin {offset} bytes into their allocation, no multiple of {ALIGNMENT}")
    } else {
        return Ok(());
    };
    Err(refuse(host, INVALID_VALUE, reason))
}

/// How a texture is sampled, from `cudaTextureDesc`.
fn sampler(host: &mut CallContext, desc: &[u8], format: Format, is_mipmap: bool) -> Result<Sampler, i32> {
    let mut address = [AddressMode::Clamp; 3];
    for (axis, mode) in address.iter_mut().enumerate() {
        let number = word(desc, 4 * axis) as i32;
        let Some(known) = AddressMode::of(number) else {
            return Err(refuse(host, INVALID_VALUE, format!("there is no address mode {number}")));
        };
        *mode = known;
    }
    let (filter, read, mipmap_filter) = (word(desc, 12), word(desc, 16), word(desc, 48));
    for number in [filter, mipmap_filter] {
        if number > 1 {
            return Err(refuse(host, INVALID_VALUE, format!("there is no filter mode {number}")));
        }
    }
    let is_narrow_integer = format.kind != ChannelKind::Float && format.bits < 32;
    if read == 1 && !is_narrow_integer {
        let reason = "`cudaReadModeNormalizedFloat` is for integers of 8 and 16 bits: read these texels as `cudaReadModeElementType`";
        return Err(refuse(host, INVALID_NORM_SETTING, reason));
    }
    if filter == 1 && format.kind != ChannelKind::Float && read != 1 {
        let reason = "only floats are filtered: with integers of 8 and 16 bits read `cudaReadModeNormalizedFloat`, else filter `cudaFilterModePoint`";
        return Err(refuse(host, INVALID_FILTER_SETTING, reason));
    }
    let float = |at: usize| f32::from_bits(word(desc, at));
    let is_normalised = word(desc, 40) != 0;
    // Mipmaps take normalised coordinates, whatever was said; the address modes are those without normalisation.
    if is_mipmap && !is_normalised {
        address = address.map(|mode| if mode == AddressMode::Border { mode } else { AddressMode::Clamp });
    }
    Ok(Sampler {
        address,
        is_linear: filter == 1,
        is_linear_between_levels: mipmap_filter == 1,
        is_normalised: is_normalised || is_mipmap,
        read: match (read, word(desc, 20)) {
            (1, 0) => Read::Normalised,
            (1, _) => Read::Srgb,
            _ => Read::Element,
        },
        border: [24, 28, 32, 36].map(float),
        level_bias: float(52),
        level_clamp: [float(56), float(60)],
        is_seamless: word(desc, 68) != 0,
        anisotropy: word(desc, 44),
    })
}

fn create_texture(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    if args.at(0).address() == 0 || args.at(1).address() == 0 {
        return Ok(refuse(host, INVALID_VALUE, "a null pointer for the texture object or its resource"));
    }
    if args.at(2).address() == 0 {
        return Ok(refuse(host, INVALID_RESOURCE_HANDLE, "the pointer to the texture's description is null"));
    }
    let resource_desc: [u8; RESOURCE_DESC] = host.read(args.at(1).address())?;
    let texture_desc: [u8; TEXTURE_DESC] = host.read(args.at(2).address())?;
    let (resource, format) = attempt!(resource(host, &resource_desc));
    let sampler = attempt!(sampler(host, &texture_desc, format, word(&resource_desc, 0) == 1));
    if args.at(3).address() != 0 {
        let view: [u8; 48] = host.read(args.at(3).address())?;
        if word(&view, 0) != 0 {
            return Ok(unsupported(host, "a resource view of another format"));
        }
    }
    if sampler.is_seamless && matches!(&resource, Resource::Array(array) if array.is_cube()) {
        return Ok(unsupported(host, "a cubemap that is filtered across its edges (`seamlessCubemap`)"));
    }
    let texture = Texture { resource, format, sampler };
    let number = host.machine.textures.add(Thing::Texture(Arc::new(texture)), [resource_desc.to_vec(), texture_desc.to_vec()]);
    answer(host, args.at(0), number)
}

/// What kern does not do: told, and the call fails.
fn unsupported(host: &mut CallContext, what: &str) -> i32 {
    let message = format!("kern cannot execute {what} yet");
    host.report(Finding::new(Code::UNSUPPORTED_EXECUTION, host.place(), message));
    refuse(host, INVALID_VALUE, "kern does not support this yet")
}

fn create_surface(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    if args.at(0).address() == 0 || args.at(1).address() == 0 {
        return Ok(refuse(host, INVALID_VALUE, "a null pointer for the surface object or its resource"));
    }
    let desc: [u8; RESOURCE_DESC] = host.read(args.at(1).address())?;
    if word(&desc, 0) != 0 {
        return Ok(refuse(host, INVALID_VALUE, "the resource of a surface is an array"));
    }
    let found = attempt!(array(host, long(&desc, 8)));
    let number = host.machine.textures.add(Thing::Surface(found), [desc.to_vec(), Vec::new()]);
    answer(host, args.at(0), number)
}

fn destroy(host: &mut CallContext, number: u64) -> Result<i32, Stop> {
    // CUDA answers success whatever the number is (measured).
    host.machine.textures.destroy(number);
    Ok(SUCCESS)
}

/// What an object was made from: the resource or, second, the sampling.
fn described(host: &mut CallContext, args: &[Arg], which: usize) -> Result<i32, Stop> {
    let number = args.at(1).u64();
    let object = host.machine.textures.object(number).filter(|object| !object.is_destroyed);
    let Some(bytes) = object.map(|object| object.described[which].clone()).filter(|bytes| !bytes.is_empty()) else {
        return Ok(refuse(host, INVALID_VALUE, format!("there is no such object {number}")));
    };
    host.write_bytes(args.at(0).address(), &bytes)?;
    Ok(SUCCESS)
}

fn linear_width(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let desc: [u8; 20] = host.read(args.at(1).address())?;
    let format = attempt!(format_in(host, &desc, 0));
    answer(host, args.at(0), LINEAR_BYTES / format.bytes())
}

/// How a texture reference is sampled: `textureReference` has the fields of `cudaTextureDesc` in another order.
fn reference_sampler(
    host: &mut CallContext,
    reference: u64,
    mode: u32,
    format: Format,
    is_mipmap: bool,
) -> Result<Result<Sampler, i32>, Stop> {
    let given: [u8; 72] = host.read(reference)?;
    let mut desc = [0; TEXTURE_DESC];
    let mut put = |at: usize, from: usize| desc[at..at + 4].copy_from_slice(&given[from..from + 4]);
    // Address modes, filter, sRGB, normalised, anisotropy, filter, bias and clamps of levels.
    for (at, from) in [(0, 8), (4, 12), (8, 16), (12, 4), (20, 40), (40, 0), (44, 44), (48, 48), (52, 52), (56, 56), (60, 60)] {
        put(at, from);
    }
    desc[16..20].copy_from_slice(&mode.to_le_bytes());
    Ok(sampler(host, &desc, format, is_mipmap))
}

fn bind_memory(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let (reference, pointer) = (args.at(1).address(), args.at(2).address());
    let (width, height, pitch) = (args.at(4).u64(), args.at(5).u64(), args.at(6).u64());
    let desc: [u8; 20] = host.read(args.at(3).address())?;
    let format = attempt!(format_in(host, &desc, 0));
    attempt!(check_memory(host, pointer));
    let resource = if height == 0 {
        // The size is often left out: then it is as much as the allocation has.
        let room = host.allocation(pointer).map_or(0, |a| a.end() - pointer);
        Resource::Linear(pointer, width.min(room) / format.bytes())
    } else if pitch.is_multiple_of(PITCH_ALIGNMENT) {
        Resource::Pitch(pointer, width, height, pitch)
    } else {
        return Ok(refuse(host, INVALID_VALUE, format!("the pitch is {pitch} bytes, no multiple of {PITCH_ALIGNMENT}")));
    };
    let sampler = attempt!(reference_sampler(host, reference, args.at(7).u32(), format, false)?);
    host.machine.textures.bind(reference, Some(Thing::Texture(Arc::new(Texture { resource, format, sampler }))));
    if args.at(0).address() == 0 { Ok(SUCCESS) } else { answer(host, args.at(0), 0) }
}

fn bind_array(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let found = attempt!(array(host, args.at(1).u64()));
    let (format, is_mipmap) = (found.format, found.levels > 1);
    let sampler = attempt!(reference_sampler(host, args.at(0).address(), args.at(2).u32(), format, is_mipmap)?);
    let texture = Texture { resource: Resource::Array(found), format, sampler };
    host.machine.textures.bind(args.at(0).address(), Some(Thing::Texture(Arc::new(texture))));
    Ok(SUCCESS)
}

fn bind_surface(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let found = attempt!(array(host, args.at(1).u64()));
    host.machine.textures.bind(args.at(0).address(), Some(Thing::Surface(found)));
    Ok(SUCCESS)
}
