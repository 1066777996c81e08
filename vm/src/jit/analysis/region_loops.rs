//! Loops of host code in which regions stay what they are: the start of what looks at addresses once for many iterations.
//!
//! *What.* Loops, from their header to their last segment, in which nothing changes what regions are but lookups of their accesses
//! and functions that only read, and that are entered at their header only; and which segment assigns each value. Looked at once for a function, when the first
//! pass asks.
//! *Cost.* In proportion to segments and edges times loops.

use super::Plan;
use crate::decode::code::OpKind;
use crate::decode::externs::{Target, only_reads};
use crate::decode::side::is_host;
use kern_ir::Value;
use std::ops::Range;

/// What passes ask of a function's loops.
#[derive(Default)]
pub(crate) struct RegionLoops {
    /// Outer ones first.
    pub(crate) loops: Vec<Range<usize>>,
    /// By value, the segment that assigns it; nothing for constants, and nothing at all if there are no loops.
    definitions: Vec<Option<usize>>,
}

impl RegionLoops {
    fn new<const L: usize>(plan: &Plan<L>) -> RegionLoops {
        let loops = if is_host(L) { loops(plan) } else { Vec::new() };
        let definitions = if loops.is_empty() { Vec::new() } else { definitions(plan) };
        RegionLoops { loops, definitions }
    }

    /// Whether a value is assigned in the segments of one of the loops.
    pub(crate) fn is_assigned_in(&self, value: Value, range: &Range<usize>) -> bool {
        self.definitions[value.index()].is_some_and(|segment| range.contains(&segment))
    }

    /// Whether there is no loop within one.
    pub(crate) fn is_innermost(&self, range: &Range<usize>) -> bool {
        !self.loops.iter().any(|inner| inner != range && range.start <= inner.start && inner.end <= range.end)
    }
}

impl<const L: usize> Plan<'_, L> {
    /// The loops of host code; none of kernels.
    pub(crate) fn region_loops(&self) -> &RegionLoops {
        self.region_loops.get_or_init(|| RegionLoops::new(self))
    }

    /// Whether an operation of host code leaves the regions of other accesses as they are, unless it is wrong.
    pub(crate) fn keeps_regions(&self, pc: usize) -> bool {
        use OpKind::*;
        match self.code.ops[pc].kind {
            Alu | Divide(_) | Load(_) | Store(_) | SlotAddress(_) | Rebase(_) | Nothing | Jump(_) | Branch(..) | Switch(..) | Ret => true,
            CallExtern(call) => matches!(self.code.calls[call as usize].target, Target::Math(_) | Target::State(_)),
            _ => false,
        }
    }

    /// Whether an operation calls a function that only reads: it may make regions known, and frees nothing.
    pub(crate) fn only_reads(&self, pc: usize) -> bool {
        matches!(self.code.ops[pc].kind, OpKind::CallExtern(call) if only_reads(&self.code.calls[call as usize].name))
    }
}

fn loops<const L: usize>(plan: &Plan<L>) -> Vec<Range<usize>> {
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
        if !has_side_entry && operations.all(|pc| plan.keeps_regions(pc) || plan.only_reads(pc)) {
            loops.push(range);
        }
    }
    loops.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    loops
}

fn definitions<const L: usize>(plan: &Plan<L>) -> Vec<Option<usize>> {
    let mut definitions = vec![None; plan.func.values.len()];
    for (number, segment) in plan.segments.iter().enumerate() {
        segment.params.iter().for_each(|param| definitions[param.index()] = Some(number));
        for pc in segment.start..segment.end {
            plan.inst(pc).results.iter().for_each(|result| definitions[result.index()] = Some(number));
        }
    }
    definitions
}
