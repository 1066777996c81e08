//! Mistakes that need not show: races, and reads of what was never written ([`InitCheck`]).
//!
//! [`RaceCheck`] is an observer that keeps for every word of memory who accessed it last and when ([`shadow`]), and knows of every
//! thread what came before it ([`order`]): barriers, `__syncwarp`, and fences with the strong accesses that go with them. An
//! access that meets one of another thread which did not come before it, where one of the two writes and not both are strong, is
//! a race (PTX ISA, "Memory Consistency Model", "Conflict and Data-races"). The first race of a word is found exactly: no false
//! one, and none missed in the order in which the launch ran.
//!
//! What textures and surfaces read and write are accesses as well, where it may meet others ([`texels`]): plain ones, of whole texels.
//!
//! Accesses of which [`proof`] finds before the launch starts, or behind its first block, that they race with nothing are not looked
//! at.
//!
//! **Cost.** A call an access of a warp, in compiled code too; 8 to 40 bytes for every 4 that are looked at, until the launch ends.
//! **Source.** FastTrack (PLDI 2009) for keeping the last write and the readers alone.

mod accesses;
mod allocations;
mod beside;
mod block_order;
mod bulk;
mod code;
mod constant;
mod copies;
mod footprint;
mod groups;
mod handed;
mod init;
mod known;
mod meet;
mod noted;
mod order;
mod proof;
mod read_only;
mod release;
mod released;
mod settled;
mod shadow;
mod texels;
mod unused;
mod warp_order;

pub use init::{ArgumentCheck, InitCheck};
pub(crate) use init::{Instrumented, instrument};
pub use read_only::ReadOnlyCheck;
pub use unused::UnusedCheck;

use crate::finding::Thread;
use crate::instrument::hazard::{AccessedRange, Race, Races};
use crate::instrument::observe::{FenceEvent, Interests, LaunchEvent, MemoryEvent, Observer, WarpId, lanes};
use crate::memory::{Access, Site, Trace};
use allocations::Allocations;
use code::Role;
use copies::Copies;
use handed::Handed;
use kern_ir::Scope;
use known::Known;
use order::Order;
pub(crate) use proof::SharedProofs;
use rustc_hash::{FxHashMap, FxHashSet};
use shadow::{SITES, Shadow};
use std::rc::Rc;
use texels::Texels;

/// What a lane does to a word.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Deed {
    /// The block and the thread in it.
    thread: (u32, u16),
    site: u16,
    writes: bool,
    /// Atomic, volatile or relaxed: does not race with others that are, if both scopes take in the other thread.
    is_strong: bool,
    /// Volatile, and of shared memory.
    is_volatile: bool,
    /// Its scope is the block.
    is_narrow: bool,
    /// It reads and writes as one step.
    is_update: bool,
    /// The thread gets what it read.
    has_result: bool,
    role: Role,
}

/// Finds races in launches.
pub struct RaceCheck {
    order: Order,
    /// Of global memory, for the launch that runs.
    global: Shadow,
    /// Of the shared memory of each block that is there, but for the one that runs.
    shared: FxHashMap<u32, Shadow>,
    /// The block that runs, and that of its shared memory.
    running: (u32, Shadow),
    allocations: Allocations<()>,
    proofs: SharedProofs,
    /// The launched kernel, and which of its instructions race with nothing, and which do in all blocks or in none.
    kernel: u32,
    is_harmless: Vec<bool>,
    is_alike: Vec<bool>,
    /// Which race with nothing of the launch, and yet what runs beside it may ask for them.
    is_for_others: Vec<bool>,
    texels: Texels,
    /// Access sites of the launch: function and instruction, and where that is.
    sites: Vec<(u32, u32, Site)>,
    by_point: FxHashMap<(u32, u32), u16>,
    /// Those of the launched kernel by instruction, as far as they are known.
    of_kernel: Vec<Option<u16>>,
    /// What is read off the code of the module, when something of it is launched.
    points: Option<code::Points>,
    races: Vec<Race>,
    by_sites: FxHashMap<(u16, u16, bool, bool), usize>,
    /// Pairs of places beyond those that are told of.
    untold: FxHashSet<(u16, u16, bool, bool)>,
    copies: Copies,
    /// By block and warp: lanes that copy in bulk, of which that is told.
    in_bulk: FxHashMap<(u32, u32), u32>,
    /// Of the grids that the launch has launched: what came before.
    grids: Vec<Known>,
    /// Of grid and block.
    dimensions: ([u32; 3], [u32; 3]),
    /// What strong writes after a fence gave away, by address.
    released: FxHashMap<(u64, u32), Rc<Handed>>,
    /// Lists of those that there were.
    lists: u32,
    /// Bytes of shadow that may still be taken.
    room: usize,
    /// They were too few in this launch.
    is_full: bool,
    /// The same, until it was told.
    was_full: bool,
}

