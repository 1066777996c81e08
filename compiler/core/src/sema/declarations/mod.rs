//! Declarations of files and namespaces, in the order in which they stand: each becomes known before the next is looked at.

mod alignment;
mod anonymous;
mod specialisations;
mod templates;
mod variables;

use super::entity::{Entity, Name, ScopeId, ScopeKind};
use super::functions::NewFunction;
use super::scope::Want;
use super::specifiers::{path_text, plain_name, segment_text};
use super::{Sema, errors};
use crate::hir::{ClassId, Type};
use kern_diag::Span;
use kern_syntax::ast::{self, Decl, DeclKind};

impl<'a> Sema<'a> {
    /// Declarations of a file or namespace, in order.
    pub(super) fn declare_all(&mut self, decls: &'a [Decl]) {
        for d in decls {
            if self.is_full() {
                return;
            }
            super::deep(|| self.declare_one(d));
            self.check_class_bodies();
        }
    }

    fn declare_one(&mut self, d: &'a Decl) {
        self.declared += 1;
        match &d.kind {
            DeclKind::Empty => {}
            DeclKind::Simple(simple) => self.namespace_simple(simple),
            DeclKind::Function(def) => {
                let (home, class, scope) = self.target_of(def.declarator.path());
                self.define_function(def, home, class, scope);
            }
            DeclKind::Template(t) => {
                self.template_declaration(t, d.span, None, ast::Access::Public);
                if !t.params.is_empty() {
                    self.note_template_text(d.span);
                }
            }
            DeclKind::ExplicitInstantiation(inner) => self.explicit_instantiation(inner),
            DeclKind::Namespace { path, is_inline, decls } => {
                let mut scope = self.scope;
                if path.is_empty() {
                    scope = self.unnamed_namespace(scope);
                }
                for name in path {
                    scope = self.open_namespace(scope, &name.name, *is_inline, name.span);
                }
                self.within(scope, |sema| sema.declare_all(decls));
            }
            DeclKind::NamespaceAlias { name, target } => {
                if let Some(found) = self.resolve(target, Want::Type) {
                    let scope = self.scope;
                    self.declare(scope, &name.name, found.entity, name.span);
                }
            }
            DeclKind::Linkage { language, decls } => {
                let saved = std::mem::replace(&mut self.extern_c, &**language == "C");
                self.declare_all(decls);
                self.extern_c = saved;
            }
            DeclKind::Friend(_) | DeclKind::Access(_) => {}
            DeclKind::Asm(_) => self.report(errors::unsupported(d.span, "`asm` outside functions")),
            DeclKind::Error => self.saw_syntax_error = true,
            _ => self.common_declaration(d),
        }
    }

    /// Declarations that mean the same in namespaces, classes and blocks.
    pub(super) fn common_declaration(&mut self, d: &'a Decl) {
        match &d.kind {
            DeclKind::UsingDirective(path) => {
                if let Some(found) = self.resolve(path, Want::Type) {
                    match found.entity {
                        Entity::Namespace(target) => {
                            let scope = self.scope;
                            if !self.scope_of(scope).using.contains(&target) && target != scope {
                                self.scope_mut(scope).using.push(target);
                            }
                        }
                        _ => self.report(errors::not_a_namespace(path.span, &path_text(path))),
                    }
                }
            }
            DeclKind::UsingDecl(names) => {
                for n in names {
                    let scopes = if n.is_pack { self.pack_scopes_of_path(&n.path) } else { vec![self.scope] };
                    for scope in scopes {
                        self.using_declaration(&n.path, scope);
                    }
                }
            }
            DeclKind::UsingEnum(path) => self.using_enum(path),
            DeclKind::Alias { name, ty } => {
                let q = self.type_name(ty);
                let scope = self.scope;
                self.declare(scope, &name.name, Entity::Type(q), name.span);
                self.note_alias_alignment(&name.name, &ty.specs, &ty.declarator, q, false);
            }
            DeclKind::StaticAssert { condition, message } => self.static_assert(condition, message.as_ref()),
            _ => {}
        }
    }

