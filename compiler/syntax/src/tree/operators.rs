//! Binary operators from a flat list to a tree, by precedence (C++17 [expr]).

use super::Cx;
use crate::ast::*;
use crate::tok::Infix;
use kern_diag::Span;

impl Cx<'_> {
    /// Orders `first op operand op operand…` by the precedence of the operators.
    pub(crate) fn climb(&self, first: Expr, rest: Vec<(Infix, Span, Expr)>) -> Expr {
        let mut operands = vec![first];
        let mut operators: Vec<(Infix, Span)> = Vec::new();
        for (op, span, right) in rest {
            while operators.last().is_some_and(|(last, _)| precedence(*last) >= precedence(op)) {
                self.reduce(&mut operands, &mut operators);
            }
            operators.push((op, span));
            operands.push(right);
        }
        while !operators.is_empty() {
            self.reduce(&mut operands, &mut operators);
        }
        operands.pop().unwrap_or(Expr { kind: ExprKind::Error, span: Span::default(), depth: 1 })
    }

    fn reduce(&self, operands: &mut Vec<Expr>, operators: &mut Vec<(Infix, Span)>) {
        let (Some((op, op_span)), Some(right), Some(left)) = (operators.pop(), operands.pop(), operands.pop()) else { return };
        let span = self.sources.join(left.span, right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = match op {
            Infix::Op(op) => ExprKind::Binary { op, op_span, left, right },
            Infix::DotStar | Infix::ArrowStar => ExprKind::MemberPointer { base: left, is_arrow: op == Infix::ArrowStar, member: right },
        };
        operands.push(self.expr_at(kind, span));
    }
}

/// Precedence of infix operators ([expr]): a higher number binds tighter. All associate to the left.
fn precedence(op: Infix) -> u8 {
    use BinaryOp::*;
    match op {
        Infix::DotStar | Infix::ArrowStar => 12,
        Infix::Op(op) => match op {
            Mul | Div | Rem => 11,
            Add | Sub => 10,
            Shl | Shr => 9,
            Spaceship => 8,
            Lt | Gt | Le | Ge => 7,
            Eq | Ne => 6,
            BitAnd => 5,
            BitXor => 4,
            BitOr => 3,
            And => 2,
            Or => 1,
            Comma => 0,
        },
    }
}
