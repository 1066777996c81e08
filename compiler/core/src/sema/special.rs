//! Special members: which a class has, which are trivial or deleted, and the bodies of those that sema makes
//! (C++17 [special]).

use super::Sema;
use super::entity::{Body, Entity, FnTemplate, FnTemplateId, FuncId, FuncName, FuncRef, Special};
use super::expressions::{Arg, Cat, Val};
use super::initialise::Init;
use crate::hir::{self, ClassId, ExprKind, FunctionId, QualType, StmtKind, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast;
use std::collections::HashMap;

impl<'a> Sema<'a> {
    /// Every function of `class` that is the special member `which`.
    pub(super) fn specials(&self, class: ClassId, which: Special) -> Vec<FuncId> {
        let info = self.class_info(class);
        let plain = |f: &FuncRef| match f {
            FuncRef::Plain(f) => Some(*f),
            FuncRef::Template(_) => None,
        };
        let all: Vec<FuncId> = match which {
            Special::Destructor => info.destructor.into_iter().collect(),
            Special::CopyAssign | Special::MoveAssign => match self.own_name(info.scope, "operator=", super::scope::Want::Any) {
                Some(Entity::Functions(set)) => set.iter().filter_map(plain).collect(),
                _ => Vec::new(),
            },
            _ => info.constructors.iter().filter_map(plain).collect(),
        };
        all.into_iter().filter(|f| self.funcs[f.0 as usize].special == Some(which)).collect()
    }

    /// Whether doing `which` to the class is doing nothing or copying bytes.
    pub(super) fn is_trivial_for(&self, class: ClassId, which: Special) -> bool {
        let found = self.specials(class, which);
        match found.as_slice() {
            // No move: a move is a copy.
            [] if which == Special::MoveConstructor => self.is_trivial_for(class, Special::CopyConstructor),
            [] if which == Special::MoveAssign => self.is_trivial_for(class, Special::CopyAssign),
            list => !list.is_empty() && list.iter().all(|f| self.funcs[f.0 as usize].is_trivial && !self.funcs[f.0 as usize].is_deleted),
        }
    }

    fn is_trivial_type(&self, ty: TypeId, which: Special) -> bool {
        match self.ty(ty) {
            Type::Class(c) => self.is_trivial_for(*c, which),
            Type::Array { element, .. } => self.is_trivial_type(element.ty, which),
            Type::Reference { .. } => !matches!(which, Special::DefaultConstructor | Special::CopyAssign | Special::MoveAssign),
            _ => true,
        }
    }

    fn is_deleted_type(&self, q: QualType, which: Special, has_default: bool) -> bool {
        match self.ty(q.ty) {
            Type::Class(c) => {
                let found = self.specials(*c, which);
                match found.as_slice() {
                    [] => match which {
                        Special::MoveConstructor => self.is_deleted_type(q, Special::CopyConstructor, has_default),
                        Special::MoveAssign => self.is_deleted_type(q, Special::CopyAssign, has_default),
                        // A constructor whose parameters all have defaults, or a template, may do.
                        Special::DefaultConstructor => {
                            !has_default
                                && !self.class_info(*c).constructors.iter().any(|f| match f {
                                    FuncRef::Plain(f) => self.funcs[f.0 as usize].params.iter().all(|p| p.default.is_some()),
                                    FuncRef::Template(_) => true,
                                })
                        }
                        _ => false,
                    },
                    list => {
                        list.iter().all(|f| self.funcs[f.0 as usize].is_deleted) && !(has_default && which == Special::DefaultConstructor)
                    }
                }
            }
            Type::Array { element, .. } => self.is_deleted_type(*element, which, has_default),
            Type::Reference { .. } => match which {
                Special::DefaultConstructor => !has_default,
                Special::CopyAssign | Special::MoveAssign => true,
                _ => false,
            },
            _ => match which {
                Special::DefaultConstructor => q.is_const && !has_default,
                Special::CopyAssign | Special::MoveAssign => q.is_const,
                _ => false,
            },
        }
    }

    /// Plain bytes: copied and dropped without calls.
    pub(super) fn is_plain_data(&self, ty: TypeId) -> bool {
        match self.ty(ty) {
            Type::Class(c) => self.types.class(*c).is_trivial,
            Type::Array { element, .. } => self.is_plain_data(element.ty),
            _ => true,
        }
    }

    /// Declares the special members that the class does not declare itself.
    pub(super) fn declare_implicit_members(&mut self, class: ClassId) {
        use Special::*;
        let user: Vec<Special> = [CopyConstructor, MoveConstructor, CopyAssign, MoveAssign, Destructor]
            .into_iter()
            .filter(|s| !self.specials(class, *s).is_empty())
            .collect();
        let moves = user.contains(&MoveConstructor) || user.contains(&MoveAssign);
        // A closure without captures is as any other class (C++20 [expr.prim.lambda.closure] 14).
        let is_closure = self.class_info(class).lambda.is_some() && !self.types.class(class).fields.is_empty();
        let ty = self.class_type(class);
        let copy = self.reference_to(QualType { is_const: true, ..ty.into() }, false);
        let moved = self.reference_to(ty.into(), true);
        let own = self.reference_to(ty.into(), false);
        let void: QualType = self.common.void.into();
        let add = |sema: &mut Sema<'a>, which: Special, name: &str, params: &[QualType], result: QualType, deleted: bool| {
            let info = sema.class_info(class);
            let (scope, span) = (info.scope, info.span);
            let mut f = sema.made_function(name, scope, params, result, Body::Implicit(which), span);
            f.class = Some(class);
            f.special = Some(which);
            f.is_deleted = deleted;
            f.is_noexcept = which == Destructor && sema.ends_quietly(class);
            f.kind = match which {
                Destructor => FuncName::Destructor,
                CopyAssign | MoveAssign => FuncName::Operator(ast::OverloadedOp::Assign(None)),
                _ => FuncName::Constructor,
            };
            let f = sema.add_function(f);
            match which {
                Destructor => sema.class_info_mut(class).destructor = Some(f),
                CopyAssign | MoveAssign => {}
                _ => sema.class_info_mut(class).constructors.push(FuncRef::Plain(f)),
            }
            sema.declare(scope, &name.into(), Entity::Functions(vec![FuncRef::Plain(f)]), span);
        };
        if self.class_info(class).constructors.is_empty() && !is_closure {
            add(self, DefaultConstructor, "%ctor", &[], void, false);
        }
        if !user.contains(&CopyConstructor) {
            add(self, CopyConstructor, "%ctor", &[copy.into()], void, moves);
        }
        if user.is_empty() {
            add(self, MoveConstructor, "%ctor", &[moved.into()], void, false);
        }
        if !user.contains(&CopyAssign) {
            add(self, CopyAssign, "operator=", &[copy.into()], own.into(), moves || is_closure);
        }
        if user.is_empty() {
            add(self, MoveAssign, "operator=", &[moved.into()], own.into(), false);
        }
        if !user.contains(&Destructor) {
            add(self, Destructor, "%dtor", &[], void, false);
        }
        for which in [Destructor, DefaultConstructor, CopyConstructor, MoveConstructor, CopyAssign, MoveAssign] {
            for f in self.specials(class, which) {
                if matches!(self.funcs[f.0 as usize].body, Body::Implicit(_)) {
                    self.settle_implicit(class, which, f);
                }
            }
        }
    }

    fn settle_implicit(&mut self, class: ClassId, which: Special, f: FuncId) {
        let mut fields: Vec<(QualType, bool)> =
            self.types.class(class).fields.iter().zip(&self.class_info(class).members).map(|(f, m)| (f.ty, m.default.is_some())).collect();
        for base in self.class_info(class).virtuals.virtual_bases.clone() {
            fields.push((self.class_type(base.class).into(), false));
        }
        let is_union = self.types.class(class).is_union;
        let virtuals = &self.class_info(class).virtuals;
        let is_virtual = if which == Special::Destructor { self.has_virtual_destructor(class) } else { virtuals.has_table };
        let trivial = fields
            .iter()
            .all(|(q, has_default)| self.is_trivial_type(q.ty, which) && !(*has_default && which == Special::DefaultConstructor));
        let deleted = !is_union && fields.iter().any(|(q, has_default)| self.is_deleted_type(*q, which, *has_default));
        // The member of a union that has a default is made; no other is.
        let is_made = which == Special::DefaultConstructor && fields.iter().any(|(_, has_default)| *has_default);
        let func = &mut self.funcs[f.0 as usize];
        func.is_trivial = if is_union { !is_made } else { trivial && !is_virtual };
        func.is_deleted |= deleted;
    }

    /// `using Base::Base;`
    pub(super) fn inherit_constructors(&mut self, own: ClassId, base: ClassId) {
        let list = self.class_info(base).constructors.clone();
        let scope = self.class_info(own).scope;
        for f in list {
            let made = match f {
                FuncRef::Plain(f) if self.funcs[f.0 as usize].special.is_some() => continue,
                FuncRef::Plain(f) => FuncRef::Plain(self.inherit_constructor(own, f)),
                FuncRef::Template(t) => {
                    let from = &self.fn_templates[t.0 as usize];
                    let made = FnTemplate {
                        class: Some(own),
                        home: scope,
                        instances: HashMap::new(),
                        refused: HashMap::new(),
                        inherited: Some(t),
                        ..from.clone()
                    };
                    self.fn_templates.push(made);
                    FuncRef::Template(FnTemplateId(self.fn_templates.len() as u32 - 1))
                }
            };
            self.class_info_mut(own).constructors.push(made);
        }
        // The default constructor stays implicit.
        let void: QualType = self.common.void.into();
        let span = self.class_info(own).span;
        let mut f = self.made_function("%ctor", scope, &[], void, Body::Implicit(Special::DefaultConstructor), span);
        f.class = Some(own);
        f.special = Some(Special::DefaultConstructor);
        f.kind = FuncName::Constructor;
        let f = self.add_function(f);
        self.class_info_mut(own).constructors.push(FuncRef::Plain(f));
        self.class_info_mut(own).is_aggregate = false;
    }

    /// A constructor with the parameters of a base's, to which it passes them on.
    pub(super) fn inherit_constructor(&mut self, own: ClassId, f: FuncId) -> FuncId {
        let scope = self.class_info(own).scope;
        let mut made = self.funcs[f.0 as usize].clone();
        made.class = Some(own);
        (made.home, made.scope) = (scope, scope);
        made.hir = None;
        made.progress = super::entity::Progress::Waiting;
        made.body = Body::Thunk(f);
        self.add_function(made)
    }

    /// The destructor of an object of this type, of the elements for arrays; `None` when nothing is to be done.
    pub(super) fn destructor_for(&mut self, ty: TypeId, span: Span) -> Option<FunctionId> {
        let element = self.innermost(ty.into()).ty;
        if self.is_class(element) { self.destroyer_for(element, span) } else { None }
    }

    fn is_class(&self, ty: TypeId) -> bool {
        self.class_of(ty).is_some()
    }

    /// A function that destroys the object of this type whose address it gets; for arrays one is made.
    pub(super) fn destroyer_for(&mut self, ty: TypeId, span: Span) -> Option<FunctionId> {
        match self.ty(ty).clone() {
            Type::Class(class) => {
                if !self.make_complete(ty) {
                    return None;
                }
                let f = self.class_info(class).destructor?;
                if self.funcs[f.0 as usize].is_trivial {
                    return None;
                }
                self.check_usable(f, span);
                let f = self.whole_destructor(f);
                let destructor = self.use_function(f);
                self.types.class_mut(class).destructor = Some(destructor);
                Some(destructor)
            }
            Type::Array { element, length: Some(_) } => {
                self.destroyer_for(element.ty, span)?;
                if let Some(&f) = self.array_destroyers.get(&ty) {
                    return Some(self.use_function(f));
                }
                let pointer = self.pointer_to(ty.into());
                let void = self.common.void.into();
                let home = self.global;
                let name = format!("%destroy.{}", ty.0);
                let f = self.made_function(&name, home, &[pointer.into()], void, Body::DestroyArray(ty), span);
                let f = self.add_function(f);
                self.array_destroyers.insert(ty, f);
                Some(self.use_function(f))
            }
            _ => None,
        }
    }

    /// The place that `this` points at.
    pub(super) fn this_place(&mut self, span: Span) -> Val {
        let Some((class, is_const, local)) = self.frames.last().and_then(|f| f.this) else { return self.error_value(span) };
        let ty = self.class_type(class);
        let pointer_ty = self.frames.last().map_or(self.common.void_ptr, |f| f.locals[local.0 as usize].ty.ty);
        let place = self.make(ExprKind::Local(local), pointer_ty, span);
        let load = self.make(ExprKind::Load(Box::new(place)), pointer_ty, span);
        let mut e = self.make(ExprKind::Deref(Box::new(load)), ty, span);
        // In constructors and destructors the object is not constant yet or any more.
        e.is_const = is_const;
        e.is_volatile = self.pointee(pointer_ty).is_some_and(|object| object.is_volatile);
        Val { e, cat: Cat::L, width: None }
    }

    /// Parameter `index` (after `this`) as the place it refers to.
    pub(super) fn param_place(&mut self, index: usize, cat: Cat, span: Span) -> Val {
        let Some(frame) = self.frames.last() else { return self.error_value(span) };
        let offset = usize::from(frame.this.is_some()) + usize::from(frame.tables.is_some());
        let id = hir::LocalId((index + offset) as u32);
        let Some(local) = frame.locals.get(id.0 as usize) else { return self.error_value(span) };
        let ty = local.ty;
        let v = self.local_place(id, ty, span);
        Val { cat, ..v }
    }

    pub(super) fn implicit_body(&mut self, which: Special, span: Span) -> hir::Block {
        let mut stmts = Vec::new();
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return hir::Block::default() };
        match which {
            Special::Destructor => {
                self.set_virtual_tables(&mut stmts, span);
                stmts = self.destructor_epilogue(stmts, span);
            }
            Special::DefaultConstructor => {
                stmts = self.default_members(None, span);
            }
            Special::CopyConstructor | Special::MoveConstructor => {
                let cat = if which == Special::MoveConstructor { Cat::X } else { Cat::L };
                self.make_virtual_bases(&mut stmts, span, |sema, of| sema.copy_of_virtual_base(of, cat, span));
                self.memberwise((class, true), cat, &mut stmts, span, |sema, place, source, ty, stmts| {
                    if let Some(value) = sema.copied(source, ty, span) {
                        let object = place.clone();
                        sema.construct_at(place, value, stmts);
                        sema.destroyed_on_throw(object, ty, stmts, span);
                    }
                });
            }
            Special::CopyAssign | Special::MoveAssign => {
                let cat = if which == Special::MoveAssign { Cat::X } else { Cat::L };
                let bases = self.class_info(class).bases.iter().filter(|b| b.is_virtual).map(|b| b.class).collect::<Vec<_>>();
                for of in bases {
                    let (place, source) = (self.this_place(span), self.param_place(0, cat, span));
                    let (place, source) = (self.as_base(place, of, span), self.as_base(source, of, span));
                    let ty = self.class_type(of);
                    self.assign_member(place, Val { cat, ..source }, ty.into(), &mut stmts, span);
                }
                self.memberwise((class, false), cat, &mut stmts, span, |sema, place, source, ty, stmts| {
                    sema.assign_member(place, source, ty, stmts, span);
                });
                let this = self.this_place(span);
                let pointer = self.address_of(this.e);
                stmts.push(hir::Stmt { kind: StmtKind::Return(Some(pointer)), span });
            }
        }
        hir::Block { stmts, end: span }
    }

    /// Makes bases and members as their defaults say; the field that is `given` by these statements.
    pub(super) fn default_members(&mut self, mut given: Option<(u32, Vec<hir::Stmt>)>, span: Span) -> Vec<hir::Stmt> {
        let mut stmts = Vec::new();
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return stmts };
        self.make_virtual_bases(&mut stmts, span, |sema, of| {
            let ty = sema.class_type(of);
            sema.initialise_optional(ty.into(), Init::Default, "base", span)
        });
        let count = self.types.class(class).fields.len() as u32;
        for i in 0..=count {
            self.after_bases(class, i, &mut stmts, span);
            if i == count || self.class_info(class).virtuals.pointer == Some(i) {
                continue;
            }
            if let Some((_, made)) = given.take_if(|given| given.0 == i) {
                stmts.extend(made);
                continue;
            }
            if self.types.class(class).is_union && self.class_info(class).members[i as usize].default.is_none() {
                continue;
            }
            let field = self.types.class(class).fields[i as usize].clone();
            let default = self.class_info(class).members[i as usize].default;
            let how = default.map_or(Init::Default, Init::Written);
            let scope = self.class_info(class).scope;
            let name = field.name.to_string();
            let value = self.within(scope, |s| s.initialise_optional(field.ty, how, &name, span));
            let place = self.this_place(span);
            let place = self.field_place(place, i, span);
            if let Some(value) = value {
                self.construct_at(place.clone(), value, &mut stmts);
            }
            self.destroyed_on_throw(place, field.ty, &mut stmts, span);
        }
        stmts
    }

    /// In a constructor, before the field `index`: once the bases are there, the object is one of this class.
    pub(super) fn after_bases(&mut self, class: ClassId, index: u32, stmts: &mut Vec<hir::Stmt>, span: Span) {
        if index as usize == self.class_info(class).bases.iter().filter(|b| !b.is_virtual).count() {
            self.set_virtual_tables(stmts, span);
        }
    }

    /// Does `each` for every member and the same one of the parameter; a union is copied as a whole.
    fn memberwise(
        &mut self,
        (class, constructs): (ClassId, bool),
        cat: Cat,
        stmts: &mut Vec<hir::Stmt>,
        span: Span,
        each: impl Fn(&mut Sema<'a>, Val, Val, QualType, &mut Vec<hir::Stmt>),
    ) {
        if self.types.class(class).is_union {
            return self.copy_bytes(stmts, span);
        }
        let count = self.types.class(class).fields.len();
        for i in 0..=count {
            if constructs {
                self.after_bases(class, i as u32, stmts, span);
            }
            let Some(field) = self.types.class(class).fields.get(i) else { break };
            let (ty, i) = (field.ty, i as u32);
            if field.bits == Some((0, 0)) || self.class_info(class).virtuals.pointer == Some(i) {
                continue;
            }
            let source = self.param_place(0, cat, span);
            let source = self.field_place(source, i, span);
            let place = self.this_place(span);
            let place = self.field_place(place, i, span);
            each(self, place, source, ty, stmts);
        }
    }

    fn copy_bytes(&mut self, stmts: &mut Vec<hir::Stmt>, span: Span) {
        let source = self.param_place(0, Cat::L, span);
        let place = self.this_place(span);
        let ty = place.e.ty;
        let value = self.make(ExprKind::Load(Box::new(source.e)), ty, span);
        let e = self.make(ExprKind::Assign { place: Box::new(place.e), value: Box::new(value) }, ty, span);
        stmts.push(hir::Stmt { kind: StmtKind::Expr(e), span });
    }

    /// The value that copies or moves `source`, also element by element for arrays.
    pub(super) fn copied(&mut self, source: Val, ty: QualType, span: Span) -> Option<hir::Expr> {
        match self.ty(ty.ty).clone() {
            Type::Reference { .. } => {
                // A reference member refers to what the other one refers to.
                Some(self.address_of(source.e))
            }
            Type::Array { element, length: Some(n) } if !self.is_plain_data(ty.ty) => {
                let size = self.types.size_of(element.ty);
                let mut parts = Vec::new();
                for i in 0..n {
                    let index = self.int_value(i128::from(i), self.common.long, span);
                    let e = self.make(ExprKind::Element { base: Box::new(source.e.clone()), index: Box::new(index) }, element.ty, span);
                    let value = self.copied(Val { e, cat: source.cat, width: None }, element, span)?;
                    parts.push((i * size, value));
                }
                Some(self.make(ExprKind::Aggregate(parts), ty.ty, span))
            }
            Type::Array { .. } => Some(self.make(ExprKind::Load(Box::new(source.e)), ty.ty, span)),
            _ => Some(self.initialise(super::types::bare(ty), Init::Copy(Arg::Val(source)), "member", span)),
        }
    }

    fn assign_member(&mut self, place: Val, source: Val, ty: QualType, stmts: &mut Vec<hir::Stmt>, span: Span) {
        if let Type::Array { element, length: Some(n) } = self.ty(ty.ty).clone()
            && !self.is_plain_data(ty.ty)
        {
            for i in 0..n {
                let element_of = |sema: &mut Sema<'a>, v: &Val| {
                    let index = sema.int_value(i128::from(i), sema.common.long, span);
                    let e = sema.make(ExprKind::Element { base: Box::new(v.e.clone()), index: Box::new(index) }, element.ty, span);
                    Val { e, cat: v.cat, width: None }
                };
                let (a, b) = (element_of(self, &place), element_of(self, &source));
                self.assign_member(a, b, element, stmts, span);
            }
            return;
        }
        let e = if self.is_array(ty.ty) {
            let value = self.make(ExprKind::Load(Box::new(source.e)), ty.ty, span);
            self.make(ExprKind::Assign { place: Box::new(place.e), value: Box::new(value) }, ty.ty, span)
        } else {
            self.assign(place, Arg::Val(source), span).e
        };
        stmts.push(hir::Stmt { kind: StmtKind::Expr(e), span });
    }
}
