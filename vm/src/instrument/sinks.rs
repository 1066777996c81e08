//! All observers of a machine, each told what it wants of a launch.

use crate::instrument::LaunchReport;
use crate::instrument::hazard::{AccessedRange, Races, StaleRead, Unused, Unwritten};
use crate::instrument::metrics::AccessProfile;
use crate::instrument::observe::{Interests, LaunchEvent, MemoryEvent, Observer};
use std::ops::Range;

/// The observers of a machine. What one of them does not want it may be told all the same.
#[derive(Default)]
pub struct Sinks {
    list: Vec<Box<dyn Observer>>,
    /// Which instructions of the launched kernel each need not be told of.
    unneeded_by: Vec<Vec<bool>>,
    /// Of all of them together, of the launch that runs.
    wanted: Interests,
    /// The kernel that runs, and which of its instructions nobody needs to be told of.
    unneeded: (u32, Vec<bool>),
    /// Blocks of the launch that have started, and those that have ended.
    started: u64,
    ended: u64,
    /// Accesses of kernels that were told of and that nobody needed.
    for_nothing: u64,
}

impl Sinks {
    /// One more watches, from the next launch on.
    pub fn add(&mut self, observer: Box<dyn Observer>) {
        self.list.push(observer);
    }

    /// Whether nobody watches.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What is wanted of the launch that runs.
    #[inline(always)]
    pub fn wanted(&self) -> Interests {
        self.wanted
    }

    /// A launch starts: everybody says what of it to be told.
    pub(crate) fn start(&mut self, launch: &LaunchEvent) {
        self.wanted = Interests::NONE;
        self.unneeded_by = vec![Vec::new(); self.list.len()];
        for observer in &mut self.list {
            observer.launch_started(launch);
            self.wanted = self.wanted.or(observer.interests());
        }
        (self.unneeded, self.started, self.ended) = ((launch.function, Vec::new()), 0, 0);
        self.find_unneeded(false);
    }

    /// The launch that runs waits for others: until it [comes back](Sinks::come_back), nothing is wanted of it.
    pub(crate) fn leave(&mut self) -> Interests {
        std::mem::replace(&mut self.wanted, Interests::NONE)
    }

    /// The launch that waited goes on, of which this was wanted.
    pub(crate) fn come_back(&mut self, wanted: Interests) {
        self.wanted = wanted;
    }

    fn find_unneeded(&mut self, knows_block: bool) {
        if !self.wanted.accesses {
            return;
        }
        self.unneeded_by = self.list.iter_mut().map(|observer| observer.unneeded(knows_block)).collect();
        let wants = |observer: &dyn Observer| observer.interests().accesses || observer.interests().events;
        let mut wanting = self.list.iter().zip(&self.unneeded_by).filter(|(observer, _)| wants(observer.as_ref())).map(|(_, own)| own);
        let first = wanting.next().cloned().unwrap_or_default();
        self.unneeded.1 = wanting.fold(first, |all, own| all.iter().zip(own).map(|(&all, &own)| all && own).collect());
    }

    /// A block begins.
    pub(crate) fn start_block(&mut self, block: [u32; 3], number: u64, shared: &[u8]) {
        self.started += 1;
        self.tell(|observer| observer.block_started(block, number, shared));
    }

    /// All threads of a block have ended. Where that was the only one so far, less may be needed of the others.
    pub(crate) fn end_block(&mut self, block: [u32; 3], number: u64) {
        self.tell(|observer| observer.block_ended(block, number));
        self.ended += 1;
        if (self.started, self.ended) == (1, 1) {
            self.find_unneeded(true);
        }
    }

    /// Whether somebody is told of accesses, and no block has ended yet.
    pub(crate) fn knows_no_block(&self) -> bool {
        self.wanted.accesses && self.ended == 0
    }

    /// Whether the block that has just started is the only one that is there, and is not the first.
    pub(crate) fn is_alone_behind_first(&self) -> bool {
        self.wanted.accesses && self.ended > 0 && self.started == self.ended + 1
    }

    /// Whether only one block has started before the one that runs.
    pub(crate) fn is_second_block(&self) -> bool {
        self.started == 2
    }

    /// Accesses of kernels so far that were told of and that nobody needed.
    pub(crate) fn told_for_nothing(&self) -> u64 {
        self.for_nothing
    }

    /// The instructions of the launched kernel of whose accesses nobody needs to be told.
    pub(crate) fn unneeded(&self) -> &[bool] {
        &self.unneeded.1
    }

    /// Whether nobody needs to be told of the accesses of an instruction.
    #[inline]
    pub(crate) fn is_unneeded(&self, (function, inst): (u32, u32)) -> bool {
        self.unneeded.0 == function && self.unneeded.1.get(inst as usize) == Some(&true)
    }

