//! Lambdas: captures, parameters, specifiers and body, in a scope of their own.

use crate::adapter::scope::{Entity, ScopeId};
use crate::adapter::{Adapter, Stop, decl};
use crate::ast::{COPY_OF_THIS, CaptureDefault, PACK_MARK};
use crate::intern::sym;
use crate::tok::Tok;
use crate::token::{PpKind, Punct};

impl Adapter<'_> {
    pub(super) fn lambda(&mut self) {
        self.nested(|this| this.lambda_here());
    }

    fn lambda_here(&mut self) {
        let open = self.position;
        let depth = self.scopes.depth();
        self.scopes.open();
        self.emit(Tok::BracketLambda);
        self.inside(Stop::Nothing, |this| this.captures());
        self.close(open, Tok::RBracket);
        if self.is(Punct::Lt) {
            self.template_params();
            if self.word() == sym::REQUIRES {
                self.requires_clause();
            }
        }
        self.lambda_specifiers();
        let outer = (self.is_in_class, self.is_member_or_type, self.is_friend, self.is_template_head);
        (self.is_in_class, self.is_member_or_type, self.is_friend, self.is_template_head) = (false, false, false, false);
        if self.is(Punct::LParen) {
            let scope = self.parameters();
            self.scopes.push(scope);
            self.lambda_suffixes(scope);
        }
        if self.is(Punct::LBrace) {
            self.inside(Stop::Nothing, |this| this.block("the body of a lambda"));
        } else {
            self.unexpected("`{`, the start of the body of a lambda");
            self.mend(Tok::BraceBlock);
            self.mend(Tok::RBrace);
        }
        (self.is_in_class, self.is_member_or_type, self.is_friend, self.is_template_head) = outer;
        self.scopes.close_to(depth);
    }

    fn lambda_specifiers(&mut self) {
        loop {
            self.skip_standard_attributes();
            match self.word() {
                sym::DEVICE | sym::HOST | sym::GLOBAL | sym::FORCEINLINE | sym::NOINLINE => {
                    let Some(tok) = decl::flag(self.word()) else { return };
                    self.emit(tok);
                }
                sym::ATTRIBUTE | sym::ATTRIBUTE2 => self.skip_attributes(),
                _ => return,
            }
        }
    }

    fn lambda_suffixes(&mut self, scope: ScopeId) {
        // `constexpr` says nothing that the body does not.
        while matches!(self.word(), sym::CONSTEXPR | sym::CONSTEVAL) {
            self.advance();
        }
        self.function_suffixes(scope);
        while self.word() == sym::CONSTEXPR {
            self.advance();
        }
        self.function_suffixes(scope);
    }

    fn captures(&mut self) {
        while !self.is(Punct::RBracket) && self.kind(0) != PpKind::Eof {
            let next = self.at(self.position + 1);
            let ends = next.is(Punct::Comma) || next.is(Punct::RBracket);
            match self.kind(0) {
                PpKind::Punct(Punct::Eq) if ends => self.emit(Tok::CaptureDefault(CaptureDefault::Copy)),
                PpKind::Punct(Punct::Amp) if ends => self.emit(Tok::CaptureDefault(CaptureDefault::Reference)),
                PpKind::Ident if self.word() == sym::THIS => self.emit(Tok::This),
                PpKind::Punct(Punct::Star) if next.is_word(sym::THIS) => {
                    self.emit(Tok::Name(COPY_OF_THIS.into()));
                    self.advance();
                }
                PpKind::Punct(Punct::Amp | Punct::Ellipsis) | PpKind::Ident => {
                    if self.is(Punct::Amp) {
                        self.emit(Tok::CaptureReference);
                    }
                    let is_pack = self.is(Punct::Ellipsis);
                    if is_pack {
                        self.advance();
                    }
                    if !self.is_name_at(self.position) {
                        return self.unexpected("the name of a captured variable");
                    }
                    let name = self.word();
                    if is_pack && !self.at(self.position + 1).is(Punct::Eq) {
                        self.advance();
                        return self.unexpected("`=` and what the captured pack is made of");
                    }
                    let tok = if is_pack { Tok::Name(format!("{PACK_MARK}{}", self.text(name)).into()) } else { self.name_tok() };
                    self.emit(tok);
                    match self.kind(0) {
                        PpKind::Punct(Punct::Eq) => {
                            self.emit(Tok::Eq);
                            self.init_clause();
                            self.scopes.declare(name, Entity::VALUE);
                        }
                        // The name of a pack stands for all of it.
                        PpKind::Punct(Punct::Ellipsis) => self.advance(),
                        _ => {}
                    }
                }
                _ => return self.unexpected("a capture"),
            }
            if !self.is(Punct::Comma) {
                return;
            }
            self.emit(Tok::Comma);
        }
    }
}
