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

use super::coverage::keeps_regions;
use super::*;
use crate::decode::code::OpKind;
use std::ops::Range;

/// See the module.
pub(super) fn hoist_bounds<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    if L > 1 {
        return;
    }
    let loops = loops_without_calls(plan);
    if loops.is_empty() {
        return;
    }
    let definitions = definitions(plan);
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
            let definition = root.and_then(|root| definitions[root.index()]);
            let is_invariant =
                |range: &&Range<usize>| range.contains(&segment) && definition.is_none_or(|segment| !range.contains(&segment));
            // The outermost comes first.
            let Some(range) = loops.iter().find(is_invariant) else { continue };
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

/// Loops, from their header to their last segment, in which nothing changes what regions are but lookups of their accesses, and
/// that are entered at their header only; outer ones first.
pub(super) fn loops_without_calls<const L: usize>(plan: &Plan<L>) -> Vec<Range<usize>> {
    let mut loops: Vec<Range<usize>> = Vec::new();
    for header in plan.unit.clone() {
        let range = plan.loop_from(header);
        let is_loop = plan.segments[range.clone()].iter().any(|segment| segment.next.contains(&header));
        if !is_loop || range.end > plan.unit.end {
            continue;
        }
        let is_side_entry = |from: usize, to: usize| range.contains(&to) && to != header && !range.contains(&from);
        let has_side_entry = (0..plan.segments.len()).any(|from| plan.segments[from].next.iter().any(|&to| is_side_entry(from, to)));
        let mut operations = plan.segments[header].start..plan.segments[range.end - 1].end;
        if !has_side_entry && operations.all(|pc| keeps_regions(plan, pc)) {
            loops.push(range);
        }
    }
    loops.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    loops
}

/// By value, the segment that assigns it; nothing for constants.
pub(super) fn definitions<const L: usize>(plan: &Plan<L>) -> Vec<Option<usize>> {
    let mut definitions = vec![None; plan.func.values.len()];
    for (number, segment) in plan.segments.iter().enumerate() {
        segment.params.iter().for_each(|param| definitions[param.index()] = Some(number));
        for pc in segment.start..segment.end {
            plan.inst(pc).results.iter().for_each(|result| definitions[result.index()] = Some(number));
        }
    }
    definitions
}
