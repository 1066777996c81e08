//! What came before, as threads tell one another by fences.

use kern_ir::Scope;
use rustc_hash::FxHashMap;

/// Accesses that came before, as far as fences tell: of blocks, and of single threads, those before a tick; and strong writes behind
/// that, which gave something away, by their ticks.
#[derive(Clone, Default, Debug)]
pub(super) struct Known {
    pub(super) blocks: FxHashMap<u32, u32>,
    threads: FxHashMap<(u32, u16), u32>,
    writes: FxHashMap<(u32, u16), Vec<u32>>,
}

impl Known {
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.threads.is_empty() && self.writes.is_empty()
    }

    pub(super) fn join(&mut self, other: &Known) {
        for (&block, &tick) in &other.blocks {
            self.block(block, tick);
        }
        for (&thread, &tick) in &other.threads {
            self.thread(thread, tick);
        }
        for (&thread, ticks) in &other.writes {
            ticks.iter().for_each(|&tick| self.write(thread, tick));
        }
    }

    pub(super) fn block(&mut self, block: u32, tick: u32) {
        let known = self.blocks.entry(block).or_insert(0);
        *known = (*known).max(tick);
    }

    pub(super) fn thread(&mut self, thread: (u32, u16), tick: u32) {
        let known = self.threads.entry(thread).or_insert(0);
        *known = (*known).max(tick);
        if let Some(writes) = self.writes.get_mut(&thread) {
            writes.retain(|&write| write >= *known);
        }
    }

    pub(super) fn write(&mut self, thread: (u32, u16), tick: u32) {
        let is_known = self.threads.get(&thread).is_some_and(|&known| tick < known);
        let writes = self.writes.entry(thread).or_default();
        if !is_known && !writes.contains(&tick) {
            writes.push(tick);
        }
    }

    /// Whether it has what `block` did at `clock`; by which thread, if it is one.
    pub(super) fn has(&self, block: u32, thread: Option<u16>, clock: u32) -> bool {
        let of_thread = |thread| {
            let is_write = || self.writes.get(&(block, thread)).is_some_and(|writes| writes.contains(&clock));
            self.threads.get(&(block, thread)).is_some_and(|&tick| clock < tick) || is_write()
        };
        self.blocks.get(&block).is_some_and(|&tick| clock < tick) || thread.is_some_and(of_thread)
    }
}

/// What a thread knew at a fence, which whoever sees a strong write of it after that may learn.
#[derive(Debug)]
pub(super) struct Released {
    pub(super) known: Known,
    pub(super) scope: Scope,
    pub(super) block: u32,
    pub(super) thread: u16,
    /// The tick behind the last that is known of the thread.
    pub(super) tick: u32,
}

impl Released {
    /// Whether both are of one thread, which forgets nothing from one to the other.
    pub(super) fn is_of_same(&self, other: &Released) -> bool {
        (self.block, self.thread, self.scope) == (other.block, other.thread, other.scope)
    }

    /// Whether whoever released it takes in a thread of that block.
    pub(super) fn takes_in(&self, block: u32) -> bool {
        self.scope != Scope::Cta || self.block == block
    }
}
