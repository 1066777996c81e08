//! Memory whose content nothing reads, and barriers that order nothing.
//!
//! [`UnusedCheck`] notes of each allocation of device memory whether a kernel or a copy wrote to it, and whether one read it. What is
//! written and never read is a result that nobody gets, mostly for want of a copy to the host.
//!
//! **May miss.** Memory that textures and surfaces may read counts as read; managed and pinned memory is not looked at.

use super::allocations::Allocations;
use super::constant::Memory;
use super::proof::SharedProofs;
use crate::instrument::hazard::Unused;
use crate::instrument::observe::{Interests, LaunchEvent, MemoryEvent, Observer, TextureEvent};
use crate::memory::{Access, Side, Site, Trace, Window};
use kern_ir::{Inst, Opcode};
use std::collections::BTreeMap;

/// What was done with an allocation.
struct Usage {
    first: u64,
    bytes: u64,
    allocated: Trace,
    is_read: bool,
    /// Who wrote to it last: a kernel, here, as far as it is told; or else a copy, a fill.
    written: Option<Option<Site>>,
    /// A kernel did so in this launch.
    launch: u64,
}

/// Finds memory whose content nothing reads.
#[derive(Default)]
pub struct UnusedCheck {
    allocations: Allocations<Usage>,
    has_textures: bool,
    proofs: SharedProofs,
    /// The accesses of the launched kernel, and how many instructions it has.
    accesses: (Vec<(usize, Opcode, Option<Memory>)>, usize),
    /// Launches so far.
    launch: u64,
    /// The barriers of the kernels that were launched: whether they ordered nothing each time.
    barriers: BTreeMap<(u32, Inst), (Site, bool)>,
}

impl UnusedCheck {
    pub(crate) fn new(proofs: SharedProofs) -> UnusedCheck {
        proofs.borrow_mut().find_idle_barriers();
        UnusedCheck { proofs, ..UnusedCheck::default() }
    }

    fn mark(&mut self, address: u64, access: Access, has_result: bool, site: Option<Site>) {
        let Some((usage, _)) = self.allocations.at(address) else { return };
        usage.is_read |= access == Access::Read || access == Access::Atomic && has_result;
        if access != Access::Read {
            (usage.written, usage.launch) = (Some(site), self.launch);
        }
    }
}

impl Observer for UnusedCheck {
    fn interests(&self) -> Interests {
        Interests::ACCESSES
    }

    fn launch_started(&mut self, launch: &LaunchEvent) {
        self.launch += 1;
        let mut proofs = self.proofs.borrow_mut();
        let proof = proofs.of(launch, &|address| self.allocations.start_of(address));
        self.accesses = (proof.accesses.clone(), proof.is_harmless.len());
        let number = launch.function;
        let Some(function) = launch.module.functions.get(number as usize) else { return };
        for (_, inst, data) in function.iter_insts().filter(|(.., data)| data.op == Opcode::Bar) {
            let site = Site { side: Side::Device, function: number, loc: data.loc };
            self.barriers.entry((number, inst)).or_insert((site, true)).1 &= proof.idle_barriers.contains(&inst);
        }
    }

    /// Nobody needs to be told of memory that was read, or of stores to what the first block has written to.
    fn unneeded(&mut self, knows_block: bool) -> Vec<bool> {
        let (accesses, count) = std::mem::take(&mut self.accesses);
        let mut unneeded = vec![false; count];
        for &(inst, op, memory) in &accesses {
            unneeded[inst] = match memory {
                Some(Memory::Allocation(start)) => self.allocations.at(start).is_none_or(|(usage, _)| {
                    usage.is_read || knows_block && usage.launch == self.launch && matches!(op, Opcode::St | Opcode::Red)
                }),
                memory => memory.is_some(),
            };
        }
        self.accesses = (accesses, count);
        unneeded
    }

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
        let usage = Usage { first: address, bytes, allocated: trace.clone(), is_read: false, written: None, launch: 0 };
        self.proofs.borrow_mut().forget();
        self.allocations.insert(address, bytes, usage);
    }

    fn filled(&mut self, address: u64, _bytes: u64) {
        self.mark(address, Access::Write, false, None);
    }

    fn copied(&mut self, to: u64, from: u64, _bytes: u64) {
        self.mark(to, Access::Write, false, None);
        self.mark(from, Access::Read, true, None);
    }

    fn barriers(&mut self) -> Vec<(Site, bool)> {
        self.barriers.values().copied().collect()
    }

    fn unused(&mut self) -> Vec<Unused> {
        if self.has_textures {
            return Vec::new();
        }
        let unread = self.allocations.all().filter(|usage| !usage.is_read);
        unread.map(|u| Unused { first: u.first, bytes: u.bytes, allocated: u.allocated.clone(), written: u.written }).collect()
    }
}
