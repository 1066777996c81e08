//! What the crates `kern` and `kern-macros` share: which type of Rust is which type of C++, and source files on disk.

pub mod cxx;
#[cfg(feature = "files")]
pub mod files;
pub mod layout;
