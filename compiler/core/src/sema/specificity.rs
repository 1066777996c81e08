//! Which of two patterns is more specialised (C++17 [temp.func.order], [temp.class.order]).
//!
//! One pattern covers another when everything that matches the second matches the first too; a template is more
//! specialised than another when it is covered and does not cover.

use super::Sema;
use super::deduce::{ArgPattern, Pattern, PatternKind, TemplatePattern};
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// Whether everything that matches `special` matches `general` too.
    pub(super) fn pattern_covers(&mut self, general: &Pattern, special: &Pattern, bound: &mut Vec<Option<Pattern>>) -> bool {
        use PatternKind as K;
        match (&general.kind, &special.kind) {
            (K::NonDeduced, _) | (_, K::NonDeduced) => true,
            (K::Param(i), _) => {
                if (general.is_const && !special.is_const) || (general.is_volatile && !special.is_volatile) {
                    return false;
                }
                let rest = Pattern {
                    kind: special.kind.clone(),
                    is_const: special.is_const && !general.is_const,
                    is_volatile: special.is_volatile && !general.is_volatile,
                };
                if *i >= bound.len() {
                    bound.resize(*i + 1, None);
                }
                match &bound[*i] {
                    Some(b) => *b == rest,
                    None => {
                        bound[*i] = Some(rest);
                        true
                    }
                }
            }
            (K::Concrete(a), K::Concrete(b)) => a == b && general.is_const == special.is_const,
            (K::Pack(a), K::Pack(b)) => self.pattern_covers(a, b, bound),
            (K::Pack(a), _) => self.pattern_covers(a, special, &mut Vec::new()),
            (_, K::Pack(_)) => false,
            (K::Pointer(a), K::Pointer(b)) => same_quals(general, special) && self.pattern_covers(a, b, bound),
            (K::Reference(a, r), K::Reference(b, s)) => r == s && self.pattern_covers(a, b, bound),
            (K::Array(a, n), K::Array(b, m)) => {
                let lengths = match (n.as_deref(), m.as_deref()) {
                    (Some(ArgPattern::Param(_) | ArgPattern::NonDeduced), Some(_)) => true,
                    (n, m) => n == m,
                };
                lengths && self.pattern_covers(a, b, bound)
            }
            (K::Function(a, p, v, n), K::Function(b, q, w, m)) => {
                v == w
                    && (n == m || matches!(**n, ArgPattern::Param(_) | ArgPattern::NonDeduced))
                    && p.len() == q.len()
                    && self.pattern_covers(a, b, bound)
                    && p.iter().zip(q).all(|(p, q)| self.pattern_covers(p, q, bound))
            }
            (K::Template(t, a), K::Template(u, b)) => {
                let same = matches!(t, TemplatePattern::Param(_)) || t == u;
                same && same_quals(general, special) && self.arguments_cover(a, b, bound)
            }
            (K::Member(a, m), K::Member(b, n)) => self.pattern_covers(a, b, bound) && self.pattern_covers(m, n, bound),
            (K::Pointer(_) | K::Reference(..) | K::Array(..) | K::Function(..) | K::Member(..) | K::Template(..), K::Concrete(q)) => {
                let quals = ast::Quals { is_const: special.is_const, is_volatile: special.is_volatile, is_restrict: false };
                let q = super::types::qualified(*q, quals);
                let mut bindings = vec![None; 64];
                self.deduce(general, q, &mut bindings)
            }
            _ => false,
        }
    }

    /// [`Sema::pattern_covers`] for lists of template arguments.
    pub(super) fn arguments_cover(&mut self, general: &[ArgPattern], special: &[ArgPattern], bound: &mut Vec<Option<Pattern>>) -> bool {
        for (i, g) in general.iter().enumerate() {
            if let ArgPattern::Pack(_) = g {
                return true;
            }
            let Some(s) = special.get(i) else { return false };
            let ok = match (g, s) {
                (ArgPattern::Type(a), ArgPattern::Type(b)) => self.pattern_covers(a, b, bound),
                (ArgPattern::Param(_) | ArgPattern::NonDeduced, ArgPattern::Pack(_)) => false,
                (ArgPattern::Param(_) | ArgPattern::NonDeduced, _) => true,
                (_, ArgPattern::NonDeduced) => true,
                (a, b) => a == b,
            };
            if !ok {
                return false;
            }
        }
        general.len() == special.len()
    }
}

fn same_quals(a: &Pattern, b: &Pattern) -> bool {
    a.is_const == b.is_const && a.is_volatile == b.is_volatile
}

impl Pattern {
    /// Whether it says all of the type: two exact patterns that are equal are one type.
    pub(super) fn is_exact(&self) -> bool {
        let exact_arg = |a: &ArgPattern| match a {
            ArgPattern::Type(p) => p.is_exact(),
            ArgPattern::Pack(_) | ArgPattern::NonDeduced => false,
            ArgPattern::Param(_) | ArgPattern::Int(_) | ArgPattern::Concrete(_) => true,
        };
        match &self.kind {
            PatternKind::Param(_) | PatternKind::Concrete(_) => true,
            PatternKind::Pointer(p) | PatternKind::Reference(p, _) => p.is_exact(),
            PatternKind::Array(p, n) => p.is_exact() && n.as_deref().is_none_or(exact_arg),
            PatternKind::Function(result, params, ..) => result.is_exact() && params.iter().all(Pattern::is_exact),
            PatternKind::Member(class, member) => class.is_exact() && member.is_exact(),
            PatternKind::Template(_, args) => args.iter().all(exact_arg),
            PatternKind::Pack(_) | PatternKind::NonDeduced => false,
        }
    }
}
