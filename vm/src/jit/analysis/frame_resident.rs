//! Which values lie in the interpreter's registers while a full warp runs.
//!
//! Where a full warp resumes all that it needs is there, and a value never changes: it need not be written again where
//! the warp stops next, and if nothing uses it until then it need not be read either. It is *frame-resident*. What is spilled
//! again and again in a loop that does not compute it is written once, where it is computed.

use super::*;
use crate::decode::side::is_host;

/// Values times segments, at most: sets of more would take more memory than they are worth.
const MOST: usize = 1 << 25;

impl<const L: usize> Plan<'_, L> {
    pub(super) fn find_frame_resident(&mut self) {
        let (values, count) = (self.func.values.len(), self.segments.len());
        self.is_spilled_at_definition = vec![false; values];
        if is_host(L) || values * count > MOST || !(0..count).any(|segment| self.is_barrier(segment)) {
            return;
        }
        self.find_early();
        let at_start = self.find_written();
        self.is_written = (0..count).map(|segment| self.written_after(segment, &at_start[segment])).collect();
        self.find_unread(at_start);
    }

    /// Whether the full copy of a segment has a live value in the interpreter's registers only.
    pub(crate) fn is_frame_resident(&self, segment: usize, value: usize) -> bool {
        self.frame_resident.get(segment).is_some_and(|resident| resident.contains(value))
    }

    /// Whether no warp comes through a segment's end: it resumes behind it.
    fn is_barrier(&self, segment: usize) -> bool {
        matches!(self.code.ops[self.segments[segment].end - 1].kind, OpKind::Bar(..))
    }

    /// Whether a value has a register of its own, and is computed where its instruction stands.
    fn may_be_resident(&self, value: usize) -> bool {
        let number = Value(value as u32);
        self.is_shared[value]
            && self.code.value_slots[value] != u32::MAX
            && self.constant(number).is_none()
            && !self.is_deferred[value]
            && !self.end_lane_tests.contains_key(&number)
            && !self.addresses.contains_key(&number)
    }

    /// Values that a barrier needs again and again, in a loop that does not compute them.
    fn find_early(&mut self) {
        let count = self.segments.len();
        // What the last operation of a segment defines is there only behind it.
        let mut defined_at = vec![usize::MAX; self.func.values.len()];
        for (segment, Segment { start, end, .. }) in self.segments.iter().enumerate() {
            (*start..end - 1).flat_map(|pc| &self.inst(pc).results).for_each(|result| defined_at[result.index()] = segment);
        }
        // Segments of a loop follow one another: from the target of a back edge to where that starts.
        let mut loops: Vec<Range<usize>> = Vec::new();
        for (last, segment) in self.segments.iter().enumerate() {
            loops.extend(segment.next.iter().filter(|&&first| first <= last).map(|&first| first..last + 1));
        }
        loops.sort_by_key(Range::len);
        let mut early = vec![false; self.func.values.len()];
        for barrier in (0..count).filter(|&segment| self.is_barrier(segment) && segment + 1 < count) {
            let Some(innermost) = loops.iter().find(|segments| segments.contains(&barrier)) else { continue };
            let is_outside = |value: &usize| defined_at[*value] != usize::MAX && !innermost.contains(&defined_at[*value]);
            for value in self.live_in[barrier + 1].iter().filter(is_outside).filter(|&value| self.may_be_resident(value)) {
                early[value] = true;
            }
        }
        self.is_spilled_at_definition = early;
    }

    /// What is sure to be in the registers at the start of each segment's full copy. The masked copy writes nothing until it
    /// spills lanes, but what it computes is not there.
    fn find_written(&self) -> Vec<Set> {
        let (values, count) = (self.func.values.len(), self.segments.len());
        let mut residents = Set::new(values);
        (0..values).filter(|&value| self.may_be_resident(value)).for_each(|value| residents.insert(value));
        let at_start: Vec<Set> = (0..count).map(|segment| with_only(&self.live_in[segment], &residents)).collect();
        let (mut full, mut masked) = (at_start.clone(), at_start);
        let mut changed = true;
        while changed {
            changed = false;
            for segment in 0..count {
                let out = self.written_after(segment, &full[segment]);
                let is_divergent = matches!(self.code.ops[self.segments[segment].end - 1].kind, OpKind::Branch(..));
                for &next in self.segments[segment].next.iter().filter(|_| !self.is_barrier(segment)) {
                    changed |= keep(&mut full[next], &out, &self.segments[next].params);
                    if is_divergent {
                        changed |= keep(&mut masked[next], &out, &self.segments[next].params);
                    }
                }
                let mut out = masked[segment].clone();
                let operations = self.segments[segment].start..self.segments[segment].end;
                operations.for_each(|pc| self.inst(pc).results.iter().for_each(|result| out.remove(result.index())));
                for &next in &self.segments[segment].next {
                    changed |= keep(&mut masked[next], &out, &self.segments[next].params);
                }
                // All lanes have met.
                if self.sought[segment].iter().next().is_some() {
                    let here = masked[segment].clone();
                    changed |= keep(&mut full[segment], &here, &[]);
                }
            }
        }
        full
    }

    /// What is in the registers after a segment's full copy, if `before` was at its start.
    fn written_after(&self, segment: usize, before: &Set) -> Set {
        let mut out = before.clone();
        for pc in self.segments[segment].start..self.segments[segment].end {
            for result in self.inst(pc).results.iter().map(|result| result.index()) {
                if self.is_spilled_at_definition[result] { out.insert(result) } else { out.remove(result) }
            }
        }
        out
    }

    /// Whether a full warp that stops at the end of `segment`, to resume at `next`, finds the value in the registers.
    pub(crate) fn is_written_after(&self, segment: usize, next: usize, value: Value) -> bool {
        let is_written = self.is_written.get(segment).is_some_and(|written| written.contains(value.index()));
        is_written && !self.segments[next].params.contains(&value)
    }

    /// Of what is in the registers at the start of each segment, what no full warp uses before it stops.
    fn find_unread(&mut self, is_written: Vec<Set>) {
        let (values, count) = (self.func.values.len(), self.segments.len());
        let mut used = vec![Set::new(values); count];
        for (segment, used) in used.iter_mut().enumerate() {
            for pc in self.segments[segment].start..self.segments[segment].end {
                self.uses(pc).iter().for_each(|value| used.insert(value.index()));
                self.moves(pc).iter().for_each(|&(_, _, arg)| used.insert(arg.index()));
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for segment in (0..count).rev().filter(|&segment| !self.is_barrier(segment)) {
                for &next in &self.segments[segment].next {
                    let later = used[next].clone();
                    changed |= used[segment].add(&later);
                }
            }
        }
        self.frame_resident = is_written;
        for (resident, used) in self.frame_resident.iter_mut().zip(&used) {
            used.iter().for_each(|value| resident.remove(value));
        }
        // Nor is it read on the way to where it is not sure to be there.
        let mut changed = true;
        while changed {
            changed = false;
            for segment in (0..count).rev().filter(|&segment| !self.is_barrier(segment)).collect::<Vec<_>>() {
                for next in self.segments[segment].next.clone() {
                    let params = &self.segments[next].params;
                    let mut read = self.live_in[next].clone();
                    params.iter().for_each(|param| read.remove(param.index()));
                    self.frame_resident[next].iter().for_each(|value| read.remove(value));
                    for value in read.iter() {
                        changed |= self.frame_resident[segment].contains(value);
                        self.frame_resident[segment].remove(value);
                    }
                }
            }
        }
    }
}

/// What is in both.
fn with_only(a: &Set, b: &Set) -> Set {
    let mut both = a.clone();
    both.keep(b);
    both
}

/// Removes from `set` what is not in `other`, and what is assigned on the way; whether that changed anything.
fn keep(set: &mut Set, other: &Set, assigned: &[Value]) -> bool {
    let mut changed = set.keep(other);
    for param in assigned.iter().map(|param| param.index()) {
        changed |= set.contains(param);
        set.remove(param);
    }
    changed
}
