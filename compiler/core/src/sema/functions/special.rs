//! What constructors and destructors do beside their body (C++17 [class.base.init], [class.dtor]).
//!
//! Bases and members are initialised in the order of the class, whatever the order of the initialiser list, and destroyed in
//! the reverse order.

use crate::hir::{self, ClassId, ExprKind, QualType, StmtKind, TypeId};
use crate::sema::entity::{Entity, Name, ScopeId};
use crate::sema::expressions::Val;
use crate::sema::initialise::Init;
use crate::sema::scope::Want;
use crate::sema::specifiers::{self, plain_name};
use crate::sema::{Sema, errors, reach};
use kern_diag::Span;
use kern_syntax::ast;
use std::collections::HashMap;

impl<'a> Sema<'a> {
    /// Members and bases from a constructor's initialiser list, defaults, or nothing.
    pub(super) fn constructor_prologue(&mut self, def: &'a ast::FunctionDef, span: Span) -> Vec<hir::Stmt> {
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return Vec::new() };
        let mut given_virtual: HashMap<ClassId, (&'a ast::MemberInit, Option<ScopeId>)> = HashMap::new();
        let mut given: HashMap<u32, (&'a ast::MemberInit, Option<ScopeId>)> = HashMap::new();
        let mut anonymous: Vec<(Vec<u32>, &'a ast::MemberInit)> = Vec::new();
        let mut stmts = Vec::new();
        for init in &def.initializers {
            let scopes: Vec<Option<ScopeId>> =
                if init.is_pack { self.pack_scopes_of_member_init(init).into_iter().map(Some).collect() } else { vec![None] };
            for scope in scopes {
                let at = scope.unwrap_or(self.scope);
                let target = self.within(at, |s| s.initialised_member(class, init));
                match target {
                    Target::Delegate => {
                        let ty = self.class_type(class);
                        let place = self.this_place(init.path.span);
                        let value = self.initialise(ty.into(), Init::Written(&init.init), "this", init.path.span);
                        if self.has_virtual_bases(class) {
                            let value = self.as_part(value, Some(0));
                            self.construct_at(place, value, &mut stmts);
                        } else {
                            // The object is there: what the body throws destroys it ([except.ctor]/4).
                            self.construct_at(place.clone(), value, &mut stmts);
                            self.destroyed_on_throw(place, ty.into(), &mut stmts, init.path.span);
                        }
                        return stmts;
                    }
                    Target::Field(path) if path.len() == 1 => {
                        if given.insert(path[0], (init, scope)).is_some() {
                            self.report(errors::initialised_twice(init.path.span));
                        }
                    }
                    Target::Virtual(of) => {
                        if given_virtual.insert(of, (init, scope)).is_some() {
                            self.report(errors::initialised_twice(init.path.span));
                        }
                    }
                    Target::Field(path) => anonymous.push((path, init)),
                    Target::Wrong => {}
                }
            }
        }
        self.make_virtual_bases(&mut stmts, span, |sema, of| {
            let (how, at, scope) = match given_virtual.get(&of) {
                Some((init, scope)) => (Init::Written(&init.init), init.path.span, scope.unwrap_or(sema.scope)),
                None => (Init::Default, span, sema.scope),
            };
            let ty = sema.class_type(of);
            sema.within(scope, |s| s.initialise_optional(ty.into(), how, "base", at))
        });
        let count = self.types.class(class).fields.len();
        let is_union = self.types.class(class).is_union;
        for i in 0..=count as u32 {
            self.after_bases(class, i, &mut stmts, span);
            if i == count as u32 || self.class_info(class).virtuals.pointer == Some(i) {
                continue;
            }
            let field = self.types.class(class).fields[i as usize].clone();
            let member = self.class_info(class).members[i as usize].clone();
            if is_union && !given.contains_key(&i) && member.default.is_none() {
                continue;
            }
            let place = self.this_place(span);
            let place = self.field_place(place, i, span);
            let (how, at, scope) = match (given.get(&i), member.default) {
                (Some((init, scope)), _) => (Init::Written(&init.init), init.path.span, scope.unwrap_or(self.scope)),
                (None, Some(default)) => (Init::Written(default), member.span, self.default_scope(class)),
                (None, None) => (Init::Default, span, self.scope),
            };
            let is_given_inside = anonymous.iter().any(|(path, _)| path[0] == i);
            if is_given_inside && field.name.is_empty() && !field.is_base && matches!(how, Init::Default) {
                for (path, init) in anonymous.iter().filter(|(p, _)| p[0] == i) {
                    let mut place = self.this_place(init.path.span);
                    for step in path {
                        place = self.field_place(place, *step, init.path.span);
                    }
                    let ty = QualType { ty: place.e.ty, is_const: false, is_volatile: false, is_restrict: false };
                    let value = self.initialise(ty, Init::Written(&init.init), "member", init.path.span);
                    self.construct_at(place, value, &mut stmts);
                }
                continue;
            }
            let name = if field.name.is_empty() { "base".to_string() } else { field.name.to_string() };
            let ty = field.ty;
            let value = self.within(scope, |s| s.initialise_optional(ty, how, &name, at));
            match value {
                None => {
                    if (ty.is_const || self.is_reference(ty.ty)) && self.is_scalar_or_reference(ty.ty) {
                        self.report(errors::member_uninitialised(span, &name));
                    }
                }
                Some(value) => self.construct_at(place.clone(), value, &mut stmts),
            }
            if !is_union {
                self.destroyed_on_throw(place, ty, &mut stmts, span);
            }
        }
        stmts
    }

    /// In a constructor, after a member: an exception that leaves it destroys the members that are made.
    pub(in crate::sema) fn destroyed_on_throw(&mut self, object: Val, ty: QualType, stmts: &mut Vec<hir::Stmt>, span: Span) {
        if self.is_reference(ty.ty) {
            return;
        }
        if let Some((at, base)) = self.part_made_here(&object.e) {
            let pointer = self.address_of(object.e);
            return self.part_destroyed_on_throw(base, pointer, Some(at), stmts, span);
        }
        if let Some(destructor) = self.destructor_for(ty.ty, span) {
            let object = Box::new(self.address_of(object.e));
            stmts.push(hir::Stmt { kind: StmtKind::OnThrow { object, destructor }, span });
        }
    }

    /// The base with virtual bases that the place is, in a constructor of what it is a base of, and its first table.
    fn part_made_here(&self, place: &hir::Expr) -> Option<(u64, ClassId)> {
        let ExprKind::Field { base, field } = &place.kind else { return None };
        let (class, part) = (self.class_of(base.ty)?, self.class_of(place.ty)?);
        let is_base = self.types.class(class).fields.get(*field as usize).is_some_and(|f| f.is_base);
        Some((self.tables_index_of_base(class, *field).filter(|_| is_base && self.has_virtual_bases(part))?, part))
    }

    pub(in crate::sema) fn is_scalar_or_reference(&self, ty: TypeId) -> bool {
        self.is_scalar(ty) || self.is_reference(ty)
    }

    /// Where the names of a default member initialiser are looked up.
    pub(in crate::sema) fn default_scope(&mut self, class: ClassId) -> ScopeId {
        // Inside the constructor `this` is that of the frame; names are the class's.
        self.class_info(class).scope
    }

    fn initialised_member(&mut self, class: ClassId, init: &'a ast::MemberInit) -> Target {
        if let Some(name) = plain_name(&init.path) {
            let scope = self.class_info(class).scope;
            if let Some(Entity::Field { class: of, path }) = self.own_name(scope, name, Want::Any)
                && of == class
            {
                return Target::Field(path);
            }
        }
        let Some(found) = self.quietly(|s| s.resolve(&init.path, Want::Type)) else {
            let text = specifiers::path_text(&init.path);
            let shown = self.types.class(class).name.clone();
            let names: Vec<Name> = self.types.class(class).fields.iter().map(|f| f.name.clone()).collect();
            let help = self.advice_on_member(class, &text, &names);
            self.report(errors::no_member(init.path.span, &text, &shown, help));
            return Target::Wrong;
        };
        let target = match found.entity {
            Entity::Type(q) => self.class_of(q.ty),
            Entity::Template(id) => {
                let info = self.class_info(class);
                let bases: Vec<ClassId> =
                    info.bases.iter().map(|b| b.class).chain(info.virtuals.virtual_bases.iter().map(|v| v.class)).collect();
                bases.into_iter().find(|b| self.class_info(*b).template.as_ref().is_some_and(|(t, _)| *t == id))
            }
            _ => None,
        };
        match target {
            Some(c) if c == class => Target::Delegate,
            Some(c) => match self.class_info(class).bases.iter().find(|b| b.class == c) {
                Some(b) if !b.is_virtual => Target::Field(vec![b.field]),
                _ if self.class_info(class).virtuals.virtual_bases.iter().any(|v| v.class == c) => Target::Virtual(c),
                _ => {
                    let text = specifiers::path_text(&init.path);
                    let shown = self.types.class(class).name.clone();
                    self.report(errors::no_member(init.path.span, &text, &shown, None));
                    Target::Wrong
                }
            },
            None => {
                let text = specifiers::path_text(&init.path);
                let shown = self.types.class(class).name.clone();
                self.report(errors::no_member(init.path.span, &text, &shown, None));
                Target::Wrong
            }
        }
    }

    /// Puts `value` into the uninitialised object `place`.
    pub(in crate::sema) fn construct_at(&mut self, place: Val, value: hir::Expr, stmts: &mut Vec<hir::Stmt>) {
        if self.has_error(&value) {
            return self.leave_out(value.span, stmts);
        }
        let span = value.span;
        let value = match self.part_made_here(&place.e) {
            Some((at, _)) => self.as_part(value, Some(at)),
            None => value,
        };
        let kind = match value.kind {
            ExprKind::Construct { constructor, args, in_braces: false } => {
                let pointer = self.address_of(place.e);
                let mut all = vec![pointer];
                all.extend(args);
                let call = ExprKind::Call { callee: hir::Callee::Direct(constructor), args: all, returns_reference: false };
                StmtKind::Expr(self.make(call, self.common.void, span))
            }
            kind => {
                let value = hir::Expr { kind, ..value };
                let is_object = self.class_of(value.ty).is_some() || self.is_array(value.ty);
                // What knows where it is must be made there.
                if is_object && (!self.is_plain_data(value.ty) || names_itself(&value)) {
                    let element = value.ty;
                    let pointer = self.address_of(place.e);
                    let ty = pointer.ty;
                    let new = ExprKind::New {
                        element,
                        count: None,
                        init: Some(Box::new(value)),
                        placement: Some(Box::new(pointer)),
                        allocator: None,
                        deallocator: None,
                        destructor: None,
                    };
                    StmtKind::Expr(self.make(new, ty, span))
                } else if self.is_reference_field(&place.e) {
                    let e = self.stored_reference(place.e, value);
                    StmtKind::Expr(e)
                } else {
                    let ty = value.ty;
                    let assign = ExprKind::Assign { place: Box::new(place.e), value: Box::new(value) };
                    StmtKind::Expr(self.make(assign, ty, span))
                }
            }
        };
        stmts.push(hir::Stmt { kind, span });
    }

    /// What a destructor does, `stmts`, then destroys members and bases, last first.
    pub(in crate::sema) fn destructor_epilogue(&mut self, mut stmts: Vec<hir::Stmt>, span: Span) -> Vec<hir::Stmt> {
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return stmts };
        let count = self.types.class(class).fields.len();
        if self.types.class(class).is_union {
            return stmts;
        }
        let may_throw = self.class_info(class).destructor.is_some_and(|f| !self.is_noexcept(f));
        for i in (0..count as u32).rev() {
            let field = &self.types.class(class).fields[i as usize];
            let ty = field.ty;
            if may_throw {
                // What is thrown before destroys it as well ([except.ctor]/3).
                let mut guarded = Vec::new();
                let place = self.this_place(span);
                let place = self.field_place(place, i, span);
                self.destroyed_on_throw(place, ty, &mut guarded, span);
                guarded.append(&mut stmts);
                stmts.push(hir::Stmt { kind: StmtKind::Block(hir::Block { stmts: guarded, end: span }), span });
            }
            let field = &self.types.class(class).fields[i as usize];
            if let Some(base) = self.class_of(ty.ty).filter(|base| field.is_base && self.has_virtual_bases(*base)) {
                self.destroy_base(class, i, base, &mut stmts, span);
                continue;
            }
            if let Some(destructor) = self.destroyer_for(ty.ty, span) {
                let place = self.this_place(span);
                let place = self.field_place(place, i, span);
                let pointer = self.address_of(place.e);
                let call = ExprKind::Call { callee: hir::Callee::Direct(destructor), args: vec![pointer], returns_reference: false };
                let e = self.make(call, self.common.void, span);
                stmts.push(hir::Stmt { kind: StmtKind::Expr(e), span });
            }
        }
        stmts
    }
}

/// What an entry of an initialiser list is for.
enum Target {
    Field(Vec<u32>),
    Virtual(ClassId),
    Delegate,
    Wrong,
}

/// Whether an aggregate in `value` has parts that name it.
fn names_itself(value: &hir::Expr) -> bool {
    let mut found = false;
    reach::walk(value, &mut |e| found |= matches!(e.kind, ExprKind::Building { .. }));
    found
}
