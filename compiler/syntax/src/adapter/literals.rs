//! Literals: values, adjacent strings joined, user-defined suffixes.

use super::Adapter;
use crate::ast::StringPrefix;
use crate::intern::sym;
use crate::literal::{self, Mistake, Number};
use crate::tok::{StringText, Tok};
use crate::token::PpKind;
use kern_diag::{Code, Diagnostic, Span};
use std::sync::Arc;

impl Adapter<'_> {
    /// Writes the literal at the current place.
    pub(super) fn literal(&mut self) {
        match self.kind(0) {
            PpKind::Number => self.number(),
            PpKind::Char => self.character(),
            _ => self.string(),
        }
    }

    fn number(&mut self) {
        let token = self.token(0);
        match literal::number(self.interner.text(token.text)) {
            Ok(Number::User(number, suffix)) => {
                let is_declared = suffix.starts_with('_') || self.is_literal_suffix(&suffix);
                if !is_declared {
                    let text = self.interner.text(token.text).clone();
                    self.error(
                        Diagnostic::error(Code::BAD_NUMBER, token.span, format!("`{suffix}` is no suffix of a number in `{text}`"))
                            .help("suffixes are `u`, `l`, `ul`, `ll`, `ull` for integers and `f`, `l` for floating-point numbers"),
                    );
                    self.emit(Tok::ErrorExpression);
                    return;
                }
                let tok = plain(&number);
                self.emit(tok);
                self.emit_at(Tok::UserSuffix(suffix.into()), token.span);
            }
            Ok(number) => {
                let tok = plain(&number);
                self.emit(tok);
            }
            Err(mistake) => {
                self.bad_literal(Code::BAD_NUMBER, token.span, &mistake);
                self.emit(Tok::ErrorExpression);
            }
        }
    }

    /// Suffixes that the standard headers declare.
    fn is_literal_suffix(&self, suffix: &str) -> bool {
        matches!(suffix, "y" | "d" | "h" | "min" | "s" | "ms" | "us" | "ns" | "i" | "if" | "il" | "sv")
    }

    fn character(&mut self) {
        let token = self.token(0);
        match literal::character(self.interner.text(token.text)) {
            Ok((value, prefix)) => {
                self.emit(Tok::Char(value, prefix));
                if let Some((text, span)) = self.user_suffix(token.span, &[]) {
                    self.emit_at(Tok::UserSuffix(text), span);
                }
            }
            Err(mistake) => {
                self.bad_literal(Code::BAD_CHARACTER, token.span, &mistake);
                self.emit(Tok::ErrorExpression);
            }
        }
    }

    /// Takes the suffix that joins on to the literal at `last`: one of the program, or one of these.
    fn user_suffix(&mut self, last: Span, standard: &[&str]) -> Option<(Arc<str>, Span)> {
        let next = self.token(0);
        if next.kind != PpKind::Ident || next.has_space || next.starts_line || next.span.start != last.end {
            return None;
        }
        let text = self.interner.text(next.text).clone();
        if !text.starts_with('_') && !standard.contains(&&*text) {
            return None;
        }
        self.advance();
        Some((text, next.span))
    }

    fn string(&mut self) {
        let first = self.token(0).span;
        let mut bytes = Vec::new();
        let mut prefix = StringPrefix::None;
        let mut last = first;
        let mut suffix = None;
        while self.kind(0) == PpKind::String {
            let token = self.token(0);
            match literal::string(self.interner.text(token.text), &mut bytes) {
                Ok(StringPrefix::None) => {}
                Ok(other) => prefix = other,
                Err(mistake) => self.bad_literal(Code::BAD_CHARACTER, token.span, &mistake),
            }
            last = token.span;
            self.advance();
            suffix = self.user_suffix(last, &["s", "sv"]).or(suffix);
        }
        let span =
            if first.file == last.file && first.expansion == last.expansion { first.to(last) } else { self.sources.join(first, last) };
        self.emit_at(Tok::Str(StringText { bytes: Arc::from(bytes), prefix }), span);
        if let Some((text, span)) = suffix {
            self.emit_at(Tok::UserSuffix(text), span);
        }
    }

    /// Writes a string where only a plain string may stand.
    pub(super) fn plain_string(&mut self, what: &str) {
        if self.kind(0) == PpKind::String {
            self.string();
        } else {
            self.unexpected(what);
            self.mend(Tok::Str(StringText { bytes: Arc::from([]), prefix: StringPrefix::None }));
        }
    }

    fn bad_literal(&mut self, code: Code, span: Span, mistake: &Mistake) {
        // An unclosed literal was reported by the lexer.
        if *mistake == Mistake::Unclosed {
            return;
        }
        let mut d = Diagnostic::error(code, span, mistake.to_string());
        if let Some(help) = mistake.help() {
            d = d.help(help);
        }
        self.errors.push(d);
    }

    /// The text of the word at the current place, as a [`Tok::Name`].
    pub(super) fn name_tok(&self) -> Tok {
        let word = self.word();
        Tok::Name(if word == sym::EMPTY { "".into() } else { self.text(word) })
    }
}

fn plain(number: &Number) -> Tok {
    match number {
        Number::Int { value, suffix, is_decimal } => Tok::Int(*value as u64, *suffix, *is_decimal),
        Number::Float { value, suffix } => Tok::Float(*value, *suffix),
        Number::User(inner, _) => plain(inner),
    }
}