    fn using_declaration(&mut self, path: &'a ast::Path, seen_from: ScopeId) {
        let Some(last) = path.segments.last() else { return };
        let name = segment_text(&last.name);
        let scope = self.scope;
        // `using T::T;` of a template's parameter: the constructors, whatever the class is called ([class.qual]).
        if let [first, _] = path.segments.as_slice()
            && first.args.is_none()
            && segment_text(&first.name) == name
            && let (ScopeKind::Class(own), Some(Entity::Type(q))) =
                (self.scope_of(scope).kind.clone(), self.within(seen_from, |s| s.lookup(&name, Want::Type)))
            && let Some(base) = self.class_of(q.ty)
            && self.class_info(own).bases.iter().any(|b| b.class == base)
        {
            self.inherit_constructors(own, base);
            return;
        }
        let Some(found) = self.within(seen_from, |s| s.resolve(path, Want::Any)) else { return };
        // `using Base::Base;` inherits constructors.
        if let (ScopeKind::Class(own), Entity::Type(q)) = (self.scope_of(scope).kind.clone(), &found.entity)
            && let Some(base) = self.class_of(q.ty)
            && found.class == Some(base)
        {
            self.inherit_constructors(own, base);
            return;
        }
        self.declare(scope, &name, found.entity, path.span);
    }

    fn static_assert(&mut self, condition: &'a ast::Expr, message: Option<&ast::StringLiteral>) {
        let v = self.condition(condition);
        if self.is_error(v.ty) {
            return self.tell_unknown(Some(condition.span));
        }
        match self.evaluate_int(&v) {
            Ok(0) => {
                let text = message.map(|m| String::from_utf8_lossy(&m.bytes).into_owned());
                let instance = self.instance_here();
                self.report(errors::static_assert_failed(condition.span, text, instance));
            }
            Ok(_) => {}
            Err(why) => self.report_not_constant(why, |why| errors::not_constant(condition.span, why)),
        }
    }

    /// The instance of a template that is being made, with its arguments, and where the program's own text asked for it.
    fn instance_here(&self) -> Option<(String, Span)> {
        let (name, asked) = match self.scope_of(self.scope).kind {
            ScopeKind::Class(class) => {
                self.class_info(class).template.as_ref()?;
                (self.types.class(class).name.to_string(), self.at)
            }
            _ => {
                let function = self.frames.last()?.func;
                let func = &self.funcs[function.0 as usize];
                func.template.as_ref()?;
                (self.display_name(function), func.asked?.0)
            }
        };
        (asked != Span::default() && !self.is_system(asked)).then_some((name, asked))
    }

    fn unnamed_namespace(&mut self, parent: ScopeId) -> ScopeId {
        if let Some(&scope) = self.unnamed.get(&parent) {
            return scope;
        }
        let scope = self.new_scope(ScopeKind::Namespace(None), Some(parent));
        self.scope_mut(parent).using.push(scope);
        self.unnamed.insert(parent, scope);
        scope
    }

    fn open_namespace(&mut self, parent: ScopeId, name: &Name, is_inline: bool, span: Span) -> ScopeId {
        if let Some(Entity::Namespace(scope)) = self.own_name(parent, name, Want::Any) {
            return scope;
        }
        let scope = self.new_scope(ScopeKind::Namespace(Some(name.clone())), Some(parent));
        self.scope_mut(scope).is_inline = is_inline;
        if is_inline {
            self.scope_mut(parent).using.push(scope);
        }
        self.declare(parent, name, Entity::Namespace(scope), span);
        scope
    }

    /// For a possibly qualified declarator: the scope it belongs to, its class, and where its parameters are looked up.
    pub(super) fn target_of(&mut self, path: Option<&'a ast::Path>) -> (ScopeId, Option<ClassId>, ScopeId) {
        let here = self.scope;
        let Some(path) = path else { return (here, None, here) };
        let count = path.segments.len();
        if count < 2 && !path.is_global {
            let class = match self.scope_of(here).kind {
                ScopeKind::Class(c) => Some(c),
                _ => None,
            };
            return (here, class, here);
        }
        let mut scope = if path.is_global { Some(self.global) } else { None };
        for s in &path.segments[..count - 1] {
            let text = segment_text(&s.name);
            let found = match scope {
                None => self.lookup(&text, Want::Qualifier),
                Some(at) => self.lookup_in(at, &text, Want::Qualifier),
            };
            let Some(found) = found else {
                self.report(errors::unknown_scope(s.span, &text));
                return (here, None, here);
            };
            match self.apply_arguments(found, s, s.span).0 {
                Entity::Namespace(next) => scope = Some(next),
                Entity::Type(q) => {
                    self.make_complete(q.ty);
                    match self.class_of(q.ty) {
                        Some(class) => scope = Some(self.class_info(class).scope),
                        None => return (here, None, here),
                    }
                }
                _ => return (here, None, here),
            }
        }
        let Some(scope) = scope else { return (here, None, here) };
        let class = match self.scope_of(scope).kind {
            ScopeKind::Class(c) => Some(c),
            _ => None,
        };
        (scope, class, scope)
    }

