//! What differs from system to system: mappings of memory, faults of machine code, the C library.

#[cfg(feature = "jit")]
pub(crate) mod fault;
pub(crate) mod libm;
pub(crate) mod mapping;
#[cfg_attr(target_family = "wasm", path = "wasm_pages.rs")]
#[cfg_attr(not(any(unix, windows, target_family = "wasm")), path = "no_pages.rs")]
mod pages;
