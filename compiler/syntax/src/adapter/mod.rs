//! The token adapter: preprocessing tokens in, grammar tokens out.
//!
//! A walk over the text that follows the structure of C++ closely enough to know what each bracket and name is, keeps the
//! declared names by scope, and looks ahead where the language needs it. It emits one declaration of file level at a time,
//! which the LR(1) grammar then turns into a tree. It also finds the mistakes that need structure to be told well (a missing
//! `;`, a missing name), and mends them, so that the grammar sees the rest.

mod attributes;
mod brackets;
mod chunk;
mod class;
mod decl;
mod declarator;
mod expr;
mod indentation;
mod level;
mod literals;
mod loops;
mod misspelt;
mod operator;
mod path;
mod scan;
mod scope;
mod stmt;
mod words;

use crate::intern::{Interner, QuickMap, Symbol, sym};
use crate::tok::Tok;
use crate::token::{PpKind, PpToken, Punct};
pub(crate) use chunk::{Chunk, Region};
use kern_diag::{Code, Diagnostic, Severity, SourceMap, Span};
pub(crate) use path::is_keyword;
use scope::Scopes;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::sync::Arc;

/// Deepest nesting that the walk follows.
const MAX_NESTING: u32 = 400;
/// Most pointers, arrays and parameter lists in one declarator.
const MAX_DERIVED: u32 = 200;
/// Most looks at the token at hand before the walk goes on to the next: far more than any rule needs.
const MAX_LOOKS: u32 = 1_000_000;

/// Most operators, prefixes and postfixes of one expression.
const MAX_OPERATORS: u32 = 20_000;

/// What ends an expression besides the usual: the bracket that the walk is directly inside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Nothing,
    /// `>` of template arguments
    Angle,
    /// `>>>` of a launch
    Launch,
    /// `=` behind the width of a bit-field
    Equals,
}

/// See the module.
pub(crate) struct Adapter<'a> {
    tokens: Vec<PpToken>,
    partner: Vec<u32>,
    position: usize,
    interner: &'a Interner,
    sources: &'a SourceMap,
    scopes: Scopes,
    out: Chunk,
    stop: Stop,
    nesting: u32,
    /// A mistake was reported in the current statement: more of it would be consequences.
    is_recovering: bool,
    /// Reading ended: nesting too deep.
    pub(crate) is_stopped: bool,
    /// Directly inside a class: `= 0` after a function is meant so.
    is_in_class: bool,
    /// `(` after a name can only start parameters: class members, parameters, `typedef`.
    is_member_or_type: bool,
    /// The next declaration is a template.
    is_template_head: bool,
    /// The class being named is a template.
    is_class_template: bool,
    /// The declaration is a friend: it declares nothing here.
    is_friend: bool,
    /// A specifier was written for the next declaration.
    is_flag_written: bool,
    /// Names of member templates, for `object.name<…>(…)`.
    member_templates: HashSet<Symbol>,
    /// Nesting of [`Adapter::scan_path`].
    scanning: Cell<u32>,
    /// Ends of template argument lists found so far, by their `<`.
    angle_ends: RefCell<QuickMap<u32, Option<u32>>>,
    /// Mistakes found.
    pub(crate) errors: Vec<Diagnostic>,
    /// A bracket that nothing closes.
    pub(crate) unclosed: Option<Diagnostic>,
    /// Behind this place mistakes are consequences of one that was reported.
    pub(crate) cut_at: Option<Span>,
    progress: Progress,
}

/// What makes sure that reading ends. A rule that neither goes on nor gives up looks at the same token again and again:
/// after [`MAX_LOOKS`] every token is the end of the text, where every rule stops.
#[derive(Default)]
struct Progress {
    /// The furthest token that was the one at hand.
    furthest: Cell<usize>,
    /// Looks at the token at hand since that one was reached.
    looks: Cell<u32>,
}

