//! Template argument deduction (C++17 [temp.deduct]): types as written, with holes, matched against types.
//!
//! A [`Pattern`] is a type whose syntax mentions template parameters. Matching a pattern against a type fills the
//! holes; `specificity` matches it against another pattern.

mod patterns;

use super::Sema;
use super::entity::{Entity, Name, TArg, TemplateId};
use super::scope::Want;
use super::specifiers::plain_name;
use super::walk;
use crate::hir::{ClassId, QualType, Type};
use kern_syntax::ast;
use kern_syntax::ast::{DeclaratorKind, TypeSpecKind};

/// A type with holes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pattern {
    pub(super) kind: PatternKind,
    pub(super) is_const: bool,
    pub(super) is_volatile: bool,
}

/// The kinds of pattern.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PatternKind {
    /// A template parameter, by position.
    Param(usize),
    Concrete(QualType),
    Pointer(Box<Pattern>),
    Reference(Box<Pattern>, bool),
    Array(Box<Pattern>, Option<Box<ArgPattern>>),
    /// Result, parameters, variadic, 1 if it is `noexcept`; `const` as the pattern's own if it is a member's.
    Function(Box<Pattern>, Vec<Pattern>, bool, Box<ArgPattern>),
    /// A pointer to a member: the class, the member.
    Member(Box<Pattern>, Box<Pattern>),
    Template(TemplatePattern, Vec<ArgPattern>),
    /// An element pattern that repeats.
    Pack(Box<Pattern>),
    NonDeduced,
}

/// A template with or without a hole.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TemplatePattern {
    Known(TemplateId),
    Param(usize),
}

/// A template argument with holes.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ArgPattern {
    Type(Pattern),
    /// A non-type parameter, by position.
    Param(usize),
    Int(i128),
    Concrete(TArg),
    Pack(Box<ArgPattern>),
    NonDeduced,
}

/// The holes: names of the template parameters, and the position that `auto` stands for.
#[derive(Clone, Debug)]
pub(super) struct Holes<'h> {
    pub(super) names: &'h [Option<Name>],
    pub(super) auto: Option<usize>,
}

/// What each hole was filled with.
pub(super) type Bindings = Vec<Option<TArg>>;

/// When an instance of a function template was refused: it will be again, as long as nothing is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal {
    /// What was declared by then, in [`Sema::declared`].
    pub(super) declared: u64,
    /// Whether conversions by classes were left out of account.
    pub(super) in_user_conversion: bool,
}

impl Pattern {
    fn of(kind: PatternKind) -> Pattern {
        Pattern { kind, is_const: false, is_volatile: false }
    }

    fn with(mut self, quals: ast::Quals) -> Pattern {
        self.is_const |= quals.is_const;
        self.is_volatile |= quals.is_volatile;
        self
    }

    /// An element of `array`, which is as constant as that.
    fn as_part_of(&self, array: &Pattern) -> Pattern {
        let (is_const, is_volatile) = (self.is_const || array.is_const, self.is_volatile || array.is_volatile);
        Pattern { is_const, is_volatile, kind: self.kind.clone() }
    }
}

impl<'h> Holes<'h> {
    fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| n.as_deref() == Some(name))
    }

    pub(super) fn mentioned(&self, walk: impl FnOnce(&mut dyn FnMut(&Name))) -> bool {
        let mut found = false;
        walk(&mut |name| found |= self.position(name).is_some());
        found
    }
}

impl<'a> Sema<'a> {
    /// Fills `bindings` so that `p` becomes `q`; false when it cannot.
    pub(super) fn deduce(&mut self, p: &Pattern, q: QualType, bindings: &mut Bindings) -> bool {
        super::deep(|| self.deduce_inner(p, q, bindings))
    }

