//! Where the texels of an array lie: in a space-filling order.
//!
//! *What.* A level of an array is a grid of blocks of 64 bytes by 8 rows. In a block, 16 bytes of two rows lie side by side in one
//! sector of 32 bytes, so that a square of texels takes few sectors. Slices of 3-D arrays, layers and faces follow one another.
//! *Invariant.* Texels of one level have addresses of their own below [`Layout::size`]. *Source.* The order of texels in sectors is
//! measured (sectors of texture requests, H200); that of the blocks is open, no counter tells of it.

use super::format::Format;

/// Bytes of a row of a block.
const BLOCK_WIDTH: u64 = 64;
/// Rows of a block.
const BLOCK_ROWS: u64 = 8;
/// Bytes of a block.
const BLOCK: u64 = BLOCK_WIDTH * BLOCK_ROWS;

/// One level of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Bytes from the start of the array.
    pub offset: u64,
    /// Texels.
    pub width: u64,
    /// Rows; at least 1.
    pub height: u64,
    /// Slices, layers or faces; at least 1.
    pub depth: u64,
    /// Blocks in a row of blocks.
    blocks: u64,
    /// Bytes of a slice.
    slice: u64,
}

impl Level {
    /// Bytes from the start of the array to byte `x` of row `y` of slice `z`.
    pub fn at(&self, x: u64, y: u64, z: u64) -> u64 {
        let block = (y / BLOCK_ROWS) * self.blocks + x / BLOCK_WIDTH;
        let (x, y) = (x % BLOCK_WIDTH, y % BLOCK_ROWS);
        let inside = x / 32 * 256 + y / 2 * 64 + x % 32 / 16 * 32 + y % 2 * 16 + x % 16;
        self.offset + z * self.slice + block * BLOCK + inside
    }

    /// Byte of the row, row and slice of what lies that many bytes from the start of the array, which is in this level.
    pub fn place(&self, at: u64) -> [u64; 3] {
        let (slice, at) = ((at - self.offset) / self.slice, (at - self.offset) % self.slice);
        let (block, inside) = (at / BLOCK, at % BLOCK);
        let x = inside / 256 * 32 + inside % 64 / 32 * 16 + inside % 16;
        let y = inside % 256 / 64 * 2 + inside % 32 / 16;
        [block % self.blocks * BLOCK_WIDTH + x, block / self.blocks * BLOCK_ROWS + y, slice]
    }
}

/// All levels of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// From the largest to the smallest.
    pub levels: Vec<Level>,
    /// Bytes.
    pub size: u64,
}

impl Layout {
    /// Of an array of so many texels, rows and slices; each level has half of the one before in the directions that
    /// `halves` says. `None` if no memory has so many bytes.
    pub fn new(format: Format, [width, height, depth]: [u64; 3], levels: u32, halves: [bool; 3]) -> Option<Layout> {
        let mut layout = Layout { levels: Vec::new(), size: 0 };
        for level in 0..levels.max(1) {
            let part = |size: u64, halves: bool| if halves { (size >> level.min(63)).max(1) } else { size.max(1) };
            let (width, height, depth) = (part(width, halves[0]), part(height, halves[1]), part(depth, halves[2]));
            let blocks = width.checked_mul(format.bytes())?.div_ceil(BLOCK_WIDTH);
            let slice = blocks.checked_mul(height.div_ceil(BLOCK_ROWS))?.checked_mul(BLOCK)?;
            layout.levels.push(Level { offset: layout.size, width, height, depth, blocks, slice });
            layout.size = layout.size.checked_add(slice.checked_mul(depth)?)?;
        }
        Some(layout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_by_its_address() {
        let format = Format::of([32, 0, 0, 0], 0).expect("integers of 32 bits");
        let layout = Layout::new(format, [37, 21, 3], 2, [true, true, false]).expect("it fits");
        for level in &layout.levels {
            for (x, y, z) in [(0, 0, 0), (4, 1, 0), (16, 0, 1), (64, 7, 2), (33, 8, 1), (47, 3, 2)] {
                assert_eq!(level.place(level.at(x, y, z)), [x, y, z]);
            }
        }
    }
}
