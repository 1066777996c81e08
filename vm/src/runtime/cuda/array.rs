//! CUDA runtime API, "Memory Management": arrays and mipmapped arrays.
//!
//! An array's texels lie in an allocation of the device's memory, in the order of [`crate::texture::layout`]; the program holds a handle.
//! What is accepted, and which error answers what is not, was measured on an H200.

use super::super::{Arg, Args, HostFunction, Stop};
use super::code::{INVALID_CHANNEL_DESCRIPTOR, INVALID_RESOURCE_HANDLE, INVALID_VALUE, MEMORY_ALLOCATION, SUCCESS};
use super::error::{call, refuse, refuse_pointer};
use super::memory::answer;
use crate::finding::Finding;
use crate::memory::AllocationKind;
use crate::runtime::CallContext;
use crate::texture::descriptor::{Array, flag};
use crate::texture::format::Format;
use crate::texture::layout::Layout;
use kern_diag::Code;
use std::sync::Arc;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaMallocArray", |host, args| call(host, |host| malloc_array(host, args))),
    ("cudaMalloc3DArray", |host, args| call(host, |host| malloc_3d_array(host, args, args.at(3).u32(), None))),
    ("cudaMallocMipmappedArray", |host, args| call(host, |host| malloc_3d_array(host, args, args.at(4).u32(), Some(args.at(3).u32())))),
    ("cudaGetMipmappedArrayLevel", |host, args| call(host, |host| mipmap_level(host, args))),
    ("cudaFreeArray", |host, args| call(host, |host| free_array(host, args.at(0).u64()))),
    ("cudaFreeMipmappedArray", |host, args| call(host, |host| free_array(host, args.at(0).u64()))),
    ("cudaArrayGetInfo", |host, args| call(host, |host| array_info(host, args))),
    ("cudaGetChannelDesc", |host, args| call(host, |host| channel_desc(host, args))),
];

/// A number of four bytes in a struct of the program.
pub(super) fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

/// A number of eight bytes in a struct of the program.
pub(super) fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from(word(bytes, at)) | u64::from(word(bytes, at + 4)) << 32
}

/// `cudaChannelFormatDesc` at an offset of a struct.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn format_in(host: &mut CallContext, bytes: &[u8], at: usize) -> Result<Format, i32> {
    let bits: [i32; 4] = std::array::from_fn(|i| word(bytes, at + 4 * i) as i32);
    Format::of(bits, word(bytes, at + 16) as i32).ok_or_else(|| {
        let reason = "a texel has 1, 2 or 4 channels of 8, 16 or 32 bits, all alike; floats have 16 or 32";
        refuse(host, INVALID_CHANNEL_DESCRIPTOR, reason)
    })
}

/// The array of a handle.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn array(host: &mut CallContext, handle: u64) -> Result<Arc<Array>, i32> {
    let found = host.machine.textures.array(handle).cloned();
    found.ok_or_else(|| {
        let reason = if handle == 0 { "the array is null" } else { "this is no array, or it was freed" };
        refuse(host, INVALID_RESOURCE_HANDLE, reason)
    })
}

/// The largest extents by what an array is: a name, then limits of width, height and depth (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability"; as far as the runtime enforces them, measured).
const LIMITS: &[(&str, [u64; 3])] = &[
    ("a 1-D array", [131_072, 0, 0]),
    ("a 2-D array", [131_072, 65_536, 0]),
    ("a 3-D array", [16_384, 16_384, 16_385]),
    ("a layered 1-D array", [32_768, 0, 2048]),
    ("a layered 2-D array", [32_768, 32_768, 2048]),
    ("a cubemap", [32_768, 32_768, 6]),
    ("a layered cubemap", [32_768, 32_768, 2046]),
    ("an array to gather from", [32_768, 32_768, 0]),
];

/// Why there is no such array.
fn wrong_extent([width, height, depth]: [u64; 3], flags: u32) -> Option<String> {
    let has = |bit: u32| flags & bit != 0;
    let (is_layered, is_cube) = (has(flag::LAYERED), has(flag::CUBEMAP));
    if width == 0 {
        return Some("the width is 0".into());
    }
    if is_layered && depth == 0 {
        return Some("an array of 0 layers; layered arrays are made with `cudaMalloc3DArray`".into());
    }
    if depth > 0 && height == 0 && !is_layered {
        return Some("a depth without a height".into());
    }
    if is_cube && width != height {
        return Some(format!("the faces of a cubemap are squares, not {width} by {height}"));
    }
    if is_cube && !(if is_layered { depth.is_multiple_of(6) } else { depth == 6 }) {
        return Some(format!("a cubemap has six faces a layer, not {depth} in all"));
    }
    if has(flag::TEXTURE_GATHER) && (height == 0 || (depth > 0 && !is_layered && !is_cube)) {
        return Some("only 2-D arrays can be gathered from".into());
    }
    let kind = match (is_cube, is_layered) {
        (true, false) => 5,
        (true, true) => 6,
        (false, true) => 3 + usize::from(height > 0),
        (false, false) if has(flag::TEXTURE_GATHER) => 7,
        (false, false) => usize::from(height > 0) + usize::from(depth > 0),
    };
    let (name, limits) = LIMITS[kind];
    let names = ["width", "height", "depth"];
    let over = [width, height, depth].into_iter().zip(limits).position(|(size, limit)| size > limit);
    over.map(|axis| format!("the {} of {name} is at most {}, not {}", names[axis], limits[axis], [width, height, depth][axis]))
}

