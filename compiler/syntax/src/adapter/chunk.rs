//! What the adapter writes: tokens with their places.

use crate::tok::Tok;
use kern_diag::Span;

/// Tokens of one statement or declaration: what is given up together when the grammar rejects it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) is_statement: bool,
}

/// The tokens of one declaration of file level.
#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) toks: Vec<Tok>,
    pub(crate) spans: Vec<Span>,
    pub(crate) regions: Vec<Region>,
    /// Places in `toks` where a mistake was reported and mended.
    pub(crate) mended: Vec<usize>,
}

impl Chunk {
    /// Makes room for about as many tokens as `tokens` of the text become.
    pub(super) fn reserve(&mut self, tokens: usize) {
        self.toks.reserve(tokens);
        self.spans.reserve(tokens);
    }
}
