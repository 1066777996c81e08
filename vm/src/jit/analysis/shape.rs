//! Lane shapes: how a value differs between the lanes of a warp, for one block size.
//!
//! [`kern_ir::analysis::Uniformity`] says how values differ in a block of threads; the block size turns that into
//! lanes. A warp is one *row* of 32 threads, or, in blocks 16 or 8 threads wide, two or four rows. A value is *affine*
//! when in each row it is a base plus `stride` times the lane's place in the row; the bases of the rows are one or
//! differ. Affine values live in scalar registers, all others in vectors.

use kern_ir::analysis::{self, Uniformity};
use kern_ir::{Cfg, Function, FunctionKind, MulMode, Opcode, RegType, Sreg, Value, ValueDef};

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

    fn shape(&self, shape: analysis::LaneShape) -> LaneShape {
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

/// The shape of each value of a function; `is_private` tells of each instruction whether it may read memory that each
/// thread has its own of at one address.
pub(crate) fn shapes(func: &Function, geometry: &Geometry, is_private: &[bool]) -> Vec<LaneShape> {
    if geometry.lanes == 1 {
        return vec![LaneShape::UNIFORM; func.values.len()];
    }
    let cfg = Cfg::new(func);
    let alignments = super::alignment::alignments(func, &cfg, geometry);
    let uniformity = Uniformity::in_warps(func, &cfg, &|inst| is_private[inst.index()], &|value| alignments[value.index()]);
    let mut shapes: Vec<LaneShape> = (0..func.values.len())
        .map(|i| match func.values[i].def {
            ValueDef::Const(_) => LaneShape::UNIFORM,
            _ if func.kind != FunctionKind::Kernel => LaneShape::Varying,
            _ => geometry.shape(uniformity.shape(Value(i as u32))),
        })
        .collect();
    // Affine values are computed as bases where the instruction allows; the others are demoted, and what follows.
    loop {
        let mut changed = false;
        for &block in cfg.rpo() {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                for &result in &data.results {
                    let is_kept = match shapes[result.index()] {
                        LaneShape::Varying => true,
                        LaneShape::Affine { stride, .. } => keeps(func, data, stride, &shapes),
                    };
                    if !is_kept || (data.results.len() > 1 && data.op != Opcode::Ld) {
                        changed |= std::mem::replace(&mut shapes[result.index()], LaneShape::Varying) != LaneShape::Varying;
                    }
                }
                for target in data.targets() {
                    for (&param, &arg) in func.blocks[target.block.index()].params.iter().zip(&target.args) {
                        let (shape, given) = (shapes[param.index()], shapes[arg.index()]);
                        if shape.is_affine()
                            && (!given.is_affine() || given.stride() != shape.stride() || is_per_row(given) && !is_per_row(shape))
                        {
                            shapes[param.index()] = LaneShape::Varying;
                            changed = true;
                        }
                    }
                }
            }
        }
        if !changed {
            return shapes;
        }
    }
}

fn is_per_row(shape: LaneShape) -> bool {
    matches!(shape, LaneShape::Affine { per_row: true, .. })
}

/// Whether the result, of this stride, can be computed from bases alone.
fn keeps(func: &Function, data: &kern_ir::InstData, stride: i64, shapes: &[LaneShape]) -> bool {
    let of = |i: usize| data.args.get(i).map_or(LaneShape::UNIFORM, |a| shapes[a.index()]);
    if (0..data.args.len()).any(|i| !of(i).is_affine()) {
        return false;
    }
    let flat = (0..data.args.len()).all(|i| of(i).stride() == 0);
    if flat && stride == 0 {
        // `.f16` and warp-level operations go lane by lane.
        return !data.op.row().is_warp_level || data.op == Opcode::Bar;
    }
    let is_int = !data.ty.is_float() && data.ty.size() >= 4;
    let constant = |i: usize| data.args.get(i).is_some_and(|&a| func.constant(a).is_some());
    let by_constant = (of(0).stride() == 0 || constant(1)) && (of(1).stride() == 0 || constant(0));
    match data.op {
        Opcode::Sreg => data.payload == kern_ir::Payload::Sreg(Sreg::TidX) && func.ty(data.results[0]) == RegType::B32,
        Opcode::Add | Opcode::Sub | Opcode::Neg => is_int && !data.attrs.sat,
        Opcode::Mul | Opcode::Mad => is_int && !data.attrs.sat && data.attrs.mul != Some(MulMode::Hi) && by_constant,
        Opcode::Shl => is_int && constant(1) && of(1).stride() == 0,
        Opcode::Cvt => is_int && !data.src_ty.is_float() && data.src_ty.size() >= 4 && !data.attrs.sat,
        Opcode::Mov | Opcode::Cvta => is_int && data.args.len() == 1,
        // Only of bits that the lanes of a warp have alike, or that no other bits touch, is the result affine.
        Opcode::Shr | Opcode::And => is_int && constant(1),
        Opcode::Selp => is_int && of(2).stride() == 0 && of(0).stride() == of(1).stride(),
        _ => false,
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
