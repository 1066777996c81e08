//! What the threads of a block know, of one another and of other blocks.

use super::handed::Handed;
use super::known::Known;
use super::released::{Released, Source, Taken};
use super::warp_order::WarpOrder;
use kern_ir::Scope;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a thread has from fences, and from barriers of some of the block's threads.
#[derive(Default, Debug)]
pub(super) struct ThreadOrder {
    pub(super) known: Known,
    /// Lists that it has in there.
    pub(super) taken: Taken,
    /// Seen, but not yet behind a fence.
    pub(super) seen: Vec<Rc<Handed>>,
    /// What strong writes from now on give away.
    pub(super) given: Option<Rc<Released>>,
    /// That is what came before this fence, of this scope: most fences are followed by none.
    pub(super) fence: Option<(Scope, u32)>,
    /// What those had done that it met at a barrier of some of the block's threads, and the tick.
    pub(super) met: Option<(Rc<Known>, u32)>,
}

/// Threads that arrived at a barrier of some of the block's threads: what they knew, and which of them wait.
#[derive(Default, Debug)]
pub(super) struct Arrivals {
    pub(super) known: Known,
    pub(super) waiting: Vec<u16>,
}

/// What a block knows.
#[derive(Default, Debug)]
pub(super) struct BlockOrder {
    /// The tick of its last barrier, or of its start.
    pub(super) interval: u32,
    pub(super) warps: Vec<WarpOrder>,
    /// What all its threads have from fences.
    pub(super) known: Known,
    /// What its threads knew at their fences before the last barrier: any of them may give it away after that.
    pub(super) given: Known,
    /// One of these fences was for more than the block.
    pub(super) gives_widely: bool,
    /// What some of them saw before the last barrier.
    pub(super) seen: Vec<Rc<Handed>>,
    pub(super) threads: FxHashMap<u16, ThreadOrder>,
    /// Barriers of some of its threads, by number.
    pub(super) arrivals: FxHashMap<u32, Arrivals>,
}

impl BlockOrder {
    /// What came before what a thread of it does next, its own up to the tick `now` included.
    pub(super) fn known_by(&self, (block, thread): (u32, u16), now: u32) -> Source {
        let warp = self.warps.get(usize::from(thread / 32)).filter(|warp| warp.lanes.is_some() || warp.since > self.interval);
        let mut threads: Vec<(u16, u32)> = warp.into_iter().flat_map(|warp| warp.known_of(thread, self.interval)).collect();
        threads.push((thread, now + 1));
        let own = self.threads.get(&thread);
        let known = own.map_or_else(Known::default, |own| own.known.clone());
        let met = own.and_then(|own| own.met.as_ref()).map(|met| met.0.clone());
        Source { parts: [self.known.clone(), known], met, interval: Some((block, self.interval)), threads, ..Source::default() }
    }

    /// What threads knew at their last fences is the block's to give away.
    pub(super) fn give_fences(&mut self, block: u32) {
        let fences = self.threads.iter_mut().filter_map(|(&thread, own)| Some((thread, own.fence.take()?)));
        for (thread, (scope, tick)) in fences.collect::<Vec<_>>() {
            // Narrow fences of some are taken for wide ones: that accuses nobody.
            self.gives_widely = scope != Scope::Cta || !self.given.is_empty() && self.gives_widely;
            self.known_by((block, thread), tick).join_to(&mut self.given);
        }
    }

    /// What a thread knew at its last fence is at hand.
    pub(super) fn settle_fence(&mut self, (block, thread): (u32, u16)) {
        let Some((scope, tick)) = self.threads.get_mut(&thread).and_then(|own| own.fence.take()) else { return };
        let known = self.known_by((block, thread), tick);
        if let Some(own) = self.threads.get_mut(&thread) {
            own.given = Some(Released::new(known, scope, (block, thread), tick + 1, own.taken.clone()));
        }
    }
}