impl Progress {
    fn note(&self, place: usize) {
        if place > self.furthest.get() {
            self.furthest.set(place);
            self.looks.set(0);
        } else {
            self.looks.set(self.looks.get() + 1);
        }
    }

    fn is_stuck(&self) -> bool {
        self.looks.get() >= MAX_LOOKS
    }
}

impl<'a> Adapter<'a> {
    /// Starts at the first of `tokens`.
    pub(crate) fn new(tokens: Vec<PpToken>, interner: &'a Interner, sources: &'a SourceMap) -> Adapter<'a> {
        let paired = brackets::pair(&tokens, sources);
        Adapter {
            tokens: paired.tokens,
            partner: paired.partner,
            position: 0,
            interner,
            sources,
            scopes: Scopes::new(),
            out: Chunk::default(),
            stop: Stop::Nothing,
            nesting: 0,
            is_recovering: false,
            is_stopped: false,
            is_in_class: false,
            is_member_or_type: false,
            is_template_head: false,
            is_class_template: false,
            is_friend: false,
            is_flag_written: false,
            member_templates: HashSet::new(),
            scanning: Cell::new(0),
            angle_ends: RefCell::new(QuickMap::default()),
            errors: paired.errors,
            unclosed: paired.unclosed,
            cut_at: None,
            progress: Progress::default(),
        }
    }

    /// The next declaration of file level; `None` at the end.
    pub(crate) fn next_declaration(&mut self) -> Option<Chunk> {
        while self.kind(0) == PpKind::PragmaUnroll || self.is(Punct::Semicolon) {
            if self.is(Punct::Semicolon) { self.advance() } else { self.skip_unroll() }
        }
        if self.kind(0) == PpKind::Eof || self.is_stopped {
            return None;
        }
        self.is_recovering = false;
        let before = self.position;
        self.declaration(level::Level::Namespace);
        if self.progress.is_stuck() && !self.is_stopped {
            self.no_progress();
        } else if self.position == before {
            self.unexpected("a declaration");
            self.position += 1;
        }
        Some(std::mem::take(&mut self.out))
    }

    // ---- Reading

    fn token(&self, ahead: usize) -> PpToken {
        self.at(self.position + ahead)
    }

    /// The token at `place`; past the end the last, which is the end of the text.
    fn at(&self, place: usize) -> PpToken {
        let last = self.tokens.len() - 1;
        if place != self.position {
            return self.tokens[place.min(last)];
        }
        if self.progress.is_stuck() {
            return self.tokens[last];
        }
        self.progress.note(place);
        self.tokens[place.min(last)]
    }

    fn kind(&self, ahead: usize) -> PpKind {
        self.token(ahead).kind
    }

    fn is(&self, punct: Punct) -> bool {
        self.token(0).is(punct)
    }

    /// The spelling of the word at `place`, or the empty symbol.
    fn word_at(&self, place: usize) -> Symbol {
        let token = self.at(place);
        if token.kind == PpKind::Ident { token.text } else { sym::EMPTY }
    }

    fn word(&self) -> Symbol {
        self.word_at(self.position)
    }

    fn text(&self, symbol: Symbol) -> Arc<str> {
        self.interner.text(symbol).clone()
    }

    /// The partner of the opening bracket at `place`.
    fn partner(&self, place: usize) -> usize {
        self.partner[place] as usize
    }

    fn advance(&mut self) {
        if self.position + 1 < self.tokens.len() {
            self.position += 1;
        }
    }

    fn last_span(&self) -> Span {
        self.at(self.position.saturating_sub(1)).span
    }

    /// Whether the token after `place` stands right behind it.
    fn is_joined(&self, place: usize) -> bool {
        let next = self.at(place + 1);
        !next.has_space && !next.starts_line
    }

    // ---- Writing

    fn emit_at(&mut self, tok: Tok, span: Span) {
        self.out.toks.push(tok);
        self.out.spans.push(span);
    }

    /// Writes `tok` for the current token and goes on.
    fn emit(&mut self, tok: Tok) {
        self.emit_at(tok, self.token(0).span);
        self.advance();
    }

    /// Writes a token without width.
    fn mark(&mut self, tok: Tok) {
        let span = self.token(0).span;
        self.emit_at(tok, Span { end: span.start, ..span });
    }

    /// Writes a token that is missing behind the last one.
    fn mend(&mut self, tok: Tok) {
        self.out.mended.push(self.out.toks.len());
        self.emit_at(tok, brackets::after(self.last_span()));
    }

    /// Writes the closing bracket `tok` of the bracket at `open`, or reports that it is missing.
    fn close(&mut self, open: usize, tok: Tok) {
        let partner = self.partner(open);
        let is_there = matches!(
            (self.at(open).kind, self.at(partner).kind),
            (PpKind::Punct(Punct::LParen), PpKind::Punct(Punct::RParen))
                | (PpKind::Punct(Punct::LBracket), PpKind::Punct(Punct::RBracket))
                | (PpKind::Punct(Punct::LBrace), PpKind::Punct(Punct::RBrace))
        );
        let text = self.closer_text(open);
        let opened = self.at(open).span;
        if !is_there {
            // A brace that is open to the end is told at its start.
            if !self.at(open).is(Punct::LBrace) || self.unclosed.is_none() {
                let last = brackets::after(self.last_span());
                let found = self.found();
                self.error(
                    Diagnostic::error(Code::UNCLOSED_BRACKET, last, format!("expected `{text}`, found {found}"))
                        .label(format!("`{text}` is missing here"))
                        .also(opened, "to close this"),
                );
            }
            return self.mend(tok);
        }
        if self.position < partner {
            let found = self.found();
            let span = self.token(0).span;
            self.error(
                Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected `{text}`, found {found}")).also(opened, "to close this"),
            );
            self.position = partner;
        }
        if self.position == partner { self.emit(tok) } else { self.mend(tok) }
    }

    fn closer_text(&self, open: usize) -> &'static str {
        match self.at(open).kind {
            PpKind::Punct(Punct::LParen) => ")",
            PpKind::Punct(Punct::LBracket) => "]",
            _ => "}",
        }
    }

    /// Notes that tokens from `start` are one statement or declaration.
    fn region(&mut self, start: usize, is_statement: bool) {
        let end = self.out.toks.len();
        if end > start {
            self.out.regions.push(Region { start, end, is_statement });
        }
    }

    // ---- Mistakes

    /// Reports `error`, unless one of the same statement was reported.
    fn error(&mut self, error: Diagnostic) {
        if error.severity == Severity::Error {
            self.out.mended.push(self.out.toks.len());
            if self.is_recovering {
                return;
            }
            self.is_recovering = true;
        }
        self.errors.push(error);
    }

    /// What stands at the current place, for messages.
    fn found(&self) -> String {
        describe(self.token(0), self.interner)
    }

    /// Reports that something else was expected here.
    fn unexpected(&mut self, wanted: &str) {
        let found = self.found();
        let span = self.token(0).span;
        self.error(
            Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected {wanted}, found {found}"))
                .label(format!("expected {wanted}")),
        );
    }

    /// Reports syntax that is right but not supported.
    fn unsupported(&mut self, span: Span, what: &str) {
        self.error(Diagnostic::error(Code::UNSUPPORTED_LANGUAGE, span, format!("kern does not support {what} yet")).label("used here"));
    }

    /// Runs `body` inside a bracket: other tokens end expressions there.
    fn inside<T>(&mut self, stop: Stop, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.stop, stop);
        let value = body(self);
        self.stop = outer;
        value
    }

    /// Runs `body` one level deeper; stops everything when that is too deep.
    fn nested<T: Default>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            self.too_deep();
            self.nesting -= 1;
            return T::default();
        }
        let value = stacker::maybe_grow(256 * 1024, 2 * 1024 * 1024, || body(self));
        self.nesting -= 1;
        value
    }

    fn too_deep(&mut self) {
        if self.is_stopped {
            return;
        }
        self.is_recovering = false;
        let span = self.token(0).span;
        self.error(
            Diagnostic::error(Code::NESTING_TOO_DEEP, span, "this is nested too deeply")
                .note(format!("the limit is {MAX_NESTING} levels"))
                .note("the rest of the text is not read"),
        );
        self.is_stopped = true;
        self.position = self.tokens.len() - 1;
    }

    /// Gives up where no rule goes on, and reads no more.
    fn no_progress(&mut self) {
        let token = self.tokens[self.progress.furthest.get().min(self.tokens.len() - 1)];
        let found = describe(token, self.interner);
        self.is_recovering = false;
        self.error(
            Diagnostic::error(Code::UNEXPECTED_TOKEN, token.span, format!("{found} cannot stand here"))
                .note("the rest of the text is not read"),
        );
        self.is_stopped = true;
        self.position = self.tokens.len() - 1;
    }

    /// Expects `punct` and writes it as `tok`.
    fn expect(&mut self, punct: Punct, tok: Tok) -> bool {
        if self.is(punct) {
            self.emit(tok);
            return true;
        }
        self.unexpected(&format!("`{}`", punct.text()));
        self.mend(tok);
        false
    }

    /// Expects the `;` that ends `what`; where it is missing, skips to where the next statement seems to start.
    fn semicolon(&mut self, what: &str) {
        if self.is(Punct::Semicolon) {
            self.emit(Tok::Semicolon);
            return;
        }
        let found = self.found();
        let last = brackets::after(self.last_span());
        if self.misspelt_statement() {
            self.mend(Tok::Semicolon);
            return self.skip_statement();
        }
        self.error(
            Diagnostic::error(Code::MISSING_SEMICOLON, last, format!("expected `;` after {what}, found {found}"))
                .label("`;` is missing here")
                .also(self.token(0).span, format!("{found} cannot follow")),
        );
        self.mend(Tok::Semicolon);
        if !self.token(0).starts_line && !self.is(Punct::RBrace) {
            self.skip_statement();
        }
    }

    /// Skips to behind the next `;`, or to the `}` or end before it, or to a line that starts a statement.
    fn skip_statement(&mut self) {
        loop {
            match self.kind(0) {
                PpKind::Eof | PpKind::Punct(Punct::RBrace) => return,
                PpKind::Punct(Punct::Semicolon) => {
                    self.advance();
                    return;
                }
                PpKind::Punct(Punct::LBrace) => {
                    self.position = self.partner(self.position);
                    if self.is(Punct::RBrace) {
                        self.advance();
                    }
                    return;
                }
                PpKind::Punct(Punct::LParen | Punct::LBracket) => {
                    let partner = self.partner(self.position);
                    self.position = partner;
                    if matches!(self.kind(0), PpKind::Punct(Punct::RParen | Punct::RBracket)) {
                        self.advance();
                    }
                }
                _ => self.advance(),
            }
        }
    }

    fn skip_unroll(&mut self) {
        while !matches!(self.kind(0), PpKind::PragmaEnd | PpKind::Eof) {
            self.advance();
        }
        if self.kind(0) == PpKind::PragmaEnd {
            self.advance();
        }
    }
}

/// `token` as messages name it.
pub(crate) fn describe(token: PpToken, interner: &Interner) -> String {
    match token.kind {
        PpKind::Eof => "the end of the file".to_string(),
        PpKind::Punct(punct) => format!("`{}`", punct.text()),
        PpKind::PragmaUnroll | PpKind::PragmaOmp | PpKind::PragmaEnd => "`#pragma unroll`".to_string(),
        PpKind::String => "a string".to_string(),
        _ => format!("`{}`", interner.text(token.text)),
    }
}
