//! Tells: what compiled code tells of one by one in a launch whose accesses somebody checks.
//!
//! *Before.* Nobody is told of anything. *After.* Behind the check of an access that is needed there is a `tell`, and before a
//! meeting of a full warp (`bar.warp.sync`); fences are told of where they stand. Without observers nothing changes.
//!
//! *Reads and writes.* Makes the list of the sites that are told of. What the interpreter executes it tells of itself.

use super::*;
use crate::decode::code::OpKind;
use crate::decode::side::is_device;
use crate::jit::analysis::scaling::Scaling;
use crate::jit::analysis::told::{Form, ToldSite};

/// See the module.
pub(super) fn insert_tells<const L: usize>(wir: &mut Wir, PassContext { plan, counter_plan, .. }: &mut PassContext<L>) {
    let Some(unneeded) = plan.told.as_ref().filter(|_| is_device(L)) else { return };
    let is_needed = |pc: usize| unneeded.get(plan.code.ops[pc].inst as usize) != Some(&true);
    wir.for_each_copy(|_, copy| {
        for inst in std::mem::take(copy) {
            let pc = inst.pc;
            if matches!(inst.kind, InstKind::Exchange(Exchange::Direct)) && plan.code.ops[pc].kind == OpKind::BarWarp {
                copy.push(Inst::new(pc, InstKind::Tell));
            }
            let is_check = matches!(inst.kind, InstKind::Check(_)) && is_needed(pc);
            copy.push(inst);
            if let Some(site) = is_check.then(|| site(plan, pc)).flatten() {
                counter_plan.told.insert(pc, site);
                copy.push(Inst::new(pc, InstKind::Tell));
            }
        }
    });
}

/// How an access is told of, if it is.
pub(crate) fn site<const L: usize>(plan: &Plan<L>, pc: usize) -> Option<ToldSite> {
    let (op, data) = (&plan.code.ops[pc], plan.inst(pc));
    let (OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..)) = op.kind else { return None };
    let shape = plan.shape(data.args[0]);
    let form = match plan.wide_form(data.args[0]) {
        _ if shape.is_affine() => ToldSite::rows(&plan.geometry, shape.stride(), shape.has_bases_per_row()),
        Some(form) => Form::Indices(Scaling { shift: form.scale.trailing_zeros(), signed: form.signed }),
        None => Form::Addresses,
    };
    let is_asked_for = plan.told.as_ref().is_some_and(|unneeded| unneeded.get(op.inst as usize) == Some(&false));
    ToldSite::new(op.kind, (op.inst, data), &plan.code.accesses[access as usize], form, is_asked_for)
}
