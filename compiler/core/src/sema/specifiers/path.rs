//! Paths to what they name (C++17 [basic.lookup.qual]): each qualifier in turn, with the template arguments written there.

use super::operator::operator_text;
use crate::hir::{ClassId, QualType, Type, TypeId};
use crate::sema::advice::Sought;
use crate::sema::entity::{Entity, Name, ScopeId, ScopeKind, TArg, TemplateId};
use crate::sema::scope::Want;
use crate::sema::{Sema, errors, templates};
use kern_diag::Span;
use kern_syntax::ast::{self, DeclaratorKind, SegmentName, TypeSpecKind};

/// What a path names.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Resolved<'a> {
    pub(in crate::sema) entity: Entity,
    /// Template arguments of the last segment, still to be applied to a function template.
    pub(in crate::sema) args: Option<&'a [ast::TemplateArg]>,
    /// The class in which a qualified name was found (`Base::f`).
    pub(in crate::sema) class: Option<ClassId>,
}

/// A path of one plain name.
pub(in crate::sema) fn plain_name(path: &ast::Path) -> Option<&Name> {
    match path.segments.as_slice() {
        [ast::PathSegment { name: SegmentName::Ident(name), args: None, .. }] if !path.is_global => Some(name),
        _ => None,
    }
}

/// The text of a segment's name; operators and the like get a spelling that no identifier has.
pub(in crate::sema) fn segment_text(name: &SegmentName) -> Name {
    match name {
        SegmentName::Ident(n) => n.clone(),
        SegmentName::Operator(op) => operator_text(*op),
        SegmentName::Conversion(_) => "operator <conversion>".into(),
        SegmentName::Destructor(n) => format!("~{n}").into(),
        SegmentName::Decltype(_) => "decltype(…)".into(),
        SegmentName::Literal(n) => format!("operator\"\"{n}").into(),
    }
}

impl<'a> Sema<'a> {
    /// The type that a path names; an error type and a diagnostic otherwise.
    pub(in crate::sema) fn type_path(&mut self, path: &'a ast::Path) -> QualType {
        if let [ast::PathSegment { name: SegmentName::Decltype(e), .. }] = path.segments.as_slice() {
            return self.decltype(e);
        }
        let Some(found) = self.resolve(path, Want::Type) else { return self.common.error.into() };
        match found.entity {
            Entity::Type(q) => q,
            Entity::Error => self.common.error.into(),
            Entity::Template(id) => {
                // `Vec` without arguments: inside the class itself it was bound as a type, elsewhere all defaults must do.
                let name = self.templates[id.0 as usize].name.clone();
                if self.templates[id.0 as usize].params.iter().all(|p| p.is_pack || templates::has_default(p)) {
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
    pub(in crate::sema) fn resolve(&mut self, path: &'a ast::Path, want: Want) -> Option<Resolved<'a>> {
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
            let sought = match scope {
                None if want == Want::Type => Sought::Type,
                None => Sought::Value,
                Some(s) => Sought::In(s),
            };
            self.unknown(last.span, &text, sought);
            return None;
        };
        let (entity, args) = self.apply_arguments(found, last, path.span);
        Some(Resolved { entity, args, class })
    }

    /// Applies the template arguments of `segment` to what its name stands for, unless that is a function.
    pub(in crate::sema) fn apply_arguments(
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
            _ => {
                self.report(errors::not_a_template(span, &segment_text(&segment.name)));
                (Entity::Error, None)
            }
        }
    }

    /// The template that a class type is an instance of.
    pub(in crate::sema) fn template_of(&self, ty: TypeId) -> Option<TemplateId> {
        let class = self.class_of(ty)?;
        self.class_info(class).template.as_ref().map(|(t, _)| *t)
    }

    pub(in crate::sema) fn resolve_qualifier(&mut self, segment: &'a ast::PathSegment, scope: Option<ScopeId>) -> Option<ScopeId> {
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
            self.unknown(segment.span, &text, Sought::Scope);
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
    pub(in crate::sema) fn template_arguments(&mut self, id: TemplateId, args: &'a [ast::TemplateArg], span: Span) -> Option<Vec<TArg>> {
        let params = self.templates[id.0 as usize].params;
        self.arguments_for(params, args, span)
    }

    /// Resolves written arguments against the kinds of `params`, expanding packs.
    pub(in crate::sema) fn arguments_for(
        &mut self,
        params: &'a [ast::TemplateParam],
        args: &'a [ast::TemplateArg],
        span: Span,
    ) -> Option<Vec<TArg>> {
        let mut flat = Vec::new();
        for arg in args {
            let position = flat.len();
            let param = params.iter().take(position).find(|p| p.is_pack).or(params.get(position));
            match arg {
                ast::TemplateArg::Pack(inner) => {
                    for scope in self.pack_scopes_of_argument(inner) {
                        let arg = self.within(scope, |sema| sema.argument(param, inner, (params, &flat)))?;
                        flat.push(arg);
                    }
                }
                _ => {
                    let arg = self.argument(param, arg, (params, &flat))?;
                    flat.push(arg);
                }
            }
        }
        let has_pack = params.iter().any(|p| p.is_pack);
        if flat.len() > params.len() && !has_pack {
            self.report(errors::too_many_template_arguments(span, params.len(), flat.len()));
            return None;
        }
        Some(flat)
    }

    /// One template argument for `param`; `before` are all parameters and the arguments of those that stand before it.
    fn argument(
        &mut self,
        param: Option<&'a ast::TemplateParam>,
        arg: &'a ast::TemplateArg,
        before: (&'a [ast::TemplateParam], &[TArg]),
    ) -> Option<TArg> {
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
                    return self.value_argument_path(path, templates::takes_object(p));
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
                if let Some(of_class) = self.class_argument_for(param, before, e) {
                    return of_class;
                }
                self.value_argument(e, templates::takes_object(param), |sema| sema.function_asked(param, before))
            }
            ast::TemplateArg::Pack(inner) => self.argument(param, inner, before),
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

/// A path as written, without its template arguments.
pub(in crate::sema) fn path_text(path: &ast::Path) -> String {
    let parts: Vec<String> = path.segments.iter().map(|s| segment_text(&s.name).to_string()).collect();
    format!("{}{}", if path.is_global { "::" } else { "" }, parts.join("::"))
}
