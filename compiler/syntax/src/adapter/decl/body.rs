//! What follows a declarator: initialisers, constructor initialiser lists, function bodies.

use crate::adapter::declarator::Declared;
use crate::adapter::level::Level;
use crate::adapter::path::PathKind;
use crate::adapter::{Adapter, Stop};
use crate::intern::sym;
use crate::tok::Tok;
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

impl Adapter<'_> {
    /// Writes the body of a function, if one follows.
    pub(super) fn function_body(&mut self, declared: Declared, level: Level) -> bool {
        match self.kind(0) {
            PpKind::Punct(Punct::LBrace) => {
                if level == Level::Block {
                    let span = self.token(0).span;
                    self.error(
                        Diagnostic::error(Code::UNEXPECTED_TOKEN, span, "a function cannot be defined inside another")
                            .label("the body of a function inside a function")
                            .help("move it out of the function that it stands in; or is a `}` missing above?"),
                    );
                }
                self.body(declared);
                true
            }
            PpKind::Punct(Punct::Colon) => {
                self.emit(Tok::ColonInit);
                self.member_inits(declared);
                self.body(declared);
                true
            }
            PpKind::Punct(Punct::Eq) if matches!(self.word_at(self.position + 1), sym::DEFAULT | sym::DELETE) => {
                let span = self.token(0).span;
                self.advance();
                let tok = if self.word() == sym::DEFAULT { Tok::EqDefault } else { Tok::EqDelete };
                self.advance();
                self.emit_at(tok, span);
                self.semicolon("this function");
                true
            }
            PpKind::Ident if self.word() == sym::TRY => {
                self.emit(Tok::Try);
                if self.is(Punct::Colon) {
                    self.emit(Tok::ColonInit);
                    self.member_inits(declared);
                }
                self.body_and(declared, |this| {
                    this.block("the body of a function");
                    this.handlers();
                });
                true
            }
            _ => false,
        }
    }

    fn body(&mut self, declared: Declared) {
        self.body_and(declared, |this| this.block("the body of a function"));
    }

    fn body_and(&mut self, declared: Declared, write: impl FnOnce(&mut Self)) {
        let depth = self.scopes.depth();
        if let Some(params) = declared.params {
            self.scopes.push(params);
        }
        let outer_class = std::mem::replace(&mut self.is_in_class, false);
        let outer_member = std::mem::replace(&mut self.is_member_or_type, false);
        let outer_friend = std::mem::replace(&mut self.is_friend, false);
        self.inside(Stop::Nothing, write);
        self.is_friend = outer_friend;
        self.is_member_or_type = outer_member;
        self.is_in_class = outer_class;
        self.scopes.close_to(depth);
        self.is_recovering = false;
    }

    fn member_inits(&mut self, declared: Declared) {
        let depth = self.scopes.depth();
        if let Some(params) = declared.params {
            self.scopes.push(params);
        }
        loop {
            match self.scan_path(self.position) {
                Some(path) => self.path(path, path.kind == PathKind::Type),
                None => {
                    self.unexpected("the name of a member");
                    break;
                }
            }
            match self.kind(0) {
                PpKind::Punct(Punct::LParen) => self.initializer_parens(),
                PpKind::Punct(Punct::LBrace) => self.braced(),
                _ => {
                    self.unexpected("`(` or `{`");
                    break;
                }
            }
            if self.is(Punct::Ellipsis) {
                self.emit(Tok::Ellipsis);
            }
            if !self.is(Punct::Comma) {
                break;
            }
            self.emit(Tok::Comma);
        }
        self.scopes.close_to(depth);
    }

    /// Writes `(…)` with initialisers.
    pub(in crate::adapter) fn initializer_parens(&mut self) {
        let open = self.position;
        self.emit(Tok::ParenInit);
        self.inside(Stop::Nothing, |this| this.arguments(Punct::RParen));
        self.close(open, Tok::RParen);
    }

    /// Writes what follows a declarator of a variable: label, width, initialiser.
    pub(super) fn after_declarator(&mut self, level: Level, declared: Declared) {
        let depth = self.scopes.depth();
        if let Some(params) = declared.params.filter(|_| declared.is_function) {
            self.scopes.push(params);
        }
        if matches!(self.word(), sym::ASM | sym::ASM2 | sym::ASM3) && self.at(self.position + 1).is(Punct::LParen) {
            self.emit(Tok::AsmLabel);
            let open = self.position;
            self.emit(Tok::LParen);
            self.plain_string("a string, the name of the symbol");
            self.close(open, Tok::RParen);
        }
        self.attributes();
        let is_bit_field = self.is(Punct::Colon) && matches!(level, Level::Class(_));
        if is_bit_field {
            self.emit(Tok::ColonWidth);
            self.inside(Stop::Equals, |this| this.expression(false));
        }
        match self.kind(0) {
            // Initialised as with `=`: nothing of a bit-field has a constructor.
            PpKind::Punct(Punct::LBrace) if is_bit_field => {
                self.mark(Tok::Eq);
                self.init_clause();
            }
            PpKind::Punct(Punct::Eq) => {
                self.emit(Tok::Eq);
                self.init_clause();
            }
            PpKind::Punct(Punct::LParen) => self.initializer_parens(),
            PpKind::Punct(Punct::LBrace) => self.braced(),
            _ => {}
        }
        self.scopes.close_to(depth);
    }
}