/// Allocates an array; `levels` is there for a mipmapped one.
fn allocate(host: &mut CallContext, args: &[Arg], extent: [u64; 3], flags: u32, levels: Option<u32>) -> Result<i32, Stop> {
    let target = args.at(0).address();
    if target == 0 || args.at(1).address() == 0 {
        return Ok(refuse(host, INVALID_VALUE, "a null pointer for the array or its format"));
    }
    let described: [u8; 20] = host.read(args.at(1).address())?;
    let format = match format_in(host, &described, 0) {
        Ok(format) => format,
        Err(error) => return Ok(error),
    };
    if let Some(reason) = wrong_extent(extent, flags) {
        return Ok(refuse_pointer(host, INVALID_VALUE, target, reason));
    }
    let is_3d = extent[2] > 0 && flags & (flag::LAYERED | flag::CUBEMAP) == 0;
    let longest = if is_3d { extent.into_iter().max() } else { extent[..2].iter().copied().max() }.unwrap_or(1).max(1);
    let levels = levels.map_or(1, |levels| levels.clamp(1, longest.ilog2() + 1));
    let layout = Layout::new(format, extent, levels, [true, extent[1] > 0, is_3d]);
    let room = layout.filter(|layout| layout.size <= host.device().memory_bytes);
    let Some((layout, base)) = room.and_then(|l| Some((host.allocate(l.size, 512, AllocationKind::Device)?, l))).map(|(b, l)| (l, b))
    else {
        let texels = extent.map(|size| size.max(1)).iter().map(u64::to_string).collect::<Vec<_>>().join(" * ");
        let reason = format!("{texels} texels of {} bytes do not fit the device's memory", format.bytes());
        return Ok(refuse_pointer(host, MEMORY_ALLOCATION, target, reason));
    };
    let handle = host.state.cuda.handle();
    let flags = flags & (flag::LAYERED | flag::SURFACE_LOAD_STORE | flag::CUBEMAP | flag::TEXTURE_GATHER);
    host.machine.textures.add_array(handle, Array { base, format, extent, flags, layout, first_level: 0, levels });
    answer(host, args.at(0), handle)
}

fn malloc_array(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    allocate(host, args, [args.at(2).u64(), args.at(3).u64(), 0], args.at(4).u32(), None)
}

/// `cudaExtent` comes by address.
fn malloc_3d_array(host: &mut CallContext, args: &[Arg], flags: u32, levels: Option<u32>) -> Result<i32, Stop> {
    let bytes: [u8; 24] = host.read(args.at(2).address())?;
    allocate(host, args, [0, 8, 16].map(|at| long(&bytes, at)), flags, levels)
}

fn mipmap_level(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let number = args.at(2).u32();
    let mipmap = match array(host, args.at(1).u64()) {
        Ok(mipmap) => mipmap,
        Err(error) => return Ok(error),
    };
    if number >= mipmap.levels {
        let reason = format!("there is no level {number}: the mipmap has {}", mipmap.levels);
        return Ok(refuse_pointer(host, INVALID_VALUE, args.at(0).address(), reason));
    }
    let known = host.machine.textures.level(mipmap.base, number).filter(|_| mipmap.levels > 1);
    let handle = known.unwrap_or_else(|| {
        let handle = host.state.cuda.handle();
        host.machine.textures.add_array(handle, Array { first_level: number, levels: 1, ..Array::clone(&mipmap) });
        handle
    });
    answer(host, args.at(0), handle)
}

fn free_array(host: &mut CallContext, handle: u64) -> Result<i32, Stop> {
    if handle == 0 {
        return Ok(SUCCESS);
    }
    let Some(removed) = host.machine.textures.remove_array(handle) else {
        // CUDA answers success (measured).
        let message = format!("`{}`: this is no array, or it was freed before", host.function);
        host.report(Finding::new(Code::USE_AFTER_FREE, host.place(), message).label("not what `cudaMallocArray` gave"));
        return Ok(SUCCESS);
    };
    // A level's memory is its mipmap's.
    if removed.levels as usize == removed.layout.levels.len() {
        host.wait_for_device()?;
        host.release(removed.base);
    }
    Ok(SUCCESS)
}

fn array_info(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let found = match array(host, args.at(3).u64()) {
        Ok(found) => found,
        Err(error) => return Ok(error),
    };
    let format: Vec<u8> = found.format.descriptor().iter().flat_map(|n| n.to_le_bytes()).collect();
    let extent: Vec<u8> = found.level_extent(0).iter().flat_map(|n| n.to_le_bytes()).collect();
    for (index, bytes) in [format, extent, found.flags.to_le_bytes().to_vec()].into_iter().enumerate() {
        if args.at(index).address() != 0 {
            host.write_bytes(args.at(index).address(), &bytes)?;
        }
    }
    Ok(SUCCESS)
}

fn channel_desc(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    if args.at(0).address() == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the pointer to the answer is null"));
    }
    match array(host, args.at(1).u64()) {
        Ok(found) => {
            let format: Vec<u8> = found.format.descriptor().iter().flat_map(|n| n.to_le_bytes()).collect();
            host.write_bytes(args.at(0).address(), &format)?;
            Ok(SUCCESS)
        }
        Err(error) => Ok(error),
    }
}
