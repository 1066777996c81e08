//! Places in source text, diagnostics as data, the table of codes, and rendering.
//!
//! A [`Diagnostic`] is built next to the check that finds the mistake, by a function named after the
//! mistake; it holds codes, places and text, never colours or layout. Rendering is in [`render`], the only
//! place that knows ariadne. Nothing here prints.

mod codes;
mod diagnostic;
mod order;
mod span;

pub mod render;

pub use codes::{CODES, Code, CodeRow, Family, explain, lookup};
pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity};
pub use order::sort_by_number;
pub use span::{Expansion, ExpansionId, FileId, LineColumn, SourceFile, SourceMap, Span};
