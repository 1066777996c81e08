//! Branches at which lanes may diverge, and those that a look at the first and last lane often decides.

use super::*;
use kern_ir::{Cmp, Opcode};

impl<const L: usize> Plan<'_, L> {
    pub(super) fn find_end_lane_tests(&mut self) {
        let uses = self.count_uses();
        for segment in &self.segments[self.unit.clone()] {
            let OpKind::Branch(..) = self.code.ops[segment.end - 1].kind else { continue };
            let condition = self.inst(segment.end - 1).args[0];
            let Some(pc) = (segment.start..segment.end - 1).find(|&pc| self.inst(pc).results.first() == Some(&condition)) else { continue };
            let data = self.inst(pc);
            let is_ordered = matches!(data.attrs.cmp, Some(Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge));
            let is_integer = data.op == Opcode::Setp && !data.ty.is_float() && data.ty.size() == 4 && data.args.len() == 2;
            let is_end_lane_test = uses[condition.index()] == 1 && is_ordered && is_integer && self.geometry.rows == 1;
            let [a, b] = data.args[..] else { continue };
            let stride = self.shape(a).is_affine().then(|| self.shape(a).stride());
            if is_end_lane_test && self.shape(b).is_uniform() && stride.is_some_and(|s| (1..1 << 20).contains(&s)) {
                self.end_lane_tests.insert(condition, pc);
            }
        }
    }

    /// Whether a segment ends with a branch at which lanes that diverge go on in an order of their own, which the interpreter keeps.
    pub(crate) fn is_left_in_order(&self, segment: usize) -> bool {
        let pc = self.segments[segment].end - 1;
        let op = &self.code.ops[pc];
        matches!(op.kind, OpKind::Branch(..)) && op.b != 0 && !self.shape(self.inst(pc).args[0]).is_uniform()
    }

    /// Whether lanes of a full warp may diverge, end or wait without the others.
    pub(super) fn diverges(&self) -> bool {
        self.segments.iter().any(|segment| {
            let op = &self.code.ops[segment.end - 1];
            match op.kind {
                OpKind::Branch(..) => !self.shape(self.inst(segment.end - 1).args[0]).is_uniform(),
                OpKind::Switch(..) | OpKind::BarWarp | OpKind::Shfl(..) | OpKind::Vote(_) | OpKind::Match(..) | OpKind::Redux(..) => {
                    !matches!(op.kind, OpKind::Switch(..)) && !self.names_all(segment.end - 1) || matches!(op.kind, OpKind::Switch(..))
                }
                _ => false,
            }
        })
    }

    /// Whether a warp-level operation names all lanes.
    pub(crate) fn names_all(&self, pc: usize) -> bool {
        let args = &self.inst(pc).args;
        args.last().and_then(|&v| self.constant(v)).is_some_and(|bits| bits as u32 == u32::MAX)
    }
}
