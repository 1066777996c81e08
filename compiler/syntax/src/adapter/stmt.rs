//! Statements.

use super::level::Level;
use super::{Adapter, Stop};
use crate::intern::sym;
use crate::tok::Tok;
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic, Span};

/// Most tokens that are looked at for the condition of an `else`, and for the statement before it.
const LONGEST_GUARDED: usize = 400;

impl Adapter<'_> {
    /// Writes `{ statements }` in a scope of its own.
    pub(super) fn block(&mut self, what: &str) {
        if !self.is(Punct::LBrace) {
            self.unexpected(&format!("`{{`, the start of {what}"));
            self.mend(Tok::BraceBlock);
            self.mend(Tok::RBrace);
            return;
        }
        self.nested(|this| {
            let open = this.position;
            let depth = this.scopes.depth();
            this.scopes.open();
            this.emit(Tok::BraceBlock);
            let end = this.partner(open);
            this.out.reserve(end - open);
            let outer = std::mem::replace(&mut this.stop, Stop::Nothing);
            while this.position < end && this.kind(0) != PpKind::Eof {
                this.is_recovering = false;
                let before = this.position;
                this.statement();
                if this.position == before {
                    this.unexpected("a statement");
                    this.advance();
                }
            }
            this.stop = outer;
            this.scopes.close_to(depth);
            this.is_recovering = false;
            this.close(open, Tok::RBrace);
        });
    }

    /// The `;` right behind the condition of an `if`, where the statement before this `else` was to be guarded by it.
    fn semicolon_of_if(&self) -> Option<Span> {
        let last = self.position.checked_sub(1)?;
        // From the end of that statement to its start.
        let (mut start, mut depth) = (last, u32::from(self.at(last).is(Punct::RBrace)));
        loop {
            if last - start > LONGEST_GUARDED {
                return None;
            }
            match self.at(start.checked_sub(1)?).kind {
                PpKind::Punct(Punct::Semicolon | Punct::LBrace | Punct::RBrace) if depth == 0 => break,
                PpKind::Punct(Punct::RBrace | Punct::RParen) => depth += 1,
                PpKind::Punct(Punct::LBrace | Punct::LParen) => depth = depth.checked_sub(1)?,
                _ => {}
            }
            start -= 1;
        }
        let end = start.checked_sub(1)?;
        let close = end.checked_sub(1)?;
        let is_condition =
            |open: usize| self.at(open).is(Punct::LParen) && self.partner(open) == close && open > 0 && self.word_at(open - 1) == sym::IF;
        let found = self.at(end).is(Punct::Semicolon)
            && self.at(close).is(Punct::RParen)
            && (0..close).rev().take(LONGEST_GUARDED).any(is_condition);
        found.then(|| self.at(end).span)
    }

    /// Writes one statement.
    pub(super) fn statement(&mut self) {
        let start = self.out.toks.len();
        self.nested(|this| this.statement_here());
        self.region(start, true);
    }

    fn statement_here(&mut self) {
        while self.kind(0) == PpKind::PragmaUnroll {
            self.unroll();
        }
        if self.is(Punct::LBracket) && self.at(self.position + 1).is(Punct::LBracket) && self.is(Punct::LBracket) {
            let behind = self.scan_attributes(self.position);
            let is_hint = matches!(&*self.text(self.word_at(self.position + 2)), "likely" | "unlikely");
            if is_hint || !self.is_declaration() || self.at(behind).is(Punct::Semicolon) {
                self.skip_standard_attributes();
            }
        }
        match self.kind(0) {
            PpKind::Punct(Punct::Semicolon) => return self.emit(Tok::Semicolon),
            PpKind::Punct(Punct::LBrace) => return self.block("a block"),
            PpKind::Punct(Punct::RBrace) | PpKind::Eof => {
                self.unexpected("a statement");
                return self.mend(Tok::Semicolon);
            }
            _ => {}
        }
        let word = self.word();
        let next = self.at(self.position + 1);
        match word {
            sym::CO_AWAIT | sym::CO_RETURN | sym::CO_YIELD if self.scopes.lookup(word).is_none() => {
                let span = self.token(0).span;
                self.unsupported(span, "coroutines");
                self.skip_statement();
                self.mark(Tok::Semicolon);
            }
            sym::IF => self.if_statement(),
            sym::WHILE => {
                self.emit(Tok::While);
                self.scoped(|this| {
                    this.condition("`while`");
                    this.statement();
                });
            }
            sym::DO => self.do_statement(),
            sym::FOR => self.for_statement(),
            sym::SWITCH => {
                self.emit(Tok::Switch);
                self.scoped(|this| {
                    this.condition("`switch`");
                    this.statement();
                });
            }
            sym::CASE | sym::DEFAULT => {
                while matches!(self.word(), sym::CASE | sym::DEFAULT) && !self.is_stopped {
                    self.case_label();
                }
                self.labelled();
            }
            sym::BREAK => {
                self.emit(Tok::Break);
                self.semicolon("`break`");
            }
            sym::CONTINUE => {
                self.emit(Tok::Continue);
                self.semicolon("`continue`");
            }
            sym::RETURN => {
                self.emit(Tok::Return);
                if self.is(Punct::LBrace) {
                    self.braced();
                } else if !self.is(Punct::Semicolon) {
                    if self.is(Punct::RBrace) {
                        return self.semicolon("`return`");
                    }
                    self.expression(true);
                }
                self.semicolon("`return`");
            }
            sym::GOTO => {
                self.emit(Tok::Goto);
                if self.is_name_at(self.position) {
                    let name = self.name_tok();
                    self.emit(name);
                } else if self.is(Punct::Star) {
                    let span = self.token(0).span;
                    self.unsupported(span, "`goto` to the value of a pointer");
                    self.mend(Tok::Name("".into()));
                    self.skip_statement();
                    return self.mend(Tok::Semicolon);
                } else {
                    self.unexpected("a label after `goto`");
                    self.mend(Tok::Name("".into()));
                }
                self.semicolon("`goto`");
            }
            sym::TRY => self.try_statement(),
            sym::ASM | sym::ASM2 | sym::ASM3 => {
                self.asm();
                self.semicolon("`asm`");
            }
            sym::ELSE => {
                let span = self.token(0).span;
                let lone = Diagnostic::error(Code::UNEXPECTED_TOKEN, span, "`else` without an `if` before it");
                self.error(match self.semicolon_of_if() {
                    Some(end) => lone.also(end, "this `;` ends the `if`").help("remove that `;`"),
                    None => lone.help("put the statements of the `if` in one pair of braces"),
                });
                self.advance();
                self.statement();
            }
            sym::CATCH => {
                let span = self.token(0).span;
                self.error(Diagnostic::error(Code::UNEXPECTED_TOKEN, span, "`catch` without a `try` before it"));
                self.skip_statement();
                self.mend(Tok::Semicolon);
            }
            _ if self.is_else_if() => self.misspelt_else_if(),
            _ if self.is_name_at(self.position) && next.is(Punct::Colon) => {
                let name = self.text(word);
                self.emit(Tok::Label(name));
                self.emit(Tok::Colon);
                self.labelled();
            }
            _ if self.is_declaration() => {
                self.mark(Tok::DeclarationStart);
                self.declaration(Level::Block);
            }
            _ => {
                let before = self.position;
                self.expression(true);
                if self.position == before {
                    self.skip_statement();
                    self.mend(Tok::Semicolon);
                    return;
                }
                self.semicolon("this expression");
            }
        }
    }

    /// Writes the statement of a label; at the end of a block there may be none.
    fn case_label(&mut self) {
        if self.word() == sym::DEFAULT {
            self.emit(Tok::Default);
        } else {
            self.emit(Tok::Case);
            self.expression(false);
            if self.is(Punct::Ellipsis) {
                self.emit(Tok::Ellipsis);
                self.expression(false);
            }
        }
        self.expect(Punct::Colon, Tok::Colon);
    }

    fn labelled(&mut self) {
        if self.is(Punct::RBrace) {
            self.mark(Tok::Semicolon);
        } else {
            self.statement();
        }
    }

    pub(super) fn scoped(&mut self, body: impl FnOnce(&mut Self)) {
        let depth = self.scopes.depth();
        self.scopes.open();
        body(self);
        self.scopes.close_to(depth);
    }

    fn if_statement(&mut self) {
        let at = self.out.toks.len();
        self.emit(Tok::If(false));
        let is_constexpr = self.word() == sym::CONSTEXPR;
        if is_constexpr {
            self.advance();
        }
        self.out.toks[at] = Tok::If(is_constexpr);
        self.scoped(|this| {
            this.condition("`if`");
            this.word_of_other_languages();
            this.statement();
            if this.word() == sym::ELSE {
                this.out.toks[at] = Tok::IfElse(is_constexpr);
                this.emit(Tok::Else);
                this.is_recovering = false;
                this.statement();
            }
        });
    }

    /// `if x > 3 {`
    pub(super) fn missing_condition(&mut self, what: &str) {
        let (found, span) = (self.found(), self.token(0).span);
        let word = what.trim_matches('`').to_string();
        self.error(
            Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected `(` after {what}, found {found}"))
                .label("the condition stands in brackets")
                .help(format!("write `{word} (…)`")),
        );
        while !matches!(self.kind(0), PpKind::Eof | PpKind::Punct(Punct::LBrace | Punct::RBrace | Punct::Semicolon))
            && !self.token(0).starts_line
        {
            self.advance();
        }
    }

    /// `then` behind the condition of `if`.
    fn word_of_other_languages(&mut self) {
        let word = self.word();
        if &*self.text(word) == "then" && self.scopes.lookup(word).is_none() {
            let span = self.token(0).span;
            self.error(
                Diagnostic::error(Code::UNEXPECTED_TOKEN, span, "C++ has no `then`")
                    .label("no word of C++")
                    .help("leave it out: the statement follows the condition"),
            );
            self.advance();
        }
    }

    fn is_else_if(&self) -> bool {
        let word = self.word();
        matches!(&*self.text(word), "elif" | "elseif" | "elsif" | "elsif_" | "elseIf")
            && self.at(self.position + 1).is(Punct::LParen)
            && self.scopes.lookup(word).is_none()
    }

    fn misspelt_else_if(&mut self) {
        let (found, span) = (self.found(), self.token(0).span);
        self.error(
            Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("C++ has no {found}")).label("no word of C++").help("write `else if`"),
        );
        self.advance();
        self.position = self.partner(self.position);
        self.advance();
        self.statement();
    }

    fn try_statement(&mut self) {
        self.emit(Tok::Try);
        self.block("the statements of `try`");
        self.handlers();
    }

    /// Writes the `catch`es that follow a `try`.
    pub(super) fn handlers(&mut self) {
        if self.word() != sym::CATCH {
            self.unexpected("`catch` after the block of `try`");
            self.mend(Tok::Catch);
            self.mend(Tok::ParenParams);
            self.mend(Tok::Ellipsis);
            self.mend(Tok::RParen);
            self.mend(Tok::BraceBlock);
            self.mend(Tok::RBrace);
        }
        while self.word() == sym::CATCH {
            self.emit(Tok::Catch);
            let depth = self.scopes.depth();
            self.scopes.open();
            if self.is(Punct::LParen) {
                let open = self.position;
                self.emit(Tok::ParenParams);
                if self.is(Punct::Ellipsis) {
                    self.emit(Tok::Ellipsis);
                } else {
                    self.parameter();
                }
                self.close(open, Tok::RParen);
            } else {
                self.unexpected("`(` after `catch`");
            }
            self.block("the statements of `catch`");
            self.scopes.close_to(depth);
        }
    }

    /// Writes `asm volatile ("…" : outputs : inputs : clobbers)`.
    pub(super) fn asm(&mut self) {
        let span = self.token(0).span;
        self.advance();
        let mut is_volatile = false;
        while matches!(self.word(), sym::VOLATILE | sym::VOLATILE2 | sym::VOLATILE3 | sym::INLINE | sym::GOTO) {
            is_volatile |= !matches!(self.word(), sym::INLINE);
            self.advance();
        }
        self.emit_at(Tok::Asm(is_volatile), span);
        if !self.is(Punct::LParen) {
            self.unexpected("`(` after `asm`");
            return;
        }
        let open = self.position;
        self.emit(Tok::LParen);
        self.inside(Stop::Nothing, |this| {
            this.plain_string("a string, the instructions");
            loop {
                match this.kind(0) {
                    PpKind::Punct(Punct::Colon) => this.emit(Tok::Colon),
                    PpKind::Punct(Punct::ColonColon) => {
                        this.mark(Tok::Colon);
                        this.emit(Tok::Colon);
                    }
                    PpKind::Punct(Punct::Comma) => this.emit(Tok::Comma),
                    PpKind::String => this.plain_string("a string"),
                    PpKind::Punct(Punct::LParen) => {
                        this.bracketed_expression();
                        // nvcc takes operands without a comma between them.
                        if this.kind(0) == PpKind::String {
                            this.mark(Tok::Comma);
                        }
                    }
                    PpKind::Punct(Punct::LBracket) => {
                        let span = this.token(0).span;
                        this.unsupported(span, "a named operand of `asm`");
                        this.position = this.partner(this.position);
                        this.advance();
                    }
                    _ => break,
                }
            }
        });
        self.close(open, Tok::RParen);
    }

    /// Writes `#pragma unroll` before a loop; elsewhere it says nothing.
    fn unroll(&mut self) {
        let span = self.token(0).span;
        let mut end = self.position;
        while !matches!(self.at(end).kind, PpKind::PragmaEnd | PpKind::Eof) {
            end += 1;
        }
        if !matches!(self.word_at(end + 1), sym::FOR | sym::WHILE | sym::DO) {
            self.errors.push(
                Diagnostic::warning(Code::PRAGMA_IGNORED, span, "`#pragma unroll` stands before no loop").label("this pragma is ignored"),
            );
            self.skip_unroll();
            return;
        }
        self.emit(Tok::Unroll);
        if self.kind(0) != PpKind::PragmaEnd {
            let start = self.position;
            self.expression(false);
            if self.position != end {
                self.error(Diagnostic::error(Code::UNEXPECTED_TOKEN, self.at(start).span, "expected one number after `#pragma unroll`"));
                self.position = end;
            }
        }
        self.emit(Tok::UnrollEnd);
        self.is_recovering = false;
    }
}
