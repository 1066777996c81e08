//! Operands that start with a word: keywords of expressions, types that construct, names and what may follow them.

use crate::adapter::decl;
use crate::adapter::declarator::Mode;
use crate::adapter::level::Level;
use crate::adapter::path::PathKind;
use crate::adapter::{Adapter, Stop};
use crate::ast::{CastStyle, DeleteForm, GLOBAL_NEW, UnaryOp};
use crate::intern::{Symbol, sym};
use crate::tok::Tok;
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

impl Adapter<'_> {
    pub(super) fn is_destructor_call(&self) -> bool {
        false
    }

    pub(super) fn word_operand(&mut self, word: Symbol) -> Operand {
        let next = self.at(self.position + 1);
        match word {
            sym::REQUIRES if self.is_requires_expression() => self.requires_expression(),
            sym::TRUE => self.emit(Tok::Bool(true)),
            sym::FALSE => self.emit(Tok::Bool(false)),
            sym::NULLPTR => self.emit(Tok::Nullptr),
            sym::THIS => self.emit(Tok::This),
            sym::NOT => {
                self.emit(Tok::Prefix(UnaryOp::Not));
                return Operand::Prefix;
            }
            sym::COMPL => {
                self.emit(Tok::Prefix(UnaryOp::BitNot));
                return Operand::Prefix;
            }
            sym::BITAND => {
                self.emit(Tok::Prefix(UnaryOp::AddressOf));
                return Operand::Prefix;
            }
            sym::EXTENSION => {
                self.advance();
                return Operand::Prefix;
            }
            sym::THROW => {
                self.emit(Tok::Throw);
                let is_bare = matches!(
                    self.kind(0),
                    PpKind::Punct(Punct::Semicolon | Punct::RParen | Punct::RBrace | Punct::Comma | Punct::Colon | Punct::RBracket)
                );
                return if is_bare { Operand::Done } else { Operand::Prefix };
            }
            sym::SIZEOF => return self.sizeof(),
            sym::ALIGNOF | sym::ALIGNOF2 | sym::ALIGNOF3 => {
                self.emit(Tok::Alignof);
                if self.is(Punct::LParen) && self.scan_type_id(self.position + 1) == Some(self.partner(self.position)) {
                    self.bracketed_type();
                } else if self.is(Punct::LParen) {
                    self.parenthesised();
                } else {
                    return Operand::Prefix;
                }
            }
            sym::NOEXCEPT => {
                self.emit(Tok::NoexceptOp);
                self.bracketed_expression();
            }
            sym::TYPEID => {
                self.emit(Tok::Typeid);
                if self.is(Punct::LParen) && self.scan_type_id(self.position + 1) == Some(self.partner(self.position)) {
                    self.bracketed_type();
                } else {
                    self.bracketed_expression();
                }
            }
            sym::STATIC_CAST => self.named_cast(CastStyle::Static),
            sym::REINTERPRET_CAST => self.named_cast(CastStyle::Reinterpret),
            sym::CONST_CAST => self.named_cast(CastStyle::Const),
            sym::DYNAMIC_CAST => self.named_cast(CastStyle::Dynamic),
            sym::NEW => self.new_expression(),
            sym::DELETE => {
                let is_array = next.is(Punct::LBracket);
                let is_global = self.follows_global_scope();
                let span = self.token(0).span;
                self.advance();
                if is_array {
                    self.position = self.partner(self.position);
                    self.advance();
                }
                self.emit_at(Tok::Delete(DeleteForm { is_array, is_global }), span);
                return Operand::Prefix;
            }
            sym::BUILTIN_OFFSETOF if next.is(Punct::LParen) => self.offsetof(),
            sym::VA_ARG | sym::VA_ARG2 if next.is(Punct::LParen) && (word == sym::VA_ARG || self.scopes.lookup(word).is_none()) => {
                self.va_arg();
            }
            sym::TYPENAME => {
                self.advance();
                return self.constructed_typename();
            }
            sym::AUTO => self.emit(Tok::Auto),
            _ if self.decltype_qualifier(self.position).is_some() => {
                return if self.name_operand() { Operand::Done } else { Operand::Missing };
            }
            _ if self.is_decltype(self.position) => {
                self.decltype();
                return self.constructed();
            }
            sym::OPERATOR => return if self.name_operand() { Operand::Done } else { Operand::Missing },
            _ => {
                if let Some(tok) = decl::type_word(word) {
                    self.emit(tok);
                    while let Some(tok) = decl::type_word(self.word()) {
                        self.emit(tok);
                    }
                    return self.constructed();
                }
                if self.is_keyword(word) {
                    return if self.no_operand() { Operand::Done } else { Operand::Missing };
                }
                if next.is(Punct::LParen) && self.is_trait(word) {
                    self.type_trait();
                    return Operand::Done;
                }
                return if self.name_operand() { Operand::Done } else { Operand::Missing };
            }
        }
        if word == sym::AUTO {
            return self.constructed();
        }
        Operand::Done
    }

    /// After a type where an expression stands: `(…)` or `{…}` must follow.
    fn constructed(&mut self) -> Operand {
        match self.kind(0) {
            PpKind::Punct(Punct::LParen) => {
                self.call_arguments();
                Operand::Done
            }
            PpKind::Punct(Punct::LBrace) => {
                self.braced();
                Operand::Done
            }
            _ => {
                let found = self.found();
                let span = self.token(0).span;
                let last = self.last_span();
                let before = self.sources.get(last.file).and_then(|file| file.text.get(..last.start as usize)).unwrap_or("");
                let advice = match before.trim_end().ends_with("sizeof") {
                    true => format!("write `sizeof({})`", self.sources.text(last)),
                    false => "in a call a variable is named without its type".to_string(),
                };
                self.error(
                    Diagnostic::error(Code::UNEXPECTED_TOKEN, last, "expected an expression, found a type")
                        .label("this names a type")
                        .also(span, format!("expected `(` or `{{` before {found} to make a value of the type"))
                        .help(advice),
                );
                self.mend(Tok::LParen);
                self.mend(Tok::RParen);
                Operand::Done
            }
        }
    }

    fn constructed_typename(&mut self) -> Operand {
        match self.scan_path(self.position) {
            Some(path) => {
                self.path(path, true);
                self.constructed()
            }
            None => {
                self.unexpected("a name after `typename`");
                self.mend(Tok::ErrorExpression);
                Operand::Missing
            }
        }
    }

    /// Writes a name, or the construction of a value of a named type.
    pub(super) fn name_operand(&mut self) -> bool {
        let Some(path) = self.scan_path(self.position) else { return self.no_operand() };
        let next = self.at(path.end);
        let is_type = match path.kind {
            PathKind::Type => true,
            // `unknown{…}` and `unknown<args>{…}`
            PathKind::Unknown | PathKind::Dependent => next.is(Punct::LBrace) && self.may_construct_unknown(path.end),
            _ => false,
        };
        if path.kind == PathKind::MemberPointer {
            return self.no_operand();
        }
        self.path(path, is_type);
        if is_type {
            self.constructed();
        }
        true
    }

    /// Whether `unknown {` reads as the construction of a value: the brace is closed on what looks like an expression.
    fn may_construct_unknown(&self, open: usize) -> bool {
        let behind = self.at(self.partner(open) + 1);
        !self.at(open).starts_line
            && matches!(behind.kind, PpKind::Punct(Punct::Semicolon | Punct::RParen | Punct::Comma | Punct::Dot | Punct::RBrace))
    }

    fn is_trait(&self, word: Symbol) -> bool {
        let text = self.interner.text(word);
        (text.starts_with("__is_") || text.starts_with("__has_") && !text.starts_with("__has_include"))
            && self.scopes.lookup(word).is_none()
            && self.scan_type_id(self.position + 2).is_some()
    }

    pub(in crate::adapter) fn type_trait(&mut self) {
        let name = self.text(self.word());
        self.emit(Tok::Trait(name));
        let open = self.position;
        self.emit(Tok::ParenType);
        self.inside(Stop::Nothing, |this| {
            loop {
                this.type_id();
                if !this.is(Punct::Comma) {
                    break;
                }
                this.emit(Tok::Comma);
            }
        });
        self.close(open, Tok::RParen);
    }

    fn sizeof(&mut self) -> Operand {
        if self.at(self.position + 1).is(Punct::Ellipsis) {
            let span = self.token(0).span;
            self.emit_at(Tok::SizeofPack, span);
            self.advance();
            self.advance();
            let open = self.position;
            self.expect(Punct::LParen, Tok::LParen);
            let name = self.name_tok();
            self.emit(name);
            if self.at(open).is(Punct::LParen) {
                self.close(open, Tok::RParen);
            }
            return Operand::Done;
        }
        self.emit(Tok::Sizeof);
        if !self.is(Punct::LParen) {
            return Operand::Prefix;
        }
        let open = self.position;
        if self.scan_type_id(open + 1) == Some(self.partner(open)) {
            self.bracketed_type();
            if self.is(Punct::LBrace) {
                self.braced();
            }
            return Operand::Done;
        }
        self.parenthesised();
        Operand::Done
    }

    fn named_cast(&mut self, style: CastStyle) {
        self.emit(Tok::Cast(style));
        if !self.is(Punct::Lt) {
            self.unexpected("`<` and a type");
            self.mend(Tok::ErrorExpression);
            return;
        }
        let open = self.token(0).span;
        self.emit(Tok::TemplateOpen);
        self.mark(Tok::TypeStart);
        self.inside(Stop::Angle, |this| this.type_id());
        if self.is(Punct::Gt) {
            self.emit(Tok::TemplateClose);
        } else {
            let found = self.found();
            self.error(
                Diagnostic::error(Code::UNEXPECTED_TOKEN, self.token(0).span, format!("expected `>`, found {found}"))
                    .also(open, "to close this `<`"),
            );
            self.mend(Tok::TemplateClose);
        }
        self.bracketed_expression();
    }

    /// Whether `::` stands before the word at hand.
    fn follows_global_scope(&self) -> bool {
        self.position > 0 && self.at(self.position - 1).is(Punct::ColonColon)
    }

    fn new_expression(&mut self) {
        let is_global = self.follows_global_scope();
        let span = self.token(0).span;
        self.emit(Tok::New);
        // `::new` passes over the functions of the class, which a placement argument of that name says.
        let global = Tok::Name(GLOBAL_NEW.into());
        if is_global && !self.is(Punct::LParen) {
            for tok in [Tok::ParenPlacement, global.clone(), Tok::RParen] {
                self.emit_at(tok, span);
            }
        }
        if self.is(Punct::LParen) {
            let open = self.position;
            let close = self.partner(open);
            let is_type = self.scan_type_id(open + 1) == Some(close);
            if is_type {
                self.bracketed_type();
                return self.new_initializer();
            }
            self.emit(Tok::ParenPlacement);
            if is_global {
                self.emit_at(global, span);
                self.emit_at(Tok::Comma, span);
            }
            self.inside(Stop::Nothing, |this| this.arguments(Punct::RParen));
            self.close(open, Tok::RParen);
        }
        self.mark(Tok::TypeStart);
        let specs = self.specifiers(Level::TypeName);
        if !specs.has_type {
            self.unexpected("a type after `new`");
            self.mend(Tok::Word(crate::tok::TypeWord::Int));
        }
        self.mark(Tok::DeclaratorStart);
        self.declarator(Mode::New);
        self.new_initializer();
    }

    fn new_initializer(&mut self) {
        match self.kind(0) {
            PpKind::Punct(Punct::LParen) => self.initializer_parens(),
            PpKind::Punct(Punct::LBrace) => self.braced(),
            _ => {}
        }
    }

    fn offsetof(&mut self) {
        self.emit(Tok::Offsetof);
        let open = self.position;
        self.emit(Tok::ParenType);
        self.inside(Stop::Nothing, |this| {
            this.type_id();
            this.expect(Punct::Comma, Tok::Comma);
            loop {
                let name = this.name_tok();
                if !this.is_name_at(this.position) {
                    this.unexpected("the name of a member");
                    this.mend(name);
                    return;
                }
                this.emit(name);
                if this.is(Punct::LBracket) {
                    let span = this.token(0).span;
                    this.unsupported(span, "`offsetof` of an array element");
                    this.position = this.partner(this.position);
                    this.advance();
                }
                if !this.is(Punct::Dot) {
                    return;
                }
                this.emit(Tok::Dot);
            }
        });
        self.close(open, Tok::RParen);
    }

    fn va_arg(&mut self) {
        self.emit(Tok::VaArg);
        let open = self.position;
        self.emit(Tok::LParen);
        self.inside(Stop::Nothing, |this| {
            this.expression(false);
            this.expect(Punct::Comma, Tok::Comma);
            this.mark(Tok::TypeStart);
            this.type_id();
        });
        self.close(open, Tok::RParen);
    }
}

/// What a word at the place of an operand was.
pub(super) enum Operand {
    /// The operand is written.
    Done,
    /// A prefix: the operand follows.
    Prefix,
    /// There is none; reported.
    Missing,
}
