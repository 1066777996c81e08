//! What a warp accesses, lane by lane.

use super::code::Role;
use super::copies::Part;
use super::meet::{announced, beside_in_block, meet, taken_by_another, undone};
use super::noted::{Earlier, LaneValues};
use super::release::place;
use super::{Deed, RaceCheck};
use crate::instrument::hazard::RaceSpace;
use crate::instrument::observe::MemoryEvent;
use crate::memory::{Access, SHARED, STATE_WINDOW, Window};
use kern_ir::{Scope, Sem};

impl RaceCheck {
    /// One lane accesses `bytes` at `address`; `values` are what lies there and what it stores. `false` if there is something to say
    /// of it and values were not given: then it is to be told of again, with them.
    fn access(&mut self, deed: Deed, (address, bytes): (u64, u32), values: Option<&LaneValues>) -> bool {
        let (space, key, shadow) = match Window::of(address) {
            Window::Shared => (RaceSpace::Shared, address - SHARED, &mut self.running.1),
            Window::Device | Window::HostHeap | Window::HostGlobals => (RaceSpace::Global, address, &mut self.global),
            _ => return true,
        };
        if self.is_full || key > u64::MAX - u64::from(bytes) || space == RaceSpace::Shared && key >= STATE_WINDOW {
            return true;
        }
        if let Some((part, left)) = self.copies.met(deed.thread.0, (address, bytes), deed.writes) {
            let Some(values) = values else { return false };
            self.note(deed, &Earlier::of_copy(part, left), space, (address, bytes), values);
            return true;
        }
        let before = shadow.bytes();
        let (mut found, mut beside) = (None, None);
        let (order, points, sites) = (&self.order, self.points.as_ref(), &self.sites);
        let changes_it =
            |site: u16| sites.get(usize::from(site)).zip(points).is_some_and(|(site, points)| points.changes.has((site.0, site.1)));
        shadow.each(key, bytes, |cell| {
            if deed.role.is_change {
                found = found.or(undone(order, cell, deed, changes_it).map(|other| (other, true, true)));
            }
            if deed.role.is_take {
                found = found.or(taken_by_another(order, cell, deed).map(|other| (other, true, true)));
            }
            if deed.is_volatile {
                beside = beside.or(beside_in_block(order, cell, deed));
            } else if deed.role.follows_flag {
                beside = beside.or(announced(order, cell, deed).map(|other| (other, true)));
            }
            if let Some(other) = meet(order, cell, deed, values.is_some()) {
                found = found.or(Some(other));
            }
        });
        let taken = shadow.bytes() - before;
        self.take(taken);
        let found = found.or(beside.map(|(other, other_writes)| (other, other_writes, true)));
        match (found, values) {
            (Some(other), Some(values)) => {
                let earlier = self.earlier(deed, other);
                self.note(deed, &earlier, space, (address, bytes), values);
            }
            (found, _) => return found.is_none(),
        }
        true
    }

    /// Has the shared memory of a block at hand.
    pub(super) fn switch_to(&mut self, block: u32) {
        if self.running.0 != block {
            let next = self.shared.remove(&block).unwrap_or_default();
            let (before, shadow) = std::mem::replace(&mut self.running, (block, next));
            if shadow.bytes() > 0 {
                self.shared.insert(before, shadow);
            }
        }
    }

    /// A warp accesses memory; `false` if there is something to say of it and the event was without values: nothing of this is noted
    /// then, or it is noted in the same way once more.
    pub(super) fn note_access(&mut self, event: &MemoryEvent, has_values: bool) -> bool {
        // What is refused does not happen.
        let event = match event.refused {
            0 => event,
            refused => &MemoryEvent { mask: event.mask & !refused, ..*event },
        };
        if event.mask == 0 {
            return true;
        }
        let event = &self.as_copied(*event);
        let block = event.warp.block_number as u32;
        self.order.run(block, event.warp.warp);
        let site = self.site(event.site, event.inst);
        let is_atomic = event.access == Access::Atomic;
        let is_strong = is_atomic || !matches!(event.sem, None | Some(Sem::Weak)) || self.is_guess(event);
        let is_narrow = is_strong && event.scope == Some(Scope::Cta);
        let is_volatile = event.access != Access::Atomic && event.sem == Some(Sem::Volatile) && !self.order.in_lock_step();
        if self.is_harmless(event) {
            return true;
        }
        if self.kernel == event.site.function && self.is_for_others.get(event.inst as usize) == Some(&true) {
            self.note_for_others(event, site, is_strong);
            return true;
        }
        let point = (event.site.function, event.inst);
        let role = self.points.as_ref().map_or(Role::default(), |points| points.role(point, is_strong));
        if (is_volatile || role != Role::default()) && !has_values {
            return false;
        }
        self.switch_to(event.shared_block() as u32);
        let active = || event.order.of(event.mask);
        let of = |lane: u16| (event.warp.warp as u16 * 32 + lane, event.addresses[usize::from(lane)]);
        if is_strong && event.access != Access::Read {
            self.order.before_strong_write();
        }
        let is_plain = !is_strong && !is_volatile;
        let is_quick = (is_plain || is_atomic) && role == Role::default() && event.shared_of.is_none();
        let settled = if is_quick { self.settled(event, site, is_plain) } else { None };
        let left = settled.map_or(event.mask, |settled| self.note_settled(&settled, event));
        for lane in active().filter(|lane| left >> lane & 1 != 0) {
            let (thread, address) = of(lane);
            let writes = event.access != Access::Read;
            let is_volatile = is_volatile && Window::of(address) == Window::Shared;
            let (thread, is_update, has_result) = ((block, thread), is_atomic, event.has_result);
            let deed = Deed { thread, site, writes, is_strong, is_volatile, is_narrow, is_update, has_result, role };
            let values = LaneValues { event, lane: usize::from(lane) };
            if !self.access(deed, (address, event.bytes), has_values.then_some(&values)) {
                return false;
            }
        }
        if self.copies.is_half((event.site.function, event.inst)) {
            for lane in active() {
                let (thread, address) = of(lane);
                let writes = event.access != Access::Read;
                self.copies.begin(Part { thread: (block, thread), site, writes, address, bytes: event.bytes });
            }
        }
        let releases = matches!(event.sem, Some(Sem::Release | Sem::AcqRel | Sem::Sc));
        if is_strong && (releases || self.order.has_fences()) {
            let lanes: Vec<(u16, u64)> = active().map(of).collect();
            self.release_and_acquire(event, &lanes);
        } else if event.access == Access::Write && !self.released.is_empty() {
            active().for_each(|lane| {
                self.released.remove(&place(of(lane).1, event.shared_block() as u32));
            });
        }
        true
    }
}
