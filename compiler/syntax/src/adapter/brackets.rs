//! Pairs of brackets. Missing and stray ones are reported here, and mended, so that later steps can rely on pairs.

use crate::intern::sym;
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, Span};

/// Most reports of one run: the rest are consequences.
const MAX_REPORTS: usize = 5;

/// The tokens without stray closing brackets.
pub(super) struct Paired {
    pub(super) tokens: Vec<PpToken>,
    /// For each opening bracket the token that closes it, or the token before which it had to be closed.
    pub(super) partner: Vec<u32>,
    pub(super) errors: Vec<Diagnostic>,
}

/// Pairs the brackets of `tokens`, and splits each `>>` in two (the first half is marked as painted).
pub(super) fn pair(tokens: Vec<PpToken>) -> Paired {
    let mut out: Vec<PpToken> = Vec::with_capacity(tokens.len() + 64);
    let mut partner: Vec<u32> = Vec::with_capacity(tokens.len() + 64);
    let mut errors = Vec::new();
    // Opening tokens: place in `out`, and whether `;` may stand in it, as in `for (;;)`.
    let mut open: Vec<(usize, bool)> = Vec::new();
    for (place, token) in tokens.iter().copied().enumerate() {
        match token.kind {
            PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                let last = out.last().copied();
                if token.is(Punct::LBrace) && tokens.get(place + 1).is_some_and(|next| starts_body(&out, &open, last, *next)) {
                    // `if (x > 3 {`: the condition was to be closed here.
                    if let Some((unclosed, _)) = open.pop() {
                        partner[unclosed] = out.len() as u32;
                        if errors.len() < MAX_REPORTS {
                            errors.push(missing(out[unclosed], last, token));
                        }
                    }
                }
                let holds_parts =
                    |t: PpToken| matches!(t.text, sym::for_ | sym::if_ | sym::switch | sym::constexpr) && t.kind == PpKind::Ident;
                open.push((out.len(), token.is(Punct::LParen) && last.is_some_and(holds_parts)));
            }
            PpKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                let wanted = opener(token);
                let found = open.iter().rposition(|(i, _)| out[*i].kind == wanted);
                // `)` does not close past a `{`; `}` closes what is open inside its block.
                let is_inside = match found {
                    Some(at) => token.is(Punct::RBrace) || !open[at..].iter().any(|(i, _)| out[*i].is(Punct::LBrace)),
                    None => false,
                };
                let Some(at) = found.filter(|_| is_inside) else {
                    if errors.len() < MAX_REPORTS {
                        errors.push(stray(token));
                    }
                    continue;
                };
                for (unclosed, _) in open.drain(at + 1..) {
                    partner[unclosed] = out.len() as u32;
                    if errors.len() < MAX_REPORTS {
                        errors.push(missing(out[unclosed], out.last().copied(), token));
                    }
                }
                if let Some((opening, _)) = open.pop() {
                    partner[opening] = out.len() as u32;
                }
            }
            PpKind::Punct(Punct::Semicolon) => {
                while let Some((at, false)) = open.last().copied()
                    && !out[at].is(Punct::LBrace)
                {
                    open.pop();
                    partner[at] = out.len() as u32;
                    if errors.len() < MAX_REPORTS {
                        errors.push(missing(out[at], out.last().copied(), token));
                    }
                }
            }
            _ => {}
        }
        if token.is(Punct::Shr) {
            let middle = if token.span.end >= token.span.start + 2 { token.span.start + 1 } else { token.span.end };
            let first = PpToken { kind: PpKind::Punct(Punct::Gt), is_painted: true, span: Span { end: middle, ..token.span }, ..token };
            let second = PpToken {
                has_space: false,
                starts_line: false,
                is_painted: false,
                span: Span { start: middle.min(token.span.end), ..token.span },
                ..first
            };
            out.extend([first, second]);
            partner.extend([0, 0]);
        } else {
            out.push(token);
            partner.push(0);
        }
    }
    let end = out.len().saturating_sub(1);
    for (at, _) in open {
        partner[at] = end as u32;
        if errors.len() < MAX_REPORTS {
            let text = closer(out[at]);
            errors.push(
                Diagnostic::error(Code::UNCLOSED_BRACKET, out[at].span, format!("this `{}` is never closed", spelled(out[at])))
                    .label("opened here")
                    .help(format!("add the missing `{text}`")),
            );
        }
    }
    Paired { tokens: out, partner, errors }
}

/// Whether the `{` behind `last` starts the body of a statement whose condition is still open.
fn starts_body(out: &[PpToken], open: &[(usize, bool)], last: Option<PpToken>, next: PpToken) -> bool {
    let Some((at, _)) = open.last() else { return false };
    let is_condition = out[*at].is(Punct::LParen)
        && at.checked_sub(1).is_some_and(|before| {
            let word = out[before];
            word.kind == PpKind::Ident && matches!(word.text, sym::if_ | sym::while_ | sym::for_ | sym::switch)
        });
    is_condition
        && match last.map(|t| t.kind) {
            Some(PpKind::Number | PpKind::Char | PpKind::String | PpKind::Punct(Punct::PlusPlus | Punct::MinusMinus)) => true,
            Some(PpKind::Ident) => next.starts_line,
            _ => false,
        }
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

/// `open` should have been closed between `last` and `before`.
fn missing(open: PpToken, last: Option<PpToken>, before: PpToken) -> Diagnostic {
    let text = closer(open);
    let place = last.map_or(before.span, |t| after(t.span));
    Diagnostic::error(Code::UNCLOSED_BRACKET, place, format!("expected `{text}`"))
        .label(format!("`{text}` is missing here"))
        .also(open.span, format!("to close this `{}`", spelled(open)))
}

/// The last byte of `span`, to point behind it.
pub(super) fn after(span: Span) -> Span {
    Span { start: span.end.saturating_sub(1).max(span.start), ..span }
}
