//! What updates of a place hand on: a thread that reads one sees what it gave away, and what those before it did (PTX ISA, "Release
//! Pattern": a release is carried on by read-modify-write operations).
//!
//! A list, the newest first, that grows in place: whoever saw one of its members keeps it and those before. Of each thread the newest
//! member tells all that its older ones do, so long lists are made short from time to time. Who takes a list takes what it tells in all,
//! which is known of a member before it when others have taken that.

use super::known::{Known, is_same_block};
use super::released::{Released, Taken};
use kern_ir::Scope;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;

/// Members from which on a list is made short.
const LONG: u32 = 64;
/// Members of which one keeps what is told up to it: lanes may take lists from the newest on.
const KEPT: u32 = 32;
/// More members than these are taken together.
const FEW: u32 = 8;

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
    /// All members are for more than their block.
    is_wide: bool,
    /// What all tell from the first to this one, if somebody has asked.
    total: RefCell<Option<Known>>,
}

impl Handed {
    /// The first of a list.
    pub(super) fn new(list: u32, released: Rc<Released>) -> Rc<Handed> {
        Handed::behind(None, [list, 0, LONG], released)
    }

    /// One behind another, of a list, with its number there and the members that are too many.
    fn behind(before: Option<Rc<Handed>>, [list, number, limit]: [u32; 3], released: Rc<Released>) -> Rc<Handed> {
        let (length, is_wide) = before.as_ref().map_or((0, true), |before| (before.length, before.is_wide));
        let is_wide = is_wide && released.scope != Scope::Cta;
        Rc::new(Handed { released, before, list, number, length: length + 1, limit, is_wide, total: RefCell::default() })
    }

    /// Another one behind it, of a thread that may know all of it.
    pub(super) fn then(self: Rc<Handed>, released: Rc<Released>) -> Rc<Handed> {
        let (list, number) = (self.list, self.number + 1);
        if self.is_in(&released.taken) {
            return Handed::behind(None, [list, number, LONG], released);
        }
        let before = if self.length < self.limit { self } else { self.short() };
        let limit = before.limit;
        Handed::behind(Some(before), [list, number, limit], released)
    }

    /// The same with one member a thread.
    fn short(&self) -> Rc<Handed> {
        let mut seen = FxHashSet::default();
        let newest: Vec<&Rc<Released>> = self.all().filter(|one| seen.insert((one.block, one.thread, one.scope))).collect();
        let limit = LONG.max(2 * newest.len() as u32);
        let add = |before, released: &Rc<Released>| Some(Handed::behind(before, [self.list, self.number, limit], released.clone()));
        newest.into_iter().rev().fold(None, add).unwrap_or_else(|| Handed::new(self.list, self.released.clone()))
    }

    /// What is told from the first member to this one.
    fn total(&self) -> Known {
        let (mut newer, mut total) = (Vec::new(), Known::default());
        for member in self.members() {
            if let Some(known) = member.total.take() {
                if member.length.is_multiple_of(KEPT) {
                    member.total.replace(Some(known.clone()));
                }
                total = known;
                break;
            }
            newer.push(member);
        }
        for member in newer.into_iter().rev() {
            total.join(member.released.known());
            if member.length.is_multiple_of(KEPT) {
                member.total.replace(Some(total.clone()));
            }
        }
        self.total.replace(Some(total.clone()));
        total
    }

    /// All that is handed on, the newest first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Rc<Released>> {
        self.members().map(|handed| &handed.released)
    }

    fn members(&self) -> impl Iterator<Item = &Handed> {
        std::iter::successors(Some(self), |handed| handed.before.as_deref())
    }

    /// A thread of a block takes what was handed on to it, by a fence or read of a scope: it adds to what it knows, and of which lists.
    pub(super) fn take(&self, (known, taken): (&mut Known, &mut Taken), block: u32, scope: Scope) {
        let before = taken.up_to(self.list);
        let is_long = self.length > FEW && before.is_none_or(|before| self.number.saturating_sub(before) > FEW);
        if is_long && self.is_wide && scope != Scope::Cta {
            known.join(&self.total());
            return taken.add(self.list, self.number);
        }
        let mut takes_all = true;
        for Handed { released, .. } in self.members().take_while(|member| before.is_none_or(|before| member.number > before)) {
            let takes_in = released.takes_in(block) && (scope != Scope::Cta || is_same_block(released.block, block));
            takes_all &= takes_in;
            if takes_in && !released.is_in(known) {
                known.join(released.known());
            }
        }
        if takes_all {
            taken.add(self.list, self.number);
        }
    }

    /// Whether all of it is known.
    pub(super) fn is_in(&self, taken: &Taken) -> bool {
        taken.up_to(self.list).is_some_and(|known| known >= self.number)
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
    use crate::sanitize::released::Source;

    #[test]
    fn what_is_told_in_all_is_what_the_members_tell() {
        let of = |thread: u16| Source { write: Some(((u32::from(thread) % 5, thread), 7)), ..Source::default() };
        let released = |thread: u16| Released::new(of(thread), Scope::Gpu, (u32::from(thread) % 5, thread), 8, Taken::default());
        let mut seen = vec![Handed::new(0, released(0))];
        (1..200).for_each(|thread| seen.push(seen[usize::from(thread) - 1].clone().then(released(thread))));
        // From the oldest on, and back, as lanes may ask.
        for thread in (0..200_u16).chain((0..200).rev()) {
            let known = seen[usize::from(thread)].total();
            assert!((0..200_u16).all(|other| known.has(u32::from(other) % 5, Some(other), 7) == (other <= thread)), "{thread}");
        }
    }

    #[test]
    fn who_knows_a_list_begins_it_anew() {
        let released = |thread: u16, taken| Released::new(Source::default(), Scope::Gpu, (0, thread), 1, taken);
        let mut handed = Handed::new(3, released(0, Taken::default()));
        for thread in 1..100 {
            let mut taken = Taken::default();
            taken.add(3, handed.number);
            handed = handed.then(released(thread, taken));
            assert_eq!((handed.all().count(), handed.number), (1, u32::from(thread)));
        }
        let mut old = Taken::default();
        old.add(3, handed.number - 1);
        assert_eq!(handed.then(released(100, old)).all().count(), 2);
    }

    #[test]
    fn long_lists_keep_the_newest_of_each_thread() {
        let released_of = |block, thread, tick| Released::new(Source::default(), Scope::Gpu, (block, thread), tick, Taken::default());
        let released = |thread, tick| released_of(0, thread, tick);
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
        (1..200_000).for_each(|tick| long = long.clone().then(released_of(tick, 0, tick)));
        drop(long);
    }
}
