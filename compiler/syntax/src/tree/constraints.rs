//! Template heads with their constraints, and function templates without a head: `void f(auto x)` ([dcl.fct] 18).

use super::Cx;
use crate::ast::*;
use kern_diag::{Code, Diagnostic};
use std::sync::Arc;

/// How the names of invented parameters start.
const INVENTED: &str = "auto:";

impl Cx<'_> {
    /// `template <params> requires clause decl`
    pub(crate) fn template(&self, mut params: Vec<TemplateParam>, clause: Option<Expr>, mut decl: Decl) -> DeclKind {
        if let DeclKind::Template(inner) = &mut decl.kind
            && let Some(inner) = Arc::get_mut(inner).filter(|inner| inner.params.first().is_some_and(|p| p.is_invented))
        {
            params.append(&mut inner.params);
            decl = std::mem::replace(&mut inner.decl, Decl { kind: DeclKind::Empty, span: decl.span });
        }
        match (params.last_mut(), clause) {
            (Some(last), Some(clause)) => last.constraints.push(Constraint::Clause(clause)),
            (None, Some(clause)) => self.error(
                Diagnostic::error(Code::BAD_DECLARATION, clause.span, "an explicit specialisation has no constraints")
                    .help("constrain the template that it specialises"),
            ),
            _ => {}
        }
        DeclKind::Template(Arc::new(TemplateDecl { params, decl }))
    }

    /// A function definition; with `auto` among its parameters it is a template.
    pub(crate) fn function_decl(&self, mut function: Arc<FunctionDef>, l: usize, r: usize) -> DeclKind {
        let invented = match Arc::get_mut(&mut function) {
            Some(def) => def.declarator.params_mut().map(|list| invented_params(list, 0)).unwrap_or_default(),
            None => Vec::new(),
        };
        self.headed(invented, DeclKind::Function(function), l, r)
    }

    /// A declaration; a function with `auto` among its parameters is a template.
    pub(crate) fn simple_decl(&self, mut simple: SimpleDecl, l: usize, r: usize) -> DeclKind {
        let invented = match simple.declarators.as_mut_slice() {
            [one] if !simple.specs.flags.is_typedef => one.declarator.params_mut().map(|list| invented_params(list, 0)).unwrap_or_default(),
            _ => Vec::new(),
        };
        self.headed(invented, DeclKind::Simple(simple), l, r)
    }

    fn headed(&self, params: Vec<TemplateParam>, kind: DeclKind, l: usize, r: usize) -> DeclKind {
        if params.is_empty() {
            return kind;
        }
        DeclKind::Template(Arc::new(TemplateDecl { params, decl: Decl { kind, span: self.span(l, r) } }))
    }

    /// A lambda with a head, or with constrained parameters: each `auto` becomes a parameter of the head.
    pub(crate) fn lambda_head(&self, lambda: &mut Lambda, mut head: Vec<TemplateParam>, clause: Option<Expr>) {
        if let (Some(last), Some(clause)) = (head.last_mut(), clause) {
            last.constraints.push(Constraint::Clause(clause));
        }
        let is_constrained = |list: &FunctionParams| list.requires.is_some() || list.params.iter().any(|p| p.specs.constraint().is_some());
        if let Some(list) = &mut lambda.params
            && (!head.is_empty() || is_constrained(list))
        {
            let first = head.len();
            head.extend(invented_params(list, first));
        }
        lambda.head = head;
    }
}

/// Replaces each `auto` of the parameters' types by a new template parameter.
fn invented_params(list: &mut FunctionParams, first: usize) -> Vec<TemplateParam> {
    let mut invented = Vec::new();
    for param in &mut list.params {
        let is_pack = param.declarator.is_pack();
        let constraint = param.specs.rare.as_mut().and_then(|rare| rare.constraint.take());
        let Some(ty) = param.specs.ty.as_mut().filter(|ty| matches!(ty.kind, TypeSpecKind::Auto)) else { continue };
        let name: Arc<str> = format!("{INVENTED}{}", first + invented.len() + 1).into();
        let segment = PathSegment { name: SegmentName::Ident(name.clone()), args: None, span: ty.span };
        ty.kind = TypeSpecKind::Named(Path { is_global: false, segments: vec![segment], span: ty.span });
        invented.push(TemplateParam {
            kind: TemplateParamKind::Type { default: None },
            name: Some(Ident { name, span: ty.span }),
            is_pack,
            is_invented: true,
            constraints: constraint.map(Constraint::Concept).into_iter().collect(),
            span: ty.span,
        });
    }
    invented
}
