//! Constant folding: pure instructions of constants become constants.
//!
//! Before: any well-formed function. After: no pure instruction that [`eval`] can compute has only constant operands
//! and a user; branches on constants are left to `simplify_cfg`. Instructions are visited in reverse post-order, so chains
//! fold in one run.

use crate::pass::PassContext;
use crate::pass::eval::eval;
use crate::pass::graph::reachable;
use crate::pass::rewrite::Substitution;
use kern_ir::{Effects, Function, InstData, Payload};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, _: &PassContext<'_>) -> bool {
    let is_constant = |data: &InstData| is_foldable(data) && data.args.iter().all(|&a| func.constant(a).is_some());
    if func.layout.len() == 1 && !func.iter_insts().any(|(_, _, data)| is_constant(data)) {
        return false;
    }
    let cfg = reachable(func);
    let mut subst = Substitution::new(func);
    let mut args = Vec::new();
    for &block in cfg.rpo() {
        for i in 0..func.blocks[block.index()].insts.len() {
            let inst = func.blocks[block.index()].insts[i];
            subst.apply_to(&mut func.insts[inst.index()]);
            let data = &func.insts[inst.index()];
            if !is_foldable(data) {
                continue;
            }
            args.clear();
            args.extend(data.args.iter().map_while(|&a| func.constant(a)));
            if args.len() != data.args.len() {
                continue;
            }
            if let Some(bits) = eval(data, &args) {
                let result = data.results[0];
                let constant = func.add_constant(func.ty(result), bits);
                subst.set(result, constant);
            }
        }
    }
    subst.apply(func)
}

/// Whether the instruction is one that [`eval`] may know.
pub(crate) fn is_foldable(data: &InstData) -> bool {
    matches!(data.op.row().effects, Effects::Pure | Effects::PureNotSpeculatable)
        && data.payload == Payload::None
        && data.results.len() == 1
        && !data.args.is_empty()
}
