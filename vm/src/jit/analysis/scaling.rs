//! Indices of 32 bits in place of addresses.

/// How addresses are made of indices: extended, shifted, added to the base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scaling {
    pub(crate) shift: u32,
    pub(crate) signed: bool,
}
