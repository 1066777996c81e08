//! Pages on systems that map none.

/// There are none.
#[derive(Debug)]
pub(super) enum Pages {}

impl Pages {
    /// Always refused.
    pub(super) fn map(_len: u64) -> Option<Pages> {
        None
    }

    /// See `pages.rs`.
    pub(super) fn bytes(&mut self) -> (*mut u8, usize) {
        match *self {}
    }

    /// See `pages.rs`.
    pub(super) fn give_back(&self, _offset: u64, _size: u64) -> bool {
        match *self {}
    }
}
