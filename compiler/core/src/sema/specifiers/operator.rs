//! Operators as they are written.

use crate::sema::entity::Name;
use kern_syntax::ast;

/// `operator+`
pub(in crate::sema) fn operator_text(op: ast::OverloadedOp) -> Name {
    use ast::OverloadedOp as O;
    let text = match op {
        O::Binary(op) => format!("operator{}", binary_text(op)),
        O::Assign(op) => format!("operator{}=", op.map_or("", binary_text)),
        O::Unary(op) => format!("operator{}", unary_text(op)),
        O::Increment => "operator++".into(),
        O::Decrement => "operator--".into(),
        O::Call => "operator()".into(),
        O::Index => "operator[]".into(),
        O::Arrow => "operator->".into(),
        O::ArrowStar => "operator->*".into(),
        O::Comma => "operator,".into(),
        O::New(false) => "operator new".into(),
        O::New(true) => "operator new[]".into(),
        O::Delete(false) => "operator delete".into(),
        O::Delete(true) => "operator delete[]".into(),
    };
    text.into()
}

/// `+`
pub(in crate::sema) fn binary_text(op: ast::BinaryOp) -> &'static str {
    use ast::BinaryOp::*;
    match op {
        Add => "+",
        Sub => "-",
        Mul => "*",
        Div => "/",
        Rem => "%",
        Shl => "<<",
        Shr => ">>",
        BitAnd => "&",
        BitOr => "|",
        BitXor => "^",
        And => "&&",
        Or => "||",
        Eq => "==",
        Ne => "!=",
        Lt => "<",
        Gt => ">",
        Le => "<=",
        Ge => ">=",
        Spaceship => "<=>",
        Comma => ",",
    }
}

/// `!`
pub(in crate::sema) fn unary_text(op: ast::UnaryOp) -> &'static str {
    use ast::UnaryOp::*;
    match op {
        Plus => "+",
        Minus => "-",
        Not => "!",
        BitNot => "~",
        Deref => "*",
        AddressOf => "&",
    }
}