impl RaceCheck {
    /// Takes at most `room` bytes for what it remembers of memory. Lanes of a warp run in lock step on devices before compute
    /// capability 7.0.
    pub(crate) fn new(room: u64, in_lock_step: bool, proofs: SharedProofs) -> RaceCheck {
        RaceCheck {
            order: Order::new(in_lock_step),
            global: Shadow::default(),
            shared: FxHashMap::default(),
            running: (u32::MAX, Shadow::default()),
            allocations: Allocations::default(),
            proofs,
            kernel: 0,
            is_harmless: Vec::new(),
            is_alike: Vec::new(),
            is_for_others: Vec::new(),
            texels: Texels::default(),
            sites: Vec::new(),
            by_point: FxHashMap::default(),
            of_kernel: Vec::new(),
            points: None,
            races: Vec::new(),
            by_sites: FxHashMap::default(),
            untold: FxHashSet::default(),
            copies: Copies::default(),
            in_bulk: FxHashMap::default(),
            grids: Vec::new(),
            dimensions: ([0; 3], [0; 3]),
            released: FxHashMap::default(),
            lists: 0,
            room: usize::try_from(room).unwrap_or(usize::MAX),
            is_full: false,
            was_full: false,
        }
    }

    fn site(&mut self, site: Site, inst: u32) -> u16 {
        let point = (site.function, inst);
        let is_kernel = site.function == self.kernel;
        if let (true, Some(&Some(known))) = (is_kernel, self.of_kernel.get(inst as usize)) {
            return known;
        }
        if let Some(&known) = self.by_point.get(&point) {
            return known;
        }
        let number = self.sites.len().min(usize::from(SITES)) as u16;
        if number < SITES {
            self.sites.push((site.function, inst, site));
        }
        self.by_point.insert(point, number);
        if is_kernel {
            let known = self.of_kernel.len().max(inst as usize + 1);
            self.of_kernel.resize(known, None);
            self.of_kernel[inst as usize] = Some(number);
        }
        number
    }

    /// Whether a load gives the value that `atomicCAS` of the same place then compares with: if it was read too early the loop
    /// goes round once more (CUDA C++ Programming Guide, "Atomic Functions", has atomics made so).
    fn is_guess(&self, event: &MemoryEvent) -> bool {
        let point = (event.site.function, event.inst);
        event.access == Access::Read && self.points.as_ref().is_some_and(|points| points.guesses.contains(&point))
    }

    /// Whether it races with nothing.
    fn is_harmless(&self, event: &MemoryEvent) -> bool {
        self.kernel == event.site.function && self.is_harmless.get(event.inst as usize) == Some(&true)
    }
}

impl Observer for RaceCheck {
    fn interests(&self) -> Interests {
        Interests { values: true, texels: self.texels.may_meet(), ..Interests::ACCESSES }
    }

    fn launch_started(&mut self, launch: &LaunchEvent) {
        self.points.get_or_insert_with(|| code::Points::new(launch.module));
        self.order.start_launch(code::fences(launch.module, launch.function));
        self.room = self.room.saturating_add(self.global.bytes());
        self.global = Shadow::default();
        self.is_full = false;
        self.shared.clear();
        self.running = (u32::MAX, Shadow::default());
        self.kernel = launch.function;
        self.copies.start_launch(launch.module);
        self.in_bulk.clear();
        self.grids.clear();
        self.dimensions = (launch.config.grid, launch.config.block);
        let proofs = self.proofs.clone();
        let mut proofs = proofs.borrow_mut();
        let proof = proofs.of(launch, &|address| self.allocations.start_of(address));
        (self.is_harmless, self.is_alike) = (proof.is_harmless.clone(), proof.is_alike.clone());
        self.texels = Texels::new(launch, proof, &self.allocations);
        for access in proof.accesses.iter().filter(|access| self.texels.are_in(access.2)) {
            self.is_harmless[access.0] = false;
        }
        self.is_for_others.clear();
        if launch.may_overlap || self.copies.are_used() {
            self.look_at_all(proof, launch.has_children);
        }
        drop(proofs);
        self.sites.clear();
        self.by_point.clear();
        self.of_kernel.clear();
        self.by_sites.clear();
        self.released.clear();
        self.lists = 0;
    }

    fn unneeded(&mut self, knows_block: bool) -> Vec<bool> {
        if !knows_block || !self.races.is_empty() || self.is_full || self.order.in_lock_step() {
            return self.is_harmless.clone();
        }
        for (is_harmless, is_alike) in self.is_harmless.iter_mut().zip(&self.is_alike) {
            *is_harmless |= is_alike;
        }
        self.is_harmless.clone()
    }

