//! The image of a function with loops: what it is like when the deciders see it under nvcc.
//!
//! LLVM rotates loops, so that what only they need is computed after a test of their own, and what the test computes is
//! there twice. That decides which products are used where. The function itself is not changed so: an image of it is,
//! the deciders contract the image, and what they chose there is chosen in the function. In the image, the place of an
//! instruction is the number of the instruction of the function that it is a copy of.

use super::loops;
use super::{Fused, LAST, Passes, WITHOUT_PARTIAL, all, decide};
use crate::pass::graph::Graph;
use crate::pass::{PassContext, fold, fold_logical, gvn, licm, partial_unroll, pre, rotate, simplify, simplify_cfg};
use kern_ir::contract::{contract, is_sum, product};
use kern_ir::{Effects, Function, Inst, InstData, LocId, Opcode, Value, ValueDef};
use rustc_hash::FxHashMap;

/// What LLVM does to loops before it contracts.
const ROTATED: Passes = &[
    loops::split_entries,
    fold_logical::run_inside,
    rotate::run_on_all,
    simplify_cfg::run,
    gvn::run,
    licm::run,
    gvn::run,
    licm::run,
    loops::delete,
];

/// What follows: LLVM unrolls loops by four before it looks for partial redundancies. Each copy votes. Such a loop has two
/// ways out, so that what is known on the way around it is missing on two: it is computed again.
const UNROLLED_BY_FOUR: Passes = &[partial_unroll::run, fold::run, simplify::run, simplify_cfg::run, gvn::run];

/// How far back two products are compared.
const MAX_DEPTH: u32 = 4;

/// Of each sum, the products that its copies took, or none, and how many copies did so.
pub(super) struct Choices {
    votes: FxHashMap<Inst, Vec<(Option<Inst>, u32)>>,
}

/// What the deciders choose in the image of `func`, if it has loops.
pub(super) fn choices(func: &mut Function, context: &PassContext<'_>) -> Option<Choices> {
    if Graph::new(func).loops().all().is_empty() {
        return None;
    }
    let mut image = Function { names: None, ..func.clone() };
    image.insts.iter_mut().zip(0..).for_each(|(data, number)| data.loc = LocId(number));
    all(ROTATED, &mut image, context);
    simplify_cfg::run(&mut image, context);
    let unrolled = partial_unroll::tests(&mut image, context);
    all(UNROLLED_BY_FOUR, &mut image, context);
    pre::run(&mut image, context, &unrolled);
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
    Some(Choices { votes })
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
        let is_equal = |value| matches!(func.def(value), ValueDef::Result(inst, _) if are_equal(func, [inst, chosen], MAX_DEPTH));
        let by = |test: &dyn Fn(Value) -> bool| products.iter().position(|p| p.is_some_and(test));
        by(&is_chosen).or_else(|| by(&is_equal)).or_else(|| by(&|_| true))
    }
}

/// Whether two instructions compute the same, as far as one sees who looks that deep.
fn are_equal(func: &Function, [a, b]: [Inst; 2], depth: u32) -> bool {
    let (x, y) = (&func.insts[a.index()], &func.insts[b.index()]);
    let is_same = |&(p, q): &(&Value, &Value)| {
        p == q
            || match (func.def(*p), func.def(*q)) {
                (ValueDef::Const(p), ValueDef::Const(q)) => p == q,
                (ValueDef::Result(p, m), ValueDef::Result(q, n)) => m == n && depth > 0 && are_equal(func, [p, q], depth - 1),
                _ => false,
            }
    };
    let is_pure = x.effects() == Effects::Pure;
    let is_commutative = matches!(x.op, Opcode::Add | Opcode::Mul);
    let kinds = |d: &InstData| (d.op, d.ty, d.src_ty, d.attrs, d.offset, d.payload.clone(), d.args.len());
    a == b
        || is_pure
            && kinds(x) == kinds(y)
            && (x.args.iter().zip(&y.args).all(|p| is_same(&p))
                || is_commutative && x.args.iter().zip(y.args.iter().rev()).all(|p| is_same(&p)))
}
