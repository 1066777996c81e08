//! Where the bytes of a surface lie.
//!
//! *What.* A surface is an array without filters and formats: x counts bytes, rows and slices count as they are. *Source.* PTX ISA 9.7.11;
//! measured on an H200: the alignment is looked at in every mode; `clamp` keeps the access's bytes together, and takes a layer below 0
//! for the last one; `zero` does nothing outside.

use super::descriptor::Array;
use kern_ir::texture::Boundary;

/// A byte of a surface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Byte of the row.
    pub x: i64,
    /// Row.
    pub y: i64,
    /// Slice or layer.
    pub z: i64,
    /// Coordinates that the instruction has.
    pub dimensions: u32,
    /// `z` is a layer.
    pub is_layered: bool,
}

/// Why an access fails the launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It lies outside, and the mode says `trap`.
    Outside,
    /// It is not aligned to its size.
    Misaligned,
}

/// Bytes, rows and slices of a surface.
pub fn extent(array: &Array) -> [u64; 3] {
    let level = &array.layout.levels[array.first_level as usize];
    [level.width * array.format.bytes(), level.height, level.depth]
}

/// The address of an access of `size` bytes; nothing where nothing is read or written.
///
/// # Errors
/// The launch fails.
pub fn address(array: &Array, place: Place, size: u64, boundary: Boundary) -> Result<Option<u64>, Refused> {
    if place.x.rem_euclid(size as i64) != 0 {
        return Err(Refused::Misaligned);
    }
    let [width, height, depth] = extent(array);
    let last = [width.saturating_sub(size) as i64, height as i64 - 1, depth as i64 - 1];
    let at = [place.x, place.y, place.z];
    let is_inside = width >= size && at.iter().zip(last).all(|(&at, last)| (0..=last).contains(&at));
    let at = match boundary {
        _ if is_inside => at,
        Boundary::Trap => return Err(Refused::Outside),
        Boundary::Zero => return Ok(None),
        Boundary::Clamp if width < size => return Ok(None),
        Boundary::Clamp => {
            let z = if place.is_layered && place.z < 0 { last[2] } else { place.z.clamp(0, last[2]) };
            // The last whole element.
            [place.x.clamp(0, last[0] / size as i64 * size as i64), place.y.clamp(0, last[1]), z]
        }
    };
    let level = &array.layout.levels[array.first_level as usize];
    Ok(Some(array.base + level.at(at[0] as u64, at[1] as u64, at[2] as u64)))
}
