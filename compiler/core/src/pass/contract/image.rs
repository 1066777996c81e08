//! The image of a function with loops: what it is like when the deciders see it under nvcc.
//!
//! LLVM rotates loops, so that what only they need is computed after a test of their own, and what the test computes is
//! there twice. That decides which products are used where. The function itself is not changed so: an image of it is,
//! the deciders contract the image, and what they chose there is chosen in the function. In the image, the place of an
//! instruction is the number of the instruction of the function that it is a copy of.

use super::loops;
use super::ptxas::{contract, is_sum, product};
use super::{Fused, LAST, Passes, Ranks, WITHOUT_PARTIAL, all, decide, eliminate};
use crate::pass::graph::Graph;
use crate::pass::{PassContext, fold, gvn, hoist_common, licm, partial_unroll, rotate, simplify, simplify_cfg};
use kern_ir::{Function, Inst, LocId, Opcode, ValueDef};
use rustc_hash::FxHashMap;

/// What LLVM does to loops before it contracts.
const ROTATED: Passes =
    &[loops::split_entries, loops::flatten_tests, hoist_common::run, rotate::run_on_all, simplify_cfg::run, gvn::run, licm::run, gvn::run];

/// What follows: LLVM unrolls loops by four before it looks for partial redundancies. Each copy votes. Such a loop has two
/// ways out, so that what is known on the way around it is missing on two: it is computed again.
const UNROLLED_BY_FOUR: Passes = &[partial_unroll::run, fold::run, simplify::run, simplify_cfg::run, gvn::run];

/// Of each sum, the products that its copies took, or none, and how many copies did so.
pub(super) struct Choices {
    votes: FxHashMap<Inst, Vec<(Option<Inst>, u32)>>,
}

/// What the deciders choose in the image of `func`, if it has loops, and whether there were partial redundancies in it.
pub(super) fn choices(func: &mut Function, context: &PassContext<'_>, ranks: Ranks) -> Option<(Choices, bool)> {
    if Graph::new(func).loops().all().is_empty() {
        return None;
    }
    let mut image = Function { names: None, ..func.clone() };
    image.insts.iter_mut().zip(0..).for_each(|(data, number)| data.loc = LocId(number));
    all(ROTATED, &mut image, context);
    simplify_cfg::run(&mut image, context);
    let unrolled = partial_unroll::tests(&mut image, context);
    all(UNROLLED_BY_FOUR, &mut image, context);
    let is_partial = eliminate(&mut image, context, ranks, &unrolled);
    all(WITHOUT_PARTIAL, &mut image, context);
    all(LAST, &mut image, context);
    simplify_cfg::run(&mut image, context);
    let mut fused = Fused::default();
    decide(&mut image, &mut fused);
    let mut votes: FxHashMap<Inst, Vec<(Option<Inst>, u32)>> = FxHashMap::default();
    for &inst in image.layout.iter().flat_map(|b| &image.blocks[b.index()].insts) {
        let data = &image.insts[inst.index()];
        let sum = Inst(data.loc.0);
        let is_copy = matches!(data.op, Opcode::Add | Opcode::Sub | Opcode::Fma) && func.insts.get(sum.index()).is_some_and(is_sum);
        if !is_copy {
            continue;
        }
        let choice = fused.get(&inst).map(|loc| Inst(loc.0));
        let all = votes.entry(sum).or_default();
        match all.iter_mut().find(|(known, _)| *known == choice) {
            Some((_, count)) => *count += 1,
            None => all.push((choice, 1)),
        }
    }
    Some((Choices { votes }, is_partial))
}

impl Choices {
    /// Contracts in the function what most copies contracted; answers whether anything changed.
    pub(super) fn apply(&self, func: &mut Function) -> bool {
        let mut changed = false;
        for block in func.layout.clone() {
            for inst in std::mem::take(&mut func.blocks[block.index()].insts) {
                if let Some(operand) = self.operand(func, inst) {
                    let extra = contract(func, inst, operand);
                    func.blocks[block.index()].insts.extend(extra);
                    changed = true;
                }
                func.blocks[block.index()].insts.push(inst);
            }
        }
        changed
    }

    /// The operand of `sum` that goes into it.
    fn operand(&self, func: &Function, sum: Inst) -> Option<usize> {
        if !is_sum(&func.insts[sum.index()]) {
            return None;
        }
        let chosen = self.votes.get(&sum)?.iter().max_by_key(|(_, count)| *count)?.0?;
        let products = [0, 1].map(|n| product(func, sum, func.insts[sum.index()].args[n]));
        let is_chosen = |value| matches!(func.def(value), ValueDef::Result(inst, _) if inst == chosen);
        // A product of the image may stand for an equal one of the function.
        products.iter().position(|p| p.is_some_and(is_chosen)).or_else(|| products.iter().position(Option::is_some))
    }
}
