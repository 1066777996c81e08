//! Which values are needed where, and which nodes may have lanes while another runs.

use super::*;

impl<const L: usize> Plan<'_, L> {
    pub(super) fn find_live(&mut self) {
        let values = self.func.values.len();
        let count = self.nodes.len();
        let mut uses = Vec::new();
        let mut defs = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            if !self.extent.contains(&index) {
                uses.push(Set::new(0));
                defs.push(Set::new(0));
                continue;
            }
            let (mut used, mut defined) = (Set::new(values), Set::new(values));
            for pc in node.start..node.end {
                for value in self.uses(pc) {
                    if !defined.contains(value.index()) {
                        used.insert(value.index());
                    }
                }
                self.inst(pc).results.iter().for_each(|r| defined.insert(r.index()));
            }
            uses.push(used);
            defs.push(defined);
        }
        self.live_in = uses.clone();
        if self.extent != (0..count) {
            let outside = self.used_outside();
            for index in (0..count).filter(|index| !self.extent.contains(index)) {
                self.live_in[index] = outside.clone();
                self.nodes[index].params.iter().for_each(|p| self.live_in[index].insert(p.index()));
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for index in self.extent.clone().rev() {
                let mut out = self.live_out(index);
                defs[index].iter().for_each(|v| out.remove(v));
                changed |= self.live_in[index].add(&out);
            }
        }
        for (index, node) in self.nodes.iter().enumerate() {
            if self.extent.contains(&index) {
                node.params.iter().for_each(|p| self.is_shared[p.index()] = true);
            }
        }
        for index in self.extent.clone() {
            for value in self.live_in[index].iter() {
                self.is_shared[value] = true;
            }
        }
    }

    /// Values needed after a node.
    pub(crate) fn live_out(&self, node: usize) -> Set {
        let mut out = Set::new(self.func.values.len());
        for &next in &self.nodes[node].next {
            let mut live = self.live_in[next].clone();
            self.nodes[next].params.iter().for_each(|p| live.remove(p.index()));
            out.add(&live);
        }
        for (next, param, arg) in self.moves(self.nodes[node].end - 1) {
            if self.live_in[next].contains(param.index()) && self.constant(arg).is_none() {
                out.insert(arg.index());
            }
        }
        out
    }

    pub(super) fn find_pending(&mut self) {
        let count = self.nodes.len();
        self.pending = vec![Set::new(count); count];
        self.is_entry = vec![false; count];
        self.is_entry[0] = true;
        for node in 0..count {
            let last = &self.code.ops[self.nodes[node].end - 1];
            if last.kind.may_wait() {
                self.is_entry[node + 1] = true;
            }
            let edges = match last.kind {
                Kind::Jump(e) => e..e + 1,
                Kind::Branch(e, f) => e..f + 1,
                Kind::Switch(e, n) => e..e + n,
                _ => 0..0,
            };
            for edge in edges {
                let edge = &self.code.edges[edge as usize];
                if edge.spins {
                    self.is_entry[edge.block as usize] = true;
                }
            }
        }
        if !self.may_part {
            return;
        }
        loop {
            let mut work: Vec<usize> = Vec::new();
            let entries: Vec<usize> = (0..count).filter(|&n| self.is_entry[n]).collect();
            for &entry in &entries {
                let mut others = Set::new(count);
                entries.iter().filter(|&&e| e > entry).for_each(|&e| others.insert(e));
                self.pending[entry].add(&others);
                work.push(entry);
            }
            // Nodes are looked at even if nothing is pending there: all are put on the list once.
            work.extend(0..count);
            while let Some(node) = work.pop() {
                let next = &self.nodes[node].next;
                let exclusive = next.len() > 1 && self.is_uniform_branch(node);
                let groups: Vec<Vec<usize>> = if exclusive { next.iter().map(|&n| vec![n]).collect() } else { vec![next.clone()] };
                for group in groups {
                    let mut all = self.pending[node].clone();
                    group.iter().for_each(|&n| all.insert(n));
                    // Which runs next is the lowest at which lanes are: any of the group, or if those ended any.
                    let candidates: Vec<usize> = all.iter().collect();
                    let lowest_sure = if group.len() == 1 { group[0] } else { usize::MAX };
                    for (at, &candidate) in candidates.iter().enumerate() {
                        if candidate > lowest_sure {
                            break;
                        }
                        let mut later = Set::new(count);
                        candidates[at + 1..].iter().for_each(|&c| later.insert(c));
                        if self.pending[candidate].add(&later) && !work.contains(&candidate) {
                            work.push(candidate);
                        }
                    }
                }
            }
            // Where a warp may be left, the pending lanes are put aside as well.
            let mut grew = false;
            for node in 0..count {
                let last = self.code.ops[self.nodes[node].end - 1].kind;
                let yields = self.nodes[node].next.iter().any(|&n| n <= node && self.is_entry[n]);
                if last.may_wait() || yields {
                    for other in self.pending[node].clone().iter().chain(self.nodes[node].next.clone()) {
                        grew |= !std::mem::replace(&mut self.is_entry[other], true);
                    }
                }
            }
            if !grew {
                return;
            }
        }
    }

    fn is_uniform_branch(&self, node: usize) -> bool {
        let pc = self.nodes[node].end - 1;
        matches!(self.code.ops[pc].kind, Kind::Branch(..)) && self.shape(self.inst(pc).args[0]).is_uniform()
    }

    /// Whether lanes that are pending while `node` runs may need the value they have for `value`.
    pub(crate) fn is_needed_elsewhere(&self, node: usize, value: Value) -> bool {
        self.pending[node].iter().any(|n| self.live_in[n].contains(value.index()))
    }
}
