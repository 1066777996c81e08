//! Memory whose content nothing reads.
//!
//! [`UnusedCheck`] notes of each allocation of device memory whether a kernel or a copy wrote to it, and whether one read it. What is
//! written and never read is a result that nobody gets, mostly for want of a copy to the host.
//!
//! **May miss.** Memory that textures and surfaces may read counts as read; managed and pinned memory is not looked at.

use super::allocations::Allocations;
use crate::instrument::hazard::Unused;
use crate::instrument::observe::{MemoryEvent, Observer, TextureEvent};
use crate::memory::{Access, Site, Trace, Window};

/// What was done with an allocation.
struct Usage {
    first: u64,
    bytes: u64,
    allocated: Trace,
    is_read: bool,
    /// Who wrote to it last: a kernel, here; or else a copy, a fill.
    written: Option<Option<Site>>,
}

/// Finds memory whose content nothing reads.
#[derive(Default)]
pub struct UnusedCheck {
    allocations: Allocations<Usage>,
    has_textures: bool,
}

impl UnusedCheck {
    fn mark(&mut self, address: u64, access: Access, has_result: bool, site: Option<Site>) {
        let Some((usage, _)) = self.allocations.at(address) else { return };
        usage.is_read |= access == Access::Read || access == Access::Atomic && has_result;
        if access != Access::Read {
            usage.written = Some(site);
        }
    }
}

impl Observer for UnusedCheck {
    fn texture(&mut self, _event: &TextureEvent) {
        self.has_textures = true;
    }

    fn memory(&mut self, event: &MemoryEvent) {
        let active = || (0..32).filter(|lane| event.mask >> lane & 1 != 0).map(|lane| event.addresses[lane]);
        let (Some(low), Some(high)) = (active().min(), active().max()) else { return };
        if Window::of(low) != Window::Device && Window::of(high) != Window::Device {
            return;
        }
        // Lanes mostly are in one allocation.
        let start = self.allocations.start_of(low);
        let are_together = start.is_some() && self.allocations.start_of(high) == start;
        for address in active().take(if are_together { 1 } else { 32 }) {
            self.mark(address, event.access, event.has_result, Some(event.site));
        }
    }

    fn allocated(&mut self, address: u64, bytes: u64, trace: &Trace) {
        let usage = Usage { first: address, bytes, allocated: trace.clone(), is_read: false, written: None };
        self.allocations.insert(address, bytes, usage);
    }

    fn filled(&mut self, address: u64, _bytes: u64) {
        self.mark(address, Access::Write, false, None);
    }

    fn copied(&mut self, to: u64, from: u64, _bytes: u64) {
        self.mark(to, Access::Write, false, None);
        self.mark(from, Access::Read, true, None);
    }

    fn unused(&mut self) -> Vec<Unused> {
        if self.has_textures {
            return Vec::new();
        }
        let unread = self.allocations.all().filter(|usage| !usage.is_read);
        unread.map(|u| Unused { first: u.first, bytes: u.bytes, allocated: u.allocated.clone(), written: u.written }).collect()
    }
}
