//! Types as written to types: specifiers, declarators, paths and template arguments.

use super::Sema;
use super::entity::{Entity, Name, Param, ScopeId, ScopeKind, TArg, TemplateId};
use super::errors;
use super::scope::Want;
use super::types::{MAX_OBJECT, qualified};
use crate::hir::{ClassId, FunctionType, IntType, QualType, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast;
use kern_syntax::ast::{DeclaratorKind, SegmentName, TypeSpecKind};

/// A declarator applied to its base type.
#[derive(Clone, Debug)]
pub(super) struct Declared<'a> {
    pub(super) path: Option<&'a ast::Path>,
    pub(super) ty: QualType,
    /// The parameter list, when a function is declared.
    pub(super) params: Option<&'a ast::FunctionParams>,
    pub(super) is_pack: bool,
    /// The length of a variable-length array.
    pub(super) vla: Option<&'a ast::Expr>,
    pub(super) span: Span,
}

/// What a path names.
#[derive(Clone, Debug)]
pub(super) struct Resolved<'a> {
    pub(super) entity: Entity,
    /// Template arguments of the last segment, still to be applied to a function template.
    pub(super) args: Option<&'a [ast::TemplateArg]>,
    /// The class in which a qualified name was found (`Base::f`).
    pub(super) class: Option<ClassId>,
}

/// The innermost name of a declarator.
pub(super) fn declarator_path(d: &ast::Declarator) -> Option<&ast::Path> {
    let mut d = d;
    loop {
        match &d.kind {
            DeclaratorKind::Name(path) => return path.as_ref(),
            DeclaratorKind::Pointer { inner, .. }
            | DeclaratorKind::Reference { inner, .. }
            | DeclaratorKind::MemberPointer { inner, .. }
            | DeclaratorKind::Array { inner, .. }
            | DeclaratorKind::Function { inner, .. }
            | DeclaratorKind::Pack(inner) => d = inner,
        }
    }
}

/// The parameter list directly around the declared name, if the declarator declares a function.
pub(super) fn declarator_params(d: &ast::Declarator) -> Option<&ast::FunctionParams> {
    match &d.kind {
        DeclaratorKind::Function { inner, params } if matches!(inner.kind, DeclaratorKind::Name(_)) => Some(params),
        DeclaratorKind::Name(_) => None,
        DeclaratorKind::Pointer { inner, .. }
        | DeclaratorKind::Reference { inner, .. }
        | DeclaratorKind::MemberPointer { inner, .. }
        | DeclaratorKind::Array { inner, .. }
        | DeclaratorKind::Function { inner, .. }
        | DeclaratorKind::Pack(inner) => declarator_params(inner),
    }
}

/// A path of one plain name.
pub(super) fn plain_name(path: &ast::Path) -> Option<&Name> {
    match path.segments.as_slice() {
        [ast::PathSegment { name: SegmentName::Ident(name), args: None, .. }] if !path.is_global => Some(name),
        _ => None,
    }
}

/// The text of a segment's name; operators and the like get a spelling that no identifier has.
pub(super) fn segment_text(name: &SegmentName) -> Name {
    match name {
        SegmentName::Ident(n) => n.clone(),
        SegmentName::Operator(op) => operator_text(*op),
        SegmentName::Conversion(_) => "operator <conversion>".into(),
        SegmentName::Destructor(n) => format!("~{n}").into(),
        SegmentName::Decltype(_) => "decltype(…)".into(),
        SegmentName::Literal(n) => format!("operator\"\"{n}").into(),
    }
}

/// `operator+`
pub(super) fn operator_text(op: ast::OverloadedOp) -> Name {
    use ast::OverloadedOp as O;
    let text = match op {
        O::Binary(op) => format!("operator{}", binary_text(op)),
        O::Assign(op) => format!("operator{}=", op.map_or("", binary_text)),
        O::Unary(op) => format!("operator{}", unary_text(op)),
        O::Increment => "operator++".into(),
        O::Decrement => "operator--".into(),
        O::Call => "operator()".into(),
        O::Index => "operator[]".into(),
        O::Arrow => "operator->".into(),
        O::Comma => "operator,".into(),
        O::New(false) => "operator new".into(),
        O::New(true) => "operator new[]".into(),
        O::Delete(false) => "operator delete".into(),
        O::Delete(true) => "operator delete[]".into(),
    };
    text.into()
}

