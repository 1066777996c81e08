//! OpenMP: directives become calls of `kern/omp.h`.
//!
//! *Before.* Expanded tokens, a directive between [`PpKind::PragmaOmp`] and [`PpKind::PragmaEnd`]. *After.* None: the statement of a
//! parallel region is a lambda that captures by reference, called by each thread of a team; a loop is one over the rounds that a thread
//! is given; a variable with a clause is one of the block around the statement. What a directive asks for and this does not do is an
//! error, never ignored. Source: OpenMP 4.5, chapter 2.

mod clauses;
mod emit;
mod loops;

use crate::intern::{Interner, Symbol, sym};
use crate::token::{Lexer, PpKind, PpToken, Punct};
use clauses::Directive;
use kern_diag::{Code, Diagnostic, Span};

/// Directives inside one another.
const MOST_NESTED: u32 = 32;

/// Makes tokens of directives and the statements behind them.
pub(super) struct Rewriter<'a> {
    pub(super) interner: &'a mut Interner,
    pub(super) errors: Vec<Diagnostic>,
    depth: u32,
}

/// `tokens` without directives, and the mistakes in them. `places`, which ascend, are numbers of tokens before something, and become
/// those of the answer.
pub(super) fn rewrite<'p>(
    tokens: Vec<PpToken>,
    places: impl Iterator<Item = &'p mut usize>,
    interner: &mut Interner,
) -> (Vec<PpToken>, Vec<Diagnostic>) {
    if !tokens.iter().any(|token| token.kind == PpKind::PragmaOmp) {
        return (tokens, Vec::new());
    }
    let mut rewriter = Rewriter { interner, errors: Vec::new(), depth: 0 };
    let (mut out, mut from) = (Vec::with_capacity(tokens.len()), 0);
    for place in places {
        if *place > from {
            out.extend(rewriter.list(&tokens[from..*place]));
            from = *place;
        }
        *place = out.len();
    }
    out.extend(rewriter.list(&tokens[from..]));
    (out, rewriter.errors)
}

/// The bracket that closes the one at `open`, or the end.
pub(super) fn partner(tokens: &[PpToken], open: usize) -> usize {
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
            PpKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return place;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Parts of `tokens` between commas that stand in no bracket.
pub(super) fn split(tokens: &[PpToken], at: Punct) -> Vec<&[PpToken]> {
    let (mut parts, mut start, mut place) = (Vec::new(), 0, 0);
    while place < tokens.len() {
        match tokens[place].kind {
            PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => place = partner(tokens, place),
            PpKind::Punct(punct) if punct == at => {
                parts.push(&tokens[start..place]);
                start = place + 1;
            }
            _ => {}
        }
        place += 1;
    }
    parts.push(&tokens[start.min(tokens.len())..]);
    parts
}

impl Rewriter<'_> {
    pub(super) fn text(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    /// The word at `place`; empty for anything else.
    pub(super) fn word(&self, tokens: &[PpToken], place: usize) -> String {
        tokens.get(place).filter(|token| token.kind == PpKind::Ident).map_or(String::new(), |token| self.text(token.text).to_string())
    }

    /// Tokens of a text, all at one place.
    pub(super) fn lex(&mut self, text: &str, span: Span, out: &mut Vec<PpToken>) {
        let mut lexer = Lexer::new(text.into(), span.file);
        loop {
            let token = lexer.next(self.interner);
            if token.kind == PpKind::Eof {
                return;
            }
            out.push(PpToken { span, starts_line: false, ..token });
        }
    }

    pub(super) fn unsupported(&mut self, span: Span, what: &str) {
        self.errors.push(
            Diagnostic::error(Code::UNSUPPORTED_LANGUAGE, span, format!("kern does not support {what} of OpenMP yet"))
                .label("asked for here"),
        );
    }

    pub(super) fn malformed(&mut self, span: Span, wanted: &str) {
        self.errors.push(Diagnostic::error(Code::BAD_DIRECTIVE, span, format!("expected {wanted} of an OpenMP directive")));
    }

    /// `tokens` without directives.
    pub(super) fn list(&mut self, tokens: &[PpToken]) -> Vec<PpToken> {
        let mut out = Vec::with_capacity(tokens.len());
        let mut place = 0;
        while place < tokens.len() {
            if tokens[place].kind != PpKind::PragmaOmp {
                out.push(tokens[place]);
                place += 1;
                continue;
            }
            let end = self.directive_end(tokens, place);
            let directive = self.directive(&tokens[place..end]);
            if directive.is_alone() {
                self.emit_alone(&directive, &mut out);
                place = end + 1;
                continue;
            }
            let behind = self.statement_end(tokens, end + 1, 0);
            let body = &tokens[(end + 1).min(behind)..behind];
            self.depth += 1;
            if self.depth > MOST_NESTED {
                self.errors.push(Diagnostic::error(Code::NESTING_TOO_DEEP, directive.span, "OpenMP directives are nested too deeply"));
            } else {
                self.emit(&directive, body, &mut out);
            }
            self.depth -= 1;
            place = behind;
        }
        out
    }

    fn directive_end(&self, tokens: &[PpToken], start: usize) -> usize {
        (start..tokens.len()).find(|&place| tokens[place].kind == PpKind::PragmaEnd).unwrap_or(tokens.len() - 1)
    }

    /// Where the statement at `start` ends.
    fn statement_end(&mut self, tokens: &[PpToken], start: usize, depth: u32) -> usize {
        let mut place = start;
        while place < tokens.len() {
            let token = tokens[place];
            match token.kind {
                PpKind::PragmaOmp | PpKind::PragmaUnroll => {
                    let end = self.directive_end(tokens, place);
                    if token.kind == PpKind::PragmaOmp && Directive::of(self, &tokens[place..end], false).is_alone() {
                        return end + 1;
                    }
                    place = end + 1;
                }
                PpKind::Punct(Punct::LBrace) => return (partner(tokens, place) + 1).min(tokens.len()),
                PpKind::Ident if token.text == sym::FOR || token.text == sym::WHILE || token.text == sym::SWITCH => {
                    place = partner(tokens, place + 1) + 1;
                }
                PpKind::Ident if token.text == sym::IF => {
                    let open = (place + 1..tokens.len()).find(|&at| tokens[at].is(Punct::LParen)).unwrap_or(tokens.len());
                    let then =
                        if depth < MOST_NESTED { self.statement_end(tokens, partner(tokens, open) + 1, depth + 1) } else { tokens.len() };
                    match tokens.get(then) {
                        Some(token) if token.is_word(sym::ELSE) => place = then + 1,
                        _ => return then,
                    }
                }
                PpKind::Ident if token.text == sym::DO => {
                    let body = if depth < MOST_NESTED { self.statement_end(tokens, place + 1, depth + 1) } else { tokens.len() };
                    return self.plain_end(tokens, body);
                }
                _ => return self.plain_end(tokens, place),
            }
        }
        tokens.len()
    }

    /// Behind the `;` that ends a statement.
    fn plain_end(&self, tokens: &[PpToken], start: usize) -> usize {
        let mut place = start;
        while place < tokens.len() {
            match tokens[place].kind {
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => place = partner(tokens, place),
                PpKind::Punct(Punct::Semicolon) => return place + 1,
                PpKind::Punct(Punct::RBrace) | PpKind::Eof => return place,
                _ => {}
            }
            place += 1;
        }
        tokens.len()
    }
}
