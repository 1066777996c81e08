//! C (ISO C17) where it is written otherwise than C++, which is what tokens are parsed as.
//!
//! *Before.* Expanded tokens of a file of C and its headers. *After.* The user's tokens are those of the same program in C++: words that
//! only C++ has are names, and GNU's `__auto_type` is its `auto`; a definition with its parameters' declarations behind the brackets has
//! them inside; `int f();`, which says nothing of the parameters, has those of the function's definition; `_Generic(e, T: x)` is
//! `__builtin_generic(e, sizeof(T), x)`, with `0` for `default`; declarations are those of C++ (`declarations`);
//! functions are declared before they are called (`implicit`). Headers are kern's own, and C++.

mod declarations;
mod implicit;

use super::openmp::{partner, split};
use crate::adapter::is_keyword;
use crate::intern::{Interner, QuickMap, Symbol, sym};
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, Span};

/// Words of C++ that are names in C.
const NAMES: &[Symbol] = &[
    sym::AND,
    sym::AND_EQ,
    sym::BITAND,
    sym::BITOR,
    sym::CATCH,
    sym::CLASS,
    sym::COMPL,
    sym::CONCEPT,
    sym::CONSTEVAL,
    sym::CONSTEXPR,
    sym::CONSTINIT,
    sym::CONST_CAST,
    sym::CO_AWAIT,
    sym::CO_RETURN,
    sym::CO_YIELD,
    sym::DECLTYPE,
    sym::DELETE,
    sym::DYNAMIC_CAST,
    sym::EXPLICIT,
    sym::EXPORT,
    sym::FRIEND,
    sym::MUTABLE,
    sym::NAMESPACE,
    sym::NEW,
    sym::NOEXCEPT,
    sym::NOT,
    sym::NOT_EQ,
    sym::NULLPTR,
    sym::OPERATOR,
    sym::OR,
    sym::OR_EQ,
    sym::PRIVATE,
    sym::PROTECTED,
    sym::PUBLIC,
    sym::REINTERPRET_CAST,
    sym::REQUIRES,
    sym::STATIC_CAST,
    sym::TEMPLATE,
    sym::THIS,
    sym::THROW,
    sym::TRY,
    sym::TYPEID,
    sym::TYPENAME,
    sym::USING,
    sym::VIRTUAL,
    sym::XOR,
    sym::XOR_EQ,
];

/// Makes C++ of C, but for words.
struct Rewriter<'a> {
    interner: &'a mut Interner,
    /// Whether the program's own text spells what stands there.
    is_own: &'a dyn Fn(Span) -> bool,
    errors: Vec<Diagnostic>,
}

/// Gives the words of C++ in `tokens`, where `is_own` tells that the program's text has them, a symbol that is no keyword's. `bool`,
/// `true` and `false` are words where the text does not declare them.
pub(super) fn words(tokens: &mut [PpToken], interner: &mut Interner, is_own: &dyn Fn(Span) -> bool) {
    let mut names: Vec<Symbol> = NAMES.to_vec();
    if tokens.windows(2).any(|pair| pair[0].is_word(sym::BOOL) && pair[1].is(Punct::Semicolon) && is_own(pair[0].span)) {
        names.push(sym::BOOL);
    }
    if enumerates_truth(tokens, is_own) {
        names.extend([sym::TRUE, sym::FALSE]);
    }
    let mut aliases: QuickMap<Symbol, Symbol> = QuickMap::default();
    for token in tokens.iter_mut().filter(|token| token.kind == PpKind::Ident) {
        if names.contains(&token.text) && is_own(token.span) {
            token.text = *aliases.entry(token.text).or_insert_with_key(|word| interner.alias(*word));
        } else if matches!(token.text, sym::AUTO | sym::AUTO_TYPE) && is_own(token.span) {
            // The storage class says nothing.
            token.text = if token.text == sym::AUTO { sym::EXTENSION } else { sym::AUTO };
        }
    }
}

