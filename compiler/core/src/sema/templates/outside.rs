//! Members of class templates that are defined outside of them: each instance gets the definitions, once it is complete or
//! once they come.

use crate::hir::{ClassId, QualType};
use crate::sema::Sema;
use crate::sema::deduce::{ArgPattern, Bindings, Holes};
use crate::sema::entity::{Body, ClassState, Entity, FuncRef, Progress, ScopeId};
use crate::sema::functions::names_of;
use crate::sema::scope::Want;
use crate::sema::specifiers::segment_text;
use crate::sema::templates::param_names;
use crate::sema::types::bare;
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// The class whose member `path` names, in or below `class`: `Node` of `List<T>::Node::next`.
    fn member_class(&mut self, class: ClassId, path: &'a ast::Path) -> ClassId {
        let mut found = class;
        let behind = path.segments.iter().skip_while(|s| s.args.is_none()).skip(1);
        for segment in behind.take(path.segments.len().saturating_sub(2)) {
            let scope = self.class_info(found).scope;
            let name = segment_text(&segment.name);
            if let Some(Entity::Type(q)) = self.own_name(scope, &name, Want::Type)
                && let Some(inner) = self.class_of(q.ty).filter(|inner| *inner != found)
            {
                self.make_complete(q.ty);
                found = inner;
            }
        }
        found
    }

    /// Gives a member of class `class`, declared in its body, the definition that stands outside.
    pub(in crate::sema) fn attach_outside(&mut self, class: ClassId, params: &'a [ast::TemplateParam], decl: &'a ast::Decl) {
        let Some((_, args)) = self.class_info(class).template.clone() else { return };
        let whole = class;
        let class = match outside_path(decl) {
            Some(path) => self.member_class(class, path),
            None => class,
        };
        let class_scope = self.class_info(class).scope;
        let given: Bindings = match variable_path(decl) {
            Some(path) => match self.outside_arguments(whole, params, path) {
                Some(given) => given,
                None => return,
            },
            None => args.into_iter().map(Some).collect(),
        };
        if params.len() != given.len() {
            return;
        }
        let Some((_, scope)) = self.complete_arguments(params, &given, class_scope, Span::default()) else { return };
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
                                (func.ty.params == list && func.is_const == params.quals.is_const).then_some(*f)
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
                    t.def = Some(def);
                    t.params = &inner.params;
                    t.specs = &def.specs;
                    t.declarator = &def.declarator;
                    t.scope = scope;
                    break;
                }
            }
        }
    }

    /// What the parameters of a variable's definition outside stand for in `class`; `None` if the class is an instance of another
    /// partial specialisation than the one that `path` names, or of one where it names the template.
    fn outside_arguments(&mut self, class: ClassId, params: &'a [ast::TemplateParam], path: &'a ast::Path) -> Option<Bindings> {
        let (id, args) = self.class_info(class).template.clone()?;
        let partials = self.templates[id.0 as usize].partials.clone();
        if partials.is_empty() {
            return Some(args.into_iter().map(Some).collect());
        }
        let written = path.segments.iter().find_map(|s| s.args.as_deref())?;
        let scope = self.templates[id.0 as usize].scope;
        let named = self.written_patterns(params, written, scope);
        let is_of_class = match self.choose_partial(id, &args) {
            Some((chosen, _)) => self.written_patterns(chosen.params, chosen.args, chosen.scope) == named,
            None => !partials.iter().any(|p| self.written_patterns(p.params, p.args, p.scope) == named),
        };
        let mut bindings: Bindings = vec![None; params.len()];
        let saved = std::mem::replace(&mut self.lenient, false);
        let fits = is_of_class && self.deduce_arguments(&named, &args, &mut bindings);
        self.lenient = saved;
        fits.then_some(bindings)
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

/// The name of the variable that `decl` defines outside its class.
fn variable_path(decl: &ast::Decl) -> Option<&ast::Path> {
    let ast::DeclKind::Simple(d) = &decl.kind else { return None };
    d.declarators.first()?.declarator.path()
}

/// The name of the member that `decl` defines outside its class, unless it is a template.
fn outside_path(decl: &ast::Decl) -> Option<&ast::Path> {
    match &decl.kind {
        ast::DeclKind::Function(def) => def.declarator.path(),
        _ => class_path(decl).or_else(|| variable_path(decl)),
    }
}
