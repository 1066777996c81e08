//! The tables of virtual functions and of where virtual bases lie (Itanium C++ ABI, 2.5 "Virtual Table Layout").
//!
//! An object points to the first function of a table. Before it stand the type of the whole object, how far from here that
//! starts, and how far from here each virtual base lies, the first nearest.
//! A part of an object is made before the whole and is itself until then, but its virtual bases lie where the whole has them:
//! such a part has tables of its own, which its constructor and destructor get as an array: those of the part itself, then
//! those of each base that has virtual bases; in the array of a whole object those of its virtual bases follow.

use super::virtuals::{Primary, Slot};
use crate::hir::{self, ClassId, ExprKind, GlobalId, QualType, StmtKind, SymbolRef, TypeId};
use crate::sema::entity::{Body, FuncId, FuncName};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use std::collections::HashMap;

/// Words between the first function of a table and the distances of virtual bases.
const HEADER: u64 = 2;
/// Where the distance of virtual base number `index` stands: bytes from the first function.
pub(in crate::sema) fn distance_word(index: u32) -> i64 {
    -8 * (HEADER as i64 + 1 + i64::from(index))
}

/// A part of an object whose class has a table.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) class: ClassId,
    /// The virtual base that it is or is a part of, itself no part of another one.
    pub(super) root: Option<ClassId>,
    /// Bytes from the start of the root, or of the object.
    pub(super) offset: u64,
    /// Its class is the primary base, not virtual, of the part that it is a base of.
    is_shared: bool,
    /// The parts of which it is a direct base.
    above: Option<usize>,
    more_above: Vec<usize>,
}

/// An object as a constructor of the class of one of its parts sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::sema) struct View {
    /// The class of the whole object.
    whole: ClassId,
    /// The part's class, and where it lies.
    class: ClassId,
    at: u64,
}

/// A function of a table that is to be made.
struct Entry {
    slot: Slot,
    function: FuncId,
    /// From the part to the one whose function it is.
    distance: i64,
}

impl<'a> Sema<'a> {
    /// The parts with tables of an object of `class`, the whole first; without those that share its pointer if all do.
    pub(super) fn table_parts(&self, class: ClassId) -> Vec<Part> {
        let whole = Part { class, root: None, offset: 0, is_shared: false, above: None, more_above: Vec::new() };
        if self.class_info(class).virtuals.has_one_table {
            return vec![whole];
        }
        let mut found = Vec::new();
        self.note_parts(whole, &mut HashMap::new(), &mut found);
        found
    }

    fn note_parts(&self, part: Part, known: &mut HashMap<ClassId, usize>, found: &mut Vec<Part>) {
        let (index, root, offset) = (found.len(), part.root, part.offset);
        let info = self.class_info(part.class);
        found.push(part);
        for (i, base) in info.bases.iter().enumerate() {
            let virtuals = &self.class_info(base.class).virtuals;
            if !virtuals.has_table {
                continue;
            }
            let is_shared = info.virtuals.primary == Some(Primary::Base(i));
            let mut part =
                Part { class: base.class, root, offset: offset + base.offset, is_shared, above: Some(index), more_above: Vec::new() };
            if base.is_virtual {
                if let Some(&at) = known.get(&base.class) {
                    found[at].more_above.push(index);
                    continue;
                }
                known.insert(base.class, found.len());
                (part.root, part.offset) = (Some(base.class), 0);
            }
            self.note_parts(part, known, found);
        }
    }

    /// Where the parts of `view.class` lie, from its start.
    fn places(&self, view: View, parts: &[Part]) -> Vec<i64> {
        let place = |part: &Part| match part.root {
            None => part.offset as i64,
            Some(root) => self.virtual_base_at(view, root) + part.offset as i64,
        };
        parts.iter().map(place).collect()
    }

    fn virtual_base_at(&self, view: View, of: ClassId) -> i64 {
        let known = self.class_info(view.whole).virtuals.virtual_bases.iter().find(|v| v.class == of);
        known.map_or(0, |v| v.offset as i64 - view.at as i64)
    }

    /// Of the parts that lie where this one does, the one whose table all of them use.
    fn leader(&self, index: usize, parts: &[Part], places: &[i64]) -> usize {
        let bases = |i: usize| self.class_info(parts[i].class).virtuals.virtual_bases.len();
        if bases(0) == 0 {
            return index;
        }
        let mut best = index;
        for i in (0..parts.len()).filter(|&i| places[i] == places[index]) {
            if bases(i) > bases(best) || bases(i) == bases(best) && i < best {
                best = i;
            }
        }
        best
    }

