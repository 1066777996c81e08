//! What came before, as threads tell one another by fences.

use std::rc::Rc;

/// In the number of a block: what its threads have copied, see [`super::bulk`].
pub(super) const COPIED: u32 = 1 << 31;

/// Whether threads are of one block, those of copies among them.
pub(super) fn is_same_block(a: u32, b: u32) -> bool {
    (a ^ b) & !COPIED == 0
}

/// Threads that are added one by one.
const FEW: usize = 8;

/// What is known of numbered things, in their order; what several know alike is shared.
type List<T> = Vec<(u32, Rc<T>)>;

/// Blocks that lie beside one another in a list: a change copies those, not all.
const BESIDE: u32 = 32;

/// Accesses that came before, as far as fences tell. What is known of a block, and of [`BESIDE`] of them, is shared by those that know
/// the same, as is all of it: where a lock goes round each thread has what the one before it had, and its own.
#[derive(Clone, Default, Debug)]
pub(super) struct Known {
    blocks: Option<Rc<List<List<OfBlock>>>>,
}

/// What two lists tell together, of a thing that is in both what `join` makes of it.
fn joined<T>(mine: &Rc<List<T>>, theirs: &Rc<List<T>>, join: &dyn Fn(&Rc<T>, &Rc<T>) -> Rc<T>) -> Rc<List<T>> {
    if Rc::ptr_eq(mine, theirs) {
        return mine.clone();
    }
    let (mut are_mine, mut are_theirs) = (true, true);
    let mut all = Vec::with_capacity(mine.len().max(theirs.len()));
    let mut rest = mine.iter().peekable();
    for (number, their) in theirs.iter() {
        while let Some(own) = rest.next_if(|own| own.0 < *number) {
            all.push(own.clone());
            are_theirs = false;
        }
        let Some((_, own)) = rest.next_if(|own| own.0 == *number) else {
            all.push((*number, their.clone()));
            are_mine = false;
            continue;
        };
        let both = join(own, their);
        (are_mine, are_theirs) = (are_mine && Rc::ptr_eq(&both, own), are_theirs && Rc::ptr_eq(&both, their));
        all.push((*number, both));
    }
    are_theirs &= rest.peek().is_none();
    all.extend(rest.cloned());
    match (are_theirs, are_mine) {
        (true, _) => theirs.clone(),
        (_, true) => mine.clone(),
        _ => Rc::new(all),
    }
}

fn find<T>(list: &List<T>, number: u32) -> Option<&Rc<T>> {
    list.binary_search_by_key(&number, |one| one.0).ok().map(|at| &list[at].1)
}

fn find_or_add<T: Default>(list: &mut List<T>, number: u32) -> &mut Rc<T> {
    let at = list.binary_search_by_key(&number, |one| one.0).unwrap_or_else(|at| {
        list.insert(at, (number, Rc::default()));
        at
    });
    &mut list[at].1
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

    fn joined(self: &Rc<OfBlock>, other: &Rc<OfBlock>) -> Rc<OfBlock> {
        if Rc::ptr_eq(self, other) || other.has_all(self) {
            return other.clone();
        }
        let mut both = self.clone();
        if !self.has_all(other) {
            Rc::make_mut(&mut both).join(other);
        }
        both
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
        self.blocks.is_none()
    }

    pub(super) fn join(&mut self, other: &Known) {
        let Some(theirs) = &other.blocks else { return };
        self.blocks = Some(match &self.blocks {
            Some(mine) => joined(mine, theirs, &|mine, theirs| joined(mine, theirs, &OfBlock::joined)),
            None => theirs.clone(),
        });
    }

    fn of(&self, block: u32) -> Option<&Rc<OfBlock>> {
        find(find(self.blocks.as_ref()?, block / BESIDE)?, block)
    }

    fn of_mut(&mut self, block: u32) -> &mut Rc<OfBlock> {
        let blocks = Rc::make_mut(self.blocks.get_or_insert_default());
        find_or_add(Rc::make_mut(find_or_add(blocks, block / BESIDE)), block)
    }

    pub(super) fn block(&mut self, block: u32, tick: u32) {
        if self.of(block).is_some_and(|known| known.tick >= tick) {
            return;
        }
        let known = self.of_mut(block);
        if known.end <= tick {
            *known = Rc::new(OfBlock { tick, end: tick, ..OfBlock::default() });
        } else {
            let known = Rc::make_mut(known);
            known.tick = tick;
            known.drop_known_writes();
        }
    }

    pub(super) fn thread(&mut self, (block, thread): (u32, u16), tick: u32) {
        if self.of(block).is_some_and(|known| known.of(thread) >= tick) {
            return;
        }
        let known = Rc::make_mut(self.of_mut(block));
        known.learn(thread, tick);
        known.end = known.end.max(tick);
        known.writes.retain(|&(other, clock)| other != thread || clock >= tick);
    }

    pub(super) fn write(&mut self, (block, thread): (u32, u16), tick: u32) {
        if self.of(block).is_some_and(|known| known.has(thread, tick)) {
            return;
        }
        let known = Rc::make_mut(self.of_mut(block));
        if let Err(at) = known.writes.binary_search(&(thread, tick)) {
            known.writes.insert(at, (thread, tick));
        }
        known.end = known.end.max(tick.saturating_add(1));
    }

    /// Whether it has what `block` did at `clock`; by which thread, if it is one.
    pub(super) fn has(&self, block: u32, thread: Option<u16>, clock: u32) -> bool {
        self.of(block).is_some_and(|known| match thread {
            Some(thread) => known.has(thread, clock),
            None => clock < known.tick,
        })
    }

    /// Blocks of which it has all that they did at `clock`.
    pub(super) fn blocks_with(&self, clock: u32) -> u32 {
        let blocks = self.blocks.iter().flat_map(|blocks| blocks.iter()).flat_map(|beside| beside.1.iter());
        blocks.filter(|(_, known)| clock < known.tick).count() as u32
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
