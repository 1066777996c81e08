//! Functions that are called before anything declares them (GNU C17, as ISO C90 6.3.2.2): such a call declares `int f();`.

use super::super::openmp::partner;
use super::{Rewriter, opens};
use crate::intern::{QuickMap, Symbol, sym};
use crate::token::{PpKind, PpToken, Punct};

/// A function that is defined at `at`, and what its result's type is called there.
struct Definition {
    at: usize,
    result: PpToken,
}

impl Rewriter<'_> {
    /// Declares such functions in front of the definition that calls them: those that the file defines with the result `int`, or `void`,
    /// with which GCC only warns.
    pub(super) fn implicit_functions(&self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        let definitions = self.late_definitions(&tokens);
        if definitions.is_empty() {
            return tokens;
        }
        let mut out = Vec::with_capacity(tokens.len());
        let mut declared: Vec<Symbol> = Vec::new();
        let (mut start, mut at) = (0, 0);
        while at < tokens.len() {
            let end = if opens(&tokens[at]) { partner(&tokens, at).min(tokens.len() - 1) } else { at };
            for call in at + 1..end {
                let (name, before) = (&tokens[call], &tokens[call - 1]);
                let is_call = tokens[call + 1].is(Punct::LParen) && !is_behind(before) && self.is_name(name);
                let Some(definition) = definitions.get(&name.text).filter(|found| is_call && found.at > call) else { continue };
                if declared.contains(&name.text) {
                    continue;
                }
                declared.push(name.text);
                let punct = |punct| PpToken::new(PpKind::Punct(punct), sym::EMPTY, name.span);
                out.push(PpToken { span: name.span, ..definition.result });
                out.extend([*name, punct(Punct::LParen), punct(Punct::RParen), punct(Punct::Semicolon)]);
            }
            at = end + 1;
            if tokens[end].is(Punct::RBrace) || tokens[end].is(Punct::Semicolon) {
                out.extend_from_slice(&tokens[start..at]);
                start = at;
            }
        }
        out.extend_from_slice(&tokens[start..]);
        out
    }

    /// The functions of which the first that stands outside of all others is a definition.
    fn late_definitions(&self, tokens: &[PpToken]) -> QuickMap<Symbol, Definition> {
        let mut named: QuickMap<Symbol, Option<Definition>> = QuickMap::default();
        let (mut start, mut at) = (0, 0);
        while at < tokens.len() {
            let token = &tokens[at];
            let end = if opens(token) { partner(tokens, at).min(tokens.len() - 1) } else { at };
            if token.kind == PpKind::Ident && !named.contains_key(&token.text) {
                let list = tokens.get(at + 1).filter(|next| next.is(Punct::LParen) && self.is_name(token)).map(|_| partner(tokens, at + 1));
                let has_body = list.and_then(|close| tokens.get(close + 1)).is_some_and(|next| next.is(Punct::LBrace));
                let result = match &tokens[start..at] {
                    [result] | [PpToken { text: sym::EXTERN, .. }, result] => Some(*result),
                    _ => None,
                };
                let result = result.filter(|result| has_body && matches!(result.text, sym::INT | sym::VOID));
                named.insert(token.text, result.map(|result| Definition { at, result }));
            }
            at = end + 1;
            if tokens[end].is(Punct::RBrace) || tokens[end].is(Punct::Semicolon) {
                start = at;
            }
        }
        named.into_iter().filter_map(|(name, definition)| Some((name, definition?))).collect()
    }
}

/// Whether what stands behind `before` is no call of a function by its name: a member, or what is declared with a type.
fn is_behind(before: &PpToken) -> bool {
    let is_word = |word: &Symbol| matches!(*word, sym::RETURN | sym::ELSE | sym::DO);
    before.is(Punct::Dot) || before.is(Punct::Arrow) || before.kind == PpKind::Ident && !is_word(&before.text)
}
