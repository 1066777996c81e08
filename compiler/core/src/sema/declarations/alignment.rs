//! The alignment that declarations ask for: with `alignas` and attributes, or by an alias that does ("Type Attributes" of GCC).
//!
//! An alias's alignment is no part of its type: it is that of what is declared as the alias.

use crate::hir::QualType;
use crate::sema::entity::Name;
use crate::sema::expressions::Val;
use crate::sema::specifiers::plain_name;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, AlignSpec, DeclaratorKind};
use std::collections::HashSet;

/// The largest alignment, in bytes.
const MAX_ALIGNMENT: i128 = 1 << 20;

impl<'a> Sema<'a> {
    /// The alignment that specifiers of an object ask for: the strictest.
    pub(in crate::sema) fn alignment(&mut self, specs: impl IntoIterator<Item = &'a AlignSpec>) -> Option<u64> {
        self.asked_alignments(specs).into_iter().max()
    }

    /// The alignment that specifiers of a class ask for: that of the last, as GCC and nvcc have it.
    pub(in crate::sema) fn alignment_of_class(&mut self, specs: impl IntoIterator<Item = &'a AlignSpec>) -> Option<u64> {
        self.asked_alignments(specs).pop()
    }

    /// What specifiers ask for, one after the other.
    fn asked_alignments(&mut self, specs: impl IntoIterator<Item = &'a AlignSpec>) -> Vec<u64> {
        let mut asked = Vec::new();
        for spec in specs {
            match spec {
                AlignSpec::Type(name) => {
                    let q = self.type_name(name);
                    asked.push(self.alignment_of_name(name, q));
                }
                AlignSpec::Packed(e) => self.report(errors::packed_alone(e.span)),
                AlignSpec::Expr(e) => {
                    for v in self.asked_values(e) {
                        asked.extend(self.asked_by_value(v));
                    }
                }
            }
        }
        asked
    }

    /// The numbers that `alignas(e)` asks for, which may be `alignas(pattern...)`.
    fn asked_values(&mut self, e: &'a ast::Expr) -> Vec<Val> {
        let Some(pattern) = expanded(e) else { return vec![self.expr(e)] };
        let scopes = self.pack_scopes_of_expr(pattern);
        scopes.into_iter().map(|scope| self.within(scope, |sema| sema.expr(pattern))).collect()
    }

    /// The alignment that a number asks for; 0 asks for none.
    fn asked_by_value(&mut self, v: Val) -> Option<u64> {
        let span = v.e.span;
        let v = self.rvalue(v);
        match self.evaluate_int(&v.e) {
            Ok(0) => None,
            Ok(n) if n < 0 || n & (n - 1) != 0 || n > MAX_ALIGNMENT => {
                self.report(errors::bad_alignment(span, n));
                None
            }
            Ok(n) => Some(n as u64),
            Err(why) => {
                self.report_not_constant(why, |why| errors::not_constant(span, why));
                None
            }
        }
    }

    /// The alignment of what `declarator` declares, of type `ty`, if more than the type's is asked for.
    pub(in crate::sema) fn declared_alignment(
        &mut self,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        ty: QualType,
    ) -> Option<u64> {
        let asked = self.alignment(specs.align_of(declarator));
        let by_alias = self.alignment_by_alias(specs, declarator);
        asked.max(by_alias.filter(|n| *n > self.types.align_of(ty.ty)))
    }

    /// Says that an alignment in front of a type asks for nothing where `d`, which declares no variable, has one ([dcl.align]/1).
    pub(in crate::sema) fn check_alignment_of_nothing(&mut self, d: &'a ast::SimpleDecl) {
        if self.alignment(d.specs.align()).is_some() {
            self.warn(errors::alignment_of_nothing(d.specs.span));
        }
    }

    /// A member lies as its type does at least; an alias that asks for less would move it.
    pub(in crate::sema) fn check_member_alias(
        &mut self,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        ty: QualType,
        span: Span,
    ) {
        let by_alias = self.alignment_by_alias(specs, declarator);
        if by_alias.is_some_and(|n| n < self.types.align_of(ty.ty)) {
            self.report(errors::unsupported(span, "a member of a type that is aligned less than it was"));
        }
    }

