//! Prefetching in loops that go through memory in strides of the whole grid.
//!
//! *Before.* Loads of rows are checked. *After.* Where such a loop moves a load's row by a known stride, the row of a later
//! iteration is asked for before the load; the full copy only, and one row a warp.
//!
//! *Cost.* Two instructions a load. *Source.* Mowry et al., ASPLOS 1992.

use super::*;

/// See the module.
pub(super) fn insert_prefetches<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    if !cfg!(target_arch = "x86_64") || plan.strides.is_empty() {
        return;
    }
    let has_one_row = |pc: usize| !plan.shape(plan.inst(pc).args[0]).has_bases_per_row() || plan.geometry.rows == 1;
    wir.for_each_copy(|is_full, copy| {
        for inst in std::mem::take(copy) {
            let is_row = is_full && inst.kind == InstKind::Join && !matches!(copy.last(), Some(Inst { kind: InstKind::Perform(_), .. }));
            if let Some(&stride) = plan.strides.get(&inst.pc).filter(|_| is_row && has_one_row(inst.pc)) {
                copy.push(Inst::new(inst.pc, InstKind::Prefetch(stride)));
            }
            copy.push(inst);
        }
    });
}
