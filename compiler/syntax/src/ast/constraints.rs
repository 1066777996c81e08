//! Constraints of templates: concepts, `requires` clauses and expressions (C++20 [temp.constr], [expr.prim.req]).

use super::Path;
use super::expr::Expr;
use super::types::{FunctionParams, TypeName};
use kern_diag::Span;

/// What a template parameter, or the whole head it is the last of, asks for.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// `template <Concept<Args> T>`: the parameter is the concept's first argument.
    Concept(Path),
    /// `requires e` behind the head.
    Clause(Expr),
}

impl Constraint {
    /// Where it is written.
    pub fn span(&self) -> Span {
        match self {
            Constraint::Concept(path) => path.span,
            Constraint::Clause(e) => e.span,
        }
    }
}

/// `requires (params) { items }`
#[derive(Clone, Debug)]
pub struct Requires {
    /// The parameters, if there are brackets.
    pub params: Option<FunctionParams>,
    /// The requirements in order.
    pub items: Vec<Requirement>,
}

/// One line of a `requires` expression.
#[derive(Clone, Debug)]
pub enum Requirement {
    /// `e;`
    Expr(Expr),
    /// `typename T::type;`
    Type(TypeName),
    /// `{ e } noexcept -> Concept<Args>;`
    Compound { value: Expr, is_noexcept: bool, concept: Option<Path> },
    /// `requires e;`
    Nested(Expr),
}
