//! What an opening bracket of an expression is: a cast, a fold, a group, a launch, arguments, a braced list.

use super::signs::assign_op;
use crate::adapter::path::PathKind;
use crate::adapter::{Adapter, Stop, brackets};
use crate::ast::BinaryOp;
use crate::tok::{Infix, Tok};
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

impl Adapter<'_> {
    /// Whether the `(` at `open` is around the type of a cast.
    pub(super) fn is_cast(&self, open: usize) -> bool {
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

    pub(super) fn parenthesised(&mut self) {
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
                PpKind::Punct(Punct::Ellipsis) if self.is_of_fold(open, at, close) => return true,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Whether the `...` at a place is a fold's: those of `sizeof...` and of packs of arguments follow a name.
    fn is_of_fold(&self, open: usize, at: usize, close: usize) -> bool {
        match self.at(at - 1).kind {
            PpKind::Punct(Punct::LParen) => at == open + 1,
            // `(… > ...)`, and not `f<g<T>...>(x)`
            PpKind::Punct(Punct::Gt | Punct::Shr) => at + 1 == close,
            PpKind::Punct(_) => true,
            _ => false,
        }
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

    /// Writes `(type)`.
    pub(super) fn bracketed_type(&mut self) {
        let open = self.position;
        self.emit(Tok::ParenType);
        self.inside(Stop::Nothing, |this| this.type_id());
        self.close(open, Tok::RParen);
    }

    /// Writes `(expression)` where the brackets belong to a keyword.
    pub(in crate::adapter) fn bracketed_expression(&mut self) {
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
    pub(in crate::adapter) fn bracketed_list(&mut self) {
        if !self.is(Punct::LParen) {
            self.unexpected("`(`");
            return;
        }
        let open = self.position;
        self.emit(Tok::LParen);
        self.inside(Stop::Nothing, |this| this.arguments(Punct::RParen));
        self.close(open, Tok::RParen);
    }

    pub(super) fn launch(&mut self) {
        let span = self.token(0).span;
        let open = if span.file == self.token(1).span.file { span.to(self.token(1).span) } else { span };
        let before = self.at(self.position.saturating_sub(1));
        if self.unclosed_launch(open) {
            return;
        }
        self.emit_at(Tok::LaunchOpen, open);
        self.advance();
        self.advance();
        self.inside(Stop::Launch, |this| {
            while !this.is_launch_close(this.position) {
                this.init_clause();
                if !this.is(Punct::Comma) {
                    if this.is_launch_close(this.position) || !this.missing_comma() {
                        break;
                    }
                    this.mend(Tok::Comma);
                    continue;
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
            let last = brackets::after(self.last_span());
            let help = if before.is(Punct::RParen) {
                "the configuration stands before the arguments: `kernel<<<blocks, threads>>>(…)`"
            } else if self.is(Punct::Lt) {
                "template arguments stand before the configuration: `kernel<…><<<blocks, threads>>>(…)`"
            } else {
                "write `()` if there are none"
            };
            self.error(
                Diagnostic::error(Code::BAD_LAUNCH, last, format!("expected the kernel's arguments after `>>>`, found {found}")).help(help),
            );
            self.mend(Tok::LParen);
            self.mend(Tok::RParen);
        }
    }

    /// Reports a configuration that no `>>>` ends, and skips to the end of the statement; true when it did.
    fn unclosed_launch(&mut self, open: kern_diag::Span) -> bool {
        let mut at = self.position + 2;
        let mut end = None;
        loop {
            match self.at(at).kind {
                PpKind::Eof | PpKind::Punct(Punct::Semicolon | Punct::RBrace | Punct::RParen) => break,
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => at = self.partner(at).max(at),
                PpKind::Punct(Punct::Gt) if self.is_launch_close(at) => return false,
                // `>>(` and `> > >(`
                PpKind::Punct(Punct::Gt) if end.is_none() => end = Some(at),
                _ => {}
            }
            at += 1;
        }
        let d = match end {
            Some(end) => Diagnostic::error(
                Code::BAD_LAUNCH,
                self.at(end).span.to(self.at(end + usize::from(self.at(end + 1).is(Punct::Gt))).span),
                "the configuration of a launch ends with `>>>`",
            )
            .label("three `>` without spaces")
            .also(open, "it starts here"),
            None => Diagnostic::error(Code::BAD_LAUNCH, open, "the configuration of this launch has no end").label("it starts here"),
        };
        self.error(d.help("write `kernel<<<blocks, threads>>>(…)`"));
        self.position = at;
        true
    }

    /// `<<<1 32>>>`: reports the comma between two values; true when one is missing.
    fn missing_comma(&mut self) -> bool {
        if !(matches!(self.kind(0), PpKind::Number) || self.is_name_at(self.position)) {
            return false;
        }
        let found = self.found();
        let last = brackets::after(self.last_span());
        self.error(
            Diagnostic::error(Code::BAD_LAUNCH, last, format!("expected `,` or `>>>` in the configuration of a launch, found {found}"))
                .label("`,` is missing here"),
        );
        true
    }

    /// Signs that C++ does not have, or that a launch is written with: reported where an operand was expected.
    pub(super) fn misspelt_sign(&mut self) -> bool {
        let (before, token) = (self.at(self.position.saturating_sub(1)), self.token(0));
        let (PpKind::Punct(first), PpKind::Punct(second)) = (before.kind, token.kind) else { return false };
        let is_joined = before.span.file == token.span.file && before.span.end == token.span.start;
        let span = if is_joined { before.span.to(token.span) } else { token.span };
        let (code, message, help) = match (first, second) {
            (Punct::Eq, Punct::Lt) if is_joined => (Code::UNEXPECTED_TOKEN, "C++ has no `=<`", "write `<=`"),
            (Punct::Eq, Punct::Gt) if is_joined => (Code::UNEXPECTED_TOKEN, "C++ has no `=>`", "write `>=`"),
            (Punct::EqEq, Punct::Eq) if is_joined => (Code::UNEXPECTED_TOKEN, "C++ has no `===`", "write `==`"),
            (Punct::BangEq, Punct::Eq) if is_joined => (Code::UNEXPECTED_TOKEN, "C++ has no `!==`", "write `!=`"),
            (Punct::AmpAmp | Punct::PipePipe, Punct::Lt | Punct::Gt | Punct::Le | Punct::Ge | Punct::EqEq | Punct::BangEq) => {
                (Code::UNEXPECTED_TOKEN, "this comparison has no left side", "write it out: `x > 0 && x < n`")
            }
            (Punct::Gt, Punct::Gt) if self.at(self.position + 1).is(Punct::LParen) => (
                Code::BAD_LAUNCH,
                "`>>>` ends the configuration of a launch, and none starts before it",
                "a launch has three `<` and three `>`: `kernel<<<blocks, threads>>>(…)`",
            ),
            (Punct::Lt | Punct::Shl, Punct::Lt) => (
                Code::BAD_LAUNCH,
                "the configuration of a launch starts with `<<<`",
                "write three `<` without spaces: `kernel<<<blocks, threads>>>(…)`",
            ),
            _ => return false,
        };
        self.error(Diagnostic::error(code, span, message).help(help));
        true
    }

    /// `(arguments)`
    pub(super) fn call_arguments(&mut self) {
        let open = self.position;
        self.emit(Tok::LParen);
        self.inside(Stop::Nothing, |this| this.arguments(Punct::RParen));
        self.close(open, Tok::RParen);
    }

    /// Writes arguments up to the closing bracket, which it does not write.
    pub(in crate::adapter) fn arguments(&mut self, close: Punct) {
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
}