/// Whether there is `enum { false, true }`.
fn enumerates_truth(tokens: &[PpToken], is_own: &dyn Fn(Span) -> bool) -> bool {
    let braces = |at: usize| (at + 1..=at + 2).find(|place| tokens.get(*place).is_some_and(|token| token.is(Punct::LBrace)));
    let enums = tokens.iter().enumerate().filter(|(_, token)| token.is_word(sym::ENUM) && is_own(token.span));
    enums.filter_map(|(at, _)| braces(at)).any(|open| {
        let enumerators = split(&tokens[open + 1..partner(tokens, open)], Punct::Comma);
        enumerators.iter().filter_map(|list| list.first()).any(|first| first.is_word(sym::TRUE) || first.is_word(sym::FALSE))
    })
}

/// `tokens`, of which those that `is_own` tells are C, as C++; and the mistakes found.
pub(super) fn rewrite(tokens: Vec<PpToken>, interner: &mut Interner, is_own: &dyn Fn(Span) -> bool) -> (Vec<PpToken>, Vec<Diagnostic>) {
    let mut rewriter = Rewriter { interner, is_own, errors: Vec::new() };
    let tokens = rewriter.old_definitions(tokens);
    let tokens = rewriter.declarations(tokens);
    let tokens = rewriter.implicit_functions(tokens);
    let tokens = rewriter.empty_brackets(tokens);
    let tokens = if tokens.iter().any(|token| token.is_word(sym::GENERIC)) { rewriter.selections(&tokens) } else { tokens };
    (tokens, rewriter.errors)
}

