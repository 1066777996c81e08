//! The standard library: headers written in the language itself, and the table of functions without a body.
//!
//! A header is text with two sources: a file in `include/` and the declarations of the [`RUNTIME`] rows that name it.
//! Everything is data; nothing here runs a program.

mod device_prop;
mod errors;
mod headers;
mod large_headers;
mod mirror;
mod scoped_atomics;
mod table;

pub use device_prop::{DEVICE_PROP, PropType, prop_offset, prop_size};
pub use errors::{ERRORS, error_name, error_text};
pub use headers::{header, header_names};
pub use table::{CudaVersions, RUNTIME, RuntimeFunction, Side, runtime_function};
