//! Lane shapes: how a value differs between the lanes of a warp, for one block size.
//!
//! [`kern_ir::analysis::Uniformity`] says how values differ in a block of threads; the block size turns that into
//! lanes. A warp is one *row* of 32 threads, or, in blocks 16 or 8 threads wide, two or four rows. A value is *affine*
//! when in each row it is a base plus `stride` times the lane's place in the row; the bases of the rows are one or
//! differ. Affine values live in scalar registers, all others in vectors.

use kern_ir::analysis;

/// How the threads of a block lie in its warps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Geometry {
    /// `threadIdx` limits; `None` where code is for all blocks whose threads lie like this.
    pub(crate) block: Option<[u32; 3]>,
    /// Of a group: 32 in a kernel, 1 in host code.
    pub(crate) lanes: usize,
    /// Rows of a warp: 1, 2 or 4.
    pub(crate) rows: usize,
    /// `threadIdx.x` grows by one a lane in each row.
    has_rows: bool,
    /// Blocks have one dimension.
    is_line: bool,
    /// All warps are full.
    is_full: bool,
}

impl Geometry {
    /// Of blocks of a size.
    pub(crate) fn new(block: [u32; 3]) -> Geometry {
        let (rows, has_rows) = match block {
            [_, 1, 1] => (1, true),
            [x, _, _] if x % 32 == 0 => (1, true),
            [16, _, _] => (2, true),
            [8, _, _] => (4, true),
            _ => (1, false),
        };
        let is_full = block.iter().map(|&n| u64::from(n)).product::<u64>().is_multiple_of(32);
        Geometry { block: Some(block), lanes: 32, rows, has_rows, is_line: block[1] == 1 && block[2] == 1, is_full }
    }

    /// Of all blocks whose threads lie in warps as those of these: one code serves them.
    pub(crate) fn of_any_size(self) -> Geometry {
        Geometry { block: None, ..self }
    }

    /// Of host code: one lane.
    pub(crate) fn host() -> Geometry {
        Geometry { block: Some([1; 3]), lanes: 1, rows: 1, has_rows: true, is_line: true, is_full: true }
    }

    /// Warps are rows of 32 threads.
    pub(super) fn has_rows_of_32(&self) -> bool {
        self.lanes == 32 && self.rows == 1 && self.has_rows
    }

    /// Lanes of a row.
    pub(crate) fn width(&self) -> usize {
        self.lanes / self.rows
    }

    /// All warps are full.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// In the lanes of a warp, what is known of the threads of a block.
    pub(super) fn shape(&self, shape: analysis::LaneShape) -> LaneShape {
        match shape {
            analysis::LaneShape::Varying => LaneShape::Varying,
            analysis::LaneShape::Affine { stride, per_row, .. } => {
                let per_row = per_row && !self.is_line;
                if self.has_rows {
                    LaneShape::Affine { stride, per_row: per_row && self.rows > 1 }
                } else if stride == 0 && !per_row {
                    LaneShape::UNIFORM
                } else {
                    LaneShape::Varying
                }
            }
        }
    }
}

/// How a value differs between the lanes of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LaneShape {
    /// Base plus `stride` times the lane's place in its row.
    Affine {
        stride: i64,
        /// Each row has a base of its own.
        per_row: bool,
    },
    /// Anything.
    Varying,
}

impl LaneShape {
    /// The same in all lanes.
    pub(crate) const UNIFORM: LaneShape = LaneShape::Affine { stride: 0, per_row: false };

    pub(crate) fn is_uniform(self) -> bool {
        self == LaneShape::UNIFORM
    }

    pub(crate) fn is_affine(self) -> bool {
        self != LaneShape::Varying
    }

    /// Whether each row has a base of its own.
    pub(crate) fn has_bases_per_row(self) -> bool {
        matches!(self, LaneShape::Affine { per_row: true, .. })
    }

    /// The stride of an affine value.
    pub(crate) fn stride(self) -> i64 {
        match self {
            LaneShape::Affine { stride, .. } => stride,
            LaneShape::Varying => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_the_width_of_the_block() {
        let rows = |x, y, z| {
            let geometry = Geometry::new([x, y, z]);
            (geometry.rows, geometry.has_rows, geometry.is_full())
        };
        assert_eq!(rows(256, 1, 1), (1, true, true));
        assert_eq!(rows(100, 1, 1), (1, true, false));
        assert_eq!(rows(16, 16, 1), (2, true, true));
        assert_eq!(rows(8, 8, 2), (4, true, true));
        assert_eq!(rows(32, 3, 1), (1, true, true));
        assert_eq!(rows(24, 4, 1), (1, false, true));
        let per_row = analysis::LaneShape::Affine { stride: 1, per_row: true, per_warp: false };
        assert_eq!(Geometry::new([16, 16, 1]).shape(per_row), LaneShape::Affine { stride: 1, per_row: true });
        assert_eq!(Geometry::new([64, 4, 1]).shape(per_row), LaneShape::Affine { stride: 1, per_row: false });
        assert_eq!(Geometry::new([24, 4, 1]).shape(per_row), LaneShape::Varying);
    }
}
