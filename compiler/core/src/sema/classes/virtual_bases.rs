//! Virtual base classes (C++17 [class.mi]): an object has one of each, however many of its bases ask for it, and only the class
//! of the whole object knows where it lies. The tables say so to everybody else (Itanium C++ ABI, 2.4 "Non-POD Class Types").
//!
//! Whoever makes the whole object makes the virtual bases. A constructor of a class that has some takes the tables that it
//! gives to its object behind `this` ([`super::tables`]); without any, the object is a whole one. The destructor of the class
//! leaves its virtual bases alone; another function destroys whole objects.

use super::tables::Part;
use super::virtuals::Primary;
use crate::hir::{self, ClassId, Conversion, ExprKind, QualType, StmtKind};
use crate::sema::Sema;
use crate::sema::entity::{Body, FuncId, FuncName};
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::initialise::Init;
use kern_diag::Span;
use std::collections::HashMap;

/// A virtual base of a class, its own or one of its bases'.
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) struct VirtualBase {
    pub(in crate::sema) class: ClassId,
    /// Where it lies in an object of just this class.
    pub(in crate::sema) offset: u64,
}

impl<'a> Sema<'a> {
    pub(in crate::sema) fn has_virtual_bases(&self, class: ClassId) -> bool {
        !self.class_info(class).virtuals.virtual_bases.is_empty()
    }

    /// The virtual bases in the order of the declarations.
    pub(super) fn virtual_bases_of(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = Vec::new();
        self.note_virtual_bases(class, false, &mut found);
        found
    }

    /// The same in the order in which they are made: each after those that it has itself ([class.base.init]/13).
    pub(super) fn virtual_bases_as_made(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = Vec::new();
        self.note_virtual_bases(class, true, &mut found);
        found
    }

    fn note_virtual_bases(&self, class: ClassId, inner_first: bool, found: &mut Vec<ClassId>) {
        for base in &self.class_info(class).bases {
            if base.is_virtual && found.contains(&base.class) {
                continue;
            }
            if base.is_virtual && !inner_first {
                found.push(base.class);
            }
            if self.has_virtual_bases(base.class) {
                self.note_virtual_bases(base.class, inner_first, found);
            }
            if base.is_virtual && inner_first {
                found.push(base.class);
            }
        }
    }

    /// The virtual base whose pointer `class` shares: of those that are little else the first that no other part of the object
    /// shares with, or just the first.
    pub(super) fn virtual_primary(&self, class: ClassId, all: &[ClassId]) -> Option<ClassId> {
        if all.is_empty() {
            return None;
        }
        let fits = |of: &&ClassId| {
            let virtuals = &self.class_info(**of).virtuals;
            virtuals.has_table && virtuals.is_nearly_empty
        };
        let parts = self.table_parts(class);
        let taken = self.shared_bases(&parts);
        let mut fitting = all.iter().filter(fits);
        fitting.clone().find(|of| !taken.contains_key(of)).or_else(|| fitting.next()).copied()
    }

