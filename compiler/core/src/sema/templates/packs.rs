//! Pack expansion: the scopes in which a pattern is checked, one for each element (C++17 [temp.variadic]).

use crate::sema::declarations::is_auto;
use crate::sema::deduce::{Holes, Pattern, PatternKind};
use crate::sema::entity::{Entity, Name, ScopeId, ScopeKind};
use crate::sema::scope::Want;
use crate::sema::{Sema, errors, walk};
use kern_diag::Span;
use kern_syntax::ast;

/// Most elements of one pack.
const MAX_PACK: usize = 20_000;

/// Most elements of all expansions of packs in one program.
const MAX_EXPANDED: usize = 400_000;

impl<'a> Sema<'a> {
    /// The pack that `name` is outside of the expansions around the present place, whatever element of it they give the name to.
    pub(in crate::sema) fn whole_pack(&mut self, name: &str) -> Option<Vec<Entity>> {
        let mut scope = Some(self.scope);
        while let Some(id) = scope {
            if !matches!(self.scope_of(id).kind, ScopeKind::Element)
                && let Some(found) = self.lookup_in(id, name, Want::Any)
            {
                return if let Entity::Pack(items) = found { Some(items) } else { None };
            }
            scope = self.scope_of(id).parent;
        }
        None
    }

    /// Whether an expansion of `e` has a pack to expand.
    pub(in crate::sema) fn has_pack(&mut self, e: &ast::Expr) -> bool {
        let mut names = Vec::new();
        walk::in_expr(e, &mut |n, is_expanded| {
            if !is_expanded {
                names.push(n.clone());
            }
        });
        names.iter().any(|n| self.whole_pack(n).is_some())
    }

    /// One scope for each element of the packs that `mention` finds outside of expansions in the pattern.
    fn pack_scopes(&mut self, mention: impl FnOnce(&mut walk::Mention), span: Span) -> Vec<ScopeId> {
        let mut names = Vec::new();
        mention(&mut |n: &Name, is_expanded| {
            if !is_expanded && !names.contains(n) {
                names.push(n.clone());
            }
        });
        let mut packs = Vec::new();
        for name in names {
            if let Some(items) = self.whole_pack(&name) {
                packs.push((name, items));
            }
        }
        let Some(count) = packs.iter().map(|(_, items)| items.len()).max() else {
            self.report(errors::nothing_to_expand(span));
            return Vec::new();
        };
        if packs.iter().any(|(_, items)| items.len() != count) {
            self.report(errors::packs_differ(span));
            return Vec::new();
        }
        if !self.may_expand(count, span) {
            return Vec::new();
        }
        (0..count)
            .map(|i| {
                let scope = self.new_scope(ScopeKind::Element, Some(self.scope));
                for (name, items) in &packs {
                    self.bind(scope, name, items[i].clone());
                }
                scope
            })
            .collect()
    }

    /// Whether packs may be expanded to `count` more elements; if not, that is the last thing told.
    fn may_expand(&mut self, count: usize, span: Span) -> bool {
        self.expanded += count;
        if self.endless.is_none() && count > MAX_PACK {
            self.endless = Some(Box::new(errors::pack_too_long(span, count, MAX_PACK)));
        } else if self.endless.is_none() && self.expanded > MAX_EXPANDED {
            self.endless = Some(Box::new(errors::too_many_expansions(span, MAX_EXPANDED)));
        }
        self.endless.is_none()
    }

    pub(in crate::sema) fn pack_scopes_of_param(&mut self, p: &'a ast::Param) -> Vec<ScopeId> {
        self.pack_scopes(|f| walk::in_param(p, f), p.span)
    }

    /// The patterns of a parameter: one, or those of the elements of a pack of the class around the template, which are known.
    pub(in crate::sema) fn parameter_patterns(&mut self, p: &'a ast::Param, holes: &Holes) -> Vec<Pattern> {
        if !p.declarator.is_pack() || is_auto(&p.specs) || holes.mentioned(|f| walk::names_in_param(p, f)) {
            return vec![self.pattern(&p.specs, &p.declarator, holes)];
        }
        let mut patterns = Vec::new();
        for scope in self.pack_scopes_of_param(p) {
            let pattern = self.within(scope, |sema| sema.pattern(&p.specs, &p.declarator, holes));
            patterns.push(match pattern.kind {
                PatternKind::Pack(element) => *element,
                _ => pattern,
            });
        }
        patterns
    }

    pub(in crate::sema) fn pack_scopes_of_argument(&mut self, a: &'a ast::TemplateArg) -> Vec<ScopeId> {
        let span = match a {
            ast::TemplateArg::Type(t) => t.span,
            ast::TemplateArg::Expr(e) => e.span,
            ast::TemplateArg::Pack(_) => Span::default(),
        };
        self.pack_scopes(|f| walk::in_argument(a, f), span)
    }

    pub(in crate::sema) fn pack_scopes_of_expr(&mut self, e: &'a ast::Expr) -> Vec<ScopeId> {
        self.pack_scopes(|f| walk::in_expr(e, f), e.span)
    }

    /// Scopes for `Bases...` and the like, where the pattern is a path.
    pub(in crate::sema) fn pack_scopes_of_path(&mut self, p: &'a ast::Path) -> Vec<ScopeId> {
        self.pack_scopes(|f| segments(p, f), p.span)
    }

    /// Scopes for `Bases(args)...`: what the bases are initialised with may name packs, too.
    pub(in crate::sema) fn pack_scopes_of_member_init(&mut self, init: &'a ast::MemberInit) -> Vec<ScopeId> {
        self.pack_scopes(
            |f| {
                segments(&init.path, f);
                walk::in_initializer(&init.init, f);
            },
            init.path.span,
        )
    }
}

/// The names in a path that may stand for packs.
fn segments(p: &ast::Path, f: &mut walk::Mention) {
    for s in &p.segments {
        if let ast::SegmentName::Ident(n) = &s.name {
            f(n, false);
        }
        for a in s.args.iter().flatten() {
            walk::in_argument(a, f);
        }
    }
}