/// `+`
pub(super) fn binary_text(op: ast::BinaryOp) -> &'static str {
    use ast::BinaryOp::*;
    match op {
        Add => "+",
        Sub => "-",
        Mul => "*",
        Div => "/",
        Rem => "%",
        Shl => "<<",
        Shr => ">>",
        BitAnd => "&",
        BitOr => "|",
        BitXor => "^",
        And => "&&",
        Or => "||",
        Eq => "==",
        Ne => "!=",
        Lt => "<",
        Gt => ">",
        Le => "<=",
        Ge => ">=",
        Spaceship => "<=>",
        Comma => ",",
    }
}

/// `!`
pub(super) fn unary_text(op: ast::UnaryOp) -> &'static str {
    use ast::UnaryOp::*;
    match op {
        Plus => "+",
        Minus => "-",
        Not => "!",
        BitNot => "~",
        Deref => "*",
        AddressOf => "&",
    }
}

impl<'a> Sema<'a> {
    /// The type that specifiers denote, qualifiers included.
    pub(super) fn specified_type(&mut self, specs: &'a ast::DeclSpecs) -> QualType {
        let Some(spec) = &specs.ty else { return self.common.int.into() };
        let q = super::deep(|| self.type_spec(spec, specs));
        qualified(q, ast::Quals { is_restrict: false, ..specs.quals })
    }

    fn type_spec(&mut self, spec: &'a ast::TypeSpec, specs: &'a ast::DeclSpecs) -> QualType {
        match &spec.kind {
            TypeSpecKind::Builtin(b) => self.builtin(*b).into(),
            TypeSpecKind::Named(path) => self.type_path(path),
            TypeSpecKind::Class(class) => self.class_specifier(class, &specs.align, spec.span).into(),
            TypeSpecKind::Enum(e) => self.enum_specifier(e, spec.span).into(),
            TypeSpecKind::Auto => match self.auto_type {
                Some(q) => q,
                None => {
                    self.report(errors::auto_without_initialiser(spec.span));
                    self.common.error.into()
                }
            },
            TypeSpecKind::Decltype(e) => self.decltype(e),
        }
    }

    pub(super) fn builtin(&mut self, b: ast::BuiltinType) -> TypeId {
        use ast::BuiltinType as B;
        let ty = match b {
            B::Void => Type::Void,
            B::Bool => Type::Bool,
            B::Char => Type::Int(IntType::Char),
            B::SChar => Type::Int(IntType::SChar),
            B::UChar => Type::Int(IntType::UChar),
            B::WChar => Type::Int(IntType::WChar),
            B::Char16 => Type::Int(IntType::Char16),
            B::Char32 => Type::Int(IntType::Char32),
            B::Short => Type::Int(IntType::Short),
            B::UShort => Type::Int(IntType::UShort),
            B::Int => Type::Int(IntType::Int),
            B::UInt => Type::Int(IntType::UInt),
            B::Long => Type::Int(IntType::Long),
            B::ULong => Type::Int(IntType::ULong),
            B::LongLong => Type::Int(IntType::LongLong),
            B::ULongLong => Type::Int(IntType::ULongLong),
            B::Int128 => Type::Int(IntType::Int128),
            B::UInt128 => Type::Int(IntType::UInt128),
            B::Half => Type::F16,
            B::Float => Type::F32,
            B::Double => Type::F64,
            B::LongDouble => Type::LongDouble,
        };
        self.types.intern(ty)
    }

    /// The type of a name without declarator (casts, `sizeof`, template arguments).
    pub(super) fn type_name(&mut self, name: &'a ast::TypeName) -> QualType {
        let base = self.specified_type(&name.specs);
        self.declarator(base, &name.declarator).ty
    }

    /// Applies a declarator to its base type.
    pub(super) fn declarator(&mut self, base: QualType, d: &'a ast::Declarator) -> Declared<'a> {
        super::deep(|| self.declarator_inner(base, d))
    }

    fn declarator_inner(&mut self, base: QualType, d: &'a ast::Declarator) -> Declared<'a> {
        match &d.kind {
            DeclaratorKind::Name(path) => {
                let span = path.as_ref().map_or(d.span, |p| p.span);
                Declared { path: path.as_ref(), ty: base, params: None, is_pack: false, vla: None, span }
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
                let mut vla = None;
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
                            vla = Some(&**e);
                            None
                        }
                        Length::Wrong => return self.declarator(self.common.error.into(), inner),
                    },
                };
                if vla.is_some() && !matches!(inner.kind, DeclaratorKind::Name(_)) {
                    self.report(errors::unsupported(d.span, "variable-length arrays of more than one variable dimension"));
                    return self.declarator(self.common.error.into(), inner);
                }
                let ty = if self.is_error(base.ty) { base.ty } else { self.array_of(base, length) };
                if self.types.size_of(ty) > MAX_OBJECT {
                    let shown = self.show(ty);
                    self.report(errors::huge_type(d.span, &shown));
                    return self.declarator(self.common.error.into(), inner);
                }
                let mut declared = self.declarator(ty.into(), inner);
                declared.vla = declared.vla.or(vla);
                declared
            }
            DeclaratorKind::Function { inner, params } => {
                let ty = self.function_type(base, params);
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

    fn array_length(&mut self, e: &'a ast::Expr) -> Length {
        let value = self.expr(e);
        let value = self.rvalue(value);
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
                self.report(errors::array_not_constant(e.span, why, in_device));
                Length::Wrong
            }
        }
    }

