//! Expressions: operand and operator take turns, which decides what each bracket and sign is.

use super::decl::Level;
use super::declarator::Mode;
use super::path::PathKind;
use super::scope::Entity;
use super::{Adapter, MAX_OPERATORS, Stop};
use crate::ast::{BinaryOp, CaptureDefault, CastStyle, MAX_DEPTH, UnaryOp};
use crate::intern::{Symbol, sym};
use crate::tok::{Infix, Tok};
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

/// The binary operator of a sign.
pub(super) fn binary_op(punct: Punct) -> Option<BinaryOp> {
    Some(match punct {
        Punct::Plus => BinaryOp::Add,
        Punct::Minus => BinaryOp::Sub,
        Punct::Star => BinaryOp::Mul,
        Punct::Slash => BinaryOp::Div,
        Punct::Percent => BinaryOp::Rem,
        Punct::Shl => BinaryOp::Shl,
        Punct::Amp => BinaryOp::BitAnd,
        Punct::Pipe => BinaryOp::BitOr,
        Punct::Caret => BinaryOp::BitXor,
        Punct::AmpAmp => BinaryOp::And,
        Punct::PipePipe => BinaryOp::Or,
        Punct::EqEq => BinaryOp::Eq,
        Punct::BangEq => BinaryOp::Ne,
        Punct::Lt => BinaryOp::Lt,
        Punct::Gt => BinaryOp::Gt,
        Punct::Le => BinaryOp::Le,
        Punct::Ge => BinaryOp::Ge,
        Punct::Spaceship => BinaryOp::Spaceship,
        _ => return None,
    })
}

/// The assignment of a sign: `None` inside for plain `=`.
pub(super) fn assign_op(punct: Punct) -> Option<Option<BinaryOp>> {
    Some(match punct {
        Punct::Eq => None,
        Punct::PlusEq => Some(BinaryOp::Add),
        Punct::MinusEq => Some(BinaryOp::Sub),
        Punct::StarEq => Some(BinaryOp::Mul),
        Punct::SlashEq => Some(BinaryOp::Div),
        Punct::PercentEq => Some(BinaryOp::Rem),
        Punct::AmpEq => Some(BinaryOp::BitAnd),
        Punct::PipeEq => Some(BinaryOp::BitOr),
        Punct::CaretEq => Some(BinaryOp::BitXor),
        Punct::ShlEq => Some(BinaryOp::Shl),
        Punct::ShrEq => Some(BinaryOp::Shr),
        _ => return None,
    })
}

/// The sign that a word such as `and` stands for.
fn word_sign(word: Symbol) -> Option<Punct> {
    Some(match word {
        sym::and => Punct::AmpAmp,
        sym::or => Punct::PipePipe,
        sym::bitand => Punct::Amp,
        sym::bitor => Punct::Pipe,
        sym::xor => Punct::Caret,
        sym::not_eq => Punct::BangEq,
        sym::and_eq => Punct::AmpEq,
        sym::or_eq => Punct::PipeEq,
        sym::xor_eq => Punct::CaretEq,
        _ => return None,
    })
}

fn prefix_op(punct: Punct) -> Option<UnaryOp> {
    Some(match punct {
        Punct::Plus => UnaryOp::Plus,
        Punct::Minus => UnaryOp::Minus,
        Punct::Bang => UnaryOp::Not,
        Punct::Tilde => UnaryOp::BitNot,
        Punct::Star => UnaryOp::Deref,
        Punct::Amp => UnaryOp::AddressOf,
        _ => return None,
    })
}

