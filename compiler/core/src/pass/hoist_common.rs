//! Hoisting: what both sides of a branch begin with is computed before it.
//!
//! Before: any well-formed function. After: where only a branch leads to both of its targets, their first instructions
//! are not the same pure operation of the same operands (SimplifyCFG's `HoistThenElseCodeToIf`, which compares the sides
//! instruction by instruction and stops at the first difference). Device code only.

use crate::pass::PassContext;
use crate::pass::graph::terminator;
use crate::pass::rewrite::Substitution;
use kern_ir::{Block, Effects, Function, Inst, ModuleKind, Opcode};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device || func.layout.len() < 2 {
        return false;
    }
    let graph = context.analyses.graph(func);
    let mut subst = Substitution::new(func);
    let mut changed = false;
    // Inner branches first: what leaves them may leave the next.
    for &block in graph.order.iter().rev() {
        let end = terminator(func, block);
        let [a, b] = func.insts[end.index()].targets() else { continue };
        let sides = [a.block, b.block];
        let is_own = |side: Block| graph.preds(side).len() == 1 && func.blocks[side.index()].params.is_empty();
        if func.insts[end.index()].op != Opcode::Bra || sides[0] == sides[1] || !sides.into_iter().all(is_own) {
            continue;
        }
        while let [Some(first), Some(second)] = sides.map(|side| func.blocks[side.index()].insts.first().copied()) {
            subst.apply_to(&mut func.insts[first.index()]);
            subst.apply_to(&mut func.insts[second.index()]);
            if !is_same(func, first, second) {
                break;
            }
            let results = sides.map(|side| {
                let inst = func.blocks[side.index()].insts.remove(0);
                func.insts[inst.index()].results[0]
            });
            subst.set(results[1], results[0]);
            let insts = &mut func.blocks[block.index()].insts;
            let at = insts.len() - 1;
            insts.insert(at, first);
            changed = true;
        }
    }
    subst.apply(func) | changed
}

fn is_same(func: &Function, first: Inst, second: Inst) -> bool {
    let [a, b] = [first, second].map(|inst| &func.insts[inst.index()]);
    let is_pure = a.effects() == Effects::Pure && !a.op.row().is_warp_level;
    is_pure
        && (a.op, a.ty, a.src_ty, a.attrs, a.offset, &a.payload) == (b.op, b.ty, b.src_ty, b.attrs, b.offset, &b.payload)
        && a.args == b.args
        && a.results.len() == 1
}
