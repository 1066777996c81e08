//! Pairs of brackets. Missing and stray ones are mended here, so that later steps can rely on pairs.
//!
//! A stray closing bracket is reported and dropped. A missing one is reported by the adapter when it gets there, which knows
//! best where it belongs; here it is only decided where the bracket ends at the latest.

use super::indentation::{self, Fault};
use crate::intern::sym;
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, SourceMap, Span};
use std::cell::OnceCell;

/// Most reports of one run: the rest are consequences.
const MAX_REPORTS: usize = 5;

/// The tokens without stray closing brackets.
pub(super) struct Paired {
    pub(super) tokens: Vec<PpToken>,
    /// For each opening bracket the token that closes it, or the token before which it had to be closed.
    pub(super) partner: Vec<u32>,
    /// Stray brackets.
    pub(super) errors: Vec<Diagnostic>,
    /// A bracket that nothing closes, if there is one.
    pub(super) unclosed: Option<Diagnostic>,
}

/// An opening bracket that is not closed yet.
#[derive(Clone, Copy)]
struct Open {
    /// Its place in the output.
    at: usize,
    /// Its place in the text.
    place: usize,
    /// How many `;` may stand in it, as in `for (;;)`.
    parts: u32,
    /// The body of a function: `{` behind `)`.
    is_function: bool,
}

/// Pairs the brackets of `tokens`, and splits each `>>` in two (the first half is marked as painted).
pub(super) fn pair(tokens: &[PpToken], sources: &SourceMap) -> Paired {
    let paired = Pairing::new(tokens, None).run();
    // A `{` is never closed: look again, and let what stands at the margin like a new function end the one before.
    let mut paired = if paired.unclosed.is_some() { Pairing::new(tokens, Some(sources)).run() } else { paired };
    blame_by_indentation(&mut paired, tokens, sources);
    paired
}

/// Brackets say that a brace is missing or too many, the indentation says which.
fn blame_by_indentation(paired: &mut Paired, tokens: &[PpToken], sources: &SourceMap) {
    let place = |d: &Diagnostic| d.primary.as_ref().map(|p| p.span);
    let Some(first) = paired.unclosed.as_ref().or(paired.errors.iter().find(|d| is_about_brace(d, sources))).and_then(place) else {
        return;
    };
    let seen = tokens.iter().find(|t| t.span == first && (t.is(Punct::LBrace) || t.is(Punct::RBrace)));
    let Some(fault) = seen.and_then(|seen| indentation::fault(tokens, *seen, sources)) else { return };
    match (&fault, paired.unclosed.is_some()) {
        (Fault::Unclosed(..), true) => {
            paired.unclosed = Some(fault.report(sources));
            paired.errors.retain(|d| !is_about_brace(d, sources));
        }
        (Fault::Stray(brace), false) => {
            let others: Vec<PpToken> = tokens.iter().filter(|t| t.span != brace.span).copied().collect();
            *paired = Pairing::new(&others, None).run();
            // Further ones are consequences.
            paired.errors.retain(|d| !is_about_brace(d, sources));
            paired.errors.push(fault.report(sources));
        }
        _ => {}
    }
}

fn is_about_brace(d: &Diagnostic, sources: &SourceMap) -> bool {
    d.primary.as_ref().is_some_and(|p| sources.text(p.span) == "}")
}

struct Pairing<'t> {
    tokens: &'t [PpToken],
    /// Set to end functions at definitions that start at the margin.
    margin: Option<&'t SourceMap>,
    out: Vec<PpToken>,
    partner: Vec<u32>,
    open: Vec<Open>,
    errors: Vec<Diagnostic>,
    unclosed: Option<Diagnostic>,
    /// See [`balanced`]; made when it is first asked for.
    balanced: OnceCell<Vec<bool>>,
}