    fn namespace_simple(&mut self, d: &'a ast::SimpleDecl) {
        if d.declarators.is_empty() {
            if !self.declares_class_alone(d) {
                let ty = self.specified_type(&d.specs);
                self.check_alignment_of_nothing(d);
                self.namespace_union(d, ty);
            }
            return;
        }
        if let [one] = d.declarators.as_slice()
            && self.declare_guide(&[], &d.specs, &one.declarator)
        {
            return;
        }
        let variable = |sema: &mut Self, one: &'a ast::InitDeclarator, ty| {
            sema.namespace_variable(&d.specs, one, ty, one.declarator.path(), sema.scope);
        };
        if self.deduce_class_variables(d, variable) {
            return;
        }
        let base = if is_auto(&d.specs) { None } else { Some(self.specified_type(&d.specs)) };
        for one in &d.declarators {
            let (home, class, scope) = self.target_of(one.declarator.path());
            if is_auto(&d.specs) && one.declarator.params().is_some() {
                let saved = self.auto_type.replace(self.common.void.into());
                let base = self.specified_type(&d.specs);
                let declared = self.within(scope, |sema| sema.declarator(base, &one.declarator));
                self.auto_type = saved;
                self.declare_function(NewFunction::new(&d.specs, declared, None, one.asm_label.as_deref(), home, class, scope));
                continue;
            }
            let Some(base) = base else {
                self.auto_variable(d, one);
                continue;
            };
            let declared = self.within(scope, |sema| sema.declarator(base, &one.declarator));
            if d.specs.flags.is_typedef {
                self.declare_typedef(&d.specs, &one.declarator, &declared);
            } else if self.is_function(declared.ty.ty) {
                self.check_function_initialised(one, declared.span);
                self.declare_function(NewFunction::new(&d.specs, declared, None, one.asm_label.as_deref(), home, class, scope));
            } else {
                self.namespace_variable(&d.specs, one, declared.ty, declared.path, home);
            }
        }
    }

    /// `int f() = 3;`
    pub(super) fn check_function_initialised(&mut self, one: &ast::InitDeclarator, span: Span) {
        if one.init.is_some() {
            let name = one.declarator.path().and_then(plain_name).map_or(String::new(), |name| name.to_string());
            self.report(errors::initialised_function(span, &name));
        }
    }

    fn auto_variable(&mut self, d: &'a ast::SimpleDecl, one: &'a ast::InitDeclarator) {
        let Some(ty) = self.deduce_auto(&d.specs, one) else { return };
        let scope = self.scope;
        self.namespace_variable(&d.specs, one, ty, one.declarator.path(), scope);
    }

    /// `typedef`: an unnamed class or enum takes the name.
    pub(super) fn declare_typedef(
        &mut self,
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
        declared: &super::specifiers::Declared<'a>,
    ) {
        let Some(name) = declared.path.and_then(plain_name) else { return };
        let unnamed = match specs.ty.as_ref().map(|t| &t.kind) {
            Some(ast::TypeSpecKind::Class(c)) => c.name.is_none(),
            Some(ast::TypeSpecKind::Enum(e)) => e.name.is_none(),
            _ => false,
        };
        if unnamed {
            match self.ty(declared.ty.ty).clone() {
                Type::Class(class) => {
                    let prefix = self.scope_prefix(self.class_info(class).home);
                    self.types.class_mut(class).name = format!("{prefix}{name}").into();
                    self.class_info_mut(class).name = name.clone();
                }
                Type::Enum(id) => self.types.enumeration_mut(id).name = name.clone(),
                _ => {}
            }
        }
        let scope = self.scope;
        self.declare(scope, name, Entity::Type(declared.ty), declared.span);
        self.note_alias_alignment(name, specs, declarator, declared.ty, unnamed);
    }
}

/// Whether a function's result, in front of which `auto` stands, is deduced: nothing says it behind `->`, or `auto` again.
pub(super) fn deduces_result(list: &ast::FunctionParams) -> bool {
    list.trailing_return.as_ref().is_none_or(|ty| is_auto(&ty.specs))
}

/// Whether the base type is `auto` (to be deduced from the initialiser).
pub(super) fn is_auto(specs: &ast::DeclSpecs) -> bool {
    matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Auto | ast::TypeSpecKind::DecltypeAuto))
}
