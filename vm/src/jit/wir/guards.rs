//! Guards of affine values that become wider.
//!
//! *Before.* A 32-bit value with a stride is computed as 64 bits of its bases. *After.* A `guard` stands before: where the last
//! lane of a row passes the end of 32 bits, lanes do not lie at a stride any more, and the interpreter goes on from there.
//!
//! *Cost.* A comparison for each row and operand, mostly of an index once an iteration.

use super::coverage::is_widening_product;
use super::*;
use kern_ir::{Opcode, RegType};

/// See the module.
pub(super) fn insert_guards<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    wir.for_each_copy(|_, copy| {
        for inst in std::mem::take(copy) {
            if inst.kind == InstKind::Compute && has_guard(plan, inst.pc) {
                copy.push(Inst::new(inst.pc, InstKind::Guard(build::deoptimise())));
            }
            copy.push(inst);
        }
    });
}

fn has_guard<const L: usize>(plan: &Plan<L>, pc: usize) -> bool {
    let data = plan.inst(pc);
    let widens = match data.op {
        Opcode::Cvt => data.ty.size() == 8 && data.src_ty.size() == 4,
        _ => is_widening_product(data),
    };
    let result = data.results[0];
    widens && plan.shape(result).stride() != 0 && data.args.iter().take(2).any(|&arg| may_wrap(plan, arg))
}

/// Whether lanes of a value lie at a stride in 32 bits.
pub(crate) fn may_wrap<const L: usize>(plan: &Plan<L>, value: Value) -> bool {
    plan.shape(value).stride() != 0 && plan.func.ty(value) == RegType::B32
}