impl Rewriter<'_> {
    /// A name, which is no keyword, of the program's own.
    fn is_name(&self, token: &PpToken) -> bool {
        token.kind == PpKind::Ident && !is_keyword(token.text) && (self.is_own)(token.span)
    }

    /// Gives `int f(a, b) int a; char b; {…}` the form `int f(int a, char b) {…}`.
    fn old_definitions(&mut self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        let mut out = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            if self.is_name(&tokens[at])
                && tokens.get(at + 1).is_some_and(|next| next.is(Punct::LParen))
                && let Some((list, body)) = self.old_definition(&tokens, at + 1)
            {
                out.push(tokens[at]);
                out.extend(list);
                at = body;
                continue;
            }
            // Definitions stand in no brackets.
            let end = if opens(&tokens[at]) { partner(&tokens, at).min(tokens.len() - 1) } else { at };
            out.extend_from_slice(&tokens[at..=end]);
            at = end + 1;
        }
        out
    }

    /// The list of parameters for the names in the brackets at `open`, if declarations of them and a body follow; where the body starts.
    fn old_definition(&self, tokens: &[PpToken], open: usize) -> Option<(Vec<PpToken>, usize)> {
        let close = partner(tokens, open);
        let names = split(tokens.get(open + 1..close)?, Punct::Comma);
        let names = names.iter().map(|name| if let [one] = name { self.is_name(one).then_some(*one) } else { None });
        let names: Vec<PpToken> = names.collect::<Option<_>>()?;
        if tokens.get(close + 1)?.kind != PpKind::Ident {
            return None;
        }
        let mut body = close + 1;
        while !tokens.get(body)?.is(Punct::LBrace) {
            if matches!(tokens[body].kind, PpKind::Eof | PpKind::Punct(Punct::Eq | Punct::RBrace)) {
                return None;
            }
            body = if opens(&tokens[body]) { partner(tokens, body) + 1 } else { body + 1 };
        }
        let (last, declarations) = tokens[close + 1..body].split_last().filter(|(last, _)| last.is(Punct::Semicolon))?;
        let mut declared: QuickMap<Symbol, Vec<PpToken>> = QuickMap::default();
        for declaration in split(declarations, Punct::Semicolon) {
            let mut specifiers: Option<&[PpToken]> = None;
            for declarator in split(declaration, Punct::Comma) {
                let name_at = declared_name(declarator, &names)?;
                let before = if specifiers.is_none() { specifier_count(&declarator[..name_at]) } else { 0 };
                let specifiers = specifiers.get_or_insert(&declarator[..before]);
                if specifiers.is_empty() {
                    return None;
                }
                let whole = specifiers.iter().chain(&declarator[before..]).filter(|token| !token.is_word(sym::REGISTER));
                let whole = whole.map(|token| PpToken { starts_line: false, ..*token });
                declared.insert(declarator[name_at].text, whole.collect());
            }
        }
        let mut list = vec![tokens[open]];
        for (number, name) in names.iter().enumerate() {
            if number > 0 {
                list.push(PpToken { kind: PpKind::Punct(Punct::Comma), text: sym::EMPTY, ..*last });
            }
            match declared.remove(&name.text) {
                Some(parameter) => list.extend(parameter),
                // Without a declaration it is an `int`.
                None => list.extend([PpToken::new(PpKind::Ident, sym::INT, name.span), *name]),
            }
        }
        list.push(tokens[close]);
        Some((list, body))
    }

    /// Gives `int f();` the parameters of the function that is defined or declared elsewhere in the text.
    fn empty_brackets(&mut self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        let mut parameters: QuickMap<Symbol, &[PpToken]> = QuickMap::default();
        // The names in declarations of types, and where the first of these stands.
        let mut typedefs: QuickMap<Symbol, usize> = QuickMap::default();
        let mut at = 0;
        while at < tokens.len() {
            let token = &tokens[at];
            let is_called = tokens.get(at + 1).is_some_and(|next| next.is(Punct::LParen));
            if token.is_word(sym::TYPEDEF) && (self.is_own)(token.span) {
                let end = declaration_end(&tokens, at);
                for name in tokens[at..end].iter().filter(|name| self.is_name(name)) {
                    typedefs.entry(name.text).or_insert(at);
                }
                at = end;
                continue;
            }
            if is_called && at > 0 && ends_type(&tokens[at - 1]) && self.is_name(token) {
                let list = &tokens[at + 1..partner(&tokens, at + 1)];
                if !matches!(list, [_] | [_, PpToken { text: sym::VOID, .. }]) {
                    parameters.entry(token.text).or_insert(list);
                }
            }
            at = if opens(token) { partner(&tokens, at) + 1 } else { at + 1 };
        }
        let mut out = Vec::with_capacity(tokens.len());
        let mut depth = 0_usize;
        for (at, token) in tokens.iter().enumerate() {
            if opens(token) {
                depth += 1;
            } else if closes(token) {
                depth = depth.saturating_sub(1);
            }
            out.push(*token);
            let is_empty = token.is(Punct::LParen) && tokens.get(at + 1).is_some_and(|next| next.is(Punct::RParen));
            let is_declared = |next: &PpToken| next.is(Punct::Semicolon) || next.is(Punct::Comma);
            if !is_empty || at < 2 || !tokens.get(at + 2).is_some_and(is_declared) || !self.is_name(&tokens[at - 1]) {
                continue;
            }
            if let Some(list) = parameters.get(&tokens[at - 1].text)
                && (depth == 1 && ends_type(&tokens[at - 2]) || is_declaration(&tokens[..at - 1]))
                && !list.iter().any(|name| typedefs.get(&name.text).is_some_and(|declared| *declared > at))
            {
                out.extend(list[1..].iter().map(|token| PpToken { starts_line: false, ..*token }));
            }
        }
        out
    }

    /// `tokens` with calls of `__builtin_generic` for `_Generic`.
    fn selections(&mut self, tokens: &[PpToken]) -> Vec<PpToken> {
        let mut out = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            let token = tokens[at];
            if !token.is_word(sym::GENERIC) || !tokens.get(at + 1).is_some_and(|next| next.is(Punct::LParen)) {
                out.push(token);
                at += 1;
                continue;
            }
            let close = partner(tokens, at + 1).min(tokens.len() - 1);
            let punct = |punct| PpToken::new(PpKind::Punct(punct), sym::EMPTY, token.span);
            out.extend([PpToken { text: sym::BUILTIN_GENERIC, ..token }, tokens[at + 1]]);
            for (number, part) in split(tokens.get(at + 2..close).unwrap_or_default(), Punct::Comma).into_iter().enumerate() {
                if number == 0 {
                    out.extend(self.selections(part));
                    continue;
                }
                let Some((of, value)) = choice(part) else {
                    let span = part.first().map_or(token.span, |first| first.span);
                    let message = "expected `type: value` in `_Generic`";
                    self.errors.push(Diagnostic::error(Code::UNEXPECTED_TOKEN, span, message));
                    continue;
                };
                out.push(punct(Punct::Comma));
                if let [word] = of
                    && word.is_word(sym::DEFAULT)
                {
                    out.push(PpToken { kind: PpKind::Number, text: self.interner.intern("0"), ..*word });
                } else {
                    out.extend([PpToken { text: sym::SIZEOF, ..token }, punct(Punct::LParen)]);
                    out.extend_from_slice(of);
                    out.push(punct(Punct::RParen));
                }
                out.push(punct(Punct::Comma));
                out.extend(self.selections(value));
            }
            out.push(tokens[close]);
            at = close + 1;
        }
        out
    }
}