    fn block_started(&mut self, _block: [u32; 3], number: u64, _shared: &[u8]) {
        self.order.start_block(number as u32);
    }

    fn block_ended(&mut self, _block: [u32; 3], number: u64) {
        let number = number as u32;
        self.order.end_block(number);
        self.copies.end_block(number);
        let is_running = self.running.0 == number;
        let shadow = if is_running {
            Some(std::mem::replace(&mut self.running, (u32::MAX, Shadow::default())).1)
        } else {
            self.shared.remove(&number)
        };
        self.room = self.room.saturating_add(shadow.map_or(0, |shadow| shadow.bytes()));
    }

    fn memory(&mut self, event: &MemoryEvent) {
        self.note_access(event, true);
    }

    fn memory_without_values(&mut self, event: &MemoryEvent) -> bool {
        self.note_access(event, false)
    }

    fn texels(&mut self, event: &MemoryEvent) {
        let meeting = self.texels.meeting(event);
        if meeting.mask != 0 {
            self.note_access(&meeting, true);
        }
    }

    fn arrive(&mut self, warp: WarpId, barrier: u32, mask: u32, waits: bool) {
        self.order.arrive((warp.block_number as u32, warp.warp), barrier, mask, waits);
    }

    fn barrier(&mut self, _block: [u32; 3], number: u64, barrier: u32, _threads: u32) {
        if !self.order.complete(number as u32, barrier) {
            self.order.barrier(number as u32);
        }
    }

    fn cluster_barrier(&mut self, blocks: &[u64]) {
        // Each block gives away what it knows and has done, and sees that of all.
        let first = |block: u64| (block as u32, 0);
        let mut given = Vec::new();
        for &block in blocks {
            self.order.barrier(block as u32);
            self.order.release(first(block), Scope::Gpu);
            given.extend(self.order.given(first(block), self.order.now()));
        }
        let handed = given.into_iter().fold(None::<Rc<Handed>>, |before, given| match before {
            Some(before) => Some(before.then(given)),
            None => Some(self.first_handed(given)),
        });
        for &block in blocks {
            handed.iter().for_each(|handed| self.order.saw(first(block), handed));
            self.order.acquire(first(block), Scope::Gpu);
            self.order.barrier(block as u32);
        }
    }

    fn warp_sync(&mut self, warp: WarpId, _site: Site, mask: u32, orders: bool) {
        if orders {
            self.order.sync_warp(warp.block_number as u32, warp.warp, mask);
        }
    }

    fn fence(&mut self, event: &FenceEvent) {
        let block = self.who_copies(event.warp, event.mask);
        self.order.run(block, event.warp.warp);
        for lane in (0..32u16).filter(|lane| event.mask >> lane & 1 != 0) {
            let thread = (block, event.warp.warp as u16 * 32 + lane);
            self.order.acquire(thread, event.scope);
            self.order.release(thread, event.scope);
        }
    }

    fn copies_are_group(&mut self, warp: WarpId, mask: u32) {
        let thread = |lane: u16| (warp.block_number as u32, warp.warp as u16 * 32 + lane);
        if self.copies.are_used() {
            (0..32).filter(|lane| mask >> lane & 1 != 0).for_each(|lane| self.copies.group(thread(lane)));
        }
    }

    fn waits_for_copies(&mut self, warp: WarpId, groups: u32, mask: u32) {
        if self.told_of_bulk(warp, groups, mask) {
            return;
        }
        let block = warp.block_number as u32;
        self.order.run(block, warp.warp);
        for lane in (0..32).filter(|lane| mask >> lane & 1 != 0) {
            let done = self.copies.wait((block, warp.warp as u16 * 32 + lane), groups);
            self.settle(block, &done);
        }
    }

    fn allocated(&mut self, address: u64, bytes: u64, _trace: &Trace) {
        self.allocations.insert(address, bytes, ());
        self.proofs.borrow_mut().forget();
    }

    fn reused(&mut self, address: u64, bytes: u64) {
        self.global.forget(address, bytes);
    }

    fn footprint(&self) -> Vec<AccessedRange> {
        footprint::ranges(&self.global, &|_| true, &|site| self.sites.get(usize::from(site)).map(|site| site.2))
    }

    fn launches_grid(&mut self, thread: &Thread) {
        self.note_grid(thread);
    }

    fn beside_grids(&mut self) -> Vec<Vec<AccessedRange>> {
        self.beside_each_grid()
    }

    fn races(&mut self) -> Races {
        let (list, untold) = (std::mem::take(&mut self.races), std::mem::take(&mut self.untold).len());
        Races { list, untold, was_full: std::mem::take(&mut self.was_full) }
    }
}
