//! Looking ahead: is it a type, a declarator, a parameter list? Nothing is written here.

use super::path::PathKind;
use super::words::{is_bracketed_specifier, is_plain_specifier, is_type_word};
use super::{Adapter, MAX_DERIVED};
use crate::intern::sym;
use crate::token::{PpKind, Punct};

/// Specifiers found by looking ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpecScan {
    pub(super) end: usize,
    /// A word that only a declaration can start with stands among them.
    pub(super) is_certain: bool,
}

impl Adapter<'_> {
    /// The place behind attributes at `place`.
    pub(super) fn scan_attributes(&self, mut place: usize) -> usize {
        loop {
            if self.at(place).is(Punct::LBracket) && self.at(place + 1).is(Punct::LBracket) {
                place = self.partner(place) + 1;
            } else if is_bracketed_specifier(self.word_at(place)) && self.at(place + 1).is(Punct::LParen) {
                place = self.partner(place + 1) + 1;
            } else {
                return place;
            }
        }
    }

    /// Specifiers with exactly one type at `place`. With `is_lenient` an unknown name may be the type.
    pub(super) fn scan_specifiers(&self, place: usize, is_lenient: bool) -> Option<SpecScan> {
        let mut at = place;
        let mut has_type = false;
        let mut is_certain = false;
        loop {
            let after = self.scan_attributes(at);
            if after != at {
                at = after;
                continue;
            }
            let word = self.word_at(at);
            if is_type_word(word) {
                is_certain = true;
                has_type = true;
                at += 1;
            } else if is_plain_specifier(word) {
                is_certain = true;
                at += 1;
            } else if matches!(word, sym::CLASS | sym::STRUCT | sym::UNION | sym::ENUM) && !has_type {
                is_certain = true;
                has_type = true;
                at += 1;
                if word == sym::ENUM && matches!(self.word_at(at), sym::CLASS | sym::STRUCT) {
                    at += 1;
                }
                at = self.scan_attributes(at);
                if let Some(path) = self.scan_path(at) {
                    at = path.end;
                }
                if self.at(at).is(Punct::LBrace) {
                    at = self.partner(at) + 1;
                }
            } else if (word == sym::UNDERLYING_TYPE || self.is_decltype(at))
                && self.at(at + 1).is(Punct::LParen)
                && !has_type
                && self.decltype_qualifier(at).is_none()
            {
                has_type = true;
                at = self.partner(at + 1) + 1;
            } else if !has_type && let Some(path) = self.constrained_auto(at) {
                is_certain = true;
                at = path.end;
            } else if word == sym::AUTO && !has_type {
                is_certain = true;
                has_type = true;
                at += 1;
            } else if has_type {
                break;
            } else if word == sym::TYPENAME {
                is_certain = true;
                has_type = true;
                at = self.scan_path(at + 1)?.end;
            } else if let Some(path) = self.scan_path(at) {
                let is_type = match path.kind {
                    PathKind::Type => true,
                    PathKind::Unknown | PathKind::Dependent => is_lenient,
                    _ => false,
                };
                if !is_type {
                    return None;
                }
                has_type = true;
                at = path.end;
            } else {
                return None;
            }
        }
        has_type.then_some(SpecScan { end: at, is_certain })
    }

    /// The place behind the type at `place`, if one stands there.
    pub(super) fn scan_type_id(&self, place: usize) -> Option<usize> {
        match self.scan_specifiers(place, false) {
            Some(specs) => self.scan_declarator(specs.end, false, 0),
            // `unknown *` before `,`, `>` or `)` can be nothing but a type.
            None => {
                let specs = self.scan_specifiers(place, true)?;
                let mut at = specs.end;
                while matches!(self.at(at).kind, PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp)) {
                    at += 1;
                }
                let is_closed = matches!(self.at(at).kind, PpKind::Punct(Punct::Comma | Punct::Gt | Punct::RParen));
                (at > specs.end && is_closed).then_some(at)
            }
        }
    }

    /// The place behind pointer operators at `place`.
    pub(super) fn scan_pointer_ops(&self, place: usize) -> usize {
        let mut at = place;
        loop {
            at = self.scan_attributes(at);
            let word = self.word_at(at);
            if matches!(self.at(at).kind, PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp))
                || at > place
                    && matches!(
                        word,
                        sym::CONST | sym::CONST2 | sym::VOLATILE | sym::VOLATILE2 | sym::VOLATILE3 | sym::RESTRICT | sym::RESTRICT2
                    )
                || word == sym::CDECL
            {
                at += 1;
            } else if let Some(path) = self.scan_path(at)
                && path.kind == PathKind::MemberPointer
            {
                at = path.end + 1;
            } else {
                return at;
            }
        }
    }

    /// The place behind the declarator at `place`. With `is_named` a name may stand in it.
    pub(super) fn scan_declarator(&self, place: usize, is_named: bool, depth: u32) -> Option<usize> {
        if depth > MAX_DERIVED {
            return None;
        }
        let mut at = self.scan_pointer_ops(place);
        if self.at(at).is(Punct::Ellipsis) && is_named {
            at += 1;
        }
        if is_named && self.is_path_start(at) {
            at = self.scan_path(at)?.end;
        } else if self.at(at).is(Punct::LParen) && self.is_group(at, is_named) {
            let close = self.partner(at);
            if self.scan_declarator(at + 1, is_named, depth + 1)? != close {
                return None;
            }
            at = close + 1;
        }
        loop {
            match self.at(at).kind {
                PpKind::Punct(Punct::LParen) if self.is_parameter_list(at) => {
                    at = self.partner(at) + 1;
                    while matches!(self.word_at(at), sym::CONST | sym::VOLATILE | sym::NOEXCEPT) {
                        at += 1;
                        if self.at(at).is(Punct::LParen) {
                            at = self.partner(at) + 1;
                        }
                    }
                }
                PpKind::Punct(Punct::LBracket) if !self.at(at + 1).is(Punct::LBracket) => at = self.partner(at) + 1,
                _ => return Some(self.scan_attributes(at)),
            }
        }
    }

    /// Whether the `(` at `open` is around a declarator and starts no parameters.
    pub(super) fn is_group(&self, open: usize, is_named: bool) -> bool {
        let first = self.scan_attributes(open + 1);
        let token = self.at(first);
        match token.kind {
            PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp) => true,
            PpKind::Punct(Punct::LParen) => self.is_group(first, is_named),
            PpKind::Ident | PpKind::Punct(Punct::ColonColon) => {
                if token.text == sym::CDECL {
                    return true;
                }
                match self.scan_path(first) {
                    Some(path) if path.kind == PathKind::MemberPointer => true,
                    Some(path) => is_named && path.kind != PathKind::Type && self.constrained_auto(first).is_none(),
                    None => false,
                }
            }
            _ => false,
        }
    }

    /// Whether the brackets at `open` hold parameters, and not expressions.
    pub(super) fn is_parameter_list(&self, open: usize) -> bool {
        let close = self.partner(open);
        let mut at = open + 1;
        if at == close || self.at(at).is(Punct::Ellipsis) {
            return true;
        }
        // The first parameter decides.
        at = self.scan_attributes(at);
        let Some(specs) = self.scan_specifiers(at, false) else {
            // `f(unknown x)`: two names in a row.
            return self.scan_specifiers(at, true).is_some_and(|specs| {
                let end = self.scan_pointer_ops(specs.end);
                self.is_name_at(end)
                    && matches!(self.at(end + 1).kind, PpKind::Punct(Punct::Comma | Punct::RParen | Punct::Eq | Punct::LBracket))
            });
        };
        let Some(end) = self.scan_declarator(specs.end, true, 0) else { return false };
        if self.at(specs.end).is(Punct::LParen) && self.at(end).is(Punct::Comma) {
            // `f(T(), x)`: a function that gives T, or a T? What follows decides.
            let next = self.scan_attributes(end + 1);
            let behind = |specs: SpecScan| self.scan_declarator(specs.end, true, 0);
            return self.at(next).is(Punct::Ellipsis)
                || self.scan_specifiers(next, true).and_then(behind).is_some_and(|end| self.ends_parameter(end, close));
        }
        self.ends_parameter(end, close)
    }

    /// Whether a parameter of the list that ends at `close` may end at `end`.
    fn ends_parameter(&self, end: usize, close: usize) -> bool {
        end == close || matches!(self.at(end).kind, PpKind::Punct(Punct::Comma | Punct::Eq | Punct::Ellipsis))
    }

    /// Whether a declaration, and no expression, starts at the current place of a block.
    pub(super) fn is_declaration(&self) -> bool {
        let start = self.scan_attributes(self.position);
        let word = self.word_at(start);
        if matches!(
            word,
            sym::USING | sym::NAMESPACE | sym::STATIC_ASSERT | sym::STATIC_ASSERT2 | sym::TEMPLATE | sym::TYPEDEF | sym::FRIEND | sym::AUTO
        ) || is_plain_specifier(word) && word != sym::EXTENSION
            || matches!(word, sym::CLASS | sym::STRUCT | sym::UNION | sym::ENUM)
            || is_bracketed_specifier(word)
            || start != self.position && !self.at(start).is(Punct::Semicolon)
        {
            return true;
        }
        let start = if word == sym::EXTENSION { start + 1 } else { start };
        if let Some(specs) = self.scan_specifiers(start, false) {
            return self.is_declarator_behind(specs.end, specs.is_certain);
        }
        // A name that nothing declares: `unknown x`, `unknown *x = …` are meant as declarations.
        let Some(specs) = self.scan_specifiers(start, true) else { return false };
        let end = self.scan_pointer_ops(specs.end);
        if !self.is_name_at(end) {
            return false;
        }
        let follows = self.at(end + 1);
        let is_plausible = matches!(
            follows.kind,
            PpKind::Punct(Punct::Semicolon | Punct::Eq | Punct::Comma | Punct::LBracket | Punct::LParen | Punct::LBrace)
        );
        let name = self.word_at(end);
        if end == specs.end { is_plausible || !follows.starts_line } else { is_plausible && self.scopes.lookup(name).is_none() }
    }

    /// Whether what stands at `place`, right behind a type, makes it a declaration.
    fn is_declarator_behind(&self, place: usize, is_certain: bool) -> bool {
        let token = self.at(place);
        match token.kind {
            PpKind::Punct(Punct::LParen) => {
                // `T(x);` declares x; `T(x, y);`, `T(3);`, `T(x).f()` construct a value.
                let Some(end) = self.scan_declarator(place, true, 0) else { return false };
                let names_something = !self.at(place + 1).is(Punct::RParen) && end > place;
                names_something
                    && self.is_group(place, true)
                    && matches!(
                        self.at(end).kind,
                        PpKind::Punct(Punct::Semicolon | Punct::Eq | Punct::Comma | Punct::LBrace | Punct::Colon | Punct::RParen)
                    )
            }
            PpKind::Punct(Punct::LBrace) => false,
            // `int;`, `int = 3;`: a declaration without a name, better told as such.
            PpKind::Punct(Punct::Semicolon | Punct::Eq) => true,
            PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp | Punct::ColonColon | Punct::LBracket | Punct::Ellipsis) => true,
            PpKind::Ident => true,
            _ => is_certain,
        }
    }
}
