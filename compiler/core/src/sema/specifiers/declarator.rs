//! Declarators applied to types (C++17 [dcl.meaning]): pointers, references, arrays, functions and their parameters.

use super::path::plain_name;
use crate::hir::{ClassId, FunctionType, QualType, Type};
use crate::sema::declarations::is_auto;
use crate::sema::entity::Param;
use crate::sema::scope::Want;
use crate::sema::types::{self, MAX_OBJECT, qualified};
use crate::sema::{Sema, deep, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, DeclaratorKind};

/// A declarator applied to its base type.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Declared<'a> {
    pub(in crate::sema) path: Option<&'a ast::Path>,
    pub(in crate::sema) ty: QualType,
    /// The parameter list, when a function is declared.
    pub(in crate::sema) params: Option<&'a ast::FunctionParams>,
    pub(in crate::sema) is_pack: bool,
    /// The lengths of a variable-length array, up to the last that is variable.
    pub(in crate::sema) vla: Vec<&'a ast::Expr>,
    pub(in crate::sema) span: Span,
}

impl<'a> Sema<'a> {
    /// Applies a declarator to its base type.
    pub(in crate::sema) fn declarator(&mut self, base: QualType, d: &'a ast::Declarator) -> Declared<'a> {
        deep(|| self.declarator_inner(base, d))
    }

    fn declarator_inner(&mut self, base: QualType, d: &'a ast::Declarator) -> Declared<'a> {
        match &d.kind {
            DeclaratorKind::Name(path) => {
                let span = path.as_ref().map_or(d.span, |p| p.span);
                Declared { path: path.as_ref(), ty: base, params: None, is_pack: false, vla: Vec::new(), span }
            }
            DeclaratorKind::Pointer { inner, quals } => {
                if self.is_reference(base.ty) {
                    self.report(errors::pointer_to_reference(d.span));
                    return self.declarator(self.common.error.into(), inner);
                }
                let ty = if self.is_error(base.ty) { base.ty } else { self.pointer_to(base) };
                self.declarator(qualified(ty.into(), *quals), inner)
            }
            DeclaratorKind::Reference { inner, is_rvalue } => {
                if self.is_void(base.ty) {
                    // `auto &f()`: what it refers to is seen from what it returns.
                    if self.auto_type.is_some_and(|auto| self.is_void(auto.ty)) {
                        return self.declarator(base, inner);
                    }
                    self.report(errors::reference_to_void(d.span));
                    return self.declarator(self.common.error.into(), inner);
                }
                let ty = self.reference_to(base, *is_rvalue);
                self.declarator(ty.into(), inner)
            }
            DeclaratorKind::MemberPointer { class, inner, quals } => {
                let class = self.type_path(class).ty;
                let ty = self.types.intern(Type::MemberPointer { class, member: base });
                self.declarator(qualified(ty.into(), *quals), inner)
            }
            DeclaratorKind::Array { inner, size } => {
                let mut vla = Vec::new();
                if self.is_reference(base.ty) || self.is_void(base.ty) || self.is_function(base.ty) {
                    let shown = self.show_q(base);
                    self.report(errors::array_of(d.span, &shown));
                    return self.declarator(self.common.error.into(), inner);
                }
                let length = match size {
                    None => None,
                    Some(e) => match self.array_length(e) {
                        Length::Constant(n) => Some(n),
                        Length::Variable => {
                            vla.push(&**e);
                            None
                        }
                        Length::Wrong => return self.declarator(self.common.error.into(), inner),
                    },
                };
                let mut inner = inner;
                if !vla.is_empty() {
                    // The dimensions before it count as one with it; of a parameter the first says nothing.
                    while let DeclaratorKind::Array { inner: next, size } = &inner.kind {
                        let Some(e) = size.as_deref().or(vla.first().copied().filter(|_| self.has_variable_parameters())) else { break };
                        vla.insert(0, e);
                        inner = next;
                    }
                    if let DeclaratorKind::Pointer { inner: next, quals } = &inner.kind
                        && matches!(next.kind, DeclaratorKind::Name(_))
                        && (self.in_param || self.in_host_function())
                        && !self.is_error(base.ty)
                    {
                        let first = vla[0];
                        vla.insert(0, first);
                        let ty = self.pointer_to(base);
                        return Declared { vla, ..self.declarator(qualified(ty.into(), *quals), next) };
                    }
                    if !matches!(inner.kind, DeclaratorKind::Name(_)) {
                        self.report(errors::unsupported(d.span, "pointers and references to variable-length arrays"));
                        return self.declarator(self.common.error.into(), inner);
                    }
                }
                if matches!(self.ty(base.ty), Type::Array { length: None, .. }) {
                    self.report(errors::inner_length_missing(d.span));
                    return self.declarator(self.common.error.into(), inner);
                }
                let ty = if self.is_error(base.ty) { base.ty } else { self.array_of(base, length) };
                if self.types.size_of(ty) > MAX_OBJECT {
                    let shown = self.show(ty);
                    self.report(errors::huge_type(d.span, &shown));
                    return self.declarator(self.common.error.into(), inner);
                }
                let mut declared = self.declarator(ty.into(), inner);
                if !vla.is_empty() {
                    declared.vla = vla;
                }
                declared
            }
            DeclaratorKind::Function { inner, params } => {
                let is_named = matches!(inner.kind, DeclaratorKind::Name(Some(_)));
                let member_of = self.class_around().filter(|_| is_named).map(|class| (class, params.quals.is_const));
                let ty = self.function_type(base, params, is_named, member_of);
                let id = self.types.intern(Type::Function(ty));
                let mut declared = self.declarator(id.into(), inner);
                if matches!(inner.kind, DeclaratorKind::Name(_)) {
                    declared.params = Some(params);
                }
                declared
            }
            DeclaratorKind::Pack(inner) => {
                let mut declared = self.declarator(base, inner);
                declared.is_pack = true;
                declared
            }
        }
    }

    /// Whether a parameter is read that may be an array whose length another parameter gives (ISO C17 6.7.6.2).
    fn has_variable_parameters(&self) -> bool {
        self.in_param && self.is_c
    }

    fn array_length(&mut self, e: &'a ast::Expr) -> Length {
        if self.has_variable_parameters() && !self.is_system(e.span) {
            // What it is is asked where the function begins.
            let known = self.quietly(|sema| {
                let value = sema.read(e);
                sema.evaluate_int(&value.e).ok()
            });
            if known.is_none() {
                return Length::Variable;
            }
        }
        if self.in_param
            && let ast::ExprKind::Path(path) = &e.kind
            && plain_name(path).is_some_and(|name| self.lookup(name, Want::Any).is_none())
        {
            self.report(errors::parameter_length(e.span, self.sources.text(e.span)));
            return Length::Wrong;
        }
        let value = self.expr(e);
        let value = self.rvalue(value);
        let value = self.class_to_scalar(value, e.span);
        if self.is_error(value.e.ty) {
            return Length::Wrong;
        }
        if !self.is_integral(value.e.ty) && !self.is_enum(value.e.ty) {
            let shown = self.show(value.e.ty);
            self.report(errors::array_length_type(e.span, &shown));
            return Length::Wrong;
        }
        match self.evaluate_int(&value.e) {
            Ok(n) if n < 0 => {
                self.report(errors::negative_array(e.span, n));
                Length::Wrong
            }
            Ok(n) if n > 1 << 46 => {
                self.report(errors::huge_array(e.span, n));
                Length::Wrong
            }
            Ok(n) => Length::Constant(n as u64),
            Err(why) => {
                if self.in_host_function() {
                    return Length::Variable;
                }
                let in_device = self.frames.last().is_some();
                self.report_not_constant(why, |why| errors::array_not_constant(e.span, why, in_device));
                Length::Wrong
            }
        }
    }

    /// The type of a function with result `base` and these parameters, whether it is that of a name that is declared; of a member
    /// function, whose, and whether it is `const`.
    fn function_type(
        &mut self,
        base: QualType,
        params: &'a ast::FunctionParams,
        is_named: bool,
        member_of: Option<(ClassId, bool)>,
    ) -> FunctionType {
        let list = self.param_list(params);
        let result = match &params.trailing_return {
            Some(ty) => self.with_params_in_scope(&list, member_of, |sema| {
                sema.bind_empty_packs(params);
                sema.type_name(ty)
            }),
            None => base,
        };
        let result = if self.is_array(result.ty) || self.is_function(result.ty) {
            let shown = self.show_q(result);
            self.report(errors::returns_array(params.span, &shown));
            self.common.error.into()
        } else {
            result
        };
        let scope = self.scope;
        FunctionType {
            result: if self.class_of(result.ty).is_some() { result } else { types::bare(result) },
            params: list.iter().map(|p| types::bare(p.ty)).collect(),
            is_variadic: params.is_variadic,
            is_const: params.quals.is_const,
            // The condition of a function is looked at where that is declared.
            is_noexcept: if is_named { params.is_noexcept } else { self.is_noexcept_list(params, &list, scope) },
        }
    }

    /// The parameters with adjusted types; packs are expanded.
    pub(in crate::sema) fn param_list(&mut self, params: &'a ast::FunctionParams) -> Vec<Param<'a>> {
        let mut list = Vec::new();
        for (i, p) in params.params.iter().enumerate() {
            let is_pack = p.declarator.is_pack();
            if let Some(types) = self.lambda_autos.as_ref().filter(|_| is_pack && is_auto(&p.specs)) {
                for ty in types.get(i).cloned().unwrap_or_default() {
                    let mut param = self.param(p, Some(ty));
                    param.of_pack = true;
                    list.push(param);
                }
            } else if is_pack {
                for scope in self.pack_scopes_of_param(p) {
                    let mut param = self.within(scope, |sema| sema.param(p, None));
                    param.of_pack = true;
                    list.push(param);
                }
            } else {
                let auto = self.lambda_autos.as_ref().and_then(|types| types.get(i)?.first().copied());
                let param = self.param(p, auto);
                list.push(param);
            }
        }
        if let [only] = list.as_slice()
            && self.is_void(only.ty.ty)
            && only.name.is_none()
        {
            list.clear();
        }
        list
    }

    /// A parameter; `auto` in it, if it is a generic lambda's, is the type given.
    pub(super) fn param(&mut self, p: &'a ast::Param, auto: Option<QualType>) -> Param<'a> {
        let saved = self.auto_type;
        if self.lambda_autos.is_some() {
            self.auto_type = auto;
        }
        let base = self.specified_type(&p.specs);
        self.auto_type = saved;
        let depth = std::mem::replace(&mut self.in_param, true);
        let declared = self.declarator(base, &p.declarator);
        self.in_param = depth;
        let mut ty = declared.ty;
        if self.is_array(ty.ty) || self.is_function(ty.ty) {
            ty = self.decayed(ty).into();
        } else if self.is_texture_reference(ty) {
            // A copy would be bound to nothing: a function that is given one by value is expanded in place by nvcc.
            ty = self.reference_to(QualType { is_const: true, ..ty }, false).into();
        }
        Param {
            name: declared.path.and_then(plain_name).cloned(),
            ty,
            default: p.default.as_deref(),
            default_scope: self.scope,
            of_pack: false,
            rows: declared.vla.into_iter().skip(1).collect(),
            span: declared.span,
        }
    }
}

/// What an array bound turned out to be.
enum Length {
    Constant(u64),
    Variable,
    Wrong,
}
