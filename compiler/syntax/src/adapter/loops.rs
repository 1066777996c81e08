//! `for`, `while`, `do` and their conditions.

use super::{Adapter, Stop};
use crate::intern::sym;
use crate::tok::Tok;
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

impl Adapter<'_> {
    pub(super) fn do_statement(&mut self) {
        self.emit(Tok::Do);
        self.statement();
        if self.word() == sym::WHILE {
            self.emit(Tok::While);
        } else {
            self.unexpected("`while` after the body of `do`");
            self.mend(Tok::While);
        }
        if self.is(Punct::LParen) {
            let open = self.position;
            self.emit(Tok::LParen);
            self.inside(Stop::Nothing, |this| this.expression(true));
            self.close(open, Tok::RParen);
        } else {
            self.unexpected("`(` after `while`");
            self.mend(Tok::LParen);
            self.mend(Tok::ErrorExpression);
            self.mend(Tok::RParen);
        }
        self.semicolon("`do … while (…)`");
    }

    /// Writes `(init; condition)`.
    pub(super) fn condition(&mut self, what: &str) {
        if !self.is(Punct::LParen) {
            self.missing_condition(what);
            self.mend(Tok::LParen);
            self.mend(Tok::ErrorExpression);
            self.mend(Tok::RParen);
            return;
        }
        let open = self.position;
        let close = self.partner(open);
        self.emit(Tok::LParen);
        self.inside(Stop::Nothing, |this| {
            // Not one of the body of a lambda.
            let mut at = open + 1;
            while at < close && !this.at(at).is(Punct::Semicolon) {
                at = if this.at(at).is(Punct::LBrace) { this.partner(at) } else { at } + 1;
            }
            let has_init = at < close;
            if has_init {
                this.simple_statement();
            }
            if this.is_declaration() {
                this.mark(Tok::DeclarationStart);
                this.condition_declaration();
            } else {
                this.expression(true);
            }
        });
        self.close(open, Tok::RParen);
    }

    /// Writes the first part of `for`, or of `if` and `switch` with two.
    pub(super) fn simple_statement(&mut self) {
        if self.is_declaration() {
            self.mark(Tok::DeclarationStart);
            self.condition_declaration();
        } else {
            self.expression(true);
        }
        self.semicolon("the first part");
    }

    pub(super) fn for_statement(&mut self) {
        if !self.at(self.position + 1).is(Punct::LParen) {
            self.advance();
            let (found, span) = (self.found(), self.token(0).span);
            self.error(
                Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected `(` after `for`, found {found}"))
                    .help("write `for (int i = 0; i < n; i++)`: first value, condition and step in brackets"),
            );
            self.skip_statement();
            self.mend(Tok::Semicolon);
            return;
        }
        let open = self.position + 1;
        let close = self.partner(open);
        let colon = self.range_colon(open, close);
        self.emit(if colon.is_some() { Tok::ForRange } else { Tok::For });
        self.emit(Tok::LParen);
        self.scoped(|this| {
            this.inside(Stop::Nothing, |this| match colon {
                Some(colon) => {
                    if (open + 1..colon).any(|at| this.at(at).is(Punct::Semicolon)) {
                        this.simple_statement();
                    }
                    this.mark(Tok::DeclarationStart);
                    this.range_declaration();
                    if !this.is(Punct::Colon) {
                        this.unexpected("`:`");
                        this.position = colon;
                    }
                    this.emit(Tok::ColonRange);
                    this.init_clause();
                }
                None => this.for_parts(close),
            });
            this.close(open, Tok::RParen);
            this.is_recovering = false;
            this.statement();
        });
    }

    fn for_parts(&mut self, close: usize) {
        if self.is(Punct::Semicolon) {
            self.emit(Tok::Semicolon);
        } else if self.position >= close {
            self.unexpected("the three parts of `for`");
            self.mend(Tok::Semicolon);
            self.mend(Tok::Semicolon);
            return;
        } else {
            self.simple_for_part();
        }
        if !self.is(Punct::Semicolon) && self.position < close {
            if self.is_declaration() {
                self.mark(Tok::DeclarationStart);
                self.condition_declaration();
            } else {
                self.expression(true);
            }
        }
        self.for_semicolon("condition");
        if self.position < close {
            self.expression(true);
        }
    }

    fn simple_for_part(&mut self) {
        if self.is_declaration() {
            self.mark(Tok::DeclarationStart);
            self.condition_declaration();
        } else {
            self.expression(true);
        }
        self.for_semicolon("first part");
    }

    fn for_semicolon(&mut self, what: &str) {
        if self.is(Punct::Semicolon) {
            self.emit(Tok::Semicolon);
            return;
        }
        let found = self.found();
        let last = super::brackets::after(self.last_span());
        self.error(
            Diagnostic::error(Code::MISSING_SEMICOLON, last, format!("expected `;` after the {what} of `for`, found {found}"))
                .help("the parts of `for (first; condition; step)` are separated by `;`"),
        );
        if self.is(Punct::Comma) {
            self.advance();
        }
        self.mend(Tok::Semicolon);
    }

    /// The `:` of a range `for` whose brackets are `open` and `close`.
    fn range_colon(&self, open: usize, close: usize) -> Option<usize> {
        let mut questions = 0;
        let mut at = open + 1;
        while at < close {
            match self.at(at).kind {
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    at = self.partner(at).max(at) + 1;
                    continue;
                }
                PpKind::Punct(Punct::Question) => questions += 1,
                PpKind::Punct(Punct::Colon) if questions == 0 => return Some(at),
                PpKind::Punct(Punct::Colon) => questions -= 1,
                _ => {}
            }
            at += 1;
        }
        None
    }
}