impl Adapter<'_> {
    /// Writes an expression; with `commas` also one of several separated by commas.
    pub(super) fn expression(&mut self, commas: bool) {
        self.nested(|this| this.expression_here(commas));
    }

    fn expression_here(&mut self, commas: bool) {
        let mut operators = 0;
        loop {
            if !self.operand() {
                return;
            }
            self.postfixes();
            if !self.infix(commas) {
                return;
            }
            operators += 1;
            if operators > MAX_OPERATORS {
                return self.too_deep();
            }
        }
    }

    /// Writes the operator that goes on after an operand; false at the end of the expression.
    fn infix(&mut self, commas: bool) -> bool {
        loop {
            let token = self.token(0);
            let punct = match token.kind {
                PpKind::Punct(punct) => punct,
                PpKind::Ident => match word_sign(token.text) {
                    Some(punct) => punct,
                    None => return false,
                },
                _ => return false,
            };
            match punct {
                Punct::Gt => {
                    if self.stop == Stop::Angle || self.stop == Stop::Launch && self.is_launch_close(self.position) {
                        return false;
                    }
                    if token.is_painted {
                        let span = if token.span.file == self.token(1).span.file { token.span.to(self.token(1).span) } else { token.span };
                        self.emit_at(Tok::Infix(Infix::Op(BinaryOp::Shr)), span);
                        self.advance();
                        self.advance();
                    } else {
                        self.emit(Tok::Infix(Infix::Op(BinaryOp::Gt)));
                    }
                    return true;
                }
                Punct::Question => {
                    if self.at(self.position + 1).is(Punct::Colon) {
                        self.unsupported(token.span, "`?:` without a middle");
                    }
                    self.emit(Tok::Question);
                    let outer = self.stop;
                    self.stop = if outer == Stop::Angle { Stop::Angle } else { outer };
                    self.expression(true);
                    self.stop = outer;
                    if !self.expect(Punct::Colon, Tok::Colon) {
                        self.mend(Tok::ErrorExpression);
                        return false;
                    }
                    return true;
                }
                Punct::Comma => {
                    if !commas {
                        return false;
                    }
                    self.emit(Tok::Comma);
                    return true;
                }
                Punct::DotStar => {
                    self.emit(Tok::Infix(Infix::DotStar));
                    return true;
                }
                Punct::ArrowStar => {
                    self.emit(Tok::Infix(Infix::ArrowStar));
                    return true;
                }
                _ => {}
            }
            if let Some(op) = assign_op(punct) {
                self.emit(Tok::Assign(op));
                if self.is(Punct::LBrace) {
                    self.braced();
                    continue;
                }
                return true;
            }
            if let Some(op) = binary_op(punct) {
                self.emit(Tok::Infix(Infix::Op(op)));
                return true;
            }
            return false;
        }
    }

    /// Writes prefixes and the operand behind them; false when there is none (reported).
    fn operand(&mut self) -> bool {
        let mut prefixes = 0;
        loop {
            prefixes += 1;
            if prefixes > MAX_DEPTH {
                self.too_deep();
                return false;
            }
            let token = self.token(0);
            match token.kind {
                PpKind::Punct(Punct::PlusPlus) => self.emit(Tok::StepBefore(true)),
                PpKind::Punct(Punct::MinusMinus) => self.emit(Tok::StepBefore(false)),
                PpKind::Punct(Punct::Tilde) if self.is_destructor_call() => return self.name_operand(),
                PpKind::Punct(punct) if prefix_op(punct).is_some() => {
                    self.emit(Tok::Prefix(prefix_op(punct).unwrap_or(UnaryOp::Plus)));
                }
                PpKind::Punct(Punct::AmpAmp) => {
                    self.unsupported(token.span, "the address of a label");
                    self.advance();
                }
                PpKind::Punct(Punct::LParen) => {
                    if self.is_cast(self.position) {
                        let open = self.position;
                        self.emit(Tok::ParenType);
                        self.inside(Stop::Nothing, |this| this.type_id());
                        self.close(open, Tok::RParen);
                        if self.is(Punct::LBrace) {
                            self.braced();
                            return true;
                        }
                        continue;
                    }
                    self.parenthesised();
                    return true;
                }
                PpKind::Punct(Punct::LBracket) => {
                    self.lambda();
                    return true;
                }
                PpKind::Punct(Punct::LBrace) => {
                    // `f({1, 2})`, and `= {…}` where a braced list stands for an expression.
                    self.braced();
                    return true;
                }
                PpKind::Punct(Punct::ColonColon) if matches!(self.word_at(self.position + 1), sym::new | sym::delete) => self.advance(),
                PpKind::Punct(Punct::ColonColon) => return self.name_operand(),
                PpKind::Number | PpKind::Char | PpKind::String => {
                    self.literal();
                    return true;
                }
                PpKind::Ident => match self.word_operand(token.text) {
                    Operand::Done => return true,
                    Operand::Prefix => {}
                    Operand::Missing => return false,
                },
                _ => return self.no_operand(),
            }
        }
    }

    fn no_operand(&mut self) -> bool {
        self.unexpected("an expression");
        self.mend(Tok::ErrorExpression);
        false
    }

    fn is_destructor_call(&self) -> bool {
        false
    }

    fn word_operand(&mut self, word: Symbol) -> Operand {
        let next = self.at(self.position + 1);
        match word {
            sym::true_ => self.emit(Tok::Bool(true)),
            sym::false_ => self.emit(Tok::Bool(false)),
            sym::nullptr => self.emit(Tok::Nullptr),
            sym::this => self.emit(Tok::This),
            sym::not => {
                self.emit(Tok::Prefix(UnaryOp::Not));
                return Operand::Prefix;
            }
            sym::compl => {
                self.emit(Tok::Prefix(UnaryOp::BitNot));
                return Operand::Prefix;
            }
            sym::bitand => {
                self.emit(Tok::Prefix(UnaryOp::AddressOf));
                return Operand::Prefix;
            }
            sym::extension => {
                self.advance();
                return Operand::Prefix;
            }
            sym::throw => {
                self.emit(Tok::Throw);
                let is_bare = matches!(
                    self.kind(0),
                    PpKind::Punct(Punct::Semicolon | Punct::RParen | Punct::RBrace | Punct::Comma | Punct::Colon | Punct::RBracket)
                );
                return if is_bare { Operand::Done } else { Operand::Prefix };
            }
            sym::sizeof => return self.sizeof(),
            sym::alignof | sym::alignof2 | sym::alignof3 => {
                self.emit(Tok::Alignof);
                if self.is(Punct::LParen) && self.scan_type_id(self.position + 1) == Some(self.partner(self.position)) {
                    self.bracketed_type();
                } else {
                    let span = self.last_span();
                    self.unsupported(span, "`alignof` of an expression");
                    return Operand::Prefix;
                }
            }
            sym::noexcept => {
                self.emit(Tok::NoexceptOp);
                self.bracketed_expression();
            }
            sym::typeid => {
                self.emit(Tok::Typeid);
                if self.is(Punct::LParen) && self.scan_type_id(self.position + 1) == Some(self.partner(self.position)) {
                    let span = self.last_span();
                    self.unsupported(span, "run-time type information (`typeid`)");
                }
                self.bracketed_expression();
            }
            sym::static_cast => self.named_cast(CastStyle::Static),
            sym::reinterpret_cast => self.named_cast(CastStyle::Reinterpret),
            sym::const_cast => self.named_cast(CastStyle::Const),
            sym::dynamic_cast => self.named_cast(CastStyle::Dynamic),
            sym::new => self.new_expression(),
            sym::delete => {
                let is_array = next.is(Punct::LBracket);
                let span = self.token(0).span;
                self.advance();
                if is_array {
                    self.position = self.partner(self.position);
                    self.advance();
                }
                self.emit_at(Tok::Delete(is_array), span);
                return Operand::Prefix;
            }
            sym::builtin_offsetof if next.is(Punct::LParen) => self.offsetof(),
            sym::va_arg | sym::va_arg2 if next.is(Punct::LParen) && (word == sym::va_arg || self.scopes.lookup(word).is_none()) => {
                self.va_arg();
            }
            sym::typename => {
                self.advance();
                return self.constructed_typename();
            }
            sym::auto => self.emit(Tok::Auto),
            sym::decltype | sym::typeof_ if self.decltype_qualifier(self.position).is_some() => {
                return if self.name_operand() { Operand::Done } else { Operand::Missing };
            }
            sym::decltype | sym::typeof_ => self.decltype(),
            sym::operator => return if self.name_operand() { Operand::Done } else { Operand::Missing },
            _ => {
                if let Some(tok) = super::decl::type_word(word) {
                    self.emit(tok);
                    while let Some(tok) = super::decl::type_word(self.word()) {
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
        if matches!(word, sym::auto | sym::decltype | sym::typeof_) {
            return self.constructed();
        }
        Operand::Done
    }

    /// After a type where an expression stands: `(…)` or `{…}` must follow.
    fn constructed(&mut self) -> Operand {
        match self.kind(0) {
            PpKind::Punct(Punct::LParen) => {
                let open = self.position;
                self.emit(Tok::LParen);
                self.inside(Stop::Nothing, |this| this.arguments(Punct::RParen));
                self.close(open, Tok::RParen);
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
                self.error(
                    Diagnostic::error(Code::UNEXPECTED_TOKEN, last, "expected an expression, found a type")
                        .label("this names a type")
                        .also(span, format!("expected `(` or `{{` before {found} to make a value of the type")),
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
    fn name_operand(&mut self) -> bool {
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

    fn type_trait(&mut self) {
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

    /// Whether the `(` at `open` is around the type of a cast.
    fn is_cast(&self, open: usize) -> bool {
        let close = self.partner(open);
        // A cast needs an operand: `(T())` alone constructs a value.
        let has_operand = !matches!(
            self.at(close + 1).kind,
            PpKind::Eof
                | PpKind::Punct(
                    Punct::RParen
                        | Punct::RBracket
                        | Punct::RBrace
                        | Punct::Semicolon
                        | Punct::Comma
                        | Punct::Colon
                        | Punct::Question
                        | Punct::Dot
                        | Punct::Arrow
                        | Punct::Slash
                        | Punct::Percent
                        | Punct::EqEq
                        | Punct::BangEq
                )
        );
        if !has_operand {
            return false;
        }
        if self.scan_type_id(open + 1) == Some(close) {
            return true;
        }
        // `(unknown) x` and `(unknown) 1` can be nothing else.
        let Some(path) = self.scan_path(open + 1) else { return false };
        path.end == close
            && path.kind == PathKind::Unknown
            && !self.at(close + 1).starts_line
            && (matches!(self.at(close + 1).kind, PpKind::Number | PpKind::Char | PpKind::String) || self.is_name_at(close + 1))
    }

    fn parenthesised(&mut self) {
        let open = self.position;
        let close = self.partner(open);
        if self.at(open + 1).is(Punct::LBrace) {
            self.emit(Tok::LParen);
            self.inside(Stop::Nothing, |this| this.block("a statement expression"));
            self.close(open, Tok::RParen);
            return;
        }
        if self.is_fold(open, close) {
            self.fold(open);
            return;
        }
        self.emit(Tok::LParen);
        if self.position == close {
            self.no_operand();
        } else {
            self.inside(Stop::Nothing, |this| this.expression(true));
        }
        self.close(open, Tok::RParen);
    }

    /// Whether `...` stands beside an operator directly inside the brackets.
    fn is_fold(&self, open: usize, close: usize) -> bool {
        let mut at = open + 1;
        while at < close {
            match self.at(at).kind {
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => at = self.partner(at).max(at),
                PpKind::Punct(Punct::Ellipsis) => return true,
                _ => {}
            }
            at += 1;
        }
        false
    }

    fn fold(&mut self, open: usize) {
        self.emit(Tok::ParenFold);
        self.inside(Stop::Nothing, |this| {
            if this.is(Punct::Ellipsis) {
                this.emit(Tok::Ellipsis);
                this.fold_operator();
                this.fold_operand();
                return;
            }
            this.fold_operand();
            this.fold_operator();
            if this.is(Punct::Ellipsis) {
                this.emit(Tok::Ellipsis);
            } else {
                this.unexpected("`...`");
            }
            if !this.is(Punct::RParen) {
                this.fold_operator();
                this.fold_operand();
            }
        });
        self.close(open, Tok::RParen);
    }

    fn fold_operand(&mut self) {
        if self.operand() {
            self.postfixes();
        }
    }

    fn fold_operator(&mut self) {
        if self.is(Punct::Comma) {
            self.emit(Tok::Infix(Infix::Op(BinaryOp::Comma)));
        } else if matches!(self.kind(0), PpKind::Punct(punct) if assign_op(punct).is_some()) {
            let span = self.token(0).span;
            self.unsupported(span, "a fold over an assignment");
            self.emit(Tok::Infix(Infix::Op(BinaryOp::Comma)));
        } else if !self.infix(false) {
            self.unexpected("an operator");
            self.mend(Tok::Infix(Infix::Op(BinaryOp::Comma)));
        }
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

    /// Writes `(type)`.
    fn bracketed_type(&mut self) {
        let open = self.position;
        self.emit(Tok::ParenType);
        self.inside(Stop::Nothing, |this| this.type_id());
        self.close(open, Tok::RParen);
    }

    /// Writes `(expression)` where the brackets belong to a keyword.
    pub(super) fn bracketed_expression(&mut self) {
        if !self.is(Punct::LParen) {
            self.unexpected("`(`");
            return;
        }
        let open = self.position;
        self.emit(Tok::LParen);
        self.inside(Stop::Nothing, |this| this.expression(true));
        self.close(open, Tok::RParen);
    }

    /// Writes `(a, b)` of a specifier.
    pub(super) fn bracketed_list(&mut self) {
        if !self.is(Punct::LParen) {
            self.unexpected("`(`");
            return;
        }
        let open = self.position;
        self.emit(Tok::LParen);
        self.inside(Stop::Nothing, |this| this.arguments(Punct::RParen));
        self.close(open, Tok::RParen);
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

    fn new_expression(&mut self) {
        self.emit(Tok::New);
        if self.is(Punct::LParen) {
            let open = self.position;
            let close = self.partner(open);
            let is_type = self.scan_type_id(open + 1) == Some(close);
            if is_type {
                self.bracketed_type();
                return self.new_initializer();
            }
            self.emit(Tok::ParenPlacement);
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

    /// Writes what may follow an operand: calls, launches, subscripts, members, steps.
    fn postfixes(&mut self) {
        let mut count = 0;
        loop {
            count += 1;
            if count > MAX_DEPTH {
                return self.too_deep();
            }
            match self.kind(0) {
                PpKind::Punct(Punct::LParen) => {
                    let open = self.position;
                    self.emit(Tok::LParen);
                    self.inside(Stop::Nothing, |this| this.arguments(Punct::RParen));
                    self.close(open, Tok::RParen);
                }
                PpKind::Punct(Punct::LBracket) => {
                    let open = self.position;
                    self.emit(Tok::LBracket);
                    if self.is(Punct::LBrace) {
                        self.braced();
                    } else {
                        self.inside(Stop::Nothing, |this| this.expression(true));
                    }
                    self.close(open, Tok::RBracket);
                }
                PpKind::Punct(punct @ (Punct::Dot | Punct::Arrow)) => {
                    self.emit(if punct == Punct::Dot { Tok::Dot } else { Tok::Arrow });
                    if self.word() == sym::template {
                        self.advance();
                    }
                    match self.scan_path_from(self.position, true) {
                        Some(path) if path.kind != PathKind::MemberPointer => self.path(path, false),
                        _ => {
                            self.unexpected("the name of a member");
                            self.mend(Tok::Name("".into()));
                            return;
                        }
                    }
                }
                PpKind::Punct(Punct::PlusPlus) => self.emit(Tok::StepAfter(true)),
                PpKind::Punct(Punct::MinusMinus) => self.emit(Tok::StepAfter(false)),
                PpKind::Punct(Punct::Shl) if self.is_launch_open(self.position) => self.launch(),
                _ => return,
            }
        }
    }

    fn launch(&mut self) {
        let span = self.token(0).span;
        let open = if span.file == self.token(1).span.file { span.to(self.token(1).span) } else { span };
        self.emit_at(Tok::LaunchOpen, open);
        self.advance();
        self.advance();
        self.inside(Stop::Launch, |this| {
            while !this.is_launch_close(this.position) {
                this.init_clause();
                if !this.is(Punct::Comma) {
                    break;
                }
                this.emit(Tok::Comma);
            }
        });
        if self.is_launch_close(self.position) {
            let first = self.token(0).span;
            let last = self.token(2).span;
            self.emit_at(Tok::LaunchClose, if first.file == last.file { first.to(last) } else { first });
            self.advance();
            self.advance();
            self.advance();
        } else {
            let found = self.found();
            self.error(
                Diagnostic::error(
                    Code::BAD_LAUNCH,
                    self.token(0).span,
                    format!("expected `>>>` after the launch configuration, found {found}"),
                )
                .also(open, "the configuration starts here"),
            );
            self.mend(Tok::LaunchClose);
            while matches!(self.kind(0), PpKind::Punct(Punct::Gt)) {
                self.advance();
            }
        }
        if !self.is(Punct::LParen) {
            let found = self.found();
            let last = super::brackets::after(self.last_span());
            self.error(
                Diagnostic::error(Code::BAD_LAUNCH, last, format!("expected the kernel's arguments after `>>>`, found {found}"))
                    .help("write `()` if there are none"),
            );
            self.mend(Tok::LParen);
            self.mend(Tok::RParen);
        }
    }

    /// Writes arguments up to the closing bracket, which it does not write.
    pub(super) fn arguments(&mut self, close: Punct) {
        if self.is(close) {
            return;
        }
        loop {
            let before = self.position;
            self.init_clause();
            if self.is(Punct::Ellipsis) {
                self.emit(Tok::Ellipsis);
            }
            if !self.is(Punct::Comma) || self.position == before {
                break;
            }
            self.emit(Tok::Comma);
        }
        if !self.is(close) && !self.is_recovering && self.kind(0) != PpKind::Eof && !self.is(Punct::Semicolon) && !self.is(Punct::RBrace) {
            let found = self.found();
            let span = self.token(0).span;
            self.error(Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected `,` or `)` after an argument, found {found}")));
        }
    }

    /// Writes an expression without commas, or a braced list.
    pub(super) fn init_clause(&mut self) {
        if self.is(Punct::LBrace) { self.braced() } else { self.expression(false) }
    }

    /// Writes `{…}` with initialisers.
    pub(super) fn braced(&mut self) {
        self.nested(|this| {
            let open = this.position;
            this.emit(Tok::LBrace);
            this.inside(Stop::Nothing, |this| {
                while !this.is(Punct::RBrace) && this.kind(0) != PpKind::Eof {
                    let before = this.position;
                    this.braced_item();
                    if !this.is(Punct::Comma) || this.position == before {
                        break;
                    }
                    this.emit(Tok::Comma);
                }
            });
            if this.position < this.partner(open) && !this.is_recovering {
                let found = this.found();
                let span = this.token(0).span;
                this.error(Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected `,` or `}}` after a value, found {found}")));
            }
            this.close(open, Tok::RBrace);
        });
    }

    fn braced_item(&mut self) {
        if self.is(Punct::Dot) && self.is_name_at(self.position + 1) {
            self.emit(Tok::Dot);
            let name = self.name_tok();
            self.emit(name);
            match self.kind(0) {
                PpKind::Punct(Punct::Eq) => {
                    self.emit(Tok::Eq);
                    self.init_clause();
                }
                PpKind::Punct(Punct::LBrace) => self.braced(),
                PpKind::Punct(Punct::Dot | Punct::LBracket) => {
                    let span = self.token(0).span;
                    self.unsupported(span, "a nested designator");
                }
                _ => self.unexpected("`=`"),
            }
            return;
        }
        if self.is(Punct::LBracket) && self.at(self.partner(self.position) + 1).is(Punct::Eq) {
            let open = self.position;
            self.emit(Tok::BracketDesignator);
            self.expression(false);
            self.close(open, Tok::RBracket);
            self.expect(Punct::Eq, Tok::Eq);
            self.init_clause();
            return;
        }
        self.init_clause();
        if self.is(Punct::Ellipsis) {
            self.emit(Tok::Ellipsis);
        }
    }

    fn lambda(&mut self) {
        self.nested(|this| this.lambda_here());
    }

    fn lambda_here(&mut self) {
        let open = self.position;
        let depth = self.scopes.depth();
        self.scopes.open();
        self.emit(Tok::BracketLambda);
        self.inside(Stop::Nothing, |this| this.captures());
        self.close(open, Tok::RBracket);
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
                sym::device | sym::host | sym::global | sym::forceinline | sym::noinline => {
                    let Some(tok) = super::decl::flag(self.word()) else { return };
                    self.emit(tok);
                }
                sym::attribute | sym::attribute2 => self.skip_attributes(),
                _ => return,
            }
        }
    }

    fn lambda_suffixes(&mut self, scope: super::scope::ScopeId) {
        // `constexpr` says nothing that the body does not.
        while self.word() == sym::constexpr {
            self.advance();
        }
        self.function_suffixes(scope);
        while self.word() == sym::constexpr {
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
                PpKind::Ident if self.word() == sym::this => self.emit(Tok::This),
                PpKind::Punct(Punct::Star) if next.is_word(sym::this) => {
                    let span = self.token(0).span;
                    self.unsupported(span, "a capture of `*this`");
                    self.advance();
                    continue;
                }
                PpKind::Punct(Punct::Amp) | PpKind::Ident => {
                    if self.is(Punct::Amp) {
                        self.emit(Tok::CaptureReference);
                    }
                    if !self.is_name_at(self.position) {
                        return self.unexpected("the name of a captured variable");
                    }
                    let name = self.word();
                    let tok = self.name_tok();
                    self.emit(tok);
                    match self.kind(0) {
                        PpKind::Punct(Punct::Eq) => {
                            self.emit(Tok::Eq);
                            self.init_clause();
                            self.scopes.declare(name, Entity::VALUE);
                        }
                        PpKind::Punct(Punct::Ellipsis) => {
                            let span = self.token(0).span;
                            self.unsupported(span, "a capture of a pack");
                            self.advance();
                        }
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

/// What a word at the place of an operand was.
enum Operand {
    /// The operand is written.
    Done,
    /// A prefix: the operand follows.
    Prefix,
    /// There is none; reported.
    Missing,
}
