//! What strong writes give away: what their thread knew at its last fence.
//!
//! Nearly all of it is asked for by nobody, so that only what it is made of is kept, until somebody does.

use super::known::{Known, is_same_block};
use kern_ir::Scope;
use std::cell::OnceCell;
use std::rc::Rc;

/// What a thread knew at a fence, which whoever sees a strong write of it after that may learn.
#[derive(Clone, Debug)]
pub(super) struct Released {
    known: OnceCell<Known>,
    of: Source,
    pub(super) scope: Scope,
    pub(super) block: u32,
    pub(super) thread: u16,
    /// The tick behind the last that is known of the thread.
    pub(super) tick: u32,
    /// What it knew of lists.
    pub(super) taken: Taken,
}

/// What somebody knows, in parts.
#[derive(Clone, Default, Debug)]
pub(super) struct Source {
    /// What was known to the block, to the thread, and to those that it met.
    pub(super) parts: [Known; 2],
    pub(super) met: Option<Rc<Known>>,
    /// All that a block did before a tick.
    pub(super) interval: Option<(u32, u32)>,
    /// What threads of it did before ticks.
    pub(super) threads: Vec<(u16, u32)>,
    /// What was known at a fence before that, and the write behind it.
    pub(super) fence: Option<Rc<Released>>,
    pub(super) write: Option<((u32, u16), u32)>,
}

impl Source {
    pub(super) fn known(&self) -> Known {
        let mut known = Known::default();
        self.join_to(&mut known);
        known
    }

    /// Adds it to what somebody knows.
    pub(super) fn join_to(&self, known: &mut Known) {
        self.parts.iter().for_each(|part| known.join(part));
        if let Some((block, tick)) = self.interval {
            known.block(block, tick);
            self.threads.iter().for_each(|&(thread, tick)| known.thread((block, thread), tick));
        }
        self.met.iter().for_each(|met| known.join(met));
        self.fence.iter().for_each(|fence| known.join(fence.known()));
        if let Some((thread, tick)) = self.write {
            known.write(thread, tick);
        }
    }
}

impl Released {
    /// By a thread, up to a tick.
    pub(super) fn new(of: Source, scope: Scope, (block, thread): (u32, u16), tick: u32, taken: Taken) -> Rc<Released> {
        Rc::new(Released { known: OnceCell::new(), of, scope, block, thread, tick, taken })
    }

    pub(super) fn known(&self) -> &Known {
        self.known.get_or_init(|| self.of.known())
    }

    /// Whether all of it that its thread did is known.
    pub(super) fn is_in(&self, known: &Known) -> bool {
        known.has(self.block, Some(self.thread), self.tick - 1)
    }

    /// Whether whoever released it takes in a thread of that block.
    pub(super) fn takes_in(&self, block: u32) -> bool {
        self.scope != Scope::Cta || is_same_block(self.block, block)
    }
}

/// Lists of what was handed on, and up to which number all of it is known: of the last few.
#[derive(Clone, Default, Debug)]
pub(super) struct Taken(Vec<(u32, u32)>);

impl Taken {
    /// Lists that are kept.
    const MOST: usize = 8;

    /// The number up to which a list is known.
    pub(super) fn up_to(&self, list: u32) -> Option<u32> {
        self.0.iter().find(|known| known.0 == list).map(|known| known.1)
    }

    pub(super) fn add(&mut self, list: u32, number: u32) {
        match self.0.iter_mut().find(|known| known.0 == list) {
            Some(known) => known.1 = known.1.max(number),
            None => {
                if self.0.len() == Taken::MOST {
                    self.0.remove(0);
                }
                self.0.push((list, number));
            }
        }
    }
}
