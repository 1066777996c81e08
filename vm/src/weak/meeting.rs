//! What threads know that have met: at a barrier of the block, at one of some of its threads, as lanes of a warp.

use super::release::Release;
use super::view::Known;
use super::{WeakMemory, Who};
use kern_ir::Scope;
use std::rc::Rc;

impl WeakMemory {
    /// All threads of a block have met.
    pub(crate) fn barrier(&mut self, device: u16, block: u32) {
        let mut threads: Vec<Who> = self.threads.keys().filter(|who| (who.device, who.block) == (device, block)).copied().collect();
        threads.sort_unstable();
        let known = self.blocks.get(&(device, block)).map(|block| block.view.clone()).unwrap_or_default();
        let mut known = (*known).clone();
        let mut given = None::<(Who, Known)>;
        for &who in &threads {
            let Some(thread) = self.threads.get_mut(&who) else { continue };
            let (own, fences) = (std::mem::take(&mut thread.view), thread.fences.clone());
            own.iter().for_each(|(key, id)| self.raise(&mut known, key, id));
            for release in fences.iter().flatten() {
                let (_, all) = given.get_or_insert_with(|| (who, Known::default()));
                let mut joined = std::mem::take(all);
                release.view.iter().for_each(|(key, id)| self.raise(&mut joined, key, id));
                given = Some((who, joined));
            }
        }
        let number = self.number();
        let state = self.blocks.entry((device, block)).or_default();
        state.view = Rc::new(known);
        if let Some((who, view)) = given {
            let (by, view) = ((who, Scope::Gpu), Rc::new(view));
            state.fences = Some(Rc::new(Release { by, view, is_of_block: true, number }));
        }
        if self.is_lenient {
            let seen = Rc::make_mut(&mut state.seen);
            threads.iter().filter_map(|who| self.threads.get(who)).for_each(|thread| seen.join(&thread.seen));
        }
    }

    /// Threads arrive at the barrier of a number that only some of the block come to, and wait for nobody.
    pub(crate) fn arrive(&mut self, threads: &[Who], number: u32) {
        let Some(&first) = threads.first() else { return };
        let key = (first.device, first.block, number);
        let mut known = self.arrived.remove(&key).unwrap_or_default();
        for thread in threads.iter().filter_map(|who| self.threads.get(who)) {
            thread.view.iter().for_each(|(key, id)| self.raise(&mut known, key, id));
        }
        self.arrived.insert(key, known);
    }

    /// Those who waited there go on: they know what those knew who have come. Whether that is looked at: with seeds the whole block
    /// has met.
    pub(crate) fn meet_at(&mut self, waiting: &[Who], number: u32) -> bool {
        if self.is_lenient {
            return false;
        }
        self.arrive(waiting, number);
        let of = |who: &Who| (who.device, who.block, number);
        let known = waiting.first().and_then(|who| self.arrived.remove(&of(who))).unwrap_or_default();
        waiting.iter().for_each(|&who| self.learn(who, &known));
        true
    }

    /// Lanes of a warp have met: they know what each of them does. What their block knows they have in common.
    pub(crate) fn sync_lanes(&mut self, lanes: &[Who]) {
        let mut known = Known::default();
        for thread in lanes.iter().filter_map(|who| self.threads.get(who)) {
            thread.view.iter().for_each(|(key, id)| self.raise(&mut known, key, id));
        }
        lanes.iter().for_each(|&who| self.learn(who, &known));
    }

    /// A block has ended: nobody of it reads again.
    pub(crate) fn end_block(&mut self, device: u16, block: u32) {
        self.threads.retain(|who, _| (who.device, who.block) != (device, block));
        self.blocks.remove(&(device, block));
        self.arrived.retain(|of, _| (of.0, of.1) != (device, block));
    }
}
