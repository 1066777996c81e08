//! Where calls are: what reports and allocations remember of how the program got there.

use super::Side;
use kern_ir::LocId;
use std::ops::Deref;
use std::sync::Arc;

/// A place of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// Host or device code.
    pub side: Side,
    /// Function of that module, for reports.
    pub function: u32,
    /// The place.
    pub loc: LocId,
}

/// The call sites from the innermost outwards, at most [`CallPath::MOST`].
pub type Trace = Arc<[Site]>;

/// What a [`Trace`] is made of, where it is not kept.
#[derive(Clone, Copy, Debug)]
pub struct CallPath {
    sites: [Site; CallPath::MOST],
    len: usize,
}

impl CallPath {
    /// Sites that are looked at.
    pub const MOST: usize = 8;

    /// Of a call at `site`, whose callers are not known yet.
    pub fn new(site: Site) -> CallPath {
        CallPath { sites: [site; CallPath::MOST], len: 1 }
    }

    /// Adds the site from which the last one's function was called; what is beyond the last that is looked at is dropped.
    pub fn push(&mut self, site: Site) {
        if let Some(next) = self.sites.get_mut(self.len) {
            *next = site;
            self.len += 1;
        }
    }

    /// Nothing more is looked at.
    pub fn is_full(&self) -> bool {
        self.len == CallPath::MOST
    }
}

impl Deref for CallPath {
    type Target = [Site];

    fn deref(&self) -> &[Site] {
        &self.sites[..self.len]
    }
}

/// The calls in progress as a runtime function is told of them.
#[derive(Clone)]
pub enum CallChain<'a> {
    /// These.
    Known(Trace),
    /// What this finds; most functions never ask.
    Walk(&'a dyn Fn() -> CallPath),
}

impl CallChain<'_> {
    /// Does something with the sites of the calls, innermost first.
    pub(crate) fn with_sites<R>(&self, body: impl FnOnce(&[Site]) -> R) -> R {
        match self {
            CallChain::Known(trace) => body(trace),
            CallChain::Walk(walk) => body(&walk()),
        }
    }
}

impl From<Trace> for CallChain<'_> {
    fn from(trace: Trace) -> Self {
        CallChain::Known(trace)
    }
}