    fn deduce_inner(&mut self, p: &Pattern, q: QualType, bindings: &mut Bindings) -> bool {
        match &p.kind {
            PatternKind::NonDeduced => true,
            PatternKind::Param(i) => {
                let q = self.const_outside(q);
                if !self.lenient && ((p.is_const && !q.is_const) || (p.is_volatile && !q.is_volatile)) {
                    return false;
                }
                let bound = QualType { is_const: q.is_const && !p.is_const, is_volatile: q.is_volatile && !p.is_volatile, ..q };
                let bound = self.const_in_elements(QualType { is_restrict: false, ..bound });
                bind(bindings, *i, TArg::Type(bound))
            }
            // Compared after substitution; only conversions decide.
            PatternKind::Concrete(c) => c.ty == q.ty && (self.lenient || (c.is_const | p.is_const) == q.is_const),
            PatternKind::Pointer(inner) => match self.ty(q.ty).clone() {
                Type::Pointer(to) => self.deduce(inner, to, bindings),
                _ => false,
            },
            PatternKind::Reference(inner, is_rvalue) => match self.ty(q.ty).clone() {
                Type::Reference { to, is_rvalue: r } if r == *is_rvalue => self.deduce(inner, to, bindings),
                _ => false,
            },
            PatternKind::Array(inner, length) => match self.ty(q.ty).clone() {
                Type::Array { element, length: n } => {
                    let element = QualType { is_const: element.is_const || q.is_const, ..element };
                    let ok = match (length.as_deref(), n) {
                        (None, None) | (Some(ArgPattern::NonDeduced), _) => true,
                        (Some(ArgPattern::Int(m)), Some(n)) => *m == i128::from(n),
                        (Some(ArgPattern::Param(i)), Some(n)) => bind(bindings, *i, TArg::Int(i128::from(n), self.common.ulong)),
                        _ => false,
                    };
                    ok && self.deduce(&inner.as_part_of(p), element, bindings)
                }
                _ => false,
            },
            PatternKind::Function(result, params, is_variadic, noexcept) => match self.ty(q.ty).clone() {
                Type::Function(f) => {
                    if f.is_variadic != *is_variadic || f.is_const != p.is_const || !self.deduce(result, f.result, bindings) {
                        return false;
                    }
                    let agrees = match **noexcept {
                        // A pointer to a function that is `noexcept` becomes one to any ([temp.deduct.call]/4).
                        ArgPattern::Int(wanted) => wanted == i128::from(f.is_noexcept) || self.lenient && f.is_noexcept,
                        ArgPattern::Param(i) => bind(bindings, i, TArg::Int(i128::from(f.is_noexcept), self.common.bool)),
                        _ => true,
                    };
                    agrees && self.deduce_types(params, &f.params, bindings)
                }
                _ => false,
            },
            PatternKind::Member(of, inner) => match *self.ty(q.ty) {
                Type::MemberPointer { class, member } => self.deduce(of, class.into(), bindings) && self.deduce(inner, member, bindings),
                _ => false,
            },
            PatternKind::Template(template, args) => {
                let Some(class) = self.class_of(q.ty) else { return false };
                let Some((id, actual)) = self.class_info(class).template.clone() else { return false };
                match template {
                    TemplatePattern::Known(t) if *t != id => return false,
                    TemplatePattern::Known(_) => {
                        return self.deduce_arguments(args, &actual, bindings) && self.rest_is_default(class, args);
                    }
                    TemplatePattern::Param(i) => {
                        if !bind(bindings, *i, TArg::Template(id)) {
                            return false;
                        }
                    }
                }
                self.deduce_arguments(args, &actual, bindings)
            }
            PatternKind::Pack(inner) => self.deduce(inner, q, bindings),
        }
    }

    /// Matches the parameters of a function, packs included, with types.
    pub(super) fn deduce_types(&mut self, patterns: &[Pattern], types: &[QualType], bindings: &mut Bindings) -> bool {
        for (i, p) in patterns.iter().enumerate() {
            if let PatternKind::Pack(inner) = &p.kind {
                let rest = types.get(i..).unwrap_or(&[]).to_vec();
                return self.deduce_pack(bindings, rest.len(), |sema, k, b| sema.deduce(inner, rest[k], b));
            }
            let Some(q) = types.get(i) else { return false };
            if !self.deduce(p, *q, bindings) {
                return false;
            }
        }
        patterns.len() == types.len()
    }