    /// All parts of which one of `starts` is a base, and those themselves.
    fn above(parts: &[Part], starts: Vec<usize>) -> Vec<usize> {
        let mut found = starts;
        let mut at = 0;
        while let Some(&i) = found.get(at) {
            at += 1;
            for next in parts[i].above.iter().chain(&parts[i].more_above) {
                if !found.contains(next) {
                    found.push(*next);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The functions of the table of a part; the functions between which the class does not decide if there are several.
    fn entries(&self, index: usize, parts: &[Part], places: &[i64]) -> Result<Vec<Entry>, (FuncId, FuncId)> {
        // The table begins as that of the primary base does, and so on down.
        let mut chain = vec![index];
        while let Some(&last) = chain.last()
            && !self.class_info(parts[0].class).virtuals.virtual_bases.is_empty()
            && let info = self.class_info(parts[last].class)
            && let Some(class) = self.primary_class(parts[last].class, info.virtuals.primary)
        {
            let is_below = |p: &Part| p.class == class && (p.above == Some(last) || p.more_above.contains(&last) || p.root == Some(class));
            let Some(next) = (0..parts.len()).find(|&i| is_below(&parts[i])) else { break };
            chain.push(next);
        }
        let mut own_functions: HashMap<usize, _> = HashMap::new();
        let mut entries = Vec::new();
        for (number, slot) in self.class_info(parts[index].class).virtuals.slots.iter().enumerate() {
            let has_slot = |&i: &usize| self.class_info(parts[i].class).virtuals.slots.len() > number;
            let starts = chain.iter().copied().filter(|i| *i == index || parts[*i].root == Some(parts[*i].class)).filter(has_slot);
            let above = Self::above(parts, starts.collect());
            let mut own = |i: usize| {
                let own = own_functions.entry(i).or_insert_with(|| self.virtual_functions_of(parts[i].class));
                own.get(&*self.funcs[slot.function.0 as usize].name)?.iter().copied().find(|&f| self.overrides(f, slot.function))
            };
            let found: Vec<(usize, FuncId)> = above.into_iter().filter_map(|i| Some((i, own(i)?))).collect();
            let last =
                found.iter().find(|(i, _)| found.len() == 1 || found.iter().all(|(other, _)| Self::above(parts, vec![*other]).contains(i)));
            let is_last = |i: usize| Self::above(parts, vec![i]).iter().all(|o| *o == i || found.iter().all(|(other, _)| other != o));
            let (at, function) = match (last, found.first()) {
                (Some(&found), _) => found,
                (None, Some(&(_, first))) => {
                    let mut last = found.iter().filter(|(i, _)| is_last(*i)).map(|(_, f)| *f);
                    return Err((last.next().unwrap_or(first), last.next().unwrap_or(first)));
                }
                (None, None) => {
                    let of = self.funcs[slot.function.0 as usize].class;
                    let at = chain.iter().copied().find(|&i| Some(parts[i].class) == of).unwrap_or(index);
                    (at, slot.function)
                }
            };
            entries.push(Entry { slot: *slot, function, distance: places[at] - places[index] });
        }
        Ok(entries)
    }

    /// Whether the class is abstract, and that each virtual function has one that overrides all others.
    pub(super) fn settle_overriders(&mut self, class: ClassId) {
        let parts = self.table_parts(class);
        let places = self.places(View { whole: class, class, at: 0 }, &parts);
        let mut pure = None;
        for index in 0..parts.len() {
            if parts[index].is_shared {
                continue;
            }
            match self.entries(index, &parts, &places) {
                Ok(entries) => {
                    let is_pure = |e: &&Entry| self.funcs[e.function.0 as usize].is_pure;
                    pure = pure.or(entries.iter().find(is_pure).map(|e| e.function));
                }
                Err((a, b)) => {
                    let (span, name) = (self.class_info(class).span, self.types.class(class).name.clone());
                    let one = |f: FuncId| (self.signature(f), self.funcs[f.0 as usize].span);
                    self.report(errors::no_final_overrider(span, &name, one(a), one(b)));
                    break;
                }
            }
        }
        self.class_info_mut(class).virtuals.pure = pure;
    }

    /// The tables that a constructor of `view.class` gives to its object, by part without those that share the pointer of
    /// another; of a part whose pointer is another's here, that one's.
    fn tables_in(&mut self, view: View) -> Vec<(i64, GlobalId, u64)> {
        if let Some(known) = self.virtual_tables.get(&view) {
            return known.clone();
        }
        let parts = self.table_parts(view.class);
        let places = self.places(view, &parts);
        let mut by_leader: HashMap<usize, GlobalId> = HashMap::new();
        let mut made = Vec::new();
        let mut new = Vec::new();
        for index in (0..parts.len()).filter(|&i| !parts[i].is_shared) {
            let leader = self.leader(index, &parts, &places);
            let id = match by_leader.get(&leader) {
                Some(&id) => id,
                None => {
                    let prefix = if view.whole == view.class { "_ZTV" } else { "_ZTC" };
                    let id = self.new_table(view.class, prefix);
                    by_leader.insert(leader, id);
                    new.push((leader, id));
                    id
                }
            };
            let before = HEADER + self.class_info(parts[leader].class).virtuals.virtual_bases.len() as u64;
            made.push((places[index], id, before));
        }
        self.virtual_tables.insert(view, made.clone());
        for (leader, id) in new {
            self.fill_table(view, leader, (&parts, &places), id);
        }
        made
    }

    fn new_table(&mut self, class: ClassId, prefix: &str) -> GlobalId {
        let symbol = self.mangle_type(prefix, class);
        self.globals.push(hir::Global {
            name: "".into(),
            symbol,
            linkage: if self.name_is_internal { hir::Linkage::Internal } else { hir::Linkage::Weak },
            is_declared_only: false,
            has_initialiser: false,
            ty: self.common.void_ptr.into(),
            space: hir::GlobalSpace::Both,
            align: None,
            init: hir::GlobalInit::Zero,
            destructor: None,
            function: None,
            is_local_static: false,
            is_thread_local: false,
            span: self.class_info(class).span,
        });
        GlobalId(self.globals.len() as u32 - 1)
    }

    fn fill_table(&mut self, view: View, index: usize, (parts, places): (&[Part], &[i64]), id: GlobalId) {
        let entries = self.entries(index, parts, places).unwrap_or_default();
        let mut bytes: Vec<u8> = Vec::new();
        for base in self.class_info(parts[index].class).virtuals.virtual_bases.iter().rev() {
            bytes.extend((self.virtual_base_at(view, base.class) - places[index]).to_le_bytes());
        }
        bytes.extend((-places[index]).to_le_bytes());
        let mut relocations = Vec::new();
        let ty = self.class_type(view.class);
        if let Some(info) = self.type_info_if_declared(ty, self.class_info(view.class).span) {
            relocations.push((bytes.len() as u64, SymbolRef::Global(info), 0));
        }
        bytes.extend([0; 8]);
        for entry in entries {
            let at = bytes.len() as u64;
            bytes.extend([0; 8]);
            if self.funcs[entry.function.0 as usize].is_pure {
                continue;
            }
            let target = if entry.slot.is_deleting {
                self.beside_destructor(view.class, "%delete", Body::DeletingDestructor)
            } else {
                self.whole_destructor(entry.function)
            };
            let returns = entry.slot.returns;
            let target = if entry.distance == 0 && !self.adjusts_result(entry.function, returns) {
                target
            } else {
                self.adjusting(parts[index].class, target, entry.distance, returns)
            };
            let target = self.use_function(target);
            relocations.push((at, SymbolRef::Function(target), 0));
        }
        let ty = self.array_of(self.common.void_ptr.into(), Some(bytes.len() as u64 / 8));
        let global = &mut self.globals[id.0 as usize];
        global.ty = QualType { is_const: true, ..ty.into() };
        global.init = hir::GlobalInit::Bytes { bytes, relocations };
    }

    /// A function of a table of `part` that calls `target` with the object `distance` bytes on, and answers as `returns` would.
    fn adjusting(&mut self, part: ClassId, target: FuncId, distance: i64, returns: FuncId) -> FuncId {
        let result = self.funcs[returns.0 as usize].ty.result;
        let mut f = self.funcs[target.0 as usize].clone();
        if !matches!(f.kind, FuncName::Destructor) && !self.is_error(result.ty) && self.adjusts_result(target, returns) {
            f.ty.result = result;
        }
        f.body = Body::Adjusting { target, distance };
        f.class = Some(part);
        f.name = format!("%at{distance}.{}", f.name).into();
        f.kind = FuncName::Plain;
        f.special = None;
        f.template = None;
        f.hir = None;
        f.progress = crate::sema::entity::Progress::Waiting;
        f.asm_label = None;
        self.add_function(f)
    }

    pub(in crate::sema) fn deleting_body(&mut self, span: Span) -> hir::Block {
        let this = self.this_place(span);
        let pointer = self.address_of(this.e);
        let e = self.deletion(pointer, kern_syntax::ast::DeleteForm::default(), true, span);
        hir::Block { stmts: e.into_iter().map(|e| hir::Stmt { kind: StmtKind::Expr(e), span }).collect(), end: span }
    }

    pub(in crate::sema) fn adjusting_body(&mut self, target: FuncId, distance: i64, span: Span) -> hir::Block {
        let this = self.this_place(span);
        let address = self.address_of(this.e);
        let func = self.funcs[target.0 as usize].clone();
        let ty = self.this_type(target).unwrap_or(self.common.void_ptr);
        let moved = self.moved(address, distance, ty, span);
        let mut body = self.forwarding_body(target, &func, vec![moved], span);
        let result = self.frames.last().and_then(|f| f.result).filter(|result| *result != func.ty.result);
        if let Some(to) = result.and_then(|result| self.pointee(result.ty).or(Some(self.referred(result))))
            && let Some(hir::Stmt { kind: StmtKind::Return(Some(e)), .. }) = body.stmts.last_mut()
        {
            let to = self.pointer_to(to);
            let value = std::mem::replace(e, self.error_value(span).e);
            *e = self.standard_convert(value, to);
        }
        body
    }

    /// In a constructor or destructor: from here on the object is one of the class itself.
    pub(in crate::sema) fn set_virtual_tables(&mut self, stmts: &mut Vec<hir::Stmt>, span: Span) {
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return };
        if !self.class_info(class).virtuals.has_table {
            return;
        }
        let holder = self.pointer_to(self.common.void_ptr.into());
        if self.frames.last().is_some_and(|f| f.tables.is_some()) {
            return self.set_given_tables(class, stmts, span);
        }
        for (offset, table, before) in self.tables_in(View { whole: class, class, at: 0 }) {
            let this = self.this_place(span);
            let address = self.address_of(this.e);
            let value = self.functions_of(table, before, span);
            self.set_table((address, offset), value, holder, stmts, span);
        }
    }

    /// The same where the tables are given.
    fn set_given_tables(&mut self, class: ClassId, stmts: &mut Vec<hir::Stmt>, span: Span) {
        let holder = self.pointer_to(self.common.void_ptr.into());
        for (index, part) in self.table_parts(class).iter().filter(|p| !p.is_shared).enumerate() {
            let this = self.this_place(span);
            let virtual_bases = &self.class_info(class).virtuals.virtual_bases;
            let root = part.root.and_then(|root| virtual_bases.iter().position(|v| v.class == root));
            let start = match root {
                // The first table says where.
                Some(number) => self.virtual_base_place(this, number as u32, span),
                None => this,
            };
            let address = self.address_of(start.e);
            let Some(from) = self.own_tables(index as u64, span) else { return };
            let place = self.make(ExprKind::Deref(Box::new(from)), holder, span);
            let value = self.make(ExprKind::Load(Box::new(place)), holder, span);
            self.set_table((address, part.offset as i64), value, holder, stmts, span);
        }
    }

    fn set_table(&mut self, (address, offset): (hir::Expr, i64), value: hir::Expr, holder: TypeId, stmts: &mut Vec<hir::Stmt>, span: Span) {
        let to_holder = self.pointer_to(holder.into());
        let address = self.moved(address, offset, to_holder, span);
        let place = self.make(ExprKind::Deref(Box::new(address)), holder, span);
        let kind = ExprKind::Assign { place: Box::new(place), value: Box::new(value) };
        let e = self.make(kind, holder, span);
        stmts.push(hir::Stmt { kind: StmtKind::Expr(e), span });
    }

    /// The address of the first function of a table.
    fn functions_of(&mut self, table: GlobalId, before: u64, span: Span) -> hir::Expr {
        let array = self.globals[table.0 as usize].ty.ty;
        let holder = self.pointer_to(self.common.void_ptr.into());
        let global = self.make(ExprKind::Global(table), array, span);
        let start = self.make(ExprKind::Decay(Box::new(global)), holder, span);
        let before = self.int_value(i128::from(before), self.common.long, span);
        self.make(ExprKind::PointerAdd { pointer: Box::new(start), index: Box::new(before), subtract: false }, holder, span)
    }

    /// A pointer to tables, as constructors get it.
    pub(in crate::sema) fn tables_type(&mut self) -> TypeId {
        let holder = self.pointer_to(self.common.void_ptr.into());
        self.pointer_to(holder.into())
    }

    /// The tables that this constructor or destructor was given, from number `index` on.
    pub(in crate::sema) fn own_tables(&mut self, index: u64, span: Span) -> Option<hir::Expr> {
        let local = self.frames.last()?.tables?;
        let ty = self.tables_type();
        let tables = self.loaded(local, ty, span);
        Some(self.table_at(tables, index, span))
    }

    fn table_at(&mut self, tables: hir::Expr, index: u64, span: Span) -> hir::Expr {
        if index == 0 {
            return tables;
        }
        let ty = tables.ty;
        let index = self.int_value(i128::from(index), self.common.long, span);
        self.make(ExprKind::PointerAdd { pointer: Box::new(tables), index: Box::new(index), subtract: false }, ty, span)
    }

    /// The array of the tables of a whole object of `class`, from number `index` on.
    pub(super) fn tables_of_whole(&mut self, class: ClassId, index: u64, span: Span) -> hir::Expr {
        let id = match self.table_arrays.get(&class) {
            Some(&id) => id,
            None => self.new_table_array(class),
        };
        let (array, ty) = (self.globals[id.0 as usize].ty.ty, self.tables_type());
        let global = self.make(ExprKind::Global(id), array, span);
        let start = self.make(ExprKind::Decay(Box::new(global)), ty, span);
        self.table_at(start, index, span)
    }

    fn new_table_array(&mut self, class: ClassId) -> GlobalId {
        let id = self.new_table(class, "_ZTT");
        self.table_arrays.insert(class, id);
        let mut words = Vec::new();
        self.note_tables(View { whole: class, class, at: 0 }, &mut words);
        for base in self.class_info(class).virtuals.virtual_bases.clone() {
            if self.has_virtual_bases(base.class) {
                self.note_tables(View { whole: class, class: base.class, at: base.offset }, &mut words);
            }
        }
        let relocation = |(i, (table, before)): (usize, &(GlobalId, u64))| (8 * i as u64, SymbolRef::Global(*table), 8 * *before as i64);
        let relocations = words.iter().enumerate().map(relocation).collect();
        let holder = self.pointer_to(self.common.void_ptr.into());
        let ty = self.array_of(holder.into(), Some(words.len() as u64));
        let global = &mut self.globals[id.0 as usize];
        global.ty = QualType { is_const: true, ..ty.into() };
        global.init = hir::GlobalInit::Bytes { bytes: vec![0; 8 * words.len()], relocations };
        id
    }

    fn note_tables(&mut self, view: View, words: &mut Vec<(GlobalId, u64)>) {
        words.extend(self.tables_in(view).into_iter().map(|(_, table, before)| (table, before)));
        for base in self.class_info(view.class).bases.clone() {
            if !base.is_virtual && self.has_virtual_bases(base.class) {
                self.note_tables(View { class: base.class, at: view.at + base.offset, ..view }, words);
            }
        }
    }

    /// How many tables a constructor of `class` gets for a part that is no whole object.
    fn tables_count(&self, class: ClassId) -> u64 {
        let own = self.table_parts(class).iter().filter(|p| !p.is_shared).count() as u64;
        let bases = self.class_info(class).bases.iter().filter(|b| !b.is_virtual && self.has_virtual_bases(b.class));
        own + bases.map(|b| self.tables_count(b.class)).sum::<u64>()
    }

    /// The first table of the base in field `field`, if it has virtual bases.
    pub(in crate::sema) fn tables_index_of_base(&self, class: ClassId, field: u32) -> Option<u64> {
        let mut at = self.table_parts(class).iter().filter(|p| !p.is_shared).count() as u64;
        for base in self.class_info(class).bases.iter().filter(|b| !b.is_virtual && self.has_virtual_bases(b.class)) {
            if base.field == field {
                return Some(at);
            }
            at += self.tables_count(base.class);
        }
        None
    }

    /// The first table of the virtual base `of` in those of a whole object, if it has virtual bases itself.
    pub(super) fn tables_index_of_virtual(&self, class: ClassId, of: ClassId) -> Option<u64> {
        let mut at = self.tables_count(class);
        for base in self.class_info(class).virtuals.virtual_bases.iter().filter(|b| self.has_virtual_bases(b.class)) {
            if base.class == of {
                return Some(at);
            }
            at += self.tables_count(base.class);
        }
        None
    }
}
