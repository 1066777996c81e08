//! Constraints (C++20 [temp.constr]): whether template arguments satisfy what a template asks of them, and which of two
//! templates asks for more.
//!
//! A concept is kept as a template of a constant `bool`. What is asked of a set of arguments is brought to a normal form,
//! `&&` and `||` over atoms, in which concepts are replaced by what they stand for; the arguments are known by then, so
//! that two atoms are one when they are the same text of a concept for the same arguments.

mod normal;
mod requires;

use super::entity::{Entity, FuncId, ScopeId, TArg, TemplateId, TemplateKind};
use super::scope::Want;
use super::specifiers::{path_text, segment_text};
use super::templates::pack_up;
use super::{Sema, errors};
use crate::hir::QualType;
use kern_diag::Span;
use kern_syntax::ast::{self, Constraint, ExprKind};
use normal::{Atom, Normal};
use std::rc::Rc;

/// Longest text of a constraint in a message.
const MAX_SHOWN: usize = 80;

impl<'a> Sema<'a> {
    /// Whether the arguments, bound in `scope`, are what the template parameters ask for; reports what is not.
    pub(super) fn check_constraints(&mut self, params: &'a [ast::TemplateParam], args: &[TArg], scope: ScopeId, span: Span) -> bool {
        let all: Rc<[TArg]> = args.into();
        for (p, arg) in params.iter().zip(args) {
            for constraint in &p.constraints {
                let normal = self.normal_of(constraint, arg, scope, &all);
                let Err(atom) = self.satisfied(&normal) else { continue };
                let asked = match constraint {
                    Constraint::Concept(concept) => format!("`{}` does not satisfy `{}`", self.show_arg(arg), path_text(concept)),
                    Constraint::Clause(e) => format!("the constraint `{}` does not hold", self.shown_text(e.span)),
                };
                let why = self.why_fails(atom.as_ref());
                let place = atom.map(|atom| atom.expr.span).filter(|span| !self.is_system(*span));
                self.report(errors::constraint_fails(span, &asked, &why, place));
                return false;
            }
        }
        true
    }

    /// Whether the clause behind a function's parameters holds.
    pub(super) fn trailing_clause_holds(&mut self, f: FuncId) -> bool {
        self.funcs[f.0 as usize].requires.is_none() || self.trailing_clause(f, |s, normal| s.satisfied(&normal).is_ok())
    }

    /// Why the clause behind a function's parameters does not hold, in words.
    pub(super) fn why_trailing_clause(&mut self, f: FuncId) -> String {
        self.trailing_clause(f, |s, normal| match s.satisfied(&normal) {
            Err(atom) => s.why_fails(atom.as_ref()),
            Ok(()) => String::new(),
        })
    }

    /// Whether `auto` may become `q`; reports the concept in front of it that says no.
    pub(super) fn check_constrained_auto(&mut self, specs: &'a ast::DeclSpecs, q: QualType, span: Span) -> bool {
        let Some(concept) = specs.constraint() else { return true };
        if self.satisfies(&TArg::Type(q), concept) {
            return true;
        }
        let shown = self.show_q(q);
        self.report(errors::auto_is_constrained(span, &shown, &path_text(concept), concept.span));
        false
    }

    /// Asks something of the clause behind a function's parameters, while these are in scope.
    fn trailing_clause<R>(&mut self, f: FuncId, ask: impl FnOnce(&mut Sema<'a>, Normal<'a>) -> R) -> R {
        let func = &self.funcs[f.0 as usize];
        let Some(clause) = func.requires else { return ask(self, Normal::All(Vec::new())) };
        let (params, scope) = (func.params.clone(), func.scope);
        let args: Vec<TArg> = match (&func.template, func.class) {
            (Some((_, args)), _) => args.clone(),
            (None, Some(class)) => self.class_info(class).template.as_ref().map_or_else(Vec::new, |t| t.1.clone()),
            _ => Vec::new(),
        };
        self.within(scope, |s| {
            s.with_params_in_scope(&params, None, |s| {
                let normal = s.normal(clause, s.scope, &args.into());
                ask(s, normal)
            })
        })
    }

