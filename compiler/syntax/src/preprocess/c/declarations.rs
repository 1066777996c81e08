//! Declarations that only C has: qualifiers and `*` within the brackets of a parameter's array, types left out (which are `int`),
//! tags that mean something else than a type's name of the same letters, and `_Atomic`.

use super::super::openmp::{partner, split};
use super::{Rewriter, declaration_end};
use crate::intern::{QuickMap, Symbol, sym};
use crate::token::{PpKind, PpToken, Punct};
use std::collections::HashSet;

/// The names that declarations with `typedef` give, and what they stand for as far as that matters here.
type Aliases = QuickMap<Symbol, Stands>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// For the tag of the same letters.
    ForItsTag,
    ForAnother,
}

/// Words that may stand before a type, or without one.
fn is_without_type(word: &PpToken) -> bool {
    const WORDS: [Symbol; 7] = [sym::STATIC, sym::EXTERN, sym::REGISTER, sym::CONST, sym::VOLATILE, sym::INLINE, sym::EXTENSION];
    word.kind == PpKind::Ident && WORDS.contains(&word.text)
}

fn is_tag_word(token: &PpToken) -> bool {
    token.kind == PpKind::Ident && matches!(token.text, sym::STRUCT | sym::UNION | sym::ENUM)
}

impl Rewriter<'_> {
    /// Writes declarations in the way of C++.
    pub(super) fn declarations(&mut self, mut tokens: Vec<PpToken>) -> Vec<PpToken> {
        let aliases = self.aliases(&tokens);
        self.part_tags(&mut tokens, &aliases);
        let tokens = self.atomic(tokens);
        let tokens = self.bounds(tokens);
        self.implicit_int(&tokens, &aliases)
    }

    fn aliases(&self, tokens: &[PpToken]) -> Aliases {
        let mut aliases = Aliases::default();
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at].is_word(sym::TYPEDEF) && (self.is_own)(tokens[at].span) {
                let end = declaration_end(tokens, at);
                self.aliases_of(&tokens[at + 1..end], &mut aliases);
                at = end;
            }
            at += 1;
        }
        aliases
    }

    /// Those of one declaration, from behind its `typedef` on.
    fn aliases_of(&self, declaration: &[PpToken], aliases: &mut Aliases) {
        let mut tag = None;
        let mut at = declaration.iter().position(is_tag_word).map_or(0, |word| {
            let named = declaration.get(word + 1).filter(|name| self.is_name(name));
            tag = named.map(|name| name.text);
            let behind = word + 1 + usize::from(named.is_some());
            if declaration.get(behind).is_some_and(|open| open.is(Punct::LBrace)) { partner(declaration, behind) + 1 } else { behind }
        });
        for (number, declarator) in split(declaration.get(at..).unwrap_or_default(), Punct::Comma).into_iter().enumerate() {
            at = 0;
            // Without a tag the first name that another follows is the type's.
            while number == 0
                && tag.is_none()
                && declarator.get(at + 1).is_some_and(|next| next.kind == PpKind::Ident || next.is(Punct::Star))
            {
                at += 1;
            }
            let Some(name) = declarator.iter().skip(at).find(|token| self.is_name(token)) else { continue };
            let is_alone = declarator.len() == 1 && tag == Some(name.text);
            let stands = if is_alone { Stands::ForItsTag } else { Stands::ForAnother };
            aliases
                .entry(name.text)
                .and_modify(|old| {
                    if *old != stands {
                        *old = Stands::ForAnother
                    }
                })
                .or_insert(stands);
        }
    }

    /// Gives tags names of their own where a type's name has the same letters and means something else (ISO C17 6.2.3).
    fn part_tags(&mut self, tokens: &mut [PpToken], aliases: &Aliases) {
        for at in 1..tokens.len() {
            let tag = tokens[at];
            if is_tag_word(&tokens[at - 1]) && self.is_name(&tag) && aliases.get(&tag.text) == Some(&Stands::ForAnother) {
                let spelling = format!("{} {}", self.interner.text(tokens[at - 1].text), self.interner.text(tag.text));
                tokens[at].text = self.interner.intern(&spelling);
            }
        }
    }

    /// `_Atomic` as `volatile`: host threads run one after the other, so that what is written each time is atomic. In brackets stands
    /// a type.
    fn atomic(&mut self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        if !tokens.iter().any(|token| self.is_atomic(token)) {
            return tokens;
        }
        let mut out = Vec::with_capacity(tokens.len());
        for (at, token) in tokens.iter().enumerate() {
            if !self.is_atomic(token) {
                out.push(*token);
                continue;
            }
            out.push(PpToken { text: sym::VOLATILE, ..*token });
            if tokens.get(at + 1).is_some_and(|next| next.is(Punct::LParen)) {
                out.push(PpToken { text: sym::TYPEOF, starts_line: false, ..*token });
            }
        }
        out
    }

    fn is_atomic(&self, token: &PpToken) -> bool {
        token.kind == PpKind::Ident && &**self.interner.text(token.text) == "_Atomic"
    }

    /// `[static 3]` and `[const]` as `[3]` and `[]`; `[*]` with a length that nobody knows.
    fn bounds(&mut self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        let mut out: Vec<PpToken> = Vec::with_capacity(tokens.len());
        let mut is_bound = false;
        for (at, token) in tokens.iter().enumerate() {
            let is_qualifier = token.kind == PpKind::Ident
                && matches!(
                    &**self.interner.text(token.text),
                    "static" | "const" | "volatile" | "restrict" | "__restrict__" | "__restrict"
                );
            if is_bound && is_qualifier {
                continue;
            }
            is_bound = token.is(Punct::LBracket) && (self.is_own)(token.span);
            let stands_alone =
                out.last().is_some_and(|open| open.is(Punct::LBracket)) && tokens.get(at + 1).is_some_and(|t| t.is(Punct::RBracket));
            if token.is(Punct::Star) && stands_alone {
                out.push(PpToken { kind: PpKind::Ident, text: self.interner.intern("*"), ..*token });
            } else {
                out.push(*token);
            }
        }
        out
    }

    /// Writes the `int` that C before 1999 lets a declaration leave out, and gcc still does.
    fn implicit_int(&mut self, tokens: &[PpToken], aliases: &Aliases) -> Vec<PpToken> {
        let mut out = Vec::with_capacity(tokens.len());
        let mut at = 0;
        // Of the open braces, whether statements or declarations stand in them; and of the one that was closed last.
        let (mut open, mut was_block): (Vec<bool>, bool) = (Vec::new(), true);
        let own_types: HashSet<Symbol> = aliases.keys().copied().collect();
        while at < tokens.len() {
            let before = at.checked_sub(1).map(|before| tokens[before].kind);
            let in_for = before == Some(PpKind::Punct(Punct::LParen)) && at > 1 && tokens[at - 2].is_word(sym::FOR);
            let starts = match before {
                Some(PpKind::Punct(Punct::RBrace)) => was_block || !(self.is_own)(tokens[at - 1].span),
                before => in_for || matches!(before, None | Some(PpKind::Punct(Punct::Semicolon | Punct::LBrace))),
            };
            if starts && (self.is_own)(tokens[at].span) {
                let words = tokens[at..].iter().take_while(|token| is_without_type(token)).count();
                let name = at + words;
                if self.lacks_type(tokens, (name, words), open.len(), &own_types) {
                    out.extend_from_slice(&tokens[at..name]);
                    out.push(PpToken { starts_line: false, ..PpToken::new(PpKind::Ident, sym::INT, tokens[name].span) });
                    at = name;
                }
            }
            match tokens[at].kind {
                PpKind::Punct(Punct::LBrace) => {
                    let is_block = match before {
                        Some(PpKind::Punct(before)) => {
                            matches!(before, Punct::RParen | Punct::Semicolon | Punct::LBrace | Punct::RBrace | Punct::Colon)
                        }
                        _ => at > 0 && matches!(tokens[at - 1].text, sym::ELSE | sym::DO),
                    };
                    open.push(is_block);
                }
                PpKind::Punct(Punct::RBrace) => was_block = open.pop().unwrap_or(true),
                _ => {}
            }
            out.push(tokens[at]);
            at += 1;
        }
        out
    }

    /// Whether a declaration has so many words in front of `at`, and what stands there is declared.
    fn lacks_type(&self, tokens: &[PpToken], (at, words): (usize, usize), depth: usize, types: &HashSet<Symbol>) -> bool {
        let Some(name) = tokens.get(at) else { return false };
        if words > 0 && name.is(Punct::Star) {
            return true;
        }
        // `main` alone is told about where functions are read.
        if !self.is_name(name) || types.contains(&name.text) || words == 0 && (depth > 0 || &**self.interner.text(name.text) == "main") {
            return false;
        }
        let Some(next) = tokens.get(at + 1) else { return false };
        match next.kind {
            PpKind::Punct(Punct::LParen) => {
                let behind = tokens.get(partner(tokens, at + 1) + 1);
                let is_declared = tokens.get(at + 2).is_some_and(|inside| !inside.is(Punct::Star));
                is_declared && behind.is_some_and(|behind| behind.is(Punct::LBrace) || words > 0 && behind.is(Punct::Semicolon))
            }
            PpKind::Punct(Punct::Eq | Punct::Semicolon | Punct::Comma) => true,
            PpKind::Punct(Punct::LBracket) => words > 0,
            _ => false,
        }
    }
}
