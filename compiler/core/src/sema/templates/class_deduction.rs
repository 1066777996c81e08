//! Class template argument deduction (C++17 [over.match.class.deduct]): `std::pair p(1, 2.0f);`.
//!
//! The candidates are the constructors of the primary template, the members of an aggregate, and the deduction guides.
//! What the arguments deduce is checked and ranked as for a call; a guide wins over a constructor that is as good. Only the
//! type is found here: the object is then initialised as if the arguments had been written.

use super::{has_default, param_names};
use crate::hir::QualType;
use crate::sema::convert::{Rank, Sequence};
use crate::sema::deduce::{Bindings, Holes, Pattern, PatternKind, TemplatePattern, decayed};
use crate::sema::entity::{Entity, ScopeId, TArg, TemplateId, TemplateKind};
use crate::sema::expressions::Arg;
use crate::sema::scope::Want;
use crate::sema::specifiers::segment_text;
use crate::sema::types::{bare, qualified};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, DeclKind, Initializer, TypeSpecKind};

/// `template <class T> Box(T) -> Box<T>;`
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) struct Guide<'a> {
    params: &'a [ast::TemplateParam],
    list: &'a ast::FunctionParams,
    result: &'a ast::TypeName,
    scope: ScopeId,
}

/// A constructor, the members of an aggregate, or a guide.
#[derive(Clone, Debug)]
struct Candidate<'a> {
    /// The template parameters to find: the class's, or the guide's.
    params: &'a [ast::TemplateParam],
    /// Those of a constructor template.
    own: &'a [ast::TemplateParam],
    /// The types of the function's parameters, and whether they have defaults.
    list: Vec<(Written<'a>, bool)>,
    /// What the guide says.
    result: Option<&'a ast::TypeName>,
    scope: ScopeId,
}

/// What says the type of a parameter.
#[derive(Clone, Copy, Debug)]
enum Written<'a> {
    Declared(&'a ast::DeclSpecs, &'a ast::Declarator),
    /// A base of an aggregate, which its values start with.
    Base(&'a ast::BaseSpec),
}

impl Written<'_> {
    fn is_pack(self) -> bool {
        match self {
            Written::Declared(_, declarator) => declarator.is_pack(),
            Written::Base(base) => base.is_pack,
        }
    }
}

/// What a candidate deduced.
struct Found {
    ty: QualType,
    sequences: Vec<Sequence>,
    /// The types of its parameters.
    patterns: Vec<Pattern>,
    is_guide: bool,
}

impl<'a> Sema<'a> {
    /// The class template that specifiers name without arguments.
    pub(in crate::sema) fn bare_class_template(&mut self, specs: &'a ast::DeclSpecs) -> Option<TemplateId> {
        let Some(ast::TypeSpec { kind: TypeSpecKind::Named(path), .. }) = &specs.ty else { return None };
        if path.segments.iter().any(|s| s.args.is_some()) {
            return None;
        }
        match self.quietly(|s| s.resolve(path, Want::Type)).map(|r| r.entity) {
            Some(Entity::Template(id)) if matches!(self.templates[id.0 as usize].kind, TemplateKind::Class(_)) => Some(id),
            _ => None,
        }
    }

    /// Keeps a deduction guide; false if the declaration is none.
    pub(in crate::sema) fn declare_guide(
        &mut self,
        params: &'a [ast::TemplateParam],
        specs: &'a ast::DeclSpecs,
        declarator: &'a ast::Declarator,
    ) -> bool {
        let (None, Some(list), Some(path)) = (&specs.ty, declarator.params(), declarator.path()) else { return false };
        let Some(result) = &list.trailing_return else { return false };
        match self.quietly(|s| s.resolve(path, Want::Type)).map(|r| r.entity) {
            Some(Entity::Template(id)) => {
                let scope = self.scope;
                self.guides.entry(id).or_default().push(Guide { params, list, result, scope });
                true
            }
            _ => false,
        }
    }

