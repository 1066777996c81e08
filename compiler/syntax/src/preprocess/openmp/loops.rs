//! Loops whose rounds are shared out: `for (T i = first; i < end; i += step)` (OpenMP 4.5, 2.6).

use super::{Rewriter, partner, split};
use crate::intern::sym;
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::Span;

/// The head of such a loop.
pub(super) struct Head<'t> {
    pub(super) name: PpToken,
    /// The type of the variable, if the loop declares it.
    pub(super) ty: &'t [PpToken],
    pub(super) first: &'t [PpToken],
    /// The comparison, as if the variable stood on its left.
    pub(super) compare: Punct,
    pub(super) end: &'t [PpToken],
    pub(super) step: &'t [PpToken],
    pub(super) is_down: bool,
}

impl Rewriter<'_> {
    /// The loop that `tokens` are: its head, and the place of its body.
    pub(super) fn head<'t>(&mut self, tokens: &'t [PpToken], span: Span) -> Option<(Head<'t>, usize)> {
        let mut start = 0;
        while tokens.get(start).is_some_and(|token| token.kind == PpKind::PragmaUnroll) {
            start = tokens[start..].iter().position(|token| token.kind == PpKind::PragmaEnd)? + start + 1;
        }
        if !tokens.get(start).is_some_and(|token| token.is_word(sym::FOR)) {
            self.malformed(tokens.first().map_or(span, |token| token.span), "a `for` loop behind the line");
            return None;
        }
        let close = partner(tokens, start + 1);
        let inside = tokens.get(start + 2..close)?;
        let head = match split(inside, Punct::Semicolon)[..] {
            [init, condition, step] => read_head(init, condition, step),
            _ => None,
        };
        if head.is_none() {
            self.unsupported(tokens[start].span, "a loop that is not `for (i = first; i < end; i += step)`");
        }
        Some((head?, close + 1))
    }
}

fn read_head<'t>(init: &'t [PpToken], condition: &'t [PpToken], step: &'t [PpToken]) -> Option<Head<'t>> {
    let equals = init.iter().position(|token| token.is(Punct::Eq))?;
    let name = *init.get(equals.checked_sub(1)?)?;
    let is_name = |token: &PpToken| token.kind == PpKind::Ident && token.text == name.text;
    if name.kind != PpKind::Ident {
        return None;
    }
    let compares = |token: &PpToken| match token.kind {
        PpKind::Punct(punct @ (Punct::Lt | Punct::Le | Punct::Gt | Punct::Ge | Punct::BangEq)) => Some(punct),
        _ => None,
    };
    let (compare, end) = match condition {
        [first, operator, end @ ..] if is_name(first) && compares(operator).is_some() => (compares(operator)?, end),
        [end @ .., operator, last] if is_name(last) => {
            let turned = match compares(operator)? {
                Punct::Lt => Punct::Gt,
                Punct::Le => Punct::Ge,
                Punct::Gt => Punct::Lt,
                Punct::Ge => Punct::Le,
                other => other,
            };
            (turned, end)
        }
        _ => return None,
    };
    let (is_down, step) = match step {
        [one, other] if is_name(one) || is_name(other) => {
            let operator = if is_name(one) { other } else { one };
            match operator.kind {
                PpKind::Punct(Punct::PlusPlus) => (false, &[][..]),
                PpKind::Punct(Punct::MinusMinus) => (true, &[][..]),
                _ => return None,
            }
        }
        [first, operator, step @ ..] if is_name(first) && operator.is(Punct::PlusEq) => (false, step),
        [first, operator, step @ ..] if is_name(first) && operator.is(Punct::MinusEq) => (true, step),
        [first, equals, again, operator, step @ ..] if is_name(first) && equals.is(Punct::Eq) && is_name(again) => match operator.kind {
            PpKind::Punct(Punct::Plus) => (false, step),
            PpKind::Punct(Punct::Minus) => (true, step),
            _ => return None,
        },
        [first, equals, step @ .., operator, again]
            if is_name(first) && equals.is(Punct::Eq) && is_name(again) && operator.is(Punct::Plus) =>
        {
            (false, step)
        }
        _ => return None,
    };
    Some(Head { name, ty: &init[..equals - 1], first: &init[equals + 1..], compare, end, step, is_down })
}