    /// The type of a function with result `base` and these parameters.
    pub(super) fn function_type(&mut self, base: QualType, params: &'a ast::FunctionParams) -> FunctionType {
        let list = self.param_list(params);
        let result = match &params.trailing_return {
            Some(ty) => self.with_params_in_scope(&list, |sema| sema.type_name(ty)),
            None => base,
        };
        let result = if self.is_array(result.ty) || self.is_function(result.ty) {
            let shown = self.show_q(result);
            self.report(errors::returns_array(params.span, &shown));
            self.common.error.into()
        } else {
            result
        };
        FunctionType {
            result: if self.class_of(result.ty).is_some() { result } else { super::types::bare(result) },
            params: list.iter().map(|p| super::types::bare(p.ty)).collect(),
            is_variadic: params.is_variadic,
            is_const: params.quals.is_const,
        }
    }

    /// The parameters with adjusted types; packs are expanded.
    pub(super) fn param_list(&mut self, params: &'a ast::FunctionParams) -> Vec<Param<'a>> {
        let mut list = Vec::new();
        for (i, p) in params.params.iter().enumerate() {
            let is_pack = matches!(p.declarator.kind, DeclaratorKind::Pack(_)) || has_pack(&p.declarator);
            if is_pack {
                for scope in self.pack_scopes_of_param(p) {
                    let mut param = self.within(scope, |sema| sema.param(p, i));
                    param.of_pack = true;
                    list.push(param);
                }
            } else {
                let param = self.param(p, i);
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

    fn param(&mut self, p: &'a ast::Param, index: usize) -> Param<'a> {
        let saved = self.auto_type;
        if let Some(types) = &self.lambda_autos {
            self.auto_type = types.get(index).copied().flatten();
        }
        let base = self.specified_type(&p.specs);
        self.auto_type = saved;
        let depth = std::mem::replace(&mut self.in_param, true);
        let declared = self.declarator(base, &p.declarator);
        self.in_param = depth;
        let mut ty = declared.ty;
        if self.is_array(ty.ty) || self.is_function(ty.ty) {
            ty = self.decayed(ty).into();
        }
        Param {
            name: declared.path.and_then(plain_name).cloned(),
            ty,
            default: p.default.as_ref(),
            default_scope: self.scope,
            of_pack: false,
            span: declared.span,
        }
    }

    /// The type that a path names; an error type and a diagnostic otherwise.
    pub(super) fn type_path(&mut self, path: &'a ast::Path) -> QualType {
        let Some(found) = self.resolve(path, Want::Type) else { return self.common.error.into() };
        match found.entity {
            Entity::Type(q) => q,
            Entity::Error => self.common.error.into(),
            Entity::Template(id) => {
                // `Vec` without arguments: inside the class itself it was bound as a type, elsewhere all defaults must do.
                let name = self.templates[id.0 as usize].name.clone();
                if self.templates[id.0 as usize].params.iter().all(|p| p.is_pack || super::templates::has_default(p)) {
                    return match self.instantiate_template(id, &[], path.span) {
                        Entity::Type(q) => q,
                        _ => self.common.error.into(),
                    };
                }
                self.report(errors::template_needs_arguments(path.span, &name));
                self.common.error.into()
            }
            _ => {
                self.report(errors::not_a_type(path.span, &path_text(path)));
                self.common.error.into()
            }
        }
    }

    /// Finds what `path` names. Unknown names are reported and give `None`.
    pub(super) fn resolve(&mut self, path: &'a ast::Path, want: Want) -> Option<Resolved<'a>> {
        let (last, qualifiers) = path.segments.split_last()?;
        let mut scope: Option<ScopeId> = if path.is_global { Some(self.global) } else { None };
        for segment in qualifiers {
            scope = Some(self.resolve_qualifier(segment, scope)?);
        }
        let class = scope.and_then(|s| match self.scope_of(s).kind {
            ScopeKind::Class(c) => Some(c),
            _ => None,
        });
        let text = match &last.name {
            SegmentName::Conversion(_) => segment_text(&last.name),
            SegmentName::Ident(name) => name.clone(),
            other => segment_text(other),
        };
        let mut found = match scope {
            None => self.lookup(&text, want),
            Some(s) => self.lookup_in(s, &text, want),
        };
        if found.is_none() && want == Want::Type {
            // A type was wanted, but the name may stand for something else: say so instead of "unknown".
            found = match scope {
                None => self.lookup(&text, Want::Any),
                Some(s) => self.lookup_in(s, &text, Want::Any),
            };
            if found.is_some() {
                self.report(errors::not_a_type(path.span, &path_text(path)));
                return Some(Resolved { entity: Entity::Error, args: None, class });
            }
        }
        let Some(found) = found else {
            let diagnostic = match scope {
                None => {
                    let hint = self.nearest_visible(&text);
                    if want == Want::Type {
                        errors::unknown_type(last.span, &text, hint)
                    } else {
                        errors::unknown_name(last.span, &text, hint)
                    }
                }
                Some(s) => {
                    let names: Vec<Name> = self.scope_of(s).names.keys().cloned().collect();
                    let hint = super::scope::nearest(&text, names.iter().map(|n| &**n));
                    let home = self.scope_prefix(s);
                    errors::unknown_in_scope(last.span, &text, &home, hint)
                }
            };
            self.report(diagnostic);
            return None;
        };
        let (entity, args) = self.apply_arguments(found, last, path.span);
        Some(Resolved { entity, args, class })
    }

    /// Applies the template arguments of `segment` to what its name stands for, unless that is a function.
    pub(super) fn apply_arguments(
        &mut self,
        found: Entity,
        segment: &'a ast::PathSegment,
        span: Span,
    ) -> (Entity, Option<&'a [ast::TemplateArg]>) {
        let Some(args) = &segment.args else { return (found, None) };
        match found {
            Entity::Template(id) => {
                let Some(args) = self.template_arguments(id, args, span) else { return (Entity::Error, None) };
                (self.instantiate_template(id, &args, span), None)
            }
            // The injected class name followed by arguments is the template.
            Entity::Type(q) if self.template_of(q.ty).is_some() => {
                let Some(id) = self.template_of(q.ty) else { return (Entity::Error, None) };
                let Some(args) = self.template_arguments(id, args, span) else { return (Entity::Error, None) };
                (self.instantiate_template(id, &args, span), None)
            }
            Entity::Functions(_) => (found, Some(args)),
            Entity::Error => (Entity::Error, None),
            other => {
                self.report(errors::not_a_template(span, &segment_text(&segment.name)));
                let _ = other;
                (Entity::Error, None)
            }
        }
    }

    /// The template that a class type is an instance of.
    pub(super) fn template_of(&self, ty: TypeId) -> Option<TemplateId> {
        let class = self.class_of(ty)?;
        self.class_info(class).template.as_ref().map(|(t, _)| *t)
    }

    fn resolve_qualifier(&mut self, segment: &'a ast::PathSegment, scope: Option<ScopeId>) -> Option<ScopeId> {
        let text = segment_text(&segment.name);
        if let SegmentName::Decltype(e) = &segment.name {
            let q = self.decltype(e);
            return self.scope_of_type(q.ty, segment.span, &text);
        }
        let found = match scope {
            None => self.lookup(&text, Want::Qualifier),
            Some(s) => self.lookup_in(s, &text, Want::Qualifier),
        };
        let Some(found) = found else {
            let hint = self.nearest_visible(&text);
            self.report(errors::unknown_scope(segment.span, &text, hint));
            return None;
        };
        let (entity, _) = self.apply_arguments(found, segment, segment.span);
        match entity {
            Entity::Namespace(s) => Some(s),
            Entity::Type(q) => self.scope_of_type(q.ty, segment.span, &text),
            Entity::Error => None,
            _ => {
                self.report(errors::not_a_scope(segment.span, &text));
                None
            }
        }
    }

    /// The member scope of a class or enum type.
    fn scope_of_type(&mut self, ty: TypeId, span: Span, text: &str) -> Option<ScopeId> {
        match self.ty(ty).clone() {
            Type::Class(class) => {
                self.make_complete(ty);
                Some(self.class_info(class).scope)
            }
            Type::Enum(id) => self.enum_scopes.get(&id).copied(),
            Type::Error => None,
            _ => {
                self.report(errors::not_a_scope(span, text));
                None
            }
        }
    }

    /// The template arguments as written, matched to the kinds of the parameters, without defaults.
    pub(super) fn template_arguments(&mut self, id: TemplateId, args: &'a [ast::TemplateArg], span: Span) -> Option<Vec<TArg>> {
        let params = self.templates[id.0 as usize].params;
        self.arguments_for(params, args, span)
    }

    /// Resolves written arguments against the kinds of `params`, expanding packs.
    pub(super) fn arguments_for(
        &mut self,
        params: &'a [ast::TemplateParam],
        args: &'a [ast::TemplateArg],
        span: Span,
    ) -> Option<Vec<TArg>> {
        let mut flat = Vec::new();
        for arg in args {
            let position = flat.len();
            let param = params.get(position).or(params.last().filter(|p| p.is_pack));
            match arg {
                ast::TemplateArg::Pack(inner) => {
                    for scope in self.pack_scopes_of_argument(inner) {
                        let arg = self.within(scope, |sema| sema.argument(param, inner))?;
                        flat.push(arg);
                    }
                }
                _ => {
                    let arg = self.argument(param, arg)?;
                    flat.push(arg);
                }
            }
        }
        let has_pack = params.last().is_some_and(|p| p.is_pack);
        if flat.len() > params.len() && !has_pack {
            self.report(errors::too_many_template_arguments(span, params.len(), flat.len()));
            return None;
        }
        Some(flat)
    }

    /// One template argument for `param`.
    pub(super) fn argument(&mut self, param: Option<&'a ast::TemplateParam>, arg: &'a ast::TemplateArg) -> Option<TArg> {
        let wants_type = param.is_none_or(|p| matches!(p.kind, ast::TemplateParamKind::Type { .. }));
        match arg {
            ast::TemplateArg::Type(name) => {
                if let Some(ast::TemplateParamKind::Template { .. }) = param.map(|p| &p.kind)
                    && let Some(ast::TypeSpec { kind: TypeSpecKind::Named(path), .. }) = &name.specs.ty
                {
                    return self.template_argument_template(path);
                }
                if let Some(p) = param
                    && matches!(p.kind, ast::TemplateParamKind::Value { .. })
                    && let Some(ast::TypeSpec { kind: TypeSpecKind::Named(path), .. }) = &name.specs.ty
                    && matches!(name.declarator.kind, DeclaratorKind::Name(None))
                {
                    return self.value_argument_path(p, path);
                }
                let q = self.type_name(name);
                if self.is_error(q.ty) { None } else { Some(TArg::Type(q)) }
            }
            ast::TemplateArg::Expr(e) => {
                if let ast::ExprKind::Path(path) = &e.kind {
                    if let Some(ast::TemplateParamKind::Template { .. }) = param.map(|p| &p.kind) {
                        return self.template_argument_template(path);
                    }
                    if wants_type {
                        let q = self.type_path(path);
                        return if self.is_error(q.ty) { None } else { Some(TArg::Type(q)) };
                    }
                }
                if wants_type {
                    self.report(errors::type_argument_expected(e.span));
                    return None;
                }
                let param = param?;
                self.value_argument(param, e)
            }
            ast::TemplateArg::Pack(inner) => self.argument(param, inner),
        }
    }

    fn template_argument_template(&mut self, path: &'a ast::Path) -> Option<TArg> {
        match self.resolve(path, Want::Any)?.entity {
            Entity::Template(id) => Some(TArg::Template(id)),
            Entity::Type(q) => self.template_of(q.ty).map(TArg::Template),
            _ => {
                self.report(errors::not_a_template(path.span, &path_text(path)));
                None
            }
        }
    }
}

/// What an array bound turned out to be.
enum Length {
    Constant(u64),
    Variable,
    Wrong,
}

fn has_pack(d: &ast::Declarator) -> bool {
    match &d.kind {
        DeclaratorKind::Name(_) => false,
        DeclaratorKind::Pack(_) => true,
        DeclaratorKind::Pointer { inner, .. }
        | DeclaratorKind::Reference { inner, .. }
        | DeclaratorKind::MemberPointer { inner, .. }
        | DeclaratorKind::Array { inner, .. }
        | DeclaratorKind::Function { inner, .. } => has_pack(inner),
    }
}

/// A path as written, without its template arguments.
pub(super) fn path_text(path: &ast::Path) -> String {
    let parts: Vec<String> = path.segments.iter().map(|s| segment_text(&s.name).to_string()).collect();
    format!("{}{}", if path.is_global { "::" } else { "" }, parts.join("::"))
}