    /// The virtual bases that lie at the start of another part, and the first such part.
    fn shared_bases<'p>(&self, parts: &'p [Part]) -> HashMap<ClassId, &'p Part> {
        let mut found = HashMap::new();
        for part in parts {
            if let Some(Primary::Virtual(of)) = self.class_info(part.class).virtuals.primary {
                found.entry(of).or_insert(part);
            }
        }
        found
    }

    /// Places the virtual bases behind the `size` bytes of the rest; the new size and alignment.
    pub(super) fn place_virtual_bases(&mut self, class: ClassId, size: u64, align: u64) -> (u64, u64) {
        let all = self.virtual_bases_of(class);
        if all.is_empty() {
            return (size, align);
        }
        let parts = self.table_parts(class);
        let shared = self.shared_bases(&parts);
        let (mut size, mut align) = (size, align);
        let mut offsets: HashMap<ClassId, u64> = HashMap::new();
        for of in &all {
            let own_align = self.class_info(*of).virtuals.own_align.max(1);
            align = align.max(own_align);
            if shared.contains_key(of) {
                continue;
            }
            let base = self.types.class(*of);
            let at = if base.is_empty { 0 } else { size.div_ceil(own_align) * own_align };
            if !base.is_empty {
                size = at.saturating_add(base.data_size);
            }
            offsets.insert(*of, at);
        }
        // Those that lie where another part does, which may lie in one of them.
        while offsets.len() < all.len() {
            let before = offsets.len();
            for of in &all {
                let Some(part) = shared.get(of) else { continue };
                if let Some(at) = part.root.map_or(Some(0), |root| offsets.get(&root).copied()) {
                    offsets.insert(*of, at + part.offset);
                }
            }
            if offsets.len() == before {
                break;
            }
        }
        for base in &mut self.class_info_mut(class).virtuals.virtual_bases {
            base.offset = offsets.get(&base.class).copied().unwrap_or(0);
        }
        (size, align)
    }

    /// Virtual base number `index` of the class of `object`, where its table says.
    pub(in crate::sema) fn virtual_base_place(&mut self, object: Val, index: u32, span: Span) -> Val {
        let (q, cat) = (self.type_of(&object.e), object.cat);
        let base = self.class_of(q.ty).and_then(|class| self.class_info(class).virtuals.virtual_bases.get(index as usize)).copied();
        let Some(base) = base else { return self.error_value(span) };
        let target = QualType { ty: self.class_type(base.class), ..q };
        let address = self.address_of(object.e);
        let e = self.virtual_base_pointer(address, index, false, target, span);
        Val { cat, ..self.place(ExprKind::Deref(Box::new(e)), target, span) }
    }

    /// The pointer `e` as one to virtual base number `index`.
    pub(in crate::sema) fn virtual_base_pointer(
        &mut self,
        e: hir::Expr,
        index: u32,
        may_be_null: bool,
        to: QualType,
        span: Span,
    ) -> hir::Expr {
        let conversion = Conversion::VirtualBase { word: super::tables::distance_word(index), may_be_null };
        let ty = self.pointer_to(to);
        self.make(ExprKind::Convert { conversion, operand: Box::new(e) }, ty, span)
    }

    /// A constructor or destructor that takes the tables of the object it works on.
    pub(in crate::sema) fn takes_tables(&self, f: FuncId) -> bool {
        let func = &self.funcs[f.0 as usize];
        matches!(func.kind, FuncName::Constructor | FuncName::Destructor) && func.class.is_some_and(|c| self.has_virtual_bases(c))
    }

    /// The virtual base of that class in the whole object that is being made or destroyed.
    fn part_of_whole(&mut self, of: ClassId, span: Span) -> Option<Val> {
        let (class, _, _) = self.frames.last().and_then(|f| f.this)?;
        let offset = self.class_info(class).virtuals.virtual_bases.iter().find(|v| v.class == of)?.offset;
        let target = QualType::from(self.class_type(of));
        let this = self.this_place(span);
        let address = self.address_of(this.e);
        let ty = self.pointer_to(target);
        let address = self.moved(address, offset as i64, ty, span);
        Some(self.place(ExprKind::Deref(Box::new(address)), target, span))
    }

    /// At the start of a constructor: makes the virtual bases, with what `make` answers, if the object is a whole one.
    pub(in crate::sema) fn make_virtual_bases(
        &mut self,
        stmts: &mut Vec<hir::Stmt>,
        span: Span,
        mut make: impl FnMut(&mut Sema<'a>, ClassId) -> Option<hir::Expr>,
    ) {
        let Some(frame) = self.frames.last() else { return };
        let (Some((class, _, _)), Some(tables)) = (frame.this, frame.tables) else { return };
        let (bool, holder) = (self.common.bool, self.tables_type());
        let is_whole = self.hidden_local("", bool.into(), span);
        let given = self.loaded(tables, holder, span);
        let given = self.scalar_convert(given, bool);
        let none = self.make(ExprKind::Unary { op: hir::UnaryOp::Not, operand: Box::new(given) }, bool, span);
        stmts.push(hir::Stmt { kind: StmtKind::Declare { local: is_whole, init: Some(none) }, span });
        let own = self.tables_of_whole(class, 0, span);
        let place = self.make(ExprKind::Local(tables), holder, span);
        let own = self.make(ExprKind::Assign { place: Box::new(place), value: Box::new(own) }, holder, span);
        self.if_whole(is_whole, vec![hir::Stmt { kind: StmtKind::Expr(own), span }], stmts, span);
        for of in self.virtual_bases_as_made(class) {
            let Some(value) = make(self, of) else { continue };
            let Some(place) = self.part_of_whole(of, span) else { continue };
            let mut made = Vec::new();
            let value = self.as_part(value, self.tables_index_of_virtual(class, of));
            self.construct_at(place.clone(), value, &mut made);
            self.if_whole(is_whole, made, stmts, span);
            let object = self.address_of(place.e);
            let condition = Box::new(self.loaded(is_whole, bool, span));
            let null = self.make(ExprKind::Null, object.ty, span);
            let ty = object.ty;
            let kind = ExprKind::Conditional { condition, then: Box::new(object), otherwise: Box::new(null) };
            let object = self.make(kind, ty, span);
            self.part_destroyed_on_throw(of, object, self.tables_index_of_virtual(class, of), stmts, span);
        }
    }

    fn if_whole(&mut self, is_whole: hir::LocalId, then: Vec<hir::Stmt>, stmts: &mut Vec<hir::Stmt>, span: Span) {
        if then.is_empty() {
            return;
        }
        let condition = Box::new(self.loaded(is_whole, self.common.bool, span));
        let then = hir::Block { stmts: then, end: span };
        stmts.push(hir::Stmt { kind: StmtKind::If { condition, then, otherwise: None }, span });
    }

    pub(super) fn loaded(&self, local: hir::LocalId, ty: hir::TypeId, span: Span) -> hir::Expr {
        let place = self.make(ExprKind::Local(local), ty, span);
        self.make(ExprKind::Load(Box::new(place)), ty, span)
    }

    /// `value`, which makes a base with virtual bases, as one that leaves them alone and takes the tables from `index` on of
    /// those that this constructor has.
    pub(in crate::sema) fn as_part(&mut self, value: hir::Expr, index: Option<u64>) -> hir::Expr {
        let Some(index) = index else { return value };
        let span = value.span;
        let tables = self.own_tables(index, span);
        let class = self.class_of(value.ty);
        let mut value = value;
        if !matches!(value.kind, ExprKind::Construct { .. })
            && !self.has_error(&value)
            && let Some(class) = class
        {
            // A whole object, which has virtual bases of its own: this one is a copy.
            let object = Val { e: self.temporary(value), cat: Cat::X, width: None };
            value = self.copy_object(object, class, span);
        }
        if let (ExprKind::Construct { args, .. }, Some(tables)) = (&mut value.kind, tables)
            && let Some(first) = args.first_mut()
        {
            *first = tables;
        }
        value
    }

    /// Destroys a base, which is no whole object, at `pointer`.
    fn part_destruction(&mut self, class: ClassId, pointer: hir::Expr, tables: Option<hir::Expr>, span: Span) -> Option<hir::Expr> {
        let f = self.class_info(class).destructor.filter(|f| !self.funcs[f.0 as usize].is_trivial)?;
        self.check_usable(f, span);
        let mut args = vec![pointer];
        if self.takes_tables(f) {
            let ty = self.tables_type();
            args.push(tables.unwrap_or_else(|| self.make(ExprKind::Null, ty, span)));
        }
        let callee = hir::Callee::Direct(self.use_function(f));
        Some(self.make(ExprKind::Call { callee, args, returns_reference: false }, self.common.void, span))
    }

    /// In a destructor: destroys the base in field `index`.
    pub(in crate::sema) fn destroy_base(&mut self, class: ClassId, index: u32, base: ClassId, stmts: &mut Vec<hir::Stmt>, span: Span) {
        let place = self.this_place(span);
        let place = self.field_place(place, index, span);
        let pointer = self.address_of(place.e);
        let tables = self.tables_index_of_base(class, index).and_then(|at| self.own_tables(at, span));
        let e = self.part_destruction(base, pointer, tables, span);
        stmts.extend(e.map(|e| hir::Stmt { kind: StmtKind::Expr(e), span }));
    }

    /// In a constructor: an exception that leaves it destroys the base at `object`, if that is not null, whose first table has
    /// this number.
    pub(in crate::sema) fn part_destroyed_on_throw(
        &mut self,
        class: ClassId,
        object: hir::Expr,
        index: Option<u64>,
        stmts: &mut Vec<hir::Stmt>,
        span: Span,
    ) {
        let Some(f) = self.class_info(class).destructor.filter(|f| !self.funcs[f.0 as usize].is_trivial) else { return };
        self.check_usable(f, span);
        // What a function gets that destroys has one word: here the address of these two.
        let word = self.common.void_ptr;
        let pair = self.array_of(word.into(), Some(2));
        let object = self.scalar_convert(object, word);
        let tables = match index.and_then(|at| self.own_tables(at, span)) {
            Some(tables) => self.scalar_convert(tables, word),
            None => self.make(ExprKind::Null, word, span),
        };
        let init = Some(self.make(ExprKind::Aggregate(vec![(0, object), (8, tables)]), pair, span));
        let local = self.hidden_local("", pair.into(), span);
        stmts.push(hir::Stmt { kind: StmtKind::Declare { local, init }, span });
        let destructor = self.part_destroyer(class, span);
        let place = self.make(ExprKind::Local(local), pair, span);
        let words = self.pointer_to(word.into());
        let address = self.address_of(place);
        // Not a pointer to an array, whose elements would be destroyed.
        let object = Box::new(self.scalar_convert(address, words));
        stmts.push(hir::Stmt { kind: StmtKind::OnThrow { object, destructor }, span });
    }

    fn part_destroyer(&mut self, class: ClassId, span: Span) -> hir::FunctionId {
        let known = self.beside_destructors.get(&(class, "%part")).copied();
        let f = known.unwrap_or_else(|| {
            let pair = self.array_of(self.common.void_ptr.into(), Some(2));
            let (pointer, void, home) = (self.pointer_to(pair.into()), self.common.void.into(), self.global);
            let name = format!("%part.{}", class.0);
            let f = self.made_function(&name, home, &[pointer.into()], void, Body::PartDestructor(class), span);
            let f = self.add_function(f);
            self.beside_destructors.insert((class, "%part"), f);
            f
        });
        self.use_function(f)
    }

    /// The destructor that also destroys virtual bases.
    pub(in crate::sema) fn whole_destructor(&mut self, f: FuncId) -> FuncId {
        match self.funcs[f.0 as usize].class {
            Some(class) if self.takes_tables(f) && matches!(self.funcs[f.0 as usize].kind, FuncName::Destructor) => {
                self.beside_destructor(class, "%whole", Body::WholeDestructor)
            }
            _ => f,
        }
    }

    /// A function of `class` that its destructor comes with, made once.
    pub(super) fn beside_destructor(&mut self, class: ClassId, name: &'static str, body: Body<'a>) -> FuncId {
        if let Some(&f) = self.beside_destructors.get(&(class, name)) {
            return f;
        }
        let info = self.class_info(class);
        let (scope, span, destructor) = (info.scope, info.span, info.destructor);
        let mut f = self.made_function(name, scope, &[], self.common.void.into(), body, span);
        f.class = Some(class);
        if let Some(destructor) = destructor {
            f.space = self.funcs[destructor.0 as usize].space;
        }
        let f = self.add_function(f);
        self.beside_destructors.insert((class, name), f);
        f
    }

    /// The body of [`Sema::whole_destructor`].
    pub(in crate::sema) fn whole_destructor_body(&mut self, span: Span) -> hir::Block {
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return hir::Block::default() };
        let this = self.this_place(span);
        let pointer = self.address_of(this.e);
        let tables = self.tables_of_whole(class, 0, span);
        let may_throw = self.class_info(class).destructor.is_some_and(|f| !self.is_noexcept(f));
        let first = self.part_destruction(class, pointer, Some(tables), span);
        let mut stmts: Vec<hir::Stmt> = first.into_iter().map(|e| hir::Stmt { kind: StmtKind::Expr(e), span }).collect();
        for of in self.virtual_bases_as_made(class).into_iter().rev() {
            let Some(place) = self.part_of_whole(of, span) else { continue };
            if may_throw && !self.has_virtual_bases(of) {
                // What is thrown before destroys it as well ([except.ctor]/3).
                let mut guarded = Vec::new();
                let ty = self.class_type(of);
                self.destroyed_on_throw(place.clone(), ty.into(), &mut guarded, span);
                guarded.append(&mut stmts);
                stmts.push(hir::Stmt { kind: StmtKind::Block(hir::Block { stmts: guarded, end: span }), span });
            }
            let pointer = self.address_of(place.e);
            let tables = self.tables_index_of_virtual(class, of).map(|at| self.tables_of_whole(class, at, span));
            let call = self.part_destruction(of, pointer, tables, span);
            stmts.extend(call.map(|e| hir::Stmt { kind: StmtKind::Expr(e), span }));
        }
        hir::Block { stmts, end: span }
    }

    /// The body of the function that gets the base and its tables.
    pub(in crate::sema) fn part_destroyer_body(&mut self, class: ClassId, span: Span) -> hir::Block {
        let word = self.common.void_ptr;
        let words = self.pointer_to(word.into());
        let nth = |s: &mut Self, index: i128| {
            let start = s.loaded(hir::LocalId(0), words, span);
            let index = s.int_value(index, s.common.long, span);
            let kind = ExprKind::PointerAdd { pointer: Box::new(start), index: Box::new(index), subtract: false };
            let address = s.make(kind, words, span);
            let place = s.make(ExprKind::Deref(Box::new(address)), word, span);
            s.make(ExprKind::Load(Box::new(place)), word, span)
        };
        let (given, tables) = (nth(self, 0), nth(self, 1));
        let (own, tables_type) = (self.class_type(class), self.tables_type());
        let pointer_type = self.pointer_to(own.into());
        let pointer = self.scalar_convert(given.clone(), pointer_type);
        let tables = self.scalar_convert(tables, tables_type);
        let Some(e) = self.part_destruction(class, pointer, Some(tables), span) else { return hir::Block::default() };
        let condition = Box::new(self.scalar_convert(given, self.common.bool));
        let then = hir::Block { stmts: vec![hir::Stmt { kind: StmtKind::Expr(e), span }], end: span };
        hir::Block { stmts: vec![hir::Stmt { kind: StmtKind::If { condition, then, otherwise: None }, span }], end: span }
    }

    /// A virtual base of the parameter of a copy constructor, as what this object's is made of.
    pub(in crate::sema) fn copy_of_virtual_base(&mut self, of: ClassId, cat: Cat, span: Span) -> Option<hir::Expr> {
        let source = self.param_place(0, cat, span);
        let source = Val { cat, ..self.as_base(source, of, span) };
        let ty = self.class_type(of);
        Some(self.initialise(ty.into(), Init::Copy(Arg::Val(source)), "base", span))
    }
}