    /// Tells everybody of an access, without values; `false` if somebody wants them, then all are to be told with them.
    pub(crate) fn tell_without_values(&mut self, event: &MemoryEvent) -> bool {
        let is_kernel = self.unneeded.0 == event.site.function;
        if is_kernel && is_set(&self.unneeded.1, event.inst) {
            self.for_nothing += 1;
            return true;
        }
        let mut wanting = self.list.iter_mut().zip(&self.unneeded_by).filter(|(_, own)| !is_kernel || !is_set(own, event.inst));
        wanting.all(|(observer, _)| observer.memory_without_values(event))
    }

    /// Tells everybody of an access who needs it.
    pub(crate) fn tell_of_access(&mut self, event: &MemoryEvent) {
        let is_kernel = self.unneeded.0 == event.site.function;
        let wanting = self.list.iter_mut().zip(&self.unneeded_by).filter(|(_, own)| !is_kernel || !is_set(own, event.inst));
        wanting.for_each(|(observer, _)| observer.memory(event));
    }

    /// Tells those who count accesses of one that no instruction of the program makes.
    pub(crate) fn tell_who_counts(&mut self, event: &MemoryEvent) {
        for observer in &mut self.list {
            if observer.sums().is_some() {
                observer.memory(event);
            }
        }
    }

    /// It has ended.
    pub(crate) fn end(&mut self, report: &mut LaunchReport) {
        self.list.iter_mut().for_each(|observer| observer.launch_ended(report));
        self.wanted = Interests::NONE;
    }

    /// Tells everybody.
    #[inline(always)]
    pub(crate) fn tell(&mut self, what: impl FnMut(&mut dyn Observer)) {
        if !self.list.is_empty() {
            self.tell_all(what);
        }
    }

    #[cold]
    fn tell_all(&mut self, mut what: impl FnMut(&mut dyn Observer)) {
        self.list.iter_mut().for_each(|observer| what(observer.as_mut()));
    }

    /// Which of these bytes of the device's memory nothing was written to, if somebody knows.
    pub(crate) fn unwritten_of(&mut self, address: u64, bytes: u64) -> Vec<Range<u64>> {
        self.list.iter_mut().flat_map(|observer| observer.unwritten_of(address, bytes)).collect()
    }

    /// See [`Observer::new_managed`].
    pub(crate) fn new_managed(&mut self, address: u64, bytes: u64) -> bool {
        let kept = self.list.iter_mut().filter_map(|observer| observer.new_managed(address, bytes).then_some(()));
        kept.count() > 0
    }

    /// See [`Observer::managed`].
    pub(crate) fn managed(&self) -> Vec<(u64, u64)> {
        self.list.iter().flat_map(|observer| observer.managed()).collect()
    }

    /// What was read before it was written, since this was last asked.
    pub(crate) fn unwritten(&mut self) -> Vec<Unwritten> {
        self.list.iter_mut().flat_map(|observer| observer.unwritten()).collect()
    }

    /// The races that were found since this was last asked.
    pub(crate) fn races(&mut self) -> Races {
        let mut all = Races::default();
        for races in self.list.iter_mut().map(|observer| observer.races()) {
            all.list.extend(races.list);
            all.untold += races.untold;
            all.was_full |= races.was_full;
        }
        all
    }

    /// What was read through the read-only path though the launch wrote it, since this was last asked.
    pub(crate) fn stale_reads(&mut self) -> Vec<StaleRead> {
        self.list.iter_mut().flat_map(|observer| observer.stale_reads()).collect()
    }

    /// The device memory whose content nothing has read, if anybody looked.
    /// See [`Observer::barriers`].
    pub(crate) fn barriers(&mut self) -> Vec<(crate::memory::Site, bool)> {
        self.list.iter_mut().flat_map(|observer| observer.barriers()).collect()
    }

    pub(crate) fn unused(&mut self) -> Vec<Unused> {
        self.list.iter_mut().flat_map(|observer| observer.unused()).collect()
    }

    /// See [`Observer::beside_grids`].
    pub(crate) fn beside_grids(&mut self) -> Vec<Vec<AccessedRange>> {
        self.list.iter_mut().map(|observer| observer.beside_grids()).find(|beside| !beside.is_empty()).unwrap_or_default()
    }

    /// The global memory that the launch accessed which has ended, if anybody kept it.
    pub(crate) fn footprint(&self) -> Vec<AccessedRange> {
        self.list.iter().map(|observer| observer.footprint()).find(|touched| !touched.is_empty()).unwrap_or_default()
    }

    /// Whether one of them says so.
    #[cold]
    pub(crate) fn any(&self, mut what: impl FnMut(&dyn Observer) -> bool) -> bool {
        self.list.iter().any(|observer| what(observer.as_ref()))
    }

    /// The profile that sums go to.
    pub(crate) fn sums(&mut self) -> Option<&mut AccessProfile> {
        self.list.iter_mut().find_map(|observer| observer.sums())
    }
}

fn is_set(insts: &[bool], inst: u32) -> bool {
    insts.get(inst as usize) == Some(&true)
}
