//! Preprocessing tokens: what text is made of before macros (C++17 [lex.pptoken]).
//!
//! A [`Lexer`] reads one file. Line splices inside a token are rare, so the pattern works on the raw text and only a
//! token that touches a splice is read again from a cleaned copy of its line.

use crate::intern::{Interner, Symbol, sym};
use crate::lexeme::{Lexeme, punct};
use crate::splice::{read_across_splice, remove_splices};
use kern_diag::{Code, Diagnostic, FileId, Span};
use logos::Logos;
use std::sync::Arc;

pub(crate) use crate::lexeme::Punct;

/// What a preprocessing token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum PpKind {
    /// Identifier or keyword.
    Ident,
    /// A pp-number: `1`, `0x1p-3f`, `1'000ull`.
    Number,
    /// `'a'` with its prefix.
    Char,
    /// `"a"` or `R"(a)"` with its prefix.
    String,
    /// Operator or punctuation.
    Punct(Punct),
    /// `#pragma unroll`; its argument and [`PpKind::PragmaEnd`] follow.
    PragmaUnroll,
    /// `#pragma omp`; the directive and [`PpKind::PragmaEnd`] follow. Gone before tokens are parsed.
    PragmaOmp,
    /// End of a pragma's argument.
    PragmaEnd,
    /// Stands for an empty operand of `##`.
    Placemarker,
    /// A byte that starts no token; a diagnostic was given.
    Stray,
    /// End of the text.
    Eof,
}

/// A preprocessing token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PpToken {
    /// What.
    pub(crate) kind: PpKind,
    /// The spelling ([`sym::EMPTY`] for punctuation).
    pub(crate) text: Symbol,
    /// The place.
    pub(crate) span: Span,
    /// First of its line.
    pub(crate) starts_line: bool,
    /// White space stands before it.
    pub(crate) has_space: bool,
    /// A macro name that must not be expanded any more.
    pub(crate) is_painted: bool,
}

impl PpToken {
    /// A token without white space before it.
    pub(crate) fn new(kind: PpKind, text: Symbol, span: Span) -> PpToken {
        PpToken { kind, text, span, starts_line: false, has_space: false, is_painted: false }
    }

    /// Whether it is the operator `punct`.
    pub(crate) fn is(&self, punct: Punct) -> bool {
        self.kind == PpKind::Punct(punct)
    }

    /// Whether it is the word `symbol`.
    pub(crate) fn is_word(&self, symbol: Symbol) -> bool {
        self.kind == PpKind::Ident && self.text == symbol
    }
}

/// Lexical mistakes of one file after which the rest is not read.
const MAX_STRAY: u32 = 20;

/// Reads the tokens of one file.
pub(crate) struct Lexer {
    text: Arc<str>,
    file: FileId,
    position: usize,
    /// Reading ends here.
    end: usize,
    at_line_start: bool,
    pushed: Option<PpToken>,
    stray: u32,
    /// Mistakes found since the caller last took them.
    pub(crate) errors: Vec<Diagnostic>,
}

impl Lexer {
    /// Reads `text`, the text of `file`.
    pub(crate) fn new(text: Arc<str>, file: FileId) -> Lexer {
        let position = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let end = text.len();
        Lexer { text, file, position, end, at_line_start: true, pushed: None, stray: 0, errors: Vec::new() }
    }

    /// Reads only the bytes from `start` to `end`, which cut no token.
    pub(crate) fn limit(&mut self, start: usize, end: usize) {
        self.position = start;
        self.end = end;
    }

