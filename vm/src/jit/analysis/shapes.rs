//! The [`LaneShape`] of each value of a function.

use super::alignment::alignments;
use super::shape::{Geometry, LaneShape};
use kern_ir::analysis::Uniformity;
use kern_ir::{Cfg, Function, FunctionKind, MulMode, Opcode, RegType, Sreg, Value, ValueDef};

/// The shape of each value of a function; `is_private` tells of each instruction whether it may read memory that each
/// thread has its own of at one address.
pub(crate) fn shapes(func: &Function, geometry: &Geometry, is_private: &[bool]) -> Vec<LaneShape> {
    if geometry.lanes == 1 {
        return vec![LaneShape::UNIFORM; func.values.len()];
    }
    let cfg = Cfg::new(func);
    let alignments = alignments(func, &cfg, geometry);
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
