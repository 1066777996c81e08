//! Branches whose condition is made of constants become jumps, and what always follows one another then is one IR block; accesses,
//! conditions and lines stay those of the source. What is inlined branches by its arguments, as the operations of `cuda::atomic` by the order that they are given.
//!
//! Before: any well-formed function. After: no branch on what [`eval`] can compute of constants, through at most
//! [`MAX_DEPTH`] instructions; no IR block that nobody reaches.

use crate::pass::PassContext;
use crate::pass::eval::eval;
use crate::pass::fold::is_foldable;
use crate::pass::graph::{reachable, terminator};
use crate::pass::rewrite::jump_only;
use crate::pass::simplify_cfg;
use kern_ir::{Function, Opcode, Value, ValueDef};

/// Instructions one behind the other that a condition is made of.
const MAX_DEPTH: u32 = 8;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    let mut changed = false;
    for i in 0..func.layout.len() {
        let block = func.layout[i];
        let data = &func.insts[terminator(func, block).index()];
        let count = data.targets().len();
        let known = data.args.first().filter(|_| count > 1).and_then(|&condition| constant(func, condition, MAX_DEPTH));
        let taken = match (data.op, known) {
            (Opcode::Bra, Some(bits)) => usize::from(bits & 1 == 0),
            (Opcode::Brx, Some(bits)) => usize::try_from(bits).unwrap_or(usize::MAX).min(count - 1),
            _ => continue,
        };
        jump_only(func, block, taken);
        changed = true;
    }
    if changed {
        reachable(func);
        simplify_cfg::join(func, context);
    }
    changed
}

/// The bits of a value that is made of constants.
fn constant(func: &Function, value: Value, depth: u32) -> Option<u64> {
    if let Some(bits) = func.constant(value) {
        return Some(bits);
    }
    let ValueDef::Result(inst, _) = func.def(value) else { return None };
    let data = &func.insts[inst.index()];
    if depth == 0 || !is_foldable(data) {
        return None;
    }
    let args: Option<Vec<u64>> = data.args.iter().map(|&arg| constant(func, arg, depth - 1)).collect();
    eval(data, &args?)
}
