//! What differs from system to system: mappings of memory, faults of machine code, the C library.

#[cfg(feature = "jit")]
pub(crate) mod fault;
pub(crate) mod libm;
pub(crate) mod mapping;
#[cfg_attr(not(any(unix, windows)), path = "no_pages.rs")]
mod pages;
