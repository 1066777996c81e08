//! `requires` expressions (C++20 [expr.prim.req]): each requirement is tried, and nothing of it is told but whether it is valid.

use crate::hir::ExprKind;
use crate::sema::Sema;
use crate::sema::entity::TArg;
use crate::sema::expressions::Val;
use kern_diag::Span;
use kern_syntax::ast::{self, Requirement, Requires};

impl<'a> Sema<'a> {
    /// The value of a `requires` expression.
    pub(in crate::sema) fn requires_expression(&mut self, e: &'a Requires, span: Span) -> Val {
        let holds = self.apart(|s| s.unmet(e)).is_none();
        self.value(ExprKind::Int(i128::from(holds)), self.common.bool, span)
    }

    /// The first requirement that is not met, in words.
    pub(super) fn unmet(&mut self, e: &'a Requires) -> Option<String> {
        let params = match &e.params {
            Some(list) => match self.quietly(|s| Some(s.param_list(list))) {
                Some(params) => params,
                None => return Some("its parameters are not valid".into()),
            },
            None => return e.items.iter().find_map(|item| self.unmet_requirement(item)),
        };
        self.with_params_in_scope(&params, None, |s| e.items.iter().find_map(|item| s.unmet_requirement(item)))
    }

    fn unmet_requirement(&mut self, item: &'a Requirement) -> Option<String> {
        match item {
            Requirement::Expr(e) => {
                let is_valid = self.unevaluated_quietly(|s| {
                    let v = s.expr(e);
                    (!s.is_error(v.e.ty)).then_some(())
                });
                is_valid.is_none().then(|| format!("`{}` is not valid", self.shown_text(e.span)))
            }
            Requirement::Type(ty) => {
                let found = self.quietly(|s| {
                    let q = s.type_name(ty);
                    (!s.is_error(q.ty)).then_some(())
                });
                found.is_none().then(|| format!("there is no `{}`", self.shown_text(ty.span)))
            }
            Requirement::Nested(e) => {
                let scope = self.scope;
                let normal = self.normal(e, scope, &Vec::new().into());
                let atom = self.satisfied(&normal).err()?;
                Some(self.why_fails(atom.as_ref()))
            }
            Requirement::Compound { value, is_noexcept, concept } => self.unmet_compound(value, *is_noexcept, concept.as_ref()),
        }
    }

    fn unmet_compound(&mut self, value: &'a ast::Expr, is_noexcept: bool, concept: Option<&'a ast::Path>) -> Option<String> {
        let text = self.shown_text(value.span);
        let found = self.unevaluated_quietly(|s| {
            let v = s.expr(value);
            let q = s.type_by_category(&v);
            (!s.is_error(q.ty)).then_some(q)
        });
        let Some(q) = found else { return Some(format!("`{text}` is not valid")) };
        if is_noexcept {
            let v = self.noexcept_operator(value, value.span);
            if matches!(v.e.kind, ExprKind::Int(0)) {
                return Some(format!("`{text}` may throw"));
            }
        }
        let concept = concept?;
        let shown = self.show_q(q);
        let holds = self.satisfies(&TArg::Type(q), concept);
        (!holds).then(|| format!("`{text}` is a `{shown}`, which does not satisfy `{}`", self.shown_text(concept.span)))
    }

    fn unevaluated_quietly<R>(&mut self, f: impl FnOnce(&mut Sema<'a>) -> Option<R>) -> Option<R> {
        self.unevaluated += 1;
        let result = self.quietly(f);
        self.unevaluated -= 1;
        result
    }
}
