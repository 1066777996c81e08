//! The bodies of a header's member functions, which wait as its declarations do: until something names the function.
//!
//! What a class declares is read with it, so that a member that no one calls costs its declaration. Read at once are what
//! may be used without its name being written (constructors, destructors, operators, conversions, `begin` and `end`),
//! virtual functions and friends, and whatever has another form than `name(…) … { … }`.

use crate::intern::{Symbol, sym};
use crate::token::{PpKind, PpToken, Punct};
use std::ops::Range;

/// The body of a member function.
pub(super) struct Body {
    /// Its name, and where that stands in the declaration's tokens.
    pub(super) name: Symbol,
    pub(super) named_at: usize,
    /// Its tokens, from `{` to `}`.
    pub(super) range: Range<usize>,
}

/// The bodies in `tokens`, a declaration's, that may wait, in order.
pub(super) fn bodies(tokens: &[PpToken]) -> Vec<Body> {
    let mut members = Members { tokens, at: 0, found: Vec::new() };
    // What has not this form is read at once.
    let _ = members.class();
    members.found
}

struct Members<'t> {
    tokens: &'t [PpToken],
    at: usize,
    found: Vec<Body>,
}

/// What a member is, as far as it matters here.
enum Member {
    /// Behind its last token.
    Over,
    /// The `}` of the class was met.
    Last,
}

impl Members<'_> {
    fn peek(&self) -> Option<PpToken> {
        self.tokens.get(self.at).copied()
    }

    fn is(&self, punct: Punct) -> bool {
        self.peek().is_some_and(|token| token.is(punct))
    }

    fn is_word(&self, words: &[Symbol]) -> bool {
        self.peek().is_some_and(|token| token.kind == PpKind::Ident && words.contains(&token.text))
    }

    /// Goes behind the bracket that is next and its counterpart.
    fn group(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            match self.peek()?.kind {
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                PpKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Goes behind `<…>`, which is next.
    fn angles(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            match self.peek()?.kind {
                PpKind::Punct(Punct::Lt) => depth += 1,
                PpKind::Punct(Punct::Gt) => depth -= 1,
                PpKind::Punct(Punct::Shr) => depth -= 2,
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    self.group()?;
                    continue;
                }
                PpKind::Punct(Punct::Semicolon) => return None,
                _ => {}
            }
            self.at += 1;
            if depth <= 0 {
                return (depth == 0).then_some(());
            }
        }
    }

    /// Goes behind `template <…>`, however many.
    fn template_heads(&mut self) -> Option<()> {
        while self.is_word(&[sym::TEMPLATE]) {
            self.at += 1;
            self.angles()?;
        }
        Some(())
    }

    /// A class from its start.
    fn class(&mut self) -> Option<()> {
        self.template_heads()?;
        if !self.is_word(&[sym::CLASS, sym::STRUCT]) {
            return None;
        }
        self.at += 1;
        while self.is_word(&[sym::ALIGNAS, sym::ALIGN2, sym::ATTRIBUTE]) {
            self.at += 1;
            self.group()?;
        }
        let name = self.peek().filter(|token| token.kind == PpKind::Ident)?.text;
        self.at += 1;
        while !self.is(Punct::LBrace) {
            match self.peek()?.kind {
                PpKind::Punct(Punct::Lt) => self.angles()?,
                PpKind::Ident | PpKind::Punct(Punct::Colon | Punct::ColonColon | Punct::Comma) => self.at += 1,
                _ => return None,
            }
        }
        self.at += 1;
        while let Member::Over = self.member(name)? {}
        Some(())
    }

    /// One member of the class `class`.
    fn member(&mut self, class: Symbol) -> Option<Member> {
        if self.is(Punct::RBrace) {
            return Some(Member::Last);
        }
        // `public:`
        while self.is_word(&[sym::PUBLIC, sym::PROTECTED, sym::PRIVATE]) {
            self.at += 2;
        }
        if self.is(Punct::RBrace) {
            return Some(Member::Last);
        }
        self.template_heads()?;
        let Some((name, named_at)) = self.head(class)? else {
            return self.rest(false);
        };
        self.group()?;
        loop {
            match self.peek()?.kind {
                PpKind::Punct(Punct::LBrace) => {
                    let from = self.at;
                    self.group()?;
                    self.found.push(Body { name, named_at, range: from..self.at });
                    return Some(Member::Over);
                }
                PpKind::Punct(Punct::Semicolon) => {
                    self.at += 1;
                    return Some(Member::Over);
                }
                PpKind::Punct(Punct::LParen | Punct::LBracket) => self.group()?,
                PpKind::Ident if !self.is_word(&[sym::OVERRIDE, sym::FINAL, sym::TRY]) => self.at += 1,
                PpKind::Punct(Punct::Lt) => self.angles()?,
                PpKind::Punct(Punct::Amp | Punct::AmpAmp | Punct::Arrow | Punct::Star | Punct::ColonColon) => self.at += 1,
                _ => return self.rest(true),
            }
        }
    }

    /// Up to the parameters of a function that may wait, whose name and its place are the answer; `None` is something else.
    fn head(&mut self, class: Symbol) -> Option<Option<(Symbol, usize)>> {
        loop {
            let token = self.peek()?;
            match token.kind {
                PpKind::Ident => match token.text {
                    sym::OPERATOR
                    | sym::VIRTUAL
                    | sym::FRIEND
                    | sym::CLASS
                    | sym::STRUCT
                    | sym::UNION
                    | sym::ENUM
                    | sym::USING
                    | sym::TYPEDEF
                    | sym::STATIC_ASSERT => return Some(None),
                    sym::DECLTYPE | sym::ALIGNAS | sym::ATTRIBUTE | sym::ALIGN2 | sym::EXPLICIT | sym::REQUIRES | sym::LAUNCH_BOUNDS => {
                        self.at += 1;
                        if self.is(Punct::LParen) {
                            self.group()?;
                        }
                    }
                    name => {
                        self.at += 1;
                        if self.is(Punct::LParen) {
                            return Some((name != class && !is_word_of_types(name)).then_some((name, self.at - 1)));
                        }
                    }
                },
                PpKind::Punct(Punct::Lt) => self.angles()?,
                PpKind::Punct(Punct::LBracket) => self.group()?,
                PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp | Punct::ColonColon) => self.at += 1,
                _ => return Some(None),
            }
        }
    }

    /// Goes behind a member that is read at once, of which the parameters were met or not.
    fn rest(&mut self, mut has_parameters: bool) -> Option<Member> {
        loop {
            match self.peek()?.kind {
                PpKind::Punct(Punct::Semicolon) => {
                    self.at += 1;
                    return Some(Member::Over);
                }
                PpKind::Punct(Punct::LParen) => {
                    has_parameters = true;
                    self.group()?;
                }
                PpKind::Punct(Punct::LBrace) => {
                    self.group()?;
                    // Else what a constructor gives a member.
                    if has_parameters && !self.is(Punct::Comma) && !self.is(Punct::LBrace) {
                        return Some(Member::Over);
                    }
                }
                PpKind::Punct(Punct::LBracket) => self.group()?,
                PpKind::Punct(Punct::RBrace | Punct::RParen | Punct::RBracket) => return None,
                _ => self.at += 1,
            }
        }
    }
}

/// Whether no function has that name: `void (*f)()`
fn is_word_of_types(name: Symbol) -> bool {
    use sym::*;
    [VOID, BOOL, CHAR, INT, LONG, SHORT, SIGNED, UNSIGNED, FLOAT, DOUBLE, AUTO, CONST, VOLATILE, NOEXCEPT, SIZEOF, THROW].contains(&name)
}
