//! What a launch accesses, for what may run beside it: launches and copies of other streams, and grids that it launches itself.

use super::constant::Memory;
use super::known::Known;
use super::proof::Proof;
use super::shadow::{Cell, Slot};
use super::{RaceCheck, footprint, lanes};
use crate::finding::Thread;
use crate::instrument::hazard::AccessedRange;
use crate::instrument::observe::MemoryEvent;
use crate::memory::{Access, Window};

/// Grids that a launch launches of which it is kept what came before: of more, what they race with is not looked at.
const MOST_GRIDS: usize = 64;

impl RaceCheck {
    /// What runs beside the launch may race with all but a thread's own variables and shared memory, and copies that nobody waits for
    /// with that as well. Where it is other streams alone, it is enough to know what was accessed, not in which order.
    pub(super) fn look_at_all(&mut self, proof: &Proof, has_children: bool) {
        let has_copies = self.copies.are_used();
        if has_copies {
            self.is_alike.clear();
        }
        self.is_for_others = vec![false; self.is_harmless.len()];
        for &(inst, _, memory) in &proof.accesses {
            let is_kept = match memory {
                Some(Memory::Local(_)) => true,
                Some(memory) => memory.is_shared() && !has_copies,
                None => false,
            };
            let is_harmless = self.is_harmless[inst];
            self.is_harmless[inst] = is_kept && is_harmless;
            let is_global = matches!(memory, Some(Memory::Allocation(_) | Memory::Variable(_)));
            self.is_for_others[inst] = is_global && is_harmless && !has_children && !has_copies;
        }
    }

    /// A warp accesses what nothing in its launch races for.
    pub(super) fn note_for_others(&mut self, event: &MemoryEvent, site: u16, is_strong: bool) {
        let before = self.global.bytes();
        for lane in lanes(event.mask).take_while(|_| !self.is_full) {
            let address = event.addresses[usize::from(lane)];
            let is_global = matches!(Window::of(address), Window::Device | Window::HostHeap | Window::HostGlobals);
            if !is_global || address > u64::MAX - u64::from(event.bytes) {
                continue;
            }
            let now = Slot::one(self.order.now(), event.warp.warp as u16 * 32 + lane, site, false);
            self.global.each(address, event.bytes, |cell| match (event.access, is_strong) {
                (Access::Read, false) => cell.read = now,
                (Access::Read, true) => cell.strong_read = now,
                (_, false) => *cell = Cell { write: now, ..Cell::default() },
                (_, true) => cell.strong_write = now,
            });
        }
        let taken = self.global.bytes() - before;
        self.take(taken);
    }

    /// A thread launches a grid.
    pub(super) fn note_grid(&mut self, thread: &Thread) {
        let number = |of: [u32; 3], [x, y, _]: [u32; 3]| of[0] + x * (of[1] + y * of[2]);
        let block = number(thread.block, self.dimensions.0);
        if self.grids.len() < MOST_GRIDS {
            let known = self.order.launch_grid((block, number(thread.thread, self.dimensions.1) as u16));
            self.grids.push(known);
        }
    }

    /// The accesses that each grid which the launch launched may race with.
    pub(super) fn beside_each_grid(&mut self) -> Vec<Vec<AccessedRange>> {
        let site = |site: u16| self.sites.get(usize::from(site)).map(|site| site.2);
        let beside = |known: Known| footprint::ranges(&self.global, &|slot| !self.order.is_in(slot, &known), &site);
        std::mem::take(&mut self.grids).into_iter().map(beside).collect()
    }
}
