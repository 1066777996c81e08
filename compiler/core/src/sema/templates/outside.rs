//! Members of class templates that are defined outside of them: each instance gets the definitions, once it is complete or
//! once they come.

use crate::hir::{ClassId, QualType};
use crate::sema::Sema;
use crate::sema::deduce::{ArgPattern, Bindings, Holes};
use crate::sema::entity::{
    Body, ClassState, Entity, FnTemplateHead, FuncRef, Outside, Partial, Progress, ScopeId, ScopeKind, TemplateId, TemplateKind,
};
use crate::sema::functions::names_of;
use crate::sema::scope::Want;
use crate::sema::specifiers::segment_text;
use crate::sema::templates::{has_default, param_names};
use crate::sema::types::bare;
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// Keeps the definition of a member of class template `id` for every instance, those that exist included.
    pub(in crate::sema) fn keep_outside(&mut self, id: TemplateId, mut outside: Outside<'a>) {
        outside.partial = self.named_partial(id, outside);
        let template = &mut self.templates[id.0 as usize];
        template.outside.push(outside);
        let instances: Vec<Entity> = template.instances.values().cloned().collect();
        let of_class = |e: Entity| if let Entity::Type(q) = e { self.class_of(q.ty) } else { None };
        let mut classes: Vec<ClassId> = instances.into_iter().filter_map(of_class).collect();
        classes.sort_unstable();
        for class in classes {
            let info = self.class_info(class);
            if info.state == ClassState::Complete && !info.is_specialised {
                self.attach_outside(class, outside);
            }
        }
    }

    /// What the segments of `path` from `first` on, but for the last, lead to from `class`: the class whose member it names, such as
    /// `Node` of `List<T>::Node::next`, or else a member template and which segment names it.
    fn member_class(&mut self, class: ClassId, path: &'a ast::Path, first: usize) -> Result<ClassId, (TemplateId, usize)> {
        let mut found = class;
        let last = path.segments.len().saturating_sub(1);
        for (i, segment) in path.segments.iter().enumerate().take(last).skip(first) {
            let scope = self.class_info(found).scope;
            match self.own_name(scope, &segment_text(&segment.name), Want::Type) {
                Some(Entity::Template(id)) => return Err((id, i)),
                Some(Entity::Type(q)) => {
                    if let Some(inner) = self.class_of(q.ty).filter(|inner| *inner != found) {
                        self.make_complete(q.ty);
                        found = inner;
                    }
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// The scope in which what stands outside of `class` binds the parameters of its template.
    fn scope_around(&mut self, class: ClassId, around: Option<ScopeId>) -> ScopeId {
        let class_scope = self.class_info(class).scope;
        let Some(around) = around else { return class_scope };
        let names = self.scope_of(around).names.clone();
        let scope = self.new_scope(ScopeKind::Local, Some(class_scope));
        self.scope_mut(scope).names = names;
        scope
    }

    /// Gives a member of class `class`, declared in its body, the definition that stands outside.
    pub(in crate::sema) fn attach_outside(&mut self, class: ClassId, outside: Outside<'a>) {
        let Outside { params, decl, segment, around, .. } = outside;
        let Some(path) = outside_path(decl) else { return };
        let Some(given) = self.outside_arguments(class, outside, path) else { return };
        if params.len() != given.len() {
            return;
        }
        let member_of = self.member_class(class, path, segment + 1);
        let parent = self.scope_around(member_of.unwrap_or(class), around);
        let Some((_, scope)) = self.complete_arguments(params, &given, parent, Span::default()) else { return };
        let class = match (member_of, &decl.kind) {
            (Ok(class), _) => class,
            (Err((id, segment)), ast::DeclKind::Template(inner)) => {
                let outside = Outside { params: &inner.params, decl: &inner.decl, segment, around: Some(scope), partial: None };
                return self.keep_outside(id, outside);
            }
            (Err(_), _) => return,
        };
        let class_scope = self.class_info(class).scope;
        match &decl.kind {
            ast::DeclKind::Function(def) => {
                let Some(path) = def.declarator.path() else { return };
                let Some(last) = path.segments.last() else { return };
                let name = self.member_name(class, last);
                let Some(Entity::Functions(set)) = self.own_name(class_scope, &name, Want::Any) else { return };
                let target = self.quietly(|sema| {
                    sema.within(scope, |sema| {
                        let params = def.declarator.params()?;
                        let list: Vec<QualType> = sema.param_list(params).iter().map(|p| bare(p.ty)).collect();
                        set.iter().find_map(|f| match f {
                            FuncRef::Plain(f) => {
                                let func = &sema.funcs[f.0 as usize];
                                let quals = (func.is_const, func.is_volatile, func.ref_qualifier);
                                let is_same = quals == (params.quals.is_const, params.quals.is_volatile, params.ref_qualifier);
                                (is_same && func.ty.params == list).then_some(*f)
                            }
                            FuncRef::Template(_) => None,
                        })
                    })
                });
                if let Some(f) = target {
                    let func = &mut self.funcs[f.0 as usize];
                    if matches!(func.body, Body::None) {
                        func.body = Body::Ast(def);
                        func.scope = scope;
                        for (own, theirs) in func.params.iter_mut().zip(names_of(&def.declarator)) {
                            own.name = theirs;
                        }
                        if func.progress == Progress::Done {
                            func.progress = Progress::Waiting;
                        }
                        if func.hir.is_some() {
                            self.request_body(f);
                        }
                    }
                }
            }
            ast::DeclKind::Simple(d) if class_path(decl).is_some() => {
                let Some(ast::TypeSpecKind::Class(spec)) = d.specs.ty.as_ref().map(|ty| &ty.kind) else { return };
                let Some(last) = spec.name.as_ref().and_then(|path| path.segments.last()) else { return };
                let name = segment_text(&last.name);
                if let Some(Entity::Type(q)) = self.own_name(class_scope, &name, Want::Type)
                    && let Some(inner) = self.class_of(q.ty)
                    && self.class_info(inner).state == ClassState::Declared
                {
                    self.member_classes.insert(inner, (spec, scope));
                }
            }
            ast::DeclKind::Simple(d) if enum_spec(d).is_some() => {
                if let Some(spec) = enum_spec(d)
                    && let (Some(last), Some(list)) = (path.segments.last(), &spec.enumerators)
                    && let Some(id) = self.own_enum(class_scope, &segment_text(&last.name))
                    && !self.defined_enums.contains(&id)
                {
                    self.define_declared_enum(id, spec, list, scope);
                }
            }
            ast::DeclKind::Template(inner) => self.define_member_template(class, inner, scope, false),
            ast::DeclKind::Simple(simple) => {
                for one in &simple.declarators {
                    let Some(last) = one.declarator.path().and_then(|p| p.segments.last()) else { continue };
                    if let Some(Entity::Var(v)) = self.own_name(class_scope, &segment_text(&last.name), Want::Any) {
                        self.define_instance_variable(v, &simple.specs, one, scope);
                    }
                }
            }
            _ => {}
        }
    }

    /// Gives a member template of class `class` the definition that stands outside; `scope` binds the parameters of the class. One that
    /// `is_special`, `template <> template <class U> int A<char>::g(U) {…}`, takes the place of what all instances share.
    pub(in crate::sema) fn define_member_template(
        &mut self,
        class: ClassId,
        inner: &'a ast::TemplateDecl,
        scope: ScopeId,
        is_special: bool,
    ) {
        let class_scope = self.class_info(class).scope;
        let def = match &inner.decl.kind {
            ast::DeclKind::Function(def) => def,
            ast::DeclKind::Simple(simple) if class_path(&inner.decl).is_some() => {
                let Some(ast::TypeSpecKind::Class(spec)) = simple.specs.ty.as_ref().map(|ty| &ty.kind) else { return };
                return self.define_member_class_template(class_scope, inner, spec, scope);
            }
            ast::DeclKind::Simple(simple) => {
                let Some(last) = variable_path(&inner.decl).and_then(|p| p.segments.last()) else { return };
                if let Some(Entity::Template(id)) = self.own_name(class_scope, &segment_text(&last.name), Want::Any) {
                    self.define_variable_template(id, &inner.params, simple, scope);
                }
                return;
            }
            _ => return,
        };
        let Some(last) = def.declarator.path().and_then(|p| p.segments.last()) else { return };
        let name = self.member_name(class, last);
        let Some(Entity::Functions(set)) = self.own_name(class_scope, &name, Want::Any) else { return };
        let count = def.declarator.params().map_or(0, |p| p.params.len());
        for f in set {
            if let FuncRef::Template(t) = f {
                let t = &mut self.fn_templates[t.0 as usize];
                let same = t.params.len() == inner.params.len() && t.declarator.params().map_or(0, |p| p.params.len()) == count;
                if (t.def.is_none() || is_special) && same {
                    // `static` and default arguments stand in the class alone.
                    let head = FnTemplateHead { params: t.params, specs: t.specs, declarator: t.declarator };
                    t.earlier.get_or_insert(head);
                    t.def = Some(def);
                    let name_of = |p: &'a ast::TemplateParam| p.name.as_ref().map(|n| &n.name);
                    let has_same_names = || t.params.iter().zip(&inner.params).all(|(a, b)| name_of(a) == name_of(b));
                    if !(t.params.iter().any(has_default) && has_same_names()) {
                        t.params = &inner.params;
                    }
                    t.specs = &def.specs;
                    t.declarator = &def.declarator;
                    t.scope = scope;
                    break;
                }
            }
        }
    }

    /// Gives a member class template of the class with this scope its definition, or one of its partial specialisations.
    fn define_member_class_template(
        &mut self,
        class_scope: ScopeId,
        inner: &'a ast::TemplateDecl,
        spec: &'a ast::ClassSpec,
        scope: ScopeId,
    ) {
        let Some(last) = spec.name.as_ref().and_then(|path| path.segments.last()) else { return };
        let Some(Entity::Template(id)) = self.own_name(class_scope, &segment_text(&last.name), Want::Any) else { return };
        let template = &mut self.templates[id.0 as usize];
        let kind = TemplateKind::Class(spec);
        match &last.args {
            Some(args) => template.partials.push(Partial { params: &inner.params, args, kind, scope }),
            None if matches!(template.kind, TemplateKind::Class(declared) if declared.members.is_none()) => {
                (template.kind, template.scope) = (kind, scope);
                if template.params.iter().any(has_default) {
                    template.own_names = &inner.params;
                } else {
                    template.params = &inner.params;
                }
            }
            None => {}
        }
    }

    /// What the parameters of a definition outside stand for in `class`; `None` if the class is an instance of another partial
    /// specialisation than the one that `path` names, or of one where it names the template.
    fn outside_arguments(&mut self, class: ClassId, outside: Outside<'a>, path: &'a ast::Path) -> Option<Bindings> {
        let (id, args) = self.class_info(class).template.clone()?;
        if self.templates[id.0 as usize].partials.is_empty() {
            return Some(args.into_iter().map(Some).collect());
        }
        match (self.class_info(class).partial, outside.partial) {
            (None, None) => Some(args.into_iter().map(Some).collect()),
            (Some(chosen), Some(named)) if std::ptr::eq(chosen, named) => {
                let written = path.segments.get(outside.segment)?.args.as_deref()?;
                let scope = outside.around.unwrap_or(self.templates[id.0 as usize].scope);
                let patterns = self.written_patterns(outside.params, written, scope);
                let mut bindings: Bindings = vec![None; outside.params.len()];
                let saved = std::mem::replace(&mut self.lenient, false);
                let fits = self.deduce_arguments(&patterns, &args, &mut bindings);
                self.lenient = saved;
                fits.then_some(bindings)
            }
            _ => None,
        }
    }

    /// The arguments of the partial specialisation of template `id` whose member stands `outside`; where several look alike, of the
    /// one with the same text.
    fn named_partial(&mut self, id: TemplateId, outside: Outside<'a>) -> Option<&'a [ast::TemplateArg]> {
        if self.templates[id.0 as usize].partials.is_empty() {
            return None;
        }
        let params = outside.params;
        let written = outside_path(outside.decl)?.segments.get(outside.segment)?.args.as_deref()?;
        let scope = outside.around.unwrap_or(self.templates[id.0 as usize].scope);
        let (patterns, constraints) = (self.written_patterns(params, written, scope), self.written_constraints(params, None));
        let mut alike = Vec::new();
        for partial in self.templates[id.0 as usize].partials.clone() {
            let is_alike = self.written_patterns(partial.params, partial.args, partial.scope) == patterns;
            if is_alike && self.written_constraints(partial.params, None) == constraints {
                alike.push(partial.args);
            }
        }
        match alike.as_slice() {
            [] | [_] => alike.first().copied(),
            _ => alike.iter().find(|args| self.text_of(args) == self.text_of(written)).copied(),
        }
    }

    /// Template arguments as they are written, but for spaces.
    fn text_of(&self, args: &[ast::TemplateArg]) -> String {
        args.iter().map(|arg| self.sources.text(argument_span(arg)).split_whitespace().collect::<String>()).collect::<Vec<_>>().join(",")
    }

    /// The patterns of template arguments that name `params`.
    fn written_patterns(&mut self, params: &'a [ast::TemplateParam], args: &'a [ast::TemplateArg], scope: ScopeId) -> Vec<ArgPattern> {
        let names = param_names(params);
        let holes = Holes { names: &names, auto: None };
        self.within(scope, |sema| args.iter().map(|a| sema.argument_pattern(a, &holes)).collect())
    }
}

/// The name of the class that `decl` defines, if it does nothing else.
fn class_path(decl: &ast::Decl) -> Option<&ast::Path> {
    match &decl.kind {
        ast::DeclKind::Simple(d) if d.declarators.is_empty() => match d.specs.ty.as_ref().map(|ty| &ty.kind) {
            Some(ast::TypeSpecKind::Class(spec)) => spec.name.as_ref(),
            _ => None,
        },
        _ => None,
    }
}

/// The enumeration that a declaration defines, if it does nothing else.
fn enum_spec(d: &ast::SimpleDecl) -> Option<&ast::EnumSpec> {
    match d.specs.ty.as_ref().map(|ty| &ty.kind) {
        Some(ast::TypeSpecKind::Enum(spec)) if d.declarators.is_empty() => Some(spec),
        _ => None,
    }
}

/// The name of the variable that `decl` defines outside its class.
fn variable_path(decl: &ast::Decl) -> Option<&ast::Path> {
    let ast::DeclKind::Simple(d) = &decl.kind else { return None };
    d.declarators.first()?.declarator.path()
}

/// The name of the member that `decl` defines outside its class.
pub(in crate::sema) fn outside_path(decl: &ast::Decl) -> Option<&ast::Path> {
    match &decl.kind {
        ast::DeclKind::Function(def) => def.declarator.path(),
        ast::DeclKind::Template(inner) => outside_path(&inner.decl),
        ast::DeclKind::Simple(d) => match enum_spec(d) {
            Some(spec) => spec.name.as_ref(),
            None => class_path(decl).or_else(|| variable_path(decl)),
        },
        _ => None,
    }
}

fn argument_span(arg: &ast::TemplateArg) -> Span {
    match arg {
        ast::TemplateArg::Type(name) => name.span,
        ast::TemplateArg::Expr(e) => e.span,
        ast::TemplateArg::Pack(inner) => argument_span(inner),
    }
}
