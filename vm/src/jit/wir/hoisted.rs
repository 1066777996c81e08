//! What accesses of host code in a loop are compared with: read once where the loop is entered.
//!
//! *Before.* Each access reads its region's bounds, and compares the pointer that its address was computed from with them too.
//! *After.* Where a loop without calls is entered, the bounds of regions whose pointers do not change in it become values,
//! empty ones if the pointer lies elsewhere; an access compares its address with these. What does not pass is looked up, as before,
//! which makes them those of what was found. Accesses of one size through one pointer share bounds.
//!
//! *Reads and writes.* Fills [`Wir::bounds`].
//!
//! *Cost.* Two words of the context a pointer, which an entry of the loop writes.
//!
//! *Source.* Hoisting of loop-invariant code; range checks: Gupta, PLDI 1990.

use super::*;
use crate::decode::code::OpKind;

/// See the module.
pub(super) fn hoist_bounds<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    let known = plan.region_loops();
    if known.loops.is_empty() {
        return;
    }
    for segment in plan.unit.clone() {
        let copy = &mut wir.segments[segment].full;
        for index in 0..copy.len().saturating_sub(1) {
            let (pc, InstKind::Check(Check::Region { region, root, lanes: Lanes::Ends })) = (copy[index].pc, &copy[index].kind) else {
                continue;
            };
            let (region, root) = (*region, *root);
            if copy[index + 1].kind != InstKind::Lookup(region as u32) {
                continue;
            }
            let is_invariant =
                |range: &&Range<usize>| range.contains(&segment) && !root.is_some_and(|root| known.is_assigned_in(root, range));
            // The outermost comes first.
            let Some(range) = known.loops.iter().find(is_invariant) else { continue };
            let (OpKind::Load(access) | OpKind::Store(access)) = plan.code.ops[pc].kind else { continue };
            let access = &plan.code.accesses[access as usize];
            let bytes = access.element.size() * u64::from(access.count);
            let is_same = |known: &Bounds| (known.region, known.root, known.bytes, &known.range) == (region, root, bytes, range);
            let number = wir.bounds.iter().position(is_same).unwrap_or_else(|| {
                wir.bounds.push(Bounds { range: range.clone(), region, root, bytes });
                wir.bounds.len() - 1
            });
            copy[index].kind = InstKind::Check(Check::Hoisted(number));
        }
    }
}
