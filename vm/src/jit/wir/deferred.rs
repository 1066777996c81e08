//! What is computed, or loaded, where it is used.
//!
//! *Before.* Every result is computed where its operation stands; loads of rows come behind the join of their access.
//! *After.* Comparisons that only a branch by end lanes wants, and addresses of which only the index is looked at, are there
//! on demand; a row whose only use is an instruction of its segment, before memory changes, is loaded by that instruction.
//!
//! *Cost.* A deferred load is one operand of its user; what is on demand costs nothing unless somebody wants it.

use super::*;

/// Results that are computed only if something needs them.
pub(super) fn defer_values<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    let is_on_demand = |inst: &Inst, is_full: bool| {
        let result = plan.inst(inst.pc).results.first();
        let is_wanted_rarely =
            |result: &Value| (is_full && plan.end_lane_tests.contains_key(result)) || plan.addresses.contains_key(result);
        inst.kind == InstKind::Compute && result.is_some_and(is_wanted_rarely)
    };
    wir.for_each_copy(|is_full, copy| {
        copy.iter_mut().filter(|inst| is_on_demand(inst, is_full)).for_each(|inst| inst.kind = InstKind::OnDemand);
    });
}

/// Loads of rows that are left to what uses them.
pub(super) fn defer_loads<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    wir.for_each_copy(|_, copy| {
        let mut is_joined = false;
        for inst in copy {
            match inst.kind {
                InstKind::Perform(AccessKind::Load) if is_joined && plan.is_deferred[plan.inst(inst.pc).results[0].index()] => {
                    inst.kind = InstKind::Defer;
                }
                _ => {}
            }
            is_joined = inst.kind == InstKind::Join;
        }
    });
}