    /// Declares the variables of a declaration that has a class template's name alone for its type, each by `variable`; false
    /// if it has not.
    pub(in crate::sema) fn deduce_class_variables(
        &mut self,
        d: &'a ast::SimpleDecl,
        mut variable: impl FnMut(&mut Self, &'a ast::InitDeclarator, QualType),
    ) -> bool {
        let Some(id) = self.bare_class_template(&d.specs).filter(|_| !d.specs.flags.is_typedef) else { return false };
        let mut first = None;
        for one in &d.declarators {
            let ty = self.deduce_class_variable(id, &d.specs, one, &mut first);
            variable(self, one, ty);
        }
        true
    }

    /// The type of a variable declared with the template's name alone; an error type after a mistake. `first` is what the
    /// first variable of the declaration made of it.
    fn deduce_class_variable(
        &mut self,
        id: TemplateId,
        specs: &'a ast::DeclSpecs,
        one: &'a ast::InitDeclarator,
        first: &mut Option<QualType>,
    ) -> QualType {
        let span = specs.ty.as_ref().map_or(specs.span, |ty| ty.span);
        let Some(q) = self.deduce_class(id, one.init.as_ref(), span) else { return self.common.error.into() };
        let first = *first.get_or_insert(q);
        if first.ty != q.ty {
            let (a, b) = (self.show_q(first), self.show_q(q));
            self.report(errors::deduced_differently(one.declarator.span, &a, &b));
        }
        self.declarator(qualified(q, specs.quals), &one.declarator).ty
    }

    /// The class that an initialiser makes of the template; `None` after an error.
    pub(in crate::sema) fn deduce_class(&mut self, id: TemplateId, init: Option<&'a Initializer>, span: Span) -> Option<QualType> {
        let (args, braces): (Vec<Arg<'a>>, Option<&'a ast::InitList>) = match init {
            None => (Vec::new(), None),
            Some(Initializer::Parens(list, _)) => (self.args(list), None),
            Some(Initializer::Braces(list)) => (self.list_args(list), Some(list)),
            Some(Initializer::Equals(e)) => match self.arg(e) {
                Arg::List(list) => (self.list_args(list), Some(list)),
                arg => (vec![arg], None),
            },
        };
        self.deduce_class_from(id, &args, braces, span)
    }

    /// See [`Sema::deduce_class`]; `braces` is the list that the arguments are the elements of.
    pub(in crate::sema) fn deduce_class_from(
        &mut self,
        id: TemplateId,
        args: &[Arg<'a>],
        braces: Option<&'a ast::InitList>,
        span: Span,
    ) -> Option<QualType> {
        if args.iter().any(|a| matches!(a, Arg::Val(v) if self.is_error(v.e.ty))) {
            return None;
        }
        if let [Arg::Val(v)] = args
            && self.template_of(v.e.ty) == Some(id)
        {
            return Some(v.e.ty.into());
        }
        let candidates = self.class_candidates(id);
        let mut found: Vec<Found> = Vec::new();
        if let Some(list) = braces {
            // `initializer_list` constructors come first ([over.match.list]).
            let whole = [Arg::List(list)];
            found = candidates.iter().filter_map(|c| self.deduce_candidate(id, c, &whole, true)).collect();
        }
        if found.is_empty() {
            found = candidates.iter().filter_map(|c| self.deduce_candidate(id, c, args, false)).collect();
        }
        let best = found.iter().position(|f| found.iter().all(|other| std::ptr::eq(f, other) || self.is_at_least(f, other)));
        if let Some(best) = best {
            return Some(found[best].ty);
        }
        if args.is_empty() && self.templates[id.0 as usize].params.iter().all(|p| p.is_pack || has_default(p)) {
            return match self.instantiate_template(id, &[], span) {
                Entity::Type(q) => Some(q),
                _ => None,
            };
        }
        let name = self.templates[id.0 as usize].name.clone();
        self.report(errors::template_needs_arguments(span, &name));
        None
    }

    fn class_candidates(&self, id: TemplateId) -> Vec<Candidate<'a>> {
        let template = &self.templates[id.0 as usize];
        let TemplateKind::Class(spec) = template.kind else { return Vec::new() };
        let (params, scope) = (template.params, template.scope);
        let listed = |list: &'a ast::FunctionParams| {
            list.params.iter().map(|p| (Written::Declared(&p.specs, &p.declarator), p.default.is_some())).collect()
        };
        let constructor = |list: &'a ast::FunctionParams, own| Candidate { params, own, list: listed(list), result: None, scope };
        let mut candidates: Vec<Candidate<'a>> = Vec::new();
        let mut parts: Vec<(Written<'a>, bool)> = spec.bases.iter().map(|base| (Written::Base(base), true)).collect();
        let mut is_aggregate = spec.bases.iter().all(|base| is_open_base(spec, base));
        for d in spec.members.iter().flatten() {
            let (kind, own) = match &d.kind {
                DeclKind::Template(t) => (&t.decl.kind, &t.params[..]),
                kind => (kind, &[][..]),
            };
            match kind {
                DeclKind::Function(f) if f.specs.ty.is_none() => {
                    candidates.extend(f.declarator.params().map(|list| constructor(list, own)));
                }
                DeclKind::Simple(s) if s.specs.ty.is_none() => {
                    candidates.extend(s.declarators.iter().filter_map(|one| one.declarator.params()).map(|list| constructor(list, own)));
                }
                DeclKind::Simple(s) if !s.specs.flags.is_static => {
                    let members = s.declarators.iter().filter(|one| one.declarator.params().is_none());
                    parts.extend(members.map(|one| (Written::Declared(&s.specs, &one.declarator), true)));
                }
                DeclKind::UsingDecl(names) => is_aggregate &= !names.iter().any(|n| names_constructors(&n.path)),
                _ => {}
            }
        }
        if candidates.is_empty() && is_aggregate && !parts.is_empty() {
            candidates.push(Candidate { params, own: &[], list: parts, result: None, scope });
        }
        let guides = self.guides.get(&id).map_or(&[][..], |list| list);
        candidates.extend(guides.iter().map(|g| Candidate {
            params: g.params,
            own: &[],
            list: listed(g.list),
            result: Some(g.result),
            scope: g.scope,
        }));
        candidates
    }

    /// What one candidate makes of the arguments; `whole_list`: the only argument is the braced list for an `initializer_list`.
    fn deduce_candidate(&mut self, id: TemplateId, c: &Candidate<'a>, args: &[Arg<'a>], whole_list: bool) -> Option<Found> {
        let has_pack = c.list.iter().any(|(written, _)| written.is_pack());
        let needed = c.list.iter().filter(|(written, has_default)| !has_default && !written.is_pack()).count();
        if args.len() < needed || (args.len() > c.list.len() && !has_pack) {
            return None;
        }
        let mut names = param_names(c.params);
        names.extend(param_names(c.own));
        let holes = Holes { names: &names, auto: None };
        let mut bindings: Bindings = vec![None; names.len()];
        let mut patterns = Vec::new();
        for (i, (written, _)) in c.list.iter().enumerate() {
            // Types that only the class knows (`value_type`) deduce nothing.
            let pattern = self.quietly(|s| Some(s.within(c.scope, |s| s.written_pattern(*written, &holes))));
            let Some(pattern) = pattern.map(decayed) else { continue };
            patterns.push(pattern.clone());
            if whole_list && i == 0 && !self.is_list_pattern(&pattern) {
                return None;
            }
            let saved = std::mem::replace(&mut self.lenient, true);
            let fits = if let PatternKind::Pack(element) = &pattern.kind {
                let rest = args.get(i..).unwrap_or(&[]).to_vec();
                self.deduce_pack(&mut bindings, rest.len(), |s, k, b| s.deduce_parameter(element, &rest[k], b))
            } else {
                match args.get(i) {
                    Some(arg) if !pattern.is_concrete() => self.deduce_parameter(&pattern, arg, &mut bindings),
                    _ => true,
                }
            };
            self.lenient = saved;
            if !fits {
                return None;
            }
        }
        let given = &bindings[..c.params.len()];
        let (flat, scope) = self.quietly(|s| s.complete_arguments(c.params, given, c.scope, Span::default()))?;
        let mut sequences = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let ty = match c.list.get(i) {
                Some((written, _)) if !written.is_pack() && !whole_list => self.quietly(|s| {
                    s.within(scope, |s| {
                        let ty = s.written_type(*written);
                        let ty = if s.is_array(ty.ty) { s.decayed(ty).into() } else { ty };
                        (!s.is_error(ty.ty)).then_some(ty)
                    })
                }),
                _ => None,
            };
            sequences.push(match ty {
                Some(ty) => self.implicit(arg, ty)?,
                None => Sequence::of(Rank::Exact),
            });
        }
        let ty = match c.result {
            Some(result) => self.quietly(|s| Some(s.within(scope, |s| s.type_name(result))))?,
            None => {
                let flat: Vec<TArg> = flat
                    .into_iter()
                    .flat_map(|arg| match arg {
                        TArg::Pack(list) => list,
                        arg => vec![arg],
                    })
                    .collect();
                match self.quietly(|s| Some(s.instantiate_template(id, &flat, Span::default())))? {
                    Entity::Type(q) => q,
                    _ => return None,
                }
            }
        };
        Some(Found { ty: bare(ty), sequences, patterns, is_guide: c.result.is_some() })
    }

    fn written_pattern(&mut self, written: Written<'a>, holes: &Holes) -> Pattern {
        match written {
            Written::Declared(specs, declarator) => self.pattern(specs, declarator, holes),
            Written::Base(base) => {
                let class = self.class_pattern(&base.path, holes);
                if !base.is_pack {
                    return class;
                }
                Pattern { kind: PatternKind::Pack(Box::new(class)), is_const: false, is_volatile: false }
            }
        }
    }

    fn written_type(&mut self, written: Written<'a>) -> QualType {
        match written {
            Written::Declared(specs, declarator) => {
                let base = self.specified_type(specs);
                self.declarator(base, declarator).ty
            }
            Written::Base(base) => self.type_path(&base.path),
        }
    }

    /// Whether no argument converts worse for `a` than for `b`; of equals a guide is better, of guides the more specialised one, then
    /// the one declared first.
    fn is_at_least(&mut self, a: &Found, b: &Found) -> bool {
        let mut better = false;
        for (x, y) in a.sequences.iter().zip(&b.sequences) {
            match x.better(y) {
                Some(true) => better = true,
                Some(false) => return false,
                None => {}
            }
        }
        if better || a.is_guide != b.is_guide {
            return better || a.is_guide;
        }
        !a.is_guide || !self.are_more_specialised(&b.patterns, &a.patterns)
    }

    fn is_list_pattern(&self, p: &Pattern) -> bool {
        match &p.kind {
            PatternKind::Reference(inner, _) => self.is_list_pattern(inner),
            PatternKind::Template(TemplatePattern::Known(id), _) => &*self.templates[id.0 as usize].name == "initializer_list",
            _ => false,
        }
    }
}

/// Whether an aggregate may have the base ([dcl.init.aggr] 1).
fn is_open_base(class: &ast::ClassSpec, base: &ast::BaseSpec) -> bool {
    let access = base.access.unwrap_or(if class.key == ast::ClassKey::Class { ast::Access::Private } else { ast::Access::Public });
    access == ast::Access::Public && !base.is_virtual
}

/// `using Base::Base;`
fn names_constructors(path: &ast::Path) -> bool {
    match path.segments.as_slice() {
        [.., around, last] => segment_text(&around.name) == segment_text(&last.name),
        _ => false,
    }
}
