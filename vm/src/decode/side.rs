//! Whose code it is. All code runs in groups of `L` lanes: a kernel's in warps of 32, the host's in groups of one. `L` is that
//! number and nothing else: what follows from the side (whose memory it reaches, what its NaNs are, what ends it) asks here.

/// Whether code of that many lanes is the host's.
pub(crate) const fn is_host(lanes: usize) -> bool {
    lanes == 1
}

/// Whether it is a kernel's.
pub(crate) const fn is_device(lanes: usize) -> bool {
    !is_host(lanes)
}