impl<'t> Pairing<'t> {
    fn new(tokens: &'t [PpToken], margin: Option<&'t SourceMap>) -> Pairing<'t> {
        let out = Vec::with_capacity(tokens.len() + 64);
        let partner = Vec::with_capacity(tokens.len() + 64);
        Pairing { tokens, margin, out, partner, open: Vec::new(), errors: Vec::new(), unclosed: None, balanced: OnceCell::new() }
    }

    fn run(mut self) -> Paired {
        for (place, &token) in self.tokens.iter().enumerate() {
            match token.kind {
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => self.open(place, token),
                PpKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) if !self.close(token) => continue,
                PpKind::Punct(Punct::Semicolon) => self.semicolon(),
                PpKind::Ident if token.starts_line && self.starts_definition(token) => {
                    let first = self.open.iter().position(|o| o.is_function).unwrap_or(self.open.len());
                    let brace = self.out[self.open[first].at];
                    self.never_closed(brace);
                    self.end_all(first);
                }
                _ => {}
            }
            self.push(token);
        }
        if let Some(open) = self.open.iter().rev().find(|o| self.out[o.at].is(Punct::LBrace)).or(self.open.first()) {
            let token = self.out[open.at];
            self.never_closed(token);
        }
        // All end before the end of the text.
        let end = self.out.len().saturating_sub(1) as u32;
        for open in &self.open {
            self.partner[open.at] = end;
        }
        Paired { tokens: self.out, partner: self.partner, errors: self.errors, unclosed: self.unclosed }
    }

    fn push(&mut self, token: PpToken) {
        if !token.is(Punct::Shr) {
            self.out.push(token);
            self.partner.push(0);
            return;
        }
        let middle = if token.span.end >= token.span.start + 2 { token.span.start + 1 } else { token.span.end };
        let first = PpToken { kind: PpKind::Punct(Punct::Gt), is_painted: true, span: Span { end: middle, ..token.span }, ..token };
        let span = Span { start: middle.min(token.span.end), ..token.span };
        let second = PpToken { has_space: false, starts_line: false, is_painted: false, span, ..first };
        self.out.extend([first, second]);
        self.partner.extend([0, 0]);
    }

    fn open(&mut self, place: usize, token: PpToken) {
        let last = self.out.last().copied();
        if token.is(Punct::LBrace) && self.tokens.get(place + 1).is_some_and(|next| self.starts_body(last, *next)) {
            // `if (x > 3 {`, `int f(int a {`: the parenthesis was to be closed here.
            if let Some(unclosed) = self.open.pop() {
                self.partner[unclosed.at] = self.out.len() as u32;
            }
        }
        let word = last.filter(|t| t.kind == PpKind::Ident).map_or(sym::EMPTY, |t| t.text);
        let parts = match word {
            _ if !token.is(Punct::LParen) => 0,
            sym::FOR => 2,
            sym::IF | sym::SWITCH | sym::CONSTEXPR => 1,
            _ => 0,
        };
        let is_function = token.is(Punct::LBrace) && last.is_some_and(|t| t.is(Punct::RParen)) && self.open.iter().all(|o| !o.is_function);
        self.open.push(Open { at: self.out.len(), place, parts, is_function });
    }

    /// Ends what is open from `first` on.
    fn end_all(&mut self, first: usize) {
        for open in self.open.drain(first..) {
            self.partner[open.at] = self.out.len() as u32;
        }
    }

    /// Whether `token` closes something; else it is reported.
    fn close(&mut self, token: PpToken) -> bool {
        let wanted = opener(token);
        let found = self.open.iter().rposition(|o| self.out[o.at].kind == wanted);
        // `)` does not close past a `{`; `}` closes what is open inside its block.
        let found = found.filter(|at| token.is(Punct::RBrace) || !self.open[*at..].iter().any(|o| self.out[o.at].is(Punct::LBrace)));
        match found {
            Some(at) => {
                self.end_all(at);
                true
            }
            None => {
                if self.errors.len() < MAX_REPORTS {
                    self.errors.push(stray(token));
                }
                false
            }
        }
    }

    fn semicolon(&mut self) {
        while let Some(open) = self.open.last_mut() {
            if self.out[open.at].is(Punct::LBrace) {
                return;
            }
            if open.parts > 0 {
                open.parts -= 1;
                return;
            }
            let at = open.at;
            self.open.pop();
            self.partner[at] = self.out.len() as u32;
        }
    }

    fn never_closed(&mut self, open: PpToken) {
        if self.unclosed.is_none() {
            let text = closer(open);
            self.unclosed = Some(
                Diagnostic::error(Code::UNCLOSED_BRACKET, open.span, format!("this `{}` is never closed", spelled(open)))
                    .label("opened here")
                    .help(format!("add the missing `{text}`")),
            );
        }
    }

    /// Whether a definition of file level seems to start with `token` inside a function.
    fn starts_definition(&self, token: PpToken) -> bool {
        let Some(sources) = self.margin else { return false };
        let is_starter = super::words::is_type_word(token.text)
            || matches!(
                token.text,
                sym::TEMPLATE
                    | sym::GLOBAL
                    | sym::DEVICE
                    | sym::HOST
                    | sym::STATIC
                    | sym::INLINE
                    | sym::STRUCT
                    | sym::CLASS
                    | sym::NAMESPACE
                    | sym::EXTERN
                    | sym::TYPEDEF
                    | sym::CONST
            );
        is_starter
            && self.open.iter().any(|o| o.is_function)
            && token.span.expansion == kern_diag::ExpansionId::NONE
            && sources.line_column(token.span.file, token.span.start).column == 1
    }

    /// Whether the `{` behind `last` starts a body although a parenthesis is still open.
    fn starts_body(&self, last: Option<PpToken>, next: PpToken) -> bool {
        let (Some(open), Some(last)) = (self.open.last(), last) else { return false };
        let before = open.at.checked_sub(1).map(|at| self.out[at]);
        if !self.out[open.at].is(Punct::LParen) {
            return false;
        }
        let word = before.filter(|t| t.kind == PpKind::Ident).map_or(sym::EMPTY, |t| t.text);
        let is_condition = matches!(word, sym::IF | sym::WHILE | sym::FOR | sym::SWITCH);
        let is_statement = next.starts_line || next.kind == PpKind::Ident && super::words::is_statement_word(next.text);
        match last.kind {
            PpKind::Number | PpKind::Char | PpKind::String | PpKind::Punct(Punct::PlusPlus | Punct::MinusMinus) => is_condition,
            // `f(T{…})` and the bodies of lambdas go on inside; a lambda has a `]`.
            PpKind::Ident if word != sym::EMPTY && is_statement => {
                !super::is_keyword(last.text)
                    && !self.out[open.at..].iter().any(|t| t.is(Punct::RBracket) || t.is(Punct::LBrace))
                    && !self.balanced.get_or_init(|| balanced(self.tokens))[open.place]
            }
            _ => false,
        }
    }
}

