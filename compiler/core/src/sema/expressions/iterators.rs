//! Iterators as arguments of an unqualified call: which container they belong to.

use crate::hir::QualType;
use crate::sema::Sema;
use crate::sema::specifiers::plain_name;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// The types of the containers whose iterators are among `args`: an iterator is a class with the container as an argument
    /// in libstdc++, by which its namespace counts; here it may be a pointer.
    pub(in crate::sema) fn iterated(&mut self, args: &'a [ast::Expr]) -> Vec<QualType> {
        let containers: Vec<&'a ast::Expr> = args.iter().filter_map(container_of).collect();
        self.unevaluated += 1;
        let types = containers.into_iter().filter_map(|e| self.quietly(|sema| Some(sema.expr(e).e.ty.into()))).collect();
        self.unevaluated -= 1;
        types
    }
}

/// `c` in `c.begin()`, `c.end() - 1` and their like, if it is the name of a variable.
fn container_of(e: &ast::Expr) -> Option<&ast::Expr> {
    match &e.kind {
        ast::ExprKind::Binary { left, right, .. } => container_of(left).or_else(|| container_of(right)),
        ast::ExprKind::Call { callee, args } if args.is_empty() => match &callee.kind {
            ast::ExprKind::Member { base, member, .. } if matches!(base.kind, ast::ExprKind::Path(_)) => {
                let name = plain_name(member)?;
                matches!(&**name, "begin" | "end" | "cbegin" | "cend").then_some(&**base)
            }
            _ => None,
        },
        _ => None,
    }
}
