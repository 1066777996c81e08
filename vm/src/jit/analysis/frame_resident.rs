//! Which values lie in the interpreter's registers while a full warp runs.
//!
//! Where a full warp resumes all that it needs is there, and a value never changes: it need not be written again where
//! the warp stops next, and if nothing uses it until then it need not be read either. It is *frame-resident*. What is spilled
//! again and again in a loop that does not compute it is written once, where it is computed.

use super::*;

/// Values times nodes, at most: sets of more would take more memory than they are worth.
const MOST: usize = 1 << 25;

impl<const L: usize> Plan<'_, L> {
    pub(super) fn find_homes(&mut self) {
        let (values, count) = (self.func.values.len(), self.nodes.len());
        self.is_spilled_at_definition = vec![false; values];
        if L == 1 || values * count > MOST || !(0..count).any(|node| self.is_barrier(node)) {
            return;
        }
        self.find_early();
        let at_start = self.find_written();
        self.is_written = (0..count).map(|node| self.written_after(node, &at_start[node])).collect();
        self.find_unread(at_start);
    }

    /// Whether the full copy of a node has a live value in the interpreter's registers only.
    pub(crate) fn is_frame_resident(&self, node: usize, value: usize) -> bool {
        self.frame_resident.get(node).is_some_and(|resident| resident.contains(value))
    }

    /// Whether no warp comes through a node's end: it resumes behind it.
    fn is_barrier(&self, node: usize) -> bool {
        matches!(self.code.ops[self.nodes[node].end - 1].kind, OpKind::Bar(..))
    }

    /// Whether a value has a register of its own, and is computed where its instruction stands.
    fn has_home(&self, value: usize) -> bool {
        let number = Value(value as u32);
        self.is_shared[value]
            && self.code.value_slots[value] != u32::MAX
            && self.constant(number).is_none()
            && !self.is_late[value]
            && !self.end_lane_tests.contains_key(&number)
            && !self.addresses.contains_key(&number)
    }

    /// Values that a barrier needs again and again, in a loop that does not compute them.
    fn find_early(&mut self) {
        let count = self.nodes.len();
        // What the last operation of a node defines is there only behind it.
        let mut defined_at = vec![usize::MAX; self.func.values.len()];
        for (node, Node { start, end, .. }) in self.nodes.iter().enumerate() {
            (*start..end - 1).flat_map(|pc| &self.inst(pc).results).for_each(|result| defined_at[result.index()] = node);
        }
        // Nodes of a loop follow one another: from the target of a back edge to where that starts.
        let mut loops: Vec<Range<usize>> = Vec::new();
        for (last, node) in self.nodes.iter().enumerate() {
            loops.extend(node.next.iter().filter(|&&first| first <= last).map(|&first| first..last + 1));
        }
        loops.sort_by_key(Range::len);
        let mut early = vec![false; self.func.values.len()];
        for barrier in (0..count).filter(|&node| self.is_barrier(node) && node + 1 < count) {
            let Some(innermost) = loops.iter().find(|nodes| nodes.contains(&barrier)) else { continue };
            let is_outside = |value: &usize| defined_at[*value] != usize::MAX && !innermost.contains(&defined_at[*value]);
            for value in self.live_in[barrier + 1].iter().filter(is_outside).filter(|&value| self.has_home(value)) {
                early[value] = true;
            }
        }
        self.is_spilled_at_definition = early;
    }

    /// What is sure to be in the registers at the start of each node's full copy. The masked copy writes nothing until it
    /// spills lanes, but what it computes is not there.
    fn find_written(&self) -> Vec<Set> {
        let (values, count) = (self.func.values.len(), self.nodes.len());
        let mut homes = Set::new(values);
        (0..values).filter(|&value| self.has_home(value)).for_each(|value| homes.insert(value));
        let at_start: Vec<Set> = (0..count).map(|node| with_only(&self.live_in[node], &homes)).collect();
        let (mut full, mut masked) = (at_start.clone(), at_start);
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..count {
                let out = self.written_after(node, &full[node]);
                let is_divergent = matches!(self.code.ops[self.nodes[node].end - 1].kind, OpKind::Branch(..));
                for &next in self.nodes[node].next.iter().filter(|_| !self.is_barrier(node)) {
                    changed |= keep(&mut full[next], &out, &self.nodes[next].params);
                    if is_divergent {
                        changed |= keep(&mut masked[next], &out, &self.nodes[next].params);
                    }
                }
                let mut out = masked[node].clone();
                let operations = self.nodes[node].start..self.nodes[node].end;
                operations.for_each(|pc| self.inst(pc).results.iter().for_each(|result| out.remove(result.index())));
                for &next in &self.nodes[node].next {
                    changed |= keep(&mut masked[next], &out, &self.nodes[next].params);
                }
                // All lanes have met.
                if self.sought[node].iter().next().is_some() {
                    let here = masked[node].clone();
                    changed |= keep(&mut full[node], &here, &[]);
                }
            }
        }
        full
    }

    /// What is in the registers after a node's full copy, if `before` was at its start.
    fn written_after(&self, node: usize, before: &Set) -> Set {
        let mut out = before.clone();
        for pc in self.nodes[node].start..self.nodes[node].end {
            for result in self.inst(pc).results.iter().map(|result| result.index()) {
                if self.is_spilled_at_definition[result] { out.insert(result) } else { out.remove(result) }
            }
        }
        out
    }

    /// Whether a full warp that stops at the end of `node`, to resume at `next`, finds the value in the registers.
    pub(crate) fn is_written_after(&self, node: usize, next: usize, value: Value) -> bool {
        let is_written = self.is_written.get(node).is_some_and(|written| written.contains(value.index()));
        is_written && !self.nodes[next].params.contains(&value)
    }

    /// Of what is in the registers at the start of each node, what no full warp uses before it stops.
    fn find_unread(&mut self, is_written: Vec<Set>) {
        let (values, count) = (self.func.values.len(), self.nodes.len());
        let mut used = vec![Set::new(values); count];
        for (node, used) in used.iter_mut().enumerate() {
            for pc in self.nodes[node].start..self.nodes[node].end {
                self.uses(pc).iter().for_each(|value| used.insert(value.index()));
                self.moves(pc).iter().for_each(|&(_, _, arg)| used.insert(arg.index()));
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for node in (0..count).rev().filter(|&node| !self.is_barrier(node)) {
                for &next in &self.nodes[node].next {
                    let later = used[next].clone();
                    changed |= used[node].add(&later);
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
            for node in (0..count).rev().filter(|&node| !self.is_barrier(node)).collect::<Vec<_>>() {
                for next in self.nodes[node].next.clone() {
                    let params = &self.nodes[next].params;
                    let mut read = self.live_in[next].clone();
                    params.iter().for_each(|param| read.remove(param.index()));
                    self.frame_resident[next].iter().for_each(|value| read.remove(value));
                    for value in read.iter() {
                        changed |= self.frame_resident[node].contains(value);
                        self.frame_resident[node].remove(value);
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
