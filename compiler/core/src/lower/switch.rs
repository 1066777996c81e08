//! `switch`: comparisons in a tree of halves; in host code a table of targets where the cases are dense.
//!
//! Kernels have the tree that nvcc makes of LLVM's `SwitchLoweringUtils`, which has no tables either: three cases or fewer are compared
//! one after the other, and of the halves it is the one below that the machine code falls through to.

use super::function::Target;
use super::layout::{Repr, repr};
use super::{FunctionLowering, computed};
use crate::hir::{Block, Expr, LabelId};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{Attrs, BlockCall, Cmp, InstData, Opcode, Payload, RegType, Value};

/// More cases than this are not compared one after the other.
const CHAIN_CASES: usize = 3;
/// Fewer cases than this have no table.
const TABLE_CASES: usize = 5;
/// A table may have this many entries for each case.
const TABLE_SPREAD: i128 = 3;
/// The largest table.
const TABLE_LIMIT: i128 = 4096;

impl FunctionLowering<'_, '_> {
    pub(crate) fn lower_switch(
        &mut self,
        value: &Expr,
        cases: &[(i128, i128, LabelId)],
        default: Option<LabelId>,
        body: &Block,
        span: Span,
    ) {
        let index = self.full_expression(value.span, |this| this.raw_value(value));
        let ty = match repr(self.types(), value.ty) {
            Repr::Scalar(ty) => computed(ty),
            _ => ir::Type::S32,
        };
        let exit = self.b.create_block();
        let otherwise = match default {
            Some(label) => self.label(label),
            None => exit,
        };
        self.at(span);
        match table_range(cases).filter(|_| !self.m.is_device()) {
            Some((low, high)) => self.switch_table(index, ty, cases, low, high, otherwise),
            None => {
                let mut sorted = cases.to_vec();
                sorted.sort_unstable_by_key(|case| case.0);
                self.switch_tree(index, ty, &sorted, otherwise);
            }
        }
        self.breaks.push(Target { block: exit, depth: self.cleanups.len() });
        self.scoped(body);
        self.breaks.pop();
        if self.b.current().is_some() {
            self.at(body.end);
            self.b.jump(exit, &[]);
        }
        self.b.switch_to(exit);
    }

    /// Cases in order: those below the middle one are in the one half, the others in the other.
    fn switch_tree(&mut self, index: Value, ty: ir::Type, cases: &[(i128, i128, LabelId)], otherwise: ir::Block) {
        if cases.len() <= CHAIN_CASES {
            return self.switch_chain(index, ty, cases, otherwise);
        }
        let (below, above) = cases.split_at(cases.len() / 2);
        let (first, second) = (self.b.create_block(), self.b.create_block());
        let last_below = self.b.constant(ty.reg(), (above[0].0 - 1) as u64);
        let is_above = self.compare(Cmp::Gt, ty, index, last_below);
        self.branch(is_above, second, first);
        for (block, half) in [(first, below), (second, above)] {
            self.b.switch_to(block);
            self.switch_tree(index, ty, half, otherwise);
        }
    }

    fn switch_chain(&mut self, index: Value, ty: ir::Type, cases: &[(i128, i128, LabelId)], otherwise: ir::Block) {
        for &(low, high, label) in cases {
            let target = self.label(label);
            let next = self.b.create_block();
            let low_value = self.b.constant(ty.reg(), low as u64);
            let hit = if low == high {
                self.compare(Cmp::Eq, ty, index, low_value)
            } else {
                let above = self.compare(Cmp::Ge, ty, index, low_value);
                let high_value = self.b.constant(ty.reg(), high as u64);
                let below = self.compare(Cmp::Le, ty, index, high_value);
                self.b.op(Opcode::And, ir::Type::Pred, &[above, below])
            };
            self.branch(hit, target, next);
            self.b.switch_to(next);
        }
        self.b.jump(otherwise, &[]);
    }

    fn switch_table(&mut self, index: Value, ty: ir::Type, cases: &[(i128, i128, LabelId)], low: i128, high: i128, otherwise: ir::Block) {
        let count = (high - low + 1) as usize;
        let mut targets = vec![otherwise; count];
        for &(first, last, label) in cases {
            let target = self.label(label);
            targets[(first - low) as usize..=(last - low) as usize].fill(target);
        }
        let base = self.b.constant(ty.reg(), (low as u64).wrapping_neg());
        let from_low = if low == 0 { index } else { self.b.op(Opcode::Add, ty, &[index, base]) };
        // What is out of range goes to the entry after the last case.
        let (unsigned, limit) = match ty.size() {
            8 => (ir::Type::U64, self.b.constant(RegType::B64, count as u64)),
            _ => (ir::Type::U32, self.b.constant(RegType::B32, count as u64)),
        };
        let clamped = self.b.op(Opcode::Min, unsigned, &[from_low, limit]);
        let selector = if ty.size() == 8 { self.convert_op(ir::Type::U32, ir::Type::U64, clamped) } else { clamped };
        let targets = targets.into_iter().chain([otherwise]).map(|block| BlockCall { block, args: Vec::new() }).collect();
        let data = InstData { args: vec![selector], payload: Payload::Targets(targets), ..InstData::new(Opcode::Brx, ir::Type::B32) };
        self.b.push(data, &[]);
    }

    /// `setp.cmp.ty a, b`
    pub(crate) fn compare(&mut self, cmp: Cmp, ty: ir::Type, a: Value, b: Value) -> Value {
        let attrs = Attrs { cmp: Some(cmp), ..Attrs::default() };
        self.b.value(InstData { args: vec![a, b], attrs, ..InstData::new(Opcode::Setp, ty) }, RegType::Pred)
    }
}

/// The range of a table, if one is worth it.
fn table_range(cases: &[(i128, i128, LabelId)]) -> Option<(i128, i128)> {
    if cases.len() < TABLE_CASES {
        return None;
    }
    let low = cases.iter().map(|c| c.0).min()?;
    let high = cases.iter().map(|c| c.1).max()?;
    let span = high.checked_sub(low)?.checked_add(1)?;
    (span <= TABLE_LIMIT && span <= TABLE_SPREAD * cases.len() as i128).then_some((low, high))
}
