//! Which values are needed where.

use super::*;

impl<const L: usize> Plan<'_, L> {
    pub(super) fn find_live(&mut self) {
        let values = self.func.values.len();
        let count = self.segments.len();
        let mut uses = Vec::new();
        let mut defs = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            if !self.unit.contains(&index) {
                uses.push(Set::new(0));
                defs.push(Set::new(0));
                continue;
            }
            let (mut used, mut defined) = (Set::new(values), Set::new(values));
            for pc in segment.start..segment.end {
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
        if self.unit != (0..count) {
            let outside = self.used_outside();
            for index in (0..count).filter(|index| !self.unit.contains(index)) {
                self.live_in[index] = outside.clone();
                self.segments[index].params.iter().for_each(|p| self.live_in[index].insert(p.index()));
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for index in self.unit.clone().rev() {
                let mut out = self.live_out(index);
                defs[index].iter().for_each(|v| out.remove(v));
                changed |= self.live_in[index].add(&out);
            }
        }
        for (index, segment) in self.segments.iter().enumerate() {
            if self.unit.contains(&index) {
                segment.params.iter().for_each(|p| self.is_shared[p.index()] = true);
            }
        }
        for index in self.unit.clone() {
            for value in self.live_in[index].iter() {
                self.is_shared[value] = true;
            }
        }
    }

    /// Values needed after a segment.
    pub(crate) fn live_out(&self, segment: usize) -> Set {
        let mut out = Set::new(self.func.values.len());
        for &next in &self.segments[segment].next {
            let mut live = self.live_in[next].clone();
            self.segments[next].params.iter().for_each(|p| live.remove(p.index()));
            out.add(&live);
        }
        for (next, param, arg) in self.moves(self.segments[segment].end - 1) {
            if self.live_in[next].contains(param.index()) && self.constant(arg).is_none() {
                out.insert(arg.index());
            }
        }
        out
    }

    /// Whether lanes that are waiting while `segment` runs may need the value they have for `value`.
    pub(crate) fn is_needed_elsewhere(&self, segment: usize, value: Value) -> bool {
        self.waiting[segment].iter().any(|n| self.live_in[n].contains(value.index()))
    }
}