    /// Where the next token starts, or the white space before it.
    pub(crate) fn next_start(&self) -> usize {
        self.pushed.map_or(self.position, |token| token.span.start as usize)
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The file read.
    pub(crate) fn file(&self) -> FileId {
        self.file
    }

    /// The byte after the last token (no token may be pushed back).
    pub(crate) fn offset(&self) -> usize {
        self.position
    }

    /// Continues at byte `at`.
    pub(crate) fn seek(&mut self, at: usize) {
        self.position = at;
        self.pushed = None;
    }

    /// Gives `token` back: the next call of [`Lexer::next`] returns it.
    pub(crate) fn push_back(&mut self, token: PpToken) {
        self.pushed = Some(token);
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    /// The next piece of text from `position`.
    fn raw(&mut self) -> Option<(Result<Lexeme, ()>, usize, usize)> {
        let mut lexer = Lexeme::lexer(&self.text[..self.end]);
        lexer.bump(self.position);
        let raw = lexer.next();
        self.position = lexer.span().end;
        raw.map(|raw| (raw, lexer.span().start, lexer.span().end))
    }

    /// Skips to the next `#` that starts a line, as in a group that a condition left out. The `#` is the next token.
    pub(crate) fn skip_to_directive(&mut self) {
        if let Some(token) = self.pushed.take()
            && (token.starts_line && token.is(Punct::Hash) || token.kind == PpKind::Eof)
        {
            self.pushed = Some(token);
            return;
        }
        loop {
            let before = self.position;
            match self.raw() {
                None => return,
                Some((Ok(Lexeme::Newline), ..)) => self.at_line_start = true,
                Some((Ok(Lexeme::Space | Lexeme::Splice | Lexeme::LineComment | Lexeme::BlockComment(_)), ..)) => {}
                Some((Ok(Lexeme::Hash), ..)) if self.at_line_start => {
                    self.position = before;
                    return;
                }
                Some(_) => self.at_line_start = false,
            }
        }
    }

    /// The next token; [`PpKind::Eof`] at the end, again and again.
    pub(crate) fn next(&mut self, interner: &mut Interner) -> PpToken {
        if let Some(token) = self.pushed.take() {
            return token;
        }
        let mut has_space = false;
        loop {
            let Some((mut raw, start, mut end)) = self.raw() else {
                let eof = PpToken::new(PpKind::Eof, sym::EMPTY, self.span(self.end, self.end));
                return PpToken { starts_line: true, has_space: true, ..eof };
            };
            match raw {
                Ok(Lexeme::Newline) => {
                    self.at_line_start = true;
                    has_space = true;
                    continue;
                }
                Ok(Lexeme::Space | Lexeme::Splice | Lexeme::LineComment) => {
                    has_space = true;
                    continue;
                }
                _ => {}
            }
            // `<::` is `<` `::` unless `:` or `>` follows ([lex.pptoken] 3.2).
            if raw == Ok(Lexeme::LBracket) && end - start == 2 {
                let rest = &self.text.as_bytes()[end..];
                if rest.first() == Some(&b':') && !matches!(rest.get(1), Some(b':' | b'>')) {
                    raw = Ok(Lexeme::Lt);
                    end = start + 1;
                    self.position = end;
                }
            }
            let mut cleaned = None;
            if self.text.as_bytes().get(end) == Some(&b'\\')
                && !matches!(raw, Ok(Lexeme::BlockComment(_) | Lexeme::RawString(_)))
                && let Some((long, long_raw, long_end)) = read_across_splice(&self.text, start, end)
            {
                (raw, end) = (Ok(long_raw), long_end);
                self.position = end;
                cleaned = Some(long);
            }
            if matches!(raw, Ok(Lexeme::BlockComment(true) | Lexeme::LineComment)) {
                has_space = true;
                continue;
            }
            let Some(kind) = self.kind(raw, self.span(start, end)) else { continue };
            let starts_line = std::mem::take(&mut self.at_line_start);
            let spelled = cleaned.as_deref().unwrap_or(&self.text[start..end]);
            let text = match kind {
                PpKind::Punct(_) => sym::EMPTY,
                PpKind::String | PpKind::Char if spelled.contains('\n') && !matches!(raw, Ok(Lexeme::RawString(_))) => {
                    interner.intern(&remove_splices(spelled))
                }
                _ => interner.intern(spelled),
            };
            return PpToken { kind, text, span: self.span(start, end), starts_line, has_space, is_painted: false };
        }
    }

    /// The kind of `raw`, with the mistakes in it reported; `None` for what is dropped.
    fn kind(&mut self, raw: Result<Lexeme, ()>, span: Span) -> Option<PpKind> {
        let raw = match raw {
            Ok(raw) => raw,
            Err(()) => {
                self.stray(span);
                return None;
            }
        };
        Some(match raw {
            Lexeme::Ident => {
                let text = &self.text[span.start as usize..span.end as usize];
                if !text.is_ascii() && !text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$') || is_mark(c)) {
                    self.stray(span);
                    return None;
                }
                PpKind::Ident
            }
            Lexeme::Number => PpKind::Number,
            Lexeme::String(true) | Lexeme::RawString(true) => PpKind::String,
            Lexeme::Char(true) => PpKind::Char,
            Lexeme::String(false) | Lexeme::RawString(false) => {
                self.errors.push(
                    Diagnostic::error(Code::UNTERMINATED_STRING, span, "this string is not closed")
                        .label("the string starts here")
                        .help("close it with `\"` on the same line"),
                );
                PpKind::String
            }
            Lexeme::Char(false) => {
                self.errors.push(
                    Diagnostic::error(Code::UNTERMINATED_CHAR, span, "this character literal is not closed")
                        .label("the literal starts here")
                        .help("close it with `'`"),
                );
                PpKind::Char
            }
            Lexeme::BlockComment(_) => {
                let open = Span { end: span.start + 2, ..span };
                self.errors.push(
                    Diagnostic::error(Code::UNTERMINATED_COMMENT, open, "this comment is never closed")
                        .label("the comment starts here")
                        .help("close it with `*/`"),
                );
                return None;
            }
            Lexeme::Backslash | Lexeme::At | Lexeme::Backtick => PpKind::Stray,
            other => PpKind::Punct(punct(other)?),
        })
    }

    fn stray(&mut self, span: Span) {
        self.stray += 1;
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let bad = text.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '_').unwrap_or('\u{fffd}');
        let at = text.find(bad).unwrap_or(0) as u32;
        let span = Span { start: span.start + at, end: span.start + at + bad.len_utf8() as u32, ..span };
        self.errors.push(stray_character(bad, span));
        if self.stray >= MAX_STRAY {
            self.errors.push(
                Diagnostic::error(Code::STRAY_CHARACTER, span, "too many stray characters: is this a text file?")
                    .label("the rest of the file is not read"),
            );
            self.position = self.end;
        }
    }
}

