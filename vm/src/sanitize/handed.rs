//! What updates of a place hand on: a thread that reads one sees what it gave away, and what those before it did (PTX ISA, "Release
//! Pattern": a release is carried on by read-modify-write operations).
//!
//! A list, the newest first, that grows in place: whoever saw one of its members keeps it and those before. Of each thread the newest
//! member tells all that its older ones do, so long lists are made short from time to time.

use super::known::{Known, Released, is_same_block};
use kern_ir::Scope;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Members from which on a list is made short.
const LONG: u32 = 64;

/// What one update gave away, and those before it.
#[derive(Debug)]
pub(super) struct Handed {
    released: Rc<Released>,
    before: Option<Rc<Handed>>,
    /// The list that it is of, and its number in there: a newer one has a higher number.
    list: u32,
    number: u32,
    /// Members from it on, and how many are too many.
    length: u32,
    limit: u32,
}

impl Handed {
    /// The first of a list.
    pub(super) fn new(list: u32, released: Rc<Released>) -> Rc<Handed> {
        Rc::new(Handed { released, before: None, list, number: 0, length: 1, limit: LONG })
    }

    /// Another one behind it.
    pub(super) fn then(self: Rc<Handed>, released: Rc<Released>) -> Rc<Handed> {
        let before = if self.length < self.limit { self } else { self.short() };
        let Handed { list, number, length, limit, .. } = *before;
        Rc::new(Handed { released, before: Some(before), list, number: number + 1, length: length + 1, limit })
    }

    /// The same with one member a thread.
    fn short(&self) -> Rc<Handed> {
        let mut seen = FxHashSet::default();
        let newest: Vec<&Rc<Released>> = self.all().filter(|one| seen.insert((one.block, one.thread, one.scope))).collect();
        let limit = LONG.max(2 * newest.len() as u32);
        let add = |before: Option<Rc<Handed>>, released: &Rc<Released>| {
            let length = before.as_ref().map_or(0, |before| before.length) + 1;
            Some(Rc::new(Handed { released: released.clone(), before, list: self.list, number: self.number, length, limit }))
        };
        newest.into_iter().rev().fold(None, add).unwrap_or_else(|| Handed::new(self.list, self.released.clone()))
    }

    /// All that is handed on, the newest first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Rc<Released>> {
        std::iter::successors(Some(self), |handed| handed.before.as_deref()).map(|handed| &handed.released)
    }
}

impl Known {
    /// A thread of a block takes what was handed on to it, by a fence or read of a scope.
    pub(super) fn take(&mut self, handed: &Handed, block: u32, scope: Scope) {
        for released in handed.all() {
            let takes_in = released.takes_in(block) && (scope != Scope::Cta || is_same_block(released.block, block));
            if takes_in && !released.is_in(self) {
                self.join(&released.known);
            }
        }
    }
}

impl Drop for Handed {
    fn drop(&mut self) {
        // One after the other: a list may be longer than the stack is deep.
        let mut next = self.before.take();
        while let Some(mut handed) = next.and_then(Rc::into_inner) {
            next = handed.before.take();
        }
    }
}

/// Notes that a list was seen up to a member.
pub(super) fn add_seen(seen: &mut Vec<Rc<Handed>>, handed: &Rc<Handed>) {
    match seen.iter_mut().find(|known| known.list == handed.list) {
        Some(known) if known.number < handed.number => *known = handed.clone(),
        Some(_) => {}
        None => seen.push(handed.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_keep_the_newest_of_each_thread() {
        let released = |thread, tick| Rc::new(Released { known: Known::default(), scope: Scope::Gpu, block: 0, thread, tick });
        let mut handed = Handed::new(0, released(0, 0));
        for tick in 1..100_000 {
            handed = handed.then(released((tick % 7) as u16, tick));
        }
        assert!(handed.all().count() <= LONG as usize + 1);
        for thread in 0..7 {
            let newest = handed.all().find(|one| one.thread == thread).map(|one| one.tick);
            assert_eq!(newest, (0..100_000).rev().find(|tick| tick % 7 == u32::from(thread)));
        }
        let mut long = Handed::new(1, released(0, 0));
        (1..200_000).for_each(|tick| long = long.clone().then(Rc::new(Released { block: tick, ..Released::clone(&released(0, tick)) })));
        drop(long);
    }
}
