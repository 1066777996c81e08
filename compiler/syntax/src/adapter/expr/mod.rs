//! Expressions: operand and operator take turns, which decides what each bracket and sign is.
//!
//! No precedence here: operators come out in the order of the text, and the tree is made of them later.

mod braces;
mod groups;
mod lambda;
mod signs;
mod words;

use super::path::PathKind;
use super::{Adapter, MAX_OPERATORS, Stop};
use crate::ast::{BinaryOp, MAX_DEPTH, UnaryOp};
use crate::intern::sym;
use crate::tok::{Infix, Tok};
use crate::token::{PpKind, Punct, word_sign};
use signs::prefix_op;
pub(super) use signs::{assign_op, binary_op};
use words::Operand;

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
    pub(super) fn infix(&mut self, commas: bool) -> bool {
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
                Punct::Eq if self.stop == Stop::Equals => return false,
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
                    self.emit(Tok::Question);
                    if !self.is(Punct::Colon) {
                        self.expression(true);
                    }
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
    pub(super) fn operand(&mut self) -> bool {
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
                PpKind::Punct(Punct::ColonColon) if matches!(self.word_at(self.position + 1), sym::NEW | sym::DELETE) => self.advance(),
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
        if !self.misspelt_sign() {
            self.unexpected("an expression");
        }
        self.mend(Tok::ErrorExpression);
        false
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
                    self.call_arguments();
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
                    if self.word() == sym::TEMPLATE {
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
}
