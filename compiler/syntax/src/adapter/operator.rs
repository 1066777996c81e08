//! Names of operators: `operator+`, `operator()`, conversions.

use super::Adapter;
use super::path::PathKind;
use crate::ast::{BinaryOp, OverloadedOp, UnaryOp};
use crate::intern::{Symbol, sym};
use crate::tok::Tok;
use crate::token::{PpKind, Punct};

/// The overloadable operator of a word such as `and`.
pub(super) fn word_operator(word: Symbol) -> Option<OverloadedOp> {
    Some(match word {
        sym::AND => OverloadedOp::Binary(BinaryOp::And),
        sym::OR => OverloadedOp::Binary(BinaryOp::Or),
        sym::BITAND => OverloadedOp::Binary(BinaryOp::BitAnd),
        sym::BITOR => OverloadedOp::Binary(BinaryOp::BitOr),
        sym::XOR => OverloadedOp::Binary(BinaryOp::BitXor),
        sym::NOT => OverloadedOp::Unary(UnaryOp::Not),
        sym::COMPL => OverloadedOp::Unary(UnaryOp::BitNot),
        sym::NOT_EQ => OverloadedOp::Binary(BinaryOp::Ne),
        sym::AND_EQ => OverloadedOp::Assign(Some(BinaryOp::BitAnd)),
        sym::OR_EQ => OverloadedOp::Assign(Some(BinaryOp::BitOr)),
        sym::XOR_EQ => OverloadedOp::Assign(Some(BinaryOp::BitXor)),
        _ => return None,
    })
}

/// The overloadable operator of a sign.
pub(super) fn operator_of(punct: Punct) -> Option<OverloadedOp> {
    use OverloadedOp::{Arrow, ArrowStar, Assign, Binary, Comma, Decrement, Increment, Unary};
    Some(match punct {
        Punct::Bang => Unary(UnaryOp::Not),
        Punct::Tilde => Unary(UnaryOp::BitNot),
        Punct::PlusPlus => Increment,
        Punct::MinusMinus => Decrement,
        Punct::Arrow => Arrow,
        Punct::ArrowStar => ArrowStar,
        Punct::Comma => Comma,
        Punct::Eq => Assign(None),
        _ => match super::expr::assign_op(punct) {
            Some(op) => Assign(op),
            None => Binary(super::expr::binary_op(punct)?),
        },
    })
}

impl Adapter<'_> {
    /// `operator…` at `place`: what it names and where it ends.
    pub(super) fn scan_operator(&self, place: usize) -> Option<(PathKind, usize)> {
        let at = place + 1;
        let token = self.at(at);
        match token.kind {
            PpKind::Punct(punct @ (Punct::LParen | Punct::LBracket)) => {
                let close = if punct == Punct::LParen { Punct::RParen } else { Punct::RBracket };
                self.at(at + 1).is(close).then(|| (PathKind::Operator, self.behind_arguments(at + 2)))
            }
            PpKind::Punct(Punct::Gt) if token.is_painted => Some((PathKind::Operator, at + 2)),
            PpKind::Punct(punct) if operator_of(punct).is_some() => Some((PathKind::Operator, self.behind_arguments(at + 1))),
            PpKind::String => {
                // What joins on to the quotes is a suffix, be it a keyword: `operator""if` ([over.literal]).
                let name = self.at(at + 1);
                let joins = name.kind == PpKind::Ident && !name.has_space && !name.starts_line && name.span.start == token.span.end;
                (joins || self.is_name_at(at + 1)).then_some((PathKind::Operator, at + 2))
            }
            PpKind::Ident if matches!(token.text, sym::NEW | sym::DELETE) => {
                let is_array = self.at(at + 1).is(Punct::LBracket);
                Some((PathKind::Operator, if is_array { at + 3 } else { at + 1 }))
            }
            PpKind::Ident if word_operator(token.text).is_some() => Some((PathKind::Operator, at + 1)),
            PpKind::Ident => {
                let mut end = self.scan_specifiers(at, true)?.end;
                while matches!(self.at(end).kind, PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp))
                    || self.word_at(end) == sym::CONST
                {
                    end += 1;
                }
                Some((PathKind::Conversion, end))
            }
            _ => None,
        }
    }

    /// The place behind the template arguments at `place` that a call of an operator by its name has, or `place`.
    fn behind_arguments(&self, place: usize) -> usize {
        let end = if self.at(place).is(Punct::Lt) { self.template_end(place) } else { None };
        end.filter(|&end| self.at(end).is(Punct::LParen)).unwrap_or(place)
    }

    /// Writes `operator…`.
    pub(super) fn operator_name(&mut self) {
        let span = self.token(0).span;
        let Some((kind, end)) = self.scan_operator(self.position) else {
            self.advance();
            self.unexpected("an operator after `operator`");
            self.mend(Tok::OperatorName(OverloadedOp::Comma));
            return;
        };
        self.advance();
        if kind == PathKind::Conversion {
            self.emit_at(Tok::OperatorConversion, span);
            self.specifiers(super::level::Level::TypeName);
            self.mark(Tok::DeclaratorStart);
            self.pointer_ops();
            return;
        }
        let token = self.token(0);
        let next = match token.kind {
            PpKind::Punct(Punct::LParen | Punct::LBracket) => self.position + 2,
            PpKind::String | PpKind::Ident => end,
            PpKind::Punct(Punct::Gt) if token.is_painted => end,
            _ => self.position + 1,
        };
        let span = if self.at(next - 1).span.file == span.file { span.to(self.at(next - 1).span) } else { span };
        let tok = match token.kind {
            PpKind::Punct(Punct::LParen) => Tok::OperatorName(OverloadedOp::Call),
            PpKind::Punct(Punct::LBracket) => Tok::OperatorName(OverloadedOp::Index),
            PpKind::Punct(Punct::Gt) if token.is_painted => Tok::OperatorName(OverloadedOp::Binary(BinaryOp::Shr)),
            PpKind::String => {
                let name = self.text(self.word_at(self.position + 1));
                Tok::LiteralOperator(name)
            }
            PpKind::Ident => {
                let is_array = end > self.position + 1;
                Tok::OperatorName(match token.text {
                    sym::NEW => OverloadedOp::New(is_array),
                    sym::DELETE => OverloadedOp::Delete(is_array),
                    word => word_operator(word).unwrap_or(OverloadedOp::Comma),
                })
            }
            PpKind::Punct(punct) => Tok::OperatorName(operator_of(punct).unwrap_or(OverloadedOp::Comma)),
            _ => Tok::OperatorName(OverloadedOp::Comma),
        };
        self.emit_at(tok, span);
        self.position = next;
    }
}
