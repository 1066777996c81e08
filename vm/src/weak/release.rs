//! What writes give away, and what reads saw of it.
//!
//! **What.** A write gives releases away: views of its thread at fences before it, and at the write itself if that releases. An
//! update carries on what the write that it read gave away. So all updates behind a store share one [`Chain`], which grows at its
//! end, and each of them gives away a first part of it ([`Given`]). Of each location a thread notes how much of the chain it has
//! looked at ([`Seen`]).
//! **Invariant.** Of two releases of one thread and scope the later one knows all that the other does, and stands for both.
//! **Cost.** Reading, writing or updating a place copies no chain; a release is looked at once by a thread that reads there.

use super::view::Known;
use super::{Who, index, meet};
use kern_ir::Scope;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Whose release it is: thread, scope, and whether it is of the thread's block.
type Source = (Who, usize, bool);

/// A view that is given away, and by which operation.
#[derive(Debug)]
pub(super) struct Release {
    pub(super) by: (Who, Scope),
    pub(super) view: Rc<Known>,
    /// It is what fences of the whole block knew at a barrier.
    pub(super) is_of_block: bool,
    /// Later ones have greater numbers.
    pub(super) number: u32,
}

impl Release {
    fn source(&self) -> Source {
        (self.by.0, index(self.by.1), self.is_of_block)
    }
}

/// What the writes of a location give away from a store on, in the order in which updates added it.
#[derive(Debug)]
struct Chain {
    number: u32,
    releases: Vec<Rc<Release>>,
    /// Where the last one of each source is.
    last: FxHashMap<Source, usize>,
}

impl Chain {
    fn new(number: u32) -> Chain {
        Chain { number, releases: Vec::new(), last: FxHashMap::default() }
    }

    fn add(&mut self, release: Rc<Release>) {
        self.last.insert(release.source(), self.releases.len());
        self.releases.push(release);
    }

    /// Whether `release`, or a later one that stands for it, is among the first ones.
    fn has(&self, release: &Release, length: usize) -> bool {
        self.last.get(&release.source()).is_some_and(|&at| at < length && self.releases[at].number >= release.number)
    }

    /// The first ones as a chain of their own.
    fn part(&self, length: usize, number: u32) -> Chain {
        let mut part = Chain::new(number);
        self.releases.iter().take(length).for_each(|release| part.add(release.clone()));
        part
    }
}

/// What a write gives away: the first releases of a chain.
#[derive(Clone, Debug)]
pub(super) struct Given {
    chain: Rc<RefCell<Chain>>,
    length: usize,
}

impl Given {
    /// What a write gives away that carries `carried` on and adds `more`; no other write has its number.
    pub(super) fn join(carried: Option<Given>, more: Vec<Rc<Release>>, number: u32) -> Option<Given> {
        let (mut chain, mut length) = match carried {
            Some(Given { chain, length }) => (chain, length),
            None if more.is_empty() => return None,
            None => (Rc::new(RefCell::new(Chain::new(number))), 0),
        };
        for release in more {
            if chain.borrow().has(&release, length) {
                continue;
            }
            if chain.borrow().releases.len() > length {
                // Another update has read the same write.
                let part = chain.borrow().part(length, number);
                chain = Rc::new(RefCell::new(part));
            }
            chain.borrow_mut().add(release);
            length += 1;
        }
        Some(Given { chain, length })
    }
}

/// What strong reads saw and no acquire has taken.
#[derive(Clone, Default, Debug)]
pub(super) struct Seen {
    /// By location the chain that was read last, by number, and how many of its releases were looked at.
    looked_at: FxHashMap<u64, (u32, usize)>,
    /// By location and source.
    left: FxHashMap<(u64, Source), Rc<Release>>,
}

impl Seen {
    /// A read of `who` saw a write of a location that gives this away.
    pub(super) fn add(&mut self, who: Who, key: u64, given: &Given) {
        let chain = given.chain.borrow();
        let known = self.looked_at.get(&key).filter(|known| known.0 == chain.number).map_or(0, |known| known.1);
        let new = chain.releases.get(known..given.length).unwrap_or_default();
        new.iter().filter(|release| release.by.0 != who).for_each(|release| self.put(key, release));
        self.looked_at.insert(key, (chain.number, known.max(given.length)));
    }

    /// Somebody else's, too.
    pub(super) fn join(&mut self, other: &Seen) {
        other.left.iter().for_each(|(&(key, _), release)| self.put(key, release));
    }

    fn put(&mut self, key: u64, release: &Rc<Release>) {
        let known = self.left.entry((key, release.source())).or_insert_with(|| release.clone());
        if known.number < release.number {
            *known = release.clone();
        }
    }

    /// Takes what a fence or an acquiring read gets, this one at its location: that has nothing more to give.
    pub(super) fn take(&mut self, own: (Who, Scope), at: Option<u64>) -> Vec<Rc<Release>> {
        let mut taken = Vec::new();
        self.left.retain(|&(key, _), release| {
            let is_taken = at.is_none_or(|at| at == key) && meet(release.by, own);
            taken.extend(is_taken.then(|| release.clone()));
            !is_taken
        });
        taken
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Rc<Release>> {
        self.left.values()
    }
}