    /// The alignment of the type `q`, written as `name`.
    pub(in crate::sema) fn alignment_of_name(&mut self, name: &'a ast::TypeName, q: QualType) -> u64 {
        let declarator = match &name.declarator.kind {
            DeclaratorKind::Reference { inner, .. } => &**inner,
            _ => &name.declarator,
        };
        let by_alias = if declarator.is_of_base() { self.alias_alignment(&name.specs) } else { None };
        let q = self.referred(q);
        self.make_complete(q.ty);
        by_alias.unwrap_or_else(|| self.types.align_of(q.ty))
    }

    /// Remembers the alignment that the alias `name` of `ty` asks for, or another alias by which it is declared.
    pub(super) fn note_alias_alignment(
        &mut self,
        name: &Name,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        ty: QualType,
        is_unnamed: bool,
    ) {
        // In front it is asked for of the type that stands there.
        let asked = match declarator.is_of_base() {
            true => self.alignment(specs.align_of(declarator)),
            false => self.alignment(specs.align_behind(declarator)),
        };
        let Some(n) = asked.or_else(|| self.alignment_by_alias(specs, declarator)) else { return };
        // A class that nothing but the alias names may as well be aligned itself.
        if is_unnamed
            && let Some(class) = self.class_of(ty.ty)
            && self.types.class(class).size.is_multiple_of(n)
        {
            let made = self.types.class_mut(class);
            made.align = made.align.max(n);
            return;
        }
        self.alias_alignments.insert((self.scope, name.clone()), n);
    }

    /// The alignment that the alias in `specs` asks for of what is declared as it, or as an array of it.
    fn alignment_by_alias(&mut self, specs: &'a ast::DeclSpecs, declarator: &'a ast::Declarator) -> Option<u64> {
        if !declarator.is_of_base() {
            return None;
        }
        let align = self.alias_alignment(specs)?;
        if matches!(declarator.kind, DeclaratorKind::Array { .. }) {
            let element = self.specified_type(specs);
            let size = self.types.size_of(element.ty);
            if !size.is_multiple_of(align) {
                self.report(errors::overaligned_elements(declarator.span, align, size));
                return None;
            }
        }
        Some(align)
    }

    /// The alignment that the alias which `specs` names asks for, if it is one that does.
    fn alias_alignment(&mut self, specs: &'a ast::DeclSpecs) -> Option<u64> {
        if self.alias_alignments.is_empty() {
            return None;
        }
        let Some(ast::TypeSpec { kind: ast::TypeSpecKind::Named(path), .. }) = &specs.ty else { return None };
        let (last, qualifiers) = path.segments.split_last()?;
        let ast::SegmentName::Ident(name) = &last.name else { return None };
        let mut scope = path.is_global.then_some(self.global);
        for segment in qualifiers {
            scope = Some(self.quietly(|sema| sema.resolve_qualifier(segment, scope))?);
        }
        let home = match scope {
            Some(scope) => self.declaring_scope(scope, name, &mut HashSet::new()),
            None => std::iter::successors(Some(self.scope), |at| self.scope_of(*at).parent)
                .find_map(|at| self.declaring_scope(at, name, &mut HashSet::new())),
        };
        self.alias_alignments.get(&(home?, name.clone())).copied()
    }
}

/// What `alignas(pattern...)` expands, if `e` is the call that stands for that.
fn expanded(e: &ast::Expr) -> Option<&ast::Expr> {
    let ast::ExprKind::Call { callee, args } = &e.kind else { return None };
    let ast::ExprKind::Path(path) = &callee.kind else { return None };
    let [ast::Expr { kind: ast::ExprKind::PackExpansion(pattern), .. }] = args.as_slice() else { return None };
    plain_name(path).filter(|name| &***name == ast::ALIGNAS_PACK).map(|_| &**pattern)
}
