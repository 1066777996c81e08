//! Stores that surely are overwritten before anybody reads what they stored: a part of `load_store_elim`.

use crate::pass::alias::Location;
use crate::pass::graph::terminator;
use crate::pass::load_store_elim::{Pass, Reach};
use crate::pass::load_store_events::{Event, Key};
use kern_ir::{Block, Function};

impl Pass {
    /// Removes stores that are surely overwritten unread; answers whether there were any.
    pub(super) fn store_less(&mut self, func: &Function, key: usize, reach: Reach) -> bool {
        let Key { location, stores, .. } = self.events.keys[key];
        if stores < 2 {
            return false;
        }
        let is_far = location.is_of_thread();
        let is_near = reach == Reach::Block && !is_far;
        // `true`: the next that anybody does with the location, from the start of the IR block, is to overwrite it.
        let mut overwritten = vec![false; func.blocks.len()];
        let all_after = |overwritten: &[bool], block: Block| {
            let goes_on = |target: Block| is_far || !is_near && self.graph.position(target) > self.graph.position(block);
            let targets = func.insts[terminator(func, block).index()].targets();
            !targets.is_empty() && targets.iter().all(|t| overwritten[t.block.index()] && goes_on(t.block))
        };
        loop {
            let mut again = false;
            for &block in self.graph.order.iter().rev() {
                let events = &self.events.by_block[block.index()];
                let is_first = events
                    .iter()
                    .find(|event| !matches!(event, Event::Exchange))
                    .is_none_or(|event| matches!(event, Event::Store(k, ..) if *k == key));
                let mut now = all_after(&overwritten, block);
                for &event in events.iter().rev() {
                    now = self.before(key, &location, event, now);
                }
                now &= location.defined_in != Some(block) && (is_far || is_first);
                again |= now && !overwritten[block.index()];
                overwritten[block.index()] |= now;
            }
            if !again {
                break;
            }
        }
        let mut changed = false;
        for &block in &self.graph.order {
            let mut now = all_after(&overwritten, block);
            for &event in self.events.by_block[block.index()].iter().rev() {
                if let Event::Store(k, inst, element) = event
                    && k == key
                    && now
                    && !self.needless.dead[inst.index()]
                {
                    changed |= self.needless.need_not_store(func, inst, element);
                    continue;
                }
                now = self.before(key, &location, event, now);
            }
        }
        changed
    }

    /// Whether the location is surely overwritten before it is read, before `event`, if `after` says so after it.
    fn before(&self, key: usize, location: &Location, event: Event, after: bool) -> bool {
        match event {
            Event::Store(_, inst, _) | Event::Load(_, inst, _) if self.needless.dead[inst.index()] => after,
            Event::Store(k, ..) if k == key => true,
            Event::Store(..) => after,
            Event::Load(k, ..) => after && !self.events.keys[k].location.may_meet(location),
            Event::Access(other, _) => after && !other.may_meet(location),
            Event::Everything => after && location.is_own(),
            Event::Exchange => after,
        }
    }
}
