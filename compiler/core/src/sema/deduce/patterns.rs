//! Patterns of types as they are written: the specifiers and the declarator, with a hole for each template parameter.

use super::*;

impl<'a> Sema<'a> {
    /// The pattern of a declaration's type.
    pub(in crate::sema) fn pattern(&mut self, specs: &'a ast::DeclSpecs, declarator: &'a ast::Declarator, holes: &Holes) -> Pattern {
        let base = crate::sema::deep(|| self.base_pattern(specs, holes));
        let base = base.with(specs.quals);
        self.declarator_pattern(base, declarator, holes)
    }

    fn base_pattern(&mut self, specs: &'a ast::DeclSpecs, holes: &Holes) -> Pattern {
        let Some(spec) = &specs.ty else { return Pattern::of(PatternKind::NonDeduced) };
        match &spec.kind {
            TypeSpecKind::Auto | TypeSpecKind::DecltypeAuto if holes.auto.is_some() => {
                Pattern::of(PatternKind::Param(holes.auto.unwrap_or(0)))
            }
            TypeSpecKind::Named(path) => {
                if let Some(name) = plain_name(path)
                    && let Some(i) = holes.position(name)
                {
                    return Pattern::of(PatternKind::Param(i));
                }
                if !holes.mentioned(|f| walk::names_in_specs(specs, f)) {
                    let q = self.type_path(path);
                    return Pattern::of(PatternKind::Concrete(q));
                }
                self.template_id_pattern(path, holes).unwrap_or(Pattern::of(PatternKind::NonDeduced))
            }
            _ if holes.mentioned(|f| walk::names_in_specs(specs, f)) => Pattern::of(PatternKind::NonDeduced),
            _ => {
                let q = self.specified_type(specs);
                Pattern::of(PatternKind::Concrete(crate::sema::types::bare(q)))
            }
        }
    }

    /// The pattern of the class in a pointer to its member.
    pub(in crate::sema) fn class_pattern(&mut self, class: &'a ast::Path, holes: &Holes) -> Pattern {
        if let Some(i) = plain_name(class).and_then(|name| holes.position(name)) {
            return Pattern::of(PatternKind::Param(i));
        }
        if holes.mentioned(|f| walk::names_in_path(class, f)) {
            return self.template_id_pattern(class, holes).unwrap_or(Pattern::of(PatternKind::NonDeduced));
        }
        Pattern::of(PatternKind::Concrete(self.type_path(class)))
    }

    fn template_id_pattern(&mut self, path: &'a ast::Path, holes: &Holes) -> Option<Pattern> {
        let (last, qualifiers) = path.segments.split_last()?;
        let args = last.args.as_ref()?;
        let text = crate::sema::specifiers::segment_text(&last.name);
        if qualifiers.is_empty()
            && !path.is_global
            && let Some(i) = holes.position(&text)
        {
            let args = args.iter().map(|a| self.argument_pattern(a, holes)).collect();
            return Some(Pattern::of(PatternKind::Template(TemplatePattern::Param(i), args)));
        }
        let mut scope = if path.is_global { Some(self.global) } else { None };
        for q in qualifiers {
            let text = crate::sema::specifiers::segment_text(&q.name);
            if q.args.is_some() || holes.position(&text).is_some() {
                return None;
            }
            let found = match scope {
                None => self.lookup(&text, Want::Qualifier),
                Some(s) => self.lookup_in(s, &text, Want::Qualifier),
            };
            match found? {
                Entity::Namespace(s) => scope = Some(s),
                _ => return None,
            }
        }
        let found = match scope {
            None => self.lookup(&text, Want::Type),
            Some(s) => self.lookup_in(s, &text, Want::Type),
        };
        let id = match found? {
            Entity::Template(id) => id,
            Entity::Type(q) => self.template_of(q.ty)?,
            _ => return None,
        };
        let args = args.iter().map(|a| self.argument_pattern(a, holes)).collect();
        match self.templates[id.0 as usize].kind {
            crate::sema::entity::TemplateKind::Class(_) => {}
            crate::sema::entity::TemplateKind::Alias(ty) => return self.alias_pattern(id, ty, args),
            crate::sema::entity::TemplateKind::Variable(_) => return None,
        }
        Some(Pattern::of(PatternKind::Template(TemplatePattern::Known(id), args)))
    }