fn opens(token: &PpToken) -> bool {
    matches!(token.kind, PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace))
}

fn closes(token: &PpToken) -> bool {
    matches!(token.kind, PpKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace))
}

/// Where the declaration that starts at `at` ends: its `;`, or the end.
fn declaration_end(tokens: &[PpToken], at: usize) -> usize {
    let mut end = at;
    while end < tokens.len() && !tokens[end].is(Punct::Semicolon) {
        end = if opens(&tokens[end]) { partner(tokens, end) + 1 } else { end + 1 };
    }
    end.min(tokens.len())
}

/// The two sides of `type: value`.
fn choice(part: &[PpToken]) -> Option<(&[PpToken], &[PpToken])> {
    let colon = part.iter().position(|token| token.is(Punct::Colon))?;
    (colon > 0 && colon + 1 < part.len()).then(|| (&part[..colon], &part[colon + 1..]))
}

/// Where a declarator has one of `names`, which is no tag.
fn declared_name(declarator: &[PpToken], names: &[PpToken]) -> Option<usize> {
    let is_tag = |at: usize| at > 0 && matches!(declarator[at - 1].text, sym::STRUCT | sym::UNION | sym::ENUM);
    declarator.iter().enumerate().position(|(at, token)| names.iter().any(|name| token.is_word(name.text)) && !is_tag(at))
}

/// How many words at the start are specifiers.
fn specifier_count(tokens: &[PpToken]) -> usize {
    tokens.iter().position(|token| token.kind != PpKind::Ident).unwrap_or(tokens.len())
}

/// Whether a type may end at `token`, behind which a function's name stands.
fn ends_type(token: &PpToken) -> bool {
    token.is(Punct::Star) || token.kind == PpKind::Ident
}

/// Whether `tokens` end in a type of C's own words or in a tag, and pointers to it: what follows is declared.
fn is_declaration(tokens: &[PpToken]) -> bool {
    let end = tokens.iter().rposition(|token| !token.is(Punct::Star)).map_or(0, |last| last + 1);
    match &tokens[..end] {
        [.., PpToken { text: sym::STRUCT | sym::UNION | sym::ENUM, .. }, tag] => tag.kind == PpKind::Ident,
        [.., word] => matches!(
            word.text,
            sym::VOID | sym::CHAR | sym::SHORT | sym::INT | sym::LONG | sym::FLOAT | sym::DOUBLE | sym::SIGNED | sym::UNSIGNED | sym::BOOL
        ),
        [] => false,
    }
}
