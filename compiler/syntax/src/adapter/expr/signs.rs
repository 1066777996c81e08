//! Which operator a sign is, in front of an operand and behind one.

use crate::ast::{BinaryOp, UnaryOp};
use crate::token::Punct;

/// The binary operator of a sign.
pub(in crate::adapter) fn binary_op(punct: Punct) -> Option<BinaryOp> {
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
pub(in crate::adapter) fn assign_op(punct: Punct) -> Option<Option<BinaryOp>> {
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

pub(super) fn prefix_op(punct: Punct) -> Option<UnaryOp> {
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