    /// The pattern of a template argument (also of a partial specialisation's).
    pub(in crate::sema) fn argument_pattern(&mut self, arg: &'a ast::TemplateArg, holes: &Holes) -> ArgPattern {
        match arg {
            ast::TemplateArg::Type(name) => {
                if let Some(ast::TypeSpec { kind: TypeSpecKind::Named(path), .. }) = &name.specs.ty
                    && let (Some(text), DeclaratorKind::Name(None)) = (plain_name(path), &name.declarator.kind)
                    && name.specs.quals == ast::Quals::default()
                    && holes.position(text).is_none()
                    && let Some(Entity::Template(id)) = self.lookup(text, Want::Type)
                {
                    return ArgPattern::Concrete(TArg::Template(id));
                }
                ArgPattern::Type(self.pattern(&name.specs, &name.declarator, holes))
            }
            ast::TemplateArg::Expr(e) => {
                if let ast::ExprKind::Path(path) = &e.kind {
                    if let Some(i) = plain_name(path).and_then(|n| holes.position(n)) {
                        return ArgPattern::Param(i);
                    }
                    let mut mentioned = false;
                    walk::names_in_expr(e, &mut |n| mentioned |= holes.position(n).is_some());
                    if mentioned {
                        return match self.template_id_pattern(path, holes) {
                            Some(p) => ArgPattern::Type(p),
                            None => ArgPattern::NonDeduced,
                        };
                    }
                    if let Some(Entity::Type(q)) = self.quietly(|s| s.resolve(path, Want::Any)).map(|r| r.entity) {
                        return ArgPattern::Type(Pattern::of(PatternKind::Concrete(q)));
                    }
                }
                if holes.mentioned(|f| walk::names_in_expr(e, f)) {
                    return ArgPattern::NonDeduced;
                }
                let value = self.expr(e);
                let value = self.rvalue(value);
                if self.is_floating(value.e.ty) || self.class_of(value.e.ty).is_some() {
                    let known = self.quietly(|s| s.constant_argument(value, e.span));
                    return known.map_or(ArgPattern::NonDeduced, ArgPattern::Concrete);
                }
                match self.evaluate_int(&value.e) {
                    Ok(n) => ArgPattern::Int(n),
                    Err(_) => ArgPattern::NonDeduced,
                }
            }
            ast::TemplateArg::Pack(inner) => ArgPattern::Pack(Box::new(self.argument_pattern(inner, holes))),
        }
    }

    fn declarator_pattern(&mut self, base: Pattern, d: &'a ast::Declarator, holes: &Holes) -> Pattern {
        match &d.kind {
            DeclaratorKind::Name(_) => base,
            DeclaratorKind::Pointer { inner, quals } => {
                let p = Pattern::of(PatternKind::Pointer(Box::new(base))).with(*quals);
                self.declarator_pattern(p, inner, holes)
            }
            DeclaratorKind::Reference { inner, is_rvalue } => {
                let p = Pattern::of(PatternKind::Reference(Box::new(base), *is_rvalue));
                self.declarator_pattern(p, inner, holes)
            }
            DeclaratorKind::MemberPointer { class, inner, quals } => {
                let class = self.class_pattern(class, holes);
                let p = Pattern::of(PatternKind::Member(Box::new(class), Box::new(base))).with(*quals);
                self.declarator_pattern(p, inner, holes)
            }
            DeclaratorKind::Array { inner, size } => {
                let length = size.as_ref().map(|e| self.constant_pattern(e, holes));
                let p = Pattern::of(PatternKind::Array(Box::new(base), length.map(Box::new)));
                self.declarator_pattern(p, inner, holes)
            }
            DeclaratorKind::Function { inner, params } => {
                let list = params.params.iter().flat_map(|p| self.parameter_patterns(p, holes)).map(decayed).collect();
                let noexcept = match params.noexcept_if.as_deref() {
                    Some(condition) => self.constant_pattern(condition, holes),
                    None => ArgPattern::Int(i128::from(params.is_noexcept)),
                };
                let kind = PatternKind::Function(Box::new(base), list, params.is_variadic, Box::new(noexcept));
                let p = Pattern::of(kind).with(params.quals);
                self.declarator_pattern(p, inner, holes)
            }
            DeclaratorKind::Pack(inner) => {
                let p = self.declarator_pattern(base, inner, holes);
                Pattern::of(PatternKind::Pack(Box::new(p)))
            }
        }
    }

    /// A length, or the condition of a `noexcept`.
    fn constant_pattern(&mut self, e: &'a ast::Expr, holes: &Holes<'_>) -> ArgPattern {
        match &e.kind {
            ast::ExprKind::Path(p) if plain_name(p).is_some_and(|n| holes.position(n).is_some()) => {
                ArgPattern::Param(plain_name(p).and_then(|n| holes.position(n)).unwrap_or(0))
            }
            _ if holes.mentioned(|f| walk::names_in_expr(e, f)) => ArgPattern::NonDeduced,
            _ => {
                let value = self.expr(e);
                let value = self.rvalue(value);
                self.evaluate_int(&value.e).map_or(ArgPattern::NonDeduced, ArgPattern::Int)
            }
        }
    }
}
