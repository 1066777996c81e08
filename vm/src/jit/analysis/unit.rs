//! The compilation unit: which part of a function code is made of, and what the rest of it has to do with that part.
//!
//! A loop's segments lie one after the other from its header on (see `kern_ir::analysis::order`). Code for them is entered at the header;
//! where a way leads out of them the interpreter, or other code, goes on. A value that is assigned elsewhere is the same all
//! the time and stays in the interpreter's registers; one that is assigned here and used elsewhere goes there on the way out.

use super::*;
use crate::decode::side::is_device;

/// What code is made of: the kind of a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum CompilationUnit {
    /// A whole function.
    Function,
    /// The loop with this segment as header.
    Loop(u32),
}

impl<const L: usize> Plan<'_, L> {
    pub(super) fn find_unit(&mut self, unit: CompilationUnit) {
        let count = self.segments.len();
        self.unit = match unit {
            CompilationUnit::Function => 0..count,
            CompilationUnit::Loop(header) => self.loop_from(header as usize),
        };
        if self.unit == (0..count) && is_device(L) {
            return;
        }
        self.is_kept.fill(true);
        for segment in self.unit.clone() {
            for pc in self.segments[segment].start..self.segments[segment].end {
                self.inst(pc).results.iter().for_each(|r| self.is_kept[r.index()] = false);
            }
            for next in self.segments[segment].next.clone() {
                if self.unit.contains(&next) {
                    self.segments[next].params.iter().for_each(|p| self.is_kept[p.index()] = false);
                }
            }
        }
    }

    /// The segments from a header to the last one that leads back to it, or to another of them.
    pub(crate) fn loop_from(&self, header: usize) -> Range<usize> {
        // The last segment from which a way leads back to each.
        let mut last = vec![0; self.segments.len()];
        for (index, segment) in self.segments.iter().enumerate() {
            segment.next.iter().filter(|&&next| next <= index).for_each(|&next| last[next] = index);
        }
        let (mut end, mut at) = (header + 1, header);
        while at < end {
            end = end.max(last[at] + 1);
            at += 1;
        }
        header..end
    }

    /// Of the values that the unit assigns, those that the rest of the function uses.
    pub(super) fn used_outside(&self) -> Set {
        let mut used = Set::new(self.func.values.len());
        let here = self.operations();
        for pc in (0..here.start).chain(here.end..self.code.ops.len()) {
            let moved = self.moves(pc).into_iter().map(|m| m.2);
            self.uses(pc).into_iter().chain(moved).filter(|v| !self.is_kept[v.index()]).for_each(|v| used.insert(v.index()));
        }
        used
    }
}
