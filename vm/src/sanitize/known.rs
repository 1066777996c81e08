//! What came before, as threads tell one another by fences.

use kern_ir::Scope;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// In the number of a block: what its threads have copied, see [`super::bulk`].
pub(super) const COPIED: u32 = 1 << 31;

/// Whether threads are of one block, those of copies among them.
pub(super) fn is_same_block(a: u32, b: u32) -> bool {
    (a ^ b) & !COPIED == 0
}

/// Threads that are added one by one.
const FEW: usize = 8;

/// Accesses that came before, as far as fences tell. What is known of a block is shared by those that know the same.
#[derive(Clone, Default, Debug)]
pub(super) struct Known {
    blocks: FxHashMap<u32, Rc<OfBlock>>,
}

/// Accesses of a block that came before.
#[derive(Clone, Default, Debug)]
struct OfBlock {
    /// Those of all its threads before this tick.
    tick: u32,
    /// Those of single threads before a tick, by thread: mostly one has told of itself.
    threads: Vec<(u16, u32)>,
    /// Strong writes of threads behind that, which gave something away, and their ticks; in order.
    writes: Vec<(u16, u32)>,
    /// Nothing is known of this tick, or later ones.
    end: u32,
}

impl OfBlock {
    /// The tick before which all that a thread did is known.
    fn of(&self, thread: u16) -> u32 {
        let at = self.threads.binary_search_by_key(&thread, |known| known.0);
        at.map_or(self.tick, |at| self.threads[at].1.max(self.tick))
    }

    /// All that a thread did before a tick is known.
    fn learn(&mut self, thread: u16, tick: u32) {
        match self.threads.binary_search_by_key(&thread, |known| known.0) {
            Ok(at) => self.threads[at].1 = self.threads[at].1.max(tick),
            Err(at) => self.threads.insert(at, (thread, tick)),
        }
    }

    fn learn_all(&mut self, threads: &[(u16, u32)]) {
        if threads.len() <= FEW {
            return threads.iter().for_each(|&(thread, tick)| self.learn(thread, tick));
        }
        let mut mine = std::mem::take(&mut self.threads).into_iter().peekable();
        for &(thread, tick) in threads {
            while let Some(before) = mine.next_if(|known| known.0 < thread) {
                self.threads.push(before);
            }
            let known = mine.next_if(|known| known.0 == thread).map_or(0, |known| known.1);
            self.threads.push((thread, tick.max(known)));
        }
        self.threads.extend(mine);
    }

    fn has(&self, thread: u16, clock: u32) -> bool {
        clock < self.of(thread) || self.writes.binary_search(&(thread, clock)).is_ok()
    }

    /// Whether all of `other` is known.
    fn has_all(&self, other: &OfBlock) -> bool {
        if other.end <= self.tick {
            return true;
        }
        // Of a thread that has released something the last tick is its own.
        let has_threads = || other.threads.iter().rev().all(|&(thread, tick)| tick <= self.of(thread));
        other.tick <= self.tick && has_threads() && other.writes.iter().all(|&(thread, clock)| self.has(thread, clock))
    }

    fn join(&mut self, other: &OfBlock) {
        self.tick = self.tick.max(other.tick);
        self.end = self.end.max(other.end);
        self.learn_all(&other.threads);
        self.writes.extend(&other.writes);
        self.writes.sort_unstable();
        self.writes.dedup();
        self.drop_known_writes();
    }

    fn drop_known_writes(&mut self) {
        let mut writes = std::mem::take(&mut self.writes);
        writes.retain(|&(thread, clock)| clock >= self.of(thread));
        self.writes = writes;
    }
}

impl Known {
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(super) fn join(&mut self, other: &Known) {
        for (&block, theirs) in &other.blocks {
            let Some(mine) = self.blocks.get_mut(&block) else {
                self.blocks.insert(block, theirs.clone());
                continue;
            };
            if Rc::ptr_eq(mine, theirs) {
                continue;
            }
            if theirs.has_all(mine) {
                *mine = theirs.clone();
            } else if !mine.has_all(theirs) {
                Rc::make_mut(mine).join(theirs);
            }
        }
    }

