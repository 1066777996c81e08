//! Friends of a class (C++17 [class.friend]): functions, classes and templates that may use its private members.

use crate::hir::ClassId;
use crate::sema::Sema;
use crate::sema::entity::{Entity, FnTemplate, FnTemplateHead, FnTemplateId, FuncRef};
use crate::sema::functions::NewFunction;
use crate::sema::scope::Want;
use crate::sema::specifiers::{plain_name, segment_text};
use kern_syntax::ast::{self, Access, Decl, DeclKind};

impl<'a> Sema<'a> {
    /// `template <…> friend …`: a function defined here belongs to the namespace, where its arguments find it.
    pub(super) fn friend_template(&mut self, class: ClassId, t: &'a ast::TemplateDecl) {
        self.class_info_mut(class).friends.push(Entity::Error);
        let home = self.enclosing_namespace();
        if let DeclKind::Friend(inner) = &t.decl.kind
            && let DeclKind::Function(def) = &inner.kind
        {
            if self.class_info(class).template.is_some() || self.inside_template(self.scope) {
                self.friend_template_of_instance(t, def);
            } else {
                self.within(home, |s| s.function_template(t, &def.specs, &def.declarator, Some(def), None, None, Access::Public));
            }
        }
    }

    /// A function template that a class template defines as a friend: each instance of the class has its own, in which the
    /// parameters of the class are bound ([temp.friend]/1).
    fn friend_template_of_instance(&mut self, t: &'a ast::TemplateDecl, def: &'a ast::FunctionDef) {
        let Some(last) = def.declarator.path().and_then(|p| p.segments.last()) else { return };
        let (name, span) = (segment_text(&last.name), last.span);
        let (scope, home, is_system) = (self.scope, self.enclosing_namespace(), self.is_system(span));
        let head = FnTemplateHead { params: &t.params, specs: &def.specs, declarator: &def.declarator };
        self.fn_templates.push(FnTemplate { def: Some(def), home, is_system, ..FnTemplate::new(name.clone(), head, scope, span) });
        let id = FnTemplateId(self.fn_templates.len() as u32 - 1);
        self.declare(home, &name, Entity::Functions(vec![FuncRef::Template(id)]), span);
    }

    pub(super) fn friend(&mut self, class: ClassId, d: &'a Decl) {
        let home = self.enclosing_namespace();
        let scope = self.scope;
        match &d.kind {
            DeclKind::Function(def) => {
                let declared = self.declared_function(def);
                let new = NewFunction::new(&def.specs, declared, Some(def), None, home, None, scope);
                if let Some(f) = self.declare_function(new) {
                    self.class_info_mut(class).friends.push(Entity::Functions(vec![FuncRef::Plain(f)]));
                    let is_written = !matches!(def.body, ast::FunctionBody::Compare(_));
                    if is_written
                        && self.class_info(class).template.is_none()
                        && !self.funcs[f.0 as usize].is_system
                        && !self.inside_template(scope)
                    {
                        self.class_bodies.push_back(f);
                    }
                }
            }
            DeclKind::Simple(s) => {
                for one in &s.declarators {
                    let base = self.specified_type(&s.specs);
                    let declared = self.declarator(base, &one.declarator);
                    if self.is_function(declared.ty.ty) {
                        // `operator*<>`: of a template that is declared already.
                        if let Some(last) = declared.path.and_then(|p| p.segments.last()).filter(|last| last.args.is_some())
                            && let Some(Entity::Functions(set)) = self.lookup(&segment_text(&last.name), Want::Any)
                        {
                            self.class_info_mut(class).friends.push(Entity::Functions(set));
                            continue;
                        }
                        let (home, member_of, _) = match declared.path {
                            Some(p) if p.segments.len() > 1 => self.target_of(Some(p)),
                            _ => (home, None, scope),
                        };
                        if member_of.is_some() {
                            continue;
                        }
                        if let Some(f) = self.declare_function(NewFunction::new(&s.specs, declared, None, None, home, None, scope)) {
                            // Its definition outside is looked up where it stands.
                            self.class_info_mut(class).friends.push(Entity::Functions(vec![FuncRef::Plain(f)]));
                        }
                    }
                }
                if s.declarators.is_empty()
                    && let Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(spec), .. }) = &s.specs.ty
                    && let Some(path) = &spec.name
                {
                    if let Some(entity) = self.friend_class(spec.key, path) {
                        self.class_info_mut(class).friends.push(entity);
                    }
                } else if s.declarators.is_empty()
                    && let Some(ast::TypeSpec { kind: ast::TypeSpecKind::Named(path), .. }) = &s.specs.ty
                {
                    let q = self.type_path(path);
                    self.class_info_mut(class).friends.push(Entity::Type(q));
                }
            }
            DeclKind::Template(t) => {
                self.class_info_mut(class).friends.push(Entity::Error);
                let names_class = matches!(&t.decl.kind, DeclKind::Simple(s) if s.declarators.is_empty()
                    && matches!(s.specs.ty, Some(ast::TypeSpec { kind: ast::TypeSpecKind::Class(_), .. })));
                if !names_class {
                    self.within(home, |s| s.template_declaration(t, d.span, None, Access::Public));
                }
            }
            _ => {}
        }
    }

    /// The class of `friend class …;`; one that is named alone and not known yet belongs to the namespace.
    fn friend_class(&mut self, key: ast::ClassKey, path: &'a ast::Path) -> Option<Entity> {
        let Some(name) = plain_name(path) else {
            // `Singleton<Log>`, `outer::Inner`.
            return self.resolve(path, Want::Type).map(|found| found.entity);
        };
        let home = self.enclosing_namespace();
        let found = self.lookup(name, Want::Type);
        Some(found.unwrap_or_else(|| Entity::Type(self.declare_class(name, key, home, path.span).into())))
    }
}
