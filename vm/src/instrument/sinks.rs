//! All observers of a machine, each told what it wants of a launch.

use crate::instrument::LaunchReport;
use crate::instrument::hazard::{AccessedRange, Race, Unused, Unwritten};
use crate::instrument::metrics::AccessProfile;
use crate::instrument::observe::{Interests, LaunchEvent, Observer};

/// The observers of a machine. What one of them does not want it may be told all the same.
#[derive(Default)]
pub struct Sinks {
    list: Vec<Box<dyn Observer>>,
    /// Of all of them together, of the launch that runs.
    wanted: Interests,
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
        for observer in &mut self.list {
            observer.launch_started(launch);
            self.wanted = self.wanted.or(observer.interests());
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

    /// What was read before it was written, since this was last asked.
    pub(crate) fn unwritten(&mut self) -> Vec<Unwritten> {
        self.list.iter_mut().flat_map(|observer| observer.unwritten()).collect()
    }

    /// The races that were found since this was last asked, and whether there was no room to look for all.
    pub(crate) fn races(&mut self) -> (Vec<Race>, bool) {
        let mut all = (Vec::new(), false);
        for (races, was_full) in self.list.iter_mut().map(|observer| observer.races()) {
            all.0.extend(races);
            all.1 |= was_full;
        }
        all
    }

    /// The device memory whose content nothing has read, if anybody looked.
    pub(crate) fn unused(&mut self) -> Vec<Unused> {
        self.list.iter_mut().flat_map(|observer| observer.unused()).collect()
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
