//! The declared names by scope: just enough to tell types, templates, values and namespaces apart.

use crate::intern::{QuickMap, Symbol};

/// A scope of [`Scopes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScopeId(u32);

/// What a name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameKind {
    Type,
    Value,
    Namespace,
    Concept,
}

/// A declared name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entity {
    pub(super) kind: NameKind,
    /// `<` after the name opens template arguments.
    pub(super) is_template: bool,
    /// Where the members are, if it has any that are known.
    pub(super) scope: Option<ScopeId>,
}

impl Entity {
    /// A variable or function.
    pub(super) const VALUE: Entity = Entity { kind: NameKind::Value, is_template: false, scope: None };
    /// A type without known members.
    pub(super) const TYPE: Entity = Entity { kind: NameKind::Type, is_template: false, scope: None };
}

#[derive(Default)]
struct Scope {
    names: QuickMap<Symbol, Entity>,
    /// Those of them that are parameters of a template.
    parameters: Vec<Symbol>,
    /// Scopes whose names count here too: bases, inline namespaces, `using namespace`.
    also: Vec<ScopeId>,
}

/// All scopes, and the stack of those that are open.
pub(super) struct Scopes {
    all: Vec<Scope>,
    stack: Vec<ScopeId>,
}

/// Longest chain of [`Scope::also`] that a search follows.
const MAX_CHAIN: u32 = 16;

impl Scopes {
    pub(super) fn new() -> Scopes {
        Scopes { all: vec![Scope::default()], stack: vec![ScopeId(0)] }
    }

    /// The global namespace.
    pub(super) fn global(&self) -> ScopeId {
        ScopeId(0)
    }

    /// A new scope that is not open.
    pub(super) fn create(&mut self) -> ScopeId {
        self.all.push(Scope::default());
        ScopeId(self.all.len() as u32 - 1)
    }

    /// Opens `scope` as the innermost.
    pub(super) fn push(&mut self, scope: ScopeId) {
        self.stack.push(scope);
    }

    /// Opens a new scope.
    pub(super) fn open(&mut self) -> ScopeId {
        let scope = self.create();
        self.push(scope);
        scope
    }

    /// Number of open scopes, for [`Scopes::close_to`].
    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Closes scopes until `depth` are open.
    pub(super) fn close_to(&mut self, depth: usize) {
        self.stack.truncate(depth.max(1));
    }

    /// The innermost open scope.
    pub(super) fn top(&self) -> ScopeId {
        self.stack[self.stack.len() - 1]
    }

    /// The scope around the innermost one.
    pub(super) fn below_top(&self) -> ScopeId {
        self.stack[self.stack.len().saturating_sub(2)]
    }

    /// Names of `other` count in `scope` too.
    pub(super) fn include(&mut self, scope: ScopeId, other: ScopeId) {
        let also = &mut self.all[scope.0 as usize].also;
        if scope != other && !also.contains(&other) {
            also.push(other);
        }
    }

    /// Declares `name` in `scope`.
    pub(super) fn declare_in(&mut self, scope: ScopeId, name: Symbol, new: Entity) {
        let names = &mut self.all[scope.0 as usize].names;
        names
            .entry(name)
            .and_modify(|old| {
                let scope = new.scope.or(if old.kind == new.kind { old.scope } else { None });
                let is_template = new.is_template || old.kind == new.kind && old.is_template;
                // A class keeps its name as a type where a constructor-like declaration repeats it; a function hides it.
                *old = Entity { scope, is_template, ..new };
            })
            .or_insert(new);
    }

    /// Declares `name` in the innermost scope.
    pub(super) fn declare(&mut self, name: Symbol, entity: Entity) {
        self.declare_in(self.top(), name, entity);
    }

    /// Declares `name` in the innermost scope, as a parameter of a template.
    pub(super) fn declare_parameter(&mut self, name: Symbol, entity: Entity) {
        self.declare(name, entity);
        let top = self.top();
        self.all[top.0 as usize].parameters.push(name);
    }

    /// Whether `name` is a parameter of a template, as seen from the innermost scope.
    pub(super) fn is_parameter(&self, name: Symbol) -> bool {
        let found = self.stack.iter().rev().find(|scope| self.search(**scope, name, MAX_CHAIN).is_some());
        found.is_some_and(|scope| self.all[scope.0 as usize].parameters.contains(&name))
    }

    /// Whether what stands here is in `scope`.
    pub(super) fn is_open(&self, scope: ScopeId) -> bool {
        self.stack.contains(&scope)
    }

    /// `name` as a member of `scope`.
    pub(super) fn member(&self, scope: ScopeId, name: Symbol) -> Option<Entity> {
        self.search(scope, name, MAX_CHAIN)
    }

    fn search(&self, scope: ScopeId, name: Symbol, fuel: u32) -> Option<Entity> {
        let found = &self.all[scope.0 as usize];
        if let Some(entity) = found.names.get(&name) {
            return Some(*entity);
        }
        if fuel == 0 {
            return None;
        }
        found.also.iter().filter(|o| **o != scope).find_map(|o| self.search(*o, name, fuel - 1))
    }

    /// `name` as seen from the innermost scope.
    pub(super) fn lookup(&self, name: Symbol) -> Option<Entity> {
        self.stack.iter().rev().find_map(|scope| self.search(*scope, name, MAX_CHAIN))
    }

    /// `name` in front of `::`: what it hides as a variable or function does not count, unless there is nothing else.
    pub(super) fn lookup_qualifier(&self, name: Symbol) -> Option<Entity> {
        let found = |scope: &ScopeId| self.search(*scope, name, MAX_CHAIN).filter(|e| e.kind != NameKind::Value);
        self.stack.iter().rev().find_map(found).or_else(|| self.lookup(name))
    }

    /// Takes the plain type `name` out of the innermost scope where it hides a template; it is declared again later.
    pub(super) fn hide_from_template(&mut self, name: Symbol) {
        let is_plain = self.declared_here(name).is_some_and(|entity| !entity.is_template);
        let around = || self.stack.iter().rev().skip(1).find_map(|scope| self.search(*scope, name, MAX_CHAIN));
        if is_plain && around().is_some_and(|entity| entity.is_template) {
            let top = self.top();
            self.all[top.0 as usize].names.remove(&name);
        }
    }

    /// `name` declared in the innermost scope itself.
    pub(super) fn declared_here(&self, name: Symbol) -> Option<Entity> {
        self.all[self.top().0 as usize].names.get(&name).copied()
    }
}
