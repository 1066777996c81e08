//! A text and what the compiler made of it.

use crate::input::{Source, Spans};
use kern_diag::{SourceMap, Span};

/// A text and what the compiler made of it.
pub(crate) struct Compiled<'a> {
    pub(crate) source: &'a Source,
    pub(crate) sources: SourceMap,
}

impl Compiled<'_> {
    /// Where in the Rust file the bytes of `span` are to be shown, if they are of its text.
    pub(crate) fn range(&self, span: Span) -> Option<(proc_macro::Span, proc_macro::Span)> {
        match &self.source.spans {
            Spans::Literal(literal) => Some((*literal, *literal)),
            Spans::Tokens(text) => {
                let is_here = self.sources.get(span.file).is_some_and(|file| file.name == self.source.name);
                if is_here { text.range(span.start as usize, span.end as usize) } else { None }
            }
        }
    }

    /// Whether mistakes are shown with the lines of the text, as the Rust compiler does not show them.
    pub(crate) fn shows_lines(&self) -> bool {
        matches!(self.source.spans, Spans::Literal(_))
    }
}
