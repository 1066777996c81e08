//! Scopes and name lookup (C++17 [basic.lookup]): unqualified, qualified, class members with bases,
//! using directives, and argument-dependent lookup.

use super::Sema;
use super::entity::{Entity, FuncRef, Name, Scope, ScopeId, ScopeKind, Slot};
use super::errors;
use super::names::Names;
use crate::hir::{ClassId, QualType, Type, TypeId};
use kern_diag::Span;
use std::collections::HashSet;

/// Which meanings of a name a lookup wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// Functions and variables hide classes and enums of the same name.
    Any,
    /// Only types and templates (`struct S`, the left of `::`).
    Type,
    /// Only namespaces and types: the left of `::`.
    Qualifier,
}

impl<'a> Sema<'a> {
    pub(super) fn new_scope(&mut self, kind: ScopeKind, parent: Option<ScopeId>) -> ScopeId {
        self.scopes.push(Scope { kind, parent, names: Names::default(), using: Vec::new(), is_inline: false });
        ScopeId(self.scopes.len() as u32 - 1)
    }

    pub(super) fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.scopes[id.0 as usize]
    }

    pub(super) fn scope_of(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    /// Runs `f` in `scope`.
    pub(super) fn within<R>(&mut self, scope: ScopeId, f: impl FnOnce(&mut Sema<'a>) -> R) -> R {
        let saved = std::mem::replace(&mut self.scope, scope);
        let result = f(self);
        self.scope = saved;
        result
    }

    /// Runs `f` in a fresh local scope inside the present one.
    pub(super) fn in_block<R>(&mut self, f: impl FnOnce(&mut Sema<'a>) -> R) -> R {
        let scope = self.new_scope(ScopeKind::Local, Some(self.scope));
        self.within(scope, f)
    }

    /// Binds `name` in `scope`, merging functions into an overload set. A clash is an error.
    pub(super) fn declare(&mut self, scope: ScopeId, name: &Name, entity: Entity, span: Span) {
        let is_tag = match &entity {
            Entity::Type(q) => matches!(self.types.get(q.ty), Type::Class(_) | Type::Enum(_)),
            _ => false,
        };
        self.make_way(scope, name, span);
        let slot = self.scope_mut(scope).names.get_or_insert(name, Slot { tag: None, item: None, span });
        let earlier = slot.span;
        let place = if is_tag && (slot.item.is_none() || slot.tag.is_some()) { &mut slot.tag } else { &mut slot.item };
        match (&mut *place, entity) {
            (Some(Entity::Functions(set)), Entity::Functions(more)) => {
                for f in more {
                    if !set.contains(&f) {
                        set.push(f);
                    }
                }
            }
            (Some(Entity::Error), new) => *place = Some(new),
            (Some(old), new) => {
                if *old != new && !matches!(new, Entity::Error) {
                    let both_types = matches!((&*old, &new), (Entity::Type(_), Entity::Type(_)));
                    let diagnostic = errors::redefinition(name, span, earlier, both_types);
                    self.report(diagnostic);
                }
            }
            (None, new) => {
                *place = Some(new);
                slot.span = span;
            }
        }
    }

    /// Forgets what our headers declare as `name`, if that makes room for the program's declaration at `span`.
    pub(super) fn make_way(&mut self, scope: ScopeId, name: &Name, span: Span) {
        if self.gives_way(scope, name, span) {
            self.scope_mut(scope).names.insert(name, Slot { tag: None, item: None, span });
        }
    }

    /// Whether what our headers declare as `name` makes room for the program's declaration at `span`.
    fn gives_way(&self, scope: ScopeId, name: &Name, span: Span) -> bool {
        let Some(slot) = self.scope_of(scope).names.get(name).filter(|slot| self.is_system(slot.span) && !self.is_system(span)) else {
            return false;
        };
        // Names that CUDA dropped are the program's again.
        let is_dropped = matches!(&**name, "texture" | "surface") && matches!(slot.item, Some(Entity::Template(_)));
        // In a file that is not CUDA the vector types, and `index`, are there for our headers alone.
        let is_ours = || {
            let file = &self.sources.file(slot.span.file).name;
            file.ends_with(":vector_types.h") || file.ends_with(":string.h") && matches!(&**name, "index" | "rindex")
        };
        is_dropped || self.is_host_language && is_ours()
    }

    /// Binds `name`, replacing what was there (template arguments, packs).
    pub(super) fn bind(&mut self, scope: ScopeId, name: &Name, entity: Entity) {
        self.scope_mut(scope).names.insert(name, Slot { tag: None, item: Some(entity), span: Span::default() });
    }

    /// Binds the name of a class inside of it, where a member of that name hides it ([class.member.lookup], [basic.scope.hiding]).
    pub(super) fn bind_class_name(&mut self, scope: ScopeId, name: &Name, class: TypeId) {
        let slot = Slot { tag: Some(Entity::Type(class.into())), item: None, span: Span::default() };
        self.scope_mut(scope).names.insert(name, slot);
    }

    /// What `name` means in `scope` itself (no enclosing scopes).
    pub(super) fn own_name(&self, scope: ScopeId, name: &str, want: Want) -> Option<Entity> {
        let slot = self.scope_of(scope).names.get(name)?;
        let item = slot.item.as_ref();
        let is_type =
            |e: &&Entity| matches!(e, Entity::Type(_) | Entity::Template(_) | Entity::Namespace(_) | Entity::Value(_) | Entity::Pack(_));
        match want {
            Want::Any => item.or(slot.tag.as_ref()).cloned(),
            Want::Type | Want::Qualifier => slot.tag.as_ref().or(item.filter(is_type)).cloned(),
        }
    }

    /// What `name` means in `scope`, looking through using directives and base classes.
    pub(super) fn lookup_in(&mut self, scope: ScopeId, name: &str, want: Want) -> Option<Entity> {
        let s = self.scope_of(scope);
        if s.using.is_empty() && !matches!(s.kind, ScopeKind::Class(_)) {
            return self.own_name(scope, name, want);
        }
        let mut seen = HashSet::new();
        self.lookup_seen(scope, name, want, &mut seen)
    }

    fn lookup_seen(&mut self, scope: ScopeId, name: &str, want: Want, seen: &mut HashSet<ScopeId>) -> Option<Entity> {
        if !seen.insert(scope) {
            return None;
        }
        let mut found = self.own_name(scope, name, want);
        if let ScopeKind::Class(class) = self.scope_of(scope).kind {
            if found.is_none() {
                found = self.lookup_bases(class, name, want, seen);
            }
            return found;
        }
        for i in 0..self.scope_of(scope).using.len() {
            let other = self.scope_of(scope).using[i];
            let more = self.lookup_seen(other, name, want, seen);
            found = joined(found, more);
        }
        found
    }

    /// The scope that declares the type `name` found from `scope`: that itself, a base class, a namespace that it uses.
    pub(super) fn declaring_scope(&self, scope: ScopeId, name: &str, seen: &mut HashSet<ScopeId>) -> Option<ScopeId> {
        if !seen.insert(scope) {
            return None;
        }
        if self.own_name(scope, name, Want::Type).is_some() {
            return Some(scope);
        }
        let others: Vec<ScopeId> = match self.scope_of(scope).kind {
            ScopeKind::Class(class) => self.class_info(class).bases.iter().map(|base| self.class_info(base.class).scope).collect(),
            _ => self.scope_of(scope).using.clone(),
        };
        others.into_iter().find_map(|other| self.declaring_scope(other, name, seen))
    }

    fn lookup_bases(&mut self, class: ClassId, name: &str, want: Want, seen: &mut HashSet<ScopeId>) -> Option<Entity> {
        if self.has_virtual_bases(class) {
            return self.lookup_dominant(class, name, want, seen).map(|(found, _)| found);
        }
        for i in 0..self.class_info(class).bases.len() {
            let base = self.class_info(class).bases[i].class;
            let scope = self.class_info(base).scope;
            if let Some(found) = self.lookup_seen(scope, name, want, seen) {
                return Some(found);
            }
        }
        None
    }

    /// The member of a base, and whose it is; one hides another of the same virtual base ([class.member.lookup]/10).
    fn lookup_dominant(&self, class: ClassId, name: &str, want: Want, seen: &mut HashSet<ScopeId>) -> Option<(Entity, ClassId)> {
        let mut best: Option<(Entity, ClassId)> = None;
        for base in &self.class_info(class).bases {
            let scope = self.class_info(base.class).scope;
            if !seen.insert(scope) {
                continue;
            }
            let own = self.own_name(scope, name, want).map(|found| (found, base.class));
            let Some(found) = own.or_else(|| self.lookup_dominant(base.class, name, want, seen)) else { continue };
            if best.as_ref().is_none_or(|(_, of)| self.base_path(found.1, *of).is_some()) {
                best = Some(found);
            }
        }
        best
    }

    /// Unqualified lookup from the present scope outwards. What a directive in a block, or in a namespace inside another, nominates
    /// is seen as if it stood in the nearest namespace around both ([namespace.udir]): with the names there, behind those before.
    pub(super) fn lookup(&mut self, name: &str, want: Want) -> Option<Entity> {
        let mut scope = Some(self.scope);
        let mut later: Vec<(ScopeId, ScopeId)> = Vec::new();
        while let Some(id) = scope {
            let used = self.scope_of(id).using.iter().map(|&target| (target, self.nearest_around(id, target)));
            later.extend(used.filter(|(_, seen_in)| *seen_in != id));
            let mut found = if later.is_empty() {
                self.lookup_in(id, name, want)
            } else {
                let mut seen = later.iter().map(|(target, _)| *target).collect();
                self.lookup_seen(id, name, want, &mut seen)
            };
            for (target, seen_in) in later.clone() {
                if seen_in == id {
                    found = joined(found, self.lookup_in(target, name, want));
                }
            }
            if let Some(found) = found
                && (want != Want::Qualifier || matches!(found, Entity::Type(_) | Entity::Template(_) | Entity::Namespace(_)))
            {
                return Some(found);
            }
            scope = self.scope_of(id).parent;
        }
        None
    }

    /// The nearest scope that both lie in, or are.
    fn nearest_around(&self, a: ScopeId, b: ScopeId) -> ScopeId {
        let outwards = |from: ScopeId| std::iter::successors(Some(from), move |at: &ScopeId| self.scope_of(*at).parent);
        outwards(a).find(|scope| outwards(b).any(|other| other == *scope)).unwrap_or(self.global)
    }

    /// The visible name nearest to `wanted`, where that will be read.
    pub(super) fn nearest_visible(&self, wanted: &str) -> Option<String> {
        if self.quiet > 0 || self.is_full() {
            return None;
        }
        let names = self.visible_names();
        nearest(wanted, names.iter().map(|n| &**n))
    }

    /// Every name visible from here, for suggestions.
    pub(super) fn visible_names(&self) -> Vec<Name> {
        let mut names = Vec::new();
        let mut scope = Some(self.scope);
        while let Some(id) = scope {
            names.extend(self.scope_of(id).names.keys().cloned());
            for u in &self.scope_of(id).using {
                names.extend(self.scope_of(*u).names.keys().cloned());
            }
            scope = self.scope_of(id).parent;
        }
        names
    }

    /// Argument-dependent lookup ([basic.lookup.argdep]): functions in the namespaces of the arguments' classes.
    pub(super) fn lookup_by_arguments(&mut self, name: &str, arguments: &[QualType]) -> Vec<FuncRef> {
        let mut scopes = Vec::new();
        for q in arguments {
            self.associated_scopes(*q, &mut scopes, 0);
        }
        let (mut set, mut seen) = (Vec::new(), HashSet::new());
        for scope in scopes {
            if let Some(Entity::Functions(more)) = self.lookup_in(scope, name, Want::Any) {
                set.extend(more.into_iter().filter(|f| seen.insert(*f)));
            }
        }
        set
    }

    fn associated_scopes(&mut self, q: QualType, into: &mut Vec<ScopeId>, depth: u32) {
        if depth > 8 {
            return;
        }
        match self.types.get(q.ty).clone() {
            Type::Pointer(to) | Type::Reference { to, .. } | Type::Array { element: to, .. } => self.associated_scopes(to, into, depth + 1),
            Type::Enum(id) => {
                if let Some(&scope) = self.enum_homes.get(&id) {
                    self.add_namespace(scope, into);
                }
            }
            Type::Function(f) => {
                for q in f.params.iter().chain([&f.result]) {
                    self.associated_scopes(*q, into, depth + 1);
                }
            }
            Type::MemberPointer { class, member } => {
                self.associated_scopes(class.into(), into, depth + 1);
                self.associated_scopes(member, into, depth + 1);
            }
            Type::Class(class) => {
                let home = self.class_info(class).home;
                self.add_namespace(home, into);
                for i in 0..self.class_info(class).bases.len() {
                    let base = self.class_info(class).bases[i].class;
                    let ty = self.class_type(base);
                    self.associated_scopes(ty.into(), into, depth + 1);
                }
                if let Some((_, args)) = self.class_info(class).template.clone() {
                    for arg in args {
                        if let super::entity::TArg::Type(q) = arg {
                            self.associated_scopes(q, into, depth + 1);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn add_namespace(&self, mut scope: ScopeId, into: &mut Vec<ScopeId>) {
        loop {
            let s = self.scope_of(scope);
            match (&s.kind, s.parent) {
                (ScopeKind::Namespace(_), parent) => {
                    if !into.contains(&scope) {
                        into.push(scope);
                    }
                    match parent {
                        Some(p) if s.is_inline => scope = p,
                        _ => return,
                    }
                }
                (_, Some(parent)) => scope = parent,
                (_, None) => return,
            }
        }
    }

    /// The nearest enclosing namespace of the present scope.
    pub(super) fn enclosing_namespace(&self) -> ScopeId {
        let mut scope = self.scope;
        loop {
            let s = self.scope_of(scope);
            match (&s.kind, s.parent) {
                (ScopeKind::Namespace(_), _) | (_, None) => return scope,
                (_, Some(parent)) => scope = parent,
            }
        }
    }

    /// The class that the present scope is that of, or of a member of it.
    pub(super) fn class_around(&self) -> Option<ClassId> {
        let mut scope = Some(self.scope);
        while let Some(id) = scope {
            match self.scope_of(id).kind {
                ScopeKind::Class(class) => return Some(class),
                ScopeKind::Namespace(_) => return None,
                _ => scope = self.scope_of(id).parent,
            }
        }
        None
    }

    /// Whether `scope` lies in the namespace `cuda`. What headers declare there is for both sides.
    pub(super) fn is_in_libcu(&self, scope: ScopeId) -> bool {
        let mut at = self.scope_of(scope);
        while let Some(parent) = at.parent {
            if parent == self.global {
                return matches!(&at.kind, ScopeKind::Namespace(Some(name)) if &**name == "cuda");
            }
            at = self.scope_of(parent);
        }
        false
    }

    /// `a::B::` for the scopes around `scope`, as a user reads them.
    pub(super) fn scope_prefix(&self, scope: ScopeId) -> String {
        let mut parts = Vec::new();
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = self.scope_of(id);
            match &s.kind {
                ScopeKind::Namespace(Some(name)) if !s.is_inline => parts.push(name.to_string()),
                ScopeKind::Class(class) => {
                    parts.push(self.types.class(*class).name.to_string());
                    break;
                }
                _ => {}
            }
            at = s.parent;
        }
        parts.reverse();
        parts.iter().map(|p| format!("{p}::")).collect()
    }
}

/// What is found in one place and in another: functions of both, otherwise the first.
fn joined(found: Option<Entity>, more: Option<Entity>) -> Option<Entity> {
    match (found, more) {
        (Some(Entity::Functions(mut set)), Some(Entity::Functions(more))) => {
            for f in more {
                if !set.contains(&f) {
                    set.push(f);
                }
            }
            Some(Entity::Functions(set))
        }
        (None, more) => more,
        (found, _) => found,
    }
}

/// The name of `candidates` nearest to `wanted`, if any is near enough to be a slip of the pen.
pub(crate) fn nearest<'n>(wanted: &str, candidates: impl Iterator<Item = &'n str>) -> Option<String> {
    let limit = match wanted.chars().count() {
        0..=2 => return None,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for c in candidates {
        if c == wanted || c.is_empty() || (c.starts_with("__") && !wanted.starts_with('_')) {
            continue;
        }
        let d = distance(wanted, c, limit);
        if d <= limit && best.is_none_or(|(b, name)| d < b || (d == b && c < name)) {
            best = Some((d, c));
        }
    }
    best.map(|(_, c)| c.to_string())
}

/// Edits (insert, delete, replace, swap neighbours) between two names; more than `limit` gives `limit + 1`.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    if a.chars().count().abs_diff(b.chars().count()) > limit {
        return limit + 1;
    }
    if a.len() == b.len() && a.eq_ignore_ascii_case(b) {
        return 1;
    }
    strsim::osa_distance(a, b)
}