    pub(super) fn block(&mut self, block: u32, tick: u32) {
        let known = self.blocks.entry(block).or_default();
        if known.end <= tick {
            *known = Rc::new(OfBlock { tick, end: tick, ..OfBlock::default() });
        } else if known.tick < tick {
            let known = Rc::make_mut(known);
            known.tick = tick;
            known.drop_known_writes();
        }
    }

    pub(super) fn thread(&mut self, (block, thread): (u32, u16), tick: u32) {
        let known = self.blocks.entry(block).or_default();
        if known.of(thread) >= tick {
            return;
        }
        let known = Rc::make_mut(known);
        known.learn(thread, tick);
        known.end = known.end.max(tick);
        known.writes.retain(|&(other, clock)| other != thread || clock >= tick);
    }

    pub(super) fn write(&mut self, (block, thread): (u32, u16), tick: u32) {
        let known = self.blocks.entry(block).or_default();
        if known.has(thread, tick) {
            return;
        }
        let known = Rc::make_mut(known);
        if let Err(at) = known.writes.binary_search(&(thread, tick)) {
            known.writes.insert(at, (thread, tick));
        }
        known.end = known.end.max(tick.saturating_add(1));
    }

    /// Whether it has what `block` did at `clock`; by which thread, if it is one.
    pub(super) fn has(&self, block: u32, thread: Option<u16>, clock: u32) -> bool {
        self.blocks.get(&block).is_some_and(|known| match thread {
            Some(thread) => known.has(thread, clock),
            None => clock < known.tick,
        })
    }

    /// Blocks of which it has all that they did at `clock`.
    pub(super) fn blocks_with(&self, clock: u32) -> u32 {
        self.blocks.values().filter(|known| clock < known.tick).count() as u32
    }
}

/// What a thread knew at a fence, which whoever sees a strong write of it after that may learn.
#[derive(Clone, Debug)]
pub(super) struct Released {
    pub(super) known: Known,
    pub(super) scope: Scope,
    pub(super) block: u32,
    pub(super) thread: u16,
    /// The tick behind the last that is known of the thread.
    pub(super) tick: u32,
}

impl Released {
    /// Whether all of it that its thread did is known.
    pub(super) fn is_in(&self, known: &Known) -> bool {
        known.has(self.block, Some(self.thread), self.tick - 1)
    }

    /// Whether whoever released it takes in a thread of that block.
    pub(super) fn takes_in(&self, block: u32) -> bool {
        self.scope != Scope::Cta || is_same_block(self.block, block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against sets of all that is known.
    #[test]
    fn like_sets() {
        use std::collections::BTreeSet;
        type Set = BTreeSet<(u32, u16, u32)>;
        let (mut known, mut sets) = (vec![Known::default(); 4], vec![Set::new(); 4]);
        let mut state = 7_u64;
        for step in 0..4000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let of = |shift: u32, most: u64| (state >> shift) % most;
            let (at, block, thread, tick) = (of(33, 4) as usize, of(36, 3) as u32, of(40, 4) as u16, of(44, 1 + step / 100) as u32);
            match of(55, 4) {
                0 => {
                    known[at].block(block, tick);
                    sets[at].extend((0..4).flat_map(|thread| (0..tick).map(move |tick| (block, thread, tick))));
                }
                1 => {
                    known[at].thread((block, thread), tick);
                    sets[at].extend((0..tick).map(|tick| (block, thread, tick)));
                }
                2 => {
                    known[at].write((block, thread), tick);
                    sets[at].insert((block, thread, tick));
                }
                _ => {
                    let from = of(58, 4) as usize;
                    let (other, set) = (known[from].clone(), sets[from].clone());
                    known[at].join(&other);
                    sets[at].extend(set);
                }
            }
            let asked = of(20, 40) as u32;
            assert_eq!(known[at].has(block, Some(thread), asked), sets[at].contains(&(block, thread, asked)), "step {step}");
        }
    }
}