    /// Matches each of `count` elements with its own bindings and gathers what changed into packs.
    pub(super) fn deduce_pack(
        &mut self,
        bindings: &mut Bindings,
        count: usize,
        mut one: impl FnMut(&mut Sema<'a>, usize, &mut Bindings) -> bool,
    ) -> bool {
        let before = bindings.clone();
        let mut gathered: Vec<(usize, Vec<TArg>)> = Vec::new();
        for k in 0..count {
            let mut own = before.clone();
            for (i, b) in own.iter_mut().enumerate() {
                // An explicitly given pack prefix holds for the first elements.
                if let Some(TArg::Pack(given)) = &before[i] {
                    *b = given.get(k).cloned();
                }
            }
            let reset = own.clone();
            if !one(self, k, &mut own) {
                return false;
            }
            for (i, b) in own.into_iter().enumerate() {
                let is_new = reset[i].is_none() || matches!(before[i], Some(TArg::Pack(_)));
                if let (true, Some(arg)) = (is_new, b) {
                    match gathered.iter_mut().find(|(j, _)| *j == i) {
                        Some((_, list)) => list.push(arg),
                        None => gathered.push((i, vec![arg])),
                    }
                }
            }
        }
        for (i, list) in gathered {
            match &bindings[i] {
                Some(TArg::Pack(given)) if given.len() >= list.len() => {}
                _ => bindings[i] = Some(TArg::Pack(list)),
            }
        }
        true
    }

    /// Matches argument patterns against arguments.
    pub(super) fn deduce_arguments(&mut self, patterns: &[ArgPattern], actual: &[TArg], bindings: &mut Bindings) -> bool {
        let mut flat = Vec::new();
        for a in actual {
            match a {
                TArg::Pack(list) => flat.extend(list.iter().cloned()),
                other => flat.push(other.clone()),
            }
        }
        for (i, p) in patterns.iter().enumerate() {
            if let ArgPattern::Pack(inner) = p {
                let rest: Vec<TArg> = flat.get(i..).unwrap_or(&[]).to_vec();
                if rest.is_empty() {
                    empty_packs(inner, bindings);
                    return true;
                }
                return self.deduce_pack(bindings, rest.len(), |sema, k, b| sema.deduce_argument(inner, &rest[k], b));
            }
            let Some(a) = flat.get(i) else { return false };
            if !self.deduce_argument(p, a, bindings) {
                return false;
            }
        }
        // Arguments left over are defaults of the template, which the caller compares.
        true
    }

    /// Whether the arguments of `class` behind the `written` ones are those that its template has by default: with them left out
    /// it names another class otherwise (C++17 [temp.deduct.type]p2).
    fn rest_is_default(&mut self, class: ClassId, written: &[ArgPattern]) -> bool {
        let info = self.class_info(class);
        let (Some((id, actual)), span) = (info.template.clone(), info.span) else { return true };
        let has_pack = matches!(written.last(), Some(ArgPattern::Pack(_))) || actual.iter().any(|a| matches!(a, TArg::Pack(_)));
        if has_pack || written.len() >= actual.len() {
            return true;
        }
        let named = self.quietly(|sema| Some(sema.instantiate_template(id, &actual[..written.len()], span)));
        named == Some(Entity::Type(self.class_type(class).into()))
    }

    fn deduce_argument(&mut self, p: &ArgPattern, actual: &TArg, bindings: &mut Bindings) -> bool {
        match (p, actual) {
            (ArgPattern::NonDeduced, _) => true,
            (ArgPattern::Type(p), TArg::Type(q)) => self.deduce(p, *q, bindings),
            (ArgPattern::Type(Pattern { kind: PatternKind::Param(i), .. }), other) => bind(bindings, *i, other.clone()),
            (ArgPattern::Param(i), other) => bind(bindings, *i, other.clone()),
            (ArgPattern::Int(n), TArg::Int(m, _)) => n == m,
            (ArgPattern::Concrete(c), a) => c == a,
            _ => false,
        }
    }
}

/// Arrays and functions as parameters are pointers.
pub(super) fn decayed(p: Pattern) -> Pattern {
    match p.kind {
        PatternKind::Array(ref element, _) => Pattern::of(PatternKind::Pointer(Box::new(element.as_part_of(&p)))),
        PatternKind::Function(..) => Pattern::of(PatternKind::Pointer(Box::new(p))),
        _ => p,
    }
}

/// The pattern without top-level qualifiers.
pub(super) fn unqualified(p: Pattern) -> Pattern {
    Pattern { is_const: false, is_volatile: false, ..p }
}

fn bind(bindings: &mut Bindings, i: usize, arg: TArg) -> bool {
    let Some(slot) = bindings.get_mut(i) else { return false };
    match slot {
        None => {
            *slot = Some(arg);
            true
        }
        Some(TArg::Int(a, _)) => matches!(arg, TArg::Int(b, _) if *a == b),
        Some(old) => *old == arg,
    }
}

fn empty_packs(p: &ArgPattern, bindings: &mut Bindings) {
    let i = match p {
        ArgPattern::Param(i) => *i,
        ArgPattern::Type(Pattern { kind: PatternKind::Param(i), .. }) => *i,
        _ => return,
    };
    if let Some(slot) = bindings.get_mut(i)
        && slot.is_none()
    {
        *slot = Some(TArg::Pack(Vec::new()));
    }
}
