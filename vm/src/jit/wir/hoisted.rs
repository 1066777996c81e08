//! What accesses of host code in a loop are compared with: read once where the loop is entered.
//!
//! *Before.* Each access reads its region's bounds, and compares the pointer that its address was computed from with them too.
//! *After.* Where a loop without calls is entered, the bounds of regions whose pointers do not change in it become values,
//! empty ones if the pointer lies elsewhere; an access compares its address with these. What does not pass is looked up, as before,
//! which makes them those of what was found. Accesses of one size through one pointer share bounds. Of a pointer that changes in the
//! loop, as one that walks a list or a tree, several accesses share them: the first one looks up what it points to, for the others.
//!
//! *Reads and writes.* Fills [`Wir::bounds`].
//!
//! *Cost.* Two words of the context a pointer, which an entry of the loop writes.
//!
//! *Source.* Hoisting of loop-invariant code; range checks: Gupta, PLDI 1990.

use super::*;
use crate::decode::code::OpKind;
use rustc_hash::FxHashMap;

/// See the module.
pub(super) fn hoist_bounds<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    let known = plan.region_loops();
    if known.loops.is_empty() {
        return;
    }
    // Where the checks are, and their bounds; how many have the same.
    let mut found: Vec<((usize, usize), Bounds)> = Vec::new();
    let mut sharing: FxHashMap<(usize, Option<Value>, u64), u32> = FxHashMap::default();
    for segment in plan.unit.clone() {
        let copy = &wir.segments[segment].full;
        for index in 0..copy.len().saturating_sub(1) {
            let (pc, &InstKind::Check(Check::Region { region, root, lanes: Lanes::Ends })) = (copy[index].pc, &copy[index].kind) else {
                continue;
            };
            if copy[index + 1].kind != InstKind::Lookup(region as u32) {
                continue;
            }
            let is_here = |range: &&Range<usize>| range.contains(&segment);
            let is_invariant = |range: &&Range<usize>| is_here(range) && !root.is_some_and(|root| known.is_assigned_in(root, range));
            // The outermost comes first.
            let invariant = known.loops.iter().find(is_invariant);
            let Some(range) = invariant.or_else(|| known.loops.iter().find(is_here)) else { continue };
            let (OpKind::Load(access) | OpKind::Store(access)) = plan.code.ops[pc].kind else { continue };
            let access = &plan.code.accesses[access as usize];
            let bytes = access.element.size() * u64::from(access.count);
            let is_varying = invariant.is_none();
            *sharing.entry((region, root, bytes)).or_default() += 1;
            found.push(((segment, index), Bounds { range: range.clone(), region, root, bytes, is_varying }));
        }
    }
    for ((segment, index), bounds) in &found {
        if bounds.is_varying && sharing[&(bounds.region, bounds.root, bounds.bytes)] < 2 {
            continue;
        }
        let number = wir.bounds.iter().position(|known| known == bounds).unwrap_or_else(|| {
            wir.bounds.push(bounds.clone());
            wir.bounds.len() - 1
        });
        wir.segments[*segment].full[*index].kind = InstKind::Check(Check::Hoisted(number));
    }
}