/// For each token whether it is an opening bracket that its own closing bracket ends, with nothing mended in between.
fn balanced(tokens: &[PpToken]) -> Vec<bool> {
    let mut is_balanced = vec![false; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        match token.kind {
            PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => open.push(place),
            PpKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => match open.pop() {
                Some(at) if tokens[at].kind == opener(*token) => is_balanced[at] = true,
                // All that is open here holds a mistake.
                _ => open.clear(),
            },
            _ => {}
        }
    }
    is_balanced
}

fn opener(close: PpToken) -> PpKind {
    PpKind::Punct(match close.kind {
        PpKind::Punct(Punct::RParen) => Punct::LParen,
        PpKind::Punct(Punct::RBracket) => Punct::LBracket,
        _ => Punct::LBrace,
    })
}

fn spelled(open: PpToken) -> &'static str {
    match open.kind {
        PpKind::Punct(punct) => punct.text(),
        _ => "",
    }
}

fn closer(open: PpToken) -> &'static str {
    match open.kind {
        PpKind::Punct(Punct::LParen) => ")",
        PpKind::Punct(Punct::LBracket) => "]",
        _ => "}",
    }
}

fn stray(token: PpToken) -> Diagnostic {
    let text = spelled(token);
    Diagnostic::error(Code::UNCLOSED_BRACKET, token.span, format!("this `{text}` closes nothing"))
        .label(format!("no open bracket of this kind stands before this `{text}`"))
        .help("remove it, or add the opening bracket")
}

/// The last byte of `span`, to point behind it.
pub(super) fn after(span: Span) -> Span {
    Span { start: span.end.saturating_sub(1).max(span.start), ..span }
}