/// The report of a character that starts no token.
pub(crate) fn stray_character(bad: char, span: Span) -> Diagnostic {
    let shown =
        if bad.is_control() || bad == '\u{fffd}' { format!("U+{:04X}", bad as u32) } else { format!("`{bad}` (U+{:04X})", bad as u32) };
    let d = Diagnostic::error(Code::STRAY_CHARACTER, span, format!("stray character {shown}")).label("this starts no token");
    match bad {
        '\u{201c}' | '\u{201d}' | '\u{ff02}' => d.help("write a straight quote `\"`"),
        '\u{2018}' | '\u{2019}' | '\u{ff07}' => d.help("write a straight quote `'`"),
        '\u{2013}' | '\u{2014}' | '\u{2212}' | '\u{ff0d}' => d.help("write a minus sign `-`"),
        '\u{ff1b}' | '\u{37e}' => d.help("write a semicolon `;`"),
        '\u{ff0c}' => d.help("write a comma `,`"),
        '\u{ff08}' => d.help("write `(`"),
        '\u{ff09}' => d.help("write `)`"),
        '\u{a0}' | '\u{3000}' | '\u{2003}' | '\u{200b}' => d.help("write an ordinary space"),
        _ => d,
    }
}

/// Combining marks may continue an identifier.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

/// The sign that a word such as `and` stands for.
pub(crate) fn word_sign(word: Symbol) -> Option<Punct> {
    Some(match word {
        sym::AND => Punct::AmpAmp,
        sym::OR => Punct::PipePipe,
        sym::BITAND => Punct::Amp,
        sym::BITOR => Punct::Pipe,
        sym::XOR => Punct::Caret,
        sym::NOT_EQ => Punct::BangEq,
        sym::AND_EQ => Punct::AmpEq,
        sym::OR_EQ => Punct::PipeEq,
        sym::XOR_EQ => Punct::CaretEq,
        _ => return None,
    })
}
