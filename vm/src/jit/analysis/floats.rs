//! Which `.f32` values may hold a NaN that is not the canonical one yet.

use super::*;
use kern_ir::{Opcode, RegType, Rounding};

impl<const L: usize> Plan<'_, L> {
    /// A value that is one of several is not canonical only if a NaN in any of them has no bits to keep: what was made of an integer,
    /// loaded or exchanged keeps its own.
    pub(super) fn find_noncanonical(&mut self) {
        let is_float = |plan: &Plan<L>, value: Value| plan.func.ty(value) == RegType::F32;
        for pc in 0..self.code.ops.len() {
            let data = self.inst(pc);
            if let Some(&result) = data.results.first()
                && is_float(self, result)
            {
                self.is_noncanonical[result.index()] = is_plain_arithmetic(data) || data.op == Opcode::Selp;
            }
            for (_, param, _) in self.moves(pc) {
                self.is_noncanonical[param.index()] = is_float(self, param);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for pc in 0..self.code.ops.len() {
                let data = self.inst(pc);
                let has_no_bits = |plan: &Plan<L>, v: Value| match plan.constant(v) {
                    Some(bits) => !f32::from_bits(bits as u32).is_nan(),
                    None => plan.is_noncanonical[v.index()],
                };
                if let Some(&result) = data.results.first()
                    && data.op == Opcode::Selp
                    && self.is_noncanonical[result.index()]
                    && !data.args[..2].iter().all(|&v| has_no_bits(self, v))
                {
                    self.is_noncanonical[result.index()] = false;
                    changed = true;
                }
                for (_, param, arg) in self.moves(pc) {
                    if self.is_noncanonical[param.index()] && !has_no_bits(self, arg) {
                        self.is_noncanonical[param.index()] = false;
                        changed = true;
                    }
                }
            }
        }
    }
}

/// Whether an `.f32` instruction is the processor's arithmetic, NaN aside.
pub(crate) fn is_plain_arithmetic(data: &InstData) -> bool {
    use Opcode::*;
    let plain =
        !data.attrs.ftz && !data.attrs.sat && data.attrs.precision.is_none() && matches!(data.attrs.rounding, None | Some(Rounding::Rn));
    plain && matches!(data.op, Add | Sub | Mul | Div | Fma | Sqrt | Rcp | Neg | Abs)
}
