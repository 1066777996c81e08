//! The normal form of constraints and which of two implies the other (C++20 [temp.constr.order]).

use crate::sema::entity::{ScopeId, TArg};
use kern_syntax::ast;
use std::rc::Rc;

/// Most clauses that a comparison looks at; constraints beyond count as not comparable.
const MAX_CLAUSES: usize = 1024;

/// An expression that is no `&&`, `||` or concept, with the arguments of the concept that it stands in.
#[derive(Clone)]
pub(super) struct Atom<'a> {
    pub(super) expr: &'a ast::Expr,
    pub(super) scope: ScopeId,
    pub(super) args: Rc<[TArg]>,
}

impl PartialEq for Atom<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.expr, other.expr) && self.args == other.args
    }
}

/// A constraint in which concepts are replaced by what they stand for.
#[derive(Clone)]
pub(super) enum Normal<'a> {
    Atom(Atom<'a>),
    All(Vec<Normal<'a>>),
    Any(Vec<Normal<'a>>),
    /// A concept whose arguments do not fit it.
    Never,
}

type Clauses<'n, 'a> = Vec<Vec<&'n Atom<'a>>>;

/// Whether `a` asks for more than `b`: it implies `b` and is not implied. `None`: neither.
pub(super) fn more_constrained(a: &Normal, b: &Normal) -> Option<bool> {
    match (implies(a, b), implies(b, a)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// Each way to satisfy `p` has an atom in common with each thing that `q` asks for.
fn implies(p: &Normal, q: &Normal) -> bool {
    let (Some(ways), Some(asked)) = (clauses(p, true), clauses(q, false)) else { return false };
    ways.iter().all(|way| asked.iter().all(|any| any.iter().any(|atom| way.contains(atom))))
}

/// The clauses of the disjunctive normal form, or of the conjunctive one.
fn clauses<'n, 'a>(n: &'n Normal<'a>, is_disjunctive: bool) -> Option<Clauses<'n, 'a>> {
    let (list, joins) = match n {
        Normal::Atom(atom) => return Some(vec![vec![atom]]),
        Normal::Never => return None,
        Normal::All(list) => (list, is_disjunctive),
        Normal::Any(list) => (list, !is_disjunctive),
    };
    let parts = list.iter().map(|n| clauses(n, is_disjunctive)).collect::<Option<Vec<_>>>()?;
    let all = if joins { product(parts)? } else { parts.into_iter().flatten().collect() };
    (all.len() <= MAX_CLAUSES).then_some(all)
}

fn product<'n, 'a>(parts: Vec<Clauses<'n, 'a>>) -> Option<Clauses<'n, 'a>> {
    let mut all: Clauses = vec![Vec::new()];
    for part in parts {
        if all.len() * part.len() > MAX_CLAUSES {
            return None;
        }
        all = all.iter().flat_map(|a| part.iter().map(move |b| a.iter().chain(b).copied().collect())).collect();
    }
    Some(all)
}
