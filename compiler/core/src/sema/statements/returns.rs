//! `return`, and result types deduced from it (C++17 [dcl.spec.auto]).

use crate::hir::{self, ExprKind, LocalId, QualType, StmtKind};
use crate::sema::convert::Purpose;
use crate::sema::entity::{Body, FuncId};
use crate::sema::expressions::{Arg, Cat};
use crate::sema::functions::{Frame, Returned};
use crate::sema::{Sema, declarations, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    pub(super) fn return_statement(&mut self, value: Option<&'a ast::Expr>, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(frame) = self.frames.last() else { return };
        let (result, func, end) = (frame.result, frame.func, frame.end_label);
        if let Some(label) = end {
            if let Some(e) = value {
                self.report(errors::void_returns_value(e.span, "the destructor", false));
            }
            self.push(out, StmtKind::Goto(label), span);
            return;
        }
        let Some(result) = result else {
            // The first `return` says what `auto` is.
            let e = value.map(|e| self.arg(e));
            let specs_ty = match &e {
                None => Some(QualType::from(self.common.void)),
                Some(Arg::Val(v)) if self.is_error(v.e.ty) => None,
                Some(Arg::List(list)) => {
                    self.report(errors::braces_here(list.span));
                    None
                }
                Some(_) if self.is_decltype_auto(func) => value.map(|e| self.decltype(e)),
                Some(arg) => self.deduced_result(func, arg),
            };
            let Some(ty) = specs_ty else {
                let error = self.common.error;
                if let Some(f) = self.frame() {
                    f.result = Some(error.into());
                }
                return self.leave_out(span, out);
            };
            if let Some(f) = self.frame() {
                f.result = Some(ty);
            }
            // Recursion from here on knows the result.
            self.funcs[func.0 as usize].ty.result = ty;
            self.funcs[func.0 as usize].deduce_result = false;
            if let Some(h) = self.funcs[func.0 as usize].hir {
                self.functions[h.0 as usize].result = ty.ty;
            }
            let value = match e {
                Some(arg) if !self.is_void(ty.ty) => {
                    let at = arg.span();
                    let arg = self.returned_local(arg, ty);
                    Some(self.convert_returned(arg, ty, func, at))
                }
                Some(Arg::Val(v)) => {
                    self.push(out, StmtKind::Expr(v.e), span);
                    None
                }
                _ => None,
            };
            self.push(out, StmtKind::Return(value), span);
            return;
        };
        match value {
            None => {
                if !self.is_void(result.ty) && !self.is_error(result.ty) {
                    let shown = self.show_q(result);
                    let name = self.plain_func_name(&self.funcs[func.0 as usize]);
                    if !self.is_scalar(result.ty) {
                        self.report(errors::missing_return_value(span, &name, &shown));
                        return;
                    }
                    // As nvcc has it; what is returned is anybody's guess.
                    self.warn(errors::returns_without_value(span, &name, &shown));
                    let zero = if self.is_pointer(result.ty) {
                        self.make(ExprKind::Null, result.ty, span)
                    } else {
                        let zero = self.int_value(0, self.common.int, span);
                        self.scalar_convert(zero, result.ty)
                    };
                    self.push(out, StmtKind::Return(Some(zero)), span);
                    return;
                }
                self.push(out, StmtKind::Return(None), span);
            }
            Some(e) => {
                let arg = self.arg(e);
                if self.is_void(result.ty) {
                    match arg {
                        Arg::Val(v) if self.is_void(v.e.ty) => {
                            self.push(out, StmtKind::Expr(v.e), span);
                            self.push(out, StmtKind::Return(None), span);
                        }
                        Arg::Val(v) if self.is_error(v.e.ty) => self.leave_out(span, out),
                        _ => {
                            let name = self.plain_func_name(&self.funcs[func.0 as usize]);
                            let is_kernel = self.funcs[func.0 as usize].space.is_kernel;
                            self.report(errors::void_returns_value(e.span, &format!("`{name}`"), is_kernel));
                        }
                    }
                    return;
                }
                if self.frames.last().is_some_and(|frame| frame.is_deduced)
                    && !self.is_decltype_auto(func)
                    && let Some(found) = self.deduced_result(func, &arg)
                    && found.ty != result.ty
                    && !self.is_error(result.ty)
                {
                    let (a, b) = (self.show(result.ty), self.show(found.ty));
                    self.report(errors::results_differ(e.span, &a, &b));
                    return;
                }
                let arg = self.returned_local(arg, result);
                let value = self.convert_returned(arg, result, func, e.span);
                if self.has_error(&value) {
                    self.leave_out(span, out);
                } else {
                    self.push(out, StmtKind::Return(Some(value)), span);
                }
            }
        }
    }

    /// Returning a local moves it (C++17 [class.copy.elision]/3), also into an object of another class, but of a base of its own that is
    /// copied: the constructor takes a reference to another type than the local's. Notes which it is.
    fn returned_local(&mut self, arg: Arg<'a>, result: QualType) -> Arg<'a> {
        let local = match &arg {
            Arg::Val(v) if self.class_of(v.e.ty).is_some() && self.class_of(result.ty).is_some() => match v.e.kind {
                ExprKind::Local(id) => Some((id, v.e.ty == result.ty)),
                _ => None,
            },
            _ => None,
        };
        if let Some(frame) = self.frame() {
            let variable = local.filter(|&(id, is_same)| is_same && frame.info.get(id.0 as usize).is_some_and(|info| info.is_outermost));
            frame.returned = match (frame.returned, variable) {
                (Returned::Nothing, Some((id, _))) => Returned::Variable(id),
                (Returned::Variable(known), Some((id, _))) if known == id => Returned::Variable(id),
                _ => Returned::Other,
            };
        }
        let is_sliced = |from, to| from != to && self.base_path(from, to).is_some();
        match arg {
            Arg::Val(mut v)
                if local.is_some()
                    && !v.e.is_const
                    && !self.class_of(v.e.ty).zip(self.class_of(result.ty)).is_some_and(|(from, to)| is_sliced(from, to)) =>
            {
                v.cat = Cat::X;
                Arg::Val(v)
            }
            other => other,
        }
    }

    /// The variable that is built where the result goes, as g++ and nvcc do it: one of the outermost block that every `return`
    /// names, of a class that is not returned in registers.
    pub(in crate::sema) fn named_result(&self, frame: &Frame, result: QualType) -> Option<LocalId> {
        let Returned::Variable(id) = frame.returned else { return None };
        let local = frame.locals.get(id.0 as usize)?;
        let class = self.class_of(result.ty)?;
        let fits = local.align.is_none_or(|align| align <= self.types.align_of(result.ty));
        (fits && !local.ty.is_volatile && !self.types.class(class).is_trivial).then_some(id)
    }

    /// What `func` returns, converted to the type of its result.
    fn convert_returned(&mut self, arg: Arg<'a>, result: QualType, func: FuncId, at: Span) -> hir::Expr {
        let arg = match self.convert_none(arg, result) {
            Ok(value) => return value,
            Err(arg) => arg,
        };
        let name = self.plain_func_name(&self.funcs[func.0 as usize]);
        self.convert(arg, result, &Purpose::new(format!("returning from `{name}`")), at)
    }

    /// Whether a function's result is `decltype(auto)`.
    fn is_decltype_auto(&self, func: FuncId) -> bool {
        let kind = deduced_from(self.funcs[func.0 as usize].body).and_then(|(specs, _)| specs.ty.as_ref()).map(|t| &t.kind);
        matches!(kind, Some(ast::TypeSpecKind::DecltypeAuto))
    }

    /// What `auto` as a result type becomes for the value `arg`.
    fn deduced_result(&mut self, func: FuncId, arg: &Arg<'a>) -> Option<QualType> {
        let v = match arg {
            Arg::Val(v) => v.clone(),
            Arg::Overloads(o) => self.sole_function(o, None),
            Arg::List(_) => return None,
        };
        if self.is_error(v.e.ty) {
            return None;
        }
        let written = deduced_from(self.funcs[func.0 as usize].body);
        // `auto &`, `const auto *`, …
        if let Some((specs, ast::DeclaratorKind::Reference { is_rvalue, .. })) = written {
            let q = self.type_of(&v.e);
            let q = QualType { is_const: q.is_const || specs.quals.is_const, ..q };
            return Some(self.reference_to(q, *is_rvalue && v.cat != Cat::L).into());
        }
        let q = self.type_of(&v.e);
        let result: QualType = self.decayed(q).into();
        if let Some((specs, _)) = written
            && !self.check_constrained_auto(specs, result, v.e.span)
        {
            return None;
        }
        Some(result)
    }
}

/// The specifiers with the `auto` that a result is deduced for, in front of the function or behind `->`, and the declarator there.
fn deduced_from(body: Body<'_>) -> Option<(&ast::DeclSpecs, &ast::DeclaratorKind)> {
    let (front, list) = match body {
        Body::Ast(def) => (Some((&def.specs, &def.declarator.kind)), def.declarator.params()),
        Body::Lambda(lambda) => (None, lambda.params.as_ref()),
        _ => return None,
    };
    let (specs, kind) = match list.and_then(|list| list.trailing_return.as_deref()) {
        Some(ty) => (&*ty.specs, &ty.declarator.kind),
        None => front?,
    };
    declarations::is_auto(specs).then_some((specs, kind))
}