    /// What a function, an instance of a template or a member, asks of its arguments.
    fn constraints_of(&mut self, f: FuncId) -> Normal<'a> {
        let mut parts = vec![self.trailing_clause(f, |_, normal| normal)];
        if let Some((id, args)) = self.funcs[f.0 as usize].template.clone() {
            let (params, parent) = (self.fn_templates[id.0 as usize].params, self.fn_templates[id.0 as usize].scope);
            if params.iter().any(|p| !p.constraints.is_empty()) {
                parts.push(self.head_constraints(params, &args, parent));
            }
        }
        Normal::All(parts)
    }

    /// What a template head asks of `args`.
    fn head_constraints(&mut self, params: &'a [ast::TemplateParam], args: &[TArg], parent: ScopeId) -> Normal<'a> {
        let given: Vec<Option<TArg>> = args.iter().take(params.len()).cloned().map(Some).collect();
        let Some((args, scope)) = self.quietly(|s| s.complete_arguments(params, &given, parent, Span::default())) else {
            return Normal::All(Vec::new());
        };
        let all: Rc<[TArg]> = args.as_slice().into();
        let mut parts = Vec::new();
        for (p, arg) in params.iter().zip(&args) {
            for constraint in &p.constraints {
                parts.push(self.normal_of(constraint, arg, scope, &all));
            }
        }
        Normal::All(parts)
    }

    /// Whether `a` asks for more than `b`, which takes the same arguments; `None` if neither does ([temp.constr.order]).
    pub(super) fn more_constrained(&mut self, a: FuncId, b: FuncId) -> Option<bool> {
        let (a, b) = (self.constraints_of(a), self.constraints_of(b));
        normal::more_constrained(&a, &b)
    }

    /// Whether the first of two partial specialisations, each with its arguments, asks for more than the second.
    pub(super) fn partial_more_constrained(
        &mut self,
        a: (&'a [ast::TemplateParam], Vec<Option<TArg>>, ScopeId),
        b: (&'a [ast::TemplateParam], Vec<Option<TArg>>, ScopeId),
    ) -> bool {
        let list = |args: Vec<Option<TArg>>| args.into_iter().flatten().collect::<Vec<_>>();
        let (a, b) = (self.head_constraints(a.0, &list(a.1), a.2), self.head_constraints(b.0, &list(b.1), b.2));
        normal::more_constrained(&a, &b) == Some(true)
    }

    /// Constraints as they are written, to tell two templates apart.
    pub(super) fn written_constraints(&self, params: &[ast::TemplateParam], clause: Option<&ast::Expr>) -> String {
        let heads = params.iter().flat_map(|p| &p.constraints).map(Constraint::span);
        let spans = heads.chain(clause.map(|e| e.span));
        spans.map(|span| self.sources.text(span).split_whitespace().collect::<String>()).collect::<Vec<_>>().join(";")
    }

    /// The value of a concept for these arguments, bound in `scope`.
    pub(super) fn concept_value(&mut self, id: TemplateId, args: &[TArg], scope: ScopeId) -> Entity {
        let Some(body) = self.concept_body(id) else { return Entity::Error };
        let normal = self.normal(body, scope, &args.into());
        let holds = self.satisfied(&normal).is_ok();
        Entity::Value(TArg::Int(i128::from(holds), self.common.bool))
    }

    fn concept_body(&self, id: TemplateId) -> Option<&'a ast::Expr> {
        let TemplateKind::Variable(decl) = self.templates[id.0 as usize].kind else { return None };
        match &decl.declarators.first()?.init {
            Some(ast::Initializer::Equals(e)) if decl.specs.flags.is_concept => Some(e),
            _ => None,
        }
    }

    /// The concept that a path names, whatever its arguments.
    fn concept_named(&mut self, path: &'a ast::Path) -> Option<TemplateId> {
        let last = path.segments.last()?;
        let text = segment_text(&last.name);
        let found = if path.segments.len() > 1 || path.is_global {
            let (scope, _, _) = self.quietly(|s| Some(s.target_of(Some(path))))?;
            self.lookup_in(scope, &text, Want::Any)
        } else {
            self.lookup(&text, Want::Any)
        };
        match found {
            Some(Entity::Template(id)) if self.concept_body(id).is_some() => Some(id),
            _ => None,
        }
    }

    /// Whether `first` satisfies the concept that a path names with its other arguments.
    pub(super) fn satisfies(&mut self, first: &TArg, concept: &'a ast::Path) -> bool {
        let scope = self.scope;
        let normal = self.concept_normal(concept, Some(first), scope);
        normal.is_some_and(|normal| self.satisfied(&normal).is_ok())
    }

    fn normal_of(&mut self, constraint: &'a Constraint, arg: &TArg, scope: ScopeId, args: &Rc<[TArg]>) -> Normal<'a> {
        match (constraint, arg) {
            (Constraint::Clause(e), _) => self.normal(e, scope, args),
            (Constraint::Concept(concept), TArg::Pack(list)) => {
                Normal::All(list.iter().map(|one| self.concept_normal(concept, Some(one), scope).unwrap_or(Normal::Never)).collect())
            }
            (Constraint::Concept(concept), one) => self.concept_normal(concept, Some(one), scope).unwrap_or(Normal::Never),
        }
    }

    /// The normal form of an expression whose names are looked up in `scope` ([temp.constr.normal]).
    fn normal(&mut self, e: &'a ast::Expr, scope: ScopeId, args: &Rc<[TArg]>) -> Normal<'a> {
        super::deep(|| match &e.kind {
            ExprKind::Paren(inner) => self.normal(inner, scope, args),
            ExprKind::Binary { op: ast::BinaryOp::And, left, right, .. } => {
                Normal::All(vec![self.normal(left, scope, args), self.normal(right, scope, args)])
            }
            ExprKind::Binary { op: ast::BinaryOp::Or, left, right, .. } => {
                Normal::Any(vec![self.normal(left, scope, args), self.normal(right, scope, args)])
            }
            ExprKind::Path(path) if self.within(scope, |s| s.concept_named(path)).is_some() => {
                self.concept_normal(path, None, scope).unwrap_or(Normal::Never)
            }
            _ => Normal::Atom(Atom { expr: e, scope, args: args.clone() }),
        })
    }

    /// What a concept asks of `first` and its written arguments; `None` when they do not fit its parameters.
    fn concept_normal(&mut self, path: &'a ast::Path, first: Option<&TArg>, scope: ScopeId) -> Option<Normal<'a>> {
        let id = self.within(scope, |s| s.concept_named(path))?;
        let body = self.concept_body(id)?;
        let span = path.span;
        let (params, home) = (self.templates[id.0 as usize].params, self.templates[id.0 as usize].scope);
        if !self.may_instantiate(span) {
            return None;
        }
        let (args, inner) = self.apart(|s| {
            s.quietly(|s| {
                let mut flat: Vec<TArg> = first.into_iter().cloned().collect();
                let rest =
                    if first.is_some() && !params.first().is_some_and(|p| p.is_pack) { &params[1.min(params.len())..] } else { params };
                if let Some(written) = path.segments.last().and_then(|s| s.args.as_deref()) {
                    flat.extend(s.within(scope, |s| s.arguments_for(rest, written, span))?);
                }
                s.complete_arguments(params, &pack_up(params, &flat), home, span)
            })
        })?;
        self.instantiation_depth += 1;
        let normal = self.normal(body, inner, &args.into());
        self.instantiation_depth -= 1;
        Some(normal)
    }

    /// Whether a constraint holds; if not, the first atom that makes it fail, where that is an atom.
    fn satisfied(&mut self, normal: &Normal<'a>) -> Result<(), Option<Atom<'a>>> {
        match normal {
            Normal::Atom(atom) if self.atom_holds(atom) => Ok(()),
            Normal::Atom(atom) => Err(Some(atom.clone())),
            Normal::Never => Err(None),
            Normal::All(list) => list.iter().try_for_each(|n| self.satisfied(n)),
            Normal::Any(list) => {
                let mut first = None;
                for n in list {
                    match self.satisfied(n) {
                        Ok(()) => return Ok(()),
                        Err(atom) => first = first.or(atom),
                    }
                }
                Err(first)
            }
        }
    }

    fn atom_holds(&mut self, atom: &Atom<'a>) -> bool {
        let (expr, scope) = (atom.expr, atom.scope);
        let value = self.apart(|s| {
            s.quietly(|s| {
                let e = s.within(scope, |s| s.condition(expr));
                s.evaluate_int(&e).ok()
            })
        });
        value.is_some_and(|v| v != 0)
    }

    /// Asks a question that has nothing to do with what is being checked around it.
    fn apart<R>(&mut self, f: impl FnOnce(&mut Sema<'a>) -> R) -> R {
        let (converting, lenient) = (std::mem::take(&mut self.in_user_conversion), std::mem::take(&mut self.lenient));
        let (auto, autos, param) = (self.auto_type.take(), self.lambda_autos.take(), std::mem::take(&mut self.in_param));
        let result = f(self);
        (self.in_user_conversion, self.lenient) = (converting, lenient);
        (self.auto_type, self.lambda_autos, self.in_param) = (auto, autos, param);
        result
    }

    /// Why a constraint does not hold, in words; no atom: its arguments do not fit the concept.
    fn why_fails(&mut self, atom: Option<&Atom<'a>>) -> String {
        let Some(atom) = atom else { return "the arguments do not fit the concept".into() };
        match &atom.expr.kind {
            ExprKind::Requires(inner) => {
                let scope = atom.scope;
                self.apart(|s| s.within(scope, |s| s.unmet(inner))).unwrap_or_else(|| "a requirement is not met".into())
            }
            _ => format!("`{}` is false", self.shown_text(atom.expr.span)),
        }
    }

    fn shown_text(&self, span: Span) -> String {
        let text = self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() <= MAX_SHOWN { text } else { text.chars().take(MAX_SHOWN - 1).chain(['…']).collect() }
    }
}
