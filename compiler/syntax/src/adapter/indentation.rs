//! Which bracket is at fault when braces do not match: the one that the indentation says.
//!
//! Read only once pairing has failed. A block is indented deeper than the statement that opens it; the first line that is not,
//! and the first `}` that stands deeper than what it would close, show where text and brackets part.

use crate::intern::sym;
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, ExpansionId, SourceMap};

/// An open block.
struct Block {
    brace: PpToken,
    /// The column of the statement that it belongs to.
    indent: u32,
    /// The column of its first line.
    inner: Option<u32>,
}

/// Where the indentation says that a brace is missing or too many.
pub(super) enum Fault {
    /// `.0` is not closed before `.1`.
    Unclosed(PpToken, PpToken),
    /// Closes nothing.
    Stray(PpToken),
}

/// The first place in the file of `seen` (a brace that does not match) where braces and indentation disagree.
pub(super) fn fault(tokens: &[PpToken], seen: PpToken, sources: &SourceMap) -> Option<Fault> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut line, mut statement, mut starts_statement, mut parentheses) = (1, 1, true, 0u32);
    let is_written = |t: &&PpToken| t.span.file == seen.span.file && t.span.expansion == ExpansionId::NONE && t.kind != PpKind::Eof;
    for token in tokens.iter().filter(is_written) {
        let column = sources.line_column(token.span.file, token.span.start).column;
        if token.starts_line {
            line = column;
            if let Some(found) = disagreement(&mut blocks, token, column, starts_statement) {
                return Some(found);
            }
        }
        if starts_statement {
            statement = line;
        }
        starts_statement = false;
        match token.kind {
            PpKind::Punct(Punct::LBrace) => {
                blocks.push(Block { brace: *token, indent: statement, inner: None });
                (starts_statement, parentheses) = (true, 0);
            }
            PpKind::Punct(Punct::RBrace) => {
                if blocks.pop().is_none() {
                    return Some(Fault::Stray(*token));
                }
                (starts_statement, parentheses) = (true, 0);
            }
            PpKind::Punct(Punct::LParen) => parentheses += 1,
            PpKind::Punct(Punct::RParen) => parentheses = parentheses.saturating_sub(1),
            PpKind::Punct(Punct::Semicolon) if parentheses == 0 => starts_statement = true,
            _ => {}
        }
    }
    None
}

/// Whether `token`, which starts a line at `column`, cannot stand inside the innermost block.
fn disagreement(blocks: &mut [Block], token: &PpToken, column: u32, starts_statement: bool) -> Option<Fault> {
    let outer = blocks.len().checked_sub(2).map(|at| blocks[at].indent);
    let top = blocks.last_mut()?;
    if token.is(Punct::RBrace) {
        // It closes a block further out: this one was forgotten.
        if column < top.indent && outer.is_some() {
            return Some(Fault::Unclosed(top.brace, *token));
        }
        let closes_none = column > top.indent && top.inner.is_some_and(|inner| inner > top.indent);
        return (closes_none && outer.is_none()).then_some(Fault::Stray(*token));
    }
    let is_label = matches!(token.text, sym::CASE | sym::DEFAULT | sym::PUBLIC | sym::PRIVATE | sym::PROTECTED);
    match top.inner {
        None => top.inner = Some(column),
        // Only who indents at all can be taken at the word of it.
        Some(inner) if inner > top.indent && column <= top.indent && starts_statement && !is_label => {
            return Some(Fault::Unclosed(top.brace, *token));
        }
        Some(_) => {}
    }
    None
}

impl Fault {
    pub(super) fn report(&self, sources: &SourceMap) -> Diagnostic {
        match self {
            Fault::Unclosed(brace, before) => {
                let line = sources.line_column(before.span.file, before.span.start).line;
                let text = if before.is(Punct::RBrace) {
                    "by its indentation this `}` closes a block further out".to_string()
                } else {
                    "by its indentation this line is outside the block".to_string()
                };
                Diagnostic::error(Code::UNCLOSED_BRACKET, brace.span, "this `{` is never closed")
                    .label("opened here")
                    .also(before.span, text)
                    .help(format!("add the missing `}}` before line {line}"))
            }
            Fault::Stray(brace) => Diagnostic::error(Code::UNCLOSED_BRACKET, brace.span, "this `}` closes nothing")
                .label("by its indentation it belongs to no block")
                .help("remove it, or add the opening bracket"),
        }
    }
}
